"""The implementations that the vectors go through, and the cases that each of them covers."""

from functools import cache

from tests.interop import ethereum, openssl, second
from tests.interop.cases import FILES, VectorCase, cases_of
from tests.interop.npm import call_for
from tests.interop.wallets.coverage import LIBRARIES
from tests.interop.wallets.coverage import call_for as ask_library

IMPLEMENTATIONS = {
    "npm": (
        "`@turnkey/crypto`, `@turnkey/api-key-stamper` and `@turnkey/encoding`, which the service's clients "
        "use; for what they do not have, `@noble/curves` beneath them (other curves than P-256), and "
        "`@scure/bip39`"
    ),
    "viem": "`viem` of npm: signature results, as the service's package for it puts them together",
    "pycryptodome": "`pycryptodome`: HPKE, P-256, Ed25519",
    "libsecp256k1": "`btclib-secp256k1`: verifies stamps of secp256k1, as sealwax does with OpenSSL",
    "cryptography": "`cryptography` (OpenSSL): makes stamps of secp256k1, as sealwax does with libsecp256k1",
    "OpenSSL": "the command line of OpenSSL 3: every signature but those of bundles",
    "PyJWT": "`PyJWT`, for the one token that is a standard JWT",
    "webauthn": "`webauthn` of Python: ceremonies and signatures",
    "hashlib": "Python's `hashlib` alone: BIP-39 written from its text, and the challenge of a passkey",
    "Go": (
        "`tests/interop/go`: all but secp256k1, wallet accounts, requests, proposals, proofs and votes, "
        "written from `README.md`, `wire-formats.md` and the files alone, with the standard library of Go"
    ),
    "JavaScript": (
        "`recovery-page/readers`: all cases, written from `README.md`, `wire-formats.md` and the files, with "
        "Node.js; `@noble/curves`, `@noble/hashes` and `@scure/bip39` have the curves, hashes and word lists "
        "that Node.js lacks"
    ),
    **{name: f"{library.what}, of {library.source}" for name, library in LIBRARIES.items()},
    "ethers": "`ethers` of npm: accounts, keystores, and signature results as the service's package has them",
}
"""Who they are."""

BEYOND_GO = {
    "activity_vote",
    "api_key_stamp_eip191",
    "api_key_stamp_secp256k1",
    "app_proof",
    "attestation_document",
    "boot_proof",
    "custom_proof",
    "enclave_release",
    "export_proposal",
    "payload_digest",
    "private_key_form",
    "sealed_request",
    "signature_result",
    "wallet_address",
}
"""The files that the program in Go skips. It says why."""

BEYOND_GO_FEATURES = {"attestation-formats", "ed448"}
"""The features that the program in Go lacks. It says why."""


@cache
def covered_by(implementation: str) -> tuple[VectorCase, ...]:
    """The cases that an implementation covers, in the order of the files."""
    return tuple(case for file in FILES for case in cases_of(file) if _covers(implementation, case))


def _covers(implementation: str, case: VectorCase) -> bool:
    if implementation == "npm":
        return call_for(case) is not None
    if implementation in ethereum.LIBRARIES and ethereum.call_for(implementation, case) is not None:
        return True
    if implementation in LIBRARIES:
        return ask_library(implementation, case) is not None
    if implementation == "OpenSSL":
        return openssl.covers(case)
    if implementation in {"Go", "JavaScript"}:
        read_by_go = case.file not in BEYOND_GO and BEYOND_GO_FEATURES.isdisjoint(case.features)
        return implementation == "JavaScript" or read_by_go
    covered = second.COVERED.get((case.file, case.group))
    return covered is not None and covered.library == implementation and covered.covers(case)

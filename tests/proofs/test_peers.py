"""Checks that other libraries do not make: every row of the table in wire-formats.md has its cases."""

import re

from sealwax.proofs import PRODUCTION_PCR3, EnclaveIdentity
from tests.conftest import ROOT

WIRE_FORMATS = (ROOT / "vectors" / "wire-formats.md").read_text()
SECTION = WIRE_FORMATS.partition("### 14.6 ")[2].partition("\n### ")[0]
TABLE = {
    cells[0]: cells[1]
    for line in re.findall(r"^\| (.+) \|$", SECTION, re.MULTILINE)[1:]
    if not (cells := line.split(" | "))[0].startswith("---")
}
# The ids of cases that are accepted by whoever does not make the check, without the file and the type.
CASES = {
    "app signature, scheme, lengths": (
        "app_proof/AppProof/the-signature-a-bit-flipped",
        "app_proof/AppProof/the-key-its-halves-swapped",
        "app_proof/AppProof/the-key-a-byte-after-it",
    ),
    "COSE alg header": (
        "boot_proof/BootProof/protected-headers-ES256",
        "boot_proof/BootProof/an-unprotected-header",
    ),
    "document's `digest` = SHA384": ("boot_proof/BootProof/a-digest-SHA256-",),
    "chain to pinned root": (
        "boot_proof/BootProof/another-root",
        "boot_proof/BootProof/a-chain-authorities-in-reverse-order",
        "boot_proof/BootProof/a-chain-another-root-in-front",
    ),
    "validity, basic constraints": (
        "boot_proof/BootProof/the-time-four-hours-later",
        "boot_proof/BootProof/a-chain-an-authority-that-is-none",
        "boot_proof/BootProof/a-chain-an-authority-whose-path-is-too-short",
    ),
    "user_data = hash": (
        "boot_proof/BootProof/a-manifest-of-another-nonce",
        "boot_proof/BootProof/a-hash-of-the-JSON-of-V1-as-it-is",
    ),
    "nonce absent": ("boot_proof/BootProof/nonce-is-bytes",),
    "envelope, approvals": (
        "boot_proof/BootProof/an-envelope-with-another-manifest",
        "boot_proof/BootProof/approvals-one-of-two",
        "boot_proof/BootProof/approvals-by-one-member-twice",
    ),
    "PCR0-3": (
        *(f"boot_proof/BootProof/PCR{index}-is-not-the-manifest-s" for index in range(4)),
        *(f"boot_proof/BootProof/pinned-PCR{index}-another" for index in range(4)),
    ),
    "PCR17": (
        "boot_proof/BootProof/commitments-PCR17-commits-to-another-key",
        "app_proof/AppProof/a-key-for-setting-up-an-enclave",
    ),
    "manifest pinned": ("boot_proof/BootProof/pinned-the-manifest-hash-another",),
    "quorum key, namespace, member set pinned": (
        "boot_proof/BootProof/pinned-the-quorum-key-another",
        "boot_proof/BootProof/pinned-the-namespace-another",
        "boot_proof/BootProof/pinned-the-manifest-set-another",
        "boot_proof/BootProof/pinned-the-threshold-another",
    ),
    "program pinned": (
        "boot_proof/BootProof/not-enough-",
        "boot_proof/BootProof/another-application-of-the-release-by-",
        "boot_proof/BootProof/a-customer-s-enclave-under-the-production-role-by-",
        "boot_proof/BootProof/pinned-the-well-known-quorum-key-",
        "app_proof/AppProof/an-address-derivation-of-ump-",
    ),
    "debug mode of the manifest": ("boot_proof/BootProof/a-manifest-with-debug-mode-by-",),
    "debug (zero PCRs)": tuple(
        f"boot_proof/BootProof/PCR{index}-is-all-zero-in-the-manifest-too" for index in range(4)
    ),
    "payload against expectation": (
        "app_proof/AppProof/expected-organization-id-is-",
        "app_proof/AppProof/expected-wallet-id-is-",
        "app_proof/AppProof/expected-derivation-path-is-",
        "app_proof/AppProof/expected-address-is-",
        "app_proof/AppProof/expected-type-is-",
    ),
}
BY_TEST = {"production PCR3"}


def test_every_row_is_checked_here() -> None:
    assert TABLE.keys() == CASES.keys() | BY_TEST
    assert {row for row, ours in TABLE.items() if not ours.startswith("yes")} == BY_TEST


def test_production_pcr3_is_named_and_never_implied() -> None:
    assert EnclaveIdentity(pcrs={0: "11" * 48}, allow_any_program=True).pcrs == {0: "11" * 48}
    assert PRODUCTION_PCR3 in WIRE_FORMATS

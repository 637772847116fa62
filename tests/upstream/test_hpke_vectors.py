"""The vectors for Wycheproof: as they are made, and as several implementations read them."""

import json
from typing import Any

import pytest
from Crypto.Protocol import HPKE
from Crypto.PublicKey import ECC
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.bindings._rust import openssl
from cryptography.hazmat.primitives.asymmetric import ec
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey
from pyhpke.exceptions import PyHPKEError

from sealwax import SealwaxError, TargetKey
from sealwax._crypto.hpke import TAG_BYTES
from sealwax._crypto.points import P256, UNCOMPRESSED_BYTES, decode_point
from tests.conftest import ROOT
from tools.hpke_vectors import FOLDER, KINDS, file_of

if not FOLDER.is_dir():
    pytest.skip("the sdist does not have contrib", allow_module_level=True)

Case = dict[str, Any]
REFUSED = "refused"
FIELDS = {
    "decrypt": {"tcId", "comment", "skRm", "pkRm", "info", "aad", "enc", "ct", "pt", "result", "flags"},
    "encap": {"tcId", "comment", "pkRm", "info", "aad", "pt", "enc", "ct", "result", "flags"},
}
"""The required members of a case; `ikmE`, and `skRm` where a key belongs to it, are there in valid ones."""
MORE = {"decrypt": {"ikmE"}, "encap": {"ikmE", "skRm"}}


def cases_of(kind: str) -> list[tuple[Case, Case]]:
    """Each case of a file with its group."""
    groups = json.loads((FOLDER / file_of(kind)).read_text())["testGroups"]
    return [(group, case) for group in groups for case in group["tests"]]


def expected(kind: str, case: Case) -> str:
    """The answer that a reader must give."""
    if case["result"] == "invalid":
        return REFUSED
    return str(case["pt"] if kind == "decrypt" else case["enc"] + case["ct"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_have_the_form(kind: str) -> None:
    whole = json.loads((FOLDER / file_of(kind)).read_text())
    assert whole["numberOfTests"] == len(cases_of(kind))
    assert [case["tcId"] for _, case in cases_of(kind)] == list(range(1, whole["numberOfTests"] + 1))
    assert whole["notes"].keys() == {flag for _, case in cases_of(kind) for flag in case["flags"]}
    for _, case in cases_of(kind):
        assert case.keys() == FIELDS[kind] | (MORE[kind] if case["result"] == "valid" else set())


def by_cryptography(group: Case, case: Case) -> str:
    kdfs = {1: openssl.hpke.KDF.HKDF_SHA256, 3: openssl.hpke.KDF.HKDF_SHA512}
    aeads = {
        1: openssl.hpke.AEAD.AES_128_GCM,
        2: openssl.hpke.AEAD.AES_256_GCM,
        3: openssl.hpke.AEAD.CHACHA20_POLY1305,
    }
    suite = openssl.hpke.Suite(openssl.hpke.KEM.P256, kdfs[group["kdfId"]], aeads[group["aeadId"]])
    key = ec.derive_private_key(int(case["skRm"], 16), P256)
    sealed = bytes.fromhex(case["enc"] + case["ct"])
    try:
        # Not public: `aad` is what the public methods lack.
        opened = openssl.hpke._decrypt_with_aad(
            suite, sealed, key, bytes.fromhex(case["info"]), bytes.fromhex(case["aad"])
        )
    except InvalidTag:
        return REFUSED
    return opened.hex()


def by_pycryptodome(group: Case, case: Case) -> str:
    key = ECC.construct(curve="p256", d=int(case["skRm"], 16))
    aead = {1: HPKE.AEAD.AES128_GCM, 2: HPKE.AEAD.AES256_GCM, 3: HPKE.AEAD.CHACHA20_POLY1305}[group["aeadId"]]
    enc, info = bytes.fromhex(case["enc"]), bytes.fromhex(case["info"])
    try:
        context = HPKE.new(receiver_key=key, aead_id=aead, info=info, enc=enc)
        return str(context.unseal(bytes.fromhex(case["ct"]), bytes.fromhex(case["aad"])).hex())
    except ValueError:
        return REFUSED


def by_pyhpke(group: Case, case: Case) -> str:
    """As sealwax opens: it checks the encapsulated key itself, which pyhpke takes compressed, too."""
    enc, ct = bytes.fromhex(case["enc"]), bytes.fromhex(case["ct"])
    suite = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId(group["kdfId"]), AEADId(group["aeadId"]))
    key = TargetKey.from_private_key(case["skRm"]).private_key_object()
    try:
        if len(enc) != UNCOMPRESSED_BYTES or len(ct) < TAG_BYTES:
            return REFUSED
        decode_point(enc, P256, "enc")
        recipient = KEMKey.from_pyca_cryptography_key(key)
        context = suite.create_recipient_context(enc, recipient, bytes.fromhex(case["info"]))
        return context.open(ct, bytes.fromhex(case["aad"])).hex()
    except (SealwaxError, PyHPKEError):
        return REFUSED


def test_the_readers_would_notice() -> None:
    group, case = next(each for each in cases_of("decrypt") if each[1]["result"] == "valid")
    for read in (by_cryptography, by_pycryptodome, by_pyhpke):
        assert read(group, case) == case["pt"]
        assert read(group, {**case, "aad": case["aad"] + "00"}) == REFUSED


def test_the_diff_adds_the_kem_of_the_files() -> None:
    diff = (FOLDER.parent / "hpke_p256.diff").read_text()
    (kem,) = {(group["kem"], group["kemId"]) for kind in KINDS for group, _ in cases_of(kind)}
    assert f'\n+            "{kem[0]}",\n' in diff
    assert f"\n+- {kem[0]} (KEM id `0x{kem[1]:04x}`)\n" in diff


def test_the_request_counts_the_cases() -> None:
    text = (FOLDER.parent / "pull_request.md").read_text()
    for kind in KINDS:
        cases = cases_of(kind)
        valid = sum(case["result"] == "valid" for _, case in cases)
        assert f"| `{file_of(kind)}` | {len(cases)} | {valid} |" in text


def test_where_they_are() -> None:
    assert FOLDER.is_relative_to(ROOT / "contrib")

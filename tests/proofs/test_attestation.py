"""Attestation documents of any enclave."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from cryptography import x509
from hypothesis import given
from hypothesis import strategies as st

from sealwax import ContextMismatch, Expired, MalformedInput, SealwaxError
from sealwax._limits import MAX_ATTESTATION_DOCUMENT_BYTES
from sealwax.proofs import VerifiedAttestationDocument, verify_attestation_document
from sealwax.testing import AttestedEnclave
from sealwax.testing.nitro import to_base64
from tests.conftest import SEED, near_misses

BOOTED_AT = datetime(2026, 1, 1, tzinfo=timezone.utc)
ENCLAVE = AttestedEnclave(SEED, booted_at=BOOTED_AT, pcr_count=16)
PCR0 = ENCLAVE.measurements[0].hex()
CHOSEN: dict[str, Any] = {"public_key": b"key", "user_data": b"data", "nonce": b"nonce"}
DOCUMENT = ENCLAVE.document(bytes(32), **CHOSEN)
PAYLOAD = ENCLAVE.payload(bytes(32))
CHAIN = [x509.load_der_x509_certificate(der) for der in (PAYLOAD["certificate"], *PAYLOAD["cabundle"])]


def verify(document: Any = DOCUMENT, **how: Any) -> VerifiedAttestationDocument:
    return verify_attestation_document(document, **{"root": ENCLAVE.root_sha256, **how})


def test_what_it_says() -> None:
    verified = verify()
    assert {name: getattr(verified, name) for name in CHOSEN} == CHOSEN
    assert (verified.timestamp, verified.root) == (BOOTED_AT, ENCLAVE.root_sha256)
    assert (list(verified.pcrs), verified.pcrs[0]) == (list(range(16)), PCR0)
    assert verified.module_id.startswith("i-0123456789abcdef0")
    checks = verified.checks
    assert (checks.pcrs, checks.now) == ((), False)
    assert not any((checks.user_data, checks.nonce, checks.public_key))


def test_which_checks_were_made() -> None:
    expected = {f"expected_{name}": value for name, value in CHOSEN.items()}
    checks = verify(expected_pcrs={0: PCR0, 4: {"00" * 48, ENCLAVE.measurements[4].hex()}}, now=BOOTED_AT,
                    **expected).checks  # fmt: skip
    assert (checks.pcrs, checks.now) == ((0, 4), True)
    assert all((checks.user_data, checks.nonce, checks.public_key))


@pytest.mark.parametrize(
    ("name", "code"),
    [("public_key", "wrong-enclave"), ("user_data", "wrong-enclave"), ("nonce", "wrong-challenge")],
)
def test_what_is_not_expected(name: str, code: str) -> None:
    for other in (CHOSEN[name][:-1], CHOSEN[name] + b"\0", b"", CHOSEN[name].upper()):
        with pytest.raises(ContextMismatch, match=f"the {name.replace('_', ' ')} of the att") as caught:
            verify(**{f"expected_{name}": other})
        assert caught.value.code == code


@pytest.mark.parametrize("near", near_misses(PCR0))
def test_another_pcr(near: str) -> None:
    with pytest.raises(ContextMismatch, match="PCR0 of the attestation document is not the expected one"):
        verify(expected_pcrs={0: near})
    assert verify(expected_pcrs={0: [near, PCR0.upper()]}).checks.pcrs == (0,)


def test_debug_mode_and_machines_without_a_role() -> None:
    pcrs = ENCLAVE.pcrs(bytes(32))
    for index in range(3):
        zeros = ENCLAVE.document(bytes(32), **CHOSEN, pcrs={**pcrs, index: bytes(48)})
        for expected in (None, {0: PCR0}, {4: pcrs[4].hex(), index: "00" * 48}):
            with pytest.raises(ContextMismatch, match="is in debug mode"):
                verify(zeros, expected_pcrs=expected)
    document = ENCLAVE.document(bytes(32), **CHOSEN, pcrs={**pcrs, 3: bytes(48)})
    assert verify(document, expected_pcrs={0: PCR0, 3: "00" * 48}).checks.pcrs == (0, 3)


def test_its_own_time_or_now() -> None:
    for late in (timedelta(hours=3), timedelta(days=2000), timedelta(seconds=-5)):
        assert verify().timestamp == BOOTED_AT
        said = (
            "get a new document, .* may be fast" if late > timedelta() else "not valid before .* may be slow"
        )
        with pytest.raises(Expired, match=said):
            verify(now=BOOTED_AT + late, leeway=timedelta())
    assert verify(now=BOOTED_AT + timedelta(hours=2)).checks.now
    stale = ENCLAVE.document(bytes(32), timestamp=int(BOOTED_AT.timestamp() * 1000) + 3 * 3600_000)
    with pytest.raises(Expired, match="at the time that the attestation document states"):
        verify(stale, now=BOOTED_AT)


def test_a_clock_may_differ_by_the_leeway() -> None:
    begin = max(certificate.not_valid_before_utc for certificate in CHAIN)
    end = min(certificate.not_valid_after_utc for certificate in CHAIN)
    minute, moment = timedelta(minutes=1), timedelta(microseconds=1)
    cases: tuple[tuple[timedelta, dict[str, Any]], ...] = (
        (minute, {}),
        (timedelta(), {"leeway": timedelta()}),
        (5 * minute, {"leeway": 5 * minute}),
    )
    for leeway, options in cases:
        assert verify(now=begin - leeway, **options).checks.now
        assert verify(now=end + leeway, **options).checks.now
        with pytest.raises(Expired, match=r"after the time of this check; .* may be slow"):
            verify(now=begin - leeway - moment, **options)
        with pytest.raises(Expired, match="before the time of this check; get a new document"):
            verify(now=end + leeway + moment, **options)
    with pytest.raises(Expired, match="61 s after the time of this check"):
        verify(now=begin - timedelta(seconds=61))
    with pytest.raises(ValueError, match="leeway must not be negative"):
        verify(leeway=-moment)
    with pytest.raises(TypeError, match="leeway must be timedelta"):
        verify(leeway=5)


def test_the_documents_own_time_has_no_leeway() -> None:
    early = min(certificate.not_valid_before_utc for certificate in CHAIN[:1]) - timedelta(milliseconds=1)
    document = ENCLAVE.document(bytes(32), timestamp=int(early.timestamp() * 1000))
    with pytest.raises(Expired, match="at the time that the attestation document states"):
        verify(document, now=BOOTED_AT, leeway=timedelta(hours=1))


def test_text_is_base64() -> None:
    assert verify(to_base64(DOCUMENT)) == verify()
    for text in (DOCUMENT.hex(), to_base64(DOCUMENT) + "\n", "", "é", "\ud800", "A" * 70000):
        with pytest.raises(MalformedInput):
            verify(text)
    with pytest.raises(MalformedInput, match=f"is larger than {MAX_ATTESTATION_DOCUMENT_BYTES} bytes"):
        verify(DOCUMENT + bytes(32768))
    # Text is not decoded above twice the limit.
    most = 2 * MAX_ATTESTATION_DOCUMENT_BYTES
    for length, problem in ((most, "not base64"), (most + 1, "is larger than")):
        with pytest.raises(MalformedInput, match=problem):
            verify("!" * length)


@pytest.mark.parametrize("other", [None, 5, ["x"], {}, bytearray(DOCUMENT)])
def test_anything_else_is_malformed(other: object) -> None:
    with pytest.raises(MalformedInput, match="the attestation document must be bytes, or text in base64"):
        verify(other)


@pytest.mark.parametrize(
    ("how", "kind", "message"),
    [
        ({"root": []}, ValueError, "root must not be empty"),
        ({"root": 5}, TypeError, "root must be a collection"),
        ({"now": 5}, TypeError, "now must be datetime"),
        ({"now": datetime(2026, 1, 1)}, ValueError, "now must have a time zone"),  # noqa: DTZ001
        ({"expected_pcrs": []}, TypeError, "expected_pcrs must be"),
        ({"expected_pcrs": {}}, ValueError, "expected_pcrs must have a PCR that is neither"),
        ({"expected_pcrs": {15: "00" * 48}}, ValueError, "expected_pcrs must have a PCR that is neither"),
        ({"expected_pcrs": {0: []}}, ValueError, "each of expected_pcrs must have a value"),
        (
            {"expected_pcrs": {0: {PCR0, "00" * 48}}},
            ValueError,
            "expected_pcrs must have a PCR that is neither",
        ),
        ({"expected_pcrs": {32: PCR0}}, ValueError, "the indices of expected_pcrs must be below 32"),
        ({"expected_pcrs": {"0": PCR0}}, TypeError, "the indices of expected_pcrs must be int"),
        ({"expected_pcrs": {0: bytes(48)}}, TypeError, "expected_pcrs must be hex"),
        ({"expected_user_data": "00"}, TypeError, "expected_user_data must be bytes"),
        ({"expected_nonce": "00"}, TypeError, "expected_nonce must be bytes"),
        ({"expected_public_key": "00"}, TypeError, "expected_public_key must be bytes"),
    ],
)
def test_arguments(how: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        verify(**how)


@given(st.binary(max_size=80))
def test_any_bytes_give_an_error_of_ours(document: bytes) -> None:
    with pytest.raises(SealwaxError):
        verify(document)

"""The tests of ``tests/differential/test_differential.py`` that need nothing but Python."""

import pytest

from tests.differential.__main__ import explain
from tests.differential.compare import _UNREADABLE, CLASSES, agree, class_of
from tests.differential.inputs import Input
from tests.differential.readers import Reading

GIVEN = Input("hpke", "HpkeOpenBase", "hpke/HpkeOpenBase/a", {"enc": "00"}, "enc")


REFUSED = Reading("refused", why="malformed")


@pytest.mark.parametrize(
    ("readings", "agreed"),
    [
        ((REFUSED, Reading("refused", why="another reason"), None), True),
        ((Reading("accepted", {"a": 1}), Reading("accepted", {"a": 1, "b": 2}), None), True),
        ((Reading("accepted", {"a": 1}), Reading("accepted", {"a": 1}), Reading("accepted")), True),
        ((Reading("accepted", {"a": 1}), Reading("accepted", {"a": 2}), None), False),
        ((Reading("accepted"), REFUSED, None), False),
        ((REFUSED, REFUSED, Reading("accepted")), False),
        ((REFUSED, Reading("crashed"), None), False),
        ((Reading("crashed"), Reading("crashed"), None), False),
    ],
)
def test_a_difference_is_found(readings: tuple[Reading, Reading, Reading | None], agreed: bool) -> None:
    assert agree(GIVEN, readings) is agreed


def test_only_a_known_class_excuses_a_difference() -> None:
    assert class_of(GIVEN, (REFUSED, Reading("accepted"), None)) is None
    digits = Reading("refused", why="malformed: the bundle has a number with too many digits")
    assert class_of(GIVEN, (digits, Reading("accepted"), None)) == CLASSES[0].name


@pytest.mark.parametrize(
    ("group", "field", "here", "there", "excused"),
    [
        ("AttestationVerification", "credential", _UNREADABLE, "malformed: x509.ca-default", True),
        ("AttestationVerification", "credential", _UNREADABLE, "malformed: x509.ca-default-", False),
        (
            "AttestationVerification",
            "credential",
            "malformed: the credential",
            "malformed: x509.time-form",
            False,
        ),
        ("BootProof", "credential", _UNREADABLE, "malformed: x509.time-form", False),
        ("BootProof", "minNonce", "wrong-enclave: min_nonce must be from 0", "", True),
        ("CustomProof", "form", "wrong-enclave: expected.type is for forms", "", True),
        ("CustomProof", "form", "wrong-enclave: expected.max_age is for forms", "", True),
        ("BootProof", "minNonce", "wrong-enclave: the nonce must be", "", False),
        ("StampedRequest", "timestampMs", "invalid-request: timestamp_ms is in seconds", "", True),
        ("StampedRequest", "timestampMs", "invalid-request: timestamp_ms must be", "", False),
        ("ActivityVotes", "trustedKeys", "malformed: a trusted key is 28 bytes long", "", True),
        ("ActivityVotes", "activity", "malformed: a trusted key is 28 bytes long", "", False),
        ("BootProof", "nonce", "wrong-enclave: min_nonce must be from 0", "", False),
    ],
)
def test_a_class_is_no_larger_than_its_reason(
    group: str, field: str, here: str, there: str, *, excused: bool
) -> None:
    given = Input("file", group, "origin", {field: 1}, field)
    readings = (Reading("refused", why=here), Reading("refused", why=there), Reading("accepted"))
    assert (class_of(given, readings) is not None) is excused


@pytest.mark.parametrize(
    ("there", "excused"),
    [
        (Reading("refused", why="a statement in a format that is not verified"), True),
        (Reading("accepted", {"fmt": "tpm"}), True),
        (Reading("accepted", {"fmt": "packed"}), False),
        (Reading("refused", why="a wrong signature"), False),
    ],
)
def test_go_is_excused_from_formats_that_the_others_agree_on(there: Reading, *, excused: bool) -> None:
    given = Input("webauthn_attestation", "AttestationVerification", "origin", {"now": 1}, "now")
    for ours in (REFUSED, Reading("accepted", {"fmt": "tpm"})):
        assert (class_of(given, (ours, ours, there)) is not None) is excused
        assert class_of(given, (ours, Reading("crashed"), there)) is None


def test_a_difference_is_explained_in_a_few_lines() -> None:
    shown = explain(7, GIVEN, (Reading("accepted", {"pt": "00"}), REFUSED, None))
    assert shown.splitlines() == [
        "input 7: HpkeOpenBase, hpke/HpkeOpenBase/a, with another enc",
        '  sealwax: accepted, {"pt": "00"}',
        "  JavaScript: refused, malformed",
        '  enc: "00"',
    ]

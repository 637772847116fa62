import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import BadSignature, MalformedInput, SealwaxError
from sealwax.webauthn.key_description import check_key_description, decode_der_elements
from sealwax_vectors.makers.attestation_statements import (
    ORIGIN_GENERATED,
    PURPOSE_SIGN,
    der_sequence,
    key_description,
)

HASH = hashlib.sha256(b"client data").digest()
ALL_APPLICATIONS = bytes.fromhex("bf8458020500")
# Key size 256 [3], no authentication required [503]: of each Android key.
OTHERS = bytes.fromhex("a30402020100"), bytes.fromhex("bf8377020500")


def check(value: bytes, *, allow_software_key: bool = False) -> None:
    check_key_description(value, HASH, "it", allow_software_key=allow_software_key)


def test_a_key_of_hardware() -> None:
    check(key_description(HASH))
    check(key_description(HASH, softwareEnforced=der_sequence(*OTHERS)))
    check(key_description(HASH, hardwareEnforced=der_sequence(PURPOSE_SIGN, *OTHERS, ORIGIN_GENERATED)))


@pytest.mark.parametrize(
    "changes",
    [
        {"attestationVersion": bytes.fromhex("020103")},
        {"attestationSecurityLevel": bytes.fromhex("0a0102")},
        {"keyMintVersion": bytes.fromhex("020104")},
        {"keyMintSecurityLevel": bytes.fromhex("0a0100")},
        {"uniqueId": bytes.fromhex("04024142")},
    ],
)
def test_other_fields_are_not_looked_at(changes: dict[str, bytes]) -> None:
    check(key_description(HASH, **changes))


@pytest.mark.parametrize(
    "challenge", [bytes(32), HASH[:-1], HASH + b"\0", b"", HASH[:-1] + bytes([HASH[-1] ^ 1])]
)
def test_another_challenge_is_refused(challenge: bytes) -> None:
    with pytest.raises(BadSignature, match="is for another registration"):
        check(key_description(challenge))


@pytest.mark.parametrize(
    "changes",
    [
        {"softwareEnforced": der_sequence(ALL_APPLICATIONS)},
        {"hardwareEnforced": der_sequence(PURPOSE_SIGN, ALL_APPLICATIONS, ORIGIN_GENERATED)},
    ],
)
def test_a_key_for_all_applications_is_refused(changes: dict[str, bytes]) -> None:
    with pytest.raises(BadSignature, match="allows all applications"):
        check(key_description(HASH, **changes))


@pytest.mark.parametrize(
    "authorizations",
    [
        [],
        [PURPOSE_SIGN],
        [ORIGIN_GENERATED],
        [PURPOSE_SIGN, bytes.fromhex("bf853e03020101")],
        [PURPOSE_SIGN, bytes.fromhex("bf853e03020102")],
        [PURPOSE_SIGN, bytes.fromhex("bf853e00")],
        [bytes.fromhex("a1053103020103"), ORIGIN_GENERATED],
        [bytes.fromhex("a1053103020100"), ORIGIN_GENERATED],
        [bytes.fromhex("a1083106020102020103"), ORIGIN_GENERATED],
        [bytes.fromhex("a1023100"), ORIGIN_GENERATED],
        [bytes.fromhex("a103020102"), ORIGIN_GENERATED],
        [bytes.fromhex("a2053103020102"), ORIGIN_GENERATED],
    ],
)
def test_hardware_says_what_the_key_is(authorizations: list[bytes]) -> None:
    listed = der_sequence(*authorizations)
    for software in (der_sequence(), der_sequence(PURPOSE_SIGN, ORIGIN_GENERATED)):
        with pytest.raises(BadSignature, match="must say that hardware generated the key"):
            check(key_description(HASH, softwareEnforced=software, hardwareEnforced=listed))


NONE = der_sequence()
SOFTWARE_LEVEL = bytes.fromhex("0a0100")
OTHER_ORIGIN, OTHER_PURPOSE = bytes.fromhex("bf853e03020102"), bytes.fromhex("a1053103020103")


@pytest.mark.parametrize(
    ("software", "hardware"),
    [
        ([PURPOSE_SIGN, ORIGIN_GENERATED], []),
        ([PURPOSE_SIGN, *OTHERS, ORIGIN_GENERATED], [*OTHERS]),
        ([PURPOSE_SIGN], [ORIGIN_GENERATED]),
        ([ORIGIN_GENERATED], [PURPOSE_SIGN]),
        ([PURPOSE_SIGN, ORIGIN_GENERATED], [PURPOSE_SIGN]),
    ],
)
def test_a_key_of_software(software: list[bytes], hardware: list[bytes]) -> None:
    value = key_description(
        HASH, softwareEnforced=der_sequence(*software), hardwareEnforced=der_sequence(*hardware)
    )
    check(value, allow_software_key=True)
    with pytest.raises(BadSignature, match="pass allow_software_key=True"):
        check(value)


def test_a_key_of_hardware_where_software_is_allowed() -> None:
    check(key_description(HASH), allow_software_key=True)


@pytest.mark.parametrize(
    ("software", "hardware"),
    [
        ([PURPOSE_SIGN], []),
        ([ORIGIN_GENERATED], []),
        ([*OTHERS], []),
        ([], [*OTHERS]),
        ([], [PURPOSE_SIGN]),
        ([PURPOSE_SIGN, OTHER_ORIGIN], []),
        ([OTHER_PURPOSE, ORIGIN_GENERATED], []),
        ([PURPOSE_SIGN, OTHER_ORIGIN], [PURPOSE_SIGN, ORIGIN_GENERATED]),
        ([OTHER_PURPOSE, ORIGIN_GENERATED], [PURPOSE_SIGN, ORIGIN_GENERATED]),
        ([PURPOSE_SIGN, ORIGIN_GENERATED], [OTHER_PURPOSE]),
        ([PURPOSE_SIGN, ORIGIN_GENERATED], [OTHER_ORIGIN]),
        ([bytes.fromhex("a1083106020102020103"), ORIGIN_GENERATED], []),
    ],
)
def test_software_says_what_the_key_is(software: list[bytes], hardware: list[bytes]) -> None:
    value = key_description(
        HASH,
        attestationSecurityLevel=SOFTWARE_LEVEL,
        softwareEnforced=der_sequence(*software),
        hardwareEnforced=der_sequence(*hardware),
    )
    with pytest.raises(BadSignature, match="must say that the device generated the key"):
        check(value, allow_software_key=True)


def test_two_empty_lists_are_for_software_alone() -> None:
    empty = {"softwareEnforced": NONE, "hardwareEnforced": NONE}
    value = key_description(HASH, attestationSecurityLevel=SOFTWARE_LEVEL, **empty)
    check(value, allow_software_key=True)
    with pytest.raises(BadSignature, match="must say that hardware generated the key"):
        check(value)
    for level in ("0a0101", "0a0102", "0a020000"):
        value = key_description(HASH, attestationSecurityLevel=bytes.fromhex(level), **empty)
        with pytest.raises(BadSignature, match="must say that the device generated the key"):
            check(value, allow_software_key=True)
    value = key_description(bytes(32), attestationSecurityLevel=SOFTWARE_LEVEL, **empty)
    with pytest.raises(BadSignature, match="is for another registration"):
        check(value, allow_software_key=True)


def test_a_key_of_software_is_not_for_all_applications() -> None:
    listed = der_sequence(PURPOSE_SIGN, ALL_APPLICATIONS, ORIGIN_GENERATED)
    with pytest.raises(BadSignature, match="allows all applications"):
        check(key_description(HASH, softwareEnforced=listed), allow_software_key=True)


@pytest.mark.parametrize("which", ["softwareEnforced", "hardwareEnforced"])
def test_an_authorization_is_there_once(which: str) -> None:
    listed = der_sequence(PURPOSE_SIGN, ORIGIN_GENERATED, ORIGIN_GENERATED)
    with pytest.raises(MalformedInput, match="an authorization twice"):
        check(key_description(HASH, **{which: listed}))


WHOLE = key_description(HASH)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (b"", "must be a DER sequence"),
        (WHOLE + b"\5\0", "must be a DER sequence"),
        (b"\x31" + WHOLE[1:], "must be a DER sequence"),
        (WHOLE + b"\0", "is not DER"),
        (WHOLE[:-1], "is not DER"),
        (der_sequence(), "the eight fields"),
        (key_description(HASH, uniqueId=b""), "the eight fields"),
        (key_description(HASH, uniqueId=bytes.fromhex("0c00")), "the eight fields"),
        (key_description(HASH, attestationSecurityLevel=bytes.fromhex("020101")), "the eight fields"),
        (key_description(HASH, more=bytes.fromhex("3000")), "the eight fields"),
        (key_description(HASH, softwareEnforced=bytes.fromhex("3100")), "the eight fields"),
        (key_description(HASH, softwareEnforced=bytes.fromhex("3002a101")), "is not DER"),
    ],
)
def test_other_shapes_are_malformed(value: bytes, message: str) -> None:
    with pytest.raises(MalformedInput, match=message):
        check(value)


@given(st.binary(max_size=100))
def test_any_bytes_are_refused(data: bytes) -> None:
    for value in (data, der_sequence(data), WHOLE[:-16] + data):
        if value != WHOLE:
            with pytest.raises(SealwaxError):
                check(value)


@pytest.mark.parametrize(
    ("der", "elements"),
    [
        ("", []),
        ("0500", [("05", "")]),
        ("020101 0a0102", [("02", "01"), ("0a", "02")]),
        ("047f" + "00" * 127, [("04", "00" * 127)]),
        ("048180" + "00" * 128, [("04", "00" * 128)]),
        ("0481ff" + "00" * 255, [("04", "00" * 255)]),
        ("04820100" + "00" * 256, [("04", "00" * 256)]),
        ("0482ffff" + "00" * 65535, [("04", "00" * 65535)]),
        ("bf1f00", [("bf1f", "")]),
        ("bf7f00", [("bf7f", "")]),
        ("bf810000 bf853e03020100", [("bf8100", ""), ("bf853e", "020100")]),
        ("1fffff7f00", [("1fffff7f", "")]),
    ],
)
def test_elements(der: str, elements: list[tuple[str, str]]) -> None:
    expected = [(bytes.fromhex(tag), bytes.fromhex(content)) for tag, content in elements]
    assert decode_der_elements(bytes.fromhex(der), "it") == expected


@pytest.mark.parametrize(
    "der",
    [
        "05",
        "0501",
        "0500 04",
        "048100",  # a length that fits in one byte
        "04817f" + "00" * 127,
        "048200ff" + "00" * 255,
        "0482",
        "048201",
        "0483010000" + "00" * 65536,
        "0480 0000",  # the indefinite length
        "04ff",
        "bf",
        "bf1e00",  # a tag that fits in one byte
        "bf801f00",  # a tag with a leading zero
        "bf85",
        "bf8585",
        "bfffffff7f00",
    ],
)
def test_elements_that_are_not_der(der: str) -> None:
    with pytest.raises(MalformedInput, match="it is not DER"):
        decode_der_elements(bytes.fromhex(der), "it")


@given(st.binary(max_size=300))
def test_elements_have_one_encoding(data: bytes) -> None:
    try:
        elements = decode_der_elements(data, "it")
    except MalformedInput:
        return
    encoded = b""
    for tag, content in elements:
        size = len(content)
        long_form = size.to_bytes((size.bit_length() + 7) // 8, "big")
        length = bytes([size]) if size < 0x80 else bytes([0x80 + len(long_form)]) + long_form
        encoded += tag + length + content
    assert encoded == data

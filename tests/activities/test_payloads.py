import hashlib
import re
from typing import Any

import pytest

from sealwax import MalformedInput, MissingExtra, Unsupported
from sealwax._crypto import keccak
from sealwax.activities import payload_digest
from sealwax.errors import install_command
from tests.activities.known_payloads import (
    ANY_CHAIN,
    ANY_CHAIN_DIGEST,
    EIP712,
    EIP7702,
    MAIL,
    MAIL_DIGEST,
    written,
)
from tests.conftest import near_texts

HEX, TEXT = "PAYLOAD_ENCODING_HEXADECIMAL", "PAYLOAD_ENCODING_TEXT_UTF8"
SHA256, KECCAK256 = "HASH_FUNCTION_SHA256", "HASH_FUNCTION_KECCAK256"
NO_OP, NOT_APPLICABLE = "HASH_FUNCTION_NO_OP", "HASH_FUNCTION_NOT_APPLICABLE"
SECP256K1, P256, ED25519 = "CURVE_SECP256K1", "CURVE_P256", "CURVE_ED25519"


def digest(payload: Any = "hello world", **changes: Any) -> str:
    arguments = {"encoding": TEXT, "hash_function": SHA256, "curve": SECP256K1, **changes}
    return payload_digest(payload, **arguments).hex()


def test_structured_payloads_have_the_digest_of_their_standard() -> None:
    assert digest(written(MAIL), encoding=EIP712, hash_function=NO_OP) == MAIL_DIGEST
    allowed = {"encoding": EIP7702, "hash_function": NO_OP, "allow_any_chain": True}
    assert digest(written(ANY_CHAIN).encode(), **allowed) == ANY_CHAIN_DIGEST


@pytest.mark.parametrize("encoding", [EIP712, EIP7702])
@pytest.mark.parametrize(
    ("hash_function", "curve"),
    [(SHA256, SECP256K1), (KECCAK256, SECP256K1), (NO_OP, P256), (NOT_APPLICABLE, ED25519)],
)
def test_structured_payloads_have_one_hash_function_and_one_curve(
    encoding: str, hash_function: str, curve: str
) -> None:
    payload = written(MAIL if encoding == EIP712 else ANY_CHAIN)
    with pytest.raises(Unsupported, match="need HASH_FUNCTION_NO_OP and CURVE_SECP256K1"):
        digest(payload, encoding=encoding, hash_function=hash_function, curve=curve, allow_any_chain=True)


@pytest.mark.parametrize(
    "encoding",
    ["", "HEXADECIMAL", "PAYLOAD_ENCODING_TEXT_ASCII",
     *(near for name in (HEX, TEXT, EIP712, EIP7702) for near in near_texts(name))],
)  # fmt: skip
def test_unknown_encodings_are_refused(encoding: str) -> None:
    with pytest.raises(Unsupported, match="must be one of PAYLOAD_ENCODING_HEXADECIMAL, "):
        digest(encoding=encoding)


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ({"hash_function": ""}, "hash function is unknown"),
        ({"hash_function": "HASH_FUNCTION_SHA512"}, "hash function is unknown"),
        ({"curve": ""}, "curve is unknown"),
        ({"curve": "secp256k1"}, "curve is unknown"),
        ({"curve": ED25519}, "NOT_APPLICABLE is the hash function for Ed25519"),
        ({"curve": ED25519, "hash_function": NO_OP}, "NOT_APPLICABLE is the hash function"),
        ({"hash_function": NOT_APPLICABLE}, "NOT_APPLICABLE is the hash function"),
        ({"hash_function": NOT_APPLICABLE, "curve": P256}, "NOT_APPLICABLE is the hash function"),
    ],
)
def test_names_that_do_not_match_are_refused(wrong: dict[str, Any], match: str) -> None:
    with pytest.raises(Unsupported, match=match):
        digest(**wrong)


def test_wrong_arguments_are_type_errors() -> None:
    for name in ("encoding", "hash_function", "curve"):
        with pytest.raises(TypeError, match=f"{name} must be str"):
            digest(**{name: None})
    with pytest.raises(TypeError, match="allow_any_chain must be bool"):
        digest(allow_any_chain=1)
    for payload in (None, 5, "\ud800", b"\xff", "x" * (1 << 20) + "x"):
        for encoding, hash_function in ((TEXT, SHA256), (EIP712, NO_OP), (EIP7702, NO_OP)):
            with pytest.raises(MalformedInput, match=r"payload|typed data|authorization"):
                digest(payload, encoding=encoding, hash_function=hash_function)


def test_keccak_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keccak, "keccak", None)
    for encoding, hash_function in ((TEXT, KECCAK256), (EIP712, NO_OP), (EIP7702, NO_OP)):
        with pytest.raises(MissingExtra, match=re.escape(install_command("ethereum"))):
            digest("{}", encoding=encoding, hash_function=hash_function)
    assert digest() == hashlib.sha256(b"hello world").hexdigest()

"""Encodings, JSON and CBOR: what every other target reads through."""

import base64
import json
import math
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import cbor2
import msgspec

import sealwax
from sealwax._codec import strict_cbor, strict_json
from sealwax._codec.base58 import decode_base58, decode_base58check, encode_base58, encode_base58check
from sealwax._codec.base64url import decode_base64url
from sealwax._codec.der import der_to_raw, raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._codec.text import decode_utf8, to_bytes
from tests.fuzz.corpus import Context, Seed, captured_in_browser, from_vectors
from tests.fuzz.target import Target, as_text, text_or_bytes, unpadded

from .bundles import credential_seeds, private_key_seeds, wallet_seeds
from .stamps import api_key_stamp_seeds, webauthn_stamp_seeds
from .webauthn import cose_seeds

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def _to_der(document: bytes) -> bytes:
    return raw_to_der(document, _ORDER)


def _to_raw(document: bytes) -> bytes:
    return der_to_raw(document, _ORDER)


_DECODERS: dict[str, tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]] = {
    "hex": (lambda document: decode_hex(as_text(document), "it"), lambda decoded: decoded.hex().encode()),
    "base64url": (
        lambda document: decode_base64url(as_text(document), "it"),
        lambda decoded: base64.urlsafe_b64encode(decoded).rstrip(b"="),
    ),
    "base58": (
        lambda document: decode_base58(as_text(document), "it"),
        lambda decoded: encode_base58(decoded).encode(),
    ),
    "base58check": (
        lambda document: decode_base58check(as_text(document), "it"),
        lambda decoded: encode_base58check(decoded).encode(),
    ),
    "utf8": (lambda document: decode_utf8(document, "it").encode(), lambda decoded: decoded),
    "text": (lambda document: to_bytes(text_or_bytes(document), "it"), lambda decoded: decoded),
    "der": (_to_raw, _to_der),
    "raw": (_to_der, _to_raw),
    "credential-id": (
        lambda document: sealwax.decode_credential_id(as_text(document)),
        lambda decoded: sealwax.encode_credential_id(decoded).encode(),
    ),
}


def _encoding_seeds() -> Iterator[Seed]:
    # The first cases of a group are valid ones.
    headers = [seed.document.decode() for seed in list(api_key_stamp_seeds())[:12]]
    signatures = [json.loads(unpadded(header))["signature"] for header in headers]
    der = bytes.fromhex(signatures[0])
    samples = {
        "hex": [signatures[0].encode(), b"00FF"],
        "base64url": [b"_-8", b"AAECAw==", b"YQ", b"YWI"],
        "base58": [b"1111", *(seed.document for seed in private_key_seeds() if len(seed.document) > 80)],
        "base58check": [seed.document for seed in credential_seeds()],
        "utf8": ["\u00e9 \u6f22 \U0001f600".encode(), b"\xef\xbb\xbfa"],
        "text": ["\u00e9 \u6f22 \U0001f600".encode(), b"\xff"],
        "der": [bytes.fromhex(signature) for signature in signatures],
        "raw": [_to_raw(der)],
        "credential-id": [
            seed.document
            for seed in from_vectors("webauthn_attestation", "CredentialIdDecoding", "credentialId")
        ],
    }
    for name, documents in samples.items():
        yield from (Seed({"decoder": name}, document) for document in documents)


def _encoding(context: Context, document: bytes) -> bytes:
    return _DECODERS[context["decoder"]][0](document)


def _has_one_spelling(context: Context, document: bytes, result: bytes) -> None:
    encoded = _DECODERS[context["decoder"]][1](result)
    # Hex may be in upper case, base64url may carry its padding.
    spellings = {encoded, encoded.upper()} if context["decoder"] == "hex" else {encoded}
    if context["decoder"] in {"base64url", "credential-id"}:
        spellings.add(encoded + b"=" * (-len(encoded) % 4))
    assert document in spellings


def _json_seeds() -> Iterator[Seed]:
    for seed in chain(webauthn_stamp_seeds(), wallet_seeds()):
        yield Seed({}, seed.document)
    texts = (b'{"a":[1,2.5,-3e2,true,null,"\\u00e9\\n"],"b":{"":{}}}', b"[]", b'{"\\u0061":1}')
    yield from (Seed({}, text) for text in texts)


def _json(_: Context, document: bytes) -> dict[str, object]:
    value = strict_json.decode_json(document, dict, "it")
    strict_json.convert_json(value, msgspec.Raw | dict[str, Any], "it")  # type: ignore[arg-type]
    return value


def _json_means_the_same(_: Context, document: bytes, result: dict[str, object]) -> None:
    def pairs(members: list[tuple[str, object]]) -> dict[str, object]:
        assert len({name for name, _ in members}) == len(members)
        return dict(members)

    def refuse(constant: str) -> object:
        raise AssertionError(constant)

    # Integers may have more digits than Python's reader takes.
    value = json.loads(document, object_pairs_hook=pairs, parse_constant=refuse, parse_int=float)
    assert _with_floats(value) == _with_floats(result)


def _with_floats(value: Any) -> object:
    if isinstance(value, dict):
        return {name: _with_floats(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_floats(item) for item in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return math.inf if value > 0 else -math.inf
    return value


def _cbor_seeds() -> Iterator[Seed]:
    for seed in cose_seeds():
        yield Seed({"integerKeys": True}, seed.document)
    for capture in captured_in_browser():
        yield Seed({"integerKeys": False}, bytes.fromhex(capture["registration"]["raw"]["attestationObject"]))


def _cbor(context: Context, document: bytes) -> object:
    # Whoever asks for integers as keys keeps the data short: see decode_cbor.
    if context["integerKeys"]:
        document = document[:2048]
    return strict_cbor.decode_cbor(document, "it", integer_keys=context["integerKeys"])


def _cbor_means_the_same(context: Context, document: bytes, result: object) -> None:
    if context["integerKeys"]:
        document = document[:2048]
    _assert_plain(result, (int, str) if context["integerKeys"] else (str,))
    # repr() tells 1, 1.0 and True apart, and makes NaN equal to itself.
    assert repr(cbor2.loads(document)) == repr(result)
    assert repr(cbor2.loads(cbor2.dumps(result))) == repr(result)


def _assert_plain(value: object, key_types: tuple[type, ...]) -> None:
    if isinstance(value, dict):
        assert all(type(key) in key_types for key in value)
        for item in value.values():
            _assert_plain(item, key_types)
    elif isinstance(value, list):
        for item in value:
            _assert_plain(item, key_types)
    else:
        assert value is None or type(value) in {int, float, bool, str, bytes}


TARGETS = (
    Target(
        "encoding",
        "hex, base64url, base58, base58check, DER, raw signatures, UTF-8, credential ids",
        "is the one spelling of its value, or the one variant that is allowed",
        _encoding_seeds,
        _encoding,
        check=_has_one_spelling,
    ),
    Target(
        "json",
        "decode_json, convert_json",
        "means the same to other parsers, and has no key twice",
        _json_seeds,
        _json,
        check=_json_means_the_same,
    ),
    Target(
        "cbor",
        "decode_cbor",
        "means the same to other parsers, and has no key twice",
        _cbor_seeds,
        _cbor,
        check=_cbor_means_the_same,
    ),
)

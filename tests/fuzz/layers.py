"""Taking artifacts apart, a layer at a time, and putting them together again with a part changed.

A bundle is JSON, whose strings are hex, of JSON, whose strings are hex, of a point; a stamp is base64url, of
JSON, whose strings are hex, of DER. What checks an inner layer is reached only if the outer ones stay whole.
"""

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cbor2

from sealwax._codec.base58 import decode_base58check, encode_base58check
from sealwax._codec.strict_cbor import decode_cbor
from sealwax.errors import MalformedInput


@dataclass(frozen=True)
class Layer:
    """Bytes, taken apart.

    Attributes:
        kind: What the bytes are, such as ``json-object``; an object's parts are its keys and values in turn.
        parts: What they are made of.
        join: Puts the parts together, right in everything that follows from them, such as lengths.
    """

    kind: str
    parts: list[bytes]
    join: Callable[[list[bytes]], bytes]


def layers_of(data: bytes) -> list[Layer]:
    """Give every way in which bytes can be taken apart."""
    return [layer for layer in (open_layer(data) for open_layer in _OPENERS) if layer is not None]


def _json(data: bytes) -> Layer | None:
    members: list[tuple[str, object]] = []

    def keep(pairs: list[tuple[str, object]]) -> dict[str, object]:
        # Called for the outermost object last. Its own duplicates are kept.
        members[:] = pairs
        return dict(pairs)

    if data[:1] not in _JSON_STARTS:
        return None
    try:
        value: Any = json.loads(data, object_pairs_hook=keep)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, str):
        return Layer("json-string", [value.encode("utf-8", "surrogatepass")], _join_string)
    if isinstance(value, list):
        return Layer("json-array", [_dump(item) for item in value], _join_array)
    parts = [part for name, item in members for part in (_dump(name), _dump(item))]
    return Layer("json-object", parts, _join_object)


_JSON_STARTS = {b"{", b"[", b'"'}


def _dump(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _join_string(parts: list[bytes]) -> bytes:
    # What is not UTF-8 goes in as it is, between the quotes.
    try:
        return b"".join(_dump(part.decode("utf-8", "surrogatepass")) for part in parts)
    except UnicodeDecodeError:
        return b'"' + b"".join(parts) + b'"'


def _join_array(parts: list[bytes]) -> bytes:
    return b"[" + b",".join(parts) + b"]"


def _join_object(parts: list[bytes]) -> bytes:
    return b"{" + b",".join(b":".join(parts[at : at + 2]) for at in range(0, len(parts), 2)) + b"}"


def _hex(data: bytes) -> Layer | None:
    if len(data) < 2 or _NOT_HEX.search(data):
        return None
    try:
        return Layer("hex", [bytes.fromhex(data.decode())], lambda parts: b"".join(parts).hex().encode())
    except ValueError:
        return None


_NOT_HEX = re.compile(rb"[^0-9a-f]")


def _base64url(data: bytes) -> Layer | None:
    if len(data) < 8 or _NOT_BASE64URL.search(data):
        return None
    try:
        inner = base64.urlsafe_b64decode(data + b"=" * (-len(data) % 4))
    except binascii.Error:
        return None
    return Layer("base64url", [inner], lambda parts: base64.urlsafe_b64encode(b"".join(parts)).rstrip(b"="))


_NOT_BASE64URL = re.compile(rb"[^0-9A-Za-z_-]")


def _base64(data: bytes) -> Layer | None:
    # Python 3.10 takes more padding than there is room for.
    if len(data) < 8 or len(data) % 4 or not _BASE64.fullmatch(data):
        return None
    try:
        inner = base64.b64decode(data, validate=True)
    except binascii.Error:
        return None
    return Layer("base64", [inner], lambda parts: base64.b64encode(b"".join(parts)))


_BASE64 = re.compile(rb"[0-9A-Za-z+/]*[+/=][0-9A-Za-z+/]*=?=?")


def _base58check(data: bytes) -> Layer | None:
    if not 40 < len(data) < 256:
        return None
    try:
        inner = decode_base58check(data.decode(), "it")
    except (UnicodeDecodeError, MalformedInput):
        return None
    return Layer("base58check", [inner], lambda parts: encode_base58check(b"".join(parts)[:512]).encode())


def _jwt(data: bytes) -> Layer | None:
    parts = data.split(b".")
    if len(parts) != 3 or any(_NOT_BASE64URL.search(part) for part in parts):
        return None
    return Layer("jwt", parts, b".".join)


def _cbor(data: bytes) -> Layer | None:
    if not data or data[0] < 0x40 or data[0] >= 0xC0:
        return None
    try:
        # Plain CBOR alone: of what else cbor2 decodes, some crashes its encoder.
        value = decode_cbor(data, "it", integer_keys=True, open_map=True)
    except MalformedInput:
        return None
    if isinstance(value, dict):
        parts = [cbor2.dumps(part) for pair in value.items() for part in pair]
        return Layer("cbor-map", parts, lambda parts: cbor_head(5, len(parts) // 2) + b"".join(parts))
    if isinstance(value, list):
        items = [cbor2.dumps(item) for item in value]
        return Layer("cbor-array", items, lambda parts: cbor_head(4, len(parts)) + b"".join(parts))
    major = 2 if isinstance(value, bytes) else 3
    content = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")

    def join(parts: list[bytes]) -> bytes:
        joined = b"".join(parts)
        return cbor_head(major, len(joined)) + joined

    return Layer("cbor-string", [content], join)


def cbor_head(major: int, length: int) -> bytes:
    """Write the head of a CBOR data item: its major type and its length (RFC 8949, section 3)."""
    for extra, size in ((0, 0), (24, 1), (25, 2), (26, 4)):
        if length < (24 if size == 0 else 256**size):
            return bytes([major << 5 | (extra or length)]) + (length.to_bytes(size, "big") if size else b"")
    return bytes([major << 5 | 27]) + length.to_bytes(8, "big")


def _authenticator_data(data: bytes) -> Layer | None:
    """Authenticator data with a credential: its fixed parts, the credential id, and the key."""
    if len(data) < 55 + 42 or not data[32] & 0x40:
        return None
    id_end = 55 + int.from_bytes(data[53:55], "big")
    if id_end + 42 > len(data) or data[id_end] >> 4 != 0xA:
        return None

    def join(parts: list[bytes]) -> bytes:
        if len(parts) != 4:
            return b"".join(parts)
        fixed, aaguid, credential_id, key = parts
        return fixed + aaguid + (len(credential_id) & 0xFFFF).to_bytes(2, "big") + credential_id + key

    return Layer("authenticator-data", [data[:37], data[37:53], data[55:id_end], data[id_end:]], join)


def _der(data: bytes) -> Layer | None:
    """One DER data item that takes up all of the data; a constructed one in its items."""
    items = [content for _, content in _der_elements(data)]
    if len(items) != 1 or data[:1] not in _DER_TAGS:
        return None
    tag, content = data[:1], items[0]
    parts = [content]
    if data[0] & 0x20:
        parts = [_der_item(head, inner) for head, inner in _der_elements(content)]
        if b"".join(parts) != content:
            return None
    return Layer("der", parts, lambda parts: _der_item(tag[0], b"".join(parts)))


_DER_TAGS = {bytes([tag]) for tag in (0x02, 0x03, 0x04, 0x06, 0x0C, 0x13, 0x17, 0x30, 0x31, 0xA0, 0xA3)}


def _der_elements(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Give the tags and contents of DER items in a row; stops at what is none."""
    at = 0
    while at + 2 <= len(data):
        tag, length, start = data[at], data[at + 1], at + 2
        if length & 0x80:
            size = length & 0x7F
            if not 0 < size <= 3:
                return
            length = int.from_bytes(data[start : start + size], "big")
            start += size
        if start + length > len(data):
            return
        yield tag, data[start : start + length]
        at = start + length


def _der_item(tag: int, content: bytes) -> bytes:
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    size = (length.bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + length.to_bytes(size, "big") + content


_OPENERS = (_json, _hex, _base64url, _base64, _base58check, _jwt, _cbor, _authenticator_data, _der)

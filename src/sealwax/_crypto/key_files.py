"""Read other tools' private keys: PEM, DER, OpenSSH, JWK, and JSON of SDKs.

| input | decision |
|---|---|
| PKCS#8 or SEC1, in PEM or DER; OpenSSH; on P-256, secp256k1 or Ed25519 | accepted |
| PKCS#8 with attributes, or in version 2 (RFC 5958), with or without the public key | accepted |
| such a key beside a public key of another | refused |
| the same, encrypted | accepted with its password, up to the limits of this library for deriving a key |
| PEM with text before and after it (RFC 7468), such as ``Bag Attributes``; with certificates | accepted |
| PEM in one line, with backslash and n for line ends, in quotes, in base64; PEM's base64 alone | accepted |
| PEM with a second key, or with other headers than those of encrypted SEC1 | refused |
| a JWK of such a key | accepted if `x` and `y` belong to `d` |
| such a JWK in `value`, as an object or text, beside `expiry`: an entry of a browser's storage | accepted |
| JSON of an SDK: a private key and a public key, in hex | accepted if they belong together; names the curve |
| JSON with two private keys, or a name that differs only in case from a known name | refused |
| JSON with a private key alone, and no curve | refused, unless the caller names the curve |
| a public key, RSA, another curve | refused |
"""

import base64
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from math import prod
from types import NoneType
from typing import Final, Literal, NamedTuple

from cryptography.exceptions import InternalError, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from sealwax._codec.base64url import decode_base64url
from sealwax._codec.folding import check_names
from sealwax._codec.hex import decode_hex
from sealwax._codec.misplaced import PRIVATE_KEY_ADVICE, name_misplaced
from sealwax._codec.strict_json import decode_object
from sealwax._codec.text import forms_note
from sealwax._limits import (
    MAX_DERIVATION_LEVELS,
    MAX_OPENSSH_ROUNDS,
    MAX_PBKDF2_ITERATIONS,
    MAX_SCRYPT_LANES,
    MAX_SCRYPT_WORK,
)
from sealwax.errors import DecryptionFailed, KeyMismatch, MalformedInput, MissingExtra, Unsupported

from .curves import ANY_API_CURVE, API_CURVES, ApiCurve, Curve, api_curve_of, find_api_curve
from .frozen_secret import FrozenSecret
from .points import compressed_point, decode_scalar, uncompressed_point

Purpose = Literal["api", "target"]
"""The purpose of a key: to stamp requests, or to open bundles."""


class FoundKey(FrozenSecret):
    """A private key that was read.

    Attributes:
        private_key: The private key: a scalar, or an Ed25519 seed. It is a secret.
        curve: Its curve.
        purpose: Its purpose, if its form states it.
    """

    __slots__ = ("curve", "private_key", "purpose")
    _secret_fields = ("private_key",)
    private_key: bytes
    curve: Curve
    purpose: Purpose | None

    def __init__(self, private_key: bytes, curve: Curve, purpose: Purpose | None) -> None:
        self._set(private_key=(private_key, bytes), curve=(curve, str), purpose=(purpose, (str, NoneType)))


Ask = Callable[[], str]
"""Asks for the password of an encrypted key."""


def is_foreign(content: bytes) -> bool:
    """Return whether a content has one of these forms, whole or broken."""
    return content.lstrip().startswith(b"{") or _BEGIN in content or _is_der(content)


_BEGIN = b"-----BEGIN "


def without_wrapping(content: bytes) -> bytes:
    """Undo what environments and secret stores do to a key: quotes, escapes, and base64 of a file."""
    text = content.strip()
    if text[:1] == text[-1:] and text[:1] in _QUOTES and len(text) > 1:
        text = text[1:-1].strip()
    if text.startswith(b'{\\"'):
        text = text.replace(b'\\"', b'"')
    if _BEGIN in text:
        text = text.replace(b"\\r", b"").replace(b"\\n", b"\n")
    elif not set(text) <= _HEX_DIGITS and _BASE64.fullmatch(text):
        with suppress(ValueError):
            decoded = base64.b64decode(b"".join(text.split()).rstrip(b"=") + b"==")
            if decoded.startswith(_BEGIN) or _is_whole_der(decoded) or _is_object(decoded):
                return decoded
    return content if text == content.strip() else text


_QUOTES = (b"'", b'"', b"`")
_HEX_DIGITS = frozenset(b"0123456789abcdefABCDEF")
_BASE64 = re.compile(rb"[A-Za-z0-9+/\s]{40,}={0,2}")


def _is_object(content: bytes) -> bool:
    return content.startswith(b"{") and content.rstrip().endswith(b"}") and content.isascii()


def _is_whole_der(content: bytes) -> bool:
    # The length of the sequence has one to three bytes: keys are shorter than 64 KiB.
    heads = (b"\x30%b", b"\x30\x81%b", b"\x30\x82%b")
    return any(
        len(content) >= start and content.startswith(head % (len(content) - start).to_bytes(size, "big"))
        for size, (start, head) in zip((1, 1, 2), enumerate(heads, 2), strict=True)
        if len(content) - start < 1 << 8 * size
    )


def is_encrypted_der(content: bytes) -> bool:
    """Return whether a content begins like an encrypted key in DER, whole or broken."""
    return _is_der(content) and _first_inner_sequence(content).startswith(_PASSWORD_BASED)


# The object identifiers of PKCS#5 (RFC 8018), and of PKCS#12's encryption with a password (RFC 7292).
_PASSWORD_BASED = tuple(map(bytes.fromhex, ("06092a864886f70d0105", "060a2a864886f70d010c01")))


def read_foreign_key(content: bytes, *, curve: Curve | None = None, ask: Ask | None = None) -> FoundKey:
    """Read a private key in a form of another tool.

    Args:
        content: The content of the key file.
        curve: The required curve; needed only for a form that does not name the curve.
        ask: Asks for the password of an encrypted key; without it, such a key is refused.

    Returns:
        The key.

    Raises:
        MalformedInput: The content has none of the forms, or its parts are malformed.
        Unsupported: The key is of another kind or curve, or it is encrypted and ``ask`` is None.
        KeyMismatch: The public key in the content belongs to another private key.
        DecryptionFailed: The password is wrong.
        MissingExtra: An encrypted OpenSSH key needs bcrypt.
    """
    if content.lstrip().startswith(b"{"):
        document = _unframed(decode_object(content.strip(), "the key"))
        check_names(document, _NAMES, "the key")
        if "kty" not in document and _pair_in(document) is None:
            raise _misplaced(content)
        found = _read_json(document, curve)
    else:
        content, public_key = _split_public_key(content)
        found = _from_object(_load(content, ask))
        if public_key and public_key not in public_forms(found.private_key, found.curve):
            raise KeyMismatch(
                "the private key does not belong to the public key beside it; copy the whole file again"
            )
    if curve not in {None, found.curve}:
        raise KeyMismatch(f"the key is on {found.curve}; leave out the curve, or name that")
    return found


def _unframed(document: dict[str, object]) -> dict[str, object]:
    """Return the key in an entry of a browser's storage (`TURNKEY_EMBEDDED_KEY`); other JSON unchanged."""
    if document.keys() != {"value", "expiry"}:
        return document
    value = document["value"]
    if isinstance(value, dict):
        return value
    return decode_object(_text(document, "value").encode(errors="replace"), "`value` of the key")


def _split_public_key(content: bytes) -> tuple[bytes, bytes]:
    """Return a key for the loader, and the public key beside it, which the loader does not compare."""
    label, body = (_PKCS8, content) if _is_der(content) else _read_pem(content)[:2]
    if label == _OPENSSH:
        return content, _openssh_public_key(body)
    found = _split_version_2(body) if label == _PKCS8 else None
    return found or (content, b"")


def _split_version_2(body: bytes) -> tuple[bytes, bytes] | None:
    """Return a key of PKCS#8 in version 2 (RFC 5958) as version 1, and its public key, which may be empty.

    Not every release of the loader reads version 2, and none reads all keys. None stands for anything else.
    """
    outer = next(_items(body), (0, b""))[1]
    parts = list(_items(outer))
    tags = bytes(tag for tag, _ in parts)
    encoded = [_item(tag, content) for tag, content in parts]
    if not _VERSION_2.fullmatch(tags) or encoded[0] != b"\x02\x01\x01":
        return None
    if _item(_SEQUENCE[0], b"".join(encoded)) != body:
        return None
    alone = _item(_SEQUENCE[0], b"\x02\x01\x00" + b"".join(encoded[1:3]))
    tag, bits = parts[-1]
    if tag not in _PUBLIC_KEY:
        return alone, b""
    if tag == _WRAPPED:
        wrapped, bits = bits, bits[2:]
        if _item(_BIT_STRING, bits) != wrapped:
            return None
    # The first byte is the number of unused bits.
    return (alone, bits[1:]) if bits[:1] == b"\x00" != bits else None


# Version, algorithm, private key; then the attributes and the public key, both optional. The public key has
# the tag of RFC 8410, or of some libraries, which wrapped the BIT STRING.
_VERSION_2 = re.compile(rb"\x02\x30\x04\xa0?[\x81\xa1]?")
_PUBLIC_KEY = b"\x81\xa1"
_WRAPPED, _BIT_STRING = 0xA1, 0x03


def _is_der(content: bytes) -> bool:
    # Hex may begin with the same byte, which is the digit 0; the version is an INTEGER.
    return content.startswith(_SEQUENCE) and (not content.isascii() or b"\x02\x01" in content)


_SEQUENCE = b"\x30"


def _load(content: bytes, ask: Ask | None) -> object:
    """Load a key in PEM, DER or OpenSSH's form; ask for its password if it is encrypted."""
    if _is_der(content):
        _check_derivation(content)
        load: Callable[..., object] = serialization.load_der_private_key
        checked = content
    else:
        label, body, checked = _read_pem(content)
        load = serialization.load_pem_private_key
        if label == _OPENSSH:
            _check_rounds(body)
            load = serialization.load_ssh_private_key
        elif label == _ENCRYPTED:
            _check_derivation(body)
    try:
        return _loaded(load, checked, None)
    except _EncryptedError:
        pass
    if ask is None:
        raise Unsupported(
            "the key is encrypted, and no password prompt is possible; decrypt it first with sealwax "
            "convert-key"
        )
    typed = ask()
    password = typed.encode()
    if not password:
        raise DecryptionFailed("the password is empty, and the key is encrypted")
    try:
        return _loaded(load, checked, password)
    except MalformedInput:
        pass
    raise DecryptionFailed(f"the password is wrong, or the key file was changed{forms_note(typed)}")


_ENCRYPTED, _OPENSSH, _SEC1 = "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY"
_PKCS8 = "PRIVATE KEY"
_LABELS = (_PKCS8, _ENCRYPTED, _OPENSSH, _SEC1)
_DASHES = b"-----"
_BLOCK = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \1-----", re.DOTALL)
# `openssl ecparam -genkey` writes the curve in front of the key, which repeats it; `openssl pkcs12` writes
# the certificates.
_BESIDE_A_KEY = (b"EC PARAMETERS", b"CERTIFICATE", b"TRUSTED CERTIFICATE")
# The loader panics on an initialization vector that is too short.
_HEADERS = re.compile(
    rb"(Proc-Type: ?4,ENCRYPTED)\s*\n"
    rb"(DEK-Info: ?(?:AES-(?:128|192|256)-CBC,[0-9A-Fa-f]{32}|DES-EDE3-CBC,[0-9A-Fa-f]{16}))\s*\n"
)


def _read_pem(content: bytes) -> tuple[str, bytes, bytes]:
    """Return the label and body of the only key in a PEM file, and the file without anything else.

    Text before and after a block is ignored (RFC 7468, section 2). The loader itself would pick one of
    several keys, and skip headers.
    """
    if b"PRIVATE KEY" not in content:
        raise _misplaced(content)
    blocks = [block.groups() for block in _BLOCK.finditer(content)]
    keys = [(label, text) for label, text in blocks if label not in _BESIDE_A_KEY]
    outside = _BLOCK.sub(b"", content)
    if len(keys) != 1 or _DASHES in outside or any(_DASHES in text for _, text in blocks):
        raise MalformedInput(
            "PEM must have exactly one private key, from its BEGIN to its END; check that it was copied whole"
        )
    label, text = keys[0][0].decode(), keys[0][1].lstrip()
    if label not in _LABELS:
        raise Unsupported(_OTHER_KIND)
    headers = _HEADERS.match(text) if label == _SEC1 else None
    encoded = b"".join(text[headers.end() if headers else 0 :].split())
    if b":" in encoded:
        raise MalformedInput("the header of the encrypted key is malformed; check that it was copied whole")
    with suppress(ValueError):
        body = base64.b64decode(encoded)
        if base64.b64encode(body) == encoded:
            return label, body, _write_pem(label, headers.groups() if headers else (), body)
    raise MalformedInput("the private key is not strict base64; check that it was copied whole")


def _write_pem(label: str, headers: tuple[bytes, ...], body: bytes) -> bytes:
    lines = re.findall(b".{1,64}", base64.b64encode(body))
    above = (*headers, b"") if headers else ()
    return b"\n".join(
        [f"-----BEGIN {label}-----".encode(), *above, *lines, f"-----END {label}-----".encode(), b""]
    )


_OTHER_KIND = f"the key is of an unsupported kind; it must be on {ANY_API_CURVE}"


class _EncryptedError(Exception):
    """The key is encrypted."""


def _loaded(load: Callable[..., object], content: bytes, password: bytes | None) -> object:
    """Call a loader of ``cryptography``, and turn its errors, which may quote the content, into ours."""
    try:
        return load(content, password)
    except TypeError:
        failure: Exception = _EncryptedError()
    except UnsupportedAlgorithm:
        failure = Unsupported(_OTHER_KIND)
    except (ValueError, OverflowError, NotImplementedError, InternalError):
        # Also raised for an Ed25519 key of the wrong length, and for an OpenSSH key with a compressed point.
        failure = MalformedInput("the private key does not parse; check that it was copied whole")
    raise failure


def _from_object(key: object) -> FoundKey:
    row = api_curve_of(key)
    if row is not None and isinstance(key, ed25519.Ed25519PrivateKey):
        return FoundKey(key.private_bytes_raw(), row.name, None)
    if row is not None and isinstance(key, ec.EllipticCurvePrivateKey):
        scalar = key.private_numbers().private_value
        return FoundKey(scalar.to_bytes(row.private_key_bytes, "big"), row.name, None)
    raise Unsupported(_OTHER_KIND)


# The file chooses the cost of deriving a key from the password: refuse a cost of minutes.


def _check_rounds(body: bytes) -> None:
    """Refuse an OpenSSH key with too many rounds of key derivation."""
    rounds = _openssh_rounds(body)
    if rounds > MAX_OPENSSH_ROUNDS:
        raise Unsupported(f"the key derivation has more than {MAX_OPENSSH_ROUNDS} rounds")
    if rounds > 0:
        try:
            import_module("bcrypt")
        except ImportError as error:
            raise MissingExtra("cli", "an encrypted OpenSSH key needs bcrypt", error) from None


def _check_derivation(encoded: bytes) -> None:
    """Refuse a DER key whose key derivation costs too much."""
    if _takes_too_much(encoded):
        raise Unsupported("the key derivation takes more work than this library's limits allow")


def _takes_too_much(encoded: bytes) -> bool:
    """Return whether the derivation of an EncryptedPrivateKeyInfo is beyond the limits."""
    numbers = [*_integers(_first_inner_sequence(encoded), MAX_DERIVATION_LEVELS)]
    too_much = max(numbers, default=0) > MAX_PBKDF2_ITERATIONS
    if len(numbers) > _PBKDF2_NUMBERS:
        # n, r and p of scrypt.
        too_much |= prod(numbers[:3]) > MAX_SCRYPT_WORK or prod(numbers[1:3]) > MAX_SCRYPT_LANES
    return too_much


_PBKDF2_NUMBERS = 2  # the iterations, and perhaps the length of the key


# The parts of an OpenSSH key are in its PROTOCOL.key: a magic, the cipher, the name and the options of the
# derivation, the number of keys, the public key. Each but the number is after its length.
_OPENSSH_MAGIC = b"openssh-key-v1\0"


def _openssh_rounds(body: bytes) -> int:
    """Return the rounds of bcrypt_pbkdf in a key of OpenSSH; 0 if there are none."""
    options, _ = _openssh_options(body)
    _, after_salt = _split(options)
    return int.from_bytes(after_salt[:4], "big")


def _openssh_public_key(body: bytes) -> bytes:
    """Return the public key in front of an OpenSSH key: the last part, after its type and curve."""
    _, rest = _openssh_options(body)
    parts, _ = _split(rest[4:])
    public_key = b""
    while parts:
        public_key, parts = _split(parts)
    return public_key


def _openssh_options(body: bytes) -> tuple[bytes, bytes]:
    """Return the options of the derivation, and what comes after them."""
    rest = body.removeprefix(_OPENSSH_MAGIC)
    for _ in range(2):  # the cipher, and the name of the derivation
        _, rest = _split(rest)
    return _split(rest)


def _split(encoded: bytes) -> tuple[bytes, bytes]:
    """Split after the first part, as far as it is there."""
    end = 4 + int.from_bytes(encoded[:4], "big")
    return encoded[4:end], encoded[end:]


def _items(encoded: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the tags and contents of DER, as far as it parses."""
    while len(encoded) > 1:
        tag, length, start = encoded[0], encoded[1], 2
        if length > 0x7F:  # noqa: PLR2004 - the long form
            start += length & 0x7F
            length = int.from_bytes(encoded[2:start], "big")
        yield tag, encoded[start : start + length]
        encoded = encoded[start + length :]


def _item(tag: int, content: bytes) -> bytes:
    """Encode an item of DER."""
    size = len(content)
    if size > 0x7F:  # noqa: PLR2004 - the long form
        digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
        return bytes([tag, 0x80 | len(digits)]) + digits + content
    return bytes([tag, size]) + content


def _first_inner_sequence(encoded: bytes) -> bytes:
    """Return the content of the algorithm of an EncryptedPrivateKeyInfo; empty if it is none."""
    outer = next((content for tag, content in _items(encoded) if tag == _SEQUENCE[0]), b"")
    return next((content for tag, content in _items(outer) if tag == _SEQUENCE[0]), b"")


def _integers(encoded: bytes, levels: int) -> Iterator[int]:
    for tag, content in _items(encoded):
        if tag == _SEQUENCE[0] and levels:
            yield from _integers(content, levels - 1)
        elif tag == 2:  # noqa: PLR2004 - INTEGER
            yield int.from_bytes(content, "big")


# JSON: a JWK, or the key files of SDKs and tools.


class _Pair(NamedTuple):
    """The members of a JSON object that holds a key pair, and the key's purpose."""

    private_key: str
    public_key: str
    purpose: Purpose | None


_PAIRS = (
    _Pair("apiPrivateKey", "apiPublicKey", "api"),
    _Pair("privateKey", "publicKey", None),
    _Pair("private_key", "public_key", None),
)
_UNCOMPRESSED = "publicKeyUncompressed"
_NAMES = frozenset(
    {name for pair in _PAIRS for name in pair[:2]} | {_UNCOMPRESSED, "curve", "kty", "crv", "d", "x", "y"}
)
_JWK_CURVES: Final[dict[tuple[object, object], ApiCurve]] = {row.jwk: row for row in API_CURVES.values()}


def _read_json(document: dict[str, object], curve: Curve | None) -> FoundKey:
    if "kty" in document:
        return _read_jwk(document)
    pair = _pair_in(document) or _PAIRS[0]
    if sum(pair.private_key in document for pair in _PAIRS) > 1:
        raise MalformedInput("the JSON must have only one private key")
    names = [name for name in (pair.public_key, _UNCOMPRESSED) if name in document]
    private_key = decode_hex(_text(document, pair.private_key), f"`{pair.private_key}`")
    publics = [decode_hex(_text(document, name), f"`{name}`") for name in names]
    named = _curve_name(document["curve"]) if "curve" in document else curve
    rows = [API_CURVES[named]] if named else list(API_CURVES.values())
    for row in rows:
        seed, public_half = row.split_private_key(private_key)
        if public_half:
            publics.append(public_half)
            private_key, rows = seed, [row]
    candidates = [row.name for row in rows if row.private_key_bytes == len(private_key)]
    if not candidates:
        lengths = " or ".join(sorted({str(row.private_key_bytes) for row in rows}))
        raise MalformedInput(f"`{pair.private_key}` is {len(private_key)} bytes long; it must be {lengths}")
    if not named and not publics:
        raise MalformedInput("the key names neither a curve nor a public key; name it, as in `curve`: p256")
    for candidate in candidates:
        if all(_belongs(private_key, candidate, public) for public in publics):
            return FoundKey(private_key, candidate, pair.purpose)
    raise KeyMismatch("the private key does not belong to the public key beside it")


def _pair_in(document: dict[str, object]) -> _Pair | None:
    return next((pair for pair in _PAIRS if pair.private_key in document), None)


def _misplaced(content: bytes) -> MalformedInput:
    """Return the error for a content that is not a private key."""
    named = name_misplaced(content) or "not a private key"
    return MalformedInput(f"this is {named}; {PRIVATE_KEY_ADVICE}")


def _curve_name(value: object) -> Curve:
    name = value.lower().removeprefix("curve_").replace("-", "") if isinstance(value, str) else ""
    return find_api_curve(name).name


def _belongs(private_key: bytes, curve: Curve, public_key: bytes) -> bool:
    """Return whether a public key, compressed or not, belongs to a private key on a curve."""
    try:
        return public_key in public_forms(private_key, curve)
    except MalformedInput:
        return False  # not below the order of this curve


def public_forms(private_key: bytes, curve: Curve) -> tuple[bytes, ...]:
    """Return the public key of a private key: compressed and uncompressed, or the only form for Ed25519."""
    group, key_name = API_CURVES[curve].curve, "the private key"
    if group is None:
        seed = ed25519.Ed25519PrivateKey.from_private_bytes(private_key)
        return (seed.public_key().public_bytes_raw(),)
    public = ec.derive_private_key(decode_scalar(private_key, group, key_name), group).public_key()
    return compressed_point(public), uncompressed_point(public)


def _read_jwk(document: dict[str, object]) -> FoundKey:
    if "d" not in document and document.keys() & {"x", "n"}:
        raise MalformedInput("this is a public JWK; pass the private one, which has `d`")
    kind = (document.get("kty"), document.get("crv"))
    row = _JWK_CURVES.get(kind) if all(isinstance(name, str) for name in kind) else None
    if row is None:
        raise Unsupported(f"the JWK must be on {ANY_API_CURVE}")
    private_key = _jwk_bytes(document, "d", row)
    public_key = _jwk_bytes(document, "x", row)
    if row.curve is not None:
        public_key = b"\x04" + public_key + _jwk_bytes(document, "y", row)
    if not _belongs(private_key, row.name, public_key):
        raise KeyMismatch("the private key of the JWK does not belong to its public key")
    return FoundKey(private_key, row.name, None)


def _jwk_bytes(document: dict[str, object], name: str, row: ApiCurve) -> bytes:
    value = decode_base64url(_text(document, name), f"`{name}` of the JWK")
    if len(value) != row.private_key_bytes:
        raise MalformedInput(
            f"`{name}` of the JWK is {len(value)} bytes long; it must be {row.private_key_bytes}"
        )
    return value


def _text(document: dict[str, object], name: str) -> str:
    value = document.get(name)
    if not isinstance(value, str):
        raise MalformedInput(f"`{name}` must be a string")
    return value


# Writing.


def write_foreign_key(key: FoundKey, form: str) -> bytes:
    """Return a key in one of ``FORMS``. It is a secret."""
    return FORMS[form](key)


def _object_of(key: FoundKey) -> ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey:
    on_curve = API_CURVES[key.curve].curve
    if on_curve is None:
        return ed25519.Ed25519PrivateKey.from_private_bytes(key.private_key)
    return ec.derive_private_key(int.from_bytes(key.private_key, "big"), on_curve)


_PEM = serialization.Encoding.PEM


def _writer(
    encoding: serialization.Encoding, form: serialization.PrivateFormat
) -> Callable[[FoundKey], bytes]:
    def write(key: FoundKey) -> bytes:
        try:
            return _object_of(key).private_bytes(encoding, form, serialization.NoEncryption())
        except (ValueError, UnsupportedAlgorithm):
            failure = Unsupported(f"this form does not exist for keys on {key.curve}; choose another")
        raise failure

    return write


def _write_hex(key: FoundKey) -> bytes:
    digits = key.private_key.hex()
    if key.purpose == "target":
        return digits.encode()
    if API_CURVES[key.curve].has_public_half:
        digits += public_forms(key.private_key, key.curve)[0].hex()
    return f"{digits}:{key.curve}".encode()


def _write_jwk(key: FoundKey) -> bytes:
    row = API_CURVES[key.curve]
    kty, crv = row.jwk
    *_, public = public_forms(key.private_key, key.curve)
    point = public if row.curve is None else public.removeprefix(b"\x04")
    length = row.private_key_bytes
    parts = {"x": point[:length], "y": point[length:], "d": key.private_key}
    encoded = {
        name: base64.urlsafe_b64encode(value).rstrip(b"=").decode() for name, value in parts.items() if value
    }
    return _json({"kty": kty, "crv": crv, **encoded})


def _write_sdk_json(key: FoundKey) -> bytes:
    forms = public_forms(key.private_key, key.curve)
    members = {"publicKey": forms[0].hex(), "privateKey": key.private_key.hex(), "curve": key.curve}
    return _json({**members, **({_UNCOMPRESSED: forms[1].hex()} if len(forms) > 1 else {})})


def _json(members: dict[str, object]) -> bytes:
    import json  # noqa: PLC0415 - only writing needs it

    return json.dumps(members, indent=2).encode() + b"\n"


FORMS: Final[dict[str, Callable[[FoundKey], bytes]]] = {
    "hex": _write_hex,
    "pem": _writer(_PEM, serialization.PrivateFormat.PKCS8),
    "der": _writer(serialization.Encoding.DER, serialization.PrivateFormat.PKCS8),
    "sec1": _writer(_PEM, serialization.PrivateFormat.TraditionalOpenSSL),
    "openssh": _writer(_PEM, serialization.PrivateFormat.OpenSSH),
    "jwk": _write_jwk,
    "json": _write_sdk_json,
}
"""The forms of key files that are written; ``ApiKey.save`` and ``TargetKey.save`` write ``hex``."""

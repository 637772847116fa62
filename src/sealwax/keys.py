"""API keys, which stamp requests, and target keys, which open bundles (wire-formats.md, section 1).

| input | decision |
|---|---|
| private key that is not 32 bytes; for Ed25519 also 64: seed, then public key | refused |
| scalar of 0, or not below the order of the curve | refused |
| Ed25519 private key of 64 bytes whose halves disagree | refused, as a key mismatch |
| point off its curve, at infinity, hybrid, or in another SEC1 form than required | refused |
| key file with white space around the key, such as newlines | accepted |
"""

import os
from types import NoneType
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric import ec

from ._codec.arguments import describe, require_type
from ._codec.hex import decode_hex
from ._codec.text import require_text, to_bytes
from ._crypto.curves import API_CURVES, Curve, find_api_curve
from ._crypto.points import (
    COMPRESSED_BYTES,
    P256,
    UNCOMPRESSED_BYTES,
    ReceiverKey,
    decode_p256_hex,
    decode_point,
    decode_scalar,
    scalar_bytes,
    uncompressed_point,
)
from ._crypto.secret_types import HoldsSecret
from ._limits import MAX_KEY_FILE_BYTES
from .errors import KeyMismatch, MalformedInput, Unsupported
from .files import named, read_file, read_line, write_new_file
from .schemes import PRIVATE_KEY_BYTES, SCHEMES, Scheme, SchemeKey, find_scheme, scheme_of_curve

if TYPE_CHECKING:
    from ._crypto.key_files import Ask, FoundKey
from .signing import KeyAgreement

_API_KEY_ENDS = tuple(f":{curve}" for curve in API_CURVES)
# The lengths of compressed and uncompressed points in hex; an Ed25519 key has neither.
_PUBLIC_KEY_DIGITS = {
    2 * (1 + coordinates * scalar_bytes(row.curve))
    for row in API_CURVES.values()
    if row.curve is not None
    for coordinates in (1, 2)
}
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_WHITE_SPACE = " \t\r\n"


class ApiKey(SchemeKey):
    """An API key in memory; it implements ``Signer`` and ``DeterministicSigner``.

    Two keys are equal if their curves and public keys are. ``repr`` does not show the private key, and
    ``pickle`` and ``copy`` refuse it.

    Args:
        private_key: The private key, 32 bytes: a big-endian scalar, or the seed for Ed25519.
        curve: ``p256``, ``secp256k1`` or ``ed25519``.

    Raises:
        Unsupported: The curve is unknown.
        MalformedInput: The private key has a wrong length, or is out of range for its curve.
    """

    __slots__ = ()

    def __init__(self, private_key: bytes, curve: Curve) -> None:
        given: object = private_key
        if isinstance(given, str):
            raise TypeError(
                "private_key must be bytes, not str; ApiKey.from_private_key makes a key from hex"
            )
        require_type(private_key, bytes, "private_key")
        require_type(curve, str, "curve")
        super().__init__(private_key, scheme_of_curve(curve))

    @classmethod
    def generate(cls, curve: Curve = "p256") -> "ApiKey":
        """Generate a new key from the system's randomness.

        Args:
            curve: ``p256``, ``secp256k1`` or ``ed25519``.

        Returns:
            The key.

        Raises:
            Unsupported: The curve is unknown.
        """
        require_type(curve, str, "curve")
        return cls(scheme_of_curve(curve).generate(), curve)

    @classmethod
    def from_private_key(
        cls, key: str | bytes, curve: Curve = "p256", public_key: str | None = None
    ) -> "ApiKey":
        """Make a key from a private key.

        Args:
            key: The private key, as hex text or as raw bytes: a 32-byte scalar, big-endian, with its leading
                zeros; for Ed25519 the 32-byte seed, or 64 bytes: the seed, then the public key.
            curve: ``p256``, ``secp256k1`` or ``ed25519``.
            public_key: The public key that must belong to the private key, in hex: a compressed SEC1 point
                (33 bytes), or 32 bytes for Ed25519. None skips this check.

        Returns:
            The key.

        Raises:
            Unsupported: The curve is unknown.
            MalformedInput: The private key is text other than hex, such as PEM, which ``from_text`` reads;
                has a wrong length, or is out of range for its curve; or the public key is not hex.
            KeyMismatch: The public key, or the second half of an Ed25519 key, belongs to another private key.
        """
        private_key = _private_bytes(key, "the private key", cls.__name__)
        require_type(curve, str, "curve")
        require_type(public_key, (str, NoneType), "public_key")
        return _api_key(cls, private_key, curve, public_key)

    @classmethod
    def from_text(cls, text: str | bytes) -> "ApiKey":
        """Read a key from the text of a key file, such as the value of an environment variable.

        All forms that ``load`` reads are read, and only the text counts.

        Args:
            text: The text, or the bytes of a file in DER, at most 4096 bytes.

        Returns:
            The key.

        Raises:
            MalformedInput: The text does not contain a private key.
            Unsupported: The text names an unknown curve, or the key is encrypted or of another kind.
            KeyMismatch: The private and the public key in the text do not belong together.
        """
        return parse_api_key_file(_key_text(text), "the text", None)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "ApiKey":
        """Read a key from a file: hex, then ``:p256``, ``:secp256k1``, ``:ed25519`` or nothing for P-256.

        Files of other tools are read too: PKCS#8, SEC1 and OpenSSH, not encrypted, and JWK and JSON of SDKs.
        Text around a PEM block, quotes, escaped line ends and base64 of a file are undone.

        Args:
            path: The file, such as ``NAME.private``, at most 4096 bytes.

        Returns:
            The key.

        Raises:
            MalformedInput: The file does not contain a private key; or contains a target key, according to
                the public key file beside it.
            Unsupported: The file names an unknown curve.
            KeyMismatch: In the file, a public key beside the private key belongs to another.
            OSError: The file cannot be read.
        """
        return parse_api_key_file(read_file(path, limit=MAX_KEY_FILE_BYTES), os.fspath(path), path)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the private key to a new file with mode 0600, in the form that ``load`` reads.

        Args:
            path: The file to create, such as ``NAME.private``.

        Raises:
            FileExistsError: Something exists at that path; it is not changed.
            OSError: The file cannot be written; nothing is left behind.
        """
        digits = self.private_key_hex()
        if API_CURVES[self.curve].has_public_half:
            digits += self.public_key
        write_new_file(path, f"{digits}:{self.curve}".encode())

    def private_key_hex(self) -> str:
        """Return the private key, for example to store it. It is a secret.

        Returns:
            The private key, 64 lower-case hex digits: the scalar, or the Ed25519 seed.
        """
        return self._private_key.hex()

    def __repr__(self) -> str:
        return f"ApiKey(curve={self.curve!r}, public_key={self._public_key!r})"

    def __eq__(self, other: object) -> bool:
        # Equal public keys imply equal private keys, so no secret is compared.
        if not isinstance(other, ApiKey):
            return NotImplemented
        return (self.curve, self._public_key) == (other.curve, other._public_key)

    def __hash__(self) -> int:
        return hash((self.curve, self._public_key))


class SchemeSigner(SchemeKey):
    """An API key that signs with a scheme that is not its curve's default."""

    __slots__ = ()

    def __init__(self, key: ApiKey, scheme: Scheme) -> None:
        require_type(key, ApiKey, "key")
        if key.curve != scheme.curve:
            raise KeyMismatch(f"{scheme.name} needs a key on {scheme.curve}; this key is on {key.curve}")
        super().__init__(bytes.fromhex(key.private_key_hex()), scheme)


class Eip191Signer(SchemeSigner):
    """Signs stamps as an Ethereum wallet signs messages (EIP-191); it implements ``Signer``.

    It needs the extra ``ethereum``, for Keccak-256.

    Args:
        key: A secp256k1 API key.

    Raises:
        KeyMismatch: The key is on another curve.
        MissingExtra: The extra ``ethereum`` is not installed.
    """

    __slots__ = ()

    def __init__(self, key: ApiKey) -> None:
        super().__init__(key, SCHEMES["SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"])


def with_scheme(key: ApiKey, name: str) -> SchemeKey:
    """Return a signer for a key, with the scheme of this name on the wire."""
    scheme = find_scheme(name)
    return key if name == key.scheme else SchemeSigner(key, scheme)


class TargetKey(HoldsSecret):
    """A P-256 key that opens bundles sealed to it (the HPKE receiver key). Use each key for one export.

    Two keys are equal if their public keys are. ``repr`` does not show the private key, and ``pickle`` and
    ``copy`` refuse it.

    Args:
        key: A private key of the ``cryptography`` package, on P-256.
    """

    __slots__ = ("_key", "_public_key")

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        require_type(key, ec.EllipticCurvePrivateKey, "key")
        if key.curve.name != P256.name:
            raise ValueError(f"key must be on P-256 ({P256.name}), not on {key.curve.name}")
        self._key = key
        self._public_key = uncompressed_point(key.public_key()).hex()

    @classmethod
    def generate(cls) -> "TargetKey":
        """Generate a new key from the system's randomness.

        Returns:
            The key.
        """
        return cls(ec.generate_private_key(P256))

    @classmethod
    def from_private_key(cls, key: str | bytes) -> "TargetKey":
        """Make a key from a private key.

        Args:
            key: The private scalar, 32 bytes, big-endian, as hex text or as raw bytes.

        Returns:
            The key.

        Raises:
            MalformedInput: The private key is text other than hex, such as PEM, which ``from_text`` reads;
                is not 32 bytes, or is out of range.
        """
        return _target_key(cls, _private_bytes(key, "the target key", cls.__name__))

    @classmethod
    def from_text(cls, text: str | bytes) -> "TargetKey":
        """Read a key from text, such as an environment variable's value, in any form that ``load`` reads.

        Args:
            text: The text of a key, or the bytes of DER, of 4096 bytes or fewer.

        Returns:
            The key.

        Raises:
            MalformedInput: The text does not contain a target key; or contains an API key, according to its
                form or curve.
            Unsupported: The key is encrypted, or on another curve than P-256.
            KeyMismatch: The private and the public key in the text do not belong together.
        """
        return parse_target_key_file(_key_text(text), "the text", None)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "TargetKey":
        """Read a key from a file: hex, with nothing after it; or a form of another tool, as ``ApiKey.load``.

        Args:
            path: The file, such as ``NAME.private``, at most 4096 bytes.

        Returns:
            The key.

        Raises:
            MalformedInput: The file does not contain a target key; or contains an API key, according to its
                curve or to the public key file beside it.
            OSError: The file cannot be read.
        """
        return parse_target_key_file(read_file(path, limit=MAX_KEY_FILE_BYTES), os.fspath(path), path)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the private key to a new file with mode 0600, in the form that ``load`` reads.

        Args:
            path: The file to create, such as ``NAME.private``.

        Raises:
            FileExistsError: Something exists at that path; it is not changed.
            OSError: The file cannot be written; nothing is left behind.
        """
        write_new_file(path, self.private_key_hex().encode())

    @property
    def public_key(self) -> str:
        """The public key for ``targetPublicKey``: an uncompressed SEC1 point, 130 lower-case hex digits."""
        return self._public_key

    def private_key_hex(self) -> str:
        """Return the private key, for example to store it. It is a secret.

        Returns:
            The private scalar, 64 lower-case hex digits.
        """
        return f"{self._key.private_numbers().private_value:064x}"

    def exchange(self, public_key: bytes) -> bytes:
        """Agree on a secret with another key (ECDH; SP 800-56A, section 5.7.1.2).

        Args:
            public_key: The other public key: an uncompressed SEC1 point on P-256, 65 bytes.

        Returns:
            The x coordinate of the shared point: 32 bytes, big-endian. It is a secret.

        Raises:
            MalformedInput: The public key is not such a point.
        """
        return self._key.exchange(ec.ECDH(), decode_peer(public_key))

    def private_key_object(self) -> ec.EllipticCurvePrivateKey:
        """Return the private key as an object of the ``cryptography`` package. It is a secret.

        Returns:
            The private key, on P-256.
        """
        return self._key

    def __repr__(self) -> str:
        return f"TargetKey(public_key={self.public_key!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TargetKey):
            return NotImplemented
        return self._public_key == other._public_key

    def __hash__(self) -> int:
        return hash(self._public_key)


def decode_peer(public_key: bytes) -> ec.EllipticCurvePublicKey:
    """Decode the argument of ``exchange``: an uncompressed SEC1 point on P-256."""
    require_type(public_key, bytes, "public_key")
    if len(public_key) != UNCOMPRESSED_BYTES:
        raise MalformedInput(
            f"the public key is {len(public_key)} bytes long; it must be {UNCOMPRESSED_BYTES}, uncompressed"
        )
    return decode_point(public_key, P256, "the public key")


class _DeviceKey:
    """A key on a device, with the two methods of a private key that HPKE needs."""

    __slots__ = ("_exchange", "_public_key")

    def __init__(self, key: KeyAgreement) -> None:
        label = "the target key's public_key"
        public_key: object = key.public_key
        if not isinstance(public_key, str):
            raise MalformedInput(f"{label} must be a string")
        self._public_key = decode_p256_hex(public_key, label)
        if uncompressed_point(self._public_key).hex() != public_key:
            raise MalformedInput(f"{label} must be lower-case hex")
        self._exchange = key.exchange

    def public_key(self) -> ec.EllipticCurvePublicKey:
        """Return the public key."""
        return self._public_key

    def exchange(self, _algorithm: ec.ECDH, peer_public_key: ec.EllipticCurvePublicKey) -> bytes:
        """Return the x coordinate of the shared point."""
        secret: object = self._exchange(uncompressed_point(peer_public_key))
        if not isinstance(secret, bytes) or len(secret) != PRIVATE_KEY_BYTES:
            raise MalformedInput("the target key's exchange must return 32 bytes: the x coordinate alone")
        return secret


def opening_key(target_key: KeyAgreement) -> ReceiverKey:
    """Return a target key in the form that HPKE needs; refuse other arguments."""
    if isinstance(target_key, TargetKey):
        return target_key.private_key_object()
    remedy = "pass the key that the bundle was sealed to, such as TargetKey.load(path)"
    if (
        isinstance(target_key, type)
        or not hasattr(target_key, "public_key")
        or callable(target_key.public_key)  # as of the keys of `cryptography`
        or not callable(getattr(target_key, "exchange", None))
    ):
        given = describe(target_key)
        raise TypeError(f"target_key must be TargetKey or another KeyAgreement, not {given}; {remedy}")
    return _DeviceKey(target_key)


def _private_bytes(key: str | bytes, label: str, class_name: str) -> bytes:
    """Convert a private key from hex text or raw bytes to bytes; refuse the other forms of a key file."""
    require_type(key, (str, bytes), "key")
    if isinstance(key, bytes) and len(key) == PRIVATE_KEY_BYTES:
        return key
    if _has_another_form(key):
        raise MalformedInput(
            f"{label} is in another form than hex; pass it to {class_name}.from_text(text), which reads the "
            "forms of key files"
        )
    private_key = decode_hex(key, label) if isinstance(key, str) else key
    if (len(private_key), private_key[:1]) in _PUBLIC_KEY_STARTS:
        raise MalformedInput(f"{label} is a public key; pass the private key, 32 bytes or 64 hex digits")
    return private_key


# Of points in SEC1 form: their length and first byte.
_PUBLIC_KEY_STARTS = {(COMPRESSED_BYTES, b"\2"), (COMPRESSED_BYTES, b"\3"), (UNCOMPRESSED_BYTES, b"\4")}


def _has_another_form(key: str | bytes) -> bool:
    """Return whether a key resembles one of the forms that only ``from_text`` reads."""
    content = key.encode(errors="surrogatepass") if isinstance(key, str) else key
    if _is_hex(content):
        # Hex in bytes is text too. Its length is that of an Ed25519 key with both halves.
        return b":" in content or (isinstance(key, bytes) and len(key) == 2 * PRIVATE_KEY_BYTES)
    # Loaded on demand: keys in hex do not need it.
    from ._crypto.key_files import is_foreign, without_wrapping  # noqa: PLC0415

    unwrapped = without_wrapping(content)
    return unwrapped != content or is_foreign(unwrapped)


def _key_text(text: str | bytes) -> bytes:
    """Return the bytes of the argument of ``from_text``."""
    require_text(text, "text")
    return to_bytes(text, "the text", limit=MAX_KEY_FILE_BYTES)


def _api_key(kind: type[ApiKey], private_key: bytes, curve: Curve, public_key: str | None) -> ApiKey:
    """Make an API key, and compare it with the public keys that are claimed for it."""
    claims = [] if public_key is None else [decode_hex(public_key, "the public key")]
    private_key, public_half = find_api_curve(curve).split_private_key(private_key)
    if public_half:
        claims.append(public_half)
    api_key = kind(private_key, curve)
    if any(claim.hex() != api_key.public_key for claim in claims):
        raise KeyMismatch(
            "the private key and the public key do not belong together; pass the two of one key pair, and a "
            "point in its compressed form"
        )
    return api_key


def _target_key(kind: type[TargetKey], scalar: bytes) -> TargetKey:
    return kind(ec.derive_private_key(decode_scalar(scalar, P256, "the target key"), P256))


_API = "an API key, which stamps requests"
_TARGET = "a target key, which opens bundles"


def parse_api_key_file(
    content: bytes, label: str, path: str | os.PathLike[str] | None, ask: "Ask | None" = None
) -> ApiKey:
    """Read an API key file: hex, then a colon and its curve, or neither for P-256; ``label`` is its name.

    Other tools' forms are read, too; ``ask`` asks for the password of an encrypted key.
    """
    with named(label):
        content = _without_wrapping(content)
        found = _foreign_key(content, ask)
        if found is not None:
            return ApiKey(found.private_key, found.curve)
        digits, colon, curve = _private_key_text(content).partition(":")
        private_key = decode_hex(digits, "the private key")
        # find_api_curve() refuses an unknown curve.
        key = _api_key(ApiKey, private_key, curve if colon else "p256", None)  # type: ignore[arg-type]
        beside = None if colon else _public_key_beside(path)
        if beside is not None and beside == _target_key(TargetKey, private_key).public_key:
            raise MalformedInput(f"this is {_TARGET}; pass {_API}")
        return key


def parse_target_key_file(
    content: bytes, label: str, path: str | os.PathLike[str] | None, ask: "Ask | None" = None
) -> TargetKey:
    """Read a target key from the content of a file, as ``parse_api_key_file`` does: hex alone."""
    with named(label):
        content = _without_wrapping(content)
        found = _foreign_key(content, ask)
        if found is not None and found.purpose == "api":
            raise MalformedInput(f"this is {_API}; pass {_TARGET}")
        if found is not None and found.curve != "p256":
            raise Unsupported(f"a target key is on P-256; this key is on {found.curve}")
        if found is not None:
            return TargetKey.from_private_key(found.private_key)
        digits = _private_key_text(content)
        if digits.endswith(_API_KEY_ENDS):
            raise MalformedInput(f"this is {_API}; pass {_TARGET}")
        scalar = decode_hex(digits, "the target key")
        key = _target_key(TargetKey, scalar)
        beside = _public_key_beside(path)
        if beside is not None and beside == _api_key(ApiKey, scalar, "p256", None).public_key:
            raise MalformedInput(f"this is {_API}; pass {_TARGET}")
        return key


def _is_hex(content: bytes) -> bool:
    """Return whether a key is in hex; any other form loads more modules."""
    return set(content.partition(b":")[0].decode("latin-1").strip(_WHITE_SPACE)) <= _HEX_DIGITS


def _without_wrapping(content: bytes) -> bytes:
    if _is_hex(content):
        return content
    from ._crypto.key_files import without_wrapping  # noqa: PLC0415

    return without_wrapping(content)


def _foreign_key(content: bytes, ask: "Ask | None") -> "FoundKey | None":
    """Read a key in another tool's form; None if the content has no such form."""
    if _is_hex(content):
        return None
    # Loaded on demand: keys in hex do not need it.
    from ._crypto.key_files import is_foreign, read_foreign_key  # noqa: PLC0415

    return read_foreign_key(content, ask=ask) if is_foreign(content) else None


def _public_key_beside(path: str | os.PathLike[str] | None) -> str | None:
    """Read NAME.public beside NAME.private, to tell the kinds of P-256 keys apart."""
    private_file = "" if path is None else os.fsdecode(path)
    if not private_file.endswith(".private"):
        return None
    public_file = private_file.removesuffix("private") + "public"
    if not os.access(public_file, os.F_OK):
        return None
    try:
        return read_line(read_file(public_file, limit=MAX_KEY_FILE_BYTES), public_file)
    except (OSError, MalformedInput):
        return None


def _private_key_text(content: bytes) -> str:
    """Decode the content of a key file; refuse a public key, and other content."""
    try:
        text = read_line(content, "the key").strip(_WHITE_SPACE)
    except MalformedInput:
        _refuse_misplaced(content)
        raise
    if not text:
        raise _no_private_key("the key is empty")
    if ":" not in text and len(text) in _PUBLIC_KEY_DIGITS and text[:2] in {"02", "03", "04"}:
        raise _no_private_key("this is a public key")
    if not set(text.partition(":")[0]) <= _HEX_DIGITS:
        _refuse_misplaced(content)
    return text


def _refuse_misplaced(content: bytes) -> None:
    """Refuse a content that resembles a known artifact other than a key, and name it."""
    from ._codec.misplaced import name_misplaced  # noqa: PLC0415 - only for an error

    named_as = name_misplaced(content)
    if named_as is not None:
        raise _no_private_key(f"this is {named_as}")


def _no_private_key(what: str) -> MalformedInput:
    """Return the error for a content that is not a private key; ``what`` says what it is."""
    from ._codec.misplaced import PRIVATE_KEY_ADVICE  # noqa: PLC0415 - only for an error

    return MalformedInput(f"{what}; {PRIVATE_KEY_ADVICE}")

"""Verify the results of sign_raw_payload, and convert them to the forms that networks accept.

| input | decision |
|---|---|
| r or s without its leading zeros | accepted: they are restored |
| r or s that is empty, longer than 64 digits, with ``0x``, in mixed case | malformed |
| r or s that is 0, or not below the order of secp256k1 | malformed |
| v other than ``00`` or ``01``, such as ``1b``, ``1`` or nothing | malformed |
| s above half the order, for ECDSA on secp256k1 | accepted; Ethereum's form and DER have n-s, and v flipped |
| v that is not the parity of R | refused where R can be recovered |
| an address of Ethereum in a mixed case that is not EIP-55's | accepted, and the result says so |
| HASH_FUNCTION_NO_OP and a payload that is not 32 bytes | malformed |
| HASH_FUNCTION_NOT_APPLICABLE with another curve than Ed25519, or another function with it | unsupported |
| PAYLOAD_ENCODING_EIP712, PAYLOAD_ENCODING_EIP7702_AUTHORIZATION | unsupported |
"""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, get_args

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from sealwax._codec.arguments import require_type
from sealwax._codec.der import raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._crypto import libsecp256k1
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.ed25519 import check_ed25519_key, verify_ed25519
from sealwax._crypto.points import P256, SECP256K1, compressed_point, decode_point
from sealwax.errors import BadSignature, ContextMismatch, MalformedInput, Unsupported, bad_signature
from sealwax.wallets.address_format_names import AddressFormat

from .address_keys import key_in_address
from .payloads import NOT_APPLICABLE, check_hash_and_curve, payload_digest

if TYPE_CHECKING:
    from sealwax.wallets.addresses import DerivedAddress

SignatureKind = Literal["ECDSA_SECP256K1", "ECDSA_P256", "ED25519", "BIP340"]
"""The kinds of signatures."""

_ORDER: Final = SECP256K1.group_order
_INTEGER = re.compile("[0-9a-f]{1,64}|[0-9A-F]{1,64}")
_PARITIES = ("00", "01")
_WHAT = "the signature result"


@dataclass(frozen=True)
class VerifiedSignature:
    """A verified signature and its key.

    Attributes:
        public_key: The key that signed, in lower-case hex: a compressed SEC1 point (33 bytes), or 32 bytes
            for Ed25519. For a P2TR address, the account's own key; verified by the address alone, the tweaked
            key, which is all that the address contains.
        kind: The kind of signature.
        v_checked: Whether ``v`` was compared with the signature. Do not rely on ``v`` otherwise: for ECDSA on
            P-256, and on secp256k1 if the extra ``secp256k1`` is not installed.
        wrong_case: Whether ``address`` is an Ethereum address in a mixed case that is not EIP-55's. The
            account is the same, but the text was changed or mistyped. False without an address.
    """

    public_key: str
    kind: SignatureKind
    v_checked: bool
    wrong_case: bool = False


@dataclass(frozen=True)
class SignatureResult:
    """A signature in the answer of sign_raw_payload.

    Only the form and range of the parts are checked; ``verify`` verifies the signature. The range is that of
    ECDSA on secp256k1. Signatures of other kinds are within it, except for one in 2^127.

    Args:
        r: The first half, in hex of at most 64 digits, all lower or all upper case. Leading zeros are
            restored.
        s: The second half, in the same form.
        v: ``00`` or ``01``: for ECDSA on secp256k1, the parity of the y coordinate of R.

    Attributes:
        r: The first half: 64 digits of lower-case hex.
        s: The second half: 64 digits of lower-case hex.
        v: ``00`` or ``01``.

    Raises:
        MalformedInput: A part does not have this form, or r or s is 0 or not below the order of secp256k1.
    """

    r: str
    s: str
    v: str

    def __post_init__(self) -> None:
        for name, text in (("r", self.r), ("s", self.s), ("v", self.v)):
            require_type(text, str, name)
        for name, text in (("r", self.r), ("s", self.s)):
            object.__setattr__(self, name, f"{_to_integer(text, name):064x}")
        if self.v not in _PARITIES:
            raise MalformedInput("v must be 00 or 01, as in the service's answer; Ethereum's v is 27 more")

    def to_raw(self, *, low_s: bool = False) -> bytes:
        """Return r, then s, as the service gave them.

        Args:
            low_s: Whether to replace a high s by n-s, as networks require of ECDSA on secp256k1; only for
                that kind of signature. For every other kind, n-s would not verify.

        Returns:
            64 bytes, 32 each.
        """
        require_type(low_s, bool, "low_s")
        return bytes.fromhex(self.r + (f"{self._low_s()[0]:064x}" if low_s else self.s))

    def to_der(self) -> bytes:
        """Return DER with a low s; only for ECDSA on secp256k1.

        Returns:
            8 to 71 bytes. Bitcoin appends a byte, the signature hash type.
        """
        return encode_dss_signature(int(self.r, 16), self._low_s()[0])

    def to_ethereum(self) -> bytes:
        """Return the form of Ethereum; only for ECDSA on secp256k1.

        Returns:
            65 bytes: r, a low s, and 27 or 28, according to the parity for that s.
        """
        return self.to_raw(low_s=True) + bytes([27 + self._low_s()[1]])

    def _low_s(self) -> tuple[int, int]:
        """Return the lower of s and n-s, and its parity."""
        s, parity = int(self.s, 16), _PARITIES.index(self.v)
        return (s, parity) if s <= _ORDER // 2 else (_ORDER - s, 1 - parity)

    def verify(
        self,
        payload: str | bytes,
        *,
        encoding: str,
        hash_function: str,
        public_key: str | None = None,
        address: str | None = None,
        address_format: str | None = None,
        curve: str | None = None,
        allow_any_chain: bool = False,
    ) -> VerifiedSignature:
        """Verify the signature of a payload, with the public key or the address of the account that signed.

        The service chooses the kind of signature by ``signWith``: BIP-340 for addresses of P2TR (with the
        tweaked key of BIP-341) and Spark, otherwise ECDSA on secp256k1 or P-256. Pass the ``address_format``
        of the account that signed.

        Args:
            payload: The request's payload: text, or hex with or without ``0x``.
            encoding: The request's encoding, ``PAYLOAD_ENCODING_HEXADECIMAL`` or
                ``PAYLOAD_ENCODING_TEXT_UTF8``. For EIP-712 and EIP-7702, compute the hash with a library for
                Ethereum, and verify it in hex with ``HASH_FUNCTION_NO_OP``.
            hash_function: The request's hash function. ``HASH_FUNCTION_NO_OP`` requires a payload that is a
                hash of 32 bytes; ``HASH_FUNCTION_NOT_APPLICABLE`` is only for Ed25519.
            public_key: The account's public key in hex: a SEC1 point, compressed (33 bytes) or uncompressed
                (65 bytes), or 32 bytes for Ed25519. It is optional with an address that determines it: any
                address for ECDSA on secp256k1, and otherwise those that contain a key, as addresses of
                Solana, Stellar, Spark and P2TR do, and compressed and uncompressed keys.
            address: The account's address, which must belong to the key. It requires ``address_format``. If
                the capitals of an Ethereum address are not those of EIP-55, the result has ``wrong_case``.
            address_format: The format of the account's address, such as ``ADDRESS_FORMAT_ETHEREUM``.
            curve: The account's curve. By default ``CURVE_ED25519`` for ``HASH_FUNCTION_NOT_APPLICABLE``,
                otherwise ``CURVE_SECP256K1``.
            allow_any_chain: Whether to accept an EIP-7702 authorization of chain id 0, which every chain
                accepts.

        Returns:
            The key that signed, and the kind of signature.

        Raises:
            MalformedInput: The payload or the key does not parse; the payload is not hashed and not 32 bytes;
                r or s is out of the curve's range; or v is ``01`` for a kind of signature without parity.
            Unsupported: The encoding, the hash function, the curve or the address format is unknown, or they
                do not match; or the payload is unsupported, as for ``payload_digest``.
            MissingExtra: Recovering a key and BIP-340 need the extra ``secp256k1``, Keccak-256 needs
                ``ethereum``, and addresses need ``wallets``.
            BadSignature: The signature does not verify for this payload and this key or address, or v is
                wrong.
            ContextMismatch: The signature verifies, but the address is of another key (``wrong-address``).
            ValueError: ``public_key`` is None although the address is only a hash of it, or ``address`` is
                given without ``address_format``.
        """
        require_type(encoding, str, "encoding")
        require_type(hash_function, str, "hash_function")
        for name, value in (
            ("public_key", public_key),
            ("address", address),
            ("address_format", address_format),
            ("curve", curve),
        ):
            require_type(value, (str, type(None)), name)
        if address is not None and address_format is None:
            raise ValueError("address requires address_format")
        if curve is None:
            curve = "CURVE_ED25519" if hash_function == NOT_APPLICABLE else "CURVE_SECP256K1"
        kind = kind_of(hash_function, curve, address_format)
        contained = None
        if public_key is None:
            contained = _key_in_address(address, address_format, kind)
        message = payload_digest(
            payload,
            encoding=encoding,
            hash_function=hash_function,
            curve=curve,
            allow_any_chain=allow_any_chain,
        )
        key = contained if public_key is None else public_key
        if key is None:
            return self._verify_by_address(message, address or "", address_format, curve)
        # The key in a P2TR address is the tweaked key already.
        is_output_key = contained is not None and is_taproot(address_format)
        tweaked = is_taproot(address_format) and not is_output_key
        verified = self._verify_by_key(message, key, kind, tweaked=tweaked)
        if address is None or is_output_key:
            return verified
        found = _find_address(address, bytes.fromhex(verified.public_key), address_format, curve)
        if found is not None:
            return replace(verified, wrong_case=found.wrong_case)
        if contained is not None:
            raise MalformedInput(f"the address is not of the format {address_format}; check both")
        raise ContextMismatch("wrong-address", "the address does not belong to public_key; check both")

    def _verify_by_key(
        self, message: bytes, public_key: str, kind: SignatureKind, *, tweaked: bool
    ) -> VerifiedSignature:
        if kind == "ED25519":
            return self._verify_ed25519(message, public_key)
        if kind == "BIP340":
            return self._verify_bip340(message, public_key, tweaked=tweaked)
        return self._verify_ecdsa(message, public_key, kind)

    def _verify_by_address(
        self, digest: bytes, address: str, address_format: str | None, curve: str
    ) -> VerifiedSignature:
        key = self._recover(digest)
        found = None if key is None else _find_address(address, key, address_format, curve)
        if key is None or found is None:
            raise bad_signature(_WHAT)
        return VerifiedSignature(key.hex(), "ECDSA_SECP256K1", v_checked=True, wrong_case=found.wrong_case)

    def _recover(self, digest: bytes) -> bytes | None:
        """Recover the key that signed, as a compressed point; None if there is none."""
        libsecp256k1.require_libsecp256k1("recovering the key of a signature")
        return libsecp256k1.recover_public_key(self.to_raw(), _PARITIES.index(self.v), digest)

    def _verify_ecdsa(self, digest: bytes, public_key: str, kind: SignatureKind) -> VerifiedSignature:
        curve = P256 if kind == "ECDSA_P256" else SECP256K1
        point = _decode_point(public_key, curve)
        key = compressed_point(point)
        is_recoverable = kind == "ECDSA_SECP256K1" and libsecp256k1.HAS_LIBSECP256K1
        # Recovering the key also verifies the signature: no other check is needed.
        if not is_recoverable or self._recover(digest) != key:
            der = raw_to_der(self.to_raw(), curve.group_order, _WHAT)
            verify_ecdsa(point, der, digest, _WHAT, prehashed=True)
            if is_recoverable:
                raise BadSignature(
                    "the signature verifies, but v is not its parity; use v as in the service's answer"
                )
        return VerifiedSignature(key.hex(), kind, v_checked=is_recoverable)

    def _verify_ed25519(self, message: bytes, public_key: str) -> VerifiedSignature:
        self._require_v_00("Ed25519")
        key = decode_hex(public_key, "public_key")
        check_ed25519_key(key, "public_key")
        verify_ed25519(key, self.to_raw(), message, _WHAT)
        return VerifiedSignature(key.hex(), "ED25519", v_checked=True)

    def _verify_bip340(self, digest: bytes, public_key: str, *, tweaked: bool) -> VerifiedSignature:
        self._require_v_00("BIP-340")
        key = compressed_point(_decode_point(public_key, SECP256K1))
        libsecp256k1.require_libsecp256k1("BIP-340")
        if not libsecp256k1.verifies_schnorr(key, self.to_raw(), digest, tweaked=tweaked):
            raise bad_signature(_WHAT)
        return VerifiedSignature(key.hex(), "BIP340", v_checked=True)

    def _require_v_00(self, kind: str) -> None:
        if self.v != "00":
            raise MalformedInput(f"v must be 00 for {kind}, which has no parity")


def _to_integer(text: str, name: str) -> int:
    """Read r or s, with or without leading zeros."""
    if _INTEGER.fullmatch(text) is None:
        raise MalformedInput(f"{name} must be hex of 1 to 64 digits in one case, without 0x")
    number = int(text, 16)
    if not 0 < number < _ORDER:
        raise MalformedInput(f"{name} must be above 0 and below the order of secp256k1")
    return number


def kind_of(hash_function: str, curve: str, address_format: str | None) -> SignatureKind:
    """Return the kind of signature that the service makes; refuse names that do not match."""
    check_hash_and_curve(hash_function, curve)
    formats = get_args(AddressFormat)
    if address_format not in (None, *formats):
        raise Unsupported(
            f"the address format is unknown; it must be one of the API's, such as {formats[-1]}"
        )
    is_bip340 = is_taproot(address_format) or (address_format or "").startswith("ADDRESS_FORMAT_SPARK_")
    if is_bip340 and curve != "CURVE_SECP256K1":
        raise Unsupported("an address of this format is on CURVE_SECP256K1; check the curve")
    if curve == "CURVE_ED25519":
        return "ED25519"
    if curve == "CURVE_P256":
        return "ECDSA_P256"
    return "BIP340" if is_bip340 else "ECDSA_SECP256K1"


def is_taproot(address_format: str | None) -> bool:
    """Return whether the service signs for this address format with the tweaked key of BIP-341."""
    return (address_format or "").endswith("_P2TR")


def _decode_point(public_key: str, curve: ec.EllipticCurve) -> ec.EllipticCurvePublicKey:
    return decode_point(decode_hex(public_key, "public_key"), curve, "public_key")


def _key_in_address(address: str | None, address_format: str | None, kind: SignatureKind) -> str | None:
    """Return the key in an address, hex; None if the signature and the address determine it together."""
    key = None if address is None else key_in_address(address, address_format or "")
    if key is not None:
        return key.hex()
    if address is None or kind != "ECDSA_SECP256K1":
        raise ValueError(
            "pass public_key; for this kind of signature, an address replaces it only if it contains the key"
        )
    return None


def _find_address(
    address: str, key: bytes, address_format: str | None, curve: str
) -> "DerivedAddress | None":
    """Return the key's address that equals the expected one, in any variant of the format; None if none."""
    # Imported here, because only addresses need this extra.
    from sealwax.wallets.address_formats import find_format, variants_on  # noqa: PLC0415
    from sealwax.wallets.addresses import DerivedAddress, matching  # noqa: PLC0415
    from sealwax.wallets.public_key import decode_public_key, find_curve  # noqa: PLC0415

    on_curve, row = find_curve(curve), find_format(address_format or "")
    variants = variants_on(row, on_curve.name)
    public_key = decode_public_key(key, on_curve)
    derived = tuple(DerivedAddress(row.name, None, text(public_key)) for text in variants.values())
    return next(iter(matching(derived, row, address)), None)

"""Verify API key stamps (wire-formats.md, section 2.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.base64url import decode_base64url
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes, to_text
from sealwax.errors import Unsupported, UntrustedSigner
from sealwax.schemes import SCHEMES, Scheme, Verify, decode_public_key, find_scheme, scheme_of_curve

from .header import API_KEY, ATTESTED_SCHEMES, refuse_swapped, require_header_value
from .request_verifier import RequestVerifier


@dataclass(frozen=True)
class VerifiedStamp:
    """The result of verifying an API key stamp: the key that signed.

    The caller must decide whether this key may do what the body requests.

    Attributes:
        public_key: The signer's key, lower-case hex: a compressed SEC1 point (33 bytes); Ed25519: 32 bytes.
        scheme: The ``SIGNATURE_SCHEME_TK_API_*`` name of the scheme.
        timestamp: The signed body's time, checked by ``verify_request``; None if the body has none, and from
            other functions.
        organization_id: The signed body's organization id, likewise; compared only if you passed the expected
            id.
    """

    public_key: str
    scheme: str
    timestamp: datetime | None = None
    organization_id: str | None = None


class _Stamp(msgspec.Struct, frozen=True, rename="camel"):
    public_key: str
    scheme: str
    signature: str


def verify_api_key_stamp(header_value: str | bytes, body: str | bytes) -> VerifiedStamp:
    """Verify an API key stamp (wire-formats.md, section 2.1).

    Deployed clients differ, so the JSON keys may be in any order and have white space between them, the
    base64url may be padded, and the signature may be low-S or high-S.

    Args:
        header_value: The value of the ``X-Stamp`` header.
        body: The exact bytes of the request's body as received; a str stands for its UTF-8 bytes.

    Returns:
        The public key that signed, and its scheme.

    Raises:
        MalformedInput: The stamp is not base64url of a JSON object with these three strings, its public
            key is not a key of its scheme, or its signature is not strict DER (64 bytes for Ed25519).
        Unsupported: The scheme is unknown.
        MissingExtra: The scheme needs the extra ``ethereum``, which is not installed.
        BadSignature: The signature does not verify over this body with this key.
    """
    message, scheme, key, signature = _read(header_value, body)
    scheme.verifier(key, _KEY)(signature, message, _STAMP)
    return VerifiedStamp(public_key=key.hex(), scheme=scheme.name)


class StampVerifier(RequestVerifier[VerifiedStamp]):
    """Verifies API key stamps of keys that a server knows (wire-formats.md, section 2.1).

    The keys are parsed once, so that a stamp costs little more than the verification of its signature. A
    stamp of another key is refused before any computation on the curve. Threads and forked processes may
    share a verifier, and it can be pickled and copied.

    Args:
        trusted_keys: Pairs of ``ApiKey.public_key`` (a compressed SEC1 point of 33 bytes, or 32 bytes for
            Ed25519, in hex) and ``ApiKey.curve`` (``p256``, ``secp256k1`` or ``ed25519``). A key on secp256k1
            verifies stamps of both schemes of this curve.
        fast: Whether to verify with the fastest library for each curve, of the extra ``fast``. It takes a
            tenth of a second to load, and makes the same decisions.

    Raises:
        MalformedInput: A public key is not a key of its curve.
        Unsupported: A curve is unknown.
        MissingExtra: ``fast`` is set, and the extra ``fast`` is not installed.
    """

    __slots__ = ("_fast", "_known", "_trusted_keys")
    header_name = API_KEY

    def __init__(self, trusted_keys: Iterable[tuple[str, str]], *, fast: bool = False) -> None:
        require_type(trusted_keys, Iterable, "trusted_keys")
        require_type(fast, bool, "fast")
        self._fast, self._trusted_keys = fast, tuple(map(require_pair, trusted_keys))
        self._known: dict[tuple[str, bytes], tuple[Verify, VerifiedStamp]] = {}
        for number, (public_key, curve) in enumerate(self._trusted_keys):
            label = f"the public key at index {number}"
            point = decode_public_key(scheme_of_curve(curve), public_key, label)
            for scheme in SCHEMES.values():
                if scheme.curve == curve:
                    verified = VerifiedStamp(public_key=point.hex(), scheme=scheme.name)
                    verifier = scheme.fast().verifier if fast else scheme.verifier
                    self._known[scheme.name, point] = verifier(point, label), verified

    def verify(self, header_value: str | bytes, body: str | bytes) -> VerifiedStamp:
        """Verify an API key stamp of one of the known keys.

        Stamps of these keys are accepted exactly if ``verify_api_key_stamp`` accepts them.

        Args:
            header_value: The value of the ``X-Stamp`` header.
            body: The exact bytes of the request's body as received; a str stands for its UTF-8 bytes.

        Returns:
            The public key that signed, and its scheme.

        Raises:
            MalformedInput: As ``verify_api_key_stamp`` raises it, without a check of the stamp's point.
            Unsupported: The scheme is unknown.
            UntrustedSigner: The stamp's public key is not one of the known keys of its scheme.
            MissingExtra: The scheme needs the extra ``ethereum``, which is not installed.
            BadSignature: The signature does not verify over this body with this key.
        """
        message, scheme, key, signature = _read(header_value, body)
        known = self._known.get((scheme.name, key))
        if known is None:
            raise UntrustedSigner("the stamp's public key is not one of the known keys of its scheme")
        verify, verified = known
        verify(signature, message, _STAMP)
        return verified

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), fast=self._fast), (self._trusted_keys,)


_STAMP = "the stamp"
_KEY = "the stamp's public key"


def _read(header_value: str | bytes, body: str | bytes) -> tuple[bytes, Scheme, bytes, bytes]:
    """Parse a stamp; return message, scheme, public key and signature, all unchecked."""
    message = to_bytes(body, "the body", limit=None)
    require_header_value(header_value, _STAMP)
    header = to_text(header_value, _STAMP)
    refuse_swapped(header, message)
    stamp = decode_json(decode_base64url(header, _STAMP), _Stamp, _STAMP)
    if stamp.scheme.startswith(ATTESTED_SCHEMES):
        raise Unsupported(
            f"{_STAMP} is an attested stamp, which verify_attested_stamp verifies; pass the value of "
            f"{API_KEY}"
        )
    scheme = find_scheme(stamp.scheme)
    key = decode_public_key(scheme, stamp.public_key, _KEY)
    return message, scheme, key, decode_hex(stamp.signature, "the stamp's signature")


def require_pair(pair: object) -> tuple[str, str]:
    """Return a pair of strings unchanged; raise ``TypeError`` for anything else."""
    match pair:
        case (str() as public_key, str() as curve):
            return public_key, curve
    raise TypeError("trusted_keys must be pairs of str, such as (key.public_key, key.curve)")

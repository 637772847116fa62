"""The public keys of the service's enclaves: pinned, or a caller's own (wire-formats.md, sections 1 and 4.7).

``EnclaveKeys`` are the keys that enclaves sign with; a client seals to ``QuorumEncryptionKeys``. The roots
of attestation documents are in ``sealwax.proofs.nitro_roots``.
"""

from functools import lru_cache, partial
from typing import Literal, NamedTuple, NoReturn

from cryptography.hazmat.primitives.asymmetric import ec

from ._codec.arguments import describe, require_type
from ._crypto.points import P256, decode_p256_hex, decode_point, decode_receiver_hex, uncompressed_point

KeyName = Literal["signer", "tls_fetcher", "notarizer"]
"""The names of the keys in ``EnclaveKeys``."""


class _KeySet:
    """An immutable set of named P-256 points; a key that was not passed is absent."""

    __slots__ = ("_points",)
    _points: dict[str, str]

    def _set(self, points: dict[str, str]) -> None:
        object.__setattr__(self, "_points", points)

    def _point(self, name: str) -> str:
        point = self._points.get(name)
        if point is None:
            kind = type(self).__name__
            raise ValueError(f"keys has no {name}, which this check needs; pass {kind}({name}=...)")
        return point

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        kind = type(self).__name__
        raise AttributeError(f"{name} of {kind} cannot be set; make a new {kind}")

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), **self._points), ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _KeySet) or type(self) is not type(other):
            return NotImplemented
        return self._points == other._points

    def __hash__(self) -> int:
        return hash((type(self), *sorted(self._points.items())))

    def __repr__(self) -> str:
        if self in (PRODUCTION, PRODUCTION_ENCRYPTION):  # the defaults in signatures and help
            return f"{type(self).__name__}.production()"
        points = ", ".join(f"{name}={point!r}" for name, point in self._points.items())
        return f"{type(self).__name__}({points})"


class EnclaveKeys(_KeySet):
    """The public keys that artifacts of the service must be signed with; no other key is accepted.

    A test deployment has its own keys. Pass the keys that a call needs; using a key that was not passed
    raises ``ValueError``. No check falls back to the production keys. A set cannot be changed.

    Args:
        signer: The key that signs export bundles and import bundles: an uncompressed SEC1 point on P-256 in
            hex: 130 digits, all lower or all upper case.
        tls_fetcher: The key that signs OTP target bundles and OTP verification tokens, in the same form.
        notarizer: The key that signs session JWTs, in the same form.

    Raises:
        MalformedInput: A key is not such a point.
    """

    __slots__ = ()

    def __init__(
        self, *, signer: str | None = None, tls_fetcher: str | None = None, notarizer: str | None = None
    ) -> None:
        named = {"signer": signer, "tls_fetcher": tls_fetcher, "notarizer": notarizer}
        self._set({name: _decode_key(name, key) for name, key in named.items() if key is not None})

    @classmethod
    def production(cls) -> "EnclaveKeys":
        """Return the keys of the service's production deployment.

        Returns:
            The keys; the same object each time.
        """
        return PRODUCTION

    @property
    def signer(self) -> str:
        """The key that signs export bundles and import bundles: uncompressed, lower-case hex."""
        return self._point("signer")

    @property
    def tls_fetcher(self) -> str:
        """The key that signs OTP target bundles and OTP verification tokens: uncompressed, lower-case hex."""
        return self._point("tls_fetcher")

    @property
    def notarizer(self) -> str:
        """The key that signs session JWTs: an uncompressed SEC1 point, lower-case hex."""
        return self._point("notarizer")


class QuorumEncryptionKeys(_KeySet):
    """The public keys of enclaves that a client seals a secret to, each for its own purpose.

    They are not the keys that sign (``EnclaveKeys``). Using a key that was not passed raises ``ValueError``;
    no call falls back to the production keys. A set cannot be changed.

    Args:
        tls_fetcher: The encryption key of the TLS fetcher, which OAuth 2.0 client secrets are sealed to: a
            SEC1 point on P-256 in hex, compressed (66 digits) or uncompressed (130), all lower or all upper
            case.
        on_ramp: The key that the credentials of on-ramp providers are sealed to, in the same form.
        pull_secret: The key that the pull secrets of container images are sealed to, in the same form.

    Raises:
        MalformedInput: A key is not such a point.
    """

    __slots__ = ()

    def __init__(
        self, *, tls_fetcher: str | None = None, on_ramp: str | None = None, pull_secret: str | None = None
    ) -> None:
        named = {"tls_fetcher": tls_fetcher, "on_ramp": on_ramp, "pull_secret": pull_secret}
        self._set({name: _decode_receiver(name, key) for name, key in named.items() if key is not None})

    @classmethod
    def production(cls) -> "QuorumEncryptionKeys":
        """Return the keys of the service's production deployment.

        Returns:
            The keys; the same object each time.
        """
        return PRODUCTION_ENCRYPTION

    @property
    def tls_fetcher(self) -> str:
        """The TLS fetcher's encryption key: an uncompressed SEC1 point, lower-case hex."""
        return self._point("tls_fetcher")

    @property
    def on_ramp(self) -> str:
        """The key for credentials of on-ramp providers: an uncompressed SEC1 point, lower-case hex."""
        return self._point("on_ramp")

    @property
    def pull_secret(self) -> str:
        """The key for pull secrets of container images: an uncompressed SEC1 point, lower-case hex."""
        return self._point("pull_secret")


def _decode_key(name: str, key: str) -> str:
    """Check that a key is an uncompressed point on P-256, and return it in lower-case hex."""
    require_type(key, str, name)
    decode_p256_hex(key, f"the {name} key")
    return key.lower()


def _decode_receiver(name: str, key: str) -> str:
    """Check that a key is a point on P-256, and return it uncompressed, in lower-case hex."""
    require_type(key, str, name)
    return uncompressed_point(decode_receiver_hex(key, f"the {name} key")).hex()


def _require_keys(keys: object, kind: type[_KeySet]) -> None:
    if not isinstance(keys, kind):
        raise TypeError(
            f"keys must be {kind.__name__}, not {describe(keys)}; for the service's production deployment, "
            f"pass {kind.__name__}.production()"
        )


class PinnedKey(NamedTuple):
    """A key that artifacts must be signed with: an uncompressed SEC1 point in hex, and loaded."""

    hex: str
    public_key: ec.EllipticCurvePublicKey


def pinned_key(keys: EnclaveKeys, name: KeyName) -> PinnedKey:
    """Return the key that a check needs; raise ``TypeError`` if ``keys`` is not a set of keys."""
    _require_keys(keys, EnclaveKeys)
    point: str = getattr(keys, name)
    return PinnedKey(point, load_pinned_key(point))


def encryption_key(keys: QuorumEncryptionKeys, name: Literal["tls_fetcher", "on_ramp", "pull_secret"]) -> str:
    """Return the key to seal to, in hex; raise ``TypeError`` if ``keys`` is not a set of such keys."""
    _require_keys(keys, QuorumEncryptionKeys)
    point: str = getattr(keys, name)
    return point


@lru_cache(maxsize=64)
def load_pinned_key(point: str) -> ec.EllipticCurvePublicKey:
    """Load a pinned key; cached, because many bundles are checked with the same few keys."""
    return decode_point(bytes.fromhex(point), P256, "the pinned key")


PRODUCTION = EnclaveKeys(
    signer=(
        "04cf288fe433cc4e1aa0ce1632feac4ea26bf2f5a09dcfe5a42c398e06898710330f0572882f4dbdf0f5304b8fc8703acd"
        "69adca9a4bbf7f5d00d20a5e364b2569"
    ),
    tls_fetcher=(
        "046b4f88421f76b6ba418afc2ea1d8ced671337d7db6b80478a60d8531bf8f17fa9a512f0fef96fc0c9b4cd9dff70b3499"
        "2e520ce04c79d931f6ff6296b547d201"
    ),
    notarizer=(
        "04d498aa87ac3bf982ac2b5dd9604d0074905cfbda5d62727c5a237b895e6749205e9f7cd566909c4387f6ca25c308445c"
        "60884b788560b785f4a96ac33702a469"
    ),
)

PRODUCTION_ENCRYPTION = QuorumEncryptionKeys(
    tls_fetcher=(
        "045e899f1fcf7d12b3c8fd997a7a43bb853dd4e8d63419a8f867c70aacc1c4cf9d04848baca41f0c85ffbbd23cbf789675"
        "01cd8eca9e4a6369370a9a38f70d13c0"
    ),
    on_ramp="02336ebd7e929ef64b87c776b72540255b4c7b41579a24b1e68fb060daa873f9f6",
    pull_secret="0370ef18eaf7706c18d73423f8b247a530e0dc7abb261c513f479b3b9b4a906ffb",  # noqa: S106 - a public key
)

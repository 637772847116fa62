"""The public keys of the service's enclaves: pinned, or a caller's own (wire-formats.md, section 1)."""

from dataclasses import dataclass
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec

from sealwax._codec.hex import decode_hex
from sealwax._crypto.points import P256, UNCOMPRESSED_BYTES, decode_point


@dataclass(frozen=True, kw_only=True)
class EnclaveKeys:
    """The keys by which artifacts of the service are recognised; nothing is accepted from any other.

    Each is an uncompressed SEC1 point on P-256 in hex, 130 digits; upper case is taken, lower case kept. A
    test deployment has its own set: name all three, so that no check falls back to production.

    Attributes:
        signer: Signs export bundles and import bundles.
        tls_fetcher: Signs OTP target bundles and OTP verification tokens.
        notarizer: Signs session JWTs.

    Raises:
        MalformedInput: A key is not such a point.
    """

    signer: str
    tls_fetcher: str
    notarizer: str

    def __post_init__(self) -> None:
        for name in ("signer", "tls_fetcher", "notarizer"):
            key = getattr(self, name)
            point = decode_hex(key, f"the {name} key", length=UNCOMPRESSED_BYTES)
            decode_point(point, P256, f"the {name} key")
            object.__setattr__(self, name, point.hex())

    @classmethod
    def production(cls) -> "EnclaveKeys":
        """The keys of the service's production deployment.

        Returns:
            The set; the same one each time.
        """
        return _PRODUCTION


@lru_cache(maxsize=64)
def pinned_key(point: str) -> ec.EllipticCurvePublicKey:
    """Load a key of an ``EnclaveKeys``; once for each, as the checks of many bundles use the same few.

    Args:
        point: The uncompressed point in hex.

    Returns:
        The public key.
    """
    return decode_point(bytes.fromhex(point), P256, "the pinned key")


_PRODUCTION = EnclaveKeys(
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

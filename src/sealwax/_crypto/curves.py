"""The curves of API keys and of wallet accounts, and their parameters. To add a curve, add a row.

Its group and the group's name are in ``points``. A curve of API keys also needs a row of ``schemes``,
and its names in the modules of ``signers``.
"""

from typing import Final, Literal, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256, HashAlgorithm

from sealwax._codec.enumerations import ApiKeyCurve, WalletCurve
from sealwax.errors import Unsupported

from .points import GROUP_NAMES, P256, SECP256K1, scalar_bytes

Curve = Literal["p256", "secp256k1", "ed25519"]
"""The curves of API keys, as key files name them."""

_ED25519_SEED_BYTES = 32


class ApiCurve(NamedTuple):
    """A curve of API keys.

    Attributes:
        name: Its name in key files.
        api_name: The API's name.
        curve: The curve for ``cryptography``; None for Ed25519.
        digest: The hash of the message that ECDSA signs; None for Ed25519, which signs the message itself.
        jwk: ``kty`` and ``crv`` of its keys in a JWK (RFC 7518, RFC 8037, RFC 8812).
        requires_low_s: Whether a signature must have the low S, as the networks that use the curve require.
        has_public_half: Whether the public key follows the private key in key files.
    """

    name: Curve
    api_name: ApiKeyCurve
    curve: ec.EllipticCurve | None
    digest: type[HashAlgorithm] | None
    jwk: tuple[str, str]
    requires_low_s: bool = False
    has_public_half: bool = False

    @property
    def title(self) -> str:
        """The name of the curve in messages."""
        return "Ed25519" if self.curve is None else GROUP_NAMES[self.curve.name]

    @property
    def private_key_bytes(self) -> int:
        """The length of a private key: a scalar, or an Ed25519 seed."""
        return _ED25519_SEED_BYTES if self.curve is None else scalar_bytes(self.curve)

    def split_private_key(self, private_key: bytes) -> tuple[bytes, bytes]:
        """Split a private key from the public key after it, empty if there is none."""
        length = self.private_key_bytes
        if self.has_public_half and len(private_key) == 2 * length:
            return private_key[:length], private_key[length:]
        return private_key, b""


_API_ROWS = (
    ApiCurve(
        name="p256",
        api_name="API_KEY_CURVE_P256",
        curve=P256,
        digest=SHA256,
        jwk=("EC", "P-256"),
    ),
    ApiCurve(
        name="secp256k1",
        api_name="API_KEY_CURVE_SECP256K1",
        curve=SECP256K1,
        digest=SHA256,
        jwk=("EC", "secp256k1"),
        requires_low_s=True,
    ),
    ApiCurve(
        name="ed25519",
        api_name="API_KEY_CURVE_ED25519",
        curve=None,
        digest=None,
        jwk=("OKP", "Ed25519"),
        has_public_half=True,
    ),
)

API_CURVES: Final[dict[str, ApiCurve]] = {row.name: row for row in _API_ROWS}
"""The curves of API keys, by their names in key files."""

API_KEY_CURVES: Final[dict[str, Curve]] = {row.api_name: row.name for row in _API_ROWS}
"""The names in key files, by the API's names."""

ANY_API_CURVE: Final = f"{', '.join(row.title for row in _API_ROWS[:-1])} or {_API_ROWS[-1].title}"
"""The curves of API keys in messages."""

_BY_GROUP = {None if row.curve is None else row.curve.name: row for row in _API_ROWS}


def find_api_curve(name: str) -> ApiCurve:
    """Return the API key curve that key files call by a name; refuse an unknown name."""
    for row in _API_ROWS:
        if row.name == name:
            return row
    raise Unsupported(f"the curve is unknown; for an API key, it must be one of {', '.join(API_CURVES)}")


def api_curve_of(key: object) -> ApiCurve | None:
    """Return the curve of a key of ``cryptography``; None if API keys do not use it."""
    if isinstance(key, (ed25519.Ed25519PrivateKey, ed25519.Ed25519PublicKey)):
        return _BY_GROUP[None]
    if isinstance(key, (ec.EllipticCurvePrivateKey, ec.EllipticCurvePublicKey)):
        return _BY_GROUP.get(key.curve.name)
    return None


class AccountCurve(NamedTuple):
    """A curve of wallet accounts.

    Attributes:
        name: The API's name for wallet accounts.
        file_name: The name of the curve in files of API keys.
        slip10: Its name in the package ``slip10``.
    """

    name: WalletCurve
    file_name: Curve
    slip10: Literal["secp256k1", "secp256r1", "ed25519"]

    @property
    def curve(self) -> ec.EllipticCurve | None:
        """The curve for ``cryptography``; None for Ed25519."""
        return API_CURVES[self.file_name].curve


_ACCOUNT_ROWS = (
    AccountCurve("CURVE_SECP256K1", "secp256k1", "secp256k1"),
    AccountCurve("CURVE_ED25519", "ed25519", "ed25519"),
    AccountCurve("CURVE_P256", "p256", "secp256r1"),
)

CURVES: Final[dict[str, AccountCurve]] = {row.name: row for row in _ACCOUNT_ROWS}
"""The curves of wallet accounts, by the API's names."""

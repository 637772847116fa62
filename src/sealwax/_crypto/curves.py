"""The curves of wallet accounts and of API keys. To add a curve, add a row, and its name to the type.

Its group is in ``_crypto.points``. A curve of API keys needs a row of ``schemes``, too.
"""

from typing import Final, Literal, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec

from .points import P256, SECP256K1, scalar_bytes

Curve = Literal["p256", "secp256k1", "ed25519"]
"""The curves of API keys, as key files name them."""

ApiKeyCurve = Literal["API_KEY_CURVE_P256", "API_KEY_CURVE_SECP256K1", "API_KEY_CURVE_ED25519"]
"""The curves of API keys, as the API names them."""

WalletCurve = Literal["CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"]
"""The curves of wallet accounts, as the API names them."""


class KeyCurve(NamedTuple):
    """A curve of wallet accounts.

    Attributes:
        name: The API's name for wallet accounts.
        file_name: The name of the curve in files of API keys.
        slip10: Its name in the package ``slip10``.
        curve: The curve for ``cryptography``; None for Ed25519.
    """

    name: WalletCurve
    file_name: Curve
    slip10: Literal["secp256k1", "secp256r1", "ed25519"]
    curve: ec.EllipticCurve | None


_ROWS = (
    KeyCurve("CURVE_SECP256K1", "secp256k1", "secp256k1", SECP256K1),
    KeyCurve("CURVE_ED25519", "ed25519", "ed25519", None),
    KeyCurve("CURVE_P256", "p256", "secp256r1", P256),
)

CURVES: Final[dict[str, KeyCurve]] = {row.name: row for row in _ROWS}
"""The curves of wallet accounts, by the API's names."""

_ED25519_SEED_BYTES = 32


class ApiCurve(NamedTuple):
    """A curve of API keys.

    Attributes:
        name: Its name in key files.
        api_name: The API's name.
        jwk: ``kty`` and ``crv`` of its keys in a JWK (RFC 7518, RFC 8037, RFC 8812).
        curve: The curve for ``cryptography``; None for Ed25519.
    """

    name: Curve
    api_name: ApiKeyCurve
    jwk: tuple[str, str]
    curve: ec.EllipticCurve | None

    @property
    def private_key_bytes(self) -> int:
        """The length of a private key: a scalar, or an Ed25519 seed."""
        return _ED25519_SEED_BYTES if self.curve is None else scalar_bytes(self.curve)


_API_ROWS = (
    ApiCurve("p256", "API_KEY_CURVE_P256", ("EC", "P-256"), P256),
    ApiCurve("secp256k1", "API_KEY_CURVE_SECP256K1", ("EC", "secp256k1"), SECP256K1),
    ApiCurve("ed25519", "API_KEY_CURVE_ED25519", ("OKP", "Ed25519"), None),
)

API_CURVES: Final[dict[str, ApiCurve]] = {row.name: row for row in _API_ROWS}
"""The curves of API keys, by their names in key files."""

API_KEY_CURVES: Final[dict[str, Curve]] = {row.api_name: row.name for row in _API_ROWS}
"""The names in key files, by the API's names."""

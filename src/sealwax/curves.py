"""The curves of wallet accounts and of API keys. To add a curve, add a row, and its name to the type."""

from typing import Final, Literal, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec

from ._crypto.points import P256, SECP256K1

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

API_KEY_CURVES: Final[dict[str, Curve]] = {
    "API_KEY_CURVE_P256": "p256",
    "API_KEY_CURVE_SECP256K1": "secp256k1",
    "API_KEY_CURVE_ED25519": "ed25519",
}
"""The curves of API keys: the API's names, and the names in key files."""

"""The API's names of curves, encodings and hash functions (api-spec.md, "Enumerations").

They are apart from the code that uses them, so that requests do not load it.
"""

from typing import Literal

ApiKeyCurve = Literal["API_KEY_CURVE_P256", "API_KEY_CURVE_SECP256K1", "API_KEY_CURVE_ED25519"]
"""The curves of API keys, as the API names them."""

WalletCurve = Literal["CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"]
"""The curves of wallet accounts, as the API names them."""

PayloadEncoding = Literal[
    "PAYLOAD_ENCODING_HEXADECIMAL",
    "PAYLOAD_ENCODING_TEXT_UTF8",
    "PAYLOAD_ENCODING_EIP712",
    "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
]
"""The encodings of payloads, by the API's names."""

HashFunction = Literal[
    "HASH_FUNCTION_NO_OP", "HASH_FUNCTION_SHA256", "HASH_FUNCTION_KECCAK256", "HASH_FUNCTION_NOT_APPLICABLE"
]
"""The hash functions for payloads, by the API's names."""

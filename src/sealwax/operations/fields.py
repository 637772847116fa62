"""Enumerations, bounded values and the objects that several operations share."""

import ipaddress
import re
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta

from sealwax._codec.violations import Rule, Violation

from .parameters import Array, Parameters, form

Id = Annotated[str, Meta(min_length=1)]
"""An id, key, token or address: it has to name something."""

Seconds = Annotated[
    str,
    form(
        "[1-9][0-9]{0,18}", "a number of seconds as decimal text: digits alone, no leading zero, at least 1"
    ),
]

UpToADay = Annotated[
    str,
    form(
        "([1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)",
        "a number of seconds as decimal text, from 1 to 86400, without leading zeros",
    ),
]

Milliseconds = Annotated[
    str, form("(0|[1-9][0-9]{0,14})", "a time in milliseconds since the epoch, as decimal text")
]

PhoneNumber = Annotated[
    str, form(r"\+[1-9][0-9]{1,14}", "a phone number in E.164 form: +, then 2 to 15 digits, no 0 first")
]

MnemonicLength = Literal[12, 15, 18, 21, 24]

AddressFormat = Literal[
    "ADDRESS_FORMAT_UNCOMPRESSED",
    "ADDRESS_FORMAT_COMPRESSED",
    "ADDRESS_FORMAT_ETHEREUM",
    "ADDRESS_FORMAT_SOLANA",
    "ADDRESS_FORMAT_COSMOS",
    "ADDRESS_FORMAT_TRON",
    "ADDRESS_FORMAT_SUI",
    "ADDRESS_FORMAT_APTOS",
    "ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH",
    "ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH",
    "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH",
    "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH",
    "ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR",
    "ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH",
    "ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH",
    "ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH",
    "ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH",
    "ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR",
    "ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH",
    "ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH",
    "ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH",
    "ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH",
    "ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR",
    "ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH",
    "ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH",
    "ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH",
    "ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH",
    "ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR",
    "ADDRESS_FORMAT_SEI",
    "ADDRESS_FORMAT_XLM",
    "ADDRESS_FORMAT_DOGE_MAINNET",
    "ADDRESS_FORMAT_DOGE_TESTNET",
    "ADDRESS_FORMAT_TON_V3R2",
    "ADDRESS_FORMAT_TON_V4R2",
    "ADDRESS_FORMAT_TON_V5R1",
    "ADDRESS_FORMAT_XRP",
    "ADDRESS_FORMAT_SPARK_MAINNET",
    "ADDRESS_FORMAT_SPARK_REGTEST",
]

WalletCurve = Literal["CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"]
PathFormat = Literal["PATH_FORMAT_BIP32"]
ApiKeyCurve = Literal["API_KEY_CURVE_P256", "API_KEY_CURVE_SECP256K1", "API_KEY_CURVE_ED25519"]
Transport = Literal[
    "AUTHENTICATOR_TRANSPORT_BLE",
    "AUTHENTICATOR_TRANSPORT_INTERNAL",
    "AUTHENTICATOR_TRANSPORT_NFC",
    "AUTHENTICATOR_TRANSPORT_USB",
    "AUTHENTICATOR_TRANSPORT_HYBRID",
]
Language = Literal[
    "MNEMONIC_LANGUAGE_ENGLISH",
    "MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE",
    "MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE",
    "MNEMONIC_LANGUAGE_CZECH",
    "MNEMONIC_LANGUAGE_FRENCH",
    "MNEMONIC_LANGUAGE_ITALIAN",
    "MNEMONIC_LANGUAGE_JAPANESE",
    "MNEMONIC_LANGUAGE_KOREAN",
    "MNEMONIC_LANGUAGE_SPANISH",
]
Effect = Literal["EFFECT_ALLOW", "EFFECT_DENY"]
OnEvaluationError = Literal["ALLOW", "DENY"]
ClientSignatureScheme = Literal["CLIENT_SIGNATURE_SCHEME_API_P256"]


def find_private_key(target_public_key: str) -> Violation | None:
    """Find the private half of a target key in place of the public one: sent, it gives everything away."""
    if _PRIVATE_KEY.fullmatch(target_public_key.strip()):
        words = "has the form of a private key; give the public one"
        return Violation(("targetPublicKey",), Rule.OTHER, words)
    return None


_PRIVATE_KEY = re.compile("(0x)?[0-9A-Fa-f]{64}", re.ASCII)


class OidcClaims(Parameters, frozen=True, kw_only=True):
    """Who a user is to an OIDC provider."""

    iss: Annotated[str, Meta(description="The issuer.")]
    sub: Annotated[str, Meta(description="The subject.")]
    aud: Annotated[str, Meta(description="The audience.")]


class OauthProvider(Parameters, frozen=True, kw_only=True):
    """An OAuth provider that a user logs in with."""

    provider_name: Annotated[str, Meta(description="What people call it.")]
    oidc_token: Annotated[str | None, Meta(description="An OIDC token, base64.")] = None
    oidc_claims: Annotated[OidcClaims | None, Meta(description="The claims of its tokens.")] = None


class IpAllowlistRule(Parameters, frozen=True, kw_only=True):
    """Addresses that may use the API."""

    cidr: Annotated[
        str,
        form(
            "[0-9A-Fa-f:.]+/(0|[1-9][0-9]{0,2})",
            "a block of IPv4 or IPv6 addresses in CIDR notation, such as 192.0.2.0/24",
        ),
    ]
    label: Annotated[str | None, Meta(description="What people call it.")] = None

    def broken_rule(self) -> Violation | None:
        """Find a block that is none, which no pattern can tell."""
        try:
            ipaddress.ip_network(self.cidr)
        except ValueError:
            words = "is not a block of addresses; check the prefix length, and that no host bit is set"
            return Violation(("cidr",), Rule.OTHER, words)
        return None


class ClientSignatureFields(Parameters, frozen=True, kw_only=True):
    """A client signature, as requests carry it; ``sign_login`` and ``sign_signup`` make it."""

    public_key: Annotated[Id, Meta(description="The public key that signed.")]
    scheme: Annotated[ClientSignatureScheme, Meta(description="How it signed.")]
    message: Annotated[str, Meta(description="The message that was signed.")]
    signature: Annotated[Id, Meta(description="The signature over it.")]


class SignupApiKey(Parameters, frozen=True, kw_only=True):
    """An API key of a new user."""

    api_key_name: Annotated[str, Meta(description="What people call it.")]
    public_key: Annotated[Id, Meta(description="Its public key.")]
    curve_type: Annotated[ApiKeyCurve, Meta(description="Its curve.")]
    expiration_seconds: Annotated[Seconds | None, Meta(description="How many seconds it is to live.")] = None


class AttestationFields(Parameters, frozen=True, kw_only=True):
    """What a passkey said of itself when it was made; ``encode_attestation`` makes it."""

    credential_id: Annotated[Id, Meta(description="The credential's id, CBOR, then base64url.")]
    client_data_json: Annotated[Id, Meta(description="What the browser signed for, base64url.")]
    attestation_object: Annotated[Id, Meta(description="What the authenticator answered, base64url.")]
    transports: Annotated[Array[Transport], Meta(description="How to reach the authenticator.")]


if TYPE_CHECKING:
    from sealwax.login.client_signature import ClientSignature
    from sealwax.webauthn.registration import Attestation

    AttestationLike: TypeAlias = AttestationFields | Attestation
    ClientSignatureLike: TypeAlias = ClientSignatureFields | ClientSignature
else:
    AttestationLike = AttestationFields
    ClientSignatureLike = ClientSignatureFields


class SignupAuthenticator(Parameters, frozen=True, kw_only=True):
    """A passkey of a new user."""

    authenticator_name: Annotated[str, Meta(description="What people call it.")]
    challenge: Annotated[Id, Meta(description="The challenge that it was made for, base64url.")]
    attestation: Annotated[AttestationLike, Meta(description="What it said of itself.")]


class SignupWalletAccount(Parameters, frozen=True, kw_only=True):
    """An account of a new wallet."""

    curve: Annotated[WalletCurve, Meta(description="The curve of its key.")]
    path_format: Annotated[PathFormat, Meta(description="How its path is written.")]
    path: Annotated[str, Meta(description="Its derivation path.")]
    address_format: Annotated[AddressFormat, Meta(description="The form of its address.")]
    name: Annotated[str | None, Meta(description="What people call it.")] = None


class SignupWallet(Parameters, frozen=True, kw_only=True):
    """A wallet of a new user."""

    wallet_name: Annotated[str, Meta(description="What people call it.")]
    accounts: Annotated[
        Array[SignupWalletAccount], Meta(description="Its accounts; an empty array when unused.")
    ]
    mnemonic_length: Annotated[
        MnemonicLength | None, Meta(description="How many words its mnemonic has; 12 if it is left out.")
    ] = None

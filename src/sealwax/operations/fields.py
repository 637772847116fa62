"""The types that operations share: enumerations, and objects in requests."""

from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from sealwax._codec.violations import Rule, Violation
from sealwax._crypto.curves import ApiKeyCurve, WalletCurve
from sealwax.wallets.address_format_names import AddressFormat

from .forms import TARGET_KEY_SCHEMA, Id, PageSize, Seconds, check_target_key
from .parameters import Array, Parameters, about, form

MnemonicLength = Literal[12, 15, 18, 21, 24]

PathFormat = Literal["PATH_FORMAT_BIP32"]
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
EncryptionSuite = Literal["TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"]
ENCLAVE_ENCRYPT_V1: Final[EncryptionSuite] = "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"


class OidcClaims(Parameters, frozen=True, kw_only=True):
    """The claims by which an OIDC provider identifies a user."""

    iss: Annotated[str, about("The issuer, the iss claim.")]
    sub: Annotated[str, about("The subject, the sub claim.")]
    aud: Annotated[str, about("The audience, the aud claim.")]


class OauthProvider(Parameters, frozen=True, kw_only=True):
    """An OAuth provider that a user logs in with."""

    provider_name: Annotated[str, about("The provider's display name.")]
    oidc_token: Annotated[str | None, about("An OIDC token of the user, in base64.")] = None
    oidc_claims: Annotated[OidcClaims | None, about("The claims of the user's OIDC tokens.")] = None


class IpAllowlistRule(Parameters, frozen=True, kw_only=True):
    """A block of IP addresses that may use the API."""

    cidr: Annotated[
        str,
        form(
            "[0-9A-Fa-f:.]+/(0|[1-9][0-9]{0,2})",
            "a block of IPv4 or IPv6 addresses in CIDR notation, such as 192.0.2.0/24",
        ),
    ]
    label: Annotated[str | None, about("The rule's display name.")] = None

    def broken_rule(self) -> Violation | None:
        """Refuse an invalid CIDR block, which the pattern cannot detect."""
        try:
            # ip_network() tries one after the other.
            (IPv6Network if ":" in self.cidr else IPv4Network)(self.cidr)
        except ValueError:
            words = "is not a valid CIDR block; check the prefix length, and that no host bit is set"
            return Violation(("cidr",), Rule.OTHER, words)
        return None


class ClientSignatureFields(Parameters, frozen=True, kw_only=True):
    """A client signature in a request; ``sign_login`` and ``sign_signup`` make it."""

    public_key: Annotated[Id, about("The public key that verifies the signature, in hex.")]
    scheme: Annotated[ClientSignatureScheme, about("The signature scheme.")]
    message: Annotated[str, about("The message that was signed.")]
    signature: Annotated[Id, about("The signature over the message, in hex.")]


class SignupApiKey(Parameters, frozen=True, kw_only=True):
    """An API key of a new user."""

    api_key_name: Annotated[str, about("The key's display name.")]
    public_key: Annotated[Id, about("The public key.")]
    curve_type: Annotated[ApiKeyCurve, about("The key's curve.")]
    expiration_seconds: Annotated[Seconds | None, about("The key's lifetime, in seconds.")] = None


class AttestationFields(Parameters, frozen=True, kw_only=True):
    """The attestation of a new passkey; ``encode_attestation`` makes it."""

    credential_id: Annotated[Id, about("The credential id, in CBOR, then base64url.")]
    client_data_json: Annotated[Id, about("The browser's clientDataJSON, in base64url.")]
    attestation_object: Annotated[Id, about("The authenticator's attestation object, in base64url.")]
    transports: Annotated[Array[Transport], about("The transports that reach the authenticator.")]


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

    authenticator_name: Annotated[str, about("The passkey's display name.")]
    challenge: Annotated[Id, about("The challenge that the passkey was created for, in base64url.")]
    attestation: Annotated[AttestationLike, about("The passkey's attestation.")]


class SignupWalletAccount(Parameters, frozen=True, kw_only=True):
    """An account of a new wallet."""

    curve: Annotated[WalletCurve, about("The curve of the account's key.")]
    path_format: Annotated[PathFormat, about("The format of the derivation path.")]
    path: Annotated[str, about("The derivation path.")]
    address_format: Annotated[AddressFormat, about("The format of the account's address.")]
    name: Annotated[str | None, about("The account's display name.")] = None


class SignupWallet(Parameters, frozen=True, kw_only=True):
    """A wallet of a new user."""

    wallet_name: Annotated[str, about("The wallet's display name.")]
    accounts: Annotated[
        Array[SignupWalletAccount], about("The wallet's accounts; an empty array if there are none.")
    ]
    mnemonic_length: Annotated[
        MnemonicLength | None, about("The number of words in the mnemonic; 12 if left out.")
    ] = None


class KeyValue(Parameters, frozen=True, kw_only=True):
    """A property of a secret, or a part of the context of a request; policies can read both."""

    key: Annotated[str, about("The name.")]
    value: Annotated[str, about("The value.")]


class SecretToImport(Parameters, frozen=True, kw_only=True):
    """A secret that is sealed to a key of the enclave."""

    schema_rules = TARGET_KEY_SCHEMA

    name: Annotated[str | None, about("The secret's display name, unique in the organization.")] = None
    secret_payload: Annotated[Id, about("The sealed secret; SecretTarget.encrypt_secret makes it.")]
    target_public_key: Annotated[Id, about("The enclave's key that it is sealed to, of init_import_secrets.")]
    encryption_suite: Annotated[EncryptionSuite, about("The suite that sealed it.")]
    static_properties: Annotated[
        Array[KeyValue] | None, about("Properties of the secret that never change, for policies.")
    ] = None

    def broken_rule(self) -> Violation | None:
        """Refuse a target key that is not a public key on P-256."""
        return check_target_key(self.target_public_key)


class SecretToExport(Parameters, frozen=True, kw_only=True):
    """A secret to export, and the key to seal it to."""

    schema_rules = TARGET_KEY_SCHEMA

    secret_id: Annotated[Id, about("The id of the secret.")]
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    encryption_suite: Annotated[EncryptionSuite, about("The suite to seal it with.")]
    request_context: Annotated[
        Array[KeyValue] | None, about("The context of the request, for policies; not part of the export.")
    ] = None

    def broken_rule(self) -> Violation | None:
        """Refuse a target key that is not a public key on P-256."""
        return check_target_key(self.target_public_key)


class Pagination(Parameters, frozen=True, kw_only=True):
    """A part of a list."""

    limit: Annotated[PageSize | None, about("The most records to return, from 1 to 100.")] = None
    before: Annotated[Id | None, about("The id of the record that the part ends before.")] = None
    after: Annotated[Id | None, about("The id of the record that the part begins after.")] = None

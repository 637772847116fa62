"""The types of fields that the catalog does not have: enumerations, and objects in requests on secrets."""

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from sealwax._codec.violations import Violation

from .forms import TARGET_KEY_SCHEMA, Id, check_target_key
from .parameters import Array, Parameters, about

if TYPE_CHECKING:
    from sealwax.login.client_signature import ClientSignature
    from sealwax.webauthn.registration import Attestation

    from .catalog import AttestationFields, ClientSignatureFields

    AttestationLike: TypeAlias = AttestationFields | Attestation
    ClientSignatureLike: TypeAlias = ClientSignatureFields | ClientSignature

MnemonicLength = Literal[12, 15, 18, 21, 24]
OnEvaluationError = Literal["ALLOW", "DENY"]
EncryptionSuite = Literal["TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"]
ENCLAVE_ENCRYPT_V1: Final[EncryptionSuite] = "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"


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

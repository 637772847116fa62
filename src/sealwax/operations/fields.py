"""The types of fields that the catalog lacks."""

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from sealwax.login.client_signature import ClientSignature
    from sealwax.webauthn.registration import Attestation

    from .catalog import AttestationFields, ClientSignatureFields

    AttestationLike: TypeAlias = AttestationFields | Attestation
    ClientSignatureLike: TypeAlias = ClientSignatureFields | ClientSignature

MnemonicLength = Literal[12, 15, 18, 21, 24]
OnEvaluationError = Literal["ALLOW", "DENY"]

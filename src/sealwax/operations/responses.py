"""What the service answers: activities and their results, private keys, and the auth proxy's answers.

| input | decision |
|---|---|
| a field that is required and missing, or of another type; a key twice | refused |
| fields that are not known, values of enumerations that are not known | kept: the service adds some |
| an activity of another type or organization than was asked for | refused |
| an activity without a result, as when it waits for consensus | accepted; to ask for its result is not |

What a result gives away is compared with the request, never with what the answer says of itself.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta

from sealwax._codec.clock import NO_LEEWAY
from sealwax._codec.violations import clip
from sealwax.errors import ContextMismatch, KeyMismatch, MalformedInput, NotCompleted
from sealwax.keys import TargetKey
from sealwax.login.tokens import (
    SessionClaims,
    VerificationClaims,
    verify_session_jwt,
    verify_verification_token,
)
from sealwax.trust import PRODUCTION, EnclaveKeys

if TYPE_CHECKING:
    from sealwax.bundles.exports import ExportedAccount, ExportedWallet
    from sealwax.bundles.imports import ImportTarget

from .parameters import Array, JsonObject, describe_fields

R_co = TypeVar("R_co", covariant=True)

COMPLETED = "ACTIVITY_STATUS_COMPLETED"


class Record(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """An object of an answer.

    Attributes:
        raw: The JSON object as it was received, with the fields that are not known here.
    """

    raw: JsonObject

    def __repr__(self) -> str:
        return describe_fields(self)


class Timestamp(Record, frozen=True, kw_only=True):
    """A time."""

    seconds: Annotated[str, Meta(description="Seconds since the epoch, decimal.")]
    nanos: Annotated[str, Meta(description="Nanoseconds past that second, decimal.")]


LONGEST_SHOWN_MESSAGE = 300
"""How much of the service's words an error repeats, in characters."""

_FINAL_FAILURES = {"ACTIVITY_STATUS_FAILED", "ACTIVITY_STATUS_REJECTED"}


class Activity(Record, Generic[R_co], frozen=True, kw_only=True):
    """A change that was asked for, and how far it is."""

    id: Annotated[str, Meta(description="Its id.")]
    organization_id: Annotated[str, Meta(description="The organization, which is the one asked for.")]
    status: Annotated[str, Meta(description="How far it is, such as ACTIVITY_STATUS_COMPLETED.")]
    type: Annotated[str, Meta(description="Its type, which is the one asked for.")]
    intent: Annotated[JsonObject, Meta(description="The parameters as the service took them.")]
    outcome: Annotated[R_co | None, Meta(description="Its result; None while there is none.")]
    votes: Annotated[Array[JsonObject], Meta(description="Who approved or rejected it.")]
    fingerprint: Annotated[str, Meta(description="What verifies a user's action.")]
    can_approve: Annotated[bool, Meta(description="Whether it can be approved.")]
    can_reject: Annotated[bool, Meta(description="Whether it can be rejected.")]
    # The specification has text; the deployed service sends the object.
    created_at: Annotated[str | Timestamp, Meta(description="When it was made.")]
    updated_at: Annotated[str | Timestamp, Meta(description="When it changed last.")]
    timestamp_ms: Annotated[str | None, Meta(description="The request's timestampMs.")] = None

    @property
    def is_completed(self) -> bool:
        """Whether it is done."""
        return self.status == COMPLETED

    @property
    def result(self) -> R_co:
        """Its result.

        Raises:
            NotCompleted: There is none: the activity waits, failed or was rejected. ``outcome`` is None then.
            MalformedInput: There is none, though the activity is completed.
        """
        if self.outcome is None:
            if self.is_completed:
                raise MalformedInput("the activity is completed and has no result; the service left it out")
            raise not_completed(self.status, self.id, self.raw.get("failure"))
        return self.outcome


def not_completed(status: str, activity_id: str, failure: object) -> NotCompleted:
    """Make the error of an activity that has no result, from its fields of these names."""
    described = failure if isinstance(failure, Mapping) else None
    said = None if described is None else described.get("message")
    reason = f"; the service says: {clip(said, LONGEST_SHOWN_MESSAGE)}" if isinstance(said, str) else ""
    advice = (
        "that is final: make a new request"
        if status in _FINAL_FAILURES
        else f"ask the service for it again once that is {COMPLETED}"
    )
    return NotCompleted(
        f"the activity has no result; its status is {_printable(status)}; {advice}{reason}",
        status=status,
        activity_id=activity_id,
        failure=described,
    )


class WebhookSubscription(Record, frozen=True, kw_only=True):
    """What a webhook is told of."""

    event_type: Annotated[str, Meta(description="The kind of event, such as ACTIVITY_UPDATES.")]
    filters_json: Annotated[str | None, Meta(description="Which of them, JSON.")] = None
    is_active: Annotated[bool | None, Meta(description="Whether it is in force.")] = None


class WebhookEndpoint(Record, frozen=True, kw_only=True):
    """A webhook."""

    endpoint_id: Annotated[str, Meta(description="Its id.")]
    organization_id: Annotated[str, Meta(description="Its organization.")]
    url: Annotated[str, Meta(description="Where it delivers.")]
    name: Annotated[str, Meta(description="What people call it.")]
    is_active: Annotated[bool, Meta(description="Whether it delivers at all.")]
    subscriptions: Annotated[Array[WebhookSubscription] | None, Meta(description="What it is told of.")] = (
        None
    )


class UpdateWebhookEndpointResult(Record, frozen=True, kw_only=True):
    """The result of update_webhook_endpoint."""

    endpoint_id: Annotated[str, Meta(description="The webhook endpoint.")]
    webhook_endpoint: Annotated[WebhookEndpoint, Meta(description="What it is now.")]


class UpdateUserResult(Record, frozen=True, kw_only=True):
    """The result of update_user."""

    user_id: Annotated[str, Meta(description="The user.")]


class CreateOauthProvidersResult(Record, frozen=True, kw_only=True):
    """The result of create_oauth_providers."""

    provider_ids: Annotated[Array[str], Meta(description="The providers.")]


class SetIpAllowlistResult(Record, frozen=True, kw_only=True):
    """The result of set_ip_allowlist; the specification gives it no fields."""


class _Session(Record, frozen=True, kw_only=True):
    """An answer that holds a session."""

    session: Annotated[str, Meta(description="The session, a JWT. Whoever has it knows who logged in.")]
    expected_organization_id: str | None
    expected_public_key: str

    def verify(
        self,
        *,
        keys: EnclaveKeys = PRODUCTION,
        now: datetime | None = None,
        leeway: timedelta = NO_LEEWAY,
    ) -> SessionClaims:
        """Verify the session: that the enclave made it, for the public key and organization of the request.

        Where the request named no organization, the claims say which one it is.

        Args:
            keys: The enclave's public keys; the production ones by default.
            now: The time to compare its expiry with, aware of its zone; the system's by default.
            leeway: How long past its expiry it is still taken.

        Returns:
            Its claims.

        Raises:
            KeyMismatch: It has another public key than the request.
            ContextMismatch: It is of another organization.
            SealwaxError: What ``verify_session_jwt`` raises.
        """
        claims = verify_session_jwt(self.session, keys=keys, now=now, leeway=leeway)
        _check_session(claims, self.expected_public_key, self.expected_organization_id)
        return claims


class OauthLoginResult(_Session, frozen=True, kw_only=True):
    """The result of oauth_login."""


class UpdatePrivateKeyTagResult(Record, frozen=True, kw_only=True):
    """The result of update_private_key_tag."""

    private_key_tag_id: Annotated[str, Meta(description="The tag.")]


class UpdatePolicyResult(Record, frozen=True, kw_only=True):
    """The result of update_policy."""

    policy_id: Annotated[str, Meta(description="The policy.")]


class VerifyOtpResult(Record, frozen=True, kw_only=True):
    """The result of verify_otp."""

    verification_token: Annotated[
        str, Meta(description="A JWT, for otp_login_v2, signup_v2 and update_user_email.")
    ]
    expected_organization_id: str

    def verify(
        self,
        *,
        keys: EnclaveKeys = PRODUCTION,
        now: datetime | None = None,
        leeway: timedelta = NO_LEEWAY,
    ) -> VerificationClaims:
        """Verify the token: that the enclave made it, for the organization of the request.

        Args:
            keys: The enclave's public keys; the production ones by default.
            now: The time to compare its expiry with, aware of its zone; the system's by default.
            leeway: How long past its expiry it is still taken.

        Returns:
            Its claims.

        Raises:
            ContextMismatch: It is of another organization.
            SealwaxError: What ``verify_verification_token`` raises.
        """
        claims = verify_verification_token(self.verification_token, keys=keys, now=now, leeway=leeway)
        _check_organization(claims.organization_id, self.expected_organization_id, "the verification token")
        return claims


class ExportWalletResult(Record, frozen=True, kw_only=True):
    """The result of export_wallet."""

    wallet_id: Annotated[str, Meta(description="The wallet.")]
    export_bundle: Annotated[str, Meta(description="Its mnemonic, sealed to the target key.")]
    expected_organization_id: str

    def decrypt(self, target_key: TargetKey, *, keys: EnclaveKeys = PRODUCTION) -> "ExportedWallet":
        """Open the export, which must be of the organization of the request.

        Args:
            target_key: The key whose public key was sent.
            keys: The enclave's public keys; the production ones by default.

        Returns:
            The wallet.

        Raises:
            SealwaxError: What ``decrypt_wallet_export`` raises.
        """
        from sealwax.bundles.exports import decrypt_wallet_export  # noqa: PLC0415 - it loads HPKE

        return decrypt_wallet_export(
            self.export_bundle, target_key, organization_id=self.expected_organization_id, keys=keys
        )


class CreatePolicyResult(Record, frozen=True, kw_only=True):
    """The result of create_policy."""

    policy_id: Annotated[str, Meta(description="The policy.")]


class DeletePrivateKeysResult(Record, frozen=True, kw_only=True):
    """The result of delete_private_keys."""

    private_key_ids: Annotated[Array[str], Meta(description="The keys that are gone.")]


class CreatePrivateKeyTagResult(Record, frozen=True, kw_only=True):
    """The result of create_private_key_tag."""

    private_key_tag_id: Annotated[str, Meta(description="The tag.")]
    private_key_ids: Annotated[Array[str], Meta(description="The keys that have it.")]


class CreateUserTagResult(Record, frozen=True, kw_only=True):
    """The result of create_user_tag."""

    user_tag_id: Annotated[str, Meta(description="The tag.")]
    user_ids: Annotated[Array[str], Meta(description="The users who have it.")]


class UpdateUserEmailResult(Record, frozen=True, kw_only=True):
    """The result of update_user_email."""

    user_id: Annotated[str, Meta(description="The user.")]


class DeleteUserTagsResult(Record, frozen=True, kw_only=True):
    """The result of delete_user_tags."""

    user_tag_ids: Annotated[Array[str], Meta(description="The tags that are gone.")]
    user_ids: Annotated[Array[str], Meta(description="The users who had them.")]


class ExportWalletAccountResult(Record, frozen=True, kw_only=True):
    """The result of export_wallet_account."""

    address: Annotated[str, Meta(description="The account's address.")]
    export_bundle: Annotated[str, Meta(description="Its private key, sealed to the target key.")]
    expected_organization_id: str

    def decrypt(self, target_key: TargetKey, *, keys: EnclaveKeys = PRODUCTION) -> "ExportedAccount":
        """Open the export, which must be of the organization of the request.

        Args:
            target_key: The key whose public key was sent.
            keys: The enclave's public keys; the production ones by default.

        Returns:
            The account's private key.

        Raises:
            SealwaxError: What ``decrypt_account_export`` raises.
        """
        from sealwax.bundles.exports import decrypt_account_export  # noqa: PLC0415 - it loads HPKE

        return decrypt_account_export(
            self.export_bundle, target_key, organization_id=self.expected_organization_id, keys=keys
        )


class UpdateOrganizationNameResult(Record, frozen=True, kw_only=True):
    """The result of update_organization_name."""

    organization_id: Annotated[str, Meta(description="The organization.")]
    organization_name: Annotated[str, Meta(description="Its name now.")]


class DeleteMfaPolicyResult(Record, frozen=True, kw_only=True):
    """The result of delete_mfa_policy."""

    mfa_policy_id: Annotated[str, Meta(description="The policy that is gone.")]


class InitImportWalletResult(Record, frozen=True, kw_only=True):
    """The result of init_import_wallet."""

    import_bundle: Annotated[str, Meta(description="A key of the enclave to seal the wallet to, signed.")]
    expected_organization_id: str
    expected_user_id: str

    def verify(self, *, keys: EnclaveKeys = PRODUCTION) -> "ImportTarget":
        """Verify the bundle, which must be for the organization and the user of the request.

        Args:
            keys: The enclave's public keys; the production ones by default.

        Returns:
            What seals one wallet or private key to the enclave.

        Raises:
            SealwaxError: What ``verify_import_bundle`` raises.
        """
        from sealwax.bundles.imports import verify_import_bundle  # noqa: PLC0415 - it loads HPKE

        return verify_import_bundle(
            self.import_bundle,
            organization_id=self.expected_organization_id,
            user_id=self.expected_user_id,
            keys=keys,
        )


class Address(Record, frozen=True, kw_only=True):
    """An address of a private key."""

    format: Annotated[str | None, Meta(description="Its form, such as ADDRESS_FORMAT_ETHEREUM.")] = None
    address: Annotated[str | None, Meta(description="The address.")] = None


class PrivateKey(Record, frozen=True, kw_only=True):
    """A private key that the service keeps; it is not in here."""

    private_key_id: Annotated[str, Meta(description="Its id.")]
    public_key: Annotated[str, Meta(description="The public half.")]
    private_key_name: Annotated[str, Meta(description="What people call it.")]
    curve: Annotated[str, Meta(description="Its curve, such as CURVE_SECP256K1.")]
    addresses: Annotated[Array[Address], Meta(description="Its addresses.")]
    private_key_tags: Annotated[Array[str], Meta(description="Its tags.")]
    created_at: Annotated[Timestamp, Meta(description="When it was made.")]
    updated_at: Annotated[Timestamp, Meta(description="When it changed last.")]
    exported: Annotated[bool, Meta(description="Whether it was ever exported.")]
    imported: Annotated[bool, Meta(description="Whether it was imported.")]


class PrivateKeys(Record, frozen=True, kw_only=True):
    """The answer to list_private_keys."""

    private_keys: Annotated[Array[PrivateKey], Meta(description="The keys.")]


class CreatedWallet(Record, frozen=True, kw_only=True):
    """A wallet that a signup created."""

    wallet_id: Annotated[str, Meta(description="Its id.")]
    addresses: Annotated[Array[str], Meta(description="The addresses of its accounts.")]


class Signup(Record, frozen=True, kw_only=True):
    """The answer to signup_v2."""

    organization_id: Annotated[str, Meta(description="The new user's organization.")]
    wallet: Annotated[CreatedWallet | None, Meta(description="The wallet that was asked for.")] = None


class Login(_Session, frozen=True, kw_only=True):
    """The answer to otp_login_v2."""


def _check_session(claims: SessionClaims, public_key: str, organization_id: str | None) -> None:
    if claims.public_key.lower() != public_key.lower():
        raise KeyMismatch("the session is bound to another public key than the request's; log in again")
    if organization_id is not None:
        _check_organization(claims.organization_id, organization_id, "the session")


def _check_organization(found: str, expected: str, what: str) -> None:
    if found != expected:
        raise ContextMismatch(
            "wrong-organization",
            f"{what} is of another organization than the request; check the organization id",
        )


def _printable(text: str) -> str:
    return text if text.isascii() and text.isidentifier() and len(text) < 64 else "another"  # noqa: PLR2004 - long enough for a status

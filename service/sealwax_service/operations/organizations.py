"""The operations on organizations, policies, and the records that are stored in the form of answers.

``COLLECTIONS`` is the table of these records, which share the code for making, changing and deleting.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta

from sealwax._codec.strict_json import decode_json
from sealwax.operations import Effect
from sealwax.operations.forms import Id, Seconds
from sealwax.operations.parameters import Parameters
from sealwax_service._limits import MAX_INTERFACE_BYTES, MAX_INVITATIONS
from sealwax_service.api_errors import (
    INVALID_CALLER,
    NOT_AUTHORIZED,
    NOT_EXPORTED,
    NOT_FOUND,
    OAUTH2_CREDENTIAL_NOT_FOUND,
    REQUEST_INVALID,
    ApiError,
    ErrorKind,
    refusing,
)
from sealwax_service.policies.validation import check_expression
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Submit, SubmitContext, at_once, find_all, find_user, update
from sealwax_service.requests.provisioning import check_email, check_size
from sealwax_service.state.records import Json, MfaPolicy, Organization, find, timestamp

from .activities import add_policies, check_quorum, new_policy


class Collection(NamedTuple):
    """A collection of an organization's records, stored in the form of answers.

    Attributes:
        id_name: The name of a record's id in answers.
        what: The kind of record, in words.
        names_organization: Whether a record has the id of its organization.
        check: Refuses an invalid new or changed record.
        not_found: The error about an unknown id.
    """

    id_name: str
    what: str
    names_organization: bool = True
    check: Callable[[SubmitContext, Json], None] = lambda _context, _record: None
    not_found: ErrorKind = NOT_FOUND

    def find(self, records: Mapping[str, Json], record_id: str) -> Json:
        """Return a record of the collection by its id; refuse an unknown id."""
        record = records.get(record_id)
        if record is None:
            raise ApiError(self.not_found, f"there is no {self.what} with this id in the organization")
        return record


def _check_interface(_context: SubmitContext, record: Json) -> None:
    text = record["smartContractInterface"]
    if len(text.encode()) > MAX_INTERFACE_BYTES:
        raise ApiError(
            REQUEST_INVALID, f"smartContractInterface must have at most {MAX_INTERFACE_BYTES} bytes"
        )
    is_solana = record["type"].endswith("_SOLANA")
    with refusing(REQUEST_INVALID):
        parsed = decode_json(text.encode(), object, "smartContractInterface")
    if is_solana and not (isinstance(parsed, dict) and "types" in parsed):
        raise ApiError(REQUEST_INVALID, "smartContractInterface must be an IDL, an object with `types`")
    if not is_solana and not isinstance(parsed, list):
        raise ApiError(REQUEST_INVALID, "smartContractInterface must be an ABI, an array")


def _check_invitation(context: SubmitContext, record: Json) -> None:
    check_email(record["receiverEmail"])
    find_user(context, record["senderUserId"])
    find_all(context.organization.user_tags, record["receiverUserTags"], "user tag")


def _check_client_secret(context: SubmitContext, record: Json) -> None:
    context.provisioner.enclave.open_oauth2_client_secret(record["encryptedClientSecret"])


def _check_on_ramp(context: SubmitContext, record: Json) -> None:
    for name in ("encryptedSecretApiKey", "encryptedPrivateApiKey"):
        if name in record:
            context.provisioner.enclave.open_on_ramp_secret(record[name])


def _check_session_profile(context: SubmitContext, record: Json) -> None:
    check_expression(record["scope"], "condition", REQUEST_INVALID, strict=context.provisioner.strict)


COLLECTIONS: Final[dict[str, Collection]] = {
    "smart_contract_interfaces": Collection(
        "smartContractInterfaceId", "smart contract interface", check=_check_interface
    ),
    "session_profiles": Collection(
        "sessionProfileId", "session profile", names_organization=False, check=_check_session_profile
    ),
    "invitations": Collection(
        "invitationId", "invitation", names_organization=False, check=_check_invitation
    ),
    "oauth2_credentials": Collection(
        "oauth2CredentialId",
        "OAuth 2.0 credential",
        check=_check_client_secret,
        not_found=OAUTH2_CREDENTIAL_NOT_FOUND,
    ),
    "fiat_on_ramp_credentials": Collection(
        "fiatOnrampCredentialId", "fiat on-ramp credential", check=_check_on_ramp
    ),
}
"""The collections of records by their names."""


def records_of(organization: Organization, name: str) -> dict[str, Json]:
    """Return a collection of an organization."""
    return organization.records.setdefault(name, {})


def _new_record(context: SubmitContext, name: str, fields: Json) -> Json:
    """Make a record, which is not yet in its collection."""
    row, now = COLLECTIONS[name], timestamp(context.now())
    row.check(context, fields)
    owner = {"organizationId": context.organization.organization_id} if row.names_organization else {}
    return {
        row.id_name: context.provisioner.state.new_id(),
        **owner,
        **fields,
        "createdAt": now,
        "updatedAt": now,
    }


def _create(name: str, result: str | None = None) -> Callable[[SubmitContext, Parameters], Json]:
    """Make the handler that adds a record of a collection."""
    row = COLLECTIONS[name]

    def run(context: SubmitContext, given: Parameters) -> Json:
        record = _new_record(context, name, given.to_params())
        records_of(context.organization, name)[record[row.id_name]] = record
        return {result or row.id_name: record[row.id_name]}

    return run


def _instant(written: Json) -> tuple[int, int]:
    """Parse a time that ``timestamp`` wrote, to compare it."""
    return int(written["seconds"]), int(written["nanos"])


def _update(name: str, result: str | None = None) -> Callable[[SubmitContext, Parameters], Json]:
    """Make the handler that replaces the fields of a record."""
    row = COLLECTIONS[name]

    def run(context: SubmitContext, given: Parameters) -> Json:
        records, fields = records_of(context.organization, name), given.to_params()
        old = row.find(records, str(fields[row.id_name]))
        # The clock may have been set back since.
        updated = max(old["createdAt"], timestamp(context.now()), key=_instant)
        changed = {**old, **fields, "updatedAt": updated}
        row.check(context, changed)
        records[old[row.id_name]] = changed
        return {result or row.id_name: old[row.id_name]}

    return run


def _delete(name: str, result: str | None = None) -> Callable[[SubmitContext, Parameters], Json]:
    """Make the handler that deletes a record."""
    row = COLLECTIONS[name]

    def run(context: SubmitContext, given: Parameters) -> Json:
        records = records_of(context.organization, name)
        record = row.find(records, str(given.to_params()[row.id_name]))
        del records[record[row.id_name]]
        return {result or row.id_name: record[row.id_name]}

    return run


def _create_invitations(context: SubmitContext, given: Any) -> Json:
    made: list[Json] = []
    kept = len(records_of(context.organization, "invitations"))
    check_size(kept + len(given.invitations), MAX_INVITATIONS, "invitations")
    for each in given.invitations:
        fields = each.to_params()
        fields |= {"receiverEmail": fields.pop("receiverUserEmail"), "status": "INVITATION_STATUS_CREATED"}
        made.append(_new_record(context, "invitations", fields))
    for record in made:
        records_of(context.organization, "invitations")[record["invitationId"]] = record
    return {"invitationIds": [record["invitationId"] for record in made]}


# Organizations.


def _update_root_quorum(context: SubmitContext, given: Any) -> Json:
    organization = context.organization
    wanted = find_all(organization.users, given.user_ids, "user")
    check_quorum(given.threshold, len(wanted))
    for user in organization.users.values():
        user.is_root = user.user_id in wanted
    organization.root_threshold = given.threshold
    return {}


def features_of(organization: Organization) -> list[Json]:
    """Return the features of an organization in the form of answers."""
    return [{"name": name, "value": value} for name, value in organization.features.items()]


def organization_configs(organization: Organization) -> Json:
    """Return the features and the root quorum of an organization in the form of answers."""
    return {"features": features_of(organization), "quorum": root_quorum(organization)}


def root_quorum(organization: Organization) -> Json:
    """Return the root quorum of an organization in the form of answers."""
    users = [user.user_id for user in organization.users.values() if user.is_root]
    return {"threshold": organization.root_threshold, "userIds": users}


def _set_feature(context: SubmitContext, given: Any) -> Json:
    context.organization.features[given.name] = given.value
    return {"features": features_of(context.organization)}


def _remove_feature(context: SubmitContext, given: Any) -> Json:
    find(context.organization.features, given.name, "feature")
    del context.organization.features[given.name]
    return {"features": features_of(context.organization)}


def _delete_sub_organization(context: SubmitContext, given: Any) -> Json:
    organization = context.organization
    if organization.parent is None:
        raise ApiError(REQUEST_INVALID, "the organization is not a sub-organization")
    are_exported = [
        *(wallet.exported for wallet in organization.wallets.values()),
        *(key.exported for key in organization.private_keys.values()),
    ]
    if not given.delete_without_export and not all(are_exported):
        raise ApiError(NOT_EXPORTED, "set deleteWithoutExport to delete it")
    context.provisioner.state.delete_organization(organization)
    return {"subOrganizationUuid": organization.organization_id}


def _remove_ip_allowlist(context: SubmitContext, given: Any) -> Json:
    organization = context.organization
    if organization.parent is not None:
        raise ApiError(INVALID_CALLER)
    public_key = None if given.public_key is None else given.public_key.lower()
    if organization.allowlists.pop(public_key, None) is None:
        raise ApiError(NOT_FOUND, "there is no such IP allowlist in the organization")
    return {}


# Policies.


def _create_policies(context: SubmitContext, given: Any) -> Json:
    made = [new_policy(context, each) for each in given.policies]
    add_policies(context.organization, made)
    return {"policyIds": [policy.policy_id for policy in made]}


def _delete_policies(context: SubmitContext, given: Any) -> Json:
    policies = context.organization.policies
    wanted = find_all(policies, given.policy_ids, "policy")
    for policy_id in wanted:
        del policies[policy_id]
    return {"policyIds": wanted}


def _delete_policy(context: SubmitContext, given: Any) -> Json:
    find(context.organization.policies, given.policy_id, "policy")
    del context.organization.policies[given.policy_id]
    return {"policyId": given.policy_id}


def _create_mfa_policy(context: SubmitContext, given: Any) -> Json:
    user = find_user(context, given.user_id)
    fields = _mfa_fields(given)
    policy = MfaPolicy(
        context.provisioner.state.new_id(), given.mfa_policy_name, context.now(), fields=fields
    )
    user.mfa_policies[policy.mfa_policy_id] = policy
    user.updated_at = context.now()
    return {"mfaPolicyId": policy.mfa_policy_id}


def _mfa_fields(given: Parameters) -> Json:
    """Return the fields of an MFA policy that are stored unchanged."""
    params = given.to_params()
    return {name: params[name] for name in _MFA_FIELDS if name in params}


_MFA_FIELDS: Final = ("condition", "requiredAuthenticationMethods", "order", "notes")


def _update_mfa_policy(context: SubmitContext, given: Any) -> Json:
    user = find_user(context, given.user_id)
    policy = find(user.mfa_policies, given.mfa_policy_id, "MFA policy of the user")
    update(policy, name=given.mfa_policy_name, updated_at=context.now())
    policy.fields |= _mfa_fields(given)
    user.updated_at = context.now()
    return {"mfaPolicyId": policy.mfa_policy_id}


# Webhooks.

_BILLED_EVENTS: Final = {
    "BALANCE_CONFIRMED_UPDATES",
    "BALANCE_FINALIZED_UPDATES",
    "SEND_TRANSACTION_STATUS_UPDATES",
}
"""The events that only a top-level organization can subscribe to. This service never sends them."""


def _create_webhook_endpoint(context: SubmitContext, given: Any) -> Json:
    if given.event_types is not None:
        raise ApiError(REQUEST_INVALID, "eventTypes is not a parameter; give subscriptions")
    subscriptions = given.subscriptions or ()
    is_sub_organization = context.organization.parent is not None
    if is_sub_organization and any(each.event_type in _BILLED_EVENTS for each in subscriptions):
        raise ApiError(NOT_AUTHORIZED, "the parent has the endpoints for balances and transactions")
    endpoint = context.organization.add_webhook_endpoint(
        context.provisioner.state.new_id(),
        url=given.url,
        name=given.name,
        subscriptions=[{"isActive": True, **each.to_params()} for each in subscriptions],
    )
    return {"endpointId": endpoint.endpoint_id, "webhookEndpoint": endpoint.to_json()}


def _delete_webhook_endpoint(context: SubmitContext, given: Any) -> Json:
    find(context.organization.webhook_endpoints, given.endpoint_id, "webhook endpoint")
    del context.organization.webhook_endpoints[given.endpoint_id]
    return {"endpointId": given.endpoint_id}


FeatureName = Literal[
    "FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY",
    "FEATURE_NAME_WEBAUTHN_ORIGINS",
    "FEATURE_NAME_EMAIL_AUTH",
    "FEATURE_NAME_EMAIL_RECOVERY",
    "FEATURE_NAME_WEBHOOK",
    "FEATURE_NAME_SMS_AUTH",
    "FEATURE_NAME_OTP_EMAIL_AUTH",
    "FEATURE_NAME_AUTH_PROXY",
    "FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED",
    "FEATURE_NAME_SWAP_CONFIG",
    "FEATURE_NAME_EARN_CONFIG",
]
_AccessType = Literal["ACCESS_TYPE_WEB", "ACCESS_TYPE_API", "ACCESS_TYPE_ALL"]
_InterfaceType = Literal["SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM", "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"]
_OnRampProvider = Literal["FIAT_ON_RAMP_PROVIDER_COINBASE", "FIAT_ON_RAMP_PROVIDER_MOONPAY"]
_AuthenticationType = Literal[
    "AUTHENTICATION_TYPE_EMAIL_OTP",
    "AUTHENTICATION_TYPE_SMS_OTP",
    "AUTHENTICATION_TYPE_PASSKEY",
    "AUTHENTICATION_TYPE_API_KEY",
    "AUTHENTICATION_TYPE_OAUTH",
    "AUTHENTICATION_TYPE_SESSION",
]
_Int64 = Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
_POLICY: Final = body(
    "policy",
    policy_name=str,
    effect=Effect,
    condition=str | None,
    consensus=str | None,
    notes=str,
    time=str | None,
)
_METHODS: Final = array(
    body("required_method", any=array(body("method", type=_AuthenticationType, id=str | None)))
)
_SUBSCRIPTION: Final = body("subscription", event_type=Id, filters_json=str | None, is_active=bool | None)
_INVITATION: Final = body(
    "invitation",
    receiver_user_name=str,
    receiver_user_email=Id,
    receiver_user_tags=array(Id),
    access_type=_AccessType,
    sender_user_id=Id,
)
_OAUTH2: Final[dict[str, object]] = {
    "provider": Literal["OAUTH2_PROVIDER_X", "OAUTH2_PROVIDER_DISCORD"],
    "client_id": Id,
    "encrypted_client_secret": Id,
}
_ON_RAMP: Final[dict[str, object]] = {
    "onramp_provider": _OnRampProvider,
    "project_id": str | None,
    "publishable_api_key": Id,
    "encrypted_secret_api_key": Id,
    "encrypted_private_api_key": Id | None,
}

_ROWS: Final[dict[str, tuple[Callable[[SubmitContext, Any], Json], dict[str, Any]]]] = {
    "create_policies": (_create_policies, {"policies": array(_POLICY)}),
    "delete_policy": (_delete_policy, {"policy_id": Id}),
    "delete_policies": (_delete_policies, {"policy_ids": array(Id)}),
    "delete_sub_organization": (_delete_sub_organization, {"delete_without_export": bool | None}),
    "update_root_quorum": (_update_root_quorum, {"threshold": int, "user_ids": array(Id)}),
    "set_organization_feature": (_set_feature, {"name": FeatureName, "value": str}),
    "remove_organization_feature": (_remove_feature, {"name": FeatureName}),
    "remove_ip_allowlist": (_remove_ip_allowlist, {"public_key": Id | None}),
    "create_mfa_policy": (
        _create_mfa_policy,
        {
            "user_id": Id,
            "mfa_policy_name": str,
            "condition": str,
            "required_authentication_methods": _METHODS,
            "order": _Int64,
            "notes": str | None,
        },
    ),
    "update_mfa_policy": (
        _update_mfa_policy,
        {
            "user_id": Id,
            "mfa_policy_id": Id,
            "mfa_policy_name": str | None,
            "condition": str | None,
            "required_authentication_methods": _METHODS | None,
            "order": _Int64 | None,
            "notes": str | None,
        },
    ),
    "create_webhook_endpoint": (
        _create_webhook_endpoint,
        {
            "url": Id,
            "name": str,
            "subscriptions": array(_SUBSCRIPTION) | None,
            "event_types": array(str) | None,
        },
    ),
    "delete_webhook_endpoint": (_delete_webhook_endpoint, {"endpoint_id": Id}),
    "create_invitations": (_create_invitations, {"invitations": array(_INVITATION)}),
    "delete_invitation": (_delete("invitations"), {"invitation_id": Id}),
    "create_smart_contract_interface": (
        _create("smart_contract_interfaces"),
        {
            "smart_contract_address": Id,
            "smart_contract_interface": str,
            "type": _InterfaceType,
            "label": str,
            "notes": str | None,
        },
    ),
    "delete_smart_contract_interface": (
        _delete("smart_contract_interfaces"),
        {"smart_contract_interface_id": Id},
    ),
    "create_session_profile": (
        _create("session_profiles"),
        {
            "session_profile_name": Id,
            "scope": Id,
            "expiration_seconds": Seconds | None,
            "notes": str | None,
        },
    ),
    "create_oauth2_credential": (_create("oauth2_credentials"), _OAUTH2),
    "update_oauth2_credential": (
        _update("oauth2_credentials"),
        {"oauth2_credential_id": Id, **_OAUTH2},
    ),
    "delete_oauth2_credential": (_delete("oauth2_credentials"), {"oauth2_credential_id": Id}),
    "create_fiat_on_ramp_credential": (
        _create("fiat_on_ramp_credentials", "fiatOnRampCredentialId"),
        {**_ON_RAMP, "sandbox_mode": bool | None},
    ),
    "update_fiat_on_ramp_credential": (
        _update("fiat_on_ramp_credentials", "fiatOnRampCredentialId"),
        {"fiat_onramp_credential_id": Id, **_ON_RAMP},
    ),
    "delete_fiat_on_ramp_credential": (
        _delete("fiat_on_ramp_credentials", "fiatOnRampCredentialId"),
        {"fiat_onramp_credential_id": Id},
    ),
}
"""The operations: each has its handler, and the fields of its parameters."""

SUBMITS: Final[dict[str, Submit]] = {
    name: Submit(body(name, **fields), at_once(run)) for name, (run, fields) in _ROWS.items()
}
"""The operations on organizations and their records."""

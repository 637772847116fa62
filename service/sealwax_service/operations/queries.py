"""The queries: ``QUERIES`` is the table of their handlers."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from sealwax_service.api_errors import NOT_FOUND, REQUEST_INVALID, ApiError
from sealwax_service.requests.bodies import query
from sealwax_service.requests.context import Row, StampedContext
from sealwax_service.state.records import (
    AccountRecord,
    Activity,
    IpAllowlist,
    Json,
    Organization,
    Wallet,
    WebhookEndpointRecord,
    find,
)
from sealwax_service.yielding import Pace

from .answers import (
    account_record,
    activity_record,
    api_key_record,
    passkey_record,
    policy_record,
    private_key_record,
    provider_record,
    tag_record,
    timestamp,
    user_record,
    wallet_record,
)
from .listings import Listing, list_of
from .organizations import features_of, organization_configs, root_quorum
from .pages import (
    AccountsQuery,
    ActivitiesQuery,
    SubOrganizationsQuery,
    VerifiedSubOrganizationsQuery,
    organization_filter,
    page_of,
)
from .plain_records import COLLECTIONS, records_of
from .secrets import list_secrets

_TOGETHER: Final = 64
Run: TypeAlias = Callable[[StampedContext, Any], Json]


def _whoami(context: StampedContext, _given: object) -> Json:
    return {
        "organizationId": context.organization.organization_id,
        "organizationName": context.organization.name,
        "userId": context.stamp.user.user_id,
        "username": context.stamp.user.name,
    }


def _find_activity(context: StampedContext, given: Any) -> Activity:
    return find(context.organization.activities_by_id, given.activity_id, "activity")


def _get_activity(context: StampedContext, given: Any) -> Json:
    activity = _find_activity(context, given)
    return {"activity": activity_record(context, activity, context.stamp.user)}


def _list_app_proofs(context: StampedContext, given: Any) -> Json:
    return {"appProofs": _find_activity(context, given).app_proofs}


def _get_boot_proof(context: StampedContext, given: Any) -> Json:
    key = given.ephemeral_key.lower()
    for boot_proof in context.provisioner.prover.boot_proofs.values():
        if boot_proof["ephemeralPublicKeyHex"] == key:
            return {"bootProof": boot_proof}
    raise ApiError(NOT_FOUND, "there is no boot proof of this ephemeral key")


def _get_latest_boot_proof(context: StampedContext, given: Any) -> Json:
    boot_proofs = context.provisioner.prover.boot_proofs
    if given.app_name not in boot_proofs:
        raise ApiError(NOT_FOUND, f"the only enclaves of the local service are {' and '.join(boot_proofs)}")
    return {"bootProof": boot_proofs[given.app_name]}


def _list_activities(context: StampedContext, given: ActivitiesQuery) -> Json:
    with context.provisioner.state.lock:
        activities = [*context.organization.activities.values()]
    wanted = [
        activity
        for activity in reversed(activities)
        if (not given.filter_by_status or activity.status in given.filter_by_status)
        and (not given.filter_by_type or activity.version.type in given.filter_by_type)
    ]
    return {
        "activities": Listing(
            page_of(wanted, given.pagination_options, lambda activity: activity.activity_id),
            lambda activity, users: activity_record(context, activity, context.stamp.user, users),
        )
    }


def _list_wallet_accounts(context: StampedContext, given: AccountsQuery) -> Json:
    organization = context.organization
    with context.provisioner.state.lock:
        if given.wallet_id is not None:
            find(organization.wallets, given.wallet_id, "wallet")
        wanted = [each for each in organization.accounts() if given.wallet_id in {None, each[0].wallet_id}]

    def write(each: tuple[Wallet, AccountRecord]) -> Json:
        record = account_record(organization, *each)
        return {**record, "walletDetails": wallet_record(each[0])} if given.include_wallet_details else record

    page = page_of(wanted, given.pagination_options, lambda each: each[1].account_id)
    return {"accounts": list_of(page, write)}


def _list_sub_organizations(
    context: StampedContext, given: SubOrganizationsQuery | VerifiedSubOrganizationsQuery
) -> Json:
    matches, state, pace = organization_filter(context, given), context.provisioner.state, Pace()
    with state.lock:
        every = state.children_of(context.organization)
    wanted: list[str] = []
    for start in range(0, len(every), _TOGETHER):
        with state.lock:
            together = every[start : start + _TOGETHER]
            wanted += [each.organization_id for each in together if matches(each)]
        pace.pause()
    return {"organizationIds": [*page_of(wanted, given.pagination_options, str)]}


def _get_wallet_account(context: StampedContext, given: Any) -> Json:
    wallet = find(context.organization.wallets, given.wallet_id, "wallet")
    if (given.address is None) == (given.derivation_path is None):
        raise ApiError(REQUEST_INVALID, "give `address` or `path`")
    for account in wallet.accounts:
        if given.address == account.address or given.derivation_path == account.path:
            return {
                "account": {
                    **account_record(context.organization, wallet, account),
                    "walletDetails": wallet_record(wallet),
                }
            }
    raise ApiError(NOT_FOUND, "the wallet has no such account")


def _credentials(name: str, attribute: str, to_json: Callable[[Any], Json]) -> Run:
    """Make the handler that lists credentials of a kind, of one user or all."""

    def run(context: StampedContext, given: Any) -> Json:
        users = context.organization.users
        wanted = [*users.values()] if given.user_id is None else [find(users, given.user_id, "user")]
        return {name: [to_json(each) for user in wanted for each in getattr(user, attribute)]}

    return run


def _credential(name: str, attribute: str, id_attribute: str, to_json: Callable[[Any], Json]) -> Run:
    """Make the handler that finds a credential by its id."""

    def run(context: StampedContext, given: Any) -> Json:
        every = (each for user in context.organization.users.values() for each in getattr(user, attribute))
        by_id = {getattr(each, id_attribute): each for each in every}
        return {name: to_json(find(by_id, getattr(given, id_attribute), "credential"))}

    return run


def _get_mfa_policy(context: StampedContext, given: Any) -> Json:
    user = find(context.organization.users, given.user_id, "user")
    records = {each["mfaPolicyId"]: each for each in user_record(user)["mfaPolicies"]}
    return {"mfaPolicy": find(records, given.mfa_policy_id, "MFA policy of the user")}


def _get_mfa_status(context: StampedContext, given: Any) -> Json:
    """Report all MFA policies as unsatisfied, because they are never evaluated."""
    activity, users = _find_activity(context, given), context.organization.users
    wanted = [vote.user for vote in activity.votes if given.user_id in {None, vote.user.user_id}]
    if given.user_id is not None:
        find(users, given.user_id, "user")
    return {
        "mfaStatuses": [
            {
                "mfaPolicyId": policy["mfaPolicyId"],
                "userId": user.user_id,
                "satisfied": False,
                "satisfiedMethods": [],
                "requiredMethods": policy["requiredAuthenticationMethods"],
            }
            for user in wanted
            for policy in user_record(user)["mfaPolicies"]
        ]
    }


def _get_policy_evaluations(context: StampedContext, given: Any) -> Json:
    activity = _find_activity(context, given)
    return {
        "policyEvaluations": [
            {
                "id": vote.vote_id,
                "activityId": activity.activity_id,
                "organizationId": activity.organization_id,
                "voteId": vote.vote_id,
                "policyEvaluations": [
                    {"policyId": each.policy_id, "outcome": each.outcome} for each in vote.decision.policies
                ],
                "createdAt": timestamp(vote.created_at),
            }
            for vote in activity.votes
        ]
    }


def _kept(name: str, collection: str, *, with_parents: bool = False) -> Run:
    """Make the handler that lists a collection of records that are stored in the form of answers."""

    def run(context: StampedContext, _given: object) -> Json:
        organizations = context.organization.and_parent() if with_parents else [context.organization]
        kept = [record for each in organizations for record in records_of(each, collection).values()]
        return {name: list_of(kept, lambda record: record)}

    return run


def _kept_one(name: str, collection: str, *, with_parents: bool = False) -> Run:
    """Make the handler that finds one of those records."""
    row = COLLECTIONS[collection]
    id_field = _snake_case(row.id_name)

    def run(context: StampedContext, given: Any) -> Json:
        organizations = context.organization.and_parent() if with_parents else [context.organization]
        records = {
            record_id: record
            for each in organizations
            for record_id, record in records_of(each, collection).items()
        }
        return {name: find(records, getattr(given, id_field), row.what)}

    return run


def _snake_case(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name)


def _get_ip_allowlist(context: StampedContext, given: Any) -> Json:
    organization = context.organization
    # A removed or missing list is empty.
    allowlist = organization.allowlists.get(given.public_key, IpAllowlist(enabled=False, rules=[]))
    record: Json = {
        "organizationId": organization.organization_id,
        "rules": allowlist.rules,
        "enabled": allowlist.enabled,
        "onEvaluationError": allowlist.on_evaluation_error,
    }
    return {"allowlist": record if given.public_key is None else {**record, "publicKey": given.public_key}}


def _get_mfa_policies(context: StampedContext, given: Any) -> Json:
    user = find(context.organization.users, given.user_id, "user")
    return {"mfaPolicies": user_record(user)["mfaPolicies"]}


_COLLECTIONS: Final[dict[str, tuple[str, Callable[[Any], Json]]]] = {
    "users": ("users", user_record),
    "wallets": ("wallets", wallet_record),
    "policies": ("policies", policy_record),
    "privateKeys": ("private_keys", private_key_record),
    "userTags": ("user_tags", partial(tag_record, "USER")),
    "privateKeyTags": ("private_key_tags", partial(tag_record, "PRIVATE_KEY")),
    "webhookEndpoints": ("webhook_endpoints", WebhookEndpointRecord.to_json),
}
"""The collections of an organization by their names in answers: the attribute, and a record's writer."""


def _records(organization: Organization, *names: str) -> Listing:
    """List the records of collections, one after the other."""
    found = [
        (to_json, record)
        for attribute, to_json in map(_COLLECTIONS.__getitem__, names)
        for record in getattr(organization, attribute).values()
    ]
    return list_of(found, lambda each: each[0](each[1]))


def organization_record(organization: Organization) -> Json:
    """Return an organization and its content in the form of answers, with unwritten lists."""
    return {
        "organizationId": organization.organization_id,
        "name": organization.name,
        **{name: _records(organization, name) for name in ("users", "policies", "privateKeys", "wallets")},
        "tags": _records(organization, "userTags", "privateKeyTags"),
        "rootQuorum": root_quorum(organization),
        "invitations": [*records_of(organization, "invitations").values()],
        "features": features_of(organization),
        "smartContractInterfaceReferences": [
            {
                "smartContractInterfaceId": record["smartContractInterfaceId"],
                "smartContractAddress": record["smartContractAddress"],
                "digest": hashlib.sha256(record["smartContractInterface"].encode()).hexdigest(),
            }
            for record in records_of(organization, "smart_contract_interfaces").values()
        ],
    }


def _get_organization(context: StampedContext, _given: object) -> Json:
    return {"organizationData": organization_record(context.organization)}


def _listing(name: str) -> Run:
    """Make the handler that lists a whole collection."""
    return lambda context, _given: {name: _records(context.organization, name)}


def _record(name: str, collection: str, id_field: str) -> Run:
    """Make the handler that finds a record by its id."""
    attribute, to_json = _COLLECTIONS[collection]
    what = id_field.removesuffix("_id").replace("_", " ")

    def run(context: StampedContext, given: Any) -> Json:
        records = getattr(context.organization, attribute)
        return {name: to_json(find(records, getattr(given, id_field), what))}

    return run


_HANDLERS: Final[dict[str, Run]] = {
    "whoami": _whoami,
    "get_activity": _get_activity,
    "list_app_proofs": _list_app_proofs,
    "get_boot_proof": _get_boot_proof,
    "get_latest_boot_proof": _get_latest_boot_proof,
    "get_user": _record("user", "users", "user_id"),
    "get_wallet": _record("wallet", "wallets", "wallet_id"),
    "get_private_key": _record("privateKey", "privateKeys", "private_key_id"),
    "get_policy": _record("policy", "policies", "policy_id"),
    "get_ip_allowlist": _get_ip_allowlist,
    "get_mfa_policies": _get_mfa_policies,
    "get_wallet_account": _get_wallet_account,
    "get_api_keys": _credentials("apiKeys", "api_keys", api_key_record),
    "get_api_key": _credential("apiKey", "api_keys", "api_key_id", api_key_record),
    "get_authenticators": _credentials("authenticators", "passkeys", passkey_record),
    "get_authenticator": _credential("authenticator", "passkeys", "authenticator_id", passkey_record),
    "get_oauth_providers": _credentials("oauthProviders", "oauth_providers", provider_record),
    "get_organization_configs": lambda context, _: {"configs": organization_configs(context.organization)},
    "get_mfa_policy": _get_mfa_policy,
    "get_mfa_status": _get_mfa_status,
    "get_policy_evaluations": _get_policy_evaluations,
    "get_smart_contract_interface": _kept_one("smartContractInterface", "smart_contract_interfaces"),
    "get_session_profile": _kept_one("sessionProfile", "session_profiles", with_parents=True),
    "get_oauth2_credential": _kept_one("oauth2Credential", "oauth2_credentials"),
}
_LISTS: Final[dict[str, Run]] = {
    "list_private_keys": _listing("privateKeys"),
    "list_users": _listing("users"),
    "list_wallets": _listing("wallets"),
    "get_organization": _get_organization,
    "list_policies": _listing("policies"),
    "list_user_tags": _listing("userTags"),
    "list_private_key_tags": _listing("privateKeyTags"),
    "list_webhook_endpoints": _listing("webhookEndpoints"),
    "list_secrets": list_secrets,
    "list_smart_contract_interfaces": _kept("smartContractInterfaces", "smart_contract_interfaces"),
    "get_session_profiles": _kept("sessionProfiles", "session_profiles", with_parents=True),
    "list_oauth2_credentials": _kept("oauth2Credentials", "oauth2_credentials"),
    "list_fiat_on_ramp_credentials": _kept("fiatOnRampCredentials", "fiat_on_ramp_credentials"),
}
"""The queries whose answers have unwritten lists."""

_ACCOUNTS: Final = Row(AccountsQuery, _list_wallet_accounts, has_lists=True, is_locked=False)

QUERIES: Final[dict[str, Row]] = {
    **{name: Row(query(name), run, has_lists=True) for name, run in _LISTS.items()},
    **{name: Row(query(name), run) for name, run in _HANDLERS.items()},
    "get_users": Row(query("list_users"), _LISTS["list_users"], has_lists=True),
    "list_activities": Row(ActivitiesQuery, _list_activities, has_lists=True, is_locked=False),
    "list_wallet_accounts": _ACCOUNTS,
    "get_wallet_accounts": _ACCOUNTS,
    "list_suborgs": Row(SubOrganizationsQuery, _list_sub_organizations, is_locked=False),
    "list_verified_suborgs": Row(VerifiedSubOrganizationsQuery, _list_sub_organizations, is_locked=False),
}
"""Every query by its name: the specification's first."""

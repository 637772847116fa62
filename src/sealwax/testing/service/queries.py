"""The queries, and the records that they answer with."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

from sealwax._codec.base64url import encode_base64url
from sealwax.operations.parameters import Parameters
from sealwax.operations.statuses import CONSENSUS_NEEDED

from . import requests
from .authentication import Stamped
from .errors import NOT_FOUND, ApiError
from .proofs import APP_NAME, Prover
from .state import (
    AccountRecord,
    Activity,
    ApiKeyRecord,
    Json,
    Organization,
    Passkey,
    Policy,
    PrivateKeyRecord,
    Tag,
    User,
    Vote,
    Wallet,
    find,
    seconds_since_epoch,
    timestamp,
)


class Question(NamedTuple):
    """What a query works on: the organization, who asks, what proves, and whether the service is strict."""

    organization: Organization
    stamped: Stamped
    prover: Prover
    strict: bool


class QueryRow(NamedTuple):
    """A query of the table: the type of its body, and what answers it."""

    parameters: type[Parameters]
    run: Callable[[Question, Any], Json]


def activity_record(activity: Activity, viewer: User | None, *, strict: bool) -> Json:
    """Return an activity as answers have it.

    Its times are objects, as the deployed service sends them and its Python client needs; a strict service
    sends strings, as the specification says.
    """
    voted = viewer in [vote.user for vote in activity.votes]
    may_vote = activity.status == CONSENSUS_NEEDED and not voted
    times = activity.created_at, activity.updated_at
    created, updated = (time.isoformat() if strict else timestamp(time) for time in times)
    return {
        "id": activity.activity_id,
        "organizationId": activity.organization_id,
        "status": activity.status,
        "type": activity.version.type,
        "intent": activity.intent,
        "result": activity.result or {},
        "votes": [_vote_record(vote, activity) for vote in activity.votes],
        "appProofs": activity.app_proofs,
        "fingerprint": activity.fingerprint,
        "canApprove": may_vote,
        "canReject": may_vote,
        "createdAt": created,
        "updatedAt": updated,
        "timestampMs": activity.timestamp_ms,
        "failure": activity.failure,
    }


def _vote_record(vote: Vote, activity: Activity) -> Json:
    return {
        "id": vote.vote_id,
        "userId": vote.user.user_id,
        "user": user_record(vote.user),
        "activityId": activity.activity_id,
        "selection": vote.selection,
        "message": vote.message,
        "publicKey": vote.public_key,
        "signature": vote.signature,
        "scheme": vote.scheme,
        "createdAt": timestamp(vote.created_at),
    }


def user_record(user: User) -> Json:
    """Return a user as answers have it."""
    contacts = {"userEmail": user.email, "userPhoneNumber": user.phone_number}
    return {
        "userId": user.user_id,
        "userName": user.name,
        **{name: contact for name, contact in contacts.items() if contact is not None},
        "authenticators": [_passkey_record(passkey) for passkey in user.passkeys],
        "apiKeys": [_api_key_record(key) for key in user.api_keys],
        "userTags": user.tag_ids,
        "oauthProviders": [
            {
                "providerId": provider.provider_id,
                "providerName": provider.name,
                "issuer": provider.identity.issuer,
                "audience": provider.identity.audience,
                "subject": provider.identity.subject,
                **_times(provider.created_at, provider.created_at),
            }
            for provider in user.oauth_providers
        ],
        "mfaPolicies": [
            {
                "mfaPolicyId": policy.mfa_policy_id,
                "mfaPolicyName": policy.name,
                "condition": "true",
                "requiredAuthenticationMethods": [],
                "order": number,
                **_times(policy.created_at, policy.created_at),
            }
            for number, policy in enumerate(user.mfa_policies.values())
        ],
        **_times(user.created_at, user.updated_at),
    }


def _times(created: datetime, updated: datetime) -> Json:
    return {"createdAt": timestamp(created), "updatedAt": timestamp(updated)}


def _api_key_record(key: ApiKeyRecord) -> Json:
    record: Json = {
        "credential": {"publicKey": key.public_key, "type": f"CREDENTIAL_TYPE_API_KEY_{key.curve.upper()}"},
        "apiKeyId": key.api_key_id,
        "apiKeyName": key.name,
        **_times(key.created_at, key.created_at),
    }
    if key.expires_at is not None:
        seconds = seconds_since_epoch(key.expires_at) - seconds_since_epoch(key.created_at)
        record["expirationSeconds"] = str(seconds)
    return record


def _passkey_record(passkey: Passkey) -> Json:
    return {
        "transports": passkey.transports,
        "attestationType": "none",
        "aaguid": encode_base64url(passkey.aaguid),
        "credentialId": encode_base64url(passkey.credential_id),
        "model": "",
        "credential": {
            "publicKey": encode_base64url(passkey.public_key),
            "type": "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR",
        },
        "authenticatorId": passkey.authenticator_id,
        "authenticatorName": passkey.name,
        **_times(passkey.created_at, passkey.created_at),
    }


def _private_key_record(key: PrivateKeyRecord) -> Json:
    return {
        "privateKeyId": key.private_key_id,
        "publicKey": key.public_key,
        "privateKeyName": key.name,
        "curve": key.curve,
        "addresses": [{"format": name, "address": text} for name, text in key.addresses],
        "privateKeyTags": key.tag_ids,
        **_times(key.created_at, key.updated_at),
        "exported": key.exported,
        "imported": key.imported,
    }


def _wallet_record(wallet: Wallet) -> Json:
    return {
        "walletId": wallet.wallet_id,
        "walletName": wallet.name,
        **_times(wallet.created_at, wallet.updated_at),
        "exported": wallet.exported,
        "imported": wallet.imported,
    }


def _account_record(organization: Organization, wallet: Wallet, account: AccountRecord) -> Json:
    record: Json = {
        "walletAccountId": account.account_id,
        "organizationId": organization.organization_id,
        "walletId": wallet.wallet_id,
        "curve": account.curve,
        "pathFormat": "PATH_FORMAT_BIP32",
        "path": account.path,
        "addressFormat": account.address_format,
        "address": account.address,
        "publicKey": account.public_key,
        **_times(account.created_at, account.created_at),
    }
    return record if account.name is None else {**record, "name": account.name}


def _policy_record(policy: Policy) -> Json:
    return {
        "policyId": policy.policy_id,
        "policyName": policy.name,
        "effect": policy.effect,
        "condition": policy.condition,
        "consensus": policy.consensus,
        "notes": policy.notes,
        **_times(policy.created_at, policy.updated_at),
    }


def _tag_record(tag: Tag) -> Json:
    return {"tagId": tag.tag_id, "tagName": tag.name, **_times(tag.created_at, tag.updated_at)}


def _whoami(question: Question, _given: requests.Query) -> Json:
    return {
        "organizationId": question.organization.organization_id,
        "organizationName": question.organization.name,
        "userId": question.stamped.user.user_id,
        "username": question.stamped.user.name,
    }


def _find_activity(question: Question, given: requests.ActivityQuery) -> Activity:
    by_id = {each.activity_id: each for each in question.organization.activities.values()}
    return find(by_id, given.activity_id, "activity")


def _get_activity(question: Question, given: requests.ActivityQuery) -> Json:
    activity = _find_activity(question, given)
    return {"activity": activity_record(activity, question.stamped.user, strict=question.strict)}


def _list_app_proofs(question: Question, given: requests.ActivityQuery) -> Json:
    return {"appProofs": _find_activity(question, given).app_proofs}


def _get_boot_proof(question: Question, given: requests.BootProofQuery) -> Json:
    boot_proof = question.prover.boot_proof
    if given.ephemeral_key.lower() != boot_proof["ephemeralPublicKeyHex"]:
        raise ApiError(NOT_FOUND, "there is no boot proof of this ephemeral key")
    return {"bootProof": boot_proof}


def _get_latest_boot_proof(question: Question, given: requests.LatestBootProofQuery) -> Json:
    if given.app_name != APP_NAME:
        raise ApiError(NOT_FOUND, f"the only enclave of the local service is {APP_NAME}")
    return {"bootProof": question.prover.boot_proof}


def _list_activities(question: Question, _given: requests.Query) -> Json:
    return {
        "activities": [
            activity_record(activity, question.stamped.user, strict=question.strict)
            for activity in question.organization.activities.values()
        ]
    }


def _get_user(question: Question, given: requests.UserQuery) -> Json:
    return {"user": user_record(find(question.organization.users, given.user_id, "user"))}


def _list_users(question: Question, _given: requests.Query) -> Json:
    return {"users": [user_record(user) for user in question.organization.users.values()]}


def _list_private_keys(question: Question, _given: requests.Query) -> Json:
    keys = question.organization.private_keys.values()
    return {"privateKeys": [_private_key_record(key) for key in keys]}


def _get_private_key(question: Question, given: requests.PrivateKeyQuery) -> Json:
    key = find(question.organization.private_keys, given.private_key_id, "private key")
    return {"privateKey": _private_key_record(key)}


def _list_wallets(question: Question, _given: requests.Query) -> Json:
    return {"wallets": [_wallet_record(wallet) for wallet in question.organization.wallets.values()]}


def _get_wallet(question: Question, given: requests.WalletQuery) -> Json:
    return {"wallet": _wallet_record(find(question.organization.wallets, given.wallet_id, "wallet"))}


def _list_wallet_accounts(question: Question, given: requests.WalletAccountsQuery) -> Json:
    organization = question.organization
    if given.wallet_id is not None:
        find(organization.wallets, given.wallet_id, "wallet")
    return {
        "accounts": [
            _account_record(organization, wallet, account)
            for wallet, account in organization.accounts()
            if given.wallet_id in {None, wallet.wallet_id}
        ]
    }


def _list_policies(question: Question, _given: requests.Query) -> Json:
    return {"policies": [_policy_record(policy) for policy in question.organization.policies.values()]}


def _get_policy(question: Question, given: requests.PolicyQuery) -> Json:
    return {"policy": _policy_record(find(question.organization.policies, given.policy_id, "policy"))}


def _list_user_tags(question: Question, _given: requests.Query) -> Json:
    return {"userTags": [_tag_record(tag) for tag in question.organization.user_tags.values()]}


def _list_private_key_tags(question: Question, _given: requests.Query) -> Json:
    tags = question.organization.private_key_tags.values()
    return {"privateKeyTags": [_tag_record(tag) for tag in tags]}


def _list_webhook_endpoints(question: Question, _given: requests.Query) -> Json:
    endpoints = question.organization.webhook_endpoints.values()
    return {"webhookEndpoints": [endpoint.to_json() for endpoint in endpoints]}


def _get_ip_allowlist(question: Question, given: requests.AllowlistQuery) -> Json:
    organization = question.organization
    allowlist = organization.allowlists.get(given.public_key)
    if allowlist is None:
        raise ApiError(NOT_FOUND, "there is no such IP allowlist in the organization")
    record: Json = {
        "organizationId": organization.organization_id,
        "rules": allowlist.rules,
        "enabled": allowlist.enabled,
        "onEvaluationError": allowlist.on_evaluation_error,
    }
    return {"allowlist": record if given.public_key is None else {**record, "publicKey": given.public_key}}


def _get_mfa_policies(question: Question, given: requests.UserQuery) -> Json:
    user = find(question.organization.users, given.user_id, "user")
    return {"mfaPolicies": user_record(user)["mfaPolicies"]}


def organization_record(organization: Organization) -> Json:
    """Return an organization with everything in it, as answers have it."""
    tags = [*organization.user_tags.values(), *organization.private_key_tags.values()]
    return {
        "organizationId": organization.organization_id,
        "name": organization.name,
        "users": [user_record(user) for user in organization.users.values()],
        "policies": [_policy_record(policy) for policy in organization.policies.values()],
        "privateKeys": [_private_key_record(key) for key in organization.private_keys.values()],
        "tags": [_tag_record(tag) for tag in tags],
        "wallets": [_wallet_record(wallet) for wallet in organization.wallets.values()],
        "rootQuorum": {
            "threshold": 1,
            "userIds": [user.user_id for user in organization.users.values() if user.is_root],
        },
        "invitations": [],
        "features": [],
        "smartContractInterfaceReferences": [],
    }


def _get_organization(question: Question, _given: requests.Query) -> Json:
    return {"organizationData": organization_record(question.organization)}


QUERIES: Final[dict[str, QueryRow]] = {
    # Its only parameter is the organization, which the specification's type leaves to the body.
    "list_private_keys": QueryRow(requests.Query, _list_private_keys),
    "whoami": QueryRow(requests.Query, _whoami),
    "get_activity": QueryRow(requests.ActivityQuery, _get_activity),
    "list_activities": QueryRow(requests.Query, _list_activities),
    "list_app_proofs": QueryRow(requests.ActivityQuery, _list_app_proofs),
    "get_boot_proof": QueryRow(requests.BootProofQuery, _get_boot_proof),
    "get_latest_boot_proof": QueryRow(requests.LatestBootProofQuery, _get_latest_boot_proof),
    "get_user": QueryRow(requests.UserQuery, _get_user),
    "list_users": QueryRow(requests.Query, _list_users),
    "get_users": QueryRow(requests.Query, _list_users),
    "list_wallets": QueryRow(requests.Query, _list_wallets),
    "get_wallet": QueryRow(requests.WalletQuery, _get_wallet),
    "list_wallet_accounts": QueryRow(requests.WalletAccountsQuery, _list_wallet_accounts),
    "get_wallet_accounts": QueryRow(requests.WalletAccountsQuery, _list_wallet_accounts),
    "get_organization": QueryRow(requests.Query, _get_organization),
    "get_private_key": QueryRow(requests.PrivateKeyQuery, _get_private_key),
    "list_policies": QueryRow(requests.Query, _list_policies),
    "get_policy": QueryRow(requests.PolicyQuery, _get_policy),
    "list_user_tags": QueryRow(requests.Query, _list_user_tags),
    "list_private_key_tags": QueryRow(requests.Query, _list_private_key_tags),
    "list_webhook_endpoints": QueryRow(requests.Query, _list_webhook_endpoints),
    "get_ip_allowlist": QueryRow(requests.AllowlistQuery, _get_ip_allowlist),
    "get_mfa_policies": QueryRow(requests.UserQuery, _get_mfa_policies),
}
"""Every query by its name: the specification's first."""

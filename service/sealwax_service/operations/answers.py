"""Records in the form of answers."""

from datetime import datetime, timedelta
from typing import Final

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import EPOCH
from sealwax.activities.statuses import CONSENSUS_NEEDED
from sealwax_service.access.authorization import may_vote
from sealwax_service.requests.context import Context
from sealwax_service.state.records import (
    PASSKEY_TYPE,
    AccountRecord,
    Activity,
    ApiKeyRecord,
    Json,
    OauthProviderRecord,
    OidcIdentity,
    Organization,
    Passkey,
    Policy,
    PrivateKeyRecord,
    Tag,
    User,
    Vote,
    Wallet,
)

from .listings import Memo

_SECOND: Final = timedelta(seconds=1)


def activity_record(
    context: Context, activity: Activity, viewer: User | None, users: Memo | None = None
) -> Json:
    """Return an activity in the form of answers.

    ``users`` caches the records of the voters, for other activities.

    The times are objects, as the deployed service sends them and its Python client needs; a strict service
    sends strings, as the specification says.
    """
    may = activity.status == CONSENSUS_NEEDED if viewer is None else may_vote(context, activity, viewer)
    times = activity.created_at, max(activity.created_at, activity.updated_at)
    created, updated = (time.isoformat() if context.provisioner.strict else timestamp(time) for time in times)
    return {
        "id": activity.activity_id,
        "organizationId": activity.organization_id,
        "status": activity.status,
        "type": activity.version.type,
        "intent": activity.intent,
        "result": activity.result or {},
        "votes": [_vote_record(vote, activity, {} if users is None else users) for vote in activity.votes],
        "appProofs": activity.app_proofs,
        "fingerprint": activity.fingerprint,
        "canApprove": may,
        "canReject": may,
        "createdAt": created,
        "updatedAt": updated,
        "timestampMs": activity.timestamp_ms,
        "failure": activity.failure,
    }


def _vote_record(vote: Vote, activity: Activity, users: Memo) -> Json:
    if vote.user not in users:
        users[vote.user] = user_record(vote.user)
    return {
        "id": vote.vote_id,
        "userId": vote.user.user_id,
        "user": users[vote.user],
        "activityId": activity.activity_id,
        "selection": vote.selection,
        "message": vote.message,
        "publicKey": vote.public_key,
        "signature": vote.signature,
        "scheme": vote.scheme,
        "createdAt": timestamp(vote.created_at),
    }


def user_record(user: User) -> Json:
    """Return a user in the form of answers."""
    contacts = {"userEmail": user.email, "userPhoneNumber": user.phone_number}
    return {
        "userId": user.user_id,
        "userName": user.name,
        **{name: contact for name, contact in contacts.items() if contact is not None},
        "authenticators": [passkey_record(passkey) for passkey in user.passkeys],
        "apiKeys": [api_key_record(key) for key in user.api_keys],
        "userTags": user.tag_ids,
        "oauthProviders": [provider_record(provider) for provider in user.oauth_providers],
        "mfaPolicies": [
            {
                "mfaPolicyId": policy.mfa_policy_id,
                "mfaPolicyName": policy.name,
                "condition": "true",
                "requiredAuthenticationMethods": [],
                "order": number,
                **policy.fields,
                **_times(policy.created_at, policy.updated_at or policy.created_at),
            }
            for number, policy in enumerate(user.mfa_policies.values())
        ],
        **_times(user.created_at, user.updated_at),
    }


def provider_record(provider: OauthProviderRecord) -> Json:
    """Return an OAuth provider in the form of answers."""
    identity = provider.identity or OidcIdentity("", "", "")
    return {
        "providerId": provider.provider_id,
        "providerName": provider.name,
        "issuer": identity.issuer,
        "audience": identity.audience,
        "subject": identity.subject,
        **_times(provider.created_at, provider.created_at),
    }


def api_key_record(key: ApiKeyRecord) -> Json:
    """Return an API key in the form of answers."""
    profile = {} if key.session_profile_id is None else {"sessionProfileId": key.session_profile_id}
    record: Json = {
        "credential": {"publicKey": key.public_key, "type": key.type, **profile},
        "apiKeyId": key.api_key_id,
        "apiKeyName": key.name,
        **_times(key.created_at, key.created_at),
    }
    if key.expires_at is not None:
        record["expirationSeconds"] = str((key.expires_at - key.created_at) // _SECOND)
    return record


def passkey_record(passkey: Passkey) -> Json:
    """Return a passkey in the form of answers."""
    return {
        "transports": passkey.transports,
        "attestationType": "none",
        "aaguid": encode_base64url(passkey.aaguid),
        "credentialId": encode_base64url(passkey.credential_id),
        "model": "",
        "credential": {
            "publicKey": encode_base64url(passkey.public_key),
            "type": PASSKEY_TYPE,
        },
        "authenticatorId": passkey.authenticator_id,
        "authenticatorName": passkey.name,
        **_times(passkey.created_at, passkey.created_at),
    }


def private_key_record(key: PrivateKeyRecord) -> Json:
    """Return a private key in the form of answers."""
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


def wallet_record(wallet: Wallet) -> Json:
    """Return a wallet in the form of answers."""
    return {
        "walletId": wallet.wallet_id,
        "walletName": wallet.name,
        **_times(wallet.created_at, wallet.updated_at),
        "exported": wallet.exported,
        "imported": wallet.imported,
    }


def account_record(organization: Organization, wallet: Wallet, account: AccountRecord) -> Json:
    """Return a wallet account in the form of answers."""
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


def policy_record(policy: Policy) -> Json:
    """Return a policy in the form of answers."""
    return {
        "policyId": policy.policy_id,
        "policyName": policy.name,
        "effect": policy.effect,
        "condition": policy.condition,
        "consensus": policy.consensus,
        "notes": policy.notes,
        **({"time": policy.time} if policy.time else {}),
        **_times(policy.created_at, policy.updated_at),
    }


def tag_record(kind: str, tag: Tag) -> Json:
    """Return a tag of a kind in the form of answers."""
    names = {"tagId": tag.tag_id, "tagName": tag.name, "tagType": f"TAG_TYPE_{kind}"}
    return {**names, **_times(tag.created_at, tag.updated_at)}


def _times(created: datetime, updated: datetime) -> Json:
    """Write both times; the clock may have been set back in between."""
    return {"createdAt": timestamp(created), "updatedAt": timestamp(max(created, updated))}


def timestamp(time: datetime) -> Json:
    """Write a time in the service's form."""
    seconds, rest = divmod(time - EPOCH, _SECOND)
    return {"seconds": str(seconds), "nanos": str(rest.microseconds * 1000)}

"""The content of the page: the organizations and recent events, without secrets."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import TypeVar

import msgspec

from sealwax_service._limits import MAX_SHOWN_RECENT, MAX_SHOWN_RECORDS
from sealwax_service.deployment import Deployment
from sealwax_service.http.messages import ReceivedRequest
from sealwax_service.operations.answers import policy_record, private_key_record, user_record, wallet_record
from sealwax_service.operations.listings import list_of
from sealwax_service.state.outcomes import Decision, LastOutcome, PolicyOutcome
from sealwax_service.state.records import Activity, Json, Organization, Policy, Wallet
from sealwax_service.webhooks import WebhookDelivery
from sealwax_service.yielding import Pace

T = TypeVar("T")


class _Delivered(msgspec.Struct, frozen=True):
    """The activity in a delivery."""

    id: str
    type: str
    status: str


def overview(deployment: Deployment, _given: object) -> Json:
    """Return the organizations, the last requests and deliveries, the clock and the faults."""
    state, router = deployment.state, deployment.router
    with state.lock:
        count, organizations = len(state.organizations), [*_first(state.organizations)]
    received = router.received.all()
    outcomes = [each.outcome for each in received]
    seconds = {each.activity_id: each.seconds for each in outcomes if each.began}
    write = partial(_organization, outcomes=router.submissions.last_outcomes, seconds=seconds)
    return {
        "now": deployment.now().isoformat(timespec="seconds"),
        "frozen": state.frozen_at is not None,
        "url": deployment.url,
        "organizationId": deployment.organization.organization_id,
        "userId": deployment.user_id,
        "apiPublicKey": deployment.api_key.public_key,
        "configurationId": deployment.configuration_id,
        "organizations": [*list_of(organizations, write).written(state.lock, Pace())],
        "organizationCount": count,
        "faults": router.faults.list(),
        "requests": [request_record(each) for each in received[-MAX_SHOWN_RECENT:]],
        "deliveries": [_delivery_record(each) for each in deployment.webhooks.ended()[-MAX_SHOWN_RECENT:]],
    }


def request_record(request: ReceivedRequest) -> Json:
    """Describe a request and its answer, without their content."""
    outcome = request.outcome
    return {
        "receivedAt": None if outcome.received_at is None else outcome.received_at.isoformat(),
        "method": request.method,
        "path": request.path,
        "status": outcome.status,
        "errorCode": outcome.error_code,
        "errorWords": outcome.words,
        "milliseconds": _milliseconds(outcome.seconds),
        "activityId": outcome.activity_id,
        "notes": request.notes,
    }


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 1)


def _delivery_record(delivery: WebhookDelivery) -> Json:
    activity = msgspec.json.decode(delivery.body, type=_Delivered)
    return {
        "endpointId": delivery.endpoint_id,
        "url": delivery.url,
        "statuses": delivery.statuses,
        "activityId": activity.id,
        "type": activity.type,
        "status": activity.status,
    }


def _organization(
    organization: Organization,
    *,
    outcomes: Mapping[str, LastOutcome],
    seconds: Mapping[str | None, float],
) -> Json:
    parent = organization.parent
    return {
        "organizationId": organization.organization_id,
        "name": organization.name,
        "parentId": None if parent is None else parent.organization_id,
        "users": [user_record(user) for user in _first(organization.users)],
        "wallets": [_wallet(wallet) for wallet in _first(organization.wallets)],
        "privateKeys": [private_key_record(key) for key in _first(organization.private_keys)],
        "policies": [
            _policy(policy, outcomes.get(policy.policy_id)) for policy in _first(organization.policies)
        ],
        "activities": [
            _activity(each, seconds.get(each.activity_id))
            for each in islice(reversed(organization.activities.values()), MAX_SHOWN_RECENT)
        ],
        "denials": [
            _denial(fingerprint, decision)
            for fingerprint, decision in islice(reversed(organization.refusals.items()), MAX_SHOWN_RECENT)
        ],
        "counts": {
            "users": len(organization.users),
            "wallets": len(organization.wallets),
            "privateKeys": len(organization.private_keys),
            "policies": len(organization.policies),
            "activities": len(organization.activities),
            "denials": len(organization.refusals),
        },
    }


def _first(records: Mapping[str, T]) -> Iterator[T]:
    return islice(records.values(), MAX_SHOWN_RECORDS)


def _wallet(wallet: Wallet) -> Json:
    return {
        **wallet_record(wallet),
        "addresses": [
            {"format": account.address_format, "path": account.path, "address": account.address}
            for account in wallet.accounts
        ],
    }


def _policy(policy: Policy, last: LastOutcome | None) -> Json:
    return {
        **policy_record(policy),
        "lastDecision": None if last is None else _last_decision(last),
    }


def _last_decision(last: LastOutcome) -> Json:
    return {
        "time": last.time.isoformat(),
        "activityType": last.activity_type,
        **outcome_record(last.outcome),
    }


def outcome_record(outcome: PolicyOutcome) -> Json:
    """Write the outcome of a policy."""
    return {
        "outcome": outcome.outcome,
        "condition": outcome.condition._asdict(),
        "consensus": outcome.consensus._asdict(),
    }


def _denial(fingerprint: str, decision: Decision) -> Json:
    return {
        "fingerprint": fingerprint,
        "activityType": decision.activity_type,
        "outcome": decision.outcome,
        "policyId": decision.policy_id,
        "reason": decision.reason,
    }


def _activity(activity: Activity, seconds: float | None) -> Json:
    return {
        "id": activity.activity_id,
        "type": activity.version.type,
        "status": activity.status,
        "createdAt": activity.created_at.isoformat(),
        "milliseconds": None if seconds is None else _milliseconds(seconds),
    }

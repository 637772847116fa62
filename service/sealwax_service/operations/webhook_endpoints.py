"""The operations on webhook endpoints."""

from typing import Any, Final

from sealwax import operations
from sealwax.operations.forms import Id
from sealwax_service.api_errors import NOT_AUTHORIZED, REQUEST_INVALID, ApiError
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Submit, SubmitContext, at_once, update
from sealwax_service.state.records import Json, find

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


def _update_webhook_endpoint(context: SubmitContext, given: operations.UpdateWebhookEndpoint) -> Json:
    endpoint = find(context.organization.webhook_endpoints, given.endpoint_id, "webhook endpoint")
    update(endpoint, url=given.url, name=given.name, is_active=given.is_active)
    return {"endpointId": endpoint.endpoint_id, "webhookEndpoint": endpoint.to_json()}


def _delete_webhook_endpoint(context: SubmitContext, given: Any) -> Json:
    find(context.organization.webhook_endpoints, given.endpoint_id, "webhook endpoint")
    del context.organization.webhook_endpoints[given.endpoint_id]
    return {"endpointId": given.endpoint_id}


_SUBSCRIPTION: Final = body("subscription", event_type=Id, filters_json=str | None, is_active=bool | None)


SUBMITS: Final[dict[str, Submit]] = {
    "create_webhook_endpoint": Submit(
        body(
            "create_webhook_endpoint",
            url=Id,
            name=str,
            subscriptions=array(_SUBSCRIPTION) | None,
            event_types=array(str) | None,
        ),
        at_once(_create_webhook_endpoint),
    ),
    "update_webhook_endpoint": Submit(operations.UpdateWebhookEndpoint, at_once(_update_webhook_endpoint)),
    "delete_webhook_endpoint": Submit(
        body("delete_webhook_endpoint", endpoint_id=Id), at_once(_delete_webhook_endpoint)
    ),
}
"""The operations on webhook endpoints."""

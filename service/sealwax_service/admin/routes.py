"""The paths below ``/_sealwax/``, for clients in any language: functions that the API lacks.

Their answers hold private keys and one-time codes. Requests from other machines need the token.
"""

import hmac
from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import decode_iso
from sealwax._codec.strict_json import decode_json
from sealwax.errors import MalformedInput, SealwaxError
from sealwax.operations.forms import Id
from sealwax.operations.parameters import Parameters, check
from sealwax_service._limits import MAX_ADVANCE_SECONDS, MAX_BODY_BYTES, MAX_STATE_BYTES
from sealwax_service.api_errors import ADMIN_TOKEN, METHOD, NO_SUCH_ROUTE, REQUEST_INVALID, ApiError
from sealwax_service.deployment import ROOT_SUBJECT, Deployment
from sealwax_service.faults import ANY, SURFACES, describe_kinds
from sealwax_service.http.messages import Answer, ReceivedRequest, to_answer, to_refusal
from sealwax_service.seeding.additions import Addition
from sealwax_service.state.records import Json

from .explanations import explain, explanation_record
from .overview import overview, request_record

PATH: Final = "/_sealwax/"
_STATE: Final = "state"


class Nothing(Parameters, frozen=True, kw_only=True):
    """A body without fields."""


def _health(_deployment: Deployment, _given: Nothing) -> Json:
    """Answer that the service serves."""
    return {"status": "ok"}


def _info(deployment: Deployment, _given: Nothing) -> Json:
    """Return the configuration of a client, with the private API key."""
    return deployment.info()


class Otp(Parameters, frozen=True, kw_only=True):
    """The body of ``otp``."""

    otp_id: Id


def _otp(deployment: Deployment, given: Otp) -> Json:
    """Return the code of an OTP flow."""
    return {"code": deployment.otp_code(given.otp_id)}


class OidcToken(Parameters, frozen=True, kw_only=True):
    """The body of ``oidc_token``."""

    public_key: Id
    subject: Id = ROOT_SUBJECT


def _oidc_token(deployment: Deployment, given: OidcToken) -> Json:
    """Return an OIDC token of the test issuer."""
    return {"oidcToken": deployment.oidc_token(given.public_key, subject=given.subject)}


def _add(deployment: Deployment, given: Addition) -> Json:
    """Add a record."""
    return {"id": deployment.add(given)}


class Advance(Parameters, frozen=True, kw_only=True):
    """The body of ``advance``."""

    seconds: Annotated[int, Meta(ge=0, le=MAX_ADVANCE_SECONDS)]


def _advance(deployment: Deployment, given: Advance) -> Json:
    """Put the clock forward."""
    try:
        deployment.advance(timedelta(seconds=given.seconds))
    except ValueError as error:
        raise ApiError(REQUEST_INVALID, str(error)) from None
    return {"now": deployment.now().isoformat()}


class Fail(Parameters, frozen=True, kw_only=True):
    """The body of ``fail``, besides the options of the fault."""

    operation: Id
    fault: Id = "vector"


def _fail(deployment: Deployment, body: Json) -> Json:
    """Switch a fault on; without an operation, switch all faults off."""
    router, named = deployment.router, {"operation", "fault"} & body.keys()
    if not body:
        router.faults.clear()
    else:
        given = Fail.from_params({name: body[name] for name in named})
        router.fail(given.operation, given.fault, {name: body[name] for name in body.keys() - named})
    return {"faults": router.faults.list()}


def _faults(_deployment: Deployment, _given: Nothing) -> Json:
    """Return every kind of fault, with its options and its operations; and all operations."""
    return {"faults": describe_kinds(), "operations": SURFACES}


def _emails(deployment: Deployment, _given: Nothing) -> Json:
    """Return the last 100 e-mails with credential bundles."""
    return {"emails": [*deployment.emails()]}


def _otps(deployment: Deployment, _given: Nothing) -> Json:
    """Return the last 100 one-time codes, the oldest first."""
    return {
        "otps": [
            {
                "otpId": otp_id,
                "organizationId": sent.organization_id,
                "contact": sent.contact,
                "code": sent.code,
            }
            for otp_id, sent in deployment.sent_otps()
        ]
    }


def _requests(deployment: Deployment, _given: Nothing) -> Json:
    """Return the last requests to operations, with their answers."""
    return {
        "requests": [
            {
                **request_record(request),
                "headers": dict(request.headers),
                "bodyBase64Url": encode_base64url(request.body),
                "body": request.body.decode(errors="replace"),
                "answer": request.outcome.content.decode(errors="replace"),
            }
            for request in deployment.router.received.all()
        ]
    }


def _state(deployment: Deployment, body: Json) -> Answer | Json:
    """Return the whole state, with every secret key; with a body, continue from that state instead."""
    if not body:
        return Answer(200, deployment.take_snapshot())
    deployment.restore(body)
    return deployment.info()


class Clock(Parameters, frozen=True, kw_only=True):
    """The body of ``clock``."""

    now: Id | None = None
    frozen: bool | None = None


def _clock(deployment: Deployment, given: Clock) -> Json:
    """Set, stop or restart the clock; without arguments, return it."""
    state = deployment.state
    try:
        now = None if given.now is None else decode_iso(given.now, "now")
        with state.lock:
            if now is not None:
                # A refused request must not change anything.
                state.set_clock(now)
            if given.frozen is not None:
                state.freeze(frozen=given.frozen)
                if now is not None:
                    # The clock has advanced since.
                    state.set_clock(now)
            state.commit()
    except (MalformedInput, ValueError) as error:
        raise ApiError(REQUEST_INVALID, str(error)) from None
    return {"now": deployment.now().isoformat(), "frozen": state.frozen_at is not None}


def _deliveries(deployment: Deployment, _given: Nothing) -> Json:
    """Return the last deliveries to webhook endpoints."""
    return {
        "deliveries": [
            {
                "endpointId": each.endpoint_id,
                "url": each.url,
                "headers": each.headers,
                "body": each.body.decode(),
                "statuses": each.statuses,
            }
            for each in deployment.webhooks.deliveries
        ]
    }


def _vectors(deployment: Deployment, _given: Nothing) -> Json:
    """Return the ids of the test vectors that the fault `vector` can have, by operation."""
    vectors = deployment.router.vectors
    names = {name: [*vectors.live_vectors(name)] for name in ANY.operations} if vectors is not None else {}
    return {"vectors": {name: found for name, found in sorted(names.items()) if found}}


class Explain(Parameters, frozen=True, kw_only=True):
    """The body of ``explain``: one of the two."""

    activity_id: Id | None = None
    fingerprint: Id | None = None


def _explain(deployment: Deployment, given: Explain) -> Json:
    """Tell which policy decided on an activity, or on a refused request."""
    return explanation_record(explain(deployment.state, given.activity_id, given.fingerprint))


def _reset(deployment: Deployment, _given: Nothing) -> Json:
    """Forget everything, and begin again."""
    deployment.reset()
    return deployment.info()


class AdminRoute(NamedTuple):
    """A path below ``/_sealwax/``.

    Attributes:
        parameters: The type of its body; None for a handler that takes every JSON object.
        run: Its handler, called with the deployment and the body.
        has_get: Whether GET works, too.
        needs_token: Whether clients on other machines need the token.
    """

    parameters: type[Parameters] | None
    run: Callable[[Deployment, Any], Answer | Json]
    has_get: bool = False
    needs_token: bool = True


ROUTES: Final[dict[str, AdminRoute]] = {
    "health": AdminRoute(Nothing, _health, has_get=True, needs_token=False),
    "info": AdminRoute(Nothing, _info, has_get=True),
    "otp": AdminRoute(Otp, _otp),
    "otps": AdminRoute(Nothing, _otps, has_get=True),
    "emails": AdminRoute(Nothing, _emails, has_get=True),
    "oidc_token": AdminRoute(OidcToken, _oidc_token),
    "add": AdminRoute(Addition, _add),
    "advance": AdminRoute(Advance, _advance),
    "clock": AdminRoute(Clock, _clock, has_get=True),
    "deliveries": AdminRoute(Nothing, _deliveries, has_get=True),
    "vectors": AdminRoute(Nothing, _vectors, has_get=True),
    "fail": AdminRoute(None, _fail),
    "faults": AdminRoute(Nothing, _faults, has_get=True),
    "requests": AdminRoute(Nothing, _requests, has_get=True),
    "overview": AdminRoute(Nothing, overview, has_get=True),
    _STATE: AdminRoute(None, _state, has_get=True),
    "explain": AdminRoute(Explain, _explain),
    "reset": AdminRoute(Nothing, _reset),
}
"""Every path below ``/_sealwax/``."""


def _may_administrate(received: ReceivedRequest, token: str) -> bool:
    given = received.headers.get("authorization", "")
    return received.is_local or hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def body_limit(received: ReceivedRequest, token: str) -> int:
    """Return the body limit of a request; only administrators may send a whole state."""
    is_state = received.path == f"{PATH}{_STATE}" and _may_administrate(received, token)
    return MAX_STATE_BYTES if is_state else MAX_BODY_BYTES


def answer_admin(deployment: Deployment, received: ReceivedRequest, token: str) -> Answer:
    """Answer a request to ``/_sealwax/``; require the token from other machines."""
    name = received.path.removeprefix(PATH)
    route = ROUTES.get(name)
    if (route is None or route.needs_token) and not _may_administrate(received, token):
        return to_refusal(ADMIN_TOKEN)
    if route is None:
        return to_refusal(ApiError(NO_SUCH_ROUTE, f"it must be one of {', '.join(ROUTES)}"))
    if received.method != "POST" and not route.has_get:
        return to_refusal(METHOD)
    try:
        body = decode_json(received.body or b"{}", dict[str, object], "the body")
        given = body if route.parameters is None else check(route.parameters, body, name)
        made = route.run(deployment, given)
    except (ApiError, SealwaxError) as error:
        return to_refusal(error)
    return made if isinstance(made, Answer) else to_answer(made)

"""The paths below ``/_sealwax/``, for clients in any language: functions that the API lacks.

Their answers hold private keys and one-time codes. Requests from other machines need the token.
"""

import hmac
from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Final

from msgspec import Meta

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import decode_iso
from sealwax._codec.strict_json import decode_json
from sealwax.errors import MalformedInput, SealwaxError
from sealwax.operations.forms import Id
from sealwax.operations.parameters import Parameters
from sealwax_service._limits import MAX_ADVANCE_SECONDS, MAX_BODY_BYTES, MAX_STATE_BYTES
from sealwax_service.api_errors import ADMIN_TOKEN, METHOD, NO_SUCH_ROUTE, REQUEST_INVALID, ApiError
from sealwax_service.deployment import ROOT_SUBJECT, Deployment
from sealwax_service.faults import ANY, SURFACES, describe_kinds
from sealwax_service.http.messages import Answer, ReceivedRequest, to_answer, to_refusal
from sealwax_service.requests.context import AdminRoute, Body, read
from sealwax_service.seeding.additions import Addition
from sealwax_service.state.records import Json

from .api_document import describe_api
from .explanations import explain, explanation_record
from .overview import overview, request_record

PATH: Final = "/_sealwax/"
_STATE: Final = "state"


class Nothing(Parameters, frozen=True, kw_only=True):
    """A body without fields."""


class Otp(Parameters, frozen=True, kw_only=True):
    """The body of ``otp``."""

    otp_id: Id


class OidcToken(Parameters, frozen=True, kw_only=True):
    """The body of ``oidc_token``."""

    public_key: Id
    subject: Id = ROOT_SUBJECT


class Advance(Parameters, frozen=True, kw_only=True):
    """The body of ``advance``."""

    seconds: Annotated[int, Meta(ge=0, le=MAX_ADVANCE_SECONDS)]


def _advance(deployment: Deployment, given: Advance) -> Json:
    try:
        deployment.advance(timedelta(seconds=given.seconds))
    except ValueError as error:
        raise ApiError(REQUEST_INVALID, str(error)) from None
    return {"now": deployment.now().isoformat()}


class Fail(Parameters, frozen=True, kw_only=True):
    """The body of ``fail``, besides the options of the fault."""

    operation: Id
    fault: Id = "vector"


class AnyObject(Body):
    """A body whose reader checks it."""

    def read(self, given: Mapping[str, object], _label: str) -> Json:
        """Return the body unchanged."""
        return dict(given)

    def schema(self) -> tuple[Json, Mapping[str, Json]]:
        """Return the schema of an object."""
        return {"type": "object"}, {}


class FaultBody(AnyObject):
    """The body of ``fail``: empty, or a fault with its options."""

    def schema(self) -> tuple[Json, Mapping[str, Json]]:
        """Return the schema: nothing, or one of the faults."""
        nothing: Json = {"type": "object", "maxProperties": 0}
        return {"anyOf": [nothing, *map(_fault_schema, describe_kinds())]}, {}


def _fault_schema(kind: Json) -> Json:
    return {
        "type": "object",
        "description": f"{kind['fault']}: {kind['effect']}.",
        "properties": {
            "operation": {"type": "string", "examples": ["*"]},
            "fault": {"const": kind["fault"]},
            **kind["options"],
        },
        "required": ["operation", "vector" if "vector" in kind["options"] else "fault"],
        "additionalProperties": False,
    }


def _fail(deployment: Deployment, body: Json) -> Json:
    """Switch a fault on; without an operation, switch all faults off."""
    router, named = deployment.router, {"operation", "fault"} & body.keys()
    if not body:
        router.faults.clear()
    else:
        given = Fail.from_params({name: body[name] for name in named})
        router.fail(given.operation, given.fault, {name: body[name] for name in body.keys() - named})
    return {"faults": router.faults.list()}


def _otps(deployment: Deployment, _given: Nothing) -> Json:
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
    try:
        now = None if given.now is None else decode_iso(given.now, "now")
        with deployment.state.lock:
            if now is not None:
                # A refused request must not change anything.
                deployment.set_clock(now)
            if given.frozen is not None:
                deployment.freeze_clock(frozen=given.frozen)
                if now is not None:
                    # The clock has advanced since.
                    deployment.set_clock(now)
    except (MalformedInput, ValueError) as error:
        raise ApiError(REQUEST_INVALID, str(error)) from None
    return {"now": deployment.now().isoformat(), "frozen": deployment.state.frozen_at is not None}


def _deliveries(deployment: Deployment, _given: Nothing) -> Json:
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
    vectors = deployment.router.vectors
    names = {name: [*vectors.live_vectors(name)] for name in ANY.operations} if vectors is not None else {}
    return {"vectors": {name: found for name, found in sorted(names.items()) if found}}


class Explain(Parameters, frozen=True, kw_only=True):
    """The body of ``explain``: one of the two."""

    activity_id: Id | None = None
    fingerprint: Id | None = None


def _explain(deployment: Deployment, given: Explain) -> Json:
    return explanation_record(explain(deployment.state, given.activity_id, given.fingerprint))


def _reset(deployment: Deployment, _given: Nothing) -> Json:
    deployment.reset()
    return deployment.info()


ROUTES: Final[dict[str, AdminRoute]] = {
    "health": AdminRoute(
        Nothing,
        lambda _deployment, _given: {"status": "ok"},
        "Whether it serves; this path needs no token.",
        has_get=True,
        needs_token=False,
    ),
    "info": AdminRoute(
        Nothing,
        lambda deployment, _given: deployment.info(),
        "The configuration of a client, with the private API key.",
        has_get=True,
    ),
    "otp": AdminRoute(
        Otp,
        lambda deployment, given: {"code": deployment.otp_code(given.otp_id)},
        "The code of an OTP flow.",
    ),
    "otps": AdminRoute(Nothing, _otps, "The last 100 one-time codes, the oldest first.", has_get=True),
    "oidc_token": AdminRoute(
        OidcToken,
        lambda deployment, given: {
            "oidcToken": deployment.oidc_token(given.public_key, subject=given.subject)
        },
        "An OIDC token of the test issuer.",
    ),
    "add": AdminRoute(Addition, lambda deployment, given: {"id": deployment.add(given)}, "Add a record."),
    "advance": AdminRoute(Advance, _advance, "Put the clock forward."),
    "fail": AdminRoute(FaultBody(), _fail, "Switch a fault on; without a body, switch all faults off."),
    "faults": AdminRoute(
        Nothing,
        lambda _deployment, _given: {"faults": describe_kinds(), "operations": SURFACES},
        "Every kind of fault, with its options and the operations that it can affect; and all operations.",
        has_get=True,
    ),
    "requests": AdminRoute(
        Nothing, _requests, "The last requests to operations, with their answers.", has_get=True
    ),
    "reset": AdminRoute(Nothing, _reset, "Forget everything, and begin again."),
    "emails": AdminRoute(
        Nothing,
        lambda deployment, _given: {"emails": [*deployment.emails()]},
        "The last 100 e-mails with credential bundles.",
        has_get=True,
    ),
    "overview": AdminRoute(
        Nothing,
        overview,
        "Organizations, activities, the last requests and deliveries, the clock and the faults, "
        "without secrets.",
        has_get=True,
    ),
    _STATE: AdminRoute(
        AnyObject(),
        _state,
        "Everything that is kept, with every secret key; with a state as the body, continue from it.",
        has_get=True,
    ),
    "explain": AdminRoute(
        Explain, _explain, "Which policy decided on an activity, or on a request that was refused."
    ),
    "clock": AdminRoute(
        Clock, _clock, "Set the clock, stop it or let it go on; without a body, read it.", has_get=True
    ),
    "deliveries": AdminRoute(Nothing, _deliveries, "The last deliveries to webhook endpoints.", has_get=True),
    "vectors": AdminRoute(
        Nothing,
        _vectors,
        "The ids of the test vectors that the fault `vector` can have, by operation.",
        has_get=True,
    ),
    "openapi.json": AdminRoute(
        Nothing,
        lambda deployment, _given: describe_api(
            deployment, {f"{PATH}{name}": each for name, each in ROUTES.items()}
        ),
        "This description of the routes, in the form of OpenAPI 3.1.",
        has_get=True,
    ),
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
        made = route.run(deployment, read(route.parameters, body, name))
    except (ApiError, SealwaxError) as error:
        return to_refusal(error)
    return made if isinstance(made, Answer) else to_answer(made)

"""Find the operation of a request, authenticate it, and answer."""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from datetime import datetime
from time import perf_counter
from typing import Any

from sealwax._codec.strict_json import decode_json
from sealwax.errors import SealwaxError
from sealwax.operations.sealing import CONFIGURATION_HEADER

from ._limits import MAX_REMEMBERED_ANSWER_BYTES
from .access.authentication import Authentication, check_allowlist
from .api_errors import NO_SUCH_ROUTE, REQUEST_INVALID, UNKNOWN_CONFIGURATION, ApiError
from .faults import Fault, Faults, LiveVectors, Makers, make_fault
from .http.messages import Answer, ReceivedRequest, Recent, to_refusal
from .operations.answers import activity_record
from .operations.auth_proxy import AUTH_PROXY, OPERATIONS_OF_PATHS
from .operations.listings import encode
from .operations.queries import QUERIES
from .operations.submits import SUBMITS
from .requests.context import Context, StampedContext
from .requests.provisioning import Provisioner
from .requests.reading import read_parameters
from .state.records import Activity, Json, Organization, State
from .submitting import Submissions
from .yielding import Pace

SUBMIT_PATH, QUERY_PATH, AUTH_PROXY_PATH = "/public/v1/submit/", "/public/v1/query/", "/v1/"
# The largest double has 309 digits: more needs an exponent of three digits, or 200 digits and an exponent.
_MAYBE_TOO_LARGE = re.compile(rb"[0-9.][eE]\+?[0-9]{3}|[0-9]{200}")
_NO_ROUTE = "the local service does not have this path"


class Router:
    """Answers requests to the API, and to the auth proxy of an organization."""

    def __init__(
        self,
        provisioner: Provisioner,
        organization: Organization,
        *,
        configuration_id: str,
        makers: Makers,
        updated: Callable[[Context, Activity], None],
        vectors: LiveVectors | None,
    ) -> None:
        self.provisioner: Provisioner = provisioner
        self.state: State = provisioner.state
        self.faults: Faults = Faults()
        self.received: Recent[ReceivedRequest] = Recent()
        self._organization = organization
        self._configuration_id = configuration_id
        self._makers = makers
        self.vectors: LiveVectors | None = vectors
        self.submissions: Submissions = Submissions(provisioner, updated)
        self._authentication = Authentication(self.state, provisioner.enclave, provisioner.issuer)

    def answer(self, received: ReceivedRequest) -> Answer:
        """Answer a request."""
        began, outcome = perf_counter(), received.outcome
        try:
            run, name = self._find(received.path)
            outcome.received_at = now = self.state.now()
            self.received.append(received, received.size)
            try:
                answer = run(name, received, parse_body(received.body), now)
            finally:
                # An enclave changes without the lock, and also if it refuses: it counts attempts.
                with self.state.lock:
                    self.state.commit()
        except (ApiError, SealwaxError) as error:
            answer = to_refusal(error)
        outcome.seconds, outcome.error_code = perf_counter() - began, answer.error_code
        outcome.words = tuple(filter(None, (answer.message, answer.reason)))
        outcome.content = (answer.content or b"")[:MAX_REMEMBERED_ANSWER_BYTES]
        outcome.status = answer.status
        return answer

    def fail(self, operation: str, fault: str, options: Mapping[str, Any]) -> None:
        """Switch a fault on."""
        self.faults.add(make_fault(operation, fault, options, self.vectors))

    def _find(self, path: str) -> tuple[Callable[[str, ReceivedRequest, Json, datetime], Answer], str]:
        """Find the method that answers requests to a path, and the operation's name."""
        for prefix, table, run in (
            (SUBMIT_PATH, SUBMITS, self._submit),
            (QUERY_PATH, QUERIES, self._query),
        ):
            name = path.removeprefix(prefix)
            if name != path and name in table:
                return run, name
        name = path.removeprefix(AUTH_PROXY_PATH)
        if name != path and name in OPERATIONS_OF_PATHS:
            return self._proxy, OPERATIONS_OF_PATHS[name]
        raise ApiError(NO_SUCH_ROUTE, _NO_ROUTE)

    # The public API.

    def _admit(
        self, name: str, received: ReceivedRequest, body: Json, now: datetime
    ) -> tuple[StampedContext, Fault]:
        """Verify the stamp of a request; a fault counts only verified requests."""
        organization, stamp = self._authentication.authenticate(
            received.headers, received.body, body.get("organizationId"), now, searches=name == "whoami"
        )
        fault = self.faults.take(name)
        address, fails = received.client_address, fault.kind.allowlist_fails
        with self.state.lock:
            check_allowlist(organization, stamp, address, evaluation_fails=fails)
        fault.kind.before(fault)
        return StampedContext(self.provisioner, organization, now, stamp), fault

    def _query(self, name: str, received: ReceivedRequest, body: Json, now: datetime) -> Answer:
        context, fault = self._admit(name, received, body, now)
        row, strict = QUERIES[name], self.provisioner.strict
        given = read_parameters(name, row.parameters, body, strict=strict, notes=received.notes)
        with self.state.lock if row.is_locked else nullcontext():
            if name == "get_activity":
                activity = context.organization.activities_by_id.get(given.activity_id)
                if activity is not None:
                    self.submissions.poll(activity, now)
                    self.state.commit()
            answer = row.run(context, given)
        if row.has_lists:
            content = b"".join(encode(answer, self.state.lock, Pace()))
            return fault.kind.replacement or Answer(200, content)
        return fault.answer(self._makers, answer)

    def _submit(self, name: str, received: ReceivedRequest, body: Json, now: datetime) -> Answer:
        context, fault = self._admit(name, received, body, now)
        activity = self.submissions.submit(name, context, received, body, fault)
        received.outcome.activity_id = activity.activity_id
        with self.state.lock:
            record = activity_record(context, activity, context.stamp.user)
        return fault.answer(self._makers, {"activity": record})

    # The auth proxy.

    def _proxy(self, name: str, received: ReceivedRequest, body: Json, now: datetime) -> Answer:
        if received.headers.get(CONFIGURATION_HEADER.lower()) != self._configuration_id:
            raise ApiError(UNKNOWN_CONFIGURATION)
        fault = self.faults.take(name)
        fault.kind.before(fault)
        row, context = AUTH_PROXY[name], Context(self.provisioner, self._organization, now)
        strict = self.provisioner.strict
        given = read_parameters(name, row.parameters, body, strict=strict, notes=received.notes)
        made = row.steps.make(context, given)
        with self.state.lock:
            answer = row.steps.apply(context, given, made)
            self.state.commit()
        return fault.answer(self._makers, answer)


def parse_body(body: bytes) -> Json:
    """Parse a request's body; refuse numbers that JSON answers cannot repeat, such as 1e999."""
    parsed = decode_json(body, dict[str, object], "the body")
    if _MAYBE_TOO_LARGE.search(body):
        try:
            json.dumps(parsed, allow_nan=False)
        except ValueError:
            raise ApiError(REQUEST_INVALID, "the body has a number that is too large") from None
    return parsed

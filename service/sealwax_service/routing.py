"""Find the operation of a request, authenticate it, and answer."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from threading import Condition
from time import perf_counter
from typing import Any

from sealwax._codec.strict_json import decode_json, without_nulls
from sealwax.activities.fingerprints import activity_fingerprint
from sealwax.activities.statuses import COMPLETED, CONSENSUS_NEEDED, CREATED, FAILED, PENDING
from sealwax.activities.vote_schemes import APPROVED
from sealwax.errors import InvalidRequest, SealwaxError
from sealwax.operations.sealing import CONFIGURATION_HEADER
from sealwax.operations.timestamps import is_timely

from ._limits import MAX_LAST_OUTCOMES, MAX_REMEMBERED_ANSWER_BYTES
from .access.authentication import Authentication, check_allowlist
from .access.authorization import DENIALS, Request, authorize, refusal
from .api_errors import (
    CREDENTIAL_NOT_FOUND,
    INVALID_ORGANIZATION_ID,
    NO_SUCH_ROUTE,
    ORGANIZATION_NOT_FOUND,
    PUBLIC_KEY_NOT_FOUND,
    REQUEST_INVALID,
    UNKNOWN_CONFIGURATION,
    ApiError,
)
from .faults import Fault, Faults, LiveVectors, Makers, make_fault
from .http.messages import Answer, ReceivedRequest, Recent, to_answer, to_refusal
from .operations.activities import new_vote
from .operations.auth_proxy import AUTH_PROXY
from .operations.listings import encode, to_json
from .operations.queries import QUERIES, activity_record, organization_record
from .operations.submits import SUBMITS, TOLERATED
from .requests.bodies import Envelope
from .requests.context import Context, Reader, StampedContext, SubmitContext, SubmitRow, read
from .requests.parameter_errors import kind_of_refusal
from .requests.provisioning import Provisioner
from .requests.stamped import Stamped
from .requests.unknown_fields import unknown_fields
from .state.outcomes import ALLOW, DENY_EXPLICIT, Decision, LastOutcome
from .state.records import Activity, Json, Organization, State, Version, Vote, is_uuid, keep_last
from .yielding import Pace

SUBMIT_PATH, QUERY_PATH, AUTH_PROXY_PATH = "/public/v1/submit/", "/public/v1/query/", "/v1/"
_INVALID_ARGUMENT = 3
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
        updated: Callable[[Activity], None],
        vectors: LiveVectors | None,
    ) -> None:
        self.provisioner: Provisioner = provisioner
        self.state: State = provisioner.state
        self.faults: Faults = Faults()
        self.received: Recent[ReceivedRequest] = Recent(lambda request: request.size)
        self._in_work: set[tuple[str, str]] = set()
        self._work_ended = Condition()
        self._organization = organization
        self._configuration_id = configuration_id
        self._makers, self._updated = makers, updated
        self.vectors: LiveVectors | None = vectors
        self.last_outcomes: dict[str, LastOutcome] = {}
        """The last outcome of each policy, by its id. Hold the state's lock."""
        self._authentication = Authentication(self.state, provisioner.enclave, provisioner.issuer)

    def answer(self, received: ReceivedRequest) -> Answer:
        """Answer a request."""
        began, outcome = perf_counter(), received.outcome
        outcome.received_at = self.state.now()
        try:
            run, name = self._find(received.path)
            self.received.append(received)
            try:
                answer = run(name, received, parse_body(received.body))
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

    def _reply(self, fault: Fault, answer: Json) -> Answer:
        return fault.kind.replacement or to_answer(fault.kind.change(self._makers, answer))

    def fail(self, operation: str, fault: str, options: Mapping[str, Any]) -> None:
        """Switch a fault on."""
        self.faults.add(make_fault(operation, fault, options, self.vectors))

    def _find(self, path: str) -> tuple[Callable[[str, ReceivedRequest, Json], Answer], str]:
        """Find the method that answers requests to a path, and the operation's name."""
        for prefix, table, run in (
            (SUBMIT_PATH, SUBMITS, self._submit),
            (QUERY_PATH, QUERIES, self._query),
            (AUTH_PROXY_PATH, AUTH_PROXY, self._proxy),
        ):
            name = path.removeprefix(prefix)
            if name != path and name in table:
                return run, name
        raise ApiError(NO_SUCH_ROUTE, _NO_ROUTE)

    # The public API.

    def _find_organization(self, organization_id: object) -> Organization:
        if not isinstance(organization_id, str) or not is_uuid(organization_id):
            raise ApiError(INVALID_ORGANIZATION_ID)
        with self.state.lock:
            organization = self.state.organizations.get(organization_id.lower())
        if organization is None:
            raise ApiError(ORGANIZATION_NOT_FOUND, f"invalid organization ID {organization_id}")
        return organization

    def _authenticate(self, name: str, received: ReceivedRequest, body: Json) -> tuple[StampedContext, Fault]:
        """Verify the stamp of a request; a fault counts only verified requests."""
        organization = self._find_organization(body.get("organizationId"))
        try:
            stamp = self._authentication.check(received.headers, received.body, organization)
        except ApiError as error:
            # whoami in the parent finds a user's sub-organization.
            is_unknown = error.code in {PUBLIC_KEY_NOT_FOUND.code, CREDENTIAL_NOT_FOUND.code}
            if name != "whoami" or not is_unknown:
                raise
            organization = self._authentication.find_sub_organization(received.headers, organization)
            stamp = self._authentication.check(received.headers, received.body, organization)
        fault = self.faults.take(name)
        address, fails = received.client_address, fault.kind.allowlist_fails
        with self.state.lock:
            check_allowlist(organization, stamp, address, evaluation_fails=fails)
        fault.kind.before(fault)
        return StampedContext(self.provisioner, organization, stamp), fault

    def _query(self, name: str, received: ReceivedRequest, body: Json) -> Answer:
        context, fault = self._authenticate(name, received, body)
        row = QUERIES[name]
        self._check_names(name, body, row.parameters, received)
        given = self._read(row.parameters, body, name)
        with self.state.lock if row.is_locked else nullcontext():
            if name == "get_activity":
                activity = context.organization.activities_by_id.get(given.activity_id)
                if activity is not None:
                    self._poll(activity)
                    self.state.commit()
            answer = row.run(context, given)
        if row.has_lists:
            content = b"".join(encode(answer, self.state.lock, Pace()))
            return fault.kind.replacement or Answer(200, content)
        return self._reply(fault, answer)

    def _submit(self, name: str, received: ReceivedRequest, body: Json) -> Answer:
        stamped, fault = self._authenticate(name, received, body)
        row = SUBMITS[name]
        envelope, submitted = self._read_envelope(name, body)
        version = self._find_version(name, row, envelope.type)
        if not is_timely(envelope.timestamp_ms, now=self.state.now()):
            raise ApiError(
                REQUEST_INVALID, "timestampMs is more than an hour old, or more than five minutes ahead"
            )
        into, steps = row.handler_of(version)
        self._check_names(name, submitted, into, received, version.type)
        parameters = self._read(into, submitted, name)
        fingerprint = activity_fingerprint(received.body)
        organization = stamped.organization
        context = SubmitContext(
            **vars(stamped),
            body=received.body,
            approve=self._approve,
            updated=self._updated,
            note=received.notes.append,
        )
        with self._one_at_a_time(organization, fingerprint):
            request = Request(context, stamped.stamp.user, name, version.type, submitted)
            with self.state.lock:
                activity = organization.activities.get(fingerprint)
                decision = authorize(context, request, activity)
                self._remember(decision)
                if decision.outcome in DENIALS:
                    organization.keep_refusal(fingerprint, decision._replace(activity_type=version.type))
                    self.state.commit()
                    raise refusal(organization, decision)
                if activity is not None:
                    self._vote_with_request(activity, context)
                    self._poll(activity)
                    self.state.commit()
            if activity is None:
                made = steps.make(context, parameters)
                now, proves = self.state.now(), envelope.generate_app_proofs is True
                activity = Activity(
                    self.state.new_id(),
                    organization.organization_id,
                    name,
                    version,
                    {version.intent_key: submitted},
                    fingerprint,
                    envelope.timestamp_ms,
                    made,
                    now,
                    now,
                    generates_app_proofs=proves,
                    address_proofs=self.provisioner.prover.prove_addresses(made.derived, now)
                    if proves
                    else [],
                )
                with self.state.lock:
                    vote = new_vote(context, APPROVED, decision)
                    commit = partial(steps.commit, context, parameters, made)
                    self._start(activity, vote, organization, fault, commit)
                    self.state.commit()
                received.outcome.began = True
        received.outcome.activity_id = activity.activity_id
        with self.state.lock:
            record = activity_record(stamped, activity, stamped.stamp.user)
        return self._reply(fault, {"activity": record})

    @contextmanager
    def _one_at_a_time(self, organization: Organization, fingerprint: str) -> Iterator[None]:
        """Make other requests with the same bytes wait, because they are the same activity."""
        work = (organization.organization_id, fingerprint)
        with self._work_ended:
            self._work_ended.wait_for(lambda: work not in self._in_work)
            self._in_work.add(work)
        try:
            yield
        finally:
            with self._work_ended:
                self._in_work.remove(work)
                self._work_ended.notify_all()

    def _read(self, into: Reader, given: Mapping[str, object], name: str) -> Any:
        """Read parameters. A null field counts as absent, unless the service is strict."""
        stated = given if self.provisioner.strict else without_nulls(given)
        try:
            return read(into, stated, name)
        except InvalidRequest as error:
            kind = kind_of_refusal(stated, into)
            if kind is None:
                raise
            raise ApiError(kind, str(error)) from None

    def _check_names(
        self,
        name: str,
        given: Json,
        into: Reader,
        received: ReceivedRequest,
        activity_type: str | None = None,
    ) -> None:
        """Note unknown fields of the parameters; refuse them if the service is strict."""
        notes = [
            f"{name}: {path} is not a parameter" for path in unknown_fields(name, given, into, activity_type)
        ]
        if notes and self.provisioner.strict:
            raise ApiError(REQUEST_INVALID, notes[0])
        received.notes.extend(notes)

    def _read_envelope(self, name: str, body: Json) -> tuple[Envelope, Json]:
        """Read the body of a submit request, and its unconverted parameters.

        Some clients leave generateAppProofs inside the parameters.
        """
        fields = dict(body)
        parameters = fields.get("parameters")
        if not self.provisioner.strict and isinstance(parameters, dict) and "generateAppProofs" in parameters:
            fields["parameters"] = {
                key: value for key, value in parameters.items() if key != "generateAppProofs"
            }
            fields["generateAppProofs"] = parameters["generateAppProofs"]
        envelope: Envelope = self._read(Envelope, fields, name)
        if (
            self.provisioner.strict
            and name == "delete_mfa_policy"
            and envelope.generate_app_proofs is not None
        ):
            raise ApiError(REQUEST_INVALID, "delete_mfa_policy has no generateAppProofs")
        return envelope, fields["parameters"]

    def _find_version(self, name: str, row: SubmitRow, activity_type: str) -> Version:
        for version in self.versions(name, row):
            if version.type == activity_type:
                return version
        raise ApiError(REQUEST_INVALID, f"type must be {row.versions[0].type}")

    def versions(self, name: str, row: SubmitRow) -> tuple[Version, ...]:
        """Return the versions of a submit operation that are accepted, the newest first."""
        tolerated = TOLERATED.get(name)
        return row.versions if self.provisioner.strict or tolerated is None else (*row.versions, tolerated)

    # Activities.

    def _start(
        self,
        activity: Activity,
        vote: Vote,
        organization: Organization,
        fault: Fault,
        commit: Callable[[], Json],
    ) -> None:
        """Store a new activity, and complete it unless it must wait."""
        activity.votes.append(vote)
        if not fault.kind.hold(fault, activity):
            self._finish(activity, commit)
        organization.keep_activity(activity)
        self._updated(activity)

    def _finish(self, activity: Activity, commit: Callable[[], Json]) -> None:
        """Complete an activity, unless it waits for approvals."""
        now = self.state.now()
        approvals = activity.approvals(now)
        if activity.decision.outcome != ALLOW or len(approvals) < activity.approvals_needed:
            activity.status = CONSENSUS_NEEDED
            return
        result = commit()
        key = activity.version.result_key
        activity.result = {} if key is None else {key: result}
        activity.end(COMPLETED, now)
        if activity.generates_app_proofs:
            activity.app_proofs = [*activity.address_proofs, self._prove_outcome(activity)]

    def _prove_outcome(self, activity: Activity) -> Json:
        """Sign the app proof of the outcome of an activity."""
        organization = self.state.organization_of(activity)
        data = [to_json(organization_record(each)) for each in organization.and_parent()]
        return self.provisioner.prover.prove_outcome(activity, data, activity.updated_at)

    def _finish_later(self, activity: Activity) -> None:
        """Complete an activity that was answered before; an error becomes its failure."""
        try:
            self._finish(activity, partial(self._commit, activity))
        except (ApiError, SealwaxError) as error:
            activity.end(FAILED, self.state.now())
            activity.failure = {"code": _INVALID_ARGUMENT, "message": str(error), "details": []}
        self._updated(activity)

    def _commit(self, activity: Activity) -> Json:
        """Execute an activity from its stored parameters."""
        row, vote = SUBMITS.get(activity.operation), activity.votes[0]
        if row is None:
            # Another version of the service kept it.
            raise ApiError(NO_SUCH_ROUTE, "the local service does not have this operation")
        into, steps = row.handler_of(activity.version)
        given = self._read(into, activity.intent[activity.version.intent_key], activity.operation)
        context = SubmitContext(
            self.provisioner,
            self.state.organization_of(activity),
            # It does not vote, so that its header is not needed.
            Stamped(vote.user, None, vote.public_key, vote.scheme, ""),
            vote.message.encode(),
            self._approve,
            self._updated,
            list[str]().append,
        )
        return steps.commit(context, given, activity.made)

    def _remember(self, decision: Decision) -> None:
        """Remember the outcome of each policy, for the page."""
        now = self.state.now()
        for each in decision.policies:
            last = LastOutcome(each, decision.activity_type, now)
            keep_last(self.last_outcomes, each.policy_id, last, MAX_LAST_OUTCOMES)

    def _vote_with_request(self, activity: Activity, context: SubmitContext) -> None:
        """Count another user's request with the same bytes as an approval of the activity."""
        if activity.waits_for(context.stamp.user, self.state.now()):
            self._approve(activity, context)

    def _approve(self, activity: Activity, context: SubmitContext) -> None:
        """Count an approval, and decide on the activity again; refuse an approval that a policy denies."""
        approvals = [*activity.approvals(self.state.now()), context.stamp.approval]
        request = Request.of(context, activity)
        decision = request.decide(approvals)
        self._remember(decision)
        if decision.outcome == DENY_EXPLICIT:
            raise refusal(context.organization, decision)
        activity.votes += [new_vote(context, APPROVED, decision)]
        self._finish_later(activity)

    def _poll(self, activity: Activity) -> None:
        """Count a poll of a pending activity, and complete it after the last."""
        if activity.status in {CREATED, PENDING}:
            activity.polls_left -= 1
            if activity.polls_left <= 0:
                self._finish_later(activity)

    # The auth proxy.

    def _proxy(self, name: str, received: ReceivedRequest, body: Json) -> Answer:
        if received.headers.get(CONFIGURATION_HEADER.lower()) != self._configuration_id:
            raise ApiError(UNKNOWN_CONFIGURATION)
        fault = self.faults.take(name)
        fault.kind.before(fault)
        row, context = AUTH_PROXY[name], Context(self.provisioner, self._organization)
        self._check_names(name, body, row.parameters, received)
        given = self._read(row.parameters, body, name)
        made = row.steps.make(context, given)
        with self.state.lock:
            answer = row.steps.commit(context, given, made)
            self.state.commit()
        return self._reply(fault, answer)


def parse_body(body: bytes) -> Json:
    """Parse a request's body; refuse numbers that JSON answers cannot repeat, such as 1e999."""
    parsed = decode_json(body, dict[str, object], "the body")
    if _MAYBE_TOO_LARGE.search(body):
        try:
            json.dumps(parsed, allow_nan=False)
        except ValueError:
            raise ApiError(REQUEST_INVALID, "the body has a number that is too large") from None
    return parsed

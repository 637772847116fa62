"""Submit requests: a decision, an activity, and its result, at once or after more approvals or polls."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from threading import Condition

from sealwax.activities.fingerprints import activity_fingerprint
from sealwax.activities.statuses import COMPLETED, CONSENSUS_NEEDED, CREATED, FAILED, PENDING
from sealwax.activities.vote_schemes import APPROVED
from sealwax.errors import SealwaxError

from ._limits import MAX_LAST_OUTCOMES
from .access.authorization import DENIALS, Request, authorize, refusal
from .api_errors import NO_SUCH_ROUTE, ApiError
from .faults import Fault
from .http.messages import ReceivedRequest
from .operations.listings import to_json
from .operations.queries import organization_record
from .operations.submits import SUBMITS
from .operations.votes import new_vote
from .requests.context import Context, StampedContext, SubmitContext
from .requests.provisioning import Provisioner
from .requests.reading import Submission, read_fields, read_submission
from .requests.stamped import Stamped
from .state.outcomes import ALLOW, DENY_EXPLICIT, Decision, LastOutcome
from .state.records import Activity, Json, Organization, State, keep_last

_INVALID_ARGUMENT = 3


class Submissions:
    """The activities of a service; ``updated`` announces the new status of one."""

    def __init__(self, provisioner: Provisioner, updated: Callable[[Context, Activity], None]) -> None:
        self._provisioner, self._updated = provisioner, updated
        self._state: State = provisioner.state
        self._in_work: set[tuple[str, str]] = set()
        self._work_ended = Condition()
        self.last_outcomes: dict[str, LastOutcome] = {}
        """The last outcome of each policy, by its id. Hold the state's lock."""

    def submit(
        self, name: str, stamped: StampedContext, received: ReceivedRequest, body: Json, fault: Fault
    ) -> Activity:
        """Begin the activity of a request, or approve or poll it if it has begun."""
        fingerprint = activity_fingerprint(received.body)
        with self._one_at_a_time(stamped.organization, fingerprint):
            row, strict = SUBMITS[name], self._provisioner.strict
            given = read_submission(
                name,
                row,
                row.versions if strict else row.versions + row.tolerated,
                body,
                strict=strict,
                now=stamped.now,
                notes=received.notes,
            )
            context = SubmitContext(
                **vars(stamped),
                body=received.body,
                approve=self._approve,
                updated=self._updated,
                note=received.notes.append,
            )
            request = Request(context, stamped.stamp.user, name, given.version.type, given.submitted)
            with self._state.lock:
                activity = context.organization.activities.get(fingerprint)
                decision = authorize(context, request, activity)
                self._remember(decision, context.now)
                if decision.outcome in DENIALS:
                    kept = decision._replace(activity_type=request.activity_type)
                    context.organization.keep_refusal(fingerprint, kept)
                    self._state.commit()
                    raise refusal(context.organization, decision)
                if activity is not None:
                    if activity.waits_for(context.stamp.user, context.now):
                        # The same bytes from another user.
                        self._approve(activity, context)
                    self.poll(activity, context.now)
                    self._state.commit()
                    return activity
            activity = self._begin(context, given, fingerprint, decision, fault)
            received.outcome.began = True
            return activity

    def _begin(
        self, context: SubmitContext, given: Submission, fingerprint: str, decision: Decision, fault: Fault
    ) -> Activity:
        """Store a new activity, and complete it unless it must wait."""
        made = given.steps.make(context, given.parameters)
        now, proves = context.now, given.envelope.generate_app_proofs is True
        prover = self._provisioner.prover
        activity = Activity(
            self._state.new_id(),
            context.organization.organization_id,
            given.name,
            given.version,
            {given.version.intent_key: given.submitted},
            fingerprint,
            given.envelope.timestamp_ms,
            made,
            now,
            now,
            generates_app_proofs=proves,
            address_proofs=prover.prove_addresses(made.derived, now) if proves else [],
        )
        with self._state.lock:
            activity.votes.append(new_vote(context, APPROVED, decision))
            if not fault.kind.hold(fault, activity):
                self._finish(activity, partial(given.steps.apply, context, given.parameters, made), now)
            context.organization.keep_activity(activity)
            self._updated(context, activity)
            self._state.commit()
        return activity

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

    def _finish(self, activity: Activity, apply: Callable[[], Json], now: datetime) -> None:
        """Complete an activity, unless it waits for approvals."""
        approvals = activity.approvals(now)
        if activity.decision.outcome != ALLOW or len(approvals) < activity.approvals_needed:
            activity.status = CONSENSUS_NEEDED
            return
        result = apply()
        key = activity.version.result_key
        activity.result = {} if key is None else {key: result}
        activity.end(COMPLETED, now)
        if activity.generates_app_proofs:
            activity.app_proofs = [*activity.address_proofs, self._prove_outcome(activity)]

    def _prove_outcome(self, activity: Activity) -> Json:
        """Sign the app proof of the outcome of an activity."""
        organization = self._state.organization_of(activity)
        data = [to_json(organization_record(each)) for each in organization.and_parent()]
        return self._provisioner.prover.prove_outcome(activity, data, activity.updated_at)

    def _finish_later(self, activity: Activity, now: datetime) -> None:
        """Complete an activity that was answered before; an error becomes its failure."""
        context = self._context_of(activity, now)
        try:
            self._finish(activity, partial(self._apply, context, activity), now)
        except (ApiError, SealwaxError) as error:
            activity.end(FAILED, now)
            activity.failure = {"code": _INVALID_ARGUMENT, "message": str(error), "details": []}
        self._updated(context, activity)

    def _context_of(self, activity: Activity, now: datetime) -> SubmitContext:
        """Return the context of an activity that was answered before, as its first voter's request had it."""
        vote = activity.votes[0]
        return SubmitContext(
            self._provisioner,
            self._state.organization_of(activity),
            now,
            # It does not vote, so that its header is not needed.
            Stamped(vote.user, None, vote.public_key, vote.scheme, ""),
            vote.message.encode(),
            self._approve,
            self._updated,
            list[str]().append,
        )

    def _apply(self, context: SubmitContext, activity: Activity) -> Json:
        """Execute an activity from its stored parameters."""
        row = SUBMITS.get(activity.operation)
        if row is None:
            # Another version of the service kept it.
            raise ApiError(NO_SUCH_ROUTE, "the local service does not have this operation")
        into, steps = row.handlers[activity.version.type]
        given = read_fields(
            activity.operation,
            into,
            activity.intent[activity.version.intent_key],
            strict=self._provisioner.strict,
        )
        return steps.apply(context, given, activity.made)

    def _remember(self, decision: Decision, now: datetime) -> None:
        """Remember the outcome of each policy, for the page."""
        for each in decision.policies:
            last = LastOutcome(each, decision.activity_type, now)
            keep_last(self.last_outcomes, each.policy_id, last, MAX_LAST_OUTCOMES)

    def _approve(self, activity: Activity, context: SubmitContext) -> None:
        """Count an approval, and decide on the activity again; refuse an approval that a policy denies."""
        approvals = [*activity.approvals(context.now), context.stamp.approval]
        request = Request.of(context, activity)
        decision = request.decide(approvals)
        self._remember(decision, context.now)
        if decision.outcome == DENY_EXPLICIT:
            raise refusal(context.organization, decision)
        activity.votes += [new_vote(context, APPROVED, decision)]
        self._finish_later(activity, context.now)

    def poll(self, activity: Activity, now: datetime) -> None:
        """Count a poll of a pending activity, and complete it after the last."""
        if activity.status in {CREATED, PENDING}:
            activity.polls_left -= 1
            if activity.polls_left <= 0:
                self._finish_later(activity, now)

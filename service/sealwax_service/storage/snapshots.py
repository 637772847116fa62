"""Convert the state of the service to one JSON document, with every secret key, and back.

It does not include faults, the log of requests, and deliveries to webhooks.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec

from sealwax.errors import MalformedInput, SealwaxError
from sealwax.keys import ApiKey, TargetKey
from sealwax.testing.enclave import OpenOtp, ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax_service.api_errors import ApiError
from sealwax_service.policies.validation import check_expressions
from sealwax_service.state.journal import Journal, MutableRecords, Names, Place
from sealwax_service.state.records import (
    Activity,
    IpAllowlist,
    Json,
    LegacyOtp,
    Organization,
    SentOtp,
    State,
)

Counts = dict[str, Annotated[int, msgspec.Meta(ge=0)]]
"""The numbers of pieces of key material taken, by label."""

AwareTime = Annotated[datetime, msgspec.Meta(tz=True)]


class EnclaveMemory(msgspec.Struct, forbid_unknown_fields=True):
    """The memory of an enclave, besides its keys, which its seed determines."""

    counts: Counts
    imports: list[tuple[str, str, list[TargetKey]]]
    secret_imports: dict[str, list[TargetKey]]
    otps: dict[str, OpenOtp]
    used_tokens: set[str]
    signed_up_tokens: set[str]


class KeptEnclave(ReferenceEnclave):
    """An enclave whose memory can be stored."""

    def at_rest(self) -> AbstractContextManager[bool]:
        """Return the lock of the enclave."""
        lock: AbstractContextManager[bool] = self._lock.get()
        return lock

    def counts(self) -> Counts:
        """Return the numbers of pieces of key material that it took, by label."""
        return self._material.counts()

    def note_changes(self, journal: Journal) -> None:
        """Note each change of its memory in a journal."""
        with self._lock.get():
            self._imports = MutableRecords(
                self._imports, journal, "", "imports", lambda owner, keys: (*owner, keys)
            )
            self._secret_imports = MutableRecords(self._secret_imports, journal, "", "secret_imports")
            self._otps = MutableRecords(self._otps, journal, "", "otps")
            self._used_tokens = Names(self._used_tokens, journal, "used_tokens")
            self._signed_up_tokens = Names(self._signed_up_tokens, journal, "signed_up_tokens")

    def memory(self) -> EnclaveMemory:
        """Return its memory."""
        with self._lock.get():
            return EnclaveMemory(
                self.counts(),
                [(*owner, [*keys]) for owner, keys in self._imports.items()],
                {owner: [*keys] for owner, keys in self._secret_imports.items()},
                dict(self._otps),
                {*self._used_tokens},
                {*self._signed_up_tokens},
            )

    def recall(self, memory: EnclaveMemory) -> None:
        """Restore its memory."""
        with self._lock.get():
            self._material.continue_from(memory.counts)
            self._imports = {(owner, user): keys for owner, user, keys in memory.imports}
            self._secret_imports = memory.secret_imports
            self._otps = memory.otps
            self._used_tokens, self._signed_up_tokens = memory.used_tokens, memory.signed_up_tokens


class _KeptOrganization(msgspec.Struct, forbid_unknown_fields=True):
    """An organization, and separately the parts that JSON lacks or would repeat."""

    organization: Organization
    parent_id: str | None
    allowlists: list[tuple[str | None, IpAllowlist]]


class Snapshot(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The state of a service."""

    format: Literal["sealwax local service, with secret keys"] = "sealwax local service, with secret keys"
    version: Literal[2] = 2
    seed: bytes
    organization_id: str
    user_id: str
    api_key: str
    configuration_id: str
    ids: dict[str, str]
    counts: Counts
    enclave: EnclaveMemory
    organizations: list[_KeptOrganization]
    deleted_organizations: list[_KeptOrganization]
    sent_otps: dict[str, SentOtp]
    legacy_otps: dict[str, LegacyOtp]
    emails: list[Json]
    ahead: timedelta
    frozen_at: AwareTime | None

    def check(self) -> None:
        """Refuse a state whose parts contradict each other."""
        known = {each.organization.organization_id: each.organization for each in self.organizations}
        every = [*self.organizations, *self.deleted_organizations]
        if self.organization_id not in known:
            raise MalformedInput("the root organization is missing")
        if any(each.parent_id is not None and each.parent_id not in known for each in every):
            raise MalformedInput("the parent of an organization is missing")
        try:
            for each in every:
                for policy in each.organization.policies.values():
                    check_expressions(policy, strict=False)
        except ApiError as error:
            raise MalformedInput(f"a policy is refused: {error.message}") from None
        ApiKey.from_private_key(self.api_key)
        self.set_clock(State(KeyMaterial(self.seed)))

    def set_clock(self, state: State) -> None:
        """Set the clock of a new state; refuse an impossible time."""
        state.advance(self.ahead)
        state.freeze(frozen=self.frozen_at is not None)
        state.set_clock(self.frozen_at or state.now())

    def fill(self, state: State, enclave: KeptEnclave) -> None:
        """Restore the organizations and their data into a state and an enclave of the same seed."""
        enclave.recall(self.enclave)
        state.material.continue_from(self.counts)
        state.sent_otps, state.legacy_otps, state.emails = self.sent_otps, self.legacy_otps, self.emails
        self.set_clock(state)
        for kept, into in (
            (self.organizations, state.organizations),
            (self.deleted_organizations, state.deleted_organizations),
        ):
            into.update((each.organization.organization_id, each.organization) for each in kept)
        for each in (*self.organizations, *self.deleted_organizations):
            _connect(each, state)


def _connect(kept: _KeptOrganization, state: State) -> None:
    """Restore an organization's references to its parent and its users."""
    organization = kept.organization
    organization.parent = None if kept.parent_id is None else state.organizations[kept.parent_id]
    organization.allowlists = dict(kept.allowlists)
    users = {user.user_id: user for user in organization.users_with_parents()}
    for activity in organization.activities.values():
        organization.activities_by_id[activity.activity_id] = activity
        for vote in activity.votes:
            # A user who voted may be deleted.
            vote.user = users.get(vote.user.user_id, vote.user)
        for made in activity.made.organizations:
            made.parent = organization


def kept_activity(_fingerprint: str, activity: Activity) -> Activity:
    """Return an activity for storage, without repeating the parent of organizations that it made."""
    if not activity.made.organizations:
        return activity
    organizations = [replace(each, parent=None) for each in activity.made.organizations]
    return replace(activity, made=replace(activity.made, organizations=organizations))


def kept_organization(organization: Organization, **collections: Any) -> _KeptOrganization:
    """Return an organization for storage, with other collections."""
    parent = organization.parent
    return _KeptOrganization(
        replace(organization, parent=None, allowlists={}, activities_by_id={}, **collections),
        None if parent is None else parent.organization_id,
        [],
    )


def _keep(organization: Organization) -> _KeptOrganization:
    activities = {name: kept_activity(name, each) for name, each in organization.activities.items()}
    kept = kept_organization(organization, activities=activities)
    kept.allowlists = [*organization.allowlists.items()]
    return kept


def encode_kept(content: object) -> bytes:
    """Write the stored data as JSON, with every secret key."""
    return msgspec.json.encode(content, enc_hook=TargetKey.private_key_hex)


def encode_records(contents: Mapping[Place, object | None]) -> dict[Place, bytes | None]:
    """Write the contents of places as JSON; None stays."""
    return {place: None if content is None else encode_kept(content) for place, content in contents.items()}


def take_snapshot(state: State, enclave: KeptEnclave, **others: Any) -> bytes:
    """Write a state as JSON; ``others`` are the members of ``Snapshot`` that the state lacks."""
    with state.lock:
        snapshot = Snapshot(
            seed=state.material.seed,
            counts=state.material.counts(),
            enclave=enclave.memory(),
            organizations=[*map(_keep, state.organizations.values())],
            deleted_organizations=[*map(_keep, state.deleted_organizations.values())],
            sent_otps=state.sent_otps,
            legacy_otps=state.legacy_otps,
            emails=state.emails,
            ahead=state.ahead,
            frozen_at=state.frozen_at,
            **others,
        )
        return encode_kept(snapshot)


def read_snapshot(content: Mapping[str, object]) -> Snapshot:
    """Read a state that ``take_snapshot`` wrote."""
    try:
        snapshot = msgspec.convert(
            content, Snapshot, dec_hook=lambda _type, text: TargetKey.from_private_key(text)
        )
        snapshot.check()
    except (msgspec.ValidationError, SealwaxError, ValueError) as error:
        problem = f": {error}" if isinstance(error, MalformedInput) else ""
    else:
        return snapshot
    # Raised after this block, because these exceptions may refer to secrets.
    raise MalformedInput(f"the state is not one that this version of the local service wrote{problem}")

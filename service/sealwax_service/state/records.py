"""The records of the service: organizations and their contents."""

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from functools import cached_property
from itertools import islice
from threading import RLock
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from sealwax._codec.clock import to_instant
from sealwax.activities.statuses import COMPLETED, CONSENSUS_NEEDED, FAILED, PENDING, REJECTED
from sealwax.testing.enclave import OTP_EMAIL, OTP_SMS
from sealwax.testing.key_material import KeyMaterial
from sealwax_service._limits import APPROVALS_LAST, MAX_ACTIVITIES, MAX_EMAILS, MAX_LIFETIME, MAX_REFUSALS
from sealwax_service.api_errors import NOT_AUTHORIZED, NOT_FOUND, ApiError

from .features import LOGINS
from .journal import Record
from .outcomes import Decision

T = TypeVar("T")

_ENDED = {COMPLETED, FAILED, REJECTED}

ACTIVITY_UPDATES = "ACTIVITY_UPDATES"
"""The event of a new status of an activity, which webhook endpoints receive."""

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_FIRST_TIME = datetime(2000, 1, 1, tzinfo=timezone.utc)

Json = dict[str, Any]
"""A JSON object of an answer."""


def keep_last(kept: dict[str, T], name: str, value: T, most: int) -> None:
    """Add a value as the newest; drop the oldest beyond a limit."""
    kept.pop(name, None)
    kept[name] = value
    if len(kept) > most:
        del kept[next(iter(kept))]


@dataclass(eq=False)
class ApiKeyRecord:
    """An API key of a user, or the key of a session."""

    api_key_id: str
    name: str
    public_key: str
    curve: str
    created_at: datetime
    expires_at: datetime | None = None
    is_session: bool = False
    credential_type: str | None = None
    """The type in answers; None for the type of an API key of its curve."""
    session_profile_id: str | None = None
    """The session profile whose scope restricts the key."""

    @property
    def type(self) -> str:
        """The type in answers."""
        return self.credential_type or f"CREDENTIAL_TYPE_API_KEY_{self.curve.upper()}"


PASSKEY_TYPE = "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR"
"""The type of a passkey in answers."""


@dataclass(eq=False)
class Passkey:
    """A passkey of a user, with the relying party and origin of its stamps."""

    authenticator_id: str
    name: str
    credential_id: bytes
    public_key: bytes
    rp_id: str
    origin: str
    transports: list[str]
    aaguid: bytes
    created_at: datetime


class OidcIdentity(NamedTuple):
    """The identity that an OIDC token states."""

    issuer: str
    subject: str
    audience: str


@dataclass(eq=False)
class OauthProviderRecord:
    """An OIDC identity that a user logs in with."""

    provider_id: str
    name: str
    identity: OidcIdentity | None
    """None if the request named none: such a provider cannot log in."""
    created_at: datetime


class Contact(NamedTuple):
    """An email address or a phone number, with the type of the one-time codes that are sent to it."""

    otp_type: str
    text: str


@dataclass(eq=False)
class MfaPolicy:
    """An MFA policy of a user. The service never evaluates it."""

    mfa_policy_id: str
    name: str
    created_at: datetime
    updated_at: datetime | None = None
    fields: Json = field(default_factory=dict)
    """Its other fields, in the form of answers."""


@dataclass(eq=False)
class User(Record):
    """A user of an organization."""

    user_id: str
    name: str
    created_at: datetime
    updated_at: datetime
    email: str | None = None
    phone_number: str | None = None
    is_root: bool = False
    tag_ids: list[str] = field(default_factory=list)
    verified_contacts: set[Contact] = field(default_factory=set)
    api_keys: list[ApiKeyRecord] = field(default_factory=list)
    passkeys: list[Passkey] = field(default_factory=list)
    oauth_providers: list[OauthProviderRecord] = field(default_factory=list)
    mfa_policies: dict[str, MfaPolicy] = field(default_factory=dict)

    def has_public_key(self, public_key: str) -> bool:
        """Whether an API key of the user has a public key, in lower case."""
        return any(key.public_key == public_key for key in self.api_keys)

    def has_credential(self, credential_id: bytes) -> bool:
        """Whether a passkey of the user has a credential id."""
        return any(passkey.credential_id == credential_id for passkey in self.passkeys)

    @property
    def contacts(self) -> set[Contact]:
        """The user's email address and phone number."""
        given = ((OTP_EMAIL, self.email), (OTP_SMS, self.phone_number))
        return {Contact(otp_type, text) for otp_type, text in given if text}


@dataclass(eq=False)
class Tag(Record):
    """A tag of users, or of private keys."""

    tag_id: str
    name: str
    created_at: datetime
    updated_at: datetime


@dataclass(eq=False)
class AccountRecord:
    """An account of a wallet."""

    account_id: str
    name: str | None
    curve: str
    path: str
    address_format: str
    address: str
    public_key: str
    private_key: bytes = field(repr=False)
    created_at: datetime
    exported: bool = False


@dataclass(eq=False)
class Wallet(Record):
    """A wallet: a mnemonic, and the accounts derived from it."""

    wallet_id: str
    name: str
    mnemonic: str = field(repr=False)
    passphrase: str | None = field(repr=False)
    created_at: datetime
    updated_at: datetime
    imported: bool = False
    exported: bool = False
    accounts: list[AccountRecord] = field(default_factory=list)


@dataclass(eq=False)
class PrivateKeyRecord(Record):
    """A private key of an organization."""

    private_key_id: str
    name: str
    curve: str
    public_key: str
    private_key: bytes = field(repr=False)
    addresses: list[tuple[str, str]]
    created_at: datetime
    updated_at: datetime
    tag_ids: list[str] = field(default_factory=list)
    imported: bool = False
    exported: bool = False


@dataclass(eq=False)
class SecretRecord(Record):
    """A secret of an organization."""

    secret_id: str
    name: str | None
    text: str = field(repr=False)
    static_properties: list[Json]
    created_at: datetime


@dataclass(eq=False)
class Policy(Record):
    """A policy. The module ``policies`` evaluates its expressions."""

    policy_id: str
    name: str
    effect: str
    condition: str
    consensus: str
    notes: str
    created_at: datetime
    updated_at: datetime
    time: str = ""


@dataclass(eq=False)
class WebhookEndpointRecord(Record):
    """A webhook endpoint."""

    endpoint_id: str
    organization_id: str
    url: str
    name: str
    is_active: bool
    subscriptions: list[Json]

    def to_json(self) -> Json:
        """Return the endpoint in the form of answers."""
        return {
            "endpointId": self.endpoint_id,
            "organizationId": self.organization_id,
            "url": self.url,
            "name": self.name,
            "isActive": self.is_active,
            "subscriptions": self.subscriptions,
        }


@dataclass(frozen=True, eq=False)
class IpAllowlist:
    """The IP allowlist of an organization or of an API key."""

    enabled: bool
    rules: list[Json]
    on_evaluation_error: str = "DENY"

    @cached_property
    def _networks(self) -> "list[ipaddress.IPv4Network | ipaddress.IPv6Network]":
        return [ipaddress.ip_network(rule["cidr"]) for rule in self.rules]

    def allows(self, address: str, *, evaluation_fails: bool) -> bool:
        """Whether the list, while it is in effect, allows a client's address."""
        if evaluation_fails:
            return self.on_evaluation_error == "ALLOW"
        client = ipaddress.ip_address(address)
        return any(client in network for network in self._networks)


class Approval(NamedTuple):
    """A user's approval of a request, with the key that stamped it."""

    user: User
    public_key: str


@dataclass(eq=False)
class Vote:
    """A user's approval or rejection of an activity, with its stamp, and the decision after it."""

    vote_id: str
    user: User
    selection: str
    message: str
    public_key: str
    signature: str
    scheme: str
    created_at: datetime
    decision: Decision

    @property
    def approval(self) -> Approval:
        """The same as an approval."""
        return Approval(self.user, self.public_key)


class Version(NamedTuple):
    """A version of a submit operation: its type, and the keys of its intent and result, if it has one."""

    type: str
    intent_key: str
    result_key: str | None


class Derived(NamedTuple):
    """A derived address, with its wallet account; the address of a private key has none."""

    organization_id: str
    address: str
    wallet_id: str | None = None
    derivation_path: str | None = None


@dataclass(eq=False)
class Made:
    """Values that a submit operation made before it took the state's lock, for its activity."""

    wallets: list[Wallet] = field(default_factory=list)
    accounts: list[AccountRecord] = field(default_factory=list)
    private_keys: list[PrivateKeyRecord] = field(default_factory=list)
    users: list[User] = field(default_factory=list)
    passkeys: list[Passkey] = field(default_factory=list)
    organizations: "list[Organization]" = field(default_factory=list)
    answer: Json = field(default_factory=dict)
    """The result, if the state does not change."""
    derived: list[Derived] = field(default_factory=list)


@dataclass(eq=False)
class Activity(Record):
    """A requested change: the operation and its parameters, from the first voter's request."""

    activity_id: str
    organization_id: str
    operation: str
    version: Version
    intent: Json
    fingerprint: str
    timestamp_ms: str
    made: Made
    created_at: datetime
    updated_at: datetime
    status: str = PENDING
    result: Json | None = None
    failure: Json | None = None
    votes: list[Vote] = field(default_factory=list)
    app_proofs: list[Json] = field(default_factory=list)
    address_proofs: list[Json] = field(default_factory=list)
    """The first of its app proofs, once it is completed."""
    generates_app_proofs: bool = False
    approvals_needed: int = 1
    """The number of any users who must approve it; a fault requires more than one."""
    polls_left: int = 0

    @property
    def decision(self) -> Decision:
        """The decision after the last vote."""
        return self.votes[-1].decision

    def approvals(self, now: datetime) -> list[Approval]:
        """Return the approvals that have not expired."""
        current: list[Vote] = []
        for vote in self.votes:
            if current and vote.created_at >= current[0].created_at + APPROVALS_LAST:
                current = []
            current.append(vote)
        is_over = bool(current) and now >= current[0].created_at + APPROVALS_LAST
        return [] if is_over else [vote.approval for vote in current]

    def has_approval(self, user: User, now: datetime) -> bool:
        """Whether a user has approved the activity, and the approval has not expired."""
        return any(approval.user is user for approval in self.approvals(now))

    def waits_for(self, user: User, now: datetime) -> bool:
        """Whether the activity waits for approvals, and a user has not approved it."""
        return self.status == CONSENSUS_NEEDED and not self.has_approval(user, now)

    def end(self, status: str, now: datetime) -> None:
        """Set the final status of the activity, and drop the values that were made for it."""
        self.status, self.updated_at, self.made = status, now, Made()


@dataclass(eq=False)
class Organization(Record):
    """An organization and its contents."""

    organization_id: str
    name: str
    parent: "Organization | None"
    created_at: datetime
    root_threshold: int = 1
    """The number of root users who must approve a root user's request."""
    users: dict[str, User] = field(default_factory=dict)
    user_tags: dict[str, Tag] = field(default_factory=dict)
    private_key_tags: dict[str, Tag] = field(default_factory=dict)
    wallets: dict[str, Wallet] = field(default_factory=dict)
    private_keys: dict[str, PrivateKeyRecord] = field(default_factory=dict)
    secrets: dict[str, SecretRecord] = field(default_factory=dict)
    policies: dict[str, Policy] = field(default_factory=dict)
    webhook_endpoints: dict[str, WebhookEndpointRecord] = field(default_factory=dict)
    allowlists: dict[str | None, IpAllowlist] = field(default_factory=dict)
    read_only_sessions: "dict[str, ReadOnlySession]" = field(default_factory=dict)
    """The read-only sessions by their tokens."""
    features: dict[str, str] = field(default_factory=lambda: dict.fromkeys(LOGINS, ""))
    """The features that are switched on, with their values."""
    records: dict[str, dict[str, Json]] = field(default_factory=dict)
    """The records of other kinds, in the form of answers: by the name of their collection, then by id."""
    activities: dict[str, Activity] = field(default_factory=dict)
    """The activities by their fingerprints."""
    activities_by_id: dict[str, Activity] = field(default_factory=dict)
    refusals: dict[str, Decision] = field(default_factory=dict)
    """The decisions on the last refused requests, by the requests' fingerprints."""

    def keep_activity(self, activity: Activity) -> None:
        """Store an activity; drop the oldest that has ended if there are too many."""
        self.activities[activity.fingerprint] = activity
        self.activities_by_id[activity.activity_id] = activity
        oldest = islice(self.activities.values(), max(0, len(self.activities) - MAX_ACTIVITIES))
        gone = next((each for each in oldest if each.status in _ENDED), None)
        if gone is not None:
            del self.activities[gone.fingerprint], self.activities_by_id[gone.activity_id]

    def keep_refusal(self, fingerprint: str, decision: Decision) -> None:
        """Store the decision on a refused request; drop the oldest if there are too many."""
        keep_last(self.refusals, fingerprint, decision, MAX_REFUSALS)

    def require_feature(self, name: str) -> None:
        """Refuse a request that needs a feature that the organization has switched off."""
        if name not in self.features:
            raise ApiError(NOT_AUTHORIZED, f"{name} is off; set_organization_feature switches it on")

    def has(self, user: User) -> bool:
        """Whether a user belongs to the organization itself, not its parent."""
        return self.users.get(user.user_id) is user

    def home_of(self, user: User) -> "Organization":
        """Return the organization of a user: this one, or its parent."""
        return next((each for each in self.and_parent() if each.has(user)), self)

    def and_parent(self) -> "Iterator[Organization]":
        """Yield the organization, and its parent if there is one."""
        yield self
        if self.parent is not None:
            yield self.parent

    def add_webhook_endpoint(
        self, endpoint_id: str, *, url: str, name: str, subscriptions: list[Json] | None = None
    ) -> WebhookEndpointRecord:
        """Add an active webhook endpoint, by default subscribed to the activities' updates."""
        made = WebhookEndpointRecord(
            endpoint_id,
            self.organization_id,
            url,
            name,
            is_active=True,
            subscriptions=[{"eventType": ACTIVITY_UPDATES, "isActive": True}]
            if subscriptions is None
            else subscriptions,
        )
        self.webhook_endpoints[endpoint_id] = made
        return made

    def users_with_parents(self) -> "Iterator[User]":
        """Yield the users of the organization, and of its parent if there is one."""
        for organization in self.and_parent():
            yield from organization.users.values()

    def accounts(self) -> Iterator[tuple[Wallet, AccountRecord]]:
        """Yield every account of every wallet."""
        for wallet in self.wallets.values():
            for account in wallet.accounts:
                yield wallet, account

    def derived(self, wallet_id: str, accounts: Iterable[AccountRecord]) -> list[Derived]:
        """Return the addresses of accounts of a wallet, which may not be in the organization yet."""
        return [
            Derived(self.organization_id, account.address, wallet_id, account.path) for account in accounts
        ]

    def all_derived(self) -> list[Derived]:
        """Return the addresses of every account of every wallet."""
        return [
            each
            for wallet in self.wallets.values()
            for each in self.derived(wallet.wallet_id, wallet.accounts)
        ]


@dataclass(eq=False)
class SentOtp:
    """A one-time code. It is not sent; ``/_sealwax/otp`` and ``/_sealwax/otps`` return it."""

    organization_id: str
    code: str = field(repr=False)
    contact: str


@dataclass(eq=False)
class LegacyOtp:
    """A flow of init_otp_auth and otp_auth."""

    organization_id: str
    contact: Contact
    code: str = field(repr=False)
    expires_at: datetime


@dataclass(eq=False)
class ReadOnlySession:
    """A session whose token, in the header X-Session, may only query."""

    user_id: str
    expires_at: datetime


class State(Record):
    """All organizations, the clock, and the ids.

    Hold ``lock`` to read them. To change them, hold it too, and call ``commit`` before releasing it: then
    no other request sees a change that the end of the process could undo.
    """

    def __init__(self, material: KeyMaterial) -> None:
        self.lock: AbstractContextManager[bool] = RLock()
        self.store: Callable[[], None] | None = None
        """Writes the changes of this thread to the state file; None without one."""
        self.material = material
        self.organizations: dict[str, Organization] = {}
        self.deleted_organizations: dict[str, Organization] = {}
        self.sent_otps: dict[str, SentOtp] = {}
        self.legacy_otps: dict[str, LegacyOtp] = {}
        self.emails: list[Json] = []
        self.ahead: timedelta = timedelta(0)
        self.frozen_at: datetime | None = None

    def commit(self) -> None:
        """Write the changes of this thread to the state file, if there is one; the caller holds the lock."""
        if self.store is not None:
            self.store()

    def now(self) -> datetime:
        """Return the service's time: the system's plus the advances, or the frozen time."""
        return self.frozen_at or to_instant(None) + self.ahead

    def advance(self, by: timedelta) -> None:
        """Move the clock."""
        try:
            self.now() + by + MAX_LIFETIME
        except OverflowError:
            raise ValueError("by is too large: it leads past the year 9899") from None
        self.ahead += by
        if self.frozen_at is not None:
            self.frozen_at += by

    def set_clock(self, now: datetime) -> None:
        """Set the clock to a time."""
        if now < _FIRST_TIME:
            raise ValueError("the clock cannot show a time before the year 2000")
        self.advance(now - self.now())

    def freeze(self, *, frozen: bool) -> None:
        """Stop the clock, or restart it from its time."""
        if not frozen and self.frozen_at is not None:
            self.ahead = self.frozen_at - to_instant(None)
        self.frozen_at = self.now() if frozen else None

    def delete_organization(self, organization: Organization) -> None:
        """Delete an organization, whose last activity is announced later."""
        self.deleted_organizations[organization.organization_id] = organization
        del self.organizations[organization.organization_id]

    def children_of(self, parent: Organization) -> list[Organization]:
        """Return the sub-organizations of an organization."""
        return [each for each in self.organizations.values() if each.parent is parent]

    def organization_of(self, activity: Activity) -> Organization:
        """Return the organization of an activity, even if the activity deleted it."""
        organization_id = activity.organization_id
        return self.organizations.get(organization_id) or self.deleted_organizations[organization_id]

    def send_email(self, email: Json) -> None:
        """Store an e-mail. It is not sent; ``/_sealwax/emails`` returns the last ones."""
        self.emails = [*self.emails[1 - MAX_EMAILS :], email]

    def new_id(self) -> str:
        """Return a new id."""
        return str(UUID(bytes=self.material.take("id")[:16], version=4))

    def new_code(self, length: int, alphabet: str) -> str:
        """Return a one-time code."""
        number = int.from_bytes(self.material.take("one-time code"), "big")
        digits = []
        for _ in range(length):
            number, digit = divmod(number, len(alphabet))
            digits.append(alphabet[digit])
        return "".join(digits)


def find(records: Mapping[str, T], record_id: str, what: str) -> T:
    """Return a record by its id; refuse an unknown id."""
    record = records.get(record_id)
    if record is None:
        raise ApiError(NOT_FOUND, f"there is no {what} with this id in the organization")
    return record


def find_session_profile(organization: Organization, profile_id: str) -> Json:
    """Return a session profile of the organization or of its parent; refuse an unknown id."""
    kept = (each.records.get("session_profiles", {}) for each in organization.and_parent())
    profiles = {record_id: record for records in kept for record_id, record in records.items()}
    return find(profiles, profile_id, "session profile")


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID in the service's form."""
    return _UUID.fullmatch(text) is not None

"""The one table of the limits of this package.

A limit bounds the size, number or time of a client's input, or of the records that the service keeps.
"""

from datetime import timedelta
from typing import Final

# HTTP.

MAX_HEAD_BYTES: Final = 65536
"""The largest head of a request: 64 KiB."""

MAX_BODY_BYTES: Final = 1 << 20
"""The largest body of a request, except that of a whole state: 1 MiB."""

IDLE_SECONDS: Final = 60
"""The time after which a silent connection is closed."""

MAX_DRAINED_BYTES: Final = 64 << 20
"""The number of bytes that are still read from a connection after its last answer."""

DRAIN_SECONDS: Final = 5
"""The longest silence of a client after its last answer."""

# Calls of contracts.

MAX_TYPE_CHARACTERS: Final = 2000
"""The length of the types of a function's arguments: eth-abi parses a nested type once for each level."""

MAX_TYPE_DEPTH: Final = 16
"""The number of levels of a type."""

MAX_CALL_WORDS: Final = 20_000
"""The number of words that are read from a call; a word that several values share counts for each."""

# Records that are kept.

MAX_REMEMBERED: Final = 1000
"""The number of requests, and of deliveries, that are kept."""

MAX_REMEMBERED_BYTES: Final = 16 << 20
"""The size of the requests, and of the deliveries, that are kept: 16 MiB each."""

MAX_REMEMBERED_ANSWER_BYTES: Final = 16 << 10
"""The part of each answer that is kept: 16 KiB."""

MAX_ACTIVITIES: Final = 10_000
"""The number of activities of an organization that are kept, besides those that wait."""

MAX_REFUSALS: Final = 1000
"""The number of refusals of an organization whose reasons are kept."""

MAX_EMAILS: Final = 100
"""The number of e-mails that are kept."""

MAX_LAST_OUTCOMES: Final = 10_000
"""The number of policies whose last outcomes are kept. The oldest are forgotten first."""

# Files and states.

MAX_STATE_BYTES: Final = 256 << 20
"""The largest state that is read, and the largest file of one: 256 MiB."""

MAX_SQL_BYTES: Final = 1000
"""The length of a statement of SQL. SQLite parses those in a file when it opens it."""

MAX_SEED_FILE_BYTES: Final = 1 << 20
"""The largest seed file: 1 MiB."""

# Records of an organization.

MAX_POLICIES: Final = 100
"""The number of policies of an organization."""

MAX_INVITATIONS: Final = 100
"""The number of invitations of an organization."""

MAX_CODES: Final = 3
"""The number of one-time codes that a ``userIdentifier`` may request in ``CODES_PERIOD``."""

CODES_PERIOD: Final = timedelta(minutes=3)
"""The time in which one-time codes are counted."""

MAX_COUNTED_IDENTIFIERS: Final = 10_000
"""The number of user identifiers whose one-time codes are counted."""

MAX_USERS: Final = 100
"""The most users of an organization, as the service documents it."""

MAX_WALLETS: Final = 100
"""The number of wallets of an organization."""

MAX_PRIVATE_KEYS: Final = 1000
"""The number of private keys of an organization."""

MAX_TAGS: Final = 100
"""The number of tags, of users and of private keys together, of a top-level organization."""

MAX_SUB_ORGANIZATION_TAGS: Final = 10
"""The number of tags, of users and of private keys together, of a sub-organization."""

MAX_API_KEYS: Final = 10
"""The most API keys of a user without an expiry."""

MAX_EXPIRING_API_KEYS: Final = 10
"""The most API keys of a user with an expiry."""

MAX_AUTHENTICATORS: Final = 10
"""The most passkeys of a user."""

MAX_OAUTH_PROVIDERS: Final = 10
"""The most OAuth providers of a user."""

MAX_PATH_LEVELS: Final = 1000
"""The most levels of the paths of a request, together. The deployed service's limit is not documented."""

MAX_INTERFACE_BYTES: Final = 400_000
"""The largest interface of a contract, as the service documents it."""

MAX_ALLOWLIST_RULES: Final = 10
"""The most rules of an IP allowlist, as the service documents it."""

# Lifetimes.

DEFAULT_SESSION_SECONDS: Final = 900
"""The default lifetime of a session: 15 minutes."""

DEFAULT_TOKEN_SECONDS: Final = 3600
"""The default lifetime of a verification token: 1 hour."""

READ_ONLY_SESSION_SECONDS: Final = 3600
"""The lifetime of a read-only session: 1 hour."""

DEFAULT_OTP_SECONDS: Final = 300
"""The default lifetime of a one-time code: 5 minutes."""

APPROVALS_LAST: Final = timedelta(hours=24)
"""The time that approvals of an activity count."""

MAX_LIFETIME: Final = timedelta(days=36525)
"""The time between the end of the clock and the end of the year 9999."""

MAX_ADVANCE_SECONDS: Final = 100 * 366 * 86400
"""The most seconds by which a request advances the clock."""

# Policies.

MAX_EXPRESSION_CHARACTERS: Final = 10_000
"""The length of an expression."""

MAX_EXPRESSION_DEPTH: Final = 64
"""The number of levels of an expression."""

MAX_INTEGER_DIGITS: Final = 80
"""The number of digits of an integer."""

MAX_EVALUATION_STEPS: Final = 50_000
"""The number of steps of an evaluation."""

MAX_PAYLOADS: Final = 20
"""The number of different payloads with separate facts that policies decide about at once.

Each payload has all steps of an evaluation: otherwise, some payloads could exhaust a denying policy's steps
for others.
"""

# Faults and webhooks.

MAX_FAULT_SECONDS: Final = 60
"""The longest delay of a fault."""

MAX_FAULT_RETRY_AFTER: Final = 3600
"""The longest wait, in seconds, that a fault requests in Retry-After."""

MAX_FAULT_COUNT: Final = 1000
"""The largest count of a fault's option."""

DELIVERY_ATTEMPTS: Final = 3
"""The attempts of a delivery. The service's number is not documented."""

DELIVERY_SECONDS: Final = 5
"""The time in which an endpoint must answer."""

# Pages and the overview.

DEFAULT_PAGE_RECORDS: Final = 10
"""The number of records on a page, unless a request says."""

MAX_SHOWN_RECENT: Final = 50
"""The number of the last activities, requests and deliveries that are shown."""

MAX_SHOWN_RECORDS: Final = 100
"""The number of organizations that are shown, and of users, wallets, keys and policies of each."""

MAX_SHOWN_UNKNOWN_FIELDS: Final = 10
"""The number of unknown fields of a request that its notes have."""

MAX_SHOWN_OTPS: Final = 100
"""The number of the last one-time codes that are shown together."""

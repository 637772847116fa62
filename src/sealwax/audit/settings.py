"""What an audit trusts and expects."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from sealwax._codec.arguments import require_type
from sealwax._codec.organizations import expected_ids
from sealwax.activities.votes import trusted_hex
from sealwax.proofs.identity import EnclaveIdentity
from sealwax.trust import EnclaveKeys
from sealwax.webhooks import WebhookKeys


@dataclass(frozen=True, kw_only=True)
class AuditTrust:
    """The keys and the enclave that an audit trusts, besides the API keys. Without any, it trusts none.

    A kind of line without its keys is refused as ``unsupported``.

    Attributes:
        trusted_keys: The public keys whose votes and signatures count, as for ``verify_activity_votes``.
            Votes by other keys are left out.
        webhook_keys: The keys of webhooks. They need ``organization_id`` of ``AuditExpectation``.
        enclave_keys: The enclaves' public keys, for sessions and tokens.
        identity: The expected enclave, for proofs.

    Raises:
        ValueError: A key of ``trusted_keys`` is not a key.
    """

    trusted_keys: Collection[str | bytes] = frozenset()
    webhook_keys: WebhookKeys | None = None
    enclave_keys: EnclaveKeys | None = None
    identity: EnclaveIdentity | None = None

    def __post_init__(self) -> None:
        require_type(self.webhook_keys, (WebhookKeys, type(None)), "webhook_keys")
        require_type(self.enclave_keys, (EnclaveKeys, type(None)), "enclave_keys")
        require_type(self.identity, (EnclaveIdentity, type(None)), "identity")
        trusted_hex(self.trusted_keys)
        object.__setattr__(self, "trusted_keys", frozenset(self.trusted_keys))


@dataclass(frozen=True, kw_only=True)
class AuditExpectation:
    """The values that each line of an archive must have, where its kind has them.

    Attributes:
        organization_id: The id of the organization that requests, activities and webhooks must be for; None
            skips the check. Webhooks need it.
        session_profile_id: The id of the profile that each session must have; None for none, unless
            ``allow_scoped``.
        allow_scoped: Whether to accept sessions with a session profile or a scope.
        rp_id: For votes by passkeys: the relying party's id.
        origin: For votes by passkeys: the origin of the page that asked, or several.
    """

    organization_id: str | None = None
    session_profile_id: str | None = None
    allow_scoped: bool = False
    rp_id: str | None = None
    origin: str | Collection[str] | None = None

    def __post_init__(self) -> None:
        for name in ("organization_id", "session_profile_id", "rp_id"):
            require_type(getattr(self, name), (str, type(None)), name)
        require_type(self.allow_scoped, bool, "allow_scoped")
        require_type(self.origin, (str, Collection, type(None)), "origin")
        if self.organization_id is not None:
            expected_ids(self.organization_id)


class Settings(NamedTuple):
    """The inputs of every worker, sent with each chunk. All are public."""

    api_keys: tuple[tuple[str, str], ...]
    trust: AuditTrust
    expected: AuditExpectation
    leeway: timedelta
    fast: bool

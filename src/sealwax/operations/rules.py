"""The rules of requests, beyond the types of their fields: bases of classes that the catalog makes."""

from typing import TYPE_CHECKING, ClassVar

from sealwax._codec.violations import Rule, Violation

from .parameters import Parameters


class _SetIpAllowlist(Parameters, frozen=True, kw_only=True):
    """The list of the organization can be switched on and off, unlike that of an API key."""

    nullable: ClassVar[frozenset[str]] = frozenset({"publicKey"})
    schema_rules: ClassVar[dict[str, object]] = {
        "not": {"required": ["publicKey", "enabled"], "properties": {"publicKey": {"type": "string"}}}
    }
    if TYPE_CHECKING:
        public_key: str | None = None
        enabled: bool | None = None

    def broken_rule(self) -> Violation | None:
        """Refuse ``enabled`` for the list of an API key."""
        if self.public_key is not None and self.enabled is not None:
            words = "is only for the organization's list; leave it out with publicKey"
            return Violation(("enabled",), Rule.OTHER, words)
        return None

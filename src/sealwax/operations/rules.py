"""The rules of requests, beyond the types of their fields: bases of classes that the catalog makes."""

from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING, ClassVar, TypeVar

from sealwax._codec.violations import Rule, Violation
from sealwax.errors import InvalidRequest
from sealwax.login.client_signature import sign_signup_body
from sealwax.signing import Signer

from .parameters import Parameters

S = TypeVar("S", bound="_SignupV2")


class _IpAllowlistRule(Parameters, frozen=True, kw_only=True):
    """A block of IP addresses has no bit beyond its prefix."""

    if TYPE_CHECKING:
        cidr: str

    def broken_rule(self) -> Violation | None:
        """Refuse an invalid CIDR block, which the pattern cannot detect."""
        try:
            # ip_network() tries one after the other.
            (IPv6Network if ":" in self.cidr else IPv4Network)(self.cidr)
        except ValueError:
            words = "is not a valid CIDR block; check the prefix length, and that no host bit is set"
            return Violation(("cidr",), Rule.OTHER, words)
        return None


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


class _SignupV2(Parameters, frozen=True, kw_only=True):
    """A signup with a verification token is signed by the key that the token is bound to."""

    if TYPE_CHECKING:
        verification_token: str | None = None

    def signed(self: S, signer: Signer) -> S:  # noqa: PYI019 - Python 3.10 has no Self
        """Sign the signup with the key that the verification token is bound to.

        Args:
            signer: The P-256 key whose public key was sealed in the OTP bundle.

        Returns:
            The same signup with its ``client_signature``.

        Raises:
            InvalidRequest: The signup has no verification token.
            SealwaxError: The errors of ``sign_signup``.
        """
        if self.verification_token is None:
            raise InvalidRequest(
                f"{self._label()}: verificationToken is missing; the client signature must contain it"
            )
        signature = sign_signup_body(signer, self.verification_token, self.to_params())
        return self.from_params({**self.to_params(), "clientSignature": signature.to_dict()})

"""The operations on IP allowlists."""

import re
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, Final

from sealwax import operations
from sealwax.operations import IpAllowlistRule
from sealwax.operations.forms import Id
from sealwax.operations.openapi.schemas import request_schema
from sealwax.operations.parameters import check
from sealwax_service._limits import MAX_ALLOWLIST_RULES
from sealwax_service.api_errors import INVALID_CALLER, NOT_FOUND, REQUEST_INVALID, ApiError
from sealwax_service.requests.bodies import body
from sealwax_service.requests.context import Body, Submit, SubmitContext, at_once
from sealwax_service.state.records import IpAllowlist, Json

_CIDR: Final = re.compile("[0-9A-Fa-f:.]+/(0|[1-9][0-9]{0,2})")


_WIDEST_BLOCKS: Final = {4: 20, 6: 48}
"""The shortest prefixes of blocks in an IP allowlist, by the version of IP."""


class AllowlistParameters(Body):
    """The parameters of set_ip_allowlist, whose blocks may have host bits set: these are cleared."""

    def read(self, given: Mapping[str, object], label: str) -> Any:
        """Read the parameters; an error about a block has its index and its text."""
        rules = given.get("rules")
        if isinstance(rules, list):
            given = {**given, "rules": [_with_block(number, rule) for number, rule in enumerate(rules)]}
        return check(operations.SetIpAllowlist, given, label)

    def schema(self) -> tuple[Json, Mapping[str, Json]]:
        """Return the schema of the operation's parameters."""
        return request_schema(operations.SetIpAllowlist)


def _with_block(number: int, rule: object) -> object:
    """Return a rule with the network of its block; other values, unchanged, are refused by the reader."""
    if not isinstance(rule, dict) or not isinstance(rule.get("cidr"), str):
        return rule
    place = f"the cidr of rules[{number}]"
    try:
        # The library also accepts masks, and addresses without a length.
        text = rule["cidr"] if _CIDR.fullmatch(rule["cidr"]) else ""
        block = ip_network(text, strict=False)
    except ValueError:
        raise ApiError(REQUEST_INVALID, f'{place} is not a CIDR block: "{rule["cidr"]}"') from None
    widest = _WIDEST_BLOCKS[block.version]
    if block.prefixlen < widest:
        raise ApiError(REQUEST_INVALID, f'{place} is wider than /{widest}: "{rule["cidr"]}"')
    return {**rule, "cidr": str(block)}


def _allowlist_rules(given: Iterable[IpAllowlistRule]) -> list[Json]:
    """Return the rules with unique blocks in their shortest form; refuse more than the documented number."""
    rules: dict[IPv4Network | IPv6Network, Json] = {}
    for rule in given:
        rules.setdefault(ip_network(rule.cidr), rule.to_params())
    for version in _WIDEST_BLOCKS:
        if sum(block.version == version for block in rules) > MAX_ALLOWLIST_RULES:
            raise ApiError(
                REQUEST_INVALID, f"an IP allowlist has at most {MAX_ALLOWLIST_RULES} IPv{version} blocks"
            )
    return [{**rule, "cidr": str(block)} for block, rule in rules.items()]


def _set_ip_allowlist(context: SubmitContext, given: operations.SetIpAllowlist) -> Json:
    organization = context.organization
    if organization.parent is not None:
        raise ApiError(INVALID_CALLER)
    keys = {key.public_key for user in organization.users.values() for key in user.api_keys}
    public_key = None if given.public_key is None else given.public_key.lower()
    if public_key is not None and public_key not in keys:
        raise ApiError(NOT_FOUND, "there is no API key with this publicKey in the organization")
    old = organization.allowlists.get(public_key, IpAllowlist(enabled=False, rules=[]))
    rules = old.rules if given.rules is None else _allowlist_rules(given.rules)
    # A key's own list has no switch of its own. The specification has no default for an organization's list.
    enabled = public_key is not None or old.enabled or bool(given.rules)
    organization.allowlists[public_key] = IpAllowlist(
        enabled=enabled if given.enabled is None else given.enabled,
        rules=rules,
        on_evaluation_error=given.on_evaluation_error or old.on_evaluation_error,
    )
    return {}


def _remove_ip_allowlist(context: SubmitContext, given: Any) -> Json:
    organization = context.organization
    if organization.parent is not None:
        raise ApiError(INVALID_CALLER)
    public_key = None if given.public_key is None else given.public_key.lower()
    if organization.allowlists.pop(public_key, None) is None:
        raise ApiError(NOT_FOUND, "there is no such IP allowlist in the organization")
    return {}


SUBMITS: Final[dict[str, Submit]] = {
    "set_ip_allowlist": Submit(AllowlistParameters(), at_once(_set_ip_allowlist)),
    "remove_ip_allowlist": Submit(
        body("remove_ip_allowlist", public_key=Id | None), at_once(_remove_ip_allowlist)
    ),
}
"""The operations on IP allowlists."""

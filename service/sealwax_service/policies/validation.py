"""Policies that are created or changed: what cannot be evaluated is refused."""

from typing import Final

from sealwax_service.api_errors import (
    INVALID_CONDITION,
    INVALID_CONSENSUS,
    REQUEST_INVALID,
    ApiError,
    ErrorKind,
    refusing,
)
from sealwax_service.state import Policy

from .language import parse

_KINDS: Final = {"condition": INVALID_CONDITION, "consensus": INVALID_CONSENSUS}


def check_expressions(policy: Policy) -> None:
    """Refuse a policy with expressions that the service cannot evaluate, naming the part."""
    if policy.time:
        raise ApiError(REQUEST_INVALID, "the local service evaluates no `time` of a policy")
    for field, kind in _KINDS.items():
        check_expression(getattr(policy, field), field, kind)


def check_expression(text: str, field: str, kind: ErrorKind) -> None:
    """Refuse an expression that the service cannot evaluate as this field of a policy."""
    if text:
        with refusing(kind):
            parse(text, field)

"""Refuse new or changed policies with invalid expressions."""

from typing import Final

from sealwax_service.api_errors import (
    INVALID_CONDITION,
    INVALID_CONSENSUS,
    REQUEST_INVALID,
    ApiError,
    ErrorKind,
    refusing,
)
from sealwax_service.state.records import Policy

from .language import ABSENT, parse, shown
from .types import NOT_HERE

_KINDS: Final = {"condition": INVALID_CONDITION, "consensus": INVALID_CONSENSUS}


def check_expressions(policy: Policy, *, strict: bool) -> None:
    """Refuse a policy with invalid expressions, naming the part.

    A strict service also refuses valid expressions that it cannot evaluate.
    """
    if policy.time and strict:
        raise ApiError(REQUEST_INVALID, NOT_HERE["time"])
    for field, kind in _KINDS.items():
        check_expression(getattr(policy, field), field, kind, strict=strict)


def check_expression(text: str, field: str, kind: ErrorKind, *, strict: bool) -> None:
    """Refuse an expression that is not valid in this field of a policy."""
    if text:
        with refusing(kind):
            node = parse(text, field)
        if node.form == ABSENT and strict:
            raise ApiError(kind, f"{shown(node.part)}: {node.value}")

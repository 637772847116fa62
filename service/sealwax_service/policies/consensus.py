"""Find the users in the consensus of a policy, who may vote on its requests."""

from collections.abc import Sequence
from typing import Final

from sealwax._codec.base64url import encode_base64url
from sealwax_service.state.records import Approval, Policy, User

from .deciding import evaluate_field
from .evaluation import evaluate
from .language import Node, parse
from .request_facts import Facts, approval_facts
from .types import BOOL, CONSENSUS

_QUANTIFIERS: Final = {"all", "any", "filter"}


def includes(policy: Policy, user: User, requests: Sequence[Facts]) -> bool:
    """Whether a policy would allow a part of a request, and its consensus counts or names this user."""
    if policy.effect != "EFFECT_ALLOW" or not policy.consensus:
        return False
    keys = [key.public_key for key in user.api_keys]
    keys += [encode_base64url(passkey.public_key) for passkey in user.passkeys]
    approver = approval_facts([user], [Approval(user, key) for key in keys])
    return _mentions(parse(policy.consensus, "consensus"), approver) and any(
        evaluate_field(policy.condition, "condition", each).holds for each in requests
    )


def _mentions(node: Node, approver: Facts) -> bool:
    if node.form in _QUANTIFIERS and node.children[0].form == "name":
        looks_for = evaluate(node._replace(form="any", kind=BOOL), approver)
        return looks_for.holds is True
    is_everyone = node.form == "name" and node.value in CONSENSUS
    return is_everyone or any(_mentions(child, approver) for child in node.children)

"""The names that the API gives to the parts of an activity, which follow from the activity's type."""

import re

_TYPE = re.compile(r"ACTIVITY_TYPE_([A-Z0-9]+(?:_[A-Z0-9]+)*?)(?:_(V[0-9]+))?")


def camel_case(words: str) -> str:
    """Convert snake case, such as ``create_api_keys``, to the camel case of the API's names."""
    first, *others = words.lower().split("_")
    return "".join([first, *map(str.capitalize, others)])


def type_parts(activity_type: str) -> tuple[str, str] | None:
    """Return the parts of a type, such as ``create_policy`` and ``V3``; None if it is not a type."""
    match = _TYPE.fullmatch(activity_type)
    return None if match is None else (match[1].lower(), match[2] or "")


def intent_name(activity_type: str) -> str | None:
    """Return the name of an activity's intent, such as ``createPolicyIntentV3``; None if it is not a type.

    All types of the service's API description follow this rule.
    """
    parts = type_parts(activity_type)
    return None if parts is None else f"{camel_case(parts[0])}Intent{parts[1]}"

"""The names that the API gives to the parts of an activity, which follow from the activity's type."""

import re

_TYPE = re.compile(r"ACTIVITY_TYPE_([A-Z0-9]+(?:_[A-Z0-9]+)*?)(?:_(V[0-9]+))?")


def camel_case(words: str) -> str:
    """Return words with underscores in between, such as ``create_api_keys``, as the API's names have them."""
    first, *others = words.lower().split("_")
    return "".join([first, *map(str.capitalize, others)])


def intent_name(activity_type: str) -> str | None:
    """Return the name of an activity's intent, such as ``createPolicyIntentV3``; None if it is not a type.

    All types of the service's API description follow this rule.
    """
    match = _TYPE.fullmatch(activity_type)
    return None if match is None else f"{camel_case(match[1])}Intent{match[2] or ''}"

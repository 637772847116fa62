"""JSON Schema with the regular expressions of ECMA-262, by which it goes."""

import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators


def _match(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[ValidationError]:
    """Match as ECMA-262 does: in Python, a newline may follow `$`."""
    if isinstance(instance, str) and not re.search(rf"{pattern.removesuffix('$')}\Z", instance):
        yield ValidationError("does not match")


EcmaValidator = validators.extend(Draft202012Validator, {"pattern": _match})
"""A validator of draft 2020-12."""

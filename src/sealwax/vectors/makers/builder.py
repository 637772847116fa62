"""Making cases, their ids and their ideas."""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from sealwax.vectors.format import C, ErrorCode, Group, group_type

_ABOUT: dict[str, Any] = {"tc_id": 1, "id": "", "idea": ""}
"""What a case is given when its file is made."""


def valid(case: type[C], comment: str, *flags: str, **fields: Any) -> C:
    """Make a case that must be accepted.

    Args:
        case: Its type.
        comment: What it is about.
        flags: The notes that explain it.
        fields: Its inputs and outputs.

    Returns:
        The case, without its number, id and idea yet.
    """
    return case(**_ABOUT, comment=comment, flags=list(flags), result="valid", **fields)


def invalid(case: type[C], comment: str, error: ErrorCode, *flags: str, **fields: Any) -> C:
    """Make a case that must be refused, and has exactly one thing wrong.

    Args:
        case: Its type.
        comment: What is wrong.
        error: What kind of failure it must be.
        flags: The notes that explain it.
        fields: Its inputs.

    Returns:
        The case, without its number, id and idea yet.
    """
    return case(**_ABOUT, comment=comment, flags=list(flags), result="invalid", error=error, **fields)


def case_id(construct: str, group: type[Group[Any]], comment: str) -> str:
    """Make the id of a case, which depends on no other case.

    Args:
        construct: The name of the file.
        group: The class of the case's group.
        comment: What the case is about.

    Returns:
        The id: the file, the group's type, and the letters and digits of the comment. Quoted values differ in
        more than those, so that a comment with one adds four digits of its SHA-256.
    """
    words = re.findall("[0-9A-Za-z]+", comment)
    if _QUOTED_VALUE.search(comment):
        words.append(sha256(comment.encode()).hexdigest()[:4])
    return f"{construct}/{group_type(group)}/{'-'.join(words)}"


# After a letter, it is an apostrophe.
_QUOTED_VALUE = re.compile(r"(?<!\w)'")


def find_idea(flags: Sequence[str], comment: str) -> str:
    """Give what a case tries, whatever part of the input it tries it on.

    Args:
        flags: The notes that explain the case.
        comment: What the case is about.

    Returns:
        The flags, then the comment without the parts of the input that stand in front of it with a colon, and
        with FIELD for the name of a field at its start.
    """
    head, *value = re.split(r"(?= ')", comment, maxsplit=1)
    text = "".join([head.rpartition(": ")[2], *value])
    return f"{'+'.join(flags)}: {_FIELD_NAME.sub('FIELD', text)}"


# A path or a name of several words; or any word of which something is said that is said of fields.
_FIELD_NAME = re.compile(
    r"^(?:[a-z][\w\[\]]*[a-z\]][A-Z._][\w.\[\]]*(?![^ ])"
    r"|(?!an |what )[a-z]\w*(?= (?:empty|has|is|left out|null|once|twice)\b))"
)

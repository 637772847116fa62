"""The labels of cases: an id, and the comment for people.

Most labels are an id alone, whose words are the comment. A :class:`Label` has another comment, or an idea
that is not the comment::

    cases.bad("another-target-key", "decryption-failed", "WrongKey", ...)
    cases.bad(Label("r-and-s-not-DER", "r and s in a row, not DER"), "malformed", "RawSignature", ...)
    cases.bad(placed("the-signature", "r-is-0"), "malformed", "SignatureRange", ...)

No id follows from a comment: a comment may change, an id may not.
"""

import re
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Label:
    """The label of a case, or of a part of the input.

    Attributes:
        id: The last part of the case's id.
        comment: The subject of the case, or the defect of an invalid case.
        idea: The mistake that the case tests, if not the comment. FIELD stands for the name of a field.
        hashed: Text whose hash ends the id, for values that differ in other characters than an id has.
        by_rule: Whether the case rests on a decision of these vectors where the protocol leaves a choice.
        section: The section of wire-formats.md with the rule, if not that of the group or the flag.
    """

    id: str
    comment: str
    idea: str = ""
    hashed: str = ""
    by_rule: bool = False
    section: str = ""


def words_of(label_id: str) -> str:
    """Return the words of an id."""
    return label_id.replace("-", " ")


def id_of(label: object) -> str:
    """Return the id of a label, or of a value: its letters and digits, with hyphens for what is between."""
    return label.id if isinstance(label, Label) else "-".join(re.findall("[0-9A-Za-z]+", str(label)))


def comment_of(label: str | Label) -> str:
    """Return the comment of a label."""
    return label.comment if isinstance(label, Label) else words_of(label)


def valued(text: str) -> Label:
    """Make the label of a value, such as the name of a format, which is its own comment."""
    return Label(id_of(text), text)


def named(name: str, label: str | Label) -> Label:
    """Make the label of a name or another value, with what is said of it."""
    made = as_label(label)
    return Label(f"{id_of(name)}-{made.id}", f"{name} {made.comment}", hashed=made.hashed)


def of_field(name: str, label: str | Label) -> Label:
    """Make the label of a defect of a field; the idea is the same for each field."""
    made = as_label(label)
    return Label(f"{id_of(name)}-{made.id}", f"{name} {made.comment}", f"FIELD {made.comment}", made.hashed)


def quoted(label_id: str, text: str, after: str = "", *, idea: str = "") -> Label:
    """Make a label that quotes a value, with words before and after it.

    Args:
        label_id: The id, up to the value.
        text: The value.
        after: The id after the value.
        idea: The idea, if not the comment.

    Returns:
        The label, whose id ends with four digits of a hash.
    """
    whole = f"{words_of(label_id)} '{text}'" + (f" {words_of(after)}" if after else "")
    return Label(f"{label_id}-{id_of(text)}-{after}".strip("-"), whole, idea, hashed=whole)


def unread(field: str, json_type: str) -> Label:
    """Return the label of a case whose field has another type, and is not read."""
    return Label(
        f"{field}-that-is-{json_type}-and-not-read",
        f"{words_of(field)} that is {words_of(json_type)}, and not read",
    )


def placed(place: str | Label, label: str | Label) -> Label:
    """Make the label of a defect at a place. The idea is that of the defect, at any place.

    Args:
        place: The label of the place; empty for the whole input.
        label: The label of the defect.

    Returns:
        The label of both, with a colon between the comments.
    """
    made = as_label(label)
    if not place:
        return made
    return Label(
        f"{id_of(place)}-{made.id}",
        f"{comment_of(place)}: {made.comment}",
        made.idea,
        f"{comment_of(place)}: {made.hashed}" if made.hashed else "",
        made.by_rule,
        made.section,
    )


def as_label(label: str | Label) -> Label:
    """Return a label with its idea."""
    if isinstance(label, str):
        words = words_of(label)
        return Label(label, words, words)
    return label if label.idea else replace(label, idea=label.comment)


def by_rule(label: str | Label) -> Label:
    """Mark a case that rests on a decision of these vectors where the protocol leaves a choice.

    It gets the flag ``VectorsRule``, by which implementations that decide otherwise skip it.
    """
    return replace(as_label(label), by_rule=True)

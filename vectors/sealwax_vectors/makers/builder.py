"""Making cases, their ids and their ideas.

A maker has the usual case of a type, which is valid, and makes each other case from its differences::

    cases = Cases(CredentialCase, bundle=bundle, target_private_key=key, private_key=inside, public_key=point)
    yield cases.good("an ordinary key", "Valid")
    yield cases.bad("another target key", "decryption-failed", "WrongKey", target_private_key=other)
    yield cases.bad("cut", "malformed", "Base58Encoding", bundle[:-1])
    yield from cases.bad_each("the bundle: ", hex_defects(bundle))

Positional values are those of the first fields. An invalid case has no outputs. If fields depend on each
other, a subclass computes them in ``fields``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Generic

from sealwax_vectors.format import C, ErrorCode, Group, group_type, output_fields

from .defects import Defect


class Cases(Generic[C]):
    """Makes the cases of one type.

    Args:
        case: The type.
        prefix: The start of each comment.
        usual: The fields of the usual case, including its outputs.
    """

    def __init__(self, case: type[C], prefix: str = "", /, **usual: Any) -> None:
        self.case: type[C] = case
        self.prefix: str = prefix
        self.usual: dict[str, Any] = usual
        names = zip(case.__struct_fields__, case.__struct_encode_fields__, strict=True)
        self._outputs = {name for name, encoded in names if encoded in output_fields(case).all}

    def fields(self, *first: Any, **changes: Any) -> dict[str, Any]:
        """Return the fields that differ from the usual case.

        Args:
            first: The values of the first fields.
            changes: The values of other fields.

        Returns:
            The fields, with or without the outputs.
        """
        return {**dict(zip(self.usual, first, strict=False)), **changes}

    def good(self, comment: str, flags: str, /, *first: Any, slug: str = "", **changes: Any) -> C:
        """Make a case that must be accepted.

        Args:
            comment: The subject of the case, or the one defect of an invalid case.
            flags: The notes that explain it, joined with ``+``.
            first: The values of the first fields.
            slug: The source of its id, if not the comment.
            changes: The values of other fields.

        Returns:
            The case, still without its number and idea.
        """
        return self._make(comment, flags, slug, {**self.usual, **self.fields(*first, **changes)})

    def bad(
        self, comment: str, error: ErrorCode, flags: str, /, *first: Any, slug: str = "", **changes: Any
    ) -> C:
        """Make a case with one defect, which must be refused with an error."""
        fields = {**self.usual, **self.fields(*first, **changes)}
        inputs = {name: value for name, value in fields.items() if name not in self._outputs}
        return self._make(comment, flags, slug, {**inputs, "error": error})

    def bad_each(
        self,
        place: str,
        defects: Iterable[Defect],
        into: str | Callable[..., Any] | None = None,
        name: str | None = None,
        /,
    ) -> Iterator[C]:
        """Make a case that must be refused for each defect of one part of the input.

        Args:
            place: The start of the comments, which names the part.
            defects: The defects.
            into: The field of the part, or a function that makes the first field from the part; None if the
                part is the first field.
            name: The function's parameter for the part; None for its only argument.

        Yields:
            The cases.
        """
        for comment, error, flags, value in defects:
            if isinstance(into, str):
                yield self.bad(place + comment, error, flags, **{into: value})
                continue
            first = value if into is None else into(value) if name is None else into(**{name: value})
            yield self.bad(place + comment, error, flags, first)

    def _make(self, comment: str, flags: str, slug: str, fields: dict[str, Any]) -> C:
        return self.case(
            tc_id=1,
            id=self.prefix + (slug or comment),
            idea="",
            comment=self.prefix + comment,
            flags=flags.split("+"),
            result="invalid" if "error" in fields else "valid",
            **fields,
        )


def case_id(construct: str, group: type[Group[Any]], slug: str) -> str:
    """Make the id of a case, independently of other cases.

    Args:
        construct: The name of the file.
        group: The class of the case's group.
        slug: The source of the id, for most cases the comment.

    Returns:
        The id: the file, the group's type, and the letters and digits of the slug. A slug with a quoted value
        adds four digits of its SHA-256, as such values also differ in other characters.
    """
    words = re.findall("[0-9A-Za-z]+", slug)
    if _QUOTED_VALUE.search(slug):
        words.append(sha256(slug.encode()).hexdigest()[:4])
    return f"{construct}/{group_type(group)}/{'-'.join(words)}"


# A quote after a letter is an apostrophe.
_QUOTED_VALUE = re.compile(r"(?<!\w)'")


def find_idea(flags: Sequence[str], comment: str) -> str:
    """Return the idea of a case, which is independent of the part of the input.

    Args:
        flags: The notes that explain the case.
        comment: The comment of the case.

    Returns:
        The flags, then the comment without the names of parts before its last colon. FIELD replaces the name
        of a field at its start.
    """
    head, *value = re.split(r"(?= ')", comment, maxsplit=1)
    text = "".join([head.rpartition(": ")[2], *value])
    return f"{'+'.join(flags)}: {_FIELD_NAME.sub('FIELD', text)}"


# A path, a name of several words, or one word before a phrase such as "left out".
_FIELD_NAME = re.compile(
    r"^(?:[a-z][\w\[\]]*[a-z\]][A-Z._][\w.\[\]]*(?![^ ])"
    r"|(?!an |what )[a-z]\w*(?= (?:empty|has|is|left out|null|once|twice)\b))"
)

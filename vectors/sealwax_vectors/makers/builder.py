"""Making cases, their ids and their ideas.

A maker has the usual case of a type, which is valid, and makes the others by what differs from it::

    cases = Cases(CredentialCase, bundle=bundle, target_private_key=key, private_key=inside, public_key=point)
    yield cases.good("an ordinary key", "Valid")
    yield cases.bad("another target key", "decryption-failed", "WrongKey", target_private_key=other)
    yield cases.bad("cut", "malformed", "Base58Encoding", bundle[:-1])
    yield from cases.bad_each("the bundle: ", hex_defects(bundle))

Values without a name are those of the first fields. An invalid case has none of the outputs. Where fields
depend on each other, a subclass computes them in ``fields``.
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
        prefix: What each comment begins with.
        usual: The fields of the usual case, the outputs too.
    """

    def __init__(self, case: type[C], prefix: str = "", /, **usual: Any) -> None:
        self.case: type[C] = case
        self.prefix: str = prefix
        self.usual: dict[str, Any] = usual
        names = zip(case.__struct_fields__, case.__struct_encode_fields__, strict=True)
        self._outputs = {name for name, encoded in names if encoded in output_fields(case).all}

    def fields(self, *first: Any, **changes: Any) -> dict[str, Any]:
        """Give the fields in which a case differs from the usual one.

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
            comment: What it is about; of an invalid case, the one thing that is wrong.
            flags: The notes that explain it, with ``+`` between several.
            first: The values of the first fields.
            slug: What its id is made from, where that is not the comment.
            changes: The values of other fields.

        Returns:
            The case, without its number and idea yet.
        """
        return self._make(comment, flags, slug, {**self.usual, **self.fields(*first, **changes)})

    def bad(
        self, comment: str, error: ErrorCode, flags: str, /, *first: Any, slug: str = "", **changes: Any
    ) -> C:
        """Make a case that must be refused with an error, from the same arguments, and nothing else wrong."""
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
        """Make a case that must be refused for each defect of a part of the input.

        Args:
            place: The part, as comments begin.
            defects: The defects.
            into: The field that has the part, or a function that makes the first field from it; None if the
                part is the first field.
            name: The name of the part among the arguments of the function; None if it is the only one.

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
    """Make the id of a case, which depends on no other case.

    Args:
        construct: The name of the file.
        group: The class of the case's group.
        slug: What the id is made from: the comment of most cases.

    Returns:
        The id: the file, the group's type, and the letters and digits. Quoted values differ in more than
        those, so that a text with one adds four digits of its SHA-256.
    """
    words = re.findall("[0-9A-Za-z]+", slug)
    if _QUOTED_VALUE.search(slug):
        words.append(sha256(slug.encode()).hexdigest()[:4])
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

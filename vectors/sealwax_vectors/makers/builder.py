"""Making cases.

A maker has the usual case of a type, which is valid, and makes each other case from its differences::

    cases = Cases(CredentialCase, bundle=bundle, target_private_key=key, private_key=inside, public_key=point)
    yield cases.good("an-ordinary-key", "Valid")
    yield cases.bad("another-target-key", "decryption-failed", "WrongKey", target_private_key=other)
    yield cases.bad("cut", "malformed", "Base58Encoding", bundle[:-1])
    yield from cases.bad_each("the-bundle", hex_defects(bundle))

The rule of a case is in the section of its label, of its ``Cases`` or of ``sections.py``.

The first argument is the case's label: its id, and its comment if that is not the words of the id
(``labels.py``). Positional values are those of the first fields. An invalid case has no outputs. If fields
depend on each other, a subclass computes them in ``fields``.
"""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any, Generic

from sealwax_vectors.features import VECTORS_RULE
from sealwax_vectors.format import C, ErrorCode, output_fields

from .defects import Defect
from .labels import Label, as_label, placed
from .sections import find_section

_RULES = frozenset({"DuplicateKey", "FoldedName"})
"""Flags whose cases all rest on a decision of these vectors: RFC 8259 does not define repeated names."""


class Cases(Generic[C]):
    """Makes the cases of one type.

    Args:
        case: The type.
        place: The place that each label begins with; empty for none.
        section: The section with the rule of all cases; None for those of ``sections.py``.
        usual: The fields of the usual case, including its outputs.
    """

    def __init__(
        self, case: type[C], place: str | Label = "", /, section: str | None = None, **usual: Any
    ) -> None:
        self.case: type[C] = case
        self.place: str | Label = place
        self.section: str | None = section
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

    def good(self, label: str | Label, flags: str, /, *first: Any, **changes: Any) -> C:
        """Make a case that must be accepted.

        Args:
            label: The subject of the case, or the one defect of an invalid case.
            flags: The notes that explain it, joined with ``+``.
            first: The values of the first fields.
            changes: The values of other fields.

        Returns:
            The case, still without its number. Its id lacks the file and the group.
        """
        return self._make(label, flags, {**self.usual, **self.fields(*first, **changes)})

    def bad(self, label: str | Label, error: ErrorCode, flags: str, /, *first: Any, **changes: Any) -> C:
        """Make a case with one defect, which must be refused with an error."""
        fields = {**self.usual, **self.fields(*first, **changes)}
        inputs = {name: value for name, value in fields.items() if name not in self._outputs}
        return self._make(label, flags, {**inputs, "error": error})

    def bad_each(
        self,
        place: str | Label,
        defects: Iterable[Defect],
        into: str | Callable[..., Any] | None = None,
        name: str | None = None,
        /,
    ) -> Iterator[C]:
        """Make a case that must be refused for each defect of one part of the input.

        Args:
            place: The label of the part.
            defects: The defects.
            into: The field of the part, or a function that makes the first field from the part; None if the
                part is the first field.
            name: The function's parameter for the part; None for its only argument.

        Yields:
            The cases.
        """
        for label, error, flags, value in defects:
            if isinstance(into, str):
                yield self.bad(placed(place, label), error, flags, **{into: value})
                continue
            first = value if into is None else into(value) if name is None else into(**{name: value})
            yield self.bad(placed(place, label), error, flags, first)

    def _make(self, label: str | Label, flags: str, fields: dict[str, Any]) -> C:
        named = placed(self.place, label) if self.place else as_label(label)
        digits = f"-{sha256(named.hashed.encode()).hexdigest()[:4]}" if named.hashed else ""
        notes = flags.split("+")
        rule = [VECTORS_RULE] if named.by_rule or not _RULES.isdisjoint(notes) else []
        section = named.section or self.section or find_section(self.case, notes[0])
        return self.case(
            tc_id=1,
            id=named.id.strip("-") + digits,
            idea=f"{'+'.join(notes)}: {named.idea}",
            section=section,
            comment=named.comment,
            flags=[*notes, *rule],
            result="invalid" if "error" in fields else "valid",
            **fields,
        )

"""Keep ``vectors/ledger.tsv``: every id that a case ever had, and what it means.

``python -m tests.vectors.ledger`` adds the ids that are new. It refuses to change what is there: a case whose
result, error or inputs are others is another case, and needs another comment, which gives it another id.
"""

import json
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sealwax_vectors.cases.find_constructs import CONSTRUCTS
from sealwax_vectors.format import Case, Group, case_type, group_type, output_fields
from tests.interop.cases import FILES, VECTORS, VectorCase, cases_of

LEDGER = VECTORS / "ledger.tsv"
HEAD = "id\tresult\terror\tinputs\n"
DESCRIPTION = frozenset(Case.__struct_encode_fields__)
"""The fields that describe a case of any type, and are not inputs."""
IMPLIED = {"allowAnyProgram": True}
"""Inputs that came later, with what was implied before. With this value, a case means what it meant."""
GROUPS: dict[str, type[Group[Case]]] = {
    group_type(group): group for construct in CONSTRUCTS for group in construct.groups
}


class Meaning(NamedTuple):
    """The case that an id stands for. The file and the type of the group are in the id.

    Attributes:
        result: ``valid`` or ``invalid``.
        error: The code of the error; empty for a valid case.
        inputs: The first 16 digits of the SHA-256 of the inputs, as JSON with sorted keys and no spaces.
    """

    result: str
    error: str
    inputs: str


Ledger = dict[str, Meaning]


def meaning_of(case: VectorCase) -> Meaning:
    """The case that an id stands for."""
    about = {*DESCRIPTION, *output_fields(case_type(GROUPS[case.group])).all}
    inputs = {name: value for name, value in case.fields.items() if name not in about}
    for name, implied in IMPLIED.items():
        if name in case_type(GROUPS[case.group]).__struct_encode_fields__:
            inputs[name] = inputs.get(name, False)
            if inputs[name] == implied:
                del inputs[name]
    text = json.dumps(inputs, sort_keys=True, separators=(",", ":"))
    digest = sha256(text.encode()).hexdigest()
    return Meaning(case.fields["result"], case.fields.get("error", ""), digest[:16])


@cache
def current() -> Ledger:
    """The ids of the files, and what they stand for."""
    return {case.fields["id"]: meaning_of(case) for file in FILES for case in cases_of(file)}


def read(path: Path = LEDGER) -> Ledger:
    """Read the ledger; without a file, it is empty."""
    if not path.exists():
        return {}
    head, *lines = path.read_text().splitlines(keepends=True)
    assert head == HEAD, f"{path.name} has another head"
    rows = [line.rstrip("\n").split("\t") for line in lines]
    ledger = {row[0]: Meaning(*row[1:]) for row in rows}
    assert len(ledger) == len(rows), f"{path.name} has an id twice"
    return ledger


def written(ledger: Ledger) -> str:
    """Write the ledger as text, in the order of the ids."""
    return HEAD + "".join("\t".join([case, *meaning]) + "\n" for case, meaning in sorted(ledger.items()))


def updated(ledger: Ledger, cases: Ledger) -> Ledger:
    """Add the cases that are new. The ids of cases that are gone stay.

    Raises:
        ValueError: An id would change its meaning.
    """
    changed = [
        f"{case}: {', '.join(differing(ledger[case], meaning))}"
        for case, meaning in cases.items()
        if ledger.get(case, meaning) != meaning
    ]
    if changed:
        raise ValueError(
            "these ids would come to mean other cases; give the cases other comments, or take key material "
            f"after what is taken already:\n{listed(changed)}"
        )
    return {**cases, **ledger}


def differing(one: Meaning, other: Meaning) -> list[str]:
    """The names of what two meanings differ in."""
    return [name for name, here, there in zip(Meaning._fields, one, other, strict=True) if here != there]


def listed(lines: Iterable[str]) -> str:
    """Lines, each indented."""
    return "\n".join(f"  {line}" for line in lines)


def main() -> None:
    """Add the ids that are new, and say how many there are."""
    known, cases = read(), current()
    try:
        ledger = updated(known, cases)
    except ValueError as error:
        sys.exit(f"error: {error}")
    LEDGER.write_text(written(ledger))
    new, retired = len(ledger) - len(known), len(ledger.keys() - cases.keys())
    sys.stdout.write(f"{len(ledger)} ids: {new} new, {retired} retired\n")


if __name__ == "__main__":
    main()

"""The cases of the vectors as their files have them, and what another implementation makes of each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from sealwax_vectors import load_file
from sealwax_vectors.constructs.find_constructs import GROUPS
from sealwax_vectors.format import Case, Group, case_type, group_type, output_fields
from sealwax_vectors.protocol import known_cases
from tests.conftest import ROOT

VECTORS = ROOT / "vectors"
FILES = tuple(sorted(path.stem for path in VECTORS.glob("*.json")))


def _outputs_of(group: type[Group[Case]]) -> frozenset[str]:
    return frozenset(output_fields(case_type(group)).all)


OUTPUTS = {group_type(group): _outputs_of(group) for group in GROUPS}
"""The fields that come of a case, for each type of group."""

ENVELOPE = frozenset(Case.__struct_encode_fields__)
"""The fields of every case."""

Kind = Literal["agrees", "accepts", "refuses", "differs"]
"""Whether an implementation agrees, accepts what it must refuse, refuses what it must accept, or accepts it
with other outputs."""


@dataclass(frozen=True)
class VectorCase:
    """A case of a file.

    Attributes:
        file: The file, without ``.json``.
        group: The type of its group.
        fields: All that the case has.
    """

    file: str
    group: str
    fields: Mapping[str, Any]

    @property
    def valid(self) -> bool:
        return bool(self.fields["result"] == "valid")

    def inputs(self, *names: str) -> dict[str, Any]:
        """The fields with these names, without those that the case does not have."""
        return {name: self.fields[name] for name in names if name in self.fields}

    @property
    def given(self) -> dict[str, Any]:
        """The fields without those that come of the case."""
        return {name: value for name, value in self.fields.items() if name not in OUTPUTS[self.group]}

    @property
    def task(self) -> dict[str, Any]:
        """The case as a line of the protocol."""
        told = {name: value for name, value in self.given.items() if name not in ENVELOPE}
        names = {"id": self.fields["id"], "file": self.file, "group": self.group}
        return {**names, "features": self.features, "input": told}

    @property
    def features(self) -> tuple[str, ...]:
        """The features that the case needs."""
        return _features_of(self.file)[self.fields["id"]]

    def judge(self, outputs: Mapping[str, Any] | None) -> Kind:
        """Compare with what the case says.

        Args:
            outputs: What came of it, by the names of the case's fields, as far as the implementation gives
                that; None if it was refused.
        """
        if not self.valid:
            return "agrees" if outputs is None else "accepts"
        if outputs is None:
            return "refuses"
        same = (name in self.fields and self.fields[name] == value for name, value in outputs.items())
        return "agrees" if all(same) else "differs"


@lru_cache(maxsize=len(FILES))
def _features_of(file: str) -> dict[str, tuple[str, ...]]:
    known = known_cases([load_file(VECTORS / f"{file}.json")])
    return {case.task.id: tuple(case.task.features) for case in known}


@lru_cache(maxsize=len(FILES))
def cases_of(file: str) -> tuple[VectorCase, ...]:
    """The cases of a file, in its order."""
    groups = json.loads((VECTORS / f"{file}.json").read_text())["testGroups"]
    return tuple(VectorCase(file, group["type"], test) for group in groups for test in group["tests"])

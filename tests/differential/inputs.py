"""Mutated cases of the vectors: seeded, so that a seed and a number stand for one input."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

import msgspec

from sealwax_vectors.constructs.find_constructs import GROUPS as ALL_GROUPS
from sealwax_vectors.format import Case, Group, case_type, group_type
from tests.fuzz.mutators import mutate
from tests.interop.cases import FILES, VectorCase, cases_of

GROUPS: dict[str, type[Group[Any]]] = {group_type(group): group for group in ALL_GROUPS}
_ENVELOPE = {*Case.__struct_encode_fields__, "bodyRepeat"}
_HEX = re.compile("(?:[0-9a-f]{2})*")
# What takes a reader seconds: each takes it as often as the other, and nothing else is learnt.
_SLOW_NUMBER = re.compile(r"(?<!\d)\d{5,8}(?!\d)")


@dataclass(frozen=True)
class Input:
    """A mutated case.

    Attributes:
        file: The file that it comes from.
        group: The type of its group.
        origin: The id of the case that was changed.
        fields: Its inputs, after the change.
        field: The field that was changed.
    """

    file: str
    group: str
    origin: str
    fields: dict[str, Any]
    field: str

    @property
    def case(self) -> Case:
        """The vectors that our reader takes."""
        return _convert(self.group, self.fields)

    @property
    def is_unicode(self) -> bool:
        """Whether all of its text is Unicode: no lone surrogates."""
        try:
            json.dumps(self.fields, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            return False
        return True


def _convert(group: str, fields: dict[str, Any]) -> Case:
    """Make a case, whose result nobody looks at."""
    envelope = {
        "tcId": 1,
        "id": f"mutated/{group}/case",
        "comment": "mutated",
        "idea": "mutated",
        "section": "1",
        "flags": ["Valid"],
        "result": "invalid",
        "error": "malformed",
    }
    case: Case = msgspec.convert({**envelope, **fields}, case_type(GROUPS[group]))
    if any(len(pair) != 2 for pair in fields.get("headers", ())):
        raise ValueError("a header has a name and a value")
    return case


@cache
def _groups() -> tuple[tuple[VectorCase, ...], ...]:
    """The cases of each group of each file."""
    found: dict[tuple[str, str], list[VectorCase]] = {}
    for file in FILES:
        for case in cases_of(file):
            found.setdefault((file, case.group), []).append(case)
    return tuple(map(tuple, found.values()))


def inputs(seed: int, numbers: range) -> Iterator[Input]:
    """Make the inputs of a seed with these numbers."""
    weights = [min(len(cases), 200) for cases in _groups()]
    for number in numbers:
        rng = random.Random(f"{seed}/{number}")
        yield _mutated(rng.choices(_groups(), weights)[0], rng)


def _mutated(cases: tuple[VectorCase, ...], rng: random.Random) -> Input:
    good = [case for case in cases if case.valid]
    while True:
        case = rng.choice(good if good and rng.random() < 0.8 else cases)
        fields = {name: value for name, value in case.given.items() if name not in _ENVELOPE}
        # A document has more in it than a key.
        sizes = [len(json.dumps(value)) ** 0.5 for value in fields.values()]
        field = rng.choices(list(fields), sizes)[0]
        others = [other.fields[field] for other in cases if field in other.fields]
        try:
            changed = rng.choice(others) if rng.random() < 0.1 else _changed(fields[field], rng, others)
            found = Input(case.file, case.group, case.fields["id"], {**fields, field: changed}, field)
            found.case  # noqa: B018 - it must be a case
        except (ValueError, RecursionError):
            continue
        if case.group != "KeystoreDecryption" or not _SLOW_NUMBER.search(str(changed)):
            return found


def _changed(value: Any, rng: random.Random, others: list[Any]) -> Any:
    """Change a value, whose encoding stays as it is."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value - 1, value + 1, 0, value * 1000, value // 1000))
    if not isinstance(value, str):
        document = mutate(json.dumps(value).encode(), rng, [json.dumps(each).encode() for each in others])
        return json.loads(document, parse_int=_integer, parse_float=_refuse, parse_constant=_refuse)
    donors = [each for each in rng.sample(others, min(8, len(others))) if isinstance(each, str)] or [value]
    if _HEX.fullmatch(value) and rng.random() < 0.9:
        return mutate(bytes.fromhex(value), rng, [_bytes_of(each) for each in donors]).hex()
    encoded = [each.encode("utf-8", "surrogatepass") for each in donors]
    return mutate(value.encode("utf-8", "surrogatepass"), rng, encoded).decode("utf-8", "surrogatepass")


def _integer(text: str) -> int:
    """Read an integer that JavaScript has, too: the cases themselves are parsed by ordinary parsers."""
    return int(text) if len(text) < 16 else _refuse(text)


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)


def _bytes_of(text: str) -> bytes:
    return bytes.fromhex(text) if _HEX.fullmatch(text) else text.encode("utf-8", "surrogatepass")

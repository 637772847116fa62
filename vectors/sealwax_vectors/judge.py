"""Judge the results of a program against the vectors."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET

from sealwax.errors import MalformedInput

from .features import FEATURES
from .format import output_fields, to_json
from .protocol import MAX_ID_CHARACTERS, KnownCase, Result, Results, Task
from .verifier import find_difference

Status: TypeAlias = Literal[
    "passed",
    "failed",
    "crashed",
    "expected-failure",
    "unexpected-pass",
    "skipped",
    "undeclared-skip",
    "missing",
    "repeated",
]
FINE: Final[AbstractSet[str]] = frozenset({"passed", "expected-failure", "skipped"})
"""The statuses that do not fail a run."""

_NO_RESULT: Final = "there is no result; answer skipped where the program lacks something"
_UNTOLD: Final = frozenset({"SealedImport.mnemonic", "SealedImport.passphrase"})
"""Outputs that are compared only if present: no input tells which cases have them."""


@dataclass(frozen=True)
class Abilities:
    """The declared abilities of a program.

    Attributes:
        features: The features that it has; None if it has all.
        without: Features and types of groups that it lacks.
        without_outputs: Outputs that it does not give, such as ``AccountExport.solana``.
    """

    features: AbstractSet[str] | None = None
    without: AbstractSet[str] = frozenset()
    without_outputs: AbstractSet[str] = frozenset()

    @property
    def claims_nothing(self) -> bool:
        """Whether neither features that it has nor what it lacks are declared."""
        return self.features is None and not self.without

    def must_answer(self, task: Task) -> bool:
        """Whether the program must answer a case."""
        has_all = self.features is None or self.features >= {*task.features}
        return has_all and self.without.isdisjoint({*task.features, task.group})


@dataclass(frozen=True)
class Verdict:
    """The verdict on a case.

    Attributes:
        file: The name of its file.
        group: The type of its group.
        id: Its id.
        comment: Its comment.
        idea: The mistake that it tests.
        section: The section of wire-formats.md with the rule that it tests.
        flags: The notes that explain it.
        expected: ``accepted`` or ``refused``.
        status: The verdict.
        detail: The failure, or the reason for a skip; empty otherwise.
        code: The error code of the program's refusal, if any.
        expected_code: The code that this library gives; None if the case must be accepted.
    """

    file: str
    group: str
    id: str
    comment: str
    idea: str
    section: str
    flags: tuple[str, ...]
    expected: str
    status: Status
    detail: str = ""
    code: str | None = None
    expected_code: str | None = None

    @property
    def group_name(self) -> str:
        """The name of its group, with the file: such as ``hpke/HpkeOpenBase``."""
        return _group_name(self)

    @property
    def fine(self) -> bool:
        """Whether the verdict does not fail the run."""
        return self.status in FINE

    @property
    def other_code(self) -> bool:
        """Whether the program rightly refused the case, with another code than this library's."""
        return self.status == "passed" and self.code is not None and self.code != self.expected_code


@dataclass(frozen=True)
class Report:
    """The verdicts on a program.

    Attributes:
        verdicts: The verdict on each case, in the order of the files.
        problems: Descriptions of the other problems.
        skipped_groups: The groups that the program skipped without a declaration, and that were allowed,
            such as ``hpke/HpkeOpenBase``.
    """

    verdicts: Sequence[Verdict]
    problems: Sequence[str]
    skipped_groups: Sequence[str] = ()

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and all(verdict.fine for verdict in self.verdicts)


def judge(
    cases: Iterable[KnownCase],
    found: Results,
    *,
    abilities: Abilities | None = None,
    expected_failures: Collection[str] = (),
    allow_skipped_groups: bool = False,
) -> Report:
    """Judge the results of a program.

    Args:
        cases: The cases of the vectors.
        found: The results.
        abilities: The abilities of the program, which must answer all cases if None.
        expected_failures: The ids of the cases that the program is known to fail.
        allow_skipped_groups: Whether the program may skip groups that it must answer, each with all of its
            cases.

    Returns:
        The verdicts.
    """
    abilities = abilities or Abilities()
    known_cases = list(cases)
    problems = list(found.problems)
    by_id: dict[str, list[Result]] = {known.task.id: [] for known in known_cases}
    unknown = 0
    for result in found.results:
        if result.id in by_id:
            by_id[result.id].append(result)
        else:
            unknown += 1
    if unknown:
        problems.append(f"{unknown} results are of ids that no case has")
    skipped_groups = _skipped_groups(known_cases, by_id, abilities) if allow_skipped_groups else []
    verdicts = [
        _judge_case(
            known,
            by_id[known.task.id],
            abilities,
            expected=known.task.id in expected_failures,
            must_answer=abilities.must_answer(known.task) and _group_name(known.task) not in skipped_groups,
        )
        for known in known_cases
    ]
    if all(verdict.status == "skipped" for verdict in verdicts):
        problems.append("no case was judged")
    return Report(verdicts, problems, skipped_groups)


def read_expected_failures(data: bytes, cases: Iterable[KnownCase], name: str) -> frozenset[str]:
    """Read a list of expected failures: one id per line; ``#`` begins a comment.

    Args:
        data: The list, in UTF-8.
        cases: The cases of the vectors. Ids of other files are accepted unchecked.
        name: The name of the list in errors.

    Returns:
        The ids.

    Raises:
        MalformedInput: A line is not the id of a case, or repeats an earlier line.
    """
    known = {known_case.task.id for known_case in cases}
    files = {case.partition("/")[0] for case in known}
    ids: set[str] = set()
    for number, line in enumerate(data.split(b"\n"), 1):
        text = line.partition(b"#")[0].strip().decode(errors="replace")
        if not text:
            continue
        file, slash, _ = text.partition("/")
        if not slash or len(text) > MAX_ID_CHARACTERS or (file in files and text not in known):
            raise MalformedInput(f"line {number} of {name} is not the id of a case")
        if text in ids:
            raise MalformedInput(f"line {number} of {name} has an id that an earlier line has")
        ids.add(text)
    return frozenset(ids)


def check_names(abilities: Abilities, cases: Iterable[KnownCase]) -> None:
    """Check that the features, groups and outputs that a program's author names exist.

    Args:
        abilities: The abilities that the author declares.
        cases: The cases of the vectors.

    Raises:
        ValueError: A feature, a group or an output does not exist.
    """
    types = {known.task.group: type(known.case) for known in cases}
    outputs = {f"{group}.{name}" for group, case in types.items() for name in output_fields(case).all}
    for kind, names, valid in (
        ("features", abilities.features or (), {*FEATURES}),
        ("without", abilities.without, {*FEATURES, *types}),
        ("without_outputs", abilities.without_outputs, outputs),
    ):
        if not valid.issuperset(names):
            raise ValueError(f"{kind} has a name that does not exist")


def count_statuses(verdicts: Iterable[Verdict]) -> Mapping[str, Counter[Status]]:
    """Count the statuses of each group, by file and type."""
    counted: dict[str, Counter[Status]] = {}
    for verdict in verdicts:
        counted.setdefault(verdict.group_name, Counter())[verdict.status] += 1
    return counted


def _group_name(of: Task | Verdict) -> str:
    return f"{of.file}/{of.group}"


def _skipped_groups(
    cases: Iterable[KnownCase], results: Mapping[str, Sequence[Result]], abilities: Abilities
) -> list[str]:
    """Return the groups that the program must answer, and skipped with all of their cases."""
    skipped: dict[str, bool] = {}
    for known in cases:
        if abilities.must_answer(known.task):
            is_skipped = [result.result for result in results[known.task.id]] == ["skipped"]
            name = _group_name(known.task)
            skipped[name] = skipped.get(name, True) and is_skipped
    return [name for name, is_skipped in skipped.items() if is_skipped]


def _judge_case(
    known: KnownCase, results: Sequence[Result], abilities: Abilities, *, expected: bool, must_answer: bool
) -> Verdict:
    status, detail = _judge_results(known, results, abilities, must_answer=must_answer)
    if expected and status in {"failed", "crashed"}:
        status = "expected-failure"
    elif expected and status == "passed":
        status, detail = "unexpected-pass", "it is in the list of expected failures, and passes"
    case, code = known.case, results[0].code if results else UNSET
    return Verdict(
        file=known.task.file,
        group=known.task.group,
        id=case.id,
        comment=case.comment,
        idea=case.idea,
        section=case.section,
        flags=tuple(case.flags),
        expected="accepted" if case.result == "valid" else "refused",
        status=status,
        detail=detail,
        code=None if code is UNSET else code,
        expected_code=None if case.error is UNSET else case.error,
    )


def _judge_results(
    known: KnownCase, results: Sequence[Result], abilities: Abilities, *, must_answer: bool
) -> tuple[Status, str]:
    """Return the status and the detail of a case that is not an expected failure."""
    if not results:
        return ("missing", _NO_RESULT) if must_answer else ("skipped", "not asked for")
    if len(results) > 1:
        return "repeated", f"there are {len(results)} results"
    reason = "" if results[0].reason is UNSET else results[0].reason
    if results[0].result == "skipped":
        return ("undeclared-skip" if must_answer else "skipped"), reason
    return _judge_result(known, results[0], reason, abilities)


def _judge_result(known: KnownCase, result: Result, reason: str, abilities: Abilities) -> tuple[Status, str]:
    """Judge the only result of a case that was not skipped."""
    if result.result == "crashed":
        return "crashed", reason
    if (result.result == "accepted") != (known.case.result == "valid"):
        told = ", ".join(text for text in (result.code, reason) if text)
        return "failed", f"it was {result.result}{f' ({told})' if told else ''}"
    if result.result == "refused":
        return "passed", ""
    return _compare(known, {} if result.outputs is UNSET else result.outputs, abilities.without_outputs)


def _compare(
    known: KnownCase, outputs: Mapping[str, object], without: AbstractSet[str]
) -> tuple[Status, str]:
    """Compare the outputs of an accepted case."""
    fields: dict[str, object] = msgspec.to_builtins(known.case)
    names = output_fields(type(known.case)).all
    if strange := len(outputs.keys() - (known.case.__struct_encode_fields__)):
        return "failed", f"{strange} of its outputs have names that the group does not have"
    may_be_absent = without | _UNTOLD
    wanted = [
        name
        for name in names
        if name in fields and (name in outputs or f"{known.task.group}.{name}" not in may_be_absent)
    ]
    others = [name for name in outputs if name not in wanted]
    for name in (*wanted, *others):
        one, other = fields.get(name, UNSET), outputs.get(name, UNSET)
        if UNSET in (one, other) or to_json(one) != to_json(other):
            difference = find_difference(name, one, other)
            return "failed", f"{name}: wanted {difference.wanted}, got {difference.got}"
    return "passed", ""

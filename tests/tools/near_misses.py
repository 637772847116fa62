"""Makes the client's checks a little weaker, each in turn, and finds a case of the vectors that notices.

``tools/mutation/census.py`` removes a check. A near miss is still there, and takes what it should only just
refuse: a comparison without the last character, a bound moved by one. Every module is loaded once, with each
comparison, each operand and each call that may be weaker in the form of a call to ``_Near``, which behaves as
the source says until it is told which one is to be weaker.

``python -m tests.tools.near_misses`` prints the survivors: how many cases have another value, and the near
miss that none of them notices. With the count 0, no case comes to a value that differs. A survivor is a case
to add, or a near miss that no input can tell from the source, such as a second check of the same thing. All
near misses are recorded first, in one run of all cases: only those with another value may notice. ``python -m
tests.tools.near_misses --tests ROOM`` does the same with the tests of a room
(``tests/tools/near_misses_in_tests.py``).
"""

import argparse
import ast
import gc
import importlib.abc
import importlib.util
import json
import multiprocessing
import operator
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from types import ModuleType
from typing import Any, TypeAlias

from tools import ROOT
from tools.mutation.census import (
    MOST_PER_FILE,
    SECONDS_PER_CASE,
    client_modules,
    file_of,
    import_libraries,
    module_of,
    source_of,
)
from tools.mutation.patience import Progress, cases_that_fail

_NAME = "_near"

Site: TypeAlias = tuple[str, int]
"""An expression that may be weaker: its module, and which of the module's."""


@dataclass(frozen=True)
class Miss:
    """A near miss.

    Attributes:
        site: The expression.
        part: Which operator or operand of the expression.
        kind: How it is weaker.
    """

    site: Site
    part: int
    kind: str


@dataclass(frozen=True)
class Expression:
    """An expression that may be weaker: the function that it is in, and its text."""

    function: str
    text: str


def _equal_but(change: Callable[[Any], Any]) -> Callable[[Any, Any], bool]:
    return lambda one, other: bool(change(one) == change(other))


_BYTES: Mapping[str, Callable[[Any, Any], bool]] = {
    "without the last": _equal_but(lambda text: text[:-1]),
    "without the first": _equal_but(lambda text: text[1:]),
    "as far as the shorter goes": lambda one, other: one.startswith(other) or other.startswith(one),
}
"""How two strings of bytes may be taken for equal."""
_TEXTS: Mapping[str, Callable[[Any, Any], bool]] = {
    **_BYTES,
    "in any case": _equal_but(lambda text: text.casefold()),
    "without white space": _equal_but(lambda text: text.strip()),
}
"""How two texts may be taken for equal."""
_NUMBERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "or one more": lambda one, other: bool(one - other in {0, 1}),
    "or one less": lambda one, other: bool(other - one in {0, 1}),
}
_SETS: Mapping[str, Callable[[Any, Any], bool]] = {"or fewer": operator.le, "or others too": operator.ge}
_CONTAINERS: tuple[type[Any], ...] = (set, frozenset, tuple, list, dict, type({}.keys()), range)
_MOST_MEMBERS = 1000
"""How many members a collection may have: a word that is nearly one of a list of words is another word."""
_OPERATORS: Mapping[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.In: ("in", lambda one, others: one in others),
    ast.NotIn: ("not in", lambda one, others: one not in others),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
}
_FUNCTIONS = dict(_OPERATORS.values())
_PREDICATES = frozenset({"isascii", "isdigit", "isidentifier", "startswith", "endswith"})


def kinds_of_equal(one: object, other: object) -> Mapping[str, Callable[[Any, Any], bool]]:
    """Give the ways in which two values may be taken for equal, by their types."""
    for kind, kinds in ((str, _TEXTS), (bytes, _BYTES)):
        if isinstance(one, kind) and isinstance(other, kind):
            # To compare no character is no near miss.
            return kinds if min(len(one), len(other)) > 1 else {}
    if isinstance(one, bool) or isinstance(other, bool):
        return {}
    if isinstance(one, int) and isinstance(other, int):
        return _NUMBERS
    if isinstance(one, AbstractSet) and isinstance(other, AbstractSet):
        return _SETS
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        names = {name for pair in zip(one, other, strict=True) for name in kinds_of_equal(*pair)}
        return {name: _each_of_them(name) for name in names}
    return {}


def _equal(one: object, other: object, kind: str) -> bool:
    way = kinds_of_equal(one, other).get(kind)
    return way is not None and way(one, other)


def _each_of_them(kind: str) -> Callable[[Any, Any], bool]:
    def equal(one: Any, other: Any) -> bool:
        pairs = zip(one, other, strict=True)
        return all(a == b or _equal(a, b, kind) for a, b in pairs)

    return equal


def weaker_forms(name: str, left: Any, right: Any) -> Mapping[str, bool]:
    """Give what comes of a comparison in each weaker form, by its kind."""
    if name in {"==", "!="}:
        kinds = kinds_of_equal(left, right)
        equal = left == right
        return {kind: (equal or way(left, right)) is (name == "==") for kind, way in kinds.items()}
    if name in {"in", "not in"}:
        if not isinstance(right, _CONTAINERS) or len(right) > _MOST_MEMBERS:
            return {}
        found: dict[str, bool] = {}
        is_in = left in right
        for each in right:
            for kind, way in kinds_of_equal(left, each).items():
                found[kind] = found.get(kind, is_in) or way(left, each)
        return {kind: value is (name == "in") for kind, value in found.items()}
    step: Any = 1
    if isinstance(left, datetime | timedelta):
        step = timedelta(microseconds=1)
    elif isinstance(left, bool) or not isinstance(left, int | float) or not isinstance(right, int | float):
        return {}
    compare = _FUNCTIONS[name]
    try:
        return {"bound + 1": compare(left, right + step), "bound - 1": compare(left, right - step)}
    except OverflowError:
        # It is compared with the largest timedelta.
        return {}


class Near:
    """The function that instrumented modules call: an expression has its own value, but for one near miss."""

    def __init__(self) -> None:
        self.recording: bool = False
        self.active: Miss | None = None
        self.applicable: set[Miss] = set()
        self.differing: set[Miss] = set()

    def compare(self, site: Site, names: tuple[str, ...], *operands: Any) -> Any:
        """Evaluate a comparison, chained or not."""
        active = self.active
        if active is not None and active.site == site:
            return self._weaker(active, names, operands)
        result: Any = True
        for part, (name, (left, right)) in enumerate(zip(names, pairwise(operands), strict=True)):
            result = _FUNCTIONS[name](left, right)
            if self.recording:
                for kind, value in weaker_forms(name, left, right).items():
                    self._record(Miss(site, part, kind), differs=bool(value) is not bool(result))
            if not result:
                break
        return result

    @staticmethod
    def _weaker(active: Miss, names: tuple[str, ...], operands: Sequence[Any]) -> Any:
        result: Any = True
        for part, (name, (left, right)) in enumerate(zip(names, pairwise(operands), strict=True)):
            result = _FUNCTIONS[name](left, right)
            if part == active.part:
                result = weaker_forms(name, left, right).get(active.kind, result)
            if not result:
                break
        return result

    def operand(self, site: Site, part: int, neutral: bool, value: Any) -> Any:
        """Evaluate an operand of ``and``, for which True is neutral, or of ``or``."""
        if self.recording:
            self._record(Miss(site, part, "left out"), differs=bool(value) is not neutral)
        if self.active is not None and self.active.site == site and self.active.part == part:
            return neutral
        return value

    def predicate(self, site: Site, value: Any) -> Any:
        """Evaluate a call of ``isascii`` or the like, which may always be true."""
        if self.recording:
            self._record(Miss(site, 0, "left out"), differs=not value)
        return True if self.active is not None and self.active.site == site else value

    def fullmatch(self, site: Site, pattern: Any, *arguments: Any) -> Any:
        """Match a whole text, or only its beginning; with ``re`` itself, the pattern is an argument."""
        found = pattern.fullmatch(*arguments)
        is_active = self.active is not None and self.active.site == site
        if not self.recording and not is_active:
            return found
        expression = re.compile(*arguments[:-1]) if pattern is re else pattern
        text = arguments[-1]
        if not isinstance(text, str):
            return found
        forms = {
            "its beginning": expression.match(text),
            "in any case": re.compile(expression.pattern, expression.flags | re.IGNORECASE).fullmatch(text),
            "without white space": expression.fullmatch(text.strip()),
        }
        if self.recording:
            for kind, value in forms.items():
                self._record(Miss(site, 0, kind), differs=bool(value) is not bool(found))
        if self.active is not None and self.active.site == site:
            return forms[self.active.kind]
        return found

    def get(self, site: Site, mapping: Any, key: Any, *otherwise: Any) -> Any:
        """Look a text up."""
        found = mapping.get(key, *otherwise)
        if not isinstance(key, str) or not (self.recording or self.active is not None):
            return found
        folded = {name.casefold(): name for name in mapping if isinstance(name, str)}
        keys = {"in any case": folded.get(key.casefold(), key), "without white space": key.strip()}
        if self.recording:
            for kind, other in keys.items():
                self._record(Miss(site, 0, kind), differs=mapping.get(other, *otherwise) is not found)
        if self.active is not None and self.active.site == site:
            return mapping.get(keys[self.active.kind], *otherwise)
        return found

    def _record(self, miss: Miss, *, differs: bool) -> None:
        self.applicable.add(miss)
        if differs:
            self.differing.add(miss)


def _is_fixed(operand: ast.expr) -> bool:
    """Whether an operand is a literal, which has one value: of ``x or {}``, the second."""
    return not any(isinstance(each, ast.Name | ast.Call) for each in ast.walk(operand))


def _constant(values: tuple[str | int, ...]) -> ast.expr:
    return ast.Tuple([ast.Constant(value=each) for each in values], ctx=ast.Load())


class Instrumenter(ast.NodeTransformer):
    """Turns the expressions of a module that may be weaker into calls of :class:`Near`."""

    def __init__(self, module: str) -> None:
        self.expressions: list[Expression] = []
        self._module = module
        self._within: list[str] = []
        tree = ast.parse(source_of(module).read_text())
        self.tree: ast.Module = ast.fix_missing_locations(self.visit(tree))

    def _visit_scope(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        self._within.append(node.name)
        self.generic_visit(node)
        self._within.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._visit_scope(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._visit_scope(node)

    def _site(self, text: str) -> ast.expr:
        self.expressions.append(Expression(".".join(self._within), text))
        return _constant((self._module, len(self.expressions) - 1))

    @staticmethod
    def _call(name: str, *arguments: ast.expr) -> ast.Call:
        function = ast.Attribute(ast.Name(id=_NAME, ctx=ast.Load()), name, ctx=ast.Load())
        return ast.Call(function, args=list(arguments), keywords=[])

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if not self._within or not all(type(each) in _OPERATORS for each in node.ops):
            return self.generic_visit(node)
        site = self._site(ast.unparse(node))
        self.generic_visit(node)
        names = tuple(_OPERATORS[type(each)][0] for each in node.ops)
        return self._call("compare", site, _constant(names), node.left, *node.comparators)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        if not self._within:
            return self.generic_visit(node)
        sites = [None if _is_fixed(each) else self._site(ast.unparse(each)) for each in node.values]
        self.generic_visit(node)
        neutral = ast.Constant(value=isinstance(node.op, ast.And))
        part = ast.Constant(value=0)
        node.values = [
            each if site is None else self._call("operand", site, part, neutral, each)
            for site, each in zip(sites, node.values, strict=True)
        ]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if not self._within or not isinstance(function, ast.Attribute) or node.keywords:
            return self.generic_visit(node)
        if function.attr not in {*_PREDICATES, "fullmatch", "get"}:
            return self.generic_visit(node)
        site = self._site(ast.unparse(node))
        self.generic_visit(node)
        if function.attr in _PREDICATES:
            return self._call("predicate", site, node)
        return self._call(function.attr, site, function.value, *node.args)


class _Loader(importlib.abc.Loader):
    """Loads a module, instrumented."""

    def __init__(self, module: str, near: Near, expressions: dict[str, list[Expression]]) -> None:
        self._module, self._near, self._expressions = module, near, expressions

    def exec_module(self, module: ModuleType) -> None:
        instrumented = Instrumenter(self._module)
        self._expressions[self._module] = instrumented.expressions
        module.__dict__[_NAME] = self._near
        exec(compile(instrumented.tree, str(source_of(self._module)), "exec"), module.__dict__)


def room_of(module: str) -> str:
    """Give the room of a module, as its tests are called."""
    return module.partition(".")[0].lstrip("_")


class Finder(importlib.abc.MetaPathFinder):
    """Finds the client's modules, or those of some rooms, and instruments them."""

    def __init__(self, rooms: Sequence[str] = ()) -> None:
        self.near: Near = Near()
        self.expressions: dict[str, list[Expression]] = {}
        self._modules = {each for each in client_modules() if not rooms or room_of(each) in rooms}

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        module = module_of(fullname)
        if module is None or module not in self._modules:
            return None
        return importlib.util.spec_from_loader(fullname, _Loader(module, self.near, self.expressions))

    def name_of(self, miss: Miss) -> str:
        """The name of a near miss in the table."""
        module, index = miss.site
        if module not in self.expressions:
            # A case loaded it, in another process.
            self.expressions[module] = Instrumenter(module).expressions
        expression = self.expressions[module][index]
        part = f" ({miss.part + 1})" if miss.part else ""
        return f"{module}.{expression.function}: {expression.text}{part}: {miss.kind}"


class _Library:
    """The instrumented library and the cases of the vectors."""

    def __init__(self) -> None:
        self.finder = Finder()
        sys.meta_path.insert(0, self.finder)
        from sealwax_vectors import find_files, load_file  # noqa: PLC0415 - instrumented
        from sealwax_vectors.verifier import run_case  # noqa: PLC0415

        self._run_case = run_case
        self._cases = [
            (group, case)
            for path in find_files(ROOT / "vectors")
            for group in load_file(path).test_groups
            for case in group.tests
        ]

    def record(self) -> dict[Miss, list[str]]:
        """Give the ids of the cases in which the value of each near miss is another."""
        near = self.finder.near
        found: defaultdict[Miss, list[str]] = defaultdict(list)
        near.recording = True
        for group, case in self._cases:
            near.differing.clear()
            self._run_case(group, case)
            for miss in near.differing:
                found[miss].append(case.id)
        return {miss: found[miss] for miss in near.applicable}

    def run(self, miss: Miss, wanted: AbstractSet[str], *, most: int | None = None) -> Iterator[Progress]:
        """Run the wanted cases with a near miss, until so many of a file fail.

        To be done in a process of its own.
        """
        self.finder.near.active = miss
        failed: Counter[str] = Counter()
        for group, case in self._cases:
            if case.id in wanted and failed[file_of(case.id)] != most:
                yield Progress(case.id, failed=False)
                if not self._run_case(group, case).passed:
                    failed[file_of(case.id)] += 1
                    yield Progress(case.id, failed=True)


_LIBRARIES: list[_Library] = []
"""The library, once it is loaded: what a process that is forked takes along."""


def _record() -> dict[Miss, list[str]]:
    return _LIBRARIES[0].record()


def _first_case(task: tuple[Miss, Sequence[str]]) -> list[str]:
    def run(among: Sequence[str]) -> Iterator[Progress]:
        for each in _LIBRARIES[0].run(task[0], set(among)):
            yield each
            if each.failed:
                return

    return cases_that_fail(run, list(task[1]), SECONDS_PER_CASE)[:1]


def _all_cases(task: tuple[Miss, Sequence[str]]) -> list[str]:
    def run(among: Sequence[str]) -> Iterator[Progress]:
        return _LIBRARIES[0].run(task[0], set(among), most=MOST_PER_FILE)

    return cases_that_fail(run, list(task[1]), SECONDS_PER_CASE)


def run(*, all_cases: bool = False) -> Iterator[tuple[str, list[str], int]]:
    """Make each near miss; give its name, the first case or all that notice, and how many might."""
    import_libraries()
    _LIBRARIES.append(_Library())
    gc.freeze()
    context = multiprocessing.get_context("fork")
    # What the library remembers of the cases must not be there when they are run again.
    with context.Pool(1) as pool:
        recorded = pool.apply(_record)
    name_of = _LIBRARIES[0].finder.name_of
    tasks = sorted(recorded.items(), key=lambda task: (task[0].site, task[0].part, task[0].kind))
    find = _all_cases if all_cases else _first_case
    # Each task runs in a process of its own: tools/mutation/patience.py.
    with context.Pool() as pool:
        results = iter(pool.imap(find, [task for task in tasks if task[1]], chunksize=1))
        for miss, cases in tasks:
            yield name_of(miss), next(results) if cases else [], len(cases)


def main() -> None:
    """Print the survivors: how many inputs have another value, and the near miss, with a tab between."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.near_misses")
    parser.add_argument("--all", action="store_true", help="print all cases that notice, as JSON lines")
    parser.add_argument("--tests", action="store_true", help="run the default tests instead of the vectors")
    parser.add_argument("rooms", nargs="*", help="with --tests: these rooms and their tests, such as stamps")
    arguments = parser.parse_args()
    if arguments.all:
        for row in run(all_cases=True):
            sys.stdout.write(json.dumps(row) + "\n")
        return
    if arguments.tests:
        from tests.tools import near_misses_in_tests  # noqa: PLC0415 - pytest is not needed for the cases

        rows = iter(near_misses_in_tests.run(arguments.rooms))
    else:
        rows = run()
    noticed = total = 0
    for name, found, count in rows:
        if not found:
            sys.stdout.write(f"{count}\t{name}\n")
        total += 1
        noticed += bool(found)
    sys.stderr.write(f"{noticed} of {total} are noticed\n")


if __name__ == "__main__":
    main()

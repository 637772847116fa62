"""Breaks each check of the client's modules in turn, and finds a case of the vectors that notices.

A check is a statement that raises, each operand of an ``or`` that leads to one, each bound of a range, and
each call whose result nobody takes. ``python -m tools.mutation`` prints the table: each check after the
first case that notices that it is gone. Cases that never come to a check cannot notice: which ones do is
recorded first, in one run of all of them.
"""

import argparse
import ast
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import os
import re
import select
import signal
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple, TypeAlias

from tools import ROOT
from tools.mutation.leniency import VARIANTS, Variant

SOURCES = ROOT / "src" / "sealwax"
VECTORS = ROOT / "vectors"
NOT_THE_CLIENTS = {
    "testing": "makes what the service and a passkey make",
    "cli": "checks what a person types; the library checks the artifacts",
    "errors": "defines the errors, and raises none",
    "_limits": "holds numbers, which the other modules compare with",
    "audit": "reads an archive; the rooms of its artifacts verify them",
    "signers": "signs with keys on devices, which vectors cannot hold",
    "integrations": "stamps what other clients send, and receives nothing",
    "client": "sends what `operations` makes and reads; tests have a fault at each step",
    "flows": "calls functions of other rooms one after another",
    "replay_guards": "remembers what was received; a vector is one delivery or request",
    "inspection": "says what an artifact looks like; the rooms that it names verify it",
    "_lazy_names": "loads what is exported",
    "_pyinstaller": "names what a frozen program takes along",
    "files": "reads and writes the files of this machine",
    "__main__": "starts the command line",
    "__init__": "names what is exported; every room has one, and each is left out",
}
"""The rooms and modules that check nothing of what a client receives, and what they do instead."""
_CHANGES = re.compile(r"[\w.]+\.(add|append|update|extend|pop|clear)\(")
"""The calls that refuse nothing, and that not every case notices."""
SECONDS_PER_CASE = 20
ATTEMPTS = 4
"""How often a process may end its time without having begun a case, on a busy machine."""
CASES_OF_A_CALL = 4
"""How many cases of a group run without a call that refuses none of them."""

_LOADED_TOGETHER = frozenset({"sealwax", "sealwax_vectors"})
"""The packages that are loaded again for a defect that cannot be put into what is loaded."""

_Place: TypeAlias = tuple[str, int | str]
"""A check by its module and its index, or a function by its module and its name."""


@dataclass(frozen=True)
class Check:
    """A check: which of its module's, in what function, and its text."""

    module: str
    index: int
    function: str
    text: str

    @property
    def name(self) -> str:
        """Its name in the table."""
        return f"{self.module}.{self.function}: {self.text}"

    @property
    def places(self) -> Sequence[_Place]:
        """The required or allowed outcome of a case: a call that refuses nothing may do something."""
        return (self.module, self.index), (self.module, f"{self.index} is called")

    def broken(self, _source: str) -> ast.Module:
        """Give the module without the check."""
        return Breaker(self.module, self.index).tree


Defect: TypeAlias = Check | Variant


class Progress(NamedTuple):
    """A case that is about to run, or that has failed."""

    case: str
    failed: bool


_Task = tuple[Defect, Sequence[str]]
"""A defect, and the cases that may notice."""

_Record = Callable[[int | str, object], object]
"""Records a check by its index, or a function, if the value is true, and gives the value."""

_RECORD = "_record"


def source_of(module: str) -> Path:
    """Give the path of a module of the package."""
    return SOURCES.joinpath(*module.split(".")).with_suffix(".py")


def _recording_exceptions(body: list[ast.stmt], record: ast.expr) -> ast.stmt:
    """Let statements record that they raise."""
    handler = ast.ExceptHandler(body=[ast.Expr(record), ast.Raise()])
    return ast.Try(body=body, handlers=[handler], orelse=[], finalbody=[])


class Breaker(ast.NodeTransformer):
    """Finds the checks of a module; breaks the one with the index given, or records them."""

    def __init__(
        self,
        module: str,
        index: int | None = None,
        *,
        recording: bool = False,
    ) -> None:
        self.checks: list[Check] = []
        self._module, self._index, self._recording = module, index, recording
        self._within: list[str] = []
        self.tree: ast.Module = ast.fix_missing_locations(
            self.visit(ast.parse(source_of(module).read_text()))
        )

    def _is_to_break(self, text: str) -> bool:
        check = Check(self._module, len(self.checks), ".".join(self._within), text)
        self.checks.append(check)
        return check.index == self._index

    def _visit_scope(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        self._within.append(node.name)
        self.generic_visit(node)
        if self._recording and isinstance(node, ast.FunctionDef):
            record = self._record(".".join(self._within), ast.Constant(value=True))
            # After what may be the docstring.
            start = ast.get_docstring(node) is not None
            refused = self._record(f"{'.'.join(self._within)} refuses", ast.Constant(value=True))
            if body := node.body[start:]:
                node.body[start:] = [ast.Expr(record), _recording_exceptions(body, refused)]
        self._within.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._visit_scope(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._visit_scope(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST | list[ast.stmt]:
        if node.exc is None:
            return node
        if self._is_to_break(f"raise {ast.unparse(node.exc)}"):
            return ast.Pass()
        return self._after_record(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if not isinstance(node.value, ast.Call):
            return node
        if self._is_to_break(ast.unparse(node)):
            return ast.Pass()
        if not self._recording:
            return node
        index = len(self.checks) - 1
        refused = self._record(index, ast.Constant(value=True))
        called = self._record(f"{index} is called", ast.Constant(value=True))
        return [ast.Expr(called), _recording_exceptions([node], refused)]

    def _after_record(self, node: ast.stmt) -> ast.AST | list[ast.stmt]:
        if not self._recording:
            return node
        return [ast.Expr(self._record(len(self.checks) - 1, ast.Constant(value=True))), node]

    def visit_If(self, node: ast.If) -> ast.AST:
        if any(isinstance(statement, ast.Raise) for statement in node.body):
            before = len(self.checks)
            whole, node.test = node.test, self._break_part(node.test)
            if self._recording:
                node.test = self._record_part(before, whole)
        self.generic_visit(node)
        return node

    def _record_part(self, first: int, test: ast.expr) -> ast.expr:
        """Record the parts of a test that are true: to break any other changes nothing."""
        indices = range(first, len(self.checks))
        if isinstance(test, ast.BoolOp) and indices:
            values = [self._record(*each) for each in zip(indices, test.values, strict=True)]
            return ast.BoolOp(test.op, values)
        for index in indices:
            test = self._record(index, test)
        return test

    @staticmethod
    def _record(index: int | str, value: ast.expr) -> ast.expr:
        function = ast.Name(id=_RECORD, ctx=ast.Load())
        return ast.Call(function, args=[ast.Constant(value=index), value], keywords=[])

    def _break_part(self, test: ast.expr) -> ast.expr:
        match test:
            case ast.BoolOp(op=ast.Or(), values=operands):
                return ast.BoolOp(
                    ast.Or(),
                    [
                        ast.Constant(value=False)
                        if self._is_to_break(f"if {ast.unparse(operand)}")
                        else operand
                        for operand in operands
                    ],
                )
            case ast.UnaryOp(
                op=ast.Not(),
                operand=ast.Compare(left=left, ops=[low, high], comparators=[middle, right]),
            ):
                lower, upper = ast.Compare(left, [low], [middle]), ast.Compare(middle, [high], [right])
                for kept, dropped in ((upper, lower), (lower, upper)):
                    if self._is_to_break(f"unless {ast.unparse(dropped)}"):
                        return ast.UnaryOp(ast.Not(), kept)
        return test


def module_of(fullname: str) -> str | None:
    """Give the name of a module within the package; None if it is another package's."""
    package, _, module = fullname.partition(".")
    return module if package == "sealwax" else None


def client_modules() -> list[str]:
    """Name the modules of the client, in every room."""
    names = (path.relative_to(SOURCES).with_suffix("").parts for path in SOURCES.rglob("*.py"))
    return sorted(
        ".".join(parts) for parts in names if parts[0] not in NOT_THE_CLIENTS and parts[-1] != "__init__"
    )


def find_checks() -> list[Check]:
    """Find the checks of all modules of the client."""
    return [check for module in client_modules() for check in Breaker(module).checks]


class _Loader(importlib.abc.Loader):
    """Loads a module from a tree."""

    def __init__(self, tree: ast.Module, module: str, record: _Record | None) -> None:
        self._tree, self._module, self._record = tree, module, record

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__[_RECORD] = self._record
        exec(compile(self._tree, str(source_of(self._module)), "exec"), module.__dict__)


class _BrokenFinder(importlib.abc.MetaPathFinder):
    """Finds the module of a defect, with the defect."""

    def __init__(self, defect: Defect) -> None:
        self._defect = defect

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        module = self._defect.module
        if fullname != f"sealwax.{module}":
            return None
        loader = _Loader(self._defect.broken(source_of(module).read_text()), module, None)
        return importlib.util.spec_from_loader(fullname, loader)


class _RecordingFinder(importlib.abc.MetaPathFinder):
    """Finds each module that has checks, so that it adds those that a case comes to to ``reached``."""

    def __init__(self, reached: set[_Place]) -> None:
        self._modules = {check.module for check in find_checks()} | {each.module for each in VARIANTS}
        self._reached = reached

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        module = module_of(fullname)
        if module is None or module not in self._modules:
            return None

        def record(index: int | str, value: object) -> object:
            if value:
                self._reached.add((module, index))
            return value

        loader = _Loader(Breaker(module, recording=True).tree, module, record)
        return importlib.util.spec_from_loader(fullname, loader)


def cases_that_come_to() -> dict[_Place, list[str]]:
    """Give the ids of the cases that come to each check; all of them where loading the library does."""
    reached: set[_Place] = set()
    sys.meta_path.insert(0, _RecordingFinder(reached))
    from sealwax_vectors import find_files, load_file, run_suite  # noqa: PLC0415 - with recording modules

    found: defaultdict[_Place, list[str]] = defaultdict(list)
    ids: list[str] = []
    always: set[_Place] = set()
    for path in find_files(VECTORS):
        suite = load_file(path)
        always = always if ids else set(reached)
        reached.clear()
        for outcome in run_suite(suite):
            for place in reached:
                found[place].append(outcome.id)
            reached.clear()
            ids.append(outcome.id)
    return {**found, **dict.fromkeys(always, ids)}


class _Library:
    """The library and the cases of the vectors, loaded once; each process that is forked breaks its own."""

    def __init__(self) -> None:
        from sealwax_vectors import find_files, load_file  # noqa: PLC0415 - not before it may be loaded
        from sealwax_vectors.verifier import run_case  # noqa: PLC0415

        self._run_case = run_case
        self._groups = [group for path in find_files(VECTORS) for group in load_file(path).test_groups]
        self._functions: defaultdict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                code = each.__code__
                self._functions[each.__module__, code.co_name, code.co_firstlineno].append(each)

    def put_in(self, defect: Defect) -> bool:
        """Give the functions that a defect is in the code that has it; whether that could be."""
        source = source_of(defect.module)
        code = compile(defect.broken(source.read_text()), str(source), "exec")
        broken = False
        # From the outside in: what an outer function makes, it may have made before.
        for name in filter(None, defect.function.split(".")):
            # Two of one name are properties, or one is for type checkers.
            inner = [each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name]
            if len(inner) != 1:
                return False
            (code,) = inner
            for function in self._functions[f"sealwax.{defect.module}", name, code.co_firstlineno]:
                try:
                    function.__code__ = code
                except ValueError:
                    # A variable that only the check read is no longer shared.
                    return False
                broken = True
        return broken

    def run(self, wanted: AbstractSet[str], *, crashes: Sequence[str]) -> Iterator[Progress]:
        """Run the cases that are wanted, each of which fails if it does not come out as it should.

        The exceptions named in ``crashes`` are mistakes of the defect.
        """
        for group in self._groups:
            for case in group.tests:
                if case.id in wanted:
                    yield Progress(case.id, failed=False)
                    outcome = self._run_case(group, case)
                    if any(crash in outcome.actual for crash in crashes):
                        raise ValueError(f"{case.id}: the defect names what is not there")
                    if not outcome.passed:
                        yield Progress(case.id, failed=True)


def run_with_defect(defect: Defect, among: Sequence[str], library: _Library) -> Iterator[Progress]:
    """Make a defect, and run the cases. To be done in a process of its own."""
    if not among:
        return
    if not library.put_in(defect):
        # What runs as its module is loaded breaks only where all is loaded again.
        # The vectors too, which hold functions of the library as it was.
        for name in [name for name in sys.modules if name.partition(".")[0] in _LOADED_TOGETHER]:
            del sys.modules[name]
        sys.meta_path.insert(0, _BrokenFinder(defect))
        try:
            library = _Library()
        except ImportError:
            # Every case notices that nothing can be loaded.
            yield Progress(among[0], failed=True)
            return
    # A lenient parser must accept more. Without a check, what it assigned may be missing.
    crashes = ["NameError", *(["UnboundLocalError"] if isinstance(defect, Variant) else [])]
    yield from library.run(set(among), crashes=crashes)


def _run_apart(defect: Defect, among: Sequence[str]) -> tuple[list[Progress], bool]:
    """Run cases with a defect in a process, until one fails; tell the progress, and whether it ended.

    A process that takes too long is killed: no signal handler interrupts a function in C, such as scrypt with
    parameters that nobody bounded.

    Raises:
        RuntimeError: It raised an exception, whose traceback was printed.
    """
    readable, writable = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            for case, failed in run_with_defect(defect, among, _LIBRARIES[0]):
                os.write(writable, f"{'+' if failed else '>'}{case}\n".encode())
                if failed:
                    break
            status = 0
        except BaseException:  # noqa: BLE001 - the process ends here, whatever it is
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writable)
    data, ended = b"", False
    while not ended and select.select([readable], [], [], SECONDS_PER_CASE)[0]:
        chunk = os.read(readable, 1 << 16)
        data, ended = data + chunk, not chunk
    os.close(readable)
    if not ended:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if ended and status:
        raise RuntimeError("the process has failed")
    return [Progress(line[1:], line.startswith("+")) for line in data.decode().splitlines()], ended


def first_case(task: _Task) -> str | None:
    """Give the first case that fails, or does not end, with a defect; None if no case notices it."""
    for _ in range(ATTEMPTS):
        progress, ended = _run_apart(*task)
        if ended:
            return next((case for case, failed in progress if failed), None)
        if progress:
            return progress[-1].case
    return None


_LIBRARIES: list[_Library] = []
"""The library, once it is loaded: what a process that is forked takes along."""


def cases_to_try(defect: Defect, reaching: Mapping[_Place, list[str]]) -> list[str]:
    """Give the cases that may notice a defect: those in which the check refuses, if there are any.

    A call that refuses in no case may do something else, which the first cases of each group notice.
    """
    refusing, called = (reaching.get(place, []) for place in defect.places)
    if isinstance(defect, Variant):
        return called if defect.gives_another else refusing or called
    if refusing or _CHANGES.match(defect.text):
        return refusing or called
    tried: Counter[str] = Counter()
    sample = []
    for case in called:
        group = case.rpartition("/")[0]
        tried[group] += 1
        if tried[group] <= CASES_OF_A_CALL:
            sample.append(case)
    return sample


def import_libraries() -> None:
    """Import what the library imports, once and not for each process; the library itself is not loaded."""
    loaded = {name for name in sys.modules if name.partition(".")[0] == "sealwax"}
    assert not loaded, "sealwax must be imported with the check broken, and only then"
    for library in (
        "cbor2",
        "cryptography.x509.verification",
        "mnemonic",
        "msgspec",
        "pyhpke",
        "Crypto.Hash.keccak",
        "Crypto.Hash.RIPEMD160",
        "Crypto.Signature.eddsa",
        "slip10",
    ):
        importlib.import_module(library)


def run(defects: Sequence[Defect]) -> Iterator[tuple[Defect, str | None]]:
    """Make each defect in turn, and give the first case that notices."""
    import_libraries()
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:
        reaching = pool.apply(cases_that_come_to)
    tasks = [(defect, cases_to_try(defect, reaching)) for defect in defects]
    _LIBRARIES.append(_Library())
    gc.freeze()
    with context.Pool(maxtasksperchild=1) as pool:
        yield from zip(defects, pool.imap(first_case, tasks, chunksize=1), strict=True)


def main() -> None:
    """Print the table: the first case, or -, and the check, with a tab between."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation")
    parser.add_argument("--lenient", action="store_true", help="make the lenient variants alone")
    arguments = parser.parse_args()
    defects: list[Defect] = [*([] if arguments.lenient else find_checks()), *VARIANTS]
    noticed = 0
    for defect, case in run(defects):
        sys.stdout.write(f"{case or '-'}\t{defect.name}\n")
        noticed += case is not None
    sys.stderr.write(f"{noticed} of {len(defects)} are noticed\n")

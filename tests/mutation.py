"""Breaks each check of the client's modules in turn, and finds a case of the vectors that notices.

A check is a statement that raises, each operand of an ``or`` that leads to one, each bound of a range, and
each call whose result nobody takes.
``python -m tests.mutation`` prints the table: each check after the first case that notices that it is gone.
With ``--core``, it looks for all cases that notice, and writes the core: a small set of cases that notices
whatever all of them notice, with a valid case of each group.
"""

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import multiprocessing
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "sealwax"
CORE = SOURCES / "vectors" / "core.txt"
NOT_THE_CLIENTS = {
    "testing": "makes what the service and a passkey make",
    "vectors": "makes and runs the vectors themselves",
    "cli": "checks what a person types; the library checks the artifacts",
    "errors": "defines the errors, and raises none",
    "chains": "names curves and address formats",
    "_names": "names what is exported",
    "files": "reads and writes the files of this machine",
    "__main__": "starts the command line",
    "__init__": "names what is exported; every room has one, and each is left out",
}
"""The rooms and modules that check nothing of what a client receives, and what they do instead."""
SECONDS_PER_CASE = 60


@dataclass(frozen=True)
class Check:
    """A check: which of its module's, in what function, and its text."""

    module: str
    index: int
    function: str
    text: str

    @property
    def name(self) -> str:
        """What it is called in the table."""
        return f"{self.module}.{self.function}: {self.text}"


def _source(module: str) -> Path:
    return SOURCES.joinpath(*module.split(".")).with_suffix(".py")


class Breaker(ast.NodeTransformer):
    """Finds the checks of a module, and breaks the one with the index given."""

    def __init__(self, module: str, index: int | None = None) -> None:
        self.checks: list[Check] = []
        self._module, self._index = module, index
        self._within: list[str] = []
        self.tree = ast.fix_missing_locations(self.visit(ast.parse(_source(module).read_text())))

    def _is_to_break(self, text: str) -> bool:
        check = Check(self._module, len(self.checks), ".".join(self._within), text)
        self.checks.append(check)
        return check.index == self._index

    def _visit_scope(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        self._within.append(node.name)
        self.generic_visit(node)
        self._within.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._visit_scope(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._visit_scope(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        if node.exc is not None and self._is_to_break(f"raise {ast.unparse(node.exc)}"):
            return ast.Pass()
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.Call) and self._is_to_break(ast.unparse(node)):
            return ast.Pass()
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        if any(isinstance(statement, ast.Raise) for statement in node.body):
            node.test = self._break_part(node.test)
        self.generic_visit(node)
        return node

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


def find_checks() -> list[Check]:
    """Find the checks of all modules of the client, in every room."""
    names = (path.relative_to(SOURCES).with_suffix("").parts for path in SOURCES.rglob("*.py"))
    modules = sorted(
        ".".join(parts) for parts in names if parts[0] not in NOT_THE_CLIENTS and parts[-1] != "__init__"
    )
    return [check for module in modules for check in Breaker(module).checks]


class _BrokenLoader(importlib.abc.Loader):
    """Loads the module of a check with the check broken."""

    def __init__(self, check: Check) -> None:
        self._check = check

    def exec_module(self, module: ModuleType) -> None:
        tree = Breaker(self._check.module, self._check.index).tree
        exec(compile(tree, str(_source(self._check.module)), "exec"), module.__dict__)


class _BrokenFinder(importlib.abc.MetaPathFinder):
    def __init__(self, check: Check) -> None:
        self._check = check

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != f"sealwax.{self._check.module}":
            return None
        return importlib.util.spec_from_loader(fullname, _BrokenLoader(self._check))


def _give_up(*_: object) -> NoReturn:
    raise TimeoutError


def cases_that_notice(check: Check, *, core: bool = False) -> Iterator[str]:
    """Break a check, and give the ids of the vectors that fail. To be run in a process of its own."""
    signal.signal(signal.SIGALRM, _give_up)
    sys.meta_path.insert(0, _BrokenFinder(check))
    from sealwax.vectors import find_files, load_file, run_suite  # noqa: PLC0415 - with the check broken

    for path in find_files(ROOT / "vectors"):
        suite = load_file(path)
        # A case that does not end fails.
        signal.alarm(SECONDS_PER_CASE)
        for outcome in run_suite(suite, core=core):
            if not outcome.passed:
                yield outcome.id
            signal.alarm(SECONDS_PER_CASE)
        signal.alarm(0)


def _first_case(check: Check) -> list[str]:
    return list(islice(cases_that_notice(check), 1))


def _first_case_of_the_core(check: Check) -> list[str]:
    return list(islice(cases_that_notice(check, core=True), 1))


def _all_cases(check: Check) -> list[str]:
    return list(cases_that_notice(check))


def run(find: Callable[[Check], list[str]]) -> Iterator[tuple[Check, list[str]]]:
    """Break each check in turn, and give the cases that were looked for and notice."""
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
        importlib.import_module(library)  # once, and not for each check
    checks = find_checks()
    with multiprocessing.get_context("fork").Pool(maxtasksperchild=1) as pool:
        yield from zip(checks, pool.imap(find, checks, chunksize=1), strict=True)


def valid_cases() -> dict[str, list[str]]:
    """The valid cases of each file's groups: any notices an implementation that refuses everything."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "vectors").glob("*.json")):
        for group in json.loads(path.read_text())["testGroups"]:
            ids = [case["id"] for case in group["tests"] if case["result"] == "valid"]
            found[f"{path.stem}/{group['type']}"] += ids
    return found


def find_core(noticed: Mapping[str, Sequence[str]]) -> list[str]:
    """Choose cases, each time the one that notices most of what no chosen one does, by id among equals.

    Args:
        noticed: The cases that notice, by what is wrong.
    """
    defects: defaultdict[str, set[str]] = defaultdict(set)
    for defect, cases in noticed.items():
        for case in cases:
            defects[case].add(defect)
    missing = {defect for defect, cases in noticed.items() if cases}
    core = []
    while missing:
        core.append(min(defects, key=lambda case: (-len(defects[case] & missing), case)))
        missing -= defects[core[-1]]
    return sorted(core)


def main() -> None:
    """Print the table: the first case, or -, and the check, with a tab between. Or write the core."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--core", action="store_true", help="find the core, and write it")
    choice.add_argument("--only-core", action="store_true", help="look among the cases of the core alone")
    arguments = parser.parse_args()
    if arguments.core:
        broken = {f"{check.module} {check.index}": cases for check, cases in run(_all_cases)}
        core = find_core(broken | valid_cases())
        CORE.write_text("".join(f"{case}\n" for case in core))
        sys.stdout.write(f"wrote {len(core)} ids to {CORE.relative_to(ROOT)}; generate the vectors again\n")
        return
    for check, cases in run(_first_case_of_the_core if arguments.only_core else _first_case):
        sys.stdout.write(f"{cases[0] if cases else '-'}\t{check.name}\n")


if __name__ == "__main__":
    main()

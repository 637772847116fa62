"""Breaks each check of the client's modules in turn, and finds a case of the vectors that notices.

A check is a statement that raises, each operand of an ``or`` that leads to one, each bound of a range, and
each call whose result nobody takes.
``python -m tests.mutation`` prints the table: each check after the first case that notices that it is gone.
"""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "sealwax"
NOT_THE_CLIENTS = {
    "testing": "makes what the service and a passkey make",
    "vectors": "makes and runs the vectors themselves",
    "cli": "checks what a person types; the library checks the artifacts",
    "errors": "defines the errors, and raises none",
    "files": "reads and writes the files of this machine",
    "__main__": "starts the command line",
    "__init__": "names what is exported; every room has one, and each is left out",
}
"""The rooms and modules that check nothing of what a client receives, and what they do instead."""
SECONDS_PER_CHECK = 60


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


def first_case_that_notices(check: Check) -> str | None:
    """Break a check, and give the first vector that fails. To be run in a process of its own."""
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(SECONDS_PER_CHECK)
    sys.meta_path.insert(0, _BrokenFinder(check))
    try:
        from sealwax.vectors import find_files, load_file, run_suite  # noqa: PLC0415 - with the check broken

        return next(
            (
                f"{path.stem}#{outcome.tc_id}"
                for path in find_files(ROOT / "vectors")
                for outcome in run_suite(load_file(path))
                if not outcome.passed
            ),
            None,
        )
    except TimeoutError:
        return "a run that does not end"


def run() -> Iterator[tuple[Check, str | None]]:
    """Break each check in turn, and give the first case that notices."""
    loaded = {name for name in sys.modules if name.partition(".")[0] == "sealwax"}
    assert not loaded, "sealwax must be imported with the check broken, and only then"
    for library in (
        "cbor2",
        "cryptography.x509.verification",
        "mnemonic",
        "msgspec",
        "pyhpke",
        "Crypto.Hash.keccak",
    ):
        importlib.import_module(library)  # once, and not for each check
    checks = find_checks()
    with multiprocessing.get_context("fork").Pool(maxtasksperchild=1) as pool:
        yield from zip(checks, pool.imap(first_case_that_notices, checks, chunksize=1), strict=True)


def main() -> None:
    """Print the table: the first case, or -, and the check, with a tab between."""
    for check, case in run():
        sys.stdout.write(f"{case or '-'}\t{check.name}\n")


if __name__ == "__main__":
    main()

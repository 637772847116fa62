"""Imports point from each room to those below it, and never in a circle.

The imports that only a type checker reads count, and so do those that name a module by a string.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.conftest import ROOT

PACKAGES = {
    "sealwax": ROOT / "src" / "sealwax",
    "sealwax_vectors": ROOT / "vectors" / "sealwax_vectors",
    "sealwax_service": ROOT / "service" / "sealwax_service",
}
# From the lowest to the highest; a room is a folder of `sealwax`, or a module at its top, or another package.
TIERS = (
    {"errors", "_lazy_names", "_limits", "_pyinstaller", "_codec", "_crypto"},
    {"files", "schemes", "signing", "keys", "trust", "replay_guards"},
    {"stamps", "bundles", "webauthn", "login", "wallets", "proofs", "activities", "webhooks", "signers"},
    {"operations"},
    {""},  # the package itself: its version, and names of the rooms above
    {"inspection", "testing", "integrations", "client", "audit"},
    {"flows"},
    {"cli", "__main__"},
    {"sealwax_vectors"},
    {"sealwax_service"},
)
TIER_OF = {room: tier for tier, rooms in enumerate(TIERS) for room in rooms}
MODULES = {
    ".".join((name, *path.relative_to(top).with_suffix("").parts)).removesuffix(".__init__"): path
    for name, top in PACKAGES.items()
    for path in sorted(top.rglob("*.py"))
}


def room_of(module: str) -> str:
    package, _, inner = module.partition(".")
    return inner.partition(".")[0] if package == "sealwax" else package


def find_module(name: str) -> str | None:
    """The module that a dotted name leads to: it may be one, or be in one."""
    while name not in MODULES:
        if "." not in name:
            return None
        name = name.rpartition(".")[0]
    return name


def names_imported(source: str, package: str) -> Iterator[str]:
    """The dotted names that a module of a package imports, wherever in it and in whatever way."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute("." * node.level + (node.module or ""), package)
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in IMPORTERS:
            yield from (absolute(name, package) for name in literals(node.args[0], tree))


IMPORTERS = {"__import__", "import_module", "resolve_name", "run_module"}


def absolute(name: str, package: str) -> str:
    """Resolve the dots before a relative name."""
    inner = name.lstrip(".")
    level = len(name) - len(inner)
    return ".".join(filter(None, [*package.split(".")[: 1 - level or None], inner])) if level else name


def literals(argument: ast.expr, tree: ast.AST) -> Iterator[str]:
    """The known value of an argument: a constant, an f-string's start, or the value of its variable."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value.replace(":", ".")
    elif isinstance(argument, ast.JoinedStr):
        yield from literals(argument.values[0], tree)
    elif isinstance(argument, ast.Name):
        for node in ast.walk(tree):
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            if any(isinstance(each, ast.Name) and each.id == argument.id for each in targets):
                value = getattr(node, "value", None)
                yield from () if value is None else literals(value, tree)


@cache
def imports_of(module: str) -> frozenset[str]:
    """The modules of the packages that a module imports."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    names = {*names_imported(path.read_text(), package)}
    if module == "sealwax":
        # The rooms are attributes of the package, which uses nothing of them.
        names -= MODULES.keys()
    return frozenset(filter(None, {find_module(name) for name in names} - {module}))


def test_every_room_has_its_place() -> None:
    assert {room_of(module) for module in MODULES} == TIER_OF.keys()


# The site leaves out `tests/**`.
READS_TESTS = re.compile(r"""(?:from|import) tests\b|/ "tests"|["'](?:[./]*/)?tests[./](?!\*\*)""")


@pytest.mark.parametrize(
    "line",
    [
        "from tests.conftest import ROOT",
        "    import tests.interop",
        'SNAPSHOT = ROOT / "tests" / "data"',
        'run("tests.vectors.numbers", "--out", out)',
        'path = "tests/data/promise.txt"',
        'import { connect } from "../../tests/interop/clients/connect.mjs";',
    ],
)
def test_the_check_sees_what_reads_tests(line: str) -> None:
    assert READS_TESTS.search(line)


def test_the_check_sees_imports() -> None:
    assert "sealwax._codec.hex" in imports_of("sealwax.keys")
    assert "sealwax.stamps.header" in imports_of("sealwax.stamps.api_key")
    assert "sealwax._crypto.libsecp256k1" in imports_of("sealwax.schemes")  # within a function
    assert "sealwax._lazy_names" in imports_of("sealwax")
    assert "sealwax_vectors.format" in imports_of("sealwax_vectors.makers.generator")


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import sealwax.keys", ["sealwax.keys"]),
        ("from sealwax.keys import ApiKey", ["sealwax.keys.ApiKey"]),
        ("from . import hex", ["sealwax.a.b.hex"]),
        ("from ..c import d", ["sealwax.a.c.d"]),
        ("if TYPE_CHECKING:\n    from ... import keys", ["sealwax.keys"]),
        ("def f():\n    import x", ["x"]),
        ("import_module('sealwax.keys')", ["sealwax.keys"]),
        ("importlib.import_module('.hex', __package__)", ["sealwax.a.b.hex"]),
        ("import_module(f'sealwax_vectors.{name}')", ["sealwax_vectors."]),
        ("import_module(f'{name}.keys')", []),
        ("import_module(_MODULE)\n_MODULE = 'sealwax.keys'", ["sealwax.keys"]),
        ("import_module(_MODULE)\n_MODULE: Final = 'sealwax.keys'", ["sealwax.keys"]),
        ("def f(name: str): import_module(name)", []),
        ("name: str\nimport_module(name)", []),
        ("__import__('sealwax.keys', fromlist=['ApiKey'])", ["sealwax.keys"]),
        ("pkgutil.resolve_name('sealwax.keys:ApiKey')", ["sealwax.keys.ApiKey"]),
    ],
)
def test_imports_of_every_form_are_seen(source: str, names: list[str]) -> None:
    assert list(names_imported(source, "sealwax.a.b")) == names

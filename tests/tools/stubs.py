"""Write the literal ``__all__`` and the ``__init__.pyi`` of each package that loads its names lazily.

``python -m tests.tools.stubs`` writes them from ``sealwax._names``, whose rows for the errors, the operations
and their results it derives from their modules.
"""

import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from sealwax._names import NAMES, PUBLIC_MODULES, names_in
from sealwax.operations import catalog
from sealwax.operations.all_operations import NEWEST
from tests.conftest import ROOT

_ALL = re.compile(r"^__all__ = \[.*?^\][^\n]*\n", re.DOTALL | re.MULTILINE)


_OPERATIONS = "sealwax.operations"
_DERIVED = {"sealwax": ("errors",), _OPERATIONS: ("responses", "results")}
"""The modules of each package whose public classes are all public names of the package."""
_HELP = {
    "sealwax": re.compile(r"(names that most programs need::\n\n).*?(\n\nThe other)", re.DOTALL),
    _OPERATIONS: re.compile(r"(``help`` describes each::\n\n).*?(\n\nAn answer)", re.DOTALL),
}


def stubs() -> Iterator[tuple[Path, str]]:
    """Give each file that is written, in part or whole, with its text."""
    derived = {
        package: {module: _public_classes(f"{package}.{module}") for module in modules}
        for package, modules in _DERIVED.items()
    }
    table = ROOT / "src" / "sealwax" / "_names.py"
    text = table.read_text()
    for rows in derived.values():
        for module, classes in rows.items():
            row = rf'        "{module}": (\(.*?\)|".*?"),\n'
            text = re.sub(row, _row(module, classes), text, count=1, flags=re.DOTALL)
    yield table, text
    for package, names in NAMES.items():
        # The rows that are derived are those of this process, too: the texts below look names up.
        names.update(derived.get(package, {}))
        source = ROOT / "src" / package.replace(".", "/") / "__init__.py"
        rest = {module: " ".join(catalog.__all__) for module, each in names.items() if each == "*"}
        text = _ALL.sub(_listed({**names, **rest}), source.read_text())
        if package in _HELP:
            rows = names
            if package == _OPERATIONS:
                rows = {
                    "activities": _in_the_catalog("submit"),
                    "queries": _in_the_catalog("query"),
                    "auth_proxy": _in_the_catalog("auth_proxy"),
                    "secrets": " ".join(
                        name for name, facts in NEWEST.values() if facts.specified == "secrets"
                    ),
                    "others": " ".join(name for name, facts in NEWEST.values() if not facts.specified),
                }
            text = _HELP[package].sub(rf"\g<1>{_help(package, rows)}\g<2>", text)
        yield source, text
        written = {module: each for module, each in names.items() if module not in rest}
        more = "".join(f"__all__ += {module}.__all__\n" for module in rest)
        yield source.with_suffix(".pyi"), f"{_imports(package, names)}\n{_listed(written)}{more}"


def _public_classes(name: str) -> str:
    """Give the names of the public classes that a module defines."""
    classes = [each for each in vars(import_module(name)).values() if inspect.isclass(each)]
    return " ".join(
        sorted(
            (each.__name__ for each in classes if each.__module__ == name and each.__name__[0] != "_"),
            key=str.lower,  # as ruff sorts imports
        )
    )


def _in_the_catalog(surface: str) -> str:
    """Give the names of the classes of the specification's operations of a surface."""
    names = (name for name, facts in NEWEST.values() if facts.specified == "api" and facts.surface == surface)
    return " ".join(sorted(names, key=str.lower))


def _row(module: str, names: str) -> str:
    """Give a row of the table of names, as ruff writes it."""
    row = f'        "{module}": "{names}",\n'
    if len(row) <= 111:
        return row
    lines = textwrap.wrap(names, 94)
    parts = [f'            "{line}{" " * (line is not lines[-1])}"\n' for line in lines]
    return "".join([f'        "{module}": (\n', *parts, "        ),\n"])


def _help(package: str, rows: Mapping[str, str]) -> str:
    """Give the lines of a package's help that list its names, by room: functions with what they return."""
    rooms: dict[str, list[str]] = {}
    for module, names in rows.items():
        room_name = module.removeprefix("_crypto.").partition(".")[0].replace("_", " ")
        room = rooms.setdefault(room_name, [])
        room.extend(_with_results(package, names.split()))
    lines = textwrap.TextWrapper(104, initial_indent="    ", subsequent_indent=" " * 16)
    # A name stays in the line of its result.
    return "\n".join(
        lines.fill(f"{room:12}{', '.join(names)}".replace(" -> ", "\0")).replace("\0", " -> ")
        for room, names in rooms.items()
    )


def _with_results(package: str, names: list[str]) -> Iterator[str]:
    """Give each class that no function here returns, and each function with the class that it returns."""
    values = {name: getattr(import_module(package), name) for name in names}
    results = {
        name: getattr(inspect.signature(value).return_annotation, "__name__", None)
        for name, value in values.items()
        if inspect.isfunction(value)
    }
    classes = [name for name in names if name not in results and name not in results.values()]
    public = {name for of_module in names_in(package).values() for name in of_module.split()}
    yield from classes
    yield from (f"{name} -> {result}" if result in public else name for name, result in results.items())


def _listed(names: Mapping[str, str]) -> str:
    """Give the assignment of ``__all__``."""
    in_order = sorted(
        (name for of_module in names.values() for name in of_module.split()),
        key=lambda name: (not name.isupper(), name.lower() == name, name),  # as ruff wants them
    )
    lines = textwrap.wrap(", ".join(f'"{name}"' for name in in_order), 104)
    return "".join(["__all__ = [\n", *(f"    {line}\n" for line in lines), "]  # fmt: skip\n"])


def _imports(package: str, names: Mapping[str, str]) -> str:
    """Give the imports of a stub: each name, from the module that has it; other rooms' modules first."""
    absolute, relative = [
        [
            f"from {prefix}{module} import {name}{'' if name == '*' else f' as {name}'}\n"
            for module, of_module in sorted(names.items())
            if module.startswith("sealwax.") is not bool(prefix)
            for name in of_module.split()
        ]
        for prefix in ("", ".")
    ]
    of_package = [
        name for module in PUBLIC_MODULES for at, _, name in [module.rpartition(".")] if at == package
    ]
    modules = [f"from . import {module} as {module}\n" for module in of_package]
    modules += [f"from . import {module}\n" for module, of_module in names.items() if of_module == "*"]
    return "".join(
        [
            "# Written by `python -m tests.tools.stubs`.\n\n",
            *absolute,
            *["\n"] * bool(absolute and (relative or modules)),
            *modules,
            *relative,
            *["\n__version__: str\n"] * (package == "sealwax"),
        ]
    )


if __name__ == "__main__":
    for path, text in stubs():
        path.write_text(text)

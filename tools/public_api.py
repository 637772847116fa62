"""Write the snapshot of everything that is public, which releases promise.

It has a line for each name, sorted, so that two changes of different names do not conflict. For example::

    python -m tools.public_api tests/data/promise.txt
"""

import argparse
import inspect
import re
import typing
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path

import click
import msgspec

from sealwax.cli import app
from sealwax.errors import error_codes
from tools import ROOT
from tools.support.commands import commands_of
from tools.support.public_names import ROOMS, names_of

NEEDS_AN_EXTRA = ("sealwax.integrations.", "sealwax.signers.")
"""Modules whose libraries are not installed everywhere: of these, the names count."""


def promised() -> list[str]:
    """A line for each thing that is public: names with their signatures, codes, commands, schemas' names."""
    return sorted(_promised())


def _promised() -> Iterator[str]:
    for room in ROOMS:
        for name in sorted(names_of(room)):
            yield from _described(room, name)
    yield from (f"error {code}" for code in error_codes())
    yield from (f"exit status {row}" for row in _exit_statuses())
    yield from _commands(click.Context(app.sealwax, info_name="sealwax"))
    yield from (f"schema {path.name}" for path in sorted((ROOT / "vectors" / "schema").glob("*_schema.json")))


def _described(module: str, name: str) -> Iterator[str]:
    """A public name, with its signature, its fields and its members."""
    full = f"{module}.{name}"
    if module.startswith(NEEDS_AN_EXTRA):
        yield full
        return
    value = getattr(import_module(module), name)
    if inspect.isclass(value) and typing.get_origin(value) is None:
        errors = [each.__name__ for each in value.__mro__ if issubclass(each, Exception)][1:]
        yield f"{full} (class{''.join(f' < {each}' for each in errors)})"
        yield from (f"{full}.{line}" for line in _members(value))
    elif inspect.isfunction(value):
        yield f"{full}{_signature(value)}"
    elif typing.get_origin(value) is typing.Literal:
        yield f"{full} = {', '.join(map(repr, typing.get_args(value)))}"
    else:
        yield f"{full}: {type(value).__name__}"


def _members(value: type) -> Iterator[str]:
    """The fields, methods and properties of a class that sealwax defines."""
    if issubclass(value, Enum):
        yield from (f"{each.name} = {each.value!r}" for each in value)
    elif issubclass(value, msgspec.Struct):
        fields = [field for field in msgspec.structs.fields(value) if not field.name.startswith("_")]
        yield from (f"{field.name}{'' if field.required else ' = ...'}" for field in fields)
    else:
        yield from sorted(name for name in _annotated(value) if not name.startswith("_"))
        if not getattr(value, "_is_protocol", False):
            yield f"__init__{_signature(value)}"
    for name in sorted(dir(value)):
        owner = next((each for each in value.__mro__ if name in vars(each)), object)
        if name.startswith("_") or not owner.__module__.startswith("sealwax"):
            continue
        member = inspect.getattr_static(value, name)
        if isinstance(member, property):
            # A field can have one.
            if name not in getattr(value, "__struct_fields__", ()):
                yield f"{name} (property)"
        elif isinstance(member, classmethod | staticmethod):
            yield f"{name}{_signature(getattr(value, name))} ({type(member).__name__})"
        elif inspect.isfunction(member):
            yield f"{name}{_signature(member)}"


def _annotated(value: type) -> set[str]:
    """The names that the classes of sealwax annotate."""
    own = [each for each in value.__mro__ if each.__module__.startswith("sealwax")]
    return {name for each in own for name in vars(each).get("__annotations__", {})}


def _signature(value: object) -> str:
    """Names, kinds and defaults of the parameters; Pythons differ in how they write types.

    The number of a limit may change.
    """
    assert callable(value)
    parameters = [
        each.replace(annotation=inspect.Parameter.empty)
        for each in inspect.signature(value).parameters.values()
    ]
    text = re.sub(r" at 0x[0-9a-f]+", "", str(inspect.Signature(parameters)))
    return re.sub(r"\blimit=\d+", "limit=...", text)


def _commands(context: click.Context) -> Iterator[str]:
    """The commands, with their arguments and options."""
    for each in commands_of(context):
        options = [
            "/".join(sorted(option.opts)) if isinstance(option, click.Option) else option.human_readable_name
            for option in each.command.params
        ]
        yield " ".join(["command", each.command_path, *sorted(options)])
        yield from _commands(each)


def _exit_statuses() -> list[str]:
    """The exit statuses and their meanings, from the page that has them."""
    page = (ROOT / "docs" / "configuration.md").read_text().partition("\n## Exit statuses\n")[2]
    return re.findall(r"^\| (\d+ \| [^|]+) \|$", page, re.MULTILINE)


def main() -> None:
    """Write the snapshot."""
    parser = argparse.ArgumentParser(prog="python -m tools.public_api", description=main.__doc__)
    parser.add_argument("path", type=Path, metavar="PATH", help="the file to write")
    path: Path = parser.parse_args().path
    path.write_text("".join(f"{line}\n" for line in promised()))


if __name__ == "__main__":
    main()

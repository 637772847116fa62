"""Collect the ``CONSTRUCTS`` of the other modules in this package.

A new suite is a module here with its cases and rows, and a module in ``makers`` of the same name.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Union

import msgspec

from sealwax_vectors.format import Case, Construct, Group, Suite, case_type

_PACKAGE: Final = __name__.rpartition(".")[0]
_THIS: Final = __name__.rpartition(".")[2]


def _rows() -> Iterator[Construct]:
    for found in iter_modules(import_module(_PACKAGE).__path__):
        if found.name == _THIS:
            continue
        module = import_module(f"{_PACKAGE}.{found.name}")
        yield from getattr(module, "CONSTRUCTS", ())


CONSTRUCTS: tuple[Construct, ...] = tuple(sorted(_rows(), key=lambda row: row.name))
"""The constructs, sorted by file name."""


GROUPS: tuple[type[Group[Any]], ...] = tuple(
    {group: None for construct in CONSTRUCTS for group in construct.groups}
)
"""The types of groups of all files."""

CASE_TYPES: dict[type[Group[Any]], type[Case]] = {group: case_type(group) for group in GROUPS}
"""The type of the cases of each group."""


def suite_type(groups: tuple[type[Group[Any]], ...]) -> type[Suite]:
    """Make the type of a file that may have these groups."""
    suite: type[Suite] = msgspec.defstruct(  # type: ignore[assignment] # by its base
        "Suite",
        [("test_groups", list[Union[groups]])],  # type: ignore[valid-type]  # noqa: UP007 - not known statically
        bases=(Suite,),
        kw_only=True,
        rename="camel",
    )
    return suite


FileSuite: type[Suite] = suite_type(GROUPS)
"""The type of any file of vectors."""

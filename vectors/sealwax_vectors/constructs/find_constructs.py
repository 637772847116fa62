"""Collect the ``CONSTRUCTS`` of the other modules in this package.

A new suite is a module here with its cases and rows, and a module in ``makers`` of the same name.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Union

import msgspec

from sealwax_vectors.format import Construct, Group, Suite

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


def find_groups() -> tuple[type[Group[Any]], ...]:
    """List the types of groups of all files."""
    return tuple({group: None for construct in CONSTRUCTS for group in construct.groups})


@lru_cache(maxsize=64)
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

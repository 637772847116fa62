"""The table of the members that hold bundles."""

from collections.abc import Iterator

import pytest

from sealwax.bundles.answers import ANSWERED
from tools.support.commands import commands


def every_name() -> Iterator[str]:
    for each in ANSWERED:
        yield from (each.field, each.name, *each.results, *each.exports)


def test_each_name_stands_once() -> None:
    names = [*every_name()]
    assert len({*names}) == len(names)


@pytest.mark.parametrize("kind", [kind for each in ANSWERED for kind in each.exports])
def test_each_kind_of_export_has_its_command(kind: str) -> None:
    assert (f"decrypt-{kind.removesuffix('-export')}",) in dict(commands())

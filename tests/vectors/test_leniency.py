"""A lenient variant that is none is an error; test_coverage.py shows that the vectors notice each."""

import ast

import pytest

from tools.mutation.leniency import VARIANTS, Variant

SOURCE = "class A:\n    def f(self):\n        return 1 + 1\n\n\ndef f():\n    return 2\n"


def variant(function: str, old: str, new: str) -> Variant:
    return Variant("a", function, old, new, "more")


def test_each_has_a_name_of_its_own() -> None:
    assert len({each.name for each in VARIANTS}) == len(VARIANTS)


def test_only_the_function_named_is_changed() -> None:
    assert ast.unparse(variant("f", "2", "3").broken(SOURCE)) == ast.unparse(
        ast.parse(SOURCE.replace("2", "3"))
    )
    assert "return 4 + 1" in ast.unparse(variant("A.f", "1 +", "4 +").broken(SOURCE))


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("g", "2", "3"),
        ("B.f", "1", "3"),
        ("A.g", "1", "3"),
        ("f", "1", "3"),
        ("A.f", "1", "3"),
        ("f", "2", "(2)"),
    ],
)
def test_a_variant_that_is_none_is_an_error(function: str, old: str, new: str) -> None:
    with pytest.raises(ValueError, match="takes more: "):
        variant(function, old, new).broken(SOURCE)

import pytest

from sealwax import MalformedInput
from sealwax.seeds import KeyMaterial
from tests.conftest import SEED


def test_the_same_requests_get_the_same_material() -> None:
    one, other = KeyMaterial(SEED), KeyMaterial(SEED)
    taken = [one.take("a"), one.take("a"), one.take("b")]
    assert taken == [other.take("a"), other.take("a"), other.take("b")]
    assert len(set(taken)) == 3
    assert {len(piece) for piece in taken} == {32}


def test_labels_do_not_influence_each_other() -> None:
    one, other = KeyMaterial(SEED), KeyMaterial(SEED)
    one.take("a")
    assert one.take("b") == other.take("b")


def test_other_seeds_and_no_seed_give_other_material() -> None:
    pieces = {KeyMaterial(seed).take("a") for seed in (SEED, b"\1" * 32, None, None)}
    assert len(pieces) == 4


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seeds_have_one_length(length: int) -> None:
    with pytest.raises(MalformedInput, match=f"{length} bytes long; it must be 32"):
        KeyMaterial(b"x" * length)

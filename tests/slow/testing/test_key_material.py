"""The tests of ``tests/testing/test_key_material.py`` that take long."""

import sys
from concurrent.futures import ThreadPoolExecutor

from sealwax.testing.key_material import KeyMaterial
from tests.conftest import SEED


def test_threads_do_not_get_the_same_material() -> None:
    material = KeyMaterial(SEED)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            taken = list(pool.map(lambda _: material.take("a"), range(8000)))
    finally:
        sys.setswitchinterval(interval)
    assert len(set(taken)) == 8000

"""The tests of ``tests/service/test_faults.py`` that are hostile in large numbers."""

import pytest

from tests.service.client import Client
from tests.service.test_faults import OPERATIONS, check_vectors


class TestVectors:
    @pytest.mark.parametrize("operation", OPERATIONS)
    def test_every_vector_is_refused_with_its_code(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, operation: str
    ) -> None:
        check_vectors(client, monkeypatch, operation, 1)

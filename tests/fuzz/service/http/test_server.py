"""The tests of ``tests/service/http/test_server.py`` that are hostile in large numbers."""

import pytest

from sealwax_service import LocalService
from tests.service.http import test_server as quick
from tests.service.http.test_server import check_many_clients, check_mutated_requests

switches_often = quick.switches_often


def test_mutated_requests_get_no_500(local_service: LocalService) -> None:
    check_mutated_requests(local_service, 10_000)


@pytest.mark.usefixtures("switches_often")
def test_many_clients_lose_nothing(local_service: LocalService, monkeypatch: pytest.MonkeyPatch) -> None:
    check_many_clients(local_service, monkeypatch, 64, 12)

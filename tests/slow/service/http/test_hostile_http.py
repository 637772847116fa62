"""The tests of ``tests/service/http/test_hostile_http.py`` that take long."""

import pytest

from sealwax_service import LocalService
from tests.service.http.test_hostile_http import check_connections


def test_every_request_is_answered_once(
    local_service: LocalService, capfd: pytest.CaptureFixture[str]
) -> None:
    check_connections(local_service, capfd, 200)

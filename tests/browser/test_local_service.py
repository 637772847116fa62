"""The local service and a real browser. Needs Chromium, Node.js and npm."""

import json
from typing import Any

import pytest

from sealwax_service import LocalService
from tests.browser.test_browser import chromium as chromium  # noqa: PLC0414 - a fixture
from tests.browser.test_browser import node as node  # noqa: PLC0414 - a fixture
from tests.browser.test_browser import run


@pytest.fixture(scope="module")
def happened(node: str, chromium: str) -> dict[str, Any]:
    with LocalService() as service:
        done = run(node, "local_service.mjs", chromium, json.dumps(dict(service.info)))
        assert done.returncode == 0, done.stderr
        made: dict[str, Any] = json.loads(done.stdout)
        return made


def test_a_page_signs_up_with_a_passkey_and_stamps(happened: dict[str, Any]) -> None:
    signup, whoami = happened["signup"], happened["whoami"]
    assert (signup["status"], whoami["status"]) == (200, 200)
    assert whoami["body"]["userId"] == signup["body"]["userId"]
    assert whoami["body"]["username"] == "From a browser"


def test_a_stamp_over_other_bytes_is_refused(happened: dict[str, Any]) -> None:
    assert happened["otherBytes"]["status"] == 401
    assert happened["otherBytes"]["body"]["turnkeyErrorCode"] == "SIGNATURE_INVALID"

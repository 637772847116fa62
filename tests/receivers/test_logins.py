"""The server of docs/log-in.md, as it stands: a person begins, types a wrong code, and the right one."""

import re
import sys
from types import ModuleType
from typing import Any

import pytest

from sealwax.client import AuthProxyClient, Client
from sealwax.operations import GetWhoami
from sealwax_service import LocalService
from tests.conftest import ROOT
from tests.receivers.receiver import code_of

PAGE = "log-in.md"


def run(name: str, source: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run code as a module that others can import."""
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    return module


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The page's server, which has the auth proxy and the keys of production."""
    (function,) = re.findall(
        r"^```python\n((?:from .*\n)+\n\ndef enter(?:.*\n)*?)\n\nwith ",
        (ROOT / "docs" / PAGE).read_text(),
        re.MULTILINE,
    )
    monkeypatch.setenv("SECRET_KEY", "secret")
    monkeypatch.setenv("CONFIGURATION_ID", "c")
    run("logins", function, monkeypatch)
    return run("server", code_of(PAGE, "flask-login"), monkeypatch)


def test_two_requests_log_a_person_in(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        LocalService() as service,
        AuthProxyClient(service.configuration_id, base_url=service.url) as proxy,
    ):
        monkeypatch.setattr(server, "proxy", proxy)
        monkeypatch.setattr(server, "keys", service.keys)
        browser = server.app.test_client()
        assert browser.post("/code", data={"code": "000000"}).status_code == 400
        assert browser.post("/begin", data={"email": "ada@example.com"}).status_code == 204
        with browser.session_transaction() as kept:
            code = service.otp_code(kept["sent"]["otp_id"])
        assert browser.post("/code", data={"code": "000000"}).status_code == 401
        assert browser.post("/code", data={"code": code}).status_code == 204
        with browser.session_transaction() as kept:
            (session,) = server.sessions.values()
            assert dict(kept) == {"user_id": session.user_id}
        organization_id = session.organization_id
        with Client(session.stamper, organization_id=organization_id, base_url=service.url) as client:
            assert client.send(GetWhoami()).user_id == session.user_id

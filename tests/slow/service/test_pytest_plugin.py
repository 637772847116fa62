import subprocess
import sys
from pathlib import Path

import pytest

TEST = """
import httpx

def test_it(sealwax_service):
    info = httpx.get(sealwax_service.url + "/_sealwax/info", trust_env=False, timeout=60).json()
    assert info["organizationId"] == sealwax_service.organization_id

def test_another(sealwax_service):
    assert sealwax_service.requests == ()

def test_the_session(sealwax_service, sealwax_session_service):
    assert sealwax_session_service.url != sealwax_service.url
    sealwax_session_service.fail("whoami", "error")

def test_the_session_again(sealwax_session_service):
    assert sealwax_session_service._deployment.router.faults.list()
"""


CONFTEST = 'pytest_plugins = ["sealwax_service.pytest_plugin"]'


@pytest.mark.parametrize(
    ("options", "conftest"), [((), ""), (("-p", "sealwax_service.pytest_plugin"), ""), ((), CONFTEST)]
)
def test_the_fixture_serves_however_the_plugin_is_loaded(
    tmp_path: Path, options: tuple[str, ...], conftest: str
) -> None:
    (tmp_path / "conftest.py").write_text(conftest)
    (tmp_path / "test_it.py").write_text(TEST)
    command = [sys.executable, "-m", "pytest", "-q", *options, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout

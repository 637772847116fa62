import subprocess
import sys
from pathlib import Path

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


def test_the_fixture_serves(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TEST)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "sealwax_service.pytest_plugin", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout

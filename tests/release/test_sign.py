"""The signature of a release: the commands of the document verify it, and find what was changed."""

import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.release.dist import SUMS
from tools.release.sign import sign, signer
from tools.support.release_key import fingerprint

PAGE = "sealwax-recover.html"
CONTENT = 'a page <code id="build">{}</code>\n'
GUIDE = (ROOT / "docs/recover-a-wallet.md").read_text()
COMMANDS = re.findall(r"^   ((?:ssh-keygen|sha256sum|sed) .*)$", GUIDE, re.MULTILINE)


def make_key(folder: Path, name: str) -> Path:
    key = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", key], check=True)
    return key


@pytest.fixture(name="key", scope="module")
def fixture_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("keys"), "release")


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path) -> Path:
    """The folder of a release with its page, whose build number is right."""
    blank = CONTENT.format("0" * 16)
    digits = sha256(blank.encode()).hexdigest()[:16]
    (tmp_path / PAGE).write_text(CONTENT.format(digits))
    digest = sha256((tmp_path / PAGE).read_bytes()).hexdigest()
    (tmp_path / SUMS).write_text(f"{digest}  {PAGE}\n{'0' * 64}  sealwax.pyz\n")
    return tmp_path


def run(command: str, folder: Path) -> tuple[int, str]:
    ran = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout


def test_the_commands_of_the_document_find_what_was_changed(folder: Path, key: Path) -> None:
    check_signature, check_sums, check_build = COMMANDS
    public = key.with_name(f"{key.name}.pub")
    sign(folder, key, public)
    said = f'Good "sealwax-release" signature with ED25519 key {fingerprint(public)}\n'
    assert run(check_signature, folder) == (0, said)
    assert run(check_sums, folder) == (0, f"{PAGE}: OK\n")
    number = re.findall("[0-9a-f]{16}", (folder / PAGE).read_text())[0]
    assert run(check_build, folder)[1].startswith(number)
    # A changed page, then sums that were changed to fit it.
    (folder / PAGE).write_text("another page\n")
    assert run(check_sums, folder) == (1, f"{PAGE}: FAILED\n")
    digest = sha256((folder / PAGE).read_bytes()).hexdigest()
    (folder / SUMS).write_text(f"{digest}  {PAGE}\n")
    assert run(check_sums, folder) == (0, f"{PAGE}: OK\n")
    assert run(check_signature, folder)[0] != 0
    assert signer(folder) is None


def test_another_key_signs_nothing(folder: Path, key: Path, tmp_path: Path) -> None:
    other = make_key(tmp_path, "other")
    with pytest.raises(ValueError, match="the one of releases is SHA256:"):
        sign(folder, other, key.with_name(f"{key.name}.pub"))
    assert not (folder / f"{SUMS}.sig").exists()


def test_nothing_is_signed_twice_or_without_the_key_of_releases(folder: Path, key: Path) -> None:
    public = key.with_name(f"{key.name}.pub")
    with pytest.raises(ValueError, match=r"there is no missing\.pub: MAINTAINING\.md says"):
        sign(folder, key, folder / "missing.pub")
    sign(folder, key, public)
    with pytest.raises(ValueError, match="exists already"):
        sign(folder, key, public)


def test_the_documents_state_the_fingerprint_of_the_key() -> None:
    found = fingerprint()
    for name in ("README.md", "SECURITY.md"):
        stated = re.findall("SHA256:[A-Za-z0-9+/]{43}", (ROOT / name).read_text())
        assert stated == ([found] if found else [])


def test_openssh_is_there() -> None:
    assert shutil.which("ssh-keygen")

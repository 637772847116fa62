"""The diff for solana-keychain: its constructor checks the key pair as the issue says."""

import base64
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import sealwax
from sealwax import ApiKey, ApiKeyStamper, verify_api_key_stamp
from tests.conftest import ROOT

FOLDER = ROOT / "contrib" / "upstream" / "solana-keychain"
DIFF = FOLDER / "turnkey.diff"
if not DIFF.is_file():
    pytest.skip("the sdist does not have contrib", allow_module_level=True)

PRIVATE = "07".zfill(64)
PUBLIC = ApiKey.from_private_key(PRIVATE).public_key
ORDER = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"


class KeychainError(Exception):
    """A stand-in for the project's ``SignerError``."""


def added(file: str) -> str:
    """The changed lines of a file and their context, after the diff."""
    part = DIFF.read_text().partition(f"+++ b/python/{file}\n")[2].partition("\ndiff --git")[0]
    return "\n".join(line[1:] for line in part.splitlines() if line[:1] in {"+", " "})


@pytest.fixture(scope="module")
def create_stamper() -> Callable[[str, str], ApiKeyStamper]:
    """The function of the diff, with the names that it imports."""
    text = added("src/solana_keychain/turnkey/signer.py")
    imported = re.search(r"^    from sealwax import (.*)$", text, re.MULTILINE)
    function = re.search(r"^def _create_stamper\(.*?(?=^@dataclass)", text, re.DOTALL | re.MULTILINE)
    assert imported is not None
    assert function is not None
    names: dict[str, Any] = {name: getattr(sealwax, name) for name in imported[1].split(", ")}
    names |= {"SignerError": KeychainError, "SignerErrorCode": SimpleNamespace(CONFIG_ERROR="config")}
    exec(function[0], names)
    made: Callable[[str, str], ApiKeyStamper] = names["_create_stamper"]
    return made


@pytest.mark.parametrize("public", [PUBLIC, PUBLIC.upper()])
def test_a_key_pair_stamps(create_stamper: Callable[[str, str], ApiKeyStamper], public: str) -> None:
    stamp = create_stamper(PRIVATE, public).stamp(b"{}")
    assert verify_api_key_stamp(stamp.header_value, b"{}").public_key == PUBLIC
    padded = stamp.header_value + "=" * (-len(stamp.header_value) % 4)
    assert base64.urlsafe_b64decode(padded).startswith(f'{{"publicKey":"{PUBLIC}"'.encode())


@pytest.mark.parametrize(
    ("private", "public"),
    [
        (PRIVATE, ApiKey.from_private_key("08".zfill(64)).public_key),
        ("00" * 32, PUBLIC),
        (ORDER, PUBLIC),
        (PRIVATE, f"{PUBLIC}\n"),
        (PRIVATE, f"{PUBLIC[:2]} {PUBLIC[2:]}"),
        (f"{PRIVATE}\n", PUBLIC),
        (PRIVATE, PUBLIC[:33].upper() + PUBLIC[33:]),
    ],
)
def test_another_input_is_a_configuration_error(
    create_stamper: Callable[[str, str], ApiKeyStamper], private: str, public: str
) -> None:
    with pytest.raises(KeychainError, match="config"):
        create_stamper(private, public)


def test_the_issue_counts_the_lines() -> None:
    signer = DIFF.read_text().partition("turnkey/signer.py\n@@")[2].partition("\ndiff --git")[0]
    removed = len(re.findall(r"^-", signer, re.MULTILINE))
    gained = len(re.findall(r"^\+", signer, re.MULTILINE))
    text = " ".join((FOLDER / "issue.md").read_text().split())
    assert f"The signer loses {removed} lines and gains {gained}." in text


def test_the_versions_of_sealwax_are_the_next_ones() -> None:
    version = re.search(r'^version = "(\d+)', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    major = int(version[1])
    assert f'turnkey = ["sealwax>={major},<{major + 1}"]' in added("pyproject.toml")

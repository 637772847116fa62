"""The README's Python examples run as they stand, in a directory that has the files they name."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sealwax import ApiKey
from tests.conftest import CAPTURED, ROOT

EXAMPLES = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)


class Device:
    """What the README's example of a hardware key talks to."""

    def __init__(self) -> None:
        self._key = ApiKey.generate()

    def public_key_hex(self) -> str:
        return self._key.public_key

    @property
    def ecdsa_sha256_der(self) -> Callable[[bytes], bytes]:
        return self._key.sign


def test_there_are_examples() -> None:
    assert EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(CAPTURED / "export_wallet.bundle.json", tmp_path / "bundle.json")
    shutil.copy(CAPTURED / "export_wallet.private", tmp_path / "export.private")
    ApiKey.generate().save(tmp_path / "a.private")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {"device": Device()})

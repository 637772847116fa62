"""The tests of ``tests/cli/test_convert_key.py`` that take long."""

import stat
from pathlib import Path

import pytest

from sealwax import ApiKey, Curve
from sealwax._crypto.key_files import FORMS
from tests.cli.test_convert_key import SCALAR
from tests.conftest import Cli
from tests.crypto.test_key_files import no_such_form


@pytest.mark.parametrize("curve", ["p256", "secp256k1", "ed25519"])
@pytest.mark.parametrize("form", FORMS)
def test_there_and_back(cli: Cli, tmp_path: Path, curve: Curve, form: str) -> None:
    ApiKey(SCALAR, curve).save(tmp_path / "a.private")
    there = cli("convert-key", "--to", form, "--output", tmp_path / "there", tmp_path / "a.private")
    if no_such_form(curve, form):
        assert there.exit_code == 1
        assert there.stderr.startswith("error[unsupported]: ")
        assert not (tmp_path / "there").exists()
        return
    assert there == (0, b"", f"wrote {tmp_path / 'there'} (keep it secret)\n")
    assert stat.S_IMODE((tmp_path / "there").stat().st_mode) == 0o600
    back = cli("convert-key", "--type=api", "--to=hex", "--output", tmp_path / "back", tmp_path / "there")
    assert back.exit_code == 0
    assert (tmp_path / "back").read_bytes() == (tmp_path / "a.private").read_bytes()

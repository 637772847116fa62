"""The tests of ``tests/repository/tools/test_public_api.py`` that take long."""

import pytest

from tests.conftest import DATA, ROOT
from tools import public_api


def test_the_snapshot_is_of_what_is_public() -> None:
    path = DATA / "promise.txt"
    again = f"run `python -m tools.public_api {path.relative_to(ROOT)}`"
    assert public_api.promised() == path.read_text().splitlines(), again


@pytest.mark.parametrize(
    "line",
    [
        "sealwax.verify_api_key_stamp(header_value, body)",
        "error wrong-scope",
        "sealwax.ExportedWallet.mnemonic",
        "exit status 0 | done",
    ],
)
def test_it_has_names_codes_and_fields(line: str) -> None:
    assert line in [each.split(":")[0] for each in public_api.promised()]

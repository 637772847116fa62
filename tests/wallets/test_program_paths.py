import pytest

from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.derivation import parse_path, path_text
from sealwax.wallets.program_paths import PROGRAM_PATHS, ProgramPath, program_paths


@pytest.mark.parametrize("row", PROGRAM_PATHS, ids=lambda row: f"{row.formats[0]} {row.path}")
def test_each_row_is_of_formats_and_has_a_path(row: ProgramPath) -> None:
    assert FORMATS.keys() >= {*row.formats}
    assert path_text(parse_path(row.of(7))) == row.of(7)
    assert row.programs


def test_no_path_is_there_twice() -> None:
    rows = [(name, row.path) for row in PROGRAM_PATHS for name in row.formats]
    assert len(rows) == len({*rows})


def test_the_most_common_comes_first() -> None:
    ethereum = [row.of(1) for row in program_paths("ADDRESS_FORMAT_ETHEREUM")]
    assert ethereum == ["m/44'/60'/0'/0/1", "m/44'/60'/1'/0/0", "m/44'/60'/0'/1"]
    assert program_paths("ADDRESS_FORMAT_SPARK_MAINNET") == ()

"""The lists of address formats in the JavaScript readers, without running them: only the names are compared.

A format that a list lacks is a crash or a refusal there, which only the slow sessions would find.
"""

import re

from sealwax.wallets.address_formats import FORMATS
from tests.conftest import ROOT

READER = (ROOT / "recovery-page/readers/addresses.mjs").read_text()
PAGE = (ROOT / "recovery-page/src/wallet.mjs").read_text()


def rows_of(text: str, head: str, end: str, indent: int) -> dict[str, str]:
    """The rows of a list from its first line to its last: the names, each with the text up to the next."""
    block = text.partition(head)[2].partition(end)[0]
    parts = re.split(rf"^ {{{indent}}}([A-Z]\w*): ", block, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def of_bitcoin(text: str, name: str) -> set[str]:
    """The formats of Bitcoin, which both files make of the networks and of a function's rows."""
    networks = re.search(r'\[("MAINNET".*)\]\.flatMap', text)
    assert networks is not None
    kinds = rows_of(text, f"\nfunction {name}(network)", "\n}\n", 4)
    return {f"BITCOIN_{network}_{kind}" for network in re.findall(r"\w+", networks[1]) for kind in kinds}


def in_the_api(names: set[str]) -> set[str]:
    return {f"ADDRESS_FORMAT_{name}" for name in names}


def test_the_reader_has_each_format() -> None:
    rows = rows_of(READER, "\nexport const FORMATS", "\n);\n", 4)
    assert in_the_api({*rows, *of_bitcoin(READER, "bitcoin")}) == {*FORMATS}


def test_the_reader_has_the_curves_of_each_format() -> None:
    constants = {"K1": "CURVE_SECP256K1", "P256": "CURVE_P256", "ED25519": "CURVE_ED25519"}
    rows = rows_of(READER, "\nexport const FORMATS", "\n);\n", 4)
    for name, row in rows.items():
        # A call of spark() has no curves: they are in the function.
        found = re.search(r"curves: \[(.*?)\]", row)
        curves = ["CURVE_SECP256K1"] if found is None else [constants[each] for each in found[1].split(", ")]
        assert {*curves} == {*FORMATS[f"ADDRESS_FORMAT_{name}"].variants}, name


def test_the_page_has_the_shape_of_each_format() -> None:
    rows = rows_of(PAGE, "\nconst SHAPES", "\n};\n", 2)
    assert in_the_api({*rows, *of_bitcoin(PAGE, "shapesOfBitcoin")}) == {*FORMATS}

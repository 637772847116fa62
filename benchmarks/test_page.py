"""The chart has a bar for each client, and says how to read it."""

from xml.etree import ElementTree as ET

import pytest

from . import page
from .clients import FAST, export_wallet, list_private_keys, name_of
from .groups import BARE, OURS

SECONDS = {
    name_of(list_private_keys): {BARE: 20e-6, OURS: 25e-6, FAST: 21e-6, "<@turnkey/http>": 300e-6},
    name_of(export_wallet): {BARE: 20e-6, OURS: 30e-6, FAST: 22e-6},
}
SVG = "{http://www.w3.org/2000/svg}"


def _texts(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def test_bars() -> None:
    root = ET.fromstring(page.draw(SECONDS, {"Python": "3.13"}))
    # The first is the ground.
    bars = [float(each.attrib["width"]) for each in list(root.iter(f"{SVG}rect"))[1:]]
    times = [each for taken in SECONDS.values() for each in sorted(taken.values())]
    assert [bar / bars[0] for bar in bars] == pytest.approx([each / times[0] for each in times], rel=0.01)


def test_words() -> None:
    texts = _texts(ET.fromstring(page.draw(SECONDS, {"Python": "3.13", "another": "<1>"})))
    assert "<@turnkey/http>" in texts
    assert "300 µs, 12.0 times sealwax" in texts
    assert "25 µs" in texts
    assert "Python 3.13, another <1>" in texts
    assert page.HOW_TO_READ in " ".join(texts)

"""The shared known answers, which are not part of the project."""

import json
from typing import Any

import pytest

from tests.conftest import ROOT, UNPUBLISHED

PATH = ROOT.parent / "shared" / "addresses-known-answers.json"

needs_known_answers = pytest.mark.skipif(not PATH.is_file(), reason=UNPUBLISHED)

_CONTENT: dict[str, Any] = json.loads(PATH.read_text()) if PATH.is_file() else {}

MNEMONIC: str = _CONTENT.get("mnemonics", {}).get("A", {}).get("words", "")
ADDRESSES: list[dict[str, Any]] = _CONTENT.get("addresses", [])
KEY_TEXTS: list[dict[str, Any]] = _CONTENT.get("privateKeyTexts", [])
NOT_HARDENED: list[dict[str, Any]] = _CONTENT.get("unresolvedEd25519NonHardened", [])
KEYSTORES: dict[str, Any] = _CONTENT.get("keystoreV3", {})


def address_id(entry: dict[str, Any]) -> str:
    return f"{entry['format']} {entry['variant']} {entry['path']}"

"""The recovery page when a person changes their mind, drops something else, is too fast, or leaves."""

import html
import json
from pathlib import Path
from typing import Any

import pytest

from sealwax import wallets
from tests.conftest import ORGANIZATION, TARGET, USER

from .recovery_page import ETHEREUM, WORDS, export, find_chromium, run_driver

OTHER_WORDS = "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong"
NEAR = f"{ETHEREUM[:-1]}1"
PEM = "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----"
COMPARED = f"It has the address that you know: Ethereum: {ETHEREUM} (m/44'/60'/0'/0/0)"
NOT_COMPARED = "No address was compared yet."
EMPTY_FIELDS = {"", "on"}


def ethereum_account(words: str) -> wallets.Account:
    return wallets.derive_account(
        words,
        path="m/44'/60'/0'/0/0",
        curve="CURVE_SECP256K1",
        address_format="ADDRESS_FORMAT_ETHEREUM",
    )


@pytest.fixture(scope="module")
def happened(made_page: Path) -> dict[str, Any]:
    """What the page did; nothing was requested."""
    answers = [json.dumps({"exportBundle": export(words)}) for words in (WORDS, OTHER_WORDS)]
    given = {
        "bundle": export(),
        "wallets": "\n".join(answers),
        "key": TARGET.private_key_hex(),
        "pem": PEM,
        "organizationId": ORGANIZATION,
        "otherOrganizationId": USER,
        "address": ETHEREUM,
        "near": NEAR,
        "otherPath": "m/44'/60'/0'/0/5",
    }
    found: dict[str, Any]
    (found,) = run_driver("recovery_changes.mjs", find_chromium(), made_page, lines=[given])
    assert (found["requests"], found["problems"]) == ([], [])
    return found


def test_a_second_wallet_is_not_compared_with_the_first(happened: dict[str, Any]) -> None:
    assert COMPARED in happened["first"]["facts"]
    second, others = happened["second"], happened["others"]
    assert second["addresses"][0] == f"Ethereum: {ethereum_account(OTHER_WORDS).address} (m/44'/60'/0'/0/0)"
    assert ETHEREUM not in second["html"]
    assert (others["step"], others["code"]) == ("step-address", "wrong-address")


def test_an_address_that_was_taken_back_is_not_compared(happened: dict[str, Any]) -> None:
    emptied = happened["emptied"]
    assert NOT_COMPARED in emptied["facts"]
    assert COMPARED not in emptied["facts"]
    assert emptied["addresses"][0] == f"Ethereum: {ETHEREUM} (m/44'/60'/0'/0/0)"
    assert happened["first"]["addresses"] == []


def test_the_organization_is_asked_for_again(happened: dict[str, Any]) -> None:
    # At first, after the export was chosen again, and after another organization was typed.
    question = f"The export is signed for the organization {ORGANIZATION}. Is it yours?"
    for asked in happened["asked"]:
        assert (asked["step"], asked["focus"]) == ("step-organization", "organization-id")
        assert asked["note"].startswith(question)
    assert len(happened["asked"]) == 3


def test_the_path_of_a_near_address_is_taken_too(happened: dict[str, Any]) -> None:
    lines = happened["near"]["error"].split("\n")
    assert lines[0] == "The wallet does not have this address at that path."
    near = f"Ethereum: {ETHEREUM} (m/44'/60'/0'/0/0)"
    assert f"The wallet has an address that is nearly what you typed: {near}" in lines
    assert f"Character 42: you typed 1, the wallet has {ETHEREUM[-1]}." in lines
    assert COMPARED in happened["nearTaken"]["facts"]


def test_another_form_is_hidden_until_it_is_asked_for(happened: dict[str, Any]) -> None:
    revealed, hidden, shown = (happened[name] for name in ("revealed", "otherForm", "otherShown"))
    assert (revealed["words"], revealed["secret"], revealed["isShown"]) == (WORDS, WORDS, True)
    assert (hidden["words"], hidden["secret"], hidden["sheet"]) == ("", "", "")
    assert (hidden["isShown"], hidden["isEmpty"]) == (False, True)
    key = wallets.format_private_key(ethereum_account(WORDS).private_key, "0x", curve="CURVE_SECP256K1")
    assert (shown["words"], shown["secret"], shown["isShown"], shown["isEmpty"]) == ("", key, True, False)
    kind = "Private key, for MetaMask, or another wallet of Ethereum, as hexadecimal digits with 0x"
    assert shown["sheet"].startswith(f"{kind}{key}")
    assert happened["prints"] == 1


def test_what_is_typed_after_a_file_counts(happened: dict[str, Any]) -> None:
    # The file has two exports, which are a choice.
    assert (happened["typedOver"]["step"], happened["typedOver"]["choices"]) == ("step-key", 1)


def test_a_file_does_not_replace_the_page_and_a_text_goes_into_its_field(happened: dict[str, Any]) -> None:
    assert happened["dropped"] == [True, True]
    assert happened["droppedText"] == [True, False]


@pytest.mark.parametrize("name", ["askedLeft", "nearLeft", "readingLeft", "fileLeft"])
def test_nothing_is_left_in_a_page_that_the_browser_keeps(happened: dict[str, Any], name: str) -> None:
    left = happened[name]
    assert set(left["fields"]) == EMPTY_FIELDS
    assert (left["code"], left["error"], left["note"], left["choices"]) == (None, "", "", 0)
    for known in (ORGANIZATION, ETHEREUM, NEAR, WORDS):
        assert html.escape(known) not in left["html"]
    if name in {"readingLeft", "fileLeft"}:
        assert left["step"] == "step-bundle"


def test_a_file_that_takes_long_is_read(happened: dict[str, Any]) -> None:
    read = happened["fileRead"]
    assert read["note"] == "Read from the file “slow.json”."
    assert read["fields"][0].startswith('{"version"')


def test_going_back_waits_for_the_work(happened: dict[str, Any]) -> None:
    # The button does nothing; that of the browser is undone.
    assert happened["atWork"] == {"step": "step-address", "calls": [1]}
    assert COMPARED in happened["afterWork"]["facts"]


def test_keys_are_masked_and_do_not_stay_in_place_of_an_export(happened: dict[str, Any]) -> None:
    (pem,) = happened["keys"]
    assert (pem["step"], pem["code"]) == ("step-bundle", "malformed")
    assert pem["error"].startswith("This is a private key, not the export.")
    assert set(pem["fields"]) == EMPTY_FIELDS
    assert happened["security"] == ["disc", "none"]


def test_a_fault_of_the_page_says_nothing_of_what_it_read(happened: dict[str, Any]) -> None:
    failed, key = happened["failed"], TARGET.private_key_hex()
    assert (failed["step"], failed["code"]) == ("step-bundle", "internal")
    assert failed["error"].startswith("This page failed. That is a fault of the page:")
    assert key not in failed["html"]
    # The browser's console has it, for a report.
    assert happened["failures"] == [f"Error: {key}"]

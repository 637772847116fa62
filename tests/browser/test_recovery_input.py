"""What people give the recovery page: damage, mistakes, limits. It decides as the library does."""

import json
import re
from pathlib import Path

import pytest

from sealwax import ExportedAccount, wallets
from sealwax._limits import (
    MAX_CLUTTER_CHARACTERS,
    MAX_FOUND_IN_CLUTTER,
    MAX_KEY_FILE_BYTES,
    MAX_UNCLOSED_OBJECTS,
)
from sealwax.schemes import PRIVATE_KEY_BYTES
from tests.conftest import CAPTURED, ORGANIZATION, TARGET

from .recovery_page import (
    BECH32,
    COSMOS,
    ENCLAVE,
    ETHEREUM,
    PRIVATE_KEY,
    WORDS,
    Decision,
    Row,
    ask,
    damaged,
    decided_rows,
    export,
)


def _shown(text: str) -> str:
    """Escape controls as the page does, and the command line on a screen."""
    return re.sub("[\x00-\x1f]", lambda found: f"\\u{{{ord(found[0]):x}}}", text)


def check_decisions(made_page: Path, tmp_path: Path, *, in_firefox: bool, is_whole: bool) -> None:
    """Compare what the page and the library decide about each row of the table."""
    table = list(decided_rows(tmp_path, ENCLAVE.keys, is_whole=is_whole))
    found = ask(made_page, *(row.given for row, _ in table), in_firefox=in_firefox)
    wrong = []
    codes = set()
    for (row, expected), one in zip(table, found, strict=True):
        codes.add(expected.code)
        shown = map(_shown, (expected.secret, expected.passphrase))
        decided = Decision(one["code"], one["secret"], one["passphrase"])
        if decided != Decision(expected.code, *shown):
            wrong.append((row.name, expected, decided, one["error"]))
        assert bool(one["code"]) == bool(one["error"])
        # A text that is missing, or a part of it.
        assert "undefined" not in one["error"] + "".join(one.get("notes", ())), row.name
    assert not wrong
    assert codes >= {
        None,
        "malformed",
        "unsupported",
        "untrusted-signer",
        "bad-signature",
        "wrong-organization",
        "decryption-failed",
        "wrong-address",
        "key-mismatch",
        "service-error",
        "not-completed",
    }


# The whole table takes minutes: tests/both_browsers has it.
@pytest.mark.parametrize("in_firefox", [False, True], ids=["chromium", "firefox"])
def test_it_decides_as_the_library_does(made_page: Path, tmp_path: Path, *, in_firefox: bool) -> None:
    check_decisions(made_page, tmp_path, in_firefox=in_firefox, is_whole=False)


def test_it_opens_the_captured_wallet_in_firefox(page: Path) -> None:
    bundle = (CAPTURED / "export_wallet.bundle.json").read_text()
    key = (CAPTURED / "export_wallet.private").read_text()
    words = json.loads((CAPTURED / "export_wallet.json").read_text())["expected"]["mnemonic"]
    given = Row("captured", bundle, key).given
    # The second time, it goes back from the result to the key.
    for found in ask(page, given, {**given, "backs": 3}, in_firefox=True):
        assert (found["code"], found["secret"], found["words"]) == (None, words, words.split())


def test_the_address_in_the_answer_gets_a_verdict(made_page: Path) -> None:
    own, other = (ExportedAccount(key).addresses("CURVE_ED25519") for key in (PRIVATE_KEY, b"\x20" * 32))
    solana, another = (
        next(each.text for each in addresses if each.format == "ADDRESS_FORMAT_SOLANA")
        for addresses in (own, other)
    )
    said = {
        solana: "The key belongs to it. Compare it with the address that you know.",
        another: "The key does NOT belong to it. Check that this is the right answer.",
        f"{solana}.": "",
        "mine": "",
    }
    answers = [json.dumps({"exportBundle": export(PRIVATE_KEY), "address": address}) for address in said]
    rows = [Row("answered", answer).given for answer in answers]
    wallet = json.dumps({"exportBundle": export(), "address": solana})
    *keys, compared, words = ask(
        made_page, *rows, {**rows[1], "expected-address": solana}, Row("a wallet", wallet).given
    )
    for (address, verdict), found in zip(said.items(), keys, strict=True):
        line = f"The service's answer names the address {address}. Nobody signed that. {verdict}".strip()
        assert [each for each in found["seen"].split("\n") if "Nobody signed" in each] == [line]
    # An address that was compared says more, and words have many addresses.
    assert "It has the address that you know" in compared["seen"]
    assert not any("Nobody signed" in found["seen"] for found in (compared, words))


@pytest.mark.parametrize("whole", [ETHEREUM, BECH32, COSMOS])
def test_damage_to_an_address_is_named(made_page: Path, whole: str) -> None:
    named = {
        "white": "There is white space in the address.",
        "unseen": "The address has a character that cannot be seen",
        "short": "The address is shortened.",
        "ascii": "The address has characters that no address has.",
        "link": "This is a link.",
        "payment": "Leave out what stands before the colon, and everything from the question mark on.",
        "colon": "Leave out what stands before the colon.",
        "question": "Leave out everything from the question mark on.",
        "punctuation": "There is punctuation around the address.",
        "name": "This is a name, not an address.",
        "character": "The address has a character that no address has.",
    }
    made = damaged(whole)
    assert made.keys() == named.keys()
    around = [f" {whole}\u00a0", f"{whole}\n"]
    *found, spaced, broken = ask(
        made_page, *(Row(how, export(), address=made.get(how, how)).given for how in (*named, *around))
    )
    for why, one in zip(named.values(), found, strict=True):
        assert one["code"] == "unsupported"
        assert one["error"].startswith(why)
    # White space around it is left out.
    for one in (spaced, broken):
        assert (one["code"], one["secret"]) == (None, WORDS)


def test_common_mistakes_are_named(made_page: Path) -> None:
    wrong_capitals = ETHEREUM.replace("ed9d", "Ed9d")
    rows = [
        (Row("nothing", " ").given, "Paste the export first"),
        (Row("no key", export(), " ").given, "Type or paste the key first"),
        (Row("the export again", export(), export()).given, "This is the export. Its key is another text"),
        (Row("a short key", export(), "0x1f").given, "A key has 64 digits and letters from a to f. This has"),
        (Row("an API key", export(), f"{'1f' * 32}:p256").given, "This is not the private half of a key."),
        ({**Row("no path", export()).given, "path": "44/60"}, "This is not a path."),
        ({**Row("a path alone", export()).given, "path": "m/44'/60'/0'/0/5"}, "A path needs the address"),
        (
            {**Row("the path of another", export(), address=ETHEREUM).given, "path": "m/44'/60'/0'/0/5"},
            "The wallet does not have this address at that path.",
        ),
        (Row("another's", export(), address=f"0x{'12' * 20}").given, "The wallet does not have this"),
        (Row("capitals", export(PRIVATE_KEY), address=wrong_capitals).given, "The key does not belong to"),
    ]
    found = ask(made_page, *(given for given, _ in rows))
    for (_, said), one in zip(rows, found, strict=True):
        assert one["error"].startswith(said), (said, one["error"])
    assert "The capitals in what you typed do not match its checksum" in found[-1]["error"]


def test_a_long_file_is_not_shown_and_a_long_list_is_cut(made_page: Path) -> None:
    small = export()
    letter = f"{'A long letter. ' * 6000}{small}"
    bundles = [export() for _ in range(MAX_FOUND_IN_CLUTTER + 9)]
    short, long, several = ask(
        made_page,
        Row("a short file", small.encode()).given,
        Row("a long file", letter.encode()).given,
        Row("a list", json.dumps({"exportBundle": bundles}).encode()).given,
    )
    assert (short["secret"], long["secret"], several["secret"]) == (WORDS, WORDS, WORDS)
    assert short["typed"] == len(small)
    assert (long["typed"], several["typed"]) == (0, 0)
    assert (short["choices"], several["choices"]) == (1, MAX_FOUND_IN_CLUTTER)


def test_its_limits(made_page: Path) -> None:
    plain, digits = export(), TARGET.private_key_hex()
    room = MAX_CLUTTER_CHARACTERS - len(plain)
    few, many = ('{"a": 1} ' * count + plain for count in (MAX_FOUND_IN_CLUTTER - 1, MAX_FOUND_IN_CLUTTER))
    opened = {
        "objects": Row("objects", few),
        "a long letter": Row("a long letter", "x" * room + plain),
        "not closed": Row("not closed", '{"a": ' * (MAX_UNCLOSED_OBJECTS - 1) + plain),
        "a long key": Row("a long key", plain, digits + " " * (MAX_KEY_FILE_BYTES - len(digits))),
    }
    refused = {
        "objects": Row("objects", many),
        "a long letter": Row("a long letter", "x" * (room + 1) + plain),
        "not closed": Row("not closed", '{"a": ' * MAX_UNCLOSED_OBJECTS + plain),
        "a long key": Row("a long key", plain, digits + " " * (MAX_KEY_FILE_BYTES + 1 - len(digits))),
        "an API key in a text": Row("an API key in a text", plain, f"my key: {digits}:p256"),
        "more digits": Row("more digits", plain, f"my key: a{digits}"),
    }
    found = ask(made_page, *(row.given for row in (*opened.values(), *refused.values())))
    assert [(one["code"], one["secret"]) for one in found[: len(opened)]] == [(None, WORDS)] * len(opened)
    for name, one in zip(refused, found[len(opened) :], strict=True):
        said = (
            "This is not the private half of a key."
            if "key" in name or "digits" in name
            else "This is not an export"
        )
        assert (one["code"], one["secret"]) == ("malformed", ""), name
        assert one["error"].startswith(said), (name, one["error"])


def test_the_problem_of_an_export_is_named_before_that_of_other_text(made_page: Path) -> None:
    failed = json.dumps({"code": 5, "message": "no"})
    damaged_export = json.dumps(
        {**json.loads(export()), "dataSignature": json.loads(export())["dataSignature"]}
    )
    found = ask(
        made_page,
        Row("after an error", f"{failed}\n{damaged_export}").given,
        Row("before an error", f'{{"version": "v1.0.0"}}\n{failed}').given,
        Row("an error", f"It said:\n{failed}").given,
    )
    assert [one["code"] for one in found] == ["bad-signature", "malformed", "service-error"]


def test_what_a_person_must_know_is_said(made_page: Path) -> None:
    solana = wallets.derive_account(
        WORDS, path="m/44'/501'/0'/0'", curve="CURVE_ED25519", address_format="ADDRESS_FORMAT_SOLANA"
    ).address
    rows = [
        Row("passphrase", export(f"{WORDS}\n--PASS--\nhorse")),
        Row("letter", f"Hello, {export()}"),
        Row("other words", export("legal winner thank year")),
        Row("no id", export(organization_id="mine"), organization_id=""),
        Row("labelled key", export(), f"The key: {TARGET.private_key_hex()}"),
        Row("PEM", export(), "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----"),
        Row("public key", export(), f"02{'11' * PRIVATE_KEY_BYTES}"),
        Row("organization in capitals", export(), organization_id=ORGANIZATION.upper()),
        Row("small letters", export(), address=ETHEREUM.lower()),
        Row("other capitals", export(), address=f"{ETHEREUM[:-3]}{ETHEREUM[-3:].swapcase()}"),
        Row("twice", f"{export()}\n" * 2),
        Row("shortened", export(), address=f"{solana[:4]}…{solana[-4:]}"),
        Row("too short", export(), address=f"{solana[:2]}…{solana[-2:]}"),
    ]
    answers = ask(made_page, *(row.given for row in rows))
    found = {row.name: answer for row, answer in zip(rows, answers, strict=True)}
    said = "The wallet has a passphrase, too."
    assert (said in found["passphrase"]["seen"], said in found["letter"]["seen"]) == (True, False)
    mended = found["letter"]["notes"][0].split("\n")[1]
    assert mended.startswith("It was not as the service sends it, but among other text.")
    assert "a text that is not a valid phrase of BIP-39" in found["other words"]["seen"]
    assert found["other words"]["addresses"] == []
    said = "The export names no id of the usual form. Type the id that you know."
    assert (found["no id"]["code"], found["no id"]["error"]) == ("malformed", said)
    # The key.
    assert found["labelled key"]["notes"][1].startswith("There was more than the key")
    assert found["PEM"]["error"].startswith("This page does not read keys in PEM")
    assert found["public key"]["error"].startswith("This is a public key")
    # The organization.
    assert found["letter"]["notes"][2] == "The export is for the organization that you typed."
    said = "This is the organization of the export. Only the capitals differ."
    assert found["organization in capitals"]["notes"][2] == said
    # The address.
    said = "Some capitals of what you typed differ from the usual ones."
    assert (said in found["small letters"]["seen"], said in found["other capitals"]["seen"]) == (False, True)
    near = f"The wallet has an address that is nearly what you typed: Solana: {solana} (m/44'/501'/0'/0')"
    assert near in found["shortened"]["error"]
    assert "nearly" not in found["too short"]["error"]
    # The same export twice is one.
    assert found["twice"]["choices"] == 1

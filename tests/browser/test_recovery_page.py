"""The recovery page, in real browsers without a network: it decides as the library does."""

import base64
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from sealwax import EnclaveKeys, ExportedAccount, wallets
from sealwax._limits import (
    MAX_ANSWER_BYTES,
    MAX_CLUTTER_CHARACTERS,
    MAX_FOUND_IN_CLUTTER,
    MAX_KEY_FILE_BYTES,
    MAX_UNCLOSED_OBJECTS,
)
from sealwax.schemes import PRIVATE_KEY_BYTES
from tests.conftest import CAPTURED, ORGANIZATION, ROOT, TARGET
from tests.interop.cases import FILES, OUTPUTS, cases_of
from tools.release.recovery_page import build
from tools.support.release_key import fingerprint

from .recovery_page import (
    BECH32,
    COSMOS,
    ENCLAVE,
    ETHEREUM,
    PRIVATE_KEY,
    WORDS,
    Decision,
    Row,
    damaged,
    decided_rows,
    export,
    find_chromium,
    find_firefox,
    run_driver,
)

LARGEST = 450_000
ADDRESSES = ("AccountDerivation", "AddressCheck", "AddressEncoding")
EXPORTS = ("AccountExport", "SecretExport", "WalletExport")


def ask(page: Path, *given: dict[str, Any], in_firefox: bool = False) -> list[dict[str, Any]]:
    """Use the page once for each; nothing may be requested, refused by its policy, or fail."""
    if in_firefox:
        found = run_driver("recovery_firefox.mjs", find_firefox(), page, lines=given)
    else:
        found = run_driver("recovery_page.mjs", find_chromium(), page, lines=given)
    assert len(found) == len(given)
    for one in found:
        assert (one["requests"], one["problems"]) == ([], [])
    return found


class TestFile:
    def test_it_is_built_twice_alike_and_small(self, page: Path, tmp_path: Path) -> None:
        build(tmp_path / "again.html", EnclaveKeys.production())
        content = page.read_bytes()
        assert (tmp_path / "again.html").read_bytes() == content
        assert len(content) < LARGEST

    def test_its_policy_allows_its_own_script_and_style_alone(self, page: Path) -> None:
        content = page.read_text()
        found = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', content)
        assert found is not None
        policy = dict(part.split(" ", 1) for part in html.unescape(found[1]).split("; "))
        parts = {
            name: re.findall(f"<{name}>(.*?)</{name}>", content, re.DOTALL) for name in ("script", "style")
        }
        assert {name: len(found) for name, found in parts.items()} == {"script": 1, "style": 1}
        hashes = {
            name: base64.b64encode(hashlib.sha256(found[0].encode()).digest()).decode()
            for name, found in parts.items()
        }
        assert policy == {
            "default-src": "'none'",
            "script-src": f"'sha256-{hashes['script']}'",
            "style-src": f"'sha256-{hashes['style']}'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "require-trusted-types-for": "'script'",
            "trusted-types": "'none'",
        }
        assert content.count("<script") == content.count("<style") == 1
        assert not re.search(r'\s(src|href|style|on\w+)="', content)

    def test_its_footer_has_the_hash_of_the_rest(self, page: Path) -> None:
        content = page.read_text()
        digits = re.findall('<code id="build">([0-9a-f]{16})</code>', content)
        assert len(digits) == 1
        blank = content.replace(f">{digits[0]}<", f">{'0' * 16}<")
        assert hashlib.sha256(blank.encode()).hexdigest().startswith(digits[0])
        assert (fingerprint() or "This page is not from a signed release.") in content


def test_it_agrees_on_all_vectors_that_it_reads(page: Path) -> None:
    cases = [case for file in FILES for case in cases_of(file)]
    *answers, last = run_driver(
        "recovery_core.mjs", find_chromium(), page, lines=([case.group, case.given] for case in cases)
    )
    assert last == {"requests": 0}
    assert len(answers) == len(cases)
    read = [(case, answer) for case, answer in zip(cases, answers, strict=True) if "unknown" not in answer]
    assert {case.group for case, _ in read} >= {*ADDRESSES, *EXPORTS, "Bip39Mnemonic"}
    for case, answer in read:
        assert answer.keys() in ({"outputs"}, {"refused"}), (case.fields["id"], answer)
        outputs = answer.get("outputs")
        assert case.judge(outputs) == "agrees", (case.fields["id"], answer)
        if case.valid:
            assert outputs.keys() >= OUTPUTS[case.group] & case.fields.keys()


def test_it_opens_the_captured_wallet(page: Path) -> None:
    captured = json.loads((CAPTURED / "export_wallet.json").read_text())
    bundle = (CAPTURED / "export_wallet.bundle.json").read_text()
    key = (CAPTURED / "export_wallet.private").read_text()
    row = Row("captured", bundle, key)
    address = "0x35B286d5Ae4a3bcd556f2322B1e5E9Bb17FcfD06"
    plain, unknown, compared, account = ask(
        page,
        row.given,
        {**row.given, "organization-id": ""},
        {**row.given, "expected-address": address},
        {**row.given, "expected-address": address, "form": 1},
    )
    words = captured["expected"]["mnemonic"]
    for found in (plain, unknown, compared):
        assert (found["secret"], found["words"]) == (words, words.split())
        assert words not in json.dumps(found["before"])
    assert any(address in line for line in plain["addresses"])
    assert f"signed for the organization {ORGANIZATION}. Is it yours?" in "".join(unknown["notes"])
    assert f"It has the address that you know: Ethereum: {address} (m/44'/60'/0'/0/0)" in compared["seen"]
    assert re.fullmatch("0x[0-9a-f]{64}", account["secret"])
    assert account["words"] == []


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


def test_an_old_browser_is_told_what_it_lacks(page: Path) -> None:
    source = (ROOT / "recovery-page/src/browsers.mjs").read_text()
    names = re.findall('^  "(.*)",$', source, re.MULTILINE)
    assert "Object.hasOwn" in names
    *old, new = run_driver(
        "recovery_missing.mjs", find_chromium(), page, lines=[*names, "Array.prototype.with"]
    )
    for name, found in zip(names, old, strict=True):
        assert found["said"].startswith(f"This browser is too old for the page: it lacks {name}.")
        assert not found["asks"]
    assert new == {"said": "", "asks": True}


MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def test_it_opens_the_captured_wallet_in_firefox(page: Path) -> None:
    bundle = (CAPTURED / "export_wallet.bundle.json").read_text()
    key = (CAPTURED / "export_wallet.private").read_text()
    words = json.loads((CAPTURED / "export_wallet.json").read_text())["expected"]["mnemonic"]
    given = Row("captured", bundle, key).given
    # The second time, it goes back from the result to the key.
    for found in ask(page, given, {**given, "backs": 3}, in_firefox=True):
        assert (found["code"], found["secret"], found["words"]) == (None, words, words.split())


def test_hostile_text_is_shown_as_text(made_page: Path) -> None:
    passphrase = f"{MARKUP}\u202e\u2066\x1b[2J"
    secret = f"{MARKUP}\u200b"
    address = json.dumps({"exportBundle": export(PRIVATE_KEY), "address": f"{MARKUP}\u202e"})
    large = "{" * (MAX_ANSWER_BYTES + 1)
    found = ask(
        made_page,
        Row("passphrase", export(f"{WORDS}\n--PASS--\n{passphrase}")).given,
        Row("words", export(secret)).given,
        Row("address", address).given,
        Row("organization", export(), organization_id=MARKUP).given,
        Row("quotes", export(), organization_id="x" + 400_000 * "'" + "x").given,
        Row("key", export(), MARKUP).given,
        Row("expected", export(), address=MARKUP).given,
        Row("large text", large).given,
        Row("large file", large.encode()).given,
    )
    escaped = f"{MARKUP}\\u{{202e}}\\u{{2066}}\\u{{1b}}[2J"
    assert (found[0]["secret"], found[0]["passphrase"]) == (WORDS, escaped)
    assert "Characters that cannot be seen" in found[0]["seen"]
    assert (found[1]["secret"], found[1]["words"]) == (f"{MARKUP}\\u{{200b}}", [])
    assert escaped in found[0]["sheet"]
    assert f"{MARKUP}\\u{{200b}}" in found[1]["sheet"]
    assert f"names the address {MARKUP}\\u{{202e}}. Nobody signed that." in found[2]["seen"]
    assert found[2]["secret"] == PRIVATE_KEY.hex()
    codes = ["wrong-organization", "wrong-organization", "malformed", "unsupported", "malformed", "malformed"]
    assert [one["code"] for one in found[3:]] == codes
    assert not any(MARKUP in one["error"] for one in found)


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


PASSPHRASE = "correct <b>horse</b>"


def test_its_steps(made_page: Path) -> None:
    account = wallets.derive_account(
        WORDS,
        passphrase=PASSPHRASE,
        path="m/44'/60'/0'/0/0",
        curve="CURVE_SECP256K1",
        address_format="ADDRESS_FORMAT_ETHEREUM",
    )
    last = "1" if account.address[-1] != "1" else "2"
    answers = [{"exportBundle": export()}, {"exportBundle": export(PRIVATE_KEY), "address": "one"}]
    given = {
        "bundle": export(f"{WORDS}\n--PASS--\n{PASSPHRASE}"),
        "key": TARGET.private_key_hex(),
        "organizationId": ORGANIZATION,
        "near": account.address[:-1] + last,
        "several": "\n".join(map(json.dumps, answers)),
        "long": f"{'A long letter. ' * 6000}{export()}",
        "hostile": "\n".join(
            json.dumps({"exportBundle": export(content), "address": f"{MARKUP}\u202eend"})
            for content in (PRIVATE_KEY, WORDS)
        ),
        "hostileName": "a\u202enosj.exe",
    }
    (found,) = run_driver("recovery_steps.mjs", find_chromium(), made_page, json.dumps(given))
    assert (found["requests"], found["problems"]) == ([], [])
    assert [(step["step"], step["code"]) for step in found["steps"]] == [
        ("step-bundle", None),
        ("step-key", None),
        ("step-key", "malformed"),
        ("step-organization", None),
        ("step-address", "wrong-address"),
        ("step-result", None),
    ]
    assert [step["focus"] for step in found["steps"][1:]] == [
        "H2",
        "key",
        "organization-id",
        "expected-address",
        "H2",
    ]
    _check_looks(found)
    _check_paper(found, account.address)
    # What was hidden, or cleared, or left by loading the page again, is nowhere in it.
    left_by = ("hidden", "end", "backFromEnd", "reloaded")
    for left in (found[name].get("left", found[name]) for name in left_by):
        shown, script, _ = left["html"].partition("<script>")
        assert script
        assert WORDS not in shown
        assert "sausage" not in shown
        assert (left["kept"], left["cookie"]) == (["{}", "{}"], "")
    for left in (found["end"]["left"], found["backFromEnd"]["left"], found["reloaded"]["left"]):
        assert set(left["fields"]) == {"", "on"}
        assert ORGANIZATION not in left["html"].partition("<script>")[0]
    assert (found["end"]["step"], found["again"]["step"]) == ("step-end", "step-bundle")
    for left in (found["end"]["left"], found["backFromEnd"]["left"], found["reloaded"]["left"]):
        assert account.address not in left["html"].partition("<script>")[0]
    # Common mistakes are named, and a key in place of the export is not left where it can be read.
    swapped = found["swapped"]
    assert (swapped["step"], swapped["code"], swapped["field"]) == ("step-bundle", "malformed", "")
    assert swapped["error"].startswith("This is a private key, not the export.")
    for count, end in (("63", "It has 63."), ("64", "It is character 64.")):
        assert (found["keys"][count]["step"], found["keys"][count]["code"]) == ("step-key", "malformed")
        assert found["keys"][count]["error"].endswith(end)
    assert (found["short"]["step"], found["short"]["code"]) == ("step-organization", "wrong-organization")
    assert found["short"]["error"].startswith("The id of an organization has 36 letters")
    # A secret that was never shown is cleared at the second time alone.
    assert (found["unseen"]["step"], found["unseen"]["focus"]) == ("step-result", "reveal")
    assert found["unseen"]["note"].startswith("You have not looked at it yet")
    # Several exports are opened one at a time.
    assert found["choice"]["focus"] == "which-export"
    assert found["choice"]["lines"] == [
        f"1. Organization {ORGANIZATION}",
        f"2. Organization {ORGANIZATION}, address one",
    ]
    assert (found["back"]["step"], found["back"]["chosen"]) == ("step-bundle", 1)
    assert found["second"] == PRIVATE_KEY.hex()
    # Back hides the secret; from the end, it leads to nothing. Forward stays, as it would check nothing.
    back = found["browserBack"]
    assert (back["step"], back["key"]) == ("step-address", TARGET.private_key_hex())
    assert PRIVATE_KEY.hex() not in back["left"]["html"].partition("<script>")[0]
    assert found["browserForward"]["step"] == "step-address"
    assert found["backFromEnd"]["step"] == "step-bundle"
    assert found["reloaded"]["step"] == "step-bundle"
    # A long text is taken without the field, which a browser would lay out for seconds.
    assert found["pasted"]["short"] == {"isTaken": False, "note": ""}
    said = "Read from the clipboard. It is too long to be shown here. Choose Next."
    assert found["pasted"]["long"] == {"isTaken": True, "note": said}
    assert found["pasted"]["after"]["step"] == "step-key"
    _check_kept(found, account.address)
    _check_files(found)


def _check_files(found: dict[str, Any]) -> None:
    # A file is taken where one is asked for; elsewhere, it does not replace the page.
    ignored = found["ignored"]
    assert (ignored["isPrevented"], ignored["isSame"], ignored["step"]) == (True, True, "step-result")
    assert (found["unreadable"]["step"], found["unreadable"]["code"]) == ("step-bundle", "malformed")
    assert found["unreadable"]["error"].startswith("This file cannot be read.")
    # Names and addresses cannot change the order of what is shown, or be markup.
    assert found["hostile"]["note"] == "Read from the file “a\\u{202e}nosj.exe”."
    assert found["hostile"]["lines"] == [
        f"{number}. Organization {ORGANIZATION}, address {MARKUP}\\u{{202e}}end" for number in (1, 2)
    ]
    assert found["hostile"]["images"] == 0
    assert found["served"] == [False, True]


def _check_kept(found: dict[str, Any], address: str) -> None:
    # Two presses are one. A page that the browser keeps has nothing, and begins again.
    assert found["twice"]["step"] == "step-key"
    kept = found["kept"]
    assert kept["secret"] == WORDS
    shown, script, _ = kept["left"]["html"].partition("<script>")
    assert script
    for secret in (WORDS, "sausage", PASSPHRASE, html.escape(PASSPHRASE), ORGANIZATION, address):
        assert secret not in shown
    assert set(kept["left"]["fields"]) == {"", "on"}
    assert found["masked"] == [True, False, True]
    assert kept["after"]["step"] == "step-bundle"


def _check_looks(found: dict[str, Any]) -> None:
    for view in (*found["views"].values(), found["paper"]["step"]["view"], found["end"]["view"]):
        looks = view["screens"]
        assert looks.keys() == {
            f"{width}-{scheme}" for width in (320, 768, 1280) for scheme in ("light", "dark")
        }
        assert len({look.pop("back") for look in looks.values()}) == 2
        assert all(look == {"wide": [], "faint": [], "nameless": []} for look in looks.values())
        assert view["zoomed"].keys() == {"768", "1280"}
        for width, look in view["zoomed"].items():
            assert look == {"window": int(width), "wide": [], "clipped": []}


def _check_paper(found: dict[str, Any], address: str) -> None:
    # On paper is nothing but the sheet; it has no words before they are shown.
    assert found["empty"]["text"].startswith("Recovery sheet\n\nNothing is shown.")
    lines = [line for line in found["paper"]["text"].split("\n") if line]
    assert lines[1:13] == WORDS.split()
    assert found["paper"]["numbers"] == ["decimal"] * 12
    assert found["paper"]["margins"] == ["2cm"]
    assert lines[14] == PASSPHRASE
    assert lines[15] == "12 words, English"
    assert address in lines[16]
    assert lines[17] == f"Organization: {ORGANIZATION}"
    assert re.fullmatch(r"Date, by the clock of this computer: \d{4}-\d\d-\d\d", lines[18])
    assert lines[19].startswith("Name of the wallet, and of its owner: ___")

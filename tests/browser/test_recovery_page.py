"""The recovery page, in a real browser without a network: its file, the vectors, a wallet, its steps."""

import base64
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

from sealwax import EnclaveKeys, wallets
from sealwax._limits import MAX_ANSWER_BYTES
from tests.conftest import CAPTURED, ORGANIZATION, ROOT, TARGET
from tests.interop.cases import FILES, OUTPUTS, cases_of
from tools.release.recovery_page import build
from tools.support.release_key import fingerprint

from .recovery_page import (
    PRIVATE_KEY,
    WORDS,
    Row,
    ask,
    export,
    find_chromium,
    run_driver,
)

LARGEST = 450_000
ADDRESSES = ("AccountDerivation", "AddressCheck", "AddressEncoding")
EXPORTS = ("AccountExport", "SecretExport", "WalletExport")


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

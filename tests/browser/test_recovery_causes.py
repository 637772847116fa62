"""The recovery page names the cause when a person gives something else, and takes what is there."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ORGANIZATION, TARGET, USER

from .recovery_page import ENCLAVE, ETHEREUM, WORDS, Row, export, find_chromium, run_driver

EXPORT = export()
DIGITS = TARGET.private_key_hex()
OTHER_KEYS = ["1f" * 32, "2f" * 32]


def jwk() -> dict[str, str]:
    point = bytes.fromhex(TARGET.public_key)[1:]
    parts = {"x": point[:32], "y": point[32:], "d": bytes.fromhex(DIGITS)}
    encoded = {name: base64.urlsafe_b64encode(part).rstrip(b"=").decode() for name, part in parts.items()}
    return {"kty": "EC", "crv": "P-256", **encoded}


def changed_data(between: str) -> str:
    envelope = json.loads(EXPORT)
    data = envelope["data"]
    return json.dumps({**envelope, "data": f"{data[:80]}{between}{data[80:]}"}, ensure_ascii=False)


LOGIN = ENCLAVE.seal_credential(b"\x05" * 32, target_public_key=TARGET.public_key)
IMPORT = ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER)
REFUSED: dict[str, tuple[str | bytes, str]] = {
    "an import bundle": (IMPORT, "This is an import bundle"),
    "an import bundle in an e-mail": (f"Hi, {IMPORT}", "This is an import bundle"),
    "a space in the data": (changed_data(" "), "This is an export, but a character among its long lines"),
    "a no-break space": (changed_data("\u00a0"), "This is an export, but a character among its long lines"),
    "the first half": (EXPORT[:500], "This is a part of an export: its end is cut off."),
    "the first half in an e-mail": (f"Hi {{Al}}, {EXPORT[:500]}", "This is a part of an export: its end is"),
    "the second half": (EXPORT[500:], "This is a part of an export: its beginning is cut off."),
    "a public key": (TARGET.public_key, "This is a public key, not the export."),
    "a log-in": (LOGIN, "This is what a log-in sends"),
    "an address": (ETHEREUM, "This is an address, not the export."),
    "words": (WORDS, "These are the words of a wallet, not an export."),
    "a word of no list": (f"{WORDS} sealwax", "This is not an export of the service."),
    "RTF": (r"{\rtf1\ansi \{\"version\":\"v1.0.0\"\}}", "This is a file of a word processor (RTF)"),
    "a word processor's file": (
        b"PK\x03\x04\x14\x00\x06\x00\x81",
        "This is a file of a word processor",
    ),
    "a PDF": ("%PDF-1.7", "This is a PDF"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "This is a picture."),
    "a link to a file": ("file:///home/me/answer.json", "This is the name of a file"),
    "a path": (r"C:\Users\me\answer.json", "This is the name of a file"),
    "a name": ("answer.json", "This is the name of a file"),
}
REFUSED_KEYS = {
    "a public key": (TARGET.public_key, "This is a public key, which opens nothing."),
    "an import bundle": (
        IMPORT.replace("enclaveQuorumPublic", "key"),
        "This is an import bundle, not the key",
    ),
    "a log-in": (LOGIN, "This is what a log-in sends"),
    "an address": (ETHEREUM, "This is an address, not the key."),
    "words": (WORDS, "These are the words of a wallet, not the key"),
    "a name": ("export.private", "This is the name of a file"),
    "two other keys": ("\n".join(OTHER_KEYS), "There are several keys in this text, and none of them opens"),
}
TAKEN_KEYS = {
    "with 0x": f"0x{DIGITS}",
    "behind marks": f"> {DIGITS[:40]}\n> {DIGITS[40:]}",
    "with a soft line end": f"Key: {DIGITS[:40]}=\n{DIGITS[40:]}",
    "with letters for digits": DIGITS.replace("0", "O").replace("1", "l"),
    "beside another": f"{OTHER_KEYS[0]}\n{DIGITS}",
    "of the service's frame": json.dumps({"value": json.dumps(jwk()), "expiry": 1764460000000}),
    "of the service's frame, parsed": json.dumps({"value": jwk(), "expiry": 1764460000000}),
    "of the frame, with its name": f"TURNKEY_EMBEDDED_KEY\t{json.dumps({'value': jwk(), 'expiry': 1})}",
    "in JSON in a letter": f"The key: {json.dumps(jwk())}",
}


def ask(page: Path, *given: dict[str, Any]) -> list[dict[str, Any]]:
    found = run_driver("recovery_page.mjs", find_chromium(), page, lines=given)
    assert [(one["requests"], one["problems"]) for one in found] == [([], [])] * len(given)
    return found


def test_another_text_in_place_of_the_export_is_named(made_page: Path) -> None:
    found = ask(made_page, *(Row(name, content).given for name, (content, _) in REFUSED.items()))
    for (name, (_, said)), one in zip(REFUSED.items(), found, strict=True):
        assert (one["code"], one["error"][: len(said)]) == ("malformed", said), name


def test_another_text_in_place_of_the_key_is_named(made_page: Path) -> None:
    found = ask(made_page, *(Row(name, EXPORT, content).given for name, (content, _) in REFUSED_KEYS.items()))
    for (name, (_, said)), one in zip(REFUSED_KEYS.items(), found, strict=True):
        assert (one["code"], one["error"][: len(said)]) == ("malformed", said), name


def test_a_key_that_is_there_is_taken(made_page: Path) -> None:
    found = ask(made_page, *(Row(name, EXPORT, content).given for name, content in TAKEN_KEYS.items()))
    for name, one in zip(TAKEN_KEYS, found, strict=True):
        assert (one["code"], one["secret"]) == (None, WORDS), name
    several = found[[*TAKEN_KEYS].index("beside another")]["notes"][1]
    assert several == "There were 2 keys. The page took the one that opens the export."


@pytest.mark.parametrize("key", [DIGITS, json.dumps(jwk())], ids=["digits", "jwk"])
def test_an_email_with_both_needs_no_second_paste(made_page: Path, key: str) -> None:
    letter = f"Dear Bob,\nthe export: {EXPORT}\nand its key: {key}\nBye"
    (both, other) = ask(
        made_page,
        {"bundle": letter, "organization-id": "", "expected-address": ""},
        {"bundle": letter.replace(key, OTHER_KEYS[0])},
    )
    assert (both["code"], both["secret"]) == (None, WORDS)
    assert both["notes"][0].endswith("is filled in already: choose Next.")
    # A key that does not open it is not filled in.
    assert (other["code"], other["error"]) == (
        "malformed",
        "Type or paste the key first, or choose its file.",
    )


def test_an_address_in_a_link_is_offered(made_page: Path) -> None:
    link = f"https://explorer.example/address/{ETHEREUM}#transfers"
    other = f"https://explorer.example/address/0x{'12' * 20}"
    found, refused = ask(made_page, *(Row("link", EXPORT, address=each).given for each in (link, other)))
    said = f"The wallet has the address that is in it: Ethereum: {ETHEREUM} (m/44'/60'/0'/0/0)"
    assert (found["code"], found["error"].split("\n")[1]) == ("unsupported", said)
    assert "The wallet has" not in refused["error"]

"""The texts of the recovery page: all stand in the tables of its languages, and a person can choose one."""

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sealwax import EnclaveKeys
from sealwax._crypto.bip39 import LANGUAGES
from tests.conftest import ORGANIZATION, TARGET
from tools.release.recovery_page import SOURCES, facts_for
from tools.support.nodejs import find_program

from .recovery_page import ETHEREUM, PRIVATE_KEY, WORDS, export, find_chromium, run_driver

Texts = dict[str, dict[str, Any]]
TABLES = ("FIXED", "FORMS", "WORD_LISTS", "HOW", "PROBLEMS", "SAID", "TABLES")
# A function stands for its number of parameters.
PRINT = """
import { LANGUAGES } from "./src/texts.mjs";
const plain = (_, value) => (typeof value === "function" ? value.length : value);
console.log(JSON.stringify(LANGUAGES, plain));
"""
# Messages for those who change the page.
FAULTS = {"no text for ${code} ${reason}"}


@cache
def languages() -> dict[str, Texts]:
    ran = subprocess.run(
        [find_program("node"), "--input-type=module", "--eval", PRINT],
        cwd=SOURCES,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found: dict[str, Texts] = json.loads(ran.stdout)
    return found


def source(name: str) -> str:
    """Return a source without its comments."""
    content = (SOURCES / "src" / name).read_text()
    return re.sub(r"/\*\*.*?\*/|(?:^|\s)//[^\n]*", "", content, flags=re.DOTALL)


def script() -> str:
    return "\n".join(source(path.name) for path in (SOURCES / "src").glob("*.mjs"))


def literals(text: str) -> set[str]:
    return {literal for _, literal in re.findall(r"""(["'`])((?:(?!\1)[^\n\\]|\\.)*)\1""", text)}


def test_each_text_is_used() -> None:
    english = languages()["en"]
    assert tuple(english) == TABLES
    code, page = script(), source("page.html")
    used = {
        "FIXED": {*re.findall(r'data-text="(\w+)"', page), *re.findall(r"\bFIXED\.(\w+)", code), "name"},
        # unseen.mjs gives names of texts.
        "SAID": {
            *re.findall(r"\bSAID\.(\w+)", code),
            *re.findall(r"^    (\w+):", source("unseen.mjs"), re.MULTILINE),
        },
        "HOW": {name for name in english["HOW"] if name in literals(source("finding.mjs"))},
        "WORD_LISTS": {*LANGUAGES},
        "TABLES": set[str](),
    }
    for name, keys in used.items():
        assert english[name].keys() == keys, name
    forms = {*_strings(facts_for(EnclaveKeys.production())), "hex"}
    kinds = {form.partition("-")[0] for form in forms}
    assert english["FORMS"].keys() <= forms | kinds


def test_each_problem_is_used() -> None:
    code = literals(script())
    # page.mjs puts these in front of the reasons of causes.mjs and wallet.mjs.
    prefixes = {"bundle ", "key ", "address "}
    for problem in languages()["en"]["PROBLEMS"]:
        _, _, reason = problem.partition(" ")
        names = {reason} | {reason.removeprefix(start) for start in prefixes}
        assert not reason or names & code, problem


def test_each_text_of_the_page_is_in_the_table() -> None:
    page = re.sub(r"\{\{\w+\}\}", "", source("page.html"))
    assert not re.search(r"[A-Za-z]", re.sub(r"<[^>]*>", "", page))
    assert not re.search(r'\s(?:alt|title|placeholder|label|aria-label|value)="', page)
    known = {problem.partition(" ")[2] for problem in languages()["en"]["PROBLEMS"]} | FAULTS
    for path in (SOURCES / "src").glob("*.mjs"):
        found = {each for each in literals(source(path.name)) if re.search(r"[A-Za-z]{2} [A-Za-z]{2}", each)}
        assert found <= known, (path.name, found - known)
        # No other word is shown, either.
        assert not re.search(r'\b(?:say|make)\("?[\w-]+"?, ["`]\w', source(path.name)), path.name
        assert not re.search(r'"aria-label", ["`]', source(path.name)), path.name


def test_another_language_has_the_same_texts() -> None:
    english, *others = languages().values()
    assert others
    library = {*_strings(facts_for(EnclaveKeys.production()))}
    for texts in others:
        for name in TABLES[:-1]:
            for key, text in texts[name].items():
                # A function with other parameters would fail on the page.
                assert key in english[name], (name, key)
                assert isinstance(text, type(english[name][key])), (name, key)
                assert isinstance(text, str) or text == english[name][key], (name, key)
        assert texts["TABLES"].keys() <= library
        for text, translated in texts["TABLES"].items():
            assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", translated)


def _strings(value: object) -> Iterator[str]:
    """Yield all texts in the facts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)


@pytest.fixture(scope="module")
def spoken(made_page: Path) -> dict[str, Any]:
    """What the page says in each language."""
    given = {
        "bundle": f"Guten Tag,\n{export()}",
        "keyExport": export(PRIVATE_KEY),
        "several": "\n".join(json.dumps({"exportBundle": export(words)}) for words in (WORDS, PRIVATE_KEY)),
        "key": TARGET.private_key_hex(),
        "organizationId": ORGANIZATION,
        "address": ETHEREUM,
        "words": WORDS,
    }
    found: dict[str, Any]
    (found,) = run_driver("recovery_languages.mjs", find_chromium(), made_page, lines=[given])
    assert (found["requests"], found["problems"]) == ([], [])
    return found


def test_the_browser_and_the_person_choose_the_language(spoken: dict[str, Any]) -> None:
    assert spoken["first"] == {"en-GB": "en", "de-CH": "de", "fr-FR": "en"}
    chosen = spoken["chosen"]
    assert [each["language"] for each in chosen] == ["en", "de", "en"]
    assert [each["title"] for each in chosen] == [
        languages()[each["language"]]["FIXED"]["title"] for each in chosen
    ]
    assert all(each["offered"] == ["English", "Deutsch"] for each in chosen)
    # The select is where a person begins; what they gave stays.
    assert all(each["focus"] == "language" for each in chosen[1:])
    assert all(each["isKept"] for each in chosen)


def test_exports_to_choose_from_are_listed_in_the_new_language(spoken: dict[str, Any]) -> None:
    assert spoken["listed"] == [f"1. Organisation {ORGANIZATION}", f"2. Organisation {ORGANIZATION}"]
    assert spoken["hidden"]


def test_every_step_is_in_the_language(spoken: dict[str, Any]) -> None:
    english, german = (languages()[tag] for tag in ("en", "de"))
    steps = spoken["steps"]
    assert {step["step"] for step in steps} == {
        f"step-{name}" for name in ("bundle", "key", "organization", "address", "result", "paper", "end")
    }
    foreign = {
        text
        for name in TABLES[:-1]
        for key, text in english[name].items()
        if isinstance(text, str) and text != german[name].get(key, text) and " " in text
    }
    for step in steps:
        assert step["language"] == "de"
        assert step["isOffered"] == (step["step"] == "step-bundle")
        for text in foreign:
            assert text not in step["text"], (step["step"], text)
    seen = "\n".join(step["text"] for step in steps)
    for said in (
        german["PROBLEMS"]["malformed empty"],
        "sondern zwischen anderem Text.",
        "Der Export enthält die 12 Wörter einer Wallet (Englisch).",
        "Der Schlüssel dieses Kontos, für MetaMask oder eine andere Wallet für Ethereum",
        "Zeichen 42: Sie haben 1 getippt, die Wallet hat 5.",
        "Wort 1 steht nicht in der Wortliste „Englisch“. Ähnliche Wörter: legal",
        "Das Papier ist richtig.",
        "Ein Programm für diese Wallet: MetaMask, Rabby oder Trust Wallet.",
    ):
        assert said in seen

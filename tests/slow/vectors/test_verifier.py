"""The tests of ``tests/vectors/test_verifier.py`` that take long."""

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sealwax import SealwaxError
from sealwax_vectors import (
    Case,
    Difference,
    Group,
    load_file,
    run_case,
)
from tests.conftest import ROOT
from tests.leaks import find_secrets, secrets_of, shown_by

FILES = sorted((ROOT / "vectors").glob("*.json"))


def watch(kind: Any, raised: list[SealwaxError], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a list get the errors that the cases of a type of group raise."""
    run = kind.run

    def watched(group: Group[Any], case: Case) -> object:
        try:
            return run(group, case)
        except SealwaxError as error:
            raised.append(error)
            raise

    monkeypatch.setattr(kind, "run", watched)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case_comes_out_as_its_file_says_and_shows_no_secret(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    cases = failures = 0
    group: Group[Any]
    for group in load_file(path).test_groups:
        raised: list[SealwaxError] = []
        watch(type(group), raised, monkeypatch)
        for case in group.tests:
            outcome = run_case(group, case)
            assert outcome.passed, outcome
            for error in raised:
                assert find_secrets(shown_by(error), secrets_of(case)) == [], case.comment
            cases, failures = cases + 1, failures + len(raised)
            raised.clear()
    assert cases == json.loads(path.read_text())["numberOfTests"]
    assert failures
    assert caplog.records == []


@pytest.mark.parametrize(
    ("wanted", "got", "shown_wanted", "shown_got"),
    [
        (
            "a" * 200 + "b" + "c" * 200,
            "a" * 200 + "d" * 10,
            f"...{'a' * 20}b{'c' * 59}...",
            f'...{"a" * 20}{"d" * 10}"',
        ),
        ("a" * 200, "a" * 300, f'...{"a" * 20}"', f"...{'a' * 80}..."),
        ("\x1b[2J\u202e", None, r'"\u001b[2J\u202e"', "null"),
        (True, b"\0", "true", json.dumps(repr(b"\0"))),
    ],
)
def test_values_are_shown_in_part_and_printable(
    wanted: object, got: object, shown_wanted: str, shown_got: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = load_file(ROOT / "vectors" / "wallet_export.json")
    (group,) = suite.test_groups
    case = group.tests[0]
    outputs = {**group.run(case), "mnemonic": got}
    case.mnemonic = wanted
    monkeypatch.setattr(type(group), "run", lambda *_: outputs)
    outcome = run_case(group, case)
    assert outcome.differences == (Difference("mnemonic", shown_wanted, shown_got),)
    assert outcome.summary.isprintable()


@pytest.mark.parametrize(
    "statement",
    [
        "import sealwax_vectors.pytest_collectors",
        "from sealwax_vectors import run_file; list(run_file('vectors/hpke.json'))",
        "from sealwax_vectors import cli; cli.verify.main(['vectors/hpke.json'], standalone_mode=False)",
    ],
)
def test_who_reads_vectors_loads_nothing_that_makes_them(statement: str) -> None:
    program = f"{statement}\nimport sys\nprint(*sys.modules, sep='\\n')"
    printed = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    loaded = printed.splitlines()
    assert "sealwax_vectors.constructs.hpke" in loaded
    made_with = ("sealwax.testing.enclave", "sealwax.testing.nitro", "sealwax_vectors.makers")
    assert [name for name in loaded if name.startswith(made_with)] == []

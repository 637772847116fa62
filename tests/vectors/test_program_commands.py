"""``sealwax vectors suite``, ``answer``, ``judge`` and ``run``."""

import json
import sys

import pytest

from sealwax_vectors import load_file
from tests.conftest import ROOT, Cli

VECTORS = ROOT / "vectors"
FILE = VECTORS / "credential_bundle.json"
IDS = [case.id for group in load_file(FILE).test_groups for case in group.tests]
# A program in a language of its own: it reads the suite, and refuses everything but the cases with a name.
REFUSES = (
    "import json, sys\n"
    "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'], 'result': 'refused'}))"
)


TABLE = b"""\
group                               passed  failed  expected  skipped
credential_bundle/CredentialBundle      39       0         0        0
"""


@pytest.fixture
def results(cli: Cli) -> bytes:
    """The results of this library for the file."""
    return cli("vectors", "answer", stdin=cli("vectors", "suite", "--vectors", FILE).stdout).stdout


def test_what_a_program_says_cannot_steer_the_terminal(cli: Cli) -> None:
    lie = json.dumps({"id": IDS[0], "result": "crashed", "reason": "\x1b[2J\n\u202e"}).encode()
    shown = cli("vectors", "judge", "-", "--vectors", FILE, stdin=lie)
    first = shown.stdout.splitlines()[0]
    assert first.startswith(IDS[0].encode())
    assert first.endswith(b"crashed: must be accepted; \\u001b[2J\\n\\u202e")


def test_refusals_with_another_code_are_counted(cli: Cli) -> None:
    program = REFUSES.replace("'refused'}", "'refused', 'code': 'E1'}")
    result = cli("vectors", "run", "--vectors", FILE, "--", sys.executable, "-S", "-c", program)
    invalid = sum(case.result == "invalid" for case in load_file(FILE).test_groups[0].tests)
    assert result.stderr.endswith(f", {invalid} refused with another code\n")


def test_a_program_that_begins_with_one_group(cli: Cli) -> None:
    """It sees this group, and the names of those that it skipped; declared abilities must be complete."""
    program = (
        "import hashlib, json, sys\n"
        "for line in sys.stdin:\n"
        "    case = json.loads(line)\n"
        "    result = {'id': case['id'], 'result': 'skipped', 'reason': 'not yet'}\n"
        "    if case['group'] == 'WebAuthnChallenge':\n"
        "        challenge = hashlib.sha256(bytes.fromhex(case['input']['body'])).hexdigest()\n"
        "        result |= {'result': 'accepted', 'outputs': {'challenge': challenge}}\n"
        "    print(json.dumps(result))"
    )
    files = ("--vectors", VECTORS / "webauthn_stamp.json", "--vectors", FILE)
    command = ("--", sys.executable, "-S", "-c", program)
    ran = cli("vectors", "run", *files, *command)
    assert ran.exit_code == 0
    assert [line.split()[0] for line in ran.stdout.decode().splitlines()[1:]] == [
        "webauthn_stamp/WebAuthnChallenge"
    ]
    assert ran.stderr.startswith(
        "2 groups were skipped: webauthn_stamp/WebAuthnStampVerification, credential_bundle/CredentialBundle;"
    )
    for claim in (("--features", "passkey-stamps"), ("--without", "CredentialBundle")):
        ran = cli("vectors", "run", *files, *claim, *command)
        assert ran.exit_code == 1
        first, *others = ran.stdout.decode().splitlines()
        assert first.startswith("webauthn_stamp/WebAuthnStampVerification: undeclared-skip: all ")
        assert others[0].startswith("group ")
        assert "skipped:" not in ran.stderr


def test_files_that_are_named_are_in_that_order(cli: Cli) -> None:
    files = [VECTORS / f"{name}.json" for name in ("hpke", "credential_bundle")]
    options = [text for path in files for text in ("--vectors", path)]
    asked = [json.loads(line)["file"] for line in cli("vectors", "suite", *options).stdout.splitlines()]
    assert [*dict.fromkeys(asked)] == ["hpke", "credential_bundle"]


@pytest.mark.parametrize(
    "option",
    [("--features", "exports,nothing"), ("--without", "nothing"), ("--without-output", "HpkeOpenBase.pt")],
)
def test_names_that_do_not_exist_are_misuse(cli: Cli, option: tuple[str, str]) -> None:
    result = cli("vectors", "suite", "--vectors", FILE, *option)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "has a name that does not exist; features are stamps, " in result.stderr


def test_a_program_that_is_not_there(cli: Cli) -> None:
    result = cli("vectors", "run", "--vectors", FILE, "--", "/nothing/of/that/name")
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[file]: ")

"""The tests of ``tests/vectors/test_program_commands.py`` that take long."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sealwax_vectors import load_file
from tests.conftest import Cli
from tests.vectors.test_program_commands import FILE, IDS, REFUSES, TABLE, VECTORS, results

__all__ = ["results"]


def test_the_suite_has_all_cases_in_the_order_of_the_files(cli: Cli) -> None:
    documents = [json.loads(path.read_text()) for path in sorted(VECTORS.glob("*.json"))]
    groups = [group["tests"] for document in documents for group in document["testGroups"]]
    for group in groups:
        assert [case["tcId"] for case in group] == sorted(case["tcId"] for case in group)
    suite = cli("vectors", "suite").stdout.splitlines()
    assert [json.loads(line)["id"] for line in suite] == [case["id"] for group in groups for case in group]


def test_a_program_is_asked_for_what_it_has(cli: Cli) -> None:
    arguments = ("--vectors", FILE, "--vectors", VECTORS / "hpke.json")
    asked = cli("vectors", "suite", *arguments, "--features", "hpke").stdout.splitlines()
    assert {json.loads(line)["group"] for line in asked} == {"HpkeOpenBase"}
    others = ("--without", "credentials,hpke-internals,vectors-rules")
    assert cli("vectors", "suite", *arguments, *others).stdout.splitlines() == asked
    answer = ("--", sys.executable, "-m", "sealwax_vectors", "answer")
    result = cli("vectors", "run", *arguments, "--features", "credentials", *answer)
    assert (result.exit_code, result.stderr) == (0, "39 of 100 cases, 0 failed\n")


def test_a_program_that_hangs(cli: Cli) -> None:
    hangs = "import threading; threading.Event().wait()"
    limit = ("--time-limit", "0.001")
    result = cli("vectors", "run", *limit, "--vectors", FILE, "--", sys.executable, "-S", "-c", hangs)
    assert result.exit_code == 1
    assert b"crashed: must be accepted; the program hung: it printed nothing for 0.001 s" in result.stdout
    assert b"the program was started 10 times without reaching the last case" in result.stdout


def test_a_program_that_dies_at_a_case(cli: Cli) -> None:
    program = (
        "import json, sys\n"
        "for task in sys.stdin:\n"
        "    case = json.loads(task)['id']\n"
        f"    if case == {IDS[1]!r}: raise SystemExit(3)\n"
        "    print(json.dumps({'id': case, 'result': 'refused'}), flush=True)"
    )
    ran = cli("vectors", "run", "--vectors", FILE, "--", sys.executable, "-S", "-c", program)
    assert ran.exit_code == 1
    assert "crashed: must be accepted; the program died with exit status 3" in ran.stdout.decode()


def test_a_program_that_dies_before_its_first_answer(cli: Cli) -> None:
    dies = (sys.executable, "-S", "-c", "raise SystemExit('no key')")
    ran = cli("vectors", "run", "--vectors", FILE, "--", *dies)
    assert (ran.exit_code, ran.stdout) == (1, b"")
    assert ran.stderr == (
        "no key\n"
        "error[malformed]: the program died with exit status 1 before its first answer; "
        "see its message above\n"
    )


# Programs that answer the first case in another way than by a result; the others are refused.
@pytest.mark.parametrize(
    ("act", "shown"),
    [
        ("result = 'accepted'", "failed: must be accepted; privateKey: wanted "),
        ("pass", "failed: must be accepted; it was refused"),
        ("result = 'skipped'", "undeclared-skip: must be accepted; because"),
        ("print(line(case, 'refused'))", "repeated: must be accepted; there are 2 results"),
        ("case = 'no/such/case'", "missing: must be accepted; there is no result"),
        ("print('garbage')", "line 1 is not JSON"),
    ],
)
def test_programs_that_go_wrong_are_judged_right(cli: Cli, tmp_path: Path, act: str, shown: str) -> None:
    others = [case.id for case in load_file(FILE).test_groups[0].tests[1:] if case.result == "valid"]
    listed = tmp_path / "xfail.txt"
    listed.write_text("\n".join(others))
    program = (
        "import json, sys\n"
        "def line(case, result):\n"
        "    told = {'reason': 'because'} if result == 'skipped' else {}\n"
        "    return json.dumps({'id': case, 'result': result, **told})\n"
        f"for task in sys.stdin:\n"
        f"    case, result = json.loads(task)['id'], 'refused'\n"
        f"    if case == {IDS[0]!r}: {act}\n"
        "    print(line(case, result), flush=True)"
    )
    ran = cli(
        "vectors", "run", "--vectors", FILE, "--xfail", listed, "--", sys.executable, "-S", "-c", program
    )
    assert ran.exit_code == 1
    assert shown in ran.stdout.decode()
    if act.startswith("case"):
        assert b"1 results are of ids that no case has" in ran.stdout
    assert ran.stderr.startswith("39 of 39 cases, 1 failed (ideas: 1)")


def test_as_a_module() -> None:
    command = [sys.executable, "-m", "sealwax_vectors", "suite", "--vectors", str(FILE)]
    shown = subprocess.run(command, capture_output=True, check=True)
    assert [json.loads(line)["id"] for line in shown.stdout.splitlines()] == IDS


def test_a_list_of_expected_failures(cli: Cli, tmp_path: Path) -> None:
    valid = [case.id for case in load_file(FILE).test_groups[0].tests if case.result == "valid"]
    path = tmp_path / "xfail.txt"
    path.write_text("\n".join(valid))
    arguments = ("vectors", "run", "--vectors", FILE, "--xfail", path)
    program = ("--", sys.executable, "-S", "-c", REFUSES)
    result = cli(*arguments, *program)
    assert (result.exit_code, result.stderr) == (0, "39 of 39 cases, 0 failed\n")
    path.write_text("\n".join([*valid, IDS[-1]]))
    result = cli(*arguments, *program)
    assert result.exit_code == 1
    assert f"{IDS[-1]} (".encode() in result.stdout.splitlines()[0]
    assert b": unexpected-pass: " in result.stdout.splitlines()[0]
    path.write_text("credential_bundle/CredentialBundle/nothing")
    result = cli(*arguments, *program)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[malformed]: line 1 of --xfail ")


def test_this_library_passes(cli: Cli, tmp_path: Path, results: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(results)
    report = tmp_path / "junit.xml"
    shown = cli("vectors", "judge", path, "--vectors", FILE, "--junit", report)
    assert shown == (
        0,
        TABLE,
        "39 of 39 cases, 0 failed\n",
    )
    (suite,) = ET.parse(report).getroot()
    assert suite.attrib["tests"] == "39"
    assert cli("vectors", "judge", "-", "--vectors", FILE, stdin=results) == shown


def test_each_case_as_json(cli: Cli, results: bytes) -> None:
    lines = results.split(b"\n")
    given = b"\n".join([b"garbage", *lines[1:]])
    shown = cli("vectors", "judge", "-", "--vectors", FILE, "--json", stdin=given)
    assert shown.exit_code == 1
    *verdicts, problem = map(json.loads, shown.stdout.splitlines())
    assert [verdict["id"] for verdict in verdicts] == IDS
    assert [verdict["status"] for verdict in verdicts] == ["missing", *["passed"] * 38]
    assert [verdict["fine"] for verdict in verdicts] == [False, *[True] * 38]
    assert (problem["problem"].startswith("line 1 is not JSON"), problem["fine"]) == (True, False)
    assert shown.stderr == "39 of 39 cases, 1 failed (ideas: 1), 1 other problems\n"

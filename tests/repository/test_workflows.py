"""The workflows for a public host call the sessions that there are, and that for others runs a program."""

import re
from fnmatch import fnmatch

from tests.conftest import ROOT

WORKFLOWS = {path.name: path.read_text() for path in (ROOT / ".github" / "workflows").glob("*.yml")}
SESSIONS = set(re.findall(r"^@nox\.session.*\ndef (\w+)", (ROOT / "noxfile.py").read_text(), re.MULTILINE))


def listed(name: str) -> list[str]:
    """The sessions of a list in noxfile.py."""
    text = (ROOT / "noxfile.py").read_text()
    (found,) = re.findall(rf"^{name} = \((.*?)\)$", text, re.MULTILINE | re.DOTALL)
    return re.findall(r'"(\w+)"', found)


def called(text: str) -> set[str]:
    """The sessions that a workflow names."""
    matrix = re.findall(r"^ +session: \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
    listed = {name.strip() for names in matrix for name in names.split(",")}
    return listed | set(re.findall(r"nox -s (\w+)", text))


def test_every_session_that_they_name_exists() -> None:
    assert WORKFLOWS.keys() == {"checks.yml", "nightly.yml", "release.yml"}
    for text in WORKFLOWS.values():
        assert called(text)
        assert called(text) <= SESSIONS


def test_the_gate_and_nightly_run_every_session() -> None:
    # `readme` takes versions of Python, and the last two are parts of `tests`.
    assert sorted([*listed("GATE"), *listed("NIGHTLY"), "gate", "nightly", "slow", "coverage"]) == sorted(
        [*SESSIONS, "readme"]
    ), "name a new session in GATE or NIGHTLY of noxfile.py"


def test_the_pages_name_sessions_that_there_are() -> None:
    for name in (
        "CONTRIBUTING.md",
        "MAINTAINING.md",
        "README.md",
        "benchmarks/README.md",
        "vectors/README.md",
    ):
        text = (ROOT / name).read_text()
        named = {session for names in re.findall(r"nox -s ([a-z_ ]+)", text) for session in names.split()}
        assert named <= SESSIONS, f"{name} names sessions that noxfile.py does not have"


def test_the_index_gets_the_wheels_and_the_sdists_and_no_more() -> None:
    (moved,) = re.findall(r"mv (.*) packages/", WORKFLOWS["release.yml"])
    released = [f"{name}-1.0.0rc1" for name in ("sealwax", "sealwax_service", "sealwax_vectors")]
    packages = [f"{name}{ending}" for name in released for ending in ("-py3-none-any.whl", ".tar.gz")]
    others = ["sealwax-vectors-1.0.0.tar.gz", "sealwax.pyz", "sealwax.cdx.json", "SHA256SUMS", "man"]
    patterns = moved.split()
    taken = [
        name for name in packages + others if any(fnmatch(f"dist/{name}", pattern) for pattern in patterns)
    ]
    assert taken == packages

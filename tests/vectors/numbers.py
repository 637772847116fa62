"""Write the pages of the vectors that only a release has: the numbers, and the findings by case.

They follow from the files and from ``tests/interop/findings.py``. For example::

    python -m tests.vectors.numbers --out pages
"""

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from tests.conftest import ROOT
from tests.interop.cases import FILES, VECTORS, VectorCase, cases_of
from tests.interop.findings import FINDINGS, Finding, finding_for
from tests.interop.implementations import IMPLEMENTATIONS, covered_by
from tests.interop.wallets import coverage
from tools.support.tables import Row, table

INTEROP = ROOT / "tests" / "interop"


def files() -> str:
    """The files, and how many cases they have."""
    rows: list[Row] = [("file", "what", "valid", "invalid", "cases", "ideas")]
    for file in FILES:
        header = " ".join(json.loads((VECTORS / f"{file}.json").read_text())["header"])
        rows.append((f"`{file}.json`", header, *_counts(cases_of(file))))
    rows.append(("all", "", *_counts([case for file in FILES for case in cases_of(file)])))
    return table(*rows)


def _counts(cases: Sequence[VectorCase]) -> list[int]:
    """How many are valid, invalid, there, and different ideas."""
    valid = sum(case.valid for case in cases)
    ideas = {case.fields["idea"] for case in cases}
    return [valid, len(cases) - valid, len(cases), len(ideas)]


def interoperability() -> str:
    """How many cases each implementation ran, how many it agreed on, and how it disagreed."""
    rows: list[Row] = [("implementation", "cases run", "agrees", "accepts", "refuses", "differs")]
    for name, what in IMPLEMENTATIONS.items():
        counted = _kinds(name, covered_by(name))
        rows.append((f"{name}: {what}", counted.total(), *_columns(counted)))
    per_file: list[Row] = [("file", "cases", "run by npm", "agrees", "accepts", "refuses", "differs")]
    covered = {file: list(cases) for file, cases in groupby(covered_by("npm"), lambda case: case.file)}
    for file in FILES:
        counted = _kinds("npm", covered.get(file, []))
        per_file.append((f"`{file}`", len(cases_of(file)), counted.total(), *_columns(counted)))
    versions = json.loads((INTEROP / "package.json").read_text())["dependencies"]
    listed = ", ".join(f"`{package}` {version}" for package, version in versions.items())
    return f"{table(*rows)}\n\n{table(*per_file)}\n\nThe versions of the npm packages: {listed}."


def wallet_libraries() -> str:
    """The libraries that agree, by subject: address formats, derivation by curve, and forms of keys."""
    parts = (
        ("address format", "AddressEncoding", coverage.format_of),
        ("derivation on", "AccountDerivation", lambda case: case.fields["curve"]),
        ("form of a private key", "PrivateKeyWriting|PrivateKeyReading|KeystoreDecryption", coverage.form_of),
    )
    tables = (_agreement(*part) for part in parts)
    locked = re.findall(
        r"^([a-z_-]+)==(\S+)", (ROOT / "requirements" / "wallet-libraries.txt").read_text(), re.MULTILINE
    )
    wanted = {name.replace("_", "-") for name in ("eth-keyfile", *coverage.LIBRARIES)}
    pypi = ", ".join(f"`{name}` {version}" for name, version in locked if name.replace("_", "-") in wanted)
    versions = json.loads((INTEROP / "wallets" / "package.json").read_text())["dependencies"]
    npm = ", ".join(f"`{package}` {version}" for package, version in versions.items())
    return "\n\n".join([*tables, f"Of npm: {npm}. Of PyPI: {pypi}."])


def _agreement(head: str, groups: str, name_of: Callable[[VectorCase], str | None]) -> str:
    """A table of the libraries that agree, and of those with findings, with how many cases each."""
    agreed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    disagreed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for library in coverage.LIBRARIES:
        for case in covered_by(library):
            name = name_of(case) if re.fullmatch(groups, case.group) else None
            if name is not None:
                (agreed if finding_for(library, case) is None else disagreed)[name][library] += 1
    rows: list[Row] = [(head, "libraries", "agree", "findings")]
    for name in sorted(agreed):
        libraries = len({*agreed[name], *disagreed[name]})
        rows.append((f"`{name}`", libraries, _listed(agreed[name]), _listed(disagreed[name])))
    return table(*rows)


def _listed(counted: Counter[str]) -> str:
    return "; ".join(f"{library} {count}" for library, count in counted.items())


def _kinds(implementation: str, cases: Iterable[VectorCase]) -> Counter[str]:
    found = (finding_for(implementation, case) for case in cases)
    return Counter("agrees" if finding is None else finding.kind for finding in found)


def _columns(counted: Counter[str]) -> list[int]:
    return [counted[kind] for kind in ("agrees", "accepts", "refuses", "differs")]


def findings() -> str:
    """Every finding, with how many cases it is about in each file."""
    rows: list[Row] = [("number", "who", "how", "what", "cases")]
    for number, (finding, cases) in enumerate(_found(), start=1):
        files = Counter(case.file for case in cases)
        listed = "; ".join(f"`{file}` {count}" for file, count in files.items())
        rows.append((number, finding.implementation, finding.kind, finding.what, listed))
    return table(*rows)


def findings_by_case() -> str:
    """Every case that is in a finding, with the finding's number on the page, and tabs between."""
    rows = (
        (case.fields["id"], finding.implementation, finding.kind, str(number))
        for number, (finding, cases) in enumerate(_found(), start=1)
        for case in cases
    )
    return "".join("\t".join(row) + "\n" for row in [("id", "who", "how", "finding"), *sorted(rows)])


def _found() -> Iterator[tuple[Finding, list[VectorCase]]]:
    """Each finding, and the cases that it is about."""
    covered = {name: covered_by(name) for name in IMPLEMENTATIONS}
    for finding in FINDINGS:
        yield (
            finding,
            [
                case
                for case in covered[finding.implementation]
                if finding_for(finding.implementation, case) == finding
            ],
        )


PAGE = """\
# Numbers of the test vectors

The release wrote this page.

## Files

{files}

## Implementations

These implementations share no code with this library. One *agrees* on a case if it gives the outputs of a
valid case, or refuses an invalid one. It may also *accept* what must be refused, *refuse* what must be
accepted, or accept with outputs that *differ*. Each ran the cases that it can judge: a library of
signatures does not read JSON, nor a library of JWTs the claims of this service. The npm packages cannot
take bodies that are not text, passphrases, tokens to compare a client signature with, and WebAuthn. A
wallet library gets the bytes of a public key without its curve; the cases of `AddressCheck` compare
addresses, which is for the caller.

{interoperability}

## Wallet libraries

{wallet_libraries}

## Findings

[findings.tsv](findings.tsv) lists them by case: its `id`, the implementation,
how it disagrees, and the number of the finding.

{findings}
"""


def page() -> str:
    """Write the page of numbers."""
    return PAGE.format(
        files=files(),
        interoperability=interoperability(),
        wallet_libraries=wallet_libraries(),
        findings=findings(),
    )


def main() -> None:
    """Write the pages into a folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.vectors.numbers", description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    (out / "numbers.md").write_text(page())
    (out / "findings.tsv").write_text(findings_by_case())


if __name__ == "__main__":
    main()

"""Finds the core of each file of vectors: few cases that notice whatever any case of that file notices.

What they are to notice are the defects of readers with one check less, or a laxer one: this library without
each check and with each lenient parser (``tools/mutation/census.py``) and with each near miss
(``tests/tools/near_misses.py``), and the readers in Go and in JavaScript without each of their checks
(``tests/interop/switches.py``) and with other defects (``tests/tools/reader_defects.py``). A defect counts
for each file by itself, with that file's cases alone. A valid case of each group notices a reader that
refuses everything. Cases that rest on a rule of the vectors alone are never in a core, so the defects that
only they notice do not count.

``python -m tests.tools.core_search`` prints, for each file and each reader, how many defects all cases notice
and how many the core does, and fails if the two differ: a command for a release. Cases are in the core that
have ``"core": true`` in their file, which their author sets; ``--find`` replaces these flags with the core
that it finds. It needs Node.js, npm and Go, and minutes: with ``--keep DIRECTORY``, the defects that a reader
notices are kept there, and are not looked for again.
"""

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from sealwax_vectors.features import VECTORS_RULE
from tests.interop.cases import FILES, VECTORS, cases_of
from tests.interop.implementations import covered_by
from tests.interop.switches import GoReader, JavaScript, Reader, cases_that_notice
from tests.tools.reader_defects import DEFECTS, find_noticed
from tools import ROOT
from tools.mutation.census import core_ids

Noticed: TypeAlias = dict[str, list[str]]
"""The ids of the cases that notice, by defect."""


def find_core(noticed: Mapping[str, Sequence[str]]) -> list[str]:
    """Choose cases, each time the one that notices most of what no chosen one does, by id among equals.

    Args:
        noticed: The cases that notice, by what is wrong.
    """
    defects: defaultdict[str, set[str]] = defaultdict(set)
    for defect, cases in noticed.items():
        for case in cases:
            defects[case].add(defect)
    missing = {defect for defect, cases in noticed.items() if cases}
    core = []
    while missing:
        core.append(min(defects, key=lambda case: (-len(defects[case] & missing), case)))
        missing -= defects[core[-1]]
    return sorted(core)


def valid_cases(file: str) -> Noticed:
    """The valid cases of each group of a file: any notices a reader that refuses everything."""
    found: Noticed = {}
    able = core_candidates(file)
    for case in cases_of(file):
        if case.valid and case.fields["id"] in able:
            found.setdefault(f"refuses {case.group}", []).append(str(case.fields["id"]))
    return found


def core_candidates(file: str) -> set[str]:
    """Give the ids of the cases of a file that can be in its core: those that rest on the protocol."""
    return {case.fields["id"] for case in cases_of(file) if VECTORS_RULE not in case.fields["flags"]}


def of_file(noticed: Mapping[str, Sequence[str]], file: str) -> Noticed:
    """Give what the cases of a file notice that can be in its core."""
    able = core_candidates(file)
    own = {defect: [case for case in cases if case in able] for defect, cases in noticed.items()}
    return {defect: cases for defect, cases in own.items() if cases}


def find_cores(noticed: Mapping[str, Sequence[str]]) -> list[str]:
    """Choose the core of each file; return their ids, sorted."""
    found = [case for file in FILES for case in find_core(of_file(noticed, file) | valid_cases(file))]
    return sorted(found)


def with_core(document: str, core: AbstractSet[str]) -> str:
    """Set the flag of the cases of a file that are in the core, and remove that of the others."""
    suite = json.loads(document)
    for group in suite["testGroups"]:
        for case in group["tests"]:
            case.pop("core", None)
            if case["id"] in core:
                case["core"] = True
    return json.dumps(suite, indent=2) + "\n"


def _by_python(module: str) -> Noticed:
    """Run a module that prints the defects of this library, each with the cases that notice it."""
    # In a process of its own, which has not loaded the library. Two checks of a function may have one text.
    command = [sys.executable, "-m", module, "--all"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in printed.splitlines()]
    return {f"{number} {name}": cases for number, (name, cases, *_) in enumerate(rows)}


def by_reader(reader: Reader) -> Noticed:
    """Leave out each check of another reader, and run all cases that it covers."""
    noticed: defaultdict[str, list[str]] = defaultdict(list)
    for (_, check), found in cases_that_notice(reader, covered_by(reader.name)).items():
        noticed[check] += found
    return dict(noticed)


def _by_go() -> Noticed:
    with TemporaryDirectory() as name:
        return by_reader(GoReader(Path(name)))


READERS: Mapping[str, Callable[[], Noticed]] = {
    "checks": lambda: _by_python("tools.mutation"),
    "near misses": lambda: _by_python("tests.tools.near_misses"),
    "JavaScript": lambda: by_reader(JavaScript()),
    "Go": _by_go,
    "JavaScript with defects": lambda: find_noticed("JavaScript", DEFECTS),
    "Go with defects": lambda: find_noticed("Go", DEFECTS),
}
"""Who notices: this library without a check or with a lenient parser, with near misses, and the others."""


def _notice(name: str, keep: Path | None) -> Noticed:
    path = None if keep is None else keep / f"{name.replace(' ', '-')}.json"
    if path is not None and path.exists():
        kept: Noticed = json.loads(path.read_text())
        return kept
    found = READERS[name]()
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found))
    return found


def main() -> None:
    """Print the table, and write the core first if asked."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.core_search", description="Find the core of each file."
    )
    parser.add_argument("--find", action="store_true", help="write the core")
    parser.add_argument("--keep", type=Path, help="a directory for what was noticed")
    parser.add_argument("--reader", action="append", choices=READERS, help="one of them; all by default")
    arguments = parser.parse_args()
    by_name = {name: _notice(name, arguments.keep) for name in arguments.reader or READERS}
    if arguments.find:
        everything = {
            f"{name}: {defect}": cases
            for name, noticed in by_name.items()
            for defect, cases in noticed.items()
        }
        found = set(find_cores(everything))
        for file in FILES:
            path = VECTORS / f"{file}.json"
            path.write_text(with_core(path.read_text(), found))
        core_ids.cache_clear()
        sys.stderr.write(f"set the flag of {len(found)} cases; generate the vectors again\n")
    core = core_ids()
    missed = 0
    sys.stdout.write("file\treader\tnoticed by all cases\tby the core\n")
    for file in FILES:
        for name, noticed in by_name.items():
            own = of_file(noticed, file)
            by_core = [defect for defect, cases in own.items() if core.intersection(cases)]
            sys.stdout.write(f"{file}\t{name}\t{len(own)}\t{len(by_core)}\n")
            for defect in sorted(own.keys() - set(by_core)):
                sys.stderr.write(f"{file}: the core does not notice {name}: {defect}\n")
                missed += 1
    if missed:
        sys.exit(f"the core misses {missed}: flag cases that notice them, or run this with --find")


if __name__ == "__main__":
    main()

"""The command ``sealwax vectors``: make test vectors, and check this library with files of them."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import click

from sealwax.cli import options
from sealwax.cli.paths import PATH
from sealwax.cli.streams import STANDARD_STREAM, Input, printable, say, write_json, write_lines
from sealwax.cli.usage import Group, Misuse
from sealwax.errors import InvalidRequest

from ._limits import MAX_VECTOR_FILE_BYTES
from .files import replace_file
from .format import Suite
from .loader import find_files, load, load_file
from .program_commands import COMMANDS
from .verifier import run_suite

# Text near the start of a file of vectors, but never in a key or bundle.
_MARKS = (
    b'"numberOfTests": ',
    b'"$schema": "https://json-schema.org/',
    b'"requests": "schema/requests.json"',
)
_MARKS_WITHIN = 1024


@click.group(cls=Group)
def vectors() -> None:
    """Make and verify test vectors for every construct, and judge programs by them."""


for _command in COMMANDS:
    vectors.add_command(_command)


@vectors.command(
    short_help="Make the files of test vectors.",
    epilog=options.examples(
        "sealwax vectors generate --out vectors \\\n"
        "  --seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    ),
)
@click.option("--seed", required=True, type=options.HEX, help="32 bytes. The same seed gives the same files.")
@click.option(
    "--out",
    type=PATH,
    required=True,
    metavar="DIR",
    callback=options.remember,
    help="The directory for the files, which is created if it is missing.",
)
def generate(*, seed: str, out: Path) -> None:
    """Make a file of test vectors for each construct, and its JSON Schema in DIR/schema.

    Existing files of vectors are replaced. If another file has one of their names, nothing is written. The
    keys in vectors are public: never use them, nor the seed.
    """
    # Only this command needs the makers.
    from .makers import generate_files  # noqa: PLC0415
    from .makers.generator import file_paths  # noqa: PLC0415

    seed_bytes = bytes.fromhex(seed)
    paths = file_paths()
    for path in paths:
        _check_replaceable(out / path)
    made = []
    for file in generate_files(seed_bytes):
        made.append(file)
        if sys.stderr is not None and sys.stderr.isatty():
            say(f"made {file.path} ({len(made)} of {len(paths)})")
    (out / "schema").mkdir(parents=True, exist_ok=True)
    for file in made:
        replace_file(out / file.path, file.content)
    say(f"wrote {len(made)} files to {out}")


@vectors.command(
    short_help="Verify files of test vectors.",
    epilog=options.examples("sealwax vectors verify vectors/wallet_export.json"),
)
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    type=click.Path(readable=False),
    callback=options.remember,
    metavar="PATH|-...",
)
@options.as_json
def verify(*, paths: tuple[str, ...], as_json: bool) -> None:
    """Run every case of the files, or of the *.json files in the directories.

    A PATH of - is standard input, which must be a file of vectors. Each failed case is printed, and the exit
    status is then 1. A case is skipped if it needs an extra that is not installed. With --json, each case is
    a line of JSON.
    """
    files = cases = 0
    failed_ideas: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    if paths.count(STANDARD_STREAM) > 1:
        raise Misuse("only one PATH can be -, which is standard input")
    for name, suite in _suites(paths):
        files += 1
        for outcome in run_suite(suite):
            cases += 1
            if outcome.failed:
                failed_ideas[outcome.idea] += 1
            elif outcome.skipped is not None:
                skipped[outcome.skipped] += 1
            if as_json:
                write_json({"file": name, **asdict(outcome), "passed": outcome.passed})
            elif outcome.failed:
                case = f"case {outcome.tc_id}, {outcome.id} ({outcome.comment})"
                write_lines(printable(f"{name}: {case}: {outcome.summary}"))
    failures = failed_ideas.total()
    ideas = f" (ideas: {len(failed_ideas)})" if failures else ""
    unrun = f", {skipped.total()} skipped" if skipped else ""
    say(f"{cases} cases in {files} files{unrun}, {failures} failed{ideas}")
    for reason, count in skipped.items():
        say(f"{count} cases were skipped: {reason}")
    if failures:
        raise click.exceptions.Exit(1)


def _suites(paths: Iterable[str]) -> Iterator[tuple[str, Suite]]:
    """Read the files of vectors at some paths, with their names."""
    for file in [
        file for path in paths for file in ([None] if path == STANDARD_STREAM else find_files(path))
    ]:
        if file is None:
            name = "standard input"
            yield name, load(Input("", STANDARD_STREAM).read(limit=MAX_VECTOR_FILE_BYTES), name)
        else:
            yield os.fsencode(file).decode(errors="replace"), load_file(file)


def _check_replaceable(path: Path) -> None:
    """Refuse to replace a file that is neither vectors nor a schema."""
    if path.exists() and not path.is_file():
        raise InvalidRequest(f"{os.fspath(path)} is not a file; pass another --out")
    try:
        with path.open("rb") as file:
            start = file.read(_MARKS_WITHIN)
    except FileNotFoundError:
        return
    if not any(mark in start for mark in _MARKS):
        raise InvalidRequest(f"{os.fspath(path)} exists and is not a file of vectors; pass another --out")

"""Find files of vectors, and read them strictly."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from sealwax._codec.strict_json import decode_json
from sealwax.errors import MalformedInput
from sealwax.files import read_file

from ._limits import MAX_VECTOR_FILE_BYTES
from .constructs.find_constructs import CONSTRUCTS, FileSuite
from .format import Case, Construct, Suite, group_type, output_fields


def directory() -> Path:
    """Return the directory of the files, schemas and documents that belong to this package.

    Returns:
        The directory: ``vectors/`` of the repository, or its copy in the installed package.
    """
    package = Path(__file__).parent
    installed = package / "files"
    return installed if installed.is_dir() else package.parent


def load_file(path: str | os.PathLike[str]) -> Suite:
    """Read a file of vectors.

    Args:
        path: The file, at most 64 MiB.

    Returns:
        The file.

    Raises:
        MalformedInput: It is not a file of vectors with a known schema.
        OSError: It cannot be read.
    """
    path = Path(path)
    return load(read_file(path, limit=MAX_VECTOR_FILE_BYTES), path.name)


def find_files(path: str | os.PathLike[str]) -> list[Path]:
    """Find the files of vectors at a path.

    Args:
        path: A file, or a directory of them.

    Returns:
        The file, or the sorted ``*.json`` files directly in the directory.

    Raises:
        MalformedInput: It is a directory without such files.
        OSError: It cannot be read.
    """
    path = Path(path)
    if not path.is_dir():
        return [path]
    files = sorted(child for child in path.iterdir() if child.suffix == ".json" and child.is_file())
    if not files:
        raise MalformedInput(f"{path} is a directory without any file of vectors (*.json)")
    return files


def load(data: bytes, what: str) -> Suite:
    """Read a file of vectors strictly.

    Args:
        data: Its bytes.
        what: The name of the file in errors.

    Returns:
        The file.

    Raises:
        MalformedInput: The file is not JSON of a known schema, has a wrong number of cases, or repeats an id
            or a tcId. Its notes do not match the flags of its cases. A case has outputs or an error that do
            not match its result.
    """
    suite = decode_json(data, FileSuite, what)
    construct = next((row for row in CONSTRUCTS if row.schema == suite.schema), None)
    if construct is None:
        raise MalformedInput(f"{what} names a schema that is not known here")
    problem = next(_problems_of(suite, construct), None)
    if problem is not None:
        raise MalformedInput(f"{what} {problem}")
    return suite


def _problems_of(suite: Suite, construct: Construct) -> Iterator[str]:
    """Find the problems of a file that its types cannot exclude."""
    cases = [case for group in suite.test_groups for case in group.tests]
    if suite.number_of_tests != len(cases):
        yield f"says that it has {suite.number_of_tests} cases, and has {len(cases)}"
    for name, values in (("tcId", [case.tc_id for case in cases]), ("id", [case.id for case in cases])):
        if twice := [value for value, count in Counter(values).items() if count > 1]:
            yield f"has the {name} {_shown(twice)} twice"
    flags = {flag for case in cases for flag in case.flags}
    if unknown := flags - suite.notes.keys():
        yield f"does not explain its flags {_shown(sorted(unknown))}"
    if unused := suite.notes.keys() - flags:
        yield f"explains flags that no case has: {_shown(sorted(unused))}"
    for group in suite.test_groups:
        if type(group) not in construct.groups:
            yield f"has a group of type {group_type(type(group))}, which is of another file"
        prefix = f"{construct.name}/{group_type(type(group))}/"
        for case in group.tests:
            if not case.id.startswith(prefix):
                yield f"has the id {_shown([case.id])}, which must begin with {prefix}"
            for problem in _problems_of_case(case):
                yield f"has the case {case.tc_id}, which {problem}"


def _problems_of_case(case: Case) -> Iterator[str]:
    """Find missing and excess outputs of a case, and a missing or excess error."""
    outputs = output_fields(type(case))
    found = msgspec.to_builtins(case).keys() & {"error", *outputs.all}
    wanted = {"error"}
    if case.result == "valid":
        wanted = {*outputs.always, *(outputs.together if found & set(outputs.together) else ())}
    for name in sorted(wanted - found):
        yield f"is {case.result} and lacks its {name}"
    for name in sorted(found - wanted):
        yield f"is {case.result} and must not have the field {name}"


def _shown(values: Sequence[object]) -> str:
    """Describe the first few values, shortened."""
    return ", ".join(str(value)[:60] for value in values[:5])

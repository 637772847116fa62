"""Write the parts of the pages in ``vectors/`` that follow from the files and from the findings.

``python -m tests.vectors.readme`` writes them anew, and ``vectors/findings.tsv``.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any
from unittest import mock

from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.makers.generator import generate_files
from tests.conftest import ROOT
from tests.interop.cases import FILES, VECTORS, VectorCase, cases_of
from tests.interop.findings import FINDINGS, Finding, finding_for
from tests.interop.implementations import IMPLEMENTATIONS, covered_by
from tests.interop.wallets import coverage
from tests.vectors.ledger import DESCRIPTION

PAGES = [VECTORS / f"{name}.md" for name in ("README", "fields", "origin", "findings")]
BY_CASE = VECTORS / "findings.tsv"
INTEROP = ROOT / "tests" / "interop"
SEED = bytes(range(32))

Row = Iterable[object]


def table(*rows: Row) -> str:
    """A table in Markdown, of its head and its rows."""
    head, *body = ([str(cell) for cell in row] for row in rows)
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *body))


def files() -> str:
    """The files, and how many cases they have."""
    rows: list[Row] = [("file", "what", "valid", "invalid", "cases", "ideas", "core")]
    for file in FILES:
        header = " ".join(json.loads((VECTORS / f"{file}.json").read_text())["header"])
        rows.append((f"`{file}.json`", header, *_counts(cases_of(file))))
    rows.append(("all", "", *_counts([case for file in FILES for case in cases_of(file)])))
    return table(*rows)


def _counts(cases: Sequence[VectorCase]) -> list[int]:
    """How many are valid, invalid, there, different ideas, and of the core."""
    valid = sum(case.valid for case in cases)
    ideas = {case.fields["idea"] for case in cases}
    core = sum("core" in case.fields for case in cases)
    return [valid, len(cases) - valid, len(cases), len(ideas), core]


def fields() -> str:
    """The fields of every type of group, from the schemas."""
    return "\n\n".join(_fields_of(*group) for group in groups())


def groups() -> Iterator[tuple[str, dict[str, Any], dict[str, Any], list[str]]]:
    """Each type of group, with its schema, that of its cases, and the files that may have it."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {}
    for file in FILES:
        definitions = json.loads((VECTORS / "schema" / f"{file}_schema.json").read_text())["$defs"]
        types = {case.group for case in cases_of(file)}
        for definition in definitions.values():
            properties = definition["properties"]
            if "tests" not in properties:
                continue
            (name,) = properties["type"]["enum"]
            case = definitions[properties["tests"]["items"]["$ref"].rpartition("/")[2]]
            # Which flags there are depends on the file; two groups may share a type of cases.
            case["properties"].pop("flags", None)
            known = found.setdefault(name, (definition, case, []))
            assert known[:2] == (definition, case), f"two files have different groups {name}"
            if name in types:
                known[2].append(file)
    for name, (definition, case, in_files) in found.items():
        yield name, definition, case, in_files


def _fields_of(name: str, group: dict[str, Any], case: dict[str, Any], in_files: list[str]) -> str:
    rows: list[Row] = [("field", "encoding", "what")]
    for field, schema in case["properties"].items():
        if field in DESCRIPTION:
            continue
        what = schema["description"]
        assert not what.startswith("Bytes, as"), f"{name}: say what {field} is"
        default = schema.get("default")
        if default not in (None, []):
            what += f" {json.dumps(default)} where it is left out."
        elif field not in case["required"] and not what.startswith("Output"):
            what += " May be left out."
        rows.append((f"`{field}`", _encoding(schema), what))
    names = ", ".join(f"`{file}`" for file in in_files)
    return f"## `{name}`\n\n{group['description']} {case['description']} In {names}.\n\n{table(*rows)}"


def _encoding(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_encoding(option) for option in schema["anyOf"])
    if "pattern" in schema:
        return "hex"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "examples" in schema:
        return f"text, if valid {' or '.join(f'`{value}`' for value in schema['examples'] if value)}"
    # Only objects are referred to.
    kind: str = schema.get("type", "object")
    if kind == "array":
        return f"array of {_encoding(schema['items'])}"
    return "text" if kind == "string" else kind


@cache
def generated() -> tuple[dict[str, bytes], Counter[str]]:
    """The files that the seed gives, by path, and how often each label was taken."""
    taken: Counter[str] = Counter()
    # What was taken, as the seed of more: where it is from.
    origin: dict[bytes, str] = {}
    take = KeyMaterial.take

    def recorded(material: KeyMaterial, label: str, *length: int) -> bytes:
        number = material._taken.get(label, 0)
        piece: bytes = take(material, label, *length)
        path = f"{origin[material.seed]} / {label}" if material.seed in origin else label
        origin[piece] = f"{path} {number}"
        taken[path] += 1
        return piece

    with mock.patch.object(KeyMaterial, "take", recorded):
        files = {file.path: file.content for file in generate_files(SEED)}
    return files, taken


def derivations() -> str:
    """The values taken from the seed for each file, in the order of the first taking."""
    rows: list[Row] = [("file", "what is taken, and how often")]
    _, taken = generated()
    for file in FILES:
        root = f"vectors/{file} 0 / "
        inner = {path.removeprefix(root): count for path, count in taken.items() if path.startswith(root)}
        # The three keys of every enclave are told in the text.
        listed = "; ".join(
            f"{path} ({count})" if count > 1 else path
            for path, count in inner.items()
            if " / enclave " not in path
        )
        rows.append((f"`{file}`", listed))
    return table(*rows)


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
    """Every case that is in a finding, with the finding's number in ``findings.md``, and tabs between."""
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
        yield finding, [case for case in covered[finding.implementation] if finding.covers(case)]


PARTS = {
    "files": files,
    "fields": fields,
    "derivations": derivations,
    "interoperability": interoperability,
    "wallet libraries": wallet_libraries,
    "findings": findings,
}


def written(texts: Sequence[str]) -> list[str]:
    """Give the texts of the pages with their parts written anew."""
    made = list(texts)
    for name, write in PARTS.items():
        start, end = f"<!-- {name}: written by tests/vectors/readme.py -->", f"<!-- end of {name} -->"
        (page,) = (number for number, text in enumerate(made) if start in text)
        pattern = re.escape(start) + ".*?" + re.escape(end)
        part = f"{start}\n\n{write()}\n\n{end}"
        made[page], count = re.subn(pattern, lambda _: part, made[page], flags=re.DOTALL)  # noqa: B023
        assert count == 1, f"{PAGES[page].name} has {count} places for {name}"
    return made


if __name__ == "__main__":
    for page, text in zip(PAGES, written([page.read_text() for page in PAGES]), strict=True):
        page.write_text(text)
    BY_CASE.write_text(findings_by_case())

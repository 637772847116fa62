"""The corpus of fuzzing: the documents of the vectors and of the captures, and what each is read with."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.conftest import CAPTURED, ROOT

Context = Mapping[str, Any]
"""The context of a document: keys, expectations, times, by the names that the vectors have for them."""


@dataclass(frozen=True)
class Seed:
    """A document, and what it is read with.

    Attributes:
        context: What it is read with.
        document: The document.
        authentic: Whether what it authenticates is as its maker authenticated it. It may be refused all the
            same, such as for what else is in it, or in this context.
    """

    context: Context
    document: bytes
    authentic: bool = True


@cache
def _vectors(name: str) -> Any:
    return json.loads((ROOT / "vectors" / f"{name}.json").read_text())


def captured(name: str) -> Any:
    """Read a capture."""
    return json.loads((CAPTURED / name).read_text())


def captured_token(name: str) -> str:
    """Read the token of a capture of a session or verification token."""
    content = captured(f"{name}.json")
    token: str = content["jwt" if "jwt" in content else "token"]
    return token


def captured_in_browser() -> list[Any]:
    """Read all captures from a browser."""
    return [json.loads(path.read_text()) for path in sorted((CAPTURED / "browser").glob("*.json"))]


def to_document(value: Any) -> bytes:
    """Write a field of a vector as a document: text as it is, anything else as JSON."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def from_vectors(name: str, group_type: str, document: str, *inputs: str) -> Iterator[Seed]:
    """Give the documents of a group of vectors.

    Args:
        name: The file, without ``.json``.
        group_type: The ``type`` of the group.
        document: The field that is the document.
        inputs: The fields that it is read with; one that a case leaves out is left out.

    Yields:
        A seed for each case.
    """
    for group in _vectors(name)["testGroups"]:
        for case in group["tests"] if group["type"] == group_type else ():
            context = {field: case[field] for field in inputs if field in case}
            forged = case.get("error") in _FORGED and not _AUTHENTIC.intersection(case["flags"])
            yield Seed(context, to_document(case[document]), authentic=not forged)


_FORGED = {"bad-signature", "untrusted-signer"}
# What WebAuthn calls a bad signature is one that does not fit what is expected, too. A boot proof holds a
# document that is as it was signed, whatever manifest and approvals are beside it.
_AUTHENTIC = {
    "CeremonyConfusion",
    "ManifestApprovals",
    "ManifestBinding",
    "RawChallenge",
    "UserPresence",
    "WrongContext",
}


def whole_files() -> Iterator[Seed]:
    """Give files of vectors, each cut down to one case: the first ones of each group."""
    for path in sorted((ROOT / "vectors").glob("*.json")):
        suite = _vectors(path.stem)
        for group in suite["testGroups"]:
            for case in group["tests"][:3]:
                cut = {
                    **suite,
                    "numberOfTests": 1,
                    "header": [],
                    "notes": {flag: suite["notes"][flag] for flag in case["flags"]},
                    "testGroups": [{**group, "tests": [case]}],
                }
                yield Seed({}, to_document(cut))


def with_contexts(seeds: Iterable[Seed]) -> tuple[list[Context], list[tuple[int, Seed]]]:
    """Number the contexts of seeds, equal ones alike.

    Args:
        seeds: The seeds.

    Returns:
        The contexts; and each seed with the number of its own.
    """
    contexts: dict[str, tuple[int, Context]] = {}
    numbered = []
    for seed in seeds:
        key = json.dumps(seed.context, sort_keys=True)
        number, _ = contexts.setdefault(key, (len(contexts), seed.context))
        numbered.append((number, seed))
    return [context for _, context in contexts.values()], numbered

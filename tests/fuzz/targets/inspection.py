"""Artifacts of any kind, as people paste them into ``inspect``."""

import json
import re
from collections.abc import Iterator

from sealwax.inspection import Inspection, inspect
from tests.conftest import CAPTURED, ROOT
from tests.fuzz.corpus import Context, Seed, to_document
from tests.fuzz.target import Target, text_or_bytes
from tests.leaks import SECRET_FIELDS

_EVERY = 12
_SHOWN_BY_CHANCE = 16
_NAMES = {
    "".join(part.title() if place else part for place, part in enumerate(name.split("_")))
    for name in SECRET_FIELDS - {"plaintext"}
}
"""The secrets; a plaintext has public keys in it too, which are shown where they stand alone."""


def artifact_seeds(every: int = _EVERY) -> Iterator[Seed]:
    """Give each field of some cases of the vectors, secrets too, and each capture."""
    number = 0
    for path in sorted((ROOT / "vectors").glob("*.json")):
        for group in json.loads(path.read_text())["testGroups"]:
            for case in group["tests"]:
                number += 1
                if number % every:
                    continue
                texts = {name: value for name, value in case.items() if isinstance(value, str)}
                secrets = [
                    texts[name] for name in _NAMES & texts.keys() if len(texts[name]) >= _SHOWN_BY_CHANCE
                ]
                body = {"body": texts["body"]} if "body" in texts else {}
                for name, value in texts.items():
                    if name not in {"id", "comment", "idea", "result", "error"} and value:
                        yield Seed({"secrets": secrets, **body}, to_document(value))
    for path in sorted(CAPTURED.rglob("*.json")):
        yield Seed({"secrets": []}, path.read_bytes())


def _inspect(context: Context, document: bytes) -> Inspection:
    body = context.get("body", "{}")
    as_bytes = bytes.fromhex(body) if re.fullmatch("([0-9a-f]{2})*", body) else body.encode()
    return inspect(text_or_bytes(document), body=as_bytes)


def _shows_no_secret(context: Context, document: bytes, result: Inspection) -> None:
    """Look for the secrets of the case, and for those that the document still has."""
    assert result.kinds
    shown = json.dumps([result.kinds, result.fields, result.checks, result.next_step], ensure_ascii=False)
    # 66 digits that begin with 02 or 03 are a public key, whatever they were made of.
    for secret in () if "public-key" in result.kinds else context["secrets"]:
        for start in range(0, len(secret) - _SHOWN_BY_CHANCE + 1, 4):
            assert secret[start : start + _SHOWN_BY_CHANCE] not in shown, "a secret is shown"
    assert len(shown) < 20_000 + len(document)


TARGETS = (
    Target(
        "inspect",
        "inspect, of anything",
        "is named, and no secret of it is shown",
        artifact_seeds,
        _inspect,
        check=_shows_no_secret,
    ),
)

"""Figures for the page that tests/tools/evidence_page.py writes: properties in the JUnit XML of a session."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Literal

from tests.interop.cases import Kind

WYCHEPROOF, BROWSER = "Wycheproof", "Chromium"
"""Who is asked beside the implementations."""
HTTP = "connections of the local service"
"""The inputs that are fuzzed beside the targets."""
CENSUS = CHECKS, LENIENT_PARSERS = "checks", "lenient parsers"
"""The mutations, to see whether the vectors notice."""
Record = Callable[[str, object], None]
"""pytest's fixture ``record_property``."""
Topic = Literal["agreement", "inputs", "census"]
"""The name of a property."""


def record_agreement(record: Record, who: str, judged: Iterable[tuple[str, Kind]]) -> None:
    """Leave, for the page, on how many cases of each construct someone agrees."""
    for (file, kind), cases in Counter(judged).items():
        _leave(record, "agreement", who=who, file=file, kind=kind, cases=cases)


def record_inputs(record: Record, target: str, inputs: int, accepted: int | None = None) -> None:
    """Leave, for the page, how many hostile inputs a target had, and how many it accepted."""
    _leave(record, "inputs", target=target, inputs=inputs, accepted=accepted)


def record_census(record: Record, what: str, **counted: int) -> None:
    """Leave, for the page, how many of what was broken the vectors notice."""
    _leave(record, "census", what=what, counted=counted)


def _leave(record: Record, topic: Topic, **fields: object) -> None:
    record(topic, json.dumps(fields))

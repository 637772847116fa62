"""Saying what an artifact is, beside `json.loads` of the same bytes, at two sizes: the time is linear."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sealwax.inspection import inspect

from .groups import Group
from .hostile import MIB, answer_with_keys, filled

_SIZES = {"256 KiB": MIB // 4, "1 MiB": MIB}
_KINDS: Mapping[str, tuple[Callable[[int], bytes], float]] = {
    "private keys": (answer_with_keys, 6),
    "numbers": (partial(filled, '{"organizationId":"o","x":[', "1.5e5", "]}"), 6),
    "hex in one text": (lambda size: b'"%s"' % (b"ab" * (size // 2 - 1)), 40),
}
"""The inspected inputs, and how many times the time of `json.loads` each may take."""


def _name(size: str, kind: str) -> str:
    return f"inspect {size} of {kind}"


RATIOS = {_name(size, kind): ratio for size in _SIZES for kind, (_, ratio) in _KINDS.items()}
"""The targets, by the name of the group."""


def groups() -> Iterator[Group]:
    """Each kind of document at both sizes."""
    for size, length in _SIZES.items():
        for kind, (make, _) in _KINDS.items():
            document = make(length)
            yield Group(
                _name(size, kind), bare=partial(json.loads, document), ours=partial(inspect, document)
            )

"""All targets: the ``TARGETS`` of every module in this folder."""

from importlib import import_module
from pkgutil import iter_modules

from tests.fuzz.target import Target

_FOUND: list[Target] = [
    target
    for module in iter_modules(__path__)
    for target in import_module(f"{__name__}.{module.name}").TARGETS
]

TARGETS = {target.name: target for target in _FOUND}
"""All targets, by name."""

assert len(TARGETS) == len(_FOUND), "two targets have the same name"

"""The option for the service's description of its API, and the type of operation names."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from sealwax._limits import MAX_DESCRIPTION_BYTES
from sealwax.operations import OPERATIONS, ApiDescription

from . import options
from .paths import PATH
from .streams import Input
from .usage import Misuse, label, nearest

F = TypeVar("F", bound=Callable[..., object])

_NAME = "description"


def _load(context: click.Context, option: click.Parameter, value: Path | None) -> ApiDescription | None:
    if value is None:
        return None
    options.remember(context, option, value)
    with Input(label(option), str(value)).opened(limit=MAX_DESCRIPTION_BYTES) as content:
        description = ApiDescription(content)
    context.meta[_NAME] = description
    return description


def description(purpose: str) -> Callable[[F], F]:
    """Add the option for the service's description; its value is an ``ApiDescription``."""
    return click.option(
        "--description",
        type=PATH,
        metavar="FILE",
        callback=_load,
        # Before the name of the operation, which it has to have.
        is_eager=True,
        help=f"The service's description of its API, public_api.swagger.json, {purpose}.",
    )


def of_operation(command: F) -> F:
    """Add the option to a command for one operation."""
    return description("for an operation in it")(command)


class OperationName(click.Choice[str]):
    """The name of an operation: in the description, if there is one."""

    def __init__(self) -> None:
        super().__init__(list(OPERATIONS))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; refuse an unknown name."""
        described: ApiDescription | None = None if ctx is None else ctx.meta.get(_NAME)
        if described is None:
            names, which = list(OPERATIONS), "that is built in; for any other, pass --description"
        else:
            names, which = list(described.operations), "of the description"
        if value not in names:
            argument = "NAME" if param is None else label(param)
            raise Misuse(f"{argument} is not an operation {which}{nearest(value, names)}", ctx)
        return value

"""The command ``sealwax fingerprint``."""

import click

from sealwax import activities
from sealwax._limits import MAX_BODY_BYTES

from . import options
from .streams import Input, write_lines


@click.command(
    short_help="Print the fingerprint of an activity's request.",
    epilog=options.examples("sealwax fingerprint body.json"),
)
@options.input_argument("body")
def fingerprint(*, body: Input) -> None:
    """Print the fingerprint of an activity, by which the service and approvers name it.

    BODY is the exact body of the request: a newline more is another fingerprint.
    """
    write_lines(activities.activity_fingerprint(body.read(limit=MAX_BODY_BYTES)))

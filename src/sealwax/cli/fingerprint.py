"""The command ``sealwax fingerprint``."""

import click

from sealwax import activities

from . import options
from .streams import MAX_BODY_BYTES, read_input, write_output


@click.command(
    short_help="Print the fingerprint of an activity's request.",
    epilog=options.examples("sealwax fingerprint body.json"),
)
@options.input_argument("body")
def fingerprint(*, body: str) -> None:
    """Print the fingerprint of an activity, by which the service and approvers name it.

    BODY is the exact body of the request: a newline more is another fingerprint.
    """
    content = read_input(body, limit=MAX_BODY_BYTES)
    write_output(f"{activities.activity_fingerprint(content)}\n".encode())

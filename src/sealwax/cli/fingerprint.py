"""The command ``sealwax fingerprint``."""

from sealwax import activities
from sealwax._limits import MAX_BODY_BYTES

from . import options
from .streams import Input, write_lines


@options.command(
    epilog=options.examples("sealwax fingerprint body.json"),
)
@options.input_argument("body")
def fingerprint(*, body: Input) -> None:
    """Print the fingerprint of an activity, which identifies it to the service and to approvers.

    FILE is the exact body of the request: one more newline changes the fingerprint.
    """
    write_lines(activities.activity_fingerprint(body.read(limit=MAX_BODY_BYTES)))

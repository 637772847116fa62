"""``sealwax verify-token``."""

import dataclasses
from datetime import datetime, timedelta
from pathlib import Path

import click

import sealwax

from . import options
from .streams import PATH_OR_STDIN, read_input, write_json


def _to_instant(_context: click.Context, _option: click.Parameter, value: str | None) -> datetime | None:
    """Read ISO 8601, as 2026-01-31T12:00:00+00:00 or with Z."""
    if value is None:
        return None
    try:
        # Python 3.10 does not read Z.
        instant = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        instant = None
    if instant is None or instant.tzinfo is None:
        raise click.BadParameter("give date, time and zone, as 2026-01-31T12:00:00Z")
    return instant


@click.command(
    short_help="Verify a token, and print its claims.",
    epilog=options.examples("sealwax verify-token --type session jwt.txt"),
)
@click.option(
    "--type",
    "kind",
    type=click.Choice(["session", "verification"]),
    required=True,
    help="A session JWT, or an OTP verification token.",
)
@click.option(
    "--at",
    "now",
    callback=_to_instant,
    metavar="TIME",
    help="The time at which it must be valid, as 2026-01-31T12:00:00Z.  [default: now]",
)
@click.option(
    "--leeway",
    type=click.IntRange(min=0, max=86400),
    default=0,
    metavar="SECONDS",
    help="For clocks that differ.",
)
@click.option(
    "--enclave-public-key",
    metavar="HEX",
    help="The enclave's key that signs such tokens, where it is not the production one.",
)
@click.argument("token", type=PATH_OR_STDIN, metavar="FILE|-")
def verify_token(
    *, kind: str, now: datetime | None, leeway: int, enclave_public_key: str | None, token: Path
) -> None:
    """Verify a token of the service, and print its claims as JSON.

    The token is read from a file or standard input: whoever has it can use it.
    """
    name = "notarizer" if kind == "session" else "tls_fetcher"
    keys = options.to_keys(name, enclave_public_key)
    verify = sealwax.verify_session_jwt if kind == "session" else sealwax.verify_verification_token
    claims = verify(read_input(token).strip(), keys=keys, now=now, leeway=timedelta(seconds=leeway))
    write_json(dataclasses.asdict(claims))

"""The command ``sealwax verify-token``."""

import dataclasses
from datetime import datetime, timedelta

import click

import sealwax

from . import options
from .streams import Input, write_json


@click.command(
    short_help="Verify a token, and print its claims.",
    epilog=options.examples("sealwax verify-token --type session jwt.txt"),
)
@click.option(
    "--type",
    "kind",
    type=click.Choice(["session", "verification"]),
    required=True,
    help="session: a session JWT. verification: an OTP verification token.",
)
@options.at_time("the token must be valid")
@click.option(
    "--leeway",
    type=click.IntRange(min=0, max=86400),
    default=0,
    metavar="SECONDS",
    help="The difference between clocks: how long after its expiry a token is accepted.",
)
@click.option(
    "--enclave-public-key",
    type=options.HEX,
    help="The enclave's key that signs such tokens.  [default: production's]",
)
@options.input_argument("token")
def verify_token(
    *, kind: str, now: datetime | None, leeway: int, enclave_public_key: str | None, token: Input
) -> None:
    """Verify a token of the service. Print its claims as JSON.

    FILE has the token, which is never an argument: anyone who sees it can use it.
    """
    name = "notarizer" if kind == "session" else "tls_fetcher"
    keys = options.to_keys(name, enclave_public_key)
    verify = sealwax.verify_session_jwt if kind == "session" else sealwax.verify_verification_token
    with token.opened() as content:
        claims = verify(content.strip(), keys=keys, now=now, leeway=timedelta(seconds=leeway))
    write_json({**dataclasses.asdict(claims), "expires_at": claims.expires_at.isoformat()})

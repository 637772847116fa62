"""The command ``sealwax verify-token``."""

import dataclasses
from datetime import datetime, timedelta

import click

import sealwax

from . import options
from .streams import Input, write_json
from .usage import Misuse


@options.command(
    epilog=options.examples(
        "sealwax verify-token --type session jwt.txt",
        "sealwax verify-token --type session --session-profile-id ID jwt.txt",
    ),
)
@click.option(
    "--type",
    "kind",
    type=click.Choice(["session", "verification"]),
    required=True,
    help="session: a session JWT. verification: an OTP verification token.",
)
@options.at_time("the token must be valid")
@options.leeway
@click.option(
    "--enclave-public-key",
    type=options.HEX,
    help="The enclave's key that signs such tokens.  [default: production's]",
)
@click.option("--session-profile-id", metavar="ID", help="The profile that the session must have.")
@click.option(
    "--allow-scoped",
    is_flag=True,
    help="Accept a session with a session profile or a scope, which you then enforce.",
)
@options.input_argument("token")
def verify_token(
    *,
    kind: str,
    now: datetime | None,
    leeway: timedelta,
    enclave_public_key: str | None,
    session_profile_id: str | None,
    allow_scoped: bool,
    token: Input,
) -> None:
    """Verify a token of the service. Print its claims as JSON.

    FILE has the token, which is never an argument: anyone who sees it can use it. A session profile or a
    scope restricts a session. Such a session is refused by default: allow it, or name the profile.
    """
    if kind != "session" and (session_profile_id is not None or allow_scoped):
        raise Misuse("--session-profile-id and --allow-scoped are for --type session")
    name = "notarizer" if kind == "session" else "tls_fetcher"
    keys = options.trusted_enclave_keys(name, enclave_public_key)
    claims: sealwax.SessionClaims | sealwax.VerificationClaims
    with token.opened() as content:
        if kind == "session":
            claims = sealwax.verify_session_jwt(
                content.strip(),
                keys=keys,
                now=now,
                leeway=leeway,
                allow_scoped=allow_scoped,
                expected_session_profile_id=session_profile_id,
            )
        else:
            claims = sealwax.verify_verification_token(content.strip(), keys=keys, now=now, leeway=leeway)
    fields = {name: value for name, value in dataclasses.asdict(claims).items() if value is not None}
    write_json({**fields, "expires_at": claims.expires_at.isoformat()})

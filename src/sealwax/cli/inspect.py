"""The command ``sealwax inspect``."""

import sys
from collections.abc import Iterator
from datetime import datetime

import click

import sealwax
from sealwax import inspection
from sealwax._limits import MAX_BODY_BYTES

from . import options
from .next_steps import with_commands
from .streams import STANDARD_STREAM, Input, write_result
from .usage import Misuse


@options.command(
    epilog=options.examples(
        "sealwax inspect answer.json",
        'printf %s "$STAMP" | sealwax inspect --body body.json -',
    ),
)
@options.input_file("--body", help="The request's body, to explain why its stamp is refused.")
@options.at_time("tokens must be valid")
@click.option("--signer-public-key", "signer", type=options.HEX, help="The enclave's signer key.")
@click.option("--tls-fetcher-public-key", "tls_fetcher", type=options.HEX, help="The TLS fetcher's key.")
@click.option("--notarizer-public-key", "notarizer", type=options.HEX, help="The notarizer's key.")
@options.as_json
@options.input_argument("artifact", required=False)
def inspect(
    *,
    body: Input | None,
    now: datetime | None,
    signer: str | None,
    tls_fetcher: str | None,
    notarizer: str | None,
    as_json: bool,
    artifact: Input | None,
) -> None:
    """Name an artifact, and show its fields, the result of each check, and the next step.

    FILE has a bundle, a stamp, a token, a proof, an activity, another answer, a request's body, a key, an
    address or anything else. No secret in it is shown. If no enclave key is given, production's are used.
    """
    is_typed = sys.stdin is not None and sys.stdin.isatty()
    if artifact is None or (artifact.path == STANDARD_STREAM and is_typed):
        raise Misuse("pass a FILE, or pipe the artifact to standard input and pass -")
    public_keys = {"signer": signer, "tls_fetcher": tls_fetcher, "notarizer": notarizer}
    named = {name: key for name, key in public_keys.items() if key is not None}
    keys = sealwax.EnclaveKeys(**named) if named else sealwax.EnclaveKeys.production()
    signed = None if body is None else body.read(limit=MAX_BODY_BYTES)
    # Files larger than artifacts are named, too.
    with artifact.opened(limit=MAX_BODY_BYTES) as content:
        found = with_commands(inspection.inspect(content, keys=keys, body=signed, now=now))
    fields: dict[str, object] = {
        "kinds": list(found.kinds),
        "fields": [field._asdict() for field in found.fields],
        "checks": [check._asdict() for check in found.checks],
        "next_step": found.next_step,
    }
    write_result(fields, _in_words(found), as_json=as_json)


def _in_words(found: inspection.Inspection) -> Iterator[str]:
    yield f"kind: {' or '.join(found.kinds)}"
    if found.checks and "verified" not in {check.outcome for check in found.checks}:
        yield "none of these fields is verified:" if found.fields else "no part of it is verified"
    for field in found.fields:
        yield f"  {field.name}: {field.value}"
    for check in found.checks:
        detail = f": {check.detail}" if check.detail else ""
        yield f"{check.outcome}: {check.what}{detail}"
    yield f"next: {found.next_step}"

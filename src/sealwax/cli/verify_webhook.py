"""The command ``sealwax verify-webhook``."""

from datetime import datetime, timedelta

import click

from sealwax import webhooks
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import decode_utf8
from sealwax.errors import MalformedInput
from sealwax.webhooks import DEFAULT_MAX_AGE, LONGEST_MAX_AGE, Headers, WebhookKeys

from . import options
from .streams import Input, write_result
from .usage import Misuse


@options.command(
    epilog=options.examples(
        "sealwax verify-webhook --headers headers.txt --body body.json \\\n"
        "  --jwks jwks.json --organization-id ID"
    ),
)
@options.input_file(
    "--headers",
    required=True,
    help="The request's headers: lines of name, colon and value; or JSON, an object or an array of pairs.",
)
@options.input_file("--body", required=True, help="The request's body, exactly as it was received.")
@options.input_file("--jwks", required=True, help="The service's webhook keys, a JWK set.")
@click.option(
    "--organization-id",
    "organization_ids",
    metavar="ID",
    multiple=True,
    required=True,
    help="The organization that the webhook must be for. Repeat it to accept several.",
)
@click.option(
    "--max-age",
    type=click.IntRange(min=0, max=int(LONGEST_MAX_AGE.total_seconds())),
    default=int(DEFAULT_MAX_AGE.total_seconds()),
    show_default=True,
    metavar="SECONDS",
    help="The longest span between the webhook's time and now, in either direction.",
)
@options.leeway
@options.at_time("the webhook must be timely")
@options.as_json
def verify_webhook(
    *,
    headers: Input,
    body: Input,
    jwks: Input,
    organization_ids: tuple[str, ...],
    max_age: int,
    leeway: timedelta,
    now: datetime | None,
    as_json: bool,
) -> None:
    """Verify a webhook of the service. Print its event id, type, time and organization.

    To verify an older delivery, pass the time of its arrival with --at. Unsigned headers are ignored.
    """
    if "" in organization_ids:
        raise Misuse("--organization-id is empty; pass your organization's id")
    with jwks.opened() as content:
        keys = WebhookKeys.from_jwks(content)
    with headers.opened() as content:
        pairs = _parse_headers(content)
    webhook = webhooks.verify_webhook(
        pairs,
        body.read(),
        keys=keys,
        organization_id=frozenset(organization_ids),
        max_age=timedelta(seconds=max_age),
        leeway=leeway,
        now=now,
    )
    fields = {
        "event_id": webhook.event_id,
        "event_type": webhook.event_type,
        "timestamp": webhook.timestamp.isoformat(timespec="milliseconds"),
        "organization_id": webhook.organization_id,
    }
    lines = [f"{name}: {value}" for name, value in fields.items()]
    write_result({**fields, "content": webhook.content}, lines, as_json=as_json)


def _parse_headers(content: bytes) -> Headers:
    """Read headers as lines, or as JSON: an object, whose values may be arrays, or an array of pairs."""
    start = content.lstrip()[:1]
    if start == b"{":
        members = decode_json(content, dict[str, object], "the list of headers")
        return [pair for name, value in members.items() for pair in _pairs_of(name, value)]
    if start == b"[":
        return decode_json(content, list[tuple[str, str]], "the list of headers")
    lines = decode_utf8(content, "the list of headers").split("\n")
    pairs = [_parse_line(number, line.removesuffix("\r")) for number, line in enumerate(lines, start=1)]
    return [pair for pair in pairs if pair is not None]


def _pairs_of(name: str, value: object) -> list[tuple[str, str]]:
    """Return the pairs of a member of an object, without an error that quotes its name."""
    values = value if isinstance(value, list) else [value]
    pairs = [(name, text) for text in values if isinstance(text, str)]
    if len(pairs) != len(values):
        raise MalformedInput("each value must be a string or an array of strings")
    return pairs


def _parse_line(number: int, line: str) -> tuple[str, str] | None:
    """Read a line of headers; return None for the request line, and for an empty line."""
    name, colon, value = line.partition(":")
    if not line or (number == 1 and " HTTP/" in line):
        return None
    if not colon or not name or name != name.strip():
        raise MalformedInput(f"line {number} is not a header; it must be a name, a colon and a value")
    return name, value.strip(" \t")

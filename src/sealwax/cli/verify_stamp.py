"""``sealwax verify-stamp``."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

import sealwax
from sealwax.stamps import API_KEY_HEADER

from .streams import PATH_OR_STDIN, read_input, write_json, write_output


@click.command(
    epilog='Example: sealwax verify-stamp --body body.json "$(sealwax stamp --key a.private body.json)"'
)
@click.option("--body", type=PATH_OR_STDIN, required=True, metavar="FILE|-", help="The request's body.")
@click.option("--json", "as_json", is_flag=True, help="Print public_key and scheme as JSON.")
@click.argument("value")
def verify_stamp(*, body: Path, as_json: bool, value: str) -> None:
    """Say who signed a body, or fail.

    VALUE is the value of the header, with or without its name in front. That a key signed does not say
    that it may do what the body asks.
    """
    name, colon, after = value.partition(":")
    if colon and name.strip().lower() == API_KEY_HEADER.lower():
        value = after.strip()
    content = read_input(body, limit=None)
    try:
        verified = sealwax.verify_api_key_stamp(value, content)
    except sealwax.BadSignature:
        _explain(value, content)
        raise
    if as_json:
        write_json({"public_key": verified.public_key, "scheme": verified.scheme})
    else:
        write_output(f"signed by {verified.public_key} ({verified.scheme})\n".encode())


def _explain(value: str, content: bytes) -> None:
    """Raise a better error if the stamp fits what people mistake the body for."""
    for how, other in _lookalikes(content):
        try:
            sealwax.verify_api_key_stamp(value, other)
        except sealwax.BadSignature:
            continue
        raise sealwax.BadSignature(
            f"the stamp does not fit this body, but fits it {how}; stamp and send the very same bytes"
        ) from None


def _lookalikes(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Give the bodies that people stamp instead of the one they send, with what was done to each."""
    without = content.removesuffix(b"\n").removesuffix(b"\r")
    if without != content:
        yield "without its trailing newline", without
    yield "with a newline after it", content + b"\n"
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return
    for separators in ((",", ":"), (", ", ": ")):
        for ensure_ascii in (False, True):
            text = json.dumps(document, separators=separators, ensure_ascii=ensure_ascii)
            yield "after its JSON was parsed and written anew", text.encode(errors="surrogatepass")

"""The command ``sealwax verify-stamp``."""

import json
from collections.abc import Callable, Iterator
from typing import NoReturn

import click

import sealwax
from sealwax._codec.text import decode_utf8
from sealwax._limits import MAX_BODY_BYTES, MAX_INPUT_BYTES
from sealwax.stamps import header

from . import options
from .streams import Input, write_result
from .usage import Misuse

_KINDS = {name.lower(): kind for name, kind in header.KINDS.items()}


@options.command(
    epilog=options.examples(
        'STAMP=$(sealwax stamp --key a.private body.json)\nsealwax verify-stamp --body body.json "$STAMP"',
        "sealwax verify-stamp --body body.json --stamp stamp.txt",
    ),
)
@options.input_file("--body", required=True, help="The request's body.")
@options.input_file("--stamp", help="The file with the stamp, in place of VALUE.")
@click.option(
    "--kind",
    type=click.Choice(list(_KINDS.values())),
    help="The kind of stamp, if it does not begin with the header's name.  [default: api-key]",
)
@click.option("--cose-key", type=options.HEX, help="For webauthn: the passkey's public key, as a COSE key.")
@click.option("--rp-id", metavar="DOMAIN", help="For webauthn: the relying party's id, such as example.com.")
@click.option("--origin", metavar="ORIGIN", help="For webauthn: the origin, such as https://example.com.")
@options.enclave_key("tls_fetcher")
@options.as_json
@click.argument("value", required=False)
def verify_stamp(
    *,
    body: Input,
    stamp: Input | None,
    kind: str | None,
    cose_key: str | None,
    rp_id: str | None,
    origin: str | None,
    keys: sealwax.EnclaveKeys,
    as_json: bool,
    value: str | None,
) -> None:
    """Verify the stamp of a body. Print its signer.

    VALUE is the value of the header, with or without the header's name and a colon. An attested stamp
    contains a token, which anyone who sees it can use: pass it with --stamp. A valid stamp does not prove
    that the signer may do what the body asks.
    """
    kind, value = _read_stamp(kind, value, stamp)
    if not value:
        raise sealwax.MalformedInput("the stamp is empty; did `sealwax stamp` fail?")
    pinned = {"--cose-key": cose_key, "--rp-id": rp_id, "--origin": origin}
    if kind != "webauthn" and any(option is not None for option in pinned.values()):
        raise Misuse(f"{', '.join(pinned)} are for webauthn stamps; leave them out for another kind")
    if kind != "attested" and keys != sealwax.EnclaveKeys.production():
        raise Misuse("--tls-fetcher-public-key is for attested stamps; leave it out for another kind")

    def verify(content: bytes) -> dict[str, object]:
        if kind == "webauthn":
            if cose_key is None or rp_id is None or origin is None:
                raise Misuse("a webauthn stamp needs --cose-key, --rp-id and --origin")
            key = bytes.fromhex(cose_key)
            assertion = sealwax.verify_webauthn_stamp(
                value, content, public_key=key, expected_rp_id=rp_id, expected_origin=origin
            )
            return {"credential_id": assertion.credential_id.hex(), "user_verified": assertion.user_verified}
        if kind == "attested":
            attested = sealwax.verify_attested_stamp(value, content, keys=keys)
            contact = None if attested.verification is None else attested.verification.contact
            return {"public_key": attested.public_key, "scheme": attested.scheme, "contact": contact}
        stamp = sealwax.verify_api_key_stamp(value, content)
        return {"public_key": stamp.public_key, "scheme": stamp.scheme}

    content = body.read(limit=MAX_BODY_BYTES)
    try:
        verified = verify(content)
    except sealwax.BadSignature as error:
        _explain(error, verify, content)
    write_result(verified, [f"signed by {_in_words(verified)}"], as_json=as_json)


def _read_stamp(kind: str | None, value: str | None, file: Input | None) -> tuple[str, str]:
    """Return the kind of stamp and the header's value, from an argument or a file."""
    if value is not None and file is None:
        kind, value = _kind_of(kind, value)
        if kind == "attested":
            raise Misuse("an attested stamp contains a token; pass it with --stamp, not as VALUE")
        return kind, value
    if value is None and file is not None:
        with file.opened() as content:
            return _kind_of(kind, decode_utf8(content, "the stamp").strip())
    raise Misuse("pass the stamp either as VALUE or with --stamp")


def _kind_of(kind: str | None, value: str) -> tuple[str, str]:
    """Return the kind of stamp, and the header's value without the header's name."""
    name, colon, after = value.partition(":")
    named = _KINDS.get(name.strip().lower()) if colon else None
    if named is None:
        return kind or "api-key", value
    if kind not in {None, named}:
        raise Misuse(f"the header is of kind {named}; leave out --kind")
    return named, after.strip()


def _in_words(verified: dict[str, object]) -> str:
    signer, *more = verified.items()
    words = [str(name).replace("_", " ") if value is True else str(value) for name, value in more if value]
    return f"{signer[1]} ({', '.join(words)})" if words else str(signer[1])


def _explain(error: sealwax.BadSignature, verify: Callable[[bytes], object], content: bytes) -> NoReturn:
    """Raise an error with a hint if a common mistake explains it, or else the same error."""
    for how, other in _lookalikes(content):
        try:
            verify(other)
        except sealwax.SealwaxError:
            continue
        raise sealwax.BadSignature(
            f"the stamp does not verify for this body, but does {how}; stamp and send exactly the same bytes"
        ) from None
    raise error


def _lookalikes(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield bodies that people stamp by mistake, each with a description of the change."""
    without = content.removesuffix(b"\n").removesuffix(b"\r")
    if without != content:
        yield "without its trailing newline", without
    yield "with a newline after it", content + b"\n"
    if len(content) > MAX_INPUT_BYTES:
        return  # too much memory for a hint
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return
    for separators in ((",", ":"), (", ", ": ")):
        for ensure_ascii in (False, True):
            text = json.dumps(document, separators=separators, ensure_ascii=ensure_ascii)
            yield "after its JSON was parsed and written again", text.encode(errors="surrogatepass")

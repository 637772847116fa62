"""The command ``sealwax proposal``: several people export secrets, on machines without a network."""

import json
import re
from datetime import datetime, timedelta

import click

import sealwax
from sealwax._codec.clock import REQUEST_MAX_AGE, to_instant, to_milliseconds
from sealwax.files import named
from sealwax.operations import ExportProposal, ExportSecrets, ProposalFile, is_timely, read_export_proposal

from . import options
from .key_source import KeySource
from .streams import Input, write_lines, write_result, write_secret
from .usage import Group, Misuse

_PAIR = re.compile(r"([^=]+)=(.*)", re.DOTALL)
_PLAIN_ID = re.compile(r"[!#-\[\]-~]+", re.ASCII)
"""An id that is shown without quotes: it has no spaces, quotes or backslashes."""


@click.group(cls=Group)
def proposal() -> None:
    """Export secrets that several people must approve, without a network between them.

    A proposal is a file with a request and its stamps. `new` makes it, `show` shows it, each party adds a
    stamp with `stamp`, and `combine` joins the stamps of several files. Anyone with a network sends
    the requests of `combine --curl`, in any order, within an hour of `new`.
    """


def _to_context(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...]
) -> dict[str, str] | None:
    pairs = [_PAIR.fullmatch(value) for value in values]
    found = {pair[1]: pair[2] for pair in pairs if pair is not None}
    if len(found) != len(values):
        raise Misuse("--context must be NAME=VALUE, each name once")
    return found or None


_organization_id = click.option(
    "--organization-id", required=True, metavar="ID", help="The organization that has the secrets."
)
_secret_ids = click.option(
    "--secret-id",
    "secret_ids",
    required=True,
    multiple=True,
    metavar="ID",
    help="A secret to export; repeat it.",
)
_recipient = click.option(
    "--target-public-key",
    required=True,
    type=options.HEX,
    metavar="HEX",
    help="The recipient's target key: the output of `sealwax public --type target` there.",
)
_request_context = click.option(
    "--context",
    "request_context",
    multiple=True,
    callback=_to_context,
    metavar="NAME=VALUE",
    help="An entry of the request's context, for policies; repeat it.",
)


@proposal.command(
    short_help="Make a proposal.",
    epilog=options.examples(
        "sealwax proposal new --organization-id ID --secret-id ID \\\n"
        "  --target-public-key 04… --output proposal.json"
    ),
)
@_organization_id
@_secret_ids
@_recipient
@_request_context
@options.at_time("the proposal is made")
@options.plain_output_file("the proposal")
def new(
    *,
    organization_id: str,
    secret_ids: tuple[str, ...],
    target_public_key: str,
    request_context: dict[str, str] | None,
    now: datetime | None,
    output: str | None,
) -> None:
    """Make a proposal without a stamp. No key is needed."""
    operation = ExportSecrets.for_recipient(secret_ids, target_public_key, request_context=request_context)
    made = ExportProposal.of(operation, organization_id=organization_id, now=now)
    _write(ProposalFile(made.body), output)


@proposal.command(
    short_help="Show a proposal and its stamps.",
    epilog=options.examples("sealwax proposal show proposal.json"),
)
@options.as_json
@options.at_time("the proposal's age is told")
@options.input_argument("file")
def show(*, as_json: bool, now: datetime | None, file: Input) -> None:
    """Show a proposal's request, and the keys that stamped it. Nothing is compared with expected values.

    Compare the fingerprint, the recipient and the secrets with those from the recipient, over a separate
    channel.
    """
    held = _read(file)
    instant = to_instant(now)
    with named(file.name):
        read = read_export_proposal(
            held.body,
            organization_id=None,
            expected_secret_ids=None,
            expected_target_public_key=None,
            allow_any_context=True,
            max_age=timedelta.max,
            now=instant,
        )
    is_open = is_timely(to_milliseconds(read.timestamp), now=instant)
    signers = [signer.public_key for signer in held.signers]
    fields: dict[str, object] = {
        "fingerprint": read.fingerprint,
        "organization_id": read.organization_id,
        "secret_ids": list(read.secret_ids),
        "target_public_key": read.target_public_key,
        "request_context": dict(read.request_context),
        "made_at": read.timestamp.isoformat(),
        "expires_at": (read.timestamp + REQUEST_MAX_AGE).isoformat(),
        "is_timely": is_open,
        "generate_app_proofs": read.generate_app_proofs,
        "stamped_by": signers,
    }
    lines = [
        f"fingerprint   {read.fingerprint}",
        f"organization  {_shown_id(read.organization_id)}",
        *(f"secret        {_shown_id(secret_id)}" for secret_id in read.secret_ids),
        f"recipient     {read.target_public_key}",
        *(f"context       {_quoted(name)}: {_quoted(value)}" for name, value in read.request_context.items()),
        f"made at       {read.timestamp.isoformat()}",
        f"expires at    {fields['expires_at']}{'' if is_open else ', which is past: make a new one'}",
        *(["app proofs    asked for"] if read.generate_app_proofs else []),
        *([f"stamped by    {signer}" for signer in signers] or ["stamped by    nobody yet"]),
    ]
    write_result(fields, lines, as_json=as_json)


def _quoted(text: str) -> str:
    """Return a text as JSON, so that no two texts look alike, escapes included."""
    return json.dumps(text, ensure_ascii=False)


def _shown_id(text: str) -> str:
    return text if _PLAIN_ID.fullmatch(text) else _quoted(text)


@proposal.command(
    short_help="Compare a proposal with the expected values, and stamp it.",
    epilog=options.examples(
        "sealwax proposal stamp proposal.json --key a.private --organization-id ID \\\n"
        "  --secret-id ID --target-public-key 04… --output proposal-a.json",
        note="Type the expected values in; do not copy them from the proposal.",
    ),
)
@options.key_file("The API key.", required=True)
@options.deterministic
@_organization_id
@_secret_ids
@_recipient
@_request_context
@click.option("--any-context", is_flag=True, help="Accept any context of the request.")
@click.option("--fingerprint", metavar="SHA256", help="The fingerprint that another party named.")
@options.at_time("the proposal is stamped")
@options.plain_output_file("the proposal with the stamp")
@options.input_argument("file")
def stamp(
    *,
    key: KeySource,
    deterministic: bool,
    organization_id: str,
    secret_ids: tuple[str, ...],
    target_public_key: str,
    request_context: dict[str, str] | None,
    any_context: bool,
    fingerprint: str | None,
    now: datetime | None,
    output: str | None,
    file: Input,
) -> None:
    """Compare a proposal with the expected values, and add your stamp. FILE is not changed.

    The holder of the recipient's private key gets the secrets. A proposal with an unexpected organization,
    recipient, context or secret is refused.
    """
    if any_context and request_context is not None:
        raise Misuse("pass either --context or --any-context")
    held = _read(file)
    with named(file.name):
        read = read_export_proposal(
            held.body,
            organization_id=organization_id,
            expected_secret_ids=secret_ids,
            expected_target_public_key=target_public_key,
            expected_request_context=request_context,
            allow_any_context=any_context,
            expected_fingerprint=fingerprint,
            now=now,
        )
    stamper = key.read_stamper(deterministic=deterministic)
    _write(held.stamped(read, stamper), output)


@proposal.command(
    short_help="Join the stamps of several files.",
    epilog=options.examples(
        "sealwax proposal combine proposal-a.json proposal-b.json --curl > send.sh",
        note="Each request may be sent first; the others approve it. Send one again after an error 6.",
    ),
)
@click.option("--curl", is_flag=True, help="Print a curl command for each stamp, for a POSIX shell.")
@click.option("--base-url", metavar="URL", help="The URL of the API.  [default: the deployed service]")
@options.plain_output_file("the proposal with all stamps")
@options.several_inputs_argument("files")
def combine(*, curl: bool, base_url: str | None, output: str | None, files: tuple[Input, ...]) -> None:
    """Join the stamps of several files of one proposal, or make the requests to send."""
    if base_url is not None and not curl:
        raise Misuse("--base-url is for --curl")
    if curl and output is not None:
        raise Misuse("pass either --curl or --output")
    held = [_read(file) for file in files]
    for file, one in zip(files, held, strict=True):
        if one.body != held[0].body:
            raise sealwax.BadSignature(
                f"{file.name} is not of the same proposal as {files[0].name}: the fingerprints are "
                f"{one.fingerprint} and {held[0].fingerprint}"
            )
    whole = ProposalFile.combine(held)
    if not curl:
        _write(whole, output)
        return
    with named(files[0].name):
        read = read_export_proposal(
            whole.body,
            organization_id=None,
            expected_secret_ids=None,
            expected_target_public_key=None,
            allow_any_context=True,
            max_age=timedelta.max,
        )
    url = {} if base_url is None else {"base_url": base_url}
    write_lines(*(request.to_curl() for request in whole.requests(read, **url)))


def _read(file: Input) -> ProposalFile:
    content = file.read()
    try:
        with named(file.name):
            return ProposalFile.from_text(content)
    except sealwax.BadSignature as error:
        problem = f"{file.name}: {error}"
    raise sealwax.BadSignature(problem)


def _write(file: ProposalFile, output: str | None) -> None:
    """Write a file that only its owner can read, because its stamps authorise the request."""
    write_secret(file.to_text().encode(), output)

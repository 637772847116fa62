"""The command ``sealwax audit``."""

import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import click

import sealwax
from sealwax._codec.text import decode_utf8
from sealwax._limits import MAX_ANSWER_BYTES, MAX_BODY_BYTES
from sealwax.activities.votes import decode_trusted_key
from sealwax.audit import AuditExpectation, AuditResult, AuditTrust
from sealwax.audit import audit as audit_lines
from sealwax.audit.lines import check_kinds
from sealwax.errors import MalformedInput
from sealwax.webhooks import WebhookKeys

from . import enclave, options
from .streams import STANDARD_STREAM, Input, say, to_json_line, write_output
from .usage import Misuse

_SHOW_EVERY = 1000
_SUFFIX = ".jsonl"


@options.command(
    epilog=options.examples(
        "sealwax audit --api-keys keys.txt requests.jsonl > results.jsonl",
        note="Each line of --api-keys is a public key and its curve, such as `02ab… p256`.",
    ),
)
@options.input_file("--api-keys", help="For requests: the file of the API keys, one on each line.")
@click.option(
    "--trusted-key",
    "trusted_keys",
    type=options.HEX,
    multiple=True,
    help="For activities and signatures: a trusted public key. Repeat it for each key.",
)
@options.input_file("--jwks", help="For webhooks: the JWK set of the service.")
@click.option("--organization-id", metavar="ID", help="The organization that each line must be for.")
@click.option("--notarizer-public-key", type=options.HEX, metavar="HEX", help="For sessions.")
@click.option("--session-profile-id", metavar="ID", help="For sessions: the profile that each must have.")
@click.option("--allow-scoped", is_flag=True, help="For sessions: accept those with a profile or a scope.")
@click.option("--tls-fetcher-public-key", type=options.HEX, metavar="HEX", help="For verification tokens.")
@click.option("--rp-id", metavar="DOMAIN", help="For votes by passkeys: the relying party's id.")
@click.option(
    "--origin", metavar="ORIGIN", help="For votes by passkeys: the origin, such as https://example.com."
)
@enclave.identity_options
@click.option("--fast", is_flag=True, help="Use the libraries of the extra `fast`.")
@click.option(
    "--refuse-repeated", is_flag=True, help="Refuse a line that repeats an earlier one, byte for byte."
)
@click.option(
    "--start",
    type=click.IntRange(min=1),
    default=1,
    metavar="PLACE",
    help="Start at this line: one more than the last result of an audit that ended early.",
)
@click.argument(
    "archive", type=click.Path(readable=False), metavar="FILE|FOLDER|-", callback=options.remember
)
def audit(
    *,
    api_keys: Input | None,
    trusted_keys: tuple[str, ...],
    jwks: Input | None,
    organization_id: str | None,
    notarizer_public_key: str | None,
    session_profile_id: str | None,
    allow_scoped: bool,
    tls_fetcher_public_key: str | None,
    rp_id: str | None,
    origin: str | None,
    fast: bool,
    refuse_repeated: bool,
    start: int,
    archive: str,
    **of_enclave: Any,
) -> None:
    """Verify each line of an archive: requests, activities, webhooks, tokens, proofs and signatures.

    Print a line of JSON for each line, in order, and a summary on standard error. Exit with 1 if any line
    does not verify. A folder stands for its files *.jsonl in the order of their names. For proofs, pass what
    identifies the enclave, as for verify-proof.

    This shows that each line is genuine. It cannot show that lines are missing, repeated or in another order.
    The `digest` of a result is over all lines up to it: compare the last one with that of another run.

    If the keys for a kind are missing, a file or folder is refused before anything is verified. A pipe can be
    read only once, so each such line is refused.
    """
    key_options = (api_keys, trusted_keys or None, jwks, notarizer_public_key, tls_fetcher_public_key)
    has_identity = enclave.is_identity_given(of_enclave)
    if not has_identity and all(option is None for option in key_options):
        raise Misuse("pass the keys of at least one kind, such as --api-keys")
    if jwks is not None and organization_id is None:
        raise Misuse("--jwks needs --organization-id: one key signs the webhooks of all customers")
    pairs = [] if api_keys is None else _pairs(api_keys)
    webhook_keys = None
    if jwks is not None:
        with jwks.opened() as content:
            webhook_keys = WebhookKeys.from_jwks(content)
    enclave_keys = None
    if notarizer_public_key is not None or tls_fetcher_public_key is not None:
        enclave_keys = sealwax.EnclaveKeys(notarizer=notarizer_public_key, tls_fetcher=tls_fetcher_public_key)
    trust = AuditTrust(
        trusted_keys=[decode_trusted_key(key, "each --trusted-key") for key in trusted_keys],
        webhook_keys=webhook_keys,
        enclave_keys=enclave_keys,
        identity=enclave.take_identity(of_enclave) if has_identity else None,
    )
    expected = AuditExpectation(
        organization_id=organization_id,
        session_profile_id=session_profile_id,
        allow_scoped=allow_scoped,
        rp_id=rp_id,
        origin=origin,
    )
    results = audit_lines(
        _lines(archive),
        pairs,
        trust=trust,
        expected=expected,
        fast=fast,
        refuse_repeated=refuse_repeated,
        start=start,
    )
    # A pipe can be read only once.
    if archive != STANDARD_STREAM and (Path(archive).is_file() or Path(archive).is_dir()):
        check_kinds(islice(_lines(archive), start - 1, None), pairs, trust)
    if _write(results):
        click.get_current_context().exit(1)


def _pairs(file: Input) -> list[tuple[str, str]]:
    with file.opened(limit=MAX_BODY_BYTES) as content:
        lines = decode_utf8(content, "the file of API keys").splitlines()
        pairs = []
        for number, line in enumerate(lines, 1):
            words = line.split()
            if len(words) not in {0, 2}:
                raise MalformedInput(f"line {number} must be a public key and its curve, such as 02ab… p256")
            if words:
                pairs.append((words[0], words[1]))
        return pairs


def _lines(archive: str) -> Iterator[bytes]:
    """Read the lines of a file, of a folder's files, or of standard input."""
    if archive == STANDARD_STREAM:
        yield from _bounded(sys.stdin.buffer)
        return
    path = Path(archive)
    for file in sorted(path.glob(f"*{_SUFFIX}")) if path.is_dir() else [path]:
        with file.open("rb") as lines:
            yield from _bounded(lines)


def _bounded(lines: BinaryIO) -> Iterator[bytes]:
    limit = MAX_ANSWER_BYTES + 2
    while line := lines.readline(limit):
        yield line
        # A line that is too long is cut off, and then refused.
        while len(line) == limit and not line.endswith(b"\n"):
            line = lines.readline(limit)


def _write(results: Iterator[AuditResult]) -> int:
    """Write the results, the progress on a terminal, and the summary; return the number of bad lines."""
    watched = sys.stderr is not None and os.isatty(sys.stderr.fileno())
    good = bad = 0
    while some := list(islice(results, _SHOW_EVERY)):
        write_output(b"".join(map(_to_line, some)))
        good += sum(result.ok for result in some)
        bad += sum(not result.ok for result in some)
        if watched:
            click.echo(f"\r{good + bad} lines, {bad} of them do not verify ", err=True, nl=False)
    if watched:
        click.echo(err=True)
    say(f"{good + bad} lines: {good} verify, {bad} do not")
    return bad


def _to_line(result: AuditResult) -> bytes:
    return to_json_line({name: value for name, value in asdict(result).items() if value not in (None, ())})

"""The command ``sealwax verify-votes``."""

import click

import sealwax
from sealwax._codec.hex import decode_hex
from sealwax.activities.votes import MAX_ACTIVITY_BYTES

from . import options
from .streams import MAX_BODY_BYTES, read_input, write_json, write_output
from .usage import Misuse


@click.command(
    short_help="Verify who asked for an activity, and who approved it.",
    epilog=options.examples(
        "sealwax verify-votes --trusted-key $(cat a.public) --trusted-key $(cat b.public) answer.json",
        note="The keys in the answer are the service's word. Take those to trust from elsewhere.",
    ),
)
@click.option(
    "--trusted-key",
    "trusted_keys",
    metavar="HEX",
    multiple=True,
    required=True,
    help="A public key whose vote counts, a passkey's as a COSE key. Give it once for each key.",
)
@click.option("--ignore-untrusted", is_flag=True, help="Pass over votes by other keys.")
@click.option("--organization-id", help="The organization that the activity must be of.")
@options.input_file("--request-body", help="The exact body of the request, if no vote is on it.")
@click.option("--rp-id", help="For passkeys: the relying party's id, such as example.com.")
@click.option("--origin", help="For passkeys: the origin, such as https://example.com.")
@options.enclave_key("tls_fetcher")
@options.as_json
@options.input_argument("activity")
def verify_votes(
    *,
    trusted_keys: tuple[str, ...],
    ignore_untrusted: bool,
    organization_id: str | None,
    request_body: str | None,
    rp_id: str | None,
    origin: str | None,
    keys: sealwax.EnclaveKeys,
    as_json: bool,
    activity: str,
) -> None:
    """Verify the votes of an activity. Print the keys that asked for it or approved it.

    ACTIVITY is the service's answer, or the activity in it. The fingerprint, the organization, the type and
    the parameters of what was signed are compared with the activity. Its result, its status and what it says
    of its voters are not verified: nobody signed them.
    """
    for key in trusted_keys:
        if not decode_hex(key, "each --trusted-key"):
            raise Misuse("--trusted-key is empty; give the key in hex")
    body = None if request_body is None else read_input(request_body, limit=MAX_BODY_BYTES)
    try:
        votes = sealwax.verify_activity_votes(
            read_input(activity, limit=MAX_ACTIVITY_BYTES),
            trusted_keys=trusted_keys,
            ignore_untrusted=ignore_untrusted,
            organization_id=organization_id,
            request_body=body,
            expected_rp_id=rp_id,
            expected_origin=origin,
            keys=keys,
        )
    except ValueError as error:
        if isinstance(error, sealwax.SealwaxError):
            raise
        raise Misuse("a trusted passkey voted; give --rp-id and --origin") from None
    if as_json:
        write_json({"votes": [_fields(vote) for vote in votes]})
    else:
        write_output("".join(map(_in_words, votes)).encode())


def _in_words(vote: sealwax.VerifiedVote) -> str:
    did = "requested" if vote.is_request else "approved"
    return f"{did} by {vote.public_key} ({vote.scheme})\n"


def _fields(vote: sealwax.VerifiedVote) -> dict[str, object]:
    return {
        "public_key": vote.public_key,
        "scheme": vote.scheme,
        "is_request": vote.is_request,
        "fingerprint": vote.fingerprint,
        "organization_id": vote.organization_id,
        "activity_type": vote.activity_type,
        "timestamp_ms": vote.timestamp_ms,
    }

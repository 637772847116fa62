"""The command ``sealwax verify-votes``."""

import click

import sealwax
from sealwax import activities
from sealwax._limits import MAX_ANSWER_BYTES, MAX_BODY_BYTES
from sealwax.activities.votes import decode_trusted_key

from . import options
from .streams import Input, write_result
from .usage import Misuse


@options.command(
    epilog=options.examples(
        "sealwax verify-votes --trusted-key $(cat a.public) --trusted-key $(cat b.public) answer.json",
        note="The keys in the answer are unauthenticated. Get the trusted keys from another source.",
    ),
)
@click.option(
    "--trusted-key",
    "trusted_keys",
    type=options.HEX,
    multiple=True,
    required=True,
    help="A public key whose vote counts; a passkey's is a COSE key. Repeat it for each key.",
)
@click.option("--allow-untrusted", is_flag=True, help="Leave out votes by other keys.")
@click.option("--organization-id", metavar="ID", help="The organization that the activity must be for.")
@options.input_file("--request-body", help="The exact body of the request, if no vote signs it.")
@click.option("--rp-id", metavar="DOMAIN", help="For passkeys: the relying party's id, such as example.com.")
@click.option("--origin", metavar="ORIGIN", help="For passkeys: the origin, such as https://example.com.")
@options.enclave_key("tls_fetcher")
@options.as_json
@options.input_argument("activity")
def verify_votes(
    *,
    trusted_keys: tuple[str, ...],
    allow_untrusted: bool,
    organization_id: str | None,
    request_body: Input | None,
    rp_id: str | None,
    origin: str | None,
    keys: sealwax.EnclaveKeys,
    as_json: bool,
    activity: Input,
) -> None:
    """Verify the votes on an activity. Print the keys that requested or approved it.

    FILE has the service's answer, or the activity in it. The signed fingerprint, organization, type and
    parameters are compared with the activity. Its result, its status and its descriptions of the voters are
    unauthenticated.
    """
    if "" in trusted_keys:
        raise Misuse("--trusted-key is empty; pass the key in hex")
    trusted = [decode_trusted_key(key, "each --trusted-key") for key in trusted_keys]
    body = None if request_body is None else request_body.read(limit=MAX_BODY_BYTES)
    try:
        with activity.opened(limit=MAX_ANSWER_BYTES) as content:
            votes = activities.verify_activity_votes(
                content,
                trusted_keys=trusted,
                allow_untrusted=allow_untrusted,
                organization_id=organization_id,
                request_body=body,
                expected_rp_id=rp_id,
                expected_origin=origin,
                keys=keys,
            )
    except sealwax.SealwaxError:
        raise
    except ValueError:
        raise Misuse("a trusted passkey voted; pass --rp-id and --origin") from None
    lines = [
        f"{'requested' if vote.is_request else 'approved'} by {_to_hex(vote.public_key)} ({vote.scheme})"
        for vote in votes
    ]
    write_result({"votes": [_fields(vote) for vote in votes]}, lines, as_json=as_json)


def _fields(vote: activities.VerifiedVote) -> dict[str, object]:
    names = ("scheme", "is_request", "fingerprint", "organization_id", "activity_type")
    fields = {name: getattr(vote, name) for name in names}
    timestamp = vote.timestamp.isoformat(timespec="milliseconds")
    return {"public_key": _to_hex(vote.public_key), **fields, "timestamp": timestamp}


def _to_hex(public_key: str | bytes) -> str:
    return public_key.hex() if isinstance(public_key, bytes) else public_key

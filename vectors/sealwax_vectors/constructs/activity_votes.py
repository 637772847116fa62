"""Cases of activity fingerprints and votes (wire-formats.md, Activity votes)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.clock import NO_LEEWAY
from sealwax.activities.fingerprints import activity_fingerprint
from sealwax.activities.votes import decode_trusted_key, verify_activity_votes
from sealwax.testing.sealed import oidc_verifier
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .fields import OidcKey, PinnedKey, pin


class FingerprintCase(Case, kw_only=True):
    """The body of a request, and the fingerprint of its activity."""

    body: Annotated[Hex, Meta(description="The body of the request.")]
    fingerprint: Annotated[str | UnsetType, Meta(description="Output: the fingerprint.")] = UNSET


class Fingerprint(Group[FingerprintCase], tag="ActivityFingerprint"):
    """Compute the fingerprint of an activity."""

    def run(self, case: FingerprintCase) -> Outputs:
        return {"fingerprint": activity_fingerprint(bytes.fromhex(case.body))}


class VotesCase(Case, kw_only=True):
    """An activity with votes, and the keys that are trusted."""

    activity: Annotated[str, Meta(description="The activity, or the answer that holds it, as text.")]
    trusted_keys: Annotated[
        list[Hex], Meta(description="The keys whose votes count; those of passkeys as COSE keys.")
    ]
    ignore_untrusted: Annotated[
        bool, Meta(description="Whether votes by other keys are passed over, instead of refused.")
    ] = False
    request_body: (
        Annotated[Hex, Meta(description="The body of the request, where the caller knows it.")] | UnsetType
    ) = UNSET
    organization_id: Annotated[
        str | UnsetType, Meta(description="The organization that the activity must be of.")
    ] = UNSET
    rp_id: Annotated[str, Meta(description="For passkeys: the relying party's id.")]
    origin: Annotated[str, Meta(description="For passkeys: the origin of the page that asked.")]
    tls_fetcher_public_key: PinnedKey
    oidc_public_key: OidcKey = UNSET
    votes: Annotated[
        list[dict[str, Any]] | UnsetType,
        Meta(
            description="Output: the votes by trusted keys, in their order. Each has `publicKey` (in hex, of "
            "a passkey as COSE), `scheme`, and `isRequest`: whether the request itself was signed."
        ),
    ] = UNSET


class Votes(Group[VotesCase], tag="ActivityVotes"):
    """Verify the votes of an activity.

    A token of an attested vote must be valid at the voter's time of signing.
    """

    def run(self, case: VotesCase) -> Outputs:
        votes = verify_activity_votes(
            case.activity,
            trusted_keys=[decode_trusted_key(key, "a trusted key") for key in case.trusted_keys],
            allow_untrusted=case.ignore_untrusted,
            request_body=None if case.request_body is UNSET else bytes.fromhex(case.request_body),
            organization_id=None if case.organization_id is UNSET else case.organization_id,
            expected_rp_id=case.rp_id,
            expected_origin=case.origin,
            keys=pin("tls_fetcher", case.tls_fetcher_public_key),
            leeway=NO_LEEWAY,
            verify_oidc=None if case.oidc_public_key is UNSET else oidc_verifier(case.oidc_public_key),
        )
        return {
            "votes": [vote_output(vote.public_key, vote.scheme, is_request=vote.is_request) for vote in votes]
        }


def vote_output(public_key: str | bytes, scheme: str, *, is_request: bool) -> dict[str, Any]:
    """Return the fields of a vote in a case."""
    key = public_key.hex() if isinstance(public_key, bytes) else public_key
    return {"publicKey": key, "scheme": scheme, "isRequest": is_request}


CONSTRUCTS = (
    construct(
        "activity_vote",
        "ACTIVITY-VOTE",
        (Fingerprint, Votes),
        "Activities with votes, and their fingerprints: who asked for an activity, and who approved it.",
        "A vote is on the request itself, or on a request to approve the activity of its fingerprint.",
        "Approvals, and votes of other schemes than P-256, follow descriptions: none was captured.",
    ),
)

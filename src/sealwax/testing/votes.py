"""Make activities with votes, in the service's form."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from sealwax._codec.clock import to_milliseconds
from sealwax._codec.strict_json import encode_json
from sealwax.activities.fingerprints import activity_fingerprint
from sealwax.activities.statuses import COMPLETED
from sealwax.activities.vote_schemes import APPROVED, ATTESTED_SCHEME, WEBAUTHN_SCHEME
from sealwax.activities.votes import APPROVE_ACTIVITY
from sealwax.signing import Signer, signing_function
from sealwax.stamps.attested import AttestedScheme, AttestedStamper
from sealwax.stamps.webauthn import WebAuthnStamper

from .authenticator import SoftwareAuthenticator

Vote = Mapping[str, object]
"""A vote, as JSON."""


def approval_body(fingerprint: str, *, organization_id: str, timestamp: datetime) -> bytes:
    """Make the body of a request to approve an activity.

    Args:
        fingerprint: The activity's fingerprint.
        organization_id: The organization's id.
        timestamp: The request's time, with a time zone.

    Returns:
        The body: JSON.
    """
    return request_body(
        APPROVE_ACTIVITY,
        {"fingerprint": fingerprint},
        organization_id=organization_id,
        timestamp=timestamp,
    )


def request_body(
    activity_type: str, parameters: Mapping[str, object], *, organization_id: str, timestamp: datetime
) -> bytes:
    """Make the body of a request.

    Args:
        activity_type: The type of the activity.
        parameters: Its parameters.
        organization_id: The organization's id.
        timestamp: The request's time, with a time zone.

    Returns:
        The body: JSON.
    """
    fields = {
        "type": activity_type,
        "timestampMs": str(to_milliseconds(timestamp)),
        "organizationId": organization_id,
        "parameters": parameters,
    }
    return encode_json(fields).encode()


def api_key_vote(message: bytes, signer: Signer, *, deterministic: bool = False) -> Vote:
    """Vote with an API key.

    Args:
        message: The body to sign: of the request, or of its approval.
        signer: The key, of any scheme.
        deterministic: Whether to use the nonces of RFC 6979.

    Returns:
        The vote.
    """
    signature = signing_function(signer, deterministic=deterministic)(message)
    return _vote(message, signer.public_key, signature.hex(), signer.scheme)


def webauthn_vote(message: bytes, authenticator: SoftwareAuthenticator) -> Vote:
    """Vote with a passkey.

    Args:
        message: The body to sign: of the request, or of its approval.
        authenticator: The passkey.

    Returns:
        The vote, with the COSE key in hex.
    """
    stamp = WebAuthnStamper(authenticator).stamp(message)
    return _vote(message, authenticator.public_key.hex(), stamp.header_value, WEBAUTHN_SCHEME)


def attested_vote(
    message: bytes, signer: Signer, token: str, scheme: AttestedScheme, *, deterministic: bool = False
) -> Vote:
    """Vote with an attested stamp.

    Args:
        message: The body to sign: of the request, or of its approval.
        signer: The P-256 key that the token is bound to.
        token: The token.
        scheme: The kind of token.
        deterministic: Whether to use the nonces of RFC 6979.

    Returns:
        The vote.
    """
    stamp = AttestedStamper(signer, token, scheme, deterministic=deterministic).stamp(message)
    return _vote(message, signer.public_key, stamp.header_value, ATTESTED_SCHEME)


def activity_with_votes(
    body: bytes,
    votes: Iterable[Vote],
    *,
    activity_type: str,
    organization_id: str,
    intent: Mapping[str, object],
) -> dict[str, object]:
    """Make an activity, in the service's form.

    Args:
        body: The body of the request, whose fingerprint the activity has.
        votes: The votes.
        activity_type: The type of the activity.
        organization_id: The organization's id.
        intent: The intent: one member, with the request's parameters.

    Returns:
        The activity.
    """
    return {
        "id": "01960000-0000-7000-8000-000000000001",
        "organizationId": organization_id,
        "status": COMPLETED,
        "type": activity_type,
        "intent": dict(intent),
        "result": {},
        "votes": list(votes),
        "fingerprint": activity_fingerprint(body),
        "canApprove": False,
        "canReject": False,
        "createdAt": {"seconds": "1748876837", "nanos": "0"},
        "updatedAt": {"seconds": "1748876838", "nanos": "0"},
    }


def _vote(message: bytes, public_key: str, signature: str, scheme: str) -> Vote:
    return {
        "selection": APPROVED,
        "message": message.decode(),
        "publicKey": public_key,
        "signature": signature,
        "scheme": scheme,
    }

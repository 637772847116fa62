"""The evidence in an activity's answer: its votes, verified, and the app proofs, handed on."""

import json
from datetime import datetime, timezone
from typing import Any

import pytest

from sealwax import ApiKey, ApiKeyStamper, BadSignature, ContextMismatch, MalformedInput, UntrustedSigner
from sealwax.operations import Activity, SealedRequest, UpdateUser, UpdateUserResult
from sealwax.testing import activity_with_votes, api_key_vote, approval_body

KEY, APPROVER = ApiKey.from_private_key(b"\x07" * 32), ApiKey.from_private_key(b"\x08" * 32, "ed25519")
TRUSTED = {KEY.public_key, APPROVER.public_key}
PROOF = {"scheme": "SIGNATURE_SCHEME_EPHEMERAL_KEY_P256", "publicKey": "04", "signature": "00"}


@pytest.fixture
def sealed_request() -> SealedRequest[Activity[UpdateUserResult]]:
    stamper = ApiKeyStamper(KEY)
    return UpdateUser(user_id="u", user_name="n").seal(stamper, organization_id="o", timestamp_ms=1)


def answer(body: bytes, votes: list[Any], **more: object) -> str:
    made = activity_with_votes(
        body,
        votes,
        activity_type="ACTIVITY_TYPE_UPDATE_USER",
        organization_id="o",
        intent={"updateUserIntent": json.loads(body)["parameters"]},
    )
    return json.dumps({"activity": {**made, "result": {"updateUserResult": {"userId": "u"}}, **more}})


def test_votes_verify(sealed_request: SealedRequest[Activity[UpdateUserResult]]) -> None:
    own = api_key_vote(sealed_request.body, KEY)
    read = sealed_request.read(answer(sealed_request.body, [own]))
    approval = approval_body(read.fingerprint, organization_id="o", timestamp=datetime.now(timezone.utc))
    read = sealed_request.read(answer(sealed_request.body, [own, api_key_vote(approval, APPROVER)]))
    votes = read.verify_votes(trusted_keys=TRUSTED, request_body=sealed_request.body)
    assert [(vote.public_key, vote.is_request) for vote in votes] == [
        (KEY.public_key, True),
        (APPROVER.public_key, False),
    ]
    (vote,) = read.verify_votes(trusted_keys={APPROVER.public_key}, allow_untrusted=True)
    assert vote.message == approval
    with pytest.raises(UntrustedSigner):
        read.verify_votes(trusted_keys={APPROVER.public_key})


def test_an_answer_with_another_requests_votes_is_refused(
    sealed_request: SealedRequest[Activity[UpdateUserResult]],
) -> None:
    other = sealed_request.operation.seal(ApiKeyStamper(KEY), organization_id="o", timestamp_ms=2)  # type: ignore[attr-defined]
    read = sealed_request.read(answer(other.body, [api_key_vote(other.body, KEY)]))
    assert read.verify_votes(trusted_keys=TRUSTED)
    with pytest.raises(BadSignature, match="request_body"):
        read.verify_votes(trusted_keys=TRUSTED, request_body=sealed_request.body)


def test_a_vote_for_another_organization_is_refused(
    sealed_request: SealedRequest[Activity[UpdateUserResult]],
) -> None:
    other = UpdateUser(user_id="u", user_name="n").seal(
        ApiKeyStamper(KEY), organization_id="p", timestamp_ms=1
    )
    read = sealed_request.read(answer(other.body, [api_key_vote(other.body, KEY)]))
    with pytest.raises(ContextMismatch) as caught:
        read.verify_votes(trusted_keys=TRUSTED)
    assert caught.value.code == "wrong-organization"


def test_app_proofs_are_handed_on(sealed_request: SealedRequest[Activity[UpdateUserResult]]) -> None:
    assert sealed_request.read(answer(sealed_request.body, [])).proofs == ()
    assert sealed_request.read(answer(sealed_request.body, [], appProofs=None)).proofs == ()
    assert sealed_request.read(answer(sealed_request.body, [], appProofs=[PROOF])).proofs == (PROOF,)
    refused: tuple[object, ...] = (5, {}, [5])
    for wrong in refused:
        with pytest.raises(MalformedInput, match="appProofs"):
            sealed_request.read(answer(sealed_request.body, [], appProofs=wrong))

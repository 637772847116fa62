import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, cast, get_args

import pytest

from sealwax import (
    ApiKey,
    BadSignature,
    ContextMismatch,
    Curve,
    Eip191Signer,
    EnclaveKeys,
    Expired,
    KeyMismatch,
    MalformedInput,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
    VerificationClaims,
    oidc_nonce,
)
from sealwax._codec.base64url import encode_base64url
from sealwax.activities import VerifiedVote, activity_fingerprint, verify_activity_votes
from sealwax.activities import votes as module
from sealwax.activities.vote_schemes import ATTESTED_SCHEME, WEBAUTHN_SCHEME
from sealwax.stamps.attested import OIDC, VERIFICATION_TOKEN
from sealwax.testing import (
    ReferenceEnclave,
    SoftwareAuthenticator,
    activity_with_votes,
    api_key_vote,
    approval_body,
    attested_vote,
    request_body,
    webauthn_vote,
)
from sealwax.testing.jwt import OidcIssuer
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.sealed import oidc_verifier
from tests.conftest import NOT_TEXT, ORGANIZATION, ROOT, SEED, UNPUBLISHED, near_misses, near_texts

SHARED = ROOT.parent / "shared" / "captured"
TYPE = "ACTIVITY_TYPE_UPDATE_USER"
TIME = datetime(2026, 1, 1, tzinfo=timezone.utc)
PARAMETERS: dict[str, Any] = {
    "userId": "u",
    "userName": None,
    "userTagIds": [],
    "list": [{"one": 1, "nothing": None}, None],
}
INTENT: dict[str, Any] = {"userId": "u", "userTagIds": [], "list": [{"one": 1}, None]}
BODY = request_body(TYPE, PARAMETERS, organization_id=ORGANIZATION, timestamp=TIME)
FINGERPRINT = activity_fingerprint(BODY)
APPROVAL = approval_body(
    FINGERPRINT, organization_id=ORGANIZATION, timestamp=TIME + timedelta(milliseconds=1)
)
ENCLAVE = ReferenceEnclave(SEED)
ISSUER = OidcIssuer(KeyMaterial(SEED).take_key("issuer"))
SIGNERS = {curve: ApiKey.from_private_key(b"\x07" * 32, curve) for curve in get_args(Curve)}
KEY, OTHER = SIGNERS["p256"], ApiKey.from_private_key(b"\x09" * 32)
RP_ID, ORIGIN = "example.com", "https://example.com"


def passkey(seed: int = 1, origin: str = ORIGIN, rp_id: str = RP_ID) -> SoftwareAuthenticator:
    return SoftwareAuthenticator(rp_id=rp_id, origin=origin, seed=bytes([seed]) * 32)


def token(key: ApiKey = KEY, expires_at: datetime = TIME + timedelta(seconds=1)) -> str:
    return ENCLAVE.issue_verification_token(
        VerificationClaims(
            id="i",
            verification_type="OTP_TYPE_EMAIL",
            contact="user@example.com",
            organization_id=ORGANIZATION,
            public_key=key.public_key,
            expires_at=expires_at,
        )
    )


def activity(*votes: Mapping[str, object], **changes: object) -> dict[str, Any]:
    made = activity_with_votes(
        BODY,
        votes,
        activity_type=TYPE,
        organization_id=ORGANIZATION,
        intent={"updateUserIntent": INTENT},
    )
    return {**made, **changes}


def to_key(text: str) -> str | bytes:
    return module.decode_trusted_key(text, "a key")


def verify(answer: object, *trusted: str, **arguments: Any) -> tuple[VerifiedVote, ...]:
    arguments = {
        "expected_rp_id": RP_ID,
        "expected_origin": ORIGIN,
        "keys": ENCLAVE.keys,
        "trusted_keys": {to_key(key) for key in trusted} or {KEY.public_key},
        **arguments,
    }
    return verify_activity_votes(cast("dict[str, object]", answer), **arguments)


VOTES: dict[str, tuple[Callable[[bytes], Mapping[str, object]], str]] = {
    **{
        curve: (lambda message, signer=signer: api_key_vote(message, signer), signer.public_key)  # type: ignore[misc]
        for curve, signer in SIGNERS.items()
    },
    "eip191": (
        lambda message: api_key_vote(message, Eip191Signer(SIGNERS["secp256k1"])),
        SIGNERS["secp256k1"].public_key,
    ),
    "webauthn": (lambda message: webauthn_vote(message, passkey()), passkey().public_key.hex()),
    "attested": (
        lambda message: attested_vote(message, KEY, token(), VERIFICATION_TOKEN),
        KEY.public_key,
    ),
}
every_scheme = pytest.mark.parametrize(("vote", "key"), VOTES.values(), ids=VOTES)
Make = Callable[[bytes], dict[str, Any]]


def test_the_captured_activity_verifies() -> None:
    path = SHARED / "activity_1.json"
    if not path.exists():
        pytest.skip(UNPUBLISHED)
    response = json.loads(path.read_text())["response"]
    key = "03bf162576eb8dfecf33d9275d09595284f6c4df0db6156c3c582777886a0ee0ac"
    (vote,) = verify_activity_votes(json.dumps(response), trusted_keys={key})
    assert (vote.public_key, vote.is_request) == (key, True)
    assert vote.timestamp == datetime(2025, 4, 23, 4, 45, 54, 864000, timezone.utc)
    assert vote.organization_id == "651b573c-861b-4f10-a478-cbcfe0c226af"
    assert vote.fingerprint == activity_fingerprint(vote.message)
    assert verify_activity_votes(response, trusted_keys=[key]) == (vote,)
    assert verify_activity_votes(response["activity"], trusted_keys={key.upper()}) == (vote,)
    for other in near_misses(key):
        with pytest.raises(UntrustedSigner):
            verify_activity_votes(response, trusted_keys={other})
    captured = response["activity"]
    for name in ("message", "signature"):
        for changed in near_misses(captured["votes"][0][name]):
            vote_changed = {**captured["votes"][0], name: changed}
            with pytest.raises((BadSignature, MalformedInput)):
                verify_activity_votes({**captured, "votes": [vote_changed]}, trusted_keys={key})


@every_scheme
def test_votes_of_every_scheme_verify(vote: Make, key: str) -> None:
    made = vote(BODY)
    (verified,) = verify(activity(made), key)
    assert verified.public_key == to_key(key)
    assert verified.scheme == made["scheme"]
    assert (verified.message, verified.is_request) == (BODY, True)
    assert (verified.fingerprint, verified.activity_type) == (FINGERPRINT, TYPE)
    assert (verified.organization_id, verified.timestamp) == (ORGANIZATION, TIME)
    assert (verified.assertion is not None) == (made["scheme"] == WEBAUTHN_SCHEME)
    assert (verified.attested_stamp is not None) == (made["scheme"] == ATTESTED_SCHEME)
    assert "userTagIds" not in repr(verified)


@every_scheme
def test_approvals_of_every_scheme_verify(vote: Make, key: str) -> None:
    request = api_key_vote(BODY, OTHER)
    answer = activity(request, vote(APPROVAL))
    first, second = verify(json.dumps({"activity": answer}).encode(), key, OTHER.public_key)
    assert (first.public_key, first.is_request) == (OTHER.public_key, True)
    assert (second.public_key, second.is_request, second.message) == (to_key(key), False, APPROVAL)
    assert second.timestamp == TIME + timedelta(milliseconds=1)
    # The request is that of an untrusted vote; its fingerprint is what the approver signed.
    assert verify(answer, key, allow_untrusted=True) == (second,)


@every_scheme
def test_another_message_is_refused(vote: Make, key: str) -> None:
    made = vote(BODY)
    for changed in (BODY + b"\n", BODY.replace(b'"u"', b'"v"'), b""):
        with pytest.raises(BadSignature, match=r"signature|challenge|another body"):
            verify(activity({**made, "message": changed.decode()}), key, request_body=BODY)


@every_scheme
def test_a_key_that_is_not_trusted_is_refused(vote: Make, key: str) -> None:
    answer = activity(vote(BODY))
    for near in (*near_misses(key), OTHER.public_key):
        with pytest.raises(UntrustedSigner, match="trusted_keys"):
            verify(answer, near)
        with pytest.raises(UntrustedSigner, match="no vote"):
            verify(answer, near, allow_untrusted=True)
    own = api_key_vote(BODY, OTHER)
    with pytest.raises(UntrustedSigner, match=r"votes\[0\]"):
        verify(activity(vote(BODY), own), OTHER.public_key)
    assert len(verify(activity(vote(BODY), own), OTHER.public_key, allow_untrusted=True)) == 1


@every_scheme
def test_a_vote_in_the_name_of_another_key_is_refused(vote: Make, key: str) -> None:
    made = vote(BODY)
    other = {
        "SIGNATURE_SCHEME_TK_API_P256": OTHER.public_key,
        "SIGNATURE_SCHEME_TK_ATTESTED_P256": OTHER.public_key,
        "SIGNATURE_SCHEME_TK_WEBAUTHN": passkey(2).public_key.hex(),
        "SIGNATURE_SCHEME_TK_API_ED25519": ApiKey.from_private_key(b"\x08" * 32, "ed25519").public_key,
    }.get(made["scheme"], ApiKey.from_private_key(b"\x08" * 32, "secp256k1").public_key)
    assert other != key
    with pytest.raises(BadSignature):
        verify(activity({**made, "publicKey": other}), other)


@every_scheme
def test_a_broken_signature_is_refused(vote: Make, key: str) -> None:
    made = vote(BODY)
    for changed in (*near_misses(made["signature"]), "", made["signature"][:-2], made["signature"] + "00"):
        with pytest.raises((BadSignature, MalformedInput, KeyMismatch, Unsupported)):
            verify(activity({**made, "signature": changed}), key)


def test_no_votes_are_refused() -> None:
    for ignore in (True, False):
        with pytest.raises(UntrustedSigner, match="no vote"):
            verify(activity(), allow_untrusted=ignore, request_body=BODY)


def test_two_votes_by_one_key_are_refused() -> None:
    first, second = api_key_vote(BODY, KEY), api_key_vote(APPROVAL, KEY)
    for pair in ((first, first), (first, second)):
        with pytest.raises(MalformedInput, match="second vote"):
            verify(activity(*pair))
    upper = {**first, "publicKey": KEY.public_key.upper()}
    assert verify(activity(upper))[0].public_key == KEY.public_key
    with pytest.raises(MalformedInput, match="second vote"):
        verify(activity(first, upper))
    other = api_key_vote(BODY, OTHER)
    assert len(verify(activity(other, first, other), allow_untrusted=True)) == 1


@pytest.mark.parametrize(
    ("signer", "curve", "near"),
    [
        (KEY, "p256", f"{KEY.public_key[:-1]}4"),
        (SIGNERS["ed25519"], "ed25519", f"b{SIGNERS['ed25519'].public_key[1:]}"),
        (KEY, "ed25519", KEY.public_key[:64]),
    ],
    ids=["the last digit", "the first digit", "the beginning"],
)
def test_keys_that_are_nearly_one_are_two_voters(signer: ApiKey, curve: Curve, near: str) -> None:
    # The second key is a point, too; nobody has its private key.
    forged = {**api_key_vote(APPROVAL, SIGNERS[curve]), "publicKey": near}
    with pytest.raises(BadSignature, match=r"votes\[1\]"):
        verify(activity(api_key_vote(BODY, signer), forged), signer.public_key, near)


def test_a_key_in_mixed_case_is_not_the_trusted_key() -> None:
    # As everywhere, hex is of one case.
    vote = {**api_key_vote(BODY, KEY), "publicKey": KEY.public_key.upper().replace("A", "a", 1)}
    with pytest.raises(UntrustedSigner, match="not in trusted_keys"):
        verify(activity(vote))
    key = "ab" * 32
    for mixed in (f"a{key.upper()[1:]}", f"{key.upper()[:-1]}b"):
        with pytest.raises(UntrustedSigner, match="not in trusted_keys"):
            verify(activity({**vote, "publicKey": mixed}), key)


@pytest.mark.parametrize("selection", ["VOTE_SELECTION_REJECTED", "", "VOTE_SELECTION_APPROVED "])
def test_what_is_no_approval_is_refused(selection: str) -> None:
    with pytest.raises(Unsupported, match="not an approval"):
        verify(activity({**api_key_vote(BODY, KEY), "selection": selection}))


@pytest.mark.parametrize(
    "scheme",
    ["", "SIGNATURE_SCHEME_TK_QUORUM_P256", "SIGNATURE_SCHEME_UNSPECIFIED",
     *near_texts("SIGNATURE_SCHEME_TK_API_P256")],
)  # fmt: skip
def test_unknown_schemes_are_refused(scheme: str) -> None:
    unknown = {**api_key_vote(BODY, KEY), "scheme": scheme}
    with pytest.raises(Unsupported, match="SIGNATURE_SCHEME_TK_WEBAUTHN"):
        verify(activity(unknown))
    own = api_key_vote(APPROVAL, OTHER)
    assert len(verify(activity(unknown, own), OTHER.public_key, allow_untrusted=True)) == 1


def test_a_key_of_another_scheme_is_refused() -> None:
    for scheme in ("SIGNATURE_SCHEME_TK_API_ED25519", "SIGNATURE_SCHEME_TK_API_SECP256K1"):
        with pytest.raises((MalformedInput, BadSignature)):
            verify(activity({**api_key_vote(BODY, KEY), "scheme": scheme}))


# What a message must say.


def approval_of(fingerprint: object, **changes: object) -> bytes:
    body = {**json.loads(APPROVAL), "parameters": {"fingerprint": fingerprint}, **changes}
    return json.dumps(body).encode()


@pytest.mark.parametrize(
    "fingerprint",
    [*near_misses(FINGERPRINT), FINGERPRINT.upper(), FINGERPRINT[7:], "", None, 5, [FINGERPRINT]],
)
def test_an_approval_of_another_fingerprint_is_refused(fingerprint: object) -> None:
    answer = activity(api_key_vote(BODY, OTHER), api_key_vote(approval_of(fingerprint), KEY))
    with pytest.raises(BadSignature, match="a different fingerprint"):
        verify(answer, allow_untrusted=True)


@pytest.mark.parametrize("value", [FINGERPRINT, near_misses(FINGERPRINT)[-1], None, 5])
@pytest.mark.parametrize("name", ["Fingerprint", "FINGERPRINT", "fingerPrint"])
def test_an_approval_with_its_fingerprint_in_another_case_is_refused(name: str, value: object) -> None:
    for parameters in (
        {"fingerprint": FINGERPRINT, name: value},
        {name: value, "fingerprint": FINGERPRINT},
        {name: value},
    ):
        message = approval_of("", parameters=parameters)
        answer = activity(api_key_vote(BODY, OTHER), api_key_vote(message, KEY))
        with pytest.raises(MalformedInput, match="differs from fingerprint only in case"):
            verify(answer, allow_untrusted=True)


def test_other_parameters_of_an_approval_are_ignored() -> None:
    for name in ("fingerprints", "ingerprint", "\ufb01ngerprint", "more"):
        message = approval_of("", parameters={"fingerprint": FINGERPRINT, name: "x"})
        answer = activity(api_key_vote(BODY, OTHER), api_key_vote(message, KEY))
        assert len(verify(answer, allow_untrusted=True)) == 1


@pytest.mark.parametrize(
    "activity_type", ["ACTIVITY_TYPE_REJECT_ACTIVITY", TYPE, "", "ACTIVITY_TYPE_APPROVE_ACTIVITY_V2"]
)
def test_another_request_that_names_the_fingerprint_is_refused(activity_type: str) -> None:
    message = approval_of(FINGERPRINT, type=activity_type)
    answer = activity(api_key_vote(BODY, OTHER), api_key_vote(message, KEY))
    with pytest.raises(BadSignature, match="does not name"):
        verify(answer, allow_untrusted=True)


def test_an_approval_in_another_organization_is_refused() -> None:
    for other in near_misses(ORGANIZATION):
        message = approval_of(FINGERPRINT, organizationId=other)
        answer = activity(api_key_vote(BODY, OTHER), api_key_vote(message, KEY))
        with pytest.raises(ContextMismatch) as caught:
            verify(answer, allow_untrusted=True)
        assert caught.value.code == "wrong-organization"


@pytest.mark.parametrize("name", ["type", "timestampMs", "organizationId", "parameters"])
def test_a_message_without_a_field_is_refused(name: str) -> None:
    fields = json.loads(BODY)
    del fields[name]
    body = json.dumps(fields).encode()
    answer = activity(api_key_vote(body, KEY), fingerprint=activity_fingerprint(body))
    with pytest.raises(MalformedInput, match="request of the activity"):
        verify(answer)


def test_the_last_time_is_read() -> None:
    body = json.dumps({**json.loads(BODY), "timestampMs": "253402300799999"}).encode()
    answer = activity(api_key_vote(body, KEY), fingerprint=activity_fingerprint(body))
    assert verify(answer)[0].timestamp == datetime.max.replace(microsecond=999000, tzinfo=timezone.utc)


# What the activity must say.


def test_an_activity_with_another_fingerprint_is_refused() -> None:
    for changed in (*near_misses(FINGERPRINT), FINGERPRINT[7:], FINGERPRINT.upper(), ""):
        with pytest.raises(BadSignature):
            verify(activity(api_key_vote(BODY, KEY), fingerprint=changed))


def test_an_approval_needs_the_request() -> None:
    answer = activity(api_key_vote(APPROVAL, KEY))
    with pytest.raises(BadSignature, match="request_body"):
        verify(answer)
    assert verify(answer, request_body=BODY)[0].is_request is False
    assert verify(answer, request_body=BODY.decode()) == verify(answer, request_body=BODY)
    for other in (BODY + b"\n", b"", APPROVAL):
        with pytest.raises(BadSignature, match="request_body"):
            verify(answer, request_body=other)


@pytest.mark.parametrize(
    ("near", "error", "message"),
    [
        (BODY + b" ", BadSignature, "is a request that"),
        (BODY[:-1] + b"]", MalformedInput, "is not JSON"),
        (b"[" + BODY[1:], MalformedInput, "is not JSON"),
    ],
    ids=["a space more", "another end", "another beginning"],
)
def test_a_vote_on_nearly_the_request_is_none_on_it(
    near: bytes, error: type[SealwaxError], message: str
) -> None:
    answer = activity(api_key_vote(BODY, OTHER), api_key_vote(near, KEY))
    with pytest.raises(error, match=rf"votes\[1\] {message}"):
        verify(answer, OTHER.public_key, KEY.public_key)


def test_the_request_must_be_one() -> None:
    answer = activity(
        api_key_vote(approval_of(activity_fingerprint(b"x")), KEY), fingerprint=activity_fingerprint(b"x")
    )
    with pytest.raises(MalformedInput, match="request of the activity"):
        verify(answer, request_body=b"x")


def test_an_untrusted_request_of_another_organization_is_refused() -> None:
    foreign = BODY.replace(ORGANIZATION.encode(), b"another")
    fingerprint = activity_fingerprint(foreign)
    answer = activity(
        api_key_vote(foreign, OTHER), api_key_vote(approval_of(fingerprint), KEY), fingerprint=fingerprint
    )
    with pytest.raises(ContextMismatch) as caught:
        verify(answer, allow_untrusted=True)
    assert caught.value.code == "wrong-organization"


def test_an_activity_of_another_organization_is_refused() -> None:
    answer = activity(api_key_vote(BODY, KEY))
    assert verify(answer, organization_id=ORGANIZATION)
    for other in (*near_misses(ORGANIZATION), ORGANIZATION.upper(), ""):
        with pytest.raises(ContextMismatch) as caught:
            verify(activity(api_key_vote(BODY, KEY), organizationId=other))
        assert caught.value.code == "wrong-organization"
        with pytest.raises(ContextMismatch) as caught:
            verify(answer, organization_id=other)
        assert caught.value.code == "wrong-organization"


def test_an_activity_of_another_type_is_refused() -> None:
    for other in ("ACTIVITY_TYPE_UPDATE_USE", TYPE + "_V2", TYPE.lower(), ""):
        with pytest.raises(BadSignature, match="different types"):
            verify(activity(api_key_vote(BODY, KEY), type=other))


@pytest.mark.parametrize(
    "intent",
    [
        {},
        None,
        [],
        "u",
        {**INTENT, "userId": "v"},
        {**INTENT, "more": 1},
        {**INTENT, "userName": "null"},
        {**INTENT, "userName": ""},
        {**INTENT, "userTagIds": ["t"]},
        {**INTENT, "userTagIds": {}},
        {**INTENT, "list": [{"one": True}, None]},
        {**INTENT, "list": [{"one": 1.0}, None]},
        {**INTENT, "list": [{"one": "1"}, None]},
        {**INTENT, "list": [None, {"one": 1}]},
        {**INTENT, "list": [{"one": 1}]},
        {name: value for name, value in INTENT.items() if name != "userTagIds"},
    ],
)
def test_another_intent_is_refused(intent: object) -> None:
    answer = activity(api_key_vote(BODY, KEY), intent={"updateUserIntent": intent})
    for form in (answer, json.dumps(answer)):
        with pytest.raises(BadSignature, match="different parameters"):
            verify(form)


def test_what_the_request_lacks_or_has_more_of_is_another_intent() -> None:
    """Members that the request lacks altogether, and arrays that are cut at either end."""
    parameters = {"ids": ["a", "b", "c"], "deep": {"keys": [{"x": 1}, {"y": 2}]}}
    body = request_body(TYPE, parameters, organization_id=ORGANIZATION, timestamp=TIME)
    for intent in (
        {**parameters, "userPhoneNumber": "+15550100"},
        {**parameters, "userPhoneNumber": ""},
        {**parameters, "userTagIds": []},
        {**parameters, "ids": ["a", "b"]},
        {**parameters, "ids": ["b", "c"]},
        {**parameters, "ids": ["a", "b", "c", "d"]},
        {**parameters, "ids": []},
        {**parameters, "deep": {"keys": [{"x": 1}]}},
        {**parameters, "deep": {"keys": [{"x": 1}, {}]}},
        {**parameters, "deep": {"keys": [{"x": 1}, {"y": 2, "z": 3}]}},
        {"ids": ["a", "b", "c"]},
    ):
        answer = activity(
            api_key_vote(body, KEY),
            intent={"updateUserIntent": intent},
            fingerprint=activity_fingerprint(body),
        )
        with pytest.raises(BadSignature, match="different parameters"):
            verify(answer)


@pytest.mark.parametrize(
    "name",
    ["deletePrivateKeysIntent", "updateUserIntentV2", "updateUserInten", "pdateUserIntent", "updateUser",
     "UpdateUserIntent", "updateuserintent", "updateUserIntent ", " updateUserIntent", "updateUsersIntent",
     "update_user_intent", "", "ACTIVITY_TYPE_UPDATE_USER"],
)  # fmt: skip
def test_an_intent_must_be_named_after_the_type(name: str) -> None:
    answer = activity(api_key_vote(BODY, KEY), intent={name: INTENT})
    with pytest.raises(BadSignature, match="the intent of the activity does not match"):
        verify(answer)


@pytest.mark.parametrize("intent", [{}, {"updateUserIntent": INTENT, "another": INTENT}])
def test_an_intent_must_have_one_member(intent: object) -> None:
    with pytest.raises(MalformedInput, match="one member"):
        verify(activity(api_key_vote(BODY, KEY), intent=intent))


# Passkeys.


def test_a_passkeys_key_may_be_base64url() -> None:
    algorithms: tuple[Literal["ES256", "EdDSA"], ...] = ("ES256", "EdDSA")
    for algorithm in algorithms:
        maker = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, algorithm=algorithm, seed=SEED)
        key = maker.public_key
        vote = {**webauthn_vote(BODY, maker), "publicKey": encode_base64url(key)}
        (verified,) = verify(activity(vote), key.hex().upper())
        assert verified.public_key == key
        assert verified.assertion is not None
        assert verified.assertion.user_verified
        with pytest.raises(MalformedInput, match="second vote"):
            verify(activity(vote, webauthn_vote(APPROVAL, maker)), key.hex())
    with pytest.raises(MalformedInput, match="base64url"):
        verify(activity({**webauthn_vote(BODY, passkey()), "publicKey": "p!"}))
    maker = passkey()
    own = {**webauthn_vote(BODY, maker), "publicKey": encode_base64url(maker.public_key)}
    for near in near_texts(WEBAUTHN_SCHEME):
        with pytest.raises(UntrustedSigner, match="not in trusted_keys"):
            verify(activity({**own, "scheme": near}), maker.public_key.hex())


def test_a_passkeys_vote_needs_expectations() -> None:
    maker = passkey()
    key = maker.public_key.hex()
    answer = activity(webauthn_vote(BODY, maker))
    for name in ("expected_rp_id", "expected_origin"):
        with pytest.raises(ValueError, match=name):
            verify(answer, key, **{name: None})
    assert verify(answer, key, expected_origin=["https://other.example", ORIGIN])
    # Nobody needs them who trusts no passkey.
    answer["votes"].append(api_key_vote(APPROVAL, KEY))
    assert verify(answer, expected_rp_id=None, expected_origin=None, allow_untrusted=True)


@pytest.mark.parametrize(
    "maker",
    [passkey(origin=ORIGIN + ":443"), passkey(origin="https://example.co"), passkey(rp_id="example.co")],
)
def test_a_passkeys_vote_from_elsewhere_is_refused(maker: SoftwareAuthenticator) -> None:
    with pytest.raises(ContextMismatch) as caught:
        verify(activity(webauthn_vote(BODY, maker)), maker.public_key.hex())
    assert caught.value.code == "wrong-origin"


def test_a_passkeys_vote_on_another_body_is_refused() -> None:
    maker = passkey()
    vote = {**webauthn_vote(APPROVAL, maker), "message": BODY.decode()}
    with pytest.raises(BadSignature, match="another body"):
        verify(activity(vote), maker.public_key.hex())


# Attested votes.


def test_a_token_of_another_key_is_refused() -> None:
    # Made by hand, as the stamper refuses such a token.
    stamp = {
        "publicKeyAttestation": token(OTHER),
        "scheme": VERIFICATION_TOKEN,
        "publicKey": KEY.public_key,
        "signature": KEY.sign(BODY).hex(),
    }
    vote = {
        **api_key_vote(BODY, KEY),
        "scheme": ATTESTED_SCHEME,
        "signature": encode_base64url(json.dumps(stamp).encode()),
    }
    with pytest.raises(KeyMismatch):
        verify(activity(vote))


def test_the_stamp_of_another_key_is_refused() -> None:
    vote = attested_vote(BODY, OTHER, token(OTHER), VERIFICATION_TOKEN)
    own = OTHER.public_key
    # Trusted keys are not checked to be points, and may be those of Ed25519.
    for key in (KEY.public_key, f"{5 - int(own[1]):02}{own[2:]}", f"1{own[1:]}", own[:64]):
        with pytest.raises(BadSignature, match="is not the vote's"):
            verify(activity({**vote, "publicKey": key}), key)


def test_a_token_must_be_good_when_the_voter_signed() -> None:
    for seconds, good in ((1, True), (0, False), (-1, False)):
        made = token(expires_at=TIME + timedelta(seconds=seconds))
        answer = activity(attested_vote(BODY, KEY, made, VERIFICATION_TOKEN))
        if good:
            (vote,) = verify(answer)
            assert vote.attested_stamp is not None
            assert vote.attested_stamp.verification is not None
            assert vote.attested_stamp.verification.contact == "user@example.com"
        else:
            with pytest.raises(Expired):
                verify(answer, leeway=timedelta())
            assert verify(answer)


def test_the_clock_of_a_voter_may_differ_by_the_leeway() -> None:
    two: dict[str, Any] = {"leeway": timedelta(seconds=2)}
    for age, leeway in ((59, {}), (1, two)):
        made = token(expires_at=TIME - timedelta(seconds=age))
        assert verify(activity(attested_vote(BODY, KEY, made, VERIFICATION_TOKEN)), **leeway)
    for age, leeway in ((60, {}), (2, two)):
        made = token(expires_at=TIME - timedelta(seconds=age))
        with pytest.raises(Expired, match="check the clock"):
            verify(activity(attested_vote(BODY, KEY, made, VERIFICATION_TOKEN)), **leeway)
    with pytest.raises(ValueError, match="leeway must not be negative"):
        verify(activity(attested_vote(BODY, KEY, token(), VERIFICATION_TOKEN)), leeway=-timedelta.resolution)


def test_a_token_by_another_enclave_is_refused() -> None:
    answer = activity(attested_vote(BODY, KEY, token(), VERIFICATION_TOKEN))
    with pytest.raises(BadSignature):
        verify(answer, keys=ReferenceEnclave(b"\x01" * 32).keys)
    with pytest.raises(BadSignature):
        verify(answer, keys=EnclaveKeys.production())
    with pytest.raises(ValueError, match="tls_fetcher"):
        verify(answer, keys=EnclaveKeys(signer=ENCLAVE.keys.signer))


def test_an_oidc_token_needs_its_verifier() -> None:
    made = ISSUER.sign(json.dumps({"nonce": oidc_nonce(KEY.public_key)}).encode())
    answer = activity(attested_vote(BODY, KEY, made, OIDC))
    with pytest.raises(Unsupported, match="verify_oidc"):
        verify(answer)
    (vote,) = verify(answer, verify_oidc=oidc_verifier(ISSUER.public_key))
    assert vote.attested_stamp is not None
    assert vote.attested_stamp.oidc_claims == {"nonce": oidc_nonce(KEY.public_key)}


# Hostile input, and wrong arguments.


@pytest.mark.parametrize("name", ["organizationId", "type", "intent", "fingerprint", "votes"])
def test_an_activity_without_a_field_is_refused(name: str) -> None:
    answer = activity(api_key_vote(BODY, KEY))
    for wrong in (None, 5, "x", ["x"], {"x": 5}):
        if type(wrong) is type(answer[name]):
            continue
        with pytest.raises(MalformedInput, match="activity is malformed"):
            verify({**answer, name: wrong})
    del answer[name]
    with pytest.raises(MalformedInput, match="activity is malformed"):
        verify(answer)


@pytest.mark.parametrize("name", ["message", "publicKey", "signature", "scheme", "selection"])
def test_a_vote_without_a_field_is_refused(name: str) -> None:
    vote = dict(api_key_vote(BODY, KEY))
    for wrong in NOT_TEXT:
        with pytest.raises(MalformedInput, match="activity is malformed"):
            verify(activity({**vote, name: wrong}))
    del vote[name]
    with pytest.raises(MalformedInput, match="activity is malformed"):
        verify(activity(vote))


def test_lone_surrogates_are_refused() -> None:
    for name in ("message", "publicKey", "signature", "scheme", "selection"):
        vote = {**api_key_vote(BODY, KEY), name: "\ud800"}
        with pytest.raises(SealwaxError):
            verify(activity(vote))
    for name in ("message", "publicKey"):
        ignored = {**api_key_vote(BODY, KEY), name: "\ud800"}
        answer = activity(ignored, api_key_vote(APPROVAL, OTHER))
        if name == "message":
            with pytest.raises(MalformedInput, match="surrogate"):
                verify(answer, OTHER.public_key, allow_untrusted=True)
        else:
            assert verify(answer, OTHER.public_key, allow_untrusted=True)


def test_wrong_arguments_are_type_or_value_errors() -> None:
    answer = activity(api_key_vote(BODY, KEY))
    wrong: tuple[dict[str, Any], ...] = (
        {"trusted_keys": KEY.public_key},
        {"trusted_keys": b"\x02"},
        {"trusted_keys": None},
        {"trusted_keys": [5]},
        {"allow_untrusted": 1},
        {"organization_id": 5},
        {"expected_rp_id": 5},
        {"expected_origin": 5},
        {"expected_origin": [5]},
        {"keys": None},
        {"keys": "04"},
        {"verify_oidc": "issuer"},
    )
    for arguments in wrong:
        (name,) = arguments
        with pytest.raises(TypeError, match=name):
            verify(answer, **arguments)
    key, cose_key = KEY.public_key, passkey().public_key
    for text in ("", "0x02", "0", key[:-1] + "g", key[:60], cose_key.hex()):
        with pytest.raises(ValueError, match="trusted_keys"):
            verify(answer, trusted_keys=[key, text])
    for encoded in (b"", b"\xa0", bytes.fromhex(key)):
        with pytest.raises(ValueError, match="trusted_keys"):
            verify(answer, trusted_keys=[key, encoded])
    with pytest.raises(ValueError, match="trusted_keys"):
        verify(answer, trusted_keys=[])
    assert len(verify(answer, trusted_keys=[key, key.upper(), cose_key])) == 1
    with pytest.raises(MalformedInput, match="request_body"):
        verify(answer, request_body=5)

"""Vectors of activity fingerprints and votes (wire-formats.md, Activity votes)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import count
from typing import Any

from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import from_milliseconds, to_milliseconds
from sealwax._crypto.curves import API_CURVES
from sealwax._crypto.points import P256
from sealwax.activities.fingerprints import activity_fingerprint
from sealwax.activities.vote_schemes import ATTESTED_SCHEME
from sealwax.activities.votes import APPROVE_ACTIVITY
from sealwax.keys import ApiKey, with_scheme
from sealwax.login.oidc import oidc_nonce
from sealwax.login.tokens import VerificationClaims
from sealwax.schemes import SCHEMES
from sealwax.stamps.attested import OIDC, VERIFICATION_TOKEN
from sealwax.testing.authenticator import SoftwareAuthenticator
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.jwt import OidcIssuer
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.votes import (
    Vote,
    activity_with_votes,
    api_key_vote,
    approval_body,
    attested_vote,
    request_body,
    webauthn_vote,
)
from sealwax_vectors.constructs.activity_votes import FingerprintCase, VotesCase, vote_output
from sealwax_vectors.format import Case

from .builder import Cases
from .bundles import ORGANIZATION
from .defects import compact, der_defects, hex_defects, json_defects, near_texts
from .labels import Label, by_rule, comment_of, id_of, of_field, placed, valued, words_of
from .tokens import NOW

TYPE = "ACTIVITY_TYPE_UPDATE_USER"
PARAMETERS: dict[str, Any] = {
    "userId": "4a3e1f2c-6a0b-4f6e-9a63-0c5e5a4f2f10",
    "userName": "Zoë",
    "userEmail": None,
    "userTagIds": [],
}
INTENT = {name: value for name, value in PARAMETERS.items() if value is not None}
RP_ID, ORIGIN = "example.com", "https://example.com"
_TIME = to_milliseconds(NOW)
_P256 = "SIGNATURE_SCHEME_TK_API_P256"


Voter = tuple[str, str, bool]
"""A vote that the activity must yield: the key, the scheme, and whether the request itself was signed."""


class _Maker(Cases[VotesCase]):
    def __init__(self, material: KeyMaterial) -> None:
        self.enclave = ReferenceEnclave(material.take("enclave"))
        self.foreign = ReferenceEnclave(material.take("enclave"))
        self.issuer = OidcIssuer(material.take_key("OIDC issuer"))
        self.key, self.other = (ApiKey.from_private_key(material.take("voter")) for _ in range(2))
        self.material = material
        self.body = self.request()
        self.fingerprint = activity_fingerprint(self.body)
        self.approval = self.approve(self.fingerprint)
        self.vote = self.sign(self.body)
        super().__init__(
            VotesCase, rp_id=RP_ID, origin=ORIGIN, tls_fetcher_public_key=self.enclave.keys.tls_fetcher
        )

    def request(self, parameters: Mapping[str, object] = PARAMETERS, **changes: object) -> bytes:
        """Make the body of the request, with changes to its fields."""
        body = request_body(TYPE, parameters, organization_id=ORGANIZATION, timestamp=NOW)
        return compact({**json.loads(body), **changes}).encode()

    def approve(self, fingerprint: str, /, **changes: object) -> bytes:
        """Make the body of a request to approve an activity, with changes to its fields."""
        body = approval_body(fingerprint, organization_id=ORGANIZATION, timestamp=NOW + timedelta(minutes=1))
        return compact({**json.loads(body), **changes}).encode()

    def sign(self, message: bytes, key: ApiKey | None = None) -> Vote:
        return api_key_vote(message, key or self.key, deterministic=True)

    def token(self, key: ApiKey, seconds: int = 3600, enclave: ReferenceEnclave | None = None) -> str:
        """Make a verification token that expires this many seconds after the voter's time."""
        return (enclave or self.enclave).issue_verification_token(
            VerificationClaims(
                id="eb39b199-3352-4289-b31f-57194c79609c",
                verification_type="OTP_TYPE_EMAIL",
                contact="user@example.com",
                organization_id=ORGANIZATION,
                public_key=key.public_key,
                expires_at=from_milliseconds(_TIME + 1000 * seconds),
            )
        )

    def attest(self, token: str, scheme: Any = VERIFICATION_TOKEN) -> Vote:
        return attested_vote(self.body, self.key, token, scheme, deterministic=True)

    def passkey(self, label: str = "passkey", **changes: Any) -> SoftwareAuthenticator:
        arguments = {"rp_id": RP_ID, "origin": ORIGIN, "seed": self.material.take(label), **changes}
        return SoftwareAuthenticator(**arguments)

    def activity(self, *votes: Mapping[str, object], **changes: object) -> dict[str, object]:
        made = activity_with_votes(
            self.body,
            votes,
            activity_type=TYPE,
            organization_id=ORGANIZATION,
            intent={"updateUserIntent": INTENT},
        )
        return {**made, **changes}

    def fields(
        self, activity: Sequence[Vote] | Mapping[str, object] | str, *voters: str | Voter, **changes: Any
    ) -> dict[str, Any]:
        """Return the fields of a case: its activity, or votes, and the trusted keys or expected votes.

        ``changes`` replace fields of the case, or else of the activity.
        """
        others = {name: changes.pop(name) for name in [*changes] if name not in VotesCase.__struct_fields__}
        if isinstance(activity, Sequence) and not isinstance(activity, str):
            activity = self.activity(*activity, **others)
        votes = [voter for voter in voters if not isinstance(voter, str)]
        if not voters:
            votes = [(self.key.public_key, _P256, True)]
        return {
            "activity": activity if isinstance(activity, str) else compact(activity),
            "trusted_keys": [voter if isinstance(voter, str) else voter[0] for voter in voters or votes],
            "votes": [vote_output(key, scheme, is_request=is_request) for key, scheme, is_request in votes],
            **changes,
        }


def _changed(text: str, position: int) -> str:
    """Change a digit of a text."""
    digit = "1" if text[position] != "1" else "2"
    position %= len(text)
    return text[:position] + digit + text[position + 1 :]


_NEAR = (("last", -1), ("ninth", 8))


def _schemes(maker: _Maker) -> Iterator[VotesCase]:
    """Yield a request and an approval by every scheme, also over another message or by another key."""
    makers: dict[str, tuple[str, str, Any, str]] = {}
    for scheme in SCHEMES.values():
        length = API_CURVES[scheme.curve].private_key_bytes
        keys = (ApiKey(maker.material.take(scheme.name, length), scheme.curve) for _ in range(2))
        own, other = (with_scheme(key, scheme.name) for key in keys)
        name = scheme.name.removeprefix("SIGNATURE_SCHEME_TK_API_")
        makers[name] = (
            own.public_key,
            scheme.name,
            lambda message, own=own: api_key_vote(message, own, deterministic=True),
            other.public_key,
        )
    for algorithm in ("ES256", "EdDSA"):
        passkey, other_passkey = (maker.passkey(algorithm, algorithm=algorithm) for _ in range(2))
        makers[algorithm] = (
            passkey.public_key.hex(),
            "SIGNATURE_SCHEME_TK_WEBAUTHN",
            lambda message, passkey=passkey: webauthn_vote(message, passkey),
            other_passkey.public_key.hex(),
        )
    makers["ATTESTED"] = (
        maker.key.public_key,
        ATTESTED_SCHEME,
        lambda message: attested_vote(
            message, maker.key, maker.token(maker.key), VERIFICATION_TOKEN, deterministic=True
        ),
        maker.other.public_key,
    )
    for name, (key, scheme_name, vote, other_key) in makers.items():
        request, approval = vote(maker.body), vote(maker.approval)
        yield maker.good(
            placed(valued(name), "a-vote-on-the-request"), "Valid", [request], (key, scheme_name, True)
        )
        initiator = maker.sign(maker.body, maker.other)
        label = placed(
            valued(name), Label("an-approval-of-another-s-request", "an approval of another's request")
        )
        voter = (key, scheme_name, False)
        yield maker.good(label, "Valid", [initiator, approval], voter, ignore_untrusted=True)
        label = placed(valued(name), "a-signature-on-another-message")
        votes = [{**approval, "message": request["message"]}]
        yield maker.bad(label, "bad-signature", "AlteredMessage", votes, key)
        label = placed(valued(name), "a-vote-in-the-name-of-another-trusted-key")
        votes = [{**request, "publicKey": other_key}]
        yield maker.bad(label, "bad-signature", "WrongKey", votes, other_key)
        for place, position in _NEAR:
            label = placed(valued(name), f"the-{place}-digit-of-the-trusted-key-changed")
            yield maker.bad(label, "untrusted-signer", "UntrustedVoter", [request], _changed(key, position))


def _keys(maker: _Maker) -> Iterator[VotesCase]:
    """Yield cases about the voters' keys."""
    label: str | Label
    key, own = maker.key.public_key, maker.vote
    voted = (key, _P256, True)
    other = maker.sign(maker.body, maker.other)
    yield maker.good("the-key-in-upper-case", "ClientVariant", [{**own, "publicKey": key.upper()}])
    label = "a-vote-by-another-key-is-passed-over"
    yield maker.good(label, "UntrustedVoter", [other, own], ignore_untrusted=True)
    label = "two-votes-by-a-key-that-is-passed-over"
    yield maker.good(label, "DoubleVote", [other, own, other], ignore_untrusted=True)
    broken = {**other, "signature": "00", "scheme": "SIGNATURE_SCHEME_TK_QUORUM_P256"}
    label = "a-vote-that-is-passed-over-need-not-verify"
    yield maker.good(label, "UntrustedVoter", [broken, own], ignore_untrusted=True)
    for defect, text in (("cut", key[:-1]), ("empty", ""), ("no-hex", "x")):
        votes = [{**other, "publicKey": text}, own]
        label = placed("a-vote-that-is-passed-over", f"its-key-{defect}")
        yield maker.good(label, "UntrustedVoter", votes, ignore_untrusted=True)
    for name in other:
        for defect, vote in (
            ("left-out", {each: kept for each, kept in other.items() if each != name}),
            ("is-a-number", {**other, name: 5}),
        ):
            flag = "MissingField" if defect == "left-out" else "WrongType"
            label = placed("a-vote-that-is-passed-over", of_field(name, defect))
            yield maker.bad(label, "malformed", flag, [vote, own], ignore_untrusted=True)
    voter = (maker.other.public_key, _P256, False)
    yield maker.good("two-voters", "Valid", [own, maker.sign(maker.approval, maker.other)], voted, voter)
    yield maker.bad("a-vote-by-another-key", "untrusted-signer", "UntrustedVoter", [other])
    yield maker.bad("a-vote-by-another-key-besides", "untrusted-signer", "UntrustedVoter", [own, other])
    label = "only-a-vote-by-a-key-that-is-passed-over"
    yield maker.bad(label, "untrusted-signer", "UntrustedVoter", [other], ignore_untrusted=True)
    for ignore in (False, True):
        how = Label("-where-others-are-passed-over", ", where others are passed over") if ignore else ""
        more: dict[str, Any] = {"request_body": maker.body.hex(), "ignore_untrusted": ignore}
        yield maker.bad(
            Label(f"no-vote{id_of(how)}", f"no vote{comment_of(how)}"),
            "untrusted-signer",
            "MissingField",
            [],
            **more,
        )
    # No signature covers the list of the voter's keys.
    user = {"userId": "u", "apiKeys": [{"credential": {"publicKey": maker.other.public_key}}]}
    label = Label(
        "a-vote-by-another-key-which-the-answer-lists-as-the-user-s",
        "a vote by another key, which the answer lists as the user's",
    )
    yield maker.bad(label, "untrusted-signer", "UntrustedVoter", [{**other, "user": user}])
    for label, second in (
        ("the-vote-twice", own),
        ("a-request-and-an-approval-by-one-key", maker.sign(maker.approval)),
        (
            Label("one-key-twice-once-in-upper-case", "one key twice, once in upper case"),
            {**own, "publicKey": key.upper()},
        ),
    ):
        yield maker.bad(label, "malformed", "DoubleVote", [own, second])
    for selection in ("VOTE_SELECTION_REJECTED", "VOTE_SELECTION_UNSPECIFIED", ""):
        label = Label(f"the-selection-{id_of(selection or 'empty')}", f"the selection {selection or 'empty'}")
        yield maker.bad(label, "unsupported", "FingerprintMismatch", [{**own, "selection": selection}])
    for scheme in ("SIGNATURE_SCHEME_TK_QUORUM_P256", "SIGNATURE_SCHEME_TK_API_P384", ""):
        label = Label(f"the-scheme-{id_of(scheme or 'empty')}", f"the scheme {scheme or 'empty'}")
        yield maker.bad(label, "unsupported", "SchemeConfusion", [{**own, "scheme": scheme}])
    votes = [{**own, "scheme": "SIGNATURE_SCHEME_TK_API_ED25519"}]
    yield maker.bad(
        Label("the-scheme-of-Ed25519-with-a-key-of-P-256", "the scheme of Ed25519 with a key of P-256"),
        "malformed",
        "SchemeConfusion",
        votes,
    )


def _signatures(maker: _Maker) -> Iterator[VotesCase]:
    """Yield cases about the encoding of the signature."""
    signature = str(maker.vote["signature"])
    r, s = decode_dss_signature(bytes.fromhex(signature))
    twin = encode_dss_signature(r, P256.group_order - s).hex()
    for label, flag, text in (
        ("s-in-its-other-half", "LowS", twin),
        ("the-signature-in-upper-case", "ClientVariant", signature.upper()),
    ):
        yield maker.good(label, flag, [{**maker.vote, "signature": text}])
    for defects in (hex_defects(signature), der_defects(bytes.fromhex(signature), P256.group_order)):
        yield from maker.bad_each("the-signature", defects, lambda text: [{**maker.vote, "signature": text}])


def _messages(maker: _Maker) -> Iterator[VotesCase]:
    """Yield cases about the message that a trusted key signed."""
    difference: str | Label
    label: str | Label
    own, initiator = maker.vote, maker.sign(maker.body, maker.other)

    def approved(message: bytes) -> dict[str, object]:
        return maker.activity(initiator, maker.sign(message))

    for difference, fingerprint in (
        *(
            (f"the-{place}-digit-of-its-fingerprint-changed", _changed(maker.fingerprint, at))
            for place, at in _NEAR
        ),
        ("its-fingerprint-in-upper-case", maker.fingerprint.upper()),
        ("its-fingerprint-without-the-name-of-the-hash", maker.fingerprint.removeprefix("sha256:")),
        ("an-empty-fingerprint", ""),
    ):
        label, activity = (
            Label(f"an-approval-{difference}", f"an approval, {words_of(difference)}"),
            approved(maker.approve(fingerprint)),
        )
        yield maker.bad(label, "bad-signature", "FingerprintMismatch", activity, ignore_untrusted=True)
    for label, changes in (
        ("a-rejection-of-the-activity", {"type": "ACTIVITY_TYPE_REJECT_ACTIVITY"}),
        ("another-request-that-names-the-fingerprint", {"type": TYPE}),
        ("a-later-version-of-the-approval", {"type": f"{APPROVE_ACTIVITY}_V2"}),
        ("an-approval-without-a-fingerprint", {"parameters": {}}),
        ("an-approval-whose-fingerprint-is-null", {"parameters": {"fingerprint": None}}),
        ("an-approval-of-an-array-of-fingerprints", {"parameters": {"fingerprint": [maker.fingerprint]}}),
        (
            "an-approval-with-its-fingerprint-outside-of-the-parameters",
            {"parameters": {}, "fingerprint": maker.fingerprint},
        ),
    ):
        activity = approved(maker.approve(maker.fingerprint, **changes))
        yield maker.bad(label, "bad-signature", "FingerprintMismatch", activity, ignore_untrusted=True)
    another = _changed(maker.fingerprint, -1)
    for difference, parameters in (
        (
            Label(
                "a-fingerprint-of-another-beside-it-with-a-capital",
                "a fingerprint of another beside it, with a capital",
            ),
            {"fingerprint": maker.fingerprint, "Fingerprint": another},
        ),
        (
            Label(
                "a-fingerprint-of-another-before-it-in-upper-case",
                "a fingerprint of another before it, in upper case",
            ),
            {"FINGERPRINT": another, "fingerprint": maker.fingerprint},
        ),
        ("its-fingerprint-with-a-capital-alone", {"Fingerprint": maker.fingerprint}),
        (
            Label("null-beside-it-with-a-capital", "null beside it, with a capital"),
            {"fingerprint": maker.fingerprint, "Fingerprint": None},
        ),
    ):
        label = Label(f"an-approval-{id_of(difference)}", f"an approval, {comment_of(difference)}")
        activity = approved(maker.approve(maker.fingerprint, parameters=parameters))
        yield maker.bad(label, "malformed", "DuplicateKey", activity, ignore_untrusted=True)
    parameters = {"fingerprint": maker.fingerprint, "fingerprints": another}
    activity = approved(maker.approve(maker.fingerprint, parameters=parameters))
    label, voter = "an-approval-with-a-parameter-that-is-not-read", (maker.key.public_key, _P256, False)
    yield maker.good(label, "Valid", activity, voter, ignore_untrusted=True)
    for place, position in _NEAR:
        label = Label(
            f"an-approval-the-{place}-digit-of-its-organization-changed",
            f"an approval, the {place} digit of its organization changed",
        )
        activity = approved(maker.approve(maker.fingerprint, organizationId=_changed(ORGANIZATION, position)))
        yield maker.bad(label, "wrong-organization", "WrongContext", activity, ignore_untrusted=True)
    later = maker.request(timestampMs=str(_TIME + 1))
    label = "a-vote-on-a-request-that-differs-in-its-time-alone"
    yield maker.bad(label, "bad-signature", "FingerprintMismatch", approved(later), ignore_untrusted=True)
    label = "the-vote-on-the-request-with-a-newline-after-it"
    votes = [{**own, "message": f"{own['message']}\n"}]
    yield maker.bad(label, "bad-signature", "AlteredMessage", votes, request_body=maker.body.hex())
    for time, form in (
        ("", "empty"),
        ("-1", "negative"),
        ("+1", "with-a-plus-sign"),
        ("01", "with-a-leading-zero"),
        ("1.0", "with-a-fraction"),
        ("1e3", "with-an-exponent"),
        (" 1", "with-a-space-in-front"),
        ("1\n", "with-a-newline-after-it"),
        ("0x10", "in-hexadecimal"),
        ("253402300800000", "past-the-year-9999"),
        ("9" * 30, "larger-than-any-number-of-64-bits"),
    ):
        body = maker.request(timestampMs=time)
        label = f"the-time-{form}"
        label = by_rule(label) if form == "past-the-year-9999" else label
        fingerprint = activity_fingerprint(body)
        yield maker.bad(label, "malformed", "NumberNotation", [maker.sign(body)], fingerprint=fingerprint)
    for label, time in (
        ("the-epoch-as-the-time", "0"),
        (by_rule("the-last-time-of-the-year-9999"), "253402300799999"),
    ):
        body = maker.request(timestampMs=time)
        activity = maker.activity(maker.sign(body), fingerprint=activity_fingerprint(body))
        yield maker.good(label, "NumberNotation", activity)
    for defect in json_defects(json.loads(maker.body)):
        # An object is the right type for parameters.
        if defect.id != "parameters-is-an-object":
            body = defect.value.encode()
            label = placed("the-message", defect.label)
            fingerprint = activity_fingerprint(body)
            yield maker.bad(label, "malformed", defect.flag, [maker.sign(body)], fingerprint=fingerprint)


def _requests(maker: _Maker) -> Iterator[VotesCase]:
    """Yield cases about the activity, whose request the fingerprint names."""
    label: str | Label
    own = maker.vote
    approval = maker.sign(maker.approval)
    approved = (maker.key.public_key, _P256, False)
    label = Label(
        "an-approval-where-the-caller-has-the-request", "an approval, where the caller has the request"
    )
    yield maker.good(label, "Valid", [approval], approved, request_body=maker.body.hex())
    yield maker.good("the-organization-expected", "WrongContext", [own], organization_id=ORGANIZATION)
    label = Label("an-approval-and-the-request-nowhere", "an approval, and the request nowhere")
    yield maker.bad(label, "bad-signature", "FingerprintMismatch", [approval])
    label = Label("another-request-than-the-caller-s", "another request than the caller's")
    request_body = (maker.body + b"\n").hex()
    yield maker.bad(label, "bad-signature", "FingerprintMismatch", [own], request_body=request_body)
    label = Label(
        "an-approval-and-another-request-than-the-caller-s",
        "an approval, and another request than the caller's",
    )
    yield maker.bad(label, "bad-signature", "FingerprintMismatch", [approval], request_body=request_body)
    for label, fingerprint in (
        *(
            (f"the-{place}-digit-of-the-fingerprint-changed", _changed(maker.fingerprint, at))
            for place, at in _NEAR
        ),
        ("the-fingerprint-in-upper-case", maker.fingerprint.upper()),
        ("the-fingerprint-without-the-name-of-its-hash", maker.fingerprint.removeprefix("sha256:")),
    ):
        yield maker.bad(label, "bad-signature", "FingerprintMismatch", [own], fingerprint=fingerprint)
    for place, position in _NEAR:
        other = _changed(ORGANIZATION, position)
        label = Label(
            f"the-{place}-digit-of-the-activity-s-organization-changed",
            f"the {place} digit of the activity's organization changed",
        )
        yield maker.bad(label, "wrong-organization", "AnsweredIntent", [own], organizationId=other)
        label = f"the-{place}-digit-of-the-organization-expected-changed"
        yield maker.bad(label, "wrong-organization", "WrongContext", [own], organization_id=other)
    label = "the-organization-expected-in-upper-case"
    yield maker.bad(label, "wrong-organization", "WrongCaseId", [own], organization_id=ORGANIZATION.upper())
    foreign = maker.request(organizationId=_changed(ORGANIZATION, -1))
    fingerprint = activity_fingerprint(foreign)
    label = "an-approval-of-a-request-in-another-organization"
    both = [maker.sign(foreign, maker.other), maker.sign(maker.approve(fingerprint))]
    more: dict[str, Any] = {"fingerprint": fingerprint, "ignore_untrusted": True}
    yield maker.bad(label, "wrong-organization", "AnsweredIntent", both, **more)
    for label, activity_type in (
        ("the-type-of-another-activity", "ACTIVITY_TYPE_DELETE_USERS"),
        ("the-type-of-another-version", f"{TYPE}_V2"),
        ("the-type-in-lower-case", TYPE.lower()),
    ):
        yield maker.bad(label, "bad-signature", "AnsweredIntent", [own], type=activity_type)
    no_request = compact({"type": TYPE})
    fingerprint = activity_fingerprint(no_request)
    approvals = [maker.sign(maker.approve(fingerprint))]
    more = {"fingerprint": fingerprint, "request_body": no_request.encode().hex()}
    yield maker.bad("an-approval-of-what-is-no-request", "malformed", "MissingField", approvals, **more)


def _intents(maker: _Maker) -> Iterator[VotesCase]:
    """Yield cases about the intent, which must be the parameters of the request."""
    label: str | Label

    def answer(intent: object, parameters: Mapping[str, object] = PARAMETERS) -> dict[str, object]:
        body = maker.request(parameters)
        return maker.activity(
            maker.sign(body), intent={"updateUserIntent": intent}, fingerprint=activity_fingerprint(body)
        )

    deep = {"a": {"b": [{"c": 1, "d": None}, None, "x"]}, "e": None}
    for label, activity in (
        ("the-intent-with-the-parameters-that-are-null", answer(PARAMETERS)),
        ("the-intent-with-a-null-of-its-own", answer({**INTENT, "userPhoneNumber": None})),
        ("the-intent-in-another-order", answer(dict(reversed(INTENT.items())))),
        ("nulls-within", answer({"a": {"b": [{"c": 1}, None, "x"]}}, deep)),
        ("no-parameters", answer({}, {})),
        ("parameters-that-are-all-null", answer({}, {"userId": None})),
        ("a-large-number", answer({"n": 2**53 + 1}, {"n": 2**53 + 1})),
    ):
        yield maker.good(label, "ClientVariant", activity)
    yield maker.good("the-answer-that-holds-the-activity", "Valid", {"activity": maker.activity(maker.vote)})
    for label, intent in (
        ("a-value-changed-in-its-last-digit", {**INTENT, "userId": _changed(INTENT["userId"], -1)}),
        ("a-value-in-upper-case", {**INTENT, "userId": INTENT["userId"].upper()}),
        ("a-value-in-another-Unicode-form", {**INTENT, "userName": "Zoe\u0308"}),
        ("a-member-more", {**INTENT, "userEmail": "user@example.com"}),
        ("an-empty-text-for-a-null", {**INTENT, "userEmail": ""}),
        ("a-member-less", {name: INTENT[name] for name in ("userId", "userTagIds")}),
        ("an-empty-array-left-out", {name: INTENT[name] for name in ("userId", "userName")}),
        ("an-array-with-an-element-more", {**INTENT, "userTagIds": ["t"]}),
        ("an-array-with-a-null-more", {**INTENT, "userTagIds": [None]}),
        ("an-object-for-an-array", {**INTENT, "userTagIds": {}}),
        ("an-empty-intent", {}),
        ("an-intent-that-is-null", None),
        ("an-intent-that-is-an-array", [INTENT]),
        ("an-intent-that-is-text", compact(INTENT)),
    ):
        yield maker.bad(label, "bad-signature", "AnsweredIntent", answer(intent))
    numbers = {"n": 1}
    for label, number in (("a-fraction", 1.0), ("a-boolean", True), ("a-text", "1"), ("another-number", 2)):
        yield maker.bad(
            f"{label}-for-a-number", "bad-signature", "AnsweredIntent", answer({"n": number}, numbers)
        )
    whole = answer({"n": 1}, {"n": 1.0})
    yield maker.bad("a-number-for-a-fraction", "bad-signature", "AnsweredIntent", whole)
    label = Label(
        "another-number-which-is-the-same-as-a-double", "another number, which is the same as a double"
    )
    doubled = answer({"n": 2**53}, {"n": 2**53 + 1})
    yield maker.bad(label, "bad-signature", "AnsweredIntent", doubled)
    label = "elements-of-an-array-exchanged"
    yield maker.bad(label, "bad-signature", "AnsweredIntent", answer({"n": ["b", "a"]}, {"n": ["a", "b"]}))
    # As doubles, both numbers are infinity, so they are equal.
    body = maker.request({"n": 0}).replace(b'"n":0', b'"n":2e999')
    huge = maker.activity(
        maker.sign(body), intent={"updateUserIntent": {"n": 0}}, fingerprint=activity_fingerprint(body)
    )
    label = Label(
        "another-number-and-both-are-beyond-the-largest-double",
        "another number, and both are beyond the largest double",
    )
    yield maker.bad(label, "bad-signature", "AnsweredIntent", compact(huge).replace('"n":0', '"n":1e999'))
    arrays: dict[str, Any] = {"ids": ["a", "b", "c"], "deep": {"keys": [{"x": 1}, {"y": 2}]}}
    for label, changes in (
        ("a-member-that-the-request-lacks-altogether", {"userPhoneNumber": "+15550100"}),
        ("an-empty-array-that-the-request-lacks-altogether", {"userTagIds": []}),
        ("an-array-cut-at-its-end", {"ids": ["a", "b"]}),
        ("an-array-cut-at-its-beginning", {"ids": ["b", "c"]}),
        (
            Label("an-array-of-an-array-s-first-element-alone", "an array of an array's first element alone"),
            {"ids": ["a"]},
        ),
        ("an-array-emptied", {"ids": []}),
        ("an-array-within-an-object-cut-at-its-end", {"deep": {"keys": [{"x": 1}]}}),
        ("an-object-in-an-array-with-a-member-more", {"deep": {"keys": [{"x": 1}, {"y": 2, "z": 3}]}}),
        ("an-object-in-an-array-without-its-member", {"deep": {"keys": [{"x": 1}, {}]}}),
    ):
        yield maker.bad(label, "bad-signature", "AnsweredIntent", answer({**arrays, **changes}, arrays))
    own = maker.vote
    for difference, name in (
        ("of-another-operation", "deletePrivateKeysIntent"),
        ("of-another-version", "updateUserIntentV2"),
        ("without-its-last-letter", "updateUserInten"),
        ("without-its-first-letter", "pdateUserIntent"),
        ("in-lower-case", "updateuserintent"),
        ("with-a-capital", "UpdateUserIntent"),
        ("with-a-space-after-it", "updateUserIntent "),
        ("empty", ""),
    ):
        label = placed("the-name-of-the-intent", difference)
        yield maker.bad(label, "bad-signature", "AnsweredIntent", [own], intent={name: INTENT})
    versioned = {"type": "ACTIVITY_TYPE_CREATE_POLICY_V3"}
    body = maker.request({"policyName": "p"}, **versioned)
    policy = {**versioned, "fingerprint": activity_fingerprint(body)}
    intent = {"createPolicyIntentV3": {"policyName": "p"}}
    label = "the-intent-of-an-activity-with-a-version"
    yield maker.good(label, "Valid", [maker.sign(body)], intent=intent, **policy)
    for difference, name in (
        ("of-another-operation", "deletePrivateKeysIntent"),
        ("without-its-version", "createPolicyIntent"),
        ("of-the-version-before", "createPolicyIntentV2"),
    ):
        label = placed("the-name-of-the-intent-of-an-activity-with-a-version", difference)
        intent = {name: {"policyName": "p"}}
        yield maker.bad(label, "bad-signature", "AnsweredIntent", [maker.sign(body)], intent=intent, **policy)
    both: dict[str, Any] = {"type": "ACTIVITY_TYPE_DELETE_USERS", "intent": {"deleteUsersIntent": INTENT}}
    yield maker.bad("type-and-intent-of-another-operation", "bad-signature", "AnsweredIntent", [own], **both)
    yield maker.bad("no-intent", "malformed", "MissingField", [own], intent={})
    intent = {"updateUserIntent": INTENT, "updateUserIntentV2": INTENT}
    yield maker.bad("two-intents", "malformed", "FieldConflict", [own], intent=intent)


def _passkeys(maker: _Maker) -> Iterator[VotesCase]:
    label: str | Label
    passkey = maker.passkey()
    key = passkey.public_key
    vote = webauthn_vote(maker.body, passkey)
    scheme = str(vote["scheme"])
    label = Label("a-passkey-s-key-in-base64url", "a passkey's key in base64url")
    voter = (key.hex(), scheme, True)
    yield maker.good(label, "ClientVariant", [{**vote, "publicKey": encode_base64url(key)}], voter)
    passkeys = (maker.passkey("passkey whose key ends in digits") for _ in count())
    ending = next(passkey for passkey in passkeys if encode_base64url(passkey.public_key)[-2:].isdigit())
    digits = {**webauthn_vote(maker.body, ending), "publicKey": encode_base64url(ending.public_key)}
    label = Label(
        "a-passkey-s-key-in-base64url-that-ends-in-digits-as-hex-may",
        "a passkey's key in base64url that ends in digits, as hex may",
    )
    yield maker.good(label, "ClientVariant", [digits], (ending.public_key.hex(), scheme, True))
    for label, error, flag, other in (
        ("from-another-origin", "wrong-origin", "WrongContext", {"origin": "https://example.org"}),
        ("from-its-origin-with-a-port", "wrong-origin", "WrongContext", {"origin": f"{ORIGIN}:443"}),
        ("for-another-relying-party", "wrong-origin", "WrongContext", {"rp_id": "example.org"}),
        ("without-the-user", "bad-signature", "UserPresence", {"user_present": False}),
    ):
        elsewhere = maker.passkey(**other)
        votes = [webauthn_vote(maker.body, elsewhere)]
        yield maker.bad(
            Label(f"a-passkey-s-vote-{label}", f"a passkey's vote {words_of(label)}"),
            error,
            flag,
            votes,
            elsewhere.public_key.hex(),
        )
    stamp = json.loads(str(vote["signature"]))
    for name in stamp:
        without = compact({other: text for other, text in stamp.items() if other != name})
        label = placed(Label("a-passkey-s-vote", "a passkey's vote"), of_field(name, "left-out"))
        yield maker.bad(label, "malformed", "MissingField", [{**vote, "signature": without}], key.hex())
    label = Label("a-passkey-s-vote-with-its-signature-alone", "a passkey's vote with its signature alone")
    votes = [{**vote, "signature": stamp["signature"]}]
    yield maker.bad(label, "malformed", "SchemeConfusion", votes, key.hex())
    label = Label(
        "a-passkey-s-key-in-base64url-with-padding-in-the-middle",
        "a passkey's key in base64url with padding in the middle",
    )
    votes = [{**vote, "publicKey": f"{encode_base64url(key)[:4]}=={encode_base64url(key)[4:]}"}]
    yield maker.bad(label, "malformed", "Base64Encoding", votes, key.hex())
    label = Label("a-passkey-s-key-that-is-no-COSE-key", "a passkey's key that is no COSE key")
    yield maker.bad(label, "malformed", "CborStrictness", [{**vote, "publicKey": "a0"}], "a0")


def _attested(maker: _Maker) -> Iterator[VotesCase]:
    label: str | Label
    key = maker.key
    oidc = maker.issuer.sign(compact({"nonce": oidc_nonce(key.public_key)}).encode())
    voted = (key.public_key, ATTESTED_SCHEME, True)
    issuer = {"oidc_public_key": maker.issuer.public_key}
    attested = maker.attest(oidc, OIDC)
    yield maker.good("an-attested-vote-with-an-OIDC-token", "Valid", [attested], voted, **issuer)
    label = Label(
        "an-attested-vote-with-an-OIDC-token-and-no-issuer-is-trusted",
        "an attested vote with an OIDC token, and no issuer is trusted",
    )
    yield maker.bad(label, "unsupported", "UntrustedVoter", [attested])
    label = Label(
        "a-token-that-expires-a-second-after-the-voter-s-time",
        "a token that expires a second after the voter's time",
    )
    yield maker.good(label, "ExpiredToken", [maker.attest(maker.token(key, 1))], voted)
    for when, seconds in (("at", 0), ("a-second-before", -1)):
        vote = maker.attest(maker.token(key, seconds))
        label = Label(
            f"a-token-that-expires-{when}-the-voter-s-time",
            f"a token that expires {words_of(when)} the voter's time",
        )
        yield maker.bad(label, "expired", "ExpiredToken", [vote])
    votes = [maker.attest(maker.token(key, enclave=maker.foreign))]
    yield maker.bad("a-token-by-another-enclave", "bad-signature", "ForeignKey", votes)
    other = attested_vote(
        maker.body, maker.other, maker.token(maker.other), VERIFICATION_TOKEN, deterministic=True
    )
    label = Label(
        "the-stamp-of-another-key-which-a-token-vouches-for",
        "the stamp of another key, which a token vouches for",
    )
    yield maker.bad(label, "bad-signature", "WrongKey", [{**other, "publicKey": key.public_key}])

    def stamped(token: str) -> dict[str, object]:
        # The stamper refuses a token of another key.
        stamp = {
            "publicKeyAttestation": token,
            "scheme": VERIFICATION_TOKEN,
            "publicKey": key.public_key,
            "signature": str(maker.vote["signature"]),
        }
        signature = encode_base64url(compact(stamp).encode())
        return maker.activity({**maker.vote, "scheme": ATTESTED_SCHEME, "signature": signature})

    label = "a-token-that-vouches-for-another-key"
    yield maker.bad(label, "key-mismatch", "ReplayedToken", stamped(maker.token(maker.other)))
    label = "an-attested-vote-with-the-signature-of-an-API-key"
    yield maker.bad(label, "malformed", "SchemeConfusion", [{**maker.vote, "scheme": ATTESTED_SCHEME}])


def _forms(maker: _Maker) -> Iterator[VotesCase]:
    """Yield cases about the JSON of the activity and of a vote."""
    names = ("organizationId", "type", "intent", "fingerprint", "votes")
    whole = maker.activity(maker.vote)
    for defect in json_defects({name: whole[name] for name in names}):
        yield maker.bad(placed("the-activity", defect.label), "malformed", defect.flag, defect.value)
    for defect in json_defects(maker.vote):
        # The other defects need an object at the top level.
        if defect.flag in {"DuplicateKey", "MissingField", "WrongType"}:
            text = compact(maker.activity(maker.vote)).replace(compact(maker.vote), defect.value)
            yield maker.bad(placed("the-vote", defect.label), "malformed", defect.flag, text)
    yield maker.bad("an-answer-without-an-activity", "malformed", "MissingField", compact({"activity": {}}))


def _near_misses(maker: _Maker) -> Iterator[VotesCase]:
    """Yield texts with one difference from the expected text."""
    own, key = maker.vote, maker.key.public_key
    passed: dict[str, Any] = {"ignore_untrusted": True}
    initiator = maker.sign(maker.body, maker.other)
    # Other cases have the text in upper case, and another last digit.
    for difference, fingerprint in near_texts(maker.fingerprint):
        label = placed("the-fingerprint", difference)
        yield maker.bad(label, "bad-signature", "FingerprintMismatch", [own], fingerprint=fingerprint)
        both: dict[str, Any] = {"fingerprint": fingerprint, "request_body": maker.body.hex()}
        label = placed(
            Label(
                "the-fingerprint-where-the-caller-has-the-request",
                "the fingerprint, where the caller has the request",
            ),
            difference,
        )
        yield maker.bad(label, "bad-signature", "FingerprintMismatch", [own], **both)
        activity = maker.activity(initiator, maker.sign(maker.approve(fingerprint)))
        label = placed(Label("an-approval-its-fingerprint", "an approval, its fingerprint"), difference)
        yield maker.bad(label, "bad-signature", "FingerprintMismatch", activity, **passed)
    for difference, activity_type in near_texts(TYPE):
        if activity_type != TYPE.lower():
            label = placed(Label("the-activity-s-type", "the activity's type"), difference)
            yield maker.bad(label, "bad-signature", "AnsweredIntent", [own], type=activity_type)
    yield maker.bad("the-type-cut-by-a-letter", "bad-signature", "AnsweredIntent", [own], type=TYPE[:-1])
    for difference, approval_type in near_texts(APPROVE_ACTIVITY):
        activity = maker.activity(initiator, maker.sign(maker.approve(maker.fingerprint, type=approval_type)))
        label = placed(Label("an-approval-its-type", "an approval, its type"), difference)
        yield maker.bad(label, "bad-signature", "FingerprintMismatch", activity, **passed)
    for difference, organization in near_texts(ORGANIZATION):
        if organization.isupper():
            continue
        label = placed(Label("the-activity-s-organization", "the activity's organization"), difference)
        yield maker.bad(label, "wrong-organization", "AnsweredIntent", [own], organizationId=organization)
        label = placed("the-organization-expected", difference)
        yield maker.bad(label, "wrong-organization", "WrongContext", [own], organization_id=organization)
    passkey = maker.passkey()
    votes = {
        "P256": (own, key),
        "WEBAUTHN": (webauthn_vote(maker.body, passkey), passkey.public_key.hex()),
        "ATTESTED": (maker.attest(maker.token(maker.key)), key),
    }
    for name, (vote, trusted) in votes.items():
        for difference, scheme in near_texts(str(vote["scheme"])):
            label = placed(f"the-scheme-of-{name}", difference)
            changed = [{**vote, "scheme": scheme}]
            yield maker.bad(label, "unsupported", "SchemeConfusion", changed, trusted)
    for difference, selection in near_texts(str(own["selection"])):
        label = placed("the-selection", difference)
        changed = [{**own, "selection": selection}]
        yield maker.bad(label, "unsupported", "FingerprintMismatch", changed)
    for difference, public_key in (
        ("a-newline-after-it", f"{key}\n"),
        ("cut-by-a-byte", key[:-2]),
        ("its-other-parity", f"{'03' if key[1] == '2' else '02'}{key[2:]}"),
        ("its-letters-in-mixed-case", key[:20].upper() + key[20:]),
    ):
        label = placed("the-key-of-a-vote", difference)
        changed = [{**own, "publicKey": public_key}]
        yield maker.bad(label, "untrusted-signer", "UntrustedVoter", changed)
    # The stamp of an attested vote determines its key.
    attested = votes["ATTESTED"][0]
    for difference, other in (
        ("the-other-parity", f"{'03' if key[1] == '2' else '02'}{key[2:]}"),
        ("another-last-digit", _changed(key, -1)),
    ):
        label = Label(
            f"an-attested-vote-by-a-trusted-key-with-{difference}-than-its-stamp-s",
            f"an attested vote by a trusted key with {words_of(difference)} than its stamp's",
        )
        yield maker.bad(label, "bad-signature", "WrongKey", [{**attested, "publicKey": other}], other)


def _fingerprints(maker: _Maker) -> Iterator[FingerprintCase]:
    for label, flag, body in (
        ("an-ordinary-request", "Valid", maker.body),
        ("the-request-with-a-newline-after-it", "EdgeCaseBody", maker.body + b"\n"),
        ("the-request-to-approve-it", "Valid", maker.approval),
        ("an-empty-body", "EdgeCaseBody", b""),
        ("a-body-that-is-not-ASCII", "EdgeCaseBody", "Zoë 北京 🔑".encode()),
        ("a-body-that-is-not-text", "EdgeCaseBody", bytes(range(256))),
    ):
        fingerprint = activity_fingerprint(body)
        yield Cases(FingerprintCase).good(label, flag, body=body.hex(), fingerprint=fingerprint)


def activity_vote(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of votes and fingerprints."""
    maker = _Maker(material)
    yield from _schemes(maker)
    yield from _keys(maker)
    yield from _signatures(maker)
    yield from _messages(maker)
    yield from _requests(maker)
    yield from _intents(maker)
    yield from _passkeys(maker)
    yield from _attested(maker)
    yield from _forms(maker)
    yield from _near_misses(maker)
    yield from _fingerprints(maker)

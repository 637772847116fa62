"""Activities with votes, and signature results."""

import binascii
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any

import msgspec

from sealwax import MalformedInput, activities
from sealwax._codec.strict_json import decode_json
from sealwax.activities.votes import decode_trusted_key
from sealwax.testing.sealed import oidc_verifier
from tests.fuzz.corpus import Context, Seed, from_vectors, to_document
from tests.fuzz.target import Target, enclave_keys, text_or_bytes, unpadded

_VOTES = (
    "trustedKeys",
    "ignoreUntrusted",
    "requestBody",
    "organizationId",
    "rpId",
    "origin",
    "tlsFetcherPublicKey",
    "oidcPublicKey",
)


def _vote_seeds() -> Iterator[Seed]:
    yield from from_vectors("activity_vote", "ActivityVotes", "activity", *_VOTES)


def _votes(context: Context, document: bytes) -> tuple[activities.VerifiedVote, ...]:
    body, issuer = context.get("requestBody"), context.get("oidcPublicKey")
    return activities.verify_activity_votes(
        text_or_bytes(document),
        trusted_keys=[decode_trusted_key(key, "a trusted key") for key in context["trustedKeys"]],
        allow_untrusted=context.get("ignoreUntrusted", False),
        request_body=None if body is None else bytes.fromhex(body),
        organization_id=context.get("organizationId"),
        expected_rp_id=context["rpId"],
        expected_origin=context["origin"],
        keys=enclave_keys(tls_fetcher=context["tlsFetcherPublicKey"]),
        verify_oidc=None if issuer is None else oidc_verifier(issuer),
    )


@cache
def _signed() -> frozenset[tuple[str, str]]:
    """The keys of the valid cases, and what each signed, as the file says."""
    signed = set()
    for seed in from_vectors("activity_vote", "ActivityVotes", "activity", "votes", "trustedKeys"):
        answer = json.loads(seed.document) if "votes" in seed.context else {"votes": []}
        for vote in answer.get("activity", answer)["votes"]:
            keys = {output["publicKey"] for output in seed.context["votes"]}
            signed |= {(key, vote["message"]) for key in keys & _spellings(vote["publicKey"])}
    return frozenset(signed)


def _spellings(key: str) -> set[str]:
    """A key as hex in lower case, whether it is hex or base64url; untrusted keys may be neither."""
    try:
        return {key.lower(), unpadded(key).hex()}
    except binascii.Error:
        return {key.lower()}


def _check_votes(context: Context, _: bytes, result: Any) -> None:
    """Each vote must be one that its key cast, and be about the activity of the one fingerprint."""
    assert result
    assert len({vote.public_key for vote in result}) == len(result)
    for vote in result:
        key = vote.public_key.hex() if isinstance(vote.public_key, bytes) else vote.public_key
        assert key in context["trustedKeys"]
        assert (key, vote.message.decode()) in _signed()
        if vote.is_request:
            assert activities.activity_fingerprint(vote.message) == vote.fingerprint
        else:
            assert json.loads(vote.message)["parameters"]["fingerprint"] == vote.fingerprint


class _Document(msgspec.Struct):
    r: str
    s: str
    v: str
    payload: str


_ACCOUNT = ("encoding", "hashFunction", "curve", "publicKey", "address", "addressFormat")


_ONE_CASE = re.compile(rb"[0-9a-f]+|[0-9A-F]+")


def _signature_seeds() -> Iterator[Seed]:
    for seed in from_vectors(
        "signature_result", "SignatureVerification", "payload", *_ACCOUNT, "r", "s", "v"
    ):
        parts = {name: seed.context[name] for name in ("r", "s", "v")}
        context = {name: seed.context[name] for name in _ACCOUNT if name in seed.context}
        if re.fullmatch(rb"[0-9A-Fa-f]+\s*", seed.document) and not _ONE_CASE.fullmatch(seed.document):
            # It is refused, but is hex of what was signed with other letters, or without the white space.
            continue
        yield Seed(context, to_document({**parts, "payload": seed.document.decode()}), seed.authentic)


def _signature(context: Context, document: bytes) -> object:
    given = decode_json(document, _Document, "the document")
    result = activities.SignatureResult(given.r, given.s, given.v)
    assert len(result.to_raw()) == 64
    assert len(result.to_ethereum()) == 65
    assert len(result.to_der()) <= 71
    verified = result.verify(
        given.payload,
        encoding=context["encoding"],
        hash_function=context["hashFunction"],
        curve=context["curve"],
        public_key=context.get("publicKey"),
        address=context.get("address"),
        address_format=context.get("addressFormat"),
    )
    return verified.public_key, verified.kind


def _payload(context: Context, document: bytes) -> object:
    """The payloads and how they were signed; all that verifies here was signed by one key of each curve."""
    payload = json.loads(document)["payload"]
    if context["encoding"] == "PAYLOAD_ENCODING_HEXADECIMAL":
        payload = payload.removeprefix("0x").lower()
    address_format = context.get("addressFormat", "")
    kind = next((name for name in ("P2TR", "SPARK") if name in address_format), "")
    return payload, context["encoding"], context["hashFunction"], context["curve"], kind


_NAMES = ("encoding", "hashFunction", "curve", "allowAnyChain")


def _digest_seeds(encoding: str) -> Iterator[Seed]:
    for seed in from_vectors("payload_digest", "PayloadDigest", "payload", *_NAMES):
        # The largest cases only repeat one value.
        if seed.context["encoding"] == encoding and len(seed.document) < 1 << 14:
            yield seed


def _digest(context: Context, document: bytes) -> bytes:
    return activities.payload_digest(
        text_or_bytes(document),
        encoding=context["encoding"],
        hash_function=context["hashFunction"],
        curve=context["curve"],
        allow_any_chain=context["allowAnyChain"],
    )


def _check_digest(context: Context, document: bytes, digest: bytes) -> None:
    """Another spelling of the JSON has the same digest, and without any member there is none."""
    assert len(digest) == 32
    read = json.loads(document)
    assert _digest(context, json.dumps(dict(reversed(read.items())), indent=1).encode()) == digest
    for name in read:
        without = {other: value for other, value in read.items() if other != name}
        with suppress(MalformedInput):
            _digest(context, json.dumps(without).encode())
            raise AssertionError(f"it has a digest without {name}")


TARGETS = (
    *(
        Target(
            name,
            f"payload_digest of {what}",
            "has one digest in every spelling of its JSON, and none without one of its members",
            partial(_digest_seeds, encoding),
            _digest,
            check=_check_digest,
        )
        for name, what, encoding in (
            ("typed-data", "EIP-712", "PAYLOAD_ENCODING_EIP712"),
            ("authorization", "EIP-7702", "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION"),
        )
    ),
    Target(
        "activity-votes",
        "verify_activity_votes",
        "has votes that the trusted keys of an original cast, each key once, about the fingerprint",
        _vote_seeds,
        _votes,
        check=_check_votes,
    ),
    Target(
        "signature-result",
        "SignatureResult.verify",
        "is a signature of the payload of an original, by the key of its curve",
        _signature_seeds,
        _signature,
        _payload,
    ),
)

"""Registrations of passkeys, and the parts of them that are read by themselves."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache, partial
from io import BytesIO
from typing import Any

import cbor2

import sealwax
from sealwax.webauthn.ceremony import parse_authenticator_data
from sealwax.webauthn.cose import decode_cose_key
from tests.fuzz.corpus import Context, Seed, captured_in_browser, from_vectors, to_document
from tests.fuzz.target import Target, instant, text_or_bytes, unpadded

from .stamps import webauthn_stamp_seeds

_EXPECTED = ("expectedChallenge", "expectedOrigin", "expectedRpId")


def _attestation_seeds(group: str, *more: str) -> Iterator[Seed]:
    yield from from_vectors("webauthn_attestation", group, "credential", *_EXPECTED, *more)
    for capture in captured_in_browser():
        context: dict[str, object] = {
            "expectedChallenge": capture["registration"]["challenge"],
            "expectedOrigin": capture["origin"],
            "expectedRpId": capture["rpId"],
            "now": 1893452400000,
        }
        yield Seed(context, to_document(capture["registration"]["toJSON"]))


def _expectations(context: Context) -> dict[str, Any]:
    return {
        "expected_challenge": unpadded(context["expectedChallenge"]),
        "expected_origin": context["expectedOrigin"],
        "expected_rp_id": context["expectedRpId"],
    }


def _encode_attestation(context: Context, document: bytes) -> sealwax.Attestation:
    return sealwax.encode_attestation(text_or_bytes(document), **_expectations(context))


def _verify_attestation(context: Context, document: bytes) -> sealwax.VerifiedAttestation:
    return sealwax.verify_attestation(
        text_or_bytes(document),
        **_expectations(context),
        require_user_verification=context.get("requireUserVerification", False),
        trust_anchors=[bytes.fromhex(anchor) for anchor in context.get("trustAnchors", ())],
        now=instant(context),
    )


def _as_expected(context: Context, document: bytes, _: object) -> None:
    """Check, with other parsers, what a registration that was accepted says of itself."""
    credential = json.loads(document)
    client_data = json.loads(unpadded(credential["response"]["clientDataJSON"]))
    data = cbor2.loads(unpadded(credential["response"]["attestationObject"]))["authData"]
    id_length = int.from_bytes(data[53:55], "big")
    assert client_data["type"] == "webauthn.create"
    assert client_data["challenge"].rstrip("=") == context["expectedChallenge"].rstrip("=")
    assert client_data["origin"] == context["expectedOrigin"]
    assert data[:32] == hashlib.sha256(context["expectedRpId"].encode()).digest()
    assert data[32] & 0x41 == 0x41
    assert data[55 : 55 + id_length] == unpadded(credential["rawId"])


def _encoded_as_it_was(context: Context, document: bytes, result: sealwax.Attestation) -> None:
    _as_expected(context, document, result)
    credential = json.loads(document)
    assert unpadded(result.client_data_json) == unpadded(credential["response"]["clientDataJSON"])
    assert unpadded(result.attestation_object) == unpadded(credential["response"]["attestationObject"])
    assert cbor2.loads(unpadded(result.credential_id)) == unpadded(credential["rawId"])


def _vouched(context: Context, document: bytes, result: sealwax.VerifiedAttestation) -> None:
    """Check that what a statement signs is as it was signed. Where none is verified, nothing is signed."""
    _as_expected(context, document, result)
    if result.trust in {sealwax.AttestationTrust.SELF, sealwax.AttestationTrust.CERTIFIED}:
        assert _attested(document) in _all_attested()


@cache
def _all_attested() -> set[tuple[bytes, bytes]]:
    seeds = _attestation_seeds("AttestationVerification")
    return {_attested(seed.document) for seed in seeds if seed.authentic}


def _attested(document: bytes) -> tuple[bytes, bytes]:
    response = json.loads(document)["response"]
    attestation_object = cbor2.loads(unpadded(response["attestationObject"]))
    data = attestation_object["authData"]
    if attestation_object["fmt"] == "fido-u2f":
        # Flags, counter, model, extensions and the spelling of the key are not signed.
        id_end = 55 + int.from_bytes(data[53:55], "big")
        key = cbor2.load(BytesIO(data[id_end:]))
        data = data[:32] + data[55:id_end] + key[-2] + key[-3]
    return unpadded(response["clientDataJSON"]), data


def cose_seeds() -> Iterator[Seed]:
    """Give COSE keys."""
    keys = {seed.context["cosePublicKey"] for seed in webauthn_stamp_seeds()}
    yield from (Seed({}, bytes.fromhex(key)) for key in sorted(keys))


def _cose_key(_: Context, document: bytes) -> object:
    return decode_cose_key(document, "the key").alg


def _authenticator_data_seeds() -> Iterator[Seed]:
    for capture in captured_in_browser():
        for part in ("registration", "assertion"):
            raw = capture[part]["raw"]
            data = (
                bytes.fromhex(raw["authenticatorData"])
                if "authenticatorData" in raw
                else cbor2.loads(bytes.fromhex(raw["attestationObject"]))["authData"]
            )
            yield Seed({}, data)


TARGETS = (
    Target(
        "encode-attestation",
        "encode_attestation",
        "comes out as it went in, and is what was expected, to other parsers",
        partial(_attestation_seeds, "AttestationEncoding"),
        _encode_attestation,
        check=_encoded_as_it_was,
    ),
    Target(
        "verify-attestation",
        "verify_attestation",
        "is what was expected; where a signature vouches for it, it is an original",
        partial(
            _attestation_seeds, "AttestationVerification", "requireUserVerification", "trustAnchors", "now"
        ),
        _verify_attestation,
        check=_vouched,
    ),
    Target(
        "cose-key",
        "the COSE key that verify_webauthn_stamp takes",
        "keeps within the limits",
        cose_seeds,
        _cose_key,
    ),
    Target(
        "authenticator-data",
        "authenticator data, by itself",
        "keeps within the limits",
        _authenticator_data_seeds,
        lambda _context, document: parse_authenticator_data(document, "it"),
    ),
)

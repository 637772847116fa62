"""Stamps that a server verifies: of API keys, attested, and of passkeys."""

import dataclasses
import json
from collections.abc import Iterator
from functools import partial

import sealwax
from sealwax.schemes import SCHEMES
from tests.fuzz.corpus import Context, Seed, captured_in_browser, from_vectors, to_document
from tests.fuzz.target import Target, enclave_keys, instant, text_or_bytes, unpadded


def api_key_stamp_seeds() -> Iterator[Seed]:
    """Give stamps of every scheme."""
    for scheme in ("p256", "secp256k1", "ed25519", "eip191"):
        name = f"api_key_stamp_{scheme}"
        yield from from_vectors(name, "ApiKeyStampVerification", "header", "body")


def _api_key_stamp(context: Context, document: bytes) -> object:
    verified = sealwax.verify_api_key_stamp(text_or_bytes(document), bytes.fromhex(context["body"]))
    return verified.public_key, verified.scheme


def _stamp_signer(context: Context, document: bytes) -> object:
    fields = json.loads(unpadded(document.decode()))
    return context["body"], fields["publicKey"].lower(), fields["scheme"]


def _known_key_agrees(context: Context, document: bytes, result: tuple[str, str]) -> None:
    """A server that knows the key must come to the same result, with either library."""
    key, scheme = result
    for fast in (False, True):
        verifier = sealwax.StampVerifier([(key, SCHEMES[scheme].curve)], fast=fast)
        verified = verifier.verify(text_or_bytes(document), bytes.fromhex(context["body"]))
        assert (verified.public_key, verified.scheme) == result


def _attested_stamp(context: Context, document: bytes) -> object:
    verified = sealwax.verify_attested_stamp(
        text_or_bytes(document),
        bytes.fromhex(context["body"]),
        keys=enclave_keys(tls_fetcher=context["tlsFetcherPublicKey"]),
        now=instant(context),
    )
    return verified.public_key, verified.scheme, verified.verification


def _attested_signer(context: Context, document: bytes) -> object:
    fields = json.loads(unpadded(document.decode()))
    signed = fields["publicKeyAttestation"].rpartition(".")[0]
    if fields["scheme"] == "STAMP_ATTESTED_SCHEME_P256_OIDC":
        # Nobody but its issuer's keys can verify such a token; its nonce is what counts here.
        signed = json.loads(unpadded(signed.partition(".")[2]))["nonce"]
    return context["body"], fields["publicKey"].lower(), fields["scheme"], signed


_WEBAUTHN = ("body", "cosePublicKey", "rpId", "origin", "requireUserVerification")


def webauthn_stamp_seeds() -> Iterator[Seed]:
    """Give WebAuthn stamps, with the keys that verify them."""
    yield from from_vectors("webauthn_stamp", "WebAuthnStampVerification", "header", *_WEBAUTHN)
    for capture in captured_in_browser():
        said = capture["assertion"]["toJSON"]
        response = {name: said["response"][name] for name in ("authenticatorData", "signature")}
        registered = sealwax.verify_attestation(
            capture["registration"]["toJSON"],
            expected_challenge=unpadded(capture["registration"]["challenge"]),
            expected_origin=capture["origin"],
            expected_rp_id=capture["rpId"],
        )
        context = {
            "body": capture["assertion"]["body"].encode().hex(),
            "cosePublicKey": registered.public_key.hex(),
            "rpId": capture["rpId"],
            "origin": capture["origin"],
        }
        client_data = {"clientDataJson": said["response"]["clientDataJSON"], "credentialId": said["id"]}
        yield Seed(context, to_document({**response, **client_data}))


def _webauthn_stamp(context: Context, document: bytes) -> object:
    verified = sealwax.verify_webauthn_stamp(
        text_or_bytes(document),
        bytes.fromhex(context["body"]),
        public_key=bytes.fromhex(context["cosePublicKey"]),
        expected_rp_id=context["rpId"],
        expected_origin=context["origin"],
        require_user_verification=context.get("requireUserVerification", False),
    )
    # The credential's id is not signed.
    return dataclasses.replace(verified, credential_id=b"")


def _assertion(_: Context, document: bytes) -> object:
    fields = json.loads(document)
    return unpadded(fields["authenticatorData"]), unpadded(fields["clientDataJson"])


TARGETS = (
    Target(
        "api-key-stamp",
        "verify_api_key_stamp",
        "is a stamp on the same body by the same key with the same scheme",
        api_key_stamp_seeds,
        _api_key_stamp,
        _stamp_signer,
        _known_key_agrees,
    ),
    Target(
        "attested-stamp",
        "verify_attested_stamp",
        "is a stamp on the same body by the same key with the same scheme and token (OIDC: nonce)",
        partial(
            from_vectors,
            "attested_stamp",
            "AttestedStampVerification",
            "header",
            "body",
            "tlsFetcherPublicKey",
            "now",
        ),
        _attested_stamp,
        _attested_signer,
    ),
    Target(
        "webauthn-stamp",
        "verify_webauthn_stamp",
        "has the authenticator data and client data of an original",
        webauthn_stamp_seeds,
        _webauthn_stamp,
        _assertion,
    ),
)

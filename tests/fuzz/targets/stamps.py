"""Stamps that a server verifies: of API keys, attested, and of passkeys."""

import dataclasses
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import sealwax
from sealwax._codec.clock import from_milliseconds
from sealwax.schemes import SCHEMES
from sealwax.webhooks import MemoryReplayGuard
from tests.fuzz.corpus import Context, Seed, captured_in_browser, from_vectors, to_document
from tests.fuzz.target import Target, enclave_keys, instant, read_shallow, text_or_bytes, unpadded


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


def _request_seeds() -> Iterator[Seed]:
    """Give bodies with their stamps, as pairs of headers: stamped for what the context says."""
    key = sealwax.ApiKey.from_private_key("01" * 32)
    body = json.dumps({"organizationId": "o", "timestampMs": str(_REQUEST_MS), "type": "t"})
    stamp = sealwax.ApiKeyStamper(key, deterministic=True).stamp(body)
    for headers in (
        [[name, value] for name, value in stamp.headers.items()],
        [["Host", "x"], ["x-stamp", stamp.header_value]],
    ):
        for guarded in (False, True):
            context = {"guarded": guarded}
            yield Seed(context, to_document({"headers": headers, "body": body}))
            others = [*headers, ["X-Stamp-WebAuthn", "{}"]]
            yield Seed(context, to_document({"headers": others, "body": body}))


_REQUEST_MS = 1_700_000_000_000


def _request(context: Context, document: bytes) -> object:
    """Verify a request that a lenient JSON parser gives, as a server's framework does; a guard's twice."""
    given = read_shallow(document)
    headers, body = given.get("headers"), given.get("body")
    if (
        not isinstance(headers, list)
        or not all(_is_pair(each) for each in headers)
        or not isinstance(body, str)
    ):
        raise sealwax.MalformedInput("not a request")
    verify = partial(
        sealwax.verify_request,
        headers,
        body,
        verifier=sealwax.StampVerifier([(_REQUEST_KEY, "p256")]),
        organization_id="o",
        seen=MemoryReplayGuard() if context["guarded"] else None,
        now=from_milliseconds(_REQUEST_MS),
    )
    verified = verify()
    if context["guarded"]:
        with suppress(sealwax.Replayed):
            verify()
            raise AssertionError("accepted twice")
    return verified


_REQUEST_KEY = sealwax.ApiKey.from_private_key("01" * 32).public_key


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(each, str) for each in value)


def _same_body(_: Context, document: bytes) -> object:
    return json.loads(document)["body"]


TARGETS = (
    Target(
        "request",
        "verify_request, with and without a guard",
        "has the body of an original, and is refused when it is repeated",
        _request_seeds,
        _request,
        _same_body,
    ),
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

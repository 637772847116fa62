"""Verifying stamps and tokens beside the signatures that they hold, each on a key that comes with it."""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from typing import get_args

import cbor2
from Crypto.Hash import keccak
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    Curve,
    Eip191Signer,
    EnclaveKeys,
    Signer,
    StampVerifier,
    VerificationClaims,
    WebAuthnStamper,
    verify_api_key_stamp,
    verify_attested_stamp,
    verify_session_jwt,
    verify_verification_token,
    verify_webauthn_stamp,
)
from sealwax.activities import SignatureResult, verify_activity_votes
from sealwax.stamps.attested import VERIFICATION_TOKEN
from sealwax.testing import (
    SoftwareAuthenticator,
    WebhookSender,
    activity_with_votes,
    api_key_vote,
    request_body,
    sign_raw_payload,
)
from sealwax.webhooks import verify_webhook

from .bundles import CAPTURED, ENCLAVE, KEYS, load_point
from .groups import NPM_CRYPTO, Group, NodeCall
from .stamps import PRIVATE_KEY, body_of

BODY = body_of(300)
# The captured session has expired since.
NOW = datetime(2025, 1, 1, tzinfo=timezone.utc)

_SHA256 = ec.ECDSA(SHA256())
_DIGEST = ec.ECDSA(Prehashed(SHA256()))


def groups() -> Iterator[Group]:
    """Every kind of stamp, both tokens, webhooks, votes, and signatures of payloads."""
    for curve in get_args(Curve):
        yield _api_key_stamp(curve)
        yield _stamp_of_known_key(curve)
        yield _stamp_of_known_key(curve, fast=True)
    yield _eip191_stamp()
    yield _attested_stamp()
    yield _webauthn_stamp()
    yield _session_jwt()
    yield _verification_token()
    yield _webhook()
    yield _activity_votes()
    yield _signature_result()


def _fields(signer: Signer) -> tuple[str, bytes, bytes]:
    """A stamp over the body; the public key and the signature in it."""
    header = ApiKeyStamper(signer, deterministic=True).stamp(BODY).header_value
    stamp = json.loads(_base64url(header))
    return header, bytes.fromhex(stamp["publicKey"]), bytes.fromhex(stamp["signature"])


def _base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _api_key_stamp(curve: Curve) -> Group:
    header, key, signature = _fields(ApiKey.from_private_key(PRIVATE_KEY, curve))
    node = NodeCall(
        NPM_CRYPTO,
        "verifyStampSignature",
        {"publicKey": key.hex(), "signature": signature.hex(), "signedData": BODY.decode()},
        bool,
    )
    bare: dict[Curve, Callable[[], object]] = {
        "p256": lambda: load_point(key).verify(signature, BODY, _SHA256),
        "secp256k1": lambda: _load_secp256k1(key).verify(signature, BODY, _SHA256),
        "ed25519": lambda: ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, BODY),
    }
    return Group(
        f"verify stamp {curve}",
        bare=bare[curve],
        ours=lambda: verify_api_key_stamp(header, BODY),
        node=node if curve == "p256" else None,
    )


def _stamp_of_known_key(curve: Curve, *, fast: bool = False) -> Group:
    header, key, signature = _fields(ApiKey.from_private_key(PRIVATE_KEY, curve))
    verifier = StampVerifier([(key.hex(), curve)], fast=fast)
    return Group(
        f"verify stamp {curve}, key known{', fast' if fast else ''}",
        bare=_verify_bare(curve, key, signature),
        ours=lambda: verifier.verify(header, BODY),
    )


def _verify_bare(curve: Curve, key: bytes, signature: bytes) -> Callable[[], object]:
    """Verify with a key that is parsed already."""
    if curve == "ed25519":
        known = ed25519.Ed25519PublicKey.from_public_bytes(key)
        return lambda: known.verify(signature, BODY)
    point = load_point(key) if curve == "p256" else _load_secp256k1(key)
    return lambda: point.verify(signature, BODY, _SHA256)


def _load_secp256k1(point: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256K1(), point)


def _eip191_stamp() -> Group:
    header, key, signature = _fields(Eip191Signer(ApiKey.from_private_key(PRIVATE_KEY, "secp256k1")))
    message = b"\x19Ethereum Signed Message:\n%d%b" % (len(BODY), BODY)

    def hash_and_verify() -> None:
        digest = keccak.new(data=message, digest_bits=256).digest()
        _load_secp256k1(key).verify(signature, digest, _DIGEST)

    return Group(
        "verify stamp EIP-191", bare=hash_and_verify, ours=lambda: verify_api_key_stamp(header, BODY)
    )


def _token(public_key: str) -> str:
    """A verification token that is bound to a key, and expires as late as a token can."""
    claims = VerificationClaims(
        id="eb39b199-3352-4289-b31f-57194c79609c",
        verification_type="OTP_TYPE_EMAIL",
        contact="user@example.com",
        organization_id="7ff189fb-df7d-452e-8540-57632e380b77",
        public_key=public_key,
        expires_at=datetime(9999, 1, 1, tzinfo=timezone.utc),
    )
    return ENCLAVE.issue_verification_token(claims)


def _jwt(token: str, signer: str) -> tuple[ec.EllipticCurvePublicKey, bytes, bytes]:
    """The key that signed a token, what it signed, and the signature in DER."""
    signed, _, encoded = token.rpartition(".")
    raw = _base64url(encoded)
    signature = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    return load_point(bytes.fromhex(signer)), signed.encode(), signature


def _attested_stamp() -> Group:
    key = ApiKey.from_private_key(PRIVATE_KEY)
    token = _token(key.public_key)
    header = AttestedStamper(key, token, VERIFICATION_TOKEN).stamp(BODY).header_value
    point = bytes.fromhex(key.public_key)
    signature = bytes.fromhex(json.loads(_base64url(header))["signature"])
    signer, signed, token_signature = _jwt(token, KEYS.tls_fetcher)

    def verify_both() -> None:
        load_point(point).verify(signature, BODY, _SHA256)
        signer.verify(token_signature, signed, _SHA256)

    return Group(
        "verify attested stamp",
        bare=verify_both,
        ours=lambda: verify_attested_stamp(header, BODY, keys=KEYS),
    )


def _webauthn_stamp() -> Group:
    rp_id, origin = "example.com", "https://example.com"
    passkey = SoftwareAuthenticator(rp_id=rp_id, origin=origin, seed=bytes(32))
    header = WebAuthnStamper(passkey).stamp(BODY).header_value
    stamp = {name: _base64url(value) for name, value in json.loads(header).items()}
    cose = cbor2.loads(passkey.public_key)
    point = b"\4" + cose[-2] + cose[-3]

    def hash_and_verify() -> None:
        hashlib.sha256(BODY).hexdigest()
        signed = stamp["authenticatorData"] + hashlib.sha256(stamp["clientDataJson"]).digest()
        load_point(point).verify(stamp["signature"], signed, _SHA256)

    return Group(
        "verify WebAuthn stamp",
        bare=hash_and_verify,
        ours=lambda: verify_webauthn_stamp(
            header, BODY, public_key=passkey.public_key, expected_rp_id=rp_id, expected_origin=origin
        ),
    )


def _session_jwt() -> Group:
    captured = json.loads((CAPTURED / "session_jwt.json").read_text())
    jwt = captured["jwt"]
    notarizer, signed, signature = _jwt(jwt, EnclaveKeys.production().notarizer)

    def hash_and_verify() -> None:
        digest = hashlib.sha256(hashlib.sha256(signed).digest()).digest()
        notarizer.verify(signature, digest, _DIGEST)

    return Group(
        "verify session JWT",
        bare=hash_and_verify,
        ours=lambda: verify_session_jwt(jwt, now=NOW),
        node=NodeCall(NPM_CRYPTO, "verifySessionJwtSignature", {"jwt": jwt}, bool),
    )


def _verification_token() -> Group:
    jwt = _token(ApiKey.from_private_key(PRIVATE_KEY).public_key)
    tls_fetcher, signed, signature = _jwt(jwt, KEYS.tls_fetcher)
    return Group(
        "verify verification token",
        bare=lambda: tls_fetcher.verify(signature, signed, _SHA256),
        ours=lambda: verify_verification_token(jwt, keys=KEYS),
        node=NodeCall(
            NPM_CRYPTO,
            "verifyOtpVerificationToken",
            {"jwt": jwt, "tlsFetcher": KEYS.tls_fetcher},
            lambda claims: bool(claims["organization_id"] == "7ff189fb-df7d-452e-8540-57632e380b77"),
        ),
    )


def _webhook() -> Group:
    sender = WebhookSender(bytes(32))
    keys = sender.keys
    ((key_id, key),) = keys.to_dict().items()
    content = {"organizationId": "o", "type": "ACTIVITY_TYPE_CREATE_WALLET", "fingerprint": "f" * 200}
    headers, body = sender.deliver(content, event_id="e" * 64, now=NOW)
    public_key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    signature = bytes.fromhex(headers["X-Turnkey-Signature"])
    milliseconds = headers["X-Turnkey-Timestamp"]
    prefix = f"v1.ed25519.{key_id}.{milliseconds}.{'e' * 64}.".encode()
    return Group(
        "verify webhook",
        bare=lambda: public_key.verify(signature, prefix + body),
        ours=lambda: verify_webhook(headers, body, keys=keys, organization_id="o", now=NOW),
        node=NodeCall(
            NPM_CRYPTO,
            "verifyWebhook",
            {
                "headers": headers,
                "body": body.decode(),
                "key": key,
                "keyId": key_id,
                "now": int(milliseconds),
            },
            lambda verified: bool(verified["ok"]),
        ),
    )


def _activity_votes() -> Group:
    key = ApiKey.from_private_key(PRIVATE_KEY)
    parameters = {"userId": "u", "userTagIds": [f"tag {number}" for number in range(10)]}
    activity_type, organization_id = "ACTIVITY_TYPE_UPDATE_USER", "7ff189fb-df7d-452e-8540-57632e380b77"
    body = request_body(
        activity_type, parameters, organization_id=organization_id, timestamp=datetime.now(timezone.utc)
    )
    vote = api_key_vote(body, key, deterministic=True)
    activity = activity_with_votes(
        body,
        [vote],
        activity_type=activity_type,
        organization_id=organization_id,
        intent={"updateUserIntent": parameters},
    )
    answer = json.dumps({"activity": activity})
    point, signature = bytes.fromhex(key.public_key), bytes.fromhex(str(vote["signature"]))

    def hash_and_verify() -> None:
        hashlib.sha256(body).hexdigest()
        load_point(point).verify(signature, body, _SHA256)

    return Group(
        "verify the vote on an activity",
        bare=hash_and_verify,
        ours=lambda: verify_activity_votes(answer, trusted_keys={key.public_key}),
    )


def _signature_result() -> Group:
    key = ApiKey.from_private_key(PRIVATE_KEY, "secp256k1").public_key
    digest = hashlib.sha256(BODY).digest()
    encoding, hash_function = "PAYLOAD_ENCODING_HEXADECIMAL", "HASH_FUNCTION_NO_OP"
    result = SignatureResult(
        **sign_raw_payload(digest.hex(), PRIVATE_KEY, encoding=encoding, hash_function=hash_function)
    )
    return Group(
        "verify signature result secp256k1",
        bare=lambda: _load_secp256k1(bytes.fromhex(key)).verify(result.to_der(), digest, _DIGEST),
        ours=lambda: result.verify(
            digest.hex(), encoding=encoding, hash_function=hash_function, public_key=key
        ),
    )

"""Tokens, and client signatures that are bound to them."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any

import sealwax
from sealwax.login import tokens
from tests.fuzz.corpus import Context, Seed, captured_token, from_vectors, to_document
from tests.fuzz.target import Target, as_text, enclave_keys, instant, is_shallow, text_or_bytes


def _token_seeds(name: str, group_type: str, key: str) -> Iterator[Seed]:
    yield from from_vectors(name, group_type, "token", key, "now")
    production = sealwax.EnclaveKeys.production()
    pinned = {"notarizerPublicKey": production.notarizer, "tlsFetcherPublicKey": production.tls_fetcher}
    yield Seed({key: pinned[key], "now": 0}, to_document(captured_token(name)))


def _session(context: Context, document: bytes) -> object:
    keys = enclave_keys(notarizer=context["notarizerPublicKey"])
    return sealwax.verify_session_jwt(text_or_bytes(document), keys=keys, now=instant(context))


def _verification_token(context: Context, document: bytes) -> object:
    keys = enclave_keys(tls_fetcher=context["tlsFetcherPublicKey"])
    return sealwax.verify_verification_token(text_or_bytes(document), keys=keys, now=instant(context))


def _jwt_signed(_: Context, document: bytes) -> object:
    return document.rpartition(b".")[0]


def _client_signature(context: Context, document: bytes) -> object:
    token = context.get("verificationToken")
    claims = None
    if token is not None:
        claims = sealwax.VerificationClaims(**vars(tokens.read_verification_token(token)))
    # As a web framework hands it over: by a parser that is not strict, and itself needs its stack.
    fields: Any = as_text(document)
    if is_shallow(document):
        with suppress(ValueError):
            fields = json.loads(document)
    sealwax.verify_client_signature(fields, verification=claims)
    return None


def _client_message(_: Context, document: bytes) -> object:
    fields = json.loads(document)
    return fields["publicKey"].lower(), fields["message"]


@cache
def _client_key(private_key: str, curve: str) -> sealwax.ApiKey:
    return sealwax.ApiKey.from_private_key(private_key, curve)  # type: ignore[arg-type]


def _signing(context: Context, document: bytes) -> int:
    """Put a token, which is read and not verified, through all that signs with one."""
    key, token = _client_key(context["privateKey"], context["curve"]), text_or_bytes(document)

    def client_signature(sign: Callable[[], sealwax.ClientSignature]) -> None:
        sealwax.verify_client_signature(sign())

    def stamp(scheme: sealwax.AttestedScheme) -> None:
        sealwax.AttestedStamper(key, token, scheme).stamp(b"{}")

    problems = []
    calls: tuple[Callable[[], None], ...] = (
        partial(client_signature, partial(sealwax.sign_login, key, token)),
        partial(client_signature, partial(sealwax.sign_signup, key, token, email="user@example.com")),
        partial(stamp, "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN"),
        partial(stamp, "STAMP_ATTESTED_SCHEME_P256_OIDC"),
    )
    for call in calls:
        try:
            call()
        except sealwax.SealwaxError as error:
            problems.append(error)
    if len(problems) == len(calls):
        raise problems[0]
    return len(problems)


def _signing_seeds() -> Iterator[Seed]:
    fields = ("privateKey", "curve")
    for group in ("ClientSignatureLogin", "ClientSignatureSignup"):
        yield from from_vectors("client_signature", group, "verificationToken", *fields)
    yield from from_vectors("attested_stamp", "AttestedStamping", "token", *fields)


TARGETS = (
    Target(
        "session-jwt",
        "verify_session_jwt",
        "has the header and payload of an original, and the same claims",
        partial(_token_seeds, "session_jwt", "SessionJwt", "notarizerPublicKey"),
        _session,
        _jwt_signed,
    ),
    Target(
        "verification-token",
        "verify_verification_token",
        "has the header and payload of an original, and the same claims",
        partial(_token_seeds, "verification_token", "VerificationToken", "tlsFetcherPublicKey"),
        _verification_token,
        _jwt_signed,
    ),
    Target(
        "client-signature",
        "verify_client_signature",
        "has the message and key of an original",
        partial(
            from_vectors,
            "client_signature",
            "ClientSignatureVerification",
            "clientSignature",
            "verificationToken",
        ),
        _client_signature,
        _client_message,
    ),
    Target(
        "signing",
        "sign_login, sign_signup, AttestedStamper: of a token",
        "is a token that can be signed for; what comes of it verifies",
        _signing_seeds,
        _signing,
    ),
)

"""Signups, logins and sessions over the auth proxy, by an official client and by this library."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ServiceError,
    SessionClaims,
    encrypt_otp_bundle,
    sign_login,
    verify_session_jwt,
)
from sealwax.client import AuthProxyClient, Client
from sealwax.operations import AuthProxyOperation, SignupV2
from sealwax.operations.all_operations import OPERATIONS
from sealwax_service import LocalService
from tests.interop.clients import application
from tests.interop.clients.scenario import OURS, method_of

CORE = "@turnkey/core"
CLIENTS = (CORE, OURS)
ADA, BOB = "ada@example.com", "bob@example.com"
WRONG_CODE = "000000000"


class RefusedError(Exception):
    """The service refused a request."""


class Caller(Protocol):
    """A client: it calls an operation with parameters, and gives the fields of the result."""

    def stamp_with(self, stamps: ApiKey, organization_id: str) -> None: ...

    def call(self, operation: str, **parameters: object) -> dict[str, Any]: ...


class NodeCaller:
    """The client from npm."""

    def __init__(self, app: application.App) -> None:
        self._app = app
        self.stamp_with = app.stamp_with

    def call(self, operation: str, **parameters: object) -> dict[str, Any]:
        answer = self._app.try_call(method_of(operation), **parameters)
        if "error" in answer:
            raise RefusedError(answer["error"])
        result: dict[str, Any] = answer["result"]
        return result


class OurCaller:
    """``AuthProxyClient``, and ``Client`` with the session."""

    def __init__(self, service: LocalService) -> None:
        self._service = service
        self._key, self._organization_id = service.api_key, service.organization_id

    def stamp_with(self, stamps: ApiKey, organization_id: str) -> None:
        self._key, self._organization_id = stamps, organization_id

    def call(self, operation: str, **parameters: object) -> dict[str, Any]:
        made: Any = OPERATIONS[operation].from_params(parameters)
        try:
            return dict(self._send(made).raw)
        except ServiceError as error:
            raise RefusedError(str(error)) from None

    def _send(self, operation: Any) -> Any:
        url = self._service.url
        if isinstance(operation, AuthProxyOperation):
            with AuthProxyClient(self._service.configuration_id, base_url=url) as proxy:
                return proxy.send(operation)
        stamper = ApiKeyStamper(self._key)
        with Client(stamper, organization_id=self._organization_id, base_url=url) as client:
            return client.send(operation)


@contextmanager
def caller(name: str, service: LocalService) -> Iterator[Caller]:
    """Connect a client."""
    if name == OURS:
        yield OurCaller(service)
        return
    app = application.App(name, service)
    try:
        app.stamp_with(service.api_key, service.organization_id)
        yield NodeCaller(app)
    finally:
        app.close()


class SentCode(NamedTuple):
    """A code, and the bundle that it is sealed to."""

    otp_id: str
    target_bundle: str
    code: str


class Person:
    """Someone who signs up and logs in over a client."""

    def __init__(self, client: Caller, service: LocalService, email: str) -> None:
        self._client, self._service, self._email = client, service, email

    def get_code(self) -> SentCode:
        sent = self._client.call("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact=self._email)
        code = self._service.otp_code(sent["otpId"])
        return SentCode(sent["otpId"], sent["otpEncryptionTargetBundle"], code)

    def verify(self, sent: SentCode, key: ApiKey) -> str:
        """Exchange the code for a verification token."""
        bundle = encrypt_otp_bundle(
            sent.target_bundle, sent.code, public_key=key.public_key, keys=self._service.keys
        )
        made = self._client.call("otp_verify_v2", otpId=sent.otp_id, encryptedOtpBundle=bundle)
        token: str = made["verificationToken"]
        return token

    def sign_up(self) -> str:
        """Make an organization; return its id."""
        key = ApiKey.generate()
        signup = SignupV2(
            user_email=self._email,
            verification_token=self.verify(self.get_code(), key),
            api_keys=[],
            authenticators=[],
            oauth_providers=[],
        ).signed(key)
        organization_id: str = self._client.call("signup_v2", **signup.to_params())["organizationId"]
        return organization_id

    def log_in(self, sent: SentCode, key: ApiKey, **organization: str) -> SessionClaims:
        """Log in with a code; verify the session's token."""
        token = self.verify(sent, key)
        signature = sign_login(key, token).to_dict()
        login = {"verificationToken": token, "publicKey": key.public_key, "clientSignature": signature}
        answer = self._client.call("otp_login_v2", **login, **organization)
        return verified(answer, key, self._service)


def refresh(client: Caller, service: LocalService, key: ApiKey) -> SessionClaims:
    """Begin another session of the same key; verify its token."""
    return verified(client.call("stamp_login", publicKey=key.public_key), key, service)


def verified(answer: dict[str, Any], key: ApiKey, service: LocalService) -> SessionClaims:
    """Verify the token of a session."""
    claims = verify_session_jwt(answer["session"], keys=service.keys, now=service.now())
    assert claims.public_key == key.public_key
    return claims


def log_out(client: Caller, key: ApiKey) -> None:
    """Delete the session's key."""
    user_id = client.call("whoami")["userId"]
    keys = client.call("get_api_keys", userId=user_id)["apiKeys"]
    (own,) = [each["apiKeyId"] for each in keys if each["credential"]["publicKey"] == key.public_key]
    client.call("delete_api_keys", userId=user_id, apiKeyIds=[own])

"""Sign people up, log them in, and keep their sessions: a function for each flow. Needs the extra ``httpx``.

For example, with the code that the person typed::

    with AuthProxyClient(configuration_id) as proxy:
        sent = send_code(proxy, email="ada@example.com")
        session = log_in_with_code(proxy, sent, code, ApiKey.generate())
    with Client(session.stamper, organization_id=session.organization_id) as client:
        ...

The functions only call other public functions, so you can copy one and change it. None keeps a secret: the
code and the tokens are used once, and the session belongs to the key that you pass. The key of a session
must be on P-256. In asyncio, call a function in a thread, as with ``asyncio.to_thread``.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import to_instant
from sealwax._codec.urls import PUBLIC_API_URL
from sealwax.bundles.otp import encrypt_otp_bundle
from sealwax.client import AuthProxyClient, Client
from sealwax.keys import ApiKey
from sealwax.login.client_signature import sign_login
from sealwax.login.tokens import SessionClaims
from sealwax.operations import (
    DeleteApiKeys,
    GetApiKeys,
    OauthProvider,
    OtpInitV2,
    OtpLoginV2,
    OtpVerifyV2,
    ProxyOauthLogin,
    SignupApiKey,
    SignupAuthenticator,
    SignupV2,
    SignupWallet,
    StampLogin,
)
from sealwax.signing import Signer
from sealwax.stamps.api_key import ApiKeyStamper
from sealwax.trust import PRODUCTION, EnclaveKeys

_SIGNUP_KEY_SECONDS = "60"
"""The lifetime of the key that logs a person in after a signup with a passkey."""


@dataclass(frozen=True)
class SentCode:
    """A one-time code that was sent.

    Attributes:
        otp_id: The id of the OTP flow.
        target_bundle: The enclave's signed key that the code is sealed to.
        email: The email address that received the code; None for a phone number.
        phone_number: The phone number that received the code; None for an email address.
    """

    otp_id: str
    target_bundle: str
    email: str | None
    phone_number: str | None


@dataclass(frozen=True)
class Session:
    """A session whose token was verified.

    Attributes:
        key: The key that the session is bound to, which you passed.
        claims: The verified claims of the session's token.
    """

    key: Signer = field(repr=False)
    claims: SessionClaims

    @property
    def stamper(self) -> ApiKeyStamper:
        """The stamper for a ``Client`` of the session's organization."""
        return ApiKeyStamper(self.key)

    @property
    def expires_at(self) -> datetime:
        """When the session expires, in UTC."""
        return self.claims.expires_at

    @property
    def organization_id(self) -> str:
        """The id of the organization."""
        return self.claims.organization_id

    @property
    def user_id(self) -> str:
        """The id of the user."""
        return self.claims.user_id

    def ends_within(self, margin: timedelta, *, now: datetime | None = None) -> bool:
        """Tell whether the session has expired, or expires soon.

        Args:
            margin: How soon.
            now: The current time, as an aware datetime; the system's clock by default.

        Returns:
            Whether at most ``margin`` is left.
        """
        require_type(margin, timedelta, "margin")
        return self.expires_at - to_instant(now) <= margin


def send_code(
    proxy: AuthProxyClient, *, email: str | None = None, phone_number: str | None = None
) -> SentCode:
    """Send a one-time code to a person, by email or by SMS.

    Args:
        proxy: The client of the auth proxy.
        email: The email address; pass this or ``phone_number``.
        phone_number: The phone number, in E.164 form.

    Returns:
        The code's id and bundle, for ``log_in_with_code`` and ``sign_up_with_code``. It holds no secret.

    Raises:
        ValueError: Both or neither of ``email`` and ``phone_number`` are given.
        SealwaxError: The errors of ``AuthProxyClient.send``.
    """
    if (email is None) is (phone_number is None):
        raise ValueError("pass either email or phone_number")
    otp_type = "OTP_TYPE_SMS" if email is None else "OTP_TYPE_EMAIL"
    sent = proxy.send(OtpInitV2(otp_type=otp_type, contact=email or phone_number or ""))
    return SentCode(sent.otp_id, sent.otp_encryption_target_bundle, email, phone_number)


def log_in_with_code(
    proxy: AuthProxyClient,
    sent: SentCode,
    code: str,
    key: Signer,
    *,
    organization_id: str | None = None,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
) -> Session:
    """Log in with a one-time code.

    Args:
        proxy: The client of the auth proxy.
        sent: The answer of ``send_code``.
        code: The code that the person received.
        key: The session's key, on P-256; make a new one for each session.
        organization_id: The id of the person's organization; None: the service finds it by the contact.
        keys: The enclave's public keys.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        The session.

    Raises:
        ServiceError: The code is wrong, has expired or was used; or nobody has the contact.
        ContextMismatch: The session is for another organization (``wrong-organization``).
        SealwaxError: The other errors of ``encrypt_otp_bundle``, ``AuthProxyClient.send``, ``sign_login`` and
            ``Login.verify``.
    """
    token = _verify_code(proxy, sent, code, key, keys=keys, now=now)
    return _log_in_with_token(proxy, token, key, organization_id=organization_id, keys=keys, now=now)


def sign_up_with_code(
    proxy: AuthProxyClient,
    sent: SentCode,
    code: str,
    key: Signer,
    *,
    user_name: str | None = None,
    organization_name: str | None = None,
    wallet: SignupWallet | None = None,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
) -> Session:
    """Sign a new person up with a one-time code, and log in.

    To find out whether the person has an organization already, send ``GetAccount``.

    Args:
        proxy: The client of the auth proxy.
        sent: The answer of ``send_code``.
        code: The code that the person received.
        key: The session's key, on P-256; make a new one for each session.
        user_name: The person's name.
        organization_name: The name of the new organization.
        wallet: A wallet to create.
        keys: The enclave's public keys.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        The session, in the new organization.

    Raises:
        ServiceError: The code is wrong, has expired or was used.
        SealwaxError: The other errors of ``log_in_with_code``.
    """
    token = _verify_code(proxy, sent, code, key, keys=keys, now=now)
    signup = SignupV2(
        user_email=sent.email,
        user_phone_number=sent.phone_number,
        user_name=user_name,
        organization_name=organization_name,
        verification_token=token,
        api_keys=[],
        authenticators=[],
        oauth_providers=[],
        wallet=wallet,
    )
    made = proxy.send(signup.signed(key))
    # The service takes a token once for a signup, and then once for a login.
    return _log_in_with_token(proxy, token, key, organization_id=made.organization_id, keys=keys, now=now)


def _verify_code(
    proxy: AuthProxyClient,
    sent: SentCode,
    code: str,
    key: Signer,
    *,
    keys: EnclaveKeys,
    now: datetime | None,
) -> str:
    """Exchange a one-time code for a verification token that is bound to the key."""
    bundle = encrypt_otp_bundle(sent.target_bundle, code, public_key=key.public_key, keys=keys)
    verified = proxy.send(OtpVerifyV2(otp_id=sent.otp_id, encrypted_otp_bundle=bundle))
    verified.verify(keys=keys, now=now)
    return verified.verification_token


def _log_in_with_token(
    proxy: AuthProxyClient,
    token: str,
    key: Signer,
    *,
    organization_id: str | None,
    keys: EnclaveKeys,
    now: datetime | None,
) -> Session:
    login = OtpLoginV2(
        verification_token=token,
        public_key=key.public_key,
        client_signature=sign_login(key, token),
        organization_id=organization_id,
    )
    return Session(key, proxy.send(login).verify(keys=keys, now=now))


def log_in_with_oidc(
    proxy: AuthProxyClient,
    oidc_token: str,
    key: Signer,
    *,
    organization_id: str | None = None,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
) -> Session:
    """Log in with an OIDC token.

    Args:
        proxy: The client of the auth proxy.
        oidc_token: The provider's token, whose nonce is ``oidc_nonce(key.public_key)``.
        key: The session's key, on P-256; make a new one for each session.
        organization_id: The id of the person's organization; None: the service finds it by the identity.
        keys: The enclave's public keys.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        The session.

    Raises:
        ServiceError: The service refuses the token, or nobody has its identity.
        ContextMismatch: The session is for another organization (``wrong-organization``).
        SealwaxError: The other errors of ``AuthProxyClient.send`` and ``Login.verify``.
    """
    login = ProxyOauthLogin(oidc_token=oidc_token, public_key=key.public_key, organization_id=organization_id)
    return Session(key, proxy.send(login).verify(keys=keys, now=now))


def sign_up_with_oidc(
    proxy: AuthProxyClient,
    oidc_token: str,
    key: Signer,
    *,
    provider_name: str,
    user_name: str | None = None,
    organization_name: str | None = None,
    wallet: SignupWallet | None = None,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
) -> Session:
    """Sign a new person up with an OIDC token, and log in.

    Args:
        proxy: The client of the auth proxy.
        oidc_token: The provider's token, whose nonce is ``oidc_nonce(key.public_key)``.
        key: The session's key, on P-256; make a new one for each session.
        provider_name: The provider's display name.
        user_name: The person's name.
        organization_name: The name of the new organization.
        wallet: A wallet to create.
        keys: The enclave's public keys.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        The session, in the new organization.

    Raises:
        SealwaxError: The errors of ``log_in_with_oidc``.
    """
    signup = SignupV2(
        user_name=user_name,
        organization_name=organization_name,
        api_keys=[],
        authenticators=[],
        oauth_providers=[OauthProvider(provider_name=provider_name, oidc_token=oidc_token)],
        wallet=wallet,
    )
    made = proxy.send(signup)
    return log_in_with_oidc(proxy, oidc_token, key, organization_id=made.organization_id, keys=keys, now=now)


def sign_up_with_passkey(
    proxy: AuthProxyClient,
    passkey: SignupAuthenticator,
    key: Signer,
    *,
    user_name: str | None = None,
    organization_name: str | None = None,
    wallet: SignupWallet | None = None,
    base_url: str = PUBLIC_API_URL,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
) -> Session:
    """Sign a new person up with a passkey, and log in without another touch.

    The signup has a second key, which is made here, stamps the login, and expires after a minute.

    Args:
        proxy: The client of the auth proxy.
        passkey: The new passkey: its name, its challenge, and the answer of ``encode_attestation``.
        key: The session's key, on P-256; make a new one for each session.
        user_name: The person's name.
        organization_name: The name of the new organization.
        wallet: A wallet to create.
        base_url: The base URL of the public API, for the login.
        keys: The enclave's public keys.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        The session, in the new organization.

    Raises:
        SealwaxError: The errors of ``AuthProxyClient.send`` and of ``log_in_with_stamp``.
    """
    first = ApiKey.generate()
    signup = SignupV2(
        user_name=user_name,
        organization_name=organization_name,
        api_keys=[
            SignupApiKey(
                api_key_name="signup",
                public_key=first.public_key,
                curve_type="API_KEY_CURVE_P256",
                expiration_seconds=_SIGNUP_KEY_SECONDS,
            )
        ],
        authenticators=[passkey],
        oauth_providers=[],
        wallet=wallet,
    )
    made = proxy.send(signup)
    with Client(ApiKeyStamper(first), organization_id=made.organization_id, base_url=base_url) as client:
        return log_in_with_stamp(client, key, keys=keys, now=now)


def log_in_with_stamp(
    client: Client, key: Signer, *, keys: EnclaveKeys = PRODUCTION, now: datetime | None = None
) -> Session:
    """Log in with the client's stamper: with a passkey if that is a ``WebAuthnStamper``.

    Args:
        client: The client of the person's organization.
        key: The session's key, on P-256: a new one, or that of a session that ends soon.
        keys: The enclave's public keys.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        The session.

    Raises:
        SealwaxError: The errors of ``Client.send`` and of the result's ``verify``.
    """
    login = client.send(StampLogin(public_key=key.public_key))
    return Session(key, login.verify(keys=keys, now=now))


def refresh_session(
    session: Session,
    client: Client,
    *,
    margin: timedelta = timedelta(minutes=5),
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
) -> Session:
    """Return a session that lasts: a new one for the same key if the given one ends soon.

    Args:
        session: The session, which has not expired yet.
        client: A client with the session's stamper.
        margin: How soon.
        keys: The enclave's public keys.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        The session, or a new one.

    Raises:
        ServiceError: The session has expired: log in again.
        SealwaxError: The other errors of ``log_in_with_stamp``.
    """
    if not session.ends_within(margin, now=now):
        return session
    return log_in_with_stamp(client, session.key, keys=keys, now=now)


def log_out(session: Session, client: Client) -> None:
    """End a session: the service forgets its key.

    Args:
        session: The session.
        client: A client with the session's stamper.

    Raises:
        ServiceError: The session has expired, or the organization's policies do not let its user delete keys.
        SealwaxError: The other errors of ``Client.send``.
    """
    listed = client.send(GetApiKeys(user_id=session.user_id)).api_keys
    public_key = session.key.public_key.lower()
    ids = [each.api_key_id for each in listed if each.credential.public_key.lower() == public_key]
    client.send(DeleteApiKeys(user_id=session.user_id, api_key_ids=ids))


__all__ = [
    "SentCode",
    "Session",
    "log_in_with_code",
    "log_in_with_oidc",
    "log_in_with_stamp",
    "log_out",
    "refresh_session",
    "send_code",
    "sign_up_with_code",
    "sign_up_with_oidc",
    "sign_up_with_passkey",
]

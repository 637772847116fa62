"""The flows against the local service: signups, logins, refreshes, and what ends them."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from sealwax import (
    ApiKey,
    ServiceError,
    UntrustedSigner,
    WebAuthnStamper,
    encode_attestation,
)
from sealwax.client import AuthProxyClient, Client
from sealwax.flows import (
    Session,
    log_in_with_code,
    log_in_with_oidc,
    log_in_with_stamp,
    log_out,
    refresh_session,
    send_code,
    sign_up_with_code,
    sign_up_with_oidc,
    sign_up_with_passkey,
)
from sealwax.operations import (
    CreateWallet,
    GetWhoami,
    SignupAuthenticator,
    SignupWallet,
    WalletAccountParams,
)
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator
from sealwax_service import LocalService
from tests.conftest import SEED

EMAIL = "ada@example.com"
WRONG_CODE = "000000000"
"""No code of the service's has a zero."""


@pytest.fixture
def service() -> Iterator[LocalService]:
    with LocalService(SEED) as made:
        yield made


@pytest.fixture
def proxy(service: LocalService) -> Iterator[AuthProxyClient]:
    with AuthProxyClient(service.configuration_id, base_url=service.auth_proxy_url) as made:
        yield made


@pytest.fixture
def key() -> ApiKey:
    return ApiKey.generate()


def client_of(service: LocalService, session: Session) -> Client:
    return Client(session.stamper, organization_id=session.organization_id, base_url=service.url)


def whoami(service: LocalService, session: Session) -> tuple[str, str]:
    with client_of(service, session) as client:
        me = client.send(GetWhoami())
    return me.organization_id, me.user_id


def sign_up(service: LocalService, proxy: AuthProxyClient, email: str = EMAIL) -> Session:
    sent = send_code(proxy, email=email)
    code = service.otp_code(sent.otp_id)
    return sign_up_with_code(proxy, sent, code, ApiKey.generate(), user_name="Ada", keys=service.keys)


def test_from_the_code_to_the_end(service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
    first = sign_up(service, proxy)
    assert first.organization_id != service.organization_id
    sent = send_code(proxy, email=EMAIL)
    session = log_in_with_code(proxy, sent, service.otp_code(sent.otp_id), key, keys=service.keys)
    assert session.key is key
    assert (session.organization_id, session.user_id) == (first.organization_id, first.user_id)
    assert whoami(service, session) == (session.organization_id, session.user_id)
    with client_of(service, session) as client:
        log_out(session, client)
        with pytest.raises(ServiceError):
            client.send(GetWhoami())
    # Another session of the same user goes on.
    assert whoami(service, first)[1] == first.user_id


def test_a_session_makes_a_wallet(service: LocalService, proxy: AuthProxyClient) -> None:
    session = sign_up(service, proxy)
    account = WalletAccountParams(
        curve="CURVE_SECP256K1",
        path_format="PATH_FORMAT_BIP32",
        path="m/44'/60'/0'/0/0",
        address_format="ADDRESS_FORMAT_ETHEREUM",
    )
    with client_of(service, session) as client:
        assert client.send(CreateWallet(wallet_name="w", accounts=[account])).addresses


def test_a_phone_number(service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
    sent = send_code(proxy, phone_number="+41791234567")
    code = service.otp_code(sent.otp_id)
    wallet = SignupWallet(wallet_name="w", accounts=[])
    session = sign_up_with_code(
        proxy, sent, code, key, organization_name="o", wallet=wallet, keys=service.keys
    )
    assert whoami(service, session)[1] == session.user_id


@pytest.mark.parametrize("contact", [{}, {"email": EMAIL, "phone_number": "+41791234567"}])
def test_a_code_has_one_contact(proxy: AuthProxyClient, contact: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="either email or phone_number"):
        send_code(proxy, **contact)


def test_a_wrong_code(service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
    sign_up(service, proxy)
    sent = send_code(proxy, email=EMAIL)
    with pytest.raises(ServiceError, match="wrong") as caught:
        log_in_with_code(proxy, sent, WRONG_CODE, key, keys=service.keys)
    assert WRONG_CODE not in str(caught.value)
    # The right one still works.
    session = log_in_with_code(proxy, sent, service.otp_code(sent.otp_id), key, keys=service.keys)
    assert session.claims.public_key == key.public_key


def test_an_expired_code(service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
    sign_up(service, proxy)
    sent = send_code(proxy, email=EMAIL)
    code = service.otp_code(sent.otp_id)
    service.advance(timedelta(minutes=6))
    with pytest.raises(ServiceError, match="expired"):
        log_in_with_code(proxy, sent, code, key, keys=service.keys, now=service.now())


def test_a_code_that_was_used(service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
    sign_up(service, proxy)
    sent = send_code(proxy, email=EMAIL)
    code = service.otp_code(sent.otp_id)
    log_in_with_code(proxy, sent, code, key, keys=service.keys)
    with pytest.raises(ServiceError, match="no open OTP flow"):
        log_in_with_code(proxy, sent, code, ApiKey.generate(), keys=service.keys)


def test_another_organization(service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
    sign_up(service, proxy)
    other = sign_up(service, proxy, "bob@example.com")
    sent = send_code(proxy, email=EMAIL)
    code = service.otp_code(sent.otp_id)
    with pytest.raises(ServiceError):
        log_in_with_code(proxy, sent, code, key, organization_id=other.organization_id, keys=service.keys)


def test_an_organization_without_the_contact(
    service: LocalService, proxy: AuthProxyClient, key: ApiKey
) -> None:
    sent = send_code(proxy, email="nobody@example.com")
    with pytest.raises(ServiceError):
        log_in_with_code(proxy, sent, service.otp_code(sent.otp_id), key, keys=service.keys)


def test_the_keys_of_another_enclave(proxy: AuthProxyClient, key: ApiKey) -> None:
    sent = send_code(proxy, email=EMAIL)
    with pytest.raises(UntrustedSigner):
        log_in_with_code(proxy, sent, "c", key, keys=ReferenceEnclave().keys)


class TestOidc:
    def test_a_signup_and_a_login(self, service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
        token = service.oidc_token(key.public_key, subject="ada")
        with pytest.raises(ServiceError):
            log_in_with_oidc(proxy, token, key, keys=service.keys)
        session = sign_up_with_oidc(
            proxy, token, key, provider_name="issuer", user_name="Ada", keys=service.keys
        )
        assert whoami(service, session) == (session.organization_id, session.user_id)
        again = ApiKey.generate()
        token = service.oidc_token(again.public_key, subject="ada")
        found = log_in_with_oidc(proxy, token, again, keys=service.keys)
        assert (found.organization_id, found.key) == (session.organization_id, again)

    def test_a_token_of_another_key(self, service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
        token = service.oidc_token(ApiKey.generate().public_key)
        with pytest.raises(ServiceError):
            log_in_with_oidc(proxy, token, key, keys=service.keys)


def test_passkeys(service: LocalService, proxy: AuthProxyClient, key: ApiKey) -> None:
    authenticator = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")
    attestation = encode_attestation(authenticator.create(b"challenge"), expected_challenge=b"challenge")
    passkey = SignupAuthenticator(
        authenticator_name="phone", challenge=attestation.challenge, attestation=attestation
    )
    session = sign_up_with_passkey(proxy, passkey, key, base_url=service.url, keys=service.keys)
    assert whoami(service, session) == (session.organization_id, session.user_id)
    stamper = WebAuthnStamper(authenticator)
    with Client(stamper, organization_id=session.organization_id, base_url=service.url) as client:
        later = log_in_with_stamp(client, ApiKey.generate(), keys=service.keys)
    assert later.user_id == session.user_id


class TestSessions:
    def test_it_is_refreshed_before_it_ends(self, service: LocalService, proxy: AuthProxyClient) -> None:
        session = sign_up(service, proxy)
        with client_of(service, session) as client:
            assert refresh_session(session, client, keys=service.keys) is session
            service.advance(timedelta(minutes=12))
            fresh = refresh_session(session, client, keys=service.keys, now=service.now())
            assert fresh.key is session.key
            assert fresh.expires_at > session.expires_at
            service.advance(timedelta(minutes=5))
            assert session.ends_within(timedelta(), now=service.now())
            assert whoami(service, fresh)[1] == session.user_id

    def test_it_is_too_late(self, service: LocalService, proxy: AuthProxyClient) -> None:
        session = sign_up(service, proxy)
        service.advance(timedelta(minutes=16))
        with client_of(service, session) as client, pytest.raises(ServiceError):
            refresh_session(session, client, keys=service.keys, now=service.now())

    def test_its_end(self, service: LocalService, proxy: AuthProxyClient) -> None:
        session = sign_up(service, proxy)
        second = timedelta(seconds=1)
        for left, ends in ((2 * second, False), (second, True), (-second, True)):
            assert session.ends_within(second, now=session.expires_at - left) is ends
        with pytest.raises(TypeError, match="margin"):
            session.ends_within(5)  # type: ignore[arg-type]

    def test_its_repr_has_no_key(self, service: LocalService, proxy: AuthProxyClient) -> None:
        session = sign_up(service, proxy)
        assert "key=" not in repr(session).replace("public_key=", "")

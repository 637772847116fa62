"""The operations of the auth proxy: the older versions, and those with OIDC tokens."""

from typing import Any

import pytest

from sealwax import ApiKey, encrypt_otp_bundle, oidc_nonce, sign_login, verify_session_jwt
from sealwax.operations import SignupV2
from tests.service.client import Client, Reply

ROOT_CONTACT = {"otpType": "OTP_TYPE_EMAIL", "contact": "root@example.com"}


def accepted(reply: Reply) -> Any:
    """Give the body of an answer that is no error."""
    assert reply.status == 200, reply.body
    return reply.body


def begin(client: Client, **contact: str) -> tuple[str, str]:
    """Begin an OTP flow of the first version; give its id and its code."""
    body = client.proxy("otp_init", **(contact or ROOT_CONTACT)).body
    assert [*body] == ["otpId"]
    return body["otpId"], client.service.otp_code(body["otpId"])


def token_of(client: Client, key: ApiKey, **contact: str) -> str:
    otp_id, code = begin(client, **contact)
    reply = client.proxy("otp_verify", otpId=otp_id, otpCode=code, publicKey=key.public_key)
    token: str = accepted(reply)["verificationToken"]
    return token


def oidc_token(client: Client, key: ApiKey, code: str = "someone") -> str:
    reply = client.proxy(
        "proxy_oauth2_authenticate",
        provider="OAUTH2_PROVIDER_X",
        authCode=code,
        redirectUri="https://example.com",
        codeVerifier="v",
        nonce=oidc_nonce(key.public_key),
        clientId="c",
    )
    token: str = accepted(reply)["oidcToken"]
    return token


def signup(**fields: object) -> Any:
    return {"apiKeys": [], "authenticators": [], "oauthProviders": [], **fields}


class TestFirstVersions:
    def test_a_login(self, client: Client) -> None:
        key = ApiKey.generate()
        token = token_of(client, key)
        signature = sign_login(key, token).to_dict()
        login: Any = {"verificationToken": token, "publicKey": key.public_key, "clientSignature": signature}
        wrong = client.proxy("proxy_otp_login", **{**login, "publicKey": ApiKey.generate().public_key})
        assert wrong.status == 400
        session = accepted(client.proxy("proxy_otp_login", organizationId=client.organization_id, **login))
        claims = verify_session_jwt(session["session"], keys=client.service.keys)
        assert (claims.public_key, claims.user_id) == (key.public_key, client.service.user_id)
        again = client.proxy("proxy_otp_login", organizationId=client.organization_id, **login)
        assert again.error == (400, "SEALWAX_TOKEN_INVALID")

    def test_a_login_needs_the_signature(self, client: Client) -> None:
        key = ApiKey.generate()
        login = {"verificationToken": token_of(client, key), "publicKey": key.public_key}
        assert client.proxy("proxy_otp_login", **login).error == (400, "REQUEST_INVALID")

    def test_a_code_is_checked(self, client: Client) -> None:
        key = ApiKey.generate()
        otp_id, code = begin(client)
        given = {"otpId": otp_id, "publicKey": key.public_key}
        wrong = "".join("3" if letter == "2" else "2" for letter in code)
        assert client.proxy("otp_verify", otpCode=wrong, **given).status == 400
        assert client.proxy("otp_verify", otpCode=code, otpId=otp_id).status == 400
        assert client.proxy("otp_verify", otpCode=code, **{**given, "otpId": "no"}).error[0] == 404
        accepted(client.proxy("otp_verify", otpCode=code, **given))
        assert client.proxy("otp_verify", otpCode=code, **given).status == 400

    def test_both_versions_have_one_flow(self, client: Client) -> None:
        key = ApiKey.generate()
        otp = client.proxy("otp_init_v2", **ROOT_CONTACT).body
        code = client.service.otp_code(otp["otpId"])
        sealed = encrypt_otp_bundle(
            otp["otpEncryptionTargetBundle"], code, public_key=key.public_key, keys=client.service.keys
        )
        accepted(client.proxy("otp_verify", otpId=otp["otpId"], otpCode=code, publicKey=key.public_key))
        used = client.proxy("otp_verify_v2", otpId=otp["otpId"], encryptedOtpBundle=sealed)
        assert used.status == 400

    def test_a_signup(self, client: Client) -> None:
        key = ApiKey.generate()
        contact = {"otpType": "OTP_TYPE_EMAIL", "contact": "new@example.com"}
        token = token_of(client, key, **contact)
        given = SignupV2.from_params(signup(userEmail="new@example.com", verificationToken=token)).signed(key)
        params: Any = given.to_params()
        made = accepted(client.proxy("signup", **params))
        found = client.proxy("account", filterType="EMAIL", filterValue="new@example.com").body
        assert found == {"organizationId": made["organizationId"]}

    def test_a_signup_takes_tokens_of_providers(self, client: Client) -> None:
        claims = {"iss": "i", "sub": "s", "aud": "a"}
        provider = {"providerName": "p", "oidcClaims": claims}
        assert client.proxy("signup", **signup(oauthProviders=[provider])).error == (400, "REQUEST_INVALID")


class TestOidc:
    def test_a_login(self, client: Client) -> None:
        key = ApiKey.generate()
        token = oidc_token(client, key)
        login = {"oidcToken": token, "publicKey": key.public_key}
        assert client.proxy("proxy_oauth_login", **login).error[0] == 404
        provider = {"providerName": "p", "oidcToken": token}
        made = accepted(client.proxy("signup", **signup(oauthProviders=[provider])))
        for named in ({}, {"organizationId": made["organizationId"]}):
            session = accepted(client.proxy("proxy_oauth_login", **login, **named))["session"]
            claims = verify_session_jwt(session, keys=client.service.keys)
            assert (claims.organization_id, claims.public_key) == (made["organizationId"], key.public_key)
        elsewhere = client.proxy("proxy_oauth_login", organizationId=client.organization_id, **login)
        assert elsewhere.error[0] == 404
        other = client.proxy("proxy_oauth_login", **{**login, "publicKey": ApiKey.generate().public_key})
        assert other.status == 400

    def test_the_providers_are_those_of_the_service(self, client: Client) -> None:
        given = {"authCode": "c", "redirectUri": "r", "codeVerifier": "v", "nonce": "n", "clientId": "c"}
        reply = client.proxy("proxy_oauth2_authenticate", provider="OTHER", **given)
        assert reply.error == (400, "REQUEST_INVALID")


def test_the_parameters_of_a_browser(client: Client) -> None:
    assert client.proxy("wallet_kit_client_params").body == {"turnstileSiteKey": ""}


@pytest.mark.parametrize("path", ["/v1/proxy_oauth_login", "/v1/nope", "/v1/"])
def test_other_paths_are_unknown(client: Client, path: str) -> None:
    assert client.send(path, b"{}", {}).status == 404

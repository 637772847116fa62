"""Verification tokens: of whom and for what they are, and that each is used once."""

import pytest

from sealwax import ApiKey, sign_login, sign_signup
from tests.service.client import SUB_KEY, Client, sub_organization


def test_a_verification_token_verifies_the_email_once(client: Client) -> None:
    key, user_id = ApiKey.generate(), client.service.user_id
    token = client.token(key, "a@example.com")
    wrong = client.submit(
        "update_user_email", userId=user_id, userEmail="b@example.com", verificationToken=token
    )
    assert wrong.error == (400, "SEALWAX_TOKEN_INVALID")
    given = {"userId": user_id, "userEmail": "a@example.com", "verificationToken": token}
    assert client.submit("update_user_email", **given).result == {"userId": user_id}
    account = client.proxy("account", filterType="EMAIL", filterValue="a@example.com").body
    assert account == {"organizationId": client.organization_id}
    assert client.submit("update_user_email", **given).error == (400, "SEALWAX_TOKEN_INVALID")
    login = client.proxy(
        "otp_login_v2",
        verificationToken=token,
        publicKey=key.public_key,
        clientSignature=sign_login(key, token).to_dict(),
    )
    assert login.error == (400, "SEALWAX_TOKEN_INVALID")


@pytest.mark.parametrize("token", ["x", "a.b.c"])
def test_other_tokens_are_refused(client: Client, token: str) -> None:
    reply = client.submit(
        "update_user_email",
        userId=client.service.user_id,
        userEmail="a@example.com",
        verificationToken=token,
    )
    assert reply.error == (400, "SEALWAX_TOKEN_INVALID")


def test_a_token_of_another_organization_is_refused(client: Client) -> None:
    made = client.submit("create_sub_organization", **sub_organization()).result
    other = client.with_key(SUB_KEY)
    other.organization_id = made["subOrganizationId"]
    otp = other.submit("init_otp", otpType="OTP_TYPE_EMAIL", contact="a@example.com", appName="a").result
    sealed = other.seal_code(otp, other.service.otp_code(otp["otpId"]), SUB_KEY)
    verified = other.submit("verify_otp", otpId=otp["otpId"], encryptedOtpBundle=sealed).result
    token = verified["verificationToken"]
    reply = client.submit(
        "update_user_email",
        userId=client.service.user_id,
        userEmail="a@example.com",
        verificationToken=token,
    )
    assert reply.error == (400, "SEALWAX_TOKEN_INVALID")
    login = client.proxy(
        "otp_login_v2",
        verificationToken=token,
        publicKey=SUB_KEY.public_key,
        clientSignature=sign_login(SUB_KEY, token).to_dict(),
        organizationId=client.organization_id,
    )
    assert login.error == (400, "SEALWAX_TOKEN_INVALID")
    signature = sign_signup(
        SUB_KEY, token, api_keys=[], authenticators=[], oauth_providers=[], email="a@example.com"
    )
    signup = client.proxy(
        "signup_v2",
        userEmail="a@example.com",
        verificationToken=token,
        apiKeys=[],
        authenticators=[],
        oauthProviders=[],
        clientSignature=signature.to_dict(),
    )
    assert signup.error == (400, "SEALWAX_TOKEN_INVALID")

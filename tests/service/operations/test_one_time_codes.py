"""One-time codes, and the verification tokens that they are exchanged for."""

from datetime import timedelta

import pytest

from sealwax import ApiKey, sign_login, verify_session_jwt, verify_verification_token
from tests.service.client import SUB_KEY, Client, Reply, sub_organization


class TestOtp:
    def start(self, client: Client, **more: object) -> dict[str, str]:
        given = {"otpType": "OTP_TYPE_EMAIL", "contact": "root@example.com", "appName": "a", **more}
        result: dict[str, str] = client.submit("init_otp", **given).result
        return result

    def verify(self, client: Client, otp: dict[str, str], code: str, **more: object) -> Reply:
        sealed = client.seal_code(otp, code, client.key)
        return client.submit("verify_otp", otpId=otp["otpId"], encryptedOtpBundle=sealed, **more)

    @pytest.mark.parametrize(
        ("more", "kind"),
        [
            ({}, "OTP_TYPE_EMAIL"),
            ({"otpType": "OTP_TYPE_SMS", "contact": "+4912345678"}, "OTP_TYPE_SMS"),
        ],
    )
    def test_a_token_of_the_contact(self, client: Client, more: dict[str, str], kind: str) -> None:
        otp = self.start(client, **more)
        reply = self.verify(client, otp, client.service.otp_code(otp["otpId"]))
        token = reply.result["verificationToken"]
        claims = verify_verification_token(token, keys=client.service.keys)
        assert (claims.verification_type, claims.public_key) == (kind, client.key.public_key)
        assert claims.contact == more.get("contact", "root@example.com")

    @pytest.mark.parametrize(("seconds", "lifetime"), [(None, 3600), ("1", 1), ("86400", 86400)])
    def test_lifetimes(self, client: Client, seconds: str | None, lifetime: int) -> None:
        otp = self.start(client)
        more = {} if seconds is None else {"expirationSeconds": seconds}
        reply = self.verify(client, otp, client.service.otp_code(otp["otpId"]), **more)
        claims = verify_verification_token(
            reply.result["verificationToken"],
            keys=client.service.keys,
        )
        created = int(reply.activity["createdAt"]["seconds"])
        assert int(claims.expires_at.timestamp()) - created in {lifetime, lifetime + 1}

    @pytest.mark.parametrize("seconds", ["86401", "0", "-1", "1.5", "", 60])
    def test_other_lifetimes_are_refused(self, client: Client, seconds: object) -> None:
        reply = client.submit("verify_otp", otpId="x", encryptedOtpBundle="y", expirationSeconds=seconds)
        assert reply.error == (400, "REQUEST_INVALID")

    def test_three_attempts(self, client: Client) -> None:
        otp = self.start(client)
        code = client.service.otp_code(otp["otpId"])
        for _ in range(2):
            assert self.verify(client, otp, "0").error == (400, "REQUEST_INVALID")
        assert self.verify(client, otp, code).status == 200
        again = self.start(client)
        for _ in range(3):
            assert self.verify(client, again, "0").status == 400
        right = client.service.otp_code(again["otpId"])
        assert self.verify(client, again, right).status == 400

    def test_a_code_expires(self, client: Client) -> None:
        otp = self.start(client, expirationSeconds="60")
        client.service.advance(timedelta(seconds=60))
        reply = self.verify(client, otp, client.service.otp_code(otp["otpId"]))
        assert reply.error == (400, "REQUEST_INVALID")

    def test_length_and_alphabet(self, client: Client) -> None:
        otp = self.start(client, otpLength=6, alphanumeric=False)
        code = client.service.otp_code(otp["otpId"])
        assert (len(code), code.isdigit()) == (6, True)
        assert len(client.service.otp_code(self.start(client)["otpId"])) == 9
        reply = client.submit(
            "init_otp", otpType="OTP_TYPE_EMAIL", contact="a@example.com", appName="a", otpLength=5
        )
        assert reply.error == (400, "REQUEST_INVALID")

    def test_another_organizations_flow_is_not_found(self, client: Client) -> None:
        otp = self.start(client)
        made = client.submit("create_sub_organization", **sub_organization()).result
        other = client.with_key(SUB_KEY)
        other.organization_id = made["subOrganizationId"]
        reply = self.verify(other, otp, client.service.otp_code(otp["otpId"]))
        assert reply.error == (404, "SEALWAX_NOT_FOUND")

    def test_log_in(self, client: Client) -> None:
        key = ApiKey.generate()
        token = client.token(key)
        given = {
            "verificationToken": token,
            "publicKey": key.public_key,
            "clientSignature": sign_login(key, token).to_dict(),
        }
        claims = verify_session_jwt(
            client.submit("otp_login", **given).result["session"], keys=client.service.keys
        )
        assert claims.user_id == client.service.user_id
        assert client.submit("otp_login", **given).error == (400, "SEALWAX_TOKEN_INVALID")

"""Sessions, and the older logins: the key in a bundle stamps, and a read-only session only reads."""

import json
from datetime import datetime, timedelta, timezone
from itertools import count
from typing import Any

import pytest

from sealwax import ApiKey, CredentialIdEncoding, TargetKey, decrypt_credential_bundle
from sealwax.testing import SoftwareAuthenticator
from tests.service.access.test_authentication import ORIGIN, RP_ID, passkey_fields
from tests.service.client import Client, Reply, new_tag
from tests.service.operations.test_users import key_fields, new_user

TARGET = TargetKey.generate()
SEALED = {"targetPublicKey": TARGET.public_key}
MAIL = {"emailCustomization": {"appName": "tests"}}
ROOT = "root@example.com"


def opened(client: Client, bundle: str) -> Client:
    return client.with_key(decrypt_credential_bundle(bundle, TARGET))


def user_of(client: Client) -> str:
    user_id: str = client.query("whoami")["userId"]
    return user_id


def key_record(client: Client, key_id: str) -> Any:
    return client.query("get_api_key", apiKeyId=key_id)["apiKey"]


class TestReadWrite:
    def test_of_oneself(self, client: Client) -> None:
        result = client.submit("create_read_write_session", **SEALED).result
        assert result["username"] == client.query("whoami")["username"]
        session = opened(client, result["credentialBundle"])
        assert user_of(session) == client.service.user_id
        session.submit("create_user_tag", userTagName="t", userIds=[]).check()
        record = key_record(client, result["apiKeyId"])
        assert record["apiKeyName"].startswith("Read Write Session - ")
        assert record["credential"]["type"] == "CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256"
        assert record["expirationSeconds"] == "900"
        client.admin("advance", seconds=901)
        assert session.try_query("whoami").error == (401, "API_KEY_EXPIRED")

    def test_its_lifetime_is_whole_where_a_second_ends(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start, reading = datetime.now(timezone.utc), count()
        # A second ends between any two readings of the clock.
        state = client.service._deployment.state
        monkeypatch.setattr(state, "now", lambda: start + timedelta(seconds=next(reading)))
        result = client.submit("create_read_write_session", **SEALED).result
        assert key_record(client, result["apiKeyId"])["expirationSeconds"] == "900"

    def test_of_another_user(self, client: Client) -> None:
        user_id = new_user(client)
        given = {"userId": user_id, "apiKeyName": "mine", "expirationSeconds": "60", **SEALED}
        first = client.submit("create_read_write_session", **given).result
        assert user_of(opened(client, first["credentialBundle"])) == user_id
        assert key_record(client, first["apiKeyId"])["apiKeyName"] == "mine"
        client.submit("create_read_write_session", **given, invalidateExisting=True).check()
        gone = opened(client, first["credentialBundle"]).try_query("whoami")
        assert gone.error == (401, "PUBLIC_KEY_NOT_FOUND")

    def test_the_older_version(self, client: Client) -> None:
        body = client.body(
            "create_read_write_session",
            {"email": ROOT, **SEALED},
            type="ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION",
        )
        result = client.post("create_read_write_session", body).activity["result"]
        bundle = result["createReadWriteSessionResult"]["credentialBundle"]
        assert user_of(opened(client, bundle)) == client.service.user_id

    def test_a_target_that_is_not_a_key(self, client: Client) -> None:
        before = client.user()
        reply = client.submit("create_read_write_session", targetPublicKey="04")
        assert reply.error == (400, "REQUEST_INVALID")
        assert client.user() == before

    def test_an_unknown_user(self, client: Client) -> None:
        reply = client.submit("create_read_write_session", userId="x", **SEALED)
        assert reply.error == (404, "SEALWAX_NOT_FOUND")


class TestReadOnly:
    @staticmethod
    def send(client: Client, token: str, path: str, fields: dict[str, object]) -> Reply:
        body = json.dumps({"organizationId": client.organization_id, **fields}).encode()
        return client.send(path, body, {"X-Session": token})

    def test_reads_and_does_not_write(self, client: Client) -> None:
        result = client.submit("create_read_only_session").result
        token = result["session"]
        seen = self.send(client, token, "/public/v1/query/whoami", {})
        assert seen.body["userId"] == result["userId"] == client.service.user_id
        body = client.body("create_user_tag", {"userTagName": "t", "userIds": []})
        reply = client.send("/public/v1/submit/create_user_tag", body, {"X-Session": token})
        assert reply.error == (403, "REQUEST_NOT_AUTHORIZED")
        assert client.query("list_activities", filterByType=["ACTIVITY_TYPE_CREATE_USER_TAG"]) == {
            "activities": []
        }

    def test_a_stamp_counts_before_it(self, client: Client) -> None:
        token = client.submit("create_read_only_session").result["session"]
        path, body = "/public/v1/submit/create_user_tag", client.body("create_user_tag", new_tag())
        stamp = client.stamper.stamp(body).headers
        # Neither a session that may only read, nor one that is unknown, is looked at beside a stamp.
        for session in (token, token[:-1]):
            assert client.send(path, body, {**stamp, "X-Session": session}).status == 200
        changed = client.send(path, body + b" ", {**stamp, "X-Session": token})
        assert changed.error == (401, "SIGNATURE_INVALID")
        # Two stamps are one too many, as without it.
        two = client.send(path, body, {**stamp, "X-Stamp-WebAuthn": "{}", "X-Session": token})
        assert two.error == (401, "SIGNATURE_INVALID")

    def test_ends(self, client: Client) -> None:
        token = client.submit("create_read_only_session").result["session"]
        wrong = self.send(client, token[:-1], "/public/v1/query/whoami", {})
        assert wrong.error == (401, "SEALWAX_SESSION_INVALID")
        client.admin("advance", seconds=3599)
        assert self.send(client, token, "/public/v1/query/whoami", {}).status == 200
        client.admin("advance", seconds=1)
        ended = self.send(client, token, "/public/v1/query/whoami", {})
        assert ended.error == (401, "SEALWAX_SESSION_INVALID")

    def test_of_a_user_who_was_deleted(self, client: Client) -> None:
        key = ApiKey.from_private_key(b"\x31" * 32)
        user_id = new_user(client, apiKeys=[key_fields(key)])
        client.admin("add", kind="policy", consensus=f"approvers.any(user, user.id == '{user_id}')")
        token = client.with_key(key).submit("create_read_only_session").result["session"]
        assert self.send(client, token, "/public/v1/query/whoami", {}).body["userId"] == user_id
        client.submit("delete_users", userIds=[user_id]).check()
        gone = self.send(client, token, "/public/v1/query/whoami", {})
        assert gone.error == (401, "SEALWAX_SESSION_INVALID")

    def test_of_the_parent(self, client: Client) -> None:
        token = client.submit("create_read_only_session").result["session"]
        user = {"userName": "r", "apiKeys": [], "authenticators": [], "oauthProviders": []}
        made = client.submit(
            "create_sub_organization", subOrganizationName="s", rootUsers=[user], rootQuorumThreshold=1
        ).result
        fields = {"organizationId": made["subOrganizationId"]}
        assert self.send(client, token, "/public/v1/query/list_users", fields).status == 200

    def test_an_expired_session_is_forgotten(self, client: Client) -> None:
        kept = []
        for _ in range(3):
            client.submit("create_read_only_session").check()
            kept.append(len(client.service._deployment.organization.read_only_sessions))
            client.admin("advance", seconds=2400)
            client.ahead += timedelta(seconds=2400)
        assert kept == [1, 2, 2]


class TestEmail:
    @pytest.mark.parametrize(
        ("suffix", "fields"), [("_V3", MAIL), ("_V2", MAIL), ("_V2", {}), ("", {}), ("", MAIL)]
    )
    def test_a_login(self, client: Client, suffix: str, fields: dict[str, object]) -> None:
        body = client.body(
            "email_auth", {"email": ROOT, **SEALED, **fields}, type=f"ACTIVITY_TYPE_EMAIL_AUTH{suffix}"
        )
        result = client.post("email_auth", body).result
        (email,) = client.admin("emails")["emails"]
        assert client.service.emails == (email,)
        assert (email["email"], email["userId"]) == (ROOT, result["userId"])
        assert email["subject"].startswith("Email Auth - ")
        assert user_of(opened(client, email["credentialBundle"])) == client.service.user_id
        kind = key_record(client, result["apiKeyId"])["credential"]["type"]
        assert kind == "CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256"

    def test_the_newest_version_needs_its_style(self, client: Client) -> None:
        assert client.submit("email_auth", email=ROOT, **SEALED).error == (400, "REQUEST_INVALID")

    def test_an_unknown_address(self, client: Client) -> None:
        reply = client.submit("email_auth", email="x@example.com", **SEALED, **MAIL)
        assert reply.error == (404, "SEALWAX_NOT_FOUND")
        assert client.service.emails == ()

    def test_the_last_hundred_are_kept(self, client: Client) -> None:
        state = client.service._deployment.state
        for number in range(101):
            state.send_email({"number": str(number)})
        assert [email["number"] for email in client.service.emails] == [str(each) for each in range(1, 101)]

    def test_a_recovery(self, client: Client) -> None:
        result = client.submit("init_user_email_recovery", email=ROOT, **SEALED, **MAIL).result
        (email,) = client.service.emails
        recovery = opened(client, email["credentialBundle"])
        passkey = passkey_fields(SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN), CredentialIdEncoding.CBOR)
        made = recovery.submit("recover_user", userId=result["userId"], authenticator=passkey).result
        (record,) = client.query("get_authenticators", userId=result["userId"])["authenticators"]
        assert made == {"authenticatorId": [record["authenticatorId"]]}
        found = client.query("get_authenticator", authenticatorId=record["authenticatorId"])
        assert found == {"authenticator": record}


class TestOauth:
    def test_a_login(self, client: Client) -> None:
        token = client.service.oidc_token(TARGET.public_key)
        result = client.submit("oauth", oidcToken=token, **SEALED).result
        assert result["userId"] == client.service.user_id
        assert user_of(opened(client, result["credentialBundle"])) == client.service.user_id

    def test_nobody(self, client: Client) -> None:
        token = client.service.oidc_token(TARGET.public_key, subject="nobody")
        assert client.submit("oauth", oidcToken=token, **SEALED).error == (404, "SEALWAX_NOT_FOUND")

    def test_a_token_for_another_key(self, client: Client) -> None:
        token = client.service.oidc_token(TargetKey.generate().public_key)
        assert client.submit("oauth", oidcToken=token, **SEALED).error == (400, "INVALID_OIDC_TOKEN")


class TestOtp:
    @staticmethod
    def begin(client: Client, contact: str = ROOT) -> str:
        given = {"otpType": "OTP_TYPE_EMAIL", "contact": contact, "appName": "tests"}
        otp_id: str = client.submit("init_otp_auth", **given).result["otpId"]
        return otp_id

    def test_a_login(self, client: Client) -> None:
        otp_id = self.begin(client)
        given = {"otpId": otp_id, "otpCode": client.service.otp_code(otp_id), **SEALED}
        result = client.submit("otp_auth", **given).result
        assert (
            user_of(opened(client, result["credentialBundle"])) == result["userId"] == client.service.user_id
        )
        # A code works once.
        assert client.submit("otp_auth", **given).error == (404, "SEALWAX_NOT_FOUND")

    @pytest.mark.parametrize("suffix", ["_V2", ""])
    def test_older_versions(self, client: Client, suffix: str) -> None:
        given = {"otpType": "OTP_TYPE_EMAIL", "contact": ROOT}
        body = client.body("init_otp_auth", given, type=f"ACTIVITY_TYPE_INIT_OTP_AUTH{suffix}")
        result = client.post("init_otp_auth", body).activity["result"]
        assert [*result] == [f"initOtpAuthResult{suffix.removeprefix('_')}"]

    def test_a_wrong_code(self, client: Client) -> None:
        otp_id = self.begin(client)
        code = client.service.otp_code(otp_id)
        wrong = client.submit("otp_auth", otpId=otp_id, otpCode=f"{code}0", **SEALED)
        assert wrong.error == (400, "REQUEST_INVALID")
        assert client.submit("otp_auth", otpId=otp_id, otpCode=code, **SEALED).error[0] == 404

    def test_an_expired_code(self, client: Client) -> None:
        otp_id = self.begin(client)
        client.admin("advance", seconds=300)
        late = client.submit("otp_auth", otpId=otp_id, otpCode=client.service.otp_code(otp_id), **SEALED)
        assert late.error == (400, "REQUEST_INVALID")

    def test_nobody(self, client: Client) -> None:
        otp_id = self.begin(client, "nobody@example.com")
        given = {"otpId": otp_id, "otpCode": client.service.otp_code(otp_id), **SEALED}
        assert client.submit("otp_auth", **given).error == (404, "SEALWAX_NOT_FOUND")

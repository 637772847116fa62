"""Organizations: made, changed, deleted, and seen through the queries."""

from typing import Any

import pytest

from sealwax import ApiKey, sign_login
from sealwax_service.state.features import LOGINS
from tests.service.client import ETHEREUM, INVALID, NOT_FOUND, SUB_KEY, TARGET, Client, sub_organization
from tests.service.operations.test_users import key_fields, new_user

KEY = ApiKey.from_private_key(b"\x51" * 32)


BY_EMAIL = {"otpType": "OTP_TYPE_EMAIL", "contact": "root@example.com", "appName": "a"}


def test_name(client: Client) -> None:
    client.submit("update_organization_name", organizationName="New").check()
    assert client.query("whoami")["organizationName"] == "New"
    assert client.query("get_organization")["organizationData"]["name"] == "New"


class TestQuorum:
    def test_of_two(self, client: Client) -> None:
        second = new_user(client, apiKeys=[key_fields(KEY)])
        users = [client.service.user_id, second]
        assert client.submit("update_root_quorum", threshold=2, userIds=users).result == {}
        assert client.query("get_organization")["organizationData"]["rootQuorum"] == {
            "threshold": 2,
            "userIds": users,
        }
        waiting = client.submit("create_user_tag", userTagName="t", userIds=[]).activity
        assert waiting["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
        other = client.with_key(KEY)
        other.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        activity = client.query("get_activity", activityId=waiting["id"])["activity"]
        assert activity["status"] == "ACTIVITY_STATUS_COMPLETED"

    def test_passed_on(self, client: Client) -> None:
        second = new_user(client, apiKeys=[key_fields(KEY)])
        client.submit("update_root_quorum", threshold=1, userIds=[second]).check()
        gone = {"userIds": [client.service.user_id]}
        assert client.submit("delete_users", **gone).error == (403, "REQUEST_NOT_AUTHORIZED")
        client.with_key(KEY).submit("delete_users", **gone).check()

    @pytest.mark.parametrize(
        ("threshold", "error"),
        [
            (0, (400, "SEALWAX_INVALID_QUORUM")),
            (-1, (400, "SEALWAX_INVALID_QUORUM")),
            (2, INVALID),
            ("1", (400, "SEALWAX_INVALID_QUORUM")),
        ],
    )
    def test_refused(self, client: Client, threshold: object, error: tuple[int, str]) -> None:
        users = [client.service.user_id]
        assert client.submit("update_root_quorum", threshold=threshold, userIds=users).error == error
        assert client.submit("update_root_quorum", threshold=1, userIds=["x"]).error == NOT_FOUND
        assert client.query("get_organization_configs")["configs"]["quorum"]["threshold"] == 1


class TestFeatures:
    def test_set_and_removed(self, client: Client) -> None:
        name = "FEATURE_NAME_WEBAUTHN_ORIGINS"
        begins_with = [{"name": each, "value": ""} for each in LOGINS]
        features = [*begins_with, {"name": name, "value": "https://example.com"}]
        assert client.submit("set_organization_feature", **features[-1]).result == {"features": features}
        assert client.query("get_organization_configs")["configs"]["features"] == features
        assert client.query("get_organization")["organizationData"]["features"] == features
        assert client.submit("remove_organization_feature", name=name).result == {"features": begins_with}
        assert client.submit("remove_organization_feature", name=name).error == NOT_FOUND

    def test_a_code_does_not_log_in_where_that_is_switched_off(self, client: Client) -> None:
        key, name = ApiKey.generate(), "FEATURE_NAME_OTP_EMAIL_AUTH"
        token = client.token(key)
        older = client.submit("init_otp_auth", **BY_EMAIL).result["otpId"]
        given: dict[str, Any] = {"verificationToken": token, "publicKey": key.public_key}
        given["clientSignature"] = sign_login(key, token).to_dict()
        code = {"otpId": older, "otpCode": client.service.otp_code(older)}
        assert client.proxy("wallet_kit_config").body["enabledProviders"][0] == "email"
        client.submit("remove_organization_feature", name=name).check()
        for reply in (
            client.submit("otp_login", **given),
            client.submit("otp_auth", **code, targetPublicKey=TARGET.public_key),
            client.proxy("otp_login_v2", **given),
            client.proxy("otp_init_v2", **BY_EMAIL),
        ):
            assert reply.error == (403, "REQUEST_NOT_AUTHORIZED")
        assert client.proxy("wallet_kit_config").body["enabledProviders"] == ["sms", "passkey", "wallet"]
        client.submit("set_organization_feature", name=name, value="").check()
        client.submit("otp_login", **given).check()
        client.submit("otp_auth", **code, targetPublicKey=TARGET.public_key).check()

    def test_an_unknown_one(self, client: Client) -> None:
        assert client.submit("set_organization_feature", name="x", value="").error == INVALID


class TestSubOrganizations:
    def test_deleted_by_its_root_user(self, client: Client, sub: Client) -> None:
        assert sub.submit("delete_sub_organization").error == (400, "SEALWAX_NOT_EXPORTED")
        (wallet,) = sub.query("list_wallets")["wallets"]
        sub.submit("export_wallet", walletId=wallet["walletId"], targetPublicKey=TARGET.public_key).check()
        body = sub.body("delete_sub_organization", {}, generateAppProofs=True)
        result = sub.post("delete_sub_organization", body).result
        assert result == {"subOrganizationUuid": sub.organization_id}
        assert sub.try_query("whoami").error == (404, "ORGANIZATION_NOT_FOUND")
        assert client.query("list_suborgs") == {"organizationIds": []}

    def test_without_an_export(self, sub: Client) -> None:
        sub.submit("delete_sub_organization", deleteWithoutExport=True).check()

    def test_by_nobody_else(self, client: Client, sub: Client) -> None:
        parent = client.with_key(client.key)
        parent.organization_id = sub.organization_id
        reply = parent.submit("delete_sub_organization", deleteWithoutExport=True)
        assert reply.error == (403, "REQUEST_NOT_AUTHORIZED")
        key = ApiKey.from_private_key(b"\x52" * 32)
        new_user(sub, apiKeys=[key_fields(key)])
        other = client.with_key(key)
        other.organization_id = sub.organization_id
        reply = other.submit("delete_sub_organization", deleteWithoutExport=True)
        assert reply.error == (403, "REQUEST_NOT_AUTHORIZED")
        assert client.submit("delete_sub_organization", deleteWithoutExport=True).error == INVALID

    def test_the_parents_key_works_there_and_not_the_other_way(self, client: Client) -> None:
        given = sub_organization(userEmail="sub@example.com")
        made = client.submit(
            "create_sub_organization", **given, wallet={"walletName": "w", "accounts": [ETHEREUM]}
        ).result
        assert len(made["wallet"]["addresses"]) == 1
        client.organization_id = made["subOrganizationId"]
        assert client.query("whoami")["organizationId"] == made["subOrganizationId"]
        (user,) = client.query("list_users")["users"]
        assert user["userId"] == made["rootUserIds"][0]
        child = client.with_key(SUB_KEY)
        assert child.try_query("list_users").error == (401, "PUBLIC_KEY_NOT_FOUND")
        child.organization_id = made["subOrganizationId"]
        assert child.query("whoami")["userId"] == user["userId"]

    @pytest.mark.parametrize(
        ("threshold", "error"),
        [
            (2, (400, "REQUEST_INVALID")),
            (0, (400, "SEALWAX_INVALID_QUORUM")),
            ("1", (400, "SEALWAX_INVALID_QUORUM")),
        ],
    )
    def test_a_quorum_that_cannot_be(self, client: Client, threshold: object, error: tuple[int, str]) -> None:
        given = {**sub_organization(), "rootQuorumThreshold": threshold}
        assert client.submit("create_sub_organization", **given).error == error

    def test_none_has_sub_organizations(self, client: Client) -> None:
        made = client.submit("create_sub_organization", **sub_organization()).result
        child = client.with_key(SUB_KEY)
        child.organization_id = made["subOrganizationId"]
        reply = child.submit("create_sub_organization", **sub_organization())
        assert reply.error == (400, "INVALID_ACTIVITY_CALLER")

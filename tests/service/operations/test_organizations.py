"""Organizations, their policies and other records: made, changed, deleted, and seen through the queries."""

import json
from typing import Any

import pytest

from sealwax import ApiKey, encrypt_oauth2_client_secret, encrypt_on_ramp_secret, sign_login
from sealwax_service.state.features import LOGINS
from tests.service.client import ETHEREUM, TARGET, Client, Reply
from tests.service.operations.test_users import key_fields, new_user

NOT_FOUND = (404, "SEALWAX_NOT_FOUND")
INVALID = (400, "REQUEST_INVALID")
KEY = ApiKey.from_private_key(b"\x51" * 32)
MAIL = {
    "email": "root@example.com",
    "targetPublicKey": TARGET.public_key,
    "emailCustomization": {"appName": "a"},
}
BY_EMAIL = {"otpType": "OTP_TYPE_EMAIL", "contact": "root@example.com", "appName": "a"}
BY_SMS = {"otpType": "OTP_TYPE_SMS", "contact": "+15555550100", "appName": "a"}


@pytest.fixture
def sub(client: Client) -> Client:
    """The root user of a sub-organization."""
    user = {"userName": "r", "apiKeys": [key_fields(KEY)], "authenticators": [], "oauthProviders": []}
    made = client.submit(
        "create_sub_organization",
        subOrganizationName="s",
        rootUsers=[user],
        rootQuorumThreshold=1,
        wallet={"walletName": "w", "accounts": [ETHEREUM]},
    ).result
    found = client.with_key(KEY)
    found.organization_id = made["subOrganizationId"]
    return found


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

    @pytest.mark.parametrize(
        ("feature", "disable", "login", "fields"),
        [
            ("EMAIL_AUTH", "disableEmailAuth", "email_auth", MAIL),
            ("EMAIL_RECOVERY", "disableEmailRecovery", "init_user_email_recovery", MAIL),
            ("OTP_EMAIL_AUTH", "disableOtpEmailAuth", "init_otp", BY_EMAIL),
            ("OTP_EMAIL_AUTH", "disableOtpEmailAuth", "init_otp_auth", BY_EMAIL),
            ("SMS_AUTH", "disableSmsAuth", "init_otp", BY_SMS),
            ("SMS_AUTH", "disableSmsAuth", "init_otp_auth", BY_SMS),
        ],
    )
    @pytest.mark.slow
    def test_a_login_that_is_switched_off(
        self, client: Client, feature: str, disable: str, login: str, fields: dict[str, Any]
    ) -> None:
        name = f"FEATURE_NAME_{feature}"
        client.submit(login, **fields).check()
        client.submit("remove_organization_feature", name=name).check()
        reply = client.submit(login, **fields)
        assert reply.error == (403, "REQUEST_NOT_AUTHORIZED")
        assert name in reply.body["message"]
        client.submit("set_organization_feature", name=name, value="").check()
        client.submit(login, **fields).check()
        root = {"userName": "r", "userEmail": "root@example.com", "userPhoneNumber": "+15555550100"}
        for is_off in (False, True):
            made = client.submit(
                "create_sub_organization",
                subOrganizationName="s",
                rootUsers=[{**root, "apiKeys": [], "authenticators": [], "oauthProviders": []}],
                rootQuorumThreshold=1,
                **{disable: is_off},
            ).result
            body = client.body(login, fields, organizationId=made["subOrganizationId"])
            assert client.post(login, body).status == (403 if is_off else 200)

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


class TestSubOrganization:
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


class TestAllowlist:
    def test_removed(self, client: Client) -> None:
        rules = [{"cidr": "127.0.0.0/20"}]
        client.submit("set_ip_allowlist", enabled=True, rules=rules).check()
        client.submit("set_ip_allowlist", publicKey=client.key.public_key, rules=rules).check()
        assert client.submit("remove_ip_allowlist", publicKey=client.key.public_key.upper()).result == {}
        assert client.submit("remove_ip_allowlist").result == {}
        assert client.submit("remove_ip_allowlist").error == NOT_FOUND
        assert client.query("get_ip_allowlist")["allowlist"]["rules"] == []

    def test_of_a_sub_organization(self, sub: Client) -> None:
        assert sub.submit("remove_ip_allowlist").error == (400, "INVALID_ACTIVITY_CALLER")


def policy(name: str = "p", **changes: object) -> dict[str, object]:
    return {"policyName": name, "effect": "EFFECT_ALLOW", "condition": "true", "notes": "", **changes}


class TestPolicies:
    def test_several(self, client: Client) -> None:
        made = client.submit("create_policies", policies=[policy("a"), policy("b")]).result["policyIds"]
        names = {each["policyId"]: each["policyName"] for each in client.query("list_policies")["policies"]}
        assert [names[policy_id] for policy_id in made] == ["a", "b"]
        assert client.submit("delete_policy", policyId=made[0]).result == {"policyId": made[0]}
        assert client.submit("delete_policies", policyIds=made[1:]).result == {"policyIds": made[1:]}
        assert client.submit("delete_policy", policyId=made[0]).error == NOT_FOUND
        assert client.submit("delete_policies", policyIds=made).error == NOT_FOUND

    @pytest.mark.parametrize(
        ("second", "code"),
        [
            (policy("a"), "SEALWAX_LABEL_NOT_UNIQUE"),
            (policy("First policy"), "SEALWAX_LABEL_NOT_UNIQUE"),
            (policy("b", condition="x"), "SEALWAX_INVALID_POLICY_CONDITION"),
            (policy("b", effect="x"), "REQUEST_INVALID"),
        ],
    )
    def test_one_that_is_refused_leaves_none(
        self, client: Client, second: dict[str, object], code: str
    ) -> None:
        before = client.query("list_policies")
        assert client.submit("create_policies", policies=[policy("a"), second]).error == (400, code)
        assert client.query("list_policies") == before

    def test_names_are_unique(self, client: Client) -> None:
        made = client.submit("create_policy", **policy()).result
        assert client.submit("create_policy", **policy()).error == (400, "SEALWAX_LABEL_NOT_UNIQUE")
        renamed = {"policyId": made["policyId"], "policyName": "First policy"}
        assert client.submit("update_policy", **renamed).error == (400, "SEALWAX_LABEL_NOT_UNIQUE")
        client.submit("update_policy", **{**renamed, "policyName": "p"}).check()

    def test_the_older_type_of_an_update(self, client: Client, strict_client: Client) -> None:
        for each, error in ((client, None), (strict_client, INVALID)):
            given = {"policyId": each.service.ids["policyId"], "policyName": "old"}
            reply = each.post(
                "update_policy", each.body("update_policy", given, type="ACTIVITY_TYPE_UPDATE_POLICY")
            )
            if error is None:
                assert reply.activity["result"] == {"updatePolicyResult": {"policyId": given["policyId"]}}
            else:
                assert reply.error == error

    def test_evaluations_are_of_votes(self, client: Client) -> None:
        activity = client.submit("create_policy", **policy()).activity
        (found,) = client.query("get_policy_evaluations", activityId=activity["id"])["policyEvaluations"]
        assert (found["activityId"], found["voteId"]) == (activity["id"], activity["votes"][0]["id"])


class TestMfaPolicies:
    GIVEN: dict[str, Any] = {  # noqa: RUF012 - it does not change
        "mfaPolicyName": "m",
        "condition": "true",
        "requiredAuthenticationMethods": [{"any": [{"type": "AUTHENTICATION_TYPE_PASSKEY"}]}],
        "order": 3,
        "notes": "n",
    }

    def test_made_and_changed(self, client: Client) -> None:
        user_id = client.service.user_id
        made = client.submit("create_mfa_policy", userId=user_id, **self.GIVEN).result
        policy_id = made["mfaPolicyId"]
        found = client.query("get_mfa_policy", userId=user_id, mfaPolicyId=policy_id)["mfaPolicy"]
        assert {name: found[name] for name in self.GIVEN} == self.GIVEN
        change = {"mfaPolicyId": policy_id, "order": 1}
        assert client.submit("update_mfa_policy", userId=user_id, **change).result == made
        found = client.query("get_mfa_policy", userId=user_id, mfaPolicyId=policy_id)["mfaPolicy"]
        assert {name: found[name] for name in self.GIVEN} == {**self.GIVEN, "order": 1}
        wrong = {"mfaPolicyId": policy_id, "order": 1 << 63}
        assert client.submit("update_mfa_policy", userId=user_id, **wrong).error == INVALID

    def test_status(self, client: Client) -> None:
        user_id = client.service.user_id
        activity = client.submit("create_mfa_policy", userId=user_id, **self.GIVEN).activity
        every = client.query("get_mfa_status", activityId=activity["id"])["mfaStatuses"]
        mine = client.query("get_mfa_status", activityId=activity["id"], userId=user_id)["mfaStatuses"]
        assert every == mine
        assert [each["satisfied"] for each in mine] == [False, False]
        assert mine[1]["requiredMethods"] == self.GIVEN["requiredAuthenticationMethods"]
        unknown = client.try_query("get_mfa_status", activityId=activity["id"], userId="x")
        assert unknown.error == NOT_FOUND


def test_webhook_endpoints(client: Client) -> None:
    given = {
        "url": "https://example.com",
        "name": "n",
        "subscriptions": [{"eventType": "ACTIVITY_UPDATES"}, {"eventType": "x", "isActive": False}],
    }
    made = client.submit("create_webhook_endpoint", **given).result
    endpoint_id = made["endpointId"]
    assert made["webhookEndpoint"]["subscriptions"] == [
        {"isActive": True, "eventType": "ACTIVITY_UPDATES"},
        {"isActive": False, "eventType": "x"},
    ]
    assert made["webhookEndpoint"] in client.query("list_webhook_endpoints")["webhookEndpoints"]
    assert client.submit("delete_webhook_endpoint", endpointId=endpoint_id).result == {
        "endpointId": endpoint_id
    }
    assert client.submit("delete_webhook_endpoint", endpointId=endpoint_id).error == NOT_FOUND
    client.submit("create_webhook_endpoint", url="https://example.com", name="n").check()


def test_invitations(client: Client) -> None:
    given = {
        "receiverUserName": "n",
        "receiverUserEmail": "n@example.com",
        "receiverUserTags": [client.service.ids["userTagId"]],
        "accessType": "ACCESS_TYPE_WEB",
        "senderUserId": client.service.user_id,
    }
    wrong = client.submit("create_invitations", invitations=[given, {**given, "senderUserId": "x"}])
    assert wrong.error == NOT_FOUND
    (made,) = client.submit("create_invitations", invitations=[given]).result["invitationIds"]
    (record,) = client.query("get_organization")["organizationData"]["invitations"]
    assert (record["invitationId"], record["receiverEmail"]) == (made, "n@example.com")
    assert client.submit("delete_invitation", invitationId=made).result == {"invitationId": made}
    assert client.submit("delete_invitation", invitationId=made).error == NOT_FOUND


ABI = json.dumps([{"type": "function", "name": "transfer"}])
INTERFACE = {
    "smartContractAddress": "0x" + "11" * 20,
    "smartContractInterface": ABI,
    "type": "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM",
    "label": "l",
}


class TestSmartContractInterfaces:
    def test_made(self, client: Client) -> None:
        made = client.submit("create_smart_contract_interface", **INTERFACE, notes="n").result
        interface_id = made["smartContractInterfaceId"]
        name = "get_smart_contract_interface"
        record = client.query(name, smartContractInterfaceId=interface_id)["smartContractInterface"]
        assert {key: record[key] for key in INTERFACE} == INTERFACE
        assert record["organizationId"] == client.organization_id
        listed = client.query("list_smart_contract_interfaces")["smartContractInterfaces"]
        assert listed == [record]
        organization = client.query("get_organization")["organizationData"]
        (reference,) = organization["smartContractInterfaceReferences"]
        assert reference["smartContractInterfaceId"] == interface_id
        assert client.submit("delete_smart_contract_interface", **made).result == made
        assert client.try_query(name, smartContractInterfaceId=interface_id).error == NOT_FOUND

    @pytest.mark.parametrize(
        "changes",
        [
            {"smartContractInterface": "{"},
            {"smartContractInterface": "{}"},
            {"smartContractInterface": json.dumps(["x" * 400_000])},
            {"type": "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"},
            {"type": "SMART_CONTRACT_INTERFACE_TYPE_SOLANA", "smartContractInterface": '{"name": "n"}'},
            {"type": "x"},
        ],
    )
    def test_refused(self, client: Client, changes: dict[str, str]) -> None:
        assert client.submit("create_smart_contract_interface", **{**INTERFACE, **changes}).error == INVALID

    def test_of_solana(self, client: Client) -> None:
        given = {**INTERFACE, "type": "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"}
        given["smartContractInterface"] = '{"types": []}'
        client.submit("create_smart_contract_interface", **given).check()


def test_session_profiles_are_seen_by_sub_organizations(client: Client, sub: Client) -> None:
    given = {"sessionProfileName": "n", "scope": "activity.action != 'EXPORT'", "expirationSeconds": "60"}
    made = client.submit("create_session_profile", **given).result
    for each in (client, sub):
        (record,) = each.query("get_session_profiles")["sessionProfiles"]
        assert {name: record[name] for name in given} == given
        assert each.query("get_session_profile", **made) == {"sessionProfile": record}
    mine = sub.submit("create_session_profile", **given).result
    assert client.try_query("get_session_profile", **mine).error == NOT_FOUND


class TestCredentialsOfOthers:
    """Their secrets are sealed to the enclave, which opens them."""

    def test_of_oauth2(self, client: Client) -> None:
        sealed = encrypt_oauth2_client_secret("secret", keys=client.service.encryption_keys)
        given = {"provider": "OAUTH2_PROVIDER_X", "clientId": "c", "encryptedClientSecret": sealed}
        made = client.submit("create_oauth2_credential", **given).result
        record = client.query("get_oauth2_credential", **made)["oauth2Credential"]
        assert {name: record[name] for name in given} == given
        changed = {**made, **given, "clientId": "d"}
        assert client.submit("update_oauth2_credential", **changed).result == made
        (record,) = client.query("list_oauth2_credentials")["oauth2Credentials"]
        assert record["clientId"] == "d"
        wrong = client.submit("update_oauth2_credential", **{**changed, "encryptedClientSecret": "00"})
        assert wrong.error == INVALID
        assert client.submit("delete_oauth2_credential", **made).result == made
        assert client.submit("update_oauth2_credential", **changed).error == (
            404,
            "OAUTH2_CREDENTIAL_NOT_FOUND",
        )
        assert client.query("list_oauth2_credentials") == {"oauth2Credentials": []}

    def test_of_fiat_on_ramps(self, client: Client) -> None:
        sealed = encrypt_on_ramp_secret("secret", keys=client.service.encryption_keys)
        given = {
            "onrampProvider": "FIAT_ON_RAMP_PROVIDER_COINBASE",
            "publishableApiKey": "p",
            "encryptedSecretApiKey": sealed,
            "encryptedPrivateApiKey": sealed,
        }
        made = client.submit("create_fiat_on_ramp_credential", **given, sandboxMode=True).result
        credential_id = made["fiatOnRampCredentialId"]
        (record,) = client.query("list_fiat_on_ramp_credentials")["fiatOnRampCredentials"]
        assert record["fiatOnrampCredentialId"] == credential_id
        changed = {"fiatOnrampCredentialId": credential_id, **given, "publishableApiKey": "q"}
        assert client.submit("update_fiat_on_ramp_credential", **changed).result == made
        (record,) = client.query("list_fiat_on_ramp_credentials")["fiatOnRampCredentials"]
        assert (record["publishableApiKey"], record["sandboxMode"]) == ("q", True)
        wrong: Reply = client.submit(
            "create_fiat_on_ramp_credential", **{**given, "encryptedPrivateApiKey": "AA"}
        )
        assert wrong.error == INVALID
        del given["encryptedPrivateApiKey"]
        client.submit("create_fiat_on_ramp_credential", **given).check()
        gone = {"fiatOnrampCredentialId": credential_id}
        assert client.submit("delete_fiat_on_ramp_credential", **gone).result == made

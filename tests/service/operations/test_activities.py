"""The effects of each operation, seen through the queries, and each rule of the specification."""

import json
from datetime import timedelta
from types import MappingProxyType
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ContextMismatch,
    ImportTarget,
    decrypt_account_export,
    decrypt_wallet_export,
    encrypt_oauth2_client_secret,
    oidc_nonce,
    sign_login,
    sign_signup,
    verify_import_bundle,
    verify_session_jwt,
    verify_verification_token,
)
from sealwax.activities import verify_activity_votes
from sealwax.operations import AddressFormat, CreateOauthProviders
from sealwax.operations.all_operations import SPECIFIED as OPERATIONS_SPECIFIED
from sealwax.wallets import derive_account
from sealwax.wallets.address_formats import FORMATS
from sealwax_service import LocalService
from sealwax_service.enclaves.oidc_issuer import TestIssuer
from sealwax_service.operations.submits import SUBMITS
from tests.operations.specification import SPECIFIED
from tests.service.client import ETHEREUM, TARGET, Client, Reply, new_tag

MISSING = "00000000-0000-4000-8000-000000000000"


def test_every_operation_of_the_specification_has_a_row() -> None:
    wanted = {name for name, operation in OPERATIONS_SPECIFIED.items() if operation.surface == "submit"}
    assert wanted <= SUBMITS.keys()
    assert len(wanted & {*SPECIFIED}) == 19


def test_an_activity_has_every_field(client: Client) -> None:
    body = client.body("update_organization_name", {"organizationName": "New"})
    activity = client.post("update_organization_name", body).activity
    assert activity["organizationId"] == client.organization_id
    assert activity["type"] == "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME"
    assert activity["intent"] == {"updateOrganizationNameIntent": {"organizationName": "New"}}
    assert activity["result"]["updateOrganizationNameResult"]["organizationName"] == "New"
    assert activity["timestampMs"] == json.loads(body)["timestampMs"]
    assert (activity["canApprove"], activity["canReject"]) == (False, False)
    (vote,) = activity["votes"]
    assert vote["message"].encode() == body
    assert vote["publicKey"] == client.key.public_key
    assert activity["appProofs"] == []
    assert client.query("get_activity", activityId=activity["id"])["activity"] == activity
    assert activity in client.query("list_activities")["activities"]


@pytest.mark.parametrize("strict", [False, True])
def test_the_intent_is_what_was_submitted(strict: bool) -> None:
    with LocalService(strict=strict) as service:
        client = Client(service)
        given = {"publicKey": None, "enabled": False, "rules": [{"cidr": "192.0.2.0/24"}]}
        activity = client.submit("set_ip_allowlist", **given).activity
        client.http.close()
    assert activity["intent"] == {"setIpAllowlistIntent": given}


@pytest.mark.slow
def test_no_update_is_before_its_creation(client: Client) -> None:
    """The clock may be set back."""
    service, ids, user_id = client.service, client.service.ids, client.service.user_id
    target = {"targetPublicKey": TARGET.public_key}
    nobody: dict[str, list[str]] = {"addUserIds": [], "removeUserIds": []}
    sealed = encrypt_oauth2_client_secret("secret", keys=service.encryption_keys)
    credential = {"provider": "OAUTH2_PROVIDER_X", "clientId": "c", "encryptedClientSecret": sealed}
    made = client.submit("create_oauth2_credential", **credential).result
    service.fail("create_user_tag", "pending", polls=1)
    body = client.body("create_user_tag", {"userTagName": "u", "userIds": []})
    waiting = client.post("create_user_tag", body).activity
    client.ahead = -timedelta(minutes=30)
    service.set_clock(now=service.now() + client.ahead)
    for name, given in (
        ("update_policy", {"policyId": ids["policyId"], "policyNotes": "n"}),
        ("update_user_tag", {"userTagId": ids["userTagId"], "newUserTagName": "n", **nobody}),
        ("update_user_name", {"userId": user_id, "userName": "n"}),
        ("update_oauth2_credential", {**made, **credential}),
        ("export_wallet", {"walletId": ids["walletId"], **target}),
        ("export_private_key", {"privateKeyId": ids["privateKeyId"], **target}),
    ):
        client.submit(name, **given).check()
    done = client.query("get_activity", activityId=waiting["id"])["activity"]
    assert done["status"] == "ACTIVITY_STATUS_COMPLETED"
    organization = client.query("get_organization")["organizationData"]
    (kept,) = client.query("list_oauth2_credentials")["oauth2Credentials"]
    records = [done, kept, client.user(), client.private_key(), organization["wallets"][0]]
    records += [*organization["policies"], *organization["tags"]]
    for record in records:
        created, updated = (
            (int(record[name]["seconds"]), int(record[name]["nanos"])) for name in ("createdAt", "updatedAt")
        )
        assert updated >= created, record


@pytest.mark.slow
def test_the_time_of_an_update(client: Client) -> None:
    ids, user_id = client.service.ids, client.service.user_id
    key_id, tag_id, policy_id = (ids[name] for name in ("privateKeyId", "privateKeyTagId", "policyId"))
    target = {"targetPublicKey": TARGET.public_key}
    nothing: dict[str, list[str]] = {"addPrivateKeyIds": [], "removePrivateKeyIds": []}
    update_tag = {"privateKeyTagId": tag_id, **nothing}

    def times() -> dict[str, dict[str, Any]]:
        organization = client.query("get_organization")["organizationData"]
        return {
            "key": client.private_key()["updatedAt"],
            "user": client.user()["updatedAt"],
            "wallet": organization["wallets"][0]["updatedAt"],
            "policy": organization["policies"][0]["updatedAt"],
            "tag": next(tag["updatedAt"] for tag in organization["tags"] if tag["tagId"] == tag_id),
        }

    provider = {"providerName": "p"}
    user_tag = client.submit("create_user_tag", userTagName="t", userIds=[]).result["userTagId"]
    for name, given, moved in (
        ("create_private_key_tag", {"privateKeyTagName": "t", "privateKeyIds": [key_id]}, {"key"}),
        ("update_private_key_tag", {**update_tag, "addPrivateKeyIds": [key_id]}, {"key", "tag"}),
        # What a key has already does not update the key.
        ("update_private_key_tag", {**update_tag, "addPrivateKeyIds": [key_id]}, {"tag"}),
        ("update_private_key_tag", {**update_tag, "removePrivateKeyIds": [key_id]}, {"key", "tag"}),
        ("update_private_key_tag", {**update_tag, "removePrivateKeyIds": [key_id]}, {"tag"}),
        ("export_private_key", {"privateKeyId": key_id, **target}, {"key"}),
        ("export_wallet", {"walletId": ids["walletId"], **target}, {"wallet"}),
        ("create_user_tag", {"userTagName": "u", "userIds": [user_id]}, {"user"}),
        ("update_user", {"userId": user_id, "userTagIds": [user_tag]}, {"user"}),
        ("delete_user_tags", {"userTagIds": [user_tag]}, {"user"}),
        ("create_oauth_providers", {"userId": user_id, "oauthProviders": [provider]}, {"user"}),
        ("update_user_email", {"userId": user_id, "userEmail": "a@example.com"}, {"user"}),
        ("delete_mfa_policy", {"userId": user_id, "mfaPolicyId": ids["mfaPolicyId"]}, {"user"}),
        ("update_policy", {"policyId": policy_id, "policyNotes": "n"}, {"policy"}),
        ("update_organization_name", {"organizationName": "n"}, set()),
    ):
        before = times()
        client.service.advance(timedelta(seconds=1))
        client.submit(name, **given).check()
        after = times()
        assert {each for each in before if before[each] != after[each]} == moved, name


def test_the_votes_verify(client: Client) -> None:
    key = ApiKey.generate("ed25519")
    client.add_user(key)
    client.service.fail("create_user_tag", "consensus")
    waiting = client.submit("create_user_tag", userTagName="t", userIds=[]).activity
    client.with_key(key).submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
    done = client.query("get_activity", activityId=waiting["id"])["activity"]
    trusted = {client.key.public_key, key.public_key}
    votes = verify_activity_votes(done, trusted_keys=trusted, keys=client.service.keys)
    assert {vote.public_key for vote in votes} == trusted
    assert {vote.fingerprint for vote in votes} == {done["fingerprint"]}


def test_the_same_bytes_are_the_same_activity(client: Client) -> None:
    body = client.body("create_user_tag", {"userTagName": "t", "userIds": []})
    first, again = client.post("create_user_tag", body), client.post("create_user_tag", body)
    assert first == again
    assert len(client.query("list_user_tags")["userTags"]) == 2
    other = client.submit("create_user_tag", **new_tag())
    assert other.activity["id"] != first.activity["id"]


def test_organization_name(client: Client) -> None:
    client.submit("update_organization_name", organizationName="New").check()
    assert client.query("whoami")["organizationName"] == "New"
    assert client.query("get_organization")["organizationData"]["name"] == "New"


def test_webhook_endpoint(client: Client) -> None:
    endpoint_id = client.service.add_webhook_endpoint()
    result = client.submit(
        "update_webhook_endpoint",
        endpointId=endpoint_id,
        url="http://127.0.0.1:1/x",
        name="n",
        isActive=False,
    ).result
    assert result["endpointId"] == endpoint_id
    record = result["webhookEndpoint"]
    assert (record["url"], record["name"], record["isActive"]) == ("http://127.0.0.1:1/x", "n", False)
    assert record in client.query("list_webhook_endpoints")["webhookEndpoints"]
    kept = client.submit("update_webhook_endpoint", endpointId=endpoint_id).result["webhookEndpoint"]
    assert kept == record
    reply = client.submit("update_webhook_endpoint", endpointId=MISSING)
    assert reply.error == (404, "SEALWAX_NOT_FOUND")


class TestUsers:
    def test_fields(self, client: Client) -> None:
        tag_id = client.service.ids["userTagId"]
        client.submit(
            "update_user",
            userId=client.service.user_id,
            userName="New",
            userEmail="new@example.com",
            userPhoneNumber="+4912345678",
            userTagIds=[tag_id],
        ).check()
        user = client.user()
        assert (user["userName"], user["userEmail"]) == ("New", "new@example.com")
        assert (user["userPhoneNumber"], user["userTags"]) == ("+4912345678", [tag_id])
        # What is left out stays, and an empty array removes every tag.
        client.submit("update_user", userId=client.service.user_id, userTagIds=[]).check()
        after = client.user()
        assert (after["userTags"], after["userName"]) == ([], "New")
        client.submit("update_user", userId=client.service.user_id, userName="Newer").check()
        assert client.user()["userName"] == "Newer"

    def test_an_unknown_user_or_tag_changes_nothing(self, client: Client) -> None:
        assert client.submit("update_user", userId=MISSING).error == (404, "SEALWAX_NOT_FOUND")
        reply = client.submit(
            "update_user", userId=client.service.user_id, userName="New", userTagIds=[MISSING]
        )
        assert reply.error == (404, "SEALWAX_NOT_FOUND")
        assert client.user()["userName"] == "Root user"

    def test_an_empty_email_removes_it(self, client: Client) -> None:
        user_id = client.service.user_id
        assert client.submit("update_user_email", userId=user_id, userEmail="").result == {"userId": user_id}
        assert "userEmail" not in client.user()
        client.submit("update_user_email", userId=user_id, userEmail="a@example.com").check()
        assert client.user()["userEmail"] == "a@example.com"

    def test_a_changed_email_is_not_verified(self, client: Client) -> None:
        client.submit("update_user_email", userId=client.service.user_id, userEmail="a@example.com").check()
        assert client.proxy("account", filterType="EMAIL", filterValue="a@example.com").body == {}

    def test_a_verification_token_verifies_the_email_once(self, client: Client) -> None:
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
    def test_other_tokens_are_refused(self, client: Client, token: str) -> None:
        reply = client.submit(
            "update_user_email",
            userId=client.service.user_id,
            userEmail="a@example.com",
            verificationToken=token,
        )
        assert reply.error == (400, "SEALWAX_TOKEN_INVALID")

    def test_a_token_of_another_organization_is_refused(self, client: Client) -> None:
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

    def test_tags(self, client: Client) -> None:
        user_id = client.service.user_id
        made = client.submit("create_user_tag", userTagName="t", userIds=[user_id, user_id]).result
        assert made["userIds"] == [user_id]
        assert client.user()["userTags"] == [made["userTagId"]]
        removed = client.submit("delete_user_tags", userTagIds=[made["userTagId"]]).result
        assert removed == {"userTagIds": [made["userTagId"]], "userIds": [user_id]}
        assert client.user()["userTags"] == []
        names = [tag["tagName"] for tag in client.query("list_user_tags")["userTags"]]
        assert names == ["First user tag"]
        unknown = client.submit("delete_user_tags", userTagIds=[client.service.ids["userTagId"], MISSING])
        assert unknown.error == (404, "SEALWAX_NOT_FOUND")
        assert len(client.query("list_user_tags")["userTags"]) == 1
        assert client.submit("create_user_tag", userTagName="t", userIds=[MISSING]).status == 404

    @pytest.mark.parametrize(
        ("providers", "shown"),
        [
            ([{"providerName": "p"}], [("", "")]),
            ([{"providerName": "p", "oidcClaims": {"iss": "i", "sub": "s", "aud": "a"}}], [("i", "s")]),
            ([{"providerName": "p"}, {"providerName": "p"}], [("", ""), ("", "")]),
        ],
    )
    def test_oauth_providers(
        self, client: Client, providers: list[dict[str, object]], shown: list[tuple[str, str]]
    ) -> None:
        """A sealed ``CreateOauthProviders`` is accepted: neither token nor claims are required."""
        request = CreateOauthProviders.from_params(
            {"userId": client.service.user_id, "oauthProviders": providers}
        ).seal(client.stamper, organization_id=client.organization_id)
        reply = client.send("/public/v1/submit/create_oauth_providers", request.body, request.headers)
        made = reply.result["providerIds"]
        added = client.user()["oauthProviders"][1:]
        assert [provider["providerId"] for provider in added] == made
        assert [(provider["issuer"], provider["subject"]) for provider in added] == shown

    def test_a_token_and_claims_that_differ(self, client: Client) -> None:
        token = client.service.oidc_token(client.key.public_key, subject="s")
        claims = {"iss": TestIssuer.URL, "sub": "s", "aud": TestIssuer.AUDIENCE}
        for changes, status in (({"sub": "other"}, 400), ({"aud": "other"}, 400), ({}, 200)):
            provider = {"providerName": "p", "oidcToken": token, "oidcClaims": {**claims, **changes}}
            reply = client.submit(
                "create_oauth_providers", userId=client.service.user_id, oauthProviders=[provider]
            )
            assert reply.status == status

    def test_mfa_policies(self, client: Client) -> None:
        policy_id, user_id = client.service.ids["mfaPolicyId"], client.service.user_id
        (policy,) = client.query("get_mfa_policies", userId=user_id)["mfaPolicies"]
        assert policy["mfaPolicyId"] == policy_id
        given = {"userId": user_id, "mfaPolicyId": policy_id}
        assert client.submit("delete_mfa_policy", **given).result == {"mfaPolicyId": policy_id}
        assert client.query("get_mfa_policies", userId=user_id)["mfaPolicies"] == []
        assert client.submit("delete_mfa_policy", **given).error == (404, "SEALWAX_NOT_FOUND")


class TestPrivateKeys:
    def test_a_tag_is_updated_whole_or_not_at_all(self, client: Client) -> None:
        first, tag_id = client.service.ids["privateKeyId"], client.service.ids["privateKeyTagId"]
        second = client.admin("add", kind="private_key", curve="CURVE_ED25519")["id"]
        given = {"privateKeyTagId": tag_id, "newPrivateKeyTagName": "n"}
        client.submit(
            "update_private_key_tag", **given, addPrivateKeyIds=[first], removePrivateKeyIds=[]
        ).check()
        assert client.private_key()["privateKeyTags"] == [tag_id]
        swap = {"addPrivateKeyIds": [second], "removePrivateKeyIds": [first]}
        for broken in (
            {"addPrivateKeyIds": [second, MISSING], "removePrivateKeyIds": [first]},
            {"addPrivateKeyIds": [second], "removePrivateKeyIds": [first, MISSING]},
            {"addPrivateKeyIds": [first], "removePrivateKeyIds": [first]},
        ):
            reply = client.submit(
                "update_private_key_tag", privateKeyTagId=tag_id, newPrivateKeyTagName="x", **broken
            )
            assert reply.status in {400, 404}
            assert client.private_key(first)["privateKeyTags"] == [tag_id]
            assert client.private_key(second)["privateKeyTags"] == []
            assert client.query("list_private_key_tags")["privateKeyTags"][0]["tagName"] == "n"
        client.submit("update_private_key_tag", privateKeyTagId=tag_id, **swap).check()
        assert client.private_key(first)["privateKeyTags"] == []
        assert client.private_key(second)["privateKeyTags"] == [tag_id]
        # Once more: what is there is not added twice, and what is not there need not be removed.
        client.submit("update_private_key_tag", privateKeyTagId=tag_id, **swap).check()
        assert client.private_key(second)["privateKeyTags"] == [tag_id]

    def test_a_new_tag(self, client: Client) -> None:
        key_id = client.service.ids["privateKeyId"]
        made = client.submit("create_private_key_tag", privateKeyTagName="t", privateKeyIds=[key_id]).result
        assert made["privateKeyIds"] == [key_id]
        assert client.private_key()["privateKeyTags"] == [made["privateKeyTagId"]]
        unknown = client.submit("create_private_key_tag", privateKeyTagName="t", privateKeyIds=[MISSING])
        assert unknown.error == (404, "SEALWAX_NOT_FOUND")

    def test_a_key_that_was_never_exported_needs_delete_without_export(self, client: Client) -> None:
        key_id = client.service.ids["privateKeyId"]
        reply = client.submit("delete_private_keys", privateKeyIds=[key_id])
        assert reply.error == (400, "SEALWAX_NOT_EXPORTED")
        assert client.private_key()["exported"] is False
        reply = client.submit("delete_private_keys", privateKeyIds=[key_id], deleteWithoutExport=True)
        assert reply.result == {"privateKeyIds": [key_id]}
        assert client.query("list_private_keys")["privateKeys"] == []
        reply = client.submit("delete_private_keys", privateKeyIds=[key_id], deleteWithoutExport=True)
        assert reply.error == (404, "SEALWAX_NOT_FOUND")

    def test_an_exported_key_needs_nothing(self, client: Client) -> None:
        key_id = client.service.ids["privateKeyId"]
        made = client.submit("export_private_key", privateKeyId=key_id, targetPublicKey=TARGET.public_key)
        account = decrypt_account_export(
            made.result["exportBundle"],
            TARGET,
            organization_id=client.organization_id,
            keys=client.service.keys,
        )
        record = client.private_key()
        assert record["exported"] is True
        account.check_address(record["addresses"][0]["address"])
        assert client.submit("delete_private_keys", privateKeyIds=[key_id]).result["privateKeyIds"] == [
            key_id
        ]

    def test_import(self, client: Client) -> None:
        user_id = client.service.user_id
        bundle = client.submit("init_import_private_key", userId=user_id).result["importBundle"]
        target = verify_import_bundle(
            bundle, organization_id=client.organization_id, user_id=user_id, keys=client.service.keys
        )
        result = client.submit(
            "import_private_key",
            userId=user_id,
            privateKeyName="mine",
            encryptedBundle=target.encrypt_private_key(b"\x01" * 32),
            curve="CURVE_ED25519",
            addressFormats=["ADDRESS_FORMAT_SOLANA"],
        ).result
        record = client.private_key(result["privateKeyId"])
        assert (record["imported"], record["privateKeyName"]) == (True, "mine")
        assert record["addresses"] == result["addresses"]
        assert client.query("get_private_key", privateKeyId=record["privateKeyId"])["privateKey"] == record

    @pytest.mark.parametrize(
        ("private_key", "curve", "format_"),
        [
            (bytes(32), "CURVE_SECP256K1", "ADDRESS_FORMAT_ETHEREUM"),
            (b"\1" * 32, "CURVE_SECP256K1", "ADDRESS_FORMAT_SOLANA"),
        ],
    )
    def test_what_is_no_key_of_the_curve_is_not_imported(
        self, client: Client, private_key: bytes, curve: str, format_: str
    ) -> None:
        user_id = client.service.user_id
        bundle = client.submit("init_import_private_key", userId=user_id).result["importBundle"]
        target = verify_import_bundle(
            bundle, organization_id=client.organization_id, user_id=user_id, keys=client.service.keys
        )
        reply = client.submit(
            "import_private_key",
            userId=user_id,
            privateKeyName="mine",
            encryptedBundle=target.encrypt_private_key(private_key),
            curve=curve,
            addressFormats=[format_],
        )
        assert reply.error == (400, "REQUEST_INVALID")
        assert len(client.query("list_private_keys")["privateKeys"]) == 1


SUB_KEY = ApiKey.from_private_key(b"\x09" * 32)


def sub_organization(**changes: object) -> dict[str, object]:
    root = {
        "userName": "Sub root",
        "apiKeys": [{"apiKeyName": "k", "publicKey": SUB_KEY.public_key, "curveType": "API_KEY_CURVE_P256"}],
        "authenticators": [],
        "oauthProviders": [],
        **changes,
    }
    return {"subOrganizationName": "Sub", "rootUsers": [root], "rootQuorumThreshold": 1}


class TestWallets:
    def export(self, client: Client, **parameters: object) -> str:
        reply = client.submit("export_wallet", targetPublicKey=TARGET.public_key, **parameters)
        wallet = decrypt_wallet_export(
            reply.result["exportBundle"],
            TARGET,
            organization_id=client.organization_id,
            keys=client.service.keys,
        )
        return wallet.mnemonic if wallet.passphrase is None else f"{wallet.mnemonic}|{wallet.passphrase}"

    def test_a_new_wallet_opens_to_its_addresses(self, client: Client) -> None:
        made = client.submit(
            "create_wallet", walletName="w", accounts=[{**ETHEREUM, "name": "a"}], mnemonicLength=24
        ).result
        mnemonic = self.export(client, walletId=made["walletId"])
        assert len(mnemonic.split()) == 24
        account = derive_account(
            mnemonic,
            path=ETHEREUM["path"],
            curve=ETHEREUM["curve"],
            address_format=ETHEREUM["addressFormat"],
        )
        assert made["addresses"] == [account.address]
        (record,) = client.query("list_wallet_accounts", walletId=made["walletId"])["accounts"]
        assert (record["address"], record["name"]) == (account.address, "a")
        assert len(client.query("list_wallet_accounts")["accounts"]) == 2
        wallet = client.query("get_wallet", walletId=made["walletId"])["wallet"]
        assert (wallet["exported"], wallet["imported"]) == (True, False)
        assert wallet in client.query("list_wallets")["wallets"]
        bundle = client.submit(
            "export_wallet_account", address=account.address.lower(), targetPublicKey=TARGET.public_key
        ).result["exportBundle"]
        opened = decrypt_account_export(
            bundle, TARGET, organization_id=client.organization_id, keys=client.service.keys
        )
        assert opened.private_key == account.private_key

    @pytest.mark.parametrize("words", [12, 15, 18, 21, 24, None])
    def test_mnemonic_length(self, client: Client, words: int | None) -> None:
        given = {} if words is None else {"mnemonicLength": words}
        made = client.submit("create_wallet", walletName="w", accounts=[], **given).result
        assert len(self.export(client, walletId=made["walletId"]).split()) == (words or 12)

    @pytest.mark.parametrize("words", [0, 11, 13, 25, "12"])
    def test_other_lengths_are_refused(self, client: Client, words: object) -> None:
        reply = client.submit("create_wallet", walletName="w", accounts=[], mnemonicLength=words)
        assert reply.error == (400, "REQUEST_INVALID")

    def test_another_language_has_the_same_entropy(self, client: Client) -> None:
        wallet_id = client.service.ids["walletId"]
        english = self.export(client, walletId=wallet_id, language="MNEMONIC_LANGUAGE_ENGLISH")
        assert english == self.export(client, walletId=wallet_id)
        french = self.export(client, walletId=wallet_id, language="MNEMONIC_LANGUAGE_FRENCH")
        assert french != english
        assert len(french.split()) == 12

    @pytest.mark.parametrize("address_format", FORMATS)
    @pytest.mark.slow
    def test_every_format_has_an_address(self, client: Client, address_format: AddressFormat) -> None:
        row = FORMATS[address_format]
        for curve in row.variants:
            account = {
                "curve": curve,
                "pathFormat": "PATH_FORMAT_BIP32",
                "path": row.paths[0],
                "addressFormat": address_format,
            }
            (address,) = client.submit("create_wallet", walletName=curve, accounts=[account]).result[
                "addresses"
            ]
            assert address

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"path": "m/x"}, "SEALWAX_INVALID_PATH"),
            ({"curve": "CURVE_ED25519"}, "REQUEST_INVALID"),
            ({"path": "m/4294967296"}, "SEALWAX_INVALID_PATH"),
        ],
    )
    def test_what_has_no_address_is_refused(self, client: Client, changes: dict[str, str], code: str) -> None:
        reply = client.submit("create_wallet", walletName="w", accounts=[{**ETHEREUM, **changes}])
        assert reply.error == (400, code)
        assert len(client.query("list_wallets")["wallets"]) == 1

    @pytest.mark.parametrize("passphrase", [None, "trezor"])
    def test_import(self, client: Client, passphrase: str | None) -> None:
        mnemonic = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        target = self.import_target(client)
        result = client.submit(
            "import_wallet",
            userId=client.service.user_id,
            walletName="mine",
            encryptedBundle=target.encrypt_wallet(mnemonic, passphrase),
            accounts=[ETHEREUM],
        ).result
        account = derive_account(
            mnemonic,
            path=ETHEREUM["path"],
            curve=ETHEREUM["curve"],
            address_format=ETHEREUM["addressFormat"],
            passphrase=passphrase or "",
        )
        assert result["addresses"] == [account.address]
        exported = self.export(client, walletId=result["walletId"])
        assert exported == (mnemonic if passphrase is None else f"{mnemonic}|{passphrase}")
        assert client.query("get_wallet", walletId=result["walletId"])["wallet"]["imported"] is True

    def import_target(self, client: Client) -> ImportTarget:
        user_id = client.service.user_id
        bundle = client.submit("init_import_wallet", userId=user_id).result["importBundle"]
        return verify_import_bundle(
            bundle, organization_id=client.organization_id, user_id=user_id, keys=client.service.keys
        )

    def test_imports_are_independent(self, client: Client) -> None:
        mnemonic = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        first, second = self.import_target(client), self.import_target(client)
        for name, target in (("m", second), ("n", first)):
            sealed = target.encrypt_wallet(mnemonic)
            given = {"userId": client.service.user_id, "walletName": name, "encryptedBundle": sealed}
            assert client.submit("import_wallet", **given, accounts=[]).result["walletId"]
            assert client.submit("import_wallet", **given, accounts=[]).error == (400, "REQUEST_INVALID")

    def test_what_is_no_mnemonic_is_not_imported(self, client: Client) -> None:
        target = self.import_target(client)
        reply = client.submit(
            "import_wallet",
            userId=client.service.user_id,
            walletName="m",
            encryptedBundle=target.encrypt_private_key(b"\xff" * 32),
            accounts=[],
        )
        assert reply.error == (400, "REQUEST_INVALID")

    def test_unknown_things(self, client: Client) -> None:
        for name, given in (
            ("export_wallet", {"walletId": MISSING, "targetPublicKey": TARGET.public_key}),
            ("export_wallet_account", {"address": "0x00", "targetPublicKey": TARGET.public_key}),
            ("export_private_key", {"privateKeyId": MISSING, "targetPublicKey": TARGET.public_key}),
        ):
            assert client.submit(name, **given).error == (404, "SEALWAX_NOT_FOUND")
        assert client.try_query("list_wallet_accounts", walletId=MISSING).status == 404


class TestOauth:
    def test_a_session_stamps_until_it_expires(self, client: Client) -> None:
        key = ApiKey.generate()
        result = client.submit(
            "oauth_login", oidcToken=client.service.oidc_token(key.public_key), publicKey=key.public_key
        ).result
        claims = verify_session_jwt(result["session"], keys=client.service.keys)
        assert (claims.user_id, claims.organization_id) == (client.service.user_id, client.organization_id)
        assert claims.public_key == key.public_key
        session = client.with_key(key)
        assert session.query("whoami")["userId"] == client.service.user_id
        client.service.advance(timedelta(seconds=899))
        assert session.query("whoami")
        client.service.advance(timedelta(seconds=2))
        assert session.try_query("whoami").error == (401, "API_KEY_EXPIRED")

    def test_the_lifetime_can_be_chosen(self, client: Client) -> None:
        key = ApiKey.generate()
        given = {"oidcToken": client.service.oidc_token(key.public_key), "publicKey": key.public_key}
        client.submit("oauth_login", **given, expirationSeconds="7200").check()
        session = client.with_key(key)
        client.service.advance(timedelta(seconds=7100))
        assert session.query("whoami")
        client.ahead = timedelta(seconds=7100)
        reply = client.submit("stamp_login", publicKey=key.public_key, expirationSeconds="9" * 19)
        assert "expirationSeconds is too large" in reply.body["message"]

    @pytest.mark.parametrize("name", ["oauth_login", "stamp_login", "otp_login"])
    def test_a_session_with_a_profile_is_refused_allowed_or_matched(self, client: Client, name: str) -> None:
        scope = "activity.action == 'SIGN'"
        made = [
            client.submit(
                "create_session_profile", sessionProfileName=each, scope=scope, expirationSeconds="60"
            )
            for each in ("the-signing-session", "SESSION_TYPE_READ_WRITE")
        ]
        keys, profile_id = client.service.keys, ""
        for reply, session_type in zip(made, ("the-signing-session", "SESSION_TYPE_READ_WRITE"), strict=True):
            profile_id = reply.result["sessionProfileId"]
            session = self._log_in(client, name, sessionProfileId=profile_id, expirationSeconds="3600")
            with pytest.raises(ContextMismatch) as caught:
                verify_session_jwt(session, keys=keys)
            assert caught.value.code == "wrong-scope"
            for other in (made[0], made[1]):
                if other is not reply:
                    with pytest.raises(ContextMismatch):
                        verify_session_jwt(
                            session, keys=keys, expected_session_profile_id=other.result["sessionProfileId"]
                        )
            allowed = verify_session_jwt(session, keys=keys, allow_scoped=True)
            matched = verify_session_jwt(session, keys=keys, expected_session_profile_id=profile_id)
            assert allowed == matched
            assert (matched.session_profile_id, matched.scope) == (profile_id, scope)
            assert matched.session_type == session_type
            # The smaller of the two lifetimes.
            assert matched.expires_at - client.service._deployment.state.now() <= timedelta(seconds=60)
        plain = verify_session_jwt(self._log_in(client, name), keys=keys)
        assert not plain.is_scoped
        shorter = self._log_in(client, name, sessionProfileId=profile_id, expirationSeconds="5")
        expires_at = verify_session_jwt(shorter, keys=keys, allow_scoped=True).expires_at
        assert expires_at - client.service._deployment.state.now() <= timedelta(seconds=5)

    def test_an_unknown_profile_is_refused(self, client: Client) -> None:
        key = ApiKey.generate()
        reply = client.submit("stamp_login", publicKey=key.public_key, sessionProfileId=MISSING)
        assert reply.error == (404, "SEALWAX_NOT_FOUND")
        for name in ("sessionProfileName", "scope"):
            given = {"sessionProfileName": "a", "scope": "true", name: ""}
            assert client.submit("create_session_profile", **given).error == (400, "REQUEST_INVALID")

    def _log_in(self, client: Client, name: str, **more: str) -> str:
        key = ApiKey.generate()
        given: dict[str, object] = {"publicKey": key.public_key, **more}
        if name == "oauth_login":
            given["oidcToken"] = client.service.oidc_token(key.public_key)
        if name == "otp_login":
            token = client.token(key)
            given |= {"verificationToken": token, "clientSignature": sign_login(key, token).to_dict()}
        session = client.submit(name, **given).result["session"]
        assert isinstance(session, str)
        return session

    def test_invalidate_existing(self, client: Client) -> None:
        first, second, third = (ApiKey.generate() for _ in range(3))

        def log_in(key: ApiKey, **more: object) -> Client:
            token = client.service.oidc_token(key.public_key)
            client.submit("oauth_login", oidcToken=token, publicKey=key.public_key, **more).check()
            return client.with_key(key)

        sessions = [log_in(first), log_in(second)]
        assert [session.try_query("whoami").status for session in sessions] == [200, 200]
        sessions.append(log_in(third, invalidateExisting=True))
        assert [session.try_query("whoami").status for session in sessions] == [401, 401, 200]
        # The root user's own key is no session.
        assert client.query("whoami")

    def test_a_token_for_another_key_is_refused(self, client: Client) -> None:
        key, other = ApiKey.generate(), ApiKey.generate()
        reply = client.submit(
            "oauth_login", oidcToken=client.service.oidc_token(other.public_key), publicKey=key.public_key
        )
        assert reply.error == (400, "INVALID_OIDC_TOKEN")

    @pytest.mark.parametrize("token", ["x", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])
    def test_other_tokens_are_refused(self, client: Client, token: str) -> None:
        reply = client.submit("oauth_login", oidcToken=token, publicKey=client.key.public_key)
        assert reply.error == (400, "INVALID_OIDC_TOKEN")

    @pytest.mark.parametrize("changes", [{"iss": "https://x.example.com"}, {"aud": "x"}])
    def test_a_token_for_another_audience_is_refused(self, client: Client, changes: dict[str, str]) -> None:
        key, issuer = ApiKey.generate(), client.service._deployment.provisioner.issuer
        claims = {
            "iss": issuer.URL,
            "aud": issuer.AUDIENCE,
            "sub": "root",
            "nonce": oidc_nonce(key.public_key),
            "exp": 4102444800,
            **changes,
        }
        token = issuer._issuer.sign(json.dumps(claims).encode())
        reply = client.submit("oauth_login", oidcToken=token, publicKey=key.public_key)
        assert reply.error == (400, "INVALID_OIDC_TOKEN")

    def test_an_expired_token_is_refused(self, client: Client) -> None:
        key = ApiKey.generate()
        token = client.service.oidc_token(key.public_key)
        client.service.advance(timedelta(hours=1))
        client.ahead = timedelta(hours=1)
        reply = client.submit("oauth_login", oidcToken=token, publicKey=key.public_key)
        assert reply.error == (400, "INVALID_OIDC_TOKEN")

    def test_providers(self, client: Client) -> None:
        key, user_key = ApiKey.generate(), ApiKey.generate()
        user_id = client.add_user(user_key)
        token = client.service.oidc_token(key.public_key, subject="someone")
        login = {"oidcToken": token, "publicKey": key.public_key}
        assert client.submit("oauth_login", **login).error == (404, "SEALWAX_NOT_FOUND")
        claims = {"iss": "https://x.example.com", "sub": "s", "aud": "a"}
        made = client.submit(
            "create_oauth_providers",
            userId=user_id,
            oauthProviders=[
                {"providerName": "by token", "oidcToken": token},
                {"providerName": "by claims", "oidcClaims": claims},
            ],
        ).result
        shown = client.user(user_id)["oauthProviders"]
        assert [provider["providerId"] for provider in shown] == made["providerIds"]
        assert shown[1]["issuer"] == "https://x.example.com"
        claims_of = verify_session_jwt(
            client.submit("oauth_login", **login).result["session"], keys=client.service.keys
        )
        assert claims_of.user_id == user_id
        taken = client.submit(
            "create_oauth_providers",
            userId=client.service.user_id,
            oauthProviders=[{"providerName": "taken", "oidcToken": token}],
        )
        assert taken.error == (400, "OAUTH_PROVIDER_ALREADY_EXISTS")
        both = {"providerName": "both", "oidcToken": token, "oidcClaims": claims}
        reply = client.submit("create_oauth_providers", userId=user_id, oauthProviders=[both])
        assert reply.error == (400, "REQUEST_INVALID")

    def test_a_key_of_another_user_gets_no_session(self, client: Client) -> None:
        user_key = ApiKey.generate()
        client.add_user(user_key)
        reply = client.submit("stamp_login", publicKey=user_key.public_key)
        assert reply.error == (409, "SEALWAX_CONFLICT")

    def test_what_is_no_public_key_gets_no_session(self, client: Client) -> None:
        for key in ("zz", "02" + "ff" * 32, "04" + "00" * 64):
            assert client.submit("stamp_login", publicKey=key).error == (400, "REQUEST_INVALID")

    def test_stamp_login_with_ones_own_key_keeps_it(self, client: Client) -> None:
        client.submit("stamp_login", publicKey=client.key.public_key, expirationSeconds="1").check()
        client.service.advance(timedelta(seconds=2))
        assert client.query("whoami")

    def test_the_nonce_is_that_of_the_key(self, client: Client) -> None:
        # The admin endpoint gives the same as the method.
        token = client.admin("oidc_token", publicKey=client.key.public_key)["oidcToken"]
        assert token.count(".") == 2
        assert oidc_nonce(client.key.public_key)


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


class TestAllowlists:
    OTHERS = ({"cidr": "192.0.2.0/24", "label": "office"},)
    US = ({"cidr": "127.0.0.0/20"}, {"cidr": "::1/128"})

    def test_a_list_without_the_caller_shuts_it_out(self, client: Client) -> None:
        assert client.submit("set_ip_allowlist", enabled=True, rules=[*self.OTHERS]).result == {}
        assert client.try_query("whoami").error == (403, "REQUEST_NOT_AUTHORIZED")
        assert client.submit("set_ip_allowlist", enabled=False).error == (403, "REQUEST_NOT_AUTHORIZED")

    def test_a_list_with_the_caller_lets_it_in(self, client: Client) -> None:
        client.submit("set_ip_allowlist", enabled=True, rules=[*self.OTHERS, *self.US]).check()
        assert client.query("whoami")
        shown = client.query("get_ip_allowlist")["allowlist"]
        assert shown["rules"] == [*self.OTHERS, *self.US]
        assert (shown["enabled"], shown["onEvaluationError"]) == (True, "DENY")

    def test_a_list_that_is_not_enabled_lets_everyone_in(self, client: Client) -> None:
        client.submit("set_ip_allowlist", enabled=False, rules=[*self.OTHERS]).check()
        assert client.query("whoami")
        # What is left out stays.
        client.submit("set_ip_allowlist").check()
        assert client.query("get_ip_allowlist")["allowlist"]["rules"] == [*self.OTHERS]

    @pytest.mark.parametrize(
        ("blocks", "is_right"),
        [
            (["10.0.0.0/20", "2001:db8::/48"], True),
            (["10.0.0.0/19"], False),
            (["2001:db8::/47"], False),
            (
                [f"10.0.{number}.0/24" for number in range(10)]
                + [f"2001:db8::{n}/128" for n in range(1, 11)],
                True,
            ),
            ([f"10.0.{number}.0/24" for number in range(11)], False),
            ([f"2001:db8::{number}/128" for number in range(11)], False),
        ],
    )
    def test_bounds(self, client: Client, blocks: list[str], *, is_right: bool) -> None:
        given = {"enabled": False, "rules": [{"cidr": block} for block in blocks]}
        reply = client.submit("set_ip_allowlist", **given)
        if is_right:
            assert client.query("get_ip_allowlist")["allowlist"]["rules"] == given["rules"]
        else:
            assert reply.error == (400, "REQUEST_INVALID")

    def test_a_block_is_kept_once_and_in_its_shortest_form(self, client: Client) -> None:
        blocks = ["2001:0DB8:0::/48", "10.0.0.0/24", "2001:db8::/48", "10.0.0.0/24"]
        rules = [{"cidr": block, "label": str(number)} for number, block in enumerate(blocks)]
        client.submit("set_ip_allowlist", enabled=False, rules=rules).check()
        assert client.query("get_ip_allowlist")["allowlist"]["rules"] == [
            {"cidr": "2001:db8::/48", "label": "0"},
            {"cidr": "10.0.0.0/24", "label": "1"},
        ]

    def test_a_keys_own_list_without_rules_overrides_nothing(self, client: Client) -> None:
        client.submit("set_ip_allowlist", publicKey=client.key.public_key, rules=[]).check()
        client.submit("set_ip_allowlist", enabled=True, rules=[*self.US]).check()
        assert client.query("whoami")

    def test_a_keys_own_list_overrides_the_organizations(self, client: Client) -> None:
        own = {"publicKey": client.key.public_key, "rules": [*self.US]}
        client.submit("set_ip_allowlist", **own).check()
        client.submit("set_ip_allowlist", enabled=True, rules=[*self.OTHERS]).check()
        assert client.query("whoami")
        shown = client.query("get_ip_allowlist", publicKey=client.key.public_key)["allowlist"]
        assert (shown["rules"], shown["publicKey"]) == ([*self.US], client.key.public_key)
        client.submit("set_ip_allowlist", publicKey=client.key.public_key, rules=[*self.OTHERS]).check()
        assert client.try_query("whoami").error == (403, "REQUEST_NOT_AUTHORIZED")

    @pytest.mark.parametrize(
        ("on_error", "status"),
        [({"onEvaluationError": "ALLOW"}, 200), ({"onEvaluationError": "DENY"}, 403), ({}, 403)],
    )
    def test_what_happens_on_an_evaluation_error(
        self, client: Client, on_error: dict[str, str], status: int
    ) -> None:
        client.submit("set_ip_allowlist", enabled=True, rules=[*self.US], **on_error).check()
        client.service.fail("whoami", "allowlist-error")
        assert client.try_query("whoami").status == status
        assert client.try_query("whoami").status == 200

    def test_what_is_left_out_stays(self, client: Client) -> None:
        first = {"enabled": True, "rules": [*self.US], "onEvaluationError": "ALLOW"}
        client.submit("set_ip_allowlist", **first).check()
        for change in (
            {"rules": [*self.US, *self.OTHERS]},
            {"enabled": False},
            {"onEvaluationError": "DENY"},
        ):
            client.submit("set_ip_allowlist", **change).check()
            first |= change
            shown = client.query("get_ip_allowlist")["allowlist"]
            assert {name: shown[name] for name in first} == first

    def test_sub_organizations_have_none(self, client: Client) -> None:
        made = client.submit("create_sub_organization", **sub_organization()).result
        for each, error in (
            (client, (400, "ORGANIZATION_MISMATCH")),
            (client.with_key(SUB_KEY), (400, "INVALID_ACTIVITY_CALLER")),
        ):
            each.organization_id = made["subOrganizationId"]
            assert each.submit("set_ip_allowlist", enabled=True, rules=[*self.US]).error == error
            assert each.query("get_ip_allowlist")["allowlist"]["rules"] == []

    def test_unknown_lists(self, client: Client) -> None:
        assert client.query("get_ip_allowlist")["allowlist"]["rules"] == []
        other = ApiKey.generate().public_key
        assert client.submit("set_ip_allowlist", publicKey=other, rules=[]).error == (
            404,
            "SEALWAX_NOT_FOUND",
        )
        for rules in ([{"cidr": "1.2.3.4/8"}], [{"cidr": "x"}]):
            assert client.submit("set_ip_allowlist", rules=rules).error == (400, "REQUEST_INVALID")
        both = client.submit("set_ip_allowlist", publicKey=client.key.public_key, enabled=True)
        assert both.error == (400, "REQUEST_INVALID")


class TestPolicies:
    POLICY = MappingProxyType({"policyName": "p", "effect": "EFFECT_ALLOW", "notes": "n"})
    TWO = "approvers.count() >= 2"

    def test_create_and_update(self, client: Client) -> None:
        made = client.submit("create_policy", **self.POLICY, condition="true", consensus=self.TWO).result
        client.submit("update_policy", policyId=made["policyId"]).check()
        shown = client.query("get_policy", policyId=made["policyId"])["policy"]
        assert (shown["policyName"], shown["consensus"], shown["notes"]) == ("p", self.TWO, "n")
        assert shown in client.query("list_policies")["policies"]

    def test_update(self, client: Client) -> None:
        policy_id = client.service.ids["policyId"]
        result = client.submit(
            "update_policy",
            policyId=policy_id,
            policyName="new",
            policyEffect="EFFECT_DENY",
            policyCondition="activity.type == 'ACTIVITY_TYPE_EXPORT_WALLET'",
            policyConsensus="",
            policyNotes="why",
        ).result
        assert result == {"policyId": policy_id}
        shown = client.query("get_policy", policyId=policy_id)["policy"]
        assert (shown["policyName"], shown["effect"], shown["notes"]) == ("new", "EFFECT_DENY", "why")
        assert client.submit("update_policy", policyId=MISSING).error == (404, "SEALWAX_NOT_FOUND")
        client.submit("update_policy", policyId=policy_id, policyName="newer").check()
        client.submit("update_policy", policyId=policy_id, policyNotes="because").check()
        shown = client.query("get_policy", policyId=policy_id)["policy"]
        assert (shown["policyName"], shown["effect"], shown["notes"]) == ("newer", "EFFECT_DENY", "because")

    @pytest.mark.parametrize(
        ("expressions", "code", "words"),
        [
            (
                {"consensus": "activity.type == 'A'"},
                "SEALWAX_INVALID_POLICY_CONSENSUS",
                "`activity`: the consensus",
            ),
            (
                {"condition": "approvers.count() > 1"},
                "SEALWAX_INVALID_POLICY_CONDITION",
                "`approvers`: the condition",
            ),
            (
                {"condition": " "},
                "SEALWAX_INVALID_POLICY_CONDITION",
                "invalid policy condition: it ends too early",
            ),
            (
                {"consensus": "true)"},
                "SEALWAX_INVALID_POLICY_CONSENSUS",
                "invalid policy consensus: `)` at character 5",
            ),
        ],
    )
    def test_what_is_not_evaluated_is_refused(
        self, client: Client, expressions: dict[str, str], code: str, words: str
    ) -> None:
        renamed = {f"policy{name.title()}": value for name, value in expressions.items()}
        for reply in (
            client.submit("create_policy", **{**self.POLICY, **expressions}),
            client.submit("update_policy", policyId=client.service.ids["policyId"], **renamed),
        ):
            assert reply.error == (400, code)
            assert words in reply.body["message"]
        (policy,) = client.query("list_policies")["policies"]
        assert (policy["condition"], policy["consensus"]) == ("false", "true")

    def two_users(self, client: Client) -> tuple[Client, Client]:
        """Two users who may change tags of users together."""
        client.submit(
            "create_policy",
            **self.POLICY,
            condition="activity.type == 'ACTIVITY_TYPE_UPDATE_USER_TAG'",
            consensus=self.TWO,
        ).check()
        keys = ApiKey.generate(), ApiKey.generate()
        for key in keys:
            client.add_user(key)
        first, second = map(client.with_key, keys)
        return first, second

    @staticmethod
    def renaming(client: Client) -> dict[str, object]:
        nobody: dict[str, object] = {"addUserIds": [], "removeUserIds": []}
        return {"userTagId": client.service.ids["userTagId"], "newUserTagName": "New", **nobody}

    @staticmethod
    def tag_name(client: Client) -> str:
        (tag,) = client.query("list_user_tags")["userTags"]
        return str(tag["tagName"])

    def test_an_activity_waits_for_the_second_approval(self, client: Client) -> None:
        first, second = self.two_users(client)
        body = first.body("update_user_tag", self.renaming(client))
        waiting = first.post("update_user_tag", body).activity
        assert waiting["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
        assert (waiting["canApprove"], waiting["result"]) == (False, {})
        assert self.tag_name(client) == "First user tag"
        seen = second.query("get_activity", activityId=waiting["id"])["activity"]
        assert (seen["canApprove"], seen["canReject"]) == (True, True)
        own = first.submit("approve_activity", fingerprint=waiting["fingerprint"])
        assert own.error == (409, "SEALWAX_CONFLICT")
        second.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        done = first.post("update_user_tag", body).activity
        assert (done["id"], done["status"]) == (waiting["id"], "ACTIVITY_STATUS_COMPLETED")
        assert [vote["selection"] for vote in done["votes"]] == ["VOTE_SELECTION_APPROVED"] * 2
        assert self.tag_name(client) == "New"
        again = second.submit("approve_activity", fingerprint=waiting["fingerprint"])
        assert again.error == (409, "SEALWAX_CONFLICT")
        # The root user does not wait.
        assert client.submit("update_user_tag", **self.renaming(client)).result

    def test_a_rejected_activity_is_not_done(self, client: Client) -> None:
        first, second = self.two_users(client)
        waiting = first.submit("update_user_tag", **self.renaming(client)).activity
        second.submit("reject_activity", fingerprint=waiting["fingerprint"]).check()
        done = client.query("get_activity", activityId=waiting["id"])["activity"]
        assert done["status"] == "ACTIVITY_STATUS_REJECTED"
        assert self.tag_name(client) == "First user tag"
        assert client.submit("approve_activity", fingerprint="sha256:00").error == (404, "SEALWAX_NOT_FOUND")

    def test_what_cannot_be_done_any_more_fails(self, client: Client) -> None:
        key = ApiKey.generate()
        client.add_user(key)
        second = client.with_key(key)
        client.service.fail("export_wallet_account", "consensus")
        (account,) = client.query("list_wallet_accounts")["accounts"]
        client.service.fail("delete_private_keys", "consensus")
        waiting = client.submit(
            "delete_private_keys",
            privateKeyIds=[client.service.ids["privateKeyId"]],
            deleteWithoutExport=True,
        ).activity
        client.submit(
            "delete_private_keys",
            privateKeyIds=[client.service.ids["privateKeyId"]],
            deleteWithoutExport=True,
        ).check()
        second.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        failed = client.query("get_activity", activityId=waiting["id"])["activity"]
        assert failed["status"] == "ACTIVITY_STATUS_FAILED"
        assert "private key" in failed["failure"]["message"]
        assert account["address"]

    def test_a_policy_that_denies_binds_all_but_root_users(self, client: Client) -> None:
        key = ApiKey.generate()
        client.add_user(key)
        second = client.with_key(key)
        deny = {
            **self.POLICY,
            "effect": "EFFECT_DENY",
            "condition": "activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'",
        }
        client.admin("add", kind="policy", name="all")
        assert second.submit("create_user_tag", **new_tag()).result
        client.submit("create_policy", **deny).check()
        reply = second.submit("create_user_tag", **new_tag())
        assert reply.error == (403, "")
        assert client.submit("create_user_tag", **new_tag()).result


class TestSubOrganizations:
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


def test_a_seed_makes_everything_repeatable(local_service: LocalService) -> None:
    def ids(service: LocalService) -> list[object]:
        key = ApiKey.from_private_key(b"\x05" * 32)
        client = Client(service, key=service.api_key)
        made = [
            dict(service.ids),
            service.keys,
            service.api_key.public_key,
            service.configuration_id,
            client.submit("create_wallet", walletName="w", accounts=[ETHEREUM]).result,
            client.submit("create_user_tag", userTagName="t", userIds=[]).result,
            client.add_user(key),
        ]
        client.http.close()
        return made

    with LocalService(bytes(range(32))) as other, LocalService() as random:
        first = ids(local_service)
        assert first == ids(other)
        assert first != ids(random)
        other.reset()
        assert first == ids(other)


def test_stampers_of_every_curve(client: Client) -> None:
    for curve in ("p256", "secp256k1", "ed25519"):
        key = ApiKey.generate(curve)
        user_id = client.add_user(key)
        client.stamper = ApiKeyStamper(key)
        assert client.query("whoami")["userId"] == user_id
        client.stamper = ApiKeyStamper(client.service.api_key)

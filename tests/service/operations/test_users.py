"""Users, their credentials and tags: made, changed, deleted, and seen through the queries."""

from typing import Any

import pytest

from sealwax import ApiKey, CredentialIdEncoding
from sealwax.testing import SoftwareAuthenticator
from tests.service.access.test_authentication import ORIGIN, RP_ID, passkey_fields
from tests.service.client import Client

KEY = ApiKey.from_private_key(b"\x21" * 32)
NOT_FOUND = (404, "SEALWAX_NOT_FOUND")


def key_fields(key: ApiKey = KEY, **changes: object) -> dict[str, object]:
    curve = f"API_KEY_CURVE_{key.curve.upper()}"
    return {"apiKeyName": "k", "publicKey": key.public_key, "curveType": curve, **changes}


def passkey() -> dict[str, object]:
    made: dict[str, object] = passkey_fields(
        SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN), CredentialIdEncoding.CBOR
    )
    return made


def user_fields(**changes: object) -> dict[str, object]:
    empty: dict[str, object] = {"apiKeys": [], "authenticators": [], "oauthProviders": [], "userTags": []}
    return {"userName": "u", **empty, **changes}


def new_user(client: Client, **changes: object) -> str:
    made: str = client.submit("create_users", users=[user_fields(**changes)]).result["userIds"][0]
    return made


class TestUsers:
    def test_with_everything(self, client: Client) -> None:
        given = user_fields(
            userName="all",
            userEmail="all@example.com",
            userPhoneNumber="+4912345678",
            apiKeys=[key_fields(), key_fields(ApiKey.generate("ed25519"), expirationSeconds="60")],
            authenticators=[passkey()],
            oauthProviders=[
                {"providerName": "p", "oidcToken": client.service.oidc_token(KEY.public_key, subject="x")}
            ],
            userTags=[client.service.ids["userTagId"]],
        )
        first, second = client.submit("create_users", users=[given, user_fields()]).result["userIds"]
        user = client.user(first)
        assert (user["userName"], user["userEmail"], user["userPhoneNumber"]) == (
            "all",
            "all@example.com",
            "+4912345678",
        )
        assert [key["credential"]["type"] for key in user["apiKeys"]] == [
            "CREDENTIAL_TYPE_API_KEY_P256",
            "CREDENTIAL_TYPE_API_KEY_ED25519",
        ]
        assert len(user["authenticators"]) == len(user["oauthProviders"]) == 1
        assert user["userTags"] == [client.service.ids["userTagId"]]
        assert client.user(second)["userName"] == "u"
        assert client.with_key(KEY).query("whoami")["userId"] == first

    @pytest.mark.parametrize(
        ("version", "changes", "names"),
        [
            ("_V3", {}, {}),
            ("_V2", {"apiKeys": [{"apiKeyName": "k", "publicKey": KEY.public_key}]}, {"oauthProviders"}),
            (
                "",
                {
                    "apiKeys": [{"apiKeyName": "k", "publicKey": KEY.public_key}],
                    "accessType": "ACCESS_TYPE_API",
                },
                {"oauthProviders"},
            ),
        ],
    )
    def test_older_versions(
        self, client: Client, version: str, changes: dict[str, object], names: set[str]
    ) -> None:
        given = {name: value for name, value in user_fields(**changes).items() if name not in names}
        body = client.body("create_users", {"users": [given]}, type=f"ACTIVITY_TYPE_CREATE_USERS{version}")
        activity = client.post("create_users", body).activity
        assert [*activity["intent"]] == [f"createUsersIntent{version.removeprefix('_')}"]
        (user_id,) = activity["result"]["createUsersResult"]["userIds"]
        keys = client.user(user_id)["apiKeys"]
        assert [key["credential"]["publicKey"] for key in keys] == ([KEY.public_key] if changes else [])

    def test_for_the_api_only(self, client: Client) -> None:
        key = {"apiKeyName": "k", "publicKey": KEY.public_key}
        user = {"userName": "a", "userEmail": "a@example.com", "userTags": [], "apiKeys": [key]}
        (user_id,) = client.submit("create_api_only_users", apiOnlyUsers=[user]).result["userIds"]
        assert client.with_key(KEY).query("whoami")["userId"] == user_id

    @pytest.mark.parametrize(
        ("changes", "error"),
        [
            ({"userPhoneNumber": "12"}, (400, "REQUEST_INVALID")),
            ({"userTags": ["x"]}, NOT_FOUND),
            ({"apiKeys": [key_fields(expirationSeconds="0")]}, (400, "SEALWAX_INVALID_API_KEY_EXPIRATION")),
            ({"apiKeys": [key_fields(expirationSeconds="9" * 19)]}, (400, "REQUEST_INVALID")),
            ({"apiKeys": [key_fields(publicKey="05" + "ff" * 32)]}, (400, "REQUEST_INVALID")),
            ({"apiKeys": [key_fields()] * 11}, (429, "SEALWAX_TOO_MANY")),
            ({"apiKeys": None}, (400, "REQUEST_INVALID")),
        ],
    )
    @pytest.mark.slow
    def test_one_that_is_refused_leaves_none(
        self, client: Client, changes: dict[str, object], error: tuple[int, str]
    ) -> None:
        before = client.query("list_users")
        reply = client.submit("create_users", users=[user_fields(), user_fields(**changes)])
        assert reply.error == error
        assert client.query("list_users") == before

    def test_a_public_key_of_another_user(self, client: Client) -> None:
        given = user_fields(apiKeys=[key_fields(client.key)])
        assert client.submit("create_users", users=[given]).error == (409, "SEALWAX_CONFLICT")

    def test_a_public_key_of_two_new_users(self, client: Client) -> None:
        both = [user_fields(apiKeys=[key_fields()]) for _ in range(2)]
        assert client.submit("create_users", users=both).error == (409, "SEALWAX_CONFLICT")
        roots = [{name: value for name, value in user.items() if name != "userTags"} for user in both]
        given = {"subOrganizationName": "s", "rootQuorumThreshold": 1, "rootUsers": roots}
        assert client.submit("create_sub_organization", **given).error == (409, "SEALWAX_CONFLICT")
        assert len(client.query("list_users")["users"]) == 1

    def test_an_identity_of_two_new_users(self, client: Client) -> None:
        claims = {"iss": "https://x.example.com", "sub": "s", "aud": "a"}
        provider = {"providerName": "p", "oidcClaims": claims}
        both = [user_fields(oauthProviders=[provider]) for _ in range(2)]
        error = (400, "OAUTH_PROVIDER_ALREADY_EXISTS")
        assert client.submit("create_users", users=both).error == error
        client.submit("create_users", users=both[:1]).check()

    def test_names_and_contacts(self, client: Client) -> None:
        user_id = new_user(client)
        assert client.submit("update_user_name", userId=user_id, userName="n").result == {"userId": user_id}
        number = "+4912345678"
        client.submit("update_user_phone_number", userId=user_id, userPhoneNumber=number).check()
        user = client.user(user_id)
        assert (user["userName"], user["userPhoneNumber"]) == ("n", number)
        client.submit("update_user_phone_number", userId=user_id, userPhoneNumber="").check()
        assert "userPhoneNumber" not in client.user(user_id)
        token = client.token(KEY, contact=number, otp_type="OTP_TYPE_SMS")
        other = {"userId": user_id, "userPhoneNumber": "+4912345679", "verificationToken": token}
        assert client.submit("update_user_phone_number", **other).error == (400, "SEALWAX_TOKEN_INVALID")
        client.submit("update_user_phone_number", **{**other, "userPhoneNumber": number}).check()
        assert client.user(user_id)["userPhoneNumber"] == number
        bad = {"userId": user_id, "userPhoneNumber": "x"}
        assert client.submit("update_user_phone_number", **bad).error == (400, "REQUEST_INVALID")
        assert client.submit("update_user_name", userId="x", userName="n").error == NOT_FOUND

    def test_deleted(self, client: Client) -> None:
        user_id = new_user(client, apiKeys=[key_fields()])
        assert client.submit("delete_users", userIds=[user_id] * 2).result == {"userIds": [user_id]}
        assert client.with_key(KEY).try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")
        assert client.submit("delete_users", userIds=[user_id]).error == NOT_FOUND
        root = client.submit("delete_users", userIds=[client.service.user_id])
        assert root.error == (400, "SEALWAX_QUORUM_USERS_MISSING")


class TestTags:
    def test_of_users(self, client: Client) -> None:
        user_id, tag_id = new_user(client), client.service.ids["userTagId"]
        given = {"userTagId": tag_id, "newUserTagName": "n", "addUserIds": [user_id], "removeUserIds": []}
        assert client.submit("update_user_tag", **given).result == {"userTagId": tag_id}
        assert client.user(user_id)["userTags"] == [tag_id]
        assert client.query("list_user_tags")["userTags"][0]["tagName"] == "n"
        given = {"userTagId": tag_id, "addUserIds": [], "removeUserIds": [user_id]}
        client.submit("update_user_tag", **given).check()
        assert client.user(user_id)["userTags"] == []
        wrong = {"userTagId": tag_id, "addUserIds": [user_id], "removeUserIds": ["x"]}
        assert client.submit("update_user_tag", **wrong).error == NOT_FOUND
        assert client.user(user_id)["userTags"] == []

    def test_of_private_keys(self, client: Client) -> None:
        key_id = client.service.ids["privateKeyId"]
        made = client.submit("create_private_key_tag", privateKeyTagName="t", privateKeyIds=[key_id]).result
        tag_id = made["privateKeyTagId"]
        gone = client.submit("delete_private_key_tags", privateKeyTagIds=[tag_id]).result
        assert gone == {"privateKeyTagIds": [tag_id], "privateKeyIds": [key_id]}
        assert client.private_key()["privateKeyTags"] == []
        assert tag_id not in str(client.query("list_private_key_tags"))


class TestApiKeys:
    def test_made_and_deleted(self, client: Client) -> None:
        user_id = client.service.user_id
        (key_id,) = client.submit("create_api_keys", userId=user_id, apiKeys=[key_fields()]).result[
            "apiKeyIds"
        ]
        other = client.with_key(KEY)
        assert other.query("whoami")["userId"] == user_id
        assert other.submit("delete_api_keys", userId=user_id, apiKeyIds=[key_id]).result == {
            "apiKeyIds": [key_id]
        }
        assert other.try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")
        assert client.submit("delete_api_keys", userId=user_id, apiKeyIds=[key_id]).error == NOT_FOUND

    def test_the_older_version(self, client: Client) -> None:
        key = {"apiKeyName": "k", "publicKey": KEY.public_key}
        given = {"userId": client.service.user_id, "apiKeys": [key]}
        body = client.body("create_api_keys", given, type="ACTIVITY_TYPE_CREATE_API_KEYS")
        assert len(client.post("create_api_keys", body).result["apiKeyIds"]) == 1
        client.with_key(KEY).query("whoami")

    def test_too_many_that_last(self, client: Client) -> None:
        keys = [key_fields(ApiKey.generate()) for _ in range(10)]
        given = {"userId": client.service.user_id, "apiKeys": keys}
        assert client.submit("create_api_keys", **given).error == (429, "SEALWAX_TOO_MANY")
        given["apiKeys"] = keys[:9]
        client.submit("create_api_keys", **given).check()

    def test_of_those_that_expire_the_oldest_end(self, client: Client) -> None:
        user_id = new_user(client)
        keys = [ApiKey.generate() for _ in range(12)]

        def add(some: list[ApiKey], seconds: str) -> None:
            given = [key_fields(key, expirationSeconds=seconds) for key in some]
            client.submit("create_api_keys", userId=user_id, apiKeys=given).check()

        add(keys[:1], "3600")
        add(keys[1:2], "1")
        add(keys[2:10], "3600")
        client.admin("advance", seconds=2)
        # The expired key goes before the older one.
        add(keys[10:11], "3600")
        assert client.with_key(keys[0]).try_query("whoami").status == 200
        add(keys[11:], "3600")
        assert client.with_key(keys[0]).try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")
        assert len(client.user(user_id)["apiKeys"]) == 10
        too_many = [key_fields(ApiKey.generate(), expirationSeconds="60") for _ in range(11)]
        reply = client.submit("create_api_keys", userId=user_id, apiKeys=too_many)
        assert reply.error == (429, "SEALWAX_TOO_MANY")


class TestPasskeys:
    def test_made_and_deleted(self, client: Client) -> None:
        user_id = client.service.user_id
        made = client.submit("create_authenticators", userId=user_id, authenticators=[passkey()]).result
        (passkey_id,) = made["authenticatorIds"]
        assert [each["authenticatorId"] for each in client.user()["authenticators"]] == [passkey_id]
        given = {"userId": user_id, "authenticatorIds": [passkey_id]}
        assert client.submit("delete_authenticators", **given).result == {"authenticatorIds": [passkey_id]}
        assert client.user()["authenticators"] == []
        assert client.submit("delete_authenticators", **given).error == NOT_FOUND

    def test_too_many(self, client: Client) -> None:
        given: dict[str, Any] = {"userId": client.service.user_id, "authenticators": [passkey()] * 11}
        assert client.submit("create_authenticators", **given).error == (429, "SEALWAX_TOO_MANY")
        given["authenticators"] = [passkey()] * 6
        client.submit("create_authenticators", **given).check()
        assert client.submit("create_authenticators", **given).error == (429, "SEALWAX_TOO_MANY")


def test_oauth_providers_are_deleted(client: Client) -> None:
    user_id = client.service.user_id
    (provider,) = client.user()["oauthProviders"]
    given = {"userId": user_id, "providerIds": [provider["providerId"]]}
    assert client.submit("delete_oauth_providers", **given).result == {
        "providerIds": [provider["providerId"]]
    }
    assert client.user()["oauthProviders"] == []
    assert client.submit("delete_oauth_providers", **given).error == NOT_FOUND

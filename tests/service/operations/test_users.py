"""Users: made, changed, deleted, and seen through the queries."""

import pytest

from sealwax import ApiKey, CredentialIdEncoding
from sealwax.testing import SoftwareAuthenticator
from tests.service.access.test_authentication import ORIGIN, RP_ID, passkey_fields
from tests.service.client import MISSING, NOT_FOUND, Client

KEY = ApiKey.from_private_key(b"\x21" * 32)


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

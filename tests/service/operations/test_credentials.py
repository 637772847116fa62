"""API keys, passkeys and OAuth providers: made, deleted, and seen through the queries."""

from typing import Any

import pytest

from sealwax import ApiKey
from sealwax.operations import CreateOauthProviders
from sealwax_service.enclaves.oidc_issuer import TestIssuer
from tests.service.client import NOT_FOUND, Client
from tests.service.operations.test_users import KEY, key_fields, new_user, passkey


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


class TestOauthProviders:
    @pytest.mark.parametrize(
        ("providers", "shown"),
        [
            ([{"providerName": "p"}], [("", "")]),
            ([{"providerName": "p", "oidcClaims": {"iss": "i", "sub": "s", "aud": "a"}}], [("i", "s")]),
            ([{"providerName": "p"}, {"providerName": "p"}], [("", ""), ("", "")]),
        ],
    )
    def test_made(
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

    def test_deleted(self, client: Client) -> None:
        user_id = client.service.user_id
        (provider,) = client.user()["oauthProviders"]
        given = {"userId": user_id, "providerIds": [provider["providerId"]]}
        assert client.submit("delete_oauth_providers", **given).result == {
            "providerIds": [provider["providerId"]]
        }
        assert client.user()["oauthProviders"] == []
        assert client.submit("delete_oauth_providers", **given).error == NOT_FOUND

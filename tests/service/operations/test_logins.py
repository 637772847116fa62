"""The logins that return a session JWT."""

import json
from datetime import timedelta

import pytest

from sealwax import ApiKey, oidc_nonce, verify_session_jwt
from tests.service.client import MISSING, Client


class TestSessions:
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

    def test_an_unknown_profile_is_refused(self, client: Client) -> None:
        key = ApiKey.generate()
        reply = client.submit("stamp_login", publicKey=key.public_key, sessionProfileId=MISSING)
        assert reply.error == (404, "SEALWAX_NOT_FOUND")
        for name in ("sessionProfileName", "scope"):
            given = {"sessionProfileName": "a", "scope": "true", name: ""}
            assert client.submit("create_session_profile", **given).error == (400, "REQUEST_INVALID")

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

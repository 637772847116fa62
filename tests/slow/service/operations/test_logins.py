"""The tests of ``tests/service/operations/test_logins.py`` that take long."""

from datetime import timedelta

import pytest

from sealwax import ApiKey, ContextMismatch, sign_login, verify_session_jwt
from tests.service.client import Client


class TestSessions:
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

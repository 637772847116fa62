"""The tests of ``tests/service/test_faults.py`` that take long."""

from typing import Any

import pytest

from sealwax import (
    ApiKey,
    InvalidRequest,
    SealwaxError,
    sign_login,
    verify_session_jwt,
    verify_verification_token,
)
from sealwax_service import faults
from sealwax_service.operations.submits import SUBMITS
from tests.service.client import Client
from tests.service.test_faults import OPERATIONS, TAG, VECTOR, check_vectors, read_answer, tags


class TestArtifacts:
    @pytest.mark.parametrize("operation", faults.WITH_TOKENS.operations)
    @pytest.mark.parametrize("fault", ["expired-token", "wrong-signer"])
    def test_each_token(self, client: Client, operation: str, fault: str) -> None:
        """The operations that these faults are accepted for are those that they change."""
        key, service = ApiKey.generate(), client.service
        login: dict[str, Any] = {"publicKey": key.public_key}
        if operation.startswith("otp_login"):
            token = client.token(key)
            login |= {"verificationToken": token, "clientSignature": sign_login(key, token).to_dict()}
        elif operation == "oauth_login":
            login["oidcToken"] = service.oidc_token(key.public_key)
        elif "verify" in operation:
            start = {"otpType": "OTP_TYPE_EMAIL", "contact": "root@example.com"}
            otp = (
                client.submit("init_otp", **start, appName="a").result
                if operation == "verify_otp"
                else client.proxy("otp_init_v2", **start).body
            )
            sealed = client.seal_code(otp, service.otp_code(otp["otpId"]), key)
            login = {"otpId": otp["otpId"], "encryptedOtpBundle": sealed}
        service.fail(operation, fault)
        if operation in SUBMITS:
            made = client.submit(operation, **login).result
        else:
            made = client.proxy(operation, **login).body
        with pytest.raises(SealwaxError) as caught:
            if "verify" in operation:
                verify_verification_token(made["verificationToken"], keys=service.keys)
            else:
                verify_session_jwt(made["session"], keys=service.keys)
        assert caught.value.code == {"expired-token": "expired", "wrong-signer": "bad-signature"}[fault]


class TestVectors:
    @pytest.mark.parametrize("operation", OPERATIONS)
    # Each is checked offline with the other vectors; here, a few show that the service makes them.
    def test_every_vector_is_refused_with_its_code(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, operation: str
    ) -> None:
        check_vectors(client, monkeypatch, operation, 40)

    def test_for_another_client_in_another_language(self, client: Client) -> None:
        client.admin("fail", operation="export_wallet", vector=VECTOR)
        with pytest.raises(SealwaxError) as caught:
            read_answer(client, "export_wallet")
        assert caught.value.code == "bad-signature"


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (("whoami", "no-such-fault"), {}, "the fault is unknown"),
        (("no_such_operation", "error"), {}, "the operation is unknown"),
        (("whoami",), {}, "name a fault"),
        (("whoami", "vector"), {}, "`vector` must be the id of a test vector"),
        (("whoami", "slow"), {"vector": VECTOR}, "the fault slow .* its options are seconds, times"),
        (("whoami", "slow"), {"seconds": 61}, "`seconds`"),
        (("whoami", "error"), {"retry_after": 3601}, "`retry_after`"),
        (("whoami", "error"), {"retry_after": 0.5}, "`retry_after`"),
        (("whoami", "slow"), {"seconds": "x"}, "`seconds`"),
        (("whoami", "slow"), {"seconds": float("nan")}, "`seconds`"),
        (("whoami", "error"), {"status": 200}, "`status`"),
        (("whoami", "error"), {"times": 0}, "`times`"),
        (("create_user_tag", "pending"), {"polls": True}, "`polls`"),
        (("create_user_tag", "consensus"), {"approvals": 1001}, "`approvals`"),
        (("whoami", "error"), {"code": 5}, "`code`"),
        (("whoami", "error"), {"message": None}, "`message`"),
        (("whoami", "error"), {"shape": 1}, "its options are status, code, message, retry_after, times"),
        (("whoami", "pending"), {}, "the fault pending has no effect on this operation; it is for submit"),
        (("otp_login_v2", "consensus"), {}, "no effect"),
        (("list_activities", "failed"), {}, "no effect"),
        (("account", "rejected"), {}, "no effect"),
        (("export_wallet", "expired-token"), {}, "no effect .* it is for verify_otp, otp_login, stamp_login"),
        (("whoami", "wrong-signer"), {}, "no effect"),
        (("wallet_kit_config", "wrong-signer"), {}, "no effect"),
        (("signup_v2", "allowlist-error"), {}, "no effect"),
    ],
)
def test_faults_that_there_are_not(
    client: Client, arguments: tuple[str, ...], options: dict[str, Any], words: str
) -> None:
    with pytest.raises(InvalidRequest, match=words):
        client.service.fail(*arguments, **options)
    assert client.query("whoami")


class TestAnswers:
    @pytest.mark.parametrize(("status", "grpc"), [(429, 8), (503, 14), (418, 3), (599, 3)])
    def test_error(self, client: Client, status: int, grpc: int) -> None:
        client.service.fail(
            "create_user_tag", "error", status=status, code="RATE_LIMIT_EXCEEDED", message="m"
        )
        reply = client.submit("create_user_tag", **TAG)
        assert reply.error == (status, "RATE_LIMIT_EXCEEDED")
        assert (reply.body["code"], reply.body["message"], tags(client)) == (grpc, "m", 0)
        client.submit("create_user_tag", **TAG).check()

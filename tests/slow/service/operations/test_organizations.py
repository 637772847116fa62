"""The tests of ``tests/service/operations/test_organizations.py`` that take long."""

from typing import Any

import pytest

from tests.service.client import TARGET, Client
from tests.service.operations.test_organizations import BY_EMAIL

MAIL = {
    "email": "root@example.com",
    "targetPublicKey": TARGET.public_key,
    "emailCustomization": {"appName": "a"},
}


BY_SMS = {"otpType": "OTP_TYPE_SMS", "contact": "+15555550100", "appName": "a"}


class TestFeatures:
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

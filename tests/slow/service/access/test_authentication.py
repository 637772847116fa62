"""The tests of ``tests/service/access/test_authentication.py`` that take long."""

import pytest

from sealwax._codec.base64url import encode_base64url
from sealwax.testing import SoftwareAuthenticator
from tests.service.access import test_authentication as quick
from tests.service.access.test_authentication import ORIGIN, RP_ID
from tests.service.client import Client


class TestPasskeys:
    @pytest.mark.parametrize("algorithm", ["ES256", "EdDSA"])
    def test_a_passkey_stamps(self, client: Client, algorithm: str) -> None:
        passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, algorithm=algorithm)  # type: ignore[arg-type]
        other = quick.TestPasskeys().sign_up(client, passkey)
        who = other.query("whoami")
        (record,) = other.user(who["userId"])["authenticators"]
        assert record["credentialId"] == encode_base64url(passkey.credential_id)
        vote = other.submit("create_user_tag", userTagName="t", userIds=[]).activity["votes"][0]
        assert vote["scheme"] == "SIGNATURE_SCHEME_TK_WEBAUTHN"


class TestAuthProxy:
    @pytest.mark.parametrize(
        ("otp_type", "contact", "status"),
        [
            ("OTP_TYPE_SMS", "+4912345678", 200),
            ("OTP_TYPE_SMS", "root@example.com", 400),
            ("OTP_TYPE_SMS", "+49 123", 400),
            ("OTP_TYPE_SMS", "0049123", 400),
            ("OTP_TYPE_EMAIL", "root@example.com", 200),
            ("OTP_TYPE_EMAIL", "+4912345678", 400),
            ("OTP_TYPE_EMAIL", "root", 400),
            ("OTP_TYPE_POST", "root@example.com", 400),
        ],
    )
    def test_contacts(self, client: Client, otp_type: str, contact: str, status: int) -> None:
        assert client.proxy("otp_init_v2", otpType=otp_type, contact=contact).status == status
        assert client.submit("init_otp", otpType=otp_type, contact=contact, appName="a").status == status

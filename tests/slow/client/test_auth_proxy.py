"""The tests of ``tests/client/test_auth_proxy.py`` that take long."""

from sealwax import ApiKey, sign_login
from sealwax.operations import GetWalletKitConfig, OtpInitV2, OtpLoginV2, OtpVerifyV2
from sealwax_service import LocalService
from tests.client.clients import Kind
from tests.client.test_auth_proxy import ACCOUNT, CONTACT, of_service


def test_a_login(kind: Kind, service: LocalService) -> None:
    proxy, key = of_service(kind, service), ApiKey.generate()
    config = proxy.send(GetWalletKitConfig())
    assert config.organization_id == service.organization_id
    assert dict(config.oauth_client_ids) == {}
    otp = proxy.send(OtpInitV2(otp_type="OTP_TYPE_EMAIL", contact=CONTACT))
    code = service.otp_code(otp.otp_id)
    bundle = otp.encrypt_code(code, public_key=key.public_key, keys=service.keys)
    verified = proxy.send(OtpVerifyV2(otp_id=otp.otp_id, encrypted_otp_bundle=bundle))
    claims = verified.verify(keys=service.keys)
    assert (claims.contact, claims.public_key) == (CONTACT, key.public_key)
    login = proxy.send(
        OtpLoginV2(
            verification_token=verified.verification_token,
            public_key=key.public_key,
            client_signature=sign_login(key, verified.verification_token),
            organization_id=service.organization_id,
        )
    )
    assert login.verify(keys=service.keys).user_id == service.user_id
    assert proxy.send(ACCOUNT).organization_id == service.organization_id

"""Codes that a client verifies."""

from collections.abc import Callable
from typing import Any

from sealwax import ApiKey, encrypt_otp_bundle, verify_verification_token
from sealwax_service import LocalService


def verify_code(
    service: LocalService,
    otp: dict[str, Any],
    key: ApiKey,
    verify: Callable[[dict[str, Any]], dict[str, Any]],
) -> str:
    """Exchange a code for a token, which is checked."""
    sealed = encrypt_otp_bundle(
        otp["otpEncryptionTargetBundle"],
        service.otp_code(otp["otpId"]),
        public_key=key.public_key,
        keys=service.keys,
    )
    token: str = verify({"otpId": otp["otpId"], "encryptedOtpBundle": sealed})["verificationToken"]
    assert verify_verification_token(token, keys=service.keys).public_key == key.public_key
    return token

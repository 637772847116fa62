"""One-time codes: sent to a contact, and exchanged for a verification token."""

from typing import Final

from sealwax import operations
from sealwax.testing.enclave import OTP_EMAIL
from sealwax_service._limits import DEFAULT_OTP_SECONDS, DEFAULT_TOKEN_SECONDS
from sealwax_service.api_errors import NOT_FOUND, ApiError
from sealwax_service.requests import bodies
from sealwax_service.requests.context import Context, Older, Submit, at_once
from sealwax_service.requests.provisioning import check_email, later
from sealwax_service.state.features import OTP_AUTH
from sealwax_service.state.records import Json, SentOtp

_DIGITS = "0123456789"

# Without digits and letters that are easily confused.
_ALPHANUMERIC = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

_DEFAULT_OTP_LENGTH = 9


def new_otp_code(context: Context, given: bodies.InitOtp) -> str:
    """Make a one-time code."""
    alphabet = _DIGITS if given.alphanumeric is False else _ALPHANUMERIC
    return context.provisioner.state.new_code(given.otp_length or _DEFAULT_OTP_LENGTH, alphabet)


def init_otp(context: Context, given: bodies.InitOtp) -> Json:
    """Begin an OTP flow; nothing is sent to the contact."""
    context.organization.require_feature(OTP_AUTH[given.otp_type])
    if given.otp_type == OTP_EMAIL:
        check_email(given.contact)
    provisioner, organization_id = context.provisioner, context.organization.organization_id
    provisioner.count_code(organization_id, given.user_identifier)
    code = new_otp_code(context, given)
    pending = provisioner.enclave.init_otp(
        code=code,
        contact=given.contact,
        organization_id=organization_id,
        otp_type=given.otp_type,
        expires_at=later(context.now, given.expiration_seconds, DEFAULT_OTP_SECONDS),
    )
    provisioner.state.sent_otps[pending.otp_id] = SentOtp(organization_id, code, given.contact)
    return {"otpId": pending.otp_id, "otpEncryptionTargetBundle": pending.target_bundle}


def verify_otp(context: Context, given: operations.VerifyOtp | bodies.VerifyOtp) -> Json:
    """Exchange a one-time code for a verification token."""
    _check_flow(context, given.otp_id)
    token = context.provisioner.enclave.verify_otp(
        given.encrypted_otp_bundle,
        otp_id=given.otp_id,
        expires_at=later(context.now, given.expiration_seconds, DEFAULT_TOKEN_SECONDS),
        now=context.now,
    )
    return {"verificationToken": token}


def verify_plain_otp(context: Context, given: bodies.OtpVerify) -> Json:
    """Exchange a one-time code that is not sealed; the token is bound to the public key."""
    _check_flow(context, given.otp_id)
    token = context.provisioner.enclave.verify_plain_otp(
        given.otp_code,
        public_key=given.public_key,
        otp_id=given.otp_id,
        expires_at=later(context.now, None, DEFAULT_TOKEN_SECONDS),
        now=context.now,
    )
    return {"verificationToken": token}


def _check_flow(context: Context, otp_id: str) -> None:
    sent = context.provisioner.state.sent_otps.get(otp_id)
    if sent is None or sent.organization_id != context.organization.organization_id:
        raise ApiError(NOT_FOUND, "there is no OTP flow with this id in the organization")


SUBMITS: Final[dict[str, Submit]] = {
    "init_otp": Submit(bodies.InitOtpV3, at_once(init_otp)),
    "verify_otp": Submit(operations.VerifyOtp, at_once(verify_otp), (Older(is_tolerated=True),)),
}
"""The operations on one-time codes."""

"""The features of an organization that the service enforces: login methods, which can be switched off.

An organization has them from the start: this is documented for sub-organizations; for parents, the
documentation contradicts itself.
"""

from collections.abc import Mapping
from typing import Final

from sealwax.testing.enclave import OTP_EMAIL, OTP_SMS

EMAIL_AUTH: Final = "FEATURE_NAME_EMAIL_AUTH"
EMAIL_RECOVERY: Final = "FEATURE_NAME_EMAIL_RECOVERY"
OTP_AUTH: Final[Mapping[str, str]] = {
    OTP_EMAIL: "FEATURE_NAME_OTP_EMAIL_AUTH",
    OTP_SMS: "FEATURE_NAME_SMS_AUTH",
}
"""The features of logins by a one-time code, by the type of the code."""

LOGINS: Final = (EMAIL_AUTH, EMAIL_RECOVERY, *OTP_AUTH.values())
"""The initial features of an organization."""

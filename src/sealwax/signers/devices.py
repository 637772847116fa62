"""The kinds of devices that hold keys. To add one, add a row, and a module that opens its keys.

A device's module has its names of the curves and algorithms. It is loaded only when a key on the device is
opened, because the command line reads the prefixes at each start.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from .opened_key import Modules, OpenedKey, Pin, Touch


class Device(NamedTuple):
    """A kind of device that holds keys.

    Attributes:
        prefix: The prefix of its keys' URIs.
        example: The shortest rest of such a URI, for help.
        open_uri: Opens a key by the rest of its URI.
    """

    prefix: str
    example: str
    open_uri: "Callable[[str, Pin, Touch, Modules], OpenedKey]"


def _open_on_token(rest: str, pin: "Pin", touch: "Touch", modules: "Modules") -> "OpenedKey":
    from .pkcs11 import open_uri  # noqa: PLC0415

    return open_uri(rest, pin, touch, modules)


def _open_in_kms(rest: str, pin: "Pin", touch: "Touch", modules: "Modules") -> "OpenedKey":
    from .aws_kms import open_uri  # noqa: PLC0415

    return open_uri(rest, pin, touch, modules)


def _open_security_key(rest: str, pin: "Pin", touch: "Touch", modules: "Modules") -> "OpenedKey":
    from .fido2 import open_uri  # noqa: PLC0415

    return open_uri(rest, pin, touch, modules)


PKCS11: Final = Device("pkcs11:", "token=T;object=L (RFC 7512)", _open_on_token)
AWS_KMS: Final = Device("awskms:", "ID", _open_in_kms)
FIDO2: Final = Device("fido2:", "rp-id=DOMAIN (to stamp)", _open_security_key)

DEVICES: Final = (PKCS11, AWS_KMS, FIDO2)
"""The kinds of devices."""

DEVICE_PREFIXES: Final = tuple(device.prefix for device in DEVICES)
"""The prefixes of the URIs of keys on devices."""

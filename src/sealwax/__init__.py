"""The client-side cryptography of a wallet and key management API: stamps and sealed bundles.

To authenticate a request, stamp its body: ``ApiKeyStamper(ApiKey.load("a.private")).stamp(body).headers``.
To open an export, keep the key whose public key you asked it to be sealed to:
``decrypt_wallet_export(bundle, TargetKey.load("t.private"), organization_id=...)``.

Whatever the input, these functions give a result or raise a ``SealwaxError``, whose ``code`` says what kind
of failure it was. Nothing here talks to the network.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .eip191 import Eip191Signer
    from .enclave import ReferenceEnclave
    from .errors import (
        BadSignature,
        ContextMismatch,
        DecryptionFailed,
        Expired,
        InvalidRequest,
        KeyMismatch,
        MalformedInput,
        SealwaxError,
        UnsupportedVersion,
        UntrustedSigner,
    )
    from .export_bundle import (
        ExportedAccount,
        ExportedWallet,
        decrypt_account_export,
        decrypt_export,
        decrypt_wallet_export,
    )
    from .keys import ApiKey, Curve, DeterministicSigner, Signer, TargetKey
    from .stamp_verification import VerifiedStamp, verify_api_key_stamp
    from .stamps import ApiKeyStamper, Stamp
    from .trust import EnclaveKeys

__all__ = [
    "ApiKey",
    "ApiKeyStamper",
    "BadSignature",
    "ContextMismatch",
    "Curve",
    "DecryptionFailed",
    "DeterministicSigner",
    "Eip191Signer",
    "EnclaveKeys",
    "Expired",
    "ExportedAccount",
    "ExportedWallet",
    "InvalidRequest",
    "KeyMismatch",
    "MalformedInput",
    "ReferenceEnclave",
    "SealwaxError",
    "Signer",
    "Stamp",
    "TargetKey",
    "UnsupportedVersion",
    "UntrustedSigner",
    "VerifiedStamp",
    "decrypt_account_export",
    "decrypt_export",
    "decrypt_wallet_export",
    "verify_api_key_stamp",
]

# Which module has which name. A name is loaded when it is first asked for (PEP 562), so that a program
# that only stamps never loads HPKE, JSON parsing or word lists.
_MODULES = {
    "eip191": ("Eip191Signer",),
    "enclave": ("ReferenceEnclave",),
    "errors": (
        "BadSignature",
        "ContextMismatch",
        "DecryptionFailed",
        "Expired",
        "InvalidRequest",
        "KeyMismatch",
        "MalformedInput",
        "SealwaxError",
        "UnsupportedVersion",
        "UntrustedSigner",
    ),
    "export_bundle": (
        "ExportedAccount",
        "ExportedWallet",
        "decrypt_account_export",
        "decrypt_export",
        "decrypt_wallet_export",
    ),
    "keys": ("ApiKey", "Curve", "DeterministicSigner", "Signer", "TargetKey"),
    "stamp_verification": ("VerifiedStamp", "verify_api_key_stamp"),
    "stamps": ("ApiKeyStamper", "Stamp"),
    "trust": ("EnclaveKeys",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

"""Verify what an enclave proves about itself and its decisions.

``verify_app_proof`` verifies an app proof together with the boot proof of the enclave that signed it;
``verify_boot_proof`` a boot proof alone. Both compare with an ``EnclaveIdentity``: what the caller pins.
"""

from sealwax._names import load, of_room

_MODULE_OF = of_room("proofs")

__all__ = sorted(_MODULE_OF)  # noqa: PLE0605 - it is a list


def __getattr__(name: str) -> object:
    return load(__name__, _MODULE_OF.get(name), name)


def __dir__() -> list[str]:
    return __all__

"""The roots of the attestation documents of AWS Nitro Enclaves, in one table."""

from typing import Final

AWS_NITRO_ROOT_G1: Final = "641a0321a3e244efe456463195d606317ed7cdcc3c1756e09893f3c68f79bb5b"
"""SHA-256 of the certificate (DER) of the root of AWS Nitro Enclaves, G1, valid from 2019 to 2049."""


class _KnownRoots(tuple[str, ...]):
    """The names of roots in signatures and help."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "KNOWN_ROOTS"


KNOWN_ROOTS: Final = _KnownRoots((AWS_NITRO_ROOT_G1,))
"""The roots that are accepted by default. To accept another partition's root, add a row."""

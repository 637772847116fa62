"""Key material for tests and test vectors: random, or determined by a seed."""

import secrets
from collections.abc import Mapping

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from sealwax._codec.arguments import require_type
from sealwax._codec.processes import process_lock
from sealwax._crypto.hpke import derive_key_pair
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import MalformedInput
from sealwax.keys import TargetKey

SEED_BYTES = 32


class KeyMaterial(NeverCopied):
    """A supply of key material. The same 32-byte seed and the same requests give the same material.

    Threads may share it, and get different pieces.
    """

    def __init__(self, seed: bytes | None = None) -> None:
        require_type(seed, (bytes, type(None)), "seed")
        if seed is None:
            seed = secrets.token_bytes(SEED_BYTES)
        if len(seed) != SEED_BYTES:
            raise MalformedInput(f"the seed is {len(seed)} bytes long; it must be {SEED_BYTES}")
        self.seed = seed
        self._taken: dict[str, int] = {}
        self._lock = process_lock()

    def take(self, label: str, length: int = SEED_BYTES) -> bytes:
        """Return the next bytes for a label: HKDF-Expand (RFC 5869, section 2.3) of the seed with SHA-256.

        The info is ``sealwax/LABEL/N`` for the N-th piece of a label, counted from 0, so that labels do not
        influence each other.
        """
        with self._lock.get():
            number = self._taken.get(label, 0)
            self._taken[label] = number + 1
        return HKDFExpand(SHA256(), length, f"sealwax/{label}/{number}".encode()).derive(self.seed)

    def counts(self) -> dict[str, int]:
        """Return the number of pieces taken, by label."""
        with self._lock.get():
            return dict(self._taken)

    def continue_from(self, counts: Mapping[str, int]) -> None:
        """Continue as if these numbers of pieces had been taken, by label."""
        with self._lock.get():
            self._taken = dict(counts)

    def take_key(self, label: str) -> TargetKey:
        """Return the next P-256 key for a label, derived from the result of ``take``."""
        return derive_target_key(self.take(label))


def derive_target_key(ikm: bytes) -> TargetKey:
    """Derive a key from 32 or more bytes of key material: DeriveKeyPair of RFC 9180, section 7.1.3."""
    return TargetKey(derive_key_pair(ikm))

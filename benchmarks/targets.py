"""What the ratios are to be: the median of the one within a run, divided by that of the other."""

from typing import NamedTuple

from .groups import BARE, NPM_CRYPTO, NPM_STAMPER, PYPI_STAMPER
from .hostile import CBOR_AT_ITS_LIMIT, CBOR_PAST_ITS_LIMIT, LARGE_ISSUERS, linear_groups
from .stamps import THROUGH_CRYPTOGRAPHY

SLACK = 1.5
"""How far beyond its target a ratio may be on a machine that others use too."""


class Target(NamedTuple):
    """The most that a ratio is to be.

    Attributes:
        group: The name of the group.
        reference: What of it ours is compared with.
        ratio: The time of ours divided by that of the reference; N times as fast is 1/N.
    """

    group: str
    reference: str
    ratio: float


PER_BYTE = 170.0
"""What a hostile byte may cost, in bytes of SHA-256: 100 ms a MiB where SHA-256 takes 0.6 ms."""

TARGETS = (
    *(
        Target(f"stamp {curve}, {size}", BARE, ratio)
        for curve in ("p256", "secp256k1", "ed25519")
        for size, ratio in (("300 bytes", 1.10), ("10 MB", 1.05))
    ),
    Target("stamp p256, 300 bytes of text", PYPI_STAMPER, 1 / 2.5),
    Target("stamp p256, 300 bytes of text", NPM_STAMPER, 1 / 8),
    Target("stamp secp256k1, 300 bytes", THROUGH_CRYPTOGRAPHY, 1 / 8),
    Target("seal list_private_keys", BARE, 1.30),
    Target("seal export_wallet", BARE, 1.55),
    Target("stamp p256, fast", BARE, 0.80),
    Target("stamp ed25519, fast", BARE, 0.82),
    Target("verify stamp p256", BARE, 1.12),
    Target("verify stamp p256, key known", BARE, 1.15),
    Target("verify stamp p256, key known, fast", BARE, 0.95),
    Target("verify attested stamp", BARE, 1.25),
    Target("verify WebAuthn stamp", BARE, 1.30),
    Target("verify session JWT", BARE, 1.25),
    Target("verify verification token", BARE, 1.30),
    Target("open wallet export", BARE, 1.15),
    Target("open wallet export", NPM_CRYPTO, 1 / 20),
    Target("derive an account, five levels", BARE, 1.4),
    Target("derive five levels and all secp256k1 addresses", BARE, 2.5),
    Target("import ApiKeyStamper", BARE, 1.35),
    Target(CBOR_AT_ITS_LIMIT, BARE, 2.5),
    Target(CBOR_PAST_ITS_LIMIT, BARE, 0.1),
    Target(LARGE_ISSUERS, BARE, 40),
    *(Target(group.name, BARE, PER_BYTE) for group in linear_groups()),
)

"""``ApiKeyStamper.stamp()`` beside one signature by the library that makes it."""

import hashlib
from collections.abc import Callable, Iterator
from typing import get_args
from unittest import mock

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256
from turnkey_api_key_stamper import ApiKeyStamper as PypiStamper
from turnkey_api_key_stamper import ApiKeyStamperConfig

from sealwax import ApiKey, ApiKeyStamper, Curve, TargetKey, verify_api_key_stamp
from sealwax._crypto import libsecp256k1 as secp256k1
from sealwax._crypto.points import P256, SECP256K1
from sealwax.operations import ExportWallet, ListPrivateKeys

from .groups import NPM_STAMPER, PYPI_STAMPER, Group, NodeCall

PRIVATE_KEY = b"\x1f" * 32
SIZES = {"300 bytes": 300, "100 KB": 100_000, "10 MB": 10_000_000}
_ID = "7ff189fb-df7d-452e-8540-57632e380b77"
THROUGH_CRYPTOGRAPHY = "through cryptography"


def body_of(size: int) -> bytes:
    """A request's body of a size in bytes."""
    return b'{"organizationId":"x"}'.ljust(size)


def groups() -> Iterator[Group]:
    """Each curve, each size, bytes and text; and requests."""
    for curve in get_args(Curve):
        for label, size in SIZES.items():
            yield _of_bytes(curve, label, body_of(size))
            yield _of_text(curve, label, body_of(size).decode())
        yield _fast(curve)
    yield _sealed("seal list_private_keys", ListPrivateKeys())
    target_key = TargetKey.from_private_key(PRIVATE_KEY).public_key
    yield _sealed("seal export_wallet", ExportWallet(wallet_id=_ID, target_public_key=target_key))


def stamper(curve: Curve) -> ApiKeyStamper:
    """A stamper with the key that all of this uses."""
    return ApiKeyStamper(_key(curve))


def _key(curve: Curve) -> ApiKey:
    return ApiKey.from_private_key(PRIVATE_KEY, curve)


def _of_bytes(curve: Curve, label: str, body: bytes) -> Group:
    sign, stamp = _BARE[curve](), stamper(curve).stamp
    group = Group(f"stamp {curve}, {label}", bare=lambda: sign(body), ours=lambda: stamp(body))
    if curve == "secp256k1":
        with mock.patch.object(secp256k1, "HAS_LIBSECP256K1", new=False):
            slow = stamper(curve).stamp
        group.peers[THROUGH_CRYPTOGRAPHY] = lambda: slow(body)
    return group


def _fast(curve: Curve) -> Group:
    """The fastest library for the curve, beside ``cryptography``."""
    sign, stamp = _THROUGH_CRYPTOGRAPHY[curve](), ApiKeyStamper(_key(curve), fast=True).stamp
    body = body_of(300)
    return Group(f"stamp {curve}, fast", bare=lambda: sign(body), ours=lambda: stamp(body))


def _of_text(curve: Curve, label: str, body: str) -> Group:
    """The same with text, which has to be encoded by whoever signs it; the peers take nothing else."""
    sign, stamp = _BARE[curve](), stamper(curve).stamp
    name = f"stamp {curve}, {label} of text"
    if curve != "p256":
        return Group(name, bare=lambda: sign(body.encode()), ours=lambda: stamp(body))
    key = ApiKey.from_private_key(PRIVATE_KEY)
    pypi = PypiStamper(ApiKeyStamperConfig(key.public_key, PRIVATE_KEY.hex())).stamp
    verify_api_key_stamp(pypi(body).stamp_header_value, body)
    return Group(
        name,
        bare=lambda: sign(body.encode()),
        ours=lambda: stamp(body),
        peers={PYPI_STAMPER: lambda: pypi(body)},
        node=NodeCall(
            NPM_STAMPER,
            "stamp",
            {"apiPublicKey": key.public_key, "apiPrivateKey": PRIVATE_KEY.hex(), "body": body},
            lambda stamp: verify_api_key_stamp(stamp["stampHeaderValue"], body).public_key == key.public_key,
        ),
    )


def _sealed(name: str, operation: ListPrivateKeys | ExportWallet) -> Group:
    """A request, validated, serialised and stamped, beside the signature of its bytes."""
    sign, stamps = _BARE["p256"](), stamper("p256")
    body = operation.seal(stamps, organization_id=_ID).body
    return Group(name, bare=lambda: sign(body), ours=lambda: operation.seal(stamps, organization_id=_ID))


def _ecdsa(curve: ec.EllipticCurve) -> Callable[[bytes], bytes]:
    key = ec.derive_private_key(int.from_bytes(PRIVATE_KEY, "big"), curve)
    algorithm = ec.ECDSA(SHA256())
    return lambda body: key.sign(body, algorithm)


def _bare_secp256k1() -> Callable[[bytes], bytes]:
    from btclib_secp256k1 import dsa  # noqa: PLC0415 - it is not there on every Python

    return lambda body: dsa.sign(hashlib.sha256(body).digest(), PRIVATE_KEY, verify=False)


def _bare_ed25519() -> Callable[[bytes], bytes]:
    return ed25519.Ed25519PrivateKey.from_private_bytes(PRIVATE_KEY).sign


_BARE: dict[Curve, Callable[[], Callable[[bytes], bytes]]] = {
    "p256": lambda: _ecdsa(P256),
    "secp256k1": _bare_secp256k1,
    "ed25519": _bare_ed25519,
}
_THROUGH_CRYPTOGRAPHY: dict[Curve, Callable[[], Callable[[bytes], bytes]]] = {
    **_BARE,
    "secp256k1": lambda: _ecdsa(SECP256K1),
}

"""The service's half of sign_raw_payload, for tests: signatures by any kind of account.

The private key is not protected. Do not sign anything of value with it.
"""

from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._crypto.points import P256, SECP256K1, decode_scalar
from sealwax._crypto.taproot import tagged_hash
from sealwax.activities.payloads import DIGEST_BYTES, payload_digest
from sealwax.activities.signature_results import is_taproot, kind_of

_ORDER = SECP256K1.group_order


def sign_raw_payload(
    payload: str,
    private_key: bytes,
    *,
    encoding: str,
    hash_function: str,
    curve: str = "CURVE_SECP256K1",
    address_format: str | None = None,
) -> dict[str, str]:
    """Sign a payload as the service does, with the nonces of RFC 6979 or BIP-340.

    It also signs an EIP-7702 authorization of chain id 0, which every chain accepts.

    Args:
        payload: The payload: text, hex, or the JSON of typed data or of an authorization.
        private_key: The private key of the account: 32 bytes, a scalar or an Ed25519 seed.
        encoding: The payload's encoding, such as ``PAYLOAD_ENCODING_TEXT_UTF8``.
        hash_function: The hash function, such as ``HASH_FUNCTION_SHA256``.
        curve: The curve of the account.
        address_format: The format of the signing address, which decides between ECDSA and BIP-340.

    Returns:
        ``r``, ``s`` and ``v`` in hex, as in signRawPayloadResult; low-S on secp256k1.

    Raises:
        MalformedInput: The payload or the private key does not parse.
        Unsupported: A name is unknown, or the names do not go together.
        MissingExtra: Keccak-256 needs the extra ``ethereum``.
    """
    kind = kind_of(hash_function, curve, address_format)
    message = payload_digest(
        payload,
        encoding=encoding,
        hash_function=hash_function,
        curve=curve,
        allow_any_chain=True,
    )
    if kind == "ED25519":
        signature = ed25519.Ed25519PrivateKey.from_private_bytes(private_key).sign(message)
        return _result(signature, 0)
    if kind == "BIP340":
        return _result(_sign_bip340(private_key, message, tweaked=is_taproot(address_format)), 0)
    return _sign_ecdsa(private_key, message, P256 if kind == "ECDSA_P256" else SECP256K1)


def _result(signature: bytes, parity: int) -> dict[str, str]:
    return {
        "r": signature[:DIGEST_BYTES].hex(),
        "s": signature[DIGEST_BYTES:].hex(),
        "v": f"{parity:02x}",
    }


def _sign_ecdsa(private_key: bytes, digest: bytes, curve: ec.EllipticCurve) -> dict[str, str]:
    scalar, order = decode_scalar(private_key, curve, "the private key"), curve.group_order
    algorithm = ec.ECDSA(Prehashed(SHA256()), deterministic_signing=True)
    r, s = decode_dss_signature(ec.derive_private_key(scalar, curve).sign(digest, algorithm))
    # s = (digest + r * scalar) / nonce, and R is the nonce's point.
    nonce = (int.from_bytes(digest, "big") + r * scalar) * pow(s, -1, order) % order
    parity = ec.derive_private_key(nonce, curve).public_key().public_numbers().y & 1
    if curve is SECP256K1 and s > order // 2:
        s, parity = order - s, 1 - parity
    return _result(r.to_bytes(DIGEST_BYTES, "big") + s.to_bytes(DIGEST_BYTES, "big"), parity)


def _sign_bip340(private_key: bytes, message: bytes, *, tweaked: bool) -> bytes:
    """Sign by BIP-340, with auxiliary randomness of zeros."""
    scalar, x = _even(decode_scalar(private_key, SECP256K1, "the private key"))
    if tweaked:
        scalar, x = _even((scalar + _tagged("TapTweak", x)) % _ORDER)
    masked = scalar ^ _tagged("BIP0340/aux", bytes(DIGEST_BYTES))
    nonce, r = _even(_tagged("BIP0340/nonce", masked.to_bytes(DIGEST_BYTES, "big"), x, message) % _ORDER)
    challenge = _tagged("BIP0340/challenge", r, x, message)
    return r + ((nonce + challenge * scalar) % _ORDER).to_bytes(DIGEST_BYTES, "big")


def _even(scalar: int) -> tuple[int, bytes]:
    """Return the scalar or its negative, so that its point has an even y; and the point's x."""
    point = ec.derive_private_key(scalar, SECP256K1).public_key().public_numbers()
    return (_ORDER - scalar if point.y & 1 else scalar), point.x.to_bytes(DIGEST_BYTES, "big")


def _tagged(tag: str, *parts: bytes) -> int:
    return int.from_bytes(tagged_hash(tag, *parts), "big")

"""Read the TPM 2.0 structures of a ``tpm`` attestation statement (WebAuthn, section 8.3; TPM 2.0, part 2).

| input | decision |
|---|---|
| bytes after the end, or fewer than the structure has | malformed |
| a key that is neither RSA nor on P-256, P-384 or P-521 | unsupported |
| a key with a symmetric algorithm or a key derivation, which is not a signing key | unsupported |
| a signing scheme other than none, RSASSA or ECDSA with the hash of the key's algorithm | unsupported |
| a name over SHA-1, or another hash than SHA-256, SHA-384 or SHA-512 | unsupported |
| attributes, the policy, the clock and the firmware's version | ignored |
"""

import hashlib

from cryptography.hazmat.primitives.asymmetric import ec, rsa

from sealwax.errors import BadSignature, MalformedInput, Unsupported

from .cose import CoseKey

_RSA, _ECC, _NULL = 0x0001, 0x0023, 0x0010
_HASHES = {0x000B: hashlib.sha256, 0x000C: hashlib.sha384, 0x000D: hashlib.sha512}
# RSASSA with SHA-256; ECDSA with the hash of each curve, which is that of its COSE algorithm.
_RSASSA_SHA256 = (0x0014, 0x000B)
_ECDSA = 0x0018
_CURVES: dict[int, tuple[ec.EllipticCurve, int]] = {
    0x0003: (ec.SECP256R1(), 0x000B),
    0x0004: (ec.SECP384R1(), 0x000C),
    0x0005: (ec.SECP521R1(), 0x000D),
}
_DEFAULT_EXPONENT = 65537
# TPM_GENERATED_VALUE, TPM_ST_ATTEST_CERTIFY.
_CERTIFY = bytes.fromhex("ff544347 8017")
_CLOCK_AND_FIRMWARE_BYTES = 17 + 8


class _Reader:
    """Takes the fields of a structure in their order."""

    def __init__(self, data: bytes, label: str) -> None:
        self._rest, self._what = data, label

    def take(self, length: int) -> bytes:
        """Take bytes."""
        if length > len(self._rest):
            raise MalformedInput(f"{self._what} ends within a field")
        taken, self._rest = self._rest[:length], self._rest[length:]
        return taken

    def number(self, length: int = 2) -> int:
        """Take an unsigned integer."""
        return int.from_bytes(self.take(length), "big")

    def sized(self) -> bytes:
        """Take a buffer with its size, a TPM2B structure."""
        return self.take(self.number())

    def end(self) -> None:
        """Check that nothing is left."""
        if self._rest:
            raise MalformedInput(f"{self._what} has {len(self._rest)} bytes after its end")


def check_public_area(area: bytes, key: CoseKey, label: str) -> bytes:
    """Check that a public area (TPMT_PUBLIC) describes a credential's key; return its name."""
    label = f"`pubArea` of {label}"
    reader = _Reader(area, label)
    kind, name_hash, _attributes, _policy = reader.number(), reader.number(), reader.take(4), reader.sized()
    if kind not in {_RSA, _ECC} or name_hash not in _HASHES:
        raise Unsupported(
            f"{label} must be an RSA or elliptic curve key, named by SHA-256, SHA-384 or SHA-512"
        )
    symmetric, scheme = reader.number(), reader.number()
    scheme_hash = None if scheme == _NULL else reader.number()
    found: rsa.RSAPublicNumbers | ec.EllipticCurvePublicNumbers
    if kind == _RSA:
        bits, exponent = reader.number(), reader.number(4)
        derivation, usual = _NULL, _RSASSA_SHA256
        found = rsa.RSAPublicNumbers(exponent or _DEFAULT_EXPONENT, int.from_bytes(reader.sized(), "big"))
        if found.n.bit_length() != bits:
            raise MalformedInput(f"{label} has a modulus that does not have the stated length")
    else:
        number, derivation = reader.number(), reader.number()
        if number not in _CURVES:
            raise Unsupported(f"{label} must be on P-256, P-384 or P-521")
        curve, digest = _CURVES[number]
        usual = _ECDSA, digest
        x, y = (int.from_bytes(reader.sized(), "big") for _ in range(2))
        found = ec.EllipticCurvePublicNumbers(x, y, curve)
    reader.end()
    if symmetric != _NULL or derivation != _NULL or (scheme, scheme_hash) not in {(_NULL, None), usual}:
        raise Unsupported(f"{label} must be a key with the signing scheme of its WebAuthn algorithm")
    if isinstance(key.key, bytes) or key.key.public_numbers() != found:
        raise BadSignature(f"{label} is not the credential's key")
    return area[2:4] + _HASHES[name_hash](area).digest()


def check_certify_info(info: bytes, *, extra_data: bytes, name: bytes, label: str) -> None:
    """Check that an attestation (TPMS_ATTEST) certifies the key with a name, for a registration."""
    label = f"`certInfo` of {label}"
    reader = _Reader(info, label)
    if reader.take(len(_CERTIFY)) != _CERTIFY:
        raise BadSignature(f"{label} is not a TPM's certification of a key")
    _signer, found_data = reader.sized(), reader.sized()
    _clock_and_firmware = reader.take(_CLOCK_AND_FIRMWARE_BYTES)
    found_name, _qualified_name = reader.sized(), reader.sized()
    reader.end()
    if found_data != extra_data:
        raise BadSignature(f"{label} is for another registration")
    if found_name != name:
        raise BadSignature(f"{label} does not certify the key of `pubArea`")

"""Make attestation statements as TPMs, Android and Apple do (WebAuthn, section 8).

The functions take changed fields by their names in the standards.
"""

import hashlib
from collections.abc import Callable, Sequence

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa

_TPM_CURVES = {256: "0003", 384: "0004", 521: "0005"}
_NULL = bytes.fromhex("0010")
# Verifiers must refuse SHA-1.
_HASHES = {"0004": hashlib.sha1, "000b": hashlib.sha256, "000c": hashlib.sha384, "000d": hashlib.sha512}

_EXTENDED_KEY_USAGE, _ALTERNATIVE_NAME = "2.5.29.37", "2.5.29.17"
KEY_DESCRIPTION_EXTENSION = "1.3.6.1.4.1.11129.2.1.17"
APPLE_NONCE_EXTENSION = "1.2.840.113635.100.8.2"


def sized(data: bytes) -> bytes:
    """Encode a buffer with its size, as in a TPM2B structure."""
    return len(data).to_bytes(2, "big") + data


def public_area(key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey, **changes: bytes) -> bytes:
    """Encode a signing key as a TPM does (TPMT_PUBLIC)."""
    fields = {
        "type": bytes.fromhex("0023" if isinstance(key, ec.EllipticCurvePublicKey) else "0001"),
        "nameAlg": bytes.fromhex("000b"),
        # fixedTPM, fixedParent, sensitiveDataOrigin, userWithAuth, sign.
        "objectAttributes": bytes.fromhex("00040072"),
        "authPolicy": sized(b""),
        "symmetric": _NULL,
        "scheme": _NULL,
    }
    if isinstance(key, ec.EllipticCurvePublicKey):
        numbers, size = key.public_numbers(), (key.curve.key_size + 7) // 8
        fields["curveID"] = bytes.fromhex(_TPM_CURVES[key.curve.key_size])
        fields["kdf"] = _NULL
        fields["unique"] = b"".join(
            sized(coordinate.to_bytes(size, "big")) for coordinate in (numbers.x, numbers.y)
        )
    else:
        n = key.public_numbers().n
        fields["keyBits"], fields["exponent"] = n.bit_length().to_bytes(2, "big"), bytes(4)
        fields["unique"] = sized(n.to_bytes((n.bit_length() + 7) // 8, "big"))
    return b"".join({**fields, **changes}.values())


def certify_info(area: bytes, signed: bytes, **changes: bytes) -> bytes:
    """Encode a TPM's certification of the key of a public area (TPMS_ATTEST)."""
    digest = _HASHES[area[2:4].hex()]
    fields = {
        "magic": bytes.fromhex("ff544347"),
        "type": bytes.fromhex("8017"),
        "qualifiedSigner": sized(b""),
        "extraData": sized(hashlib.sha256(signed).digest()),
        "clockInfo": bytes(17),
        "firmwareVersion": bytes(8),
        "name": sized(area[2:4] + digest(area).digest()),
        "qualifiedName": sized(b""),
    }
    return b"".join({**fields, **changes}.values())


def tpm_statement(
    area: bytes, info: bytes, sign: Callable[[bytes], bytes], *chain: bytes, **changes: object
) -> dict[str, object]:
    """Make a ``tpm`` statement over ``certInfo``; omit members that are None."""
    statement = {
        "alg": -7,
        "sig": sign(info),
        "ver": "2.0",
        "x5c": list(chain),
        "pubArea": area,
        "certInfo": info,
        **changes,
    }
    return {name: value for name, value in statement.items() if value is not None}


def tpm_extensions(
    attributes: Sequence[tuple[int, str]] = ((1, "id:494E5443"), (2, "Model"), (3, "id:00010002")),
    *,
    critical: bool = True,
    usage: str | None = "2.23.133.8.3",
    names: int = 1,
) -> list[tuple[str, bytes, bool]]:
    """Make the extensions of a TPM's certificate: its alternative name, and the extended key usage."""
    made = [
        x509.NameAttribute(x509.ObjectIdentifier(f"2.23.133.2.{number}"), text) for number, text in attributes
    ]
    name = x509.DirectoryName(x509.Name(made))
    extensions = []
    if names:
        value = x509.SubjectAlternativeName([name] * names).public_bytes()
        extensions.append((_ALTERNATIVE_NAME, value, critical))
    if usage is not None:
        value = x509.ExtendedKeyUsage([x509.ObjectIdentifier(usage)]).public_bytes()
        extensions.append((_EXTENDED_KEY_USAGE, value, False))
    return extensions


def key_description(client_data_hash: bytes, **changes: bytes) -> bytes:
    """Encode Android's description of a hardware key that may only sign."""
    fields = {
        "attestationVersion": bytes.fromhex("02020190"),
        "attestationSecurityLevel": bytes.fromhex("0a0101"),
        "keyMintVersion": bytes.fromhex("02020190"),
        "keyMintSecurityLevel": bytes.fromhex("0a0101"),
        "attestationChallenge": b"\x04" + bytes([len(client_data_hash)]) + client_data_hash,
        "uniqueId": bytes.fromhex("0400"),
        "softwareEnforced": bytes.fromhex("3000"),
        "hardwareEnforced": der_sequence(PURPOSE_SIGN, ORIGIN_GENERATED),
        **changes,
    }
    return der_sequence(*fields.values())


PURPOSE_SIGN, ORIGIN_GENERATED = bytes.fromhex("a1053103020102"), bytes.fromhex("bf853e03020100")


def der_sequence(*elements: bytes) -> bytes:
    """Encode a DER sequence of less than 128 bytes."""
    content = b"".join(elements)
    return bytes([0x30, len(content)]) + content


def apple_nonce(signed: bytes) -> bytes:
    """Encode the value of the extension that binds Apple's certificate to a registration."""
    return bytes.fromhex("3024a1220420") + hashlib.sha256(signed).digest()

"""Issue X.509 certificates, like a manufacturer of authenticators or AWS Nitro Enclaves."""

from collections.abc import Sequence
from datetime import datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.hashes import SHA256, SHA384
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

_NAME = (
    NameOID.COUNTRY_NAME,
    NameOID.ORGANIZATION_NAME,
    NameOID.ORGANIZATIONAL_UNIT_NAME,
    NameOID.COMMON_NAME,
)
_AAGUID = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")


def distinguished_name(common_name: str, unit: str = "Authenticator Attestation") -> x509.Name:
    """Make the name of an authenticator or, with another unit, of an authority."""
    return x509_name("SE", "Maker", unit, common_name)


def x509_name(*values: str) -> x509.Name:
    """Make a name from a country, an organization, a unit and a common name."""
    return x509.Name(map(x509.NameAttribute, _NAME, values))


def issue(
    subject: x509.Name,
    key: ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey | rsa.RSAPublicKey,
    *,
    issuer: x509.Name,
    issuer_key: ec.EllipticCurvePrivateKey,
    not_before: datetime,
    not_after: datetime,
    ca: bool | None = False,
    aaguid: bytes | None = None,
    aaguid_critical: bool = False,
    path_length: int | None = None,
    key_cert_sign: bool | None = None,
    digital_signature: bool = True,
    unknown_critical: bool = False,
    padding: bytes | None = None,
    extensions: Sequence[tuple[str, bytes, bool]] = (),
    algorithm: SHA256 | SHA384 | None = None,
) -> bytes:
    """Issue a certificate in DER, signed over SHA-256 by default; omit all other parts that are None.

    ``padding`` is the value of an unknown extension. ``extensions`` are an identifier, a value in DER, and
    whether it is critical.
    """
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(1)
        .not_valid_before(not_before)
        .not_valid_after(not_after)
    )
    if ca is not None:
        builder = builder.add_extension(x509.BasicConstraints(ca=ca, path_length=path_length), critical=True)
    if key_cert_sign is not None:
        others = ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign")
        usage = x509.KeyUsage(
            digital_signature=digital_signature,
            key_cert_sign=key_cert_sign,
            encipher_only=False,
            decipher_only=False,
            **dict.fromkeys(others, False),
        )
        builder = builder.add_extension(usage, critical=True)
    if unknown_critical:
        unknown = x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.4"), b"\5\0")
        builder = builder.add_extension(unknown, critical=True)
    if padding is not None:
        unknown = x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.5"), padding)
        builder = builder.add_extension(unknown, critical=False)
    if aaguid is not None:
        extension = x509.UnrecognizedExtension(_AAGUID, b"\x04\x10" + aaguid)
        builder = builder.add_extension(extension, critical=aaguid_critical)
    for oid, value, critical in extensions:
        extension = x509.UnrecognizedExtension(x509.ObjectIdentifier(oid), value)
        builder = builder.add_extension(extension, critical=critical)
    return builder.sign(issuer_key, algorithm or SHA256(), ecdsa_deterministic=True).public_bytes(
        Encoding.DER
    )

"""X.509 certificates for attestations, as a maker of authenticators would issue them."""

from datetime import datetime, timedelta, timezone

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
ROOT_KEY = ec.derive_private_key(1111, ec.SECP256R1())
LEAF_KEY = ec.derive_private_key(2222, ec.SECP256R1())
AAGUID_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")


def name(common_name: str, unit: str = "Authenticator Attestation") -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, "SE"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Maker"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, unit),
            x509.NameAttribute(NameOID.COMMON_NAME, common_name),
        ]
    )


def certificate(
    subject: x509.Name,
    key: ec.EllipticCurvePublicKey,
    *,
    issuer: x509.Name,
    issuer_key: ec.EllipticCurvePrivateKey = ROOT_KEY,
    ca: bool | None = False,
    aaguid: bytes | None = None,
    aaguid_critical: bool = False,
    path_length: int | None = None,
    key_cert_sign: bool | None = None,
    critical: bool = False,
    not_before: datetime = NOW - timedelta(days=1),
    not_after: datetime = NOW + timedelta(days=1),
) -> bytes:
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
            digital_signature=True,
            key_cert_sign=key_cert_sign,
            encipher_only=False,
            decipher_only=False,
            **dict.fromkeys(others, False),
        )
        builder = builder.add_extension(usage, critical=True)
    if critical:
        unknown = x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.4"), b"x")
        builder = builder.add_extension(unknown, critical=True)
    if aaguid is not None:
        extension = x509.UnrecognizedExtension(AAGUID_EXTENSION, b"\x04\x10" + aaguid)
        builder = builder.add_extension(extension, critical=aaguid_critical)
    return builder.sign(issuer_key, SHA256()).public_bytes(Encoding.DER)


ROOT_NAME = name("Root", "Authority")
ROOT = certificate(ROOT_NAME, ROOT_KEY.public_key(), issuer=ROOT_NAME, ca=True)


def leaf(subject: x509.Name | None = None, **how: object) -> bytes:
    """A certificate of an authenticator, issued by the root, with one thing different."""
    subject = name("Authenticator") if subject is None else subject
    arguments: dict[str, object] = {"issuer": ROOT_NAME, **how}
    return certificate(subject, LEAF_KEY.public_key(), **arguments)  # type: ignore[arg-type]

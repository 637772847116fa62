"""The rules of each format of attestation statements with certificates (WebAuthn, section 8).

``attestation`` has the decisions, and verifies the chain.
"""

import hashlib
import re

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import NameOID

from sealwax._crypto.certificates import is_authority
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.ed25519 import check_ed25519_key, verify_ed25519
from sealwax._crypto.points import P256, uncompressed_point
from sealwax.errors import BadSignature, MalformedInput, Unsupported

from .cose import EDDSA, ES256, RS256, verify_rs256
from .key_description import check_key_description
from .registration import AttestationObject
from .tpm import check_certify_info, check_public_area

WHAT = "the attestation statement"
_COUNTRY = re.compile(r"[A-Za-z]{2}")
# id-fido-gen-ce-aaguid: FIDO Alliance, section 8.2.1.
_AAGUID_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")
_KEY_DESCRIPTION_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.1.17")
_APPLE_NONCE_EXTENSION = x509.ObjectIdentifier("1.2.840.113635.100.8.2")
# TCG: tcg-kp-AIKCertificate; tcg-at-tpmManufacturer, -tpmModel and -tpmVersion. A maker is `id:`, and the hex
# of four bytes.
_AIK_CERTIFICATE = x509.ObjectIdentifier("2.23.133.8.3")
_TPM_ATTRIBUTES = [x509.ObjectIdentifier(f"2.23.133.2.{number}") for number in (1, 2, 3)]
_TPM_MAKER = re.compile(r"id:[0-9A-Fa-f]{8}")


def get_bytes(parsed: AttestationObject, name: str) -> bytes:
    """Return a member of the statement that must be bytes."""
    value = parsed.statement.get(name)
    if not isinstance(value, bytes):
        raise MalformedInput(f"{WHAT} must have `{name}` (bytes)")
    return value


def get_algorithm(parsed: AttestationObject) -> int:
    """Return the COSE algorithm of the statement's signature."""
    alg = parsed.statement.get("alg")
    if not isinstance(alg, int) or isinstance(alg, bool):
        raise MalformedInput(f"{WHAT} must have `alg` (an integer)")
    return alg


def _verify_with(certificate: x509.Certificate, alg: int, signature: bytes, message: bytes) -> None:
    """Verify a signature with the key of an attestation certificate."""
    key = certificate.public_key()
    if alg == ES256 and isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == P256.name:
        verify_ecdsa(key, signature, message, WHAT)
    elif alg == RS256 and isinstance(key, rsa.RSAPublicKey):
        verify_rs256(key, signature, message, WHAT)
    elif alg == EDDSA and isinstance(key, ed25519.Ed25519PublicKey):
        check_ed25519_key(key.public_bytes_raw(), f"the certificate's key of {WHAT}")
        verify_ed25519(key.public_bytes_raw(), signature, message, WHAT)
    else:
        raise Unsupported(f"the algorithm of {WHAT} is not supported for the key of its certificate")


def check_packed(certificate: x509.Certificate, parsed: AttestationObject) -> None:
    """Verify a packed statement with its certificate (sections 8.2 and 8.2.1)."""
    _verify_with(certificate, get_algorithm(parsed), get_bytes(parsed, "sig"), parsed.signed)
    countries = certificate.subject.get_attributes_for_oid(NameOID.COUNTRY_NAME)
    if not all(_COUNTRY.fullmatch(str(country.value)) for country in countries):
        # Checked first: with warnings as errors, x509 cannot read such a name.
        raise MalformedInput(f"the country of the certificate of {WHAT} must be a code of two letters")
    names = (NameOID.COUNTRY_NAME, NameOID.ORGANIZATION_NAME, NameOID.COMMON_NAME)
    if (
        certificate.version is not x509.Version.v3
        or not all(_only(certificate.subject, name) for name in names)
        or _only(certificate.subject, NameOID.ORGANIZATIONAL_UNIT_NAME) != "Authenticator Attestation"
        or is_authority(certificate) is not False
    ):
        raise BadSignature(f"the certificate of {WHAT} does not meet WebAuthn, section 8.2.1")
    _check_model(certificate, parsed)


def _check_model(certificate: x509.Certificate, parsed: AttestationObject) -> None:
    """Check that a certificate that names a model names the authenticator's."""
    for extension in certificate.extensions:
        if extension.oid == _AAGUID_EXTENSION:
            # The value is a DER octet string of 16 bytes.
            value = extension.value.public_bytes()
            if extension.critical or value != b"\x04\x10" + parsed.credential.aaguid:
                raise BadSignature(f"the certificate of {WHAT} is for another model of authenticator")


def _only(name: x509.Name, oid: x509.ObjectIdentifier) -> str | bytes | None:
    """Return a name's single attribute of a kind; None if it has none or several."""
    attributes = name.get_attributes_for_oid(oid)
    return attributes[0].value if len(attributes) == 1 else None


def check_fido_u2f(certificate: x509.Certificate, parsed: AttestationObject) -> None:
    """Verify a statement of a U2F authenticator with its certificate (section 8.6)."""
    signature, key = get_bytes(parsed, "sig"), parsed.credential.public_key
    if not isinstance(key.key, ec.EllipticCurvePublicKey) or key.key.curve.name != P256.name:
        raise BadSignature(f"{WHAT} of format `fido-u2f` must be for an ES256 key")
    credential_id, point = parsed.credential.credential_id, uncompressed_point(key.key)
    signed = b"\0" + parsed.data.rp_id_hash + parsed.client_data_hash + credential_id + point
    _verify_with(certificate, ES256, signature, signed)


def check_tpm(certificate: x509.Certificate, parsed: AttestationObject) -> None:
    """Verify a statement of a TPM, and its certificate (sections 8.3 and 8.3.1)."""
    if parsed.statement.get("ver") != "2.0":
        raise MalformedInput(f'{WHAT} must have `ver`, which is "2.0"')
    alg, signature = get_algorithm(parsed), get_bytes(parsed, "sig")
    area, info = get_bytes(parsed, "pubArea"), get_bytes(parsed, "certInfo")
    if alg not in {ES256, RS256}:
        raise Unsupported(f"the algorithm of {WHAT} must be ES256 or RS256")
    name = check_public_area(area, parsed.credential.public_key, WHAT)
    extra_data = hashlib.sha256(parsed.signed).digest()
    check_certify_info(info, extra_data=extra_data, name=name, label=WHAT)
    _verify_with(certificate, alg, signature, info)
    if (
        certificate.version is not x509.Version.v3
        or list(certificate.subject)
        or is_authority(certificate) is not False
        or not _is_for_attestation_keys(certificate)
        or not _names_tpm(certificate)
    ):
        raise BadSignature(f"the certificate of {WHAT} does not meet WebAuthn, section 8.3.1")
    _check_model(certificate, parsed)


def _is_for_attestation_keys(certificate: x509.Certificate) -> bool:
    try:
        usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except x509.ExtensionNotFound:
        return False
    return _AIK_CERTIFICATE in usage


def _names_tpm(certificate: x509.Certificate) -> bool:
    """Return whether the alternative name has one maker, model and version of a TPM (EK profile, 3.2.9)."""
    try:
        extension = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except x509.ExtensionNotFound:
        return False
    names = extension.value.get_values_for_type(x509.DirectoryName)
    if not extension.critical or len(names) != 1:
        return False
    maker, *others = (_only(names[0], oid) for oid in _TPM_ATTRIBUTES)
    return isinstance(maker, str) and bool(_TPM_MAKER.fullmatch(maker)) and all(others)


def verify_by_credential(parsed: AttestationObject, alg: int, signature: bytes) -> None:
    """Verify a statement's signature with the credential's own key."""
    if alg != parsed.credential.public_key.alg:
        raise BadSignature(f"the algorithm of {WHAT} is not that of the credential's key")
    parsed.credential.public_key.verify(signature, parsed.signed, WHAT)


def check_android_key(
    certificate: x509.Certificate, parsed: AttestationObject, *, allow_software_key: bool = False
) -> None:
    """Verify a statement of Android's keystore (section 8.4)."""
    alg, signature = get_algorithm(parsed), get_bytes(parsed, "sig")
    _check_own_key(certificate, parsed)
    verify_by_credential(parsed, alg, signature)
    value = _extension(certificate, _KEY_DESCRIPTION_EXTENSION)
    check_key_description(value, parsed.client_data_hash, WHAT, allow_software_key=allow_software_key)


def check_apple(certificate: x509.Certificate, parsed: AttestationObject) -> None:
    """Verify Apple's anonymous statement (section 8.8), whose certificate is for this registration alone."""
    _check_own_key(certificate, parsed)
    # The value is SEQUENCE { [1] { OCTET STRING } } in DER.
    nonce = bytes.fromhex("3024 a122 0420") + hashlib.sha256(parsed.signed).digest()
    if _extension(certificate, _APPLE_NONCE_EXTENSION) != nonce:
        raise BadSignature(f"the certificate of {WHAT} is for another registration")


def _check_own_key(certificate: x509.Certificate, parsed: AttestationObject) -> None:
    key = certificate.public_key()
    raw = key.public_bytes_raw() if isinstance(key, ed25519.Ed25519PublicKey) else key
    if raw != parsed.credential.public_key.key:
        raise BadSignature(f"the key of the certificate of {WHAT} is not the credential's key")


def _extension(certificate: x509.Certificate, oid: x509.ObjectIdentifier) -> bytes:
    for extension in certificate.extensions:
        if extension.oid == oid:
            value: bytes = extension.value.public_bytes()
            return value
    raise BadSignature(f"the certificate of {WHAT} must have the extension {oid.dotted_string}")

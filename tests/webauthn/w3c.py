"""The test vectors of WebAuthn Level 3, section 16, made from the seed that the section publishes.

Each random value is HKDF-SHA-256 of the text ``WebAuthn test vectors``, with the vector's name as `info` and
the number of the value, one byte, as salt. Signatures have the nonces of RFC 6979.
"""

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from functools import cache
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.strict_json import encode_json

RP_ID, ORIGIN = "example.org", "https://example.org"
NOT_BEFORE, NOT_AFTER = (datetime(year, 1, 1, tzinfo=timezone.utc) for year in (2024, 3024))
_RP_ID_HASH = hashlib.sha256(RP_ID.encode()).digest()


class Vector(NamedTuple):
    """A registration, and an assertion by the credential that it makes."""

    challenge: bytes
    client_data_json: bytes
    attestation_object: bytes
    credential_id: bytes
    cose_key: bytes
    assertion_challenge: bytes
    assertion_client_data_json: bytes
    authenticator_data: bytes
    signature: bytes


class _Key(NamedTuple):
    """A credential's key: its COSE form, how it signs, and its object, if it is on a curve of NIST."""

    cose: dict[int, object]
    sign: Callable[[bytes], bytes]
    private_key: ec.EllipticCurvePrivateKey | None = None


def _values(info: str) -> Callable[[int], bytes]:
    """Give the random values of a vector, in their order."""
    salts = count()

    def take(length: int) -> bytes:
        salt = bytes([next(salts)])
        return HKDF(SHA256(), length, salt, info.encode()).derive(b"WebAuthn test vectors")

    return take


def _signer(key: ec.EllipticCurvePrivateKey, digest: SHA256 | SHA384 | SHA512) -> Callable[[bytes], bytes]:
    return lambda message: key.sign(message, ec.ECDSA(digest, deterministic_signing=True))


def _on_curve(
    alg: int, crv: int, curve: ec.EllipticCurve, digest: SHA256 | SHA384 | SHA512
) -> Callable[[Callable[[int], bytes]], _Key]:
    def make(take: Callable[[int], bytes]) -> _Key:
        size = (curve.key_size + 7) // 8
        # Of P-521, the vector's value has 65 bytes: one bit less than the key may have.
        key = ec.derive_private_key(int.from_bytes(take(min(size, 65)), "big"), curve)
        numbers = key.public_key().public_numbers()
        x, y = (number.to_bytes(size, "big") for number in (numbers.x, numbers.y))
        return _Key({1: 2, 3: alg, -1: crv, -2: x, -3: y}, _signer(key, digest), key)

    return make


def _ed25519(take: Callable[[int], bytes]) -> _Key:
    key = ed25519.Ed25519PrivateKey.from_private_bytes(take(32))
    return _Key({1: 1, 3: -8, -1: 6, -2: key.public_key().public_bytes_raw()}, key.sign)


def _ed448(take: Callable[[int], bytes]) -> _Key:
    key = ed448.Ed448PrivateKey.from_private_bytes(take(57))
    return _Key({1: 1, 3: -53, -1: 7, -2: key.public_key().public_bytes_raw()}, key.sign)


def _rs256(_take: Callable[[int], bytes]) -> _Key:
    # The factors are the two smallest Mersenne primes from 2^1024.
    p, q, e = 2**1279 - 1, 2**2203 - 1, 65537
    d = rsa.rsa_recover_private_exponent(e, p, q)
    parts = rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q)
    public = rsa.RSAPublicNumbers(e, p * q)
    key = rsa.RSAPrivateNumbers(p, q, d, *parts, public).private_key(unsafe_skip_rsa_key_validation=True)
    n = public.n.to_bytes((public.n.bit_length() + 7) // 8, "big")
    cose = {1: 3, 3: -257, -1: n, -2: b"\1\0\1"}
    return _Key(cose, lambda message: key.sign(message, padding.PKCS1v15(), SHA256()))


_es256 = _on_curve(-7, 1, ec.SECP256R1(), SHA256())


def _name(unit: str) -> x509.Name:
    parts = (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME)
    values = ("WebAuthn test vectors", "W3C", unit)
    # AA is a country that ISO 3166 leaves to its users.
    country = x509.NameAttribute(NameOID.COUNTRY_NAME, "AA")
    return x509.Name([*map(x509.NameAttribute, parts, values), country])


def _certificate(
    take: Callable[[int], bytes],
    key: ec.EllipticCurvePrivateKey,
    *extensions: tuple[x509.ExtensionType, bool],
    subject: x509.Name | None = None,
    issuer: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Issue a certificate of an authenticator or, without an issuer, of the authority."""
    ca, by = issuer is None, issuer or key
    authority = _name("Authenticator Attestation CA")
    usage = x509.KeyUsage(not ca, False, False, False, False, ca, ca, False, False)  # noqa: FBT003
    builder = (
        x509.CertificateBuilder()
        .subject_name(authority if ca else _name("Authenticator Attestation") if subject is None else subject)
        .issuer_name(authority)
        .public_key(key.public_key())
        .serial_number(int.from_bytes(take(16), "big"))
        .not_valid_before(NOT_BEFORE)
        .not_valid_after(NOT_AFTER)
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if not ca:
        identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key())
        builder = builder.add_extension(identifier, critical=False)
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical=critical)
    return builder.sign(by, SHA256(), ecdsa_deterministic=True).public_bytes(Encoding.DER)


@cache
def _authority() -> tuple[ec.EllipticCurvePrivateKey, bytes]:
    take = _values("Attestation CA")
    key = ec.derive_private_key(int.from_bytes(take(32), "big"), ec.SECP256R1())
    return key, _certificate(take, key)


def root() -> bytes:
    """Return the certificate that all certified attestations lead to."""
    return _authority()[1]


def _client_data(take: Callable[[int], bytes], ceremony: str, challenge: bytes, **more: object) -> bytes:
    fields = {
        "type": ceremony,
        "challenge": encode_base64url(challenge),
        "origin": ORIGIN,
        "crossOrigin": False,
    }
    fields.update(more)
    if take(1)[0] & 1:
        fields["extraData"] = (
            "clientDataJSON may be extended with additional fields in the future, such as this: "
            + encode_base64url(take(16))
        )
    return encode_json(fields).encode()


class _Made(NamedTuple):
    """The parts of a registration that a statement depends on."""

    take: Callable[[int], bytes]
    key: _Key
    data: bytes
    client_data_hash: bytes
    credential_id: bytes


def _none(_made: _Made) -> dict[str, object]:
    return {}


def _attestation_key(made: _Made) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(made.take(32), "big"), ec.SECP256R1())


def _self(made: _Made) -> dict[str, object]:
    return {"alg": -7, "sig": made.key.sign(made.data + made.client_data_hash)}


def _packed(made: _Made) -> dict[str, object]:
    key = _attestation_key(made)
    certificate = _certificate(made.take, key, issuer=_authority()[0])
    signature = _signer(key, SHA256())(made.data + made.client_data_hash)
    return {"alg": -7, "sig": signature, "x5c": [certificate]}


def _fido_u2f(made: _Made) -> dict[str, object]:
    key = _attestation_key(made)
    certificate = _certificate(made.take, key, issuer=_authority()[0])
    x, y = made.key.cose[-2], made.key.cose[-3]
    assert isinstance(x, bytes)
    assert isinstance(y, bytes)
    signed = b"\0" + _RP_ID_HASH + made.client_data_hash + made.credential_id + b"\4" + x + y
    return {"sig": _signer(key, SHA256())(signed), "x5c": [certificate]}


def _sized(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data


def _tpm(made: _Made) -> dict[str, object]:
    x, y = made.key.cose[-2], made.key.cose[-3]
    assert isinstance(x, bytes)
    assert isinstance(y, bytes)
    area = bytes.fromhex("0023 000b 00040000 0000 0010 0010 0003 0010") + _sized(x) + _sized(y)
    extra = hashlib.sha256(made.data + made.client_data_hash).digest()
    clock = bytes.fromhex("0000000000000000 11111111 22222222 33")
    name = bytes.fromhex("000b") + hashlib.sha256(area).digest()
    info = bytes.fromhex("ff544347 8017 0000") + _sized(extra) + clock + bytes(8) + _sized(name) + _sized(b"")
    key = _attestation_key(made)
    model = zip(("1", "2", "3"), ("id:00000000", "WebAuthn test vectors", "id:00000000"), strict=True)
    attributes = [x509.NameAttribute(x509.ObjectIdentifier(f"2.23.133.2.{n}"), text) for n, text in model]
    alternative = x509.DirectoryName(x509.Name([x509.RelativeDistinguishedName(attributes)]))
    certificate = _certificate(
        made.take,
        key,
        (x509.ExtendedKeyUsage([x509.ObjectIdentifier("2.23.133.8.3")]), False),
        (x509.SubjectAlternativeName([alternative]), True),
        subject=x509.Name([]),
        issuer=_authority()[0],
    )
    return {
        "alg": -7,
        "sig": _signer(key, SHA256())(info),
        "ver": "2.0",
        "x5c": [certificate],
        "pubArea": area,
        "certInfo": info,
    }


def _by_own_key(made: _Made, oid: str, value: bytes) -> bytes:
    assert made.key.private_key is not None
    extension = x509.UnrecognizedExtension(x509.ObjectIdentifier(oid), value)
    return _certificate(made.take, made.key.private_key, (extension, False), issuer=_authority()[0])


def _android_key(made: _Made) -> dict[str, object]:
    # Version 300; the hardware states the purpose SIGN (2) and the origin GENERATED (0).
    return _android_statement(made, bytes.fromhex("3000 300e a105 3103 020102 bf853e 03 020100"))


def _android_software(made: _Made) -> dict[str, object]:
    # The first publications of the vector have two empty lists.
    return _android_statement(made, bytes.fromhex("3000 3000"))


def _android_statement(made: _Made, enforced: bytes) -> dict[str, object]:
    fields = bytes.fromhex("0202012c 0a0100 020100 0a0100 0420") + made.client_data_hash + b"\4\0" + enforced
    description = bytes([0x30, len(fields)]) + fields
    certificate = _by_own_key(made, "1.3.6.1.4.1.11129.2.1.17", description)
    return {"alg": -7, "sig": made.key.sign(made.data + made.client_data_hash), "x5c": [certificate]}


def _apple(made: _Made) -> dict[str, object]:
    nonce = hashlib.sha256(made.data + made.client_data_hash).digest()
    value = bytes.fromhex("3024 a122 0420") + nonce
    return {"x5c": [_by_own_key(made, "1.2.840.113635.100.8.2", value)]}


class _Recipe(NamedTuple):
    """How a vector is made."""

    fmt: str
    statement: Callable[[_Made], dict[str, object]]
    key: Callable[[Callable[[int], bytes]], _Key] = _es256
    client_data: Mapping[str, object] = MappingProxyType({})
    credential_id_length: int = 32
    challenge_length: int = 32


_CROSS: dict[str, object] = {"crossOrigin": True}
_RECIPES = {
    "none.ES256": _Recipe("none", _none),
    "packed-self.ES256": _Recipe("packed", _self),
    "none.ES256.crossOrigin": _Recipe("none", _none, client_data=_CROSS),
    "none.ES256.topOrigin": _Recipe(
        "none", _none, client_data={**_CROSS, "topOrigin": "https://example.com"}
    ),
    "none.ES256.long-credential-id": _Recipe("none", _none, credential_id_length=1023),
    "packed.ES256": _Recipe("packed", _packed),
    "packed.ES384": _Recipe("packed", _packed, _on_curve(-35, 2, ec.SECP384R1(), SHA384())),
    "packed.ES512": _Recipe(
        "packed", _packed, _on_curve(-36, 3, ec.SECP521R1(), SHA512()), challenge_length=128
    ),
    "packed.RS256": _Recipe("packed", _packed, _rs256),
    "packed.EdDSA": _Recipe("packed", _packed, _ed25519),
    "packed.Ed448": _Recipe("packed", _packed, _ed448),
    "tpm.ES256": _Recipe("tpm", _tpm),
    "android-key.ES256": _Recipe("android-key", _android_key),
    "apple.ES256": _Recipe("apple", _apple),
    "fido-u2f.ES256": _Recipe("fido-u2f", _fido_u2f),
}
NAMES = tuple(_RECIPES)


def software_key() -> Vector:
    """Make the first form of the vector ``android-key.ES256``, whose key is of software."""
    return _make("android-key.ES256", _Recipe("android-key", _android_software))


@cache
def vector(info: str) -> Vector:
    """Make the vector of a name, which is the `info` of its values."""
    return _make(info, _RECIPES[info])


def _make(info: str, recipe: _Recipe) -> Vector:
    take = _values(info)
    challenge = take(recipe.challenge_length)
    key = recipe.key(take)
    client_data = _client_data(take, "webauthn.create", challenge, **recipe.client_data)
    aaguid, credential_id = take(16), take(recipe.credential_id_length)
    # The user is present, and credential data attached. UV, BE and BS are random, BS only beside BE.
    chosen = 0 if recipe.fmt == "fido-u2f" else take(1)[0] & 0x1C
    flags = 0x41 | chosen & (0x1C if chosen & 8 else 4)
    cose = cbor2.dumps(key.cose)
    data = _RP_ID_HASH + bytes([flags]) + bytes(4) + aaguid + _sized(credential_id) + cose
    hashed = hashlib.sha256(client_data).digest()
    statement = recipe.statement(_Made(take, key, data, hashed, credential_id))
    attestation_object = cbor2.dumps({"fmt": recipe.fmt, "attStmt": statement, "authData": data})
    assertion_challenge = take(recipe.challenge_length)
    asserted = _client_data(take, "webauthn.get", assertion_challenge, **recipe.client_data)
    chosen = take(1)[0] & 0x14
    flags = 1 | flags & 8 | chosen & (0x14 if flags & 8 else 4)
    assertion_data = _RP_ID_HASH + bytes([flags]) + bytes(4)
    signature = key.sign(assertion_data + hashlib.sha256(asserted).digest())
    return Vector(
        challenge,
        client_data,
        attestation_object,
        credential_id,
        cose,
        assertion_challenge,
        asserted,
        assertion_data,
        signature,
    )

"""Making registrations with attestation statements, and their certificates."""

import hashlib
from datetime import datetime, timezone
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax.testing.certificates import distinguished_name, issue
from sealwax.testing.key_material import KeyMaterial

from .registrations import RegistrationMaker

# Certificates are valid from the start of the first year to the start of the last.
YEARS = 2020, 2040


def start_of_year(year: int) -> datetime:
    """Return the first second of a year."""
    return datetime(year, 1, 1, tzinfo=timezone.utc)


class AttestationMaker(RegistrationMaker):
    """Makes registrations with attestation statements and their certificates."""

    def __init__(self, material: KeyMaterial) -> None:
        super().__init__(material)
        self.root_key: ec.EllipticCurvePrivateKey = material.take_key("root").private_key_object()
        self.middle_key: ec.EllipticCurvePrivateKey = material.take_key("intermediate").private_key_object()
        self.leaf_key: ec.EllipticCurvePrivateKey = material.take_key("authenticator").private_key_object()
        self.eddsa_leaf_key: ed25519.Ed25519PrivateKey = ed25519.Ed25519PrivateKey.from_private_bytes(
            material.take("authenticator")
        )
        self.root_name: x509.Name = distinguished_name("Root", "Authority")
        self.root: bytes = self.certificate(self.root_name, self.root_key, ca=True)
        self.leaf: bytes = self.certificate()
        self.p384_key: ec.EllipticCurvePrivateKey
        self.secp256k1_key: ec.EllipticCurvePrivateKey
        self.p384_key, self.secp256k1_key = (
            ec.derive_private_key(int.from_bytes(material.take("key on another curve"), "big"), curve)
            for curve in (ec.SECP384R1(), ec.SECP256K1())
        )

    def certificate(
        self,
        subject: x509.Name | None = None,
        key: ec.EllipticCurvePrivateKey | None = None,
        *,
        public_key: ed25519.Ed25519PublicKey | rsa.RSAPublicKey | None = None,
        years: tuple[int, int] = YEARS,
        **how: Any,
    ) -> bytes:
        """Issue a certificate, by default from the root to the authenticator."""
        not_before, not_after = map(start_of_year, years)
        return issue(
            distinguished_name("Authenticator") if subject is None else subject,
            public_key or (self.leaf_key if key is None else key).public_key(),
            not_before=not_before,
            not_after=not_after,
            **{"issuer": self.root_name, "issuer_key": self.root_key, **how},
        )

    def of_version_1(self, certificate: bytes) -> bytes:
        """Reissue a certificate as version 1, which omits the version, and keep its extensions."""
        tbs = x509.load_der_x509_certificate(certificate).tbs_certificate_bytes
        # The sequence's header has four bytes; the version, [0] { INTEGER 2 }, follows.
        tbs = _sequence(tbs[4:].removeprefix(bytes.fromhex("a003020102")))
        signature = self.root_key.sign(tbs, ec.ECDSA(SHA256(), deterministic_signing=True))
        ecdsa_with_sha256 = bytes.fromhex("300a06082a8648ce3d040302")
        bit_string = b"\3" + bytes([len(signature) + 1]) + b"\0" + signature
        return _sequence(tbs + ecdsa_with_sha256 + bit_string)

    def signed(self, data: bytes | None = None) -> bytes:
        """Return the bytes that an attestation statement signs."""
        return (self.data() if data is None else data) + hashlib.sha256(self.client_data()).digest()

    def packed(self, *chain: bytes, data: bytes | None = None, **changes: Any) -> str:
        """Make a registration with a packed statement, signed with a certificate's key."""
        algorithm = ec.ECDSA(SHA256(), deterministic_signing=True)
        statement = {"alg": -7, "sig": self.leaf_key.sign(self.signed(data), algorithm), "x5c": list(chain)}
        statement = {name: value for name, value in {**statement, **changes}.items() if value is not None}
        return self.json(fmt="packed", statement=statement, data=data)


def _sequence(content: bytes) -> bytes:
    """Encode a DER sequence of 256 to 65535 bytes."""
    return b"\x30\x82" + len(content).to_bytes(2, "big") + content

"""The W3C's test vectors verify to their root, and what differs from them in one bit does not."""

import dataclasses
import hashlib
from datetime import timedelta

import cbor2
import pytest
import webauthn
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import load_der_x509_certificate
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import AttestationFormat

from sealwax import (
    AttestationTrust,
    BadSignature,
    Expired,
    RegistrationCredential,
    Unsupported,
    UntrustedSigner,
    VerifiedAttestation,
    verify_attestation,
)
from sealwax._codec.base64url import encode_base64url
from sealwax.webauthn.attested_keys import ATTESTED_KEYS
from sealwax.webauthn.cose import decode_cose_key, decode_cose_key_prefix
from tests.certificates import ROOT

from . import w3c

# The ends of values that the W3C publishes: of the assertion's signature, and of the attestation's, or of the
# certificate where there is no signature. For TPM and Ed448, the maker and the statement's own signatures,
# which cover all other bytes, are the only evidence here.
PUBLISHED = {
    "none.ES256": ("8174f575bf11a1dd5d78c6e486013f937295ea13653e331e87", ""),
    "packed-self.ES256": ("", "0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d"),
    "none.ES256.crossOrigin": ("3c56f30837cda6a09acfa2e915544e609c0733b1184036d1cf", ""),
    "none.ES256.topOrigin": ("8e9957f0c54dd6ca9b56bc3bd2f280bd2faa6c1d02c6e5c171", ""),
    "none.ES256.long-credential-id": ("1374a6b70faa51f518a42ddca13a4125ce6f5052a75bac9fb6", ""),
    "packed.ES256": ("", "f05a0f9f26c70a999c7a284451ba89234a1d3483c25e21925b"),
    "packed.RS256": (
        "23c3999d4882cc645b776de930756612cdc6dd398160ff02a6",
        "4b3ff9589bd18070fb055ac8db12fdd0a6734bea9d7168e900",
    ),
    "packed.EdDSA": ("", "283c93bad1f3f4b5a4c0494463da7fdbf256949116754d1f17"),
    "android-key.ES256": ("", "26f00d01fc6b60712ff31dc4eb331619c8f874bb17e4314e94"),
    "apple.ES256": ("", "c9b1490b3c660abf5dcd74398187082dacb58b6744de4aca60"),
    "fido-u2f.ES256": ("", "7e6608f1f375f95450045da3da57a0e4fd451df35a31d2d98a"),
}
PUBLISHED_KEYS = {
    "packed.ES384": "71dd39870eb29e55c0941c6b08e89629a1ea1216aa64ce57c2807bf3901a",
    "packed.ES512": "0143552b42be772b4c35ffb961220c743b486a601ea4cb6d5412f5b078d3",
}
STAMP_ALGORITHMS = {-7, -8, -257}
CERTIFIED = [name for name in w3c.NAMES if not name.startswith(("none", "packed-self"))]


def credential(name: str) -> RegistrationCredential:
    vector = w3c.vector(name)
    return RegistrationCredential(vector.credential_id, vector.client_data_json, vector.attestation_object)


def verify(name: str, made: RegistrationCredential | None = None, **how: object) -> VerifiedAttestation:
    arguments: dict[str, object] = {
        "expected_challenge": w3c.vector(name).challenge,
        "expected_origin": w3c.ORIGIN,
        "expected_rp_id": w3c.RP_ID,
        "allow_cross_origin": True,
        "trust_anchors": [w3c.root()] if name in CERTIFIED else [],
        **how,
    }
    return verify_attestation(credential(name) if made is None else made, **arguments)  # type: ignore[arg-type]


def statement(name: str) -> dict[str, object]:
    made: dict[str, object] = cbor2.loads(w3c.vector(name).attestation_object)["attStmt"]
    return made


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_maker_makes_what_is_published(name: str) -> None:
    assertion, attestation = PUBLISHED[name]
    made = statement(name)
    x5c = made.get("x5c")
    end = made.get("sig", x5c[0] if isinstance(x5c, list) else b"")
    assert isinstance(end, bytes)
    assert w3c.vector(name).signature.hex().endswith(assertion)
    assert end.hex().endswith(attestation)
    assert assertion or attestation


@pytest.mark.parametrize("name", PUBLISHED_KEYS)
def test_the_maker_makes_the_published_keys(name: str) -> None:
    assert w3c.vector(name).cose_key.hex().endswith(PUBLISHED_KEYS[name])


def test_the_root_is_the_published_one() -> None:
    assert w3c.root().hex().endswith("2c912d4500b3e2f5b591d0622491e9f220dfd1f9734ec484bb7e90887663")


@pytest.mark.parametrize("name", w3c.NAMES)
def test_each_registration_verifies(name: str) -> None:
    vector = w3c.vector(name)
    verified = verify(name)
    kind = {"none": AttestationTrust.NONE, "packed-self": AttestationTrust.SELF}.get(
        name.partition(".")[0], AttestationTrust.CERTIFIED
    )
    assert (verified.trust, verified.anchored) == (kind, name in CERTIFIED)
    assert verified.public_key == vector.cose_key
    assert verified.algorithm == cbor2.loads(vector.cose_key)[3]
    assert verified.credential_id == vector.credential_id
    data = cbor2.loads(vector.attestation_object)["authData"]
    signs_data = verified.fmt != "fido-u2f"
    assert verified.aaguid == (data[37:53] if signs_data else bytes(16))
    assert verified.user_verified is (signs_data and bool(data[32] & 4))
    assert verified.backed_up is (signs_data and bool(data[32] & 16))


def test_the_published_key_of_androids_software() -> None:
    vector = w3c.software_key()
    made = RegistrationCredential(vector.credential_id, vector.client_data_json, vector.attestation_object)
    certificate = cbor2.loads(vector.attestation_object)["attStmt"]["x5c"][0]
    # The end of the certificate as the W3C first published it: its lists, and its signature.
    assert b"\x04\x00\x30\x00\x30\x00" in certificate
    assert certificate.hex().endswith("d482a88c740f64cf6a98ccc6c8b9f5e1e533fa5e509f0a7b4c3a02f964a8eba7")
    with pytest.raises(BadSignature, match="pass allow_software_key=True"):
        verify("android-key.ES256", made)
    verified = verify("android-key.ES256", made, allow_software_key=True)
    assert (verified.trust, verified.anchored) == (AttestationTrust.CERTIFIED, True)
    with pytest.raises(UntrustedSigner):
        verify("android-key.ES256", made, allow_software_key=True, trust_anchors=[ROOT])
    with pytest.raises(TypeError, match="allow_software_key"):
        verify("android-key.ES256", made, allow_software_key=None)


@pytest.mark.parametrize("name", w3c.NAMES)
def test_each_assertion_verifies(name: str) -> None:
    vector = w3c.vector(name)
    signed = vector.authenticator_data + hashlib.sha256(vector.assertion_client_data_json).digest()
    key = decode_cose_key_prefix(vector.cose_key, "the key", ATTESTED_KEYS)
    key.verify(vector.signature, signed, "it")
    with pytest.raises(BadSignature):
        key.verify(vector.signature, signed + b"\0", "it")


@pytest.mark.parametrize("name", w3c.NAMES)
def test_stamps_have_only_the_keys_of_the_service(name: str) -> None:
    encoded = w3c.vector(name).cose_key
    if cbor2.loads(encoded)[3] in STAMP_ALGORITHMS:
        assert decode_cose_key(encoded, "the key").encoded == encoded
    else:
        with pytest.raises(Unsupported, match="the key must be a key of ES256 or EdDSA or RS256"):
            decode_cose_key(encoded, "the key")


@pytest.mark.parametrize("name", CERTIFIED)
def test_each_chain_leads_to_the_root_alone(name: str) -> None:
    with pytest.raises(UntrustedSigner):
        verify(name, trust_anchors=[ROOT])
    beyond_leeway = timedelta(minutes=1, seconds=1)
    verify(name, now=w3c.NOT_BEFORE)
    verify(name, now=w3c.NOT_AFTER)
    for now in (w3c.NOT_BEFORE - beyond_leeway, w3c.NOT_AFTER + beyond_leeway):
        with pytest.raises(Expired):
            verify(name, now=now)


@pytest.mark.parametrize("name", [*CERTIFIED, "packed-self.ES256"])
def test_another_registration_is_refused(name: str) -> None:
    made = credential(name)
    # White space is part of what is hashed.
    client_data = made.client_data_json[:-1] + b" }"
    with pytest.raises(BadSignature):
        verify(name, dataclasses.replace(made, client_data_json=client_data))


# The package `webauthn` knows neither Ed448 nor ES384, compares a TPM's maker with a list that lacks the
# vector's, and wants an AAGUID of zeros from U2F.
OTHERS_REFUSE = {"packed.ES384", "packed.Ed448", "tpm.ES256", "fido-u2f.ES256"}


@pytest.mark.parametrize("name", [name for name in w3c.NAMES if name not in OTHERS_REFUSE])
def test_another_implementation_agrees(name: str) -> None:
    made, vector = credential(name), w3c.vector(name)
    if name == "android-key.ES256":
        # It takes the last certificate for the root, and wants others before it.
        fields = cbor2.loads(made.attestation_object)
        fields["attStmt"]["x5c"].append(w3c.root())
        made = dataclasses.replace(made, attestation_object=cbor2.dumps(fields))
    verify(name, made)
    root = load_der_x509_certificate(w3c.root()).public_bytes(Encoding.PEM)

    def verify_with(challenge: bytes) -> object:
        return webauthn.verify_registration_response(
            credential={
                "id": encode_base64url(made.raw_id),
                "rawId": encode_base64url(made.raw_id),
                "type": "public-key",
                "response": {
                    "clientDataJSON": encode_base64url(made.client_data_json),
                    "attestationObject": encode_base64url(made.attestation_object),
                },
            },
            expected_challenge=challenge,
            expected_origin=w3c.ORIGIN,
            expected_rp_id=w3c.RP_ID,
            supported_pub_key_algs=list(COSEAlgorithmIdentifier),
            pem_root_certs_bytes_by_fmt={fmt: [root] for fmt in AttestationFormat},
        )

    verify_with(vector.challenge)
    with pytest.raises(WebAuthnException):
        verify_with(b"another")

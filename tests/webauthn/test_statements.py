import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import cbor2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax import (
    AttestationTrust,
    BadSignature,
    Expired,
    MalformedInput,
    RegistrationCredential,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
    VerifiedAttestation,
    verify_attestation,
)
from sealwax.webauthn.cose import encode_eddsa_key, encode_es256_key
from sealwax_vectors.makers import attestation_statements as made
from sealwax_vectors.makers.rsa_key import RSA_KEY, sign_rs256
from tests.certificates import LEAF_KEY, NOW, ROOT, ROOT_NAME, certificate, name
from tests.conftest import near_misses

RP_ID, ORIGIN, CHALLENGE, ID = "example.com", "https://example.com", b"challenge", b"id" * 8
AAGUID = bytes(range(16))
KEY = ec.derive_private_key(3333, ec.SECP256R1())
OTHER_KEY = ec.derive_private_key(4444, ec.SECP256R1())
CLIENT_DATA = b'{"type":"webauthn.create","challenge":"Y2hhbGxlbmdl","origin":"https://example.com"}'
HASH = hashlib.sha256(CLIENT_DATA).digest()
RS256_KEY = cbor2.dumps(
    {1: 3, 3: -257, -1: RSA_KEY.public_key().public_numbers().n.to_bytes(256, "big"), -2: b"\1\0\1"}
)


def sign(message: bytes, key: ec.EllipticCurvePrivateKey = LEAF_KEY) -> bytes:
    return key.sign(message, ec.ECDSA(SHA256()))


def data(key: bytes | None = None, *, flags: int = 0x5D) -> bytes:
    cose = encode_es256_key(KEY.public_key()) if key is None else key
    return (
        hashlib.sha256(RP_ID.encode()).digest()
        + bytes([flags])
        + (7).to_bytes(4, "big")
        + AAGUID
        + made.sized(ID)
        + cose
    )


DATA = data()
SIGNED = DATA + HASH


def verify(fmt: str, statement: object, auth_data: bytes = DATA, **how: object) -> VerifiedAttestation:
    encoded = cbor2.dumps({"fmt": fmt, "attStmt": statement, "authData": auth_data})
    arguments: dict[str, object] = {
        "expected_challenge": CHALLENGE,
        "expected_origin": ORIGIN,
        "expected_rp_id": RP_ID,
        "trust_anchors": [ROOT],
        "leeway": timedelta(),
        "now": NOW,
        **how,
    }
    credential = RegistrationCredential(auth_data[55:71], CLIENT_DATA, encoded)
    return verify_attestation(credential, **arguments)  # type: ignore[arg-type]


def leaf(key: ec.EllipticCurvePrivateKey = LEAF_KEY, subject: x509.Name | None = None, **how: Any) -> bytes:
    subject = name("Authenticator") if subject is None else subject
    return certificate(subject, key.public_key(), **{"issuer": ROOT_NAME, **how})


def assert_anchored(verified: VerifiedAttestation) -> None:
    assert (verified.trust, verified.anchored) == (AttestationTrust.CERTIFIED, True)
    assert verified.credential_id == ID
    if verified.fmt != "fido-u2f":
        assert (verified.aaguid, verified.sign_count) == (AAGUID, 7)
        assert verified.user_verified
        assert verified.backed_up


# FIDO U2F


def u2f_signed(
    prefix: bytes = b"\0",
    rp_id: str = RP_ID,
    client_data_hash: bytes = HASH,
    credential_id: bytes = ID,
    key: ec.EllipticCurvePrivateKey = KEY,
) -> bytes:
    numbers = key.public_key().public_numbers()
    point = b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    return prefix + hashlib.sha256(rp_id.encode()).digest() + client_data_hash + credential_id + point


class TestFidoU2f:
    def test_what_is_not_signed_is_not_claimed(self) -> None:
        statement = {"sig": sign(u2f_signed()), "x5c": [leaf()]}
        verified = verify("fido-u2f", statement)
        assert (verified.aaguid, verified.sign_count) == (bytes(16), 0)
        assert (verified.user_verified, verified.backed_up) == (False, False)
        with pytest.raises(BadSignature, match="without verifying the user"):
            verify("fido-u2f", statement, require_user_verification=True)
        with pytest.raises(BadSignature, match="without the user present"):
            verify("fido-u2f", statement, data(flags=0x40))

    @pytest.mark.parametrize(
        "signed",
        [
            SIGNED,
            u2f_signed(prefix=b"\1"),
            u2f_signed(prefix=b""),
            u2f_signed(rp_id="example.org"),
            u2f_signed(client_data_hash=hashlib.sha256(CLIENT_DATA + b" ").digest()),
            u2f_signed(credential_id=ID[:-1] + b"x"),
            u2f_signed(key=OTHER_KEY),
        ],
    )
    def test_other_bytes_are_refused(self, signed: bytes) -> None:
        with pytest.raises(BadSignature, match="the signature of the attestation statement"):
            verify("fido-u2f", {"sig": sign(signed), "x5c": [leaf()]})

    def test_another_key_is_refused(self) -> None:
        with pytest.raises(BadSignature, match="the signature of the attestation statement"):
            verify("fido-u2f", {"sig": sign(u2f_signed(), OTHER_KEY), "x5c": [leaf()]})

    def test_there_is_one_certificate(self) -> None:
        with pytest.raises(MalformedInput, match="a single certificate"):
            verify("fido-u2f", {"sig": sign(u2f_signed()), "x5c": [leaf(), ROOT]})
        others: tuple[object, ...] = ([], None, leaf(), "x")
        for x5c in others:
            with pytest.raises(MalformedInput, match="must be a list of 1 to 6 certificates"):
                verify("fido-u2f", {"sig": sign(u2f_signed()), "x5c": x5c})
        with pytest.raises(MalformedInput, match="must have `sig`"):
            verify("fido-u2f", {"x5c": [leaf()]})

    def test_the_credential_has_an_es256_key(self) -> None:
        key = ed25519.Ed25519PrivateKey.from_private_bytes(b"\5" * 32)
        p384 = ec.derive_private_key(5, ec.SECP384R1()).public_key().public_numbers()
        x, y = (number.to_bytes(48, "big") for number in (p384.x, p384.y))
        es384 = cbor2.dumps({1: 2, 3: -35, -1: 2, -2: x, -3: y})
        for cose in (encode_eddsa_key(key.public_key().public_bytes_raw()), es384, RS256_KEY):
            with pytest.raises(BadSignature, match="must be for an ES256 key"):
                verify("fido-u2f", {"sig": sign(u2f_signed()), "x5c": [leaf()]}, data(cose))

    def test_the_certificate_has_a_key_on_p256(self) -> None:
        key = ec.derive_private_key(5, ec.SECP384R1())
        with pytest.raises(Unsupported, match="for the key of its certificate"):
            verify("fido-u2f", {"sig": sign(u2f_signed(), key), "x5c": [leaf(key)]})

    def test_its_certificate_may_have_any_name(self) -> None:
        other = leaf(subject=name("U2F", "Security keys"), ca=None)
        assert_anchored(verify("fido-u2f", {"sig": sign(u2f_signed()), "x5c": [other]}))


# TPM


def tpm_leaf(subject: x509.Name | None = None, **how: Any) -> bytes:
    empty = x509.Name([]) if subject is None else subject
    return leaf(subject=empty, **{"extensions": made.tpm_extensions(), **how})


AREA = made.public_area(KEY.public_key())
INFO = made.certify_info(AREA, SIGNED)
TPM_LEAF = tpm_leaf()


def tpm(
    *chain: bytes, area: bytes = AREA, info: bytes | None = None, auth_data: bytes = DATA, **changes: object
) -> VerifiedAttestation:
    info = made.certify_info(area, auth_data + HASH) if info is None else info
    statement = made.tpm_statement(area, info, sign, *(chain or (TPM_LEAF,)), **changes)
    return verify("tpm", statement, auth_data)


class TestTpm:
    def test_it_verifies(self) -> None:
        assert_anchored(tpm())
        assert_anchored(tpm(TPM_LEAF, ROOT))

    def test_an_rsa_key(self) -> None:
        area = made.public_area(RSA_KEY.public_key())
        assert_anchored(tpm(area=area, auth_data=data(RS256_KEY)))

    def test_an_rsa_certificate(self) -> None:
        end = certificate(
            x509.Name([]),
            RSA_KEY.public_key(),  # type: ignore[arg-type]
            issuer=ROOT_NAME,
            extensions=made.tpm_extensions(),
        )
        assert_anchored(tpm(end, alg=-257, sig=sign_rs256(INFO)))

    @pytest.mark.parametrize(
        ("member", "value"),
        [
            *((member, None) for member in ("alg", "sig", "ver", "pubArea", "certInfo")),
            ("alg", "ES256"),
            ("alg", True),
            ("sig", "x"),
            *(("ver", version) for version in ("1.2", "2.00", "2", 2.0, b"2.0")),
            ("pubArea", "x"),
            ("certInfo", 1),
            ("x5c", None),
            ("x5c", []),
        ],
    )
    def test_members(self, member: str, value: object) -> None:
        with pytest.raises(MalformedInput, match=f"`{member}`"):
            tpm(**{member: value})  # type: ignore[arg-type]

    @pytest.mark.parametrize("alg", [-8, -35, -36, -65535, -258, 0])
    def test_other_algorithms_are_unsupported(self, alg: int) -> None:
        with pytest.raises(Unsupported, match="must be ES256 or RS256"):
            tpm(alg=alg)

    def test_the_algorithm_is_of_the_certificates_key(self) -> None:
        with pytest.raises(Unsupported, match="for the key of its certificate"):
            tpm(alg=-257)

    def test_another_signature_is_refused(self) -> None:
        for signature in (sign(INFO, OTHER_KEY), sign(SIGNED), sign(INFO + b"\0")):
            with pytest.raises(BadSignature, match="the signature of the attestation statement"):
                tpm(sig=signature)

    def test_it_is_of_this_registration_and_key(self) -> None:
        with pytest.raises(BadSignature, match="for another registration"):
            tpm(info=made.certify_info(AREA, SIGNED + b"\0"))
        with pytest.raises(BadSignature, match="does not certify the key"):
            tpm(info=made.certify_info(made.public_area(OTHER_KEY.public_key()), SIGNED))
        with pytest.raises(BadSignature, match="is not the credential's key"):
            tpm(area=made.public_area(OTHER_KEY.public_key()))

    @pytest.mark.parametrize(
        "how",
        [
            {"subject": name("Authenticator")},
            {"ca": True},
            {"ca": None},
            {"extensions": []},
            {"extensions": made.tpm_extensions(usage=None)},
            {"extensions": made.tpm_extensions(usage="2.23.133.8.1")},
            {"extensions": made.tpm_extensions(names=0)},
            {"extensions": made.tpm_extensions(names=2)},
            {"extensions": made.tpm_extensions(critical=False)},
            *(
                {"extensions": made.tpm_extensions(attributes)}
                for attributes in (
                    [(2, "Model"), (3, "id:1")],
                    [(1, "id:494E5443"), (3, "id:1")],
                    [(1, "id:494E5443"), (2, "Model")],
                    [(1, "id:494E5443"), (1, "id:494E5443"), (2, "Model"), (3, "id:1")],
                    [(1, "494E5443"), (2, "Model"), (3, "id:1")],
                    [(1, "id:494E544"), (2, "Model"), (3, "id:1")],
                    [(1, "id:494E54433"), (2, "Model"), (3, "id:1")],
                    [(1, "id:INTC"), (2, "Model"), (3, "id:1")],
                )
            ),
        ],
    )
    def test_what_its_certificate_must_be(self, how: dict[str, object]) -> None:
        with pytest.raises(BadSignature, match=r"section 8\.3\.1"):
            tpm(tpm_leaf(**how))  # type: ignore[arg-type]

    def test_the_model(self) -> None:
        assert_anchored(tpm(tpm_leaf(aaguid=AAGUID)))
        for other in near_misses(AAGUID.hex()):
            with pytest.raises(BadSignature, match="another model"):
                tpm(tpm_leaf(aaguid=bytes.fromhex(other)))


# Android


def android_leaf(description: bytes | None = None, **how: Any) -> bytes:
    value = made.key_description(HASH) if description is None else description
    return leaf(KEY, **{"extensions": [(made.KEY_DESCRIPTION_EXTENSION, value, False)], **how})


def android(*chain: bytes, **changes: object) -> VerifiedAttestation:
    statement = {"alg": -7, "sig": sign(SIGNED, KEY), "x5c": list(chain or (android_leaf(),)), **changes}
    return verify("android-key", {member: value for member, value in statement.items() if value is not None})


class TestAndroidKey:
    def test_it_verifies(self) -> None:
        assert_anchored(android())
        assert_anchored(android(android_leaf(), ROOT))

    def test_the_key_is_the_credentials(self) -> None:
        extensions = [(made.KEY_DESCRIPTION_EXTENSION, made.key_description(HASH), False)]
        other = leaf(OTHER_KEY, extensions=extensions)
        with pytest.raises(BadSignature, match="is not the credential's key"):
            android(other, sig=sign(SIGNED, OTHER_KEY))

    def test_another_signature_is_refused(self) -> None:
        for signature in (sign(SIGNED, OTHER_KEY), sign(SIGNED + b"\0", KEY)):
            with pytest.raises(BadSignature, match="the signature of the attestation statement"):
                android(sig=signature)

    def test_another_registration_is_refused(self) -> None:
        with pytest.raises(BadSignature, match="is for another registration"):
            android(android_leaf(made.key_description(bytes(32))))


# Apple


def apple_leaf(nonce: bytes | None = None, **how: Any) -> bytes:
    value = made.apple_nonce(SIGNED) if nonce is None else nonce
    return leaf(KEY, **{"extensions": [(made.APPLE_NONCE_EXTENSION, value, False)], **how})


class TestApple:
    def test_it_verifies(self) -> None:
        assert_anchored(verify("apple", {"x5c": [apple_leaf()]}))
        assert_anchored(verify("apple", {"x5c": [apple_leaf(), ROOT]}))
        assert_anchored(verify("apple", {"x5c": [apple_leaf()], "alg": "ignored"}))

    @pytest.mark.parametrize(
        "nonce",
        [
            made.apple_nonce(SIGNED + b"\0"),
            made.apple_nonce(DATA),
            made.apple_nonce(SIGNED)[6:],
            made.apple_nonce(SIGNED) + b"\0",
            made.apple_nonce(SIGNED)[:-1],
            made.apple_nonce(SIGNED).replace(b"\xa1", b"\xa0", 1),
            made.apple_nonce(SIGNED).replace(b"\x04\x20", b"\x03\x20", 1),
            b"",
        ],
    )
    def test_another_nonce_is_refused(self, nonce: bytes) -> None:
        with pytest.raises(BadSignature, match="is for another registration"):
            verify("apple", {"x5c": [apple_leaf(nonce)]})

    def test_the_extension_must_be_there(self) -> None:
        with pytest.raises(BadSignature, match=r"must have the extension 1\.2\.840\.113635\.100\.8\.2"):
            verify("apple", {"x5c": [apple_leaf(extensions=[])]})

    def test_an_ed25519_key(self) -> None:
        key = ed25519.Ed25519PrivateKey.from_private_bytes(b"\5" * 32).public_key()
        other = ed25519.Ed25519PrivateKey.from_private_bytes(b"\6" * 32).public_key()
        auth_data = data(encode_eddsa_key(key.public_bytes_raw()))
        extensions = [(made.APPLE_NONCE_EXTENSION, made.apple_nonce(auth_data + HASH), False)]

        def with_key(public_key: ed25519.Ed25519PublicKey) -> dict[str, object]:
            end = certificate(
                name("x"),
                public_key,  # type: ignore[arg-type]
                issuer=ROOT_NAME,
                extensions=extensions,
            )
            return {"x5c": [end]}

        assert_anchored(verify("apple", with_key(key), auth_data))
        with pytest.raises(BadSignature, match="is not the credential's key"):
            verify("apple", with_key(other), auth_data)

    def test_it_needs_certificates(self) -> None:
        with pytest.raises(MalformedInput, match="`x5c`"):
            verify("apple", {})


# What all have in common

STATEMENTS: dict[str, Callable[..., dict[str, object]]] = {
    "fido-u2f": lambda **how: {"sig": sign(u2f_signed()), "x5c": [leaf(**how)]},
    "tpm": lambda **how: made.tpm_statement(AREA, INFO, sign, tpm_leaf(**how)),
    "android-key": lambda **how: {"alg": -7, "sig": sign(SIGNED, KEY), "x5c": [android_leaf(**how)]},
    "apple": lambda **how: {"x5c": [apple_leaf(**how)]},
}


@pytest.mark.parametrize("fmt", STATEMENTS)
class TestEach:
    def test_the_chain_leads_to_the_root(self, fmt: str) -> None:
        assert_anchored(verify(fmt, STATEMENTS[fmt]()))
        unanchored = verify(fmt, STATEMENTS[fmt](), trust_anchors=[])
        assert (unanchored.trust, unanchored.anchored) == (AttestationTrust.CERTIFIED, False)
        other_key = ec.derive_private_key(5555, ec.SECP256R1())
        other = certificate(
            ROOT_NAME, other_key.public_key(), issuer=ROOT_NAME, issuer_key=other_key, ca=True
        )
        for anchor, how in ((other, {}), (ROOT, {"unknown_critical": True})):
            with pytest.raises(UntrustedSigner, match="leads to none of the trust anchors"):
                verify(fmt, STATEMENTS[fmt](**how), trust_anchors=[anchor])

    def test_the_certificate_is_valid_at_the_time(self, fmt: str) -> None:
        second = timedelta(seconds=1)
        for how in ({"not_after": NOW - second}, {"not_before": NOW + second}):
            with pytest.raises(Expired):
                verify(fmt, STATEMENTS[fmt](**how))
        for how in ({"not_after": NOW}, {"not_before": NOW}):
            assert_anchored(verify(fmt, STATEMENTS[fmt](**how)))

    def test_other_flags_are_signed(self, fmt: str) -> None:
        changed = data(flags=0x41)
        if fmt == "fido-u2f":
            assert verify(fmt, STATEMENTS[fmt](), changed).anchored
        else:
            with pytest.raises(BadSignature):
                verify(fmt, STATEMENTS[fmt](), changed)

    def test_nothing_is_unverified_if_that_is_allowed(self, fmt: str) -> None:
        for statement in ({}, {**STATEMENTS[fmt](), "x5c": [leaf(OTHER_KEY)]}):
            with pytest.raises(SealwaxError):
                verify(fmt, statement, allow_unanchored=True)

"""Vectors of the attestation statements of TPMs, Android, Apple and U2F (wire-formats.md, section 8.3)."""

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed448
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512, HashAlgorithm

from sealwax.testing.certificates import distinguished_name
from sealwax.testing.key_material import KeyMaterial
from sealwax.webauthn.attested_keys import ED448, ES384, ES512
from sealwax.webauthn.cose import encode_es256_key
from sealwax_vectors.constructs.attestations import VerificationCase

from . import attestation_statements as statements
from .attestation_maker import AttestationMaker
from .builder import Cases
from .defects import near_missed_bytes
from .labels import Label, id_of, of_field, placed, valued, words_of
from .rsa_key import RSA_KEY, encode_rs256_key, sign_rs256
from .webauthn_stamps import RP_ID

_AAGUID = bytes(range(16))
_ED448_ORDER = 2**446 - 13818066809895115352007386748515426880336692474882178609894547503885
# The outputs that a statement of U2F does not sign.
_UNSIGNED: dict[str, Any] = {"aaguid": bytes(16).hex(), "user_verified": False}


def _signer(
    key: ec.EllipticCurvePrivateKey, digest: type[HashAlgorithm] = SHA256
) -> Callable[[bytes], bytes]:
    return lambda message: key.sign(message, ec.ECDSA(digest(), deterministic_signing=True))


class _Maker:
    """Makes statements of all formats for one credential, also with self attestation."""

    def __init__(self, maker: AttestationMaker, material: KeyMaterial) -> None:
        self.maker = maker
        self.key = material.take_key("attested passkey").private_key_object()
        self.other_key = material.take_key("another attested passkey").private_key_object()
        self.cose = encode_es256_key(self.key.public_key())
        self.data = maker.data(key=self.cose, aaguid=_AAGUID)
        self.client_data_hash = hashlib.sha256(maker.client_data()).digest()
        self.signed = self.data + self.client_data_hash
        self.sign = _signer(maker.leaf_key)
        self.area = statements.public_area(self.key.public_key())
        self.info = statements.certify_info(self.area, self.signed)
        self.tpm_leaf = self.tpm_certificate()

    def registration(self, fmt: str, statement: dict[str, Any], data: bytes | None = None) -> str:
        """Make a registration; omit members that are None."""
        statement = {name: value for name, value in statement.items() if value is not None}
        return self.maker.json(fmt=fmt, statement=statement, data=self.data if data is None else data)

    # FIDO U2F.

    def u2f_signed(self, **changes: bytes) -> bytes:
        """Return the bytes that a U2F authenticator signs."""
        numbers = self.key.public_key().public_numbers()
        fields = {
            "reserved": b"\0",
            "application": hashlib.sha256(RP_ID.encode()).digest(),
            "challenge": self.client_data_hash,
            "key_handle": self.maker.passkey.credential_id,
            "key": b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big"),
        }
        return b"".join({**fields, **changes}.values())

    def u2f(self, *chain: bytes, data: bytes | None = None, **changes: Any) -> str:
        """Make a statement of a U2F authenticator."""
        certificates = list(chain or (self.maker.leaf,))
        statement = {"sig": self.sign(self.u2f_signed()), "x5c": certificates, **changes}
        return self.registration("fido-u2f", statement, data)

    # TPM.

    def tpm_certificate(self, subject: x509.Name | None = None, **how: Any) -> bytes:
        """Issue a certificate of a TPM."""
        subject = x509.Name([]) if subject is None else subject
        return self.maker.certificate(subject, **{"extensions": statements.tpm_extensions(), **how})

    def tpm(
        self,
        *chain: bytes,
        area: bytes | None = None,
        info: bytes | None = None,
        data: bytes | None = None,
        **changes: Any,
    ) -> str:
        """Make a statement of a TPM; by default, ``certInfo`` is that of the area."""
        area = self.area if area is None else area
        signed = (self.data if data is None else data) + self.client_data_hash
        info = statements.certify_info(area, signed) if info is None else info
        made = statements.tpm_statement(area, info, self.sign, *(chain or (self.tpm_leaf,)))
        return self.registration("tpm", {**made, **changes}, data)

    # Android and Apple: the credential's key is certified.

    def own(
        self, oid: str, value: bytes | None, key: ec.EllipticCurvePrivateKey | None = None, **how: Any
    ) -> bytes:
        """Issue a certificate for the credential's key, with an extension."""
        extensions = [] if value is None else [(oid, value, False)]
        return self.maker.certificate(key=self.key if key is None else key, extensions=extensions, **how)

    def described(self, **changes: bytes) -> bytes:
        """Issue Android's certificate with a changed key description."""
        value = statements.key_description(self.client_data_hash, **changes)
        return self.own(statements.KEY_DESCRIPTION_EXTENSION, value)

    def android(self, *chain: bytes, **changes: Any) -> str:
        """Make a statement of Android's keystore."""
        certificates = list(chain or (self.described(),))
        statement = {"alg": -7, "sig": _signer(self.key)(self.signed), "x5c": certificates, **changes}
        return self.registration("android-key", statement)

    def noticed(self, nonce: bytes | None, **how: Any) -> bytes:
        """Issue Apple's certificate, with the value of its extension."""
        return self.own(statements.APPLE_NONCE_EXTENSION, nonce, **how)

    def apple(self, *chain: bytes, **changes: Any) -> str:
        """Make Apple's anonymous statement."""
        return self.registration("apple", {"x5c": list(chain), **changes})


def attestation_format_cases(
    maker: AttestationMaker, material: KeyMaterial, usual: dict[str, Any]
) -> Iterator[VerificationCase]:
    """Yield the cases of each format, and of key types that only attestations use."""
    made = _Maker(maker, material)
    usual = {**usual, "cose_public_key": made.cose.hex(), "aaguid": _AAGUID.hex()}
    yield from _each_format(made, usual)
    yield from _u2f(made, Cases(VerificationCase, valued("fido-u2f"), **usual))
    yield from _tpm(made, Cases(VerificationCase, "tpm", **usual))
    yield from _tpm_structures(made, Cases(VerificationCase, "tpm", **usual))
    yield from _android(made, Cases(VerificationCase, Label("android-key", "android-key"), **usual))
    yield from _apple(made, Cases(VerificationCase, "apple", **usual))
    yield from _keys(made, material, usual)


def _each_format(made: _Maker, usual: dict[str, Any]) -> Iterator[VerificationCase]:
    """Yield the cases that all formats with certificates have in common."""
    label: str | Label
    maker, nonce = made.maker, statements.apple_nonce(made.signed)
    description = statements.key_description(made.client_data_hash)
    of_formats: dict[str, Callable[..., str]] = {
        "fido-u2f": lambda *more, **how: made.u2f(maker.certificate(**how), *more),
        "tpm": lambda *more, **how: made.tpm(made.tpm_certificate(**how), *more),
        "android-key": lambda *more, **how: made.android(
            made.own(statements.KEY_DESCRIPTION_EXTENSION, description, **how), *more
        ),
        "apple": lambda *more, **how: made.apple(made.noticed(nonce, **how), *more),
    }
    with_changes: dict[str, Callable[..., str]] = {
        "fido-u2f": made.u2f,
        "tpm": made.tpm,
        "android-key": made.android,
        "apple": made.apple,
    }
    anchors = [maker.root.hex()]
    for fmt, make in of_formats.items():
        cases = Cases(VerificationCase, valued(fmt), **usual)
        good, bad = cases.good, cases.bad
        unsigned: dict[str, Any] = _UNSIGNED if fmt == "fido-u2f" else {}
        yield good("a-certificate-without-anchors", "Valid", make(), fmt, "certified", **unsigned)
        anchored: dict[str, Any] = {"anchored": True, "trust_anchors": anchors, **unsigned}
        yield good("a-certificate-that-an-anchor-issued", "Valid", make(), fmt, "certified", **anchored)
        if fmt != "fido-u2f":
            chain = make(maker.root)
            yield good("a-chain-that-ends-in-an-anchor", "Valid", chain, fmt, "certified", **anchored)
            issuer = maker.certificate(distinguished_name("X", "Authority"), maker.middle_key, ca=True)
            yield bad("a-chain-with-another-issuer", "bad-signature", "CertificateChain", make(issuer))
        elsewhere = make(issuer=distinguished_name("X", "Authority"), issuer_key=maker.middle_key)
        label = Label(
            "a-certificate-of-another-issuer-beside-an-anchor",
            "a certificate of another issuer, beside an anchor",
        )
        yield bad(label, "untrusted-signer", "CertificateChain", elsewhere, trust_anchors=anchors)
        label = Label(
            "an-unknown-critical-extension-beside-an-anchor",
            "an unknown critical extension, beside an anchor",
        )
        critical = make(unknown_critical=True)
        yield bad(label, "untrusted-signer", "CertificateChain", critical, trust_anchors=anchors)
        for label, years in (("past-its-time", (2010, 2020)), ("not-of-its-time-yet", (2035, 2040))):
            yield bad(f"a-certificate-{label}", "expired", "ExpiredToken", make(years=years))
        for label, x5c in (("left-out", None), ("empty", [])):
            credential = with_changes[fmt](x5c=x5c)
            yield bad(
                Label(f"x5c-{label}", f"x5c {words_of(label)}", idea=f"FIELD {words_of(label)}"),
                "malformed",
                "CertificateChain",
                credential,
            )


def _of_type(name: str, value: object) -> Label:
    """Return the label of a member with a value of another type."""
    shown = f"that is {value!r}"
    return Label(
        f"{name}-that-is-{id_of(value)}",
        f"{name} {shown}",
        f"{name if name.islower() else 'FIELD'} {shown}",
        hashed=f"{name} {shown}" if isinstance(value, str) else "",
    )


def _members(
    cases: Cases[VerificationCase], make: Callable[..., str], *changes: tuple[str, Any]
) -> Iterator[VerificationCase]:
    """Yield statements without a member, or with a member of another type."""
    for name, value in changes:
        label = of_field(name, "left-out") if value is None else _of_type(name, value)
        yield cases.bad(label, "malformed", "WrongType", make(**{name: value}))


def _u2f(made: _Maker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    label: str | Label
    maker, good, bad = made.maker, cases.good, cases.bad
    label = "a-certificate-that-a-packed-statement-may-not-have"
    other = maker.certificate(distinguished_name("U2F", "Security keys"), ca=None)
    yield good(label, "CertificateChain", made.u2f(other), "fido-u2f", "certified", **_UNSIGNED)
    label = "a-certificate-for-another-model"
    other = maker.certificate(aaguid=b"\1" * 16)
    yield good(label, "CertificateChain", made.u2f(other), "fido-u2f", "certified", **_UNSIGNED)
    label = Label(
        "the-user-verified-by-a-flag-that-is-not-signed", "the user verified, by a flag that is not signed"
    )
    data = maker.data(key=made.cose, aaguid=_AAGUID, flags=0x5D)
    yield good(label, "UserPresence", made.u2f(data=data), "fido-u2f", "certified", **_UNSIGNED)
    label = Label(
        "the-user-verified-as-required-by-a-flag-that-is-not-signed",
        "the user verified, as required, by a flag that is not signed",
    )
    yield bad(label, "bad-signature", "UserPresence", made.u2f(), require_user_verification=True)
    label = "the-user-absent"
    absent = maker.data(key=made.cose, aaguid=_AAGUID, flags=0x40)
    yield bad(label, "bad-signature", "UserPresence", made.u2f(data=absent))
    numbers = made.other_key.public_key().public_numbers()
    for difference, changes in (
        ("another-relying-party", {"application": hashlib.sha256(b"example.org").digest()}),
        ("other-client-data", {"challenge": hashlib.sha256(b"{}").digest()}),
        ("another-credential-id", {"key_handle": b"x" * 32}),
        ("another-key", {"key": b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")}),
        ("another-first-byte", {"reserved": b"\1"}),
        ("no-first-byte", {"reserved": b""}),
    ):
        signature = made.sign(made.u2f_signed(**changes))
        yield bad(f"signed-over-{difference}", "bad-signature", "AlteredMessage", made.u2f(sig=signature))
    label = "signed-as-a-packed-statement-is"
    yield bad(label, "bad-signature", "SchemeConfusion", made.u2f(sig=made.sign(made.signed)))
    signature = _signer(made.key)(made.u2f_signed())
    yield bad(
        Label("signed-by-the-credential-s-key", "signed by the credential's key"),
        "bad-signature",
        "WrongKey",
        made.u2f(sig=signature),
    )
    yield from _members(cases, made.u2f, ("sig", None), ("sig", "text"))
    yield bad("two-certificates", "malformed", "CertificateChain", made.u2f(maker.leaf, maker.root))
    for passkey in (maker.passkeys["EdDSA"], maker.passkeys["RS256"]):
        credential = made.u2f(data=maker.data(key=passkey.public_key))
        yield bad(f"an-{passkey.algorithm}-credential", "bad-signature", "SchemeConfusion", credential)
    numbers = maker.p384_key.public_key().public_numbers()
    x, y = (number.to_bytes(48, "big") for number in (numbers.x, numbers.y))
    es384 = cbor2.dumps({1: 2, 3: ES384, -1: 2, -2: x, -3: y})
    signature = made.sign(made.u2f_signed(key=b"\4" + x + y))
    credential = made.u2f(data=maker.data(key=es384, aaguid=_AAGUID), sig=signature)
    yield bad("an-ES384-credential", "bad-signature", "SchemeConfusion", credential)
    on_p384 = maker.certificate(key=maker.p384_key)
    credential = made.u2f(on_p384, sig=_signer(maker.p384_key)(made.u2f_signed()))
    yield bad(
        Label("a-certificate-with-a-key-on-P-384", "a certificate with a key on P-384"),
        "unsupported",
        "SchemeConfusion",
        credential,
    )


def _tpm(made: _Maker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    label: str | Label
    maker, good, bad = made.maker, cases.good, cases.bad
    rsa_key = encode_rs256_key(RSA_KEY.public_key().public_numbers())
    data = maker.data(key=rsa_key, aaguid=_AAGUID)
    credential = made.tpm(area=statements.public_area(RSA_KEY.public_key()), data=data)
    yield good("an-RSA-key", "Valid", credential, "tpm", "certified", cose_public_key=rsa_key.hex())
    by_rsa = made.tpm_certificate(public_key=RSA_KEY.public_key())
    credential = made.tpm(by_rsa, alg=-257, sig=sign_rs256(made.info))
    yield good("a-certificate-with-an-RSA-key", "Valid", credential, "tpm", "certified")
    yield good(
        "a-certificate-for-its-model",
        "Valid",
        made.tpm(made.tpm_certificate(aaguid=_AAGUID)),
        "tpm",
        "certified",
    )
    for which, model in near_missed_bytes(_AAGUID):
        certificate = made.tpm_certificate(aaguid=model)
        label = f"a-certificate-for-a-model-whose-{which}-byte-is-another"
        yield bad(label, "bad-signature", "CertificateChain", made.tpm(certificate))
    yield from _members(
        cases,
        made.tpm,
        *((name, None) for name in ("alg", "sig", "ver", "pubArea", "certInfo")),
        *(
            ("alg", "ES256"),
            ("sig", "text"),
            ("ver", "1.2"),
            ("ver", "2.00"),
            ("pubArea", "text"),
            ("certInfo", 1),
        ),
    )
    for alg in (-8, -35, -65535):
        yield bad(
            Label(f"algorithm-{id_of(alg)}", f"algorithm {alg}"),
            "unsupported",
            "SchemeConfusion",
            made.tpm(alg=alg),
        )
    by_eddsa = made.tpm_certificate(public_key=maker.eddsa_leaf_key.public_key())
    credential = made.tpm(by_eddsa, alg=-8, sig=maker.eddsa_leaf_key.sign(made.info))
    label = "EdDSA-by-a-certificate-with-an-Ed25519-key"
    yield bad(label, "unsupported", "SchemeConfusion", credential)
    label = Label("RS256-by-a-certificate-with-a-key-on-P-256", "RS256 by a certificate with a key on P-256")
    yield bad(label, "unsupported", "SchemeConfusion", made.tpm(alg=-257))
    signature = made.sign(made.signed)
    yield bad("signed-as-a-packed-statement-is", "bad-signature", "SchemeConfusion", made.tpm(sig=signature))
    signature = _signer(made.key)(made.info)
    yield bad(
        Label("signed-by-the-credential-s-key", "signed by the credential's key"),
        "bad-signature",
        "WrongKey",
        made.tpm(sig=signature),
    )
    attributes = {1: "id:494E5443", 2: "Model", 3: "id:00010002"}

    def named(*changes: tuple[int, str | None]) -> list[tuple[str, bytes, bool]]:
        changed = {**attributes, **dict(changes)}
        return statements.tpm_extensions([(which, text) for which, text in changed.items() if text])

    twice = [(1, "id:494E5443"), *attributes.items()]
    odd: list[tuple[str, dict[str, Any] | None]] = [
        ("of-version-1", None),
        ("with-a-subject", {"subject": distinguished_name("Authenticator")}),
        ("that-is-an-authority", {"ca": True}),
        ("that-does-not-say-whether-it-is-an-authority", {"ca": None}),
        ("without-an-extended-key-usage", {"extensions": statements.tpm_extensions(usage=None)}),
        ("for-endorsement", {"extensions": statements.tpm_extensions(usage="2.23.133.8.1")}),
        ("without-an-alternative-name", {"extensions": statements.tpm_extensions(names=0)}),
        ("with-two-alternative-names", {"extensions": statements.tpm_extensions(names=2)}),
        ("whose-alternative-name-is-not-critical", {"extensions": statements.tpm_extensions(critical=False)}),
        ("without-a-maker", {"extensions": named((1, None))}),
        ("without-a-model", {"extensions": named((2, None))}),
        ("without-a-version", {"extensions": named((3, None))}),
        ("with-two-makers", {"extensions": statements.tpm_extensions(twice)}),
        ("whose-maker-has-no-prefix", {"extensions": named((1, "494E5443"))}),
        ("whose-maker-has-seven-digits", {"extensions": named((1, "id:494E544"))}),
        ("whose-maker-has-nine-digits", {"extensions": named((1, "id:494E54433"))}),
        ("whose-maker-is-text", {"extensions": named((1, "id:INTCINTC"))}),
    ]
    for label, how in odd:
        certificate = maker.of_version_1(made.tpm_leaf) if how is None else made.tpm_certificate(**how)
        yield bad(f"a-certificate-{label}", "bad-signature", "CertificateChain", made.tpm(certificate))
    certificate = made.tpm_certificate(extensions=named((1, "id:ffffFFFF"), (3, "1")))
    yield good("a-maker-that-no-list-has", "CertificateChain", made.tpm(certificate), "tpm", "certified")


def _tpm_structures(made: _Maker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    good, bad = cases.good, cases.bad
    rsa_data = made.maker.data(key=encode_rs256_key(RSA_KEY.public_key().public_numbers()), aaguid=_AAGUID)
    rsa_key = made.maker.passkeys["RS256"].public_key.hex()

    def of_key(**changes: bytes) -> str:
        return made.tpm(area=statements.public_area(made.key.public_key(), **changes))

    def of_rsa(**changes: bytes) -> str:
        return made.tpm(area=statements.public_area(RSA_KEY.public_key(), **changes), data=rsa_data)

    def of_info(**changes: bytes) -> str:
        return made.tpm(info=statements.certify_info(made.area, made.signed, **changes))

    def number(digits: str) -> bytes:
        return bytes.fromhex(digits)

    sized = statements.sized
    for label, credential in (
        (
            Label("a-scheme-ECDSA-with-SHA-256", "a scheme, ECDSA with SHA-256"),
            of_key(scheme=number("0018 000b")),
        ),
        (Label("a-name-over-SHA-384", "a name over SHA-384"), of_key(nameAlg=number("000c"))),
        (Label("a-name-over-SHA-512", "a name over SHA-512"), of_key(nameAlg=number("000d"))),
        (
            "other-attributes-and-a-policy",
            of_key(objectAttributes=number("00060472"), authPolicy=sized(b"x" * 32)),
        ),
        (
            Label("a-signer-s-name", "a signer's name"),
            of_info(qualifiedSigner=sized(b"x" * 34), qualifiedName=sized(b"y" * 34)),
        ),
        ("another-clock-and-version", of_info(clockInfo=b"\xff" * 17, firmwareVersion=b"\xff" * 8)),
    ):
        yield good(label, "Valid", credential, "tpm", "certified")
    for label, credential in (
        (
            Label(
                "RSA-a-scheme-RSASSA-with-SHA-256",
                "RSA: a scheme, RSASSA with SHA-256",
                idea="a scheme, RSASSA with SHA-256",
            ),
            of_rsa(scheme=number("0014 000b")),
        ),
        (
            Label("RSA-the-exponent-in-full", "RSA: the exponent in full", idea="the exponent in full"),
            of_rsa(exponent=number("00010001")),
        ),
    ):
        yield good(label, "Valid", credential, "tpm", "certified", cose_public_key=rsa_key)
    numbers = made.key.public_key().public_numbers()
    coordinates = numbers.x, numbers.y

    def point(x: int, y: int) -> bytes:
        return sized(x.to_bytes(32, "big")) + sized(y.to_bytes(32, "big"))

    other_area = statements.public_area(made.other_key.public_key())
    modulus = RSA_KEY.public_key().public_numbers().n
    other_name = statements.sized(made.area[2:4] + hashlib.sha256(other_area).digest())
    extra = hashlib.sha256(made.signed).digest()
    name = made.area[2:4] + hashlib.sha256(made.area).digest()
    for label, credential in (
        (
            Label("pubArea-of-another-key", "pubArea of another key", idea="FIELD of another key"),
            made.tpm(area=other_area),
        ),
        (
            Label("pubArea-with-another-x", "pubArea with another x", idea="FIELD with another x"),
            of_key(unique=point(coordinates[0] ^ 1, coordinates[1])),
        ),
        (
            Label("pubArea-with-another-y", "pubArea with another y", idea="FIELD with another y"),
            of_key(unique=point(coordinates[0], coordinates[1] ^ 1)),
        ),
        (
            Label(
                "pubArea-with-x-and-y-exchanged",
                "pubArea with x and y exchanged",
                idea="FIELD with x and y exchanged",
            ),
            of_key(unique=point(coordinates[1], coordinates[0])),
        ),
        (
            Label("pubArea-on-another-curve", "pubArea on another curve", idea="FIELD on another curve"),
            of_key(curveID=number("0004")),
        ),
        (
            Label(
                "RSA-pubArea-with-another-modulus",
                "RSA: pubArea with another modulus",
                idea="FIELD with another modulus",
            ),
            of_rsa(unique=sized((modulus ^ 2).to_bytes(256, "big"))),
        ),
        (
            Label(
                "RSA-pubArea-with-another-exponent",
                "RSA: pubArea with another exponent",
                idea="FIELD with another exponent",
            ),
            of_rsa(exponent=number("00000003")),
        ),
        (
            Label(
                "pubArea-of-an-RSA-key-for-an-ES256-credential",
                "pubArea of an RSA key, for an ES256 credential",
                idea="FIELD of an RSA key, for an ES256 credential",
            ),
            made.tpm(area=statements.public_area(RSA_KEY.public_key())),
        ),
        (
            Label(
                "pubArea-of-a-key-on-P-256-for-an-EdDSA-credential",
                "pubArea of a key on P-256, for an EdDSA credential",
                idea="FIELD of a key on P-256, for an EdDSA credential",
            ),
            made.tpm(data=made.maker.data(key=made.maker.passkeys["EdDSA"].public_key, aaguid=_AAGUID)),
        ),
        (
            Label(
                "certInfo-of-another-registration",
                "certInfo of another registration",
                idea="FIELD of another registration",
            ),
            of_info(extraData=sized(hashlib.sha256(made.data).digest())),
        ),
        (
            Label(
                "certInfo-whose-extraData-is-cut",
                "certInfo whose extraData is cut",
                idea="FIELD whose extraData is cut",
            ),
            of_info(extraData=sized(extra[:-1])),
        ),
        (
            Label(
                "certInfo-whose-extraData-is-what-is-hashed",
                "certInfo whose extraData is what is hashed",
                idea="FIELD whose extraData is what is hashed",
            ),
            of_info(extraData=sized(made.signed)),
        ),
        (
            Label("certInfo-of-another-key", "certInfo of another key", idea="FIELD of another key"),
            of_info(name=other_name),
        ),
        (
            Label(
                "certInfo-whose-name-has-no-algorithm",
                "certInfo whose name has no algorithm",
                idea="FIELD whose name has no algorithm",
            ),
            of_info(name=sized(name[2:])),
        ),
        (
            Label(
                "certInfo-whose-name-has-another-algorithm",
                "certInfo whose name has another algorithm",
                idea="FIELD whose name has another algorithm",
            ),
            of_info(name=sized(number("000c") + name[2:])),
        ),
        (
            Label(
                "certInfo-with-another-magic", "certInfo with another magic", idea="FIELD with another magic"
            ),
            of_info(magic=number("ff544346")),
        ),
        (
            Label("certInfo-of-a-quote", "certInfo of a quote", idea="FIELD of a quote"),
            of_info(type=number("8018")),
        ),
        (
            Label("certInfo-of-a-creation", "certInfo of a creation", idea="FIELD of a creation"),
            of_info(type=number("801a")),
        ),
    ):
        yield bad(label, "bad-signature", "AlteredMessage", credential)
    for label, credential in (
        (
            Label("pubArea-of-a-keyed-hash", "pubArea of a keyed hash", idea="FIELD of a keyed hash"),
            of_key(type=number("0008")),
        ),
        (
            Label("pubArea-named-by-SHA-1", "pubArea named by SHA-1", idea="FIELD named by SHA-1"),
            of_key(nameAlg=number("0004")),
        ),
        (
            Label("pubArea-on-P-224", "pubArea on P-224", idea="FIELD on P-224"),
            of_key(curveID=number("0002")),
        ),
        (
            Label(
                "pubArea-with-a-symmetric-algorithm",
                "pubArea with a symmetric algorithm",
                idea="FIELD with a symmetric algorithm",
            ),
            of_key(symmetric=number("0006")),
        ),
        (
            Label(
                "pubArea-with-a-key-derivation",
                "pubArea with a key derivation",
                idea="FIELD with a key derivation",
            ),
            of_key(kdf=number("0020")),
        ),
        (
            Label(
                "pubArea-with-ECDSA-and-SHA-384",
                "pubArea with ECDSA and SHA-384",
                idea="FIELD with ECDSA and SHA-384",
            ),
            of_key(scheme=number("0018 000c")),
        ),
        (
            Label("pubArea-with-ECDAA", "pubArea with ECDAA", idea="FIELD with ECDAA"),
            of_key(scheme=number("001a 000b")),
        ),
        (
            Label("RSA-pubArea-with-RSAPSS", "RSA: pubArea with RSAPSS", idea="FIELD with RSAPSS"),
            of_rsa(scheme=number("0016 000b")),
        ),
        (
            Label(
                "RSA-pubArea-with-RSASSA-and-SHA-384",
                "RSA: pubArea with RSASSA and SHA-384",
                idea="FIELD with RSASSA and SHA-384",
            ),
            of_rsa(scheme=number("0014 000c")),
        ),
        (
            Label(
                "RSA-pubArea-with-a-symmetric-algorithm",
                "RSA: pubArea with a symmetric algorithm",
                idea="FIELD with a symmetric algorithm",
            ),
            of_rsa(symmetric=number("0006")),
        ),
    ):
        yield bad(label, "unsupported", "SchemeConfusion", credential)
    for label, credential in (
        ("a-byte-after-pubArea", of_key(after=b"\0")),
        (
            Label("pubArea-cut", "pubArea cut", idea="FIELD cut"),
            made.tpm(area=made.area[:-1], info=made.info),
        ),
        (
            Label(
                "RSA-pubArea-that-says-another-length",
                "RSA: pubArea that says another length",
                idea="FIELD that says another length",
            ),
            of_rsa(keyBits=number("0400")),
        ),
        ("a-byte-after-certInfo", of_info(after=b"\0")),
        (Label("certInfo-cut", "certInfo cut", idea="FIELD cut"), made.tpm(info=made.info[:-1])),
    ):
        yield bad(label, "malformed", "AttestationStatement", credential)


def _android(made: _Maker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    label: str | Label
    good, bad = cases.good, cases.bad
    oid = statements.KEY_DESCRIPTION_EXTENSION
    described = partial(statements.key_description, made.client_data_hash)
    description = described()
    purpose, origin, sequence = statements.PURPOSE_SIGN, statements.ORIGIN_GENERATED, statements.der_sequence
    all_applications = bytes.fromhex("bf8458020500")
    size, no_authentication = bytes.fromhex("a30402020100"), bytes.fromhex("bf8377020500")
    usual = sequence(purpose, size, no_authentication, origin)
    for label, changes in (
        ("with-other-authorizations", {"hardwareEnforced": usual, "softwareEnforced": sequence(size)}),
        (
            "of-another-version-and-level",
            {
                "attestationVersion": bytes.fromhex("020103"),
                "attestationSecurityLevel": bytes.fromhex("0a0102"),
            },
        ),
        ("with-a-unique-id", {"uniqueId": bytes.fromhex("04024142")}),
    ):
        credential = made.android(made.described(**changes))
        yield good(f"a-description-{label}", "Valid", credential, "android-key", "certified")
    yield from _members(cases, made.android, ("alg", None), ("alg", "ES256"), ("sig", None), ("sig", "text"))
    signature = _signer(made.key)(made.signed + b"x")
    yield bad("signed-over-something-else", "bad-signature", "AlteredMessage", made.android(sig=signature))
    signature = made.sign(made.signed)
    yield bad("signed-by-another-key", "bad-signature", "WrongKey", made.android(sig=signature))
    other = made.own(oid, description, made.other_key)
    credential = made.android(other, sig=_signer(made.other_key)(made.signed))
    yield bad(
        Label("a-certificate-for-another-key-which-signed", "a certificate for another key, which signed"),
        "bad-signature",
        "WrongKey",
        credential,
    )
    credential = made.android(made.own(oid, description, made.other_key))
    yield bad("a-certificate-for-another-key", "bad-signature", "WrongKey", credential)
    yield bad(
        Label("algorithm-35", "algorithm -35"), "bad-signature", "SchemeConfusion", made.android(alg=-35)
    )
    label = "a-certificate-without-a-description"
    yield bad(label, "bad-signature", "CertificateChain", made.android(made.own(oid, None)))
    challenge = statements.key_description(hashlib.sha256(b"{}").digest())
    label = "a-description-for-another-registration"
    yield bad(label, "bad-signature", "AlteredMessage", made.android(made.own(oid, challenge)))
    for which, other_hash in near_missed_bytes(made.client_data_hash):
        certificate = made.own(oid, statements.key_description(other_hash))
        label = f"a-description-whose-{which}-byte-of-the-challenge-is-another"
        yield bad(label, "bad-signature", "AlteredMessage", made.android(certificate))
    in_both = {"softwareEnforced": sequence(purpose, origin), "hardwareEnforced": sequence()}
    for label, changes in (
        (
            Label("all-applications-by-software", "all applications, by software"),
            {"softwareEnforced": sequence(all_applications)},
        ),
        (
            Label("all-applications-by-hardware", "all applications, by hardware"),
            {"hardwareEnforced": sequence(purpose, all_applications, origin)},
        ),
        ("purpose-and-origin-by-software-alone", in_both),
        ("no-purpose", {"hardwareEnforced": sequence(origin)}),
        ("the-purpose-to-verify", {"hardwareEnforced": sequence(bytes.fromhex("a1053103020103"), origin)}),
        (
            "the-purposes-to-sign-and-to-verify",
            {"hardwareEnforced": sequence(bytes.fromhex("a1083106020102020103"), origin)},
        ),
        ("no-origin", {"hardwareEnforced": sequence(purpose)}),
        ("an-imported-key", {"hardwareEnforced": sequence(purpose, bytes.fromhex("bf853e03020102"))}),
        ("a-derived-key", {"hardwareEnforced": sequence(purpose, bytes.fromhex("bf853e03020101"))}),
    ):
        credential = made.android(made.described(**changes))
        yield bad(placed("a-description", label), "bad-signature", "AttestationStatement", credential)
    for label, value in (
        ("a-byte-after-it", description + b"\0"),
        ("an-element-after-it", description + b"\5\0"),
        ("cut", description[:-1]),
        ("a-set", b"\x31" + description[1:]),
        ("a-length-in-two-bytes", b"\x30\x81" + description[1:]),
        ("seven-fields", described(uniqueId=b"")),
        ("nine-fields", described(after=bytes.fromhex("3000"))),
        ("a-level-that-is-an-integer", described(attestationSecurityLevel=bytes.fromhex("020101"))),
        ("an-origin-twice", described(hardwareEnforced=sequence(purpose, origin, origin))),
        ("an-authorization-cut", described(softwareEnforced=bytes.fromhex("3002a101"))),
    ):
        credential = made.android(made.own(oid, value))
        yield bad(placed("a-description", label), "malformed", "AttestationStatement", credential)
    yield from _android_software(made, cases)


def _android_software(made: _Maker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield keys that only the software vouches for, where that is allowed."""
    good, bad = cases.good, cases.bad
    purpose, origin, sequence = statements.PURPOSE_SIGN, statements.ORIGIN_GENERATED, statements.der_sequence
    imported, verifying = bytes.fromhex("bf853e03020102"), bytes.fromhex("a1053103020103")
    all_applications = bytes.fromhex("bf8458020500")
    allowed: dict[str, Any] = {"allow_software_key": True}
    software = bytes.fromhex("0a0100")

    def described(*, of_software: list[bytes], of_hardware: list[bytes], level: bytes = software) -> str:
        certificate = made.described(
            attestationSecurityLevel=level,
            softwareEnforced=sequence(*of_software),
            hardwareEnforced=sequence(*of_hardware),
        )
        return made.android(certificate)

    for label, of_software, of_hardware in (
        ("purpose-and-origin-by-software", [purpose, origin], []),
        (
            Label("purpose-by-software-origin-by-hardware", "purpose by software, origin by hardware"),
            [purpose],
            [origin],
        ),
        (
            Label("purpose-by-hardware-origin-by-software", "purpose by hardware, origin by software"),
            [origin],
            [purpose],
        ),
        ("purpose-and-origin-by-both", [purpose, origin], [purpose, origin]),
        (Label("two-empty-lists", "two empty lists", idea="FIELD empty lists"), [], []),
    ):
        credential = described(of_software=of_software, of_hardware=of_hardware)
        named = placed("software-allowed", label)
        yield good(named, "AttestationStatement", credential, "android-key", "certified", **allowed)
    label = Label(
        "software-allowed-a-key-of-hardware", "software allowed: a key of hardware", idea="a key of hardware"
    )
    yield good(label, "AttestationStatement", made.android(), "android-key", "certified", **allowed)
    label = Label(
        "two-empty-lists-of-software", "two empty lists of software", idea="FIELD empty lists of software"
    )
    credential = described(of_software=[], of_hardware=[])
    yield bad(placed("a-description", label), "bad-signature", "AttestationStatement", credential)
    for label, of_software, of_hardware in (
        ("no-purpose", [origin], []),
        ("no-origin", [purpose], []),
        ("an-imported-key", [purpose, imported], []),
        ("a-key-to-verify", [verifying, origin], []),
        (
            Label("an-imported-key-generated-by-hardware", "an imported key, generated by hardware"),
            [imported],
            [purpose, origin],
        ),
        (
            Label("a-key-to-verify-to-sign-by-hardware", "a key to verify, to sign by hardware"),
            [verifying],
            [purpose, origin],
        ),
        (
            Label("generated-imported-by-hardware", "generated, imported by hardware"),
            [purpose, origin],
            [imported],
        ),
        (
            Label("to-sign-to-verify-by-hardware", "to sign, to verify by hardware"),
            [purpose, origin],
            [verifying],
        ),
        ("all-applications", [purpose, origin, all_applications], []),
    ):
        credential = described(of_software=of_software, of_hardware=of_hardware)
        named = placed("software-allowed", label)
        yield bad(named, "bad-signature", "AttestationStatement", credential, **allowed)
    credential = described(of_software=[], of_hardware=[], level=bytes.fromhex("0a0101"))
    label = Label(
        "software-allowed-two-empty-lists-of-hardware",
        "software allowed: two empty lists of hardware",
        idea="FIELD empty lists of hardware",
    )
    yield bad(label, "bad-signature", "AttestationStatement", credential, **allowed)


def _apple(made: _Maker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    bad, nonce = cases.bad, statements.apple_nonce(made.signed)
    for label, value in (
        ("of-another-registration", statements.apple_nonce(made.data + hashlib.sha256(b"{}").digest())),
        ("over-the-authenticator-data-alone", statements.apple_nonce(made.data)),
        *(
            (f"whose-{which}-byte-is-another", nonce[:6] + other)
            for which, other in near_missed_bytes(nonce[6:])
        ),
        ("without-its-structure", nonce[6:]),
        ("with-another-tag", nonce.replace(b"\xa1", b"\xa0", 1)),
        ("with-a-byte-after-it", nonce + b"\0"),
        ("left-out", None),
    ):
        yield bad(
            f"a-nonce-{label}", "bad-signature", "AttestationStatement", made.apple(made.noticed(value))
        )
    credential = made.apple(made.noticed(nonce, key=made.other_key))
    yield bad("a-certificate-for-another-key", "bad-signature", "WrongKey", credential)


def _keys(made: _Maker, material: KeyMaterial, usual: dict[str, Any]) -> Iterator[VerificationCase]:
    """Yield credentials with keys that stamps do not have."""
    maker = made.maker
    curves: tuple[tuple[str, int, int, ec.EllipticCurve, type[HashAlgorithm]], ...] = (
        ("ES384", ES384, 2, ec.SECP384R1(), SHA384),
        ("ES512", ES512, 3, ec.SECP521R1(), SHA512),
    )
    for name, alg, crv, curve, digest in curves:
        key = ec.derive_private_key(int.from_bytes(material.take(f"{name} passkey"), "big"), curve)
        numbers, length = key.public_key().public_numbers(), (curve.key_size + 7) // 8
        x, y = (coordinate.to_bytes(length, "big") for coordinate in (numbers.x, numbers.y))
        cose = {1: 2, 3: alg, -1: crv, -2: x, -3: y}
        cases = Cases(VerificationCase, name, **{**usual, "cose_public_key": cbor2.dumps(cose).hex()})
        yield from _of_key(made, cases, cose, _signer(key, digest))
        data = maker.data(key=cbor2.dumps(cose), aaguid=_AAGUID)
        signature = _signer(key)(data + made.client_data_hash)
        credential = made.registration("packed", {"alg": alg, "sig": signature}, data)
        yield cases.bad(
            Label("a-signature-over-SHA-256", "a signature over SHA-256"),
            "bad-signature",
            "SchemeConfusion",
            credential,
        )
        for label, changes, error in (
            ("x-with-a-byte-more", {-2: b"\0" + x}, "malformed"),
            ("y-with-a-byte-less", {-3: y[1:]}, "malformed"),
            ("a-point-off-the-curve", {-3: y[:-1] + bytes([y[-1] ^ 1])}, "malformed"),
            (Label("the-curve-P-256", "the curve P-256"), {-1: 1}, "unsupported"),
        ):
            credential = maker.json(data=maker.data(key=cbor2.dumps({**cose, **changes}), aaguid=_AAGUID))
            flag = "InvalidPoint" if error == "malformed" else "SchemeConfusion"
            yield cases.bad(label, error, flag, credential)
    ed448_key = ed448.Ed448PrivateKey.from_private_bytes(material.take("Ed448 passkey", 57))
    point = ed448_key.public_key().public_bytes_raw()
    okp: dict[int, Any] = {1: 1, 3: ED448, -1: 7, -2: point}
    cases = Cases(VerificationCase, "Ed448", **{**usual, "cose_public_key": cbor2.dumps(okp).hex()})
    yield from _of_key(made, cases, okp, ed448_key.sign)
    prime = 2**448 - 2**224 - 1
    for label, other in (
        ("the-neutral-point", (1).to_bytes(57, "little")),
        ("a-point-of-order-2", (prime - 1).to_bytes(57, "little")),
        ("a-point-of-order-4", bytes(57)),
        ("a-point-whose-y-is-not-below-the-prime", (prime + 3).to_bytes(57, "little")),
        ("a-point-with-a-bit-beside-the-sign", point[:-1] + bytes([point[-1] | 1])),
        ("a-byte-too-short", point[:-1]),
        ("a-byte-too-long", point[:-1] + bytes(2)),
    ):
        data = maker.data(key=cbor2.dumps({**okp, -2: other}), aaguid=_AAGUID)
        yield cases.bad(f"the-key-is-{label}", "malformed", "InvalidPoint", maker.json(data=data))
    data = maker.data(key=cbor2.dumps({**okp, -1: 6}), aaguid=_AAGUID)
    yield cases.bad("the-curve-Ed25519", "unsupported", "SchemeConfusion", maker.json(data=data))
    data = maker.data(key=cbor2.dumps(okp), aaguid=_AAGUID)
    signature = ed448_key.sign(data + made.client_data_hash)
    above = (int.from_bytes(signature[57:], "little") + _ED448_ORDER).to_bytes(57, "little")
    for label, error, other in (
        ("a-signature-with-a-byte-less", "malformed", signature[:-1]),
        ("an-s-above-the-order", "bad-signature", signature[:57] + above),
        ("an-R-of-order-4", "bad-signature", _with_r_of_order_4(ed448_key, data + made.client_data_hash)),
    ):
        credential = made.registration("packed", {"alg": ED448, "sig": other}, data)
        yield cases.bad(label, error, "EdgeCaseSignature", credential)


def _with_r_of_order_4(key: ed448.Ed448PrivateKey, message: bytes) -> bytes:
    """Sign with the nonce 0 and an R of order 4: the equation with the cofactor holds (RFC 8032, 5.2)."""
    hashed = hashlib.shake_256(key.private_bytes_raw()).digest(57)
    scalar = int.from_bytes(bytes([hashed[0] & 0xFC]) + hashed[1:55] + bytes([hashed[55] | 0x80]), "little")
    r, public_key = bytes(57), key.public_key().public_bytes_raw()
    hashed = hashlib.shake_256(b"SigEd448\0\0" + r + public_key + message).digest(114)
    return r + (int.from_bytes(hashed, "little") * scalar % _ED448_ORDER).to_bytes(57, "little")


def _of_key(
    made: _Maker, cases: Cases[VerificationCase], cose: dict[int, Any], sign: Callable[[bytes], bytes]
) -> Iterator[VerificationCase]:
    """Yield a key's cases: without attestation, with self attestation, and with a certificate."""
    data = made.maker.data(key=cbor2.dumps(cose), aaguid=_AAGUID)
    signed = data + made.client_data_hash
    yield cases.good("no-statement", "Valid", made.maker.json(data=data), "none", "none")
    certified = {"alg": -7, "sig": made.sign(signed), "x5c": [made.maker.leaf]}
    yield cases.good(
        "a-certificate", "Valid", made.registration("packed", certified, data), "packed", "certified"
    )
    own = {"alg": cose[3], "sig": sign(signed)}
    yield cases.good("self-attestation", "Valid", made.registration("packed", own, data), "packed", "self")
    altered = {**own, "sig": sign(signed + b"x")}
    credential = made.registration("packed", altered, data)
    yield cases.bad("self-attestation-over-something-else", "bad-signature", "AlteredMessage", credential)

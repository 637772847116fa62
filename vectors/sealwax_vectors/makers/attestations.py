"""Vectors of WebAuthn attestation statements to verify (wire-formats.md, section 6)."""

import warnings
from collections.abc import Iterator
from typing import Any

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA1, SHA224, SHA256, SHA384, SHA512
from cryptography.x509.oid import NameOID

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import to_milliseconds
from sealwax._limits import MAX_CERTIFICATE_BYTES
from sealwax.testing.certificates import distinguished_name
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.attestations import VerificationCase
from sealwax_vectors.format import Case

from .attestation_formats import attestation_format_cases
from .attestation_maker import YEARS, AttestationMaker, start_of_year
from .builder import Cases
from .certificates import odd_certificates, signed_over
from .defects import near_missed_bytes, near_texts
from .labels import Label, by_rule, id_of, of_field, placed, words_of
from .registrations import MISMATCHES, credential_id_cases, encoding_cases
from .rsa_key import LONG_KEY, RSA_KEY, SHORT_KEY, sign_rs256
from .tokens import NOW

_ANY_POLICY = x509.ObjectIdentifier("2.5.29.32.0")


def _verification(maker: AttestationMaker, material: KeyMaterial) -> Iterator[VerificationCase]:
    label: str | Label
    cases = Cases(
        VerificationCase,
        credential="",
        fmt="none",
        trust="none",
        **maker.context,
        now=to_milliseconds(NOW),
        anchored=False,
        cose_public_key=maker.passkey.public_key.hex(),
        aaguid=bytes(16).hex(),
        user_verified=True,
    )
    good, bad = cases.good, cases.bad
    leaf, root = maker.leaf, maker.root
    yield good("no-statement", "Valid", maker.json(), "none", "none")
    unknown = maker.json(response={"transports": ["smart-card"]})
    yield good("a-transport-that-the-service-has-no-name-for", "ClientVariant", unknown, "none", "none")
    numbers = maker.json(response={"transports": [5]})
    yield bad("transports-that-are-an-array-of-numbers", "malformed", "WrongType", numbers)
    label = Label("the-user-verified-as-required", "the user verified, as required")
    yield good(label, "Valid", maker.json(), "none", "none", require_user_verification=True)
    label = "the-user-present-alone"
    yield good(label, "Valid", maker.json(data=maker.data(flags=0x41)), "none", "none", user_verified=False)
    for name, passkey in maker.passkeys.items():
        data = maker.data(key=passkey.public_key)
        alg = cbor2.loads(passkey.public_key)[3]
        statement = {"alg": alg, "sig": passkey.sign(maker.signed(data))}
        credential = maker.json(fmt="packed", statement=statement, data=data)
        key = passkey.public_key.hex()
        yield good(
            Label(f"self-attestation-{name}", f"self attestation, {name}"),
            "Valid",
            credential,
            "packed",
            "self",
            cose_public_key=key,
        )
    yield good("a-certificate", "Valid", maker.packed(leaf), "packed", "certified")
    for label, chain, anchors, anchored in (
        ("a-certificate-that-an-anchor-issued", [leaf], [root], True),
        ("a-certificate-that-is-an-anchor", [leaf], [leaf], True),
        ("a-chain-that-ends-in-an-anchor", [leaf, root], [root], True),
        ("a-chain-without-anchors", [leaf, root], [], False),
    ):
        trusted: dict[str, Any] = {
            "trust_anchors": [anchor.hex() for anchor in anchors],
            "anchored": anchored,
        }
        yield good(label, "Valid", maker.packed(*chain), "packed", "certified", **trusted)
    by_eddsa = maker.certificate(public_key=maker.eddsa_leaf_key.public_key())
    credential = maker.packed(by_eddsa, alg=-8, sig=maker.eddsa_leaf_key.sign(maker.signed()))
    yield good("a-certificate-with-an-Ed25519-key", "Valid", credential, "packed", "certified")
    by_rsa = maker.certificate(public_key=RSA_KEY.public_key())
    credential = maker.packed(by_rsa, alg=-257, sig=sign_rs256(maker.signed()))
    yield good("a-certificate-with-an-RSA-key", "Valid", credential, "packed", "certified")
    yield from _anchors(maker, cases)
    aaguid = bytes(range(16))
    data = maker.data(aaguid=aaguid)
    certificate = maker.certificate(aaguid=aaguid)
    credential = maker.packed(certificate, data=data)
    yield good("a-certificate-for-its-model", "Valid", credential, "packed", "certified", aaguid=aaguid.hex())
    for fmt in ("android-safetynet", "compound", "something new"):
        credential = maker.json(fmt=fmt, statement={"sig": b"x", "x5c": [b"y"]})
        yield bad(
            Label(f"a-statement-of-format-{id_of(fmt)}", f"a statement of format {fmt}"),
            "unsupported",
            "SchemeConfusion",
            credential,
        )
    # The registration.
    for name, value in (
        ("expected_challenge", encode_base64url(b"another")),
        ("expected_origin", "https://example.org"),
        ("expected_rp_id", "example.org"),
    ):
        yield bad(
            of_field(name, "is-another"),
            MISMATCHES[name],
            "WrongContext",
            maker.packed(leaf),
            **{name: value},
        )
    yield bad("the-user-absent", "bad-signature", "UserPresence", maker.json(data=maker.data(flags=0x44)))
    absent = maker.json(data=maker.data(flags=0x44))
    allowed: dict[str, Any] = {"allow_user_absent": True}
    yield good(
        Label("the-user-absent-as-allowed", "the user absent, as allowed"),
        "UserPresence",
        absent,
        "none",
        "none",
        **allowed,
    )
    label = Label(
        "the-user-absent-and-not-verified-as-allowed", "the user absent and not verified, as allowed"
    )
    neither = maker.json(data=maker.data(flags=0x40))
    yield good(label, "UserPresence", neither, "none", "none", user_verified=False, **allowed)
    label = Label(
        "the-user-absent-as-allowed-and-not-verified-but-required",
        "the user absent, as allowed, and not verified, but required",
    )
    required = {"require_user_verification": True, **allowed}
    yield bad(label, "bad-signature", "UserPresence", neither, **required)
    label = Label("the-user-not-verified-but-required", "the user not verified, but required")
    credential = maker.json(data=maker.data(flags=0x41))
    yield bad(label, "bad-signature", "UserPresence", credential, require_user_verification=True)
    # The statement.
    none = maker.json(statement={"sig": b"x"})
    yield bad("a-statement-of-format-none-that-is-not-empty", "malformed", "WrongType", none)
    for label, changes in (
        (Label("alg-left-out", "alg left out", idea="FIELD left out"), {"alg": None}),
        ("alg-that-is-text", {"alg": "ES256"}),
        ("alg-that-is-true", {"alg": True}),
        (Label("sig-left-out", "sig left out", idea="FIELD left out"), {"sig": None}),
        ("sig-that-is-text", {"sig": "x"}),
    ):
        yield bad(
            placed("a-packed-statement", label), "malformed", "WrongType", maker.packed(leaf, **changes)
        )
    statement = {"alg": -7, "sig": maker.passkey.sign(maker.signed() + b"x")}
    credential = maker.json(fmt="packed", statement=statement)
    yield bad("self-attestation-over-something-else", "bad-signature", "AlteredMessage", credential)
    statement = {"alg": -8, "sig": maker.passkey.sign(maker.signed())}
    credential = maker.json(fmt="packed", statement=statement)
    yield bad("self-attestation-with-another-algorithm", "bad-signature", "SchemeConfusion", credential)
    ecdaa = maker.packed(x5c=None, sig=maker.passkey.sign(maker.signed()), ecdaaKeyId=b"x")
    yield bad("ECDAA-beside-a-self-attestation", "unsupported", "SchemeConfusion", ecdaa)
    ecdaa = maker.packed(leaf, ecdaaKeyId=b"x")
    yield good("a-certificate-and-ecdaaKeyId", "ClientVariant", ecdaa, "packed", "certified")
    algorithm = ec.ECDSA(SHA256(), deterministic_signing=True)
    other_signature = maker.leaf_key.sign(maker.signed() + b"x", algorithm)
    label = Label(
        "a-certificate-s-signature-over-something-else", "a certificate's signature over something else"
    )
    yield bad(label, "bad-signature", "AlteredMessage", maker.packed(leaf, sig=other_signature))
    by_passkey = maker.passkey.sign(maker.signed())
    label = Label(
        "the-credential-s-signature-beside-a-certificate", "the credential's signature beside a certificate"
    )
    yield bad(label, "bad-signature", "WrongKey", maker.packed(leaf, sig=by_passkey))
    yield bad("a-signature-that-is-no-DER", "malformed", "RawSignature", maker.packed(leaf, sig=b"x"))
    for alg in (-8, -257, -35):
        credential = maker.packed(leaf, alg=alg)
        yield bad(
            Label(
                f"a-certificate-s-key-with-algorithm-{id_of(alg)}",
                f"a certificate's key with algorithm {alg}",
            ),
            "unsupported",
            "SchemeConfusion",
            credential,
        )
    other_signature = maker.eddsa_leaf_key.sign(maker.signed() + b"x")
    credential = maker.packed(by_eddsa, alg=-8, sig=other_signature)
    yield bad("an-Ed25519-signature-over-something-else", "bad-signature", "AlteredMessage", credential)
    credential = maker.packed(by_rsa, alg=-257, sig=sign_rs256(maker.signed() + b"x"))
    yield bad("an-RSA-signature-over-something-else", "bad-signature", "AlteredMessage", credential)
    neutral = ed25519.Ed25519PublicKey.from_public_bytes(b"\1" + bytes(31))
    credential = maker.packed(maker.certificate(public_key=neutral), alg=-8, sig=b"\1" + bytes(63))
    yield bad("a-certificate-whose-key-is-the-neutral-point", "malformed", "InvalidPoint", credential)
    yield from _certificates(maker, cases)
    yield from _unanchored(maker, cases)
    yield from _keys_and_names(maker, cases)
    yield from _validity(maker, cases)
    yield from _near_certificates(maker, cases)
    yield from attestation_format_cases(maker, material, cases.usual)
    yield from _paths(maker, cases)


def _paths(maker: AttestationMaker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield what RFC 5280 leaves to the verifier: known extensions, names that are equal, and algorithms."""
    label: str | Label
    anchors = {"trust_anchors": [maker.root.hex()]}
    unsigned = maker.packed(maker.certificate(key_cert_sign=False, digital_signature=False))
    label = "a-key-usage-without-any-signature"
    yield cases.good(label, "CertificateChain", unsigned, "packed", "certified")
    label = placed("anchored", label)
    yield cases.good(label, "CertificateChain", unsigned, "packed", "certified", anchored=True, **anchors)
    usage = x509.ExtendedKeyUsage([x509.ObjectIdentifier("1.2.3.6")]).public_bytes()
    names = x509.NameConstraints([x509.DNSName("example.com")], None).public_bytes()
    policies = x509.CertificatePolicies([x509.PolicyInformation(_ANY_POLICY, None)]).public_bytes()
    name = distinguished_name("Intermediate", "Authority")
    leaf = maker.certificate(issuer=name, issuer_key=maker.middle_key)
    for extension, oid, value, known in (
        ("an-extended-key-usage-of-an-unknown-purpose", "2.5.29.37", usage, True),
        ("name-constraints", "2.5.29.30", names, False),
        ("certificate-policies", "2.5.29.32", policies, False),
    ):
        critical = [(oid, value, True)]
        middle = maker.certificate(name, maker.middle_key, ca=True, extensions=critical)
        for place, credential in (
            ("critical-in-the-first-certificate", maker.packed(maker.certificate(extensions=critical))),
            ("critical-in-an-issuer", maker.packed(leaf, middle)),
        ):
            label = placed(extension, place)
            yield cases.good(label, "CertificateChain", credential, "packed", "certified")
            label = placed(extension, f"{place}-beside-an-anchor")
            if known:
                anchored: dict[str, Any] = {"anchored": True, **anchors}
                yield cases.good(label, "CertificateChain", credential, "packed", "certified", **anchored)
            else:
                yield cases.bad(label, "untrusted-signer", "CertificateChain", credential, **anchors)
    shouted = maker.certificate(distinguished_name("INTERMEDIATE", "Authority"), maker.middle_key, ca=True)
    label = "a-chain-with-an-issuer-whose-name-is-in-another-case"
    yield cases.bad(label, "bad-signature", "CertificateChain", maker.packed(leaf, shouted))
    anchors = {"trust_anchors": [shouted.hex()]}
    label = placed("not-anchored", "an-anchor-whose-name-is-in-another-case")
    yield cases.bad(label, "untrusted-signer", "CertificateChain", maker.packed(leaf), **anchors)
    middle = maker.certificate(name, maker.middle_key, ca=True)
    for hash_name, oid, algorithm in (
        ("SHA-1", "2a8648ce3d0401", SHA1()),  # noqa: S303 - to be refused
        ("SHA-224", "2a8648ce3d040301", SHA224()),
        ("SHA-512", "2a8648ce3d040304", SHA512()),
    ):
        signed = signed_over(leaf, maker.middle_key, oid, algorithm)
        label = Label(
            f"a-certificate-signed-over-{id_of(hash_name)}", f"a certificate signed over {hash_name}"
        )
        above = Label(f"{label.id}-by-an-anchor", f"{label.comment}, by an anchor")
        whole = maker.packed(signed, middle)
        anchors = {"trust_anchors": [middle.hex()]}
        alone = maker.packed(signed)
        if hash_name == "SHA-512":
            yield cases.good(label, "CertificateChain", whole, "packed", "certified")
            yield cases.good(
                above, "CertificateChain", alone, "packed", "certified", anchored=True, **anchors
            )
        else:
            yield cases.bad(label, "bad-signature", "CertificateChain", whole)
            yield cases.bad(above, "untrusted-signer", "CertificateChain", alone, **anchors)


def _near_certificates(maker: AttestationMaker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield certificates that miss a requirement narrowly, and chains of the maximum length."""
    label: str | Label
    good, bad = cases.good, cases.bad
    unit = "Authenticator Attestation"
    for difference, other in near_texts(unit):
        certificate = maker.certificate(distinguished_name("Authenticator", other))
        label = placed(Label("a-certificate-s-unit", "a certificate's unit"), difference)
        yield bad(label, "bad-signature", "CertificateChain", maker.packed(certificate))
    certificate = maker.certificate(aaguid=b"\1" + bytes(15))
    label = "a-certificate-for-a-model-whose-first-byte-is-another"
    yield bad(label, "bad-signature", "CertificateChain", maker.packed(certificate))
    statement = {"alg": -6, "sig": maker.passkey.sign(maker.signed())}
    credential = maker.json(fmt="packed", statement=statement)
    label = "self-attestation-with-an-algorithm-next-to-its-own"
    yield bad(label, "bad-signature", "SchemeConfusion", credential)
    for label, fmt in near_texts("packed"):
        if fmt != "PACKED":
            credential = maker.json(fmt=fmt, statement={"alg": -7, "sig": maker.passkey.sign(maker.signed())})
            yield bad(
                Label(f"the-format-packed-{label}", f"the format packed, {words_of(label)}"),
                "unsupported",
                "SchemeConfusion",
                credential,
            )

    def chain(length: int) -> list[bytes]:
        """Make certificates from the authenticator's to the root's."""
        names = [distinguished_name(f"Authority {number}", "Authority") for number in range(length - 2)]
        issuers = [*names, maker.root_name]
        keys = [*[maker.middle_key] * len(names), maker.root_key]
        between = [
            maker.certificate(name, maker.middle_key, ca=True, issuer=issuer, issuer_key=key)
            for name, issuer, key in zip(names, issuers[1:], keys[1:], strict=True)
        ]
        return [maker.certificate(issuer=issuers[0], issuer_key=keys[0]), *between, maker.root]

    outputs: dict[str, Any] = {"trust_anchors": [maker.root.hex()], "anchored": True}
    six = maker.packed(*chain(6))
    yield good("a-chain-of-six-certificates", "CertificateChain", six, "packed", "certified", **outputs)
    seven = maker.packed(*chain(7))
    anchors = outputs["trust_anchors"]
    yield bad("a-chain-of-seven-certificates", "malformed", "CertificateChain", seven, trust_anchors=anchors)


def _anchors(maker: AttestationMaker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield linked chains, with and without a trust anchor (RFC 5280, section 6)."""
    good, bad = cases.good, cases.bad
    name = distinguished_name("Intermediate", "Authority")
    leaf = maker.certificate(issuer=name, issuer_key=maker.middle_key)

    def root(key: ec.EllipticCurvePrivateKey = maker.root_key, **how: Any) -> bytes:
        return maker.certificate(maker.root_name, key, **{"ca": True, **how})

    def middle(**how: Any) -> bytes:
        return maker.certificate(name, maker.middle_key, ca=True, **how)

    direct, through = [maker.leaf], [leaf, middle()]
    critical, unable = middle(unknown_critical=True), middle(key_cert_sign=False)
    for description, chain, anchor, anchored in (
        ("an-intermediate-authority", through, root(), True),
        ("an-intermediate-authority-that-is-an-anchor", [leaf], middle(), True),
        ("an-anchor-that-allows-one-intermediate", through, root(path_length=1), True),
        ("an-authority-that-may-issue", [leaf, middle(key_cert_sign=True)], root(), True),
        ("a-key-usage-without-signatures", [maker.certificate(key_cert_sign=False)], root(), True),
        ("an-anchor-that-allows-no-intermediate", through, root(path_length=0), False),
        ("an-authority-that-may-not-issue", [leaf, unable], root(), False),
        ("an-anchor-that-may-not-issue", through, root(key_cert_sign=False), False),
        ("an-authority-with-an-unknown-critical-extension", [leaf, critical], root(), False),
        ("an-unknown-critical-extension", [maker.certificate(unknown_critical=True)], root(), False),
        ("an-anchor-past-its-time", through, root(years=(2010, 2020)), False),
        ("an-anchor-that-is-no-authority", direct, root(ca=False), False),
        ("an-anchor-that-does-not-say-whether-it-is-an-authority", direct, root(ca=None), False),
        ("an-anchor-with-another-key", direct, root(maker.middle_key), False),
    ):
        anchors, credential = [anchor.hex()], maker.packed(*chain)
        if anchored:
            outputs: dict[str, Any] = {"trust_anchors": anchors, "anchored": True}
            yield good(placed(description, "anchored"), "Valid", credential, "packed", "certified", **outputs)
        else:
            label = placed(description, "not-anchored")
            yield bad(label, "untrusted-signer", "CertificateChain", credential, trust_anchors=anchors)


def _certificates(maker: AttestationMaker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield cases with defects of certificates and chains."""
    label: str | Label
    bad = cases.bad
    leaf, root = maker.leaf, maker.root
    for label, x5c in (
        ("an-empty-chain", []),
        ("a-chain-that-is-bytes", leaf),
        ("a-chain-that-is-a-number", 5),
        ("a-chain-of-seven", [leaf] * 7),
        ("a-certificate-that-is-empty", [b""]),
        ("a-certificate-that-is-text", ["x"]),
        ("a-certificate-cut", [leaf[:-1]]),
        ("a-byte-after-a-certificate", [leaf + b"\0"]),
    ):
        yield bad(label, "malformed", "CertificateChain", maker.packed(x5c=x5c))
    names = list(distinguished_name("Authenticator"))
    for label, certificate in (
        ("of-version-1", maker.of_version_1(leaf)),
        ("with-two-countries", maker.certificate(x509.Name([names[0], *names]))),
        ("with-two-organizations", maker.certificate(x509.Name([names[1], *names]))),
        ("with-two-units", maker.certificate(x509.Name([names[2], *names]))),
        ("with-two-common-names", maker.certificate(x509.Name([names[3], *names]))),
        ("without-a-country", maker.certificate(x509.Name(names[1:]))),
        ("without-an-organization", maker.certificate(x509.Name(names[:1] + names[2:]))),
        ("without-a-unit", maker.certificate(x509.Name(names[:2] + names[3:]))),
        ("without-a-common-name", maker.certificate(x509.Name(names[:3]))),
        ("of-another-unit", maker.certificate(distinguished_name("Authenticator", "Authenticator"))),
        ("that-is-an-authority", maker.certificate(ca=True)),
        ("that-does-not-say-whether-it-is-an-authority", maker.certificate(ca=None)),
        ("for-another-model", maker.certificate(aaguid=b"\1" * 16)),
        *(
            (f"for-a-model-whose-{which}-byte-is-another", maker.certificate(aaguid=model))
            for which, model in near_missed_bytes(bytes(16))
        ),
        ("whose-model-is-critical", maker.certificate(aaguid=bytes(16), aaguid_critical=True)),
    ):
        yield bad(f"a-certificate-{label}", "bad-signature", "CertificateChain", maker.packed(certificate))
    for label, certificate in odd_certificates(leaf, maker.root_key):
        yield bad(placed("a-certificate", label), "malformed", "CertificateForm", maker.packed(certificate))
    yield from _sizes_and_issuers(maker, cases)
    for label, years in (("past-its-time", (2010, 2020)), ("not-of-its-time-yet", (2035, 2040))):
        credential = maker.packed(maker.certificate(years=years))
        yield bad(f"a-certificate-{label}", "expired", "ExpiredToken", credential)
        old_root = maker.certificate(maker.root_name, maker.root_key, ca=True, years=years)
        yield bad(f"an-issuer-{label}", "expired", "ExpiredToken", maker.packed(leaf, old_root))
    middle_name = distinguished_name("Intermediate", "Authority")
    issued = maker.certificate(issuer=middle_name, issuer_key=maker.middle_key)
    for label, issuer in (
        ("an-issuer-that-is-no-authority", maker.certificate(middle_name, maker.middle_key, ca=False)),
        ("an-issuer-that-does-not-say", maker.certificate(middle_name, maker.middle_key, ca=None)),
        (
            "an-issuer-of-another-name",
            maker.certificate(distinguished_name("X", "Authority"), maker.middle_key, ca=True),
        ),
        ("an-issuer-with-another-key", maker.certificate(middle_name, maker.leaf_key, ca=True)),
    ):
        yield bad(f"a-chain-with-{label}", "bad-signature", "CertificateChain", maker.packed(issued, issuer))
    middle = maker.certificate(middle_name, maker.middle_key, ca=True)
    label = "a-chain-in-reverse-order"
    yield bad(label, "bad-signature", "CertificateChain", maker.packed(leaf, middle, root))
    path_length = ("2.5.29.19", bytes.fromhex("3003020100"), True)
    certificate = maker.certificate(ca=None, extensions=[path_length])
    label = "a-path-length-in-the-basic-constraints-of-no-authority"
    yield bad(label, "malformed", "CertificateForm", maker.packed(certificate))
    anchors = [b"x".hex()]
    label = "a-trust-anchor-that-is-no-certificate"
    yield bad(label, "malformed", "CertificateChain", maker.packed(leaf), trust_anchors=anchors)
    place = maker.root.index(bytes.fromhex("020102"))
    point = maker.root.index(bytes.fromhex("03420004")) + 4
    for label, position, byte in (
        ("a-trust-anchor-of-version-4", place + 2, 3),
        ("a-trust-anchor-whose-key-is-not-on-its-curve", point, maker.root[point] ^ 1),
    ):
        anchor = maker.root[:position] + bytes([byte]) + maker.root[position + 1 :]
        anchors = [maker.root.hex(), anchor.hex()]
        yield bad(label, "malformed", "CertificateForm", maker.packed(maker.leaf), trust_anchors=anchors)


def _sizes_and_issuers(maker: AttestationMaker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield certificates at the size limit, and issuers and anchors with other key types."""
    label: str | Label
    good, bad = cases.good, cases.bad

    def of_size(size: int) -> bytes:
        # The length of its signature varies.
        shorter = len(maker.certificate(padding=bytes(16_000)))
        paddings = (bytes(16_000 + size - shorter - 1) + bytes([last]) for last in range(256))
        candidates = (maker.certificate(padding=padding) for padding in paddings)
        return next(certificate for certificate in candidates if len(certificate) == size)

    credential = maker.packed(of_size(MAX_CERTIFICATE_BYTES))
    yield good(by_rule("a-certificate-of-16384-bytes"), "FieldLimit", credential, "packed", "certified")
    credential = maker.packed(of_size(MAX_CERTIFICATE_BYTES + 1))
    yield bad(by_rule("a-certificate-of-16385-bytes"), "malformed", "FieldLimit", credential)
    name = distinguished_name("Intermediate", "Authority")
    for curve in (ec.SECP384R1(), ec.SECP521R1()):
        key = ec.derive_private_key(7, curve)
        issued, issuer = maker.certificate(issuer=name, issuer_key=key), maker.certificate(name, key, ca=True)
        label = f"an-issuer-with-a-key-on-{curve.name}"
        yield good(label, "CertificateChain", maker.packed(issued, issuer), "packed", "certified")
        anchored: dict[str, Any] = {"anchored": True, "trust_anchors": [issuer.hex()]}
        label = f"an-anchor-with-a-key-on-{curve.name}"
        yield good(label, "CertificateChain", maker.packed(issued), "packed", "certified", **anchored)
    label = "an-anchor-in-the-midst-of-the-chain"
    middle = maker.certificate(name, maker.middle_key, ca=True)
    leaf = maker.certificate(issuer=name, issuer_key=maker.middle_key)
    anchored = {"anchored": True, "trust_anchors": [middle.hex()]}
    credential = maker.packed(leaf, middle, maker.root)
    yield good(label, "CertificateChain", credential, "packed", "certified", **anchored)
    unused = maker.certificate(name, maker.secp256k1_key, ca=True)
    anchors: dict[str, Any] = {"trust_anchors": [maker.root.hex(), unused.hex()]}
    label = Label(
        "an-anchor-with-a-key-on-secp256k1-which-no-path-needs",
        "an anchor with a key on secp256k1, which no path needs",
    )
    yield bad(label, "unsupported", "SchemeConfusion", maker.packed(maker.leaf), **anchors)
    for label, certificate in odd_certificates(maker.root, maker.root_key):
        if "algorithm" in id_of(label):
            credential = maker.packed(maker.leaf)
            anchors = {"trust_anchors": [certificate.hex()]}
            yield bad(placed("an-anchor", label), "malformed", "CertificateForm", credential, **anchors)


def _unanchored(maker: AttestationMaker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield statements without a trust anchor, both where it is optional and where it is required."""
    label: str | Label
    good, bad = cases.good, cases.bad
    anchors: dict[str, Any] = {"trust_anchors": [maker.root.hex()]}
    allowed = {**anchors, "allow_unanchored": True}
    own = {"alg": -7, "sig": maker.passkey.sign(maker.signed())}
    elsewhere = maker.certificate(issuer=distinguished_name("X", "Authority"), issuer_key=maker.middle_key)
    for label, credential, fmt, trust in (
        ("no-statement", maker.json(), "none", "none"),
        ("self-attestation", maker.json(fmt="packed", statement=own), "packed", "self"),
        ("a-certificate-of-another-issuer", maker.packed(elsewhere), "packed", "certified"),
    ):
        yield bad(
            Label(f"{label}-beside-a-trust-anchor", f"{words_of(label)}, beside a trust anchor"),
            "untrusted-signer",
            "CertificateChain",
            credential,
            **anchors,
        )
        yield good(
            Label(
                f"{label}-beside-a-trust-anchor-allowed", f"{words_of(label)}, beside a trust anchor, allowed"
            ),
            "Valid",
            credential,
            fmt,
            trust,
            **allowed,
        )
    reached = maker.packed(maker.leaf)
    label = Label(
        "a-certificate-that-an-anchor-issued-where-none-has-to",
        "a certificate that an anchor issued, where none has to",
    )
    yield good(label, "Valid", reached, "packed", "certified", anchored=True, **allowed)
    shouted = maker.json(fmt="PACKED", statement=own)
    yield bad("a-genuine-statement-of-format-PACKED", "unsupported", "SchemeConfusion", shouted)
    alone: dict[str, Any] = {"allow_unanchored": True}
    for beside, more in (("no-anchor", alone), ("a-trust-anchor", allowed)):
        label = Label(
            f"a-statement-of-format-PACKED-beside-{beside}-allowed",
            f"a statement of format PACKED, beside {words_of(beside)}, allowed",
        )
        yield good(label, "Valid", shouted, "PACKED", "unverified", **more)


def _keys_and_names(maker: AttestationMaker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield chains that verify, but have a forbidden key or name."""
    label: str | Label
    bad = cases.bad
    for size, key in (("1024", SHORT_KEY), ("8676", LONG_KEY)):
        weak = maker.certificate(public_key=key.public.public_key())
        credential = maker.packed(weak, alg=-257, sig=key.sign_rs256(maker.signed()))
        yield bad(f"a-certificate-with-an-RSA-key-of-{size}-bits", "malformed", "InvalidPoint", credential)
    on_p384 = maker.certificate(key=maker.p384_key)
    for scheme, alg, algorithm in (("ES256", -7, SHA256()), ("ES384", -35, SHA384())):
        signature = maker.p384_key.sign(maker.signed(), ec.ECDSA(algorithm, deterministic_signing=True))
        credential = maker.packed(on_p384, alg=alg, sig=signature)
        label = Label(
            f"a-certificate-with-a-key-on-P-384-which-signed-as-{scheme}",
            f"a certificate with a key on P-384, which signed as {scheme}",
        )
        yield bad(label, "unsupported", "SchemeConfusion", credential)
    name = distinguished_name("Intermediate", "Authority")
    issuer = maker.certificate(name, maker.secp256k1_key, ca=True)
    issued = maker.certificate(issuer=name, issuer_key=maker.secp256k1_key)
    label = "an-issuer-with-a-key-on-secp256k1"
    yield bad(label, "unsupported", "SchemeConfusion", maker.packed(issued, issuer))
    label = "the-root-twice"
    yield bad(label, "malformed", "CertificateChain", maker.packed(maker.leaf, maker.root, maker.root))
    names = list(distinguished_name("Authenticator"))
    for label, code in (("three-letters", "SWE"), ("a-letter-and-a-digit", "S1")):
        with warnings.catch_warnings():
            # The package cryptography warns about the length.
            warnings.simplefilter("ignore")
            country = x509.NameAttribute(NameOID.COUNTRY_NAME, code, _validate=False)
            credential = maker.packed(maker.certificate(x509.Name([country, *names[1:]])))
        yield bad(f"a-certificate-whose-country-is-{label}", "malformed", "CertificateChain", credential)


def _validity(maker: AttestationMaker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield the times at which a certificate's validity begins and ends, and those next to them."""
    good, bad = cases.good, cases.bad
    credential = maker.packed(maker.leaf)
    for which, year, outside in (("first", YEARS[0], -1), ("last", YEARS[1], 1)):
        limit = to_milliseconds(start_of_year(year))
        label = f"the-{which}-second-of-a-certificate"
        yield good(label, "Valid", credential, "packed", "certified", now=limit)
        label = f"a-second-{'before-the-first' if outside < 0 else 'after-the-last'}-of-a-certificate"
        yield bad(label, "expired", "ExpiredToken", credential, now=limit + outside * 1000)


def webauthn_attestation(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of registrations and their attestation statements."""
    maker = AttestationMaker(material)
    yield from encoding_cases(maker)
    yield from _verification(maker, material)
    yield from credential_id_cases(maker)

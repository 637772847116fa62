"""Vectors of WebAuthn attestations: encoding for signup, and verification (wire-formats.md, section 6)."""

import hashlib
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Annotated, Any, Literal

import cbor2
import msgspec
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax.testing.key_material import KeyMaterial
from sealwax.webauthn.attestation import verify_attestation
from sealwax.webauthn.registration import (
    TRANSPORTS,
    CredentialIdEncoding,
    decode_credential_id,
    encode_attestation,
    encode_credential_id,
)

from .format import Case, Construct, Group, Hex, Now, Outputs, invalid, valid
from .mangling import NOT_TEXT, base64url_defects, compact, json_defects
from .rsa_key import RSA_KEY, sign_rs256
from .tokens import NOW, instant, milliseconds
from .webauthn_stamps import ORIGIN, RP_ID, Passkey

CHALLENGE = b"a challenge of the application"

Credential = Annotated[
    str, Meta(description="What the browser returned: JSON text of PublicKeyCredential.toJSON().")
]
ExpectedChallenge = Annotated[str, Meta(description="The challenge expected, base64url.")]
ExpectedOrigin = Annotated[str, Meta(description="The origin that the reader expects.")]
MISMATCHES = {
    "expected_challenge": "wrong-challenge",
    "expected_origin": "wrong-origin",
    "expected_rp_id": "wrong-origin",
}
ExpectedRpId = Annotated[str, Meta(description="The relying party that the reader expects.")]


class EncodingCase(Case, kw_only=True):
    """A new credential, and what is expected of it."""

    credential: Credential
    expected_challenge: ExpectedChallenge
    expected_origin: ExpectedOrigin
    expected_rp_id: ExpectedRpId
    attestation: Annotated[
        dict[str, Any] | UnsetType,
        Meta(description="Output: the attestation, its credentialId as the specification has it."),
    ] = UNSET
    raw_credential_id: Annotated[
        str | UnsetType, Meta(description="Output: credentialId as deployed browser SDKs send it.")
    ] = UNSET


class Encode(Group[EncodingCase], tag="AttestationEncoding"):
    """Encode a new credential for signup. The attestation statement is not verified."""

    def run(self, case: EncodingCase) -> Outputs:
        """Put a case through this library."""
        cbor, raw = (
            encode_attestation(
                case.credential,
                credential_id_encoding=encoding,
                expected_challenge=decode_base64url(case.expected_challenge, "the challenge"),
                expected_origin=case.expected_origin,
                expected_rp_id=case.expected_rp_id,
            )
            for encoding in (CredentialIdEncoding.CBOR, CredentialIdEncoding.RAW)
        )
        return {"attestation": cbor.to_dict(), "raw_credential_id": raw.credential_id}


class VerificationCase(Case, kw_only=True):
    """A new credential and its attestation statement."""

    credential: Credential
    expected_challenge: ExpectedChallenge
    expected_origin: ExpectedOrigin
    expected_rp_id: ExpectedRpId
    require_user_verification: Annotated[
        bool, Meta(description="Whether the authenticator must have verified the user.")
    ] = False
    trust_anchors: Annotated[list[Hex], Meta(description="Certificates that are trusted, DER.")] = (
        msgspec.field(default_factory=list)
    )
    now: Now
    fmt: Annotated[str | UnsetType, Meta(description="Output: the format of the statement.")] = UNSET
    trust: Annotated[str | UnsetType, Meta(description="Output: none, self, certified or unverified.")] = (
        UNSET
    )
    anchored: Annotated[
        bool | UnsetType, Meta(description="Output: whether the chain ends in a trust anchor.")
    ] = UNSET
    cose_public_key: Annotated[Hex, Meta(description="Output: the public key, a COSE key.")] | UnsetType = (
        UNSET
    )
    aaguid: Annotated[Hex, Meta(description="Output: the model, 16 bytes.")] | UnsetType = UNSET
    user_verified: Annotated[
        bool | UnsetType, Meta(description="Output: whether the authenticator verified the user.")
    ] = UNSET


class Verification(Group[VerificationCase], tag="AttestationVerification"):
    """Verify a new credential and its attestation statement."""

    def run(self, case: VerificationCase) -> Outputs:
        """Put a case through this library."""
        verified = verify_attestation(
            case.credential,
            expected_challenge=decode_base64url(case.expected_challenge, "the challenge"),
            expected_origin=case.expected_origin,
            expected_rp_id=case.expected_rp_id,
            require_user_verification=case.require_user_verification,
            trust_anchors=[bytes.fromhex(anchor) for anchor in case.trust_anchors],
            now=instant(case.now),
        )
        return {
            "fmt": verified.fmt,
            "trust": verified.trust.value,
            "anchored": verified.anchored,
            "cose_public_key": verified.public_key.hex(),
            "aaguid": verified.aaguid.hex(),
            "user_verified": verified.user_verified,
        }


class CredentialIdCase(Case, kw_only=True):
    """A credential id as text."""

    encoding: Annotated[Literal["cbor", "raw"], Meta(description="cbor, as the specification says, or raw.")]
    credential_id: Annotated[str, Meta(description="The id as the service's API has it: base64url.")]
    raw_id: Annotated[Hex, Meta(description="Output: the raw id.")] | UnsetType = UNSET


class CredentialId(Group[CredentialIdCase], tag="CredentialIdDecoding"):
    """Decode a credential id."""

    def run(self, case: CredentialIdCase) -> Outputs:
        """Put a case through this library."""
        encoding = CredentialIdEncoding(case.encoding)
        return {"raw_id": decode_credential_id(case.credential_id, encoding).hex()}


class _Maker:
    """Makes registrations whose every byte can be chosen."""

    def __init__(self, material: KeyMaterial) -> None:
        self.passkeys = {name: Passkey(name, material) for name in ("ES256", "EdDSA", "RS256")}
        self.passkey = self.passkeys["ES256"]
        self.root_key = material.take_key("root").to_cryptography()
        self.middle_key = material.take_key("intermediate").to_cryptography()
        self.leaf_key = material.take_key("authenticator").to_cryptography()
        self.eddsa_leaf_key = ed25519.Ed25519PrivateKey.from_private_bytes(material.take("authenticator"))
        self.root_name = _name("Root", "Authority")
        self.root = self.certificate(self.root_name, self.root_key, ca=True)
        self.leaf = self.certificate()
        self.context: dict[str, Any] = {
            "expected_challenge": encode_base64url(CHALLENGE),
            "expected_origin": ORIGIN,
            "expected_rp_id": RP_ID,
        }

    def certificate(
        self,
        subject: x509.Name | None = None,
        key: ec.EllipticCurvePrivateKey | None = None,
        *,
        public_key: ed25519.Ed25519PublicKey | rsa.RSAPublicKey | None = None,
        issuer: x509.Name | None = None,
        issuer_key: ec.EllipticCurvePrivateKey | None = None,
        ca: bool | None = False,
        aaguid: bytes | None = None,
        critical: bool = False,
        path_length: int | None = None,
        key_cert_sign: bool | None = None,
        unknown: bool = False,
        years: tuple[int, int] = (2020, 2040),
    ) -> bytes:
        """Issue a certificate; by the root to the authenticator, unless something else is asked for."""
        builder = (
            x509.CertificateBuilder()
            .subject_name(_name("Authenticator") if subject is None else subject)
            .issuer_name(self.root_name if issuer is None else issuer)
            .public_key(public_key or (self.leaf_key if key is None else key).public_key())
            .serial_number(1)
            .not_valid_before(datetime(years[0], 1, 1, tzinfo=timezone.utc))
            .not_valid_after(datetime(years[1], 1, 1, tzinfo=timezone.utc))
        )
        if ca is not None:
            builder = builder.add_extension(
                x509.BasicConstraints(ca=ca, path_length=path_length), critical=True
            )
        if key_cert_sign is not None:
            usage = x509.KeyUsage(
                digital_signature=True,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                key_cert_sign=key_cert_sign,
                crl_sign=False,
                encipher_only=False,
                decipher_only=False,
            )
            builder = builder.add_extension(usage, critical=True)
        if unknown:
            extension = x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.4"), b"\5\0")
            builder = builder.add_extension(extension, critical=True)
        if aaguid is not None:
            oid = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")
            builder = builder.add_extension(
                x509.UnrecognizedExtension(oid, b"\x04\x10" + aaguid), critical=critical
            )
        signer = self.root_key if issuer_key is None else issuer_key
        return builder.sign(signer, SHA256(), ecdsa_deterministic=True).public_bytes(Encoding.DER)

    def certificate_of_version_1(self) -> bytes:
        """Issue a certificate that says nothing of its version, and yet has extensions."""
        tbs = x509.load_der_x509_certificate(self.leaf).tbs_certificate_bytes
        # A sequence with two bytes of length, and then the version: [0] { INTEGER 2 }.
        tbs = _sequence(tbs[4:].removeprefix(bytes.fromhex("a003020102")))
        signature = self.root_key.sign(tbs, ec.ECDSA(SHA256(), deterministic_signing=True))
        ecdsa_with_sha256 = bytes.fromhex("300a06082a8648ce3d040302")
        bit_string = b"\3" + bytes([len(signature) + 1]) + b"\0" + signature
        return _sequence(tbs + ecdsa_with_sha256 + bit_string)

    def client_data(self, **changes: Any) -> bytes:
        return self.passkey.client_data(CHALLENGE, **{"type": "webauthn.create", **changes})

    def data(
        self,
        *,
        flags: int = 0x45,
        credential_id: bytes | None = None,
        key: bytes | None = None,
        aaguid: bytes = bytes(16),
        id_length: int | None = None,
        rp_id: str = RP_ID,
        rest: bytes = b"",
    ) -> bytes:
        """Make authenticator data, with something different."""
        raw_id = self.passkey.credential_id if credential_id is None else credential_id
        length = len(raw_id) if id_length is None else id_length
        key = self.passkey.public_key if key is None else key
        credential = aaguid + length.to_bytes(2, "big") + raw_id + key
        return self.passkey.data(flags=flags, count=0, rp_id=rp_id, rest=credential + rest)

    def json(
        self,
        *,
        client_data: bytes | None = None,
        data: bytes | None = None,
        fmt: object = "none",
        statement: object = None,
        attestation_object: bytes | None = None,
        **changes: Any,
    ) -> str:
        """Make what a browser returns, with something different."""
        return compact(
            self.credential(
                client_data=client_data,
                data=data,
                fmt=fmt,
                statement=statement,
                attestation_object=attestation_object,
                **changes,
            )
        )

    def credential(
        self,
        *,
        client_data: bytes | None = None,
        data: bytes | None = None,
        fmt: object = "none",
        statement: object = None,
        attestation_object: bytes | None = None,
        response: dict[str, Any] | None = None,
        **changes: Any,
    ) -> dict[str, Any]:
        if attestation_object is None:
            attestation_object = cbor2.dumps(
                {
                    "fmt": fmt,
                    "attStmt": {} if statement is None else statement,
                    "authData": self.data() if data is None else data,
                }
            )
        raw_id = encode_base64url(self.passkey.credential_id)
        return {
            "id": raw_id,
            "rawId": raw_id,
            "response": {
                "clientDataJSON": encode_base64url(
                    self.client_data() if client_data is None else client_data
                ),
                "attestationObject": encode_base64url(attestation_object),
                "transports": ["internal", "hybrid"],
                **(response or {}),
            },
            "type": "public-key",
            "clientExtensionResults": {},
            **changes,
        }

    def signed(self, data: bytes | None = None) -> bytes:
        """What an attestation statement signs."""
        return (self.data() if data is None else data) + hashlib.sha256(self.client_data()).digest()

    def packed(self, *chain: bytes, data: bytes | None = None, **changes: Any) -> str:
        """A registration with a packed statement by a certificate, with something different."""
        algorithm = ec.ECDSA(SHA256(), deterministic_signing=True)
        statement = {"alg": -7, "sig": self.leaf_key.sign(self.signed(data), algorithm), "x5c": list(chain)}
        statement = {name: value for name, value in {**statement, **changes}.items() if value is not None}
        return self.json(fmt="packed", statement=statement, data=data)


def _sequence(content: bytes) -> bytes:
    """A DER sequence of 256 to 65535 bytes."""
    return b"\x30\x82" + len(content).to_bytes(2, "big") + content


def _name(common_name: str, unit: str = "Authenticator Attestation") -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, "SE"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Maker"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, unit),
            x509.NameAttribute(NameOID.COMMON_NAME, common_name),
        ]
    )


def _encoding(maker: _Maker) -> Iterator[EncodingCase]:
    def good(comment: str, flag: str, credential: dict[str, Any]) -> EncodingCase:
        response = credential["response"]
        raw_id = decode_base64url(credential["rawId"], "raw id")
        return valid(
            EncodingCase,
            comment,
            flag,
            credential=compact(credential),
            **maker.context,
            attestation={
                "credentialId": encode_credential_id(raw_id, CredentialIdEncoding.CBOR),
                "clientDataJson": response["clientDataJSON"].rstrip("="),
                "attestationObject": response["attestationObject"].rstrip("="),
                "transports": [TRANSPORTS[name] for name in response.get("transports", ())],
            },
            raw_credential_id=encode_base64url(raw_id),
        )

    def bad(comment: str, error: Any, flag: str, credential: str, **changes: str) -> EncodingCase:
        inputs = {**maker.context, **changes}
        return invalid(EncodingCase, comment, error, flag, credential=credential, **inputs)

    whole = maker.credential()
    yield good("as a browser returns it", "Valid", whole)
    for name, passkey in maker.passkeys.items():
        if passkey is maker.passkey:
            continue
        data = maker.data(key=passkey.public_key)
        yield good(f"an {name} key", "Valid", maker.credential(data=data))
    for comment, fmt, statement in (
        ("a packed statement, carried untouched", "packed", {"alg": -7, "sig": b"x"}),
        ("a statement of a format that is not known, carried untouched", "new", {"x": [1, 2]}),
    ):
        yield good(comment, "Valid", maker.credential(fmt=fmt, statement=statement))
    for name in ("id", "type"):
        credential = {other: value for other, value in whole.items() if other != name}
        yield good(f"no {name}", "ClientVariant", credential)
    yield good("fields that are not known", "ClientVariant", maker.credential(extra={"a": [1]}))
    for comment, transports in (("every transport", list(TRANSPORTS)), ("no transport", [])):
        yield good(comment, "Valid", maker.credential(response={"transports": transports}))
    without = maker.credential()
    del without["response"]["transports"]
    yield good("transports left out", "ClientVariant", without)
    padded = maker.credential()
    for name in ("clientDataJSON", "attestationObject"):
        padded["response"][name] += "=" * (-len(padded["response"][name]) % 4)
    yield good("base64url with padding", "ClientVariant", padded)
    for comment, data in (
        ("the user present alone", maker.data(flags=0x41)),
        ("extensions", maker.data(flags=0xC5, rest=cbor2.dumps({"credProtect": 2}))),
        ("a credential that is backed up", maker.data(flags=0x5D)),
        ("an AAGUID", maker.data(aaguid=bytes(range(16)))),
    ):
        yield good(comment, "ClientVariant", maker.credential(data=data))
    reordered = cbor2.dumps({"authData": maker.data(), "attStmt": {}, "fmt": "none", "epAtt": False})
    yield good(
        "the attestation object in another order, and a field that is not known",
        "ClientVariant",
        maker.credential(attestation_object=reordered),
    )
    # What the caller expects.
    for comment, name, value in (
        ("another challenge", "expected_challenge", encode_base64url(b"another")),
        ("an empty challenge", "expected_challenge", ""),
        ("another origin", "expected_origin", "https://example.org"),
        ("the origin with a slash", "expected_origin", ORIGIN + "/"),
        ("another relying party", "expected_rp_id", "example.org"),
        ("the relying party in upper case", "expected_rp_id", "EXAMPLE.COM"),
    ):
        yield bad(f"expected: {comment}", MISMATCHES[name], "WrongContext", compact(whole), **{name: value})
    for comment, error, flag, changes in (
        ("an assertion's client data", "bad-signature", "CeremonyConfusion", {"type": "webauthn.get"}),
        ("another origin", "wrong-origin", "WrongContext", {"origin": "https://example.org"}),
        (
            "another challenge",
            "wrong-challenge",
            "WrongContext",
            {"challenge": encode_base64url(b"another")},
        ),
    ):
        text = maker.json(client_data=maker.client_data(**changes))
        yield bad(f"in the client data: {comment}", error, flag, text)
    yield bad(
        "another relying party in the authenticator data",
        "wrong-origin",
        "WrongContext",
        maker.json(data=maker.data(rp_id="example.org")),
    )
    yield bad("the user absent", "bad-signature", "UserPresence", maker.json(data=maker.data(flags=0x44)))
    yield from _credential_defects(maker, bad)
    yield from _authenticator_data_defects(maker, bad)


def _credential_defects(maker: _Maker, bad: Any) -> Iterator[EncodingCase]:
    """The JSON of the browser."""
    whole = maker.credential()
    for comment, flag, text in (
        ("empty", "JsonStrictness", ""),
        ("an array", "JsonStrictness", f"[{compact(whole)}]"),
        ("cut", "JsonStrictness", compact(whole)[:-1]),
        ("type twice", "DuplicateKey", compact(whole)[:-1] + ',"type":"public-key"}'),
    ):
        yield bad(f"the credential: {comment}", "malformed", flag, text)
    for name in ("rawId", "response"):
        without = {other: value for other, value in whole.items() if other != name}
        yield bad(f"{name} left out", "malformed", "MissingField", compact(without))
        for what, value in NOT_TEXT.items():
            yield bad(f"{name} is {what}", "malformed", "WrongType", compact({**whole, name: value}))
    for name in ("clientDataJSON", "attestationObject"):
        response = {other: value for other, value in whole["response"].items() if other != name}
        yield bad(f"{name} left out", "malformed", "MissingField", compact({**whole, "response": response}))
        for what, value in NOT_TEXT.items():
            changed = maker.json(response={name: value})
            yield bad(f"{name} is {what}", "malformed", "WrongType", changed)
        for defect in base64url_defects(whole["response"][name]):
            changed = maker.json(response={name: defect.value})
            yield bad(f"{name}: {defect.comment}", "malformed", defect.flag, changed)
    yield bad("an id that is not the raw id", "malformed", "CredentialIdEncoding", maker.json(id="QUFB"))
    yield bad("an id that is a number", "malformed", "WrongType", maker.json(id=5))
    other = encode_base64url(b"another id")
    yield bad(
        "a raw id that is not the authenticator's",
        "malformed",
        "CredentialIdEncoding",
        maker.json(id=other, rawId=other),
    )
    cbor = encode_base64url(cbor2.dumps(maker.passkey.credential_id))
    yield bad(
        "a raw id that is CBOR-encoded", "malformed", "CredentialIdEncoding", maker.json(id=cbor, rawId=cbor)
    )
    yield bad("another type of credential", "malformed", "WrongType", maker.json(type="password"))
    for name in ("smart-card", "INTERNAL", "AUTHENTICATOR_TRANSPORT_USB", ""):
        changed = maker.json(response={"transports": [name]})
        yield bad(f"the transport {name or 'empty'}", "unsupported", "SchemeConfusion", changed)
    for comment, value in (("text", "usb"), ("a number", 5), ("an array of numbers", [5]), ("null", None)):
        changed = maker.json(response={"transports": value})
        yield bad(f"transports that are {comment}", "malformed", "WrongType", changed)
    fields = {"type": "webauthn.create", "challenge": encode_base64url(CHALLENGE), "origin": ORIGIN}
    for defect in json_defects(fields):
        changed = maker.json(client_data=defect.value.encode())
        yield bad(f"the client data: {defect.comment}", "malformed", defect.flag, changed)


def _authenticator_data_defects(maker: _Maker, bad: Any) -> Iterator[EncodingCase]:
    """The attestation object, and the authenticator data in it."""
    whole = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": maker.data()})
    fields = {"fmt": "none", "attStmt": {}, "authData": maker.data()}
    for comment, encoded in (
        ("empty", b""),
        ("cut", whole[:-1]),
        ("a byte after it", whole + b"\0"),
        ("an array", b"\x80"),
        ("of indefinite length", b"\xbf" + whole[1:] + b"\xff"),
        ("fmt twice", b"\xa4" + whole[1:] + b"\x63fmt\x64none"),
        ("a tag around it", b"\xd9\xd9\xf7" + whole),
        ("a number as key", b"\xa4" + whole[1:] + b"\x01\x02"),
        ("nested seventeen levels deep", b"\xa4" + whole[1:] + b"\x61x" + b"\x81" * 17 + b"\0"),
    ):
        credential = maker.json(attestation_object=encoded)
        yield bad(f"the attestation object: {comment}", "malformed", "CborStrictness", credential)
    for name, wrong in (("fmt", b"none"), ("attStmt", []), ("authData", "text")):
        without = {other: value for other, value in fields.items() if other != name}
        credential = maker.json(attestation_object=cbor2.dumps(without))
        yield bad(f"{name} left out", "malformed", "MissingField", credential)
        credential = maker.json(attestation_object=cbor2.dumps({**fields, name: wrong}))
        yield bad(f"{name} of another type", "malformed", "WrongType", credential)
    data = maker.data()
    for comment, other in (
        ("empty", b""),
        ("cut before the flags", data[:32]),
        ("cut in the AAGUID", data[:50]),
        ("cut in the credential id", data[:60]),
        ("cut before the key", data[:87]),
        ("cut in the key", data[:-1]),
        ("a byte after it", data + b"\0"),
        ("extensions that are not announced", data + b"\xa0"),
        ("extensions that are not there", maker.data(flags=0xC5)),
        ("extensions that are undefined", maker.data(flags=0xC5, rest=b"\xf7")),
        ("extensions with an undefined value", maker.data(flags=0xC5, rest=b"\xa1\x61a\xf7")),
        ("extensions with a simple value", maker.data(flags=0xC5, rest=b"\xa1\x61a\xf0")),
        ("extensions with an undefined item", maker.data(flags=0xC5, rest=b"\xa1\x61a\x81\xf7")),
        ("extensions with bytes as key", maker.data(flags=0xC5, rest=b"\xa1\x41a\x01")),
        ("extensions that are an array", maker.data(flags=0xC5, rest=b"\x80")),
        ("extensions with a key twice", maker.data(flags=0xC5, rest=b"\xa2\x61a\x01\x61a\x01")),
        ("no credential, as in an assertion", maker.passkey.data()),
        ("a credential that is not announced", maker.data(flags=0x05)),
        ("backed up but not eligible for it", maker.data(flags=0x55)),
        ("extensions with a tag", maker.data(flags=0xC5, rest=b"\xa1\x61a\xc1\x00")),
        ("a credential id that is longer than the rest", maker.data(id_length=65535)),
    ):
        flag = "CborStrictness" if "extensions" in comment else "WrongType"
        credential = maker.json(data=other)
        yield bad(f"the authenticator data: {comment}", "malformed", flag, credential)
    for comment, raw_id in (("empty", b""), ("of 1024 bytes", b"i" * 1024)):
        encoded_id = encode_base64url(raw_id)
        credential = maker.json(data=maker.data(credential_id=raw_id), id=encoded_id, rawId=encoded_id)
        yield bad(f"a credential id that is {comment}", "malformed", "WrongType", credential)
    key = cbor2.loads(maker.passkey.public_key)
    for comment, error, flag, encoded in (
        ("off its curve", "malformed", "InvalidPoint", cbor2.dumps({**key, -2: bytes(31) + b"\5"})),
        (
            "x a byte short and y a byte long",
            "malformed",
            "InvalidPoint",
            cbor2.dumps({**key, -2: key[-2][:-1], -3: key[-2][-1:] + key[-3]}),
        ),
        (
            "a label that is true",
            "malformed",
            "CborStrictness",
            maker.passkey.public_key.replace(b"\1", b"\xf5", 1),
        ),
        (
            "a label that is 1.0",
            "malformed",
            "CborStrictness",
            maker.passkey.public_key.replace(b"\1", b"\xf9\x3c\0", 1),
        ),
        ("no map", "malformed", "CborStrictness", b"\x80"),
        ("without an algorithm", "malformed", "MissingField", cbor2.dumps({1: 2})),
        (
            "a label twice",
            "malformed",
            "CborStrictness",
            b"\xa6" + maker.passkey.public_key[1:] + b"\x01\x02",
        ),
        ("for ES384", "unsupported", "SchemeConfusion", cbor2.dumps({**key, 3: -35})),
    ):
        credential = maker.json(data=maker.data(key=encoded))
        yield bad(f"the key: {comment}", error, flag, credential)


def _verification(maker: _Maker) -> Iterator[VerificationCase]:
    def good(comment: str, credential: str, fmt: str, trust: str, **more: Any) -> VerificationCase:
        outputs = {
            "fmt": fmt,
            "trust": trust,
            "anchored": False,
            "cose_public_key": maker.passkey.public_key.hex(),
            "aaguid": bytes(16).hex(),
            "user_verified": True,
        }
        inputs = {**maker.context, "now": milliseconds(NOW)}
        return valid(
            VerificationCase, comment, "Valid", credential=credential, **{**inputs, **outputs, **more}
        )

    def bad(
        comment: str, error: Any, credential: str, flag: str = "CertificateChain", **more: Any
    ) -> VerificationCase:
        inputs = {**maker.context, "now": milliseconds(NOW), **more}
        return invalid(VerificationCase, comment, error, flag, credential=credential, **inputs)

    leaf, root = maker.leaf, maker.root
    yield good("no statement", maker.json(), "none", "none")
    yield good("the user verified, as required", maker.json(), "none", "none", require_user_verification=True)
    yield good(
        "the user present alone",
        maker.json(data=maker.data(flags=0x41)),
        "none",
        "none",
        user_verified=False,
    )
    for name, passkey in maker.passkeys.items():
        data = maker.data(key=passkey.public_key)
        alg = cbor2.loads(passkey.public_key)[3]
        statement = {"alg": alg, "sig": passkey.sign(maker.signed(data))}
        credential = maker.json(fmt="packed", statement=statement, data=data)
        key = passkey.public_key.hex()
        yield good(f"self attestation, {name}", credential, "packed", "self", cose_public_key=key)
    yield good("a certificate", maker.packed(leaf), "packed", "certified")
    for comment, chain, anchors, anchored in (
        ("a certificate that an anchor issued", [leaf], [root], True),
        ("a certificate that is an anchor", [leaf], [leaf], True),
        ("a chain that ends in an anchor", [leaf, root], [root], True),
        ("a chain without anchors", [leaf, root], [], False),
    ):
        yield good(
            comment,
            maker.packed(*chain),
            "packed",
            "certified",
            trust_anchors=[anchor.hex() for anchor in anchors],
            anchored=anchored,
        )
    by_eddsa = maker.certificate(public_key=maker.eddsa_leaf_key.public_key())
    credential = maker.packed(by_eddsa, alg=-8, sig=maker.eddsa_leaf_key.sign(maker.signed()))
    yield good("a certificate with an Ed25519 key", credential, "packed", "certified")
    by_rsa = maker.certificate(public_key=RSA_KEY.public_key())
    credential = maker.packed(by_rsa, alg=-257, sig=sign_rs256(maker.signed()))
    yield good("a certificate with an RSA key", credential, "packed", "certified")
    yield from _anchors(maker, good)
    aaguid = bytes(range(16))
    data = maker.data(aaguid=aaguid)
    certificate = maker.certificate(aaguid=aaguid)
    credential = maker.packed(certificate, data=data)
    yield good("a certificate for its model", credential, "packed", "certified", aaguid=aaguid.hex())
    for fmt in ("fido-u2f", "tpm", "android-key", "apple", "something new"):
        credential = maker.json(fmt=fmt, statement={"sig": b"x", "x5c": [b"y"]})
        yield good(f"a statement of format {fmt}, reported as unverified", credential, fmt, "unverified")
    # The registration.
    for name, value in (
        ("expected_challenge", encode_base64url(b"another")),
        ("expected_origin", "https://example.org"),
        ("expected_rp_id", "example.org"),
    ):
        yield bad(f"{name} is another", MISMATCHES[name], maker.packed(leaf), "WrongContext", **{name: value})
    yield bad("the user absent", "bad-signature", maker.json(data=maker.data(flags=0x44)), "UserPresence")
    yield bad(
        "the user not verified, but required",
        "bad-signature",
        maker.json(data=maker.data(flags=0x41)),
        "UserPresence",
        require_user_verification=True,
    )
    # The statement.
    none = maker.json(statement={"sig": b"x"})
    yield bad("a statement of format none that is not empty", "malformed", none, "WrongType")
    for comment, changes in (
        ("alg left out", {"alg": None}),
        ("alg that is text", {"alg": "ES256"}),
        ("alg that is true", {"alg": True}),
        ("sig left out", {"sig": None}),
        ("sig that is text", {"sig": "x"}),
    ):
        yield bad(f"a packed statement: {comment}", "malformed", maker.packed(leaf, **changes), "WrongType")
    statement = {"alg": -7, "sig": maker.passkey.sign(maker.signed() + b"x")}
    credential = maker.json(fmt="packed", statement=statement)
    yield bad("self attestation over something else", "bad-signature", credential, "AlteredMessage")
    statement = {"alg": -8, "sig": maker.passkey.sign(maker.signed())}
    credential = maker.json(fmt="packed", statement=statement)
    yield bad("self attestation with another algorithm", "bad-signature", credential, "SchemeConfusion")
    ecdaa = maker.packed(x5c=None, ecdaaKeyId=b"x")
    yield bad("ECDAA", "unsupported", ecdaa, "SchemeConfusion")
    algorithm = ec.ECDSA(SHA256(), deterministic_signing=True)
    other_signature = maker.leaf_key.sign(maker.signed() + b"x", algorithm)
    yield bad(
        "a certificate's signature over something else",
        "bad-signature",
        maker.packed(leaf, sig=other_signature),
        "AlteredMessage",
    )
    by_passkey = maker.passkey.sign(maker.signed())
    yield bad(
        "the credential's signature beside a certificate",
        "bad-signature",
        maker.packed(leaf, sig=by_passkey),
        "WrongKey",
    )
    yield bad("a signature that is no DER", "malformed", maker.packed(leaf, sig=b"x"), "RawSignature")
    for alg in (-8, -257, -35):
        credential = maker.packed(leaf, alg=alg)
        yield bad(f"a certificate's key with algorithm {alg}", "unsupported", credential, "SchemeConfusion")
    other_signature = maker.eddsa_leaf_key.sign(maker.signed() + b"x")
    credential = maker.packed(by_eddsa, alg=-8, sig=other_signature)
    yield bad("an Ed25519 signature over something else", "bad-signature", credential, "AlteredMessage")
    credential = maker.packed(by_rsa, alg=-257, sig=sign_rs256(maker.signed() + b"x"))
    yield bad("an RSA signature over something else", "bad-signature", credential, "AlteredMessage")
    neutral = ed25519.Ed25519PublicKey.from_public_bytes(b"\1" + bytes(31))
    credential = maker.packed(maker.certificate(public_key=neutral), alg=-8, sig=b"\1" + bytes(63))
    yield bad("a certificate whose key is the neutral point", "malformed", credential, "InvalidPoint")
    yield from _certificates(maker, bad)


def _anchors(maker: _Maker, good: Any) -> Iterator[VerificationCase]:
    """Chains that hang together, and reach an anchor or not: RFC 5280, section 6."""
    name = _name("Intermediate", "Authority")
    leaf = maker.certificate(issuer=name, issuer_key=maker.middle_key)

    def root(key: ec.EllipticCurvePrivateKey = maker.root_key, **how: Any) -> bytes:
        return maker.certificate(maker.root_name, key, **{"ca": True, **how})

    def middle(**how: Any) -> bytes:
        return maker.certificate(name, maker.middle_key, ca=True, **how)

    direct, through = [maker.leaf], [leaf, middle()]
    critical, unable = middle(unknown=True), middle(key_cert_sign=False)
    for comment, chain, anchor, anchored in (
        ("an intermediate authority", through, root(), True),
        ("an intermediate authority that is an anchor", [leaf], middle(), True),
        ("an anchor that allows one intermediate", through, root(path_length=1), True),
        ("an authority that may issue", [leaf, middle(key_cert_sign=True)], root(), True),
        ("an anchor that allows no intermediate", through, root(path_length=0), False),
        ("an authority that may not issue", [leaf, unable], root(), False),
        ("an anchor that may not issue", through, root(key_cert_sign=False), False),
        ("an authority with an unknown critical extension", [leaf, critical], root(), False),
        ("an unknown critical extension", [maker.certificate(unknown=True)], root(), False),
        ("an anchor past its time", through, root(years=(2010, 2020)), False),
        ("an anchor that is no authority", direct, root(ca=False), False),
        ("an anchor that does not say whether it is an authority", direct, root(ca=None), False),
        ("an anchor with another key", direct, root(maker.middle_key), False),
    ):
        yield good(
            f"{comment}: {'anchored' if anchored else 'not anchored'}",
            maker.packed(*chain),
            "packed",
            "certified",
            trust_anchors=[anchor.hex()],
            anchored=anchored,
        )


def _certificates(maker: _Maker, bad: Any) -> Iterator[VerificationCase]:
    """What can be wrong with certificates and chains."""
    leaf, root = maker.leaf, maker.root
    for comment, x5c in (
        ("an empty chain", []),
        ("a chain that is bytes", leaf),
        ("a chain that is a number", 5),
        ("a chain of seven", [leaf] * 7),
        ("a certificate that is empty", [b""]),
        ("a certificate that is text", ["x"]),
        ("a certificate cut", [leaf[:-1]]),
        ("a byte after a certificate", [leaf + b"\0"]),
    ):
        yield bad(comment, "malformed", maker.packed(x5c=x5c))
    names = list(_name("Authenticator"))
    for comment, certificate in (
        ("of version 1", maker.certificate_of_version_1()),
        ("with two countries", maker.certificate(x509.Name([names[0], *names]))),
        ("with two organizations", maker.certificate(x509.Name([names[1], *names]))),
        ("with two units", maker.certificate(x509.Name([names[2], *names]))),
        ("with two common names", maker.certificate(x509.Name([names[3], *names]))),
        ("without a country", maker.certificate(x509.Name(names[1:]))),
        ("without an organization", maker.certificate(x509.Name(names[:1] + names[2:]))),
        ("without a unit", maker.certificate(x509.Name(names[:2] + names[3:]))),
        ("without a common name", maker.certificate(x509.Name(names[:3]))),
        ("of another unit", maker.certificate(_name("Authenticator", "Authenticator"))),
        ("that is an authority", maker.certificate(ca=True)),
        ("that does not say whether it is an authority", maker.certificate(ca=None)),
        ("for another model", maker.certificate(aaguid=b"\1" * 16)),
        ("whose model is critical", maker.certificate(aaguid=bytes(16), critical=True)),
    ):
        yield bad(f"a certificate {comment}", "bad-signature", maker.packed(certificate))
    for comment, years in (("past its time", (2010, 2020)), ("not of its time yet", (2035, 2040))):
        yield bad(
            f"a certificate {comment}",
            "expired",
            maker.packed(maker.certificate(years=years)),
            "ExpiredToken",
        )
        old_root = maker.certificate(maker.root_name, maker.root_key, ca=True, years=years)
        yield bad(f"an issuer {comment}", "expired", maker.packed(leaf, old_root), "ExpiredToken")
    middle_name = _name("Intermediate", "Authority")
    issued = maker.certificate(issuer=middle_name, issuer_key=maker.middle_key)
    for comment, issuer in (
        ("an issuer that is no authority", maker.certificate(middle_name, maker.middle_key, ca=False)),
        ("an issuer that does not say", maker.certificate(middle_name, maker.middle_key, ca=None)),
        ("an issuer of another name", maker.certificate(_name("X", "Authority"), maker.middle_key, ca=True)),
        ("an issuer with another key", maker.certificate(middle_name, maker.leaf_key, ca=True)),
    ):
        yield bad(f"a chain with {comment}", "bad-signature", maker.packed(issued, issuer))
    middle = maker.certificate(middle_name, maker.middle_key, ca=True)
    yield bad("a chain in reverse order", "bad-signature", maker.packed(leaf, middle, root))
    anchors = [b"x".hex()]
    yield bad("a trust anchor that is no certificate", "malformed", maker.packed(leaf), trust_anchors=anchors)


def _credential_ids(maker: _Maker) -> Iterator[CredentialIdCase]:
    for size in (1, 20, 23, 24, 32, 255, 256):
        raw_id = bytes(number % 256 for number in range(size))
        for encoding in CredentialIdEncoding:
            yield valid(
                CredentialIdCase,
                f"{size} bytes, {encoding.value}",
                "CredentialIdEncoding",
                encoding=encoding.value,
                credential_id=encode_credential_id(raw_id, encoding),
                raw_id=raw_id.hex(),
            )
    raw_id = maker.passkey.credential_id

    def bad(comment: str, flag: str, text: str, encoding: str = "cbor") -> CredentialIdCase:
        return invalid(CredentialIdCase, comment, "malformed", flag, encoding=encoding, credential_id=text)

    for comment, encoded in (
        ("a raw id of 20 bytes read as CBOR", b"\x20" * 20),
        ("text instead of bytes", cbor2.dumps("id")),
        ("a number", b"\1"),
        ("an array around it", b"\x81" + cbor2.dumps(raw_id)),
        ("a length that is longer than need be", b"\x59\x00\x20" + raw_id),
        ("of indefinite length", b"\x5f" + cbor2.dumps(raw_id) + b"\xff"),
        ("cut", cbor2.dumps(raw_id)[:-1]),
        ("a byte after it", cbor2.dumps(raw_id) + b"\0"),
        ("empty", b""),
    ):
        yield bad(comment, "CborStrictness", encode_base64url(encoded))
    for encoding in CredentialIdEncoding:
        whole = encode_credential_id(raw_id, encoding)
        for defect in base64url_defects(whole):
            yield bad(f"{encoding.value}: {defect.comment}", defect.flag, defect.value, encoding.value)


def _build(material: KeyMaterial) -> list[Group[Any]]:
    maker = _Maker(material)
    return [
        Encode(tests=list(_encoding(maker))),
        Verification(tests=list(_verification(maker))),
        CredentialId(tests=list(_credential_ids(maker))),
    ]


CONSTRUCTS = (
    Construct(
        name="webauthn_attestation",
        algorithm="WEBAUTHN-ATTESTATION",
        header=(
            "WebAuthn attestations: what a browser returns for a new passkey, as signup takes it.",
            "The attestation statement is verified in cases of their own.",
            "The RSA key is that of RFC 7515, appendix A.2: RSA keys cannot be derived from a seed.",
        ),
        groups=(Encode, Verification, CredentialId),
        build=_build,
    ),
)

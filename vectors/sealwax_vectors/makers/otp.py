"""Vectors of OTP bundles (wire-formats.md, section 4.4)."""

from collections.abc import Iterator

from sealwax._crypto.points import P256, decode_point, uncompressed_point
from sealwax.keys import ApiKey
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.otp import OtpCase, SealedCase
from sealwax_vectors.format import Case

from .builder import Cases
from .bundles import Live, envelope_defects, payload_defects, seal_text, target_defects, variants
from .defects import NOT_TEXT, compact, hex_defects
from .labels import Label, placed, unread


def _otps(material: KeyMaterial, live: Live | None) -> Iterator[OtpCase]:
    enclave, other = ReferenceEnclave(material.take("enclave")), ReferenceEnclave(material.take("enclave"))
    if live is not None:
        enclave = live.enclave
    target = material.take_key("target key")
    key = ApiKey.from_private_key(material.take("client key"))
    fields = {"targetPublic": target.public_key}
    data = compact(fields).encode()
    bundle = enclave.sign_otp_target(data)
    cases = Cases(
        OtpCase,
        target_bundle=bundle,
        tls_fetcher_public_key=enclave.keys.tls_fetcher,
        enclave_private_key=target.private_key_hex(),
        otp_code="A1B2C3D4",
        public_key=key.public_key,
        plaintext=compact({"otp_code": "A1B2C3D4", "public_key": key.public_key}),
    )
    good, bad = cases.good, cases.bad

    def signed(**changes: object) -> str:
        return enclave.sign_otp_target(compact({**fields, **changes}).encode())

    yield good("as-the-service-makes-it", "Valid")
    for label, code in (
        ("six-digits", "012345"),
        ("one-character", "0"),
        ("a-space-within-it", "012 345"),
        ("white-space-around-it", " 012345\r\n"),
        (Label("a-no-break-space-after-it", "a no-break space after it"), "012345\u00a0"),
        ("white-space-alone", " "),
        ("characters-that-JSON-escapes", 'a"b\\c\n\t\x7f/'),
        ("a-code-that-is-not-ASCII", "١٢٣é🔑"),
    ):
        plaintext = compact({"otp_code": code, "public_key": key.public_key})
        yield good(placed("the-code", label), "EdgeCaseBody", otp_code=code, plaintext=plaintext)
    yield good("the-public-key-in-upper-case", "ClientVariant", public_key=key.public_key.upper())
    for label, flag, other_bundle in variants(bundle):
        yield good(label, flag, other_bundle)
    more = signed(organizationId="o", userId="u", extra="x")
    yield good("fields-in-the-data-that-are-not-known", "ClientVariant", more)
    for name in ("organizationId", "userId"):
        for json_type, value in NOT_TEXT.items():
            yield good(unread(name, json_type), "ClientVariant", signed(**{name: value}))
    others = {"the-signer-key": enclave.sign_bundle(data), "another-enclave": other.sign_otp_target(data)}
    for broken in envelope_defects(bundle, enclave.sign_otp_target, others):
        flag = "OtherEnclaveKey" if "the-signer-key" in broken.id else broken.flag
        yield bad(broken.label, broken.error, flag, broken.value)
    yield from cases.bad_each("", payload_defects(data, enclave.sign_otp_target))
    yield from cases.bad_each("", target_defects(bundle, enclave.sign_otp_target, key="a-key-to-seal-to"))
    whole = uncompressed_point(decode_point(bytes.fromhex(key.public_key), P256, "key"))
    for label, flag, text in (
        ("uncompressed", "CompressedPoint", whole.hex()),
        ("65-bytes-that-begin-with-02", "InvalidPoint", f"02{whole.hex()[2:]}"),
        ("at-infinity", "InvalidPoint", "00"),
        ("an-x-that-is-not-in-the-field", "InvalidPoint", "02" + "ff" * 32),
        ("a-form-that-SEC1-does-not-have", "InvalidPoint", "05" + key.public_key[2:]),
        ("empty", "InvalidPoint", ""),
        ("a-byte-after-it", "InvalidPoint", key.public_key + "00"),
    ):
        yield bad(placed("the-public-key", label), "malformed", flag, public_key=text)
    yield from cases.bad_each("the-public-key", hex_defects(key.public_key), "public_key")
    yield bad("an-empty-code", "malformed", "WrongType", otp_code="")


def _sealed(material: KeyMaterial) -> Iterator[SealedCase]:
    key = material.take_key("enclave key")
    other = material.take_key("enclave key")
    public_key = ApiKey.from_private_key(material.take("client key")).public_key

    cases = Cases(SealedCase, encrypted_otp_bundle="", enclave_private_key=key.private_key_hex())
    for label, code in (("digits", "012345"), ("letters", "A1B2C3D4"), ("not-ASCII", "é")):
        plaintext = compact({"otp_code": code, "public_key": public_key})
        text = compact(seal_text(plaintext.encode(), key, material))
        yield cases.good(placed("the-code", label), "Valid", text, plaintext=plaintext)
    plaintext = compact({"otp_code": "012345", "public_key": public_key})
    fields = seal_text(plaintext.encode(), key, material)
    wrong = {"enclave_private_key": other.private_key_hex()}
    yield cases.bad("another-enclave-key", "decryption-failed", "WrongKey", compact(fields), **wrong)
    flipped = fields["ciphertext"][:-1] + f"{int(fields['ciphertext'][-1], 16) ^ 1:x}"
    text = compact({**fields, "ciphertext": flipped})
    yield cases.bad("a-bit-of-the-tag-flipped", "decryption-failed", "AlteredCiphertext", text)


def otp_bundle(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of OTP bundles."""
    yield from _otps(material, live)
    yield from _sealed(material)

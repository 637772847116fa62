"""Vectors of secrets that are exported and imported (wire-formats.md, section 4.6)."""

import json
from collections.abc import Iterator

from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.secrets import ExportedCase, SealedCase, SecretCase, TargetCase
from sealwax_vectors.format import Case

from .builder import Cases
from .bundles import (
    EQUIVALENT_IDS,
    ORGANIZATION,
    envelope_defects,
    import_target_variants,
    legacy_import_target,
    payload_defects,
    seal_text,
    target_defects,
)
from .defects import compact, first_changed, json_defects, near_misses
from .exports import ExportMaker
from .imports import USER
from .labels import Label, placed

_SECRETS = (
    ("an-API-key", "Valid", "sk_live_4242424242424242"),
    ("JSON", "Valid", '{"number":"4242","exp":"11/29"}'),
    ("one-character", "EdgeCaseBody", "0"),
    ("not-ASCII", "ByteWiseText", "pässwörd 密码 🔑"),
    ("a-newline-after-it", "EdgeCaseBody", "secret\n"),
    ("white-space-around-it", "EdgeCaseBody", " \t secret \r\n"),
    ("several-lines", "EdgeCaseBody", "-----BEGIN KEY-----\nAAAA\n-----END KEY-----\n"),
    ("a-byte-order-mark-in-front", "EdgeCaseBody", "\ufeffsecret"),
    ("a-NUL-within-it", "EdgeCaseBody", "a\0b"),
)


def secret_export(material: KeyMaterial) -> Iterator[ExportedCase]:
    """Make the cases of exported secrets."""
    label: str | Label
    maker = ExportMaker(ExportedCase, material)
    for label, flag, text in (*_SECRETS, ("empty", "EdgeCaseBody", "")):
        yield maker.good(label, flag, maker.export(text.encode()), text=text)
    for label, flag, bundle in maker.spellings(b"a secret", secretId="s"):
        yield maker.good(label, flag, bundle, text="a secret")
    yield from maker.defects(b"a secret")
    target = maker.enclave.secret_import_bundle(organization_id=ORGANIZATION)
    yield maker.bad("an-import-target-for-secrets", "malformed", "KindConfusion", target)
    for label, plaintext in (
        ("a-private-key-of-32-bytes", b"\xff" * 32),
        (Label("Latin-1-instead-of-UTF-8", "Latin-1 instead of UTF-8"), "é".encode("latin-1") * 3),
        (Label("UTF-8-cut-within-a-character", "UTF-8 cut within a character"), "é".encode()[:1]),
        (
            Label("a-surrogate-written-as-if-UTF-8-had-it", "a surrogate written as if UTF-8 had it"),
            b"\xed\xa0\x80",
        ),
        ("a-NUL-in-two-bytes", b"\xc0\x80"),
    ):
        yield maker.bad(label, "malformed", "ByteWiseText", maker.export(plaintext))
    bundle = maker.enclave.export_secret(
        "a secret", organization_id="", target_public_key=maker.target_public_key
    )
    data = json.loads(bytes.fromhex(json.loads(maker.export(b""))["data"]))
    short = maker.enclave.sign_bundle(compact({**data, "ciphertext": data["ciphertext"][:24]}).encode())
    label = Label("an-empty-secret-its-tag-cut-to-12-bytes", "an empty secret, its tag cut to 12 bytes")
    yield maker.bad(label, "malformed", "AlteredCiphertext", short)
    label = Label("an-empty-organization-as-expected", "an empty organization, as expected")
    yield maker.good(label, "WrongContext", bundle, organization_id="", text="a secret")


def _targets(material: KeyMaterial) -> Iterator[TargetCase]:
    enclave, other = ReferenceEnclave(material.take("enclave")), ReferenceEnclave(material.take("enclave"))
    target = material.take_key("target key")
    fields = {"targetPublic": target.public_key, "organizationId": ORGANIZATION}
    data = compact(fields).encode()
    bundle = enclave.sign_bundle(data)
    cases = Cases(
        TargetCase,
        bundle=bundle,
        organization_id=ORGANIZATION,
        signer_public_key=enclave.keys.signer,
        target_public_key=target.public_key,
    )
    bad = cases.bad

    def signed(**changes: object) -> str:
        return enclave.sign_bundle(compact({**fields, **changes}).encode())

    yield cases.good("as-the-service-makes-it", "Valid")
    for label, flag, other_bundle in import_target_variants(bundle, enclave.sign_bundle):
        yield cases.good(label, flag, other_bundle)
    others = {"another-enclave": other.sign_bundle(data), "the-TLS-fetcher": enclave.sign_otp_target(data)}
    yield from cases.bad_each("", envelope_defects(bundle, enclave.sign_bundle, others))
    yield from cases.bad_each("", payload_defects(data, enclave.sign_bundle))
    yield from cases.bad_each("", target_defects(bundle, enclave.sign_bundle, key="a-key-to-seal-to"))
    yield bad(*legacy_import_target(bundle))
    for label, flag, other_id in (
        ("another-id", "WrongContext", "0" * 8 + ORGANIZATION[8:]),
        ("the-id-in-upper-case", "WrongCaseId", ORGANIZATION.upper()),
        ("the-id-with-a-space-after-it", "WrongContext", ORGANIZATION + " "),
        ("an-empty-id", "WrongContext", ""),
        ("the-id-with-its-first-character-changed", "WrongContext", first_changed(ORGANIZATION)),
        *(
            (f"the-id-with-its-{which}-character-changed", "WrongContext", changed)
            for which, changed in near_misses(ORGANIZATION)
        ),
    ):
        yield bad(placed("expected", label), "wrong-organization", flag, organization_id=other_id)
        yield bad(placed("signed-for", label), "wrong-organization", flag, signed(organizationId=other_id))
    for label, own, expected in EQUIVALENT_IDS:
        changed_bundle = signed(organizationId=own)
        yield bad(label, "wrong-organization", "WrongContext", changed_bundle, organization_id=expected)
    wallet = enclave.import_bundle(organization_id=ORGANIZATION, user_id=USER)
    yield bad("the-import-bundle-of-a-wallet", "malformed", "KindConfusion", wallet)
    yield bad("a-user", "malformed", "KindConfusion", signed(userId=USER))
    yield bad("an-empty-user", "malformed", "KindConfusion", signed(userId=""))
    export = enclave.export_secret(
        "secret", organization_id=ORGANIZATION, target_public_key=target.public_key
    )
    yield bad("the-export-of-a-secret", "malformed", "KindConfusion", export)


def _secrets() -> Iterator[SecretCase]:
    cases = Cases(SecretCase, secret="")
    for label, flag, text in _SECRETS:
        yield cases.good(label, flag, text, plaintext=text.encode().hex())
    yield cases.bad("an-empty-secret", "malformed", "WrongType")


def _sealed(material: KeyMaterial) -> Iterator[SealedCase]:
    key, other = material.take_key("import"), material.take_key("import")
    cases = Cases(SealedCase, encrypted_bundle="", enclave_private_key=key.private_key_hex())
    for label, flag, text in _SECRETS:
        yield cases.good(label, flag, compact(seal_text(text.encode(), key, material)), text=text)
    empty = compact(seal_text(b"", key, KeyMaterial(material.take("more ephemeral keys"))))
    yield cases.good("an-empty-secret", "EdgeCaseBody", empty, text="")
    fields = seal_text(b"a secret", key, material)
    wrong = {"enclave_private_key": other.private_key_hex()}
    yield cases.bad("another-enclave-key", "decryption-failed", "WrongKey", compact(fields), **wrong)
    yield from cases.bad_each("", json_defects(fields))
    flipped = f"{int(fields['ciphertext'][0], 16) ^ 1:x}" + fields["ciphertext"][1:]
    text = compact({**fields, "ciphertext": flipped})
    yield cases.bad("a-bit-of-the-ciphertext-flipped", "decryption-failed", "AlteredCiphertext", text)
    not_utf8 = compact(seal_text(b"\xff\xfe", key, material))
    yield cases.bad(Label("not-UTF-8", "not UTF-8"), "malformed", "ByteWiseText", not_utf8)


def secret_import(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of imported secrets."""
    yield from _targets(material)
    yield from _secrets()
    yield from _sealed(material)

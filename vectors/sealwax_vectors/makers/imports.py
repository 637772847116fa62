"""Vectors of import bundles, and of the payloads that clients seal to them (wire-formats.md, section 4.3)."""

from collections.abc import Iterator

from mnemonic import Mnemonic

from sealwax._codec.base58 import decode_base58, encode_base58, encode_base58check
from sealwax._crypto.bip39 import LANGUAGES
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.bundles.exports import ExportedAccount
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.imports import PrivateKeyCase, SealedCase, VerificationCase, WalletCase
from sealwax_vectors.format import Case

from .builder import Cases
from .bundles import (
    EQUIVALENT_IDS,
    ORGANIZATION,
    Live,
    envelope_defects,
    import_target_variants,
    legacy_import_target,
    payload_defects,
    seal_text,
    target_defects,
)
from .defects import compact, first_changed, hex_defects, json_defects, near_missed_bytes, near_misses
from .labels import Label, id_of, placed, words_of
from .mnemonics import encode_entropy

USER = "6912b819-f4df-40f4-a192-20ee4309097a"


def _verification(material: KeyMaterial, live: Live | None) -> Iterator[VerificationCase]:
    enclave, other = ReferenceEnclave(material.take("enclave")), ReferenceEnclave(material.take("enclave"))
    target = material.take_key("target key")
    organization_id, user_id = ORGANIZATION, USER
    if live is not None:
        enclave, payload = live.enclave, live.payload()
        organization_id, user_id = payload["organizationId"], payload["userId"]
    fields = {"targetPublic": target.public_key, "organizationId": organization_id, "userId": user_id}
    data = compact(fields).encode()
    bundle = enclave.sign_bundle(data)
    cases = Cases(
        VerificationCase,
        bundle=bundle,
        organization_id=organization_id,
        user_id=user_id,
        signer_public_key=enclave.keys.signer,
        target_public_key=target.public_key,
    )
    good, bad = cases.good, cases.bad

    def signed(**changes: str) -> str:
        return enclave.sign_bundle(compact({**fields, **changes}).encode())

    yield good("as-the-service-makes-it", "Valid")
    for label, flag, other_bundle in import_target_variants(bundle, enclave.sign_bundle):
        yield good(label, flag, other_bundle)
    others = {"another-enclave": other.sign_bundle(data), "the-TLS-fetcher": enclave.sign_otp_target(data)}
    yield from cases.bad_each("", envelope_defects(bundle, enclave.sign_bundle, others))
    yield from cases.bad_each("", payload_defects(data, enclave.sign_bundle))
    yield from cases.bad_each("", target_defects(bundle, enclave.sign_bundle, key="a-key-to-import-to"))
    yield bad(*legacy_import_target(bundle))
    for name, argument, code, value in (
        ("organizationId", "organization_id", "wrong-organization", organization_id),
        ("userId", "user_id", "wrong-user", user_id),
    ):
        for label, flag, other_id in (
            ("another-id", "WrongContext", "0" * 8 + value[8:]),
            ("the-id-in-upper-case", "WrongCaseId", value.upper()),
            ("the-id-with-a-space-after-it", "WrongContext", value + " "),
            ("an-empty-id", "WrongContext", ""),
            ("the-id-with-its-first-character-changed", "WrongContext", first_changed(value)),
            *(
                (f"the-id-with-its-{which}-character-changed", "WrongContext", changed)
                for which, changed in near_misses(value)
            ),
        ):
            yield bad(placed(f"{name}-expected", label), code, flag, **{argument: other_id})
            yield bad(placed(f"{name}-signed", label), code, flag, signed(**{name: other_id}))
        for label, own, expected in EQUIVALENT_IDS:
            yield bad(
                placed(name, label), code, "WrongContext", signed(**{name: own}), **{argument: expected}
            )
    swapped = signed(organizationId=user_id, userId=organization_id)
    yield bad("organization-and-user-swapped", "wrong-organization", "WrongContext", swapped)
    export = enclave.export_plaintext(
        b"x", organization_id=organization_id, target_public_key=target.public_key
    )
    yield bad("an-export-bundle", "malformed", "KindConfusion", export)


def _joined(mnemonic: str, passphrase: str | None) -> bytes:
    """Join a wallet's mnemonic and passphrase, as a client seals them."""
    return (mnemonic if passphrase is None else f"{mnemonic}\n--PASS--\n{passphrase}").encode()


def _wallets() -> Iterator[WalletCase]:
    english = Mnemonic("english").to_mnemonic(bytes(range(16)))

    cases = Cases(WalletCase, mnemonic=english, passphrase=None)

    def good(
        label: str | Label, flag: str, mnemonic: str = english, passphrase: str | None = None
    ) -> WalletCase:
        plaintext = _joined(mnemonic, passphrase).hex()
        return cases.good(label, flag, mnemonic, passphrase, plaintext=plaintext)

    for language in LANGUAGES:
        mnemonic = Mnemonic(language).to_mnemonic(bytes(range(16)))
        yield good(
            Label(f"twelve-words-{id_of(language)}", f"twelve words, {language}"),
            "Valid" if mnemonic.isascii() else "ByteWiseText",
            mnemonic,
        )
    for label, passphrase in (
        ("a-passphrase", "TREZOR"),
        ("an-empty-passphrase", ""),
        ("a-passphrase-with-spaces-around-it", "  correct horse  "),
        ("a-passphrase-that-is-not-ASCII", "pässwörd 密码"),
        ("a-passphrase-with-newlines", "two\nlines\n"),
        ("a-passphrase-that-holds-the-separator", "a\n--PASS--\nb"),
    ):
        yield good(label, "Passphrase", passphrase=passphrase)
    for label, flag, mnemonic in (
        ("a-wrong-checksum", "Bip39Checksum", english.replace("abandon", "zoo", 1)),
        ("eleven-words", "Bip39Checksum", english.rsplit(" ", 1)[0]),
        ("thirteen-words", "Bip39Checksum", english + " abandon"),
        ("9-words-with-a-right-checksum", "Bip39Checksum", encode_entropy("english", bytes(12))),
        ("27-words-with-a-right-checksum", "Bip39Checksum", encode_entropy("english", bytes(36))),
        ("a-word-of-no-list", "Bip39Words", "sealwax " + english.split(" ", 1)[1]),
        ("in-upper-case", "Bip39Words", english.upper()),
        ("a-space-after-the-last-word", "Bip39Words", english + " "),
        ("a-space-before-the-first-word", "Bip39Words", " " + english),
        ("a-tab-between-words", "Bip39Words", english.replace(" ", "\t", 1)),
        ("a-newline-after-the-last-word", "Bip39Words", english + "\n"),
        ("a-carriage-return-after-the-last-word", "Bip39Words", english + "\r"),
        ("passphrase-and-separator-in-the-mnemonic", "Bip39Words", english + "\n--PASS--\nTREZOR"),
        ("empty", "Bip39Words", ""),
    ):
        yield cases.bad(label, "malformed", flag, mnemonic)


def _private_keys() -> Iterator[PrivateKeyCase]:
    key = bytes(range(0x10, 0x30))
    solana = ExportedAccount(key).to_solana()
    cases = Cases(PrivateKeyCase, private_key_text="", plaintext=key.hex())
    for label, flag, text in (
        ("hex", "Valid", key.hex()),
        ("hex-in-upper-case", "ClientVariant", key.hex().upper()),
        ("hex-with-0x", "ClientVariant", "0x" + key.hex()),
        ("hex-with-0X", "ClientVariant", "0X" + key.hex()),
        ("base58-of-seed-and-public-key", "Valid", solana),
    ):
        yield cases.good(label, flag, text)
    for label, other in (("leading-zeros", bytes(31) + b"\1"), ("all-ones", b"\xff" * 32)):
        for form, text in (("hex", other.hex()), ("base58", ExportedAccount(other).to_solana())):
            yield cases.good(
                Label(f"{label}-{form}", f"{words_of(label)}, {form}"),
                "EdgeCaseKey",
                text,
                plaintext=other.hex(),
            )
    defects = (defect for defect in hex_defects(key.hex()) if defect.id != "0x-in-front")
    yield from cases.bad_each("", defects)
    for label, flag, text in (
        ("empty", "PrivateKeyForm", ""),
        ("0x-alone", "PrivateKeyForm", "0x"),
        ("31-bytes-of-hex", "PrivateKeyForm", key.hex()[2:]),
        ("33-bytes-of-hex", "PrivateKeyForm", key.hex() + "00"),
        ("64-bytes-of-hex", "PrivateKeyForm", key.hex() * 2),
        ("base58-of-the-seed-alone", "PrivateKeyForm", encode_base58(key)),
        ("base58-of-63-bytes", "PrivateKeyForm", encode_base58(key + key[:-1])),
        ("base58-of-65-bytes", "PrivateKeyForm", encode_base58(b"\1" + key + key)),
        ("base58check-of-seed-and-public-key", "Base58Encoding", encode_base58check(key + key)),
        ("base58-with-a-digit-that-it-does-not-have", "Base58Encoding", solana[:-1] + "0"),
        ("base58-with-a-newline-after-it", "Base58Encoding", solana + "\n"),
    ):
        yield cases.bad(label, "malformed", flag, text)
    for label, half in (
        ("whose-halves-disagree", key),
        *(
            (f"whose-public-half-has-another-{which}-byte", half)
            for which, half in near_missed_bytes(decode_base58(solana, "key")[32:])
        ),
    ):
        text = encode_base58(key + half)
        yield cases.bad(f"a-Solana-key-{label}", "key-mismatch", "PrivateKeyForm", text)


def _sealed(material: KeyMaterial) -> Iterator[SealedCase]:
    english = Mnemonic("english").to_mnemonic(bytes(range(16)))
    japanese = Mnemonic("japanese").to_mnemonic(bytes(range(16)))
    key, other = material.take_key("import"), material.take_key("import")
    cases = Cases(SealedCase, encrypted_bundle="", enclave_private_key=key.private_key_hex())

    def wallet(label: str | Label, flag: str, mnemonic: str, passphrase: str | None) -> SealedCase:
        plaintext = _joined(mnemonic, passphrase)
        return cases.good(
            label,
            flag,
            compact(seal_text(plaintext, key, material)),
            plaintext=plaintext.hex(),
            mnemonic=mnemonic,
            passphrase=passphrase,
        )

    for label, flag, mnemonic, passphrase in (
        ("a-wallet", "Valid", english, None),
        ("a-wallet-with-a-passphrase", "Passphrase", english, "TREZOR"),
        ("a-wallet-with-an-empty-passphrase", "Passphrase", english, ""),
        ("a-wallet-that-is-not-ASCII", "ByteWiseText", japanese, "パスフレーズ"),
    ):
        yield wallet(label, flag, mnemonic, passphrase)
    private_key = bytes(range(32))
    bundle = compact(seal_text(private_key, key, material))
    yield cases.good("a-private-key", "Valid", bundle, plaintext=private_key.hex())
    fields = seal_text(english.encode(), key, material)

    def changed(**changes: str) -> str:
        return compact({**fields, **changes})

    wrong = other.private_key_hex()
    label = "another-enclave-key"
    yield cases.bad(label, "decryption-failed", "WrongKey", changed(), enclave_private_key=wrong)
    yield from cases.bad_each("", json_defects(fields))
    for name, value in fields.items():
        yield from cases.bad_each(name, hex_defects(value), changed, name)
    point = compressed_point(decode_point(bytes.fromhex(fields["encappedPublic"]), P256, "the point")).hex()
    yield cases.bad(
        Label("encappedPublic-compressed", "encappedPublic: compressed", idea="compressed"),
        "malformed",
        "CompressedPoint",
        changed(encappedPublic=point),
    )
    flipped = changed(ciphertext=f"{int(fields['ciphertext'][0], 16) ^ 1:x}" + fields["ciphertext"][1:])
    yield cases.bad("a-bit-of-the-ciphertext-flipped", "decryption-failed", "AlteredCiphertext", flipped)
    # At this place, the cases leave the keys of all others unchanged.
    yield wallet("a-wallet-whose-passphrase-holds-the-separator", "Passphrase", english, "a\n--PASS--\nb")


def import_bundle(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of imports."""
    yield from _verification(material, live)
    yield from _wallets()
    yield from _private_keys()
    yield from _sealed(material)

"""Vectors of wallet and account export bundles (wire-formats.md, sections 4.1 and 4.2)."""

import json
import unicodedata
from collections.abc import Iterator
from typing import Any, TypeVar

from mnemonic import Mnemonic

from sealwax._crypto.bip39 import LANGUAGES
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.bundles.exports import ExportedAccount
from sealwax.keys import TargetKey
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.exports import AccountCase, ExportCase, WalletCase

from .builder import Cases
from .bundles import EQUIVALENT_IDS, ORGANIZATION, Live, envelope_defects, payload_defects, variants
from .defects import NOT_TEXT, first_changed, hex_defects, near_misses
from .labels import Label, id_of, placed, unread, words_of
from .mnemonics import encode_entropy

C = TypeVar("C", bound=ExportCase)


class ExportMaker(Cases[C]):
    """Makes exports to a target key, with its own enclave; a case's first field is the bundle."""

    def __init__(self, case: type[C], material: KeyMaterial, live: Live | None = None) -> None:
        self.enclave: ReferenceEnclave = ReferenceEnclave(material.take("enclave"))
        self.other_enclave: ReferenceEnclave = ReferenceEnclave(material.take("enclave"))
        target = material.take_key("target key")
        self.other_target: TargetKey = material.take_key("target key")
        self.target_public_key: str = target.public_key
        self.organization_id: str = ORGANIZATION
        if live is not None:
            self.enclave, self.target_public_key = live.enclave, live.target_public_key
            self.organization_id = live.payload()["organizationId"]
        super().__init__(
            case,
            bundle="",
            target_private_key=target.private_key_hex(),
            organization_id=self.organization_id,
            signer_public_key=self.enclave.keys.signer,
        )

    def export(self, plaintext: bytes) -> str:
        """Export any bytes to the target key."""
        return self.enclave.export_plaintext(
            plaintext, organization_id=self.organization_id, target_public_key=self.target_public_key
        )

    def spellings(self, plaintext: bytes, **names: str) -> Iterator[tuple[str | Label, str, str]]:
        """Yield equivalent spellings of an export, each with a comment and a flag."""
        yield from variants(self.export(plaintext))
        data = json.loads(bytes.fromhex(json.loads(self.export(plaintext))["data"]))
        for label, fields in (
            ("the-data-with-its-keys-in-reverse-order", dict(reversed(data.items()))),
            ("a-field-in-the-data-that-is-not-known", {**data, **names, "userId": "u"}),
        ):
            yield label, "ClientVariant", self.enclave.sign_bundle(json.dumps(fields, indent=1).encode())
        for json_type, value in NOT_TEXT.items():
            signed = self.enclave.sign_bundle(json.dumps({**data, "userId": value}).encode())
            yield unread("a-user", json_type), "ClientVariant", signed

    def defects(self, plaintext: bytes) -> Iterator[C]:
        """Yield cases of defects that any export can have."""
        label: str | Label
        bundle = self.export(plaintext)
        data = bytes.fromhex(json.loads(bundle)["data"])
        fields: dict[str, str] = json.loads(data)
        others = {
            "another-enclave": self.other_enclave.sign_bundle(data),
            "the-TLS-fetcher": self.enclave.sign_otp_target(data),
        }

        def signed(**changes: str) -> str:
            return self.enclave.sign_bundle(json.dumps({**fields, **changes}).encode())

        yield from self.bad_each("", envelope_defects(bundle, self.enclave.sign_bundle, others))
        yield from self.bad_each("", payload_defects(data, self.enclave.sign_bundle))
        for name in ("encappedPublic", "ciphertext"):
            yield from self.bad_each(name, hex_defects(fields[name]), signed, name)
        for label, flag, organization in (
            ("another-organization", "WrongContext", "0" * 8 + self.organization_id[8:]),
            ("the-organization-in-upper-case", "WrongCaseId", self.organization_id.upper()),
            ("the-organization-with-a-space-after-it", "WrongContext", self.organization_id + " "),
            ("an-empty-organization", "WrongContext", ""),
            (
                "the-organization-with-its-first-character-changed",
                "WrongContext",
                first_changed(self.organization_id),
            ),
            *(
                (f"the-organization-with-its-{which}-character-changed", "WrongContext", other)
                for which, other in near_misses(ORGANIZATION)
            ),
        ):
            error = "wrong-organization"
            yield self.bad(placed("expected", label), error, flag, bundle, organization_id=organization)
            yield self.bad(placed("signed-for", label), error, flag, signed(organizationId=organization))
        for label, own, expected in EQUIVALENT_IDS:
            changed_bundle = signed(organizationId=own)
            yield self.bad(
                label, "wrong-organization", "WrongContext", changed_bundle, organization_id=expected
            )
        imported = self.enclave.import_bundle(organization_id=self.organization_id, user_id="u")
        yield self.bad("an-import-bundle", "malformed", "KindConfusion", imported)
        both = signed(targetPublic=self.target_public_key)
        label = "an-export-that-holds-a-key-to-import-to-as-well"
        yield self.bad(label, "malformed", "KindConfusion", both)
        upper = signed(TARGETPUBLIC=self.target_public_key)
        yield self.bad(
            Label(f"{label}-named-in-upper-case", f"{words_of(label)}, named in upper case"),
            "malformed",
            "FoldedName",
            upper,
        )
        enc = bytes.fromhex(fields["encappedPublic"])
        legacy = {name: fields[name] for name in ("encappedPublic", "ciphertext")}
        legacy["encappedPublicSignature"] = json.loads(self.enclave.sign_bundle(enc))["dataSignature"]
        yield self.bad(
            Label("the-older-unversioned-form", "the older, unversioned form"),
            "unsupported",
            "LegacyBundle",
            json.dumps(legacy),
        )
        key = self.other_target.private_key_hex()
        yield self.bad("another-target-key", "decryption-failed", "WrongKey", bundle, target_private_key=key)
        ct = bytes.fromhex(fields["ciphertext"])
        for defect, changed, error in (
            ("a-bit-flipped", bytes([ct[0] ^ 1]) + ct[1:], "decryption-failed"),
            ("cut-by-a-byte", ct[:-1], "decryption-failed"),
            ("a-byte-after-it", ct + b"\0", "decryption-failed"),
            ("shorter-than-a-tag", ct[:15], "malformed"),
            ("empty", b"", "malformed"),
        ):
            label = placed("the-ciphertext", defect)
            yield self.bad(label, error, "AlteredCiphertext", signed(ciphertext=changed.hex()))
        for defect, flag, point in (
            ("off-the-curve", "InvalidPoint", enc[:-1] + bytes([enc[-1] ^ 1])),
            ("compressed", "CompressedPoint", compressed_point(decode_point(enc, P256, "enc"))),
            ("at-infinity", "InvalidPoint", b"\0"),
            ("empty", "InvalidPoint", b""),
        ):
            label = placed("the-encapsulated-key", defect)
            yield self.bad(label, "malformed", flag, signed(encappedPublic=point.hex()))
        another = json.loads(bytes.fromhex(json.loads(self.export(plaintext))["data"]))["ciphertext"]
        label = "the-ciphertext-of-another-export-to-the-same-key"
        yield self.bad(label, "decryption-failed", "AlteredCiphertext", signed(ciphertext=another))


def wallet_export(material: KeyMaterial, live: Live | None = None) -> Iterator[WalletCase]:
    """Make the cases of exported wallets."""
    maker = ExportMaker(WalletCase, material, live)
    english = Mnemonic("english").to_mnemonic(bytes(range(16)))

    def good(
        label: str | Label,
        flag: str,
        mnemonic: str = english,
        passphrase: str | None = None,
        *,
        language: str | None = "english",
        checksum_valid: bool = True,
        separator: str = "\n",
        bundle: str | None = None,
    ) -> WalletCase:
        text = mnemonic if passphrase is None else mnemonic + separator + passphrase
        return maker.good(
            label,
            flag,
            maker.export(text.encode()) if bundle is None else bundle,
            mnemonic=mnemonic,
            passphrase=passphrase,
            language=language,
            checksum_valid=checksum_valid,
        )

    for language in LANGUAGES:
        mnemonic = Mnemonic(language).to_mnemonic(bytes(range(16)))
        flag = "Valid" if mnemonic.isascii() else "ByteWiseText"
        yield good(
            Label(f"twelve-words-{id_of(language)}", f"twelve words, {language}"),
            flag,
            mnemonic,
            language=language,
        )
    for size in (20, 24, 28, 32):
        words = Mnemonic("english").to_mnemonic(bytes(range(size)))
        yield good(f"{size * 3 // 4}-words", "Valid", words)
    for form in ("NFC", "NFKD"):
        words = unicodedata.normalize(form, Mnemonic("spanish").to_mnemonic(bytes(range(7, 23))))
        yield good(f"Spanish-in-{form}", "NormalizationForm", words, language="spanish")
    japanese = Mnemonic("japanese").to_mnemonic(bytes(range(16)))
    spaced = japanese.replace("\u3000", " ")
    yield good("Japanese-with-ordinary-spaces", "NormalizationForm", spaced, language="japanese")
    for label, passphrase in (
        ("a-passphrase", "TREZOR"),
        ("an-empty-passphrase", ""),
        ("a-passphrase-of-one-space", " "),
        ("a-passphrase-with-spaces-around-it", "  correct horse  "),
        ("a-passphrase-with-newlines", "two\nlines\n"),
        ("a-passphrase-that-is-not-ASCII", "pässwörd 密码"),
        (
            Label(
                "a-passphrase-that-holds-the-separator-of-imports-cut",
                "a passphrase that holds the separator of imports, cut",
            ),
            "--PASS--",
        ),
    ):
        yield good(label, "Passphrase", english, passphrase)
    for label, passphrase in (
        ("the-separator-of-imports", "TREZOR"),
        ("the-separator-of-imports-and-nothing-after-it", ""),
        ("the-separator-of-imports-twice", "a\n--PASS--\nb"),
        (Label("the-separator-of-imports-then-newlines", "the separator of imports, then newlines"), "\n\n"),
    ):
        yield good(label, "Passphrase", english, passphrase, separator="\n--PASS--\n")
    for defect, flag, words, language_found in (
        ("a-wrong-checksum", "Bip39Checksum", english.replace("abandon", "zoo", 1), "english"),
        ("eleven-words", "Bip39Checksum", english.rsplit(" ", 1)[0], "english"),
        ("a-space-after-the-last-word", "Bip39Words", english + " ", "english"),
        ("two-spaces-between-words", "Bip39Words", english.replace(" ", "  ", 1), "english"),
        ("a-word-of-no-list", "Bip39Words", "sealwax " + english.split(" ", 1)[1], None),
        ("words-of-two-lists", "Bip39Words", "acier " + english.split(" ", 1)[1], None),
        ("in-upper-case", "Bip39Words", english.upper(), None),
        ("no-words-at-all", "Bip39Words", "", None),
        ("a-sentence", "Bip39Words", "This is not a mnemonic.", None),
    ):
        label = Label(f"{defect}-given-and-flagged", f"{words_of(defect)}, given and flagged")
        yield good(label, flag, words, language=language_found, checksum_valid=False)
    for label, flag, bundle in maker.spellings(english.encode(), walletId="w"):
        yield good(label, flag, bundle=bundle)
    yield from maker.defects(english.encode())
    for label, plaintext in (
        ("a-private-key-of-32-bytes", b"\xff" * 32),
        (Label("Latin-1-instead-of-UTF-8", "Latin-1 instead of UTF-8"), "é".encode("latin-1") * 3),
        (Label("UTF-8-cut-within-a-character", "UTF-8 cut within a character"), "é".encode()[:1]),
    ):
        yield maker.bad(label, "malformed", "ByteWiseText", maker.export(plaintext))
    # At this place, the cases leave the keys of all others unchanged.
    for label, passphrase in (
        ("a-passphrase-that-holds-the-separator-of-imports", "a\n--PASS--\nb"),
        ("a-passphrase-that-ends-with-the-separator-of-imports", "a\n--PASS--\n"),
    ):
        yield good(label, "Passphrase", english, passphrase)
    for count in (9, 27):
        words = encode_entropy("english", bytes(range(count * 4 // 3)))
        label = Label(
            f"{count}-words-with-a-right-checksum-given-and-flagged",
            f"{count} words with a right checksum, given and flagged",
        )
        yield good(label, "Bip39Checksum", words, checksum_valid=False)
    label = "the-separator-of-imports-at-the-start-of-a-passphrase-after-it"
    yield good(label, "Passphrase", english, "--PASS--\nx", separator="\n--PASS--\n")


def account_export(material: KeyMaterial, live: Live | None = None) -> Iterator[AccountCase]:
    """Make the cases of exported accounts."""
    label: str | Label
    maker = ExportMaker(AccountCase, material, live)

    def outputs(key: bytes) -> dict[str, Any]:
        return {"private_key": key.hex(), "solana": ExportedAccount(key).to_solana()}

    for label, flag, key in (
        ("an-ordinary-key", "Valid", bytes(range(32))),
        ("leading-zeros", "EdgeCaseKey", bytes(31) + b"\1"),
        ("all-ones", "EdgeCaseKey", b"\xff" * 32),
        ("all-zeros", "EdgeCaseKey", bytes(32)),
        ("text-of-32-bytes", "EdgeCaseKey", b"leaf lady until indicate praise "),
        ("bytes-that-end-in-a-newline", "EdgeCaseKey", b"k" * 31 + b"\n"),
    ):
        yield maker.good(label, flag, maker.export(key), **outputs(key))
    key = bytes(range(32))
    for label, flag, bundle in variants(maker.export(key)):
        yield maker.good(label, flag, bundle, **outputs(key))
    yield from maker.defects(key)
    for label, plaintext in (
        ("a-mnemonic", Mnemonic("english").to_mnemonic(bytes(range(16))).encode()),
        ("31-bytes", b"\1" * 31),
        ("33-bytes", b"\1" * 33),
        (Label("64-bytes-seed-and-public-key", "64 bytes, seed and public key"), b"\1" * 64),
        ("a-plaintext-of-no-bytes", b""),
        ("64-digits-of-hex", b"11" * 32),
    ):
        yield maker.bad(label, "malformed", "PrivateKeyForm", maker.export(plaintext))

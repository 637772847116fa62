"""Vectors of wallet and account export bundles (wire-formats.md, sections 4.1 and 4.2)."""

import json
import unicodedata
from collections.abc import Iterator
from typing import Any

from mnemonic import Mnemonic

from sealwax._crypto.bip39 import LANGUAGES
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.bundles.exports import ExportedAccount
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax.vectors.cases.exports import Account, AccountCase, Wallet, WalletCase
from sealwax.vectors.format import Case, ErrorCode, Group

from .builder import invalid, valid
from .bundles import ORGANIZATION, Live, envelope_defects, payload_defects, variants
from .defects import hex_defects, near_misses
from .mnemonics import encode_entropy


class ExportMaker:
    """Makes exports with its own enclave and target key."""

    def __init__(self, material: KeyMaterial, live: Live | None = None) -> None:
        self.enclave = ReferenceEnclave(material.take("enclave"))
        self.other_enclave = ReferenceEnclave(material.take("enclave"))
        self.target = material.take_key("target key")
        self.other_target = material.take_key("target key")
        self.target_public_key, self.organization_id = self.target.public_key, ORGANIZATION
        if live is not None:
            self.enclave, self.target_public_key = live.enclave, live.target_public_key
            self.organization_id = live.payload()["organizationId"]
        self.context: dict[str, Any] = {
            "target_private_key": self.target.private_key_hex(),
            "organization_id": self.organization_id,
            "signer_public_key": self.enclave.keys.signer,
        }

    def export(self, plaintext: bytes) -> str:
        """Export any bytes to the target key."""
        return self.enclave.export_plaintext(
            plaintext, organization_id=self.organization_id, target_public_key=self.target_public_key
        )

    def defects(self, plaintext: bytes) -> Iterator[tuple[str, ErrorCode, str, dict[str, Any]]]:
        """Yield defects of any export: comment, error, flag and changed inputs."""
        bundle = self.export(plaintext)
        data = bytes.fromhex(json.loads(bundle)["data"])
        fields: dict[str, str] = json.loads(data)
        others = {
            "another enclave": self.other_enclave.sign_bundle(data),
            "the TLS fetcher": self.enclave.sign_otp_target(data),
        }
        for broken in envelope_defects(bundle, others):
            yield broken.comment, broken.error, broken.flag, {"bundle": broken.bundle}
        for broken in payload_defects(data, self.enclave.sign_bundle):
            yield broken.comment, broken.error, broken.flag, {"bundle": broken.bundle}

        def signed(**changes: str) -> dict[str, str]:
            return {"bundle": self.enclave.sign_bundle(json.dumps({**fields, **changes}).encode())}

        for name in ("encappedPublic", "ciphertext"):
            for defect in hex_defects(fields[name]):
                yield f"{name}: {defect.comment}", "malformed", defect.flag, signed(**{name: defect.value})
        for comment, flag, organization in (
            ("another organization", "WrongContext", "0" * 8 + self.organization_id[8:]),
            ("the organization in upper case", "WrongCaseId", self.organization_id.upper()),
            ("the organization with a space after it", "WrongContext", self.organization_id + " "),
            ("an empty organization", "WrongContext", ""),
            *(
                (f"the organization with its {which} character changed", "WrongContext", other)
                for which, other in near_misses(ORGANIZATION)
            ),
        ):
            yield (
                f"expected: {comment}",
                "wrong-organization",
                flag,
                {"bundle": bundle, "organization_id": organization},
            )
            yield f"signed for: {comment}", "wrong-organization", flag, signed(organizationId=organization)
        yield (
            "an import bundle",
            "malformed",
            "KindConfusion",
            {"bundle": self.enclave.import_bundle(organization_id=self.organization_id, user_id="u")},
        )
        yield (
            "an export that holds a key to import to as well",
            "malformed",
            "KindConfusion",
            signed(targetPublic=self.target_public_key),
        )
        yield (
            "an export that holds a key to import to as well, named in upper case",
            "malformed",
            "FoldedName",
            signed(TARGETPUBLIC=self.target.public_key),
        )
        legacy = {"encappedPublic": fields["encappedPublic"], "ciphertext": fields["ciphertext"]}
        legacy["encappedPublicSignature"] = json.loads(
            self.enclave.sign_bundle(bytes.fromhex(fields["encappedPublic"]))
        )["dataSignature"]
        yield "the older, unversioned form", "unsupported", "LegacyBundle", {"bundle": json.dumps(legacy)}
        yield (
            "another target key",
            "decryption-failed",
            "WrongKey",
            {"bundle": bundle, "target_private_key": self.other_target.private_key_hex()},
        )
        ct = bytes.fromhex(fields["ciphertext"])
        altered: tuple[tuple[str, bytes, ErrorCode], ...] = (
            ("a bit flipped", bytes([ct[0] ^ 1]) + ct[1:], "decryption-failed"),
            ("cut by a byte", ct[:-1], "decryption-failed"),
            ("a byte after it", ct + b"\0", "decryption-failed"),
            ("shorter than a tag", ct[:15], "malformed"),
            ("empty", b"", "malformed"),
        )
        for comment, changed, error in altered:
            yield f"the ciphertext: {comment}", error, "AlteredCiphertext", signed(ciphertext=changed.hex())
        enc = bytes.fromhex(fields["encappedPublic"])
        short = compressed_point(decode_point(enc, P256, "enc"))
        for comment, flag, point in (
            ("off the curve", "InvalidPoint", enc[:-1] + bytes([enc[-1] ^ 1])),
            ("compressed", "CompressedPoint", short),
            ("at infinity", "InvalidPoint", b"\0"),
            ("empty", "InvalidPoint", b""),
        ):
            yield (f"the encapsulated key: {comment}", "malformed", flag, signed(encappedPublic=point.hex()))
        another = json.loads(bytes.fromhex(json.loads(self.export(plaintext))["data"]))
        yield (
            "the ciphertext of another export to the same key",
            "decryption-failed",
            "AlteredCiphertext",
            signed(ciphertext=another["ciphertext"]),
        )


def _wallets(maker: ExportMaker) -> Iterator[WalletCase]:
    english = Mnemonic("english").to_mnemonic(bytes(range(16)))

    def good(
        comment: str,
        flag: str,
        mnemonic: str,
        passphrase: str | None = None,
        *,
        language: str | None = "english",
        checksum_valid: bool = True,
        separator: str = "\n",
        bundle: str | None = None,
    ) -> WalletCase:
        text = mnemonic if passphrase is None else mnemonic + separator + passphrase
        return valid(
            WalletCase,
            comment,
            flag,
            bundle=maker.export(text.encode()) if bundle is None else bundle,
            **maker.context,
            mnemonic=mnemonic,
            passphrase=passphrase,
            language=language,
            checksum_valid=checksum_valid,
        )

    for language in LANGUAGES:
        mnemonic = Mnemonic(language).to_mnemonic(bytes(range(16)))
        flag = "Valid" if mnemonic.isascii() else "ByteWiseText"
        yield good(f"twelve words, {language}", flag, mnemonic, language=language)
    for size in (20, 24, 28, 32):
        words = Mnemonic("english").to_mnemonic(bytes(range(size)))
        yield good(f"{size * 3 // 4} words", "Valid", words)
    for form in ("NFC", "NFKD"):
        words = unicodedata.normalize(form, Mnemonic("spanish").to_mnemonic(bytes(range(7, 23))))
        yield good(f"Spanish in {form}", "NormalizationForm", words, language="spanish")
    japanese = Mnemonic("japanese").to_mnemonic(bytes(range(16)))
    yield good(
        "Japanese with ordinary spaces",
        "NormalizationForm",
        japanese.replace("\u3000", " "),
        language="japanese",
    )
    for comment, passphrase in (
        ("a passphrase", "TREZOR"),
        ("an empty passphrase", ""),
        ("a passphrase of one space", " "),
        ("a passphrase with spaces around it", "  correct horse  "),
        ("a passphrase with newlines", "two\nlines\n"),
        ("a passphrase that is not ASCII", "pässwörd 密码"),
        ("a passphrase that holds the separator of imports, cut", "--PASS--"),
    ):
        yield good(comment, "Passphrase", english, passphrase)
    for comment, passphrase in (
        ("the separator of imports", "TREZOR"),
        ("the separator of imports and nothing after it", ""),
        ("the separator of imports twice", "a\n--PASS--\nb"),
        ("the separator of imports, then newlines", "\n\n"),
    ):
        yield good(comment, "Passphrase", english, passphrase, separator="\n--PASS--\n")
    for comment, flag, words, language_found in (
        ("a wrong checksum", "Bip39Checksum", english.replace("abandon", "zoo", 1), "english"),
        ("eleven words", "Bip39Checksum", english.rsplit(" ", 1)[0], "english"),
        ("a space after the last word", "Bip39Words", english + " ", "english"),
        ("two spaces between words", "Bip39Words", english.replace(" ", "  ", 1), "english"),
        ("a word of no list", "Bip39Words", "sealwax " + english.split(" ", 1)[1], None),
        ("words of two lists", "Bip39Words", "acier " + english.split(" ", 1)[1], None),
        ("in upper case", "Bip39Words", english.upper(), None),
        ("no words at all", "Bip39Words", "", None),
        ("a sentence", "Bip39Words", "This is not a mnemonic.", None),
    ):
        yield good(
            f"{comment}, given and flagged", flag, words, language=language_found, checksum_valid=False
        )
    for comment, flag, bundle in variants(maker.export(english.encode())):
        yield good(comment, flag, english, bundle=bundle)
    data = json.loads(bytes.fromhex(json.loads(maker.export(english.encode()))["data"]))
    for comment, fields in (
        ("the data with its keys in reverse order", dict(reversed(data.items()))),
        ("a field in the data that is not known", {**data, "walletId": "w", "userId": "u"}),
    ):
        bundle = maker.enclave.sign_bundle(json.dumps(fields, indent=1).encode())
        yield good(comment, "ClientVariant", english, bundle=bundle)
    for comment, error, flag, changes in maker.defects(english.encode()):
        yield invalid(WalletCase, comment, error, flag, **{**maker.context, **changes})
    for comment, plaintext in (
        ("a private key of 32 bytes", b"\xff" * 32),
        ("Latin-1 instead of UTF-8", "é".encode("latin-1") * 3),
        ("UTF-8 cut within a character", "é".encode()[:1]),
    ):
        yield invalid(
            WalletCase, comment, "malformed", "ByteWiseText", bundle=maker.export(plaintext), **maker.context
        )
    # Here, so that the keys of the others stay what they are.
    for comment, passphrase in (
        ("a passphrase that holds the separator of imports", "a\n--PASS--\nb"),
        ("a passphrase that ends with the separator of imports", "a\n--PASS--\n"),
    ):
        yield good(comment, "Passphrase", english, passphrase)
    for count in (9, 27):
        words = encode_entropy("english", bytes(range(count * 4 // 3)))
        comment = f"{count} words with a right checksum, given and flagged"
        yield good(comment, "Bip39Checksum", words, checksum_valid=False)


def _accounts(maker: ExportMaker) -> Iterator[AccountCase]:
    keys = {
        "an ordinary key": ("Valid", bytes(range(32))),
        "leading zeros": ("EdgeCaseKey", bytes(31) + b"\1"),
        "all ones": ("EdgeCaseKey", b"\xff" * 32),
        "all zeros": ("EdgeCaseKey", bytes(32)),
        "text of 32 bytes": ("EdgeCaseKey", b"leaf lady until indicate praise "),
        "bytes that end in a newline": ("EdgeCaseKey", b"k" * 31 + b"\n"),
    }

    def good(comment: str, flag: str, key: bytes, bundle: str) -> AccountCase:
        return valid(
            AccountCase,
            comment,
            flag,
            bundle=bundle,
            **maker.context,
            private_key=key.hex(),
            solana=ExportedAccount(key).to_solana(),
        )

    for comment, (flag, key) in keys.items():
        yield good(comment, flag, key, maker.export(key))
    for comment, flag, bundle in variants(maker.export(bytes(range(32)))):
        yield good(comment, flag, bytes(range(32)), bundle)
    for comment, error, flag, changes in maker.defects(bytes(range(32))):
        yield invalid(AccountCase, comment, error, flag, **{**maker.context, **changes})
    english = Mnemonic("english").to_mnemonic(bytes(range(16))).encode()
    for comment, plaintext in (
        ("a mnemonic", english),
        ("31 bytes", b"\1" * 31),
        ("33 bytes", b"\1" * 33),
        ("64 bytes, seed and public key", b"\1" * 64),
        ("nothing", b""),
        ("64 digits of hex", b"11" * 32),
    ):
        yield invalid(
            AccountCase,
            comment,
            "malformed",
            "PrivateKeyForm",
            bundle=maker.export(plaintext),
            **maker.context,
        )


def live_wallet_exports(material: KeyMaterial, live: Live) -> Group[WalletCase]:
    """Make the cases of an export of a wallet for whoever asked for one."""
    return Wallet(tests=list(_wallets(ExportMaker(material, live))))


def live_account_exports(material: KeyMaterial, live: Live) -> Group[AccountCase]:
    """Make the cases of an export of an account for whoever asked for one."""
    return Account(tests=list(_accounts(ExportMaker(material, live))))


def wallet_export(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of exported wallets."""
    return _wallets(ExportMaker(material))


def account_export(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of exported accounts."""
    return _accounts(ExportMaker(material))

"""Vectors of import bundles, and of what clients seal to them (wire-formats.md, section 4.3)."""

from collections.abc import Iterator
from typing import Any

from mnemonic import Mnemonic

from sealwax._codec.base58 import decode_base58, encode_base58, encode_base58check
from sealwax._crypto.bip39 import LANGUAGES
from sealwax._crypto.hpke import seal_base
from sealwax.bundles.exports import ExportedAccount
from sealwax.keys import TargetKey
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax.vectors.cases.imports import (
    PrivateKeyCase,
    SealedCase,
    VerificationCase,
    WalletCase,
)
from sealwax.vectors.format import Case

from .builder import invalid, valid
from .bundles import (
    ORGANIZATION,
    Live,
    envelope_defects,
    import_target_variants,
    legacy_import_target,
    payload_defects,
    target_defects,
)
from .defects import compact, hex_defects, json_defects, near_missed_bytes, near_misses
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
    context = {
        "bundle": bundle,
        "organization_id": organization_id,
        "user_id": user_id,
        "signer_public_key": enclave.keys.signer,
    }

    def good(comment: str, flag: str, **changes: str) -> VerificationCase:
        key = target.public_key
        return valid(VerificationCase, comment, flag, **{**context, **changes}, target_public_key=key)

    def bad(comment: str, error: Any, flag: str, **changes: str) -> VerificationCase:
        return invalid(VerificationCase, comment, error, flag, **{**context, **changes})

    def signed(**changes: str) -> str:
        return enclave.sign_bundle(compact({**fields, **changes}).encode())

    yield good("as the service makes it", "Valid")
    for comment, flag, other_bundle in import_target_variants(bundle, enclave.sign_bundle):
        yield good(comment, flag, bundle=other_bundle)
    others = {"another enclave": other.sign_bundle(data), "the TLS fetcher": enclave.sign_otp_target(data)}
    for broken in (
        *envelope_defects(bundle, others),
        *payload_defects(data, enclave.sign_bundle),
        *target_defects(bundle, enclave.sign_bundle, key="a key to import to"),
        legacy_import_target(bundle),
    ):
        yield bad(broken.comment, broken.error, broken.flag, bundle=broken.value)
    for name, argument, code, value in (
        ("organizationId", "organization_id", "wrong-organization", organization_id),
        ("userId", "user_id", "wrong-user", user_id),
    ):
        for comment, flag, other_id in (
            ("another id", "WrongContext", "0" * 8 + value[8:]),
            ("the id in upper case", "WrongCaseId", value.upper()),
            ("the id with a space after it", "WrongContext", value + " "),
            ("an empty id", "WrongContext", ""),
            *(
                (f"the id with its {which} character changed", "WrongContext", changed)
                for which, changed in near_misses(value)
            ),
        ):
            yield bad(f"{name} expected: {comment}", code, flag, **{argument: other_id})
            yield bad(f"{name} signed: {comment}", code, flag, bundle=signed(**{name: other_id}))
    yield bad(
        "organization and user swapped",
        "wrong-organization",
        "WrongContext",
        bundle=signed(organizationId=user_id, userId=organization_id),
    )
    export = enclave.export_plaintext(
        b"x", organization_id=organization_id, target_public_key=target.public_key
    )
    yield bad("an export bundle", "malformed", "KindConfusion", bundle=export)


def _wallets() -> Iterator[WalletCase]:
    english = Mnemonic("english").to_mnemonic(bytes(range(16)))

    def good(comment: str, flag: str, mnemonic: str, passphrase: str | None = None) -> WalletCase:
        text = mnemonic if passphrase is None else f"{mnemonic}\n--PASS--\n{passphrase}"
        return valid(
            WalletCase, comment, flag, mnemonic=mnemonic, passphrase=passphrase, plaintext=text.encode().hex()
        )

    for language in LANGUAGES:
        mnemonic = Mnemonic(language).to_mnemonic(bytes(range(16)))
        yield good(f"twelve words, {language}", "Valid" if mnemonic.isascii() else "ByteWiseText", mnemonic)
    for comment, passphrase in (
        ("a passphrase", "TREZOR"),
        ("an empty passphrase", ""),
        ("a passphrase with spaces around it", "  correct horse  "),
        ("a passphrase that is not ASCII", "pässwörd 密码"),
        ("a passphrase with newlines", "two\nlines\n"),
        ("a passphrase that holds the separator", "a\n--PASS--\nb"),
    ):
        yield good(comment, "Passphrase", english, passphrase)
    for comment, flag, mnemonic in (
        ("a wrong checksum", "Bip39Checksum", english.replace("abandon", "zoo", 1)),
        ("eleven words", "Bip39Checksum", english.rsplit(" ", 1)[0]),
        ("thirteen words", "Bip39Checksum", english + " abandon"),
        ("9 words with a right checksum", "Bip39Checksum", encode_entropy("english", bytes(12))),
        ("27 words with a right checksum", "Bip39Checksum", encode_entropy("english", bytes(36))),
        ("a word of no list", "Bip39Words", "sealwax " + english.split(" ", 1)[1]),
        ("in upper case", "Bip39Words", english.upper()),
        ("a space after the last word", "Bip39Words", english + " "),
        ("a space before the first word", "Bip39Words", " " + english),
        ("a tab between words", "Bip39Words", english.replace(" ", "\t", 1)),
        ("a newline after the last word", "Bip39Words", english + "\n"),
        ("a carriage return after the last word", "Bip39Words", english + "\r"),
        ("passphrase and separator in the mnemonic", "Bip39Words", english + "\n--PASS--\nTREZOR"),
        ("empty", "Bip39Words", ""),
    ):
        yield invalid(WalletCase, comment, "malformed", flag, mnemonic=mnemonic, passphrase=None)


def _private_keys() -> Iterator[PrivateKeyCase]:
    key = bytes(range(0x10, 0x30))
    solana = ExportedAccount(key).to_solana()
    for comment, flag, text in (
        ("hex", "Valid", key.hex()),
        ("hex in upper case", "ClientVariant", key.hex().upper()),
        ("hex with 0x", "ClientVariant", "0x" + key.hex()),
        ("hex with 0X", "ClientVariant", "0X" + key.hex()),
        ("base58 of seed and public key", "Valid", solana),
    ):
        yield valid(PrivateKeyCase, comment, flag, private_key_text=text, plaintext=key.hex())
    for comment, other in (("leading zeros", bytes(31) + b"\1"), ("all ones", b"\xff" * 32)):
        for form, text in (("hex", other.hex()), ("base58", ExportedAccount(other).to_solana())):
            yield valid(
                PrivateKeyCase,
                f"{comment}, {form}",
                "EdgeCaseKey",
                private_key_text=text,
                plaintext=other.hex(),
            )
    for defect in hex_defects(key.hex()):
        if defect.comment != "0x in front":
            yield invalid(
                PrivateKeyCase, defect.comment, "malformed", defect.flag, private_key_text=defect.value
            )
    public_key = ExportedAccount(key).to_solana()
    public_half = decode_base58(public_key, "key")[32:]
    for comment, flag, text in (
        ("empty", "PrivateKeyForm", ""),
        ("0x alone", "PrivateKeyForm", "0x"),
        ("31 bytes of hex", "PrivateKeyForm", key.hex()[2:]),
        ("33 bytes of hex", "PrivateKeyForm", key.hex() + "00"),
        ("64 bytes of hex", "PrivateKeyForm", key.hex() * 2),
        ("base58 of the seed alone", "PrivateKeyForm", encode_base58(key)),
        ("base58 of 63 bytes", "PrivateKeyForm", encode_base58(key + key[:-1])),
        ("base58 of 65 bytes", "PrivateKeyForm", encode_base58(b"\1" + key + key)),
        ("base58check of seed and public key", "Base58Encoding", encode_base58check(key + key)),
        ("base58 with a digit that it does not have", "Base58Encoding", public_key[:-1] + "0"),
        ("base58 with a newline after it", "Base58Encoding", public_key + "\n"),
    ):
        yield invalid(PrivateKeyCase, comment, "malformed", flag, private_key_text=text)
    yield invalid(
        PrivateKeyCase,
        "a Solana key whose halves disagree",
        "key-mismatch",
        "PrivateKeyForm",
        private_key_text=encode_base58(key + key),
    )
    for which, half in near_missed_bytes(public_half):
        yield invalid(
            PrivateKeyCase,
            f"a Solana key whose public half has another {which} byte",
            "key-mismatch",
            "PrivateKeyForm",
            private_key_text=encode_base58(key + half),
        )


def _sealed(material: KeyMaterial) -> Iterator[SealedCase]:
    english = Mnemonic("english").to_mnemonic(bytes(range(16)))
    japanese = Mnemonic("japanese").to_mnemonic(bytes(range(16)))
    key, other = material.take_key("import"), material.take_key("import")

    def seal(plaintext: bytes) -> dict[str, str]:
        ephemeral = material.take_key("ephemeral")
        sealed = seal_base(
            key.private_key_object().public_key(), plaintext, ephemeral=ephemeral.private_key_object()
        )
        return {"encappedPublic": sealed.enc.hex(), "ciphertext": sealed.ct.hex()}

    def wallet(comment: str, flag: str, mnemonic: str, passphrase: str | None) -> SealedCase:
        text = mnemonic if passphrase is None else f"{mnemonic}\n--PASS--\n{passphrase}"
        return valid(
            SealedCase,
            comment,
            flag,
            enclave_private_key=key.private_key_hex(),
            encrypted_bundle=compact(seal(text.encode())),
            plaintext=text.encode().hex(),
            mnemonic=mnemonic,
            passphrase=passphrase,
        )

    for comment, flag, mnemonic, passphrase in (
        ("a wallet", "Valid", english, None),
        ("a wallet with a passphrase", "Passphrase", english, "TREZOR"),
        ("a wallet with an empty passphrase", "Passphrase", english, ""),
        ("a wallet that is not ASCII", "ByteWiseText", japanese, "パスフレーズ"),
    ):
        yield wallet(comment, flag, mnemonic, passphrase)
    yield valid(
        SealedCase,
        "a private key",
        "Valid",
        enclave_private_key=key.private_key_hex(),
        encrypted_bundle=compact(seal(bytes(range(32)))),
        plaintext=bytes(range(32)).hex(),
    )
    fields = seal(english.encode())

    def bad(comment: str, error: Any, flag: str, text: str, receiver: TargetKey = key) -> SealedCase:
        return invalid(
            SealedCase,
            comment,
            error,
            flag,
            enclave_private_key=receiver.private_key_hex(),
            encrypted_bundle=text,
        )

    yield bad("another enclave key", "decryption-failed", "WrongKey", compact(fields), other)
    for defect in json_defects(fields):
        yield bad(defect.comment, "malformed", defect.flag, defect.value)
    for name, value in fields.items():
        for defect in hex_defects(value):
            text = compact({**fields, name: defect.value})
            yield bad(f"{name}: {defect.comment}", "malformed", defect.flag, text)
    changed = f"{int(fields['ciphertext'][0], 16) ^ 1:x}" + fields["ciphertext"][1:]
    yield bad(
        "a bit of the ciphertext flipped",
        "decryption-failed",
        "AlteredCiphertext",
        compact({**fields, "ciphertext": changed}),
    )
    # Here, so that the keys of the others stay what they are.
    yield wallet("a wallet whose passphrase holds the separator", "Passphrase", english, "a\n--PASS--\nb")


def import_bundle(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of imports."""
    yield from _verification(material, live)
    yield from _wallets()
    yield from _private_keys()
    yield from _sealed(material)

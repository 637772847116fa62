import json

import pytest
from mnemonic import Mnemonic

from sealwax import (
    ContextMismatch,
    DecryptionFailed,
    ExportedAccount,
    ExportedWallet,
    MalformedInput,
    UntrustedSigner,
    decrypt_account_export,
    decrypt_export,
    decrypt_wallet_export,
)
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED, TARGET, CapturedWallet

ENCLAVE = ReferenceEnclave(SEED)
MNEMONIC = Mnemonic("english").to_mnemonic(bytes(range(16)))


def open_wallet(bundle: str | bytes) -> ExportedWallet:
    return decrypt_wallet_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)


def open_account(bundle: str | bytes) -> ExportedAccount:
    return decrypt_account_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)


def sealed(plaintext: str | bytes) -> str:
    content = plaintext.encode() if isinstance(plaintext, str) else plaintext
    return ENCLAVE.export_plaintext(
        content, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )


class TestWallet:
    def test_the_captured_wallet_opens(self, captured_wallet: CapturedWallet) -> None:
        wallet = decrypt_wallet_export(
            captured_wallet.text,
            captured_wallet.target_key,
            organization_id=captured_wallet.organization_id,
        )
        assert wallet == ExportedWallet(captured_wallet.mnemonic, None, "english", checksum_valid=True)

    @pytest.mark.parametrize(
        "passphrase",
        [
            None,
            "",
            " ",
            "two words",
            "é",
            "e\u0301",
            "パス",
            "a\nb",
            "\n",
            "--PASS--",
            " x ",
            "a\n--PASS--\nb",
            "\n--PASS--\n",
            "\n--PASS--\nx",
            "--PASS--\r\n",
            "--pass--\nx",
        ],
    )
    def test_every_passphrase_comes_back_as_it_was_sealed(self, passphrase: str | None) -> None:
        bundle = ENCLAVE.export_wallet(
            MNEMONIC, passphrase, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        assert open_wallet(bundle) == ExportedWallet(MNEMONIC, passphrase, "english", checksum_valid=True)

    @pytest.mark.parametrize("passphrase", ["", "two words", "a\nb", "\n--PASS--\n", "a\n--PASS--\nb"])
    def test_the_separator_of_imports_is_known(self, passphrase: str) -> None:
        wallet = open_wallet(sealed(f"{MNEMONIC}\n--PASS--\n{passphrase}"))
        assert (wallet.mnemonic, wallet.passphrase) == (MNEMONIC, passphrase)

    @pytest.mark.parametrize(
        "plaintext", [b"\xff" * 32, MNEMONIC.encode() + b"\n\xff", "é".encode("latin-1")]
    )
    def test_what_is_not_text_is_refused_but_not_lost(self, plaintext: bytes) -> None:
        bundle = sealed(plaintext)
        with pytest.raises(MalformedInput, match=f"{len(plaintext)} bytes.* is not UTF-8") as raised:
            open_wallet(bundle)
        assert raised.value.__context__ is None
        opened = decrypt_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        assert opened == plaintext

    def test_no_repr_shows_a_secret(self) -> None:
        wallet = open_wallet(sealed(f"{MNEMONIC}\nhunter2"))
        shown = f"{wallet!r} {wallet}"
        assert "english" in shown
        assert not any(word in shown for word in (*MNEMONIC.split(), "hunter2"))


class TestAccount:
    @pytest.mark.parametrize("private_key", [b"\x1f" * 32, bytes(31) + b"\1", b"\xff" * 32, bytes(32)])
    def test_every_private_key_comes_back(self, private_key: bytes) -> None:
        bundle = ENCLAVE.export_account(
            private_key, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        account = open_account(bundle)
        assert account == ExportedAccount(private_key)
        assert account.to_hex() == private_key.hex()

    @pytest.mark.parametrize("length", [0, 31, 33, 64])
    def test_other_lengths_are_refused_but_not_lost(self, length: int) -> None:
        bundle = sealed(b"k" * length)
        with pytest.raises(MalformedInput, match=f"holds {length} bytes; a private key has 32"):
            open_account(bundle)
        opened = decrypt_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        assert opened == b"k" * length

    def test_no_repr_shows_the_secret(self) -> None:
        account = ExportedAccount(b"\x1f" * 32)
        assert "1f" not in f"{account!r} {account}"


class TestChecks:
    """Each check of an export bundle, with just that one failing; the envelope has its own tests."""

    def test_another_organization(self, captured_wallet: CapturedWallet) -> None:
        for organization in ("", captured_wallet.organization_id.upper(), "another"):
            with pytest.raises(ContextMismatch) as raised:
                decrypt_wallet_export(
                    captured_wallet.text, captured_wallet.target_key, organization_id=organization
                )
            assert raised.value.code == "wrong-organization"

    def test_another_target_key(self, captured_wallet: CapturedWallet) -> None:
        with pytest.raises(DecryptionFailed):
            decrypt_wallet_export(
                captured_wallet.text, TARGET, organization_id=captured_wallet.organization_id
            )

    def test_another_enclave(self) -> None:
        bundle = sealed(MNEMONIC)
        with pytest.raises(UntrustedSigner):
            decrypt_wallet_export(bundle, TARGET, organization_id=ORGANIZATION)

    def payload(self, **changes: object) -> str:
        """The bundle of a wallet whose signed data is changed before it is signed."""
        data = json.loads(bytes.fromhex(json.loads(sealed(MNEMONIC))["data"]))
        data = {name: value for name, value in {**data, **changes}.items() if value is not None}
        return ENCLAVE.sign_bundle(json.dumps(data).encode())

    def test_the_payload_without_a_change_opens(self) -> None:
        assert open_wallet(self.payload()).mnemonic == MNEMONIC

    def test_fields_that_are_not_known_are_ignored(self) -> None:
        assert open_wallet(self.payload(walletId="w", userId="u")).mnemonic == MNEMONIC
        assert open_wallet(self.payload(userId=5)).mnemonic == MNEMONIC

    @pytest.mark.parametrize("value", [5, {}, True])
    def test_an_id_that_is_read_is_text(self, value: object) -> None:
        with pytest.raises(MalformedInput, match="the export bundle: organizationId must be a string"):
            open_wallet(self.payload(organizationId=value))

    def test_an_import_bundle_is_refused_by_name(self) -> None:
        for changes in ({}, {"encappedPublic": None, "ciphertext": None}):
            with pytest.raises(MalformedInput, match="this is an import bundle; pass the export bundle"):
                open_wallet(self.payload(targetPublic=TARGET.public_key, userId="u", **changes))

    def test_other_points_are_refused(self) -> None:
        compressed = compressed_point(decode_point(bytes.fromhex(TARGET.public_key), P256, "it")).hex()
        for point in ("", "00", compressed, TARGET.public_key + "00", "04" + "00" * 64, "0x04"):
            with pytest.raises(MalformedInput):
                open_wallet(self.payload(encappedPublic=point))

    def test_a_ciphertext_of_another_bundle_does_not_open(self) -> None:
        other = json.loads(bytes.fromhex(json.loads(sealed("other"))["data"]))
        with pytest.raises(DecryptionFailed):
            open_wallet(self.payload(ciphertext=other["ciphertext"]))

    def test_one_kind_of_export_is_not_opened_as_the_other(self) -> None:
        with pytest.raises(MalformedInput, match="open it as a wallet"):
            open_account(sealed(MNEMONIC))
        with pytest.raises(MalformedInput, match="open it as an account"):
            open_wallet(sealed(b"\xff" * 32))

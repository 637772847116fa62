"""Imports of wallets and private keys."""

import pytest

from sealwax import ImportTarget, verify_import_bundle
from sealwax.wallets import derive_account
from tests.service.client import ETHEREUM, Client
from tests.service.operations.test_exports import exported


def import_target(client: Client, kind: str) -> ImportTarget:
    user_id = client.service.user_id
    bundle = client.submit(f"init_import_{kind}", userId=user_id).result["importBundle"]
    return verify_import_bundle(
        bundle, organization_id=client.organization_id, user_id=user_id, keys=client.service.keys
    )


class TestWallets:
    @pytest.mark.parametrize("passphrase", [None, "trezor"])
    def test_import(self, client: Client, passphrase: str | None) -> None:
        mnemonic = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        target = import_target(client, "wallet")
        result = client.submit(
            "import_wallet",
            userId=client.service.user_id,
            walletName="mine",
            encryptedBundle=target.encrypt_wallet(mnemonic, passphrase),
            accounts=[ETHEREUM],
        ).result
        account = derive_account(
            mnemonic,
            path=ETHEREUM["path"],
            curve=ETHEREUM["curve"],
            address_format=ETHEREUM["addressFormat"],
            passphrase=passphrase or "",
        )
        assert result["addresses"] == [account.address]
        text = exported(client, walletId=result["walletId"])
        assert text == (mnemonic if passphrase is None else f"{mnemonic}|{passphrase}")
        assert client.query("get_wallet", walletId=result["walletId"])["wallet"]["imported"] is True

    def test_imports_are_independent(self, client: Client) -> None:
        mnemonic = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        first, second = import_target(client, "wallet"), import_target(client, "wallet")
        for name, target in (("m", second), ("n", first)):
            sealed = target.encrypt_wallet(mnemonic)
            given = {"userId": client.service.user_id, "walletName": name, "encryptedBundle": sealed}
            assert client.submit("import_wallet", **given, accounts=[]).result["walletId"]
            assert client.submit("import_wallet", **given, accounts=[]).error == (400, "REQUEST_INVALID")

    def test_what_is_no_mnemonic_is_not_imported(self, client: Client) -> None:
        target = import_target(client, "wallet")
        reply = client.submit(
            "import_wallet",
            userId=client.service.user_id,
            walletName="m",
            encryptedBundle=target.encrypt_private_key(b"\xff" * 32),
            accounts=[],
        )
        assert reply.error == (400, "REQUEST_INVALID")


class TestPrivateKeys:
    def test_import(self, client: Client) -> None:
        user_id = client.service.user_id
        target = import_target(client, "private_key")
        result = client.submit(
            "import_private_key",
            userId=user_id,
            privateKeyName="mine",
            encryptedBundle=target.encrypt_private_key(b"\x01" * 32),
            curve="CURVE_ED25519",
            addressFormats=["ADDRESS_FORMAT_SOLANA"],
        ).result
        record = client.private_key(result["privateKeyId"])
        assert (record["imported"], record["privateKeyName"]) == (True, "mine")
        assert record["addresses"] == result["addresses"]
        assert client.query("get_private_key", privateKeyId=record["privateKeyId"])["privateKey"] == record

    @pytest.mark.parametrize(
        ("private_key", "curve", "format_"),
        [
            (bytes(32), "CURVE_SECP256K1", "ADDRESS_FORMAT_ETHEREUM"),
            (b"\1" * 32, "CURVE_SECP256K1", "ADDRESS_FORMAT_SOLANA"),
        ],
    )
    def test_what_is_no_key_of_the_curve_is_not_imported(
        self, client: Client, private_key: bytes, curve: str, format_: str
    ) -> None:
        user_id = client.service.user_id
        target = import_target(client, "private_key")
        reply = client.submit(
            "import_private_key",
            userId=user_id,
            privateKeyName="mine",
            encryptedBundle=target.encrypt_private_key(private_key),
            curve=curve,
            addressFormats=[format_],
        )
        assert reply.error == (400, "REQUEST_INVALID")
        assert len(client.query("list_private_keys")["privateKeys"]) == 1

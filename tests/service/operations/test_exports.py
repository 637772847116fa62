"""Exports of wallets, wallet accounts and private keys."""

from sealwax import decrypt_account_export, decrypt_wallet_export
from sealwax.wallets import derive_account
from tests.service.client import ETHEREUM, MISSING, TARGET, Client


def exported(client: Client, **parameters: object) -> str:
    reply = client.submit("export_wallet", targetPublicKey=TARGET.public_key, **parameters)
    wallet = decrypt_wallet_export(
        reply.result["exportBundle"],
        TARGET,
        organization_id=client.organization_id,
        keys=client.service.keys,
    )
    return wallet.mnemonic if wallet.passphrase is None else f"{wallet.mnemonic}|{wallet.passphrase}"


def test_a_new_wallet_opens_to_its_addresses(client: Client) -> None:
    made = client.submit(
        "create_wallet", walletName="w", accounts=[{**ETHEREUM, "name": "a"}], mnemonicLength=24
    ).result
    mnemonic = exported(client, walletId=made["walletId"])
    assert len(mnemonic.split()) == 24
    account = derive_account(
        mnemonic,
        path=ETHEREUM["path"],
        curve=ETHEREUM["curve"],
        address_format=ETHEREUM["addressFormat"],
    )
    assert made["addresses"] == [account.address]
    (record,) = client.query("list_wallet_accounts", walletId=made["walletId"])["accounts"]
    assert (record["address"], record["name"]) == (account.address, "a")
    assert len(client.query("list_wallet_accounts")["accounts"]) == 2
    wallet = client.query("get_wallet", walletId=made["walletId"])["wallet"]
    assert (wallet["exported"], wallet["imported"]) == (True, False)
    assert wallet in client.query("list_wallets")["wallets"]
    bundle = client.submit(
        "export_wallet_account", address=account.address.lower(), targetPublicKey=TARGET.public_key
    ).result["exportBundle"]
    opened = decrypt_account_export(
        bundle, TARGET, organization_id=client.organization_id, keys=client.service.keys
    )
    assert opened.private_key == account.private_key


def test_another_language_has_the_same_entropy(client: Client) -> None:
    wallet_id = client.service.ids["walletId"]
    english = exported(client, walletId=wallet_id, language="MNEMONIC_LANGUAGE_ENGLISH")
    assert english == exported(client, walletId=wallet_id)
    french = exported(client, walletId=wallet_id, language="MNEMONIC_LANGUAGE_FRENCH")
    assert french != english
    assert len(french.split()) == 12


def test_an_exported_key_needs_nothing(client: Client) -> None:
    key_id = client.service.ids["privateKeyId"]
    made = client.submit("export_private_key", privateKeyId=key_id, targetPublicKey=TARGET.public_key)
    account = decrypt_account_export(
        made.result["exportBundle"],
        TARGET,
        organization_id=client.organization_id,
        keys=client.service.keys,
    )
    record = client.private_key()
    assert record["exported"] is True
    account.check_address(record["addresses"][0]["address"])
    assert client.submit("delete_private_keys", privateKeyIds=[key_id]).result["privateKeyIds"] == [key_id]


def test_unknown_things(client: Client) -> None:
    for name, given in (
        ("export_wallet", {"walletId": MISSING, "targetPublicKey": TARGET.public_key}),
        ("export_wallet_account", {"address": "0x00", "targetPublicKey": TARGET.public_key}),
        ("export_private_key", {"privateKeyId": MISSING, "targetPublicKey": TARGET.public_key}),
    ):
        assert client.submit(name, **given).error == (404, "SEALWAX_NOT_FOUND")
    assert client.try_query("list_wallet_accounts", walletId=MISSING).status == 404

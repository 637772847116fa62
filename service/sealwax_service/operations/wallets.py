"""The operations on wallets, wallet accounts and private keys."""

from typing import Any, Final

from sealwax._codec.enumerations import WalletCurve
from sealwax.operations import SignupWalletAccount
from sealwax.operations.forms import Id
from sealwax.wallets.address_format_names import AddressFormat
from sealwax_service.api_errors import (
    ACCOUNT_NOT_EXPORTED,
    FOREIGN_ACCOUNT,
    INVALID_PATH,
    MALFORMED_ACCOUNT_ID,
    NOT_EXPORTED,
    ApiError,
)
from sealwax_service.chains import derivation
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Older, Steps, Submit, SubmitContext, at_once, find_all
from sealwax_service.requests.provisioning import check_private_keys
from sealwax_service.state.records import AccountRecord, Derived, Json, Made, Wallet, find, is_uuid
from sealwax_service.yielding import Pace

from .activities import check_renamed


def _new_accounts(context: SubmitContext, given: Any) -> Made:
    organization, state = context.organization, context.provisioner.state
    with state.lock:
        wallet = find(organization.wallets, given.wallet_id, "wallet")
    derived = derivation.derive(wallet.mnemonic, wallet.passphrase, given.accounts)
    if given.persist is False:
        return Made(answer={"addresses": [account.address for account in derived]})
    made = context.provisioner.new_accounts(given.accounts, derived)
    proven = [
        Derived(organization.organization_id, account.address, wallet.wallet_id, account.path)
        for account in made
    ]
    return Made(accounts=made, derived=proven)


def _add_accounts(context: SubmitContext, given: Any, made: Made) -> Json:
    if given.persist is False:
        return made.answer
    wallet = find(context.organization.wallets, given.wallet_id, "wallet")
    used = [account.path for account in [*wallet.accounts, *made.accounts]]
    if len({*used}) < len(used):
        raise ApiError(INVALID_PATH, "a path can be used once in a wallet")
    wallet.accounts += made.accounts
    wallet.updated_at = context.now()
    return {"addresses": [account.address for account in made.accounts]}


def _update_wallet(context: SubmitContext, given: Any) -> Json:
    wallet = find(context.organization.wallets, given.wallet_id, "wallet")
    check_renamed(context.organization.wallets, wallet, given.wallet_name, "wallet")
    if given.wallet_name is not None:
        wallet.name, wallet.updated_at = given.wallet_name, context.now()
    return {"walletId": wallet.wallet_id}


def _delete_wallets(context: SubmitContext, given: Any) -> Json:
    wallets = context.organization.wallets
    wanted = find_all(wallets, given.wallet_ids, "wallet")
    if not given.delete_without_export and not all(wallets[wallet_id].exported for wallet_id in wanted):
        raise ApiError(NOT_EXPORTED, "a wallet was never exported; set deleteWithoutExport to delete it")
    for wallet_id in wanted:
        del wallets[wallet_id]
    return {"walletIds": wanted}


def _delete_wallet_accounts(context: SubmitContext, given: Any) -> Json:
    accounts: dict[str, tuple[Wallet, AccountRecord]] = {
        account.account_id: (wallet, account) for wallet, account in context.organization.accounts()
    }
    wanted = [*dict.fromkeys(given.wallet_account_ids)]
    for account_id in wanted:
        if not is_uuid(account_id):
            raise ApiError(MALFORMED_ACCOUNT_ID)
        if account_id not in accounts:
            raise ApiError(FOREIGN_ACCOUNT, account_id)
    found = [accounts[account_id] for account_id in wanted]
    if not given.delete_without_export and not all(
        wallet.exported or account.exported for wallet, account in found
    ):
        raise ApiError(ACCOUNT_NOT_EXPORTED, "set deleteWithoutExport to delete it")
    for wallet, account in found:
        wallet.accounts.remove(account)
        wallet.updated_at = context.now()
    return {"walletAccountIds": wanted}


def _new_private_keys(context: SubmitContext, given: Any) -> Made:
    provisioner, organization, pace, made = context.provisioner, context.organization, Pace(), []
    for each in given.private_keys:
        secret = provisioner.state.material.take("private key")
        key = provisioner.new_private_key(each.private_key_name, each.curve, secret, each.address_formats)
        made.append(key)
        pace.pause()
    derived = [Derived(organization.organization_id, text) for key in made for _, text in key.addresses]
    return Made(private_keys=made, derived=derived)


def _add_private_keys(context: SubmitContext, given: Any, made: Made) -> Json:
    organization = context.organization
    for key, each in zip(made.private_keys, given.private_keys, strict=True):
        key.tag_ids = find_all(organization.private_key_tags, each.private_key_tags, "private key tag")
    check_private_keys(organization, made.private_keys)
    for key in made.private_keys:
        organization.private_keys[key.private_key_id] = key
    return {
        "privateKeys": [
            {
                "privateKeyId": key.private_key_id,
                "addresses": [{"format": name, "address": text} for name, text in key.addresses],
            }
            for key in made.private_keys
        ]
    }


def _add_private_keys_v1(context: SubmitContext, given: Any, made: Made) -> Json:
    keys = _add_private_keys(context, given, made)["privateKeys"]
    return {"privateKeyIds": [key["privateKeyId"] for key in keys]}


_PRIVATE_KEY: Final = body(
    "private_key",
    private_key_name=str,
    curve=WalletCurve,
    private_key_tags=array(Id),
    address_formats=array(AddressFormat),
)

SUBMITS: Final[dict[str, Submit]] = {
    "create_wallet_accounts": Submit(
        body(
            "create_wallet_accounts",
            wallet_id=Id,
            accounts=array(SignupWalletAccount),
            persist=bool | None,
        ),
        Steps(_new_accounts, _add_accounts),
    ),
    "update_wallet": Submit(
        body("update_wallet", wallet_id=Id, wallet_name=str | None), at_once(_update_wallet)
    ),
    "delete_wallets": Submit(
        body("delete_wallets", wallet_ids=array(Id), delete_without_export=bool | None),
        at_once(_delete_wallets),
    ),
    "delete_wallet_accounts": Submit(
        body("delete_wallet_accounts", wallet_account_ids=array(Id), delete_without_export=bool | None),
        at_once(_delete_wallet_accounts),
    ),
    "create_private_keys": Submit(
        body("create_private_keys", private_keys=array(_PRIVATE_KEY)),
        Steps(_new_private_keys, _add_private_keys),
        (Older("", None, Steps(_new_private_keys, _add_private_keys_v1)),),
    ),
}
"""The operations on wallets, wallet accounts and private keys."""

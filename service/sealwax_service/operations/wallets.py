"""The operations on wallets and their accounts."""

from typing import Any, Final

from sealwax.operations import SignupWalletAccount
from sealwax.operations.forms import Id
from sealwax_service.api_errors import (
    ACCOUNT_NOT_EXPORTED,
    FOREIGN_ACCOUNT,
    INVALID_PATH,
    MALFORMED_ACCOUNT_ID,
    ApiError,
)
from sealwax_service.chains import derivation
from sealwax_service.requests import bodies
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Steps, Submit, SubmitContext, at_once
from sealwax_service.requests.provisioning import check_renamed, check_wallet
from sealwax_service.state.records import (
    AccountRecord,
    Json,
    Made,
    Organization,
    Wallet,
    find,
    is_uuid,
)

from .exports import delete_exported


def _new_wallet(context: SubmitContext, given: bodies.CreateWallet) -> Made:
    return made_wallet(context, context.provisioner.new_wallet(given))


def made_wallet(context: SubmitContext, wallet: Wallet) -> Made:
    """Return a wallet that is not yet in the organization, with its addresses."""
    return Made(wallets=[wallet], derived=context.organization.derived(wallet.wallet_id, wallet.accounts))


def add_wallet(context: SubmitContext, _given: object, made: Made) -> Json:
    """Add a new wallet to the organization."""
    (wallet,) = made.wallets
    check_wallet(context.organization, wallet)
    context.organization.wallets[wallet.wallet_id] = wallet
    return _wallet_result(wallet)


def _wallet_result(wallet: Wallet) -> Json:
    return {"walletId": wallet.wallet_id, "addresses": [account.address for account in wallet.accounts]}


def first_wallet(organization: Organization) -> Json:
    """Return the wallet of a new sub-organization in the form of results; nothing without a wallet."""
    wallet = next(iter(organization.wallets.values()), None)
    return {} if wallet is None else {"wallet": _wallet_result(wallet)}


def _new_accounts(context: SubmitContext, given: Any) -> Made:
    organization, state = context.organization, context.provisioner.state
    with state.lock:
        wallet = find(organization.wallets, given.wallet_id, "wallet")
    derived = derivation.derive(wallet.mnemonic, wallet.passphrase, given.accounts)
    if given.persist is False:
        return Made(answer={"addresses": [account.address for account in derived]})
    made = context.provisioner.new_accounts(given.accounts, derived)
    return Made(accounts=made, derived=organization.derived(wallet.wallet_id, made))


def _add_accounts(context: SubmitContext, given: Any, made: Made) -> Json:
    if given.persist is False:
        return made.answer
    wallet = find(context.organization.wallets, given.wallet_id, "wallet")
    used = [account.path for account in [*wallet.accounts, *made.accounts]]
    if len({*used}) < len(used):
        raise ApiError(INVALID_PATH, "a path can be used once in a wallet")
    wallet.accounts += made.accounts
    wallet.updated_at = context.now
    return {"addresses": [account.address for account in made.accounts]}


def _update_wallet(context: SubmitContext, given: Any) -> Json:
    wallet = find(context.organization.wallets, given.wallet_id, "wallet")
    check_renamed(context.organization.wallets, wallet, given.wallet_name, "wallet")
    if given.wallet_name is not None:
        wallet.name, wallet.updated_at = given.wallet_name, context.now
    return {"walletId": wallet.wallet_id}


def _delete_wallets(context: SubmitContext, given: Any) -> Json:
    deleted = delete_exported(
        context.organization.wallets,
        given.wallet_ids,
        "wallet",
        delete_without_export=given.delete_without_export,
    )
    return {"walletIds": deleted}


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
        wallet.updated_at = context.now
    return {"walletAccountIds": wanted}


SUBMITS: Final[dict[str, Submit]] = {
    "create_wallet": Submit(bodies.CreateWallet, Steps(_new_wallet, add_wallet)),
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
}
"""The operations on wallets and their accounts."""

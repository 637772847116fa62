"""The exports of wallets, wallet accounts and private keys; what was exported may be deleted."""

from collections.abc import Iterable
from typing import Any, Final, Protocol

from sealwax import operations
from sealwax_service.api_errors import NOT_EXPORTED, NOT_FOUND, ApiError
from sealwax_service.chains.derivation import translate
from sealwax_service.chains.signatures import is_address
from sealwax_service.requests import bodies
from sealwax_service.requests.context import Submit, SubmitContext, at_once, find_all
from sealwax_service.state.records import Json, find


def _export_wallet(context: SubmitContext, given: operations.ExportWallet) -> Json:
    wallet = find(context.organization.wallets, given.wallet_id, "wallet")
    bundle = context.provisioner.enclave.export_wallet(
        translate(wallet.mnemonic, given.language),
        wallet.passphrase,
        organization_id=context.organization.organization_id,
        target_public_key=given.target_public_key,
    )
    wallet.exported, wallet.updated_at = True, context.now
    return {"walletId": wallet.wallet_id, "exportBundle": bundle}


def _export_key(context: SubmitContext, private_key: bytes, target_public_key: str) -> Json:
    bundle = context.provisioner.enclave.export_account(
        private_key,
        organization_id=context.organization.organization_id,
        target_public_key=target_public_key,
    )
    return {"exportBundle": bundle}


def _export_wallet_account(context: SubmitContext, given: operations.ExportWalletAccount) -> Json:
    # Found in the same way as by policies.
    accounts = context.organization.accounts()
    wallet, found = next(
        (each for each in accounts if is_address(given.address, each[1].address)), (None, None)
    )
    if wallet is None or found is None:
        raise ApiError(NOT_FOUND, "there is no wallet account with this address in the organization")
    exported = _export_key(context, found.private_key, given.target_public_key)
    found.exported = True
    wallet.touch()
    return {"address": found.address, **exported}


def _export_private_key(context: SubmitContext, given: operations.ExportPrivateKey) -> Json:
    key = find(context.organization.private_keys, given.private_key_id, "private key")
    exported = _export_key(context, key.private_key, given.target_public_key)
    key.exported, key.updated_at = True, context.now
    return {"privateKeyId": key.private_key_id, **exported}


class Exportable(Protocol):
    """A record that can be exported."""

    @property
    def exported(self) -> bool:
        """Whether it was exported."""


def check_exported(records: Iterable[Exportable], what: str, *, delete_without_export: bool | None) -> None:
    """Refuse to delete a record that was never exported, unless the request says so."""
    if not delete_without_export and not all(record.exported for record in records):
        raise ApiError(NOT_EXPORTED, f"a {what} was never exported; set deleteWithoutExport to delete it")


def delete_exported(
    records: dict[str, Any], ids: Iterable[str], what: str, *, delete_without_export: bool | None
) -> list[str]:
    """Delete wallets or private keys; return their ids."""
    wanted = find_all(records, ids, what)
    check_exported(map(records.__getitem__, wanted), what, delete_without_export=delete_without_export)
    for record_id in wanted:
        del records[record_id]
    return wanted


SUBMITS: Final[dict[str, Submit]] = {
    "export_wallet": Submit(operations.ExportWallet, at_once(_export_wallet)),
    "export_wallet_account": Submit(operations.ExportWalletAccount, at_once(_export_wallet_account)),
    "export_private_key": Submit(bodies.lenient(operations.ExportPrivateKey), at_once(_export_private_key)),
}
"""The exports."""

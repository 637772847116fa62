"""The imports of wallets and private keys."""

from typing import Final

from sealwax import operations
from sealwax._crypto.bip39 import check_mnemonic
from sealwax.bundles.exports import PASSPHRASE_SEPARATOR
from sealwax_service.api_errors import REQUEST_INVALID, ApiError
from sealwax_service.requests import bodies
from sealwax_service.requests.context import Steps, Submit, SubmitContext, at_once, find_user
from sealwax_service.requests.provisioning import check_private_keys
from sealwax_service.state.records import Derived, Json, Made

from .wallets import add_wallet, made_wallet


def _init_import(
    context: SubmitContext, given: operations.InitImportWallet | operations.InitImportPrivateKey
) -> Json:
    user = find_user(context, given.user_id)
    bundle = context.provisioner.enclave.import_bundle(
        organization_id=context.organization.organization_id, user_id=user.user_id
    )
    return {"importBundle": bundle}


def _open_import(context: SubmitContext, given: bodies.ImportWallet | bodies.ImportPrivateKey) -> bytes:
    user = find_user(context, given.user_id)
    return context.provisioner.enclave.open_import(
        given.encrypted_bundle,
        organization_id=context.organization.organization_id,
        user_id=user.user_id,
    )


def _open_wallet(context: SubmitContext, given: bodies.ImportWallet) -> Made:
    text = _open_import(context, given).decode(errors="replace")
    mnemonic, separator, passphrase = text.partition(PASSPHRASE_SEPARATOR)
    if not check_mnemonic(mnemonic).checksum_valid:
        raise ApiError(REQUEST_INVALID, "the imported text is not a valid mnemonic")
    wallet = context.provisioner.make_wallet(
        given.wallet_name, mnemonic, passphrase if separator else None, given.accounts
    )
    wallet.imported = True
    return made_wallet(context, wallet)


def _open_private_key(context: SubmitContext, given: bodies.ImportPrivateKey) -> Made:
    organization = context.organization
    key = context.provisioner.new_private_key(
        given.private_key_name, given.curve, _open_import(context, given), given.address_formats
    )
    key.imported = True
    derived = [Derived(organization.organization_id, address) for _, address in key.addresses]
    return Made(private_keys=[key], derived=derived)


def _add_private_key(context: SubmitContext, _given: object, made: Made) -> Json:
    (key,) = made.private_keys
    check_private_keys(context.organization, [key])
    context.organization.private_keys[key.private_key_id] = key
    addresses = [{"format": name, "address": text} for name, text in key.addresses]
    return {"privateKeyId": key.private_key_id, "addresses": addresses}


SUBMITS: Final[dict[str, Submit]] = {
    "init_import_wallet": Submit(operations.InitImportWallet, at_once(_init_import)),
    "import_wallet": Submit(bodies.ImportWallet, Steps(_open_wallet, add_wallet)),
    "init_import_private_key": Submit(bodies.lenient(operations.InitImportPrivateKey), at_once(_init_import)),
    "import_private_key": Submit(bodies.ImportPrivateKey, Steps(_open_private_key, _add_private_key)),
}
"""The imports."""

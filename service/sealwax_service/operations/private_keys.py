"""The operations on private keys."""

from typing import Any, Final

from sealwax import operations
from sealwax._codec.enumerations import WalletCurve
from sealwax.operations.forms import Id
from sealwax.wallets.address_format_names import AddressFormat
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Older, Steps, Submit, SubmitContext, at_once, find_all
from sealwax_service.requests.provisioning import check_private_keys
from sealwax_service.state.records import Derived, Json, Made
from sealwax_service.yielding import Pace

from .exports import delete_exported


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


def _delete_private_keys(context: SubmitContext, given: operations.DeletePrivateKeys) -> Json:
    deleted = delete_exported(
        context.organization.private_keys,
        given.private_key_ids,
        "private key",
        delete_without_export=given.delete_without_export,
    )
    return {"privateKeyIds": deleted}


_PRIVATE_KEY: Final = body(
    "private_key",
    private_key_name=str,
    curve=WalletCurve,
    private_key_tags=array(Id),
    address_formats=array(AddressFormat),
)


SUBMITS: Final[dict[str, Submit]] = {
    "create_private_keys": Submit(
        body("create_private_keys", private_keys=array(_PRIVATE_KEY)),
        Steps(_new_private_keys, _add_private_keys),
        (Older("", None, Steps(_new_private_keys, _add_private_keys_v1)),),
    ),
    "delete_private_keys": Submit(operations.DeletePrivateKeys, at_once(_delete_private_keys)),
}
"""The operations on private keys."""

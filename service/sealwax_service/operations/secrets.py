"""The operations on secrets."""

from typing import Any, Final

from sealwax import operations
from sealwax._codec.clock import to_milliseconds
from sealwax._limits import MAX_SECRETS_OF_A_REQUEST
from sealwax_service.api_errors import CONFLICT, REQUEST_INVALID, ApiError
from sealwax_service.requests.context import StampedContext, Submit, SubmitContext, at_once
from sealwax_service.state.records import Json, SecretRecord, find

from .listings import list_of
from .pages import page_of


def _init_import(context: SubmitContext, given: operations.InitImportSecrets) -> Json:
    if given.num_secrets > MAX_SECRETS_OF_A_REQUEST:
        most = MAX_SECRETS_OF_A_REQUEST
        raise ApiError(REQUEST_INVALID, f"the local service makes at most {most} import targets at once")
    enclave, organization_id = context.provisioner.enclave, context.organization.organization_id
    targets = [
        enclave.secret_import_bundle(organization_id=organization_id) for _ in range(given.num_secrets)
    ]
    return {"enclaveTargetMessages": targets}


def _import(context: SubmitContext, given: operations.ImportSecrets) -> Json:
    organization, provisioner = context.organization, context.provisioner
    names = [each.name for each in given.secrets if each.name is not None]
    if len({*names}) != len(names) or {*names} & {each.name for each in organization.secrets.values()}:
        raise ApiError(CONFLICT, "a secret of the organization has this name")
    made = [
        SecretRecord(
            provisioner.state.new_id(),
            each.name,
            provisioner.enclave.open_secret_import(
                each.secret_payload,
                organization_id=organization.organization_id,
                target_public_key=each.target_public_key,
            ),
            [pair.to_params() for pair in each.static_properties or ()],
            context.now,
        )
        for each in given.secrets
    ]
    organization.secrets |= {each.secret_id: each for each in made}
    return {"secretIds": [each.secret_id for each in made]}


def _export(context: SubmitContext, given: operations.ExportSecrets) -> Json:
    organization = context.organization
    found = [find(organization.secrets, each.secret_id, "secret") for each in given.secrets]
    payloads = [
        context.provisioner.enclave.export_secret(
            secret.text,
            organization_id=organization.organization_id,
            target_public_key=each.target_public_key,
        )
        for secret, each in zip(found, given.secrets, strict=True)
    ]
    return {"secretPayloads": payloads}


def _delete(context: SubmitContext, given: operations.DeleteSecrets) -> Json:
    secrets = context.organization.secrets
    for secret_id in given.secret_ids:
        find(secrets, secret_id, "secret")
    for secret_id in given.secret_ids:
        del secrets[secret_id]
    return {"secretIds": [*given.secret_ids]}


def list_secrets(context: StampedContext, given: Any) -> Json:
    """List the secrets, the newest first, after or before a secret."""
    ordered = [*reversed(context.organization.secrets.values())]
    page = page_of(ordered, given.pagination_options, lambda secret: secret.secret_id)
    return {"secrets": list_of(page, _record)}


def _record(secret: SecretRecord) -> Json:
    named = {} if secret.name is None else {"name": secret.name}
    return {
        "secretId": secret.secret_id,
        **named,
        "staticProperties": secret.static_properties,
        "createdAtUnixMs": str(to_milliseconds(secret.created_at)),
    }


SUBMITS: Final[dict[str, Submit]] = {
    "init_import_secrets": Submit(operations.InitImportSecrets, at_once(_init_import)),
    "import_secrets": Submit(operations.ImportSecrets, at_once(_import)),
    "export_secrets": Submit(operations.ExportSecrets, at_once(_export)),
    "delete_secrets": Submit(operations.DeleteSecrets, at_once(_delete)),
}
"""The operations on secrets."""

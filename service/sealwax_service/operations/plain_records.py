"""The operations on records that are stored in the form of answers.

``COLLECTIONS`` is the table of these records, which share the code for making, changing and deleting.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

from sealwax._codec.strict_json import decode_json
from sealwax.operations.forms import Id, Seconds
from sealwax.operations.parameters import Parameters
from sealwax_service._limits import MAX_INTERFACE_BYTES, MAX_INVITATIONS
from sealwax_service.api_errors import (
    NOT_FOUND,
    OAUTH2_CREDENTIAL_NOT_FOUND,
    REQUEST_INVALID,
    ApiError,
    ErrorKind,
    refusing,
)
from sealwax_service.policies.validation import check_expression
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Submit, SubmitContext, at_once, find_all, find_user
from sealwax_service.requests.provisioning import check_email, check_size
from sealwax_service.state.records import Json, Organization

from .answers import timestamp


class Collection(NamedTuple):
    """A collection of an organization's records, stored in the form of answers.

    Attributes:
        id_name: The name of a record's id in answers.
        what: The kind of record, in words.
        names_organization: Whether a record has the id of its organization.
        check: Refuses an invalid new or changed record.
        not_found: The error about an unknown id.
    """

    id_name: str
    what: str
    names_organization: bool = True
    check: Callable[[SubmitContext, Json], None] = lambda _context, _record: None
    not_found: ErrorKind = NOT_FOUND

    def find(self, records: Mapping[str, Json], record_id: str) -> Json:
        """Return a record of the collection by its id; refuse an unknown id."""
        record = records.get(record_id)
        if record is None:
            raise ApiError(self.not_found, f"there is no {self.what} with this id in the organization")
        return record


def _check_interface(_context: SubmitContext, record: Json) -> None:
    text = record["smartContractInterface"]
    if len(text.encode()) > MAX_INTERFACE_BYTES:
        raise ApiError(
            REQUEST_INVALID, f"smartContractInterface must have at most {MAX_INTERFACE_BYTES} bytes"
        )
    is_solana = record["type"].endswith("_SOLANA")
    with refusing(REQUEST_INVALID):
        parsed = decode_json(text.encode(), object, "smartContractInterface")
    if is_solana and not (isinstance(parsed, dict) and "types" in parsed):
        raise ApiError(REQUEST_INVALID, "smartContractInterface must be an IDL, an object with `types`")
    if not is_solana and not isinstance(parsed, list):
        raise ApiError(REQUEST_INVALID, "smartContractInterface must be an ABI, an array")


def _check_invitation(context: SubmitContext, record: Json) -> None:
    check_email(record["receiverEmail"])
    find_user(context, record["senderUserId"])
    find_all(context.organization.user_tags, record["receiverUserTags"], "user tag")


def _check_client_secret(context: SubmitContext, record: Json) -> None:
    context.provisioner.enclave.open_oauth2_client_secret(record["encryptedClientSecret"])


def _check_on_ramp(context: SubmitContext, record: Json) -> None:
    for name in ("encryptedSecretApiKey", "encryptedPrivateApiKey"):
        if name in record:
            context.provisioner.enclave.open_on_ramp_secret(record[name])


def _check_session_profile(context: SubmitContext, record: Json) -> None:
    check_expression(record["scope"], "condition", REQUEST_INVALID, strict=context.provisioner.strict)


COLLECTIONS: Final[dict[str, Collection]] = {
    "smart_contract_interfaces": Collection(
        "smartContractInterfaceId", "smart contract interface", check=_check_interface
    ),
    "session_profiles": Collection(
        "sessionProfileId", "session profile", names_organization=False, check=_check_session_profile
    ),
    "invitations": Collection(
        "invitationId", "invitation", names_organization=False, check=_check_invitation
    ),
    "oauth2_credentials": Collection(
        "oauth2CredentialId",
        "OAuth 2.0 credential",
        check=_check_client_secret,
        not_found=OAUTH2_CREDENTIAL_NOT_FOUND,
    ),
    "fiat_on_ramp_credentials": Collection(
        "fiatOnrampCredentialId", "fiat on-ramp credential", check=_check_on_ramp
    ),
}
"""The collections of records by their names."""


def records_of(organization: Organization, name: str) -> dict[str, Json]:
    """Return a collection of an organization."""
    return organization.records.setdefault(name, {})


def _new_record(context: SubmitContext, name: str, fields: Json) -> Json:
    """Make a record, which is not yet in its collection."""
    row, now = COLLECTIONS[name], timestamp(context.now)
    row.check(context, fields)
    owner = {"organizationId": context.organization.organization_id} if row.names_organization else {}
    return {
        row.id_name: context.provisioner.state.new_id(),
        **owner,
        **fields,
        "createdAt": now,
        "updatedAt": now,
    }


def _create(name: str, result: str | None = None) -> Callable[[SubmitContext, Parameters], Json]:
    """Make the handler that adds a record of a collection."""
    row = COLLECTIONS[name]

    def run(context: SubmitContext, given: Parameters) -> Json:
        record = _new_record(context, name, given.to_params())
        records_of(context.organization, name)[record[row.id_name]] = record
        return {result or row.id_name: record[row.id_name]}

    return run


def _instant(written: Json) -> tuple[int, int]:
    """Parse a time that ``timestamp`` wrote, to compare it."""
    return int(written["seconds"]), int(written["nanos"])


def _update(name: str, result: str | None = None) -> Callable[[SubmitContext, Parameters], Json]:
    """Make the handler that replaces the fields of a record."""
    row = COLLECTIONS[name]

    def run(context: SubmitContext, given: Parameters) -> Json:
        records, fields = records_of(context.organization, name), given.to_params()
        old = row.find(records, str(fields[row.id_name]))
        # The clock may have been set back since.
        updated = max(old["createdAt"], timestamp(context.now), key=_instant)
        changed = {**old, **fields, "updatedAt": updated}
        row.check(context, changed)
        records[old[row.id_name]] = changed
        return {result or row.id_name: old[row.id_name]}

    return run


def _delete(name: str, result: str | None = None) -> Callable[[SubmitContext, Parameters], Json]:
    """Make the handler that deletes a record."""
    row = COLLECTIONS[name]

    def run(context: SubmitContext, given: Parameters) -> Json:
        records = records_of(context.organization, name)
        record = row.find(records, str(given.to_params()[row.id_name]))
        del records[record[row.id_name]]
        return {result or row.id_name: record[row.id_name]}

    return run


def _create_invitations(context: SubmitContext, given: Any) -> Json:
    made: list[Json] = []
    kept = len(records_of(context.organization, "invitations"))
    check_size(kept + len(given.invitations), MAX_INVITATIONS, "invitations")
    for each in given.invitations:
        fields = each.to_params()
        fields |= {"receiverEmail": fields.pop("receiverUserEmail"), "status": "INVITATION_STATUS_CREATED"}
        made.append(_new_record(context, "invitations", fields))
    for record in made:
        records_of(context.organization, "invitations")[record["invitationId"]] = record
    return {"invitationIds": [record["invitationId"] for record in made]}


_AccessType = Literal["ACCESS_TYPE_WEB", "ACCESS_TYPE_API", "ACCESS_TYPE_ALL"]

_InterfaceType = Literal["SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM", "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"]

_OnRampProvider = Literal["FIAT_ON_RAMP_PROVIDER_COINBASE", "FIAT_ON_RAMP_PROVIDER_MOONPAY"]

_INVITATION: Final = body(
    "invitation",
    receiver_user_name=str,
    receiver_user_email=Id,
    receiver_user_tags=array(Id),
    access_type=_AccessType,
    sender_user_id=Id,
)

_OAUTH2: Final[dict[str, object]] = {
    "provider": Literal["OAUTH2_PROVIDER_X", "OAUTH2_PROVIDER_DISCORD"],
    "client_id": Id,
    "encrypted_client_secret": Id,
}

_ON_RAMP: Final[dict[str, object]] = {
    "onramp_provider": _OnRampProvider,
    "project_id": str | None,
    "publishable_api_key": Id,
    "encrypted_secret_api_key": Id,
    "encrypted_private_api_key": Id | None,
}


_ROWS: Final[dict[str, tuple[Callable[[SubmitContext, Any], Json], dict[str, Any]]]] = {
    "create_invitations": (_create_invitations, {"invitations": array(_INVITATION)}),
    "delete_invitation": (_delete("invitations"), {"invitation_id": Id}),
    "create_smart_contract_interface": (
        _create("smart_contract_interfaces"),
        {
            "smart_contract_address": Id,
            "smart_contract_interface": str,
            "type": _InterfaceType,
            "label": str,
            "notes": str | None,
        },
    ),
    "delete_smart_contract_interface": (
        _delete("smart_contract_interfaces"),
        {"smart_contract_interface_id": Id},
    ),
    "create_session_profile": (
        _create("session_profiles"),
        {
            "session_profile_name": Id,
            "scope": Id,
            "expiration_seconds": Seconds | None,
            "notes": str | None,
        },
    ),
    "create_oauth2_credential": (_create("oauth2_credentials"), _OAUTH2),
    "update_oauth2_credential": (
        _update("oauth2_credentials"),
        {"oauth2_credential_id": Id, **_OAUTH2},
    ),
    "delete_oauth2_credential": (_delete("oauth2_credentials"), {"oauth2_credential_id": Id}),
    "create_fiat_on_ramp_credential": (
        _create("fiat_on_ramp_credentials", "fiatOnRampCredentialId"),
        {**_ON_RAMP, "sandbox_mode": bool | None},
    ),
    "update_fiat_on_ramp_credential": (
        _update("fiat_on_ramp_credentials", "fiatOnRampCredentialId"),
        {"fiat_onramp_credential_id": Id, **_ON_RAMP},
    ),
    "delete_fiat_on_ramp_credential": (
        _delete("fiat_on_ramp_credentials", "fiatOnRampCredentialId"),
        {"fiat_onramp_credential_id": Id},
    ),
}
"""The operations: each has its handler, and the fields of its parameters."""


SUBMITS: Final[dict[str, Submit]] = {
    name: Submit(body(name, **fields), at_once(run)) for name, (run, fields) in _ROWS.items()
}
"""The operations on these records."""

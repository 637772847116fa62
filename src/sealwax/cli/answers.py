"""Find a bundle in the service's whole answer, which people often save as it is."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

import sealwax
from sealwax._codec.strict_json import convert_json, decode_json, decode_object
from sealwax.bundles.envelope import Envelope


class _Holder(msgspec.Struct, frozen=True, rename="camel"):
    """An object that has a bundle, or a list of bundles of secrets."""

    export_bundle: str | UnsetType | None = UNSET
    import_bundle: str | UnsetType | None = UNSET
    address: str | UnsetType | None = UNSET
    secret_payloads: list[str] | UnsetType | None = UNSET
    enclave_target_messages: list[str] | UnsetType | None = UNSET


_Result = _Holder | UnsetType | None


class _Results(_Holder, frozen=True, rename="camel"):
    """An activity's ``result``, of which one field is set. SDKs may give the field's value in its place."""

    export_wallet_result: _Result = UNSET
    export_wallet_account_result: _Result = UNSET
    export_private_key_result: _Result = UNSET
    init_import_wallet_result: _Result = UNSET
    init_import_private_key_result: _Result = UNSET
    export_secrets_result: _Result = UNSET
    init_import_secrets_result: _Result = UNSET


class _Activity(_Results, frozen=True, rename="camel"):
    id: str = ""
    status: str | UnsetType = UNSET
    failure: object = None
    result: _Results | UnsetType | None = UNSET


class _Answer(_Activity, frozen=True, rename="camel"):
    activity: _Activity | UnsetType | None = UNSET


def _names(kind: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind))


_ANSWER_FIELDS, _BUNDLE_FIELDS = _names(_Answer), _names(Envelope)


class ExportInAnswer(NamedTuple):
    """An export bundle, and the address that the answer gives beside it: nobody signed that."""

    bundle: str | bytes
    address: str | None


def export_in(content: bytes) -> ExportInAnswer:
    """Return the export bundle of an answer, or the content as it is if it is not an answer."""
    bundle, holder = _bundle_in(content, "export_bundle", "an export")
    address = None if holder is None else holder.address
    return ExportInAnswer(bundle, address if isinstance(address, str) else None)


def import_bundle_in(content: bytes) -> str | bytes:
    """Return the import bundle of an answer, or the content as it is if it is not an answer."""
    bundle, _ = _bundle_in(content, "import_bundle", "init_import_wallet")
    return bundle


def secret_export_in(content: bytes, item: int | None) -> ExportInAnswer:
    """Return the export bundle of a secret of an answer, or the content as it is if it is not an answer."""
    bundle, _ = _bundle_in(content, "secret_payloads", "export_secrets", item)
    return ExportInAnswer(bundle, None)


def secret_target_in(content: bytes, item: int | None) -> str | bytes:
    """Return an import target for secrets of an answer, or the content as it is if it is not an answer."""
    bundle, _ = _bundle_in(content, "enclave_target_messages", "init_import_secrets", item)
    return bundle


def _bundle_in(
    content: bytes, field: str, activity: str, item: int | None = None
) -> tuple[str | bytes, _Holder | None]:
    content = _unquoted(content)
    answer = _read_answer(content)
    if answer is None:
        return content, None
    current = answer.activity or answer
    for holder in _holders(current):
        bundle = getattr(holder, field)
        if isinstance(bundle, str):
            return bundle, holder
        if isinstance(bundle, list):
            return _item_of(bundle, item), holder
    _require_completed(current)
    raise sealwax.MalformedInput(
        f"the answer has no {field.replace('_', ' ')}; check that its activity is {activity} and completed"
    )


def _require_completed(activity: _Activity) -> None:
    # Imported only for an answer: a bundle by itself, the usual input, needs none of the operations.
    from sealwax.operations.responses import not_completed  # noqa: PLC0415
    from sealwax.operations.statuses import COMPLETED  # noqa: PLC0415

    if isinstance(activity.status, str) and activity.status != COMPLETED:
        raise not_completed(activity.status, activity.id, activity.failure)


def _item_of(bundles: list[str], item: int | None) -> str:
    """Return the bundle with a number, counted from 1; without one, there must be no other."""
    if item is None and len(bundles) > 1:
        raise sealwax.MalformedInput(
            f"the answer has {len(bundles)} bundles; choose one with --item, from 1 to {len(bundles)}"
        )
    number = item or 1
    if number > len(bundles):
        raise sealwax.MalformedInput(f"the answer has {len(bundles)} bundles, and no number {number}")
    return bundles[number - 1]


def _unquoted(content: bytes) -> bytes:
    """Decode a bundle that was copied as a JSON string."""
    if not content.lstrip().startswith(b'"'):
        return content
    return decode_json(content, str, "the bundle").encode()


def _read_answer(content: bytes) -> _Answer | None:
    """Parse an answer, or return None if the content is not an answer; raise the service's error."""
    try:
        document = decode_object(content, "the answer")
    except sealwax.MalformedInput:
        return None
    if document.keys() & _BUNDLE_FIELDS:
        return None
    # See _require_completed.
    from sealwax.operations.reading import refuse_service_error  # noqa: PLC0415

    refuse_service_error(document, _ANSWER_FIELDS, "the answer")
    answer = convert_json(document, _Answer, "the answer")
    return None if answer == _Answer() else answer


def _holders(activity: _Activity) -> list[_Holder]:
    """Return the parts of an activity that may have a bundle."""
    results = activity.result or activity
    parts = (
        results.export_wallet_result,
        results.export_wallet_account_result,
        results.export_private_key_result,
        results.init_import_wallet_result,
        results.init_import_private_key_result,
        results.export_secrets_result,
        results.init_import_secrets_result,
    )
    return [part for part in (results, *parts) if isinstance(part, _Holder)]

"""Find a bundle in the service's whole answer, which people often save as it is."""

import msgspec
from msgspec import UNSET, UnsetType

import sealwax
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import MAX_INPUT_BYTES

# An answer also repeats the request and describes the activity.
MAX_ANSWER_BYTES = 4 * MAX_INPUT_BYTES


class _Holder(msgspec.Struct, frozen=True, rename="camel"):
    """An object that has a bundle."""

    export_bundle: str | UnsetType | None = UNSET
    import_bundle: str | UnsetType | None = UNSET


_Result = _Holder | UnsetType | None


class _Results(_Holder, frozen=True, rename="camel"):
    """An activity's ``result``, of which one field is set. SDKs may give the field's value in its place."""

    export_wallet_result: _Result = UNSET
    export_wallet_account_result: _Result = UNSET
    export_private_key_result: _Result = UNSET
    init_import_wallet_result: _Result = UNSET
    init_import_private_key_result: _Result = UNSET


class _Activity(_Results, frozen=True, rename="camel"):
    result: _Results | UnsetType | None = UNSET


class _Answer(_Activity, frozen=True, rename="camel"):
    activity: _Activity | UnsetType | None = UNSET


def export_bundle_in(content: bytes) -> str | bytes:
    """Return the export bundle of an answer, or the content as it is if it is not an answer."""
    return _bundle_in(content, "export_bundle", "an export")


def import_bundle_in(content: bytes) -> str | bytes:
    """Return the import bundle of an answer, or the content as it is if it is not an answer."""
    return _bundle_in(content, "import_bundle", "init_import_wallet")


def _bundle_in(content: bytes, field: str, activity: str) -> str | bytes:
    content = _unquoted(content)
    holders = _holders(content)
    if holders is None:
        return content
    for holder in holders:
        bundle = getattr(holder, field)
        if isinstance(bundle, str):
            return bundle
    raise sealwax.MalformedInput(
        f"the answer has no {field.replace('_', ' ')}; check that its activity is {activity} and completed"
    )


def _unquoted(content: bytes) -> bytes:
    """Decode a bundle that was copied as a JSON string."""
    if not content.lstrip().startswith(b'"'):
        return content
    return decode_json(content, str, "the bundle").encode()


def _holders(content: bytes) -> list[_Holder] | None:
    """Return the parts of an answer that may have a bundle; None if the content is not an answer."""
    try:
        answer = decode_json(content, _Answer, "the answer")
    except sealwax.MalformedInput:
        return None
    if answer == _Answer():
        return None
    activity = answer.activity or answer
    results = activity.result or activity
    parts = (
        results.export_wallet_result,
        results.export_wallet_account_result,
        results.export_private_key_result,
        results.init_import_wallet_result,
        results.init_import_private_key_result,
    )
    return [part for part in (results, *parts) if isinstance(part, _Holder)]

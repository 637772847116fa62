"""Taking a bundle out of the service's whole answer, which is what people have in a file."""

import msgspec
from msgspec import UNSET, UnsetType

import sealwax
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import MAX_INPUT_BYTES

# The answer repeats the request and says what the service knows about the activity.
MAX_ANSWER_BYTES = 4 * MAX_INPUT_BYTES


class _Holder(msgspec.Struct, frozen=True, rename="camel"):
    """What holds a bundle, beside ids of what it is about."""

    export_bundle: str | UnsetType | None = UNSET
    import_bundle: str | UnsetType | None = UNSET


_Result = _Holder | UnsetType | None


class _Results(_Holder, frozen=True, rename="camel"):
    """The ``result`` of an activity, of which one is there; or, where SDKs leave that out, what is in it."""

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
    """Take the export bundle out of an answer.

    Args:
        content: The service's answer, or the bundle itself.

    Returns:
        The bundle. Whatever is no answer is taken for one: what opens it says what is wrong.

    Raises:
        MalformedInput: It is an answer without an export, or a JSON string that does not parse.
    """
    content = _unquoted(content)
    holders = _holders(content)
    if holders is None:
        return content
    for holder in holders:
        if isinstance(holder.export_bundle, str):
            return holder.export_bundle
    raise sealwax.MalformedInput(
        "the answer holds no export; check that its activity is an export, and completed"
    )


def import_bundle_in(content: bytes) -> str | bytes:
    """Take the import bundle out of an answer.

    Args:
        content: The service's answer, or the bundle itself.

    Returns:
        The bundle. Whatever is no answer is taken for one: what verifies it says what is wrong.

    Raises:
        MalformedInput: It is an answer without an import bundle.
    """
    content = _unquoted(content)
    holders = _holders(content)
    if holders is None:
        return content
    for holder in holders:
        if isinstance(holder.import_bundle, str):
            return holder.import_bundle
    raise sealwax.MalformedInput(
        "the answer holds no import bundle; check that its activity is init_import_wallet, and completed"
    )


def _unquoted(content: bytes) -> bytes:
    """Take a bundle out of the JSON string that it is in an answer."""
    if not content.lstrip().startswith(b'"'):
        return content
    return decode_json(content, str, "the bundle").encode()


def _holders(content: bytes) -> list[_Holder] | None:
    """Give what may hold a bundle in an answer; None if it is no answer."""
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

"""Taking a bundle out of the service's whole answer, which is what people have in a file."""

import msgspec
from msgspec import UNSET, UnsetType

import sealwax
from sealwax.encoding import MAX_INPUT_BYTES
from sealwax.strict_json import decode_json

# The answer repeats the request and says what the service knows about the activity.
MAX_ANSWER_BYTES = 4 * MAX_INPUT_BYTES


class _Exported(msgspec.Struct, frozen=True, rename="camel"):
    export_bundle: str


class _Import(msgspec.Struct, frozen=True, rename="camel"):
    import_bundle: str


class _Result(msgspec.Struct, frozen=True, rename="camel"):
    export_wallet_result: _Exported | UnsetType = UNSET
    export_wallet_account_result: _Exported | UnsetType = UNSET
    init_import_wallet_result: _Import | UnsetType = UNSET


class _Activity(msgspec.Struct, frozen=True):
    result: _Result | UnsetType = UNSET


class _Answer(msgspec.Struct, frozen=True):
    activity: _Activity | UnsetType = UNSET


def export_bundle_in(content: bytes) -> str | bytes:
    """Take the export bundle out of an answer.

    Args:
        content: The service's answer, or the bundle itself.

    Returns:
        The bundle. Whatever is no answer is taken for one: what opens it says what is wrong.

    Raises:
        MalformedInput: It is an answer without an export.
    """
    result = _result(content)
    if result is None:
        return content
    for exported in (result.export_wallet_result, result.export_wallet_account_result):
        if exported is not UNSET:
            return exported.export_bundle
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
    result = _result(content)
    if result is None:
        return content
    if result.init_import_wallet_result is UNSET:
        raise sealwax.MalformedInput(
            "the answer holds no import bundle; check that its activity is init_import_wallet, and completed"
        )
    return result.init_import_wallet_result.import_bundle


def _result(content: bytes) -> _Result | None:
    """Give the result in an answer, an empty one where it has none; None if it is no answer."""
    try:
        activity = decode_json(content, _Answer, "the answer").activity
    except sealwax.MalformedInput:
        return None
    if activity is UNSET:
        return None
    return _Result() if activity.result is UNSET else activity.result

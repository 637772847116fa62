"""Find a bundle in the service's whole answer, which people often save."""

import json
from typing import NamedTuple

import msgspec

import sealwax
from sealwax._codec.folding import check_names
from sealwax._codec.strict_json import decode_json, decode_object
from sealwax.bundles.answers import Bundles
from sealwax.bundles.signed_envelope import Envelope

_BUNDLE = "bundle"
"""The member with the bundle in the captured artifacts, which people try first."""
_BUNDLE_FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(Envelope))


class BundleInAnswer(NamedTuple):
    """A bundle, and the unsigned address beside it in the answer."""

    bundle: str | bytes
    address: str | None


def find_bundle(content: bytes, bundles: Bundles, item: int | None = None) -> BundleInAnswer:
    """Return the bundle of an answer, or any other content unchanged."""
    if content.lstrip().startswith(b'"'):
        # A bundle that was copied as a JSON string.
        content = decode_json(content, str, "the bundle").encode()
    try:
        document = decode_object(content, "the answer")
    except sealwax.MalformedInput:
        from sealwax._codec.misplaced import name_misplaced  # noqa: PLC0415 - only for an error

        misplaced = name_misplaced(content)
        if misplaced not in {None, "JSON", "a bundle"}:
            raise sealwax.MalformedInput(f"this is {misplaced}; pass the {bundles.name}") from None
        return BundleInAnswer(content, None)
    if document.keys() & _BUNDLE_FIELDS:
        return BundleInAnswer(content, None)
    # Imported only for an answer: a bundle, the usual input, needs no operations.
    from sealwax.operations.reading import find_in_answer  # noqa: PLC0415

    holder = find_in_answer(
        document,
        "the answer",
        fields=frozenset({bundles.field, _BUNDLE}),
        results=bundles.results,
        sought=f"{bundles.name}; check that its activity is {bundles.activity} and completed",
    )
    if holder is None:
        return BundleInAnswer(content, None)
    check_names(holder, frozenset({"address"}), "the answer")
    bundle, address = holder.get(bundles.field), holder.get("address")
    if bundle is None:
        bundle = holder[_BUNDLE]
    if isinstance(bundle, list):
        bundle = _item_of(bundle, item)
    if isinstance(bundle, dict):
        # A program parsed the bundle and saved it. Serializing it again is safe: the signed bytes are a
        # string in it.
        bundle = json.dumps(bundle)
    if not isinstance(bundle, str) or not isinstance(address, str | None):
        raise sealwax.MalformedInput(f"{bundles.name} and address in the answer must be strings")
    return BundleInAnswer(bundle, address)


def _item_of(bundles: list[object], item: int | None) -> object:
    """Return the bundle with a number, counted from 1; without one, there must be no other."""
    if item is None and len(bundles) > 1:
        raise sealwax.MalformedInput(
            f"the answer has {len(bundles)} bundles; choose one with --item, from 1 to {len(bundles)}"
        )
    number = item or 1
    if number > len(bundles):
        raise sealwax.MalformedInput(f"the answer has {len(bundles)} bundles, and no number {number}")
    return bundles[number - 1]

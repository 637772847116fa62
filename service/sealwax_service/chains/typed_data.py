"""Sign typed data (EIP-712) that deployed clients send, and that the library refuses.

| in the payload | signed as if |
|---|---|
| ``types`` without ``EIP712Domain`` | it declared the members of ``domain``, in the order of EIP-712 |
| a member of the domain or the message that no type declares | it were not there |

The signature then does not cover everything that the payload shows; the request's log has a warning.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sealwax._codec.strict_json import decode_object
from sealwax.activities.typed_data import DOMAIN, DOMAIN_MEMBERS, typed_data_digest
from sealwax.errors import MalformedInput


class SentTypedData(NamedTuple):
    """Signed typed data: its digest, its document, and the defects of the client's payload."""

    digest: bytes
    document: Mapping[str, Any]
    wrong: Sequence[str] = ()


def read_sent_typed_data(payload: str) -> SentTypedData:
    """Read a client's typed data."""
    try:
        digest = typed_data_digest(payload)
    except MalformedInput:
        mended, wrong = _mend(payload)
        if not wrong:
            raise
    else:
        return SentTypedData(digest, decode_object(payload.encode(), "the typed data"))
    return SentTypedData(typed_data_digest(json.dumps(mended), allow_empty_domain=True), mended, wrong)


def sent_typed_data_digest(payload: str, note: Callable[[str], None]) -> bytes:
    """Return the digest of a client's typed data; note its defects."""
    sent = read_sent_typed_data(payload)
    for each in sent.wrong:
        note(each)
    return sent.digest


def _mend(payload: str) -> tuple[Any, list[str]]:
    """Declare the domain, and drop undeclared members; return the defects."""
    document = dict(decode_object(payload.encode(), "the typed data"))
    types, domain, wrong = document.get("types"), document.get("domain"), list[str]()
    if not isinstance(types, dict) or not isinstance(domain, dict):
        return document, wrong
    if DOMAIN not in types:
        members = [{"name": name, "type": kind} for name, kind in DOMAIN_MEMBERS.items() if name in domain]
        types = {**types, DOMAIN: members}
        wrong.append(f"typed data: types has no {DOMAIN}; the members of the domain were taken for it")
    if types[DOMAIN] == []:
        wrong.append("typed data: the domain is empty, so the signature is bound to no chain and no contract")
    for name, kind in (("domain", DOMAIN), ("message", document.get("primaryType"))):
        if name in document:
            document[name] = _declared(types, kind, document[name], name, wrong)
    return {**document, "types": types}, wrong


def _declared(types: Mapping[str, object], kind: object, value: Any, path: str, wrong: list[str]) -> Any:
    """Return a value without undeclared members."""
    if isinstance(value, list) and isinstance(kind, str) and kind.endswith("]"):
        item = kind[: kind.rindex("[")] if "[" in kind else ""
        return [_declared(types, item, each, path, wrong) for each in value]
    members = types.get(kind) if isinstance(kind, str) else None
    if not isinstance(value, dict) or not isinstance(members, list):
        return value
    declared = {
        member["name"]: member.get("type")
        for member in members
        if isinstance(member, dict) and isinstance(member.get("name"), str)
    }
    if not value.keys() <= declared.keys():
        wrong.append(f"typed data: {path} has members that no type declares; they are not signed")
    return {
        name: _declared(types, declared[name], each, path, wrong)
        for name, each in value.items()
        if name in declared
    }

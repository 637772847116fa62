"""The tests of ``tests/service/chains/test_typed_data.py`` that take long."""

import json
from typing import Any

import pytest

from sealwax.errors import SealwaxError
from tests.service.chains.test_typed_data import (
    DATA,
    MESSAGE,
    NAMES,
    TYPES,
    WITHOUT_DOMAIN,
    digest_of,
    sign,
    signed_digest,
)
from tests.service.client import Client


@pytest.mark.parametrize(
    "changes",
    [
        {"types": None},
        {"types": []},
        {"domain": 1},
        {"primaryType": "None"},
        {"primaryType": 1},
        {"primaryType": "EIP712Domain"},
        {"message": {**MESSAGE, "to": "0x"}},
        {"message": {**MESSAGE, "extra": 1, "to": "0x"}},
        {"message": {**MESSAGE, "items": 1}},
        {"message": {**MESSAGE, "items": {"label": "a"}}},
        {"message": {**MESSAGE, "grid": [[[1]], 2]}},
        {"message": ...},
        {"types": {**TYPES, "Order": 1}},
        {"types": {**TYPES, "Order": [1, {"name": 1}, {"name": "to"}]}},
        {"types": {**TYPES, "Order": [{"name": "items", "type": "]"}]}},
        {"types": {**WITHOUT_DOMAIN, "Order": [{"name": "items", "type": "Item["}]}},
    ],
)
def test_what_is_wrong_otherwise_is_refused(client: Client, changes: dict[str, Any]) -> None:
    data = {name: value for name, value in {**DATA, **changes}.items() if value is not ...}
    with pytest.raises(SealwaxError):
        digest_of(data)
    key_id = client.service.ids["privateKeyId"]
    reply = client.submit("sign_raw_payload", signWith=key_id, payload=json.dumps(data), **NAMES)
    assert reply.error == (400, "SEALWAX_INVALID_PAYLOAD_ENCODING")


def test_without_the_domains_type(client: Client) -> None:
    signature, notes = sign(client, {**DATA, "types": WITHOUT_DOMAIN})
    assert signature == signed_digest(client, digest_of(DATA))
    assert len(notes) == 1
    assert "EIP712Domain" in notes[0]
    requests = client.admin("requests")["requests"]
    assert notes in [each["notes"] for each in requests]

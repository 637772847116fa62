"""The local service, with a user whose API key is on a device."""

import json
from urllib.request import Request, urlopen

from sealwax import ApiKeyStamper, Signer
from sealwax.operations import ListPrivateKeys
from sealwax_service import LocalService


def accepts(signer: Signer) -> None:
    """Check that the local service answers a request that a signer stamped, and knows whose it is."""
    curve = f"API_KEY_CURVE_{signer.curve.upper()}"
    key = {"apiKeyName": "on a device", "publicKey": signer.public_key, "curveType": curve}
    user = {"kind": "user", "name": "Device", "isRoot": True, "apiKeys": [key]}
    with LocalService() as service:
        _post(f"{service.url}/_sealwax/add", json.dumps(user).encode(), {})
        request = ListPrivateKeys().seal(
            ApiKeyStamper(signer), organization_id=service.organization_id, base_url=service.url
        )
        answer = _post(request.url, request.body, dict(request.headers))
        assert [key.private_key_id for key in request.read(answer).private_keys] == [
            service.ids["privateKeyId"]
        ]


def _post(url: str, body: bytes, headers: dict[str, str]) -> bytes:
    with urlopen(Request(url, body, {"Content-Type": "application/json", **headers})) as answer:
        content: bytes = answer.read()
    return content

"""Calls the service's client for Python, which is as PyPI has it; it runs in an environment of its own.

A line of JSON is a request, and a line its answer. This file imports nothing of this project.
"""

import json
import sys

from turnkey_api_key_stamper import ApiKeyStamper, ApiKeyStamperConfig
from turnkey_http import TurnkeyClient
from turnkey_sdk_types.generated import types


def main() -> None:
    """Answer until the input ends."""
    client = None
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, object] = {}
        try:
            if request["action"] == "connect":
                client = connect(request["info"])
            else:
                answer = call(client, request["method"], request["input"])
        except Exception as error:  # noqa: BLE001 - whatever it raises is the answer
            answer = {"error": f"{type(error).__name__}: {error}"[:500]}
        print(json.dumps(answer), flush=True)  # the other process reads it


def connect(info: dict[str, str]) -> TurnkeyClient:
    """Make the client of a service."""
    config = ApiKeyStamperConfig(api_public_key=info["apiPublicKey"], api_private_key=info["apiPrivateKey"])
    return TurnkeyClient(
        base_url=info["url"], stamper=ApiKeyStamper(config), organization_id=info["organizationId"]
    )


def call(client: object, method: str, fields: dict[str, object]) -> dict[str, object]:
    """Call a method by its name, with the model of its input."""
    if not hasattr(client, method):
        return {"missing": True}
    result = getattr(client, method)(model_of(method)(**fields))
    return {"result": result.model_dump(by_alias=True, mode="json")}


def model_of(method: str) -> type:
    """Give the model of a method's input."""
    name = "".join(part.title() for part in method.split("_"))
    model: type = getattr(types, f"{name}Body")
    return model


if __name__ == "__main__":
    main()

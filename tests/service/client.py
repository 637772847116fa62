"""A plain client of the local service: it builds bodies by hand, stamps them, and shows whole answers."""

import itertools
import json
import ssl
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Any, NamedTuple

import httpx

from sealwax import ApiKey, ApiKeyStamper, TargetKey, encrypt_otp_bundle
from sealwax.operations import Stamper
from sealwax_service import LocalService
from sealwax_service.operations.submits import SUBMITS
from tests.service.http.raw_http import PATIENT

ETHEREUM = {
    "curve": "CURVE_SECP256K1",
    "pathFormat": "PATH_FORMAT_BIP32",
    "path": "m/44'/60'/0'/0/0",
    "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
}
# By default, each client reads the certificates of all authorities, for 50 ms.
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
_MOST_BYTES = 64 << 20


def _check_length(answer: httpx.Response) -> None:
    """Read no answer that is too large: a service that lacks a limit must not eat the memory of the tests."""
    assert int(answer.headers.get("Content-Length", 0)) <= _MOST_BYTES, "the answer is too large"


# A busy machine delays an answer by less; a service that lacks a limit may never answer.
open_http = partial(
    httpx.Client,
    trust_env=False,
    verify=_NO_CERTIFICATES,
    timeout=PATIENT,
    event_hooks={"response": [_check_length]},
)
NOT_FOUND = (404, "SEALWAX_NOT_FOUND")
INVALID = (400, "REQUEST_INVALID")
MISSING = "00000000-0000-4000-8000-000000000000"
TARGET = TargetKey.from_private_key(b"\x08" * 32)
SUB_KEY = ApiKey.from_private_key(b"\x09" * 32)
_NUMBERS = itertools.count()
_NAMES = itertools.count()
_MOST_PAGES = 100


def send(method: str, url: str, **fields: Any) -> httpx.Response:
    """Send a request on a connection of its own."""
    with open_http() as http:
        return http.request(method, url, **fields)


def new_name() -> str:
    """A name that no other record has."""
    return f"name {next(_NAMES)}"


def new_tag() -> dict[str, Any]:
    """The parameters of create_user_tag, with a new name."""
    return {"userTagName": new_name(), "userIds": []}


def sub_organization(**changes: object) -> dict[str, object]:
    root = {
        "userName": "Sub root",
        "apiKeys": [{"apiKeyName": "k", "publicKey": SUB_KEY.public_key, "curveType": "API_KEY_CURVE_P256"}],
        "authenticators": [],
        "oauthProviders": [],
        **changes,
    }
    return {"subOrganizationName": "Sub", "rootUsers": [root], "rootQuorumThreshold": 1}


class Reply(NamedTuple):
    """An answer of the service."""

    status: int
    body: Any

    @property
    def error(self) -> tuple[int, str]:
        """The HTTP status and the code of an error, which is empty for the denial of a policy."""
        code = self.body.get("turnkeyErrorCode", "")
        assert [each["turnkeyErrorCode"] for each in self.body["details"]] == ([code] if code else [])
        return self.status, code

    @property
    def activity(self) -> Any:
        assert self.status == 200, self.body
        return self.body["activity"]

    def check(self) -> None:
        """Check that it was accepted; the activity may wait."""
        assert self.activity

    @property
    def result(self) -> Any:
        """The result of a completed activity."""
        assert self.activity["status"] == "ACTIVITY_STATUS_COMPLETED", self.activity
        (result,) = self.activity["result"].values()
        return result


class Client:
    """Talks to a service for an API key, by default the root user's."""

    def __init__(
        self, service: LocalService, *, key: ApiKey | None = None, http: httpx.Client | None = None
    ) -> None:
        self.service = service
        self.http = http or open_http(base_url=service.url)
        self.key = service.api_key if key is None else key
        self.stamper: Stamper = ApiKeyStamper(self.key)
        self.organization_id = service.organization_id
        # The service's clock, where a test puts it forward.
        self.ahead = timedelta(0)

    def with_key(self, key: ApiKey) -> "Client":
        """Another client, on the same connections."""
        return Client(self.service, key=key, http=self.http)

    def send(self, path: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        answer = self.http.post(path, content=body, headers={"Content-Type": "application/json", **headers})
        return Reply(answer.status_code, answer.json())

    def body(self, name: str, parameters: object, **changes: object) -> bytes:
        """The body of a submit request; each has another time, as equal bytes are one activity."""
        now = datetime.now(timezone.utc) + self.ahead
        fields = {
            "type": SUBMITS[name].versions[0].type,
            "timestampMs": str(int(now.timestamp() * 1000) - 1000 * (next(_NUMBERS) % 3000)),
            "organizationId": self.organization_id,
            "parameters": parameters,
            **changes,
        }
        return json.dumps({name: value for name, value in fields.items() if value is not ...}).encode()

    def post(self, name: str, body: bytes) -> Reply:
        """Stamp a body, and submit it."""
        stamp = self.stamper.stamp(body)
        return self.send(f"/public/v1/submit/{name}", body, {stamp.header_name: stamp.header_value})

    def submit(self, name: str, /, **parameters: object) -> Reply:
        return self.post(name, self.body(name, parameters))

    def query(self, name: str, /, **fields: object) -> Any:
        reply = self.try_query(name, **fields)
        assert reply.status == 200, reply.body
        return reply.body

    def try_query(self, name: str, /, **fields: object) -> Reply:
        body = json.dumps({"organizationId": self.organization_id, **fields}).encode()
        stamp = self.stamper.stamp(body)
        return self.send(f"/public/v1/query/{name}", body, {stamp.header_name: stamp.header_value})

    def pages(self, name: str, key: str, id_name: str, /, **fields: object) -> list[Any]:
        """All records of a list, page after page."""
        found: list[Any] = []
        for _ in range(_MOST_PAGES):
            after = {"after": found[-1][id_name]} if found else {}
            page = self.query(name, **fields, paginationOptions={"limit": "100", **after})[key]
            found += page
            if len(page) < 100:
                return found
        raise AssertionError(f"{name} has a page after each")

    def proxy(self, name: str, /, *, configuration_id: str | None = None, **fields: object) -> Reply:
        wanted = self.service.configuration_id if configuration_id is None else configuration_id
        path = f"/v1/{name.removeprefix('proxy_')}"
        return self.send(path, json.dumps(fields).encode(), {"X-Auth-Proxy-Config-Id": wanted})

    def admin(self, name: str, /, **fields: object) -> Any:
        reply = self.send(f"/_sealwax/{name}", json.dumps(fields).encode(), {})
        assert reply.status == 200, reply.body
        return reply.body

    def user(self, user_id: str | None = None) -> Any:
        return self.query("get_user", userId=user_id or self.service.user_id)["user"]

    def private_key(self, key_id: str | None = None) -> Any:
        wanted = key_id or self.service.ids["privateKeyId"]
        (found,) = (
            key for key in self.query("list_private_keys")["privateKeys"] if key["privateKeyId"] == wanted
        )
        return found

    def add_user(self, key: ApiKey, **fields: object) -> str:
        """A user with an API key; give its id."""
        curve = f"API_KEY_CURVE_{key.curve.upper()}"
        api_key = {"apiKeyName": "k", "publicKey": key.public_key, "curveType": curve}
        made: str = self.admin("add", kind="user", apiKeys=[api_key], **fields)["id"]
        return made

    def seal_code(self, otp: Mapping[str, str], code: str, key: ApiKey) -> str:
        return encrypt_otp_bundle(
            otp["otpEncryptionTargetBundle"], code, public_key=key.public_key, keys=self.service.keys
        )

    def token(self, key: ApiKey, contact: str = "root@example.com", otp_type: str = "OTP_TYPE_EMAIL") -> str:
        """A verification token for a contact, from the auth proxy."""
        otp = self.proxy("otp_init_v2", otpType=otp_type, contact=contact).body
        code = self.service.otp_code(otp["otpId"])
        reply = self.proxy(
            "otp_verify_v2", otpId=otp["otpId"], encryptedOtpBundle=self.seal_code(otp, code, key)
        )
        assert reply.status == 200, reply.body
        token: str = reply.body["verificationToken"]
        return token

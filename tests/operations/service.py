"""A service on this machine: it checks the bytes that it receives, and answers with an enclave."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator

from sealwax import ContextMismatch, SealwaxError, verify_api_key_stamp, verify_webauthn_stamp
from sealwax.operations import OPERATIONS, is_timely, operation_schemas
from sealwax.testing import ReferenceEnclave

SCHEMAS = operation_schemas()
CONFIGURATION = "5ca1ab1e-0000-4000-8000-000000000000"
RP_ID, ORIGIN = "example.com", "https://example.com"
NEW_ORGANIZATION = "0e1f2a3b-4c5d-4e6f-8a7b-9c0d1e2f3a4b"


class Received(NamedTuple):
    """A request, as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes


class RefusedError(Exception):
    """What the service does not take."""


class Service:
    """What the service knows, and does.

    Args:
        enclave: Its enclave.
        organization_id: The organization that there is.
        wallets: The mnemonics of its wallets, by wallet id.
        accounts: The private keys of its accounts, by address.
        keys: The public keys that may stamp, and their organizations.
    """

    def __init__(
        self,
        enclave: ReferenceEnclave,
        *,
        organization_id: str,
        wallets: dict[str, str],
        accounts: dict[str, bytes],
        keys: set[str],
    ) -> None:
        self.enclave = enclave
        self.received: list[Received] = []
        self.url = ""
        self.passkey: bytes | None = None
        self._organization_id = organization_id
        self._wallets, self._accounts, self.keys = wallets, accounts, keys

    def answer(self, received: Received) -> dict[str, Any]:
        """Check a request, and answer it."""
        self.received.append(received)
        name = received.path.rpartition("/")[2]
        if name not in OPERATIONS or OPERATIONS[name].path() != received.path:
            raise RefusedError("no such path")
        if received.headers.get("content-type") != "application/json":
            raise RefusedError("another content type")
        body = json.loads(received.body)
        if not Draft202012Validator({**SCHEMAS, "$ref": f"#/$defs/{name}_request"}).is_valid(body):
            raise RefusedError("not what the schema has")
        if received.path.startswith("/v1/"):
            if received.headers.get("x-auth-proxy-config-id") != CONFIGURATION:
                raise RefusedError("another configuration")
            return self._proxy(name, body)
        self._check_stamp(received)
        if name == "list_private_keys":
            return {"privateKeys": []}
        return self._submit(name, body)

    def _check_stamp(self, received: Received) -> None:
        if (stamp := received.headers.get("x-stamp-webauthn")) is not None:
            if self.passkey is None:
                raise RefusedError("an unknown passkey")
            verify_webauthn_stamp(
                stamp, received.body, public_key=self.passkey, expected_rp_id=RP_ID, expected_origin=ORIGIN
            )
        elif verify_api_key_stamp(received.headers["x-stamp"], received.body).public_key not in self.keys:
            raise RefusedError("an unknown key")

    def _submit(self, name: str, body: Any) -> dict[str, Any]:
        if not is_timely(body["timestampMs"]):
            raise RefusedError("not in time")
        organization_id, parameters = body["organizationId"], body["parameters"]
        if organization_id != self._organization_id:
            raise ContextMismatch("wrong-organization", "another organization")
        match name:
            case "export_wallet":
                bundle = self.enclave.export_wallet(
                    self._wallets[parameters["walletId"]],
                    organization_id=organization_id,
                    target_public_key=parameters["targetPublicKey"],
                )
                result = {"walletId": parameters["walletId"], "exportBundle": bundle}
            case "export_wallet_account":
                bundle = self.enclave.export_account(
                    self._accounts[parameters["address"]],
                    organization_id=organization_id,
                    target_public_key=parameters["targetPublicKey"],
                )
                result = {"address": parameters["address"], "exportBundle": bundle}
            case "init_import_wallet":
                bundle = self.enclave.import_bundle(
                    organization_id=organization_id, user_id=parameters["userId"]
                )
                result = {"importBundle": bundle}
            case "verify_otp":
                later = datetime.now(timezone.utc) + timedelta(
                    seconds=int(parameters.get("expirationSeconds", "3600"))
                )
                token = self.enclave.verify_otp(
                    parameters["otpId"], parameters["encryptedOtpBundle"], expires_at=later
                )
                result = {"verificationToken": token}
            case _:
                raise RefusedError("not played here")
        return {"activity": activity(name, body, result)}

    def _proxy(self, name: str, body: Any) -> dict[str, Any]:
        now = datetime.now(timezone.utc)
        if name == "otp_login_v2":
            session = self.enclave.otp_login(body, now=now, expires_at=now + timedelta(minutes=15))
            self.keys.add(body["publicKey"])
            return {"session": session}
        self.enclave.signup(body, now=now)
        answer: dict[str, Any] = {"organizationId": NEW_ORGANIZATION, "appProofs": []}
        if "wallet" in body:
            answer["wallet"] = {"walletId": "w-new", "addresses": ["0x00"]}
        return answer


def activity(name: str, body: Any, result: Any) -> dict[str, Any]:
    """Make a completed activity, with what the deployed service adds."""
    operation: Any = OPERATIONS[name]
    return {
        "id": "a-1",
        "organizationId": body["organizationId"],
        "status": "ACTIVITY_STATUS_COMPLETED",
        "type": body["type"],
        "intent": {operation.intent_key: body["parameters"]},
        "result": {operation.result_key: result},
        "votes": [{"id": "v-1", "selection": "VOTE_SELECTION_APPROVED"}],
        "fingerprint": "sha256:00",
        "canApprove": False,
        "canReject": True,
        "createdAt": {"seconds": "1767225600", "nanos": "0"},
        "updatedAt": {"seconds": "1767225600", "nanos": "5"},
        "failure": None,
    }


@contextmanager
def running(service: Service) -> Iterator[Service]:
    """Let a service receive requests on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                answer = service.answer(Received(self.path, headers, body))
                status = 200
            except (SealwaxError, RefusedError) as error:
                answer, status = {"code": 3, "message": str(error)}, 400
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    service.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

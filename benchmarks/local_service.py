"""The local service under many clients with real stamps, beside a bare ``http.server`` that echoes.

``python -m benchmarks.local_service`` prints requests a second as a ratio, the times of whoami while others
sign and change things, and the memory of the service. It fails if anything was lost.
"""

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sealwax import ApiKey, ApiKeyStamper

ECHO = """
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        head = f"HTTP/1.1 200 OK\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n".encode()
        self.wfile.write(head + body)

    def log_message(self, *_):
        pass

ThreadingHTTPServer.request_queue_size = 256
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
"""


_NUMBERS = count()
_DIGITS = 64
_MIX_REQUESTS = 4


class Client:
    """A client that stamps; its connection stays open."""

    def __init__(self, url: str, stamper: ApiKeyStamper, organization_id: str, number: int) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self._stamper, self._organization_id, self._number = stamper, organization_id, number
        self.made: list[str] = []
        self.sign_with = ""
        self.seconds: list[float] = []

    def post(self, path: str, fields: dict[str, object]) -> Any:
        body = json.dumps({"organizationId": self._organization_id, **fields}).encode()
        return json.loads(self._send(path, body, self._stamper.stamp(body).headers))

    def list_activities(self) -> None:
        """Read the list of all activities, and parse none of it."""
        body = json.dumps({"organizationId": self._organization_id}).encode()
        self._send("/public/v1/query/list_activities", body, self._stamper.stamp(body).headers)

    def sign_up(self, configuration_id: str, wallet: dict[str, object]) -> None:
        fields = {"apiKeys": [], "authenticators": [], "oauthProviders": [], "wallet": wallet}
        headers = {"X-Auth-Proxy-Config-Id": configuration_id}
        self._send("/v1/signup_v2", json.dumps(fields).encode(), headers)

    def _send(self, path: str, body: bytes, headers: Mapping[str, str]) -> bytes:
        self._connection.request("POST", path, body, {"Content-Type": "application/json", **headers})
        answer = self._connection.getresponse()
        content = answer.read()
        assert answer.status == http.HTTPStatus.OK, content
        return content

    def whoami(self) -> None:
        self.post("/public/v1/query/whoami", {})

    def make_tag(self) -> None:
        fields: dict[str, object] = {
            "type": "ACTIVITY_TYPE_CREATE_USER_TAG",
            "timestampMs": str(int(time.time() * 1000)),
            "parameters": {"userTagName": f"{self._number}/{len(self.made)}", "userIds": []},
        }
        activity = self.post("/public/v1/submit/create_user_tag", fields)["activity"]
        self.made.append(activity["result"]["createUserTagResult"]["userTagId"])

    def sign(self) -> None:
        fields: dict[str, object] = {
            "type": "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
            "timestampMs": str(int(time.time() * 1000)),
            "parameters": {
                "signWith": self.sign_with,
                "payload": f"{self._number}/{next(_NUMBERS)}",
                "encoding": "PAYLOAD_ENCODING_TEXT_UTF8",
                "hashFunction": "HASH_FUNCTION_KECCAK256",
            },
        }
        activity = self.post("/public/v1/submit/sign_raw_payload", fields)["activity"]
        assert len(activity["result"]["signRawPayloadResult"]["r"]) == _DIGITS

    def mix(self) -> None:
        """Sign and change something, and take the time of whoami after each."""
        for other in (self.sign, self.make_tag):
            other()
            start = time.perf_counter()
            self.whoami()
            self.seconds.append(time.perf_counter() - start)

    def close(self) -> None:
        self._connection.close()


def rate(clients: list[Client], method: str, seconds: float) -> float:
    """Let all clients call for some seconds; give the requests a second."""
    end = time.monotonic() + seconds

    def work(client: Client) -> int:
        count = 0
        while time.monotonic() < end:
            getattr(client, method)()
            count += 1
        return count

    with ThreadPoolExecutor(len(clients)) as pool:
        return sum(pool.map(work, clients)) / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    service = [sys.executable, "-m", "sealwax", "serve", "--json"]
    with (
        subprocess.Popen([sys.executable, "-c", ECHO], stdout=subprocess.PIPE, text=True) as echo,
        subprocess.Popen(service, stdout=subprocess.PIPE, text=True) as serve,
    ):
        try:
            assert echo.stdout is not None
            assert serve.stdout is not None
            url, info = echo.stdout.readline().strip(), json.loads(serve.stdout.readline())
            before = memory_of(serve.pid)
            compare(url, info, given)
            print(f"memory of the service: {before} MiB at first, {memory_of(serve.pid)} MiB at last")
        finally:
            echo.kill()
            serve.kill()


def memory_of(process_id: int) -> int:
    """Give the memory of a process in MiB; 0 where the system has no /proc."""
    status = Path(f"/proc/{process_id}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) // 1024


def compare(echo_url: str, info: dict[str, Any], given: argparse.Namespace) -> None:
    stamper = ApiKeyStamper(ApiKey.from_private_key(info["apiPrivateKey"]))

    def clients(url: str) -> list[Client]:
        return [Client(url, stamper, info["organizationId"], number) for number in range(given.clients)]

    bare, ours = clients(echo_url), clients(info["url"])
    rates = {
        "bare http.server, echo": rate(bare, "whoami", given.seconds),
        "whoami": rate(ours, "whoami", given.seconds),
        "create_user_tag": rate(ours, "make_tag", given.seconds),
    }
    account = ours[0].post("/public/v1/query/list_wallet_accounts", {})["accounts"][0]
    for client in ours:
        client.sign_with = account["address"]
    rates["sign_raw_payload"] = rate(ours, "sign", given.seconds)
    rates["mix: whoami, sign_raw_payload, create_user_tag"] = _MIX_REQUESTS * rate(ours, "mix", given.seconds)
    made = [tag_id for client in ours for tag_id in client.made]
    tags = ours[0].post("/public/v1/query/list_user_tags", {})["userTags"]
    assert len({*made}) == len(made), "an id was given twice"
    assert {*made} <= {tag["tagId"] for tag in tags}, "an update was lost"
    for client in (*bare, *ours):
        client.close()
    base = rates["bare http.server, echo"]
    print(f"{given.clients} clients, {given.seconds:g} s each; {len(made)} tags made, none lost")
    print("| what | requests a second | of the bare server |\n|---|---|---|")
    for name, each in rates.items():
        print(f"| {name} | {each:.0f} | {each / base:.2f} |")
    percentiles = statistics.quantiles([each for client in ours for each in client.seconds], n=100)
    middle, high = (1000 * percentiles[each] for each in (49, 98))
    print(f"whoami in the mix: p50 {middle:.0f} ms, p99 {high:.0f} ms, {high / middle:.1f} times p50")


if __name__ == "__main__":
    main()

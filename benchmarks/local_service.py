"""The local service under many clients with real stamps, beside a bare ``http.server`` that echoes.

``python -m benchmarks.local_service`` prints requests a second as a ratio, the times of whoami while others
sign, and the memory of the service after some requests and after ten times as many. It fails at the first
error, if anything was lost, and if the times or the memory exceed their targets.
"""

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sealwax import ApiKey, ApiKeyStamper

from .groups import BARE, OURS
from .measuring import Measurement
from .scale import HAS_STATUS, Sizes

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


_CAPPED = """
import runpy, sys

from sealwax_service import state

state.MAX_ACTIVITIES = 500
sys.argv = ["sealwax", "serve", "--json", *sys.argv[1:]]
runpy.run_module("sealwax", run_name="__main__")
"""
"""The service, which keeps so few activities that it soon has as many as it will."""

CLIENTS = 64
REQUESTS = "a request of 64 clients"
WHOAMI = "whoami of 64 clients that sign, p99"
KEPT = "a request of 64 clients, kept in a file"
MEMORY = "memory of the local service"
IN_MEMORY = "in memory"
MEDIAN = "p50"
HALF = "half of the requests"
MOST_TIMES, MOST_MEMORY = 6.0, 1.1
"""The targets: p99 of whoami beside its p50, and the memory in the end beside that after half."""

_NUMBERS = count()
_DIGITS = 64
_MIX_REQUESTS = 4
# After the second, the service has as many activities as it keeps.
_SHARES = (0.1, 0.5, 1)


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

    def list_interfaces(self) -> None:
        """Read the list of all interfaces of contracts, which has no pages, and parse none of it."""
        body = json.dumps({"organizationId": self._organization_id}).encode()
        self._send("/public/v1/query/list_smart_contract_interfaces", body, self._stamper.stamp(body).headers)

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

    def make_interface(self) -> None:
        fields: dict[str, object] = {
            "type": "ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE",
            "timestampMs": str(int(time.time() * 1000)),
            "parameters": {
                "smartContractAddress": "0x00",
                "smartContractInterface": "[]",
                "type": "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM",
                "label": f"{self._number}/{len(self.made)}",
            },
        }
        activity = self.post("/public/v1/submit/create_smart_contract_interface", fields)["activity"]
        (result,) = activity["result"].values()
        self.made.append(result["smartContractInterfaceId"])

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

    def list_accounts(self) -> Any:
        return self.post("/public/v1/query/list_wallet_accounts", {})["accounts"]

    def mix(self) -> None:
        """Make four requests, and take the time of whoami among them."""
        self.sign()
        start = time.perf_counter()
        self.whoami()
        self.seconds.append(time.perf_counter() - start)
        self.sign()
        self.list_accounts()

    def close(self) -> None:
        self._connection.close()


class Crowd:
    """Clients of one server, whose connections are open."""

    def __init__(self, url: str, info: Mapping[str, Any], clients: int = CLIENTS) -> None:
        stamper = ApiKeyStamper(ApiKey.from_private_key(info["apiPrivateKey"]))
        organization_id = info["organizationId"]
        self.clients = [Client(url, stamper, organization_id, number) for number in range(clients)]
        self.call(Client.whoami, lambda done: done < 1)

    def call(self, method: Callable[[Client], object], goes_on: Callable[[int], bool]) -> int:
        """Let all clients call as long as each is told to go on; give the number of calls."""

        def work(client: Client) -> int:
            done = 0
            while goes_on(done):
                method(client)
                done += 1
            return done

        with ThreadPoolExecutor(len(self.clients)) as pool:
            return sum(pool.map(work, self.clients))

    def rate(self, method: Callable[[Client], object], seconds: float) -> float:
        """Let all clients call for some seconds, once at least; give the calls a second."""
        start = time.monotonic()
        calls = self.call(method, lambda done: done < 1 or time.monotonic() < start + seconds)
        return calls / (time.monotonic() - start)

    def find_account(self) -> None:
        """Find what the clients sign with."""
        (account, *_) = self.clients[0].list_accounts()
        for client in self.clients:
            client.sign_with = account["address"]

    def mix(self, requests: int) -> None:
        """Let the clients make some requests together, at least."""
        rounds = -(-requests // (_MIX_REQUESTS * len(self.clients)))
        self.call(Client.mix, lambda done: done < rounds)

    def forget(self) -> None:
        """Forget the seconds that whoami took."""
        for client in self.clients:
            client.seconds.clear()

    def percentiles(self) -> tuple[float, float]:
        """Give p50 and p99 of the seconds that whoami took."""
        found = statistics.quantiles([each for client in self.clients for each in client.seconds], n=100)
        return found[49], found[98]

    def close(self) -> None:
        for client in self.clients:
            client.close()


@contextmanager
def _running(*arguments: str) -> Iterator[tuple[int, str]]:
    """Run a server; yield the process's id, and the first line that it prints."""
    command = [sys.executable, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.pid, process.stdout.readline().strip()
        finally:
            process.kill()


@contextmanager
def _served(*arguments: str, clients: int = CLIENTS) -> Iterator[tuple[int, Mapping[str, Any], Crowd]]:
    """Run the local service; yield the process's id, what the service prints, and clients of it."""
    with _running(*arguments) as (process_id, line):
        info = json.loads(line)
        crowd = Crowd(info["url"], info, clients)
        crowd.find_account()
        yield process_id, info, crowd
        crowd.close()


def memory_of(process_id: int) -> int:
    """Give the memory of a process in bytes; 0 where the system has no /proc."""
    status = Path(f"/proc/{process_id}/status")
    lines = status.read_text().splitlines() if HAS_STATUS else []
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def times() -> Iterator[Measurement]:
    """Measure a request beside a bare echo, a request that is kept, and p99 of whoami beside its p50."""

    def take_requests(seconds: float, _: frozenset[str]) -> dict[str, float]:
        with _running("-c", ECHO) as (_process, url), _served("-c", _CAPPED) as (_service, info, crowd):
            bare = Crowd(url, info)
            taken = {
                BARE: 1 / bare.rate(Client.whoami, seconds),
                OURS: 1 / (_MIX_REQUESTS * crowd.rate(Client.mix, seconds)),
            }
            bare.close()
        return taken

    def take_whoami(seconds: float, _: frozenset[str]) -> dict[str, float]:
        with _served("-c", _CAPPED) as (*_service, crowd):
            # The threads of both sides have begun, and the caches are full.
            crowd.rate(Client.mix, seconds / 4)
            crowd.forget()
            crowd.rate(Client.mix, seconds)
            median, high = crowd.percentiles()
        return {MEDIAN: median, OURS: high}

    def take_kept(seconds: float, _: frozenset[str]) -> dict[str, float]:
        with (
            tempfile.TemporaryDirectory() as folder,
            _served("-c", _CAPPED) as (*_service, in_memory),
            _served("-c", _CAPPED, "--state", f"{folder}/state.db") as (*_other, kept),
        ):
            return {
                name: 1 / crowd.rate(Client.mix, seconds)
                for name, crowd in ((IN_MEMORY, in_memory), (OURS, kept))
            }

    yield Measurement(REQUESTS, frozenset({BARE, OURS}), take_requests)
    yield Measurement(KEPT, frozenset({IN_MEMORY, OURS}), take_kept)
    yield Measurement(WHOAMI, frozenset({MEDIAN, OURS}), take_whoami)


def memory(sizes: Sizes) -> Iterator[Measurement]:
    """Measure the memory of the service after half of some requests, and after all of them."""

    def take(_: float, __: frozenset[str]) -> dict[str, float]:
        with _served("-c", _CAPPED) as (process_id, _info, crowd):
            crowd.mix(sizes.requests // 2)
            half = memory_of(process_id)
            crowd.mix(sizes.requests // 2)
            return {HALF: half, OURS: memory_of(process_id)}

    if HAS_STATUS:
        yield Measurement(MEMORY, frozenset({HALF, OURS}), take)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--seconds", type=float, default=10, help="how long each rate is measured")
    parser.add_argument("--requests", type=int, default=50_000, help="how many the memory is measured over")
    given = parser.parse_args()
    serve = ("-m", "sealwax", "serve", "--json")
    with _running("-c", ECHO) as (_, url), _served(*serve, clients=given.clients) as (_, info, crowd):
        bare = Crowd(url, info, given.clients)
        _compare(bare, crowd, given.seconds)
        bare.close()
    with _served(*serve, clients=given.clients) as (process_id, _, crowd):
        kept = _grow(process_id, crowd, given.requests)
    sys.exit(0 if kept else 1)


def _compare(bare: Crowd, ours: Crowd, seconds: float) -> None:
    rates = {
        "bare http.server, echo": bare.rate(Client.whoami, seconds),
        "whoami": ours.rate(Client.whoami, seconds),
        "sign_raw_payload": ours.rate(Client.sign, seconds),
        "whoami, list_wallet_accounts, sign_raw_payload twice": _MIX_REQUESTS
        * ours.rate(Client.mix, seconds),
        "create_smart_contract_interface": ours.rate(Client.make_interface, seconds),
    }
    made = [record_id for client in ours.clients for record_id in client.made]
    kept = ours.clients[0].post("/public/v1/query/list_smart_contract_interfaces", {})
    assert len({*made}) == len(made), "an id was given twice"
    ids = {each["smartContractInterfaceId"] for each in kept["smartContractInterfaces"]}
    assert {*made} <= ids, "an update was lost"
    base = next(iter(rates.values()))
    print(f"{len(ours.clients)} clients, {seconds:g} s each; {len(made)} interfaces made, none lost")
    print("| what | requests a second | of the bare server |\n|---|---|---|")
    for name, each in rates.items():
        print(f"| {name} | {each:.0f} | {each / base:.2f} |")


def _grow(process_id: int, crowd: Crowd, requests: int) -> bool:
    """Print memory and the times of whoami; tell whether they keep to their targets."""
    sizes = [memory_of(process_id)]
    for before, share in pairwise((0, *_SHARES)):
        crowd.mix(round(requests * (share - before)))
        sizes.append(memory_of(process_id))
    for number, size in zip((0, *_SHARES), sizes, strict=True):
        print(f"memory after {requests * number:,.0f} requests: {size >> 20} MiB")
    median, high = crowd.percentiles()
    times = f"p50 {1000 * median:.0f} ms, p99 {1000 * high:.0f} ms, {high / median:.1f} times p50"
    print(f"no error; whoami among them: {times}")
    return high <= MOST_TIMES * median and sizes[-1] <= MOST_MEMORY * sizes[-2]


if __name__ == "__main__":
    main()

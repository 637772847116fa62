"""The time of whoami while the local service does its longest work, beside its time at rest.

``python -m benchmarks.load`` is that work, without end: the largest signup again and again, and beside it the
longest list, that of interfaces. It reads the answer of ``sealwax serve --json`` from standard input.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from threading import Thread
from typing import Any

from sealwax import ApiKey, ApiKeyStamper
from sealwax_service._limits import MAX_PATH_LEVELS

from .groups import OURS
from .local_service import Client
from .measuring import Measurement
from .scale import Sizes

WHOAMI = "whoami beside the longest work"
AT_REST = "at rest"
_FEWEST = 20
_PATHS = 4


def times(sizes: Sizes) -> Iterator[Measurement]:
    """Measure whoami at rest, and while the longest work is done."""

    def take(seconds: float, _: frozenset[str]) -> dict[str, float]:
        command = [sys.executable, "-m", "sealwax", "serve", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serve:
            try:
                assert serve.stdout is not None
                return _take(json.loads(serve.stdout.readline()), sizes, seconds)
            finally:
                serve.kill()

    yield Measurement(WHOAMI, frozenset({AT_REST, OURS}), take)


def _client(info: dict[str, Any]) -> Client:
    stamper = ApiKeyStamper(ApiKey.from_private_key(info["apiPrivateKey"]))
    return Client(info["url"], stamper, info["organizationId"], 0)


def _take(info: dict[str, Any], sizes: Sizes, seconds: float) -> dict[str, float]:
    client = _client(info)
    for _ in range(sizes.interfaces):
        client.make_interface()
    at_rest = _seconds_of_whoami(client, seconds)
    command = [sys.executable, "-m", "benchmarks.load"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as work:
        try:
            assert work.stdin is not None
            assert work.stdout is not None
            work.stdin.write(json.dumps(info) + "\n")
            work.stdin.flush()
            # Both have begun.
            work.stdout.readline()
            beside = _seconds_of_whoami(client, seconds)
            assert work.poll() is None, "the work has ended"
        finally:
            work.kill()
    client.close()
    return {AT_REST: at_rest, OURS: beside}


def _seconds_of_whoami(client: Client, seconds: float) -> float:
    """Measure the median of the time that an answer takes, by the clock."""
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while len(taken) < _FEWEST or time.perf_counter() < end:
        start = time.perf_counter()
        client.whoami()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def main() -> None:
    """Do the longest work without end."""
    info = json.loads(sys.stdin.readline())
    Thread(target=_list, args=[_client(info)], daemon=True).start()
    print("begun", flush=True)
    _sign_up(info)


def _list(client: Client) -> None:
    while True:
        client.list_interfaces()


def _sign_up(info: dict[str, Any]) -> None:
    levels = MAX_PATH_LEVELS // _PATHS
    client = _client(info)
    for number in count():
        # No two paths share a level.
        accounts = [
            {
                "curve": "CURVE_SECP256K1",
                "pathFormat": "PATH_FORMAT_BIP32",
                "path": "m" + f"/{_PATHS * number + path}" * levels,
                "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
            }
            for path in range(_PATHS)
        ]
        client.sign_up(info["configurationId"], {"walletName": "w", "accounts": accounts})


if __name__ == "__main__":
    main()

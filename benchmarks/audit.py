"""A whole archive of stamped requests: beside its verifications alone, and by two processes or Dask.

``python -m benchmarks.audit`` writes an archive of a million requests, of which some are bad, and audits it:
in one process, in two, and on a Dask cluster of two workers if ``distributed`` is installed. All must find
the same. It prints the medians of several rounds as ratios, and the most memory that this process had. One
process is compared with the verifications in processor time, as both are here.
"""

import argparse
import json
import resource
import statistics
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

from sealwax import ApiKey, ApiKeyStamper, BadSignature, StampVerifier
from sealwax._limits import LINES_PER_CHUNK
from sealwax.audit import audit

from .groups import Group
from .stamps import PRIVATE_KEY

NAME = "audit stored requests"
BAD_EVERY = 997
_KEY = ApiKey.from_private_key(PRIVATE_KEY)
_API_KEYS = [(_KEY.public_key, _KEY.curve)]
_ORGANIZATION = "7ff189fb-df7d-452e-8540-57632e380b77"
VERIFIER, ONE, TWO, DASK = "StampVerifier alone", "one process", "two processes", "Dask with two workers"
OWN = "one process, its processor's time"
BESIDE = "this process beside two, its processor's time"

_OWN = {ONE: OWN, TWO: BESIDE}


def groups() -> Iterator[Group]:
    """One chunk of lines, which is audited here, beside the verification of its stamps."""
    lines = list(archive(LINES_PER_CHUNK))
    pairs = [(each["stamp"], each["body"].encode()) for each in map(json.loads, lines)]
    yield Group(NAME, bare=lambda: verify_alone(pairs), ours=lambda: list(audit(lines, _API_KEYS)))


def archive(count: int) -> Iterator[bytes]:
    """Lines of an archive, each of another body; one in some has the stamp of the line before."""
    stamp, previous = ApiKeyStamper(_KEY).stamp, ""
    for number in range(count):
        body = json.dumps(
            {
                "type": "ACTIVITY_TYPE_CREATE_WALLET",
                "timestampMs": str(1767225600000 + number),
                "organizationId": _ORGANIZATION,
                "parameters": {"walletName": f"wallet {number}", "accounts": []},
            },
            separators=(",", ":"),
        )
        own = stamp(body).header_value
        is_bad = number % BAD_EVERY == BAD_EVERY - 1
        yield json.dumps({"body": body, "stamp": previous if is_bad else own}).encode() + b"\n"
        previous = own


def verify_alone(pairs: list[tuple[str, bytes]]) -> int:
    """Verify stamps that were read before; return how many are good."""
    verify, good = StampVerifier(_API_KEYS).verify, 0
    for stamp, body in pairs:
        try:
            verify(stamp, body)
        except BadSignature:
            continue
        good += 1
    return good


class _Here(Executor):
    """Does everything in this process, at once."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **more: Any) -> "Future[Any]":
        done: Future[Any] = Future()
        done.set_result(function(*arguments, **more))
        return done


@contextmanager
def _dask() -> Iterator[Executor]:
    # Only one environment has it.
    from distributed import Client, LocalCluster  # noqa: PLC0415

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor()


def _executors() -> dict[str, Callable[[], AbstractContextManager[Executor]]]:
    found: dict[str, Callable[[], AbstractContextManager[Executor]]] = {
        ONE: lambda: nullcontext(_Here()),
        TWO: lambda: ProcessPoolExecutor(2, get_context("spawn")),
    }
    if find_spec("distributed") is not None:
        found[DASK] = _dask
    return found


class _Audited(NamedTuple):
    """The seconds of an audit, those of this processor alone, a hash of the results, and the bad places."""

    seconds: float
    own: float
    results: int
    bad: list[int]


def _audited(path: Path, executor: Executor) -> _Audited:
    """Audit a file."""
    results, bad = 0, []
    start, own = perf_counter(), process_time()
    with path.open("rb") as lines:
        for each in audit(lines, _API_KEYS, executor=executor):
            # In one process, equal values have equal hashes.
            results = hash((results, each.place, each.ok, each.code, each.signers))
            if not each.ok:
                bad.append(each.place)
    return _Audited(perf_counter() - start, process_time() - own, results, bad)


def _verified(path: Path) -> float:
    """Return the processor's seconds for the verifications of a file alone, without reading it."""
    taken = 0.0
    with path.open("rb") as lines:
        while chunk := [json.loads(line) for line, _ in zip(lines, range(LINES_PER_CHUNK), strict=False)]:
            pairs = [(each["stamp"], each["body"].encode()) for each in chunk]
            start = process_time()
            verify_alone(pairs)
            taken += process_time() - start
    return taken


def _most_memory() -> str:
    kinds = {"this process": resource.RUSAGE_SELF, "the largest other": resource.RUSAGE_CHILDREN}
    return ", ".join(
        f"{name} {resource.getrusage(kind).ru_maxrss / 1024:.0f} MiB" for name, kind in kinds.items()
    )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audit", description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        path = Path(name) / "requests.jsonl"
        with path.open("wb") as file:
            file.writelines(archive(options.lines))
        print(f"{options.lines} lines, {path.stat().st_size >> 20} MiB; {_most_memory()}", flush=True)
        _measure(path, options.lines, options.rounds)


def _measure(path: Path, lines: int, rounds: int) -> None:
    expected = list(range(BAD_EVERY, lines + 1, BAD_EVERY))
    seconds: dict[str, list[float]] = {}
    hashes = set()
    with ExitStack() as stack:
        executors = {name: stack.enter_context(make()) for name, make in _executors().items()}
        # Processes start, and load what they need.
        for executor in executors.values():
            list(audit(archive(4 * LINES_PER_CHUNK), _API_KEYS, executor=executor))
        for _ in range(rounds):
            row = {VERIFIER: _verified(path)}
            for name, executor in executors.items():
                found = _audited(path, executor)
                if found.bad != expected:
                    raise RuntimeError(f"{name} does not find the bad lines")
                hashes.add(found.results)
                row[name] = found.seconds
                if name in _OWN:
                    row[_OWN[name]] = found.own
            for name, taken in row.items():
                seconds.setdefault(name, []).append(taken)
            rates = ", ".join(f"{name} {lines / taken:,.0f}" for name, taken in row.items())
            print(f"lines a second: {rates}; {_most_memory()}", flush=True)
    if len(hashes) != 1:
        raise RuntimeError("the results differ")
    median = {name: statistics.median(each) for name, each in seconds.items()}
    print(f"{ONE}: {median[VERIFIER] / median[OWN]:.2f} of the speed of {VERIFIER} (target 0.85)")
    print(f"{TWO}: {median[ONE] / median[TWO]:.2f} times as fast as one (target 1.6)")
    # Does not depend on what else runs: how long the other processes wait for this one.
    share = median[BESIDE] / median[OWN]
    print(f"{BESIDE}: {share:.3f} of {OWN}; on idle cores, at most {2 / (1 + share):.2f} times as fast")
    if DASK in median:
        print(f"{DASK}: {median[DASK] / median[TWO]:.2f} times as long as {TWO}")


if __name__ == "__main__":
    main()

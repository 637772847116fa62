"""Costs that grow with the input: beside SHA-256 of the same bytes, and beside four inputs of a quarter.

A step whose cost grows with the square of the input would make the second ratio 4 and not 1.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, get_args

from sealwax import Curve, verify_api_key_stamp
from sealwax.operations import CreateUserTag, ListPrivateKeys
from sealwax_vectors import load_file

from .bundles import CAPTURED
from .groups import BARE, OURS, Operation
from .measuring import Measurement, Turns, function, timed
from .stamps import body_of, stamper

QUARTERS = "four of a quarter"
QUARTER = "a quarter"
FIRST = "the first tenth"
SEVERAL_EXPORTS = "open exports in a row"
MEMORY_OF_EXPORTS = "memory of exports in a row"
STAMP, VERIFY = "stamp a body", "verify the stamp of a body"
VECTORS = "read a file of vectors"
ANSWER = "read an answer with private keys"
REQUEST = "seal a request with ids"
LINEAR = (
    *(f"{work}, {curve}" for curve in get_args(Curve) for work in (STAMP, VERIFY)),
    VECTORS,
    ANSWER,
    REQUEST,
)
MEMORY_OF_ANSWER = "memory of an answer, a private key"
_PARTS = 4
# What is large takes seconds each time.
_ROUNDS = 3

HAS_STATUS = Path("/proc/self/status").exists()
ORGANIZATION = "7ff189fb-df7d-452e-8540-57632e380b77"
_A_FILE = Path(__file__).parents[1] / "vectors" / "api_key_stamp_p256.json"
_PYTHON = (sys.executable, "-I", "-c")
_MEMORY = """
import json, sys, time

def memory(of):
    with open("/proc/self/status") as status:
        return 1024 * int(next(line for line in status if line.startswith(of)).split()[1])
"""
_OPEN_EXPORTS = """
from sealwax import TargetKey, decrypt_wallet_export

path, count = sys.argv[1], int(sys.argv[2])
with open(path) as file:
    captured = json.load(file)
bundle, organization_id = json.dumps(captured["bundle"]), captured["organizationId"]
key = TargetKey.from_private_key(captured["targetPrivateKey"])

def open_some(times):
    start = time.process_time()
    for _ in range(times):
        decrypt_wallet_export(bundle, key, organization_id=organization_id)
    return {"seconds": (time.process_time() - start) / times, "memory": memory("VmHWM")}

tenth = count // 10
first = open_some(tenth)
open_some(count - 2 * tenth)
print(json.dumps({"first": first, "last": open_some(tenth)}))
"""
_READ_ANSWER = """
from sealwax import ApiKey, ApiKeyStamper
from sealwax.operations import ListPrivateKeys

request = ListPrivateKeys().seal(ApiKeyStamper(ApiKey.generate()), organization_id=sys.argv[2])
with open(sys.argv[1], "rb") as file:
    content = file.read()
before = memory("VmRSS")
answer = request.read(content, limit=len(content))
print(json.dumps({"memory": (memory("VmHWM") - before) / len(answer.private_keys)}))
"""


class Sizes(NamedTuple):
    """How large the largest inputs are.

    Attributes:
        body: The bytes of a body.
        cases: The cases in a file of vectors.
        records: The private keys in an answer, and the ids in a request.
        exports: How many are opened in a row.
        interfaces: The interfaces of contracts in a list of the local service: enough for long work,
            which gives way to others.
        requests: The requests after which the memory of the local service is measured.
    """

    body: int
    cases: int
    records: int
    exports: int
    interfaces: int
    requests: int


SMALL = Sizes(body=4_000_000, cases=2_000, records=10_000, exports=2_000, interfaces=6_000, requests=6_000)
LARGE = Sizes(
    body=100_000_000, cases=10_000, records=100_000, exports=10_000, interfaces=20_000, requests=50_000
)


class Input(NamedTuple):
    """An input: its bytes, and what is done with it."""

    content: bytes
    work: Operation


class Kind(NamedTuple):
    """A kind of input.

    Attributes:
        name: What is done with it.
        size: How large the largest is.
        make: Makes one of a size.
    """

    name: str
    size: int
    make: Callable[[int], Input]


def inputs(sizes: Sizes, folder: Path) -> Iterator[Kind]:
    """Bodies, files of vectors, answers and requests.

    Args:
        sizes: How large the largest are.
        folder: Where files may be put.
    """
    for curve in get_args(Curve):
        yield Kind(f"{STAMP}, {curve}", sizes.body, partial(_stamped, curve))
        yield Kind(f"{VERIFY}, {curve}", sizes.body, partial(_verified, curve))
    yield Kind(VECTORS, sizes.cases, partial(_vectors, folder))
    yield Kind(ANSWER, sizes.records, _answer)
    yield Kind(REQUEST, sizes.records, _request)


def times(sizes: Sizes, folder: Path) -> Iterator[Measurement]:
    """Each kind of input, beside SHA-256 and beside four of a quarter."""
    for kind in inputs(sizes, folder):
        yield _growing(kind)


def exports_seconds(sizes: Sizes) -> Iterator[Measurement]:
    """The first tenth of the exports that are opened in a row, and the last, each."""
    yield from _exports(SEVERAL_EXPORTS, sizes, "seconds")


def exports_memory(sizes: Sizes) -> Iterator[Measurement]:
    """The most memory after the first tenth of the exports that are opened in a row, and after the last."""
    yield from _exports(MEMORY_OF_EXPORTS, sizes, "memory")


def _exports(name: str, sizes: Sizes, figure: str) -> Iterator[Measurement]:
    def take(_: float, __: frozenset[str]) -> dict[str, float]:
        found = _ask(_OPEN_EXPORTS, CAPTURED / "export_wallet.json", str(sizes.exports))
        return {FIRST: found["first"][figure], OURS: found["last"][figure]}

    if HAS_STATUS:
        yield Measurement(name, frozenset({FIRST, OURS}), take)


def answers_memory(sizes: Sizes, folder: Path) -> Iterator[Measurement]:
    """The most memory that an answer takes to read, for each private key in it, beside its bytes.

    Args:
        sizes: How large the largest are.
        folder: Where files may be put.
    """
    path = folder / "answer.json"

    def read(count: int) -> float:
        path.write_bytes(answer_with(count))
        bytes_each: float = _ask(_READ_ANSWER, path, ORGANIZATION)["memory"]
        return bytes_each

    def take(_: float, __: frozenset[str]) -> dict[str, float]:
        quarter, whole = read(sizes.records // _PARTS), read(sizes.records)
        return {BARE: path.stat().st_size / sizes.records, QUARTER: quarter, OURS: whole}

    if HAS_STATUS:
        yield Measurement(MEMORY_OF_ANSWER, frozenset({BARE, QUARTER, OURS}), take)


def _ask(script: str, *arguments: str | Path) -> Any:
    """Run a script in a process that does nothing else; give what it found."""
    command = [*_PYTHON, _MEMORY + script, *map(str, arguments)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def _growing(kind: Kind) -> Measurement:
    whole, quarter = kind.make(kind.size), kind.make(kind.size // _PARTS)

    def quarters() -> None:
        for _ in range(_PARTS):
            quarter.work()

    turns = Turns(
        {
            BARE: function(lambda: hashlib.sha256(whole.content).digest()),
            QUARTERS: function(quarters),
            OURS: function(whole.work),
        },
        rounds=_ROUNDS,
    )
    measurement = timed(kind.name, turns)
    # Less time will do: what is to be told from 1 is 4.
    return measurement._replace(take=lambda seconds, names: measurement.take(seconds / 4, names))


def _stamped(curve: Curve, size: int) -> Input:
    body = body_of(size)
    return Input(body, partial(stamper(curve).stamp, body))


def _verified(curve: Curve, size: int) -> Input:
    body = body_of(size)
    header = stamper(curve).stamp(body).header_value
    return Input(body, partial(verify_api_key_stamp, header, body))


def _vectors(folder: Path, size: int) -> Input:
    """A file with as many cases, each with an id and a number of its own."""
    suite = json.loads(_A_FILE.read_text())
    group = suite["testGroups"][0]
    cases = group["tests"]
    group["tests"] = [
        {
            **cases[number % len(cases)],
            "tcId": number + 1,
            "id": f"{cases[number % len(cases)]['id']}-{number}",
        }
        for number in range(size)
    ]
    flags = {flag for case in group["tests"] for flag in case["flags"]}
    notes = {flag: note for flag, note in suite["notes"].items() if flag in flags}
    content = json.dumps({**suite, "numberOfTests": size, "notes": notes, "testGroups": [group]}).encode()
    path = folder / f"{size}.json"
    path.write_bytes(content)
    return Input(content, partial(load_file, path))


def _answer(size: int) -> Input:
    content = answer_with(size)
    request = ListPrivateKeys().seal(stamper("p256"), organization_id=ORGANIZATION)
    # The limit is its reader's to raise.
    return Input(content, lambda: request.read(content, limit=len(content)))


def answer_with(count: int) -> bytes:
    """An answer with as many private keys, no two alike."""
    keys = [_private_key(number) for number in range(count)]
    return json.dumps({"privateKeys": keys}, separators=(",", ":")).encode()


def _private_key(number: int) -> dict[str, Any]:
    unlike = hashlib.sha512(number.to_bytes(8, "big")).hexdigest()
    time = {"seconds": str(1_700_000_000 + number), "nanos": "0"}
    return {
        "privateKeyId": f"{unlike[:8]}-df7d-452e-8540-57632e380b77",
        "publicKey": f"02{unlike[:64]}",
        "privateKeyName": f"key {number}",
        "curve": "CURVE_SECP256K1",
        "addresses": [{"format": "ADDRESS_FORMAT_ETHEREUM", "address": f"0x{unlike[-40:]}"}],
        "privateKeyTags": [f"{unlike[8:16]}-df7d-452e-8540-57632e380b77"],
        "createdAt": time,
        "updatedAt": time,
        "exported": False,
        "imported": False,
    }


def _request(size: int) -> Input:
    ids = [f"{number:08x}-df7d-452e-8540-57632e380b77" for number in range(size)]
    stamps = stamper("p256")

    def seal() -> bytes:
        return CreateUserTag(user_tag_name="t", user_ids=ids).seal(stamps, organization_id=ORGANIZATION).body

    return Input(seal(), seal)

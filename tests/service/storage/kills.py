"""Kills of the service while clients write: each answered request is kept, and none is done twice.

    python -m tests.service.storage.kills --kills 200 --seed 1

kills and restarts it that often over one state file.
"""

import argparse
import http.client
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any, Final
from urllib.parse import urlsplit

from sealwax import ApiKey, ApiKeyStamper
from sealwax_service.operations.submits import SUBMITS

WRITERS: Final = 16
_LONGEST_SECONDS: Final = 0.5
_PATIENT: Final = 60
_PAGE: Final = 100
_INTERFACE: Final[dict[str, object]] = {
    "smartContractAddress": "0x00",
    "smartContractInterface": "[]",
    "type": "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM",
}
_ROOT: Final = {"userName": "u", "apiKeys": [], "authenticators": [], "oauthProviders": []}
_SUB_ORGANIZATION: Final[dict[str, object]] = {"rootUsers": [_ROOT], "rootQuorumThreshold": 1}


def _id_in(result: Any) -> str:
    """Return the id of the record that a result has."""
    return str(result.get("subOrganizationId") or result["smartContractInterfaceId"])


class Writer:
    """A client that creates records. It sends a request without an answer again, as it was."""

    def __init__(self, number: int) -> None:
        self._number, self._count = number, 0
        self._unanswered: tuple[str, bytes] | None = None
        self.names: dict[str, str] = {}
        """The names of the records that were answered, by their ids."""
        self.activities: dict[str, str] = {}
        """The ids of their activities, by the ids of the records."""

    def _next(self, organization_id: str) -> tuple[str, bytes]:
        if self._unanswered is not None:
            return self._unanswered
        self._count += 1
        name = f"{self._number}/{self._count}"
        # An organization may have any number of these.
        operation, parameters = (
            ("create_sub_organization", {**_SUB_ORGANIZATION, "subOrganizationName": name})
            if self._count % 4 == 0
            else ("create_smart_contract_interface", {**_INTERFACE, "label": name})
        )
        fields = {"type": SUBMITS[operation].versions[0].type, "timestampMs": str(time.time_ns() // 10**6)}
        body = json.dumps({**fields, "organizationId": organization_id, "parameters": parameters}).encode()
        return f"/public/v1/submit/{operation}", body

    @property
    def waits(self) -> bool:
        """Whether the last request was not answered."""
        return self._unanswered is not None

    def write(self, info: dict[str, Any], *, once: bool = False) -> None:
        """Write until the service is gone, or once."""
        stamper = ApiKeyStamper(ApiKey.from_private_key(info["apiPrivateKey"]))
        connection = http.client.HTTPConnection(urlsplit(info["url"]).netloc, timeout=_PATIENT)
        try:
            while True:
                self._unanswered = path, body = self._next(info["organizationId"])
                headers = {"Content-Type": "application/json", **stamper.stamp(body).headers}
                connection.request("POST", path, body, headers)
                answer = connection.getresponse()
                content = json.loads(answer.read())
                assert answer.status == http.HTTPStatus.OK, content
                self._note(json.loads(body)["parameters"], content["activity"])
                self._unanswered = None
                if once:
                    return
        except (OSError, http.client.HTTPException):
            assert not once
        finally:
            connection.close()

    def _note(self, parameters: Any, activity: Any) -> None:
        (result,) = activity["result"].values()
        record_id = _id_in(result)
        self.names[record_id] = parameters.get("subOrganizationName") or parameters["label"]
        self.activities[record_id] = activity["id"]


@contextmanager
def _serving(path: Path) -> Iterator[tuple["subprocess.Popen[str]", dict[str, Any]]]:
    command = [sys.executable, "-m", "sealwax", "serve", "--json", "--state", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, json.loads(process.stdout.readline())
        finally:
            process.kill()


def _check(info: dict[str, Any], writers: list[Writer]) -> None:
    """Compare what the writers were answered with what the service has."""
    stamper = ApiKeyStamper(ApiKey.from_private_key(info["apiPrivateKey"]))
    connection = http.client.HTTPConnection(urlsplit(info["url"]).netloc, timeout=_PATIENT)

    def ask(name: str, **fields: object) -> Any:
        body = json.dumps({"organizationId": info["organizationId"], **fields}).encode()
        headers = {"Content-Type": "application/json", **stamper.stamp(body).headers}
        connection.request("POST", f"/public/v1/query/{name}", body, headers)
        return json.loads(connection.getresponse().read())

    interfaces = ask("list_smart_contract_interfaces")["smartContractInterfaces"]
    kept = {each["smartContractInterfaceId"]: each["label"] for each in interfaces}
    twice = [name for name, count in Counter(kept.values()).items() if count > 1]
    assert not twice, f"done twice: {twice}"
    inside: list[str] = []
    while len(inside) % _PAGE == 0:
        after = {"after": inside[-1]} if inside else {}
        page = ask("list_suborgs", paginationOptions={"limit": str(_PAGE), **after})["organizationIds"]
        if not page:
            break
        inside += page
    known = {*kept, *inside}
    assert len(known) == len(kept) + len(inside)
    for writer in writers:
        lost = writer.names.keys() - known
        assert not lost, f"lost: {lost}"
        if writer.activities:
            record_id, activity_id = list(writer.activities.items())[-1]
            (result,) = ask("get_activity", activityId=activity_id)["activity"]["result"].values()
            assert record_id == _id_in(result)
    answered = [record_id for writer in writers for record_id in writer.names]
    assert len({*answered}) == len(answered)
    unanswered = sum(writer.waits for writer in writers)
    assert len(known) <= len(answered) + unanswered, "one was done twice"
    connection.close()


def kill_often(path: Path, *, kills: int, seed: int) -> int:
    """Kill the service at random moments; return how many requests were answered."""
    dice, writers = random.Random(seed), [Writer(number) for number in range(WRITERS)]
    with ThreadPoolExecutor(WRITERS) as pool:
        for _ in range(kills):
            with _serving(path) as (process, info):
                _check(info, writers)
                timer = Timer(dice.uniform(0, _LONGEST_SECONDS), process.kill)
                timer.start()
                list(pool.map(lambda writer: writer.write(info), writers))
                timer.join()
        with _serving(path) as (_, info):
            _check(info, writers)
            list(pool.map(lambda writer: writer.write(info, once=True), writers))
            _check(info, writers)
    return sum(len(writer.names) for writer in writers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        answered = kill_often(Path(folder) / "state.db", kills=given.kills, seed=given.seed)
    print(f"{given.kills} kills, {answered} answered requests: all kept, none twice")  # noqa: T201


if __name__ == "__main__":
    main()

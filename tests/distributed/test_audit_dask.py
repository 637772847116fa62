"""The same archive in one process, in two, and on a Dask cluster of two workers, of which one is killed."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any

import pytest

from sealwax import ApiKey
from sealwax.audit import audit
from sealwax.audit.lines import check_lines
from tests.audit.test_audit import API_KEYS, expected_of, many, outcome

LINES = 20_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from distributed import LocalCluster  # noqa: PLC0415 - only one session has it

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as made:
        yield made


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    from distributed import Client  # noqa: PLC0415

    with Client(cluster) as made:
        yield made


def test_the_list_is_the_same_everywhere(client: Any) -> None:
    lines, expected = many(LINES), expected_of(LINES)
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as one,
        ProcessPoolExecutor(2, get_context("spawn")) as two,
    ):
        for executor in (one, two, client.get_executor()):
            assert outcome(audit(lines, API_KEYS, executor=executor)) == expected


def test_a_worker_that_is_killed_half_way_changes_nothing(client: Any) -> None:
    results = audit(many(LINES), API_KEYS, executor=client.get_executor())
    found = list(islice(results, LINES // 2))
    pid = next(iter(client.run(os.getpid).values()))
    os.kill(pid, signal.SIGKILL)
    found += results
    assert [(each.place, each.ok) for each in found] == expected_of(LINES)


def test_what_holds_a_secret_is_not_sent(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    executor, key = client.get_executor(), ApiKey.generate()
    for secret in (key, [key]):
        with pytest.raises(TypeError, match="Could not serialize") as raised:
            executor.submit(check_lines, secret, []).result()
        assert key.private_key_hex() not in f"{raised.value!r} {caplog.text}"
        assert "holds a secret" in caplog.text

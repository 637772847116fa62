"""Verify the chunks of an archive in this process, in several, or on an executor of the caller's."""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

from sealwax._limits import MAX_NEW_POOLS, MAX_WAITING_CHUNKS

from .lines import check_lines
from .results import AuditResult, Chain, Outcome
from .settings import Settings


class Chunk(NamedTuple):
    """Lines, and the place of the first."""

    first: int
    lines: list[str | bytes]


def run(
    chunks: Iterator[Chunk], chain: Chain, settings: Settings, executor: Executor | None
) -> Iterator[AuditResult]:
    """Verify chunks; yield the results of their lines in order."""
    if executor is not None:
        yield from _spread(chunks, chain, settings, _Pool(executor))
        return
    few = list(islice(chunks, 2))
    if len(few) == 1:
        yield from chain.results(few[0].first, check_lines(settings, few[0].lines))
        return
    pool = _Pool(None)
    try:
        yield from _spread(_prepended(few, chunks), chain, settings, pool)
    finally:
        pool.close()


def _prepended(few: list[Chunk], chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    yield from few
    yield from chunks


@dataclass
class _Pool:
    """The caller's executor, or own processes, which are replaced if one ends."""

    executor: Executor | None
    own: ProcessPoolExecutor | None = field(default=None, init=False)
    replaced: int = field(default=0, init=False)

    def submit(self, settings: Settings, chunk: Chunk) -> "Future[list[Outcome]]":
        if self.executor is not None:
            return self.executor.submit(check_lines, settings, chunk.lines)
        if self.own is None:
            # Not fork, as this process can have threads.
            self.own = ProcessPoolExecutor(os.cpu_count(), get_context("spawn"))
        try:
            return self.own.submit(check_lines, settings, chunk.lines)
        except BrokenProcessPool as error:
            # A process has ended since the last result: noticed in the chunk's turn.
            broken: Future[list[Outcome]] = Future()
            broken.set_exception(error)
            return broken

    def replace(self) -> bool:
        """Drop own processes that ended; return whether new ones may start."""
        self.replaced += 1
        self.close()
        return self.executor is None and self.replaced <= MAX_NEW_POOLS

    def close(self) -> None:
        if self.own is not None:
            self.own.shutdown(wait=True, cancel_futures=True)
            self.own = None


def _spread(chunks: Iterator[Chunk], chain: Chain, settings: Settings, pool: _Pool) -> Iterator[AuditResult]:
    """Verify chunks elsewhere; yield the results in order."""
    waiting: deque[tuple[Chunk, Future[list[Outcome]]]] = deque()
    try:
        for chunk in islice(chunks, MAX_WAITING_CHUNKS):
            waiting.append((chunk, pool.submit(settings, chunk)))
        while waiting:
            try:
                outcomes = waiting[0][1].result()
            except BrokenProcessPool:
                if not pool.replace():
                    raise
                unfinished = [chunk for chunk, _ in waiting]
                waiting.clear()
                waiting.extend((chunk, pool.submit(settings, chunk)) for chunk in unfinished)
                continue
            first = waiting.popleft()[0].first
            for chunk in islice(chunks, 1):
                waiting.append((chunk, pool.submit(settings, chunk)))
            yield from chain.results(first, outcomes)
    finally:
        for _, future in waiting:
            future.cancel()

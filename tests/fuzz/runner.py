"""Putting inputs through a target, and judging what comes of each.

An input is two bytes, which choose one of the target's contexts, and a document.
"""

import random
import resource
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from sealwax import SealwaxError
from sealwax.errors import error_codes

from .corpus import Context, with_contexts
from .mutators import mutate
from .target import Target

MAX_CPU_SECONDS = 1.0
MAX_MEMORY_BYTES = 64 << 20
# Far less than threads have by default: what recurses as deeply as its input says crashes here.
STACK_BYTES = 256 * 1024
_CONTEXT_BYTES = 2
# Tracing memory slows everything down: done for what is large, and for a sample of the rest.
_TRACED_BYTES = 100_000
_TRACED_EVERY = 997
# Names of what a context holds that no error may show.
_SECRETS = ("targetPrivateKey", "privateKey", "enclavePrivateKey", "otpCode")


class Finding(AssertionError):  # noqa: N818 - it is about the library, and no error of the caller's
    """An input did what none may do."""


@dataclass
class Figures:
    """The outcomes of the inputs so far."""

    inputs: int = 0
    accepted: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    most_cpu_seconds: float = 0.0
    most_memory_bytes: int = 0


class Runner:
    """Puts inputs through a target."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.figures = Figures()
        self._contexts, self._seeds = with_contexts(target.seeds())
        self._donors = [seed.document for _, seed in self._seeds]
        self._authentic = [
            number.to_bytes(_CONTEXT_BYTES, "big") + seed.document
            for number, seed in self._seeds
            if seed.authentic
        ]
        self._originals: dict[object, list[bytes]] = {}
        self._results: dict[tuple[int, object], list[object]] = {}
        for _, seed in self._seeds if target.authenticated is not None else ():
            # What does not even parse authenticates nothing.
            with suppress(ValueError, TypeError, LookupError, AttributeError):
                if seed.authentic:
                    key = self._authenticated(seed.context, seed.document)
                    self._originals.setdefault(key, []).append(seed.document)

    def corpus(self) -> list[bytes]:
        """Give the inputs that all others start from."""
        return [number.to_bytes(_CONTEXT_BYTES, "big") + seed.document for number, seed in self._seeds]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        """Change an input: its document as a rule, now and then its context."""
        chosen, document = data[:_CONTEXT_BYTES], data[_CONTEXT_BYTES:]
        if rng.random() < 0.02:
            chosen = rng.randrange(len(self._contexts)).to_bytes(_CONTEXT_BYTES, "big")
        return chosen + mutate(document, rng, self._donors)

    def seeded(self, seed: int, count: int) -> Iterator[bytes]:
        """Make inputs that are always the same: first the corpus, then changes of it."""
        rng = random.Random(f"{self.target.name}/{seed}")
        corpus = self.corpus()
        yield from corpus[:count]
        for _ in range(count - len(corpus)):
            # What is refused already for one thing is rarely refused for another.
            yield self.mutate(rng.choice(self._authentic if rng.random() < 0.8 else corpus), rng)

    def run(self, data: bytes) -> None:
        """Put an input through the target.

        Raises:
            Finding: It did what none may do.
        """
        number = int.from_bytes(data[:_CONTEXT_BYTES], "big") % len(self._contexts)
        context, document = self._contexts[number], data[_CONTEXT_BYTES:]
        self.figures.inputs += 1
        traced = len(data) >= _TRACED_BYTES or self.figures.inputs % _TRACED_EVERY == 0
        if traced:
            tracemalloc.start()
        peak, start = _peak_memory(), time.thread_time()
        try:
            result = self._call(context, document)
        finally:
            seconds, memory = time.thread_time() - start, _peak_memory() - peak
            if traced:
                memory = max(memory, tracemalloc.get_traced_memory()[1])
                tracemalloc.stop()
                # The tracing itself takes several times as long as what is traced.
                seconds /= 4
        self.figures.most_cpu_seconds = max(self.figures.most_cpu_seconds, seconds)
        self.figures.most_memory_bytes = max(self.figures.most_memory_bytes, memory)
        if seconds > MAX_CPU_SECONDS:
            raise Finding(f"{seconds:.1f} s of processor time for {len(document)} bytes")
        if memory > MAX_MEMORY_BYTES:
            raise Finding(f"{memory >> 20} MiB for {len(document)} bytes")
        if result is not _REFUSED:
            self.figures.accepted += 1
            self._check_accepted(number, document, result)

    def _call(self, context: Context, document: bytes) -> object:
        try:
            return self.target.call(context, document)
        except SealwaxError as error:
            self.figures.refused[error.code] = self.figures.refused.get(error.code, 0) + 1
            message = str(error)
            if error.code not in error_codes():
                raise Finding(f"an error with the code {error.code}") from error
            secrets = {name: str(context[name]) for name in _SECRETS if name in context}
            # A short one may stand in any message, by chance.
            shown = [name for name, secret in secrets.items() if len(secret) >= 6 and secret in message]
            if shown:
                raise Finding(f"an error that shows {shown}") from error
            return _REFUSED
        except Exception as error:
            raise Finding(f"{type(error).__name__}: {error}") from error

    def _check_accepted(self, number: int, document: bytes, result: object) -> None:
        context = self._contexts[number]
        if self.target.authenticated is not None:
            authenticated = self._authenticated(context, document)
            if authenticated not in self._originals:
                raise Finding("accepted, though nothing like it was authenticated")
            if result not in self._results_of_originals(number, authenticated):
                raise Finding("accepted with another result than the original has")
        if self.target.check is not None:
            self.target.check(context, document, result)

    def _authenticated(self, context: Context, document: bytes) -> object:
        assert self.target.authenticated is not None
        return self.target.authenticated(context, document)

    def _results_of_originals(self, number: int, authenticated: object) -> list[object]:
        """Give what the originals that authenticate the same give in a context."""
        results = self._results.get((number, authenticated))
        if results is None:
            results = self._results[number, authenticated] = []
            for original in self._originals[authenticated]:
                with suppress(SealwaxError):
                    results.append(self.target.call(self._contexts[number], original))
        return results

    def run_all(self, inputs: Iterable[bytes]) -> list[tuple[bytes, BaseException]]:
        """Put inputs through the target, in a thread with a small stack; give those that fail, and how."""
        failed: list[tuple[bytes, BaseException]] = []

        def run_each() -> None:
            for data in inputs:
                try:
                    self.run(data)
                except BaseException as error:  # noqa: BLE001 - given to who waits: panics of Rust, too
                    failed.append((data, error))

        before = threading.stack_size(STACK_BYTES if self.target.small_stack else 0)
        try:
            thread = threading.Thread(target=run_each)
            thread.start()
        finally:
            threading.stack_size(before)
        thread.join()
        return failed


_REFUSED = object()


def _peak_memory() -> int:
    # Kilobytes; bytes on macOS.
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit

"""Verify a whole archive, line by line, in chunks of bounded size."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from datetime import timedelta
from types import NoneType

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import LEEWAY, check_leeway
from sealwax._limits import BYTES_PER_CHUNK, LINES_PER_CHUNK
from sealwax.stamps.api_key_verification import require_pair

from .lines import CHECKS, KEYS, verifier_of
from .results import AuditResult, Chain, hash_line
from .settings import AuditExpectation, AuditTrust, Settings
from .workers import Chunk, run


def audit(
    lines: Iterable[str | bytes],
    api_keys: Iterable[tuple[str, str]] = (),
    *,
    trust: AuditTrust | None = None,
    expected: AuditExpectation | None = None,
    executor: Executor | None = None,
    leeway: timedelta = LEEWAY,
    fast: bool = False,
    refuse_repeated: bool = False,
    start: int = 1,
) -> Iterator[AuditResult]:
    """Verify each line of an archive, with a bounded number of lines in memory.

    An archive of requests needs only ``api_keys``. Pass the keys of other kinds in ``trust``.

    Only the lines and public keys go to the executor.
    Links between machines are usually plain TCP unless you set up TLS, and lines can hold tokens.

    Args:
        lines: The lines, such as an open file: JSON text, at most 4 MiB each.
        api_keys: Pairs of ``ApiKey.public_key`` and ``ApiKey.curve``, as for ``StampVerifier``.
        trust: The keys and the enclave for kinds other than requests.
        expected: The organization, session profile and relying party that the lines must have.
        executor: Any executor, such as Dask's ``Client.get_executor()``. It is not shut down. By default, one
            process for each core; a short archive is verified in this process.
        leeway: How far the clocks may differ, wherever a time is compared with the line's `at`.
        fast: Whether to verify stamps with the fastest libraries, of the extra ``fast``.
        refuse_repeated: Whether a line that repeats an earlier one, byte for byte, is refused as
            ``replayed``. It takes 100 MB of memory for each million lines.
        start: The first place to verify: after an audit that ended early, the place of its last result plus
            one. The lines before it are read, and not verified; they count for ``digest`` and
            ``refuse_repeated``.

    Yields:
        A result for each line, in order.

    Raises:
        MalformedInput: A key of ``api_keys`` is not a key.
        Unsupported: A curve is unknown.
        ValueError: There is no key for any kind, or ``webhook_keys`` comes without ``organization_id``.
        BrokenProcessPool: Worker processes ended repeatedly, as they do without memory. The results so far
            are valid: continue after the last one.
    """
    require_type(lines, Iterable, "lines")
    require_type(api_keys, Iterable, "api_keys")
    require_type(trust, (AuditTrust, NoneType), "trust")
    require_type(expected, (AuditExpectation, NoneType), "expected")
    require_type(executor, (Executor, NoneType), "executor")
    check_leeway(leeway)
    require_type(fast, bool, "fast")
    require_type(refuse_repeated, bool, "refuse_repeated")
    require_type(start, int, "start")
    if start < 1:
        raise ValueError("start must be positive: the place of a line, from 1")
    trust, expected = trust or AuditTrust(), expected or AuditExpectation()
    if trust.webhook_keys is not None and expected.organization_id is None:
        raise ValueError("pass organization_id with webhook_keys: one key signs for all customers")
    settings = Settings(tuple(map(require_pair, api_keys)), trust, expected, leeway, fast)
    # Refuse an invalid key here, not in a worker.
    verifier_of(settings.api_keys, fast)
    if not any(KEYS[kind](settings.api_keys, trust) for kind in CHECKS):
        raise ValueError("there is no key for any kind; pass api_keys, or the keys of another kind in trust")
    chain = Chain(remembers=refuse_repeated)
    return run(_chunks(lines, start, chain), chain, settings, executor)


def _chunks(lines: Iterable[str | bytes], start: int, chain: Chain) -> Iterator[Chunk]:
    """Group lines into chunks of bounded size."""
    taken: list[str | bytes] = []
    size, first = 0, start
    for place, line in enumerate(lines, 1):
        if place < start:
            chain.add(hash_line(line))
            continue
        taken.append(line)
        # A line that is not text is refused later, by its place.
        size += len(line) if hasattr(line, "__len__") else 0
        if len(taken) == LINES_PER_CHUNK or size >= BYTES_PER_CHUNK:
            yield Chunk(first, taken)
            taken, size, first = [], 0, place + 1
    if taken:
        yield Chunk(first, taken)

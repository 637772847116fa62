"""Verify a whole archive of signed lines, in order, on several processes or machines.

Each line is a JSON object. Its ``kind`` determines its other members and the keys that verify it:

| kind | members | keys: ``api_keys``, or in ``AuditTrust`` |
|---|---|---|
| request, or none | body, stamp | ``api_keys`` |
| activity | activity | ``trusted_keys`` |
| webhook | headers, body | ``webhook_keys``, and ``organization_id`` of the expectation |
| session, verification-token | token | ``enclave_keys`` |
| boot-proof | bootProof | ``identity`` |
| app-proof | appProof, bootProof, expected | ``identity`` |
| signature | payload, encoding, hashFunction, signature (r, s, v), publicKey | ``trusted_keys`` |

A signature may also have ``curve`` and ``addressFormat``, as for ``SignatureResult.verify``.

``at`` in a line is the time to check its age or expiry at, such as ``2026-01-31T12:00:00Z``. Without it,
neither is checked, and ``time_checked`` of the result is False.

An audit shows that each line is genuine. It cannot show that a line is missing, repeated or moved, because
signers sign single lines. The ``digest`` of a result chains all lines up to it: compare it between runs.

| input | decision |
|---|---|
| a line that is not such an object, has another member, or is larger than 4 MiB | malformed |
| a kind without its keys | unsupported; nothing else in the line is read |
| a line that repeats another, byte for byte | refused as replayed with ``refuse_repeated`` |
| a worker process that ends | new processes get its lines, at most three times |
"""

import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from types import NoneType
from typing import Any, NamedTuple, cast, get_args

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import (
    EPOCH,
    LEEWAY,
    REQUEST_MAX_AGE,
    REQUEST_MAX_AHEAD,
    check_age,
    check_leeway,
    decode_iso,
    decode_milliseconds,
    from_milliseconds,
    parse_milliseconds,
)
from sealwax._codec.http_headers import by_lower_name, read_headers
from sealwax._codec.organizations import check_organization, expected_ids
from sealwax._codec.strict_json import convert_json, decode_json, decode_object
from sealwax._codec.text import to_bytes
from sealwax._limits import (
    BYTES_PER_CHUNK,
    LINES_PER_CHUNK,
    MAX_ANSWER_BYTES,
    MAX_NEW_POOLS,
    MAX_WAITING_CHUNKS,
)
from sealwax.activities.signature_results import SignatureResult
from sealwax.activities.votes import trusted_hex, verify_activity_votes
from sealwax.errors import (
    MalformedInput,
    Replayed,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
)
from sealwax.login.tokens import verify_session_jwt, verify_verification_token
from sealwax.proofs.app import AppProofExpectation, AppProofType, verify_app_proof
from sealwax.proofs.boot import verify_boot_proof
from sealwax.proofs.identity import EnclaveIdentity
from sealwax.stamps.api_key_verification import StampVerifier, require_pair
from sealwax.trust import PRODUCTION, EnclaveKeys
from sealwax.webhooks import DEFAULT_MAX_AGE, WebhookKeys, verify_webhook


@dataclass(frozen=True)
class AuditResult:
    """The outcome of one line of an archive.

    Attributes:
        place: The number of the line, from 1.
        kind: The kind of the line; None if it cannot be read.
        ok: Whether it verified.
        code: The code of the error, such as ``bad-signature``; None if it verified.
        message: The error's message; None if it verified. It never contains the line's content.
        signers: The public keys that signed, in hex; empty where the trusted key is implied by the kind.
        time_checked: Whether the line's time or expiry was compared with its ``at``.
        digest: A digest of this line and all before it, in their order, in hex: SHA-256 of the digest before
            it (32 zero bytes for the first line) and of the SHA-256 of the line without its newline.
    """

    place: int
    kind: str | None
    ok: bool
    code: str | None = None
    message: str | None = None
    signers: tuple[str, ...] = ()
    time_checked: bool = False
    digest: str | None = None


@dataclass(frozen=True, kw_only=True)
class AuditTrust:
    """The keys and the enclave that an audit trusts, besides the API keys. Without any, it trusts none.

    A kind of line without its keys is refused as ``unsupported``.

    Attributes:
        trusted_keys: The public keys whose votes and signatures count, as for ``verify_activity_votes``.
            Votes by other keys are left out.
        webhook_keys: The keys of webhooks. They need ``organization_id`` of ``AuditExpectation``.
        enclave_keys: The enclaves' public keys, for sessions and tokens.
        identity: The expected enclave, for proofs.

    Raises:
        ValueError: A key of ``trusted_keys`` is not a key.
    """

    trusted_keys: Collection[str | bytes] = frozenset()
    webhook_keys: WebhookKeys | None = None
    enclave_keys: EnclaveKeys | None = None
    identity: EnclaveIdentity | None = None

    def __post_init__(self) -> None:
        require_type(self.webhook_keys, (WebhookKeys, type(None)), "webhook_keys")
        require_type(self.enclave_keys, (EnclaveKeys, type(None)), "enclave_keys")
        require_type(self.identity, (EnclaveIdentity, type(None)), "identity")
        trusted_hex(self.trusted_keys)
        object.__setattr__(self, "trusted_keys", frozenset(self.trusted_keys))


@dataclass(frozen=True, kw_only=True)
class AuditExpectation:
    """The values that each line of an archive must have, where its kind has them.

    Attributes:
        organization_id: The id of the organization that requests, activities and webhooks must be for; None
            skips the check. Webhooks need it.
        session_profile_id: The id of the profile that each session must have; None for none, unless
            ``allow_scoped``.
        allow_scoped: Whether to accept sessions with a session profile or a scope.
        rp_id: For votes by passkeys: the relying party's id.
        origin: For votes by passkeys: the origin of the page that asked, or several.
    """

    organization_id: str | None = None
    session_profile_id: str | None = None
    allow_scoped: bool = False
    rp_id: str | None = None
    origin: str | Collection[str] | None = None

    def __post_init__(self) -> None:
        for name in ("organization_id", "session_profile_id", "rp_id"):
            require_type(getattr(self, name), (str, type(None)), name)
        require_type(self.allow_scoped, bool, "allow_scoped")
        require_type(self.origin, (str, Collection, type(None)), "origin")
        if self.organization_id is not None:
            expected_ids(self.organization_id)


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
    settings = _Settings(tuple(map(require_pair, api_keys)), trust, expected, leeway, fast)
    # Refuse an invalid key here, not in a worker.
    _verifier(settings.api_keys, fast)
    if not any(_KEYS[kind](settings.api_keys, trust) for kind in _CHECKS):
        raise ValueError("there is no key for any kind; pass api_keys, or the keys of another kind in trust")
    chain = _Chain(remembers=refuse_repeated)
    return _run(_chunks(lines, start, chain), chain, settings, executor)


def check_kinds(lines: Iterable[bytes], api_keys: Collection[tuple[str, str]], trust: AuditTrust) -> None:
    """Refuse an archive in which a kind has no keys, before ``audit`` reads it with the same keys.

    A line whose kind cannot be read is left to the audit.
    """
    without = {kind for kind in _CHECKS if not _KEYS[kind](api_keys, trust)}
    if not without:
        return
    for kind in map(_kind_of, lines):
        if kind in without:
            raise Unsupported(f"there are no keys for the kind {kind}; pass them, or leave out its lines")


def _kind_of(line: bytes) -> str | None:
    try:
        return _KIND.decode(line).kind
    except (msgspec.DecodeError, RecursionError):
        return None


class _Settings(NamedTuple):
    """The inputs of every worker, sent with each chunk. All are public."""

    api_keys: tuple[tuple[str, str], ...]
    trust: AuditTrust
    expected: AuditExpectation
    leeway: timedelta
    fast: bool


@lru_cache(maxsize=2)
def _verifier(api_keys: tuple[tuple[str, str], ...], fast: bool) -> StampVerifier:  # noqa: FBT001 - a cache's key
    """Parse the API keys, once in each process."""
    return StampVerifier(api_keys, fast=fast)


def _hash(line: str | bytes) -> bytes:
    """Hash a line without its newline; hash a line that is not text, which is refused later, as empty."""
    content: object = line.encode(errors="surrogatepass") if isinstance(line, str) else line
    return sha256(content.rstrip(b"\r\n") if isinstance(content, bytes) else b"").digest()


class _Chain:
    """Chains the hashes of lines; remembers them if repetitions must be found."""

    def __init__(self, *, remembers: bool) -> None:
        self._digest = bytes(32)
        self._seen: set[bytes] | None = set() if remembers else None

    def add(self, own: bytes) -> bool:
        """Add the hash of the next line; return whether the line repeats an earlier one."""
        self._digest = sha256(self._digest + own).digest()
        if self._seen is None:
            return False
        is_repeated = own in self._seen
        self._seen.add(own)
        return is_repeated

    def results(self, first: int, outcomes: "list[_Outcome]") -> Iterator[AuditResult]:
        """Add the next lines, starting at a place; yield their results."""
        for place, (own, kind, ok, code, message, signers, time_checked) in enumerate(outcomes, first):
            is_repeated = self.add(own)
            digest = self._digest.hex()
            if ok and is_repeated:
                yield AuditResult(
                    place, kind, ok=False, code=_REPEATED.code, message=str(_REPEATED), digest=digest
                )
            else:
                yield AuditResult(place, kind, ok, code, message, signers, time_checked, digest)


_REPEATED = Replayed("the archive repeats an earlier line")

_Outcome = tuple[bytes, str | None, bool, str | None, str | None, tuple[str, ...], bool]
"""The hash of a line, and the fields of its result that a worker knows: a tuple is pickled quickly."""


class _Chunk(NamedTuple):
    """Lines, and the place of the first."""

    first: int
    lines: list[str | bytes]


def _chunks(lines: Iterable[str | bytes], start: int, chain: _Chain) -> Iterator[_Chunk]:
    """Group lines into chunks of bounded size."""
    taken: list[str | bytes] = []
    size, first = 0, start
    for place, line in enumerate(lines, 1):
        if place < start:
            chain.add(_hash(line))
            continue
        taken.append(line)
        # A line that is not text is refused later, by its place.
        size += len(line) if hasattr(line, "__len__") else 0
        if len(taken) == LINES_PER_CHUNK or size >= BYTES_PER_CHUNK:
            yield _Chunk(first, taken)
            taken, size, first = [], 0, place + 1
    if taken:
        yield _Chunk(first, taken)


def _run(
    chunks: Iterator[_Chunk], chain: _Chain, settings: _Settings, executor: Executor | None
) -> Iterator[AuditResult]:
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


def _prepended(few: list[_Chunk], chunks: Iterator[_Chunk]) -> Iterator[_Chunk]:
    yield from few
    yield from chunks


@dataclass
class _Pool:
    """The caller's executor, or own processes, which are replaced if one ends."""

    executor: Executor | None
    own: ProcessPoolExecutor | None = field(default=None, init=False)
    replaced: int = field(default=0, init=False)

    def submit(self, settings: _Settings, chunk: _Chunk) -> "Future[list[_Outcome]]":
        if self.executor is not None:
            return self.executor.submit(check_lines, settings, chunk.lines)
        if self.own is None:
            # Not fork, as this process can have threads.
            self.own = ProcessPoolExecutor(os.cpu_count(), get_context("spawn"))
        try:
            return self.own.submit(check_lines, settings, chunk.lines)
        except BrokenProcessPool as error:
            # A process has ended since the last result: noticed in the chunk's turn.
            broken: Future[list[_Outcome]] = Future()
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


def _spread(
    chunks: Iterator[_Chunk], chain: _Chain, settings: _Settings, pool: _Pool
) -> Iterator[AuditResult]:
    """Verify chunks elsewhere; yield the results in order."""
    waiting: deque[tuple[_Chunk, Future[list[_Outcome]]]] = deque()
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


def check_lines(settings: _Settings, lines: list[str | bytes]) -> list[_Outcome]:
    """Verify some lines; a worker calls this."""
    return [_check_line(settings, line) for line in lines]


class _Kind(msgspec.Struct, frozen=True):
    """The kind of a line; its other members are ignored."""

    kind: str = "request"


_KIND = msgspec.json.Decoder(_Kind)


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The members that any line can have."""

    kind: str = "request"
    at: str | None = None


def _check_line(settings: _Settings, line: str | bytes) -> _Outcome:
    kind = None
    try:
        document = decode_object(to_bytes(line, "the line", limit=MAX_ANSWER_BYTES).strip(), "the line")
        named = document.get("kind", "request")
        if not isinstance(named, str) or named not in _CHECKS:
            raise _unknown(named)
        kind = named
        if not _KEYS[kind](settings.api_keys, settings.trust):
            raise Unsupported(f"there are no keys for the kind {kind}; pass them, and audit again")
        into, check = _CHECKS[kind]
        entry = convert_json(document, into, f"the {kind}")
        at = None if entry.at is None else decode_iso(entry.at, "`at`")
        signers = check(settings, entry, at)
    except SealwaxError as error:
        return _hash(line), kind, False, error.code, str(error), (), False
    return _hash(line), kind, True, None, None, signers, kind in _TIMED and at is not None


def _unknown(kind: object) -> SealwaxError:
    if not isinstance(kind, str):
        return MalformedInput("`kind` must be a string")
    return Unsupported(f"the kind of the line is unknown; it must be one of {', '.join(_CHECKS)}")


class _Request(_Line, frozen=True):
    body: str
    stamp: str


class _InBody(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str | UnsetType = UNSET
    timestamp_ms: str | UnsetType = UNSET


def _check_request(settings: _Settings, entry: _Request, at: datetime | None) -> tuple[str, ...]:
    body = entry.body.encode()
    verified = _verifier(settings.api_keys, settings.fast).verify(entry.stamp, body)
    if at is not None or settings.expected.organization_id is not None:
        stated = decode_json(body, _InBody, "the body of the request")
        if stated.timestamp_ms is not UNSET and at is not None:
            check_age(
                "the request",
                decode_milliseconds(stated.timestamp_ms, "timestampMs in the body of the request"),
                at,
                max_age=REQUEST_MAX_AGE,
                max_ahead=REQUEST_MAX_AHEAD,
                leeway=settings.leeway,
                cure="check the line's `at`",
            )
        if settings.expected.organization_id is not None:
            check_organization(stated.organization_id, settings.expected.organization_id, "the request")
    return (verified.public_key,)


class _Activity(_Line, frozen=True):
    activity: dict[str, object]


def _check_activity(settings: _Settings, entry: _Activity, _at: datetime | None) -> tuple[str, ...]:
    try:
        votes = verify_activity_votes(
            entry.activity,
            trusted_keys=settings.trust.trusted_keys,
            allow_untrusted=True,
            organization_id=settings.expected.organization_id,
            expected_rp_id=settings.expected.rp_id,
            expected_origin=settings.expected.origin,
            keys=PRODUCTION if settings.trust.enclave_keys is None else settings.trust.enclave_keys,
            leeway=settings.leeway,
        )
    except ValueError as error:
        if isinstance(error, SealwaxError):
            raise
        # A passkey voted, and rp_id or origin is None.
        raise Unsupported(
            "a vote by a passkey cannot be verified; pass rp_id and origin in AuditExpectation"
        ) from None
    return tuple(
        vote.public_key.hex() if isinstance(vote.public_key, bytes) else vote.public_key for vote in votes
    )


class _Webhook(_Line, frozen=True):
    headers: dict[str, str]
    body: str


_TIMESTAMP = by_lower_name("X-Turnkey-Timestamp")


def _check_webhook(settings: _Settings, entry: _Webhook, at: datetime | None) -> tuple[str, ...]:
    if at is None:
        stated = read_headers(entry.headers, _TIMESTAMP).get("x-turnkey-timestamp", "")
        # A time that does not parse is refused below.
        at = from_milliseconds(parse_milliseconds(stated) or 0)
    verify_webhook(
        entry.headers,
        entry.body,
        keys=cast("WebhookKeys", settings.trust.webhook_keys),
        organization_id=cast("str", settings.expected.organization_id),
        max_age=DEFAULT_MAX_AGE,
        leeway=settings.leeway,
        now=at,
    )
    return ()


class _Token(_Line, frozen=True):
    token: str


class _BootProof(_Line, frozen=True):
    boot_proof: dict[str, object]


class _Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    type: str
    organization_id: str
    wallet_id: str | None = None
    derivation_path: str | None = None
    address: str | None = None


class _AppProof(_BootProof, frozen=True):
    app_proof: dict[str, object]
    expected: _Expected


class _Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    r: str
    s: str
    v: str


class _Signed(_Line, frozen=True, kw_only=True):
    payload: str
    encoding: str
    hash_function: str
    signature: _Signature
    public_key: str
    curve: str | None = None
    address_format: str | None = None


def _check_session(settings: _Settings, entry: _Token, at: datetime | None) -> tuple[str, ...]:
    # Nothing has expired at the epoch.
    keys = cast("EnclaveKeys", settings.trust.enclave_keys)
    verify_session_jwt(
        entry.token,
        keys=keys,
        now=EPOCH if at is None else at,
        leeway=settings.leeway,
        allow_scoped=settings.expected.allow_scoped,
        expected_session_profile_id=settings.expected.session_profile_id,
    )
    return ()


def _check_verification_token(settings: _Settings, entry: _Token, at: datetime | None) -> tuple[str, ...]:
    keys = cast("EnclaveKeys", settings.trust.enclave_keys)
    now = EPOCH if at is None else at
    verify_verification_token(entry.token, keys=keys, now=now, leeway=settings.leeway)
    return ()


def _check_boot_proof(settings: _Settings, entry: _BootProof, _at: datetime | None) -> tuple[str, ...]:
    verify_boot_proof(entry.boot_proof, identity=cast("EnclaveIdentity", settings.trust.identity))
    return ()


def _check_app_proof(settings: _Settings, entry: _AppProof, _at: datetime | None) -> tuple[str, ...]:
    if entry.expected.type not in get_args(AppProofType):
        raise Unsupported("the type in `expected` is unknown")
    expected = AppProofExpectation(
        type=cast("AppProofType", entry.expected.type),
        organization_id=entry.expected.organization_id,
        wallet_id=entry.expected.wallet_id,
        derivation_path=entry.expected.derivation_path,
        address=entry.expected.address,
    )
    identity = cast("EnclaveIdentity", settings.trust.identity)
    verify_app_proof(entry.app_proof, entry.boot_proof, identity=identity, expected=expected)
    return ()


def _check_signature(settings: _Settings, entry: _Signed, _at: datetime | None) -> tuple[str, ...]:
    if entry.public_key not in settings.trust.trusted_keys:
        raise UntrustedSigner("the public key of the signature is not in trusted_keys")
    result = SignatureResult(r=entry.signature.r, s=entry.signature.s, v=entry.signature.v)
    result.verify(
        entry.payload,
        encoding=entry.encoding,
        hash_function=entry.hash_function,
        public_key=entry.public_key,
        address_format=entry.address_format,
        curve=entry.curve,
    )
    return (entry.public_key,)


_Check = tuple[type[Any], Callable[[_Settings, Any, "datetime | None"], tuple[str, ...]]]

_CHECKS: Mapping[str, _Check] = {
    "request": (_Request, _check_request),
    "activity": (_Activity, _check_activity),
    "webhook": (_Webhook, _check_webhook),
    "session": (_Token, _check_session),
    "verification-token": (_Token, _check_verification_token),
    "boot-proof": (_BootProof, _check_boot_proof),
    "app-proof": (_AppProof, _check_app_proof),
    "signature": (_Signed, _check_signature),
}
"""The members of each kind of line, and the function that verifies them and returns the signers."""

_KEYS: Mapping[str, Callable[[Collection[tuple[str, str]], AuditTrust], object]] = {
    "request": lambda api_keys, _: api_keys,
    "activity": lambda _, trust: trust.trusted_keys,
    "webhook": lambda _, trust: trust.webhook_keys,
    "session": lambda _, trust: trust.enclave_keys and trust.enclave_keys.notarizer,
    "verification-token": lambda _, trust: trust.enclave_keys and trust.enclave_keys.tls_fetcher,
    "boot-proof": lambda _, trust: trust.identity,
    "app-proof": lambda _, trust: trust.identity,
    "signature": lambda _, trust: trust.trusted_keys,
}
"""The keys of each kind; empty if the caller passed none."""

_TIMED = frozenset({"request", "webhook", "session", "verification-token"})
"""The kinds with a time or an expiry that `at` is compared with."""

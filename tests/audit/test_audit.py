"""A whole archive: each kind of line, in order, in one process, in several, and resumed."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields, replace
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from sealwax import ApiKey, ApiKeyStamper, MalformedInput, SessionClaims, VerificationClaims
from sealwax._codec.clock import REQUEST_MAX_AGE, REQUEST_MAX_AHEAD, to_milliseconds
from sealwax._limits import MAX_ANSWER_BYTES, MAX_NEW_POOLS, MAX_WAITING_CHUNKS
from sealwax.audit import AuditExpectation, AuditResult, AuditTrust, archive, audit, workers
from sealwax.audit.lines import check_kinds
from sealwax.testing import (
    AttestedEnclave,
    ReferenceEnclave,
    SoftwareAuthenticator,
    WebhookSender,
    activity_with_votes,
    api_key_vote,
    sign_raw_payload,
    webauthn_vote,
)
from sealwax.webhooks import DEFAULT_MAX_AGE
from tests.conftest import ORGANIZATION, SEED, USER, Cli, near_texts

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
AT, LATER = "2026-01-01T00:00:00Z", "2026-01-02T00:00:00+00:00"
KEY, STRANGER = ApiKey.from_private_key("1f" * 32), ApiKey.from_private_key("2f" * 32)
STAMPER = ApiKeyStamper(KEY)
ENCLAVE, ATTESTED, SENDER = ReferenceEnclave(SEED), AttestedEnclave(SEED), WebhookSender(SEED)
PASSKEY = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com", seed=SEED)
API_KEYS = [(KEY.public_key, KEY.curve)]
TRUST = AuditTrust(
    trusted_keys=[KEY.public_key, PASSKEY.public_key],
    webhook_keys=SENDER.keys,
    enclave_keys=ENCLAVE.keys,
    identity=ATTESTED.identity,
)
EXPECTATION = AuditExpectation(
    organization_id=ORGANIZATION, rp_id="example.com", origin="https://example.com"
)
ALL: dict[str, Any] = {"trust": TRUST, "expected": EXPECTATION}


def body_of(number: int = 0, organization_id: str = ORGANIZATION) -> bytes:
    fields = {
        "type": "ACTIVITY_TYPE_CREATE_WALLET",
        "timestampMs": str(to_milliseconds(NOW)),
        "organizationId": organization_id,
        "parameters": {"walletName": str(number)},
    }
    return json.dumps(fields).encode()


def request(number: int = 0, key: ApiKey = KEY, **changes: object) -> dict[str, object]:
    body = body_of(number)
    return {"body": body.decode(), "stamp": ApiKeyStamper(key).stamp(body).header_value, **changes}


def activity(*votes: Mapping[str, Any]) -> dict[str, object]:
    made = activity_with_votes(
        body_of(),
        votes or [api_key_vote(body_of(), KEY)],
        activity_type="ACTIVITY_TYPE_CREATE_WALLET",
        organization_id=ORGANIZATION,
        intent={"createWalletIntent": {"walletName": "0"}},
    )
    return {"kind": "activity", "activity": made}


def webhook() -> dict[str, object]:
    headers, body = SENDER.deliver({"organizationId": ORGANIZATION}, now=NOW)
    return {"kind": "webhook", "headers": dict(headers), "body": body.decode()}


def session(**restrictions: str) -> dict[str, object]:
    expires_at = NOW + timedelta(hours=1)
    claims = SessionClaims(
        expires_at, KEY.public_key, "SESSION_TYPE_READ_WRITE", USER, ORGANIZATION, **restrictions
    )
    return {"kind": "session", "token": ENCLAVE.issue_session_jwt(claims)}


def verification_token() -> dict[str, object]:
    claims = VerificationClaims(
        "i", "OTP_TYPE_EMAIL", "a@example.com", ORGANIZATION, KEY.public_key, NOW + timedelta(hours=1)
    )
    return {"kind": "verification-token", "token": ENCLAVE.issue_verification_token(claims)}


DERIVATION = "APP_PROOF_TYPE_ADDRESS_DERIVATION"
EXPECTED = {"organizationId": ORGANIZATION, "address": "0x"}


def app_proof() -> dict[str, object]:
    return {
        "kind": "app-proof",
        "appProof": ATTESTED.address_proof(organization_id=ORGANIZATION, address="0x"),
        "bootProof": ATTESTED.boot_proof(),
        "expected": {"type": DERIVATION, **EXPECTED},
    }


def boot_proof() -> dict[str, object]:
    return {"kind": "boot-proof", "bootProof": ATTESTED.boot_proof()}


def signature() -> dict[str, object]:
    given = {"encoding": "PAYLOAD_ENCODING_TEXT_UTF8", "hash_function": "HASH_FUNCTION_SHA256"}
    signed = sign_raw_payload("p", bytes.fromhex(KEY.private_key_hex()), **given, curve="CURVE_P256")
    return {
        "kind": "signature",
        "payload": "p",
        "encoding": given["encoding"],
        "hashFunction": given["hash_function"],
        "signature": {name: signed[name] for name in "rsv"},
        "publicKey": KEY.public_key,
        "curve": "CURVE_P256",
    }


MAKERS: dict[str, Callable[[], dict[str, object]]] = {
    "request": lambda: {**request(), "kind": "request"},
    "activity": activity,
    "webhook": webhook,
    "session": session,
    "verification-token": verification_token,
    "boot-proof": boot_proof,
    "app-proof": app_proof,
    "signature": signature,
}


def lines_of(*documents: Mapping[str, object]) -> list[bytes]:
    return [json.dumps(document).encode() + b"\n" for document in documents]


def check(document: Mapping[str, object], **changes: Any) -> AuditResult:
    (result,) = audit(lines_of(document), API_KEYS, **{**ALL, **changes})
    return result


@pytest.mark.parametrize("kind", MAKERS)
class TestKinds:
    def test_its_keys_must_be_given(self, kind: str) -> None:
        keys = {"webhook": "webhook_keys", "activity": "trusted_keys", "signature": "trusted_keys"}
        keys |= {"session": "enclave_keys", "verification-token": "enclave_keys"}
        keys |= {"boot-proof": "identity", "app-proof": "identity"}
        document = lines_of(MAKERS[kind]())
        others = API_KEYS if kind != "request" else []
        trust = AuditTrust() if others else AuditTrust(identity=ATTESTED.identity)
        (result,) = audit(document, others, trust=trust)
        assert (result.ok, result.code, result.kind) == (False, "unsupported", kind)
        if kind != "request":
            more: dict[str, Any] = {keys[kind]: getattr(TRUST, keys[kind])}
            expected = AuditExpectation(organization_id=ORGANIZATION)
            (result,) = audit(document, trust=AuditTrust(**more), expected=expected)
            assert result.ok

    def test_at_is_compared_where_there_is_a_time(self, kind: str) -> None:
        timed = kind in {"request", "webhook", "session", "verification-token"}
        result = check({**MAKERS[kind](), "at": AT})
        assert (result.ok, result.time_checked) == (True, timed)
        later = check({**MAKERS[kind](), "at": LATER})
        assert (later.ok, later.code) == ((False, "expired") if timed else (True, None))


MILLISECOND = timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("kind", "ahead", "old"),
    [
        ("request", REQUEST_MAX_AHEAD, REQUEST_MAX_AGE),
        ("webhook", DEFAULT_MAX_AGE, DEFAULT_MAX_AGE),
    ],
)
def test_at_is_in_the_window(kind: str, ahead: timedelta, old: timedelta) -> None:
    for distance, is_in_time in (
        (-ahead, True),
        (-ahead - MILLISECOND, False),
        (-ahead - timedelta(days=1), False),
        (old, True),
        (old + MILLISECOND, False),
    ):
        document = {**MAKERS[kind](), "at": (NOW + distance).isoformat()}
        result = check(document, leeway=timedelta())
        assert (result.ok, result.code) == (is_in_time, None if is_in_time else "expired"), distance
        by_default = abs(distance) <= timedelta(hours=2)
        assert check(document).ok == by_default, distance


class TestRefused:
    @pytest.mark.parametrize(
        ("document", "code"),
        [
            (request(key=STRANGER), "untrusted-signer"),
            (request(body=body_of(1).decode()), "bad-signature"),
            (request(stamp="x"), "malformed"),
            (activity(api_key_vote(body_of(), STRANGER)), "untrusted-signer"),
            ({**activity(), "activity": {}}, "malformed"),
            ({**webhook(), "body": "{}"}, "bad-signature"),
            ({**webhook(), "headers": {}}, "malformed"),
            ({**session(), "token": verification_token()["token"]}, "bad-signature"),
            ({**verification_token(), "token": "x.y.z"}, "malformed"),
            ({**boot_proof(), "bootProof": {}}, "malformed"),
            *(
                ({**app_proof(), "expected": {"type": DERIVATION, **EXPECTED, member: "1"}}, code)
                for member, code in (
                    ("address", "wrong-address"),
                    ("walletId", "wrong-address"),
                    ("derivationPath", "wrong-address"),
                    ("more", "malformed"),
                )
            ),
            ({**request(), "more": "1"}, "malformed"),
            ({**app_proof(), "expected": {"type": "x", **EXPECTED}}, "unsupported"),
            ({**signature(), "payload": "q"}, "bad-signature"),
            ({**signature(), "publicKey": STRANGER.public_key}, "untrusted-signer"),
            ({**signature(), "publicKey": KEY.public_key.upper()}, "untrusted-signer"),
            ({"kind": "x"}, "unsupported"),
            ({"kind": 5}, "malformed"),
            ({}, "malformed"),
        ],
    )
    def test_it_has_its_code(self, document: dict[str, object], code: str) -> None:
        result = check(document)
        assert (result.ok, result.code, result.signers) == (False, code, ())
        assert result.message

    @pytest.mark.parametrize(
        "line", [b"", b"\n", b"[]", b"{", b"\xff", "\ud800", None, 5, b'{"body":"","body":""}']
    )
    def test_what_is_not_an_object(self, line: Any) -> None:
        (result,) = audit([line], API_KEYS)
        assert (result.kind, result.ok, result.code) == (None, False, "malformed")

    def test_a_line_is_bounded(self) -> None:
        spaces = lines_of(request())[0].rstrip() + b" " * MAX_ANSWER_BYTES
        assert next(audit([spaces[:MAX_ANSWER_BYTES]], API_KEYS)).ok
        assert next(audit([spaces[: MAX_ANSWER_BYTES + 1]], API_KEYS)).code == "malformed"

    def test_of_another_organization(self) -> None:
        for another in near_texts(ORGANIZATION):
            for made in (request(), activity()):
                expected = replace(EXPECTATION, organization_id=another)
                assert check(made, expected=expected).code == "wrong-organization"
        body = b'{"timestampMs":"1"}'
        without = {"body": body.decode(), "stamp": STAMPER.stamp(body).header_value}
        assert check(without).code == "malformed"
        for at in ({}, {"at": LATER}):
            (result,) = audit(lines_of({**without, **at}), API_KEYS)
            assert (result.ok, result.code) == ((False, "expired") if at else (True, None))
        query = b'{"organizationId":"o"}'
        timeless = {"body": query.decode(), "stamp": STAMPER.stamp(query).header_value, "at": LATER}
        (result,) = audit(lines_of(timeless), API_KEYS)
        assert result.ok

    def test_votes_by_other_keys_are_left_out(self) -> None:
        result = check(activity(api_key_vote(body_of(), STRANGER), api_key_vote(body_of(), KEY)))
        assert (result.code, result.signers) == (None, (KEY.public_key,))

    def test_a_passkeys_vote(self) -> None:
        voted = activity(webauthn_vote(body_of(), PASSKEY))
        assert check(voted).signers == (PASSKEY.public_key.hex(),)
        for name in ("rp_id", "origin"):
            unsaid: dict[str, Any] = {name: None}
            result = check(voted, expected=replace(EXPECTATION, **unsaid))
            assert (result.code, result.message) == (
                "unsupported",
                "a vote by a passkey cannot be verified; pass rp_id and origin in AuditExpectation",
            )

    def test_no_message_repeats_the_line(self) -> None:
        secret = "s3cr3t-token"
        for make in MAKERS.values():
            made = make()
            for name in (name for name, value in made.items() if isinstance(value, str)):
                assert secret not in str(check({**made, name: secret}).message)


class TestArguments:
    def test_without_any_key(self) -> None:
        with pytest.raises(ValueError, match="no key for any kind"):
            audit([])

    def test_webhooks_need_an_organization(self) -> None:
        with pytest.raises(ValueError, match="pass organization_id with webhook_keys"):
            audit([], trust=AuditTrust(webhook_keys=SENDER.keys))

    @pytest.mark.parametrize("start", [0, -1])
    def test_a_place_is_positive(self, start: int) -> None:
        with pytest.raises(ValueError, match="start must be positive"):
            audit([], API_KEYS, start=start)

    def test_a_wrong_key_is_refused_before_it_starts(self) -> None:
        def lines() -> Iterator[bytes]:
            yield from pytest.fail("it has started")

        with pytest.raises(MalformedInput):
            audit(lines(), [("02ab", "p256")])

    @pytest.mark.parametrize(
        "name",
        [
            "lines",
            "api_keys",
            "executor",
            "trust",
            "expected",
            "leeway",
            "fast",
            "refuse_repeated",
            "start",
        ],
    )
    def test_a_wrong_type_is_named(self, name: str) -> None:
        wrong: list[Any] = [5.5, object()]
        for value in wrong:
            given: dict[str, Any] = {"lines": [], "api_keys": API_KEYS, name: value}
            with pytest.raises(TypeError, match=name):
                audit(**given)

    @pytest.mark.parametrize("name", [field.name for field in fields(AuditTrust)])
    def test_a_wrong_type_of_trust_is_named(self, name: str) -> None:
        wrong: list[Any] = [5.5, object(), "text"]
        for value in wrong:
            with pytest.raises(TypeError, match=name):
                AuditTrust(**{name: value})
        with pytest.raises(TypeError, match="each of trusted_keys"):
            AuditTrust(trusted_keys=[5])  # type: ignore[list-item]

    @pytest.mark.parametrize("name", [field.name for field in fields(AuditExpectation)])
    def test_a_wrong_type_of_an_expectation_is_named(self, name: str) -> None:
        wrong: list[Any] = [5.5, object()]
        for value in wrong:
            with pytest.raises(TypeError, match=name):
                AuditExpectation(**{name: value})


def many(number: int) -> list[bytes]:
    """Requests, of which every seventh is not genuine."""
    good, bad = lines_of(request(), request(key=STRANGER))
    return [bad if place % 7 == 0 else good for place in range(1, number + 1)]


def expected_of(number: int) -> list[tuple[int, bool]]:
    return [(place, place % 7 != 0) for place in range(1, number + 1)]


def outcome(results: Iterator[AuditResult]) -> list[tuple[int, bool]]:
    return [(result.place, result.ok) for result in results]


def digests_of(lines: Iterable[bytes]) -> list[str]:
    digest, digests = bytes(32), []
    for line in lines:
        digest = sha256(digest + sha256(line.rstrip(b"\n")).digest()).digest()
        digests.append(digest.hex())
    return digests


class TestDigest:
    """A digest chains the lines, whether they verify or not."""

    LINES = (*lines_of(request(1), request(2), request(3, key=STRANGER), request(1)), b"{")

    def digests(self, lines: Iterable[Any], **options: Any) -> list[str | None]:
        return [result.digest for result in audit(lines, API_KEYS, **options)]

    def test_it_is_of_the_lines_before_too(self) -> None:
        assert self.digests(self.LINES) == digests_of(self.LINES)

    def test_neither_newlines_nor_executors_nor_a_start_change_it(self, small_chunks: None) -> None:
        del small_chunks
        expected = digests_of(self.LINES)
        assert self.digests([line.decode().rstrip("\n") for line in self.LINES]) == expected
        assert self.digests([line.replace(b"\n", b"\r\n") for line in self.LINES]) == expected
        assert self.digests(self.LINES, executor=Counting()) == expected
        for start in range(1, 7):
            assert self.digests(self.LINES, start=start) == expected[start - 1 :]

    @pytest.mark.parametrize("near", [b" %b", b"%b ", b"\n%b"])
    def test_white_space_counts(self, near: bytes) -> None:
        line = self.LINES[0].rstrip()
        assert self.digests([near % line]) == digests_of([near % line])
        assert self.digests([near % line]) != self.digests([line])

    @pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 1, 2, 4), (1, 0, 2, 3, 4), (0, 0, 1, 2, 3, 4)])
    def test_dropped_repeated_or_reordered_lines_change_it(self, order: tuple[int, ...]) -> None:
        assert self.digests([self.LINES[place] for place in order])[-1] != digests_of(self.LINES)[-1]


class TestRepeated:
    ONCE = (*lines_of(request(1), request(2), request(key=STRANGER)),)
    LINES = (ONCE[0], ONCE[1], ONCE[0], ONCE[2], ONCE[2])

    def codes(self, **options: Any) -> list[str | None]:
        return [result.code for result in audit(self.LINES, API_KEYS, **options)]

    def test_it_is_refused_when_told(self) -> None:
        stranger = ["untrusted-signer"] * 2
        assert self.codes() == [None, None, None, *stranger]
        assert self.codes(refuse_repeated=True) == [None, None, "replayed", *stranger]
        assert self.codes(refuse_repeated=True, executor=Counting()) == [None, None, "replayed", *stranger]

    @pytest.mark.parametrize("kind", MAKERS)
    def test_of_each_kind(self, kind: str) -> None:
        twice = lines_of(MAKERS[kind]()) * 2
        results = audit(twice, API_KEYS, **ALL, refuse_repeated=True)
        assert [result.code for result in results] == [None, "replayed"]

    def test_what_stands_before_the_start_counts(self) -> None:
        assert self.codes(refuse_repeated=True, start=3)[0] == "replayed"


class Counting(Executor):
    """Verifies in this process, later, and counts what waits."""

    def __init__(self) -> None:
        self.waiting = self.most = 0

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        executor = self

        class Later(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                del timeout
                executor.waiting -= 1
                return function(*arguments)

        return Later()


class Broken(Executor):
    """Its processes have ended."""

    def submit(self, *_: Any, **__: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool())
        return future


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LINES_PER_CHUNK", 10)


@pytest.mark.usefixtures("small_chunks")
class TestExecutors:
    def test_a_short_archive_starts_no_process(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(workers, "ProcessPoolExecutor", None)
        assert outcome(audit(many(10), API_KEYS)) == expected_of(10)
        assert outcome(audit([], API_KEYS)) == []

    def test_a_bounded_number_of_lines_waits(self) -> None:
        executor, taken = Counting(), count()
        line = many(1)[0]
        # They end, so that no memory is exhausted if all are read.
        long = (line for _ in islice(taken, 10_000))
        results = audit(long, API_KEYS, executor=executor)
        assert [result.place for result in islice(results, 95)] == list(range(1, 96))
        assert executor.most == MAX_WAITING_CHUNKS
        assert next(taken) <= 95 + 10 * (MAX_WAITING_CHUNKS + 2)
        results.close()  # type: ignore[attr-defined]

    def test_long_lines_make_short_chunks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "BYTES_PER_CHUNK", 1000)
        executor = Counting()
        assert outcome(audit(many(6), API_KEYS, executor=executor)) == expected_of(6)
        assert executor.most > 2

    def test_an_error_of_the_executor_passes_through(self) -> None:
        with pytest.raises(BrokenProcessPool):
            list(audit(many(25), API_KEYS, executor=Broken()))


class TestKilledWorkers:
    def test_a_pool_that_refuses_lines_is_replaced_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "LINES_PER_CHUNK", 1)
        pools: list[Executor] = []

        class Refusing(Counting):
            """Has ended, and refuses what is submitted from the third chunk on."""

            def __init__(self, *_: object) -> None:
                super().__init__()
                pools.append(self)

            def submit(self, function: Any, /, *arguments: Any, **more: Any) -> "Future[Any]":
                if len(pools) == 1 and self.most == 2:
                    raise BrokenProcessPool
                return super().submit(function, *arguments, **more)

        monkeypatch.setattr(workers, "ProcessPoolExecutor", Refusing)
        assert outcome(audit(many(20), API_KEYS)) == expected_of(20)
        assert len(pools) == 2

    def test_it_ends_if_they_end_again_and_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "LINES_PER_CHUNK", 1)
        pools: list[Broken] = []

        class Ending(Broken):
            def __init__(self, *_: object) -> None:
                super().__init__()
                pools.append(self)

        monkeypatch.setattr(workers, "ProcessPoolExecutor", Ending)
        with pytest.raises(BrokenProcessPool):
            list(audit(many(3), API_KEYS))
        assert len(pools) == 1 + MAX_NEW_POOLS


class TestCommand:
    @pytest.fixture
    def keys(self, tmp_path: Path) -> Path:
        path = tmp_path / "keys.txt"
        path.write_text(f"{KEY.public_key} {KEY.curve}\n\n{STRANGER.public_key} {STRANGER.curve}\n")
        return path

    def test_with_every_key_nothing_is_read_before(self) -> None:
        lines = iter(many(2))
        check_kinds(lines, API_KEYS, TRUST)
        assert len([*lines]) == 2

    def test_a_kind_without_keys_is_refused_before_anything_is_verified(
        self, cli: Cli, keys: Path, tmp_path: Path
    ) -> None:
        archive, folder = tmp_path / "a.jsonl", tmp_path
        # What has no readable kind is left to the audit.
        unreadable = b'{"kind": 5}\n' + b"[" * 100_000 + b"\n"
        session = b"".join(lines_of(MAKERS["session"]()))
        archive.write_bytes(session + b"".join(many(2)) + unreadable + session)
        for name in (archive, folder):
            result = cli("audit", "--api-keys", keys, name)
            assert (result.exit_code, result.stdout) == (1, b"")
            words = "there are no keys for the kind session; pass them, or leave out its lines"
            assert result.stderr == f"error[unsupported]: {words}\n"
        lines = archive.read_bytes()
        result = cli("audit", "--api-keys", keys, "-", stdin=lines)
        assert result.stderr == "6 lines: 2 verify, 4 do not\n"
        # Those before the start are not verified.
        archive.write_bytes(session + b"".join(many(2)) + unreadable)
        result = cli("audit", "--api-keys", keys, "--start", "2", archive)
        assert result.stderr == "4 lines: 2 verify, 2 do not\n"

    def test_the_other_kinds(self, cli: Cli, tmp_path: Path) -> None:
        (tmp_path / "jwks.json").write_text(SENDER.jwks)
        kinds = ("activity", "webhook", "session", "verification-token", "signature")
        lines = b"".join(lines_of(*(MAKERS[kind]() for kind in kinds)))
        keys = ENCLAVE.keys
        options = ["--trusted-key", KEY.public_key, "--jwks", tmp_path / "jwks.json"]
        options += [
            "--organization-id",
            ORGANIZATION,
            "--rp-id",
            "example.com",
            "--origin",
            "https://example.com",
        ]
        options += ["--notarizer-public-key", keys.notarizer, "--tls-fetcher-public-key", keys.tls_fetcher]
        result = cli("audit", *options, "-", stdin=lines)
        assert (result.exit_code, result.stderr) == (0, "5 lines: 5 verify, 0 do not\n")

    def test_proofs(self, cli: Cli, tmp_path: Path) -> None:
        archive = tmp_path / "proofs.jsonl"
        archive.write_bytes(b"".join(lines_of(boot_proof(), app_proof())))
        pins = ["--pcr", f"0={ATTESTED.measurements[0].hex()}", "--root", ATTESTED.root_sha256]
        for program, exit_code in ((ATTESTED.pivot_hash.hex(), 0), ("00" * 32, 1)):
            result = cli("audit", *pins, "--pivot-hash", program, archive)
            assert result.exit_code == exit_code
            kinds = [json.loads(line) for line in result.stdout.splitlines()]
            assert [(each["kind"], each["ok"]) for each in kinds] == [
                ("boot-proof", exit_code == 0),
                ("app-proof", exit_code == 0),
            ]
        # Too little to know the program.
        result = cli("audit", *pins, archive)
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "--pivot-hash" in result.stderr

    def test_sessions_with_a_scope(self, cli: Cli) -> None:
        lines = b"".join(lines_of(session(), session(session_profile_id="p", scope="true")))
        base = ("audit", "--notarizer-public-key", ENCLAVE.keys.notarizer)
        for options, codes in (
            ((), [None, "wrong-scope"]),
            (("--allow-scoped",), [None, None]),
            (("--session-profile-id", "p"), ["wrong-scope", None]),
            (("--session-profile-id", "q", "--allow-scoped"), ["wrong-scope", "wrong-scope"]),
        ):
            result = cli(*base, *options, "-", stdin=lines)
            shown = [json.loads(line) for line in result.stdout.splitlines()]
            assert [each.get("code") for each in shown] == codes

    def test_a_line_that_is_too_long(self, cli: Cli, keys: Path) -> None:
        good = many(1)[0]
        long = b'{"a":"' + b"x" * (3 * MAX_ANSWER_BYTES) + b'"}\n'
        result = cli("audit", "--api-keys", keys, "-", stdin=good + long + good)
        shown = [json.loads(line) for line in result.stdout.splitlines()]
        assert [each["ok"] for each in shown] == [True, False, True]

    @pytest.mark.parametrize("options", [[], ["--organization-id", "o"], ["--jwks", "-"]])
    def test_options_that_do_not_do(self, cli: Cli, options: list[str], tmp_path: Path) -> None:
        result = cli("audit", *options, tmp_path / "a")
        assert (result.exit_code, result.stdout) == (2, b"")

    @pytest.mark.parametrize("text", ["x", "x y z", "02ab p256"])
    def test_a_file_of_keys(self, cli: Cli, tmp_path: Path, text: str) -> None:
        (tmp_path / "keys.txt").write_text(text)
        (tmp_path / "a").write_text("")
        result = cli("audit", "--api-keys", tmp_path / "keys.txt", tmp_path / "a")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[malformed]: ")

    def test_a_repeated_line(self, cli: Cli, keys: Path) -> None:
        lines = lines_of(request()) * 2
        command = ("audit", "--api-keys", keys, "-")
        assert cli(*command, stdin=b"".join(lines)).exit_code == 0
        result = cli(*command, "--refuse-repeated", stdin=b"".join(lines))
        first, second = map(json.loads, result.stdout.splitlines())
        assert (result.exit_code, first["ok"], second["ok"], second["code"]) == (1, True, False, "replayed")
        assert [first["digest"], second["digest"]] == digests_of(lines)

    def test_an_archive_that_is_not_there(self, cli: Cli, keys: Path, tmp_path: Path) -> None:
        result = cli("audit", "--api-keys", keys, tmp_path / "nothing")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[file]: ")

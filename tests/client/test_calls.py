"""The common part of both clients: the calls, the settings of httpx, and the log."""

import asyncio
import gzip
import logging
import ssl
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    InvalidRequest,
    MalformedInput,
    NotCompleted,
    ServiceError,
    Stamp,
    WebAuthnStamper,
)
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.activities import statuses
from sealwax.client import calls
from sealwax.integrations.httpx import AsyncStampTransport, StampTransport, WrongOrigin
from sealwax.operations import (
    CreateUserTag,
    ListPrivateKeys,
    OtpLoginV2,
    SealedRequest,
    Stamper,
    UncheckedActivity,
    retries,
)
from sealwax.testing import SoftwareAuthenticator
from sealwax_service import LocalService
from tests.client.clients import AnyClient, Clock, Kind
from tests.conftest import SEED
from tests.operations.test_retries import activity as activity_reply
from tests.operations.test_sealing import SIGNATURE
from tests.operations.test_waiting import BODY
from tests.service.client import Client as Plain

MINUTE = timedelta(minutes=1)
_PATH = "/public/v1/submit/create_wallet"


class Tags:
    """Makes operations, each of another name."""

    made = 0

    @classmethod
    def make(cls) -> CreateUserTag:
        cls.made += 1
        return CreateUserTag(user_tag_name=f"one of {cls.made}", user_ids=[])


class Counting:
    """A stamper of somebody else's: it may ask a person."""

    def __init__(self, stamper: Stamper) -> None:
        self.stamped: list[bytes] = []
        self._stamper = stamper

    def stamp(self, body: bytes) -> Stamp:
        self.stamped.append(body)
        return self._stamper.stamp(body)


def answering(
    kind: Kind, service: LocalService, answer: Callable[[httpx.Request], httpx.Response], **options: Any
) -> AnyClient:
    """A client whose requests a function answers."""
    return AnyClient(
        kind,
        service,
        base_url="https://example.com",
        http={"transport": httpx.MockTransport(answer)},
        **options,
    )


def paths(service: LocalService, since: int) -> list[str]:
    """The operations that the service got since it had got so many requests."""
    return [each.path.rpartition("/")[2] for each in service.requests[since:]]


class TestCalls:
    def test_the_results_are_those_of_the_operations(self, kind: Kind, service: LocalService) -> None:
        client = AnyClient(kind, service)
        assert client.send(Tags.make()).user_tag_id
        assert client.send(ListPrivateKeys()).private_keys
        request = client.call("seal", Tags.make())
        assert client.send(request) == client.send(request)
        query = client.call("seal", ListPrivateKeys())
        assert client.send(query).private_keys

    def test_submit_returns_what_waits(self, kind: Kind, service: LocalService) -> None:
        service.fail("create_user_tag", "pending", polls=2)
        client, operation = AnyClient(kind, service), Tags.make()
        activity = client.call("submit", operation)
        assert activity.status == statuses.PENDING
        assert client.clock.pauses == []
        result = client.call("wait", activity.id, operation)
        assert result.user_tag_id
        assert client.clock.pauses == [0.5]
        assert client.call("wait", activity.id) == {
            "createUserTagResult": {"userTagId": result.user_tag_id, "userIds": []}
        }

    def test_a_request_of_the_callers_own_bytes(self, kind: Kind, service: LocalService) -> None:
        plain = Plain(service)
        body = plain.body("create_user_tag", {"userTagName": f"own {kind}", "userIds": []})
        plain.http.close()
        path = "/public/v1/submit/create_user_tag"
        request = SealedRequest.of(path, body, plain.stamper, base_url=service.url)
        client = AnyClient(kind, service)
        assert client.send(request)["createUserTagResult"]
        assert isinstance(client.call("submit", request), UncheckedActivity)

    @staticmethod
    def waiting(kind: Kind, service: LocalService) -> dict[str, Any]:
        """An activity that waits for the votes of others."""
        service.fail("create_user_tag", "consensus")
        with pytest.raises(NotCompleted) as raised:
            AnyClient(kind, service).send(Tags.make())
        assert raised.value.reason == "people-needed"
        plain = Plain(service)
        found: dict[str, Any] = plain.query("get_activity", activityId=raised.value.activity_id)
        plain.http.close()
        return found

    @pytest.mark.parametrize("vote", ["approve", "reject"])
    def test_votes(self, kind: Kind, service: LocalService, vote: str) -> None:
        waiting, key = self.waiting(kind, service), ApiKey.generate()
        plain = Plain(service)
        plain.add_user(key, name=f"voter {kind} {vote}")
        plain.http.close()
        client, voter = AnyClient(kind, service), AnyClient(kind, service, stamper=ApiKeyStamper(key))
        voted = voter.call(vote, waiting)
        assert isinstance(voted, UncheckedActivity)
        if vote == "approve":
            assert client.call("wait", waiting["activity"]["id"])["createUserTagResult"]
        else:
            with pytest.raises(NotCompleted) as ended:
                client.call("wait", waiting["activity"]["id"])
            assert ended.value.final
        changed = {"activity": {**waiting["activity"], "fingerprint": "sha256:00"}}
        with pytest.raises(BadSignature) as refused:
            voter.call(vote, changed)
        assert (refused.value.operation, refused.value.attempts) == (f"{vote}_activity", 0)

    def test_a_completed_activity_without_a_result(self, kind: Kind, service: LocalService) -> None:
        def answer(_: httpx.Request) -> httpx.Response:
            return httpx.Response(200, content=activity_reply(result={}, status=statuses.COMPLETED).content)

        request = SealedRequest.of(
            _PATH, BODY, ApiKeyStamper(service.api_key), base_url="https://example.com"
        )
        activity = answering(kind, service, answer).call("submit", request)
        assert activity.is_completed
        assert activity.outcome == {}

    def test_a_lost_answer_can_be_asked_for_again_by_the_same_call(
        self, kind: Kind, service: LocalService
    ) -> None:
        """Where the call sends the same bytes, or a vote, which counts once."""

        def lose(_: httpx.Request) -> httpx.Response:
            raise httpx.ReadTimeout("lost")

        client = answering(kind, service, lose, timeout=timedelta(seconds=1))
        sealed = client.call("seal", Tags.make())
        for name, argument, options, is_retryable in (
            ("send", Tags.make(), {}, False),
            ("submit", Tags.make(), {}, False),
            ("send", sealed, {}, True),
            ("submit", sealed, {}, True),
            ("wait", "a", {}, True),
            ("wait", "a", {"operation": Tags.make()}, True),
            ("approve", self.waiting(kind, service), {}, True),
            ("reject", self.waiting(kind, service), {}, True),
        ):
            with pytest.raises(NotCompleted) as raised:
                client.call(name, argument, **options)
            assert raised.value.outcome_unknown
            assert raised.value.retryable is is_retryable


class TestStampers:
    def test_a_key_in_memory_asks_for_the_activity(self, kind: Kind, service: LocalService) -> None:
        service.fail("create_user_tag", "pending", polls=3)
        before = len(service.requests)
        AnyClient(kind, service).send(Tags.make())
        assert paths(service, before) == ["create_user_tag", *["get_activity"] * 3]

    def test_others_are_asked_once_for_a_call(self, kind: Kind, service: LocalService) -> None:
        service.fail("create_user_tag", "pending", polls=3)
        stamper = Counting(ApiKeyStamper(service.api_key))
        client = AnyClient(kind, service, stamper=stamper)
        before = len(service.requests)
        assert client.send(Tags.make()).user_tag_id
        assert paths(service, before) == ["create_user_tag"] * 4
        assert len(stamper.stamped) == 1
        service.fail("create_user_tag", "pending", polls=3)
        activity = client.call("submit", Tags.make())
        assert len(stamper.stamped) == 2
        assert client.call("wait", activity.id)
        assert len(stamper.stamped) == 3

    def test_a_key_on_a_device_is_asked_once(self, kind: Kind, service: LocalService) -> None:
        """Its stamper is one of ours, and each stamp can be a touch or a PIN."""
        key = service.api_key
        signed: list[bytes] = []

        class Device:
            public_key, curve, scheme = key.public_key, key.curve, key.scheme

            def sign(self, message: bytes) -> bytes:
                signed.append(message)
                return key.sign(message)

        service.fail("create_user_tag", "pending", polls=3)
        before = len(service.requests)
        assert AnyClient(kind, service, stamper=ApiKeyStamper(Device())).send(Tags.make()).user_tag_id
        assert paths(service, before) == ["create_user_tag"] * 4
        assert len(signed) == 1

    def test_a_passkey_is_touched_once(self, kind: Kind, service: LocalService) -> None:
        passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com", seed=SEED)
        sent: list[httpx.Request] = []

        def answer(request: httpx.Request) -> httpx.Response:
            sent.append(request)
            status = statuses.COMPLETED if len(sent) == 3 else statuses.PENDING
            return httpx.Response(200, content=activity_reply(status).content)

        stamper = Counting(WebAuthnStamper(passkey))
        request = SealedRequest.of(_PATH, BODY, stamper, base_url="https://example.com")
        assert answering(kind, service, answer, stamper=stamper).send(request)
        assert len(stamper.stamped) == 1
        assert {each.headers["X-Stamp-Webauthn"] for each in sent} == {request.headers["X-Stamp-WebAuthn"]}
        assert [each.content for each in sent] == [BODY] * 3


class TestHttp:
    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_no_redirect_is_followed(self, kind: Kind, service: LocalService, status: int) -> None:
        sent: list[httpx.Request] = []

        def answer(request: httpx.Request) -> httpx.Response:
            sent.append(request)
            return httpx.Response(status, headers={"Location": "https://example.com/other"})

        client = AnyClient(
            kind,
            service,
            base_url="https://example.com",
            http={"transport": httpx.MockTransport(answer), "follow_redirects": True},
        )
        with pytest.raises(NotCompleted) as raised:
            client.send(Tags.make())
        assert raised.value.outcome_unknown
        assert isinstance(raised.value.__cause__, ServiceError)
        assert raised.value.__cause__.http_status == status
        assert len(sent) == 1
        with pytest.raises(ServiceError):
            client.send(ListPrivateKeys())

    @pytest.mark.parametrize(
        "location",
        [
            "mailto:a",
            "http://xn--a/",
            "http://[",
            "http://a:99999999/",
            "\\",
            "http://a\u200b/",
            "",
            "//",
            "http:",
        ],
    )
    def test_the_target_of_a_redirect_need_not_parse(
        self, kind: Kind, service: LocalService, location: str
    ) -> None:
        sent: list[httpx.Request] = []

        def answer(request: httpx.Request) -> httpx.Response:
            sent.append(request)
            return httpx.Response(302, headers=[(b"Location", location.encode())])

        client = answering(kind, service, answer)
        with pytest.raises(NotCompleted) as raised:
            client.send(Tags.make())
        assert raised.value.outcome_unknown
        assert isinstance(raised.value.__cause__, ServiceError)
        assert raised.value.__cause__.http_status == 302
        with pytest.raises(ServiceError) as refused:
            client.send(ListPrivateKeys())
        assert refused.value.http_status == 302
        assert len(sent) == 2

    @pytest.mark.parametrize("heads", [["1", "2"], ["9" * 10], ["9" * 5000], ["1", "1"], ["-1"], ["1.5"]])
    def test_a_pause_that_nobody_asked_for_clearly(
        self, kind: Kind, service: LocalService, heads: list[str]
    ) -> None:
        def answer(_: httpx.Request) -> httpx.Response:
            return httpx.Response(429, headers=[("Retry-After", head) for head in heads])

        client = answering(kind, service, answer, timeout=timedelta(seconds=1))
        with pytest.raises(ServiceError) as raised:
            client.send(ListPrivateKeys())
        assert client.clock.pauses == [0.5, 0.5]
        assert raised.value.retry_after is None

    def test_a_pause_that_the_service_asks_for(self, kind: Kind, service: LocalService) -> None:
        def answer(_: httpx.Request) -> httpx.Response:
            return httpx.Response(429, headers={"Retry-After": "7"})

        client = answering(kind, service, answer, timeout=timedelta(seconds=10))
        with pytest.raises(ServiceError) as raised:
            client.send(ListPrivateKeys())
        assert client.clock.pauses == [7]
        assert raised.value.retry_after == timedelta(seconds=7)

    def test_no_cookie_stays(self, kind: Kind, service: LocalService) -> None:
        """Only those that the caller set are sent, and a hostile one does no harm."""
        sent: list[str | None] = []

        def answer(request: httpx.Request) -> httpx.Response:
            sent.append(request.headers.get("Cookie"))
            cookies = [b"a=\xff", b"own=changed", *(b"c%d=%s" % (n, b"v" * 100) for n in range(500))]
            return httpx.Response(
                200,
                headers=[(b"Set-Cookie", cookie) for cookie in cookies],
                content=b'{"privateKeys": []}',
            )

        http = {"transport": httpx.MockTransport(answer), "cookies": {"own": "1"}}
        client = AnyClient(kind, service, base_url="https://example.com", http=http)
        client.call_often("send", ListPrivateKeys(), times=3)
        assert sent == ["own=1"] * 3

    def test_the_callers_client_is_as_before(self, kind: Kind) -> None:
        made = (httpx.Client if kind == "blocking" else httpx.AsyncClient)(cookies={"own": "1"})
        hooks = {name: list(each) for name, each in made.event_hooks.items()}
        attempt = calls.for_one_attempt(made, print)
        attempt.cookies.set("other", "1")
        assert dict(made.cookies) == {"own": "1"}
        assert made.event_hooks == hooks
        assert attempt.event_hooks["response"] == [print]
        assert type(attempt) is type(made)

    def test_an_answer_is_read_up_to_its_limit(self, kind: Kind, service: LocalService) -> None:
        read = []

        class Endless(httpx.SyncByteStream, httpx.AsyncByteStream):
            # It ends, so that without a limit no memory is exhausted.
            def __iter__(self) -> Iterator[bytes]:
                for _ in range(10):
                    read.append(1 << 20)
                    yield b" " * (1 << 20)

            async def __aiter__(self) -> Any:
                for each in self:
                    yield each

        client = answering(kind, service, lambda _: httpx.Response(200, stream=Endless()))
        with pytest.raises(MalformedInput, match="larger than") as raised:
            client.send(ListPrivateKeys())
        assert raised.value.attempts == 1
        assert sum(read) == MAX_ANSWER_BYTES + (1 << 20)

    def test_no_content_coding_is_asked_for_or_decoded(self, kind: Kind, service: LocalService) -> None:
        asked: list[str] = []

        def answer(request: httpx.Request) -> httpx.Response:
            asked.append(request.headers["Accept-Encoding"])
            stream = httpx.ByteStream(gzip.compress(b'{"privateKeys": []}'))
            return httpx.Response(200, stream=stream, headers={"Content-Encoding": "gzip"})

        with pytest.raises(MalformedInput, match="is compressed"):
            answering(kind, service, answer).send(ListPrivateKeys())
        assert asked == ["identity"]

    def test_the_login_page_of_a_network(self, kind: Kind, service: LocalService) -> None:
        client = answering(kind, service, lambda _: httpx.Response(200, html="<html>Welcome</html>"))
        with pytest.raises(MalformedInput, match="is HTML or XML, not JSON: something else than the service"):
            client.send(ListPrivateKeys())
        with pytest.raises(NotCompleted, match="is HTML or XML, not JSON: something else than") as raised:
            client.send(Tags.make())
        assert raised.value.outcome_unknown

    @pytest.mark.parametrize(
        ("text", "status", "attempts"),
        [
            ("407 Proxy Authentication Required", 407, 1),
            ("403 Forbidden", 403, 1),
            ("502 Bad Gateway", 502, 6),
            ("404 ", 404, 6),
        ],
    )
    def test_a_proxy_that_does_not_connect(
        self, kind: Kind, service: LocalService, text: str, status: int, attempts: int
    ) -> None:
        def answer(_: httpx.Request) -> httpx.Response:
            raise httpx.ProxyError(text)

        with pytest.raises(NotCompleted, match=f"the proxy answered with status {status}") as raised:
            answering(kind, service, answer).send(Tags.make())
        assert (raised.value.reason, raised.value.attempts) == ("unreachable", attempts)
        assert raised.value.retryable == (attempts > 1)
        assert ("correct that, then send it again" in str(raised.value)) == (attempts == 1)
        assert text.partition(" ")[2] not in str(raised.value) or not text.partition(" ")[2]

    def test_an_answer_that_trickles_in_ends_with_the_time(
        self, kind: Kind, service: LocalService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(retries, "_LEAST_SECONDS", 0.05)
        clock = Clock()

        class Trickle(httpx.SyncByteStream, httpx.AsyncByteStream):
            def __iter__(self) -> Iterator[bytes]:
                for _ in range(100):
                    clock.pauses.append(1)
                    yield b" "

            async def __aiter__(self) -> Any:
                yield b" "
                await asyncio.Event().wait()

        client = answering(
            kind,
            service,
            lambda _: httpx.Response(200, stream=Trickle()),
            clock=clock,
            timeout=timedelta(seconds=0.05),
        )
        with pytest.raises(
            NotCompleted, match="the attempt timed out before the answer was complete"
        ) as raised:
            client.send(ListPrivateKeys())
        assert raised.value.reason == "unreachable"

    def test_a_certificate_that_does_not_verify_is_the_end(self, kind: Kind, service: LocalService) -> None:
        def answer(_: httpx.Request) -> httpx.Response:
            try:
                raise ssl.SSLCertVerificationError("certificate verify failed")
            except ssl.SSLError as error:
                raise httpx.ConnectError(str(error)) from error

        with pytest.raises(NotCompleted, match="certificate verify failed") as raised:
            answering(kind, service, answer).send(Tags.make())
        assert (raised.value.attempts, raised.value.retryable) == (1, False)
        assert raised.value.reason == "unreachable"

    def test_the_timeouts_are_the_callers_up_to_the_time_that_is_left(
        self, kind: Kind, service: LocalService
    ) -> None:
        seen: list[dict[str, float]] = []

        def answer(request: httpx.Request) -> httpx.Response:
            seen.append(request.extensions["timeout"])
            return httpx.Response(200, content=b"{}")

        client = AnyClient(
            kind,
            service,
            base_url="https://example.com",
            http={
                "transport": httpx.MockTransport(answer),
                "timeout": httpx.Timeout(None, read=60, connect=3),
            },
            timeout=timedelta(seconds=10),
        )
        with pytest.raises(MalformedInput):
            client.send(ListPrivateKeys())
        assert seen == [{"connect": 3, "read": 10, "write": 10, "pool": 10}]

    def test_a_wrong_origin_of_the_callers_transport_passes(self, kind: Kind, service: LocalService) -> None:
        make = StampTransport if kind == "blocking" else AsyncStampTransport
        transport = make(ApiKeyStamper(service.api_key), base_url="https://example.org")
        client = AnyClient(kind, service, http={"transport": transport})
        with pytest.raises(WrongOrigin) as raised:
            client.send(Tags.make())
        assert raised.value.operation == "create_user_tag"

    def test_a_long_text_is_cut(self) -> None:
        said = calls.to_no_reply(httpx.ConnectError("x" * 5000 + "\nend")).why
        assert len(said) < 1000
        assert "\n" not in said

    @pytest.mark.parametrize(
        ("error", "may_have_arrived"),
        [
            (httpx.ConnectError, False),
            (httpx.ConnectTimeout, False),
            (httpx.PoolTimeout, False),
            (httpx.ProxyError, False),
            (httpx.ReadTimeout, True),
            (httpx.WriteTimeout, True),
            (httpx.ReadError, True),
            (httpx.WriteError, True),
            (httpx.CloseError, True),
            (httpx.RemoteProtocolError, True),
            (httpx.LocalProtocolError, True),
        ],
    )
    def test_errors_of_httpx(self, error: type[httpx.TransportError], may_have_arrived: bool) -> None:
        reply = calls.to_no_reply(error("text of a peer"))
        assert (reply.may_have_arrived, reply.is_final) == (may_have_arrived, False)
        assert ("text of a peer" in reply.why) == (error is httpx.ConnectError)
        assert error.__name__ in reply.why

    @pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ReadError, httpx.RemoteProtocolError])
    def test_a_number_in_an_error_is_no_status_of_a_proxy(self, error: type[httpx.TransportError]) -> None:
        reply = calls.to_no_reply(error("407 Proxy Authentication Required"))
        assert not reply.is_final
        assert "the proxy" not in reply.why

    @pytest.mark.parametrize("link", ["__cause__", "__context__"])
    @pytest.mark.parametrize(("others", "is_final"), [(0, True), (15, True), (16, False)])
    def test_a_certificate_in_the_chain_of_causes(self, link: str, others: int, is_final: bool) -> None:
        """Sixteen causes are looked at."""
        error: Exception = ssl.SSLCertVerificationError("certificate verify failed")
        for _ in range(others):
            cause, error = error, OSError("between")
            setattr(error, link, cause)
        first = httpx.ConnectError("no")
        setattr(first, link, error)
        assert calls.to_no_reply(first).is_final is is_final


class TestLog:
    def test_a_line_for_each_attempt_and_each_activity(
        self, kind: Kind, service: LocalService, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG, "sealwax.client")
        service.fail("create_user_tag", "error", status=503)
        service.fail("create_user_tag", "pending")
        service.fail("get_activity", "drop")
        client, operation = AnyClient(kind, service), Tags.make()
        client.send(operation)
        records: list[Any] = [each for each in caplog.records if each.name == "sealwax.client"]
        assert [(each.levelname, getattr(each, "attempt", None)) for each in records] == [
            ("WARNING", 1),
            ("DEBUG", 2),
            ("INFO", None),
            ("WARNING", 3),
            ("DEBUG", 4),
        ]
        assert {each.operation for each in records} == {"create_user_tag"}
        assert [getattr(each, "http_status", None) for each in records] == [503, 200, None, None, 200]
        assert records[2].activity_id == records[3].activity_id == records[4].activity_id
        assert records[4].duration >= 0
        outcomes = [each.getMessage().rpartition(": ")[2].rpartition(" after ")[0] for each in records]
        assert outcomes == ["status 503", "status 200", "", "RemoteProtocolError", "status 200"]
        text = "\n".join(each.getMessage() for each in records)
        stamps = [each.headers["x-stamp"] for each in service.requests[-4:]]
        for secret in (*stamps, operation.user_tag_name, service.api_key.public_key):
            assert secret not in text
        assert "attempt 4, get_activity, activity" in text

    def test_without_a_logger_nothing_is_said(
        self, kind: Kind, service: LocalService, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.CRITICAL, "sealwax.client")
        AnyClient(kind, service).send(Tags.make())
        assert not [each for each in caplog.records if each.name == "sealwax.client"]

    def test_a_program_that_configures_no_logging_prints_nothing(self) -> None:
        handlers = logging.getLogger("sealwax.client").handlers
        assert any(isinstance(each, logging.NullHandler) for each in handlers)

    def test_an_id_is_shown_on_one_line(
        self, kind: Kind, service: LocalService, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG, "sealwax.client")
        content = activity_reply(id="x\n2026 forged" + "y" * 500).content
        client = answering(kind, service, lambda _: httpx.Response(200, content=content))
        request = SealedRequest.of(
            _PATH, BODY, ApiKeyStamper(service.api_key), base_url="https://example.com"
        )
        client.send(request)
        (shown,) = [each.getMessage() for each in caplog.records if each.levelname == "INFO"]
        assert "x?2026 forged" in shown
        assert len(shown) < 200


class TestArguments:
    @pytest.mark.parametrize(
        ("name", "value", "error"),
        [
            ("stamper", ApiKey.generate(), TypeError),
            ("organization_id", None, TypeError),
            ("base_url", 5, TypeError),
            ("base_url", "http://example.com", InvalidRequest),
            ("organization_id", "", ValueError),
            ("timeout", 60, TypeError),
            ("timeout", -timedelta.resolution, ValueError),
            ("http", 5, TypeError),
        ],
    )
    def test_a_wrong_one_is_named(
        self, kind: Kind, service: LocalService, name: str, value: object, error: type[Exception]
    ) -> None:
        before = len(service.requests)
        client = AnyClient(kind, service)
        client.settings[name] = value
        with pytest.raises(error, match=f"(?i){name.replace('_', '[_ ]?')}"):
            client.send(Tags.make())
        assert len(service.requests) == before

    @pytest.mark.parametrize("method", ["send", "submit", "seal"])
    def test_operations(self, kind: Kind, service: LocalService, method: str) -> None:
        client = AnyClient(kind, service)
        for wrong in (None, 5, "create_user_tag", CreateUserTag):
            with pytest.raises(TypeError, match="operation must be"):
                client.call(method, wrong)
        login = OtpLoginV2(verification_token="t", public_key="02ab", client_signature=SIGNATURE)
        refused = r"otp_login_v2 is an operation of the auth proxy; .* AuthProxyClient"
        with pytest.raises(ValueError, match=refused):
            client.call(method, login)
        if method != "seal":
            with pytest.raises(ValueError, match=refused):
                client.call(method, login.seal(configuration_id="c", base_url=service.auth_proxy_url))
        with pytest.raises(TypeError, match="operation must be"):
            client.call(method, OtpLoginV2)

    def test_requests(self, kind: Kind, service: LocalService) -> None:
        client, stamper = AnyClient(kind, service), ApiKeyStamper(service.api_key)
        for base_url in ("https://example.com", f"{service.url}/other"):
            elsewhere = Tags.make().seal(stamper, organization_id=service.organization_id, base_url=base_url)
            for method in ("send", "submit"):
                with pytest.raises(ValueError, match="another base URL"):
                    client.call(method, elsewhere)
        counting = Counting(stamper)
        for query in (ListPrivateKeys(), client.call("seal", ListPrivateKeys())):
            with pytest.raises(ValueError, match="use send"):
                AnyClient(kind, service, stamper=counting).call("submit", query)
        assert counting.stamped == []
        body = BODY.replace(b"CREATE_WALLET", b"APPROVE_ACTIVITY")
        vote = SealedRequest.of("/public/v1/submit/approve_activity", body, stamper, base_url=service.url)
        with pytest.raises(ValueError, match="use submit, approve or reject"):
            client.send(vote)

    def test_waiting(self, kind: Kind, service: LocalService) -> None:
        client = AnyClient(kind, service)
        with pytest.raises(TypeError, match="activity_id"):
            client.call("wait", 5)
        with pytest.raises(TypeError, match="operation"):
            client.call("wait", "a", "create_user_tag")
        with pytest.raises(ValueError, match="surface submit, not query"):
            client.call("wait", "a", ListPrivateKeys())
        with pytest.raises(ServiceError) as raised:
            client.call("wait", "no such activity")
        assert raised.value.activity_id == "no such activity"
        for method, given in (("wait", "a"), ("send", Tags.make()), ("submit", Tags.make())):
            with pytest.raises(TypeError, match="timeout"):
                client.call(method, given, timeout=5)
            with pytest.raises(ValueError, match="timeout"):
                client.call(method, given, timeout=-MINUTE)

    def test_a_call_has_a_time_of_its_own(self, kind: Kind, service: LocalService) -> None:
        service.fail("create_user_tag", "pending", polls=1000)
        client = AnyClient(kind, service)
        with pytest.raises(NotCompleted):
            client.send(Tags.make(), timeout=timedelta(seconds=1))
        assert client.clock.pauses == [0.5, 0.5]


@pytest.mark.parametrize("host", ["xn--a", "a..b", "999.1.1.1", "a" * 64])
def test_a_base_url_whose_host_cannot_be_looked_up(kind: Kind, service: LocalService, host: str) -> None:
    with pytest.raises(InvalidRequest, match="the host in the base URL"):
        AnyClient(kind, service, base_url=f"https://{host}").send(ListPrivateKeys())

"""The hooks of a client, and its policy, timeouts and name."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from sealwax import NotCompleted, ServiceError
from sealwax.client import Attempt, FinishedAttempt, calls
from sealwax.operations import GetActivity, ListPrivateKeys, RetryPolicy
from sealwax_service import LocalService
from tests.client.clients import AnyClient, Kind
from tests.client.test_calls import Tags, answering

SECOND = timedelta(seconds=1)


def watched(client: AnyClient, seen: list[Any]) -> AnyClient:
    """The client, with both hooks."""
    client.settings |= {"before_request": seen.append, "after_answer": seen.append}
    return client


def unavailable(_: httpx.Request) -> httpx.Response:
    return httpx.Response(503, json={"code": 14, "message": "later", "details": []})


class TestHooks:
    def test_each_attempt_is_told_before_and_after(self, kind: Kind, service: LocalService) -> None:
        service.fail("create_user_tag", "error", status=503)
        service.fail("create_user_tag", "pending")
        service.fail("get_activity", "drop")
        seen: list[Any] = []
        operation = Tags.make()
        watched(AnyClient(kind, service), seen).send(operation)
        begun, ended = seen[::2], seen[1::2]
        assert {type(each) for each in begun} == {Attempt}
        assert {type(each) for each in ended} == {FinishedAttempt}
        assert [tuple(each) for each in begun] == [tuple(each)[:4] for each in ended]
        assert [(each.operation, each.request, each.number) for each in begun] == [
            ("create_user_tag", "create_user_tag", 1),
            ("create_user_tag", "create_user_tag", 2),
            ("create_user_tag", "get_activity", 3),
            ("create_user_tag", "get_activity", 4),
        ]
        assert [each.activity_id is None for each in begun] == [True, True, False, False]
        assert [(each.http_status, each.failure) for each in ended] == [
            (503, None),
            (200, None),
            (None, "RemoteProtocolError"),
            (200, None),
        ]
        assert all(each.duration == timedelta() for each in ended)  # The clock of the tests.
        stamps = [each.headers["x-stamp"] for each in service.requests[-4:]]
        for secret in (*stamps, operation.user_tag_name, service.api_key.public_key):
            assert secret not in repr(seen)

    @pytest.mark.parametrize("hook", ["before_request", "after_answer"])
    def test_either_hook_alone(self, kind: Kind, service: LocalService, hook: str) -> None:
        client, seen = AnyClient(kind, service), list[Any]()
        client.settings[hook] = seen.append
        client.send(ListPrivateKeys())
        assert len(seen) == 1

    def test_the_duration_is_that_of_the_attempt(self, kind: Kind, service: LocalService) -> None:
        def answer(_: httpx.Request) -> httpx.Response:
            client.clock.pauses.append(2.5)
            return httpx.Response(200, content=b'{"privateKeys": []}')

        client, ended = answering(kind, service, answer), list[FinishedAttempt]()
        # The time that the first hook takes does not count.
        client.settings |= {
            "before_request": lambda _: client.clock.pauses.append(1),
            "after_answer": ended.append,
        }
        client.send(ListPrivateKeys())
        assert [each.duration for each in ended] == [2.5 * SECOND]

    def test_an_exception_that_ends_the_call_ends_the_attempt(
        self, kind: Kind, service: LocalService
    ) -> None:
        def answer(_: httpx.Request) -> httpx.Response:
            raise KeyboardInterrupt("private")

        seen: list[Any] = []
        with pytest.raises(KeyboardInterrupt):
            watched(answering(kind, service, answer), seen).send(Tags.make())
        assert [type(each) for each in seen] == [Attempt, FinishedAttempt]
        assert (seen[1].http_status, seen[1].failure) == (None, "KeyboardInterrupt")

    @pytest.mark.parametrize(("hook", "sent"), [("before_request", 0), ("after_answer", 1)])
    def test_an_exception_of_a_hook_ends_the_call(
        self, kind: Kind, service: LocalService, hook: str, sent: int
    ) -> None:
        def fail(_: object) -> None:
            raise RuntimeError("of the hook")

        before = len(service.requests)
        client, seen = AnyClient(kind, service), list[Any]()
        client.settings |= {"after_answer": seen.append, hook: fail}
        with pytest.raises(RuntimeError, match="of the hook") as raised:
            client.send(Tags.make())
        assert len(service.requests) - before == sent
        assert seen == []
        assert vars(raised.value)["attempts"] == 1
        assert vars(raised.value)["fingerprint"].startswith("sha256:")

    def test_an_id_is_shown_on_one_line(self, kind: Kind, service: LocalService) -> None:
        seen: list[Any] = []
        client = watched(answering(kind, service, unavailable), seen)
        with pytest.raises(NotCompleted):
            client.call("wait", "x\nforged" + "y" * 500, retry=RetryPolicy(max_attempts=1))
        assert seen[0].activity_id.startswith("x?forged")
        assert len(seen[0].activity_id) < 200

    @pytest.mark.parametrize("hook", ["before_request", "after_answer"])
    def test_a_hook_must_be_an_ordinary_function(self, kind: Kind, service: LocalService, hook: str) -> None:
        async def later(_: object) -> None: ...

        for wrong in (5, "print", later):
            client = AnyClient(kind, service)
            client.settings[hook] = wrong
            with pytest.raises(TypeError, match=f"{hook} must be"):
                client.send(ListPrivateKeys())


class TestPolicies:
    def test_the_policy_of_the_client_and_of_the_call(self, kind: Kind, service: LocalService) -> None:
        client = answering(kind, service, unavailable)
        client.settings["retry"] = RetryPolicy(max_attempts=2)
        for options, attempts in (({}, 2), ({"retry": RetryPolicy(max_attempts=3)}, 3)):
            with pytest.raises(ServiceError) as raised:
                client.send(ListPrivateKeys(), **options)
            assert raised.value.attempts == attempts

    @pytest.mark.parametrize("method", ["submit", "wait", "approve", "reject"])
    def test_each_call_takes_a_policy(
        self, kind: Kind, service: LocalService, method: str, waiting: Callable[[], dict[str, Any]]
    ) -> None:
        given: Any = {"submit": Tags.make(), "wait": "a"}.get(method) or waiting()
        client = answering(kind, service, unavailable)
        with pytest.raises(NotCompleted) as raised:
            client.call(method, given, retry=RetryPolicy(max_attempts=3))
        assert raised.value.attempts == 3

    @pytest.fixture
    def waiting(self, service: LocalService) -> Callable[[], dict[str, Any]]:
        def make() -> dict[str, Any]:
            service.fail("create_user_tag", "consensus")
            with pytest.raises(NotCompleted) as raised:
                AnyClient("blocking", service).send(Tags.make())
            found: dict[str, Any] = (
                AnyClient("blocking", service)
                .call("send", GetActivity(activity_id=str(raised.value.activity_id)))
                .raw
            )
            return found

        return make

    @pytest.mark.parametrize(
        ("of_client", "policy_of_client", "of_call", "policy_of_call", "seconds"),
        [
            (None, None, None, None, 60),
            (None, 7, None, None, 7),
            (9, 7, None, None, 9),
            (9, 7, None, 5, 5),
            (9, 7, 3, 5, 3),
            (9, None, 3, None, 3),
            (0, 7, None, None, 0),
            (9, 7, 0, 5, 0),
            (9, 7, None, 0, 0),
        ],
    )
    def test_the_nearest_timeout_counts(
        self,
        service: LocalService,
        of_client: int | None,
        policy_of_client: int | None,
        of_call: int | None,
        policy_of_call: int | None,
        seconds: int,
    ) -> None:
        """The blocking client alone: both clients take the timeout in one place."""

        def policy(timeout: int | None) -> RetryPolicy:
            return RetryPolicy(timeout=span(timeout), first_pause=SECOND, longest_pause=SECOND)

        def span(timeout: int | None) -> timedelta | None:
            return None if timeout is None else timeout * SECOND

        client = answering("blocking", service, unavailable)
        client.settings |= {"timeout": span(of_client), "retry": policy(policy_of_client)}
        with pytest.raises(ServiceError):
            client.send(ListPrivateKeys(), timeout=span(of_call), retry=policy(policy_of_call))
        assert sum(client.clock.pauses) == seconds

    def test_a_policy_is_named_if_it_is_none(self, kind: Kind, service: LocalService) -> None:
        client = AnyClient(kind, service)
        for options in ({}, {"timeout": SECOND}):
            with pytest.raises(TypeError, match="retry must be RetryPolicy"):
                client.send(ListPrivateKeys(), retry=3, **options)
        client.settings["retry"] = 3
        with pytest.raises(TypeError, match="retry must be RetryPolicy"):
            client.send(ListPrivateKeys())


class TestUserAgent:
    def test_the_name_of_an_sdk_comes_first(self, kind: Kind, service: LocalService) -> None:
        client = AnyClient(kind, service, http={"headers": calls.httpx_options()["headers"]})
        client.settings["user_agent"] = "my-sdk/1.2.0 my-framework/3"
        client.send(ListPrivateKeys())
        sent = service.requests[-1].headers["user-agent"]
        assert sent == f"my-sdk/1.2.0 my-framework/3 {calls.httpx_options()['headers']['User-Agent']}"

    def test_of_a_client_of_httpx_without_a_name(self, kind: Kind, service: LocalService) -> None:
        def remove(request: httpx.Request) -> None:
            names.append(request.headers["User-Agent"])

        async def remove_later(request: httpx.Request) -> None:
            remove(request)

        names: list[str] = []
        hook = remove if kind == "blocking" else remove_later
        client = AnyClient(
            kind, service, http={"headers": {"User-Agent": ""}, "event_hooks": {"request": [hook]}}
        )
        client.settings["user_agent"] = "my-sdk"
        client.send(ListPrivateKeys())
        assert names == ["my-sdk"]

    def test_without_one_it_is_as_it_was(self, kind: Kind, service: LocalService) -> None:
        AnyClient(kind, service, http={"headers": {"User-Agent": "own"}}).send(ListPrivateKeys())
        assert service.requests[-1].headers["user-agent"] == "own"

    @pytest.mark.parametrize(
        "value",
        ["", " ", "a ", " a", "a  b", "a\r\nX: b", "a\n", "ä/1", "a(b)", "a\x00", "a\tb", "x" * 201, "a,b"],
    )
    def test_another_text_is_refused(self, kind: Kind, service: LocalService, value: str) -> None:
        client = AnyClient(kind, service)
        client.settings["user_agent"] = value
        with pytest.raises(ValueError, match="user_agent must be"):
            client.send(ListPrivateKeys())

    def test_a_long_one_and_another_type(self, kind: Kind, service: LocalService) -> None:
        client = AnyClient(kind, service)
        client.settings["user_agent"] = "x" * 200
        client.send(ListPrivateKeys())
        client.settings["user_agent"] = b"my-sdk"
        with pytest.raises(TypeError, match="user_agent"):
            client.send(ListPrivateKeys())

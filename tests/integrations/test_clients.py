"""The requests of each client: nothing of a stamp or a body goes to another origin."""

import json
import pickle
import time
from collections.abc import Callable
from importlib import import_module
from io import BytesIO

import httpx
import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ContextMismatch,
    InvalidRequest,
    MalformedInput,
    Stamp,
    verify_api_key_stamp,
)
from sealwax.integrations.httpx import StampTransport
from sealwax.operations import Stamper
from sealwax_service import LocalService
from tests.conftest import SEED
from tests.integrations.clients import IN_HTTPX, OTHERS, Reply
from tests.integrations.servers import Answer, Received, Recorder

KEY = ApiKey.from_private_key("1f" * 32)
STAMPER = ApiKeyStamper(KEY)
BODY = b'{"organizationId": "\xc3\xa9", "secret": "in-the-body"}\n'
CONFIGURATION = "in-the-configuration"
HEADER = "x-auth-proxy-config-id"
STATUSES = (301, 302, 303, 307, 308)
Post = Callable[..., Reply]


def redirect(status: int, location: str) -> Callable[[Received], Answer]:
    """Answer the path /a with a redirect."""
    return lambda received: (status, {"Location": location}) if received.path == "/a" else (200, {})


def check_stamp(received: Received, body: bytes = BODY) -> None:
    """Check that what arrived is the body, with a stamp over exactly its bytes."""
    assert received.body == body
    stamps = [name for name in received.headers if name.startswith("x-stamp")]
    assert stamps == ["x-stamp"]
    assert verify_api_key_stamp(received.headers["x-stamp"], received.body).public_key == KEY.public_key


class TestSent:
    def test_no_body_is_an_empty_one(self, post: Post, home: Recorder) -> None:
        post(STAMPER, home.url, f"{home.url}/a")
        check_stamp(home.received[0], b"")

    def test_an_object_is_stamped_as_the_client_writes_it(self, post: Post, home: Recorder) -> None:
        content = {"organizationId": "\u00e9", "numbers": [1, 2.5], "z": None, "a": True}
        post(STAMPER, home.url, f"{home.url}/a", json=content)
        (received,) = home.received
        check_stamp(received, received.body)
        assert json.loads(received.body) == content
        assert received.headers["content-type"] == "application/json"

    def test_a_stamp_of_the_caller_is_replaced(self, post: Post, home: Recorder) -> None:
        names = ("X-Stamp", "x-stamp-webauthn", "X-STAMP-ATTESTED", "X-Auth-Proxy-Config-Id")
        headers = {**dict.fromkeys(names, "old"), "X-Other": "kept"}
        post(STAMPER, home.url, f"{home.url}/a", body=BODY, headers=headers)
        (received,) = home.received
        check_stamp(received)
        assert received.headers["x-other"] == "kept"
        assert "old" not in received.headers.values()

    def test_the_configuration_of_the_auth_proxy(self, post: Post, home: Recorder) -> None:
        headers = {"X-Stamp": "old"}
        post(CONFIGURATION, home.url, f"{home.url}/a", body=BODY, headers=headers)
        (received,) = home.received
        assert (received.headers[HEADER], received.body) == (CONFIGURATION, BODY)
        assert "x-stamp" not in received.headers

    def test_the_local_service_accepts_it(self, post: Post) -> None:
        with LocalService(SEED) as service:
            stamper = ApiKeyStamper(service.api_key)
            now = str(time.time_ns() // 1_000_000)
            submitted = {
                "type": "ACTIVITY_TYPE_CREATE_USER_TAG",
                "timestampMs": now,
                "organizationId": service.organization_id,
                "parameters": {"userTagName": "\u00e9", "userIds": []},
            }
            for path, content in (
                ("query/whoami", {"organizationId": service.organization_id}),
                ("submit/create_user_tag", submitted),
            ):
                url = f"{service.url}/public/v1/{path}"
                assert post(stamper, service.url, url, json=content).status == 200


@pytest.mark.parametrize("credential", [STAMPER, CONFIGURATION], ids=["stamp", "configuration"])
class TestOrigin:
    def refused(self, post: Post, credential: Stamper | str, base_url: str, url: str, **more: object) -> None:
        with pytest.raises(ContextMismatch) as raised:
            post(credential, base_url, url, body=BODY, **more)
        assert raised.value.code == "wrong-origin"
        assert CONFIGURATION not in str(raised.value)

    def test_another_origin_gets_nothing(
        self, post: Post, credential: Stamper | str, home: Recorder, away: Recorder
    ) -> None:
        if post is IN_HTTPX["httpx-mounts"]:
            # The client has another transport for other origins: without the stamp.
            assert post(credential, home.url, away.url, body=BODY).status == 200
            assert not {"x-stamp", HEADER} & away.received[0].headers.keys()
            return
        same_port = f"http://localhost:{home.port}/"
        for url in (away.url, same_port, f"https://127.0.0.1:{home.port}/"):
            self.refused(post, credential, home.url, url)
        assert home.received == away.received == []

    @pytest.mark.parametrize("status", [307, 302])
    def test_a_redirect_from_a_redirect(
        self, post: Post, credential: Stamper | str, home: Recorder, away: Recorder, status: int
    ) -> None:
        to = {"/a": "/b", "/b": f"{away.url}/c"}
        home.answer = lambda received: (status, {"Location": to[received.path]})
        self.refused(post, credential, home.url, f"{home.url}/a")
        assert [received.path for received in home.received] == ["/a", "/b"]
        assert away.received == []


def test_what_the_client_shows_of_a_request(post: Post, home: Recorder) -> None:
    shown = post(STAMPER, home.url, f"{home.url}/a", body=BODY).shown
    if post in IN_HTTPX.values():
        assert "x-stamp" not in shown


def test_a_failing_stamper_sends_nothing(post: Post, home: Recorder) -> None:
    class Failing:
        def stamp(self, body: bytes) -> Stamp:
            raise MalformedInput(f"no {len(body)}")

    class Other:
        def stamp(self, body: bytes) -> Stamp:
            return Stamp("Authorization", body.hex())

    for stamper in (Failing(), Other()):
        with pytest.raises(MalformedInput):
            post(stamper, home.url, f"{home.url}/a", body=BODY)
    assert home.received == []


def test_arguments(post: Post) -> None:
    with pytest.raises(TypeError, match="stamper must be an object with a method stamp"):
        post(KEY, "https://example.com", "https://example.com")
    with pytest.raises(InvalidRequest, match="base URL"):
        post(STAMPER, "http://example.com", "http://example.com")
    with pytest.raises(InvalidRequest, match="configuration"):
        post("a b", "https://example.com", "https://example.com")


def test_the_error_is_also_the_clients(library: str) -> None:
    client = import_module(library)
    own = {"httpx": "TransportError", "requests": "RequestException", "aiohttp": "ClientError"}[library]
    kind = import_module(f"sealwax.integrations.{library}").WrongOrigin
    error = kind("why")
    assert isinstance(error, getattr(client, own))
    assert isinstance(error, ContextMismatch)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code) == (kind, "why", "wrong-origin")


class TestProxies:
    """Requests for this machine reach no proxy."""

    def test_the_proxy_of_the_environment(self, post: Post, home: Recorder, proxy: Recorder) -> None:
        if post is OTHERS["requests"]:
            with pytest.raises(ContextMismatch, match="add the host to NO_PROXY") as raised:
                post(STAMPER, home.url, f"{home.url}/a", body=BODY)
            assert raised.value.code == "wrong-origin"
            assert home.received == []
        else:
            post(STAMPER, home.url, f"{home.url}/a", body=BODY)
            check_stamp(home.received[0])
        assert proxy.received == []

    def test_without_a_transport(self, home: Recorder, proxy: Recorder) -> None:
        with httpx.Client(transport=StampTransport(STAMPER, base_url=home.url)) as client:
            client.post(f"{home.url}/a", content=BODY)
        check_stamp(home.received[0])
        assert proxy.received == []


class TestStreams:
    def test_a_stream_is_stamped_whole_or_refused(self, post: Post, home: Recorder) -> None:
        parts = [BODY[:5], BODY[5:]]
        if post is OTHERS["requests"]:
            for stream in (iter(parts), BytesIO(BODY)):
                with pytest.raises(TypeError, match="data must be bytes or str"):
                    post(STAMPER, home.url, f"{home.url}/a", body=stream)
            assert home.received == []
            return
        post(STAMPER, home.url, f"{home.url}/a", body=iter(parts))
        check_stamp(home.received[0])

"""Requests over HTTP: hostile ones, other hosts and origins, browsers, and many clients at once."""

import http.client
import json
import pickle
import random
import socket
import struct
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import httpx
import pytest

from sealwax.activities import SignatureResult
from sealwax_service import LocalService
from sealwax_service._limits import MAX_BODY_BYTES, MAX_REMEMBERED, MAX_STATE_BYTES
from sealwax_service.http.messages import to_answer
from sealwax_service.http.server import HttpServer
from sealwax_service.requests import provisioning
from sealwax_service.routing import Router
from sealwax_service.state import records as state
from tests.fuzz.corpus import from_vectors
from tests.fuzz.mutators import mutate
from tests.fuzz.targets.stamps import api_key_stamp_seeds
from tests.service.client import Client, send
from tests.service.http.raw_http import (
    PATIENT,
    WHOAMI,
    connect,
    exchange,
    request,
    status_of,
    statuses_of,
)


def test_a_body_that_ends_early_gets_no_answer(local_service: LocalService) -> None:
    assert exchange(local_service, request(b"{}", Content_Length="3")) == b""


HIDDEN = request(path="/hidden")


@pytest.mark.parametrize(
    ("first", "status"),
    [
        (request(HIDDEN, path="/", method="GET"), 200),
        (request(HIDDEN, method="OPTIONS"), 204),
        (request(HIDDEN, method="PUT"), 405),
        (
            request(b"", path="/", method="GET", Content_Length=None, Transfer_Encoding="chunked") + HIDDEN,
            400,
        ),
        (request(b"%x\r\n" % len(HIDDEN) + HIDDEN + b"\r\n0\r\n\r\n", Transfer_Encoding="chunked"), 400),
        (request(HIDDEN).replace(b"Content-Length", b"Transfer-Encoding : chunked\r\nContent-Length"), 400),
        (request(HIDDEN).replace(b"Content-Length:", b"Content-Length :"), 400),
        (request(HIDDEN, Content_Length=str(MAX_BODY_BYTES + 1)), 413),
        (request(HIDDEN, Content_Length="x"), 400),
    ],
)
def test_a_body_is_never_the_next_request(local_service: LocalService, first: bytes, status: int) -> None:
    assert statuses_of(exchange(local_service, first)) == [status]
    assert "/hidden" not in {received.path for received in local_service.requests}


def test_requests_one_after_the_other_are_all_answered(local_service: LocalService) -> None:
    get = request(b"", path="http://localhost/_sealwax/info?x", method="GET")
    sent = request() + get + request(method="OPTIONS", body=b"") + request(Content_Length="3") + b" "
    assert statuses_of(exchange(local_service, sent)) == [400, 200, 204, 400]


def test_another_protocol_is_not_offered(local_service: LocalService) -> None:
    offer = request(Upgrade="h2c", Connection="Upgrade")
    assert statuses_of(exchange(local_service, offer + offer + request(method="CONNECT"))) == [400, 400, 405]


def test_a_body_in_chunks(client: Client) -> None:
    body = json.dumps({"organizationId": client.organization_id}).encode()
    stamp = client.stamper.stamp(body)
    parts = iter([body[:5], body[5:]])
    answer = client.http.post(WHOAMI, content=parts, headers={stamp.header_name: stamp.header_value})
    assert (answer.status_code, answer.request.headers["Transfer-Encoding"]) == (200, "chunked")


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_client_that_waits_before_its_body(local_service: LocalService, version: str) -> None:
    sent = request(Expect="100-continue").replace(b"HTTP/1.1", b"HTTP/" + version.encode())
    with connect(local_service) as connection:
        connection.sendall(sent[:-2])
        if version == "1.1":
            assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(sent[-2:])
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")
    # Who would send too much is told so first.
    sent = request(Expect="100-continue", Content_Length=str(MAX_BODY_BYTES + 1))
    assert status_of(exchange(local_service, sent)) == 413


def test_who_may_send_a_large_state() -> None:
    with LocalService(allow_hosts=["sealwax"]) as service:
        bearer = f"Bearer {service.admin_token}"

        def announce(
            size: int = MAX_BODY_BYTES + 1, path: str = "/_sealwax/state", **headers: str | None
        ) -> bytes:
            """Announce a body, and send only its first bytes."""
            headers["Content_Length"] = str(size)
            return exchange(service, request(b"{}", path, "POST", **headers))

        # It waits for the rest.
        assert announce() == announce(MAX_STATE_BYTES) == b""
        assert announce(Host="sealwax", Authorization=bearer) == b""
        for refused, status in (
            (announce(MAX_STATE_BYTES + 1), 413),
            (announce(path="/_sealwax/reset"), 413),
            (announce(Host="sealwax"), 413),
            (announce(Host="sealwax", Authorization=bearer[:-1]), 413),
            (announce(Host="example.com"), 421),
            (announce(Origin="https://example.com"), 403),
        ):
            assert status_of(refused) == status


def test_a_client_that_sends_too_much_sees_why(local_service: LocalService) -> None:
    # This one sends the whole body before it reads.
    connection = http.client.HTTPConnection(local_service.url.removeprefix("http://"), timeout=PATIENT)
    for _ in range(3):
        connection.request("POST", WHOAMI, b" " * (8 * MAX_BODY_BYTES), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert (answer.status, b"SEALWAX_TOO_LARGE" in answer.read()) == (413, True)
    connection.close()


def test_the_answer_to_head_has_no_body(local_service: LocalService) -> None:
    answer = exchange(local_service, request(b"", method="HEAD"))
    assert answer.startswith(b"HTTP/1.1 405 ")
    assert answer.endswith(b"\r\n\r\n")


def test_a_client_that_goes_away_within_the_head_gets_no_answer(local_service: LocalService) -> None:
    for sent in (b"", b"POST", b"POST / HTTP/1.1\r\n", request()[:-10]):
        assert exchange(local_service, sent) == b""


def test_two_origins(local_service: LocalService) -> None:
    sent = request(Origin="http://localhost").replace(b"Host:", b"Origin: https://example.com\r\nHost:")
    for each in (sent, sent.replace(b"POST", b"OPTIONS").replace(b"Content-Length: 2", b"A: b")[:-2]):
        assert exchange(local_service, each).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:80", "LOCALHOST", "127.0.0.1:1", "127.1.2.3", "[::1]", "[::1]:80"]
)
def test_hosts_of_this_machine(local_service: LocalService, host: str) -> None:
    assert status_of(exchange(local_service, request(Host=host))) == 400


@pytest.mark.parametrize(
    "host",
    [
        "example.com",
        "localhost.example.com",
        "127.0.0.1.example.com",
        "192.0.2.1",
        "0.0.0.0",
        "[::2]",
        "[::1",
        "[::1]x",
        "localhost:x",
        "localhost:999999",
        "",
        "::1",
    ],
)
def test_other_hosts_are_refused(local_service: LocalService, host: str) -> None:
    for path in (WHOAMI, "/_sealwax/info"):
        assert status_of(exchange(local_service, request(path=path, Host=host))) == 421


class TestOrigins:
    @pytest.fixture
    def service(self) -> Iterator[LocalService]:
        with LocalService(allow_origins=["https://app.example.com"]) as made:
            yield made

    @pytest.mark.parametrize(
        "origin",
        [
            "http://localhost:3000",
            "https://localhost",
            "http://127.0.0.1:8",
            "http://[::1]:8",
            "https://app.example.com",
        ],
    )
    def test_allowed(self, service: LocalService, origin: str) -> None:
        asked = "content-type,x-stamp,x-client-version"
        preflight = send(
            "OPTIONS",
            service.url + WHOAMI,
            headers={"Origin": origin, "Access-Control-Request-Headers": asked},
        )
        assert preflight.status_code == 204
        assert preflight.headers["Access-Control-Allow-Origin"] == origin
        assert preflight.headers["Access-Control-Allow-Headers"] == asked
        answer = send("POST", service.url + WHOAMI, json={}, headers={"Origin": origin})
        assert answer.status_code == 400
        assert answer.headers["Access-Control-Allow-Origin"] == origin
        assert answer.headers["Access-Control-Expose-Headers"] == "Retry-After, X-Sealwax-Reason"

    def test_headers_that_are_none_are_not_repeated(self, service: LocalService) -> None:
        preflight = send(
            "OPTIONS",
            service.url + WHOAMI,
            headers={"Origin": "http://localhost", "Access-Control-Request-Headers": "a\tb"},
        )
        assert preflight.headers["Access-Control-Allow-Headers"] == "Content-Type"


@pytest.mark.parametrize(
    "path",
    [
        "/x",
        "/public/v1/submit/",
        "/public/v1/submit/no_such",
        "/public/v1/query/x/y",
        "/v1/x",
        "/v2/signup_v2",
    ],
)
def test_routes_that_there_are_not(client: Client, path: str) -> None:
    assert client.send(path, b"{}", {}).error == (404, "SEALWAX_NO_SUCH_ROUTE")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"x", b"\xff", b'{"a":1,"a":2}', b"[" * 5000, b'{"a":' * 5000, b"null"]
)
def test_bodies_that_are_no_object(client: Client, body: bytes) -> None:
    assert client.send(WHOAMI, body, {}).error == (400, "REQUEST_INVALID")


def check_mutated_requests(local_service: LocalService, count: int) -> None:
    """Send mutated requests: no answer is an error of the server."""
    client, rng = Client(local_service), random.Random(1)
    ids = local_service.ids
    corpus: tuple[tuple[str, dict[str, Any]], ...] = (
        ("export_wallet", {"walletId": ids["walletId"], "targetPublicKey": "04" + "00" * 64}),
        ("update_user", {"userId": local_service.user_id, "userTagIds": [ids["userTagId"]]}),
        ("set_ip_allowlist", {"rules": [{"cidr": "192.0.2.0/24", "label": "x"}], "enabled": False}),
        ("verify_otp", {"otpId": "x", "encryptedOtpBundle": '{"encappedPublic":"00","ciphertext":"00"}'}),
        ("create_wallet", {"walletName": "w", "accounts": [], "mnemonicLength": 12}),
        ("create_policy", {"policyName": "p", "effect": "EFFECT_ALLOW", "notes": "", "condition": "true"}),
        ("oauth_login", {"oidcToken": "a.b.c", "publicKey": "02" * 33, "expirationSeconds": "1"}),
    )
    donors = [seed.document for seed in islice(api_key_stamp_seeds(), 100)]
    donors += [seed.document for seed in from_vectors("wallet_export", "WalletExport", "bundle")][:100]
    donors += [client.body(*each) for each in corpus]
    seen: Counter[int] = Counter()
    for number in range(count):
        name, parameters = corpus[number % len(corpus)]
        body = mutate(client.body(name, parameters, generateAppProofs=number % 2 == 0), rng, donors)
        if rng.random() < 0.5:
            reply = client.post(name, body)
        else:
            stamp = mutate(client.stamper.stamp(body).header_value.encode(), rng, donors)
            # httpx sends no control characters.
            header = bytes(byte for byte in stamp if byte > 0x20 and byte != 0x7F)
            reply = client.send(f"/public/v1/submit/{name}", body, {"X-Stamp": header})  # type: ignore[dict-item]
        seen[reply.status] += 1
        assert reply.status == 200 or (400 <= reply.status < 500 and reply.error)
    client.http.close()
    assert seen[400] > count / 10
    assert seen[401] > count / 20


def test_a_defect_shows(
    client: Client, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Router, "answer", fail)
    assert client.send(WHOAMI, b"{}", {}).error == (500, "SEALWAX_DEFECT")
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_an_address_in_another_form() -> None:
    server = HttpServer(lambda _: to_answer({}, 200), port=0, allow_origins=(), host="0:0::1")
    server._server.server_close()
    handler: Any = server._server.RequestHandlerClass
    assert "::1" in handler.hosts


def test_a_client_that_goes_away_is_no_defect(
    local_service: LocalService, capfd: pytest.CaptureFixture[str]
) -> None:
    with connect(local_service) as connection:
        connection.sendall(request()[:-1])
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert exchange(local_service, request())
    assert capfd.readouterr().err == ""


def test_requests_are_remembered(client: Client) -> None:
    client.query("whoami")
    (received,) = client.service.requests
    assert (received.method, received.path) == ("POST", WHOAMI)
    assert json.loads(received.body) == {"organizationId": client.organization_id}
    assert "x-stamp" in received.headers
    assert client.service.organization_id not in repr(received)
    (shown,) = client.admin("requests")["requests"]
    assert (shown["path"], shown["body"]) == (WHOAMI, received.body.decode())
    for _ in range(3 * MAX_REMEMBERED):
        client.service._deployment.router.received.append(received, received.size)
    assert len(client.service.requests) == MAX_REMEMBERED


def run_together(work: Callable[[int], None], *, clients: int) -> None:
    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(work, range(clients)))


@pytest.fixture
def switches_often() -> Iterator[None]:
    """Let Python's threads take turns 25 times as often: the fewer requests meet each other as often."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 25)
    yield
    sys.setswitchinterval(usual)


def check_many_clients(
    local_service: LocalService, monkeypatch: pytest.MonkeyPatch, clients: int, rounds: int
) -> None:
    """Let several clients make records at the same time: none is lost."""
    most = clients * rounds * 3
    monkeypatch.setattr(state, "MAX_ACTIVITIES", most)
    for name in ("MAX_TAGS", "MAX_WALLETS"):
        monkeypatch.setattr(provisioning, name, most)
    made: list[str] = []

    def work(number: int) -> None:
        client = Client(local_service)
        for turn in range(rounds):
            made.append(
                client.submit("create_user_tag", userTagName=f"{number}/{turn}", userIds=[]).result[
                    "userTagId"
                ]
            )
            wallet = client.submit("create_wallet", walletName=f"{number}/{turn}", accounts=[])
            made.append(wallet.result["walletId"])
            key_id = client.admin("add", kind="private_key")["id"]
            tag = {"addPrivateKeyIds": [key_id], "removePrivateKeyIds": []}
            client.submit(
                "update_private_key_tag", privateKeyTagId=local_service.ids["privateKeyTagId"], **tag
            ).check()
            made.append(key_id)
            signed = client.submit(
                "sign_raw_payload",
                signWith=key_id,
                payload=f"{number}/{turn}",
                encoding="PAYLOAD_ENCODING_TEXT_UTF8",
                hashFunction="HASH_FUNCTION_SHA256",
            ).result
            SignatureResult(**signed).verify(
                f"{number}/{turn}",
                encoding="PAYLOAD_ENCODING_TEXT_UTF8",
                hash_function="HASH_FUNCTION_SHA256",
                public_key=client.query("get_private_key", privateKeyId=key_id)["privateKey"]["publicKey"],
            )
        client.http.close()

    run_together(work, clients=clients)
    assert len({*made}) == len(made) == clients * rounds * 3
    client = Client(local_service)
    tags = {tag["tagId"] for tag in client.query("list_user_tags")["userTags"]}
    wallets = {wallet["walletId"] for wallet in client.query("list_wallets")["wallets"]}
    tagged = {
        key["privateKeyId"]
        for key in client.query("list_private_keys")["privateKeys"]
        if key["privateKeyTags"]
    }
    assert {*made} <= tags | wallets | tagged
    activities = client.pages("list_activities", "activities", "id")
    assert len({activity["id"] for activity in activities}) == len(activities) == most
    client.http.close()


def test_stopping_closes_connections() -> None:
    service = LocalService()
    with service:
        client = Client(service)
        assert client.query("whoami")
        address = ("127.0.0.1", int(service.url.rpartition(":")[2]))
    with pytest.raises(httpx.NetworkError):
        client.http.get("/")
    client.http.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(address, timeout=PATIENT)
    with pytest.raises(RuntimeError, match="not running"):
        service.url  # noqa: B018
    service.stop()
    with service, pytest.raises(RuntimeError, match="is running"):
        service.start()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"seed": "0" * 32}, TypeError),
        ({"seed": 5}, TypeError),
        ({"port": "80"}, TypeError),
        ({"port": -1}, ValueError),
        ({"port": 65536}, ValueError),
        ({"strict": 1}, TypeError),
        ({"allow_origins": "https://example.com"}, TypeError),
        ({"allow_origins": [5]}, TypeError),
        *(
            ({"allow_origins": ["https://example.com", origin]}, ValueError)
            for origin in (
                "null",
                "*",
                "",
                "example.com",
                "https://",
                "https://example.com/",
                "https://Example.com",
            )
        ),
    ],
)
def test_arguments(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(arguments))):
        LocalService(**arguments)


def test_a_port_can_be_chosen(local_service: LocalService) -> None:
    port = int(local_service.url.rpartition(":")[2])
    with pytest.raises(OSError, match="in use"):
        LocalService(port=port).start()


def test_where_a_port_can_be_shared_it_is_taken_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    # Any option of a socket that this system has, for that of Windows.
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with LocalService() as service:
        server = service._server._server  # type: ignore[union-attr]
        assert server.socket.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert not server.allow_reuse_address


def test_connections_that_ended_are_forgotten(local_service: LocalService) -> None:
    server = local_service._server._server  # type: ignore[union-attr]
    with connect(local_service) as connection:
        connection.sendall(request(b"", "/_sealwax/health"))
        assert connection.recv(100).startswith(b"HTTP/1.1 200 ")
        assert len(server._connections) == 1
    for _ in range(3):
        assert exchange(local_service, request(b"", "/_sealwax/health"))
    local_service.stop()
    for thread in threading.enumerate():
        if thread.name.startswith("Thread-") and "process_request_thread" in thread.name:
            thread.join(PATIENT)
    assert server._connections == set()


def test_a_process_that_leaves_closes_its_sockets() -> None:
    server = HttpServer(lambda _: to_answer({}, 200), port=0, allow_origins=())
    with socket.create_connection((server.host, server.port), timeout=PATIENT):
        connection, _ = server._server.get_request()
        server._server._connections.add(connection)
        server.leave()
    assert (server._server.socket.fileno(), connection.fileno()) == (-1, -1)


@pytest.mark.parametrize(("host", "reached"), [("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "127.0.0.1")])
def test_a_service_on_every_address_is_reached_at_this_machines(host: str, reached: str) -> None:
    server = HttpServer(lambda _: to_answer({}, 200), port=0, allow_origins=(), host=host)
    server._server.server_close()
    assert server.host == reached


def test_a_service_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match="give the other process its url and its api_key"):
        pickle.dumps(LocalService())

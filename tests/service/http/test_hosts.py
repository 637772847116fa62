"""The hosts by which clients may call the service, and what they need for `/_sealwax`."""

import dataclasses

import pytest

from sealwax_service import LocalService, ReceivedRequest
from sealwax_service.http.hosts import (
    in_url,
    is_anywhere,
    is_host_name,
    is_loopback_origin,
    names_host,
    plain_address,
)
from tests.service.client import Client, send

LOCAL = ReceivedRequest("GET", "/_sealwax/info", {"host": "localhost:1"}, b"")


@pytest.mark.parametrize(
    ("header", "known"),
    [
        ("localhost", True),
        ("LOCALHOST:80", True),
        ("127.0.0.1:8080", True),
        ("127.9.9.9", True),
        ("[::1]", True),
        ("[::1]:80", True),
        ("sealwax", True),
        ("Sealwax:8080", True),
        ("[2001:db8::1]:80", True),
        ("[::1", False),
        ("[::1]80", False),
        ("::1", False),
        ("sealwax:", True),
        ("sealwax:x", False),
        ("sealwax:123456", False),
        ("sealwax.example.com", False),
        ("xsealwax", False),
        ("localhost.example.com", False),
        ("2001:db8::1", False),
        ("", False),
    ],
)
def test_hosts(header: str, known: bool) -> None:
    assert names_host(header, {"sealwax", "2001:db8::1"}) is known
    assert is_loopback_origin(f"http://{header}") is names_host(header)


@pytest.mark.parametrize("origin", ["localhost", "ftp://localhost", "null", ""])
def test_origins_of_other_kinds(origin: str) -> None:
    assert not is_loopback_origin(origin)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("sealwax", True),
        ("a.b-c.example_1", True),
        ("10.0.0.1", True),
        ("2001:db8::1", True),
        ("2001:DB8::1", False),
        ("fe80::1%eth0", False),
        ("Sealwax", False),
        ("sealwax:80", False),
        ("*", False),
        ("", False),
        ("-a", False),
        ("a-", False),
        ("a" * 255, False),
    ],
)
def test_names(name: str, is_one: bool) -> None:
    assert is_host_name(name) is is_one


def test_addresses() -> None:
    assert plain_address("::ffff:10.0.0.1") == "10.0.0.1"
    assert plain_address("fe80::1%eth0") == "fe80::1"
    assert plain_address("10.0.0.1") == "10.0.0.1"
    assert (in_url("::1"), in_url("127.0.0.1")) == ("[::1]", "127.0.0.1")
    assert is_anywhere("::")
    assert not is_anywhere("127.0.0.1")


def test_who_is_local() -> None:
    assert LOCAL.is_local
    assert not dataclasses.replace(LOCAL, client_address="10.0.0.1").is_local
    assert not dataclasses.replace(LOCAL, headers={"host": "sealwax"}).is_local
    assert not dataclasses.replace(LOCAL, headers={}).is_local


def test_an_allowed_host_needs_the_token() -> None:
    with LocalService(host="0.0.0.0", allow_hosts=["sealwax"]) as service:
        assert service.url.startswith("http://127.0.0.1:")
        url, named = service.url, {"Host": "sealwax:1"}
        assert send("GET", f"{url}/_sealwax/info").status_code == 200
        shown = send("GET", f"{url}/")
        assert shown.status_code == 200
        # No page of another origin can frame it, to make its user click on it.
        assert shown.headers["X-Frame-Options"] == "DENY"
        assert shown.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert send("GET", f"{url}/_sealwax/health", headers=named).json() == {"status": "ok"}
        page = send("GET", f"{url}/", headers=named)
        assert (page.status_code, page.json()["turnkeyErrorCode"]) == (403, "SEALWAX_PAGE")
        bearer = f"Bearer {service.admin_token}"
        for given, status in (
            (None, 401),
            ("", 401),
            (bearer[:-1], 401),
            (bearer.lower(), 401),
            (bearer, 200),
        ):
            headers = named if given is None else {**named, "Authorization": given}
            for name in ("info", "state", "nothing"):
                answer = send("GET", f"{url}/_sealwax/{name}", headers=headers)
                expected = 404 if (status, name) == (200, "nothing") else status
                assert answer.status_code == expected
                assert (answer.json().get("turnkeyErrorCode") == "SEALWAX_ADMIN_TOKEN") is (status == 401)
        # The API needs stamps only.
        client = Client(service)
        client.http.headers["Host"] = "sealwax"
        assert client.query("whoami")
        client.http.headers["Host"] = "sealwax.example.com"
        assert client.try_query("whoami").error == (421, "SEALWAX_FOREIGN_HOST")
        client.http.close()


def test_from_another_machine() -> None:
    service = LocalService()
    assert service._respond(LOCAL).status == 200
    foreign = dataclasses.replace(LOCAL, client_address="10.0.0.1")
    assert service._respond(foreign).status == 401
    headers = {**LOCAL.headers, "authorization": f"Bearer {service.admin_token}"}
    assert service._respond(dataclasses.replace(foreign, headers=headers)).status == 200
    assert service._respond(dataclasses.replace(foreign, path="/")).status == 403


def test_the_address_itself_is_a_name() -> None:
    with LocalService(host="127.0.0.2") as service:
        assert service.url.startswith("http://127.0.0.2:")
        assert send("GET", f"{service.url}/_sealwax/health").status_code == 200


def test_each_service_has_its_own_token() -> None:
    seed = bytes(32)
    assert LocalService(seed).admin_token != LocalService(seed).admin_token


def test_what_is_refused() -> None:
    for host in ("localhost", "", "*", "1"):
        with pytest.raises(ValueError, match="host must be an IP address"):
            LocalService(host=host)
    with pytest.raises(TypeError, match="host must be str"):
        LocalService(host=5)  # type: ignore[arg-type]
    for name in ("*", "a:80", "A"):
        with pytest.raises(ValueError, match="allow_hosts must be host names"):
            LocalService(allow_hosts=[name])
    for given in ("sealwax", [5]):
        with pytest.raises(TypeError, match="allow_hosts must be a collection of strings"):
            LocalService(allow_hosts=given)  # type: ignore[arg-type]

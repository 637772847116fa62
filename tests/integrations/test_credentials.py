import pytest

from sealwax import ApiKey, ApiKeyStamper
from sealwax.integrations.credentials import (
    Credential,
    another_origin,
    configured,
    make_origin,
    origin_of,
    stamping,
)

STAMPER = ApiKeyStamper(ApiKey.from_private_key("1f" * 32))


def of(base_url: str) -> Credential:
    return stamping(STAMPER, base_url)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://api.example.com", ("https", "api.example.com", 443)),
        ("https://API.Example.com:443/a/", ("https", "api.example.com", 443)),
        ("https://api.example.com:8443", ("https", "api.example.com", 8443)),
        ("http://127.0.0.1", ("http", "127.0.0.1", 80)),
        ("http://[::1]:8080", ("http", "[::1]", 8080)),
    ],
)
def test_an_origin_has_a_port(url: str, origin: tuple[str, str, int]) -> None:
    assert origin_of(url) == of(url).origin == configured("c", url).origin == origin


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://api.example.com/a", "https://api.example.com:443"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_the_error_for_another_origin_names_the_port(url: str, origin: str) -> None:
    assert f" another origin than {origin}, " in another_origin(origin_of(url))


def test_a_scheme_without_a_port_is_another_origin() -> None:
    assert make_origin("ftp", "a", None) == ("ftp", "a", 0)


@pytest.mark.parametrize(
    ("url", "is_local"),
    [
        ("http://127.0.0.1", True),
        ("http://[::1]:8080", True),
        ("http://localhost:8080", True),
        ("https://localhost.example", False),
        ("https://128.0.0.1", False),
    ],
)
def test_no_proxy_stands_before_an_origin_on_this_machine(url: str, is_local: bool) -> None:
    assert of(url).is_local == is_local


@pytest.mark.parametrize(
    ("base_url", "location"),
    [
        ("https://a.example", "/"),
        ("https://a.example", "/b//c?d=https://e.example#f"),
        ("https://a.example", "https://a.example/b"),
        ("https://a.example", "https://a.example:443/b"),
        ("https://a.example:443", "https://a.example/b"),
        ("https://a.example:444", "https://a.example:444/b"),
        ("http://[::1]:8080", "http://[::1]:8080/b"),
        ("http://localhost", "http://localhost/b"),
    ],
)
def test_within_the_origin(base_url: str, location: str) -> None:
    assert not of(base_url).refuses(location)


@pytest.mark.parametrize(
    "location",
    [
        "",
        "b",
        "?b",
        "//a.example/b",
        "/\\b.example",
        "\\\\b.example",
        "/b\\c",
        "/b c",
        "/b\tc",
        "/b\n",
        "/\u00e9",
        "http://a.example/b",
        "https://b.example/b",
        "https://a.example.b.example/b",
        "https://a.example@b.example/b",
        "https://a.example:443@b.example/b",
        "https://a.example:4430/b",
        "https://a.example:444/b",
        "https:/a.example/b",
        "https:a.example/b",
        "https://a.example\\@b.example/b",
        "https://a.example",
        "https://a.example?b",
        "HTTPS://a.example/b",
        " https://a.example/b",
        "javascript:1",
    ],
)
def test_what_leads_elsewhere_or_may_do_so(location: str) -> None:
    assert of("https://a.example").refuses(location)


def test_another_port_is_elsewhere() -> None:
    credential = of("https://a.example:444")
    assert credential.refuses("https://a.example/b")
    assert credential.refuses("https://a.example:443/b")

"""The variables of the environment for proxies and certificates."""

import ssl
from pathlib import Path

import certifi
import httpx
import pytest

from sealwax import ApiKey, ApiKeyStamper, MalformedInput, SealwaxError, Unsupported
from sealwax.client import AsyncClient, Client
from sealwax.integrations import environment
from sealwax.integrations.credentials import origin_of
from sealwax.integrations.httpx import AsyncStampTransport, StampTransport

STAMPER = ApiKeyStamper(ApiKey.from_private_key("1f" * 32))
HERE = ("http://127.0.0.1:8080", "https://127.8.0.1", "https://localhost", "http://[::1]:1")
PROXY = "http://proxy.example:8080"
SECRET = "in-the-variable"
NAMES = (
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR"),
)


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def authorities(monkeypatch: pytest.MonkeyPatch) -> None:
    """No certificates, which take 50 ms to read, if the environment names none."""
    monkeypatch.setattr(httpx, "create_ssl_context", lambda: ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))


def find_proxy(base_url: str) -> str | None:
    proxy = environment.find_proxy(origin_of(base_url))
    return None if proxy is None else str(proxy.url)


class TestProxies:
    @pytest.mark.parametrize(
        ("variables", "proxy"),
        [
            ({}, None),
            ({"HTTPS_PROXY": PROXY}, PROXY),
            ({"https_proxy": "proxy.example:8080"}, PROXY),
            ({"https_proxy": "proxy.example:8080/"}, f"{PROXY}/"),
            ({"https_proxy": "http://proxy"}, "http://proxy"),
            ({"ALL_PROXY": PROXY}, PROXY),
            ({"ALL_PROXY": "http://other.example", "HTTPS_PROXY": PROXY}, PROXY),
            ({"HTTPS_PROXY": "", "ALL_PROXY": PROXY}, PROXY),
            ({"HTTP_PROXY": PROXY}, None),
            ({"HTTPS_PROXY": "HTTP://[::1]:8080"}, "http://[::1]:8080"),
            ({"HTTPS_PROXY": "https://b\u00fccher.example"}, "https://b\u00fccher.example"),
        ],
    )
    def test_the_variables(
        self, variables: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert find_proxy("https://api.example.com") == (proxy and str(httpx.URL(proxy)))

    def test_the_user_of_a_proxy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HTTPS_PROXY", "http://user:word@proxy.example")
        proxy = environment.find_proxy(origin_of("https://api.example.com"))
        assert proxy is not None
        assert (proxy.raw_auth, str(proxy.url)) == ((b"user", b"word"), "http://proxy.example")

    @pytest.mark.parametrize("base_url", HERE)
    def test_none_for_this_machine(self, base_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, PROXY)
        assert find_proxy(base_url) is None

    @pytest.mark.parametrize(
        ("base_url", "no_proxy", "is_used"),
        [
            ("https://api.example.com", "example.com", False),
            ("https://api.example.com", "*", False),
            ("https://api.example.com", "example.org", True),
            ("https://api.example.com", "localhost,[::1]", True),
            ("https://api.example.com", "fd00::/8,192.168.0.0/16, [fd00::]/8 ,,", True),
            ("https://api.example.com", "[", True),
            ("https://192.168.1.1", "192.168.0.0/16", False),
            ("https://192.168.1.1", "10.0.0.0/8", True),
            ("https://192.168.1.1", "192.168.1.1", False),
            ("https://[fd00::1]", "localhost, fd00::/8", False),
            ("https://[fd00::1]", "[fd00::]/8", False),
            ("https://[fd00::1]", "fd00::1", False),
            ("https://[fd00::1]", "[fd00::1]", False),
            ("https://[fd00::1]", "fd00:0::1", False),
            ("https://[fd00::1]", "fe00::/8", True),
        ],
    )
    def test_hosts_that_are_excepted(
        self, base_url: str, no_proxy: str, is_used: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HTTPS_PROXY", PROXY)
        monkeypatch.setenv("NO_PROXY", no_proxy)
        assert find_proxy(base_url) == (PROXY if is_used else None)

    @pytest.mark.parametrize(
        ("url", "error"),
        [
            (f"socks://{SECRET}:1", Unsupported),
            (f"socks4://{SECRET}", Unsupported),
            (f"ftp://{SECRET}", Unsupported),
            (f" http://{SECRET}:1", Unsupported),
            (f"http://{SECRET}:x", MalformedInput),
            (f"http://{SECRET}:65536", MalformedInput),
            (f"http://user:{SECRET}@", MalformedInput),
            (f"http://{SECRET} b", MalformedInput),
            (SECRET, MalformedInput),
            (f"{SECRET}:", MalformedInput),
            (f"{SECRET}:8080/path", MalformedInput),
            ("http://", MalformedInput),
            ("http://[", MalformedInput),
            ("http://xn--a/", MalformedInput),
            ("http://a..b", MalformedInput),
            (f"http://{'a' * 64}", MalformedInput),
            ("http://999.1.1.1", MalformedInput),
            ("http://a\u200b:1", MalformedInput),
        ],
    )
    @pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
    def test_what_is_not_a_proxy_is_named(
        self, name: str, url: str, error: type[SealwaxError], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(name, url)
        with pytest.raises(error, match=f"^{name} ") as raised:
            find_proxy("https://api.example.com")
        assert SECRET not in str(raised.value)
        assert raised.value.__context__ is None
        # It is not looked at where it is not used.
        assert find_proxy("https://localhost") is None

    def test_the_variable_that_counts_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HTTPS_PROXY", PROXY)
        monkeypatch.setenv("https_proxy", "http://[")
        with pytest.raises(MalformedInput, match=r"^https_proxy is not the URL of a proxy"):
            find_proxy("https://api.example.com")

    def test_a_setting_of_the_system(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(environment, "getproxies", lambda: {"https": "http://["})
        with pytest.raises(MalformedInput, match=r"^the system's proxy for https is not the URL"):
            find_proxy("https://api.example.com")

    @pytest.mark.parametrize("url", ["socks5://proxy.example:1", "SOCKS5H://proxy.example"])
    @pytest.mark.parametrize("is_installed", [True, False])
    def test_socks_needs_a_package(
        self, url: str, is_installed: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(environment, "find_spec", lambda _: object() if is_installed else None)
        monkeypatch.setenv("ALL_PROXY", url)
        if is_installed:
            assert find_proxy("https://api.example.com") == str(httpx.URL(url))
        else:
            with pytest.raises(Unsupported, match=r"^ALL_PROXY names a SOCKS proxy.* 'httpx\[socks\]'$"):
                find_proxy("https://api.example.com")


class TestCertificates:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("SSL_CERT_FILE", f"/{SECRET}"),
            ("SSL_CERT_FILE", "."),
            ("SSL_CERT_FILE", __file__),
            ("SSL_CERT_FILE", "/dev/null"),
            ("SSL_CERT_DIR", f"/{SECRET}"),
            ("SSL_CERT_DIR", __file__),
            ("SSL_CERT_DIR", f"/{SECRET}:{__file__}"),
        ],
    )
    def test_what_cannot_be_read_is_named(
        self, name: str, value: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(name, value)
        with pytest.raises(MalformedInput, match=f"^{name} ") as raised:
            environment.load_certificates(origin_of("https://localhost"))
        assert SECRET not in str(raised.value)
        # There is nothing to verify without TLS.
        assert environment.load_certificates(origin_of("http://localhost")).get_ca_certs() == []

    def test_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        authority = Path(certifi.where()).read_text().partition("-----END CERTIFICATE-----\n")
        path = tmp_path / "one.pem"
        path.write_text("".join(authority[:2]))
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
        monkeypatch.setenv("SSL_CERT_DIR", f"/{SECRET}")
        # For this machine, too.
        for base_url in ("https://localhost", "https://api.example.com"):
            assert len(environment.load_certificates(origin_of(base_url)).get_ca_certs()) == 1

    def test_folders(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SSL_CERT_DIR", f"/{SECRET}:{tmp_path}")
        assert environment.load_certificates(origin_of("https://localhost")).get_ca_certs() == []

    def test_by_default_those_of_httpx(self) -> None:
        assert environment.load_certificates(origin_of("https://localhost")).get_ca_certs()


@pytest.mark.parametrize("make", [StampTransport, AsyncStampTransport])
@pytest.mark.parametrize(("name", "value"), [("ALL_PROXY", "socks://a:1"), ("SSL_CERT_FILE", "/nowhere")])
def test_transports_name_the_variable(
    make: type[StampTransport], name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SealwaxError, match=f"^{name} "):
        make(STAMPER)
    make(STAMPER, base_url=HERE[0])


@pytest.mark.parametrize("make", [Client, AsyncClient])
@pytest.mark.parametrize(("name", "value"), [("ALL_PROXY", "socks://a:1"), ("SSL_CERT_FILE", "/nowhere")])
def test_clients_name_the_variable(
    make: type[Client], name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SealwaxError, match=f"^{name} "):
        make(STAMPER, organization_id="o")
    make(STAMPER, organization_id="o", base_url=HERE[0])
    # What the caller's own client uses is the caller's.
    http = httpx.Client if make is Client else httpx.AsyncClient
    make(STAMPER, organization_id="o", http=http(trust_env=False, verify=False))  # type: ignore[arg-type]


@pytest.mark.usefixtures("authorities")
@pytest.mark.parametrize("no_proxy", ["localhost,[::1]", "fd00::/8", "[fd00::]/8,localhost"])
def test_what_httpx_cannot_read(no_proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", no_proxy)
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    for make in (Client, AsyncClient):
        make(STAMPER, organization_id="o")
    for transport in (StampTransport, AsyncStampTransport):
        transport(STAMPER)


@pytest.mark.parametrize(
    ("url", "is_one"),
    [
        ("https://api.example.com", True),
        ("https://api.example.com.", True),
        ("https://localhost:65535", True),
        ("https://[::1]:1", True),
        ("https://127.0.0.1", True),
        (f"https://{'a' * 63}.example", True),
        ("https://xn--bcher-kva.example", True),
        (f"https://{'a' * 64}.example", False),
        ("https://a..example", False),
        ("https://.", False),
        ("https://xn--a", False),
        ("https://xn--zz--", False),
        ("https://999.1.1.1", False),
        ("https://a:65536", False),
        ("https://", False),
        ("https://a%20b", False),
    ],
)
def test_a_host_can_be_looked_up(url: str, is_one: bool) -> None:
    assert environment.has_host(url) is is_one

"""The command ``sealwax serve``: run the local service for tests."""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from sealwax._codec.urls import is_origin
from sealwax.cli import options
from sealwax.cli.paths import PATH
from sealwax.cli.streams import say, write_result
from sealwax.cli.usage import Misuse
from sealwax.errors import InvalidRequest

from .faults import LiveVectors
from .http.hosts import LOOPBACK, is_address, is_host_name, is_loopback
from .local_service import LocalService

_LAST_PORT = 65535
_READ_SIGNALS = 64


@options.command(
    epilog=options.examples("sealwax serve --port 8080", "sealwax serve --json"),
)
@click.option(
    "--port",
    type=click.IntRange(0, _LAST_PORT),
    default=0,
    metavar="PORT",
    help="The port.  [default: any free port]",
)
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    metavar="ADDRESS",
    help="The IP address to listen on: 0.0.0.0 for all. Other machines need a token for /_sealwax.",
)
@click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="NAME",
    help="Let clients call the service by this host name, besides localhost, a loopback address and the "
    "address of --host. Repeat it for more.",
)
@click.option(
    "--seed", type=options.HEX, help="32 bytes. The same seed and requests give the same ids and keys."
)
@click.option("--strict", is_flag=True, help="Refuse requests that the specification does not allow.")
@click.option("--permissive", is_flag=True, help="Allow every user everything that no policy denies.")
@click.option(
    "--allow-origin",
    "allow_origins",
    multiple=True,
    metavar="ORIGIN",
    help="Let web pages of this origin call the service, beside those of this machine. Repeat it for more.",
)
@click.option(
    "--seed-file",
    type=PATH,
    metavar="FILE",
    callback=options.remember,
    help="Begin with the organizations, users, keys and wallets of this file: YAML or JSON.",
)
@click.option(
    "--state",
    type=PATH,
    metavar="FILE",
    callback=options.remember,
    help="Continue from this file if it exists, and save the state in it after each request: an SQLite "
    "database with every secret key.",
)
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Write a line to standard error about each request that it reads. One refused for its head, Host, "
    "Origin, type or size has no line.",
)
@options.as_json
def serve(
    *,
    port: int,
    host: str,
    allow_hosts: tuple[str, ...],
    seed: str | None,
    strict: bool,
    permissive: bool,
    allow_origins: tuple[str, ...],
    seed_file: Path | None,
    state: Path | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Serve the API on this machine until it is interrupted, with real cryptography.

    SIGINT (Ctrl+C), SIGTERM and SIGHUP stop it. It finishes the answers and the state, and exits with 0.

    The service prints the private key of its API key. It is for tests only: do not put real keys in it.
    Without --state, the state is lost at the end.
    """
    _check_names(host, allow_hosts, allow_origins)
    service = LocalService(
        None if seed is None else bytes.fromhex(seed),
        port=port,
        host=host,
        allow_hosts=allow_hosts,
        strict=strict,
        permissive=permissive,
        allow_origins=allow_origins,
        seed_file=seed_file,
        state_file=state,
        log=say if verbose else None,
        vectors=_vectors(),
    )
    try:
        service.start()
    except OSError as error:
        if error.filename is not None:
            raise
        place = f"port {port}" if is_loopback(host) else f"{host}, port {port}"
        raise InvalidRequest(f"cannot serve on {place}: {error.strerror}; pass another --port") from None
    with _noting_signals() as wait:
        try:
            info, lines = dict(service.info), _describe(service)
            if not is_loopback(host) or allow_hosts:
                info["adminToken"] = service.admin_token
                lines.append(f"SEALWAX_ADMIN_TOKEN={service.admin_token}")
            write_result(info, [*lines, "SEALWAX_READY=1"], as_json=as_json)
            wait()
        finally:
            service.stop()
    say("stopped")


@contextmanager
def _noting_signals() -> Iterator[Callable[[], None]]:
    """Note the signals that end the service; yield a function that waits for the first.

    The handlers do nothing: when Python calls one, the main thread may hold any lock. Before that, the
    interpreter writes the number of the signal to a socket, without a lock.
    """
    names = ["SIGINT", "SIGTERM", "SIGBREAK"]  # the last is Ctrl+Break, on Windows
    # nohup lets a program ignore the end of its terminal.
    if getattr(signal, "SIGHUP", None) and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        names.append("SIGHUP")
    numbers = {getattr(signal, name) for name in names if hasattr(signal, name)}
    reader, writer = socket.socketpair()
    with reader, writer:
        writer.settimeout(0)
        former_descriptor = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        former = {number: signal.signal(number, lambda *_: None) for number in numbers}

        def wait() -> None:
            while numbers.isdisjoint(reader.recv(_READ_SIGNALS)):
                continue

        try:
            yield wait
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(former_descriptor)


def _vectors() -> LiveVectors | None:
    """Return the test vectors for faults, if they are installed."""
    try:
        from sealwax_vectors.makers import live  # noqa: PLC0415 - another package, which may be absent
    except ModuleNotFoundError:
        return None
    return live


def _check_names(host: str, allow_hosts: tuple[str, ...], allow_origins: tuple[str, ...]) -> None:
    if not all(map(is_origin, allow_origins)):
        raise Misuse(
            "--allow-origin must be an origin in lower case, such as https://example.com; * and null would "
            "allow every page"
        )
    if not is_address(host):
        raise Misuse("--host must be an IP address, such as 127.0.0.1 or 0.0.0.0")
    if not all(map(is_host_name, allow_hosts)):
        raise Misuse(
            "--allow-host must be a host name in lower case, without a port; * would allow every page"
        )


def _describe(service: LocalService) -> list[str]:
    """Return the variables that a client needs, as lines for a shell."""
    return [
        f"SEALWAX_URL={service.url}",
        f"SEALWAX_AUTH_PROXY_URL={service.auth_proxy_url}",
        f"SEALWAX_CONFIGURATION_ID={service.configuration_id}",
        f"SEALWAX_ORGANIZATION_ID={service.organization_id}",
        f"SEALWAX_USER_ID={service.user_id}",
        f"SEALWAX_API_PUBLIC_KEY={service.api_key.public_key}",
        f"SEALWAX_API_PRIVATE_KEY={service.api_key.private_key_hex()}",
        f"SEALWAX_SIGNER_PUBLIC_KEY={service.keys.signer}",
        f"SEALWAX_TLS_FETCHER_PUBLIC_KEY={service.keys.tls_fetcher}",
        f"SEALWAX_NOTARIZER_PUBLIC_KEY={service.keys.notarizer}",
    ]

"""The end of a blocking call, after which nothing is read from its connection or written to it.

httpx has a timeout for each read, so a server that sends a byte at a time never exceeds it. It hands the
timeouts of a request to the connection as they are. A ``Deadline`` is a timeout that knows when the call
ends; the streams of connections that are opened for a call ask it before each read and write.

The asynchronous client needs none of this: ``anyio.fail_after`` ends its calls.
"""

from collections.abc import Callable, Mapping
from ssl import SSLContext
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from httpcore import NetworkStream

_OPENED = (".connect_tcp.complete", ".connect_unix_socket.complete")
# A stream sends a piece of any size in several steps, and each may take as long as the timeout.
_PIECE_BYTES = 1 << 16
_LEAST_SECONDS = 0.001


class Deadline(float):
    """A timeout, in seconds, that is shorter near the end of the call."""

    end: float
    clock: Callable[[], float]

    def left(self) -> float:
        """Return the seconds until the step must end; zero or less if the call is over."""
        return min(float(self), self.end - self.clock())


def until(end: float, clock: Callable[[], float], seconds: float) -> Deadline:
    """Make the timeout of one step: at most some seconds, and not after ``end`` of the clock."""
    made = Deadline(seconds)
    made.end, made.clock = end, clock
    return made


def watch(event: str, info: Mapping[str, Any]) -> None:
    """Limit the stream of each new connection; httpcore calls this, the extension ``trace`` of a request."""
    if event.endswith(_OPENED):
        _limit(info["return_value"])


def _limit(stream: "NetworkStream") -> None:
    """Let a stream ask the deadline; nothing else of httpx's reaches the streams of a caller's client."""
    read, write, start_tls = stream.read, stream.write, stream.start_tls

    def read_in_time(max_bytes: int, timeout: float | None = None) -> bytes:
        return read(max_bytes, _left(timeout))

    def write_in_time(buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _PIECE_BYTES):
            write(buffer[start : start + _PIECE_BYTES], _left(timeout))

    def start_tls_in_time(
        ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> "NetworkStream":
        # Without time, it ends as any other connection that takes too long: nothing was sent yet.
        seconds = max(timeout.left(), _LEAST_SECONDS) if isinstance(timeout, Deadline) else timeout
        encrypted = start_tls(ssl_context, server_hostname, seconds)
        _limit(encrypted)
        return encrypted

    stream.read, stream.write, stream.start_tls = read_in_time, write_in_time, start_tls_in_time  # type: ignore[method-assign]


def _left(timeout: float | None) -> float | None:
    """Return the timeout of the next step; raise ``TimeoutError`` if the call is over."""
    if not isinstance(timeout, Deadline):
        return timeout
    left = timeout.left()
    if left <= 0:
        raise TimeoutError
    return left

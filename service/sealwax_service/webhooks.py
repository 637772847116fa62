"""Deliveries to webhook endpoints, signed like the service's, and only to this machine."""

import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from time import monotonic
from urllib.parse import urlsplit

import h11

from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.webhooks import WebhookSender
from sealwax.webhooks import WebhookKeys

from ._limits import DELIVERY_ATTEMPTS, DELIVERY_SECONDS
from .http.hosts import in_url, is_loopback
from .http.messages import Recent, encode_json_bytes
from .state.records import ACTIVITY_UPDATES, Json, Organization, WebhookEndpointRecord

FORKED = (
    "the service runs in the process that this process was forked from; send requests to its url, or start "
    "another LocalService here"
)
"""The error about a service that belongs to another process."""

_Target = tuple[str, int, str]
_RETRIED_FROM = 500
_READ_BYTES = 65536


@dataclass(frozen=True)
class WebhookDelivery:
    """A delivery of an event, tried at most three times.

    Attributes:
        endpoint_id: The webhook endpoint's id.
        url: The endpoint's URL.
        headers: The headers of the last attempt; empty if there was none.
        body: The body.
        statuses: The HTTP statuses of the attempts, 0 without an answer. Empty unless the URL is http on this
            machine, because nothing is sent elsewhere.
    """

    endpoint_id: str
    url: str
    headers: dict[str, str]
    body: bytes = field(repr=False)
    statuses: tuple[int, ...]


class Webhooks:
    """The deliveries of a service; the seed determines the key, and ``material`` the ids of events."""

    def __init__(self, seed: bytes, material: KeyMaterial, now: Callable[[], datetime]) -> None:
        self._sender = WebhookSender(seed)
        self._material = material
        self._now = now
        self._deliveries: Recent[WebhookDelivery] = Recent()
        self._pool: ThreadPoolExecutor | None = None
        self._lock = Lock()
        self._is_left = False

    @property
    def keys(self) -> WebhookKeys:
        """The public key, for the ``keys`` argument of ``verify_webhook``."""
        return self._sender.keys

    @property
    def jwks(self) -> str:
        """The public key as ``/public/v1/discovery/webhooks/jwks`` answers it: a JWK set, JSON text."""
        return self._sender.jwks

    @property
    def deliveries(self) -> tuple[WebhookDelivery, ...]:
        """The last deliveries, the oldest first; waits for unfinished deliveries.

        At most 1000 are kept, and 16 MiB.

        Raises:
            RuntimeError: This process was forked from the process that delivers.
        """
        if self._is_left:
            raise RuntimeError(FORKED)
        with self._lock:
            if self._pool is not None:
                # The pool has one thread, which works in order.
                self._pool.submit(lambda: None).result()
        return self.ended()

    def ended(self) -> tuple[WebhookDelivery, ...]:
        """Return the last finished deliveries, the oldest first."""
        return self._deliveries.all()

    def announce(self, organization: Organization, write: Callable[[], Json]) -> None:
        """Deliver an activity to the subscribed endpoints, in the background.

        The parent's endpoints receive the activities of its sub-organizations, too.
        """
        owners = organization.and_parent()
        every = [each for owner in owners for each in owner.webhook_endpoints.values()]
        endpoints = [each for each in every if _is_subscribed(each)]
        body = encode_json_bytes(write()) if endpoints else b""
        for endpoint in endpoints:
            self._submit(endpoint.endpoint_id, endpoint.url, organization.organization_id, body)

    def _submit(self, endpoint_id: str, url: str, organization_id: str, body: bytes) -> None:
        target = _target_of(url)
        with self._lock:
            if self._pool is None and target is None:
                # Without work, another thread would only delay the answer.
                self._deliver(None, endpoint_id, url, organization_id, body)
                return
            if self._pool is None:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="sealwax-webhooks")
            self._pool.submit(self._deliver, target, endpoint_id, url, organization_id, body)

    def stop(self) -> None:
        """Stop delivering, after the attempt that is being made."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def leave(self) -> None:
        """Deliver nothing in this process, which was forked: its copy of the pool has no thread."""
        self._is_left = True

    def _deliver(
        self, target: _Target | None, endpoint_id: str, url: str, organization_id: str, body: bytes
    ) -> None:
        headers: dict[str, str] = {}
        statuses: list[int] = []
        event_id = self._material.take("event id").hex() if target is not None else ""
        while target is not None and len(statuses) < DELIVERY_ATTEMPTS and self._pool is not None:
            # Attempts differ in time and signature, and share the id.
            signed = self._sender.deliver(body, event_id=event_id, now=self._now())
            headers = {
                **signed.headers,
                "Content-Type": "application/json",
                "X-Turnkey-Organization-Id": organization_id,
                "X-Turnkey-Event-Type": ACTIVITY_UPDATES,
                "X-Turnkey-Webhook-Version": "1",
            }
            statuses.append(_post(*target, headers, body))
            if 0 < statuses[-1] < _RETRIED_FROM:
                break
        delivery = WebhookDelivery(endpoint_id, url, headers, body, tuple(statuses))
        self._deliveries.append(delivery, len(url) + len(body))


def _is_subscribed(endpoint: WebhookEndpointRecord) -> bool:
    """Whether an endpoint wants the updates of activities."""
    return endpoint.is_active and any(
        each["eventType"] == ACTIVITY_UPDATES and each.get("isActive") is not False
        for each in endpoint.subscriptions
    )


def _target_of(url: str) -> _Target | None:
    """Return host, port and path of a URL on this machine; None for any other."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme != "http" or not is_loopback(parts.hostname or "") or "@" in parts.netloc:
        return None
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    return (parts.hostname or "", port or 80, path) if path.isascii() and path.isprintable() else None


def _post(host: str, port: int, path: str, headers: dict[str, str], body: bytes) -> int:
    """Send a delivery; return the status, or 0 if there is no answer in time. It follows no redirect."""
    ends = monotonic() + DELIVERY_SECONDS
    http = h11.Connection(h11.CLIENT)
    fields = {"Host": f"{in_url(host)}:{port}", **headers, "Content-Length": str(len(body))}
    try:
        with socket.create_connection((host, port), timeout=DELIVERY_SECONDS) as connection:
            head = http.send(h11.Request(method="POST", target=path, headers=[*fields.items()]))
            connection.sendall((head or b"") + body)
            # Each byte may arrive in time, and each answer may announce another.
            while (left := ends - monotonic()) > 0:
                connection.settimeout(left)
                http.receive_data(connection.recv(_READ_BYTES))
                while isinstance(event := http.next_event(), h11.Event):
                    if isinstance(event, h11.Response):  # pragma: no branch - others are interim answers
                        return event.status_code
    except (OSError, h11.ProtocolError):
        return 0
    return 0

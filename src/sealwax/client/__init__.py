"""Send operations, retry, and wait for activities: ``Client`` and ``AsyncClient``. Needs the extra ``httpx``.

``AuthProxyClient`` and ``AsyncAuthProxyClient`` send the operations of the auth proxy: signups and logins.

For example::

    with Client(ApiKeyStamper(api_key), organization_id=...) as client:
        tag = client.send(CreateUserTag(user_tag_name="team", user_ids=[]))
        tag.user_tag_id

A request is stamped once, and its retries send the same bytes, so that the service runs it once. The error
that ends a call has the operation, the activity's id if it is known, the attempts and the fingerprint.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .asynchronous import AsyncClient
    from .auth_proxy import AsyncAuthProxyClient, AuthProxyClient
    from .blocking import Client
    from .hooks import Attempt, FinishedAttempt
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "AsyncAuthProxyClient": "sealwax.client.auth_proxy",
            "AsyncClient": "sealwax.client.asynchronous",
            "Attempt": "sealwax.client.hooks",
            "AuthProxyClient": "sealwax.client.auth_proxy",
            "Client": "sealwax.client.blocking",
            "FinishedAttempt": "sealwax.client.hooks",
        },
    )

__all__ = [
    "AsyncAuthProxyClient", "AsyncClient", "Attempt", "AuthProxyClient", "Client", "FinishedAttempt"
]  # fmt: skip

"""Send operations, retry, and wait for activities: ``Client`` and ``AsyncClient``. Needs the extra ``httpx``.

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
    from .blocking import Client
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "AsyncClient": "sealwax.client.asynchronous",
            "Client": "sealwax.client.blocking",
        },
    )

__all__ = [
    "AsyncClient", "Client"
]  # fmt: skip

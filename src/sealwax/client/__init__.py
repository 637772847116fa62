"""Send operations, retry, and wait for activities: ``Client`` and ``AsyncClient``. Needs the extra ``httpx``.

For example::

    with Client(ApiKeyStamper(api_key), organization_id=...) as client:
        tag = client.send(CreateUserTag(user_tag_name="team", user_ids=[]))
        tag.user_tag_id

A request is stamped once, and its retries send the same bytes, so that the service runs it once. The error
that ends a call has the operation, the activity's id if it is known, the attempts and the fingerprint.
"""

from sealwax._names import load_lazily

__all__ = [
    "AsyncClient", "Client"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)

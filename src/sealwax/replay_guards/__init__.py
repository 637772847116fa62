"""Guards against repeated requests and webhooks for several processes: ``.sqlite`` and ``.redis``.

``sealwax.replay_guards.sqlite`` has them in a file, for the processes of one machine, and needs nothing else.
``sealwax.replay_guards.redis`` has them on a server of Redis, for several machines. Each is a
``sealwax.webhooks.ReplayGuard``, or an ``AsyncReplayGuard``, whose methods are awaited. An error of the store
passes through: catch it, and refuse the request. ``sealwax.webhooks.MemoryReplayGuard`` is for one process.
"""

from sealwax._names import load_lazily

__all__ = [
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)

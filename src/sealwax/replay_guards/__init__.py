"""Guards against repeated requests and webhooks for several processes: ``.sqlite`` and ``.redis``.

``sealwax.replay_guards.sqlite`` uses a file, for the processes of one machine, and has no dependency.
``sealwax.replay_guards.redis`` uses a Redis server, for several machines. Each is a
``sealwax.webhooks.ReplayGuard``, or an ``AsyncReplayGuard``, whose methods are awaited. An error of the store
passes through: catch it, and refuse the request. ``sealwax.webhooks.MemoryReplayGuard`` is for one process.
"""

from sealwax._names import load_lazily

__all__ = [
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)

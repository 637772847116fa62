"""Guards against repeated requests and webhooks for several processes: ``.sqlite`` and ``.redis``.

``sealwax.replay_guards.sqlite`` uses a file, for the processes of one machine, and has no dependency.
``sealwax.replay_guards.redis`` uses a Redis server, for several machines. Each is a
``sealwax.webhooks.ReplayGuard``, or an ``AsyncReplayGuard``, whose methods are awaited. An error of the store
passes through: catch it, and refuse the request. ``sealwax.webhooks.MemoryReplayGuard`` is for one process.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from . import redis as redis
    from . import sqlite as sqlite
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {},
        modules=("redis", "sqlite"),
    )

__all__: list[str] = []

"""The one table of the limits of this package.

A limit bounds the size, the number or the time of what a client sends, or of what the service keeps of it.
"""

from typing import Final

# HTTP.

MAX_HEAD_BYTES: Final = 65536
"""The largest head of a request: 64 KiB."""

MAX_BODY_BYTES: Final = 1 << 20
"""The largest body of a request, except that of a whole state: 1 MiB."""

IDLE_SECONDS: Final = 60
"""The time after which a silent connection is closed."""

MAX_DRAINED_BYTES: Final = 64 << 20
"""The number of bytes that are still read from a connection after its last answer."""

DRAIN_SECONDS: Final = 5
"""The longest silence of a client after its last answer."""

# Calls of contracts.

MAX_TYPE_CHARACTERS: Final = 2000
"""The length of the types of a function's arguments: eth-abi parses a nested type once for each level."""

MAX_TYPE_DEPTH: Final = 16
"""The number of levels of a type."""

MAX_CALL_WORDS: Final = 20_000
"""The number of words that are read from a call: those that several values share count for each."""

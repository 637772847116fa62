"""The base classes of types that are neither pickled nor copied."""

from typing import NoReturn


class NeverCopied:
    """Base of types with a lock, connections, a key or another library's object: no pickles, no copies."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} cannot be pickled or copied; share the object itself, or make another "
            "one in each process"
        )

    def __getstate__(self) -> NoReturn:
        # From Python 3.11 on, every object has one, which returns all slots.
        self.__reduce__()


class HoldsSecret(NeverCopied):
    """Base of types that hold a secret: instances cannot be pickled or copied."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} holds a secret and cannot be pickled or copied; share the object itself, "
            "or store the secret yourself"
        )

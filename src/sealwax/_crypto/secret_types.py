"""The base class of types that hold a secret."""

from typing import NoReturn


class HoldsSecret:
    """Base of types that hold a secret: instances cannot be pickled or copied."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} holds a secret and cannot be pickled or copied; share the object itself, "
            "or store the secret yourself"
        )

    def __getstate__(self) -> NoReturn:
        # From Python 3.11 on, every object has one, which returns all slots.
        self.__reduce__()

"""What every type that holds a secret has in common."""

from typing import NoReturn


class HoldsSecret:
    """Base of the types that hold a secret: none of them can be pickled or copied."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} holds a secret and cannot be pickled or copied; share the object itself, "
            "or store the secret yourself"
        )


class FrozenSecret(HoldsSecret):
    """Base of results with a secret. Not a dataclass: whatever serializes those would write it out."""

    __slots__ = ()

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"{name} of {type(self).__name__} cannot be set: it is a result")

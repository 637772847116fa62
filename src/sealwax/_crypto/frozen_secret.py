"""The base class of results that hold a secret."""

from typing import ClassVar, NoReturn

from cryptography.hazmat.primitives.constant_time import bytes_eq

from sealwax._codec.arguments import require_type

from .secret_types import HoldsSecret


class FrozenSecret(HoldsSecret):
    """Base of immutable results with a secret. Libraries would serialize a dataclass.

    A class names its fields in ``__slots__``, and its secret fields in ``_secret_fields``; ``repr`` hides
    these.
    """

    __slots__ = ()
    _secret_fields: ClassVar[tuple[str, ...]]

    def _set(self, **fields: tuple[object, type | tuple[type, ...]]) -> None:
        """Set the fields, each given with its type."""
        for name, (value, kind) in fields.items():
            require_type(value, kind, name)
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"{name} of {type(self).__name__} cannot be set: it is a result")

    def __repr__(self) -> str:
        names: tuple[str, ...] = self.__slots__
        shown = (
            f"{name}=<secret>" if name in self._secret_fields else f"{name}={getattr(self, name)!r}"
            for name in names
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        equal = True
        names: tuple[str, ...] = self.__slots__
        for name in names:
            one, another = getattr(self, name), getattr(other, name)
            equal &= _equal_secrets(one, another) if name in self._secret_fields else one == another
        return equal

    __hash__: ClassVar[None] = None  # type: ignore[assignment] # a hash of a secret is a secret too


def _equal_secrets(one: str | bytes | None, other: str | bytes | None) -> bool:
    """Compare two secrets in constant time; None differs from an empty secret."""
    return bytes_eq(_to_bytes(one), _to_bytes(other)) & ((one is None) == (other is None))


def _to_bytes(secret: str | bytes | None) -> bytes:
    return secret.encode() if isinstance(secret, str) else secret or b""

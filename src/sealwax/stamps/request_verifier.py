"""The base of the verifiers of stamps; apart from `header`, which stamping loads."""

from typing import ClassVar, Generic, TypeVar

V_co = TypeVar("V_co", covariant=True)


class RequestVerifier(Generic[V_co]):
    """The base of the verifiers that ``verify_request`` takes: of one kind of stamp, with a type of result.

    Attributes:
        header_name: The header of the stamps that it verifies.
    """

    __slots__ = ()
    header_name: ClassVar[str]

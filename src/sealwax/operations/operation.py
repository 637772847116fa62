"""Operations: their classes, and what each surface of the API makes of their parameters."""

from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from .fields import Id, Milliseconds
from .parameters import Parameters, check
from .reading import read_activity, read_record
from .responses import Activity, Record
from .sealing import SealedRequest, Stamper, configured_headers, stamped_headers
from .timestamps import to_timestamp
from .urls import AUTH_PROXY_URL, PUBLIC_API_URL, check_base_url

A_co = TypeVar("A_co", covariant=True)
R_co = TypeVar("R_co", bound=Record, covariant=True)

Surface = Literal["submit", "query", "auth_proxy"]
"""The kinds of operations."""


class Operation(Parameters, Generic[A_co], frozen=True, kw_only=True):
    """An operation of the API; its fields are its parameters."""

    operation_name: ClassVar[str]
    surface: ClassVar[Surface]

    @classmethod
    def _label(cls) -> str:
        """What error messages call it."""
        return cls.operation_name

    @classmethod
    def path(cls) -> str:
        """The path of its URL, from the base URL on."""
        raise NotImplementedError

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """The type of its request's body."""
        raise NotImplementedError

    def expected(self, organization_id: str) -> dict[str, object]:  # noqa: ARG002
        """Give what of the request its result is compared with.

        Args:
            organization_id: The organization that it was sealed for; empty for the auth proxy.

        Returns:
            The fields of the result that we set, by their encoded names.
        """
        return {}

    def read_answer(self, answer: bytes | str, *, organization_id: str | None) -> A_co:
        """Read what the service answered; ``SealedRequest.read`` calls this.

        Args:
            answer: The body of the answer, JSON.
            organization_id: The organization that it was sealed for.

        Returns:
            The answer.

        Raises:
            MalformedInput: It does not parse, lacks a field, or is of another type of activity.
            ContextMismatch: It is of another organization.
        """
        raise NotImplementedError


class SubmitOperation(Operation[Activity[R_co]], Generic[R_co], frozen=True, kw_only=True):
    """An operation that changes something: an activity."""

    surface = "submit"
    activity_type: ClassVar[str]
    intent_key: ClassVar[str]
    result_key: ClassVar[str]
    result_type: ClassVar[type[Record]]
    makes_app_proofs: ClassVar[bool] = True

    @classmethod
    def path(cls) -> str:
        """The path of its URL, from the base URL on."""
        return f"/public/v1/submit/{cls.operation_name}"

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """The type of its request's body."""
        return _submit_body(cls)

    def seal(
        self,
        stamper: Stamper,
        *,
        organization_id: str,
        timestamp_ms: int | None = None,
        now: datetime | None = None,
        generate_app_proofs: bool | None = None,
        base_url: str = PUBLIC_API_URL,
    ) -> SealedRequest[Activity[R_co]]:
        """Make the request: serialise it once, and stamp just those bytes.

        Args:
            stamper: What stamps it.
            organization_id: The organization that it is for.
            timestamp_ms: The time to put into it, in milliseconds since the epoch.
            now: The same as an aware datetime; the system's clock by default.
            generate_app_proofs: Whether the service is to prove what its enclaves did; not with
                delete_mfa_policy.
            base_url: Where the public API is.

        Returns:
            The request.

        Raises:
            InvalidRequest: Something breaks the specification; the message names it.
            SealwaxError: What the stamper raises.
        """
        time = to_timestamp(timestamp_ms, now)
        fields: dict[str, object] = {
            "type": self.activity_type,
            "timestampMs": str(time),
            "organizationId": organization_id,
            # Checked again with the rest: there are ways around the checks of a frozen Struct.
            "parameters": self,
        }
        if generate_app_proofs is not None:
            fields["generateAppProofs"] = generate_app_proofs
        url = check_base_url(base_url) + self.path()
        body = msgspec.json.encode(check(self.body_type(), fields, self._label()))
        return SealedRequest(
            url=url,
            body=body,
            operation=self,
            organization_id=organization_id,
            timestamp_ms=time,
            _headers=stamped_headers(stamper, body),
        )

    def read_answer(self, answer: bytes | str, *, organization_id: str | None) -> Activity[R_co]:
        """Read what the service answered; ``SealedRequest.read`` calls this.

        Args:
            answer: The body of the answer, JSON.
            organization_id: The organization that it was sealed for.

        Returns:
            The activity.

        Raises:
            MalformedInput: It does not parse, lacks a field, or is of another type of activity.
            ContextMismatch: It is of another organization.
        """
        return read_activity(self, answer, organization_id)


class RecordOperation(Operation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation whose answer is a record, and no activity."""

    answer_type: ClassVar[type[Record]]

    def read_answer(self, answer: bytes | str, *, organization_id: str | None) -> R_co:
        """Read what the service answered; ``SealedRequest.read`` calls this.

        Args:
            answer: The body of the answer, JSON.
            organization_id: The organization that it was sealed for; None for the auth proxy.

        Returns:
            The record.

        Raises:
            MalformedInput: It does not parse, or lacks a field.
        """
        return read_record(self, answer, organization_id)


class QueryOperation(RecordOperation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation that only reads."""

    surface = "query"

    @classmethod
    def path(cls) -> str:
        """The path of its URL, from the base URL on."""
        return f"/public/v1/query/{cls.operation_name}"

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """The type of its request's body."""
        return _query_body(cls)

    def seal(
        self, stamper: Stamper, *, organization_id: str, base_url: str = PUBLIC_API_URL
    ) -> SealedRequest[R_co]:
        """Make the request: serialise it once, and stamp just those bytes.

        Args:
            stamper: What stamps it.
            organization_id: The organization to read.
            base_url: Where the public API is.

        Returns:
            The request.

        Raises:
            InvalidRequest: Something breaks the specification; the message names it.
            SealwaxError: What the stamper raises.
        """
        url = check_base_url(base_url) + self.path()
        fields = {"organizationId": organization_id}
        body = msgspec.json.encode(check(self.body_type(), fields, self._label()))
        return SealedRequest(
            url=url,
            body=body,
            operation=self,
            organization_id=organization_id,
            timestamp_ms=None,
            _headers=stamped_headers(stamper, body),
        )


class AuthProxyOperation(RecordOperation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """A call of the auth proxy."""

    surface = "auth_proxy"

    @classmethod
    def path(cls) -> str:
        """The path of its URL, from the base URL on."""
        return f"/v1/{cls.operation_name}"

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """The type of its request's body."""
        return cls

    def seal(self, *, configuration_id: str, base_url: str = AUTH_PROXY_URL) -> SealedRequest[R_co]:
        """Make the request. It has no stamp: the client signature in it is what vouches for it.

        Args:
            configuration_id: The id of the auth proxy's configuration, from the service's dashboard.
            base_url: Where the auth proxy is.

        Returns:
            The request.

        Raises:
            InvalidRequest: Something breaks the specification; the message names it.
        """
        headers = configured_headers(configuration_id, self._label())
        url = check_base_url(base_url) + self.path()
        return SealedRequest(
            url=url,
            body=msgspec.json.encode(check(self.body_type(), self, self._label())),
            operation=self,
            organization_id=None,
            timestamp_ms=None,
            _headers=headers,
        )


@lru_cache(maxsize=64)
def _submit_body(operation: type[SubmitOperation[Any]]) -> type[msgspec.Struct]:
    fields: list[Any] = [
        ("type", Literal[operation.activity_type]),
        ("timestamp_ms", Milliseconds),
        ("organization_id", Id),
        ("parameters", operation),
    ]
    if operation.makes_app_proofs:
        fields.append(("generate_app_proofs", bool | None, None))
    return _body(operation, fields)


@lru_cache(maxsize=64)
def _query_body(operation: type[QueryOperation[Any]]) -> type[msgspec.Struct]:
    return _body(operation, [("organization_id", Id)])


def _body(operation: type[Parameters], fields: list[Any]) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        f"{operation.__name__}Body",
        fields,
        frozen=True,
        kw_only=True,
        rename="camel",
        omit_defaults=True,
        forbid_unknown_fields=True,
    )

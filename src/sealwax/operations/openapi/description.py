"""Make any operation of the API from the service's own description, an OpenAPI 2 file.

| input | decision |
|---|---|
| a file of more than 8 MiB, that is not OpenAPI 2, or without operations of the public API | refused |
| a path other than ``/public/v1/submit/NAME`` and ``/public/v1/query/NAME`` | ignored |
| an address in the description | ignored: the caller chooses the destination of a stamp |
| a built-in operation with another's type, or another operation with its type | refused |
| a schema that is not valid or not supported | refused when the operation is used; see ``definitions`` |
"""

import os
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias, cast

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.processes import process_lock
from sealwax._codec.strict_json import convert_json, decode_object
from sealwax._codec.text import to_bytes
from sealwax._codec.urls import PUBLIC_API_URL
from sealwax._crypto.secret_types import NeverCopied
from sealwax._limits import MAX_DESCRIPTION_BYTES
from sealwax.errors import InvalidRequest, MalformedInput, Unsupported
from sealwax.files import named, read_file
from sealwax.operations.all_operations import NEWEST, AnyOperation, Operations
from sealwax.operations.facts import OperationFacts
from sealwax.operations.operation import ActivityOperation, QueryOperation, Surface
from sealwax.operations.parameters import JsonObject
from sealwax.operations.responses import Activity, Record, UncheckedActivity
from sealwax.operations.sealing import SealedRequest, Stamper

from .classes import Classes
from .definitions import PATH, Definitions, Described, Post, Schemas

DescribedAnswer: TypeAlias = Activity[Record] | UncheckedActivity | Record
"""The answer to a described operation: an activity, or the record of a query.

The answer to a vote, the activity with that vote, is an ``UncheckedActivity``.
"""

_WHAT = "the API's description"

_BUILT_IN = {name: facts.activity or name for name, (_, facts) in NEWEST.items() if facts.is_activity}
"""The activities of the built-in operations, by the operations' names, and the reverse."""
_OF_ACTIVITY = {activity: name for name, activity in _BUILT_IN.items()}


class ApiDescription(NeverCopied):
    """The service's description of its API.

    Threads may share it. ``pickle`` and ``copy`` refuse it: read the document in each process.

    Args:
        document: The OpenAPI 2 document, such as ``public_api.swagger.json`` of the service's SDKs: JSON of
            at most 8 MiB.

    Raises:
        MalformedInput: The document is larger, does not parse, or does not describe operations of this API.
        Unsupported: The document is not OpenAPI 2, or has a chain of more than 8 references.
    """

    __slots__ = ("_classes", "_definitions", "_described", "_lock", "_names")

    def __init__(self, document: str | bytes) -> None:
        raw = to_bytes(document, _WHAT, limit=MAX_DESCRIPTION_BYTES)
        read = convert_json(decode_object(raw, _WHAT), _Document, _WHAT)
        if read.swagger != "2.0":
            raise Unsupported(f"{_WHAT} is not OpenAPI 2; get public_api.swagger.json of the service's SDK")
        self._definitions = Definitions(Schemas(read.definitions))
        self._described: dict[str, Described] = {}
        self._names: dict[str, str] = {}
        self._lock = process_lock()
        self._classes = Classes(__name__, self._definitions.made)
        for path, item in read.paths.items():
            match = PATH.fullmatch(path)
            if match is None:
                continue
            name: str = match["name"]
            if name in self._described:
                raise MalformedInput(f"{_WHAT} has the operation {name} twice")
            with named(f"{_WHAT}: {path}"):
                described = self._definitions.describe(cast("Surface", match["surface"]), name, item.post)
                _check_activity(described.facts)
            self._described[name] = described
        if not self._described:
            raise MalformedInput(
                f"{_WHAT} has no operation of the public API; get public_api.swagger.json of an SDK"
            )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "ApiDescription":
        """Read the service's description of its API from a file.

        Args:
            path: The file, such as ``public_api.swagger.json``, at most 8 MiB.

        Returns:
            The description.

        Raises:
            MalformedInput: The file is larger, does not parse, or does not describe operations of this API.
            Unsupported: The file is not OpenAPI 2, or has a chain of more than 8 references.
            OSError: The file cannot be read.
        """
        content = read_file(path, limit=MAX_DESCRIPTION_BYTES)
        with named(os.fspath(path)):
            return cls(content)

    @property
    def operations(self) -> Mapping[str, AnyOperation]:
        """The classes of the operations by the operations' names, in the document's order.

        They make requests and read answers like the classes of ``sealwax.operations``, which check more. A
        class is made on its first use.

        Raises:
            MalformedInput: The description of the operation is not valid.
            Unsupported: The description of the operation has a part that is not supported, or a chain of more
                than 8 references.
        """
        return Operations(self._described, self._find)

    def request(
        self,
        name: str,
        stamper: Stamper,
        *,
        organization_id: str,
        parameters: JsonObject,
        timestamp_ms: int | None = None,
        now: datetime | None = None,
        generate_app_proofs: bool | None = None,
        base_url: str = PUBLIC_API_URL,
    ) -> SealedRequest[DescribedAnswer]:
        """Make a stamped request for an operation, with parameters that the description allows.

        Only the description is used, even for an operation of ``sealwax.operations``, whose class checks
        more.

        Args:
            name: The operation's name, such as ``create_wallet``.
            stamper: The stamper for the request's body.
            organization_id: The id of the organization to change or read.
            parameters: The parameters by their wire names; for a query, the members of the body except
                ``organizationId``.
            timestamp_ms: The request's time, in milliseconds since the epoch; pass this or ``now``. A query
                has none.
            now: The request's time, as an aware datetime; by default as for ``seal`` of an operation.
            generate_app_proofs: Whether to ask the service for app proofs, where the operation allows it.
            base_url: The base URL of the public API: https, or http on this machine.

        Returns:
            The request. Its ``read`` compares the answer with the description: the type of the activity, its
            organization, the names and types of its result. Parts that an enclave sealed or signed
            are neither opened nor verified: pass them to their functions, with your expectations.

        Raises:
            InvalidRequest: The operation is unknown; or a parameter, the organization id, the time or the
                base URL is not allowed: the message names it and the rule.
            MalformedInput: The description of the operation is not valid; or the stamper returned something
                other than a stamp.
            Unsupported: The description of the operation has a part that is not supported, or a chain of more
                than 8 references.
            SealwaxError: The errors of the stamper.
        """
        require_type(name, str, "name")
        if name not in self._described:
            raise InvalidRequest("the operation is unknown; use one of ApiDescription.operations")
        operation = self._find(name)
        made = operation.from_params(parameters)
        if isinstance(made, ActivityOperation):
            return made.seal(
                stamper,
                organization_id=organization_id,
                timestamp_ms=timestamp_ms,
                now=now,
                generate_app_proofs=generate_app_proofs,
                base_url=base_url,
            )
        of_activity = {
            "timestampMs": now if timestamp_ms is None else timestamp_ms,
            "generateAppProofs": generate_app_proofs,
        }
        for member, value in of_activity.items():
            if value is not None:
                raise InvalidRequest(f"{name}: {member} is unknown; a query has none")
        query = cast("QueryOperation[Record]", made)
        return query.seal(stamper, organization_id=organization_id, base_url=base_url)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self._described)} operations)"

    def _find(self, name: str) -> AnyOperation:
        """Return the class of an operation of the document."""
        with self._lock.get():
            if name not in self._names:
                with named(f"{_WHAT}: {name}"):
                    self._names[name] = self._definitions.add(self._described[name])
        return cast("AnyOperation", self._classes.find(self._names[name]))


def _check_activity(facts: OperationFacts) -> None:
    """Refuse a description that exchanges operations; versions may differ."""
    if not facts.is_activity:
        return
    activity = facts.activity or facts.name
    if _BUILT_IN.get(facts.name, activity) != activity:
        raise MalformedInput("its type does not belong to this operation")
    if _OF_ACTIVITY.get(activity, facts.name) != facts.name:
        raise MalformedInput(f"its type belongs to the operation {_OF_ACTIVITY[activity]}")


class _Path(msgspec.Struct, frozen=True):
    post: Post | None = None


class _Document(msgspec.Struct, frozen=True):
    swagger: str = ""
    paths: dict[str, _Path] = {}
    definitions: dict[str, dict[str, Any]] = {}

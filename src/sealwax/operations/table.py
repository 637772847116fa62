"""The one table of all operations; code, command line, documentation, schemas and tests follow from it."""

from typing import Final

from . import auth_proxy, query, submit
from .operation import AuthProxyOperation, QueryOperation, SubmitOperation
from .responses import Record

AnyOperation = type[SubmitOperation[Record]] | type[QueryOperation[Record]] | type[AuthProxyOperation[Record]]
"""A class of operations: one of the three kinds."""

OPERATIONS: Final[dict[str, AnyOperation]] = {
    operation.operation_name: operation
    for module in (submit, query, auth_proxy)
    for operation in vars(module).values()
    # Defined there, and not imported.
    if getattr(operation, "__module__", None) == module.__name__
}
"""Every operation of the API, by its name, in the specification's order."""

"""The table of all operations, from which the command line, the schemas and the tests derive."""

from typing import Final

from . import activities, auth_proxy, queries, secrets
from .operation import AuthProxyOperation, QueryOperation, SubmitOperation
from .responses import Record

AnyOperation = type[SubmitOperation[Record]] | type[QueryOperation[Record]] | type[AuthProxyOperation[Record]]
"""The class of an operation, of any of the three kinds."""

OPERATIONS: Final[dict[str, AnyOperation]] = {
    operation.operation_name: operation
    for module in (activities, queries, auth_proxy, secrets)
    for operation in vars(module).values()
    # Only the operations that the module defines: not what it imports, nor the types of their answers.
    if getattr(operation, "__module__", None) == module.__name__ and hasattr(operation, "operation_name")
}
"""The operations that have a class here, by name; those on secrets come last."""

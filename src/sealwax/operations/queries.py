"""The query operation, which reads and changes nothing."""

from .operation import QueryOperation
from .results import PrivateKeys


class ListPrivateKeys(QueryOperation[PrivateKeys], frozen=True, kw_only=True):
    """List the private keys of an organization."""

"""Type checks of arguments."""

from collections.abc import Set as AbstractSet


def require_type(value: object, kind: type | tuple[type, ...], name: str) -> None:
    """Raise a ``TypeError`` that names the argument if it has another Python type.

    A bool is not accepted as an int.
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and int in kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        if isinstance(value, type) and issubclass(value, kinds):
            made = value.__name__
            raise TypeError(f"{name} must be {wanted}, not the class {made}; call it: {made}(...)")
        raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}")


def require_function(value: object, name: str, *, optional: bool = False) -> None:
    """Raise a ``TypeError`` that names the argument if it cannot be called.

    With ``optional``, None is accepted.
    """
    if not callable(value) and not (optional and value is None):
        raise TypeError(f"{name} must be a function, not {type(value).__name__}")


def expected_ids(organization_id: str | AbstractSet[str]) -> frozenset[str]:
    """Return the accepted organization ids as a set."""
    require_type(organization_id, (str, AbstractSet), "organization_id")
    ids = frozenset([organization_id] if isinstance(organization_id, str) else organization_id)
    for organization in ids:
        require_type(organization, str, "each id of organization_id")
    # An empty id would match a body with an empty id.
    if not ids or "" in ids:
        raise ValueError("organization_id must not be empty")
    return ids

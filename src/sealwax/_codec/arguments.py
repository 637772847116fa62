"""Checks of arguments that only the programmer chooses."""


def require_type(value: object, kind: type | tuple[type, ...], name: str) -> None:
    """Raise a ``TypeError`` that names the argument if its Python type is another one."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        wanted = " or ".join(each.__name__ for each in kinds)
        raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}")

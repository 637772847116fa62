"""Arguments that only the programmer chooses: a wrong one is a ``TypeError`` that names it."""


def require_type(value: object, kind: type | tuple[type, ...], name: str) -> None:
    """Refuse an argument of another Python type."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        wanted = " or ".join(each.__name__ for each in kinds)
        raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}")

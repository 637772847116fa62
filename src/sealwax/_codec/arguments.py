"""Type checks of arguments."""


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
        remedy = _REMEDIES.get(kinds[-1].__name__) or _REMEDIES.get(kinds[0].__name__, "")
        raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}{remedy}")


# By name, because stamping loads few of the types.
_REMEDIES = {
    "EllipticCurvePrivateKey": "; TargetKey.from_private_key makes a key from hex",
    "Operation": "; pass an operation, such as ListWallets()",
    "Set": "; write several in braces: {a, b}",
    "WebhookKeys": "; pass WebhookKeys.from_jwks(text)",
    "datetime": "; pass datetime.now(timezone.utc), for example",
    "timedelta": "; pass timedelta(seconds=60), for example",
}
"""The advice for types that are often mistaken for others."""


def require_method(value: object, method: str, name: str, remedy: str) -> None:
    """Raise a ``TypeError`` that names the argument if it is not an object with a method.

    A class has the method, too, but not its object.
    """
    if isinstance(value, type) or not callable(getattr(value, method, None)):
        raise TypeError(f"{name} must be an object with a method {method}, not {describe(value)}; {remedy}")


def describe(value: object) -> str:
    """Return a value's type for a message, or the class that it is."""
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__


def require_function(value: object, name: str, *, optional: bool = False) -> None:
    """Raise a ``TypeError`` that names the argument if it cannot be called.

    With ``optional``, None is accepted.
    """
    if not callable(value) and not (optional and value is None):
        raise TypeError(f"{name} must be a function, not {type(value).__name__}")

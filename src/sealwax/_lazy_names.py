"""Names of a package that are loaded when they are first asked for (PEP 562)."""

import sys

TYPE_CHECKING: bool = False  # that of typing, which takes longer to load than the package
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def load_lazily(
    package: str, homes: "Mapping[str, str]", modules: "tuple[str, ...]" = ()
) -> "tuple[Callable[[str], object], Callable[[], list[str]]]":
    """Return ``__getattr__`` and ``__dir__`` of a package.

    Args:
        package: the name of the package.
        homes: the module that has each name.
        modules: the modules of the package that are names of it, too.
    """

    def load(name: str) -> object:
        if name in modules:
            return _imported(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(_imported(homes[name]), name)
        # The next access does not come here.
        vars(sys.modules[package])[name] = value
        return value

    return load, lambda: vars(sys.modules[package])["__all__"]


def _imported(module: str) -> object:
    # importlib.import_module, without loading importlib.
    __import__(module)
    return sys.modules[module]

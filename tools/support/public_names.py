"""The public packages and modules, and where their names are from, read from their text.

Nothing is imported: the integrations need libraries that are not installed everywhere.
"""

import ast
from functools import cache
from importlib.util import resolve_name

from tools import ROOT

PACKAGES = (
    *("sealwax", "sealwax.activities", "sealwax.audit", "sealwax.client", "sealwax.integrations"),
    *(
        "sealwax.operations",
        "sealwax.proofs",
        "sealwax.replay_guards",
        "sealwax.inspection",
        "sealwax.stamps",
        "sealwax.signers",
    ),
    *("sealwax.testing", "sealwax.wallets"),
)
"""The packages of the client that load a name when it is first asked for."""
MODULES = (
    *("sealwax.flows", "sealwax.integrations.aiohttp", "sealwax.integrations.httpx"),
    *("sealwax.integrations.requests", "sealwax.replay_guards.redis", "sealwax.replay_guards.sqlite"),
    *("sealwax.signers.aws_kms", "sealwax.signers.fido2", "sealwax.signers.pkcs11", "sealwax.webhooks"),
)
"""The public modules."""
ROOMS = (*PACKAGES, *MODULES, "sealwax_service", "sealwax_vectors")
"""What is public by its own name."""


@cache
def names_of(room: str) -> tuple[str, ...]:
    """Give ``__all__`` of a package or module."""
    names: tuple[str, ...] = ()
    for node in tree_of(room).body:
        match node:
            case (
                ast.Assign(targets=[ast.Name("__all__")], value=value)
                | ast.AnnAssign(target=ast.Name("__all__"), value=ast.expr() as value)
            ):
                names += tuple(ast.literal_eval(value))
            case ast.AugAssign(target=ast.Name("__all__"), value=ast.Attribute(ast.Name(module))):
                names += names_of(f"{room}.{module}")
            case _:
                pass
    return names


@cache
def homes_of(package: str) -> dict[str, str]:
    """Give the module that each public name of a package is from, as type checkers see it."""
    blocks = (node for node in tree_of(package).body if isinstance(node, ast.If))
    homes: dict[str, str] = {}
    for node in (node for block in blocks for node in block.body):
        if isinstance(node, ast.ImportFrom) and node.module:
            module = resolve_name("." * node.level + node.module, package)
            for alias in node.names:
                names = names_of(module) if alias.name == "*" else [alias.name]
                homes |= dict.fromkeys(names, module)
    return homes


@cache
def tree_of(room: str) -> ast.Module:
    """Parse a package or module."""
    return ast.parse(source_of(room))


def source_of(room: str) -> str:
    """Read a package or module."""
    folder = {"sealwax_service": "service", "sealwax_vectors": "vectors"}.get(room.partition(".")[0], "src")
    path = ROOT / folder / room.replace(".", "/")
    return (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text()

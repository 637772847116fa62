"""Write the modules of ``sealwax.operations.catalog``: ``python -m tools.catalog``.

They are made of the names and types in ``tools/catalog/description`` and of ``tools/catalog/decisions.py``.
To take names and types from a newer description of the service, and then write the modules::

    python -m tools.catalog facts public_api.swagger.json auth_proxy.swagger.json
    python -m tools.catalog
"""

import argparse
import json
import sys
from pathlib import Path

from . import documents
from .documents import AUTH_PROXY, BEYOND, PUBLIC_API, CatalogError, committed, facts_of, is_of_auth_proxy


def take(path: Path) -> Path:
    """Write the names and types of a document; return the file.

    Raises:
        CatalogError: It cannot be read, or has something without a form.
    """
    try:
        facts = facts_of(json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise CatalogError(f"{path} cannot be read as a description of the API: {error}") from None
    return documents.commit(AUTH_PROXY if is_of_auth_proxy(facts) else PUBLIC_API, facts)


def write() -> None:
    """Write the modules, and the names and types as `facts` writes them: someone may have typed some.

    Raises:
        CatalogError: Something has to be decided first.
    """
    # It loads the catalog, which `facts` does without.
    from .generator import files, read  # noqa: PLC0415

    for path, text in files(read()).items():
        path.write_text(text)
    for name in (PUBLIC_API, AUTH_PROXY, BEYOND):
        documents.commit(name, committed(name))


def main(arguments: list[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        usage="python -m tools.catalog [-h] [facts PATH...]",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", metavar="facts")
    facts = commands.add_parser("facts", help="take the names and types of descriptions")
    facts.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="a description, in OpenAPI 2")
    given = parser.parse_args(arguments)
    try:
        if given.command is None:
            write()
        else:
            for path in given.paths:
                sys.stdout.write(f"{take(path)}\n")
    except CatalogError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()

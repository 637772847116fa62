"""Tables of pages in Markdown."""

from collections import defaultdict
from collections.abc import Iterable

Row = Iterable[object]


def table(*rows: Row) -> str:
    """Return a table of its head and its rows."""
    head, *body = ([str(cell) for cell in row] for row in rows)
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *body))


def grouped(rows: Iterable[tuple[str, tuple[str, ...]]], separator: str) -> list[str]:
    """Write rows of a table: one for all whose other cells are equal, with their first cells in it."""
    found: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for first, others in rows:
        found[others].append(first)
    return [f"| {separator.join(firsts)} | {' | '.join(others)} |" for others, firsts in found.items()]

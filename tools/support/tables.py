"""Tables of pages in Markdown."""

from collections.abc import Iterable

Row = Iterable[object]


def table(*rows: Row) -> str:
    """Return a table of its head and its rows."""
    head, *body = ([str(cell) for cell in row] for row in rows)
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *body))

"""The chart for people: what a request costs with each client, as an SVG with how to read it."""

import textwrap
from collections.abc import Iterator, Mapping
from html import escape

from .clients import FAST, export_wallet, list_private_keys, name_of
from .groups import BARE, OURS

HOW_TO_READ = (
    "Each bar is the processor time that a client takes to make one request, from its parameters to the "
    "headers that are sent with it: written as JSON and stamped with a P-256 key. Nothing is sent. Shorter "
    "is better. The signature alone is cryptography's, of the same body. One run on one machine made all "
    "bars: compare them with each other, and not with those of another run."
)
_BARE_LABEL = "the signature alone"
_REQUESTS = {"list_private_keys, a query": list_private_keys, "export_wallet, an activity": export_wallet}

_WIDTH, _MARGIN, _LINE = 880, 24, 20
_LABELS, _VALUES = 190, 190
_BAR, _STEP = 20, 28
_CHARACTERS = 118
_COLOURS = {OURS: "#1d4ed8", FAST: "#1d4ed8", BARE: "#d1d5db"}
_OTHERS = "#9ca3af"


def draw(seconds: Mapping[str, Mapping[str, float]], versions: Mapping[str, str]) -> str:
    """Draw what each client takes.

    Args:
        seconds: The medians of a run, by group and by client.
        versions: What was measured, with its versions.

    Returns:
        The SVG.
    """
    charts = {title: seconds[name_of(make)] for title, make in _REQUESTS.items()}
    longest = max(each for taken in charts.values() for each in taken.values())
    parts, y = [], _MARGIN + 22
    parts.append(_text(_MARGIN, y, "What a request costs with each client", size=22, weight="bold"))
    for line in textwrap.wrap(HOW_TO_READ, _CHARACTERS):
        y += _LINE
        parts.append(_text(_MARGIN, y, line))
    for title, taken in charts.items():
        y += 2 * _LINE
        parts.append(_text(_MARGIN, y, title, size=16, weight="bold"))
        y += 10
        parts.extend(_bars(taken, y, longest))
        y += _STEP * len(taken)
    y += _LINE
    for line in textwrap.wrap(", ".join(f"{name} {version}" for name, version in versions.items()), 140):
        parts.append(_text(_MARGIN, y, line, size=11, colour="#6b7280"))
        y += 15
    title = f"<title>What a request costs with each client</title><desc>{escape(HOW_TO_READ)}</desc>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y + _MARGIN - 15}" width="{_WIDTH}" '
        f'role="img" font-family="system-ui, sans-serif">{title}\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _bars(taken: Mapping[str, float], top: int, longest: float) -> Iterator[str]:
    """A bar for each client, the quickest first, with its time and how many times ours that is."""
    left, room = _MARGIN + _LABELS, _WIDTH - 2 * _MARGIN - _LABELS - _VALUES
    for number, (name, seconds) in enumerate(sorted(taken.items(), key=lambda item: item[1])):
        y, width = top + number * _STEP, max(1.0, room * seconds / longest)
        colour = _COLOURS.get(name, _OTHERS)
        label = _BARE_LABEL if name == BARE else name
        value = f"{seconds * 1e6:.0f} µs"
        if name != OURS:
            value += f", {seconds / taken[OURS]:.1f} times sealwax"
        yield _text(left - 8, y + 15, label, anchor="end")
        yield f'<rect x="{left}" y="{y}" width="{width:.1f}" height="{_BAR}" fill="{colour}"/>'
        yield _text(int(left + width + 6), y + 15, value)


def _text(
    x: int,
    y: int,
    text: str,
    *,
    size: int = 14,
    weight: str = "normal",
    anchor: str = "start",
    colour: str = "#111827",
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
        f'fill="{colour}">{escape(text)}</text>'
    )

"""Write the map of the rooms in CONTRIBUTING.md, from the imports in the code: ``python -m tests.rooms``."""

import re

from tests.conftest import ROOT
from tests.test_imports import MODULES, TIERS, imports_of, room_of

PAGE = ROOT / "CONTRIBUTING.md"
_MAP = re.compile(r"(<!-- map: written by tests/rooms.py -->\n).*?(<!-- end of map -->)", re.DOTALL)


def rooms_below() -> dict[str, set[str]]:
    """The rooms that the modules of each room import."""
    below: dict[str, set[str]] = {}
    for module in MODULES:
        below.setdefault(room_of(module), set()).update(map(room_of, imports_of(module)))
    return {room: found - {room, ""} for room, found in below.items()}


def written(text: str) -> str:
    """The page with the map: a line for each room, with its nearest imports."""
    below = rooms_below()

    def reached(room: str) -> set[str]:
        return below[room].union(*(reached(each) for each in below[room]))

    lines = []
    for tier in TIERS:
        for room in sorted(tier):
            if room in {"", "__main__"}:
                continue
            nearest = below[room] - {far for each in below[room] for far in reached(each)}
            lines.append(f"{room:15} {' '.join(sorted(nearest))}".rstrip())
    drawn = "\n".join(["```text", *lines, "```", ""])
    return _MAP.sub(lambda found: f"{found[1]}\n{drawn}\n{found[2]}", text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))

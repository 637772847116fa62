"""Commands for maintainers: MAINTAINING.md lists them. They run at the top of the repository.

Nothing here reads ``tests/``; tests read this. What several commands share is in ``support``.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The top of the repository."""

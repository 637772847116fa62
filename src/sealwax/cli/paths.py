"""The type of options whose value is a `Path`; a separate module, because `pathlib` loads slowly."""

from pathlib import Path

import click

# Commands report unreadable files themselves, because click uses another form.
PATH = click.Path(path_type=Path, readable=False)

"""The type of options whose value is a `Path`, apart as `pathlib` takes long to load."""

from pathlib import Path

import click

# Commands report files that they cannot read or write; click would report them in another form.
PATH = click.Path(path_type=Path, readable=False)

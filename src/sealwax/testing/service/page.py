"""The page at ``/``."""

from importlib.resources import files

PAGE = files(__package__).joinpath("page.html").read_bytes()
"""The page, HTML."""

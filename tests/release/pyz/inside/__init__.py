"""What runs from the archive: `__main__.py` and `launcher.py` in it, `program.py` where it is unpacked."""

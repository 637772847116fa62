"""The modules that run: `__main__.py` and `launcher.py` in the archive, `program.py` where it is unpacked."""

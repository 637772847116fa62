"""Make the files of test vectors from a seed.

A construct has a module, whose function with the name of the file yields the cases from key material.
"""

from .generator import VectorFile, generate_files

__all__ = ["VectorFile", "generate_files"]

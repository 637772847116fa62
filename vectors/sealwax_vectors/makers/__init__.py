"""Make the files of test vectors from a seed: a module a construct.

Each has a function with the name of the file, which yields its cases from key material.
"""

from .generator import VectorFile, generate_files

__all__ = ["VectorFile", "generate_files"]

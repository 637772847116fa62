"""Print each check of the library after the first test vector that notices that it is gone.

The lenient variants of parsers follow. With ``--lenient``, they are all. For example::

    python -m tools.mutation --lenient
"""

from .census import main

main()

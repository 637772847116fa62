"""Run the commands of ``sealwax vectors`` with ``python -m sealwax_vectors``."""

import sys

from sealwax.cli import main

sys.argv.insert(1, "vectors")
main()

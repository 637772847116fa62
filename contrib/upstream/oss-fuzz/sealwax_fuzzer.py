"""A fuzz target of sealwax: its name, then ``--libfuzzer`` and libFuzzer's own arguments."""

from tests.fuzz.__main__ import main

main()

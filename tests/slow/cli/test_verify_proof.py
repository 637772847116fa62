"""The tests of ``tests/cli/test_verify_proof.py`` that take long."""

import pytest

from tests.cli.test_verify_proof import ENCLAVE, HASH, MACHINE, PCR0, PINNED, Files, files, refused
from tests.conftest import near_misses

__all__ = ["files"]


class TestBootProofs:
    @pytest.mark.parametrize(
        "pins",
        [
            ["--pcr", f"1={PCR0}"],
            ["--pcr", "3=production"],
            *(["--manifest-hash", near] for near in near_misses(HASH)),
            ["--namespace", "prod/signer"],
            ["--quorum-public-key", ENCLAVE.ephemeral.public.hex()],
            [
                "--threshold",
                "1",
                *(part for key in ENCLAVE.members for part in ("--member", key.public.hex())),
            ],
            ["--threshold", "2", "--member", ENCLAVE.members[0].public.hex()],
            ["--share-threshold", "1", "--share-member", ENCLAVE.members[0].public.hex()],
            ["--pivot-hash", "00" * 32],
            ["--min-nonce", "8"],
            ["--args", "[]"],
        ],
    )
    def test_what_is_not_as_pinned(self, files: Files, pins: list[str]) -> None:
        assert refused(files.verify(*(MACHINE if "--pivot-hash" in pins else PINNED), *pins), "wrong-enclave")

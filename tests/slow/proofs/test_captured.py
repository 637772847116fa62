"""The tests of ``tests/proofs/test_captured.py`` that take long."""

import base64

import pytest

from tests.conftest import UNPUBLISHED
from tests.proofs import test_captured as quick
from tests.proofs.test_captured import CAPTURED, Proof, _with, codes_of

pair = quick.pair


pytestmark = pytest.mark.skipif(
    not (CAPTURED / "proof_pair_preprod_signer_1.json").exists(),
    reason=UNPUBLISHED,
)


class TestEveryByte:
    """No byte of what is signed or compared can be changed."""

    @pytest.mark.parametrize(
        ("name", "codes"),
        [
            ("awsAttestationDocB64", {"malformed", "untrusted-signer", "bad-signature", "expired"}),
            ("qosManifestB64", {"malformed", "bad-signature"}),
            ("qosManifestEnvelopeB64", {"malformed", "bad-signature", "untrusted-signer"}),
        ],
    )
    def test_of_the_boot_proof(self, pair: tuple[Proof, Proof], name: str, codes: set[str]) -> None:
        app, boot = pair
        content = base64.b64decode(boot[name])

        def change(position: int) -> tuple[Proof, Proof]:
            changed = content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :]
            return app, _with(boot, name, changed)

        assert codes_of(change, len(content)) == codes

import pytest

from sealwax._crypto import libsecp256k1
from sealwax.errors import install_command
from sealwax_vectors import run_file
from tests.conftest import ROOT


def test_without_libsecp256k1_what_needs_it_is_skipped_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(libsecp256k1, "HAS_LIBSECP256K1", False)
    outcomes = list(run_file(ROOT / "vectors" / "signature_result.json"))
    assert [outcome for outcome in outcomes if outcome.failed] == []
    skipped = [outcome for outcome in outcomes if outcome.skipped is not None]
    # A wrong v alone cannot be told from the right one, nor can it be said that it was.
    assert {"valid", "bad-signature"} <= {outcome.expected for outcome in skipped}
    assert all(install_command("secp256k1") in str(outcome.skipped) for outcome in skipped)

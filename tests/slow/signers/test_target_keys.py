"""The vectors of what a target key opens, opened by a key that has only the members of ``KeyAgreement``."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from sealwax import TargetKey
from sealwax._crypto import hpke
from sealwax.keys import opening_key
from sealwax_vectors import load_file, run_suite
from sealwax_vectors.constructs import credentials, exports
from sealwax_vectors.constructs import hpke as hpke_cases
from tests.conftest import ROOT
from tests.signers.device_key import OnADevice

OPENED = ("account_export", "credential_bundle", "secret_export", "wallet_export", "hpke")
"""The files of vectors with cases that a target key opens."""


@pytest.fixture
def exchanges(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Put a key on a device in place of each target key of the vectors; list what it was asked for."""
    asked: list[bytes] = []

    class Device(OnADevice):
        def exchange(self, public_key: bytes) -> bytes:
            asked.append(public_key)
            return super().exchange(public_key)

        @classmethod
        def from_private_key(cls, key: str) -> "Device":
            return cls(TargetKey.from_private_key(key))

    def open_base(key: ec.EllipticCurvePrivateKey, sealed: hpke.Sealed) -> bytes:
        return hpke.open_base(opening_key(Device(TargetKey(key))), sealed)

    for module in (credentials, exports):
        monkeypatch.setattr(module, "TargetKey", Device)
    monkeypatch.setattr(hpke_cases, "open_base", open_base)
    return asked


@pytest.mark.parametrize("name", OPENED)
def test_the_vectors_hold_for_a_key_on_a_device(name: str, exchanges: list[bytes]) -> None:
    suite = load_file(ROOT / "vectors" / f"{name}.json")
    assert [outcome.summary for outcome in run_suite(suite) if not outcome.passed] == []
    assert len(exchanges) >= 3
    assert {len(public_key) for public_key in exchanges} == {65}

"""Features: each file has a role, and what a case uses is among its features."""

from typing import Any

import pytest
from Crypto.Hash import keccak as hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from sealwax_vectors import load_file, run_case
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.features import FEATURES, find_features
from sealwax_vectors.format import Construct, group_type
from sealwax_vectors.protocol import KnownCase, known_cases
from tests.conftest import ROOT

ROLES = [*FEATURES][: [*FEATURES].index("secp256k1")]


def cases(*files: str) -> list[KnownCase]:
    return list(known_cases(load_file(ROOT / "vectors" / f"{file}.json") for file in files))


def needs(case_id: str) -> set[str]:
    (found,) = (case for case in cases(case_id.partition("/")[0]) if case.task.id == case_id)
    return {*found.task.features}


@pytest.mark.slow
def test_every_case_has_one_role_and_every_feature_a_case() -> None:
    every = cases(*(construct.name for construct in CONSTRUCTS))
    for known in every:
        roles = [feature for feature in known.task.features if feature in ROLES]
        # Keystores are a role beside the other forms of keys.
        assert len(roles) == (2 if known.task.group == "KeystoreDecryption" else 1), known.task.id
        assert [*known.task.features] == [feature for feature in FEATURES if feature in known.task.features]
    assert {feature for known in every for feature in known.task.features} == {*FEATURES}


@pytest.mark.parametrize(
    ("case_id", "features"),
    [
        ("api_key_stamp_p256/ApiKeyStamping/an-empty-body", {"stamps", "rfc6979"}),
        ("account_export/AccountExport/an-ordinary-key", {"exports"}),
        ("webauthn_stamp/WebAuthnStampVerification/EdDSA-an-empty-body", {"passkey-stamps", "ed25519"}),
        (
            "activity_vote/ActivityVotes/SECP256K1-EIP191-a-vote-on-the-request",
            {"votes", "secp256k1", "keccak256"},
        ),
        ("hpke/HpkeKeySchedule/the-test-vector-published-with-RFC-9180", {"hpke", "hpke-internals"}),
        ("import_bundle/SealedImport/a-wallet-that-is-not-ASCII", {"imports", "passphrase"}),
        ("import_bundle/SealedImport/a-wallet", {"imports"}),
    ],
)
def test_the_features_of_a_case(case_id: str, features: set[str]) -> None:
    assert needs(case_id) == features


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The features that the library used since the set was emptied."""
    found: set[str] = set()
    points, scalars = ec.EllipticCurvePublicKey.from_encoded_point, ec.derive_private_key
    public, private = ed25519.Ed25519PublicKey.from_public_bytes, ed25519.Ed25519PrivateKey.from_private_bytes
    digest = hashes.new

    def point(curve: ec.EllipticCurve, data: bytes) -> ec.EllipticCurvePublicKey:
        found.add(curve.name)
        return points(curve, data)

    def scalar(value: int, curve: ec.EllipticCurve) -> ec.EllipticCurvePrivateKey:
        found.add(curve.name)
        return scalars(value, curve)

    def public_key(data: bytes) -> ed25519.Ed25519PublicKey:
        found.add("ed25519")
        return public(data)

    def private_key(data: bytes) -> ed25519.Ed25519PrivateKey:
        found.add("ed25519")
        return private(data)

    def hasher(**options: Any) -> object:
        found.add("keccak256")
        return digest(**options)

    monkeypatch.setattr(ec.EllipticCurvePublicKey, "from_encoded_point", point)
    monkeypatch.setattr(ec, "derive_private_key", scalar)
    monkeypatch.setattr(ed25519.Ed25519PublicKey, "from_public_bytes", public_key)
    monkeypatch.setattr(ed25519.Ed25519PrivateKey, "from_private_bytes", private_key)
    monkeypatch.setattr(hashes, "new", hasher)
    return found


# An output that a program may leave out, and a stamp that names the scheme of another file.
_BESIDE_THE_POINT = {
    "AccountExport": {"ed25519"},
    "ApiKeyStampVerification": {"keccak256"},
}


@pytest.mark.slow
@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.name)
def test_what_a_case_uses_is_among_its_features(construct: Construct, used: set[str]) -> None:
    suite = load_file(ROOT / "vectors" / f"{construct.name}.json")
    for group in suite.test_groups:
        for case in group.tests:
            used.clear()
            run_case(group, case)
            needed = {*find_features(construct, type(group), case)}
            beside = _BESIDE_THE_POINT.get(group_type(type(group)), set())
            assert (used & {"secp256k1", "ed25519", "keccak256"}) - beside <= needed, case.id

"""The features that a case needs."""

import pytest

from sealwax_vectors import load_file
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.features import FEATURES
from sealwax_vectors.protocol import KnownCase, known_cases
from tests.conftest import ROOT


def cases(*files: str) -> list[KnownCase]:
    return list(known_cases(load_file(ROOT / "vectors" / f"{file}.json") for file in files))


def needs(case_id: str) -> set[str]:
    (found,) = (case for case in cases(case_id.partition("/")[0]) if case.task.id == case_id)
    return {*found.task.features}


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


ROLES = [*FEATURES][: [*FEATURES].index("secp256k1")]


def test_every_case_has_one_role_and_every_feature_a_case() -> None:
    every = cases(*(construct.name for construct in CONSTRUCTS))
    for known in every:
        roles = [feature for feature in known.task.features if feature in ROLES]
        # Keystores are a role beside the other forms of keys.
        assert len(roles) == (2 if known.task.group == "KeystoreDecryption" else 1), known.task.id
        assert [*known.task.features] == [feature for feature in FEATURES if feature in known.task.features]
    assert {feature for known in every for feature in known.task.features} == {*FEATURES}

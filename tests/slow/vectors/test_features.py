"""The tests of ``tests/vectors/test_features.py`` that take longest."""

from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.features import FEATURES
from tests.vectors.test_features import cases

ROLES = [*FEATURES][: [*FEATURES].index("secp256k1")]


def test_every_case_has_one_role_and_every_feature_a_case() -> None:
    every = cases(*(construct.name for construct in CONSTRUCTS))
    for known in every:
        roles = [feature for feature in known.task.features if feature in ROLES]
        # Keystores are a role beside the other forms of keys.
        assert len(roles) == (2 if known.task.group == "KeystoreDecryption" else 1), known.task.id
        assert [*known.task.features] == [feature for feature in FEATURES if feature in known.task.features]
    assert {feature for known in every for feature in known.task.features} == {*FEATURES}

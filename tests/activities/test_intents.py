import pytest

from sealwax.activities.intents import intent_name
from sealwax.operations import OPERATIONS, SubmitOperation
from tests.operations.openapi.descriptions import committed_description


@pytest.mark.parametrize(
    ("activity_type", "name"),
    [
        ("ACTIVITY_TYPE_UPDATE_USER", "updateUserIntent"),
        ("ACTIVITY_TYPE_CREATE_POLICY_V3", "createPolicyIntentV3"),
        ("ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V10", "createSubOrganizationIntentV10"),
        ("ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL", "createOauth2CredentialIntent"),
        ("ACTIVITY_TYPE_V2", "v2Intent"),
        ("ACTIVITY_TYPE_VERIFY", "verifyIntent"),
        ("ACTIVITY_TYPE_UPDATE_V2_USER", "updateV2UserIntent"),
    ],
)
def test_an_intent_is_named_after_the_type(activity_type: str, name: str) -> None:
    assert intent_name(activity_type) == name


@pytest.mark.parametrize(
    "activity_type",
    ["", "ACTIVITY_TYPE_", "ACTIVITY_TYPE", "UPDATE_USER", "ACTIVITY_TYPE_update_user",
     "ACTIVITY_TYPE_UPDATE__USER", "ACTIVITY_TYPE_UPDATE_USER_", "ACTIVITY_TYPE__UPDATE_USER",
     " ACTIVITY_TYPE_UPDATE_USER", "ACTIVITY_TYPE_UPDATE_USER\n", "XACTIVITY_TYPE_UPDATE_USER",
     "ACTIVITY_TYPE_UPDATE_\u0130", "ACTIVITY_TYPE_UPDATE_\u0663"],
)  # fmt: skip
def test_what_is_no_type(activity_type: str) -> None:
    assert intent_name(activity_type) is None


def test_operations_name_their_intents_so() -> None:
    submits = [each for each in OPERATIONS.values() if issubclass(each, SubmitOperation)]
    assert submits
    for operation in submits:
        assert intent_name(operation.activity_type) == operation.intent_key
        name, _, _ = operation.intent_key.rpartition("Intent")
        assert operation.result_key.startswith(f"{name}Result")


def test_every_type_of_the_description_names_its_intent() -> None:
    definitions = committed_description()["definitions"]
    types = definitions["v1ActivityType"]["enum"]
    (intents,) = (
        each["properties"]
        for name, each in definitions.items()
        if name.endswith("Intent") and len(each.get("properties", {})) >= len(types)
    )
    assert {intent_name(each) for each in types} == set(intents)

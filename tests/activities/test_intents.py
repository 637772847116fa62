from sealwax.activities.intents import intent_name
from tests.operations.openapi.descriptions import committed_description


def test_every_type_of_the_description_names_its_intent() -> None:
    definitions = committed_description()["definitions"]
    types = definitions["v1ActivityType"]["enum"]
    (intents,) = (
        each["properties"]
        for name, each in definitions.items()
        if name.endswith("Intent") and len(each.get("properties", {})) >= len(types)
    )
    assert {intent_name(each) for each in types} == set(intents)

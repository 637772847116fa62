"""The JSON Schemas of the vectors, with the one that they refer to."""

import json
from functools import cache

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.interop.cases import VECTORS

COMMON = "common.json"


@cache
def validator_of(file: str) -> Draft202012Validator:
    """Give the validator of a file of vectors, by its name without ``.json``."""
    schemas = VECTORS / "schema"
    common = Resource.from_contents(json.loads((schemas / COMMON).read_text()))
    schema = json.loads((schemas / f"{file}_schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, registry=Registry().with_resource(COMMON, common))

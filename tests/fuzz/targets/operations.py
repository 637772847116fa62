"""The service's answers to requests, and the parameters of requests."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from sealwax.operations import OPERATIONS, Activity, SealedRequest
from tests.fuzz.corpus import Context, Seed, to_document
from tests.fuzz.target import Target, is_shallow
from tests.operations import test_responses
from tests.operations.specification import arguments


def _answer_seeds() -> Iterator[Seed]:
    """Give an answer to each operation."""
    for name in OPERATIONS:
        yield Seed({"operation": name}, to_document(test_responses.answer_to(name)))


@cache
def _sealed(name: str) -> SealedRequest[Any]:
    return test_responses.sealed(name)


def _read_answer(context: Context, document: bytes) -> object:
    """Read an answer to the operation of the context, and take its result."""
    answer = _sealed(context["operation"]).read(document)
    if isinstance(answer, Activity):
        _ = answer.result
    return answer


def _is_of_the_request(context: Context, document: bytes, result: object) -> None:
    """Check that an activity that was read is of the organization that was asked."""
    if isinstance(result, Activity):
        organization = json.loads(document)["activity"]["organizationId"]
        assert organization == _sealed(context["operation"]).organization_id


def _parameter_seeds() -> Iterator[Seed]:
    """Give parameters of each operation."""
    for name in OPERATIONS:
        yield Seed({"operation": name}, to_document(arguments(name)))


def _take_parameters(context: Context, document: bytes) -> object:
    """Make an operation of parameters, as a lenient JSON parser gives them, and write them again."""
    parameters: Any = None
    if is_shallow(document):
        try:
            parameters = json.loads(document)
        except ValueError:
            parameters = document
    return OPERATIONS[context["operation"]].from_params(parameters)


def _survives_writing(context: Context, _: bytes, result: Any) -> None:
    """Check that parameters that were taken are the same when they were written and taken again."""
    assert OPERATIONS[context["operation"]].from_params(result.to_params()) == result


TARGETS = (
    Target(
        "answers",
        "SealedRequest.read: of the service's answer to each operation",
        "is an activity of the organization that was asked",
        _answer_seeds,
        _read_answer,
        check=_is_of_the_request,
    ),
    Target(
        "parameters",
        "from_params of each operation",
        "gives equal parameters when it was written and taken again",
        _parameter_seeds,
        _take_parameters,
        check=_survives_writing,
    ),
)

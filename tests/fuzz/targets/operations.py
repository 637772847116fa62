"""The service's answers to requests, and the parameters of requests."""

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any

from sealwax import ApiKey, ApiKeyStamper
from sealwax.operations import OPERATIONS, Activity, SealedRequest, UncheckedActivity, wait
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


_STAMPER = ApiKeyStamper(ApiKey.from_private_key("01" * 32))


def _unchecked_seeds() -> Iterator[Seed]:
    """Give the answers to each operation, with the path and the body that they were asked with."""
    for name in OPERATIONS:
        sealed = test_responses.sealed(name)
        path = sealed.url[sealed.url.index("/", 8) :]
        if "/public/" in path:
            context = {"path": path, "body": sealed.body.decode()}
            yield Seed(context, to_document(test_responses.answer_to(name)))


def _read_unchecked(context: Context, document: bytes) -> object:
    """Send a request of which only path and body are known, and wait; every answer is the document."""
    request: SealedRequest[Any] = SealedRequest.of(context["path"], context["body"], _STAMPER)
    if "/submit/" not in context["path"]:
        return request.read(document)
    sent: list[str] = []

    def send(asked: SealedRequest[Any]) -> bytes:
        sent.append(asked.url)
        return document

    timeout = timedelta(seconds=0.001)
    return wait(send, request, _STAMPER, timeout=timeout, sleep=lambda _: time.sleep(0.001))


def _is_as_received(_: Context, document: bytes, result: object) -> None:
    """Check that what was read is what the answer has."""
    answer = json.loads(document)
    if isinstance(result, UncheckedActivity):
        assert (result.id, result.status) == (answer["activity"]["id"], "ACTIVITY_STATUS_COMPLETED")
    else:
        assert result == answer


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
    Target(
        "unchecked-answers",
        "SealedRequest.of, its read, and wait",
        "is what the answer has; an activity is completed",
        _unchecked_seeds,
        _read_unchecked,
        check=_is_as_received,
    ),
)

"""The service's answers to requests, and the parameters of requests."""

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache, partial
from typing import Any, cast

from sealwax import ApiKey, ApiKeyStamper, MalformedInput, SealwaxError, Unsupported
from sealwax.operations import (
    Activity,
    ApiDescription,
    ExportProposal,
    ProposalFile,
    SealedRequest,
    SubmitOperation,
    UncheckedActivity,
    read_export_proposal,
    wait,
)
from sealwax.operations.all_operations import SPECIFIED
from tests.fuzz.corpus import Context, Seed, from_vectors, to_document
from tests.fuzz.target import Target, instant, is_shallow, text_or_bytes
from tests.operations import test_catalog, test_responses
from tests.operations.openapi import descriptions, test_description
from tests.operations.specification import arguments


def _answer_seeds() -> Iterator[Seed]:
    """Give an answer to each operation."""
    for name in SPECIFIED:
        yield Seed({"operation": name}, to_document(test_responses.answer_to(name)))
    for name in test_catalog.CLASSES:
        yield Seed({"operation": name}, to_document(test_catalog.answer_to(name)))


@cache
def _sealed(name: str) -> SealedRequest[Any]:
    if name in SPECIFIED:
        return test_responses.sealed(name)
    return cast("SealedRequest[Any]", test_catalog.seal(name, test_catalog.arguments(name)))


def _read_answer(context: Context, document: bytes) -> object:
    """Read an answer to the operation of the context in both ways, and take its result."""
    answer = test_responses.read_both_ways(_sealed(context["operation"]), document)
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
    for name in SPECIFIED:
        yield Seed({"operation": name}, to_document(arguments(name)))


def _take_parameters(context: Context, document: bytes) -> object:
    """Make an operation of parameters, as a lenient JSON parser gives them, and write them again."""
    parameters: Any = None
    if is_shallow(document):
        try:
            parameters = json.loads(document)
        except ValueError:
            parameters = document
    return SPECIFIED[context["operation"]].from_params(parameters)


def _survives_writing(context: Context, _: bytes, result: Any) -> None:
    """Check that parameters that were taken are the same when they were written and taken again."""
    assert SPECIFIED[context["operation"]].from_params(result.to_params()) == result


_STAMPER = ApiKeyStamper(ApiKey.from_private_key("01" * 32))


def _unchecked_seeds() -> Iterator[Seed]:
    """Give the answers to each operation, with the path and the body that they were asked with."""
    for name in SPECIFIED:
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


def _description_seeds() -> Iterator[Seed]:
    """Give a small description, with the operations that the documentation calls, too."""
    for document in (descriptions.small(), descriptions.with_wallets()):
        yield Seed({}, document)


def _description(_: Context, document: bytes) -> ApiDescription:
    """Read a description, and use each of its first operations, some of which it may describe wrongly."""
    read = ApiDescription(text_or_bytes(document))
    for name in [*read.operations][:_USED_OPERATIONS]:
        with suppress(SealwaxError):
            request = read.request(name, _STAMPER, organization_id="o", parameters=test_description.THING)
            request.read(to_document({"activity": test_description.ACTIVITY}))
    return read


_USED_OPERATIONS = 8
_BUILT_IN_TYPES = {
    "approve_activity": "ACTIVITY_TYPE_APPROVE_ACTIVITY",
    "reject_activity": "ACTIVITY_TYPE_REJECT_ACTIVITY",
    **{
        name: operation.activity_type
        for name, operation in SPECIFIED.items()
        if issubclass(operation, SubmitOperation)
    },
}


def _sends_what_its_name_says(_: Context, document: bytes, result: ApiDescription) -> None:
    """Check, with another parser, that operations are of the document; none is sent as a built-in one."""
    paths = json.loads(document)["paths"]
    known = {kind.partition("_V")[0]: name for name, kind in _BUILT_IN_TYPES.items()}
    for name in [*result.operations][:_USED_OPERATIONS]:
        try:
            operation = result.operations[name]
        except (MalformedInput, Unsupported):
            continue
        assert operation.path() in paths
        kind = str(getattr(operation, "activity_type", None)).partition("_V")[0]
        assert known.get(kind, name) == name
        assert name not in _BUILT_IN_TYPES or known.get(kind) == name


_EXPECTED = (
    "expectedOrganizationId", "expectedSecretIds", "expectedTargetPublicKey", "expectedRequestContext",
    "expectedFingerprint", "maxAge", "now",
)  # fmt: skip


def _proposal(context: Context, document: bytes) -> ExportProposal:
    age = context.get("maxAge")
    return read_export_proposal(
        text_or_bytes(document),
        organization_id=context["expectedOrganizationId"],
        expected_secret_ids=context["expectedSecretIds"],
        expected_target_public_key=context["expectedTargetPublicKey"],
        expected_request_context=context.get("expectedRequestContext"),
        expected_fingerprint=context.get("expectedFingerprint"),
        max_age=timedelta(hours=1) if age is None else timedelta(milliseconds=age),
        now=instant(context),
    )


def _asks_for_what_is_expected(context: Context, document: bytes, result: Any) -> None:
    """Check, with another parser, that a body that was taken asks for what the co-signer expects."""
    body = json.loads(document)
    secrets = body["parameters"]["secrets"]
    assert body.keys() <= {"type", "timestampMs", "organizationId", "parameters", "generateAppProofs"}
    assert body["type"] == "ACTIVITY_TYPE_EXPORT_SECRETS"
    assert body["organizationId"] == context["expectedOrganizationId"]
    assert sorted(each["secretId"] for each in secrets) == sorted(context["expectedSecretIds"])
    assert {each["targetPublicKey"].lower() for each in secrets} == {context["expectedTargetPublicKey"]}
    wanted = context.get("expectedRequestContext", {})
    for each in secrets:
        assert {pair["key"]: pair["value"] for pair in each.get("requestContext", [])} == wanted
    assert result.fingerprint == f"sha256:{hashlib.sha256(document).hexdigest()}"


def _stamped(_: Context, document: bytes, file: Any) -> None:
    """Check that stamps are over the body of the originals, which is one for all of them."""
    content = json.loads(document)
    body = content["body"].encode("utf-8", "surrogatepass")
    assert file.body == body
    assert content["fingerprint"] == f"sha256:{hashlib.sha256(body).hexdigest()}"
    assert len({each.public_key for each in file.signers}) == len(content["stamps"])
    if file.signers:
        assert body == _STAMPED_BODY


_STAMPED_BODY = b'{"any":"body","Zo\xc3\xab":"\\u00e9"}\n'


TARGETS = (
    Target(
        "export-proposal",
        "read_export_proposal",
        "asks for the secrets, the recipient and the context that are expected, and nothing else",
        partial(from_vectors, "export_proposal", "ExportProposal", "body", *_EXPECTED),
        _proposal,
        check=_asks_for_what_is_expected,
    ),
    Target(
        "proposal-file",
        "ProposalFile.from_text",
        "has the body of an original, if it has a stamp",
        partial(from_vectors, "export_proposal", "ProposalFile", "file"),
        lambda _context, document: ProposalFile.from_text(text_or_bytes(document)),
        check=_stamped,
        weight=0.5,
    ),
    Target(
        "description",
        "ApiDescription: a description, and a request for each of its operations",
        "has operations of the document, with the types of their names",
        _description_seeds,
        _description,
        check=_sends_what_its_name_says,
        weight=0.25,
    ),
    Target(
        "answers",
        "SealedRequest.read: of the service's answer to each operation",
        "is the same by way of objects; an activity is of the organization that was asked",
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

"""Finding an object in an answer that somebody saved: the whole of it, or a part."""

from typing import Any

import pytest

from sealwax import MalformedInput, NotCompleted, ServiceError
from sealwax.activities.statuses import COMPLETED, CONSENSUS_NEEDED
from sealwax.operations.reading import find_in_answer
from sealwax.operations.responses import is_ours
from tests.conftest import near_texts

FOUND = {"exportBundle": "b", "walletId": "w"}
RESULTS = ("exportWalletResult", "exportWalletAccountResult")


def find(document: dict[str, Any]) -> Any:
    return find_in_answer(
        document, "it", fields=frozenset({"exportBundle"}), results=RESULTS, sought="export bundle"
    )


@pytest.mark.parametrize(
    "answer",
    [
        FOUND,
        {"exportWalletResult": FOUND},
        {"result": {"exportWalletAccountResult": FOUND}},
        {"result": FOUND},
        {"activity": {"status": COMPLETED, "result": {"exportWalletResult": FOUND}}},
        {"activity": {"status": CONSENSUS_NEEDED, "result": {"exportWalletResult": FOUND}}},
        {"activity": {"exportWalletResult": FOUND}},
        {"activity": None, "result": {"exportWalletResult": None, "exportWalletAccountResult": FOUND}},
        {"activity": {"result": {"exportWalletResult": {"exportBundle": None}, **FOUND}}},
        {"code": 1, "message": "x", "activity": {"result": FOUND}},
    ],
)
def test_the_object_is_found_wherever_it_is(answer: dict[str, Any]) -> None:
    assert find(answer)["exportBundle"] == "b"


def test_fields_beside_the_result_are_found() -> None:
    assert find({"activity": {**FOUND, "result": {}}})["exportBundle"] == "b"


@pytest.mark.parametrize("document", [{}, {"other": 1}, {"code": 5}, {"message": "x"}])
def test_other_documents_are_no_answers(document: dict[str, Any]) -> None:
    assert find(document) is None


@pytest.mark.parametrize(
    "answer",
    [{"activity": None}, {"activity": {}}, {"result": {}}, {"status": COMPLETED}, {"exportBundle": None}],
)
def test_an_answer_without_the_object(answer: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput, match=r"^it has no export bundle$"):
        find(answer)


def test_errors_of_the_service() -> None:
    with pytest.raises(ServiceError, match="it is an error of the service: no"):
        find({"code": 5, "message": "no"})
    waiting = {"id": "a", "status": CONSENSUS_NEEDED, "result": {}, "failure": {"message": "no"}}
    for answer in (waiting, {"activity": waiting}):
        with pytest.raises(NotCompleted, match="the service says: no") as raised:
            find(answer)
        assert (raised.value.status, raised.value.activity_id) == (CONSENSUS_NEEDED, "a")
    for near in near_texts(COMPLETED):
        with pytest.raises(NotCompleted):
            find({"status": near})


def test_full_case_folding_makes_no_other_name_one_of_the_answers() -> None:
    # It makes two letters of one, as no parser does.
    for result in ({"\ufb06oredResult": {"messages": "m"}}, {"me\u00dfages": "m"}):
        with pytest.raises(MalformedInput, match="it has no messages"):
            find_in_answer(
                {"result": result},
                "it",
                fields=frozenset({"messages"}),
                results=["storedResult"],
                sought="messages",
            )


@pytest.mark.parametrize(
    "answer",
    [
        {"id": "a", "Activity": {}},
        {"activity": {"Result": {}}},
        {"activity": {"Status": COMPLETED}},
        {"activity": {"ExportBundle": "b"}},
        {"result": {"ExportWalletResult": {}}},
        {"result": {"exportWalletResult": {**FOUND, "ExportBundle": "c"}}},
    ],
)
def test_names_in_another_case_are_refused_at_each_level(answer: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput, match=r"differs from \w+ only in case"):
        find(answer)


@pytest.mark.parametrize("answer", [{"activity": 5}, {"result": []}, {"status": 5}, {"activity": {"id": 5}}])
def test_parts_of_other_types_are_refused(answer: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput, match="it is malformed: "):
        find(answer)


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("raw", True),
        ("rawOutcome", True),
        ("outcome", False),
        ("expectedUserId", True),
        ("result", False),
        ("unexpected", False),
    ],
)
def test_some_fields_are_never_read(name: str, ours: bool) -> None:
    assert is_ours(name) is ours

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

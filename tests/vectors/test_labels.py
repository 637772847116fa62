"""The labels of cases: ids that stay, and comments that may change."""

from dataclasses import replace

import pytest

from sealwax_vectors.constructs.credentials import CredentialCase
from sealwax_vectors.features import VECTORS_RULE
from sealwax_vectors.makers.builder import Cases
from sealwax_vectors.makers.labels import (
    Label,
    by_rule,
    comment_of,
    id_of,
    named,
    of_field,
    placed,
    quoted,
    valued,
)

CASES = Cases(CredentialCase, bundle="x", target_private_key="00")


def made(label: str | Label, flags: str = "Valid") -> CredentialCase:
    return CASES.bad(label, "malformed", flags)


@pytest.mark.parametrize(
    ("label", "last", "comment", "idea"),
    [
        ("a-space-in-front", "a-space-in-front", "a space in front", "a space in front"),
        (Label("r-as-DER", "r, as DER"), "r-as-DER", "r, as DER", "r, as DER"),
        (placed("the-data", "cut"), "the-data-cut", "the data: cut", "cut"),
        (placed(valued("xrp-hex"), "cut"), "xrp-hex-cut", "xrp-hex: cut", "cut"),
        (placed("", "cut"), "cut", "cut", "cut"),
        (of_field("user_id", "is-null"), "user-id-is-null", "user_id is null", "FIELD is null"),
        (named("X-Stamp", "left-out"), "X-Stamp-left-out", "X-Stamp left out", "X-Stamp left out"),
        (quoted("version", "v2"), "version-v2-27fe", "version 'v2'", "version 'v2'"),
    ],
)
def test_a_label_gives_id_comment_and_idea(label: str | Label, last: str, comment: str, idea: str) -> None:
    case = made(label, "WrongType+EdgeCaseKey")
    assert (case.id, case.comment, case.idea) == (last, comment, f"WrongType+EdgeCaseKey: {idea}")


@pytest.mark.parametrize("label", [Label("cut", "cut"), quoted("version", "v2"), of_field("x", "cut")])
def test_another_comment_changes_no_id(label: Label) -> None:
    assert made(replace(label, comment="other words")).id == made(label).id


def test_the_section_of_a_case() -> None:
    assert made("cut").section == "4.5"
    assert made("cut", "HexEncoding").section == "8.1"
    assert made("cut", "CompressedPoint").section == "4.5"
    assert made(placed("the-data", by_rule(Label("65-levels", "65 levels", section="8.1")))).section == "8.1"
    others = Cases(CredentialCase, section="4.6", **CASES.usual)
    assert others.bad("cut", "malformed", "HexEncoding").section == "4.6"


def test_the_hash_tells_values_apart_that_have_the_same_letters() -> None:
    assert made(quoted("seconds", "+1")).id != made(quoted("seconds", "1")).id


def test_a_decision_of_the_vectors_is_a_flag_and_no_part_of_the_idea() -> None:
    case = made(placed("the-data", by_rule("65-levels")), "FieldLimit")
    assert (case.flags, case.idea) == (["FieldLimit", VECTORS_RULE], "FieldLimit: 65 levels")
    assert made("twice", "DuplicateKey").flags == ["DuplicateKey", VECTORS_RULE]
    assert made("cut").flags == ["Valid"]


def test_a_value_or_a_label_has_an_id_and_a_comment() -> None:
    assert (id_of("m/44'/0h"), id_of(-1), id_of(Label("a", "b"))) == ("m-44-0h", "1", "a")
    assert (comment_of("a-b"), comment_of(Label("a", "b"))) == ("a b", "b")

"""The tests of ``tests/inspection/test_stamp_failures.py`` that take long."""

import json
import unicodedata
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from sealwax import ApiKey, ApiKeyStamper
from tests.inspection import test_stamp_failures as quick
from tests.inspection.test_stamp_failures import DOCUMENTS, KEY, TIME, check_of, compact, stamped


def spaced(document: object, indent: int | None = None) -> bytes:
    return json.dumps(document, indent=indent, ensure_ascii=False).encode()


def reordered(document: dict[str, object]) -> dict[str, object]:
    return {name: document[name] for name in ("parameters", "organizationId", "type", "timestampMs")}


def sorted_members(value: object) -> object:
    if isinstance(value, dict):
        return {name: sorted_members(value[name]) for name in sorted(value)}
    return value


def numbers(document: dict[str, object]) -> dict[str, object]:
    return {**document, "timestampMs": int(TIME)}


# How the body that was sent differs from the one that was signed, and what the cause must say.
DRIFTS: dict[str, tuple[Callable[[dict[str, object]], bytes], str]] = {
    "order": (lambda document: compact(reordered(document)), "members in"),
    "sorted": (lambda document: compact(sorted_members(document)), "order of sealwax's operations"),
    "white space": (spaced, "without white space"),
    "indented": (lambda document: spaced(document, indent=2), "without white space"),
    "escapes": (lambda document: compact(document, ascii_=True), "escapes"),
    "newline": (lambda document: compact(document) + b"\n", "without its final newline"),
    "CRLF": (lambda document: compact(document) + b"\r\n", "without its final newline"),
    "byte order mark": (lambda document: b"\xef\xbb\xbf" + compact(document), "byte order mark"),
    "NFD": (lambda document: unicodedata.normalize("NFD", compact(document).decode()).encode(), "NFC"),
    "numbers": (lambda document: compact(numbers(document)), "numbers as text"),
}


@pytest.mark.parametrize("drift", DRIFTS)
def test_a_body_that_drifted(drift: str) -> None:
    change, cause = DRIFTS[drift]
    for document in DOCUMENTS:
        signed = compact(document)
        stamp = ApiKeyStamper(KEY).stamp(signed).header_value
        check = check_of(stamp, change(document))
        assert check.outcome == "failed"
        assert check.detail.startswith("it was made for the body ")
        assert cause in check.detail, check.detail


@pytest.mark.parametrize("drift", DRIFTS)
def test_the_other_way_round(drift: str) -> None:
    change, _ = DRIFTS[drift]
    for document in DOCUMENTS[:3]:
        stamp = ApiKeyStamper(KEY).stamp(change(document)).header_value
        check = check_of(stamp, compact(document))
        assert check.outcome == "failed"
        assert check.detail.startswith("it was made for the body "), (drift, check.detail)


class TestSignatures:
    BODY = quick.TestSignatures.BODY

    @pytest.mark.parametrize("form", ["raw", "DER"])
    def test_one_for_another_body(self, form: str) -> None:
        der = KEY.sign(b"another body")
        r, s = decode_dss_signature(der)
        raw = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        check = check_of(stamped(raw if form == "raw" else der), self.BODY)
        assert (check.outcome, check.detail.endswith("the body or the key is different")) == (
            "failed",
            True,
        )

    @pytest.mark.parametrize("count", [6, 7])
    def test_the_members_of_a_large_body_are_not_tried_in_each_order(self, count: int) -> None:
        document = dict.fromkeys("gfedcba"[:count], 1)
        other = dict.fromkeys(sorted(document, key="cabdefg".index), 1)
        check = check_of(ApiKeyStamper(KEY).stamp(compact(other)).header_value, compact(document))
        assert ("with its members in another order" in check.detail) == (count <= 6)
        assert check.outcome == "failed"

    def test_another_key_is_not_stated_as_certain(self) -> None:
        other = ApiKey(b"\x07" * 32, "p256")
        check = check_of(stamped(other.sign(self.BODY)), self.BODY)
        assert check.outcome == "failed"
        assert check.detail.endswith("the body or the key is different")

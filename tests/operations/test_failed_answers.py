"""Answers that something else than the service gave."""

import gzip
import zlib

import pytest

from sealwax import MalformedInput
from sealwax.operations.failed_answers import refuse_foreign_answer
from tests.operations.test_waiting import CREATE_WALLET

JSON = b'{"activity": {}}'


@pytest.mark.parametrize("start", [b"", b" \r\n\t", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("answer", [JSON, b"[]", b"{", b"[\xff"])
def test_what_begins_as_json_is_left_to_the_parser(start: bytes, answer: bytes) -> None:
    refuse_foreign_answer(start + answer, "the answer")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"<!DOCTYPE html><html>", "is HTML or XML, not JSON: something else than the service answered"),
        (b"\n\n<html>", "is HTML or XML, not JSON"),
        (b"\xef\xbb\xbf<?xml version='1.0'?>", "is HTML or XML, not JSON"),
        (gzip.compress(JSON, mtime=0), "is compressed; decompress it"),
        (zlib.compress(JSON), "is compressed; decompress it"),
        (b"\x28\xb5\x2f\xfd rest", "is compressed; decompress it"),
        (b"\x0b\x02\x80\xff\x03", "is not text; it is perhaps compressed; decompress it"),
        (b"OK", "is not JSON: something else than the service answered"),
        ("é".encode(), "is not JSON: something else than the service answered"),
        (b"null", "is not JSON: something else than the service answered"),
    ],
)
def test_what_it_is(answer: bytes, why: str) -> None:
    with pytest.raises(MalformedInput) as raised:
        CREATE_WALLET.read(answer, http_status=200)
    assert str(raised.value).startswith(f"the answer to create_wallet {why}")
    assert "file" not in str(raised.value)
    assert "save" not in str(raised.value)

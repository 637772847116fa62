from collections.abc import Callable

import pytest

from sealwax import MalformedInput
from sealwax._codec.base64url import decode_base64, decode_base64url


@pytest.mark.parametrize(
    "text",
    [
        "YQ=",  # one sign of padding where two belong
        "YWI==",  # two where one belongs
        "YWJj=",  # one where none belongs
        "=",
        "YWJj====",
        "Y",  # six bits are no byte
        "YR",  # bits after the last byte that are not zero
        "-_8 ",
        "YW Jj",
        "YWJj\n",
        "+/8",  # the other alphabet
        "YW=Jj",
        "YWé",
        "YWJj!!!!",
        "YWJj====YWJj",
    ],
)
def test_other_base64url_is_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="the thing is not base64url"):
        decode_base64url(text, "the thing")


@pytest.mark.parametrize(
    "text", ["YQ", "YQ=", "YQ===", "YR==", "YWJ=", "Y", "Y===", "=", "YQ==YQ==", "Y Q==", "\xe9", "\ud800"]
)
def test_other_base64_is_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="it is not base64;"):
        decode_base64(text, "it")


@pytest.mark.parametrize(
    ("decode", "text", "reason"),
    [
        (
            decode_base64url,
            "+/8=",
            "not base64url; it has the digits + and / of base64; write them as - and _",
        ),
        (
            decode_base64url,
            "ab+d",
            "not base64url; it has the digits + and / of base64; write them as - and _",
        ),
        (decode_base64, "-_8=", "not base64; it has the digits - and _ of base64url; write them as + and /"),
        (decode_base64url, ' {"a":1}', "not base64url; it is JSON; pass the text that was received"),
        (decode_base64, "[1]", "not base64; it is JSON; pass the text that was received"),
        (decode_base64url, "+/8= ", "not base64url; pass it whole, with nothing around it"),
        (decode_base64url, "+/8\u00e9", "not base64url; pass it whole, with nothing around it"),
        (decode_base64, "YQ", "not base64; pass it whole, with nothing around it"),
    ],
)
def test_the_other_form_is_named(decode: Callable[[str, str], bytes], text: str, reason: str) -> None:
    with pytest.raises(MalformedInput) as raised:
        decode(text, "the thing")
    assert str(raised.value) == f"the thing is {reason}"

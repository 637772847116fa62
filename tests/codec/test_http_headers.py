from email.message import Message
from typing import Any

import pytest

from sealwax import MalformedInput
from sealwax._codec.http_headers import by_lower_name, read_headers

WANTED = by_lower_name("X-One", "X-Two")


def message(*pairs: tuple[str, str]) -> Message:
    """Headers as http.server has them."""
    made = Message()
    for name, value in pairs:
        made[name] = value
    return made


def test_the_kelvin_sign_is_no_k() -> None:
    assert read_headers({"X-\u212aey": "1"}, by_lower_name("X-Key")) == {}


def test_those_that_are_not_there_are_left_out() -> None:
    assert read_headers({}, WANTED) == {}


@pytest.mark.parametrize(
    "headers",
    [
        [("X-One", "1"), ("X-One", "1")],
        {"X-One": "1", "x-one": "1"},
        {"X-One": ["1", "1"]},
        message(("X-One", "1"), ("x-ONE", "1")),
    ],
)
def test_a_repeated_one_is_refused(headers: Any) -> None:
    with pytest.raises(MalformedInput, match="the header X-One is repeated"):
        read_headers(headers, WANTED)


@pytest.mark.parametrize(
    "name", ["X-One ", " X-One", "X_One", "Y-One", "X-Onf", "X-\u017fne", "X-On\u0435", b"X-One\x00", 5, None]
)
def test_another_name_is_another_header(name: Any) -> None:
    assert read_headers([(name, "1")], WANTED) == {}


@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_X_ONE": "1", "wsgi.input": object(), "REQUEST_METHOD": "POST"},
        {"HTTP_X_TWO": "1", "HTTP_HOST": "h"},
        [("HTTP_X_ONE", "1")],
        {b"HTTP_X_ONE": b"1"},
    ],
)
def test_the_environ_of_wsgi_is_named(headers: Any) -> None:
    with pytest.raises(MalformedInput, match=r"as in the environ of WSGI, .*; pass the headers themselves"):
        read_headers(headers, WANTED)


def test_names_nearly_as_in_the_environ_are_other_headers() -> None:
    for name in ("HTTP_X_OTHER", "HTTP_", "XHTTP_X_ONE", "HTTP_X_ONE ", "HTTP-X-ONE"):
        assert read_headers({name: "1"}, WANTED) == {}
    # Anyone can send a header of this name.
    assert read_headers({"HTTP_X_ONE": "2", "X-Two": "1"}, WANTED) == {"x-two": "1"}


@pytest.mark.parametrize("value", [b"\xff", 5, None, 1.5, object(), [None]])
def test_a_value_is_text(value: Any) -> None:
    with pytest.raises(MalformedInput, match="the header X-Two"):
        read_headers({"X-Two": value}, WANTED)

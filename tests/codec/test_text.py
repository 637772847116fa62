import pytest

from sealwax import MalformedInput
from sealwax._codec.text import decode_utf8, forms_note, to_bytes, to_text
from sealwax._limits import MAX_INPUT_BYTES


@pytest.mark.parametrize("value", [None, 5, {"version": "v1.0.0"}, bytearray(b"x"), ["x"]])
def test_what_is_neither_text_nor_bytes_is_refused(value: object) -> None:
    with pytest.raises(MalformedInput, match=f"the thing must be str or bytes, not {type(value).__name__}"):
        to_bytes(value, "the thing")  # type: ignore[arg-type]


def test_lone_surrogates_are_refused() -> None:
    with pytest.raises(MalformedInput, match="lone surrogate"):
        to_bytes("\ud800", "it")


@pytest.mark.parametrize("value", ["x" * MAX_INPUT_BYTES, b"x" * MAX_INPUT_BYTES])
def test_the_size_limit_is_inclusive(value: str | bytes) -> None:
    assert len(to_bytes(value, "it")) == MAX_INPUT_BYTES


@pytest.mark.parametrize(
    "value", ["x" * (MAX_INPUT_BYTES + 1), b"x" * (MAX_INPUT_BYTES + 1), "é" * MAX_INPUT_BYTES]
)
def test_what_exceeds_the_limit_is_refused(value: str | bytes) -> None:
    with pytest.raises(MalformedInput, match=f"larger than {MAX_INPUT_BYTES} bytes"):
        to_bytes(value, "it")


def test_a_caller_may_lift_the_limit() -> None:
    assert len(to_bytes(b"x" * (MAX_INPUT_BYTES + 1), "a body", limit=None)) == MAX_INPUT_BYTES + 1


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (None, "must be str or bytes, not NoneType"),
        ("\ud800", "contains a lone surrogate"),
        (b"\xff", "is not UTF-8 text"),
        ("x" * (MAX_INPUT_BYTES + 1), f"is larger than {MAX_INPUT_BYTES} bytes"),
        (b"x" * (MAX_INPUT_BYTES + 1), f"is larger than {MAX_INPUT_BYTES} bytes"),
        ("é" * (MAX_INPUT_BYTES // 2) + "xx", f"is larger than {MAX_INPUT_BYTES} bytes"),
    ],
)
def test_what_is_not_text_is_refused(value: object, problem: str) -> None:
    with pytest.raises(MalformedInput, match=f"the thing {problem}"):
        to_text(value, "the thing")  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80"])
def test_what_is_not_utf8_is_refused_without_a_trace_of_it(data: bytes) -> None:
    with pytest.raises(MalformedInput, match="it is not UTF-8") as raised:
        decode_utf8(data, "it")
    # A UnicodeDecodeError in the chain would carry the bytes.
    assert raised.value.__context__ is None
    assert raised.value.__cause__ is None


@pytest.mark.parametrize("password", ["Zo\u00eb", "Zoe\u0308", "\ufb01sh", "\uff50w", "\uac00", "\u212b"])
def test_a_password_of_several_forms_gets_a_hint(password: str) -> None:
    note = forms_note(password)
    assert note.startswith("; the password has characters that programs encode in several ways")
    assert password not in note


@pytest.mark.parametrize("password", ["", "password", "pa\u00df", "\u5317\u4eac", "\U0001f511", " p "])
def test_other_passwords_get_no_hint(password: str) -> None:
    assert forms_note(password) == ""

"""Make defects of JSON, hex, base64url and DER, one at a time."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from sealwax._codec.der import der_to_raw
from sealwax_vectors.format import ErrorCode

from .labels import Label, by_rule, comment_of, id_of, of_field, placed

NOT_TEXT: dict[str, object] = {"null": None, "a-number": 5, "an-array": ["x"], "an-object": {}, "true": True}
"""JSON values of a wrong type for a string, by name."""


class Defect(NamedTuple):
    """A text with one defect: its label, the expected error, and the flag of the note."""

    label: str | Label
    error: ErrorCode
    flag: str
    value: str

    @property
    def id(self) -> str:
        """The id of its label."""
        return id_of(self.label)


def within(
    place: str | Label, defects: Iterable[Defect], whole: Callable[..., str], name: str | None = None
) -> Iterator[Defect]:
    """Yield a whole for each defect of a part of it.

    Args:
        place: The label of the part.
        defects: The defects of the part.
        whole: The function that makes the whole from the part.
        name: The parameter of ``whole`` for the part; None for its only argument.

    Yields:
        The defects of the whole.
    """
    for defect in defects:
        value = whole(defect.value) if name is None else whole(**{name: defect.value})
        yield defect._replace(label=placed(place, defect.label), value=value)


def _malformed(label: str | Label, flag: str, value: str) -> Defect:
    return Defect(label, "malformed", flag, value)


def compact(value: object) -> str:
    """Write JSON without white space, as clients do."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def json_defects(fields: Mapping[str, object]) -> Iterator[Defect]:
    """Yield a JSON object of strings with one defect at a time."""
    whole = compact(fields)
    yield _malformed("empty", "JsonStrictness", "")
    yield _malformed("cut", "JsonStrictness", whole[:-1])
    yield _malformed("something-after-the-object", "JsonStrictness", whole + "x")
    yield _malformed("another-object-after-the-object", "JsonStrictness", whole + whole)
    yield _malformed("an-array-around-the-object", "JsonStrictness", f"[{whole}]")
    yield _malformed("a-byte-order-mark-before-the-object", "JsonStrictness", "\ufeff" + whole)
    yield _malformed("a-NaN-in-a-field-that-is-not-known", "JsonStrictness", whole[:-1] + ',"extra":NaN}')
    for label, text in (
        (Label("a-lone-surrogate-escaped", "a lone surrogate, escaped"), "\\ud800"),
        (Label("a-lone-low-surrogate-escaped", "a lone low surrogate, escaped"), "\\udc00"),
        ("a-high-surrogate-before-an-escaped-letter", "\\ud800\\u0041"),
    ):
        yield _malformed(by_rule(label), "JsonStrictness", f'{whole[:-1]},"extra":"{text}"}}')
    yield _malformed("a-comment-before-the-closing-brace", "JsonStrictness", whole[:-1] + "/* */}")
    yield _malformed("a-name-in-single-quotes", "JsonStrictness", whole[:-1] + ",'extra':1}")
    yield _malformed("a-NUL-after-the-object", "JsonStrictness", whole + "\0")
    yield from lenient_json(whole)
    yield _malformed(
        by_rule(Label("65-levels", "65 levels", section="8.1")),
        "FieldLimit",
        f'{whole[:-1]},"extra":{"[" * 64}{"]" * 64}}}',
    )
    nested = f'{whole[:-1]},"extra":[{{"a":1,"a":1}}]}}'
    yield _malformed("a-key-twice-in-a-field-that-is-not-known", "DuplicateKey", nested)
    for name, value in fields.items():
        twice = f"{whole[:-1]},{compact(name)}:{compact(value)}}}"
        yield _malformed(of_field(name, Label("twice-alike", "twice, alike")), "DuplicateKey", twice)
        without = {other: kept for other, kept in fields.items() if other != name}
        yield _malformed(of_field(name, "left-out"), "MissingField", compact(without))
        for json_type, other in NOT_TEXT.items():
            yield _malformed(of_field(name, f"is-{json_type}"), "WrongType", compact({**fields, name: other}))
        again = compact({**fields, name.upper(): value})
        yield _malformed(of_field(name, "once-more-in-upper-case"), "FoldedName", again)
    first = next(iter(fields))
    escaped = f'{whole[:-1]},"\\u{ord(first[0]):04x}{first[1:]}":"x"}}'
    yield _malformed(
        of_field(
            first,
            Label("twice-once-with-its-first-letter-escaped", "twice, once with its first letter escaped"),
        ),
        "DuplicateKey",
        escaped,
    )
    upper = compact({first.upper() if name == first else name: value for name, value in fields.items()})
    yield _malformed(of_field(first, "is-in-upper-case"), "FoldedName", upper)
    # Simple case folding maps these two letters to ASCII as well.
    for letters, other, letter_name in (("sS", "\u017f", "a-long-s"), ("kK", "\u212a", "a-Kelvin-sign")):
        found = next(_names_with(letters, fields), None)
        if found is not None:
            letter, named = found
            again = compact({**fields, named.replace(letter, other, 1): fields[named]})
            yield _malformed(of_field(named, f"once-more-with-{letter_name}"), "FoldedName", again)


def _names_with(letters: str, fields: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield each letter with the names that have it, in the order of the letters."""
    return ((letter, name) for letter in letters for name in fields if letter in name)


def without_mark(defects: Iterator[Defect]) -> Iterator[Defect]:
    """Omit the byte order mark, which readers of client data skip (WebAuthn, sections 7.1 and 7.2)."""
    return (defect for defect in defects if not defect.value.startswith("\ufeff"))


def lenient_json(whole: str) -> Iterator[Defect]:
    """Yield a JSON object with one defect at a time that lenient, hand-written parsers accept."""
    yield _malformed("a-comma-before-the-closing-brace", "JsonStrictness", whole[:-1] + ",}")
    for label, text in (
        (Label("a-tab-in-a-string-not-escaped", "a tab in a string, not escaped"), '"\t"'),
        ("a-number-with-a-zero-in-front", "01"),
        ("a-number-that-ends-in-its-point", "1."),
        ("a-string-with-an-escape-that-JSON-does-not-have", '"\\x41"'),
        ("a-string-with-an-escape-of-three-digits", '"\\u041"'),
    ):
        yield _malformed(label, "JsonStrictness", f'{whole[:-1]},"extra":{text}}}')
    for label, space in (("a-form-feed", "\f"), (Label("a-no-break-space", "a no-break space"), "\u00a0")):
        yield _malformed(
            Label(
                f"{id_of(label)}-before-the-closing-brace", f"{comment_of(label)} before the closing brace"
            ),
            "JsonStrictness",
            f"{whole[:-1]}{space}}}",
        )


def json_variants(fields: Mapping[str, object]) -> Iterator[tuple[str | Label, str]]:
    """Yield equivalent spellings of a JSON object, with labels."""
    whole = compact(fields)
    first = next(iter(fields))
    escaped = whole.replace(first[0], f"\\u{ord(first[0]):04x}", 1)
    yield "a-letter-of-a-name-escaped", escaped
    colons = whole[:-1] + ',"extra\\u003a":"\\u003A","\\"":{"a":":"}}'
    yield (
        Label(
            "colons-escaped-and-not-in-fields-that-are-not-known",
            "colons, escaped and not, in fields that are not known",
        ),
        colons,
    )
    unknown = whole[:-1] + ',"extra":1,"EXTRA":2,"e\u017f":3,"es":4}'
    yield "fields-that-are-not-known-and-differ-in-case-alone", unknown
    yield "white-space-around-it", f" \t\r\n{whole}\n\r\t "
    # Full case folding and Turkish take these two letters for an i, and simple case folding does not.
    found = next(_names_with("iI", fields), None)
    if found is not None:
        letter, named = found
        others = "".join(f',"{named.replace(letter, other, 1)}":5' for other in "\u0130\u0131")
        label = Label(
            f"{id_of(named)}-once-more-with-a-dotted-capital-I-and-with-a-dotless-i",
            f"{named} once more with a dotted capital I, and with a dotless i",
            "FIELD once more with a dotted capital I, and with a dotless i",
        )
        yield by_rule(label), f"{whole[:-1]}{others}}}"


def near_misses(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text with its last, then its ninth character changed to a digit, each with its name."""
    for which, position in (("last", len(text) - 1), ("ninth", 8)):
        other = "0" if text[position] != "0" else "1"
        yield which, text[:position] + other + text[position + 1 :]


def near_texts(text: str) -> Iterator[tuple[str, str]]:
    """Yield texts that a comparison accepts if it omits an end, folds case or strips; each has a name."""
    yield "its-first-character-changed", first_changed(text)
    yield "its-last-character-changed", text[:-1] + _another(text[-1])
    yield "a-newline-after-it", text + "\n"
    if text.swapcase() != text:
        yield "its-letters-in-the-other-case", text.swapcase()


def first_changed(text: str) -> str:
    """Return a text with its first character changed."""
    return _another(text[0]) + text[1:]


def _another(character: str) -> str:
    return "1" if character != "1" else "2"


def bytes_changed_at_the_ends(value: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield bytes with a bit of the first, then of the last byte flipped, each with its name."""
    yield "first", bytes([value[0] ^ 1]) + value[1:]
    yield "last", value[:-1] + bytes([value[-1] ^ 1])


def near_missed_bytes(value: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield bytes with a bit of the last, then of the ninth byte flipped, each with its name."""
    for which, position in (("last", len(value) - 1), ("ninth", 8)):
        yield which, value[:position] + bytes([value[position] ^ 1]) + value[position + 1 :]


def hex_defects(digits: str) -> Iterator[Defect]:
    """Yield hex with one defect at a time; the digits must include letters."""
    yield _malformed("an-odd-number-of-digits", "HexEncoding", digits[:-1])
    yield _malformed("0x-in-front", "HexEncoding", "0x" + digits)
    yield _malformed("a-space-in-front", "HexEncoding", " " + digits)
    yield _malformed("a-newline-after-it", "HexEncoding", digits + "\n")
    yield _malformed("white-space-between-its-bytes", "HexEncoding", digits[:2] + " " + digits[2:])
    yield _malformed("a-digit-that-is-not-hex", "HexEncoding", "g" + digits[1:])
    letter = next(position for position, digit in enumerate(digits) if digit.isalpha())
    mixed = digits[:letter] + digits[letter].upper() + digits[letter + 1 :]
    yield _malformed("mixed-case", "HexEncoding", mixed)
    position = next(position for position, digit in enumerate(digits) if digit.isdigit())
    full_width = chr(ord(digits[position]) - ord("0") + 0xFF10)
    wide = digits[:position] + full_width + digits[position + 1 :]
    yield _malformed(Label("a-full-width-digit", "a full-width digit"), "HexEncoding", wide)


def base64url_defects(text: str) -> Iterator[Defect]:
    """Yield base64url with one defect at a time; the text must have no padding."""
    yield _malformed("a-newline-after-it", "Base64Encoding", text + "\n")
    yield _malformed("a-space-in-front", "Base64Encoding", " " + text)
    yield _malformed("white-space-within-it", "Base64Encoding", text[:4] + " " + text[4:])
    missing = -len(text) % 4
    yield _malformed("more-padding-than-belongs-there", "Base64Encoding", text + "=" * (missing + 4))
    yield _malformed("padding-in-the-middle", "Base64Encoding", text[:4] + "==" + text[4:])
    # No bytes encode to 4n + 1 digits.
    yield _malformed("one-digit-more-than-its-bytes-have", "Base64Encoding", text[: len(text) // 4 * 4] + "A")
    yield _malformed("a-digit-of-the-other-alphabet", "Base64Encoding", text[:4] + "+" + text[5:])
    yield _malformed("a-digit-of-no-alphabet", "Base64Encoding", text[:4] + "!" + text[5:])
    yield from last_digit_defects(text)


def last_digit_defects(text: str) -> Iterator[Defect]:
    """Yield base64url with a defect in its last group of digits, or nothing if the group is full."""
    missing = -len(text) % 4
    if missing:
        yield _malformed("bits-in-its-last-digit-that-belong-to-no-byte", "Base64Encoding", _stray_bits(text))
    if missing == 2:
        yield _malformed("less-padding-than-belongs-there", "Base64Encoding", text + "=")


def _stray_bits(text: str) -> str:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + digits[digits.index(text[-1]) | 1]


def out_of_range(raw: bytes, order: int) -> Iterator[tuple[str, bytes]]:
    """Yield raw signatures with an invalid r or s, each with its name."""
    half = len(raw) // 2
    for label, value in (("0", 0), ("the-order", order)):
        wrong = value.to_bytes(half, "big")
        yield f"an-r-that-is-{label}", wrong + raw[half:]
        yield f"an-s-that-is-{label}", raw[:half] + wrong


def der_defects(der: bytes, order: int) -> Iterator[Defect]:
    """Yield a DER ECDSA signature of less than 128 bytes, in hex, with one defect at a time."""
    r, s = decode_dss_signature(der)
    r_bytes, s_bytes = _integer(r), _integer(s)

    def sequence(*parts: bytes, length: bytes | None = None) -> str:
        content = b"".join(parts)
        return (b"\x30" + (bytes([len(content)]) if length is None else length) + content).hex()

    def element(content: bytes, tag: bytes = b"\2", length: bytes | None = None) -> bytes:
        return tag + (bytes([len(content)]) if length is None else length) + content

    good = element(r_bytes), element(s_bytes)
    yield _malformed("empty", "DerTrailingBytes", "")
    yield _malformed("a-byte-after-the-sequence", "DerTrailingBytes", der.hex() + "00")
    yield _malformed(
        Label("a-byte-within-the-sequence-after-s", "a byte within the sequence, after s"),
        "DerTrailingBytes",
        sequence(*good, b"\0"),
    )
    yield _malformed(
        Label("a-NULL-within-the-sequence-after-s", "a NULL within the sequence, after s"),
        "DerTrailingBytes",
        sequence(*good, b"\5\0"),
    )
    yield _malformed(
        Label("a-third-INTEGER-after-s", "a third INTEGER, after s"),
        "DerTrailingBytes",
        sequence(*good, element(b"\1")),
    )
    yield _malformed("cut-by-a-byte", "DerTrailingBytes", der[:-1].hex())
    yield _malformed(
        Label("the-sequence-s-length-in-the-long-form", "the sequence's length in the long form"),
        "DerTrailingBytes",
        sequence(*good, length=b"\x81" + der[1:2]),
    )
    for label, change in (("more", 1), ("less", -1)):
        length = bytes([der[1] + change])
        yield _malformed(
            Label(
                f"the-sequence-s-length-says-a-byte-{label}-than-there-is",
                f"the sequence's length says a byte {label} than there is",
            ),
            "DerTrailingBytes",
            sequence(*good, length=length),
        )
    yield _malformed(
        Label("the-sequence-s-length-is-indefinite", "the sequence's length is indefinite"),
        "DerTrailingBytes",
        sequence(*good, length=b"\x80") + "0000",
    )
    long_form = element(r_bytes, length=b"\x81" + bytes([len(r_bytes)]))
    yield _malformed(
        Label("r-s-length-in-the-long-form", "r's length in the long form"),
        "DerTrailingBytes",
        sequence(long_form, good[1]),
    )
    yield _malformed("a-set-instead-of-a-sequence", "DerTrailingBytes", "31" + der[1:].hex())
    bits = element(r_bytes, b"\3")
    yield _malformed("r-as-a-bit-string", "DerTrailingBytes", sequence(bits, good[1]))
    yield _malformed(
        Label("s-left-out", "s left out", idea="FIELD left out"), "DerTrailingBytes", sequence(good[0])
    )
    yield _malformed(
        "r-with-a-superfluous-zero", "DerUnstrippedZeros", sequence(element(b"\0" + r_bytes), good[1])
    )
    yield _malformed(
        "s-with-a-superfluous-zero", "DerUnstrippedZeros", sequence(good[0], element(b"\0" + s_bytes))
    )
    yield _malformed(
        Label("r-is-0", "r is 0", idea="FIELD is 0"), "SignatureRange", sequence(element(b"\0"), good[1])
    )
    yield _malformed(
        Label("s-is-0", "s is 0", idea="FIELD is 0"), "SignatureRange", sequence(good[0], element(b"\0"))
    )
    yield _malformed("r-and-s-are-0", "SignatureRange", sequence(element(b"\0"), element(b"\0")))
    yield _malformed(
        Label("r-is-the-order", "r is the order", idea="FIELD is the order"),
        "SignatureRange",
        sequence(element(_integer(order)), good[1]),
    )
    yield _malformed(
        Label("s-is-the-order", "s is the order", idea="FIELD is the order"),
        "SignatureRange",
        sequence(good[0], element(_integer(order))),
    )
    yield _malformed("s-plus-the-order", "SignatureRange", sequence(good[0], element(_integer(s + order))))
    negative = (r - (1 << 8 * len(r_bytes))).to_bytes(len(r_bytes) + 1, "big", signed=True)
    yield _malformed(
        Label("r-is-negative", "r is negative", idea="FIELD is negative"),
        "SignatureRange",
        sequence(element(negative), good[1]),
    )
    # Both s and n-s verify; the larger has its high bit set, so DER puts a zero byte before it.
    high = _integer(max(s, order - s))
    yield _malformed(
        "s-without-the-zero-before-its-high-bit", "SignatureRange", sequence(good[0], element(high[1:]))
    )
    raw = der_to_raw(der, order)
    yield _malformed(
        Label("r-and-s-in-a-row-not-DER", "r and s in a row, not DER"), "RawSignature", raw.hex()
    )


def _integer(number: int) -> bytes:
    """Return the content of a non-negative DER integer."""
    return number.to_bytes(number.bit_length() // 8 + 1, "big")

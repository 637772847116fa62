"""Mutation of valid artifacts that knows their structure: seeded, so that a seed stands for its inputs.

One step changes one layer of an artifact: bits, lengths, repetition, fields dropped, doubled, swapped, taken
from another artifact or replaced by one of another type, nesting, huge numbers, oddities of Unicode. What is
around that layer is encoded anew, so that the change reaches what reads that layer.
"""

import json
import random
import unicodedata
from collections.abc import Callable, Sequence

from .layers import Layer, cbor_head, layers_of

MAX_BYTES = (1 << 20) + (1 << 12)
"""The most that an input may measure: somewhat more than what the library takes."""

Donors = Sequence[bytes]
_Operation = Callable[[bytes, random.Random, Donors], bytes]
_MAX_LAYERS = 10


def mutate(document: bytes, rng: random.Random, donors: Donors) -> bytes:
    """Change a document in one to three steps.

    Args:
        document: The document.
        rng: Where all choices come from.
        donors: Other documents, to take parts from.

    Returns:
        The changed document, at most ``MAX_BYTES`` long.
    """
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        document = _change(document, rng, donors, _MAX_LAYERS)[:MAX_BYTES]
    return document


def _change(data: bytes, rng: random.Random, donors: Donors, layers_left: int) -> bytes:
    """Change one layer: one within this one as a rule, and this one now and then."""
    opened = layers_of(data) if layers_left and len(data) < MAX_BYTES and rng.random() < 0.95 else []
    if not opened:
        operation: _Operation = rng.choice(_OPERATIONS)
        return operation(data, rng, donors)
    layer = rng.choice(opened)
    parts = list(layer.parts)
    if parts and rng.random() < 0.8:
        at = _choose(layer, rng)
        parts[at] = _change(parts[at], rng, donors, layers_left - 1)
        return layer.join(parts)
    return _rearrange(layer, parts, rng, donors)


def _choose(layer: Layer, rng: random.Random) -> int:
    """Choose a part: any as likely as another, or a large one likelier, which has more in it."""
    places = range(len(layer.parts))
    if rng.random() < 0.5:
        return rng.choices(places, weights=[len(part) + 1 for part in layer.parts])[0]
    at = rng.choice(places)
    # A key of an object says little about its reader, its value much.
    return at + 1 if layer.kind in _MAPS and at % 2 == 0 and rng.random() < 0.8 else at


_MAPS = {"json-object", "cbor-map"}


def _rearrange(layer: Layer, parts: list[bytes], rng: random.Random, donors: Donors) -> bytes:
    """Drop, double, swap or replace parts; of maps, keys and values together, or values alone."""
    width = 2 if layer.kind in _MAPS else 1
    slots = [parts[at : at + width] for at in range(0, len(parts), width)]
    if not slots:
        return _odd(layer, rng)
    at, other = rng.randrange(len(slots)), rng.randrange(len(slots))
    kind = rng.randrange(8)
    if kind == 0:
        del slots[at]
    elif kind == 1:
        slots.insert(other, slots[at])
    elif kind == 2:
        slots[at], slots[other] = slots[other], slots[at]
    elif kind == 3:
        slots[at][-1], slots[other][-1] = slots[other][-1], slots[at][-1]
    elif kind == 4:
        slots[at] = [*slots[at][:-1], _from_donor(layer.kind, rng, donors)]
    elif kind == 5:
        # The same key again, with another value.
        slots.insert(other, [*slots[at][:-1], _odd(layer, rng)])
    elif kind == 6:
        slots[at] = [*slots[at][:-1], _nest(layer, slots[at][-1], rng)]
    else:
        slots[at] = [*slots[at][:-1], _odd(layer, rng)]
    return layer.join([part for slot in slots for part in slot])


def _from_donor(kind: str, rng: random.Random, donors: Donors) -> bytes:
    """Take a part of another document, from a layer of the same kind if it has one."""
    data = rng.choice(donors)
    for _ in range(_MAX_LAYERS):
        opened = [layer for layer in layers_of(data) if layer.parts]
        same = [layer for layer in opened if layer.kind == kind]
        if same and rng.random() < 0.6:
            return rng.choice(same[0].parts)
        if not opened:
            break
        data = rng.choice(rng.choice(opened).parts)
    return data


def _odd(layer: Layer, rng: random.Random) -> bytes:
    """Give a value that hardly anything expects, in the encoding of a layer."""
    if layer.kind.startswith("json"):
        return rng.choice(_ODD_JSON)
    if layer.kind.startswith("cbor"):
        return rng.choice(_ODD_CBOR)
    return rng.choice(_ODD_DER) if layer.kind == "der" else rng.choice(_ODD_BYTES)


def _nest(layer: Layer, part: bytes, rng: random.Random) -> bytes:
    """Put a part within itself, up to a hundred thousand levels deep."""
    depth = rng.choice((1, 2, 15, 16, 17, 60, 63, 64, 65, 100, 1000, 5000, 100_000))
    before, after = b"", b""
    if layer.kind.startswith("json"):
        before, after = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b'[{"":', b"}]")))
    elif layer.kind.startswith("cbor"):
        before = rng.choice((b"\x81", b"\xa1\x61a", b"\xc1", b"\x9f", b"\xd8\x1c"))
    elif layer.kind == "der":
        before = rng.choice((b"\x30\x80", b"\x30\x82\x10\x00"))
    else:
        return part * min(depth, 64)
    # Now and then without its end.
    return before * depth + part + after * (depth if rng.random() < 0.9 else 0)


_ODD_STRINGS = (
    "",
    " ",
    "\0",
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "\u202e",
    "e\u0301",
    "\uff10\uff11",
    "\u0660\u0661",
    "\U0001f600",
    "\u3000",
    "0x00",
    "null",
    "v1.0.0",
    "\u017f\u212a",
    "A" * 5000,
    "00" * 5000,
    "\ufdfa" * 200,
    "1" * 300,
)
_ODD_JSON = (
    *(b"null true false 0 -0 1 -1 1.5 1e999 -1e999 1e-999 NaN Infinity -Infinity".split()),
    b"9007199254740993",
    b"18446744073709551616",
    b"-9223372036854775809",
    b"9" * 400,
    b"9" * 5000,
    b"0." + b"3" * 5000,
    b"1e" + b"9" * 30,
    b"01",
    b"[]",
    b"{}",
    b'[""]',
    b'{"":""}',
    b'{"a":1,"a":2}',
    b'"\\ud800"',
    b'"\\u0000"',
    b'"\\ud83d\\ude00"',
    b'"\xff"',
    b'"\x01"',
    b'"\\x41"',
    b"'a'",
    b"/**/null",
    b"[1,]",
    b"",
    *(json.dumps(text).encode() for text in _ODD_STRINGS),
)
_ODD_CBOR = (
    b"\xf6",
    b"\xf7",
    b"\xf5",
    b"\x00",
    b"\x20",
    b"\x1b" + b"\xff" * 8,
    b"\x3b" + b"\xff" * 8,
    b"\xf9\x7e\x00",
    b"\xfb\x7f\xf0" + bytes(6),
    b"\x40",
    b"\x60",
    b"\x80",
    b"\xa0",
    b"\x61\xff",
    b"\x5f\x41a\xff",
    b"\x9f\x00\xff",
    b"\xbf\x61a\x00\xff",
    b"\xa2\x61a\x00\x61a\x01",
    b"\xa2\x01\x00\xf5\x01",
    b"\xa1\x80\x00",
    b"\xc2\x58\x40" + b"\xff" * 64,
    b"\xc0\x61x",
    b"\xc1\xfb\x7f\xe0" + bytes(6),
    b"\xc4\x82\x1a\x7f\xff\xff\xff\x01",
    b"\xc5\x82\x1a\x7f\xff\xff\xff\x01",
    b"\xd8\x1c\x81\xd8\x1d\x00",
    b"\xd8\x1e\x82\x01\x00",
    b"\xd8\x23\x61(",
    b"\xd9\x01\x02\x81\x00",
    b"\xd9\xd9\xf7\x00",
    b"\x1c",
    b"\xf8\x18",
    b"\xff",
    b"\x5b" + b"\x7f" + b"\xff" * 7,
    b"\x9b" + b"\x00" * 4 + b"\xff" * 4,
    b"\xbb" + b"\xff" * 8,
    b"\x7a\x7f\xff\xff\xff",
    cbor_head(4, 1000) + b"\xf6" * 1000,
)
_ODD_DER = (
    b"\x05\x00",
    b"\x02\x01\x00",
    b"\x02\x00",
    b"\x02\x02\x00\x01",
    b"\x02\x81\x01\x01",
    b"\x02\x01\xff",
    b"\x30\x00",
    b"\x30\x80\x00\x00",
    b"\x02\x84\xff\xff\xff\xff",
    b"\x1f\x81\x01",
    b"\x03\x01\x08",
    b"\x0c\x02\xff\xfe",
    b"\x06\x01\x80",
    b"\x17\x0d991231235959Z",
    b"\x18\x0f00000101000000Z",
    b"\x02\x82\x08\x00" + b"\x7f" * 2048,
)
_ODD_BYTES = (b"", b"\0", b"\xff", bytes(32), b"\xff" * 32, bytes(64), b"\1" + bytes(31), b"\4" + bytes(64))


def _flip_bit(data: bytes, rng: random.Random, _: Donors) -> bytes:
    if not data:
        return b"\0"
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _set_byte(data: bytes, rng: random.Random, _: Donors) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))]) + data[at + 1 :]


def _truncate(data: bytes, rng: random.Random, _: Donors) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.7 else data[at:]


def _insert(data: bytes, rng: random.Random, _: Donors) -> bytes:
    at = rng.choice((0, len(data), rng.randrange(len(data) + 1)))
    return (
        data[:at] + rng.choice((b"\0", b"\xff", b"\n", b" ", rng.randbytes(rng.randrange(1, 9)))) + data[at:]
    )


def _delete(data: bytes, rng: random.Random, _: Donors) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 1, 2, 4, 32)) :]


def _repeat(data: bytes, rng: random.Random, _: Donors) -> bytes:
    """Repeat a range; seldom until the whole is larger than what the library takes."""
    at = rng.randrange(len(data) + 1)
    unit = data[at : at + rng.choice((1, 2, 16, len(data)))] or b"A"
    size = rng.choice((0, 0, 0, 64, 64, 1000, 4000)) if rng.random() < 0.995 else MAX_BYTES
    return data[:at] + unit * max(2, size // len(unit)) + data[at:]


def _splice(data: bytes, rng: random.Random, donors: Donors) -> bytes:
    other = rng.choice(donors)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _swap_ranges(data: bytes, rng: random.Random, _: Donors) -> bytes:
    one, two, three = sorted(rng.randrange(len(data) + 1) for _ in range(3))
    return data[:one] + data[two:three] + data[one:two] + data[three:]


def _replace(_data: bytes, rng: random.Random, donors: Donors) -> bytes:
    if rng.random() < 0.5:
        return _from_donor("", rng, donors)
    return rng.choice((rng.choice(_ODD_BYTES), rng.choice(_ODD_JSON), rng.choice(_ODD_CBOR)))


_ORDERS = (
    0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,  # P-256
    0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,  # secp256k1
    0x1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED,  # Ed25519
    0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF,  # the field of P-256
    2**255 - 19,
)


def _reduce(data: bytes, rng: random.Random, _: Donors) -> bytes:
    """Treat up to 66 bytes, or their second half, as a number: negate it by a group's order, or add that."""
    if not 0 < len(data) <= 66:
        return data + b"\0"
    half = len(data) // 2 if len(data) in {64, 65, 66} and rng.random() < 0.7 else 0
    head, tail = data[:half], data[half:]
    little = rng.random() < 0.5
    number = int.from_bytes(tail, "little" if little else "big")
    order = rng.choice(_ORDERS)
    number = rng.choice((order - number, number + order, order, number + 1, -number)) % (1 << 8 * len(tail))
    return head + number.to_bytes(len(tail), "little" if little else "big")


def _prefix_point(data: bytes, rng: random.Random, _: Donors) -> bytes:
    """Give bytes the first byte of another form of a point (SEC1, section 2.3.3)."""
    prefix = bytes([rng.choice((0, 2, 3, 4, 5, 6, 7))])
    return prefix + (data[1:33] if rng.random() < 0.5 else data[1:])


def _respell(data: bytes, rng: random.Random, _: Donors) -> bytes:
    """Spell text in another way that some readers take for the same."""
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data[::-1]
    at = rng.randrange(len(text) + 1)
    odd = rng.choice(_ODD_STRINGS)
    spelled = rng.choice(
        (
            text.upper(),
            text.swapcase(),
            text[:at] + text[at:].swapcase(),
            text[:at] + odd + text[at:],
            text + odd,
            odd + text,
            text + "=",
            text + "==",
            "0x" + text,
            text.replace("-", "+").replace("_", "/"),
            text + ".",
            f" {text}\n",
            unicodedata.normalize("NFD", text[:4096]),
            unicodedata.normalize("NFKC", text[:4096]),
            text.translate(_FULL_WIDTH),
            json.dumps(text),
            text + text,
        )
    )
    return spelled.encode("utf-8", "surrogatepass")


_FULL_WIDTH = {ord("0") + digit: 0xFF10 + digit for digit in range(10)}

_OPERATIONS: tuple[_Operation, ...] = (
    # What keeps the length is what may pass for the original.
    *(_flip_bit,) * 6,
    *(_set_byte,) * 2,
    _truncate,
    _insert,
    _delete,
    _repeat,
    _splice,
    _swap_ranges,
    _replace,
    _reduce,
    _reduce,
    _prefix_point,
    _respell,
    _respell,
)

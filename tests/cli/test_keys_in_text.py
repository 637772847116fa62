import json

import pytest

from sealwax._limits import MAX_KEYS_IN_TEXT
from sealwax.cli.keys_in_text import keys_beside_objects, keys_in_text
from tests.conftest import TARGET

DIGITS = TARGET.private_key_hex()
OTHER = "1f" * 32


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (DIGITS, 1),
        (f"> {DIGITS[:30]}\r\n> {DIGITS[30:]}", 1),
        (f"0x{DIGITS.upper()}", 1),
        (DIGITS.replace("0", "O"), 1),
        (f"{DIGITS} {OTHER} {DIGITS}", 2),
        (f"{DIGITS}:p256", 0),
        (f"{DIGITS}a", 0),
        (DIGITS[:-1], 0),
        ("ff" * 32, 0),
        ("", 0),
        ("\n".join(f"{number:064x}" for number in range(1, 99)), MAX_KEYS_IN_TEXT - 1),
    ],
)
def test_the_keys_of_a_text(text: str, count: int) -> None:
    assert len(keys_in_text(text.encode(), None)) == count


def test_only_what_is_beside_an_object_counts() -> None:
    bundle = json.dumps({"data": DIGITS, "more": OTHER})
    assert keys_beside_objects(f"It: {bundle}".encode()) == []
    assert [key.public_key for key in keys_beside_objects(f"{bundle} and {DIGITS}".encode())] == [
        TARGET.public_key
    ]

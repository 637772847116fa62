"""The tests of ``tests/login/test_tokens.py`` that take longest."""

import pytest

from sealwax import (
    BadSignature,
    MalformedInput,
)
from tests.login import test_tokens as quick
from tests.login.test_tokens import Kind

kind = quick.kind


def test_every_changed_character_is_refused(kind: Kind) -> None:
    token = kind.token()
    for position in range(len(token)):
        other = "A" if token[position] != "A" else "B"
        with pytest.raises((BadSignature, MalformedInput)):
            kind.check(token[:position] + other + token[position + 1 :])

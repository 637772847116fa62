"""The tests of ``tests/inspection/test_artifacts.py`` that take long."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax.inspection import inspect
from tests.conftest import CAPTURED
from tests.inspection import test_artifacts as quick
from tests.inspection.test_artifacts import KINDS, artifacts, text_of

SECRET_FIELDS = {
    "privateKey", "targetPrivateKey", "enclavePrivateKey", "receiverPrivateKey", "mnemonic", "token",
    "otpCode", "verificationToken", "secret", "text", "password", "privateKeyText", "passphrase",
}  # fmt: skip


SHORTEST_SECRET = 20


def secrets_of(case: dict[str, Any]) -> set[str]:
    """The secrets of a case that its artifact could have given away."""
    values = {case[name] for name in SECRET_FIELDS & case.keys() if isinstance(case[name], str)}
    return {value for value in values if len(value) >= SHORTEST_SECRET}


class TestVectors:
    def test_the_declared_set_holds_the_true_kind(self) -> None:
        seen, wrong = set(), []
        for kind, artifact, case in artifacts():
            found = inspect(artifact)
            shown = text_of(found)
            assert not re.search(r"sealwax [a-z]|--[a-z]", f"{found.next_step} {found.checks}"), case["id"]
            assert not [secret for secret in secrets_of(case) if secret in shown], case["id"]
            if case["result"] == "valid":
                seen.add(kind)
                if kind not in found.kinds:
                    wrong.append((case["id"], kind, found.kinds))
        assert wrong == []
        assert seen == set(KINDS.values())


class TestSecrets:
    """Nothing secret is repeated."""

    SCALAR = quick.TestSecrets.SCALAR

    @pytest.mark.parametrize(
        "name", ["organizationId", "userId", "version", "id", "type", "status", "timestampMs"]
    )
    def test_a_secret_in_a_field_that_is_shown(self, name: str) -> None:
        words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
        token = (CAPTURED / "session_jwt.json").read_text()
        jwt = json.loads(token)["jwt"]
        scalar = self.SCALAR.hex()
        for secret in (scalar, words, jwt, f"x {scalar} y", f"v1.0.{scalar[2:]}", scalar[:48], scalar + "0"):
            for base in (
                {"id": "i", "status": "s", "intent": {}},
                {"type": "t", "parameters": {}},
                {"version": "1", "data": "7b7d", "dataSignature": "", "enclaveQuorumPublic": ""},
            ):
                assert secret not in text_of(inspect(json.dumps({**base, name: secret})))

    @given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode(errors="replace")))
    def test_anything(self, content: bytes) -> None:
        assert inspect(content).kinds

    @given(st.data())
    def test_vectors_that_are_changed(self, data: st.DataObject) -> None:
        _, artifact, case = data.draw(st.sampled_from(SAMPLE))
        content = bytearray(artifact.encode(errors="replace"))
        for _ in range(data.draw(st.integers(1, 4))):
            place = data.draw(st.integers(0, len(content) - 1))
            content[place] = data.draw(st.integers(0, 255))
        shown = text_of(inspect(bytes(content), body=b"{}"))
        assert not [secret for secret in secrets_of(case) if secret in shown]


SAMPLE = [each for place, each in enumerate(artifacts()) if place % 41 == 0 and each[1]]

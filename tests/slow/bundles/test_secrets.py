"""The tests of ``tests/bundles/test_secrets.py`` that take long."""

from hypothesis import given

from sealwax import (
    ExportedSecret,
)
from tests.bundles.test_secrets import export, new_target, open_secret, opened, text


class TestImport:
    @given(text.filter(bool))
    def test_secrets_round_trip(self, secret: str) -> None:
        assert opened(new_target().encrypt_secret(secret)) == secret


class TestExport:
    @given(text)
    def test_secrets_round_trip(self, secret: str) -> None:
        assert open_secret(export(secret)) == ExportedSecret(secret)

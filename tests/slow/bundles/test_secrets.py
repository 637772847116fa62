"""The tests of ``tests/bundles/test_secrets.py`` that take longest."""

from hypothesis import given

from tests.bundles.test_secrets import new_target, opened, text


class TestImport:
    @given(text.filter(bool))
    def test_secrets_round_trip(self, secret: str) -> None:
        assert opened(new_target().encrypt_secret(secret)) == secret

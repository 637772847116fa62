"""The tests of ``tests/service/operations/test_users.py`` that take long."""

import pytest

from tests.service.client import NOT_FOUND, Client
from tests.service.operations.test_users import key_fields, user_fields


class TestUsers:
    @pytest.mark.parametrize(
        ("changes", "error"),
        [
            ({"userPhoneNumber": "12"}, (400, "REQUEST_INVALID")),
            ({"userTags": ["x"]}, NOT_FOUND),
            ({"apiKeys": [key_fields(expirationSeconds="0")]}, (400, "SEALWAX_INVALID_API_KEY_EXPIRATION")),
            ({"apiKeys": [key_fields(expirationSeconds="9" * 19)]}, (400, "REQUEST_INVALID")),
            ({"apiKeys": [key_fields(publicKey="05" + "ff" * 32)]}, (400, "REQUEST_INVALID")),
            ({"apiKeys": [key_fields()] * 11}, (429, "SEALWAX_TOO_MANY")),
            ({"apiKeys": None}, (400, "REQUEST_INVALID")),
        ],
    )
    def test_one_that_is_refused_leaves_none(
        self, client: Client, changes: dict[str, object], error: tuple[int, str]
    ) -> None:
        before = client.query("list_users")
        reply = client.submit("create_users", users=[user_fields(), user_fields(**changes)])
        assert reply.error == error
        assert client.query("list_users") == before

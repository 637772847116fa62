"""The tests of ``tests/service/access/test_authorization.py`` that take long."""

import pytest

from sealwax_service.access.authorization import Request
from tests.service.access.test_authorization import TAG, Person, add_policy
from tests.service.client import Client


class TestPermissive:
    def test_votes_are_not_decided_about(
        self, permissive_client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client = permissive_client
        person = Person(client)
        add_policy(client, "approvers.count() >= 2")
        waiting = client.submit("create_user_tag", **TAG).activity
        vote = person.client.body("reject_activity", {"fingerprint": waiting["fingerprint"]})
        monkeypatch.setattr(Request, "decide", None)
        assert person.client.post("reject_activity", vote).status == 200

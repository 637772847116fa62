"""Policies over HTTP: a transaction is allowed, denied, or waits, and the service explains why."""

import pytest

from sealwax import ApiKey
from sealwax.activities import activity_fingerprint
from sealwax_service.chains.ethereum import ETHEREUM
from sealwax_service.state.outcomes import (
    ALLOW,
    DENY_EXPLICIT,
    DENY_IMPLICIT,
    ERROR,
    REQUIRES_CONSENSUS,
)
from tests.service.chains.test_ethereum import TO, items_of, unsigned_of
from tests.service.client import Client, Reply

OTHER = b"\1" * 20


class TestTransactions:
    @pytest.fixture(autouse=True)
    def users(self, client: Client) -> None:
        self.root = client
        keys = [ApiKey.generate(), ApiKey.generate()]
        self.ids = [client.add_user(key) for key in keys]
        self.user, self.second = map(client.with_key, keys)
        (account,) = client.query("list_wallet_accounts")["accounts"]
        self.sign_with = account["address"]

    def policy(self, name: str, **fields: str) -> str:
        given = {"policyName": name, "effect": "EFFECT_ALLOW", "notes": "", **fields}
        made: str = self.root.submit("create_policy", **given).result["policyId"]
        return made

    def sign(self, to: bytes = TO) -> tuple[bytes, Reply]:
        items = [to if item == TO else item for item in items_of(2)]
        given = {
            "signWith": self.sign_with,
            "unsignedTransaction": unsigned_of(2, items).hex(),
            "type": ETHEREUM,
        }
        body = self.user.body("sign_transaction", given)
        return body, self.user.post("sign_transaction", body)

    def test_one_recipient(self) -> None:
        to = self.policy(
            "To", condition=f"eth.tx.to == '0x{TO.hex()}' && eth.tx.value <= 1000000000000000000"
        )
        solana = self.policy("Solana", condition="solana.tx.transfers.count() == 1")
        _, reply = self.sign()
        assert reply.result["signedTransaction"]
        explained = self.root.admin("explain", activityId=reply.activity["id"])
        assert explained.keys() == {"activityId", "type", "status", "votes"}
        assert explained["status"] == "ACTIVITY_STATUS_COMPLETED"
        (vote,) = explained["votes"]
        assert (vote["userId"], vote["selection"]) == (self.ids[0], "VOTE_SELECTION_APPROVED")
        decision = vote["decision"]
        assert (decision["outcome"], decision["policyId"]) == (ALLOW, to)
        outcomes = {each["policyId"]: each for each in decision["policies"]}
        assert outcomes[to]["condition"]["holds"]
        assert outcomes[solana] == {
            "policyId": solana,
            "policyName": "Solana",
            "outcome": ERROR,
            "condition": {"holds": None, "part": "solana.tx", "error": "the request does not have it"},
            "consensus": {"holds": True, "part": "", "error": ""},
        }
        (evaluation,) = self.root.query("get_policy_evaluations", activityId=reply.activity["id"])[
            "policyEvaluations"
        ]
        assert {"policyId": to, "outcome": ALLOW} in evaluation["policyEvaluations"]

    def test_a_refused_request_is_explained_by_its_fingerprint(self) -> None:
        to = self.policy("To", condition=f"activity.action == 'SIGN' && eth.tx.to == '0x{TO.hex()}'")
        body, reply = self.sign(OTHER)
        assert reply.error == (403, "REQUEST_NOT_AUTHORIZED")
        decision = self.root.admin("explain", fingerprint=activity_fingerprint(body))["decision"]
        assert (decision["outcome"], decision["policyId"]) == (DENY_IMPLICIT, None)
        (outcome,) = [each for each in decision["policies"] if each["policyId"] == to]
        assert outcome["condition"] == {"holds": False, "part": f"eth.tx.to == '0x{TO.hex()}'", "error": ""}
        deny = self.policy("Deny", effect="EFFECT_DENY", condition="eth.tx.type == 'TYPE_2'")
        body, reply = self.sign()
        assert reply.error == (403, "")
        decision = self.root.admin("explain", fingerprint=activity_fingerprint(body))["decision"]
        assert (decision["outcome"], decision["policyId"]) == (DENY_EXPLICIT, deny)

    def test_the_explanation_outlives_a_restart(self) -> None:
        self.policy("To", condition=f"eth.tx.to == '0x{TO.hex()}'")
        body, _ = self.sign(OTHER)
        _, reply = self.sign()
        asked = {"fingerprint": activity_fingerprint(body)}, {"activityId": reply.activity["id"]}
        before = [self.root.admin("explain", **each) for each in asked]
        self.root.service.import_state(self.root.service.export_state())
        assert [self.root.admin("explain", **each) for each in asked] == before

    def test_two_must_approve(self) -> None:
        both = " && ".join(f"approvers.any(user, user.id == '{each}')" for each in self.ids)
        self.policy("Both", condition="eth.tx.chain_id == 11155111", consensus=both)
        _, reply = self.sign()
        waiting = reply.activity
        assert waiting["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
        self.second.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        explained = self.root.admin("explain", fingerprint=waiting["fingerprint"])
        assert explained == self.root.admin("explain", activityId=waiting["id"])
        first, second = (vote["decision"] for vote in explained["votes"])
        assert (first["outcome"], second["outcome"]) == (REQUIRES_CONSENSUS, ALLOW)
        (missing,) = [each["consensus"] for each in first["policies"] if each["policyName"] == "Both"]
        assert missing == {"holds": False, "part": both.split(" && ")[1], "error": ""}


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b"{}", (400, "REQUEST_INVALID")),
        (b'{"activityId":"x","fingerprint":"x"}', (400, "REQUEST_INVALID")),
        (b'{"activityId":"x"}', (404, "SEALWAX_NOT_FOUND")),
        (b'{"fingerprint":"x"}', (404, "SEALWAX_NOT_FOUND")),
    ],
)
def test_nothing_to_explain(client: Client, body: bytes, error: tuple[int, str]) -> None:
    assert client.send("/_sealwax/explain", body, {}).error == error

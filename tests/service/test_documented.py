"""Each rule of the table of documented behaviour, over HTTP."""

import pytest

from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from tests.conftest import ROOT
from tests.service.client import Client
from tests.service.documented import RULES
from tools.support.tables import grouped


def test_the_page_has_every_fact() -> None:
    page = (ROOT / "docs" / "local-service-routes.md").read_text()
    _, _, table = page.partition("\n## As documented\n")[2].partition("|---|---|---|\n")
    expected = grouped(((rule.fact, (rule.source, rule.route)) for rule in RULES), "; ")
    found = table.splitlines()
    missing = "\n".join(row for row in expected if row not in found)
    surplus = "\n".join(row for row in found if row not in expected)
    again = f"in docs/local-service-routes.md, below *As documented*: add\n{missing}\nand delete\n{surplus}"
    assert {*found} == {*expected}, again


def test_the_rules_are_of_routes() -> None:
    routes = {"submit", *(f"submit/{name}" for name in SUBMITS), *(f"query/{name}" for name in QUERIES)}
    assert {rule.route for rule in RULES} <= routes
    assert len({rule.fact for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"condition": "bitcoin.tx.fee > 1"}, "SEALWAX_INVALID_POLICY_CONDITION", "`bitcoin`: the local"),
        ({"time": "CronSpan('0 22 * * *', '8h', 'UTC')"}, "REQUEST_INVALID", "evaluates no time"),
    ],
)
def test_a_strict_service_refuses_a_policy_that_it_cannot_evaluate(
    strict_client: Client, fields: dict[str, str], code: str, words: str
) -> None:
    reply = strict_client.submit("create_policy", policyName="p", effect="EFFECT_DENY", notes="", **fields)
    assert reply.error == (400, code)
    assert words in reply.body["message"]


def test_the_time_of_a_policy_is_updated_and_removed(client: Client) -> None:
    policy_id = client.service.ids["policyId"]
    for time, kept in (("Span('a', 'b')", {"Span('a', 'b')"}), ("", set())):
        client.submit("update_policy", policyId=policy_id, time=time).check()
        policy = client.query("get_policy", policyId=policy_id)["policy"]
        assert {policy[name] for name in policy.keys() & {"time"}} == kept


def test_a_strict_service_refuses_a_key_that_is_no_point(strict_client: Client) -> None:
    for public_key in ("02" + "ff" * 32, "04" + "ff" * 64):
        key = {"apiKeyName": "k", "publicKey": public_key, "curveType": "API_KEY_CURVE_P256"}
        reply = strict_client.submit("create_api_keys", userId=strict_client.service.user_id, apiKeys=[key])
        assert reply.error == (400, "REQUEST_INVALID")

"""The local service's page in a real browser. Needs Chromium, Node.js and npm."""

import json
from typing import Any

import pytest

from sealwax import ApiKey
from sealwax_service import LocalService
from sealwax_service.admin import overview
from sealwax_vectors.makers import live
from tests.browser.test_browser import chromium as chromium  # noqa: PLC0414 - a fixture
from tests.browser.test_browser import node as node  # noqa: PLC0414 - a fixture
from tests.browser.test_browser import run
from tests.service.client import ETHEREUM, Client
from tests.service.operations.test_users import key_fields

MARKUP = "<img src=x onerror='throw 1'>"


def fill(client: Client) -> None:
    """Put something into every part of the page."""
    client.service._deployment.organization.name = "<script>throw 1</script>"
    key = ApiKey.generate()
    for number in range(3):
        client.admin(
            "add", kind="user", name=f"{MARKUP} {number}", email=f"{'long-name.' * 6}{number}@example.com"
        )
    robot = client.with_key(key)
    user_id = client.add_user(key, name="Robot" * 12, phoneNumber="+4912345678")
    solana = {"curve": "CURVE_ED25519", "path": "m/44'/501'/0'/0'", "addressFormat": "ADDRESS_FORMAT_SOLANA"}
    accounts = [
        {**ETHEREUM, **changed}
        for changed in (
            {},
            {"addressFormat": "ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR"},
            {"addressFormat": "ADDRESS_FORMAT_UNCOMPRESSED"},
            solana,
        )
    ]
    client.submit("create_wallet", walletName="Treasury", accounts=accounts).check()
    client.admin(
        "add",
        kind="policy",
        name="No robot renames",
        effect="EFFECT_DENY",
        consensus=f"approvers.any(user, user.id == '{user_id}')",
        condition="activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'",
    )
    assert (
        robot.post(
            "create_user_tag", robot.body("create_user_tag", {"userTagName": "t", "userIds": []})
        ).status
        == 403
    )
    root = ApiKey.generate()
    root_user = {"userName": "r", "apiKeys": [key_fields(root)], "authenticators": [], "oauthProviders": []}
    made = client.submit(
        "create_sub_organization", subOrganizationName="Sub", rootQuorumThreshold=1, rootUsers=[root_user]
    ).result
    parent = client.with_key(client.key)
    parent.organization_id = made["subOrganizationId"]
    assert parent.submit("create_user_tag", userTagName="t", userIds=[]).status == 400
    for url in ("http://127.0.0.1:1/hook", f"https://example.com/{'path' * 20}"):
        client.admin("add", kind="webhook_endpoint", url=url)
    client.service.fail("create_user_tag", "failed", message="m" * 90, times=None)
    client.submit("create_user_tag", userTagName="t", userIds=[]).check()
    assert client.service.webhooks.deliveries
    client.admin("fail")
    client.admin("fail", operation="*", fault="allowlist-error", times=5)
    client.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="a@example.com")
    assert live.live_vectors("export_wallet")


@pytest.fixture(scope="module")
def happened(node: str, chromium: str) -> dict[str, Any]:
    with LocalService(vectors=live) as service, pytest.MonkeyPatch.context() as patch:
        patch.setattr(overview, "MAX_SHOWN_RECORDS", 4)
        client = Client(service)
        fill(client)
        client.http.close()
        done = run(node, "page.mjs", chromium, json.dumps(dict(service.info)))
        assert done.returncode == 0, done.stderr
        made: dict[str, Any] = json.loads(done.stdout)
        return made


def test_it_shows_what_there_is(happened: dict[str, Any]) -> None:
    texts = happened["texts"]
    assert "http://127.0.0.1:" in texts["client"]
    assert "a@example.com" in texts["otps"]
    assert "no answerno answerno answer" in texts["deliveries"]
    assert "403SEALWAX_POLICY_DENIED" in texts["log"]
    assert "4 of 5 are shown." in texts["organizations"]
    assert "policy engine denied request explicitlya policy denies it" in texts["log"]
    (folded,) = happened["folded"]
    assert folded.startswith("Sub ")
    assert folded.endswith(" 1 denied")
    for text in ("bc1p", "No robot renames", "DENY_EXPLICIT on CREATE_USER_TAG", "Treasury"):
        assert text in texts["organizations"]


def test_names_are_not_parsed_as_html(happened: dict[str, Any]) -> None:
    assert "<script>throw 1</script>" in happened["texts"]["organizations"]
    assert MARKUP in happened["texts"]["organizations"]
    assert happened["marked"] == 0
    assert happened["errors"] == []


def test_it_asks_no_other_origin(happened: dict[str, Any]) -> None:
    (origin,) = happened["origins"]
    assert origin in happened["texts"]["client"]


def test_it_fits_and_is_legible(happened: dict[str, Any]) -> None:
    views = happened["views"]
    assert {*views} == {"1280-light", "1280-dark", "390-light", "390-dark"}
    assert not [found for view in views.values() for found in (*view["wide"], *view["faint"])]
    assert views["390-light"]["back"] == views["1280-light"]["back"] != views["390-dark"]["back"]


def test_the_private_key_is_shown_when_it_is_asked_for(happened: dict[str, Any]) -> None:
    assert happened["key"] == [False, True, False]


def test_it_switches_faults(happened: dict[str, Any]) -> None:
    faults = happened["faults"]
    assert faults["before"] == ["all", "allowlist-error", "5", ""]
    assert "as often as <code>polls</code> says" in faults["effect"]
    assert faults["groups"] == ["Submit operations", "Queries", "Auth proxy"]
    options = "status: 418code: CODEmessage: <b>text</b>retry_after: null"
    assert faults["on"] == ["wallet_kit_config", "error", "2", options]
    refused = [418, "CODE", "<b>text</b>"]
    assert faults["answers"] == [refused, refused, [200, None, None]]
    vectors = live.live_vectors("export_wallet")
    assert faults["vectors"] == len(vectors)
    assert faults["always"] == ["export_wallet", "vector", "always", f"vector: {vectors[0]}"]


def test_it_moves_the_clock(happened: dict[str, Any]) -> None:
    times = ["12:00:00", "13:00:00", "13:00:30"]
    assert happened["clock"] == [f"2030-01-01 {time}" for time in times]


def test_a_reset_asks_before(happened: dict[str, Any]) -> None:
    assert happened["reset"] == {
        "asked": ["confirm"] * 2,
        "sent": [0, 1],
        "names": ["Local organization"],
    }


def test_it_recovers_from_problems(happened: dict[str, Any]) -> None:
    recovery = happened["recovery"]
    unanswered, refused, refused_still = recovery["seen"]
    assert unanswered == "The service does not answer."
    assert "seconds" in refused
    assert refused_still == refused
    assert recovery["gone"] == "1 more organizations are not shown."
    assert recovery["back"] == ["Local organization"]

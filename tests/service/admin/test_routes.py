"""The interface for tests: the attributes, and the same under /_sealwax/."""

import json
import re
from datetime import datetime, timedelta, timezone
from typing import Any

import httpx
import pytest

from sealwax import ApiKey, ApiKeyStamper, EnclaveKeys, InvalidRequest
from sealwax._codec.clock import EPOCH
from sealwax.activities import activity_fingerprint
from sealwax.operations import SignupApiKey, SignupWalletAccount
from sealwax.webhooks import verify_webhook
from sealwax_service import LocalService, deployment
from sealwax_service._limits import MAX_REMEMBERED_ANSWER_BYTES
from sealwax_service.admin.routes import ROUTES
from sealwax_service.http.messages import JWKS_PATH
from sealwax_service.seeding.additions import ADDERS
from sealwax_service.state.outcomes import DENY_EXPLICIT
from sealwax_vectors.makers import live
from tests.conftest import ROOT
from tests.service.client import ETHEREUM, Client, send

IDS = {
    "walletId",
    "privateKeyId",
    "policyId",
    "mfaPolicyId",
    "userTagId",
    "privateKeyTagId",
}


def test_info(client: Client) -> None:
    service = client.service
    info = client.admin("info")
    assert info["organizationId"] == service.organization_id
    assert info["userId"] == service.user_id
    assert info["apiPublicKey"] == service.api_key.public_key
    assert info["apiPrivateKey"] == service.api_key.private_key_hex()
    assert info["configurationId"] == service.configuration_id
    assert (info["url"], info["authProxyUrl"]) == (service.url, service.auth_proxy_url)
    keys = info["keys"]
    assert EnclaveKeys(
        signer=keys["signer"], tls_fetcher=keys["tlsFetcher"], notarizer=keys["notarizer"]
    ) == (service.keys)
    assert info["ids"] == service.ids
    assert info["ids"].keys() == IDS
    assert info == service.info
    got = send("GET", f"{service.url}/_sealwax/info")
    assert got.json() == info
    assert send("POST", f"{service.url}/_sealwax/info").json() == info


def test_the_first_things_are_there(client: Client) -> None:
    ids = client.service.ids
    user = client.user()
    assert user["userEmail"] == "root@example.com"
    assert user["mfaPolicies"][0]["mfaPolicyId"] == ids["mfaPolicyId"]
    assert client.query("list_private_keys")["privateKeys"][0]["privateKeyId"] == ids["privateKeyId"]
    # Nobody made an endpoint, so nothing is delivered.
    assert client.query("list_webhook_endpoints")["webhookEndpoints"] == []
    organization = client.query("get_organization")["organizationData"]
    assert organization["wallets"][0]["walletId"] == ids["walletId"]
    assert organization["policies"][0]["policyId"] == ids["policyId"]
    assert {tag["tagId"] for tag in organization["tags"]} == {ids["userTagId"], ids["privateKeyTagId"]}


def test_otp(client: Client) -> None:
    otp = client.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="a@example.com").body
    code = client.admin("otp", otpId=otp["otpId"])["code"]
    assert code == client.service.otp_code(otp["otpId"])
    assert client.send("/_sealwax/otp", b'{"otpId":"x"}', {}).error == (404, "SEALWAX_NOT_FOUND")
    with pytest.raises(InvalidRequest, match="OTP flow"):
        client.service.otp_code("x")


def test_the_last_codes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.admin("otps") == {"otps": []}
    flows = []
    for contact in ("a@example.com", "b@example.com", "c@example.com"):
        otp = client.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact=contact).body
        code = client.service.otp_code(otp["otpId"])
        ids = {"otpId": otp["otpId"], "organizationId": client.organization_id}
        flows.append({**ids, "contact": contact, "code": code})
    assert client.admin("otps") == {"otps": flows}
    monkeypatch.setattr(deployment, "MAX_SHOWN_OTPS", 2)
    assert client.admin("otps") == {"otps": flows[1:]}


def test_advance(client: Client) -> None:
    before = datetime.fromisoformat(client.admin("advance", seconds=0)["now"])
    after = datetime.fromisoformat(client.admin("advance", seconds=3600)["now"])
    assert timedelta(hours=1) <= after - before < timedelta(hours=2)
    for body in (b"{}", b'{"seconds":-1}', b'{"seconds":1.5}', b'{"seconds":99999999999999}'):
        assert client.send("/_sealwax/advance", body, {}).error == (400, "REQUEST_INVALID")
    assert client.service.now() - after < timedelta(hours=1)
    with pytest.raises(ValueError, match="negative"):
        client.service.advance(timedelta(seconds=-1))
    with pytest.raises(ValueError, match="too large"):
        client.service.advance(timedelta.max)
    with pytest.raises(TypeError, match="by"):
        client.service.advance(5)  # type: ignore[arg-type]


def test_the_clock(client: Client) -> None:
    service, noon = client.service, datetime(2030, 1, 1, 12, tzinfo=timezone.utc)
    assert client.admin("clock")["frozen"] is False
    frozen = client.admin("clock", now="2030-01-01T12:00:00Z", frozen=True)
    assert frozen == {"now": "2030-01-01T12:00:00+00:00", "frozen": True} == client.admin("clock")
    assert service.now() == noon
    client.admin("advance", seconds=60)
    assert service.now() == noon + timedelta(minutes=1)
    # A state keeps the clock as it stands.
    service.import_state(service.export_state())
    assert client.admin("clock") == {"now": "2030-01-01T12:01:00+00:00", "frozen": True}
    assert client.admin("clock", frozen=False)["frozen"] is False
    assert noon + timedelta(minutes=1) <= service.now() < noon + timedelta(hours=1)
    # Back, in another time zone.
    service.set_clock(now=noon.astimezone(timezone(timedelta(hours=5))) - timedelta(days=9))
    assert noon - timedelta(days=9) <= service.now() < noon - timedelta(days=8)
    service.freeze_clock()
    now = service.now()
    assert service.now() == now
    service.freeze_clock(frozen=False)
    assert service.now() >= now
    service.import_state(service.export_state())
    assert now <= service.now() < noon
    service.reset()
    assert service.now() > EPOCH


@pytest.mark.parametrize("now", ["x", "2030-01-01T12:00:00", "1999-12-31T23:59:59Z", "9999-01-01T00:00:00Z"])
def test_times_that_no_clock_shows(client: Client, now: str) -> None:
    body = json.dumps({"now": now}).encode()
    assert client.send("/_sealwax/clock", body, {}).error == (400, "REQUEST_INVALID")
    with pytest.raises(ValueError, match=r"."):
        client.service.set_clock(now=datetime.fromisoformat(now.replace("Z", "+00:00")))
    for wrong in (client.service.set_clock, client.service.freeze_clock):
        with pytest.raises(TypeError):
            wrong(**{"now" if wrong == client.service.set_clock else "frozen": 5})  # type: ignore[arg-type]


def test_a_clock_that_is_refused_goes_on(client: Client) -> None:
    body = b'{"now":"x","frozen":true}'
    assert client.send("/_sealwax/clock", body, {}).error == (400, "REQUEST_INVALID")
    body = b'{"now":"1999-12-31T23:59:59Z","frozen":true}'
    assert client.send("/_sealwax/clock", body, {}).error == (400, "REQUEST_INVALID")
    assert client.admin("clock")["frozen"] is False
    client.admin("clock", frozen=True)
    assert client.send("/_sealwax/clock", b'{"now":"x","frozen":false}', {}).error[0] == 400
    assert client.admin("clock")["frozen"] is True


def test_deliveries(client: Client) -> None:
    endpoint_id = client.admin("add", kind="webhook_endpoint", url="http://127.0.0.1:1/x")["id"]
    activity = client.submit("create_user_tag", userTagName="t", userIds=[]).activity
    deliveries = client.admin("deliveries")["deliveries"]
    (delivery,) = (each for each in deliveries if each["endpointId"] == endpoint_id)
    assert (delivery["url"], delivery["statuses"]) == ("http://127.0.0.1:1/x", [0, 0, 0])
    assert json.loads(delivery["body"])["id"] == activity["id"]
    verify_webhook(
        delivery["headers"],
        delivery["body"],
        keys=client.service.webhooks.keys,
        organization_id=client.organization_id,
    )


def test_the_operations_that_have_vectors(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # The real list takes long to make.
    found = {"export_wallet": ["first", "second"], "create_wallet": ["third"]}
    monkeypatch.setattr(live, "live_vectors", lambda operation: found.get(operation, []))
    names = client.admin("vectors")["vectors"]
    assert names == found
    assert [*names] == ["create_wallet", "export_wallet"]
    assert send("GET", f"{client.service.url}/_sealwax/vectors").json() == {"vectors": found}


def test_without_vectors_none_are_named(permissive_client: Client) -> None:
    assert permissive_client.admin("vectors") == {"vectors": {}}


def test_the_log_has_the_answers(client: Client) -> None:
    activity = client.submit("create_user_tag", userTagName="t", userIds=[]).activity
    client.try_query("get_user", userId="x")
    client.service.fail("whoami", "drop")
    with pytest.raises(httpx.HTTPError):
        client.query("whoami")
    submitted, refused, dropped = client.admin("requests")["requests"]
    assert (submitted["status"], refused["status"]) == (200, 404)
    assert json.loads(submitted["answer"])["activity"]["id"] == activity["id"]
    assert "SEALWAX_NOT_FOUND" in refused["answer"]
    assert dropped["answer"] == ""
    client.query("get_organization")
    outcome = client.service.requests[-1].outcome
    assert outcome.status == 200
    assert len(outcome.content) <= MAX_REMEMBERED_ANSWER_BYTES


def test_a_line_about_each_request() -> None:
    lines: list[str] = []
    with LocalService(log=lines.append) as service:
        client = Client(service)
        client.query("whoami")
        client.try_query("nothing")
        client.http.get("/_sealwax/health")
        client.http.get(JWKS_PATH)
        client.http.get("/", headers={"Host": "example.com"})
        client.http.post("/secret%1b", json={})
        service.fail("whoami", "drop")
        with pytest.raises(httpx.HTTPError):
            client.query("whoami")
        client.http.close()
    words = [re.sub(r"[0-9]+\.[0-9] ms", "T ms", line) for line in lines]
    assert words == [
        "POST /public/v1/query/whoami 200 T ms",
        "POST /public/v1/query/nothing 404 T ms SEALWAX_NO_SUCH_ROUTE",
        "GET /_sealwax/health 200 T ms",
        f"GET {JWKS_PATH} 200 T ms",
        "POST (another path) 404 T ms SEALWAX_NO_SUCH_ROUTE",
        "POST /public/v1/query/whoami closed T ms",
    ]
    with pytest.raises(TypeError, match="log must be a function"):
        LocalService(log="x")  # type: ignore[arg-type]


def test_an_advance_too_far_over_http(client: Client) -> None:
    statuses = [client.send("/_sealwax/advance", b'{"seconds":3162240000}', {}).status for _ in range(90)]
    assert {*statuses} == {200, 400}


@pytest.mark.parametrize("kind", ADDERS)
def test_add(client: Client, kind: str) -> None:
    before = str(client.query("get_organization")) + str(client.query("list_webhook_endpoints"))
    made = client.admin("add", kind=kind)["id"]
    after = str(client.query("get_organization")) + str(client.query("list_webhook_endpoints"))
    assert made not in before
    assert made in after


def test_the_table_of_the_guide_has_every_route() -> None:
    guide = (ROOT / "docs" / "local-service-reference.md").read_text()
    rows = re.findall(r"^\| `/_sealwax/(\w+)` \| (.*?) \| ", guide, re.MULTILINE)
    assert [name for name, _ in rows] == [*ROUTES], "docs/local-service-reference.md lists them in this order"
    for name, body in rows:
        route = ROUTES[name]
        assert body.startswith("GET") is route.has_get, (
            f"the row of {name} begins its body with GET if it takes it"
        )
        # An addition has the fields of its kind.
        fields = (
            {"kind"}
            if name == "add"
            else {*route.parameters.__struct_encode_fields__}
            if route.parameters
            else set()
        )
        missing = [field for field in fields if f"`{field}`" not in body]
        assert missing == [], f"the row of {name} lacks these fields of its body"


def test_the_guide_has_the_kinds() -> None:
    kinds = ", ".join(f"`{kind}`" for kind in ADDERS)
    assert f"| `kind`: {kinds}; " in (ROOT / "docs" / "local-service-reference.md").read_text()


def test_what_is_added_can_be_chosen(client: Client) -> None:
    wallet = {"walletName": "w", "accounts": [ETHEREUM]}
    wallet_id = client.admin("add", kind="wallet", wallet=wallet)["id"]
    assert len(client.query("list_wallet_accounts", walletId=wallet_id)["accounts"]) == 1
    key_id = client.admin(
        "add",
        kind="private_key",
        name="solana",
        curve="CURVE_ED25519",
        addressFormats=["ADDRESS_FORMAT_SOLANA"],
    )["id"]
    record = client.private_key(key_id)
    assert (record["privateKeyName"], record["curve"]) == ("solana", "CURVE_ED25519")
    assert record["addresses"][0]["format"] == "ADDRESS_FORMAT_SOLANA"
    user_id = client.admin("add", kind="user", email="a@example.com", phoneNumber="+4912345678", isRoot=True)[
        "id"
    ]
    assert client.user(user_id)["userEmail"] == "a@example.com"
    policy_id = client.admin("add", kind="mfa_policy", userId=user_id)["id"]
    assert client.user(user_id)["mfaPolicies"][0]["mfaPolicyId"] == policy_id
    url = "http://127.0.0.1:8/hook"
    endpoint_id = client.admin("add", kind="webhook_endpoint", url=url)["id"]
    endpoints = client.query("list_webhook_endpoints")["webhookEndpoints"]
    assert {endpoint["endpointId"]: endpoint["url"] for endpoint in endpoints}[endpoint_id] == url
    for body, status in (
        (b'{"kind":"shoe"}', 400),
        (b"{}", 400),
        (b'{"kind":"mfa_policy","userId":"x"}', 404),
        (b'{"kind":"user","organizationId":"x"}', 404),
        (b'{"kind":"user","shoeSize":5}', 400),
    ):
        assert client.send("/_sealwax/add", body, {}).status == status


def test_reset(client: Client) -> None:
    organization_id, service = client.organization_id, client.service
    client.submit("update_organization_name", organizationName="New").check()
    service.fail("whoami", "error")
    info = client.admin("reset")
    # With a seed, everything is made again as it was.
    assert info["organizationId"] == organization_id
    assert client.query("whoami")["organizationName"] == "Local organization"
    assert len(service.requests) == 1


def test_routes(client: Client) -> None:
    assert client.send("/_sealwax/x", b"{}", {}).error == (404, "SEALWAX_NO_SUCH_ROUTE")
    assert client.send("/_sealwax/info", b"[]", {}).error == (400, "REQUEST_INVALID")
    assert client.send("/_sealwax/info", b'{"x":1}', {}).error == (400, "REQUEST_INVALID")
    got = send("GET", f"{client.service.url}/_sealwax/reset")
    assert (got.status_code, got.json()["turnkeyErrorCode"]) == (405, "SEALWAX_METHOD")


def test_the_state_has_no_secret(client: Client) -> None:
    client.submit("create_user_tag", userTagName="t", userIds=[]).check()
    otp = client.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="a@example.com").body
    code = client.service.otp_code(otp["otpId"])
    state = client.admin("overview")
    (shown,) = state["organizations"]
    assert shown["users"][0]["userId"] == client.service.user_id
    assert shown["wallets"][0]["walletId"] == client.service.ids["walletId"]
    assert [activity["type"] for activity in shown["activities"]] == ["ACTIVITY_TYPE_CREATE_USER_TAG"]
    organization = client.service._deployment.organization
    secrets = [wallet.mnemonic for wallet in organization.wallets.values()]
    secrets += [account.private_key.hex() for _, account in organization.accounts()]
    secrets += [client.service.api_key.private_key_hex(), code]
    assert not [each for each in secrets if each in str(state)]


def test_the_page(client: Client) -> None:
    page = client.http.get("/")
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    assert client.service.api_key.private_key_hex() not in page.text
    # The browser test has the rest.
    assert "default-src 'none'; connect-src 'self'" in page.text
    assert not re.search(r"https?:|\ssrc=|@import|innerHTML|insertAdjacentHTML|document\.write", page.text)


def test_what_the_oidc_issuer_is_asked_for(client: Client) -> None:
    key = ApiKey.generate()
    token = client.admin("oidc_token", publicKey=key.public_key, subject="root")["oidcToken"]
    assert client.submit("oauth_login", oidcToken=token, publicKey=key.public_key).result["session"]
    with pytest.raises(TypeError, match="subject must be str"):
        client.service.oidc_token(key.public_key, subject=5)  # type: ignore[arg-type]


def test_records_are_added_and_explained_from_python() -> None:
    with LocalService() as service:
        robot = ApiKey.generate()
        user_id = service.add_user(
            "Robot",
            email="robot@example.com",
            api_keys=[
                SignupApiKey(
                    api_key_name="robot", public_key=robot.public_key, curve_type="API_KEY_CURVE_P256"
                )
            ],
        )
        policy_id = service.add_policy(
            effect="EFFECT_DENY", consensus=f"approvers.any(user, user.id == '{user_id}')"
        )
        body = json.dumps(
            {
                "type": "ACTIVITY_TYPE_CREATE_USER_TAG",
                "timestampMs": str(int(service.now().timestamp() * 1000)),
                "organizationId": service.organization_id,
                "parameters": {"userTagName": "t", "userIds": []},
            }
        ).encode()
        url = f"{service.url}/public/v1/submit/create_user_tag"
        refused = send("POST", url, content=body, headers=ApiKeyStamper(robot).stamp(body).headers)
        assert refused.status_code == 403
        explanation = service.explain(fingerprint=activity_fingerprint(body))
        assert explanation.decision is not None
        assert (explanation.decision.outcome, explanation.decision.policy_id) == (DENY_EXPLICIT, policy_id)
        allowed = ApiKeyStamper(service.api_key).stamp(body).headers
        activity = send("POST", url, content=body, headers=allowed).json()["activity"]
        explained = service.explain(activity_id=activity["id"])
        assert (explained.activity_id, explained.decision) == (activity["id"], None)
        assert explained.status == "ACTIVITY_STATUS_COMPLETED"
        assert [vote.user_id for vote in explained.votes] == [service.user_id]
        for wrong in (
            {},
            {"activity_id": "x"},
            {"fingerprint": "x"},
            {"activity_id": "x", "fingerprint": "x"},
        ):
            with pytest.raises(InvalidRequest):
                service.explain(**wrong)
        with pytest.raises(TypeError, match="activity_id"):
            service.explain(activity_id=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"organization_id": "x"}, {"name": 5}, {"email": 5}, {"api_keys": [5]}])
def test_a_record_that_cannot_be_added(wrong: Any) -> None:
    with LocalService() as service, pytest.raises(InvalidRequest):
        service.add_user(**wrong)


def test_a_record_of_each_kind_is_added_with_its_values() -> None:
    account = SignupWalletAccount(
        curve="CURVE_SECP256K1",
        path_format="PATH_FORMAT_BIP32",
        path="m/44'/60'/0'/0/0",
        address_format="ADDRESS_FORMAT_ETHEREUM",
    )
    with LocalService() as service:
        organization = service._deployment.organization
        wallet = organization.wallets[service.add_wallet("w", accounts=[account], mnemonic_length=24)]
        assert (wallet.name, len(wallet.accounts)) == ("w", 1)
        assert not organization.wallets[service.add_wallet()].accounts
        key = organization.private_keys[service.add_private_key("k", curve="CURVE_ED25519")]
        assert (key.name, key.curve) == ("k", "CURVE_ED25519")
        endpoint = organization.webhook_endpoints[service.add_webhook_endpoint("e", url="https://e.example")]
        assert (endpoint.name, endpoint.url) == ("e", "https://e.example")
        user = organization.users[service.add_user("u", is_root=True, phone_number="+4912345678")]
        assert (user.name, user.verified_contacts) == ("u", user.contacts)
        policy_id = service.add_mfa_policy("m", user_id=user.user_id)
        assert user.mfa_policies[policy_id].name == "m"
        assert organization.user_tags[service.add_user_tag("t")].name == "t"
        assert organization.private_key_tags[service.add_private_key_tag("p")].name == "p"

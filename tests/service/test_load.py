"""Large requests and long lists: their limits, and what others notice of them."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sealwax import ApiKey, sign_login
from sealwax_service._limits import MAX_PATH_LEVELS, MAX_REMEMBERED_BYTES
from sealwax_service.http.messages import Recent
from sealwax_service.yielding import Pace
from tests.service.access.test_authentication import signup_fields
from tests.service.client import ETHEREUM, Client

WALLET = {"walletName": "w", "accounts": [{**ETHEREUM, "path": f"m/{index}"} for index in range(3)]}


def user_fields(**changes: object) -> dict[str, Any]:
    return {"userName": "u", **signup_fields(**changes)}


def api_keys(count: int, **fields: object) -> list[dict[str, object]]:
    public_key = ApiKey.from_private_key(b"\x05" * 32).public_key
    key = {"apiKeyName": "k", "publicKey": public_key, "curveType": "API_KEY_CURVE_P256", **fields}
    return [key] * count


def test_long_work_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([5.0, 5.01, 5.011, 5.1, 5.102, 5.102, 7.0, 7.011, 7.011, 5.103, 5.103])
    slept: list[float] = []
    monkeypatch.setattr("sealwax_service.yielding.time.thread_time", lambda: next(times))
    monkeypatch.setattr("sealwax_service.yielding.time.sleep", slept.append)
    pace = Pace()
    pace.pause()
    assert slept == []
    for _ in range(2):
        pace.pause()
    # Twice as long as it has worked, but not too long at a time.
    assert slept == [pytest.approx(0.022), pytest.approx(0.004)]
    # Beside other long work, it rests longer.
    other = Pace()
    other.pause()
    pace.pause()
    assert slept[2:] == [pytest.approx(0.044), pytest.approx(0.004)]


def test_the_levels_of_paths_are_limited(client: Client) -> None:
    # Hardened levels are derived fast.
    levels = "/0'" * 250
    accounts = [{**ETHEREUM, "path": f"m{levels}"}] * (MAX_PATH_LEVELS // 250)
    wallet = {"walletName": "w", "accounts": accounts}
    too_many = {**wallet, "accounts": [*accounts, ETHEREUM]}
    made = client.proxy("signup_v2", **signup_fields(wallet=wallet)).body["wallet"]
    assert len({*made["addresses"]}) == 1
    for reply in (
        client.proxy("signup_v2", **signup_fields(wallet=too_many)),
        client.submit("create_wallet", **too_many),
    ):
        assert reply.error == (400, "REQUEST_INVALID")
        assert "levels" in reply.body["message"]


@pytest.mark.parametrize(
    ("fits", "too_many"),
    [
        ({"apiKeys": api_keys(10)}, {"apiKeys": api_keys(11)}),
        (
            {"apiKeys": api_keys(10, expirationSeconds="60")},
            {"apiKeys": api_keys(11, expirationSeconds="60")},
        ),
        (
            {"oauthProviders": [{"providerName": "p"}] * 10},
            {"oauthProviders": [{"providerName": "p"}] * 11},
        ),
    ],
)
def test_the_credentials_of_a_user_are_limited(
    client: Client, fits: dict[str, object], too_many: dict[str, object]
) -> None:
    assert client.proxy("signup_v2", **signup_fields(**fits)).status == 200
    assert client.proxy("signup_v2", **signup_fields(**too_many)).error == (429, "SEALWAX_TOO_MANY")
    reply = client.submit(
        "create_sub_organization",
        subOrganizationName="s",
        rootUsers=[user_fields(**fits), user_fields(**too_many)],
        rootQuorumThreshold=1,
    )
    assert reply.error == (429, "SEALWAX_TOO_MANY")


def test_too_many_passkeys(client: Client) -> None:
    passkey = {
        "authenticatorName": "p",
        "challenge": "AA",
        "attestation": {
            "credentialId": "AA",
            "clientDataJson": "AA",
            "attestationObject": "AA",
            "transports": [],
        },
    }
    reply = client.proxy("signup_v2", **signup_fields(authenticators=[passkey] * 11))
    assert reply.error == (429, "SEALWAX_TOO_MANY")


def test_too_many_providers_one_after_the_other(client: Client) -> None:
    given = {"userId": client.service.user_id, "oauthProviders": [{"providerName": "p"}] * 9}
    # The root user has one.
    client.submit("create_oauth_providers", **given).check()
    given["oauthProviders"] = [{"providerName": "p"}]
    assert client.submit("create_oauth_providers", **given).error == (429, "SEALWAX_TOO_MANY")


def test_too_many_users(client: Client) -> None:
    given = {"subOrganizationName": "s", "rootQuorumThreshold": 1}
    users = [user_fields()] * 100
    assert (
        len(client.submit("create_sub_organization", **given, rootUsers=users).result["rootUserIds"]) == 100
    )
    reply = client.submit("create_sub_organization", **given, rootUsers=[*users, user_fields()])
    assert reply.error == (400, "REQUEST_INVALID")


def test_the_oldest_session_ends_when_there_are_too_many(client: Client) -> None:
    keys = [ApiKey.generate() for _ in range(11)]
    for key in keys:
        token = client.token(key)
        reply = client.proxy(
            "otp_login_v2",
            verificationToken=token,
            publicKey=key.public_key,
            clientSignature=sign_login(key, token).to_dict(),
        )
        assert reply.status == 200
    statuses = [client.with_key(key).try_query("whoami").status for key in keys]
    assert statuses == [401, *[200] * 10]


def test_what_is_too_large_alone_is_not_remembered() -> None:
    recent = Recent[int]()
    recent.append(1, 1)
    recent.append(2, MAX_REMEMBERED_BYTES + 1)
    assert recent.all() == ()
    for number, size in enumerate((1, 2, MAX_REMEMBERED_BYTES - 2)):
        recent.append(number, size)
    assert recent.all() == (1, 2)


def test_the_same_bytes_at_once_are_one_activity(client: Client) -> None:
    body = client.body("create_wallet", WALLET)

    def post(_: int) -> Any:
        mine = Client(client.service)
        activity = mine.post("create_wallet", body).activity
        mine.http.close()
        return activity

    with ThreadPoolExecutor(8) as pool:
        activities = [*pool.map(post, range(8))]
    assert all(activity == activities[0] for activity in activities)
    assert len(client.query("list_wallets")["wallets"]) == 2


def test_an_unknown_activity(client: Client) -> None:
    assert client.try_query("get_activity", activityId="x").error == (404, "SEALWAX_NOT_FOUND")


def test_an_empty_list(client: Client) -> None:
    assert client.query("list_activities") == {"activities": []}

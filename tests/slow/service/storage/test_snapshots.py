"""The tests of ``tests/service/storage/test_snapshots.py`` that take long."""

import copy
import json
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput, decrypt_wallet_export
from sealwax._codec.clock import EPOCH
from sealwax.testing.key_material import KeyMaterial
from sealwax_service import LocalService
from sealwax_service.state.records import State
from sealwax_service.storage.snapshots import KeptEnclave, Snapshot, read_snapshot
from tests.conftest import SEED
from tests.service.client import ETHEREUM, TARGET, Client
from tests.service.storage import test_snapshots as quick
from tests.service.storage.test_snapshots import OTHER, approve, continue_from


@cache
def example() -> Any:
    """The state of a service with a little of everything."""
    with LocalService(SEED) as service:
        client = Client(service)
        client.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="root@example.com")
        client.submit("init_import_wallet", userId=service.user_id).check()
        client.http.close()
        return json.loads(service.export_state())


def changed(*path: str | int, value: Any) -> bytes:
    made = copy.deepcopy(example())
    place = made
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return json.dumps(made).encode()


def policies(**fields: str) -> bytes:
    """The state with other fields of its policies."""
    (kept,) = example()["organizations"]
    found = kept["organization"]["policies"]
    wanted = {policy_id: {**policy, **fields} for policy_id, policy in found.items()}
    return changed("organizations", 0, "organization", "policies", value=wanted)


REFUSED: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    "no JSON": (lambda: b"", "is not JSON"),
    "no object": (lambda: b"[]", "must be an object"),
    "nothing": (lambda: b"{}", "not one that this version"),
    "version": (lambda: changed("version", value=3), "not one that this version"),
    "older version": (lambda: changed("version", value=1), "not one that this version"),
    "format": (lambda: changed("format", value="x"), "not one that this version"),
    "another member": (lambda: changed("more", value=1), "not one that this version"),
    "short seed": (lambda: changed("seed", value="AAAA"), "seed is 3 bytes"),
    "seed": (lambda: changed("seed", value="!"), "not one that this version"),
    "root organization": (lambda: changed("organization_id", value="x"), "root organization is missing"),
    "parent": (
        lambda: changed("organizations", 0, "parent_id", value="x"),
        "parent of an organization is missing",
    ),
    "condition": (
        lambda: policies(condition="approvers"),
        "a policy is refused: invalid policy condition: `approvers`",
    ),
    "clock back": (lambda: changed("ahead", value="-P36500D"), "not one that this version"),
    "clock far ahead": (lambda: changed("ahead", value="P3600000D"), "not one that this version"),
    "frozen early": (
        lambda: changed("frozen_at", value="1999-01-01T00:00:00Z"),
        "not one that this version",
    ),
    "frozen without zone": (
        lambda: changed("frozen_at", value="2030-01-01T00:00:00"),
        "not one that this version",
    ),
    "import key": (
        lambda: changed("enclave", "imports", value=[["o", "u", ["00"]]]),
        "not one that this version",
    ),
    "import number": (
        lambda: changed("enclave", "imports", value=[["o", "u", [5]]]),
        "not one that this version",
    ),
    "one-time code without a contact": (
        lambda: changed("sent_otps", "x", value={"organization_id": "o", "code": "1"}),
        "not one that this version",
    ),
    "count": (lambda: changed("counts", "id", value=-1), "not one that this version"),
}
"""The maker of each state, which differs from one process to the next, and the words of the refusal."""


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_state(client: Client, case: str) -> None:
    make, words = REFUSED[case]
    with pytest.raises(MalformedInput, match=words) as caught:
        client.service.import_state(make())
    assert caught.value.__context__ is None
    # It goes on as before.
    assert client.query("whoami")["organizationName"] == "Local organization"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(field.name for field in msgspec.structs.fields(Snapshot))), JSON)
def test_another_member(name: str, value: Any) -> None:
    try:
        read = read_snapshot({**example(), name: value})
    except MalformedInput:
        return
    # What is accepted can be served.
    state = State(KeyMaterial(read.seed))
    read.fill(state, KeptEnclave())
    assert state.now() >= EPOCH


restored = quick.restored


def export(client: Client) -> str:
    """The mnemonic of the first wallet, exported."""
    result = client.submit(
        "export_wallet", walletId=client.service.ids["walletId"], targetPublicKey=TARGET.public_key
    ).result
    return decrypt_wallet_export(
        result["exportBundle"],
        TARGET,
        organization_id=client.organization_id,
        keys=client.service.keys,
    ).mnemonic


def everything(client: Client) -> Any:
    """The root organization as queries show it."""
    shown = {
        name: client.query(name) for name in ("get_organization", "list_policies", "list_webhook_endpoints")
    }
    return {**shown, "activities": client.pages("list_activities", "activities", "id")}


def test_ids_keys_and_exports_are_the_same(client: Client, restored: Client) -> None:
    service = client.service
    made = client.submit("create_wallet", walletName="w", accounts=[ETHEREUM]).result
    client.submit("create_user_tag", userTagName="t", userIds=[service.user_id]).check()
    rule = {"cidr": "127.0.0.0/20"}
    client.submit("set_ip_allowlist", enabled=True, rules=[rule]).check()
    client.submit(
        "create_sub_organization",
        subOrganizationName="s",
        rootUsers=[{"userName": "u", "apiKeys": [], "authenticators": [], "oauthProviders": []}],
        rootQuorumThreshold=1,
    ).check()
    service.advance(timedelta(days=1))
    client.ahead = timedelta(days=1)
    mnemonic, before = export(client), everything(client)
    info = dict(service.info)
    continued = continue_from(client, restored)
    continued.ahead = client.ahead
    assert {**continued.service.info, "url": "", "authProxyUrl": ""} == {
        **info,
        "url": "",
        "authProxyUrl": "",
    }
    assert everything(continued) == before
    assert export(continued) == mnemonic
    accounts = continued.query("list_wallet_accounts", walletId=made["walletId"])["accounts"]
    assert [each["address"] for each in accounts] == made["addresses"]
    # What follows has the ids that it would have had.
    client.submit(
        "export_wallet", walletId=service.ids["walletId"], targetPublicKey=TARGET.public_key
    ).check()
    ids = [
        each.submit("create_user_tag", userTagName="next", userIds=[]).result["userTagId"]
        for each in (client, continued)
    ]
    assert ids[0] == ids[1]


def waiting(client: Client) -> dict[str, Any]:
    """Activities of every kind of record that is made before, which wait for a second approval."""
    client.add_user(OTHER, isRoot=True)
    client.service.fail("*", "consensus", times=None)
    wallet_id = client.service.ids["walletId"]
    root = {"userName": "u", "apiKeys": [], "authenticators": [], "oauthProviders": []}
    other_path = {**ETHEREUM, "path": "m/44'/60'/0'/0/7"}
    key = {
        "privateKeyName": "k",
        "curve": "CURVE_SECP256K1",
        "privateKeyTags": [],
        "addressFormats": ["ADDRESS_FORMAT_ETHEREUM"],
    }
    sent = {
        "create_wallet": {"walletName": "waiting", "accounts": [ETHEREUM]},
        "create_wallet_accounts": {"walletId": wallet_id, "accounts": [other_path]},
        "create_private_keys": {"privateKeys": [key]},
        "create_users": {"users": [{**root, "userTags": []}]},
        "create_api_only_users": {"apiOnlyUsers": [{"userName": "a", "userTags": [], "apiKeys": []}]},
        "create_sub_organization": {
            "subOrganizationName": "s",
            "rootUsers": [root],
            "rootQuorumThreshold": 1,
            "wallet": {"walletName": "w", "accounts": [ETHEREUM]},
        },
        "update_organization_name": {"organizationName": "Waited"},
    }
    body = {name: client.body(name, parameters, generateAppProofs=True) for name, parameters in sent.items()}
    found = {name: client.post(name, each).activity for name, each in body.items()}
    client.admin("fail")
    assert {each["status"] for each in found.values()} == {"ACTIVITY_STATUS_CONSENSUS_NEEDED"}
    return found


def test_what_waits_is_done_as_it_would_have_been(client: Client, restored: Client) -> None:
    activities = waiting(client)
    continued = continue_from(client, restored)
    there, here = approve(continued, activities), approve(client, activities)
    for name, activity in here.items():
        assert activity["status"] == "ACTIVITY_STATUS_COMPLETED", name
        assert there[name]["result"] == activity["result"], name
        assert len(there[name]["votes"]) == 2
    names = [each.query("whoami")["organizationName"] for each in (client, continued)]
    assert names == ["Waited", "Waited"]
    # The address of the account proves which wallet was kept.
    for each in (client, continued):
        accounts = each.pages("list_wallet_accounts", "accounts", "walletAccountId")
        made = here["create_wallet"]["result"]["createWalletResult"]
        assert made["addresses"][0] in [account["address"] for account in accounts]

"""The tests of ``tests/service/storage/test_snapshots.py`` that take longest."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.clock import EPOCH
from sealwax.testing.key_material import KeyMaterial
from sealwax_service import LocalService
from sealwax_service.state.records import State
from sealwax_service.storage.snapshots import KeptEnclave, Snapshot, read_snapshot
from tests.conftest import SEED
from tests.service.client import Client


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

"""The tests of ``tests/service/seeding/test_seed_files.py`` that take long."""

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import InvalidRequest, MalformedInput, SealwaxError
from sealwax_service import LocalService
from sealwax_service.seeding.seed_files import read_seeds
from tests.conftest import SEED
from tests.service.seeding.test_seed_files import ALICE, FULL, MNEMONIC, ROOT_KEY, chosen, write


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not JSON"),
        ('{"organizations": [], "organizations": []}', "twice"),
        ("a: [", "is not YAML: look at line"),
        ("a: 1\n---\nb: 2", "is not YAML: look at line"),
        ("a: &x 1\nb: *x", "an alias"),
        ("organizations: []\norganizations: []", "a name twice"),
        ("5: []", "a name that is not text"),
        ("? [a]\n: 1", "a name that is not text"),
        ("a: !!python/object/apply:os.system ['true']", "is not YAML"),
        ("a: !!bool x", "a tag"),
        ("a: !!timestamp x", "a tag"),
        ('a: !!int ""', "a tag"),
        ("a: !!map [a]", "a tag"),
        ("!!map {}", "a tag"),
        ("a: ! x", "a tag"),
        ("!!str a: x", "a tag"),
        ("a: 1:30", "a number with a colon"),
        pytest.param("a: 1" + ":0" * 180 + ".0", "a number with a colon", id="a long float"),
        pytest.param("a: 1" + ":0" * 200_000, "a number with a colon", id="a long integer"),
        pytest.param("[" * 5000, "is nested too deeply", id="nested"),
        ("a: 2026-99-99", "a value that cannot be read"),
        ("\x00", "is not YAML"),
    ],
)
def test_what_is_no_seed_file(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(MalformedInput, match=words) as caught:
        LocalService(seed_file=write(tmp_path, text))
    assert caught.value.__context__ is None


def with_member(path: str, value: Any) -> Any:
    """The full file with another member at a path; ... for none."""
    made = copy.deepcopy(FULL)
    *way, last = (int(each) if each.isdigit() else each for each in path.split("."))
    place: Any = made
    for each in way:
        place = place[each]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return made


USER = "organizations.0.users.0"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("x", 1, "x is unknown"),
        ("rootUserId", "1", "rootUserId: an id of it must be a UUID in lower case"),
        (f"{USER}.userId", "0" * 32, "users[0]: an id of it must be a UUID"),
        (f"{USER}.userId", chosen(5).replace("8000", "A000"), "users[0]: an id of it must be a UUID"),
        ("rootUserId", chosen(3), "rootUserId: an id of it is used twice"),
        ("rootPrivateKey", "00", "rootPrivateKey: "),
        ("configurationId", chosen(3), "configurationId: an id"),
        ("organizations.1.organizationId", chosen(3), "organizations[1].organizationId: an id"),
        (
            "organizations.0.rootQuorumThreshold",
            9,
            "organizations[0].rootQuorumThreshold: bad request body: the quorum",
        ),
        ("organizations.0.rootQuorumThreshold", 0, "organizations[0].rootQuorumThreshold must be"),
        ("organizations.0.userTags.0.tagName", 5, "organizations[0].userTags[0].tagName must be a string"),
        (f"{USER}.userName", ..., "organizations[0].users[0].userName is missing"),
        (f"{USER}.shoes", 1, "organizations[0].users[0].shoes is unknown"),
        (f"{USER}.userTags", [chosen(99)], "organizations[0].users[0]: not found: there is no user tag"),
        (f"{USER}.userId", chosen(4), "organizations[0].users[0]: an id of it is used twice"),
        (f"{USER}.apiKeys.0.publicKey", "02", "organizations[0].users[0]: publicKey"),
        (
            f"{USER}.apiKeys.0.privateKey",
            "2a" * 32,
            "users[0]: an API key has either publicKey or privateKey",
        ),
        (f"{USER}.apiKeys.0.publicKey", ..., "users[0]: an API key has either publicKey or privateKey"),
        (f"{USER}.apiKeys.0.publicKey", ROOT_KEY.public_key, "users[0]: conflict"),
        (f"{USER}.apiKeys", [{"publicKey": ALICE.public_key}] * 11, "long-lived api keys"),
        (f"{USER}.passkeys.0.publicKey", "00", "organizations[0].users[0]: "),
        (f"{USER}.passkeys.0.credentialId", "!", "users[0]: credentialId"),
        (f"{USER}.passkeys", FULL["organizations"][0]["users"][0]["passkeys"] * 11, "users[0]: an id of it"),
        (
            "organizations.0.wallets.0.mnemonic",
            "abandon " * 12,
            "wallets[0]: the mnemonic has a wrong checksum",
        ),
        ("organizations.0.wallets.1.passphrase", "x", "wallets[1]: a passphrase needs its mnemonic"),
        ("organizations.0.privateKeys.0.privateKey", "00", "organizations[0].privateKeys[0]: privateKey"),
        ("organizations.0.privateKeys.0.privateKey", "00" * 32, "organizations[0].privateKeys[0]: "),
        ("organizations.0.policies.0.condition", "1 +", "organizations[0].policies[0]: "),
        ("organizations.0.policies.0.policyName", "First policy", "policies[0]: policy label must be unique"),
        ("organizations.0.webhooks.0.url", ..., "organizations[0].webhooks[0].url is missing"),
    ],
)
def test_what_is_refused_names_the_place(tmp_path: Path, path: str, value: Any, words: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        LocalService(SEED, seed_file=write(tmp_path, with_member(path, value)))
    assert str(caught.value).startswith("the seed file: ")
    assert words in str(caught.value)
    assert MNEMONIC not in str(caught.value)


@given(st.text(max_size=60) | st.text("{}[]:,-&*!#|>'\"\n ab01", max_size=60))
def test_hostile_text(text: str) -> None:
    try:
        read_seeds(text.encode(errors="replace"))
    except SealwaxError:
        return

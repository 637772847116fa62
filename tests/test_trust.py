import copy
import json
import pickle

import pytest

from sealwax import EnclaveKeys, MalformedInput, SealwaxError, TargetKey
from sealwax.trust import load_pinned_key, pinned_key
from tests.conftest import CAPTURED

KEYS = {
    name: TargetKey.from_private_key(bytes([number]) * 32).public_key
    for number, name in enumerate(("signer", "tls_fetcher", "notarizer"), start=1)
}


def test_the_production_signer_is_the_one_that_signed_the_captured_bundle() -> None:
    captured = json.loads((CAPTURED / "export_wallet.json").read_text())
    assert EnclaveKeys.production().signer == captured["bundle"]["enclaveQuorumPublic"]


def test_the_production_keys_are_three() -> None:
    keys = EnclaveKeys.production()
    assert keys is EnclaveKeys.production()
    assert len({keys.signer, keys.tls_fetcher, keys.notarizer}) == 3


def test_upper_case_is_taken_and_lower_case_kept() -> None:
    assert EnclaveKeys(**{name: key.upper() for name, key in KEYS.items()}) == EnclaveKeys(**KEYS)


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize(
    "key",
    ["", "04" + "00" * 64, "02" + KEYS["signer"][2:66], KEYS["signer"][:-2], KEYS["signer"] + "00", "x"],
)
def test_other_keys_are_refused_by_name(name: str, key: str) -> None:
    with pytest.raises(MalformedInput, match=f"the {name} key"):
        EnclaveKeys(**{**KEYS, name: key})


@pytest.mark.parametrize("name", KEYS)
def test_no_key_falls_back_to_production(name: str) -> None:
    keys = EnclaveKeys(**{other: key for other, key in KEYS.items() if other != name})
    for use in (lambda: getattr(keys, name), lambda: pinned_key(keys, name)):  # type: ignore[arg-type]
        with pytest.raises(
            ValueError, match=rf"keys has no {name}, .* EnclaveKeys\({name}=\.\.\.\)"
        ) as raised:
            use()
        assert not isinstance(raised.value, SealwaxError)
    assert {getattr(keys, other) for other in KEYS if other != name} == set(KEYS.values()) - {KEYS[name]}


@pytest.mark.parametrize("name", KEYS)
def test_a_key_is_a_string(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name} must be str, not bytes"):
        EnclaveKeys(**{name: b"\4" * 65})  # type: ignore[arg-type]


@pytest.mark.parametrize("keys", [None, "04", KEYS])
def test_a_check_takes_nothing_but_a_set_of_keys(keys: object) -> None:
    with pytest.raises(TypeError, match="keys must be EnclaveKeys, not"):
        pinned_key(keys, "signer")  # type: ignore[arg-type]


def test_a_set_is_a_value() -> None:
    keys = EnclaveKeys(**KEYS)
    for other in (
        copy.copy(keys),
        copy.deepcopy(keys),
        pickle.loads(pickle.dumps(keys)),
        EnclaveKeys(**KEYS),
    ):
        assert other == keys
        assert hash(other) == hash(keys)
        assert repr(other) == repr(keys)
    assert keys != EnclaveKeys(signer=KEYS["signer"])
    assert keys != KEYS
    with pytest.raises(AttributeError, match="signer of EnclaveKeys cannot be set"):
        keys.signer = KEYS["notarizer"]  # type: ignore[misc]


def test_pinned_keys_are_loaded_once() -> None:
    assert load_pinned_key(KEYS["signer"]) is load_pinned_key(KEYS["signer"])

import json

import pytest

from sealwax import EnclaveKeys, MalformedInput, TargetKey
from sealwax.trust import pinned_key
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


def test_no_key_falls_back_to_production() -> None:
    with pytest.raises(TypeError, match="notarizer"):
        EnclaveKeys(signer=KEYS["signer"], tls_fetcher=KEYS["tls_fetcher"])  # type: ignore[call-arg]


def test_pinned_keys_are_loaded_once() -> None:
    assert pinned_key(KEYS["signer"]) is pinned_key(KEYS["signer"])

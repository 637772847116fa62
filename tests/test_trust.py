import copy
import json
import pickle
from typing import get_args

import pytest

from sealwax import EnclaveKeys, MalformedInput, QuorumEncryptionKeys, SealwaxError, TargetKey
from sealwax._crypto.points import compressed_point, decode_p256_hex
from sealwax.trust import KeyName, load_pinned_key, pinned_key
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
    keys = EnclaveKeys(**KEYS)
    loaded = {name: pinned_key(keys, name) for name in get_args(KeyName)}
    assert {name: key.hex for name, key in loaded.items()} == KEYS
    assert all(loaded[name].public_key is load_pinned_key(KEYS[name]) for name in KEYS)


ENCRYPTION = {
    name: TargetKey.from_private_key(bytes([number]) * 32).public_key
    for number, name in enumerate(("tls_fetcher", "on_ramp", "pull_secret"), start=1)
}


def short(key: str) -> str:
    return compressed_point(decode_p256_hex(key, "key")).hex()


class TestQuorumEncryptionKeys:
    def test_the_production_keys_are_three_and_none_of_them_signs(self) -> None:
        keys = QuorumEncryptionKeys.production()
        assert keys is QuorumEncryptionKeys.production()
        signing = EnclaveKeys.production()
        found = {keys.tls_fetcher, keys.on_ramp, keys.pull_secret}
        assert len(found) == 3
        assert not found & {signing.signer, signing.tls_fetcher, signing.notarizer}

    def test_the_production_keys_are_those_that_are_published(self) -> None:
        keys = QuorumEncryptionKeys.production()
        assert keys.tls_fetcher.startswith("045e899f1fcf7d12b3c8fd99")
        assert short(keys.on_ramp) == "02336ebd7e929ef64b87c776b72540255b4c7b41579a24b1e68fb060daa873f9f6"
        assert short(keys.pull_secret) == "0370ef18eaf7706c18d73423f8b247a530e0dc7abb261c513f479b3b9b4a906ffb"

    @pytest.mark.parametrize("name", ENCRYPTION)
    def test_other_keys_are_refused_by_name(self, name: str) -> None:
        for key in ("", "04" + "00" * 64, "02" + "ff" * 32, ENCRYPTION[name][:-2], ENCRYPTION[name] * 2):
            with pytest.raises(MalformedInput, match=f"the {name} key"):
                QuorumEncryptionKeys(**{name: key})
        with pytest.raises(TypeError, match=f"{name} must be str"):
            QuorumEncryptionKeys(**{name: b"\4" * 65})  # type: ignore[arg-type]

    @pytest.mark.parametrize("name", ENCRYPTION)
    def test_no_key_falls_back_to_production(self, name: str) -> None:
        keys = QuorumEncryptionKeys(**{other: key for other, key in ENCRYPTION.items() if other != name})
        with pytest.raises(ValueError, match=rf"keys has no {name}, .* QuorumEncryptionKeys\({name}="):
            getattr(keys, name)

    def test_sets_of_two_kinds_are_never_equal(self) -> None:
        key = ENCRYPTION["tls_fetcher"]
        assert QuorumEncryptionKeys(tls_fetcher=key) != EnclaveKeys(tls_fetcher=key)
        assert EnclaveKeys(tls_fetcher=key) != QuorumEncryptionKeys(tls_fetcher=key)
        assert hash(QuorumEncryptionKeys(tls_fetcher=key)) != hash(EnclaveKeys(tls_fetcher=key))

    def test_a_set_is_copied_pickled_and_shown_as_what_it_is_and_never_changed(self) -> None:
        keys = QuorumEncryptionKeys(**ENCRYPTION)
        for again in (copy.copy(keys), copy.deepcopy(keys), pickle.loads(pickle.dumps(keys))):
            assert again == keys
            assert type(again) is QuorumEncryptionKeys
        assert eval(repr(keys), {"QuorumEncryptionKeys": QuorumEncryptionKeys}) == keys
        with pytest.raises(AttributeError, match="make a new QuorumEncryptionKeys"):
            keys.on_ramp = "x"  # type: ignore[misc]


def test_the_production_keys_are_shown_as_the_call_that_makes_them() -> None:
    production = EnclaveKeys.production()
    named = {name: getattr(production, name) for name in KEYS}
    assert repr(EnclaveKeys(**named)) == "EnclaveKeys.production()"
    assert repr(EnclaveKeys(signer=production.signer)) == f"EnclaveKeys(signer={production.signer!r})"
    assert repr(QuorumEncryptionKeys.production()) == "QuorumEncryptionKeys.production()"

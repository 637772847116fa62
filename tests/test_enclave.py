import pytest

from sealwax import (
    EnclaveKeys,
    ExportedWallet,
    MalformedInput,
    ReferenceEnclave,
    TargetKey,
    decrypt_wallet_export,
)
from tests.conftest import ORGANIZATION, SEED


def export(enclave: ReferenceEnclave, target_key: TargetKey) -> str:
    return enclave.export_wallet(
        "words", "pass", organization_id=ORGANIZATION, target_public_key=target_key.public_key
    )


def test_a_seed_makes_everything_repeatable(target_key: TargetKey) -> None:
    one, other = ReferenceEnclave(SEED), ReferenceEnclave(SEED)
    assert one.keys == other.keys
    first = export(one, target_key)
    assert first == export(other, target_key)
    assert first != export(one, target_key)  # every message has an ephemeral key of its own


def test_without_a_seed_everything_differs(target_key: TargetKey) -> None:
    one, other = ReferenceEnclave(), ReferenceEnclave()
    assert one.keys != other.keys
    wallet = decrypt_wallet_export(
        export(one, target_key), target_key, organization_id=ORGANIZATION, keys=one.keys
    )
    assert wallet == ExportedWallet("words", "pass", None, checksum_valid=False)


def test_its_keys_are_three_of_its_own(enclave: ReferenceEnclave) -> None:
    keys, production = enclave.keys, EnclaveKeys.production()
    names = {keys.signer, keys.tls_fetcher, keys.notarizer}
    assert len(names | {production.signer, production.tls_fetcher, production.notarizer}) == 6


@pytest.mark.parametrize("key", ["", "04" + "00" * 64, "xyz"])
def test_other_target_keys_are_refused(enclave: ReferenceEnclave, key: str) -> None:
    with pytest.raises(MalformedInput, match="the target public key"):
        enclave.export_account(b"k" * 32, organization_id=ORGANIZATION, target_public_key=key)

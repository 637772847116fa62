import os
import secrets
from typing import NoReturn

import pytest

from sealwax import ApiKey, ApiKeyStamper, MalformedInput, TargetKey, decrypt_account_export
from sealwax.testing import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from tests.conftest import SEED


def test_the_same_requests_get_the_same_material() -> None:
    one, other = KeyMaterial(SEED), KeyMaterial(SEED)
    taken = [one.take("a"), one.take("a"), one.take("b")]
    assert taken == [other.take("a"), other.take("a"), other.take("b")]
    assert len(set(taken)) == 3
    assert {len(piece) for piece in taken} == {32}


def test_labels_do_not_influence_each_other() -> None:
    one, other = KeyMaterial(SEED), KeyMaterial(SEED)
    one.take("a")
    assert one.take("b") == other.take("b")


def test_other_seeds_and_no_seed_give_other_material() -> None:
    pieces = {KeyMaterial(seed).take("a") for seed in (SEED, b"\1" * 32, None, None)}
    assert len(pieces) == 4


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seeds_have_one_length(length: int) -> None:
    with pytest.raises(MalformedInput, match=f"{length} bytes long; it must be 32"):
        KeyMaterial(b"x" * length)


def test_what_follows_from_a_seed_draws_no_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object = None) -> NoReturn:
        raise OSError("no entropy")

    for name in ("token_bytes", "randbits", "randbelow"):
        monkeypatch.setattr(secrets, name, refuse)
    monkeypatch.setattr(os, "urandom", refuse)
    enclave, target = ReferenceEnclave(SEED), TargetKey.from_private_key(b"\7" * 32)
    bundles = {
        enclave.export_plaintext(b"\1" * 32, organization_id="o", target_public_key=target.public_key)
        for enclave in (enclave, ReferenceEnclave(SEED))
    }
    (bundle,) = bundles
    account = decrypt_account_export(bundle, target, organization_id="o", keys=enclave.keys)
    assert account.private_key == b"\1" * 32
    stamper = ApiKeyStamper(ApiKey.from_private_key(b"\7" * 32), deterministic=True)
    assert stamper.stamp(b"") == stamper.stamp(b"")
    with pytest.raises(OSError, match="no entropy"):
        ReferenceEnclave()

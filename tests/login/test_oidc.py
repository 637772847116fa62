import hashlib

import pytest

from sealwax import KeyMismatch, MalformedInput, oidc_nonce
from sealwax.login.oidc import check_oidc_binding
from tests.conftest import near_misses, near_texts


def test_the_nonce_is_the_hash_of_the_keys_text() -> None:
    key = "02" + "ab" * 32
    assert oidc_nonce(key) == hashlib.sha256(key.encode()).hexdigest()
    assert oidc_nonce(key.upper()) != oidc_nonce(key)


@pytest.mark.parametrize("claim", ["nonce", "tknonce"])
def test_the_whole_nonce_is_compared(claim: str) -> None:
    key = "02" + "ab" * 32
    nonce = oidc_nonce(key)
    check_oidc_binding({claim: nonce}, key)
    for wrong in (*near_misses(nonce), nonce + "0", nonce[:-1], nonce.upper(), ""):
        with pytest.raises(KeyMismatch):
            check_oidc_binding({claim: wrong}, key)
    for name in near_texts(claim):
        with pytest.raises(MalformedInput):
            check_oidc_binding({name: nonce}, key)

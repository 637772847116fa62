"""The tests of ``tests/wallets/test_keystore.py`` that take long."""

import json

import pytest

from sealwax.errors import (
    DecryptionFailed,
)
from sealwax.wallets import decrypt_keystore, encrypt_keystore
from tests.wallets.known_answers import KEYSTORES, needs_known_answers
from tests.wallets.test_keystore import KEY, PASSWORD, opened, quick, written


@needs_known_answers
@pytest.mark.parametrize("kdf", ["pbkdf2", "scrypt"])
def test_published_keystores_open(kdf: str) -> None:
    known = KEYSTORES[kdf]
    assert opened(known["json"], known["password"]).hex() == known["priv"]
    with pytest.raises(DecryptionFailed):
        opened(known["json"], known["password"] + "x")


class TestWriting:
    def test_it_opens_with_its_password_alone(self) -> None:
        assert decrypt_keystore(written(), PASSWORD) == KEY
        # Only one that takes a second.
        other = json.dumps(quick())
        for text, password in ((written(), PASSWORD + " "), (other, PASSWORD.upper()), (other, "")):
            with pytest.raises(DecryptionFailed, match="the password is wrong, or the keystore"):
                decrypt_keystore(text, password)

    def test_it_is_what_wallets_expect(self) -> None:
        keystore = json.loads(written())
        parameters = keystore["crypto"]["kdfparams"]
        assert {name: parameters[name] for name in ("dklen", "n", "r", "p")} == {
            "dklen": 32,
            "n": 262144,
            "r": 8,
            "p": 1,
        }
        assert (keystore["version"], keystore["crypto"]["cipher"]) == (3, "aes-128-ctr")
        assert keystore["address"] == "6370ef2f4db3611d657b90667de398a2cc2a370c"
        assert KEY.hex() not in written()

    def test_other_types(self) -> None:
        with pytest.raises(TypeError, match=r"^private_key must be bytes"):
            encrypt_keystore(KEY.hex(), PASSWORD)  # type: ignore[arg-type]
        for function in (lambda: encrypt_keystore(KEY, b"x"), lambda: decrypt_keystore(written(), b"x")):  # type: ignore[arg-type]
            with pytest.raises(TypeError, match=r"^password must be str"):
                function()

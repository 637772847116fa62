import re

import pytest

from sealwax import ApiKey, Eip191Signer, MissingExtra
from sealwax._crypto import keccak
from sealwax._crypto.keccak import personal_message_digest
from sealwax.errors import install_command

pytest.importorskip("Crypto", reason="the extra ethereum is not installed")


def test_the_length_is_that_of_the_bytes() -> None:
    assert personal_message_digest("é".encode()) == personal_message_digest(b"\xc3\xa9")
    assert personal_message_digest(b"") != personal_message_digest(b"0")


def test_without_keccak_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keccak, "keccak", None)
    key = ApiKey.from_private_key("1f" * 32, "secp256k1")
    for use in (lambda: personal_message_digest(b"x"), lambda: Eip191Signer(key)):
        with pytest.raises(MissingExtra, match=re.escape(install_command("ethereum"))) as raised:
            use()
        assert (raised.value.code, raised.value.extra) == ("missing-extra", "ethereum")

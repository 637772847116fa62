"""The tests of ``tests/signers/test_uri.py`` that take long."""

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput, MissingExtra, SignerError, Unsupported
from sealwax.signers import open_key, pkcs11, uri
from sealwax.signers.fido2 import SecurityKey


@given(st.binary(min_size=1, max_size=40), st.sampled_from(["https://example.com", "http://localhost:8080"]))
def test_the_uri_of_a_credential_is_read_again(credential_id: bytes, origin: str) -> None:
    text = uri.security_key_uri(rp_id="example.com", origin=origin, credential_id=credential_id)
    key = open_key(text).authenticator
    assert isinstance(key, SecurityKey)
    assert key.credential_ids == (credential_id,)
    assert origin in repr(key)


@given(st.text(max_size=40), st.binary(min_size=1, max_size=20))
def test_any_label_and_id_come_back(label: str, key_id: bytes) -> None:
    given: list[Any] = []

    def keep(*_: object, **named: object) -> str:
        given.append(named["key"])
        return "a key"

    kinds = {name: getattr(pkcs11, name) for name in ("Pkcs11Signer", "Pkcs11TargetKey")}
    try:
        for name in kinds:
            setattr(pkcs11, name, keep)
        for attribute, value in (("object", quote(label, safe="")), ("id", quote(key_id, safe=""))):
            open_key(f"pkcs11:token=t;{attribute}={value}?module-path=/m")
    finally:
        for name, kind in kinds.items():
            setattr(pkcs11, name, kind)
    assert given == [label, label, key_id, key_id]


@given(st.text(alphabet="pkcs11:awms;?&=%token obj-/x", max_size=60))
def test_any_text_gives_a_result_or_an_error_of_ours(text: str) -> None:
    for scheme in ("", "pkcs11:", "awskms:"):
        with pytest.raises((MalformedInput, Unsupported, MissingExtra, SignerError)):
            open_key(scheme + text if scheme != "awskms:" else "awskms:")

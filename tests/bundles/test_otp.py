import json
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    MalformedInput,
    SealwaxError,
    UntrustedSigner,
    encrypt_otp_bundle,
    verify_verification_token,
)
from sealwax._crypto.hpke import Sealed, open_base
from sealwax.testing import ReferenceEnclave
from tests.conftest import SEED, TARGET

ENCLAVE = ReferenceEnclave(SEED)
KEY = ApiKey.from_private_key("1f" * 32)
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)


def target_bundle(**changes: object) -> str:
    data = {"targetPublic": TARGET.public_key, **changes}
    data = {name: value for name, value in data.items() if value is not None}
    return ENCLAVE.sign_otp_target(json.dumps(data).encode())


def encrypt(code: str = "123456", bundle: str | None = None, public_key: str = KEY.public_key) -> str:
    return encrypt_otp_bundle(
        target_bundle() if bundle is None else bundle, code, public_key=public_key, keys=ENCLAVE.keys
    )


def opened(encrypted: str) -> bytes:
    fields = json.loads(encrypted)
    assert list(fields) == ["encappedPublic", "ciphertext"]
    enc, ct = (bytes.fromhex(fields[name]) for name in ("encappedPublic", "ciphertext"))
    return open_base(TARGET.private_key_object(), Sealed(enc, ct))


def test_the_whole_flow_ends_in_a_token_bound_to_the_key() -> None:
    otp = ENCLAVE.init_otp(code="A1B2C3", contact="user@example.com", organization_id="o")
    token = ENCLAVE.verify_otp(encrypt("A1B2C3", otp.target_bundle), otp_id=otp.otp_id, expires_at=NOW)
    claims = verify_verification_token(
        token, keys=ENCLAVE.keys, now=datetime(2025, 12, 31, tzinfo=timezone.utc)
    )
    assert (claims.public_key, claims.contact) == (KEY.public_key, "user@example.com")


def test_fields_that_are_not_known_are_ignored() -> None:
    assert opened(encrypt(bundle=target_bundle(organizationId="o", other=[1])))


@pytest.mark.parametrize("value", [5, {}, True, ["o"]])
def test_ids_that_are_not_read_may_have_any_type(value: object) -> None:
    assert opened(encrypt(bundle=target_bundle(organizationId=value, userId=value)))


def test_a_bundle_by_the_signer_key_is_refused() -> None:
    data = bytes.fromhex(json.loads(target_bundle())["data"])
    with pytest.raises(UntrustedSigner):
        encrypt(bundle=ENCLAVE.sign_bundle(data))


def test_another_enclave_is_refused() -> None:
    with pytest.raises(UntrustedSigner):
        encrypt_otp_bundle(target_bundle(), "123456", public_key=KEY.public_key)


@pytest.mark.parametrize("target", [None, "", "00", "04" + "00" * 64, KEY.public_key, "xyz"])
def test_other_target_keys_are_refused(target: str | None) -> None:
    with pytest.raises(MalformedInput, match="the OTP target bundle"):
        encrypt(bundle=target_bundle(targetPublic=target))


@pytest.mark.parametrize(
    "public_key",
    ["", TARGET.public_key, "02" + "ff" * 32, "04" + KEY.public_key[2:], KEY.public_key[:-2], "xyz"],
)
def test_the_public_key_is_a_compressed_point(public_key: str) -> None:
    with pytest.raises(MalformedInput, match="the public key"):
        encrypt(public_key=public_key)


@pytest.mark.parametrize("code", ["", "\ud800"])
def test_the_code_is_text(code: str) -> None:
    with pytest.raises(MalformedInput, match="the one-time code"):
        encrypt(code)


@given(st.text() | st.binary())
def test_no_bundle_breaks_it(bundle: str) -> None:
    with pytest.raises(SealwaxError):
        encrypt(bundle=bundle)

"""The tests of ``tests/signers/test_uri.py`` that need devices, or stand-ins for them."""

from pathlib import Path
from urllib.parse import quote

import pytest

from sealwax import decrypt_export
from sealwax.signers import open_key
from sealwax.testing import ReferenceEnclave, check_signer
from tests.conftest import ORGANIZATION
from tests.signers.kms import run_kms
from tests.signers.test_uri import PIN
from tools.support import softhsm


def test_keys_on_a_token(tokens: Path) -> None:
    assert tokens.exists()
    where = f"module-path={quote(str(softhsm.module()))}"
    stamping = open_key(f"pkcs11:token=one;object=p256?{where}", pin=PIN)
    assert stamping.signer is not None
    assert stamping.target_key is None
    check_signer(stamping.signer)
    opening = open_key(f"pkcs11:token=one;id=%10?{where}", pin=PIN)
    assert opening.target_key is not None
    enclave = ReferenceEnclave()
    bundle = enclave.export_plaintext(
        b"x", organization_id=ORGANIZATION, target_public_key=opening.target_key.public_key
    )
    found = decrypt_export(bundle, opening.target_key, organization_id=ORGANIZATION, keys=enclave.keys)
    assert found == b"x"


def test_keys_in_aws_kms(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"ACCESS_KEY_ID": "test", "SECRET_ACCESS_KEY": "test", "DEFAULT_REGION": "us-east-1"}
    with run_kms() as (_, url):
        for name, value in {**options, "ENDPOINT_URL_KMS": url}.items():
            monkeypatch.setenv(f"AWS_{name}", value)
        found = open_key("awskms:ed25519")
        assert found.signer is not None
        assert found.target_key is None
        assert found.signer.curve == "ed25519"

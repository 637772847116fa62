"""The examples of docs/keys-on-devices.md that need a device."""

import getpass
from pathlib import Path

import pytest

from sealwax import verify_api_key_stamp, verify_webauthn_stamp
from sealwax.signers.pkcs11 import Pkcs11TargetKey
from sealwax.testing import ReferenceEnclave
from sealwax.webauthn.cose import encode_es256_key
from tests.conftest import ORGANIZATION
from tests.signers.ctap import SecurityKeyInSoftware
from tests.signers.guide import KmsNames, blocks
from tests.signers.kms import run_kms
from tools.support import softhsm


def test_hsms(tokens: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tokens.exists()
    monkeypatch.setattr(getpass, "getpass", lambda _: softhsm.PIN)
    stamping, opening, addressed = blocks("python pkcs11")
    names: dict[str, object] = {"organization_id": ORGANIZATION}
    exec(stamping, names)
    stamp = names["stamp"]
    assert verify_api_key_stamp(stamp.header_value, b"{}").public_key == names["signer"].public_key  # type: ignore[attr-defined]
    exec(addressed, names)
    assert names["opened"].signer.public_key == names["signer"].public_key  # type: ignore[attr-defined]
    enclave = ReferenceEnclave()
    target = Pkcs11TargetKey(softhsm.module(), token="wallet", key="target", pin=softhsm.PIN)
    names["bundle"] = enclave.export_wallet(
        "abandon " * 11 + "about", organization_id=ORGANIZATION, target_public_key=target.public_key
    )
    names["keys"] = enclave.keys
    exec(opening, names)
    assert names["wallet"].mnemonic == "abandon " * 11 + "about"  # type: ignore[attr-defined]


def test_key_management_services(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"ACCESS_KEY_ID": "test", "SECRET_ACCESS_KEY": "test", "DEFAULT_REGION": "us-east-1"}
    with run_kms() as (_, url):
        for name, value in {**options, "ENDPOINT_URL_KMS": url}.items():
            monkeypatch.setenv(f"AWS_{name}", value)
        supplied: KmsNames = {"key_id": "ed25519", "target_key_id": "p256"}
        names: dict[str, object] = {**supplied}
        (block,) = blocks("python aws_kms")
        exec(block, names)
    stamp = names["stamp"]
    assert verify_api_key_stamp(stamp.header_value, b"{}").public_key == names["signer"].public_key  # type: ignore[attr-defined]
    assert len(names["target_key"].public_key) == 130  # type: ignore[attr-defined]


def test_security_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    device = SecurityKeyInSoftware(pin=softhsm.PIN)
    hid = pytest.importorskip("fido2.hid", reason="the extra fido2 is not installed")
    monkeypatch.setattr(hid.CtapHidDevice, "list_devices", lambda: iter([device]))
    monkeypatch.setattr(getpass, "getpass", lambda _: softhsm.PIN)
    names: dict[str, object] = {"challenge": b"challenge"}
    (block,) = blocks("python fido2")
    exec(block, names)
    (made,) = device.credentials
    verified = verify_webauthn_stamp(
        names["stamp"].header_value,  # type: ignore[attr-defined]
        b"{}",
        public_key=encode_es256_key(made["key"].public_key()),
        expected_rp_id="example.com",
        expected_origin="https://example.com",
    )
    assert verified.credential_id == made["id"] == names["credential_id"]

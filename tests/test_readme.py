"""The README's Python examples run as they stand, in a directory that has the files they name."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path

import pytest
from mnemonic import Mnemonic

from sealwax import ApiKey, VerificationClaims
from sealwax.operations import OPERATIONS
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator
from tests.conftest import CAPTURED, ROOT
from tests.operations.service import CONFIGURATION, Service, running
from tests.webauthn.test_registration import as_json

EXAMPLES = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)


class Device:
    """What the README's example of a hardware key talks to."""

    def __init__(self) -> None:
        self._key = ApiKey.generate()

    def public_key_hex(self) -> str:
        return self._key.public_key

    @property
    def ecdsa_sha256_der(self) -> Callable[[bytes], bytes]:
        return self._key.sign


def test_there_are_examples() -> None:
    assert EXAMPLES


KEY = ApiKey.generate()


@pytest.fixture
def service(enclave: ReferenceEnclave, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """What the examples send their requests to."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    wallets = {"w": Mnemonic("english").to_mnemonic(bytes(16))}
    made = Service(enclave, organization_id="o", wallets=wallets, accounts={}, keys={KEY.public_key})
    with running(made):
        yield made


@pytest.fixture
def names(service: Service) -> dict[str, object]:
    """What the examples use and do not make: the answers of the service, a device, a browser's credential."""
    enclave = service.enclave
    now, later = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2026, 1, 2, tzinfo=timezone.utc)
    otp = enclave.init_otp(code="A1B2C3", contact="user@example.com", organization_id="o")
    claims = VerificationClaims(
        "i", "OTP_TYPE_EMAIL", "user@example.com", "o", KEY.public_key, "253402300799999"
    )
    passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")
    return {
        "device": Device(),
        "keys": enclave.keys,
        "organization_id": "o",
        "user_id": "u",
        "import_bundle": enclave.import_bundle(organization_id="o", user_id="u"),
        "otp_target_bundle": otp.target_bundle,
        "otp_id": otp.otp_id,
        "base_url": service.url,
        "configuration_id": CONFIGURATION,
        "wallet_id": "w",
        "key": KEY,
        "token": enclave.issue_verification_token(claims),
        "verify_otp": lambda bundle: enclave.verify_otp(otp.otp_id, bundle, expires_at=later),
        "otp_login": lambda body: enclave.otp_login(body, now=now, expires_at=later),
        "now": now,
        "passkey": passkey,
        "challenge": b"challenge",
        "credential": json.dumps(as_json(passkey.create(b"challenge"))),
    }


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_run(
    example: str, names: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(CAPTURED / "export_wallet.bundle.json", tmp_path / "bundle.json")
    shutil.copy(CAPTURED / "export_wallet.private", tmp_path / "export.private")
    (tmp_path / "words.txt").write_text(Mnemonic("english").to_mnemonic(bytes(16)) + "\n")
    KEY.save(tmp_path / "a.private")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), names)


def test_every_operation_is_for_something() -> None:
    readme = (ROOT / "README.md").read_text()
    section = readme.partition("## Send requests")[2].partition("\n## ")[0]
    table = re.findall(r"^\|[^|]+\|([^|]+)\|$", section, re.MULTILINE)
    named = {name for row in table for name in re.findall(r"`(\w+)`", row)}
    assert named == {operation.__name__ for operation in OPERATIONS.values()}

"""The README's Python examples run as they stand, in a directory that has the files they name."""

import json
import re
import shutil
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import pytest
from mnemonic import Mnemonic

from sealwax import ApiKey, ReferenceEnclave, SoftwareAuthenticator
from tests.conftest import CAPTURED, ROOT
from tests.test_attestation import as_json

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


@pytest.fixture
def names() -> dict[str, object]:
    """What the examples use and do not make: the answers of the service, a device, a browser's credential."""
    enclave = ReferenceEnclave()
    now, later = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2026, 1, 2, tzinfo=timezone.utc)
    otp = enclave.init_otp(code="A1B2C3", contact="user@example.com", organization_id="o")
    passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")
    return {
        "device": Device(),
        "keys": enclave.keys,
        "organization_id": "o",
        "user_id": "u",
        "import_bundle": enclave.import_bundle(organization_id="o", user_id="u"),
        "otp_target_bundle": otp.target_bundle,
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
    ApiKey.generate().save(tmp_path / "a.private")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), names)

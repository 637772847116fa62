"""The signers of docs/keys-on-devices.md for services whose clients are not installed, with stand-ins."""

import sys
import zlib
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from sealwax.testing import check_signer
from tests.signers.guide import blocks

KEY = ec.generate_private_key(ec.SECP256R1())
OTHER = ec.generate_private_key(ec.SECP256K1())
NAME = "projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1"


def sign(digest: bytes) -> bytes:
    return KEY.sign(digest, ec.ECDSA(Prehashed(SHA256())))


def run(language: str, monkeypatch: pytest.MonkeyPatch, **modules: object) -> dict[str, Any]:
    """Run a block with stand-ins for the modules that it imports."""
    for name, content in modules.items():
        module = ModuleType(name.replace("_dot_", "."))
        vars(module).update(vars(content))
        monkeypatch.setitem(sys.modules, module.__name__, module)
    (block,) = blocks(language)
    names: dict[str, Any] = {}
    exec(block, names)
    return names


class Google:
    """The calls of Cloud KMS that a signer makes, as its documentation has them."""

    def __init__(self, key: ec.EllipticCurvePrivateKey = KEY, **changes: object) -> None:
        self._key, self._changes = key, changes

    def get_public_key(self, request: dict[str, Any]) -> object:
        assert request == {"name": NAME}
        public = self._key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        return SimpleNamespace(pem=public.decode())

    def asymmetric_sign(self, request: dict[str, Any]) -> object:
        digest = request["digest"]["sha256"]
        signature = sign(digest)
        answer = {
            "name": request["name"],
            "signature": signature,
            "signature_crc32c": zlib.crc32(signature),
            "verified_digest_crc32c": request["digest_crc32c"] == zlib.crc32(digest),
        }
        return SimpleNamespace(**{**answer, **self._changes})


def test_google(monkeypatch: pytest.MonkeyPatch) -> None:
    # A checksum of this kind, and not the same one.
    checksums = SimpleNamespace(value=zlib.crc32)
    signer_type = run("python google_kms", monkeypatch, google_crc32c=checksums)["GoogleKmsSigner"]
    check_signer(signer_type(Google(), NAME))
    for wrong in ({"name": "other"}, {"signature_crc32c": 0}, {"verified_digest_crc32c": False}):
        with pytest.raises(RuntimeError, match="sign again"):
            signer_type(Google(**wrong), NAME).sign(b"{}")
    with pytest.raises(ValueError, match="must be on P-256"):
        signer_type(Google(OTHER), NAME)


class Azure:
    """The call of Key Vault that a signer makes, as its documentation has it."""

    def __init__(self, cut: int = 64) -> None:
        self._cut = cut

    def sign(self, algorithm: object, digest: bytes) -> object:
        assert algorithm == "ES256"
        raw = b"".join(each.to_bytes(32, "big") for each in decode_dss_signature(sign(digest)))
        return SimpleNamespace(signature=raw[: self._cut])


def key_of_azure(curve: str) -> object:
    numbers = KEY.public_key().public_numbers()
    x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
    return SimpleNamespace(key=SimpleNamespace(crv=curve, x=x, y=y))


def test_azure(monkeypatch: pytest.MonkeyPatch) -> None:
    modules: dict[str, object] = {
        name: SimpleNamespace() for name in ("azure", "azure_dot_keyvault", "azure_dot_keyvault_dot_keys")
    }
    algorithms = SimpleNamespace(SignatureAlgorithm=SimpleNamespace(es256="ES256"))
    modules["azure_dot_keyvault_dot_keys_dot_crypto"] = algorithms
    signer_type = run("python azure_keyvault", monkeypatch, **modules)["AzureSigner"]
    check_signer(signer_type(key_of_azure("P-256"), Azure()))
    with pytest.raises(RuntimeError, match="is not a signature of ES256"):
        signer_type(key_of_azure("P-256"), Azure(cut=63)).sign(b"{}")
    with pytest.raises(ValueError, match="must be on P-256"):
        signer_type(key_of_azure("P-256K"), Azure())

"""The signers of docs/keys-on-devices.md for services whose clients are not installed, with stand-ins."""

import sys
import zlib
from collections.abc import Callable
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


class Recipe:
    """A signer that signs with a recipe."""

    curve, scheme = "p256", "SIGNATURE_SCHEME_TK_API_P256"
    public_key = KEY.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint).hex()

    def __init__(self, sign: Callable[[bytes], bytes]) -> None:
        self.sign = sign


class Google:
    """The call of Cloud KMS that signs, as its documentation has it."""

    def __init__(self, **changes: object) -> None:
        self._changes = changes

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
    recipe = run("python google_kms", monkeypatch, google_crc32c=checksums)["sign"]
    check_signer(Recipe(lambda message: recipe(Google(), NAME, message)))
    for wrong in ({"name": "other"}, {"signature_crc32c": 0}, {"verified_digest_crc32c": False}):
        with pytest.raises(RuntimeError, match="sign again"):
            recipe(Google(**wrong), NAME, b"{}")


class Azure:
    """The call of Key Vault that signs, as its documentation has it."""

    def __init__(self, cut: int = 64) -> None:
        self._cut = cut

    def sign(self, algorithm: object, digest: bytes) -> object:
        assert algorithm == "ES256"
        raw = b"".join(each.to_bytes(32, "big") for each in decode_dss_signature(sign(digest)))
        return SimpleNamespace(signature=raw[: self._cut])


def test_azure(monkeypatch: pytest.MonkeyPatch) -> None:
    modules: dict[str, object] = {
        name: SimpleNamespace() for name in ("azure", "azure_dot_keyvault", "azure_dot_keyvault_dot_keys")
    }
    algorithms = SimpleNamespace(SignatureAlgorithm=SimpleNamespace(es256="ES256"))
    modules["azure_dot_keyvault_dot_keys_dot_crypto"] = algorithms
    recipe = run("python azure_keyvault", monkeypatch, **modules)["sign"]
    check_signer(Recipe(lambda message: recipe(Azure(), message)))
    with pytest.raises(RuntimeError, match="is not a signature of ES256"):
        recipe(Azure(cut=63), b"{}")

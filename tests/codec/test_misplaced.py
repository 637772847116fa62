import base64
import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from sealwax._codec.misplaced import name_misplaced
from tests.conftest import CAPTURED

EC_KEY = ec.derive_private_key(0x1F, ec.SECP256R1())
ED25519_KEY = ed25519.Ed25519PrivateKey.from_private_bytes(b"\x1f" * 32)
WORDS = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (EC_KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), "a private key in PEM"),
        (
            EC_KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()),
            "a private key in PEM",
        ),
        (
            ED25519_KEY.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()),
            "an OpenSSH private key",
        ),
        (
            EC_KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            "a public key in PEM",
        ),
        (b"-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n", "a certificate"),
        (b"-----BEGIN PGP MESSAGE-----\n", "a PEM file"),
        (
            EC_KEY.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()),
            "a key or certificate in DER",
        ),
        (
            ED25519_KEY.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH) + b" me@here\n",
            "an SSH public key",
        ),
        (b" " + b"1f" * 32 + b"\n", "a private key in hex"),
        (b"1f" * 64 + b":ed25519", "a private key in hex"),
        (b"02" + b"1f" * 32, "a public key in hex"),
        (b"04" + b"1f" * 64, "a public key in hex"),
        (f"{WORDS}\n".encode(), "a mnemonic"),
        ("\u3000".join(["あいこくしん"] * 12).encode(), "a mnemonic"),
        (WORDS.rpartition(" ")[0].encode(), None),
        (b"AGE-SECRET-KEY-1QQQQ", "an age identity"),
        (b"eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.AAAA\n", "a token (JWT)"),
        ((CAPTURED / "export_wallet.bundle.json").read_bytes(), "a bundle"),
        (json.dumps({"activity": {"result": {}}}).encode(), "an answer of the service"),
        (json.dumps({"exportBundle": "{}"}).encode(), "an answer of the service with an export bundle"),
        (b'{"kty":"EC"}', "a JWK"),
        (b'{"crypto":{},"version":3}', "an Ethereum keystore"),
        (b'{"testGroups":[]}', "a file of test vectors"),
        (b'{"encappedPublic":"04"}', "a sealed payload"),
        (b"{}", "JSON"),
        (b"", None),
        (b"1f" * 31, None),
        (base64.b64encode(bytes(range(48))), None),
        (b"\xff" * 64, None),
        (b"1f" * 5000, None),
    ],
    # Some keys are encoded with random bytes, and all processes must name the tests alike.
    ids=lambda value: "content" if isinstance(value, bytes) else str(value),
)
def test_it_is_named_for_what_it_is(content: bytes, name: str | None) -> None:
    assert name_misplaced(content) == name

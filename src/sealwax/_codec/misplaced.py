"""Name the artifact that was passed instead of a key or bundle, for errors. Nothing is verified."""

import re
from typing import Final

from sealwax._limits import MAX_MISPLACED_CHARACTERS

PRIVATE_KEY_ADVICE: Final = "pass the private key, which is usually in NAME.private"
"""The advice after the name of what was passed instead of a private key."""

_PEM_START: Final = "-----BEGIN "
_PEM_LABELS: Final = (
    ("OPENSSH PRIVATE KEY", "an OpenSSH private key"),
    ("PRIVATE KEY", "a private key in PEM"),
    ("PUBLIC KEY", "a public key in PEM"),
    ("CERTIFICATE", "a certificate"),
    ("", "a PEM file"),
)

_JSON_FIELDS: Final = (
    ("dataSignature", "a bundle"),
    ("exportBundle", "an answer of the service with an export bundle"),
    ("activity", "an answer of the service"),
    ("kty", "a JWK"),
    ("crypto", "an Ethereum keystore"),
    ("testGroups", "a file of test vectors"),
    ("encappedPublic", "a sealed payload"),
    ("public_key", "the description of a key"),
    ("31", "a Solana key as an object of numbers"),
)

_SHAPES: Final = (
    (re.compile(r"[0-9a-f]{64}([0-9a-f]{64})?(:\w+)?", re.ASCII | re.IGNORECASE), "a private key in hex"),
    (
        re.compile(r"(0[23][0-9a-f]{64}|04[0-9a-f]{128})", re.ASCII | re.IGNORECASE),
        "a public key in hex",
    ),
    (re.compile(r"(ssh-|ecdsa-sha2-)[a-z0-9-]+ [A-Za-z0-9+/=]+( .*)?", re.ASCII), "an SSH public key"),
    (re.compile(r"\[?\s*\d{1,3}(\s*,\s*\d{1,3}){31,63}\s*\]?", re.ASCII), "a Solana key as numbers"),
    (re.compile(r"[A-Za-z0-9+/]{43}=", re.ASCII), "32 bytes in base64 (a key must be in hex)"),
    (
        re.compile(r"[1-9A-HJ-NP-Za-km-z]{86,88}", re.ASCII),
        "a Solana key in base58 (a key must be in hex)",
    ),
    (re.compile(r"[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}", re.ASCII), "a private key in WIF"),
    (re.compile(r"AGE-SECRET-KEY-1[0-9A-Z]+", re.ASCII), "an age identity"),
    (re.compile(r"[\w-]{4,}\.[\w-]{4,}\.[\w-]+", re.ASCII), "a token (JWT)"),
    (re.compile(r"[^\s\d!-/:-@\[-`{-~]+([ \u3000]+[^\s\d!-/:-@\[-`{-~]+){11,23}"), "a mnemonic"),
)

_DER_SEQUENCE = b"\x30"


def name_misplaced(content: bytes) -> str | None:
    """Return the likely kind of a content, such as ``a mnemonic``; None if it is unknown."""
    text = content[:MAX_MISPLACED_CHARACTERS].decode(errors="replace").strip()
    if text.startswith("{"):
        return next((name for field, name in _JSON_FIELDS if f'"{field}"' in text), "JSON")
    if _PEM_START in text:
        label = text.partition(_PEM_START)[2].partition("\n")[0]
        return next(name for part, name in _PEM_LABELS if part in label)
    if len(content) <= MAX_MISPLACED_CHARACTERS:
        named = next((name for shape, name in _SHAPES if shape.fullmatch(text)), None)
        if named is not None:
            return named
    if content.startswith(_DER_SEQUENCE) and b"\0" in content:
        return "a key or certificate in DER"
    return None

"""Key files, and the public keys of enclaves that a client pins."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

import sealwax
from sealwax._crypto.key_files import FORMS, FoundKey, is_foreign, read_foreign_key, write_foreign_key
from tests.fuzz.corpus import Context, Seed, captured, from_vectors
from tests.fuzz.target import Target, as_text


def _key_file_seeds() -> Iterator[Seed]:
    for curve in ("p256", "secp256k1", "ed25519"):
        name = f"api_key_stamp_{curve}"
        for seed in from_vectors(name, "ApiKeyImport", "privateKey", "curve"):
            yield Seed({}, seed.document)
            document = seed.document + f":{seed.context['curve']}".encode()
            yield Seed({}, document)
    yield Seed({}, (captured("export_wallet.json")["targetPrivateKey"] + "\r\n").encode())


@cache
def _key_file() -> Path:
    directory = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)  # noqa: PTH112
    return Path(directory) / "a.private"


def _key_files(_: Context, document: bytes) -> tuple[sealwax.ApiKey | None, sealwax.TargetKey | None]:
    path = _key_file()
    path.write_bytes(document)
    loaded: list[Any] = []
    problem = None
    for kind in (sealwax.ApiKey, sealwax.TargetKey):
        try:
            loaded.append(kind.load(path))
        except sealwax.SealwaxError as error:
            loaded.append(None)
            problem = error
    if problem is not None and loaded == [None, None]:
        raise problem
    return loaded[0], loaded[1]


def _as_in_file(
    _: Context, document: bytes, result: tuple[sealwax.ApiKey | None, sealwax.TargetKey | None]
) -> None:
    # White space around the key is passed over, and quotes are.
    text = document.decode().strip(" \t\r\n")
    if text[0] == text[-1] and text[0] in "'\"`":
        text = text[1:-1].strip(" \t\r\n")
    digits, _colon, curve = text.partition(":")
    for key in result:
        if key is not None:
            assert digits.lower() in {key.private_key_hex(), key.private_key_hex() + key.public_key}
    if result[0] is not None:
        assert result[0].curve == (curve or "p256")


def _enclave_key_seeds() -> Iterator[Seed]:
    production = sealwax.EnclaveKeys.production()
    for key in (production.signer, production.tls_fetcher, production.notarizer):
        yield Seed({}, key.encode())
        yield Seed({}, key.upper().encode())


def _enclave_keys(_: Context, document: bytes) -> str:
    key = as_text(document)
    return sealwax.EnclaveKeys(signer=key, tls_fetcher=key, notarizer=key).signer


def _same_digits(_: Context, document: bytes, result: str) -> None:
    assert document.decode().lower() == result


_PASSWORD = "password"
_RANDOM = (
    (
        "p256",
        """-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAaAAAABNl
Y2RzYS1zaGEyLW5pc3RwMjU2AAAACG5pc3RwMjU2AAAAQQRRXD1uueOWuQTT/sp/
VP3NDMHpl783XcpRWtCmw7QDX0U2vjpQ8xj7+aVHWQKiIVAr7w1X4IxTsswKVvF9
n5NUAAAAoJiYJL6YmCS+AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAy
NTYAAABBBFFcPW6545a5BNP+yn9U/c0MwemXvzddylFa0KbDtANfRTa+OlDzGPv5
pUdZAqIhUCvvDVfgjFOyzApW8X2fk1QAAAAgAQIDBAUGBwgJCgsMDQ4PEBESExQV
FhcYGRobHB0eHyAAAAAAAQIDBAUGBwg=
-----END OPENSSH PRIVATE KEY-----
""",
    ),
    (
        "ed25519",
        """-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtz
c2gtZWQyNTUxOQAAACB5tVYuj+ZU+UB4sRLoqYunkB+FOuaVvtfg45ELrQSWZAAA
AIjcqybb3Ksm2wAAAAtzc2gtZWQyNTUxOQAAACB5tVYuj+ZU+UB4sRLoqYunkB+F
OuaVvtfg45ELrQSWZAAAAEABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
IHm1Vi6P5lT5QHixEuipi6eQH4U65pW+1+DjkQutBJZkAAAAAAECAwQF
-----END OPENSSH PRIVATE KEY-----
""",
    ),
    (
        "p256",
        """-----BEGIN ENCRYPTED PRIVATE KEY-----
MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBAFrOLIqOgqgwQwdaHy
qhL/AgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQnSLhccrHbO3+G0xT
dDqTGwSBkJxzz45uJ0Fk592OPZyiO5EcxSG12j5R6tnRmaVAhOZP1/dLmQ25gsIB
6xfvp/qapHcgdEhNYL06ogJ9vTlqaDgy/brMRimUq/BvypWWeZjMeyHxQuqwhwSO
4kWb9p+d1D8bT5A0V8qfvc4RxkJPjPm9ybC+IHLizYe4sWIutWiIFwbI1ALCDaDu
lkOMROv1wA==
-----END ENCRYPTED PRIVATE KEY-----
""",
    ),
    (
        "p256",
        """-----BEGIN EC PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-256-CBC,F33A0757EAEE5F2EB7E8B70264ED5D25

5FF7nvO9+Dlp8YzROmbnPTQP9c4tbqmk/4R6GS5aQjl4ZYHtApPWgyLPqy4UGmBk
Tg7TUqfAUAf46HXSCc88uW1V5RMIhw8a1a/WDx82xoFX3oD/gZAxqr0csiGqvySS
YXbY7OA2MOSqufyET40ZH/g9YcEcuoLtDrV7QXZXUbo=
-----END EC PRIVATE KEY-----
""",
    ),
)
"""Keys with random parts, in OpenSSH's form and encrypted: curves and texts."""


def _foreign_seeds() -> Iterator[Seed]:
    """Give keys in the forms of other tools, encrypted ones too."""
    for curve in ("p256", "secp256k1", "ed25519"):
        key = FoundKey(bytes(range(1, 33)), curve, None)
        for form in sorted(FORMS.keys() - {"openssh"}):
            with suppress(sealwax.Unsupported):
                yield Seed({"curve": curve}, write_foreign_key(key, form))
    for curve, text in _RANDOM:
        yield Seed({"curve": curve}, text.encode())
    der = ec.derive_private_key(5, ec.SECP256R1()).private_bytes(
        Encoding.DER, PrivateFormat.PKCS8, NoEncryption()
    )
    yield Seed({"curve": "p256"}, der)


def _foreign_key(context: Context, document: bytes) -> FoundKey:
    if not is_foreign(document):
        raise sealwax.MalformedInput("not in a form of another tool")
    return read_foreign_key(document, curve=context["curve"], ask=lambda: _PASSWORD)


def _survives_writing(_: Context, _document: bytes, result: FoundKey) -> None:
    """Check that a key that was read is the same when it was written and read again."""
    again = read_foreign_key(write_foreign_key(result, "jwk"))
    assert (again.private_key, again.curve) == (result.private_key, result.curve)


TARGETS = (
    Target(
        "foreign-key",
        "read_foreign_key: PEM, DER, OpenSSH, JWK, JSON pairs",
        "gives the same key when it was written and read again",
        _foreign_seeds,
        _foreign_key,
        check=_survives_writing,
    ),
    Target(
        "key-file",
        "ApiKey.load, TargetKey.load",
        "spells the key that came of it",
        _key_file_seeds,
        _key_files,
        check=_as_in_file,
    ),
    Target(
        "enclave-keys",
        "EnclaveKeys",
        "spells the key that came of it",
        _enclave_key_seeds,
        _enclave_keys,
        check=_same_digits,
    ),
)

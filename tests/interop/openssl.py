"""Signatures of the vectors through the command line of OpenSSL, a process for each."""

import base64
import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tests.interop.cases import VectorCase
from tests.interop.second import SIGNATURE, body_of, secp256k1_digest, unpadded

# SubjectPublicKeyInfo (RFC 5480, RFC 8410) up to the key: its algorithm, then the tag of a bit string.
ALGORITHMS = {
    "p256": bytes.fromhex("301306072a8648ce3d020106082a8648ce3d030107"),
    "secp256k1": bytes.fromhex("301006072a8648ce3d020106052b8104000a"),
    "ed25519": bytes.fromhex("300506032b6570"),
}
CURVES = {
    "api_key_stamp_p256": "p256",
    "api_key_stamp_secp256k1": "secp256k1",
    "api_key_stamp_eip191": "secp256k1",
    "api_key_stamp_ed25519": "ed25519",
}
TOKEN_KEYS = {"SessionJwt": "notarizerPublicKey", "VerificationToken": "tlsFetcherPublicKey"}


def covers(case: VectorCase) -> bool:
    """Whether a case is one that OpenSSL can tell: the rest is for who reads stamp or token."""
    if case.group == "ClientSignatureVerification":
        if "verificationToken" in case.fields:
            return False
    elif case.group not in {"ApiKeyStampVerification", *TOKEN_KEYS}:
        return False
    if case.file == "api_key_stamp_ed25519" and not case.fields["body"]:
        # The command does not read an empty file.
        return False
    return case.valid or not SIGNATURE.isdisjoint(case.fields["flags"])


class OpenSsl:
    """The command line, with a directory for its files."""

    def __init__(self, directory: Path) -> None:
        path = shutil.which("openssl")
        if path is None:
            pytest.fail(
                "these tests need the command line of OpenSSL 3: there is no `openssl` on the PATH",
                pytrace=False,
            )
        self._openssl, self._directory = path, directory

    def verifies(self, case: VectorCase) -> bool:
        """Whether the signature of a case verifies."""
        if case.group == "ApiKeyStampVerification":
            return self._stamp(case)
        if case.group == "ClientSignatureVerification":
            signature = case.fields["clientSignature"]
            digest = hashlib.sha256(signature["message"].encode()).digest()
            raw = bytes.fromhex(signature["signature"])
            return self._raw(bytes.fromhex(signature["publicKey"]), raw, digest)
        return self._token(case)

    def _stamp(self, case: VectorCase) -> bool:
        fields = json.loads(unpadded(case.fields["header"]))
        key, signature = bytes.fromhex(fields["publicKey"]), bytes.fromhex(fields["signature"])
        curve = CURVES[case.file]
        if curve == "ed25519":
            return self._verify(curve, key, signature, body_of(case), "-rawin")
        digest = hashlib.sha256(body_of(case)).digest() if curve == "p256" else secp256k1_digest(case)
        return self._verify(curve, key, signature, digest)

    def _token(self, case: VectorCase) -> bool:
        signed, _, signature = case.fields["token"].rpartition(".")
        digest = hashlib.sha256(signed.encode()).digest()
        if case.group == "SessionJwt":
            digest = hashlib.sha256(digest).digest()
        return self._raw(bytes.fromhex(case.fields[TOKEN_KEYS[case.group]]), unpadded(signature), digest)

    def _raw(self, key: bytes, signature: bytes, digest: bytes) -> bool:
        if len(signature) != 64:
            return False
        r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
        return self._verify("p256", key, encode_dss_signature(r, s), digest)

    def _verify(self, curve: str, key: bytes, signature: bytes, data: bytes, *options: str) -> bool:
        bits = b"\x03" + bytes([len(key) + 1]) + b"\x00" + key
        info = ALGORITHMS[curve] + bits
        pem = base64.encodebytes(b"\x30" + bytes([len(info)]) + info).decode()
        files = {
            "-inkey": f"-----BEGIN PUBLIC KEY-----\n{pem}-----END PUBLIC KEY-----\n".encode(),
            "-sigfile": signature,
            "-in": data,
        }
        arguments = [self._openssl, "pkeyutl", "-verify", "-pubin", *options]
        for option, content in files.items():
            path = self._directory / option[1:]
            path.write_bytes(content)
            arguments += [option, str(path)]
        answer = subprocess.run(arguments, capture_output=True, text=True, check=False)
        # OpenSSL ends with the same status whatever it is that it refuses, the command line excepted.
        assert "Usage" not in answer.stderr
        assert "unrecognized" not in answer.stderr.lower()
        assert (answer.returncode == 0) == ("Verified Successfully" in answer.stdout), answer
        return answer.returncode == 0

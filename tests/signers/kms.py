"""A small stand-in for AWS KMS: its JSON protocol over HTTP, with real keys and its errors."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.asymmetric.utils import (
    Prehashed,
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

MAX_MESSAGE = 4096
RSA = rsa.generate_private_key(65537, 2048)


class Refusal(Exception):  # noqa: N818 - an answer
    """An answer with an error of the service."""


def spki(key: Any) -> bytes:
    der: bytes = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return der


def checked_sign(key: Any, request: dict[str, Any]) -> bytes:
    """Sign as the service documents it; refuse what does not fit the key."""
    message, kind, algorithm = (request[name] for name in ("Message", "MessageType", "SigningAlgorithm"))
    data = base64.b64decode(message)
    if isinstance(key, ed25519.Ed25519PrivateKey):
        if (kind, algorithm) != ("RAW", "ED25519_SHA_512") or len(data) > MAX_MESSAGE:
            raise Refusal("ValidationException")
        return key.sign(data)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or algorithm != "ECDSA_SHA_256":
        raise Refusal("InvalidKeyUsageException")
    if kind != "DIGEST" or len(data) != 32:
        raise Refusal("ValidationException")
    signature = key.sign(data, ec.ECDSA(Prehashed(SHA256())))
    # The service does not care for low S.
    r, s = decode_dss_signature(signature)
    return encode_dss_signature(r, max(s, key.curve.group_order - s))


class FakeKms:
    """The keys of an account, and how the service is to answer: with an error, or by cutting the line."""

    def __init__(self) -> None:
        self.keys: dict[str, Any] = {
            "p256": ec.generate_private_key(ec.SECP256R1()),
            "secp256k1": ec.generate_private_key(ec.SECP256K1()),
            "ed25519": ed25519.Ed25519PrivateKey.generate(),
            "p384": ec.generate_private_key(ec.SECP384R1()),
            "rsa": RSA,
        }
        self.public_keys: dict[str, bytes | None] = {name: spki(key) for name, key in self.keys.items()}
        self.error: str | None = None
        self.cut = False
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.headers: list[str] = []

    def answer(self, function: str, request: dict[str, Any]) -> dict[str, object]:
        self.requests.append((function, request))
        if self.error is not None:
            raise Refusal(self.error)
        name = request["KeyId"].rpartition("/")[2]
        if name not in self.keys:
            raise Refusal("NotFoundException")
        if function == "GetPublicKey":
            # Another KeySpec than the key's: only the key itself counts.
            der = self.public_keys[name]
            return {
                "KeySpec": "RSA_2048",
                "PublicKey": None if der is None else base64.b64encode(der).decode(),
            }
        if function == "Sign":
            return {"Signature": base64.b64encode(checked_sign(self.keys[name], request)).decode()}
        assert (function, request["KeyAgreementAlgorithm"]) == ("DeriveSharedSecret", "ECDH")
        peer = load_der_public_key(base64.b64decode(request["PublicKey"]))
        secret = self.keys[name].exchange(ec.ECDH(), peer)
        return {"SharedSecret": base64.b64encode(secret).decode()}


@contextmanager
def run_kms() -> Iterator[tuple[FakeKms, str]]:
    """Serve a stand-in while the block runs; give it and its URL."""
    kms = FakeKms()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kms.headers.append(self.headers["Authorization"])
            if kms.cut:
                self.close_connection = True
                return
            function = self.headers["X-Amz-Target"].removeprefix("TrentService.")
            try:
                status, answer = 200, kms.answer(function, json.loads(body))
            except Refusal as refusal:
                status, answer = 400, {"__type": str(refusal), "message": "no"}
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/x-amz-json-1.1")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield kms, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

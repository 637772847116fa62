"""A security key in software, at the layer where the package ``fido2`` sends bytes to a device (CTAP 2.1)."""

import hashlib
import hmac
import os
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax.webauthn.cose import encode_es256_key

AAGUID = bytes(range(1, 17))
_MAKE, _GET, _INFO, _PIN, _NEXT, _SELECT = 1, 2, 4, 6, 8, 11
_USER_PRESENT, _USER_VERIFIED, _ATTESTED_DATA = 0x01, 0x04, 0x40
_CAPABLE_OF_CBOR = 4
_CTAPHID_CBOR = 0x10
_WAITING_FOR_TOUCH = 2
_TRIES = 3


class Refused(Exception):  # noqa: N818 - a status
    """A status of CTAP other than success."""

    def __init__(self, status: int) -> None:
        super().__init__(hex(status))
        self.status = status


class SecurityKeyInSoftware:
    """A security key; ``touched`` says whether somebody touches it when it waits for that."""

    capabilities = _CAPABLE_OF_CBOR
    version = "FIDO_2_1"

    def __init__(self, *, pin: str | None = None, touched: bool = True, fingerprint: bool = False) -> None:
        self.pin, self.touched, self.fingerprint = pin, touched, fingerprint
        self.noise: bytes | None = None
        self.tries, self.tries_in_all = _TRIES, 8
        self.credentials: list[dict[str, Any]] = []
        self.commands: list[int] = []
        self.refusal: int | None = None
        self.unplugged = False
        self.closed = 0
        self._next: list[dict[int, Any]] = []
        self._token = b""
        self._agreement = ec.generate_private_key(ec.SECP256R1())

    @classmethod
    def list_devices(cls) -> Iterator[Any]:
        return iter(())

    def close(self) -> None:
        self.closed += 1

    def call(
        self,
        cmd: int,
        data: bytes = b"",
        event: Event | None = None,
        on_keepalive: Callable[[int], None] | None = None,
    ) -> bytes:
        assert cmd == _CTAPHID_CBOR
        if self.unplugged:
            raise OSError("no such device")
        self.commands.append(data[0])
        if self.noise is not None and data[0] != _INFO:
            return self.noise
        request = cbor2.loads(data[1:]) if data[1:] else {}
        try:
            answer = self._answer(data[0], request, event, on_keepalive)
        except Refused as refused:
            return bytes([refused.status])
        return b"\0" + (b"" if answer is None else cbor2.dumps(answer, canonical=True))

    def _answer(self, command: int, request: Any, event: Event | None, keepalive: Any) -> Any:
        if command == _INFO:
            options = {"rk": True, "up": True, "clientPin": self.pin is not None, "pinUvAuthToken": True}
            if self.fingerprint:
                options["uv"] = True
            return {1: [self.version], 3: AAGUID, 4: options, 6: [2], 7: 8, 8: 128}
        if command == _PIN:
            return self._client_pin(request)
        if command == _NEXT:
            return self._next.pop(0)
        if command == _SELECT:
            self._wait(event, keepalive)
            return None
        if self.refusal is not None:
            raise Refused(self.refusal)
        return (
            self._make(request, event, keepalive)
            if command == _MAKE
            else self._get(request, event, keepalive)
        )

    def _wait(self, event: Event | None, keepalive: Any) -> None:
        if keepalive is not None:
            keepalive(_WAITING_FOR_TOUCH)
        if not self.touched:
            assert event is not None
            while not event.is_set():
                event.wait(0.01)
            raise Refused(0x2D)

    def _client_pin(self, request: Any) -> Any:
        from fido2.ctap2.pin import PinProtocolV2  # noqa: PLC0415 - only the session devices has it

        if request[2] == 1:
            return {3: self.tries_in_all}
        public = self._agreement.public_key().public_numbers()
        if request[2] == 2:
            point = [number.to_bytes(32, "big") for number in (public.x, public.y)]
            return {1: {1: 2, 3: -25, -1: 1, -2: point[0], -3: point[1]}}
        x, y = (int.from_bytes(request[3][name], "big") for name in (-2, -3))
        peer = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
        protocol = PinProtocolV2()
        secret = protocol.kdf(self._agreement.exchange(ec.ECDH(), peer))
        if request[2] == 6:
            assert self.fingerprint
            self._token = os.urandom(32)
            return {2: protocol.encrypt(secret, self._token)}
        assert request[2] == 9
        if not self.tries_in_all:
            raise Refused(0x32)
        if not self.tries:
            raise Refused(0x34)
        assert self.pin is not None
        if protocol.decrypt(secret, request[6]) != hashlib.sha256(self.pin.encode()).digest()[:16]:
            self.tries -= 1
            self.tries_in_all -= 1
            raise Refused(0x31 if self.tries else 0x34)
        self.tries = _TRIES
        self._token = os.urandom(32)
        return {2: protocol.encrypt(secret, self._token)}

    def _verified(self, request: Any, hashed: bytes, at: int) -> int:
        """The flag of user verification, if the request is authenticated with a token for the PIN."""
        if at not in request:
            return 0
        if not hmac.compare_digest(hmac.digest(self._token, hashed, "sha256"), request[at]):
            raise Refused(0x33)
        return _USER_VERIFIED

    def _make(self, request: Any, event: Event | None, keepalive: Any) -> Any:
        hashed, rp, user, algorithms = (request[number] for number in (1, 2, 3, 4))
        if request.get(8) == b"":
            # How older ones are asked for a touch alone.
            self._wait(event, keepalive)
            raise Refused(0x35 if self.pin is None else 0x31)
        flags = self._verified(request, hashed, 8)
        if self.pin is not None and not flags:
            raise Refused(0x36)
        self._wait(event, keepalive)
        excluded = [each["id"] for each in request.get(5, [])]
        if any(each["id"] in excluded for each in self.credentials):
            raise Refused(0x19)
        assert {"type": "public-key", "alg": -7} in algorithms
        key = ec.generate_private_key(ec.SECP256R1())
        made = {"id": os.urandom(32), "key": key, "rp": rp["id"], "user": user, "count": 0}
        made["resident"] = request.get(7, {}).get("rk", False)
        self.credentials.append(made)
        credential = AAGUID + (32).to_bytes(2, "big") + made["id"] + encode_es256_key(key.public_key())
        data = self._data(made, flags | _USER_PRESENT | _ATTESTED_DATA) + credential
        signature = key.sign(data + hashed, ec.ECDSA(SHA256()))
        return {1: "packed", 2: data, 3: {"alg": -7, "sig": signature}}

    def _get(self, request: Any, event: Event | None, keepalive: Any) -> Any:
        rp_id, hashed = request[1], request[2]
        flags = self._verified(request, hashed, 6)
        touch = request.get(5, {}).get("up", True)
        if touch:
            self._wait(event, keepalive)
            flags |= _USER_PRESENT
        allowed = [each["id"] for each in request.get(3, [])]
        found = [
            each
            for each in self.credentials
            if each["rp"] == rp_id and (each["id"] in allowed if allowed else each["resident"])
        ]
        if not found:
            raise Refused(0x2E)
        answers = []
        for each in found[:1] if allowed else found:
            each["count"] += touch
            data = self._data(each, flags)
            signature = each["key"].sign(data + hashed, ec.ECDSA(SHA256()))
            named = {"id": each["id"], "type": "public-key"}
            answers.append({1: named, 2: data, 3: signature, 4: {"id": each["user"]["id"]}})
        if len(answers) > 1:
            answers[0][5] = len(answers)
        self._next = answers[1:]
        return answers[0]

    @staticmethod
    def _data(credential: Any, flags: int) -> bytes:
        hashed = hashlib.sha256(credential["rp"].encode()).digest()
        return hashed + bytes([flags]) + int(credential["count"]).to_bytes(4, "big")

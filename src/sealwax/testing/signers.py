"""A test kit for your own signers."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec

from sealwax._codec.der import decode_der_signature, raw_to_der
from sealwax._crypto.curves import API_CURVES
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import decode_point
from sealwax.errors import SealwaxError
from sealwax.schemes import Scheme, Verify, decode_public_key, find_scheme
from sealwax.signing import DeterministicSigner, Signer

SIZES = (0, 1, 4096, 4097, 1_000_000)
"""The lengths of the bodies; key management services sign at most 4096 bytes."""
_THREADS = 8
_BODIES_OF_A_THREAD = 4


def check_signer(signer: Signer, *, max_body: int | None = None) -> None:
    """Check that a signer meets the requirements of stamps, with some forty signatures from eight threads.

    It signs bodies of 0, 1, 4096, 4097 and 1,000,000 bytes, and verifies each signature. It names the usual
    mistakes: r and s instead of DER, a hash that is hashed again or missing, a high S on secp256k1, a public
    key in a wrong form, signatures exchanged between threads.

    Args:
        signer: The signer.
        max_body: The length of the longest body that the signer takes, in bytes; a longer one must be signed
            correctly, or refused with a ``SealwaxError``. None for a signer that takes any body.

    Raises:
        AssertionError: The signer fails. The message names each failure, one a line.
    """
    if max_body is not None and (isinstance(max_body, bool) or not isinstance(max_body, int)):
        raise TypeError(f"max_body must be int or NoneType, not {type(max_body).__name__}")
    if max_body is not None and max_body < 0:
        raise ValueError("max_body must not be negative")
    failures = _member_failures(signer)
    if not failures:
        failures = _Check(signer, max_body).failures()
    if failures:
        listed = "".join(f"\n- {failure}" for failure in dict.fromkeys(failures))
        raise AssertionError(f"the signer fails:{listed}")


def _member_failures(signer: Signer) -> list[str]:
    """Check the members; the signatures are checked only if the members are correct."""
    failures = [
        f"{name}: it must be a string"
        for name in ("public_key", "curve", "scheme")
        if not isinstance(_get(signer, name), str)
    ]
    if not callable(_get(signer, "sign")):
        failures.append("sign: it must be a method")
    if failures:
        return failures
    try:
        scheme = find_scheme(signer.scheme)
    except SealwaxError as error:
        return [f"scheme: {error}"]
    if signer.curve != scheme.curve:
        failures.append(f"curve: it must be {scheme.curve}, as in {scheme.name}")
    try:
        public_key = decode_public_key(scheme, signer.public_key, "it")
        scheme.verifier(public_key, "it")
    except SealwaxError as error:
        return [*failures, f"public_key: {error}"]
    if public_key.hex() != signer.public_key:
        failures.append("public_key: it must be lower-case hex")
    return failures


def _get(signer: object, name: str) -> object:
    return getattr(signer, name, None)


class _Check(NamedTuple):
    """A signer with correct members, and the longest body that it accepts."""

    signer: Signer
    max_body: int | None

    def failures(self) -> list[str]:
        public_key = self.signer.public_key
        limit = SIZES[-1] if self.max_body is None else self.max_body
        sizes = sorted({*(size for size in SIZES if size <= limit), min(limit, SIZES[-1])})
        failures = [
            failure for size in sizes for failure in self._sign(_body(size), f"a body of {size} bytes")
        ]
        if self.max_body is not None:
            failures += self._sign(_body(limit + 1), f"a body of {limit + 1} bytes", may_refuse=True)
        if isinstance(self.signer, DeterministicSigner):
            failures += self._sign_twice(self.signer)
        failures += self._sign_in_threads(min(limit, 100))
        if self.signer.public_key != public_key:
            failures.append("public_key: it changed while the signer signed")
        return failures

    def _sign(self, body: bytes, label: str, *, may_refuse: bool = False) -> list[str]:
        return self._try(self.signer.sign, body, label, may_refuse=may_refuse)[1]

    def _try(
        self, sign: Callable[[bytes], bytes], body: bytes, label: str, *, may_refuse: bool = False
    ) -> tuple[object, list[str]]:
        """Sign a body; return the signature and its defect."""
        try:
            signature: object = sign(body)
        except Exception as error:  # noqa: BLE001 - each is a failure of the signer, to be named
            if may_refuse and isinstance(error, SealwaxError):
                return None, []
            allowed = " instead of a SealwaxError" if may_refuse else ""
            return None, [f"{label}: sign raised {type(error).__name__}{allowed}"]
        wrong = _diagnose(self.signer, signature, body)
        return signature, [] if wrong is None else [f"{label}: {wrong}"]

    def _sign_twice(self, signer: DeterministicSigner) -> list[str]:
        body = _body(1)
        (one, failures), (other, _) = (
            self._try(signer.sign_deterministic, body, "sign_deterministic") for _ in range(2)
        )
        if not failures and one != other:
            failures.append("sign_deterministic: equal bodies got different signatures")
        return failures

    def _sign_in_threads(self, size: int) -> list[str]:
        start = Barrier(_THREADS)

        def sign(thread: int) -> list[str]:
            start.wait()
            return [
                failure
                for number in range(_BODIES_OF_A_THREAD)
                for failure in self._sign(
                    bytes([thread, number]).ljust(size, b"x")[:size], f"{_THREADS} threads at once"
                )
            ]

        with ThreadPoolExecutor(_THREADS) as pool:
            return [failure for failures in pool.map(sign, range(_THREADS)) for failure in failures]


def _body(size: int) -> bytes:
    """Return a body whose beginning does not repeat."""
    return bytes(range(256)).ljust(size, b".")[:size]


def _diagnose(signer: Signer, signature: object, body: bytes) -> str | None:
    """Return the defect of a signature; None if it verifies and has the required form."""
    if not isinstance(signature, bytes):
        return f"sign returned {type(signature).__name__}; it must return bytes"
    scheme = find_scheme(signer.scheme)
    public_key = bytes.fromhex(signer.public_key)
    verify = scheme.verifier(public_key, "it")
    row = API_CURVES[scheme.curve]
    curve = row.curve  # None for Ed25519, whose signatures have one form
    if curve is not None:
        try:
            _, s = decode_der_signature(signature, curve.group_order, "the signature")
        except SealwaxError as error:
            return f"{error}{_as_raw(scheme, verify, signature, body, curve)}"
        if row.requires_low_s and s > curve.group_order // 2 and _verifies(verify, signature, body):
            return f"the signature has a high S; on {row.title}, replace S by the order of the curve minus S"
    if _verifies(verify, signature, body):
        return None
    return _what_was_signed(verify, public_key, signature, body, curve)


def _as_raw(scheme: Scheme, verify: Verify, signature: bytes, body: bytes, curve: ec.EllipticCurve) -> str:
    """Return a hint if a signature that is not DER verifies as r and s."""
    try:
        verifies = _verifies(verify, raw_to_der(signature, curve.group_order), body)
    except SealwaxError:
        return ""
    return f" (as r and s, it verifies for {scheme.name})" if verifies else ""


def _what_was_signed(
    verify: Verify, public_key: bytes, signature: bytes, body: bytes, curve: ec.EllipticCurve | None
) -> str:
    """Find the data under a signature that does not verify for the body."""
    if _verifies(verify, signature, hashlib.sha256(body).digest()):
        return "the signature is over the hash of the body, hashed again; hash once"
    if curve is not None and len(body) >= hashlib.sha256().digest_size:
        key = decode_point(public_key, curve, "it")
        unhashed = body[: hashlib.sha256().digest_size]
        try:
            verify_ecdsa(key, signature, unhashed, "it", prehashed=True)
        except SealwaxError:
            pass
        else:
            return "the signature is over the first 32 bytes of the body; sign its SHA-256"
    return "the signature does not verify: it is by another key, or over another body or hash"


def _verifies(verify: Verify, signature: bytes, message: bytes) -> bool:
    try:
        verify(signature, message, "it")
    except SealwaxError:
        return False
    return True

"""The tests of ``tests/stamps/test_api_key_verification.py`` that take long."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    MalformedInput,
    SealwaxError,
    Signer,
    StampVerifier,
    VerifiedStamp,
    verify_api_key_stamp,
)
from sealwax.schemes import find_scheme
from sealwax.webhooks import MemoryReplayGuard
from tests.conftest import ROOT
from tests.stamps import test_api_key_verification as quick
from tests.stamps.test_api_key_verification import BODY, PRIVATE, encoded, stamp_fields

__all__ = ["fast", "signer"]

signer = quick.signer


def test_every_changed_digit_of_the_signature_is_refused(signer: Signer) -> None:
    fields = stamp_fields(signer)
    signature = fields["signature"]
    for position, digit in enumerate(signature):
        changed = signature[:position] + f"{int(digit, 16) ^ 1:x}" + signature[position + 1 :]
        with pytest.raises((BadSignature, MalformedInput)):
            verify_api_key_stamp(encoded({**fields, "signature": changed}), BODY)


@given(st.dictionaries(st.sampled_from(["publicKey", "scheme", "signature"]), st.text() | st.integers()))
def test_no_fields_break_the_verifier(fields: dict[str, object]) -> None:
    base = stamp_fields(ApiKey.from_private_key(PRIVATE))
    if all(base[name] == value for name, value in fields.items()):
        return
    with pytest.raises(SealwaxError):
        verify_api_key_stamp(encoded({**base, **fields}), BODY)


fast = quick.fast


class TestStampVerifier:
    def test_threads_share_a_stamper_a_verifier_and_a_guard(self, signer: Signer, fast: bool) -> None:
        """All at once, each thread with bodies of its own and one that every other thread has, too."""
        stamper = ApiKeyStamper(signer, fast=fast)
        verifier = StampVerifier([(signer.public_key, signer.curve)], fast=fast)
        guard, start = MemoryReplayGuard(), Barrier(8)

        def use(thread: int) -> list[bool]:
            start.wait()
            new = []
            for body in (b"shared", *(b"%d, %d" % (thread, number) for number in range(20))):
                header = stamper.stamp(body).header_value
                assert verifier.verify(header, body).public_key == signer.public_key
                with pytest.raises(BadSignature):
                    verifier.verify(header, body + b"x")
                new.append(guard.claim(body.hex()))
            return new

        with ThreadPoolExecutor(8) as threads:
            claimed = list(threads.map(use, range(8)))
        assert sum(shared for shared, *_ in claimed) == 1
        assert all(all(others) for _, *others in claimed)

    @pytest.mark.parametrize(
        "path", sorted((ROOT / "vectors").glob("api_key_stamp_*.json")), ids=lambda path: path.stem
    )
    def test_it_decides_the_vectors_as_the_function_does(self, path: Path, fast: bool) -> None:
        content = json.loads(path.read_text())
        curve = find_scheme(content["algorithm"]).curve
        cases = content["testGroups"][0]["tests"]
        known = {(case["publicKey"], curve) for case in cases if case["result"] == "valid"}
        verifier = StampVerifier(known, fast=fast)
        for case in cases:
            body = bytes.fromhex(case["body"]) * case.get("bodyRepeat", 1)
            if case["result"] == "valid":
                verified = verifier.verify(case["header"], body)
                assert (verified.public_key, verified.scheme) == (case["publicKey"], case["scheme"])
            else:
                with pytest.raises(SealwaxError) as refused:
                    verifier.verify(case["header"], body)
                assert refused.value.code in {case["error"], "untrusted-signer"}, case["id"]

    def test_it_says_who_signed(self, signer: Signer, fast: bool) -> None:
        verifier = StampVerifier([(signer.public_key, signer.curve)], fast=fast)
        header = ApiKeyStamper(signer, fast=fast).stamp(BODY).header_value
        expected = VerifiedStamp(public_key=signer.public_key, scheme=signer.scheme)
        assert verifier.verify(header, BODY) == expected
        assert verifier.verify(header.encode(), BODY.decode()) == expected

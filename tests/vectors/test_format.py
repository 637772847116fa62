import json
from typing import Any

import pytest

from sealwax import MalformedInput
from sealwax_vectors import load, run_suite
from sealwax_vectors.constructs.exports import Wallet
from sealwax_vectors.constructs.imports import Sealed
from sealwax_vectors.format import case_type, output_fields
from tests.conftest import ROOT


def one_case(name: str, group_type: str) -> dict[str, Any]:
    """A file of vectors, cut down to the first case of a group."""
    suite: dict[str, Any] = json.loads((ROOT / "vectors" / f"{name}.json").read_text())
    group = next(group for group in suite["testGroups"] if group["type"] == group_type)
    (case, *_) = group["tests"]
    return {
        **suite,
        "notes": {flag: suite["notes"][flag] for flag in case["flags"]},
        "testGroups": [{**group, "tests": [case]}],
        "numberOfTests": 1,
    }


@pytest.mark.parametrize(
    ("name", "group_type"),
    [
        ("session_jwt", "SessionJwt"),
        ("verification_token", "VerificationToken"),
        ("attested_stamp", "AttestedStampVerification"),
        ("webauthn_attestation", "AttestationVerification"),
    ],
)
@pytest.mark.parametrize("now", [-1, 253402300800000, 10**30])
def test_a_time_that_no_clock_shows_is_refused(name: str, group_type: str, now: int) -> None:
    suite = one_case(name, group_type)
    load(json.dumps(suite).encode(), "it")
    suite["testGroups"][0]["tests"][0]["now"] = now
    with pytest.raises(MalformedInput, match="now"):
        load(json.dumps(suite).encode(), "it")


@pytest.mark.parametrize("now", [0, 253402300799999])
def test_the_first_and_the_last_time_are_taken(now: int) -> None:
    suite = one_case("session_jwt", "SessionJwt")
    suite["testGroups"][0]["tests"][0]["now"] = now
    (outcome,) = run_suite(load(json.dumps(suite).encode(), "it"))
    assert outcome.actual == ("valid" if now == 0 else "expired")


def test_an_encoding_of_credential_ids_that_there_is_not_is_refused() -> None:
    suite = one_case("webauthn_attestation", "CredentialIdDecoding")
    suite["testGroups"][0]["tests"][0]["encoding"] = "hex"
    with pytest.raises(MalformedInput, match="encoding"):
        load(json.dumps(suite).encode(), "it")


def test_outputs_are_what_descriptions_say() -> None:
    wallet = output_fields(case_type(Wallet))
    assert wallet.always == ("mnemonic", "passphrase", "language", "checksumValid")
    assert wallet.together == ()
    sealed = output_fields(case_type(Sealed))
    assert (sealed.always, sealed.together) == (("plaintext",), ("mnemonic", "passphrase"))
    assert sealed.all == ("plaintext", "mnemonic", "passphrase")

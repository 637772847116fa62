"""A sample of generated payloads; ``python -m tests.interop.digests`` compares ten thousand of each kind."""

from tests.interop.cases import cases_of
from tests.interop.digests import EIP712, EIP7702, PROGRAM, REASONS, compare
from tests.interop.wallets.environment import install
from tools.support.nodejs import JsonProcess

SAMPLE = 400


def test_ethers_viem_and_eth_account_compute_the_same_digests() -> None:
    outcomes = compare(SAMPLE, seed=7)
    assert sum(outcomes.values()) == 2 * SAMPLE
    assert outcomes[f"{EIP712}: equal"] > SAMPLE // 2
    assert outcomes[f"{EIP7702}: equal"] > SAMPLE // 2
    # Each reason occurs.
    assert {name.rpartition(": ")[2] for name in outcomes} == {"equal", *REASONS}


def test_eth_account_agrees_with_the_vectors_that_it_accepts() -> None:
    cases = [case for case in cases_of("payload_digest") if case.valid and "EIP" in case.fields["encoding"]]
    process = JsonProcess(install(), PROGRAM)
    try:
        payloads = [(case.fields["encoding"], case.fields["payload"]) for case in cases]
        answers = process.ask({"payloads": payloads})["answers"]
    finally:
        process.close()
    refused = [case for case, answer in zip(cases, answers, strict=True) if "error" in answer]
    # It takes the only type that no other refers to for the primary one.
    assert [case.fields["comment"] for case in refused] == [
        "EIP712: a type that the message does not use",
        "EIP712: 128 types",
    ]
    for case, answer in zip(cases, answers, strict=True):
        assert case in refused or answer["result"]["digest"] == case.fields["digest"]

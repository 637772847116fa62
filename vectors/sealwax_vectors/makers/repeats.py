"""The cases that are left out because they repeat the input and result of an earlier case.

A function such as ``near_misses`` makes the same differences of every text, and a table of limits has values
that another table has as well. A test refuses a repeated case that is not here.
"""

from typing import Final

REPEATS: Final[dict[str, frozenset[str]]] = {
    "activity_vote": frozenset(
        {
            "the-fingerprint-its-last-character-changed",
            "an-approval-its-fingerprint-its-last-character-changed",
            "the-fingerprint-its-letters-in-the-other-case",
            "an-approval-its-fingerprint-its-letters-in-the-other-case",
            "the-activity-s-organization-its-last-character-changed",
            "the-organization-expected-its-last-character-changed",
        }
    ),
    "app_proof": frozenset(
        {
            "expected-wallet-id-its-last-character-changed",
            "expected-derivation-path-its-last-character-changed",
        }
    ),
    "attestation_document": frozenset(
        {
            "PCR0-is-expected",
            "a-chain-an-authority-missing",
        }
    ),
    "boot_proof": frozenset(
        {
            "a-digest-SHA384-with-its-letters-in-the-other-case-7045",
            "any program is allowed: PCR3 alone",
            "v2-a-version-v1",
            "v2-a-version-V2",
        }
    ),
    "enclave_release": frozenset(
        {
            "an-approval-in-JSON-empty",
        }
    ),
    "payload_digest": frozenset(
        {
            "EIP712-a-value-of-uint256-written-as-9007199254740993-65a4",
            "EIP712-a-value-of-uint256-written-as-18446744073709551616-49a8",
            "EIP712-the-largest-uint8",
            "EIP712-the-largest-uint8-plus-1",
            "EIP712-the-largest-int8-plus-1",
            "EIP712-the-largest-uint256",
            "EIP712-the-largest-uint256-plus-1",
            "EIP712-the-largest-int256",
            "EIP712-the-largest-int256-plus-1",
        }
    ),
    "signature_result": frozenset(
        {
            "an-address-of-ETHEREUM-its-last-character-changed",
            "an-address-of-TRON-its-last-character-changed",
            "an-address-of-COSMOS-its-last-character-changed",
            "an-address-of-BITCOIN-MAINNET-P2PKH-its-last-character-changed",
            "an-address-of-BITCOIN-MAINNET-P2WPKH-its-last-character-changed",
        }
    ),
    "webauthn_stamp": frozenset(
        {
            "ES256-the-origin-in-upper-case",
        }
    ),
}
"""The ids of the cases that are left out, without file and group, by construct."""

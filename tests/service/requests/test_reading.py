"""The documented errors of refused parameters."""

from typing import Any

import pytest

from sealwax_service import api_errors as errors
from sealwax_service.operations.allowlists import AllowlistParameters
from sealwax_service.operations.submits import SUBMITS
from sealwax_service.requests.reading import kind_of_refusal
from tests.service.client import ETHEREUM
from tests.service.operations.test_users import user_fields


def kind(name: str, given: dict[str, Any]) -> errors.ErrorKind | None:
    row = SUBMITS[name]
    into, _ = row.handlers[row.versions[0].type]
    return kind_of_refusal(given, into)


def wallet(**changes: object) -> dict[str, Any]:
    account = {name: value for name, value in {**ETHEREUM, **changes}.items() if value is not ...}
    return {"walletName": "w", "accounts": [account]}


def private_key(**changes: object) -> dict[str, Any]:
    given = {"privateKeyName": "k", "curve": "CURVE_P256", "privateKeyTags": [], "addressFormats": []}
    made = {name: value for name, value in {**given, **changes}.items() if value is not ...}
    return {"privateKeys": [made]}


def sub_organization(**changes: object) -> dict[str, Any]:
    root = {name: value for name, value in user_fields().items() if name != "userTags"}
    return {"subOrganizationName": "s", "rootQuorumThreshold": 1, "rootUsers": [root], **changes}


def passkey(**changes: object) -> dict[str, Any]:
    return {"userId": "u", "authenticators": [{"authenticatorName": "a", "challenge": "AAAA", **changes}]}


ATTESTATION = {"credentialId": "a", "clientDataJson": "a", "transports": []}


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("create_wallet", wallet(), None),
        ("create_wallet", wallet(curve="X"), errors.INVALID_CURVE),
        ("create_wallet", wallet(curve=5), errors.INVALID_CURVE),
        ("create_wallet", wallet(curve=...), errors.CURVE_REQUIRED),
        ("create_wallet", wallet(pathFormat="X"), errors.INVALID_PATH_FORMAT),
        ("create_wallet", wallet(path=5), errors.INVALID_PATH),
        ("create_wallet", wallet(addressFormat="X"), errors.INVALID_ADDRESS_FORMAT),
        # The documentation has no words for these.
        ("create_wallet", wallet(path=...), None),
        ("create_wallet", {"walletName": 5, "accounts": []}, None),
        ("create_wallet", {"\ud800": ""}, None),
        ("create_private_keys", private_key(curve="X"), errors.INVALID_CURVE),
        ("create_private_keys", private_key(curve=...), errors.CURVE_REQUIRED),
        ("create_private_keys", private_key(addressFormats=["X"]), errors.INVALID_ADDRESS_FORMAT),
        ("create_sub_organization", sub_organization(rootQuorumThreshold="1"), errors.INVALID_QUORUM),
        ("create_sub_organization", sub_organization(wallet={}), errors.WALLET_MISSING),
        ("create_sub_organization", sub_organization(wallet=wallet(curve=...)), errors.WALLET_MISSING),
        ("create_sub_organization", sub_organization(wallet=wallet(curve="X")), errors.INVALID_CURVE),
        ("update_root_quorum", {"threshold": 1.5, "userIds": ["u"]}, errors.INVALID_QUORUM),
        ("create_authenticators", passkey(), errors.ATTESTATION_MISSING),
        ("create_authenticators", passkey(attestation=ATTESTATION), errors.AUTH_DATA_MISSING),
        (
            "create_authenticators",
            passkey(attestation={**ATTESTATION, "attestationObject": ""}),
            errors.AUTH_DATA_MISSING,
        ),
    ],
)
def test_the_kind(name: str, given: dict[str, Any], expected: errors.ErrorKind | None) -> None:
    assert kind(name, given) == expected


def test_a_reader_that_is_no_type_has_none() -> None:
    assert kind_of_refusal({}, AllowlistParameters()) is None

from typing import Any

import pytest

from sealwax import MalformedInput, Unsupported
from sealwax.activities.authorizations import authorization_digest
from tests.activities.known_payloads import (
    ANY_CHAIN,
    ANY_CHAIN_DIGEST,
    AUTHORIZATIONS,
    DELEGATE,
    changed,
    written,
)

ORDINARY = AUTHORIZATIONS[0][0]


def digest(document: object, *, allow_any_chain: bool = False) -> str:
    text = document if isinstance(document, str) else written(document)
    return authorization_digest(text, allow_any_chain=allow_any_chain).hex()


@pytest.mark.parametrize(("document", "expected"), AUTHORIZATIONS)
def test_known_answers(document: dict[str, Any], expected: str) -> None:
    assert digest(document) == expected
    as_text = {**document, "chainId": str(document["chainId"]), "nonce": str(document["nonce"])}
    assert digest(as_text) == digest(dict(reversed(as_text.items()))) == expected


def test_every_chain_has_to_be_allowed() -> None:
    for chain_id in (0, "0"):
        document = changed(ANY_CHAIN, "chainId", to=chain_id)
        assert digest(document, allow_any_chain=True) == ANY_CHAIN_DIGEST
        with pytest.raises(Unsupported, match=r"chainId 0.*allow_any_chain=True"):
            digest(document)
    assert digest(ORDINARY, allow_any_chain=True) == digest(ORDINARY)


@pytest.mark.parametrize("name", ["chainId", "nonce"])
@pytest.mark.parametrize(
    "value",
    [-1, "-1", 2**53, 1.0, "1.0", True, None, [], {}, "", "01", "0x1", "1e3", " 1", "1\n", "9" * 79],
)  # fmt: skip
def test_numbers_are_exact(name: str, value: object) -> None:
    with pytest.raises(MalformedInput, match=f"{name} must be an integer from 0 to 2"):
        digest(changed(ORDINARY, name, to=value))


@pytest.mark.parametrize("number", ["1e0", "1.0", "9007199254740992", "1e400", "NaN", "01"])
def test_numbers_of_json_are_exact(number: str) -> None:
    text = written(ORDINARY)
    assert digest(text.replace(": 1,", ": 9007199254740991,")) != digest(ORDINARY)
    with pytest.raises(MalformedInput):
        digest(text.replace(": 1,", f": {number},"))


@pytest.mark.parametrize(("name", "bits"), [("chainId", 256), ("nonce", 64)])
def test_numbers_have_a_range(name: str, bits: int) -> None:
    assert digest(changed(ORDINARY, name, to=str(2**bits - 1)))
    with pytest.raises(MalformedInput, match=f"{name} must be an integer from 0 to 2.{bits}-1"):
        digest(changed(ORDINARY, name, to=str(2**bits)))


@pytest.mark.parametrize("name", list(ORDINARY))
def test_each_member_is_needed(name: str) -> None:
    with pytest.raises(MalformedInput, match=f"{name} is missing"):
        digest(changed(ORDINARY, name, to=...))


@pytest.mark.parametrize("address", [DELEGATE[2:], DELEGATE[:-2], DELEGATE[:-1] + "B", "", None, 5])
def test_the_address_is_one(address: object) -> None:
    with pytest.raises(MalformedInput, match="address must be an address"):
        digest(changed(ORDINARY, "address", to=address))

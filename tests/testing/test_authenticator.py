import hashlib
from typing import Any, Literal

import pytest

from sealwax import (
    MalformedInput,
    Unsupported,
)
from sealwax.testing import SoftwareAuthenticator
from sealwax.webauthn.ceremony import parse_authenticator_data

RP_ID, ORIGIN = "example.com", "https://example.com"


def make(algorithm: Literal["ES256", "EdDSA"] = "ES256", seed: bytes | None = None) -> SoftwareAuthenticator:
    return SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, algorithm=algorithm, seed=seed)


@pytest.mark.parametrize("algorithm", ["ES256", "EdDSA"])
def test_a_seed_makes_everything_repeatable(algorithm: Literal["ES256", "EdDSA"]) -> None:
    one, other = make(algorithm, b"\1" * 32), make(algorithm, b"\1" * 32)
    assert (one.public_key, one.credential_id) == (other.public_key, other.credential_id)
    assert one.create(b"c", attestation="self") == other.create(b"c", attestation="self")
    assert one.get_assertion(b"c") == other.get_assertion(b"c")


def test_other_algorithms_and_attestations_are_unsupported() -> None:
    with pytest.raises(Unsupported, match="ES256 or EdDSA"):
        SoftwareAuthenticator(rp_id="x", origin="y", algorithm="RS256")  # type: ignore[arg-type]
    with pytest.raises(Unsupported, match="`none` or `self`"):
        SoftwareAuthenticator(rp_id="x", origin="y").create(b"", attestation="packed")  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [None, 5, 1.5, b"x", [], {}, object()])
@pytest.mark.parametrize("name", ["rp_id", "origin", "algorithm", "user_present", "user_verified"])
def test_arguments_of_other_types_are_named(name: str, wrong: object) -> None:
    arguments: dict[str, Any] = {"rp_id": RP_ID, "origin": ORIGIN, name: wrong}
    with pytest.raises(TypeError, match=f"^{name} must be "):
        SoftwareAuthenticator(**arguments)


@pytest.mark.parametrize("wrong", ["text", 5, bytearray(32), []])
def test_a_seed_of_another_type(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^seed must be bytes"):
        make(seed=wrong)


@pytest.mark.parametrize("wrong", [None, 5, "text", bytearray(3), [], {}])
def test_challenges_of_other_types_are_named(wrong: Any) -> None:
    passkey = make()
    for call in (passkey.create, passkey.get_assertion):
        with pytest.raises(TypeError, match=r"^challenge must be bytes"):
            call(wrong)
    if wrong != "text":
        with pytest.raises(TypeError, match=r"^attestation must be str"):
            passkey.create(b"c", attestation=wrong)
    assert parse_authenticator_data(passkey.get_assertion(b"c").authenticator_data, "it").sign_count == 1


@pytest.mark.parametrize("name", ["rp_id", "origin"])
def test_text_with_lone_surrogates_is_malformed(name: str) -> None:
    arguments: dict[str, Any] = {"rp_id": RP_ID, "origin": ORIGIN, name: "\ud800"}
    with pytest.raises(MalformedInput, match=f"^{name} "):
        SoftwareAuthenticator(**arguments)


def test_without_a_seed_everything_differs() -> None:
    one, other = make(), make()
    assert one.public_key != other.public_key
    assert one.credential_id != other.credential_id
    with pytest.raises(MalformedInput, match="the seed"):
        make(seed=b"\1" * 31)


def test_the_counter_counts_assertions() -> None:
    authenticator = make()
    counts = [
        parse_authenticator_data(authenticator.get_assertion(b"c").authenticator_data, "it").sign_count
        for _ in range(3)
    ]
    assert counts == [1, 2, 3]


def test_hints_and_flags_of_other_types_are_named() -> None:
    for wrong in (None, "usb", {"usb"}, 5):
        with pytest.raises(TypeError, match=r"^transports must be list or tuple"):
            make().create(b"c", transports=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^each name of transports must be str"):
        make().create(b"c", transports=["usb", b"nfc"])  # type: ignore[list-item]
    for wrong in (None, 1, "yes"):
        with pytest.raises(TypeError, match=r"^conditional must be bool"):
            make().create(b"c", conditional=wrong)  # type: ignore[arg-type]


def test_it_is_scoped_to_its_relying_party() -> None:
    data = make().get_assertion(b"c").authenticator_data
    assert data[:32] == hashlib.sha256(RP_ID.encode()).digest()

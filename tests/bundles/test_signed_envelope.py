import json

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    ContextMismatch,
    EnclaveKeys,
    MalformedInput,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
)
from sealwax._crypto.points import P256
from sealwax._limits import MAX_INPUT_BYTES
from sealwax.bundles.signed_envelope import Kind, Payload, open_signed_bundle, verify_envelope
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED, USER, CapturedWallet, near_misses

FIELDS = ("version", "data", "dataSignature", "enclaveQuorumPublic")
PRODUCTION = EnclaveKeys.production().signer
KIND = Kind("it", lambda payload, _label: payload, has_user=True)


def open_production(bundle: str | bytes) -> Payload:
    return verify_envelope(bundle, Kind("the bundle", KIND.read), keys=EnclaveKeys.production())


def test_the_captured_bundle_opens(captured_wallet: CapturedWallet) -> None:
    for bundle in (captured_wallet.text, captured_wallet.text.encode()):
        payload = open_production(bundle)
        assert payload.organization_id == captured_wallet.organization_id


def test_spelling_that_changes_nothing_is_accepted(captured_wallet: CapturedWallet) -> None:
    bundle = captured_wallet.bundle
    expected = open_production(captured_wallet.text)
    for other in (
        json.dumps(dict(reversed(bundle.items()))),
        json.dumps(bundle, indent=2) + "\n",
        json.dumps({**bundle, "appProofs": [{"a": 1}]}),
        json.dumps({name: value if name == "version" else value.upper() for name, value in bundle.items()}),
    ):
        assert open_production(other) == expected


def test_a_high_s_signature_is_accepted(captured_wallet: CapturedWallet) -> None:
    r, s = decode_dss_signature(bytes.fromhex(captured_wallet.bundle["dataSignature"]))
    twin = encode_dss_signature(r, P256.group_order - s).hex()
    open_production(json.dumps({**captured_wallet.bundle, "dataSignature": twin}))


@pytest.mark.parametrize("version", ["", "v1.0.1", "v2.0.0", "1.0.0", "V1.0.0", "v1.0.0 "])
def test_other_versions_are_unsupported(captured_wallet: CapturedWallet, version: str) -> None:
    with pytest.raises(Unsupported):
        open_production(json.dumps({**captured_wallet.bundle, "version": version}))


@pytest.mark.parametrize("bundle", [{}, {"activity": {}}, {"exportBundle": "{}"}, {"dataSignatures": "30"}])
def test_what_has_nothing_of_a_bundle_is_malformed(bundle: dict[str, str]) -> None:
    with pytest.raises(MalformedInput, match="has none of the fields of a bundle"):
        open_production(json.dumps(bundle))


def test_a_bundle_that_lost_its_version_is_unsupported(captured_wallet: CapturedWallet) -> None:
    bundle = {name: value for name, value in captured_wallet.bundle.items() if name != "version"}
    with pytest.raises(Unsupported, match="no version"):
        open_production(json.dumps(bundle))


@pytest.mark.parametrize("name", ["data", "dataSignature", "enclaveQuorumPublic"])
def test_every_field_is_required(captured_wallet: CapturedWallet, name: str) -> None:
    bundle = {key: value for key, value in captured_wallet.bundle.items() if key != name}
    with pytest.raises(MalformedInput, match=f"the bundle has no `{name}`"):
        open_production(json.dumps(bundle))


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", [None, 1, True, [], {}])
def test_every_field_is_a_string(captured_wallet: CapturedWallet, name: str, value: object) -> None:
    with pytest.raises(MalformedInput, match=f"{name} must be a string"):
        open_production(json.dumps({**captured_wallet.bundle, name: value}))


@pytest.mark.parametrize("name", ["data", "dataSignature", "enclaveQuorumPublic"])
@pytest.mark.parametrize("how", ["0x{}", "{}0", " {}", "{}\n", "{}zz"])
def test_every_field_is_strict_hex(captured_wallet: CapturedWallet, name: str, how: str) -> None:
    value = how.format(captured_wallet.bundle[name])
    with pytest.raises(MalformedInput):
        open_production(json.dumps({**captured_wallet.bundle, name: value}))


def test_a_quorum_key_of_another_length_is_malformed(captured_wallet: CapturedWallet) -> None:
    key = captured_wallet.bundle["enclaveQuorumPublic"]
    for other in ("", key[:-2], key + "00", "03" + key[2:66]):
        with pytest.raises(MalformedInput, match="must be 65"):
            open_production(json.dumps({**captured_wallet.bundle, "enclaveQuorumPublic": other}))


def test_a_bundle_of_another_enclave_is_untrusted(captured_wallet: CapturedWallet) -> None:
    enclave = ReferenceEnclave(SEED)
    data = bytes.fromhex(captured_wallet.bundle["data"])
    forged = enclave.sign_bundle(data)  # right in itself, by a key of its own
    with pytest.raises(UntrustedSigner):
        open_production(forged)
    opened = verify_envelope(forged, KIND, keys=enclave.keys)
    assert opened == open_production(captured_wallet.text)
    with pytest.raises(UntrustedSigner):
        verify_envelope(captured_wallet.text, KIND, keys=enclave.keys)
    # The other keys of the service are not the signer either.
    with pytest.raises(UntrustedSigner):
        verify_envelope(
            captured_wallet.text, Kind("it", KIND.read, signer="notarizer"), keys=EnclaveKeys.production()
        )


def test_a_forged_signature_under_the_pinned_name_is_refused(captured_wallet: CapturedWallet) -> None:
    forged = json.loads(ReferenceEnclave(SEED).sign_bundle(b"{}"))
    with pytest.raises(BadSignature):
        open_production(json.dumps({**forged, "enclaveQuorumPublic": PRODUCTION}))
    with pytest.raises(BadSignature):
        open_production(json.dumps({**captured_wallet.bundle, "dataSignature": forged["dataSignature"]}))


@pytest.mark.parametrize(
    "name", ["version", "data", "dataSignature", "enclaveQuorumPublic", "something else"]
)
def test_a_key_twice_in_the_envelope_is_malformed(captured_wallet: CapturedWallet, name: str) -> None:
    text = captured_wallet.text[:-1]
    twice = f'{text}, "{name}": "x", "{name}": "x"}}'
    with pytest.raises(MalformedInput, match="key twice"):
        open_production(twice)


def test_the_signature_is_checked_before_the_data_is_parsed() -> None:
    enclave = ReferenceEnclave(SEED)
    bundle = {**json.loads(enclave.sign_bundle(b"{}")), "data": b"not JSON".hex()}
    with pytest.raises(BadSignature):
        verify_envelope(json.dumps(bundle), KIND, keys=enclave.keys)


def opened_for(
    organization_id: str = ORGANIZATION,
    user_id: str = USER,
    *,
    made_for: tuple[str, str] = (ORGANIZATION, USER),
) -> Payload:
    """Open a bundle that was made for an organization and a user."""
    enclave = ReferenceEnclave(SEED)
    data = json.dumps(dict(zip(("organizationId", "userId"), made_for, strict=True)))
    return open_signed_bundle(
        enclave.sign_bundle(data.encode()),
        KIND,
        keys=enclave.keys,
        organization_id=organization_id,
        user_id=user_id,
    )


def test_ids_are_compared_to_the_letter() -> None:
    opened_for("aB", "cD", made_for=("aB", "cD"))
    for other in ("", "ab", "AB", "aB ", "a"):
        with pytest.raises(ContextMismatch) as raised:
            opened_for(other, "cD", made_for=("aB", "cD"))
        assert raised.value.code == "wrong-organization"
        with pytest.raises(ContextMismatch) as raised:
            opened_for("cD", other, made_for=("cD", "aB"))
        assert raised.value.code == "wrong-user"


@pytest.mark.parametrize("other", near_misses(PRODUCTION))
def test_the_whole_quorum_key_is_compared(captured_wallet: CapturedWallet, other: str) -> None:
    # The data is the pinned signer's, and the name of the signer is another.
    with pytest.raises(UntrustedSigner):
        open_production(json.dumps({**captured_wallet.bundle, "enclaveQuorumPublic": other}))


@pytest.mark.parametrize("other", [*near_misses(ORGANIZATION), ORGANIZATION + "0", ORGANIZATION[:-1]])
def test_whole_ids_are_compared(other: str) -> None:
    both = (ORGANIZATION, ORGANIZATION)
    opened_for(*both, made_for=both)
    for ids, code in (((other, ORGANIZATION), "wrong-organization"), ((ORGANIZATION, other), "wrong-user")):
        with pytest.raises(ContextMismatch) as raised:
            opened_for(*ids, made_for=both)
        assert raised.value.code == code


def test_ids_that_differ_are_shown() -> None:
    both = ("f9A31c64", "x" * 1000 + "\n\x1b[2J")
    with pytest.raises(ContextMismatch, match=r"'f9A31c64', not 'f9a31c64' \(they differ only in case\)"):
        opened_for("f9a31c64", made_for=both)
    with pytest.raises(ContextMismatch, match=r"'f9A31c64', not '\\x1b\[2J'; check"):
        opened_for("\x1b[2J", made_for=both)
    with pytest.raises(ContextMismatch, match=rf"for user '{'x' * 64}\.\.\.', not '{'y' * 64}\.\.\.'; check"):
        opened_for("f9A31c64", "y" * 65, made_for=both)
    with pytest.raises(ContextMismatch, match=f", not '{'y' * 64}'; check"):
        opened_for("f9A31c64", "y" * 64, made_for=both)
    with pytest.raises(TypeError, match="organization_id must be str, not NoneType"):
        opened_for(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="user_id must be str, not NoneType"):
        opened_for(user_id=None)  # type: ignore[arg-type]


def test_an_oversized_bundle_is_malformed(captured_wallet: CapturedWallet) -> None:
    with pytest.raises(MalformedInput, match="larger than"):
        open_production(captured_wallet.text.ljust(MAX_INPUT_BYTES + 1))
    assert open_production(captured_wallet.text.ljust(MAX_INPUT_BYTES)) == open_production(
        captured_wallet.text
    )


@given(st.text() | st.binary())
def test_no_input_breaks_the_parser(bundle: str | bytes) -> None:
    with pytest.raises(SealwaxError):
        open_production(bundle)

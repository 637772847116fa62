"""The table of schemes: each row is complete, and the other tables have what a row needs of them."""

from typing import get_args

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    Curve,
    Eip191Signer,
    MalformedInput,
    MissingExtra,
    SealwaxError,
    Unsupported,
    verify_api_key_stamp,
)
from sealwax._crypto.curves import API_CURVES
from sealwax._crypto.points import scalar_bytes
from sealwax.schemes import SCHEMES, Scheme, SchemeKey, find_scheme, scheme_of_curve
from sealwax.signers.aws_kms import _ECDSA_ALGORITHMS
from sealwax.signers.pkcs11 import _CURVES
from sealwax.testing import check_signer

MESSAGE = b'{"organizationId":"x"}'

schemes = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
curves = pytest.mark.parametrize("curve", get_args(Curve))


@schemes
def test_a_row_is_found_by_its_name(scheme: Scheme) -> None:
    assert find_scheme(scheme.name) is scheme
    assert scheme.name.startswith("SIGNATURE_SCHEME_TK_API_")
    for other in (scheme.name.lower(), scheme.name + " ", scheme.name.removeprefix("SIGNATURE_SCHEME_"), ""):
        with pytest.raises(
            Unsupported, match=r"^the scheme is unknown; .* must be one of SIGNATURE_SCHEME_TK"
        ):
            find_scheme(other)


@curves
def test_each_curve_has_one_default_scheme(curve: Curve) -> None:
    assert [row for row in SCHEMES.values() if row.curve == curve and row.is_default] == [
        scheme_of_curve(curve)
    ]
    assert ApiKey.generate(curve).scheme == scheme_of_curve(curve).name


@schemes
def test_a_row_has_keys_of_its_curve(scheme: Scheme) -> None:
    curve = API_CURVES[scheme.curve]
    private_key = scheme.generate()
    assert len(private_key) == curve.private_key_bytes
    assert scheme.generate() != private_key
    public_key, sign, sign_deterministic = scheme.open_key(private_key, "the private key")
    assert len(bytes.fromhex(public_key)) == scheme.public_key_bytes
    assert sign_deterministic(MESSAGE) == sign_deterministic(MESSAGE) != sign(MESSAGE + b" ")
    for wrong in (private_key[:-1], private_key + b"\1", b""):
        with pytest.raises(MalformedInput, match=r"^the private key is"):
            scheme.open_key(wrong, "the private key")


@schemes
def test_a_row_verifies_what_it_signs(scheme: Scheme) -> None:
    public_key, sign, sign_deterministic = scheme.open_key(scheme.generate(), "the private key")
    verify = scheme.verifier(bytes.fromhex(public_key), "the public key")
    for signature in (sign(MESSAGE), sign_deterministic(MESSAGE)):
        verify(signature, MESSAGE, "the message")
        assert scheme.checked(signature) == signature
        with pytest.raises(SealwaxError, match="the message") as caught:
            verify(signature, MESSAGE + b" ", "the message")
        assert caught.value.code == "bad-signature"
        with pytest.raises(MalformedInput):
            scheme.checked(signature[:-1])
    with pytest.raises(MalformedInput, match="the public key"):
        scheme.verifier(b"\xff" * scheme.public_key_bytes, "the public key")


@schemes
def test_the_fast_library_of_a_row_is_of_the_same_scheme(scheme: Scheme) -> None:
    private_key = scheme.generate()
    public_key, sign, _ = scheme.open_key(private_key, "the private key")
    public, fast = bytes.fromhex(public_key), scheme.fast()
    try:
        signature = fast.open_key(private_key)(MESSAGE)
        fast.verifier(public, "the public key")(sign(MESSAGE), MESSAGE, "the message")
    except MissingExtra:
        pytest.skip("the extra fast or secp256k1 is not installed")
    scheme.verifier(public, "the public key")(signature, MESSAGE, "the message")


@schemes
def test_stamps_and_signers_use_a_row(scheme: Scheme) -> None:
    key = SchemeKey(scheme.generate(), scheme)
    assert (key.curve, key.scheme) == (scheme.curve, scheme.name)
    verified = verify_api_key_stamp(ApiKeyStamper(key).stamp(MESSAGE).header_value, MESSAGE)
    assert (verified.public_key, verified.scheme) == (key.public_key, scheme.name)
    check_signer(key)


def test_the_scheme_that_is_no_default_has_a_signer_of_its_own() -> None:
    others = [row.name for row in SCHEMES.values() if not row.is_default]
    assert others == [Eip191Signer(ApiKey.generate("secp256k1")).scheme]


@curves
def test_devices_know_each_curve_and_its_hash(curve: Curve) -> None:
    row = API_CURVES[curve]
    assert row in _CURVES.values(), "add the curve's CKA_EC_PARAMS to signers/pkcs11.py"
    assert (row.digest is None) == (row.curve is None)
    if row.digest is not None and row.curve is not None:
        assert row.digest().name in _ECDSA_ALGORITHMS, "add the hash to signers/aws_kms.py"
        # A token truncates a longer digest.
        assert row.digest().digest_size <= scalar_bytes(row.curve)

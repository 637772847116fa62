import pytest

from sealwax import errors

CODES = {
    "MalformedInput": "malformed",
    "UnsupportedVersion": "unsupported",
    "UntrustedSigner": "untrusted-signer",
    "BadSignature": "bad-signature",
    "DecryptionFailed": "decryption-failed",
    "KeyMismatch": "key-mismatch",
    "Expired": "expired",
    "InvalidRequest": "invalid-request",
}


@pytest.mark.parametrize(("name", "code"), CODES.items())
def test_each_class_has_its_code(name: str, code: str) -> None:
    error = getattr(errors, name)("why")
    assert isinstance(error, errors.SealwaxError)
    assert (error.code, str(error)) == (code, "why")


@pytest.mark.parametrize("code", ["wrong-organization", "wrong-user"])
def test_context_mismatch_tells_its_two_codes_apart(code: errors.MismatchCode) -> None:
    error = errors.ContextMismatch(code, "why")
    assert isinstance(error, errors.SealwaxError)
    assert (error.code, str(error)) == (code, "why")


def test_malformed_input_is_a_value_error() -> None:
    assert issubclass(errors.MalformedInput, ValueError)


def test_every_subclass_is_listed_here() -> None:
    names = {cls.__name__ for cls in errors.SealwaxError.__subclasses__()}
    assert names == CODES.keys() | {"ContextMismatch"}

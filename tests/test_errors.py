import copy
import pickle

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


@pytest.mark.parametrize(
    "error",
    [
        *(getattr(errors, name)("why") for name in CODES),
        errors.ContextMismatch("wrong-organization", "why"),
        errors.ContextMismatch("wrong-user", "why"),
    ],
    ids=lambda error: error.code,
)
def test_errors_can_be_copied_and_sent_to_other_processes(error: errors.SealwaxError) -> None:
    for other in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(other) is type(error)
        assert (other.code, str(other)) == (error.code, "why")


def test_malformed_input_is_a_value_error() -> None:
    assert issubclass(errors.MalformedInput, ValueError)


def test_every_subclass_is_listed_here() -> None:
    names = {cls.__name__ for cls in errors.SealwaxError.__subclasses__()}
    assert names == CODES.keys() | {"ContextMismatch"}

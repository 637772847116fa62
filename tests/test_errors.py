import copy
import pickle
import re
from typing import get_args

import pytest

from sealwax import errors

KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.SealwaxError) and kind is not errors.SealwaxError
]
PLAIN = [kind for kind in KINDS if "__init__" not in vars(kind)]
ERRORS = [
    *(kind("why") for kind in PLAIN),
    *(errors.ContextMismatch(code, "why") for code in get_args(errors.MismatchCode)),
    errors.MissingExtra("cli", "why"),
    errors.SignerError("why", reason="locked", retryable=False),
    errors.NotCompleted("why", status="FAILED", reason="failed", activity_id="a", failure={"code": 3}),
    errors.ServiceError(
        "why",
        service_code=8,
        service_message="m",
        error_code="RATE_LIMIT_EXCEEDED",
        details=({"@type": "t"},),
        http_status=429,
    ),
]


def test_a_code_is_made_of_lower_case_words() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in errors.error_codes())
    assert (str(errors.BadSignature("why")), errors.BadSignature.code) == ("why", "bad-signature")


@pytest.mark.parametrize("code", get_args(errors.MismatchCode))
def test_context_mismatch_tells_its_codes_apart(code: errors.MismatchCode) -> None:
    error = errors.ContextMismatch(code, "why")
    assert isinstance(error, errors.SealwaxError)
    assert (error.code, str(error)) == (code, "why")


@pytest.mark.parametrize(
    ("extra", "command"),
    [("cli", "pip install 'sealwax[cli]'"), ("sealwax-service", "pip install sealwax-service")],
)
def test_a_missing_extra_is_named_with_the_command_that_installs_it(extra: str, command: str) -> None:
    error = errors.MissingExtra(extra, "the command line needs click")
    assert (error.code, error.extra, error.module) == ("missing-extra", extra, None)
    assert errors.install_command(extra) == command
    assert str(error) == f"the command line needs click; run: {command}"


LONG = "x" * 1000


@pytest.mark.parametrize(
    ("error", "module", "reason", "again"),
    [
        (
            ModuleNotFoundError("No module", name="click.core"),
            "click.core",
            "no module named click.core",
            False,
        ),
        (
            ImportError("libffi.so.8: cannot open\nmore", name="_btclib_secp256k1", path="/a"),
            "_btclib_secp256k1",
            "_btclib_secp256k1 is installed, but does not load (ImportError: libffi.so.8: cannot open)",
            True,
        ),
        (ImportError(), None, "it is installed, but does not load (ImportError: )", True),
        (
            OSError("Cannot load native module 'Crypto.Hash._keccak'"),
            None,
            "it is installed, but does not load (OSError: Cannot load native module 'Crypto.Hash._keccak')",
            True,
        ),
        (OSError(LONG), None, f"it is installed, but does not load (OSError: {LONG[:200]})", True),
    ],
)
def test_an_import_that_failed_is_named_with_its_reason(
    error: ImportError | OSError, module: str | None, reason: str, again: bool
) -> None:
    missing = errors.MissingExtra("wallets", "addresses need slip10", error)
    assert missing.module == module
    command = f"pip install {'--force-reinstall ' if again else ''}'sealwax[wallets]'"
    assert str(missing) == f"addresses need slip10: {reason}; run: {command}"
    copied = pickle.loads(pickle.dumps(missing))
    assert (str(copied), copied.extra, copied.module) == (str(missing), "wallets", module)


def test_what_the_service_says_is_in_attributes() -> None:
    waiting = errors.NotCompleted("why", status="s", reason="waiting", activity_id="a")
    assert (waiting.code, waiting.status, waiting.activity_id, waiting.failure) == (
        "not-completed",
        "s",
        "a",
        None,
    )
    refused = errors.ServiceError("why", service_code=None, service_message="m")
    assert (refused.code, refused.service_code, refused.service_message) == ("service-error", None, "m")
    assert (refused.details, refused.http_status) == ((), None)
    assert (refused.error_code, refused.retry_after, refused.retryable) == (None, None, False)


def test_only_three_kinds_of_errors_can_be_retryable() -> None:
    assert not any(kind.retryable for kind in KINDS)
    changing = {type(error) for error in ERRORS if "retryable" in vars(error)}
    assert changing == {errors.SignerError, errors.NotCompleted, errors.ServiceError}


@pytest.mark.parametrize(
    ("reason", "final", "retryable"),
    [
        ("waiting", False, True),
        ("people-needed", False, False),
        ("failed", True, False),
        ("unknown", False, False),
        ("outcome-unknown", False, False),
        ("unreachable", False, True),
    ],
)
def test_an_activity_without_a_result_is_final_only_if_it_failed(
    reason: errors.NotCompletedReason, final: bool, retryable: bool
) -> None:
    error = errors.NotCompleted("why", status="s", reason=reason, activity_id="a")
    assert (error.reason, error.final, error.retryable) == (reason, final, retryable)
    assert error.outcome_unknown == (reason == "outcome-unknown")


@pytest.mark.parametrize(
    ("http_status", "service_code", "retryable"),
    [
        *((status, None, True) for status in (408, 429, 500, 502, 503, 504)),
        *((status, None, False) for status in (200, 302, 400, 401, 403, 404, 409, 501, 505)),
        *((None, code, True) for code in (4, 8, 13, 14)),
        *((None, code, False) for code in (None, 0, 3, 5, 7, 12, 16)),
        (503, 3, True),
        (400, 14, False),
    ],
)
def test_the_http_status_of_a_service_error_decides_whether_to_try_again(
    http_status: int | None, service_code: int | None, retryable: bool
) -> None:
    error = errors.ServiceError(
        "why", service_code=service_code, service_message="m", http_status=http_status
    )
    assert error.retryable is retryable


def test_a_signer_that_fails_says_why_and_whether_to_try_again() -> None:
    error = errors.SignerError("why", reason="throttled", retryable=True)
    assert (error.code, error.reason, error.retryable, str(error)) == (
        "signer-failed",
        "throttled",
        True,
        "why",
    )


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_errors_can_be_copied_and_sent_to_other_processes(error: errors.SealwaxError) -> None:
    for other in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(other) is type(error)
        assert (other.code, str(other), vars(other)) == (error.code, str(error), vars(error))


def test_an_error_tells_how_far_its_call_came() -> None:
    error = errors.BadSignature("why")
    assert (error.operation, error.activity_id, error.attempts, error.fingerprint) == (None, None, 0, None)
    error.call = errors.CallOutcome("create_wallet", "a", 2, "sha256:1")
    assert (error.operation, error.activity_id, error.attempts) == ("create_wallet", "a", 2)
    assert error.fingerprint == "sha256:1"
    assert pickle.loads(pickle.dumps(error)).call == error.call


def test_malformed_input_is_a_value_error() -> None:
    assert issubclass(errors.MalformedInput, ValueError)


def test_a_missing_extra_is_an_import_error() -> None:
    assert issubclass(errors.MissingExtra, ImportError)


def test_the_codes_are_those_of_the_classes() -> None:
    assert {type(error) for error in ERRORS} == {*KINDS}
    assert sorted(errors.error_codes()) == sorted(error.code for error in ERRORS)
    assert len(set(errors.error_codes())) == len(errors.error_codes())

"""That the judge notices: a target that does what none may do, one thing at a time."""

import time
from collections.abc import Callable

import pytest

from sealwax import MalformedInput, SealwaxError
from tests.fuzz.corpus import Context, Seed
from tests.fuzz.runner import Finding, Runner
from tests.fuzz.target import Target

ORIGINAL, FORGED = b"\0\0signed", b"\0\0forged"
PRIVATE_KEY = "5ec2e7" * 10


def of_no_known_kind() -> SealwaxError:
    error = MalformedInput("x")
    error.code = "unheard-of"
    return error


def raise_(error: Exception) -> object:
    raise error


def run(call: Callable[[bytes], object], data: bytes, *, authenticated: bool = False) -> Runner:
    """Put an input through a target that calls this."""

    def call_in_context(_: Context, document: bytes) -> object:
        return call(document)

    target = Target(
        "it",
        "it",
        "it",
        lambda: [Seed({"privateKey": PRIVATE_KEY}, ORIGINAL[2:])],
        call_in_context,
        (lambda _, document: document[:6]) if authenticated else None,
    )
    runner = Runner(target)
    runner.run(data)
    return runner


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda _: raise_(KeyError("x")), "KeyError"),
        (lambda _: raise_(RecursionError()), "RecursionError"),
        (lambda _: raise_(of_no_known_kind()), "the code unheard-of"),
        (lambda _: raise_(MalformedInput(f"not {PRIVATE_KEY}")), "shows .'privateKey'"),
        (lambda _: bytearray(65 << 20), "65 MiB"),
    ],
)
def test_what_no_input_may_do_is_found(call: Callable[[bytes], object], problem: str) -> None:
    # Long enough for its memory to be traced.
    with pytest.raises(Finding, match=problem):
        run(call, ORIGINAL + bytes(100_000))


def test_what_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([5.0, 6.5])
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    with pytest.raises(Finding, match=r"1\.5 s of processor time"):
        run(lambda _: 1, ORIGINAL)


def test_what_differs_from_the_original_is_found() -> None:
    assert run(lambda _: 1, ORIGINAL, authenticated=True).figures.accepted == 1
    with pytest.raises(Finding, match="nothing like it"):
        run(lambda _: 1, FORGED, authenticated=True)
    with pytest.raises(Finding, match="another result"):
        run(len, ORIGINAL + b"x", authenticated=True)


def test_an_error_of_ours_is_no_finding() -> None:
    figures = run(lambda _: raise_(MalformedInput("it is not")), FORGED, authenticated=True).figures
    assert (figures.inputs, figures.accepted, figures.refused) == (1, 0, {"malformed": 1})

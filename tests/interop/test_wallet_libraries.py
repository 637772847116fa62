"""Addresses and private keys as text, through the libraries of wallets: they agree but for the findings."""

from collections.abc import Iterator

import pytest

from tests.interop.cases import Kind, VectorCase
from tests.interop.implementations import covered_by
from tests.interop.test_vectors import check
from tests.interop.wallets.coverage import LIBRARIES, call_for
from tests.interop.wallets.environment import WalletLibraries

OF_SOURCE = {
    source: [name for name, library in LIBRARIES.items() if library.source == source]
    for source in ("npm", "PyPI")
}


@pytest.fixture(scope="module")
def npm() -> Iterator[WalletLibraries]:
    running = WalletLibraries("npm")
    yield running
    running.close()


@pytest.fixture(scope="module")
def pypi() -> Iterator[WalletLibraries]:
    running = WalletLibraries("PyPI")
    yield running
    running.close()


def judged(libraries: WalletLibraries, library: str) -> Iterator[tuple[VectorCase, Kind]]:
    # Some libraries are asked for signature results too, elsewhere.
    asked = [(case, call) for case in covered_by(library) if (call := call_for(library, case)) is not None]
    answers = libraries.call_all(library, [call for _, call in asked])
    for (case, _), answer in zip(asked, answers, strict=True):
        if "error" in answer:
            yield case, case.judge(None)
        else:
            # What comes of a case that should be refused is not looked at: there is nothing to compare with.
            assert answer["result"]
            yield case, case.judge(answer["result"] if case.valid else {})


@pytest.mark.parametrize("library", OF_SOURCE["npm"])
def test_the_libraries_of_npm(npm: WalletLibraries, library: str) -> None:
    assert check(library, judged(npm, library))["agrees"]


@pytest.mark.parametrize("library", OF_SOURCE["PyPI"])
def test_the_libraries_of_pypi(pypi: WalletLibraries, library: str) -> None:
    assert check(library, judged(pypi, library))["agrees"]

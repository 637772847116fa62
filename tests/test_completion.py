"""The completion of names and parameters: in Python's own prompt, in IPython, and by jedi, in editors."""

import rlcompleter
from collections.abc import Iterator
from itertools import count, takewhile

import jedi  # type: ignore[import-untyped]
import pytest

import sealwax
from sealwax import operations


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no other process write what jedi reads: it keeps what it parsed in the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jedi.settings, "cache_directory", str(tmp_path_factory.mktemp("jedi")))
        yield


EXPORTS = [name for name in sorted(operations.__all__) if name.startswith("Exp")]
NAMESPACE = {"sealwax": sealwax}


def test_the_prompt_completes_every_public_name() -> None:
    completer = rlcompleter.Completer(NAMESPACE)

    def completions(text: str) -> set[str]:
        found = takewhile(lambda name: name is not None, (completer.complete(text, n) for n in count()))
        return {str(name).partition("(")[0].removeprefix(text.rpartition(".")[0])[1:] for name in found}

    assert {*sealwax.__all__} <= completions("sealwax.")
    assert completions("sealwax.operations.Exp") == {*EXPORTS}

"""The completion of names and parameters: in Python's own prompt, in IPython, and by jedi, in editors."""

import inspect
import rlcompleter
from collections.abc import Iterator
from itertools import count, takewhile
from pathlib import Path

import jedi  # type: ignore[import-untyped]
import pytest

import sealwax
from sealwax import operations
from sealwax.operations.all_operations import SPECIFIED


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


@pytest.mark.types
def test_ipython_completes_every_public_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interactiveshell = pytest.importorskip("IPython.core.interactiveshell")
    completer = pytest.importorskip("IPython.core.completer")
    config = pytest.importorskip("traitlets.config").Config()
    config.HistoryManager.enabled = False
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shell = interactiveshell.InteractiveShell(config=config, user_ns=dict(NAMESPACE))

    def completions(text: str) -> list[str]:
        with completer.provisionalcompleter():
            return [found.text for found in shell.Completer.completions(text, len(text))]

    assert {*sealwax.__all__} <= {*completions("sealwax.")}
    assert completions("sealwax.operations.Exp") == EXPORTS


def in_an_editor(code: str) -> jedi.Script:
    return jedi.Script(f"import sealwax\n{code}")


def in_ipython(code: str) -> jedi.Interpreter:
    return jedi.Interpreter(code, [NAMESPACE])


@pytest.mark.parametrize("written", [in_an_editor, in_ipython])
class TestJedi:
    @pytest.mark.slow
    def test_names(self, written: type[jedi.Script]) -> None:
        assert {*sealwax.__all__} <= {found.name for found in written("sealwax.").complete()}
        assert [found.name for found in written("sealwax.operations.Exp").complete()] == EXPORTS

    @pytest.mark.parametrize(
        "operation",
        [*SPECIFIED.values(), operations.CreateWallet, operations.ListUsers, operations.ApproveActivity],
        ids=lambda operation: operation.__name__,
    )
    @pytest.mark.slow
    def test_parameters(
        self, written: type[jedi.Script], operation: type[operations.Operation[operations.Record]]
    ) -> None:
        (signature,) = written(f"sealwax.operations.{operation.__name__}(").get_signatures()
        assert {*inspect.signature(operation).parameters} == {param.name for param in signature.params}


@pytest.mark.parametrize(
    ("call", "operation"),
    [
        ("CreateWallet(wallet_name='w', accounts=[])", operations.CreateWallet),
        ("SignRawPayload(sign_with='s')", operations.SignRawPayload),
        ("ExportWallet(wallet_id='w')", operations.ExportWallet),
        ("GetWhoami()", operations.GetWhoami),
        ("ListPrivateKeys()", operations.ListPrivateKeys),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
@pytest.mark.slow
def test_jedi_completes_results(call: str, operation: type[operations.Operation[operations.Record]]) -> None:
    sent = f"Client(stamper, organization_id='o').send(sealwax.operations.{call})."
    found = in_an_editor(f"from sealwax.client import Client\n{sent}").complete()
    assert {*operation.result_type.__struct_fields__} <= {each.name for each in found}


@pytest.mark.slow
def test_ipython_completes_a_result() -> None:
    result = operations.CreateWalletResult(wallet_id="w", addresses=[])
    found = jedi.Interpreter("result.", [{"result": result}]).complete()
    assert {*result.__struct_fields__} <= {each.name for each in found}

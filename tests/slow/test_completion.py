"""The tests of ``tests/test_completion.py`` that take long."""

import inspect

import jedi  # type: ignore[import-untyped]
import pytest

import sealwax
from sealwax import operations
from sealwax.operations.all_operations import SPECIFIED
from tests import test_completion as quick
from tests.test_completion import EXPORTS, NAMESPACE

_own_cache = quick._own_cache


def in_an_editor(code: str) -> jedi.Script:
    return jedi.Script(f"import sealwax\n{code}")


def in_ipython(code: str) -> jedi.Interpreter:
    return jedi.Interpreter(code, [NAMESPACE])


@pytest.mark.parametrize("written", [in_an_editor, in_ipython])
class TestJedi:
    def test_names(self, written: type[jedi.Script]) -> None:
        assert {*sealwax.__all__} <= {found.name for found in written("sealwax.").complete()}
        assert [found.name for found in written("sealwax.operations.Exp").complete()] == EXPORTS

    @pytest.mark.parametrize(
        "operation",
        [*SPECIFIED.values(), operations.CreateWallet, operations.ListUsers, operations.ApproveActivity],
        ids=lambda operation: operation.__name__,
    )
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
def test_jedi_completes_results(call: str, operation: type[operations.Operation[operations.Record]]) -> None:
    sent = f"Client(stamper, organization_id='o').send(sealwax.operations.{call})."
    found = in_an_editor(f"from sealwax.client import Client\n{sent}").complete()
    assert {*operation.result_type.__struct_fields__} <= {each.name for each in found}


def test_ipython_completes_a_result() -> None:
    result = operations.CreateWalletResult(wallet_id="w", addresses=[])
    found = jedi.Interpreter("result.", [{"result": result}]).complete()
    assert {*result.__struct_fields__} <= {each.name for each in found}

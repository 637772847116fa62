"""The table of submit operations."""

from sealwax.operations.all_operations import SPECIFIED as OPERATIONS_SPECIFIED
from sealwax_service.operations.submits import SUBMITS
from tests.operations.specification import SPECIFIED


def test_every_operation_of_the_specification_has_a_row() -> None:
    wanted = {name for name, operation in OPERATIONS_SPECIFIED.items() if operation.surface == "submit"}
    assert wanted <= SUBMITS.keys()
    assert len(wanted & {*SPECIFIED}) == 19

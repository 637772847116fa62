"""The tests of ``tests/service/policies/test_contract_calls.py`` that take long."""

from sealwax_service._limits import MAX_TYPE_DEPTH
from sealwax_service.policies.contract_calls import call_facts
from tests.service.policies.test_contract_calls import decoded, inputs, interface, selector_of, words


def test_the_work_of_a_call_is_bounded() -> None:
    """eth-abi reads a struct twice at each level, and a list as often as an offset leads to it."""
    struct, kind = inputs("uint8"), "uint8"
    for level in range(1, MAX_TYPE_DEPTH + 1):
        struct, kind = inputs("tuple", components=struct), f"({kind})"
        call = interface("f", struct), bytes.fromhex(selector_of(f"f({kind})") + words(1))
        assert bool(call_facts(*call)) is (level < 14), level
    # Few enough levels that also a decoder without a bound would end: each makes the work four times as much.
    for levels, is_read in ((4, True), (9, False)):
        lists = "uint8" + "[]" * levels
        four = words(4, *[32 * 4] * 4)
        data = words(0x20) + four * (levels - 1) + words(4, 1, 1, 1, 1)
        assert (decoded("f", selector_of(f"f({lists})"), (lists,), data) is not None) is is_read

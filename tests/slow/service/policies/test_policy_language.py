"""The tests of ``tests/service/policies/test_policy_language.py`` that take long."""

import random
from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from sealwax.errors import SealwaxError
from sealwax_service._limits import MAX_EVALUATION_STEPS, MAX_EXPRESSION_CHARACTERS, MAX_EXPRESSION_DEPTH
from sealwax_service.policies.evaluation import HexText, Value, evaluate
from sealwax_service.policies.language import parse
from tests.service.policies import second_policies
from tests.service.policies.second_policies import FACTS
from tests.service.policies.test_policy_language import check_a_second_evaluator, judged


def test_steps_are_bounded() -> None:
    many: Mapping[str, Value] = {"solana": {"tx": {"account_keys": ["a"] * 300}}}
    keys = "solana.tx.account_keys"
    assert judged(f"{keys}.all(x, x == 'a')", many).holds
    verdict = judged(f"{keys}.all(x, {keys}.all(y, x == y))", many)
    assert verdict.error == f"the evaluation takes more than {MAX_EVALUATION_STEPS} steps"
    long: Mapping[str, Value] = {"eth": {"tx": {"data": HexText("0x" + "00" * 2**20)}}}
    once = f"eth.tx.data[0..{2**21}][0] == '0'"
    assert judged(once, long).holds
    assert judged(" && ".join([once] * 3), long).holds is None
    assert judged(" && ".join(["eth.tx.data == eth.tx.data"] * 2), long).holds
    assert judged(" && ".join(["eth.tx.data == eth.tx.data"] * 3), long).holds is None
    assert judged(" && ".join(["eth.tx.data != '0x'"] * 300), long).holds
    texts = ", ".join(["'a'"] * 1000)
    assert judged(f"{keys}.all(x, [{texts}].contains(x))", many).holds is None


def test_a_second_evaluator_agrees() -> None:
    check_a_second_evaluator(200)


@settings(max_examples=25)
@given(st.randoms(use_true_random=False))
def test_a_second_evaluator_agrees_on_what_hypothesis_makes(chance: random.Random) -> None:
    found = second_policies.compare(chance)
    assert found.first == found.second, found


def test_an_expression_at_the_limits() -> None:
    depth = (MAX_EXPRESSION_DEPTH - 2) * "("
    parse(f"{depth}true{depth.replace('(', ')')}", "condition")
    parse("true" + " " * (MAX_EXPRESSION_CHARACTERS - 4), "condition")
    # As wide as can be: nothing here recurses along an operand's siblings.
    assert judged(" && ".join(["1 < 2"] * 1000)).holds


@given(
    st.text() | st.text("aeiu.()[]'&|=<>!,{}: 01", max_size=40), st.sampled_from(["condition", "consensus"])
)
def test_any_text_is_an_expression_or_refused(text: str, field: str) -> None:
    try:
        node = parse(text, field)
    except SealwaxError:
        return
    evaluate(node, FACTS[field][0])

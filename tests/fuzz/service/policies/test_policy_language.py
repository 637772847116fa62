"""The tests of ``tests/service/policies/test_policy_language.py`` that are hostile in large numbers."""

from tests.service.policies.test_policy_language import check_a_second_evaluator


def test_a_second_evaluator_agrees() -> None:
    check_a_second_evaluator(20_000)

"""The tests of ``tests/service/test_documented.py`` that take longest."""

import pytest

from tests.service.client import Client
from tests.service.documented import RULES, Rule


@pytest.mark.parametrize("rule", RULES, ids=[rule.fact for rule in RULES])
def test_rule(client: Client, rule: Rule) -> None:
    assert rule.ask(client) == rule.expected

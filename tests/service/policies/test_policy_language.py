"""The policy language: what is refused, naming the part, and what parts give."""

import random
from collections.abc import Mapping

import pytest

from sealwax.errors import MalformedInput, Unsupported
from sealwax_service._limits import MAX_EXPRESSION_CHARACTERS, MAX_EXPRESSION_DEPTH
from sealwax_service.policies.evaluation import Value, evaluate
from sealwax_service.policies.language import parse
from sealwax_service.state.outcomes import Verdict
from tests.service.policies import second_policies
from tests.service.policies.second_policies import FACTS

FULL = FACTS["condition"][1]
APPROVED = FACTS["consensus"][1]


def judged(text: str, facts: Mapping[str, Value] = FULL, field: str = "condition") -> Verdict:
    return evaluate(parse(text, field), facts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it ends too early"),
        (" ", "it ends too early"),
        ("true &&", "it ends too early"),
        ("true true", "`true` at character 6: the language has nothing of this form here"),
        ("!true", "`!true` at character 1: the operator ! is documented only for the time of a policy"),
        ('activity.type == "A"', '`"A"` at character 18: strings are in single quotes'),
        ("activity.type == 'A", "`'A` at character 18: the string has no end, or a backslash"),
        ("activity.type == 'A\\''", "at character 18: the string has no end, or a backslash"),
        ("1 + 1 == 2", "`+ 1 == 2` at character 3: the language has nothing"),
        ("1 == 01", "`01` at character 6: the language has nothing"),
        ("1 < 2 < 3", "`< 3` at character 7"),
        ("\x07", "`·` at character 1"),
        (f"true {'x' * 99}", f"`{'x' * 80}…` at character 6"),
        (
            "(" * MAX_EXPRESSION_DEPTH + "true" + ")" * MAX_EXPRESSION_DEPTH,
            f"it is more than {MAX_EXPRESSION_DEPTH} levels deep",
        ),
        (
            "true" + " " * MAX_EXPRESSION_CHARACTERS,
            f"it has more than {MAX_EXPRESSION_CHARACTERS} characters",
        ),
    ],
)
def test_what_has_not_the_form_of_an_expression(text: str, words: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        parse(text, "condition")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "approvers.count() > 1",
            "`approvers`: the condition of a policy does not know it; the consensus does",
        ),
        ("users.count() > 1", "`users`: the condition of a policy knows activity, wallet, wallets, "),
        ("eth.tx.gasPrice == 1", "`eth.tx.gasPrice`: EthereumTransaction has from, to, data, "),
        ("wallet.id.length == 1", "`wallet.id.length`: string has no fields"),
        ("eth.tx.count == 1", "`eth.tx.count`: EthereumTransaction has"),
        ("eth.tx.chain_id == '1'", "`eth.tx.chain_id == '1'`: it compares int with string"),
        ("wallet.id < 'a'", "`wallet.id < 'a'`: it compares string with string"),
        ("wallet.imported == true", "`wallet.imported == true`: it compares bool with bool"),
        ("wallet == wallet", "`wallet == wallet`: it compares Wallet with Wallet"),
        ("wallet.id in wallet.id", "`wallet.id`: it must be a list, not string"),
        ("wallet.id in [1]", "`wallet.id in [1]`: it compares string with int"),
        ("wallets.contains(wallet)", "`wallets.contains(wallet)`: it compares Wallet with Wallet"),
        ("eth.eip_712.message in [1]", "it compares map with int"),
        ("eth.eip_712.message.all(x, true)", "`eth.eip_712.message`: it must be a list, not map"),
        ("eth.eip_712.message[0] == 1", "`0`: it must be string, not int"),
        ("eth.eip_712.message['a'][true] == 1", "`true`: it must be string, not bool"),
        ("wallets['a'].imported", "`'a'`: it must be int, not string"),
        ("wallets[0..'a'].count() == 1", "`'a'`: it must be int, not string"),
        ("wallet[0..1].count() == 1", "`wallet`: it must be a list, not Wallet"),
        ("wallet[0] == 1", "`wallet`: it must be a list, not Wallet"),
        ("true || true && false", "`true || true && false`: the documentation does not say whether && or ||"),
        ("true && wallet.id", "`wallet.id`: it must be bool, not string"),
        ("wallet.id", "`wallet.id`: it must be bool, not string"),
        ("[1, 'a'].count() == 2", "`'a'`: it must be int, not string"),
        ("{a: 1, a: 2}.a == 1", "`{a: 1, a: 2}`: it has a field twice"),
        ("wallets.first(x, true)", "the language has the functions all, any, filter, contains, count"),
        ("wallets.count(1) == 1", "count takes 0 arguments"),
        ("wallets.all(true)", "all takes 2 arguments"),
        ("wallets.all(wallet, true)", "the first argument of all must be a name that has no meaning yet"),
        ("wallets.all(x, wallets.all(x, true))", "the first argument of all must be a name"),
        ("wallets.all(true, true)", "the first argument of all must be a name"),
        ("wallets.all(1, true)", "the first argument of all must be a name"),
        ("wallets.all((x), true)", "the first argument of all must be a name"),
        ("wallets.all([], true)", "the first argument of all must be a name"),
        ("wallets.any(x, x.id)", "`x.id`: it must be bool, not string"),
        ("[].any(x, x) || x", "`x`: the condition of a policy knows"),
        (f"{2**256} == 1", "it is beyond the integers of the language"),
        (f"{-(2**127) - 1} == 1", "it is beyond the integers of the language"),
        (f"{'9' * 9000} == 1", "it is beyond the integers of the language"),
    ],
)
def test_what_is_not_of_the_language_is_refused_with_its_part(text: str, words: str) -> None:
    with pytest.raises(Unsupported) as caught:
        parse(text, "condition")
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "part", "words"),
    [
        ("tron.tx.fee_limit > 1", "tron", "the local service signs no such transactions"),
        ("true && (time.now == 1)", "time", "the local service evaluates no time in policies"),
        ("[].any(x, bitcoin.tx.fee > 1)", "bitcoin", "the local service signs no such transactions"),
        (
            "solana.tx.instructions[0].parsed_instruction_data.discriminator == ''",
            "solana.tx.instructions[0].parsed_instruction_data",
            "the local service decodes no instructions by their program's interface",
        ),
    ],
)
def test_what_is_known_of_no_request_is_an_error_of_its_part(text: str, part: str, words: str) -> None:
    assert evaluate(parse(text, "condition"), {}) == Verdict(None, part, words)


@pytest.mark.parametrize(
    ("text", "holds", "part"),
    [
        ("true", True, "true"),
        ("(false)", False, "false"),
        ("true && (false || wallet.imported)", False, "false || wallet.imported"),
        ("true && wallet.exported", True, "true && wallet.exported"),
        ("false || (true && wallet.exported) || true", True, "true && wallet.exported"),
        ("1 <= 1 && 2 >= 1 && 1 != 2 && -1 < 0 && 2 > 1", True, None),
        (f"{2**256 - 1} > {-(2**127)}", True, None),
        ("1 in [1, 2, 3]", True, None),
        ("[1,2,3].contains(4)", False, None),
        ("true in [true]", True, None),
        ("[1,2,3][0] == 1 && [1,2,3][0..2].count() == 2", True, None),
        ("'abc'[0] == 'a' && 'abc'[0..2] == 'ab' && 'abc'[3..3] == ''", True, None),
        ("[1,1,1].all(x, x == 1) && [1,2,3].any(x, x == 3)", True, None),
        ("[1,2,3].filter(x, x > 1).count() == 2", True, None),
        ("[].all(x, x == 1) && [].count() == 0", True, None),
        ("{ id: 'abc' }.id == 'abc'", True, None),
        ("[{ n: [1] }][0].n[0] == 1", True, None),
        ("wallets.count == 0", True, None),
        ("wallet.id=='w'", True, None),
        ("'0xDAC17F958D2ee523a2206206994597C13D831EC7' in [eth.tx.to]", True, None),
        ("eth.tx.data[0..6] == '0xA905'", True, None),
        ("eth.tx.to[2] == 'D'", True, None),
        ("wallet.label == 'wallet'", False, None),
        ("eth.tx.to == eth.tx.from && eth.tx.to != eth.tx.data", True, None),
        ("eth.eip_712.message['permitted'][0]['amount'] < 10", True, None),
        ("eth.eip_712.message['ok']", True, None),
        ("('a') == 'a'", True, None),
        ("(true && false) in [false]", True, None),
        ("(false || true) in [false]", False, None),
        ("[[1], [2]].any(x, x.contains(2))", True, None),
    ],
)
def test_evaluations(text: str, *, holds: bool, part: str | None) -> None:
    assert judged(text) == Verdict(holds, part or text)


@pytest.mark.parametrize(
    ("text", "part", "error"),
    [
        ("private_key.id == 'p'", "private_key", "the request does not have it"),
        ("true || private_key.id == 'p'", "private_key", "the request does not have it"),
        ("false && private_key.id == 'p'", "private_key", "the request does not have it"),
        ("eth.tx.gas > 1", "eth.tx.gas", "the request does not have it"),
        ("eth.eip_712.message['x'] == 1", "eth.eip_712.message['x']", "the request does not have it"),
        ("wallets[0].imported", "wallets[0]", "the index is outside of its 0 items"),
        ("[1][-1] == 1", "[1][-1]", "the index must be an integer from 0 on"),
        ("'abc'[1..4] == ''", "'abc'[1..4]", "the range is outside of its 3 items"),
        ("'abc'[2..1] == ''", "'abc'[2..1]", "the range is outside of its 3 items"),
        ("eth.eip_712.message['value']", "eth.eip_712.message['value']", "it must be bool, not int"),
        ("eth.eip_712.message['value'] == 'x'", None, "it compares int with string"),
        ("eth.eip_712.message['owner'] < 1", None, "it compares string with int"),
        ("eth.eip_712.message['none'] == 1", None, "it compares struct with int"),
        ("eth.eip_712.message['ok'] != eth.eip_712.message['ok']", None, "it compares bool with bool"),
        ("eth.eip_712.message['permitted'] == 1", None, "it compares list with int"),
        (
            "[eth.eip_712.message['value'], eth.eip_712.message['ok']].contains(100)",
            None,
            "it compares int with",
        ),
        (
            "eth.eip_712.message['value'].count() == 1",
            "eth.eip_712.message['value']",
            "it must be a list, not int",
        ),
        ("eth.eip_712.message['owner'].all(x, true)", None, "it must be a list, not string"),
        ("eth.eip_712.message['value'][0] == 1", None, "int has no items"),
        ("eth.eip_712.message['permitted'][eth.eip_712.message['ok']] == 1", None, "must be an integer"),
        ("eth.eip_712.message['none'][0] == 1", None, "struct has no items"),
        ("eth.eip_712.message['owner']['x'] == 1", None, "must be an integer"),
    ],
)
def test_what_cannot_be_evaluated_is_an_error_of_its_part(text: str, part: str | None, error: str) -> None:
    verdict = judged(text)
    assert verdict.holds is None
    assert error in verdict.error
    assert part in {None, verdict.part}


def test_the_consensus_knows_who_approved() -> None:
    text = "approvers.filter(user, user.tags.contains('admin')).count() >= 2 && credentials.count() == 1"
    assert judged(text, APPROVED, "consensus").holds
    with pytest.raises(Unsupported, match="`activity`: the consensus of a policy does not know it"):
        parse("activity.type == 'A'", "consensus")


def test_each_part_is_typed_once() -> None:
    depth = (MAX_EXPRESSION_DEPTH - 4) // 2
    text = "[" * depth + "1" + "].count" * depth
    assert judged(f"{text} == 1").holds is True


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[{a: {b: 1}}, {a: 1}].any(x, x.a.b == 1)", "int has no fields"),
        ("[{a: 1}, {b: 1}].any(x, x.a == 1)", "the request does not have it"),
    ],
)
def test_items_of_a_list_may_have_other_fields(text: str, error: str) -> None:
    assert judged(text).error == error


def test_a_value_of_a_map_may_have_no_fields() -> None:
    facts = {"eth": {"eip_712": {"message": {"x": 1}}}}
    found = judged("[eth.eip_712.message['x'], {a: 1}].any(x, x.a == 1)", facts)
    assert (found.holds, found.error) == (None, "int has no fields")


def check_a_second_evaluator(count: int) -> None:
    """Compare two evaluators of policies, on so many of them."""
    chance = random.Random(7)
    outcomes = set()
    for _ in range(count):
        found = second_policies.compare(chance)
        assert found.first == found.second, found
        outcomes.add(found.first)
    assert outcomes == {True, False, second_policies.REFUSED, second_policies.ERROR}

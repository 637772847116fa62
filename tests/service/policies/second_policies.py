"""A second evaluator of the policy language, by another method, and expressions to compare the two on.

It has a parser of its own, which writes Python. Python runs it on types, to find what is refused, and on
values. ``python -m tests.service.policies.second_policies --count 100000 --seed 2`` compares the two.
"""

import argparse
import random
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from types import CodeType
from typing import Any, NamedTuple

from sealwax.errors import MalformedInput, Unsupported
from sealwax_service.policies.evaluation import HexText, Value, evaluate
from sealwax_service.policies.language import parse
from sealwax_service.policies.types import FIELDS, Kind

REFUSED, ERROR = "refused", "error"
Outcome = bool | str


class RefusedError(Exception):
    """The expression is refused."""


class FailedError(Exception):
    """The expression cannot be evaluated on these values."""


# Writing Python.

_TOKEN = re.compile(
    r"[ \t\r\n]*(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<integer>-?(?:0|[1-9][0-9]*)(?![A-Za-z0-9_]))"
    r"|(?P<string>'[^'\\]*')|(?P<sign>\|\||&&|==|!=|<=|>=|<|>|\.\.|[.,:()\[\]{}])|(?P<end>\Z))"
)


class _Writer:
    """Descends an expression, and writes a call of the machine for each part."""

    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, str]] = []
        self._at = 0
        at = 0
        while True:
            found = _TOKEN.match(text, at)
            if found is None or found.lastgroup is None:
                raise RefusedError
            self._tokens.append((found.lastgroup, found[found.lastgroup]))
            if found.lastgroup == "end":
                break
            at = found.end()
        self.code = compile(f"lambda m, env: {self._either({})}", "expression", "eval")
        self._take("end")

    def _next(self) -> tuple[str, str]:
        return self._tokens[self._at]

    def _take(self, kind: str, text: str | None = None) -> str:
        found = self._next()
        if found[0] != kind or text not in {None, found[1]}:
            raise RefusedError
        self._at += 1
        return found[1]

    def _try(self, *signs: str) -> str | None:
        kind, text = self._next()
        if text in signs and (kind == "sign" or text == "in"):
            self._at += 1
            return text
        return None

    def _either(self, scope: Mapping[str, str]) -> str:
        first, mixed = self._both(scope)
        operands = [first]
        while self._try("||"):
            operand, also = self._both(scope)
            operands.append(operand)
            mixed |= also
        if len(operands) == 1:
            return first
        if mixed:
            raise RefusedError
        return f"m.logical(True, [{', '.join(operands)}])"

    def _both(self, scope: Mapping[str, str]) -> tuple[str, bool]:
        operands = [self._comparison(scope)]
        while self._try("&&"):
            operands.append(self._comparison(scope))
        if len(operands) == 1:
            return operands[0], False
        return f"m.logical(False, [{', '.join(operands)}])", True

    def _comparison(self, scope: Mapping[str, str]) -> str:
        left = self._access(scope)
        operator = self._try("==", "!=", "<=", ">=", "<", ">", "in")
        if operator is None:
            return left
        right = self._access(scope)
        return (
            f"m.within({left}, {right})" if operator == "in" else f"m.compare({operator!r}, {left}, {right})"
        )

    def _access(self, scope: Mapping[str, str]) -> str:
        base = self._atom(scope)
        while True:
            if self._try("."):
                name = self._take("name")
                if name == "in":
                    raise RefusedError
                base = self._call(base, name, scope) if self._try("(") else f"m.field({base}, {name!r})"
            elif self._try("["):
                index = self._either(scope)
                if self._try(".."):
                    base = f"m.slice({base}, {index}, {self._either(scope)})"
                else:
                    base = f"m.item({base}, {index})"
                self._take("sign", "]")
            else:
                return base

    def _call(self, base: str, name: str, scope: Mapping[str, str]) -> str:
        if name in {"all", "any", "filter"}:
            variable = self._take("name")
            if variable in {"true", "false", "in"} or variable in scope:
                raise RefusedError
            self._take("sign", ",")
            python = f"v{len(scope)}"
            predicate = self._either({**scope, variable: python})
            self._take("sign", ")")
            return f"m.quantify({name!r}, {base}, {variable!r}, lambda {python}: {predicate})"
        if name == "contains":
            value = self._either(scope)
            self._take("sign", ")")
            return f"m.within({value}, {base})"
        self._take("sign", ")")
        if name != "count":
            raise RefusedError
        return f"m.count({base})"

    @staticmethod
    def _word(kind: str, text: str, scope: Mapping[str, str]) -> str:
        if kind == "integer":
            return f"m.integer({text!r})"
        if kind == "string":
            return f"m.literal({text[1:-1]!r})"
        if text == "in":
            raise RefusedError
        bools = {"true": "m.literal(True)", "false": "m.literal(False)"}
        return bools.get(text, scope.get(text, f"m.name(env, {text!r})"))

    def _atom(self, scope: Mapping[str, str]) -> str:
        kind, text = self._next()
        if kind in {"integer", "string", "name"}:
            self._at += 1
            return self._word(kind, text, scope)
        if self._try("("):
            inner = self._either(scope)
            self._take("sign", ")")
            return inner
        if self._try("["):
            items: list[str] = []
            while not self._try("]"):
                if items:
                    self._take("sign", ",")
                items.append(self._either(scope))
            return f"m.list([{', '.join(items)}])"
        self._take("sign", "{")
        fields: list[tuple[str, str]] = []
        while not fields or not self._try("}"):
            if fields:
                self._take("sign", ",")
            name = self._take("name")
            self._take("sign", ":")
            fields.append((name, self._either(scope)))
        if len({name for name, _ in fields}) < len(fields) or "in" in dict(fields):
            raise RefusedError
        return f"m.struct({{{', '.join(f'{name!r}: {value}' for name, value in fields)}}})"


# Running it on types.


class _Types:
    """The machine of types. A type is "int", ("list", type), ("struct", {…}), "map" or "any"."""

    def integer(self, text: str) -> Any:
        if len(text) > 80 or not -(2**127) <= int(text) < 2**256:
            raise RefusedError
        return "int"

    def literal(self, value: bool | str) -> Any:
        return "bool" if isinstance(value, bool) else "string"

    def name(self, env: Mapping[str, Any], name: str) -> Any:
        if name not in env:
            raise RefusedError
        return env[name]

    @staticmethod
    def _need(given: Any, *wanted: str) -> None:
        if given != "any" and given not in wanted:
            raise RefusedError

    def logical(self, _decisive: bool, operands: list[Any]) -> Any:
        for each in operands:
            self._need(each, "bool")
        return "bool"

    @staticmethod
    def _items(given: Any) -> Any:
        if given == "any":
            return "any"
        if not isinstance(given, tuple) or given[0] != "list":
            raise RefusedError
        return given[1]

    def _alike(self, left: Any, right: Any, *among: str) -> None:
        self._need(left, *among)
        self._need(right, *among)
        if "any" not in (left, right) and left != right:
            raise RefusedError

    def compare(self, operator: str, left: Any, right: Any) -> Any:
        self._alike(left, right, "int", *(["string"] if operator in {"==", "!="} else []))
        return "bool"

    def within(self, value: Any, items: Any) -> Any:
        self._alike(value, self._items(items), "int", "string", "bool")
        return "bool"

    def field(self, base: Any, name: str) -> Any:
        if isinstance(base, tuple) and base[0] == "struct":
            if name not in base[1]:
                raise RefusedError
            return base[1][name]
        if name != "count":
            raise RefusedError
        return self.count(base)

    def count(self, base: Any) -> Any:
        self._items(base)
        return "int"

    def item(self, base: Any, index: Any) -> Any:
        if base == "map":
            self._need(index, "string")
            return "any"
        if base == "any":
            self._need(index, "string", "int")
            return "any"
        self._need(index, "int")
        return base if base == "string" else self._items(base)

    def slice(self, base: Any, first: Any, end: Any) -> Any:
        self._need(first, "int")
        self._need(end, "int")
        if base != "string":
            self._items(base)
        return base

    def quantify(self, name: str, base: Any, variable: str, predicate: Callable[[Any], Any]) -> Any:
        if variable in self.reserved:
            raise RefusedError
        self._need(predicate(self._items(base)), "bool")
        return base if name == "filter" else "bool"

    reserved: frozenset[str] = frozenset()

    def list(self, items: list[Any]) -> Any:
        known = [item for item in items if item != "any"]
        if any(item != known[0] for item in known):
            raise RefusedError
        return ("list", known[0] if known else "any")

    def struct(self, fields: dict[str, Any]) -> Any:
        return ("struct", fields)


def _type_of(kind: Kind) -> Any:
    if kind.name in {"map", "any", "int", "string", "bool"}:
        return kind.name
    if kind.fields is not None:
        return ("struct", {name: _type_of(field) for name, field in kind.fields.items()})
    assert kind.item is not None
    return ("list", _type_of(kind.item))


# Running it on values.


class _Values:
    """The machine of values."""

    def integer(self, text: str) -> Any:
        return int(text)

    def literal(self, value: Any) -> Any:
        return value

    def name(self, env: Mapping[str, Any], name: str) -> Any:
        return self._get(env, name)

    @staticmethod
    def _get(struct: Any, name: Any) -> Any:
        if not isinstance(struct, Mapping) or name not in struct:
            raise FailedError
        return struct[name]

    @staticmethod
    def _bool(value: Any) -> bool:
        if value is not True and value is not False:
            raise FailedError
        return bool(value)

    def logical(self, decisive: bool, operands: list[Any]) -> Any:
        found = [self._bool(each) for each in operands]
        return decisive if decisive in found else not decisive

    @staticmethod
    def _kind(value: Any) -> str:
        for kind, name in ((bool, "bool"), (int, "int"), (str, "string")):
            if isinstance(value, kind):
                return name
        return "other"

    def _same(self, left: Any, right: Any, *among: str) -> bool:
        if self._kind(left) != self._kind(right) or self._kind(left) not in among:
            raise FailedError
        if HexText in {type(left), type(right)}:
            return bool(left.lower() == right.lower())
        return bool(left == right)

    def compare(self, operator: str, left: Any, right: Any) -> Any:
        if operator in {"==", "!="}:
            return self._same(left, right, "int", "string") is (operator == "==")
        self._same(left, right, "int")
        sign = (left > right) - (left < right)
        return sign in {"<": {-1}, ">": {1}, "<=": {-1, 0}, ">=": {0, 1}}[operator]

    @staticmethod
    def _list(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise FailedError
        return value

    def within(self, value: Any, items: Any) -> Any:
        return sum(self._same(value, item, "int", "string", "bool") for item in self._list(items)) > 0

    def field(self, base: Any, name: str) -> Any:
        return len(base) if isinstance(base, list) else self._get(base, name)

    def count(self, base: Any) -> Any:
        return len(self._list(base))

    def item(self, base: Any, index: Any) -> Any:
        if isinstance(base, dict) and isinstance(index, str):
            return self._get(base, index)
        return self.slice(base, index, index + 1 if self._kind(index) == "int" else None, one=True)

    def slice(self, base: Any, first: Any, end: Any, *, one: bool = False) -> Any:
        if self._kind(first) != "int" or self._kind(end) != "int" or not isinstance(base, str | list):
            raise FailedError
        if not 0 <= first <= end <= len(base):
            raise FailedError
        cut: Any = base[first:end]
        if isinstance(base, HexText):
            return HexText(cut)
        return cut[0] if one else cut

    def quantify(self, name: str, base: Any, _variable: str, predicate: Callable[[Any], Any]) -> Any:
        kept = [(item, self._bool(predicate(item))) for item in self._list(base)]
        holding = [item for item, holds in kept if holds]
        return {"all": len(holding) == len(kept), "any": bool(holding), "filter": holding}[name]

    def list(self, items: Any) -> Any:
        return items

    def struct(self, fields: Any) -> Any:
        return fields


def second_outcome(text: str, field: str, facts: Mapping[str, Value]) -> Outcome:
    """The outcome of the second evaluator."""
    try:
        code: CodeType = _Writer(text).code
        run: Callable[[Any, Any], Any] = eval(code)
        types = _Types()
        types.reserved = frozenset(FIELDS[field])
        types._need(run(types, {name: _type_of(kind) for name, kind in FIELDS[field].items()}), "bool")
        return _Values._bool(run(_Values(), facts))
    except RefusedError:
        return REFUSED
    except FailedError:
        return ERROR


def first_outcome(text: str, field: str, facts: Mapping[str, Value]) -> Outcome:
    """The outcome of the local service's evaluator."""
    try:
        verdict = evaluate(parse.__wrapped__(text, field), facts)
    except (MalformedInput, Unsupported):
        return REFUSED
    assert verdict.part in text
    assert (verdict.holds is None) == bool(verdict.error)
    return ERROR if verdict.holds is None else verdict.holds


# Expressions.

ADDRESS = "0xdAC17F958D2ee523a2206206994597C13D831ec7"


def _user(number: int, *tags: str) -> dict[str, Value]:
    return {"id": f"user-{number}", "tags": [*tags], "email": "", "alias": f"User {number}"}


_TRANSFERS: list[Value] = [
    {"from": "a", "to": to, "amount": amount} for to, amount in (("b", 5), ("c", 2**63))
]

FACTS: Mapping[str, Sequence[Mapping[str, Value]]] = {
    "consensus": (
        {"approvers": [], "credentials": []},
        {
            "approvers": [_user(1, "admin"), _user(2, "admin", "ops"), _user(3)],
            "credentials": [
                {"id": "k", "user_id": "user-1", "type": "T", "credential_id": "", "public_key": "02ab"}
            ],
        },
    ),
    "condition": (
        {"activity": {"type": "T", "params": {}}, "eth": {}, "solana": {}},
        {
            "activity": {
                "type": "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
                "kind": "SIGN_TRANSACTION",
                "resource": "PRIVATE_KEY",
                "action": "SIGN",
                "params": {"type": "TRANSACTION_TYPE_ETHEREUM", "user_ids": ["user-1", "user-2"]},
            },
            "wallet": {"id": "w", "label": "Wallet", "imported": False, "exported": True},
            "wallets": [],
            "wallet_account": {"address": HexText(ADDRESS.lower())},
            "eth": {
                "tx": {
                    "from": HexText(ADDRESS.lower()),
                    "to": HexText(ADDRESS.lower()),
                    "data": HexText("0xa9059cbb"),
                    "type": "TYPE_2",
                    "value": 10**18,
                    "chain_id": 1,
                    "nonce": 0,
                    "contract_call_args": {"value": 5, "permitted": [[HexText(ADDRESS.lower()), 5]]},
                },
                "eip_712": {
                    "primary_type": "Permit",
                    "domain": {"name": "Token", "chain_id": 1},
                    "message": {
                        "owner": HexText(ADDRESS.lower()),
                        "value": 100,
                        "ok": True,
                        "none": {},
                        "permitted": [{"token": HexText(ADDRESS.lower()), "amount": 5}],
                    },
                },
            },
            "solana": {
                "tx": {
                    "account_keys": ["a", "b"],
                    "program_keys": [],
                    "transfers": _TRANSFERS,
                    "spl_transfers": [],
                    "address_table_lookups": [
                        {"address_table_key": "t", "writable_indexes": [0, 7], "readonly_indexes": []}
                    ],
                }
            },
        },
    ),
}

_WORDS = (
    "'admin'",
    "'user-1'",
    f"'{ADDRESS}'",
    "'0xA9059CBB'",
    "'T'",
    "''",
    "'b'",
    "'Permit'",
    "'owner'",
    "'0xDA'",
    "'D'",
)
_KEYS = ("'owner'", "'value'", "'ok'", "'permitted'", "'none'", "'missing'")
_INDEXES = ("0", "0", "1", "2", "-1", "[1].count()")
_BOUNDS = ("0..4", "0..4", "1..3", "2..1", "-1..0", "3", "0", "-1")
_NUMBERS = ("0", "1", "2", "3", "-1", "100", "1000000000000000000", "9223372036854775808", str(2**256 - 1))


class _Path(NamedTuple):
    text: str
    kind: Any


class Expressions:
    """Makes expressions of a field, mostly of fitting types."""

    def __init__(self, field: str, chance: random.Random) -> None:
        self._chance = chance
        self._names = [(name, _type_of(kind)) for name, kind in FIELDS[field].items()]

    def make(self) -> str:
        """An expression; one in eight is damaged."""
        text = self._bool(4, ())
        if self._chance.random() < 0.875:
            return text
        at = self._chance.randrange(len(text) + 1)
        cut = self._chance.randrange(3)
        return (
            text[:at]
            + self._chance.choice(("", "", "!", "(", "]", "'", " in ", "&&", ".", "0"))
            + text[at + cut :]
        )

    def _path(self, scope: Sequence[_Path]) -> _Path:
        """A name, and some of the fields and items in it."""
        chance = self._chance
        roots = [_Path(*each) for each in self._names]
        path = chance.choice([*scope, *scope, *roots])
        while chance.random() < 0.9:
            text, kind = path
            if isinstance(kind, tuple) and kind[0] == "struct":
                name = chance.choice([*kind[1]])
                path = _Path(f"{text}.{name}", kind[1][name])
            elif isinstance(kind, tuple) and chance.random() < 0.3:
                path = _Path(f"{text}[{chance.choice(_INDEXES)}]", kind[1])
            elif kind in ("map", "any") and chance.random() < 0.7:
                keys = _KEYS if kind == "map" or chance.random() < 0.7 else _INDEXES
                path = _Path(f"{text}[{chance.choice(keys)}]", "any")
            else:
                break
        return path

    def _find(self, scope: Sequence[_Path], wanted: Callable[[Any], bool]) -> _Path | None:
        for _ in range(12):
            path = self._path(scope)
            if wanted(path.kind):
                return path
        return None

    def _value(self, kind: str, depth: int, scope: Sequence[_Path]) -> str:
        """A value of a type; seldom of another."""
        chance = self._chance
        if chance.random() < 0.02:
            kind = chance.choice(("int", "string", "bool"))
        if kind == "bool":
            return f"({self._bool(depth - 1, scope)})"
        if kind == "int" and chance.random() < 0.3:
            return f"{self._list(depth - 1, scope).text}.{chance.choice(('count()', 'count()', 'count'))}"
        found = self._find(scope, lambda given: given in (kind, "any"))
        if found is not None and chance.random() < 0.6:
            if kind == "string" and chance.random() < 0.25:
                return f"{found.text}[{chance.choice(_BOUNDS)}]"
            return found.text
        return chance.choice(_NUMBERS if kind == "int" else _WORDS)

    def _list(self, depth: int, scope: Sequence[_Path]) -> _Path:
        chance = self._chance
        found = self._find(scope, lambda given: isinstance(given, tuple) and given[0] == "list")
        if found is not None and chance.random() < 0.75:
            if depth > 0 and chance.random() < 0.3:
                variable = self._variable(scope)
                predicate = self._bool(depth - 1, (*scope, _Path(variable, found.kind[1])))
                return _Path(f"{found.text}.filter({variable}, {predicate})", found.kind)
            return found
        kind = chance.choice(("int", "string"))
        items = [self._value(kind, 0, scope) for _ in range(chance.randrange(4))]
        return _Path(f"[{', '.join(items)}]", ("list", kind if items else "any"))

    def _variable(self, scope: Sequence[_Path]) -> str:
        return self._chance.choice(("u", "x", "item", "transfer")) + str(len(scope) or "")

    def _bool(self, depth: int, scope: Sequence[_Path]) -> str:
        chance = self._chance
        form = chance.choice(("path", "compare", "compare", "in", "quantify", "quantify", "both", "either"))
        if depth <= 0 or form == "compare":
            kind = chance.choice(("int", "string"))
            operator = chance.choice(("==", "!=", "<", ">", "<=", ">=") if kind == "int" else ("==", "!="))
            return f"{self._value(kind, depth, scope)} {operator} {self._value(kind, depth, scope)}"
        if form in {"both", "either"}:
            sign = " && " if form == "both" else "||"
            parts = [self._bool(depth - 1, scope) for _ in range(chance.randrange(2, 4))]
            # Seldom without parentheses, which is refused if the signs differ.
            return sign.join(part if chance.random() < 0.03 else f"({part})" for part in parts)
        if form == "in":
            items = self._list(depth - 1, scope)
            kind = items.kind[1] if items.kind[1] in ("int", "string", "bool") else "string"
            value = self._value(kind, depth - 1, scope)
            return f"{value} in {items.text}" if chance.random() < 0.5 else f"{items.text}.contains({value})"
        if form == "quantify":
            items = self._list(depth - 1, scope)
            variable = self._variable(scope)
            predicate = self._bool(depth - 1, (*scope, _Path(variable, items.kind[1])))
            return f"{items.text}.{chance.choice(('all', 'any'))}({variable}, {predicate})"
        found = self._find(scope, lambda given: given in ("bool", "any"))
        return chance.choice(("true", "false")) if found is None else found.text


class Comparison(NamedTuple):
    """An expression, what it was evaluated on, and both outcomes."""

    text: str
    field: str
    facts: int
    first: Outcome
    second: Outcome


def compare(chance: random.Random) -> Comparison:
    """Make an expression, and evaluate it twice."""
    field = chance.choice([*FIELDS])
    text, number = Expressions(field, chance).make(), chance.randrange(len(FACTS[field]))
    facts = FACTS[field][number]
    return Comparison(
        text, field, number, first_outcome(text, field, facts), second_outcome(text, field, facts)
    )


def main() -> None:
    """Compare the two evaluators, and print how often each outcome was there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    outcomes: dict[Outcome, int] = {}
    texts = set()
    for _ in range(given.count):
        found = compare(chance)
        if found.first != found.second:
            sys.exit(f"they differ: {found}")
        outcomes[found.first] = outcomes.get(found.first, 0) + 1
        texts.add(found.text)
    told = ", ".join(f"{outcome} {number}" for outcome, number in sorted(outcomes.items(), key=str))
    print(f"{given.count} expressions, {len(texts)} different: the same outcome each time ({told})")  # noqa: T201


if __name__ == "__main__":
    main()

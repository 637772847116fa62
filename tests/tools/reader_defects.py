"""Makes defects in the readers in JavaScript and in Go, each in turn, and finds cases that notice.

``tests/interop/switches.py`` leaves out the checks of these readers. Here their expressions are changed: a
condition that always holds or never, an operand that is left out, a comparison that is nearly right, a text
that is not trimmed or normalized, a number that is one more, and edits by hand, each of which is a mistake
that an implementer makes. A copy of the reader calls a function in the place of each such expression, and
behaves as its source says until a request names a defect (``reader_defects.mjs``, ``reader_defects.go``).

``python -m tests.tools.reader_defects`` prints for each reader how many defects were made, how many all
cases notice and how many the core does; and it names the survivors, of which no case notices anything. A
survivor is a case to add, or a defect that no input can tell from the source. It takes so many defects of
each reader, in an order that is by chance but always the same; ``--all`` takes all.
"""

import argparse
import hashlib
import json
import os
import re
import select
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sealwax_vectors.features import VECTORS_RULE
from tests.interop import javascript
from tests.interop.cases import VectorCase
from tests.interop.golang import WORD_LISTS, Go
from tests.interop.implementations import covered_by
from tests.tools.reader_edits import GO, JAVASCRIPT, Edit
from tools import ROOT
from tools.mutation.census import MOST_PER_FILE, core_ids
from tools.support.nodejs import find_program, install

_FURTHER_ON = "what it refuses or leaves is refused further on"
_NO_INPUT = "no input tells it from the source"
_OWN_RULE = "it moves a limit of the vectors' own a little"
_NO_FILE = "a lone surrogate tells it, which no file of the vectors can hold"
WITHOUT_A_CASE: Mapping[str, str] = {
    "Go import: len(key) != ed25519.PrivateKeySize: or one less": _FURTHER_ON,
    "Go ceremony: err != nil: never": _FURTHER_ON,
    "Go webhook: name != known: in any case": _NO_INPUT,
    "Go strict: 0: - 1": _OWN_RULE,
    "Go strict: name != known: as far as the shorter goes": _NO_INPUT,
    "Go cbor: major == 7: or one less": _FURTHER_ON,
    "Go quorum_key: len(data) == envelopePointSize: or one less": _FURTHER_ON,
    "Go token: err != nil: never": _FURTHER_ON,
    "Go webhook: !webhookID.MatchString(keyID): left out": _FURTHER_ON,
    "Go cose: len(x) != scalarSize: left out": _FURTHER_ON,
    "Go webhook: len(signature) != ed25519.SignatureSize: ": _FURTHER_ON,
    "Go ceremony: size > len(data): the bound - 1": _FURTHER_ON,
    "Go base58: value < 0: the bound - 1": _NO_INPUT,
    "Go attested_stamp: err == nil: always": _FURTHER_ON,
    "Go bip39: len(numbers)%3 != 0: left out": _FURTHER_ON,
    "Go attestation: certificate.Version != 3: left out": _FURTHER_ON,
    "Go cbor: len(data) < size: always": _FURTHER_ON,
    "Go p256: len(signature) != 2*scalarSize: or one more": _FURTHER_ON,
    "Go token: len(decoded[2]) != 2*scalarSize: or one more": _FURTHER_ON,
    "Go otp: err == nil: left out": _NO_INPUT,
    "Go webhook: set[\"keys\"].Kind() != '[': never": _FURTHER_ON,
    "Go token: expiry < 0: left out": _FURTHER_ON,
    "Go webhook: !found: never": _FURTHER_ON,
    "Go cbor: err != nil: never": _FURTHER_ON,
    "Go attestation: !certificate.BasicConstraintsValid: left out": _FURTHER_ON,
    "Go attestation: err != nil: never": _FURTHER_ON,
    "Go registration: found.authenticator.flags&attestedData == 0: never": _FURTHER_ON,
    "JavaScript app_proofs: wanted.length === pivot.args.length: or one more": _NO_INPUT,
    "JavaScript nitro: isQos: never": _FURTHER_ON,
    "JavaScript payloads: /^PAYLOAD_ENCODING_(HEXADECIMAL|TEXT_UTF8)$/.test(": _FURTHER_ON,
    "JavaScript x509: 0: + 1 (line 225": _FURTHER_ON,
    "JavaScript x509: 1: - 1": _FURTHER_ON,
    "JavaScript encodings: need(`${check}.length`, digits.length >= 6): left out": _FURTHER_ON,
    'JavaScript requests: value !== null && typeof value === "object": never': _OWN_RULE,
    "JavaScript app_proofs: subject[each] !== undefined: never": _FURTHER_ON,
    "JavaScript votes: fingerprintOf(message) === activity.fingerprint: without white space": _FURTHER_ON,
    "JavaScript json: (this.containers += 1) <= this.most: the bound + 1": _OWN_RULE,
    "JavaScript client_signatures: wellFormed(member): left out": _OWN_RULE,
    "JavaScript webhooks: need(`webhook.${name}.is-text`": _FURTHER_ON,
    "JavaScript nitro: each < p384.CURVE.n: left out": _FURTHER_ON,
    "JavaScript bundles: 128: + 1": _OWN_RULE,
    "JavaScript manifests: 0: - 1": _FURTHER_ON,
    "JavaScript curves: y % ED25519_P === 1n: or one less": _FURTHER_ON,
    'JavaScript signature_results: need("result.recovers"': _FURTHER_ON,
    "JavaScript attestation_formats: 0xa0: + 1": _NO_INPUT,
    "JavaScript encodings: digits.slice(0, -6).map(": _NO_INPUT,
    "JavaScript requests: checkParameters(parameters): left out": _NO_FILE,
    "JavaScript app_proofs: 65: + 1": _NO_INPUT,
    "JavaScript app_proofs: 0: - 1": _NO_INPUT,
    'JavaScript stamps: need("stamp.scheme"': _NO_INPUT,
    "JavaScript x509: 0: - 1": _FURTHER_ON,
    'JavaScript tokens: need("token.issuer-known"': _FURTHER_ON,
    "JavaScript addresses: /^[\\x21-\\x7e]*$/.test(expected): without white space": _FURTHER_ON,
    "JavaScript requests: Number.isInteger(value): left out": _FURTHER_ON,
    "JavaScript nitro: cose.length === 4: or one less": _FURTHER_ON,
}
"""Why no case notices a defect that one comes to, by the reader and how the defect's name begins."""
DEFECTS = 400
"""How many defects of a reader are made."""
SECONDS_PER_CASE = 20
_MOST_OTHERS = 40
"""How many cases of a file run with an edit by hand, beside the core."""
_HERE = Path(__file__).parent
_KINDS_OF_A_FORM = 8
"""How many numbers each form has: as many kinds as it can have."""


class Token(NamedTuple):
    """A token of a source, and where it is."""

    kind: str
    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)"
    r"|(?P<text>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    r"|(?P<template>`)"
    r"|(?P<number>0[xX][0-9a-fA-F_]+n?|[0-9][0-9_]*(?:\.[0-9]+)?(?:e[0-9]+)?n?)"
    r"|(?P<name>[#\w$]+)"
    r"|(?P<mark>\.\.\.|===|!==|>>>=|<<=|>>=|&&=|\|\|=|\?\?=|>>>|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.|<<|>>|:=|&\^|<-"
    r"|\+\+|--|[-+*/%&|^]=|.)",
    re.DOTALL,
)
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "if else for while do return throw case new typeof in of const let var await yield default switch "
        "break continue function class export import extends range go defer func",
    )
)
_ENDS_A_VALUE = re.compile(r"[\w$#)\]}\"'`]$")


def _end_of_template(source: str, at: int) -> int:
    """Give the end of a template literal, whose expressions may hold others."""
    at += 1
    while source[at] != "`":
        if source[at] == "\\":
            at += 1
        elif source.startswith("${", at):
            depth, at = 1, at + 2
            while depth:
                if source[at] == "`":
                    at = _end_of_template(source, at) - 1
                depth += {"{": 1, "}": -1}.get(source[at], 0)
                at += 1
            continue
        at += 1
    return at + 1


def tokenize(source: str, *, is_go: bool) -> list[Token]:
    """Split a source into tokens; where Go ends a statement with its line, a token says so."""
    found: list[Token] = []
    at = 0
    while at < len(source):
        before = found[-1] if found else Token("mark", ";", 0, 0)
        is_value = bool(_ENDS_A_VALUE.search(before.text)) and before.text not in _KEYWORDS
        regex = None if is_go or is_value else _REGEX.match(source, at)
        if regex:
            found.append(Token("regex", regex[0], at, regex.end()))
            at = regex.end()
            continue
        match = _TOKEN.match(source, at)
        assert match is not None
        kind, end = str(match.lastgroup), match.end()
        if kind == "template":
            end = source.index("`", at + 1) + 1 if is_go else _end_of_template(source, at)
        if kind != "space":
            found.append(Token(kind, source[at:end], at, end))
        elif is_go and "\n" in source[at:end] and found and before.text != ";":
            value = _ENDS_A_VALUE.search(before.text) or before.text in {"++", "--"}
            if value and before.text not in _KEYWORDS - {"return", "break", "continue"}:
                found.append(Token("mark", ";", at, at))
        at = end
    return found


@dataclass(frozen=True)
class Form:
    """An expression that is called in another form: where, by which text, and what its defects are.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        before: The text before it, with a number to be filled in.
        after: The text after it.
        replaced: Parts within it that are replaced, by their start and end.
        kinds: What its defects are, in the order of their numbers.
    """

    start: int
    end: int
    before: str
    after: str
    kinds: Sequence[str]
    replaced: Mapping[tuple[int, int], str] = field(default_factory=dict)


_ORDER_KINDS = ("the bound + 1", "the bound - 1")
_EQUAL_KINDS = (
    "in any case",
    "as far as the shorter goes",
    "without white space",
    "without the last",
    "without the first",
    "or one more",
    "or one less",
)
_NUMBER_KINDS = ("+ 1", "- 1")
_CONDITION_KINDS = ("always", "never")
_BYTES_KINDS = ("as far as the shorter goes", "the first half", "the last half")
_REGEX_KINDS = ("its beginning", "in the other case", "its end", "without white space")
_UNCHANGING = frozenset(
    re.findall(
        r"\w+",
        "trim toLowerCase toUpperCase normalize slice subarray reverse sort filter map replace padStart "
        "padEnd split flat flatMap",
    )
)
"""The methods in JavaScript that may be left out."""
_GO_TEXTS = frozenset(
    {
        "strings.ToLower",
        "strings.ToUpper",
        "strings.TrimSpace",
        "norm.NFC.String",
        "norm.NFKD.String",
        "norm.NFD.String",
    }
)
_EQUALITIES = frozenset({"===", "!==", "==", "!="})
_ORDERS = frozenset({"<", "<=", ">", ">="})
_STOPS = frozenset({",", ";", ":", "?", "=", ":=", "=>", "??", "...", "+=", "-=", "*=", "/="})


class Forms:
    """Finds the expressions of a source that can have defects."""

    def __init__(self, source: str, *, is_go: bool) -> None:
        self.tokens = tokenize(source, is_go=is_go)
        self._source, self._is_go = source, is_go
        self._prefix = "" if is_go else "$."
        self._other: dict[int, int] = {}
        open_at: list[int] = []
        for index, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            if token.text in _PAIRS.values():
                open_at.append(index)
            elif token.text in _PAIRS:
                first = open_at.pop()
                self._other[index], self._other[first] = first, index

    def _is(self, index: int, *texts: str) -> bool:
        return 0 <= index < len(self.tokens) and self.tokens[index].text in texts

    def _left(self, index: int, stops: frozenset[str]) -> int:
        """Give the first token of the operand before an operator."""
        at = index - 1
        while at >= 0:
            token = self.tokens[at]
            if token.kind == "mark" and token.text in _PAIRS:
                at = self._other[at]
            elif self._ends_an_operand(at, stops):
                break
            at -= 1
        return at + 1

    def _ends_an_operand(self, at: int, stops: frozenset[str]) -> bool:
        token = self.tokens[at]
        if token.kind == "mark":
            return token.text in _PAIRS.values() or token.text in stops
        is_member = self._is(at - 1, ".", "?.")
        return token.text in _KEYWORDS - {"new", "typeof", "in"} and not is_member

    def _right(self, index: int, stops: frozenset[str]) -> int:
        """Give the last token of the operand after an operator."""
        at = index + 1
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.kind == "mark" and (token.text in _PAIRS or token.text in stops):
                break
            if token.kind == "mark" and token.text in _PAIRS.values():
                if self._is_go and token.text == "{" and self._source[token.start - 1] == " ":
                    break
                at = self._other[at]
            at += 1
        return at - 1

    def _form(
        self, first: int, last: int, before: str, kinds: Sequence[str], after: str = ")", **more: Any
    ) -> Form:
        start, end = self.tokens[first].start, self.tokens[last].end
        return Form(start, end, self._prefix + before, after, kinds, **more)

    def find(self) -> Iterator[Form]:
        """Find all forms."""
        for index, token in enumerate(self.tokens):
            if token.text in {"&&", "||"}:
                yield from self._operands(index)
            elif token.text in _EQUALITIES | _ORDERS and token.kind == "mark":
                yield from self._comparison(index)
            elif token.text == "if":
                yield from self._if(index)
            elif token.text == "?" and not self._is_go:
                first = self._left(index, _STOPS)
                yield self._form(first, index - 1, "condition(@, (", _CONDITION_KINDS, "))")
            elif token.text == "." and not self._is_go:
                yield from self._method(index)
            elif token.kind == "number":
                yield from self._number(index)
            elif token.kind == "name" and not self._is_go:
                yield from self._statement(index)
            elif token.kind == "name":
                yield from self._go_call(index)

    def _operands(self, index: int) -> Iterator[Form]:
        text = self.tokens[index].text
        stops = _STOPS | ({"||", "&&"} if text == "&&" else {"||"})
        neutral = "true" if text == "&&" else "false"
        first, last = self._left(index, stops), self._right(index, stops)
        if first >= index or last <= index:
            return
        before, after = f"operand(@, {neutral}, () => (", "))"
        if self._is_go:
            before, after = f"madeOperand(@, {neutral}, ", ")"
        yield from [
            self._form(first, index - 1, before, ["left out"], after),
            *([] if self._is(last + 1, text) else [self._form(index + 1, last, before, ["left out"], after)]),
        ]

    def _comparison(self, index: int) -> Iterator[Form]:
        text = self.tokens[index].text
        stops = _STOPS | {"||", "&&", "==", "!=", "===", "!=="}
        first, last = self._left(index, stops), self._right(index, stops)
        operands = {self.tokens[each].text for each in (index - 1, index + 1)}
        if first >= index or last <= index or operands & {"nil", "null", "undefined"}:
            return
        kinds = _ORDER_KINDS if text in _ORDERS else _EQUAL_KINDS
        if not self._is_go:
            before = f'compare(@, "{text}", '
        elif text in _ORDERS:
            before = f'madeOrder(@, "{text}", '
        else:
            before = "madeEqual(@, " if text == "==" else "madeUnequal(@, "
        replaced = {(self.tokens[index].start, self.tokens[index].end): ","}
        yield self._form(first, last, before, kinds, replaced=replaced)

    def _if(self, index: int) -> Iterator[Form]:
        if not self._is_go:
            yield self._form(index + 2, self._other[index + 1] - 1, "condition(@, (", _CONDITION_KINDS, "))")
            return
        first = at = index + 1
        while not (self._is(at, "{") and self._source[self.tokens[at].start - 1] == " "):
            if self._is(at, ";"):
                first = at + 1
            at = self._other[at] + 1 if self._is(at, "(", "[", "{") else at + 1
        yield self._form(first, at - 1, "madeCondition(@, ", _CONDITION_KINDS)

    def _receiver(self, index: int) -> int | None:
        """Give the first token of the value whose method comes after a dot."""
        at = index - 1
        while at >= 0:
            token = self.tokens[at]
            if token.text in {")", "]"}:
                at = self._other[at]
                if not (
                    (self.tokens[at - 1].kind == "name" and self.tokens[at - 1].text not in _KEYWORDS)
                    or self._is(at - 1, ")", "]")
                ):
                    return at
                at -= 1
            elif token.kind in {"name", "text", "template", "regex"} and token.text not in {
                *_KEYWORDS,
                "super",
            }:
                if self._is(at - 1, "."):
                    at -= 2
                elif self._is(at - 1, "?.", "new"):
                    return None
                else:
                    return at
            else:
                return None
        return None

    def _method(self, index: int) -> Iterator[Form]:
        name = self.tokens[index + 1].text
        first = self._receiver(index)
        if first is None or not self._is(index + 2, "("):
            return
        last = self._other[index + 2]
        dot, begin = self.tokens[index], self.tokens[index + 2]
        if name in _UNCHANGING:
            between = f', "{name}", '
            yield self._form(
                first, last, "method(@, ", ["not called"], "", replaced={(dot.start, begin.end): between}
            )
        elif name == "equals":
            yield self._form(
                first, last, "equals(@, ", _BYTES_KINDS, "", replaced={(dot.start, begin.end): ", "}
            )
        elif name == "test" and self.tokens[index - 1].kind == "regex":
            yield self._form(
                first, last, "matches(@, ", _REGEX_KINDS, "", replaced={(dot.start, begin.end): ", "}
            )

    def _number(self, index: int) -> Iterator[Form]:
        if self._is(index + 1, ":", *_ORDERS, *_EQUALITIES) or self._is(
            index - 1, ".", *_ORDERS, *_EQUALITIES
        ):
            return
        before = "madeNumber(@, " if self._is_go else "number(@, "
        yield self._form(index, index, before, _NUMBER_KINDS)

    def _statement(self, index: int) -> Iterator[Form]:
        """Find a statement that is a call."""
        if self.tokens[index].text in _KEYWORDS or not self._is(index - 1, ";", "{", "}", ")"):
            return
        at = index
        while self._is(at + 1, ".") and self.tokens[at + 2].kind == "name":
            at += 2
        if self._is(at + 1, "(") and self._is(last := self._other[at + 1], ")") and self._is(last + 1, ";"):
            yield self._form(index, last, "statement(@, () => ", ["left out", "left out"])

    def _go_call(self, index: int) -> Iterator[Form]:
        at = index
        while self._is(at + 1, ".") and self.tokens[at + 2].kind == "name":
            at += 2
        name = "".join(each.text for each in self.tokens[index : at + 1])
        if self._is(index - 1, ".") or not self._is(at + 1, "("):
            return
        begin, last = self.tokens[at + 1], self._other[at + 1]
        whole = (self.tokens[index].start, begin.end)
        if name == "bytes.Equal":
            yield self._form(
                index, last, "madeBytesEqual(@, bytes.Equal, ", _BYTES_KINDS, "", replaced={whole: ""}
            )
        elif name in _GO_TEXTS:
            yield self._form(index, last, f"madeText(@, {name}, ", ["not called"], "", replaced={whole: ""})


def _without_overlaps(forms: Sequence[Form]) -> list[Form]:
    """Give the forms, from the outside in, without those that are within an edit, or cross another."""
    kept: list[Form] = []
    open_forms: list[Form] = []
    for form in sorted(forms, key=lambda form: (form.start, -form.end, bool(form.replaced))):
        while open_forms and open_forms[-1].end <= form.start:
            open_forms.pop()
        outer = open_forms[-1] if open_forms else None
        if outer and (form.end > outer.end or any(s <= form.start < e for s, e in outer.replaced)):
            continue
        if any(
            form.start < e and s < form.end and s < form.start
            for each in open_forms
            for s, e in each.replaced
        ):
            continue
        kept.append(form)
        open_forms.append(form)
    return kept


def rewrite(source: str, forms: Sequence[Form], first: int) -> str:
    """Put forms, from the outside in, into a source, numbered from the first."""
    events: list[tuple[int, int, int, int, str]] = []
    for order, form in enumerate(forms):
        number = str(first + order * _KINDS_OF_A_FORM)
        events.append((form.start, 1, order, form.start, form.before.replace("@", number)))
        events.append((form.end, 0, -order, form.end, form.after))
        events += [
            (start, 2, 0, end, text.replace("@", number)) for (start, end), text in form.replaced.items()
        ]
    written, at = [], 0
    for start, _, _, end, text in sorted(events):
        written += [source[at:start], text]
        at = end
    return "".join([*written, source[at:]])


def find_forms(source: str, edits: Sequence[Edit], *, is_go: bool) -> list[Form]:
    """Find the forms of a source, and those of its edits, which each stand in it just once.

    Raises:
        ValueError: An edit does not.
    """
    made = []
    for edit in edits:
        if source.count(edit.old) != 1:
            raise ValueError(f"{edit.text}: the old text is there {source.count(edit.old)} times")
        start = source.index(edit.old)
        end = start + len(edit.old)
        made.append(Form(start, end, "", "", [edit.text], {(start, end): edit.new}))
    within = [
        form
        for form in Forms(source, is_go=is_go).find()
        if not any(
            form.start < e.end
            and e.start < form.end
            and not (
                form.start <= e.start
                and e.end <= form.end
                and not any(s < e.end and e.start < t for s, t in form.replaced)
            )
            for e in made
        )
    ]
    return _without_overlaps([*within, *made])


class Defect(NamedTuple):
    """A defect of a reader: its number, its name, and whether it is an edit by hand.

    The name has no line, so that an edit of the reader changes few names; the line stands beside it.
    """

    number: int
    name: str
    line: int
    by_hand: bool

    @property
    def order(self) -> tuple[bool, bytes, int]:
        """Its place: edits by hand first, and then by chance, but always the same."""
        return not self.by_hand, hashlib.sha256(self.name.encode()).digest(), self.number


def _names(path: Path, source: str, forms: Sequence[Form], first: int) -> Iterator[Defect]:
    for order, form in enumerate(forms):
        line = source.count("\n", 0, form.start) + 1
        text = " ".join(source[form.start : form.end].split())
        for kind, name in enumerate(form.kinds):
            number = first + order * _KINDS_OF_A_FORM + kind
            yield Defect(number, f"{path.stem}: {text[:100]}: {name}", line, not form.before)


class _Process:
    """A reader that answers requests; it is killed where it takes too long, and started again."""

    def __init__(self, *command: str | Path) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._read = b""
        self.has_hung: bool = False

    def _start(self) -> subprocess.Popen[bytes]:
        self._read = b""
        return subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def ask(self, request: bytes) -> dict[str, Any] | None:
        """Give the answer to a request; None if there is none."""
        if self._process is None:
            self._process = self._start()
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(request)
            stdin.flush()
        except BrokenPipeError:
            self.end()
            return None
        while b"\n" not in self._read:
            ready = select.select([stdout], [], [], SECONDS_PER_CASE)[0]
            data = os.read(stdout.fileno(), 1 << 20) if ready else b""
            self.has_hung |= not ready
            if not data:
                self.end()
                return None
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            self.end()
            return None
        return answer

    def end(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


class MadeReader:
    """A reader with defects.

    Attributes:
        name: Its name in the tables.
        defects: All that it can have.
    """

    def __init__(self, name: str, defects: Sequence[Defect], *command: str | Path) -> None:
        self.name, self.defects = name, defects
        self._process = _Process(*command)
        self._cases = covered_by(name)
        self._text = {case.fields["id"]: json.dumps(case.task)[:-1] for case in self._cases}
        self._core = core_ids()
        # The names of the outputs that it gives without a defect, of which none may be missing.
        self._given: dict[str, frozenset[str]] = {}

    def _noticed(self, case: VectorCase, number: int | None) -> tuple[bool, set[int]]:
        """Run a case with a defect: whether it notices, and the defects that it comes to."""
        without = [] if number is None else [number]
        request = f'{self._text[case.fields["id"]]}, "without": {without}}}\n'
        answer = self._process.ask(request.encode())
        if answer is None or answer["result"] == "crashed":
            return True, set()
        outputs = answer.get("outputs", {}) if answer["result"] == "accepted" else None
        given = self._given.setdefault(case.fields["id"], frozenset(outputs or ()))
        reached = {each for each in answer.get(_REACHED[self.name], ()) if isinstance(each, int)}
        return case.judge(outputs) != "agrees" or given != frozenset(outputs or ()), reached

    def cases_that_come_to(self) -> dict[int, list[VectorCase]]:
        """Give the cases in which each defect changes a value."""
        found: defaultdict[int, list[VectorCase]] = defaultdict(list)
        for case in self._cases:
            noticed, reached = self._noticed(case, None)
            # tests/interop/findings.py has the cases that it does not agree with as it is.
            for number in () if noticed else reached:
                found[number].append(case)
        return found

    def noticing(self, defect: Defect, among: Sequence[VectorCase]) -> list[str]:
        """Give the ids of cases that notice a defect, by file: one of the core, or several others."""
        found: list[str] = []
        files: defaultdict[str, list[VectorCase]] = defaultdict(list)
        for case in among:
            files[case.file].append(case)
        self._process.has_hung = False
        for cases in files.values():
            core = [case for case in cases if case.fields["id"] in self._core]
            others = [case for case in cases if case.fields["id"] not in self._core]
            others.sort(key=lambda case: VECTORS_RULE in case.fields["flags"])
            # An edit is reached wherever its expression is, and mostly changes nothing there.
            step = len(others) // _MOST_OTHERS + 1 if defect.by_hand else 1
            found += self._of_a_file(defect, core + others[::step])
            if self._process.has_hung:
                # Each further case may take as long.
                break
        return found

    def _of_a_file(self, defect: Defect, cases: Sequence[VectorCase]) -> list[str]:
        found: list[str] = []
        for case in cases:
            if self._noticed(case, defect.number)[0]:
                found.append(case.fields["id"])
                if case.fields["id"] in self._core or len(found) == MOST_PER_FILE or self._process.has_hung:
                    break
        return found

    def run(self, most: int | None) -> Iterator[tuple[Defect, list[str]]]:
        """Make so many defects; give the cases that notice each."""
        reached = self.cases_that_come_to()
        chosen = sorted(self.defects, key=lambda each: each.order)
        for defect in [each for each in chosen if each.number in reached][:most]:
            yield defect, self.noticing(defect, reached[defect.number])
        self._process.end()


_REACHED = {"JavaScript": "reached", "Go": "fired"}


def _rewrite_all(
    directory: Path, suffix: str, edits: Sequence[Edit], left_out: Callable[[Path, Form], bool]
) -> list[Defect]:
    defects: list[Defect] = []
    first = 0
    for path in sorted(directory.glob(f"*{suffix}")):
        if path.stem in {"main", "checks", "switches", "reader_defects"}:
            continue
        source = path.read_text()
        own = [edit for edit in edits if edit.file == path.name]
        forms = [form for form in find_forms(source, own, is_go=suffix == ".go") if not left_out(path, form)]
        defects += _names(path, source, forms, first)
        text = rewrite(source, forms, first)
        path.write_text(text if suffix == ".go" else f'import * as $ from "./reader_defects.mjs";{text}')
        first += len(forms) * _KINDS_OF_A_FORM
    return defects


def make_javascript(directory: Path) -> MadeReader:
    """Write the reader in JavaScript with defects into a directory."""
    install(javascript.PROGRAM.parents[1])
    copy = directory / "recovery-page" / "readers"
    shutil.copytree(javascript.PROGRAM.parent, copy)
    for path in (ROOT / "vectors", javascript.PROGRAM.parents[1] / "node_modules"):
        (directory / path.relative_to(ROOT)).symlink_to(path)
    shutil.copy(_HERE / "reader_defects.mjs", copy)
    main = copy / javascript.PROGRAM.name
    told = main.read_text().replace("id: task.id, ...rest", "id: task.id, reached, ...rest")
    assert told.count("reached, ...rest }") == 2, "the program tells no more what a case reaches"
    main.write_text(told)
    defects = _rewrite_all(copy, ".mjs", JAVASCRIPT, lambda *_: False)
    return MadeReader("JavaScript", defects, find_program("node"), "--max-old-space-size=2048", main)


def make_go(directory: Path) -> MadeReader:
    """Build the reader in Go with defects in a directory."""
    compiler = Go(directory)
    shutil.copy(_HERE / "reader_defects.go", compiler.build)
    sources = {path: path.read_text() for path in compiler.build.glob("*.go")}
    # Where a number must be a constant, or two types are not the same, the form does not compile.
    wrong: set[tuple[str, int]] = set()
    all_wrong: set[tuple[str, int]] = set()

    def is_left_out(path: Path, form: Form) -> bool:
        line = path.name, sources[path].count("\n", 0, form.start) + 1
        return line in all_wrong or (line in wrong and form.kinds is _NUMBER_KINDS)

    while True:
        for path, source in sources.items():
            path.write_text(source)
        defects = _rewrite_all(compiler.build, ".go", GO, is_left_out)
        failed = compiler.errors()
        if not failed:
            break
        assert not failed <= all_wrong, f"these lines do not compile: {sorted(failed)}"
        all_wrong |= failed & wrong
        wrong |= failed
    return MadeReader("Go", defects, compiler.build / "interop", WORD_LISTS)


READERS: Mapping[str, Callable[[Path], MadeReader]] = {"JavaScript": make_javascript, "Go": make_go}


def find_noticed(name: str, most: int | None) -> dict[str, list[str]]:
    """Make defects of a reader; give the cases that notice each, by its name."""
    with TemporaryDirectory() as directory:
        found = READERS[name](Path(directory)).run(most)
        # Two expressions of a file may have one text.
        return {f"{each.name} (line {each.line}, number {each.number})": cases for each, cases in found}


def reason_of(name: str) -> str | None:
    """Give the reason why no case notices a defect, by its reader and name."""
    return next((why for prefix, why in WITHOUT_A_CASE.items() if name.startswith(prefix)), None)


def main() -> None:
    """Print the table, after the survivors."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.reader_defects")
    parser.add_argument("--all", action="store_true", help="make all defects")
    parser.add_argument("--reader", action="append", choices=READERS, help="one of them; both by default")
    arguments = parser.parse_args()
    core = core_ids()
    rows, unexplained = [], 0
    for name in arguments.reader or READERS:
        noticed = find_noticed(name, None if arguments.all else DEFECTS)
        rules = {case.fields["id"] for case in covered_by(name) if VECTORS_RULE in case.fields["flags"]}
        counts = (
            len(noticed),
            sum(not rules.issuperset(cases) for cases in noticed.values()),
            sum(bool(core.intersection(cases)) for cases in noticed.values()),
            sum(bool(cases) and rules.issuperset(cases) for cases in noticed.values()),
            sum(not cases for cases in noticed.values()),
        )
        rows.append("\t".join(map(str, (name, *counts))) + "\n")
        for defect, cases in noticed.items():
            if not cases:
                why = reason_of(f"{name} {defect}")
                sys.stdout.write(f"{name}\t{defect}\t{why or '-'}\n")
                unexplained += why is None
    sys.stdout.write("reader\tdefects\tnoticed\tby the core\tby rules of the vectors alone\tby none\n")
    sys.stdout.writelines(rows)
    if unexplained and not arguments.all:
        sys.exit(f"{unexplained} survivors need a case, or a reason in WITHOUT_A_CASE")


if __name__ == "__main__":
    main()

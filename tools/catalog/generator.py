"""Make the modules of ``sealwax.operations.catalog`` of what is described, and of what people decided.

There is a module for each subject, ``shared`` for the objects of several subjects, and ``index``.
``documents`` has the names and types of the service's description, ``decisions`` the summaries, and the names
that do not follow from the description, ``class_texts`` and ``field_texts`` the documentation of the parts of
requests and answers, and of the fields.
"""

import ast
import json
import re
import subprocess
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast, get_args

from sealwax import operations
from sealwax._codec.strict_json import convert_json
from sealwax.errors import MalformedInput, SealwaxError
from sealwax.operations import responses, results
from sealwax.operations.facts import OperationFacts, activity_type
from sealwax.operations.openapi.classes import OPERATION_TYPES, Definition, Field, Kind
from sealwax.operations.openapi.definitions import (
    PATH,
    REFERENCE,
    Definitions,
    Described,
    Post,
    Schema,
    Schemas,
)
from sealwax.operations.operation import Surface, VoteOperation
from sealwax.operations.parameters import wire_names
from sealwax.operations.responses import _Timestamp, is_ours
from tools import ROOT
from tools.support.public_names import homes_of

from . import class_texts, decisions, field_texts
from .documents import AUTH_PROXY, BEYOND, PUBLIC_API, CatalogError, committed, document_of, merged

PACKAGE_NAME: Final = "sealwax.operations.catalog"
PACKAGE: Final = ROOT / "src" / "sealwax" / "operations" / "catalog"

_VERSION: Final = re.compile(r"(?:V\d+)?\Z", re.ASCII)
_TYPES: Final = {"string": "text", "integer": "int", "boolean": "bool", "object": "object"}
_TEXT: Final = {"type": "string"}


_DECISIONS: Final = "tools/catalog/decisions.py"
_RESULTS: Final = "src/sealwax/operations/results.py"
_SHARED: Final = "shared"
"""The module for what several subjects have."""
_RESULT_CLASSES: Final = frozenset(
    name
    for name, value in vars(results).items()
    if getattr(value, "__module__", "") == results.__name__ and name.endswith("Result")
)
_WITHOUT_TYPE: Final = frozenset({"any", "number"})
"""The kinds of fields that no class of the catalog has had yet."""


class Catalog(Definitions):
    """The definitions that documents give, with what ``decisions`` says beyond them.

    Raises:
        CatalogError: Something has to be decided first.
    """

    def __init__(self, document: Mapping[str, Any], auth_proxy: Mapping[str, Any]) -> None:
        super().__init__(Schemas(document["definitions"]))
        self._names = {**decisions.DEFINITION_NAMES}
        self._sources: dict[str, tuple[str, bool]] = {}
        self._compared: set[str] = set()
        # The operations that cannot be added are told first, then each undecided thing, once.
        self._refused: list[str] = []
        self._undecided: dict[str, str] = {}
        self._path = ""
        self.subjects: dict[str, str] = {}
        self._add_all(document, auth_proxy)
        if problems := [*self._refused, *self._undecided.values(), *self._text_faults(document, auth_proxy)]:
            raise CatalogError("\n".join(problems))

    def _add_all(self, document: Mapping[str, Any], auth_proxy: Mapping[str, Any]) -> None:
        """Add every operation; note what somebody has to decide first."""
        for path, item in document["paths"].items():
            with self._noting(path):
                self._add_path(path, item)
        self.schemas = Schemas(auth_proxy["definitions"])
        self._names |= decisions.AUTH_PROXY_NAMES
        public = {made.facts.name for made in self.made.values() if made.facts}
        for path, item in auth_proxy["paths"].items():
            with self._noting(path):
                self._add_proxy_path(path, item, public)

    @contextmanager
    def _noting(self, path: str) -> Iterator[None]:
        """Note why an operation cannot be added, to tell it with what is wrong with others."""
        self._path = path
        try:
            yield
        except (CatalogError, SealwaxError) as error:
            self._refused.append(f"{path}: {error}")

    def _note(self, undecided: str) -> None:
        """Note what somebody has to decide; several operations can have the same part."""
        self._undecided.setdefault(undecided, f"{self._path}: {undecided}")

    def _row(self, table: str, key: str, what: str, default: str = "") -> str:
        """Return a row of a table of ``decisions``; note that it lacks."""
        rows: Mapping[str, str] = getattr(decisions, table)
        if key not in rows:
            self._note(f"add a row {key!r} to {table} in {_DECISIONS}: {what}")
        return rows.get(key, default)

    def _add_path(self, path: str, item: Mapping[str, Any]) -> None:
        match = PATH.fullmatch(path)
        if match is None:
            raise CatalogError("it is neither a submit operation nor a query")
        tag, name = item["post"]["tags"][0], match["name"]
        subject = self._row("OF_TAGS", tag, "the module for the operations with this tag", _SHARED)
        if subject not in {*decisions.SUBJECTS, _SHARED}:
            self._note(f"add a row {subject!r} to SUBJECTS in {_DECISIONS}: the subject of a new module")
        described = self.describe(cast("Surface", match["surface"]), name, _post(item))
        if described.facts.surface == "vote" and name not in decisions.VOTES:
            raise CatalogError(
                f"v1Result has no result of its activity: add it there, or {name} to VOTES in {_DECISIONS}"
            )
        self._add(described, subject)
        for version in decisions.OLDER.get(name, ()):
            self._add_older(name, version, subject)

    def _add_proxy_path(self, path: str, item: Mapping[str, Any], public: AbstractSet[str]) -> None:
        """Add an operation of the auth proxy; ``public`` has the names of the public API's operations."""
        name = path.removeprefix("/v1/")
        described = self.describe("auth_proxy", name, _post(item))
        if name in public:
            facts = described.facts._replace(name=f"proxy_{name}", path=name)
            described = described._replace(facts=facts)
        self._add(described, "auth_proxy")

    def _text_faults(self, document: Mapping[str, Any], auth_proxy: Mapping[str, Any]) -> Iterator[str]:
        """Tell the texts that lack, and the rows that are of nothing in the description."""
        classes = {
            name: made.documentation
            for name, made in self.made.items()
            if made.role in {"parameters", "record"}
        }
        fields = [(name, field.name) for name, made in self.made.items() for field in made.fields]
        yield from class_texts.missing(classes)
        yield from field_texts.missing(fields)
        # The rows of an operation that was refused are not those of nothing.
        if not self._refused:
            yield from self._rows_of_nothing(document, auth_proxy)
            yield from class_texts.unused(classes)
            yield from field_texts.unused(fields)

    def _rows_of_nothing(self, document: Mapping[str, Any], auth_proxy: Mapping[str, Any]) -> Iterator[str]:
        """Tell the rows of the tables that are of nothing in the description."""
        operations = {made.facts.name for made in self.made.values() if made.facts}
        fields = {(name, field.wire_name) for name, made in self.made.items() for field in made.fields}
        wire_names = {wire_name for _, wire_name in fields}
        definitions, of_auth_proxy = document["definitions"].keys(), auth_proxy["definitions"].keys()
        for tables, known in (
            (
                ("CLASS_NAMES", "OLDER", "RESULT_NAMES", "SECRETS", "SPECIFIED", "SUMMARIES", "VOTES"),
                operations,
            ),
            (("BASES", "RULES", "SPECIFIED_FIELDS"), self.made.keys()),
            (("FIELD_NAMES", "KINDS_OF", "LIMITS"), fields | {("", name) for name in wire_names}),
            (("KINDS",), wire_names),
            (("DEFINITION_NAMES", "OURS"), definitions),
            (("AUTH_PROXY_NAMES",), of_auth_proxy),
            (("NAMES_IN_ANSWERS",), definitions | of_auth_proxy),
            (("OF_TAGS",), {item["post"]["tags"][0] for item in document["paths"].values()}),
            (("SUBJECTS",), {*self.subjects.values()}),
            (("OLDER_RESULTS",), {(name, each) for name, older in decisions.OLDER.items() for each in older}),
        ):
            for table in tables:
                for row in getattr(decisions, table):
                    if row not in known:
                        yield f"{table} in {_DECISIONS} has {row!r}, the description does not: take it out"
        for owner, field in decisions.LEFT_OUT:
            if owner not in self._compared:
                yield f"LEFT_OUT in {_DECISIONS} has {field} of {owner}, an unknown class: take it out"
        for name in _RESULT_CLASSES - self._compared:
            yield f"{name} of {_RESULTS} reads no answer: take it out, or name it after an operation"

    @property
    def definitions(self) -> dict[str, Definition]:
        """The definitions by class: the operations first, those of the specification before."""
        specified = [_class_name(name) for name in (*decisions.SPECIFIED, *decisions.SECRETS)]
        parts = self.made.keys() - self.subjects
        return {name: self.made[name] for name in [*specified, *sorted(self.subjects), *sorted(parts)]}

    def _add(self, described: Described, subject: str) -> None:
        known = described.facts
        if not known.is_older:
            specified = {
                **dict.fromkeys(decisions.SPECIFIED, "api"),
                **dict.fromkeys(decisions.SECRETS, "secrets"),
            }
            known = known._replace(specified=cast("Any", specified.get(known.name, "")))
        summary = self._summary(known)
        self.subjects[self.add(described._replace(facts=known, summary=summary))] = subject

    def _summary(self, known: OperationFacts) -> str:
        summary = self._row("SUMMARIES", known.name, "the first line of its documentation")
        if not known.is_older:
            return summary
        version = _older(known)[1:]
        return f"{summary}\n\nThis is version {version}; ``{_class_name(known.name)}`` is the newest."

    def _add_older(self, name: str, version: str, subject: str) -> None:
        try:
            described = self.describe_activity(name, activity_type(name, version))
        except MalformedInput:
            self._note(
                f"OLDER in {_DECISIONS} has version {version!r}, the description does not: take it out"
            )
            return
        result = decisions.OLDER_RESULTS.get((name, version), "")
        if described.results and result not in described.results:
            self._note(f"OLDER_RESULTS in {_DECISIONS} must have the version of the result of {version!r}")
            return
        known = described.facts._replace(is_older=True, result_version=result)
        self._add(described._replace(facts=known), subject)

    def class_name(self, facts: OperationFacts) -> str:
        """Return the name of an operation's class, with its version if that is not the newest."""
        return f"{_class_name(facts.name)}{_older(facts)}"

    def add_result(self, class_name: str, known: OperationFacts, definition: str) -> str:
        """Add the definition of an answer that is not written by hand; return the name of its class."""
        named = decisions.RESULT_NAMES.get(known.name, "") if not known.is_older else ""
        name = named or f"{class_name}Result"
        if hasattr(results, name):
            self._compare(name, _fields_of(getattr(results, name)), definition, f"the class in {_RESULTS}")
        else:
            before = self.made.get(name)
            self.add_object(name, definition, is_request=False)
            if before is not None and before.fields != self.made[name].fields:
                self._note(f"two answers would be {name}: add a name to RESULT_NAMES in {_DECISIONS}")
            self._sources[name] = definition, False
            text = class_texts.CLASSES.get(name) or _documentation_of_answer(known)
            self.made[name] = self.made[name]._replace(documentation=text)
        return name

    def add_object(self, name: str, definition: str, *, is_request: bool) -> None:
        """Add the definition of an object, without text of the description."""
        super().add_object(name, definition, is_request=is_request)
        self.made[name] = self.made[name]._replace(documentation=class_texts.CLASSES.get(name, ""))

    def fields(self, class_name: str, definition: str, *, is_request: bool) -> tuple[Field, ...]:
        """Return the fields of a class, in the order of the specification."""
        specified = decisions.SPECIFIED_FIELDS.get(class_name)
        if specified is None:
            return super().fields(class_name, definition, is_request=is_request)
        self._compare(class_name, {*specified}, definition, f"SPECIFIED_FIELDS in {_DECISIONS}")
        described = self.schemas[definition].properties.keys()
        # With a new field, which is undecided, its text is told as well.
        new = [
            name
            for name in described
            if name not in specified and (class_name, name) not in decisions.LEFT_OUT
        ]
        return tuple(
            _specified(
                class_name,
                self.field(class_name, definition, wire_name, is_request=is_request),
                is_request=is_request,
            )
            for wire_name in (*specified, *new)
            if wire_name in described
        )

    def _compare(self, class_name: str, known: AbstractSet[str], definition: str, where: str) -> None:
        """Compare the fields that people wrote for a class with the description."""
        described = self.schemas[definition].properties.keys()
        self._compare_left_out(class_name, known, definition, where)
        if gone := known - described:
            self._note(
                f"{where} has {_listed(gone)} of {class_name}, which {definition} does not have: take it out"
            )

    def _compare_left_out(
        self, class_name: str, known: AbstractSet[str], definition: str, where: str
    ) -> None:
        """Note the fields of the description that a class neither has nor leaves out on purpose."""
        self._compared.add(class_name)
        described = self.schemas[definition].properties.keys()
        left_out = {field for owner, field in decisions.LEFT_OUT if owner == class_name}
        if more := described - known - left_out:
            self._note(
                f"{definition} has {_listed(more)}, and {class_name} does not: add it to {where}, or to "
                f"LEFT_OUT in {_DECISIONS} with the reason"
            )
        if gone := left_out - described:
            self._note(
                f"LEFT_OUT in {_DECISIONS} has {_listed(gone)} of {class_name}, which {definition} does not "
                "have: take it out"
            )

    def field(self, class_name: str, definition: str, wire_name: str, *, is_request: bool) -> Field:
        """Return a field of a class, with the kinds that the specification limits further."""
        field = super().field(class_name, definition, wire_name, is_request=is_request)
        name = decisions.FIELD_NAMES.get((class_name, wire_name)) or decisions.FIELD_NAMES.get(
            ("", wire_name)
        )
        if is_request:
            kind = _kind(decisions.KINDS.get(wire_name)) or field.kind
            if not field.is_optional and kind == Kind("text") and wire_name.endswith("Id"):
                kind = Kind("Id")
            field = field._replace(kind=kind)
        name = name or field.name
        return field._replace(name=name, described=field_texts.find(class_name, name))

    def kind(self, raw: dict[str, Any], definition: str, wire_name: str, *, is_request: bool) -> Kind:
        """Return the kind of a schema; note a member whose type no class has had yet."""
        kind = super().kind(raw, definition, wire_name, is_request=is_request)
        if wire_name and kind.name in (_WITHOUT_TYPE | {"map", "object"} if is_request else _WITHOUT_TYPE):
            where = "a request" if is_request else "an answer"
            cure = (
                "give its type a new kind in `plain`, and the kind's type of Python in `_ANNOTATIONS`, in "
                "tools/catalog/generator.py"
            )
            reference = raw.get("$ref", "").removeprefix(REFERENCE)
            if reference in self._within:
                cure = f"it contains itself; give {reference} the type object in OURS in {_DECISIONS}"
            self._note(f"no class has had a field like {wire_name} of {definition} in {where} yet: {cure}")
            # With any type, its text and name can be told as well.
            return Kind("text")
        return kind

    def plain(self, schema: Schema, *, is_request: bool) -> Kind:
        """Return the kind of a text, a number or a truth value, whose range no answer breaks."""
        if is_request or schema.additional == _TEXT:
            return super().plain(schema, is_request=is_request)
        return Kind(_TYPES.get(schema.type, "any"))

    def values(self, definition: str, wire_name: str, values: tuple[str, ...], *, is_request: bool) -> Kind:
        """Return the kind of an enumeration; an answer has any text."""
        if not is_request:
            return Kind("text")
        name = self._values_name(definition, wire_name, values)
        self.made[name] = Definition("values", values=values)
        return Kind(name)

    def _values_name(self, definition: str, wire_name: str, values: tuple[str, ...]) -> str:
        """Return the name of an enumeration; that of the first of its values if it has no definition."""
        if not wire_name:
            return self.part_name(definition, is_request=True)
        for name, made in self.made.items():
            if made.values == values:
                return name
        owner = re.sub(r"(Intent|Request)?(V\d+)?\Z", "", definition.removeprefix("v1"), count=1)
        name = f"{owner}{wire_name[0].upper()}{wire_name[1:]}"
        if name in self.made:
            self._note(
                f"two enumerations would be {name}: {wire_name} of {definition} has other values than the "
                "first; name them in `_values_name` of tools/catalog/generator.py"
            )
        return name

    def part(self, definition: str, *, is_request: bool) -> Kind:
        """Return the kind of a definition, whose type may be written by hand."""
        name = decisions.OURS.get(definition)
        values = self.schemas[definition].enum
        if values and not is_request:
            return Kind("text")
        if name is None:
            return super().part(definition, is_request=is_request)
        ours = _Timestamp if name == "time" else getattr(operations, name, None)
        where = f"`{'_Timestamp' if name == 'time' else name}` in {_file_of(name)}"
        if values and {*get_args(ours)} != {*values}:
            differing = _listed({*get_args(ours)} ^ {*values})
            self._note(f"{definition} and {where} differ in {differing}: add it where it is missing")
        if not values and isinstance(ours, type):
            self._compare_left_out(name, _fields_of(ours), definition, where)
        return Kind(name)

    def part_name(self, definition: str, *, is_request: bool) -> str:
        """Return the name of the class of a definition, with its version if another has the name."""
        name = self._names.get(definition) or _VERSION.sub("", definition.removeprefix("v1"))
        if not is_request:
            name = decisions.NAMES_IN_ANSWERS.get(definition, name)
        source = definition, is_request
        if self._sources.setdefault(name, source) != source:
            name += _VERSION.search(definition)[0] or "V1"  # type: ignore[index] # it matches any text
            if self._sources.setdefault(name, source) != source:
                self._note(
                    f"two objects would be {name}: name {definition} in DEFINITION_NAMES of {_DECISIONS}"
                )
        return name


def _post(item: Mapping[str, Any]) -> Post:
    return convert_json(item["post"], Post, "a path")


def _kind(name: str | None) -> Kind | None:
    return None if name is None else Kind(name)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _file_of(name: str) -> str:
    """Return the file of a type that is written by hand."""
    module = homes_of("sealwax.operations").get(name, responses.__name__)
    return f"src/{module.replace('.', '/')}.py"


def _fields_of(record: type) -> set[str]:
    """Return the names of the fields that a class reads from an answer."""
    return {name for name in wire_names(record).values() if not is_ours(name)}


def _documentation_of_answer(known: OperationFacts) -> str:
    if not known.is_activity:
        return f"The answer to {known.name}."
    version = f", version {_older(known)[1:]}" if known.is_older else ""
    return f"The result of {known.name}{version}."


def _older(known: OperationFacts) -> str:
    return (known.version or "V1") if known.is_older else ""


def _specified(class_name: str, field: Field, *, is_request: bool) -> Field:
    """Return a field as the specification has it: there, no id in a request is empty."""
    kind = field.kind
    if is_request and field.wire_name.endswith("Id"):
        kind = Kind("Id")
    elif is_request and field.wire_name.endswith("Ids"):
        kind = Kind("Id", arrays=1)
    kind = _kind(decisions.KINDS_OF.get((class_name, field.wire_name))) or kind
    return field._replace(kind=kind)


def _class_name(operation: str) -> str:
    return decisions.CLASS_NAMES.get(operation) or "".join(word.capitalize() for word in operation.split("_"))


def read() -> Catalog:
    """Read what is committed of the description."""
    public_api = merged(committed(PUBLIC_API), committed(BEYOND))
    return Catalog(document_of(public_api), document_of(committed(AUTH_PROXY)))


# The modules

_ANNOTATIONS: Final = {
    "text": "str",
    "int32": "Int32",
    "int64": "Int64",
    "int64 text": "Int64Text",
    "uint64 text": "Uint64Text",
    "base64": "Base64",
    "map": "Mapping[str, str]",
    "object": "JsonObject",
    "target key": "Id",
    "time": "_Timestamp",
    "unix ms": "str",
    "AttestationFields": "AnyAttestation",
    "ClientSignatureFields": "AnyClientSignature",
}
"""The annotations of kinds that are not names in the module."""
_ALSO: Final = {
    "AttestationFields": ("sealwax.webauthn.registration", "Attestation"),
    "ClientSignatureFields": ("sealwax.login.client_signature", "ClientSignature"),
}
"""What a parameter of these types also takes: the results of our own functions."""
_READ_TIME: Final = {"time": "to_time", "unix ms": "decode_milliseconds"}
"""The functions that read the times of records."""


def _imported() -> Iterator[tuple[str, str]]:
    """Give the names that the modules use, and the modules that have them."""
    for name, module in homes_of("sealwax.operations").items():
        if module != PACKAGE_NAME:
            yield name, module
    for module, names in {
        "collections.abc": "Mapping",
        "datetime": "datetime",
        "typing": "Annotated ClassVar Literal TYPE_CHECKING TypeAlias",
        "msgspec": "Meta",
        "sealwax._codec.clock": "decode_milliseconds",
        "sealwax._limits": "MAX_IP_BLOCKS MAX_SECRETS_OF_A_REQUEST",
        "sealwax.operations.forms": (
            "Base64 Count Id Int32 Int64 Int64Text IpBlock PageSize PhoneNumber Seconds Uint64Text UpToADay"
        ),
        "sealwax.operations.operation": " ".join(
            each.__name__ for each in (*OPERATION_TYPES.values(), VoteOperation)
        ),
        "sealwax.operations.parameters": "Array Parameters about",
        "sealwax.operations.responses": "Record RecordType _Timestamp to_time",
        "sealwax.operations.rules": "_ToTargetKey",
    }.items():
        yield from ((name, module) for name in names.split())
    for base in (*decisions.BASES.values(), *decisions.RULES.values()):
        module, _, name = base.partition(".")
        yield name, f"sealwax.operations.{module}"


_IMPORTED: Final = dict(_imported())


def files(catalog: Catalog) -> dict[Path, str]:
    """Return the text of each module of the package, as ruff formats it."""
    return {PACKAGE / f"{module}.py": text for module, text in _formatted(texts(catalog)).items()}


def texts(catalog: Catalog) -> dict[str, str]:
    """Return the text of each module of the package, not formatted."""
    definitions, homes = catalog.definitions, _homes(catalog)
    in_order = _in_order(definitions)
    also = {f"Any{each}": _SHARED for _, each in _ALSO.values()}
    found = {
        module: _module_text(
            module, {name: definitions[name] for name in in_order if homes[name] == module}, {**homes, **also}
        )
        for module in (*decisions.SUBJECTS, _SHARED)
    }
    found["index"] = _index_text(homes, definitions)
    found["__init__"] = _package_text(homes)
    return found


def _parts(name: str, definitions: Mapping[str, Definition]) -> list[str]:
    """Return the names of the classes that a class refers to."""
    found = [*(field.kind.name for field in definitions[name].fields), definitions[name].result]
    return [each for each in found if each in definitions]


def _homes(catalog: Catalog) -> dict[str, str]:
    """Return the module of each class: that of its operations' subject, or that of several subjects."""
    definitions, subjects = catalog.definitions, catalog.subjects
    found: defaultdict[str, set[str]] = defaultdict(set)

    def visit(name: str, subject: str) -> None:
        if subject not in found[name]:
            found[name].add(subject)
            for each in _parts(name, definitions):
                visit(each, subject)

    for name, subject in subjects.items():
        visit(name, subject)
    # Where both have a further type, they are in one place.
    return {name: min(found[name]) if len(found[name]) == 1 else _SHARED for name in definitions}


def _in_order(definitions: Mapping[str, Definition]) -> dict[str, None]:
    """Return the names of the classes, each after the classes that it refers to."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in found:
            for each in _parts(name, definitions):
                visit(each)
            found[name] = None

    for name in definitions:
        visit(name)
    return found


_HEAD: Final = "Written by ``python -m tools.catalog``."


def _module_text(module: str, definitions: Mapping[str, Definition], homes: Mapping[str, str]) -> str:
    """Return the text of a module with classes."""
    subject = decisions.SUBJECTS.get(module)
    about = f"{subject}: operations and the parts of their requests and answers."
    if subject is None:
        about = "The parts of requests and answers that operations of several subjects have."
    body = "\n\n".join(_class(name, definition) for name, definition in definitions.items())
    used = {node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name)} - definitions.keys()
    imported = {(_IMPORTED[name], name) for name in used & _IMPORTED.keys()}
    imported |= {
        (f"sealwax.operations.catalog.{_SHARED}", name)
        for name in used & homes.keys()
        if name not in _IMPORTED and homes[name] == _SHARED != module
    }
    also = [_ALSO[name] for name in definitions if name in _ALSO]
    more = "".join(f"    from {source} import {name}\n" for source, name in sorted(also))
    return (
        f'"""{about}\n\n{_HEAD}\n"""\n\n'
        f"{'import msgspec' if 'msgspec' in used else ''}\n{_imports(imported)}\n"
        f"{'if TYPE_CHECKING:' if also else ''}\n{more}\n{body}\n"
    )


def _imports(names: Iterable[tuple[str, str]]) -> str:
    """Return a statement for each module."""
    by_module: defaultdict[str, list[str]] = defaultdict(list)
    for module, name in sorted(names):
        by_module[module].append(name)
    return "".join(f"from {module} import {', '.join(found)}\n" for module, found in by_module.items())


def _class(name: str, definition: Definition) -> str:
    """Return the text of a class, or of an enumeration."""
    if definition.values:
        return f"{name}: TypeAlias = Literal[{', '.join(map(_literal, definition.values))}]\n"
    lines = [f"class {name}({', '.join(_bases(name, definition))}, frozen=True, kw_only=True):"]
    lines += [f"    {_docstring(definition.documentation, 4)}", ""]
    known = definition.facts
    if known is not None:
        lines += [f"    {constant} = {value!r}" for constant, value in known.constants().items()]
        # With its type: pyright infers none for an attribute that a base class declares.
        lines += [f"    result_type: ClassVar[RecordType] = {definition.result}"] * bool(definition.result)
        lines.append("")
    for field in definition.fields:
        lines += _field(name, field)
    lines += [line for field in definition.fields for line in _time_property(field)]
    text = "\n".join(lines) + "\n"
    if name in _ALSO:
        _, other = _ALSO[name]
        text += (
            f"\n\nif TYPE_CHECKING:\n    Any{other}: TypeAlias = {name} | {other}\n"
            f"else:\n    # Parameters turn the other type into this one.\n    Any{other} = {name}\n"
        )
    return text


def _bases(name: str, definition: Definition) -> Iterator[str]:
    """Give the bases of a class; an operation first, because jedi reads the fields of a class by it."""
    known = definition.facts
    if known is None:
        written = decisions.BASES.get(name) or decisions.RULES.get(name)
        if written is None and any(field.kind.name == "target key" for field in definition.fields):
            yield "_ToTargetKey"
        elif written is None:
            yield "Parameters" if definition.role == "parameters" else "Record"
        else:
            yield written.partition(".")[2]
        return
    base = VoteOperation if known.surface == "vote" else OPERATION_TYPES[known.surface]
    yield f"{base.__name__}[{definition.result}]" if definition.result else base.__name__
    if name in decisions.RULES and not known.is_older:
        yield decisions.RULES[name].partition(".")[2]
    if any(field.kind.name == "target key" for field in definition.fields):
        yield "_ToTargetKey"


def _field(class_name: str, field: Field) -> Iterator[str]:
    """Give the lines of a field."""
    kind = field.kind
    annotation = _ANNOTATIONS.get(kind.name, kind.name)
    for _ in range(kind.arrays):
        annotation = f"Array[{annotation}]"
    if limits := decisions.LIMITS.get((class_name, field.wire_name)):
        annotation = f"Annotated[{annotation}, Meta({limits})]"
    if field.is_optional:
        annotation += " | None"
    if kind.name in _READ_TIME:
        default = ", default=None" * field.is_optional
        yield f"    _{field.name}: {annotation} = msgspec.field(name={_literal(field.wire_name)}{default})"
        return
    if class_name in decisions.SPECIFIED_FIELDS or decisions.ENCODED.search(field.described):
        # The schemas of these have the text, too, and so has `sealwax operations describe`.
        annotation = f"Annotated[{annotation}, about({_literal(field.described)})]"
    default = " = None" * field.is_optional
    if field.is_renamed:
        more = ", default=None" * field.is_optional
        default = f" = msgspec.field(name={_literal(field.wire_name)}{more})"
    yield f"    {field.name}: {annotation}{default}"
    yield f"    {_docstring(field.described, 4)}"


def _time_property(field: Field) -> Iterator[str]:
    """Give the lines of the property that reads a time of a record."""
    if field.kind.name not in _READ_TIME:
        return
    read = f"{_READ_TIME[field.kind.name]}(self._{field.name}, {_literal(field.wire_name)})"
    documentation = f"{field.described.removesuffix('.')}, as an aware datetime."
    raises = "MalformedInput: The seconds and nanoseconds are not those of a time."
    yield from (
        "",
        "    @property",
        f"    def {field.name}(self) -> datetime{' | None' * field.is_optional}:",
        f'        """{documentation}',
        "",
        "        Raises:",
        f"            {raises}",
        '        """',
        f"        return {f'None if self._{field.name} is None else ' * field.is_optional}{read}",
    )


def _docstring(text: str, indent: int) -> str:
    """Return a docstring, whose first line is the first of the text."""
    first, *rest = text.split("\n\n")
    if not rest:
        return f'"""{first}"""'
    paragraphs = [first, *("\n".join(textwrap.wrap(each, 110 - indent)) for each in rest)]
    whole = textwrap.indent("\n\n".join(paragraphs), " " * indent).strip()
    return f'"""{whole}\n{" " * indent}"""'


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _index_text(homes: Mapping[str, str], definitions: Mapping[str, Definition]) -> str:
    """Return the text of the module with the facts of classes, which loads none."""
    modules = "".join(f"    {_literal(name)}: {_literal(home)},\n" for name, home in sorted(homes.items()))
    rows = "".join(
        f"    {_literal(name)}: {_facts(definition.facts)},\n"
        for name, definition in definitions.items()
        if definition.facts is not None
    )
    return (
        f'"""The index of the catalog, which loads none of its classes.\n\n{_HEAD}\n"""\n\n'
        "from typing import Final\n\n"
        "from sealwax.operations.facts import OperationFacts\n\n"
        f"MODULES: Final = {{\n{modules}}}\n"
        '"""The module of each class and enumeration."""\n\n'
        f"OPERATIONS_BY_CLASS: Final = {{\n{rows}}}\n"
        '"""The facts of each operation, by the name of its class."""\n'
    )


def _facts(known: OperationFacts) -> str:
    surface, name, *_ = known
    more = [
        f"{member}={value!r}"
        for member, value in known._asdict().items()
        if value != OperationFacts._field_defaults.get(member, value)
    ]
    return f"OperationFacts({', '.join([repr(surface), repr(name), *more])})"


def _package_text(homes: Mapping[str, str]) -> str:
    """Return the text of the package, which loads a module when a name of it is asked for."""
    imports = _imports((f"{PACKAGE_NAME}.{home}", name) for name, home in homes.items())
    names = ", ".join(_literal(name) for name in sorted(homes))
    return (
        '"""The operations of the API, and the parts of their requests and answers, by subject.\n\n'
        f'{_HEAD}\n"""\n\n'
        "from typing import TYPE_CHECKING\n\n"
        "from sealwax._lazy_names import load_lazily\n\n"
        "from .index import MODULES\n\n"
        f"if TYPE_CHECKING:\n{textwrap.indent(imports, '    ')}"
        "else:\n"
        '    homes = {name: f"{__name__}.{module}" for name, module in MODULES.items()}\n'
        "    __getattr__, __dir__ = load_lazily(__name__, homes)\n\n"
        f"__all__ = [\n{textwrap.fill(names, 104, initial_indent='    ', subsequent_indent='    ')}\n"
        "]  # fmt: skip\n"
    )


def _formatted(modules: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of modules as ruff sorts their imports and formats them."""
    with TemporaryDirectory() as name:
        paths = {module: Path(name) / f"{module}.py" for module in modules}
        for module, path in paths.items():
            path.write_text(modules[module])
        ours = (
            f"--config={ROOT / 'pyproject.toml'}",
            f"--config=src = ['{(ROOT / 'src').as_posix()}']",
            name,
        )
        for command in (("check", "--select=I", "--fix"), ("format",)):
            subprocess.run([sys.executable, "-m", "ruff", *command, *ours], check=True, capture_output=True)
        return {module: path.read_text() for module, path in paths.items()}

"""Write the catalog of operations from the service's description of its API.

``python -m tests.tools.catalog [FOLDER]`` reads ``public_api.swagger.json`` and ``auth_proxy.swagger.json``
in the folder, by default ``../shared/description``. It writes ``sealwax/operations/catalog.py``, from whose
rows ``building`` makes the classes, and ``catalog.pyi`` with their types. Only names and types are taken from
the descriptions: ``catalog_facts`` has the summaries, and the names that do not follow from them.
"""

import json
import re
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast, get_args

from sealwax import operations
from sealwax._codec.strict_json import convert_json
from sealwax._names import NAMES
from sealwax.openapi.rows import PATH, Definitions, Described, Field, Made, Post, Rows, Schema
from sealwax.operations import results
from sealwax.operations.building import OPERATION_TYPES, Head, result_name
from sealwax.operations.operation import Surface, VoteOperation, activity_type
from sealwax.operations.parameters import wire_names
from sealwax.operations.responses import is_ours
from tests.conftest import ROOT

from . import catalog_facts as facts

FOLDER: Final = ROOT.parent / "shared" / "description"
MODULE: Final = ROOT / "src" / "sealwax" / "operations" / "catalog.py"

_VERSION: Final = re.compile(r"(?:V\d+)?\Z", re.ASCII)
_TYPES: Final = {"string": "text", "integer": "int", "boolean": "bool", "object": "object"}
_PYTHON_TYPES: Final = {
    "text": "str",
    "id": "str",
    "ip-block": "str",
    "page-size": "str",
    "phone": "str",
    "seconds": "str",
    "up-to-a-day": "str",
    "target-key": "str",
    "decimal": "str",
    "count": "int",
    "int": "int",
    "int32": "int",
    "int64": "int",
    "bool": "bool",
    "object": "JsonObject",
}
_ALSO: Final = {
    "AttestationFields": ("sealwax.webauthn.registration", "Attestation"),
    "ClientSignatureFields": ("sealwax.login.client_signature", "ClientSignature"),
}
"""What a parameter of these types also takes: the results of our own functions."""


class Catalog(Rows):
    """The rows that a description gives, with what ``catalog_facts`` says beyond it."""

    request_base = ""

    def __init__(self, document: Mapping[str, Any], auth_proxy: Mapping[str, Any]) -> None:
        document = _merged(document, facts.BEYOND)
        super().__init__(Definitions(document["definitions"]))
        self._names = facts.DEFINITION_NAMES
        self._sources: dict[str, tuple[str, bool]] = {}
        self.operations: set[str] = set()
        for path, item in document["paths"].items():
            if match := PATH.fullmatch(path):
                self._add(self.describe(cast("Surface", match["surface"]), match["name"], _post(item)))
                for version in facts.OLDER.get(match["name"], ()):
                    self._add_older(match["name"], version)
        self.definitions = Definitions(auth_proxy["definitions"])
        self._names |= facts.AUTH_PROXY_NAMES
        for name in facts.AUTH_PROXY:
            self._add(self.describe("auth_proxy", name, _post(auth_proxy["paths"][f"/v1/{name}"])))

    @property
    def rows(self) -> dict[str, Made]:
        """The rows by the names of their classes: the operations first, those of the specification before."""
        specified = [_class_name(name) for name in (*facts.SPECIFIED, *facts.SECRETS)]
        parts = self.made.keys() - self.operations
        return {name: self.made[name] for name in [*specified, *sorted(self.operations), *sorted(parts)]}

    def _add(self, described: Described) -> None:
        head = described.head
        if not head.older:
            specified = {**dict.fromkeys(facts.SPECIFIED, "yes"), **dict.fromkeys(facts.SECRETS, "secrets")}
            base = facts.RULES.get(self.class_name(head), "")
            head = head._replace(specified=specified.get(head.name, ""), base=base)
        self.operations.add(self.add(described._replace(head=head, summary=_summary(head))))

    def _add_older(self, name: str, version: str) -> None:
        described = self.describe_activity(name, activity_type(name, version))
        result = facts.OLDER_RESULTS.get((name, version), "")
        self._add(described._replace(head=described.head._replace(older="yes", result_version=result)))

    def class_name(self, head: Head) -> str:
        """Return the name of an operation's class, with its version if that is not the newest."""
        return f"{_class_name(head.name)}{_older(head)}"

    def with_result(self, class_name: str, head: Head, definition: str) -> Head:
        """Add the row of an answer that is not written by hand; return the head with its name if needed."""
        named = facts.RESULT_NAMES.get(head.name, "") if not head.older else ""
        name = named or f"{class_name}Result"
        if hasattr(results, name):
            # The fields of an answer that is written by hand are of the description.
            read = {each for each in wire_names(getattr(results, name)).values() if not is_ours(each)}
            assert read <= {*self.definitions[definition].properties}, name
        else:
            known = self.made.get(name)
            self.add_object(name, definition, is_request=False, base=facts.BASES.get(name, ""))
            assert known is None or known.fields == self.made[name].fields, name
            self._sources[name] = definition, False
        return head._replace(result=named)

    def add_object(self, name: str, definition: str, *, is_request: bool, base: str = "") -> None:
        """Add the row of an object, with the base that is written by hand, and no text of the description."""
        super().add_object(name, definition, is_request=is_request, base=base or facts.RULES.get(name, ""))
        self.made[name] = self.made[name]._replace(documentation=facts.DOCUMENTATION.get(name, ""))

    def fields(self, class_name: str, definition: str, *, is_request: bool) -> tuple[Field, ...]:
        """Return the fields of a class, in the order of the specification."""
        described = facts.DESCRIBED.get(class_name)
        if described is None:
            return super().fields(class_name, definition, is_request=is_request)
        return tuple(
            _specified(
                class_name,
                self.field(class_name, definition, wire_name, is_request=is_request),
                is_request=is_request,
            )
            for wire_name in described
        )

    def field(self, class_name: str, definition: str, wire_name: str, *, is_request: bool) -> Field:
        """Return a field of a class, with the kinds that the specification limits further."""
        field = super().field(class_name, definition, wire_name, is_request=is_request)._replace(described="")
        name = facts.FIELD_NAMES.get((class_name, wire_name)) or facts.FIELD_NAMES.get(("", wire_name))
        if is_request:
            kind = facts.KINDS.get(wire_name, field.kind)
            if not field.is_optional and kind == "text" and wire_name.endswith("Id"):
                kind = "id"
            field = field._replace(kind=kind)
        return field._replace(name=name or field.name)

    def plain(self, schema: Schema, *, is_request: bool) -> str:
        """Return the kind of a text, a number or a truth value, whose range no answer breaks."""
        return super().plain(schema, is_request=is_request) if is_request else _TYPES[schema.type]

    def values(self, definition: str, wire_name: str, values: tuple[str, ...], *, is_request: bool) -> str:
        """Return the kind of an enumeration; an answer has any text."""
        if not is_request:
            return "text"
        name = self._values_name(definition, wire_name, values)
        self.made[name] = Made("values", (), "", values)
        return name

    def _values_name(self, definition: str, wire_name: str, values: tuple[str, ...]) -> str:
        """Return the name of an enumeration; that of the first of its values if it has no definition."""
        if not wire_name:
            return self.part_name(definition, is_request=True)
        for name, made in self.made.items():
            if made.values == values:
                return name
        owner = re.sub(r"(Intent|Request)?(V\d+)?\Z", "", definition.removeprefix("v1"), count=1)
        name = f"{owner}{wire_name[0].upper()}{wire_name[1:]}"
        assert name not in self.made, name
        return name

    def part(self, definition: str, *, is_request: bool) -> str:
        """Return the kind of a definition: a type that is written by hand, or that of its row."""
        name = facts.OURS.get(definition)
        values = self.definitions[definition].enum
        if values and not is_request:
            return "text"
        if name is None:
            return super().part(definition, is_request=is_request)
        assert not values or {*get_args(getattr(operations, name))} == {*values}, name
        return name

    def part_name(self, definition: str, *, is_request: bool) -> str:
        """Return the name of the class of a definition, with its version if another has the name."""
        name = self._names.get(definition) or _VERSION.sub("", definition.removeprefix("v1"))
        if not is_request:
            name = facts.NAMES_IN_ANSWERS.get(definition, name)
        source = definition, is_request
        if self._sources.setdefault(name, source) != source:
            name += _VERSION.search(definition)[0] or "V1"  # type: ignore[index] # it matches any text
            assert self._sources.setdefault(name, source) == source, name
        return name


def _post(item: Mapping[str, Any]) -> Post:
    return convert_json(item["post"], Post, "a path")


def _summary(head: Head) -> str:
    summary = facts.SUMMARIES[head.name]
    if not head.older:
        return summary
    return f"{summary} This is version {_older(head)[1:]}; {_class_name(head.name)} is the newest."


def _older(head: Head) -> str:
    return (head.version or "V1") if head.older else ""


def _merged(document: Any, more: Any) -> Any:
    """Return a document with what clients send beyond it."""
    if isinstance(more, dict):
        return {**document, **{name: _merged(document.get(name, {}), each) for name, each in more.items()}}
    return more


def _specified(class_name: str, field: Field, *, is_request: bool) -> Field:
    """Return a field as the specification has it: there, no id in a request is empty."""
    kind = field.kind
    if is_request and field.wire_name.endswith("Id"):
        kind = "id"
    elif is_request and field.wire_name.endswith("Ids"):
        kind = "[id]"
    kind = facts.KINDS_OF.get((class_name, field.wire_name), kind)
    return field._replace(kind=kind, described=facts.DESCRIBED[class_name][field.wire_name])


def _class_name(operation: str) -> str:
    return facts.CLASS_NAMES.get(operation) or "".join(word.capitalize() for word in operation.split("_"))


def read(folder: Path = FOLDER) -> Catalog:
    """Read the description in a folder."""
    documents = (
        json.loads((folder / f"{name}.swagger.json").read_text()) for name in ("public_api", "auth_proxy")
    )
    return Catalog(*documents)


def module_text(catalog: Catalog) -> str:
    """Return the text of the module with the rows."""
    rows = "".join(f"    {_literal(name)}: {_row(made)},\n" for name, made in catalog.rows.items())
    return (
        '"""The operations of the API: generated, see ``building``."""\n\n'
        "# Written by `python -m tests.tools.catalog`.\n\n"
        "from typing import Final\n\n"
        "from .building import Row, load_classes\n\n"
        f"ROWS: Final[dict[str, Row]] = {{\n{rows}}}  # fmt: skip\n\n"
        "__all__ = [*ROWS]\n\n"
        "__getattr__, __dir__ = load_classes(__name__, ROWS)\n"
    )


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _row(made: Made) -> str:
    head, fields, documentation, *described = made.row
    one = f"({', '.join(map(_literal, made.row))})"
    if len(one) <= 80:
        return one
    lines = textwrap.wrap(fields, 96, break_long_words=False, break_on_hyphens=False)
    texts = "".join(f"            {_literal(line + ' ' * (line is not lines[-1]))}\n" for line in lines)
    body = f"        (\n{texts}        ),\n" if len(lines) > 1 else f"        {_literal(fields)},\n"
    more = "".join(f"        {_literal(each)},\n" for each in (documentation, *described))
    return f"(\n        {_literal(head)},\n{body}{more}    )"


def stub_text(catalog: Catalog) -> str:
    """Return the text of the stub with the types of the classes."""
    classes = "".join(_stub(name, made) for name, made in catalog.rows.items())
    rows = catalog.rows
    used = {
        word for made in rows.values() for each in made.fields for word in re.findall(r"[A-Z]\w+", each.kind)
    }
    used |= {
        result_name(name, head) for name, made in rows.items() if (head := Head.of(made.row)) is not None
    }
    also = {_ALSO[name][1] for name in used & _ALSO.keys()}
    ours = ({name for name in used | also if not name.isupper()} - {*rows}) & _OURS_IMPORTED.keys()
    imported = {(_OURS_IMPORTED[name], name) for name in ours} | _WRITTEN
    return (
        "# Written by `python -m tests.tools.catalog`.\n\n"
        "from datetime import datetime\n"
        "from typing import Final, Literal, TypeAlias\n\n"
        f"{_imports(imported)}\n"
        "ROWS: Final[dict[str, Row]]\n\n"
        f"{classes}\n"
        f"__all__ = [\n{''.join(f'    {_literal(name)},{chr(10)}' for name in rows)}]\n"
    )


def _ours_imported() -> Iterator[tuple[str, str]]:
    for module, names in NAMES["sealwax.operations"].items():
        for name in names.split():
            yield name, module if module.startswith("sealwax.") else f".{module}"
    yield from ((name, module) for module, name in _ALSO.values())


_OURS_IMPORTED: Final = dict(_ours_imported())


_WRITTEN: Final = {
    (f".{module}", name)
    for module, name in (
        ("building", "Row"),
        *(("operation", kind.__name__) for kind in (*OPERATION_TYPES.values(), VoteOperation)),
        *(("parameters", name) for name in ("Array", "JsonObject", "Parameters")),
        ("responses", "Record"),
        *(base.split(".") for base in (*facts.BASES.values(), *facts.RULES.values())),
    )
}
"""The modules and names of the types and bases that are written by hand."""


def _imports(names: Iterable[tuple[str, str]]) -> str:
    """Return a statement for each module."""
    by_module: defaultdict[str, list[str]] = defaultdict(list)
    for module, name in sorted(names):
        by_module[module].append(name)
    return "".join(f"from {module} import {', '.join(found)}\n" for module, found in by_module.items())


_NO_BODY: Final = "    ...\n"


def _stub(name: str, made: Made) -> str:
    if made.values:
        return f"{name}: TypeAlias = Literal[{', '.join(map(_literal, made.values))}]\n"
    head = Head.of(made.row)
    if head is None:
        kind, _, base = made.head.partition(" ")
        base = base.rpartition(".")[2] or ("Parameters" if kind == "object" else "Record")
    elif head.surface == "vote":
        base = "VoteOperation"
    else:
        kind = OPERATION_TYPES[head.surface].__name__
        # jedi reads the fields of a class by its first base.
        bases = (f"{kind}[{result_name(name, head)}]", head.base.rpartition(".")[2])
        base = ", ".join(filter(None, bases))
    fields = "".join(
        f"    @property\n    def {each.name}(self) -> datetime{' | None' * each.is_optional}: ...\n"
        if each.kind in {"time", "unix-ms"}
        else f"    {each.name}: {_type(each.kind)}{' | None = None' if each.is_optional else ''}\n"
        for each in made.fields
    )
    if made.documentation:
        fields = f'    """{made.documentation}"""\n{fields}'
    return f"class {name}({base}, frozen=True, kw_only=True):\n{fields or _NO_BODY}\n"


def _type(kind: str) -> str:
    if kind.startswith("["):
        return f"Array[{_type(kind[1:].rpartition(']')[0])}]"
    if kind in _ALSO:
        return f"{kind} | {_ALSO[kind][1]}"
    return _PYTHON_TYPES.get(kind, kind)


def main() -> None:
    """Write the module and its stub."""
    catalog = read(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
    MODULE.write_text(module_text(catalog))
    MODULE.with_suffix(".pyi").write_text(stub_text(catalog))


if __name__ == "__main__":
    main()

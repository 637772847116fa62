"""Write the catalog of operations from the service's description of its API.

``python -m tests.tools.catalog [FOLDER]`` reads ``public_api.swagger.json`` and ``auth_proxy.swagger.json``
in the folder, by default ``../shared/description``. It writes ``sealwax/operations/catalog.py``, from whose
rows ``building`` makes the classes, and ``catalog.pyi`` with their types. Only names and types are taken from
the descriptions: ``catalog_facts`` has the summaries, and the names that do not follow from them.
"""

import json
import keyword
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from sealwax import operations
from sealwax._names import NAMES
from sealwax.activities.intents import camel_case
from sealwax.operations import results
from sealwax.operations.building import OPERATION_TYPES, Head, Row, result_name
from sealwax.operations.parameters import wire_names
from sealwax.operations.reading import is_ours
from tests.conftest import ROOT

from . import catalog_facts as facts

FOLDER: Final = ROOT.parent / "shared" / "description"
MODULE: Final = ROOT / "src" / "sealwax" / "operations" / "catalog.py"

_PATH: Final = re.compile(r"/public/v1/(submit|query)/(\w+)", re.ASCII)
_PREFIX: Final = "#/definitions/"
_VERSION: Final = re.compile(r"(?:V\d+)?\Z", re.ASCII)
_FORMATS: Final = {
    ("integer", "int32"): "int32",
    ("integer", "int64"): "int64",
    ("string", "int64"): "decimal",
    ("string", "uint64"): "decimal",
}
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
_LIKE: Final = {"ClientSignatureFields": "ClientSignatureLike", "AttestationFields": "AttestationLike"}

Schema = dict[str, Any]


class Field(NamedTuple):
    """A field of a row."""

    name: str
    wire_name: str
    is_optional: bool
    kind: str
    described: str = ""

    def __str__(self) -> str:
        wire_name = "" if camel_case(self.name) == self.wire_name else f"={self.wire_name}"
        return f"{self.name}{wire_name}{'?' * self.is_optional}:{self.kind}"


class Made(NamedTuple):
    """A row in the making: a class, or an enumeration."""

    head: str
    fields: tuple[Field, ...]
    documentation: str
    values: tuple[str, ...] = ()

    @property
    def row(self) -> Row:
        """The row, as the catalog has it."""
        fields = " ".join(map(str, self.fields)) or " ".join(self.values)
        described = [each.described for each in self.fields]
        return self.head, fields, self.documentation, *(described if any(described) else ())


class Catalog:
    """The rows that a description gives."""

    def __init__(self, document: Mapping[str, Any], auth_proxy: Mapping[str, Any]) -> None:
        document = _merged(document, facts.BEYOND)
        self._definitions: dict[str, Schema] = document["definitions"]
        self._names = facts.DEFINITION_NAMES
        self._parts: dict[str, Made] = {}
        self._sources: dict[str, tuple[str, bool]] = {}
        self.operations: dict[str, Made] = {}
        for path, item in document["paths"].items():
            if match := _PATH.fullmatch(path):
                self._add_operation(match[1], match[2], item["post"])
        self._definitions = auth_proxy["definitions"]
        self._names |= facts.AUTH_PROXY_NAMES
        for name in facts.AUTH_PROXY:
            self._add_call("auth_proxy", name, auth_proxy["paths"][f"/v1/{name}"]["post"])

    @property
    def rows(self) -> dict[str, Made]:
        """The rows by the names of their classes: the operations first, those of the specification before."""
        first = (_class_name(name) for name in (*facts.SPECIFIED, *facts.SECRETS))
        specified = {name: self.operations[name] for name in first}
        return specified | dict(sorted(self.operations.items())) | dict(sorted(self._parts.items()))

    def _add_operation(self, surface: str, name: str, post: Schema) -> None:
        if surface == "query":
            self._add_call(surface, name, post)
            return
        body = self._definitions[_body(post)]["properties"]
        intent = _name(body["parameters"])
        (activity_type,) = body["type"]["enum"]
        self._add_submit(name, intent, activity_type, proofs="generateAppProofs" in body)
        for version in facts.OLDER.get(name, ()):
            activity_type = "_".join(filter(None, ("ACTIVITY_TYPE", name.upper(), version)))
            self._add_submit(
                name, f"{_VERSION.sub('', intent)}{version}", activity_type, older=version or "V1"
            )

    def _add_call(self, surface: str, name: str, post: Schema) -> None:
        """Add an operation that is not run as an activity."""
        class_name = _class_name(name)
        fields = self._fields(class_name, _body(post), is_request=True, operation=name)
        if surface == "query":
            fields = tuple(field for field in fields if field.wire_name != "organizationId")
        self.operations[class_name] = Made(_head(surface, name, {}), fields, facts.SUMMARIES[name])
        answer = _name(post["responses"]["200"]["schema"])
        self._add_result(name, class_name, answer)

    def _add_submit(
        self, name: str, intent: str, activity_type: str, *, proofs: bool = True, older: str = ""
    ) -> None:
        """Add the newest version of an operation that changes something, or an older one."""
        class_name = f"{_class_name(name)}{older}"
        base, version = _split(intent.removeprefix("v1").replace("Intent", ""))
        is_regular = camel_case(name) == f"{base[0].lower()}{base[1:]}"
        activity = name if is_regular else re.sub(r"(?<!^)(?=[A-Z])", "_", base).lower()
        assert activity_type == "_".join(filter(None, ("ACTIVITY_TYPE", activity.upper(), version))), name
        results = self._results(base)
        surface, options = "vote", {"activity": "" if is_regular else activity, "version": version}
        summary = facts.SUMMARIES[name]
        if older:
            summary = f"{summary} This is version {older[1:]}; {_class_name(name)} is the newest."
        if results:
            newest = max(results, key=_number)
            result_version = facts.OLDER_RESULTS.get((name, older), "") if older else newest
            surface, options["result_version"] = "submit", result_version
            self._add_result(name, class_name, results[result_version])
        options |= {"proofs": "" if proofs else "no", "older": "yes" if older else ""}
        fields = self._fields(class_name, intent, is_request=True, operation="" if older else name)
        self.operations[class_name] = Made(_head(surface, name, options), fields, summary)

    def _results(self, base: str) -> dict[str, str]:
        """Return the definitions of the results of an activity, by their versions."""
        return {
            match[1] or "": _name(schema)
            for key, schema in self._definitions["v1Result"]["properties"].items()
            if (match := re.fullmatch(rf"{base[0].lower()}{base[1:]}Result(V\d+)?", key))
        }

    def _add_result(self, operation: str, class_name: str, definition: str) -> None:
        name = facts.RESULT_NAMES.get(operation, f"{class_name}Result")
        if hasattr(results, name):
            self._check_result(name, definition)
            return
        fields = self._fields(name, definition, is_request=False)
        made = Made(_with_base("record", facts.BASES.get(name)), fields, facts.DOCUMENTATION.get(name, ""))
        known = self._parts.get(name)
        assert known is None or known.fields == fields, name
        self._parts[name] = made
        self._sources[name] = definition, False

    def _check_result(self, name: str, definition: str) -> None:
        """Compare the fields of an answer that is written by hand with the description's."""
        read = {each for each in wire_names(getattr(results, name)).values() if not is_ours(each)}
        assert read <= {*self._definitions[definition]["properties"]}, name

    def _fields(
        self, class_name: str, definition: str, *, is_request: bool, operation: str = ""
    ) -> tuple[Field, ...]:
        described = facts.DESCRIBED.get(class_name)
        names = self._definitions[definition].get("properties", ()) if described is None else described
        fields = (self._field(operation, definition, wire_name, is_request=is_request) for wire_name in names)
        if described is None:
            return tuple(fields)
        return tuple(_specified(class_name, each, is_request=is_request) for each in fields)

    def _field(self, operation: str, definition: str, wire_name: str, *, is_request: bool) -> Field:
        schema = self._definitions[definition]
        member, required = schema["properties"][wire_name], wire_name in schema.get("required", ())
        name = facts.FIELD_NAMES.get((operation, wire_name)) or _snake(wire_name)
        assert is_request or not is_ours(wire_name), wire_name
        kind = self._kind(member, is_request)
        if is_request and "enum" in member:
            kind = self._enumeration(definition, wire_name, tuple(member["enum"]))
        if is_request:
            kind = facts.KINDS.get(wire_name, kind)
            if required and kind == "text" and wire_name.endswith("Id"):
                kind = "id"
        return Field(f"{name}_" if keyword.iskeyword(name) else name, wire_name, not required, kind)

    def _kind(self, schema: Schema, is_request: bool) -> str:
        if "$ref" in schema:
            return self._part(_name(schema), is_request)
        if schema["type"] == "array":
            return f"[{self._kind(schema['items'], is_request)}]"
        if is_request and "format" in schema:
            return _FORMATS[schema["type"], schema["format"]]
        return _TYPES[schema["type"]]

    def _enumeration(self, definition: str, wire_name: str, values: tuple[str, ...]) -> str:
        """Return the name of an enumeration that has no definition: that of the first of its values."""
        for name, made in self._parts.items():
            if made.values == values:
                return name
        owner = re.sub(r"(Intent|Request)?(V\d+)?\Z", "", definition.removeprefix("v1"), count=1)
        name = f"{owner}{wire_name[0].upper()}{wire_name[1:]}"
        assert name not in self._parts, name
        self._parts[name] = Made("values", (), "", values)
        return name

    def _part(self, definition: str, is_request: bool) -> str:
        """Return the kind of a definition, and add its row."""
        schema = self._definitions[definition]
        if not is_request and "enum" in schema:
            return "text"
        name = facts.OURS.get(definition)
        if name is not None:
            self._check_values(definition, name)
            return name
        name = self._names.get(definition) or _VERSION.sub("", definition.removeprefix("v1"))
        if not is_request:
            name = facts.NAMES_IN_ANSWERS.get(definition, name)
        source = definition, is_request
        if self._sources.setdefault(name, source) != source:
            name += _VERSION.search(definition)[0] or "V1"  # type: ignore[index] # it matches any text
            assert self._sources.setdefault(name, source) == source, name
        if name not in self._parts:
            if "enum" in schema:
                self._parts[name] = Made("values", (), "", tuple(schema["enum"]))
            else:
                head = _with_base("object" if is_request else "record", facts.RULES.get(name))
                fields = self._fields(name, definition, is_request=is_request)
                self._parts[name] = Made(head, fields, facts.DOCUMENTATION.get(name, ""))
        return name

    def _check_values(self, definition: str, name: str) -> None:
        """Compare an enumeration that is written by hand with the description's."""
        values = self._definitions[definition].get("enum")
        assert values is None or {*get_args(getattr(operations, name))} == {*values}, name


def _merged(document: Any, more: Any) -> Any:
    """Return a document with what clients send beyond it."""
    if isinstance(more, dict):
        return {**document, **{name: _merged(document.get(name, {}), each) for name, each in more.items()}}
    return more


def _head(surface: str, name: str, options: Mapping[str, str]) -> str:
    """Return the head of an operation's row."""
    given = dict(options)
    if not options.get("older"):
        given["specified"] = "yes" if name in facts.SPECIFIED else "secrets" if name in facts.SECRETS else ""
        given["result"] = facts.RESULT_NAMES.get(name, "")
        given["base"] = facts.RULES.get(_class_name(name), "")
    return " ".join([surface, name, *(f"{key}={value}" for key, value in given.items() if value)])


def _with_base(kind: str, base: str | None) -> str:
    return f"{kind} {base}" if base else kind


def _specified(class_name: str, field: Field, *, is_request: bool) -> Field:
    """Return a field as the specification has it: there, no id in a request is empty."""
    kind = field.kind
    if is_request and field.wire_name.endswith("Id"):
        kind = "id"
    elif is_request and field.wire_name.endswith("Ids"):
        kind = "[id]"
    kind = facts.KINDS_OF.get((class_name, field.wire_name), kind)
    return field._replace(kind=kind, described=facts.DESCRIBED[class_name][field.wire_name])


def _body(post: Schema) -> str:
    return _name(post["parameters"][0]["schema"])


def _name(reference: Schema) -> str:
    name: str = reference["$ref"].removeprefix(_PREFIX)
    return name


def _split(name: str) -> tuple[str, str]:
    start = _VERSION.search(name).start()  # type: ignore[union-attr] # it matches any text
    return name[:start], name[start:]


def _number(version: str) -> int:
    return int(version[1:] or 1)


def _class_name(operation: str) -> str:
    return facts.CLASS_NAMES.get(operation) or "".join(word.capitalize() for word in operation.split("_"))


def _snake(wire_name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", wire_name).lower()


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
    ours = sorted(
        ({_LIKE.get(name, name) for name in used if not name.isupper()} - {*rows}) & _OURS_IMPORTED.keys()
    )
    imports = "".join(f"from {_OURS_IMPORTED[name]} import {name}\n" for name in ours)
    return (
        "# Written by `python -m tests.tools.catalog`.\n\n"
        "from datetime import datetime\n"
        "from typing import Final, Literal, TypeAlias\n\n"
        f"{imports}"
        "from .building import Row\n"
        "from .operation import AuthProxyOperation, QueryOperation, SubmitOperation, VoteOperation\n"
        "from .parameters import Array, JsonObject, Parameters\n"
        "from .responses import Record\n"
        f"{_bases()}\n"
        "ROWS: Final[dict[str, Row]]\n\n"
        f"{classes}\n"
        f"__all__ = [\n{''.join(f'    {_literal(name)},{chr(10)}' for name in rows)}]\n"
    )


def _ours_imported() -> Iterator[tuple[str, str]]:
    for module, names in NAMES["sealwax.operations"].items():
        for name in names.split():
            yield name, module if module.startswith("sealwax.") else f".{module}"
    for name in _LIKE.values():
        yield name, ".fields"


_OURS_IMPORTED: Final = dict(_ours_imported())


def _bases() -> str:
    """Return the imports of the bases that are written by hand."""
    bases = sorted({*facts.BASES.values(), *facts.RULES.values()})
    return "".join(f"from .{module} import {name}\n" for module, name in (base.split(".") for base in bases))


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
    return _PYTHON_TYPES.get(kind) or _LIKE.get(kind, kind)


def main() -> None:
    """Write the module and its stub."""
    catalog = read(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
    MODULE.write_text(module_text(catalog))
    MODULE.with_suffix(".pyi").write_text(stub_text(catalog))


if __name__ == "__main__":
    main()

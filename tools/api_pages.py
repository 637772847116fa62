"""Write the pages of the Python API into ``docs/api/``, from the text of the modules.

Nothing of the packages is imported, so every Python writes the same pages. The site has entries of autodoc
in their place. For example::

    python -m tools.api_pages
"""

import ast
import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from importlib.util import resolve_name
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent
from typing import Final, NamedTuple

from tools import ROOT
from tools.support.public_names import homes_of, names_of, source_of, tree_of

FOLDER: Final = ROOT / "docs" / "api"
_CATALOG: Final = "sealwax.operations.catalog"

PAGES: Final = {
    "sealwax": ("sealwax",),
    "operations": ("sealwax.operations",),
    "client": ("sealwax.client",),
    "flows": ("sealwax.flows",),
    "wallets": ("sealwax.wallets",),
    "activities": ("sealwax.activities",),
    "proofs": ("sealwax.proofs",),
    "webhooks": ("sealwax.webhooks",),
    "stamps": ("sealwax.stamps",),
    "replay_guards": ("sealwax.replay_guards", "sealwax.replay_guards.sqlite", "sealwax.replay_guards.redis"),
    "signers": (
        *("sealwax.signers", "sealwax.signers.pkcs11"),
        *("sealwax.signers.aws_kms", "sealwax.signers.fido2"),
    ),
    "integrations": (
        *("sealwax.integrations", "sealwax.integrations.httpx"),
        *("sealwax.integrations.requests", "sealwax.integrations.aiohttp"),
    ),
    "inspection": ("sealwax.inspection",),
    "audit": ("sealwax.audit",),
    "testing": ("sealwax.testing",),
    "vectors": ("sealwax_vectors",),
    "service": ("sealwax_service",),
}
"""The modules of each page."""
SUBJECTS: Final = tuple(
    path.stem
    for path in sorted((ROOT / "src" / _CATALOG.replace(".", "/")).glob("*.py"))
    if path.stem not in {"__init__", "index"}
)
"""The modules of the catalog, each with a page."""

_PLAIN: Final = {
    **dict.fromkeys(("Id", "PhoneNumber", "IpBlock", "Int64Text", "PageSize", "Base64"), "str"),
    **dict.fromkeys(("Int32", "Int64", "Count", "Seconds", "UpToADay", "Milliseconds"), "int"),
    "Array": "Sequence",
    "_Timestamp": "datetime",
    "AnyClientSignature": "ClientSignature",
    "AnyAttestation": "Attestation",
}
"""The names that annotations of the catalog use for types with a rule."""


class Described(NamedTuple):
    """A definition, and the module that has it."""

    module: str
    node: ast.stmt
    text: str


def pages() -> dict[Path, str]:
    """Write all pages: their paths, and their texts."""
    made = {FOLDER / f"{name}.md": _page(name, modules) for name, modules in PAGES.items()}
    made |= {FOLDER / "catalog" / f"{subject}.md": _subject_page(subject) for subject in SUBJECTS}
    return {**made, FOLDER / "catalog.md": _catalog_page()}


# Finding definitions


@cache
def _definitions(module: str) -> dict[str, Described]:
    """Find the definitions at the top of a module, with the docstrings of assignments."""
    body = tree_of(module).body
    found = {}
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        for inner in node.body if isinstance(node, ast.If) else [node]:
            match inner:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    found[name] = Described(module, inner, ast.get_docstring(inner) or "")
                case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                    found[name] = Described(module, inner, _text_below(after))
                case _:
                    pass
    return found


def _text_below(node: ast.stmt) -> str:
    match node:
        case ast.Expr(ast.Constant(str(text))):
            return cleandoc(text)
        case _:
            return ""


@cache
def _imports(module: str) -> dict[str, str]:
    """Find the modules from which a module, which is not a package, imports names."""
    package = module.rpartition(".")[0]
    homes: dict[str, str] = {}
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and node.module:
            home = resolve_name("." * node.level + node.module, package)
            homes |= {alias.name: home for alias in node.names}
    return homes


def _find(module: str, name: str) -> Described | None:
    """Find the definition of a name, which a module may have from another."""
    try:
        found = _definitions(module).get(name)
    except OSError:  # of another project
        return None
    home = homes_of(module).get(name) or _imports(module).get(name)
    if found or not home or home == module:
        return found
    return _find(home, name)


# Docstrings

_SECTION: Final = re.compile(r"(Args|Attributes|Returns|Yields|Raises):")
_ITEM: Final = re.compile(r"    (\S.*?): (.*)")
_LITERAL: Final = re.compile(r"(?<!`)``(?!`)")


def _markdown(text: str) -> str:
    """Turn a docstring into Markdown."""
    made: list[str] = []
    section, is_code = "", False
    for line in text.splitlines():
        if is_code and line and not line.startswith("    "):
            _end_code(made)
            is_code = False
        if section and line and not line.startswith(" "):
            section = ""
        if is_code:
            made.append(line[4:])
        elif match := _SECTION.fullmatch(line):
            section = match[1]
            made += [f"**{section.replace('Args', 'Arguments')}**", ""]
        elif section in {"Args", "Attributes", "Raises"}:
            item = _ITEM.fullmatch(line)
            made.append(f"- `{item[1].strip('`')}`: {item[2]}" if item else f"  {line.strip()}".rstrip())
        elif section:
            made.append(line.strip())
        elif line.endswith("::"):
            made += [line[:-1], "", "```python"]
            is_code = True
        else:
            made.append(line)
    if is_code:
        _end_code(made)
    return _LITERAL.sub(
        "`", re.sub(r"\n{3,}", "\n\n", "\n".join(made)).replace("```python\n\n", "```python\n")
    )


def _end_code(lines: list[str]) -> None:
    while not lines[-1]:
        lines.pop()
    lines += ["```", ""]


# The pages of modules


def _page(title: str, modules: tuple[str, ...]) -> str:
    parts = [f"# {modules[0]}"]
    for place, module in enumerate(modules):
        if place:
            parts.append(f"# {module}")
        parts.append(_markdown(ast.get_docstring(tree_of(module)) or ""))
        if title == "operations":
            parts.append(
                "[The catalog](catalog.md) has the other operations, and the objects in them, by subject."
            )
        at_the_top = names_at_the_top(module)
        for name in names_of(module):
            if name in at_the_top:
                parts += [f"## {name}", f"[`sealwax.{name}`](sealwax.md#{name.lower()})."]
                continue
            found = _find(module, name)
            if found and not found.module.startswith(_CATALOG):
                parts += _entry(f"{module}.{name}", name, found)
    return "\n\n".join(filter(None, parts)) + "\n"


def names_at_the_top(module: str) -> list[str]:
    """Return the names of a module that ``sealwax`` exports, too, whose page describes them."""
    return [name for name in names_of(module) if module != "sealwax" and name in names_of("sealwax")]


def _entry(full_name: str, name: str, found: Described) -> Iterator[str]:
    """Describe a name: its signature, its docstring, its example, its members."""
    yield f"## {name}"
    yield f"```python\n{_signature(name, found)}\n```"
    yield _markdown(found.text)
    if example := _examples().get(full_name):
        yield f"**Example**\n\n```python\n{example}```"
    if isinstance(found.node, ast.ClassDef):
        yield "\n".join(_values_of_enumeration(found.node))
        for prefix, member in _members(found):
            yield f"### {name}.{member.name}"
            yield f"```python\n{prefix}{_call(member, f'{name}.{member.name}')}\n```"
            yield _markdown(ast.get_docstring(member) or "")


@cache
def _examples() -> dict[str, str]:
    """Read the examples of names, which are on a page of their own."""
    written = (FOLDER / "examples.md").read_text()
    return dict(re.findall(r"^## (\S+)\n\n```python\n(.*?)^```$", written, re.MULTILINE | re.DOTALL))


def _signature(name: str, found: Described) -> str:
    match found.node:
        case ast.ClassDef() as node:
            bases = ", ".join(map(ast.unparse, node.bases))
            return f"class {name}({bases})" if not (made := _constructor(found)) else f"class {made}"
        case ast.FunctionDef() | ast.AsyncFunctionDef() as node:
            return _call(node, name)
        case ast.Assign() | ast.AnnAssign(value=ast.expr()) as node:
            # As it is written, which is the form of ruff; ast.unparse has other quotes.
            return dedent(ast.get_source_segment(source_of(found.module), node, padded=True) or "")
        case _:
            return name


def _constructor(found: Described) -> str:
    """Write the call that makes an object of a class; empty if the class has none of its own."""
    node = found.node
    assert isinstance(node, ast.ClassDef)
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
            return _call(member, node.name).removesuffix(" -> None")
    if _is_record(node):
        fields = [_field_text(name, annotation, value) for name, annotation, value, _ in _fields(node)]
        return _wrapped(node.name, fields, "")
    return ""


def _is_record(node: ast.ClassDef) -> bool:
    """Whether the annotations of a class are the arguments of its call."""
    made_by = " ".join(map(ast.unparse, [*node.decorator_list, *node.bases]))
    return re.search(r"dataclass|NamedTuple|Struct|Record|Parameters", made_by) is not None


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, the type, the default and the text of each field of a class."""
    for member, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            name, annotation = member.target.id, _type(member.annotation)
            if not name.startswith("_") and not annotation.startswith("ClassVar"):
                yield name, annotation, ast.unparse(member.value) if member.value else "", _text_below(after)


def _type(annotation: ast.expr) -> str:
    """Write a type without the rules that annotate it."""
    match annotation:
        case ast.Constant(str(text)):  # a forward reference
            return text
        case _:
            return ast.unparse(_Plain().visit(deepcopy(annotation)))


class _Plain(ast.NodeTransformer):
    """Replace annotated types by what is annotated, and names of private types by Python's."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(ast.Name("Annotated"), ast.Tuple([inner, *_])):
                replaced: ast.expr = self.visit(inner)
                return replaced
            case _:
                self.generic_visit(node)
                return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(_PLAIN.get(node.id, node.id))


def _field_text(name: str, annotation: str, default: str) -> str:
    return f"{name}: {annotation} = {default}" if default else f"{name}: {annotation}"


def _call(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> str:
    """Write the signature of a function."""
    if any(ast.unparse(each) in {"property", "cached_property"} for each in node.decorator_list):
        return f"{name}: {_type(node.returns)}" if node.returns else name
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(positional) - len(given.defaults)) + [*given.defaults]
    texts = [_argument(each, default) for each, default in zip(positional, defaults, strict=True)]
    if positional and positional[0].arg in {"self", "cls"}:
        texts = texts[1:]
    if given.vararg:
        texts.append(f"*{_argument(given.vararg, None)}")
    elif given.kwonlyargs:
        texts.append("*")
    texts += [
        _argument(each, default) for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)
    ]
    if given.kwarg:
        texts.append(f"**{_argument(given.kwarg, None)}")
    start = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    return start + _wrapped(name, texts, f" -> {_type(node.returns)}" if node.returns else "")


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    annotation = f": {_type(argument.annotation)}" if argument.annotation else ""
    if default is None:
        return f"{argument.arg}{annotation}"
    return f"{argument.arg}{annotation} = {ast.unparse(default)}"


_WIDTH: Final = 100


def _wrapped(name: str, arguments: Iterable[str], after: str) -> str:
    """Write a call in one line, or with a line for each argument."""
    line = f"{name}({', '.join(arguments)}){after}"
    if len(line) <= _WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {each}," for each in arguments), f"){after}"])


def _values_of_enumeration(node: ast.ClassDef) -> Iterator[str]:
    """List the members of an enumeration."""
    if any("Enum" in ast.unparse(base) for base in node.bases):
        for member, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
            if isinstance(member, ast.Assign):
                yield f"- `{ast.unparse(member.targets[0])}`: {_cell(_text_below(after))}".removesuffix(": ")


def _members(found: Described) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield the public methods and properties of a class and of its private bases, with their kinds."""
    node = found.node
    assert isinstance(node, ast.ClassDef)
    for member in node.body:
        if isinstance(member, (ast.FunctionDef, ast.AsyncFunctionDef)) and not member.name.startswith("_"):
            decorators = [ast.unparse(each) for each in member.decorator_list]
            if not any(each.endswith((".setter", "overload")) for each in decorators):
                kinds = {"classmethod", "staticmethod", "property"}
                yield "".join(f"{each} " for each in decorators if each in kinds), member
    for base in node.bases:
        name = ast.unparse(base).partition("[")[0]
        parent = _find(found.module, name) if name.startswith("_") else None
        if parent and isinstance(parent.node, ast.ClassDef):
            yield from _members(parent)


# The catalog


def _catalog_page() -> str:
    """Write the list of all operations, by subject."""
    parts = [
        "# The catalog of operations",
        "All operations that are made from the service's description. Import them from `sealwax.operations`.",
    ]
    for subject in SUBJECTS:
        lines = [
            f"- [`{node.name}`](catalog/{subject}.md#{node.name.lower()}): {_cell(text.splitlines()[0])}"
            for node, text in _classes(subject)
            if _operation_name(node) and "is version" not in text
        ]
        parts += [f"## [{_title(subject)}](catalog/{subject}.md)", "\n".join(lines)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _title(subject: str) -> str:
    first = (ast.get_docstring(tree_of(f"{_CATALOG}.{subject}")) or "").splitlines()[0]
    title, found, _ = first.partition(":")
    return title if found else "Shared parts"


def _classes(subject: str) -> Iterator[tuple[ast.ClassDef, str]]:
    public = {*names_of("sealwax.operations")}
    for name, found in _definitions(f"{_CATALOG}.{subject}").items():
        if isinstance(found.node, ast.ClassDef) and name in public:
            yield found.node, found.text


def _operation_name(node: ast.ClassDef) -> str:
    for member in node.body:
        match member:
            case ast.Assign(targets=[ast.Name("operation_name")], value=ast.Constant(str(name))):
                return name
            case _:
                pass
    return ""


def _subject_page(subject: str) -> str:
    """Write the page of a module of the catalog: its operations, then the objects, then the types."""
    module = f"{_CATALOG}.{subject}"
    operations: list[str] = []
    objects: list[str] = []
    types: list[str] = []
    for node, text in _classes(subject):
        entry = _class_entry(Described(module, node, text), subject)
        (operations if _operation_name(node) else objects).append(entry)
    public = {*names_of("sealwax.operations")}
    for name, found in _definitions(module).items():
        if not isinstance(found.node, ast.ClassDef) and name in public:
            types.append(f"### {name}\n\n{_values(found.node)}")
    parts = [
        f"# {_title(subject)}",
        "Import the names from `sealwax.operations`. [All operations](../catalog.md)",
    ]
    for title, entries in (("Operations", operations), ("Objects", objects), ("Types", types)):
        if entries:
            parts += [f"## {title}", *entries]
    return "\n\n".join(parts) + "\n"


def _class_entry(found: Described, subject: str) -> str:
    """Describe an operation or an object: a table of its fields, and its methods."""
    node = found.node
    assert isinstance(node, ast.ClassDef)
    parts = [f"### {node.name}", _markdown(found.text)]
    if name := _operation_name(node):
        result = next((ast.unparse(base.slice) for base in node.bases if isinstance(base, ast.Subscript)), "")
        parts.append(f"Operation `{name}`." + (f" Its result: {_linked(result, subject)}." if result else ""))
    rows = [
        f"| `{name}` | {_linked(annotation, subject)}{', optional' if default else ''} | {_cell(text)} |"
        for name, annotation, default, text in _fields(node)
    ]
    if rows:
        head = ["| parameter | type | meaning |", "|---|---|---|"]
        parts.append("\n".join([head[0] if name else "| field | type | meaning |", head[1], *rows]))
    for prefix, member in _members(found):
        parts.append(f"```python\n{prefix}{_call(member, f'{node.name}.{member.name}')}\n```")
        parts.append(_markdown(ast.get_docstring(member) or ""))
    return "\n\n".join(filter(None, parts))


def _linked(annotation: str, subject: str) -> str:
    """Write a type, with a link to the class of the catalog in it."""
    text = annotation.removesuffix(" | None") if annotation.count(" | ") == 1 else annotation
    written = f"`{_cell(text)}`" + (" or None" if text != annotation else "")
    public = names_of("sealwax.operations")
    for name in (word for word in re.findall(r"\w+", text) if word in public):
        found = _find("sealwax.operations", name)
        home = found.module.removeprefix(f"{_CATALOG}.") if found else ""
        page = "" if home == subject else f"{home}.md" if home in SUBJECTS else "../operations.md"
        return f"[{written}]({page}#{name.lower()})"
    return written


def _cell(text: str) -> str:
    return _LITERAL.sub("`", " ".join(text.split())).replace("|", "\\|")


def _values(node: ast.stmt) -> str:
    """List the values of a type."""
    value = getattr(node, "value", None)
    match value:
        case ast.Subscript(ast.Name("Literal"), ast.Tuple(values)):
            return "\n".join(["One of:", "", *(f"- `{ast.unparse(each)}`" for each in values)])
        case _:
            return f"`{ast.unparse(value)}`" if value else ""


def write() -> None:
    """Write the pages, and remove those of subjects that are gone."""
    made = pages()
    for path in (FOLDER / "catalog").glob("*.md"):
        if path not in made:
            path.unlink()
    for path, text in made.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    write()

"""The site of the documentation, which ``nox -s site`` builds.

The source directory is the root of the repository, so that every link of a page is right on a repository
host, too. The first page is README.md. docs/index.md lists the others. Under docs/api/ and in
docs/commands.md, Sphinx describes what the repository has as Markdown.
"""

import inspect
import re
import typing
from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from os.path import normpath
from pathlib import Path
from textwrap import shorten
from types import MemberDescriptorType, UnionType
from typing import Annotated, Any

import click
import msgspec
from docutils import nodes
from docutils.statemachine import StringList
from pygments.lexers.javascript import JavascriptLexer
from sphinx.addnodes import download_reference, pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.highlighting import lexers
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from sphinx.util.inspect import stringify_signature
from sphinx.util.nodes import make_refnode

from sealwax.cli.app import sealwax as cli
from sealwax.operations.operation import Operation
from sealwax.operations.parameters import Parameters
from tools.api_pages import PAGES, SUBJECTS, names_at_the_top
from tools.support.commands import commands_of, paragraphs_of
from tools.support.public_names import PACKAGES, ROOMS, homes_of, names_of

ROOT = Path(__file__).parents[2]
_DESCRIPTION = 200  # characters of a page's description; search engines show about as many

project = "sealwax"
author = "the sealwax authors"
project_copyright = author
version = release = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)[1]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
root_doc = "README"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "MAINTAINING.md",
    "SECURITY.md",
    "changes/README.md",
    "docs/**.md",
    "vectors/*.md",
    "vectors/captured/README.md",
    "benchmarks/README.md",
]
exclude_patterns = ["tests/**", "**/node_modules/**", "docs/api/examples.md"]
nitpicky = True
nitpick_ignore = [
    # Type variables.
    *(
        ("py:class", f"sealwax.{name}")
        for name in (
            "client.calls.R",
            *("operations.operation.A_co", "operations.operation.R_co", "operations.parameters.P"),
            *("operations.responses.R_co", "operations.sealing.A_co", "operations.waiting.A"),
            *(
                "proofs.custom.T",
                "proofs.custom.T_co",
                "replay_guards.redis.C",
                "stamps.request_verification.V",
            ),
        )
    ),
    ("py:class", "sealwax_vectors.format.C"),
    # What a stamper and the local service need of each other; nobody makes these.
    ("py:class", "sealwax._codec.violations.Violation"),
    ("py:class", "sealwax.operations.sealing.RequestedOperation"),
    ("py:class", "sealwax.operations.responses._Timestamp"),
    ("py:class", "sealwax.testing.nitro.KeySet"),
    ("py:class", "sealwax_service.faults.LiveVectors"),
    ("py:class", "sealwax_service.http.messages.ReceivedRequest"),
    ("py:class", "sealwax_service.webhooks.Webhooks"),
    # Python's.
    ("py:class", "timedelta"),
    ("py:exc", "BrokenProcessPool"),
    ("py:exc", "sqlite3.Error"),
]

lexers["mjs"] = JavascriptLexer()  # Pygments does not know this name
smartquotes = False  # they make dashes of --options
default_role = "code"  # docstrings write `x` as Markdown does
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]

autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True  # EnclaveKeys.production() rather than 400 hex digits
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
napoleon_use_ivar = True  # the fields of a class, which its docstring lists, once
maximum_signature_line_length = 70

html_theme = "furo"
html_title = f"sealwax {release}"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_static_path = ["static"]
# A server answers the address of the site with index.html.
html_extra_path = ["root"]
html_css_files = ["site.css"]
html_favicon = str(Path(__file__).with_name("static") / "favicon.svg")
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_theme_options = {"footer_icons": [], "top_of_page_buttons": []}

# References: docstrings and signatures name a class by the module that defines it, or by its name alone.

_PUBLIC = {name: f"{module}.{name}" for module in reversed(ROOMS) for name in names_of(module)}
"""The page's name of each public name; where two modules have it, that of the first."""

# An inventory of Python's documentation would need the network, or 130 KB here. The others have no inventory.
_OTHERS = {
    *("aiohttp", "asyncio", "click", "collections", "concurrent", "cryptography", "dataclasses", "datetime"),
    *("httpx", "http", "msgspec", "os", "pathlib", "re", "requests", "types", "typing"),
}
_UNDOCUMENTED = {
    # Private bases and type variables that signatures show.
    "sealwax._crypto.secret_types.HoldsSecret",
}


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Element | None:
    """Resolve a reference to a public name; take the link off one to another project's type."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    first, _, _ = target.partition(".")
    names = target.split(".")
    for start in range(len(names)):
        public = _PUBLIC.get(names[start])
        if public and (first.startswith("sealwax") or start == 0):
            full = ".".join([public, *names[start + 1 :]])
            found = env.domains["py"].objects.get(full)
            if found:
                return make_refnode(app.builder, node["refdoc"], found.docname, found.node_id, content)
    if first in _OTHERS or hasattr(__builtins__, first) or target in _UNDOCUMENTED:
        return content
    return None


# Docstrings

EXAMPLES = dict(
    re.findall(
        r"^## (\S+)\n\n```python\n(.*?)^```$",
        (ROOT / "docs" / "api" / "examples.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
)
"""The examples of names; the wheel has no room for them in the docstrings."""
_SECTION = re.compile(r"(wire-formats\.md, sections?) (\d[\d.]*\b)(?: and (\d[\d.]*\b))?")


def read_docstring(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Turn what napoleon misreads into reStructuredText, before it reads the docstring."""
    if what in ("attribute", "data", "property"):
        # napoleon takes words before a colon of the first line for a type: begin with an empty comment.
        lines[:0] = ["..", ""]
    lines[:] = [_SECTION.sub(_links, line) for line in _tables(_returns(lines))]
    if what == "class" and isinstance(obj, type) and issubclass(obj, msgspec.Struct):
        lines += ["", *_descriptions(obj)]
    if name in EXAMPLES:
        code = EXAMPLES[name].splitlines()
        lines += ["", "Example:", "    .. code-block:: python", "", *(f"        {line}" for line in code)]


def _links(sections: re.Match[str]) -> str:
    """Link the sections of the wire formats that a docstring names."""
    document, first, second = sections.groups()
    link = f":ref:`{document} {first} <section-{first}>`"
    return f"{link} and :ref:`{second} <section-{second}>`" if second else link


def _returns(lines: list[str]) -> Iterator[str]:
    """Write the section ``Returns:`` as a field, as napoleon takes words before a colon for a type."""
    inside = False
    for line in lines:
        if line == "Returns:":
            inside, first = True, True
        elif inside and line and not line.startswith(" "):
            inside = False
            yield line
        elif inside:
            text = line.strip()
            yield f":returns: {text}" if first else f"    {text}"
            first = False
        else:
            yield line


def _tables(lines: Iterator[str]) -> Iterator[str]:
    """Write the tables of Markdown in a docstring as those of reStructuredText."""
    header = True
    for line in lines:
        bare = line.strip()
        if not bare.startswith("|"):
            header = True
            yield line
            continue
        cells = [each.strip() for each in bare.strip("|").split(" | ")]
        if set(bare) <= set("|- "):
            continue
        indent = line[: len(line) - len(line.lstrip())]
        if header:
            header = False
            yield from ("", f"{indent}.. list-table::", f"{indent}   :header-rows: 1", "")
        yield from (
            f"{indent}   {'* -' if not number else '  -'} {cell}" for number, cell in enumerate(cells)
        )


# msgspec's structs


def _descriptions(struct: type[msgspec.Struct]) -> Iterator[str]:
    """Give the descriptions of a struct's fields, from under those of the catalog, else from annotations."""
    in_catalog = struct.__module__.startswith(_CATALOG)
    written = ModuleAnalyzer.for_module(struct.__module__).find_attr_docs() if in_catalog else {}
    for field in msgspec.structs.fields(struct):
        found = [" ".join(written.get((struct.__name__, field.name), ())).strip()]
        found += [meta.description or "" for meta in _metas(field.type)]
        if description := next(filter(None, found), ""):
            linked = description.replace("wire-formats.md", ":doc:`wire-formats.md </vectors/wire-formats>`")
            yield f":param {field.name}: {linked}"


def _metas(annotation: object) -> Iterator[msgspec.Meta]:
    """Give what annotates a type, and the types in it."""
    if typing.get_origin(annotation) is Annotated:
        yield from (each for each in annotation.__metadata__ if isinstance(each, msgspec.Meta))
    for each in typing.get_args(annotation):
        yield from _metas(each)


def read_signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str, returns: str
) -> tuple[str, str] | None:
    """Show the types of a struct's fields without what annotates them."""
    if what != "class" or not isinstance(obj, type) or not issubclass(obj, msgspec.Struct):
        return None
    parameters = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=_bare(field.type, takes_sequences=issubclass(obj, Parameters)),
            default=inspect.Parameter.empty if field.required else _Default(field),
        )
        for field in msgspec.structs.fields(obj)
    ]
    return stringify_signature(inspect.Signature(parameters), unqualified_typehints=True), ""


class _Default:
    """The default of a field, as the signature shows it."""

    def __init__(self, field: msgspec.structs.FieldInfo) -> None:
        self._shown = repr(field.default) if field.default is not msgspec.NODEFAULT else "..."

    def __repr__(self) -> str:
        return self._shown


def _bare(annotation: Any, *, takes_sequences: bool) -> Any:
    """Give a type without what annotates it and the types in it; parameters take any sequence for a tuple."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        return _bare(arguments[0], takes_sequences=takes_sequences)
    if not arguments or origin is typing.Literal:
        return annotation
    bare = tuple(_bare(each, takes_sequences=takes_sequences) for each in arguments)
    if takes_sequences and origin is tuple and bare[-1] is ...:
        return Sequence[bare[0]]
    if origin in (typing.Union, UnionType):
        return typing.Union[bare]
    return (
        origin[bare] if not isinstance(origin, type) or origin.__module__ != "collections.abc" else annotation
    )


def skip_member(app: Sphinx, what: str, name: str, obj: object, skip: bool, options: object) -> bool | None:
    """Leave out fields, which the description of their class has, and classes with a page of their own."""
    in_catalog = (getattr(obj, "__module__", None) or "").startswith(_CATALOG)
    # The signature of a struct and its parameters have its fields.
    is_field = isinstance(obj, MemberDescriptorType) and issubclass(obj.__objclass__, msgspec.Struct)
    # A field with a docstring of its own comes as a mark of autodoc's, and not as what the class has.
    is_mark = what == "class" and app.env.docname.startswith("docs/api/catalog")
    is_field = is_field or (is_mark and not callable(obj) and not isinstance(obj, property))
    is_known = is_field or (inspect.getdoc(obj) or "").startswith("Alias for field number")
    return is_known or (in_catalog and app.env.docname == "docs/api/operations") or None


def leave_files(app: Sphinx, tree: nodes.document) -> None:
    """Copy only data to the site: a link to another file, such as a module, becomes its name."""
    for link in list(tree.findall(download_reference)):
        if not link["reftarget"].endswith((".json", ".tsv")):
            link.replace_self(link.children)


SEARCHED = {
    "README": "install, pip install, Turnkey",
    "docs/recover-a-wallet": (
        "seed phrase, recovery phrase, secret phrase, mnemonic, export, export bundle, backup, "
        "recover, recovery, offline, 12 words, private key, export wallet, export private key"
    ),
    "docs/wallet-programs": "MetaMask, Phantom, Electrum, Sparrow, keystore, WIF, descriptor, xprv",
    "docs/inspect": "what is this file, stamp refused, unknown file",
    "docs/keys": "API key, key file, PEM, target key, tkcli",
    "docs/keys-on-devices": "HSM, PKCS#11, KMS, AWS, YubiKey, security key, hardware key",
    "docs/stamp-and-verify": (
        "stamp, stamp a request, sign a request, X-Stamp, stamper, turnkey_api_key_stamper"
    ),
    "docs/embed": ("embed, SDK, stability, semantic versioning, subinterpreter, import time, musl, Alpine"),
    "docs/client": (
        "client, retry, timeout, wait, poll, async, rate limit, rate limiting, logging, logs, OpenTelemetry, "
        "pagination, async client, approve activity"
    ),
    "docs/send-requests": "request, operations, create wallet, quota",
    "docs/stamping-clients": "httpx, requests, aiohttp, proxy of requests",
    "docs/any-operation": "newer operation, unknown operation, OpenAPI, swagger",
    "docs/pins": "pin, pins, EnclaveIdentity, pivot hash",
    "docs/processes": "fork, thread, multiprocessing, gunicorn, event loop, asyncio, pickle, copy",
    "docs/sign": (
        "sign, sign transaction, sign a transaction, sign message, Ethereum, Solana, Bitcoin, solana sign, "
        "transaction, personal_sign"
    ),
    "docs/log-in": (
        "login, log in, OTP, one-time code, OIDC, OAuth, session, JWT, email, email login, SMS code, "
        "session expired, signup, sign up, Google"
    ),
    "docs/passkeys": "passkey, verify passkey, WebAuthn, attestation, registration, browser",
    "docs/import-a-wallet": "import, import wallet, import seed phrase, import a private key, import bundle",
    "docs/secrets": "secret, quorum key, encrypt",
    "docs/receive-requests": "server, replay, replay attack, Redis, SQLite, verify a stamp",
    "docs/receive-webhooks": (
        "webhook, webhook secret, signing secret, verify webhook, verify webhook signature, Flask, Django, "
        "FastAPI, JWKS"
    ),
    "docs/verify-proofs": "proof, enclave, Nitro, attestation document, PCR, boot proof, app proof",
    "docs/verify-activities": (
        "vote, approval, consensus, fingerprint, audit, archive, signature, verify signature, EIP-712, "
        "typed data"
    ),
    "docs/local-service": (
        "mock, mock server, emulator, test server, fake, sandbox, pytest, fixture, pytest fixture, CI"
    ),
    "docs/local-service-reference": "fault, policy, policies, docker, container",
    "docs/coming-from-other-clients": "TypeScript, JavaScript, sdk-server, migrate, migration, Go",
    "docs/coming-from-turnkey-http": (
        "turnkey-http, turnkey_http, TurnkeyClient, TurnkeyActivityError, "
        "TurnkeyActivityConsensusNeededError, TurnkeyNetworkError"
    ),
    "docs/errors": "error, error code, error handling, exception",
    "docs/upgrade": "upgrade, upgrading, breaking change, deprecated",
    "CHANGELOG": "changelog, release notes",
    "docs/commands": "command line, CLI",
    "docs/concepts": "glossary, enclave, sub-organization",
    "docs/configuration": (
        "extra, proxy, proxy settings, environment variable, Windows, macOS, Python version"
    ),
    "vectors/README": "test vectors, run test vectors, test vectors run, conformance, implementer",
    "vectors/wire-formats": "wire format, HPKE, bytes, specification, export bundle format",
    "SECURITY": "security, vulnerability, threat, memory",
    "benchmarks/README": "benchmark, performance, speed",
}
"""The words with which people look for a page: the search gives it first for them."""


_API = "docs/api/"


def read_api(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the Markdown of a page of the API by directives of autodoc, which the search knows."""
    name = docname.removeprefix(_API)
    first = "\n\n".join(source[0].split("\n\n")[:2] if "/" in name else source[0].split("\n\n")[:1])
    lines: list[str] = []
    if docname == f"{_API}catalog":
        pages = "\n".join(f"catalog/{subject}" for subject in SUBJECTS)
        linked = re.sub(r"\[`(\w+)`\]\([^)]*\)", r"{py:class}`\1 <sealwax.operations.\1>`", source[0])
        source[0] = f"{linked}\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
    elif docname.startswith(f"{_API}catalog/"):
        lines = [f".. catalog:: {name.partition('/')[2]}"]
    elif docname.startswith(_API):
        for module in PAGES[name]:
            lines += [f".. automodule:: {module}", *([] if names_of(module) else ["   :no-members:"])]
            if also_at_the_top := names_at_the_top(module):
                lines.append(f"   :exclude-members: {', '.join(also_at_the_top)}")
            lines.append("")
            lines += [f".. values:: {module}", ""]
    if lines:
        see = "[The catalog](catalog.md) has the other operations.\n\n" if name == "operations" else ""
        source[0] = "\n".join([f"{first}\n\n{see}```{{eval-rst}}", *lines, "```"])


def read_commands(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the commands by the directive that describes them, whose options the search knows."""
    if docname == "docs/commands":
        title, text, _ = source[0].split("\n\n", 2)
        source[0] = f"{title}\n\n{text}\n\n```{{eval-rst}}\n.. commands::\n```\n"


def read_sections(app: Sphinx, docname: str, source: list[str]) -> None:
    """Give each numbered section of the wire formats a label, for the links of docstrings."""
    if docname == "vectors/wire-formats":
        source[0] = re.sub(r"(?m)^(?=##+ (\d[\d.]*\b))", r"(section-\1)=\n", source[0])


def read_searched(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the words with which people look for a page into its index entries."""
    if docname in SEARCHED:
        title, rest = source[0].split("\n", 1)
        entries = "".join(f"```{{index}} ! {words}\n```\n" for words in SEARCHED[docname].split(", "))
        source[0] = f"{title}\n\n{entries}{rest}"


_CAPTION = re.compile(r"^## (.*)$")
_ENTRY = re.compile(r"^- \[(.*?)\]\((.*?)\.md\)")


def read_index(app: Sphinx, docname: str, source: list[str]) -> None:
    """Make the navigation of the site from the list in docs/index.md."""
    if docname == "docs/index":
        # The navigation has its entries.
        source[0] = f"---\norphan: true\n---\n{source[0]}"
    if docname != root_doc:
        return
    for line in (ROOT / "docs" / "index.md").read_text().splitlines():
        if caption := _CAPTION.match(line):
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption[1]}\n```\n"
        elif entry := _ENTRY.match(line):
            page = normpath(f"docs/{entry[2]}")
            source[0] = source[0].removesuffix("```\n") + f"{entry[1]} </{page}>\n```\n"


# Names that are neither classes nor functions


class Values(SphinxDirective):
    """Describe the constants and types of a module that `automodule` does not: ``.. values:: MODULE``.

    Their docstrings are in the module that defines them, which may be another.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Give an entry for each."""
        (module,) = self.arguments
        lines = [
            line for name, defining in _values_of(module) for line in _described_value(module, name, defining)
        ]
        parent = nodes.Element()
        self.state.nested_parse(StringList(lines, module), 0, parent)
        return parent.children


def _values_of(module: str) -> Iterator[tuple[str, str]]:
    """Give the name of each value, and the module that defines it."""
    homes = homes_of(module) if module in PACKAGES else dict.fromkeys(names_of(module), module)
    for name, own in homes.items():
        value = getattr(import_module(module), name)
        if (
            not inspect.isclass(value)
            and not inspect.isfunction(value)
            and (own != module or not _docstring(own, name))
        ):
            yield name, own


def _docstring(module: str, name: str) -> list[str]:
    """Give the docstring below an assignment in a module."""
    analyzer = ModuleAnalyzer.for_module(module)
    analyzer.analyze()
    return analyzer.attr_docs.get(("", name), [])


def _described_value(module: str, name: str, defining: str) -> Iterator[str]:
    """Write the entry of a value in reStructuredText."""
    value = getattr(import_module(module), name)
    yield from (f".. py:data:: {name}", f"   :module: {module}", "")
    yield from (f"   {line}" for line in _docstring(defining, name))
    if typing.get_origin(value) is typing.Literal:
        yield from ("", f"   One of {', '.join(f'``{each!r}``' for each in typing.get_args(value))}.", "")
    elif isinstance(value, str):
        yield from ("", f"   ``{value!r}``", "")
    yield ""


_CATALOG = "sealwax.operations.catalog"


class CatalogClasses(SphinxDirective):
    """Describe the operations of a subject, then the objects in them: ``.. catalog:: SUBJECT``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Give an entry for each class."""
        package = import_module("sealwax.operations")
        module = f"{_CATALOG}.{self.arguments[0]}"
        values = [getattr(package, name) for name in package.__all__]
        classes = [each for each in values if inspect.isclass(each) and each.__module__ == module]
        classes.sort(key=lambda each: not issubclass(each, Operation))  # stable
        lines = [f".. autoclass:: sealwax.operations.{each.__name__}" for each in classes]
        parent = nodes.Element()
        self.state.nested_parse(StringList(lines, _CATALOG), 0, parent)
        return parent.children


# The command line


class Commands(SphinxDirective):
    """Describe each command as its help does: ``.. commands::``."""

    def run(self) -> list[nodes.Node]:
        """Give a section for each command."""
        root = click.Context(cli, info_name="sealwax")
        return [self._section(context) for context in commands_of(root)]

    def _section(self, context: click.Context) -> nodes.section:
        name = context.command_path
        section = nodes.section(ids=[name.replace(" ", "-")])
        section += nodes.title(text=name)
        source = StringList(list(_described(context)), name)
        self.state.nested_parse(source, 0, section)
        section.extend(self._section(each) for each in commands_of(context))
        return section


def _described(context: click.Context) -> Iterator[str]:
    """Write the help of a command in reStructuredText."""
    command = context.command
    yield from (".. code-block:: text", "", f"   {command.get_usage(context)[len('Usage: ') :]}", "")
    yield from _paragraphs(command.help or "")
    yield from ("", f".. program:: {context.command_path}", "")
    for option in command.get_params(context):
        record = option.get_help_record(context)
        if record and isinstance(option, click.Option):
            yield from (f".. option:: {record[0]}", "", f"   {_escaped(record[1])}", "")
    yield from _paragraphs(command.epilog or "")


def _paragraphs(text: str) -> Iterator[str]:
    """Give the paragraphs of a help text."""
    for paragraph in paragraphs_of(text):
        if isinstance(paragraph, str):
            yield from (_escaped(paragraph), "")
        else:
            yield from (".. code-block:: text", "", *(f"   {line}" for line in paragraph), "")


def _escaped(text: str) -> str:
    """Escape what reStructuredText takes for markup, except code between backticks."""
    parts = text.split("`")
    return "`".join(
        part if place % 2 else re.sub(r"([\\*|_])", r"\\\1", part) for place, part in enumerate(parts)
    )


def add_description(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Describe a page by its first paragraph, for search engines and for those who share its address."""
    first = next(doctree.findall(nodes.paragraph), None) if doctree else None
    if doctree and first:
        text = escape(shorten(first.astext(), _DESCRIPTION, placeholder=" …"))
        title = escape(next(doctree.findall(nodes.title)).astext())
        context["metatags"] += (
            f'<meta name="description" content="{text}">\n'
            f'<meta property="og:title" content="{title}">\n'
            f'<meta property="og:description" content="{text}">\n'
        )


SUMMARY = "sealwax calls Turnkey's wallet API from Python, and verifies what the service's enclaves signed."


def write_markdown(app: Sphinx, exception: Exception | None) -> None:
    """Put the Markdown of each page beside its HTML, and a list of all into llms.txt, for assistants.

    They are the files of the repository: extensions that render Markdown lose links and parts of signatures.
    """
    if exception is None:
        for name in app.env.found_docs:
            (Path(app.outdir) / f"{name}.md").write_text((ROOT / f"{name}.md").read_text())
        _, *sections = (ROOT / "docs" / "index.md").read_text().split("\n## ")
        text = "\n## ".join([f"# sealwax\n\n> {SUMMARY}\n", *sections])
        listed = re.sub(r"\]\((\S+)\)", lambda link: f"]({normpath(f'docs/{link[1]}')})", text)
        (Path(app.outdir) / "llms.txt").write_text(listed)


def setup(app: Sphinx) -> None:
    """Connect the functions above."""
    app.add_directive("catalog", CatalogClasses)
    app.add_directive("commands", Commands)
    app.add_directive("values", Values)
    app.connect("build-finished", write_markdown)
    app.connect("html-page-context", add_description)
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-docstring", read_docstring, priority=100)
    app.connect("autodoc-process-signature", read_signature)
    app.connect("autodoc-skip-member", skip_member)
    app.connect("doctree-read", leave_files, priority=100)  # before the files are collected
    app.connect("source-read", read_api)
    app.connect("source-read", read_commands)
    app.connect("source-read", read_searched)
    app.connect("source-read", read_sections)
    app.connect("source-read", read_index)

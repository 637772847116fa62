"""Write the fields of every type of group into ``vectors/fields.md``, from the JSON Schemas.

The page ends with the names that are read of each document, from the types that the library reads it into.

A new case changes none. For example::

    python -m tools.vector_fields
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sealwax import webhooks
from sealwax.activities import votes
from sealwax.bundles import signed_envelope
from sealwax.login import client_signature, oidc, tokens
from sealwax.operations import proposals
from sealwax.proofs import app, boot
from sealwax.stamps import api_key_verification, attested
from sealwax.stamps import webauthn as webauthn_stamps
from sealwax.testing import sealed
from sealwax.wallets import keystore
from sealwax.webauthn import ceremony, registration
from sealwax_vectors.constructs import attested_stamps
from tools.release.ledger import DESCRIPTION, VECTORS
from tools.support.tables import Row, table

PAGE = VECTORS / "fields.md"
SCHEMAS = VECTORS / "schema"
LISTS: dict[str, dict[str, Any]] = json.loads((SCHEMAS / "common.json").read_text())["$defs"]
"""The lists of names that schemas refer to, by their names."""


DOCUMENTS: dict[str, type | Iterable[str]] = {
    "API key stamp (2.1)": api_key_verification._Stamp,
    "WebAuthn stamp (2.2)": webauthn_stamps._Stamp,
    "attested stamp (2.3)": attested._Stamp,
    "payload of an OIDC token (2.3); `exp` where it is verified": {
        *oidc._CLAIMS,
        *attested_stamps._ISSUER_CLAIMS,
    },
    "client signature (2.4)": client_signature._Wire,
    "message of a client signature (2.4)": client_signature.ClientMessage,
    "signed bundle (4.1)": signed_envelope.Envelope,
    "data of a signed bundle of any kind (4.1 to 4.6)": signed_envelope.Payload,
    "a client's sealed payload (4.3, 4.4, 4.6)": sealed._SealedText,
    "file of a proposal (4.8)": proposals._Content,
    "header of a token (5)": tokens._Header,
    "payload of a session JWT (5.1)": tokens._SessionPayload,
    "payload of a verification token (5.2)": tokens._VerificationPayload,
    "registration of a passkey (8.2)": registration._CREDENTIAL_NAMES,
    "`response` of a registration (8.2)": registration._RESPONSE_NAMES,
    "client data (8.2)": ceremony._ClientData,
    "webhook: the signed body (9.4)": webhooks._Event,
    "webhook: the set of keys (9.3)": webhooks._Jwks,
    "webhook: a key of the set (9.3), which is then left out": webhooks._Jwk,
    "activity (11)": votes._Activity,
    "message of a vote (11)": votes._Message,
    "`parameters` of an approval (11)": votes._APPROVAL_PARAMETERS,
    "keystore (13.3)": keystore._Keystore,
    "`kdfparams` of scrypt (13.3)": keystore._ScryptParameters,
    "`kdfparams` of PBKDF2 (13.3)": keystore._Pbkdf2Parameters,
    "app proof (14.1)": app._AppProof,
    "payload of an app proof (14.1)": app._Payload,
    "boot proof (14.2)": boot._BootProof,
}
"""What is read of each document: the type that it is read into, or the names."""


def names_read() -> str:
    """The names that readers read of each document."""
    rows: list[Row] = [("document", "names")]
    for document, read in DOCUMENTS.items():
        names = _names(msgspec.inspect.type_info(read)) if isinstance(read, type) else sorted(read)
        rows.append((document, ", ".join(f"`{name}`" for name in names)))
    return f"""## Names that are read

Of each JSON document, by the sections of wire-formats.md. A name that differs from one of these only in case
is refused, where that one stands. A dot leads into an object, and `[]` into an array. Of a proof of another
application (14.7), these are the names of its form. Manifests, the request of a proposal, typed data and
authorizations refuse all names that they do not have.

{table(*rows)}"""


def _names(read: msgspec.inspect.Type) -> Iterator[str]:
    """The names of the members of a type, and of the objects in it."""
    if isinstance(read, msgspec.inspect.UnionType):
        for each in read.types:
            yield from _names(each)
    elif isinstance(read, msgspec.inspect.ListType | msgspec.inspect.VarTupleType):
        for name in _names(read.item_type):
            yield f"[].{name}"
    elif isinstance(read, msgspec.inspect.StructType):
        for field in read.fields:
            yield field.encode_name
            for name in _names(field.type):
                yield f"{field.encode_name}{'' if name.startswith('[]') else '.'}{name}"


def fields() -> str:
    """The fields of every type of group, from the schemas."""
    return "\n\n".join(_fields_of(*group) for group in groups())


def groups() -> Iterator[tuple[str, dict[str, Any], dict[str, Any], list[str]]]:
    """Each type of group, with its schema, that of its cases, and the files that may have it."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {}
    for path in sorted(VECTORS.glob("*.json")):
        file = path.stem
        definitions = json.loads((SCHEMAS / f"{file}_schema.json").read_text())["$defs"]
        types = {group["type"] for group in json.loads(path.read_bytes())["testGroups"]}
        for definition in definitions.values():
            properties = definition["properties"]
            if "tests" not in properties:
                continue
            (name,) = properties["type"]["enum"]
            case = _inlined(properties["tests"]["items"], definitions)
            known = found.setdefault(name, (definition, case, []))
            assert known[:2] == (definition, case), f"two files have different groups {name}"
            if name in types:
                known[2].append(file)
    for name, (definition, case, in_files) in found.items():
        yield name, definition, case, in_files


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """Replace the references to definitions of the same file; the description beside one stays."""
    if isinstance(schema, list):
        return [_inlined(child, definitions) for child in schema]
    if not isinstance(schema, dict):
        return schema
    _, here, name = schema.get("$ref", "").partition("#/$defs/")
    if here and not schema["$ref"].startswith("common.json"):
        beside = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
        return {**_inlined(definitions[name], definitions), **beside}
    return {keyword: _inlined(value, definitions) for keyword, value in schema.items()}


def _fields_of(name: str, group: dict[str, Any], case: dict[str, Any], in_files: list[str]) -> str:
    rows: list[Row] = [("field", "encoding", "what"), *_rows_of(case)]
    names = ", ".join(f"`{file}`" for file in in_files)
    return f"## `{name}`\n\n{group['description']} {case['description']} In {names}.\n\n{table(*rows)}"


def _rows_of(case: dict[str, Any], place: str = "") -> Iterator[Row]:
    """The rows of the fields of a case or of an object in it; ``place`` leads to the object."""
    for name, schema in case["properties"].items():
        if name in DESCRIPTION and not place:
            continue
        what, field = schema["description"], f"{place}{name}"
        assert not what.startswith("Bytes, as"), f"say what {field} is"
        default = schema.get("default")
        if default is not None:
            what += f" {json.dumps(default)} where it is left out."
        elif name not in case["required"] and not what.startswith("Output") and "Left out" not in what:
            what += " May be left out."
        yield f"`{field}`", _encoding(schema), what
        inner = schema.get("items", schema)
        if "properties" in inner:
            yield from _rows_of(inner, f"{field}{'' if inner is schema else '[]'}.")


def _encoding(schema: dict[str, Any]) -> str:
    _, common, name = schema.get("$ref", "").partition("common.json#/$defs/")
    if common:
        condition = "text, if valid " if "examples" in LISTS[name] else ""
        return f"{condition}a name of `{name}` in `schema/common.json`"
    if "anyOf" in schema or "enum" in schema:
        options = [_encoding(option) for option in schema.get("anyOf", ())]
        return " or ".join([*options, *(f"`{value}`" for value in schema.get("enum", ()))])
    if "examples" in schema:
        return f"text, if valid {' or '.join(f'`{value}`' for value in schema['examples'] if value)}"
    kind: str = schema.get("type", "object")
    inner = schema.get("items") or schema.get("additionalProperties")
    if isinstance(inner, dict):
        return f"{kind} of {_encoding(inner)}"
    if kind == "string":
        return "hex" if "pattern" in schema else "text"
    return kind


def page() -> str:
    """Write the page: its head as it is, and the fields."""
    start, end = "<!-- fields: written by tools/vector_fields.py -->", "<!-- end of fields -->"
    pattern = re.escape(start) + ".*?" + re.escape(end)
    text, count = re.subn(
        pattern,
        lambda _: f"{start}\n\n{fields()}\n\n{names_read()}\n\n{end}",
        PAGE.read_text(),
        flags=re.DOTALL,
    )
    assert count == 1, f"{PAGE.name} has {count} places for the fields"
    return text


if __name__ == "__main__":
    PAGE.write_text(page())

"""The first questions of ``sealwax recover``: the export, its key and its organization, until it opens."""

import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, TypeVar
from urllib.parse import unquote
from uuid import UUID

import click

import sealwax
from sealwax._codec.misplaced import name_misplaced
from sealwax._codec.strict_json import decode_object
from sealwax._crypto.key_files import is_encrypted_der, is_foreign
from sealwax._limits import MAX_ADDRESS_CHARACTERS, MAX_ANSWER_BYTES
from sealwax.bundles.answers import EXPORT
from sealwax.bundles.exports import read_wallet
from sealwax.errors import (
    ContextMismatch,
    DecryptionFailed,
    MalformedInput,
    NotCompleted,
    SealwaxError,
    ServiceError,
    Unsupported,
)
from sealwax.files import read_file
from sealwax.inspection import Inspection, inspect
from sealwax.inspection.artifacts import EXPORTS
from sealwax.inspection.clutter import Found, decoded, unwrapped
from sealwax.keys import parse_target_key_file
from sealwax.schemes import PRIVATE_KEY_BYTES
from sealwax.signers.devices import DEVICE_PREFIXES
from sealwax.signing import KeyAgreement

from .answers import find_bundle
from .conversation import Back, Conversation, StartAgain, answer, ask_secret, choose, confirm
from .key_source import KeySource
from .keys_in_text import LOOK_ALIKES, keys_beside_objects, keys_in_text
from .many import read_keys
from .next_steps import with_commands
from .program import as_typed, command
from .streams import STANDARD_STREAM, Input, is_open_to_others
from .unseen import unseen_in

T = TypeVar("T")

PASTED_EXPORT: Final = "EXPORT_FILE"
PASTED_KEY: Final = "KEY_FILE"
"""The placeholder in a command for a pasted value."""


class NamedKey(NamedTuple):
    """A key to try, its value of ``--key``, and whether its text was repaired."""

    name: str
    key: KeyAgreement
    is_mended: bool = False


class Export(NamedTuple):
    """An export that the enclave signed: its file, its bundle, and the data in it or beside it.

    Attributes:
        path: The file, or a placeholder.
        bundle: The bundle.
        organization_id: The organization in it, if that is an id.
        address: The unsigned address beside it.
        how: The file's difference from the service's answer, such as ``in UTF-16``; empty without one.
        others: The other files of its folder that have exports, the next one first.
        keys: The keys in the same text, as in an e-mail that brought both.
    """

    path: str
    bundle: str | bytes
    organization_id: str | None
    address: str | None
    how: str = ""
    others: tuple[str, ...] = ()
    keys: tuple[NamedKey, ...] = ()


class Opened(NamedTuple):
    """An opened export: its key, its options and its content."""

    export: Export
    key_name: str
    organization_id: str
    content: sealwax.ExportedWallet | sealwax.ExportedAccount
    is_mended: bool = False
    """Whether the export or the key was repaired, which other commands do not do."""

    @property
    def key_file(self) -> str | None:
        """The file of the key; None if it was pasted, or is not in a file."""
        is_elsewhere = self.key_name == PASTED_KEY or self.key_name.startswith(_PREFIXES)
        return None if is_elsewhere else self.key_name

    @property
    def key_in_words(self) -> str:
        """The words after "the key"."""
        if self.key_file is not None:
            return f"in the file {self.key_file}"
        return "that you pasted" if self.key_name == PASTED_KEY else self.key_name


class Opening:
    """The questions until an export opens, and their answers."""

    opened: Opened
    _export: Export
    _ring: list[NamedKey]

    def __init__(self, talk: Conversation, keys: sealwax.EnclaveKeys) -> None:
        self._talk, self._keys = talk, keys

    def ask_export(self) -> bool:
        """Ask for the export."""
        self._export = _ask_export(self._talk, self._keys)
        return True

    def ask_keys(self) -> bool:
        """Ask for the key, unless the export came with one."""
        self._ring = [*self._export.keys]
        if self._ring:
            self._talk.say(f"In the same text {_are_keys(len(self._ring))}: tried after the next question.")
            return False
        self._ring = _ask_keys(self._talk, self._export)
        return True

    def ask_organization(self) -> bool:
        """Ask for the organization, and open the export."""
        while True:
            organization_id = _ask_organization(self._talk, self._export)
            try:
                self._open(organization_id)
            except StartAgain:
                raise
            except Back:
                continue
            return True

    def _open(self, organization_id: str) -> None:
        """Open the export; ask again for wrong inputs."""
        talk, export = self._talk, self._export
        while True:
            try:
                found = _try_keys(export, self._ring, organization_id, self._keys)
                if found is not None:
                    key, plaintext = found
                    is_mended = bool(export.how) or key.is_mended
                    self.opened = Opened(export, key.name, organization_id, _content_of(plaintext), is_mended)
                    _describe(talk, self.opened)
                    return
            except ContextMismatch:
                talk.say(
                    "The export is signed for another organization than you typed.",
                    "Compare each character. Or press Enter to see the one in the export.",
                )
                organization_id = _ask_organization(talk, export)
                continue
            except SealwaxError as error:
                talk.say(f"This export cannot be opened: {error}.", "Take another one.")
                raise StartAgain from None
            place = choose(
                talk,
                "This key does not open the export: the export was made for another key."
                if len(self._ring) == 1
                else f"None of these {len(self._ring)} keys opens the export.",
                (
                    "Try all keys of a folder. An export does not say which key it was made for.",
                    "Take another key.",
                    "Take another export.",
                ),
            )
            if place == _ANOTHER_EXPORT:
                raise StartAgain
            with suppress(Back):
                self._ring = _ask_folder(talk) if place == 0 else _ask_keys(talk, export)


def _are_keys(count: int) -> str:
    return "is a private key, too" if count == 1 else f"are {count} private keys, too"


_ANOTHER_EXPORT = 2


def _try_keys(
    export: Export, ring: list[NamedKey], organization_id: str, keys: sealwax.EnclaveKeys
) -> tuple[NamedKey, bytes] | None:
    """Return the key that opens an export, and the content; None without one."""
    for named_key in ring:
        with suppress(DecryptionFailed):
            plaintext = sealwax.decrypt_export(
                export.bundle, named_key.key, organization_id=organization_id, keys=keys
            )
            return named_key, plaintext
    return None


def _content_of(plaintext: bytes) -> sealwax.ExportedWallet | sealwax.ExportedAccount:
    # The shortest mnemonic has 47 bytes.
    if len(plaintext) == PRIVATE_KEY_BYTES:
        return sealwax.ExportedAccount(plaintext)
    return read_wallet(plaintext)


def _describe(talk: Conversation, opened: Opened) -> None:
    """Describe the content of the export."""
    talk.say(f"The export opened with the key {opened.key_in_words}.")
    key_file = opened.key_file
    if key_file is not None and _is_file(key_file) and is_open_to_others(Path(key_file).stat().st_mode):
        talk.say(
            "Other people who use this computer can read the file of this key. You can stop that later: "
            f"chmod 600 {shlex.quote(key_file)}"
        )
    content = opened.content
    if isinstance(content, sealwax.ExportedAccount):
        talk.say("In the export is the private key of a single account, not the words of a whole wallet.")
        return
    if content.checksum_valid:
        language = str(content.language).replace("_", " ").capitalize()
        talk.say(f"In the export are the {len(content.mnemonic.split())} words of a wallet ({language}).")
    else:
        talk.say(
            "In the export is a text that is not a valid phrase of BIP-39. "
            "It is what the enclave sealed, unchanged.",
            f"If the export is of a secret and not of a wallet, open it with: {command(('decrypt-secret',))}",
        )
    if content.passphrase is not None:
        talk.say(
            "The wallet has a passphrase, too. Your wallet program must ask for it: the words alone are "
            "another wallet.",
            *_unseen_in_passphrase(content.passphrase),
        )


def _unseen_in_passphrase(passphrase: str) -> list[str]:
    found = [*unseen_in(passphrase)]
    return ["The passphrase has characters that cannot be seen.", *found] if found else []


# Pathlib's functions raise PermissionError for a link into an unsearchable folder.


def _is_file(path: str | Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113


def _is_folder(path: str | Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112


# The export.


def _ask_export(talk: Conversation, keys: sealwax.EnclaveKeys) -> Export:
    """Ask for the file or the content of an export until the enclave's signature on it verifies."""
    talk.say(
        "",
        "The export: type the name of its file, or of a folder with exports. Or paste the export, or its "
        "whole e-mail.",
    )
    while True:
        examined = _read_export(talk, answer(talk, "File"), keys)
        if examined is None:
            continue
        if not examined.exports:
            talk.say(*examined.problem, "Take another file, or paste the export.")
            continue
        with suppress(Back):
            return _choose_export(talk, examined.exports)


def _read_export(talk: Conversation, typed: str, keys: sealwax.EnclaveKeys) -> "_Examined | None":
    """Examine the typed file or folder, or the pasted text; for anything else, explain it and return None."""
    path = find_path(typed)
    if path is not None and _is_folder(path):
        return _examine_folder(Path(path), keys)
    if path is not None:
        read = _read(path)
        if isinstance(read, bytes):
            return _examine(read, keys, path)
        talk.say(read)
        return None
    if typed.lower() == "paste":
        talk.say("Paste it now, and press Enter.")
        return None
    pasted = _pasted(talk, typed) if _is_paste(typed) else [typed, *talk.pasted()]
    talk.discard()
    if len(pasted) > 1 or _is_paste(typed):
        examined = _examine("\n".join(pasted).encode(errors="replace"), keys, PASTED_EXPORT)
        if any(export.keys for export in examined.exports):
            _clear_key(talk)
        return examined
    talk.say(*_why_no_file(typed, _OTHERS))
    return None


def _choose_export(talk: Conversation, exports: list[Export]) -> Export:
    """Return the only export, or the chosen one with the names of the others."""
    paths = [export.path for export in exports]
    names = [
        path if paths.count(path) == 1 else f"number {paths[: place + 1].count(path)} in {path}"
        for place, path in enumerate(paths)
    ]
    place = 0
    if len(exports) > 1:
        place = choose(
            talk,
            f"There are {len(exports)} exports. They are opened one at a time. Which one do you want first?",
            [f"{name}: {_in_words(export)}" for name, export in zip(names, exports, strict=True)],
        )
    export = exports[place]
    talk.say("This is an export, and it is genuine: the service's enclave signed it.")
    if export.how:
        talk.say(
            f"It was not as the service sends it, but {export.how}. It was read all the same: its signature "
            "shows that nothing of it was changed."
        )
    return export._replace(others=(*names[place + 1 :], *names[:place]))


def _in_words(export: Export) -> str:
    address = export.address if len(export.address or "") <= MAX_ADDRESS_CHARACTERS else None
    organization = export.organization_id or "of an unusual id"
    return f"for the organization {organization}" + (f", with the address {address}" if address else "")


def find_path(typed: str) -> str | None:
    """Return the typed path, or the quoted path of a dragged file; None if nothing exists there."""
    candidates = [typed, os.path.expanduser(typed)]  # noqa: PTH111 - that of pathlib raises
    if typed.lower().startswith(_FILE_URL):
        name = unquote(typed[len(_FILE_URL) :].removeprefix("localhost"))
        candidates.append(_SLASH_BEFORE_A_DRIVE.sub("", name))
    try:
        words = shlex.split(typed)
    except ValueError:  # quotes that do not close
        words = []
    candidates += words if len(words) == 1 else []
    for path in candidates:
        # The system refuses a name with a zero byte, or one that is too long.
        if path and "\0" not in path and len(path) <= _LONGEST_PATH and os.path.lexists(path):
            is_special = path == STANDARD_STREAM or path.startswith(_PREFIXES)
            return f".{os.sep}{path}" if is_special else path
    return None


_FILE_URL = "file://"
_SLASH_BEFORE_A_DRIVE = re.compile("^/(?=[A-Za-z]:)")  # of Windows
_LONGEST_PATH = 4096
_PREFIXES = ("env:", "tkcli:", *DEVICE_PREFIXES)


def _why_no_file(typed: str, others: Mapping[str, str]) -> Iterator[str]:
    """Describe text that was typed instead of a file's name, without repeating it.

    Args:
        typed: The text.
        others: The messages of the question about other kinds of artifacts; the first match is used.
    """
    content = typed.encode(errors="replace")
    misplaced = name_misplaced(content)
    if not typed:
        yield "Type the name of a file, and press Enter. Ctrl and C together stop."
    elif misplaced is None:
        yield "There is no file of this name. Check the spelling, and the folder."
        yield from _files_in(_folder_of(typed))
    else:
        kinds = inspect(content).kinds
        unknown = f"This is not the name of a file: it looks like {misplaced}."
        yield as_typed(next((words for kind, words in others.items() if kind in kinds), unknown))
        if "public-key" not in kinds:
            yield "If it is secret, it now stands on your screen: close this window when you are done."


def _folder_of(typed: str) -> Path:
    """Return the folder of a typed path, by default the current folder."""
    path = find_path(os.path.dirname(typed.strip("'\"")))  # noqa: PTH120 - a Path drops a slash at the end
    return Path(path) if path is not None and _is_folder(path) else Path()


def _files_in(folder: Path) -> Iterator[str]:
    """List the files and folders in a folder, and explain how to type one."""
    here = "You are in the folder" if folder == Path() else "The folder is"
    yield f"{here} {folder.absolute()}"
    try:
        yield f"Its files are: {_names(folder, _is_file) or 'none'}"
        folders = _names(folder, _is_folder)
    except OSError as error:
        yield f"The folder cannot be read: {error.strerror}."
        return
    if folders:
        yield f"Its folders are: {folders}"
    yield "For a file in another folder, type the folder, a slash and the file, or drag it to this window."


def _names(folder: Path, is_kind: Callable[[Path], bool]) -> str:
    """List a folder's entries of a kind, the first of many, without hidden ones."""
    names = sorted(path.name for path in folder.iterdir() if is_kind(path) and path.name[:1] != ".")
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


_MOST_NAMES = 20


def _read(path: str) -> str | bytes:
    """Return the content of a file, or print why it cannot be read."""
    if os.path.exists(path) and not _is_file(path):  # noqa: PTH110 - as above
        return "This is not a file that can be read: it is a device or a pipe."
    try:
        return read_file(path, limit=MAX_ANSWER_BYTES, label="this file")
    except OSError as error:
        return f"The file cannot be read: {error.strerror}."
    except MalformedInput:
        return "This file is larger than any export. Check that it is the right one."


def _is_paste(typed: str) -> bool:
    return typed.lstrip("'\"`[> \ufeff\u201c\u201d\u2018\u2019").startswith("{")


def _pasted(talk: Conversation, first: str) -> list[str]:
    """Read the lines of a paste: to the end of its JSON, or an empty line, and those that came with it."""
    lines, length, line = [first], len(first), first
    reader = _JsonEnd()
    while not reader.is_end(line) and line and length <= MAX_ANSWER_BYTES:
        line = talk.ask("").strip("\r")
        lines.append(line)
        length += len(line) + 1
    return lines + talk.pasted()


class _JsonEnd:
    """Finds the end of a JSON object or array that comes in lines, in linear time."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = self._is_escaped = False

    def is_end(self, line: str) -> bool:
        """Read another line; return whether every bracket is closed."""
        for character in line:
            if self._in_string:
                if self._is_escaped:
                    self._is_escaped = False
                elif character == "\\":
                    self._is_escaped = True
                elif character == '"':
                    self._in_string = False
            elif character == '"':
                self._in_string = True
            else:
                self._depth += {"{": 1, "}": -1, "[": 1, "]": -1}.get(character, 0)
        return self._depth <= 0 and not self._in_string


class _Examined(NamedTuple):
    """The exports in a content, or a description of other content."""

    exports: list[Export]
    problem: list[str]


def _examine_folder(folder: Path, keys: sealwax.EnclaveKeys) -> _Examined:
    """Return the exports in the files of a folder."""
    exports: list[Export] = []
    with suppress(OSError):  # reported below
        files = sorted(path for path in folder.iterdir() if _is_file(path) and path.name[:1] != ".")
        for path in files[:_MOST_FILES]:
            read = _read(str(path))
            exports += [] if isinstance(read, str) else _examine(read, keys, str(path)).exports
    return _Examined(exports, ["This is a folder, and no export was found in it.", *_files_in(folder)])


_MOST_FILES = 200


def _examine(content: bytes, keys: sealwax.EnclaveKeys, path: str) -> _Examined:
    """Return the exports that the enclave signed in a content, even if a mail program changed it."""
    content = content[:MAX_ANSWER_BYTES]
    exports: dict[str | bytes, Export] = {}
    problems: list[list[str]] = []
    for part in chain([Found("", content)], unwrapped(content)):
        examined = _export_in(part, keys, path)
        if isinstance(examined, Export):
            exports.setdefault(examined.bundle, examined)
        elif examined:
            problems.append(examined)
        if examined and not part.how:
            break
    if exports:
        beside = keys_beside_objects(content) if next(iter(exports.values())).how else []
        name = PASTED_KEY if path == PASTED_EXPORT else path
        keys_beside = tuple(NamedKey(name, key, is_mended=True) for key in beside)
        return _Examined([export._replace(keys=keys_beside) for export in exports.values()], [])
    if problem := problems[0] if problems else _damage_in(content, keys):
        return _Examined([], problem)
    found = with_commands(inspect(content, keys=keys))
    return _Examined([], _instead_of_an_export(found, content))


def _damage_in(content: bytes, keys: sealwax.EnclaveKeys) -> list[str]:
    """Describe the damage of a bundle whose data does not parse; nothing for other content."""
    with suppress(SealwaxError):
        found = inspect(find_bundle(content, EXPORT)[0], keys=keys)
        if found.kinds == ("bundle",):
            return [f"This was damaged on its way: {found.next_step}."]
    return []


def _export_in(part: Found, keys: sealwax.EnclaveKeys, path: str) -> Export | list[str] | None:
    """Return the export in a part of a content, or the reason to refuse it; None for other content."""
    try:
        if part.how:
            decode_object(part.content, "the export")
        bundle, address = find_bundle(part.content, EXPORT)
    except SealwaxError as error:
        is_answer = not part.how and set(EXPORTS) <= set(inspect(part.content, keys=keys).kinds)
        return [f"In this answer is no export that can be taken out: {error}."] if is_answer else None
    inner = inspect(bundle, keys=keys)
    fields = {field.name: field.value for field in inner.fields}
    if not set(EXPORTS) <= set(inner.kinds) or "wrapped" in fields:
        return None
    for check in inner.checks:
        if check.outcome == "failed":
            return [
                f"This is an export that cannot be trusted: {check.detail}.",
                "If the service has a deployment of its own for you, start again with --signer-public-key.",
            ]
    return Export(path, bundle, _as_id(fields.get("organizationId")), address, part.how)


def _as_id(text: str | None) -> str | None:
    """Return an id that has the service's form, in any case; None for other text."""
    try:
        return text if text is not None and str(UUID(text)) == text.lower() else None
    except ValueError:
        return None


def _instead_of_an_export(found: Inspection, content: bytes) -> list[str]:
    """Describe a content that is not an export."""
    try:
        find_bundle(content, EXPORT)
    except SealwaxError as error:
        # The texts for other kinds are for people who know the commands.
        if "activity" in found.kinds or isinstance(error, NotCompleted | ServiceError):
            return [f"There is no export in this: {error}."]
    for kind, words in _OTHERS.items():
        if kind in found.kinds:
            return [as_typed(words)]
    if found.kinds == ("unknown",):
        if part := _part_of_an_export(content):
            return [part]
        for start, words in _OTHER_PROGRAMS.items():
            if content.startswith(start):
                return [f"This is {words}"]
        return [f"This is not an export: {found.next_step}."]
    names = " or ".join(found.kinds).replace("-", " ")
    return [f"This is not an export. It looks like: {names}.", f"Its use: {as_typed(str(found.next_step))}."]


_OTHERS: Mapping[str, str] = {
    "mnemonic": "These are the words of a wallet, which need no opening: your wallet program imports them. "
    "For the key of one account, use: sealwax account --mnemonic-file FILE",
    "private-key": "This is a private key, not the export. The key is the next question.",
    "public-key": "This is a public key, not the export.",
    "import-bundle": "This is an import bundle: it brings a wallet into the service. An export is needed.",
    "keystore": "This is a keystore of Ethereum. Wallet programs open it with its password.",
    "address": "This is an address, not the export. The address is asked for later.",
    "credential-bundle": "This is not an export, but what older logins send. Open it with: "
    "sealwax decrypt-credential",
}
"""Messages about other kinds; the first match is used."""


_COPY = "Open it in its program, select all of it, copy it, and paste it here."
_OTHER_PROGRAMS: Mapping[bytes, str] = {
    b"{\\rtf": f"a file of a word processor (RTF), not plain text. {_COPY}",
    b"PK\x03\x04": "a file of a word processor, or an archive (ZIP). Open it, and copy the text in it.",
    b"%PDF": f"a PDF, not plain text. {_COPY}",
    b"\x89PNG": "a picture. The export is a text: ask for the text, or for the file.",
    b"\xff\xd8\xff": "a picture. The export is a text: ask for the text, or for the file.",
}
"""Messages about the files of other programs, by their first bytes."""

_FIRST_PART = re.compile(r'"?\{?[\s>\\]*"(?:activity|exportBundle|bundle|version|data)\\*"\s*:')
_LAST_PART = re.compile(r'(?:dataSignature|enclaveQuorumPublic)\\*"\s*:|[0-9a-f]{40}\\*"\s*\}')


def _part_of_an_export(content: bytes) -> str | None:
    """Describe the part of an export that is cut off; None for other text."""
    text = decoded(content)[1]
    first = _FIRST_PART.search(text)
    if not (first or _LAST_PART.search(text)):
        return None
    missing = "end" if first and "{" in first[0] else "beginning"
    return (
        f"This is a part of an export: its {missing} is cut off. Copy it whole, from the first {{ to the "
        "last }, or save the file that the e-mail brought."
    )


# The key.


def _ask_keys(talk: Conversation, export: Export) -> list[NamedKey]:
    """Ask for a key, or a folder of keys."""
    talk.say(
        "",
        "The private key for the export: type the name of its file, such as export.private, or of a folder: "
        "all keys in it are tried.",
        "To paste the key without showing it, type paste first.",
    )
    while True:
        typed = answer(talk, "Key")
        with suppress(Back):
            ring = _read_ring(talk, typed, export)
            if ring:
                return ring


def _read_ring(talk: Conversation, typed: str, export: Export) -> list[NamedKey]:
    """Return the keys in the typed file, folder or place; explain anything else, and return an empty list."""
    path = find_path(typed)
    if path is not None and _is_folder(path):
        return _keys_in(talk, Path(path))
    if path is not None:
        return _key_in(talk, path, export)
    if typed.lower() == "paste":
        return _key_of(talk, lambda: _paste_key(talk))
    if typed.startswith(_PREFIXES):
        return _key_of(talk, partial(_read_key, talk, typed))
    pasted = "\n".join([typed, *talk.pasted()]).encode(errors="replace")
    talk.discard()
    keys = keys_in_text(pasted, None)
    if keys:
        _clear_key(talk)
        return _key_of(talk, lambda: [NamedKey(PASTED_KEY, key, is_mended=True) for key in keys])
    talk.say(*_why_no_file(typed, _OTHERS_THAN_A_KEY))
    if name_misplaced(pasted) is not None:
        talk.say("To paste a key, type paste and press Enter first, then paste the key.")
    return []


def _clear_key(talk: Conversation) -> None:
    """Clear the screen at once, because a pasted key stands on it."""
    talk.will_show()
    talk.clear()


def _key_in(talk: Conversation, path: str, export: Export) -> list[NamedKey]:
    """Return a list with the key in a file; for another file, describe it and return an empty list."""
    if not _is_file(path):
        talk.say("This is not a file that can be read.")
        return []
    private_half = path.removesuffix(".public") + ".private"
    if path.endswith(".public") and _is_file(private_half):
        talk.say(f"This is the public half of the key. The private half is beside it: {private_half}")
        return []
    return _key_of(talk, partial(_read_key, talk, path), lambda error: _instead_of_a_key(path, export, error))


def _with_password(talk: Conversation, read: Callable[[Callable[[], str]], T]) -> T:
    """Read a key that may be encrypted; ask for its password until it is right, or raise ``Back``."""
    while True:
        try:
            return read(partial(ask_secret, talk, "Password of the key"))
        except DecryptionFailed as error:
            # The cause is without the name of the file.
            talk.say(f"It does not open: {error.__cause__ or error}.")
        talk.say("Type the password again: it is not shown. To take another key, press Enter alone.")


def _read_key(talk: Conversation, name: str) -> list[NamedKey]:
    source = KeySource(Input("", name))
    try:
        return [NamedKey(name, _with_password(talk, source.read_target_key))]
    except (MalformedInput, Unsupported):
        content = b"" if name.startswith(_PREFIXES) else _read(name)
        mended = [] if isinstance(content, str) else _mended_keys(talk, content, name)
        if not mended:
            raise
    talk.say(_MENDED)
    return mended


def _mended_keys(talk: Conversation | None, content: bytes, name: str) -> list[NamedKey]:
    """Return the keys among other text; without a conversation, no encrypted ones."""
    if not {"unknown", "private-key"} & {*inspect(content).kinds}:
        return []
    if talk is None:
        keys = keys_in_text(content, None)
    else:
        keys = _with_password(talk, partial(keys_in_text, content))
    return [NamedKey(name, key, is_mended=True) for key in keys]


_MENDED = "There was more than the key, such as 0x, a name or a mark of an encoding: the rest was left out."


def _instead_of_a_key(path: str, export: Export, error: SealwaxError) -> str:
    """Describe a file that is not a key; the parser's reason is shown only for a broken key."""
    content = _read(path)
    if isinstance(content, str):
        return content
    kinds = inspect(content).kinds
    if is_encrypted_der(content) or (is_foreign(content) and "private-key" in kinds):
        return _unusable(error)
    if set(EXPORTS) <= set(kinds):
        if _is_same_export(content, export):
            return "This is the export. Its key is another file."
        return "This is another export, not a key."
    return next((words for kind, words in _OTHERS_THAN_A_KEY.items() if kind in kinds), _NOT_A_KEY)


def _is_same_export(content: bytes, export: Export) -> bool:
    try:
        bundle = find_bundle(content, EXPORT).bundle
    except SealwaxError:
        return False
    one, other = (
        content.encode() if isinstance(content, str) else content for content in (bundle, export.bundle)
    )
    return one.strip() == other.strip()


_NOT_A_KEY: Final = "This is not the key of an export. Take another file, or type the name of a folder."
_OTHERS_THAN_A_KEY: Mapping[str, str] = {
    "private-key": _NOT_A_KEY,
    "mnemonic": "These are the words of a wallet, not the key.",
    "public-key": "This is a public key. The private key opens the export: it is in another file.",
    "import-bundle": "This is an import bundle, not the key: it brings a wallet into the service.",
    "credential-bundle": "This is what older log-ins send, not the key of an export.",
    "keystore": "This is a keystore of Ethereum, not the key of an export.",
    "address": "This is an address, not the key.",
}
"""Messages about other kinds of files; the first match is used."""


def _paste_key(talk: Conversation) -> list[NamedKey]:
    """Read a pasted key, of one line or in PEM, without showing it."""
    lines = [ask_secret(talk, "Key, not shown").strip()]
    if lines[0].startswith("-----BEGIN"):
        while not lines[-1].startswith("-----END") and len(lines) <= _MOST_PEM_LINES:
            lines.append(talk.ask("", is_hidden=True).strip())
    lines += talk.pasted(is_hidden=True)
    content = "\n".join(lines).encode(errors="replace")

    def parse(ask: Callable[[], str]) -> KeyAgreement:
        return parse_target_key_file(content, "the pasted text", None, ask)

    try:
        return [NamedKey(PASTED_KEY, _with_password(talk, parse))]
    except (MalformedInput, Unsupported):
        mended = _mended_keys(talk, content, PASTED_KEY)
        if not mended:
            _check_digits(content)
            raise
    talk.say(_MENDED)
    return mended


def _check_digits(content: bytes) -> None:
    """Refuse pasted digits whose number is that of no key."""
    digits = content.removeprefix(b"0x")
    if re.fullmatch(rb"[0-9a-fA-F]+", digits) and len(digits) not in _DIGITS_OF_KEYS:
        message = f"a key has 64 digits and letters from a to f, and this has {len(digits)}"
        raise MalformedInput(message) from None


_DIGITS_OF_KEYS: Final = {64, 66, 130}
"""The digits of a private key, and of a public one in its two forms."""


_MOST_PEM_LINES = 64


def _key_of(
    talk: Conversation,
    read: Callable[[], list[NamedKey]],
    explain: Callable[[SealwaxError], str] | None = None,
) -> list[NamedKey]:
    """Return the keys; if none can be read, print why and return an empty list."""
    try:
        found = read()
    except (MalformedInput, Unsupported) as error:
        talk.say(_unusable(error) if explain is None else explain(error))
        return []
    except SealwaxError as error:
        talk.say(_unusable(error))
        return []
    except OSError as error:
        talk.say(f"The file cannot be read: {error.strerror}.")
        return []
    if len(found) == 1:
        talk.say("This is a key. It is tried after the next question.")
    else:
        talk.say(f"Here are {len(found)} keys. All are tried after the next question.")
    return found


def _unusable(error: SealwaxError) -> str:
    return f"This key cannot be used: {error}."


def _keys_in(talk: Conversation, folder: Path) -> list[NamedKey]:
    """Return the keys of a folder, and print their number."""
    mended: dict[str, list[NamedKey]] = {}

    def parse(content: bytes, name: str, path: Path) -> KeyAgreement:
        try:
            return parse_target_key_file(content, name, path)
        except (MalformedInput, Unsupported):
            found = _mended_keys(None, content, name)
            if not found:
                raise
        mended[name] = found
        return found[0].key

    try:
        keys, others = read_keys(folder, parse)
    except OSError as error:
        talk.say(f"The folder cannot be read: {error.strerror}.")
        return []
    if others:
        talk.say(f"Files in the folder that were skipped: {others}. They are not keys, or need a password.")
    ring = [
        key for path, found in keys.items() for key in mended.get(str(path), [NamedKey(str(path), found)])
    ]
    talk.say(f"Keys in the folder: {len(ring)}.")
    folders = _names(folder, _is_folder)
    if folders and not keys:
        talk.say(
            f"The folders in it were not searched: {folders}",
            "To search one, type the folder, a slash and its name.",
        )
    return ring


def _ask_folder(talk: Conversation) -> list[NamedKey]:
    """Ask for a folder of keys."""
    talk.say("Type the name of the folder with the keys. A dot stands for the folder where you are now.")
    while True:
        path = find_path(answer(talk, "Folder"))
        if path is None or not _is_folder(path):
            talk.say("There is no folder of this name. Check the spelling.")
            continue
        ring = _keys_in(talk, Path(path))
        if ring:
            return ring


# The organization.


def _as_digits(typed: str) -> str:
    """Read the letters O, I and l in an id as the digits that they look like."""
    read = typed.translate(LOOK_ALIKES)
    return typed if _as_id(read.lower()) is None else read


def _ask_organization(talk: Conversation, export: Export) -> str:
    """Ask for the id of the organization; show the one in the export to those who do not know it."""
    talk.say(
        "",
        "The organization: type its id, of 36 characters. If you do not know it, press Enter.",
    )
    while True:
        typed = _as_digits(answer(talk, "Organization id").strip("'\""))
        if typed and export.organization_id is not None and _as_id(typed.lower()) is None:
            talk.say("This is not an id. If you do not know it, press Enter.")
            continue
        if typed and export.organization_id is not None and typed.lower() == export.organization_id.lower():
            if typed != export.organization_id:
                talk.say("This is the organization of the export; only the capitals differ.")
            return export.organization_id
        if typed:
            return typed if export.organization_id is None else typed.lower()
        if export.organization_id is None:
            talk.say("The export names no id of the usual form. Type the id that you know.")
            continue
        talk.say(
            f"The export is signed for the organization {export.organization_id}",
            "Only an address that you know shows that the wallet in it is yours. "
            "It does not matter who sent it.",
        )
        question = (
            "Is this your organization? Type yes or no. "
            "If you do not know, press Enter: your address is checked next."
        )
        if confirm(talk, question, otherwise=True):
            return export.organization_id
        talk.say(
            "Stop here, and do not use what is in this export: it was made for somebody else.",
            "Ask the company of the app that kept your wallet for the export of your organization. Take its "
            "address from the app, not from the message that brought this file.",
        )
        raise click.exceptions.Exit(1)

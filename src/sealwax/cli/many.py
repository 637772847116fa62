"""Open many exports at once: a folder of bundles or JSON Lines, with a folder of keys, into a folder."""

import os
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import click

from sealwax._codec.strict_json import decode_object
from sealwax._limits import MAX_ANSWER_BYTES, MAX_BODY_BYTES, MAX_KEY_FILE_BYTES
from sealwax.errors import DecryptionFailed, MalformedInput, SealwaxError
from sealwax.files import read_file, write_new_file
from sealwax.keys import parse_target_key_file
from sealwax.signing import KeyAgreement

from . import encryption
from .key_source import KeySource
from .streams import Input, collected_notes, say
from .usage import Misuse

_NOT_KEYS = (".public", ".meta")


class Item(NamedTuple):
    """One of many exports: its name, and the function that reads it."""

    name: str
    read: Callable[[], bytes]


Open = Callable[[Input, bytes, KeyAgreement], bytes]
"""Opens an export with a key, and returns the bytes to write."""


def refuse_with_many(own_options: dict[str, object]) -> None:
    """Refuse options for a single export, and options whose output differs each time."""
    if encryption.is_encrypted():
        raise Misuse("encrypted output is different each time and cannot be compared; encrypt it afterwards")
    if own_options.get("expect_address") is not None:
        raise Misuse("--expect-address is for one export; leave it out for many")
    from sealwax.wallets.key_formats import KEYSTORE  # noqa: PLC0415 - loaded only for many exports

    if KEYSTORE in {own_options.get("key_format"), own_options.get("form")}:
        raise Misuse("a keystore is different each time and cannot be compared; choose another form")


def open_many(
    bundle: Input, key: KeySource | None, key_folder: str | None, output: str | None, open_one: Open
) -> None:
    """Open every export into a file of its name in the output directory; go on after a failure.

    A file that is already there is compared, and never written again.
    """
    if (key is None) == (key_folder is None):
        raise Misuse("for many exports, pass either --keys DIR, or a --key that opens all of them")
    if output is None:
        raise Misuse("for many exports, pass a directory as --output")
    ring = _KeyRing.of_one(key) if key is not None else _KeyRing.of_folder(Path(str(key_folder)))
    items = list(_items(bundle))
    if not items:
        raise MalformedInput(f"{bundle.name} has no exports; check that it is the right one")
    folder = Path(output)
    folder.mkdir(mode=0o700, exist_ok=True)
    outcomes: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    with _progress(items) as bar:
        for item in bar:
            with collected_notes() as said:
                outcome = _open_item(item, bundle, ring, folder, open_one)
            notes.update(said)
            outcomes[outcome.kind] += 1
            if outcome.kind == _FAILED:
                say(f"{item.name}: {outcome.words}")
    for note, count in notes.items():
        say(f"{note} ({count} times)")
    parts = [f"{outcomes[kind]} {kind}" for kind in (_WRITTEN, _SAME, _FAILED)]
    say(f"{len(items)} exports: {', '.join(parts)}")
    if outcomes[_FAILED]:
        raise click.exceptions.Exit(1)


_WRITTEN, _SAME, _FAILED = "written", "already there", "failed"


class _Outcome(NamedTuple):
    """The outcome of an export, and the error if it failed."""

    kind: str
    words: str = ""


def _open_item(item: Item, bundle: Input, ring: "_KeyRing", folder: Path, open_one: Open) -> _Outcome:
    path = folder / f"{item.name}.txt"
    try:
        content = item.read()
        named = Input(bundle.option, item.name)
        secret = ring.open(item.name, lambda key: open_one(named, content, key))
        if os.path.lexists(path):
            # Opening a pipe would wait for its other end.
            if not stat.S_ISREG(path.stat().st_mode):
                return _Outcome(_FAILED, "error[file]: the output is not a file; nothing was overwritten")
            if read_file(path, limit=MAX_ANSWER_BYTES) == secret:
                return _Outcome(_SAME)
            return _Outcome(_FAILED, "error[file]: the output exists and differs; nothing was overwritten")
        write_new_file(path, secret)
    except SealwaxError as error:
        return _Outcome(_FAILED, f"error[{error.code}]: {error}")
    except OSError as error:
        return _Outcome(_FAILED, f"error[file]: {error.strerror}")
    return _Outcome(_WRITTEN)


Parse = Callable[[bytes, str, Path], KeyAgreement]
"""Parses the content of a key file, given its name and its path."""


def read_keys(folder: Path, parse: Parse = parse_target_key_file) -> tuple[dict[Path, KeyAgreement], int]:
    """Read the target keys of a folder; also return the number of files that are not readable keys."""
    keys: dict[Path, KeyAgreement] = {}
    others = 0
    for path in sorted(folder.iterdir()):
        if not path.is_file() or path.name.startswith(".") or path.name.endswith(_NOT_KEYS):
            continue
        try:
            content = read_file(path, limit=MAX_KEY_FILE_BYTES)
            keys[path] = parse(content, str(path), path)
        except (SealwaxError, OSError):
            others += 1
    return keys, others


class _KeyRing:
    """Target keys by name. A bundle does not name its key: the key with the bundle's name is tried first."""

    def __init__(self, keys: dict[str, KeyAgreement]) -> None:
        self._unused = keys
        self._used: dict[str, KeyAgreement] = {}

    @classmethod
    def of_one(cls, key: KeySource) -> "_KeyRing":
        return cls({"": key.read_target_key()})

    @classmethod
    def of_folder(cls, folder: Path) -> "_KeyRing":
        """Read the keys of a folder; a file that is not a key is counted and left out."""
        found, others = read_keys(folder)
        keys = {path.stem: key for path, key in found.items()}
        if not keys:
            raise MalformedInput("--keys: the directory has no readable target key")
        if others:
            say(f"note: {others} files in --keys are not readable target keys, and were skipped")
        return cls(keys)

    def open(self, name: str, open_with: Callable[[KeyAgreement], bytes]) -> bytes:
        """Open with the key of a name, or else try every key; remember the key that opens."""
        for key_name, key in self._in_order(name):
            try:
                opened = open_with(key)
            except DecryptionFailed:
                continue
            if key_name in self._unused and len(self._unused) + len(self._used) > 1:
                # Each key is for one export, so used keys are tried last.
                self._used[key_name] = self._unused.pop(key_name)
            return opened
        raise DecryptionFailed("no key opens this export; check that its key is among --keys")

    def _in_order(self, name: str) -> Iterator[tuple[str, KeyAgreement]]:
        every = {**self._unused, **self._used}
        for own in (name, Path(name).stem):
            if own in every:
                yield own, every.pop(own)
        yield from every.items()


def _items(bundle: Input) -> Iterator[Item]:
    """Yield the exports of a directory or of a file of JSON Lines."""
    path = Path(bundle.path)
    if path.is_dir():
        for file in sorted(path.iterdir()):
            if file.is_file() and not file.name.startswith("."):
                yield Item(file.name, _reader(file))
        return
    lines = bundle.read(limit=MAX_BODY_BYTES).splitlines()
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield Item(f"{path.stem}-{number:06}", _line_reader(line))


def _reader(file: Path) -> Callable[[], bytes]:
    return lambda: read_file(file, limit=MAX_ANSWER_BYTES, label=file.name)


def _line_reader(line: bytes) -> Callable[[], bytes]:
    def read() -> bytes:
        decode_object(line, "the line")
        return line

    return read


def _progress(items: list[Item]) -> "click._termui_impl.ProgressBar[Item] | nullcontext[list[Item]]":
    """Return a progress bar if standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext(items)
    return click.progressbar(items, label="opening", file=sys.stderr)

"""Resolve the value of ``--key``.

A value is the path of a file, ``-`` for standard input, a prefix of ``_PREFIXES`` with a name, or the URI of
a key on a device. To add a prefix, add a line.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import click

from sealwax._crypto.curves import Curve
from sealwax._crypto.secret_types import HoldsSecret
from sealwax._limits import MAX_KEY_FILE_BYTES
from sealwax.errors import DecryptionFailed, KeyMismatch, MalformedInput, SignerError
from sealwax.files import named, read_file
from sealwax.keys import ApiKey, TargetKey, parse_api_key_file, parse_target_key_file
from sealwax.signers.devices import DEVICE_PREFIXES, PKCS11

from .secret_input import SecretInput
from .streams import STANDARD_STREAM, Input, say
from .usage import Misuse

if TYPE_CHECKING:
    # Loaded only for keys on devices, in another tool's directory, or in a form other than hex.
    from pathlib import Path

    from sealwax._crypto.key_files import Ask, FoundKey, Purpose
    from sealwax.operations import Stamper
    from sealwax.signers import OpenedKey
    from sealwax.signing import KeyAgreement, Signer

KEY_PASSWORD: Final = "sealwax.key_password"  # noqa: S105 - not a password
"""The name in a command's state of the file for the password of an encrypted key."""


PIN_ENVIRONMENT: Final = "sealwax.pin_environment"
"""The name in a command's state of the environment variable with the PIN of a token."""
PKCS11_MODULE: Final = "sealwax.pkcs11_module"
"""The name in a command's state of the path of a PKCS#11 module."""


class _Content(HoldsSecret):
    """The content of a key, its name in errors, and its path; the public key may be beside it."""

    __slots__ = ("content", "name", "path")

    def __init__(self, content: bytes, name: str, path: str | None) -> None:
        self.content, self.name, self.path = content, name, path


class KeySource(NamedTuple):
    """A key to read: the option, and its value."""

    input: Input

    def read_api_key(self) -> "Signer":
        """Read an API key, or open it on its device."""
        device = self.open_device()
        return open_api_key(self) if device is None else signer_of(device)

    def read_stamper(self, *, deterministic: bool = False) -> "Stamper":
        """Read an API key, or open a key on its device, to stamp with."""
        # Loaded on demand: other commands read keys without stamping.
        from sealwax.stamps.api_key import ApiKeyStamper  # noqa: PLC0415

        device = self.open_device()
        if device is None or device.authenticator is None:
            key = open_api_key(self) if device is None else signer_of(device)
            return ApiKeyStamper(key, deterministic=deterministic)
        if deterministic:
            raise Misuse("a security key chooses its own nonces; leave out --deterministic")
        from sealwax.stamps.webauthn import WebAuthnStamper  # noqa: PLC0415

        return WebAuthnStamper(device.authenticator)

    def read_target_key(self, ask: "Ask | None" = None) -> "KeyAgreement":
        """Read a target key, or open it on its device; ``ask`` asks for the password of an encrypted key."""
        device = self.open_device()
        return cast("TargetKey", open_key(self, "target", ask)) if device is None else target_key_of(device)

    def open_device(self) -> "OpenedKey | None":
        """Open a key on a device; None for any other key."""
        uri = self.input.path
        if not uri.startswith(DEVICE_PREFIXES):
            return None
        from urllib.parse import quote  # noqa: PLC0415

        from sealwax import signers  # noqa: PLC0415

        module: str | None = click.get_current_context().meta.get(PKCS11_MODULE)
        if module is not None and uri.startswith(PKCS11.prefix):
            uri += f"{'&' if '?' in uri else '?'}module-path={quote(module)}"
        with named(self.input.option):
            return signers.open_key(uri, pin=ask_pin, touch=ask_touch)

    def read_any(self, purpose: "Purpose | None", curve: Curve | None) -> "FoundKey":
        """Read a key of any purpose; the arguments are for forms that do not state curve or purpose."""
        from sealwax._crypto.key_files import (  # noqa: PLC0415
            FoundKey,
            is_foreign,
            read_foreign_key,
            without_wrapping,
        )

        if self.input.path.startswith(DEVICE_PREFIXES):
            raise _wrong_key("cannot leave its device; pass a key that is not on a device")
        read = _content(self, purpose or "api")
        found = _Content(without_wrapping(read.content), read.name, read.path)
        with named(found.name), _named(found.name):
            if is_foreign(found.content):
                key = read_foreign_key(found.content, curve=curve, ask=_ask)
                return FoundKey(key.private_key, key.curve, purpose or key.purpose)
        return _read_hex(found, purpose, curve)


def signer_of(device: "OpenedKey") -> "Signer":
    """Return a key on a device as an API key."""
    if device.signer is None:
        raise _wrong_key("cannot sign; pass an API key")
    return device.signer


def target_key_of(device: "OpenedKey") -> "KeyAgreement":
    """Return a key on a device as a target key."""
    if device.target_key is None:
        raise _wrong_key("cannot open bundles; pass a target key")
    return device.target_key


def open_api_key(source: KeySource) -> ApiKey:
    """Read an API key from the source that its option names."""
    return cast("ApiKey", open_key(source, "api"))


def open_key(source: KeySource, purpose: "Purpose", ask: "Ask | None" = None) -> ApiKey | TargetKey:
    """Read a key for a purpose from the source that its option names."""
    found = _content(source, purpose)
    parse = parse_api_key_file if purpose == "api" else parse_target_key_file
    with _named(found.name):
        return parse(found.content, found.name, found.path, ask or _ask)


@contextmanager
def _named(source: str) -> Iterator[None]:
    """Put the name of an encrypted key in front of the error about its password."""
    try:
        yield
    except DecryptionFailed as error:
        raise DecryptionFailed(f"{source}: {error}") from error


def _content(source: KeySource, purpose: "Purpose") -> _Content:
    """Read the content that the value of an option names."""
    path = source.input.path
    for prefix, read in _PREFIXES.items():
        if path.startswith(prefix):
            option = source.input.option
            return read(f"{option} " if option else "", path.removeprefix(prefix), purpose)
    content = source.input.read(limit=MAX_KEY_FILE_BYTES)
    return _Content(content, source.input.name, None if path == STANDARD_STREAM else path)


def _from_environment(label: str, name: str, _purpose: "Purpose") -> _Content:
    """Read a key from the environment variable that the caller names."""
    value = os.environ.get(name)
    if not value:
        raise MalformedInput(f"{label}env:NAME: no environment variable has this name and a value")
    content = os.fsencode(value)
    if len(content) > MAX_KEY_FILE_BYTES:
        raise MalformedInput(f"{label}env:{name} is larger than {MAX_KEY_FILE_BYTES} bytes")
    return _Content(content, f"{label}env:{name}", None)


_TKCLI_FOLDERS: "Final[dict[Purpose, str]]" = {"api": "keys", "target": "encryption-keys"}
_TKCLI_NAME = re.compile(r"[^/\\]+")


def _from_tkcli(label: str, name: str, purpose: "Purpose") -> _Content:
    """Read a named key of the service's own command line, and compare the files beside it."""
    if not _TKCLI_NAME.fullmatch(name) or name in {".", ".."}:
        raise MalformedInput(f"{label}tkcli:NAME: the name must be that of a key, not a path")
    path = tkcli_directory() / _TKCLI_FOLDERS[purpose] / f"{name}.private"
    click.get_current_context().ensure_object(dict)[str(path)] = label.strip()
    if not os.path.lexists(path):
        raise MalformedInput(f"{label}tkcli:NAME: {path.parent} has no key of this name")
    found = _Content(read_file(path, limit=MAX_KEY_FILE_BYTES), f"{label}{path}", str(path))
    stated = {
        str(beside): public_key_in(read_file(beside, limit=MAX_KEY_FILE_BYTES), str(beside))
        for suffix, public_key_in in _TKCLI_PUBLIC_KEYS.items()
        if (beside := path.with_name(name + suffix)).is_file()
    }
    if stated:
        _compare(found, stated, purpose)
    return found


def _described(content: bytes, source: str) -> object:
    """Return the public key in a description."""
    # Loaded only for such a description.
    from sealwax._codec.strict_json import decode_object  # noqa: PLC0415

    return decode_object(content, source).get("public_key")


def _stated(content: bytes, _what: str) -> object:
    """Return the public key in a separate file."""
    return content.decode("ascii", "replace").strip()


_TKCLI_PUBLIC_KEYS: "Final[dict[str, Callable[[bytes, str], object]]]" = {
    ".meta": _described,
    ".public": _stated,
}
"""The readers of the public key in the files beside the private key's."""


def tkcli_directory() -> "Path":
    """Return the directory of the service's own command line."""
    from pathlib import Path  # noqa: PLC0415

    if sys.platform == "win32":  # pragma: no cover - the tests run elsewhere
        return Path(os.environ.get("APPDATA", "")) / "turnkey"
    configured = os.environ.get("XDG_CONFIG_HOME")
    return (Path(configured) if configured else Path.home() / ".config") / "turnkey"


def _compare(found: _Content, stated: dict[str, object], purpose: "Purpose") -> None:
    """Compare a key with the public keys in the files that are stored with it."""
    from sealwax._crypto.key_files import public_forms  # noqa: PLC0415

    key = _read_hex(found, purpose, None)
    forms = [public.hex() for public in public_forms(key.private_key, key.curve)]
    for source, public_key in stated.items():
        if public_key not in forms:
            raise KeyMismatch(f"{found.name}: the key does not have the public key that {source} names")


def _read_hex(found: _Content, purpose: "Purpose | None", curve: Curve | None) -> "FoundKey":
    """Read a key in hex, of any purpose."""
    content, name, path = found.content, found.name, found.path
    from sealwax._crypto.key_files import FoundKey  # noqa: PLC0415

    try:
        has_curve = b":" in content or curve is None
        key = parse_api_key_file(content if has_curve else content.strip() + f":{curve}".encode(), name, path)
    except MalformedInput:
        target = parse_target_key_file(content, name, path) if purpose != "api" else None
        if target is None:
            raise
        key = ApiKey.from_private_key(target.private_key_hex())
        purpose = "target"
    if curve not in {None, key.curve}:
        raise KeyMismatch(f"{name}: the key is on {key.curve}; leave out the curve, or name that")
    named_curve = b":" in content or curve is not None
    private_key = bytes.fromhex(key.private_key_hex())
    return FoundKey(private_key, key.curve, purpose or ("api" if named_curve else None))


def _wrong_key(words: str) -> SignerError:
    return SignerError(f"the key {words}", reason="wrong-key", retryable=False)


def ask_touch() -> None:
    """Tell the user that a security key waits."""
    say("touch the security key")


def ask_pin() -> str:
    """Return the PIN of a device, from the environment variable of --pin-env, or from a prompt."""
    name: str | None = click.get_current_context().meta.get(PIN_ENVIRONMENT)
    if name is None:
        if sys.stdin is None or not sys.stdin.isatty():
            raise Misuse("there is no terminal for a prompt; pass --pin-env NAME")
        return SecretInput(None, "--pin-env", "PIN").read()
    value = os.environ.get(name)
    if not value:
        raise MalformedInput("--pin-env: no environment variable has this name and a value")
    return value


def _ask() -> str:
    """Ask for the password of an encrypted key."""
    file: Input | None = click.get_current_context().meta.get(KEY_PASSWORD)
    return SecretInput(file, "--key-password-file", "Password of the key").read()


_PREFIXES: "Final[dict[str, Callable[[str, str, Purpose], _Content]]]" = {
    "env:": _from_environment,
    "tkcli:": _from_tkcli,
}
"""The reader of a key, by the prefix of its value. A file with such a name is ``./env:…``."""

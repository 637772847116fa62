"""Encrypt the secrets that commands write, in the format of age, before they leave memory."""

import re
from importlib import import_module
from types import ModuleType
from typing import Final

import click

from sealwax._codec.text import decode_utf8, forms_note
from sealwax._limits import MAX_KEY_FILE_BYTES, MIN_PASSPHRASE_CHARACTERS
from sealwax.errors import DecryptionFailed, MalformedInput, MissingExtra
from sealwax.files import read_file

from .secret_input import SecretInput
from .streams import ENCRYPTION, Encryption, Input
from .usage import Misuse

RECIPIENTS: Final = "sealwax.recipients"
PASSPHRASE: Final = "sealwax.encrypt_passphrase"  # noqa: S105 - not a passphrase
"""The names in a command's state of the recipients and of the passphrase."""

_X25519 = "age1"
_SSH = ("ssh-ed25519 ", "ssh-rsa ")
_PLUGIN_IDENTITY = "AGE-PLUGIN-"
# The recipients of age itself have no second 1: bech32 has none after its separator.
_OTHER_RECIPIENTS: Final = (
    (re.compile("age1[a-z0-9-]+1"), "for a plugin of age, such as age1yubikey…, which sealwax does not run"),
    (re.compile("(ecdsa-|sk-ssh-|sk-ecdsa-|ssh-dss )"), "an SSH key that age cannot encrypt to"),
)


def is_encrypted() -> bool:
    """Return whether the command encrypts its output."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(RECIPIENTS) or context.meta.get(PASSPHRASE))


def encrypted(secret: bytes) -> bytes:
    """Return a secret, encrypted if the command's options require it."""
    if not is_encrypted():
        return secret
    meta = click.get_current_context().meta
    recipients: tuple[str, ...] = meta.get(RECIPIENTS) or ()
    source: SecretInput | None = meta.get(PASSPHRASE)
    if recipients and source is not None:
        raise Misuse("pass either --recipient or a passphrase to encrypt with")
    if source is None:
        return to_recipients(secret, recipients)
    passphrase = source.read(confirm=True)
    return to_passphrase(secret, passphrase)


def to_passphrase(secret: bytes, passphrase: str) -> bytes:
    """Encrypt a secret with a passphrase."""
    if len(passphrase) < MIN_PASSPHRASE_CHARACTERS:
        raise MalformedInput(
            f"the passphrase to encrypt with must have at least {MIN_PASSPHRASE_CHARACTERS} characters"
        )
    content: bytes = _pyrage().passphrase.encrypt(secret, passphrase)
    return content


def open_with_passphrase(content: bytes, passphrase: str) -> bytes:
    """Open a file that is encrypted with a passphrase."""
    pyrage = _pyrage()
    try:
        secret: bytes = pyrage.passphrase.decrypt(content, passphrase)
    except pyrage.DecryptError:
        pass
    else:
        return secret
    raise DecryptionFailed(
        f"the file does not open with this passphrase; check it, or pass --identity{forms_note(passphrase)}"
    )


def open_with_identity(content: bytes, identity: bytes) -> bytes:
    """Open a file that is encrypted to a recipient, with its age identity file or SSH key."""
    pyrage = _pyrage()
    lines = [line.strip() for line in decode_utf8(identity, "--identity").splitlines()]
    if any(line.upper().startswith(_PLUGIN_IDENTITY) for line in lines):
        raise MalformedInput(
            "--identity is for a plugin of age, such as a YubiKey's, which sealwax does not run; decrypt the "
            "file with age"
        )
    texts = [line for line in lines if _is_identity(line)]
    secret: bytes | None = None
    try:
        identities = (
            [pyrage.x25519.Identity.from_str(text) for text in texts]
            if texts
            else [pyrage.ssh.Identity.from_buffer(identity)]
        )
    except pyrage.IdentityError:
        identities = []
    if not identities:
        raise MalformedInput(
            "--identity must be a file with AGE-SECRET-KEY-1…, or an SSH key without a password"
        )
    try:
        secret = pyrage.decrypt(content, identities)
    except pyrage.DecryptError:
        secret = None
    if secret is None:
        raise DecryptionFailed("the file does not open with this identity; check that it is the right one")
    return secret


def check_recipients() -> None:
    """Refuse recipients that cannot be encrypted to; call this before a secret is opened."""
    if is_encrypted():
        encrypted_options = click.get_current_context().meta
        _pyrage()
        if encrypted_options.get(RECIPIENTS):
            to_recipients(b"", encrypted_options[RECIPIENTS])


def to_recipients(secret: bytes, values: tuple[str, ...]) -> bytes:
    """Encrypt a secret to recipients of age, or to those in files."""
    pyrage = _pyrage()
    recipients: list[object] = []
    expanded = [recipient for option in values for recipient in _expanded(option)]
    for shape, why in _OTHER_RECIPIENTS:
        if any(shape.match(value) for value in expanded):
            raise MalformedInput(
                f"--recipient is {why}; pass one that begins with age1, ssh-ed25519 or ssh-rsa"
            )
    for value in expanded:
        kind = pyrage.x25519 if value.startswith(_X25519) else pyrage.ssh
        try:
            recipients.append(kind.Recipient.from_str(value))
        except pyrage.RecipientError:
            recipients.append(None)
    if not recipients or None in recipients:
        raise MalformedInput(
            "--recipient must be age1…, an SSH key (ssh-ed25519 or ssh-rsa), or a file with one on each line"
        )
    content: bytes = pyrage.encrypt(secret, recipients)
    return content


def _expanded(value: str) -> list[str]:
    """Return a recipient, or those in a file."""
    if value.startswith((_X25519, *_SSH)) or any(shape.match(value) for shape, _ in _OTHER_RECIPIENTS):
        return [value.strip()]
    if _is_identity(value):
        raise Misuse("--recipient is an identity, which is secret; pass its recipient, age1…")
    text = decode_utf8(read_file(value, limit=MAX_KEY_FILE_BYTES, label="--recipient"), "--recipient")
    lines = [line.strip() for line in text.splitlines()]
    if any(map(_is_identity, lines)):
        raise MalformedInput(
            f"--recipient {value}: the file has an identity, which is secret; pass its recipient, age1…"
        )
    return [line for line in lines if line and not line.startswith("#")]


def _is_identity(text: str) -> bool:
    return text.upper().startswith(("AGE-SECRET-KEY-", _PLUGIN_IDENTITY))


def _pyrage() -> ModuleType:
    try:
        return import_module("pyrage")
    except ImportError as error:
        raise MissingExtra("age", "encrypting and decrypting files needs pyrage", error) from None


def keep_recipients(context: click.Context, values: tuple[str, ...]) -> None:
    """Remember the recipients."""
    context.meta[ENCRYPTION] = Encryption(check_recipients, encrypted)
    context.meta[RECIPIENTS] = values


def keep_passphrase(context: click.Context, file: Input | None) -> None:
    """Remember the source of the passphrase: a file, or else a prompt."""
    if PASSPHRASE in context.meta:
        raise Misuse("pass either --encrypt-passphrase-file or --ask-encrypt-passphrase")
    context.meta[ENCRYPTION] = Encryption(check_recipients, encrypted)
    context.meta[PASSPHRASE] = SecretInput(file, "--encrypt-passphrase-file", "Passphrase to encrypt with")

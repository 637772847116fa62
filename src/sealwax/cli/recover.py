"""The command ``sealwax recover``."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import click

import sealwax
from sealwax import wallets
from sealwax.errors import MalformedInput, SealwaxError
from sealwax.files import write_new_file
from sealwax.wallets.key_formats import KEYSTORE

from . import decrypt_wallet, encryption, options
from .conversation import Conversation, ask_secret, choose, terminal
from .recover_account import Target, ask_target
from .recover_export import PASTED_EXPORT, PASTED_KEY, Opened, ask_to_open
from .streams import STANDARD_STREAM, say
from .usage import Misuse


@click.command(
    short_help="Ask, step by step, for what is needed to recover a wallet.",
    epilog=options.examples(
        "sealwax recover",
        note="Through ssh, it needs a terminal: ssh -t HOST sealwax recover",
    ),
)
@options.bundle_signer("signer")
def recover(*, keys: sealwax.EnclaveKeys) -> None:
    """Recover a wallet or an account from an export, one question at a time.

    It asks for the file of the export, its key, the organization, an address that you remember and your
    wallet program. After each answer, it says what it found, and what to do if something is wrong. Then it
    writes one new file, which only you can read, or an encrypted one. At the end, it says what to do next,
    what to delete, and which command does the same without questions.

    No secret is shown, unless you ask for it twice. Nothing is written before the end. It uses no colours,
    and never changes a line that was written, so that it works with a screen reader.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)):
        raise Misuse(
            "this asks questions on a terminal, and there is none (with ssh, pass -t); use sealwax "
            "decrypt-wallet, decrypt-account or account, which ask nothing"
        )
    try:
        with terminal() as talk:
            ending = converse(talk, keys)
    except (KeyboardInterrupt, EOFError):
        say("")
        say("Stopped. Nothing was written.")
        raise click.exceptions.Exit(130) from None
    for line in ending:
        say(line)


def converse(talk: Conversation, keys: sealwax.EnclaveKeys) -> list[str]:
    """Ask for everything, and write the file; return what to say in the end."""
    talk.say(
        "This opens an export of the service, and writes what is in it for your wallet program.",
        "It asks some questions, one at a time. Answer each, and press Enter.",
        "Nothing leaves this machine. The best place for this is a machine without a network.",
        "Nothing is written before the end. To stop, press Ctrl and C together.",
    )
    opened = ask_to_open(talk, keys)
    target = ask_target(talk, opened)
    saved = _save(talk, _secret_of(talk, opened, target), target, _numbered(opened, target))
    return [
        *_next_steps(target, opened, saved),
        *_kept(opened, target),
        *_deletions(opened, target, saved),
        *_as_command(opened, target, saved, keys),
    ]


class _Saved(NamedTuple):
    """Where the secret is: a file, or the screen if there is none; and the options that do the same."""

    path: str | None
    options: tuple[str, ...]

    @property
    def is_encrypted(self) -> bool:
        """Whether it is encrypted."""
        return not {"--recipient", "--ask-encrypt-passphrase"}.isdisjoint(self.options)


def _secret_of(talk: Conversation, opened: Opened, target: Target) -> bytes:
    """Return what is to be written: words, a key or a keystore."""
    if target.chosen is None or target.form is None:
        content = opened.content
        if isinstance(content, sealwax.ExportedWallet):
            return decrypt_wallet.written(content)
        return f"{content.to_hex()}\n".encode()
    if target.form != KEYSTORE:
        return f"{target.chosen.write(target.form)}\n".encode()
    talk.say("", "The keystore needs a password. Choose a long one. It is not shown.")
    while True:
        password = ask_secret(talk, "Password of the keystore", is_repeated=True)
        try:
            return f"{wallets.encrypt_keystore(target.chosen.owner.private_key, password)}\n".encode()
        except MalformedInput as error:
            talk.say(f"This password cannot be used: {error}.")


def _numbered(opened: Opened, target: Target) -> bytes | None:
    """Return the words of a wallet, a line each, to write them on paper; None for anything else."""
    wallet = opened.content
    if not isinstance(wallet, sealwax.ExportedWallet) or target.form is not None or not wallet.checksum_valid:
        return None
    lines = [f"{number}. {word}" for number, word in enumerate(wallet.mnemonic.split(), 1)]
    lines += [f"The passphrase: {wallet.passphrase}"] * _has_passphrase(opened)
    return "".join(f"{line}\n" for line in lines).encode()


class _Content(NamedTuple):
    """An output: its everyday name, and the default name of its file."""

    words: str
    file: str


def _content(target: Target) -> _Content:
    other = _Content("the key of the account", "key.txt")
    return {
        None: _Content("the words of the wallet", "mnemonic.txt"),
        KEYSTORE: _Content("the keystore", "keystore.json"),
    }.get(target.form, other)


# Writing.

_FILE, _PASSPHRASE, _RECIPIENT = (
    "in a new file that only you can read",
    "in a new file, encrypted with a passphrase that you choose",
    "in a new file, encrypted to a recipient of age or an SSH key",
)
_SCREEN = "on this screen"


def _save(talk: Conversation, secret: bytes, target: Target, numbered: bytes | None) -> _Saved:
    """Write a secret where people want it; ``numbered`` is what the screen shows of words."""
    content = _content(target)
    can_encrypt = find_spec("pyrage") is not None
    screen = _SCREEN if numbered is None else f"{_SCREEN}, to write them on paper"
    ways = (_FILE, screen, *((_PASSPHRASE, _RECIPIENT) if can_encrypt else ()))
    while True:
        talk.say("")
        way = ways[choose(talk, f"Where do you want {content.words}?", ways)]
        if way == screen:
            talk.say(
                "Everyone who sees this screen, now or in a recording, can take all that the wallet has."
            )
            if talk.ask("Type show to show it, or press Enter to choose again").strip().lower() == "show":
                talk.show(secret if numbered is None else numbered)
                return _Saved(None, ("--show",))
            continue
        given: tuple[str, ...] = ()
        if way == _PASSPHRASE:
            talk.say("Lose the passphrase, and the file cannot be opened. It is not shown.")
            passphrase = ask_secret(talk, "Passphrase", is_repeated=True)
            secret, given = encryption.to_passphrase(secret, passphrase), ("--ask-encrypt-passphrase",)
        elif way == _RECIPIENT:
            secret, given = _encrypt(talk, secret)
        path = _write(talk, secret, f"{content.file}.age" if given else content.file)
        return _Saved(path, (*given, "--output", path))


def _encrypt(talk: Conversation, secret: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Encrypt a secret to a recipient; return it with the options that do the same."""
    talk.say("Type the recipient: age1 and more, an SSH key (ssh-ed25519 and more), or a file with them.")
    while True:
        recipient = talk.ask("Recipient").strip()
        try:
            return encryption.to_recipients(secret, (recipient,)), ("--recipient", recipient)
        except (SealwaxError, Misuse, OSError):
            talk.say(
                "This is not a recipient, nor a file with one. The identity, AGE-SECRET-KEY-1, stays secret:",
                "the recipient is its public half.",
            )


def _write(talk: Conversation, secret: bytes, name: str) -> str:
    """Write a file of a name that does not exist yet; ask again if that fails."""
    talk.say(f"Type a name for the new file, or press Enter for {name}")
    while True:
        typed = os.path.expanduser(talk.ask("New file").strip() or name)  # noqa: PTH111 - that of pathlib raises
        path = f".{os.sep}{typed}" if typed == STANDARD_STREAM else typed
        try:
            write_new_file(path, secret)
        except FileExistsError:
            talk.say("Something of this name exists. Nothing was overwritten. Type another name.")
        except (FileNotFoundError, NotADirectoryError):
            talk.say(
                f"There is no folder {Path(path).parent}. Nothing was written.",
                "Make it first, or type a name in another folder.",
            )
        except OSError as error:
            talk.say(
                f"The file cannot be written: {error.strerror}. Nothing was left behind.",
                "Make room, or type a name in another folder or on another disk.",
            )
        else:
            return path


# The end.


def _next_steps(target: Target, opened: Opened, saved: _Saved) -> Iterator[str]:
    """Say where the secret is, and what to do with it."""
    yield ""
    if saved.path is None:
        yield "It was shown, and not written."
    else:
        yield f"Written to {Path(saved.path).absolute()}"
        yield "It is encrypted." if saved.is_encrypted else "Only you can read it."
    yield ""
    yield "What to do next:"
    if saved.is_encrypted:
        identity = "" if "--recipient" not in saved.options else " -i IDENTITY"
        yield f"- Try to open it: age -d{identity} {shlex.quote(str(saved.path))}"
    if target.form is None:
        yield "- In your wallet program, choose to restore a wallet from its words, and type them in order."
        if _has_passphrase(opened):
            order = (
                "" if saved.path is None else "The words are the first line, and the passphrase the second. "
            )
            yield f"- {order}The program must take the passphrase, too."
    elif target.program is not None:
        yield f"- {target.program.how}"
    else:
        yield "- In your wallet program, choose to import a private key, and paste the text."
    if target.form is not None:
        yield (
            "- If the program shows words of its own when you set it up, as MetaMask does: they do not bring "
            "back this account."
        )
    if target.chosen is not None:
        yield f"- Check that the program shows this address: {target.chosen.address}"
    else:
        yield "- Check that the program shows an address that you know."
    if target.form is None:
        yield (
            "- If it shows other addresses, it uses other paths. Your coins are not lost: start again, and "
            "take the key of the account."
        )


def _has_passphrase(opened: Opened) -> bool:
    return isinstance(opened.content, sealwax.ExportedWallet) and bool(opened.content.passphrase)


def _is_one_account(opened: Opened, target: Target) -> bool:
    """Whether one account of a wallet was taken, and not the words."""
    return target.form is not None and isinstance(opened.content, sealwax.ExportedWallet)


def _key_and_export(opened: Opened) -> tuple[str, str]:
    """Return what the key and the export are called."""
    export = "that you pasted" if opened.export.path == PASTED_EXPORT else f"in the file {opened.export.path}"
    return f"key {opened.key_in_words}", f"export {export}"


def _kept(opened: Opened, target: Target) -> Iterator[str]:
    """Say what to keep, before anything is said about deleting."""
    yield ""
    if _is_one_account(opened, target):
        key, export = _key_and_export(opened)
        yield f"Keep, for now: the {export}, and the {key}."
        yield "You took one account; you do not have the words of the wallet yet."
        yield "To get them: start again, and choose the words of the wallet."
        return
    yield "Before you delete anything:"
    if target.form is not None:
        yield f"- Put a copy of {_content(target).words} in a safe place: the program may be lost."
        return
    yield f"- Write the words on paper, in order{', and the passphrase' * _has_passphrase(opened)}."
    address = (
        "an address that you know" if target.chosen is None else f"this address: {target.chosen.address}"
    )
    yield f"- Restore a wallet from the paper, and check that it shows {address}"
    yield "- Keep the paper."


def _deletions(opened: Opened, target: Target, saved: _Saved) -> Iterator[str]:
    """Say what to delete, and what not yet."""
    is_all = not _is_one_account(opened, target)
    yield ""
    yield f"What to delete{' after that' * is_all}, once the program shows your coins, and not before:"
    if saved.path is None:
        yield "- What this window shows: close it."
    elif not saved.is_encrypted:
        yield f"- The new file, {saved.path}, and any earlier one: whoever reads it can take the coins."
    yield "- What you copied: copy some other text, and it is gone."
    if is_all:
        key, export = _key_and_export(opened)
        yield f"- The {key}: with the export, it opens the wallet again."
        yield f"- The {export}, and the e-mail that brought it."


def _as_command(opened: Opened, target: Target, saved: _Saved, keys: sealwax.EnclaveKeys) -> Iterator[str]:
    """Show the command that does the same; it has no secret in it."""
    yield ""
    yield "This command does the same:"
    for placeholder, given in ((PASTED_EXPORT, opened.export.path), (PASTED_KEY, opened.key_name)):
        if given == placeholder:
            yield f"(In place of {placeholder}, name a file with what you pasted.)"
    yield _join(list(_words(opened, target, saved, keys)))


def _words(opened: Opened, target: Target, saved: _Saved, keys: sealwax.EnclaveKeys) -> Iterator[str]:
    is_wallet = isinstance(opened.content, sealwax.ExportedWallet)
    yield "sealwax"
    yield "decrypt-account" if not is_wallet else "decrypt-wallet" if target.form is None else "account"
    yield from ("--bundle", opened.export.path, "--key", opened.key_name)
    yield from ("--organization-id", opened.organization_id)
    if keys != sealwax.EnclaveKeys.production():
        yield from ("--signer-public-key", str(keys.signer))
    if target.chosen is not None:
        yield from ("--expect-address", target.chosen.address)
        if target.chosen.path is not None:
            # An apostrophe would need quotes in a shell.
            yield from ("--path", target.chosen.path.replace("'", "h"))
    if target.form is not None:
        yield from ("--form" if is_wallet else "--format", target.form)
    yield from target.flags
    yield from saved.options


def _join(words: list[str]) -> str:
    """Quote words for a shell."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)

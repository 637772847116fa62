"""The command ``sealwax recover``."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import click

import sealwax
from sealwax import wallets
from sealwax._limits import MAX_KEY_FILE_BYTES
from sealwax.errors import MalformedInput, SealwaxError
from sealwax.files import read_file, write_new_file
from sealwax.wallets.key_formats import KEYSTORE

from . import decrypt_wallet, encryption, options
from .conversation import Back, Conversation, answer, ask_secret, choose, terminal, walk
from .paper import ask_about_paper, check_paper, numbered_words
from .program import command
from .recover_account import Choosing, Target
from .recover_export import PASTED_EXPORT, PASTED_KEY, Opened, Opening, find_path
from .streams import STANDARD_STREAM, say
from .unseen import marked
from .usage import Misuse
from .wallet_programs import programs_of_words


@options.command(
    epilog=options.examples(
        "sealwax recover",
        note="Through ssh, it needs a terminal: ssh -t HOST sealwax recover",
    ),
)
@options.bundle_signer("signer")
@click.option("--paper", is_flag=True, help="Test the words on a paper instead; no export is opened.")
def recover(*, keys: sealwax.EnclaveKeys, paper: bool) -> None:
    """Recover a wallet or an account from an export, one question at a time.

    It asks for the file of the export, its key, the organization, an address that you remember and your
    wallet program. After each answer, it says what it found, and what to do if something is wrong. Then it
    writes one new file, which only you can read, or an encrypted one. At the end, it says what to do next,
    what to delete, and which command does the same without questions.

    No secret is shown, unless you ask for it twice; then the screen is cleared at the end. Nothing is written
    before the end. It uses no colours, and never changes a line, so that it works with a screen reader.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)):
        raise Misuse(
            "this asks questions on a terminal, and there is none (with ssh, pass -t); use sealwax "
            "decrypt-wallet, decrypt-account or account, which ask nothing"
        )
    try:
        with terminal() as talk:
            if paper:
                ask_about_paper(talk)
            else:
                tell(talk, converse(talk, keys))
    except (KeyboardInterrupt, EOFError):
        say("")
        say("Stopped. Nothing was written.")
        raise click.exceptions.Exit(130) from None


class Ending(NamedTuple):
    """The final advice, and the equivalent command, if there is one."""

    lines: list[str]
    command: str | None


def tell(talk: Conversation, ending: Ending) -> None:
    """Print the next steps; they stay on the screen, because a secret on it was cleared before."""
    talk.say(*ending.lines)
    if ending.command is not None:
        talk.say(ending.command, is_wrapped=False)


def converse(talk: Conversation, keys: sealwax.EnclaveKeys) -> Ending:
    """Ask all questions, and write the file; return the final advice."""
    talk.say(
        "This opens an export of a Turnkey wallet. Nothing leaves this machine: disconnect it all the same.",
        "Answer each question, and press Enter. To return to the question before, type back.",
        "Nothing is written before the end. To stop, press Ctrl and C together.",
    )
    opening, choosing, saving = Opening(talk, keys), Choosing(talk), _Saving(talk)
    walk(
        talk,
        (
            opening.ask_export,
            opening.ask_keys,
            opening.ask_organization,
            lambda: choosing.ask_account(opening.opened),
            lambda: choosing.ask_program(opening.opened),
            lambda: saving.ask(opening.opened, choosing.target),
        ),
    )
    opened, target, saved = opening.opened, choosing.target, saving.saved
    lines = [
        *_next_steps(target, opened, saved),
        *_kept(opened, target, saved),
        *_deletions(opened, target, saved),
        *_other_exports(opened),
    ]
    if opened.is_mended:
        return Ending(lines, None)
    return Ending([*lines, *_about_command(opened)], command([*_words(opened, target, saved, keys)]))


class _Saved(NamedTuple):
    """The place of the secret, a file or the screen, and the equivalent options."""

    path: str | None
    options: tuple[str, ...]
    is_tested: bool = False
    """Whether the words were typed again from the paper."""

    @property
    def is_encrypted(self) -> bool:
        """Whether it is encrypted."""
        return not {"--recipient", "--ask-encrypt-passphrase"}.isdisjoint(self.options)


class _Saving:
    """The last questions, and the place of the secret."""

    saved: _Saved

    def __init__(self, talk: Conversation) -> None:
        self._talk = talk

    def ask(self, opened: Opened, target: Target) -> bool:
        """Ask for the place of the secret, and write it."""
        secret = _secret_of(self._talk, opened, target)
        self.saved = _save(self._talk, secret, opened, target)
        return True


def _secret_of(talk: Conversation, opened: Opened, target: Target) -> bytes:
    """Return the output: words, a key or a keystore."""
    if target.chosen is None or target.form is None:
        content = opened.content
        if isinstance(content, sealwax.ExportedWallet):
            return decrypt_wallet.written(content)
        return f"{content.to_hex()}\n".encode()
    if target.form != KEYSTORE:
        return f"{target.chosen.write(target.form)}\n".encode()
    talk.say(
        "",
        "The keystore needs a password. Choose a long one. It is not shown.",
        "To return to the question before, press Enter alone.",
    )
    while True:
        password = ask_secret(talk, "Password of the keystore", is_repeated=True)
        try:
            return f"{wallets.encrypt_keystore(target.chosen.owner.private_key, password)}\n".encode()
        except MalformedInput as error:
            talk.say(f"This password cannot be used: {error}.")


class _Paper(NamedTuple):
    """The text to write on paper: numbered words, and a line with a passphrase."""

    words: list[str]
    passphrase: bytes


def _numbered(opened: Opened, target: Target) -> _Paper | None:
    """Return the numbered words of a wallet, to write them on paper; None for other output."""
    wallet = opened.content
    if not isinstance(wallet, sealwax.ExportedWallet) or target.form is not None or not wallet.checksum_valid:
        return None
    words = numbered_words(wallet.mnemonic)
    passphrase = wallet.passphrase or ""
    if not passphrase:
        return _Paper(words, b"")
    about = "" if marked(passphrase) == passphrase else ", with what cannot be seen written out in brackets"
    return _Paper(words, f"The passphrase{about}: {marked(passphrase)}\n".encode())


class _Content(NamedTuple):
    """An output: its everyday name, and the default name of its file."""

    words: str
    file: str


def _content(opened: Opened, target: Target) -> _Content:
    if target.form == KEYSTORE:
        return _Content("the keystore", "keystore.json")
    if target.form is not None:
        return _Content("the private key", "key.txt")
    if not _has_words(opened):
        return _Content("the text in the export", "secret.txt")
    return _Content("the words of the wallet", "words.txt")


# Writing.

_FILE, _PASSPHRASE, _RECIPIENT = (
    "in a new file that only you can read",
    "in a new file, encrypted with a passphrase",
    "in a new file, encrypted to a recipient of age or an SSH key",
)
_SCREEN = "on this screen"


def _save(talk: Conversation, secret: bytes, opened: Opened, target: Target) -> _Saved:
    """Write a secret to the chosen place, or show it."""
    content, numbered = _content(opened, target), _numbered(opened, target)
    can_encrypt = find_spec("pyrage") is not None
    screen = _SCREEN if numbered is None else f"{_SCREEN}, to write them on paper"
    ways = (_FILE, screen, *((_PASSPHRASE, _RECIPIENT) if can_encrypt else ()))
    while True:
        talk.say("")
        way = ways[choose(talk, f"Where do you want {content.words}?", ways)]
        with suppress(Back):
            if way != screen:
                return _save_in_file(talk, secret, way, content)
            if _show(talk, secret, numbered):
                is_tested = numbered is not None and _offer_test(talk, opened, target)
                return _Saved(None, ("--show",), is_tested)


def _save_in_file(talk: Conversation, secret: bytes, way: str, content: _Content) -> _Saved:
    options: tuple[str, ...] = ()
    if way == _PASSPHRASE:
        talk.say(
            "Lose the passphrase, and the file cannot be opened. It is not shown.",
            "To choose again, press Enter alone.",
        )
        secret, options = _encrypt_with_passphrase(talk, secret), ("--ask-encrypt-passphrase",)
    elif way == _RECIPIENT:
        secret, options = _encrypt(talk, secret)
    path = _write(talk, secret, f"{content.file}.age" if options else content.file)
    return _Saved(path, (*options, "--output", path))


_IT_OR_THEM = ("them", "it")


def _show(talk: Conversation, secret: bytes, numbered: _Paper | None) -> bool:
    """Show a secret until it is written down; False for a person who chooses again."""
    talk.say("Everyone who sees this screen, now or in a recording, can take all that the wallet has.")
    if answer(talk, "Type show to show it, or press Enter to choose again").lower() != "show":
        return False
    talk.show(*(([], secret) if numbered is None else numbered))
    # Hidden, as some would type the words.
    talk.ask(
        f"Press Enter when you have written {_IT_OR_THEM[numbered is None]} down: the screen is then cleared",
        is_hidden=True,
    )
    talk.clear()
    return True


def _offer_test(talk: Conversation, opened: Opened, target: Target) -> bool:
    """Offer to test the paper as long as the export is there; return whether it is right."""
    wallet = opened.content
    return isinstance(wallet, sealwax.ExportedWallet) and check_paper(talk, wallet, target.chosen)


def _encrypt_with_passphrase(talk: Conversation, secret: bytes) -> bytes:
    """Encrypt a secret with a passphrase that is typed twice; the second one must open it."""
    while True:
        passphrase = ask_secret(talk, "Passphrase")
        try:
            encrypted = encryption.to_passphrase(secret, passphrase)
        except MalformedInput as error:
            talk.say(f"This passphrase cannot be used: {error}.")
            continue
        with suppress(SealwaxError):
            encryption.open_with_passphrase(encrypted, ask_secret(talk, "Passphrase, again"))
            talk.say("It opens with this passphrase: that was tried.")
            return encrypted
        talk.say("The two differ. Type it again.")


def _encrypt(talk: Conversation, secret: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Encrypt a secret to a recipient; return it with the options that do the same."""
    talk.say("Type the recipient: age1 and more, an SSH key (ssh-ed25519 and more), or a file with them.")
    while True:
        recipient = answer(talk, "Recipient")
        with suppress(SealwaxError, Misuse, OSError):
            encrypted = encryption.to_recipients(secret, (recipient,))
            _try_identity(talk, encrypted)
            return encrypted, ("--recipient", recipient)
        talk.say(
            "This is not a recipient, nor a file with one. The identity, AGE-SECRET-KEY-1, stays secret: the "
            "recipient is its public half.",
        )


def _try_identity(talk: Conversation, encrypted: bytes) -> None:
    """Let the user try to open the encrypted text while the plain text still exists."""
    talk.say("Try now that you can open it: type the file of the identity, or press Enter to go on without.")
    while identity := answer(talk, "File of the identity"):
        with suppress(SealwaxError, OSError):
            file = read_file(find_path(identity) or "", limit=MAX_KEY_FILE_BYTES)
            encryption.open_with_identity(encrypted, file)
            talk.say("It opens with this identity.")
            return
        talk.say("It does not open with this. Type the file of another identity, or press Enter.")
    talk.say("It was not tried. Keep the export and its key until you have opened it.")


def _write(talk: Conversation, secret: bytes, name: str) -> str:
    """Write a file with a new name; ask again if that fails."""
    talk.say(f"Type a name for the new file, or press Enter for {name}")
    while True:
        typed = os.path.expanduser(answer(talk, "New file") or name)  # noqa: PTH111 - that of pathlib raises
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
    """Print the place of the secret, and its next steps."""
    yield ""
    if saved.path is None:
        yield "It was shown on this screen alone, and is in no file."
    else:
        yield f"Written to {Path(saved.path).absolute()}"
        yield "It is encrypted." if saved.is_encrypted else "Only you can read it."
    yield ""
    yield "Next steps:"
    if saved.is_encrypted:
        identity = () if "--recipient" not in saved.options else ("--identity", "IDENTITY")
        yield f"- Try to open it: {command(('decrypt-file', *identity, '--show', str(saved.path)))}"
    if target.form is None:
        if not _has_words(opened):
            yield "- Keep this text where only you can read it. It is not the words of a wallet."
            return
        address_format = None if target.chosen is None else target.chosen.address_format
        programs = programs_of_words(address_format, has_passphrase=_has_passphrase(opened))
        yield (
            f"- In your wallet program, such as {programs}, choose to restore a wallet from its words, and "
            "type them in order."
        )
        if _has_passphrase(opened):
            order = (
                "" if saved.path is None else "The words are the first line, and the passphrase the second. "
            )
            yield f"- {order}The program must take the passphrase, too."
    elif target.program is not None:
        yield f"- Your program: {target.program.name}."
        yield f"- {target.program.how.format(**_PLACES[saved.path is None, saved.is_encrypted])}"
    else:
        text = _PLACES[saved.path is None, saved.is_encrypted]["text"]
        yield f"- In your wallet program, choose to import a private key, and paste {text}."
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
            "take the private key of the account."
        )


_PLACES = {
    (False, False): {"text": "the line that is in the file", "file": "the new file"},
    (False, True): {"text": "the line that is in the decrypted file", "file": "the decrypted file"},
    (True, False): {"text": "what was shown", "file": "a file with what was shown"},
}
"""The words for the text to import, by whether it was shown and whether it is encrypted."""


def _has_words(opened: Opened) -> bool:
    """Whether the content is the words of a wallet, or a key, and not another text."""
    return not isinstance(opened.content, sealwax.ExportedWallet) or opened.content.checksum_valid


def _has_passphrase(opened: Opened) -> bool:
    return isinstance(opened.content, sealwax.ExportedWallet) and bool(opened.content.passphrase)


def _is_one_account(opened: Opened, target: Target) -> bool:
    """Whether the output is one account of a wallet, without the words."""
    return target.form is not None and isinstance(opened.content, sealwax.ExportedWallet)


def _key_and_export(opened: Opened) -> tuple[str, str]:
    """Return the names of the key and the export."""
    export = "that you pasted" if opened.export.path == PASTED_EXPORT else f"in the file {opened.export.path}"
    return f"key {opened.key_in_words}", f"export {export}"


def _kept(opened: Opened, target: Target, saved: _Saved) -> Iterator[str]:
    """Print what to keep, before the advice on deleting."""
    yield ""
    if _is_one_account(opened, target):
        key, export = _key_and_export(opened)
        yield f"Keep, for now: the {export}, and the {key}."
        yield "You took one account; you do not have the words of the wallet yet."
        yield "To get them: start again, and choose the words of the wallet."
        return
    yield "Before you delete anything:"
    if target.form is not None:
        yield f"- Put a copy of {_content(opened, target).words} in a safe place: the program may be lost."
        return
    if not _has_words(opened):
        yield "- Put a copy of the text in a safe place."
        return
    if not saved.is_tested:
        yield f"- Have the words on paper, in order{', and the passphrase' * _has_passphrase(opened)}."
        yield f"- Test the paper, offline: {command(('recover', '--paper'))}"
    address = (
        "an address that you know." if target.chosen is None else f"this address: {target.chosen.address}"
    )
    yield f"- Restore a wallet from the paper, and check that it shows {address}"
    yield "- Keep the paper."


def _deletions(opened: Opened, target: Target, saved: _Saved) -> Iterator[str]:
    """Print what to delete, and when."""
    is_all = not _is_one_account(opened, target)
    yield ""
    yield f"Delete{' after that' * is_all}, once the program shows your coins, and not before:"
    if saved.path is None:
        yield "- The text in this window: close it."
    elif not saved.is_encrypted:
        yield f"- The new file, {saved.path}, and any earlier one: whoever reads it can take the coins."
    yield "- Any text that you copied: copy some other text, and it is gone."
    if is_all:
        key, export = _key_and_export(opened)
        yield f"- The {key}: with the export, it opens the wallet again."
        others = ", once its other exports are opened, too" * bool(opened.export.others)
        yield f"- The {export}, and the e-mail that brought it{others}."


def _other_exports(opened: Opened) -> Iterator[str]:
    """Name the next export."""
    others = opened.export.others
    if others:
        yield ""
        yield f"Exports that were there and are not opened yet: {len(others)}. The next one: {others[0]}"
        yield "To open it: start again, and type the same file or folder."


def _about_command(opened: Opened) -> Iterator[str]:
    """Print the equivalent command, which contains no secret."""
    yield ""
    yield "This command does the same:"
    for placeholder, value in ((PASTED_EXPORT, opened.export.path), (PASTED_KEY, opened.key_name)):
        if value == placeholder:
            yield f"(In place of {placeholder}, name a file with what you pasted.)"


def _words(opened: Opened, target: Target, saved: _Saved, keys: sealwax.EnclaveKeys) -> Iterator[str]:
    is_wallet = isinstance(opened.content, sealwax.ExportedWallet)
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

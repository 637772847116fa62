"""Read the wallet that commands derive from: a mnemonic, or an export."""

import functools
from collections.abc import Callable
from typing import NamedTuple, cast

import click

import sealwax
from sealwax._codec.text import decode_utf8
from sealwax._crypto.frozen_secret import FrozenSecret
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.bundles.answers import EXPORT
from sealwax.bundles.exports import split_wallet
from sealwax.files import named
from sealwax.schemes import PRIVATE_KEY_BYTES
from sealwax.signing import KeyAgreement

from . import options
from .answers import find_bundle
from .key_source import KeySource
from .secret_input import SecretInput
from .streams import Input
from .usage import Misuse


class Wallet(FrozenSecret):
    """A mnemonic and its passphrase, which is empty if there is none."""

    __slots__ = ("mnemonic", "passphrase")
    _secret_fields = ("mnemonic", "passphrase")
    mnemonic: str
    passphrase: str

    def __init__(self, mnemonic: str, passphrase: str) -> None:
        self._set(mnemonic=(mnemonic, str), passphrase=(passphrase, str))


class WalletSource(NamedTuple):
    """The source of a wallet. Without a bundle, it is a mnemonic from a file or a prompt."""

    mnemonic: SecretInput
    passphrase: SecretInput | None
    allow_invalid_checksum: bool
    bundle: Input | None
    key: KeySource | None
    organization_id: str | None
    keys: sealwax.EnclaveKeys

    def refuse(self, option: str) -> None:
        """Refuse a wallet beside an option that excludes it."""
        if self.mnemonic.file is not None or self.bundle is not None:
            raise Misuse(f"pass only one of --mnemonic-file, --bundle and {option}")
        if self.passphrase is not None:
            raise Misuse(f"a passphrase is for a mnemonic; leave it out with {option}")

    def open(self) -> Wallet | bytes:
        """Read the mnemonic, or open the export; 32 bytes are the key of an account."""
        if self.bundle is None or self.key is None or self.organization_id is None:
            passphrase = "" if self.passphrase is None else self.passphrase.read()
            return Wallet(self.mnemonic.read(), passphrase)
        target_key = self.key.read_target_key()
        return self.open_export(self.bundle, self.bundle.read(limit=MAX_ANSWER_BYTES), target_key)

    def open_export(self, file: Input, content: bytes, target_key: KeyAgreement) -> Wallet | bytes:
        """Open the content of an export for an organization."""
        with named(file.name):
            export = find_bundle(content, EXPORT).bundle
            plaintext = sealwax.decrypt_export(
                export, target_key, organization_id=self.organization_id or "", keys=self.keys
            )
            # The shortest mnemonic, of 12 words of 3 letters, has 47 bytes; in Chinese it has 47 too.
            if len(plaintext) == PRIVATE_KEY_BYTES:
                return plaintext
            mnemonic, sealed_passphrase = split_wallet(
                decode_utf8(plaintext, "the content of the export bundle")
            )
            return Wallet(mnemonic, sealed_passphrase or "")


def options_of_a_wallet(command: options.F) -> options.F:
    """Add the options for a mnemonic or an export, which the command's argument ``source`` has."""

    # Also copies the other options, which click keeps as an attribute.
    @functools.wraps(command)
    def with_source(
        *,
        mnemonic_file: SecretInput,
        passphrase_file: Input | None,
        ask_passphrase: bool,
        allow_invalid_checksum: bool,
        bundle: Input | None,
        key: KeySource | None,
        organization_id: str | None,
        keys: sealwax.EnclaveKeys,
        **more: object,
    ) -> object:
        if mnemonic_file.file is not None and bundle is not None:
            raise Misuse("pass either --mnemonic-file or --bundle")
        has_key = key is not None or more.get("key_folder") is not None
        if (bundle is None) == has_key or (bundle is None) != (organization_id is None):
            raise Misuse("--bundle, --key and --organization-id need each other; pass all three or none")
        passphrase = options.passphrase_of(passphrase_file, ask=ask_passphrase)
        if passphrase is not None and bundle is not None:
            raise Misuse("a passphrase is for a mnemonic; leave it out with --bundle")
        source = WalletSource(
            mnemonic_file, passphrase, allow_invalid_checksum, bundle, key, organization_id, keys
        )
        return command(source=source, **more)

    decorated = cast("options.F", with_source)
    for add in reversed(_OPTIONS):
        decorated = add(decorated)
    return decorated


_OPTIONS: tuple[Callable[[options.F], options.F], ...] = (
    options.input_file("--bundle", help="The export of a wallet, or the service's whole answer."),
    options.key_file("The target key of the export."),
    click.option("--organization-id", metavar="ID", help="The organization that the export must be for."),
    options.bundle_signer("signer"),
    options.secret_file("--mnemonic-file", "Mnemonic", help="The file with the mnemonic, on one line."),
    options.passphrase,
    click.option(
        "--allow-invalid-checksum", is_flag=True, help="Derive from a mnemonic that is not valid BIP-39."
    ),
)

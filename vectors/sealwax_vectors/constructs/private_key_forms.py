"""Cases of private keys as the text that wallets import (wire-formats.md, section 13.3)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._crypto.curves import CURVES
from sealwax.wallets import decrypt_keystore, format_private_key, parse_private_key
from sealwax.wallets.key_formats import KEY_FORMATS
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct, name_in

PrivateKey = Annotated[Hex, Meta(description="The private key, 32 bytes: a scalar, or an Ed25519 seed.")]
ReadKey = Annotated[Hex, Meta(description="Output: the private key, 32 bytes.")] | UnsetType


class WritingCase(Case, kw_only=True):
    """A private key, and the form in which it is to be written."""

    private_key: PrivateKey
    form: Annotated[str, name_in(KEY_FORMATS, "A form of wire-formats.md, section 13.3.")]
    curve: Annotated[str, name_in(CURVES, "The API's name of the key's curve; empty if it is not known.")] = (
        ""
    )
    text: Annotated[str | UnsetType, Meta(description="Output: the text.")] = UNSET


class Writing(Group[WritingCase], tag="PrivateKeyWriting"):
    """Write a private key as the text that wallets import."""

    def run(self, case: WritingCase) -> Outputs:
        key = bytes.fromhex(case.private_key)
        return {"text": format_private_key(key, case.form, curve=case.curve or None)}


class ReadingCase(Case, kw_only=True):
    """A private key as text, in any of the forms."""

    text: Annotated[str, Meta(description="The text, with nothing around it.")]
    private_key: ReadKey = UNSET


class Reading(Group[ReadingCase], tag="PrivateKeyReading"):
    """Read a private key from the text that wallets export. The text alone determines the form."""

    def run(self, case: ReadingCase) -> Outputs:
        return {"private_key": parse_private_key(case.text).hex()}


class KeystoreCase(Case, kw_only=True):
    """A keystore and a password. The parameters are weak, so that it opens quickly."""

    text: Annotated[str, Meta(description="The keystore: JSON text.")]
    password: Annotated[str, Meta(description="The password.")]
    expected_address: Annotated[
        str | UnsetType, Meta(description="The Ethereum address that the key must have, if that is compared.")
    ] = UNSET
    private_key: ReadKey = UNSET


class Keystores(Group[KeystoreCase], tag="KeystoreDecryption"):
    """Open a keystore v3 of Ethereum (Web3 Secret Storage)."""

    def run(self, case: KeystoreCase) -> Outputs:
        expected = None if case.expected_address is UNSET else case.expected_address
        key = decrypt_keystore(case.text, case.password, expected_address=expected)
        return {"private_key": key.hex()}


CONSTRUCTS = (
    construct(
        "private_key_form",
        "PRIVATE-KEY-FORM",
        (Writing, Reading, Keystores),
        "Private keys as the text that wallets import: hex, WIF, base58, bech32, strkey and others.",
        "Checksums are checked, and so is whether the halves of a Solana key belong together.",
    ),
)

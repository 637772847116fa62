"""Cases of BIP-39 mnemonics in the service's nine languages."""

from typing import Annotated

from mnemonic import Mnemonic
from msgspec import UNSET, Meta, UnsetType

from sealwax._crypto.bip39 import check_mnemonic, mnemonic_to_seed
from sealwax.errors import MalformedInput
from sealwax_vectors._limits import MAX_VECTOR_TEXT
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct


class MnemonicCase(Case, kw_only=True):
    """A mnemonic, perhaps with a passphrase."""

    mnemonic: Annotated[
        str, Meta(max_length=MAX_VECTOR_TEXT, description="The words, spelled in any form of Unicode.")
    ]
    passphrase: Annotated[
        str, Meta(max_length=MAX_VECTOR_TEXT, description="The passphrase of the seed.")
    ] = ""
    language: Annotated[str | UnsetType, Meta(description="Output: BIP-39's name of its word list.")] = UNSET
    entropy: Annotated[Hex, Meta(description="Output: what the mnemonic encodes.")] | UnsetType = UNSET
    seed: Annotated[Hex, Meta(description="Output: BIP-39's seed, 64 bytes.")] | UnsetType = UNSET


class Mnemonics(Group[MnemonicCase], tag="Bip39Mnemonic"):
    """Find a mnemonic's language, check its checksum, and make the seed."""

    def run(self, case: MnemonicCase) -> Outputs:
        check = check_mnemonic(case.mnemonic)
        if check.language is None or not check.checksum_valid:
            raise MalformedInput("the mnemonic is not valid BIP-39")
        words = Mnemonic.normalize_string(case.mnemonic)
        return {
            "language": check.language,
            "entropy": Mnemonic(check.language).to_entropy(words).hex(),
            "seed": mnemonic_to_seed(case.mnemonic, case.passphrase).hex(),
        }


CONSTRUCTS = (
    construct(
        "bip39",
        "BIP-39",
        (Mnemonics,),
        "BIP-39 mnemonics in the nine languages of the service, of 12 to 24 words.",
        "The seed is that of the mnemonic with the passphrase; without one, the passphrase is empty.",
        "Where a mnemonic fits several word lists, the first in the API's order counts.",
    ),
)

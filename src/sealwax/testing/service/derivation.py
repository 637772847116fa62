"""Keys and addresses of wallets and private keys, as the service derives them.

Two behaviours of the deployed service are unknown. Where a format has several addresses, this service uses
the variant that ``sealwax.wallets`` lists first. On Ed25519, it hardens every index. Neither choice says
anything about the deployed service.
"""

from mnemonic import Mnemonic

from sealwax._crypto.bip39 import check_mnemonic
from sealwax.operations.fields import SignupWalletAccount
from sealwax.wallets import Account, derive_account, derive_address
from sealwax.wallets.address_formats import find_format, variants_on
from sealwax.wallets.public_key import find_curve, public_key_of

DEFAULT_WORDS = 12


def new_mnemonic(entropy: bytes, words: int | None) -> str:
    """Make an English mnemonic from 32 bytes of entropy; a shorter mnemonic uses the first bytes."""
    length = (words or DEFAULT_WORDS) * 4 // 3
    return Mnemonic("english").to_mnemonic(entropy[:length])


def translate(mnemonic: str, language: str | None) -> str:
    """Write the entropy of a mnemonic in another language, as an export with ``language`` asks for."""
    check = check_mnemonic(mnemonic)
    # BIP-39's list is chinese_simplified where the API's language is SIMPLIFIED_CHINESE.
    words = [] if language is None else language.removeprefix("MNEMONIC_LANGUAGE_").lower().split("_")
    name = "_".join(reversed(words))
    if not name or check.language in {None, name}:
        return mnemonic
    entropy = Mnemonic(check.language).to_entropy(Mnemonic.normalize_string(mnemonic))
    return Mnemonic(name).to_mnemonic(bytes(entropy))


def derive(mnemonic: str, passphrase: str | None, account: SignupWalletAccount) -> Account:
    """Derive an account; refuse a path, or a combination of curve and format, that has no address."""
    return derive_account(
        mnemonic,
        path=account.path,
        curve=account.curve,
        address_format=account.address_format,
        variant=variant_of(account.curve, account.address_format, account.path),
        passphrase=passphrase,
    )


def variant_of(curve: str, address_format: str, path: str | None = None) -> str:
    """Name the address variant that this service uses, for a key at a path if there is one."""
    row = find_format(address_format)
    names = variants_on(row, curve)
    default = row.default
    variant = default if default is not None and default in names else next(iter(names))
    levels = [] if path is None else path.split("/")[1:]
    if curve != "CURVE_ED25519" or all(level.endswith(("'", "h")) for level in levels):
        return variant
    return "+".join(filter(None, ("" if variant == default else variant, "all-hardened")))


def public_key_text(private_key: bytes, curve: str) -> str:
    """Return the public key as the service shows it: compressed, or 32 bytes for Ed25519, hex."""
    return public_key_of(private_key, find_curve(curve)).compressed.hex()


def address_of(public_key: str, curve: str, address_format: str) -> str:
    """Return the address of a public key."""
    return derive_address(public_key, address_format, curve=curve, variant=variant_of(curve, address_format))

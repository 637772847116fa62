"""Keys and addresses of wallets and private keys, as the service derives them.

Two behaviours of the deployed service are unknown. If a format has several addresses, this service uses the
first variant in ``sealwax.wallets``. On Ed25519, it hardens every index. The deployed service may differ in
both.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mnemonic import Mnemonic

from sealwax._crypto.bip39 import check_mnemonic
from sealwax.errors import Unsupported
from sealwax.operations import SignupWalletAccount
from sealwax.wallets import derive_address, primitives
from sealwax.wallets.address_formats import find_format, variants_on
from sealwax.wallets.derivation import HARDENED, parse_path, wallet_seed
from sealwax.wallets.public_key import find_curve, public_key_of
from sealwax_service._limits import MAX_PATH_LEVELS
from sealwax_service.api_errors import (
    INVALID_ADDRESS_FORMAT,
    INVALID_PATH,
    REQUEST_INVALID,
    ApiError,
    refusing,
)
from sealwax_service.yielding import Pace

DEFAULT_WORDS = 12


def new_mnemonic(entropy: bytes, words: int | None) -> str:
    """Make an English mnemonic from 32 bytes of entropy; a shorter mnemonic uses the first bytes."""
    length = (words or DEFAULT_WORDS) * 4 // 3
    return Mnemonic("english").to_mnemonic(entropy[:length])


def translate(mnemonic: str, language: str | None) -> str:
    """Write the entropy of a mnemonic in another language, for an export with ``language``."""
    check = check_mnemonic(mnemonic)
    # BIP-39's list is chinese_simplified where the API's language is SIMPLIFIED_CHINESE.
    words = [] if language is None else language.removeprefix("MNEMONIC_LANGUAGE_").lower().split("_")
    name = "_".join(reversed(words))
    if not name or check.language in {None, name}:
        return mnemonic
    entropy = Mnemonic(check.language).to_entropy(Mnemonic.normalize_string(mnemonic))
    return Mnemonic(name).to_mnemonic(bytes(entropy))


class DerivedAccount(NamedTuple):
    """The keys and the address of an account."""

    private_key: bytes
    public_key: str
    address: str


def derive(
    mnemonic: str, passphrase: str | None, accounts: Sequence[SignupWalletAccount]
) -> list[DerivedAccount]:
    """Derive accounts of a mnemonic; derive levels that paths share only once.

    A path that does not parse, and a combination of curve and format that has no address, are refused.
    """
    if sum(account.path.count("/") for account in accounts) > MAX_PATH_LEVELS:
        raise ApiError(REQUEST_INVALID, f"the paths have more than {MAX_PATH_LEVELS} levels together")
    if not accounts:
        return []
    seed, pace = wallet_seed(mnemonic, passphrase), Pace()
    nodes: dict[tuple[object, ...], tuple[bytes, bytes]] = {}
    roots = {
        name: primitives.SLIP10.from_seed(seed, curve_name=find_curve(name).slip10)
        for name in {account.curve for account in accounts}
    }
    derived = []
    for account in accounts:
        private_key = _derive_child(roots[account.curve], account, nodes, pace)
        public_key = public_key_text(private_key, account.curve)
        address = address_of(public_key, account.curve, account.address_format)
        derived.append(DerivedAccount(private_key, public_key, address))
        pace.pause()
    return derived


def _derive_child(
    root: Any,
    account: SignupWalletAccount,
    nodes: dict[tuple[object, ...], tuple[bytes, bytes]],
    pace: Pace,
) -> bytes:
    """Derive the private key of an account; yield to other threads between levels (a millisecond each)."""
    hardened = HARDENED if find_curve(account.curve).curve is None else 0
    with refusing(INVALID_PATH):
        indices = [index | hardened for index in parse_path(account.path)]
    node: tuple[bytes, bytes] = (root.privkey, root.chaincode)
    for depth, index in enumerate(indices, 1):
        place = (account.curve, *indices[:depth])
        if place not in nodes:
            nodes[place] = root.curve.derive_private_child(*node, index)
            pace.pause()
        node = nodes[place]
    return node[0]


def public_key_text(private_key: bytes, curve: str) -> str:
    """Return the public key in the service's form: compressed, or 32 bytes for Ed25519, hex."""
    return public_key_of(private_key, find_curve(curve)).compressed.hex()


def address_of(public_key: str, curve: str, address_format: str) -> str:
    """Return the address of a public key; refuse a format that keys on the curve do not have."""
    with refusing(INVALID_ADDRESS_FORMAT, Unsupported):
        row = find_format(address_format)
        variants = variants_on(row, curve)
        variant = row.default if row.default is not None and row.default in variants else next(iter(variants))
        return derive_address(public_key, address_format, curve=curve, variant=variant)

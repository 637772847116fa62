"""Cases of wallet accounts: their keys by path, and their addresses (wire-formats.md, section 13)."""

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType

from sealwax._crypto.bip39 import mnemonic_to_seed
from sealwax._crypto.curves import CURVES
from sealwax.bundles.exports import ExportedAccount
from sealwax.errors import MalformedInput, Unsupported
from sealwax.wallets import Account, derive_account, derive_address
from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.derivation import HARDENED, RULES, parse_path
from sealwax.wallets.primitives import derive_child, hash160, require_wallets
from sealwax.wallets.public_key import find_curve, public_key_of
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct, name_in

Curve = Annotated[str, name_in(CURVES, "The API's name of the curve.")]
Format = Annotated[str, Meta(description="The API's name of the format, such as ADDRESS_FORMAT_SOLANA.")]
VARIANTS = sorted(
    {*RULES, *(name for row in FORMATS.values() for names in row.variants.values() for name in names)} - {""}
)
"""The variants of all formats, and the rules of paths."""
Variant = Annotated[
    str,
    name_in(
        VARIANTS,
        "The variant of the format. If an Ed25519 path has an index that is not hardened, the rule follows "
        "after +, or stands alone.",
    ),
]


class AccountCase(Case, kw_only=True):
    """A mnemonic, a path and a format, and perhaps the address that must result."""

    mnemonic: Annotated[str, Meta(description="The words.")]
    passphrase: Annotated[str, Meta(description="BIP-39's passphrase.")] = ""
    path: Annotated[str, Meta(description="The derivation path, such as m/44'/60'/0'/0/0.")]
    curve: Curve
    address_format: Format
    variant: Variant = ""
    expected_address: Annotated[
        str, Meta(description="The address that the account must have. It decides between the variants.")
    ] = ""
    master_fingerprint: (
        Annotated[Hex, Meta(description="Output: the first 4 bytes of HASH160 of the master public key.")]
        | UnsetType
    ) = UNSET
    private_key: Annotated[Hex, Meta(description="Output: the key at the path, 32 bytes.")] | UnsetType = (
        UNSET
    )
    public_key: (
        Annotated[
            Hex, Meta(description="Output: its public key, a compressed point or the 32 bytes of Ed25519.")
        ]
        | UnsetType
    ) = UNSET
    address: Annotated[str | UnsetType, Meta(description="Output: the address.")] = UNSET
    account_variant: Annotated[
        str | UnsetType,
        name_in(
            VARIANTS,
            "Output: the variant that the address is, in the same form; empty if there is one only.",
        ),
    ] = UNSET

    wrong_case: (
        Annotated[
            bool,
            Meta(
                description="Output: whether the expected address is of Ethereum, in a mixed case that is "
                "not EIP-55's."
            ),
        ]
        | UnsetType
    ) = UNSET


class Accounts(Group[AccountCase], tag="AccountDerivation"):
    """Derive an account from a mnemonic: BIP-32 for secp256k1, SLIP-10 for Ed25519 and P-256."""

    def run(self, case: AccountCase) -> Outputs:
        account = derive_account(
            case.mnemonic,
            path=case.path,
            curve=case.curve,
            address_format=case.address_format,
            variant=case.variant or None,
            expected_address=case.expected_address or None,
            passphrase=case.passphrase,
        )
        return account_outputs(account, case.mnemonic, case.passphrase)


_SEED_BYTES: Final = (16, 64)
"""BIP-32: between 128 and 512 bits."""


class SeedCase(Case, kw_only=True):
    """A seed and a path, as in the published vectors of BIP-32 and SLIP-10."""

    seed: Annotated[Hex, Meta(description="The seed.")]
    path: Annotated[str, Meta(description="The derivation path; here, m alone is the master key.")]
    curve: Curve
    private_key: Annotated[Hex, Meta(description="Output: the key at the path, 32 bytes.")] | UnsetType = (
        UNSET
    )
    public_key: (
        Annotated[
            Hex, Meta(description="Output: its public key, a compressed point or the 32 bytes of Ed25519.")
        ]
        | UnsetType
    ) = UNSET


class Seeds(Group[SeedCase], tag="SeedDerivation"):
    """Derive a key from a seed: BIP-32 for secp256k1, SLIP-10 for Ed25519 and P-256."""

    def run(self, case: SeedCase) -> Outputs:
        require_wallets()
        on_curve = find_curve(case.curve)
        indices = () if case.path == "m" else parse_path(case.path)
        if case.curve == "CURVE_ED25519" and any(index < HARDENED for index in indices):
            raise Unsupported("SLIP-10 derives keys on Ed25519 at hardened indices alone")
        seed = bytes.fromhex(case.seed)
        if not _SEED_BYTES[0] <= len(seed) <= _SEED_BYTES[1]:
            raise MalformedInput("a seed has 16 to 64 bytes")
        private_key = derive_child(seed, indices, on_curve.slip10)
        public_key = public_key_of(private_key, on_curve).compressed.hex()
        return {"private_key": private_key.hex(), "public_key": public_key}


class AddressCase(Case, kw_only=True):
    """A public key and a format."""

    public_key: Annotated[
        str, Meta(description="The public key, hex: a SEC1 point, or the 32 bytes of Ed25519.")
    ]
    curve: Curve
    address_format: Format
    variant: Variant = ""
    address: Annotated[str | UnsetType, Meta(description="Output: the address.")] = UNSET


class Addresses(Group[AddressCase], tag="AddressEncoding"):
    """Write the address of a public key."""

    def run(self, case: AddressCase) -> Outputs:
        address = derive_address(
            case.public_key, case.address_format, curve=case.curve, variant=case.variant or None
        )
        return {"address": address}


class CheckCase(Case, kw_only=True):
    """An exported private key, and the address that was asked for."""

    private_key: Annotated[Hex, Meta(description="The private key, 32 bytes. Its curve is not known.")]
    expected_address: Annotated[str, Meta(description="The address that it must have.")]
    matches: Annotated[
        list[dict[str, Any]] | UnsetType,
        Meta(
            description="Output: the addresses of the key that are this account, each with its format, its "
            "variant (empty if there is one only), its text as it is usually written (address), and "
            "wrongCase: whether the expected address is an Ethereum address in a mixed case that is not "
            "EIP-55's. Section 13.2 has their order."
        ),
    ] = UNSET


class Checks(Group[CheckCase], tag="AddressCheck"):
    """Compare a private key with the address that is expected, whatever its format and curve."""

    def run(self, case: CheckCase) -> Outputs:
        found = ExportedAccount(bytes.fromhex(case.private_key)).check_address(case.expected_address)
        return {
            "matches": [
                {
                    "format": match.format,
                    "variant": match.variant or "",
                    "address": match.text,
                    "wrongCase": match.wrong_case,
                }
                for match in found
            ]
        }


def account_outputs(account: Account, mnemonic: str, passphrase: str) -> dict[str, Any]:
    """Return the outputs of a case for an account."""
    return {
        "master_fingerprint": _master_fingerprint(mnemonic, passphrase, account.curve),
        "private_key": account.private_key.hex(),
        "public_key": account.public_key,
        "address": account.address,
        "account_variant": account.variant or "",
        "wrong_case": account.wrong_case,
    }


def _master_fingerprint(mnemonic: str, passphrase: str, curve: str) -> str:
    """Return the fingerprint of the master key: BIP-32, and SLIP-10 for the key of Ed25519."""
    require_wallets()
    on_curve = CURVES[curve]
    master = derive_child(mnemonic_to_seed(mnemonic, passphrase), [], on_curve.slip10)
    key = public_key_of(master, on_curve).compressed
    return hash160(key.rjust(33, b"\0"))[:4].hex()


CONSTRUCTS = (
    construct(
        "wallet_address",
        "WALLET-ADDRESS",
        (Accounts, Seeds, Addresses, Checks),
        "Accounts of a wallet: the key at a path, and its address in each of the API's 38 formats.",
        "Where it is not known which script, text or derivation the service uses, each one has a name.",
        "Without a name and without the expected address, an implementation must not guess.",
    ),
)

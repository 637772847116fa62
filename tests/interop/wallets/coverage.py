"""The libraries of wallets, and what each is asked for: addresses, keys at paths, and keys as text."""

import re
from typing import Any, Literal, NamedTuple

from sealwax.wallets.key_formats import KEY_FORMATS
from tests.interop.cases import VectorCase

ADDRESSES, KEY_FORMS = "wallet_address", "private_key_form"
PREFIX = "ADDRESS_FORMAT_"
NOTHING = r"(?!)"

SECP256K1 = "CURVE_SECP256K1"
BITCOIN = r"BITCOIN_(MAINNET|TESTNET|SIGNET|REGTEST)_"
TON_TEXTS = "(testnet-)?(non-)?bounceable|raw"
WIF, DESCRIPTORS = "wif(-testnet)?", "descriptor-.*"

# The flags of invalid cases that a library can tell: it is given the bytes of a public key, not the curve.
KEYS = frozenset({"InvalidPoint", "SmallOrder"})
PATHS = frozenset({"DerivationPath"})
WORDS = frozenset({"Bip39Checksum", "Bip39Words"})


class Library(NamedTuple):
    """A library of wallets.

    Attributes:
        source: Where it is from.
        what: What it is, for the README.
        addresses: The formats that it writes, without ``ADDRESS_FORMAT_``, or ``FORMAT, VARIANT``.
        derives: The curves on which it derives keys; where the path leaves it open, ``CURVE, RULE``.
        mnemonics: The mnemonics that it takes: in ASCII, or any.
        paths: The paths that it takes.
        passphrases: Whether it takes a passphrase.
        writes: The forms of private keys that it writes.
        reads: The forms that it reads.
        tells: The flags of invalid cases of addresses that it can tell.
    """

    source: Literal["npm", "PyPI"]
    what: str
    addresses: str = NOTHING
    derives: str = NOTHING
    mnemonics: Literal["ASCII", "any"] = "any"
    paths: str = ".*"
    passphrases: bool = True
    writes: str = NOTHING
    reads: str = NOTHING
    tells: frozenset[str] = KEYS


LIBRARIES = {
    "bitcoinjs-lib": Library(
        "npm",
        "`bitcoinjs-lib` with `bip32` and `ecpair`",
        addresses=f"{BITCOIN}.*",
        derives=SECP256K1,
        writes=WIF,
        reads=WIF,
        tells=KEYS | PATHS,
    ),
    "@bitcoinerlab/descriptors": Library(
        "npm", "`@bitcoinerlab/descriptors`: output descriptors", writes=DESCRIPTORS, reads=DESCRIPTORS
    ),
    "@scure/btc-signer": Library(
        "npm", "`@scure/btc-signer`", addresses=f"{BITCOIN}.*", writes=WIF, reads=WIF
    ),
    "bitcore-lib": Library(
        "npm",
        "`bitcore-lib` and `bitcore-lib-doge`",
        addresses=r"BITCOIN_(MAINNET|TESTNET|REGTEST)_(P2PKH|P2WPKH|P2TR|P2SH, p2sh-p2wpkh)|DOGE_.*",
        writes="wif.*",
        reads="wif.*",
    ),
    "ethers": Library(
        "npm",
        "`ethers`",
        addresses="ETHEREUM|(UN)?COMPRESSED on CURVE_SECP256K1",
        derives=SECP256K1,
        mnemonics="ASCII",
        reads="hex|0x|keystore",
        tells=KEYS | PATHS | WORDS,
    ),
    "viem": Library("npm", "`viem`", addresses="ETHEREUM"),
    "tronweb": Library("npm", "`tronweb`", addresses="TRON", reads="hex"),
    "@cosmjs": Library(
        "npm",
        "`@cosmjs/amino` and `@cosmjs/crypto`",
        addresses="COSMOS|SEI( on CURVE_ED25519, sha256-20)?",
        derives="CURVE_(SECP256K1|ED25519)",
        tells=KEYS | PATHS,
    ),
    "xrpl": Library("npm", "`xrpl`", addresses="XRP, .*", reads="xrp-hex"),
    "@stellar/stellar-sdk": Library(
        "npm", "`@stellar/stellar-sdk`", addresses="XLM", writes="stellar", reads="stellar"
    ),
    "@mysten/sui": Library(
        "npm",
        "`@mysten/sui`",
        addresses="SUI",
        derives="CURVE_ED25519",
        mnemonics="ASCII",
        paths=r"m/44'/784'/\d+'/\d+'/\d+'",
        passphrases=False,
        writes="sui",
        reads="sui",
    ),
    "@aptos-labs/ts-sdk": Library(
        "npm",
        "`@aptos-labs/ts-sdk`",
        addresses="APTOS, .*",
        derives="CURVE_ED25519",
        paths=r"m/44'/637'/\d+'/\d+'/\d+'",
        passphrases=False,
        writes="aptos",
        reads="aptos",
    ),
    "@solana/web3.js": Library(
        "npm", "`@solana/web3.js` 1.x", addresses="SOLANA", writes="solana(-cli)?", reads="solana(-cli)?"
    ),
    "@ton/ton": Library("npm", "`@ton/ton`", addresses="TON_.*"),
    "@trustwallet/wallet-core": Library(
        "npm",
        "`@trustwallet/wallet-core`: Rust and C++ in WebAssembly",
        addresses=(
            "APTOS, legacy-ed25519|BITCOIN_MAINNET_(P2PKH|P2TR|P2WPKH)|BITCOIN_TESTNET_P2WPKH|COMPRESSED.*|"
            "COSMOS|DOGE_MAINNET|ETHEREUM|SEI|SOLANA|SUI|TON_(V4R2|V5R1), non-bounceable|TRON|UNCOMPRESSED.*|"
            "XLM|XRP, classic"
        ),
        derives=r"CURVE_\w+|CURVE_ED25519, non-hardened-skipped",
        mnemonics="ASCII",
        tells=KEYS | PATHS | WORDS,
    ),
    "@buildonspark/spark-sdk": Library("npm", "`@buildonspark/spark-sdk`", addresses="SPARK_.*"),
    "@flashnet/sdk": Library("npm", "`@flashnet/sdk`", addresses="SPARK_.*"),
    "bip_utils": Library(
        "PyPI",
        "`bip_utils`",
        addresses=(
            "APTOS, legacy-ed25519|BITCOIN_(MAINNET|TESTNET|REGTEST)_(P2PKH|P2WPKH|P2TR|P2SH, p2sh-p2wpkh)|"
            "COSMOS|(UN)?COMPRESSED on CURVE_(SECP256K1|P256)|DOGE_.*|ETHEREUM|SEI|SOLANA|SUI|"
            "TON_V(3R2|4R2|5R1), (non-)?bounceable|TRON|XLM|XRP, classic"
        ),
        derives=r"CURVE_\w+",
        writes="wif.*",
        reads="wif.*",
        tells=KEYS | PATHS | WORDS,
    ),
    "solders": Library(
        "PyPI",
        "`solders`: Solana's Rust",
        addresses="SOLANA",
        derives="CURVE_ED25519(, all-hardened)?",
        writes="solana(-cli)?",
        reads="solana(-cli)?",
    ),
    "stellar-sdk": Library("PyPI", "`stellar-sdk`", addresses="XLM", writes="stellar", reads="stellar"),
    "tonutils": Library("PyPI", "`tonutils`", addresses=f"TON_.*, (networkGlobalId -3 )?({TON_TEXTS})"),
    "xrpl-py": Library("PyPI", "`xrpl-py`", addresses="XRP, .*"),
    "eth-keys": Library("PyPI", "`eth-keys` and `eth-keyfile`", addresses="ETHEREUM", reads="keystore"),
}
"""The libraries by the name that findings have; npm's versions are in ``package.json`` here, PyPI's in
``requirements/wallet-libraries.txt``."""

Call = tuple[str, dict[str, Any]]


def call_for(library: str, case: VectorCase) -> Call | None:
    """A library's task for a case; None if it does not have that, or cannot tell what is wrong."""
    if case.file not in {ADDRESSES, KEY_FORMS}:
        return None
    return {
        "AddressEncoding": _address,
        "AccountDerivation": _derive,
        "PrivateKeyWriting": _write,
        "PrivateKeyReading": _read,
        "KeystoreDecryption": _open_keystore,
    }.get(case.group, _nothing)(LIBRARIES[library], case)


def _nothing(_library: Library, _case: VectorCase) -> None:
    return None


def _can_tell(library: Library, case: VectorCase) -> bool:
    flags = set(case.fields["flags"])
    # Which form of a public key a chain wants is for who calls the library.
    return flags <= library.tells if not case.valid else "CompressedPoint" not in flags


def format_of(case: VectorCase) -> str:
    """The format of a case, without ``ADDRESS_FORMAT_``."""
    return str(case.fields["addressFormat"]).removeprefix(PREFIX)


def _names(case: VectorCase) -> set[str]:
    """The name of a case of addresses in ``Library.addresses``: with or without the curve."""
    name, variant = format_of(case), case.fields.get("variant", "")
    # The format's default goes without saying.
    variant = variant or {"APTOS": "legacy-ed25519", "XRP": "classic"}.get(name, "")
    end = f", {variant}" if variant else ""
    on_curve = f"{name} on {case.fields['curve']}{end}"
    # Sei's addresses of Ed25519 keys have another derivation.
    return {on_curve} if name == "SEI" and variant else {name + end, on_curve}


def _address(library: Library, case: VectorCase) -> Call | None:
    names = _names(case)
    if not _can_tell(library, case) or not any(re.fullmatch(library.addresses, name) for name in names):
        return None
    arguments = case.inputs("publicKey", "curve", "variant")
    return "address", {"variant": "", **arguments, "format": format_of(case)}


def _derive(library: Library, case: VectorCase) -> Call | None:
    fields = case.fields
    variant = fields.get("accountVariant", "")
    rule = next((rule for rule in ("all-hardened", "non-hardened-skipped") if variant.endswith(rule)), "")
    curve = fields["curve"] + (f", {rule}" if rule else "")
    takes = (
        _can_tell(library, case)
        and re.fullmatch(library.derives, curve) is not None
        and re.fullmatch(library.paths, fields["path"]) is not None
        and (library.mnemonics == "any" or fields["mnemonic"].isascii())
        and (library.passphrases or not fields.get("passphrase"))
    )
    if not takes:
        return None
    return "derive", {"passphrase": "", **case.inputs("mnemonic", "passphrase", "path", "curve")}


def _write(library: Library, case: VectorCase) -> Call | None:
    if not case.valid or re.fullmatch(library.writes, case.fields["form"]) is None:
        return None
    return "write", case.inputs("privateKey", "form")


_FORMS = (*KEY_FORMATS, "descriptor")


def form_of(case: VectorCase) -> str | None:
    """The form of the text in a case, which the id names at its end if it is valid, else at its beginning."""
    if case.group == "KeystoreDecryption":
        return "keystore"
    if case.group == "PrivateKeyWriting":
        return str(case.fields["form"])
    last = case.fields["id"].rpartition("/")[2]
    names = [
        name for name in _FORMS if (last.endswith(f"-{name}") if case.valid else last.startswith(f"{name}-"))
    ]
    name = max(names, key=len, default=None)
    return "descriptor-wpkh" if name == "descriptor" else name


def _read(library: Library, case: VectorCase) -> Call | None:
    form = form_of(case)
    if form is None or re.fullmatch(library.reads, form) is None:
        return None
    return "read", {"form": form, "password": "", **case.inputs("text")}


# What is refused here because it takes seconds, or never ends: libraries try.
_ENDLESS = (
    "scrypt-a-terabyte-of-memory",
    "scrypt-hours-of-work",
    "pbkdf2-a-hundred-million-iterations",
    "pbkdf2-ten-million-and-one-iterations",
    "scrypt-n-r-p-above-2-to-the-22",
    "scrypt-a-gibibyte-for-p-in-less-than-a-kilobyte",
)


def _open_keystore(library: Library, case: VectorCase) -> Call | None:
    if re.fullmatch(library.reads, "keystore") is None or case.fields["id"].endswith(_ENDLESS):
        return None
    # Libraries take no address to compare the key with.
    if "expectedAddress" in case.fields:
        return None
    return "read", {"form": "keystore", **case.inputs("text", "password")}

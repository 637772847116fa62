"""The address formats of the API, in one table.

To add a format, add a row, and its name to ``address_format_names``.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from sealwax._arguments import require_type
from sealwax._codec.base58 import BITCOIN_ALPHABET, RIPPLE_ALPHABET, decode_base58
from sealwax._codec.bech32 import decode_bech32
from sealwax._crypto.points import COMPRESSED_BYTES, UNCOMPRESSED_BYTES
from sealwax.errors import MalformedInput, Unsupported

from . import address_encodings as encodings
from . import ton
from .public_key import PublicKey

Encode = Callable[[PublicKey], str]

ONLY_VARIANT: Final = ""
"""The name of a format's only variant."""

_SECP256K1, _ED25519, _P256 = "CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"
_CHECKSUM_BYTES = 4
_HASH160_BYTES, _KEY_BYTES = 20, 32


class AddressFormat(NamedTuple):
    """An address format.

    Attributes:
        name: The API's name.
        variants: By curve and variant, the function that encodes a public key. Where it is not evidenced
            which address the service makes, a format has several variants.
        paths: The default paths of the service's SDKs and documentation, which may differ.
        looks_like: Whether text begins like an address of this format and has its length; the checksum may be
            wrong.
        canonical: A value that is equal for all spellings of one account's address.
        standard: The definition of the encoding.
        key_format: The form in which wallets of this format import a private key.
        default: The variant that is used if none is named; None where that would be a guess.
        advice: For formats whose wallets cannot import raw keys: what they import instead.
        descriptors: By variant, the form with the script that Bitcoin Core imports.
    """

    name: str
    variants: Mapping[str, Mapping[str, Encode]]
    paths: tuple[str, ...]
    looks_like: Callable[[str], bool]
    canonical: Callable[[str], object]
    standard: str
    key_format: str
    default: str | None = ONLY_VARIANT
    advice: str = ""
    descriptors: Mapping[str, str] = MappingProxyType({})


def find_format(name: str) -> AddressFormat:
    """Return the format with a name of the API; refuse an unknown name."""
    require_type(name, str, "address_format")
    found = FORMATS.get(name)
    if found is None:
        raise Unsupported(
            "the address format is unknown; it must be one of the API's, such as ADDRESS_FORMAT_ETHEREUM"
        )
    return found


def variants_on(row: AddressFormat, curve: str) -> Mapping[str, Encode]:
    """Return the variants of a format on a curve; refuse a curve that the format does not have."""
    variants = row.variants.get(curve)
    if variants is None:
        raise Unsupported(
            f"{row.name} is for {' and '.join(row.variants)}; keys on other curves have no such address"
        )
    return variants


def formats_like(text: str) -> tuple[AddressFormat, ...]:
    """Return the formats whose addresses look like the text."""
    return tuple(row for row in FORMATS.values() if row.looks_like(text))


def exact(text: str) -> object:
    """Return the text itself, for addresses with one spelling."""
    return text


def without_case(text: str) -> object:
    """Return the text in lower case, for hex."""
    return text.lower()


def _bech32_case(text: str) -> object:
    # Mixed case is invalid and matches no address.
    return text.lower() if text in {text.lower(), text.upper()} else text


def _spark_account(text: str) -> object:
    """Return the content of a Spark address; ``sp`` and ``sprt`` are older prefixes."""
    try:
        decoded = decode_bech32(text, "the address")
    except MalformedInput:
        return text
    prefix = {"sp": "spark", "sprt": "sparkrt"}.get(decoded.prefix, decoded.prefix)
    return prefix, decoded.digits, decoded.constant


def _ton_account(text: str) -> object:
    return ton.parse(text) or text


def _hex(length: int, prefix: str = "") -> Callable[[str], bool]:
    digits = 2 * length

    def looks_like(text: str) -> bool:
        rest = text[len(prefix) :]
        has_prefix = text[: len(prefix)].lower() == prefix
        return has_prefix and len(rest) == digits and not set(rest) - set("0123456789abcdefABCDEF")

    return looks_like


def _any_of(*shapes: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda text: any(shape(text) for shape in shapes)


def _base58(length: int, version: bytes = b"", alphabet: str = BITCOIN_ALPHABET) -> Callable[[str], bool]:
    def looks_like(text: str) -> bool:
        try:
            decoded = decode_base58(text, "the address", alphabet)
        except MalformedInput:
            return False
        return len(decoded) == length and decoded.startswith(version)

    return looks_like


def _base58check(version: bytes, length: int, alphabet: str = BITCOIN_ALPHABET) -> Callable[[str], bool]:
    return _base58(len(version) + length + _CHECKSUM_BYTES, version, alphabet)


def _starts(*prefixes: str) -> Callable[[str], bool]:
    return lambda text: text.lower().startswith(prefixes)


def _strkey(text: str) -> bool:
    return len(text) == 56 and text[0] == "G" and not set(text) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")  # noqa: PLR2004 - 35 bytes in base32


def _ton_shape(text: str) -> bool:
    workchain, colon, digits = text.partition(":")
    is_raw = bool(colon) and workchain.removeprefix("-").isdecimal() and _hex(_KEY_BYTES)(digits)
    return is_raw or (ton.looks_friendly(text) and text[0] in "EUk0")


class _Network(NamedTuple):
    """The parameters of a Bitcoin network."""

    name: str
    prefix: str
    p2pkh: int
    p2sh: int
    coin: int
    wif: str


_NETWORKS = (
    _Network("MAINNET", "bc", 0x00, 0x05, 0, "wif"),
    _Network("TESTNET", "tb", 0x6F, 0xC4, 1, "wif-testnet"),
    # Addresses are the same as on TESTNET.
    _Network("SIGNET", "tb", 0x6F, 0xC4, 1, "wif-testnet"),
    _Network("REGTEST", "bcrt", 0x6F, 0xC4, 1, "wif-testnet"),
)


def _only(encode: Encode, *curves: str) -> Mapping[str, Mapping[str, Encode]]:
    """Return the variants of a format that encodes keys on these curves in one way."""
    return {curve: {ONLY_VARIANT: encode} for curve in curves}


def _bitcoin(network: _Network) -> tuple[AddressFormat, ...]:
    start, coin, prefix = f"ADDRESS_FORMAT_BITCOIN_{network.name}_", network.coin, network.prefix
    suffix = network.wif.removeprefix("wif")
    scripts_of_p2sh = {"p2wpkh": "wpkh", "p2pkh": "pkh", "p2pk": "pk"}
    scripts_of_p2wsh = {"p2pk": "pk", "p2pkh": "pkh", "multi-1of1": "multi"}
    return (
        AddressFormat(
            f"{start}P2PKH",
            _only(partial(encodings.p2pkh, version=network.p2pkh), _SECP256K1),
            paths=(f"m/44'/{coin}'/0'/0/0",),
            looks_like=_base58check(bytes([network.p2pkh]), _HASH160_BYTES),
            canonical=exact,
            standard="BIP-44; base58check of HASH160",
            key_format=network.wif,
            descriptors={ONLY_VARIANT: f"descriptor-pkh{suffix}"},
        ),
        AddressFormat(
            f"{start}P2SH",
            {
                _SECP256K1: {
                    f"p2sh-{script}": partial(encodings.p2sh, version=network.p2sh, script=script)
                    for script in scripts_of_p2sh
                }
            },
            paths=(f"m/49'/{coin}'/0'/0/0", f"m/44'/{coin}'/0'/0/0"),
            looks_like=_base58check(bytes([network.p2sh]), _HASH160_BYTES),
            canonical=exact,
            standard="BIP-16; which script is not evidenced (BIP-49 is p2sh-p2wpkh)",
            key_format=network.wif,
            default=None,
            descriptors={
                f"p2sh-{script}": f"descriptor-sh-{name}{suffix}" for script, name in scripts_of_p2sh.items()
            },
        ),
        AddressFormat(
            f"{start}P2WPKH",
            _only(partial(encodings.p2wpkh, prefix=prefix), _SECP256K1),
            paths=(f"m/84'/{coin}'/0'/0/0",),
            looks_like=_starts(f"{prefix}1q"),
            canonical=_bech32_case,
            standard="BIP-84, BIP-173",
            key_format=network.wif,
            descriptors={ONLY_VARIANT: f"descriptor-wpkh{suffix}"},
        ),
        AddressFormat(
            f"{start}P2WSH",
            {
                _SECP256K1: {
                    f"p2wsh-{script}": partial(encodings.p2wsh, prefix=prefix, script=script)
                    for script in scripts_of_p2wsh
                }
            },
            paths=(f"m/48'/{coin}'/0'/2'/0/0",),
            looks_like=_starts(f"{prefix}1q"),
            canonical=_bech32_case,
            standard="BIP-141, BIP-173; which script is not evidenced",
            key_format=network.wif,
            default=None,
            descriptors={
                f"p2wsh-{script}": f"descriptor-wsh-{name}{suffix}"
                for script, name in scripts_of_p2wsh.items()
            },
        ),
        AddressFormat(
            f"{start}P2TR",
            _only(partial(encodings.p2tr, prefix=prefix), _SECP256K1),
            paths=(f"m/86'/{coin}'/0'/0/0",),
            looks_like=_starts(f"{prefix}1p"),
            canonical=_bech32_case,
            standard="BIP-86, BIP-341, BIP-350",
            key_format=network.wif,
            descriptors={ONLY_VARIANT: f"descriptor-tr{suffix}"},
        ),
    )


def _encode_ton(account: Callable[[bytes], ton.TonAccount], form: str) -> Encode:
    return lambda key: ton.to_text(account(key.compressed), form)


def _ton_row(version: str, accounts: Mapping[str, Callable[[bytes], ton.TonAccount]]) -> AddressFormat:
    return AddressFormat(
        f"ADDRESS_FORMAT_TON_{version}",
        {
            _ED25519: {
                start + form: _encode_ton(account, form)
                for start, account in accounts.items()
                for form in ton.FORMS
            }
        },
        paths=("m/44'/607'/0'/0'/0'", "m/44'/607'/0'/0/0"),
        looks_like=_ton_shape,
        canonical=_ton_account,
        standard="TEP-2; which text of the account and which wallet id are not evidenced",
        key_format="hex",
        default=None,
        advice="TON wallets cannot import raw keys: they import 24 words of TON's own kind, which cannot be "
        "derived from a key; libraries import the key",
    )


_RAW_KEY_PATHS = ("m/0'/0", "m/0'")

_ROWS = (
    AddressFormat(
        "ADDRESS_FORMAT_UNCOMPRESSED",
        _only(encodings.uncompressed, _SECP256K1, _P256),
        paths=_RAW_KEY_PATHS,
        looks_like=_hex(UNCOMPRESSED_BYTES),
        canonical=without_case,
        standard="SEC1, section 2.3.3",
        key_format="hex",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_COMPRESSED",
        _only(encodings.compressed, _SECP256K1, _ED25519, _P256),
        paths=_RAW_KEY_PATHS,
        looks_like=_any_of(_hex(COMPRESSED_BYTES), _hex(_KEY_BYTES)),
        canonical=without_case,
        standard="SEC1, section 2.3.3; RFC 8032, section 5.1.2",
        key_format="hex",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_ETHEREUM",
        _only(encodings.ethereum, _SECP256K1),
        paths=("m/44'/60'/0'/0/0",),
        looks_like=_hex(_HASH160_BYTES, "0x"),
        canonical=without_case,
        standard="EIP-55",
        key_format="0x",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_SOLANA",
        _only(encodings.solana, _ED25519),
        paths=("m/44'/501'/0'/0'", "m/44'/501'/0'/0"),
        looks_like=_base58(_KEY_BYTES),
        canonical=exact,
        standard="base58 of the key",
        key_format="solana",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_COSMOS",
        _only(partial(encodings.cosmos, prefix="cosmos"), _SECP256K1),
        paths=("m/44'/118'/0'/0/0",),
        looks_like=_starts("cosmos1"),
        canonical=_bech32_case,
        standard="BIP-173 of HASH160",
        key_format="hex",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_TRON",
        _only(encodings.tron, _SECP256K1),
        paths=("m/44'/195'/0'", "m/44'/195'/0'/0/0"),
        looks_like=_base58check(encodings.TRON_VERSION, _HASH160_BYTES),
        canonical=exact,
        standard="base58check of the Ethereum address",
        key_format="hex",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_SUI",
        _only(encodings.sui, _ED25519),
        paths=("m/44'/784'/0'/0'/0'", "m/44'/784'/0'/0/0"),
        looks_like=_hex(_KEY_BYTES, "0x"),
        canonical=without_case,
        standard="BLAKE2b-256 of flag 0 and the key",
        key_format="sui",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_APTOS",
        {_ED25519: {"legacy-ed25519": encodings.aptos_legacy, "single-key": encodings.aptos_single_key}},
        paths=("m/44'/637'/0'/0'/0'", "m/44'/637'/0'/0'/0"),
        looks_like=_hex(_KEY_BYTES, "0x"),
        canonical=without_case,
        standard="SHA3-256 of the key and its scheme",
        key_format="aptos",
        default="legacy-ed25519",  # the service's example authenticates with it
    ),
    *(row for network in _NETWORKS for row in _bitcoin(network)),
    AddressFormat(
        "ADDRESS_FORMAT_SEI",
        {
            **_only(partial(encodings.cosmos, prefix="sei"), _SECP256K1),
            _ED25519: {
                "ripemd160-sha256": partial(encodings.cosmos, prefix="sei"),
                "sha256-20": partial(encodings.cosmos_ed25519, prefix="sei"),
            },
        },
        paths=("m/44'/118'/0'/0'/0'", "m/44'/118'/0'/0/0"),
        looks_like=_starts("sei1"),
        canonical=_bech32_case,
        standard="BIP-173 of HASH160; for Ed25519, which hash is not evidenced",
        key_format="hex",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_XLM",
        _only(encodings.stellar, _ED25519),
        paths=("m/44'/148'/0'", "m/44'/148'/0'/0'/0"),
        looks_like=_strkey,
        canonical=exact,
        standard="SEP-23, SEP-5",
        key_format="stellar",
    ),
    *(
        AddressFormat(
            f"ADDRESS_FORMAT_DOGE_{network}",
            _only(partial(encodings.p2pkh, version=version), _SECP256K1),
            paths=paths,
            looks_like=_base58check(bytes([version]), _HASH160_BYTES),
            canonical=exact,
            standard="BIP-44; base58check of HASH160",
            key_format=key_format,
        )
        for network, version, paths, key_format in (
            ("MAINNET", 0x1E, ("m/44'/3'/0'/0/0",), "wif-doge"),
            ("TESTNET", 0x71, ("m/44'/1'/0'/0/0", "m/44'/3'/0'/0/0"), "wif-doge-testnet"),
        )
    ),
    _ton_row("V3R2", {"": ton.v3r2}),
    _ton_row("V4R2", {"": ton.v4r2}),
    _ton_row(
        "V5R1",
        {
            "": partial(ton.v5r1, wallet_id=ton.V5_MAINNET),
            "networkGlobalId -3 ": partial(ton.v5r1, wallet_id=ton.V5_TESTNET),
        },
    ),
    AddressFormat(
        "ADDRESS_FORMAT_XRP",
        {_SECP256K1: {"classic": encodings.xrp_classic, "x-address": encodings.xrp_x_address}},
        paths=("m/44'/144'/0'/0/0", "m/44'/144'/0'/0'/0'"),
        looks_like=_any_of(
            _base58check(encodings.XRP_CLASSIC_VERSION, _HASH160_BYTES, RIPPLE_ALPHABET),
            _base58check(encodings.XRP_X_VERSION, _HASH160_BYTES + 9, RIPPLE_ALPHABET),
        ),
        canonical=exact,
        standard="XRP Ledger base58check of HASH160; X-address: XLS-5d. Which of the two is not evidenced",
        key_format="xrp-hex",
        default="classic",
        advice="XRP Ledger wallets cannot import raw keys: they import a family seed or words, which cannot "
        "be derived from a key; libraries import the key",
    ),
    *(
        AddressFormat(
            f"ADDRESS_FORMAT_SPARK_{network}",
            _only(partial(encodings.spark, prefix=prefix), _SECP256K1),
            paths=("m/8797555'/0'/0'", f"m/86'/{coin}'/0'/0/0"),
            looks_like=_starts(f"{prefix}1", f"{older}1"),
            canonical=_spark_account,
            standard="BIP-350 of a SparkAddress message",
            key_format="hex",
            advice="Spark wallets cannot import raw keys: they import the words of the whole wallet",
        )
        for network, prefix, older, coin in (("MAINNET", "spark", "sp", 0), ("REGTEST", "sparkrt", "sprt", 1))
    ),
)

FORMATS: Final = {row.name: row for row in _ROWS}
"""The address formats by the API's names."""

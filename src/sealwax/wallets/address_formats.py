"""The address formats of the API, in one table.

To add a format, add a row, and its name to ``address_format_names``.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from sealwax._codec.arguments import require_type
from sealwax._codec.base58 import BITCOIN_ALPHABET, RIPPLE_ALPHABET, decode_base58
from sealwax._codec.bech32 import decode_bech32, is_one_case
from sealwax._crypto.curves import CURVES
from sealwax._crypto.points import COMPRESSED_BYTES, UNCOMPRESSED_BYTES
from sealwax.errors import MalformedInput, Unsupported

from . import address_derivations as encodings
from . import ton
from .public_key import PublicKey

Encode = Callable[[PublicKey], str]
_Form = tuple[Callable[[str], bool], Callable[[str], object]]

ONLY_VARIANT: Final = ""
"""The name of a format's only variant."""

_SECP256K1, _ED25519, _P256, *_OTHERS = CURVES
_CHECKSUM_BYTES = 4
_HASH160_BYTES, _KEY_BYTES = 20, 32


class AddressFormatRow(NamedTuple):
    """An address format.

    Attributes:
        name: The API's name.
        variants: By curve and variant, the function that encodes a public key. A format has several variants
            if the service's choice of address is not evidenced.
        paths: The default paths of the service's SDKs and documentation, which may differ.
        looks_like: Whether text has the characters of an address of this format, and its beginning or its
            length; the checksum may be wrong.
        standard: The definition of the encoding.
        canonical: Maps all spellings of an account's address to one value.
        key_format: The form in which wallets of this format import a private key.
        default: The default variant; None if it would be a guess.
        advice: For formats whose wallets cannot import raw keys: the form that they import instead.
        descriptors: By variant, the form with the script for Bitcoin Core.
    """

    name: str
    variants: Mapping[str, Mapping[str, Encode]]
    paths: tuple[str, ...]
    looks_like: Callable[[str], bool]
    standard: str
    canonical: Callable[[str], object] = str
    key_format: str = "hex"
    default: str | None = ONLY_VARIANT
    advice: str = ""
    descriptors: Mapping[str, str] = MappingProxyType({})


def find_format(name: str) -> AddressFormatRow:
    """Return the format with a name of the API; refuse an unknown name."""
    require_type(name, str, "address_format")
    found = FORMATS.get(name)
    if found is None:
        raise Unsupported(
            "the address format is unknown; it must be one of the API's, such as ADDRESS_FORMAT_ETHEREUM"
        )
    return found


def variants_on(row: AddressFormatRow, curve: str) -> Mapping[str, Encode]:
    """Return the variants of a format on a curve; refuse a curve that the format does not have."""
    variants = row.variants.get(curve)
    if variants is None:
        raise Unsupported(
            f"{row.name} is for {' and '.join(row.variants)}; keys on other curves have no such address"
        )
    return variants


def formats_like(text: str) -> tuple[AddressFormatRow, ...]:
    """Return the formats whose addresses look like the text."""
    return tuple(row for row in FORMATS.values() if row.looks_like(text))


def _bech32_case(text: str) -> object:
    # Mixed case is invalid and matches no address. U+212A, whose lower case is k, matches none, either.
    return text.lower() if is_one_case(text) else text


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
    # White space, punctuation and other damage would otherwise pass for the address of another wallet.
    return lambda text: text.isascii() and text.isalnum() and text.lower().startswith(prefixes)


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
    """Return the variants of a format with a single encoding for keys on these curves."""
    return {curve: {ONLY_VARIANT: encode} for curve in curves}


def _bitcoin(network: _Network) -> Iterator[AddressFormatRow]:
    coin, prefix, suffix = network.coin, network.prefix, network.wif.removeprefix("wif")
    p2pkh, p2sh = bytes([network.p2pkh]), bytes([network.p2sh])
    rows: tuple[tuple[str, Callable[..., str], dict[str, str], tuple[str, ...], _Form, str], ...] = (
        (
            "P2PKH",
            partial(encodings.p2pkh, version=network.p2pkh),
            {ONLY_VARIANT: "pkh"},
            (f"m/44'/{coin}'/0'/0/0",),
            (_base58check(p2pkh, _HASH160_BYTES), str),
            "BIP-44; base58check of HASH160",
        ),
        (
            "P2SH",
            partial(encodings.p2sh, version=network.p2sh),
            {"p2wpkh": "sh-wpkh", "p2pkh": "sh-pkh", "p2pk": "sh-pk"},
            (f"m/49'/{coin}'/0'/0/0", f"m/44'/{coin}'/0'/0/0"),
            (_base58check(p2sh, _HASH160_BYTES), str),
            "BIP-16; the script is not evidenced (BIP-49 is p2sh-p2wpkh)",
        ),
        (
            "P2WPKH",
            partial(encodings.p2wpkh, prefix=prefix),
            {ONLY_VARIANT: "wpkh"},
            (f"m/84'/{coin}'/0'/0/0",),
            (_starts(f"{prefix}1q"), _bech32_case),
            "BIP-84, BIP-173",
        ),
        (
            "P2WSH",
            partial(encodings.p2wsh, prefix=prefix),
            {"p2pk": "wsh-pk", "p2pkh": "wsh-pkh", "multi-1of1": "wsh-multi"},
            (f"m/48'/{coin}'/0'/2'/0/0",),
            (_starts(f"{prefix}1q"), _bech32_case),
            "BIP-141, BIP-173; the script is not evidenced",
        ),
        (
            "P2TR",
            partial(encodings.p2tr, prefix=prefix),
            {ONLY_VARIANT: "tr"},
            (f"m/86'/{coin}'/0'/0/0",),
            (_starts(f"{prefix}1p"), _bech32_case),
            "BIP-86, BIP-341, BIP-350",
        ),
    )
    for kind, encode, scripts, paths, (looks_like, canonical), standard in rows:
        names = {script: script and f"{kind.lower()}-{script}" for script in scripts}
        yield AddressFormatRow(
            f"ADDRESS_FORMAT_BITCOIN_{network.name}_{kind}",
            {
                _SECP256K1: {
                    name: partial(encode, script=script) if script else encode
                    for script, name in names.items()
                }
            },
            paths=paths,
            looks_like=looks_like,
            canonical=canonical,
            standard=standard,
            key_format=network.wif,
            default=ONLY_VARIANT if ONLY_VARIANT in scripts else None,
            descriptors={names[script]: f"descriptor-{name}{suffix}" for script, name in scripts.items()},
        )


def _encode_ton(account: Callable[[bytes], ton.TonAccount], form: str) -> Encode:
    return lambda key: ton.to_text(account(key.compressed), form)


def _ton_row(version: str, accounts: Mapping[str, Callable[[bytes], ton.TonAccount]]) -> AddressFormatRow:
    return AddressFormatRow(
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
        standard="TEP-2; the account's text form and wallet id are not evidenced",
        default=None,
        advice="TON wallets cannot import raw keys: they import 24 words of TON's own scheme, which cannot "
        "be "
        "derived from a key; libraries import the key",
    )


_RAW_KEY_PATHS = ("m/0'/0", "m/0'")

_ROWS = (
    AddressFormatRow(
        "ADDRESS_FORMAT_UNCOMPRESSED",
        _only(encodings.uncompressed, _SECP256K1, _P256),
        paths=_RAW_KEY_PATHS,
        looks_like=_hex(UNCOMPRESSED_BYTES),
        canonical=str.lower,
        standard="SEC1, section 2.3.3",
    ),
    AddressFormatRow(
        "ADDRESS_FORMAT_COMPRESSED",
        _only(encodings.compressed, _SECP256K1, _ED25519, _P256),
        paths=_RAW_KEY_PATHS,
        looks_like=_any_of(_hex(COMPRESSED_BYTES), _hex(_KEY_BYTES)),
        canonical=str.lower,
        standard="SEC1, section 2.3.3; RFC 8032, section 5.1.2",
    ),
    AddressFormatRow(
        "ADDRESS_FORMAT_ETHEREUM",
        _only(encodings.ethereum, _SECP256K1),
        paths=("m/44'/60'/0'/0/0",),
        looks_like=_hex(_HASH160_BYTES, "0x"),
        canonical=str.lower,
        standard="EIP-55",
        key_format="0x",
    ),
    AddressFormatRow(
        "ADDRESS_FORMAT_SOLANA",
        _only(encodings.solana, _ED25519),
        paths=("m/44'/501'/0'/0'", "m/44'/501'/0'/0"),
        looks_like=_base58(_KEY_BYTES),
        standard="base58 of the key",
        key_format="solana",
    ),
    AddressFormatRow(
        "ADDRESS_FORMAT_COSMOS",
        _only(partial(encodings.cosmos, prefix="cosmos"), _SECP256K1),
        paths=("m/44'/118'/0'/0/0",),
        looks_like=_starts("cosmos1"),
        canonical=_bech32_case,
        standard="BIP-173 of HASH160",
    ),
    AddressFormatRow(
        "ADDRESS_FORMAT_TRON",
        _only(encodings.tron, _SECP256K1),
        paths=("m/44'/195'/0'", "m/44'/195'/0'/0/0"),
        looks_like=_base58check(encodings.TRON_VERSION, _HASH160_BYTES),
        standard="base58check of the Ethereum address",
    ),
    AddressFormatRow(
        "ADDRESS_FORMAT_SUI",
        _only(encodings.sui, _ED25519),
        paths=("m/44'/784'/0'/0'/0'", "m/44'/784'/0'/0/0"),
        looks_like=_hex(_KEY_BYTES, "0x"),
        canonical=str.lower,
        standard="BLAKE2b-256 of flag 0 and the key",
        key_format="sui",
    ),
    AddressFormatRow(
        "ADDRESS_FORMAT_APTOS",
        {_ED25519: {"legacy-ed25519": encodings.aptos_legacy, "single-key": encodings.aptos_single_key}},
        paths=("m/44'/637'/0'/0'/0'", "m/44'/637'/0'/0'/0"),
        looks_like=_hex(_KEY_BYTES, "0x"),
        canonical=str.lower,
        standard="SHA3-256 of the key and its scheme",
        key_format="aptos",
        default="legacy-ed25519",  # the service's example authenticates with it
    ),
    *(row for network in _NETWORKS for row in _bitcoin(network)),
    AddressFormatRow(
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
        standard="BIP-173 of HASH160; for Ed25519, the hash is not evidenced",
    ),
    AddressFormatRow(
        "ADDRESS_FORMAT_XLM",
        _only(encodings.stellar, _ED25519),
        paths=("m/44'/148'/0'", "m/44'/148'/0'/0'/0"),
        looks_like=_strkey,
        standard="SEP-23, SEP-5",
        key_format="stellar",
    ),
    *(
        AddressFormatRow(
            f"ADDRESS_FORMAT_DOGE_{network}",
            _only(partial(encodings.p2pkh, version=version), _SECP256K1),
            paths=paths,
            looks_like=_base58check(bytes([version]), _HASH160_BYTES),
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
    AddressFormatRow(
        "ADDRESS_FORMAT_XRP",
        {_SECP256K1: {"classic": encodings.xrp_classic, "x-address": encodings.xrp_x_address}},
        paths=("m/44'/144'/0'/0/0", "m/44'/144'/0'/0'/0'"),
        looks_like=_any_of(
            _base58check(encodings.XRP_CLASSIC_VERSION, _HASH160_BYTES, RIPPLE_ALPHABET),
            _base58check(encodings.XRP_X_VERSION, _HASH160_BYTES + 9, RIPPLE_ALPHABET),
        ),
        standard="XRP Ledger base58check of HASH160; X-address: XLS-5d; the choice is not evidenced",
        key_format="xrp-hex",
        default="classic",
        advice="XRP Ledger wallets cannot import raw keys: they import a family seed or words, which cannot "
        "be derived from a key; libraries import the key",
    ),
    *(
        AddressFormatRow(
            f"ADDRESS_FORMAT_SPARK_{network}",
            _only(partial(encodings.spark, prefix=prefix), _SECP256K1),
            paths=("m/8797555'/0'/0'", f"m/86'/{coin}'/0'/0/0"),
            looks_like=_starts(f"{prefix}1", f"{older}1"),
            canonical=_spark_account,
            standard="BIP-350 of a SparkAddress message",
            advice="Spark wallets cannot import raw keys: they import the words of the whole wallet",
        )
        for network, prefix, older, coin in (("MAINNET", "spark", "sp", 0), ("REGTEST", "sparkrt", "sprt", 1))
    ),
)

USUAL_FORMATS: Final = tuple(
    f"ADDRESS_FORMAT_{name}"
    for name in (
        "ETHEREUM",
        "SOLANA",
        "BITCOIN_MAINNET_P2WPKH",
        "BITCOIN_MAINNET_P2TR",
        "BITCOIN_MAINNET_P2PKH",
        "TRON",
        "SUI",
        "XRP",
        "DOGE_MAINNET",
        "COSMOS",
        "APTOS",
        "XLM",
    )
)
"""The well-known formats, the best known first."""

FORMATS: Final = {row.name: row for row in _ROWS}
"""The address formats by the API's names."""

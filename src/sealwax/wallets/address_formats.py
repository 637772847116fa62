"""The address formats of the API, in one table. To add a format, add a row."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from sealwax._arguments import require_type
from sealwax._codec.base58 import BITCOIN_ALPHABET, RIPPLE_ALPHABET, decode_base58
from sealwax._codec.bech32 import decode_bech32
from sealwax.errors import MalformedInput, Unsupported

from . import address_encodings as texts
from . import ton
from .public_key import PublicKey

Text = Callable[[PublicKey], str]
Canonical = Callable[[str], object]

ONLY_VARIANT: Final = ""
"""The name of the variant of a format that has no other."""

_SECP256K1, _ED25519, _P256 = "CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"
_CHECKSUM_BYTES = 4
_HASH160_BYTES, _KEY_BYTES, _COMPRESSED_BYTES, _UNCOMPRESSED_BYTES = 20, 32, 33, 65


class AddressFormat(NamedTuple):
    """An address format.

    Attributes:
        name: The API's name.
        variants: By curve, and then by the variant's name, what makes the text of a public key. A format
            has several variants where the service's choice is not evidenced.
        default: The variant that is used if none is named; None where naming one would be a guess.
        paths: The default paths of the service's SDKs and documentation, which may differ.
        looks_like: Whether a text has the outer form of this format: its first characters and its length. Its
            checksum may be wrong.
        canonical: What two texts of one account have in common.
        standard: What defines the text.
        key_format: The form in which wallets of this format import a private key.
        advice: What wallets of this format do not take, if they do not take the key.
        descriptors: By variant, the form with the script that Bitcoin Core imports.
    """

    name: str
    variants: Mapping[str, Mapping[str, Text]]
    default: str | None
    paths: tuple[str, ...]
    looks_like: Callable[[str], bool]
    canonical: Canonical
    standard: str
    key_format: str
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


def variants_on(row: AddressFormat, curve: str) -> Mapping[str, Text]:
    """Return the variants of a format on a curve; refuse a curve that the format does not have."""
    variants = row.variants.get(curve)
    if variants is None:
        raise Unsupported(
            f"{row.name} is of {' and '.join(row.variants)}; keys of another curve have no such address"
        )
    return variants


def formats_like(text: str) -> tuple[AddressFormat, ...]:
    """Return the formats that a text has the outer form of."""
    return tuple(row for row in FORMATS.values() if row.looks_like(text))


def exact(text: str) -> object:
    """Compare texts exactly."""
    return text


def without_case(text: str) -> object:
    """Compare texts without case: hex, and bech32, which is also written all in upper case."""
    return text.lower()


def _bech32_case(text: str) -> object:
    # Mixed case is not valid; such a text fits nothing.
    return text.lower() if text in {text.lower(), text.upper()} else text


def _spark_account(text: str) -> object:
    """Compare Spark addresses by their content, as ``sp`` and ``sprt`` are older prefixes of the same."""
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
    """What tells the networks of Bitcoin apart."""

    name: str
    prefix: str
    p2pkh: int
    p2sh: int
    coin: int
    wif: str


_NETWORKS = (
    _Network("MAINNET", "bc", 0x00, 0x05, 0, "wif"),
    _Network("TESTNET", "tb", 0x6F, 0xC4, 1, "wif-testnet"),
    # The same texts as of TESTNET.
    _Network("SIGNET", "tb", 0x6F, 0xC4, 1, "wif-testnet"),
    _Network("REGTEST", "bcrt", 0x6F, 0xC4, 1, "wif-testnet"),
)


def _single(name: str, curve: str, text: Text, **rest: object) -> AddressFormat:
    """Make the row of a format that has one variant, on one curve."""
    return AddressFormat(name, {curve: {ONLY_VARIANT: text}}, ONLY_VARIANT, **rest)  # type: ignore[arg-type] # the names are checked when it is called


def _bitcoin(network: _Network) -> tuple[AddressFormat, ...]:
    start, coin, prefix = f"ADDRESS_FORMAT_BITCOIN_{network.name}_", network.coin, network.prefix
    scripts_of_p2sh = {
        f"p2sh-{script}": partial(texts.p2sh, version=network.p2sh, script=script)
        for script in ("p2wpkh", "p2pkh", "p2pk")
    }
    scripts_of_p2wsh = {
        f"p2wsh-{script}": partial(texts.p2wsh, prefix=prefix, script=script)
        for script in ("p2pk", "p2pkh", "multi-1of1")
    }
    segwit = _starts(f"{prefix}1q")
    suffix = network.wif.removeprefix("wif")

    return (
        AddressFormat(
            f"{start}P2PKH",
            {_SECP256K1: {ONLY_VARIANT: partial(texts.p2pkh, version=network.p2pkh)}},
            ONLY_VARIANT,
            (f"m/44'/{coin}'/0'/0/0",),
            _base58check(bytes([network.p2pkh]), _HASH160_BYTES),
            exact,
            "BIP-44; base58check of HASH160",
            network.wif,
            "",
            {ONLY_VARIANT: f"descriptor-pkh{suffix}"},
        ),
        AddressFormat(
            f"{start}P2SH",
            {_SECP256K1: scripts_of_p2sh},
            None,
            (f"m/49'/{coin}'/0'/0/0", f"m/44'/{coin}'/0'/0/0"),
            _base58check(bytes([network.p2sh]), _HASH160_BYTES),
            exact,
            "BIP-16; which script is not evidenced (BIP-49 is p2sh-p2wpkh)",
            network.wif,
            "",
            {
                f"p2sh-{script}": f"descriptor-sh-{name}{suffix}"
                for script, name in (("p2wpkh", "wpkh"), ("p2pkh", "pkh"), ("p2pk", "pk"))
            },
        ),
        AddressFormat(
            f"{start}P2WPKH",
            {_SECP256K1: {ONLY_VARIANT: partial(texts.p2wpkh, prefix=prefix)}},
            ONLY_VARIANT,
            (f"m/84'/{coin}'/0'/0/0",),
            segwit,
            _bech32_case,
            "BIP-84, BIP-173",
            network.wif,
            "",
            {ONLY_VARIANT: f"descriptor-wpkh{suffix}"},
        ),
        AddressFormat(
            f"{start}P2WSH",
            {_SECP256K1: scripts_of_p2wsh},
            None,
            (f"m/48'/{coin}'/0'/2'/0/0",),
            segwit,
            _bech32_case,
            "BIP-141, BIP-173; which script is not evidenced",
            network.wif,
            "",
            {
                f"p2wsh-{script}": f"descriptor-wsh-{name}{suffix}"
                for script, name in (("p2pk", "pk"), ("p2pkh", "pkh"), ("multi-1of1", "multi"))
            },
        ),
        AddressFormat(
            f"{start}P2TR",
            {_SECP256K1: {ONLY_VARIANT: partial(texts.p2tr, prefix=prefix)}},
            ONLY_VARIANT,
            (f"m/86'/{coin}'/0'/0/0",),
            _starts(f"{prefix}1p"),
            _bech32_case,
            "BIP-86, BIP-341, BIP-350",
            network.wif,
            "",
            {ONLY_VARIANT: f"descriptor-tr{suffix}"},
        ),
    )


def _ton_text(account: Callable[[bytes], ton.TonAccount], form: str) -> Text:
    return lambda key: ton.to_text(account(key.compressed), form)


def _ton_row(
    version: str, accounts: Mapping[str, Callable[[bytes], ton.TonAccount]], paths: tuple[str, ...]
) -> AddressFormat:
    variants = {
        start + form: _ton_text(account, form) for start, account in accounts.items() for form in ton.FORMS
    }
    return AddressFormat(
        f"ADDRESS_FORMAT_TON_{version}",
        {_ED25519: variants},
        None,
        paths,
        _ton_shape,
        _ton_account,
        "TEP-2; which text of the account and which wallet id are not evidenced",
        "hex",
        "wallets of TON take no such key, but 24 words of their own kind, which cannot be made from a key; "
        "libraries take it",
    )


_TON_PATHS = ("m/44'/607'/0'/0'/0'", "m/44'/607'/0'/0/0")
_RAW_KEY_PATHS = ("m/0'/0", "m/0'")

_ROWS = (
    AddressFormat(
        "ADDRESS_FORMAT_UNCOMPRESSED",
        {curve: {ONLY_VARIANT: texts.uncompressed} for curve in (_SECP256K1, _P256)},
        ONLY_VARIANT,
        _RAW_KEY_PATHS,
        _hex(_UNCOMPRESSED_BYTES),
        without_case,
        "SEC1, section 2.3.3",
        "hex",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_COMPRESSED",
        {curve: {ONLY_VARIANT: texts.compressed} for curve in (_SECP256K1, _ED25519, _P256)},
        ONLY_VARIANT,
        _RAW_KEY_PATHS,
        _any_of(_hex(_COMPRESSED_BYTES), _hex(_KEY_BYTES)),
        without_case,
        "SEC1, section 2.3.3; RFC 8032, section 5.1.2",
        "hex",
    ),
    _single(
        "ADDRESS_FORMAT_ETHEREUM",
        _SECP256K1,
        texts.ethereum,
        paths=("m/44'/60'/0'/0/0",),
        looks_like=_hex(_HASH160_BYTES, "0x"),
        canonical=without_case,
        standard="EIP-55",
        key_format="0x",
    ),
    _single(
        "ADDRESS_FORMAT_SOLANA",
        _ED25519,
        texts.solana,
        paths=("m/44'/501'/0'/0'", "m/44'/501'/0'/0"),
        looks_like=_base58(_KEY_BYTES),
        canonical=exact,
        standard="base58 of the key",
        key_format="solana",
    ),
    _single(
        "ADDRESS_FORMAT_COSMOS",
        _SECP256K1,
        partial(texts.cosmos, prefix="cosmos"),
        paths=("m/44'/118'/0'/0/0",),
        looks_like=_starts("cosmos1"),
        canonical=_bech32_case,
        standard="BIP-173 of HASH160",
        key_format="hex",
    ),
    _single(
        "ADDRESS_FORMAT_TRON",
        _SECP256K1,
        texts.tron,
        paths=("m/44'/195'/0'", "m/44'/195'/0'/0/0"),
        looks_like=_base58check(texts.TRON_VERSION, _HASH160_BYTES),
        canonical=exact,
        standard="base58check of the Ethereum address",
        key_format="hex",
    ),
    _single(
        "ADDRESS_FORMAT_SUI",
        _ED25519,
        texts.sui,
        paths=("m/44'/784'/0'/0'/0'", "m/44'/784'/0'/0/0"),
        looks_like=_hex(_KEY_BYTES, "0x"),
        canonical=without_case,
        standard="BLAKE2b-256 of flag 0 and the key",
        key_format="sui",
    ),
    AddressFormat(
        "ADDRESS_FORMAT_APTOS",
        {_ED25519: {"legacy-ed25519": texts.aptos_legacy, "single-key": texts.aptos_single_key}},
        "legacy-ed25519",  # the service's example authenticates with it
        ("m/44'/637'/0'/0'/0'", "m/44'/637'/0'/0'/0"),
        _hex(_KEY_BYTES, "0x"),
        without_case,
        "SHA3-256 of the key and its scheme",
        "aptos",
    ),
    *(row for network in _NETWORKS for row in _bitcoin(network)),
    AddressFormat(
        "ADDRESS_FORMAT_SEI",
        {
            _SECP256K1: {ONLY_VARIANT: partial(texts.cosmos, prefix="sei")},
            _ED25519: {
                "ripemd160-sha256": partial(texts.cosmos, prefix="sei"),
                "sha256-20": partial(texts.cosmos_ed25519, prefix="sei"),
            },
        },
        ONLY_VARIANT,
        ("m/44'/118'/0'/0'/0'", "m/44'/118'/0'/0/0"),
        _starts("sei1"),
        _bech32_case,
        "BIP-173 of HASH160; for Ed25519, which hash is not evidenced",
        "hex",
    ),
    _single(
        "ADDRESS_FORMAT_XLM",
        _ED25519,
        texts.stellar,
        paths=("m/44'/148'/0'", "m/44'/148'/0'/0'/0"),
        looks_like=_strkey,
        canonical=exact,
        standard="SEP-23, SEP-5",
        key_format="stellar",
    ),
    *(
        _single(
            f"ADDRESS_FORMAT_DOGE_{network}",
            _SECP256K1,
            partial(texts.p2pkh, version=version),
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
    _ton_row("V3R2", {"": ton.v3r2}, _TON_PATHS),
    _ton_row("V4R2", {"": ton.v4r2}, _TON_PATHS),
    _ton_row(
        "V5R1",
        {
            "": partial(ton.v5r1, wallet_id=ton.V5_MAINNET),
            "networkGlobalId -3 ": partial(ton.v5r1, wallet_id=ton.V5_TESTNET),
        },
        _TON_PATHS,
    ),
    AddressFormat(
        "ADDRESS_FORMAT_XRP",
        {_SECP256K1: {"classic": texts.xrp_classic, "x-address": texts.xrp_x_address}},
        "classic",
        ("m/44'/144'/0'/0/0", "m/44'/144'/0'/0'/0'"),
        _any_of(
            _base58check(texts.XRP_CLASSIC_VERSION, _HASH160_BYTES, RIPPLE_ALPHABET),
            _base58check(texts.XRP_X_VERSION, _HASH160_BYTES + 9, RIPPLE_ALPHABET),
        ),
        exact,
        "XRP Ledger base58check of HASH160; X-address: XLS-5d. Which of the two is not evidenced",
        "xrp-hex",
        "wallets of the XRP Ledger take a family seed or words, and neither can be made from a key; "
        "libraries take it",
    ),
    *(
        _single(
            f"ADDRESS_FORMAT_SPARK_{network}",
            _SECP256K1,
            partial(texts.spark, prefix=prefix),
            paths=("m/8797555'/0'/0'", f"m/86'/{coin}'/0'/0/0"),
            looks_like=_starts(f"{prefix}1", f"{older}1"),
            canonical=_spark_account,
            standard="BIP-350 of a SparkAddress message",
            key_format="hex",
            advice="wallets of Spark take the words of the whole wallet, and no single key",
        )
        for network, prefix, older, coin in (
            ("MAINNET", "spark", "sp", 0),
            ("REGTEST", "sparkrt", "sprt", 1),
        )
    ),
)

FORMATS: Final = {row.name: row for row in _ROWS}
"""The address formats by the API's names."""

"""Asks the libraries of wallets, from PyPI, for addresses and for private keys as text.

Runs in an environment of its own, which has no sealwax: the libraries bring versions of dependencies that it
does not allow. A JSON request a line on standard input, a JSON answer a line on standard output, as those of
``libraries.mjs``. Bytes travel as hex.
"""

import json
import sys
from hashlib import pbkdf2_hmac
from types import SimpleNamespace
from typing import Any, cast
from unicodedata import normalize

import bip_utils as bu
import eth_keyfile
import solders.keypair
import solders.pubkey
import stellar_sdk
import tonutils.contracts.wallet as ton
import xrpl.core.addresscodec
import xrpl.core.keypairs
from bip_utils import CoinsConf
from eth_keys import keys as eth_keys
from ton_core import NetworkGlobalID, PrivateKey, PublicKey

Arguments = dict[str, str]


class UnknownError(Exception):
    """The library does not have it."""


def seed_of(mnemonic: str, passphrase: str) -> bytes:
    """BIP-39's seed."""
    password, salt = (normalize("NFKD", text).encode() for text in (mnemonic, "mnemonic" + passphrase))
    return pbkdf2_hmac("sha512", password, salt, 2048)


# bip_utils

NODES = {
    "CURVE_SECP256K1": bu.Bip32Slip10Secp256k1,
    "CURVE_ED25519": bu.Bip32Slip10Ed25519,
    "CURVE_P256": bu.Bip32Slip10Nist256p1,
}
BITCOINS = {
    "MAINNET": CoinsConf.BitcoinMainNet,
    "TESTNET": CoinsConf.BitcoinTestNet,
    "REGTEST": CoinsConf.BitcoinRegTest,
}
DOGES = {"MAINNET": CoinsConf.DogecoinMainNet, "TESTNET": CoinsConf.DogecoinTestNet}
WIFS = {
    "wif": CoinsConf.BitcoinMainNet,
    "wif-testnet": CoinsConf.BitcoinTestNet,
    "wif-doge": CoinsConf.DogecoinMainNet,
    "wif-doge-testnet": CoinsConf.DogecoinTestNet,
}
OF_ONE_NETWORK = {
    "APTOS": bu.AptosAddrEncoder,
    "ETHEREUM": bu.EthAddrEncoder,
    "SOLANA": bu.SolAddrEncoder,
    "SUI": bu.SuiAddrEncoder,
    "TRON": bu.TrxAddrEncoder,
    "XRP": bu.XrpAddrEncoder,
}
POINTS = {"CURVE_SECP256K1": bu.Secp256k1PublicKey, "CURVE_P256": bu.Nist256p1PublicKey}


def bip_utils_address(given: Arguments) -> str:  # noqa: PLR0911 - a format each
    key, name, variant = bytes.fromhex(given["publicKey"]), given["format"], given["variant"]
    if name in OF_ONE_NETWORK:
        return str(OF_ONE_NETWORK[name].EncodeKey(key))
    if name in {"COMPRESSED", "UNCOMPRESSED"}:
        if given["curve"] == "CURVE_ED25519":
            raise UnknownError
        point = POINTS[given["curve"]].FromBytes(key)
        return str((point.RawCompressed() if name == "COMPRESSED" else point.RawUncompressed()).ToHex())
    chain, _, rest = name.partition("_")
    if chain == "TON":
        version = {
            "V3R2": bu.TonAddrVersions.V3R2,
            "V4R2": bu.TonAddrVersions.V4,
            "V5R1": bu.TonAddrVersions.V5R1,
        }
        bounceable = {"bounceable": True, "non-bounceable": False}[variant]
        return str(bu.TonAddrEncoder.EncodeKey(key, version=version[rest], is_bounceable=bounceable))
    if chain == "XLM":
        return str(bu.XlmAddrEncoder.EncodeKey(key, addr_type=bu.XlmAddrTypes.PUB_KEY))
    if chain in {"COSMOS", "SEI"}:
        return str(bu.AtomAddrEncoder.EncodeKey(key, hrp=chain.lower()))
    if chain == "DOGE":
        return str(bu.P2PKHAddrEncoder.EncodeKey(key, net_ver=DOGES[rest].ParamByKey("p2pkh_net_ver")))
    network, _, script = rest.partition("_")
    conf = BITCOINS[network]
    if script == "P2PKH":
        return str(bu.P2PKHAddrEncoder.EncodeKey(key, net_ver=conf.ParamByKey("p2pkh_net_ver")))
    if variant == "p2sh-p2wpkh":
        return str(bu.P2SHAddrEncoder.EncodeKey(key, net_ver=conf.ParamByKey("p2sh_net_ver")))
    encoder = {"P2WPKH": bu.P2WPKHAddrEncoder, "P2TR": bu.P2TRAddrEncoder}[script]
    return str(encoder.EncodeKey(key, hrp=conf.ParamByKey(f"{script.lower()}_hrp")))


def bip_utils_derive(given: Arguments) -> Arguments:
    seed = bu.Bip39SeedGenerator(given["mnemonic"]).Generate(given["passphrase"])
    root = NODES[given["curve"]].FromSeed(seed)
    node = root.DerivePath(given["path"])
    public = node.PublicKey().RawCompressed().ToBytes()
    return {
        "masterFingerprint": root.FingerPrint().ToHex(),
        "privateKey": node.PrivateKey().Raw().ToHex(),
        # It writes a zero in front of an Ed25519 key.
        "publicKey": public[-32:].hex() if given["curve"] == "CURVE_ED25519" else public.hex(),
    }


def bip_utils_write(given: Arguments) -> str:
    version = WIFS[given["form"]].ParamByKey("wif_net_ver")
    return str(
        bu.WifEncoder.Encode(bytes.fromhex(given["privateKey"]), version, bu.WifPubKeyModes.COMPRESSED)
    )


def bip_utils_read(given: Arguments) -> Arguments:
    key, mode = bu.WifDecoder.Decode(given["text"], WIFS[given["form"]].ParamByKey("wif_net_ver"))
    if mode is not bu.WifPubKeyModes.COMPRESSED:
        raise UnknownError
    return {"privateKey": key.hex()}


# solders: Solana's own Rust


def solders_derive(given: Arguments) -> Arguments:
    seed = seed_of(given["mnemonic"], given["passphrase"])
    pair = solders.keypair.Keypair.from_seed_and_derivation_path(seed, given["path"])
    return {"privateKey": pair.secret().hex(), "publicKey": bytes(pair.pubkey()).hex()}


def solders_write(given: Arguments) -> str:
    pair = solders.keypair.Keypair.from_seed(bytes.fromhex(given["privateKey"]))
    return str(pair) if given["form"] == "solana" else pair.to_json()


def solders_read(given: Arguments) -> Arguments:
    read = solders.keypair.Keypair
    pair = (
        read.from_base58_string(given["text"]) if given["form"] == "solana" else read.from_json(given["text"])
    )
    return {"privateKey": pair.secret().hex()}


# tonutils


def tonutils_address(given: Arguments) -> str:
    _, _, version = given["format"].partition("_")
    wallet = {"V3R2": ton.WalletV3R2, "V4R2": ton.WalletV4R2, "V5R1": ton.WalletV5R1}[version]
    network = (
        NetworkGlobalID.TESTNET
        if given["variant"].startswith("networkGlobalId -3")
        else NetworkGlobalID.MAINNET
    )
    # All that is asked of the network is which one it is.
    client = cast("Any", SimpleNamespace(network=network))
    # All that is taken of the private key is the public one.
    key = cast("PrivateKey", SimpleNamespace(public_key=PublicKey(bytes.fromhex(given["publicKey"]))))
    address = wallet.from_private_key(client, key).address
    form = given["variant"].rpartition(" ")[2]
    if form == "raw":
        return str(address.to_str(is_user_friendly=False))
    return str(
        address.to_str(
            is_bounceable=not form.endswith("non-bounceable"), is_test_only=form.startswith("testnet")
        )
    )


def xrpl_address(given: Arguments) -> str:
    address = str(xrpl.core.keypairs.derive_classic_address(given["publicKey"]))
    if given["variant"] == "x-address":
        return str(
            xrpl.core.addresscodec.classic_address_to_xaddress(address, tag=None, is_test_network=False)
        )
    return address


LIBRARIES: dict[str, dict[str, Any]] = {
    "bip_utils": {
        "address": bip_utils_address,
        "derive": bip_utils_derive,
        "write": bip_utils_write,
        "read": bip_utils_read,
    },
    "solders": {
        "address": lambda given: str(solders.pubkey.Pubkey(bytes.fromhex(given["publicKey"]))),
        "derive": solders_derive,
        "write": solders_write,
        "read": solders_read,
    },
    "stellar-sdk": {
        "address": lambda given: stellar_sdk.StrKey.encode_ed25519_public_key(
            bytes.fromhex(given["publicKey"])
        ),
        "write": lambda given: stellar_sdk.StrKey.encode_ed25519_secret_seed(
            bytes.fromhex(given["privateKey"])
        ),
        "read": lambda given: {
            "privateKey": stellar_sdk.Keypair.from_secret(given["text"]).raw_secret_key().hex()
        },
    },
    "tonutils": {"address": tonutils_address},
    "xrpl-py": {"address": xrpl_address},
    "eth-keys": {
        "address": lambda given: eth_keys.PublicKey.from_compressed_bytes(
            bytes.fromhex(given["publicKey"])
        ).to_checksum_address(),
        "read": lambda given: {
            "privateKey": eth_keyfile.decode_keyfile_json(
                json.loads(given["text"]), given["password"].encode()
            ).hex()
        },
    },
}


NAMED = {"address": "address", "write": "text"}


def answer(library: str, call: str, arguments: Arguments) -> dict[str, object]:
    try:
        result = LIBRARIES[library][call](arguments)
        return {"result": {NAMED[call]: result} if call in NAMED else result}
    except Exception as error:  # noqa: BLE001 - each refuses with exceptions of its own
        return {"error": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    answers = [answer(each["library"], each["call"], each["arguments"]) for each in json.loads(line)["calls"]]
    sys.stdout.write(json.dumps({"answers": answers}) + "\n")
    sys.stdout.flush()

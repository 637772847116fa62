"""Vectors of wallet accounts: their keys by path, and their addresses (wire-formats.md, section 13)."""

import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from mnemonic import Mnemonic

from sealwax._codec.base58 import (
    BITCOIN_ALPHABET,
    RIPPLE_ALPHABET,
    decode_base58check,
    encode_base58,
    encode_base58check,
)
from sealwax._codec.bech32 import decode_bech32, encode_bech32
from sealwax._crypto.curves import CURVES
from sealwax._crypto.points import P256, SECP256K1
from sealwax.errors import MalformedInput
from sealwax.testing.key_material import KeyMaterial
from sealwax.wallets import Account, derive_account, derive_address
from sealwax.wallets.address_formats import FORMATS, AddressFormatRow
from sealwax.wallets.derivation import RULES
from sealwax.wallets.public_key import public_key_of
from sealwax_vectors.constructs.addresses import (
    AccountCase,
    AddressCase,
    CheckCase,
    Checks,
    SeedCase,
    Seeds,
    account_outputs,
)
from sealwax_vectors.format import Case

from .builder import Cases
from .defects import hex_defects, near_texts
from .labels import Label, as_label, comment_of, id_of, placed, valued, words_of
from .mnemonics import own_entropy, with_wrong_checksum

FORMAT_PREFIX = "ADDRESS_FORMAT_"
NO_DEFAULT = Label("which-of-them-is-meant-nobody-said", "which of them is meant, nobody said")


class Wallet(NamedTuple):
    """A wallet of the cases: its label, its mnemonic and its passphrase."""

    label: str | Label
    mnemonic: str
    passphrase: str = ""

    def account(self, row: AddressFormatRow, path: str, curve: str, variant: str = "") -> Account:
        """Derive an account."""
        return derive_account(
            self.mnemonic,
            path=path,
            curve=curve,
            address_format=row.name,
            variant=variant or None,
            passphrase=self.passphrase,
        )

    def cases(self) -> Cases[AccountCase]:
        """Make cases of the wallet's first account."""
        return Cases(
            AccountCase,
            path="m/44'/60'/0'/0/0",
            curve="CURVE_SECP256K1",
            address_format="ADDRESS_FORMAT_ETHEREUM",
            mnemonic=self.mnemonic,
            passphrase=self.passphrase,
        )

    def fields(self, account: Account) -> dict[str, Any]:
        """Return the fields of an account's case."""
        return {
            "path": account.path,
            "curve": account.curve,
            "address_format": account.address_format,
            **account_outputs(account, self.mnemonic, self.passphrase),
        }


def wallets(material: KeyMaterial) -> tuple[Wallet, ...]:
    """Make the three wallets of the cases."""
    english, japanese = Mnemonic("english"), Mnemonic("japanese")
    first, second = material.take("mnemonic"), material.take("mnemonic")
    third = own_entropy("japanese", material.take("japanese")[:20], material)
    return (
        Wallet("twelve-words", english.to_mnemonic(first[:16])),
        Wallet(
            Label("twenty-four-words-and-a-passphrase", "twenty-four words and a passphrase"),
            english.to_mnemonic(second),
            "correct hörse",
        ),
        Wallet("fifteen-Japanese-words", japanese.to_mnemonic(third)),
    )


def short(row: AddressFormatRow) -> str:
    """Return the short name of a format for comments."""
    return row.name.removeprefix(FORMAT_PREFIX)


def shown(path: str) -> str:
    """Write hardened indices with h, as ids keep only letters and digits."""
    return path.replace("'", "h")


def _is_ambiguous(path: str, curve: str) -> bool:
    return curve == "CURVE_ED25519" and not all(level.endswith("'") for level in path.split("/")[1:])


def _variants(row: AddressFormatRow, curve: str, path: str) -> list[str]:
    """Return one variant of the format, with each rule that the path leaves open."""
    plain = "" if row.default in row.variants[curve] else next(iter(row.variants[curve]))
    if not _is_ambiguous(path, curve):
        return [plain]
    return ["+".join(filter(None, (plain, rule))) for rule in RULES]


def _accounts(material: KeyMaterial) -> Iterator[AccountCase]:
    yield from _good_accounts(wallets(material))
    material = KeyMaterial(material.take("bad accounts"))
    yield from _bad_paths(wallets(material)[0])
    yield from _bad_accounts(wallets(material))


def _good_accounts(made: tuple[Wallet, ...]) -> Iterator[AccountCase]:
    label: str | Label
    for wallet in made:
        seen: set[tuple[str, str]] = set()
        for row in FORMATS.values():
            for curve in row.variants:
                for path in row.paths:
                    # The other wallets need one account at each path.
                    if wallet is not made[0] and (curve, path) in seen:
                        continue
                    seen.add((curve, path))
                    for variant in _variants(row, curve, path):
                        account = wallet.account(row, path, curve, variant)
                        label = placed(
                            wallet.label,
                            Label(
                                f"{id_of(short(row))}-on-{id_of(curve)}-at-{id_of(shown(path))}{_tail_id(variant)}",
                                f"{short(row)} on {curve} at {shown(path)}{_tail(variant)}",
                            ),
                        )
                        flag = "AddressVariant" if variant else "Valid"
                        fields = wallet.fields(account)
                        yield wallet.cases().good(label, flag, variant=variant, **fields)
    wallet, cases = made[0], made[0].cases()
    for name, path, curve, variant in (
        ("ETHEREUM", "m/44'/60'/0'/0/0", "CURVE_SECP256K1", ""),
        ("BITCOIN_MAINNET_P2SH", "m/49'/0'/0'/0/0", "CURVE_SECP256K1", "p2sh-p2wpkh"),
        ("BITCOIN_MAINNET_P2SH", "m/44'/0'/0'/0/0", "CURVE_SECP256K1", "p2sh-p2pkh"),
        ("BITCOIN_TESTNET_P2WSH", "m/48'/1'/0'/2'/0/0", "CURVE_SECP256K1", "p2wsh-multi-1of1"),
        ("SOLANA", "m/44'/501'/0'/0", "CURVE_ED25519", "all-hardened"),
        ("XLM", "m/44'/148'/0'/0'/0", "CURVE_ED25519", "non-hardened-skipped"),
        ("TON_V4R2", "m/44'/607'/0'/0'/0'", "CURVE_ED25519", "non-bounceable"),
        ("TON_V5R1", "m/44'/607'/0'/0'/0'", "CURVE_ED25519", "networkGlobalId -3 raw"),
        ("XRP", "m/44'/144'/0'/0/0", "CURVE_SECP256K1", "x-address"),
    ):
        row = FORMATS[FORMAT_PREFIX + name]
        account = wallet.account(row, path, curve, variant)
        label = placed(
            "the-address-decides",
            Label(
                f"{id_of(name)}-at-{id_of(shown(path))}{_tail_id(variant)}",
                f"{name} at {shown(path)}{_tail(variant)}",
            ),
        )
        fields = wallet.fields(account)
        yield cases.good(label, "AddressVariant", expected_address=account.address, **fields)
    row = FORMATS["ADDRESS_FORMAT_ETHEREUM"]
    account = wallet.account(row, row.paths[0], "CURVE_SECP256K1")
    for label, text, wrong in (
        ("in-lower-case", account.address.lower(), False),
        (
            Label(
                "a-letter-in-the-other-case-than-EIP-55-has-it",
                "a letter in the other case than EIP-55 has it",
            ),
            _with_wrong_case(account.address),
            True,
        ),
    ):
        fields = {**wallet.fields(account), "wrong_case": wrong}
        yield cases.good(
            placed("the-address-expected", label), "AddressSpelling", expected_address=text, **fields
        )
    for label, path in (
        ("hardened-indices-marked-with-h", "m/44h/60h/0h/0/0"),
        ("the-largest-indices", "m/2147483647'/2147483647"),
        ("one-level", "m/0"),
        ("twenty-levels", "m" + "/1" * 20),
    ):
        account = wallet.account(row, path, "CURVE_SECP256K1")
        fields = {**wallet.fields(account), "path": path}
        yield cases.good(placed("the-path", label), "DerivationPath", **fields)


def _bad_paths(wallet: Wallet) -> Iterator[AccountCase]:
    for label, path in (
        ("empty", ""),
        ("m-alone", "m"),
        ("m-and-a-slash", "m/"),
        ("without-m", "44'/60'/0'/0/0"),
        ("a-slash-in-front", "/m/44'/60'/0'/0/0"),
        ("with-M", "M/44'/60'/0'/0/0"),
        ("a-slash-after-it", "m/44'/60'/0'/0/0/"),
        ("a-level-without-a-number", "m/44'/60'//0/0"),
        ("a-level-that-is-a-mark-alone", "m/44'/60'/'/0/0"),
        ("hardened-indices-marked-with-H", "m/44H/60H/0H/0/0"),
        ("hardened-indices-marked-with-p", "m/44p/60p/0p/0/0"),
        ("a-typographic-apostrophe", "m/44\u2019/60'/0'/0/0"),
        ("a-prime", "m/44\u2032/60'/0'/0/0"),
        ("a-quotation-mark", "m/44\"/60'/0'/0/0"),
        ("two-marks", "m/44''/60'/0'/0/0"),
        ("both-marks", "m/44'h/60'/0'/0/0"),
        ("a-mark-in-front-of-the-number", "m/'44/60'/0'/0/0"),
        ("a-negative-index", "m/44'/60'/0'/0/-1"),
        ("a-plus-sign", "m/44'/60'/0'/0/+1"),
        ("a-leading-zero", "m/44'/60'/0'/0/01"),
        ("an-index-of-2-to-the-31", "m/44'/60'/0'/0/2147483648"),
        ("a-hardened-index-of-2-to-the-31", "m/44'/60'/0'/0/2147483648'"),
        ("an-index-of-2-to-the-32", "m/44'/60'/0'/0/4294967296"),
        ("an-index-of-400-digits", "m/44'/60'/0'/0/" + "9" * 400),
        ("in-hexadecimal", "m/0x2c'/60'/0'/0/0"),
        ("with-a-fraction", "m/44'/60'/0'/0/0.0"),
        ("with-an-exponent", "m/44'/60'/0'/0/1e1"),
        ("an-underscore-within-a-number", "m/44'/60'/0'/0/1_0"),
        (Label("a-full-width-digit", "a full-width digit"), "m/44'/60'/0'/0/\uff11"),
        ("an-Arabic-digit", "m/44'/60'/0'/0/\u0661"),
        ("a-space-in-front", " m/44'/60'/0'/0/0"),
        ("a-space-within-it", "m/44'/60'/0'/ 0/0"),
        ("a-newline-after-it", "m/44'/60'/0'/0/0\n"),
        ("backslashes", "m\\44'\\60'\\0'\\0\\0"),
        ("a-wildcard", "m/44'/60'/0'/0/*"),
        ("256-levels", "m" + "/0" * 256),
    ):
        yield wallet.cases().bad(placed("the-path", label), "malformed", "DerivationPath", path)


def _bad_accounts(made: tuple[Wallet, ...]) -> Iterator[AccountCase]:
    wallet, with_passphrase, _ = made
    row = FORMATS["ADDRESS_FORMAT_ETHEREUM"]
    bad = wallet.cases().bad
    words = wallet.mnemonic.split()
    wrong_checksum = with_wrong_checksum("english", words, " ")
    for label, flag, text in (
        (
            Label("two-words-swapped-and-the-checksum-wrong", "two words swapped, and the checksum wrong"),
            "Bip39Checksum",
            wrong_checksum,
        ),
        ("eleven-words", "Bip39Checksum", " ".join(words[:-1])),
        ("a-word-of-no-list", "Bip39Words", " ".join(["sealwax", *words[1:]])),
        ("two-spaces-between-words", "Bip39Words", wallet.mnemonic.replace(" ", "  ", 1)),
        ("a-newline-after-the-last-word", "Bip39Words", wallet.mnemonic + "\n"),
        ("empty", "Bip39Words", ""),
    ):
        yield bad(placed("the-mnemonic", label), "malformed", flag, mnemonic=text)
    for label, curve in (
        ("another-curve-of-the-API", "CURVE_P521"),
        ("without-CURVE-in-front", "SECP256K1"),
        ("in-lower-case", "curve_secp256k1"),
        ("empty", ""),
    ):
        yield bad(placed("the-curve", label), "unsupported", "Enumeration", curve=curve)
    for label, name in (
        ("unknown", "ADDRESS_FORMAT_LITECOIN"),
        ("without-ADDRESS-FORMAT-in-front", "ETHEREUM"),
        ("in-lower-case", "address_format_ethereum"),
        ("a-space-after-it", "ADDRESS_FORMAT_ETHEREUM "),
        ("empty", ""),
    ):
        yield bad(placed("the-format", label), "unsupported", "Enumeration", address_format=name)
    for name, value in (("curve", "CURVE_SECP256K1"), ("address_format", "ADDRESS_FORMAT_ETHEREUM")):
        for difference, other in near_texts(value):
            if not other.islower():
                yield bad(
                    placed(Label(f"the-{id_of(name)}", f"the {name}"), difference),
                    "unsupported",
                    "Enumeration",
                    **{name: other},
                )
    for difference, other in near_texts("p2sh-p2wpkh"):
        if not other.isupper():
            format_row = FORMATS[FORMAT_PREFIX + "BITCOIN_MAINNET_P2SH"]
            fields = {"address_format": format_row.name, "variant": other}
            label = placed(
                "BITCOIN_MAINNET_P2SH",
                Label(
                    f"the-variant-p2sh-p2wpkh-{difference}",
                    f"the variant p2sh-p2wpkh, {words_of(difference)}",
                ),
            )
            yield bad(label, "unsupported", "AddressVariant", format_row.paths[0], **fields)
    for format_row in FORMATS.values():
        for curve in format_row.variants:
            for path in format_row.paths:
                if format_row.default not in format_row.variants[curve] or _is_ambiguous(path, curve):
                    label = placed(
                        Label(
                            f"{id_of(short(format_row))}-on-{id_of(curve)}-at-{id_of(shown(path))}",
                            f"{short(format_row)} on {curve} at {shown(path)}",
                        ),
                        NO_DEFAULT,
                    )
                    fields = {"curve": curve, "address_format": format_row.name}
                    yield bad(label, "unsupported", "AddressVariant", path, **fields)
    for format_row in FORMATS.values():
        for curve in (other for other in CURVES if other not in format_row.variants):
            label = placed(
                valued(short(format_row)),
                Label(
                    f"a-path-on-{id_of(curve)}-which-the-format-does-not-have",
                    f"a path on {curve}, which the format does not have",
                ),
            )
            fields = {"curve": curve, "address_format": format_row.name}
            # Hardened indices leave no other rule open.
            yield bad(label, "unsupported", "CurveConfusion", "m/44'/0'", **fields)
    for name, label, variant in (
        ("BITCOIN_MAINNET_P2SH", "unknown", "p2sh-p2tr"),
        ("BITCOIN_MAINNET_P2SH", "of-another-format", "p2wsh-p2pkh"),
        ("BITCOIN_MAINNET_P2SH", "in-upper-case", "P2SH-P2WPKH"),
        ("BITCOIN_MAINNET_P2WSH", "of-another-format", "p2sh-p2pkh"),
        ("BITCOIN_MAINNET_P2WPKH", "of-a-format-with-one-only", "p2wpkh"),
        ("ETHEREUM", "a-rule-for-Ed25519-alone", "all-hardened"),
        ("XRP", "unknown", "family-seed"),
    ):
        format_row = FORMATS[FORMAT_PREFIX + name]
        fields = {"address_format": format_row.name, "variant": variant}
        yield bad(
            placed(valued(name), f"a-variant-that-is-{label}"),
            "unsupported",
            "AddressVariant",
            format_row.paths[0],
            **fields,
        )
    address = wallet.account(row, row.paths[0], "CURVE_SECP256K1").address
    for whose, changes in (
        ("another-passphrase", {"passphrase": "a"}),
        ("a-passphrase-of-one-space", {"passphrase": " "}),
        ("another-mnemonic", {"mnemonic": with_passphrase.mnemonic}),
        ("the-next-index", {"path": "m/44'/60'/0'/0/1"}),
        ("the-next-account", {"path": "m/44'/60'/1'/0/0"}),
        ("the-last-index-hardened", {"path": "m/44'/60'/0'/0/0'"}),
        ("a-level-left-out", {"path": "m/44'/60'/0'/0"}),
        ("the-type-of-another-coin", {"path": "m/44'/61'/0'/0/0"}),
    ):
        label = f"the-address-expected-is-of-{whose}"
        yield bad(label, "wrong-address", "WrongAddress", **{"expected_address": address, **changes})
    other = address[:-1] + ("0" if address[-1] != "0" else "1")
    label = Label(
        "the-address-expected-its-last-digit-changed",
        "the address expected: its last digit changed",
        idea="its last digit changed",
    )
    yield bad(label, "wrong-address", "WrongAddress", expected_address=other)
    for name, other in (
        ("BITCOIN_MAINNET_P2PKH", "BITCOIN_TESTNET_P2PKH"),
        ("BITCOIN_MAINNET_P2WPKH", "BITCOIN_TESTNET_P2WPKH"),
        ("BITCOIN_MAINNET_P2TR", "BITCOIN_REGTEST_P2TR"),
        ("BITCOIN_TESTNET_P2WPKH", "BITCOIN_REGTEST_P2WPKH"),
        ("BITCOIN_MAINNET_P2WPKH", "BITCOIN_MAINNET_P2TR"),
        ("DOGE_MAINNET", "DOGE_TESTNET"),
        ("DOGE_MAINNET", "BITCOIN_MAINNET_P2PKH"),
        ("SPARK_MAINNET", "SPARK_REGTEST"),
        ("COSMOS", "SEI"),
        ("ETHEREUM", "TRON"),
    ):
        format_row, network = FORMATS[FORMAT_PREFIX + name], FORMATS[FORMAT_PREFIX + other]
        path = format_row.paths[0]
        address = wallet.account(network, path, "CURVE_SECP256K1").address
        fields = {"address_format": format_row.name, "expected_address": address}
        label = placed(
            valued(name),
            Label(
                f"the-address-expected-is-the-key-s-as-{id_of(other)}",
                f"the address expected is the key's as {other}",
            ),
        )
        yield bad(label, "wrong-address", "WrongNetwork", path, **fields)
    for name, path, variant in (
        ("BITCOIN_MAINNET_P2SH", "m/49'/0'/0'/0/0", "p2sh-p2wpkh"),
        ("BITCOIN_MAINNET_P2WSH", "m/48'/0'/0'/2'/0/0", "p2wsh-p2pkh"),
    ):
        format_row = FORMATS[FORMAT_PREFIX + name]
        wrong = next(other for other in format_row.variants["CURVE_SECP256K1"] if other != variant)
        address = wallet.account(format_row, path, "CURVE_SECP256K1", wrong).address
        fields = {"address_format": format_row.name, "variant": variant, "expected_address": address}
        label = placed(valued(name), "the-address-expected-is-of-another-variant-than-the-one-named")
        yield bad(label, "wrong-address", "AddressVariant", path, **fields)


def _written(
    label: str | Label, flag: str, key: str | bytes, row: AddressFormatRow, curve: str, *, variant: str = ""
) -> AddressCase:
    """Make a case of writing an address."""
    address = derive_address(key, row.name, curve=curve, variant=variant or None)
    text = key if isinstance(key, str) else key.hex()
    cases = Cases(AddressCase, public_key=text, curve=curve, address_format=row.name)
    made = as_label(label)
    whole = Label(f"{made.id}{_tail_id(variant)}", made.comment + _tail(variant), made.idea + _tail(variant))
    return cases.good(whole, flag, variant=variant, address=address)


def _tail(variant: str) -> str:
    """Return the end of a comment that names the variant."""
    return f", {variant}" if variant else ""


def _tail_id(variant: str) -> str:
    """Return the end of an id that names the variant."""
    return f"-{id_of(variant)}" if variant else ""


def _seeds() -> Iterator[SeedCase]:
    """Yield the published vectors of BIP-32 and SLIP-10, whose values this library must give."""
    first = bytes(range(16)).hex()
    second = (
        "fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b787572"
        "6f6c696663605d5a5754514e4b484542"
    )
    third = (
        "4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c6"
        "4d2e8a1e7d1457df2e5a3c51c73235be"
    )
    fourth = "3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678"
    retried = "a7305bc8df8d0951f0cb224c0e95d7707cbdf2c6ce7e8d481fec69c7ff5e9446"
    vectors = [
        (Label("BIP-32-vector-3", "BIP-32, vector 3"), "CURVE_SECP256K1", third, ("m", "m/0'")),
        (Label("BIP-32-vector-4", "BIP-32, vector 4"), "CURVE_SECP256K1", fourth, ("m", "m/0'", "m/0'/1'")),
        (Label("SLIP-10-the-seed-s-retry", "SLIP-10, the seed's retry"), "CURVE_P256", retried, ("m",)),
        (
            Label("SLIP-10-a-retry-of-deriving", "SLIP-10, a retry of deriving"),
            "CURVE_P256",
            first,
            ("m/28578'", "m/28578'/33941"),
        ),
    ]
    mixed = ("m", "m/0'", "m/0'/1", "m/0'/1/2'", "m/0'/1/2'/2", "m/0'/1/2'/2/1000000000")
    hardened = tuple(re.sub("([0-9])(?=/|$)", r"\1'", path) for path in mixed)
    for curve in CURVES:
        paths = hardened if curve == "CURVE_ED25519" else mixed
        vectors.append((Label("SLIP-10-vector-1", "SLIP-10, vector 1"), curve, first, paths))
    deeper = ("m", "m/0", "m/0/2147483647'", "m/0/2147483647'/1", "m/0/2147483647'/1/2147483646'")
    vectors += [
        (Label("SLIP-10-vector-2", "SLIP-10, vector 2"), curve, second, deeper)
        for curve in ("CURVE_SECP256K1", "CURVE_P256")
    ]
    for name, curve, seed, paths in vectors:
        for path in paths:
            made = Cases(SeedCase, seed=seed, path=path, curve=curve)
            outputs: Any = Seeds(tests=[]).run(made.good("", "Valid"))
            yield made.good(
                placed(
                    Label(id_of(name), comment_of(name)),
                    Label(f"{id_of(curve)}-at-{id_of(shown(path))}", f"{curve} at {shown(path)}"),
                ),
                "PublishedVector",
                **outputs,
            )
    cases = Cases(SeedCase, seed=first, path="m/0'", curve="CURVE_P256")
    label = Label(
        "the-curve-of-a-seed-another-of-the-API",
        "the curve of a seed: another of the API",
        idea="another of the API",
    )
    yield cases.bad(label, "unsupported", "Enumeration", curve="CURVE_P521")
    yield cases.bad(
        Label("the-path-from-a-seed-without-m", "the path from a seed: without m", idea="without m"),
        "malformed",
        "DerivationPath",
        path="0'",
    )
    label = Label(
        "the-path-from-a-seed-on-Ed25519-an-index-that-is-not-hardened",
        "the path from a seed: on Ed25519, an index that is not hardened",
        idea="on Ed25519, an index that is not hardened",
    )
    yield cases.bad(label, "unsupported", "DerivationPath", curve="CURVE_ED25519", path="m/0'/1")
    for size in (15, 65):
        yield cases.bad(f"a-seed-of-{size}-bytes", "malformed", "WrongType", seed=bytes(range(size)).hex())


def _addresses(material: KeyMaterial) -> Iterator[AddressCase]:
    made = wallets(material)
    row = FORMATS["ADDRESS_FORMAT_COMPRESSED"]
    keys = {curve: [wallet.account(row, "m/0'", curve).public_key for wallet in made] for curve in CURVES}
    for number, wallet in enumerate(made):
        for row in FORMATS.values():
            for curve, variants in row.variants.items():
                for variant in variants:
                    label = placed(wallet.label, valued(f"{short(row)} on {curve}"))
                    flag = "AddressVariant" if len(variants) > 1 else "Valid"
                    yield _written(label, flag, keys[curve][number], row, curve, variant=variant)
    whole = public_key_of(b"\1" * 32, CURVES["CURVE_SECP256K1"]).uncompressed
    for row in FORMATS.values():
        if "CURVE_SECP256K1" in row.variants:
            variant = "" if row.default is not None else next(iter(row.variants["CURVE_SECP256K1"]))
            label = placed("an-uncompressed-key", valued(short(row)))
            yield _written(label, "CompressedPoint", whole, row, "CURVE_SECP256K1", variant=variant)
    yield from _leading_zeros()
    for row in FORMATS.values():
        for curve in (other for other in CURVES if other not in row.variants):
            label = placed(valued(short(row)), Label(f"a-key-on-{id_of(curve)}", f"a key on {curve}"))
            cases = Cases(AddressCase, public_key=keys[curve][0], curve=curve, address_format=row.name)
            yield cases.bad(label, "unsupported", "CurveConfusion")
    yield from _bad_keys(keys)


def _leading_zeros() -> Iterator[AddressCase]:
    """Yield keys whose addresses begin with zeros; clients must keep them."""
    for name, curve, start in (
        ("APTOS", "CURVE_ED25519", "0x00"),
        ("SUI", "CURVE_ED25519", "0x00"),
        ("ETHEREUM", "CURVE_SECP256K1", "0x00"),
        ("BITCOIN_MAINNET_P2PKH", "CURVE_SECP256K1", "11"),
        ("XRP", "CURVE_SECP256K1", "rr"),
        ("COSMOS", "CURVE_SECP256K1", "cosmos1q"),
    ):
        key = next(
            key
            for number in count(1)
            for key in [public_key_of(sha256(f"{name} {number}".encode()).digest(), CURVES[curve]).compressed]
            if derive_address(key, FORMAT_PREFIX + name, curve=curve).startswith(start)
        )
        yield _written(
            Label(f"{id_of(name)}-that-begins-with-zeros", f"{name} that begins with zeros"),
            "EdgeCaseKey",
            key,
            FORMATS[FORMAT_PREFIX + name],
            curve,
        )


def _bad_keys(keys: dict[str, list[str]]) -> Iterator[AddressCase]:
    label: str | Label
    good = {name: keys[name][0] for name in keys}
    zero = bytes(31)
    for curve, group, row in (
        ("CURVE_SECP256K1", SECP256K1, "ETHEREUM"),
        ("CURVE_SECP256K1", SECP256K1, "BITCOIN_MAINNET_P2WPKH"),
        ("CURVE_SECP256K1", SECP256K1, "XRP"),
        ("CURVE_P256", P256, "COMPRESSED"),
    ):
        whole = public_key_of(b"\1" * 32, CURVES[curve]).uncompressed
        other = public_key_of(b"\1" * 32, CURVES["CURVE_P256" if group is SECP256K1 else "CURVE_SECP256K1"])
        short_form = bytes.fromhex(good[curve])
        # About half of all numbers are the x of a point.
        no_point = {"CURVE_SECP256K1": b"\2" + zero + b"\5", "CURVE_P256": b"\2" + zero + b"\1"}[curve]
        for label, flag, point in (
            ("off-the-curve", "InvalidPoint", whole[:-1] + bytes([whole[-1] ^ 1])),
            ("of-another-curve", "CurveConfusion", other.uncompressed),
            ("an-x-of-no-point", "InvalidPoint", no_point),
            ("an-x-that-is-not-in-the-field", "InvalidPoint", b"\2" + b"\xff" * 32),
            ("at-infinity", "InvalidPoint", b"\0"),
            ("all-zero", "InvalidPoint", bytes(33)),
            ("hybrid", "InvalidPoint", bytes([6 + (whole[-1] & 1)]) + whole[1:]),
            ("a-form-that-SEC1-does-not-have", "InvalidPoint", b"\5" + short_form[1:]),
            ("x-alone", "InvalidPoint", short_form[1:]),
            ("without-the-4-in-front", "InvalidPoint", whole[1:]),
            ("cut-by-a-byte", "InvalidPoint", short_form[:-1]),
            ("a-byte-after-it", "InvalidPoint", short_form + b"\0"),
            ("empty", "InvalidPoint", b""),
        ):
            yield _bad_key(
                placed(
                    Label(f"{id_of(row)}-on-{id_of(curve)}", f"{row} on {curve}"),
                    f"the-public-key-is-{label}",
                ),
                flag,
                curve,
                row,
                point.hex(),
            )
    for row in ("SOLANA", "SUI", "APTOS", "XLM", "COMPRESSED"):
        curve = "CURVE_ED25519"
        key = bytes.fromhex(good[curve])
        for label, flag, point in (
            ("not-on-the-curve", "InvalidPoint", b"\2" + zero),
            ("the-neutral-point", "SmallOrder", b"\1" + zero),
            ("of-small-order", "SmallOrder", bytes(32)),
            ("a-y-that-is-not-reduced", "InvalidPoint", b"\xf0" + b"\xff" * 30 + b"\x7f"),
            ("cut-by-a-byte", "InvalidPoint", key[:-1]),
            ("a-byte-after-it", "InvalidPoint", key + b"\0"),
            (
                Label("a-zero-in-front-as-SLIP-10-has-it", "a zero in front, as SLIP-10 has it"),
                "InvalidPoint",
                b"\0" + key,
            ),
            ("empty", "InvalidPoint", b""),
        ):
            yield _bad_key(
                placed(
                    Label(f"{row}-on-{id_of(curve)}", f"{row} on {curve}"),
                    Label(f"the-public-key-is-{id_of(label)}", f"the public key is {comment_of(label)}"),
                ),
                flag,
                curve,
                row,
                point.hex(),
            )
    # The digits of this fixed key include letters.
    fixed = public_key_of(b"\1" * 32, CURVES["CURVE_SECP256K1"]).compressed.hex()
    for label, _, flag, text in hex_defects(fixed):
        yield _bad_key(placed("the-public-key", label), flag, "CURVE_SECP256K1", "ETHEREUM", text)


def _bad_key(label: str | Label, flag: str, curve: str, name: str, text: str) -> AddressCase:
    cases = Cases(AddressCase, public_key=text, curve=curve, address_format=FORMAT_PREFIX + name)
    return cases.bad(label, "malformed", flag)


class _Checked(Cases[CheckCase]):
    """Makes cases of comparing a key with an address."""

    def fields(self, key: bytes, text: str) -> dict[str, Any]:
        """Return the fields of the key and the address, without matches."""
        return {"private_key": key.hex(), "expected_address": text, "matches": []}

    def good(self, label: str | Label, flag: str, /, *first: Any, **changes: Any) -> CheckCase:
        """Make a valid case with the formats that this library finds."""
        case = super().good(label, flag, *first, **changes)
        case.matches = Checks(tests=[]).run(case)["matches"]  # type: ignore[assignment] # by its type
        return case


def _checks(material: KeyMaterial) -> Iterator[CheckCase]:
    wallet, other, _ = wallets(material)
    cases = _Checked(CheckCase)
    texts: set[str] = set()
    missed: set[str] = set()
    for row in FORMATS.values():
        for curve, variants in row.variants.items():
            path = row.paths[0] if not _is_ambiguous(row.paths[0], curve) else "m/0'"
            for variant in variants:
                account = wallet.account(row, path, curve, variant)
                # TESTNET and SIGNET share addresses.
                if account.address in texts:
                    continue
                texts.add(account.address)
                account_name = f"{short(row)} on {curve}{_tail(variant)}"
                yield cases.good(
                    placed(valued(account_name), Label("the-key-s-address", "the key's address")),
                    "Valid",
                    account.private_key,
                    account.address,
                )
            variant = "" if row.default in variants else next(iter(variants))
            account = wallet.account(row, path, curve, variant)
            # SIGNET has the same mismatches as TESTNET.
            if account.address in missed:
                continue
            missed.add(account.address)
            label = placed(valued(f"{short(row)} on {curve}"), "the-address-of-another-wallet")
            address = other.account(row, path, curve, variant).address
            yield cases.bad(label, "wrong-address", "WrongAddress", account.private_key, address)
            yield from _near_misses(row, curve, account, cases.bad)
    yield from _spellings(wallet, cases.good, cases.bad)


def _near_misses(row: AddressFormatRow, curve: str, account: Account, bad: Any) -> Iterator[CheckCase]:
    """Yield addresses with one defect, which has the same result for every seed."""
    account_name, key, text = (valued(f"{short(row)} on {curve}"), account.private_key, account.address)
    is_bech32 = _is_bech32(text)
    digit = _other_digit(text[-1], text, is_bech32=is_bech32)
    yield bad(
        placed(account_name, "the-last-digit-changed"),
        "wrong-address",
        "WrongAddress",
        key,
        text[:-1] + digit,
    )
    middle = len(text) // 2
    yield bad(
        placed(account_name, "two-digits-swapped"),
        "wrong-address",
        "WrongAddress",
        key,
        _swapped(text, middle),
    )
    # The prefix alone identifies a bech32 address; others need their length too.
    cut = "wrong-address" if is_bech32 else "unsupported"
    yield bad(placed(account_name, "cut-in-half"), cut, "WrongAddress", key, text[:middle])
    yield bad(placed(account_name, "a-space-in-front"), "unsupported", "AddressSpelling", key, " " + text)


def _is_bech32(text: str) -> bool:
    try:
        decode_bech32(text, "the address")
    except MalformedInput:
        return False
    return True


def _other_digit(last: str, text: str, *, is_bech32: bool) -> str:
    """Return another digit of the alphabet that keeps the address's length and first digits."""
    if is_bech32:
        return "q" if last != "q" else "p"
    if text.startswith("0x") or set(text) <= set("0123456789abcdef:"):
        return "0" if last != "0" else "1"
    return "A" if last != "A" else "B"


def _swapped(text: str, place: int) -> str:
    """Swap the first two unequal neighbouring digits at or after a place."""
    while text[place] == text[place + 1] or not (text[place] + text[place + 1]).isalnum():
        place += 1
    return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def _spellings(wallet: Wallet, good: Any, bad: Any) -> Iterator[CheckCase]:
    """Yield other spellings of the account's address, and texts that only resemble one."""
    label: str | Label
    rows = {name.removeprefix(FORMAT_PREFIX): row for name, row in FORMATS.items()}
    made = {
        name: wallet.account(rows[name], rows[name].paths[0], curve, variant)
        for name, curve, variant in (
            ("ETHEREUM", "CURVE_SECP256K1", ""),
            ("SUI", "CURVE_ED25519", ""),
            ("COMPRESSED", "CURVE_SECP256K1", ""),
            ("BITCOIN_MAINNET_P2WPKH", "CURVE_SECP256K1", ""),
            ("COSMOS", "CURVE_SECP256K1", ""),
            ("XLM", "CURVE_ED25519", ""),
            ("SOLANA", "CURVE_ED25519", ""),
            ("SPARK_MAINNET", "CURVE_SECP256K1", ""),
            ("BITCOIN_MAINNET_P2PKH", "CURVE_SECP256K1", ""),
            ("TRON", "CURVE_SECP256K1", ""),
            ("XRP", "CURVE_SECP256K1", ""),
        )
    }
    for name, account in made.items():
        key, text = account.private_key, account.address
        is_bech32 = text.startswith(("bc1", "cosmos1", "spark1"))
        after_it = "a-line-feed-after-it" if is_bech32 else "a-newline-after-it"
        yield bad(placed(valued(name), after_it), "unsupported", "AddressSpelling", key, text + "\n")
        if is_bech32 or text.startswith("0x") or name == "COMPRESSED":
            upper = "0x" + text[2:].upper() if text.startswith("0x") else text.upper()
            yield good(placed(valued(name), "in-upper-case"), "AddressSpelling", key, upper)
        if text.startswith("0x"):
            yield good(placed(name, "with-0X-in-front"), "AddressSpelling", key, "0X" + text[2:])
        if is_bech32:
            prefix, _, data = text.partition("1")
            mixed = f"{prefix}1{data.upper()}"
            yield bad(
                placed(valued(name), "upper-case-after-the-prefix"),
                "wrong-address",
                "AddressSpelling",
                key,
                mixed,
            )
            # Lower-casing maps U+212A to k; upper-casing keeps it.
            kelvin = text.upper().replace("K", "\u212a", 1)
            if not kelvin.isascii():
                label = placed(
                    valued(name),
                    Label("in-upper-case-the-Kelvin-sign-for-a-K", "in upper case, the Kelvin sign for a K"),
                )
                yield bad(label, "unsupported", "AddressSpelling", key, kelvin)
    account = wallet.account(rows["TON_V4R2"], rows["TON_V4R2"].paths[0], "CURVE_ED25519", "raw")
    key, text = account.private_key, account.address
    yield good(
        Label("TON-V4R2-raw-in-upper-case", "TON_V4R2: raw, in upper case", idea="raw, in upper case"),
        "AddressSpelling",
        key,
        text.upper(),
    )
    yield good(
        Label(
            "TON-V4R2-raw-half-of-it-in-upper-case",
            "TON_V4R2: raw, half of it in upper case",
            idea="raw, half of it in upper case",
        ),
        "AddressSpelling",
        key,
        text[:34] + text[34:].upper(),
    )
    account = made["ETHEREUM"]
    key, text = account.private_key, account.address
    yield good(
        Label("ETHEREUM-in-lower-case", "ETHEREUM: in lower case", idea="in lower case"),
        "AddressSpelling",
        key,
        text.lower(),
    )
    label = Label(
        "ETHEREUM-a-letter-in-the-other-case-than-EIP-55-has-it",
        "ETHEREUM: a letter in the other case than EIP-55 has it",
        idea="a letter in the other case than EIP-55 has it",
    )
    yield good(label, "AddressSpelling", key, _with_wrong_case(text))
    yield bad(
        Label("ETHEREUM-without-0x", "ETHEREUM: without 0x", idea="without 0x"),
        "unsupported",
        "AddressSpelling",
        key,
        text[2:],
    )
    for name, place in (
        ("SOLANA", -1),
        ("SOLANA", 8),
        ("BITCOIN_MAINNET_P2PKH", -1),
        ("TRON", -1),
        ("XRP", -1),
    ):
        account = made[name]
        text = _with_case_of_a_letter_changed(account.address, place)
        label = placed(
            valued(name), f"a-letter-{'at-its-end' if place < 0 else 'in-the-midst'}-in-the-other-case"
        )
        yield bad(label, "wrong-address", "AddressSpelling", account.private_key, text)
    xrp = made["XRP"].private_key
    # XLS-5d addresses: tag 1 on the main network, and no tag on the test network.
    hashed = decode_base58check(made["XRP"].address, "the address", alphabet=RIPPLE_ALPHABET)[1:]
    for label, error, version, tag in (
        ("with-a-tag", "wrong-address", b"\x05\x44", b"\1\1" + bytes(7)),
        ("of-the-test-network", "unsupported", b"\x04\x93", bytes(9)),
    ):
        text = encode_base58check(version + hashed + tag, RIPPLE_ALPHABET)
        yield bad(
            placed("XRP", Label(f"an-X-address-{label}", f"an X-address {words_of(label)}")),
            error,
            "AddressSpelling",
            xrp,
            text,
        )
    account = made["SPARK_MAINNET"]
    decoded = decode_bech32(account.address, "the address")
    older = encode_bech32("sp", decoded.digits, decoded.constant)
    yield good(
        Label(
            "SPARK-MAINNET-the-older-prefix-sp",
            "SPARK_MAINNET: the older prefix sp",
            idea="the older prefix sp",
        ),
        "AddressSpelling",
        account.private_key,
        older,
    )
    account = made["SOLANA"]
    key = account.private_key
    yield bad(
        Label("SOLANA-a-1-in-front", "SOLANA: a 1 in front", idea="a 1 in front"),
        "unsupported",
        "AddressSpelling",
        key,
        "1" * 20 + account.address,
    )
    yield bad(
        Label("SOLANA-33-bytes", "SOLANA: 33 bytes", idea="33 bytes"),
        "unsupported",
        "AddressSpelling",
        key,
        encode_base58(b"\1" * 33),
    )
    yield bad(
        Label("the-address-empty", "the address: empty", idea="empty"),
        "malformed",
        "AddressSpelling",
        key,
        "",
    )
    for label, text in (
        ("of-no-format", "sealwax"),
        ("a-mnemonic", "abandon abandon about"),
        ("longer-than-any-address", BITCOIN_ALPHABET * 10),
        ("not-ASCII", "\uff11" * 34),
    ):
        yield bad(placed("the-address", label), "unsupported", "AddressSpelling", key, text)


def _with_case_of_a_letter_changed(address: str, place: int) -> str:
    """Change the case of a letter of base58: the first from a place on, or the last if that is -1."""
    places = range(place, len(address)) if place >= 0 else range(len(address) - 1, 0, -1)
    letter = next(
        position
        for position in places
        if address[position].isalpha() and address[position].swapcase() in BITCOIN_ALPHABET
    )
    return address[:letter] + address[letter].swapcase() + address[letter + 1 :]


def _with_wrong_case(address: str) -> str:
    """Change the case of the first letter of an Ethereum address."""
    letter = next(place for place, digit in enumerate(address[2:], 2) if digit.isalpha())
    return address[:letter] + address[letter].swapcase() + address[letter + 1 :]


def wallet_address(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of accounts, addresses, and comparing them."""
    yield from _accounts(KeyMaterial(material.take("accounts")))
    yield from _seeds()
    yield from _addresses(KeyMaterial(material.take("addresses")))
    yield from _checks(KeyMaterial(material.take("checks")))

"""Paths, addresses and private keys as text: what people type or paste."""

import json
from collections.abc import Iterator

import sealwax
from sealwax import wallets
from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.derivation import parse_path, path_text
from sealwax.wallets.key_formats import KEY_FORMATS, format_private_key, parse_private_key
from tests.fuzz.corpus import Context, Seed
from tests.fuzz.target import Target, as_text

_KEY = bytes(range(1, 33))
_ACCOUNT = sealwax.ExportedAccount(_KEY)
_ADDRESSES = {
    address.text
    for curve in ("CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256")
    for address in _ACCOUNT.addresses(curve)
}


def _path_seeds() -> Iterator[Seed]:
    paths = {path for row in FORMATS.values() for path in row.paths}
    extremes = {"m/2147483647'", "m/44h/0h/0h/0/0", "m" + "/0" * 255}
    yield from (Seed({}, path.encode()) for path in sorted(paths | extremes))


def _path(_: Context, document: bytes) -> tuple[int, ...]:
    return parse_path(as_text(document))


def _path_is_written_back(_: Context, document: bytes, indices: tuple[int, ...]) -> None:
    assert path_text(indices) == document.decode().replace("h", "'")
    assert all(0 <= index < 1 << 32 for index in indices)


def _address_seeds() -> Iterator[Seed]:
    yield from (Seed({}, text.encode()) for text in sorted(_ADDRESSES))


def _address(_: Context, document: bytes) -> tuple[wallets.DerivedAddress, ...]:
    return _ACCOUNT.check_address(as_text(document))


def _address_is_the_keys(_: Context, document: bytes, fitting: tuple[wallets.DerivedAddress, ...]) -> None:
    assert {address.text for address in fitting} <= _ADDRESSES
    text = document.decode()
    # Hex and bech32 without case; TON in any of its texts, also in standard base64.
    same = {own for own in _ADDRESSES if own.lower() == text.lower()}
    ton = [address for address in fitting if "_TON_" in address.format]
    assert same or ton or text.startswith(("sp1", "sprt1"))


def _private_key_seeds() -> Iterator[Seed]:
    for form in KEY_FORMATS:
        yield Seed({}, format_private_key(_KEY, form).encode())
        if "CURVE_ED25519" in KEY_FORMATS[form].curves:
            yield Seed({}, format_private_key(b"\xff" * 32, form).encode())


def _private_key(_: Context, document: bytes) -> bytes:
    return parse_private_key(as_text(document))


def _private_key_is_written_back(_: Context, document: bytes, key: bytes) -> None:
    text = document.decode()
    assert len(key) == 32
    if text.startswith("["):
        assert bytes(json.loads(text))[:32] == key
        return
    forms = set()
    for form, row in KEY_FORMATS.items():
        try:
            forms.add(format_private_key(key, form))
        except sealwax.MalformedInput:
            assert "CURVE_ED25519" not in row.curves
    spellings = forms | {form.upper() for form in forms} | {f"0x{key.hex().upper()}", f"0X{key.hex()}"}
    assert text in spellings | {f"ed25519-priv-0x{key.hex().upper()}"}


TARGETS = (
    Target(
        "derivation-path",
        "derive_account, its path",
        "is the path that it is read as",
        _path_seeds,
        _path,
        check=_path_is_written_back,
    ),
    Target(
        "address",
        "ExportedAccount.check_address",
        "is an address of the key",
        _address_seeds,
        _address,
        check=_address_is_the_keys,
        # Each input makes addresses on three curves.
        weight=0.1,
    ),
    Target(
        "private-key-text",
        "parse_private_key",
        "is one of the texts of the key",
        _private_key_seeds,
        _private_key,
        check=_private_key_is_written_back,
        weight=0.5,
    ),
)

"""Derive the accounts of a wallet from its mnemonic (BIP-32, SLIP-10)."""

import re
from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Final

from sealwax._codec.arguments import require_type
from sealwax._crypto.bip39 import check_mnemonic, mnemonic_to_seed, why_invalid
from sealwax._crypto.curves import AccountCurve
from sealwax._crypto.frozen_secret import FrozenSecret
from sealwax._limits import MAX_ADDRESS_CHARACTERS, MAX_PATH_LEVELS, SEARCHED_INDICES
from sealwax.errors import ContextMismatch, MalformedInput, Unsupported

from .address_formats import ONLY_VARIANT, AddressFormatRow, find_format, formats_like, variants_on
from .addresses import (
    DerivedAddress,
    choose_variant,
    known_formats,
    matching,
    require_variant,
    typo_note,
    why_unknown,
)
from .primitives import derive_child, require_wallets
from .program_paths import program_paths
from .public_key import PublicKey, find_curve, public_key_of

HARDENED: Final = 1 << 31
"""The offset of hardened indices."""

_LEVEL = re.compile("(0|[1-9][0-9]{0,9})(['h]?)", re.ASCII)

# SLIP-10 does not define non-hardened indices on Ed25519. Libraries differ, and the service's rule is not
# evidenced.
RULES = _ALL_HARDENED, _SKIPPED = "all-hardened", "non-hardened-skipped"


class Account(FrozenSecret):
    """An account of a wallet. ``repr`` does not show the private key, and nothing serializes or copies it.

    Attributes:
        address: The address.
        variant: The variant of the format or of the derivation, such as ``p2sh-p2wpkh``; None if there is
            only one.
        public_key: The public key, lower-case hex: a compressed SEC1 point (33 bytes), or 32 bytes for
            Ed25519.
        path: The path, with ``'`` after hardened indices.
        curve: The API's name of the curve.
        address_format: The API's name of the address format.
        private_key: The private key, 32 bytes: a scalar (big-endian), or an Ed25519 seed.
        wrong_case: Whether the expected address is an Ethereum address in a mixed case that is not EIP-55's.
    """

    __slots__ = (
        "address",
        "address_format",
        "curve",
        "path",
        "private_key",
        "public_key",
        "variant",
        "wrong_case",
    )
    _secret_fields = ("private_key",)
    address: str
    variant: str | None
    public_key: str
    path: str
    curve: str
    address_format: str
    private_key: bytes
    wrong_case: bool

    def __init__(
        self,
        *,
        address: str,
        variant: str | None,
        public_key: str,
        path: str,
        curve: str,
        address_format: str,
        private_key: bytes,
        wrong_case: bool = False,
    ) -> None:
        self._set(
            address=(address, str),
            public_key=(public_key, str),
            path=(path, str),
            curve=(curve, str),
            address_format=(address_format, str),
            variant=(variant, (str, NoneType)),
            private_key=(private_key, bytes),
            wrong_case=(wrong_case, bool),
        )

    def __repr__(self) -> str:
        return (
            f"Account(address={self.address!r}, variant={self.variant!r}, path={self.path!r}, "
            f"curve={self.curve!r}, address_format={self.address_format!r}, private_key=<secret>)"
        )

    def format(self, form: str | None = None) -> str:
        """Return the private key as the text that wallets of this account's address import. It is a secret.

        Args:
            form: A form of ``format_private_key``; or ``descriptor``, with the script of the address, for
                Bitcoin. By default, the usual form for the address.

        Returns:
            The text.

        Raises:
            Unsupported: The form is unknown, or not for this account's curve or address.
        """
        # Loaded only to write a key: searching a wallet needs no form.
        from .key_formats import DESCRIPTOR, format_private_key  # noqa: PLC0415

        row = find_format(self.address_format)
        name = row.key_format if form is None else form
        if name == DESCRIPTOR:
            script = row.descriptors.get(self.variant or ONLY_VARIANT)
            if script is None:
                raise Unsupported(f"a descriptor is for Bitcoin; {row.name} has none")
            name = script
        return format_private_key(self.private_key, name, curve=self.curve)


def derive_account(
    mnemonic: str,
    *,
    path: str | None = None,
    curve: str | None = None,
    address_format: str | None = None,
    variant: str | None = None,
    expected_address: str | None = None,
    passphrase: str | None = None,
    allow_invalid_checksum: bool = False,
) -> Account:
    """Derive an account of a wallet from its mnemonic. Needs the extra ``wallets``.

    The derivation is BIP-32 for secp256k1, and SLIP-10 for Ed25519 and P-256. For Ed25519, the service's rule
    for non-hardened indices is unknown: ``all-hardened`` and ``non-hardened-skipped`` are variants, which
    follow the format's variant after ``+``.

    Args:
        mnemonic: The mnemonic, at most 512 characters.
        path: The derivation path, such as ``m/44'/60'/0'/0/0``, of at most 255 levels. Hardened indices end
            with ``'`` or ``h``. None searches for ``expected_address``: at the default paths of its formats,
            with the first 20 indices at each level, one level at a time, and at the first 20 accounts of
            common wallet programs.
        curve: The API's name, such as ``CURVE_SECP256K1``. None stands for the only curve of the format, or
            for that of ``expected_address``.
        address_format: The API's name, such as ``ADDRESS_FORMAT_ETHEREUM``. None stands for the formats that
            ``expected_address`` may have.
        variant: One of the format's variants; required where it is not evidenced which one the service uses,
            unless ``expected_address`` is given.
        expected_address: The address that the account must have. It selects the variant.
        passphrase: The BIP-39 passphrase, at most 512 characters; None if there is none.
        allow_invalid_checksum: Whether to derive from a mnemonic that is not valid BIP-39 in one of the
            service's nine languages.

    Returns:
        The account.

    Raises:
        MalformedInput: The path does not parse, or the mnemonic is not valid BIP-39; the message names the
            part.
        Unsupported: The curve, the format or the variant is unknown, or the curve does not have this format;
            or there are several variants or curves, and neither that nor the expected address is given. The
            message names them. Or the expected address has an unsupported format.
        ContextMismatch: The account has another address than the expected one, or the search found no account
            with it (``wrong-address``).
        MissingExtra: The extra ``wallets`` is not installed.
        ValueError: Neither ``expected_address`` nor both ``path`` and ``address_format`` are given.
    """
    for name, value in (
        ("path", path),
        ("curve", curve),
        ("address_format", address_format),
        ("variant", variant),
        ("expected_address", expected_address),
    ):
        require_type(value, (str, NoneType), name)
    require_type(allow_invalid_checksum, bool, "allow_invalid_checksum")
    if expected_address is not None and (path is None or address_format is None or curve is None):
        rows = known_formats(expected_address)
        if address_format is not None:
            rows = tuple(row for row in rows if row == find_format(address_format))
        seed = wallet_seed(mnemonic, passphrase, allow_invalid_checksum=allow_invalid_checksum)
        return _find_by_address(seed, expected_address, rows, path=path, curve=curve, variant=variant)
    if path is None or address_format is None:
        missing = "path" if path is None else "address_format"
        raise ValueError(f"{missing} is required without expected_address")
    row = find_format(address_format)
    on_curve = find_curve(_only_curve(row) if curve is None else curve)
    indices = parse_path(path)
    seed = wallet_seed(mnemonic, passphrase, allow_invalid_checksum=allow_invalid_checksum)
    names = _variants_at(row, indices, on_curve)
    chosen = choose_variant(row, names, variant) if expected_address is None or variant else None
    account = find_account(seed, indices, on_curve, row, expected=expected_address, variant=chosen)
    if account is None:
        raise ContextMismatch(
            "wrong-address",
            f"the account does not have the expected address{_note(expected_address or '')}; "
            "check the path and the passphrase, and that the address was copied whole",
        )
    return account


def _note(expected: str) -> str:
    """Return a note if the expected address is damaged or mistyped; otherwise empty text."""
    is_long = len(expected) > MAX_ADDRESS_CHARACTERS
    return f": {why_unknown(expected)}" if is_long or not formats_like(expected) else typo_note(expected)


def _only_curve(row: AddressFormatRow) -> str:
    """Return the only curve of a format; refuse to guess one of several."""
    if len(row.variants) > 1:
        raise Unsupported(
            f"{row.name} is for keys on {' or '.join(row.variants)}; name the curve, or give the expected "
            "address"
        )
    return next(iter(row.variants))


def _find_by_address(
    seed: bytes,
    expected: str,
    rows: tuple[AddressFormatRow, ...],
    *,
    path: str | None,
    curve: str | None,
    variant: str | None,
) -> Account:
    """Search the formats that an address may have for its account, at a path or at their default paths."""
    indices = None if path is None else parse_path(path)
    on_curve = None if curve is None else find_curve(curve).name
    if variant and rows:
        _require_known_variant(rows, indices, variant)
    account = search_account(seed, expected, rows, indices=indices, curve=on_curve, variant=variant)
    if account is None:
        near = f"at the first {SEARCHED_INDICES} indices of the default paths of its format"
        raise ContextMismatch(
            "wrong-address",
            f"the wallet does not have the expected address {'at this path' if indices else near}"
            f"{typo_note(expected)}; check the address, the passphrase and the curve, or give the account's "
            "path",
        )
    return account


def _require_known_variant(
    rows: tuple[AddressFormatRow, ...], indices: tuple[int, ...] | None, variant: str
) -> None:
    """Refuse a variant that no format has at the searched paths."""
    names = (
        name
        for row in rows
        for path in (map(parse_path, row.paths) if indices is None else [indices])
        for curve in row.variants
        for name in _variants_at(row, path, find_curve(curve))
    )
    require_variant(" or ".join(row.name for row in rows), tuple(dict.fromkeys(names)), variant)


def _variants_at(row: AddressFormatRow, indices: tuple[int, ...], curve: AccountCurve) -> tuple[str, ...]:
    """Return the names of the variants of a format at a path, on a curve."""
    rules, variants = _ways(indices, curve), variants_on(row, curve.name)
    return tuple(_join(name, rule, row) for rule in rules for name in variants)


def find_account(
    seed: bytes,
    indices: tuple[int, ...],
    curve: AccountCurve,
    row: AddressFormatRow,
    *,
    expected: str | None,
    variant: str | None = None,
) -> Account | None:
    """Return the account at a path that has the expected address or variant; None if none has."""
    for private_key, key, derived in _candidates(seed, indices, curve, row):
        chosen = tuple(address for address in derived if not variant or address.variant == variant)
        if expected is not None:
            chosen = matching(chosen, row, expected)
        if chosen:
            return _account(private_key, key, chosen[0], indices, curve)
    return None


def list_accounts(
    seed: bytes, indices: tuple[int, ...], curve: AccountCurve, row: AddressFormatRow
) -> list[Account]:
    """Return the accounts of all variants of a path and a format."""
    return [
        _account(private_key, key, address, indices, curve)
        for private_key, key, derived in _candidates(seed, indices, curve, row)
        for address in derived
    ]


def _candidates(
    seed: bytes, indices: tuple[int, ...], curve: AccountCurve, row: AddressFormatRow
) -> Iterator[tuple[bytes, PublicKey, tuple[DerivedAddress, ...]]]:
    """Yield the keys at a path by each rule, with their addresses."""
    for rule, hardened_indices in _ways(indices, curve).items():
        private_key = derive_child(seed, hardened_indices, curve.slip10)
        key = public_key_of(private_key, curve)
        texts = variants_on(row, curve.name).items()
        yield (
            private_key,
            key,
            tuple(
                DerivedAddress(row.name, _join(name, rule, row) or None, text(key)) for name, text in texts
            ),
        )


def _account(
    private_key: bytes, key: PublicKey, address: DerivedAddress, indices: tuple[int, ...], curve: AccountCurve
) -> Account:
    return Account(
        address=address.text,
        variant=address.variant,
        public_key=key.compressed.hex(),
        path=path_text(indices),
        curve=curve.name,
        address_format=address.format,
        private_key=private_key,
        wrong_case=address.wrong_case,
    )


def search_account(
    seed: bytes,
    expected: str,
    rows: tuple[AddressFormatRow, ...],
    *,
    indices: tuple[int, ...] | None = None,
    curve: str | None = None,
    variant: str | None = None,
    count: int = SEARCHED_INDICES,
) -> Account | None:
    """Search for an address of the given formats at a path, by default at their usual paths.

    In default paths, the search tries the first ``count`` indices at each level that is 0, one level at a
    time; it never changes the coin type. In the paths of wallet programs, it tries the first ``count``
    accounts.
    """
    for row in rows:
        paths: Iterable[tuple[int, ...]] = [indices] if indices is not None else _searched(row, count)
        for name in row.variants:
            if curve not in {None, name}:
                continue
            for path in paths:
                account = find_account(seed, path, find_curve(name), row, expected=expected, variant=variant)
                if account is not None:
                    return account
    return None


def wallet_seed(mnemonic: str, passphrase: str | None, *, allow_invalid_checksum: bool = False) -> bytes:
    """Return the BIP-39 seed of a mnemonic, 64 bytes; check the mnemonic's checksum."""
    require_wallets()
    require_type(mnemonic, str, "mnemonic")
    require_type(passphrase, (str, NoneType), "passphrase")
    if not allow_invalid_checksum and not check_mnemonic(mnemonic).checksum_valid:
        raise MalformedInput(f"the mnemonic is not valid BIP-39: {why_invalid(mnemonic)}")
    return mnemonic_to_seed(mnemonic, passphrase or "")


def parse_path(path: str) -> tuple[int, ...]:
    """Parse a derivation path; a hardened index has 2^31 added."""
    require_type(path, str, "path")
    start, *levels = path.split("/", MAX_PATH_LEVELS + 1)
    if start != "m" or not levels:
        raise MalformedInput("the path must begin with m/, as in m/44'/60'/0'/0/0")
    if len(levels) > MAX_PATH_LEVELS:
        raise MalformedInput(f"the path has more than {MAX_PATH_LEVELS} levels; check that it is a path")
    return tuple(_parse_level(place, level) for place, level in enumerate(levels, 1))


def path_text(indices: tuple[int, ...]) -> str:
    """Write a derivation path, with ``'`` after hardened indices."""
    return "/".join(
        ["m", *(f"{index % HARDENED}{chr(39) if index >= HARDENED else ''}" for index in indices)]
    )


def _parse_level(place: int, level: str) -> int:
    found = _LEVEL.fullmatch(level)
    if found is None and _OTHER_MARK.fullmatch(level):
        raise MalformedInput(
            f"level {place} of the path is not an index: write ' or h after it, not another apostrophe, a "
            "prime or H"
        )
    if found is None:
        raise MalformedInput(
            f"level {place} of the path is not an index: it must be a number without leading zeros, followed "
            "by ' or h if it is hardened"
        )
    index = int(found[1])
    if index >= HARDENED:
        raise MalformedInput(f"level {place} of the path is too large: it must be below {HARDENED} (2^31)")
    return index + HARDENED if found[2] else index


# Apostrophes and primes of text programs and fonts, and the H that some wallets write.
_OTHER_MARK = re.compile('[0-9]+[\u2018\u2019\u201b\u2032\u02b9\u02bc\u00b4`\uff07"H]')


def _ways(indices: tuple[int, ...], curve: AccountCurve) -> dict[str, tuple[int, ...]]:
    """Return the interpretations of a path, by rule; a single interpretation has an empty rule."""
    if curve.curve is not None or all(index >= HARDENED for index in indices):
        return {ONLY_VARIANT: indices}
    return {
        _ALL_HARDENED: tuple(index | HARDENED for index in indices),
        _SKIPPED: tuple(index for index in indices if index >= HARDENED),
    }


def _join(name: str, rule: str, row: AddressFormatRow) -> str:
    """Name a variant of a format and a rule; the format's default is omitted before a rule."""
    if rule and name == row.default:
        return rule
    return "+".join(filter(None, (name, rule)))


_PURPOSES = {44 | HARDENED, 48 | HARDENED, 49 | HARDENED, 84 | HARDENED, 86 | HARDENED}


def _searched(row: AddressFormatRow, count: int) -> dict[tuple[int, ...], None]:
    """Return the paths to search for an address of a format."""
    of_programs = (paths.of(number) for paths in program_paths(row.name) for number in range(count))
    return {**_paths_near(row.paths, count), **dict.fromkeys(map(parse_path, of_programs))}


def _paths_near(paths: tuple[str, ...], count: int) -> dict[tuple[int, ...], None]:
    """Return paths, and their variations at each level that is 0, except the coin type."""
    found: dict[tuple[int, ...], None] = {}
    for path in paths:
        indices = parse_path(path)
        first = 2 if indices[0] in _PURPOSES else 0
        found[indices] = None
        for place in range(first, len(indices)):
            if indices[place] % HARDENED == 0:
                for number in range(count):
                    near = (*indices[:place], indices[place] + number, *indices[place + 1 :])
                    found[near] = None
    return found

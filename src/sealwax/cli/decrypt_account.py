"""The command ``sealwax decrypt-account``."""

from typing import NamedTuple

import click

import sealwax
from sealwax import wallets
from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.addresses import DerivedAddress, check_address_of, typo_note
from sealwax.wallets.key_formats import DESCRIPTOR, KEY_FORMATS, KEYSTORE, NOT_DERIVABLE

from . import options
from .account import FORMS
from .exports import (
    Export,
    allow_unknown_address,
    allow_wrong_address,
    export_command,
    refuse_unknown_address,
    refuse_wrong_address,
    warn_of_case,
)
from .secret_input import SecretInput
from .streams import say, to_json_line
from .usage import Misuse

_ED25519, _SECP256K1 = "CURVE_ED25519", "CURVE_SECP256K1"


class Known(NamedTuple):
    """The curve of a key, if it is known, and its verified addresses."""

    curve: str | None
    addresses: tuple[DerivedAddress, ...]


@export_command(
    takes_many=True,
    epilog=options.examples(
        "sealwax decrypt-account --bundle response.json --key export.private \\\n"
        "  --organization-id ID --expect-address ADDRESS --output key.txt"
    ),
)
@options.expect_address("The address that the key must have, in any format of the API.")
@allow_wrong_address
@allow_unknown_address
@click.option(
    "--format",
    "key_format",
    type=click.Choice(FORMS),
    help="The form that your wallet imports; keystore is Ethereum's, descriptor is Bitcoin Core's. "
    f"{NOT_DERIVABLE}.  [default: the usual form for the address, or hex without one]",
)
@click.option("--ed25519", is_flag=True, help="The key is on CURVE_ED25519. This is not verified.")
@click.option("--secp256k1", is_flag=True, help="The key is on CURVE_SECP256K1. This is not verified.")
@options.password_file
def decrypt_account(
    export: Export,
    *,
    key_format: str | None,
    expect_address: str | None,
    allow_wrong_address: bool,
    allow_unknown_address: bool,
    ed25519: bool,
    secp256k1: bool,
    password_file: SecretInput,
) -> bytes:
    """Open the export of a wallet account or private key, and write the private key.

    The bundle is verified first: the service's enclave must have signed it, for this organization. Then the
    key is compared with --expect-address, or else with the address in the service's answer, which is
    unauthenticated. A key of another address is not written.

    The bundle does not name the curve of the key; its address determines it. Without an address, pass
    --ed25519 or --secp256k1 where the form needs a curve.
    """
    if export.as_json and key_format is not None:
        raise Misuse("--json writes the forms that fit; leave out --format")
    if ed25519 and secp256k1:
        raise Misuse("pass either --ed25519 or --secp256k1")
    claimed = _ED25519 if ed25519 else _SECP256K1 if secp256k1 else None
    if password_file.file is not None and key_format != KEYSTORE:
        raise Misuse("--password-file is for --format keystore")
    address = export.address if expect_address is None else expect_address
    if address is None:
        _check_form_without_address(key_format, claimed)
    account = export.open_with(sealwax.decrypt_account_export)
    known = Known(claimed, ())
    if address is None:
        say("note: the key was not compared with an address; pass the account's with --expect-address")
    else:
        known = _compare(
            account,
            address,
            claimed,
            is_unauthenticated=expect_address is None,
            allow_wrong_address=allow_wrong_address,
            allow_unknown_address=allow_unknown_address,
        )
        _check_form_without_address(key_format, known.curve)
    if export.as_json:
        forms = {"hex": None, **dict.fromkeys(_forms_of(known))}
        return to_json_line({form: written(account, form, known) for form in forms})
    form = key_format or next(iter(_forms_of(known)), "hex")
    if form != KEYSTORE:
        return f"{written(account, form, known)}\n".encode()
    if known.curve != _SECP256K1:
        raise sealwax.Unsupported(f"--format keystore is for keys on {_SECP256K1}; choose another --format")
    keystore = wallets.encrypt_keystore(account.private_key, password_file.read(confirm=True))
    return f"{keystore}\n".encode()


def _check_form_without_address(form: str | None, curve: str | None) -> None:
    """Refuse a form that depends on an unknown curve or address."""
    if form == DESCRIPTOR and curve is None:
        raise Misuse(
            "--format descriptor needs the account's address, which determines the script: --expect-address"
        )
    if form is not None and curve is None and len(_curves_of(form)) == 1:
        curves = " or ".join(_curves_of(form))
        raise Misuse(
            f"--format {form} is for keys on {curves}, and the export does not name the curve of its key; "
            "pass the account's address with --expect-address, or --ed25519 or --secp256k1"
        )


def _curves_of(form: str) -> tuple[str, ...]:
    return KEY_FORMATS[form].curves if form in KEY_FORMATS else (_SECP256K1,)


def _compare(
    account: sealwax.ExportedAccount,
    address: str,
    claimed: str | None,
    *,
    is_unauthenticated: bool,
    allow_wrong_address: bool,
    allow_unknown_address: bool,
) -> Known:
    """Compare the key with an address, and print the result."""
    which = "the address in the answer" if is_unauthenticated else "the expected address"
    try:
        by_curve = check_address_of(account.private_key, address, which)
    except sealwax.Unsupported as error:
        refuse_unknown_address(error, allow=allow_unknown_address)
        return Known(claimed, ())
    except sealwax.ContextMismatch:
        refuse_wrong_address(
            f"the private key does not belong to {which}{typo_note(address)}",
            "check the address, and that the answer is for this account",
            allow=allow_wrong_address,
        )
        return Known(claimed, ())
    curve, addresses = next(iter(by_curve.items()))
    if claimed not in {None, curve}:
        raise sealwax.ContextMismatch(
            "wrong-address", f"{which} belongs to a key on {curve}, not on {claimed}; leave out the curve"
        )
    names = " or ".join(dict.fromkeys(address.format for address in addresses))
    say(f"note: the key belongs to {which} ({names})")
    if is_unauthenticated:
        say(
            "note: the address in the answer is unauthenticated; compare it with the one that you know, or "
            "pass that with --expect-address"
        )
    for advice in dict.fromkeys(FORMATS[address.format].advice for address in addresses):
        if advice:
            say(f"note: {advice}")
    warn_of_case(wrong_case=any(address.wrong_case for address in addresses))
    return Known(curve, addresses)


def _forms_of(known: Known) -> list[str]:
    """Return the forms that wallets of the key's addresses import, the usual one first."""
    if not known.addresses:
        return ["solana"] if known.curve == _ED25519 else []
    forms = list(dict.fromkeys(FORMATS[address.format].key_format for address in known.addresses))
    return [*forms, *([DESCRIPTOR] if _descriptor_of(known) else [])]


def _descriptor_of(known: Known) -> str | None:
    """Return the form with the script of the key's address, for Bitcoin."""
    found = (FORMATS[address.format].descriptors.get(address.variant or "") for address in known.addresses)
    return next(filter(None, found), None)


def written(account: sealwax.ExportedAccount, form: str, known: Known) -> str:
    """Return the key in a form."""
    if form == DESCRIPTOR:
        descriptor = _descriptor_of(known)
        if descriptor is None:
            raise sealwax.Unsupported(
                "--format descriptor is for Bitcoin, and the key has no known Bitcoin address; pass it with "
                "--expect-address"
            )
        form = descriptor
    return wallets.format_private_key(account.private_key, form, curve=known.curve)

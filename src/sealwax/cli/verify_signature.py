"""The command ``sealwax verify-signature``."""

from typing import get_args

import click
import msgspec

import sealwax
from sealwax import activities
from sealwax._codec.enumerations import HashFunction, PayloadEncoding, WalletCurve
from sealwax._codec.strict_json import convert_json, decode_object
from sealwax.activities.payloads import HEXADECIMAL
from sealwax.operations.reading import find_in_answer

from . import options
from .exports import warn_of_case
from .streams import Input, say, write_result
from .usage import Misuse


class _Parts(msgspec.Struct, frozen=True):
    r: str
    s: str
    v: str


@options.command(
    epilog=options.examples(
        "sealwax verify-signature --payload payload.txt --encoding PAYLOAD_ENCODING_HEXADECIMAL \\\n"
        "  --hash-function HASH_FUNCTION_NO_OP --address-format ADDRESS_FORMAT_ETHEREUM \\\n"
        "  --address 0x4Cb785085B399570F9Ccc0d145eeE0359CC74aCC answer.json",
        "sealwax verify-signature --payload typed-data.json --encoding PAYLOAD_ENCODING_EIP712 \\\n"
        "  --hash-function HASH_FUNCTION_NO_OP --public-key $(cat account.public) answer.json",
        note="Pass the payload, encoding and hash function of the request.",
    ),
)
@options.input_file("--payload", required=True, help="The file with the payload.")
@click.option(
    "--encoding", type=click.Choice(get_args(PayloadEncoding)), required=True, help="The payload's encoding."
)
@click.option(
    "--hash-function",
    type=click.Choice(get_args(HashFunction)),
    required=True,
    help="The function that hashes the payload.",
)
@click.option("--public-key", type=options.HEX, help="The public key of the account that signed.")
@click.option("--address", metavar="ADDRESS", help="The address of the account, with --address-format.")
@options.address_format(
    "--address-format",
    help="The format of the account's address, such as ethereum; P2TR and Spark sign with BIP-340.",
)
@click.option(
    "--curve",
    type=click.Choice(get_args(WalletCurve)),
    help="The curve of the account.  [default: CURVE_SECP256K1, or CURVE_ED25519 without a hash function]",
)
@click.option(
    "--allow-any-chain",
    is_flag=True,
    help="Accept an EIP-7702 authorization of chain id 0, which every chain accepts.",
)
@options.as_json
@options.input_argument("result")
def verify_signature(
    *,
    payload: Input,
    encoding: str,
    hash_function: str,
    public_key: str | None,
    address: str | None,
    address_format: str | None,
    curve: str | None,
    allow_any_chain: bool,
    as_json: bool,
    result: Input,
) -> None:
    """Verify the signature of a payload. Print the signer, and the signature in the forms of networks.

    FILE has the service's answer to sign_raw_payload, or the object in it with r, s and v.
    """
    if address is not None and address_format is None:
        raise Misuse("--address needs --address-format")
    content = payload.read()
    with result.opened() as answer:
        signature = _read_result(answer)
    try:
        verified = signature.verify(
            # A newline after hex comes from an editor; after text, it is part of the payload.
            content.rstrip(b"\r\n") if encoding == HEXADECIMAL else content,
            encoding=encoding,
            hash_function=hash_function,
            public_key=public_key,
            address=address,
            address_format=address_format,
            curve=curve,
            allow_any_chain=allow_any_chain,
        )
    except sealwax.SealwaxError:
        raise
    except ValueError:
        raise Misuse(
            "--public-key is missing; --address with --address-format replaces it only for ECDSA on "
            "secp256k1, and if the address contains the key"
        ) from None
    if not verified.v_checked:
        say("note: v was not verified, so do not rely on it; the rest is verified")
    warn_of_case(wrong_case=verified.wrong_case)
    is_secp256k1 = verified.kind == "ECDSA_SECP256K1"
    forms = {"raw": signature.to_raw(low_s=is_secp256k1).hex()}
    if is_secp256k1:
        forms |= {"der": signature.to_der().hex(), "ethereum": signature.to_ethereum().hex()}
    fields = {"public_key": verified.public_key, "kind": verified.kind, "v_checked": verified.v_checked}
    lines = [f"signed by {verified.public_key} ({verified.kind})"]
    lines += [f"{name}: {form}" for name, form in forms.items()]
    write_result({**fields, **forms}, lines, as_json=as_json)


def _read_result(content: bytes) -> activities.SignatureResult:
    """Read the signature in an answer, or the signature alone."""
    label = "the signature result"
    document = decode_object(content, label)
    found = find_in_answer(
        document,
        label,
        fields=frozenset(_Parts.__struct_fields__),
        results=("signRawPayloadResult",),
        sought="signature; check that its activity is sign_raw_payload and completed",
    )
    parts = convert_json(document if found is None else found, _Parts, label)
    return activities.SignatureResult(parts.r, parts.s, parts.v)

"""The command ``sealwax verify-attestation-document``."""

from datetime import datetime, timedelta, timezone

import click

from sealwax import proofs
from sealwax._codec.hex import decode_hex
from sealwax._codec.text import decode_utf8
from sealwax.errors import SealwaxError
from sealwax.proofs.nitro_roots import KNOWN_ROOTS

from . import options
from .enclave import to_pcrs
from .streams import Input, write_result
from .usage import Misuse

# COSE_Sign1 is an array of four, perhaps after tag 18; no base64 begins with these bytes.
_BINARY = (b"\x84", b"\xd2")


@options.command(
    epilog=options.examples(
        "sealwax verify-attestation-document document.bin --pcr 0=f670… --nonce 5a1e… --fresh"
    ),
)
@click.option(
    "--pcr", "pcrs", multiple=True, metavar="INDEX=HEX", callback=to_pcrs, help="A PCR that it must have."
)
@click.option("--user-data", type=options.HEX, help="The user data that it must have.")
@click.option("--nonce", type=options.HEX, help="The nonce that it must have.")
@click.option("--public-key", type=options.HEX, help="The public key that it must have.")
@click.option(
    "--root",
    "roots",
    multiple=True,
    type=options.HEX,
    default=KNOWN_ROOTS,
    help="SHA-256 of an accepted root certificate.  [default: that of AWS]",
)
@click.option("--fresh", is_flag=True, help="Refuse a document whose certificates are not valid now.")
@options.leeway
@options.as_json
@options.input_argument("document")
def verify_attestation_document(
    *,
    document: Input,
    pcrs: dict[int, str],
    user_data: str | None,
    nonce: str | None,
    public_key: str | None,
    roots: tuple[str, ...],
    fresh: bool,
    leeway: timedelta,
    as_json: bool,
) -> None:
    """Verify the attestation document in FILE, of any AWS Nitro enclave, and print its content.

    FILE is the document as the hardware gives it, or in base64. Anyone can run an enclave: pass --pcr 0=… of
    the image that you expect. Without --nonce or --fresh, a document of any age is accepted.
    """
    with document.opened() as content:
        encoded = (
            content
            if content.startswith(_BINARY)
            else decode_utf8(content, "the attestation document").rstrip("\r\n")
        )
        try:
            verified = proofs.verify_attestation_document(
                encoded,
                root=roots,
                now=datetime.now(timezone.utc) if fresh else None,
                leeway=leeway,
                expected_pcrs=pcrs or None,
                expected_user_data=_to_bytes(user_data, "--user-data"),
                expected_nonce=_to_bytes(nonce, "--nonce"),
                expected_public_key=_to_bytes(public_key, "--public-key"),
            )
        except SealwaxError:
            raise
        except ValueError as error:
            raise Misuse(str(error).replace("expected_pcrs", "--pcr")) from None
    chosen = {
        "public_key": verified.public_key,
        "user_data": verified.user_data,
        "nonce": verified.nonce,
    }
    fields: dict[str, object] = {
        "module_id": verified.module_id,
        "signed_at": verified.timestamp.isoformat(timespec="milliseconds"),
        **{name: None if value is None else value.hex() for name, value in chosen.items()},
    }
    expected = [f"PCR{index}" for index in verified.checks.pcrs]
    names = ("user_data", "nonce", "public_key")
    expected += [name.replace("_", " ") for name in names if getattr(verified.checks, name)]
    lines = [f"{name}: {'none' if value is None else value}" for name, value in fields.items()]
    lines += [f"PCR{index}: {value}" for index, value in verified.pcrs.items() if value.strip("0")]
    lines += [f"as expected: {', '.join(expected) or 'nothing: any enclave can have such a document'}"]
    pcrs_of = {str(index): value for index, value in verified.pcrs.items()}
    checked = {"pcrs": list(verified.checks.pcrs), **{name: getattr(verified.checks, name) for name in names},
               "now": verified.checks.now}  # fmt: skip
    write_result({**fields, "pcrs": pcrs_of, "checked": checked}, lines, as_json=as_json)


def _to_bytes(text: str | None, option: str) -> bytes | None:
    return None if text is None else decode_hex(text, option)

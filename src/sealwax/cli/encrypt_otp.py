"""The command ``sealwax encrypt-otp``."""

import click

import sealwax

from . import options
from .secret_input import SecretInput
from .streams import Input, write_lines


@options.command(
    epilog=options.examples('sealwax encrypt-otp --bundle target.json --public-key "$(cat a.public)"'),
)
@options.bundle("The OTP target bundle, from the answer to init-OTP.")
@click.option(
    "--public-key",
    required=True,
    type=options.HEX,
    help="The public key to bind the verification token to, a compressed point on P-256.",
)
@options.secret_file("--otp-file", "One-time code", help="The file with the one-time code.")
@options.bundle_signer("tls_fetcher")
def encrypt_otp(*, bundle: Input, public_key: str, otp_file: SecretInput, keys: sealwax.EnclaveKeys) -> None:
    """Seal a one-time code to the enclave. Print the encryptedOtpBundle for verify_otp.

    The target bundle is verified first: the service's TLS fetcher must have signed it.
    """
    target = bundle.read()
    code = otp_file.read()
    sealed = sealwax.encrypt_otp_bundle(target, code, public_key=public_key, keys=keys)
    write_lines(sealed)

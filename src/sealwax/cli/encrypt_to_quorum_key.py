"""The command ``sealwax encrypt-to-quorum-key``."""

from collections.abc import Callable

import click

import sealwax

from . import options
from .secret_input import SecretInput
from .streams import write_lines
from .usage import Misuse

# The function that seals for each purpose, and the key of QuorumEncryptionKeys that it seals to.
_PURPOSES: dict[str, tuple[Callable[..., str], str]] = {
    "oauth2-client-secret": (sealwax.encrypt_oauth2_client_secret, "tls_fetcher"),
    "on-ramp": (sealwax.encrypt_on_ramp_secret, "on_ramp"),
    "pull-secret": (sealwax.encrypt_pull_secret, "pull_secret"),
}


@options.command(
    epilog=options.examples(
        "sealwax encrypt-to-quorum-key --purpose oauth2-client-secret --secret-file secret.txt"
    ),
)
@click.option(
    "--purpose",
    type=click.Choice(list(_PURPOSES)),
    help="The use of the secret. It determines the form, and production's key.",
)
@click.option(
    "--public-key",
    type=options.HEX,
    help="The enclave's encryption key, a point on P-256. It is required without --purpose; with it, it "
    "replaces production's key.",
)
@options.whole_secret_file
def encrypt_to_quorum_key(*, purpose: str | None, public_key: str | None, secret_file: SecretInput) -> None:
    """Seal a secret to the quorum key of an enclave. Print the ciphertext to send to the service.

    The output is base58check for on-ramp and pull-secret, and otherwise the envelope in hex. It is not
    secret.
    """
    if purpose is None and public_key is None:
        raise Misuse("pass --purpose, or the enclave's key with --public-key")
    # The keys first: do not ask for a secret that cannot be sealed.
    if purpose is None:
        keys = sealwax.QuorumEncryptionKeys(tls_fetcher=public_key)
        sealed = sealwax.encrypt_to_quorum_key(secret_file.read_whole(), keys.tls_fetcher).hex()
    else:
        seal, name = _PURPOSES[purpose]
        own_keys = None if public_key is None else sealwax.QuorumEncryptionKeys(**{name: public_key})
        keys = own_keys or sealwax.QuorumEncryptionKeys.production()
        sealed = seal(secret_file.read_whole(), keys=keys)
    write_lines(sealed)

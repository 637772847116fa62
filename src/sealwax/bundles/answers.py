"""Find the bundles in the service's answers, by the member that holds them."""

from typing import Final, NamedTuple


class Bundles(NamedTuple):
    """A member that holds a bundle or a list of bundles.

    Attributes:
        field: The name of the member.
        results: The activity results that have this member.
        name: Its name in errors.
        activity: The name of its activity in errors.
        exports: The kinds of export that it may hold, as ``inspect`` names them; empty for a key to seal to.
            The command ``decrypt-secret`` opens ``secret-export``, and so on.
    """

    field: str
    results: tuple[str, ...]
    name: str
    activity: str
    exports: tuple[str, ...] = ()


EXPORT: Final = Bundles(
    "exportBundle",
    ("exportWalletResult", "exportWalletAccountResult", "exportPrivateKeyResult"),
    "export bundle",
    "an export",
    ("account-export", "wallet-export"),
)
IMPORT: Final = Bundles(
    "importBundle",
    ("initImportWalletResult", "initImportPrivateKeyResult"),
    "import bundle",
    "init_import_wallet or init_import_private_key",
)
SECRETS: Final = Bundles(
    "secretPayloads", ("exportSecretsResult",), "secret payloads", "export_secrets", ("secret-export",)
)
SECRET_TARGETS: Final = Bundles(
    "enclaveTargetMessages",
    ("initImportSecretsResult",),
    "enclave target messages",
    "init_import_secrets",
)

ANSWERED: Final = (EXPORT, IMPORT, SECRETS, SECRET_TARGETS)

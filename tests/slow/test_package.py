"""The tests of ``tests/test_package.py`` that take long."""

import subprocess
import sys
from importlib import import_module

import pytest

import sealwax
from tests.conftest import CAPTURED, ORGANIZATION
from tests.test_package import loaded_by
from tools.support.public_names import PACKAGES, ROOMS, homes_of

DECRYPT_WALLET = [
    "decrypt-wallet",
    f"--bundle={CAPTURED / 'export_wallet.bundle.json'}",
    f"--key={CAPTURED / 'export_wallet.private'}",
    f"--organization-id={ORGANIZATION}",
    "--output=/dev/null/none",
]


WITHOUT_METADATA = """
import sys
from importlib import metadata
from importlib.metadata import MetadataPathFinder
MetadataPathFinder.find_distributions = classmethod(lambda cls, *_: iter(()))
try: metadata.version("sealwax")
except metadata.PackageNotFoundError: print("no metadata")
import sealwax
from sealwax.operations import GetWhoami
from sealwax_service import LocalService
from sealwax_vectors.makers import generator
with LocalService() as service:
    where = {"organization_id": service.organization_id, "base_url": service.url}
    with sealwax.client.Client(sealwax.ApiKeyStamper(service.api_key), **where) as client:
        print(client.send(GetWhoami()).user_id == service.user_id, generator.NOTES != {})
mnemonic = "abandon " * 11 + "about"
where = {"path": "m/44'/60'/0'/0/0", "curve": "CURVE_SECP256K1", "address_format": "ADDRESS_FORMAT_ETHEREUM"}
print(sealwax.wallets.derive_account(mnemonic, **where).address)
sys.argv = ["sealwax", "--version"]
from sealwax.cli import main
main()
"""


def test_nothing_needs_the_metadata_of_an_installation() -> None:
    """Bundles of serverless functions and frozen programs leave out ``*.dist-info``."""
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_METADATA], capture_output=True, text=True, check=False
    )
    assert not ran.stderr
    assert ran.stdout.splitlines() == [
        "no metadata",
        "True True",
        "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
        f"sealwax, version {sealwax.__version__}",
    ]


NEED_CLIENTS = {"sealwax.integrations.aiohttp", "sealwax.integrations.requests"}


def require_client(module: str) -> None:
    if module in NEED_CLIENTS:
        pytest.importorskip(
            module.rpartition(".")[2], reason="requirements/integrations.txt is not installed"
        )


@pytest.mark.parametrize("module", [room for room in ROOMS if room.startswith("sealwax.")])
def test_public_modules_are_attributes_of_the_package(module: str) -> None:
    require_client(module)
    assert module in loaded_by(f"import sealwax; {module}")
    package, _, name = module.rpartition(".")
    assert import_module(package).__getattr__(name) is sys.modules[module]
    assert module not in loaded_by("import sealwax")


WALLETS = {"sealwax.wallets.addresses", "sealwax.wallets.primitives", "slip10", "Crypto"}


def test_opening_a_wallet_and_operations_load_nothing_of_addresses() -> None:
    statements = (
        "from sealwax import ApiKey, ApiKeyStamper; ApiKeyStamper(ApiKey.generate()).stamp(b'')",
        "from sealwax import ExportedAccount, decrypt_wallet_export, verify_import_bundle",
        "from sealwax.operations import ExportWallet, SignupV2",
        f"from sealwax.cli.app import run; import sys; sys.argv = {['sealwax', *DECRYPT_WALLET]!r}; run()",
    )
    for statement in statements:
        assert not loaded_by(statement) & WALLETS
    assert loaded_by("from sealwax.wallets import derive_account") >= WALLETS
    arguments = ["sealwax", *DECRYPT_WALLET, "--expect-address", "x"]
    checked = loaded_by(f"from sealwax.cli.app import run; import sys; sys.argv = {arguments!r}; run()")
    assert checked >= WALLETS


def test_clients_never_load_the_services_half() -> None:
    clients = {*PACKAGES} - {"sealwax.testing"}
    modules = {module for package in clients for module in homes_of(package).values()}
    assert not loaded_by(f"import {', '.join(modules)}") & {"sealwax.testing", "sealwax.cli"}


def test_the_signing_path_loads_nothing_that_it_does_not_need() -> None:
    loaded = loaded_by(
        "from sealwax import ApiKey, ApiKeyStamper; ApiKeyStamper(ApiKey.generate()).stamp(b'')"
    )
    assert "cryptography" in loaded
    assert not loaded & {
        "pyhpke",
        "cbor2",
        "mnemonic",
        "msgspec",
        "click",
        "btclib_secp256k1",
        "dataclasses",
        "hashlib",
        "json",
        "pathlib",
    }


def test_operations_load_neither_hpke_nor_word_lists_nor_cbor() -> None:
    loaded = loaded_by("from sealwax import operations; operations.OPERATIONS")
    assert "sealwax.operations.all_operations" in loaded
    assert not loaded & {"pyhpke", "cbor2", "mnemonic", "click", "btclib_secp256k1"}

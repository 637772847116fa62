"""Objects that hold a secret while commands run, found by their content: none shows it or gives it away."""

import copy
import dataclasses
import json
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from sealwax import TargetKey
from sealwax._crypto.key_files import FoundKey, write_foreign_key
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED, USER, Cli
from tests.leaks import find_secrets
from tests.wallets.test_keystore import PASSWORD, quick

SECRET = bytes(range(0xA0, 0xC0))
WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
SECRETS = (SECRET.hex(), WORDS)
FORMS: tuple[str | bytes, ...] = (SECRET, SECRET.hex(), SECRET.hex().encode(), WORDS, WORDS.encode())
ENCLAVE = ReferenceEnclave(SEED)
TARGET = TargetKey.from_private_key(SECRET)


WAYS: dict[str, Callable[[Any], object]] = {
    "str": str,
    "repr": repr,
    "list": list,
    "vars": vars,
    "copy": copy.copy,
    "pickle": pickle.dumps,
    "asdict": dataclasses.asdict,
    "_asdict": lambda holder: holder._asdict(),
    "msgspec": msgspec.to_builtins,
}
"""The ways in which an object is shown, or given away with its secret."""


def fields_of(value: object) -> Iterator[object]:
    """The values that an object holds itself, whatever keeps them."""
    if isinstance(value, tuple):
        yield from value
    yield from getattr(value, "__dict__", {}).values()
    for base in type(value).__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            yield getattr(value, name, None)
    for name in getattr(value, "__struct_fields__", ()):
        yield getattr(value, name)


def holds_secret(value: object) -> bool:
    return any(
        isinstance(field, (str, bytes)) and any(type(form) is type(field) and form in field for form in FORMS)  # type: ignore[operator]
        for field in fields_of(value)
    )


def is_ours(module: object) -> bool:
    return str(module).partition(".")[0] == "sealwax"


@contextmanager
def collected() -> Iterator[dict[str, object]]:
    """Collect an object of each type of ours that holds a secret in a variable or result of our functions."""
    found: dict[str, object] = {}

    def look(frame: FrameType, event: str, result: object) -> None:
        if event != "return" or not is_ours(frame.f_globals.get("__name__")):
            return
        for value in (result, *frame.f_locals.values()):
            kind = type(value)
            name = f"{kind.__module__}.{kind.__qualname__}"
            if is_ours(kind.__module__) and name not in found and holds_secret(value):
                found[name] = value

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(before)


def written(directory: Path, name: str, content: str | bytes) -> Path:
    path = directory / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def run_commands(cli: Cli, directory: Path) -> None:
    """Run each kind of command that reads a secret, opens one, or seals one."""
    key = written(directory, "target.private", TARGET.private_key_hex())
    of_enclave = (f"--organization-id={ORGANIZATION}", f"--signer-public-key={ENCLAVE.keys.signer}")
    sealed = {"organization_id": ORGANIZATION, "target_public_key": TARGET.public_key}
    account = ("--path=m/44'/60'/0'/0/0", "--address-format=ethereum")
    wallet = written(directory, "wallet", ENCLAVE.export_wallet(WORDS, **sealed))
    opening = (f"--bundle={wallet}", f"--key={key}", *of_enclave)
    imported = written(directory, "import", ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER))
    importing = (f"--bundle={imported}", *of_enclave, f"--user-id={USER}")
    calls: list[tuple[str | Path, ...]] = [
        ("decrypt-wallet", *opening),
        ("account", *opening, *account),
        ("addresses", *opening),
        ("account", f"--mnemonic-file={written(directory, 'words', WORDS)}", *account),
        ("import-wallet", f"--mnemonic-file={directory / 'words'}", *importing),
        ("import-private-key", f"--private-key-file={written(directory, 'hex', SECRET.hex())}", *importing),
        (
            "import-private-key",
            f"--keystore-file={written(directory, 'keystore', json.dumps(quick(SECRET)))}",
            f"--password-file={written(directory, 'password', PASSWORD)}",
            *importing,
        ),
    ]
    exports = {
        "account": ENCLAVE.export_account(SECRET, **sealed),
        "secret": ENCLAVE.export_secret(WORDS, **sealed),
    }
    for kind, export in exports.items():
        bundle = written(directory, kind, export)
        calls.append((f"decrypt-{kind}", f"--bundle={bundle}", f"--key={key}", *of_enclave))
    credential = ENCLAVE.seal_credential(SECRET, target_public_key=TARGET.public_key)
    calls.append(
        ("decrypt-credential", f"--bundle={written(directory, 'credential', credential)}", f"--key={key}")
    )
    for form in ("pem", "der", "sec1", "openssh", "jwk", "json", "hex"):
        path = written(directory, f"key.{form}", write_foreign_key(FoundKey(SECRET, "p256", "api"), form))
        calls += [
            ("convert-key", path, "--to=json", f"--output={directory / form}.written"),
            ("public", path),
            ("stamp", f"--key={path}", written(directory, "body", "{}")),
        ]
    for call in calls:
        result = cli(*call)
        assert result.exit_code == 0, (call[0], result.stderr)


def test_no_object_shows_or_gives_its_secret(cli: Cli, tmp_path: Path) -> None:
    with collected() as found:
        run_commands(cli, tmp_path)
    shown = []
    for name, holder in sorted(found.items()):
        for way_name, way in WAYS.items():
            try:
                given = way(holder)
            except (TypeError, AttributeError):
                continue
            if find_secrets([given if isinstance(given, str) else repr(given)], SECRETS):
                shown.append((name, way_name))
    assert shown == []
    # What it must find, so that it does not pass because it looks in the wrong place.
    assert {name.rpartition(".")[2] for name in found} >= {
        *("ApiKey", "FoundKey", "_Content", "Wallet", "OpenedKeystore"),
        *("ExportedWallet", "ExportedAccount", "ExportedSecret"),
    }

"""The exports of a folder, opened by the command line, beside opening them one by one in this process."""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sealwax import TargetKey, decrypt_wallet_export

from .bundles import ENCLAVE, KEYS
from .groups import BARE, OURS
from .measuring import Measurement, Subject, Turns, function, timed
from .processes import processor_time
from .scale import Sizes

FOLDER = "open the exports of a folder"
AGAIN = "open the exports of a folder again"
ORGANIZATION = "7ff189fb-df7d-452e-8540-57632e380b77"
_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
# Of what is opened in a row elsewhere: each has a file and a key of its own here.
_PART = 10
_ROUNDS = 3


class Exports(NamedTuple):
    """Folders of exports and of their keys, a key each, and what is in the exports, by the output's name."""

    bundles: Path
    keys: Path
    output: Path
    contents: dict[str, str]

    @property
    def command(self) -> list[str]:
        """The command line that opens all."""
        return [
            *(str(Path(sysconfig.get_path("scripts")) / "sealwax"), "decrypt-wallet"),
            *("--bundle", str(self.bundles), "--keys", str(self.keys), "--output", str(self.output)),
            *("--organization-id", ORGANIZATION, "--signer-public-key", KEYS.signer),
        ]


def make(folder: Path, count: int) -> Exports:
    """Make exports that each have a key of their own, which has their name.

    Args:
        folder: Where to put the folders.
        count: How many.
    """
    exports = Exports(folder / "bundles", folder / "keys", folder / "opened", {})
    exports.bundles.mkdir()
    exports.keys.mkdir()
    for name in (f"{number:06}" for number in range(count)):
        key = TargetKey.generate()
        # Not saved as keys are, which waits for the disk.
        (exports.keys / f"{name}.private").write_text(key.private_key_hex())
        bundle = ENCLAVE.export_wallet(_WORDS, organization_id=ORGANIZATION, target_public_key=key.public_key)
        (exports.bundles / f"{name}.json").write_text(bundle)
        exports.contents[f"{name}.json.txt"] = f"{_WORDS}\n"
    return exports


def times(sizes: Sizes, folder: Path) -> Iterator[Measurement]:
    """The command in an empty folder, and where all are there, beside opening them in this process.

    Args:
        sizes: How large what grows is.
        folder: Where files may be put.
    """
    folder = folder / "bulk"
    folder.mkdir()
    exports = make(folder, sizes.exports // _PART)
    pairs = [
        (path.read_text(), TargetKey.load(exports.keys / f"{path.stem}.private"))
        for path in sorted(exports.bundles.iterdir())
    ]

    def open_here() -> None:
        for bundle, key in pairs:
            decrypt_wallet_export(bundle, key, organization_id=ORGANIZATION, keys=KEYS)

    def run(times: int, *, again: bool) -> float:
        taken = 0.0
        for _ in range(times):
            if not again:
                shutil.rmtree(exports.output, ignore_errors=True)
            start = processor_time()
            subprocess.run([sys.executable, "-I", *exports.command], check=True, stderr=subprocess.DEVNULL)
            taken += processor_time() - start
        return taken

    for name, again in ((FOLDER, False), (AGAIN, True)):
        subjects: dict[str, Subject] = {BARE: function(open_here), OURS: partial(run, again=again)}
        yield timed(name, Turns(subjects, rounds=_ROUNDS))

"""Build the page that opens exports without a network: ``python -m tools.release.recovery_page --out dist``.

The library gives its facts: the enclave's key, the limits, the address formats and the wallet programs.
Needs Node.js and npm. The same commit gives the same bytes.
"""

import argparse
import base64
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sealwax import EnclaveKeys, __version__
from sealwax import _limits as limits
from sealwax.cli.wallet_programs import PROGRAMS, format_in_words, programs_of_words
from sealwax.wallets.address_formats import FORMATS, USUAL_FORMATS
from sealwax.wallets.program_paths import PROGRAM_PATHS
from tools import ROOT
from tools.support.nodejs import find_program, install
from tools.support.release_key import fingerprint

PAGE = "sealwax-recover.html"
SOURCES = ROOT / "recovery-page"


def facts_for(keys: EnclaveKeys) -> dict[str, object]:
    """Return what the page needs of the library's tables."""
    return {
        "VERSION": __version__,
        "SIGNER": keys.signer,
        "RELEASE_KEY": fingerprint(),
        "LIMITS": {
            "answer": limits.MAX_ANSWER_BYTES,
            "keyFile": limits.MAX_KEY_FILE_BYTES,
            "clutter": limits.MAX_CLUTTER_CHARACTERS,
            "found": limits.MAX_FOUND_IN_CLUTTER,
            "keys": limits.MAX_KEYS_IN_TEXT,
            "unclosed": limits.MAX_UNCLOSED_OBJECTS,
            "address": limits.MAX_ADDRESS_CHARACTERS,
            "indices": limits.SEARCHED_INDICES,
        },
        "FORMAT_FACTS": {
            name: {
                "words": format_in_words(name),
                "wordPrograms": programs_of_words(name, has_passphrase=False),
                "paths": row.paths,
                "keyForm": row.key_format,
                "advice": f"{row.advice}." if row.advice else "",
                "descriptors": dict(row.descriptors),
            }
            for name, row in FORMATS.items()
        },
        "USUAL_FORMATS": USUAL_FORMATS,
        "PROGRAMS": [program._asdict() for program in PROGRAMS],
        "WORD_PROGRAMS": programs_of_words(None, has_passphrase=False),
        "PASSPHRASE_PROGRAMS": programs_of_words(None, has_passphrase=True),
        "PROGRAM_PATHS": [path._asdict() for path in PROGRAM_PATHS],
    }


def build(path: Path, keys: EnclaveKeys) -> None:
    """Write the page for exports that the enclave with these keys signed."""
    install(SOURCES)
    with TemporaryDirectory() as folder:
        facts = Path(folder) / "facts.json"
        facts.write_text(json.dumps(facts_for(keys)))
        built = subprocess.run(
            [find_program("node"), SOURCES / "build.mjs", facts, path],
            capture_output=True,
            text=True,
            check=False,
        )
    if built.returncode:
        raise RuntimeError(f"the page could not be built:\n{built.stderr}")


def bill_of_materials() -> str:
    """List the packages that the page carries (CycloneDX), as the lock file has them."""
    packages: dict[str, Any] = json.loads((SOURCES / "package-lock.json").read_text())["packages"]
    carried = {path: found for path, found in packages.items() if path and not found.get("dev")}
    components = []
    for path, found in sorted(carried.items()):
        name, version = path.rpartition("node_modules/")[2], found["version"]
        algorithm, _, digest = found["integrity"].partition("-")
        assert algorithm == "sha512"
        license_ = found["license"]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        components.append(
            {
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": version,
                "purl": purl,
                "hashes": [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}],
                "licenses": [{"expression": license_} if " " in license_ else {"license": {"id": license_}}],
            }
        )
    main = {"type": "application", "bom-ref": PAGE, "name": PAGE, "version": __version__}
    made = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "metadata": {"component": main},
        "components": components,
        "dependencies": [{"ref": PAGE, "dependsOn": [each["bom-ref"] for each in components]}],
    }
    return json.dumps(made, indent=2, sort_keys=True) + "\n"


def main() -> None:
    """Write the page into a folder."""
    parser = argparse.ArgumentParser(prog="python -m tools.release.recovery_page")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write it into")
    parser.add_argument(
        "--signer-public-key",
        help="the key of another enclave, uncompressed hex  [default: the production enclave's]",
    )
    given = parser.parse_args()
    key: str | None = given.signer_public_key
    out: Path = given.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    build(out / PAGE, EnclaveKeys.production() if key is None else EnclaveKeys(signer=key))


if __name__ == "__main__":
    main()

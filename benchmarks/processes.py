"""Whole processes: how long they take and how much memory, as installed, with compiled bytecode."""

import resource
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from sealwax import ApiKey

from .bundles import CAPTURED
from .groups import BARE, OURS
from .measuring import Measurement, Subject, Turns, timed
from .stamps import body_of

EC = "import cryptography.hazmat.primitives.asymmetric.ec"
IMPORTS = {
    "import sealwax": "import sealwax",
    "import ApiKeyStamper": "from sealwax import ApiKeyStamper",
    "import an operation": "from sealwax.operations import ListPrivateKeys",
}

# Isolated: with the environment's wishes as to bytecode, each process could have to compile us again.
_PYTHON = (sys.executable, "-I")

# Runs a script, and then writes to a file the most memory that the process had, in KiB, and the names of the
# modules that it loaded. What `getrusage` gives as a child's memory is never less than its parent's, which is
# more here. Of the modules, left out is what has no import of its own, and what stands among them without
# being one, as the class `typing.io` did until Python 3.12. No attribute is read in the usual way: reading
# one can load a module, warn or raise.
_REPORT = """
import atexit, os, sys
from types import ModuleType
def is_module(module):
    is_one = issubclass(type(module), ModuleType)
    return is_one and object.__getattribute__(module, "__dict__").get("__spec__") is not None
def write():
    names = [name for name in sys.modules if is_module(sys.modules[name])]
    peak = 0
    if os.path.exists("/proc/self/status"):
        with open("/proc/self/status") as status:
            peak = next(line for line in status if line.startswith("VmHWM")).split()[1]
    with open(report, "w") as file:
        print(peak, *names, file=file)
atexit.register(write)
report, *sys.argv = sys.argv[1:]
exec(open(sys.argv[0]).read())
"""


def memory_of(name: str) -> str:
    """The name of the measurement of a process's memory."""
    return f"memory of {name}"


def times(folder: Path) -> Iterator[Measurement]:
    """Imports beside that of the primitive's module, commands beside an import of all that they load.

    Args:
        folder: Where keys, bodies and scripts may be put.
    """
    for name, code in IMPORTS.items():
        yield timed(name, Turns({BARE: _process("-c", EC), OURS: _process("-c", code)}))
    for name, command in _commands(folder).items():
        bare = _imports_of(folder, name, command)
        yield timed(name, Turns({BARE: _process(str(bare)), OURS: _process(*command)}))


def memory(folder: Path) -> Iterator[Measurement]:
    """The most memory that the same processes have, in bytes; nothing where the system does not say.

    Args:
        folder: Where keys, bodies and scripts may be put.
    """
    if not Path("/proc/self/status").exists():
        return
    bare = _script(folder, "bare", EC)
    for name, code in IMPORTS.items():
        yield _memory(folder, name, bare, (str(_script(folder, name, code)),))
    for name, command in _commands(folder).items():
        yield _memory(folder, name, _imports_of(folder, name, command), command)


def _memory(folder: Path, name: str, bare: Path, ours: tuple[str, ...]) -> Measurement:
    commands = {BARE: (str(bare),), OURS: ours}

    def take(_: float, names: frozenset[str]) -> dict[str, float]:
        return {each: _report(folder, *commands[each])[0] for each in names}

    return Measurement(memory_of(name), frozenset(commands), take)


def _commands(folder: Path) -> dict[str, tuple[str, ...]]:
    key, body = folder / "api.private", folder / "body.json"
    if not key.exists():
        ApiKey.generate().save(key)
    body.write_bytes(body_of(300))
    bundle, target = CAPTURED / "export_wallet.bundle.json", CAPTURED / "export_wallet.private"
    program = str(Path(sysconfig.get_path("scripts")) / "sealwax")
    organization = "f9a31c64-d604-42e4-9bef-a773096afad7"
    return {
        "sealwax stamp": (program, "stamp", "--key", str(key), str(body)),
        "sealwax decrypt-wallet": (
            *(program, "decrypt-wallet", "--show", "--bundle", str(bundle), "--key", str(target)),
            *("--organization-id", organization),
        ),
    }


def _imports_of(folder: Path, name: str, command: tuple[str, ...]) -> Path:
    """Write a script that imports what a command loads, but for what is ours."""
    _, modules = _report(folder, *command)
    libraries = [each for each in modules if each.partition(".")[0] != "sealwax"]
    return _script(folder, name, f"for name in {libraries}: __import__(name)")


def _script(folder: Path, name: str, code: str) -> Path:
    path = folder / f"{name}.py"
    path.write_text(code)
    return path


def _report(folder: Path, *command: str) -> tuple[int, list[str]]:
    """Run a script once; give the most memory that its process had, in bytes, and the modules it loaded."""
    report = folder / "report"
    subprocess.run([*_PYTHON, "-c", _REPORT, str(report), *command], stdout=subprocess.DEVNULL, check=True)
    peak, *modules = report.read_text().split()
    return int(peak) * 1024, modules


def _process(*arguments: str) -> Subject:
    def run(times: int) -> float:
        start = processor_time()
        for _ in range(times):
            subprocess.run([*_PYTHON, *arguments], stdout=subprocess.DEVNULL, check=True)
        return processor_time() - start

    return run


def processor_time() -> float:
    """How long all processes that have ended have worked."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

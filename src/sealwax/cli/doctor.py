"""The command ``sealwax doctor``."""

import platform
import re
from importlib import metadata

from sealwax import __version__
from sealwax.errors import install_command

from . import options
from .streams import write_result

_OURS = ("sealwax-service", "sealwax-vectors")
# The extras for developers, and the extra that has all others.
_NOT_LISTED = frozenset({"all", "bench", "dev", "test"})


@options.command(
    epilog=options.examples("sealwax doctor", "sealwax doctor --json"),
)
@options.as_json
def doctor(*, as_json: bool) -> None:
    """List what is installed: versions, extras, and the libraries in use.

    Nothing of your keys, files or settings is in it, so you can send it with a report of a defect. A package
    that is missing is needed only for its extra.
    """
    core, extras = _required()
    packages = {name: _version(name) for name in (*core, *_OURS)}
    by_extra = {extra: {name: _version(name) for name in names} for extra, names in extras.items()}
    libraries = _libraries()
    python = f"{platform.python_version()} ({platform.python_implementation()})"
    system = f"{platform.system()} {platform.machine()}"
    fields: dict[str, object] = {
        "sealwax": __version__,
        "python": python,
        "system": system,
        "libraries": libraries,
        "packages": packages,
        "extras": by_extra,
    }
    lines = [f"sealwax: {__version__}", f"python: {python}", f"system: {system}"]
    lines += [f"{curve}: {library}" for curve, library in libraries.items()]
    lines += [f"package {name}: {version or 'not installed'}" for name, version in packages.items()]
    lines += [f"extra {extra}: {_describe(extra, versions)}" for extra, versions in by_extra.items()]
    if not core:
        lines.append(
            "note: the metadata of sealwax (*.dist-info) is not here, so its packages are not listed"
        )
    write_result(fields, lines, as_json=as_json)


def _describe(extra: str, versions: dict[str, str | None]) -> str:
    shown = ", ".join(f"{name} {version or 'is missing'}" for name, version in versions.items())
    return shown if all(versions.values()) else f"{shown}; run: {install_command(extra)}"


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _required() -> tuple[tuple[str, ...], dict[str, list[str]]]:
    """Return the packages that sealwax needs, and those of each extra, by its metadata."""
    try:
        requirements = metadata.requires("sealwax") or []
    except metadata.PackageNotFoundError:
        # Programs in one file can be made without it.
        requirements = []
    core: list[str] = []
    extras: dict[str, list[str]] = {}
    for requirement in requirements:
        (name,) = re.findall(r"^[A-Za-z0-9._-]+", requirement)
        extra = re.search(r"extra == .([\w-]+)", requirement)
        if extra is None:
            core.append(name)
        # An extra can name other extras, whose packages are listed there, unless the build put them in.
        elif name != "sealwax" and extra[1] not in _NOT_LISTED:
            extras.setdefault(extra[1], []).append(name)
    return tuple(sorted(core)), {extra: sorted(names) for extra, names in sorted(extras.items())}


def _libraries() -> dict[str, str]:
    """Return the library of each curve, as stamps without ``fast`` use it."""
    from cryptography.hazmat.backends.openssl import backend  # noqa: PLC0415 - only here

    from sealwax._crypto.libsecp256k1 import HAS_LIBSECP256K1  # noqa: PLC0415

    openssl = f"{backend.openssl_version_text()}, of cryptography"
    secp256k1 = "libsecp256k1, of btclib-secp256k1" if HAS_LIBSECP256K1 else openssl
    return {"p256": openssl, "ed25519": openssl, "secp256k1": secp256k1}

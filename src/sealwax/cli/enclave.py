"""The options that describe an enclave: its program and its configuration."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

import sealwax
from sealwax import proofs
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import KEY_SET_BYTES
from sealwax.proofs.manifest import MAX_NONCE, PCR_BYTES
from sealwax.proofs.nitro import PCR_INDICES
from sealwax.proofs.nitro_roots import KNOWN_ROOTS

from . import options
from .paths import PATH
from .usage import Misuse

F = TypeVar("F", bound=Callable[..., object])

_PRODUCTION = "production"
_BOTH = "--application and --newer need --release; pass --release and --application"
# The options that --release allows; the release pins everything else.
_WITH_RELEASE = ("require_live", "allow_debug_mode", "root")
# The options for the arguments of EnclaveIdentity.
_OPTIONS = {
    "application must": "--application must",
    "allow_any_program=True": "--allow-any-program",
    "manifest_hashes": "--manifest-hash",
    "pivot_hashes": "--pivot-hash",
    "quorum_key": "--quorum-public-key",
    "pcrs": "--pcr",
    "operators with": "--operators with",
    "namespace": "--namespace",
}
_PCR = re.compile(r"([0-9]{1,2})=(.+)")


def to_pcrs(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[int, str]:
    """Read PCRs by their indices."""
    pcrs = {}
    for value in values:
        match = _PCR.fullmatch(value)
        if match is None or int(match[1]) in pcrs or int(match[1]) not in PCR_INDICES:
            raise Misuse("--pcr must be INDEX=HEX, such as 0=f670…; each index is below 32 and used once")
        pcrs[int(match[1])] = proofs.PRODUCTION_PCR3 if value == f"3={_PRODUCTION}" else match[2]
        decode_hex(pcrs[int(match[1])], "--pcr", length=PCR_BYTES)
    return pcrs


def _options_of_set(prefix: str, name: str) -> dict[str, Callable[[Any], Any]]:
    """Return the options of a set of members with its threshold."""
    of_members, of_threshold = f"{prefix}members".replace("-", "_"), f"{prefix}threshold".replace("-", "_")
    return {
        of_members: click.option(
            f"--{prefix}member",
            of_members,
            multiple=True,
            type=options.HEX,
            help=f"The key set of a member of the {name} set. Repeat it for each member.",
        ),
        of_threshold: click.option(
            f"--{prefix}threshold",
            type=click.IntRange(1, 255),
            metavar="NUMBER",
            help=f"The threshold of the {name} set.",
        ),
    }


release_options: Mapping[str, Callable[[Any], Any]] = {
    "release": click.option(
        "--release",
        type=PATH,
        metavar="FOLDER",
        callback=options.remember,
        help="A release of the service, or the folder of one application in it.",
    ),
    "application": click.option(
        "--application",
        "--app",
        "application",
        metavar="NAME",
        help="The application of the release, such as signer.",
    ),
    "newer": click.option(
        "--newer", is_flag=True, help="Accept later releases that the operators of this one approved."
    ),
    "allow_older": click.option(
        "--allow-older",
        is_flag=True,
        help="Accept a release that is older than the operators, who may have changed since.",
    ),
    "operators": click.option(
        "--operators",
        type=PATH,
        metavar=f"FILE|{_PRODUCTION}",
        callback=lambda context, option, value: to_operators(options.remember(context, option, value)),
        help="The operators whose approval counts, as `sealwax release follow` prints them.  [default for "
        "--release: production's]",
    ),
}
"""The options that describe an application of a release, by the arguments that they give."""

_IDENTITY: Mapping[str, Callable[[Any], Any]] = {
    **release_options,
    "pcrs": click.option(
        "--pcr",
        "pcrs",
        multiple=True,
        metavar="INDEX=HEX",
        callback=to_pcrs,
        help="A PCR that the enclave must have; 3=production is the role of production's machines.",
    ),
    "pivot_hashes": click.option(
        "--pivot-hash",
        "pivot_hashes",
        multiple=True,
        type=options.HEX,
        help="SHA-256 of a program that is allowed.",
    ),
    "manifest_hashes": click.option(
        "--manifest-hash",
        "manifest_hashes",
        multiple=True,
        type=options.HEX,
        help="An allowed manifest hash.",
    ),
    "quorum_key": click.option(
        "--quorum-public-key",
        "quorum_key",
        type=options.HEX,
        help="The application's key: its key set, or its signing point.",
    ),
    "namespace": click.option("--namespace", metavar="NAME", help="The namespace, such as prod/signer."),
    "min_nonce": click.option(
        "--min-nonce",
        type=click.IntRange(0, MAX_NONCE),
        metavar="NUMBER",
        help="The lowest nonce of the manifest that is allowed.",
    ),
    "arguments": click.option(
        "--args", "arguments", metavar="JSON", help='The program\'s arguments, such as ["--port","3000"].'
    ),
    "environment": click.option(
        "--environment", metavar="JSON", help='The program\'s environment, such as {"LOG_LEVEL":"info"}.'
    ),
    "resolvers": click.option(
        "--resolvers", metavar="JSON", help='The DNS servers of the enclave, such as ["1.1.1.1"].'
    ),
    "bridges": click.option(
        "--bridges",
        metavar="JSON",
        help='The ports of the enclave, such as [["server",3000,"0.0.0.0"],["client",443,null]].',
    ),
    **_options_of_set("", "manifest"),
    **_options_of_set("share-", "share"),
    "require_live": click.option(
        "--require-live", is_flag=True, help="Refuse an enclave that does not commit to its live key (PCR17)."
    ),
    "allow_any_program": click.option(
        "--allow-any-program", is_flag=True, help="Accept pins that identify no program, such as PCRs alone."
    ),
    "allow_debug_mode": click.option(
        "--allow-debug-mode", is_flag=True, help="Accept a program whose output can be read."
    ),
    "root": click.option(
        "--root",
        "root",
        multiple=True,
        type=options.HEX,
        default=KNOWN_ROOTS,
        help="SHA-256 of an accepted root certificate.  [default: that of AWS]",
    ),
}
"""The options, by the arguments that they give."""
_PINS = (
    "pcrs",
    "pivot_hashes",
    "manifest_hashes",
    "quorum_key",
    "namespace",
    "min_nonce",
    "require_live",
    "root",
)
"""The options that pin the program of any application."""


def identity_options(command: F) -> F:
    """Add the options of an enclave's identity, whose values ``take_identity`` takes."""
    return _with_options(command, tuple(_IDENTITY))


def pin_options(command: F) -> F:
    """Add the options of any application, whose values ``make_identity`` takes."""
    return _with_options(command, _PINS)


def _with_options(command: F, names: tuple[str, ...]) -> F:
    for name in reversed(names):
        command = _IDENTITY[name](command)
    return command


def is_identity_given(arguments: dict[str, Any]) -> bool:
    """Whether any option of an identity was given."""
    return any(arguments[name] for name in _IDENTITY if name != "root") or arguments["root"] != tuple(
        KNOWN_ROOTS
    )


def take_identity(arguments: dict[str, Any]) -> proofs.EnclaveIdentity:
    """Take the options of an identity from a command's arguments, and make it."""
    taken = {name: arguments.pop(name) for name in _IDENTITY}
    released = {name: taken.pop(name) for name in ("release", "application", "newer", "allow_older")}
    if any(value not in (None, False) for value in released.values()):
        return _take_released(taken, **released)
    taken["args"] = taken.pop("arguments")
    for name, kind in _JSON.items():
        taken[name] = _to_json(taken[name], f"--{name}", kind)
    for prefix, name in (("", "manifest_set"), ("share_", "share_set")):
        members, threshold = taken.pop(f"{prefix}members"), taken.pop(f"{prefix}threshold")
        taken[name] = _to_set(members, threshold, prefix.replace("_", "-"))
    return make_identity(taken)


def _take_released(
    taken: dict[str, Any],
    *,
    release: Path | None,
    application: str | None,
    newer: bool,
    allow_older: bool,
) -> proofs.EnclaveIdentity:
    """Make the identity of an application of a release from the other options."""
    operators = taken.pop("operators")
    loose = {name: taken.pop(name) for name in _WITH_RELEASE}
    if release is None or application is None:
        raise Misuse(_BOTH)
    if any(value not in (None, (), {}, False) for value in taken.values()):
        raise Misuse("--release pins the whole manifest; leave out the other pins")
    return make_identity_of_release(
        release, application, operators, allow_older=allow_older, newer=newer, **loose
    )


# The pins that are JSON, and the types of their values.
_JSON: Final[Mapping[str, Any]] = {
    "args": list[str],
    "environment": dict[str, str],
    "resolvers": list[str],
    "bridges": list[tuple[str, int, str | None]],
}


def _to_json(text: str | None, option: str, kind: Any) -> Any:
    return None if text is None else decode_json(to_bytes(text, option), kind, option)


def to_operators(path: Path | None) -> proofs.OperatorSet | None:
    """Read a set of operators from a file; by default, return production's."""
    if path is None:
        return None
    return proofs.OperatorSet.production() if str(path) == _PRODUCTION else proofs.OperatorSet.load(path)


def load_release(
    folder: Path, operators: proofs.OperatorSet | None, *, allow_older: bool
) -> proofs.EnclaveRelease:
    """Read a release that operators approved, those of production by default."""
    trusted = operators or proofs.OperatorSet.production()
    return proofs.EnclaveRelease.load(folder, operators=trusted, allow_older=allow_older)


def make_identity_of_release(
    release: Path,
    application: str,
    operators: proofs.OperatorSet | None,
    *,
    allow_older: bool,
    **more: Any,
) -> proofs.EnclaveIdentity:
    """Make the identity of an application of a release."""
    loaded = load_release(release, operators, allow_older=allow_older)
    with _options_named():
        return loaded.identity(application, **more)


def _to_set(members: tuple[str, ...], threshold: int | None, prefix: str) -> proofs.QuorumSet | None:
    if bool(members) != (threshold is not None):
        raise Misuse(f"--{prefix}member and --{prefix}threshold describe one set; pass both or neither")
    option = f"--{prefix}member"
    quorum = tuple(
        proofs.QuorumMember("", decode_hex(member, option, length=KEY_SET_BYTES).hex()) for member in members
    )
    return None if threshold is None else proofs.QuorumSet(threshold, quorum)


def make_identity(pins: dict[str, Any]) -> proofs.EnclaveIdentity:
    """Make an identity; name the options in errors."""
    with _options_named():
        return proofs.EnclaveIdentity(**pins)


@contextmanager
def _options_named() -> Iterator[None]:
    """Name the options in errors about the arguments of an identity."""
    try:
        yield
    except sealwax.SealwaxError:
        raise
    except ValueError as error:
        raise Misuse(_in_options(str(error))) from None


def _in_options(message: str) -> str:
    """Name the options in place of the arguments of ``EnclaveIdentity``."""
    for argument, option in _OPTIONS.items():
        message = message.replace(argument, option)
    return message

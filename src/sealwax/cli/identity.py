"""The options that describe an enclave: which program it must run, and where."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

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
# The pins that a release has.
_OF_RELEASES = ("pcrs", "pivot_hashes", "allow_any_program")
# The options that stand for arguments of EnclaveIdentity.
_OPTIONS = {
    "application must": "--app must",
    "allow_any_program=True": "--allow-any-program",
    "manifest_hashes": "--manifest-hash",
    "pivot_hashes": "--pivot-hash",
    "quorum_key": "--quorum-public-key",
    "pcrs": "--pcr",
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
    """Give the options of a set of members with its threshold."""
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


_IDENTITY: Mapping[str, Callable[[Any], Any]] = {
    "releases": click.option(
        "--release",
        "releases",
        multiple=True,
        type=PATH,
        metavar="FILE",
        help="A release list of the service. Repeat it to accept several releases.",
    ),
    "application": click.option(
        "--app", "application", metavar="NAME", help="The application in the lists, such as signer."
    ),
    "pcrs": click.option(
        "--pcr",
        "pcrs",
        multiple=True,
        metavar="INDEX=HEX",
        callback=to_pcrs,
        help="A PCR that the enclave must have; 3=production is the role of the machines of production.",
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
    """Add the options of an application of anybody's, whose values ``make_identity`` takes."""
    return _with_options(command, _PINS)


def _with_options(command: F, names: tuple[str, ...]) -> F:
    for name in reversed(names):
        command = _IDENTITY[name](command)
    return command


def is_identity_given(given: dict[str, Any]) -> bool:
    """Whether any option of an identity was given."""
    return any(given[name] for name in _IDENTITY if name != "root") or given["root"] != tuple(KNOWN_ROOTS)


def take_identity(given: dict[str, Any]) -> proofs.EnclaveIdentity:
    """Take the options of an identity from a command's arguments, and make it."""
    taken = {name: given.pop(name) for name in _IDENTITY}
    releases, application = taken.pop("releases"), taken.pop("application")
    arguments, members, share_members = (
        taken.pop(each) for each in ("arguments", "members", "share_members")
    )
    threshold, share_threshold = (taken.pop(each) for each in ("threshold", "share_threshold"))
    return make_identity(
        {
            **taken,
            "args": None if arguments is None else _to_args(arguments),
            "manifest_set": _to_set(members, threshold, ""),
            "share_set": _to_set(share_members, share_threshold, "share-"),
        },
        releases,
        application,
    )


def _to_args(text: str) -> list[str]:
    return decode_json(to_bytes(text, "--args"), list[str], "--args")


def _to_set(members: tuple[str, ...], threshold: int | None, prefix: str) -> proofs.QuorumSet | None:
    if bool(members) != (threshold is not None):
        raise Misuse(f"--{prefix}member and --{prefix}threshold describe one set; pass both or neither")
    option = f"--{prefix}member"
    quorum = tuple(
        proofs.QuorumMember("", decode_hex(member, option, length=KEY_SET_BYTES).hex()) for member in members
    )
    return None if threshold is None else proofs.QuorumSet(threshold, quorum)


def make_identity(
    pins: dict[str, Any], releases: tuple[Path, ...] = (), application: str | None = None
) -> proofs.EnclaveIdentity:
    """Make an identity, of an application of releases if they are given; name the options in errors."""
    if bool(releases) != (application is not None):
        raise Misuse("--app names an application of --release; pass both or neither")
    try:
        if application is None:
            return proofs.EnclaveIdentity(**pins)
        if any(pins.pop(name) for name in _OF_RELEASES):
            raise Misuse("--release has --pcr and --pivot-hash, and identifies a program; leave these out")
        first, *others = map(proofs.EnclaveRelease.load, releases)
        return first.identity(application, also=others, **pins)
    except sealwax.SealwaxError:
        raise
    except ValueError as error:
        raise Misuse(_in_options(str(error))) from None


def _in_options(message: str) -> str:
    """Name the options in place of the arguments of ``EnclaveIdentity``."""
    for argument, option in _OPTIONS.items():
        message = message.replace(argument, option)
    return message

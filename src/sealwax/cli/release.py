"""The command ``sealwax release``: read the releases of the service's enclaves, which operators approved."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from sealwax import proofs

from . import options
from .enclave import load_release, release_options
from .paths import PATH
from .streams import say, write_lines, write_result
from .usage import Group

F = TypeVar("F", bound=Callable[..., object])

_operators, _allow_older = release_options["operators"], release_options["allow_older"]


def _folder_argument(command: F) -> F:
    return click.argument("folder", type=PATH, metavar="FOLDER", callback=options.remember)(command)


@click.group(cls=Group)
def release() -> None:
    """Read releases of the service's enclaves from a clone of its repository, without a network.

    FOLDER is the folder of a release, or of one application in it. A release is valid if a threshold of the
    trusted operators approved each of its manifests. These are production's operators, or those in the file
    of --operators.
    """


@release.command(
    short_help="Verify that the operators approved a release.",
    epilog=options.examples("sealwax release verify releases/2026.4.2"),
)
@_operators
@_allow_older
@options.as_json
@_folder_argument
def verify(*, folder: Path, operators: proofs.OperatorSet | None, allow_older: bool, as_json: bool) -> None:
    """Verify that enough of the trusted operators approved the release in FOLDER, and list them."""
    loaded = load_release(folder, operators, allow_older=allow_older)
    fields = {
        name: {"manifest_hash": application.manifest.hash, "approved_by": _aliases(application)}
        for name, application in loaded.applications.items()
    }
    lines = [
        f"{name}: manifest {application.manifest.hash}, approved by {_to_text(_aliases(application))}"
        for name, application in loaded.applications.items()
    ]
    write_result({"nonce": loaded.nonce, "applications": fields}, lines, as_json=as_json)


@release.command(
    short_help="Show a release, and the changes since another.",
    epilog=options.examples("sealwax release show releases/2026.4.2 --since releases/2026.3.1"),
)
@click.option(
    "--since",
    type=PATH,
    metavar="FOLDER",
    callback=options.remember,
    help="An earlier release, or the folder of one application in it: show the changes.",
)
@_operators
@_allow_older
@options.as_json
@_folder_argument
def show(
    *,
    folder: Path,
    since: Path | None,
    operators: proofs.OperatorSet | None,
    allow_older: bool,
    as_json: bool,
) -> None:
    """Show the approved content of FOLDER: programs, keys, settings, and the named operators."""
    loaded = load_release(folder, operators, allow_older=allow_older)
    applications = {name: _describe(application) for name, application in loaded.applications.items()}
    fields: dict[str, object] = {
        "nonce": loaded.nonce,
        "applications": applications,
        "operators": json.loads(loaded.operators.to_json()),
    }
    quorum = loaded.operators
    lines = [f"nonce {loaded.nonce}"]
    for name, found in applications.items():
        lines += [name, *(f"  {field}: {_to_text(value)}" for field, value in found.items())]
    lines += [f"operators: {quorum.threshold} of {len(quorum.members)}: {_to_text([*quorum.members])}"]
    if since is not None:
        changes = [*_changes(load_release(since, operators, allow_older=True), loaded)]
        fields["changes"] = changes
        lines += ["changes:", *(f"  {change}" for change in changes or ["none"])]
    write_result(fields, lines, as_json=as_json)


@release.command(
    short_help="Follow releases to a later set of operators.",
    epilog=options.examples(
        "sealwax release follow releases/2026.5.1 releases/2026.8.3 > operators.json",
        "sealwax release verify --operators operators.json releases/2026.9.1",
    ),
)
@_operators
@click.argument("folders", type=PATH, metavar="FOLDER...", nargs=-1, required=True, callback=options.remember)
def follow(*, folders: tuple[Path, ...], operators: proofs.OperatorSet | None) -> None:
    """Follow the releases in the folders, in their order, and print the operators that the last one names.

    Each release must be approved by the operators of the one before it, and must not have a lower nonce.
    Changes of the operators are shown on standard error.
    """
    trusted = operators or proofs.OperatorSet.production()
    for folder in folders:
        followed = trusted.follow(load_release(folder, trusted, allow_older=False))
        for change in _changes_of_operators(trusted, followed):
            say(f"nonce {followed.nonce}: {change}")
        trusted = followed
    write_lines(trusted.to_json())


def _aliases(application: proofs.ReleasedApplication) -> list[str]:
    return [member.alias for member in application.approved_by]


def _describe(application: proofs.ReleasedApplication) -> dict[str, object]:
    manifest = application.manifest
    return {
        "namespace": manifest.namespace,
        "manifest_hash": manifest.hash,
        "pivot_hash": manifest.pivot_hash,
        "pcrs": {str(index): value for index, value in manifest.pcrs.items()},
        "quorum_key": manifest.quorum_key,
        "args": list(manifest.args),
        "environment": dict(manifest.environment),
        "resolvers": list(manifest.resolvers),
        "bridges": [list(bridge) for bridge in manifest.bridges],
        "debug_mode": manifest.debug_mode,
        "share_threshold": manifest.share_set.threshold,
        "share_members": {member.alias: member.public_key for member in manifest.share_set.members},
        "approved_by": _aliases(application),
    }


def _changes(before: proofs.EnclaveRelease, after: proofs.EnclaveRelease) -> Iterator[str]:
    """Describe the changes of a release since an earlier one."""
    for name in dict.fromkeys([*before.applications, *after.applications]):
        old, new = before.applications.get(name), after.applications.get(name)
        if old is None or new is None:
            yield f"{name}: {'added' if old is None else 'removed'}"
            continue
        was = _describe(old)
        changed = {field: value for field, value in _describe(new).items() if value != was[field]}
        yield from (
            f"{name}: {field}: {_to_text(value)}, was {_to_text(was[field])}"
            for field, value in changed.items()
        )
    yield from _changes_of_operators(before.operators, after.operators)


def _changes_of_operators(before: proofs.OperatorSet, after: proofs.OperatorSet) -> Iterator[str]:
    if before.threshold != after.threshold:
        yield f"threshold of operators: {after.threshold}, was {before.threshold}"
    # By key, because the alias of a key, or the key of an alias, may change.
    old, new = ({key: alias for alias, key in operators.members.items()} for operators in (before, after))
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            yield f"operator {key}: {_name(new.get(key))}, was {_name(old.get(key))}"


def _name(alias: str | None) -> str:
    return "absent" if alias is None else _to_text(alias)


def _to_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

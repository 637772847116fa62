"""The command ``sealwax identity``."""

import json
from pathlib import Path

import click

from sealwax import proofs

from . import options
from .enclave import make_identity_of_release, release_options
from .paths import PATH
from .streams import write_result


@options.command(
    epilog=options.examples(
        "sealwax identity --release releases/2026.4.2 --application signer",
        "sealwax identity --release releases/2026.4.2 --application signer --newer --json",
    ),
)
@click.option("--release", required=True, type=PATH, metavar="FOLDER", callback=options.remember,
              help="A release of the service, or the folder of one application in it.")  # fmt: skip
@click.option("--application", required=True, metavar="NAME", help="The application, such as signer.")
@release_options["newer"]
@release_options["allow_older"]
@release_options["operators"]
@options.as_json
def identity(
    *,
    release: Path,
    application: str,
    newer: bool,
    allow_older: bool,
    operators: proofs.OperatorSet | None,
    as_json: bool,
) -> None:
    """Show the identity of an application of a release: the values that a proof of its enclave must have.

    The release counts if enough of the trusted operators approved it. `sealwax verify-proof` takes the same
    options. The names in JSON are the arguments of EnclaveIdentity in Python.
    """
    pinned = make_identity_of_release(release, application, operators, allow_older=allow_older, newer=newer)
    fields = _describe(pinned)
    lines = [
        f"{name}: {value if isinstance(value, str) else _to_text(value)}" for name, value in fields.items()
    ]
    write_result(fields, lines, as_json=as_json)


def _describe(identity: proofs.EnclaveIdentity) -> dict[str, object]:
    """Return the pins of an identity that are compared."""
    pins: dict[str, object] = {
        "application": identity.application,
        "namespace": identity.namespace,
        "min_nonce": identity.min_nonce,
        "quorum_key": identity.quorum_key,
        "manifest_hashes": sorted(identity.manifest_hashes),
        "pivot_hashes": sorted(identity.pivot_hashes),
        "pcrs": {str(index): value for index, value in sorted(identity.pcrs.items())},
        "args": identity.args,
        "environment": identity.environment,
        "resolvers": identity.resolvers,
        "bridges": identity.bridges,
        "manifest_set": _to_set(identity.manifest_set),
        "share_set": _to_set(identity.share_set),
        "operators": None if identity.operators is None else json.loads(identity.operators.to_json()),
    }
    return {name: value for name, value in pins.items() if value is not None and value != []}


def _to_set(quorum: proofs.QuorumSet | None) -> dict[str, object] | None:
    if quorum is None:
        return None
    members = {member.alias: member.public_key for member in quorum.members}
    return {"threshold": quorum.threshold, "members": members}


def _to_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

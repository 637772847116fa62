"""The table of submit operations: ``SUBMITS``."""

from typing import Final, cast

from sealwax.operations import SubmitOperation
from sealwax.operations.all_operations import NEWEST, OLDER, SPECIFIED
from sealwax.operations.facts import OperationFacts
from sealwax.operations.responses import Record
from sealwax_service.requests import bodies
from sealwax_service.requests.context import Handler, Reader, Submit, SubmitRow, at_once
from sealwax_service.state.records import Version

from . import activities, credentials, organizations, secrets, sessions, signing, users, wallets

_OTHERS: Final[dict[str, Submit]] = {
    **activities.OTHERS,
    **signing.SUBMITS,
    **users.SUBMITS,
    **credentials.SUBMITS,
    **wallets.SUBMITS,
    **sessions.SUBMITS,
    **organizations.SUBMITS,
}


_READERS: Final[dict[str, Reader]] = {
    "set_ip_allowlist": activities.AllowlistParameters(),
    "create_policy": bodies.CreatePolicy,
    "update_policy": bodies.UpdatePolicy,
}
"""The readers of parameters, for operations that a type does not describe."""


_OLDER: Final[dict[str, tuple[Reader, ...]]] = {"create_oauth_providers": (bodies.CreateOauthProvidersV1,)}
"""The readers of the parameters of first versions, if they differ."""


def _typed(name: str, run: Handler) -> SubmitRow:
    operation = cast("type[SubmitOperation[Record]]", SPECIFIED[name])
    version = Version(operation.activity_type, operation.intent_key, operation.result_key)
    steps = at_once(run)
    older = {_version(OLDER[name, ""][1]).type: (reader, steps) for reader in _OLDER.get(name, ())}
    return SubmitRow((version,), {version.type: (_READERS.get(name, operation), steps), **older})


def _version(facts: OperationFacts) -> Version:
    return Version(facts.activity_type, facts.intent_key, facts.result_key)


def _row(name: str, submit: Submit) -> SubmitRow:
    _, facts = NEWEST[name]
    newest = _version(facts)
    older = [(_version(OLDER[name, each.version][1]), each) for each in submit.older]
    return SubmitRow(
        (newest, *(version for version, _ in older)),
        {
            newest.type: (submit.parameters, submit.steps),
            **{
                version.type: (each.parameters or submit.parameters, each.steps or submit.steps)
                for version, each in older
            },
        },
    )


SUBMITS: Final[dict[str, SubmitRow]] = {
    **{name: _typed(name, run) for name, run in {**activities.SPECIFIED, **secrets.HANDLERS}.items()},
    **{name: _row(name, submit) for name, submit in _OTHERS.items()},
}
"""Every submit operation by its name: the specification's first."""

TOLERATED: Final[dict[str, Version]] = {
    name: _version(OLDER[name, ""][1]) for name in ("verify_otp", "create_oauth_providers", "update_policy")
}
"""Versions that official clients send, in place of the specification's; refused with ``strict``."""

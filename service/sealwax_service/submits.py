"""The table of submit operations: ``SUBMITS``."""

from typing import Final, cast

from sealwax.activities.intents import camel_case
from sealwax.operations import OPERATIONS, SubmitOperation
from sealwax.operations.responses import Record

from . import activities, bodies, credentials, organizations, secrets, sessions, signing, users, wallets
from .context import Form, Handler, Reader, Submit, SubmitRow, at_once
from .state import Version

_OTHERS: Final[dict[str, Submit]] = {
    **activities.OTHERS,
    **signing.SUBMITS,
    **users.SUBMITS,
    **credentials.SUBMITS,
    **wallets.SUBMITS,
    **sessions.SUBMITS,
    **organizations.SUBMITS,
}


_READERS: Final[dict[str, Reader]] = {"set_ip_allowlist": activities.AllowlistParameters()}
"""What reads the parameters of an operation, where that is not its type alone."""


_OLDER: Final[dict[str, tuple[Reader, ...]]] = {"create_oauth_providers": (bodies.CreateOauthProvidersV1,)}
"""What reads the parameters of the first version of an operation, where that differs."""


def _typed(name: str, run: Handler) -> SubmitRow:
    operation = cast("type[SubmitOperation[Record]]", OPERATIONS[name])
    version = Version(operation.activity_type, operation.intent_key, operation.result_key)
    steps = at_once(run)
    older = {_version(name, Form()).type: (reader, steps) for reader in _OLDER.get(name, ())}
    return SubmitRow((version,), {version.type: (_READERS.get(name, operation), steps), **older})


def _version(name: str, form: Form) -> Version:
    """Name a version of an operation by the API's rules."""
    camel = camel_case(name)
    activity_type = "_".join(filter(None, ("ACTIVITY_TYPE", name.upper(), form.intent)))
    result_key = None if form.result is None else f"{camel}Result{form.result}"
    return Version(activity_type, f"{camel}Intent{form.intent}", result_key)


def _row(name: str, submit: Submit) -> SubmitRow:
    versions = [(_version(name, form), form) for form in submit.forms]
    return SubmitRow(
        tuple(version for version, _ in versions),
        {
            version.type: (form.parameters or submit.parameters, form.steps or submit.steps)
            for version, form in versions
        },
    )


SUBMITS: Final[dict[str, SubmitRow]] = {
    **{name: _typed(name, run) for name, run in {**activities.SPECIFIED, **secrets.HANDLERS}.items()},
    **{name: _row(name, submit) for name, submit in _OTHERS.items()},
}
"""Every submit operation by its name: the specification's first."""

TOLERATED: Final[dict[str, Version]] = {
    name: _version(name, Form()) for name in ("verify_otp", "create_oauth_providers", "update_policy")
}
"""Versions that official clients send, though the specification has another; not with ``strict``."""

"""The table of submit operations: ``SUBMITS``."""

from typing import Final

from sealwax.operations.all_operations import NEWEST, OLDER
from sealwax.operations.facts import OperationFacts
from sealwax_service.requests.context import Submit, SubmitRow
from sealwax_service.state.records import Version

from . import (
    allowlists,
    credentials,
    exports,
    imports,
    logins,
    mfa_policies,
    one_time_codes,
    organizations,
    plain_records,
    policies,
    private_keys,
    secrets,
    sessions,
    signing,
    tags,
    users,
    votes,
    wallets,
    webhook_endpoints,
)

_TABLES: Final = (
    organizations.SUBMITS,
    users.SUBMITS,
    credentials.SUBMITS,
    tags.SUBMITS,
    policies.SUBMITS,
    mfa_policies.SUBMITS,
    allowlists.SUBMITS,
    wallets.SUBMITS,
    private_keys.SUBMITS,
    exports.SUBMITS,
    imports.SUBMITS,
    secrets.SUBMITS,
    signing.SUBMITS,
    votes.SUBMITS,
    one_time_codes.SUBMITS,
    logins.SUBMITS,
    sessions.SUBMITS,
    webhook_endpoints.SUBMITS,
    plain_records.SUBMITS,
)


def _version(facts: OperationFacts) -> Version:
    return Version(facts.activity_type, facts.intent_key, facts.result_key)


def _row(name: str, submit: Submit) -> SubmitRow:
    newest = _version(NEWEST[name][1])
    older = [(_version(OLDER[name, each.version][1]), each) for each in submit.older]
    return SubmitRow(
        (newest, *(version for version, each in older if not each.is_tolerated)),
        tuple(version for version, each in older if each.is_tolerated),
        {
            newest.type: (submit.parameters, submit.steps),
            **{
                version.type: (each.parameters or submit.parameters, each.steps or submit.steps)
                for version, each in older
            },
        },
    )


SUBMITS: Final[dict[str, SubmitRow]] = {
    name: _row(name, submit) for table in _TABLES for name, submit in table.items()
}
"""Every submit operation by its name."""

"""The page of the documentation about the local service's routes, except the ordinary ones.

    python -m tests.service.routes

writes it again.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from sealwax_service.operations.auth_proxy import AUTH_PROXY
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from tests.conftest import ROOT
from tests.service.documented import RULES

PAGE = ROOT / "docs" / "local-service-routes.md"

CHECKED: Final = {
    "sign_raw_payload": "signature",
    "sign_raw_payloads": "signatures",
    "sign_transaction": "signed transaction",
    "create_wallet": "addresses, of the exported mnemonic",
    "create_wallet_accounts": "addresses, of the exported mnemonic",
    "import_wallet": "addresses, of the imported mnemonic",
    "create_private_keys": "addresses, by what the key signs",
    "import_private_key": "addresses, of the imported key",
    "export_wallet": "export bundle",
    "export_wallet_account": "export bundle",
    "export_private_key": "export bundle",
    "init_import_wallet": "import bundle",
    "init_import_private_key": "import bundle",
    "init_import_secrets": "import targets",
    "export_secrets": "secrets",
    "init_otp": "target bundle",
    "verify_otp": "verification token",
    "otp_login": "session JWT",
    "stamp_login": "session JWT",
    "oauth_login": "session JWT",
    "create_read_write_session": "credential bundle",
    "email_auth": "credential bundle of the e-mail",
    "init_user_email_recovery": "credential bundle of the e-mail",
    "oauth": "credential bundle",
    "otp_auth": "credential bundle",
    "approve_activity": "the vote's stamp",
    "reject_activity": "the vote's stamp",
    "get_activity": "votes, app proofs",
    "list_activities": "votes, app proofs",
    "list_app_proofs": "app proofs",
    "get_boot_proof": "boot proof",
    "get_latest_boot_proof": "boot proof",
    "create_sub_organization": "addresses, app proofs",
    "signup_v2": "addresses, app proofs",
    "otp_login_v2": "session JWT",
    "otp_init_v2": "target bundle",
    "otp_verify_v2": "verification token",
}
"""The checker of a route's answer: an official client, a network's library, or this one."""

VISIBLE: Final = "visible"

SHAPE_ONLY: Final = {
    "get_mfa_status": "no MFA policy is evaluated",
    "wallet_kit_config": "made up, but for the organization",
}
"""The routes whose answers only have the right shape, and why."""


def rows() -> Iterator[tuple[str, str, str]]:
    """Yield each route: its path, the older types that it accepts, and what a test can see of it."""
    for prefix, table in (("submit", SUBMITS), ("query", QUERIES), ("v1", AUTH_PROXY)):
        for name in sorted(table):
            older = ""
            if prefix == "submit":
                versions = SUBMITS[name].versions[1:] + SUBMITS[name].tolerated
                base = f"ACTIVITY_TYPE_{name.upper()}"
                older = ", ".join(version.type.removeprefix(base).strip("_") or "V1" for version in versions)
            yield f"{prefix}/{name}", older, _level(name)


def _level(name: str) -> str:
    if name in CHECKED:
        return f"checked: {CHECKED[name]}"
    return f"shape only: {SHAPE_ONLY[name]}" if name in SHAPE_ONLY else VISIBLE


def grouped(rows: Iterable[tuple[str, tuple[str, ...]]], separator: str) -> list[str]:
    """Write rows of a table: one for all whose other cells are equal, with their first cells in it."""
    found: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for first, others in rows:
        found[others].append(first)
    return [f"| {separator.join(firsts)} | {' | '.join(others)} |" for others, firsts in found.items()]


def page() -> str:
    """Write the page."""
    lines = grouped(
        ((path, (older, level)) for path, older, level in rows() if older or level != VISIBLE), ", "
    )
    facts = grouped(((rule.fact, (rule.source, rule.route)) for rule in RULES), "; ")
    return "\n".join(
        [
            "# Routes of the local service",
            "",
            "[The local service](local-service.md) has routes of the API, below `/public/v1/`, and of the",
            "auth proxy, below `/`. This table has the routes that accept older types, and the routes whose",
            "level is not *visible*. A test compares it.",
            "",
            "- *checked*: a client's code checks the answer: of an official client, of a network's library,",
            "  or of this one.",
            "- *visible*: what the operation changed shows in the answers of queries, which show it.",
            "- *shape only*: the answer has the right fields, and nothing more.",
            "",
            "| routes | older types | what a test can see |",
            "|---|---|---|",
            *lines,
            "",
            "## As documented",
            "",
            "These facts are from the deployed service's documentation, or from its clients' test suites. A",
            "test asks the route for each, and compares what a client sees.",
            "",
            "| facts | source | route |",
            "|---|---|---|",
            *facts,
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(page())

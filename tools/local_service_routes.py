"""Write the local service's routes into ``docs/local-service-routes.md``, except the ordinary ones.

The facts below *As documented* stay: ``RULES`` in ``tests/service/documented.py`` has them with their tests.
For example::

    python -m tools.local_service_routes
"""

from collections.abc import Iterator
from typing import Final

from sealwax_service.operations.auth_proxy import AUTH_PROXY
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from tools import ROOT
from tools.support.tables import grouped

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
    "otp_verify": "verification token",
    "proxy_otp_login": "session JWT",
    "proxy_oauth_login": "session JWT",
    "proxy_oauth2_authenticate": "OIDC token",
    "signup": "addresses, app proofs",
}
"""The checker of a route's answer: an official client, a network's library, or this one."""

VISIBLE: Final = "visible"

_HEAD: Final = "| routes | older types | what a test can see |\n|---|---|---|\n"

SHAPE_ONLY: Final = {
    "get_mfa_status": "no MFA policy is evaluated",
    "wallet_kit_client_params": "made up",
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
            yield f"{prefix}/{name.removeprefix('proxy_')}", older, _level(name)


def _level(name: str) -> str:
    if name in CHECKED:
        return f"checked: {CHECKED[name]}"
    return f"shape only: {SHAPE_ONLY[name]}" if name in SHAPE_ONLY else VISIBLE


def page() -> str:
    """Write the page: the table, and everything else as it is."""
    before, head, rest = PAGE.read_text().partition(_HEAD)
    after = rest.partition("\n\n")[2]
    lines = grouped(
        ((path, (older, level)) for path, older, level in rows() if older or level != VISIBLE), ", "
    )
    table = "\n".join(lines)
    return f"{before}{head}{table}\n\n{after}"


if __name__ == "__main__":
    PAGE.write_text(page())

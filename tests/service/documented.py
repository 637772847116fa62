"""What the deployed service documents, and the local service does as well: a table of rules.

Each row states a fact of the documentation or of the test suites of the service's clients, its source, the
route, and what a client sees. ``test_documented.py`` tests each row, and that
``docs/local-service-routes.md`` has it.
"""

import contextlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sealwax import ApiKey, WebAuthnStamper, sign_login, sign_signup
from sealwax.activities import activity_fingerprint
from sealwax.testing import SoftwareAuthenticator
from sealwax.webauthn.registration import CredentialIdEncoding
from tests.service.access.test_authentication import passkey_fields
from tests.service.client import ETHEREUM, TARGET, Client, Reply
from tests.service.operations.test_users import key_fields, user_fields

ERRORS: Final = "api-reference/overview/errors.mdx"
LIMITS: Final = "reference/resource-limits.mdx"
ALLOWLISTS: Final = "features/ip-allowlisting/overview.mdx"
WEBHOOKS: Final = "features/webhooks/overview.mdx"
ORGANIZATIONS: Final = "features/organizations.mdx"
OTP: Final = "features/authentication/email.mdx"
PYTHON: Final = "python-sdk, packages/http/tests"
VIEM: Final = "sdk, packages/viem/src/__tests__ and packages/ethers/src/__tests__"
DESCRIPTION: Final = "public_api.swagger.json"

_NOBODY: Final = "00000000-0000-0000-0000-000000000000"


class Rule(NamedTuple):
    """A row.

    Attributes:
        fact: What the deployed service does.
        source: The page of its documentation, or the test suite, that says so.
        route: The route that shows it.
        ask: Asks the route, and returns what the client sees of it.
        expected: What that must be.
    """

    fact: str
    source: str
    route: str
    ask: Callable[[Client], object]
    expected: object


def said(reply: Reply) -> tuple[int, str]:
    """The status and the message of an error."""
    return reply.status, reply.body["message"]


def _denied(client: Client) -> object:
    key = ApiKey.generate()
    client.add_user(key)
    client.admin("add", kind="policy", effect="EFFECT_DENY")
    reply = client.with_key(key).submit("create_user_tag", userTagName="t", userIds=[])
    return reply.status, {name: reply.body[name] for name in ("code", "message", "details")}


def _parent_writes(client: Client) -> object:
    key = ApiKey.generate()
    made = _sub_organization(client, key).result["subOrganizationId"]
    parent = client.with_key(client.key)
    parent.organization_id = made
    reply = parent.submit("create_wallet", walletName="w", accounts=[])
    places = (made, client.organization_id)
    return reply.error, said(reply)[1] == (
        "organization mismatch: request is targeting organization ({}), but voters are in organization ({})"
    ).format(*places)


def _stranger(client: Client) -> object:
    return said(client.with_key(ApiKey.generate()).try_query("whoami"))


def _passkey_in_organization(client: Client, *, is_known: bool) -> tuple[Client, SoftwareAuthenticator]:
    authenticator = SoftwareAuthenticator(
        rp_id="example.com", origin="https://example.com", seed=b"\x0b" * 32
    )
    if is_known:
        passkey = passkey_fields(authenticator, CredentialIdEncoding.CBOR)
        client.submit("create_users", users=[user_fields(authenticators=[passkey])]).check()
    there = client.with_key(client.key)
    there.stamper = WebAuthnStamper(authenticator)
    return there, authenticator


def _stranger_with_passkey(client: Client, *, name: str) -> object:
    there, _ = _passkey_in_organization(client, is_known=False)
    reply = there.try_query(name)
    return *said(reply), reply.error[1]


def _passkey_of_nobody_inside(client: Client) -> object:
    made = _sub_organization(client, ApiKey.generate()).result["subOrganizationId"]
    there, _ = _passkey_in_organization(client, is_known=False)
    there.organization_id = made
    return said(there.try_query("list_users"))


def _another_body(client: Client) -> object:
    there, _ = _passkey_in_organization(client, is_known=True)
    body = json.dumps({"organizationId": client.organization_id}).encode()
    status, message = said(
        client.send("/public/v1/query/whoami", body, there.stamper.stamp(body + b" ").headers)
    )
    return status, message.partition(":")[0]


def _two_sub_organizations(client: Client) -> object:
    there, authenticator = _passkey_in_organization(client, is_known=False)
    root = {name: value for name, value in user_fields().items() if name != "userTags"}
    root["authenticators"] = [passkey_fields(authenticator, CredentialIdEncoding.CBOR)]
    for name in ("a", "b"):
        client.submit(
            "create_sub_organization", subOrganizationName=name, rootQuorumThreshold=1, rootUsers=[root]
        ).check()
    return said(there.try_query("whoami"))


def _empty_stamp(client: Client, header: str) -> object:
    body = json.dumps({"organizationId": client.organization_id}).encode()
    return said(client.send("/public/v1/query/whoami", body, {header: ""}))


def _no_wallet_parameters(client: Client) -> object:
    incomplete: list[dict[str, Any]] = [
        {"accounts": []},
        {"walletName": "w", "accounts": [{"curve": "CURVE_P256"}]},
    ]
    return [
        _words(_sub_organization(client, ApiKey.generate(), wallet=wallet), "missing wallet params")
        for wallet in incomplete
    ]


def _registration(client: Client, words: str, **registration: object) -> tuple[int, str]:
    passkey = {"authenticatorName": "a", "challenge": "AAAA", **registration}
    given = {"userId": client.service.user_id, "authenticators": [passkey]}
    return _words(client.submit("create_authenticators", **given), words)


def _never_exported(client: Client) -> object:
    (account,) = client.query("list_wallet_accounts")["accounts"]
    return _no_account(client, account["walletAccountId"])


def _elsewhere(client: Client, ask: Callable[[Client], Reply]) -> tuple[int, bool]:
    other = client.with_key(client.key)
    other.organization_id = _NOBODY
    reply = ask(other)
    message = reply.body["message"]
    return (
        reply.status,
        "no organization found" in message and f"invalid organization ID {_NOBODY}" in message,
    )


def _new_key(client: Client, public_key: str) -> Reply:
    key = {"apiKeyName": "k", "publicKey": public_key, "curveType": "API_KEY_CURVE_P256"}
    return client.submit("create_api_keys", userId=client.service.user_id, apiKeys=[key])


def _random_key(client: Client) -> object:
    """Create a key as the client's suite does: of random bytes, hex, after 02."""
    return _new_key(client, "02" + secrets.token_bytes(32).hex()).status


def _account(client: Client, name: str, words: str, *, without: str = "", **changes: str) -> tuple[int, str]:
    """Create a wallet or an account with changed parameters."""
    account = {key: value for key, value in {**ETHEREUM, **changes}.items() if key != without}
    given: dict[str, Any] = {"walletId": client.service.ids["walletId"]}
    if name == "create_wallet":
        given = {"walletName": "w"}
    return _words(client.submit(name, **given, accounts=[account]), words)


def _words(reply: Reply, words: str) -> tuple[int, str]:
    """The status of an error, and its words if it begins with them; this service adds the reason."""
    status, message = said(reply)
    return status, words if f"{message}: ".startswith(f"{words}: ") else message


def _eleventh_key(client: Client) -> object:
    keys = [key_fields(ApiKey.generate()) for _ in range(10)]
    return said(client.submit("create_api_keys", userId=client.service.user_id, apiKeys=keys))[1].partition(
        ":"
    )[0]


def _log_in(client: Client, name: str, session: ApiKey) -> Reply:
    """Log the root user in, with a session of a key."""
    given: dict[str, Any] = {"publicKey": session.public_key}
    if name == "oauth_login":
        given["oidcToken"] = client.service.oidc_token(session.public_key)
    if name == "otp_login":
        token = client.token(session, "root@example.com")
        given |= {"verificationToken": token, "clientSignature": sign_login(session, token).to_dict()}
    return client.submit(name, **given)


def _session(client: Client, name: str) -> str:
    session = ApiKey.generate()
    _log_in(client, name, session).check()
    keys = client.query("get_api_keys", userId=client.service.user_id)["apiKeys"]
    (kind,) = (
        each["credential"]["type"] for each in keys if each["credential"]["publicKey"] == session.public_key
    )
    return str(kind)


def _session_in_a_policy(client: Client) -> tuple[int, int]:
    key, session = ApiKey.generate(), ApiKey.generate()
    client.add_user(key)
    client.admin("add", kind="policy", condition="activity.type == 'ACTIVITY_TYPE_STAMP_LOGIN'")
    client.admin(
        "add", kind="policy", name="p", consensus="credentials.any(c, c.type == 'CREDENTIAL_TYPE_LOGIN')"
    )
    client.with_key(key).submit("stamp_login", publicKey=session.public_key).check()
    tag = {"userTagName": "t", "userIds": []}
    before, after = (client.with_key(each).submit("create_user_tag", **tag).status for each in (key, session))
    return before, after


def _block(client: Client, cidr: str) -> Reply:
    return client.submit("set_ip_allowlist", rules=[{"cidr": "127.0.0.0/20"}, {"cidr": cidr}], enabled=True)


def _normalized(client: Client) -> list[str]:
    _block(client, "192.168.1.100/24").check()
    return [each["cidr"] for each in client.query("get_ip_allowlist")["allowlist"]["rules"]]


def _repeated(client: Client) -> object:
    rules = [
        {"cidr": "127.0.0.0/20", "label": "first"},
        {"cidr": "127.0.0.1/20", "label": "second"},
    ]
    client.submit("set_ip_allowlist", rules=rules, enabled=True).check()
    return client.query("get_ip_allowlist")["allowlist"]["rules"]


def _replaced(client: Client) -> object:
    _block(client, "192.168.1.0/24").check()
    client.submit("set_ip_allowlist", rules=[{"cidr": "127.0.0.1/32"}]).check()
    return client.query("get_ip_allowlist")["allowlist"]["rules"]


def _removed(client: Client) -> object:
    _block(client, "192.168.1.0/24").check()
    client.submit("remove_ip_allowlist").check()
    return client.query("get_ip_allowlist")["allowlist"]["rules"]


def _another_origin(client: Client) -> int:
    pages = [f"https://{name}.example.com" for name in ("app", "other")]
    made, other = (
        SoftwareAuthenticator(rp_id="example.com", origin=each, seed=b"\x0b" * 32) for each in pages
    )
    passkey = passkey_fields(made, CredentialIdEncoding.CBOR)
    users = [user_fields(authenticators=[passkey])]
    client.submit("create_users", users=users).check()
    there = client.with_key(client.key)
    there.stamper = WebAuthnStamper(other)
    return there.try_query("whoami").status


def _eleventh_passkey(client: Client) -> object:
    passkeys = [
        passkey_fields(
            SoftwareAuthenticator(
                rp_id="example.com", origin="https://example.com", seed=bytes([number]) * 32
            ),
            CredentialIdEncoding.CBOR,
        )
        for number in range(11)
    ]
    reply = client.submit("create_authenticators", userId=client.service.user_id, authenticators=passkeys)
    return _words(reply, "user has exceeded maximum authenticators")


def _identity(subject: str) -> dict[str, Any]:
    """An OAuth provider of a subject."""
    claims = {"iss": "https://x.example.com", "sub": subject, "aud": "a"}
    return {"providerName": "p", "oidcClaims": claims}


def _eleventh_provider(client: Client) -> object:
    # There is one already.
    numbers = range(9), range(9, 10)
    return [
        client.submit(
            "create_oauth_providers",
            userId=client.service.user_id,
            oauthProviders=[_identity(f"{number}") for number in each],
        ).status
        for each in numbers
    ]


def _eleventh_expiring_key(client: Client) -> object:
    user_id = client.service.user_id
    for number in range(11):
        key = {
            **key_fields(ApiKey.generate()),
            "apiKeyName": f"key {number}",
            "expirationSeconds": "60",
        }
        client.submit("create_api_keys", userId=user_id, apiKeys=[key]).check()
    keys = client.query("get_api_keys", userId=user_id)["apiKeys"]
    return [key["apiKeyName"] for key in keys if "expirationSeconds" in key]


def _same_identity(client: Client) -> object:
    """Give one identity to two users of a request, and to users of two requests."""
    users = [user_fields(oauthProviders=[_identity("s")]) for _ in range(3)]
    replies = [client.submit("create_users", users=each) for each in (users[:2], users[:1], users[2:])]
    return [reply.error[1] if reply.status != 200 else "" for reply in replies]


def _provider_twice(client: Client) -> object:
    given = {"userId": client.service.user_id, "oauthProviders": [_identity("s")]}
    client.submit("create_oauth_providers", **given).check()
    return client.submit("create_oauth_providers", **given).error


@contextlib.contextmanager
def _receiver() -> Iterator[tuple[str, list[Any]]]:
    """A receiver of webhooks; yield its URL, and the bodies that it received."""
    received: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", received
        server.shutdown()
        thread.join()


def _parents_webhook(client: Client) -> int:
    key = ApiKey.generate()
    user = {"userName": "r", "apiKeys": [key_fields(key)], "authenticators": [], "oauthProviders": []}
    made = client.submit(
        "create_sub_organization", subOrganizationName="s", rootUsers=[user], rootQuorumThreshold=1
    ).result
    with _receiver() as (url, received):
        client.admin("add", kind="webhook_endpoint", url=url)
        inside = client.with_key(key)
        inside.organization_id = made["subOrganizationId"]
        inside.submit("create_user_tag", userTagName="t", userIds=[]).check()
        client.admin("deliveries")
    return [each["organizationId"] for each in received].count(made["subOrganizationId"])


def _endpoints_inside(client: Client) -> list[int]:
    key = ApiKey.generate()
    made = _sub_organization(client, key).result
    inside = client.with_key(key)
    inside.organization_id = made["subOrganizationId"]
    return [
        inside.submit(
            "create_webhook_endpoint",
            url="https://example.com/",
            name="n",
            subscriptions=[{"eventType": event_type}],
        ).status
        for event_type in (
            "ACTIVITY_UPDATES",
            "BALANCE_CONFIRMED_UPDATES",
            "BALANCE_FINALIZED_UPDATES",
            "SEND_TRANSACTION_STATUS_UPDATES",
        )
    ]


def _sub_organization(client: Client, key: ApiKey, **fields: object) -> Reply:
    """Create a sub-organization whose second root user has an email address and the key."""
    root = user_fields(userEmail="new@example.com", apiKeys=[key_fields(key)])
    users = [
        {name: value for name, value in user.items() if name != "userTags"} for user in (user_fields(), root)
    ]
    given = {"subOrganizationName": "s", "rootQuorumThreshold": 1, "rootUsers": users}
    return client.submit("create_sub_organization", **given, **fields)


def _signup(client: Client, signer: ApiKey, token: str, contact: str = "new@example.com") -> Reply:
    """Create a sub-organization with a token that was issued to the signer."""
    key = ApiKey.generate()
    signature = sign_signup(
        signer, token, api_keys=[key_fields(key)], authenticators=[], oauth_providers=[], email=contact
    )
    return _sub_organization(client, key, verificationToken=token, clientSignature=signature.to_dict())


def _signed_signup(client: Client) -> list[object]:
    key = ApiKey.generate()
    token = client.token(key, "new@example.com")
    made = _signup(client, key, token).result["subOrganizationId"]
    found = client.query("list_verified_suborgs", filterType="EMAIL", filterValue="new@example.com")
    return [found["organizationIds"] == [made], _signup(client, key, token).error]


def _unsigned_signup(client: Client) -> object:
    key = ApiKey.generate()
    return _sub_organization(client, key, verificationToken=client.token(key, "new@example.com")).error


def _forged_signup(client: Client) -> object:
    key = ApiKey.generate()
    token = client.token(key, "new@example.com")
    head, payload, signature = token.split(".")
    forged = f"{head}.{payload}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"
    return _signup(client, key, forged).error


def _signup_of_another(client: Client) -> object:
    key = ApiKey.generate()
    return _signup(client, key, client.token(key, "other@example.com"), "other@example.com").error


def _changed_signup(client: Client) -> object:
    key = ApiKey.generate()
    return _signup(client, key, client.token(key, "new@example.com"), "other@example.com").error


def _signature_alone(client: Client) -> object:
    key = ApiKey.generate()
    signature = sign_signup(key, client.token(key, "new@example.com"), email="new@example.com")
    return _sub_organization(client, key, clientSignature=signature.to_dict()).error


def _error(client: Client, *, name: str, given: dict[str, Any]) -> tuple[int, str]:
    return client.submit(name, **given).error


def _error_message(client: Client, *, name: str, given: dict[str, Any]) -> str:
    return said(client.submit(name, **given))[1]


def _older(client: Client, name: str, suffix: str, **given: object) -> tuple[int, str]:
    body = client.body(name, given, type=f"ACTIVITY_TYPE_{name.upper()}{suffix}")
    return client.post(name, body).error


def _locked(client: Client) -> list[int]:
    given = {"otpType": "OTP_TYPE_EMAIL", "contact": "a@example.com", "appName": "a", "userIdentifier": "u"}
    otp = client.submit("init_otp", **given).result
    code = client.service.otp_code(otp["otpId"])
    sealed = [client.seal_code(otp, text, ApiKey.generate()) for text in (*["wrong"] * 3, code)]
    return [
        client.submit("verify_otp", otpId=otp["otpId"], encryptedOtpBundle=each).status for each in sealed
    ]


def _codes(client: Client) -> list[int]:
    given = {"otpType": "OTP_TYPE_EMAIL", "contact": "a@example.com", "appName": "a", "userIdentifier": "u"}
    found = [client.submit("init_otp", **given).status for _ in range(4)]
    client.service.advance(timedelta(minutes=3))
    client.ahead = timedelta(minutes=3)
    return [*found, client.submit("init_otp", **given).status]


def _key(number: int) -> dict[str, object]:
    return {
        "privateKeyName": f"key {number}",
        "curve": "CURVE_P256",
        "privateKeyTags": [],
        "addressFormats": [],
    }


def _wallets(client: Client) -> list[int]:
    # There is one already.
    return [client.submit("create_wallet", walletName=f"{each}", accounts=[]).status for each in range(100)]


def _keys(client: Client) -> list[int]:
    # There is one already.
    halves = [_key(number) for number in range(999)], [_key(999)]
    return [client.submit("create_private_keys", privateKeys=each).status for each in halves]


def _tags(client: Client, number: int) -> list[int]:
    """Create tags of users and of private keys, in turn."""
    return [
        client.submit("create_user_tag", userTagName=f"{each}", userIds=[]).status
        if each % 2
        else client.submit("create_private_key_tag", privateKeyTagName=f"{each}", privateKeyIds=[]).status
        for each in range(number)
    ]


def _tags_inside(client: Client) -> list[int]:
    key = ApiKey.generate()
    made = _sub_organization(client, key).result
    inside = client.with_key(key)
    inside.organization_id = made["subOrganizationId"]
    return _tags(inside, 11)


def _same_name(client: Client, what: str) -> set[tuple[int, str]]:
    """Create a record with the name of another, and rename one to it; return the errors."""
    named = _NAMED[what]
    client.submit(named.create, **named.fields("first")).check()
    made = client.submit(named.create, **named.fields("other")).result
    replies = [client.submit(named.create, **named.fields("first"))]
    if named.rename:
        replies.append(client.submit(named.rename, **named.renamed, **{named.id_name: made[named.id_name]}))
    return {said(each) for each in replies}


def _no_account(client: Client, account_id: str) -> tuple[int, str]:
    status, message = said(client.submit("delete_wallet_accounts", walletAccountIds=[account_id]))
    return status, message.partition(":")[0]


def _foreign_account(client: Client) -> tuple[int, str]:
    key = ApiKey.generate()
    made = _sub_organization(client, key).result
    inside = client.with_key(key)
    inside.organization_id = made["subOrganizationId"]
    (account,) = client.query("list_wallet_accounts")["accounts"]
    return _no_account(inside, account["walletAccountId"])


def _bad_passkey(client: Client) -> tuple[int, str]:
    authenticator = SoftwareAuthenticator(
        rp_id="example.com", origin="https://example.com", seed=b"\x0b" * 32
    )
    passkey = passkey_fields(authenticator, CredentialIdEncoding.CBOR)
    passkey["challenge"] = "AAAA"
    reply = client.submit("create_authenticators", userId=client.service.user_id, authenticators=[passkey])
    status, message = said(reply)
    return status, message.partition(":")[0]


def _unknown_policy(client: Client, fields: dict[str, str]) -> object:
    """Create a policy, and ask for an activity that nothing else allows; return why that is refused."""
    made = client.submit("create_policy", policyName="p", effect="EFFECT_ALLOW", notes="", **fields).result[
        "policyId"
    ]
    kept = client.query("get_policy", policyId=made)["policy"]
    client.submit("update_policy", policyId=made, policyNotes="n").check()
    key = ApiKey.generate()
    client.add_user(key)
    asked = client.with_key(key)
    body = asked.body("create_user_tag", {"userTagName": "t", "userIds": []})
    status = asked.post("create_user_tag", body).status
    decision = client.admin("explain", fingerprint=activity_fingerprint(body))["decision"]
    (outcome,) = (each for each in decision["policies"] if each["policyId"] == made)
    is_kept = {name: kept[name] for name in fields} == fields
    return is_kept, status, outcome["outcome"], outcome["condition"]["error"] != ""


def _policies(client: Client) -> list[int]:
    given = [
        {"policyName": f"{number}", "effect": "EFFECT_ALLOW", "condition": "true", "notes": ""}
        for number in range(100)
    ]
    # There is one already.
    halves = given[1:], given[:1]
    return [client.submit("create_policies", policies=each).status for each in halves]


def _invite(client: Client, count: int, email: str = "n@example.com") -> Reply:
    one = {
        "receiverUserName": "n",
        "receiverUserEmail": email,
        "receiverUserTags": [],
        "accessType": "ACCESS_TYPE_WEB",
        "senderUserId": client.service.user_id,
    }
    return client.submit("create_invitations", invitations=[one] * count)


def _invitations(client: Client) -> tuple[int, str]:
    _invite(client, 100).check()
    return _invite(client, 1).error


class _Named(NamedTuple):
    """The operations that create and rename a kind of records; without ``rename``, nothing renames one."""

    create: str
    fields: Callable[[str], dict[str, Any]]
    rename: str = ""
    renamed: Mapping[str, object] = MappingProxyType({})
    id_name: str = ""


_NAMED: Final = {
    "wallet": _Named(
        "create_wallet",
        lambda name: {"walletName": name, "accounts": []},
        "update_wallet",
        {"walletName": "first"},
        "walletId",
    ),
    "private key": _Named(
        "create_private_keys", lambda name: {"privateKeys": [{**_key(0), "privateKeyName": name}]}
    ),
    "user tag": _Named(
        "create_user_tag",
        lambda name: {"userTagName": name, "userIds": []},
        "update_user_tag",
        {"newUserTagName": "first", "addUserIds": [], "removeUserIds": []},
        "userTagId",
    ),
    "private key tag": _Named(
        "create_private_key_tag",
        lambda name: {"privateKeyTagName": name, "privateKeyIds": []},
        "update_private_key_tag",
        {"newPrivateKeyTagName": "first", "addPrivateKeyIds": [], "removePrivateKeyIds": []},
        "privateKeyTagId",
    ),
    "policy": _Named(
        "create_policy",
        lambda name: {"policyName": name, "effect": "EFFECT_ALLOW", "notes": ""},
        "update_policy",
        {"policyName": "first"},
        "policyId",
    ),
}
_NO_ATTESTATION: Final = "missing parameter: user authenticator attestation"
_ACCOUNTS: Final[tuple[tuple[str, dict[str, Any], str], ...]] = (
    ("create_wallet", {"curve": "CURVE_X"}, "invalid curve"),
    ("create_wallet", {"without": "curve"}, "curve required"),
    ("create_wallet_accounts", {"pathFormat": "PATH_FORMAT_X"}, "invalid path format"),
    ("create_wallet_accounts", {"path": "m/x"}, "invalid path"),
    ("create_wallet_accounts", {"addressFormat": "ADDRESS_FORMAT_X"}, "invalid address format"),
)
_UNKNOWN: Final = {
    "bitcoin.tx": {"condition": "bitcoin.tx.fee > 50000"},
    "tron.tx": {"condition": "tron.tx.fee_limit > 1"},
    "parsed instruction data": {
        "condition": "solana.tx.instructions.any(i, i.parsed_instruction_data.instruction_name == 'route')"
    },
    "a time": {"time": "CronSpan('0 22 * * *', '8h', 'America/New_York')"},
}
_CODE: Final = {"otpType": "OTP_TYPE_EMAIL", "contact": "root@example.com"}
_MAIL: Final = {
    "email": "root@example.com",
    "targetPublicKey": TARGET.public_key,
    "emailCustomization": {"logoUrl": "https://example.com/logo.png"},
}
_WITHOUT_APP_NAME: Final[dict[str, dict[str, Any]]] = {
    "init_otp": _CODE,
    "init_otp_auth": _CODE,
    "email_auth": _MAIL,
    "init_user_email_recovery": _MAIL,
}
_CLAIMED: Final = _identity("s")

RULES: Final = (
    Rule(
        "A request that a policy denies is refused with gRPC code 7, these words and no details",
        VIEM,
        "submit",
        _denied,
        (403, {"code": 7, "message": "policy engine denied request explicitly", "details": []}),
    ),
    Rule(
        "The error about an unknown organization names its id, in a submit request",
        PYTHON,
        "submit/create_user_tag",
        lambda client: _elsewhere(
            client, lambda other: other.submit("create_user_tag", userTagName="t", userIds=[])
        ),
        (404, True),
    ),
    Rule(
        "The error about an unknown organization says that the id is invalid, in a query",
        PYTHON,
        "query/get_organization",
        lambda client: _elsewhere(client, lambda other: other.try_query("get_organization")),
        (404, True),
    ),
    Rule(
        "32 random bytes after 02 are accepted as a public key, point or not",
        PYTHON,
        "submit/create_api_keys",
        _random_key,
        200,
    ),
    Rule(
        "An eleventh API key that does not expire is refused with these words",
        ERRORS,
        "submit/create_api_keys",
        _eleventh_key,
        "user has exceeded maximum long-lived api keys",
    ),
    *(
        Rule(
            f"The key of a session of {name} has the type CREDENTIAL_TYPE_LOGIN",
            DESCRIPTION,
            f"submit/{name}",
            partial(_session, name=name),
            "CREDENTIAL_TYPE_LOGIN",
        )
        for name in ("otp_login", "oauth_login", "stamp_login")
    ),
    Rule(
        "An eleventh passkey is refused with these words",
        ERRORS,
        "submit/create_authenticators",
        _eleventh_passkey,
        (429, "user has exceeded maximum authenticators"),
    ),
    Rule(
        "A user has at most 10 OAuth providers",
        LIMITS,
        "submit/create_oauth_providers",
        _eleventh_provider,
        [200, 429],
    ),
    Rule(
        "An eleventh API key that expires deletes the oldest",
        LIMITS,
        "submit/create_api_keys",
        _eleventh_expiring_key,
        [f"key {number}" for number in range(1, 11)],
    ),
    Rule(
        "A policy sees the type CREDENTIAL_TYPE_LOGIN of a session's key",
        "features/policies/language.mdx",
        "submit/create_user_tag",
        _session_in_a_policy,
        (403, 200),
    ),
    Rule(
        "An OIDC identity that is taken is refused, on the same user too",
        ERRORS,
        "submit/create_oauth_providers",
        _provider_twice,
        (400, "OAUTH_PROVIDER_ALREADY_EXISTS"),
    ),
    Rule(
        "An OIDC identity that is taken is refused for another user",
        ERRORS,
        "submit/create_users",
        _same_identity,
        ["OAUTH_PROVIDER_ALREADY_EXISTS", "", "OAUTH_PROVIDER_ALREADY_EXISTS"],
    ),
    Rule(
        "The host bits of a block of an IP allowlist are cleared",
        ALLOWLISTS,
        "submit/set_ip_allowlist",
        _normalized,
        ["127.0.0.0/20", "192.168.1.0/24"],
    ),
    Rule(
        "An error about a block of an IP allowlist names its index and its text",
        ALLOWLISTS,
        "submit/set_ip_allowlist",
        lambda client: said(_block(client, "192.168.1.0/33")),
        (400, 'bad request body: the cidr of rules[1] is not a CIDR block: "192.168.1.0/33"'),
    ),
    Rule(
        "An error about a block that is too wide names its index and its text",
        ALLOWLISTS,
        "submit/set_ip_allowlist",
        lambda client: said(_block(client, "2001:db8::/47")),
        (400, 'bad request body: the cidr of rules[1] is wider than /48: "2001:db8::/47"'),
    ),
    Rule(
        "A repeated block of an IP allowlist is kept once, with its first label",
        ALLOWLISTS,
        "submit/set_ip_allowlist",
        _repeated,
        [{"cidr": "127.0.0.0/20", "label": "first"}],
    ),
    Rule(
        "A new list of blocks replaces the whole list",
        ALLOWLISTS,
        "submit/set_ip_allowlist",
        _replaced,
        [{"cidr": "127.0.0.1/32"}],
    ),
    Rule(
        "An IP allowlist that was removed has no rules",
        ALLOWLISTS,
        "query/get_ip_allowlist",
        _removed,
        [],
    ),
    Rule(
        "A passkey stamps from pages of every origin, unless an organization limits the origins",
        ORGANIZATIONS,
        "query/whoami",
        _another_origin,
        200,
    ),
    Rule(
        "A webhook endpoint receives the activities of the sub-organizations of its organization",
        WEBHOOKS,
        "submit/create_webhook_endpoint",
        _parents_webhook,
        1,
    ),
    Rule(
        "get_authenticators requires userId",
        DESCRIPTION,
        "query/get_authenticators",
        lambda client: client.try_query("get_authenticators").error,
        (400, "REQUEST_INVALID"),
    ),
    Rule(
        "A one-time code is valid for at most 600 seconds",
        DESCRIPTION,
        "submit/init_otp",
        lambda client: (
            client.submit(
                "init_otp",
                otpType="OTP_TYPE_EMAIL",
                contact="a@example.com",
                appName="a",
                expirationSeconds="601",
            ).error
        ),
        (400, "REQUEST_INVALID"),
    ),
    *(
        Rule(
            f"The newest version of {name} requires appName",
            DESCRIPTION,
            f"submit/{name}",
            partial(_error, name=name, given=given),
            (400, "REQUEST_INVALID"),
        )
        for name, given in _WITHOUT_APP_NAME.items()
    ),
    Rule(
        "A fourth one-time code of a userIdentifier in three minutes is refused, and a later one is not",
        OTP,
        "submit/init_otp",
        _codes,
        [200, 200, 200, 429, 200],
    ),
    Rule(
        "An email address without a domain is refused",
        ERRORS,
        "submit/create_users",
        partial(_error, name="create_users", given={"users": [user_fields(userEmail="root@localhost")]}),
        (400, "INVALID_EMAIL"),
    ),
    Rule(
        "After three wrong tries, a code with a userIdentifier is locked",
        OTP,
        "submit/verify_otp",
        _locked,
        [400, 400, 400, 400],
    ),
    Rule(
        "An invitation to an email address without a domain is refused",
        ERRORS,
        "submit/create_invitations",
        lambda client: _invite(client, 1, email="root@localhost").error,
        (400, "INVALID_EMAIL"),
    ),
    Rule(
        "A one-time code to an email address without a domain is refused",
        ERRORS,
        "submit/init_otp",
        partial(_error, name="init_otp", given={**_CODE, "contact": "root@localhost", "appName": "a"}),
        (400, "INVALID_EMAIL"),
    ),
    Rule(
        "An organization has at most 100 users",
        LIMITS,
        "submit/create_users",
        partial(_error, name="create_users", given={"users": [user_fields()] * 100}),
        (429, "SEALWAX_TOO_MANY"),
    ),
    Rule(
        "An organization has at most 100 policies; in a later edition, its plan decides",
        LIMITS,
        "submit/create_policies",
        _policies,
        [200, 429],
    ),
    Rule(
        "An organization has at most 100 invitations",
        LIMITS,
        "submit/create_invitations",
        _invitations,
        (429, "SEALWAX_TOO_MANY"),
    ),
    Rule(
        "An organization has at most 100 wallets",
        LIMITS,
        "submit/create_wallet",
        _wallets,
        [*[200] * 99, 429],
    ),
    Rule(
        "An organization has at most 1,000 private keys",
        LIMITS,
        "submit/create_private_keys",
        _keys,
        [200, 429],
    ),
    Rule(
        "A top-level organization has at most 100 tags",
        LIMITS,
        "submit/create_user_tag",
        # There are two already.
        partial(_tags, number=99),
        [*[200] * 98, 429],
    ),
    Rule(
        "A sub-organization has at most 10 tags",
        LIMITS,
        "submit/create_private_key_tag",
        _tags_inside,
        [*[200] * 10, 429],
    ),
    Rule(
        "A record that is too many for an organization is refused with these words",
        ERRORS,
        "submit/create_users",
        partial(_error_message, name="create_users", given={"users": [user_fields()] * 100}),
        (
            "this organization cannot execute activities because it is over its allotted quota. Please reach "
            "out to the Turnkey team (help@turnkey.com) for more information."
        ),
    ),
    Rule(
        "A wallet account of another organization is refused with status 400",
        ERRORS,
        "submit/delete_wallet_accounts",
        _foreign_account,
        (400, "wallet account not part of your organization"),
    ),
    Rule(
        "The id of a wallet account must be a UUID",
        ERRORS,
        "submit/delete_wallet_accounts",
        partial(_no_account, account_id="x"),
        (400, "invalid wallet account UUID"),
    ),
    Rule(
        "A wallet account that was never exported is refused with these words",
        ERRORS,
        "submit/delete_wallet_accounts",
        _never_exported,
        (400, "wallet account has not been exported"),
    ),
    Rule(
        "A user of the parent who writes in a sub-organization is refused with both ids",
        ERRORS,
        "submit/create_wallet",
        _parent_writes,
        ((400, "ORGANIZATION_MISMATCH"), True),
    ),
    Rule(
        "whoami of an unknown API key is refused with these words",
        ERRORS,
        "query/whoami",
        _stranger,
        (401, "public key could not be found in organization or its parent organization"),
    ),
    Rule(
        "whoami of an unknown passkey is refused with these words",
        ERRORS,
        "query/whoami",
        partial(_stranger_with_passkey, name="whoami"),
        (
            401,
            "credential ID could not be found in organization or its parent organization",
            "CREDENTIAL_NOT_FOUND",
        ),
    ),
    Rule(
        "Any other request of an unknown passkey is refused with these words",
        ERRORS,
        "query/list_users",
        partial(_stranger_with_passkey, name="list_users"),
        (404, "webauthn authenticator not found in organization", "CREDENTIAL_NOT_FOUND"),
    ),
    Rule(
        "In a sub-organization, the error about an unknown passkey names the parent, too",
        ERRORS,
        "query/list_users",
        _passkey_of_nobody_inside,
        (404, "webauthn authenticator not found in organization or parent organization"),
    ),
    Rule(
        "whoami of a passkey of two sub-organizations is refused with these words",
        ERRORS,
        "query/whoami",
        _two_sub_organizations,
        (401, "more than one suborg associated with a credential ID"),
    ),
    Rule(
        "A stamp of a passkey over another body is refused with these words",
        ERRORS,
        "query/whoami",
        _another_body,
        (401, "could not verify WebAuthN signature"),
    ),
    Rule(
        "An empty X-Stamp is refused with these words",
        ERRORS,
        "query/whoami",
        partial(_empty_stamp, header="X-Stamp"),
        (401, "could not extract api key stamp"),
    ),
    Rule(
        "An empty X-Stamp-Webauthn is refused with these words",
        ERRORS,
        "query/whoami",
        partial(_empty_stamp, header="X-Stamp-Webauthn"),
        (401, "could not extract webauthn stamp"),
    ),
    *(
        Rule(
            f'An account is refused as "{words}"',
            ERRORS,
            f"submit/{name}",
            partial(_account, name=name, words=words, **changed),
            (400, words),
        )
        for name, changed, words in _ACCOUNTS
    ),
    Rule(
        "A sub-organization whose wallet lacks a parameter is refused with these words",
        ERRORS,
        "submit/create_sub_organization",
        _no_wallet_parameters,
        [(400, "missing wallet params")] * 2,
    ),
    Rule(
        "A passkey without its attestation is refused with these words",
        ERRORS,
        "submit/create_authenticators",
        partial(_registration, words=_NO_ATTESTATION),
        (400, _NO_ATTESTATION),
    ),
    Rule(
        "A passkey without its attestation object is refused with these words",
        ERRORS,
        "submit/create_authenticators",
        partial(
            _registration,
            words=f"{_NO_ATTESTATION} auth data",
            attestation={"credentialId": "a", "clientDataJson": "a", "transports": []},
        ),
        (400, f"{_NO_ATTESTATION} auth data"),
    ),
    Rule(
        "A vote about an unknown fingerprint is refused with these words",
        ERRORS,
        "submit/approve_activity",
        lambda client: said(client.submit("approve_activity", fingerprint="sha256:00")),
        (
            404,
            (
                "No activity found with fingerprint. Consensus activities must target an existing activity "
                "by fingerprint"
            ),
        ),
    ),
    Rule(
        "An unknown OAuth 2.0 credential has a code of its own",
        ERRORS,
        "submit/delete_oauth2_credential",
        partial(_error, name="delete_oauth2_credential", given={"oauth2CredentialId": _NOBODY}),
        (404, "OAUTH2_CREDENTIAL_NOT_FOUND"),
    ),
    Rule(
        "The registration of a passkey that does not verify is refused with these words",
        ERRORS,
        "submit/create_authenticators",
        _bad_passkey,
        (400, "invalid authenticator attestation"),
    ),
    *(
        Rule(
            f"A policy about {what} is kept; here its outcome is an error, which does not allow",
            "features/policies/language.mdx",
            "submit/create_policy",
            partial(_unknown_policy, fields=fields),
            (True, 403, "OUTCOME_ERROR", True),
        )
        for what, fields in _UNKNOWN.items()
    ),
    *(
        Rule(
            f"The name of a {what} must be unique in its organization",
            ERRORS,
            f"submit/{named.create}",
            partial(_same_name, what=what),
            {(400, f"{what} label must be unique")},
        )
        for what, named in _NAMED.items()
    ),
    Rule(
        "The first version of create_oauth_providers has no oidcClaims",
        DESCRIPTION,
        "submit/create_oauth_providers",
        lambda client: _older(
            client, "create_oauth_providers", "", userId=client.service.user_id, oauthProviders=[_CLAIMED]
        ),
        (400, "REQUEST_INVALID"),
    ),
    Rule(
        "The third version of create_users has no oidcClaims",
        DESCRIPTION,
        "submit/create_users",
        lambda client: _older(client, "create_users", "_V3", users=[user_fields(oauthProviders=[_CLAIMED])]),
        (400, "REQUEST_INVALID"),
    ),
    Rule(
        "The seventh version of create_sub_organization has no oidcClaims",
        DESCRIPTION,
        "submit/create_sub_organization",
        lambda client: _older(
            client,
            "create_sub_organization",
            "_V7",
            subOrganizationName="s",
            rootQuorumThreshold=1,
            rootUsers=[user_fields(oauthProviders=[_CLAIMED])],
        ),
        (400, "REQUEST_INVALID"),
    ),
    Rule(
        "A verification token with the signature of its key verifies the contact of a root user, once",
        DESCRIPTION,
        "submit/create_sub_organization",
        _signed_signup,
        [True, (400, "SEALWAX_TOKEN_INVALID")],
    ),
    Rule(
        "The use of a verification token must be signed, as it is bound to a key",
        DESCRIPTION,
        "submit/create_sub_organization",
        _unsigned_signup,
        (400, "REQUEST_INVALID"),
    ),
    Rule(
        "A forged verification token is refused",
        DESCRIPTION,
        "submit/create_sub_organization",
        _forged_signup,
        (400, "SEALWAX_TOKEN_INVALID"),
    ),
    Rule(
        "A verification token for a contact that no root user has is refused",
        DESCRIPTION,
        "submit/create_sub_organization",
        _signup_of_another,
        (400, "SEALWAX_TOKEN_INVALID"),
    ),
    Rule(
        "A client signature over other parameters of the root user is refused",
        DESCRIPTION,
        "submit/create_sub_organization",
        _changed_signup,
        (400, "REQUEST_INVALID"),
    ),
    Rule(
        "A client signature without its verification token is refused",
        DESCRIPTION,
        "submit/create_sub_organization",
        _signature_alone,
        (400, "REQUEST_INVALID"),
    ),
    Rule(
        "A sub-organization cannot have a webhook endpoint for balances or transactions",
        WEBHOOKS,
        "submit/create_webhook_endpoint",
        _endpoints_inside,
        [200, 403, 403, 403],
    ),
    Rule(
        "A webhook endpoint has its event types in subscriptions, and not in eventTypes",
        WEBHOOKS,
        "submit/create_webhook_endpoint",
        partial(
            _error,
            name="create_webhook_endpoint",
            given={"url": "https://example.com/", "name": "n", "eventTypes": ["ACTIVITY_UPDATES"]},
        ),
        (400, "REQUEST_INVALID"),
    ),
)
"""The rules."""

"""Every operation, called by every official client and by this library, against one local service each.

``python -m tests.interop.clients.scenario`` writes the table of the documentation.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import httpx

from benchmarks.service_clients.environment import HERE, NODE_CLIENTS, PYTHON_CLIENT, python_client
from sealwax import (
    ApiKey,
    ApiKeyStamper,
    TargetKey,
    decrypt_wallet_export,
    oidc_nonce,
    operations,
    sign_login,
    verify_import_bundle,
    verify_session_jwt,
)
from sealwax.client import AuthProxyClient
from sealwax.operations.all_operations import OPERATIONS, SPECIFIED
from sealwax.proofs import AppProofExpectation, verify_app_proof
from sealwax_service import LocalService
from tests.conftest import ROOT
from tests.interop.clients import application, records
from tests.interop.clients.codes import verify_code
from tests.interop.signing import scenario as signing
from tools.support.nodejs import JsonProcess, NodeProcess
from tools.support.tables import grouped

TABLE = ROOT / "docs" / "local-service-clients.md"
MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow"
ACCOUNT = {
    "curve": "CURVE_SECP256K1",
    "pathFormat": "PATH_FORMAT_BIP32",
    "path": "m/44'/60'/0'/0/0",
    "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
}
OURS = "sealwax with httpx"
CLIENTS = (*NODE_CLIENTS, PYTHON_CLIENT, OURS)

WORKED, MISSING = "yes", "no"
CORE_VERIFY_OTP = "yes (1)"

# The operations beyond the 22, and whether a client of the public API calls them.
ROUTES = (
    "whoami",
    "get_activity",
    "list_app_proofs",
    "get_boot_proof",
    "get_latest_boot_proof",
    "get_user",
    "list_users",
    "list_wallets",
    "list_wallet_accounts",
    "init_otp",
    "create_wallet",
    "import_wallet",
    "init_import_private_key",
    "import_private_key",
    "otp_login",
    "stamp_login",
    "create_sub_organization",
    "approve_activity",
    "reject_activity",
    "otp_init_v2",
    "otp_verify_v2",
    "account",
    "wallet_kit_config",
    "otp_init",
    "otp_verify",
    "proxy_otp_login",
    "proxy_oauth2_authenticate",
    "signup",
    "proxy_oauth_login",
    "wallet_kit_client_params",
    *records.ROUTES,
)

# Methods whose names are not those of their operations.
_QUERY_METHODS = {
    "list_private_keys": "getPrivateKeys",
    "whoami": "getWhoami",
    "list_users": "getUsers",
    "list_wallets": "getWallets",
    "list_wallet_accounts": "getWalletAccounts",
    "list_app_proofs": "getAppProofs",
}
_PROXY_METHODS = {
    "otp_init_v2": "proxyInitOtpV2",
    "otp_verify_v2": "proxyVerifyOtpV2",
    "otp_login_v2": "proxyOtpLoginV2",
    "signup_v2": "proxySignupV2",
    "account": "proxyGetAccount",
    "wallet_kit_config": "proxyGetWalletKitConfig",
    "otp_init": "proxyInitOtp",
    "otp_verify": "proxyVerifyOtp",
    "proxy_otp_login": "proxyOtpLogin",
    "proxy_oauth2_authenticate": "proxyOAuth2Authenticate",
    "signup": "proxySignup",
    "proxy_oauth_login": "proxyOAuthLogin",
    "wallet_kit_client_params": "proxyGetWalletKitClientParams",
}
_PROXY = {*_PROXY_METHODS}
_QUERIES = {
    *_QUERY_METHODS,
    *records.QUERY_METHODS,
    "get_activity",
    "get_user",
    "get_boot_proof",
    "get_latest_boot_proof",
    "list_secrets",
}


class MissingError(Exception):
    """A client does not have an operation."""


class Caller(Protocol):
    """A client: it calls an operation with parameters, and gives the fields of the result."""

    def __call__(self, operation: str, parameters: dict[str, Any]) -> dict[str, Any]: ...


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)


def method_of(operation: str) -> str:
    return {**_QUERY_METHODS, **records.QUERY_METHODS, **_PROXY_METHODS}.get(operation, _camel(operation))


def _answer(reply: dict[str, Any]) -> dict[str, Any]:
    if reply.get("missing"):
        raise MissingError
    assert "error" not in reply, reply
    result: dict[str, Any] = reply["result"]
    return result


class NodeCaller:
    """A client in Node.js."""

    def __init__(self, process: JsonProcess, name: str, service: LocalService) -> None:
        self._process, self._name, self._service = process, name, service
        connected = process.ask({"action": "connect", "info": dict(service.info)})
        assert name in connected["names"], connected
        self._time = 0

    def __call__(self, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
        reply = self._ask(operation, parameters)
        # @turnkey/http gives the whole answer; the others flatten it.
        activity = reply.get("activity")
        if self._name != "@turnkey/http" or operation in _QUERIES or activity is None:
            return reply
        assert activity["status"] == "ACTIVITY_STATUS_COMPLETED"
        return next(iter(activity["result"].values()), {})

    def _ask(self, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
        given = parameters
        if self._name == "@turnkey/http":
            given = self._whole_body(operation, parameters)
        return _answer(
            self._process.ask(
                {"action": "call", "client": self._name, "method": method_of(operation), "input": given}
            )
        )

    def _whole_body(self, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
        from sealwax_service.operations.submits import SUBMITS  # noqa: PLC0415

        if operation not in SUBMITS:
            return {"organizationId": self._service.organization_id, **parameters}
        self._time += 1
        milliseconds = int(self._service.now().timestamp() * 1000) - 5000 + self._time
        return {
            "type": SUBMITS[operation].versions[0].type,
            "timestampMs": str(milliseconds),
            "organizationId": self._service.organization_id,
            "parameters": parameters,
        }


class PythonCaller:
    """The client from PyPI, in its own environment."""

    def __init__(self, process: JsonProcess, service: LocalService) -> None:
        self._process = process
        assert process.ask({"action": "connect", "info": dict(service.info)}) == {}

    def __call__(self, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
        name = {
            "list_private_keys": "get_private_keys",
            "whoami": "get_whoami",
            "list_users": "get_users",
            "list_wallets": "get_wallets",
            "list_wallet_accounts": "get_wallet_accounts",
            "list_app_proofs": "get_app_proofs",
            "list_activities": "get_activities",
            "list_suborgs": "get_sub_org_ids",
            "list_verified_suborgs": "get_verified_sub_org_ids",
            "list_smart_contract_interfaces": "get_smart_contract_interfaces",
        }.get(operation, operation)
        if operation in _PROXY:
            raise MissingError
        return _answer(self._process.ask({"action": "call", "method": name, "input": parameters}))


class OurCaller:
    """This library's operations, sent with httpx; those of the auth proxy with ``AuthProxyClient``."""

    def __init__(self, service: LocalService) -> None:
        self._service = service
        self._http = httpx.Client(trust_env=False)
        self._proxy = AuthProxyClient(service.configuration_id, base_url=service.auth_proxy_url)

    def __call__(self, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
        if operation in _PROXY:
            proxied: Any = OPERATIONS[operation].from_params(parameters)
            return dict(self._proxy.send(proxied).raw)
        if operation not in SPECIFIED:
            raise MissingError
        made: Any = SPECIFIED[operation].from_params(parameters)
        request = made.seal(
            ApiKeyStamper(self._service.api_key),
            organization_id=self._service.organization_id,
            base_url=self._service.url,
        )
        answer = self._http.post(request.url, content=request.body, headers=request.headers)
        read = request.read(answer.content, http_status=answer.status_code)
        record = read.result if isinstance(read, operations.Activity) else read
        return dict(record.raw)

    def close(self) -> None:
        self._http.close()
        self._proxy.close()


class Outcome(NamedTuple):
    """The outcome of an operation: whether the client has it."""

    operation: str
    has_it: bool


def play(  # noqa: PLR0915 - a row after the other
    call: Caller, service: LocalService, *, also: Caller
) -> Iterator[Outcome]:
    """Call every operation, and check through the service what it did; ``also`` prepares what others need."""
    has: dict[str, bool] = {}

    def do(operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Call an operation; let the other client do what this one does not have."""
        try:
            result = call(operation, parameters)
        except MissingError:
            has[operation] = False
            return also(operation, parameters)
        has[operation] = True
        return result

    ids, user_id, target = service.ids, service.user_id, TargetKey.generate()
    key_id, tag_id = ids["privateKeyId"], ids["userTagId"]
    context: dict[str, Any] = {"organization_id": service.organization_id, "keys": service.keys}

    assert do("whoami", {})["userId"] == user_id
    assert do("update_organization_name", {"organizationName": "New"})["organizationName"] == "New"
    assert also("whoami", {})["organizationName"] == "New"
    user = {"userId": user_id, "userName": "n", "userTagIds": [tag_id], "userPhoneNumber": "+4912345678"}
    assert do("update_user", user)["userId"] == user_id
    assert do("get_user", {"userId": user_id})["user"]["userTags"] == [tag_id]
    assert do("list_users", {})["users"][0]["userName"] == "n"
    endpoint = {"endpointId": service.add_webhook_endpoint(), "name": "new", "isActive": False}
    assert do("update_webhook_endpoint", endpoint)["webhookEndpoint"]["name"] == "new"
    made = do("create_user_tag", {"userTagName": "t", "userIds": [user_id]})
    assert do("delete_user_tags", {"userTagIds": [made["userTagId"]]})["userIds"] == [user_id]
    made = do("create_private_key_tag", {"privateKeyTagName": "t", "privateKeyIds": []})
    change = {
        "privateKeyTagId": made["privateKeyTagId"],
        "newPrivateKeyTagName": "u",
        "addPrivateKeyIds": [key_id],
        "removePrivateKeyIds": [],
    }
    assert do("update_private_key_tag", change)["privateKeyTagId"] == made["privateKeyTagId"]
    (private_key,) = do("list_private_keys", {})["privateKeys"]
    assert private_key["privateKeyTags"] == [made["privateKeyTagId"]]
    policy = {
        "policyName": "p",
        "effect": "EFFECT_ALLOW",
        "condition": "true",
        "consensus": "true",
        "notes": "",
    }
    made = do("create_policy", policy)
    assert (
        do("update_policy", {"policyId": made["policyId"], "policyName": "q"})["policyId"] == made["policyId"]
    )
    rules = [{"cidr": "127.0.0.0/20", "label": "us"}]
    do("set_ip_allowlist", {"enabled": True, "rules": rules, "onEvaluationError": "DENY"})
    assert do("delete_mfa_policy", {"userId": user_id, "mfaPolicyId": ids["mfaPolicyId"]})["mfaPolicyId"]

    # Wallets: made, exported, imported.
    made = do("create_wallet", {"walletName": "w", "accounts": [ACCOUNT]})
    (address,) = made["addresses"]
    export = {"walletId": made["walletId"], "targetPublicKey": target.public_key}
    wallet = decrypt_wallet_export(do("export_wallet", export)["exportBundle"], target, **context)
    account = wallet.account(
        path=ACCOUNT["path"], curve=ACCOUNT["curve"], address_format=ACCOUNT["addressFormat"]
    )
    assert account.address == address
    export = {"address": address, "targetPublicKey": target.public_key}
    assert do("export_wallet_account", export)["address"] == address
    assert len(do("list_wallets", {})["wallets"]) == 2
    accounts = do("list_wallet_accounts", {"walletId": made["walletId"]})["accounts"]
    assert [each["address"] for each in accounts] == [address]
    bundle = do("init_import_wallet", {"userId": user_id})["importBundle"]
    sealed = verify_import_bundle(bundle, user_id=user_id, **context).encrypt_wallet(MNEMONIC)
    imported = {"userId": user_id, "walletName": "i", "encryptedBundle": sealed, "accounts": [ACCOUNT]}
    assert len(do("import_wallet", imported)["addresses"]) == 1
    bundle = do("init_import_private_key", {"userId": user_id})["importBundle"]
    sealed = verify_import_bundle(bundle, user_id=user_id, **context).encrypt_private_key(b"\1" * 32)
    imported = {
        "userId": user_id,
        "privateKeyName": "i",
        "encryptedBundle": sealed,
        "curve": "CURVE_ED25519",
        "addressFormats": ["ADDRESS_FORMAT_SOLANA"],
    }
    made = do("import_private_key", imported)
    gone = {"privateKeyIds": [made["privateKeyId"]], "deleteWithoutExport": True}
    assert do("delete_private_keys", gone)["privateKeyIds"] == gone["privateKeyIds"]

    # Logins: by a code, by an OIDC token, by a stamp, and by the auth proxy.
    key = ApiKey.generate()
    start = {"otpType": "OTP_TYPE_EMAIL", "contact": "root@example.com", "appName": "tests"}
    token = verify_code(service, do("init_otp", start), key, lambda given: do("verify_otp", given))
    login = {
        "verificationToken": token,
        "publicKey": key.public_key,
        "clientSignature": sign_login(key, token).to_dict(),
    }
    assert verify_session_jwt(do("otp_login", login)["session"], keys=service.keys).user_id == user_id
    key = ApiKey.generate()
    by_oidc = {"oidcToken": service.oidc_token(key.public_key), "publicKey": key.public_key}
    assert verify_session_jwt(do("oauth_login", by_oidc)["session"], keys=service.keys).user_id == user_id
    provider = {"providerName": "p", "oidcToken": service.oidc_token(key.public_key, subject="other")}
    assert do("create_oauth_providers", {"userId": user_id, "oauthProviders": [provider]})["providerIds"]
    stamped = do("stamp_login", {"publicKey": ApiKey.generate().public_key})["session"]
    assert verify_session_jwt(stamped, keys=service.keys).user_id == user_id
    assert do("update_user_email", {"userId": user_id, "userEmail": "new@example.com"})["userId"] == user_id
    root = {"userName": "r", "apiKeys": [], "authenticators": [], "oauthProviders": []}
    sub = {"subOrganizationName": "s", "rootUsers": [root], "rootQuorumThreshold": 1}
    assert do("create_sub_organization", sub)["subOrganizationId"]
    _vote(do, also, service)
    _prove(do, service)
    records.play(do, service)

    contact = {"otpType": "OTP_TYPE_EMAIL", "contact": "someone@example.com"}
    key = ApiKey.generate()
    token = verify_code(service, do("otp_init_v2", contact), key, lambda given: do("otp_verify_v2", given))
    signup = operations.SignupV2(
        user_email="someone@example.com",
        verification_token=token,
        api_keys=[],
        authenticators=[],
        oauth_providers=[],
        wallet=operations.SignupWallet.from_params({"walletName": "w", "accounts": [ACCOUNT]}),
    ).signed(key)
    made = do("signup_v2", signup.to_params())
    assert made["wallet"]["addresses"]
    found = do("account", {"filterType": "EMAIL", "filterValue": "someone@example.com"})
    assert found["organizationId"] == made["organizationId"]
    assert do("wallet_kit_config", {})["organizationId"] == service.organization_id
    key = ApiKey.generate()
    token = verify_code(
        service, also("otp_init_v2", contact), key, lambda given: also("otp_verify_v2", given)
    )
    login = {
        "verificationToken": token,
        "publicKey": key.public_key,
        "clientSignature": sign_login(key, token).to_dict(),
    }
    claims = verify_session_jwt(do("otp_login_v2", login)["session"], keys=service.keys)
    assert claims.organization_id == made["organizationId"]
    _use_first_versions(do, service, made["organizationId"], contact)
    _use_oidc(do, service)
    for operation in (*SPECIFIED, *ROUTES):
        yield Outcome(operation, has[operation])


def _use_first_versions(
    do: Caller, service: LocalService, organization_id: str, contact: dict[str, str]
) -> None:
    """Log in by the first versions of the auth proxy's operations, in which the code is not sealed."""
    key = ApiKey.generate()
    otp_id = do("otp_init", contact)["otpId"]
    code = {"otpId": otp_id, "otpCode": service.otp_code(otp_id), "publicKey": key.public_key}
    token = do("otp_verify", code)["verificationToken"]
    login = {
        "verificationToken": token,
        "publicKey": key.public_key,
        "clientSignature": sign_login(key, token).to_dict(),
    }
    claims = verify_session_jwt(do("proxy_otp_login", login)["session"], keys=service.keys)
    assert claims.organization_id == organization_id


def _use_oidc(do: Caller, service: LocalService) -> None:
    """Sign up and log in by an OIDC token of the auth proxy."""
    assert do("wallet_kit_client_params", {}) == {"turnstileSiteKey": ""}
    key = ApiKey.generate()
    exchange = {
        "provider": "OAUTH2_PROVIDER_X",
        "authCode": "someone",
        "redirectUri": "https://example.com",
        "codeVerifier": "v",
        "nonce": oidc_nonce(key.public_key),
        "clientId": "c",
    }
    token = do("proxy_oauth2_authenticate", exchange)["oidcToken"]
    provider = {"providerName": "p", "oidcToken": token}
    made = do("signup", {"apiKeys": [], "authenticators": [], "oauthProviders": [provider]})
    login = {"oidcToken": token, "publicKey": key.public_key}
    claims = verify_session_jwt(do("proxy_oauth_login", login)["session"], keys=service.keys)
    assert claims.organization_id == made["organizationId"]


def _vote(do: Caller, also: Caller, service: LocalService) -> None:
    """Approve and reject activities of another user."""
    from tests.service.client import Client, new_tag  # noqa: PLC0415

    client = Client(service)
    second = ApiKey.generate()
    client.add_user(second)
    other = client.with_key(second)
    for operation, status in (("approve_activity", "COMPLETED"), ("reject_activity", "REJECTED")):
        service.fail("create_user_tag", "consensus")
        waiting = other.submit("create_user_tag", **new_tag()).activity
        do(operation, {"fingerprint": waiting["fingerprint"]})
        seen = do("get_activity", {"activityId": waiting["id"]})["activity"]
        assert seen["status"] == f"ACTIVITY_STATUS_{status}"
        assert also("whoami", {})
    client.http.close()


def _prove(do: Caller, service: LocalService) -> None:
    """Take an app proof of an activity and the boot proof of its enclave to their verification."""
    from tests.service.client import Client  # noqa: PLC0415

    client = Client(service)
    body = client.body("create_wallet", {"walletName": "p", "accounts": [ACCOUNT]}, generateAppProofs=True)
    made = client.post("create_wallet", body).activity
    client.http.close()
    assert do("get_activity", {"activityId": made["id"]})["activity"]["appProofs"] == made["appProofs"]
    app_proof, _ = do("list_app_proofs", {"activityId": made["id"]})["appProofs"]
    boot_proof = do("get_boot_proof", {"ephemeralKey": app_proof["publicKey"]})["bootProof"]
    assert do("get_latest_boot_proof", {"appName": "signer"})["bootProof"] == boot_proof
    expected = AppProofExpectation(
        type="APP_PROOF_TYPE_ADDRESS_DERIVATION",
        organization_id=service.organization_id,
        address=made["result"]["createWalletResult"]["addresses"][0],
    )
    verify_app_proof(app_proof, boot_proof, identity=service.enclave_identity, expected=expected)


class PlainCaller:
    """Calls what the client under test does not have."""

    def __init__(self, service: LocalService) -> None:
        from tests.service.client import Client  # noqa: PLC0415

        self._client = Client(service)

    def __call__(self, operation: str, parameters: dict[str, Any]) -> dict[str, Any]:
        if operation in _PROXY:
            body: dict[str, Any] = self._client.proxy(operation, **parameters).body
            return body
        if operation in _QUERIES:
            found: dict[str, Any] = self._client.query(operation, **parameters)
            return found
        activity = self._client.submit(operation, **parameters).activity
        return next(iter(activity["result"].values()), {})

    def close(self) -> None:
        self._client.http.close()


@contextmanager
def caller(name: str, service: LocalService) -> Iterator[Caller]:
    """Start a client."""
    if name == OURS:
        ours = OurCaller(service)
        yield ours
        ours.close()
        return
    if name == PYTHON_CLIENT:
        process = JsonProcess(python_client(), HERE / "client.py")
        try:
            yield PythonCaller(process, service)
        finally:
            process.close()
        return
    process = NodeProcess(HERE / "clients.mjs")
    try:
        yield NodeCaller(process, name, service)
    finally:
        process.close()


def outcomes(name: str) -> dict[str, bool]:
    """Run a client through every operation; give which it has."""
    with LocalService() as service, caller(name, service) as call:
        also = PlainCaller(service)
        try:
            return {each.operation: each.has_it for each in play(call, service, also=also)}
        finally:
            also.close()


def table(found: dict[str, dict[str, bool]]) -> str:
    """Write the table of the documentation: a row for the operations with the same answers."""

    def cell(name: str, operation: str) -> str:
        if (name, operation) == ("@turnkey/core", "otp_verify_v2"):
            return CORE_VERIFY_OTP
        return WORKED if found[name][operation] else MISSING

    rows = (
        (operation, tuple(cell(name, operation) for name in CLIENTS)) for operation in (*SPECIFIED, *ROUTES)
    )
    lines = [
        f"| operations | {' | '.join(f'`{name}`' if name != OURS else name for name in CLIENTS)} |",
        f"|---{'|---' * len(CLIENTS)}|",
        *grouped(rows, ", "),
    ]
    return "\n".join([*lines, ""])


def page(
    found: dict[str, dict[str, bool]],
    applications: dict[str, tuple[application.Step, ...]],
    signed: dict[str, tuple[str, ...]],
) -> str:
    """Write the page of the documentation."""
    locked = json.loads((HERE / "package.json").read_text())["dependencies"]
    versions = ", ".join(f"`{name}` {locked[name]}" for name in NODE_CLIENTS)
    pinned = dict(line.split("==") for line in (HERE / "requirements.txt").read_text().split())
    return f"""# Which client calls what

The service's official clients, unmodified, against the local service: {versions},
and from PyPI `turnkey-http` {pinned["turnkey-http"]} with
`turnkey-api-key-stamper` {pinned["turnkey-api-key-stamper"]}.
Only their base URLs are changed. `tests/interop/test_clients.py` runs them, and compares this table:
*{WORKED}* means that the client made the call and accepted the answer, and that a query or this
library's checks confirmed the answer; *{MISSING}* means that the client does not have the operation.

{table(found)}
(1) `proxyVerifyOtpV2` works. The client's own `verifyOtp`, which also seals the code, uses the built-in
production key, so it cannot work with another service. Nor can `verifyAppProofs`, which uses the built-in
root of AWS: this library verified the app proofs that the clients fetched.

{application.section(applications)}
{signing.section(signed)}"""


def write_page() -> None:
    """Run everything, and write the page of the documentation."""
    with signing.open_place() as place:
        signed = {name: signing.outcomes(name, place) for name in signing.SIGNING_CLIENTS}
    applications = {name: application.steps(name) for name in application.APPLICATIONS}
    TABLE.write_text(page({name: outcomes(name) for name in CLIENTS}, applications, signed))


if __name__ == "__main__":
    write_page()

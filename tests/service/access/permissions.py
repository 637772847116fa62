"""Who may do what: a table of who by what, and what the local service answers.

    python -m tests.service.access.permissions

asks every route for everybody over HTTP, and writes the cells of which the documentation says nothing.
"""

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import httpx

from sealwax import (
    ApiKey,
    sign_login,
    verify_import_bundle,
    verify_secret_import_bundle,
)
from sealwax_service import LocalService
from sealwax_service.http.messages import ReceivedRequest
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from tests.conftest import SEED
from tests.service.client import ETHEREUM, TARGET, Client, Reply, new_name, new_tag
from tests.service.operations.test_users import key_fields, passkey, user_fields

Fields = dict[str, Any]

YES: Final = (200, "")
NO: Final = (403, "REQUEST_NOT_AUTHORIZED")
DENIED: Final = (403, "")
"""A policy denies it."""

MISMATCH: Final = (400, "ORGANIZATION_MISMATCH")
"""A user of the parent writes in the sub-organization."""

UNKNOWN: Final = (401, "PUBLIC_KEY_NOT_FOUND")
EXPIRED: Final = (401, "API_KEY_EXPIRED")

WHO: Final = {
    "root": "a root user",
    "user": "a user without a policy",
    "policy": "a user whom a policy allows everything",
    "denied": "a user whom one policy allows everything, and another denies it",
    "parent": "the root user of the parent organization",
    "other": "the root user of another sub-organization",
    "read-only": "the read-only session of a root user",
    "scoped": "a session of a root user that may only sign",
    "expired": "the expired key of a root user",
}
"""The columns."""

# What follows is the documentation's, and is not taken from the service, which it checks.

ROOT_ONLY: Final = (
    "update_root_quorum",
    "set_organization_feature",
    "remove_organization_feature",
    "update_organization_name",
    "delete_sub_organization",
)
LOGINS: Final = (
    "email_auth",
    "init_otp",
    "verify_otp",
    "otp_login",
    "oauth_login",
    "init_user_email_recovery",
    "init_otp_auth",
    "otp_auth",
    "oauth",
)
OWN_CREDENTIALS: Final = (
    "create_api_keys",
    "delete_api_keys",
    "create_authenticators",
    "delete_authenticators",
    "create_oauth_providers",
    "delete_oauth_providers",
    "recover_user",
)
SIGNING: Final = ("sign_raw_payload", "sign_raw_payloads", "sign_transaction")
TOP_LEVEL: Final = ("create_sub_organization", "set_ip_allowlist", "remove_ip_allowlist")
"""The operations that a sub-organization cannot do, so that a parent cannot do them there either."""

Cells = dict[str, tuple[int, str] | None]

_QUERY: Final[Cells] = {
    **dict.fromkeys(("root", "user", "policy", "denied", "parent", "read-only", "scoped"), YES),
    "other": UNKNOWN,
    "expired": EXPIRED,
}
_SUBMIT: Final[Cells] = {
    **dict.fromkeys(WHO, NO),
    "root": YES,
    "denied": DENIED,
    "policy": YES,
    "parent": MISMATCH,
    "other": UNKNOWN,
    "expired": EXPIRED,
}
_CHANGES: Final[tuple[tuple[tuple[str, ...], Cells], ...]] = (
    (ROOT_ONLY, {"policy": NO, "denied": NO}),
    (("delete_sub_organization", "approve_activity", "reject_activity"), {"parent": NO}),
    (LOGINS, {"parent": YES}),
    (OWN_CREDENTIALS, {"user": YES}),
    (SIGNING, {"scoped": YES}),
    (TOP_LEVEL, {"parent": None}),
)

TABLE: Final[dict[str, Cells]] = {
    **{
        f"submit/{name}": {
            **_SUBMIT,
            **{who: cell for names, cells in _CHANGES if name in names for who, cell in cells.items()},
        }
        for name in SUBMITS
    },
    **{f"query/{name}": _QUERY for name in QUERIES},
}
"""The HTTP status and the code of the error, by route and who; None for what cannot be asked."""

UNDOCUMENTED: Final = {
    **{
        (f"submit/{name}", "parent"): "whether it is a login that a parent may request"
        for name in ("oauth_login", "init_user_email_recovery", "init_otp_auth", "otp_auth", "oauth")
    },
    ("submit/recover_user", "user"): "whether a recovery is a change of one's own credentials",
    **{(f"query/{name}", "scoped"): "whether a scope bounds what a session reads" for name in QUERIES},
    **{
        (f"submit/{name}", "scoped"): "the resource and the action of its type"
        for name in (
            "approve_activity",
            "reject_activity",
            "create_read_only_session",
            "create_session_profile",
            "recover_user",
            "set_ip_allowlist",
            "remove_ip_allowlist",
        )
    },
}
"""The cells of which the documentation says nothing, and what it leaves open."""


class Caller(NamedTuple):
    """Who asks: a client with a key, or the token of a read-only session."""

    client: Client
    user_id: str
    token: str | None = None

    def ask(self, route: str, fields: Fields) -> Reply:
        """Send a request to a route, with parameters or the fields of a query."""
        kind, _, name = route.partition("/")
        client = self.client
        body = (
            client.body(name, fields)
            if kind == "submit"
            else json.dumps({"organizationId": client.organization_id, **fields}).encode()
        )
        stamp = client.stamper.stamp(body)
        headers = {"X-Session": self.token} if self.token else {stamp.header_name: stamp.header_value}
        return client.send(f"/public/v1/{route}", body, headers)


class World:
    """An organization with everybody in it; ``root`` is the client of its root user."""

    numbers = itertools.count()

    def __init__(self, top: Client, *, is_top: bool = False) -> None:
        self.service, self.top, self.keys = top.service, top, {who: ApiKey.generate() for who in WHO}
        organization_id, self.root_id = top.organization_id, top.service.user_id
        self.keys["parent"] = top.key
        other, _ = self._new_organization(self.keys["other"])
        if is_top:
            self.keys["root"] = top.key
        else:
            organization_id, self.root_id = self._new_organization(self.keys["root"])
        self.organization_id, self.other_id = organization_id, other
        self.root = self._client("root")
        self.users = {"root": self.root_id}
        for who in ("user", "policy", "denied", "expired", "scoped"):
            soon = {"expirationSeconds": "1"} if who == "expired" else {}
            keys = [] if who == "scoped" else [key_fields(self.keys[who], **soon)]
            is_root = who in {"expired", "scoped"}
            self.users[who] = self.add("user", name=who, apiKeys=keys, isRoot=is_root)
        self.login_id = self.add("user", email="login@example.com")
        provider = {"providerName": "p", "oidcToken": self.token_for(TARGET.public_key)}
        self.root.submit("create_oauth_providers", userId=self.login_id, oauthProviders=[provider]).check()
        self._open_sessions()
        top.admin("advance", seconds=1)

    def add_policies(self) -> None:
        """Let the users whom policies are about have them. Others could then wait for their approval."""
        for who in ("policy", "denied"):
            self.allow(who)
        self.allow("denied", effect="EFFECT_DENY")

    def _new_organization(self, key: ApiKey) -> tuple[str, str]:
        user = {"userName": "r", "apiKeys": [key_fields(key)], "authenticators": [], "oauthProviders": []}
        made = self.top.submit(
            "create_sub_organization", subOrganizationName="s", rootUsers=[user], rootQuorumThreshold=1
        ).result
        return made["subOrganizationId"], made["rootUserIds"][0]

    def _client(self, who: str) -> Client:
        made = self.top.with_key(self.keys[who])
        made.organization_id = self.organization_id
        return made

    def _open_sessions(self) -> None:
        self.token = self.root.submit("create_read_only_session").result["session"]
        profile = self.root.submit(
            "create_session_profile", sessionProfileName="p", scope="activity.action == 'SIGN'"
        ).result["sessionProfileId"]
        lasting = ApiKey.generate()
        given = {"userId": self.users["scoped"], "apiKeys": [key_fields(lasting)]}
        self.root.submit("create_api_keys", **given).check()
        client = self.root.with_key(lasting)
        client.organization_id = self.organization_id
        client.submit(
            "stamp_login", publicKey=self.keys["scoped"].public_key, sessionProfileId=profile
        ).check()

    def token_for(self, public_key: str) -> str:
        return self.service.oidc_token(public_key, subject=f"login at {self.organization_id}")

    def add(self, kind: str, **fields: Any) -> str:
        """Add a record to the organization; give its id."""
        name = fields.pop("name", f"{kind} {next(self.numbers)}")
        made = self.top.admin("add", kind=kind, organizationId=self.organization_id, name=name, **fields)
        return str(made["id"])

    def allow(self, who: str, **fields: str) -> None:
        """Add a policy for a user, which allows everything."""
        self.add("policy", consensus=f"approvers.any(user, user.id == '{self.users[who]}')", **fields)

    def caller(self, who: str) -> Caller:
        """Return who asks."""
        token = self.token if who == "read-only" else None
        return Caller(self._client(who), self.users.get(who, self.root_id), token)

    def do(self, name: str, /, **parameters: Any) -> Any:
        """Have the root user do something; give the result."""
        return self.root.submit(name, **parameters).result

    def otp(self, name: str) -> str:
        given = {"otpType": "OTP_TYPE_EMAIL", "contact": "login@example.com", "appName": "a"}
        return str(self.do(name, **given)["otpId"])

    def otp_flow(self) -> Fields:
        """The parameters of verify_otp."""
        given = {"otpType": "OTP_TYPE_EMAIL", "contact": "login@example.com", "appName": "a"}
        otp = self.do("init_otp", **given)
        code = self.service.otp_code(otp["otpId"])
        sealed = self.root.seal_code(otp, code, self.keys["read-only"])
        return {"otpId": otp["otpId"], "encryptedOtpBundle": sealed}

    def wallet(self) -> Fields:
        """A wallet with an account; the fields of the account."""
        wallet_id = self.add("wallet", wallet={"walletName": "w", "accounts": [ETHEREUM]})
        account: Fields = self.root.query("list_wallet_accounts", walletId=wallet_id)["accounts"][0]
        return account

    def waiting(self) -> Fields:
        """An activity that waits for the user with a policy."""
        maker = ApiKey.generate()
        maker_id = self.add("user", apiKeys=[key_fields(maker)])
        both = " && ".join(
            f"approvers.any(user, user.id == '{each}')" for each in (maker_id, self.users["policy"])
        )
        self.add("policy", consensus=both, condition="activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'")
        client = self.root.with_key(maker)
        client.organization_id = self.organization_id
        activity = client.submit("create_user_tag", **new_tag()).activity
        assert activity["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
        return {"fingerprint": activity["fingerprint"]}

    def import_bundle(self, caller: Caller, what: str) -> Any:
        """Begin an import as the caller; None if that is refused."""
        reply = caller.ask(f"submit/init_import_{what}", {"userId": caller.user_id})
        if reply.status != YES[0]:
            return None
        return verify_import_bundle(
            reply.result["importBundle"],
            organization_id=self.organization_id,
            user_id=caller.user_id,
            keys=self.service.keys,
        )

    def secret(self) -> Fields:
        """The parameters of import_secrets."""
        suite = {"encryptionSuite": "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"}
        (message,) = self.do("init_import_secrets", **suite, numSecrets=1)["enclaveTargetMessages"]
        found = verify_secret_import_bundle(
            message, organization_id=self.organization_id, keys=self.service.keys
        )
        secret = {"secretPayload": found.encrypt_secret("text"), "targetPublicKey": found.public_key}
        return {"secrets": [{"name": str(next(self.numbers)), "staticProperties": [], **secret, **suite}]}

    def kept_secret(self) -> str:
        return str(self.do("import_secrets", **self.secret())["secretIds"][0])

    def new_key(self, caller: Caller) -> str:
        made = self.do("create_api_keys", userId=caller.user_id, apiKeys=[key_fields(ApiKey.generate())])
        return str(made["apiKeyIds"][0])


Make = Callable[[World, Caller], Fields]
_TAG: Final[Fields] = {"addUserIds": [], "removeUserIds": []}
_MAIL: Final = {"email": "login@example.com", "emailCustomization": {"appName": "a"}}
_SEALED: Final = {"targetPublicKey": TARGET.public_key}
_TEXT: Final = {"encoding": "PAYLOAD_ENCODING_TEXT_UTF8", "hashFunction": "HASH_FUNCTION_KECCAK256"}
_UNSIGNED: Final = (
    "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080"
)
_FEATURE: Final = "FEATURE_NAME_WEBAUTHN_ORIGINS"
_SUITE: Final = {"encryptionSuite": "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"}
_MFA: Final = {"mfaPolicyName": "m", "condition": "true", "requiredAuthenticationMethods": [], "order": 1}
_ON_RAMP: Final = {"onrampProvider": "FIAT_ON_RAMP_PROVIDER_MOONPAY", "publishableApiKey": "p"}


def _policy(world: World) -> Fields:
    return {"policyName": f"made {next(world.numbers)}", "effect": "EFFECT_ALLOW", "notes": "", **_NEVER}


_NEVER: Final = {"condition": "false"}


def _invitation(world: World) -> Fields:
    receiver = {"receiverUserName": "n", "receiverUserEmail": "n@example.com", "receiverUserTags": []}
    return {"invitations": [{**receiver, "accessType": "ACCESS_TYPE_WEB", "senderUserId": world.root_id}]}


def _interface() -> Fields:
    contract = {"smartContractAddress": "0x" + "11" * 20, "smartContractInterface": "[]", "label": "l"}
    return {**contract, "type": "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM"}


def _oauth2(world: World) -> Fields:
    from sealwax import encrypt_oauth2_client_secret  # noqa: PLC0415

    sealed = encrypt_oauth2_client_secret("s", keys=world.service.encryption_keys)
    return {"provider": "OAUTH2_PROVIDER_X", "clientId": "c", "encryptedClientSecret": sealed}


def _on_ramp(world: World) -> Fields:
    from sealwax import encrypt_on_ramp_secret  # noqa: PLC0415

    return {
        **_ON_RAMP,
        "encryptedSecretApiKey": encrypt_on_ramp_secret("s", keys=world.service.encryption_keys),
    }


def _mfa(world: World, caller: Caller) -> Fields:
    return {"userId": caller.user_id, "mfaPolicyId": world.add("mfa_policy", userId=caller.user_id)}


def _private_key(**changes: Any) -> Fields:
    key = {"privateKeyName": new_name(), "curve": "CURVE_ED25519", "privateKeyTags": [], "addressFormats": []}
    return {"privateKeys": [{**key, **changes}]}


def _import(what: str, name: str, seal: Callable[[Any], str], **fields: Any) -> Make:
    def make(world: World, caller: Caller) -> Fields:
        target = world.import_bundle(caller, what)
        return {
            "userId": caller.user_id,
            "encryptedBundle": "x" if target is None else seal(target),
            name: new_name(),
            **fields,
        }

    return make


def _otp_login(world: World, _caller: Caller) -> Fields:
    key = world.keys["read-only"]
    token = world.do("verify_otp", **world.otp_flow())["verificationToken"]
    return {
        "verificationToken": token,
        "publicKey": key.public_key,
        "clientSignature": sign_login(key, token).to_dict(),
    }


def _otp_auth(world: World, _caller: Caller) -> Fields:
    otp_id = world.otp("init_otp_auth")
    return {"otpId": otp_id, "otpCode": world.service.otp_code(otp_id), **_SEALED}


def _kept(world: World, operation: str, given: Fields, id_name: str, given_name: str | None = None) -> Fields:
    return {given_name or id_name: world.do(operation, **given)[id_name]}


WORDS: Final = "legal winner thank year wave sausage worth useful legal winner thank yellow"

SUBMIT_FIELDS: Final[dict[str, Make]] = {
    "update_webhook_endpoint": lambda world, _: {"endpointId": world.add("webhook_endpoint")},
    "update_user": lambda world, _: {"userId": world.login_id, "userName": "n"},
    "create_oauth_providers": lambda _, caller: {
        "userId": caller.user_id,
        "oauthProviders": [{"providerName": "p"}],
    },
    "set_ip_allowlist": lambda *_: {"enabled": False, "rules": []},
    "oauth_login": lambda world, _: {
        "oidcToken": world.token_for(world.keys["read-only"].public_key),
        "publicKey": world.keys["read-only"].public_key,
    },
    "update_private_key_tag": lambda world, _: {
        "privateKeyTagId": world.add("private_key_tag"),
        "addPrivateKeyIds": [],
        "removePrivateKeyIds": [],
    },
    "update_policy": lambda world, _: {"policyId": world.add("policy", **_NEVER), "policyNotes": "n"},
    "verify_otp": lambda world, _: world.otp_flow(),
    "export_wallet": lambda world, _: {"walletId": world.add("wallet"), **_SEALED},
    "create_policy": lambda world, _: _policy(world),
    "delete_private_keys": lambda world, _: {
        "privateKeyIds": [world.add("private_key")],
        "deleteWithoutExport": True,
    },
    "create_private_key_tag": lambda *_: {"privateKeyTagName": new_name(), "privateKeyIds": []},
    "create_user_tag": lambda *_: new_tag(),
    "update_user_email": lambda world, _: {"userId": world.add("user"), "userEmail": "e@example.com"},
    "delete_user_tags": lambda world, _: {"userTagIds": [world.add("user_tag")]},
    "export_wallet_account": lambda world, _: {"address": world.wallet()["address"], **_SEALED},
    "update_organization_name": lambda *_: {"organizationName": "n"},
    "delete_mfa_policy": _mfa,
    "init_import_wallet": lambda _, caller: {"userId": caller.user_id},
    "init_import_secrets": lambda *_: {**_SUITE, "numSecrets": 1},
    "import_secrets": lambda world, _: world.secret(),
    "export_secrets": lambda world, _: {"secrets": [{"secretId": world.kept_secret(), **_SEALED, **_SUITE}]},
    "delete_secrets": lambda world, _: {"secretIds": [world.kept_secret()]},
    "init_otp": lambda *_: {"otpType": "OTP_TYPE_EMAIL", "contact": "login@example.com", "appName": "a"},
    "otp_login": _otp_login,
    "stamp_login": lambda *_: {"publicKey": ApiKey.generate().public_key},
    "create_wallet": lambda *_: {"walletName": new_name(), "accounts": []},
    "import_wallet": _import(
        "wallet", "walletName", lambda target: str(target.encrypt_wallet(WORDS)), accounts=[]
    ),
    "init_import_private_key": lambda _, caller: {"userId": caller.user_id},
    "import_private_key": _import(
        "private_key",
        "privateKeyName",
        lambda target: str(target.encrypt_private_key(b"\x01" * 32)),
        curve="CURVE_SECP256K1",
        addressFormats=[],
    ),
    "export_private_key": lambda world, _: {"privateKeyId": world.add("private_key"), **_SEALED},
    "approve_activity": lambda world, _: world.waiting(),
    "reject_activity": lambda world, _: world.waiting(),
    "create_sub_organization": lambda *_: {
        "subOrganizationName": "s",
        "rootUsers": [{"userName": "r", "apiKeys": [], "authenticators": [], "oauthProviders": []}],
        "rootQuorumThreshold": 1,
    },
    "sign_raw_payload": lambda world, _: {"signWith": world.wallet()["address"], "payload": "m", **_TEXT},
    "sign_raw_payloads": lambda world, _: {"signWith": world.wallet()["address"], "payloads": ["m"], **_TEXT},
    "sign_transaction": lambda world, _: {
        "signWith": world.wallet()["address"],
        "unsignedTransaction": _UNSIGNED,
        "type": "TRANSACTION_TYPE_ETHEREUM",
    },
    "create_users": lambda *_: {"users": [user_fields()]},
    "create_api_only_users": lambda *_: {
        "apiOnlyUsers": [{"userName": "u", "userTags": [], "apiKeys": []}],
    },
    "update_user_name": lambda world, _: {"userId": world.login_id, "userName": "n"},
    "update_user_phone_number": lambda world, _: {
        "userId": world.login_id,
        "userPhoneNumber": "+4912345678",
    },
    "delete_users": lambda world, _: {"userIds": [world.add("user")]},
    "update_user_tag": lambda world, _: {"userTagId": world.add("user_tag"), **_TAG},
    "delete_private_key_tags": lambda world, _: {"privateKeyTagIds": [world.add("private_key_tag")]},
    "create_api_keys": lambda _, caller: {
        "userId": caller.user_id,
        "apiKeys": [key_fields(ApiKey.generate())],
    },
    "delete_api_keys": lambda world, caller: {
        "userId": caller.user_id,
        "apiKeyIds": [world.new_key(caller)],
    },
    "create_authenticators": lambda _, caller: {"userId": caller.user_id, "authenticators": [passkey()]},
    "delete_authenticators": lambda world, caller: {
        "userId": caller.user_id,
        **_kept(
            world,
            "create_authenticators",
            {"userId": caller.user_id, "authenticators": [passkey()]},
            "authenticatorIds",
        ),
    },
    "delete_oauth_providers": lambda world, caller: {
        "userId": caller.user_id,
        **_kept(
            world,
            "create_oauth_providers",
            {"userId": caller.user_id, "oauthProviders": [{"providerName": "p"}]},
            "providerIds",
        ),
    },
    "create_wallet_accounts": lambda world, _: {"walletId": world.add("wallet"), "accounts": []},
    "update_wallet": lambda world, _: {"walletId": world.add("wallet")},
    "delete_wallets": lambda world, _: {"walletIds": [world.add("wallet")], "deleteWithoutExport": True},
    "delete_wallet_accounts": lambda world, _: {
        "walletAccountIds": [world.wallet()["walletAccountId"]],
        "deleteWithoutExport": True,
    },
    "create_private_keys": lambda *_: _private_key(),
    "create_read_write_session": lambda world, _: {"userId": world.login_id, **_SEALED},
    "create_read_only_session": lambda *_: {},
    "email_auth": lambda *_: {**_MAIL, **_SEALED},
    "init_user_email_recovery": lambda *_: {**_MAIL, **_SEALED},
    "recover_user": lambda _, caller: {"userId": caller.user_id, "authenticator": passkey()},
    "oauth": lambda world, _: {"oidcToken": world.token_for(TARGET.public_key), **_SEALED},
    "init_otp_auth": lambda *_: {
        "otpType": "OTP_TYPE_EMAIL",
        "contact": "login@example.com",
        "appName": "a",
    },
    "otp_auth": _otp_auth,
    "create_policies": lambda world, _: {"policies": [_policy(world)]},
    "delete_policy": lambda world, _: {"policyId": world.add("policy", **_NEVER)},
    "delete_policies": lambda world, _: {"policyIds": [world.add("policy", **_NEVER)]},
    "delete_sub_organization": lambda *_: {"deleteWithoutExport": True},
    "update_root_quorum": lambda world, _: {
        "threshold": 1,
        "userIds": [world.users[each] for each in ("root", "expired", "scoped")],
    },
    "set_organization_feature": lambda *_: {"name": _FEATURE, "value": "x"},
    "remove_organization_feature": lambda world, _: {
        "name": world.do("set_organization_feature", name=_FEATURE, value="x")["features"][-1]["name"]
    },
    "remove_ip_allowlist": lambda world, _: world.do("set_ip_allowlist", enabled=False, rules=[]),
    "create_mfa_policy": lambda _, caller: {"userId": caller.user_id, **_MFA},
    "update_mfa_policy": _mfa,
    "create_webhook_endpoint": lambda *_: {"url": "https://example.com", "name": "n"},
    "delete_webhook_endpoint": lambda world, _: {"endpointId": world.add("webhook_endpoint")},
    "create_invitations": lambda world, _: _invitation(world),
    "delete_invitation": lambda world, _: {
        "invitationId": world.do("create_invitations", **_invitation(world))["invitationIds"][0]
    },
    "create_smart_contract_interface": lambda *_: _interface(),
    "delete_smart_contract_interface": lambda world, _: _kept(
        world, "create_smart_contract_interface", _interface(), "smartContractInterfaceId"
    ),
    "create_session_profile": lambda *_: {"sessionProfileName": "p", "scope": "true"},
    "create_oauth2_credential": lambda world, _: _oauth2(world),
    "update_oauth2_credential": lambda world, _: {
        **_kept(world, "create_oauth2_credential", _oauth2(world), "oauth2CredentialId"),
        **_oauth2(world),
    },
    "delete_oauth2_credential": lambda world, _: _kept(
        world, "create_oauth2_credential", _oauth2(world), "oauth2CredentialId"
    ),
    "create_fiat_on_ramp_credential": lambda world, _: _on_ramp(world),
    "update_fiat_on_ramp_credential": lambda world, _: {
        **_kept(
            world,
            "create_fiat_on_ramp_credential",
            _on_ramp(world),
            "fiatOnRampCredentialId",
            "fiatOnrampCredentialId",
        ),
        **_on_ramp(world),
    },
    "delete_fiat_on_ramp_credential": lambda world, _: _kept(
        world,
        "create_fiat_on_ramp_credential",
        _on_ramp(world),
        "fiatOnRampCredentialId",
        "fiatOnrampCredentialId",
    ),
}
"""The parameters of a valid request, which uses records of its own."""


def _activity(world: World) -> Fields:
    return {"activityId": world.root.submit("create_user_tag", **new_tag()).activity["id"]}


def _authenticator(world: World) -> Fields:
    made = world.do("create_authenticators", userId=world.login_id, authenticators=[passkey()])
    return {"authenticatorId": made["authenticatorIds"][0]}


def _api_key(world: World) -> Fields:
    made = world.do("create_api_keys", userId=world.login_id, apiKeys=[key_fields(ApiKey.generate())])
    return {"apiKeyId": made["apiKeyIds"][0]}


def _boot_proof(world: World) -> Fields:
    found = world.root.query("get_latest_boot_proof", appName="signer")["bootProof"]
    return {"ephemeralKey": found["ephemeralPublicKeyHex"]}


def _allowlist(world: World) -> Fields:
    if world.root.organization_id == world.top.organization_id:
        world.do("set_ip_allowlist", enabled=False, rules=[])
    return {}


def _nothing(_world: World) -> Fields:
    return {}


QUERY_FIELDS: Final[dict[str, Callable[[World], Fields]]] = {
    "get_activity": _activity,
    "list_app_proofs": _activity,
    "get_mfa_status": _activity,
    "get_policy_evaluations": _activity,
    "get_boot_proof": _boot_proof,
    "get_latest_boot_proof": lambda _: {"appName": "signer"},
    "get_user": lambda world: {"userId": world.root_id},
    "get_mfa_policies": lambda world: {"userId": world.root_id},
    "get_authenticators": lambda world: {"userId": world.root_id},
    "get_wallet": lambda world: {"walletId": world.add("wallet")},
    "get_wallet_account": lambda world: {
        name: value for name, value in world.wallet().items() if name in {"walletId", "path"}
    },
    "get_private_key": lambda world: {"privateKeyId": world.add("private_key")},
    "get_policy": lambda world: {"policyId": world.add("policy", **_NEVER)},
    "get_ip_allowlist": _allowlist,
    "get_api_key": _api_key,
    "get_authenticator": _authenticator,
    "get_mfa_policy": lambda world: {
        "userId": world.login_id,
        "mfaPolicyId": world.add("mfa_policy", userId=world.login_id),
    },
    "get_smart_contract_interface": lambda world: _kept(
        world, "create_smart_contract_interface", _interface(), "smartContractInterfaceId"
    ),
    "get_session_profile": lambda world: _kept(
        world,
        "create_session_profile",
        {"sessionProfileName": "p", "scope": "true"},
        "sessionProfileId",
    ),
    "get_oauth2_credential": lambda world: _kept(
        world, "create_oauth2_credential", _oauth2(world), "oauth2CredentialId"
    ),
}
"""The fields of the queries that need more than the organization's id."""


def direct(service: LocalService) -> httpx.Client:
    """A client that calls the service without HTTP."""

    def answer(request: httpx.Request) -> httpx.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        made = service._respond(ReceivedRequest(request.method, request.url.path, headers, request.content))
        return httpx.Response(made.status, content=made.content)

    return httpx.Client(transport=httpx.MockTransport(answer), base_url="http://127.0.0.1")


class Cell(NamedTuple):
    """A cell of the table that the service answers otherwise."""

    route: str
    who: str
    expected: tuple[int, str]
    answered: tuple[int, str]


def differences(top: Client, route: str) -> Iterator[Cell]:
    """Ask a route for everybody; yield what differs from the table."""
    kind, _, name = route.partition("/")
    is_top = name in TOP_LEVEL or name == "get_ip_allowlist"
    top.service.reset()
    world = World(top, is_top=is_top)
    # The root user may do away with the organization.
    for who in ("user", "parent", "other", "read-only", "scoped", "expired", "policy", "denied", "root"):
        expected = TABLE[route][who]
        if expected is None or (is_top and who == "parent"):
            continue
        if who == "policy":
            world.add_policies()
        caller = world.caller(who)
        fields = (
            SUBMIT_FIELDS[name](world, caller)
            if kind == "submit"
            else QUERY_FIELDS.get(name, _nothing)(world)
        )
        reply = caller.ask(route, fields)
        assert reply.status not in {400, 404} or reply.error == MISMATCH, (
            f"the service refuses the parameters of {route}: {reply.body['message']}. Make valid ones in "
            f"{kind.upper()}_FIELDS in tests/service/access/permissions.py"
        )
        answered = YES if reply.status == YES[0] else reply.error
        if answered == YES and kind == "submit":
            assert reply.activity["status"] == "ACTIVITY_STATUS_COMPLETED", (route, who)
        if answered != expected:
            yield Cell(route, who, expected, answered)


def main() -> None:
    """Compare the whole table over HTTP, and write what the documentation leaves open."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with LocalService(SEED) as service:
        client = Client(service)
        found = [cell for route in TABLE for cell in differences(client, route)]
    for (route, who), why in UNDOCUMENTED.items():
        sys.stdout.write(f"undocumented: {route} for {WHO[who]}: {why}\n")
    for cell in found:
        sys.stdout.write(f"differs: {cell.route} for {WHO[cell.who]}: {cell.answered}\n")
    sys.stdout.write(f"{len(TABLE) * len(WHO)} cells, {len(found)} differ\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

"""The rules of the specification, for all of its operations, over HTTP.

``tests/operations/specification.py`` has the fields of each operation. Here are requests that are valid, with
every field. From them come all requests with one thing wrong.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import pytest

from sealwax import (
    ApiKey,
    CredentialIdEncoding,
    decrypt_wallet_export,
    sign_login,
    verify_session_jwt,
)
from sealwax.testing import SoftwareAuthenticator
from tests.operations import specification
from tests.operations.specification import (
    AUTH_PROXY,
    MNEMONIC_LENGTHS,
    SPECIFIED,
    Fields,
)
from tests.service.access.test_authentication import ORIGIN, RP_ID, passkey_fields
from tests.service.client import ETHEREUM, TARGET, Client
from tests.service.operations.test_users import key_fields

SUBMIT: Final = {name: specification.SUBMIT[name] for name in SPECIFIED if name in specification.SUBMIT}
QUERY: Final = {name: specification.QUERY[name] for name in SPECIFIED if name in specification.QUERY}
KEY: Final = ApiKey.from_private_key(b"\x07" * 32)
UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"
INVALID: Final = (400, "REQUEST_INVALID")

Parameters = dict[str, Any]


def _verify_otp(client: Client) -> Parameters:
    otp = client.submit("init_otp", otpType="OTP_TYPE_EMAIL", contact="root@example.com", appName="a").result
    sealed = client.seal_code(otp, client.service.otp_code(otp["otpId"]), KEY)
    return {"otpId": otp["otpId"], "encryptedOtpBundle": sealed, "expirationSeconds": "86400"}


def _provider(client: Client) -> Parameters:
    claims = {"iss": "https://issuer.sealwax.test", "sub": "s", "aud": "sealwax-local-service"}
    token = client.service.oidc_token(KEY.public_key, subject="s")
    return {"providerName": "p", "oidcToken": token, "oidcClaims": claims}


def _signup(client: Client) -> Parameters:
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
    return {
        "userEmail": "a@example.com",
        "userPhoneNumber": "+4912345678",
        "userTag": "t",
        "userName": "n",
        "organizationName": "o",
        "apiKeys": [
            {
                "apiKeyName": "k",
                "publicKey": KEY.public_key,
                "curveType": "API_KEY_CURVE_P256",
                "expirationSeconds": "900",
            }
        ],
        "authenticators": [passkey_fields(passkey, CredentialIdEncoding.CBOR)],
        "oauthProviders": [_provider(client)],
        "wallet": {"walletName": "w", "accounts": [{**ETHEREUM, "name": "a"}], "mnemonicLength": 12},
    }


def _otp_login(client: Client) -> Parameters:
    token = client.token(KEY)
    return {
        "verificationToken": token,
        "publicKey": KEY.public_key,
        "clientSignature": sign_login(KEY, token).to_dict(),
        "invalidateExisting": False,
        "organizationId": client.organization_id,
    }


def _address(client: Client) -> str:
    address: str = client.query("list_wallet_accounts")["accounts"][0]["address"]
    return address


def _session_profile(client: Client) -> str:
    made = client.submit("create_session_profile", sessionProfileName="a", scope="true").result
    return str(made["sessionProfileId"])


VALID: Final[dict[str, Callable[[Client], Parameters]]] = {
    "update_webhook_endpoint": lambda client: {
        "endpointId": client.service.add_webhook_endpoint(),
        "url": "https://example.com/",
        "name": "n",
        "isActive": True,
    },
    "update_user": lambda client: {
        "userId": client.service.user_id,
        "userName": "n",
        "userEmail": "root@example.com",
        "userTagIds": [client.service.ids["userTagId"]],
        "userPhoneNumber": "+4912345678",
    },
    "create_oauth_providers": lambda client: {
        "userId": client.service.user_id,
        "oauthProviders": [_provider(client)],
    },
    "set_ip_allowlist": lambda _client: {
        "enabled": True,
        "rules": [{"cidr": "127.0.0.0/20", "label": "here"}],
        "onEvaluationError": "ALLOW",
    },
    "oauth_login": lambda client: {
        "oidcToken": client.service.oidc_token(KEY.public_key),
        "publicKey": KEY.public_key,
        "expirationSeconds": "60",
        "invalidateExisting": True,
        "sessionProfileId": _session_profile(client),
    },
    "update_private_key_tag": lambda client: {
        "privateKeyTagId": client.service.ids["privateKeyTagId"],
        "newPrivateKeyTagName": "n",
        "addPrivateKeyIds": [client.service.ids["privateKeyId"]],
        "removePrivateKeyIds": [client.admin("add", kind="private_key")["id"]],
    },
    "update_policy": lambda client: {
        "policyId": client.service.ids["policyId"],
        "policyName": "n",
        "policyEffect": "EFFECT_ALLOW",
        "policyCondition": "true",
        "policyConsensus": "true",
        "policyNotes": "",
    },
    "verify_otp": _verify_otp,
    "export_wallet": lambda client: {
        "walletId": client.service.ids["walletId"],
        "targetPublicKey": TARGET.public_key,
        "language": "MNEMONIC_LANGUAGE_ENGLISH",
    },
    "create_policy": lambda _client: {
        "policyName": "n",
        "effect": "EFFECT_ALLOW",
        "condition": "true",
        "consensus": "true",
        "notes": "",
    },
    "delete_private_keys": lambda client: {
        "privateKeyIds": [client.service.ids["privateKeyId"]],
        "deleteWithoutExport": True,
    },
    "create_private_key_tag": lambda client: {
        "privateKeyTagName": "n",
        "privateKeyIds": [client.service.ids["privateKeyId"]],
    },
    "create_user_tag": lambda client: {"userTagName": "n", "userIds": [client.service.user_id]},
    "update_user_email": lambda client: {
        "userId": client.service.user_id,
        "userEmail": "root@example.com",
        "verificationToken": client.token(KEY),
    },
    "delete_user_tags": lambda client: {"userTagIds": [client.service.ids["userTagId"]]},
    "export_wallet_account": lambda client: {
        "address": _address(client),
        "targetPublicKey": TARGET.public_key,
    },
    "update_organization_name": lambda _client: {"organizationName": "n"},
    "delete_mfa_policy": lambda client: {
        "userId": client.service.user_id,
        "mfaPolicyId": client.service.ids["mfaPolicyId"],
    },
    "init_import_wallet": lambda client: {"userId": client.service.user_id},
    "list_private_keys": lambda _client: {},
    "signup_v2": _signup,
    "otp_login_v2": _otp_login,
}

FIELDS: Final[dict[str, Fields]] = {
    **{name: row.parameters for name, row in SUBMIT.items()},
    **{name: row.parameters for name, row in (QUERY | AUTH_PROXY).items()},
}


def test_the_table_has_all_22_operations() -> None:
    assert VALID.keys() == FIELDS.keys()
    assert len(VALID) == 22


@pytest.mark.parametrize("name", AUTH_PROXY)
def test_a_configuration_id_is_required(client: Client, name: str) -> None:
    parameters = VALID[name](client)
    body = json.dumps(parameters).encode()
    for headers in ({}, {"X-Auth-Proxy-Config-Id": UNKNOWN}, {"X-Auth-Proxy-Config-Id": ""}):
        reply = client.send(AUTH_PROXY[name].path, body, headers)
        assert reply.error == (401, "SEALWAX_UNKNOWN_CONFIGURATION")
    assert client.http.get(AUTH_PROXY[name].path).status_code == 405
    assert client.proxy(name, **parameters).status == 200


class TestLimitsAndDefaults:
    @pytest.mark.parametrize("seconds", [None, "1", "86401"])
    def test_of_a_session(self, client: Client, seconds: str | None) -> None:
        given = {**VALID["oauth_login"](client), "expirationSeconds": seconds}
        before = client.service.now()
        session = client.submit("oauth_login", **given).result["session"]
        claims = verify_session_jwt(
            session, keys=client.service.keys, leeway=timedelta(seconds=30), allow_scoped=True
        )
        lifetime = timedelta(seconds=int(seconds or 900))
        assert (
            lifetime - timedelta(seconds=1) <= claims.expires_at - before <= lifetime + timedelta(seconds=30)
        )

    @pytest.mark.parametrize("length", [None, *sorted(MNEMONIC_LENGTHS)])
    def test_of_a_mnemonic(self, client: Client, length: int | None) -> None:
        wallet = {"walletName": "w", "accounts": [], **({} if length is None else {"mnemonicLength": length})}
        made = client.proxy(
            "signup_v2", apiKeys=[key_fields(KEY)], authenticators=[], oauthProviders=[], wallet=wallet
        ).body
        client = client.with_key(KEY)
        client.organization_id = made["organizationId"]
        export = client.submit(
            "export_wallet", walletId=made["wallet"]["walletId"], targetPublicKey=TARGET.public_key
        ).result["exportBundle"]
        opened = decrypt_wallet_export(
            export, TARGET, organization_id=made["organizationId"], keys=client.service.keys
        )
        assert len(opened.mnemonic.split()) == (length or 12)

    def test_of_an_allowlist(self, client: Client) -> None:
        client.submit("set_ip_allowlist", enabled=False).check()
        assert client.query("get_ip_allowlist")["allowlist"]["onEvaluationError"] == "DENY"

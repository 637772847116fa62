"""The calls that applications make to keep users, keys, wallets and other records, and to sign."""

import json
from typing import Any, Protocol

from sealwax import (
    ApiKey,
    TargetKey,
    decrypt_credential_bundle,
    decrypt_secret_export,
    verify_secret_import_bundle,
)
from sealwax.activities import SignatureResult
from sealwax_service import LocalService

SUBMITS = (
    "sign_raw_payload",
    "sign_raw_payloads",
    "sign_transaction",
    "create_wallet_accounts",
    "update_wallet",
    "delete_wallet_accounts",
    "delete_wallets",
    "create_private_keys",
    "create_users",
    "update_user_name",
    "update_user_phone_number",
    "update_user_tag",
    "create_api_keys",
    "delete_api_keys",
    "create_authenticators",
    "delete_authenticators",
    "delete_oauth_providers",
    "delete_users",
    "delete_private_key_tags",
    "create_read_write_session",
    "create_read_only_session",
    "email_auth",
    "create_policies",
    "delete_policy",
    "delete_policies",
    "create_invitations",
    "delete_invitation",
    "create_smart_contract_interface",
    "delete_smart_contract_interface",
    "create_session_profile",
    "create_webhook_endpoint",
    "delete_webhook_endpoint",
    "create_mfa_policy",
    "update_mfa_policy",
    "set_organization_feature",
    "remove_organization_feature",
    "remove_ip_allowlist",
    "update_root_quorum",
)
QUERY_METHODS = {
    "get_wallet_account": "getWalletAccount",
    "get_api_keys": "getApiKeys",
    "get_api_key": "getApiKey",
    "get_authenticators": "getAuthenticators",
    "get_authenticator": "getAuthenticator",
    "get_oauth_providers": "getOauthProviders",
    "get_organization_configs": "getOrganizationConfigs",
    "list_suborgs": "getSubOrgIds",
    "list_verified_suborgs": "getVerifiedSubOrgIds",
    "list_activities": "getActivities",
    "list_smart_contract_interfaces": "getSmartContractInterfaces",
    "get_smart_contract_interface": "getSmartContractInterface",
    "get_session_profiles": "getSessionProfiles",
    "get_session_profile": "getSessionProfile",
    "get_mfa_policy": "getMfaPolicy",
    "get_mfa_status": "getMfaStatus",
    "get_policy_evaluations": "getPolicyEvaluations",
}
ROUTES = (*SUBMITS, *QUERY_METHODS)

ACCOUNT = {
    "curve": "CURVE_SECP256K1",
    "pathFormat": "PATH_FORMAT_BIP32",
    "path": "m/44'/60'/0'/0/7",
    "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
}
NAMES = {"encoding": "PAYLOAD_ENCODING_TEXT_UTF8", "hashFunction": "HASH_FUNCTION_KECCAK256"}


class Call(Protocol):
    """Calls an operation with parameters; gives the fields of the result."""

    def __call__(self, operation: str, parameters: dict[str, Any]) -> dict[str, Any]: ...


def play(do: Call, service: LocalService) -> None:
    """Call each of these operations, and check what it did."""
    _sign(do)
    _keep_users(do, service)
    _keep_records(do, service)
    _keep_secrets(do, service)


def _sign(do: Call) -> None:
    wallet_id = do("create_wallet", {"walletName": "signs", "accounts": []})["walletId"]
    made = do("create_wallet_accounts", {"walletId": wallet_id, "accounts": [ACCOUNT]})
    (address,) = made["addresses"]
    account = do("get_wallet_account", {"walletId": wallet_id, "address": address})["account"]
    signed = do("sign_raw_payload", {"signWith": address, "payload": "m", **NAMES})
    several = do("sign_raw_payloads", {"signWith": address, "payloads": ["m", "n"], **NAMES})["signatures"]
    for payload, signature in zip("mmn", (signed, *several), strict=True):
        parts = {name: signature[name] for name in ("r", "s", "v")}
        SignatureResult(**parts).verify(
            payload,
            encoding=NAMES["encoding"],
            hash_function=NAMES["hashFunction"],
            address=address,
            address_format=account["addressFormat"],
        )
    unsigned = "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080"
    transaction = {
        "signWith": address,
        "unsignedTransaction": unsigned,
        "type": "TRANSACTION_TYPE_ETHEREUM",
    }
    signed_text = do("sign_transaction", transaction)["signedTransaction"]
    # The byte between is the length, which depends on r and s.
    assert (signed_text[:2], signed_text[4:6]) == ("f8", "09")
    assert do("update_wallet", {"walletId": wallet_id, "walletName": "n"})["walletId"] == wallet_id
    gone = {"walletAccountIds": [account["walletAccountId"]], "deleteWithoutExport": True}
    assert do("delete_wallet_accounts", gone)["walletAccountIds"] == gone["walletAccountIds"]
    gone = {"walletIds": [wallet_id], "deleteWithoutExport": True}
    assert do("delete_wallets", gone)["walletIds"] == [wallet_id]
    key = {
        "privateKeyName": "k",
        "curve": "CURVE_ED25519",
        "privateKeyTags": [],
        "addressFormats": ["ADDRESS_FORMAT_SOLANA"],
    }
    (private_key,) = do("create_private_keys", {"privateKeys": [key]})["privateKeys"]
    assert private_key["addresses"][0]["format"] == "ADDRESS_FORMAT_SOLANA"


def _keep_users(do: Call, service: LocalService) -> None:
    from tests.service.operations.test_users import key_fields, passkey, user_fields  # noqa: PLC0415

    (user_id,) = do("create_users", {"users": [user_fields(userEmail="u@example.com")]})["userIds"]
    assert do("update_user_name", {"userId": user_id, "userName": "n"})["userId"] == user_id
    phone = {"userId": user_id, "userPhoneNumber": "+4912345678"}
    assert do("update_user_phone_number", phone)["userId"] == user_id
    tag = {"userTagId": service.ids["userTagId"], "addUserIds": [user_id], "removeUserIds": []}
    assert do("update_user_tag", {**tag, "newUserTagName": "new"})["userTagId"] == tag["userTagId"]
    assert do("get_user", {"userId": user_id})["user"]["userTags"] == [tag["userTagId"]]
    api_key = key_fields(ApiKey.generate())
    (key_id,) = do("create_api_keys", {"userId": user_id, "apiKeys": [api_key]})["apiKeyIds"]
    assert [each["apiKeyId"] for each in do("get_api_keys", {"userId": user_id})["apiKeys"]] == [key_id]
    assert (
        do("get_api_key", {"apiKeyId": key_id})["apiKey"]["credential"]["publicKey"] == api_key["publicKey"]
    )
    assert do("delete_api_keys", {"userId": user_id, "apiKeyIds": [key_id]})["apiKeyIds"] == [key_id]
    made = do("create_authenticators", {"userId": user_id, "authenticators": [passkey()]})
    (passkey_id,) = made["authenticatorIds"]
    (found,) = do("get_authenticators", {"userId": user_id})["authenticators"]
    assert found["authenticatorId"] == passkey_id
    assert do("get_authenticator", {"authenticatorId": passkey_id})["authenticator"] == found
    gone = {"userId": user_id, "authenticatorIds": [passkey_id]}
    assert do("delete_authenticators", gone)["authenticatorIds"] == [passkey_id]
    (provider, *_) = do("get_oauth_providers", {"userId": service.user_id})["oauthProviders"]
    gone = {"userId": service.user_id, "providerIds": [provider["providerId"]]}
    assert do("delete_oauth_providers", gone)["providerIds"] == gone["providerIds"]
    target = TargetKey.generate()
    sealed = {"targetPublicKey": target.public_key}
    session = do("create_read_write_session", {"userId": user_id, **sealed})
    assert session["userId"] == user_id
    assert decrypt_credential_bundle(session["credentialBundle"], target).curve == "p256"
    assert int(do("create_read_only_session", {})["sessionExpiry"]) > service.now().timestamp()
    mail = {"email": "u@example.com", **sealed, "emailCustomization": {"appName": "tests"}}
    assert do("email_auth", mail)["userId"] == user_id
    assert decrypt_credential_bundle(service.emails[-1]["credentialBundle"], target).curve == "p256"
    assert do("delete_users", {"userIds": [user_id]})["userIds"] == [user_id]
    gone = {"privateKeyTagIds": [service.ids["privateKeyTagId"]]}
    assert do("delete_private_key_tags", gone)["privateKeyTagIds"] == gone["privateKeyTagIds"]


def _keep_records(do: Call, service: LocalService) -> None:
    user_id = service.user_id
    policies = [
        {"policyName": name, "effect": "EFFECT_ALLOW", "condition": "true", "consensus": "true", "notes": ""}
        for name in ("one", "two")
    ]
    first, second = do("create_policies", {"policies": policies})["policyIds"]
    assert do("delete_policy", {"policyId": first})["policyId"] == first
    assert do("delete_policies", {"policyIds": [second]})["policyIds"] == [second]
    invitation = {
        "receiverUserName": "n",
        "receiverUserEmail": "n@example.com",
        "receiverUserTags": [],
        "accessType": "ACCESS_TYPE_WEB",
        "senderUserId": user_id,
    }
    (invitation_id,) = do("create_invitations", {"invitations": [invitation]})["invitationIds"]
    assert do("delete_invitation", {"invitationId": invitation_id})["invitationId"] == invitation_id
    interface = {
        "smartContractAddress": "0x" + "11" * 20,
        "smartContractInterface": json.dumps([]),
        "type": "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM",
        "label": "l",
        "notes": "",
    }
    made = do("create_smart_contract_interface", interface)
    which = {"smartContractInterfaceId": made["smartContractInterfaceId"]}
    record = do("get_smart_contract_interface", which)["smartContractInterface"]
    assert record["label"] == "l"
    assert do("list_smart_contract_interfaces", {})["smartContractInterfaces"] == [record]
    gone = do("delete_smart_contract_interface", which)
    assert gone["smartContractInterfaceId"] == which["smartContractInterfaceId"]
    profile = {"sessionProfileName": "p", "scope": "activity.action != 'EXPORT'"}
    made = do("create_session_profile", profile)
    record = do("get_session_profile", {"sessionProfileId": made["sessionProfileId"]})["sessionProfile"]
    assert do("get_session_profiles", {})["sessionProfiles"] == [record]
    endpoint = {"url": "https://example.com", "name": "n", "subscriptions": []}
    made = do("create_webhook_endpoint", endpoint)
    gone = {"endpointId": made["endpointId"]}
    assert do("delete_webhook_endpoint", gone)["endpointId"] == gone["endpointId"]
    policy = {
        "userId": user_id,
        "mfaPolicyName": "m",
        "condition": "true",
        "requiredAuthenticationMethods": [{"any": [{"type": "AUTHENTICATION_TYPE_PASSKEY"}]}],
        "order": 1,
    }
    made = do("create_mfa_policy", policy)
    which = {"userId": user_id, "mfaPolicyId": made["mfaPolicyId"]}
    assert do("update_mfa_policy", {**which, "mfaPolicyName": "n"})["mfaPolicyId"] == made["mfaPolicyId"]
    assert do("get_mfa_policy", which)["mfaPolicy"]["mfaPolicyName"] == "n"
    feature = {"name": "FEATURE_NAME_WEBAUTHN_ORIGINS", "value": "https://example.com"}
    assert do("set_organization_feature", feature)["features"][-1] == feature
    assert do("get_organization_configs", {})["configs"]["features"][-1] == feature
    assert feature not in do("remove_organization_feature", {"name": feature["name"]})["features"]
    do("remove_ip_allowlist", {})
    do("update_root_quorum", {"threshold": 1, "userIds": [user_id]})
    newest = {"filterByType": ["ACTIVITY_TYPE_UPDATE_ROOT_QUORUM"], "paginationOptions": {"limit": "1"}}
    (activity,) = do("list_activities", newest)["activities"]
    assert activity["type"] == "ACTIVITY_TYPE_UPDATE_ROOT_QUORUM"
    evaluations = do("get_policy_evaluations", {"activityId": activity["id"]})["policyEvaluations"]
    assert [each["voteId"] for each in evaluations] == [activity["votes"][0]["id"]]
    statuses = do("get_mfa_status", {"activityId": activity["id"], "userId": user_id})["mfaStatuses"]
    assert {each["satisfied"] for each in statuses} == {False}
    by_name = {"filterType": "NAME", "filterValue": "s", "paginationOptions": {"limit": "5"}}
    assert len(do("list_suborgs", by_name)["organizationIds"]) == 1
    by_email = {"filterType": "EMAIL", "filterValue": "x@example.com"}
    assert do("list_verified_suborgs", by_email)["organizationIds"] == []


def _keep_secrets(do: Call, service: LocalService) -> None:
    context: dict[str, Any] = {"organization_id": service.organization_id, "keys": service.keys}
    suite, target = {"encryptionSuite": "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"}, TargetKey.generate()
    (message,) = do("init_import_secrets", {**suite, "numSecrets": 1})["enclaveTargetMessages"]
    found = verify_secret_import_bundle(message, **context)
    secret = {
        "name": "s",
        "secretPayload": found.encrypt_secret("text"),
        "targetPublicKey": found.public_key,
        "staticProperties": [],
        **suite,
    }
    (secret_id,) = do("import_secrets", {"secrets": [secret]})["secretIds"]
    assert [each["secretId"] for each in do("list_secrets", {})["secrets"]] == [secret_id]
    wanted = {"secretId": secret_id, "targetPublicKey": target.public_key, **suite}
    (payload,) = do("export_secrets", {"secrets": [wanted]})["secretPayloads"]
    assert decrypt_secret_export(payload, target, **context).text == "text"
    assert do("delete_secrets", {"secretIds": [secret_id]})["secretIds"] == [secret_id]

"""The API's specification as a table, written by hand from it and sharing nothing with the code.

A field is its kind and, with a ``?`` behind its name, optional. A kind is ``text`` or another word below, a
set of the values of an enumeration, a list with the kind of its items, or a table of fields.
"""

from typing import Any, NamedTuple

CURVES = {"CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"}
PATH_FORMATS = {"PATH_FORMAT_BIP32"}
API_KEY_CURVES = {"API_KEY_CURVE_P256", "API_KEY_CURVE_SECP256K1", "API_KEY_CURVE_ED25519"}
TRANSPORTS = {
    "AUTHENTICATOR_TRANSPORT_BLE",
    "AUTHENTICATOR_TRANSPORT_INTERNAL",
    "AUTHENTICATOR_TRANSPORT_NFC",
    "AUTHENTICATOR_TRANSPORT_USB",
    "AUTHENTICATOR_TRANSPORT_HYBRID",
}
LANGUAGES = {
    "MNEMONIC_LANGUAGE_ENGLISH",
    "MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE",
    "MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE",
    "MNEMONIC_LANGUAGE_CZECH",
    "MNEMONIC_LANGUAGE_FRENCH",
    "MNEMONIC_LANGUAGE_ITALIAN",
    "MNEMONIC_LANGUAGE_JAPANESE",
    "MNEMONIC_LANGUAGE_KOREAN",
    "MNEMONIC_LANGUAGE_SPANISH",
}
EFFECTS = {"EFFECT_ALLOW", "EFFECT_DENY"}
ON_EVALUATION_ERROR = {"ALLOW", "DENY"}
SCHEMES = {"CLIENT_SIGNATURE_SCHEME_API_P256"}
BITCOIN_FORMATS = {
    f"ADDRESS_FORMAT_BITCOIN_{network}_{script}"
    for network in ("MAINNET", "TESTNET", "SIGNET", "REGTEST")
    for script in ("P2PKH", "P2SH", "P2WPKH", "P2WSH", "P2TR")
}
ADDRESS_FORMATS = BITCOIN_FORMATS | {
    "ADDRESS_FORMAT_UNCOMPRESSED",
    "ADDRESS_FORMAT_COMPRESSED",
    "ADDRESS_FORMAT_ETHEREUM",
    "ADDRESS_FORMAT_SOLANA",
    "ADDRESS_FORMAT_COSMOS",
    "ADDRESS_FORMAT_TRON",
    "ADDRESS_FORMAT_SUI",
    "ADDRESS_FORMAT_APTOS",
    "ADDRESS_FORMAT_SEI",
    "ADDRESS_FORMAT_XLM",
    "ADDRESS_FORMAT_DOGE_MAINNET",
    "ADDRESS_FORMAT_DOGE_TESTNET",
    "ADDRESS_FORMAT_TON_V3R2",
    "ADDRESS_FORMAT_TON_V4R2",
    "ADDRESS_FORMAT_TON_V5R1",
    "ADDRESS_FORMAT_XRP",
    "ADDRESS_FORMAT_SPARK_MAINNET",
    "ADDRESS_FORMAT_SPARK_REGTEST",
}
MNEMONIC_LENGTHS = {12, 15, 18, 21, 24}

Fields = dict[str, Any]

CLIENT_SIGNATURE: Fields = {"publicKey": "text", "scheme": SCHEMES, "message": "text", "signature": "text"}
OAUTH_PROVIDER: Fields = {
    "providerName": "text",
    "oidcToken?": "text",
    "oidcClaims?": {"iss": "text", "sub": "text", "aud": "text"},
}
IP_RULE: Fields = {"cidr": "cidr", "label?": "text"}
WEBHOOK_ENDPOINT: Fields = {
    "endpointId": "text",
    "organizationId": "text",
    "url": "text",
    "name": "text",
    "isActive": "boolean",
    "subscriptions?": [{"eventType": "text", "filtersJson?": "text", "isActive?": "boolean"}],
}
ATTESTATION: Fields = {
    "credentialId": "text",
    "clientDataJson": "text",
    "attestationObject": "text",
    "transports": [TRANSPORTS],
}
WALLET_ACCOUNT: Fields = {
    "curve": CURVES,
    "pathFormat": PATH_FORMATS,
    "path": "text",
    "addressFormat": ADDRESS_FORMATS,
    "name?": "text",
}
TIMESTAMP: Fields = {"seconds": "text", "nanos": "text"}
PRIVATE_KEY: Fields = {
    "privateKeyId": "text",
    "publicKey": "text",
    "privateKeyName": "text",
    "curve": "text",
    "addresses": [{"format?": "text", "address?": "text"}],
    "privateKeyTags": ["text"],
    "createdAt": TIMESTAMP,
    "updatedAt": TIMESTAMP,
    "exported": "boolean",
    "imported": "boolean",
}
ACTIVITY: Fields = {
    "id": "text",
    "organizationId": "text",
    "status": "text",
    "type": "text",
    "intent": "object",
    "votes": ["object"],
    "fingerprint": "text",
    "canApprove": "boolean",
    "canReject": "boolean",
    "createdAt": "text",
    "updatedAt": "text",
    "timestampMs?": "text",
}


class Submit(NamedTuple):
    """A submit operation."""

    type: str
    parameters: Fields
    intent: str
    result: str
    result_fields: Fields


SUBMIT: dict[str, Submit] = {
    "update_webhook_endpoint": Submit(
        "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT",
        {"endpointId": "text", "url?": "text", "name?": "text", "isActive?": "boolean"},
        "updateWebhookEndpointIntent",
        "updateWebhookEndpointResult",
        {"endpointId": "text", "webhookEndpoint": WEBHOOK_ENDPOINT},
    ),
    "update_user": Submit(
        "ACTIVITY_TYPE_UPDATE_USER",
        {
            "userId": "text",
            "userName?": "text",
            "userEmail?": "text",
            "userTagIds?": ["text"],
            "userPhoneNumber?": "phone",
        },
        "updateUserIntent",
        "updateUserResult",
        {"userId": "text"},
    ),
    "create_oauth_providers": Submit(
        "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2",
        {"userId": "text", "oauthProviders": [OAUTH_PROVIDER]},
        "createOauthProvidersIntentV2",
        "createOauthProvidersResultV2",
        {"providerIds": ["text"]},
    ),
    "set_ip_allowlist": Submit(
        "ACTIVITY_TYPE_SET_IP_ALLOWLIST",
        {
            "publicKey?": "text",
            "enabled?": "boolean",
            "rules?": [IP_RULE],
            "onEvaluationError?": ON_EVALUATION_ERROR,
        },
        "setIpAllowlistIntent",
        "setIpAllowlistResult",
        {},
    ),
    "oauth_login": Submit(
        "ACTIVITY_TYPE_OAUTH_LOGIN",
        {
            "oidcToken": "text",
            "publicKey": "text",
            "expirationSeconds?": "seconds",
            "invalidateExisting?": "boolean",
            "sessionProfileId?": "text",
        },
        "oauthLoginIntent",
        "oauthLoginResult",
        {"session": "text"},
    ),
    "update_private_key_tag": Submit(
        "ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG",
        {
            "privateKeyTagId": "text",
            "newPrivateKeyTagName?": "text",
            "addPrivateKeyIds": ["text"],
            "removePrivateKeyIds": ["text"],
        },
        "updatePrivateKeyTagIntent",
        "updatePrivateKeyTagResult",
        {"privateKeyTagId": "text"},
    ),
    "update_policy": Submit(
        "ACTIVITY_TYPE_UPDATE_POLICY_V2",
        {
            "policyId": "text",
            "policyName?": "text",
            "policyEffect?": EFFECTS,
            "policyCondition?": "text",
            "policyConsensus?": "text",
            "policyNotes?": "text",
        },
        "updatePolicyIntentV2",
        "updatePolicyResultV2",
        {"policyId": "text"},
    ),
    "verify_otp": Submit(
        "ACTIVITY_TYPE_VERIFY_OTP_V2",
        {"otpId": "text", "encryptedOtpBundle": "text", "expirationSeconds?": "seconds of a day"},
        "verifyOtpIntentV2",
        "verifyOtpResult",
        {"verificationToken": "text"},
    ),
    "export_wallet": Submit(
        "ACTIVITY_TYPE_EXPORT_WALLET",
        {"walletId": "text", "targetPublicKey": "target key", "language?": LANGUAGES},
        "exportWalletIntent",
        "exportWalletResult",
        {"walletId": "text", "exportBundle": "text"},
    ),
    "create_policy": Submit(
        "ACTIVITY_TYPE_CREATE_POLICY_V3",
        {
            "policyName": "text",
            "effect": EFFECTS,
            "condition?": "text",
            "consensus?": "text",
            "notes": "text",
        },
        "createPolicyIntentV3",
        "createPolicyResult",
        {"policyId": "text"},
    ),
    "delete_private_keys": Submit(
        "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS",
        {"privateKeyIds": ["text"], "deleteWithoutExport?": "boolean"},
        "deletePrivateKeysIntent",
        "deletePrivateKeysResult",
        {"privateKeyIds": ["text"]},
    ),
    "create_private_key_tag": Submit(
        "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG",
        {"privateKeyTagName": "text", "privateKeyIds": ["text"]},
        "createPrivateKeyTagIntent",
        "createPrivateKeyTagResult",
        {"privateKeyTagId": "text", "privateKeyIds": ["text"]},
    ),
    "create_user_tag": Submit(
        "ACTIVITY_TYPE_CREATE_USER_TAG",
        {"userTagName": "text", "userIds": ["text"]},
        "createUserTagIntent",
        "createUserTagResult",
        {"userTagId": "text", "userIds": ["text"]},
    ),
    "update_user_email": Submit(
        "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
        {"userId": "text", "userEmail": "text", "verificationToken?": "text"},
        "updateUserEmailIntent",
        "updateUserEmailResult",
        {"userId": "text"},
    ),
    "delete_user_tags": Submit(
        "ACTIVITY_TYPE_DELETE_USER_TAGS",
        {"userTagIds": ["text"]},
        "deleteUserTagsIntent",
        "deleteUserTagsResult",
        {"userTagIds": ["text"], "userIds": ["text"]},
    ),
    "export_wallet_account": Submit(
        "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT",
        {"address": "text", "targetPublicKey": "target key"},
        "exportWalletAccountIntent",
        "exportWalletAccountResult",
        {"address": "text", "exportBundle": "text"},
    ),
    "update_organization_name": Submit(
        "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME",
        {"organizationName": "text"},
        "updateOrganizationNameIntent",
        "updateOrganizationNameResult",
        {"organizationId": "text", "organizationName": "text"},
    ),
    "delete_mfa_policy": Submit(
        "ACTIVITY_TYPE_DELETE_MFA_POLICY",
        {"userId": "text", "mfaPolicyId": "text"},
        "deleteMfaPolicyIntent",
        "deleteMfaPolicyResult",
        {"mfaPolicyId": "text"},
    ),
    "init_import_wallet": Submit(
        "ACTIVITY_TYPE_INIT_IMPORT_WALLET",
        {"userId": "text"},
        "initImportWalletIntent",
        "initImportWalletResult",
        {"importBundle": "text"},
    ),
}

WITHOUT_APP_PROOFS = {"delete_mfa_policy"}


class Call(NamedTuple):
    """The query, or a call of the auth proxy."""

    path: str
    parameters: Fields
    answer: Fields


QUERY: dict[str, Call] = {
    "list_private_keys": Call("/public/v1/query/list_private_keys", {}, {"privateKeys": [PRIVATE_KEY]}),
}

AUTH_PROXY: dict[str, Call] = {
    "signup_v2": Call(
        "/v1/signup_v2",
        {
            "userEmail?": "text",
            "userPhoneNumber?": "phone",
            "userTag?": "text",
            "userName?": "text",
            "organizationName?": "text",
            "verificationToken?": "text",
            "apiKeys": [
                {
                    "apiKeyName": "text",
                    "publicKey": "text",
                    "curveType": API_KEY_CURVES,
                    "expirationSeconds?": "seconds",
                }
            ],
            "authenticators": [
                {"authenticatorName": "text", "challenge": "text", "attestation": ATTESTATION}
            ],
            "oauthProviders": [OAUTH_PROVIDER],
            "wallet?": {
                "walletName": "text",
                "accounts": [WALLET_ACCOUNT],
                "mnemonicLength?": MNEMONIC_LENGTHS,
            },
            "clientSignature?": CLIENT_SIGNATURE,
        },
        {"organizationId": "text", "wallet?": {"walletId": "text", "addresses": ["text"]}},
    ),
    "otp_login_v2": Call(
        "/v1/otp_login_v2",
        {
            "verificationToken": "text",
            "publicKey": "text",
            "clientSignature": CLIENT_SIGNATURE,
            "invalidateExisting?": "boolean",
            "organizationId?": "text",
        },
        {"session": "text"},
    ),
}

SPECIFIED = (*SUBMIT, *QUERY, *AUTH_PROXY)
"""The operations of the API's specification."""

# Those on secrets, which the service's public definition and its clients have.
SUITES = {"TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"}
PROPERTY: Fields = {"key": "text", "value": "text"}

SUBMIT |= {
    "init_import_secrets": Submit(
        "ACTIVITY_TYPE_INIT_IMPORT_SECRETS",
        {"encryptionSuite": SUITES, "numSecrets": "integer"},
        "initImportSecretsIntent",
        "initImportSecretsResult",
        {"enclaveTargetMessages": ["text"]},
    ),
    "import_secrets": Submit(
        "ACTIVITY_TYPE_IMPORT_SECRETS",
        {
            "secrets": [
                {
                    "name?": "text",
                    "secretPayload": "text",
                    "targetPublicKey": "target key",
                    "encryptionSuite": SUITES,
                    "staticProperties?": [PROPERTY],
                }
            ]
        },
        "importSecretsIntent",
        "importSecretsResult",
        {"secretIds": ["text"]},
    ),
    "export_secrets": Submit(
        "ACTIVITY_TYPE_EXPORT_SECRETS",
        {
            "secrets": [
                {
                    "secretId": "text",
                    "targetPublicKey": "target key",
                    "encryptionSuite": SUITES,
                    "requestContext?": [PROPERTY],
                }
            ]
        },
        "exportSecretsIntent",
        "exportSecretsResult",
        {"secretPayloads": ["text"]},
    ),
    "delete_secrets": Submit(
        "ACTIVITY_TYPE_DELETE_SECRETS",
        {"secretIds": ["text"]},
        "deleteSecretsIntent",
        "deleteSecretsResult",
        {"secretIds": ["text"]},
    ),
}
QUERY |= {
    "list_secrets": Call(
        "/public/v1/query/list_secrets",
        {"paginationOptions?": {"limit?": "page size", "before?": "text", "after?": "text"}},
        {
            "secrets": [
                {
                    "secretId": "text",
                    "name?": "text",
                    "staticProperties": [PROPERTY],
                    "createdAtUnixMs": "text",
                }
            ]
        },
    ),
}
NOT_EMPTY = {("import_secrets", "secrets"), ("export_secrets", "secrets"), ("delete_secrets", "secretIds")}
"""Arrays that must have an item."""

PARAMETERS: dict[str, Fields] = {
    name: (SUBMIT | QUERY | AUTH_PROXY)[name].parameters
    for name in dict.fromkeys((*SPECIFIED, *SUBMIT, *QUERY))
}

# For the kinds that are a word: what is right, and what is just not.
BASE_POINT = (
    "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
)
GOOD: dict[str, list[object]] = {
    "target key": [BASE_POINT, BASE_POINT.upper()],
    "text": ["x", "ü\n\0'\"\\ \u2028 $(x) `x` 🔑"],
    "boolean": [True, False],
    "integer": [1, 2, 2**31],
    "page size": ["1", "10", "99", "100"],
    "object": [{}],
    "phone": ["+41", "+13214567890", "+123456789012345"],
    "seconds": ["1", "900", "86401", "9223372036854775807"],
    "seconds of a day": ["1", "9", "10", "9999", "10000", "79999", "80000", "86399", "86400"],
    "cidr": [
        "192.0.2.0/24",
        "0.0.0.0/0",
        "192.0.2.1/32",
        "2001:db8::/32",
        "::/0",
        "::1/128",
        "2001:DB8::/32",
    ],
}
NO_NUMBER: list[object] = [
    "",
    "0",
    "-1",
    "+1",
    "01",
    "1_0",
    "1.0",
    "1e3",
    " 1",
    "1 ",
    "1\n",
    "0x10",
    "\u0661",
    "\uff11",
    "१",
    900,
    True,
]
BAD: dict[str, list[object]] = {
    "target key": [
        "",
        "02aa",
        "03" + BASE_POINT[2:66],  # compressed, as API keys are
        BASE_POINT[2:],
        "00" + BASE_POINT[2:],
        "06" + BASE_POINT[2:],
        BASE_POINT + "00",
        BASE_POINT[:-1],
        BASE_POINT + "\n",
        " " + BASE_POINT,
        "0x" + BASE_POINT,
        BASE_POINT[:-2] + "F5",
        BASE_POINT.replace("6", "\uff16"),
        "ab" * 32,
        5,
    ],
    "text": [5, True, ["x"], {"x": "x"}, 1.5, b"x"],
    "boolean": ["true", 1, 0, [], "x"],
    "integer": ["1", 0, -1, 1.5, True, []],
    "page size": [*NO_NUMBER, "101", "1000"],
    "phone": [
        "",
        "+",
        "+4",
        "41",
        "0041",
        "+041",
        "+1234567890123456",
        "+1 321 456",
        "+1-321",
        "+41\n",
        "+\u0661\u0661",
        "+\uff14\uff11",
        "++41",
        41,
    ],
    "seconds": [*NO_NUMBER, "10000000000000000000"],
    "seconds of a day": [*NO_NUMBER, "86401", "86410", "86500", "87000", "90000", "100000", "864000"],
    "cidr": [
        "",
        "192.0.2.0",
        "192.0.2.1/24",
        "192.0.2.0/33",
        "192.0.2.0/-1",
        "192.0.2.0/024",
        "192.0.2.0/+24",
        "192.0.2.0/255.255.255.0",
        "192.0.2.0/0.0.0.255",
        "192.0.2.0/24/24",
        "192.0.2.0/24\n",
        " 192.0.2.0/24",
        "192.0.2.00/24",
        "192.0.2/24",
        "300.0.2.0/24",
        "2001:db8::1/32",
        "2001:db8::/129",
        "fe80::%eth0/64",
        "::g/128",
        "192.0.2.0/\u0662\u0664",
        "example.com/24",
        5,
    ],
}


def sample(kind: Any) -> Any:
    """Make a value of a kind, with all of its fields and one item in each array."""
    match kind:
        case str():
            return GOOD[kind][0]
        case set():
            return min(kind)
        case [item]:
            return [sample(item)]
    return {name.removesuffix("?"): sample(inner) for name, inner in kind.items()}


def smallest(fields: Fields) -> Any:
    """Make parameters with what is required alone, and empty arrays."""
    return {
        name: (sample(kind) if name in {"secrets", "secretIds"} else [])
        if isinstance(kind, list)
        else smallest(kind)
        if isinstance(kind, dict)
        else sample(kind)
        for name, kind in fields.items()
        if not name.endswith("?")
    }


def arguments(name: str) -> Any:
    """Make all parameters of an operation that go together."""
    made = sample(PARAMETERS[name])
    if name == "set_ip_allowlist":
        # For the organization's own list alone.
        del made["publicKey"]
    return made

"""The facts of a request and of its approvals that policies can read.

| documented | here |
|---|---|
| ``wallet``, ``wallet_account``, ``private_key``: targets of signing, exporting | what the request names |
| ``wallets``: the targets of requests about several | those of delete_wallets |
| ``resource`` and ``action`` of a type | those of its newest version |
| ``email`` of a user without one | empty |

A payload or transaction that cannot be read has no facts: a policy about it is an error, and the operation
itself refuses it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.hex import decode_hex
from sealwax.activities.authorizations import read_authorization
from sealwax.activities.intents import camel_case
from sealwax.activities.payloads import EIP712, EIP7702
from sealwax.activities.typed_data import DOMAIN
from sealwax.errors import SealwaxError
from sealwax_service._limits import MAX_PAYLOADS
from sealwax_service.api_errors import REQUEST_INVALID, ApiError
from sealwax_service.chains.ethereum import ETHEREUM, EthereumTransaction, parse_ethereum
from sealwax_service.chains.signatures import SigningKey, find_signing_key
from sealwax_service.chains.solana import SOLANA, parse_solana
from sealwax_service.chains.typed_data import read_sent_typed_data
from sealwax_service.state.records import (
    PASSKEY_TYPE,
    Approval,
    Organization,
    PrivateKeyRecord,
    User,
    Wallet,
)

from .evaluation import Value, to_signed
from .transaction_facts import Struct, ethereum_facts, solana_facts, to_hex_text

Facts = Mapping[str, Value]

ETHEREUM_INTERFACE: Final = "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM"
"""The type of the interfaces of Ethereum contracts, by the API's name."""

_TARGETS: Final[Mapping[str, Mapping[str, str]]] = {
    "ORGANIZATION": {
        "CREATE": "CREATE_SUB_ORGANIZATION",
        "DELETE": "DELETE_ORGANIZATION DELETE_SUB_ORGANIZATION",
    },
    "INVITATION": {"CREATE": "CREATE_INVITATIONS", "DELETE": "DELETE_INVITATION"},
    "POLICY": {
        "CREATE": "CREATE_POLICY CREATE_POLICIES",
        "UPDATE": "UPDATE_POLICY",
        "DELETE": "DELETE_POLICY DELETE_POLICIES",
    },
    "SMART_CONTRACT_INTERFACE": {
        "CREATE": "CREATE_SMART_CONTRACT_INTERFACE",
        "DELETE": "DELETE_SMART_CONTRACT_INTERFACE",
    },
    "WALLET": {
        "CREATE": "CREATE_WALLET CREATE_WALLET_ACCOUNTS",
        "EXPORT": "EXPORT_WALLET EXPORT_WALLET_ACCOUNT",
        "IMPORT": "INIT_IMPORT_WALLET IMPORT_WALLET",
        "DELETE": "DELETE_WALLETS DELETE_WALLET_ACCOUNTS",
        "UPDATE": "UPDATE_WALLET",
    },
    "PRIVATE_KEY": {
        "CREATE": "CREATE_PRIVATE_KEYS CREATE_PRIVATE_KEY_TAG",
        "UPDATE": "UPDATE_PRIVATE_KEY_TAG",
        "DELETE": "DISABLE_PRIVATE_KEY DELETE_PRIVATE_KEY_TAGS DELETE_PRIVATE_KEYS",
        "EXPORT": "EXPORT_PRIVATE_KEY",
        "IMPORT": "INIT_IMPORT_PRIVATE_KEY IMPORT_PRIVATE_KEY",
        "SIGN": "SIGN_RAW_PAYLOAD SIGN_RAW_PAYLOADS SIGN_TRANSACTION ETH_SEND_TRANSACTION "
        "SOL_SEND_TRANSACTION",
    },
    "USER": {
        "CREATE": "CREATE_USERS CREATE_USER_TAG CREATE_API_ONLY_USERS",
        "UPDATE": "UPDATE_USER UPDATE_USER_NAME UPDATE_USER_EMAIL UPDATE_USER_PHONE_NUMBER UPDATE_USER_TAG",
        "DELETE": "DELETE_USERS DELETE_USER_TAGS",
    },
    "CREDENTIAL": {
        "CREATE": "CREATE_API_KEYS CREATE_AUTHENTICATORS CREATE_OAUTH_PROVIDERS",
        "DELETE": "DELETE_API_KEYS DELETE_AUTHENTICATORS DELETE_OAUTH_PROVIDERS",
    },
    "PAYMENT_METHOD": {"UPDATE": "SET_PAYMENT_METHOD", "DELETE": "DELETE_PAYMENT_METHOD"},
    "SUBSCRIPTION": {"CREATE": "ACTIVATE_BILLING_TIER"},
    "CONFIG": {"UPDATE": "UPDATE_ALLOWED_ORIGINS"},
    "RECOVERY": {"CREATE": "INIT_USER_EMAIL_RECOVERY"},
    "AUTH": {
        "CREATE": "EMAIL_AUTH INIT_OTP_AUTH OTP_AUTH OAUTH OAUTH_LOGIN OTP_LOGIN STAMP_LOGIN "
        "CREATE_READ_WRITE_SESSION CREATE_OAUTH2_CREDENTIAL OAUTH2_AUTHENTICATE",
        "UPDATE": "UPDATE_OAUTH2_CREDENTIAL",
        "DELETE": "DELETE_OAUTH2_CREDENTIAL",
    },
    "OTP": {"CREATE": "INIT_OTP", "VERIFY": "VERIFY_OTP"},
    "AUTH_PROXY": {
        "CREATE": "ENABLE_AUTH_PROXY",
        "UPDATE": "UPDATE_AUTH_PROXY_CONFIG",
        "DELETE": "DISABLE_AUTH_PROXY",
    },
    "WEBHOOK_ENDPOINT": {
        "CREATE": "CREATE_WEBHOOK_ENDPOINT",
        "UPDATE": "UPDATE_WEBHOOK_ENDPOINT",
        "DELETE": "DELETE_WEBHOOK_ENDPOINT",
    },
    "TVC_APP": {
        "CREATE": "CREATE_TVC_APP",
        "UPDATE": "UPDATE_TVC_APP_LIVE_DEPLOYMENT",
        "DELETE": "DELETE_TVC_APP_AND_DEPLOYMENTS",
    },
    "TVC_DEPLOYMENT": {
        "CREATE": "CREATE_TVC_DEPLOYMENT",
        "UPDATE": "CREATE_TVC_MANIFEST_APPROVALS RESTORE_TVC_DEPLOYMENT POST_TVC_QUORUM_KEY_SHARE",
        "DELETE": "DELETE_TVC_DEPLOYMENT",
    },
    "TVC_OPERATOR": {"CREATE": "CREATE_TVC_OPERATOR"},
    "TVC_QUORUM_KEY": {"CREATE": "CREATE_TVC_QUORUM_KEY", "ENCRYPT": "RE_ENCRYPT_TVC_QUORUM_KEY_SHARE"},
}
"""The documented kinds of activities, by resource and action."""

_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    kind: (resource, action)
    for resource, actions in _TARGETS.items()
    for action, kinds in actions.items()
    for kind in kinds.split()
}

_UNTARGETED: Final = {
    "CREATE_MFA_POLICY",
    "UPDATE_MFA_POLICY",
    "DELETE_MFA_POLICY",
    "CREATE_SESSION_PROFILE",
    "UPSERT_SWAP_CONFIG",
    "UPSERT_GAS_USAGE_CONFIG",
    "EXECUTE_SWAP",
    "INIT_FIAT_ON_RAMP",
    "CREATE_FIAT_ON_RAMP_CREDENTIAL",
    "DELETE_FIAT_ON_RAMP_CREDENTIAL",
    "UPDATE_FIAT_ON_RAMP_CREDENTIAL",
    "SPARK_SIGN_FROST",
    "SPARK_PREPARE_TRANSFER",
    "SPARK_CLAIM_TRANSFER",
    "SPARK_PREPARE_LIGHTNING_RECEIVE",
}
"""The documented kinds of activities without a documented resource and action."""

_PAYLOAD: Final = ("hash_function", "encoding")
_PARAMS: Final[Mapping[str, tuple[str, ...]]] = {
    f"ACTIVITY_TYPE_{name}": params
    for names, params in (
        ("SIGN_RAW_PAYLOAD SIGN_RAW_PAYLOAD_V2 SIGN_RAW_PAYLOADS", _PAYLOAD),
        ("SIGN_TRANSACTION_V2", ("type",)),
        ("DELETE_USERS", ("user_ids",)),
        ("CREATE_API_KEYS CREATE_API_KEYS_V2", ("user_id",)),
        ("DELETE_API_KEYS", ("user_id", "api_key_ids")),
        ("EXPORT_WALLET EXPORT_WALLET_ACCOUNT EXPORT_PRIVATE_KEY", ("target_public_key",)),
        ("UPDATE_WALLET", ("wallet_id",)),
        ("INIT_OTP_AUTH_V2 INIT_OTP_AUTH_V3", ("otp_length",)),
        ("OTP_LOGIN OTP_LOGIN_V2 STAMP_LOGIN OAUTH_LOGIN", ("session_profile_id",)),
        ("UPDATE_WEBHOOK_ENDPOINT DELETE_WEBHOOK_ENDPOINT", ("endpoint_id",)),
    )
    for name in names.split()
}
"""The parameters that policies see, by type: all documented ones of this service's operations."""


def approval_facts(users: Iterable[User], approvals: Iterable[Approval]) -> Facts:
    """Return the facts for the consensus of a policy: the approving users, and the credentials of stamps."""
    return {
        "approvers": [
            {"id": user.user_id, "tags": [*user.tag_ids], "email": user.email or "", "alias": user.name}
            for user in users
        ],
        "credentials": [
            credential
            for approval in approvals
            for credential in _credentials(approval.user)
            if credential["public_key"] == approval.public_key
        ],
    }


def _credentials(user: User) -> Iterable[Struct]:
    for key in user.api_keys:
        yield _credential(user, key.api_key_id, key.type, key.public_key)
    for passkey in user.passkeys:
        public_key, credential_id = map(encode_base64url, (passkey.public_key, passkey.credential_id))
        yield _credential(user, passkey.authenticator_id, PASSKEY_TYPE, public_key, credential_id)


def _credential(user: User, record_id: str, kind: str, public_key: str, credential_id: str = "") -> Struct:
    return {
        "id": record_id,
        "user_id": user.user_id,
        "type": kind,
        "credential_id": credential_id,
        "public_key": public_key,
    }


def request_facts(
    organization: Organization, operation: str, activity_type: str, submitted: Mapping[str, Any]
) -> tuple[Facts, ...]:
    """Return the facts for the condition of a policy; the caller holds the lock.

    Each payload of typed data and each authorization has its own facts. All other requests have a single set.
    ``submitted`` are the parameters before conversion.
    """
    ethereum: Struct = {}
    solana: Struct = {}
    facts: Struct = {
        "activity": _activity(operation.upper(), activity_type, submitted),
        "eth": ethereum,
        "solana": solana,
    }
    if operation in _ABOUT_WALLETS:
        facts |= _wallets(organization, operation, submitted)
    elif operation in _ABOUT_KEYS:
        # The operation itself refuses keys and payloads that cannot be found or read.
        with suppress(ApiError, SealwaxError):
            key = find_signing_key(
                organization, str(submitted.get(_KEY_FIELDS.get(activity_type, "signWith")))
            )
            facts |= _target(key)
            if operation == "sign_transaction":
                _add_transaction(organization, key, submitted, ethereum, solana)
    if operation in _PAYLOADS and submitted.get("encoding") in _READERS:
        return _with_payloads(facts, _PAYLOADS[operation](submitted), submitted["encoding"]) or (facts,)
    return (facts,)


def _activity(kind: str, activity_type: str, submitted: Mapping[str, Any]) -> Struct:
    given = {name: submitted.get(camel_case(name)) for name in _PARAMS.get(activity_type, ())}
    params = {name: value for name, value in given.items() if value is not None}
    if "session_profile_id" in given:
        params.setdefault("session_profile_id", "")
    activity: Struct = {"type": activity_type, "params": params}
    if kind in _KINDS:
        resource, action = _KINDS[kind]
        return {**activity, "kind": kind, "resource": resource, "action": action}
    return {**activity, "kind": kind} if kind in _UNTARGETED else activity


_KEY_FIELDS: Final = {
    "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD": "privateKeyId",
    "ACTIVITY_TYPE_SIGN_TRANSACTION": "privateKeyId",
    "ACTIVITY_TYPE_EXPORT_PRIVATE_KEY": "privateKeyId",
    "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT": "address",
}
"""The field that names the key, if not ``signWith``. Other fields are ignored."""
_ABOUT_WALLETS: Final = {"export_wallet", "delete_wallets"}
_PAYLOADS: Final[Mapping[str, Callable[[Mapping[str, Any]], Sequence[str]]]] = {
    "sign_raw_payload": lambda submitted: [submitted["payload"]],
    "sign_raw_payloads": lambda submitted: submitted["payloads"],
}
"""The payloads that an operation signs. Members that the operation does not read are ignored."""
_ABOUT_KEYS: Final = {
    *_PAYLOADS,
    "sign_transaction",
    "export_wallet_account",
    "export_private_key",
}


def _wallets(organization: Organization, operation: str, submitted: Mapping[str, Any]) -> Struct:
    """Return the wallets that a request names by their ids."""
    ids = submitted["walletIds"] if operation == "delete_wallets" else [submitted["walletId"]]
    found = [_owned(each.wallet_id, each) for each in map(organization.wallets.get, ids) if each is not None]
    if operation == "delete_wallets":
        return {"wallets": found}
    return {"wallet": found[0]} if found else {}


def _owned(record_id: str, record: Wallet | PrivateKeyRecord) -> Struct:
    return {
        "id": record_id,
        "label": record.name,
        "imported": record.imported,
        "exported": record.exported,
    }


def _target(key: SigningKey) -> Struct:
    """Return the key that a request signs with or exports."""
    facts: Struct = {}
    if key.wallet is not None:
        facts["wallet"] = _owned(key.wallet.wallet_id, key.wallet)
        facts["wallet_account"] = {"address": _address(key.address or "")}
    if key.record is not None:
        facts["private_key"] = {
            **_owned(key.record.private_key_id, key.record),
            "tags": [*key.record.tag_ids],
        }
    return facts


def _address(address: str) -> str:
    """Make hex addresses compare in any case; other addresses are case-sensitive."""
    return to_hex_text(address) if address.startswith("0x") else address


def _add_transaction(
    organization: Organization,
    key: SigningKey,
    submitted: Mapping[str, Any],
    ethereum: Struct,
    solana: Struct,
) -> None:
    unsigned = decode_hex(submitted["unsignedTransaction"].removeprefix("0x"), "unsignedTransaction")
    if submitted["type"] == ETHEREUM:
        transaction = parse_ethereum(unsigned)
        ethereum["tx"] = {
            **_call(organization, transaction),
            **ethereum_facts(transaction, key.public_key),
        }
    elif submitted["type"] == SOLANA:
        solana["tx"] = solana_facts(parse_solana(unsigned))


def _call(organization: Organization, transaction: EthereumTransaction) -> Facts:
    """Return the facts of a call by the uploaded interface of its contract."""
    for record in organization.records.get("smart_contract_interfaces", {}).values():
        if record["type"] == ETHEREUM_INTERFACE and record["smartContractAddress"].lower() == transaction.to:
            # Imported here: eth-abi takes half as long to import as everything else together.
            from .contract_calls import call_facts  # noqa: PLC0415

            facts = call_facts(record["smartContractInterface"], transaction.data)
            if facts:
                return facts
    return {}


def _with_payloads(facts: Struct, payloads: Iterable[str], encoding: str) -> tuple[Facts, ...]:
    """Return the facts of a request, with the facts of each payload."""
    different = dict.fromkeys(payloads)
    if len(different) > MAX_PAYLOADS:
        raise ApiError(REQUEST_INVALID, f"policies decide about at most {MAX_PAYLOADS} such payloads at once")
    return tuple({**facts, "eth": _read_or_nothing(_READERS[encoding], each)} for each in different)


def _read_or_nothing(read: Callable[[str], Struct], payload: str) -> Struct:
    with suppress(SealwaxError):
        return read(payload)
    return {}


def _typed_data_facts(payload: str) -> Struct:
    document = read_sent_typed_data(payload).document
    types, primary_type = document["types"], document["primaryType"]
    domain = _typed(types, DOMAIN, document["domain"])
    facts = {
        "primary_type": primary_type,
        "domain": {name: domain[member] for member, name in _DOMAIN.items() if member in domain},
        "message": _typed(types, primary_type, document["message"]),
    }
    return {"eip_712": facts}


def _authorization_facts(payload: str) -> Struct:
    read = read_authorization(payload, allow_any_chain=True)
    facts = {**read._asdict(), "address": to_hex_text(f"0x{read.address.hex()}")}
    return {"eip_7702_authorization": facts}


_READERS: Final[Mapping[str, Callable[[str], Struct]]] = {
    EIP712: _typed_data_facts,
    EIP7702: _authorization_facts,
}
"""The functions that read the facts of a payload, by encoding."""

_DOMAIN: Final = {
    "name": "name",
    "version": "version",
    "chainId": "chain_id",
    "verifyingContract": "verifying_contract",
}
"""The members of a domain that policies see, and their names in policies."""


def _typed(types: Mapping[str, Any], kind: str, value: Any) -> Any:
    """Return a valid value of typed data in the form of facts."""
    if kind.endswith("]"):
        return [_typed(types, kind[: kind.rindex("[")], each) for each in value]
    if kind in types:
        return {
            member["name"]: _typed(types, member["type"], value[member["name"]]) for member in types[kind]
        }
    if kind.startswith(("uint", "int")):
        number = int(value, 0) if isinstance(value, str) else value
        return number if kind.startswith("uint") else to_signed(number)
    return to_hex_text(value) if kind.startswith(("address", "bytes")) else value

"""The types of the policy language, and the names that each field of a policy knows.

The tables follow the documentation of the language. They lack the facts that the local service does not have,
so that expressions about them cannot be evaluated: ``NOT_HERE`` has the reasons.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Kind(NamedTuple):
    """A type: ``item`` is the type of a list's items, ``fields`` are a struct's fields."""

    name: str
    item: "Kind | None" = None
    fields: "Mapping[str, Kind] | None" = None


BOOL, INT, STRING = Kind("bool"), Kind("int"), Kind("string")
ANY = Kind("any")
"""The type of a value of a map, which only the request determines."""
MAP = Kind("map", item=ANY)


def list_of(item: Kind) -> Kind:
    """Return the type of lists of a type."""
    return Kind(f"list<{item.name}>", item=item)


def _struct(name: str, /, **fields: Kind) -> Kind:
    return Kind(name, fields=fields)


def _strings(*names: str) -> dict[str, Kind]:
    return dict.fromkeys(names, STRING)


def _ints(*names: str) -> dict[str, Kind]:
    return dict.fromkeys(names, INT)


STRINGS: Final = list_of(STRING)
_OWNED: Final[dict[str, Kind]] = {**_strings("id", "label"), "imported": BOOL, "exported": BOOL}
_WALLET: Final = _struct("Wallet", **_OWNED)

_ETHEREUM: Final = _struct(
    "EthereumTransaction",
    **_strings("from", "to", "data", "type", "function_name", "function_signature"),
    **_ints("value", "gas", "gas_price", "chain_id", "nonce"),
    **_ints("max_fee_per_gas", "max_priority_fee_per_gas", "max_fee_per_blob_gas"),
    contract_call_args=MAP,
)
_DOMAIN: Final = _struct("Eip712Domain", **_strings("name", "version", "verifying_contract"), chain_id=INT)
_TYPED_DATA: Final = _struct("Eip712TypedData", primary_type=STRING, domain=_DOMAIN, message=MAP)
_AUTHORIZATION: Final = _struct("Eip7702Authorization", address=STRING, chain_id=INT, nonce=INT)

_LOOKUP_REFERENCES: Final = list_of(
    _struct("AddressTableLookupReference", address_table_key=STRING, index=INT, writable=BOOL)
)
_ACCOUNT: Final = _struct("Account", account_key=STRING, signer=BOOL, writable=BOOL)
_INSTRUCTIONS: Final = list_of(
    _struct(
        "Instruction",
        **_strings("program_key", "instruction_data_hex"),
        accounts=list_of(_ACCOUNT),
        address_table_lookups=_LOOKUP_REFERENCES,
    )
)
_TRANSFER: Final[dict[str, Kind]] = {**_strings("from", "to"), "amount": INT}
_SOLANA: Final = _struct(
    "SolanaTransaction",
    **dict.fromkeys(
        ("static_account_keys", "account_keys", "top_level_program_keys", "program_keys"), STRINGS
    ),
    **dict.fromkeys(("top_level_instructions", "instructions"), _INSTRUCTIONS),
    recent_blockhash=STRING,
    transfers=list_of(_struct("Transfer", **_TRANSFER)),
    spl_transfers=list_of(
        _struct("SPLTransfer", **_TRANSFER, **_strings("owner", "token_mint"), signers=STRINGS)
    ),
    address_table_lookups=list_of(
        _struct(
            "AddressTableLookup",
            address_table_key=STRING,
            writable_indexes=list_of(INT),
            readonly_indexes=list_of(INT),
        )
    ),
    address_table_lookup_references=_LOOKUP_REFERENCES,
)

PARAMS: Final[Mapping[str, Kind]] = {
    **_strings("hash_function", "encoding", "type", "user_id", "target_public_key", "wallet_id"),
    **_strings("session_profile_id", "endpoint_id"),
    "user_ids": STRINGS,
    "api_key_ids": STRINGS,
    "otp_length": INT,
}

Names = Mapping[str, Kind]

CONSENSUS: Final[Names] = {
    "approvers": list_of(_struct("User", **_strings("id", "email", "alias"), tags=STRINGS)),
    "credentials": list_of(
        _struct("Credential", **_strings("id", "user_id", "type", "credential_id", "public_key"))
    ),
}
"""The names that the field ``consensus`` knows."""

CONDITION: Final[Names] = {
    "activity": _struct(
        "Activity", **_strings("type", "kind", "resource", "action"), params=_struct("params", **PARAMS)
    ),
    "wallet": _WALLET,
    "wallets": list_of(_WALLET),
    "private_key": _struct("PrivateKey", **_OWNED, tags=STRINGS),
    "wallet_account": _struct("WalletAccount", address=STRING),
    "eth": _struct("eth", tx=_ETHEREUM, eip_712=_TYPED_DATA, eip_7702_authorization=_AUTHORIZATION),
    "solana": _struct("solana", tx=_SOLANA),
}
"""The names that the field ``condition`` knows."""

FIELDS: Final[Mapping[str, Names]] = {"consensus": CONSENSUS, "condition": CONDITION}
"""The names by the field of a policy."""

_UNSIGNED: Final = "the local service signs no such transactions"

NOT_HERE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("tron", "bitcoin", "tempo"), _UNSIGNED),
    "parsed_instruction_data": "the local service decodes no instructions by their program's interface",
    "secret": "the local service tells policies nothing of secrets",
    "controls": "the local service has no velocity controls",
    "time": "the local service evaluates no time in policies",
}
"""The reasons why documented names or fields cannot be used."""

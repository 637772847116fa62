"""The facts of a transaction that policies can read: ``eth.tx`` and ``solana.tx``.

| of a transaction | here |
|---|---|
| the gas price of Ethereum's newer types | the maximum fee, as documented |
| a field that an Ethereum type lacks | missing: an error of the evaluation |
| transfers of Solana, which are documented to be top-level ones | Transfer of the System program |
| its transfers of tokens | Transfer, TransferChecked and TransferCheckedWithFee of Token and Token-2022 |
| an account from a lookup table | ``ADDRESS_TABLE_LOOKUP``, as documented |

Which transfers of the System program the deployed service knows, besides Transfer, is not documented.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from solders.instruction import CompiledInstruction
from solders.transaction import VersionedTransaction

from sealwax_service.chains.derivation import address_of
from sealwax_service.chains.ethereum import EthereumTransaction

from .evaluation import HexText, Value

Struct = dict[str, Value]

_INTEGERS: Final = {
    "nonce": "nonce",
    "value": "value",
    "chainId": "chain_id",
    "gasLimit": "gas",
    "gasPrice": "gas_price",
    "maxFeePerGas": "max_fee_per_gas",
    "maxPriorityFeePerGas": "max_priority_fee_per_gas",
    "maxFeePerBlobGas": "max_fee_per_blob_gas",
}
"""The integers of an Ethereum transaction: its item, and the name in policies."""


def to_hex_text(text: str) -> HexText:
    """Write hex in the form of policies: lower case."""
    return HexText(text.lower())


def ethereum_facts(transaction: EthereumTransaction, public_key: str) -> Struct:
    """Return the facts of an Ethereum transaction and its signing key."""
    facts: Struct = {
        "from": to_hex_text(address_of(public_key, "CURVE_SECP256K1", "ADDRESS_FORMAT_ETHEREUM")),
        "to": HexText(transaction.to),
        "data": HexText(f"0x{transaction.data.hex()}"),
        "type": f"TYPE_{transaction.kind}" if transaction.kind else "LEGACY",
    }
    for item, name in _INTEGERS.items():
        number = transaction.integer(item)
        if number is not None:
            facts[name] = number
    return {"gas_price": facts["max_fee_per_gas"], **facts} if "max_fee_per_gas" in facts else facts


# Solana.

_LOOKED_UP: Final = "ADDRESS_TABLE_LOOKUP"
_SYSTEM: Final = "11111111111111111111111111111111"
_TOKEN: Final = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"  # noqa: S105 - the id of a program
_TOKEN_2022: Final = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"  # noqa: S105 - the id of a program


class _Form(NamedTuple):
    """A transfer's instruction: the beginning and length of its data, and its first accounts."""

    start: bytes
    length: int
    accounts: tuple[str, ...]


_NATIVE: Final = _Form(b"\2\0\0\0", 12, ("from", "to"))
_CHECKED: Final = ("from", "token_mint", "to", "owner")
_PLAIN_FORMS: Final = (_Form(b"\3", 9, ("from", "to", "owner")), _Form(b"\x0c", 10, _CHECKED))
_SPL_FORMS: Final[Mapping[str, tuple[_Form, ...]]] = {
    _TOKEN: _PLAIN_FORMS,
    _TOKEN_2022: (*_PLAIN_FORMS, _Form(b"\x1a\1", 19, _CHECKED)),
}
_AMOUNT_BYTES: Final = 8


def solana_facts(transaction: VersionedTransaction) -> Struct:
    """Return the facts of a Solana transaction."""
    message = transaction.message
    lookups = [*(getattr(message, "address_table_lookups", ()))]
    keys = [str(key) for key in message.account_keys]
    references: list[Struct] = [
        {"address_table_key": str(lookup.account_key), "index": index, "writable": writable}
        for writable in (True, False)
        for lookup in lookups
        for index in (lookup.writable_indexes if writable else lookup.readonly_indexes)
    ]
    required, header = message.header.num_required_signatures, message.header
    accounts: list[Struct] = [
        {
            "account_key": key,
            "signer": number < required,
            "writable": number < required - header.num_readonly_signed_accounts
            if number < required
            else number < len(keys) - header.num_readonly_unsigned_accounts,
        }
        for number, key in enumerate(keys)
    ]
    accounts += [
        {"account_key": _LOOKED_UP, "signer": False, "writable": reference["writable"]}
        for reference in references
    ]
    instructions: list[Value] = []
    transfers: list[Value] = []
    spl_transfers: list[Value] = []
    for each in message.instructions:
        program, given = keys[each.program_id_index], [accounts[number] for number in each.accounts]
        named = [str(account["account_key"]) for account in given]
        instructions.append(
            {
                "program_key": program,
                "accounts": given,
                "instruction_data_hex": to_hex_text(each.data.hex()),
                "address_table_lookups": [
                    references[number - len(keys)] for number in each.accounts if number >= len(keys)
                ],
            }
        )
        if program == _SYSTEM:
            transfers += _transfers(each, named, (_NATIVE,))
        found = _transfers(each, named, _SPL_FORMS.get(program, ()))
        spl_transfers += [{"token_mint": "", **transfer} for transfer in found]
    programs = list(dict.fromkeys(keys[each.program_id_index] for each in message.instructions))
    return {
        **dict.fromkeys(("static_account_keys", "account_keys"), keys),
        **dict.fromkeys(("top_level_program_keys", "program_keys"), programs),
        **dict.fromkeys(("top_level_instructions", "instructions"), instructions),
        "recent_blockhash": str(message.recent_blockhash),
        "transfers": transfers,
        "spl_transfers": spl_transfers,
        "address_table_lookups": [
            {
                "address_table_key": str(lookup.account_key),
                "writable_indexes": [*lookup.writable_indexes],
                "readonly_indexes": [*lookup.readonly_indexes],
            }
            for lookup in lookups
        ],
        "address_table_lookup_references": references,
    }


def _transfers(
    instruction: CompiledInstruction, named: Sequence[str], forms: Sequence[_Form]
) -> list[Struct]:
    """Read an instruction in the form of a transfer; skip others."""
    data = instruction.data
    for form in forms:
        if data.startswith(form.start) and len(data) == form.length and len(named) >= len(form.accounts):
            amount = data[len(form.start) : len(form.start) + _AMOUNT_BYTES]
            transfer: Struct = dict(zip(form.accounts, named, strict=False))
            transfer["amount"] = int.from_bytes(amount, "little")
            rest = {"signers": [*named[len(form.accounts) :]]} if "owner" in form.accounts else {}
            return [{**transfer, **rest}]
    return []

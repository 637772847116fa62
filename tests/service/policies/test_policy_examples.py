"""The example expressions of the documentation give their documented outcomes.

Each row names the page of the documentation, and the heading or the sentence there.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.instruction import AccountMeta, Instruction
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer

from sealwax._crypto.keccak import keccak256
from sealwax_service.api_errors import ApiError
from sealwax_service.policies.request_facts import Facts
from sealwax_service.state.outcomes import (
    ALLOW,
    DENY_EXPLICIT,
    DENY_IMPLICIT,
    ERROR,
    REQUIRES_CONSENSUS,
)
from tests.service.policies.policy_requests import TO, Requests

Request = Callable[[Requests], Facts]

USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
OTHER = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
RECIPIENT, STRANGER, MINT = (Pubkey.from_bytes(bytes([number]) * 32) for number in (7, 8, 9))
TOKEN = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")


def plain(operation: str, version: str = "", **submitted: object) -> Request:
    """A request without a payload."""
    return lambda requests: requests.facts(operation, submitted, version)


def ethereum(**changes: bytes) -> Request:
    return lambda requests: requests.sign_ethereum(changes=changes)


def by_private_key(requests: Requests) -> Facts:
    return requests.sign_ethereum(sign_with=requests.ethereum)


def called(signature: str, *words: int | str) -> Request:
    """A call of a contract whose arguments are numbers, addresses or whole words."""
    data = b"".join(
        word.to_bytes(32, "big")
        if isinstance(word, int)
        else bytes.fromhex(word.removeprefix("0x")).rjust(32, b"\0")
        for word in words
    )
    return ethereum(data=keccak256(signature.encode())[:4] + data)


def transferred(amount: int, byte: str = "ab") -> Request:
    return called("transfer(address,uint256)", byte * 20, amount)


def dispersed(*recipients: str) -> Request:
    return called("disperse(address[])", 32, len(recipients), *recipients)


def batch(*calls: tuple[str, int]) -> Request:
    """Calls of contracts with an amount, without data."""
    offsets = [32 * len(calls) + 4 * 32 * number for number in range(len(calls))]
    words = [word for target, amount in calls for word in (target, amount, 96, 0)]
    return called("executeBatch((address,uint256,bytes)[])", 32, len(calls), *offsets, *words)


def permit(
    name: str = "Permit2", primary_type: str = "PermitBatchTransferFrom", *tokens: tuple[str, str]
) -> Request:
    """Typed data as the documentation has it, with tokens and their amounts."""
    payload = {
        "types": {
            "EIP712Domain": [{"name": "name", "type": "string"}, {"name": "chainId", "type": "uint256"}],
            "TokenPermissions": [{"name": "token", "type": "address"}, {"name": "amount", "type": "uint256"}],
            primary_type: [{"name": "permitted", "type": "TokenPermissions[]"}],
        },
        "primaryType": primary_type,
        "domain": {"name": name, "chainId": 1},
        "message": {"permitted": [{"token": token, "amount": amount} for token, amount in tokens]},
    }
    return lambda requests: requests.sign_payload(payload, "EIP712")


def digest(requests: Requests) -> Facts:
    return requests.sign_payload("11" * 32, "HEXADECIMAL")


def hashed(requests: Requests) -> Facts:
    return requests.sign_payload("11", "HEXADECIMAL", "KECCAK256")


def native(*recipients: Pubkey) -> Request:
    def make(requests: Requests) -> Facts:
        payer = Pubkey.from_string(requests.address(requests.solana))
        sent = [TransferParams(from_pubkey=payer, to_pubkey=each, lamports=5) for each in recipients]
        return requests.sign_solana([transfer(each) for each in sent])

    return make


def tokens(*, checked: bool, mint: Pubkey = MINT, to: Pubkey = RECIPIENT, multisig: bool = False) -> Request:
    """A transfer of 100 tokens, which names the mint if it is checked."""

    def make(requests: Requests) -> Facts:
        sender = Pubkey.from_string(requests.address(requests.solana))
        owners = [MINT, sender] if multisig else [sender]
        keys = [STRANGER, mint, to, *owners] if checked else [STRANGER, to, *owners]
        data = (b"\x0c" if checked else b"\3") + (100).to_bytes(8, "little") + (b"\6" if checked else b"")
        metas = [AccountMeta(each, is_signer=each == sender, is_writable=True) for each in keys]
        return requests.sign_solana([Instruction(TOKEN, data, metas)])

    return make


def looked_up(requests: Requests) -> Facts:
    payer = Pubkey.from_string(requests.address(requests.solana))
    sent = transfer(TransferParams(from_pubkey=payer, to_pubkey=RECIPIENT, lamports=5))
    return requests.sign_solana([sent], [AddressLookupTableAccount(STRANGER, [RECIPIENT])])


class Example(NamedTuple):
    """A policy of the documentation, and what it does to requests, each by the users who approve it."""

    where: str
    requests: tuple[tuple[Request, str, str], ...]
    condition: str = ""
    consensus: str = ""
    effect: str = "EFFECT_ALLOW"


ANY = plain("create_wallet")
NO_OP = (
    "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' && activity.params.hash_function == "
    "'HASH_FUNCTION_NO_OP' && activity.params.encoding != 'PAYLOAD_ENCODING_EIP712'"
)
PERMIT = (
    "eth.eip_712.domain.name == 'Permit2' && eth.eip_712.primary_type == 'PermitBatchTransferFrom' && {} && "
    "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'"
)
TAGS = (
    "approvers.any(user, user.tags.contains('S') || user.tags.contains('O')) && (approvers.filter(user, "
    "user.tags.contains('S')).count() >= 1 && approvers.filter(user, user.tags.contains('O')).count() >= 2)"
)
ONE_INSTRUCTION = "solana.tx.instructions.count() == 1 && solana.tx.spl_transfers.count() == 1 && "
ALL_SPL = "solana.tx.instructions.count() == solana.tx.spl_transfers.count() && "

EXAMPLES = [
    Example(
        "quickstart: a user may send to one address",
        (
            (ethereum(), "alice", ALLOW),
            (ethereum(to=b"\1" * 20), "alice", DENY_IMPLICIT),
            (ethereum(), "bob", REQUIRES_CONSENSUS),
        ),
        f"eth.tx.to == '{TO}'",
        "approvers.any(user, user.id == '<ALICE>')",
    ),
    Example(
        "access control: allow a user to create wallets",
        (
            (plain("create_wallet"), "dave", ALLOW),
            (plain("create_wallet_accounts"), "dave", ALLOW),
            (plain("export_wallet", walletId="x"), "dave", DENY_IMPLICIT),
        ),
        "activity.resource == 'WALLET' && activity.action == 'CREATE'",
    ),
    Example(
        "access control: allow users with a tag",
        ((ANY, "alice", ALLOW), (ANY, "carol", ALLOW)),
        consensus="approvers.any(user, user.tags.contains('S'))",
    ),
    Example(
        "access control: require two users with a tag",
        (
            (ANY, "alice", REQUIRES_CONSENSUS),
            (ANY, "alice bob", REQUIRES_CONSENSUS),
            (ANY, "alice carol", ALLOW),
        ),
        consensus="approvers.filter(user, user.tags.contains('S')).count() >= 2",
    ),
    Example(
        "access control: a user with both tags counts for both",
        ((ANY, "bob carol", ALLOW), (ANY, "alice bob", REQUIRES_CONSENSUS)),
        consensus=TAGS,
    ),
    Example(
        "access control: deny all delete actions for users with a tag",
        (
            (plain("delete_users", userIds=[]), "alice", DENY_EXPLICIT),
            (plain("delete_users", userIds=[]), "bob", DENY_IMPLICIT),
            (ANY, "alice", DENY_IMPLICIT),
        ),
        "activity.action == 'DELETE'",
        "approvers.any(user, user.tags.contains('S'))",
        "EFFECT_DENY",
    ),
    Example(
        "access control: allow generic OTP activities",
        (
            (plain("init_otp", "V3"), "dave", ALLOW),
            (plain("verify_otp", "V2"), "dave", ALLOW),
            (plain("otp_login", "V2"), "dave", ALLOW),
            (ANY, "dave", DENY_IMPLICIT),
        ),
        "activity.resource in ['AUTH', 'OTP'] && activity.action in ['CREATE','VERIFY']",
    ),
    Example(
        "access control: the type is that of one version",
        (
            (plain("create_read_write_session", "V2"), "dave", ALLOW),
            (plain("create_read_write_session", "V3"), "dave", DENY_IMPLICIT),
        ),
        "activity.type == 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2'",
    ),
    Example(
        "access control: the kind is that of all versions",
        (
            (plain("create_read_write_session"), "dave", ALLOW),
            (plain("create_read_write_session", "V2"), "dave", ALLOW),
            (ANY, "dave", DENY_IMPLICIT),
        ),
        "activity.kind == 'CREATE_READ_WRITE_SESSION'",
    ),
    Example(
        "access control: only passkeys",
        ((ANY, "dave by passkey", ALLOW), (ANY, "dave", DENY_IMPLICIT)),
        consensus="credentials.any(credential, credential.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
    ),
    Example(
        "access control: allow the export of a wallet account",
        (
            (
                lambda requests: requests.facts("export_wallet_account", {"address": requests.sign_with()}),
                "dave",
                ALLOW,
            ),
            (
                lambda requests: requests.facts("export_wallet", {"walletId": requests.wallet.wallet_id}),
                "dave",
                ERROR,
            ),
        ),
        "activity.action == 'EXPORT' && wallet_account.address == '<ACCOUNT>'",
    ),
    Example(
        "signing control: any account of a wallet",
        ((ethereum(), "dave", ALLOW), (by_private_key, "dave", ERROR), (digest, "dave", ALLOW)),
        "activity.action == 'SIGN' && wallet.id == '<WALLET>'",
    ),
    Example(
        "signing control: a private key",
        ((by_private_key, "dave", ALLOW), (ethereum(), "dave", ERROR)),
        "activity.action == 'SIGN' && private_key.id == '<KEY>'",
    ),
    Example(
        "language: a wallet or a private key is always an error",
        ((by_private_key, "dave", ERROR), (ethereum(), "dave", ERROR)),
        "wallet.id == '<WALLET>' || private_key.id == '<KEY>'",
    ),
    Example(
        "Ethereum: a test network",
        ((ethereum(), "dave", ALLOW), (ethereum(chainId=b"\1"), "dave", DENY_IMPLICIT)),
        "eth.tx.chain_id == 11155111",
    ),
    Example(
        "Ethereum: a range of nonces",
        ((ethereum(nonce=b"\3"), "dave", ALLOW), (ethereum(nonce=b"\4"), "dave", DENY_IMPLICIT)),
        "eth.tx.nonce <= 3",
    ),
    Example(
        "Ethereum: transfers of a token by the raw data",
        (
            (ethereum(data=bytes.fromhex("a9059cbb") + bytes(64)), "dave", ALLOW),
            (ethereum(data=bytes.fromhex("095ea7b3") + bytes(64)), "dave", DENY_IMPLICIT),
            (ethereum(data=b""), "dave", ERROR),
        ),
        f"eth.tx.to == '{TO}' && eth.tx.data[0..10] == '0xa9059cbb'",
    ),
    Example(
        "smart contract interfaces: a transfer to a maximum amount and one recipient",
        (
            (transferred(999), "dave", ALLOW),
            (transferred(10**18), "dave", DENY_IMPLICIT),
            (transferred(999, "22"), "dave", DENY_IMPLICIT),
            (ethereum(), "dave", ERROR),
            (ethereum(to=b"\1" * 20), "dave", ERROR),
        ),
        "eth.tx.contract_call_args['wad'] < 1000000000000000000 && "
        f"eth.tx.contract_call_args['dst'] == '0x{'aB' * 20}'",
    ),
    Example(
        "smart contract interfaces: a function by its name and its signature",
        ((transferred(1), "dave", ALLOW), (batch((TO, 0)), "dave", DENY_IMPLICIT)),
        "eth.tx.function_name == 'transfer' && eth.tx.function_signature == '0xa9059cbb'",
    ),
    Example(
        "Ethereum: exactly two calls of a batch",
        ((batch((TO, 0), (TO, 0)), "dave", ALLOW), (batch((TO, 0)), "dave", DENY_IMPLICIT)),
        "eth.tx.function_name == 'executeBatch' && eth.tx.contract_call_args['calls'].count() == 2",
    ),
    Example(
        "Ethereum: the calls of a batch, whose fields have positions",
        (
            (batch((TO, 0), (TO, 0)), "dave", ALLOW),
            (batch((TO, 0), (TO, 1)), "dave", DENY_IMPLICIT),
            (batch((OTHER, 0)), "dave", DENY_IMPLICIT),
        ),
        "eth.tx.function_name == 'executeBatch' && eth.tx.contract_call_args['calls'].count() <= 2 && "
        f"eth.tx.contract_call_args['calls'].all(call, call[0] == '{TO}' && call[1] == 0)",
    ),
    Example(
        "Ethereum: the fields of a struct have no names",
        ((batch((TO, 0)), "dave", ERROR),),
        f"eth.tx.contract_call_args['calls'].all(call, call['target'] == '{TO}')",
    ),
    Example(
        "Ethereum: the recipients of a list",
        ((dispersed(TO, OTHER), "dave", ALLOW), (dispersed(TO, USDC), "dave", DENY_IMPLICIT)),
        "eth.tx.function_name == 'disperse' && "
        f"eth.tx.contract_call_args['recipients'].all(addr, addr in ['{TO}', '{OTHER}'])",
    ),
    Example(
        "Ethereum: permits of a token; a digest shows nothing",
        (
            (permit("USD Coin", "Permit"), "dave", ALLOW),
            (permit("USD Coin", "Other"), "dave", DENY_IMPLICIT),
            (digest, "dave", ERROR),
        ),
        "eth.eip_712.domain.name == 'USD Coin' && eth.eip_712.primary_type == 'Permit' && activity.type == "
        "'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'",
    ),
    Example(
        "Ethereum: HyperLiquid's ApproveAgent",
        ((permit("HyperliquidSignTransaction", "HyperliquidTransaction:ApproveAgent"), "dave", ALLOW),),
        "eth.eip_712.domain.name == 'HyperliquidSignTransaction' && eth.eip_712.primary_type == "
        "'HyperliquidTransaction:ApproveAgent' && activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'",
    ),
    Example(
        "Ethereum: the first token of a batch",
        (
            (permit("Permit2", "PermitBatchTransferFrom", (USDC, "1")), "dave", ALLOW),
            (permit("Permit2", "PermitBatchTransferFrom", (OTHER, "1")), "dave", DENY_IMPLICIT),
            (permit("Permit2", "PermitBatchTransferFrom"), "dave", ERROR),
        ),
        PERMIT.format(f"eth.eip_712.message['permitted'][0]['token'] == '{USDC}'"),
    ),
    Example(
        "Ethereum: all tokens of a batch",
        (
            (permit("Permit2", "PermitBatchTransferFrom", (USDC, "1"), (USDC, "2")), "dave", ALLOW),
            (permit("Permit2", "PermitBatchTransferFrom", (USDC, "1"), (OTHER, "2")), "dave", DENY_IMPLICIT),
        ),
        PERMIT.format(f"eth.eip_712.message['permitted'].all(p, p['token'] == '{USDC}')"),
    ),
    Example(
        "Ethereum: two or fewer tokens in a batch",
        (
            (permit("Permit2", "PermitBatchTransferFrom", *[(USDC, "1")] * 2), "dave", ALLOW),
            (permit("Permit2", "PermitBatchTransferFrom", *[(USDC, "1")] * 3), "dave", DENY_IMPLICIT),
        ),
        PERMIT.format("eth.eip_712.message['permitted'].count() <= 2"),
    ),
    Example(
        "Ethereum: an amount that comes as text is compared as an integer",
        (
            (permit("Permit2", "PermitBatchTransferFrom", (USDC, "99999999")), "dave", ALLOW),
            (permit("Permit2", "PermitBatchTransferFrom", (USDC, "1000000000")), "dave", DENY_IMPLICIT),
        ),
        PERMIT.format(
            f"eth.eip_712.message['permitted'].any(p, p['token'] == '{USDC}' && p['amount'] < 100000000)"
        ),
    ),
    Example(
        "Ethereum: deny payloads that are digests",
        (
            (digest, "dave", DENY_EXPLICIT),
            (permit(), "dave", DENY_IMPLICIT),
            (hashed, "dave", DENY_IMPLICIT),
        ),
        NO_OP,
        effect="EFFECT_DENY",
    ),
    Example(
        "language: a user may delete only itself; other requests have no user_ids",
        (
            (
                lambda requests: requests.facts(
                    "delete_users", {"userIds": [requests.users["dave"].user_id]}
                ),
                "dave",
                ALLOW,
            ),
            (plain("delete_users", userIds=["x"]), "dave", DENY_IMPLICIT),
            (plain("create_users", "V4"), "dave", ERROR),
        ),
        "activity.type == 'ACTIVITY_TYPE_DELETE_USERS' && activity.params.user_ids.count() == 1 && "
        "'<DAVE>' in activity.params.user_ids",
    ),
    Example(
        "Solana: transfers to one recipient; there may be none",
        (
            (native(RECIPIENT, RECIPIENT), "dave", ALLOW),
            (native(RECIPIENT, STRANGER), "dave", DENY_IMPLICIT),
            (tokens(checked=True), "dave", ALLOW),
        ),
        "solana.tx.transfers.all(transfer, transfer.to == '<RECIPIENT>')",
    ),
    Example(
        "Solana: transfers from one sender",
        ((native(RECIPIENT), "dave", ALLOW),),
        "solana.tx.transfers.all(transfer, transfer.from == '<SENDER>')",
    ),
    Example(
        "Solana: exactly one transfer, counted without parentheses",
        ((native(RECIPIENT), "dave", ALLOW), (native(RECIPIENT, RECIPIENT), "dave", DENY_IMPLICIT)),
        "solana.tx.transfers.count == 1 && solana.tx.transfers[0].to == '<RECIPIENT>'",
    ),
    Example(
        "Solana: only the System program",
        ((native(RECIPIENT), "dave", ALLOW), (tokens(checked=True), "dave", DENY_IMPLICIT)),
        "solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')",
    ),
    Example(
        "Solana: deny transfers to an address",
        ((native(RECIPIENT, STRANGER), "dave", DENY_EXPLICIT), (native(RECIPIENT), "dave", DENY_IMPLICIT)),
        "solana.tx.transfers.any(transfer, transfer.to == '<STRANGER>')",
        effect="EFFECT_DENY",
    ),
    Example(
        "Solana: the data of the first instruction",
        ((native(RECIPIENT), "dave", ALLOW), (tokens(checked=True), "dave", DENY_IMPLICIT)),
        "solana.tx.instructions[0].instruction_data_hex == '020000000500000000000000'",
    ),
    Example(
        "Solana: the first account of the first instruction",
        ((native(RECIPIENT), "dave", ALLOW), (tokens(checked=True), "dave", DENY_IMPLICIT)),
        "solana.tx.instructions[0].accounts[0].account_key == '<SENDER>'",
    ),
    Example(
        "Solana: deny lookup tables",
        ((looked_up, "dave", DENY_EXPLICIT), (native(RECIPIENT), "dave", DENY_IMPLICIT)),
        "solana.tx.address_table_lookups.count() > 0",
        effect="EFFECT_DENY",
    ),
    Example(
        "Solana: deny sending to an address from a lookup table",
        ((looked_up, "dave", DENY_EXPLICIT), (native(RECIPIENT), "dave", DENY_IMPLICIT)),
        "solana.tx.transfers.any(t, t.to == 'ADDRESS_TABLE_LOOKUP') || "
        "solana.tx.spl_transfers.any(t, t.to == 'ADDRESS_TABLE_LOOKUP')",
        effect="EFFECT_DENY",
    ),
    Example(
        "Solana: a single transfer of tokens from a token account",
        ((tokens(checked=False), "dave", ALLOW), (native(RECIPIENT), "dave", DENY_IMPLICIT)),
        f"{ONE_INSTRUCTION}solana.tx.spl_transfers.all(transfer, transfer.from == '<STRANGER>')",
    ),
    Example(
        "Solana: only transfers of tokens to a token account",
        (
            (tokens(checked=True), "dave", ALLOW),
            (tokens(checked=False, to=STRANGER), "dave", DENY_IMPLICIT),
            (native(RECIPIENT), "dave", DENY_IMPLICIT),
        ),
        f"{ALL_SPL}solana.tx.spl_transfers.all(transfer, transfer.to == '<RECIPIENT>')",
    ),
    Example(
        "Solana: only transfers of tokens of an owner",
        ((tokens(checked=True), "dave", ALLOW), (tokens(checked=False), "dave", ALLOW)),
        f"{ALL_SPL}solana.tx.spl_transfers.all(transfer, transfer.owner == '<SENDER>')",
    ),
    Example(
        "Solana: a single transfer of few tokens",
        ((tokens(checked=True), "dave", ALLOW),),
        f"{ONE_INSTRUCTION}solana.tx.spl_transfers.all(transfer, transfer.amount < 101)",
    ),
    Example(
        "Solana: tokens of one mint, which a plain transfer does not name",
        (
            (tokens(checked=True), "dave", ALLOW),
            (tokens(checked=True, mint=STRANGER), "dave", DENY_IMPLICIT),
            (tokens(checked=False), "dave", DENY_IMPLICIT),
        ),
        f"{ALL_SPL}solana.tx.spl_transfers.all(transfer, transfer.token_mint == '<MINT>')",
    ),
    Example(
        "Solana: one of the signers of a multisignature",
        (
            (tokens(checked=True, multisig=True), "dave", ALLOW),
            (tokens(checked=False, multisig=True), "dave", ALLOW),
            (tokens(checked=True), "dave", DENY_IMPLICIT),
        ),
        f"{ONE_INSTRUCTION}solana.tx.spl_transfers.all(transfer, transfer.signers.any(s, s == '<SENDER>'))",
    ),
    Example(
        "best practices: two approve, the sender included",
        (
            (plain("create_policy", "V3"), "alice", REQUIRES_CONSENSUS),
            (plain("create_policy", "V3"), "alice bob", ALLOW),
            (plain("create_policies"), "alice bob", DENY_IMPLICIT),
        ),
        "activity.type == 'ACTIVITY_TYPE_CREATE_POLICY_V3'",
        "approvers.count() >= 2",
    ),
    Example(
        "delegated access: an agent and a human",
        ((ANY, "alice", REQUIRES_CONSENSUS), (ANY, "bob", REQUIRES_CONSENSUS), (ANY, "alice dave", ALLOW)),
        consensus="approvers.any(user, user.id == '<ALICE>') && approvers.any(user, user.id == '<DAVE>')",
    ),
    Example(
        "session profiles: all but exports",
        ((plain("export_wallet", walletId="x"), "dave", DENY_IMPLICIT), (ANY, "dave", ALLOW)),
        "activity.action != 'EXPORT'",
    ),
]


@pytest.fixture(scope="module")
def requests() -> Requests:
    return Requests()


def filled(text: str, requests: Requests) -> str:
    """An expression with the ids and addresses of the test in place of its placeholders."""
    values = {
        **{name.upper(): user.user_id for name, user in requests.users.items()},
        "ACCOUNT": requests.account.address,
        "WALLET": requests.wallet.wallet_id,
        "KEY": requests.ethereum,
        "SENDER": requests.address(requests.solana),
        "RECIPIENT": str(RECIPIENT),
        "STRANGER": str(STRANGER),
        "MINT": str(MINT),
    }
    for name, value in values.items():
        text = text.replace(f"<{name}>", value)
    return text


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.where)
def test_documented_outcomes(requests: Requests, example: Example) -> None:
    for number, (request, approvers, expected) in enumerate(example.requests):
        names, _, credential = approvers.partition(" by ")
        decision = requests.decide(
            request(requests),
            *names.split(),
            by_passkey=bool(credential),
            effect=example.effect,
            condition=filled(example.condition, requests),
            consensus=filled(example.consensus, requests),
        )
        (outcome,) = decision.policies
        assert outcome.outcome == expected, (number, outcome)
        assert decision.outcome == (DENY_IMPLICIT if expected == ERROR else expected)


@pytest.mark.parametrize(
    ("condition", "part"),
    [
        # The documentation writes these, though its types forbid them.
        ("eth.tx.chain_id == '8453'", "eth.tx.chain_id == '8453'"),
        ("eth.eip_7702_authorization.nonce == '<NONCE>'", "eth.eip_7702_authorization.nonce == '<NONCE>'"),
    ],
)
def test_documented_examples_that_are_refused(requests: Requests, condition: str, part: str) -> None:
    with pytest.raises(ApiError, match="invalid policy condition") as caught:
        requests.decide({}, condition=condition)
    assert part in caught.value.message


@pytest.mark.parametrize("effect", ["EFFECT_ALLOW", "EFFECT_DENY"])
@pytest.mark.parametrize(
    ("field", "text", "part"),
    [
        (
            "condition",
            "solana.tx.instructions[0].parsed_instruction_data.instruction_name == 'route'",
            "solana.tx.instructions[0].parsed_instruction_data",
        ),
        ("condition", "tron.tx.contract[0].data[0..8] == 'a9059cbb'", "tron"),
        ("condition", "bitcoin.tx.outputs.all(o, o.value < 200000)", "bitcoin"),
        ("condition", "bitcoin.tx.fee > 50000", "bitcoin"),
        ("condition", "tempo.tx.calls.count() == 1", "tempo"),
        ("condition", "secret.static_properties['k'] == 'v'", "secret"),
        ("time", "CronSpan('0 22 * * *', '8h', 'America/New_York')", "CronSpan"),
    ],
)
def test_documented_examples_that_are_errors(
    requests: Requests, effect: str, field: str, text: str, part: str
) -> None:
    policy: dict[str, Any] = {"effect": effect, field: text}
    decision = requests.decide({}, **policy)
    (outcome,) = decision.policies
    assert (decision.outcome, outcome.outcome) == (DENY_IMPLICIT, ERROR)
    assert outcome.condition.part.startswith(part)
    assert outcome.condition.error.startswith("the local service")

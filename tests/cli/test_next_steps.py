from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from sealwax.cli.next_steps import with_commands
from sealwax.inspection import inspect
from sealwax.wallets import format_private_key


def next_step(artifact: str | bytes) -> str:
    return str(with_commands(inspect(artifact)).next_step)


def test_which_private_keys_a_command_reads_is_said() -> None:
    key = rsa.generate_private_key(65537, 1024)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    assert "if it is on P-256, secp256k1 or Ed25519" in next_step(pem)
    sui = format_private_key(b"\7" * 32, "sui")
    assert next_step(sui) == "sealwax import-private-key imports it; keep it secret"


def test_a_problem_stays_as_it_is() -> None:
    assert next_step("hello") == "this resembles no known artifact"


def test_a_request_is_explained_if_its_operation_is_known() -> None:
    stamps = "sealwax stamp --key KEY FILE stamps it"
    assert next_step('{"type": "ACTIVITY_TYPE_X", "parameters": {}}') == stamps
    described = f"{stamps}; sealwax operations describe NAME explains it"
    assert next_step('{"organizationId": "o"}') == described


def test_a_stamp_without_its_body_asks_for_it() -> None:
    stamp = b'{"publicKey": "02", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature": "30"}'
    (check,) = with_commands(inspect(stamp)).checks
    assert check.detail == "it needs the body: sealwax inspect --body FILE"
    (check,) = with_commands(inspect(stamp, body=b"{}")).checks
    assert "--body" not in check.detail

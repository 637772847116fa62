import json

import pytest

from sealwax import CredentialIdEncoding, encode_attestation
from sealwax._codec.base64url import encode_base64url
from tests.conftest import Cli
from tests.webauthn.test_registration import CHALLENGE, CREDENTIAL, ORIGIN, RP_ID, as_json

TEXT = json.dumps(as_json()).encode()
EXPECTATIONS = ["--challenge", encode_base64url(CHALLENGE), "--origin", ORIGIN, "--rp-id", RP_ID]


@pytest.mark.parametrize("encoding", CredentialIdEncoding)
def test_it_prints_the_attestation(cli: Cli, encoding: CredentialIdEncoding) -> None:
    result = cli("attest", "--credential-id-encoding", encoding.value, *EXPECTATIONS, "-", stdin=TEXT)
    assert (result.exit_code, result.stderr) == (0, "")
    expected = encode_attestation(CREDENTIAL, credential_id_encoding=encoding)
    assert json.loads(result.stdout) == expected.to_dict()


def test_cbor_is_the_default(cli: Cli) -> None:
    assert json.loads(cli("attest", "-", stdin=TEXT).stdout) == encode_attestation(CREDENTIAL).to_dict()


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--challenge", "AAAA", "wrong-challenge"),
        ("--challenge", "A", "malformed"),
        ("--origin", "https://example.org", "wrong-origin"),
        ("--rp-id", "example.org", "wrong-origin"),
    ],
)
def test_refusals(cli: Cli, option: str, value: str, code: str) -> None:
    result = cli("attest", *EXPECTATIONS, option, value, "-", stdin=TEXT)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith(f"error[{code}]: ")


def test_an_empty_challenge_is_no_challenge(cli: Cli) -> None:
    result = cli("attest", "--challenge", "", "-", stdin=TEXT)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "--challenge is empty" in result.stderr


def test_what_is_no_credential(cli: Cli) -> None:
    result = cli("attest", "-", stdin=b"{}")
    assert result.stderr.startswith("error[malformed]: standard input: the credential must have a `response`")

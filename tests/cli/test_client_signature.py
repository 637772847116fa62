import json
from pathlib import Path

import pytest

from sealwax import ApiKey, verify_client_signature
from tests.conftest import CAPTURED, Cli
from tests.login.test_client_signature import CLAIMS, KEY, TOKEN


@pytest.fixture
def base(tmp_path: Path) -> list[str]:
    KEY.save(tmp_path / "a.private")
    (tmp_path / "token").write_text(TOKEN + "\n")
    return ["--key", str(tmp_path / "a.private"), "--token", str(tmp_path / "token")]


def test_a_login(cli: Cli, base: list[str]) -> None:
    for more, session_key in (([], KEY.public_key), (["--session-public-key", "02" * 33], "02" * 33)):
        result = cli("client-signature", "login", *base, *more)
        assert (result.exit_code, result.stderr) == (0, "")
        signature = json.loads(result.stdout)
        verify_client_signature(signature, verification=CLAIMS)
        assert json.loads(signature["message"])["login"] == {"publicKey": session_key}


def test_a_signup_signs_what_the_body_carries(cli: Cli, base: list[str]) -> None:
    body = {
        "userName": "not signed",
        "oauthProviders": [],
        "apiKeys": [{"apiKeyName": "é", "publicKey": "x"}],
        "authenticators": [],
        "userEmail": "user@example.com",
    }
    result = cli("client-signature", "signup", *base, "--request", "-", stdin=json.dumps(body).encode())
    assert (result.exit_code, result.stderr) == (0, "")
    signature = json.loads(result.stdout)
    verify_client_signature(signature, verification=CLAIMS)
    assert json.loads(signature["message"])["signupV2"] == {
        "apiKeys": [{"apiKeyName": "é", "publicKey": "x"}],
        "authenticators": [],
        "oauthProviders": [],
        "email": "user@example.com",
    }


def test_a_request_goes_with_signup_alone(cli: Cli, base: list[str]) -> None:
    assert cli("client-signature", "signup", *base).exit_code == 2
    assert cli("client-signature", "login", *base, "--request", "-").exit_code == 2
    more = ["--request", "-", "--session-public-key", "02" * 33]
    assert cli("client-signature", "signup", *base, *more, stdin=b"{}").exit_code == 2


def test_refusals(cli: Cli, base: list[str], tmp_path: Path) -> None:
    ApiKey.from_private_key("22" * 32).save(tmp_path / "b.private")
    other = cli("client-signature", "login", *base, "--key", tmp_path / "b.private")
    assert (other.exit_code, other.stdout) == (1, b"")
    assert other.stderr.startswith("error[key-mismatch]: ")
    no_json = cli("client-signature", "signup", *base, "--request", "-", stdin=b"[]")
    assert no_json.stderr.startswith("error[malformed]: standard input: the request is malformed")
    no_token = cli("client-signature", "login", *base, "--token", "-", stdin=b"x")
    assert no_token.stderr.startswith("error[malformed]: the verification token must be a JWT")


def test_a_session_token_in_place_of_a_verification_token_is_named(
    cli: Cli, base: list[str], tmp_path: Path
) -> None:
    captured = json.loads((CAPTURED / "session_jwt.json").read_text())
    (tmp_path / "session").write_text(captured["jwt"])
    result = cli("client-signature", "login", *base, "--token", tmp_path / "session")
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[malformed]: ")
    assert result.stderr.endswith("; this looks like the session JWT; pass the verification token\n")

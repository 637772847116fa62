import json
from pathlib import Path
from typing import get_args

import pytest

from sealwax import ApiKey, ApiKeyStamper, Curve
from tests.conftest import Cli

BODY = b'{"organizationId":"x","name":"\xc3\xa9"}'


@pytest.fixture(params=get_args(Curve))
def key(request: pytest.FixtureRequest) -> ApiKey:
    return ApiKey.from_private_key("1f" * 32, request.param)


def stamp(key: ApiKey, body: bytes = BODY) -> str:
    return ApiKeyStamper(key).stamp(body).header_value


def test_it_says_who_signed(cli: Cli, key: ApiKey, tmp_path: Path) -> None:
    (tmp_path / "body").write_bytes(BODY)
    for value in (stamp(key), f"X-Stamp: {stamp(key)}", f"x-stamp:{stamp(key)}"):
        for arguments, stdin in ((["--body", "-"], BODY), (["--body", str(tmp_path / "body")], b"")):
            result = cli("verify-stamp", *arguments, value, stdin=stdin)
            assert (result.exit_code, result.stderr) == (0, "")
            assert result.stdout.decode() == f"signed by {key.public_key} ({key.scheme})\n"


def test_json(cli: Cli, key: ApiKey) -> None:
    result = cli("verify-stamp", "--json", "--body", "-", stamp(key), stdin=BODY)
    assert json.loads(result.stdout) == {"public_key": key.public_key, "scheme": key.scheme}


def test_another_body_is_refused(cli: Cli, key: ApiKey) -> None:
    for body in (b"", BODY.replace(b"x", b"y")):
        result = cli("verify-stamp", "--body", "-", stamp(key), stdin=body)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[bad-signature]: the signature of the stamp does not verify")


@pytest.mark.parametrize(
    ("stamped", "sent", "how"),
    [
        (BODY, BODY + b"\n", "without its trailing newline"),
        (BODY, BODY + b"\r\n", "without its trailing newline"),
        (BODY + b"\n", BODY, "with a newline after it"),
        (BODY, BODY.replace(b":", b": "), "parsed and written anew"),
        (BODY, BODY.replace(b",", b",\n") + b"\n", "parsed and written anew"),
        (BODY.replace(b":", b": ").replace(b",", b", "), BODY, "parsed and written anew"),
        (BODY.replace(b"\xc3\xa9", b"\\u00e9"), BODY, "parsed and written anew"),
    ],
)
def test_common_mistakes_are_recognised(cli: Cli, key: ApiKey, stamped: bytes, sent: bytes, how: str) -> None:
    result = cli("verify-stamp", "--body", "-", stamp(key, stamped), stdin=sent)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[bad-signature]: ")
    assert how in result.stderr


@pytest.mark.parametrize("body", [b"[" * 100_000, b"\xff", b'"\\ud800"', b"NaN", b"1" * 5000])
def test_no_body_breaks_the_search_for_mistakes(cli: Cli, body: bytes) -> None:
    result = cli("verify-stamp", "--body", "-", stamp(ApiKey.from_private_key("1f" * 32)), stdin=body)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[bad-signature]: ")


@pytest.mark.parametrize(
    ("value", "code"), [("", "malformed"), ("e30", "malformed"), ("Authorization: e30", "malformed")]
)
def test_what_is_no_stamp_is_refused(cli: Cli, value: str, code: str) -> None:
    result = cli("verify-stamp", "--body", "-", value, stdin=BODY)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith(f"error[{code}]: ")

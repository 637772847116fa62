import dataclasses
import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import get_args

import pytest

from sealwax import ApiKey, ApiKeyStamper, AttestedStamper, Curve, Stamp, WebAuthnStamper
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator
from tests.conftest import SEED, Cli
from tests.stamps.test_attested import CLAIMS, KEY, OIDC_TOKEN

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


def written(directory: Path, made: Stamp) -> str:
    """Write a header line to a file, and return its path."""
    (directory / "stamp").write_text(f"{made.header_name}: {made.header_value}\n")
    return str(directory / "stamp")


def test_the_stamp_comes_from_a_file_or_standard_input(cli: Cli, key: ApiKey, tmp_path: Path) -> None:
    (tmp_path / "body").write_bytes(BODY)
    made = ApiKeyStamper(key).stamp(BODY)
    base = ["verify-stamp", "--body", str(tmp_path / "body"), "--stamp"]
    expected = (0, f"signed by {key.public_key} ({key.scheme})\n".encode(), "")
    assert cli(*base, written(tmp_path, made)) == expected
    for text in (made.header_value, f"{made.header_value}\r\n", f"X-Stamp: {made.header_value}\n"):
        assert cli(*base, "-", stdin=text.encode()) == expected
    assert cli(*base, "-", stdin=b"\xff").stderr.startswith(
        "error[malformed]: standard input: the stamp is not UTF-8"
    )


def test_there_is_one_stamp(cli: Cli, key: ApiKey, tmp_path: Path) -> None:
    for more in ([], ["--stamp", str(tmp_path / "stamp"), stamp(key)]):
        result = cli("verify-stamp", "--body", "-", *more, stdin=BODY)
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "either as VALUE or with --stamp" in result.stderr


def test_json(cli: Cli, key: ApiKey) -> None:
    result = cli("verify-stamp", "--json", "--body", "-", stamp(key), stdin=BODY)
    assert json.loads(result.stdout) == {"public_key": key.public_key, "scheme": key.scheme}


def test_another_body_is_refused(cli: Cli, key: ApiKey) -> None:
    for body in (b"", BODY.replace(b"x", b"y")):
        result = cli("verify-stamp", "--body", "-", stamp(key), stdin=body)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[bad-signature]: the signature of the stamp does not verify")


@pytest.mark.parametrize("body", [b"[" * 100_000, b"\xff", b'"\\ud800"', b"NaN", b"1" * 5000])
def test_no_body_breaks_the_search_for_mistakes(cli: Cli, body: bytes) -> None:
    result = cli("verify-stamp", "--body", "-", stamp(ApiKey.from_private_key("1f" * 32)), stdin=body)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[bad-signature]: ")


def test_a_kind_that_the_headers_name_contradicts(cli: Cli, key: ApiKey) -> None:
    value = f"X-Stamp: {ApiKeyStamper(key).stamp(BODY).header_value}"
    assert cli("verify-stamp", "--kind", "api-key", "--body", "-", value, stdin=BODY).exit_code == 0
    result = cli("verify-stamp", "--kind", "webauthn", "--body", "-", value, stdin=BODY)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "leave out --kind" in result.stderr


def test_a_large_body_is_not_searched_for_mistakes(cli: Cli, key: ApiKey) -> None:
    value = ApiKeyStamper(key).stamp(b'{"a": 1}').header_value
    body = b'{"a":1}'
    assert "written again" in cli("verify-stamp", "--body", "-", value, stdin=body).stderr
    result = cli("verify-stamp", "--body", "-", value, stdin=body + b" " * (1 << 20))
    assert result.stderr.startswith("error[bad-signature]: the signature ")


class TestOtherKinds:
    RP_ID, ORIGIN = "example.com", "https://example.com"

    def test_a_passkeys_stamp(self, cli: Cli) -> None:
        passkey = SoftwareAuthenticator(rp_id=self.RP_ID, origin=self.ORIGIN)
        made = WebAuthnStamper(passkey).stamp(BODY)
        more = ["--cose-key", passkey.public_key.hex(), "--rp-id", self.RP_ID, "--origin", self.ORIGIN]
        for arguments in (
            [*more, "--kind", "webauthn", made.header_value],
            [*more, f"X-Stamp-WebAuthn: {made.header_value}"],
        ):
            result = cli("verify-stamp", "--body", "-", *arguments, stdin=BODY)
            assert result.exit_code == 0
            assert result.stdout.decode() == f"signed by {passkey.credential_id.hex()} (user verified)\n"
        as_json = cli("verify-stamp", "--json", "--body", "-", *arguments, stdin=BODY)
        assert json.loads(as_json.stdout) == {
            "credential_id": passkey.credential_id.hex(),
            "user_verified": True,
        }
        refused = cli("verify-stamp", "--body", "-", *arguments, stdin=BODY + b"\n")
        assert refused.stderr.startswith("error[bad-signature]: ")
        assert "without its trailing newline" in refused.stderr
        incomplete = cli("verify-stamp", "--body", "-", "--kind", "webauthn", made.header_value, stdin=BODY)
        assert incomplete.exit_code == 2
        assert "--cose-key, --rp-id and --origin" in incomplete.stderr

    def test_a_stamp_that_a_token_vouches_for(self, cli: Cli, tmp_path: Path) -> None:
        enclave = ReferenceEnclave(SEED)
        future = datetime.now(timezone.utc) + timedelta(days=10)
        token = enclave.issue_verification_token(dataclasses.replace(CLAIMS, expires_at=future))
        made = AttestedStamper(KEY, token, "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN").stamp(BODY)
        arguments = ["--tls-fetcher-public-key", enclave.keys.tls_fetcher, "--stamp", written(tmp_path, made)]
        result = cli("verify-stamp", "--body", "-", *arguments, stdin=BODY)
        assert result.exit_code == 0
        assert result.stdout.decode() == (
            f"signed by {KEY.public_key} (STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN, user@example.com)\n"
        )
        (tmp_path / "body").write_bytes(BODY)
        body = ["--body", str(tmp_path / "body"), "--stamp", "-", "--kind", "attested"]
        refused = cli("verify-stamp", *body, stdin=made.header_value.encode())
        assert refused.stderr.startswith("error[bad-signature]: ")

    @pytest.mark.parametrize("front", [["--kind", "attested", "{}"], ["X-Stamp-Attested: {}"]])
    def test_an_attested_stamp_is_not_taken_as_an_argument(self, cli: Cli, front: list[str]) -> None:
        token = ReferenceEnclave(SEED).issue_verification_token(CLAIMS)
        made = AttestedStamper(KEY, token, "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN").stamp(BODY)
        arguments = [word.format(made.header_value) for word in front]
        result = cli("verify-stamp", "--body", "-", *arguments, stdin=BODY)
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "pass it with --stamp" in result.stderr
        assert made.header_value not in result.stderr

    @pytest.mark.parametrize("contact", ["\x1b[2Jsomeone@example.com", "a\nb"])
    def test_what_a_token_says_cannot_steer_the_terminal(
        self, cli: Cli, tmp_path: Path, contact: str
    ) -> None:
        enclave = ReferenceEnclave(SEED)
        future = datetime.now(timezone.utc) + timedelta(days=10)
        claims = dataclasses.replace(CLAIMS, expires_at=future, contact=contact)
        token = enclave.issue_verification_token(claims)
        made = AttestedStamper(KEY, token, "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN").stamp(BODY)
        arguments = ["--tls-fetcher-public-key", enclave.keys.tls_fetcher, "--stamp", written(tmp_path, made)]
        result = cli("verify-stamp", "--body", "-", *arguments, stdin=BODY)
        assert result.exit_code == 0
        assert result.stdout.count(b"\n") == 1
        assert b"\x1b" not in result.stdout

    def test_a_stamp_with_an_oidc_token_is_refused(self, cli: Cli, tmp_path: Path) -> None:
        made = AttestedStamper(KEY, OIDC_TOKEN, "STAMP_ATTESTED_SCHEME_P256_OIDC").stamp(BODY)
        result = cli("verify-stamp", "--body", "-", "--stamp", written(tmp_path, made), stdin=BODY)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[unsupported]: the attested stamp has an OIDC token")


def test_an_empty_stamp(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "body.json").write_text("{}")
    (tmp_path / "stamp.txt").write_text("\n")
    for stamp in ([""], ["X-Stamp:"], ["--stamp", tmp_path / "stamp.txt"]):
        result = cli("verify-stamp", "--body", tmp_path / "body.json", *stamp)
        assert result.exit_code == 1
        assert result.stderr == "error[malformed]: the stamp is empty; did `sealwax stamp` fail?\n"

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from sealwax import SessionClaims
from sealwax.testing import ReferenceEnclave
from tests.conftest import CAPTURED, SEED, Cli
from tests.login.test_tokens import EXPIRY, HEADER, SESSION, VERIFICATION

KINDS = {
    "session": (json.loads((CAPTURED / "session_jwt.json").read_text()), "2025-06-02T15:07:16Z"),
    "verification": (json.loads((CAPTURED / "verification_token.json").read_text()), "2026-07-01T15:27:31Z"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_captured_token(cli: Cli, tmp_path: Path, kind: str) -> None:
    captured, just_before = KINDS[kind]
    (tmp_path / "token").write_text(captured["jwt"] + "\n")
    base = ["verify-token", "--type", kind, str(tmp_path / "token")]
    result = cli(*base, "--at", just_before)
    assert (result.exit_code, result.stderr) == (0, "")
    expected = captured["expected"]["claims"]
    expiry = int(expected.pop("exp")) / (1 if kind == "session" else 1000)
    expected["expires_at"] = datetime.fromtimestamp(expiry, timezone.utc).isoformat()
    assert json.loads(result.stdout) == expected
    expired = cli(*base)
    assert (expired.exit_code, expired.stdout) == (1, b"")
    assert expired.stderr.startswith("error[expired]: ")
    assert captured["jwt"].split(".")[2] not in expired.stderr
    later = just_before.replace("16Z", "20Z").replace("31Z", "35Z")
    assert cli(*base, "--at", later, "--leeway", "0").exit_code == 1
    assert cli(*base, "--at", later).exit_code == 0


@pytest.mark.parametrize("kind", KINDS)
def test_another_enclave(cli: Cli, kind: str) -> None:
    enclave = ReferenceEnclave(SEED)
    session = enclave.sign_session_jwt(HEADER, json.dumps(SESSION).encode())
    verification = enclave.sign_verification_token(HEADER, json.dumps(VERIFICATION).encode())
    token, key = {
        "session": (session, enclave.keys.notarizer),
        "verification": (verification, enclave.keys.tls_fetcher),
    }[kind]
    base = ["verify-token", "--type", kind, "--at", "2025-12-31T00:00:00+00:00", "-"]
    assert cli(*base, "--enclave-public-key", key, stdin=token.encode()).exit_code == 0
    refused = cli(*base, stdin=token.encode())
    assert refused.stderr.startswith("error[bad-signature]: ")
    other = cli(*base, "--enclave-public-key", enclave.keys.signer, stdin=token.encode())
    assert other.stderr.startswith("error[bad-signature]: ")


@pytest.mark.parametrize("leeway", ["-1", "86401", "9" * 30, "x"])
def test_a_leeway_is_of_seconds_up_to_a_day(cli: Cli, leeway: str) -> None:
    assert cli("verify-token", "--type", "session", "--leeway", leeway, "-").exit_code == 2


@pytest.mark.parametrize(
    ("given", "wanted", "names"),
    [
        ("session", "verification", ("the session JWT", "the verification token")),
        ("verification", "session", ("the verification token", "the session JWT")),
    ],
)
def test_a_token_of_the_other_kind_is_named(
    cli: Cli, tmp_path: Path, given: str, wanted: str, names: tuple[str, str]
) -> None:
    (tmp_path / "token").write_text(KINDS[given][0]["jwt"])
    result = cli("verify-token", "--type", wanted, tmp_path / "token")
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[bad-signature]: ")
    assert result.stderr.endswith(f"; this looks like {names[0]}; pass {names[1]}\n")


def test_a_restricted_session_is_allowed_or_expected(cli: Cli) -> None:
    enclave = ReferenceEnclave(SEED)
    claims = SessionClaims(
        EXPIRY, "02ab", "a", "u", "o", session_profile_id="p", scope="activity.action == 'SIGN'"
    )
    token = enclave.issue_session_jwt(claims).encode()
    at = (EXPIRY - timedelta(seconds=1)).isoformat()
    base = ("verify-token", "--type", "session", "--at", at, "--enclave-public-key", enclave.keys.notarizer)
    refused: tuple[list[str], ...] = (
        [],
        ["--session-profile-id", "q"],
        ["--session-profile-id", "q", "--allow-scoped"],
    )
    accepted = (["--allow-scoped"], ["--session-profile-id", "p"])
    for options in refused:
        done = cli(*base, *options, "-", stdin=token)
        assert (done.exit_code, done.stdout) == (1, b"")
        assert done.stderr.startswith("error[wrong-scope]: ")
    for options in accepted:
        shown = json.loads(cli(*base, *options, "-", stdin=token).stdout)
        assert (shown["session_profile_id"], shown["scope"]) == ("p", "activity.action == 'SIGN'")
    for options in accepted:
        assert cli("verify-token", "--type", "verification", *options, "-", stdin=token).exit_code == 2

import json
from pathlib import Path

from sealwax.stamps.attested import VERIFICATION_TOKEN
from sealwax.testing import api_key_vote, attested_vote, webauthn_vote
from tests.activities.test_votes import (
    APPROVAL,
    BODY,
    ENCLAVE,
    FINGERPRINT,
    KEY,
    ORIGIN,
    OTHER,
    RP_ID,
    TYPE,
    activity,
    passkey,
    token,
)
from tests.conftest import ORGANIZATION, Cli, near_misses

ANSWER = json.dumps({"activity": activity(api_key_vote(BODY, KEY), api_key_vote(APPROVAL, OTHER))}).encode()
SCHEME = "SIGNATURE_SCHEME_TK_API_P256"


def test_it_says_who_voted(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "answer").write_bytes(ANSWER)
    both = ("--trusted-key", KEY.public_key, "--trusted-key", OTHER.public_key)
    expected = f"requested by {KEY.public_key} ({SCHEME})\napproved by {OTHER.public_key} ({SCHEME})\n"
    assert cli("verify-votes", *both, tmp_path / "answer") == (0, expected.encode(), "")
    assert cli("verify-votes", *both, "--organization-id", ORGANIZATION, "-", stdin=ANSWER).exit_code == 0
    one = ("--trusted-key", OTHER.public_key.upper(), "--allow-untrusted", "--json")
    result = cli("verify-votes", *one, "-", stdin=ANSWER)
    assert json.loads(result.stdout) == {
        "votes": [
            {
                "public_key": OTHER.public_key,
                "scheme": SCHEME,
                "is_request": False,
                "fingerprint": FINGERPRINT,
                "organization_id": ORGANIZATION,
                "activity_type": TYPE,
                "timestamp": "2026-01-01T00:00:00.001+00:00",
            }
        ]
    }


def test_what_does_not_verify_is_an_error(cli: Cli) -> None:
    trusted = ("--trusted-key", KEY.public_key)
    result = cli("verify-votes", *trusted, "-", stdin=ANSWER)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[untrusted-signer]: votes[1]")
    for near in near_misses(ORGANIZATION):
        options = (*trusted, "--allow-untrusted", "--organization-id", near)
        result = cli("verify-votes", *options, "-", stdin=ANSWER)
        assert result.stderr.startswith("error[wrong-organization]")
    result = cli("verify-votes", "--trusted-key", "0x02", "-", stdin=ANSWER)
    assert result.stderr.startswith("error[malformed]: --trusted-key is not hex")
    assert cli("verify-votes", *trusted, "-", stdin=b"{").stderr.startswith("error[malformed]")


def test_the_requests_body(cli: Cli, tmp_path: Path) -> None:
    answer = json.dumps(activity(api_key_vote(APPROVAL, KEY))).encode()
    trusted = ("--trusted-key", KEY.public_key)
    assert cli("verify-votes", *trusted, "-", stdin=answer).stderr.startswith("error[bad-signature]")
    (tmp_path / "body").write_bytes(BODY)
    result = cli("verify-votes", *trusted, "--request-body", tmp_path / "body", "-", stdin=answer)
    assert result.stdout == f"approved by {KEY.public_key} ({SCHEME})\n".encode()


def test_wrong_usage(cli: Cli) -> None:
    for arguments, said in (
        ([], "--trusted-key is missing"),
        (["--trusted-key", ""], "--trusted-key is empty"),
    ):
        result = cli("verify-votes", *arguments, "-", stdin=ANSWER)
        assert (result.exit_code, result.stdout) == (2, b"")
        assert said in result.stderr


def test_a_passkeys_vote(cli: Cli) -> None:
    maker = passkey()
    answer = json.dumps(activity(webauthn_vote(BODY, maker))).encode()
    trusted = ("--trusted-key", maker.public_key.hex())
    for options in ((), ("--rp-id", RP_ID), ("--origin", ORIGIN)):
        result = cli("verify-votes", *trusted, *options, "-", stdin=answer)
        assert result.exit_code == 2
        assert "pass --rp-id and --origin" in result.stderr
    result = cli("verify-votes", *trusted, "--rp-id", RP_ID, "--origin", ORIGIN, "-", stdin=answer)
    assert result.exit_code == 0
    result = cli("verify-votes", *trusted, "--rp-id", RP_ID, "--origin", ORIGIN + "/", "-", stdin=answer)
    assert result.stderr.startswith("error[wrong-origin]")


def test_an_attested_vote(cli: Cli) -> None:
    answer = json.dumps(activity(attested_vote(BODY, KEY, token(), VERIFICATION_TOKEN))).encode()
    trusted = ("--trusted-key", KEY.public_key)
    assert cli("verify-votes", *trusted, "-", stdin=answer).stderr.startswith("error[bad-signature]")
    fetcher = ("--tls-fetcher-public-key", ENCLAVE.keys.tls_fetcher)
    assert cli("verify-votes", *trusted, *fetcher, "-", stdin=answer).exit_code == 0

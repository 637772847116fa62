import json
from typing import Any

import pytest

from sealwax import CredentialIdEncoding, RegistrationCredential, decode_credential_id, encode_attestation
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax.signers import fido2
from sealwax.testing import SoftwareAuthenticator
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


def test_a_passkey_made_without_asking_the_user(cli: Cli) -> None:
    made = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN).create(CHALLENGE, conditional=True)
    stdin = made.to_json().encode()
    assert "error[bad-signature]" in cli("attest", "-", stdin=stdin).stderr
    result = cli("attest", "--allow-user-absent", *EXPECTATIONS, "-", stdin=stdin)
    assert json.loads(result.stdout) == encode_attestation(made, allow_user_absent=True).to_dict()


def test_an_empty_challenge_is_no_challenge(cli: Cli) -> None:
    result = cli("attest", "--challenge", "", "-", stdin=TEXT)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "--challenge is empty" in result.stderr


def test_what_is_no_credential(cli: Cli) -> None:
    result = cli("attest", "-", stdin=b"{}")
    assert result.stderr.startswith("error[malformed]: standard input: the credential must have a `response`")


class Plugged:
    """A security key that a passkey in software stands for."""

    def __init__(self, **given: Any) -> None:
        if given["origin"] == "example.com":
            raise ValueError("origin must be a scheme and a host")
        self.given = given
        self.registered: list[dict[str, Any]] = []
        Plugged.last = self

    last: "Plugged"

    def register(self, challenge: bytes, **given: Any) -> RegistrationCredential:
        self.registered.append({"challenge": challenge, **given})
        self.given["touch"]()
        passkey = SoftwareAuthenticator(rp_id=self.given["rp_id"], origin=self.given["origin"])
        made = passkey.create(challenge)
        return RegistrationCredential(made.raw_id, made.client_data_json, made.attestation_object, ("usb",))


class TestSecurityKey:
    NEW = ("attest", "--security-key", "--rp-id", "example.com", "--user-name", "me")

    @pytest.fixture(autouse=True)
    def plugged(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fido2, "SecurityKey", Plugged)

    @pytest.mark.parametrize("more", [[], ["--origin", "https://login.example.com", "--resident"]])
    def test_it_is_registered(self, cli: Cli, more: list[str]) -> None:
        result = cli(*self.NEW, *more)
        assert (result.exit_code, result.stderr) == (0, "touch the security key\n")
        shown = json.loads(result.stdout)
        assert shown.keys() == {"challenge", "attestation", "key"}
        (registered,) = Plugged.last.registered
        assert decode_base64url(shown["challenge"], "") == registered["challenge"]
        assert len(registered["challenge"]) == 32
        assert (registered["user_name"], registered["require_resident_key"]) == ("me", bool(more))
        origin = more[1] if more else "https://example.com"
        assert shown["key"].startswith(f"fido2:rp-id=example.com;origin={origin};credential-id=")
        assert (Plugged.last.given["rp_id"], Plugged.last.given["origin"]) == ("example.com", origin)
        attestation = shown["attestation"]
        assert attestation["transports"] == ["AUTHENTICATOR_TRANSPORT_USB"]
        assert decode_credential_id(attestation["credentialId"]) == decode_base64url(
            shown["key"].rpartition("=")[2], ""
        )

    @pytest.mark.parametrize(
        "options",
        [
            ["--security-key", "--rp-id", "example.com"],
            ["--security-key", "--user-name", "me"],
            [*NEW[1:], "-"],
            [*NEW[1:], "--allow-user-absent"],
            [*NEW[1:], "--origin", "example.com"],
            ["--user-name", "me", "-"],
            ["--resident", "-"],
            [],
        ],
    )
    def test_options_that_do_not_do(self, cli: Cli, options: list[str]) -> None:
        result = cli("attest", *options, stdin=TEXT)
        assert (result.exit_code, result.stdout) == (2, b"")

"""Initial records of the service, from a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from sealwax import ApiKey, InvalidRequest, MalformedInput, WebAuthnStamper
from sealwax._codec.base64url import encode_base64url
from sealwax.testing import SoftwareAuthenticator
from sealwax_service import LocalService
from sealwax_service._limits import MAX_SEED_FILE_BYTES
from sealwax_service.deployment import Deployment
from sealwax_service.seeding.seed_files import read_seeds
from tests.conftest import ROOT, SEED, Cli
from tests.service.client import ETHEREUM, Client

ALICE, ROOT_KEY = ApiKey.from_private_key("2a" * 32), ApiKey.from_private_key("2b" * 32)
BOB = ApiKey.from_private_key("2c" * 32, "ed25519")
PASSKEY = SoftwareAuthenticator(origin="https://example.com", rp_id="example.com")
MNEMONIC = "abandon " * 11 + "about"


def chosen(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


FULL: dict[str, Any] = {
    "rootUserId": chosen(1),
    "rootPrivateKey": ROOT_KEY.private_key_hex(),
    "configurationId": chosen(2),
    "organizations": [
        {
            "organizationId": chosen(3),
            "organizationName": "Acme",
            "rootQuorumThreshold": 1,
            "userTags": [{"tagId": chosen(4), "tagName": "staff"}],
            "users": [
                {
                    "userId": chosen(5),
                    "userName": "Alice",
                    "userEmail": "alice@example.com",
                    "userPhoneNumber": "+4912345678",
                    "userTags": [chosen(4)],
                    "isRoot": True,
                    "apiKeys": [
                        {"apiKeyId": chosen(6), "publicKey": ALICE.public_key},
                        {"privateKey": BOB.private_key_hex(), "curveType": "API_KEY_CURVE_ED25519"},
                    ],
                    "passkeys": [
                        {
                            "authenticatorId": chosen(7),
                            "credentialId": encode_base64url(PASSKEY.credential_id),
                            "publicKey": PASSKEY.public_key.hex(),
                            "rpId": "example.com",
                            "origin": "https://example.com",
                        }
                    ],
                }
            ],
            "wallets": [
                {"walletId": chosen(8), "walletName": "Known", "mnemonic": MNEMONIC, "accounts": [ETHEREUM]},
                {"walletName": "New", "accounts": [ETHEREUM]},
            ],
            "privateKeys": [
                {
                    "privateKeyId": chosen(9),
                    "privateKeyName": "Key",
                    "privateKey": "2d" * 32,
                    "addressFormats": ["ADDRESS_FORMAT_ETHEREUM"],
                }
            ],
            "policies": [
                {
                    "policyId": chosen(10),
                    "policyName": "Rule",
                    "effect": "EFFECT_DENY",
                    "condition": "activity.type == 'ACTIVITY_TYPE_DELETE_USERS'",
                }
            ],
            "webhooks": [{"endpointId": chosen(11), "name": "Hook", "url": "http://127.0.0.1:1/"}],
        },
        {"organizationId": chosen(12), "organizationName": "Child"},
    ],
}


def write(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "seed"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_everything_that_a_file_can_have(tmp_path: Path) -> None:
    with LocalService(SEED, seed_file=write(tmp_path, FULL)) as service:
        client = Client(service)
        assert (service.organization_id, service.user_id) == (chosen(3), chosen(1))
        assert service.configuration_id == chosen(2)
        assert service.api_key.public_key == ROOT_KEY.public_key
        who = client.query("whoami")
        assert (who["organizationName"], who["userId"]) == ("Acme", chosen(1))
        alice = client.user(chosen(5))
        assert (alice["userName"], alice["userTags"]) == ("Alice", [chosen(4)])
        assert alice["apiKeys"][0]["apiKeyId"] == chosen(6)
        assert alice["authenticators"][0]["authenticatorId"] == chosen(7)
        for key in (ALICE, BOB):
            assert client.with_key(key).query("whoami")["userId"] == chosen(5)
        by_passkey = client.with_key(ALICE)
        by_passkey.stamper = WebAuthnStamper(PASSKEY)
        assert by_passkey.query("whoami")["userId"] == chosen(5)
        (account,) = client.query("list_wallet_accounts", walletId=chosen(8))["accounts"]
        assert account["address"] == "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
        assert {each["walletName"] for each in client.query("list_wallets")["wallets"]} >= {"Known", "New"}
        assert client.private_key(chosen(9))["privateKeyName"] == "Key"
        assert client.query("get_policy", policyId=chosen(10))["policy"]["policyName"] == "Rule"
        endpoints = client.query("list_webhook_endpoints")["webhookEndpoints"]
        assert chosen(11) in [each["endpointId"] for each in endpoints]
        assert client.query("list_suborgs")["organizationIds"] == [chosen(12)]
        # What the service always begins with is there, too.
        assert client.query("get_wallet", walletId=service.ids["walletId"])
        # A reset begins with the same again; a state continues with them.
        state = service.export_state()
        service.reset()
        assert service.user_id == chosen(1)
        with LocalService() as other:
            other.import_state(state)
            assert other.api_key.public_key == ROOT_KEY.public_key
        client.http.close()


YAML = """
# A comment.
organizations:
- organizationId: 00000000-0000-4000-8000-000000000003
  organizationName: Acme
  wallets:
  - walletName: Known
    mnemonic: abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about
"""


def test_yaml(tmp_path: Path) -> None:
    with LocalService(seed_file=write(tmp_path, YAML)) as service:
        assert service.organization_id == chosen(3)


def test_an_empty_object_changes_nothing(tmp_path: Path) -> None:
    with LocalService(SEED) as service, LocalService(SEED, seed_file=write(tmp_path, "{}")) as other:
        assert {**service.info, "url": "", "authProxyUrl": ""} == {
            **other.info,
            "url": "",
            "authProxyUrl": "",
        }


@pytest.mark.parametrize("text", ["", "5", "- a", "text"])
def test_yaml_that_is_no_object(text: str) -> None:
    with pytest.raises(InvalidRequest, match="the seed file: "):
        read_seeds(text.encode())


def test_a_large_file(tmp_path: Path) -> None:
    with pytest.raises(MalformedInput, match="is larger than"):
        LocalService(seed_file=write(tmp_path, "#" * (MAX_SEED_FILE_BYTES + 1)))


def test_the_command_line(cli: Cli, tmp_path: Path) -> None:
    path = write(tmp_path, {"organizations": [{"shoes": 1}]})
    result = cli("serve", "--seed-file", path)
    assert result.exit_code == 1
    assert "organizations[0].shoes is unknown" in result.stderr


def test_the_example_of_the_guide() -> None:
    guide = (ROOT / "docs" / "local-service-reference.md").read_text()
    example = guide.partition("```yaml seed\n")[2].partition("```")[0]
    deployment = Deployment(SEED, strict=False, seeds=read_seeds(example.encode()))
    assert deployment.organization.name == "Acme"


def test_a_file_that_is_not_there(cli: Cli, tmp_path: Path) -> None:
    result = cli("serve", "--seed-file", tmp_path / "none.yaml")
    assert result.exit_code == 1
    assert result.stderr == "error[file]: --seed-file: No such file or directory; check the path\n"

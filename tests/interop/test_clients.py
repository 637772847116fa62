"""The service's official clients, unmodified, against the local service."""

import json
from functools import cache
from typing import Any

import pytest

from benchmarks.service_clients.environment import HERE
from sealwax_service import LocalService
from tests.interop.clients import application, scenario
from tests.interop.clients.scenario import CLIENTS, MNEMONIC, OURS, TABLE, table
from tests.service.client import ETHEREUM, Client
from tools.support.nodejs import NodeProcess

# Each runs once, for its own test and for the documentation's, whichever comes first.
outcomes, steps = cache(scenario.outcomes), cache(application.steps)


def check_calls(name: str) -> None:
    wanted = 22 if name in {OURS, "@turnkey/core"} else 20
    assert sum([*outcomes(name).values()][:22]) == wanted


@pytest.mark.parametrize("name", [name for name in CLIENTS if name != OURS])
def test_a_client_calls_every_operation_that_it_has(name: str) -> None:
    check_calls(name)


def test_the_table_of_the_documentation() -> None:
    assert table({name: outcomes(name) for name in CLIENTS}) in TABLE.read_text()


@pytest.mark.parametrize("name", application.APPLICATIONS)
def test_a_whole_application(name: str) -> None:
    """Passkey and code, wallet and account, policies: who may pay whom; and the end of it all."""
    assert steps(name)


def test_the_steps_of_the_documentation() -> None:
    assert application.section({name: steps(name) for name in application.APPLICATIONS}) in TABLE.read_text()


class TestCrypto:
    """`@turnkey/crypto` opens the exports and seals the imports."""

    @pytest.fixture
    def service(self) -> Any:
        with LocalService() as made:
            yield made

    @pytest.fixture
    def node(self) -> Any:
        process = NodeProcess(HERE / "clients.mjs")
        yield process
        process.close()

    def test_an_export(self, service: LocalService, node: NodeProcess) -> None:
        client, pair = Client(service), node.ask({"action": "newKeyPair"})
        exported = client.submit(
            "export_wallet",
            walletId=service.ids["walletId"],
            targetPublicKey=pair["publicKeyUncompressed"],
        ).result
        opened = node.ask(
            {
                "action": "openExport",
                "bundle": exported["exportBundle"],
                "privateKey": pair["privateKey"],
                "organizationId": service.organization_id,
                "signer": service.keys.signer,
                "returnMnemonic": True,
            }
        )
        assert opened["opened"] == service._deployment.organization.wallets[service.ids["walletId"]].mnemonic
        client.http.close()

    def test_an_import(self, service: LocalService, node: NodeProcess) -> None:
        client = Client(service)
        bundle = client.submit("init_import_wallet", userId=service.user_id).result["importBundle"]
        sealed = node.ask(
            {
                "action": "sealWallet",
                "mnemonic": MNEMONIC,
                "bundle": bundle,
                "organizationId": service.organization_id,
                "userId": service.user_id,
                "signer": service.keys.signer,
            }
        )["sealed"]
        made = client.submit(
            "import_wallet",
            userId=service.user_id,
            walletName="i",
            encryptedBundle=sealed,
            accounts=[ETHEREUM],
        ).result
        assert service._deployment.organization.wallets[made["walletId"]].mnemonic == MNEMONIC
        client.http.close()

    def test_a_code(self, service: LocalService, node: NodeProcess) -> None:
        client = Client(service)
        otp = client.submit(
            "init_otp", otpType="OTP_TYPE_EMAIL", contact="root@example.com", appName="a"
        ).result
        sealed = node.ask(
            {
                "action": "sealOtp",
                "code": service.otp_code(otp["otpId"]),
                "bundle": otp["otpEncryptionTargetBundle"],
                "publicKey": client.key.public_key,
                "tlsFetcher": service.keys.tls_fetcher,
            }
        )
        assert "sealed" in sealed, json.dumps(sealed)
        result = client.submit("verify_otp", otpId=otp["otpId"], encryptedOtpBundle=sealed["sealed"]).result
        assert result["verificationToken"]
        client.http.close()

"""The service's official clients, unmodified, against the local service."""

import json
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    TargetKey,
    decrypt_wallet_export,
    encrypt_otp_bundle,
    sign_login,
    verify_session_jwt,
)
from sealwax.activities import SignatureResult
from sealwax.testing import LocalService
from tests.interop.clients import scenario
from tests.interop.clients.environment import HERE
from tests.interop.clients.scenario import CLIENTS, MNEMONIC, OURS, TABLE, table
from tests.nodejs import NodeProcess
from tests.testing.service.client import ETHEREUM, Client
from tests.testing.service.test_users import key_fields, passkey


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, bool]]:
    return {}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == OURS else pytest.mark.node) for name in CLIENTS]
)
def test_a_client_calls_every_operation_that_it_has(name: str, found: dict[str, dict[str, bool]]) -> None:
    found[name] = scenario.outcomes(name)
    wanted = 22 if name in {OURS, "@turnkey/core"} else 20
    assert sum([*found[name].values()][:22]) == wanted


@pytest.mark.node
def test_the_table_of_the_documentation(found: dict[str, dict[str, bool]]) -> None:
    if not {*CLIENTS} - {OURS} <= found.keys():
        pytest.skip("it compares what all clients did")
    # Its test needs no Node.js, so it may not be among those that ran.
    found.setdefault(OURS, scenario.outcomes(OURS))
    assert table(found) in TABLE.read_text()


@pytest.mark.node
@pytest.mark.parametrize("name", ["@turnkey/sdk-server", "@turnkey/core"])
def test_a_whole_application(name: str) -> None:
    """A sub-organization with a passkey, a wallet, a login by code, signatures, and its end."""
    root, session, target = ApiKey.generate(), ApiKey.generate(), TargetKey.generate()
    with LocalService() as service:
        process = NodeProcess(HERE / "clients.mjs")
        context: dict[str, Any] = {"keys": service.keys}

        def connect(key: ApiKey, organization_id: str) -> None:
            keys = {"apiPublicKey": key.public_key, "apiPrivateKey": key.private_key_hex()}
            info = {**service.info, **keys, "organizationId": organization_id}
            process.ask({"action": "connect", "info": info})

        def call(method: str, **given: object) -> dict[str, Any]:
            answer = process.ask({"action": "call", "client": name, "method": method, "input": given})
            assert "error" not in answer, answer
            result: dict[str, Any] = answer["result"]
            return result

        try:
            connect(service.api_key, service.organization_id)
            user = {
                "userName": "r",
                "userEmail": "r@example.com",
                "apiKeys": [key_fields(root)],
                "authenticators": [passkey()],
                "oauthProviders": [],
            }
            made = call(
                "createSubOrganization",
                subOrganizationName="app",
                rootUsers=[user],
                rootQuorumThreshold=1,
                wallet={"walletName": "w", "accounts": [ETHEREUM]},
            )
            sub, wallet_id = made["subOrganizationId"], made["wallet"]["walletId"]
            by_email = {"filterType": "EMAIL", "filterValue": "r@example.com"}
            assert call("getSubOrgIds", **by_email)["organizationIds"] == [sub]

            # The parent logs the user in, who then has a session of their own.
            contact = {"otpType": "OTP_TYPE_EMAIL", "contact": "r@example.com", "appName": "app"}
            otp = call("initOtp", organizationId=sub, **contact)
            sealed = encrypt_otp_bundle(
                otp["otpEncryptionTargetBundle"],
                service.otp_code(otp["otpId"]),
                public_key=session.public_key,
                **context,
            )
            token = call("verifyOtp", organizationId=sub, otpId=otp["otpId"], encryptedOtpBundle=sealed)[
                "verificationToken"
            ]
            login = call(
                "otpLogin",
                organizationId=sub,
                verificationToken=token,
                publicKey=session.public_key,
                clientSignature=sign_login(session, token).to_dict(),
            )
            assert verify_session_jwt(login["session"], **context).organization_id == sub

            connect(session, sub)
            second = {**ETHEREUM, "path": "m/44'/60'/0'/0/1"}
            (address,) = call("createWalletAccounts", walletId=wallet_id, accounts=[second])["addresses"]
            names = {"encoding": "PAYLOAD_ENCODING_TEXT_UTF8", "hashFunction": "HASH_FUNCTION_KECCAK256"}
            signed = call("signRawPayload", signWith=address, payload="hello", **names)
            SignatureResult(signed["r"], signed["s"], signed["v"]).verify(
                "hello",
                encoding=names["encoding"],
                hash_function=names["hashFunction"],
                address=address,
                address_format="ADDRESS_FORMAT_ETHEREUM",
            )
            accounts = call("getWalletAccounts", walletId=wallet_id, paginationOptions={"limit": "100"})
            assert [each["address"] for each in accounts["accounts"]][1:] == [address]
            bundle = call("exportWallet", walletId=wallet_id, targetPublicKey=target.public_key)[
                "exportBundle"
            ]
            exported = decrypt_wallet_export(bundle, target, organization_id=sub, **context)
            path = second["path"]
            found = exported.account(
                path=path, curve=ETHEREUM["curve"], address_format=ETHEREUM["addressFormat"]
            )
            assert found.address == address

            connect(root, sub)
            assert call("deleteSubOrganization")["subOrganizationUuid"] == sub
            connect(service.api_key, service.organization_id)
            assert call("getSubOrgIds")["organizationIds"] == []
        finally:
            process.close()


@pytest.mark.node
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
        otp = client.submit("init_otp", otpType="OTP_TYPE_EMAIL", contact="root@example.com").result
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

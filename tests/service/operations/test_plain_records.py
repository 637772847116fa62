"""Records that are stored in the form of answers: made, changed, deleted, and seen through the queries."""

import json

from sealwax import encrypt_oauth2_client_secret, encrypt_on_ramp_secret
from tests.service.client import INVALID, NOT_FOUND, Client, Reply


def test_invitations(client: Client) -> None:
    given = {
        "receiverUserName": "n",
        "receiverUserEmail": "n@example.com",
        "receiverUserTags": [client.service.ids["userTagId"]],
        "accessType": "ACCESS_TYPE_WEB",
        "senderUserId": client.service.user_id,
    }
    wrong = client.submit("create_invitations", invitations=[given, {**given, "senderUserId": "x"}])
    assert wrong.error == NOT_FOUND
    (made,) = client.submit("create_invitations", invitations=[given]).result["invitationIds"]
    (record,) = client.query("get_organization")["organizationData"]["invitations"]
    assert (record["invitationId"], record["receiverEmail"]) == (made, "n@example.com")
    assert client.submit("delete_invitation", invitationId=made).result == {"invitationId": made}
    assert client.submit("delete_invitation", invitationId=made).error == NOT_FOUND


ABI = json.dumps([{"type": "function", "name": "transfer"}])


INTERFACE = {
    "smartContractAddress": "0x" + "11" * 20,
    "smartContractInterface": ABI,
    "type": "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM",
    "label": "l",
}


class TestSmartContractInterfaces:
    def test_made(self, client: Client) -> None:
        made = client.submit("create_smart_contract_interface", **INTERFACE, notes="n").result
        interface_id = made["smartContractInterfaceId"]
        name = "get_smart_contract_interface"
        record = client.query(name, smartContractInterfaceId=interface_id)["smartContractInterface"]
        assert {key: record[key] for key in INTERFACE} == INTERFACE
        assert record["organizationId"] == client.organization_id
        listed = client.query("list_smart_contract_interfaces")["smartContractInterfaces"]
        assert listed == [record]
        organization = client.query("get_organization")["organizationData"]
        (reference,) = organization["smartContractInterfaceReferences"]
        assert reference["smartContractInterfaceId"] == interface_id
        assert client.submit("delete_smart_contract_interface", **made).result == made
        assert client.try_query(name, smartContractInterfaceId=interface_id).error == NOT_FOUND

    def test_of_solana(self, client: Client) -> None:
        given = {**INTERFACE, "type": "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"}
        given["smartContractInterface"] = '{"types": []}'
        client.submit("create_smart_contract_interface", **given).check()


class TestCredentialsOfOthers:
    """Their secrets are sealed to the enclave, which opens them."""

    def test_of_oauth2(self, client: Client) -> None:
        sealed = encrypt_oauth2_client_secret("secret", keys=client.service.encryption_keys)
        given = {"provider": "OAUTH2_PROVIDER_X", "clientId": "c", "encryptedClientSecret": sealed}
        made = client.submit("create_oauth2_credential", **given).result
        record = client.query("get_oauth2_credential", **made)["oauth2Credential"]
        assert {name: record[name] for name in given} == given
        changed = {**made, **given, "clientId": "d"}
        assert client.submit("update_oauth2_credential", **changed).result == made
        (record,) = client.query("list_oauth2_credentials")["oauth2Credentials"]
        assert record["clientId"] == "d"
        wrong = client.submit("update_oauth2_credential", **{**changed, "encryptedClientSecret": "00"})
        assert wrong.error == INVALID
        assert client.submit("delete_oauth2_credential", **made).result == made
        assert client.submit("update_oauth2_credential", **changed).error == (
            404,
            "OAUTH2_CREDENTIAL_NOT_FOUND",
        )
        assert client.query("list_oauth2_credentials") == {"oauth2Credentials": []}

    def test_of_fiat_on_ramps(self, client: Client) -> None:
        sealed = encrypt_on_ramp_secret("secret", keys=client.service.encryption_keys)
        given = {
            "onrampProvider": "FIAT_ON_RAMP_PROVIDER_COINBASE",
            "publishableApiKey": "p",
            "encryptedSecretApiKey": sealed,
            "encryptedPrivateApiKey": sealed,
        }
        made = client.submit("create_fiat_on_ramp_credential", **given, sandboxMode=True).result
        credential_id = made["fiatOnRampCredentialId"]
        (record,) = client.query("list_fiat_on_ramp_credentials")["fiatOnRampCredentials"]
        assert record["fiatOnrampCredentialId"] == credential_id
        changed = {"fiatOnrampCredentialId": credential_id, **given, "publishableApiKey": "q"}
        assert client.submit("update_fiat_on_ramp_credential", **changed).result == made
        (record,) = client.query("list_fiat_on_ramp_credentials")["fiatOnRampCredentials"]
        assert (record["publishableApiKey"], record["sandboxMode"]) == ("q", True)
        wrong: Reply = client.submit(
            "create_fiat_on_ramp_credential", **{**given, "encryptedPrivateApiKey": "AA"}
        )
        assert wrong.error == INVALID
        del given["encryptedPrivateApiKey"]
        client.submit("create_fiat_on_ramp_credential", **given).check()
        gone = {"fiatOnrampCredentialId": credential_id}
        assert client.submit("delete_fiat_on_ramp_credential", **gone).result == made

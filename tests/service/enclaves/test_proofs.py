"""App proofs from the request to their verification, over HTTP: what the enclave signed, and who it is."""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any, ClassVar

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ContextMismatch,
    Expired,
    UntrustedSigner,
    verify_import_bundle,
)
from sealwax.operations import (
    Activity,
    CreatedWallet,
    CreateUserTag,
    Record,
    SealedRequest,
    SignupApiKey,
    SignupV2,
    SignupWallet,
    SignupWalletAccount,
    SubmitOperation,
    UpdateOrganizationName,
)
from sealwax.operations.parameters import Array
from sealwax.proofs import (
    AWS_NITRO_ROOT_G1,
    AppProofExpectation,
    AppProofType,
    EnclaveIdentity,
    VerifiedAppProof,
    verify_app_proof,
    verify_boot_proof,
)
from sealwax.testing.nitro import NitroAuthority
from sealwax.wallets import derive_address
from sealwax_service import LocalService
from tests.conftest import SEED, near_misses
from tests.service.client import ETHEREUM, Client, new_name, new_tag

ADDRESS: AppProofType = "APP_PROOF_TYPE_ADDRESS_DERIVATION"
POLICY: AppProofType = "APP_PROOF_TYPE_POLICY_OUTCOME"
SECOND = {**ETHEREUM, "path": "m/44'/60'/0'/0/1"}


class CreateWallet(SubmitOperation[CreatedWallet], frozen=True, kw_only=True):
    """An operation that the specification does not have, as a caller of the library would add it."""

    operation_name: ClassVar[str] = "create_wallet"
    activity_type: ClassVar[str] = "ACTIVITY_TYPE_CREATE_WALLET"
    intent_key: ClassVar[str] = "createWalletIntent"
    result_key: ClassVar[str] = "createWalletResult"
    result_type: ClassVar[type[Record]] = CreatedWallet

    wallet_name: str
    accounts: Array[SignupWalletAccount]


@contextmanager
def talking_to(service: LocalService) -> Iterator[Client]:
    client = Client(service)
    with client.http:
        yield client


def run(client: Client, operation: SubmitOperation[Any], **how: Any) -> Activity[Any]:
    """Seal an operation of ours, send it as it is, and read the answer."""
    service = client.service
    request: SealedRequest[Activity[Any]] = operation.seal(
        ApiKeyStamper(service.api_key),
        organization_id=service.organization_id,
        base_url=service.url,
        **{"generate_app_proofs": True, **how},
    )
    answer = client.http.post(request.url, content=request.body, headers=request.headers)
    return request.read(answer.content, http_status=answer.status_code)


def create_wallet(client: Client, *accounts: dict[str, str], **how: Any) -> Activity[CreatedWallet]:
    read = [SignupWalletAccount.from_params(account) for account in accounts]
    return run(client, CreateWallet(wallet_name=new_name(), accounts=read), **how)


def boot_proof(client: Client, app_proof: Any) -> Any:
    return client.query("get_boot_proof", ephemeralKey=app_proof["publicKey"])["bootProof"]


def identity_of(service: LocalService, type_: AppProofType) -> EnclaveIdentity:
    return service.enclave_identity if type_ == ADDRESS else service.policy_engine_identity


def verify(
    client: Client,
    app_proof: Any,
    type_: AppProofType = ADDRESS,
    now: datetime | None = None,
    **expected: Any,
) -> VerifiedAppProof:
    """Verify an app proof with the boot proof that the service has of its key."""
    wanted = {"organization_id": client.organization_id, "max_age": timedelta(minutes=5), **expected}
    return verify_app_proof(
        app_proof,
        boot_proof(client, app_proof),
        identity=identity_of(client.service, type_),
        expected=AppProofExpectation(type=type_, **wanted),
        now=now,
    )


def ask(client: Client, name: str, parameters: object, **changes: object) -> Any:
    """Submit by hand with app proofs; return the activity."""
    return client.post(name, client.body(name, parameters, generateAppProofs=True, **changes)).activity


class TestActivities:
    def test_a_wallets_addresses_are_proved(self, client: Client) -> None:
        activity = create_wallet(client, ETHEREUM, SECOND)
        *proofs, outcome = activity.proofs
        assert len(proofs) == 2
        for proof, account, address in zip(
            proofs, (ETHEREUM, SECOND), activity.result.addresses, strict=True
        ):
            verified = verify(
                client,
                proof,
                wallet_id=activity.result.wallet_id,
                derivation_path=account["path"],
                address=address,
            )
            assert verified.age_checked
            assert verified.content == {
                "organizationId": client.organization_id,
                "walletId": activity.result.wallet_id,
                "derivationPath": account["path"],
                "address": address,
            }
        assert verify(client, outcome, POLICY).outcome == "OUTCOME_ALLOW"

    def test_the_outcome_names_who_approved(self, client: Client) -> None:
        request = CreateUserTag(user_tag_name="t", user_ids=[]).seal(
            client.stamper,
            organization_id=client.organization_id,
            base_url=client.service.url,
            generate_app_proofs=True,
        )
        answer = client.http.post(request.url, content=request.body, headers=request.headers)
        (proof,) = request.read(answer.content).proofs
        content = verify(client, proof, POLICY).content
        approvals: Any = content["userRequestApprovals"]
        assert [(each["message"], each["publicKey"]) for each in approvals] == [
            (request.body.decode(), client.key.public_key)
        ]
        assert content["parentOrganizationDataDigest"] == ""

    @pytest.mark.parametrize("asked", [None, False])
    def test_unasked_there_are_none(self, client: Client, asked: bool | None) -> None:
        assert create_wallet(client, ETHEREUM, generate_app_proofs=asked).proofs == ()

    def test_a_proof_is_of_the_services_time(self, client: Client) -> None:
        old = create_wallet(client, ETHEREUM).proofs[0]
        client.ahead = timedelta(hours=1)
        client.service.advance(client.ahead)
        new = ask(client, "create_wallet", {"walletName": "new", "accounts": [ETHEREUM]})["appProofs"][0]
        now = client.service.now()
        verify(client, new, now=now)
        with pytest.raises(Expired):
            verify(client, old, now=now)
        with pytest.raises(Expired):
            verify(client, new)

    def test_the_same_bytes_have_the_same_proofs(self, client: Client) -> None:
        body = client.body(
            "create_wallet", {"walletName": "w", "accounts": [ETHEREUM]}, generateAppProofs=True
        )
        first, again = (client.post("create_wallet", body).activity for _ in range(2))
        assert first["appProofs"] == again["appProofs"] != []
        asked = client.query("list_app_proofs", activityId=first["id"])
        assert asked == {"appProofs": first["appProofs"]}
        got = client.query("get_activity", activityId=first["id"])["activity"]
        assert got["appProofs"] == first["appProofs"]
        reply = client.try_query("list_app_proofs", activityId="x")
        assert reply.error == (404, "SEALWAX_NOT_FOUND")

    def test_inside_the_parameters_unless_strict(self, client: Client, strict_client: Client) -> None:
        for each, status in ((client, 200), (strict_client, 400)):
            reply = each.submit("create_user_tag", **new_tag(), generateAppProofs=True)
            assert reply.status == status
        for asked in (True, False):
            activity = client.submit("create_user_tag", **new_tag(), generateAppProofs=asked).activity
            assert len(activity["appProofs"]) == asked

    def test_imports_are_proved(self, client: Client) -> None:
        service = client.service

        def sealed(name: str, seal: Callable[[Any], str]) -> str:
            bundle = client.submit(name, userId=service.user_id).result["importBundle"]
            return seal(
                verify_import_bundle(
                    bundle,
                    organization_id=service.organization_id,
                    user_id=service.user_id,
                    keys=service.keys,
                )
            )

        words = "abandon " * 11 + "about"
        wallet = ask(
            client,
            "import_wallet",
            {
                "userId": service.user_id,
                "walletName": "w",
                "encryptedBundle": sealed("init_import_wallet", lambda target: target.encrypt_wallet(words)),
                "accounts": [ETHEREUM],
            },
        )
        result = wallet["result"]["importWalletResult"]
        known = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
        verify(client, wallet["appProofs"][0], wallet_id=result["walletId"], address=known)
        secret = ApiKey.generate("secp256k1")
        key = ask(
            client,
            "import_private_key",
            {
                "userId": service.user_id,
                "privateKeyName": "k",
                "encryptedBundle": sealed(
                    "init_import_private_key",
                    lambda target: target.encrypt_private_key(bytes.fromhex(secret.private_key_hex())),
                ),
                "curve": "CURVE_SECP256K1",
                "addressFormats": ["ADDRESS_FORMAT_ETHEREUM"],
            },
        )
        address = derive_address(secret.public_key, "ADDRESS_FORMAT_ETHEREUM", curve="CURVE_SECP256K1")
        verified = verify(client, key["appProofs"][0], address=address)
        assert (verified.wallet_id, verified.derivation_path) == (None, None)

    def test_a_signup_proves_its_addresses(self, client: Client) -> None:
        key, service = ApiKey.generate(), client.service
        account = SignupWalletAccount.from_params(ETHEREUM)
        request = SignupV2(
            api_keys=[
                SignupApiKey(api_key_name="k", public_key=key.public_key, curve_type="API_KEY_CURVE_P256")
            ],
            authenticators=[],
            oauth_providers=[],
            wallet=SignupWallet(wallet_name="w", accounts=[account]),
        ).seal(configuration_id=service.configuration_id, base_url=service.auth_proxy_url)
        answer = client.http.post(request.url, content=request.body, headers=request.headers)
        signup = request.read(answer.content)
        assert signup.wallet is not None
        (proof,) = signup.proofs
        own = client.with_key(key)
        own.organization_id = signup.organization_id
        facts: dict[str, Any] = {"wallet_id": signup.wallet.wallet_id, "address": signup.wallet.addresses[0]}
        verify(own, proof, **facts)
        with pytest.raises(ContextMismatch) as caught:
            verify(client, proof, **facts)
        assert caught.value.code == "wrong-organization"
        with pytest.raises(ContextMismatch) as caught:
            verify(own, proof, **{**facts, "address": facts["address"][:-1]})
        assert caught.value.code == "wrong-address"

    def test_without_a_wallet_a_signup_has_none(self, client: Client) -> None:
        made = client.proxy("signup_v2", apiKeys=[], authenticators=[], oauthProviders=[])
        assert made.body["appProofs"] == []


class TestWaiting:
    """An activity that is not done has no proofs; one that is done later has them then."""

    def test_pending(self, client: Client) -> None:
        client.service.fail("create_user_tag", "pending", polls=1)
        body = client.body("create_user_tag", new_tag(), generateAppProofs=True)
        activity = client.post("create_user_tag", body).activity
        assert activity["appProofs"] == []
        assert client.query("list_app_proofs", activityId=activity["id"])["appProofs"] == []
        assert len(client.post("create_user_tag", body).activity["appProofs"]) == 1

    @pytest.mark.parametrize("kind", ["failed", "rejected"])
    def test_final_failures(self, client: Client, kind: str) -> None:
        client.service.fail("create_user_tag", kind)
        assert ask(client, "create_user_tag", new_tag())["appProofs"] == []

    def test_consensus(self, client: Client) -> None:
        other = ApiKey.generate()
        client.add_user(other)
        client.service.fail("create_user_tag", "consensus")
        waiting = ask(client, "create_user_tag", new_tag())
        assert waiting["appProofs"] == []
        client.with_key(other).submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        (proof,) = client.query("list_app_proofs", activityId=waiting["id"])["appProofs"]
        approvals: Any = verify(client, proof, POLICY).content["userRequestApprovals"]
        assert [each["publicKey"] for each in approvals] == [client.key.public_key, other.public_key]

    def test_what_is_refused_has_none_and_changes_nothing(self, client: Client) -> None:
        reply = client.post(
            "create_user_tag",
            client.body("create_user_tag", {**new_tag(), "userIds": ["x"]}, generateAppProofs=True),
        )
        assert reply.error == (404, "SEALWAX_NOT_FOUND")
        assert client.query("list_activities")["activities"] == []

    def test_numbers_that_json_cannot_repeat(self, client: Client) -> None:
        body = client.body(
            "create_wallet", {"walletName": "w", "accounts": [], "more": 5}, generateAppProofs=True
        )
        digits = b"9" * 250
        refused = (b"1e999", b"-1e999", b"1.0E+0999", digits + b"e99")
        for number in refused:
            assert client.post("create_wallet", body.replace(b": 5", b": " + number)).status == 400
        for number in (b"1e300", b"1.5E-999", digits + b"e9", 2 * digits):
            named = body.replace(b'"w"', json.dumps(new_name()).encode())
            assert client.post("create_wallet", named.replace(b": 5", b": " + number)).status == 200


class TestBootProofs:
    def test_it_is_of_the_key_that_signs(self, client: Client) -> None:
        latest = client.query("get_latest_boot_proof", appName="ump")["bootProof"]
        (proof,) = ask(client, "create_user_tag", new_tag())["appProofs"]
        assert boot_proof(client, proof) == latest
        assert latest["enclaveApp"] == "ump"
        assert latest["ephemeralPublicKeyHex"] == proof["publicKey"]
        upper = client.query("get_boot_proof", ephemeralKey=proof["publicKey"].upper())
        assert upper["bootProof"] == latest
        assert latest.keys() == {
            "ephemeralPublicKeyHex",
            "awsAttestationDocB64",
            "qosManifestB64",
            "qosManifestEnvelopeB64",
            "deploymentLabel",
            "enclaveApp",
            "owner",
            "createdAt",
        }

    def test_the_info_has_what_to_pin(self, client: Client) -> None:
        """A client in another language knows as much as one in Python."""
        for name, identity in (
            ("enclave", client.service.enclave_identity),
            ("policyEngine", client.service.policy_engine_identity),
        ):
            given = client.admin("info")[name]
            assert given == client.service.info[name]
            read = replace(
                identity,
                pcrs={int(index): value for index, value in given["pcrs"].items()},
                pivot_hashes={given["pivotHash"]},
                manifest_hashes={given["manifestHash"]},
                quorum_key=given["quorumKey"],
                namespace=given["namespace"],
                root=given["root"],
                application=given["application"],
            )
            assert read == identity
            certificate = base64.b64decode(given["rootCertificate"])
            assert hashlib.sha256(certificate).hexdigest() == given["root"]

    def test_aws_does_not_vouch_for_it(self, client: Client) -> None:
        proof = client.query("get_latest_boot_proof", appName="signer")["bootProof"]
        identity = client.service.enclave_identity
        with pytest.raises(UntrustedSigner):
            verify_boot_proof(proof, identity=replace(identity, root=AWS_NITRO_ROOT_G1))

    def test_another_services_enclave_is_another(self, client: Client) -> None:
        (proof,) = ask(client, "create_user_tag", new_tag())["appProofs"]
        own = boot_proof(client, proof)
        with LocalService() as other:
            expected = AppProofExpectation(type=POLICY, organization_id=client.organization_id)
            with pytest.raises(UntrustedSigner):
                verify_app_proof(proof, own, identity=other.policy_engine_identity, expected=expected)
            theirs = other._deployment.provisioner.prover.boot_proofs["ump"]
            with pytest.raises(UntrustedSigner):
                verify_app_proof(proof, theirs, identity=other.policy_engine_identity, expected=expected)

    def test_unknown_keys_and_applications(self, client: Client) -> None:
        key = client.query("get_latest_boot_proof", appName="signer")["bootProof"]["ephemeralPublicKeyHex"]
        for near in (*near_misses(key), key[130:], "x"):
            assert client.try_query("get_boot_proof", ephemeralKey=near).error == (404, "SEALWAX_NOT_FOUND")
        for name in ("notarizer", "Signer", "x"):
            reply = client.try_query("get_latest_boot_proof", appName=name)
            assert reply.error == (404, "SEALWAX_NOT_FOUND")
        for query in ("get_boot_proof", "get_latest_boot_proof", "list_app_proofs"):
            assert client.try_query(query).error == (400, "REQUEST_INVALID")

    def test_a_sub_organization_may_ask(self, client: Client) -> None:
        key = ApiKey.generate()
        api_key = {"apiKeyName": "k", "publicKey": key.public_key, "curveType": "API_KEY_CURVE_P256"}
        made = client.proxy("signup_v2", apiKeys=[api_key], authenticators=[], oauthProviders=[]).body
        own = client.with_key(key)
        own.organization_id = made["organizationId"]
        assert own.query("get_latest_boot_proof", appName="signer")


class TestFaults:
    def test_another_enclave_signs(self, client: Client) -> None:
        client.service.fail("create_wallet", "wrong-signer")
        proof = create_wallet(client, ETHEREUM).proofs[0]
        # The service does not know the key that signed.
        assert client.try_query("get_boot_proof", ephemeralKey=proof["publicKey"]).status == 404
        own = client.query("get_latest_boot_proof", appName="signer")["bootProof"]
        client.service.fail("get_latest_boot_proof", "wrong-signer")
        foreign = client.query("get_latest_boot_proof", appName="signer")["bootProof"]
        assert foreign["ephemeralPublicKeyHex"] == proof["publicKey"]
        expected = AppProofExpectation(type=ADDRESS, organization_id=client.organization_id)
        identity = client.service.enclave_identity
        for each in (own, foreign):
            with pytest.raises(UntrustedSigner):
                verify_app_proof(proof, each, identity=identity, expected=expected)
        # Its proofs are good in themselves: only what the client pins tells it from the service's.
        impostor = client.service._deployment.router._makers.impostor_prover.identity
        verify_app_proof(proof, foreign, identity=impostor, expected=expected)

    VECTOR = "app_proof/AppProof/the-payload-another-address"

    def test_a_vector_of_proofs_that_nobody_asked_for(self, client: Client) -> None:
        client.service.fail("create_wallet", vector=self.VECTOR)
        activity = client.submit("create_wallet", walletName="w", accounts=[ETHEREUM]).activity
        assert activity["appProofs"] == []


class TestSeeds:
    def test_without_a_seed_each_is_another(self) -> None:
        with LocalService() as one, LocalService() as two:
            before = one.enclave_identity
            assert before != two.enclave_identity
            one.reset()
            assert one.enclave_identity != before

    def test_nothing_is_made_unasked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A start, requests and app proofs make no certificate; what asks who the enclave is, does."""
        made: list[int] = []
        certificate = NitroAuthority.certificate

        def count(self: NitroAuthority, level: int, **changes: Any) -> bytes:
            made.append(level)
            return certificate(self, level, **changes)

        monkeypatch.setattr(NitroAuthority, "certificate", count)
        with LocalService(SEED) as service, talking_to(service) as client:
            client.submit("create_wallet", walletName="w", accounts=[ETHEREUM]).check()
            assert not made
            assert "enclave" not in vars(service._deployment.provisioner.prover)
            create_wallet(client, ETHEREUM)
            assert not made
            assert service.enclave_identity.root
            assert service.info["enclave"]
            assert made == [0]
            for _ in range(2):
                client.query("get_latest_boot_proof", appName="signer")
            assert made == [0, 0, 1, 2, 3, 4]

    def test_the_boot_proof_is_older_than_the_app_proofs(self, client: Client) -> None:
        verified = verify(client, create_wallet(client, ETHEREUM).proofs[0])
        assert verified.boot_proof.timestamp == datetime(2026, 1, 1, tzinfo=timezone.utc)
        assert verified.timestamp > verified.boot_proof.timestamp


def test_an_operation_that_derives_nothing_proves_what_was_decided(client: Client) -> None:
    activity = run(client, UpdateOrganizationName(organization_name="New"))
    (proof,) = activity.proofs
    verified = verify(client, proof, POLICY)
    assert (verified.address, verified.wallet_id, verified.organization_id) == (
        None,
        None,
        client.organization_id,
    )

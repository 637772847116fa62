"""Every fault, seen by a client; and each invalid vector of an answer, refused by this library."""

import json
import re
from datetime import timedelta
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from sealwax import (
    ApiKey,
    Expired,
    InvalidRequest,
    SealwaxError,
    ServiceError,
    decrypt_account_export,
    decrypt_wallet_export,
    encrypt_otp_bundle,
    sign_login,
    verify_import_bundle,
    verify_session_jwt,
    verify_verification_token,
)
from sealwax.operations import ListPrivateKeys
from sealwax.proofs import AppProofExpectation, verify_app_proof, verify_boot_proof
from sealwax_service import LocalService, faults
from sealwax_service.requests import provisioning
from sealwax_vectors import load_file
from sealwax_vectors.makers import live
from sealwax_vectors.makers.live import live_vectors
from tests.conftest import ROOT, SEED
from tests.service.client import ETHEREUM, TARGET, Client, new_name

TAG: dict[str, Any] = {"userTagName": "t", "userIds": []}
VECTOR = "wallet_export/WalletExport/r-and-s-swapped"


def tags(client: Client) -> int:
    return len(client.query("list_user_tags")["userTags"]) - 1


class TestActivities:
    def test_pending_for_some_polls(self, client: Client) -> None:
        client.service.fail("create_user_tag", "pending", polls=2)
        body = client.body("create_user_tag", TAG)
        first = client.post("create_user_tag", body).activity
        assert (first["status"], first["result"], tags(client)) == ("ACTIVITY_STATUS_PENDING", {}, 0)
        # By the same bytes, and by a query.
        assert client.post("create_user_tag", body).activity["status"] == "ACTIVITY_STATUS_PENDING"
        done = client.query("get_activity", activityId=first["id"])["activity"]
        assert (done["status"], done["id"], tags(client)) == ("ACTIVITY_STATUS_COMPLETED", first["id"], 1)
        assert client.post("create_user_tag", body).activity == done
        assert tags(client) == 1

    def test_consensus(self, client: Client) -> None:
        client.service.fail("create_user_tag", "consensus", approvals=3)
        waiting = client.submit("create_user_tag", **TAG).activity
        assert waiting["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED"
        for number in range(2):
            assert tags(client) == 0
            key = ApiKey.generate()
            client.add_user(key, name=f"user {number}")
            other = client.with_key(key)
            other.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert tags(client) == 1

    @pytest.mark.parametrize("kind", ["failed", "rejected"])
    def test_final_failures(self, client: Client, kind: str) -> None:
        client.service.fail("create_user_tag", kind, message="because")
        body = client.body("create_user_tag", TAG)
        activity = client.post("create_user_tag", body).activity
        assert activity["status"] == f"ACTIVITY_STATUS_{kind.upper()}"
        assert activity["failure"]["message"] == "because"
        assert client.post("create_user_tag", body).activity == activity
        assert tags(client) == 0


class TestAnswers:
    @pytest.mark.parametrize(("retry_after", "header"), [(0, "0"), (7, "7"), (None, None)])
    def test_an_error_can_ask_to_wait(
        self, client: Client, retry_after: int | None, header: str | None
    ) -> None:
        client.service.fail("list_private_keys", "error", status=429, retry_after=retry_after)
        request = ListPrivateKeys().seal(
            client.stamper, organization_id=client.organization_id, base_url=client.service.url
        )
        answer = client.http.post(request.url, content=request.body, headers=request.headers)
        assert (answer.status_code, answer.headers.get("Retry-After")) == (429, header)
        with pytest.raises(ServiceError) as raised:
            request.read(
                answer.content,
                http_status=answer.status_code,
                retry_after=answer.headers.get("Retry-After"),
            )
        error = raised.value
        assert (error.retryable, error.error_code) == (True, "SEALWAX_FAULT")
        assert error.retry_after == (None if retry_after is None else timedelta(seconds=retry_after))

    def test_slow(self, client: Client) -> None:
        client.service.fail("whoami", "slow", seconds=0.001)
        assert client.query("whoami")

    def test_drop(self, client: Client) -> None:
        client.service.fail("create_user_tag", "drop")
        body = client.body("create_user_tag", TAG)
        with pytest.raises(httpx.RemoteProtocolError):
            client.post("create_user_tag", body)
        # It was done; the same bytes are the same activity.
        assert tags(client) == 1
        client.post("create_user_tag", body).check()
        assert tags(client) == 1

    def test_garbage(self, client: Client) -> None:
        client.service.fail("create_user_tag", "garbage")
        body = client.body("create_user_tag", TAG)
        stamp = client.stamper.stamp(body)
        answer = client.http.post(
            "/public/v1/submit/create_user_tag",
            content=body,
            headers={"Content-Type": "application/json", **stamp.headers},
        )
        assert (answer.status_code, answer.content) == (200, faults.GARBAGE)
        assert tags(client) == 1

    def test_times(self, client: Client) -> None:
        client.service.fail("whoami", "error", times=2)
        client.service.fail("*", "error", status=400, times=None)
        statuses = [client.try_query("whoami").status for _ in range(4)]
        assert statuses == [503, 503, 400, 400]
        assert client.submit("create_user_tag", **TAG).status == 400
        client.admin("fail")
        assert client.query("whoami")
        for body in (b'{"fault":"error"}', b'{"operation":null}', b'{"operation":"whoami","fault":5}'):
            assert client.send("/_sealwax/fail", body, {}).error == (400, "REQUEST_INVALID")

    def test_times_over_http(self, client: Client) -> None:
        (fault,) = client.admin("fail", operation="whoami", fault="error", times=None)["faults"]
        assert fault["times"] is None
        assert [client.try_query("whoami").status for _ in range(3)] == [503] * 3
        client.admin("fail")
        client.admin("fail", operation="whoami", fault="error", times=2)
        assert [client.try_query("whoami").status for _ in range(3)] == [503, 503, 200]
        for times in (b"0", b'"all"', b"1.5", b"true", b"-1"):
            body = b'{"operation":"whoami","fault":"error","times":' + times + b"}"
            assert client.send("/_sealwax/fail", body, {}).error == (400, "REQUEST_INVALID")

    def test_only_authenticated_requests_count(self, client: Client) -> None:
        for operation in ("whoami", "create_user_tag", "wallet_kit_config"):
            client.service.fail(operation, "error")
        unstamped = json.dumps({"organizationId": client.organization_id}).encode()
        body = client.body("create_user_tag", TAG)
        stamp = client.stamper.stamp(body).headers
        for path, content, headers, error in (
            ("/public/v1/query/whoami", unstamped, {}, (401, "SIGNATURE_MISSING")),
            ("/public/v1/submit/create_user_tag", body, {}, (401, "SIGNATURE_MISSING")),
            ("/public/v1/submit/create_user_tag", body + b" ", stamp, (401, "SIGNATURE_INVALID")),
            ("/v1/wallet_kit_config", b"{}", {}, (401, "SEALWAX_UNKNOWN_CONFIGURATION")),
        ):
            assert client.send(path, content, headers).error == error
        stranger = client.with_key(ApiKey.generate())
        assert stranger.try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")
        assert len(client.admin("overview")["faults"]) == 3
        assert client.try_query("whoami").status == 503
        assert client.post("create_user_tag", body).status == 503
        assert client.proxy("wallet_kit_config").status == 503
        assert client.admin("overview")["faults"] == []

    def test_a_fault_of_any_operation_waits_for_one_that_it_can_affect(self, client: Client) -> None:
        client.service.fail("*", "pending")
        client.service.fail("*", "expired-token")
        assert client.query("whoami")
        assert client.submit("create_user_tag", **TAG).activity["status"] == "ACTIVITY_STATUS_PENDING"
        assert client.submit("create_user_tag", **TAG).activity["status"] == "ACTIVITY_STATUS_COMPLETED"
        session = client.submit("stamp_login", publicKey=ApiKey.generate().public_key).result["session"]
        with pytest.raises(Expired):
            verify_session_jwt(session, keys=client.service.keys)
        assert client.admin("overview")["faults"] == []


class TestArtifacts:
    def test_wrong_signer(self, client: Client) -> None:
        client.service.fail("*", "wrong-signer", times=None)
        key = ApiKey.generate()
        user_id, service = client.service.user_id, client.service
        export = client.submit(
            "export_wallet", walletId=service.ids["walletId"], targetPublicKey=TARGET.public_key
        ).result["exportBundle"]
        target = client.submit("init_import_wallet", userId=user_id).result["importBundle"]
        otp = client.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="a@example.com").body
        session = client.submit("stamp_login", publicKey=key.public_key).result["session"]
        client.admin("fail")
        otp_id = client.proxy("otp_init_v2", otpType="OTP_TYPE_EMAIL", contact="a@example.com").body
        sealed = client.seal_code(otp_id, service.otp_code(otp_id["otpId"]), key)
        service.fail("otp_verify_v2", "wrong-signer")
        token = client.proxy("otp_verify_v2", otpId=otp_id["otpId"], encryptedOtpBundle=sealed).body
        context: dict[str, Any] = {"organization_id": client.organization_id, "keys": service.keys}
        checks = (
            lambda: decrypt_wallet_export(export, TARGET, **context),
            lambda: verify_import_bundle(target, user_id=user_id, **context),
            lambda: encrypt_otp_bundle(
                otp["otpEncryptionTargetBundle"], "1", public_key=key.public_key, keys=service.keys
            ),
            lambda: verify_session_jwt(session, keys=service.keys),
            lambda: verify_verification_token(token["verificationToken"], keys=service.keys),
        )
        codes = []
        for check in checks:
            with pytest.raises(SealwaxError) as caught:
                check()
            codes.append(caught.value.code)
        assert codes == ["untrusted-signer"] * 3 + ["bad-signature"] * 2

    def test_expired_tokens(self, client: Client) -> None:
        client.service.fail("*", "expired-token", times=None)
        key = ApiKey.generate()
        session = client.submit("stamp_login", publicKey=key.public_key).result["session"]
        export = client.submit(
            "export_wallet",
            walletId=client.service.ids["walletId"],
            targetPublicKey=TARGET.public_key,
        ).result["exportBundle"]
        token = client.token(key)
        with pytest.raises(SealwaxError) as caught:
            verify_session_jwt(session, keys=client.service.keys)
        assert caught.value.code == "expired"
        with pytest.raises(SealwaxError) as caught:
            verify_verification_token(token, keys=client.service.keys)
        assert caught.value.code == "expired"
        context: dict[str, Any] = {"organization_id": client.organization_id, "keys": client.service.keys}
        assert decrypt_wallet_export(export, TARGET, **context).checksum_valid

    @pytest.mark.parametrize("fault", ["expired-token", "wrong-signer"])
    def test_what_was_submitted_is_repeated_unchanged(self, client: Client, fault: str) -> None:
        key = ApiKey.generate()
        token = client.token(key)
        given = {
            "publicKey": key.public_key,
            "verificationToken": token,
            "clientSignature": sign_login(key, token).to_dict(),
        }
        client.service.fail("otp_login", fault)
        activity = client.submit("otp_login", **given).activity
        (submitted,) = activity["intent"].values()
        assert submitted["verificationToken"] == token
        (result,) = activity["result"].values()
        with pytest.raises(SealwaxError):
            verify_session_jwt(result["session"], keys=client.service.keys)


ERRORS = {
    case.id: case.error
    for name in (
        "wallet_export",
        "account_export",
        "import_bundle",
        "otp_bundle",
        "verification_token",
        "session_jwt",
        "app_proof",
        "boot_proof",
    )
    for group in load_file(ROOT / "vectors" / f"{name}.json").test_groups
    for case in group.tests
    if case.result == "invalid"
}


def code_of(client: Client, operation: str, vector: str) -> str:
    """Have a vector live, and give the code of the error that this library raises for it."""
    service = client.service
    service.fail(operation, vector=vector)
    with pytest.raises(SealwaxError) as caught:
        read_answer(client, operation)
    return caught.value.code


def read_answer(client: Client, operation: str) -> None:
    service = client.service
    context: dict[str, Any] = {"organization_id": client.organization_id}
    key = ApiKey.generate()
    match operation:
        case "export_wallet":
            result = client.submit(
                operation, walletId=service.ids["walletId"], targetPublicKey=TARGET.public_key
            ).result
            decrypt_wallet_export(result["exportBundle"], TARGET, keys=service.keys, **context)
        case "export_private_key":
            result = client.submit(
                operation, privateKeyId=service.ids["privateKeyId"], targetPublicKey=TARGET.public_key
            ).result
            decrypt_account_export(result["exportBundle"], TARGET, keys=service.keys, **context)
        case "init_import_wallet":
            bundle = client.submit(operation, userId=service.user_id).result["importBundle"]
            verify_import_bundle(bundle, user_id=service.user_id, keys=service.keys, **context)
        case "otp_init_v2":
            otp = client.proxy(operation, otpType="OTP_TYPE_EMAIL", contact="a@example.com").body
            client.seal_code(otp, "1", key)
        case "otp_verify_v2":
            verify_verification_token(client.token(key), keys=service.keys)
        case "create_wallet":
            given = {"walletName": new_name(), "accounts": [ETHEREUM]}
            activity = client.post(operation, client.body(operation, given, generateAppProofs=True)).activity
            made = activity["result"]["createWalletResult"]
            verify_app_proof(
                activity["appProofs"][0],
                client.query("get_latest_boot_proof", appName="signer")["bootProof"],
                identity=service.enclave_identity,
                expected=AppProofExpectation(
                    type="APP_PROOF_TYPE_ADDRESS_DERIVATION",
                    wallet_id=made["walletId"],
                    derivation_path=ETHEREUM["path"],
                    address=made["addresses"][0],
                    **context,
                ),
            )
        case "get_latest_boot_proof":
            proof = client.query(operation, appName="signer")["bootProof"]
            verify_boot_proof(proof, identity=service.enclave_identity)
        case _:
            session = client.submit(operation, publicKey=key.public_key).result["session"]
            verify_session_jwt(session, keys=service.keys)


OPERATIONS = (
    "export_wallet",
    "export_private_key",
    "init_import_wallet",
    "otp_init_v2",
    "otp_verify_v2",
    "stamp_login",
    "create_wallet",
    "get_latest_boot_proof",
)


def check_vectors(client: Client, monkeypatch: pytest.MonkeyPatch, operation: str, step: int) -> None:
    """Have the vectors of an operation live, in steps: the client refuses each with its code."""
    monkeypatch.setattr(provisioning, "MAX_WALLETS", 10_000)
    vectors = live_vectors(operation)
    assert len(vectors) > 120
    assert {*vectors} <= ERRORS.keys()
    wrong = {
        vector: code
        for vector in vectors[::step]
        if (code := code_of(client, operation, vector)) != ERRORS[vector]
    }
    assert wrong == {}
    # Without the fault, all is well again.
    read_answer(client, operation)


class TestVectors:
    @pytest.mark.parametrize(
        ("operation", "vector"),
        [
            ("export_wallet", "wallet_export/WalletExport/nothing"),
            ("export_wallet", "account_export/AccountExport/31-bytes"),
            ("export_wallet", "wallet_export/WalletExport/another-target-key"),
            ("update_user", VECTOR),
            ("*", VECTOR),
        ],
    )
    def test_other_vectors(self, client: Client, operation: str, vector: str) -> None:
        with pytest.raises(InvalidRequest, match="the vector"):
            client.service.fail(operation, vector=vector)


def test_faults_of_another_python_type(client: Client) -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="operation must be str"):
        client.service.fail(wrong, "error")
    with pytest.raises(TypeError, match="fault must be str"):
        client.service.fail("whoami", wrong)


def test_no_effect_says_the_name_of_an_option_twice() -> None:
    """The page shows the names without the quotes."""
    for name, kind in faults.KINDS.items():
        assert not re.search(r"\b(\w+) \1\b", kind.effect.replace("`", "")), name


def test_the_guide_has_the_table_of_faults() -> None:
    rows = []
    for name, kind in faults.KINDS.items():
        options = ", ".join(f"`{option}`" for option in kind.options)
        rows.append(f"| `{name}` | {kind.scope.words} | {kind.effect} | {options} |")
    assert (
        "\n".join(rows).replace("|  |", "| |") in (ROOT / "docs" / "local-service-reference.md").read_text()
    )


def test_every_option_is_of_a_kind_and_its_default_is_valid() -> None:
    used = {option for kind in faults.KINDS.values() for option in kind.options}
    assert {"times", *used} == faults.OPTIONS.keys()
    assert [name for name, each in faults.OPTIONS.items() if not each.accepts(each.default)] == ["vector"]


def test_the_description_of_the_kinds(client: Client) -> None:
    answer = client.admin("faults")
    assert {name for names in answer["operations"].values() for name in names} == {*faults.ANY.operations}
    kinds = {kind.pop("fault"): kind for kind in answer["faults"]}
    assert {*kinds} == {*faults.KINDS}
    assert kinds["expired-token"]["operations"] == sorted(faults.WITH_TOKENS.operations)
    seconds = {
        "type": "number",
        "minimum": 0,
        "maximum": 60,
        "description": "A number from 0 to 60.",
        "default": 1,
    }
    assert kinds["slow"]["options"]["seconds"] == seconds
    assert kinds["slow"]["options"]["times"]["type"] == ["integer", "null"]
    assert kinds["vector"]["options"]["vector"] == {
        "type": "string",
        "description": "The id of a test vector.",
    }


@pytest.mark.parametrize("name", faults.OPTIONS)
def test_the_schema_of_an_option_is_what_it_accepts(name: str) -> None:
    option = faults.OPTIONS[name]
    validator = Draft202012Validator(option.schema())
    values: list[object] = [
        None,
        True,
        "x",
        -1,
        0,
        1,
        60,
        61,
        399,
        400,
        599,
        600,
        1000,
        1001,
        0.5,
        60.5,
        [],
        {},
    ]
    for value in values:
        assert option.accepts(value) is validator.is_valid(value), value
    # JSON has one type of numbers; in Python, a whole number is an int.
    assert not option.accepts(float("nan"))


def test_without_vectors_the_error_says_where_they_are() -> None:
    with pytest.raises(InvalidRequest, match=f"install sealwax-vectors, and pass vectors={live.__name__}"):
        LocalService(SEED).fail("export_wallet", vector=VECTOR)
    LocalService(SEED, vectors=live).fail("export_wallet", vector=VECTOR)


@pytest.mark.parametrize(
    ("operation", "kind", "options", "near", "words"),
    [
        ("whoami", "errors", {}, ("whoami", "error", {}), "the fault is unknown"),
        ("whoamis", "error", {}, ("*", "error", {}), "the operation is unknown"),
        ("whoami", "pending", {}, ("create_user_tag", "pending", {}), "has no effect on this operation"),
        ("otp_init_v2", "allowlist-error", {}, ("whoami", "allowlist-error", {}), "has no effect on this"),
        ("export_wallet", "expired-token", {}, ("stamp_login", "expired-token", {}), "has no effect on this"),
        ("whoami", "error", {"polls": 1}, ("whoami", "error", {"status": 500}), "has no such option"),
        ("create_user_tag", "failed", {"polls": 1}, ("create_user_tag", "created", {"polls": 1}), "no such"),
        ("whoami", "error", {"status": 399}, ("whoami", "error", {"status": 400}), "`status` must be"),
        ("whoami", "error", {"status": 600}, ("whoami", "error", {"status": 599}), "`status` must be"),
        ("whoami", "error", {"code": None}, ("whoami", "error", {"code": ""}), "`code` must be"),
        ("whoami", "error", {"times": 0}, ("whoami", "error", {"times": None}), "`times` must be"),
        ("whoami", "slow", {"seconds": True}, ("whoami", "slow", {"seconds": 0.5}), "`seconds` must be"),
        (
            "export_wallet",
            "vector",
            {"vector": VECTOR},
            ("export_wallet", "wrong-signer", {}),
            "the service has no test vectors",
        ),
    ],
)
def test_faults_that_cannot_be(
    operation: str,
    kind: str,
    options: dict[str, Any],
    near: tuple[str, str, dict[str, Any]],
    words: str,
) -> None:
    with pytest.raises(InvalidRequest, match=words):
        faults.make_fault(operation, kind, options)
    assert faults.make_fault(*near).operation == near[0]


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("created", "ACTIVITY_STATUS_CREATED"),
        ("pending", "ACTIVITY_STATUS_PENDING"),
        ("authenticators", "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"),
        ("unknown-status", faults.UNKNOWN_STATUS),
    ],
)
def test_the_status_of_each_fault_that_waits(client: Client, kind: str, status: str) -> None:
    client.service.fail("create_user_tag", kind)
    body = client.body("create_user_tag", TAG)
    assert (client.post("create_user_tag", body).activity["status"], tags(client)) == (status, 0)
    # A poll ends the first two, and no other.
    ends = kind in {"created", "pending"}
    again = client.post("create_user_tag", body).activity["status"]
    assert (again, tags(client)) == (("ACTIVITY_STATUS_COMPLETED", 1) if ends else (status, 0))

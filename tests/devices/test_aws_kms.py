import base64
import copy
import logging
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from sealwax import (
    ApiKeyStamper,
    KeyMismatch,
    MalformedInput,
    SignerError,
    TargetKey,
    decrypt_wallet_export,
    verify_api_key_stamp,
)
from sealwax._codec.der import decode_der_signature
from sealwax._crypto.points import SECP256K1
from sealwax._limits import MAX_KMS_MESSAGE_BYTES
from sealwax.signers.aws_kms import KmsSigner, KmsTargetKey
from sealwax.testing import ReferenceEnclave, check_signer
from tests.conftest import ORGANIZATION
from tests.forks import be_another_process
from tests.signers.kms import FakeKms, run_kms, spki
from tests.signers.service import accepts

CURVES = ("p256", "secp256k1", "ed25519")


@pytest.fixture(autouse=True)
def only_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """No call reaches the service itself, whatever the test does."""
    session = pytest.importorskip(
        "botocore.httpsession", reason="the extra aws is not installed"
    ).URLLib3Session
    send = session.send

    def checked(self: object, prepared: Any) -> Any:
        assert urlsplit(prepared.url).hostname == "127.0.0.1", "this call would leave the machine"
        return send(self, prepared)

    monkeypatch.setattr(session, "send", checked)
    for name in (
        "AWS_PROFILE",
        "AWS_DEFAULT_REGION",
        "AWS_REGION",
        "AWS_ENDPOINT_URL",
        "AWS_ENDPOINT_URL_KMS",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nonexistent")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")


@pytest.fixture
def serving() -> Iterator[tuple[FakeKms, str]]:
    with run_kms() as served:
        yield served


@pytest.fixture
def kms(serving: tuple[FakeKms, str]) -> FakeKms:
    return serving[0]


@pytest.fixture
def client(serving: tuple[FakeKms, str]) -> Any:
    return make_client(endpoint_url=serving[1])


def make_client(**options: Any) -> Any:
    # Without more attempts, which take seconds.
    config = pytest.importorskip("botocore.config", reason="the extra aws is not installed").Config(
        retries={"mode": "standard", "total_max_attempts": 1}, connect_timeout=5, read_timeout=5
    )
    # A session of its own, as the default one keeps the credentials.
    return (
        pytest.importorskip("boto3", reason="the extra aws is not installed")
        .Session()
        .client("kms", **{"region_name": "us-east-1", "config": config, **options})
    )


class TestStamps:
    @pytest.mark.parametrize("curve", CURVES)
    def test_it_passes_the_checks_for_signers(self, client: Any, curve: str) -> None:
        signer = KmsSigner(f"alias/{curve}", client=client)
        assert signer.curve == curve
        check_signer(signer, max_body=MAX_KMS_MESSAGE_BYTES if curve == "ed25519" else None)

    @pytest.mark.parametrize("curve", CURVES)
    def test_its_stamps_verify(self, client: Any, curve: str) -> None:
        signer = KmsSigner(curve, client=client)
        verified = verify_api_key_stamp(ApiKeyStamper(signer).stamp(b"body").header_value, b"body")
        assert (verified.public_key, verified.scheme) == (signer.public_key, signer.scheme)
        accepts(signer)

    def test_a_body_is_hashed_here(self, kms: FakeKms, client: Any) -> None:
        KmsSigner("p256", client=client).sign(b"the body of a request")
        asked = [(function, request.get("MessageType")) for function, request in kms.requests]
        assert asked == [("GetPublicKey", None), ("Sign", "DIGEST"), ("Sign", "DIGEST")]
        assert len(kms.requests[-1][1]["Message"]) == 44  # 32 bytes

    def test_a_low_s_is_made(self, client: Any) -> None:
        # The stand-in gives the high one.
        for _ in range(3):
            signature = KmsSigner("secp256k1", client=client).sign(b"body")
            assert (
                decode_der_signature(signature, SECP256K1.group_order, "it")[1] <= SECP256K1.group_order // 2
            )

    def test_a_long_body_is_refused_before_it_is_sent(self, kms: FakeKms, client: Any) -> None:
        signer = KmsSigner("ed25519", client=client)
        signer.sign(bytes(MAX_KMS_MESSAGE_BYTES))
        sent = len(kms.requests)
        with pytest.raises(SignerError, match="the message has 4097 bytes") as caught:
            signer.sign(bytes(MAX_KMS_MESSAGE_BYTES + 1))
        assert (caught.value.reason, caught.value.retryable) == ("too-long", False)
        assert len(kms.requests) == sent

    def test_only_bytes_are_signed(self, client: Any) -> None:
        with pytest.raises(TypeError, match="message must be bytes, not str"):
            KmsSigner("p256", client=client).sign("body")  # type: ignore[arg-type]

    def test_boto3s_defaults(self, serving: tuple[FakeKms, str], monkeypatch: pytest.MonkeyPatch) -> None:
        kms, url = serving
        monkeypatch.setenv("AWS_ENDPOINT_URL_KMS", url)
        arn = "arn:aws:kms:eu-central-1:111122223333:key/p256"
        assert repr(KmsSigner(arn)).startswith("KmsSigner(curve='p256', public_key='0")
        assert all("/eu-central-1/kms/aws4_request" in header for header in kms.headers)
        assert {request["KeyId"] for _, request in kms.requests} == {arn}


class TestTargetKey:
    def test_an_export_opens_in_the_service(self, client: Any) -> None:
        key, enclave = KmsTargetKey("p256", client=client), ReferenceEnclave()
        mnemonic = "abandon " * 11 + "about"
        bundle = enclave.export_wallet(
            mnemonic, organization_id=ORGANIZATION, target_public_key=key.public_key
        )
        opened = decrypt_wallet_export(bundle, key, organization_id=ORGANIZATION, keys=enclave.keys)
        assert opened.mnemonic == mnemonic
        assert repr(key) == f"KmsTargetKey(public_key={key.public_key!r})"

    @pytest.mark.parametrize("name", ["secp256k1", "ed25519", "p384", "rsa"])
    def test_another_kind_of_key(self, client: Any, name: str) -> None:
        with fails("the key is not on P-256, as a target key must be", "wrong-key"):
            KmsTargetKey(name, client=client)

    def test_another_key_than_the_public_key(self, kms: FakeKms, client: Any) -> None:
        kms.public_keys["p256"] = spki(ec.generate_private_key(ec.SECP256R1()))
        with pytest.raises(KeyMismatch, match="the service does not use the key of the public key"):
            KmsTargetKey("p256", client=client)

    def test_the_shared_secret_is_not_logged(
        self, kms: FakeKms, client: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        key = KmsTargetKey("p256", client=client)
        peer = bytes.fromhex(TargetKey.generate().public_key)
        secret = key.exchange(peer)
        for form in (base64.b64encode(secret).decode(), secret.hex(), repr(secret), str(secret)):
            assert form not in caplog.text
        assert '"SharedSecret"' not in caplog.text
        # The log has the other answers, also after an exchange that failed.
        kms.error = "NotFoundException"
        with pytest.raises(SignerError):
            key.exchange(peer)
        caplog.clear()
        with pytest.raises(SignerError):
            KmsTargetKey("p256", client=client)
        assert "Response body" in caplog.text

    def test_the_other_key_is_checked_before_it_is_sent(self, kms: FakeKms, client: Any) -> None:
        key = KmsTargetKey("p256", client=client)
        sent = len(kms.requests)
        with pytest.raises(MalformedInput, match="not a point on P-256"):
            key.exchange(bytes.fromhex(TargetKey.generate().public_key)[:-1] + b"\0")
        assert len(kms.requests) == sent


@contextmanager
def fails(words: str, reason: str, *, retryable: bool = False) -> Iterator[None]:
    with pytest.raises(SignerError, match=words) as caught:
        yield
    assert (caught.value.reason, caught.value.retryable) == (reason, retryable)


class TestAnotherProcess:
    def test_it_makes_a_client_of_its_own(
        self, serving: tuple[FakeKms, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("AWS_ENDPOINT_URL_KMS", serving[1])
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        signer, target_key = KmsSigner("p256"), KmsTargetKey("p256")
        for key in (signer, target_key):
            here = key._key._connected.get()
            with monkeypatch.context() as patched:
                be_another_process(patched)
                there = key._key._connected.get()
                assert there is not here
                assert key._key._connected.get() is there
        be_another_process(monkeypatch)
        stamp = ApiKeyStamper(signer).stamp(b"body")
        assert verify_api_key_stamp(stamp.header_value, b"body").public_key == signer.public_key
        other = TargetKey.generate()
        assert target_key.exchange(bytes.fromhex(other.public_key)) == other.exchange(
            bytes.fromhex(target_key.public_key)
        )

    def test_a_client_of_the_callers_is_for_one(
        self, kms: FakeKms, client: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        signer, target_key = KmsSigner("p256", client=client), KmsTargetKey("p256", client=client)
        sent = len(kms.requests)
        be_another_process(monkeypatch)
        with fails("client was used before this process was forked", "other-process"):
            signer.sign(b"body")
        with fails("open the key again with a client that this process made", "other-process"):
            target_key.exchange(bytes.fromhex(target_key.public_key))
        assert len(kms.requests) == sent

    @pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
    def test_it_cannot_be_copied(self, client: Any, way: Callable[[object], object]) -> None:
        for kind in (KmsSigner, KmsTargetKey):
            with pytest.raises(TypeError, match=f"{kind.__name__} cannot be pickled or copied; share"):
                way(kind("p256", client=client))


class TestRefusals:
    @pytest.mark.parametrize(
        ("code", "reason", "retryable"),
        [
            ("NotFoundException", "absent", False),
            ("DisabledException", "disabled", False),
            ("KMSInvalidStateException", "disabled", False),
            ("InvalidKeyUsageException", "wrong-key", False),
            ("AccessDeniedException", "denied", False),
            ("UnrecognizedClientException", "denied", False),
            ("ExpiredTokenException", "denied", False),
            ("ThrottlingException", "throttled", True),
            ("KeyUnavailableException", "unreachable", True),
            ("KMSInternalException", "unreachable", True),
            ("SomethingNewException", "failed", False),
            ("not a name\n", "failed", False),
        ],
    )
    def test_errors_of_the_service(
        self, kms: FakeKms, client: Any, code: str, reason: str, retryable: bool
    ) -> None:
        signer, target = KmsSigner("p256", client=client), KmsTargetKey("p256", client=client)
        kms.error = code
        words = "SomethingNewException" if code.startswith("Some") else "^[^\\n]+$"
        calls: tuple[Callable[[], object], ...] = (
            lambda: signer.sign(b"x"),
            lambda: target.exchange(bytes.fromhex(target.public_key)),
            lambda: KmsSigner("p256", client=client),
        )
        for call in calls:
            with fails(words, reason, retryable=retryable):
                call()
        kms.error = None
        assert signer.sign(b"x")

    def test_a_key_that_is_not_there(self, client: Any) -> None:
        with fails("there is no such key in this region", "absent"):
            KmsSigner("alias/none", client=client)

    @pytest.mark.parametrize("name", ["p384", "rsa"])
    def test_another_kind_of_key(self, client: Any, name: str) -> None:
        with fails("the key is not on P-256, secp256k1 or Ed25519", "wrong-key"):
            KmsSigner(name, client=client)

    @pytest.mark.parametrize("der", [None, b"", b"\x30\x00", b"\x04" * 65])
    def test_an_answer_without_a_key(self, kms: FakeKms, client: Any, der: bytes | None) -> None:
        kms.public_keys["p256"] = der
        for kind in (KmsSigner, KmsTargetKey):
            with fails("the key is not on P-256", "wrong-key"):
                kind("p256", client=client)

    @pytest.mark.parametrize("curve", CURVES)
    def test_another_key_than_the_public_key(self, kms: FakeKms, client: Any, curve: str) -> None:
        other = FakeKms().public_keys[curve]
        kms.public_keys[curve] = other
        with pytest.raises(KeyMismatch, match="does not verify with the public key"):
            KmsSigner(curve, client=client)

    def test_a_line_that_is_cut(self, kms: FakeKms, client: Any) -> None:
        signer = KmsSigner("p256", client=client)
        kms.cut = True
        with fails("the service cannot be reached", "unreachable", retryable=True):
            signer.sign(b"x")
        kms.cut = False
        assert signer.sign(b"x")

    def test_nobody_listens(self) -> None:
        with fails("the service cannot be reached", "unreachable", retryable=True):
            KmsSigner("p256", client=make_client(endpoint_url="http://127.0.0.1:1"))

    def test_there_are_no_credentials(
        self, serving: tuple[FakeKms, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("AWS_ACCESS_KEY_ID")
        monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
        with fails("there are no valid credentials", "denied"):
            KmsSigner("p256", client=make_client(endpoint_url=serving[1]))

    def test_there_is_no_region(self) -> None:
        with fails("there is no region; pass the key's ARN, or a client", "denied"):
            KmsSigner("alias/a")

    def test_another_failure_of_the_library(self, client: Any) -> None:
        with fails("the library failed with ParamValidationError", "failed"):
            KmsSigner("", client=client)

    def test_a_call_to_the_service_itself_fails_the_test(self) -> None:
        with pytest.raises(AssertionError, match="this call would leave the machine"):
            KmsSigner("alias/a", client=make_client())


class TestMoto:
    """moto hashes digests once more; keys and public keys are as the service documents them."""

    @pytest.fixture
    def moto_client(self) -> Iterator[Any]:
        with pytest.importorskip("moto", reason="requirements/devices.txt is not installed").mock_aws():
            yield make_client()

    @pytest.mark.parametrize(("spec", "curve"), [("ECC_NIST_P256", "p256"), ("ECC_SECG_P256K1", "secp256k1")])
    def test_its_raw_signatures_verify_with_the_key_that_is_read(
        self, moto_client: Any, spec: str, curve: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        created = moto_client.create_key(KeySpec=spec, KeyUsage="SIGN_VERIFY")
        key_id = created["KeyMetadata"]["KeyId"]
        with pytest.raises(KeyMismatch, match="does not verify with the public key"):
            KmsSigner(key_id, client=moto_client)
        # moto hashes the message, as the service would have to.
        body, sign = b"x" * 4096, moto_client.sign
        monkeypatch.setattr(
            moto_client,
            "sign",
            lambda **arguments: sign(**{**arguments, "MessageType": "RAW", "Message": messages.pop()}),
        )
        messages: list[bytes] = []

        def keep(_name: str, message: bytes) -> Any:
            messages.append(message)
            return SimpleNamespace(digest=lambda: bytes(32))

        monkeypatch.setattr("sealwax.signers.aws_kms.hashlib", SimpleNamespace(new=keep))
        signer = KmsSigner(key_id, client=moto_client)
        assert signer.curve == curve
        verify_api_key_stamp(ApiKeyStamper(signer).stamp(body).header_value, body)

    def test_a_key_that_is_not_there(self, moto_client: Any) -> None:
        with fails("there is no such key in this region", "absent"):
            KmsSigner("6a1a1a1a-0000-0000-0000-000000000000", client=moto_client)

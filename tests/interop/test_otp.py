"""The OTP bundle: what each side seals the code into, and which target bundles it takes."""

import json
from datetime import datetime, timezone

import pytest

from sealwax import (
    ApiKey,
    BadSignature,
    EnclaveKeys,
    MalformedInput,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
    encrypt_otp_bundle,
    verify_verification_token,
)
from sealwax._codec.clock import to_milliseconds
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED, TARGET
from tests.interop.peer import Peer, PeerError

ENCLAVE = ReferenceEnclave(SEED)
KEY = ApiKey.from_private_key(b"\x1c" * 32)
# They compare with the clock of the machine, so that it is as late as a token can be.
EXPIRES = datetime(9999, 1, 1, tzinfo=timezone.utc)


def they_seal(
    peer: Peer,
    code: str,
    bundle: str,
    *,
    public_key: str = KEY.public_key,
    signer: str | None = ENCLAVE.keys.tls_fetcher,
) -> str:
    sealed: str = peer.call(
        "encryptOtpCodeToBundle",
        otpCode=code,
        otpEncryptionTargetBundle=bundle,
        publicKey=public_key,
        dangerouslyOverrideSignerPublicKey=signer,
    )
    return sealed


def we_seal(code: str, bundle: str, *, public_key: str = KEY.public_key) -> str:
    return encrypt_otp_bundle(bundle, code, public_key=public_key, keys=ENCLAVE.keys)


def they_open(peer: Peer, encrypted: str) -> bytes:
    sealed = json.loads(encrypted)
    assert list(sealed) == ["encappedPublic", "ciphertext"]
    opened = peer.call(
        "hpkeDecrypt",
        ciphertext=sealed["ciphertext"],
        encappedKey=sealed["encappedPublic"],
        receiverPriv=TARGET.private_key_hex(),
    )
    return bytes.fromhex(opened)


def payload(**fields: str) -> bytes:
    return json.dumps({"targetPublic": TARGET.public_key, **fields}).encode()


TARGET_BUNDLE = ENCLAVE.sign_otp_target(payload())


class TestBothSeal:
    def test_the_enclave_opens_theirs(self, peer: Peer) -> None:
        otp = ENCLAVE.init_otp(code="123456", contact="user@example.com", organization_id=ORGANIZATION)
        sealed = they_seal(peer, "123456", otp.target_bundle)
        token = ENCLAVE.verify_otp(sealed, otp_id=otp.otp_id, expires_at=EXPIRES)
        claims = peer.call(
            "verifyOtpVerificationToken",
            jwt=token,
            dangerouslyOverrideSignerPublicKey=ENCLAVE.keys.tls_fetcher,
        )
        fields = vars(verify_verification_token(token, keys=ENCLAVE.keys))
        expires_at = fields.pop("expires_at")
        assert claims == {**fields, "exp": str(to_milliseconds(expires_at))}
        assert claims["public_key"] == KEY.public_key

    def test_they_open_ours(self, peer: Peer) -> None:
        opened = they_open(peer, we_seal("123456", TARGET_BUNDLE))
        assert opened == f'{{"otp_code":"123456","public_key":"{KEY.public_key}"}}'.encode()

    @pytest.mark.parametrize(
        "code", ["000000", "a1B2c3", '"\\/', "é日🌊", "\n\t\b\f\r", "\x01\x1f\x7f", "\u2028\u2029"]
    )
    def test_both_write_the_same_bytes(self, peer: Peer, code: str) -> None:
        theirs = they_open(peer, they_seal(peer, code, TARGET_BUNDLE))
        assert they_open(peer, we_seal(code, TARGET_BUNDLE)) == theirs


class TestRefusedByBoth:
    @pytest.mark.parametrize(
        ("bundle", "complaint", "error"),
        [
            pytest.param(
                ENCLAVE.sign_bundle(payload()),
                "does not match signer key from bundle",
                UntrustedSigner,
                id="signed by the signer, which signs imports",
            ),
            pytest.param(
                TARGET_BUNDLE.replace("2274", "2054", 1),
                "signature verification failed",
                BadSignature,
                id="changed data",
            ),
            pytest.param(
                json.dumps({"targetPublic": TARGET.public_key, "targetPublicSignature": "00"}),
                "does not match signer key from bundle: undefined",
                Unsupported,
                id="the form without a version",
            ),
            pytest.param(ENCLAVE.sign_otp_target(b"{}"), "invalid hex", MalformedInput, id="no target key"),
            pytest.param(
                ENCLAVE.sign_otp_target(payload(targetPublic="04" + "00" * 64)),
                "hpkeEncrypt",
                MalformedInput,
                id="what is no point",
            ),
        ],
    )
    def test_one_thing_is_wrong(
        self, peer: Peer, bundle: str, complaint: str, error: type[SealwaxError]
    ) -> None:
        with pytest.raises(PeerError, match=complaint):
            they_seal(peer, "123456", bundle)
        with pytest.raises(error):
            we_seal("123456", bundle)

    def test_another_enclave(self, peer: Peer) -> None:
        with pytest.raises(PeerError, match="does not match signer key from bundle"):
            they_seal(peer, "123456", TARGET_BUNDLE, signer=None)
        with pytest.raises(UntrustedSigner):
            encrypt_otp_bundle(
                TARGET_BUNDLE, "123456", public_key=KEY.public_key, keys=EnclaveKeys.production()
            )


class TestAcceptedByThemAlone:
    def test_an_empty_code(self, peer: Peer) -> None:
        assert json.loads(they_open(peer, they_seal(peer, "", TARGET_BUNDLE)))["otp_code"] == ""
        with pytest.raises(MalformedInput, match="empty"):
            we_seal("", TARGET_BUNDLE)

    def test_a_code_that_is_not_unicode(self, peer: Peer) -> None:
        opened = they_open(peer, they_seal(peer, "\ud800", TARGET_BUNDLE))
        assert opened.startswith(rb'{"otp_code":"\ud800"')
        with pytest.raises(MalformedInput, match="lone surrogate"):
            we_seal("\ud800", TARGET_BUNDLE)

    @pytest.mark.parametrize(
        "public_key",
        [
            pytest.param("", id="nothing"),
            pytest.param("zz", id="not hex"),
            pytest.param("02" + "ff" * 32, id="no point"),
            pytest.param(TARGET.public_key, id="uncompressed"),
        ],
    )
    def test_anything_as_the_public_key(self, peer: Peer, public_key: str) -> None:
        # The token is bound to it: with a wrong one it is of no use, and the code is spent.
        sealed = they_seal(peer, "123456", TARGET_BUNDLE, public_key=public_key)
        assert json.loads(they_open(peer, sealed))["public_key"] == public_key
        with pytest.raises(MalformedInput, match="public key"):
            we_seal("123456", TARGET_BUNDLE, public_key=public_key)

    def test_any_version(self, peer: Peer) -> None:
        bundle = TARGET_BUNDLE.replace("v1.0.0", "v2.0.0")
        they_open(peer, they_seal(peer, "123456", bundle))
        with pytest.raises(Unsupported):
            we_seal("123456", bundle)

    def test_a_document_of_two_kinds(self, peer: Peer) -> None:
        bundle = ENCLAVE.sign_otp_target(payload(encappedPublic=TARGET.public_key, ciphertext="00"))
        they_open(peer, they_seal(peer, "123456", bundle))
        with pytest.raises(MalformedInput, match="this is an export bundle; pass the OTP target bundle"):
            we_seal("123456", bundle)


def test_a_public_key_in_upper_case_goes_as_it_is_with_them_and_in_lower_case_with_us(peer: Peer) -> None:
    upper = KEY.public_key.upper()
    theirs = they_open(peer, they_seal(peer, "123456", TARGET_BUNDLE, public_key=upper))
    ours = they_open(peer, we_seal("123456", TARGET_BUNDLE, public_key=upper))
    assert json.loads(theirs)["public_key"] == upper
    assert json.loads(ours)["public_key"] == KEY.public_key

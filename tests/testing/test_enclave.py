import json
from datetime import datetime, timedelta, timezone

import pytest

from sealwax import (
    ApiKey,
    BadSignature,
    DecryptionFailed,
    Expired,
    ExportedWallet,
    InvalidRequest,
    KeyMismatch,
    MalformedInput,
    TargetKey,
    decrypt_wallet_export,
    encrypt_otp_bundle,
    sign_login,
    sign_signup,
    verify_import_bundle,
    verify_secret_import_bundle,
    verify_session_jwt,
)
from sealwax._crypto.hpke import seal_base
from sealwax._crypto.points import decode_p256_hex
from sealwax.testing import PendingOtp, ReferenceEnclave
from sealwax.testing.enclave import IMPORTS_PER_USER
from tests.conftest import ORGANIZATION, SEED

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
LATER = NOW + timedelta(minutes=15)
KEY = ApiKey.from_private_key("1f" * 32)


def export(enclave: ReferenceEnclave, target_key: TargetKey) -> str:
    return enclave.export_wallet(
        "words", "pass", organization_id=ORGANIZATION, target_public_key=target_key.public_key
    )


def token(enclave: ReferenceEnclave, key: ApiKey = KEY) -> str:
    otp = enclave.init_otp(code="1", contact="c", organization_id=ORGANIZATION)
    sealed = encrypt_otp_bundle(otp.target_bundle, "1", public_key=key.public_key, keys=enclave.keys)
    return enclave.verify_otp(sealed, otp_id=otp.otp_id, expires_at=LATER)


def test_a_seed_makes_everything_repeatable(target_key: TargetKey) -> None:
    one, other = ReferenceEnclave(SEED), ReferenceEnclave(SEED)
    assert one.keys == other.keys
    first = export(one, target_key)
    assert first == export(other, target_key)
    assert first != export(one, target_key)  # every message has an ephemeral key of its own
    assert one.import_bundle(organization_id="o", user_id="u") == other.import_bundle(
        organization_id="o", user_id="u"
    )
    assert one.init_otp(code="1", contact="c", organization_id="o") == other.init_otp(
        code="1", contact="c", organization_id="o"
    )


def test_without_a_seed_everything_differs(target_key: TargetKey) -> None:
    one, other = ReferenceEnclave(), ReferenceEnclave()
    assert one.keys != other.keys
    wallet = decrypt_wallet_export(
        export(one, target_key), target_key, organization_id=ORGANIZATION, keys=one.keys
    )
    assert wallet == ExportedWallet("words", "pass", None, checksum_valid=False)


@pytest.mark.parametrize("key", ["", "04" + "00" * 64, "xyz"])
def test_other_target_keys_are_refused(enclave: ReferenceEnclave, key: str) -> None:
    with pytest.raises(MalformedInput, match="the target public key"):
        enclave.export_account(b"k" * 32, organization_id=ORGANIZATION, target_public_key=key)
    with pytest.raises(MalformedInput, match="the target public key"):
        enclave.seal_credential(b"k" * 32, target_public_key=key)


class TestImports:
    def sealed(self, enclave: ReferenceEnclave) -> str:
        bundle = enclave.import_bundle(organization_id="o", user_id="u")
        target = verify_import_bundle(bundle, organization_id="o", user_id="u", keys=enclave.keys)
        return target.encrypt_private_key(b"k" * 32)

    def test_each_opens_once(self, enclave: ReferenceEnclave) -> None:
        sealed = self.sealed(enclave)
        assert enclave.open_import(sealed, organization_id="o", user_id="u") == b"k" * 32
        with pytest.raises(InvalidRequest):
            enclave.open_import(sealed, organization_id="o", user_id="u")

    def test_another_users_does_not_open(self, enclave: ReferenceEnclave) -> None:
        with pytest.raises(InvalidRequest):
            enclave.open_import(self.sealed(enclave), organization_id="o", user_id="another")

    def test_what_was_sealed_to_another_key_does_not_open(self, enclave: ReferenceEnclave) -> None:
        other = self.sealed(ReferenceEnclave(b"\3" * 32))
        self.sealed(enclave)
        with pytest.raises(DecryptionFailed):
            enclave.open_import(other, organization_id="o", user_id="u")

    def test_the_oldest_of_too_many_is_forgotten(self, enclave: ReferenceEnclave) -> None:
        oldest = self.sealed(enclave)
        second = self.sealed(enclave)
        for _ in range(IMPORTS_PER_USER - 1):
            enclave.import_bundle(organization_id="o", user_id="u")
        with pytest.raises(DecryptionFailed):
            enclave.open_import(oldest, organization_id="o", user_id="u")
        assert enclave.open_import(second, organization_id="o", user_id="u") == b"k" * 32


class TestSecretImports:
    def sealed(self, enclave: ReferenceEnclave) -> str:
        bundle = enclave.secret_import_bundle(organization_id="o")
        return verify_secret_import_bundle(bundle, organization_id="o", keys=enclave.keys).encrypt_secret("s")

    def test_each_opens_once(self, enclave: ReferenceEnclave) -> None:
        sealed = self.sealed(enclave)
        assert enclave.open_secret_import(sealed, organization_id="o") == "s"
        with pytest.raises(InvalidRequest, match="no unused import target"):
            enclave.open_secret_import(sealed, organization_id="o")

    def test_another_organizations_does_not_open(self, enclave: ReferenceEnclave) -> None:
        with pytest.raises(InvalidRequest, match="no unused import target"):
            enclave.open_secret_import(self.sealed(enclave), organization_id="another")


class TestOtp:
    def attempt(self, enclave: ReferenceEnclave, otp: PendingOtp, code: str, **more: datetime) -> str:
        sealed = encrypt_otp_bundle(otp.target_bundle, code, public_key=KEY.public_key, keys=enclave.keys)
        return enclave.verify_otp(sealed, otp_id=otp.otp_id, expires_at=LATER, **more)

    def test_each_flow_gets_three_attempts(self, enclave: ReferenceEnclave) -> None:
        otp = enclave.init_otp(code="1", contact="c", organization_id="o")
        for advice in ("attempts left: 2", "attempts left: 1", "begin another OTP flow"):
            with pytest.raises(InvalidRequest, match=f"the one-time code is wrong; {advice}"):
                self.attempt(enclave, otp, "2")
        with pytest.raises(InvalidRequest, match="no open OTP flow with this id"):
            self.attempt(enclave, otp, "1")

    def test_a_code_expires(self, enclave: ReferenceEnclave) -> None:
        otp = enclave.init_otp(code="1", contact="c", organization_id="o", expires_at=NOW)
        with pytest.raises(Expired, match="the one-time code"):
            self.attempt(enclave, otp, "1", now=NOW)
        assert self.attempt(enclave, otp, "1", now=NOW - timedelta(microseconds=1))

    def test_a_key_that_is_none_gets_no_token(self, enclave: ReferenceEnclave) -> None:
        otp = enclave.init_otp(code="1", contact="c", organization_id="o")
        target = json.loads(bytes.fromhex(json.loads(otp.target_bundle)["data"]))["targetPublic"]
        point = decode_p256_hex(target, "it")
        sealed = seal_base(point, b'{"otp_code":"1","public_key":"' + b"02" + b"ff" * 32 + b'"}')
        text = json.dumps({"encappedPublic": sealed.enc.hex(), "ciphertext": sealed.ct.hex()})
        with pytest.raises(MalformedInput, match="the public key in the OTP bundle"):
            enclave.verify_otp(text, otp_id=otp.otp_id, expires_at=LATER)


class TestLogin:
    def body(self, enclave: ReferenceEnclave, **changes: object) -> dict[str, object]:
        text = token(enclave)
        body: dict[str, object] = {
            "verificationToken": text,
            "publicKey": KEY.public_key,
            "clientSignature": sign_login(KEY, text).to_dict(),
            **changes,
        }
        return {name: value for name, value in body.items() if value is not None}

    def test_a_token_works_once(self, enclave: ReferenceEnclave) -> None:
        body = self.body(enclave)
        enclave.otp_login(body, now=NOW, expires_at=LATER)
        with pytest.raises(InvalidRequest, match="has been used"):
            enclave.otp_login(body, now=NOW, expires_at=LATER)

    def test_a_token_whose_use_failed_works(self, enclave: ReferenceEnclave) -> None:
        with pytest.raises(ZeroDivisionError), enclave.use_token("t"):
            raise ZeroDivisionError
        with enclave.use_token("t"):
            pass
        with pytest.raises(InvalidRequest, match="has been used"), enclave.use_token("t"):
            pass

    def test_a_contact_is_one_user(self, enclave: ReferenceEnclave) -> None:
        def log_in(**changes: str) -> str:
            session = enclave.otp_login(self.body(enclave), now=NOW, expires_at=LATER, **changes)
            return verify_session_jwt(session, keys=enclave.keys, now=NOW).user_id

        assert log_in() == log_in()
        assert log_in(user_id="u") == "u"

    def test_what_must_not_log_in(self, enclave: ReferenceEnclave) -> None:
        assert enclave.otp_login(self.body(enclave), now=NOW, expires_at=LATER)
        with pytest.raises(Expired):
            enclave.otp_login(self.body(enclave), now=LATER, expires_at=LATER)
        with pytest.raises(InvalidRequest, match="publicKey"):
            enclave.otp_login(self.body(enclave, publicKey="02" + "ab" * 32), now=NOW, expires_at=LATER)
        with pytest.raises(KeyMismatch, match="another verification token"):
            other = sign_login(KEY, token(enclave)).to_dict()
            enclave.otp_login(self.body(enclave, clientSignature=other), now=NOW, expires_at=LATER)
        with pytest.raises(InvalidRequest, match="publicKey"):
            text = token(enclave)
            signup = sign_signup(KEY, text).to_dict()
            body = self.body(enclave, verificationToken=text, clientSignature=signup)
            enclave.otp_login(body, now=NOW, expires_at=LATER)
        with pytest.raises(BadSignature):
            foreign = ReferenceEnclave(b"\2" * 32)
            enclave.otp_login(self.body(foreign), now=NOW, expires_at=LATER)
        for name in ("verificationToken", "publicKey", "clientSignature"):
            with pytest.raises(InvalidRequest, match=name):
                enclave.otp_login(self.body(enclave, **{name: None}), now=NOW, expires_at=LATER)


class TestSignup:
    def body(self, enclave: ReferenceEnclave, **changes: object) -> dict[str, object]:
        text = token(enclave)
        signature = sign_signup(KEY, text, api_keys=[{"apiKeyName": "n"}], email="e")
        body: dict[str, object] = {
            "userEmail": "e",
            "verificationToken": text,
            "apiKeys": [{"apiKeyName": "n"}],
            "authenticators": [],
            "oauthProviders": [],
            "clientSignature": signature.to_dict(),
            **changes,
        }
        return {name: value for name, value in body.items() if value is not None}

    def test_what_must_not_sign_up(self, enclave: ReferenceEnclave) -> None:
        claims = enclave.signup(self.body(enclave), now=NOW)
        assert claims is not None
        assert claims.contact == "c"
        with pytest.raises(Expired):
            enclave.signup(self.body(enclave), now=LATER)
        for changes, name in (
            ({"apiKeys": []}, "apiKeys"),
            ({"apiKeys": [{"apiKeyName": "m"}]}, "apiKeys"),
            ({"authenticators": [{"authenticatorName": "a"}]}, "authenticators"),
            ({"oauthProviders": [{"providerName": "p"}]}, "oauthProviders"),
            ({"userEmail": "f"}, "email"),
            ({"userEmail": None}, "email"),
            ({"userPhoneNumber": "+1"}, "phoneNumber"),
        ):
            with pytest.raises(InvalidRequest, match=name):
                enclave.signup(self.body(enclave, **changes), now=NOW)
        with pytest.raises(InvalidRequest, match="not for a signup"):
            text = token(enclave)
            login = sign_login(KEY, text).to_dict()
            enclave.signup(self.body(enclave, verificationToken=text, clientSignature=login), now=NOW)

    def test_without_a_token_nothing_is_verified(self, enclave: ReferenceEnclave) -> None:
        assert enclave.signup({"apiKeys": [], "userEmail": "e"}, now=NOW) is None
        for name in ("verificationToken", "clientSignature"):
            with pytest.raises(InvalidRequest, match=f"{name} is missing"):
                enclave.signup(self.body(enclave, **{name: None}), now=NOW)

"""Kinds of artifacts: every valid vector's kind is in the declared set, and no secret is repeated."""

import base64
import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    MalformedInput,
    SessionClaims,
    VerificationClaims,
    decrypt_export,
)
from sealwax._codec.base64url import encode_base64url
from sealwax._codec.strict_json import decode_object
from sealwax._crypto.key_files import FORMS, FoundKey, write_foreign_key
from sealwax._limits import MAX_ANSWER_BYTES, MAX_INSPECTED_BUNDLES
from sealwax.inspection import Check, Inspection, inspect
from sealwax.testing import ReferenceEnclave
from tests.conftest import CAPTURED, ORGANIZATION, ROOT, SEED, TARGET

KINDS = {
    "AccountExport.bundle": "account-export",
    "WalletExport.bundle": "wallet-export",
    "SecretExport.bundle": "secret-export",
    "ImportBundleVerification.bundle": "import-bundle",
    "SecretImportVerification.bundle": "secret-import-bundle",
    "OtpBundle.targetBundle": "otp-target-bundle",
    "SealedImport.encryptedBundle": "sealed-import",
    "SealedOtp.encryptedOtpBundle": "sealed-otp-code",
    "SealedSecret.encryptedBundle": "sealed-secret",
    "ApiKeyStampVerification.header": "api-key-stamp",
    "ApiKeyStamping.header": "api-key-stamp",
    "AttestedStampVerification.header": "attested-stamp",
    "AttestedStamping.header": "attested-stamp",
    "WebAuthnStampVerification.header": "webauthn-stamp",
    "SessionJwt.token": "session-token",
    "VerificationToken.token": "verification-token",
    "ClientSignatureVerification.clientSignature": "client-signature",
    "ClientSignatureLogin.clientSignature": "client-signature",
    "ClientSignatureSignup.clientSignature": "client-signature",
    "AttestationEncoding.credential": "attestation",
    "AttestationEncoding.attestation": "attestation",
    "AttestationVerification.credential": "attestation",
    "AppProof.appProof": "app-proof",
    "AppProof.bootProof": "boot-proof",
    "BootProof.bootProof": "boot-proof",
    "ManifestDecoding.manifest": "manifest",
    "ActivityVotes.activity": "activity",
    "StampedRequest.body": "request-body",
    "AuthProxyRequest.body": "request-body",
    "SignatureForms.raw": "signature",
    "SignatureForms.der": "signature",
    "SignatureForms.ethereum": "signature",
    "WebhookVerification.jwks": "webhook-keys",
    "WebhookKeySet.jwks": "webhook-keys",
    "CredentialBundle.bundle": "credential-bundle",
    "SealedBase58Secret.sealed": "sealed-to-quorum-key",
    "QuorumKeyEnvelope.envelope": "quorum-key-envelope",
    "QuorumKeyOpening.envelope": "quorum-key-envelope",
    "Bip39Mnemonic.mnemonic": "mnemonic",
    "PrivateKeyReading.text": "private-key",
    "PrivateKeyWriting.text": "private-key",
    "KeystoreDecryption.text": "keystore",
    "AddressEncoding.address": "address",
    "ApiKeyImport.publicKey": "public-key",
    "ApiKeyImport.privateKey": "private-key",
}
"""The kind of an artifact by the type of its group of vectors, and its field."""


def artifacts() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every artifact of the vectors, with its kind and its case."""
    for path in sorted((ROOT / "vectors").glob("*.json")):
        for group in json.loads(path.read_text())["testGroups"]:
            for case in group["tests"]:
                for name, value in case.items():
                    kind = KINDS.get(f"{group['type']}.{name}")
                    if kind is not None and value is not None:
                        yield kind, value if isinstance(value, str) else json.dumps(value), case


def text_of(found: Inspection) -> str:
    return "\n".join(
        [*found.kinds, str(found.next_step), *(f"{each}" for each in found.fields), *map(str, found.checks)]
    )


class TestCaptures:
    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("export_wallet.bundle.json", "wallet-export"),
            ("export_wallet.json", "wallet-export"),
            ("export_wallet.private", "private-key"),
            ("credential_bundle.json", "credential-bundle"),
            ("session_jwt.json", "session-token"),
            ("verification_token.json", "verification-token"),
        ],
    )
    def test_each_is_named(self, name: str, kind: str) -> None:
        content = (CAPTURED / name).read_bytes()
        found = inspect(content)
        assert kind in found.kinds
        assert (CAPTURED / "export_wallet.private").read_text().strip() not in text_of(found)

    def test_production_signed_the_export(self) -> None:
        found = inspect((CAPTURED / "export_wallet.json").read_bytes())
        assert found.checks[0] == Check("the enclave's signature", "verified", "by the pinned key signer")
        assert ("organizationId", ORGANIZATION) in found.fields

    def test_a_key_that_sealwax_may_not_read(self) -> None:
        key = rsa.generate_private_key(65537, 1024)
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        assert inspect(pem).kinds == ("private-key",)

    def test_an_expired_token(self) -> None:
        found = inspect((CAPTURED / "session_jwt.json").read_bytes())
        assert found.checks[0] == Check("the enclave's signature", "verified", "by the pinned key")
        assert found.checks[1].outcome == "failed"
        assert "expired" in found.checks[1].detail


BUNDLE = (CAPTURED / "export_wallet.bundle.json").read_text().strip()
ENCLAVE = ReferenceEnclave(SEED)
KEYS = ENCLAVE.keys


class TestBroken:
    """Near misses of artifacts are named, with what is wrong."""

    @pytest.mark.parametrize(
        "wrapped",
        [
            f"'{BUNDLE}'",
            json.dumps(BUNDLE),
            BUNDLE.replace('"', '\\"'),
            "\ufeff" + BUNDLE,
            base64.b64encode(
                json.dumps({"activity": {"result": {"x": {"exportBundle": BUNDLE}}}}).encode()
            ).decode(),
            f"\n  {BUNDLE}\n",
            json.dumps({"exportBundle": BUNDLE}),
            json.dumps({"activity": {"result": {"exportWalletResult": {"exportBundle": BUNDLE}}}}),
            json.dumps({"activity": {"result": {"exportSecretsResult": {"secretPayloads": [BUNDLE]}}}}),
            json.dumps({"secretPayloads": [BUNDLE]}),
        ],
        ids=range(10),
    )
    def test_a_bundle_that_is_wrapped(self, wrapped: str) -> None:
        found = inspect(wrapped)
        assert "wallet-export" in found.kinds
        assert "verified" in {check.outcome for check in found.checks}

    @pytest.mark.parametrize("prefix", ["x-stamp:", "X-Stamp-WebAuthn: ", "x-stamp-attested :"])
    def test_one_header_name_is_left_out(self, prefix: str) -> None:
        assert "wallet-export" in inspect(prefix + BUNDLE).kinds
        for repeated in (2, 3000):
            (wrapped, *_) = inspect(prefix * repeated + BUNDLE).fields
            assert wrapped == ("wrapped", "among other text")

    @pytest.mark.parametrize("outer", ["bundle", "jwt", "activity"])
    def test_one_budget_for_all_that_is_inside(self, outer: str, monkeypatch: pytest.MonkeyPatch) -> None:
        parsed: list[object] = []

        def count(data: bytes, named: str) -> dict[str, object]:
            parsed.append(named)
            return decode_object(data, named)

        monkeypatch.setattr("sealwax.inspection.artifacts.decode_object", count)
        artifact: Any = {"a": 1}
        for _ in range(4):
            # Each level of activities has the level below three times.
            if outer == "activity":
                artifact = {"activity": {"result": {"x": {"bundle": [json.dumps(artifact)] * 3}}}}
            else:
                artifact = {outer: [artifact]}
        inspect(json.dumps(artifact))
        assert 1 < len(parsed) <= 1 + MAX_INSPECTED_BUNDLES

    @pytest.mark.parametrize("levels", [MAX_INSPECTED_BUNDLES, MAX_INSPECTED_BUNDLES + 1])
    def test_the_depth_of_what_is_inside(self, levels: int) -> None:
        artifact: Any = json.loads(BUNDLE)
        for _ in range(levels):
            artifact = {"bundle": artifact}
        is_known = levels == MAX_INSPECTED_BUNDLES
        assert ("wallet-export" in inspect(json.dumps(artifact)).kinds) == is_known

    def test_a_bundle_with_a_digit_changed(self) -> None:
        bundle = json.loads(BUNDLE)
        for place in (-1, -40, 300):
            digits = bundle["data"]
            changed = digits[:place] + ("0" if digits[place] != "0" else "1") + digits[place:][1:]
            found = inspect(json.dumps({**bundle, "data": changed}))
            failed = [check for check in found.checks if check.outcome == "failed"]
            assert failed or str(found.next_step).endswith("get the bundle again")

    @pytest.mark.parametrize("field", ["data", "dataSignature", "enclaveQuorumPublic"])
    @pytest.mark.parametrize("change", [" ", "\u00a0", "\n", "case"])
    def test_it_takes_the_digits_that_the_opener_takes(self, field: str, change: str) -> None:
        bundle = json.loads(BUNDLE)
        digits = bundle[field]
        bundle[field] = (
            f"{digits[:50].upper()}{digits[50:]}"
            if change == "case"
            else f"{digits[:50]}{change}{digits[50:]}"
        )
        found = inspect(json.dumps(bundle))
        assert "verified" not in {check.outcome for check in found.checks}
        with pytest.raises(MalformedInput, match=f"`{field}` of the export bundle is not hex"):
            decrypt_export(json.dumps(bundle), TARGET, organization_id=ORGANIZATION)
        assert "verified" in {
            check.outcome for check in inspect(json.dumps({**bundle, field: digits.upper()})).checks
        }

    @pytest.mark.parametrize(
        "signature", ["", "00", "zz", "30", json.loads(BUNDLE)["dataSignature"][:-2] + "00"]
    )
    def test_a_bundle_whose_signature_does_not_verify(self, signature: str) -> None:
        found = inspect(json.dumps({**json.loads(BUNDLE), "dataSignature": signature}))
        failed = Check("the enclave's signature", "failed", "the bundle was changed in transit; get it again")
        assert found.checks[0] == failed

    def test_a_paste_that_is_cut(self) -> None:
        for length in range(1, len(BUNDLE), 50):
            found = inspect(BUNDLE[:length])
            assert found.kinds == ("unknown",)
            assert found.next_step == "this is JSON that is cut off; copy it whole"

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "this is empty"),
            (b"\xff\xfe", "this resembles no known artifact"),
            (b"hello", "this resembles no known artifact"),
            (b"{}", "this is JSON of an unknown kind"),
            (b'{"a":1,"a":2}', "this looks like JSON, and is malformed"),
            (b"[1,2]", "this resembles no known artifact"),
            (b"\x30\x82", "this resembles no known artifact"),
        ],
    )
    def test_what_is_unknown(self, content: bytes, words: str) -> None:
        found = inspect(content)
        assert found.kinds == ("unknown",)
        assert str(found.next_step).startswith(words)

    def test_what_is_too_large(self) -> None:
        found = inspect(BUNDLE + " " * MAX_ANSWER_BYTES)
        assert found.kinds == ("unknown",)
        assert found.next_step == "this is larger than any artifact; check that it is the right file"

    def test_other_types(self) -> None:
        for arguments, name in (
            ({"artifact": 5}, "artifact"),
            ({"artifact": "", "keys": 5}, "keys"),
            ({"artifact": "", "body": "x"}, "body"),
            ({"artifact": "", "now": 5}, "now"),
        ):
            with pytest.raises(TypeError, match=f"^{name} must be"):
                inspect(**arguments)

    def test_an_older_bundle(self) -> None:
        for name in ("encappedPublicSignature", "targetPublicSignature"):
            found = inspect(json.dumps({name: "x", "encappedPublic": "y", "ciphertext": "z"}))
            assert found.kinds == ("unsigned-bundle",)

    def test_a_bundle_whose_role_is_not_known_may_be_for_a_code(self) -> None:
        otp = ENCLAVE.init_otp(code="A1B2C3", contact="user@example.com", organization_id=ORGANIZATION)
        assert "otp-target-bundle" in inspect(otp.target_bundle).kinds
        assert inspect(otp.target_bundle, keys=KEYS).kinds == ("otp-target-bundle",)
        for made in (
            ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id="u"),
            ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION),
        ):
            assert len(inspect(made).kinds) == 2
            (kind,) = inspect(made, keys=KEYS).kinds
            assert kind.endswith("import-bundle")


class TestKinds:
    """The values that the vectors hold inside other fields."""

    NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)

    @pytest.mark.parametrize("kind", ["session-token", "verification-token"])
    def test_a_token_that_verifies(self, kind: str) -> None:
        expires_at, key = self.NOW + timedelta(hours=1), ApiKey(b"\x07" * 32, "p256").public_key
        token = (
            ENCLAVE.issue_session_jwt(
                SessionClaims(expires_at, key, "SESSION_TYPE_READ_WRITE", "u", ORGANIZATION)
            )
            if kind == "session-token"
            else ENCLAVE.issue_verification_token(
                VerificationClaims("i", "OTP_TYPE_EMAIL", "user@example.com", ORGANIZATION, key, expires_at)
            )
        )
        found = inspect(token, keys=KEYS, now=self.NOW)
        assert found.kinds == (kind,)
        named = {
            "session-token": (
                ("organization_id", ORGANIZATION),
                ("user_id", "u"),
                ("session_type", "SESSION_TYPE_READ_WRITE"),
            ),
            "verification-token": (("verification_type", "OTP_TYPE_EMAIL"), ("id", "i")),
        }[kind]
        assert {*found.fields} >= {("expires_at", expires_at.isoformat()), ("public_key", key), *named}
        signature = Check("the enclave's signature", "verified", "by the pinned key")
        assert found.checks == (signature, Check("the expiry", "verified", "it has not expired"))
        verified, expired = inspect(token, keys=KEYS, now=self.NOW + timedelta(hours=2)).checks
        assert verified == signature
        assert (expired.what, expired.outcome) == ("the expiry", "failed")
        assert "expired at" in expired.detail
        (other,) = inspect(token, now=self.NOW).checks
        assert other.outcome == "failed"

    def test_a_session_with_a_scope(self) -> None:
        key = ApiKey(b"\x07" * 32, "p256").public_key
        claims = SessionClaims(
            self.NOW + timedelta(hours=1), key, "a", "u", ORGANIZATION, session_profile_id="p", scope="true"
        )
        found = inspect(ENCLAVE.issue_session_jwt(claims), keys=KEYS, now=self.NOW)
        assert {("session_profile_id", "p"), ("scope", "true")} <= set(found.fields)
        assert [check.outcome for check in found.checks] == ["verified", "verified"]

    def test_an_activity_with_results_of_no_kind(self) -> None:
        holder = {"exportBundle": "none", "importBundle": [5, "[]"], "walletId": BUNDLE}
        activity = {"id": "i", "status": "s", "intent": {}, "votes": [{}, {}], "result": {"x": holder}}
        found = inspect(json.dumps(activity))
        assert found.kinds == ("activity",)
        assert ("votes", "2") in found.fields
        assert len(found.checks) == 1

    def test_the_result_of_a_signature(self) -> None:
        found = inspect(json.dumps({"r": "1f" * 32, "s": "2e" * 32, "v": "00"}))
        assert found.kinds == ("signature-result",)
        assert [check.outcome for check in found.checks] == ["unknown"]
        assert "1f" * 32 not in text_of(found)

    def test_vectors(self) -> None:
        document = json.loads((ROOT / "vectors" / "bip39.json").read_text())
        found = inspect(json.dumps(document))
        assert found.kinds == ("test-vectors",)
        assert ("numberOfTests", str(document["numberOfTests"])) in found.fields

    @pytest.mark.parametrize(
        ("status", "kinds"), [(None, ("webhook-event",)), ("s", ("activity", "webhook-event"))]
    )
    def test_the_event_of_a_webhook(self, status: str | None, kinds: tuple[str, ...]) -> None:
        event = {"id": "i", "organizationId": ORGANIZATION, "type": "t"}
        found = inspect(json.dumps(event if status is None else {**event, "status": status}))
        assert found.kinds == kinds
        assert ("organizationId", ORGANIZATION) in found.fields
        assert [check.outcome for check in found.checks] == ["unknown"]

    def test_a_public_key_of_ssh(self) -> None:
        key = ed25519.Ed25519PrivateKey.from_private_bytes(b"\x07" * 32).public_key()
        found = inspect(key.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH) + b" me@here\n")
        assert (found.kinds, found.next_step) == (("public-key",), "the API does not accept this form")


class TestSecrets:
    """Nothing secret is repeated."""

    SCALAR = bytes(range(1, 33))

    @pytest.mark.parametrize("form", FORMS)
    def test_key_files(self, form: str) -> None:
        content = write_foreign_key(FoundKey(self.SCALAR, "p256", "api"), form)
        found = inspect(content)
        assert "private-key" in found.kinds
        shown = text_of(found)
        assert self.SCALAR.hex() not in shown
        assert base64.urlsafe_b64encode(self.SCALAR).decode().rstrip("=") not in shown

    def test_an_ed25519_key_with_its_public_half(self) -> None:
        key = ApiKey(self.SCALAR, "ed25519")
        both = key.private_key_hex() + key.public_key
        assert inspect(both).kinds == ("private-key",)
        assert inspect(f"{both}:ed25519").kinds == ("private-key",)
        assert inspect("1f" * 64).kinds == ("private-key", "signature")
        for content in (both, f"{both}:ed25519"):
            assert key.private_key_hex() not in text_of(inspect(content))

    @pytest.mark.parametrize(
        "name",
        [
            *("organization_id", "user_id", "session_type", "session_profile_id", "scope"),
            *("verification_type", "id", "iss", "exp"),
        ],
    )
    @pytest.mark.parametrize("kind", ["session_type", "verification_type", "iss"])
    def test_a_secret_in_a_claim_that_is_shown(self, kind: str, name: str) -> None:
        secret = self.SCALAR.hex()
        claims = encode_base64url(json.dumps({kind: "x", name: secret}).encode())
        for token in (f"e30.{claims}.AA", json.dumps({"jwt": f"e30.{claims}.AA"})):
            found = inspect(token)
            assert found.kinds != ("unknown",)
            assert secret not in text_of(found)

    def test_a_stamp_is_not_repeated(self) -> None:
        stamp = ApiKeyStamper(ApiKey(self.SCALAR, "p256")).stamp(b"{}").header_value
        assert stamp not in text_of(inspect(stamp, body=b"{}"))
        assert inspect(f"X-Stamp: {stamp}").kinds == ("api-key-stamp",)

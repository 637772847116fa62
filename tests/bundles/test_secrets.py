import copy
import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    ContextMismatch,
    DecryptionFailed,
    EnclaveKeys,
    ExportedSecret,
    InvalidRequest,
    MalformedInput,
    SealwaxError,
    SecretTarget,
    TargetKey,
    UntrustedSigner,
    decrypt_account_export,
    decrypt_export,
    decrypt_secret_export,
    decrypt_wallet_export,
    encrypt_otp_bundle,
    verify_import_bundle,
    verify_secret_import_bundle,
)
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, ROOT, SEED, TARGET, UNPUBLISHED, USER, near_misses

ENCLAVE = ReferenceEnclave(SEED)
SHARED = ROOT.parent / "shared" / "captured" / "secret_export_production.json"
SECRETS = ["s", "sk_live_42", " a\n", "\n", "a\r\nb\r\n", "pässwörd 密码 🔑", "\0", "\ufeffx", "x" * 100_000]

text = st.text(st.characters(codec="utf-8"), max_size=300)


def export(secret: str) -> str:
    return ENCLAVE.export_secret(secret, organization_id=ORGANIZATION, target_public_key=TARGET.public_key)


def open_secret(bundle: str | bytes) -> ExportedSecret:
    return decrypt_secret_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)


def verify(bundle: str | bytes, organization_id: str = ORGANIZATION) -> SecretTarget:
    return verify_secret_import_bundle(bundle, organization_id=organization_id, keys=ENCLAVE.keys)


def new_target() -> SecretTarget:
    return verify(ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION))


def opened(payload: str) -> str:
    return ENCLAVE.open_secret_import(payload, organization_id=ORGANIZATION)


class TestExport:
    @pytest.mark.parametrize("secret", ["", *SECRETS])
    def test_a_secret_comes_as_it_was_sealed(self, secret: str) -> None:
        bundle = export(secret)
        for given_as in (bundle, bundle.encode()):
            assert open_secret(given_as).text == secret

    def test_the_capture_of_production(self) -> None:
        if not SHARED.exists():
            pytest.skip(UNPUBLISHED)
        captured = json.loads(SHARED.read_text())
        key = TargetKey.from_private_key(captured["embeddedPrivateKey"])
        bundle, organization = captured["secretPayload"], captured["organizationId"]
        secret = decrypt_secret_export(bundle, key, organization_id=organization)
        assert secret.text == captured["plaintext"]
        with pytest.raises(UntrustedSigner):
            decrypt_secret_export(bundle, key, organization_id=organization, keys=ENCLAVE.keys)
        for other in near_misses(organization):
            with pytest.raises(ContextMismatch):
                decrypt_secret_export(bundle, key, organization_id=other)
        with pytest.raises(DecryptionFailed):
            decrypt_secret_export(bundle, TARGET, organization_id=organization)
        fields = json.loads(bundle)
        for name in ("data", "dataSignature", "enclaveQuorumPublic"):
            value = fields[name]
            for position in range(0, len(value), 7):
                digit = "0" if value[position] != "0" else "1"
                changed = {**fields, name: value[:position] + digit + value[position + 1 :]}
                with pytest.raises((BadSignature, UntrustedSigner, MalformedInput)):
                    decrypt_secret_export(json.dumps(changed), key, organization_id=organization)

    @pytest.mark.parametrize("content", [b"\xff" * 32, b"\xc3", b"\xed\xa0\x80"])
    def test_what_is_no_text_is_refused_and_can_be_had_as_bytes(self, content: bytes) -> None:
        bundle = ENCLAVE.export_plaintext(
            content, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        with pytest.raises(MalformedInput, match="is not UTF-8 text; if this is the export of an account"):
            open_secret(bundle)
        assert decrypt_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys) == content

    def test_another_organization_key_or_enclave_is_refused(self) -> None:
        bundle = export("secret")
        for organization in near_misses(ORGANIZATION):
            with pytest.raises(ContextMismatch) as raised:
                decrypt_secret_export(bundle, TARGET, organization_id=organization, keys=ENCLAVE.keys)
            assert raised.value.code == "wrong-organization"
        with pytest.raises(DecryptionFailed):
            decrypt_secret_export(
                bundle, TargetKey.generate(), organization_id=ORGANIZATION, keys=ENCLAVE.keys
            )
        with pytest.raises(UntrustedSigner):
            decrypt_secret_export(bundle, TARGET, organization_id=ORGANIZATION)

    @pytest.mark.parametrize(
        ("arguments", "error", "message"),
        [
            ({"target_key": "07" * 32}, TypeError, "target_key"),
            ({"organization_id": None}, TypeError, "organization_id"),
            ({"keys": "04"}, TypeError, "keys"),
            ({"keys": EnclaveKeys(tls_fetcher=ENCLAVE.keys.signer)}, ValueError, "keys has no signer"),
        ],
    )
    def test_arguments_of_the_programmer(
        self, arguments: dict[str, Any], error: type[Exception], message: str
    ) -> None:
        chosen = {
            "target_key": TARGET,
            "organization_id": ORGANIZATION,
            "keys": ENCLAVE.keys,
            **arguments,
        }
        with pytest.raises(error, match=message) as raised:
            decrypt_secret_export(export("secret"), **chosen)
        assert not isinstance(raised.value, SealwaxError)


class TestExportedSecret:
    def test_equality_and_hash(self) -> None:
        assert ExportedSecret("a") == ExportedSecret("a")
        assert ExportedSecret("a") != ExportedSecret("b")
        assert ExportedSecret("a") != "a"
        with pytest.raises(TypeError):
            hash(ExportedSecret("a"))

    def test_it_shows_and_copies_nothing(self) -> None:
        secret = ExportedSecret("hunter2")
        assert "hunter2" not in f"{secret!r} {secret}"
        for way in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="ExportedSecret holds a secret"):
                way(secret)
        with pytest.raises(AttributeError, match="text of ExportedSecret cannot be set"):
            secret.text = "x"

    def test_it_is_of_text(self) -> None:
        with pytest.raises(TypeError, match="text must be str, not bytes"):
            ExportedSecret(b"x")  # type: ignore[arg-type]


class TestImport:
    def test_the_form_of_what_is_sent(self) -> None:
        fields = json.loads(new_target().encrypt_secret("hunter2"))
        assert list(fields) == ["encappedPublic", "ciphertext"]
        assert (len(fields["encappedPublic"]), len(fields["ciphertext"])) == (130, 2 * (7 + 16))

    @pytest.mark.parametrize("secret", SECRETS)
    def test_a_secret_arrives_as_it_was_given(self, secret: str) -> None:
        assert opened(new_target().encrypt_secret(secret)) == secret

    @pytest.mark.parametrize(
        ("secret", "message"),
        [
            ("", "the secret is empty"),
            ("\ud800", "lone surrogate"),
            ("x" * (1 << 20) + "x", "larger than"),
        ],
    )
    def test_what_is_refused_does_not_use_the_target_up(self, secret: Any, message: str) -> None:
        target = new_target()
        with pytest.raises(MalformedInput, match=message):
            target.encrypt_secret(secret)
        assert opened(target.encrypt_secret("y")) == "y"

    @pytest.mark.parametrize("secret", [b"bytes", None])
    def test_another_type_does_not_use_the_target_up(self, secret: Any) -> None:
        target = new_target()
        with pytest.raises(TypeError, match=r"text must be str, not .*; decode bytes, or encode"):
            target.encrypt_secret(secret)
        assert opened(target.encrypt_secret("y")) == "y"

    def test_a_target_seals_once_in_its_process(self, monkeypatch: pytest.MonkeyPatch) -> None:
        target = new_target()
        with monkeypatch.context() as patched:
            patched.setattr(os, "getpid", lambda: -1)
            with pytest.raises(InvalidRequest, match="another process"):
                target.encrypt_secret("x")
        assert repr(target) == "SecretTarget(used=False)"
        target.encrypt_secret("x")
        assert repr(target) == "SecretTarget(used=True)"
        with pytest.raises(InvalidRequest, match="has been used"):
            target.encrypt_secret("x")

    def test_its_key_is_the_enclaves(self) -> None:
        bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
        data = json.loads(bytes.fromhex(json.loads(bundle)["data"]))
        assert verify(bundle).public_key == data["targetPublic"]

    def test_another_organization_or_enclave_is_refused(self) -> None:
        bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
        for organization in [*near_misses(ORGANIZATION), ORGANIZATION.upper(), ""]:
            with pytest.raises(ContextMismatch) as raised:
                verify(bundle, organization)
            assert raised.value.code == "wrong-organization"
        with pytest.raises(UntrustedSigner):
            verify_secret_import_bundle(bundle, organization_id=ORGANIZATION)

    @pytest.mark.parametrize(
        ("arguments", "error", "message"),
        [
            ({"organization_id": None}, TypeError, "organization_id"),
            ({"keys": None}, TypeError, "keys"),
            ({"keys": EnclaveKeys()}, ValueError, "keys has no signer"),
        ],
    )
    def test_arguments_of_the_programmer(
        self, arguments: dict[str, Any], error: type[Exception], message: str
    ) -> None:
        chosen = {"organization_id": ORGANIZATION, "keys": ENCLAVE.keys, **arguments}
        with pytest.raises(error, match=message) as raised:
            verify_secret_import_bundle(ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION), **chosen)
        assert not isinstance(raised.value, SealwaxError)


# One key signs all of them, as if a deployment had one for every purpose: only their fields tell them apart.
ONE_KEY = EnclaveKeys(signer=ENCLAVE.keys.signer, tls_fetcher=ENCLAVE.keys.signer)
BUNDLES = {
    "wallet export": ENCLAVE.export_wallet(
        "leaf lady", organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    ),
    "account export": ENCLAVE.export_account(
        b"\xff" * 32, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    ),
    "secret export": export("secret"),
    "import": ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER),
    "secret import": ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION),
    "OTP target": ENCLAVE.sign_bundle(json.dumps({"targetPublic": TARGET.public_key}).encode()),
}
CLIENT_KEY = "03" + TARGET.public_key[2:66]
READERS: dict[str, Callable[[str], object]] = {
    "wallet export": lambda bundle: decrypt_wallet_export(
        bundle, TARGET, organization_id=ORGANIZATION, keys=ONE_KEY
    ),
    "account export": lambda bundle: decrypt_account_export(
        bundle, TARGET, organization_id=ORGANIZATION, keys=ONE_KEY
    ),
    "secret export": lambda bundle: decrypt_secret_export(
        bundle, TARGET, organization_id=ORGANIZATION, keys=ONE_KEY
    ),
    "import": lambda bundle: verify_import_bundle(
        bundle, organization_id=ORGANIZATION, user_id=USER, keys=ONE_KEY
    ),
    "secret import": lambda bundle: verify_secret_import_bundle(
        bundle, organization_id=ORGANIZATION, keys=ONE_KEY
    ),
    "OTP target": lambda bundle: encrypt_otp_bundle(bundle, "1", public_key=CLIENT_KEY, keys=ONE_KEY),
}
# What nothing tells apart: the text of a secret may be a mnemonic, or the reverse; and the target for a code
# may have any other fields, so that only the key that signs it counts.
ALIKE = {
    ("wallet export", "secret export"),
    ("secret export", "wallet export"),
    ("OTP target", "import"),
    ("OTP target", "secret import"),
}


@pytest.mark.parametrize("kind", BUNDLES)
@pytest.mark.parametrize("reader", READERS)
def test_no_reader_takes_a_bundle_of_another_kind(reader: str, kind: str) -> None:
    if reader == kind or (reader, kind) in ALIKE:
        READERS[reader](BUNDLES[kind])
    else:
        with pytest.raises(MalformedInput):
            READERS[reader](BUNDLES[kind])


def test_the_key_tells_the_target_of_a_code_from_all_other_targets() -> None:
    for kind in ("import", "secret import"):
        with pytest.raises(UntrustedSigner):
            encrypt_otp_bundle(BUNDLES[kind], "1", public_key=CLIENT_KEY, keys=ENCLAVE.keys)


def test_the_capture_is_not_copied_into_the_project() -> None:
    assert not list(Path(ROOT / "vectors" / "captured").glob("secret_export*"))

import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mnemonic import Mnemonic

from sealwax import (
    ContextMismatch,
    ExportedAccount,
    ImportTarget,
    InvalidRequest,
    KeyMismatch,
    MalformedInput,
    SealwaxError,
    TargetKey,
    UntrustedSigner,
    verify_import_bundle,
)
from sealwax._codec.base58 import encode_base58
from sealwax._crypto.bip39 import LANGUAGES
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED, USER, near_misses

ENCLAVE = ReferenceEnclave(SEED)
MNEMONIC = Mnemonic("english").to_mnemonic(bytes(range(16)))
PRIVATE_KEY = b"\x1f" * 32


def new_target() -> ImportTarget:
    bundle = ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER)
    return verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER, keys=ENCLAVE.keys)


def opened(encrypted_bundle: str) -> bytes:
    return ENCLAVE.open_import(encrypted_bundle, organization_id=ORGANIZATION, user_id=USER)


class TestWallet:
    def test_the_form_of_what_is_sent(self) -> None:
        fields = json.loads(new_target().encrypt_wallet(MNEMONIC))
        assert list(fields) == ["encappedPublic", "ciphertext"]
        assert len(fields["encappedPublic"]) == 130
        assert len(fields["ciphertext"]) == 2 * (len(MNEMONIC) + 16)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_language_arrives_as_it_was_given(self, language: str) -> None:
        mnemonic = Mnemonic(language).to_mnemonic(bytes(range(32)))
        assert opened(new_target().encrypt_wallet(mnemonic)) == mnemonic.encode()

    @pytest.mark.parametrize("passphrase", ["", " ", "two words", "é", "a\nb", "\n--PASS--\n"])
    def test_a_passphrase_is_joined_as_it_is(self, passphrase: str) -> None:
        expected = f"{MNEMONIC}\n--PASS--\n{passphrase}".encode()
        assert opened(new_target().encrypt_wallet(MNEMONIC, passphrase)) == expected

    @pytest.mark.parametrize(
        "mnemonic",
        [
            MNEMONIC.replace("abandon", "zoo"),
            MNEMONIC + " ",
            MNEMONIC.replace(" ", "\u00a0"),
            "correct horse battery staple",
        ],
    )
    def test_a_mnemonic_that_is_not_bip39_is_sealed_only_when_asked_for(self, mnemonic: str) -> None:
        target = new_target()
        with pytest.raises(MalformedInput, match="not valid BIP-39") as raised:
            target.encrypt_wallet(mnemonic)
        assert "zoo" not in str(raised.value)
        assert opened(target.encrypt_wallet(mnemonic, allow_invalid_checksum=True)) == mnemonic.encode()

    @pytest.mark.parametrize(
        "end", ["\n", "\r\n", "\r", "\n--PASS--\nx", "\nx", "\u2028", "\u2029", "\x85", "\v"]
    )
    def test_a_mnemonic_is_one_line_whatever_is_allowed(self, end: str) -> None:
        for allow in (False, True):
            with pytest.raises(MalformedInput, match="must be one line"):
                new_target().encrypt_wallet(MNEMONIC + end, allow_invalid_checksum=allow)

    def test_no_mnemonic_is_none_whatever_is_allowed(self) -> None:
        for allow in (False, True):
            with pytest.raises(MalformedInput, match="must be one line"):
                new_target().encrypt_wallet("", allow_invalid_checksum=allow)

    @pytest.mark.parametrize("wallet", [(MNEMONIC.encode(),), (None,), (MNEMONIC, b""), (MNEMONIC, 5)])
    def test_what_is_no_text_is_refused(self, wallet: tuple[str, ...]) -> None:
        with pytest.raises(TypeError, match=r"^(mnemonic|passphrase) must be str"):
            new_target().encrypt_wallet(*wallet)

    def test_lone_surrogates_are_refused(self) -> None:
        with pytest.raises(MalformedInput, match="lone surrogate"):
            new_target().encrypt_wallet(MNEMONIC, "\ud800")


class TestPrivateKey:
    @pytest.mark.parametrize(
        "key",
        [
            PRIVATE_KEY,
            PRIVATE_KEY.hex(),
            PRIVATE_KEY.hex().upper(),
            "0x" + PRIVATE_KEY.hex(),
            "0X" + PRIVATE_KEY.hex().upper(),
            ExportedAccount(PRIVATE_KEY).to_solana(),
        ],
    )
    def test_every_form_is_sealed_as_32_bytes(self, key: str | bytes) -> None:
        assert opened(new_target().encrypt_private_key(key)) == PRIVATE_KEY

    @pytest.mark.parametrize("key", [bytearray(PRIVATE_KEY), list(PRIVATE_KEY), None, 5])
    def test_another_type_does_not_use_the_target_up(self, key: Any) -> None:
        target = new_target()
        with pytest.raises(TypeError, match="key must be str or bytes") as raised:
            target.encrypt_private_key(key)
        assert not key or str(key) not in str(raised.value)
        assert opened(target.encrypt_private_key(PRIVATE_KEY)) == PRIVATE_KEY

    def test_hex_of_another_length_is_said_to_be_so(self) -> None:
        with pytest.raises(MalformedInput, match="33 bytes long; it must be 32"):
            new_target().encrypt_private_key("11" * 33)

    def test_a_solana_key_whose_halves_disagree_is_refused(self) -> None:
        with pytest.raises(KeyMismatch, match="halves"):
            new_target().encrypt_private_key(encode_base58(PRIVATE_KEY + b"\x1f" * 32))


class TestOnce:
    def test_a_target_seals_once(self) -> None:
        target = new_target()
        target.encrypt_wallet(MNEMONIC)
        with pytest.raises(InvalidRequest, match="has been used"):
            target.encrypt_wallet(MNEMONIC)
        with pytest.raises(InvalidRequest, match="has been used"):
            target.encrypt_private_key(PRIVATE_KEY)

    def test_of_many_threads_one_seals(self) -> None:
        target = new_target()

        def seal(_: int) -> bool:
            try:
                target.encrypt_private_key(PRIVATE_KEY)
            except InvalidRequest:
                return False
            return True

        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(seal, range(50))) == 1

    # Python warns of a fork beside threads, which the tests that ran before may have left.
    @pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
    def test_a_fork_cannot_seal(self) -> None:
        target = new_target()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                target.encrypt_private_key(PRIVATE_KEY)
                os.write(writing, b"sealed")
            except InvalidRequest as error:
                os.write(writing, str(error).encode())
            finally:
                os._exit(0)
        os.close(writing)
        os.waitpid(child, 0)
        with os.fdopen(reading, "rb") as said:
            assert said.read().startswith(b"this import bundle was verified in another process")
        assert opened(target.encrypt_private_key(PRIVATE_KEY)) == PRIVATE_KEY

    def test_another_process_cannot_seal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        target = new_target()
        here = os.getpid()
        for other in (-1, here - 1, here + 1):
            with monkeypatch.context() as patched:
                patched.setattr(os, "getpid", lambda other=other: other)
                with pytest.raises(InvalidRequest, match="verified in another process"):
                    target.encrypt_wallet(MNEMONIC)
        assert opened(target.encrypt_wallet(MNEMONIC)) == MNEMONIC.encode()

    def test_the_repr_tells(self) -> None:
        target = new_target()
        assert repr(target) == "ImportTarget(used=False)"
        target.encrypt_private_key(PRIVATE_KEY)
        assert repr(target) == "ImportTarget(used=True)"


class TestChecks:
    """Each check of an import bundle, with just that one failing; the envelope has its own tests."""

    def verify(self, bundle: str) -> ImportTarget:
        return verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER, keys=ENCLAVE.keys)

    def payload(self, **changes: object) -> str:
        key = TargetKey.from_private_key(b"\x07" * 32).public_key
        data = {"targetPublic": key, "organizationId": ORGANIZATION, "userId": USER, **changes}
        data = {name: value for name, value in data.items() if value is not None}
        return ENCLAVE.sign_bundle(json.dumps(data).encode())

    def test_without_a_change_it_verifies(self) -> None:
        for changes in ({}, {"somethingElse": 1}):
            assert self.verify(self.payload(**changes)).encrypt_private_key(PRIVATE_KEY)

    @pytest.mark.parametrize("other", ["", ORGANIZATION.upper(), "another", *near_misses(ORGANIZATION)])
    def test_another_organization(self, other: str) -> None:
        with pytest.raises(ContextMismatch) as raised:
            self.verify(self.payload(organizationId=other))
        assert raised.value.code == "wrong-organization"

    @pytest.mark.parametrize("other", ["", USER.upper(), "another", *near_misses(USER)])
    def test_another_user(self, other: str) -> None:
        with pytest.raises(ContextMismatch) as raised:
            self.verify(self.payload(userId=other))
        assert raised.value.code == "wrong-user"

    @pytest.mark.parametrize("name", ["targetPublic", "organizationId", "userId"])
    def test_every_field_is_a_required_string(self, name: str) -> None:
        with pytest.raises(MalformedInput, match=f"has no `{name}`"):
            self.verify(self.payload(**{name: None}))
        with pytest.raises(MalformedInput, match=f"{name} must be a string"):
            self.verify(self.payload(**{name: 5}))

    @pytest.mark.parametrize("changes", [{"encappedPublic": "04"}, {"ciphertext": "00"}])
    def test_an_export_is_refused_by_name(self, changes: dict[str, object]) -> None:
        with pytest.raises(MalformedInput, match="this is an export bundle; pass the import bundle"):
            self.verify(self.payload(**changes))
        with pytest.raises(MalformedInput, match="this is an export bundle; pass the import bundle"):
            self.verify(self.payload(targetPublic=None, **changes))

    def test_other_target_keys_are_refused(self) -> None:
        key = bytes.fromhex(TargetKey.from_private_key(b"\x07" * 32).public_key)
        compressed = compressed_point(decode_point(key, P256, "it")).hex()
        for other in ("", "00", compressed, key.hex() + "00", "04" + "00" * 64, "xyz"):
            with pytest.raises(MalformedInput, match="`targetPublic` of the import bundle"):
                self.verify(self.payload(targetPublic=other))

    def test_another_enclave(self) -> None:
        with pytest.raises(UntrustedSigner):
            verify_import_bundle(self.payload(), organization_id=ORGANIZATION, user_id=USER)
        with pytest.raises(UntrustedSigner):  # the TLS fetcher signs OTP targets, not these
            data = bytes.fromhex(json.loads(self.payload())["data"])
            self.verify(ENCLAVE.sign_otp_target(data))

    @given(st.text() | st.binary())
    def test_no_input_breaks_it(self, bundle: str) -> None:
        with pytest.raises(SealwaxError):
            self.verify(bundle)


def test_the_target_of_a_secret_is_named() -> None:
    bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
    with pytest.raises(
        MalformedInput, match=r"has no `userId`; .* of a secret, use verify_secret_import_bundle"
    ):
        verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER, keys=ENCLAVE.keys)

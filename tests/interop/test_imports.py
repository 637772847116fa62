"""Imports: what each side seals for the enclave, and which import bundles it takes."""

import json

import pytest
from mnemonic import Mnemonic

from sealwax import (
    BadSignature,
    ContextMismatch,
    EnclaveKeys,
    ExportedAccount,
    ImportTarget,
    KeyMismatch,
    MalformedInput,
    SealwaxError,
    TargetKey,
    Unsupported,
    UntrustedSigner,
    verify_import_bundle,
)
from sealwax._codec.base58 import encode_base58
from sealwax._crypto.bip39 import LANGUAGES
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED, TARGET, USER
from tests.interop.peer import Peer, PeerError

ENCLAVE = ReferenceEnclave(SEED)
MNEMONIC = Mnemonic("english").to_mnemonic(bytes(range(16)))
PRIVATE_KEY = bytes(1) + b"\xab" * 31


def import_bundle() -> str:
    return ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER)


def the_enclave_opens(encrypted: str) -> bytes:
    return ENCLAVE.open_import(encrypted, organization_id=ORGANIZATION, user_id=USER)


def they_seal(
    peer: Peer,
    bundle: str,
    *,
    organization: str = ORGANIZATION,
    user: str = USER,
    signer: str | None = ENCLAVE.keys.signer,
    **secret: str,
) -> str:
    """Seal a wallet (`mnemonic`) or a private key (`privateKey` and `keyFormat`)."""
    sealed: str = peer.call(
        "encryptWalletToBundle" if "mnemonic" in secret else "encryptPrivateKeyToBundle",
        importBundle=bundle,
        organizationId=organization,
        userId=user,
        dangerouslyOverrideSignerPublicKey=signer,
        **secret,
    )
    return sealed


def we_verify(bundle: str) -> ImportTarget:
    return verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER, keys=ENCLAVE.keys)


def payload(**changes: str | None) -> str:
    """An import bundle for TARGET; changes are made before it is signed, and None takes a field out."""
    fields = {
        "targetPublic": TARGET.public_key,
        "organizationId": ORGANIZATION,
        "userId": USER,
        **changes,
    }
    kept = {name: value for name, value in fields.items() if value is not None}
    return ENCLAVE.sign_bundle(json.dumps(kept).encode())


def they_open(peer: Peer, encrypted: str, key: TargetKey = TARGET) -> bytes:
    sealed = json.loads(encrypted)
    assert list(sealed) == ["encappedPublic", "ciphertext"]
    opened = peer.call(
        "hpkeDecrypt",
        ciphertext=sealed["ciphertext"],
        encappedKey=sealed["encappedPublic"],
        receiverPriv=key.private_key_hex(),
    )
    return bytes.fromhex(opened)


class TestTheySeal:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_wallet(self, peer: Peer, language: str) -> None:
        mnemonic = Mnemonic(language).to_mnemonic(bytes(range(32)))
        sealed = they_seal(peer, import_bundle(), mnemonic=mnemonic)
        assert the_enclave_opens(sealed) == mnemonic.encode()

    @pytest.mark.parametrize("digits", [PRIVATE_KEY.hex(), f"0x{PRIVATE_KEY.hex()}", "AB" * 32])
    def test_a_private_key_in_hex(self, peer: Peer, digits: str) -> None:
        theirs = the_enclave_opens(
            they_seal(peer, import_bundle(), privateKey=digits, keyFormat="HEXADECIMAL")
        )
        ours = the_enclave_opens(we_verify(import_bundle()).encrypt_private_key(digits))
        assert theirs == ours

    def test_a_private_key_as_solana_has_it(self, peer: Peer) -> None:
        solana = ExportedAccount(PRIVATE_KEY).to_solana()
        theirs = the_enclave_opens(they_seal(peer, import_bundle(), privateKey=solana, keyFormat="SOLANA"))
        ours = the_enclave_opens(we_verify(import_bundle()).encrypt_private_key(solana))
        assert theirs == ours == PRIVATE_KEY


class TestWeSeal:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_wallet(self, peer: Peer, language: str) -> None:
        mnemonic = Mnemonic(language).to_mnemonic(bytes(range(32)))
        assert they_open(peer, we_verify(payload()).encrypt_wallet(mnemonic)) == mnemonic.encode()

    @pytest.mark.parametrize("passphrase", ["", "two words", "パス", "a\nb"])
    def test_a_wallet_with_its_passphrase(self, peer: Peer, passphrase: str) -> None:
        sealed = we_verify(payload()).encrypt_wallet(MNEMONIC, passphrase)
        assert they_open(peer, sealed) == f"{MNEMONIC}\n--PASS--\n{passphrase}".encode()

    @pytest.mark.parametrize("private_key", [PRIVATE_KEY, bytes(31) + b"\1", b"\xff" * 32])
    def test_a_private_key(self, peer: Peer, private_key: bytes) -> None:
        for key in (
            private_key,
            private_key.hex(),
            f"0x{private_key.hex()}",
            ExportedAccount(private_key).to_solana(),
        ):
            assert they_open(peer, we_verify(payload()).encrypt_private_key(key)) == private_key

    def test_to_a_key_pair_of_theirs(self, peer: Peer) -> None:
        pair = peer.call("generateP256KeyPair")
        target = we_verify(payload(targetPublic=pair["publicKeyUncompressed"]))
        key = TargetKey.from_private_key(pair["privateKey"])
        assert they_open(peer, target.encrypt_wallet(MNEMONIC), key) == MNEMONIC.encode()


class TestRefusedByBoth:
    def test_another_organization(self, peer: Peer) -> None:
        bundle = payload()
        for organization in ("", ORGANIZATION.upper(), "another"):
            with pytest.raises(PeerError, match="organization id does not match"):
                they_seal(peer, bundle, organization=organization, mnemonic=MNEMONIC)
            with pytest.raises(ContextMismatch):
                verify_import_bundle(bundle, organization_id=organization, user_id=USER, keys=ENCLAVE.keys)

    def test_another_user(self, peer: Peer) -> None:
        bundle = payload()
        for user in ("", USER.upper(), "another"):
            with pytest.raises(PeerError, match="user id does not match"):
                they_seal(peer, bundle, user=user, mnemonic=MNEMONIC)
            with pytest.raises(ContextMismatch):
                verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=user, keys=ENCLAVE.keys)

    def test_another_enclave(self, peer: Peer) -> None:
        bundle = payload()
        for keys in (EnclaveKeys.production(), ReferenceEnclave(bytes(32)).keys):
            with pytest.raises(PeerError, match="does not match signer key from bundle"):
                they_seal(peer, bundle, signer=keys.signer, mnemonic=MNEMONIC)
            with pytest.raises(UntrustedSigner):
                verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER, keys=keys)

    @pytest.mark.parametrize(
        ("bundle", "complaint", "error"),
        [
            pytest.param(
                payload().replace("2274", "2054", 1),
                "failed to verify enclave signature",
                BadSignature,
                id="changed data",
            ),
            pytest.param(
                ENCLAVE.sign_otp_target(bytes.fromhex(json.loads(payload())["data"])),
                "does not match signer key",
                UntrustedSigner,
                id="signed by the TLS fetcher",
            ),
            pytest.param(
                json.dumps({"targetPublic": TARGET.public_key, "targetPublicSignature": "00"}),
                "does not match signer key from bundle: undefined",
                Unsupported,
                id="the form without a version",
            ),
            pytest.param(
                payload(organizationId=None),
                "organization id does not match",
                MalformedInput,
                id="no organization",
            ),
            pytest.param(payload(userId=None), "user id does not match", MalformedInput, id="no user"),
            pytest.param(
                payload(targetPublic=None), 'missing "targetPublic"', MalformedInput, id="no target key"
            ),
            pytest.param(
                payload(targetPublic="04" + "00" * 64), "hpkeEncrypt", MalformedInput, id="what is no point"
            ),
            pytest.param(
                ENCLAVE.export_plaintext(
                    b"x", organization_id=ORGANIZATION, target_public_key=TARGET.public_key
                ),
                "user id does not match",
                MalformedInput,
                id="an export bundle",
            ),
        ],
    )
    def test_one_thing_is_wrong(
        self, peer: Peer, bundle: str, complaint: str, error: type[SealwaxError]
    ) -> None:
        with pytest.raises(PeerError, match=complaint):
            they_seal(peer, bundle, mnemonic=MNEMONIC)
        with pytest.raises(error):
            we_verify(bundle)

    @pytest.mark.parametrize(
        ("key", "key_format"),
        [
            pytest.param("", "HEXADECIMAL", id="nothing"),
            pytest.param("xy" * 32, "HEXADECIMAL", id="not hex"),
            pytest.param("1" * 63, "HEXADECIMAL", id="half a byte"),
            pytest.param(encode_base58(bytes(range(1, 64))), "SOLANA", id="63 bytes of base58"),
            pytest.param("0" * 88, "SOLANA", id="not base58"),
        ],
    )
    def test_what_is_no_private_key(self, peer: Peer, key: str, key_format: str) -> None:
        with pytest.raises(PeerError):
            they_seal(peer, payload(), privateKey=key, keyFormat=key_format)
        with pytest.raises(MalformedInput):
            we_verify(payload()).encrypt_private_key(key)


class TestAcceptedByThemAlone:
    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            pytest.param("", "must be one line", id="nothing"),
            pytest.param("correct horse battery staple", "not valid BIP-39", id="no BIP-39"),
            pytest.param(f"{MNEMONIC} ", "not valid BIP-39", id="a space after it"),
            pytest.param(f"{MNEMONIC}\n", "must be one line", id="a newline after it"),
            pytest.param(f"{MNEMONIC}\n--PASS--\nx", "must be one line", id="a passphrase in it"),
        ],
    )
    def test_any_text_as_a_mnemonic(self, peer: Peer, text: str, complaint: str) -> None:
        # They have no argument for a passphrase, so that a caller of theirs has to join it to the mnemonic.
        assert the_enclave_opens(they_seal(peer, import_bundle(), mnemonic=text)) == text.encode()
        with pytest.raises(MalformedInput, match=complaint):
            we_verify(payload()).encrypt_wallet(text)

    @pytest.mark.parametrize("digits", ["11", "11" * 31, "11" * 33])
    def test_a_private_key_of_any_length(self, peer: Peer, digits: str) -> None:
        # More than 64 digits we read as base58, and say that a Solana key has 64 bytes.
        sealed = they_seal(peer, import_bundle(), privateKey=digits, keyFormat="HEXADECIMAL")
        assert the_enclave_opens(sealed) == bytes.fromhex(digits)
        with pytest.raises(MalformedInput, match=r"must be 32|a Solana key has 64"):
            we_verify(payload()).encrypt_private_key(digits)

    def test_a_private_key_in_mixed_case(self, peer: Peer) -> None:
        sealed = they_seal(peer, import_bundle(), privateKey="aB" * 32, keyFormat="HEXADECIMAL")
        assert the_enclave_opens(sealed) == b"\xab" * 32
        with pytest.raises(MalformedInput, match="mixes upper and lower case"):
            we_verify(payload()).encrypt_private_key("aB" * 32)

    def test_a_solana_key_whose_halves_do_not_belong_together(self, peer: Peer) -> None:
        # They drop the public half unseen; we take it as the check on the other that it can be.
        solana = encode_base58(PRIVATE_KEY + b"\1" * 32)
        sealed = they_seal(peer, import_bundle(), privateKey=solana, keyFormat="SOLANA")
        assert the_enclave_opens(sealed) == PRIVATE_KEY
        with pytest.raises(KeyMismatch):
            we_verify(payload()).encrypt_private_key(solana)

    def test_a_format_that_there_is_not(self, peer: Peer) -> None:
        # They warn, and go on with hex. We have no such argument: the text tells the formats apart.
        sealed = they_seal(peer, import_bundle(), privateKey="11" * 32, keyFormat="another")
        assert the_enclave_opens(sealed) == b"\x11" * 32

    def test_any_version(self, peer: Peer) -> None:
        bundle = payload().replace("v1.0.0", "v2.0.0")
        assert they_open(peer, they_seal(peer, bundle, mnemonic=MNEMONIC)) == MNEMONIC.encode()
        with pytest.raises(Unsupported):
            we_verify(bundle)

    def test_a_document_of_two_kinds(self, peer: Peer) -> None:
        bundle = payload(encappedPublic=TARGET.public_key, ciphertext="00" * 16)
        assert they_open(peer, they_seal(peer, bundle, mnemonic=MNEMONIC)) == MNEMONIC.encode()
        with pytest.raises(MalformedInput, match="this is an export bundle; pass the import bundle"):
            we_verify(bundle)

    def test_a_compressed_target_key_with_which_nobody_opens_what_they_seal(self, peer: Peer) -> None:
        compressed = compressed_point(decode_point(bytes.fromhex(TARGET.public_key), P256, "it")).hex()
        sealed = they_seal(peer, payload(targetPublic=compressed), mnemonic=MNEMONIC)
        with pytest.raises(PeerError, match="invalid ghash tag"):
            they_open(peer, sealed)
        with pytest.raises(MalformedInput, match="must be 65"):
            we_verify(payload(targetPublic=compressed))


class TestAcceptedByUsAlone:
    def test_a_private_key_after_0x_with_a_capital(self, peer: Peer) -> None:
        digits = f"0X{PRIVATE_KEY.hex()}"
        sealed = we_verify(import_bundle()).encrypt_private_key(digits)
        assert the_enclave_opens(sealed) == PRIVATE_KEY
        with pytest.raises(PeerError, match="invalid hex"):
            they_seal(peer, payload(), privateKey=digits, keyFormat="HEXADECIMAL")

"""Exports that the reference enclave makes, opened by decryptExportBundle of @turnkey/crypto and by us."""

import json

import pytest
from mnemonic import Mnemonic

from sealwax import (
    BadSignature,
    ContextMismatch,
    DecryptionFailed,
    EnclaveKeys,
    MalformedInput,
    SealwaxError,
    TargetKey,
    Unsupported,
    UntrustedSigner,
    decrypt_account_export,
    decrypt_export,
    decrypt_wallet_export,
)
from sealwax._crypto.bip39 import LANGUAGES
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED, TARGET, CapturedWallet
from tests.interop.peer import Peer, PeerError

ENCLAVE = ReferenceEnclave(SEED)
MNEMONIC = Mnemonic("english").to_mnemonic(bytes(range(16)))


def they_open(
    peer: Peer,
    bundle: str,
    *,
    organization: str = ORGANIZATION,
    key: TargetKey = TARGET,
    signer: str | None = ENCLAVE.keys.signer,
    **options: object,
) -> str:
    opened: str = peer.call(
        "decryptExportBundle",
        exportBundle=bundle,
        embeddedKey=key.private_key_hex(),
        organizationId=organization,
        dangerouslyOverrideSignerPublicKey=signer,
        **options,
    )
    return opened


def they_open_wallet(peer: Peer, bundle: str, **options: object) -> str:
    return they_open(peer, bundle, returnMnemonic=True, **options)  # type: ignore[arg-type]


def we_open(bundle: str) -> bytes:
    return decrypt_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)


def sealed(plaintext: bytes) -> str:
    return ENCLAVE.export_plaintext(
        plaintext, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
    )


BUNDLE = sealed(MNEMONIC.encode())
ENVELOPE: dict[str, str] = json.loads(BUNDLE)
INNER = bytes.fromhex(ENVELOPE["data"])


def envelope(**changes: str | None) -> str:
    """The bundle with its envelope changed; None takes a field out."""
    fields = {**ENVELOPE, **changes}
    return json.dumps({name: value for name, value in fields.items() if value is not None})


def payload(**changes: str | None) -> str:
    """The bundle with what is signed changed before it was signed; None takes a field out."""
    fields = {**json.loads(INNER), **changes}
    kept = {name: value for name, value in fields.items() if value is not None}
    return ENCLAVE.sign_bundle(json.dumps(kept).encode())


def test_the_captured_wallet_opens_in_both(peer: Peer, captured_wallet: CapturedWallet) -> None:
    opened = they_open_wallet(
        peer,
        captured_wallet.text,
        organization=captured_wallet.organization_id,
        key=captured_wallet.target_key,
        signer=None,
    )
    wallet = decrypt_wallet_export(
        captured_wallet.text, captured_wallet.target_key, organization_id=captured_wallet.organization_id
    )
    assert opened == wallet.mnemonic == captured_wallet.mnemonic


class TestWallet:
    @pytest.mark.parametrize("words", [12, 15, 18, 21, 24])
    def test_an_english_one_opens_in_both(self, peer: Peer, words: int) -> None:
        mnemonic = Mnemonic("english").to_mnemonic(bytes(range(words * 4 // 3)))
        bundle = ENCLAVE.export_wallet(
            mnemonic, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        wallet = decrypt_wallet_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        assert they_open_wallet(peer, bundle) == wallet.mnemonic == mnemonic

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_they_spoil_every_word_that_is_not_ascii(self, peer: Peer, language: str) -> None:
        # They read each byte of the UTF-8 text as a character (hexToAscii), that is as Latin-1. The bytes
        # are right: what was read wrong can be encoded as Latin-1 to get them back.
        mnemonic = Mnemonic(language).to_mnemonic(bytes(range(32)))
        bundle = ENCLAVE.export_wallet(
            mnemonic, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        wallet = decrypt_wallet_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        opened = they_open_wallet(peer, bundle)
        assert wallet.mnemonic == mnemonic
        assert opened == mnemonic.encode().decode("latin-1")
        assert (opened == mnemonic) == mnemonic.isascii()
        assert they_open(peer, bundle) == mnemonic.encode().hex()

    def test_they_do_not_split_off_the_passphrase(self, peer: Peer) -> None:
        bundle = ENCLAVE.export_wallet(
            MNEMONIC, "two words", organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        wallet = decrypt_wallet_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        assert (wallet.mnemonic, wallet.passphrase) == (MNEMONIC, "two words")
        assert they_open_wallet(peer, bundle) == f"{MNEMONIC}\ntwo words"

    def test_an_account_opened_as_a_wallet_is_text_to_them_alone(self, peer: Peer) -> None:
        bundle = sealed(b"\xff" * 32)
        assert they_open_wallet(peer, bundle) == "ÿ" * 32
        with pytest.raises(MalformedInput, match="open it as an account"):
            decrypt_wallet_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)


class TestAccount:
    @pytest.mark.parametrize("private_key", [b"\x1f" * 32, bytes(31) + b"\1", b"\xff" * 32, bytes(32)])
    def test_it_opens_in_both_in_either_form(self, peer: Peer, private_key: bytes) -> None:
        bundle = ENCLAVE.export_account(
            private_key, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        account = decrypt_account_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        assert account.private_key == private_key
        assert they_open(peer, bundle, keyFormat="HEXADECIMAL") == account.to_hex()
        assert they_open(peer, bundle, keyFormat="SOLANA") == account.to_solana()

    @pytest.mark.parametrize("length", [0, 31, 33, 64])
    def test_another_length_is_given_as_hex_by_them_alone(self, peer: Peer, length: int) -> None:
        bundle = sealed(b"\x1f" * length)
        assert they_open(peer, bundle, keyFormat="HEXADECIMAL") == "1f" * length
        with pytest.raises(PeerError, match=f"Got {length}"):
            they_open(peer, bundle, keyFormat="SOLANA")
        with pytest.raises(MalformedInput, match=f"holds {length} bytes"):
            decrypt_account_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        assert we_open(bundle) == b"\x1f" * length


class TestRefusedByBoth:
    def test_another_organization(self, peer: Peer) -> None:
        for organization in ("", ORGANIZATION.upper(), "another"):
            with pytest.raises(PeerError, match="organization id does not match"):
                they_open(peer, BUNDLE, organization=organization)
            with pytest.raises(ContextMismatch):
                decrypt_export(BUNDLE, TARGET, organization_id=organization, keys=ENCLAVE.keys)

    def test_another_target_key(self, peer: Peer) -> None:
        other = TargetKey.from_private_key(b"\x08" * 32)
        with pytest.raises(PeerError, match="invalid ghash tag"):
            they_open(peer, BUNDLE, key=other)
        with pytest.raises(DecryptionFailed):
            decrypt_export(BUNDLE, other, organization_id=ORGANIZATION, keys=ENCLAVE.keys)

    def test_another_enclave(self, peer: Peer) -> None:
        for keys in (EnclaveKeys.production(), ReferenceEnclave(bytes(32)).keys):
            with pytest.raises(PeerError, match="does not match signer key from bundle"):
                they_open(peer, BUNDLE, signer=keys.signer)
            with pytest.raises(UntrustedSigner):
                decrypt_export(BUNDLE, TARGET, organization_id=ORGANIZATION, keys=keys)

    @pytest.mark.parametrize(
        ("bundle", "complaint", "error"),
        [
            pytest.param(
                envelope(data=ENVELOPE["data"].replace("22", "20", 1)),
                "failed to verify enclave signature",
                BadSignature,
                id="changed data",
            ),
            pytest.param(
                envelope(dataSignature=json.loads(sealed(b"other"))["dataSignature"]),
                "failed to verify enclave signature",
                BadSignature,
                id="the signature of another bundle",
            ),
            pytest.param(
                envelope(dataSignature="00"), "insufficient length", MalformedInput, id="no signature at all"
            ),
            pytest.param(
                ENCLAVE.sign_otp_target(INNER),
                "does not match signer key",
                UntrustedSigner,
                id="signed by the TLS fetcher",
            ),
            pytest.param(
                json.dumps({**json.loads(INNER), "encappedPublicSignature": ENVELOPE["dataSignature"]}),
                "does not match signer key from bundle: undefined",
                Unsupported,
                id="the form without a version",
            ),
            pytest.param(
                ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id="u"),
                'missing "encappedPublic"',
                MalformedInput,
                id="an import bundle",
            ),
            pytest.param(
                payload(organizationId=None),
                "organization id does not match",
                MalformedInput,
                id="no organization",
            ),
            pytest.param(
                payload(encappedPublic=None),
                'missing "encappedPublic"',
                MalformedInput,
                id="no encapsulated key",
            ),
            pytest.param(payload(ciphertext=None), "invalid hex", MalformedInput, id="no ciphertext"),
            pytest.param(
                payload(ciphertext="00" * 64), "invalid ghash tag", DecryptionFailed, id="another ciphertext"
            ),
            pytest.param(
                payload(encappedPublic="04" + "00" * 64), "hpkeDecrypt", MalformedInput, id="what is no point"
            ),
            pytest.param("\ufeff" + BUNDLE, "not valid JSON", MalformedInput, id="a byte order mark"),
            pytest.param(BUNDLE + "}", "JSON", MalformedInput, id="more after the JSON"),
        ],
    )
    def test_one_thing_is_wrong(
        self, peer: Peer, bundle: str, complaint: str, error: type[SealwaxError]
    ) -> None:
        with pytest.raises(PeerError, match=complaint):
            they_open(peer, bundle)
        with pytest.raises(error):
            we_open(bundle)


class TestAcceptedByThemAlone:
    @pytest.mark.parametrize("version", [None, "", "v0.9.0", "v2.0.0"])
    def test_any_version(self, peer: Peer, version: str | None) -> None:
        # They do not look at it. Another version may well mean other bytes, so that we stop there.
        bundle = envelope(version=version)
        assert they_open_wallet(peer, bundle) == MNEMONIC
        with pytest.raises(Unsupported):
            we_open(bundle)

    def test_a_document_of_two_kinds(self, peer: Peer) -> None:
        # The signer's key signs every kind, and the fields alone tell an export from an import.
        bundle = payload(targetPublic=TARGET.public_key, userId="u")
        assert they_open_wallet(peer, bundle) == MNEMONIC
        with pytest.raises(MalformedInput, match="this is an import bundle; pass the export bundle"):
            we_open(bundle)

    @pytest.mark.parametrize(
        "bundle",
        [
            pytest.param(BUNDLE[:-1] + ',"version":"v1.0.0"}', id="in the envelope"),
            pytest.param(
                ENCLAVE.sign_bundle(INNER[:-1] + f',"organizationId":"{ORGANIZATION}"}}'.encode()),
                id="inside",
            ),
        ],
    )
    def test_a_key_twice(self, peer: Peer, bundle: str) -> None:
        # They take the last one; a reader that takes the first would see another document.
        assert they_open_wallet(peer, bundle) == MNEMONIC
        with pytest.raises(MalformedInput, match="a key twice"):
            we_open(bundle)

    @pytest.mark.parametrize(
        "inner",
        [
            pytest.param(b"\xef\xbb\xbf" + INNER, id="a byte order mark"),
            pytest.param(INNER[:-1] + b',"note":"\xff"}', id="bytes that are not UTF-8"),
        ],
    )
    def test_what_is_not_json_in_utf8(self, peer: Peer, inner: bytes) -> None:
        # TextDecoder drops the mark, and replaces what it cannot read.
        bundle = ENCLAVE.sign_bundle(inner)
        assert they_open_wallet(peer, bundle) == MNEMONIC
        with pytest.raises(MalformedInput):
            we_open(bundle)

    def test_a_byte_after_the_signature(self, peer: Peer) -> None:
        bundle = envelope(dataSignature=ENVELOPE["dataSignature"] + "00")
        assert they_open_wallet(peer, bundle) == MNEMONIC
        with pytest.raises(MalformedInput, match="not a DER signature"):
            we_open(bundle)

    def test_hex_in_mixed_case(self, peer: Peer) -> None:
        # One value has two spellings at most.
        data = ENVELOPE["data"]
        bundle = envelope(data=data[:-20] + data[-20:].upper())
        assert bundle != BUNDLE
        assert they_open_wallet(peer, bundle) == MNEMONIC
        with pytest.raises(MalformedInput, match="mixes upper and lower case"):
            we_open(bundle)

    def test_more_than_a_mebibyte(self, peer: Peer) -> None:
        # No wallet comes near it: whoever sends that much wants to keep the reader busy.
        bundle = sealed(b"a" * 300_000)
        assert they_open_wallet(peer, bundle) == "a" * 300_000
        with pytest.raises(MalformedInput, match="larger than"):
            we_open(bundle)


class TestAcceptedByUsAlone:
    def test_the_quorum_key_in_upper_case(self, peer: Peer) -> None:
        # They compare text; we compare points, and take hex in either case everywhere.
        bundle = envelope(enclaveQuorumPublic=ENVELOPE["enclaveQuorumPublic"].upper())
        assert we_open(bundle) == MNEMONIC.encode()
        with pytest.raises(PeerError, match="does not match signer key"):
            they_open(peer, bundle)
        assert they_open_wallet(peer, bundle, signer=ENCLAVE.keys.signer.upper()) == MNEMONIC

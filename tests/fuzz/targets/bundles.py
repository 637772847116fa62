"""Exports, imports, one-time codes and credentials: bundles that are opened, verified and sealed."""

import json
from collections.abc import Callable, Iterator
from functools import cache, partial

from Crypto.PublicKey import ECC

import sealwax
from sealwax._codec.base58 import decode_base58
from sealwax._crypto.bip39 import check_mnemonic
from sealwax.testing import open_base58_secret, open_envelope
from sealwax.testing.sealed import open_sealed_text
from tests.fuzz.corpus import Context, Seed, captured, from_vectors, to_document
from tests.fuzz.target import Target, as_text, enclave_keys, text_or_bytes

_EXPORT = ("targetPrivateKey", "organizationId", "signerPublicKey")


def _account_seeds() -> Iterator[Seed]:
    yield from from_vectors("account_export", "AccountExport", "bundle", *_EXPORT)


def wallet_seeds() -> Iterator[Seed]:
    """Give exports of wallets, and of accounts: to take parts from, and authentic all the same."""
    yield from from_vectors("wallet_export", "WalletExport", "bundle", *_EXPORT)
    yield from _account_seeds()
    capture = captured("export_wallet.json")
    context = {name: capture[name] for name in _EXPORT[:2]}
    yield Seed(
        {**context, "signerPublicKey": sealwax.EnclaveKeys.production().signer},
        to_document(capture["bundle"]),
    )


def _secret_seeds() -> Iterator[Seed]:
    yield from from_vectors("secret_export", "SecretExport", "bundle", *_EXPORT)
    yield from from_vectors("wallet_export", "WalletExport", "bundle", *_EXPORT)


def credential_seeds() -> Iterator[Seed]:
    """Give credential bundles."""
    yield from from_vectors("credential_bundle", "CredentialBundle", "bundle", "targetPrivateKey")
    capture = captured("credential_bundle.json")
    context = {"targetPrivateKey": capture["targetPrivateKey"]}
    yield Seed(context, to_document(capture["bundle"]))


def private_key_seeds() -> Iterator[Seed]:
    """Give private keys as they are typed in for an import: hex or base58."""
    yield from from_vectors("import_bundle", "ImportedPrivateKey", "privateKeyText")


def _signed_data(_: Context, document: bytes) -> bytes:
    return bytes.fromhex(json.loads(document)["data"])


@cache
def _target_key(private_key: str) -> sealwax.TargetKey:
    return sealwax.TargetKey.from_private_key(private_key)


def _export(decrypt: Callable[..., object], context: Context, document: bytes) -> tuple[object, ...]:
    opened = decrypt(
        text_or_bytes(document),
        _target_key(context["targetPrivateKey"]),
        organization_id=context["organizationId"],
        keys=enclave_keys(signer=context["signerPublicKey"]),
    )
    if isinstance(opened, sealwax.ExportedWallet):
        return opened.mnemonic, opened.passphrase, opened.language, opened.checksum_valid
    if isinstance(opened, sealwax.ExportedSecret):
        return (opened.text,)
    if isinstance(opened, sealwax.ExportedAccount):
        return opened.private_key, opened.to_solana()
    return (opened,)


def _import_bundle(context: Context, document: bytes) -> object:
    return sealwax.verify_import_bundle(
        text_or_bytes(document),
        organization_id=context["organizationId"],
        user_id=context["userId"],
        keys=enclave_keys(signer=context["signerPublicKey"]),
    ).public_key


def _secret_target(context: Context, document: bytes) -> object:
    return sealwax.verify_secret_import_bundle(
        text_or_bytes(document),
        organization_id=context["organizationId"],
        keys=enclave_keys(signer=context["signerPublicKey"]),
    ).public_key


def _envelope(context: Context, document: bytes) -> object:
    return open_envelope(document, _target_key(context["receiverPrivateKey"]))


def _envelope_seeds() -> Iterator[Seed]:
    for seed in from_vectors("quorum_key_envelope", "QuorumKeyOpening", "envelope", "receiverPrivateKey"):
        yield Seed(seed.context, bytes.fromhex(seed.document.decode()), seed.authentic)


def _base58_secret(context: Context, document: bytes) -> object:
    return open_base58_secret(as_text(document), _target_key(context["receiverPrivateKey"]))


def _seal_to(_: Context, document: bytes) -> object:
    return sealwax.encrypt_to_quorum_key(b"message", as_text(document))


def _receiver_is_a_point(_: Context, document: bytes, result: bytes) -> None:
    point = bytes.fromhex(document.decode())
    assert len(result) == 97 + len(b"message")
    # Another library's word: that of sealwax is OpenSSL's.
    assert not ECC.import_key(point, curve_name="p256").has_private()


def _otp_bundle(context: Context, document: bytes) -> object:
    sealed = sealwax.encrypt_otp_bundle(
        text_or_bytes(document),
        context["otpCode"],
        public_key=context["publicKey"],
        keys=enclave_keys(tls_fetcher=context["tlsFetcherPublicKey"]),
    )
    # What is sealed differs each time; that it opens shows to which key.
    return open_sealed_text(_target_key(context["enclavePrivateKey"]), sealed)


def _credential_bundle(context: Context, document: bytes) -> object:
    target_key = _target_key(context["targetPrivateKey"])
    return sealwax.decrypt_credential_bundle(text_or_bytes(document), target_key).private_key_hex()


@cache
def _enclave_key() -> sealwax.TargetKey:
    return sealwax.TargetKey.from_private_key(b"\x07" * 32)


def _new_target() -> sealwax.ImportTarget:
    return sealwax.ImportTarget(_enclave_key().private_key_object().public_key())


def _import_wallet(_: Context, document: bytes) -> bytes:
    mnemonic = as_text(document)
    check_mnemonic(mnemonic)
    return open_sealed_text(_enclave_key(), _new_target().encrypt_wallet(mnemonic, "\u00e9 "))


def _sealed_as_given(_: Context, document: bytes, result: bytes) -> None:
    assert result == document + "\n--PASS--\n\u00e9 ".encode()


def _import_private_key(_: Context, document: bytes) -> bytes:
    return open_sealed_text(_enclave_key(), _new_target().encrypt_private_key(as_text(document)))


def _sealed_key_is_given(_: Context, document: bytes, result: bytes) -> None:
    digits = document.decode().lower().removeprefix("0x")
    if len(document) == 66 and document.startswith(b"00"):
        # As the XRP Ledger's libraries write it.
        assert document.decode() == f"00{result.hex().upper()}"
    elif len(document) <= 66:
        assert digits == result.hex()
    else:
        assert decode_base58(document.decode(), "it")[:32] == result


TARGETS = (
    Target(
        "wallet-export",
        "decrypt_wallet_export",
        "has the data of an original, and opens to the same",
        wallet_seeds,
        partial(_export, sealwax.decrypt_wallet_export),
        _signed_data,
    ),
    Target(
        "account-export",
        "decrypt_account_export",
        "has the data of an original, and opens to the same",
        _account_seeds,
        partial(_export, sealwax.decrypt_account_export),
        _signed_data,
    ),
    Target(
        "import-bundle",
        "verify_import_bundle",
        "has the data of an original, and gives the same key to seal to",
        partial(
            from_vectors,
            "import_bundle",
            "ImportBundleVerification",
            "bundle",
            "organizationId",
            "userId",
            "signerPublicKey",
        ),
        _import_bundle,
        _signed_data,
    ),
    Target(
        "secret-export",
        "decrypt_secret_export",
        "has the data of an original, and opens to the same",
        _secret_seeds,
        partial(_export, sealwax.decrypt_secret_export),
        _signed_data,
    ),
    Target(
        "secret-import-bundle",
        "verify_secret_import_bundle",
        "has the data of an original, and gives the same key to seal to",
        partial(
            from_vectors,
            "secret_import",
            "SecretImportVerification",
            "bundle",
            "organizationId",
            "signerPublicKey",
        ),
        _secret_target,
        _signed_data,
    ),
    Target(
        "quorum-key-envelope",
        "open_envelope of sealwax.testing",
        "is an original, and holds the same",
        _envelope_seeds,
        _envelope,
        lambda _context, document: document,
    ),
    Target(
        "quorum-key-base58",
        "open_base58_secret of sealwax.testing",
        "is an original, and holds the same",
        partial(from_vectors, "quorum_key_envelope", "SealedBase58Secret", "sealed", "receiverPrivateKey"),
        _base58_secret,
        lambda _context, document: document,
    ),
    Target(
        "quorum-key-receiver",
        "encrypt_to_quorum_key",
        "is a point on P-256, to another library too",
        partial(from_vectors, "quorum_key_envelope", "QuorumKeySealing", "publicKey"),
        _seal_to,
        check=_receiver_is_a_point,
    ),
    Target(
        "otp-bundle",
        "encrypt_otp_bundle",
        "has the data of an original, and what is sealed to it opens with the same key",
        partial(
            from_vectors,
            "otp_bundle",
            "OtpBundle",
            "targetBundle",
            "otpCode",
            "publicKey",
            "tlsFetcherPublicKey",
            "enclavePrivateKey",
        ),
        _otp_bundle,
        _signed_data,
    ),
    Target(
        "credential-bundle",
        "decrypt_credential_bundle",
        "is an original, and holds the same key",
        credential_seeds,
        _credential_bundle,
        lambda _context, document: document,
    ),
    Target(
        "import-wallet",
        "ImportTarget.encrypt_wallet",
        "is sealed as it was given",
        partial(from_vectors, "bip39", "Bip39Mnemonic", "mnemonic"),
        _import_wallet,
        check=_sealed_as_given,
    ),
    Target(
        "import-private-key",
        "ImportTarget.encrypt_private_key",
        "is sealed as it was given",
        private_key_seeds,
        _import_private_key,
        check=_sealed_key_is_given,
    ),
)

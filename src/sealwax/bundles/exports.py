"""Open exports: a wallet's mnemonic, or the private key of an account (wire-formats.md, section 4.2)."""

from types import NoneType

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sealwax import wallets
from sealwax._codec.arguments import require_type
from sealwax._codec.base58 import encode_base58
from sealwax._codec.text import decode_utf8
from sealwax._crypto.bip39 import check_mnemonic
from sealwax._crypto.frozen_secret import FrozenSecret
from sealwax._crypto.hpke import open_base
from sealwax.errors import MalformedInput
from sealwax.keys import opening_key
from sealwax.schemes import PRIVATE_KEY_BYTES
from sealwax.signing import KeyAgreement
from sealwax.trust import PRODUCTION, EnclaveKeys

from .signed_envelope import EXPORT, open_signed_bundle

PASSPHRASE_SEPARATOR = "\n--PASS--\n"  # noqa: S105 - not a password
"""The separator of mnemonic and passphrase in an import; an export may have only its first newline."""


class ExportedWallet(FrozenSecret):
    """A wallet from a verified export bundle.

    ``repr`` does not show the secrets. ``pickle``, ``copy``, ``vars``, ``dataclasses.asdict`` and ``msgspec``
    refuse the object.

    Attributes:
        mnemonic: The mnemonic, exactly as the enclave sealed it.
        passphrase: The BIP-39 passphrase, exactly as the enclave sealed it, even if empty; None for none.
        language: The language of the words, by the name of its BIP-39 word list (``english``,
            ``chinese_simplified``, …); None if no list has all of the words.
        checksum_valid: Whether the mnemonic is valid BIP-39. If not, it is still authentic: keep it.
    """

    __slots__ = ("checksum_valid", "language", "mnemonic", "passphrase")
    _secret_fields = ("mnemonic", "passphrase")
    mnemonic: str
    passphrase: str | None
    language: str | None
    checksum_valid: bool

    def __init__(
        self,
        mnemonic: str,
        passphrase: str | None,
        language: str | None,
        checksum_valid: bool,  # noqa: FBT001
    ) -> None:
        self._set(
            mnemonic=(mnemonic, str),
            passphrase=(passphrase, (str, NoneType)),
            language=(language, (str, NoneType)),
            checksum_valid=(checksum_valid, bool),
        )

    def account(
        self,
        *,
        path: str | None = None,
        curve: str | None = None,
        address_format: str | None = None,
        variant: str | None = None,
        expected_address: str | None = None,
        allow_invalid_checksum: bool = False,
    ) -> "wallets.Account":
        """Derive an account of the wallet, with its passphrase. Needs the extra ``wallets``.

        Args:
            path: The derivation path, such as ``m/44'/60'/0'/0/0``. None searches for ``expected_address``.
            curve: The API's name, such as ``CURVE_SECP256K1``. None stands for the only curve of the format,
                or for the curve of ``expected_address``.
            address_format: The API's name, such as ``ADDRESS_FORMAT_ETHEREUM``. None stands for the formats
                that ``expected_address`` may have.
            variant: One of the format's variants, if it has several and ``expected_address`` is not given.
            expected_address: The address that the account must have. It selects the variant, and finds the
                path, the curve and the format that are not given.
            allow_invalid_checksum: Whether to derive from a mnemonic that is not valid BIP-39.

        Returns:
            The account: see ``sealwax.wallets.derive_account``.

        Raises:
            MalformedInput: The path does not parse, or the mnemonic is not valid BIP-39.
            Unsupported: The curve, the format or the variant is unknown, or they do not match; several
                variants or curves are possible, and neither an argument nor the expected address selects one;
                or the expected address has an unsupported format.
            ContextMismatch: The account does not have the expected address, or no account has it
                (``wrong-address``).
            MissingExtra: The extra ``wallets`` is not installed.
            ValueError: Neither ``expected_address`` nor both ``path`` and ``address_format`` are given.
        """
        return wallets.derive_account(
            self.mnemonic,
            path=path,
            curve=curve,
            address_format=address_format,
            variant=variant,
            expected_address=expected_address,
            passphrase=self.passphrase,
            allow_invalid_checksum=allow_invalid_checksum,
        )

    def __repr__(self) -> str:
        return f"ExportedWallet(<secret>, language={self.language!r}, checksum_valid={self.checksum_valid!r})"


class ExportedAccount(FrozenSecret):
    """A wallet account or private key from a verified export bundle.

    ``repr`` does not show the secret, and serializers refuse the object: see ``ExportedWallet``.

    Attributes:
        private_key: The private key, 32 bytes: a scalar (big-endian), or an Ed25519 seed.
    """

    __slots__ = ("private_key",)
    _secret_fields = ("private_key",)
    private_key: bytes

    def __init__(self, private_key: bytes) -> None:
        self._set(private_key=(private_key, bytes))

    def addresses(self, curve: str) -> "tuple[wallets.DerivedAddress, ...]":
        """Return every address of the key on a curve. Needs the extra ``wallets``.

        The export does not say which curve the key is on. The addresses on any other curve are meaningless.

        Args:
            curve: The API's name, such as ``CURVE_SECP256K1``.

        Returns:
            The addresses: one for every variant of every format of the curve.

        Raises:
            MalformedInput: The private key is not a key of this curve.
            Unsupported: The curve is unknown.
            MissingExtra: The extra ``wallets`` is not installed.
        """
        from sealwax.wallets.addresses import addresses_of  # noqa: PLC0415 - loaded on demand

        return addresses_of(self.private_key, curve)

    def check_address(self, address: str) -> "tuple[wallets.DerivedAddress, ...]":
        """Check that an address belongs to the key, on any curve. Needs the extra ``wallets``.

        Ethereum addresses are compared without case, and TON addresses by workchain and hash.

        Args:
            address: The address that the account must have.

        Returns:
            The addresses of the key that match. Several match where formats have the same text, such as
            Bitcoin's TESTNET and SIGNET. ``wrong_case`` is set if the case of an Ethereum address does not
            follow EIP-55.

        Raises:
            ContextMismatch: The key has another address of this format (``wrong-address``).
            Unsupported: The address has an unsupported format, and was not compared.
            MissingExtra: The extra ``wallets`` is not installed.
        """
        from sealwax.wallets.addresses import check_address_of  # noqa: PLC0415 - loaded on demand

        by_curve = check_address_of(self.private_key, address).values()
        return tuple(fitting for addresses in by_curve for fitting in addresses)

    def to_hex(self) -> str:
        """Return the key as hex, as Ethereum and Bitcoin tools accept it. It is a secret.

        Returns:
            64 lower-case hex digits, without ``0x``.
        """
        return self.private_key.hex()

    def to_solana(self) -> str:
        """Return the key as Solana wallets accept it. It is a secret.

        Use it for Ed25519 keys only: the export does not say which curve the key is on.

        Returns:
            base58, without checksum, of 64 bytes: the Ed25519 seed, then its public key.
        """
        public_key = Ed25519PrivateKey.from_private_bytes(self.private_key).public_key().public_bytes_raw()
        return encode_base58(self.private_key + public_key)


def decrypt_wallet_export(
    bundle: str | bytes, target_key: KeyAgreement, *, organization_id: str, keys: EnclaveKeys = PRODUCTION
) -> ExportedWallet:
    """Open the export of a wallet (wire-formats.md, section 4.2).

    Args:
        bundle: The ``exportBundle`` of the service's answer: JSON text.
        target_key: The key whose public key was sent as ``targetPublicKey``: a ``TargetKey``, or any object
            that implements ``KeyAgreement``.
        organization_id: The expected organization's id, compared exactly.
        keys: The enclave's public keys. Only ``signer`` is used.

    Returns:
        The mnemonic, its passphrase if it has one, and the result of checking it as BIP-39. An invalid
        mnemonic is returned too, with ``checksum_valid`` False.

    Raises:
        MalformedInput: The bundle does not parse, is of another kind, or does not contain UTF-8 text
            (``decrypt_export`` returns any content).
        Unsupported: The bundle has no version, or an unknown version.
        UntrustedSigner: The bundle names another signer than ``keys``.
        BadSignature: The bundle's signature does not verify.
        ContextMismatch: The bundle was made for another organization (``wrong-organization``).
        DecryptionFailed: The bundle was sealed to another key.
    """
    return read_wallet(open_export(bundle, target_key, organization_id, keys))


def decrypt_account_export(
    bundle: str | bytes,
    target_key: KeyAgreement,
    *,
    organization_id: str,
    keys: EnclaveKeys = PRODUCTION,
    expected_address: str | None = None,
) -> ExportedAccount:
    """Open the export of a wallet account or of a private key (wire-formats.md, section 4.2).

    Args:
        bundle: The ``exportBundle`` of the service's answer: JSON text.
        target_key: The key whose public key was sent as ``targetPublicKey``: a ``TargetKey``, or any object
            that implements ``KeyAgreement``.
        organization_id: The expected organization's id, compared exactly.
        keys: The enclave's public keys. Only ``signer`` is used.
        expected_address: The address that the key must have, as ``ExportedAccount.check_address`` compares
            it; None skips the check. The signed bundle does not name its account.

    Returns:
        The private key.

    Raises:
        MalformedInput: The bundle does not parse, is of another kind, or does not contain 32 bytes
            (``decrypt_export`` returns any content).
        Unsupported: The bundle has no version, or an unknown version; or the expected address has an
            unsupported format.
        UntrustedSigner: The bundle names another signer than ``keys``.
        BadSignature: The bundle's signature does not verify.
        ContextMismatch: The bundle was made for another organization (``wrong-organization``), or the key
            does not have the expected address (``wrong-address``). To get the key anyway, omit
            ``expected_address``.
        DecryptionFailed: The bundle was sealed to another key.
        MissingExtra: ``expected_address`` is given, and the extra ``wallets`` is not installed.
    """
    require_type(expected_address, (str, NoneType), "expected_address")
    plaintext = open_export(bundle, target_key, organization_id, keys)
    if len(plaintext) != PRIVATE_KEY_BYTES:
        raise MalformedInput(
            f"the export bundle holds {len(plaintext)} bytes; a private key has {PRIVATE_KEY_BYTES}; "
            "if this is the export of a wallet, open it as a wallet"
        )
    account = ExportedAccount(plaintext)
    if expected_address is not None:
        account.check_address(expected_address)
    return account


def decrypt_export(
    bundle: str | bytes, target_key: KeyAgreement, *, organization_id: str, keys: EnclaveKeys = PRODUCTION
) -> bytes:
    """Open any export bundle, and return its content as raw bytes (wire-formats.md, section 4.2).

    Use it for an authentic export whose content ``decrypt_wallet_export`` and ``decrypt_account_export``
    refuse.

    Args:
        bundle: The ``exportBundle`` of the service's answer: JSON text.
        target_key: The key whose public key was sent as ``targetPublicKey``: a ``TargetKey``, or any object
            that implements ``KeyAgreement``.
        organization_id: The expected organization's id, compared exactly.
        keys: The enclave's public keys. Only ``signer`` is used.

    Returns:
        The plaintext. It is a secret.

    Raises:
        MalformedInput: The bundle does not parse, or is of another kind.
        Unsupported: The bundle has no version, or an unknown version.
        UntrustedSigner: The bundle names another signer than ``keys``.
        BadSignature: The bundle's signature does not verify.
        ContextMismatch: The bundle was made for another organization (``wrong-organization``).
        DecryptionFailed: The bundle was sealed to another key.
    """
    return open_export(bundle, target_key, organization_id, keys)


def open_export(
    bundle: str | bytes, target_key: KeyAgreement, organization_id: str, keys: EnclaveKeys
) -> bytes:
    """Open an export bundle that the enclave signed for the organization."""
    receiver = opening_key(target_key)
    sealed = open_signed_bundle(bundle, EXPORT, keys=keys, organization_id=organization_id)
    return open_base(receiver, sealed)


def read_wallet(plaintext: bytes) -> ExportedWallet:
    """Read the content of a wallet's export, and check its mnemonic."""
    mnemonic, passphrase = split_wallet(decode_content(plaintext))
    language, checksum_valid = check_mnemonic(mnemonic)
    return ExportedWallet(mnemonic, passphrase, language, checksum_valid)


def decode_content(plaintext: bytes) -> str:
    """Decode the text of a wallet or a secret; refuse other bytes."""
    label = f"the content of the export bundle ({len(plaintext)} bytes)"
    return decode_utf8(plaintext, label, advice="if this is the export of an account, open it as an account")


def split_wallet(text: str) -> tuple[str, str | None]:
    """Split a wallet's plaintext into mnemonic and passphrase (None if there is none)."""
    mnemonic, newline, rest = text.partition("\n")
    return mnemonic, rest.removeprefix(PASSPHRASE_SEPARATOR[1:]) if newline else None

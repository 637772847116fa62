"""The results of operations, and the records in them, that are written by hand.

The ``decrypt`` and ``verify`` of a result compare with the request, and never with the rest of the answer.
The request is in the fields that begin with ``expected_``: ``Operation._expected`` fills them with
the parameters of the same names, and with the organization.
"""

from datetime import datetime, timedelta
from typing import Annotated

from sealwax import activities, bundles, login
from sealwax._codec.clock import LEEWAY
from sealwax._codec.organizations import check_organization
from sealwax.errors import KeyMismatch, MalformedInput
from sealwax.keys import ApiKey
from sealwax.signing import KeyAgreement
from sealwax.trust import PRODUCTION, EnclaveKeys

from .parameters import Array, about
from .responses import Record


class _Session(Record, frozen=True, kw_only=True):
    """An answer with a session."""

    session: Annotated[str, about("The session: a JWT that says who logged in.")]
    expected_organization_id: str | None
    expected_public_key: str

    def verify(
        self, *, keys: EnclaveKeys = PRODUCTION, now: datetime | None = None, leeway: timedelta = LEEWAY
    ) -> "login.tokens.SessionClaims":
        """Verify that the enclave signed the session for the public key and organization of the request.

        The session must have the session profile that the request named, and without one, neither a profile
        nor a scope. If the request named no organization, the claims say which organization it is.

        Args:
            keys: The enclave's public keys. Only ``notarizer`` is used.
            now: The current time, as an aware datetime; the system's clock by default.
            leeway: How far the clocks may differ: how long after its expiry the session is still accepted.

        Returns:
            The session's claims.

        Raises:
            KeyMismatch: The session is bound to another public key than the request's.
            ContextMismatch: The session is for another organization (``wrong-organization``), or has another
                session profile or a scope (``wrong-scope``).
            SealwaxError: The errors of ``verify_session_jwt``.
        """
        claims = login.tokens.verify_session_jwt(
            self.session,
            keys=keys,
            now=now,
            leeway=leeway,
            expected_session_profile_id=self._expected_profile_id(),
        )
        if claims.public_key.lower() != self.expected_public_key.lower():
            raise KeyMismatch("the session is bound to another public key than the request's; log in again")
        if self.expected_organization_id is not None:
            check_organization(claims.organization_id, self.expected_organization_id, "the session")
        return claims

    def _expected_profile_id(self) -> str | None:
        return None


class _ProfiledSession(_Session, frozen=True, kw_only=True):
    """An answer with a session that may have a session profile."""

    expected_session_profile_id: str | None

    def _expected_profile_id(self) -> str | None:
        return self.expected_session_profile_id


class _OtpTarget(Record, frozen=True, kw_only=True):
    """An answer with the bundle that a one-time code is sealed to."""

    otp_encryption_target_bundle: str

    def encrypt_code(self, otp_code: str, *, public_key: str, keys: EnclaveKeys = PRODUCTION) -> str:
        """Seal a one-time code to the enclave, after the bundle's signature was verified.

        Args:
            otp_code: The one-time code that the user received.
            public_key: The public key to bind the verification token to: a compressed point, 66 hex digits.
            keys: The enclave's public keys. Only ``tls_fetcher`` is used.

        Returns:
            The ``encrypted_otp_bundle`` of ``VerifyOtp`` and ``OtpVerifyV2``.

        Raises:
            SealwaxError: The errors of ``encrypt_otp_bundle``.
        """
        return bundles.otp.encrypt_otp_bundle(
            self.otp_encryption_target_bundle, otp_code, public_key=public_key, keys=keys
        )


class _Verification(Record, frozen=True, kw_only=True):
    """An answer of the auth proxy with a verification token."""

    verification_token: str

    def verify(
        self, *, keys: EnclaveKeys = PRODUCTION, now: datetime | None = None, leeway: timedelta = LEEWAY
    ) -> "login.tokens.VerificationClaims":
        """Verify that the enclave signed the verification token; the request says nothing to compare it with.

        Args:
            keys: The enclave's public keys. Only ``tls_fetcher`` is used.
            now: The current time, as an aware datetime; the system's clock by default.
            leeway: How far the clocks may differ: how long after its expiry the token is still accepted.

        Returns:
            The token's claims. Compare ``public_key`` with your key, and ``contact`` with the user's.

        Raises:
            SealwaxError: The errors of ``verify_verification_token``.
        """
        return login.tokens.verify_verification_token(
            self.verification_token, keys=keys, now=now, leeway=leeway
        )


class VerifyOtpResult(Record, frozen=True, kw_only=True):
    """The result of verify_otp."""

    verification_token: Annotated[
        str, about("The verification token: a JWT for otp_login_v2, signup_v2 and update_user_email.")
    ]
    expected_organization_id: str

    def verify(
        self, *, keys: EnclaveKeys = PRODUCTION, now: datetime | None = None, leeway: timedelta = LEEWAY
    ) -> "login.tokens.VerificationClaims":
        """Verify that the enclave signed the verification token for the organization of the request.

        Args:
            keys: The enclave's public keys. Only ``tls_fetcher`` is used.
            now: The current time, as an aware datetime; the system's clock by default.
            leeway: How far the clocks may differ: how long after its expiry the token is still accepted.

        Returns:
            The token's claims.

        Raises:
            ContextMismatch: The token is for another organization (``wrong-organization``).
            SealwaxError: The errors of ``verify_verification_token``.
        """
        claims = login.tokens.verify_verification_token(
            self.verification_token, keys=keys, now=now, leeway=leeway
        )
        check_organization(claims.organization_id, self.expected_organization_id, "the verification token")
        return claims


class ExportWalletResult(Record, frozen=True, kw_only=True):
    """The result of export_wallet."""

    wallet_id: Annotated[str, about("The id of the wallet.")]
    export_bundle: Annotated[
        str, about("The export bundle: the wallet's mnemonic, sealed to the target key.")
    ]
    expected_organization_id: str

    def decrypt(
        self, target_key: KeyAgreement, *, keys: EnclaveKeys = PRODUCTION
    ) -> "bundles.exports.ExportedWallet":
        """Decrypt the wallet, whose export bundle must be for the organization of the request.

        Args:
            target_key: The key whose public key was in the request: a ``TargetKey``, or any object that
                implements ``KeyAgreement``.
            keys: The enclave's public keys. Only ``signer`` is used.

        Returns:
            The wallet.

        Raises:
            SealwaxError: The errors of ``decrypt_wallet_export``.
        """
        return bundles.exports.decrypt_wallet_export(
            self.export_bundle, target_key, organization_id=self.expected_organization_id, keys=keys
        )


class ExportWalletAccountResult(Record, frozen=True, kw_only=True):
    """The result of export_wallet_account."""

    address: Annotated[str, about("The account's address.")]
    export_bundle: Annotated[
        str, about("The export bundle: the account's private key, sealed to the target key.")
    ]
    expected_organization_id: str
    expected_address: str

    def decrypt(
        self,
        target_key: KeyAgreement,
        *,
        keys: EnclaveKeys = PRODUCTION,
        check_address: bool = True,
    ) -> "bundles.exports.ExportedAccount":
        """Decrypt the account, whose export bundle must be for the organization and address of the request.

        Comparing the address needs the extra ``wallets``.

        Args:
            target_key: The key whose public key was in the request: a ``TargetKey``, or any object that
                implements ``KeyAgreement``.
            keys: The enclave's public keys. Only ``signer`` is used.
            check_address: Whether the key must be that of the requested address. Without the check, any key
                that the enclave sealed for the organization is returned.

        Returns:
            The account, with its private key.

        Raises:
            ContextMismatch: The key is not that of the requested address (``wrong-address``).
            Unsupported: The requested address has an unsupported format, so it was not compared.
            MissingExtra: The extra ``wallets`` is not installed.
            SealwaxError: The other errors of ``decrypt_account_export``.
        """
        return bundles.exports.decrypt_account_export(
            self.export_bundle,
            target_key,
            organization_id=self.expected_organization_id,
            keys=keys,
            expected_address=self.expected_address if check_address else None,
        )


class _Import(Record, frozen=True, kw_only=True):
    """An answer with an import bundle."""

    import_bundle: Annotated[str, about("The import bundle: the enclave's signed key to seal to.")]
    expected_organization_id: str
    expected_user_id: str

    def verify(self, *, keys: EnclaveKeys = PRODUCTION) -> "bundles.imports.ImportTarget":
        """Verify the import bundle, which must be for the organization and the user of the request.

        Args:
            keys: The enclave's public keys. Only ``signer`` is used.

        Returns:
            The target that seals one wallet or private key.

        Raises:
            SealwaxError: The errors of ``verify_import_bundle``.
        """
        return bundles.imports.verify_import_bundle(
            self.import_bundle,
            organization_id=self.expected_organization_id,
            user_id=self.expected_user_id,
            keys=keys,
        )


class _PrivateKeyExport(Record, frozen=True, kw_only=True):
    """An answer with the export bundle of a private key."""

    export_bundle: str
    expected_organization_id: str

    def decrypt(
        self, target_key: KeyAgreement, *, keys: EnclaveKeys = PRODUCTION
    ) -> "bundles.exports.ExportedAccount":
        """Decrypt the private key, whose export bundle must be for the organization of the request.

        Args:
            target_key: The key whose public key was in the request: a ``TargetKey``, or any object that
                implements ``KeyAgreement``.
            keys: The enclave's public keys. Only ``signer`` is used.

        Returns:
            The private key. Compare its address with ``check_address`` where you know it.

        Raises:
            SealwaxError: The errors of ``decrypt_account_export``.
        """
        return bundles.exports.decrypt_account_export(
            self.export_bundle, target_key, organization_id=self.expected_organization_id, keys=keys
        )


class _Credential(Record, frozen=True, kw_only=True):
    """An answer with a credential bundle."""

    credential_bundle: str

    def decrypt(self, target_key: KeyAgreement) -> ApiKey:
        """Decrypt the API key of the session.

        Args:
            target_key: The key whose public key was in the request: a ``TargetKey``, or any object that
                implements ``KeyAgreement``.

        Returns:
            The API key. Nothing in the bundle says who made it or for whom; see
            ``decrypt_credential_bundle``.

        Raises:
            SealwaxError: The errors of ``decrypt_credential_bundle``.
        """
        return bundles.credentials.decrypt_credential_bundle(self.credential_bundle, target_key)


class _RawSignature(Record, frozen=True, kw_only=True):
    """An answer with a signature."""

    r: str
    s: str
    v: str

    @property
    def signature(self) -> "activities.SignatureResult":
        """The signature, which has ``to_der``, ``to_raw``, ``to_ethereum`` and ``verify``.

        Raises:
            MalformedInput: ``r``, ``s`` or ``v`` does not have the form of a signature.
        """
        return activities.SignatureResult(self.r, self.s, self.v)


class _SignedTransaction(Record, frozen=True, kw_only=True):
    """An answer with a signed transaction."""

    signed_transaction: str
    expected_sign_with: str
    expected_unsigned_transaction: str
    expected_type: str

    def verify(self, *, address: str | None = None) -> "activities.VerifiedSignature":
        """Verify that this is the transaction of the request, with the signature of the account.

        For ``TRANSACTION_TYPE_ETHEREUM``, the signature must be of the account, and everything before it as
        requested. For ``TRANSACTION_TYPE_SOLANA``, the address is the key; the message, and the signatures of
        other signers, must be as requested. Nothing else is checked: neither the amounts, nor whether the
        network accepts the transaction.

        Args:
            address: The address of the account; by default the ``sign_with`` of the request. Pass it if the
                request named a private key by its id.

        Returns:
            The key that signed, and the kind of signature.

        Raises:
            BadSignature: The transaction is not the one of the request, or the signature does not verify.
            ContextMismatch: The account is not a signer of the Solana transaction (``wrong-address``).
            MalformedInput: A transaction or the address does not parse, or s is high.
            Unsupported: The transaction has another type.
            MissingExtra: Transactions of Ethereum need the extras ``secp256k1`` and ``wallets``.
            ValueError: ``address`` is None, and ``sign_with`` is an id.
        """
        if address is None and "-" in self.expected_sign_with:
            raise ValueError("the request named a private key by its id: pass its address")
        return activities.transactions.verify_transaction(
            self.signed_transaction,
            self.expected_unsigned_transaction,
            transaction_type=self.expected_type,
            address=self.expected_sign_with if address is None else address,
        )


class InitImportSecretsResult(Record, frozen=True, kw_only=True):
    """The result of init_import_secrets."""

    enclave_target_messages: Annotated[
        Array[str], about("The import targets: the enclave's signed keys, one for each secret.")
    ]
    expected_organization_id: str

    def verify(self, *, keys: EnclaveKeys = PRODUCTION) -> "tuple[bundles.secrets.SecretTarget, ...]":
        """Verify the import targets, which must be for the organization of the request.

        Args:
            keys: The enclave's public keys. Only ``signer`` is used.

        Returns:
            The targets, each of which seals one secret.

        Raises:
            MalformedInput: A target has the key of another one, or does not parse.
            SealwaxError: The other errors of ``verify_secret_import_bundle``.
        """
        targets = tuple(
            bundles.secrets.verify_secret_import_bundle(
                each, organization_id=self.expected_organization_id, keys=keys
            )
            for each in self.enclave_target_messages
        )
        if len({target.public_key for target in targets}) != len(targets):
            raise MalformedInput("two import targets have one key, which may seal only one; ask for new ones")
        return targets


class ExportSecretsResult(Record, frozen=True, kw_only=True):
    """The result of export_secrets."""

    secret_payloads: Annotated[
        Array[str], about("The export bundles of the secrets, in the order of the request.")
    ]
    expected_organization_id: str
    expected_target_public_keys: Array[str]

    def decrypt(
        self, target_key: KeyAgreement, *, keys: EnclaveKeys = PRODUCTION
    ) -> "tuple[bundles.secrets.ExportedSecret, ...]":
        """Decrypt the secrets that the request asked for under this key, in its order.

        Nothing vouches for which secret is which: a bundle does not name its secret, and whoever hands on the
        answer can swap two secrets of the organization. Where that matters, put the name into the secret, or
        export one at a time.

        Args:
            target_key: The key whose public key was in the request: a ``TargetKey``, or any object that
                implements ``KeyAgreement``.
            keys: The enclave's public keys. Only ``signer`` is used.

        Returns:
            The secrets.

        Raises:
            KeyMismatch: The request asked for no secret under this key.
            SealwaxError: The errors of ``decrypt_secret_export``.
        """
        public_key = target_key.public_key.lower()
        asked = [key.lower() == public_key for key in self.expected_target_public_keys]
        if True not in asked:
            raise KeyMismatch("the request named other target keys; pass the key that it was made for")
        return tuple(
            bundles.secrets.decrypt_secret_export(
                payload, target_key, organization_id=self.expected_organization_id, keys=keys
            )
            for payload, wanted in zip(self.secret_payloads, asked, strict=True)
            if wanted
        )


class Address(Record, frozen=True, kw_only=True):
    """An address of a private key."""

    format: Annotated[str | None, about("The address's format, such as ADDRESS_FORMAT_ETHEREUM.")] = None
    address: Annotated[str | None, about("The address.")] = None

"""The table of the constructs, each of which has a file of vectors."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Union

import msgspec

from sealwax.schemes import SCHEMES

from .cases import (
    activity_votes,
    addresses,
    api_key_stamps,
    attestations,
    attested_stamps,
    client_signatures,
    credentials,
    exports,
    hpke,
    imports,
    key_forms,
    mnemonics,
    otp,
    proofs,
    quorum_keys,
    registrations,
    sealed_requests,
    secrets,
    signature_results,
    tokens,
    webauthn_stamps,
    webhooks,
)
from .format import Group, Suite


@dataclass(frozen=True)
class Construct:
    """A construct that has a file of vectors.

    Attributes:
        name: The name of the file, without ``.json``.
        algorithm: What the file calls the construct.
        maker: The module of ``sealwax.vectors.makers`` that makes its cases, by a function of its name.
        groups: The types of groups that it may have, in their order.
        header: What the file is, in sentences.
    """

    name: str
    algorithm: str
    maker: str
    groups: tuple[type[Group[Any]], ...]
    header: tuple[str, ...]

    @property
    def schema(self) -> str:
        """The name of the file's JSON Schema."""
        return f"{self.name}_schema.json"


def _row(
    name: str, algorithm: str, maker: str, groups: tuple[type[Group[Any]], ...], *header: str
) -> Construct:
    return Construct(name, algorithm, maker, groups, header)


CONSTRUCTS: tuple[Construct, ...] = (
    *(
        _row(
            f"api_key_stamp_{scheme.name.rpartition('_')[2].lower()}",
            scheme.name,
            "api_key_stamps",
            (api_key_stamps.Verification, api_key_stamps.Stamping, api_key_stamps.KeyImport),
            f"API key stamps with the scheme {scheme.name}: the header X-Stamp over a request's body.",
        )
        for scheme in SCHEMES.values()
    ),
    _row(
        "webauthn_stamp",
        "WEBAUTHN-STAMP",
        "webauthn_stamps",
        (webauthn_stamps.Challenge, webauthn_stamps.Verification),
        "WebAuthn stamps: the header X-Stamp-WebAuthn, an assertion by a passkey.",
        "Its challenge is the text of the hex of SHA-256 of the body.",
        "The RSA keys are fixed, as none can be derived from a seed; the usual key is that of RFC 7515.",
    ),
    _row(
        "attested_stamp",
        "ATTESTED-STAMP",
        "attested_stamps",
        (attested_stamps.Verification, attested_stamps.Stamping),
        "Attested stamps: the header X-Stamp-Attested, a P-256 stamp by a key that a token vouches for.",
        "The token is a verification token or an OIDC token.",
    ),
    _row(
        "client_signature",
        "CLIENT_SIGNATURE_SCHEME_API_P256",
        "client_signatures",
        (client_signatures.Login, client_signatures.Signup, client_signatures.Verification),
        "Client signatures of signup_v2 and otp_login_v2: r and s in a row, over SHA-256 of the message.",
    ),
    _row(
        "wallet_export",
        "WALLET-EXPORT",
        "exports",
        (exports.Wallet,),
        "Exports of wallets: a bundle that the enclave signed.",
        "Its plaintext is a mnemonic, and perhaps a passphrase.",
        "A mnemonic that is authentic but not valid BIP-39 is returned, and flagged.",
    ),
    _row(
        "account_export",
        "ACCOUNT-EXPORT",
        "exports",
        (exports.Account,),
        "Exports of accounts: a bundle that the enclave signed, whose plaintext is a private key.",
    ),
    _row(
        "import_bundle",
        "IMPORT-BUNDLE",
        "imports",
        (imports.Verification, imports.Wallet, imports.PrivateKey, imports.Sealed),
        "Imports: the bundle with the enclave's key, the forms of what is imported, and what is sealed.",
        "What a client seals is random: cases give the plaintext, and sealed texts for the enclave.",
    ),
    _row(
        "secret_export",
        "SECRET-EXPORT-BUNDLE",
        "secrets",
        (secrets.Exported,),
        "Exports of secrets, which are text.",
        "In its fields, such a bundle is like the export of a wallet.",
    ),
    _row(
        "secret_import",
        "SECRET-IMPORT-BUNDLE",
        "secrets",
        (secrets.Target, secrets.Secret, secrets.Sealed),
        "Imports of secrets: the target with the enclave's key, which has no user, and what is sealed.",
        "What a client seals is random: cases give the plaintext, and sealed texts for the enclave.",
    ),
    _row(
        "otp_bundle",
        "OTP-BUNDLE",
        "otp",
        (otp.Otp, otp.Sealed),
        "OTP bundles: the target bundle, and what is sealed to it.",
        "The TLS fetcher's key signs the target bundle, never the signer's.",
        "What a client seals is random: cases give the plaintext, and sealed texts for the enclave.",
    ),
    _row(
        "credential_bundle",
        "CREDENTIAL-BUNDLE",
        "credentials",
        (credentials.Credential,),
        "Credential bundles of older email and OAuth logins: sealed, and signed by nobody.",
    ),
    _row(
        "quorum_key_envelope",
        "QUORUM-KEY-ENVELOPE",
        "quorum_keys",
        (
            quorum_keys.Sealing,
            quorum_keys.Known,
            quorum_keys.Opening,
            quorum_keys.ClientSecret,
            quorum_keys.OnRamp,
            quorum_keys.PullSecret,
            quorum_keys.Base58,
        ),
        "Secrets that a client seals to the long-lived key of an enclave.",
        "They go as envelopes, which are not HPKE, or as HPKE in base58check.",
        "What a client seals is random: cases give the plaintext, and sealed secrets for the enclave.",
    ),
    _row(
        "session_jwt",
        "SESSION-JWT",
        "tokens",
        (tokens.Session,),
        "Session JWTs: ES256 in form, signed by the notarizer's key over SHA-256 of SHA-256.",
        "exp is in seconds, a number.",
    ),
    _row(
        "verification_token",
        "VERIFICATION-TOKEN",
        "tokens",
        (tokens.Verification,),
        "OTP verification tokens: ES256 JWTs by the TLS fetcher's key. exp is in milliseconds, as text.",
    ),
    _row(
        "webhook",
        "WEBHOOK-ED25519",
        "webhooks",
        (webhooks.Webhook, webhooks.KeySet),
        "Deliveries of webhooks, and the set of keys that verifies them.",
        "One key signs the deliveries to all customers: the signed body names the organization.",
    ),
    _row(
        "webauthn_attestation",
        "WEBAUTHN-ATTESTATION",
        "attestations",
        (registrations.Encode, attestations.Verification, registrations.CredentialId),
        "WebAuthn attestations: what a browser returns for a new passkey, as signup takes it.",
        "The attestation statement is verified in cases of their own.",
        "The RSA keys are fixed, as none can be derived from a seed; the usual key is that of RFC 7515.",
    ),
    _row(
        "app_proof",
        "APP-PROOF",
        "app_proofs",
        (proofs.AppProof,),
        "App proofs: what an application in an enclave signed, with the boot proof of its key.",
        "The root of the attestation documents is the vectors' own.",
    ),
    _row(
        "boot_proof",
        "BOOT-PROOF",
        "boot_proofs",
        (proofs.BootProof, proofs.ManifestDecoding),
        "Boot proofs: attestation documents of Nitro enclaves with their manifests and approvals.",
        "The root is the vectors' own, and the time of each document is the one that it states.",
    ),
    _row(
        "bip39",
        "BIP-39",
        "mnemonics",
        (mnemonics.Mnemonics,),
        "BIP-39 mnemonics in the nine languages of the service, of 12 to 24 words.",
        "The seed is that of the mnemonic with the passphrase; without one, the passphrase is empty.",
        "Where a mnemonic fits several word lists, the first in the API's order counts.",
    ),
    _row(
        "wallet_address",
        "WALLET-ADDRESS",
        "addresses",
        (addresses.Accounts, addresses.Addresses, addresses.Checks),
        "Accounts of a wallet: the key at a path, and its address in each of the API's 38 formats.",
        "Where it is not known which script, text or derivation the service uses, each one has a name.",
        "Without a name and without the expected address, an implementation must not guess.",
    ),
    _row(
        "private_key_form",
        "PRIVATE-KEY-FORM",
        "key_forms",
        (key_forms.Writing, key_forms.Reading, key_forms.Keystores),
        "Private keys as the text that wallets import: hex, WIF, base58, bech32, strkey and others.",
        "Checksums are checked, and so is whether the halves of a Solana key belong together.",
    ),
    _row(
        "hpke",
        "HPKE",
        "hpke",
        (hpke.Derive, hpke.Seal, hpke.Open, hpke.KeySchedule),
        "HPKE (RFC 9180) in the one suite of the protocol, mode base.",
        "DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.",
        "info is the ASCII text turnkey_hpke.",
        "aad is the encapsulated key, then the receiver's, both uncompressed.",
    ),
    _row(
        "sealed_request",
        "SEALED-REQUEST",
        "sealed_requests",
        (sealed_requests.Stamped, sealed_requests.AuthProxy),
        "Requests of every operation: validated, serialised once, and stamped over just those bytes.",
        "Parameters are left out, null, of another type, outside of an enumeration, or past a limit.",
        "In what order a body has its keys, and how it escapes text, is up to its maker.",
        "Compare bodies as JSON, and verify a stamp over the bytes that are sent.",
    ),
    _row(
        "activity_vote",
        "ACTIVITY-VOTE",
        "activity_votes",
        (activity_votes.Fingerprint, activity_votes.Votes),
        "Activities with votes, and their fingerprints: who asked for an activity, and who approved it.",
        "A vote is on the request itself, or on a request to approve the activity of its fingerprint.",
        "Approvals, and votes of other schemes than P-256, follow descriptions: none was captured.",
    ),
    _row(
        "signature_result",
        "SIGNATURE-RESULT",
        "signature_results",
        (signature_results.Forms, signature_results.Verification),
        "Signature results, as sign_raw_payload answers them: their forms, and verifying them.",
        "Every signature is made here: no result of the deployed service was captured.",
    ),
)


def find_groups() -> tuple[type[Group[Any]], ...]:
    """List the types of groups of all files."""
    return tuple({group: None for construct in CONSTRUCTS for group in construct.groups})


@lru_cache(maxsize=64)
def suite_type(groups: tuple[type[Group[Any]], ...]) -> type[Suite]:
    """Make the type of a file that may have these groups."""
    suite: type[Suite] = msgspec.defstruct(  # type: ignore[assignment] # by its base
        "Suite",
        [("test_groups", list[Union[groups]])],  # type: ignore[valid-type]  # noqa: UP007 - not known statically
        bases=(Suite,),
        kw_only=True,
        rename="camel",
    )
    return suite

"""The section of wire-formats.md that has the rule of a case.

A label or a ``Cases`` has a section where neither the flag nor the group of the case determines it.
"""

from collections.abc import Mapping
from typing import Final

from sealwax_vectors.constructs.find_constructs import CASE_TYPES
from sealwax_vectors.format import Case, group_type

_OF_FLAGS: Final[Mapping[str, str]] = {
    "AddressSpelling": "13.2",
    "AddressVariant": "13.2",
    "Base58Encoding": "8.1",
    "Base64Encoding": "8.1",
    "Bip39Checksum": "8.4",
    "Bip39Words": "8.4",
    "BorshStrictness": "14.3",
    "CanonicalJson": "14.3",
    "CborStrictness": "8.1",
    "CompressedPoint": "1",
    "CurveConfusion": "13",
    "DerTrailingBytes": "8.1",
    "DerUnstrippedZeros": "8.1",
    "DerivationPath": "13.1",
    "DuplicateKey": "8.1",
    "EnclaveIdentity": "14.4",
    "EnclaveProgram": "14.4",
    "FoldedName": "8.1",
    "HexEncoding": "8.1",
    "InvalidPoint": "1",
    "JsonStrictness": "8.1",
    "JwtAlgorithm": "5.3",
    "JwtForm": "5.3",
    "LossyNumber": "12.1",
    "ManifestApprovals": "14.3",
    "ManifestBinding": "14.4",
    "Measurements": "14.4",
    "NormalizationForm": "8.4",
    "RsaPadding": "8.2",
    "SmallOrder": "8.1",
    "TypedDataArrays": "12.1",
    "TypedDataDomain": "12.1",
    "TypedDataTypes": "12.1",
    "UndeclaredMember": "12.1",
    "WrongAad": "3",
    "WrongInfo": "3",
}
"""The sections of flags that have one rule in all groups, except those below."""

_BUNDLE: Final = dict.fromkeys(
    (
        "AlteredMessage",
        "ForeignKey",
        "LegacyBundle",
        "LowS",
        "OtherEnclaveKey",
        "WrongCaseId",
        "WrongContext",
    ),
    "4.1",
)
_BUNDLE_DER: Final = {**_BUNDLE, "SignatureRange": "8.1", "RawSignature": "8.1"}
_TOKEN: Final = dict.fromkeys(
    ("ExpiredToken", "SignatureRange", "RawSignature", "LowS", "EdgeCaseSignature", "WrongType"), "5.3"
)

_OF_GROUPS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "AccountDerivation": ("13.1", {"WrongAddress": "13.2", "WrongNetwork": "13.2", "Enumeration": "13"}),
    "AccountExport": ("4.2", _BUNDLE_DER),
    "ActivityFingerprint": ("11", {}),
    "ActivityVotes": ("11", {"CompressedPoint": "11", "SignatureRange": "8.1"}),
    "AddressCheck": ("13.2", {}),
    "AddressEncoding": ("13.2", {"InvalidPoint": "13.2", "SmallOrder": "13.2"}),
    "ApiKeyImport": ("1", {}),
    "ApiKeyStampVerification": ("2.1", {"SignatureRange": "8.1", "RawSignature": "8.1"}),
    "ApiKeyStamping": ("2.1", {}),
    "AppProof": ("14.1", {"ForeignKey": "14.4", "InvalidPoint": "14"}),
    "AttestationDocument": ("14.2", {"EnclaveIdentity": "14.2", "Measurements": "14.2"}),
    "AttestationEncoding": ("8.2", {"CredentialIdEncoding": "6", "Valid": "6"}),
    "AttestationVerification": ("8.3", {"UserPresence": "8.2", "WrongContext": "8.2", "InvalidPoint": "8.3"}),
    "AttestedStampVerification": ("2.3", {"SignatureRange": "8.1", "RawSignature": "8.1"}),
    "AttestedStamping": ("2.3", {}),
    "AuthProxyRequest": ("10", {"InvalidPoint": "10"}),
    "Bip39Mnemonic": ("8.4", {}),
    "BootProof": ("14.2", {"InvalidPoint": "14", "ClientVariant": "14.2"}),
    "ClientSignatureLogin": ("2.4", {"SignatureRange": "5.3"}),
    "ClientSignatureSignup": ("2.4", {}),
    "ClientSignatureVerification": ("2.4", {}),
    "CredentialBundle": ("4.5", {"CompressedPoint": "4.5"}),
    "CredentialIdDecoding": ("6", {}),
    "CustomProof": ("14.7", {"SignatureRange": "14.7", "EnclaveIdentity": "14.7", "InvalidPoint": "14"}),
    "EnclaveRelease": ("14.5", {"ManifestApprovals": "14.5", "EnclaveProgram": "14.5"}),
    "ExportProposal": ("4.8", {"InvalidPoint": "4.8", "CompressedPoint": "4.8"}),
    "HpkeDeriveKeyPair": ("3", {}),
    "HpkeKeySchedule": ("3", {}),
    "HpkeOpenBase": ("3", {}),
    "HpkeSealBase": ("3", {}),
    "ImportBundleVerification": ("4.3", _BUNDLE_DER),
    "ImportedPrivateKey": ("8.5", {}),
    "ImportedSecret": ("4.6", {}),
    "ImportedWallet": ("4.3", {}),
    "KeystoreDecryption": ("13.3", {}),
    "ManifestDecoding": ("14.3", {"InvalidPoint": "14"}),
    "Oauth2ClientSecret": ("4.7", {}),
    "OnRampSecret": ("4.7", {}),
    "OtpBundle": ("4.4", _BUNDLE_DER),
    "PayloadDigest": ("12.1", {"PayloadForm": "12", "OtherForm": "12", "AnyChain": "12.2"}),
    "PrivateKeyReading": ("13.3", {"CompressedPoint": "13.3", "CurveConfusion": "13.3"}),
    "PrivateKeyWriting": ("13.3", {"CurveConfusion": "13.3"}),
    "ProposalFile": ("4.8", {}),
    "PullSecret": ("4.7", {}),
    "QuorumKeyEnvelope": ("4.7", {}),
    "QuorumKeyOpening": ("4.7", {"WrongAad": "4.7", "WrongInfo": "4.7"}),
    "QuorumKeySealing": ("4.7", {}),
    "ReleaseChain": ("14.5", {}),
    "SealedBase58Secret": ("4.7", {"CompressedPoint": "4.7"}),
    "SealedImport": ("4.3", {}),
    "SealedOtp": ("4.4", {}),
    "SealedSecret": ("4.6", {}),
    "SecretExport": ("4.6", _BUNDLE_DER),
    "SecretImportVerification": ("4.6", _BUNDLE_DER),
    "SeedDerivation": ("13.1", {}),
    "SessionJwt": ("5.1", _TOKEN),
    "SignatureForms": ("12", {"HexEncoding": "12"}),
    "SignatureVerification": ("12", {}),
    "StampedRequest": ("10", {"InvalidPoint": "10", "CompressedPoint": "10", "HexEncoding": "10"}),
    "VerificationToken": ("5.2", _TOKEN),
    "WalletExport": ("4.2", _BUNDLE_DER),
    "WebAuthnChallenge": ("2.2", {}),
    "WebAuthnStampVerification": (
        "8.2",
        {
            **dict.fromkeys(("AlteredMessage", "EdgeCaseBody", "RawChallenge", "Valid", "WrongKey"), "2.2"),
            "SignatureRange": "8.1",
            "RawSignature": "8.1",
            "LowS": "2.1",
        },
    ),
    "WebhookKeySet": ("9.3", {"InvalidPoint": "9.3"}),
    "WebhookVerification": (
        "9.4",
        {
            "AlteredMessage": "9.2",
            "RawSignature": "9.2",
            "UnsignedHeader": "9.1",
            "UnusableKey": "9.3",
            "InvalidPoint": "8.1",
            "SignatureRange": "8.1",
        },
    ),
}
"""The section of each type of group, and of flags that have another rule in it."""

_GROUP_OF: Final = {case: group_type(group) for group, case in CASE_TYPES.items()}


def find_section(case: type[Case], flag: str) -> str:
    """Return the section of a case that names none itself.

    Args:
        case: The type of the case, which determines its group.
        flag: Its first flag.

    Returns:
        The section, such as ``4.2``.
    """
    usual, of_flags = _OF_GROUPS[_GROUP_OF[case]]
    return of_flags.get(flag) or _OF_FLAGS.get(flag, usual)

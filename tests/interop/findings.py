"""Where other implementations disagree with the vectors, and why.

The tests demand that each implementation disagrees on exactly the cases that are here. The archive of a
release counts them in ``numbers.md``, and lists them by the ids of the cases in ``findings.tsv``.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sealwax._codec.base64url import decode_base64url
from sealwax.errors import MalformedInput
from tests.interop.cases import Kind, VectorCase

Where = Callable[[VectorCase], bool]

STAMPS = r"(ApiKey|Attested)StampVerification"
SECRETS = r"SecretExport|SecretImportVerification"
BUNDLES = rf"WalletExport|AccountExport|ImportBundleVerification|OtpBundle|{SECRETS}"
EXPORTS = r"WalletExport|AccountExport"
TOKENS = r"SessionJwt|VerificationToken"
PROOFS = "AppProof|BootProof"
BUT_PROOFS = rf"(?!{PROOFS})\w+"


_NO_ED25519_KEY = "not on the curve|the neutral point|of small order|a y that is not reduced"


@dataclass(frozen=True)
class Finding:
    """Cases on which an implementation disagrees, for one reason.

    Attributes:
        implementation: Whose finding it is.
        kind: How it disagrees.
        what: What it does, and what comes of it.
        groups: The groups that the cases are in: a regular expression for the type.
        comments: What the cases are about: a regular expression for the comment.
        where: Which of those cases, where that depends on more than the comment.
    """

    implementation: str
    kind: Kind
    what: str
    groups: str
    comments: str
    where: Where = lambda _: True

    def covers(self, case: VectorCase) -> bool:
        """Whether a case is one of these."""
        return (
            re.fullmatch(self.groups, case.group) is not None
            and re.fullmatch(self.comments, case.fields["comment"]) is not None
            and self.where(case)
        )


def _header(case: VectorCase) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(decode_base64url(case.fields["header"], "the header"))
    return fields


def _der(case: VectorCase) -> bytes:
    if "bundle" in case.fields or "targetBundle" in case.fields:
        bundle = case.fields.get("bundle") or case.fields["targetBundle"]
        return bytes.fromhex(json.loads(bundle)["dataSignature"])
    return bytes.fromhex(_header(case)["signature"])


def _is_p256(case: VectorCase) -> bool:
    return case.file not in {"api_key_stamp_secp256k1", "api_key_stamp_eip191", "api_key_stamp_ed25519"}


def _is_padded_within_33_bytes(case: VectorCase) -> bool:
    """Whether neither r nor s is longer than 33 bytes: a zero too many is then one that they look for."""
    if not _is_p256(case):
        return False
    der = _der(case)
    r = der[3]
    return max(r, der[5 + r]) <= 33


def _is_whole_but_for_a_digit(case: VectorCase) -> bool:
    """Whether the header without its last digit is JSON: they drop a digit that ends no byte."""
    try:
        json.loads(decode_base64url(case.fields["header"][:-1], "the header"))
    except (MalformedInput, ValueError):
        return False
    return True


def _is_latin1(case: VectorCase) -> bool:
    return not case.fields["mnemonic"].isascii()


def _is_on(curve: str) -> Where:
    return lambda case: bool(case.fields["curve"] == curve)


def _is_of(*formats: str) -> Where:
    return lambda case: case.fields["addressFormat"].removeprefix("ADDRESS_FORMAT_") in formats


def _has_passphrase(case: VectorCase) -> bool:
    return bool(case.valid and case.fields.get("passphrase"))


def _is_japanese(case: VectorCase) -> bool:
    return case.valid and not case.fields["mnemonic"].isascii()


def _npm(kind: Kind, what: str, groups: str, comments: str, where: Where = lambda _: True) -> Finding:
    return Finding("npm", kind, what, groups, comments, where)


def _lax(what: str, groups: str, comments: str) -> Finding:
    """The invalid cases of the proofs that the npm packages accept."""
    return _npm("accepts", what, groups, comments, lambda case: not case.valid)


FINDINGS = (
    _npm(
        "accepts",
        "DER: what follows s, within the sequence or after it, is not looked at: one signature has many "
        "spellings.",
        f"{STAMPS}|{BUNDLES}",
        "the signature: a (byte after the sequence|((byte|NULL) within the sequence|third INTEGER), after s)",
        _is_p256,
    ),
    _npm(
        "accepts",
        "DER: r or s may have a superfluous zero in front, as long as they take 33 bytes at most.",
        f"{STAMPS}|{BUNDLES}",
        r"the signature: [rs] with a superfluous zero",
        _is_padded_within_33_bytes,
    ),
    _npm(
        "accepts",
        "DER: the length of the sequence may be too small; one that is too large is refused.",
        f"{STAMPS}|{BUNDLES}",
        "the signature: the sequence's length says a byte less than there is",
        _is_p256,
    ),
    _npm(
        "accepts",
        "DER: r or s may be negative, and is then read as if it were not.",
        f"{STAMPS}|{BUNDLES}",
        "the signature: [rs] without the zero before its high bit",
        _is_p256,
    ),
    _npm(
        "accepts",
        "An ECDSA signature of the other form: on secp256k1, r and s in a row are tried where DER does not "
        "parse (@noble/curves).",
        "ApiKeyStampVerification",
        r"the signature: r and s in a row, not DER",
        lambda case: not _is_p256(case),
    ),
    _npm(
        "accepts",
        "A raw signature is cut to 64 bytes: what follows is dropped.",
        "ClientSignatureVerification",
        r"the signature: a byte after it, as a recovery id is",
    ),
    # The quorum key is compared as text.
    _npm("accepts", "Hex in mixed case.", BUT_PROOFS, r"(?!enclaveQuorumPublic)(.*: )?mixed case"),
    _npm(
        "accepts",
        "base64url: white space, stray bits and any padding are passed over, so that one header has many "
        "spellings.",
        STAMPS,
        r"the header: (a newline after it|a space in front|white space within it|padding in the middle|"
        r"(more|less) padding than belongs there|bits in its last digit that belong to no byte)",
    ),
    _npm(
        "accepts",
        "base64url: a digit after the last whole byte is dropped.",
        STAMPS,
        r"the header: one digit more than its bytes have",
        _is_whole_but_for_a_digit,
    ),
    _npm(
        "accepts",
        "base64url: stray bits and padding in the signature of a token are passed over.",
        TOKENS,
        r"the signature: (bits in its last digit that belong to no byte|less padding than belongs there)|"
        r"the token: padding after the signature",
    ),
    _npm(
        "accepts",
        "A public key in the uncompressed form, which is not that of the protocol.",
        "ApiKeyStampVerification|ClientSignatureVerification",
        r"the public key(:| is) uncompressed",
    ),
    _npm(
        "accepts",
        "JSON: a key that is there twice. The last one counts; who takes the first sees something else.",
        f"{STAMPS}|{BUNDLES}|SealedImport|SealedSecret|VerificationToken",
        r"(the \w+: )?(\w+ twice, alike|(version|id) twice, once with its first letter escaped|"
        r"a key twice in a field that is not known)|"
        r"an OIDC token with a nonce twice",
    ),
    _npm(
        "accepts",
        "JSON: a name that differs from one that is read in its case alone. It is passed over; who takes it "
        "for that one, as Go's encoding/json does, sees something else.",
        f"{STAMPS}|{BUNDLES}|SealedImport|SealedSecret|VerificationToken|ClientSignatureVerification",
        r"(?!the message: )(the \w+: )?(\w+ )?once more .*|the header: crit is in upper case|"
        r"an export that holds a key to import to as well, named in upper case",
        lambda case: case.group != "ClientSignatureVerification" or "scheme" not in case.fields["comment"],
    ),
    _npm(
        "accepts",
        "JSON may nest as deeply as it likes, and hold as many arrays.",
        f"{STAMPS}|{BUNDLES}|SealedImport|SealedSecret|VerificationToken|AppProof",
        r"(the \w+: )?(65 levels|(one array among )?3000 arrays and objects)",
    ),
    _npm(
        "accepts",
        "JSON: half of a surrogate pair, which no UTF-8 can hold.",
        f"{STAMPS}|{BUNDLES}|SealedImport|SealedSecret|VerificationToken",
        r"(the \w+: )?a lone surrogate, escaped",
    ),
    _npm(
        "accepts",
        "Bytes that are no UTF-8 are replaced, and a byte order mark is dropped.",
        f"{BUNDLES}|VerificationToken|ApiKeyStampVerification",
        r"the (data|header|payload): a byte order mark before the object|the data: not UTF-8|"
        r"the JSON is not UTF-8",
    ),
    _npm(
        "accepts",
        "Any version of a bundle, or none.",
        BUNDLES,
        r"the version .*|the envelope: version (left out|is .*)",
    ),
    _npm(
        "refuses",
        "The quorum key in upper-case hex: it is compared as text.",
        BUNDLES,
        "hex in upper case|the quorum key in upper case",
    ),
    _npm(
        "accepts",
        "A document of two kinds. The signer's key signs several, and the fields alone tell them apart.",
        BUNDLES,
        r"an export that holds a key to import to as well|a key to (import|seal) to, with an \w+'s \w+",
    ),
    _npm(
        "accepts",
        "A compressed key to seal to. They seal with an aad that the enclave does not have, so that nobody "
        "can open it.",
        "ImportBundleVerification|OtpBundle|SecretImportVerification",
        "the target key: compressed",
    ),
    _npm(
        "accepts",
        "A private key of any length is given as it is.",
        "AccountExport",
        r"a mnemonic|\d+ bytes.*|a plaintext of no bytes|64 digits of hex",
    ),
    _npm(
        "accepts",
        "A credential of any length and value is given as it is.",
        "CredentialBundle",
        "inside: .*",
    ),
    _npm(
        "differs",
        "A mnemonic that is not ASCII is decoded byte by byte, as Latin-1. Who writes down what is shown has "
        "lost the wallet.",
        "WalletExport",
        r".*",
        lambda case: case.valid and _is_latin1(case),
    ),
    _npm(
        "differs",
        "The passphrase is not split off: it is given as a part of the mnemonic.",
        "WalletExport",
        r"(a|an empty) passphrase.*|the separator of imports.*",
        lambda case: case.valid and case.fields["passphrase"] is not None and not _is_latin1(case),
    ),
    _npm(
        "accepts",
        "Bytes that are no text are given as a mnemonic.",
        "WalletExport",
        "a private key of 32 bytes|Latin-1 instead of UTF-8|UTF-8 cut within a character",
    ),
    _npm("accepts", "Any text is sealed as a mnemonic.", "ImportedWallet", ".*", lambda case: not case.valid),
    _npm(
        "accepts",
        "A private key of any length is sealed.",
        "ImportedPrivateKey",
        r"\d+ bytes of hex",
    ),
    _npm(
        "accepts",
        "Of a Solana key, the public half is dropped unseen.",
        "ImportedPrivateKey",
        "a Solana key whose (halves disagree|public half has another (last|ninth) byte)",
    ),
    _npm("refuses", "0X with a capital in front of hex.", "ImportedPrivateKey", "hex with 0X"),
    _npm(
        "refuses",
        "An empty organization, even if it is expected: it is taken for a missing one.",
        "SecretExport",
        "an empty organization, as expected",
    ),
    _npm(
        "accepts",
        "Any text is sealed as the client's public key; the token is then bound to it, and of no use.",
        "OtpBundle",
        r"the public key: .*",
        lambda case: not case.valid and case.fields["comment"] != "the public key: mixed case",
    ),
    _npm(
        "differs",
        "The client's public key is sealed as it is written, in upper case too.",
        "OtpBundle",
        "the public key in upper case",
    ),
    _npm("accepts", "An empty code is sealed.", "OtpBundle", "an empty code"),
    _npm(
        "accepts",
        "Of a client signature, key and message are all that is looked at: not the scheme, nor what the "
        "message says.",
        "ClientSignatureVerification",
        r"the scheme:? .*|scheme .*|the message: .*",
        lambda case: not case.valid,
    ),
    _npm(
        "accepts",
        "Of a session JWT, the signature is all that is looked at: not the header, the claims nor the "
        "expiry. That is for the caller.",
        "SessionJwt",
        r".* its expiry|an expiry at the epoch|a scope, and expired|"
        r"the (algorithm|header|header's (alg|typ)|payload|expiry): .*",
        lambda case: not case.valid,
    ),
    _npm(
        "accepts",
        "A session JWT may have a fourth part.",
        "SessionJwt",
        r"the token: an? (empty )?fourth part",
    ),
    _npm(
        "accepts",
        "The claims of a session JWT are not looked at: a session with a session profile or a scope passes.",
        "SessionJwt",
        r".*",
        lambda case: "SessionScope" in case.fields["flags"] and not case.valid,
    ),
    _npm("accepts", "The signature of a token may be DER.", TOKENS, "the signature: as DER"),
    _npm(
        "accepts",
        "A token that says that an extension must be understood (crit) is accepted without understanding it.",
        "VerificationToken",
        "the header: an extension that must be understood",
    ),
    _npm(
        "accepts",
        "A verification token is good at the instant of its expiry.",
        "VerificationToken",
        "at the .*",
    ),
    _npm(
        "accepts",
        "The expiry of a verification token is read with Number(), which takes exponents, hexadecimal, signs "
        "and spaces.",
        "VerificationToken",
        r"the expiry: (with (a fraction|an exponent|a plus sign|a space in front|a newline after it|"
        r"a leading zero)|in seconds, with an exponent|in hexadecimal|past the year 9999|"
        r"larger than any number of 64 bits)",
    ),
    _npm(
        "accepts",
        "An Ed25519 signature whose R is of small order. Only the key's holder can make one, and it gives "
        "the key away: S is a known multiple of it.",
        "ApiKeyStampVerification",
        r"R is (?!.*(with a sign|y not reduced)).*, and the key's holder made S for it",
    ),
    _npm(
        "refuses",
        "An Ed25519 key of 64 bytes, the seed and its public key: @noble/curves takes the seed alone.",
        "ApiKeyImport",
        "the seed and its public key",
    ),
    _npm(
        "accepts",
        "A target that names a user is taken for the import of a secret: the import bundle of a wallet "
        "passes for one.",
        "SecretImportVerification",
        r"the import bundle of a wallet|an? (empty )?user",
    ),
    _npm(
        "accepts",
        "Bytes that are no UTF-8 are given as a secret, with U+FFFD in their place: it cannot be had back.",
        "SecretExport",
        r"a private key of 32 bytes|Latin-1 instead of UTF-8|UTF-8 cut within a character|"
        r"a surrogate written as if UTF-8 had it|a NUL in two bytes",
    ),
    _npm(
        "differs",
        "A byte order mark at the beginning of a secret is dropped.",
        "SecretExport",
        "a byte order mark in front",
    ),
    _npm(
        "accepts",
        "What is opened is bytes: whether they are text is for the caller.",
        "SealedSecret",
        "not UTF-8",
    ),
    _npm(
        "accepts",
        "An empty secret is sealed.",
        "ImportedSecret|Oauth2ClientSecret|OnRampSecret",
        "an empty secret",
    ),
    _npm(
        "differs",
        "A compressed key to seal an envelope to goes into key and aad as it is, so that nobody can open it.",
        "QuorumKeySealing",
        r"the receiver compressed(, in upper case)?",
    ),
    _npm(
        "accepts",
        "A signed header that is there twice: the first one counts.",
        "WebhookVerification",
        r"X-Turnkey-[\w-]+ twice, (?!joined).*",
    ),
    _npm(
        "accepts",
        "A header under a name with the Kelvin sign, whose lower case is a k.",
        "WebhookVerification",
        r"X-Turnkey-[\w-]+ under a name with another letter",
    ),
    _npm(
        "accepts",
        "Any characters in the id of an event, dots too, so that bytes can move between headers and body "
        "under one signature.",
        "WebhookVerification",
        r"X-Turnkey-Event-Id with .*|bytes of the event id moved to the body",
    ),
    _npm(
        "accepts",
        "The delivery to any other customer: the organization is not looked at, in headers or body.",
        "WebhookVerification",
        r"signed for .*|expected: .*|the expected organization in .*",
    ),
    _npm(
        "accepts",
        "The body of a webhook is not read: what is signed and no JSON object with an organization is for "
        "the caller.",
        "WebhookVerification",
        r"the signed body: .*",
    ),
    _npm(
        "accepts",
        "A webhook key of small order, under which anyone can sign (ZIP 215, the default of @noble/curves).",
        "WebhookVerification",
        "a key under which anyone can sign, and such a signature",
    ),
    _npm(
        "accepts",
        "A webhook whose R is of small order. Only the key's holder can make one, and it gives the key away.",
        "WebhookVerification",
        r"R is (?!.*(with a sign|y not reduced)).*, and the key's holder made S for it",
    ),
    *(
        Finding(
            library,
            "accepts",
            "r or s in mixed case, with white space after it, or with zeros in front that make it too long: "
            "BigInt() reads it.",
            "SignatureForms",
            "[rs]: (in mixed case|with a newline after it|with a zero byte too many in front)",
        )
        for library in ("ethers", "viem")
    ),
    Finding(
        "ethers",
        "accepts",
        "An r or s that is out of range: 0, or for r the order and above. It recovers no key.",
        "SignatureForms",
        r"r: .*|s: (0|32 bytes of zeros)",
        lambda case: "SignatureRange" in case.fields["flags"],
    ),
    Finding(
        "ethers",
        "accepts",
        "v is read with parseInt(), as the service's package for ethers does: it stops at what is no decimal "
        "digit, and any odd number is taken for 28. A v of 1b, which is Ethereum's 27, becomes 28.",
        "SignatureForms",
        r"v: (of (one digit|three digits)|1|27.*|28.*|with .*)",
    ),
    Finding(
        "ethers",
        "refuses",
        "A signature in its high-S form, instead of giving the other one.",
        "SignatureForms|SignatureVerification",
        r"high s, and v .*|s is the order less 1|SECP256K1: high s and v \d\d",
    ),
    Finding(
        "ethers",
        "differs",
        "An s is taken for low if its first bit is 0: one between half the order and 2^255 is given as it "
        "is. Ethereum refuses it.",
        "SignatureForms",
        "s is half the order plus 1",
    ),
    Finding(
        "ethers",
        "refuses",
        "Typed data with a type that the message does not use: ethers takes the only type that no other "
        "refers to for the primary one.",
        "PayloadDigest",
        r"EIP712: (a type that the message does not use|\d+ types)",
    ),
    Finding(
        "ethers",
        "refuses",
        "Typed data with a type that refers to itself, which EIP-712 allows.",
        "PayloadDigest",
        "EIP712: a type that refers to itself",
    ),
    Finding(
        "viem",
        "refuses",
        "An Ethereum address in upper case, which has no checksum.",
        "PayloadDigest",
        r"EIP712: a value of address: '\"0x[0-9A-F]{40}\"'",
        lambda case: "0x5AAE" in case.fields["comment"],
    ),
    Finding(
        "viem",
        "accepts",
        "v is read with Number(), which takes an empty text for 0, and spaces, 0x and any number of zeros.",
        "SignatureForms",
        r"v: (empty|of (one digit|three digits)|1|with .*)",
    ),
    Finding(
        "viem",
        "differs",
        "A signature in its high-S form is given as it is. Ethereum refuses it.",
        "SignatureForms",
        r"high s, and v .*|s is (the order less 1|half the order plus 1)",
    ),
    *(
        Finding(
            library,
            "accepts",
            "A public key in the uncompressed form: to ask for the compressed one is for the caller.",
            "ApiKeyStampVerification|ClientSignatureVerification",
            r"the public key(:| is) uncompressed",
        )
        for library in ("pycryptodome", "libsecp256k1", "OpenSSL")
    ),
    *(
        Finding(
            library,
            "accepts",
            "A public key in the hybrid form, which the protocol does not have.",
            "ApiKeyStampVerification",
            "the public key is hybrid",
        )
        for library in ("libsecp256k1", "OpenSSL")
    ),
    _npm(
        "refuses",
        "Keys of proofs in upper-case hex: they are compared as text.",
        PROOFS,
        "hex in upper case|the key in upper case",
    ),
    _npm(
        "refuses",
        "A manifest of V0 or V1 in JSON: `verify` hashes the bytes that were delivered, not the Borsh.",
        "BootProof",
        "a manifest of v[01] in json|an envelope of V0 with names in snake_case",
    ),
    _lax(
        "The hash of the JSON of a V1 manifest as it was delivered, which no enclave attests.",
        "BootProof",
        "a hash of the JSON of V1 as it is, in the approvals too",
    ),
    _lax(
        "`verify` compares with nothing that the caller expects of an app proof: organization, wallet, path, "
        "address, type, age.",
        "AppProof",
        r"expected_\w+(:| is) .*|an address expected of .*|\w+ expected, and not there|"
        "a millisecond too .*|no age .*",
    ),
    _lax(
        "`verify` pins nothing of the enclave: neither PCRs, manifest, quorum key, namespace nor members. "
        "Anyone's enclave passes.",
        PROOFS,
        "pinned: .*|no pin at all|another PCR0|the proof of another enclave",
    ),
    _lax(
        "`verify` takes no expectation of the enclave's program: any application of any release passes, with "
        "any arguments, in debug mode, and for setting up.",
        PROOFS,
        "not enough: .*|another application (of|with) .*|an application of a customer, .*|"
        "a customer's enclave under .*|an address derivation of .*|an outcome of the .*|a lower nonce|"
        "other arguments|another namespace with the quorum key|a manifest with debug mode.*|"
        "the live key is required: .*",
    ),
    _lax(
        "A manifest is hashed and not read, so that one with two meanings passes.",
        "BootProof",
        "a manifest in borsh of v1 with two meanings",
    ),
    _lax(
        "PCRs are not looked at: they may be missing, another than the manifest's, those of debug mode, or "
        "commit to another key.",
        PROOFS,
        r"PCR\d .*|a PCR .*|pcrs .*|commitments: .*|a manifest with (another|the) root.*|"
        "a document: PCRs without a length|a key for setting up an enclave",
    ),
    _lax(
        "The manifest's envelope is not read: neither what is in it nor who approved.",
        "BootProof",
        "an envelope(?! with a name in).*|approvals: (?!s in its).*|qosManifestEnvelopeB64: .*",
    ),
    _lax(
        "Neither headers nor digest of the attestation document are looked at: any algorithm may be named.",
        "BootProof",
        "protected headers: .*|an unprotected header|a digest .*|an empty digest|digest .*|"
        "a document: (protected headers that are no CBOR|unprotected headers that are no map)",
    ),
    _lax(
        "Other members of an attestation document than key and hash are not looked at: not even its time.",
        "BootProof",
        "(module_id|timestamp|nonce) .*|a member too many|a timestamp of 0|a negative timestamp|"
        "a timestamp past the year 9999",
    ),
    _lax(
        "Validity is not checked, at any time but the root's (at the app proof's own).",
        "BootProof",
        "the time: .*",
    ),
    _lax(
        "Of a chain, only signatures are verified: not who may sign, for what, nor in which order.",
        "BootProof",
        "a chain: (authorities in reverse order|two authorities swapped|an authority that is none|"
        "an authority without basic constraints|an authority that may not .*|an authority whose path .*|"
        "an enclave that (is an authority|may not sign)|an enclave without .*|an unknown critical extension|"
        ".* over SHA-256|a byte after the enclave's certificate)",
    ),
    _lax(
        "The root that a document names is passed over: the pinned one takes its place.",
        "BootProof",
        "a chain: another root in front",
    ),
    _lax(
        "CBOR: lengths may be indefinite, members twice, any tag stands in front, and more parts follow.",
        "BootProof",
        "a document: (five parts|an array without a length|tag 1[78]( twice)?|a payload with a member twice)",
    ),
    _lax(
        "X.509: a certificate with an extension twice, with cA false and not left out, or with two signature "
        "algorithms: that of the issuer's key is taken.",
        "BootProof",
        "the enclave's certificate: (an (inner|outer) signature algorithm .*|basic constraints .*)",
    ),
    _lax("An attestation document of any size.", "BootProof", "a document of 32769 bytes"),
    Finding(
        "Go",
        "accepts",
        "X.509: crypto/x509 takes booleans that are false and not left out, a time without seconds, and what "
        "follows the extensions.",
        "AttestationVerification",
        ".*: (a critical flag that is false|basic constraints with cA false|a time with no seconds|"
        "an extension outside their list).*",
    ),
    _npm(
        "accepts",
        "A secret of any size is sealed in base58check.",
        "OnRampSecret",
        "16385 bytes.*",
    ),
    _npm(
        "accepts",
        "Ed25519 is verified with the cofactor (@noble/curves): parts of small order do not count.",
        "ApiKeyStampVerification",
        ".* of small order that only (the cofactor|cofactors) cancels?",
    ),
    _lax(
        "base64: white space, missing padding and stray bits are passed over.",
        "BootProof",
        "qosManifestB64: (a newline after it|white space within it)|"
        "awsAttestationDocB64: (no padding|bits in its last digit)",
    ),
    _lax(
        "JSON: a member twice, in another case; a lone surrogate. `JSON.parse` takes the last.",
        "AppProof",
        r"the (proof|payload): (a lone surrogate, escaped|\w+ twice, alike|a key twice in a field that is "
        r"not known|\w+ once more (in upper case|with a long s))|"
        r"the payload: \w+ twice, once .*",
    ),
    _lax("The signature of an app proof in mixed case.", "AppProof", "signature: mixed case"),
    _lax(
        "What an app proof says is not read but for its time, of which `parseInt` takes the beginning.",
        "AppProof",
        r"the type in the payload: .*|"
        r"the payload: (type (left out|is .*|'.*')|an empty type|no subject|the subject of .*|two subjects|"
        "a subject .*)|"
        "the subject: .*|"
        "the time: (with a (fraction|plus sign|leading zero|space in front|newline after it)|as a number)",
    ),
    Finding(
        "libsecp256k1",
        "refuses",
        "A signature in its high-S form: libsecp256k1 wants it normalized first.",
        "ApiKeyStampVerification",
        "the signature with the other s",
    ),
    Finding(
        "OpenSSL",
        "accepts",
        "An Ed25519 key of small order, under which signatures verify that nobody made: of any body under "
        "the neutral point, in whatever spelling, and else of some.",
        "ApiKeyStampVerification",
        r"the public key is the (neutral point.*|point of order 2(, with a sign)?|"
        r"other point of order 4, y not reduced|other y of order 8|negative of the other y, of order 8)|"
        r"the public key is a point of order 8",
    ),
    Finding(
        "PyJWT",
        "accepts",
        "Any typ in the header of a token.",
        "VerificationToken",
        "the header: (a|the) typ .*|the header's typ: .*",
    ),
    Finding(
        "PyJWT",
        "refuses",
        "A token whose nbf is in the future. The service writes no nbf, and its readers know none.",
        "VerificationToken",
        "an nbf and an iat in the future, which are not known",
    ),
    Finding(
        "webauthn",
        "accepts",
        "An RSA key whose numbers have leading zeros.",
        "WebAuthnStampVerification",
        "RS256: an? (modulus|exponent) with a leading zero byte",
    ),
    Finding(
        "webauthn",
        "accepts",
        "A stamp of a page that was embedded in one of another origin: crossOrigin is for the caller.",
        "WebAuthnStampVerification",
        "(ES256|EdDSA): an embedded page of another origin",
    ),
    Finding(
        "webauthn",
        "accepts",
        "Authenticator data with a credential, which only a registration has.",
        "WebAuthnStampVerification",
        "(ES256|EdDSA): authenticator data with a credential, as in a registration",
    ),
    Finding(
        "webauthn",
        "accepts",
        "An RSA key of any size, 1024 bits too.",
        "WebAuthnStampVerification|AttestationVerification",
        "RS256: a modulus of (1024|8676) bits, and a signature by its key|"
        r"a certificate with an RSA key of (1024|8676) bits",
    ),
    Finding(
        "webauthn",
        "accepts",
        "An RSA key with an exponent of more than 31 bits, the most that Go's library takes.",
        "WebAuthnStampVerification",
        "RS256: an exponent of 32 bits, and a signature by its key",
    ),
    Finding(
        "webauthn",
        "accepts",
        "A certificate with a key on any curve, and an issuer with one.",
        "AttestationVerification",
        "a certificate with a key on P-384, which signed as ES256|an issuer with a key on secp256k1",
    ),
    Finding(
        "webauthn",
        "accepts",
        "A trust anchor with a key on secp256k1, as long as no path leads to it: anchors are for the caller.",
        "AttestationVerification",
        "an anchor with a key on secp256k1, which no path needs",
    ),
    Finding(
        "webauthn",
        "accepts",
        "A packed statement with ecdaaKeyId, whose other fields are those of a self attestation.",
        "AttestationVerification",
        "ECDAA beside a self attestation",
    ),
    Finding(
        "webauthn",
        "refuses",
        "An AAGUID that is not zero in a registration by U2F, though WebAuthn's own test vector has one.",
        "AttestationVerification",
        "fido-u2f: (a certificate (without anchors|that .*)|the user verified, by a flag that is not signed)",
    ),
    Finding(
        "webauthn",
        "refuses",
        "Certificates of Apple and Android that lead to another root than the built-in one.",
        "AttestationVerification",
        "(apple|android-key): a (certificate (without anchors|that an anchor issued)|chain that ends in an "
        "anchor|description (of another version.*|with .*))",
    ),
    Finding(
        "webauthn",
        "refuses",
        "An Android key's other root, as above, and a key that only the software's list vouches for.",
        "AttestationVerification",
        r"android-key: software allowed: (purpose and origin by \w+|purpose by \w+, origin by \w+|"
        "two empty lists|a key of hardware)",
    ),
    Finding(
        "webauthn",
        "refuses",
        "A TPM's maker that its list lacks; and a key that names its signing scheme.",
        "AttestationVerification",
        "tpm: (a maker that no list has|(RSA: )?a scheme, .*)",
    ),
    Finding(
        "webauthn",
        "refuses",
        "Keys of ES384 and Ed448, which it does not know, and of ES512, which the caller must ask for.",
        "AttestationVerification",
        "(ES384|ES512|Ed448): (no statement|a certificate|self attestation)",
    ),
    Finding(
        "webauthn",
        "accepts",
        "A TPM's key that is named by SHA-1 or another algorithm than its own, or is not for signing.",
        "AttestationVerification",
        "tpm: (certInfo whose name has another algorithm|pubArea named by SHA-1|"
        "(RSA: )?pubArea with a (symmetric algorithm|key derivation))",
    ),
    Finding(
        "webauthn",
        "accepts",
        "EdDSA by a TPM, which has no such algorithm.",
        "AttestationVerification",
        "tpm: EdDSA by a certificate with an Ed25519 key",
    ),
    Finding(
        "webauthn",
        "accepts",
        "An attestation by an Ed25519 certificate whose key is of small order.",
        "AttestationVerification",
        "a certificate whose key is the neutral point",
    ),
    *(
        Finding(
            library,
            "accepts",
            "Text that becomes a mnemonic when it is normalized: other spaces, full-width letters. BIP-39 "
            "normalizes whatever it is given, so that the seed is the same; here, such a text is a mistake.",
            "Bip39Mnemonic",
            r"(\w+: a no-break|english: an ideographic) space between words|english: full-width letters",
        )
        for library in ("npm", "hashlib")
    ),
    *(
        Finding(
            library,
            "accepts",
            "A passphrase of more than 512 characters. BIP-39 has no limit; here, longer text is not "
            "normalized, as that costs up to the square of its length.",
            "Bip39Mnemonic",
            "english: a passphrase of 513 characters",
        )
        for library in ("npm", "hashlib")
    ),
    *(
        Finding(
            library,
            "accepts",
            what,
            "AddressEncoding",
            rf".*: the public key is ({comments})",
            where,
        )
        for library, what, comments, where in (
            *(
                (library, "Any bytes are written as the address of a public key.", ".*", lambda _: True)
                for library in ("xrpl", "xrpl-py", "@stellar/stellar-sdk", "stellar-sdk")
            ),
            (
                "@solana/web3.js",
                "Any bytes of at most 32 are written as the address of a public key; zeros fill them up.",
                ".*",
                lambda case: not case.fields["comment"].endswith("a byte after it"),
            ),
            *(
                (
                    library,
                    "32 bytes are an Ed25519 key: no point, one of small order or an unreduced y too.",
                    _NO_ED25519_KEY,
                    _is_on("CURVE_ED25519"),
                )
                for library in ("solders", "@mysten/sui", "@aptos-labs/ts-sdk", "@trustwallet/wallet-core")
            ),
            (
                "bip_utils",
                "An Ed25519 key of small order, or with a y that is not reduced.",
                "the neutral point|of small order|a y that is not reduced",
                _is_on("CURVE_ED25519"),
            ),
            (
                "bip_utils",
                "A zero in front of an Ed25519 key, which SLIP-10 writes; the address is that of the key.",
                "a zero in front, as SLIP-10 has it",
                lambda _: True,
            ),
            ("bip_utils", "A public key in the hybrid form.", "hybrid", lambda _: True),
            (
                "bip_utils",
                "A public key on P-256 of 64 bytes, without the 4 in front.",
                "without the 4 in front",
                _is_on("CURVE_P256"),
            ),
            (
                "@trustwallet/wallet-core",
                "33 bytes that begin with 2 or 3 are a compressed point, whether there is one or not.",
                "an x of no point|an x that is not in the field",
                lambda case: not _is_of("ETHEREUM")(case),
            ),
            (
                "bitcoinjs-lib",
                "An x in the field is a compressed point, whether there is one or not.",
                "an x of no point",
                lambda _: True,
            ),
            (
                "bitcore-lib",
                "An x that is not in the field is reduced, and an x of 31 bytes is taken.",
                "an x that is not in the field|cut by a byte",
                lambda _: True,
            ),
            (
                "ethers",
                "32 bytes are a private key, whose address is given; 64 bytes are a point without its 4.",
                "x alone|without the 4 in front|cut by a byte",
                lambda _: True,
            ),
        )
    ),
    *(
        Finding(library, "accepts", what, "AccountDerivation", rf"the path: ({comments})")
        for library, what, comments in (
            (
                "bitcoinjs-lib",
                "No m, a leading zero, 256 levels, or an index from 2^31 on, which is a hardened one then.",
                "without m|a leading zero|256 levels|an index of 2 to the 31",
            ),
            (
                "ethers",
                "No m or m alone, a leading zero, or 256 levels.",
                "without m|m alone|a leading zero|256 levels",
            ),
            (
                "@cosmjs",
                "m alone, a leading zero, or 256 levels.",
                "m alone|a leading zero|256 levels",
            ),
            (
                "@trustwallet/wallet-core",
                "No m or m alone, an empty path, a slash after it, a leading zero, or 256 levels.",
                "empty|m alone|m and a slash|without m|a slash after it|a leading zero|256 levels",
            ),
            (
                "bip_utils",
                (
                    "No m or m alone, an empty path, empty levels, spaces, leading zeros, digits of other "
                    "scripts or 256 levels; p as the mark of hardened indices; an index from 2^31 on, which "
                    "is a hardened one then."
                ),
                (
                    "empty|m alone|m and a slash|without m|a slash in front|a slash after it|"
                    "a level without a number|hardened indices marked with p|a leading zero|"
                    "an index of 2 to the 31|a hardened index of 2 to the 31|a full-width digit|"
                    "an Arabic digit|a space within it|256 levels"
                ),
            ),
        )
    ),
    *(
        Finding(
            library,
            "refuses",
            "A path whose hardened indices are marked with h.",
            "AccountDerivation",
            "the path: hardened indices marked with h",
        )
        for library in ("bitcoinjs-lib", "ethers", "@cosmjs", "@trustwallet/wallet-core")
    ),
    Finding(
        "@trustwallet/wallet-core",
        "differs",
        "A passphrase that is not ASCII is not normalized (BIP-39: NFKD), and opens another wallet.",
        "AccountDerivation",
        ".*",
        _has_passphrase,
    ),
    Finding(
        "bip_utils",
        "refuses",
        "A Japanese mnemonic: it has the word lists of other languages.",
        "AccountDerivation",
        ".*",
        _is_japanese,
    ),
    *(
        Finding(
            library,
            "accepts",
            "A mnemonic with white space too much, which is passed over.",
            "AccountDerivation",
            f"the mnemonic: ({comments})",
        )
        for library, comments in (
            ("ethers", "two spaces between words"),
            ("bip_utils", "two spaces between words|a newline after the last word"),
        )
    ),
    *(
        Finding(library, "accepts", what, "PrivateKeyReading", comments)
        for library, what, comments in (
            *(
                (
                    library,
                    "A WIF of an uncompressed key, which has other addresses: that is for the caller.",
                    "wif.*: of an uncompressed key",
                )
                for library in ("bitcoinjs-lib", "bitcore-lib")
            ),
            (
                "@scure/btc-signer",
                "A WIF of a scalar that is 0 or the order, which is no key.",
                "wif.*: (a scalar of 0|the order as a scalar)",
            ),
            (
                "@bitcoinerlab/descriptors",
                "A descriptor with the origin of its key, which BIP-380 has, and this library does not read.",
                "descriptor: the origin of a key",
            ),
            ("@mysten/sui", "A suiprivkey of another length.", "sui: a key of 31 bytes"),
            (
                "@mysten/sui",
                "The Kelvin sign, whose lower case is a k.",
                "sui: in upper case, with the Kelvin sign for a K",
            ),
            (
                "@aptos-labs/ts-sdk",
                "An AIP-80 text without 0x, or in mixed case.",
                "aptos: (without 0x|mixed case)",
            ),
            *((library, "Hex in mixed case.", ".*: mixed case") for library in ("tronweb", "ethers")),
            ("xrpl", "Hex in mixed case or in lower case.", "xrp-hex: (mixed case|in lower case)"),
        )
    ),
    *(
        Finding(library, "accepts", what, "KeystoreDecryption", comments)
        for library, what, comments in (
            (
                "ethers",
                "A keystore with a key twice, in two cases too, its version as text, or 0x before hex.",
                "crypto twice|crypto and Crypto|a version as text|0x before the ciphertext",
            ),
            (
                "eth-keys",
                "The address beside a keystore is not compared, so that a changed iv gives another key.",
                "the iv: a bit flipped|the address of another key|the address: .*",
            ),
            ("ethers", "A keystore whose address is empty.", "the address: empty"),
            *(
                (
                    library,
                    "Scrypt that takes more memory than this library allows, and a p of more than 64.",
                    "scrypt: (r p of 8193|p of 65), under a mac that fits",
                )
                for library in ("ethers", "eth-keys")
            ),
            (
                "eth-keys",
                "A ciphertext that is not of 32 bytes.",
                "a ciphertext of 3[13] bytes, under a mac that fits",
            ),
            ("ethers", "The name of the KDF in any case.", "the kdf: its letters in the other case"),
            (
                "eth-keys",
                "The name of the cipher and the length of the iv are not looked at.",
                "another cipher|the cipher: .*|an iv of 15 bytes",
            ),
            (
                "eth-keys",
                "A keystore with a key twice, in two cases too; 0x before hex; a private key of 0.",
                "crypto twice|crypto and Crypto|0x before the ciphertext|a key of 0 inside",
            ),
        )
    ),
    *(
        Finding(
            library,
            "refuses",
            "An address in a mixed case that is not EIP-55's.",
            "SignatureVerification",
            "an address of ETHEREUM with (a|every) letter in the other case than EIP-55's, .*",
        )
        for library in ("ethers", "viem")
    ),
    Finding(
        "ethers",
        "refuses",
        "A keystore with an n of 2^(16 r) or more, which RFC 7914 excludes, and published keystores have.",
        "KeystoreDecryption",
        "scrypt: n of 2 to the 16 r, which RFC 7914 excludes",
    ),
)
"""The findings. A case is in one at most."""


@cache
def _findings_of(implementation: str) -> list[Finding]:
    return [each for each in FINDINGS if each.implementation == implementation]


def finding_for(implementation: str, case: VectorCase) -> Finding | None:
    """The finding that a case is in; None if the implementation has to agree on it."""
    found = [each for each in _findings_of(implementation) if each.covers(case)]
    assert len(found) < 2, f"{case.fields['id']} is in several findings: {[each.what for each in found]}"
    return found[0] if found else None

"""Where other implementations disagree with the vectors, and why.

``findings.tsv`` lists the cases: the id of a case, the implementation, and the name of the finding. The tests
demand that each implementation disagrees on exactly these cases. The archive of a release counts them in
``numbers.md``, and lists them by number in its own ``findings.tsv``.

The makers of the cases do not name findings: one defect is in cases of many files, and an implementation
often disagrees in some of them alone, so that makers would need conditions about other implementations.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.interop.cases import Kind, VectorCase


@dataclass(frozen=True)
class Finding:
    """Cases on which an implementation disagrees, for one reason.

    Attributes:
        implementation: Whose finding it is.
        name: Its name, in ``findings.tsv``.
        kind: How it disagrees.
        what: What it does, and what comes of it.
    """

    implementation: str
    name: str
    kind: Kind
    what: str


def _of(implementations: tuple[str, ...], name: str, kind: Kind, what: str) -> tuple[Finding, ...]:
    """Make a finding of each of these implementations."""
    return tuple(Finding(implementation, name, kind, what) for implementation in implementations)


FINDINGS = (
    Finding(
        "npm",
        "der-after-s",
        "accepts",
        "DER: what follows s, within the sequence or after it, is not looked at: one signature "
        "has many spellings.",
    ),
    Finding(
        "npm",
        "der-superfluous-zero",
        "accepts",
        "DER: r or s may have a superfluous zero in front, as long as they take 33 bytes at most.",
    ),
    Finding(
        "npm",
        "der-short-sequence",
        "accepts",
        "DER: the length of the sequence may be too small; one that is too large is refused.",
    ),
    Finding(
        "npm", "der-negative", "accepts", "DER: r or s may be negative, and is then read as if it were not."
    ),
    Finding(
        "npm",
        "raw-where-der-is-due",
        "accepts",
        "An ECDSA signature of the other form: on secp256k1, r and s in a row are tried where DER "
        "does not parse (@noble/curves).",
    ),
    Finding(
        "npm", "raw-signature-cut", "accepts", "A raw signature is cut to 64 bytes: what follows is dropped."
    ),
    Finding("npm", "mixed-case-hex", "accepts", "Hex in mixed case."),
    Finding(
        "npm",
        "base64url-header",
        "accepts",
        "base64url: white space, stray bits and any padding are passed over, so that one header "
        "has many spellings.",
    ),
    Finding(
        "npm",
        "base64url-digit-dropped",
        "accepts",
        "base64url: a digit after the last whole byte is dropped.",
    ),
    Finding(
        "npm",
        "base64url-token-signature",
        "accepts",
        "base64url: stray bits and padding in the signature of a token are passed over.",
    ),
    Finding(
        "npm",
        "uncompressed-key",
        "accepts",
        "A public key in the uncompressed form, which is not that of the protocol.",
    ),
    Finding(
        "npm",
        "json-key-twice",
        "accepts",
        "JSON: a key that is there twice. The last one counts; who takes the first sees something else.",
    ),
    Finding(
        "npm",
        "json-name-in-another-case",
        "accepts",
        "JSON: a name that differs from one that is read in its case alone. It is passed over; "
        "who takes it for that one, as Go's encoding/json does, sees something else.",
    ),
    Finding("npm", "json-depth", "accepts", "JSON may nest as deeply as it likes, and hold as many arrays."),
    Finding(
        "npm", "json-half-a-surrogate", "accepts", "JSON: half of a surrogate pair, which no UTF-8 can hold."
    ),
    Finding(
        "npm",
        "not-utf-8",
        "accepts",
        "Bytes that are no UTF-8 are replaced, and a byte order mark is dropped.",
    ),
    Finding("npm", "any-version", "accepts", "Any version of a bundle, or none."),
    Finding(
        "npm",
        "public-key-in-upper-case",
        "refuses",
        "The public key beside a private key in upper-case hex: it is compared as text.",
    ),
    Finding(
        "npm",
        "quorum-key-in-upper-case",
        "refuses",
        "The quorum key in upper-case hex: it is compared as text.",
    ),
    Finding(
        "npm",
        "two-kinds",
        "accepts",
        "A document of two kinds. The signer's key signs several, and the fields alone tell them apart.",
    ),
    Finding(
        "npm",
        "compressed-target",
        "accepts",
        "A compressed key to seal to. They seal with an aad that the enclave does not have, so "
        "that nobody can open it.",
    ),
    Finding("npm", "private-key-of-any-length", "accepts", "A private key of any length is given as it is."),
    Finding(
        "npm",
        "credential-of-any-length",
        "accepts",
        "A credential of any length and value is given as it is.",
    ),
    Finding(
        "npm",
        "mnemonic-as-latin-1",
        "differs",
        "A mnemonic that is not ASCII is decoded byte by byte, as Latin-1. Who writes down what "
        "is shown has lost the wallet.",
    ),
    Finding(
        "npm",
        "passphrase-not-split-off",
        "differs",
        "The passphrase is not split off: it is given as a part of the mnemonic.",
    ),
    Finding("npm", "mnemonic-that-is-no-text", "accepts", "Bytes that are no text are given as a mnemonic."),
    Finding("npm", "any-text-as-mnemonic", "accepts", "Any text is sealed as a mnemonic."),
    Finding("npm", "sealed-key-of-any-length", "accepts", "A private key of any length is sealed."),
    Finding("npm", "solana-public-half", "accepts", "Of a Solana key, the public half is dropped unseen."),
    Finding("npm", "capital-0X", "refuses", "0X with a capital in front of hex."),
    Finding(
        "npm",
        "empty-organization",
        "refuses",
        "An empty organization, even if it is expected: it is taken for a missing one.",
    ),
    Finding(
        "npm",
        "any-text-as-client-key",
        "accepts",
        "Any text is sealed as the client's public key; the token is then bound to it, and of no use.",
    ),
    Finding(
        "npm",
        "client-key-in-upper-case",
        "differs",
        "The client's public key is sealed as it is written, in upper case too.",
    ),
    Finding("npm", "empty-code", "accepts", "An empty code is sealed."),
    Finding(
        "npm",
        "client-signature-message",
        "accepts",
        "Of a client signature, key and message are all that is looked at: not the scheme, nor "
        "what the message says.",
    ),
    Finding(
        "npm",
        "session-signature-alone",
        "accepts",
        "Of a session JWT, the signature is all that is looked at: not the header, the claims nor "
        "the expiry. That is for the caller.",
    ),
    Finding("npm", "session-fourth-part", "accepts", "A session JWT may have a fourth part."),
    Finding(
        "npm",
        "session-scope",
        "accepts",
        "The claims of a session JWT are not looked at: a session with a session profile or a scope passes.",
    ),
    Finding("npm", "token-signature-as-der", "accepts", "The signature of a token may be DER."),
    Finding(
        "npm",
        "token-crit",
        "accepts",
        "A token that says that an extension must be understood (crit) is accepted without understanding it.",
    ),
    Finding("npm", "expiry-instant", "accepts", "A verification token is good at the instant of its expiry."),
    Finding(
        "npm",
        "expiry-by-number",
        "accepts",
        "The expiry of a verification token is read with Number(), which takes exponents, "
        "hexadecimal, signs and spaces.",
    ),
    Finding(
        "npm",
        "small-order-r-of-a-stamp",
        "accepts",
        "An Ed25519 signature whose R is of small order. Only the key's holder can make one, and "
        "it gives the key away: S is a known multiple of it.",
    ),
    Finding(
        "npm",
        "ed25519-key-of-64-bytes",
        "refuses",
        "An Ed25519 key of 64 bytes, the seed and its public key: @noble/curves takes the seed alone.",
    ),
    Finding(
        "npm",
        "user-in-a-secret-target",
        "accepts",
        "A target that names a user is taken for the import of a secret: the import bundle of a "
        "wallet passes for one.",
    ),
    Finding(
        "npm",
        "secret-that-is-no-text",
        "accepts",
        "Bytes that are no UTF-8 are given as a secret, with U+FFFD in their place: it cannot be had back.",
    ),
    Finding(
        "npm",
        "byte-order-mark-dropped",
        "differs",
        "A byte order mark at the beginning of a secret is dropped.",
    ),
    Finding(
        "npm", "opened-bytes", "accepts", "What is opened is bytes: whether they are text is for the caller."
    ),
    Finding("npm", "empty-secret", "accepts", "An empty secret is sealed."),
    Finding(
        "npm",
        "compressed-quorum-key",
        "differs",
        "A compressed key to seal an envelope to goes into key and aad as it is, so that nobody can open it.",
    ),
    Finding("npm", "header-twice", "accepts", "A signed header that is there twice: the first one counts."),
    Finding(
        "npm",
        "kelvin-sign",
        "accepts",
        "A header under a name with the Kelvin sign, whose lower case is a k.",
    ),
    Finding(
        "npm",
        "event-id-characters",
        "accepts",
        "Any characters in the id of an event, dots too, so that bytes can move between headers "
        "and body under one signature.",
    ),
    Finding(
        "npm",
        "any-customer",
        "accepts",
        "The delivery to any other customer: the organization is not looked at, in headers or body.",
    ),
    Finding(
        "npm",
        "webhook-body-unread",
        "accepts",
        "The body of a webhook is not read: what is signed and no JSON object with an "
        "organization is for the caller.",
    ),
    Finding(
        "npm",
        "webhook-key-of-small-order",
        "accepts",
        "A webhook key of small order, under which anyone can sign (ZIP 215, the default of @noble/curves).",
    ),
    Finding(
        "npm",
        "webhook-r-of-small-order",
        "accepts",
        "A webhook whose R is of small order. Only the key's holder can make one, and it gives the key away.",
    ),
    *_of(
        ("ethers", "viem"),
        "big-int",
        "accepts",
        "r or s in mixed case, with white space after it, or with zeros in front that make it too "
        "long: BigInt() reads it.",
    ),
    Finding(
        "ethers",
        "r-or-s-out-of-range",
        "accepts",
        "An r or s that is out of range: 0, or for r the order and above. It recovers no key.",
    ),
    Finding(
        "ethers",
        "v-by-parse-int",
        "accepts",
        "v is read with parseInt(), as the service's package for ethers does: it stops at what is "
        "no decimal digit, and any odd number is taken for 28. A v of 1b, which is Ethereum's 27, "
        "becomes 28.",
    ),
    Finding(
        "ethers",
        "high-s-refused",
        "refuses",
        "A signature in its high-S form, instead of giving the other one.",
    ),
    Finding(
        "ethers",
        "low-s-by-its-first-bit",
        "differs",
        "An s is taken for low if its first bit is 0: one between half the order and 2^255 is "
        "given as it is. Ethereum refuses it.",
    ),
    Finding(
        "ethers",
        "unused-type",
        "refuses",
        "Typed data with a type that the message does not use: ethers takes the only type that no "
        "other refers to for the primary one.",
    ),
    Finding(
        "ethers",
        "recursive-type",
        "refuses",
        "Typed data with a type that refers to itself, which EIP-712 allows.",
    ),
    Finding(
        "viem",
        "address-in-upper-case",
        "refuses",
        "An Ethereum address in upper case, which has no checksum.",
    ),
    Finding(
        "viem",
        "v-by-number",
        "accepts",
        "v is read with Number(), which takes an empty text for 0, and spaces, 0x and any number of zeros.",
    ),
    Finding(
        "viem",
        "high-s-kept",
        "differs",
        "A signature in its high-S form is given as it is. Ethereum refuses it.",
    ),
    *_of(
        ("pycryptodome", "libsecp256k1", "OpenSSL"),
        "uncompressed-key",
        "accepts",
        "A public key in the uncompressed form: to ask for the compressed one is for the caller.",
    ),
    *_of(
        ("libsecp256k1", "OpenSSL"),
        "hybrid-key",
        "accepts",
        "A public key in the hybrid form, which the protocol does not have.",
    ),
    Finding(
        "npm",
        "proof-keys-in-upper-case",
        "refuses",
        "Keys of proofs in upper-case hex: they are compared as text.",
    ),
    Finding(
        "npm",
        "manifest-in-json",
        "refuses",
        "A manifest of V0 or V1 in JSON: `verify` hashes the bytes that were delivered, not the Borsh.",
    ),
    Finding(
        "npm",
        "hash-of-v1-as-delivered",
        "accepts",
        "The hash of the JSON of a V1 manifest as it was delivered, which no enclave attests.",
    ),
    Finding(
        "npm",
        "app-proof-expectations",
        "accepts",
        "`verify` compares with nothing that the caller expects of an app proof: organization, "
        "wallet, path, address, type, age.",
    ),
    Finding(
        "npm",
        "no-pins",
        "accepts",
        "`verify` pins nothing of the enclave: neither PCRs, manifest, quorum key, namespace nor "
        "members. Anyone's enclave passes.",
    ),
    Finding(
        "npm",
        "no-program",
        "accepts",
        "`verify` takes no expectation of the enclave's program: any application of any release "
        "passes, with any arguments, in debug mode, and for setting up.",
    ),
    Finding(
        "npm",
        "manifest-unread",
        "accepts",
        "A manifest is hashed and not read, so that one with two meanings passes.",
    ),
    Finding(
        "npm",
        "pcrs-unread",
        "accepts",
        "PCRs are not looked at: they may be missing, another than the manifest's, those of debug "
        "mode, or commit to another key.",
    ),
    Finding(
        "npm",
        "envelope-unread",
        "accepts",
        "The manifest's envelope is not read: neither what is in it nor who approved.",
    ),
    Finding(
        "npm",
        "document-headers",
        "accepts",
        "Neither headers nor digest of the attestation document are looked at: any algorithm may be named.",
    ),
    Finding(
        "npm",
        "document-members",
        "accepts",
        "Other members of an attestation document than key and hash are not looked at: not even its time.",
    ),
    Finding(
        "npm",
        "validity",
        "accepts",
        "Validity is not checked, at any time but the root's (at the app proof's own).",
    ),
    Finding(
        "npm",
        "chain-rules",
        "accepts",
        "Of a chain, only signatures are verified: not who may sign, for what, nor in which order.",
    ),
    Finding(
        "npm",
        "root-passed-over",
        "accepts",
        "The root that a document names is passed over: the pinned one takes its place.",
    ),
    Finding(
        "npm",
        "cbor-leniency",
        "accepts",
        "CBOR: lengths may be indefinite, members twice, any tag stands in front, and more parts follow.",
    ),
    Finding(
        "npm",
        "x509-leniency",
        "accepts",
        "X.509: a certificate with an extension twice, with cA false and not left out, or with "
        "two signature algorithms: that of the issuer's key is taken.",
    ),
    Finding("npm", "document-size", "accepts", "An attestation document of any size."),
    Finding(
        "Go",
        "x509-of-crypto-x509",
        "accepts",
        "X.509: crypto/x509 takes booleans that are false and not left out, a time without "
        "seconds, and what follows the extensions.",
    ),
    Finding("npm", "secret-of-any-size", "accepts", "A secret of any size is sealed in base58check."),
    Finding(
        "npm",
        "ed25519-cofactor",
        "accepts",
        "Ed25519 is verified with the cofactor (@noble/curves): parts of small order do not count.",
    ),
    Finding(
        "npm",
        "base64-leniency",
        "accepts",
        "base64: white space, missing padding and stray bits are passed over.",
    ),
    Finding(
        "npm",
        "json-of-app-proofs",
        "accepts",
        "JSON: a member twice, in another case; a lone surrogate. `JSON.parse` takes the last.",
    ),
    Finding("npm", "signature-in-mixed-case", "accepts", "The signature of an app proof in mixed case."),
    Finding(
        "npm",
        "app-proof-content",
        "accepts",
        "What an app proof says is not read but for its time, of which `parseInt` takes the beginning.",
    ),
    Finding(
        "libsecp256k1",
        "high-s-refused",
        "refuses",
        "A signature in its high-S form: libsecp256k1 wants it normalized first.",
    ),
    Finding(
        "OpenSSL",
        "ed25519-key-of-small-order",
        "accepts",
        "An Ed25519 key of small order, under which signatures verify that nobody made: of any "
        "body under the neutral point, in whatever spelling, and else of some.",
    ),
    Finding("PyJWT", "token-typ", "accepts", "Any typ in the header of a token."),
    Finding(
        "PyJWT",
        "token-nbf",
        "refuses",
        "A token whose nbf is in the future. The service writes no nbf, and its readers know none.",
    ),
    Finding("webauthn", "rsa-leading-zeros", "accepts", "An RSA key whose numbers have leading zeros."),
    Finding(
        "webauthn",
        "embedded-page",
        "accepts",
        "A stamp of a page that was embedded in one of another origin: crossOrigin is for the caller.",
    ),
    Finding(
        "webauthn",
        "credential-in-a-stamp",
        "accepts",
        "Authenticator data with a credential, which only a registration has.",
    ),
    Finding("webauthn", "rsa-size", "accepts", "An RSA key of any size, 1024 bits too."),
    Finding(
        "webauthn",
        "rsa-exponent",
        "accepts",
        "An RSA key with an exponent of more than 31 bits, the most that Go's library takes.",
    ),
    Finding(
        "webauthn",
        "certificate-curves",
        "accepts",
        "A certificate with a key on any curve, and an issuer with one.",
    ),
    Finding(
        "webauthn",
        "anchor-on-secp256k1",
        "accepts",
        "A trust anchor with a key on secp256k1, as long as no path leads to it: anchors are for the caller.",
    ),
    Finding(
        "webauthn",
        "ecdaa-key-id",
        "accepts",
        "A packed statement with ecdaaKeyId, whose other fields are those of a self attestation.",
    ),
    Finding(
        "webauthn",
        "u2f-aaguid",
        "refuses",
        "An AAGUID that is not zero in a registration by U2F, though WebAuthn's own test vector has one.",
    ),
    Finding(
        "webauthn",
        "other-roots",
        "refuses",
        "Certificates of Apple and Android that lead to another root than the built-in one.",
    ),
    Finding(
        "webauthn",
        "android-software-key",
        "refuses",
        "An Android key's other root, as above, and a key that only the software's list vouches for.",
    ),
    Finding(
        "webauthn",
        "tpm-makers",
        "refuses",
        "A TPM's maker that its list lacks; and a key that names its signing scheme.",
    ),
    Finding(
        "webauthn",
        "unknown-algorithms",
        "refuses",
        "Keys of ES384 and Ed448, which it does not know, and of ES512, which the caller must ask for.",
    ),
    Finding(
        "webauthn",
        "tpm-names",
        "accepts",
        "A TPM's key that is named by SHA-1 or another algorithm than its own, or is not for signing.",
    ),
    Finding("webauthn", "tpm-eddsa", "accepts", "EdDSA by a TPM, which has no such algorithm."),
    Finding(
        "webauthn",
        "certificate-of-small-order",
        "accepts",
        "An attestation by an Ed25519 certificate whose key is of small order.",
    ),
    *_of(
        ("npm", "hashlib"),
        "mnemonic-normalized",
        "accepts",
        "Text that becomes a mnemonic when it is normalized: other spaces, full-width letters. "
        "BIP-39 normalizes whatever it is given, so that the seed is the same; here, such a text "
        "is a mistake.",
    ),
    *_of(
        ("npm", "hashlib"),
        "long-passphrase",
        "accepts",
        "A passphrase of more than 512 characters. BIP-39 has no limit; here, longer text is not "
        "normalized, as that costs up to the square of its length.",
    ),
    *_of(
        ("xrpl", "xrpl-py", "@stellar/stellar-sdk", "stellar-sdk"),
        "any-bytes-as-key",
        "accepts",
        "Any bytes are written as the address of a public key.",
    ),
    Finding(
        "@solana/web3.js",
        "any-bytes-as-key",
        "accepts",
        "Any bytes of at most 32 are written as the address of a public key; zeros fill them up.",
    ),
    *_of(
        ("solders", "@mysten/sui", "@aptos-labs/ts-sdk", "@trustwallet/wallet-core"),
        "any-32-bytes",
        "accepts",
        "32 bytes are an Ed25519 key: no point, one of small order or an unreduced y too.",
    ),
    Finding(
        "bip_utils",
        "ed25519-key-of-small-order",
        "accepts",
        "An Ed25519 key of small order, or with a y that is not reduced.",
    ),
    Finding(
        "bip_utils",
        "slip-10-zero",
        "accepts",
        "A zero in front of an Ed25519 key, which SLIP-10 writes; the address is that of the key.",
    ),
    Finding("bip_utils", "hybrid-key", "accepts", "A public key in the hybrid form."),
    Finding(
        "bip_utils",
        "key-without-its-4",
        "accepts",
        "A public key on P-256 of 64 bytes, without the 4 in front.",
    ),
    Finding(
        "@trustwallet/wallet-core",
        "any-compressed-point",
        "accepts",
        "33 bytes that begin with 2 or 3 are a compressed point, whether there is one or not.",
    ),
    Finding(
        "bitcoinjs-lib",
        "x-of-no-point",
        "accepts",
        "An x in the field is a compressed point, whether there is one or not.",
    ),
    Finding(
        "bitcore-lib",
        "x-reduced",
        "accepts",
        "An x that is not in the field is reduced, and an x of 31 bytes is taken.",
    ),
    Finding(
        "ethers",
        "private-key-as-public-key",
        "accepts",
        "32 bytes are a private key, whose address is given; 64 bytes are a point without its 4.",
    ),
    Finding(
        "bitcoinjs-lib",
        "lenient-path",
        "accepts",
        "No m, a leading zero, 256 levels, or an index from 2^31 on, which is a hardened one then.",
    ),
    Finding("ethers", "lenient-path", "accepts", "No m or m alone, a leading zero, or 256 levels."),
    Finding("@cosmjs", "lenient-path", "accepts", "m alone, a leading zero, or 256 levels."),
    Finding(
        "@trustwallet/wallet-core",
        "lenient-path",
        "accepts",
        "No m or m alone, an empty path, a slash after it, a leading zero, or 256 levels.",
    ),
    Finding(
        "bip_utils",
        "lenient-path",
        "accepts",
        "No m or m alone, an empty path, empty levels, spaces, leading zeros, digits of other "
        "scripts or 256 levels; p as the mark of hardened indices; an index from 2^31 on, which "
        "is a hardened one then.",
    ),
    *_of(
        ("bitcoinjs-lib", "ethers", "@cosmjs", "@trustwallet/wallet-core"),
        "path-with-h",
        "refuses",
        "A path whose hardened indices are marked with h.",
    ),
    Finding(
        "@trustwallet/wallet-core",
        "passphrase-not-normalized",
        "differs",
        "A passphrase that is not ASCII is not normalized (BIP-39: NFKD), and opens another wallet.",
    ),
    Finding(
        "bip_utils", "japanese", "refuses", "A Japanese mnemonic: it has the word lists of other languages."
    ),
    *_of(
        ("ethers", "bip_utils"),
        "white-space-in-a-mnemonic",
        "accepts",
        "A mnemonic with white space too much, which is passed over.",
    ),
    *_of(
        ("bitcoinjs-lib", "bitcore-lib"),
        "wif-of-an-uncompressed-key",
        "accepts",
        "A WIF of an uncompressed key, which has other addresses: that is for the caller.",
    ),
    Finding(
        "@scure/btc-signer",
        "wif-of-no-key",
        "accepts",
        "A WIF of a scalar that is 0 or the order, which is no key.",
    ),
    Finding(
        "@bitcoinerlab/descriptors",
        "key-origin",
        "accepts",
        "A descriptor with the origin of its key, which BIP-380 has, and this library does not read.",
    ),
    Finding("@mysten/sui", "suiprivkey-of-another-length", "accepts", "A suiprivkey of another length."),
    Finding("@mysten/sui", "kelvin-sign", "accepts", "The Kelvin sign, whose lower case is a k."),
    Finding(
        "@aptos-labs/ts-sdk", "aip-80-leniency", "accepts", "An AIP-80 text without 0x, or in mixed case."
    ),
    *_of(("tronweb", "ethers"), "mixed-case-hex", "accepts", "Hex in mixed case."),
    Finding("xrpl", "mixed-case-hex", "accepts", "Hex in mixed case or in lower case."),
    Finding(
        "ethers",
        "keystore-leniency",
        "accepts",
        "A keystore with a key twice, in two cases too, its version as text, or 0x before hex.",
    ),
    Finding(
        "eth-keys",
        "keystore-address",
        "accepts",
        "The address beside a keystore is not compared, so that a changed iv gives another key.",
    ),
    Finding("ethers", "keystore-empty-address", "accepts", "A keystore whose address is empty."),
    *_of(
        ("ethers", "eth-keys"),
        "scrypt-size",
        "accepts",
        "Scrypt that takes more memory than this library allows, and a p of more than 64.",
    ),
    Finding("eth-keys", "ciphertext-of-another-length", "accepts", "A ciphertext that is not of 32 bytes."),
    Finding("ethers", "kdf-in-another-case", "accepts", "The name of the KDF in any case."),
    Finding(
        "eth-keys",
        "cipher-unread",
        "accepts",
        "The name of the cipher and the length of the iv are not looked at.",
    ),
    Finding(
        "eth-keys",
        "keystore-leniency",
        "accepts",
        "A keystore with a key twice, in two cases too; 0x before hex; a private key of 0.",
    ),
    *_of(
        ("ethers", "viem"),
        "address-not-of-eip-55",
        "refuses",
        "An address in a mixed case that is not EIP-55's.",
    ),
    Finding(
        "ethers",
        "scrypt-n",
        "refuses",
        "A keystore with an n of 2^(16 r) or more, which RFC 7914 excludes, and published keystores have.",
    ),
)
"""The findings, in the order of their numbers in a release."""


@cache
def read_findings() -> Mapping[tuple[str, str], Finding]:
    """Read the finding of each case in ``findings.tsv``, by the implementation and the id."""
    by_name = {(finding.implementation, finding.name): finding for finding in FINDINGS}
    lines = Path(__file__).with_suffix(".tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines]
    found = {(who, case_id): by_name[who, name] for case_id, who, name in rows}
    assert len(found) == len(rows), "findings.tsv has a case of an implementation twice"
    assert lines == sorted(lines), "the lines of findings.tsv must be sorted"
    return found


def finding_for(implementation: str, case: VectorCase) -> Finding | None:
    """The finding that a case is in; None if the implementation has to agree on it."""
    return read_findings().get((implementation, case.fields["id"]))

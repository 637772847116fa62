"""The notes that explain cases, by flag: what kind of bug a case catches, and what comes of it."""

from sealwax.vectors.format import BugType, Note


def _note(bug_type: BugType, description: str, effect: str = "", *links: str) -> Note:
    return Note(bug_type=bug_type, description=description, effect=effect, links=list(links))


NOTES = {
    "AddressSpelling": _note(
        "FUNCTIONALITY",
        "Another text of the same account: another case, an older prefix, another of TON's forms; or a text "
        "that only looks like one.",
        "A good key is called a wrong one, or nothing is compared.",
    ),
    "AddressVariant": _note(
        "CAN_OF_WORMS",
        "The API's format leaves open which script, text or derivation an account has. Each candidate has a "
        "name, and the address that the service gave decides.",
        "An implementation that guesses shows an address that is not the account's.",
    ),
    "AlteredCiphertext": _note(
        "MODIFIED_PARAMETER",
        "The ciphertext, its tag or the encapsulated key was changed, cut or extended.",
        "An implementation that does not authenticate what it decrypts can be made to give something else.",
    ),
    "AlteredMessage": _note(
        "BASIC",
        "What is signed is not what the signature was made over.",
        "Whoever accepts it accepts requests or bundles that nobody made.",
    ),
    "AnsweredIntent": _note(
        "AUTH_BYPASS",
        "The activity says otherwise than the request that was signed: its intent, type or organization.",
        "A user is shown, or a program acts on, something that nobody asked for.",
    ),
    "AppProofs": _note(
        "FUNCTIONALITY", "App proofs are asked for, or expressly not; one operation has no such field."
    ),
    "Bech32Encoding": _note(
        "MALLEABILITY",
        "bech32 with a wrong checksum, in mixed case, with stray bits, or bech32m where bech32 belongs.",
        "A mistyped key is taken for another one.",
        "https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki",
        "https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki",
    ),
    "AttestationHeader": _note(
        "WRONG_PRIMITIVE",
        "The attestation document names another algorithm than ES384 or another digest than SHA384, or has "
        "headers that nothing signs.",
        "A verifier that does not look accepts what the hardware never makes.",
        "https://www.rfc-editor.org/rfc/rfc9052",
    ),
    "Bip39Checksum": _note(
        "EDGE_CASE",
        "All words are in the list, but the checksum is wrong, or their number is none of BIP-39's.",
        "A wallet made from it is not the one that was exported.",
        "https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki",
    ),
    "Bip39Words": _note(
        "EDGE_CASE",
        "Not all words are in one of the nine word lists, or they are not separated by one space.",
    ),
    "BorshStrictness": _note(
        "MALLEABILITY",
        "Borsh with bytes missing or left over, with tags that are not known, or with two meanings.",
        "Two readers may see two manifests in the same bytes.",
        "https://borsh.io",
    ),
    "ByteWiseText": _note(
        "KNOWN_BUG",
        "The text is not ASCII. Deployed clients decode it byte by byte instead of as UTF-8.",
        "The mnemonic or passphrase is shown as garbage; a user who writes that down has lost the wallet.",
    ),
    "CanonicalJson": _note(
        "CAN_OF_WORMS",
        "The hash is that of QOS canonical JSON: sorted members, integers as text, nothing for null.",
        "An implementation that writes it otherwise refuses genuine enclaves.",
    ),
    "CborStrictness": _note(
        "MALLEABILITY",
        "The CBOR has a key twice, indefinite lengths, tags, or bytes after its end.",
        "Two readers may see two different things in the same bytes.",
        "https://www.rfc-editor.org/rfc/rfc8949",
    ),
    "CeremonyConfusion": _note(
        "AUTH_BYPASS",
        "A signature of one WebAuthn ceremony is used in the other.",
        "A registration could be replayed as a stamp, or the reverse.",
        "https://www.w3.org/TR/webauthn-3/",
    ),
    "CertificateChain": _note(
        "AUTH_BYPASS",
        "The attestation's certificate is not one for attestation, does not belong to the authenticator, or "
        "its chain does not hang together.",
        "Anything could pass for an authenticator of a known make.",
    ),
    "ClientVariant": _note(
        "FUNCTIONALITY",
        "A spelling that deployed clients use and that changes nothing: another order of keys, white space, "
        "padding, upper-case hex, fields that are not known.",
        "An implementation that refuses it does not interoperate.",
    ),
    "CompressedPoint": _note(
        "EDGE_CASE",
        "A point is in the compressed form where the uncompressed one is called for, or the reverse.",
    ),
    "CredentialIdEncoding": _note(
        "CAN_OF_WORMS",
        "The specification has credential ids CBOR-encoded; deployed browser SDKs send them raw.",
        "An id that is read in the wrong way names no credential.",
    ),
    "CurveConfusion": _note(
        "WRONG_PRIMITIVE",
        "A key of one curve where another belongs.",
        "The same 32 bytes are a private key of several curves, with other addresses on each.",
    ),
    "DerTrailingBytes": _note(
        "BER_ENCODING",
        "There are bytes after the DER sequence, or within it. Deployed clients accept them.",
        "A signature can be changed without being invalidated.",
    ),
    "DerUnstrippedZeros": _note(
        "KNOWN_BUG",
        "r or s begins with a superfluous zero byte. Deployed clients emit that when they convert from the "
        "raw form without stripping leading zeros, once in some 256 signatures.",
        "A client that emits it is refused now and then; a verifier that accepts it is malleable.",
    ),
    "DerivationPath": _note(
        "EDGE_CASE",
        "A derivation path at the limits of BIP-32's notation, or past them.",
        "A reader that makes something of any text derives another key than the one that was meant.",
        "https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki",
    ),
    "DescriptorChecksum": _note(
        "MISSING_STEP",
        "An output descriptor whose checksum is wrong, or not there.",
        "A mistyped key, or a key under another script, is taken.",
        "https://github.com/bitcoin/bips/blob/master/bip-0380.mediawiki",
    ),
    "DeterministicSignature": _note(
        "FUNCTIONALITY",
        "The signature's nonce is that of RFC 6979, so that the output can be compared byte for byte.",
        "",
        "https://www.rfc-editor.org/rfc/rfc6979",
    ),
    "DoubleVote": _note(
        "AUTH_BYPASS",
        "One key voted twice. Whoever counts votes counts one voter as two.",
        "A quorum of two is reached by one.",
    ),
    "DuplicateKey": _note(
        "MALLEABILITY",
        "A JSON object has a key twice. Some readers keep the first, others the last.",
        "What is checked and what is used may differ.",
    ),
    "DuplicateHeader": _note(
        "MALLEABILITY",
        "A signed header is there twice. Some readers take the first, others the last, others join them.",
        "What is verified and what is used may differ.",
    ),
    "EdgeCaseBody": _note(
        "EDGE_CASE",
        "The body is empty, large, not ASCII, or not text at all.",
        "Its bytes are what is signed.",
    ),
    "EdgeCaseKey": _note(
        "EDGE_CASE",
        "A private key with leading zero bytes, or at an end of its range.",
        "A client that drops leading zeros uses another key, or none.",
    ),
    "EdgeCaseSignature": _note(
        "EDGE_CASE",
        "r or s has a leading zero byte or its high bit set, or s is in its high half.",
        "An encoder or decoder that gets lengths wrong fails now and then.",
    ),
    "EmptyArray": _note(
        "EDGE_CASE",
        "An array is empty. It is sent all the same: left out, it would mean something else, or be missing.",
    ),
    "EnclaveIdentity": _note(
        "AUTH_BYPASS",
        "A genuine proof of an enclave that is not the one that the caller pins, or nearly.",
        "Anyone can run an enclave, and prove that it runs something.",
    ),
    "Enumeration": _note(
        "MODIFIED_PARAMETER",
        "A value of an enumeration, or one that is not in it.",
        "The service refuses a request with a value that it does not know.",
    ),
    "EnvelopeLength": _note(
        "MODIFIED_PARAMETER",
        "An envelope is too short, or its length field does not fit what follows.",
        "A reader that believes the length reads past the end, or leaves bytes that nobody authenticated.",
    ),
    "ExpiredToken": _note(
        "MISSING_STEP", "The token or certificate is past its time, or not of its time yet."
    ),
    "ExpiryNotation": _note(
        "CAN_OF_WORMS",
        "The expiry is written with an exponent, as text, with a sign or with spaces. Lenient conversions "
        "read it as some number.",
        "A token may be taken to last longer, or for ever.",
    ),
    "FieldConflict": _note(
        "CAN_OF_WORMS",
        "Two parameters that do not go together.",
        "One of them is ignored, and the caller relies on it.",
    ),
    "FieldLimit": _note("EDGE_CASE", "A value at the limit of what is allowed, or just past it."),
    "FoldedName": _note(
        "AUTH_BYPASS",
        "A JSON object has a name that differs from one that is read in the case of its letters alone. Go's "
        "encoding/json and others take it for that one, U+017F for an s and U+212A for a k.",
        "What is checked and what is used may differ.",
        "https://pkg.go.dev/encoding/json#Unmarshal",
    ),
    "FingerprintMismatch": _note(
        "AUTH_BYPASS",
        "What was signed is neither the request that the fingerprint names, nor its approval.",
        "A vote for one activity is shown as a vote for another.",
    ),
    "ForeignKey": _note(
        "AUTH_BYPASS",
        "The signature is good, by a key that is not the one pinned for this purpose.",
        "Whoever trusts the key that a document names trusts everyone.",
    ),
    "HeaderInjection": _note(
        "AUTH_BYPASS",
        "A header's value that is empty, or holds what no header may: line ends, spaces, other scripts.",
        "Whoever chooses the value adds headers to the request.",
    ),
    "HexEncoding": _note(
        "MALLEABILITY",
        "Hex with an odd number of digits, in mixed case, with 0x, or with white space.",
        "Lenient decoders disagree on what it is.",
    ),
    "Base64Encoding": _note(
        "MALLEABILITY",
        "base64url with wrong padding, another alphabet, white space, or stray bits in its last digit.",
        "Lenient decoders disagree on what it is, and it has more than one spelling.",
        "https://www.rfc-editor.org/rfc/rfc4648",
    ),
    "Base58Encoding": _note("EDGE_CASE", "base58 with a wrong checksum, or base58check where there is none."),
    "IdCharacters": _note(
        "MALLEABILITY",
        "An id of a webhook has other characters than letters, digits, hyphens and underscores, or too many.",
        "With a dot in an id, the same signed bytes can be split in two ways.",
    ),
    "InvalidPoint": _note(
        "AUTH_BYPASS",
        "A public key is not on its curve, is infinity, or is in a form that SEC1 does not have.",
        "With such keys, secrets leak, or signatures verify that nobody made.",
        "https://www.secg.org/sec1-v2.pdf",
    ),
    "InvalidScalar": _note("EDGE_CASE", "A private key is 0, or not below the order of its curve."),
    "JsonStrictness": _note(
        "MALLEABILITY",
        "Not JSON as RFC 8259 has it, not an object, or not UTF-8.",
        "Lenient readers disagree on what it says.",
        "https://www.rfc-editor.org/rfc/rfc8259",
    ),
    "JwtAlgorithm": _note(
        "AUTH_BYPASS",
        "The token's header asks for another algorithm than ES256, or for an extension.",
        "A verifier that obeys the header can be told to verify nothing.",
        "https://www.rfc-editor.org/rfc/rfc8725",
    ),
    "JwtForm": _note(
        "KNOWN_BUG",
        "The token has another number of parts than three, padding, or a DER signature. Deployed clients "
        "accept some of these.",
        "The token has more than one spelling.",
    ),
    "KeystoreParameters": _note(
        "EDGE_CASE",
        "A keystore of another version, cipher or key derivation, or with parameters that none should try.",
        "A reader that obeys any parameters runs out of memory.",
        "https://ethereum.org/en/developers/docs/data-structures-and-encoding/web3-secret-storage/",
    ),
    "KindConfusion": _note(
        "AUTH_BYPASS",
        "A bundle of one kind where another belongs. The signer's key signs several kinds.",
        "What one kind says can be passed off as the other.",
    ),
    "LegacyBundle": _note(
        "LEGACY",
        "A bundle of no or another version. In the older form, nothing binds what the bundle holds.",
        "The ciphertext can be replaced, or the organization is anyone's.",
    ),
    "LostZeros": _note(
        "KNOWN_BUG",
        "r or s lost the zeros in front of it, as numbers written in hex do. About one in 128 has some.",
        "r and s joined as they are give a signature that is too short, or of other numbers.",
    ),
    "LowS": _note(
        "FUNCTIONALITY",
        "Of s and n-s, both of which verify, either form must be accepted: enclaves and clients make both.",
    ),
    "ManifestApprovals": _note(
        "AUTH_BYPASS",
        "The approvals of a manifest: who gave them, how many, of what, and from which set.",
        "A manifest that nobody approved runs in the enclave.",
    ),
    "ManifestBinding": _note(
        "AUTH_BYPASS",
        "The manifest is not the one that the hardware attests, or contradicts what it measured.",
        "The enclave runs something else than what it shows.",
    ),
    "Measurements": _note(
        "AUTH_BYPASS",
        "PCRs that differ from the manifest, are those of debug mode, or commit to another key.",
        "The enclave is another one, or its memory can be read from outside.",
    ),
    "MissingField": _note("MISSING_STEP", "A field that is required is not there."),
    "NormalizationForm": _note(
        "CAN_OF_WORMS",
        "The mnemonic is spelled in NFC or in NFKD. Its checksum is that of the NFKD form, and it must come "
        "back as it was sealed.",
        "A client that compares without normalizing calls a good mnemonic bad.",
        "https://www.unicode.org/reports/tr15/",
    ),
    "NumberNotation": _note(
        "CAN_OF_WORMS",
        "A number as text, in a notation that only lenient readers take: signs, leading zeros, other digits.",
        "Two readers may see two different numbers, or one of them none.",
    ),
    "OptionalField": _note(
        "FUNCTIONALITY", "A parameter that is optional is left out, or empty where that means something."
    ),
    "OtherForm": _note(
        "WRONG_PRIMITIVE",
        "The encoding, the hash function, the curve or the kind of address is one that the signature was not "
        "made for.",
    ),
    "OtherAead": _note(
        "WRONG_PRIMITIVE",
        "The message was sealed with another AEAD than AES-256-GCM, such as the one that the service's "
        "documentation names.",
        "An implementation that opens it uses another suite than the service.",
    ),
    "OtherEnclaveKey": _note(
        "AUTH_BYPASS",
        "Signed by another of the enclaves' keys than the one for this purpose.",
        "Each key may speak for its own purpose alone.",
    ),
    "OtherHash": _note(
        "WRONG_PRIMITIVE",
        "Signed by the right key over another hash: session JWTs have a double one, verification tokens a "
        "single one.",
        "An implementation that accepts it verifies tokens that the service does not make.",
    ),
    "Passphrase": _note(
        "EDGE_CASE",
        "The passphrase is everything after the separator, as it is: empty, with spaces, with newlines.",
        "A passphrase that is trimmed opens another wallet.",
    ),
    "PayloadForm": _note(
        "EDGE_CASE",
        "The payload is not of the encoding that the request names, or is to be signed unhashed and is no "
        "hash of 32 bytes.",
    ),
    "PrivateKeyForm": _note(
        "EDGE_CASE", "A private key of another length, in another encoding, or whose halves disagree."
    ),
    "PrivateKeySent": _note(
        "CONFIDENTIALITY",
        "What has the form of a private key, 64 digits of hex, stands where a target's public key belongs.",
        "A user who mistakes one file for the other sends the key that opens the export.",
    ),
    "RawChallenge": _note(
        "KNOWN_BUG",
        "The WebAuthn challenge is the raw hash of the body, or upper-case hex, instead of the text of "
        "its hex in lower case.",
        "The service refuses such a stamp.",
    ),
    "RawSignature": _note(
        "WRONG_PRIMITIVE",
        "An ECDSA signature is in the other form than is called for: r and s in a row, or DER.",
    ),
    "RecoveryId": _note(
        "AUTH_BYPASS",
        "v is not exactly 00 or 01, or is not the parity of R.",
        "The signature recovers another key, or clients make different signatures of it.",
    ),
    "ReplayedToken": _note(
        "AUTH_BYPASS",
        "The token is good, but bound to another key or another use.",
        "Whoever has seen a token could use it.",
    ),
    "RequestDestination": _note(
        "CONFIDENTIALITY",
        "Where a request goes: over TLS, or to this machine itself, without user, query or fragment.",
        "A request, and the tokens in it, could be sent where others read it.",
    ),
    "Rfc9180": _note(
        "BASIC",
        "HPKE in mode base, with the protocol's info and aad.",
        "",
        "https://www.rfc-editor.org/rfc/rfc9180",
    ),
    "RsaPadding": _note(
        "AUTH_BYPASS",
        "An RSA signature whose padding is not that of PKCS #1 v1.5 with SHA-256, byte for byte.",
        "Where bytes of it are not looked at, signatures can be forged for keys with a small exponent.",
        "https://www.rfc-editor.org/rfc/rfc8017",
    ),
    "SchemeConfusion": _note(
        "WRONG_PRIMITIVE", "The stamp names a scheme that it was not signed with, or one that there is not."
    ),
    "SignatureRange": _note(
        "AUTH_BYPASS",
        "r or s is 0, negative, or not below the order of the curve.",
        "Verifiers that do not check accept signatures of anyone.",
    ),
    "SmallOrder": _note(
        "MALLEABILITY",
        "R of an Ed25519 signature is a point of small order, or another encoding of one.",
        "Verifiers disagree on it, so that the key's holder can make a signature that only some accept.",
        "https://eprint.iacr.org/2020/1244",
    ),
    "StaleDelivery": _note(
        "MISSING_STEP",
        "The delivery's timestamp is too far from now, in either direction.",
        "Whoever has seen a delivery can repeat it later.",
    ),
    "StrkeyEncoding": _note(
        "EDGE_CASE",
        "Stellar's strkey with a wrong checksum, another version, or not whole.",
        "A mistyped key is taken for another one.",
        "https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md",
    ),
    "UnknownField": _note(
        "MODIFIED_PARAMETER",
        "A parameter that the specification does not have, such as a misspelled one.",
        "What the caller asked for is not done.",
    ),
    "UnsignedHeader": _note(
        "AUTH_BYPASS",
        "A header of the delivery that the signature does not cover.",
        "Whoever relies on it relies on what anyone can change.",
    ),
    "UntrustedVoter": _note(
        "AUTH_BYPASS",
        "A vote is by a key that is not trusted. The list of users in an answer is the service's word.",
        "Anyone's vote counts.",
    ),
    "UserPresence": _note(
        "MISSING_STEP",
        "The authenticator did not see the user, or did not verify who it was, where that is required.",
    ),
    "Valid": _note("BASIC", "An ordinary input, as the service or a client makes it."),
    "WrongAad": _note(
        "MODIFIED_PARAMETER",
        "Sealed with another aad: its two keys swapped, in another form, or left out.",
        "The service does not open it.",
    ),
    "WrongAddress": _note(
        "AUTH_BYPASS",
        "The address is that of another account, or has a wrong digit.",
        "Whoever does not compare is given the key of another account, or keeps a wrong one.",
    ),
    "WrongCaseId": _note(
        "EDGE_CASE",
        "An id differs from the one expected in its case alone.",
        "Ids are compared to the letter.",
    ),
    "WrongContext": _note(
        "AUTH_BYPASS",
        "Good in itself, but made for another organization, user, origin, relying party or challenge.",
        "What was made for one can be used against another.",
    ),
    "WrongInfo": _note(
        "MODIFIED_PARAMETER", "Sealed with another HPKE info.", "The service does not open it."
    ),
    "WrongKey": _note("BASIC", "Another key than the one that belongs to it."),
    "WrongNetwork": _note(
        "MODIFIED_PARAMETER",
        "It is of the same key, but written for another network or blockchain.",
        "What is sent there does not arrive, or a key of a test network is kept for one with money.",
    ),
    "WrongType": _note("MISSING_STEP", "A field is of another type or length, or empty."),
}
"""Every flag that a case may have."""

"""The limits of this package: of inputs, of work, and of the text that an error repeats.

The package's documentation states the limit of inputs; a function states its own if it differs. Spans of time
are beside their use, because this module loads nothing. The lengths that a format defines are with the
format.
"""

MAX_INPUT_BYTES = 1 << 20
"""A bundle, stamp, token, proof or payload: 1 MiB."""
MAX_BODY_BYTES = 64 << 20
"""The body of a caller's request."""
MAX_ANSWER_BYTES = 4 << 20
"""An answer of the service, or an activity: it repeats the request and describes the activity."""
MAX_PASTED_LINES = 1 << 16
"""The lines of a paste in a terminal: an answer in lines of 64 characters."""
MAX_KEYS_IN_TEXT = 20
"""The private keys that are taken from a text and tried."""
MAX_PATH_CHARACTERS = 512
"""The path of a request's URL."""
MAX_DESCRIPTION_BYTES = 8 << 20
"""The service's description of its API: ten times its size in 2026."""
# An object is checked against each member of its schema. The service has 200 types of activities.
MAX_SCHEMA_MEMBERS = 1024
# In the service's description, no referenced definition is itself a reference.
MAX_REFERENCE_CHAIN = 8

# The service's limit for an export and for a deletion.
MAX_SECRETS_OF_A_REQUEST = 32
# The service allows an organization 100 users.
MAX_STAMPS_OF_A_PROPOSAL = 100

# The specification sets no limit of an allowlist. Checking this many takes a twentieth of a second.
MAX_IP_BLOCKS = 5_000
MAX_OPERATION_NAME_CHARACTERS = 64
MAX_HEADER_WORD_CHARACTERS = 256
"""A header's name or value from an authenticator."""
MAX_WEBHOOK_HEADER_CHARACTERS = 128
"""An id or a number in a webhook's headers, and the id of a webhook key."""
# The service's limit. A longer message must be hashed first, which Ed25519 does not allow.
MAX_KMS_MESSAGE_BYTES = 4096
# Linux allows 128 KiB for one argument.
MAX_SHELL_ARGUMENT_BYTES = 100_000

MAX_JSON_DEPTH = 64
# An empty object takes two bytes in a document, and 200 in memory. In the protocol's documents, an array or
# object takes 40 bytes on average.
MAX_JSON_CONTAINERS = 2000
"""The arrays and objects of a JSON document, in addition to one for every ``BYTES_PER_JSON_CONTAINER``."""
BYTES_PER_JSON_CONTAINER = 32
MAX_CBOR_DEPTH = 16
# An item may be a single byte, and takes as long to decode as a kilobyte takes to hash: without this limit,
# 1 MiB takes up to a second. Attestation objects have some twenty items, as a certificate is only one.
MAX_CBOR_ITEMS = 1024
# The cost of base58, bech32 and base58check grows with the square of the length.
MAX_BASE58_DIGITS = 256
MAX_BECH32_CHARACTERS = 256
MAX_BASE58_SECRET_BYTES = 16 << 10
# Some 1400 bytes. Longer artifacts are named, but not decoded.
MAX_INSPECTED_BASE58_DIGITS = 2048
# An answer has a bundle for each secret of a request, and each bundle is inspected whole.
MAX_INSPECTED_BUNDLES = 8
# Finding artifacts in an e-mail or a larger file: the text, the examined parts, and the unclosed objects,
# each of which is read to the end.
MAX_CLUTTER_CHARACTERS = 1 << 19
MAX_FOUND_IN_CLUTTER = 256
MAX_UNCLOSED_OBJECTS = 4
# The body is changed in some forty ways; each variant is hashed and verified.
MAX_EXPLAINED_BODY_BYTES = 64 << 10
# The orders of this many members are 720.
MAX_PERMUTED_MEMBERS = 6

READ_CHUNK_BYTES = 1 << 20
"""The chunk in which files are read."""
MAX_KEY_FILE_BYTES = 4096
MAX_KEY_TEXT_BYTES = 4096
MAX_SECRET_INPUT_BYTES = 4096
"""A secret that is typed or piped."""
# More than 24 words of 8 accented letters. Normalizing costs up to the square of the length.
MAX_MNEMONIC_CHARACTERS = 512
MAX_PATH_LEVELS = 255
SEARCHED_INDICES = 20
"""The indices at each level of a path that a search for an address tries: the gap limit of BIP-44."""
MAX_ADDRESS_CHARACTERS = 256

MAX_KEYSTORE_BYTES = 16 << 10
MAX_PASSWORD_BYTES = 1024
# n*r*p of scrypt: twice the default of geth, ethers and Web3 (n of 2^18, r of 8). As n*r*128 is the memory,
# it is at most 512 MiB.
MAX_SCRYPT_WORK = 2 * (1 << 18) * 8
# r*p of scrypt. The lanes, which PBKDF2 makes first, take r*p*128 bytes: 1 MiB.
MAX_SCRYPT_LANES = 8192
MAX_SCRYPT_PARALLEL = 64
MAX_PBKDF2_ITERATIONS = 10_000_000
# The depth of the sequences with the parameters of a derivation: more than any algorithm has.
MAX_DERIVATION_LEVELS = 8
# ssh-keygen writes 24; a round takes about a hundredth of a second.
MAX_OPENSSH_ROUNDS = 256

# A longer key is slow to verify with.
MAX_RSA_BITS = 8192
# An RSA key of 8192 bits takes 1043 bytes.
MAX_COSE_KEY_BYTES = 2048
# WebAuthn, section 4.
MAX_CREDENTIAL_ID_BYTES = 1023
MAX_CERTIFICATE_BYTES = 16 << 10
MAX_CHAIN_CERTIFICATES = 6
# The Nitro Secure Module gives at most 16 KiB.
MAX_ATTESTATION_DOCUMENT_BYTES = 32 << 10
# AWS's limit for the public key, the user data and the nonce, each.
MAX_ATTESTATION_MEMBER_BYTES = 1024
# Shamir's secret sharing over GF(256) allows 255 shares.
MAX_MANIFEST_MEMBERS = 255
MAX_MANIFEST_STRINGS = 4096
# The environment of a program, in a manifest of version 2.
MAX_ENVIRONMENT_VARIABLES = 512
MAX_ENVIRONMENT_NAME_BYTES = 1024
MAX_ENVIRONMENT_VALUE_BYTES = 64 << 10
# A release has five applications, with two approvals of some 440 bytes each.
MAX_APPROVAL_BYTES = 4 << 10
MAX_RELEASE_APPLICATIONS = 64
# 255 operators, of some 270 bytes each.
MAX_OPERATOR_FILE_BYTES = 128 << 10
MAX_RELEASE_NAME_CHARACTERS = 64
# The hash of each type covers the declarations of the types that it refers to, so that the cost grows with
# their number times the size of the payload.
MAX_TYPED_DATA_TYPES = 128
# A value may take only three bytes, and each string a hash: 1 MiB would take several seconds.
MAX_TYPED_DATA_VALUES = 20_000
MAX_RLP_DEPTH = 8
"""The levels of lists in a transaction of Ethereum."""
MAX_RLP_VALUES = 100_000

# An audit gives its processes chunks of an archive, and keeps a bounded number of waiting chunks in memory.
# It restarts processes only a few times, because a line that ends one process ends the next as well.
LINES_PER_CHUNK = 1000
BYTES_PER_CHUNK = 8 << 20
MAX_WAITING_CHUNKS = 8
MAX_NEW_POOLS = 3

# An attacker who has the file can try passphrases without limit.
MIN_PASSPHRASE_CHARACTERS = 12

# The longest text that is recognized when it is passed instead of a key or bundle.
MAX_MISPLACED_CHARACTERS = 8192
# The most that an error repeats of outside text: characters, or values of an enumeration.
MAX_SHOWN_NAME = 64
MAX_SHOWN_VALUES = 9
MAX_SHOWN_ID = 64
MAX_SHOWN_STATUS = 63
MAX_SHOWN_FIELD = 200
MAX_SHOWN_MESSAGE = 300

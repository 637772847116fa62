"""The RSA keys of the vectors, which are constants and not derived from the seed.

The usual key is from RFC 7515, appendix A.2. The other keys are too short, too long or public, or have the
same primes and another exponent.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import cbor2
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.base64url import decode_base64url
from sealwax.webauthn.cose import RS256

from .labels import Label

_P = (
    "4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH_5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw_Py5PJdTJNPY8cQn7"
    "ouZ2KKDcmnPGBY5t7yLc1QlQ5xHdwW1VhvKn-nXqhJTBgIPgtldC-KDV5z-y2XDwGUc"
)
_Q = (
    "uQPEfgmVtjL0Uyyx88GZFF1fOunH3-7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zFYHj7C6ul7TjeLQeZD_YwD66t62wD"
    "mpe_HlB-TnBA-njbglfIsRLtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdc"
)
_E = 65537


def _load() -> rsa.RSAPrivateKey:
    p, q = (int.from_bytes(decode_base64url(text, "prime"), "big") for text in (_P, _Q))
    d = rsa.rsa_recover_private_exponent(_E, p, q)
    return rsa.RSAPrivateNumbers(
        p=p,
        q=q,
        d=d,
        dmp1=rsa.rsa_crt_dmp1(d, p),
        dmq1=rsa.rsa_crt_dmq1(d, q),
        iqmp=rsa.rsa_crt_iqmp(p, q),
        public_numbers=rsa.RSAPublicNumbers(_E, p * q),
    ).private_key()


RSA_KEY = _load()
"""The key, of 2048 bits."""


def sign_rs256(message: bytes) -> bytes:
    """Sign with the key: PKCS #1 v1.5 with SHA-256, which is deterministic."""
    return RSA_KEY.sign(message, padding.PKCS1v15(), SHA256())


def sign_padded(padded: bytes) -> bytes:
    """Sign a padded message of 256 bytes with the key (RSASP1; RFC 8017, section 5.2.1)."""
    numbers = RSA_KEY.private_numbers()
    return _power(int.from_bytes(padded, "big"), numbers.d, numbers.p, numbers.q).to_bytes(256, "big")


def _power(base: int, exponent: int, p: int, q: int) -> int:
    """Raise a number to a power modulo p * q, from the powers modulo each (RFC 8017, section 5.1.2)."""
    of_p, of_q = (pow(base, exponent % (prime - 1), prime) for prime in (p, q))
    return of_q + q * ((of_p - of_q) * pow(q, -1, p) % p)


def pad_rs256(message: bytes) -> bytes:
    """Pad a message as RS256 does (EMSA-PKCS1-v1_5; RFC 8017, section 9.2)."""
    return _pad(_SHA256_DIGEST_INFO + hashlib.sha256(message).digest())


def _pad(info: bytes, *, start: bytes = b"\0\1", end: bytes = b"\0") -> bytes:
    return start + b"\xff" * (256 - len(start + end + info)) + end + info


def unusual_paddings(message: bytes) -> Iterator[tuple[str | Label, bytes]]:
    """Yield paddings for RS256 with one difference from PKCS #1 v1.5, each with a comment."""
    digest = hashlib.sha256(message).digest()
    info = _SHA256_DIGEST_INFO + digest
    # DigestInfo: a SEQUENCE of the AlgorithmIdentifier, with NULL as parameters, and the digest.
    identifier, octets = _SHA256_DIGEST_INFO[4:15], _SHA256_DIGEST_INFO[17:] + digest
    sha1 = bytes.fromhex("3021300906052b0e03021a05000414") + hashlib.sha1(message).digest()  # noqa: S324
    sha512 = bytes.fromhex("3051300d060960864801650304020305000440") + hashlib.sha512(message).digest()

    def sequence(content: bytes) -> bytes:
        return bytes([0x30, len(content)]) + content

    for count, number in ((8, "eight"), (20, "twenty")):
        label = Label(
            f"{number}-bytes-of-padding-and-zeros-after-the-hash",
            f"{number} bytes of padding, and zeros after the hash",
        )
        yield label, (b"\0\1" + b"\xff" * count + b"\0" + info).ljust(256, b"\0")
    yield "a-byte-after-the-hash", _pad(info + b"\0")
    yield "block-type-0", _pad(info, start=b"\0\0")
    yield "block-type-2", _pad(info, start=b"\0\2")
    yield "a-first-byte-that-is-not-zero", _pad(info, start=b"\1\1")
    yield "a-byte-of-the-padding-that-is-not-ff", _pad(info, start=b"\0\1\xff\xfe")
    middle = b"\0\1" + b"\xff" * 100 + b"\xfe"
    yield "a-byte-in-the-midst-of-the-padding-that-is-not-ff", _pad(info, start=middle)
    yield "the-last-byte-of-the-padding-that-is-not-ff", _pad(info, end=b"\xfe\0")
    yield "no-zero-after-the-padding", _pad(info, end=b"")
    yield Label("the-hash-alone-without-its-algorithm", "the hash alone, without its algorithm"), _pad(digest)
    yield "an-algorithm-without-parameters", _pad(sequence(sequence(identifier) + octets))
    parameters = b"\4\4evil"
    yield "an-algorithm-with-other-parameters", _pad(sequence(sequence(identifier + parameters) + octets))
    yield "the-length-of-the-DigestInfo-in-the-long-form", _pad(b"\x30\x81" + info[1:])
    yield Label("SHA-1-and-its-hash", "SHA-1 and its hash"), _pad(sha1)
    yield Label("SHA-512-and-its-hash", "SHA-512 and its hash"), _pad(sha512)


def encode_rs256_key(key: rsa.RSAPublicNumbers) -> bytes:
    """Encode a public key as an RS256 COSE key in CBOR (RFC 8230, section 4)."""
    n, e = (number.to_bytes((number.bit_length() + 7) // 8, "big") for number in (key.n, key.e))
    return cbor2.dumps({1: 3, 3: RS256, -1: n, -2: e})


@dataclass(frozen=True)
class UnusualRsaKey:
    """A key that libraries do not make, or should not accept."""

    p: int
    q: int
    e: int = _E

    @property
    def public(self) -> rsa.RSAPublicNumbers:
        """The public key."""
        return rsa.RSAPublicNumbers(self.e, self.p * self.q)

    def sign_rs256(self, message: bytes) -> bytes:
        """Sign by the formula (RFC 8017, sections 8.2.1 and 9.2)."""
        size = (self.public.n.bit_length() + 7) // 8
        digest = b"\0" + _SHA256_DIGEST_INFO + hashlib.sha256(message).digest()
        padded = b"\0\1" + digest.rjust(size - 2, b"\xff")
        exponent = pow(self.e, -1, (self.p - 1) * (self.q - 1))
        return _power(int.from_bytes(padded, "big"), exponent, self.p, self.q).to_bytes(size, "big")


# RFC 8017, section 9.2, note 1.
_SHA256_DIGEST_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


SHORT_KEY = UnusualRsaKey(
    int(
        "da82a66df82e1074f44f61f4442d68531cf4cbbea2da43dabf55f06d075cff58"
        "869ce14619836e4180714f8afe3b1f42d2624685a9a935aa22d7ccfa05dce1f9",
        16,
    ),
    int(
        "c12276d07424cfc767b19ab1169e8f4bb63a266bb4bf9e49098cf381512f2931"
        "72c191c2970b98925bbe235d9de110eb66827c6739595bf4bb64369a288620fb",
        16,
    ),
)
"""A key of 1024 bits."""

LONG_KEY = UnusualRsaKey(2**4253 - 1, 2**4423 - 1)
"""A key of 8676 bits, from two Mersenne primes."""

_PRIMES = RSA_KEY.private_numbers().p, RSA_KEY.private_numbers().q

CUBE_KEY = UnusualRsaKey(*_PRIMES, e=3)
"""A key with the smallest exponent, 3."""

LONGEST_EXPONENT_KEY = UnusualRsaKey(*_PRIMES, e=2**31 - 1)
"""A key whose exponent has 31 bits."""

LONG_EXPONENT_KEY = UnusualRsaKey(*_PRIMES, e=2**32 - 5)
"""A key whose exponent has 32 bits."""

FORGERS_KEY = UnusualRsaKey(*_PRIMES, e=1)
"""A key with the exponent 1, under which the padded hash is its own signature."""

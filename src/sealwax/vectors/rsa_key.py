"""The only RSA key of the vectors, from RFC 7515, appendix A.2, as no RSA key derives from a seed."""

import cbor2
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.base64url import decode_base64url
from sealwax.webauthn.cose import RS256

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


def encode_rs256_key(key: rsa.RSAPrivateKey) -> bytes:
    """Encode a public key as an RS256 COSE key in CBOR (RFC 8230, section 4)."""
    numbers = key.public_key().public_numbers()
    return cbor2.dumps({1: 3, 3: RS256, -1: numbers.n.to_bytes(256, "big"), -2: numbers.e.to_bytes(3, "big")})

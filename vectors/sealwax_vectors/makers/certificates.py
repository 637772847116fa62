"""Certificates that no library issues: a valid certificate with replaced parts, signed again."""

from collections.abc import Iterator
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, HashAlgorithm

from .labels import Label

# RFC 5758, section 3.2: each algorithm with its hash, and the other algorithm with its hash.
_ECDSA_WITH_SHA256 = bytes.fromhex("300a06082a8648ce3d040302")
_ECDSA_WITH_SHA384 = bytes.fromhex("300a06082a8648ce3d040303")
_ALGORITHMS: dict[bytes, tuple[SHA256 | SHA384, bytes, SHA256 | SHA384]] = {
    _ECDSA_WITH_SHA256: (SHA256(), _ECDSA_WITH_SHA384, SHA384()),
    _ECDSA_WITH_SHA384: (SHA384(), _ECDSA_WITH_SHA256, SHA256()),
}
_BASIC_CONSTRAINTS = bytes.fromhex("0603551d13")
_ALGORITHM, _VALIDITY, _EXTENSIONS = 2, 4, 7


class OddCertificate(NamedTuple):
    """A certificate with one defect, and a comment on it."""

    label: str | Label
    certificate: bytes


def element(tag: int, content: bytes) -> bytes:
    """Encode a DER element of less than 64 KiB."""
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    size = (length.bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + length.to_bytes(size, "big") + content


def elements(content: bytes) -> list[bytes]:
    """Split the content of a DER SEQUENCE into its elements."""
    found = []
    while content:
        length, start = content[1], 2
        if length & 0x80:
            start += length & 0x7F
            length = int.from_bytes(content[2:start], "big")
        found.append(content[: start + length])
        content = content[start + length :]
    return found


def content_of(encoded: bytes) -> bytes:
    """Return the content of a DER element."""
    return encoded[2 + (encoded[1] & 0x7F if encoded[1] & 0x80 else 0) :]


def signed_over(
    certificate: bytes, issuer_key: ec.EllipticCurvePrivateKey, oid: str, algorithm: HashAlgorithm
) -> bytes:
    """Sign a certificate again, by ECDSA over another hash; ``oid`` is its identifier in hex."""
    parts = elements(content_of(x509.load_der_x509_certificate(certificate).tbs_certificate_bytes))
    parts[_ALGORITHM] = element(0x30, element(6, bytes.fromhex(oid)))
    tbs = element(0x30, b"".join(parts))
    signature = issuer_key.sign(tbs, ec.ECDSA(algorithm, deterministic_signing=True))
    return element(0x30, tbs + parts[_ALGORITHM] + element(3, b"\0" + signature))


def odd_certificates(certificate: bytes, issuer_key: ec.EllipticCurvePrivateKey) -> Iterator[OddCertificate]:
    """Yield certificates with one defect each, signed again by their issuer.

    Args:
        certificate: A certificate of version 3 with a critical extension of basic constraints, whose
            signature is by ECDSA over SHA-256 or SHA-384.
        issuer_key: The key of its issuer.
    """
    label: str | Label
    parsed = x509.load_der_x509_certificate(certificate)
    parts = elements(content_of(parsed.tbs_certificate_bytes))
    own = parts[_ALGORITHM]
    own_hash, other, other_hash = _ALGORITHMS[own]

    def signed(changed: dict[int, bytes], outer: bytes = own, by: SHA256 | SHA384 = own_hash) -> bytes:
        tbs = element(0x30, b"".join(changed.get(place, part) for place, part in enumerate(parts)))
        signature = issuer_key.sign(tbs, ec.ECDSA(by, deterministic_signing=True))
        return element(0x30, tbs + outer + element(3, b"\0" + signature))

    yield OddCertificate("an-inner-signature-algorithm-that-is-not-the-outer", signed({_ALGORITHM: other}))
    label = Label(
        "an-outer-signature-algorithm-that-is-not-the-inner-and-a-signature-by-it",
        "an outer signature algorithm that is not the inner, and a signature by it",
    )
    yield OddCertificate(label, signed({}, other, other_hash))
    extensions = elements(content_of(content_of(parts[_EXTENSIONS])))
    place = next(place for place, extension in enumerate(extensions) if _BASIC_CONSTRAINTS in extension)
    constraints = extensions[place]

    def with_extensions(*changed: bytes) -> bytes:
        rest = extensions[:place] + extensions[place + 1 :]
        return signed({_EXTENSIONS: element(0xA3, element(0x30, b"".join([*rest, *changed])))})

    yield OddCertificate(
        "an-extension-outside-their-list", signed({_EXTENSIONS: parts[_EXTENSIONS] + constraints})
    )
    name, critical, value = elements(content_of(constraints))
    yield OddCertificate("basic-constraints-twice", with_extensions(constraints, constraints))
    label = Label(
        "a-critical-flag-of-01-which-is-true-in-BER-alone",
        "a critical flag of 01, which is true in BER alone",
    )
    yield OddCertificate(label, with_extensions(element(0x30, name + b"\1\1\1" + value)))
    label = Label(
        "a-critical-flag-that-is-false-and-not-left-out", "a critical flag that is false, and not left out"
    )
    yield OddCertificate(label, with_extensions(element(0x30, name + b"\1\1\0" + value)))
    label = Label(
        "basic-constraints-with-cA-false-and-not-left-out",
        "basic constraints with cA false, and not left out",
    )
    explicit = element(4, element(0x30, b"\1\1\0"))
    yield OddCertificate(label, with_extensions(element(0x30, name + critical + explicit)))
    first, last = elements(content_of(parts[_VALIDITY]))
    for label, text in (
        ("a-month-of-13", b"201301000000Z"),
        ("a-day-of-32", b"200132000000Z"),
        ("the-30th-of-February", b"200230000000Z"),
        ("an-hour-of-24", b"200101240000Z"),
        ("no-seconds", b"2001010000Z"),
        ("an-offset", b"200101000000+0000"),
        ("no-zone", b"200101000000"),
        ("a-letter", b"20010100000oZ"),
        ("a-space-in-front", b" 200101000000Z"),
    ):
        validity = element(0x30, element(0x17, text) + last)
        yield OddCertificate(f"a-time-with-{label}", signed({_VALIDITY: validity}))
    yield OddCertificate("one-time-alone", signed({_VALIDITY: element(0x30, first)}))

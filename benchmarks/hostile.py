"""Input made to cost time, beside SHA-256 of the same bytes: each is a result or an error soon enough."""

import hashlib
import math
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from functools import cache, partial
from typing import Any

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    RegistrationCredential,
    SealwaxError,
    verify_attestation,
)
from sealwax._codec.strict_cbor import decode_cbor
from sealwax._codec.strict_json import decode_json
from sealwax._limits import MAX_INPUT_BYTES
from sealwax.bundles.signed_envelope import Payload
from sealwax.operations import CreateUserTag, ListPrivateKeys, SetIpAllowlist
from sealwax.testing import SoftwareAuthenticator
from sealwax.testing.certificates import distinguished_name, issue

from .groups import Group
from .stamps import PRIVATE_KEY

CBOR_AT_ITS_LIMIT = "decode CBOR, 1 MiB with 1024 items"
CBOR_PAST_ITS_LIMIT = "refuse CBOR, 1 MiB of items"
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
LARGE_ISSUERS = "refuse attestation, five RSA-16384 issuers"


MIB = 1 << 20

_TIME = '{"seconds":"1","nanos":"2"}'
_RECORD = (
    '{"privateKeyId":"a","publicKey":"b","privateKeyName":"c","curve":"CURVE_P256","addresses":[%s],'
    f'"createdAt":{_TIME},"updatedAt":{_TIME},"privateKeyTags":[],"exported":false,"imported":false}}'
)
_ADDRESS = '{"format":"ADDRESS_FORMAT_ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7"}'


def groups() -> Iterator[Group]:
    """The inputs that cost most to read for their size: documents, answers, requests, and registrations."""
    yield from linear_groups()
    yield from _registrations()


@cache
def linear_groups() -> tuple[Group, ...]:
    """Documents of 1 MiB, answers of 1 and 4, and requests: their cost grows with their size, no faster."""
    return (*_documents(), *_answers_and_requests())


def _documents() -> Iterator[Group]:
    unknown = '{"organizationId":"o", "x":['
    for name, item in {
        "arrays, as many as allowed": f'[],"{"x" * 26}"',
        "objects, as many as allowed": '{"a":1},"xxxxxxxxxxxxxxxxxxxxx"',
        "numbers": "1.5e5",
        "strings": r'"\""',
    }.items():
        yield _read(f"read 1 MiB of {name}", filled(unknown, item, "]}", MIB), _read_payload)
    for name, item in {"arrays": "[]", "nesting": "[" * 60 + "]" * 60}.items():
        document = filled(unknown, item, "]}", MIB)
        yield _beside_hash(f"refuse 1 MiB of {name}", document, _refused(partial(_read_payload, document)))
    names = ",".join(f'"{number:x}":1' for number in range(MIB // 10))
    yield _read("read 1 MiB of names", f"{{ {names}}}".encode(), _read_payload)


def _answers_and_requests() -> Iterator[Group]:
    stamper = ApiKeyStamper(ApiKey.from_private_key(PRIVATE_KEY))
    read_answer = ListPrivateKeys().seal(stamper, organization_id="o").read
    before, after = _RECORD.split("%s")
    for size in (1, 4):
        yield _read(f"read answer of {size} MiB", answer_with_keys(size * MIB), read_answer)
        address = f'{{"address":"{"1" * 17}"}}'
        addresses = filled(f'{{"privateKeys":[{before}', address, f"{after}]}}", size * MIB)
        yield _read(f"read answer of {size} MiB of addresses", addresses, read_answer)
    ids = ["a"] * (MIB // 4)
    yield _sealed(
        "seal 1 MiB of ids",
        lambda: CreateUserTag(user_tag_name="t", user_ids=ids).seal(stamper, organization_id="o").body,
    )
    blocks = (f"10.0.{number // 256}.{number % 256}/32" for number in range(5000))
    rules = [{"cidr": block, "label": "x" * 180} for block in blocks]
    yield _sealed(
        "seal 5000 rules of addresses",
        lambda: SetIpAllowlist.from_params({"rules": rules}).seal(stamper, organization_id="o").body,
    )


def _read_payload(document: bytes) -> Payload:
    return decode_json(document, Payload, "it")


def answer_with_keys(size: int) -> bytes:
    """An answer with as many private keys as fit."""
    return filled('{"privateKeys":[', _RECORD % _ADDRESS, "]}", size)


def filled(before: str, item: str, after: str, size: int) -> bytes:
    """As many items as fit between two texts."""
    count = (size - len(before) - len(after) + 1) // (len(item) + 1)
    return f"{before}{','.join([item] * count)}{after}".encode()


def _sealed(name: str, seal: Callable[[], bytes]) -> Group:
    return _beside_hash(name, seal(), seal)


def _read(name: str, document: bytes, read: Callable[[bytes], object]) -> Group:
    return _beside_hash(name, document, partial(read, document))


def _registrations() -> Iterator[Group]:
    """Registrations whose CBOR or certificates are as costly as they can be made."""
    at_limit = cbor2.dumps([{}] * 1022 + [bytes(MAX_INPUT_BYTES)])
    yield _beside_hash(CBOR_AT_ITS_LIMIT, at_limit, lambda: decode_cbor(at_limit, "it"))
    past_limit = b"\x9a" + MAX_INPUT_BYTES.to_bytes(4, "big") + b"\xa0" * MAX_INPUT_BYTES
    yield _beside_hash(CBOR_PAST_ITS_LIMIT, past_limit, _refused(lambda: decode_cbor(past_limit, "it")))
    yield _large_issuers()


def _beside_hash(name: str, content: bytes, ours: Callable[[], object]) -> Group:
    return Group(name, bare=lambda: hashlib.sha256(content).digest(), ours=ours)


def _refused(call: Callable[[], object]) -> Callable[[], SealwaxError]:
    def refuse() -> SealwaxError:
        try:
            call()
        except SealwaxError as error:
            return error
        raise AssertionError("it was accepted")

    refuse()
    return refuse


class _LargeKey:
    """An RSA key of 16384 bits with 32 prime factors: who attacks has no use for better ones."""

    def __init__(self) -> None:
        made = [rsa.generate_private_key(65537, 1024).private_numbers() for _ in range(16)]
        self._primes = [prime for numbers in made for prime in (numbers.p, numbers.q)]
        self._modulus = math.prod(self._primes)
        self.public_key = rsa.RSAPublicNumbers(65537, self._modulus).public_key()

    def sign(self, message: bytes) -> bytes:
        """Sign by PKCS #1 v1.5 with SHA-256, one factor after the other."""
        size = (self.public_key.key_size + 7) // 8
        digest_info = (
            bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(message).digest()
        )
        padded = int.from_bytes(
            (b"\0\1".ljust(size - len(digest_info) - 1, b"\xff") + b"\0" + digest_info), "big"
        )
        signature, product = 0, 1
        for prime in self._primes:
            root = pow(padded, pow(65537, -1, prime - 1), prime)
            signature += product * ((root - signature) * pow(product, -1, prime) % prime)
            product *= prime
        return signature.to_bytes(size, "big")


def _large_issuers() -> Group:
    passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com", seed=bytes(32))
    bare = passkey.create(b"challenge")
    fields = cbor2.loads(bare.attestation_object)
    signed = fields["authData"] + hashlib.sha256(bare.client_data_json).digest()
    leaf_key, issuer_key = ec.derive_private_key(5, ec.SECP256R1()), _LargeKey()
    # Of one name and one key: each may have issued each other, so that there are many paths to try.
    issuer = distinguished_name("Issuer", "Authority")
    chain = [_issue(distinguished_name("Authenticator"), leaf_key.public_key(), issuer, issuer_key, 0)]
    chain += [_issue(issuer, issuer_key.public_key, issuer, issuer_key, number) for number in range(1, 6)]
    statement = {"alg": -7, "sig": leaf_key.sign(signed, ec.ECDSA(SHA256())), "x5c": chain}
    content = cbor2.dumps({**fields, "fmt": "packed", "attStmt": statement})
    credential = RegistrationCredential(bare.raw_id, bare.client_data_json, content)
    anchor = issue(issuer, leaf_key.public_key(), issuer=issuer, issuer_key=leaf_key, ca=True, **_VALID)
    refused = _refused(
        lambda: verify_attestation(
            credential,
            expected_challenge=b"challenge",
            expected_origin="https://example.com",
            expected_rp_id="example.com",
            trust_anchors=[anchor],
            now=NOW,
        )
    )
    return _beside_hash(LARGE_ISSUERS, content, refused)


def _issue(
    subject: x509.Name,
    key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey,
    issuer: x509.Name,
    issuer_key: _LargeKey,
    serial_number: int,
) -> bytes:
    """Issue a certificate by the large key: an authority's, but for the first."""
    builder = x509.CertificateBuilder(issuer, subject, key, serial_number + 1, NOW, NOW)
    builder = builder.add_extension(
        x509.BasicConstraints(ca=serial_number > 0, path_length=None), critical=True
    )
    # The stand-in has the algorithm of the signature that takes the place of its own.
    tbs = builder.sign(_STAND_IN, SHA256()).tbs_certificate_bytes
    signature = b"\0" + issuer_key.sign(tbs)
    sha256_with_rsa = bytes.fromhex("300d06092a864886f70d01010b0500")
    bit_string = b"\x03\x82" + len(signature).to_bytes(2, "big") + signature
    content = tbs + sha256_with_rsa + bit_string
    return b"\x30\x82" + len(content).to_bytes(2, "big") + content


_STAND_IN = rsa.generate_private_key(65537, 2048)
_VALID: dict[str, Any] = {"not_before": NOW, "not_after": NOW}

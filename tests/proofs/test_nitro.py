import warnings
from datetime import datetime, timedelta, timezone
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    ContextMismatch,
    Expired,
    MalformedInput,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
)
from sealwax._codec.clock import LAST_MILLISECOND
from sealwax._limits import MAX_ATTESTATION_DOCUMENT_BYTES, MAX_CHAIN_CERTIFICATES
from sealwax.proofs.nitro import QosDocument, open_qos_document
from sealwax.testing import AttestedEnclave
from sealwax.testing.nitro import ES384_HEADER, open_map
from tests.conftest import NOT_TEXT, SEED, near_misses

BOOTED_AT = datetime(2026, 1, 1, tzinfo=timezone.utc)
ENCLAVE = AttestedEnclave(SEED, booted_at=BOOTED_AT)
HASH = ENCLAVE.hash(ENCLAVE.manifest())
DOCUMENT = ENCLAVE.document(HASH)
PCRS = dict.fromkeys(range(4), b"x" * 48)


def verify(document: bytes = DOCUMENT, root: str = ENCLAVE.root_sha256) -> QosDocument:
    return open_qos_document(document, roots=[root])


def changed(**changes: Any) -> bytes:
    return ENCLAVE.document(HASH, **changes)


def test_what_it_says() -> None:
    document = verify()
    assert (document.timestamp, document.user_data) == (BOOTED_AT, HASH)
    assert (document.public_key, document.root) == (ENCLAVE.ephemeral.public, ENCLAVE.root)
    assert document.pcrs == ENCLAVE.pcrs(HASH)


@pytest.mark.parametrize("near", near_misses(ENCLAVE.root_sha256))
def test_the_root_is_compared_whole(near: str) -> None:
    with pytest.raises(UntrustedSigner, match="does not have a pinned root"):
        verify(root=near)


@pytest.mark.parametrize("seconds", [-5, 3 * 3600])
def test_its_own_time_counts_and_no_other(seconds: int) -> None:
    # Years ago for this machine's clock, or for its successor's.
    moment = int((BOOTED_AT + timedelta(seconds=seconds)).timestamp()) * 1000
    with pytest.raises(Expired, match="not valid at the time that the attestation document states"):
        verify(changed(timestamp=moment))
    inside = moment + 1000 if seconds < 0 else moment - 1000
    assert verify(changed(timestamp=inside)).timestamp != BOOTED_AT


def test_the_messages_say_what_is_wrong() -> None:
    authority = ENCLAVE.authority
    payload = open_map(ENCLAVE.payload(HASH).items())
    for document, kind, message in (
        (b"\x80", MalformedInput, "must be a COSE_Sign1"),
        (
            authority.sign(payload, protected=b"\xa1\x01\x26"),
            Unsupported,
            "must have the algorithm ES384",
        ),
        (
            authority.sign(payload, protected=bytes.fromhex("a101f9d060")),  # -35.0
            Unsupported,
            "must have the algorithm ES384",
        ),
        (changed(digest="SHA512"), Unsupported, "digest of the attestation document must be SHA384"),
        (changed(nonce=b""), MalformedInput, "nonce of the attestation document must be null"),
        (changed(cabundle=[]), MalformedInput, "must hold 1 to 5 certificates"),
        (authority.sign(payload, key=authority.key(0)), BadSignature, "does not verify"),
        (changed(pcrs={0: b"x"}), MalformedInput, "must be 48 bytes each"),
        (changed(pcrs={0: b"x" * 48}), MalformedInput, "must have PCR0 to PCR3"),
        (changed(pcrs={**PCRS, 4: b"x" * 49}), MalformedInput, "must be 48 bytes each"),
        (changed(pcrs={**PCRS, 32: b"x" * 48}), MalformedInput, "with indices below 32"),
        (changed(pcrs={**PCRS, -1: b"x" * 48}), MalformedInput, "with indices below 32"),
        (changed(pcrs={**PCRS, 4: "x" * 48}), MalformedInput, "must be 48 bytes each"),
        (changed(pcrs={**PCRS, 4: [0] * 48}), MalformedInput, "must be 48 bytes each"),
        (changed(timestamp=True), MalformedInput, "timestamp of the attestation document has the wrong type"),
        (changed(timestamp=0), MalformedInput, "must be a time in milliseconds"),
        (changed(timestamp=1), Expired, "not valid at the time"),
        (changed(timestamp=LAST_MILLISECOND), Expired, "not valid at the time"),
        (changed(timestamp=LAST_MILLISECOND + 1), MalformedInput, "must be a time in milliseconds"),
        (changed(user_data=HASH + b"x"), MalformedInput, "user_data of the attestation document must be 32"),
        (changed(user_data=HASH[:-1]), MalformedInput, "user_data of the attestation document must be 32"),
        (changed(user_data=bytes(1025)), MalformedInput, "must have at most 1024 bytes"),
        (changed(user_data=bytes(1024)), MalformedInput, "must be 32 bytes long"),
        (changed(pcrs=dict.fromkeys(range(16), bytes(48))), ContextMismatch, "in debug mode"),
        (
            bytes(MAX_ATTESTATION_DOCUMENT_BYTES + 1),
            MalformedInput,
            f"larger than {MAX_ATTESTATION_DOCUMENT_BYTES} bytes",
        ),
        (bytes(MAX_ATTESTATION_DOCUMENT_BYTES), MalformedInput, "bytes after its end"),
    ):
        with pytest.raises(kind, match=message):
            verify(document)


@pytest.mark.parametrize(
    "bundle",
    [
        [ENCLAVE.root] * MAX_CHAIN_CERTIFICATES,
        *([ENCLAVE.root, other] for other in NOT_TEXT),
        *([other, ENCLAVE.root] for other in NOT_TEXT),
        ["x"],
    ],
)
def test_a_bundle_is_of_few_certificates(bundle: list[object]) -> None:
    with pytest.raises(MalformedInput, match="cabundle of the attestation document must hold 1 to"):
        verify(changed(cabundle=bundle))


@pytest.mark.parametrize(
    "order",
    [(0, 0, 1, 2, 3), (0, 1, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (0, 1, 3), (0, 2, 3), (0,), (0, 3)],
)
def test_each_certificate_issued_the_one_before(order: tuple[int, ...]) -> None:
    """A path through some of the certificates, or through all in another order, is not enough."""
    bundle = ENCLAVE.payload(HASH)["cabundle"]
    with pytest.raises(BadSignature, match="do not form a valid chain from its root to its signature"):
        verify(changed(cabundle=[bundle[index] for index in order]))


def test_no_certificate_is_of_another_root() -> None:
    root, *bundle = ENCLAVE.payload(HASH)["cabundle"]
    other = AttestedEnclave(bytes(32), booted_at=BOOTED_AT).payload(HASH)["cabundle"]
    for mixed in ([other[1], *bundle], [*bundle, other[-1]], other[1:], [*other[1:-1], bundle[-1]]):
        with pytest.raises(BadSignature, match="do not form a valid chain from its root to its signature"):
            verify(changed(cabundle=[root, *mixed]))


def test_the_longest_bundle_is_looked_at() -> None:
    with pytest.raises(BadSignature, match="do not form a valid chain"):
        verify(changed(cabundle=[ENCLAVE.root] * (MAX_CHAIN_CERTIFICATES - 1)))


@pytest.mark.parametrize(
    ("protected", "unprotected"),
    [
        (ES384_HEADER, {"kid": b"k"}),
        (ES384_HEADER, {"": None}),
        (cbor2.dumps({1: -35, 4: b"k"}), {}),
        (cbor2.dumps({}), {}),
        (cbor2.dumps({2: -35}), {}),
        (cbor2.dumps({1: "-35"}), {}),
        (cbor2.dumps([1, -35]), {}),
    ],
)
def test_the_algorithm_is_the_only_header(protected: bytes, unprotected: dict[object, object]) -> None:
    payload = open_map(ENCLAVE.payload(HASH).items())
    document = ENCLAVE.authority.sign(payload, protected=protected, unprotected=unprotected)
    with pytest.raises(Unsupported, match="ES384 as its only protected header, and no unprotected ones"):
        verify(document)


@pytest.mark.parametrize("other", [[], ["module_id"], "module_id", b"", 5, None, True, {}])
def test_the_payload_is_a_map_of_members(other: object) -> None:
    with pytest.raises(MalformedInput, match=r"must have the members module_id, digest, .*, and no others"):
        verify(ENCLAVE.authority.sign(cbor2.dumps(other)))


@pytest.mark.parametrize("name", ENCLAVE.payload(HASH))
def test_each_member_is_there(name: str) -> None:
    payload = {each: value for each, value in ENCLAVE.payload(HASH).items() if each != name}
    message = "must have (the|exactly the) members module_id, digest,"
    with pytest.raises(MalformedInput, match=message):
        verify(ENCLAVE.authority.sign(open_map(payload.items())))


@pytest.mark.parametrize("name", ENCLAVE.payload(HASH))
def test_each_member_has_its_type(name: str) -> None:
    given = ENCLAVE.payload(HASH)[name]
    may_be_absent = name in {"public_key", "user_data", "nonce"}
    others: tuple[object, ...] = (5, 1.5, True, "x", b"x", [], {}, None)
    for other in others:
        if type(other) is type(given) or (may_be_absent and isinstance(other, bytes | None)):
            continue
        with pytest.raises(MalformedInput, match=f"{name} of the attestation document has the wrong type"):
            verify(changed(**{name: other}))


@pytest.mark.parametrize(
    "change", [{"ca": True}, {"ca": None}, {"key_cert_sign": None}, {"digital_signature": False}]
)
def test_the_last_certificate_may_sign_documents_alone(change: dict[str, Any]) -> None:
    leaf = ENCLAVE.authority.certificate(4, **change)
    with pytest.raises(BadSignature, match="do not form a valid chain"):
        verify(changed(certificate=leaf))


@pytest.mark.parametrize(
    "change",
    [
        {"ca": False, "path_length": None},
        {"key_cert_sign": False},
        {"path_length": 0},
        {"unknown_critical": True},
        {"issuer_key": ENCLAVE.authority.key(3)},
    ],
)
def test_an_authority_may_issue_certificates(change: dict[str, Any]) -> None:
    """The names are in order, and the certificate below has its signature."""
    bundle = ENCLAVE.payload(HASH)["cabundle"]
    bundle[2] = ENCLAVE.authority.certificate(2, **change)
    with pytest.raises(BadSignature, match="do not form a valid chain from its root to its signature"):
        verify(changed(cabundle=bundle))


@pytest.mark.parametrize("level", [2, 4])
@pytest.mark.parametrize(
    "change",
    [
        {"key": ed25519.Ed25519PrivateKey.from_private_bytes(SEED).public_key()},
        {"key": ec.derive_private_key(5, ec.SECP256R1()).public_key()},
        {"algorithm": SHA256()},
    ],
)
def test_each_certificate_uses_one_curve_and_hash(level: int, change: dict[str, Any]) -> None:
    chain = ENCLAVE.authority.chain()
    chain[level] = ENCLAVE.authority.certificate(level, **change)
    *bundle, leaf = chain
    with pytest.raises(Unsupported, match=r"the certificates of .* must use P-384 and SHA-384"):
        verify(changed(certificate=leaf, cabundle=bundle))


def test_an_unusual_signature_algorithm_is_unsupported() -> None:
    # ecdsa-with-SHA384, with another last arc: x509 knows no hash of that name.
    *bundle, leaf = ENCLAVE.authority.chain()
    algorithm = bytes.fromhex("06082a8648ce3d040303")
    odd = leaf.replace(algorithm, algorithm[:-1] + b"\x7f")
    with pytest.raises(Unsupported, match="must use P-384 and SHA-384"):
        verify(changed(certificate=odd, cabundle=bundle))


def test_warnings_as_errors_change_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        verify()


@given(st.integers(0, len(DOCUMENT) - 1))
def test_no_part_of_it_is_enough(length: int) -> None:
    with pytest.raises(SealwaxError):
        verify(DOCUMENT[:length])


odd = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.binary(max_size=60) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.integers(-2, 40) | st.text(), inner, max_size=3)
    ),
    max_leaves=6,
)

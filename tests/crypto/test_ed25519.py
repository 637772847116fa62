import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519

from sealwax import BadSignature, MalformedInput
from sealwax._crypto.ed25519 import check_ed25519_key, verify_ed25519

MESSAGE = b"message"
PRIME, GROUP_ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
SEED = b"\5" * 32
KEY = ed25519.Ed25519PrivateKey.from_private_bytes(SEED)
# RFC 8032, section 5.1.5.
SCALAR = int.from_bytes(hashlib.sha512(SEED).digest()[:32], "little") & (1 << 254) - 8 | 1 << 254
Point = tuple[int, int]


def add(first: Point, second: Point) -> Point:
    (x1, y1), (x2, y2) = first, second
    product = D * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + product, -1, PRIME) % PRIME,
        (y1 * y2 + x1 * x2) * pow(1 - product, -1, PRIME) % PRIME,
    )


def encode(point: Point) -> bytes:
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(encoded: bytes) -> Point:
    number = int.from_bytes(encoded, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return (x if x & 1 == sign else -x % PRIME), y


def small_order_points() -> list[Point]:
    """The multiples of a point of order 8."""
    generator = decode(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"))
    points = [(0, 1)]
    while len(points) < 8:
        points.append(add(points[-1], generator))
    assert add(points[-1], generator) == (0, 1)
    return points


SMALL_ORDER = small_order_points()


def changed(point: bytes, position: int, value: int) -> bytes:
    return point[:position] + bytes([value]) + point[position + 1 :]


def test_ed25519_signatures() -> None:
    public_key, signature = KEY.public_key().public_bytes_raw(), KEY.sign(MESSAGE)
    verify_ed25519(public_key, signature, MESSAGE, "it")
    with pytest.raises(BadSignature, match="the signature of the thing"):
        verify_ed25519(public_key, signature, MESSAGE + b" ", "the thing")
    with pytest.raises(BadSignature):
        verify_ed25519(public_key, changed(signature, 0, signature[0] ^ 1), MESSAGE, "it")
    with pytest.raises(BadSignature):
        verify_ed25519(b"\xff" * 32, signature, MESSAGE, "it")  # bytes that are no point
    with pytest.raises(MalformedInput, match="63 bytes long"):
        verify_ed25519(public_key, signature[:-1], MESSAGE, "it")
    # s + L is the same number modulo L; RFC 8032 refuses that second spelling.
    again = int.from_bytes(signature[32:], "little") + GROUP_ORDER
    with pytest.raises(BadSignature):
        verify_ed25519(public_key, signature[:32] + again.to_bytes(32, "little"), MESSAGE, "it")


@pytest.mark.parametrize("r", SMALL_ORDER)
def test_a_signature_of_its_holder_whose_r_is_of_small_order_is_refused(r: Point) -> None:
    # The holder adds a point T of order 8 to the key: then sB = R + k(A + T) for s = ka and R = -kT.
    public_key = encode(add(decode(KEY.public_key().public_bytes_raw()), SMALL_ORDER[1]))
    for number in range(200):
        message = b"%d" % number
        k = int.from_bytes(hashlib.sha512(encode(r) + public_key + message).digest(), "little") % GROUP_ORDER
        if SMALL_ORDER[-k % 8] == r:
            break
    else:
        pytest.fail("no message has such a signature")
    signature = encode(r) + (k * SCALAR % GROUP_ORDER).to_bytes(32, "little")
    # OpenSSL accepts it.
    ed25519.Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    with pytest.raises(BadSignature, match="the signature of the thing"):
        verify_ed25519(public_key, signature, message, "the thing")


def test_an_r_that_is_not_canonical_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    public_key, signature = KEY.public_key().public_bytes_raw(), KEY.sign(MESSAGE)
    # A verifier that compares points accepts these encodings, and not only OpenSSL's comparison of bytes.
    monkeypatch.setattr(
        ed25519.Ed25519PublicKey, "from_public_bytes", lambda _: type("Lenient", (), {"verify": print})
    )
    verify_ed25519(public_key, signature, MESSAGE, "it")
    for y in range(19):
        for sign in (0, 1):
            r = (PRIME + y | sign << 255).to_bytes(32, "little")
            with pytest.raises(BadSignature):
                verify_ed25519(public_key, r + signature[32:], MESSAGE, "it")


def test_a_key_with_a_component_of_small_order_is_its_holders_choice() -> None:
    public_key = encode(add(decode(KEY.public_key().public_bytes_raw()), SMALL_ORDER[1]))
    check_ed25519_key(public_key, "it")
    for point in SMALL_ORDER:
        with pytest.raises(MalformedInput, match="small order"):
            check_ed25519_key(encode(point), "it")

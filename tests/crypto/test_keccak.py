import pytest

from sealwax._crypto.keccak import keccak256

pytest.importorskip("Crypto", reason="the extra ethereum is not installed")


@pytest.mark.parametrize("parts", [(), (b"",), (b"", b"")])
def test_it_is_not_sha3(parts: tuple[bytes, ...]) -> None:
    # The code hash of an account without code, in Ethereum's Yellow Paper.
    empty = "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
    assert keccak256(*parts).hex() == empty


def test_parts_are_hashed_as_one() -> None:
    assert keccak256(b"ab", b"", b"c") == keccak256(b"abc")

"""The tests of ``tests/activities/test_authorizations.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax._crypto.keccak import keccak256
from tests.activities.test_authorizations import digest


@given(st.integers(1, 2**256 - 1), st.integers(0, 2**64 - 1), st.binary(min_size=20, max_size=20))
def test_the_preimage_is_rlp(chain_id: int, nonce: int, address: bytes) -> None:
    def item(data: bytes) -> bytes:
        return data if len(data) == 1 and data[0] < 128 else bytes([128 + len(data)]) + data

    def number(value: int) -> bytes:
        return bytes.fromhex(f"{value:x}".rjust(len(f"{value:x}") + 1 & ~1, "0")) if value else b""

    items = item(number(chain_id)) + item(address) + item(number(nonce))
    head = bytes([192 + len(items)]) if len(items) < 56 else bytes([248, len(items)])
    document = {"address": f"0x{address.hex()}", "chainId": str(chain_id), "nonce": str(nonce)}
    assert digest(document) == keccak256(b"\5", head, items).hex()

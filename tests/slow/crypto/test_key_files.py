"""The tests of ``tests/crypto/test_key_files.py`` that take long."""

import pickle
import tracemalloc

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from hypothesis import given
from hypothesis import strategies as st

from sealwax._crypto.curves import ANY_API_CURVE
from sealwax._crypto.key_files import (
    FoundKey,
    read_foreign_key,
    write_foreign_key,
)
from sealwax.errors import (
    MalformedInput,
    SealwaxError,
    Unsupported,
)
from tests.crypto.test_key_files import SCALAR, pem


class TestWork:
    """A key file decides how long its password takes: what would take minutes is refused."""

    def test_a_large_file_takes_little_memory(self) -> None:
        content = pem("PRIVATE KEY", bytes(1 << 20))
        tracemalloc.start()
        try:
            with pytest.raises(MalformedInput, match="does not parse"):
                read_foreign_key(content)
            assert tracemalloc.get_traced_memory()[1] < 16 * len(content)
        finally:
            tracemalloc.stop()


class TestOtherFiles:
    def test_other_kinds_of_keys(self) -> None:
        others = (ec.generate_private_key(ec.SECP384R1()), rsa.generate_private_key(65537, 2048))
        for other in others:
            for form in (PrivateFormat.PKCS8, PrivateFormat.OpenSSH):
                content = other.private_bytes(Encoding.PEM, form, NoEncryption())
                with pytest.raises(Unsupported, match=f"must be on {ANY_API_CURVE}"):
                    read_foreign_key(content)

    @given(st.data())
    def test_a_key_with_a_byte_changed(self, data: st.DataObject) -> None:
        form = data.draw(st.sampled_from(["pem", "der", "sec1", "jwk", "json"]))
        content = bytearray(write_foreign_key(FoundKey(SCALAR, "p256", None), form))
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
        try:
            read_foreign_key(bytes(content))
        except SealwaxError as error:
            pickle.dumps(error)

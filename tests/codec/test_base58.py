import pytest

from sealwax._codec.base58 import encode_base58


@pytest.mark.parametrize(
    ("data", "text"),
    [
        # The examples of the IETF's draft-msporny-base58.
        (b"Hello World!", "2NEpo7TZRRrLZSi2U"),
        (
            b"The quick brown fox jumps over the lazy dog.",
            "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z",
        ),
        (bytes.fromhex("0000287fb4cd"), "11233QC4"),
        (b"", ""),
        (b"\0\0", "11"),
    ],
)
def test_base58(data: bytes, text: str) -> None:
    assert encode_base58(data) == text

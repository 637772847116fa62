"""The paddings of RSA signatures that must be refused differ from the right one in one thing each."""

import hashlib

from sealwax_vectors.makers.labels import id_of
from sealwax_vectors.makers.rsa_key import RSA_KEY, pad_rs256, sign_padded, sign_rs256, unusual_paddings

MESSAGE = b"a message"


def test_the_right_padding_makes_the_right_signature() -> None:
    assert sign_padded(pad_rs256(MESSAGE)) == sign_rs256(MESSAGE)


def test_the_others_are_as_long_and_below_the_modulus() -> None:
    paddings = dict(unusual_paddings(MESSAGE))
    assert len(set(paddings.values()) | {pad_rs256(MESSAGE)}) == len(paddings) + 1
    modulus = RSA_KEY.public_key().public_numbers().n
    for padded in paddings.values():
        assert len(padded) == 256
        assert int.from_bytes(padded, "big") < modulus


def test_each_has_the_hash_of_the_message() -> None:
    for label, padded in unusual_paddings(MESSAGE):
        name = next((name for name in ("SHA-1", "SHA-512") if name in id_of(label)), "SHA-256")
        assert hashlib.new(name.replace("-", ""), MESSAGE).digest() in padded

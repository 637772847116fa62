import hashlib

import pytest
from mnemonic import Mnemonic

from sealwax._crypto.bip39 import WORD_COUNTS, check_mnemonic
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.makers.mnemonics import encode_entropy, own_entropy, with_wrong_checksum


def test_a_mnemonic_that_is_of_an_earlier_list_too_is_not_taken() -> None:
    shared = Mnemonic("chinese_traditional").to_mnemonic(bytes(16))
    assert check_mnemonic(shared) == ("chinese_simplified", True)
    entropy = own_entropy("chinese_traditional", bytes(16), KeyMaterial(bytes(32)))
    own = Mnemonic("chinese_traditional").to_mnemonic(entropy)
    assert len(entropy) == 16
    assert check_mnemonic(own) == ("chinese_traditional", True)


def test_a_swap_that_keeps_the_checksum_is_not_taken() -> None:
    words = Mnemonic("english").to_mnemonic(bytes(16)).split()
    assert words[0] == words[1]
    swapped = with_wrong_checksum("english", words, " ")
    assert sorted(swapped.split()) == sorted(words)
    assert check_mnemonic(swapped) == ("english", False)


@pytest.mark.parametrize("count", WORD_COUNTS)
def test_entropy_is_encoded_as_the_library_does(count: int) -> None:
    entropy = bytes(range(count * 4 // 3))
    assert encode_entropy("english", entropy) == Mnemonic("english").to_mnemonic(entropy)


@pytest.mark.parametrize("count", [3, 9, 27])
def test_so_is_entropy_of_other_sizes(count: int) -> None:
    entropy = bytes(range(count * 4 // 3))
    words = encode_entropy("english", entropy).split(" ")
    assert len(words) == count
    bits = "".join(f"{Mnemonic('english').wordlist.index(word):011b}" for word in words)
    checksum = f"{int.from_bytes(hashlib.sha256(entropy).digest(), 'big'):0256b}"[: count // 3]
    assert bits == f"{int.from_bytes(entropy, 'big'):0{len(entropy) * 8}b}{checksum}"

from mnemonic import Mnemonic

from sealwax._crypto.bip39 import check_mnemonic
from sealwax.testing.key_material import KeyMaterial
from sealwax.vectors.mnemonics import _own, _with_wrong_checksum


def test_a_mnemonic_that_is_of_an_earlier_list_too_is_not_taken() -> None:
    shared = Mnemonic("chinese_traditional").to_mnemonic(bytes(16))
    assert check_mnemonic(shared) == ("chinese_simplified", True)
    entropy = _own("chinese_traditional", bytes(16), KeyMaterial(bytes(32)))
    own = Mnemonic("chinese_traditional").to_mnemonic(entropy)
    assert len(entropy) == 16
    assert check_mnemonic(own) == ("chinese_traditional", True)


def test_a_swap_that_keeps_the_checksum_is_not_taken() -> None:
    words = Mnemonic("english").to_mnemonic(bytes(16)).split()
    assert words[0] == words[1]
    swapped = _with_wrong_checksum("english", words, " ")
    assert sorted(swapped.split()) == sorted(words)
    assert check_mnemonic(swapped) == ("english", False)

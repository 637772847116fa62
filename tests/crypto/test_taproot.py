from sealwax._crypto.taproot import taproot_tweak

# BIP-341's test vectors, scriptPubKey 0: an output without a script tree.
INTERNAL_KEY = bytes.fromhex("d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d")
TWEAK = bytes.fromhex("b86e7be8f39bab32a6f2c0443abbc210f0edac0e2c53d501b36b64437d9c6c70")


def test_the_tweak_of_bip_341() -> None:
    assert taproot_tweak(INTERNAL_KEY) == TWEAK

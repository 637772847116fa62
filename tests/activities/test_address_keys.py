from sealwax.activities.address_keys import key_in_address
from sealwax.wallets import derive_address
from sealwax.wallets.address_formats import FORMATS
from tests.activities.test_signature_results import KEYS
from tests.loops import failures

CONTAINED = {
    ("ADDRESS_FORMAT_COMPRESSED", "CURVE_P256"),
    ("ADDRESS_FORMAT_COMPRESSED", "CURVE_SECP256K1"),
    ("ADDRESS_FORMAT_COMPRESSED", "CURVE_ED25519"),
    ("ADDRESS_FORMAT_SOLANA", "CURVE_ED25519"),
    ("ADDRESS_FORMAT_XLM", "CURVE_ED25519"),
    ("ADDRESS_FORMAT_SPARK_MAINNET", "CURVE_SECP256K1"),
    ("ADDRESS_FORMAT_SPARK_REGTEST", "CURVE_SECP256K1"),
}
# These contain the point, or the tweaked key.
OTHERWISE = {"ADDRESS_FORMAT_UNCOMPRESSED", *(name for name in FORMATS if name.endswith("_P2TR"))}
PAIRS = [
    (row.name, curve, variant)
    for row in FORMATS.values()
    for curve in row.variants
    for variant in row.variants[curve]
]


def check_the_key_comes_out_of_exactly_the_formats_that_have_it(name: str, curve: str, variant: str) -> None:
    address = derive_address(KEYS[curve], name, curve=curve, variant=variant or None)
    found = key_in_address(address, name)
    if name in OTHERWISE:
        assert found is not None
    else:
        assert (found is not None) == ((name, curve) in CONTAINED)
        assert found is None or found.hex() == KEYS[curve]


def test_the_key_comes_out_of_exactly_the_formats_that_have_it() -> None:
    assert failures(check_the_key_comes_out_of_exactly_the_formats_that_have_it, PAIRS) == []

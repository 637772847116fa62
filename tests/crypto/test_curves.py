from typing import get_args

from sealwax._codec.enumerations import ApiKeyCurve, WalletCurve
from sealwax._crypto.curves import API_KEY_CURVES, CURVES, Curve
from sealwax.schemes import SCHEMES


def test_the_types_have_the_names_of_the_tables() -> None:
    assert set(CURVES) == set(get_args(WalletCurve))
    assert set(API_KEY_CURVES) == set(get_args(ApiKeyCurve))
    assert set(API_KEY_CURVES.values()) == set(get_args(Curve)) == {each.curve for each in SCHEMES.values()}

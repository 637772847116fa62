from typing import get_args

from sealwax.curves import CURVES, ApiKeyCurve, Curve, WalletCurve
from sealwax.schemes import SCHEMES, scheme_of_curve


def test_the_types_have_the_names_of_the_table() -> None:
    names, api_key_names, file_names = ({row[column] for row in CURVES.values()} for column in range(3))
    assert names == set(get_args(WalletCurve))
    assert api_key_names == set(get_args(ApiKeyCurve))
    assert file_names == set(get_args(Curve)) == {scheme.curve for scheme in SCHEMES.values()}


def test_every_curve_has_a_default_scheme() -> None:
    for row in CURVES.values():
        assert scheme_of_curve(row.file_name).curve == row.file_name

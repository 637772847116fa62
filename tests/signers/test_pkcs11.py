from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from sealwax.signers.pkcs11 import Pkcs11Signer, Pkcs11TargetKey
from tools.support.softhsm import PIN

if TYPE_CHECKING:
    pass


class TestWithoutTheExtra:
    @pytest.mark.parametrize("kind", [Pkcs11Signer, Pkcs11TargetKey])
    @pytest.mark.parametrize(
        "wrong", [{"module": 5}, {"token": b"t"}, {"key": 5}, {"pin": 1234}, {"public_key": b"\2"}]
    )
    def test_a_wrong_type_is_named(self, kind: Callable[..., object], wrong: dict[str, object]) -> None:
        options: dict[str, object] = {"module": "x.so", "token": "t", "key": "k", "pin": PIN, **wrong}
        with pytest.raises(TypeError, match=f"^{next(iter(wrong))} must be "):
            kind(options.pop("module"), **options)

"""The tests of ``tests/signers/test_pkcs11.py`` that take long."""

from typing import TYPE_CHECKING

import pytest

from sealwax.errors import install_command
from tests.slow.test_extras import run_without

if TYPE_CHECKING:
    pass


class TestWithoutTheExtra:
    @pytest.mark.parametrize("name", ["Pkcs11Signer", "Pkcs11TargetKey"])
    def test_the_error_says_what_to_install(self, name: str) -> None:
        code = (
            f"from sealwax.signers.pkcs11 import {name}\n"
            f"try: {name}('x.so', token='t', key='k', pin='1')\n"
            "except Exception as error: print(type(error).__name__, error)"
        )
        assert run_without("pkcs11", f"exec({code!r})").stdout == (
            "MissingExtra keys on PKCS#11 tokens need python-pkcs11: no module named pkcs11; "
            f"run: {install_command('pkcs11')}\n"
        )

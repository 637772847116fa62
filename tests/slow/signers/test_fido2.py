"""The tests of ``tests/signers/test_fido2.py`` that take long."""

from sealwax.errors import install_command
from tests.slow.test_extras import run_without


class TestWithoutTheExtra:
    def test_the_error_says_what_to_install(self) -> None:
        code = (
            "from sealwax.signers.fido2 import SecurityKey\n"
            "try: SecurityKey(rp_id='example.com', origin='https://example.com')\n"
            "except Exception as error: print(type(error).__name__, error)"
        )
        assert run_without("fido2", f"exec({code!r})").stdout == (
            "MissingExtra security keys need the package fido2: no module named fido2; "
            f"run: {install_command('fido2')}\n"
        )

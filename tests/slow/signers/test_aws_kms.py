"""The tests of ``tests/signers/test_aws_kms.py`` that take long."""

import pytest

from sealwax.errors import install_command
from tests.slow.test_extras import run_without


class TestWithoutTheExtra:
    @pytest.mark.parametrize("name", ["KmsSigner", "KmsTargetKey"])
    @pytest.mark.parametrize(
        "client",
        ["None", "type('C', (), dict.fromkeys(('get_public_key', 'sign', 'derive_shared_secret'), print))()"],
    )
    def test_the_error_says_what_to_install(self, name: str, client: str) -> None:
        code = (
            f"from sealwax.signers.aws_kms import {name}\n"
            f"try: {name}('alias/a', client={client})\n"
            "except Exception as error: print(type(error).__name__, error)"
        )
        assert run_without("botocore", f"exec({code!r})").stdout == (
            "MissingExtra keys in AWS KMS need boto3: no module named botocore; "
            f"run: {install_command('aws')}\n"
        )

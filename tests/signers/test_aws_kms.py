from collections.abc import Callable
from types import SimpleNamespace

import pytest

from sealwax.signers.aws_kms import KmsSigner, KmsTargetKey


class TestWithoutTheExtra:
    @pytest.mark.parametrize("kind", [KmsSigner, KmsTargetKey])
    def test_a_wrong_type_is_named(self, kind: Callable[..., object]) -> None:
        with pytest.raises(TypeError, match=r"^key_id must be str, not int"):
            kind(5)
        for wrong in ("us-east-1", object(), SimpleNamespace(sign=print)):
            with pytest.raises(TypeError, match=r"^client must be a KMS client of boto3, not "):
                kind("alias/a", client=wrong)

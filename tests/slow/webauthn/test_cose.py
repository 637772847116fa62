"""The tests of ``tests/webauthn/test_cose.py`` that take long."""

import cbor2
from hypothesis import given
from hypothesis import strategies as st

from sealwax import SealwaxError
from sealwax.webauthn.cose import (
    decode_cose_key,
)
from tests.webauthn.test_cose import EDDSA_KEY, ES256_KEY, RS256_KEY, SIGNED, labels

label_values = st.integers(-300, 300) | st.binary(max_size=40) | st.text(max_size=3) | st.booleans()


@given(st.sampled_from([ES256_KEY, EDDSA_KEY, RS256_KEY]), st.dictionaries(labels, label_values))
def test_no_labels_break_the_decoder(encoded: bytes, changes: dict[int, object]) -> None:
    fields = {**cbor2.loads(encoded), **changes}
    try:
        key = decode_cose_key(cbor2.dumps(fields), "it")
    except SealwaxError:
        return
    assert key.alg in SIGNED

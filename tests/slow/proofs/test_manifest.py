"""The tests of ``tests/proofs/test_manifest.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax.proofs import decode_manifest
from tests.proofs.test_manifest import V1, V2


@given(st.data())
def test_a_changed_manifest_has_another_hash_or_none(data: st.DataObject) -> None:
    enclave = data.draw(st.sampled_from([V1, V2]))
    encoded = enclave.encode(enclave.manifest())
    original = decode_manifest(encoded)
    position = data.draw(st.integers(0, len(encoded) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != encoded[position]))
    changed = encoded[:position] + bytes([other]) + encoded[position + 1 :]
    try:
        manifest = decode_manifest(changed)
    except MalformedInput:
        return
    # Of JSON, upper-case hex and a small letter in a policy are other spellings.
    assert (manifest == original) is (manifest.hash == original.hash)
    assert manifest.hash != original.hash or enclave is V2

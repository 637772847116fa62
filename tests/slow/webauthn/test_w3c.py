"""The tests of ``tests/webauthn/test_w3c.py`` that take long."""

import dataclasses

import cbor2
import pytest
from cryptography.x509 import load_der_x509_certificate

from sealwax import (
    SealwaxError,
)
from tests.webauthn import w3c
from tests.webauthn.test_w3c import CERTIFIED, credential, verify


def unused_bits(certificate: bytes) -> int:
    """Return the position of the count of unused bits: after the algorithm, a tag and a length."""
    signed = load_der_x509_certificate(certificate).tbs_certificate_bytes
    return certificate.index(signed) + len(signed) + len(bytes.fromhex("300a06082a8648ce3d0403020347"))


@pytest.mark.parametrize("name", [*CERTIFIED, "packed-self.ES256"])
def test_no_bit_of_a_statement_may_differ(name: str) -> None:
    fields = cbor2.loads(w3c.vector(name).attestation_object)
    for member, value in fields["attStmt"].items():
        values = value if isinstance(value, list) else [value]
        for whole in values:
            if not isinstance(whole, bytes):
                continue
            # The unused bits of a certificate's signature are counted, but are no part of it.
            uncounted = unused_bits(whole) if member == "x5c" else None
            for position in range(0, len(whole), 7):
                if position == uncounted:
                    continue
                other = whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :]
                changed = {**fields["attStmt"], member: [other] if isinstance(value, list) else other}
                encoded = cbor2.dumps({**fields, "attStmt": changed})
                with pytest.raises(SealwaxError):
                    verify(name, dataclasses.replace(credential(name), attestation_object=encoded))

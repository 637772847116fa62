from datetime import timedelta

import pytest
from cryptography import x509
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._crypto.certificates import has_path, is_authority, is_valid_at, load_certificate
from sealwax._limits import MAX_CERTIFICATE_BYTES
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.makers.attestation_maker import AttestationMaker
from sealwax_vectors.makers.certificates import OddCertificate, odd_certificates
from sealwax_vectors.makers.labels import id_of
from tests.certificates import LEAF_KEY, NOW, ROOT, ROOT_KEY, ROOT_NAME, certificate, leaf, name


def path(*chain: bytes, max_depth: int = 6) -> bool:
    """Whether a path leads from the first certificate through the others to the root."""
    one, *others = (load_certificate(der, "it") for der in chain)
    return has_path(one, others, [load_certificate(ROOT, "it")], NOW, max_depth=max_depth)


def test_a_path() -> None:
    assert path(leaf())
    assert path(ROOT)
    middle_name = name("Middle", "Authority")
    middle = certificate(middle_name, LEAF_KEY.public_key(), issuer=ROOT_NAME, ca=True)
    below = leaf(issuer=middle_name, issuer_key=LEAF_KEY)
    assert path(below, middle)
    assert not path(below)
    assert not path(below, middle, max_depth=0)


@pytest.mark.parametrize("critical", [False, True])
def test_critical_name_constraints_lead_nowhere(critical: bool) -> None:
    constraints = x509.NameConstraints([x509.DNSName("example.com")], None).public_bytes()
    extensions = [("2.5.29.30", constraints, critical)]
    middle_name = name("Middle", "Authority")
    middle = certificate(middle_name, LEAF_KEY.public_key(), issuer=ROOT_NAME, ca=True, extensions=extensions)
    assert path(leaf(issuer=middle_name, issuer_key=LEAF_KEY), middle) is not critical
    assert path(leaf(extensions=extensions)) is not critical


def test_another_key_signs_no_path() -> None:
    assert not path(leaf(issuer_key=LEAF_KEY))


def test_what_it_says() -> None:
    one = load_certificate(leaf(), "it")
    assert (is_authority(one), is_authority(load_certificate(ROOT, "it"))) == (False, True)
    assert is_authority(load_certificate(leaf(ca=None), "it")) is None
    assert is_valid_at(one, one.not_valid_before_utc)
    assert is_valid_at(one, one.not_valid_after_utc)
    moment = timedelta(microseconds=1)
    assert not is_valid_at(one, one.not_valid_before_utc - moment)
    assert not is_valid_at(one, one.not_valid_after_utc + moment)
    assert ROOT_KEY.public_key() == load_certificate(ROOT, "it").public_key()


@given(st.none() | st.text() | st.binary(max_size=100))
def test_anything_else_is_no_certificate(value: object) -> None:
    with pytest.raises(MalformedInput, match=r"it must be a readable X\.509 certificate in DER"):
        load_certificate(value, "it")


@pytest.mark.parametrize("odd", tuple(odd_certificates(leaf(), ROOT_KEY)), ids=lambda odd: id_of(odd.label))
def test_each_form_but_one_is_refused(odd: OddCertificate) -> None:
    message = "different signature algorithms" if "algorithm" in id_of(odd.label) else "readable"
    with pytest.raises(MalformedInput, match=message):
        load_certificate(odd.certificate, "it")


def test_a_certificate_of_version_1_is_read() -> None:
    maker = AttestationMaker(KeyMaterial(bytes(32)))
    assert load_certificate(maker.of_version_1(maker.leaf), "it").version is x509.Version.v1


def test_a_large_one_is_not_read() -> None:
    with pytest.raises(MalformedInput, match=f"of at most {MAX_CERTIFICATE_BYTES} bytes"):
        load_certificate(ROOT + bytes(MAX_CERTIFICATE_BYTES), "it")


def test_the_largest_is_read() -> None:
    # A signature in DER has from 70 to 72 bytes: another for each day, some of these have the right sizes.
    half = MAX_CERTIFICATE_BYTES // 2
    length = half + MAX_CERTIFICATE_BYTES - len(leaf(padding=bytes(half)))
    days = [NOW + timedelta(days=number) for number in range(1, 21)]
    by_size = {len(der): der for der in (leaf(padding=bytes(length), not_after=day) for day in days)}
    load_certificate(by_size[MAX_CERTIFICATE_BYTES], "it")
    with pytest.raises(MalformedInput, match=f"of at most {MAX_CERTIFICATE_BYTES} bytes"):
        load_certificate(by_size[MAX_CERTIFICATE_BYTES + 1], "it")


def test_a_serial_number_of_any_length_is_read() -> None:
    # Its length is then spelled in two bytes and more; X.509 advises 20 bytes at most.
    good = leaf()
    start = good.index(bytes.fromhex("a003020102")) + 5
    serial = good[start : start + 2 + good[start + 1]]
    inner = good[4:]
    for size in (20, 127, 128, 300):
        number = b"\x01" * size
        head = (
            bytes([size])
            if size < 128
            else bytes([0x81, size])
            if size < 256
            else b"\x82" + size.to_bytes(2, "big")
        )
        longer = b"\x02" + head + number
        signed_length = int.from_bytes(inner[2:4], "big") + len(longer) - len(serial)
        body = inner[:2] + signed_length.to_bytes(2, "big") + inner[4:].replace(serial, longer, 1)
        certificate_of_it = good[:2] + len(body).to_bytes(2, "big") + body
        assert load_certificate(certificate_of_it, "it").serial_number == int.from_bytes(number, "big")

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import DecryptionFailed, MalformedInput, TargetKey
from sealwax._crypto import hpke
from sealwax._crypto.hpke import Sealed, open_base, seal_base
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.testing.key_material import derive_target_key
from tests.conftest import DATA
from tests.interop.cases import cases_of

RECEIVER = TargetKey.from_private_key(b"\x07" * 32)
PUBLIC = RECEIVER.private_key_object().public_key()


@pytest.fixture
def rfc9180() -> dict[str, Any]:
    vectors: dict[str, Any] = json.loads((DATA / "rfc9180_p256_sha256_aes256gcm.json").read_text())
    return vectors


def test_key_derivation_is_that_of_rfc9180(rfc9180: dict[str, Any]) -> None:
    for party in ("E", "R"):
        key = derive_target_key(bytes.fromhex(rfc9180["ikm" + party]))
        assert key.private_key_hex() == rfc9180[f"sk{party}m"]
        assert key.public_key == rfc9180[f"pk{party}m"]


def test_the_suite_is_that_of_the_published_vectors(
    rfc9180: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The vectors have another info and aad than the protocol: the info is put in place of ours, the aad
    # of the second part is the suite's business.
    monkeypatch.setattr(hpke, "INFO", bytes.fromhex(rfc9180["info"]))
    receiver = derive_target_key(bytes.fromhex(rfc9180["ikmR"]))
    ephemeral = derive_target_key(bytes.fromhex(rfc9180["ikmE"]))
    sealed = seal_base(
        receiver.private_key_object().public_key(), b"x", ephemeral=ephemeral.private_key_object()
    )
    assert sealed.enc.hex() == rfc9180["enc"]
    context = hpke._SUITE.create_recipient_context(
        sealed.enc, hpke._kem_key(receiver.private_key_object()), hpke.INFO
    )
    for encryption in rfc9180["encryptions"]:
        plaintext = context.open(bytes.fromhex(encryption["ct"]), bytes.fromhex(encryption["aad"]))
        assert plaintext.hex() == encryption["pt"]


def test_the_vectors_have_the_values_in_between(rfc9180: dict[str, Any]) -> None:
    case = next(case for case in cases_of("hpke") if case.group == "HpkeKeySchedule" and case.valid)
    assert case.fields["info"] == rfc9180["info"]
    for name, published in (
        ("ikmE", "ikmE"),
        ("ikmR", "ikmR"),
        ("enc", "enc"),
        ("sharedSecret", "shared_secret"),
        ("keyScheduleContext", "key_schedule_context"),
        ("secret", "secret"),
        ("key", "key"),
        ("baseNonce", "base_nonce"),
    ):
        assert case.fields[name] == rfc9180[published]


@given(st.binary(max_size=300))
def test_what_is_sealed_opens(plaintext: bytes) -> None:
    sealed = seal_base(PUBLIC, plaintext)
    assert len(sealed.enc) == 65
    assert len(sealed.ct) == len(plaintext) + 16
    assert open_base(RECEIVER.private_key_object(), sealed) == plaintext


def test_an_ephemeral_key_makes_it_repeatable() -> None:
    ephemeral = derive_target_key(b"\1" * 32)
    once = seal_base(PUBLIC, b"x", ephemeral=ephemeral.private_key_object())
    assert once == seal_base(PUBLIC, b"x", ephemeral=ephemeral.private_key_object())
    assert once.enc == bytes.fromhex(ephemeral.public_key)
    assert seal_base(PUBLIC, b"x") != seal_base(PUBLIC, b"x")


def test_another_key_does_not_open_it() -> None:
    with pytest.raises(DecryptionFailed, match="does not open with this key"):
        open_base(TargetKey.from_private_key(b"\x08" * 32).private_key_object(), seal_base(PUBLIC, b"x"))


def test_every_changed_byte_is_noticed() -> None:
    enc, ct = seal_base(PUBLIC, b"plaintext")
    for position in range(len(ct)):
        changed = ct[:position] + bytes([ct[position] ^ 1]) + ct[position + 1 :]
        with pytest.raises(DecryptionFailed):
            open_base(RECEIVER.private_key_object(), Sealed(enc, changed))
    for position in range(len(enc)):
        changed = enc[:position] + bytes([enc[position] ^ 1]) + enc[position + 1 :]
        with pytest.raises(MalformedInput):  # no longer on the curve
            open_base(RECEIVER.private_key_object(), Sealed(changed, ct))
    negated = enc[:33] + (P256_P - int.from_bytes(enc[33:], "big")).to_bytes(32, "big")
    with pytest.raises(DecryptionFailed):  # the other point of the same x
        open_base(RECEIVER.private_key_object(), Sealed(negated, ct))


P256_P = 2**256 - 2**224 + 2**192 + 2**96 - 1  # SEC2, section 2.4.2


@pytest.mark.parametrize("extra", [b"\0", b"x" * 16])
def test_other_lengths_of_ciphertext_do_not_open(extra: bytes) -> None:
    enc, ct = seal_base(PUBLIC, b"plaintext")
    for other in (ct + extra, extra + ct, ct[:-1], ct[1:], ct[:16]):
        with pytest.raises(DecryptionFailed):
            open_base(RECEIVER.private_key_object(), Sealed(enc, other))


def test_what_is_too_short_or_no_point_is_malformed() -> None:
    enc, ct = seal_base(PUBLIC, b"plaintext")
    compressed = compressed_point(decode_point(enc, P256, "it"))
    for other in (b"", b"\0", compressed, enc + b"\0", bytes(65), b"\4" + bytes(64)):
        with pytest.raises(MalformedInput):
            open_base(RECEIVER.private_key_object(), Sealed(other, ct))
    for other in (b"", ct[:15]):
        with pytest.raises(MalformedInput, match="at least 16"):
            open_base(RECEIVER.private_key_object(), Sealed(enc, other))


@pytest.mark.parametrize(
    ("info", "aad"),
    [
        (b"turnkey_hpkf", ("enc", "pk_r")),
        (b"", ("enc", "pk_r")),
        (hpke.INFO, ("pk_r", "enc")),
        (hpke.INFO, ("enc",)),
        (hpke.INFO, ()),
    ],
)
def test_another_info_or_aad_does_not_open(info: bytes, aad: tuple[str, ...]) -> None:
    enc, context = hpke._SUITE.create_sender_context(hpke._kem_key(PUBLIC), info)
    points = {"enc": enc, "pk_r": bytes.fromhex(RECEIVER.public_key)}
    ct = context.seal(b"x", b"".join(points[name] for name in aad))
    with pytest.raises(DecryptionFailed):
        open_base(RECEIVER.private_key_object(), Sealed(enc, ct))

import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sealwax import (
    DecryptionFailed,
    EnclaveKeys,
    MalformedInput,
    QuorumEncryptionKeys,
    SealwaxError,
    TargetKey,
    encrypt_oauth2_client_secret,
    encrypt_on_ramp_secret,
    encrypt_pull_secret,
    encrypt_to_quorum_key,
)
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.testing import ReferenceEnclave, open_base58_secret, open_envelope
from tests.conftest import ROOT, SEED, TARGET, UNPUBLISHED

SHARED = ROOT.parent / "shared" / "captured" / "quorum_envelopes.json"
ENCLAVE = ReferenceEnclave(SEED)
COMPRESSED = compressed_point(decode_point(bytes.fromhex(TARGET.public_key), P256, "key")).hex()


def captured() -> list[dict[str, str]]:
    if not SHARED.exists():
        pytest.skip(UNPUBLISHED)
    artifacts: list[dict[str, str]] = json.loads(SHARED.read_text())["artifacts"]
    return artifacts


def receiver_of(artifact: dict[str, str]) -> TargetKey:
    """The key of a capture; from a master seed, as wire-formats.md has it."""
    if "privateKey" in artifact:
        return TargetKey.from_private_key(artifact["privateKey"])
    seed = bytes.fromhex(artifact["masterSeed"])
    key = TargetKey.from_private_key(HKDF(SHA512(), 32, b"qos_p256_encrypt", b"").derive(seed))
    assert key.public_key == artifact["publicKey"][:130]
    return key


class TestCaptures:
    def test_every_envelope_opens(self) -> None:
        envelopes = [artifact for artifact in captured() if "envelope" in artifact]
        assert len(envelopes) == 5
        for artifact in envelopes:
            plaintext = open_envelope(bytes.fromhex(artifact["envelope"]), receiver_of(artifact))
            assert plaintext.hex() == artifact["plaintext"], artifact["name"]

    def test_no_changed_envelope_opens(self) -> None:
        for artifact in captured():
            if "envelope" in artifact:
                key, envelope = receiver_of(artifact), bytes.fromhex(artifact["envelope"])
                for position in range(len(envelope)):
                    changed = bytearray(envelope)
                    changed[position] ^= 1
                    with pytest.raises((DecryptionFailed, MalformedInput)):
                        open_envelope(bytes(changed), key)

    def test_the_on_ramp_secret_opens(self) -> None:
        (artifact,) = (artifact for artifact in captured() if "bundle" in artifact)
        plaintext = open_base58_secret(artifact["bundle"], receiver_of(artifact))
        assert plaintext.hex() == artifact["plaintext"]


class TestEnvelope:
    def test_nonce_and_sender_are_new_each_time(self) -> None:
        envelopes = [encrypt_to_quorum_key(b"same", TARGET.public_key) for _ in range(20)]
        assert len({envelope[:12] for envelope in envelopes}) == 20
        assert len({envelope[12:77] for envelope in envelopes}) == 20

    @pytest.mark.parametrize("length", [0, 1, 12, 77, 81, 96])
    def test_what_is_too_short_is_no_envelope(self, length: int) -> None:
        envelope = encrypt_to_quorum_key(b"", TARGET.public_key)
        assert len(envelope) == 97
        with pytest.raises(MalformedInput, match=f"the envelope is {length} bytes long"):
            open_envelope(envelope[:length], TARGET)

    def test_another_key_does_not_open_it(self) -> None:
        with pytest.raises(DecryptionFailed):
            open_envelope(encrypt_to_quorum_key(b"x", TARGET.public_key), TargetKey.generate())

    @pytest.mark.parametrize(
        "public_key",
        [
            "",
            "x",
            "00",
            "04" + "00" * 64,
            "04" + "ff" * 64,
            "02" + "ff" * 32,
            "05" + COMPRESSED[2:],
            "06" + TARGET.public_key[2:],
            TARGET.public_key[:-2],
            TARGET.public_key[2:],
            TARGET.public_key + "00",
            TARGET.public_key[:-2] + f"{int(TARGET.public_key[-2:], 16) ^ 1:02x}",
            "0x" + TARGET.public_key,
            COMPRESSED[:-1] + COMPRESSED[-1].upper() + " ",
        ],
    )
    def test_what_is_no_point_is_refused(self, public_key: str) -> None:
        with pytest.raises(MalformedInput, match="the quorum key"):
            encrypt_to_quorum_key(b"x", public_key)

    def test_of_a_whole_key_set_the_error_says_what_to_pass(self) -> None:
        with pytest.raises(MalformedInput, match=r"130 bytes long.*pass the first 65"):
            encrypt_to_quorum_key(b"x", TARGET.public_key * 2)

    def test_the_key_is_a_string(self) -> None:
        with pytest.raises(TypeError, match="public_key must be str, not bytes"):
            encrypt_to_quorum_key(b"x", bytes.fromhex(TARGET.public_key))  # type: ignore[arg-type]


Seal = Callable[..., str]
FORMS: dict[str, tuple[Seal, Callable[[str], bytes], str]] = {
    "OAuth 2.0": (encrypt_oauth2_client_secret, ENCLAVE.open_oauth2_client_secret, "tls_fetcher"),
    "on-ramp": (encrypt_on_ramp_secret, ENCLAVE.open_on_ramp_secret, "on_ramp"),
    "pull secret": (encrypt_pull_secret, ENCLAVE.open_pull_secret, "pull_secret"),
}


@pytest.mark.parametrize("form", FORMS)
class TestForms:
    def test_production_is_the_default(self, form: str) -> None:
        seal, unseal, _ = FORMS[form]
        with pytest.raises(DecryptionFailed):
            unseal(seal("secret"))

    def test_a_key_that_was_not_passed_is_absent(self, form: str) -> None:
        seal, _, name = FORMS[form]
        everything = {
            other: getattr(ENCLAVE.encryption_keys, other)
            for other in ("tls_fetcher", "on_ramp", "pull_secret")
        }
        without = QuorumEncryptionKeys(**{other: key for other, key in everything.items() if other != name})
        with pytest.raises(ValueError, match=f"keys has no {name}") as raised:
            seal("secret", keys=without)
        assert not isinstance(raised.value, SealwaxError)

    @pytest.mark.parametrize("keys", [None, ENCLAVE.keys, EnclaveKeys.production(), "04"])
    def test_the_keys_that_sign_are_not_keys_to_seal_to(self, form: str, keys: Any) -> None:
        with pytest.raises(TypeError, match="keys must be QuorumEncryptionKeys"):
            FORMS[form][0]("secret", keys=keys)

    def test_no_key_opens_what_is_sealed_to_another(self, form: str) -> None:
        seal, unseal, name = FORMS[form]
        sealed = seal("secret", keys=QuorumEncryptionKeys(**{name: TARGET.public_key}))
        with pytest.raises(DecryptionFailed):
            unseal(sealed)

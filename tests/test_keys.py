import base64
import json
import os
import stat
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from sealwax import (
    ApiKey,
    Curve,
    DecryptionFailed,
    Eip191Signer,
    KeyMismatch,
    MalformedInput,
    TargetKey,
    Unsupported,
)
from sealwax._crypto.hpke import open_base, seal_base
from sealwax._crypto.key_files import FoundKey, write_foreign_key
from sealwax._crypto.points import P256, compressed_point, decode_point, uncompressed_point
from sealwax.keys import opening_key, parse_api_key_file, parse_target_key_file
from tests.conftest import CAPTURED, DATA, TARGET, near_misses, near_texts
from tests.signers.device_key import OnADevice

CURVES: tuple[Curve, ...] = get_args(Curve)
MESSAGE = b'{"organizationId":"x"}'
PRIVATE = "00" * 2 + "1f" * 30  # leading zeros, which have to be kept
P256_POINT = TARGET.private_key_object().public_key()


@pytest.fixture(params=CURVES)
def curve(request: pytest.FixtureRequest) -> Curve:
    value: Curve = request.param
    return value


@pytest.fixture
def api_key(curve: Curve) -> ApiKey:
    return ApiKey.from_private_key(PRIVATE, curve)


@pytest.mark.parametrize("curve", CURVES)
def test_the_whole_public_key_is_compared(curve: Curve) -> None:
    key = ApiKey.from_private_key(PRIVATE, curve)
    for other in (*near_misses(key.public_key), key.public_key + "00", key.public_key[:-2]):
        with pytest.raises(KeyMismatch):
            ApiKey.from_private_key(PRIVATE, curve, public_key=other)


class TestApiKey:
    def test_deterministic_signatures_repeat(self, api_key: ApiKey) -> None:
        assert api_key.sign_deterministic(MESSAGE) == api_key.sign_deterministic(MESSAGE)
        assert api_key.sign_deterministic(MESSAGE) != api_key.sign_deterministic(MESSAGE + b" ")

    def test_p256_signatures_do_not_repeat_by_default(self) -> None:
        key = ApiKey.from_private_key(PRIVATE)
        assert key.sign(MESSAGE) != key.sign(MESSAGE)

    def test_rfc6979(self) -> None:
        vectors = json.loads((DATA / "rfc6979_p256_sha256.json").read_text())
        key = ApiKey.from_private_key(vectors["privateKey"])
        assert key.public_key[2:] == vectors["publicKey"]["x"]
        for vector in vectors["tests"]:
            signature = decode_dss_signature(key.sign_deterministic(vector["message"].encode()))
            assert signature == (int(vector["r"], 16), int(vector["s"], 16))

    def test_the_default_curve_is_p256(self) -> None:
        assert ApiKey.generate().curve == "p256"
        assert ApiKey.from_private_key(PRIVATE).curve == "p256"

    def test_a_public_key_of_another_pair_is_refused(self, curve: Curve) -> None:
        other = ApiKey.from_private_key("22" * 32, curve).public_key
        with pytest.raises(KeyMismatch):
            ApiKey.from_private_key(PRIVATE, curve, other)
        with pytest.raises(MalformedInput, match="the public key is not hex"):
            ApiKey.from_private_key(PRIVATE, curve, other[1:])

    @pytest.mark.parametrize("length", [0, 31, 33, 63, 65])
    def test_keys_of_another_length_are_refused(self, curve: Curve, length: int) -> None:
        with pytest.raises(MalformedInput):
            ApiKey.from_private_key(b"\1" * length, curve)

    def test_the_long_form_of_ed25519(self) -> None:
        key = ApiKey.from_private_key(PRIVATE, "ed25519")
        assert ApiKey.from_private_key(PRIVATE + key.public_key, "ed25519") == key
        assert ApiKey.from_private_key(PRIVATE + key.public_key, "ed25519", key.public_key) == key
        other = ApiKey.from_private_key("22" * 32, "ed25519").public_key
        with pytest.raises(KeyMismatch):
            ApiKey.from_private_key(PRIVATE + other, "ed25519")
        with pytest.raises(KeyMismatch):
            ApiKey.from_private_key(PRIVATE + key.public_key, "ed25519", other)

    @pytest.mark.parametrize("key", ["xyz", "0x" + PRIVATE, PRIVATE + "\n"])
    def test_what_is_no_private_key_is_refused_and_not_quoted(self, key: str) -> None:
        with pytest.raises(MalformedInput) as raised:
            ApiKey.from_private_key(key)
        assert PRIVATE not in str(raised.value)

    def test_no_repr_shows_the_secret(self, api_key: ApiKey) -> None:
        assert api_key.public_key in repr(api_key)
        assert PRIVATE.lstrip("0") not in f"{api_key!r} {api_key}"

    def test_equality_and_hash(self, curve: Curve, api_key: ApiKey) -> None:
        assert {api_key, ApiKey.from_private_key(PRIVATE, curve)} == {api_key}
        assert api_key != ApiKey.from_private_key("22" * 32, curve)
        assert api_key != api_key.public_key
        assert len({ApiKey.from_private_key(PRIVATE, each) for each in CURVES}) == len(CURVES)

    def test_files_round_trip(self, api_key: ApiKey, tmp_path: Path) -> None:
        path = tmp_path / "a.private"
        api_key.save(path)
        digits = PRIVATE + (api_key.public_key if api_key.curve == "ed25519" else "")
        assert path.read_text() == f"{digits}:{api_key.curve}"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert ApiKey.load(path) == ApiKey.load(os.fspath(path)) == api_key

    def test_a_key_file_is_never_overwritten(self, api_key: ApiKey, tmp_path: Path) -> None:
        path = tmp_path / "a.private"
        path.write_text("older")
        with pytest.raises(FileExistsError):
            api_key.save(path)
        assert path.read_text() == "older"

    @pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n", "\r", " ", "\t\n"])
    @pytest.mark.parametrize("suffix", ["", ":p256"])
    def test_files_may_have_white_space_around(self, tmp_path: Path, suffix: str, end: str) -> None:
        path = tmp_path / "a.private"
        path.write_bytes(f"{end}{PRIVATE}{suffix}{end}".encode())
        assert ApiKey.load(path) == ApiKey.from_private_key(PRIVATE)

    @pytest.mark.parametrize(
        ("content", "error"),
        [
            (b"", MalformedInput),
            (b"\n", MalformedInput),
            (PRIVATE[:32].encode() + b"\n" + PRIVATE[32:].encode(), MalformedInput),
            (b"\xc2\xa0" + PRIVATE.encode(), MalformedInput),
            (b"\xef\xbb\xbf" + PRIVATE.encode(), MalformedInput),
            (b"-----BEGIN CERTIFICATE-----", MalformedInput),
            (PRIVATE[:40].encode(), MalformedInput),
            (PRIVATE.encode() + b":p256:p256", Unsupported),
            (PRIVATE.encode() + b":", Unsupported),
            (PRIVATE.encode() + b":P256", Unsupported),
            (PRIVATE.encode() + b":ed448", Unsupported),
            # With its curve, as long as a public key.
            (b"02" + PRIVATE[2:].encode() + b":x", Unsupported),
            ((PRIVATE * 2).encode() + b":ed25519", KeyMismatch),
            ((PRIVATE * 2).encode() + b":secp256k1", MalformedInput),
            (b"\xff" * 64, MalformedInput),
            (b"0" * 5000, MalformedInput),
        ],
    )
    def test_other_files_are_refused(self, tmp_path: Path, content: bytes, error: type[Exception]) -> None:
        path = tmp_path / "a.private"
        path.write_bytes(content)
        with pytest.raises(error) as raised:
            ApiKey.load(path)
        assert PRIVATE[:40] not in str(raised.value)

    def test_a_missing_file_is_an_os_error(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            ApiKey.load(tmp_path / "a.private")


class TestTargetKey:
    def test_the_captured_key_has_the_public_key_of_its_bundle(self) -> None:
        captured = json.loads((CAPTURED / "export_wallet.json").read_text())
        key = TargetKey.from_private_key(captured["targetPrivateKey"])
        assert len(key.public_key) == 130
        assert key.private_key_hex() == captured["targetPrivateKey"]
        assert (
            decode_point(bytes.fromhex(key.public_key), P256, "it") == key.private_key_object().public_key()
        )

    @pytest.mark.parametrize(
        "key",
        [
            "",
            "00" * 32,
            f"{P256.group_order:064x}",
            "1f" * 31,
            "1f" * 33,
            b"\1" * 31,
            "0x" + "1f" * 32,
            "1F1f" * 16,
        ],
    )
    def test_other_private_keys_are_refused(self, key: str) -> None:
        with pytest.raises(MalformedInput) as raised:
            TargetKey.from_private_key(key)
        assert "1f1f" not in str(raised.value)

    def test_no_repr_shows_the_secret(self) -> None:
        key = TargetKey.from_private_key(PRIVATE)
        assert key.public_key in repr(key)
        assert PRIVATE.lstrip("0") not in f"{key!r} {key}"

    def test_equality_and_hash(self) -> None:
        key = TargetKey.from_private_key(PRIVATE)
        assert {key, TargetKey.from_private_key(PRIVATE)} == {key}
        assert key != TargetKey.from_private_key("22" * 32)
        assert key != PRIVATE

    @pytest.mark.parametrize("end", ["", "\n", "\r\n"])
    def test_files_round_trip(self, tmp_path: Path, end: str) -> None:
        key, path = TargetKey.from_private_key(PRIVATE), tmp_path / "t.private"
        key.save(path)
        assert path.read_text() == PRIVATE
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.write_bytes(f"{PRIVATE}{end}".encode())
        assert TargetKey.load(path) == key
        with pytest.raises(FileExistsError):
            key.save(path)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_the_content_of_a_key_file_is_enough(end: bytes) -> None:
    api_key, target_key = ApiKey.generate("ed25519"), TargetKey.generate()
    content = f"{api_key.private_key_hex()}:ed25519".encode() + end
    assert parse_api_key_file(content, "it", None) == api_key
    assert parse_target_key_file(target_key.private_key_hex().encode() + end, "it", None) == target_key
    for parse, wrong, problem in (
        (parse_api_key_file, api_key.public_key[:-1].encode(), "odd number of digits"),
        (parse_api_key_file, b"\xff", "it: the key is not UTF-8"),
        (parse_target_key_file, content, "it: this is an API key, which stamps requests"),
        (parse_target_key_file, target_key.public_key.encode(), "it: this is a public key"),
    ):
        with pytest.raises(MalformedInput, match=problem) as raised:
            parse(wrong, "it", None)
        assert wrong.decode(errors="replace") not in str(raised.value)


_PEM = write_foreign_key(FoundKey(bytes.fromhex(PRIVATE), "p256", None), "pem")
_DER = write_foreign_key(FoundKey(bytes.fromhex(PRIVATE), "p256", None), "der")
_JSON = write_foreign_key(FoundKey(bytes.fromhex(PRIVATE), "p256", None), "json")
_JWK = write_foreign_key(FoundKey(bytes.fromhex(PRIVATE), "p256", None), "jwk")
OTHER_FORMS = {
    "PEM": _PEM,
    "PEM with escaped line ends": _PEM.replace(b"\n", b"\\n"),
    "PEM in quotes": b'"%b"' % _PEM,
    "PEM below bag attributes": b"Bag Attributes\n    friendlyName: a\n" + _PEM,
    "base64 of PEM": base64.b64encode(_PEM),
    "base64 of DER": base64.b64encode(_DER),
    "base64 of DER in lines": base64.encodebytes(_DER),
    "JSON": _JSON,
    "base64 of JSON": base64.b64encode(_JSON),
    "JWK": _JWK,
    "hex in quotes": f'"{PRIVATE}"'.encode(),
}


@pytest.mark.parametrize("kind", [ApiKey, TargetKey])
class TestText:
    """A key whose text is in an environment variable or a secret store."""

    @pytest.mark.parametrize("form", OTHER_FORMS)
    def test_the_forms_of_a_file(self, kind: type[ApiKey | TargetKey], form: str, tmp_path: Path) -> None:
        content = OTHER_FORMS[form]
        (tmp_path / "a").write_bytes(content)
        key = kind.from_text(content.decode())
        assert key.private_key_hex() == PRIVATE
        assert key == kind.from_text(content) == kind.load(tmp_path / "a")

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("", "the key is empty; pass the private key"),
            (" \n", "the key is empty; pass the private key"),
            (PRIVATE[1:], "key is not hex: it has an odd number of digits"),
            ("0x" + PRIVATE, "key is not hex: remove the leading 0x"),
            (_DER.hex(), "key is not a private key of P-256: it must be 32 bytes"),
            (TargetKey.from_private_key(PRIVATE).public_key, "this is a public key; pass the private key"),
            (b"\xff" * 32, "the key is not UTF-8"),
            (_PEM[:-9], "PEM must have exactly one private key"),
            (_PEM * 2, "PEM must have exactly one private key"),
            (b'{"privateKey": "%b"}' % PRIVATE.encode(), "the key names neither a curve nor a public key"),
            (b'{"a": 1}', "this is JSON; pass the private key"),
            (b"'\"%b\"'" % PRIVATE.encode(), "key is not hex: it contains characters"),
        ],
    )
    def test_another_text(self, kind: type[ApiKey | TargetKey], text: str | bytes, problem: str) -> None:
        with pytest.raises(MalformedInput, match=rf"^the text: .*{problem}") as raised:
            kind.from_text(text)
        assert "file" not in str(raised.value)
        assert "from_text" not in str(raised.value)
        assert PRIVATE[1:] not in str(raised.value)

    def test_the_limit(self, kind: type[ApiKey | TargetKey]) -> None:
        assert kind.from_text(PRIVATE.ljust(4096)).private_key_hex() == PRIVATE
        with pytest.raises(MalformedInput, match=r"^the text is larger than 4096 bytes"):
            kind.from_text(PRIVATE.ljust(4097))

    def test_another_type(self, kind: type[ApiKey | TargetKey]) -> None:
        with pytest.raises(TypeError, match=r"^text must be str or bytes, not PosixPath"):
            kind.from_text(Path("a.private"))  # type: ignore[arg-type]

    @pytest.mark.parametrize("form", OTHER_FORMS)
    def test_another_form_in_place_of_a_private_key(self, kind: type[ApiKey | TargetKey], form: str) -> None:
        for key in (OTHER_FORMS[form], OTHER_FORMS[form].decode()):
            with pytest.raises(
                MalformedInput,
                match=rf"in another form than hex; pass it to {kind.__name__}\.from_text\(text\)",
            ) as raised:
                kind.from_private_key(key)
            assert PRIVATE not in str(raised.value)

    @pytest.mark.parametrize("key", ["\udcff", "x", b"", b"x" * 31, PRIVATE[2:].encode(), PRIVATE + "\n"])
    def test_no_form_of_a_key(self, kind: type[ApiKey | TargetKey], key: str | bytes) -> None:
        with pytest.raises(MalformedInput) as raised:
            kind.from_private_key(key)
        assert "from_text" not in str(raised.value)


def test_the_text_of_a_key_names_its_curve(curve: Curve, tmp_path: Path) -> None:
    key = ApiKey.from_private_key(PRIVATE, curve)
    key.save(tmp_path / "a.private")
    text = (tmp_path / "a.private").read_text()
    assert ApiKey.from_text(text) == key
    with pytest.raises(
        MalformedInput, match=r"^the text: this is an API key, .*; pass a target key, "
    ) as raised:
        TargetKey.from_text(text)
    assert "file" not in str(raised.value)


class TestTheFileOfAnotherKindOfKey:
    @pytest.mark.parametrize("ending", ["", ":p256", ":ed25519"])
    def test_an_api_key_is_no_target_key(self, tmp_path: Path, ending: str) -> None:
        key = ApiKey.from_private_key(PRIVATE, "ed25519" if ending == ":ed25519" else "p256")
        (tmp_path / "a.private").write_text(PRIVATE + ending)
        (tmp_path / "a.public").write_text(key.public_key)
        assert ApiKey.load(tmp_path / "a.private") == key
        with pytest.raises(
            MalformedInput, match=r"a\.private: this is an API key, which stamps requests; pass a target key"
        ):
            TargetKey.load(tmp_path / "a.private")

    def test_a_target_key_is_no_api_key(self, tmp_path: Path) -> None:
        TargetKey.from_private_key(PRIVATE).save(tmp_path / "t.private")
        (tmp_path / "t.public").write_text(TargetKey.from_private_key(PRIVATE).public_key + "\n")
        with pytest.raises(
            MalformedInput, match=r"t\.private: this is a target key, which opens bundles; pass an API key"
        ):
            ApiKey.load(tmp_path / "t.private")

    @pytest.mark.parametrize("kind", [ApiKey, TargetKey])
    def test_nearly_the_public_key_of_the_other_kind_tells_nothing(
        self, tmp_path: Path, kind: type[ApiKey | TargetKey]
    ) -> None:
        (tmp_path / "k.private").write_text(PRIVATE)
        other = TargetKey if kind is ApiKey else ApiKey
        for near in near_texts(other.from_private_key(PRIVATE).public_key):
            (tmp_path / "k.public").write_text(near)
            assert kind.load(tmp_path / "k.private").private_key_hex() == PRIVATE

    @pytest.mark.parametrize("beside", [None, b"", b"\xff", b"04" * 65])
    @pytest.mark.parametrize("name", ["k.private", "k"])
    def test_without_the_public_key_beside_it_a_p256_key_is_either(
        self, tmp_path: Path, name: str, beside: bytes | None
    ) -> None:
        (tmp_path / name).write_text(PRIVATE)
        if beside is not None:
            (tmp_path / "k.public").write_bytes(beside)
        assert ApiKey.load(tmp_path / name).private_key_hex() == PRIVATE
        assert TargetKey.load(tmp_path / name).private_key_hex() == PRIVATE

    def test_a_name_without_the_dot_has_no_public_key_beside_it(self, tmp_path: Path) -> None:
        (tmp_path / "kprivate").write_text(PRIVATE)
        (tmp_path / "kpublic").write_text(ApiKey.from_private_key(PRIVATE).public_key)
        assert TargetKey.load(tmp_path / "kprivate").private_key_hex() == PRIVATE


def test_a_target_key_is_on_p256() -> None:
    for curve in (ec.SECP384R1(), ec.SECP256K1(), ec.SECP521R1()):
        with pytest.raises(ValueError, match="key must be on P-256"):
            TargetKey(ec.generate_private_key(curve))
    key = ec.generate_private_key(ec.SECP256R1())
    assert TargetKey(key).private_key_object() is key


class TestKeyAgreement:
    @pytest.mark.parametrize("length", [0, 1, 33, 64, 66])
    def test_the_other_key_is_an_uncompressed_point(self, length: int) -> None:
        with pytest.raises(MalformedInput, match=f"is {length} bytes long; it must be 65, uncompressed"):
            TargetKey.generate().exchange(compressed_point(P256_POINT)[:length].ljust(length, b"\0"))

    @pytest.mark.parametrize("first", [b"\0", b"\2", b"\6"])
    def test_the_other_key_is_on_the_curve(self, first: bytes) -> None:
        point = uncompressed_point(P256_POINT)
        for wrong in (first + point[1:], point[:-1] + bytes([point[-1] ^ 1])):
            with pytest.raises(MalformedInput, match="the public key is not a point on P-256"):
                TargetKey.generate().exchange(wrong)

    def test_the_other_key_is_bytes(self) -> None:
        with pytest.raises(TypeError, match="public_key must be bytes, not str"):
            TargetKey.generate().exchange("04" * 65)  # type: ignore[arg-type]

    @pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), bytes(65), "0" * 32, 32, bytearray(32)])
    def test_a_device_that_returns_something_else_is_refused(self, secret: object) -> None:
        device = OnADevice(TargetKey.generate())
        device.answer = secret
        sealed = seal_base(opening_key(device).public_key(), b"x")
        with pytest.raises(MalformedInput, match="must return 32 bytes: the x coordinate alone"):
            open_base(opening_key(device), sealed)

    def test_another_secret_does_not_open(self) -> None:
        device = OnADevice(TargetKey.generate())
        sealed = seal_base(opening_key(device).public_key(), b"x")
        device.answer = bytes(32)
        with pytest.raises(DecryptionFailed):
            open_base(opening_key(device), sealed)

    def test_what_a_device_raises_passes_through(self) -> None:
        class UnpluggedError(ValueError):
            """The exceptions that HPKE also raises for a wrong point."""

        device = OnADevice(TargetKey.generate())
        device.answer = UnpluggedError()
        sealed = seal_base(opening_key(device).public_key(), b"x")
        with pytest.raises(UnpluggedError):
            open_base(opening_key(device), sealed)

    @pytest.mark.parametrize(
        ("public_key", "words"),
        [
            (None, "must be a string"),
            (uncompressed_point(P256_POINT), "must be a string"),
            (uncompressed_point(P256_POINT).hex().upper(), "must be lower-case hex"),
            (compressed_point(P256_POINT).hex(), "must be 65"),
            ("04" + "00" * 64, "is not a point on P-256"),
        ],
    )
    def test_the_public_key_of_a_device_is_checked(self, public_key: object, words: str) -> None:
        device = OnADevice(TargetKey.generate())
        device.public_key = public_key  # type: ignore[assignment]
        with pytest.raises(MalformedInput, match=words):
            opening_key(device)


EIP191_PRIVATE = "1f" * 32


@pytest.mark.skipif(find_spec("Crypto") is None, reason="the extra ethereum is not installed")
class TestEip191Signer:
    def test_other_curves_are_refused(self) -> None:
        with pytest.raises(KeyMismatch, match="needs a key on secp256k1; this key is on p256"):
            Eip191Signer(ApiKey.from_private_key(EIP191_PRIVATE))

    def test_no_repr_shows_the_secret(self) -> None:
        signer = Eip191Signer(ApiKey.from_private_key(EIP191_PRIVATE, "secp256k1"))
        assert signer.public_key in repr(signer)
        assert EIP191_PRIVATE not in repr(signer)


@pytest.mark.parametrize("make", [ApiKey.from_private_key, TargetKey.from_private_key])
def test_a_public_key_is_named_where_a_private_key_is_wanted(make: Callable[[str | bytes], object]) -> None:
    public_keys = [ApiKey.from_private_key(f"{number:064x}").public_key for number in range(1, 20)]
    assert {key[:2] for key in public_keys} == {"02", "03"}
    for digits in (*public_keys, TargetKey.generate().public_key):
        for value in (digits, bytes.fromhex(digits)):
            with pytest.raises(MalformedInput, match="is a public key; pass the private key") as caught:
                make(value)
            assert digits not in str(caught.value)
        for near in (f"05{digits[2:]}", f"{digits}00"):
            with pytest.raises(MalformedInput) as caught:
                make(near)
            assert "is a public key" not in str(caught.value)

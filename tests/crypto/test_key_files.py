import base64
import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from hypothesis import given
from hypothesis import strategies as st

from sealwax import ApiKey, Curve, TargetKey
from sealwax._crypto.key_files import (
    FORMS,
    FoundKey,
    is_encrypted_der,
    is_foreign,
    public_forms,
    read_foreign_key,
    without_wrapping,
    write_foreign_key,
)
from sealwax._limits import MAX_PBKDF2_ITERATIONS
from sealwax.errors import (
    DecryptionFailed,
    KeyMismatch,
    MalformedInput,
    MissingExtra,
    SealwaxError,
    Unsupported,
)
from sealwax.keys import parse_api_key_file, parse_target_key_file
from tests.conftest import NOT_TEXT

SCALAR = bytes(range(1, 33))
CURVES: tuple[Curve, ...] = ("p256", "secp256k1", "ed25519")
P256_KEY = ec.derive_private_key(int.from_bytes(SCALAR, "big"), ec.SECP256R1())
ED25519_KEY = ed25519.Ed25519PrivateKey.from_private_bytes(SCALAR)
PASSWORD = "pässword"


def no_such_form(curve: str, form: str) -> bool:
    return (curve, form) in {("ed25519", "sec1"), ("secp256k1", "openssh")}


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("form", [form for form in FORMS if form != "hex"])
class TestForms:
    def test_one_that_is_cut_is_refused(self, curve: Curve, form: str) -> None:
        if no_such_form(curve, form):
            return
        content = write_foreign_key(FoundKey(SCALAR, curve, None), form)
        for length in range(2, len(content) - 3, 7):
            with pytest.raises(SealwaxError):
                read_foreign_key(content[:length])


def test_it_shows_no_secret() -> None:
    assert SCALAR.hex() not in repr(FoundKey(SCALAR, "p256", None))
    assert repr(SCALAR) not in repr(FoundKey(SCALAR, "p256", None))


class TestEncrypted:
    """An encrypted key asks for its password."""

    ENCRYPTION = BestAvailableEncryption(PASSWORD.encode())

    def contents(self) -> list[bytes]:
        p256, ed = P256_KEY, ED25519_KEY
        openssh = PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(1).build(PASSWORD.encode())
        return [
            p256.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, self.ENCRYPTION),
            p256.private_bytes(Encoding.DER, PrivateFormat.PKCS8, self.ENCRYPTION),
            p256.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, self.ENCRYPTION),
            ed.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, openssh),
        ]

    def test_the_right_password(self) -> None:
        for content in self.contents():
            assert read_foreign_key(content, ask=lambda: PASSWORD).private_key == SCALAR

    def test_it_is_told_from_other_der(self) -> None:
        in_der = [
            P256_KEY.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()),
            P256_KEY.private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption()),
            P256_KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
        ]
        assert [is_encrypted_der(each) for each in self.contents()] == [False, True, False, False]
        assert [is_encrypted_der(each[:100]) for each in self.contents()] == [False, True, False, False]
        assert not any(map(is_encrypted_der, [*in_der, b"", b"0"]))
        of_pkcs_12 = oid("2a864886f70d010c0103")
        assert is_encrypted_der(der(0x30, der(0x30, of_pkcs_12, der(5)), der(4, bytes(200))))
        assert not is_encrypted_der(der(0x30, der(0x30, oid("2a864886f70d010101")), der(4, bytes(200))))

    @pytest.mark.parametrize("password", ["", "password", PASSWORD + "x"])
    def test_another_password(self, password: str) -> None:
        for content in self.contents():
            with pytest.raises(DecryptionFailed):
                read_foreign_key(content, ask=lambda: password)

    def test_a_password_of_several_forms_gets_a_hint(self) -> None:
        for content in self.contents():
            with pytest.raises(DecryptionFailed, match="was changed; the password has characters that pro"):
                read_foreign_key(content, ask=lambda: "pa\u0308ssword")

    def test_nobody_to_ask(self, tmp_path: Path) -> None:
        for content in self.contents():
            (tmp_path / "key").write_bytes(content)
            with pytest.raises(Unsupported, match="is encrypted, and no password prompt"):
                ApiKey.load(tmp_path / "key")

    def test_nobody_is_asked_for_a_key_that_is_not_encrypted(self) -> None:
        def ask() -> str:
            raise AssertionError

        content = P256_KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        assert read_foreign_key(content, ask=ask).private_key == SCALAR

    def test_without_bcrypt(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "bcrypt", None)
        with pytest.raises(MissingExtra, match="bcrypt"):
            read_foreign_key(OPENSSH_ENCRYPTED, ask=lambda: PASSWORD)


OPENSSH_ENCRYPTED = ED25519_KEY.private_bytes(
    Encoding.PEM,
    PrivateFormat.OpenSSH,
    PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(1).build(PASSWORD.encode()),
)


def der(tag: int, *contents: bytes) -> bytes:
    content = b"".join(contents)
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    digits = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(digits)]) + digits + content


def number(value: int) -> bytes:
    return der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def oid(digits: str) -> bytes:
    return der(6, bytes.fromhex(digits))


def encrypted(derivation: bytes) -> bytes:
    """An EncryptedPrivateKeyInfo (PBES2) with the parameters of a derivation."""
    cipher = der(0x30, oid("60864801650304012a"), der(4, bytes(16)))
    algorithm = der(0x30, oid("2a864886f70d01050d"), der(0x30, derivation, cipher))
    return der(0x30, algorithm, der(4, bytes(144)))


def pbkdf2(iterations: int) -> bytes:
    prf = der(0x30, oid("2a864886f70d0209"), der(5))
    return der(0x30, oid("2a864886f70d01050c"), der(0x30, der(4, bytes(16)), number(iterations), prf))


def scrypt(n: int, r: int, p: int) -> bytes:
    numbers = b"".join(map(number, (n, r, p)))
    return der(0x30, oid("2b06010401da47040b"), der(0x30, der(4, bytes(16)), numbers))


OPENSSH_PLAIN = write_foreign_key(FoundKey(SCALAR, "p256", None), "openssh")


def pem(label: str, body: bytes) -> bytes:
    encoded = base64.encodebytes(body)
    return b"-----BEGIN %b-----\n%b-----END %b-----\n" % (label.encode(), encoded, label.encode())


def openssh(rounds: int) -> bytes:
    """An encrypted key of OpenSSH that names its rounds."""
    body = base64.b64decode(b"".join(OPENSSH_ENCRYPTED.splitlines()[1:-1]))
    place = body.index(b"bcrypt") + len(b"bcrypt") + 4 + 4 + 16
    assert body[place : place + 4] == (1).to_bytes(4, "big")
    return pem("OPENSSH PRIVATE KEY", body[:place] + rounds.to_bytes(4, "big") + body[place + 4 :])


TOO_MUCH = {
    "pbkdf2": pem("ENCRYPTED PRIVATE KEY", encrypted(pbkdf2(MAX_PBKDF2_ITERATIONS + 1))),
    "scrypt": pem("ENCRYPTED PRIVATE KEY", encrypted(scrypt(1 << 21, 8, 1))),
    "openssh": openssh((1 << 32) - 1),
}
PLAIN = write_foreign_key(FoundKey(SCALAR, "p256", None), "pem")


def after_first_line(content: bytes, more: bytes) -> bytes:
    first, _, rest = content.partition(b"\n")
    return first + b"\n" + more + rest


TO_HIDE: list[Callable[[bytes], bytes]] = [
    lambda content: content,
    lambda content: b"-----BEGIN " + content,
    lambda content: b"-----BEGIN X-----\n" + content,
    lambda content: b"-----BEGIN EC PARAMETERS-----\n" + content,
    lambda content: b"-----BEGIN EC PARAMETERS-----\nAA==\n-----END EC PARAMETERS-----\n" + content,
    lambda content: PLAIN + content,
    lambda content: OPENSSH_PLAIN + content,
    lambda content: content + PLAIN,
    lambda content: content + OPENSSH_PLAIN,
    lambda content: content + content,
    lambda content: content.replace(b"PRIVATE KEY", b"PRIVATE KEY PRIVATE KEY"),
    lambda content: content.replace(b"END OPENSSH", b"END").replace(b"END ENCRYPTED", b"END"),
    lambda content: content[: content.index(b"-----END")],
    lambda content: after_first_line(content, b"-----BEGIN PRIVATE KEY-----\n"),
    lambda content: after_first_line(content, b"Comment: x\n\n"),
    lambda content: after_first_line(content, b"Comment: x\n"),
    lambda content: after_first_line(content, b"Proc-Type: 4,ENCRYPTED\n\n"),
    lambda content: after_first_line(
        content, b"Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC," + b"0" * 32 + b"\n\n"
    ),
    *(
        lambda content, more=more: after_first_line(content, more)
        for more in (b"-", b"!", b"=", b"AAAA=\n", b"\xff", b"\x00", b"_", b"A\n", b"# x\n")
    ),
]
"""Changes after which a reader may see another key than the loader does."""


class TestWork:
    """A key file decides how long its password takes: what would take minutes is refused."""

    @pytest.mark.parametrize(
        "derivation",
        [
            pbkdf2(MAX_PBKDF2_ITERATIONS + 1),
            pbkdf2((1 << 63) - 1),
            pbkdf2(1 << 2000),
            scrypt(1 << 20, 8, 1),
            scrypt(1 << 14, 1 << 10, 1),
            scrypt(2, 1 << 10, 16),
            scrypt(1 << 40, 8, 1),
        ],
    )
    def test_too_much_is_refused(self, derivation: bytes) -> None:
        content = encrypted(derivation)
        for each in (content, pem("ENCRYPTED PRIVATE KEY", content)):
            with pytest.raises(Unsupported, match="more work than this library's limits allow"):
                read_foreign_key(each, ask=lambda: PASSWORD)

    @pytest.mark.parametrize("derivation", [pbkdf2(1000), scrypt(1 << 10, 8, 1)])
    def test_what_is_allowed_is_tried(self, derivation: bytes) -> None:
        with pytest.raises(DecryptionFailed):
            read_foreign_key(encrypted(derivation), ask=lambda: PASSWORD)

    @pytest.mark.parametrize("change", TO_HIDE)
    @pytest.mark.parametrize("kind", ["pbkdf2", "scrypt", "openssh"])
    def test_nothing_hides_the_work(
        self, kind: str, change: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def load(content: bytes, _password: bytes | None) -> object:
            raise AssertionError(content)

        for name in ("load_pem_private_key", "load_ssh_private_key", "load_der_private_key"):
            monkeypatch.setattr(f"cryptography.hazmat.primitives.serialization.{name}", load)
        with pytest.raises(SealwaxError):
            read_foreign_key(change(TOO_MUCH[kind]), ask=lambda: PASSWORD)

    @pytest.mark.parametrize("label", ["PRIVATE KEY", "EC PRIVATE KEY"])
    @pytest.mark.parametrize("content", TOO_MUCH.values(), ids=TOO_MUCH)
    def test_under_another_label_nothing_is_derived(self, content: bytes, label: str) -> None:
        body = base64.b64decode(b"".join(content.splitlines()[1:-1]))
        with pytest.raises(MalformedInput, match="does not parse"):
            read_foreign_key(pem(label, body), ask=lambda: PASSWORD)

    def test_deep_nesting_is_no_recursion(self) -> None:
        content = b""
        for _ in range(2000):
            content = der(0x30, content)
        with pytest.raises(MalformedInput, match="does not parse"):
            read_foreign_key(der(0x30, der(0x30, content), der(4, bytes(32))))


class TestOtherFiles:
    @pytest.mark.parametrize("length", [0, 20, 31, 33])
    def test_an_ed25519_key_of_another_length(self, length: int) -> None:
        algorithm = der(0x30, oid("2b6570"))
        content = der(0x30, number(0), algorithm, der(4, der(4, bytes(length))))
        with pytest.raises(MalformedInput, match="does not parse"):
            read_foreign_key(content)

    @pytest.mark.parametrize("vector", ["", "00", "00" * 15, "00" * 17, "zz" * 16])
    def test_an_initialization_vector_of_another_length(self, vector: str) -> None:
        form = PrivateFormat.TraditionalOpenSSL
        pem = P256_KEY.private_bytes(Encoding.PEM, form, BestAvailableEncryption(PASSWORD.encode()))
        assert read_foreign_key(pem, ask=lambda: PASSWORD).private_key == SCALAR
        line = next(line for line in pem.splitlines() if line.startswith(b"DEK-Info"))
        changed = pem.replace(line, line.partition(b",")[0] + b"," + vector.encode())
        with pytest.raises(MalformedInput, match="header of the encrypted key"):
            read_foreign_key(changed, ask=lambda: PASSWORD)

    @pytest.mark.parametrize("curve", ["p256", "ed25519"])
    def test_an_openssh_key_beside_the_public_key_of_another(self, curve: Curve) -> None:
        lines = write_foreign_key(FoundKey(SCALAR, curve, None), "openssh").splitlines()
        body = base64.b64decode(b"".join(lines[1:-1]))
        assert read_foreign_key(pem("OPENSSH PRIVATE KEY", body)).private_key == SCALAR
        # Both copies of the public key stay, and so does the length of the private key.
        changed = body.replace(SCALAR, SCALAR[:-1] + b"\x21")
        assert changed != body
        with pytest.raises(KeyMismatch, match="does not belong to the public key beside it"):
            read_foreign_key(pem("OPENSSH PRIVATE KEY", changed))

    @pytest.mark.parametrize(("length", "tag"), [(0x51, b"\x81\x21\x00"), (0x53, b"\xa1\x23\x03\x21\x00")])
    def test_ed25519_in_pkcs8_with_its_public_key(self, length: int, tag: bytes) -> None:
        """RFC 8410, section 10.3, and the tag of ring's earlier releases."""
        public = ED25519_KEY.public_key().public_bytes_raw()

        def encode(length: int, version: int, public: bytes) -> bytes:
            head = bytes([0x30, length, 2, 1, version]) + bytes.fromhex("300506032b657004220420")
            return head + SCALAR + tag + public

        key, others = encode(length, 1, public), encode(length, 1, public[::-1])
        for content in (key, pem("PRIVATE KEY", key), base64.b64encode(key)):
            assert read_foreign_key(without_wrapping(content)) == FoundKey(SCALAR, "ed25519", None)
        for content in (others, pem("PRIVATE KEY", others)):
            with pytest.raises(KeyMismatch, match="does not belong to the public key beside it"):
                read_foreign_key(content)
        for content in (
            key[:-1],
            key + b"\x00",
            encode(length, 2, public),
            encode(length ^ 2, 1, public),
            pem("EC PRIVATE KEY", key),
        ):
            with pytest.raises(MalformedInput, match="does not parse"):
                read_foreign_key(content)

    def test_the_key_of_rfc_8410_with_an_attribute(self) -> None:
        """RFC 8410, section 10.3, the second key."""
        text = (
            b"MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhCoB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJk"
            b"bGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
        )
        private_key = bytes.fromhex("d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842")
        key = base64.b64decode(text)
        for content in (key, pem("PRIVATE KEY", key), b"Bag Attributes\n" + pem("PRIVATE KEY", key), text):
            assert read_foreign_key(without_wrapping(content)) == FoundKey(private_key, "ed25519", None)

    @pytest.mark.parametrize("curve", CURVES)
    def test_pkcs8_with_attributes_and_public_keys(self, curve: Curve) -> None:
        def item(tag: int, content: bytes) -> bytes:
            length = [len(content)] if len(content) < 128 else [0x81, len(content)]
            return bytes([tag, *length]) + content

        plain = write_foreign_key(FoundKey(SCALAR, curve, None), "der")
        start = plain.index(b"\x02\x01\x00") + 3
        public = public_forms(SCALAR, curve)[-1]
        attribute = item(0x30, bytes.fromhex("060a2a864886f70d01090914") + item(0x31, item(0x0C, b"name")))

        def encode(version: int, *parts: bytes) -> bytes:
            return item(0x30, bytes([2, 1, version]) + plain[start:] + b"".join(parts))

        some, none = item(0xA0, attribute), item(0xA0, b"")
        bits = b"\x00" + public
        for key in (
            encode(0, some),
            encode(1),
            encode(1, some),
            encode(1, item(0x81, bits)),
            encode(1, some, item(0x81, bits)),
            encode(1, none, item(0x81, bits)),
            encode(1, some, item(0xA1, item(0x03, bits))),
        ):
            for content in (key, pem("PRIVATE KEY", key)):
                assert read_foreign_key(content) == FoundKey(SCALAR, curve, None)
        other = b"\x00" + public_forms(SCALAR[::-1], curve)[-1]
        for parts in ([item(0x81, other)], [some, item(0x81, other)], [item(0xA1, item(0x03, other))]):
            with pytest.raises(KeyMismatch, match="does not belong to the public key beside it"):
                read_foreign_key(encode(1, *parts))
        for key in (
            encode(0, item(0x81, bits)),
            encode(1, item(0x81, bits), some),
            encode(1, some, some),
            encode(1, item(0x81, b"\x00")),
            encode(1, item(0x81, b"")),
            encode(1, item(0x81, b"\x01" + public)),
            encode(1, item(0xA1, bits)),
            encode(1, item(0xA1, item(0x04, bits))),
            encode(1, item(0xA1, item(0x03, bits) + b"\x00")),
            encode(1, item(0x82, bits)),
            encode(1, some)[:-1],
            encode(1, some) + b"\x00",
        ):
            with pytest.raises(MalformedInput, match="does not parse"):
                read_foreign_key(key)

    @pytest.mark.parametrize("label", ["CERTIFICATE", "TRUSTED CERTIFICATE", "EC PARAMETERS"])
    def test_what_openssl_writes_beside_a_key(self, label: str) -> None:
        beside = b"Bag Attributes\n    localKeyID: 01\nsubject=CN = x\n" + pem(label, b"\x30\x03\x02\x01\x01")
        for content in (beside + PLAIN, PLAIN + beside, beside + PLAIN + beside):
            assert is_foreign(content)
            assert read_foreign_key(content).private_key == SCALAR
        for content in (beside + PLAIN + PLAIN, beside.replace(b"-----END", b"") + PLAIN):
            with pytest.raises(MalformedInput, match="exactly one private key"):
                read_foreign_key(content)
        with pytest.raises(MalformedInput, match=r"^this is "):
            read_foreign_key(beside)

    @pytest.mark.parametrize("beside", ["PUBLIC KEY", "X509 CRL", "RSA PRIVATE KEY"])
    def test_other_blocks_beside_a_key_are_refused(self, beside: str) -> None:
        with pytest.raises(MalformedInput, match="exactly one private key"):
            read_foreign_key(pem(beside, b"\x30\x03\x02\x01\x01") + PLAIN)

    @pytest.mark.parametrize("text", [b"-----", b"----- BEGIN", b"a -----END PRIVATE KEY-----\n"])
    def test_dashes_around_a_key_are_refused(self, text: bytes) -> None:
        for content in (text + b"\n" + PLAIN, PLAIN + text):
            with pytest.raises(MalformedInput, match="exactly one private key"):
                read_foreign_key(content)

    def test_parameters_before_a_key(self) -> None:
        key = P256_KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        before = b"-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
        assert read_foreign_key(before + key).private_key == SCALAR

    @given(st.binary(max_size=300))
    def test_anything(self, content: bytes) -> None:
        for start in (b"", b"\x30\x82", b"{", b"-----BEGIN PRIVATE KEY-----\n"):
            try:
                read_foreign_key(start + content, ask=lambda: PASSWORD)
            except SealwaxError as error:
                pickle.dumps(error)


class TestJwk:
    def jwk(self, curve: Curve) -> dict[str, str]:
        document: dict[str, str] = json.loads(write_foreign_key(FoundKey(SCALAR, curve, None), "jwk"))
        return document

    def read(self, document: object) -> FoundKey:
        return read_foreign_key(json.dumps(document).encode())

    @pytest.mark.parametrize("curve", CURVES)
    def test_a_public_key_of_another_private_key(self, curve: Curve) -> None:
        other = json.loads(write_foreign_key(FoundKey(b"\x07" * 32, curve, None), "jwk"))
        for name in ("x", "y"):
            if name in other:
                with pytest.raises(KeyMismatch):
                    self.read({**self.jwk(curve), name: other[name]})

    def test_a_public_jwk(self) -> None:
        document = self.jwk("p256")
        del document["d"]
        with pytest.raises(MalformedInput, match=r"^this is a public JWK"):
            self.read(document)

    @pytest.mark.parametrize(
        "change",
        [{"kty": "RSA"}, {"crv": "P-384"}, {"kty": "OKP"}, {"crv": 5}, {"kty": None}, {"kty": "oct"}],
    )
    def test_other_kinds(self, change: dict[str, object]) -> None:
        with pytest.raises(Unsupported):
            self.read({**self.jwk("p256"), **change})

    @pytest.mark.parametrize("name", ["d", "x", "y"])
    def test_wrong_values(self, name: str) -> None:
        document = self.jwk("p256")
        for value in (*NOT_TEXT, "", "AA", document[name] + "A", document[name][:-4], "!" * 43):
            with pytest.raises(MalformedInput):
                self.read({**document, name: value})
        del document[name]
        with pytest.raises(MalformedInput):
            self.read(document)

    def test_a_scalar_that_is_none(self) -> None:
        zero = base64.urlsafe_b64encode(bytes(32)).rstrip(b"=").decode()
        with pytest.raises(KeyMismatch):
            self.read({**self.jwk("p256"), "d": zero})


class TestPairs:
    """Key pairs as SDKs and tools write them: the public key tells the curve, and must fit it."""

    def read(self, document: object, **more: object) -> FoundKey:
        return read_foreign_key(json.dumps(document).encode(), **more)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "other",
        ["PrivateKey", "apiPrivateKey", "ApiPrivateKey", "private_key", "PRIVATE_KEY", "PublicKey", "Curve"],
    )
    @pytest.mark.parametrize("is_first", [False, True])
    def test_another_key_beside_it(self, other: str, *, is_first: bool) -> None:
        """Readers that do not tell the case of names, or that prefer the other, would load another key."""
        pair = {"privateKey": SCALAR.hex(), "publicKey": public_forms(SCALAR, "p256")[0].hex()}
        beside = {other: "07" * 32}
        with pytest.raises(MalformedInput, match=r"one private key|only in case"):
            self.read({**beside, **pair} if is_first else {**pair, **beside})

    @pytest.mark.parametrize("name", ["PrivateKey", "PRIVATEKEY", "ApiPrivateKey", "private_Key", "KTY"])
    def test_a_name_in_another_case(self, name: str) -> None:
        with pytest.raises(MalformedInput, match="only in case"):
            self.read({"apiPrivateKey": SCALAR.hex(), "curve": "p256", name: "07" * 32})
        with pytest.raises(MalformedInput, match="only in case"):
            self.read({**json.loads(write_foreign_key(FoundKey(SCALAR, "p256", None), "jwk")), "D": "x"})

    def test_a_pair_with_both_forms_of_the_public_key(self) -> None:
        compressed, uncompressed = public_forms(SCALAR, "p256")
        pair = {"privateKey": SCALAR.hex(), "publicKey": compressed.hex()}
        assert self.read({**pair, "publicKeyUncompressed": uncompressed.hex()}).curve == "p256"
        with pytest.raises(KeyMismatch):
            other = public_forms(b"\x07" * 32, "p256")[1].hex()
            self.read({**pair, "publicKeyUncompressed": other})

    def test_the_curve_is_asked_for_where_nothing_tells_it(self) -> None:
        with pytest.raises(MalformedInput, match="names neither a curve nor a public key"):
            self.read({"privateKey": SCALAR.hex()})
        assert self.read({"privateKey": SCALAR.hex()}, curve="secp256k1").curve == "secp256k1"

    def test_an_ed25519_key_with_its_public_half(self) -> None:
        public = public_forms(SCALAR, "ed25519")[0]
        both = (SCALAR + public).hex()
        assert self.read({"privateKey": both}) == FoundKey(SCALAR, "ed25519", None)
        assert self.read({"privateKey": both, "publicKey": public.hex()}).curve == "ed25519"
        with pytest.raises(KeyMismatch):
            self.read({"privateKey": SCALAR.hex() * 2})
        with pytest.raises(MalformedInput):
            self.read({"privateKey": both, "curve": "p256"})

    @pytest.mark.parametrize("value", [*NOT_TEXT, "", "00", "1f" * 31, "1f" * 33, "zz" * 32])
    def test_wrong_values(self, value: object) -> None:
        public = public_forms(SCALAR, "p256")[0].hex()
        with pytest.raises(SealwaxError):
            self.read({"privateKey": value, "publicKey": public})
        with pytest.raises(SealwaxError):
            self.read({"privateKey": SCALAR.hex(), "publicKey": value})

    def test_json_without_a_key(self) -> None:
        with pytest.raises(MalformedInput, match=r"^this is JSON; pass the private key, "):
            self.read({"a": 1})
        with pytest.raises(MalformedInput, match=r"^this is the description of a key"):
            self.read({"name": "default", "public_key": "02"})

    def test_a_key_for_something_else(self, tmp_path: Path) -> None:
        pair = {"apiPrivateKey": SCALAR.hex(), "apiPublicKey": public_forms(SCALAR, "p256")[0].hex()}
        (tmp_path / "key").write_text(json.dumps(pair))
        assert ApiKey.load(tmp_path / "key").curve == "p256"
        with pytest.raises(MalformedInput, match="this is an API key"):
            TargetKey.load(tmp_path / "key")


def escaped(content: bytes) -> bytes:
    return content.strip().replace(b"\n", b"\\n")


def quoted(content: bytes) -> bytes:
    return b'"%b"\n' % content.strip()


WRAPPINGS: dict[str, Callable[[bytes], bytes]] = {
    "escapes": escaped,
    "escapes of Windows": lambda content: content.replace(b"\n", b"\\r\\n"),
    "quotes": quoted,
    "apostrophes": lambda content: b" '%b' " % content,
    "escapes in quotes": lambda content: quoted(escaped(content)),
    "base64": base64.b64encode,
    "base64 without padding": lambda content: base64.b64encode(content).rstrip(b"="),
    "base64 in lines": base64.encodebytes,
    "base64 in quotes": lambda content: quoted(base64.b64encode(content)),
    "one line": lambda content: content.replace(b"\n", b" "),
}


class TestWrapping:
    """What environments, secret stores and shells do to a key."""

    @pytest.mark.parametrize("curve", CURVES)
    def test_the_body_of_pem_alone_is_read(self, curve: Curve) -> None:
        der = write_foreign_key(FoundKey(SCALAR, curve, None), "der")
        for wrapped in (base64.b64encode(der), base64.encodebytes(der), quoted(base64.b64encode(der))):
            assert parse_api_key_file(wrapped, "the key", None).private_key_hex() == SCALAR.hex()
        for changed in (der[:-1], der + b"\0", b"\x31" + der[1:]):
            with pytest.raises(MalformedInput):
                parse_api_key_file(base64.b64encode(changed), "the key", None)

    @pytest.mark.parametrize("form", ["jwk", "json"])
    def test_json_is_read(self, form: str) -> None:
        content = write_foreign_key(FoundKey(SCALAR, "p256", None), form)
        in_text = json.dumps(json.dumps(json.loads(content))).encode()
        for wrapped in (in_text, in_text[1:-1], b"'%b'" % content.strip(), base64.b64encode(content)):
            assert parse_api_key_file(wrapped, "the key", None).private_key_hex() == SCALAR.hex()

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"'",
            b"\"x'",
            SCALAR.hex().encode(),
            base64.b64encode(SCALAR),
            b"A" * 61,
            base64.b64encode(b"{" + bytes(60)),
            base64.b64encode(b"{" + b"x" * 60),
            base64.b64encode(b"-----END PRIVATE KEY-----" * 3),
            b"\x30\x82" + bytes(60),
        ],
    )
    def test_anything_else_stays(self, content: bytes) -> None:
        assert without_wrapping(content) == content

    @pytest.mark.parametrize(
        ("content", "named"),
        [
            (b"Bag Attributes\n" + pem("CERTIFICATE", b"0"), "this is a certificate; pass the private"),
            (b"see -----BEGIN PUBLIC KEY-----", "this is a public key in PEM; pass the private"),
            (b"-----BEGIN \xff", "this is a PEM file; pass the private"),
            (b"x" * 5000 + b"-----BEGIN ", "this is not a private key; pass the private"),
            (
                json.dumps({str(place): 7 for place in range(64)}).encode(),
                "a Solana key as an object of numbers",
            ),
            (json.dumps(list(range(64))).encode(), "a Solana key as numbers"),
            (b", ".join([b"7"] * 64), "a Solana key as numbers"),
            (base64.b64encode(SCALAR), "32 bytes in base64 .a key must be in hex."),
            (b"z5" * 43 + b"Q", "a Solana key in base58 .a key must be in hex."),
            (b"L" + b"1" * 51, "a private key in WIF"),
        ],
    )
    def test_other_contents_are_named(self, content: bytes, named: str) -> None:
        for parse in (parse_api_key_file, parse_target_key_file):
            with pytest.raises(MalformedInput, match=f"^the key: .*{named}"):
                parse(content, "the key", None)

    @given(st.binary(max_size=200), st.sampled_from([*WRAPPINGS.values()]))
    def test_anything(self, content: bytes, wrap: Callable[[bytes], bytes]) -> None:
        for start in (b"", b"\x30\x82", b"{", b"-----BEGIN PRIVATE KEY-----\n"):
            try:
                parse_api_key_file(wrap(start + content), "the key", None)
            except SealwaxError:
                continue

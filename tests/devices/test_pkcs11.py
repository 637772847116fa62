"""The tests of ``tests/signers/test_pkcs11.py`` that need devices, or stand-ins for them."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    KeyMismatch,
    MalformedInput,
    SignerError,
    TargetKey,
    Unsupported,
    decrypt_wallet_export,
    verify_api_key_stamp,
)
from sealwax._crypto.points import P256, compressed_point, uncompressed_point
from sealwax.signers import pkcs11 as signers
from sealwax.signers.pkcs11 import Pkcs11Signer, Pkcs11TargetKey
from sealwax.testing import ReferenceEnclave, check_signer
from tests.conftest import ORGANIZATION
from tests.signers.service import accepts
from tools.support import softhsm
from tools.support.softhsm import PIN

if TYPE_CHECKING:
    from typing_extensions import Self


CURVES = tuple(softhsm.KEY_TYPES)


PEER = uncompressed_point(TargetKey.from_private_key(b"\7" * 32).private_key_object().public_key())


def open_signer(key: str | bytes, token: str = "one", **options: Any) -> Pkcs11Signer:
    return Pkcs11Signer(softhsm.module(), token=token, key=key, **{"pin": PIN, **options})


def open_target(key: str | bytes = "target", **options: Any) -> Pkcs11TargetKey:
    return Pkcs11TargetKey(softhsm.module(), token="one", key=key, **{"pin": PIN, **options})


@contextmanager
def fails(words: str, reason: str, *, retryable: bool = False) -> Iterator[None]:
    with pytest.raises(SignerError, match=words) as caught:
        yield
    assert (caught.value.reason, caught.value.retryable) == (reason, retryable)
    assert caught.value.__context__ is None or PIN not in repr(caught.value.__context__)
    assert PIN not in str(caught.value)


class TestStamps:
    @pytest.mark.parametrize("curve", CURVES)
    def test_a_key_on_a_token_passes_the_checks_for_signers(self, tokens: Path, curve: str) -> None:
        assert tokens.exists()
        signer = open_signer(curve)
        assert signer.curve == curve
        check_signer(signer)

    @pytest.mark.parametrize("curve", CURVES)
    def test_its_stamps_verify(self, tokens: Path, curve: str) -> None:
        assert tokens.exists()
        signer = open_signer(curve)
        verified = verify_api_key_stamp(ApiKeyStamper(signer).stamp(b"body").header_value, b"body")
        assert (verified.public_key, verified.scheme) == (signer.public_key, signer.scheme)

    @pytest.mark.parametrize("curve", CURVES)
    def test_the_local_service_accepts_it(self, tokens: Path, curve: str) -> None:
        assert tokens.exists()
        accepts(open_signer(curve))

    def test_a_key_is_found_by_its_id_too(self, tokens: Path) -> None:
        assert tokens.exists()
        assert open_signer(b"\1").public_key == open_signer("p256").public_key

    def test_two_tokens_have_other_keys(self, tokens: Path) -> None:
        assert tokens.exists()
        assert open_signer("p256").public_key != open_signer("p256", "two").public_key

    def test_it_gives_no_secret_away(self, tokens: Path) -> None:
        assert tokens.exists()
        for key in (open_signer("p256"), open_target()):
            assert PIN not in repr(key)
            with pytest.raises(TypeError, match="holds a secret"):
                pickle.dumps(key)

    def test_only_bytes_are_signed(self, tokens: Path) -> None:
        assert tokens.exists()
        with pytest.raises(TypeError, match="message must be bytes, not str"):
            open_signer("p256").sign("body")  # type: ignore[arg-type]


THREADS = """
import sys
from threading import Thread
from sealwax import ApiKeyStamper, verify_api_key_stamp
from sealwax.signers.pkcs11 import Pkcs11Signer

done = []
def stamp(number):
    token, key = ("one", "two")[number % 2], ("p256", "ed25519")[number // 2 % 2]
    stamper = ApiKeyStamper(Pkcs11Signer(sys.argv[1], token=token, key=key, pin=sys.argv[2]))
    for each in range(200):
        body = b"%d %d" % (number, each)
        verify_api_key_stamp(stamper.stamp(body).header_value, body)
    done.append(number)

threads = [Thread(target=stamp, args=(number,)) for number in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(sorted(done))
"""


FORK = """
import os, sys
from sealwax import SignerError
from sealwax.signers.pkcs11 import Pkcs11Signer

open_it = lambda: Pkcs11Signer(sys.argv[1], token="one", key="p256", pin=sys.argv[2])
signer = open_it()
if child := os.fork():
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    signer.sign(b"x")
    print("the parent signs")
else:
    for call in (lambda: signer.sign(b"x"), open_it):
        try: call()
        except SignerError as error: print(error.reason, error.retryable, flush=True)
    pass
"""


def run_python(code: str, *arguments: str | Path) -> str:
    """Run code in a process of its own, which a defect of the module may end."""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class TestProcess:
    def test_eight_threads_and_two_tokens_do_not_crash_it(self, tokens: Path) -> None:
        assert tokens.exists()
        assert run_python(THREADS, softhsm.module(), PIN) == "[0, 1, 2, 3, 4, 5, 6, 7]\n"

    def test_a_forked_process_is_refused(self, tokens: Path) -> None:
        assert tokens.exists()
        lines = run_python(FORK, softhsm.module(), PIN).splitlines()
        assert lines == ["other-process False", "other-process False", "the parent signs"]


class TestRefusals:
    def test_what_is_not_there(self, tokens: Path) -> None:
        assert tokens.exists()
        with fails("there is no token with this label", "absent"):
            open_signer("p256", "three")
        with fails("no private key with this label or id", "absent"):
            open_signer("p384")
        with fails("no private key with this label or id", "absent"):
            open_signer(b"\x77")

    @pytest.mark.parametrize("name", ["missing.so", "not-a-module.so", "libc.so.6"])
    def test_what_is_not_a_module(self, tokens: Path, name: str) -> None:
        (tokens / "not-a-module.so").write_text("")
        path = name if name.startswith("libc") else str(tokens / name)
        with fails("the PKCS#11 module cannot be loaded", "absent"):
            Pkcs11Signer(path, token="one", key="p256", pin=PIN)

    def test_two_keys_with_one_label(self, tokens: Path) -> None:
        assert tokens.exists()
        for number in ("21", "22"):
            softhsm.make_key("two", softhsm.KEY_TYPES["p256"], "twin", number, "--usage-sign")
        with fails("several private keys with this label or id", "wrong-key"):
            open_signer("twin", "two")
        assert open_signer(b"\x21", "two").public_key != open_signer(b"\x22", "two").public_key

    def test_other_kinds_of_keys(self, tokens: Path) -> None:
        assert tokens.exists()
        softhsm.make_key("two", "EC:secp384r1", "p384", "31", "--usage-sign")
        softhsm.make_key("two", "rsa:2048", "rsa", "32", "--usage-sign")
        for key in ("p384", "rsa"):
            with fails("the key is not on P-256, secp256k1 or Ed25519", "wrong-key"):
                open_signer(key, "two")
        with fails("must be on P-256; this key is on secp256k1", "wrong-key"):
            open_target("secp256k1")
        with fails("does not allow this use of the key", "wrong-key"):
            open_target("p256")

    def test_a_public_key_of_another_key(self, tokens: Path) -> None:
        assert tokens.exists()
        with pytest.raises(KeyMismatch, match="does not belong to the public key"):
            open_signer("p256", public_key=open_signer("p256", "two").public_key)
        with pytest.raises(KeyMismatch, match="does not belong to the public key"):
            open_signer("ed25519", public_key=ApiKey.generate("ed25519").public_key)
        with pytest.raises(KeyMismatch, match="does not belong to the public key"):
            open_target(public_key=TargetKey.generate().public_key)

    def test_a_public_key_in_another_form(self, tokens: Path) -> None:
        assert tokens.exists()
        with pytest.raises(MalformedInput, match="the public key"):
            open_signer("p256", public_key=TargetKey.generate().public_key)
        with pytest.raises(MalformedInput, match="the public key"):
            open_target(public_key=open_signer("p256").public_key)

    def test_an_imported_key_without_a_public_one(self, tokens: Path) -> None:
        key = ec.generate_private_key(P256)
        file = tokens / "imported.der"
        file.write_bytes(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))
        options = ("--write-object", str(file), "--type", "privkey", "--label", "imported", "--id", "41")
        softhsm.tool("one", *options, "--usage-sign", "--usage-derive")
        with fails("no public key with the id of the private key; pass public_key", "absent"):
            open_signer("imported")
        point = compressed_point(key.public_key()).hex()
        check_signer(open_signer("imported", public_key=point))
        whole = uncompressed_point(key.public_key()).hex()
        assert open_target("imported", public_key=whole).public_key == whole


class TestTargetKey:
    def test_an_export_opens_with_a_key_that_cannot_be_extracted(self, tokens: Path) -> None:
        assert tokens.exists()
        listed = softhsm.tool("one", "--list-objects", "--type", "privkey", "--label", "target")
        assert "never extractable" in listed
        key, enclave = open_target(), ReferenceEnclave()
        bundle = enclave.export_wallet(
            "abandon " * 11 + "about", organization_id=ORGANIZATION, target_public_key=key.public_key
        )
        wallet = decrypt_wallet_export(bundle, key, organization_id=ORGANIZATION, keys=enclave.keys)
        assert wallet.mnemonic == "abandon " * 11 + "about"

    def test_both_sides_agree(self, tokens: Path) -> None:
        assert tokens.exists()
        key, other = open_target(), TargetKey.generate()
        secret = key.exchange(bytes.fromhex(other.public_key))
        assert secret == other.exchange(bytes.fromhex(key.public_key))

    def test_the_other_key_is_checked_before_the_token_is_asked(self, tokens: Path) -> None:
        assert tokens.exists()
        with pytest.raises(MalformedInput, match="not a point on P-256"):
            open_target().exchange(PEER[:-1] + b"\0")

    def test_the_secret_does_not_stay_on_the_token(self, tokens: Path) -> None:
        assert tokens.exists()
        key = open_target()
        before = softhsm.tool("one", "--list-objects")
        session = key._key._session
        names = pytest.importorskip("pkcs11", reason="the extra pkcs11 is not installed").Attribute
        secrets = {
            names.CLASS: pytest.importorskip(
                "pkcs11", reason="the extra pkcs11 is not installed"
            ).ObjectClass.SECRET_KEY
        }
        key.exchange(PEER)
        assert list(session.get_objects(secrets)) == []
        assert softhsm.tool("one", "--list-objects") == before


REMOTE = """
import sys
from sealwax import SignerError, verify_api_key_stamp, ApiKeyStamper
from sealwax.signers.pkcs11 import Pkcs11Signer

module, pin, key, public_key = sys.argv[1:]
signer = Pkcs11Signer(module, token="one", key=key, pin=pin, public_key=public_key or None)
for line in sys.stdin:
    try:
        verify_api_key_stamp(ApiKeyStamper(signer).stamp(line).header_value, line)
        print("signed", flush=True)
    except SignerError as error:
        print(error.reason, error.retryable, flush=True)
"""


IN_MEMORY = """
import sys
from sealwax import ApiKey
key = ApiKey.load(sys.argv[1])
for line in sys.stdin:
    key.sign(line.encode())
    print("signed", flush=True)
"""


class Asked:
    """A process that is asked to sign, a line a time."""

    def __init__(self, code: str, *arguments: str | Path, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )

    def sign(self) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("body\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def has_in_memory(self, needle: bytes) -> bool:
        """Whether the process has some bytes anywhere in its memory, in either order."""
        number = self.process.pid
        with Path(f"/proc/{number}/mem").open("rb", buffering=0) as memory:
            for line in Path(f"/proc/{number}/maps").read_text().splitlines():
                span, mode, *_ = line.split()
                if "r" not in mode or line.endswith(("[vvar]", "[vsyscall]", "[vvar_vclock]")):
                    continue
                start, end = (int(bound, 16) for bound in span.split("-"))
                memory.seek(start)
                try:
                    content = memory.read(end - start)
                except OSError:
                    continue
                if needle in content or needle[::-1] in content:
                    return True
        return False

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


class TestOtherProcess:
    @pytest.mark.usefixtures("tokens")
    def test_a_token_that_is_killed_signs_again(self) -> None:
        with softhsm.remote_token("one") as remote:
            arguments = (softhsm.client(), PIN, "p256", "")
            with Asked(REMOTE, *arguments, **remote.environment) as asked:
                assert asked.sign() == "signed"
                remote.kill_token()
                assert asked.sign() == "absent True"
                assert asked.sign() == "signed"

    def test_the_private_key_is_not_in_the_memory_of_this_process(self, tokens: Path) -> None:
        key = ec.generate_private_key(P256)
        scalar = key.private_numbers().private_value.to_bytes(32, "big")
        file = tokens / "known.der"
        file.write_bytes(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))
        options = ("--write-object", str(file), "--type", "privkey", "--label", "known", "--id", "51")
        softhsm.tool("one", *options, "--usage-sign")
        public_key = compressed_point(key.public_key()).hex()
        with softhsm.remote_token("one") as remote:
            arguments = (softhsm.client(), PIN, "known", public_key)
            with Asked(REMOTE, *arguments, **remote.environment) as asked:
                assert asked.sign() == "signed"
                assert not asked.has_in_memory(scalar)
                assert asked.has_in_memory(public_key.encode())
        ApiKey.from_private_key(scalar).save(tokens / "known.private")
        with Asked(IN_MEMORY, tokens / "known.private") as asked:
            assert asked.sign() == "signed"
            assert asked.has_in_memory(scalar)

    def test_a_token_whose_files_are_gone_signs_again(self, tokens: Path) -> None:
        with Asked(REMOTE, softhsm.module(), PIN, "p256", "") as asked:
            assert asked.sign() == "signed"
            (tokens / "tokens").rename(tokens / "gone")
            try:
                assert asked.sign() == "absent True"
                assert asked.sign() == "absent True"
            finally:
                (tokens / "gone").rename(tokens / "tokens")
            assert asked.sign() == "signed"


class TestPin:
    """In processes of their own: this one is logged in."""

    def test_a_wrong_pin_is_tried_once(self, tokens: Path) -> None:
        assert tokens.exists()
        code = """
import sys
from sealwax import SignerError
from sealwax.signers import pkcs11
tried = []
def pin():
    tried.append(1)
    return "wrong-pin-of-mine"
key = pkcs11._TokenKey(sys.argv[1], "one", "p256", pin)
for _ in range(3):
    try: key.use(len)
    except SignerError as error: print(error.reason, error.retryable, error, error.__context__)
print(len(tried))
print(pkcs11.Pkcs11Signer(sys.argv[1], token="one", key="p256", pin="1234").curve)
try: key.use(len)
except SignerError as error: print(error.reason)
"""
        *refused, tried, curve, still = run_python(code, softhsm.module()).splitlines()
        words = "it is not tried again; few tries are left before the token locks"
        assert refused == [f"wrong-pin False the token refused the PIN; {words} None"] * 3
        assert (tried, curve, still) == ("1", "p256", "wrong-pin")

    def test_a_process_logs_in_once(self, tokens: Path) -> None:
        assert tokens.exists()
        code = """
import sys
import pkcs11
from sealwax.signers.pkcs11 import Pkcs11Signer
session = pkcs11.lib(sys.argv[1]).get_token(token_label="one").open(user_pin="1234")
asked = []
for key in ("p256", "ed25519"):
    Pkcs11Signer(sys.argv[1], token="one", key=key, pin=lambda: asked.append(key) or "1234").sign(b"x")
print(asked)
session.close()
"""
        assert run_python(code, softhsm.module().resolve()) == "['p256']\n"

    def test_a_prompt_that_is_cancelled(self, tokens: Path) -> None:
        assert tokens.exists()
        code = """
import sys
from sealwax import SignerError
from sealwax.signers.pkcs11 import Pkcs11Signer
for pin in (lambda: None, None):
    try: Pkcs11Signer(sys.argv[1], token="one", key="p256", pin=pin)
    except SignerError as error: print(error.reason, error)
"""
        lines = run_python(code, softhsm.module()).splitlines()
        assert lines == [
            "cancelled no PIN was given",
            "absent the token has no private key with this label or id",
        ]


class FakeToken:
    """A token of a module that answers as a test wants."""

    def __init__(self, library: Any, flags: int, error: Exception | None) -> None:
        self.library, self.flags, self.error = library, flags, error
        self.flags_after = flags
        self.opened: list[object] = []

    def open(self, user_pin: object = None) -> object:
        self.opened.append(user_pin)
        self.flags = self.flags_after
        if self.error is not None and user_pin is not None:
            raise self.error
        return SimpleNamespace(get_objects=lambda _: iter(()))


class TestFlags:
    """Limits of SoftHSM."""

    @pytest.fixture
    def library(self) -> Any:
        return pytest.importorskip("pkcs11", reason="the extra pkcs11 is not installed")

    def open(self, monkeypatch: pytest.MonkeyPatch, token: FakeToken, pin: Any = PIN) -> None:
        fake = SimpleNamespace(initialized=True, get_token=lambda **_: token)
        monkeypatch.setattr(token.library, "lib", lambda _: fake)
        monkeypatch.setattr(signers, "_modules", {})
        Pkcs11Signer("fake.so", token="one", key="p256", pin=pin)

    @pytest.mark.parametrize(
        ("flag", "words"),
        [
            ("USER_PIN_COUNT_LOW", "few tries are left before the token locks"),
            ("USER_PIN_FINAL_TRY", "one more wrong PIN locks the token"),
            ("TOKEN_INITIALIZED", "it is not tried again$"),
        ],
    )
    def test_the_tries_that_are_left_are_said(
        self, monkeypatch: pytest.MonkeyPatch, library: Any, flag: str, words: str
    ) -> None:
        token = FakeToken(library, library.TokenFlag[flag], library.PinIncorrect())
        with fails(words, "wrong-pin"):
            self.open(monkeypatch, token)
        assert token.opened == [PIN]

    def test_a_token_that_locks_says_so(self, monkeypatch: pytest.MonkeyPatch, library: Any) -> None:
        token = FakeToken(library, 0, library.PinIncorrect())
        token.flags_after = library.TokenFlag.USER_PIN_LOCKED
        with fails("the token is locked now", "wrong-pin"):
            self.open(monkeypatch, token)

    def test_a_locked_token_is_not_tried(self, monkeypatch: pytest.MonkeyPatch, library: Any) -> None:
        token = FakeToken(library, library.TokenFlag.USER_PIN_LOCKED, None)
        with fails("the PIN is locked after too many wrong ones", "locked"):
            self.open(monkeypatch, token)
        assert token.opened == []

    def test_a_pin_pad_is_used(self, monkeypatch: pytest.MonkeyPatch, library: Any) -> None:
        token = FakeToken(
            library, library.TokenFlag.PROTECTED_AUTHENTICATION_PATH, library.FunctionCancelled()
        )
        with fails("the token's PIN pad was cancelled", "cancelled"):
            self.open(monkeypatch, token, None)
        assert token.opened == [library.PROTECTED_AUTH]

    @pytest.mark.parametrize(
        ("name", "reason"),
        [("PinExpired", "wrong-pin"), ("PinLenRange", "wrong-pin"), ("HostMemory", "failed")],
    )
    def test_other_errors(
        self, monkeypatch: pytest.MonkeyPatch, library: Any, name: str, reason: str
    ) -> None:
        token = FakeToken(library, 0, getattr(library, name)())
        with fails("the token", reason) if name != "PinExpired" else fails("the PIN has expired", reason):
            self.open(monkeypatch, token)

    def test_a_key_that_asks_each_time(self, monkeypatch: pytest.MonkeyPatch, library: Any) -> None:
        token = FakeToken(library, 0, None)
        session = SimpleNamespace(get_objects=lambda _: iter([{library.Attribute.ALWAYS_AUTHENTICATE: True}]))
        monkeypatch.setattr(token, "open", lambda **_: session)
        with pytest.raises(Unsupported, match="asks for the PIN at each use"):
            self.open(monkeypatch, token)

    @pytest.mark.parametrize("head", ["", "0441", "0321", "034200", "0440"])
    @pytest.mark.parametrize("compressed", [False, True])
    def test_the_point_is_told_by_its_length(
        self, monkeypatch: pytest.MonkeyPatch, tokens: Path, head: str, compressed: bool
    ) -> None:
        assert tokens.exists()
        signer = open_signer("p256")
        point = bytes.fromhex(signer.public_key)
        if not compressed:
            point = uncompressed_point(ec.EllipticCurvePublicKey.from_encoded_point(P256, point))
        elif head == "0441":
            head = "0421"
        monkeypatch.setattr(
            signers,
            "_attribute",
            lambda item, name, found=signers._attribute: (
                bytes.fromhex(head) + point if name.name == "EC_POINT" else found(item, name)
            ),
        )
        if head in {"", "0441", "0421"}:
            assert open_signer("p256").public_key == signer.public_key
        else:
            with fails("the public key in an unknown form; pass public_key", "wrong-key"):
                open_signer("p256")

    @pytest.mark.parametrize("head", ["", "0420", "032100", "0421", "0320"])
    def test_the_point_of_ed25519_is_told_by_its_length(
        self, monkeypatch: pytest.MonkeyPatch, tokens: Path, head: str
    ) -> None:
        assert tokens.exists()
        signer = open_signer("ed25519")
        encoded = bytes.fromhex(head + signer.public_key)
        monkeypatch.setattr(
            signers,
            "_attribute",
            lambda item, name, found=signers._attribute: (
                encoded if name.name == "EC_POINT" else found(item, name)
            ),
        )
        if head in {"", "0420", "032100"}:
            assert open_signer("ed25519").public_key == signer.public_key
        else:
            with fails("the public key in an unknown form; pass public_key", "wrong-key"):
                open_signer("ed25519")

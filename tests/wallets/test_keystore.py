import copy
import hashlib
import json
from functools import cache
from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

from sealwax._limits import MAX_PBKDF2_ITERATIONS
from sealwax.errors import (
    ContextMismatch,
    DecryptionFailed,
    KeyMismatch,
    MalformedInput,
    SealwaxError,
    Unsupported,
)
from sealwax.testing import ReferenceEnclave
from sealwax.wallets import decrypt_keystore, encrypt_keystore, keystore

KEY = bytes(range(1, 33))
ADDRESS = "0x6370eF2f4Db3611D657b90667De398a2Cc2a370C"
PASSWORD = "correct horse"
# The vector of the specification with PBKDF2, with fewer iterations and made for these tests, is quicker.
QUICK: dict[str, Any] = {
    "version": 3,
    "crypto": {
        "cipher": "aes-128-ctr",
        "cipherparams": {"iv": "00" * 16},
        "ciphertext": "",
        "kdf": "pbkdf2",
        "kdfparams": {"c": 2, "dklen": 32, "prf": "hmac-sha256", "salt": "00"},
        "mac": "",
    },
}


@cache
def written() -> str:
    """A keystore as they are written, which takes a second."""
    return encrypt_keystore(KEY, PASSWORD)


def quick(key: bytes = KEY) -> dict[str, Any]:
    from sealwax.wallets.keystore import _crypt, _mac  # noqa: PLC0415

    derived = PBKDF2HMAC(SHA256(), length=32, salt=b"\0", iterations=2).derive(PASSWORD.encode())
    made = copy.deepcopy(QUICK)
    ciphertext = _crypt(derived, bytes(16), key)
    made["crypto"] |= {"ciphertext": ciphertext.hex(), "mac": _mac(derived, ciphertext).hex()}
    return made


def opened(keystore: object, password: str = PASSWORD) -> bytes:
    return decrypt_keystore(json.dumps(keystore), password)


def test_another_artifact_is_named() -> None:
    bundle = ReferenceEnclave(KEY).import_bundle(organization_id="o", user_id="u")
    for content, name in ((bundle, "a bundle"), (KEY.hex(), "a private key in hex")):
        with pytest.raises(
            MalformedInput, match=f"^the keystore is {name}; pass a keystore, JSON with the mem"
        ):
            decrypt_keystore(content, PASSWORD)
    for content in ('{"version":3,"crypto":5}', '{"version":"3"}', "keystore.json"):
        with pytest.raises(MalformedInput, match=r"^the keystore is (malformed|not JSON): ") as caught:
            decrypt_keystore(content, PASSWORD)
        assert caught.value.__context__ is None


def test_a_password_of_several_forms_gets_a_hint() -> None:
    keystore = quick()
    for password in ("Zo\u00eb", "Zoe\u0308"):
        with pytest.raises(
            DecryptionFailed, match=r"was changed; the password has .* \(Unicode normal"
        ) as raised:
            opened(keystore, password)
        assert password not in str(raised.value)
    with pytest.raises(DecryptionFailed, match=r"was changed$"):
        opened(keystore, "Zoe")


class TestWriting:
    def test_each_is_made_with_other_random_bytes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keystore, "_N", 1 << 10)  # a thousandth of the time
        first, second = (json.loads(encrypt_keystore(KEY, PASSWORD)) for _ in range(2))
        assert first["id"] != second["id"]
        for part in ("ciphertext", "mac", "cipherparams", "kdfparams"):
            assert first["crypto"][part] != second["crypto"][part]

    @pytest.mark.parametrize(
        "password", ["", "ﬁ", "é", "\u212b", "\u212aelvin", "vol\u212a", "\u00a0pass", "x" * 1025, "\ud800"]
    )
    def test_passwords_that_wallets_read_in_two_ways(self, password: str) -> None:
        if password == "é":
            password = "e\u0301"
        with pytest.raises(MalformedInput, match=r"^the password ") as raised:
            encrypt_keystore(KEY, password)
        assert not password or password not in str(raised.value)

    @pytest.mark.parametrize("key", [b"", KEY[:-1], bytes(32), b"\xff" * 32])
    def test_what_is_no_key(self, key: bytes) -> None:
        with pytest.raises(MalformedInput, match=r"^the private key "):
            encrypt_keystore(key, PASSWORD)


class TestReading:
    @pytest.mark.parametrize(
        ("place", "value", "code"),
        [
            ("version", 1, "unsupported"),
            ("version", 4, "unsupported"),
            ("version", "3", "malformed"),
            ("crypto", None, "malformed"),
            ("crypto.cipher", "aes-128-cbc", "unsupported"),
            ("crypto.cipherparams.iv", "00" * 15, "malformed"),
            ("crypto.cipherparams.iv", "00" * 17, "malformed"),
            ("crypto.ciphertext", "00" * 31, "malformed"),
            ("crypto.ciphertext", "00" * 33, "malformed"),
            ("crypto.ciphertext", "00" * 32, "decryption-failed"),
            ("crypto.mac", "00" * 31, "malformed"),
            ("crypto.mac", "00" * 32, "decryption-failed"),
            ("crypto.kdf", "argon2", "unsupported"),
            ("crypto.kdf", "scrypt", "malformed"),
            ("crypto.kdfparams", {}, "malformed"),
            ("crypto.kdfparams.dklen", 16, "malformed"),
            ("crypto.kdfparams.prf", "hmac-sha512", "malformed"),
            ("crypto.kdfparams.c", 0, "malformed"),
            ("crypto.kdfparams.c", -1, "malformed"),
            ("crypto.kdfparams.c", 3, "decryption-failed"),
            ("crypto.kdfparams.c", 10_000_001, "unsupported"),
            ("crypto.kdfparams.c", 10**30, "unsupported"),
            ("crypto.kdfparams.salt", "0", "malformed"),
            ("crypto.kdfparams.salt", "01", "decryption-failed"),
            ("address", "00" * 20, "key-mismatch"),
            ("address", "", "key-mismatch"),
            # Near misses: the first and the last digit, one digit less at each end, white space.
            ("address", "7370ef2f4db3611d657b90667de398a2cc2a370c", "key-mismatch"),
            ("address", "6370ef2f4db3611d657b90667de398a2cc2a370d", "key-mismatch"),
            ("address", "6370ef2f4db3611d657b90667de398a2cc2a370", "key-mismatch"),
            ("address", "370ef2f4db3611d657b90667de398a2cc2a370c", "key-mismatch"),
            ("address", "6370ef2f4db3611d657b90667de398a2cc2a370c ", "key-mismatch"),
            ("address", 5, "malformed"),
        ],
    )
    def test_one_thing_wrong(self, place: str, value: object, code: str) -> None:
        keystore = quick()
        *parents, name = place.split(".")
        holder = keystore
        for parent in parents:
            holder = holder[parent]
        holder[name] = value
        with pytest.raises(SealwaxError) as raised:
            opened(keystore)
        assert raised.value.code == code
        assert KEY.hex() not in str(raised.value)
        assert PASSWORD not in str(raised.value)

    @pytest.mark.parametrize(
        ("parameters", "code"),
        [
            ({"n": 3}, "malformed"),
            ({"n": 0}, "malformed"),
            ({"n": 1}, "malformed"),
            ({"n": -2}, "malformed"),
            ({"r": 0}, "malformed"),
            ({"p": 0}, "malformed"),
            ({"p": -1}, "malformed"),
            ({"n": 1 << 60}, "unsupported"),
            ({"n": 1 << 20, "r": 8}, "unsupported"),
            ({"r": 1 << 40}, "unsupported"),
            # Each of these is just above one bound, and below the others.
            ({"n": 1 << 10, "r": 4097}, "unsupported"),
            ({"n": 2, "r": 8193}, "unsupported"),
            ({"n": 2, "p": 65}, "unsupported"),
            # Less than a kilobyte, which took a gibibyte of memory for p.
            ({"n": 2, "r": 1 << 17, "p": 64}, "unsupported"),
            ({"n": 1 << 18, "r": 8, "p": 3}, "unsupported"),
            ({"n": 2.0}, "malformed"),
            ({"n": 1024, "r": 8, "p": 1}, "decryption-failed"),
        ],
    )
    def test_parameters_of_scrypt_are_bounded(self, parameters: dict[str, object], code: str) -> None:
        keystore = quick()
        keystore["crypto"]["kdf"] = "scrypt"
        keystore["crypto"]["kdfparams"] = {"dklen": 32, "n": 2, "r": 1, "p": 1, "salt": "00", **parameters}
        with pytest.raises(SealwaxError) as raised:
            opened(keystore)
        assert raised.value.code == code

    @pytest.mark.parametrize(
        "parameters",
        [
            # Just at one bound.
            (1 << 10, 4096, 1),
            (1 << 16, 1, 64),
            (2, 8192, 1),
            (2, 128, 64),
            # What programs write: geth, its light form, ethers and MyEtherWallet, the published one.
            (1 << 18, 8, 1),
            (1 << 12, 8, 6),
            (1 << 17, 8, 1),
            (1 << 18, 1, 8),
        ],
    )
    def test_parameters_in_use_and_at_the_bounds_open(
        self, monkeypatch: pytest.MonkeyPatch, parameters: tuple[int, int, int]
    ) -> None:
        # Each would take up to two seconds and 512 MiB.
        given = []

        def no_scrypt(password: bytes, salt: bytes, *, n: int, r: int, p: int) -> bytes:
            given.append((password, salt, n, r, p))
            return hashlib.pbkdf2_hmac("sha256", password, salt, 2)

        monkeypatch.setattr(keystore, "scrypt", no_scrypt)
        made = quick()
        n, r, p = parameters
        made["crypto"] |= {"kdf": "scrypt", "kdfparams": {"dklen": 32, "n": n, "r": r, "p": p, "salt": "00"}}
        assert opened(made) == KEY
        assert given == [(PASSWORD.encode(), b"\0", *parameters)]

    @pytest.mark.parametrize("count", [10_000_000, 10_000_001])
    def test_iterations_at_their_bound(self, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
        counts = []

        def quicker(algorithm: SHA256, length: int, salt: bytes, iterations: int) -> PBKDF2HMAC:
            counts.append(iterations)
            return PBKDF2HMAC(algorithm, length, salt, 2)

        monkeypatch.setattr(keystore, "PBKDF2HMAC", quicker)
        made = quick()
        made["crypto"]["kdfparams"]["c"] = count
        if count == MAX_PBKDF2_ITERATIONS:
            assert opened(made) == KEY
        else:
            with pytest.raises(Unsupported, match="more than 10000000 iterations"):
                opened(made)
        assert counts == [10_000_000] * (count == MAX_PBKDF2_ITERATIONS)

    @pytest.mark.parametrize(
        "address", ["6370ef2f4db3611d657b90667de398a2cc2a370c", "0x6370EF2f4Db3611D657b90667De398a2Cc2a370C"]
    )
    def test_the_address_beside_it_is_compared_without_case(self, address: str) -> None:
        assert opened({**quick(), "address": address}) == KEY

    def test_a_ligature_is_not_its_letters(self) -> None:
        made, address = quick(b"\x0f" * 32), "691a8d05678fc962ff0f2174134379c0051cb686"
        assert opened({**made, "address": address}) == b"\x0f" * 32
        with pytest.raises(KeyMismatch):
            opened({**made, "address": address.replace("ff", "\ufb00")})

    def test_crypto_may_have_a_capital_as_ethers_writes_it(self) -> None:
        made = quick()
        crypto = made.pop("crypto")
        assert opened({**made, "Crypto": crypto}) == KEY
        with pytest.raises(MalformedInput, match="both `crypto` and `Crypto`"):
            opened({**made, "Crypto": crypto, "crypto": crypto})
        with pytest.raises(MalformedInput, match="has no `crypto`"):
            opened(made)

    @pytest.mark.parametrize("text", ["", "[]", "{}", "x", "{" * 100, '{"version": 3}' + " " * 20000])
    def test_what_is_no_keystore(self, text: str) -> None:
        with pytest.raises(MalformedInput, match="the keystore"):
            decrypt_keystore(text, PASSWORD)

    def test_the_key_must_have_the_expected_address(self) -> None:
        text = json.dumps(quick())
        for address in (
            ADDRESS,
            ADDRESS.lower(),
            ADDRESS[2:],
            ADDRESS[2:].lower(),
            f"0x{ADDRESS[2:].upper()}",
            None,
        ):
            assert decrypt_keystore(text, PASSWORD, expected_address=address) == KEY
        for place in (2, 3, 20, 40, 41):
            other = ADDRESS.lower()
            other = f"{other[:place]}{'1' if other[place] != '1' else '2'}{other[place + 1 :]}"
            with pytest.raises(ContextMismatch) as raised:
                decrypt_keystore(text, PASSWORD, expected_address=other)
            assert raised.value.code == "wrong-address"
            assert other[2:] not in str(raised.value)

    @pytest.mark.parametrize(
        "address",
        ["", "0x", ADDRESS[:-1], ADDRESS[1:], f"{ADDRESS}0", f" {ADDRESS}", f"{ADDRESS}\n", f"0x{ADDRESS}",
         "0X" + ADDRESS[2:], ADDRESS[:-1] + "g", ADDRESS[:-1] + "\u0663", "alice.eth"],
    )  # fmt: skip
    def test_what_is_no_address_is_not_compared(self, address: str) -> None:
        with pytest.raises(Unsupported, match="is not an Ethereum address") as raised:
            decrypt_keystore(json.dumps(quick()), PASSWORD, expected_address=address)
        assert address in {"", "0x"} or address not in str(raised.value)

    def test_an_expected_address_with_other_capitals_than_eip_55(self) -> None:
        for address in (ADDRESS.swapcase().replace("0X", "0x"), ADDRESS[:-1] + "c"):
            with pytest.raises(MalformedInput, match="EIP-55"):
                decrypt_keystore(json.dumps(quick()), PASSWORD, expected_address=address)

    def test_a_changed_iv_gives_another_key_that_only_an_address_tells(self) -> None:
        made = quick()
        made["crypto"]["cipherparams"]["iv"] = "00" * 15 + "01"
        text = json.dumps({**made, "address": None})
        assert decrypt_keystore(text, PASSWORD) != KEY
        with pytest.raises(ContextMismatch):
            decrypt_keystore(text, PASSWORD, expected_address=ADDRESS)
        with pytest.raises(KeyMismatch):
            opened({**made, "address": ADDRESS})

    @pytest.mark.parametrize(
        ("address", "expected", "checked"),
        [(None, None, False), (ADDRESS, None, True), (None, ADDRESS, True), (ADDRESS, ADDRESS, True)],
    )
    def test_whether_an_address_was_compared(
        self, address: str | None, expected: str | None, checked: bool
    ) -> None:
        text = json.dumps({**quick(), "address": address})
        found = keystore.open_keystore(text, PASSWORD, expected_address=expected)
        assert found == keystore.OpenedKeystore(KEY, address_checked=checked)

    def test_the_address_is_that_of_the_key(self) -> None:
        with pytest.raises(KeyMismatch, match="does not have the address in it"):
            opened({**quick(), "address": "0x" + "00" * 20})
        with pytest.raises(Unsupported):
            opened({**quick(), "version": 2})

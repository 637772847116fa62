import json
from pathlib import Path
from typing import Any

import pytest

from sealwax._crypto import libsecp256k1
from sealwax.testing import sign_raw_payload
from sealwax.wallets import derive_address
from tests.activities.known_payloads import ANY_CHAIN, AUTHORIZATIONS, EIP712, EIP7702, MAIL
from tests.activities.known_payloads import written as written_json
from tests.activities.test_signature_results import (
    ETHEREUM,
    HEX,
    KEY,
    KEYS,
    NO_OP,
    NOT_APPLICABLE,
    PAYLOAD,
    PRIVATE_KEY,
    SHA256,
    TEXT,
    made,
    needs_libsecp256k1,
)
from tests.conftest import Cli, near_misses

HASHED = ("--encoding", TEXT, "--hash-function", SHA256)
WITH_KEY = (*HASHED, "--public-key", KEY)


@pytest.fixture
def payload(tmp_path: Path) -> Path:
    (tmp_path / "payload").write_text("hello")
    return tmp_path / "payload"


def parts(**arguments: Any) -> dict[str, str]:
    result = made(**arguments)
    return {"r": result.r.lstrip("0"), "s": result.s, "v": result.v}


def written(value: object) -> bytes:
    return json.dumps(value).encode()


def test_an_activity_that_waits_has_no_signature(cli: Cli, payload: Path) -> None:
    answer = {"activity": {"status": "ACTIVITY_STATUS_CONSENSUS_NEEDED", "result": {}}}
    done = cli("verify-signature", "--payload", payload, *WITH_KEY, "-", stdin=written(answer))
    assert (done.exit_code, done.stdout) == (1, b"")
    assert done.stderr.startswith("error[not-completed]: ")


def test_it_says_who_signed(cli: Cli, payload: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = made()
    expected = (
        f"signed by {KEY} (ECDSA_SECP256K1)\nraw: {result.to_raw().hex()}\nder: {result.to_der().hex()}\n"
        f"ethereum: {result.to_ethereum().hex()}\n"
    ).encode()
    base = ("verify-signature", "--payload", payload, *WITH_KEY)
    answer = {"activity": {"status": "S", "result": {"signRawPayloadResult": parts()}}}
    for form in (parts(), {"signRawPayloadResult": parts()}, answer, answer["activity"]):
        done = cli(*base, "-", stdin=written(form))
        assert (done.exit_code, done.stdout) == (0, expected)
    done = cli(*base, "--json", "-", stdin=written(parts()))
    assert json.loads(done.stdout) == {
        "public_key": KEY,
        "kind": "ECDSA_SECP256K1",
        "v_checked": libsecp256k1.HAS_LIBSECP256K1,
        "raw": result.to_raw().hex(),
        "der": result.to_der().hex(),
        "ethereum": result.to_ethereum().hex(),
    }
    monkeypatch.setattr(libsecp256k1, "HAS_LIBSECP256K1", False)
    assert cli(*base, "-", stdin=written(parts())).stderr.startswith("note: v was not verified")


@needs_libsecp256k1
def test_an_address_replaces_the_key(cli: Cli, payload: Path) -> None:
    address = derive_address(KEY, ETHEREUM, curve="CURVE_SECP256K1")
    base = ("verify-signature", "--payload", payload, *HASHED, "--address-format", ETHEREUM)
    done = cli(*base, "--address", address, "-", stdin=written(parts()))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"signed by {KEY}".encode())
    assert "EIP-55" not in done.stderr
    changed = address[:2] + address[2:].swapcase()
    done = cli(*base, "--address", changed, "-", stdin=written(parts()))
    assert done.exit_code == 0
    assert "warning: the capitals of the expected address do not match its EIP-55 checksum" in done.stderr
    for near in near_misses(address):
        done = cli(*base, "--address", near, "-", stdin=written(parts()))
        assert (done.exit_code, done.stdout) == (1, b"")
        assert done.stderr.startswith("error[bad-signature]")
    done = cli(*base, "--address", near, "--public-key", KEY, "-", stdin=written(parts()))
    assert done.stderr.startswith("error[wrong-address]")


def test_a_newline_after_hex_is_passed_over_and_after_text_counts(cli: Cli, payload: Path) -> None:
    signed = written(sign_raw_payload(PAYLOAD, PRIVATE_KEY, encoding=HEX, hash_function=NO_OP))
    for text in (PAYLOAD, f"0x{PAYLOAD}\n", f"{PAYLOAD}\r\n"):
        payload.write_text(text, newline="")
        hex_ = ("--encoding", HEX, "--hash-function", NO_OP, "--public-key", KEY)
        assert cli("verify-signature", "--payload", payload, *hex_, "-", stdin=signed).exit_code == 0
    payload.write_text("hello\n")
    done = cli("verify-signature", "--payload", payload, *WITH_KEY, "-", stdin=written(parts()))
    assert done.stderr.startswith("error[bad-signature]")


def test_ed25519(cli: Cli, payload: Path) -> None:
    key = KEYS["CURVE_ED25519"]
    names = {"encoding": TEXT, "hash_function": NOT_APPLICABLE, "curve": "CURVE_ED25519"}
    signed = sign_raw_payload("hello", PRIVATE_KEY, **names)
    options = ("--encoding", TEXT, "--hash-function", NOT_APPLICABLE)
    base = ("verify-signature", "--payload", payload, *options)
    done = cli(*base, "--public-key", key, "-", stdin=written(signed))
    assert done == (0, f"signed by {key} (ED25519)\nraw: {signed['r']}{signed['s']}\n".encode(), "")
    done = cli(*base, "-", stdin=written(signed))
    assert done.exit_code == 2
    assert "--public-key is missing" in done.stderr


def test_wrong_usage(cli: Cli, payload: Path) -> None:
    base = ("verify-signature", "--payload", payload, *HASHED)
    for options, said in (
        ((), "--public-key is missing"),
        (("--address", "0x00"), "--address needs --address-format"),
        (("--curve", "x"), "--curve has a wrong value"),
    ):
        done = cli(*base, *options, "-", stdin=written(parts()))
        assert (done.exit_code, done.stdout) == (2, b"")
        assert said in done.stderr


def test_typed_data_and_authorizations_are_verified(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "payload.json"

    def run(encoding: str, document: dict[str, Any], *options: str) -> tuple[int, str]:
        path.write_text(written_json(document))
        signed = sign_raw_payload(path.read_text(), PRIVATE_KEY, encoding=encoding, hash_function=NO_OP)
        names = ("--encoding", encoding, "--hash-function", NO_OP, "--public-key", KEY)
        done = cli("verify-signature", "--payload", path, *names, *options, "-", stdin=written(signed))
        return done.exit_code, done.stdout.decode().partition("\n")[0] or done.stderr

    accepted = (0, f"signed by {KEY} (ECDSA_SECP256K1)")
    assert run(EIP712, MAIL) == run(EIP7702, AUTHORIZATIONS[0][0]) == accepted
    assert run(EIP7702, ANY_CHAIN, "--allow-any-chain") == accepted
    code, error = run(EIP7702, ANY_CHAIN)
    assert (code, error.partition(":")[0]) == (1, "error[unsupported]")
    assert "chainId 0" in error

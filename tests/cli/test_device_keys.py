"""Keys on devices as the value of ``--key``; tests/signers/test_cli.py has the devices."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from sealwax import ApiKey, Assertion, Curve, signers, verify_webauthn_stamp
from sealwax.cli import key_source
from sealwax.signers import OpenedKey
from sealwax.testing import SoftwareAuthenticator
from tests.cli.test_decrypt_wallet import ENCLAVE, sealed
from tests.conftest import ORGANIZATION, TARGET, Cli, CliResult
from tests.signers.device_key import OnADevice

URI = "pkcs11:token=t;object=a"
KEY = ApiKey.from_private_key("1f" * 32)
P256 = "SIGNATURE_SCHEME_TK_API_P256"


class Signs:
    """The four members of a signer on a device."""

    def __init__(self, curve: Curve = "p256") -> None:
        key = ApiKey.from_private_key("1f" * 32, curve)
        self.public_key, self.curve, self.scheme, self.sign = key.public_key, key.curve, key.scheme, key.sign


class Devices:
    """The arguments of ``open_key``, and its result."""

    def __init__(self) -> None:
        self.opened: OpenedKey = OpenedKey(Signs(), OnADevice(TARGET))
        self.uris: list[str] = []
        self.pins: list[object] = []
        self.ask = True
        self.touch: Callable[[], None] = lambda: None

    def open_key(self, uri: str, *, pin: Callable[[], str], touch: Callable[[], None]) -> OpenedKey:
        self.uris.append(uri)
        self.touch = touch
        if self.ask:
            self.pins.append(pin())
        return self.opened


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch) -> Devices:
    made = Devices()
    monkeypatch.setattr(signers, "open_key", made.open_key, raising=False)
    monkeypatch.setenv("TOKEN_PIN", "4711")
    return made


def stamp(cli: Cli, *more: str, key: str = URI) -> CliResult:
    return cli("stamp", "--key", key, *more, "-", stdin=b"{}")


def decrypt(cli: Cli, *more: str) -> CliResult:
    arguments = ["--organization-id", ORGANIZATION, "--signer-public-key", ENCLAVE.keys.signer]
    bundle = sealed("words").encode()
    return cli("decrypt-wallet", "--bundle", "-", "--key", URI, *arguments, *more, stdin=bundle)


def refused(result: CliResult, start: str, exit_code: int = 1) -> None:
    assert (result.exit_code, result.stdout) == (exit_code, b"")
    shown = result.stderr.partition("Error: ")[2] if exit_code == 2 else result.stderr
    assert shown.startswith(start)
    assert "4711" not in result.stderr


def test_an_export(cli: Cli, devices: Devices) -> None:
    assert decrypt(cli, "--pin-env", "TOKEN_PIN")[:2] == (0, b"words\n")
    assert devices.uris == [URI]


@pytest.mark.parametrize(
    ("key", "opened"),
    [
        (URI, f"{URI}?module-path=/my%20m.so"),
        (f"{URI}?module-path=/n.so", f"{URI}?module-path=/n.so&module-path=/my%20m.so"),
        ("awskms:a", "awskms:a"),
    ],
)
def test_the_module_may_be_an_option(cli: Cli, devices: Devices, key: str, opened: str) -> None:
    stamp(cli, "--pin-env", "TOKEN_PIN", "--pkcs11-module", "/my m.so", key=key)
    assert devices.uris == [opened]


@pytest.mark.parametrize("value", [None, ""])
def test_the_variable_of_the_pin_has_a_value(
    cli: Cli, devices: Devices, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.delenv("TOKEN_PIN") if value is None else monkeypatch.setenv("TOKEN_PIN", value)
    words = "error[malformed]: --key: --pin-env: no environment variable has this name and a value"
    refused(stamp(cli, "--pin-env", "TOKEN_PIN"), words)
    assert devices.pins == []


@pytest.mark.usefixtures("devices")
def test_without_a_terminal_it_says_what_to_give(cli: Cli) -> None:
    refused(stamp(cli), "there is no terminal for a prompt; pass --pin-env NAME", 2)


class TestSecurityKeys:
    """A security key, for which a passkey in software stands."""

    @pytest.fixture
    def passkey(self, devices: Devices) -> SoftwareAuthenticator:
        passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")

        class Touched:
            def get_assertion(self, challenge: bytes) -> Assertion:
                devices.touch()
                return passkey.get_assertion(challenge)

        devices.opened, devices.ask = OpenedKey(None, None, Touched()), False
        return passkey

    def check(self, passkey: SoftwareAuthenticator, value: str, body: str) -> None:
        verify_webauthn_stamp(
            value,
            body,
            public_key=passkey.public_key,
            expected_rp_id="example.com",
            expected_origin="https://example.com",
        )

    def test_it_stamps_a_request(self, cli: Cli, passkey: SoftwareAuthenticator) -> None:
        where = ["--organization-id", "o", "--key", "fido2:rp-id=example.com"]
        shown = json.loads(cli("request", "list_private_keys", *where).stdout)
        self.check(passkey, shown["headers"]["X-Stamp-WebAuthn"], shown["body"])

    @pytest.mark.usefixtures("passkey")
    def test_it_has_no_nonce_of_ours(self, cli: Cli) -> None:
        refused(
            stamp(cli, "--deterministic", key="fido2:rp-id=example.com"),
            "a security key chooses its own nonces; leave out --deterministic",
            2,
        )

    @pytest.mark.usefixtures("passkey")
    def test_it_is_no_api_key(self, cli: Cli) -> None:
        words = "error[signer-failed]: the key cannot sign; pass an API key"
        refused(cli("public", "fido2:rp-id=example.com"), "error[signer-failed]: the key cannot open bundles")
        refused(stamp(cli, "--scheme", P256, key="fido2:rp-id=example.com"), words)


class TestKinds:
    def test_a_private_key_stays_there(self, cli: Cli, devices: Devices, tmp_path: Path) -> None:
        refused(
            cli("convert-key", "--to", "pem", "--output", tmp_path / "a.pem", URI),
            "error[signer-failed]: the key cannot leave its device; pass a key that is not on a device",
        )
        assert devices.uris == []

    def test_another_scheme_than_the_curves(self, cli: Cli, devices: Devices) -> None:
        devices.opened, devices.ask = OpenedKey(Signs("secp256k1"), None), False
        assert stamp(cli, "--scheme", "SIGNATURE_SCHEME_TK_API_SECP256K1").exit_code == 0
        refused(
            stamp(cli, "--scheme", "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"),
            "a key on a device signs with the scheme of its curve; leave out --scheme",
            2,
        )


class TestPublic:
    @pytest.mark.parametrize(
        ("opened", "more", "shown"),
        [
            (OpenedKey(Signs(), OnADevice(TARGET)), [], KEY.public_key),
            (OpenedKey(Signs(), OnADevice(TARGET)), ["--type", "api"], KEY.public_key),
            (OpenedKey(Signs(), OnADevice(TARGET)), ["--type", "target"], TARGET.public_key),
            (OpenedKey(None, OnADevice(TARGET)), [], TARGET.public_key),
        ],
    )
    def test_it_is_printed(
        self, cli: Cli, devices: Devices, opened: OpenedKey, more: list[str], shown: str
    ) -> None:
        devices.opened, devices.ask = opened, False
        assert cli("public", *more, URI)[:2] == (0, f"{shown}\n".encode())

    @pytest.mark.parametrize(
        ("opened", "kind"),
        [(OpenedKey(Signs(), None), "target"), (OpenedKey(None, OnADevice(TARGET)), "api")],
    )
    def test_a_key_of_another_type(self, cli: Cli, devices: Devices, opened: OpenedKey, kind: str) -> None:
        devices.opened, devices.ask = opened, False
        refused(cli("public", "--type", kind, URI), "error[signer-failed]: the key cannot")

    def test_the_curve_is_the_devices(self, cli: Cli, devices: Devices) -> None:
        devices.ask = False
        refused(cli("public", "--curve", "p256", URI), "the device knows the curve", 2)


def test_the_pin_is_asked_for_at_a_hidden_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, object]] = []

    def prompt(text: str, *, hide_input: bool, **_: object) -> str:
        asked.append((text, hide_input))
        return "4711"

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(click, "prompt", prompt)
    with click.Context(click.Command("stamp")):
        assert key_source.ask_pin() == "4711"
    assert asked == [("PIN", True)]

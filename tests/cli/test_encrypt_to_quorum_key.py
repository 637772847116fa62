import pytest

from sealwax import TargetKey
from sealwax.testing import ReferenceEnclave, open_base58_secret, open_envelope
from tests.conftest import TARGET, Cli

STDIN = ("--secret-file", "-")
PURPOSES = ("oauth2-client-secret", "on-ramp", "pull-secret")


def test_an_envelope_in_hex(cli: Cli) -> None:
    result = cli("encrypt-to-quorum-key", "--public-key", TARGET.public_key, *STDIN, stdin=b"a secret")
    assert (result.exit_code, result.stderr) == (0, "")
    assert open_envelope(bytes.fromhex(result.stdout.decode()), TARGET) == b"a secret"


@pytest.mark.parametrize("purpose", PURPOSES)
def test_each_purpose_has_its_form_and_key(cli: Cli, enclave: ReferenceEnclave, purpose: str) -> None:
    opening = {
        "oauth2-client-secret": (enclave.open_oauth2_client_secret, enclave.encryption_keys.tls_fetcher),
        "on-ramp": (enclave.open_on_ramp_secret, enclave.encryption_keys.on_ramp),
        "pull-secret": (enclave.open_pull_secret, enclave.encryption_keys.pull_secret),
    }
    unseal, key = opening[purpose]
    command = ("encrypt-to-quorum-key", "--purpose", purpose)
    result = cli(*command, "--public-key", key, *STDIN, stdin="é".encode())
    assert (result.exit_code, result.stderr) == (0, "")
    assert unseal(result.stdout.decode().removesuffix("\n")) == "é".encode()
    assert cli(*command, *STDIN, stdin=b"a secret").exit_code == 0


def test_production_is_the_default(cli: Cli) -> None:
    sealed = cli("encrypt-to-quorum-key", "--purpose=on-ramp", *STDIN, stdin=b"a secret").stdout.decode()
    with pytest.raises(Exception, match="does not open with this key"):
        open_base58_secret(sealed.strip(), TargetKey.generate())


@pytest.mark.parametrize("key", ["", "00", TARGET.public_key[:-1], TARGET.public_key * 2, "x" * 130])
@pytest.mark.parametrize("purpose", [None, *PURPOSES])
def test_the_key_is_a_point(cli: Cli, purpose: str | None, key: str) -> None:
    more = () if purpose is None else ("--purpose", purpose)
    refused = cli("encrypt-to-quorum-key", "--public-key", key, *more, *STDIN, stdin=b"hunter2")
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith(("error[malformed]: the ", "error[malformed]: --public-key "))
    assert "hunter2" not in refused.stderr


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize("secret", [b"", b"hunter2\xff"])
def test_secrets_that_are_refused(cli: Cli, purpose: str, secret: bytes) -> None:
    refused = cli("encrypt-to-quorum-key", "--purpose", purpose, *STDIN, stdin=secret)
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith("error[malformed]: ")
    assert "hunter2" not in refused.stderr


def test_what_is_missing_or_unknown(cli: Cli) -> None:
    neither = cli("encrypt-to-quorum-key", *STDIN, stdin=b"x")
    assert (neither.exit_code, neither.stdout) == (2, b"")
    assert "pass --purpose, or the enclave's key with --public-key" in neither.stderr
    unknown = cli("encrypt-to-quorum-key", "--purpose", "hunter2", *STDIN, stdin=b"x")
    assert (unknown.exit_code, unknown.stdout) == (2, b"")
    assert "hunter2" not in unknown.stderr

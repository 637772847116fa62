"""The tests of ``tests/cli/test_verify_stamp.py`` that take long."""

import pytest

from sealwax import ApiKey, ApiKeyStamper
from sealwax.testing import ReferenceEnclave
from tests.cli.test_verify_stamp import BODY, key, stamp
from tests.conftest import SEED, Cli

__all__ = ["key"]


@pytest.mark.parametrize(
    ("stamped", "sent", "how"),
    [
        (BODY, BODY + b"\n", "without its trailing newline"),
        (BODY, BODY + b"\r\n", "without its trailing newline"),
        (BODY + b"\n", BODY, "with a newline after it"),
        (BODY, BODY.replace(b":", b": "), "parsed and written again"),
        (BODY, BODY.replace(b",", b",\n") + b"\n", "parsed and written again"),
        (BODY.replace(b":", b": ").replace(b",", b", "), BODY, "parsed and written again"),
        (BODY.replace(b"\xc3\xa9", b"\\u00e9"), BODY, "parsed and written again"),
    ],
)
def test_common_mistakes_are_recognised(cli: Cli, key: ApiKey, stamped: bytes, sent: bytes, how: str) -> None:
    result = cli("verify-stamp", "--body", "-", stamp(key, stamped), stdin=sent)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[bad-signature]: ")
    assert how in result.stderr


@pytest.mark.parametrize("front", ["", "X-Stamp: "])
@pytest.mark.parametrize(
    "option",
    [
        ["--cose-key", "00"],
        ["--rp-id", "example.com"],
        ["--origin", "https://example.com"],
        ["--tls-fetcher-public-key", ReferenceEnclave(SEED).keys.tls_fetcher],
    ],
)
def test_what_pins_another_kind_of_stamp_is_not_ignored(
    cli: Cli, key: ApiKey, front: str, option: list[str]
) -> None:
    value = front + ApiKeyStamper(key).stamp(BODY).header_value
    result = cli("verify-stamp", "--body", "-", *option, value, stdin=BODY)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "for another kind" in result.stderr

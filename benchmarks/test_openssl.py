"""The figures of ``openssl speed`` are read from its output."""

from pathlib import Path

import pytest

from .openssl import lines, speed

_PRINTED = "+F4:3:256:28024.000000:9694.000000\n+F6:0:253:Ed25519:12105.050505:4628.000000\n"


def test_each_curve_has_its_line() -> None:
    assert lines("OpenSSL 3", _PRINTED) == [
        "openssl speed, p256: 35.7 µs to sign, 103.2 µs to verify (OpenSSL 3)",
        "openssl speed, ed25519: 82.6 µs to sign, 216.1 µs to verify (OpenSSL 3)",
    ]


def test_a_curve_without_its_line_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        lines("OpenSSL 3", _PRINTED.splitlines()[0])


def test_without_openssl_nothing_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert speed(1) == ""


def test_another_openssl_has_no_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "openssl"
    program.write_text("#!/bin/sh\necho LibreSSL\n[ $1 = version ]\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert speed(1) == ""

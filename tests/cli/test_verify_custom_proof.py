"""``sealwax verify-custom-proof``: an application of anybody's."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from sealwax.proofs import DIGEST_FORM, KNOWN_FORMS, TEMPLATE_FORM
from sealwax.testing import AttestedEnclave
from tests.conftest import SEED, Cli

NOW = datetime.now(timezone.utc)
APP = AttestedEnclave(SEED, booted_at=NOW - timedelta(days=1), application="my-app", authorities=0)
PINS = ("--root", APP.root_sha256, "--manifest-hash", APP.hash(APP.manifest()).hex())
TYPE = "my-app.decision.v1"
PAYLOAD = {"type": TYPE, "timestampMs": str(int(NOW.timestamp() * 1000)), "challenge": "c1", "ok": True}


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    path = tmp_path / "boot.json"
    path.write_text(json.dumps(APP.boot_proof()))
    return path


def verify(cli: Cli, boot: Path, proof: Any, *arguments: str | Path, form: str | Path = "service") -> Any:
    pins = () if "--manifest-hash" in arguments else PINS
    common = ("verify-custom-proof", "--boot-proof", boot, "--form", form, *pins)
    return cli(*common, *arguments, "-", stdin=json.dumps(proof).encode())


def make(form: str = "service", payload: Any = None) -> dict[str, Any]:
    return APP.custom_proof(PAYLOAD if payload is None else payload, form=KNOWN_FORMS[form])


def test_it_says_what_was_proven(cli: Cli, boot: Path) -> None:
    result = verify(cli, boot, make(), "--type", TYPE, "--member", "challenge=c1", "--max-age", "3600")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.decode().splitlines()
    assert lines[0].startswith(f"{TYPE}, signed at 2")
    assert "  ok: true" in lines
    assert "  namespace: test/my-app, nonce 7" in lines
    shown = json.loads(verify(cli, boot, make(), "--type", TYPE, "--member", "challenge=c1", "--json").stdout)
    assert shown["content"] == PAYLOAD
    assert (shown["type"], shown["members_checked"], shown["age_checked"]) == (TYPE, ["challenge"], False)


def test_no_type_has_to_be_said(cli: Cli, boot: Path) -> None:
    proof = APP.custom_proof({"random_number": "4"}, form=TEMPLATE_FORM)
    result = verify(cli, boot, proof, "--no-type", form="template")
    assert result.stdout.decode().startswith("no type\n  random_number: 4\n")
    for arguments in ((), ("--no-type", "--type", TYPE)):
        result = verify(cli, boot, proof, *arguments, form="template")
        assert (result.exit_code, "pass either --type or --no-type" in result.stderr) == (2, True)


def test_digests(cli: Cli, boot: Path, tmp_path: Path) -> None:
    (tmp_path / "payload").write_bytes(b"\xff\x00")
    proof = APP.custom_proof(b"\xff\x00", form=DIGEST_FORM)
    result = verify(cli, boot, proof, "--no-type", "--payload", tmp_path / "payload", form="digest")
    assert (result.exit_code, result.stderr) == (0, "")
    result = verify(cli, boot, proof, "--no-type", "--payload", boot, form="digest")
    assert result.stderr.startswith("error[bad-signature]")
    result = verify(cli, boot, proof, "--no-type", form="digest")
    assert (result.exit_code, "--payload is for a form" in result.stderr) == (2, True)


def test_a_form_in_a_file(cli: Cli, boot: Path, tmp_path: Path) -> None:
    path = tmp_path / "form.json"
    path.write_text(json.dumps({"members": {"public_key": "public_key", "payload": "payload"}}))
    proof = APP.custom_proof({"a": "b"}, form=TEMPLATE_FORM)
    assert verify(cli, boot, proof, "--no-type", form=path).exit_code == 0
    for text, words in (
        ('{"members":{"payload":"publicKey"}}', "must be different names"),
        ('{"members":{"scheme":"scheme"}}', "must be both given or both None"),
        ('{"members":{"more":"x"}}', "more"),
        ('{"payload":"payload"}', "payload"),
        ('{"key_bytes":64}', "key_bytes"),
        ('{"more":1}', "more"),
        ("{", "is not JSON"),
    ):
        path.write_text(text)
        result = verify(cli, boot, proof, "--no-type", form=path)
        assert result.stderr.startswith("error[malformed]: the form of --form"), result.stderr
        assert words in result.stderr
    assert verify(cli, boot, proof, "--no-type", form="nothing").stderr.startswith("error[file]: --form")


def test_what_is_refused(cli: Cli, boot: Path) -> None:
    for code, arguments in (
        ("wrong-address", ("--type", "another")),
        ("wrong-challenge", ("--type", TYPE, "--member", "challenge=c2")),
        ("wrong-enclave", ("--type", TYPE, "--root", APP.root_sha256, "--manifest-hash", "00" * 32)),
    ):
        result = verify(cli, boot, make(), *arguments)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[{code}]"), result.stderr
    old = make(payload={**PAYLOAD, "timestampMs": "0"})
    assert verify(cli, boot, old, "--type", TYPE, "--max-age", "60").stderr.startswith("error[expired]")
    assert verify(cli, boot, {}, "--type", TYPE).stderr.startswith("error[malformed]")


def test_usage(cli: Cli, boot: Path) -> None:
    for arguments, words in (
        (("--type", "APP_PROOF_TYPE_ADDRESS_DERIVATION"), "--type is a type of the service's own"),
        (("--type", TYPE, "--member", "challenge"), "--member must be NAME=TEXT"),
        (("--type", TYPE, "--member", "a=1", "--member", "a=2"), "each name once"),
    ):
        result = verify(cli, boot, make(), *arguments)
        assert (result.exit_code, result.stdout) == (2, b"")
        assert words in result.stderr
    of_forms: tuple[tuple[str, tuple[str | Path, ...], str], ...] = (
        ("template", ("--type", TYPE), "--type is for forms whose payload has a type; pass --no-type"),
        ("template", ("--no-type", "--max-age", "60"), "--max-age is for forms whose payload has a time"),
        ("digest", ("--no-type", "--member", "a=1", "--payload", boot), "--member is for forms"),
    )
    for form, options, words in of_forms:
        result = verify(cli, boot, make(), *options, form=form)
        assert (result.exit_code, words in result.stderr) == (2, True), result.stderr
    pins = ("--root", APP.root_sha256, "--pcr", f"0={APP.measurements[0].hex()}")
    command = ("verify-custom-proof", "--boot-proof", boot, "--form", "service", "--type", TYPE, *pins, "-")
    assert cli(*command, stdin=json.dumps(make()).encode()).exit_code == 2

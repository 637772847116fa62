import json
import shlex
from datetime import datetime, timezone
from pathlib import Path

import pytest

from sealwax import ApiKey, ApiKeyStamper, verify_api_key_stamp
from sealwax.operations import ExportWallet
from tests.conftest import Cli
from tests.operations.openapi.descriptions import small
from tests.operations.specification import AUTH_PROXY, BASE_POINT, QUERY, SUBMIT, arguments

KEY = ApiKey.from_private_key("1f" * 32)
PARAMS = {"walletId": "w", "targetPublicKey": BASE_POINT}


@pytest.fixture
def key(tmp_path: Path) -> Path:
    KEY.save(tmp_path / "a.private")
    return tmp_path / "a.private"


def test_it_is_what_the_library_makes(cli: Cli, key: Path, tmp_path: Path) -> None:
    (tmp_path / "params.json").write_text(json.dumps(PARAMS))
    options = [
        "--timestamp-ms",
        "1",
        "--generate-app-proofs",
        "--base-url",
        "https://example.com",
        "--deterministic",
    ]
    where = ["--params", tmp_path / "params.json", "--organization-id", "o", "--key", key]
    expected = ExportWallet.from_params(PARAMS).seal(
        ApiKeyStamper(KEY, deterministic=True),
        organization_id="o",
        now=datetime(1970, 1, 1, 0, 0, 0, 1000, tzinfo=timezone.utc),
        generate_app_proofs=True,
        base_url="https://example.com",
    )
    result = cli("request", "export_wallet", *where, *options)
    assert json.loads(result.stdout) == {
        "method": "POST",
        "url": expected.url,
        "headers": expected.headers,
        "body": expected.body.decode(),
    }
    result = cli("request", "export_wallet", *where, *options, "--curl")
    assert result.stdout.decode() == expected.to_curl() + "\n"
    assert shlex.split(result.stdout.decode())[0] == "curl"


def test_parameters_are_none_by_default(cli: Cli, key: Path) -> None:
    where = ["--organization-id", "o", "--key", key]
    result = cli("request", "list_private_keys", *where)
    assert json.loads(json.loads(result.stdout)["body"]) == {"organizationId": "o"}
    result = cli("request", "export_wallet", *where)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr == "error[invalid-request]: export_wallet: walletId is missing\n"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("export_wallet", []),
        ("export_wallet", ["--organization-id", "o"]),
        ("export_wallet", ["--key", "K"]),
        ("export_wallet", ["--organization-id", "o", "--key", "K", "--configuration-id", "c"]),
        ("list_private_keys", ["--organization-id", "o", "--key", "K", "--timestamp-ms", "1"]),
        ("list_private_keys", ["--organization-id", "o", "--key", "K", "--generate-app-proofs"]),
        ("signup_v2", []),
        ("signup_v2", ["--configuration-id", "c", "--key", "K"]),
        ("signup_v2", ["--configuration-id", "c", "--organization-id", "o"]),
        ("signup_v2", ["--configuration-id", "c", "--timestamp-ms", "1"]),
        ("signup_v2", ["--configuration-id", "c", "--generate-app-proofs"]),
        ("signup_v2", ["--configuration-id", "c", "--deterministic"]),
        ("nothing", ["--organization-id", "o", "--key", "K"]),
    ],
)
def test_options_that_do_not_go_together(cli: Cli, key: Path, name: str, options: list[str]) -> None:
    params = json.dumps(arguments(name)).encode() if name in SUBMIT | QUERY | AUTH_PROXY else b"{}"
    given = [key if option == "K" else option for option in options]
    result = cli("request", name, "--params", "-", *given, stdin=params)
    assert (result.exit_code, result.stdout) == (2, b"")


@pytest.mark.parametrize(
    ("name", "options", "field"),
    [
        ("export_wallet", ["--timestamp-ms", "-1"], "timestamp_ms"),
        ("export_wallet", ["--base-url", "http://example.com"], "base URL"),
        ("export_wallet", ["--base-url", ""], "base URL"),
        ("export_wallet", ["--organization-id", ""], "organization_id"),
        ("delete_mfa_policy", ["--generate-app-proofs"], "generate_app_proofs"),
    ],
)
def test_refusals(cli: Cli, key: Path, name: str, options: list[str], field: str) -> None:
    params = json.dumps(arguments(name)).encode()
    where = ["--params", "-", "--organization-id", "o", "--key", key]
    result = cli("request", name, *where, *options, stdin=params)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[invalid-request]: ")
    assert field in result.stderr


def test_any_operation(cli: Cli, key: Path) -> None:
    body = b'{"type": "X", "timestampMs": "1", "organizationId": "o"}\n'
    path = "/public/v1/submit/create_wallet"
    result = cli("request", "--path", path, "--body", "-", "--key", key, "--deterministic", stdin=body)
    assert (result.exit_code, result.stderr) == (0, "")
    shown = json.loads(result.stdout)
    assert shown["url"] == f"https://api.turnkey.com{path}"
    assert shown["body"] == body.decode()
    assert verify_api_key_stamp(shown["headers"]["X-Stamp"], body).public_key == KEY.public_key
    curl = ["--base-url", "https://example.com", "--curl"]
    result = cli("request", "--path", path, "--body", "-", "--key", key, *curl, stdin=body)
    assert shlex.split(result.stdout.decode())[-1] == f"https://example.com{path}"


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--key", "K"],
        ["--path", "/a", "--key", "K"],
        ["--path", "/a", "--body", "-"],
        ["--body", "-", "--key", "K"],
        ["export_wallet", "--path", "/a", "--body", "-", "--key", "K"],
        ["export_wallet", "--body", "-", "--key", "K"],
        ["--path", "/a", "--body", "-", "--key", "K", "--organization-id", "o"],
        ["--path", "/a", "--body", "-", "--key", "K", "--timestamp-ms", "0"],
        ["--path", "/a", "--body", "-", "--key", "K", "--generate-app-proofs"],
        ["--path", "/a", "--body", "-", "--key", "K", "--description", "D"],
        ["--path", "/a", "--body", "-", "--key", "K", "--configuration-id", "c"],
    ],
)
def test_options_that_do_not_go_with_a_path(cli: Cli, key: Path, options: list[str]) -> None:
    description = key.with_name("api.json")
    description.write_bytes(small())
    files = {"K": key, "D": description}
    result = cli("request", *(files.get(option, option) for option in options), stdin=b"{}")
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "--path" in result.stderr


def test_a_body_that_is_refused_is_named(cli: Cli, key: Path) -> None:
    result = cli("request", "--path", "/public/v1/submit/x", "--body", "-", "--key", key, stdin=b"{}")
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith("error[invalid-request]: ")
    assert "organizationId" in result.stderr


def test_an_operation_of_a_description(cli: Cli, key: Path) -> None:
    description = key.with_name("api.json")
    description.write_bytes(small())
    where = ["--description", description, "--organization-id", "o", "--key", key]
    params = b'{"name": "n", "color": "COLOR_RED"}'
    options = ["--timestamp-ms", "1", "--generate-app-proofs", "--params", "-"]
    result = cli("request", "make_thing", *where, *options, stdin=params)
    assert (result.exit_code, result.stderr) == (0, "")
    shown = json.loads(result.stdout)
    assert shown["url"] == "https://api.turnkey.com/public/v1/submit/make_thing"
    assert json.loads(shown["body"]) == {
        "type": "ACTIVITY_TYPE_MAKE_THING_V2",
        "timestampMs": "1",
        "organizationId": "o",
        "parameters": json.loads(params),
        "generateAppProofs": True,
    }
    assert verify_api_key_stamp(shown["headers"]["X-Stamp"], shown["body"]).public_key == KEY.public_key
    result = cli("request", "list_things", *where)
    assert json.loads(json.loads(result.stdout)["body"]) == {"organizationId": "o"}
    result = cli("request", "make_thing", *where, "--params", "-", stdin=b'{"name": "secret"}')
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr == "error[invalid-request]: make_thing: color is missing\n"
    for wrong in (
        ["make_thing", "--description", description],
        ["make_thing", *where, "--configuration-id", "c"],
        ["list_things", *where, "--timestamp-ms", "1"],
        ["export_wallet", *where],
    ):
        result = cli("request", *wrong)
        assert (result.exit_code, result.stdout) == (2, b"")

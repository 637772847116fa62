"""The command `sealwax serve`, as a process of its own."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml

from sealwax_service import LocalService
from sealwax_service import cli as command
from sealwax_service.cli import serve
from sealwax_vectors.makers import live
from tests.conftest import ROOT, SEED, Cli
from tests.service.client import send


@contextmanager
def serving(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "sealwax", "serve", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_test_vectors_are_there_where_their_package_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert command._vectors() is live
    monkeypatch.setitem(sys.modules, "sealwax_vectors.makers", None)
    assert command._vectors() is None


def test_it_says_what_a_client_needs_and_serves_until_interrupted() -> None:
    with serving("--json", "--seed", SEED.hex()) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        info = json.loads(process.stdout.readline())
        assert send("GET", f"{info['url']}/_sealwax/info").json() == info
        fault = {"operation": "export_wallet", "vector": "wallet_export/WalletExport/r-and-s-swapped"}
        failing = send("POST", f"{info['url']}/_sealwax/fail", json=fault)
        assert failing.json()["faults"][0]["vector"] == fault["vector"]
        with LocalService(SEED) as other:
            assert info["organizationId"] == other.organization_id
            assert info["apiPrivateKey"] == other.api_key.private_key_hex()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr.read() == "stopped\n"


def test_without_json_it_is_what_a_shell_reads() -> None:
    with serving("--strict", "--allow-origin", "https://example.com") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().rstrip("\n") for _ in range(10)]
        values = dict(line.split("=", 1) for line in lines)
        info = send("GET", f"{values['SEALWAX_URL']}/_sealwax/info").json()
        assert values["SEALWAX_API_PRIVATE_KEY"] == info["apiPrivateKey"]
        assert values["SEALWAX_ORGANIZATION_ID"] == info["organizationId"]
        keys = {name: values[f"SEALWAX_{name}_PUBLIC_KEY"] for name in ("SIGNER", "TLS_FETCHER", "NOTARIZER")}
        assert [*keys.values()] == [info["keys"][name] for name in ("signer", "tlsFetcher", "notarizer")]
        page = send("GET", f"{values['SEALWAX_URL']}/", headers={"Origin": "https://example.com"})
        assert page.headers["Access-Control-Allow-Origin"] == "https://example.com"
        process.terminate()
        assert process.wait(20) == 0


@pytest.fixture
def snippet(tmp_path: Path) -> Iterator[Callable[[str, str], "subprocess.CompletedProcess[str]"]]:
    """Run the script of the guide, and then more, with a Python program as the command `sealwax`."""
    guide = (ROOT / "docs" / "local-service.md").read_text()
    script = guide.partition("```sh ready\n")[2].partition("```")[0]
    program = tmp_path / "sealwax"

    def run(command: str, then: str) -> "subprocess.CompletedProcess[str]":
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {command} "$@"\n')
        program.chmod(0o755)
        path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
        ours = {name: value for name, value in os.environ.items() if not name.startswith("SEALWAX_")}
        return subprocess.run(
            ["sh", "-c", f"{script}\n{then}"],
            cwd=tmp_path,
            env={**ours, "PATH": path, "NO_PROXY": "127.0.0.1"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    yield run
    assert [each.name for each in tmp_path.iterdir()] == ["sealwax"]


def test_a_shell_script_takes_the_variables(
    snippet: Callable[[str, str], "subprocess.CompletedProcess[str]"],
) -> None:
    ask = (
        "import os, urllib.request as r; made = {**os.environ}; "
        "print(r.urlopen(made['SEALWAX_URL'] + '/_sealwax/info').read().decode()); "
        "print(*(f'{name}={made[name]}' for name in made if name.startswith('SEALWAX_')), sep='\\n')"
    )
    done = snippet("-m sealwax", f"{shlex.quote(sys.executable)} -c {shlex.quote(ask)}")
    assert (done.returncode, done.stderr) == (0, "stopped\n")
    first, *lines = done.stdout.splitlines()
    info, taken = json.loads(first), dict(line.split("=", 1) for line in lines)
    assert taken.pop("SEALWAX_READY") == "1"
    keys = info["keys"]
    assert taken == {
        "SEALWAX_URL": info["url"],
        "SEALWAX_AUTH_PROXY_URL": info["authProxyUrl"],
        "SEALWAX_CONFIGURATION_ID": info["configurationId"],
        "SEALWAX_ORGANIZATION_ID": info["organizationId"],
        "SEALWAX_USER_ID": info["userId"],
        "SEALWAX_API_PUBLIC_KEY": info["apiPublicKey"],
        "SEALWAX_API_PRIVATE_KEY": info["apiPrivateKey"],
        "SEALWAX_SIGNER_PUBLIC_KEY": keys["signer"],
        "SEALWAX_TLS_FETCHER_PUBLIC_KEY": keys["tlsFetcher"],
        "SEALWAX_NOTARIZER_PUBLIC_KEY": keys["notarizer"],
    }
    guide = (ROOT / "docs" / "local-service.md").read_text()
    assert [name for name in taken if f"`{name}`" not in guide] == []
    with pytest.raises(httpx.ConnectError):
        send("GET", f"{info['url']}/_sealwax/health")


def test_a_shell_script_ends_if_the_service_does_not_start(
    snippet: Callable[[str, str], "subprocess.CompletedProcess[str]"],
) -> None:
    done = snippet("-c \"raise SystemExit('no port')\"", "echo served")
    assert done.returncode != 0
    assert done.stdout == ""
    assert "no port" in done.stderr
    assert "the service did not start" in done.stderr


def test_a_line_about_each_request() -> None:
    with serving("--verbose") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline().rstrip("\n") for _ in range(11)]
        assert lines[-1] == "SEALWAX_READY=1"
        url = lines[0].partition("=")[2]
        assert send("GET", f"{url}/_sealwax/health").status_code == 200
        assert process.stderr.readline().startswith("GET /_sealwax/health 200 ")
        process.terminate()
        assert process.wait(20) == 0


def test_the_container() -> None:
    lines = (ROOT / "Containerfile").read_text().splitlines()
    program, command, *options = json.loads(_after("ENTRYPOINT ", lines))
    assert (program, command) == ("/opt/sealwax/bin/sealwax", "serve")
    given = serve.make_context(command, [*options, *json.loads(_after("CMD ", lines))]).params
    assert (given["host"], given["allow_hosts"]) == ("0.0.0.0", ("sealwax",))
    assert _after("EXPOSE ", lines) == str(given["port"])
    guide = (ROOT / "docs" / "local-service-reference.md").read_text()
    compose = yaml.safe_load(guide.partition("```yaml compose\n")[2].partition("```")[0])["services"]
    (name, service), (_, tests) = compose.items()
    others = serve.make_context(command, [*options, *service["command"]]).params
    assert others["allow_hosts"] == (name,)
    assert tests["environment"]["BASE_URL"] == f"http://{name}:{given['port']}"
    assert service["volumes"][0].split(":")[1] == str(others["seed_file"])
    # The check of its health, on the port of another service.
    check = json.loads(_after("    CMD ", lines))[-1]
    place = f"'127.0.0.1', {given['port']}"
    assert place in check
    with LocalService() as other:
        asked = [sys.executable, "-c", check.replace(place, f"'127.0.0.1', {other.url.rpartition(':')[2]}")]
        assert subprocess.run(asked, check=False, capture_output=True).returncode == 0
    assert subprocess.run(asked, check=False, capture_output=True).returncode == 1


def _after(word: str, lines: list[str]) -> str:
    """The text after a word that only one line begins with."""
    (found,) = (line.removeprefix(word) for line in lines if line.startswith(word))
    return found


def test_beyond_this_machine_it_prints_a_token() -> None:
    for options in (("--host", "0.0.0.0"), ("--allow-host", "sealwax")):
        with serving("--json", *options) as process:
            assert process.stdout is not None
            info = json.loads(process.stdout.readline())
            headers = {"Host": "sealwax", "Authorization": f"Bearer {info.pop('adminToken')}"}
            assert info["url"].startswith("http://127.0.0.1:")
            known = send("GET", f"{info['url']}/_sealwax/info", headers=headers)
            assert known.status_code == (200 if "sealwax" in options else 421)
            process.terminate()
            assert process.wait(20) == 0


def test_the_state_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    infos: list[dict[str, str]] = []
    codes: list[dict[str, str]] = []
    begun: dict[str, str] = {}
    otp = {"otpType": "OTP_TYPE_EMAIL", "contact": "root@example.com"}
    for _ in range(2):
        with serving("--json", "--state", str(path)) as process:
            assert process.stdout is not None
            infos.append(json.loads(process.stdout.readline()))
            url = infos[-1]["url"]
            if not codes:
                headers = {"X-Auth-Proxy-Config-Id": infos[0]["configurationId"]}
                begun = send("POST", f"{url}/v1/otp_init_v2", json=otp, headers=headers).json()
            asked = {"otpId": begun["otpId"]}
            codes.append(send("POST", f"{url}/_sealwax/otp", json=asked).json())
            process.terminate()
            assert process.wait(20) == 0
        assert [each.name for each in tmp_path.iterdir()] == ["state.db"]
    urls = {"url": "", "authProxyUrl": ""}
    assert {**infos[0], **urls} == {**infos[1], **urls}
    assert codes[0] == codes[1]
    assert "code" in codes[0]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--seed", "00"), 1, "error[malformed]: the seed is 1 byte"),
        (("--seed", "zz"), 1, "error[malformed]: --seed"),
        (("--port", "70000"), 2, "--port"),
        (("--allow-origin", "*"), 2, "every page"),
        (("--allow-origin", "null"), 2, "every page"),
        (("--host", "localhost"), 2, "--host must be an IP address"),
        (("--allow-host", "*"), 2, "every page"),
        (("--allow-host", "sealwax:8080"), 2, "without a port"),
        (("--host", "192.0.2.1"), 1, "cannot serve on 192.0.2.1, port 0: "),
    ],
)
def test_what_is_refused(cli: Cli, arguments: tuple[str, ...], code: int, words: str) -> None:
    result = cli("serve", *arguments)
    assert result.exit_code == code
    assert words in result.stderr


def test_a_port_in_use(cli: Cli) -> None:
    with LocalService() as service:
        result = cli("serve", "--port", service.url.rpartition(":")[2])
    assert result.exit_code == 1
    assert result.stderr.startswith("error[invalid-request]: cannot serve on port ")

"""The tests of ``tests/operations/test_sealing.py`` that take long."""

import shlex
import subprocess
from typing import Any

import pytest

from sealwax.operations import AuthProxyOperation, SealedRequest, UpdateUser
from sealwax.operations.all_operations import SPECIFIED
from tests.operations.specification import arguments
from tests.operations.test_sealing import ODD_TEXT, STAMPER


@pytest.mark.parametrize("name", [*SPECIFIED, "odd"])
def test_curl_gets_the_very_bytes(name: str) -> None:
    if name == "odd":
        request: SealedRequest[Any] = UpdateUser(user_id=ODD_TEXT, user_name="@/etc/passwd").seal(
            STAMPER, organization_id="o"
        )
    else:
        operation = SPECIFIED[name].from_params(arguments(name))
        request = (
            operation.seal(configuration_id="c")
            if isinstance(operation, AuthProxyOperation)
            else operation.seal(STAMPER, organization_id="o")
        )
    command = request.to_curl()
    assert command.startswith("curl --request POST ")
    # What a shell makes of it: a function in place of curl shows its arguments.
    shown = subprocess.run(
        ["sh", "-c", f'curl() {{ printf "%s\\0" "$@"; }}\n{command}'], capture_output=True, check=True
    ).stdout
    given = shown.split(b"\0")[:-1]
    assert given == [part.encode() for part in shlex.split(command)[1:]]
    assert given[given.index(b"--data-binary") + 1] == request.body
    assert given[-1] == request.url.encode()
    headers = [given[place + 1] for place, part in enumerate(given) if part == b"--header"]
    assert headers == [f"{header}: {value}".encode() for header, value in request.headers.items()]

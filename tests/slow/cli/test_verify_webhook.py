"""The tests of ``tests/cli/test_verify_webhook.py`` that take long."""

from pathlib import Path

from tests.cli.terminal import show_on_a_terminal
from tests.cli.test_verify_webhook import AT, NOW, SENDER, arguments
from tests.conftest import ORGANIZATION


def test_a_terminal_is_not_controlled(tmp_path: Path) -> None:
    headers, body = SENDER.deliver(
        {"organizationId": ORGANIZATION, "type": "\x1b[2J\nevent_id: forged"}, event_id="e", now=NOW
    )
    lines = "".join(f"{name}: {value}\n" for name, value in headers.items())
    for more in ((), ("--json",)):
        shown = show_on_a_terminal(*arguments(tmp_path, lines, body), AT, *more)
        assert shown.exit_code == 0
        assert b"\x1b" not in shown.shown
        assert b"\nevent_id: forged" not in shown.shown

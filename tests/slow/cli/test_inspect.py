"""The tests of ``tests/cli/test_inspect.py`` that take long."""

from tests.cli.terminal import run_on_a_terminal


def test_it_does_not_wait_for_a_terminal() -> None:
    for arguments in (["inspect"], ["inspect", "-"]):
        session = run_on_a_terminal(arguments, [])
        assert (session.exit_code, session.piped) == (2, b"")

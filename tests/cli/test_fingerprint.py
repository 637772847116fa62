from pathlib import Path

from sealwax.activities import activity_fingerprint
from tests.activities.test_votes import BODY, FINGERPRINT
from tests.conftest import Cli


def test_fingerprint(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "body").write_bytes(BODY)
    assert cli("fingerprint", tmp_path / "body") == (0, f"{FINGERPRINT}\n".encode(), "")
    assert (
        cli("fingerprint", "-", stdin=BODY + b"\n").stdout.decode()
        == activity_fingerprint(BODY + b"\n") + "\n"
    )

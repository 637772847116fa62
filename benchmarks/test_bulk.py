"""A thousand exports opened into a folder: each is there once, also if the command is killed half way."""

import stat
import subprocess
import sys
from pathlib import Path

from . import bulk, scale
from .groups import BARE, OURS

COUNT = 1000


def test_killed_half_way_and_run_again(tmp_path: Path) -> None:
    exports = bulk.make(tmp_path, COUNT)
    command = [sys.executable, "-I", *exports.command]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while not exports.output.is_dir() or len(list(exports.output.iterdir())) < COUNT // 3:
            assert process.poll() is None
        process.kill()
    first = {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in exports.output.iterdir()}
    # It goes on until it is killed.
    assert COUNT // 3 <= len(first) < COUNT

    again = subprocess.run(command, check=True, capture_output=True, text=True)
    missing = COUNT - len(first)
    assert again.stderr == f"{COUNT} exports: {missing} written, {len(first)} already there, 0 failed\n"
    written = list(exports.output.iterdir())
    assert {path.name: path.read_text() for path in written} == exports.contents
    assert {stat.S_IMODE(path.stat().st_mode) for path in written} == {0o600}
    now = {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in written}
    assert {name: now[name] for name in first} == first


def test_times(tmp_path: Path) -> None:
    sizes = scale.Sizes(body=0, cases=0, records=0, exports=30, interfaces=0, requests=0)
    found = {each.name: each.take(0, each.names) for each in bulk.times(sizes, tmp_path)}
    assert found.keys() == {bulk.FOLDER, bulk.AGAIN}
    assert all(taken.keys() == {BARE, OURS} for taken in found.values())
    assert all(each > 0 for taken in found.values() for each in taken.values())

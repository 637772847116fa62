"""Read bounded files of keys and plaintext; create them whole or not at all, and never overwrite one."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from sealwax._codec.arguments import require_type
from sealwax._codec.text import decode_utf8

from ._limits import READ_CHUNK_BYTES
from .errors import KeyMismatch, MalformedInput, Unsupported

_PATH_TYPES = (str, os.PathLike)


def read_file(path: str | os.PathLike[str], *, limit: int, label: str | None = None) -> bytes:
    """Read a whole file of at most ``limit`` bytes; refuse a larger one. ``label`` is its name in errors."""
    require_type(path, _PATH_TYPES, "path")
    content = bytearray()
    with open(path, "rb") if label is not None else _open(path) as file:
        # read() would allocate the whole limit even for a small file.
        while len(content) <= limit and (chunk := file.read(min(limit + 1 - len(content), READ_CHUNK_BYTES))):
            content += chunk
    if len(content) > limit:
        name = os.fspath(path) if label is None else label
        raise MalformedInput(f"{name} is larger than {limit} bytes; check that it is the right file")
    return bytes(content)


def _open(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file to read; refuse a content that was passed instead of its path, without quoting it."""
    found = None
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        # Loaded only for an error.
        from ._codec.misplaced import name_misplaced  # noqa: PLC0415

        # ValueError: the path has a null byte, so that it is a content, too.
        found = name_misplaced(os.fsencode(path)) or (isinstance(error, ValueError) and "binary data")
        if not found:
            raise
    # Raised outside of the block above, because the message of an OSError has the path: a private key.
    advice = "pass the file's name, or pass the text of a key to from_text"
    raise MalformedInput(f"path is {found}, not the name of a file; {advice}")


@contextmanager
def named(label: str) -> Iterator[None]:
    """Put the name of a file in front of an error about its content."""
    try:
        yield
    except (KeyMismatch, MalformedInput, Unsupported) as error:
        raise type(error)(f"{label}: {error}") from None


def read_line(data: bytes, label: str) -> str:
    """Decode a text file without its final newline (LF or CRLF), if it has one; refuse a byte order mark."""
    text = decode_utf8(data, label)
    if text.startswith("\ufeff"):
        raise MalformedInput(f"{label} begins with a byte order mark; save it as UTF-8 without one")
    for newline in ("\r\n", "\n"):
        if text.endswith(newline):
            return text.removesuffix(newline)
    return text


def write_new_file(path: str | os.PathLike[str], content: bytes, *, mode: int = 0o600) -> None:
    """Create a file, whole or not at all; refuse a path where anything exists, even a dangling link.

    The file gets its name only once its content is on the disk: except on a file system without hard links, a
    crash leaves no partial file of that name. On Linux it has no name before; elsewhere a crash may leave a
    file whose name ends in ``.new``. The umask applies to ``mode``; on Windows, the permissions of the
    directory apply instead.
    """
    require_type(path, _PATH_TYPES, "path")
    target = os.fspath(path)
    if not _write_unnamed_then_link(target, content, mode) and not _write_then_name(target, content, mode):
        _write_exclusively(target, content, mode)


def temporary_name(target: str) -> str:
    """Name a file beside another, for its content until that is whole."""
    return f"{target}.{os.urandom(8).hex()}.new"


def _write_unnamed_then_link(target: str, content: bytes, mode: int) -> bool:
    """Write to an unnamed file, then name it; return False where that is not supported."""
    if not hasattr(os, "O_TMPFILE"):
        return False
    try:
        directory = os.open(os.path.dirname(target) or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return False  # it may be writable but not readable; otherwise _write_exclusively() raises
    try:
        try:
            unnamed = os.open(".", os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, mode, dir_fd=directory)
        except OSError:
            return False  # unnamed files are not supported; otherwise _write_exclusively() raises
        with os.fdopen(unnamed, "wb") as file:
            file.write(content)
            file.flush()
            _sync(file.fileno())
            try:
                # Given directory descriptors, os.link() calls linkat() with AT_SYMLINK_FOLLOW, as open(2)
                # requires for naming such a file. Without them, it would link the symbolic link itself.
                os.link(
                    f"/proc/self/fd/{file.fileno()}",
                    os.path.basename(target),
                    src_dir_fd=directory,
                    dst_dir_fd=directory,
                )
            except OSError as error:
                if error.errno in _NO_LINK:
                    return False
                # The error names the caller's file, not the one in /proc. OSError() makes a FileExistsError
                # of EEXIST.
                raise OSError(error.errno, error.strerror, target) from None
        try:
            os.fsync(directory)
        except OSError as error:
            # Some file systems cannot sync directories (EINVAL). The content is on the disk.
            if error.errno != errno.EINVAL:
                os.unlink(os.path.basename(target), dir_fd=directory)
                words = f"{error.strerror}; the new file was removed, as it might be lost in a crash"
                raise OSError(error.errno, words, target) from None
    finally:
        os.close(directory)
    return True


def _write_then_name(target: str, content: bytes, mode: int) -> bool:
    """Write to a temporary name, then give the file its own; return False where that is not supported."""
    temporary = temporary_name(target)
    try:
        _write_exclusively(temporary, content, mode)
        # Each refuses a name that exists.
        (os.rename if _RENAME_REFUSES else os.link)(temporary, target)
    except OSError as error:
        if error.errno in _NO_LINK:
            return False
        raise OSError(error.errno, error.strerror, target) from None
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
    return True


def _sync(descriptor: int) -> None:
    """Flush the content of a file to the disk."""
    # On macOS, fsync(2) leaves the content in the drive's cache, and some file systems lack F_FULLFSYNC.
    with suppress(ImportError, AttributeError, OSError):
        from fcntl import F_FULLFSYNC, fcntl  # type: ignore[attr-defined,unused-ignore] # noqa: PLC0415

        fcntl(descriptor, F_FULLFSYNC)
        return
    os.fsync(descriptor)


def _write_exclusively(target: str, content: bytes, mode: int) -> None:
    """Write directly to a new name; remove the file on failure."""
    created = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), mode)
    try:
        with os.fdopen(created, "wb") as file:
            file.write(content)
            file.flush()
            _sync(file.fileno())
    except BaseException:
        os.unlink(target)
        raise


_RENAME_REFUSES = os.name == "nt"
"""Whether renaming a file to an existing name fails."""

# Errors of linkat(2) without /proc, or on a file system without hard links.
_NO_LINK = {errno.ENOENT, errno.EXDEV, errno.EPERM, errno.EOPNOTSUPP, errno.EACCES}

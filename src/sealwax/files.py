"""Files that hold keys and plaintext: bounded to read, created whole or not at all, never overwritten."""

import errno
import os

from sealwax._codec.text import decode_utf8

from .errors import MalformedInput

_CHUNK_BYTES = 1 << 20


def read_file(path: str | os.PathLike[str], *, limit: int) -> bytes:
    """Read a whole file of bounded size.

    Args:
        path: The file.
        limit: The most bytes it may have.

    Returns:
        Its content.

    Raises:
        MalformedInput: It is larger than the limit.
        OSError: It cannot be read.
    """
    content = bytearray()
    with open(path, "rb") as file:
        # Not at once: read() sets as much memory aside as it is asked for, however small the file is.
        while len(content) <= limit and (chunk := file.read(min(limit + 1 - len(content), _CHUNK_BYTES))):
            content += chunk
    if len(content) > limit:
        raise MalformedInput(f"{os.fspath(path)} is larger than {limit} bytes; this is not what it should be")
    return bytes(content)


def read_line(data: bytes, what: str) -> str:
    """Take what a text file holds, without the newline that editors put at its end: one, LF or CRLF.

    Args:
        data: What the file holds.
        what: What that is, for the error message.

    Returns:
        The text.

    Raises:
        MalformedInput: It is not UTF-8, or begins with a byte order mark.
    """
    text = decode_utf8(data, what)
    if text.startswith("\ufeff"):
        raise MalformedInput(f"{what} begins with a byte order mark; save it as UTF-8 without one")
    for newline in ("\r\n", "\n"):
        if text.endswith(newline):
            return text.removesuffix(newline)
    return text


def write_new_file(path: str | os.PathLike[str], content: bytes, *, mode: int = 0o600) -> None:
    """Create a file with a content, whole or not at all.

    Where the system can (Linux), the file gets its name only once its content is on the disk, so that not
    even a crash leaves half of it behind.

    Args:
        path: The file to create; nothing may exist there, not even a dangling link.
        content: What it is to hold.
        mode: Its permissions, from which the umask still takes away.

    Raises:
        FileExistsError: Something exists at that path; it is left as it is.
        OSError: It cannot be written; nothing is left behind.
    """
    target = os.fspath(path)
    if not _write_unnamed_then_link(target, content, mode):
        _write_exclusively(target, content, mode)


def replace_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Put a content at a path, whole or not at all, in place of what may be there. Not for secrets.

    Args:
        path: The file.
        content: What it is to hold.

    Raises:
        OSError: It cannot be written; what was there still is.
    """
    target = os.fspath(path)
    temporary = f"{target}.{os.urandom(8).hex()}.new"
    _write_exclusively(temporary, content, 0o644)
    try:
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _write_unnamed_then_link(target: str, content: bytes, mode: int) -> bool:
    """Write to an unnamed file, then give it its name; False where the system or file system cannot."""
    if not hasattr(os, "O_TMPFILE"):
        return False
    try:
        directory = os.open(os.path.dirname(target) or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return False  # perhaps it can be written to and not read; if not, the other way says what is wrong
    try:
        try:
            unnamed = os.open(".", os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, mode, dir_fd=directory)
        except OSError:
            return False  # no such files on this system; or else, as above
        with os.fdopen(unnamed, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            try:
                # With directory descriptors, os.link() calls linkat() with AT_SYMLINK_FOLLOW, which is
                # how open(2) says to name such a file; without them it would link the symbolic link.
                os.link(
                    f"/proc/self/fd/{file.fileno()}",
                    os.path.basename(target),
                    src_dir_fd=directory,
                    dst_dir_fd=directory,
                )
            except OSError as error:
                if error.errno in _NO_LINK:
                    return False
                # Named after the file that the caller asked for; OSError picks FileExistsError by itself.
                raise OSError(error.errno, error.strerror, target) from None
        os.fsync(directory)
    finally:
        os.close(directory)
    return True


def _write_exclusively(target: str, content: bytes, mode: int) -> None:
    """Write straight to the new name; what a failure left half-written is removed."""
    created = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), mode)
    try:
        with os.fdopen(created, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        os.unlink(target)
        raise


# What linkat(2) answers without /proc, or on a file system without hard links.
_NO_LINK = {errno.ENOENT, errno.EXDEV, errno.EPERM, errno.EOPNOTSUPP, errno.EACCES}

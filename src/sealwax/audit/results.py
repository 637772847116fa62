"""The results of an audit, and the digest that chains the lines."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from sealwax.errors import Replayed


@dataclass(frozen=True)
class AuditResult:
    """The outcome of one line of an archive.

    Attributes:
        place: The number of the line, from 1.
        kind: The kind of the line; None if it cannot be read.
        ok: Whether it verified.
        code: The code of the error, such as ``bad-signature``; None if it verified.
        message: The error's message; None if it verified. It never contains the line's content.
        signers: The public keys that signed, in hex; empty where the trusted key is implied by the kind.
        time_checked: Whether the line's time or expiry was compared with its ``at``.
        digest: A digest of this line and all before it, in their order, in hex: SHA-256 of the digest before
            it (32 zero bytes for the first line) and of the SHA-256 of the line without its newline.
    """

    place: int
    kind: str | None
    ok: bool
    code: str | None = None
    message: str | None = None
    signers: tuple[str, ...] = ()
    time_checked: bool = False
    digest: str | None = None


Outcome = tuple[bytes, str | None, bool, str | None, str | None, tuple[str, ...], bool]
"""The hash of a line, and the fields of its result that a worker knows: a tuple is pickled quickly."""


def hash_line(line: str | bytes) -> bytes:
    """Hash a line without its newline; hash a line that is not text, which is refused later, as empty."""
    content: object = line.encode(errors="surrogatepass") if isinstance(line, str) else line
    return sha256(content.rstrip(b"\r\n") if isinstance(content, bytes) else b"").digest()


class Chain:
    """Chains the hashes of lines; remembers them if repetitions must be found."""

    def __init__(self, *, remembers: bool) -> None:
        self._digest = bytes(32)
        self._seen: set[bytes] | None = set() if remembers else None

    def add(self, own: bytes) -> bool:
        """Add the hash of the next line; return whether the line repeats an earlier one."""
        self._digest = sha256(self._digest + own).digest()
        if self._seen is None:
            return False
        is_repeated = own in self._seen
        self._seen.add(own)
        return is_repeated

    def results(self, first: int, outcomes: "list[Outcome]") -> Iterator[AuditResult]:
        """Add the next lines, starting at a place; yield their results."""
        for place, (own, kind, ok, code, message, signers, time_checked) in enumerate(outcomes, first):
            is_repeated = self.add(own)
            digest = self._digest.hex()
            if ok and is_repeated:
                yield AuditResult(
                    place, kind, ok=False, code=_REPEATED.code, message=str(_REPEATED), digest=digest
                )
            else:
                yield AuditResult(place, kind, ok, code, message, signers, time_checked, digest)


_REPEATED = Replayed("the archive repeats an earlier line")

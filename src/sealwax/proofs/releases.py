"""Read the service's lists of approved applications, and make identities from them.

A list is the file of a release in the repository of the service's releases. It looks like YAML, but is read
line by line: in YAML, a digest of decimal digits with a single ``e`` would be a number.

| line | decision |
|---|---|
| 1: ``version: NAME`` | required |
| ``APPLICATION:`` | begins an application; a name twice is refused |
| two spaces, ``appBinaryDigest`` or ``PCR0`` to ``PCR3``, ``: ``, lower-case hex of its length | each once |
| anything else: an empty line, a comment, a carriage return, quotes, another member | refused |
| no application; PCR0, PCR1 or PCR3 of zeros or the measurement of nothing | refused |
"""

import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sealwax._codec.arguments import require_type
from sealwax._codec.text import decode_utf8, to_bytes
from sealwax._limits import MAX_RELEASE_APPLICATIONS, MAX_RELEASE_BYTES, MAX_RELEASE_NAME_CHARACTERS
from sealwax.errors import MalformedInput
from sealwax.files import named, read_file

from .identity import EMPTY_PCRS, HASH_BYTES, EnclaveIdentity
from .manifest import IDENTITY_PCRS, PCR_BYTES, QuorumSet
from .nitro_roots import KNOWN_ROOTS

_WHAT = "the release list"
_PROGRAM = "appBinaryDigest"
# The length in bytes of each digest.
_DIGESTS: Final = {_PROGRAM: HASH_BYTES, **{f"PCR{index}": PCR_BYTES for index in IDENTITY_PCRS}}
# PCR2 is the measurement of nothing in every release.
_MEASURED: Final = ("PCR0", "PCR1", "PCR3")
_NAME = rf"[0-9A-Za-z][0-9A-Za-z._-]{{0,{MAX_RELEASE_NAME_CHARACTERS - 1}}}"
_VERSION = re.compile(rf"version: ({_NAME})")
_APPLICATION = re.compile(rf"({_NAME}):")
_DIGEST = re.compile(r"  ([0-9A-Za-z]+): ([0-9a-f]+)")


@dataclass(frozen=True)
class ReleasedApplication:
    """An application of a release.

    Attributes:
        pivot_hash: SHA-256 of its binary, lower-case hex.
        pcrs: PCR0 to PCR3 of its enclaves, by index, lower-case hex.
    """

    pivot_hash: str
    pcrs: Mapping[int, str]


@dataclass(frozen=True)
class EnclaveRelease:
    """A release of the service's enclaves: the list of its applications, each with program and PCRs.

    Nothing in a list authenticates it: what vouches for it is only where you fetched it.

    Attributes:
        version: The name of the release, such as ``r2025.9.3``.
        applications: The applications by their names, such as ``signer``.
    """

    version: str
    applications: Mapping[str, ReleasedApplication]

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "EnclaveRelease":
        """Read a release from a file.

        Args:
            path: The file, of at most 64 KiB.

        Returns:
            The release.

        Raises:
            MalformedInput: The file is not such a list; the message has its path.
            OSError: The file cannot be read.
        """
        content = read_file(path, limit=MAX_RELEASE_BYTES)
        with named(os.fspath(path)):
            return cls.from_text(content)

    @classmethod
    def from_text(cls, text: str | bytes) -> "EnclaveRelease":
        """Read a release from the text of its list.

        Args:
            text: The whole list: text, or UTF-8 bytes.

        Returns:
            The release.

        Raises:
            MalformedInput: It is not such a list.
        """
        encoded = to_bytes(text, _WHAT)
        if len(encoded) > MAX_RELEASE_BYTES:
            raise MalformedInput(f"{_WHAT} is larger than {MAX_RELEASE_BYTES} bytes; check it")
        first, *lines = decode_utf8(encoded, _WHAT).removesuffix("\n").split("\n")
        version = _VERSION.fullmatch(first)
        if version is None:
            raise MalformedInput(f"line 1 of {_WHAT} must be its version, such as version: r2025.9.3")
        digests: dict[str, dict[str, str]] = {}
        current: dict[str, str] | None = None
        for number, line in enumerate(lines, start=2):
            if application := _APPLICATION.fullmatch(line):
                current = _begin(digests, application[1], number)
                continue
            name, digest = _read_digest(line, number)
            if current is None or name in current:
                raise MalformedInput(
                    f"line {number} of {_WHAT} has a digest that is there already, or of no application"
                )
            current[name] = digest
        if not digests:
            raise MalformedInput(f"{_WHAT} has no application")
        return cls(version[1], {name: _to_application(name, each) for name, each in digests.items()})

    def identity(
        self,
        application: str,
        *,
        also: Sequence["EnclaveRelease"] = (),
        manifest_hashes: Collection[str] = (),
        quorum_key: str | None = None,
        namespace: str | None = None,
        min_nonce: int | None = None,
        args: Sequence[str] | None = None,
        manifest_set: QuorumSet | None = None,
        share_set: QuorumSet | None = None,
        root: str | Collection[str] = KNOWN_ROOTS,
        require_live: bool = False,
        allow_debug_mode: bool = False,
    ) -> EnclaveIdentity:
        """Make the identity of an application: PCR0, PCR3 and its program, and what you add.

        Args:
            application: The name of the application in the list, such as ``signer``.
            also: Other releases whose enclaves are accepted as well.
            manifest_hashes: As in ``EnclaveIdentity``.
            quorum_key: As in ``EnclaveIdentity``.
            namespace: As in ``EnclaveIdentity``.
            min_nonce: As in ``EnclaveIdentity``.
            args: As in ``EnclaveIdentity``.
            manifest_set: As in ``EnclaveIdentity``.
            share_set: As in ``EnclaveIdentity``.
            root: As in ``EnclaveIdentity``.
            require_live: As in ``EnclaveIdentity``.
            allow_debug_mode: As in ``EnclaveIdentity``.

        Returns:
            The identity; its ``application`` is the name.

        Raises:
            ValueError: One of the releases does not have the application; or as ``EnclaveIdentity``.
        """
        require_type(application, str, "application")
        require_type(also, Sequence, "also")
        releases = (self, *also)
        for each in releases:
            require_type(each, EnclaveRelease, "each of also")
            if application not in each.applications:
                names = ", ".join(each.applications)
                raise ValueError(f"application must be one of release {each.version}: {names}")
        found = [each.applications[application] for each in releases]
        return EnclaveIdentity(
            pcrs={index: {each.pcrs[index] for each in found} for index in (0, 3)},
            pivot_hashes={each.pivot_hash for each in found},
            manifest_hashes=manifest_hashes,
            quorum_key=quorum_key,
            namespace=namespace,
            min_nonce=min_nonce,
            args=args,
            manifest_set=manifest_set,
            share_set=share_set,
            root=root,
            require_live=require_live,
            allow_debug_mode=allow_debug_mode,
            application=application,
        )


def _begin(digests: dict[str, dict[str, str]], name: str, number: int) -> dict[str, str]:
    if name in digests or name == "version":
        raise MalformedInput(f"line {number} of {_WHAT} has a name that is there already")
    if len(digests) == MAX_RELEASE_APPLICATIONS:
        raise MalformedInput(f"{_WHAT} has more than {MAX_RELEASE_APPLICATIONS} applications; check it")
    return digests.setdefault(name, {})


def _read_digest(line: str, number: int) -> tuple[str, str]:
    match = _DIGEST.fullmatch(line)
    if match is None or match[1] not in _DIGESTS:
        raise MalformedInput(
            f"line {number} of {_WHAT} must be an application's name and a colon, or below one, after two "
            f"spaces, {', '.join(_DIGESTS)} and a digest"
        )
    name, digest = match.groups()
    if len(digest) != 2 * _DIGESTS[name]:
        raise MalformedInput(f"the digest in line {number} of {_WHAT} must have {2 * _DIGESTS[name]} digits")
    return name, digest


def _to_application(name: str, digests: Mapping[str, str]) -> ReleasedApplication:
    missing = [each for each in _DIGESTS if each not in digests]
    if missing:
        raise MalformedInput(f"{name} in {_WHAT} must have {', '.join(missing)}")
    if any(digests[each] in EMPTY_PCRS for each in _MEASURED):
        raise MalformedInput(
            f"a PCR of {name} in {_WHAT} is all zero or the measurement of nothing, which tells no enclave"
        )
    return ReleasedApplication(digests[_PROGRAM], {index: digests[f"PCR{index}"] for index in IDENTITY_PCRS})

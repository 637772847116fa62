"""Read a release of the service's enclaves, and make identities from its approved manifests.

A release is a folder with a folder for each application. An application's folder has its manifest, the same
manifest for people, and the approvals of operators, each in a file.

| file | decision |
|---|---|
| ``manifest``, in Borsh or JSON | required; decoded strictly, hashed as boot proofs hash it |
| ``manifest.json`` | if it is there, it must say the same; ``patchSet`` and ``qosCommit`` may be left out |
| ``*.approval``, in Borsh or JSON | by a member of the manifest's own set, over its hash, one per member |
| any other file | ignored |

| release | decision |
|---|---|
| fewer approvals than the threshold of the trusted operators, or of the manifest's own set | refused |
| a folder whose name is not the end of the namespace in its manifest | refused |
| applications with another deployment, nonce, PCR0 to PCR3 or manifest set | refused, by name |
| an argument ``--NAME-public-key`` that is not the quorum key of NAME in the release | the same |
| a nonce below that of the trusted operators | refused, unless the caller allows an older release |
| another deployment, such as ``preprod``, than the expected one | refused |
| an argument with the key of an application that is not there, as in a folder of one | accepted: see below |
| a PCR of zeros, an empty PCR0, PCR1 or PCR3, the well-known quorum key | refused |

A key in the arguments of one application, such as that of ``ump`` for ``signer``, is compared with the
manifest of the other only if the release has both. Without the other, only the operators' approval of the
arguments vouches for that key: load the whole release to compare them.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from sealwax._codec.arguments import require_type
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import UNCOMPRESSED_BYTES
from sealwax._limits import (
    MAX_APPROVAL_BYTES,
    MAX_INPUT_BYTES,
    MAX_MANIFEST_MEMBERS,
    MAX_RELEASE_APPLICATIONS,
    MAX_RELEASE_NAME_CHARACTERS,
)
from sealwax.errors import ContextMismatch, MalformedInput
from sealwax.files import read_file
from sealwax.trust import EnclaveKeys

from .identity import EMPTY_PCRS, EnclaveIdentity, is_well_known
from .manifest import (
    IDENTITY_PCRS,
    MANIFESTS,
    Manifest,
    QuorumMember,
    decode_approval,
    find_approvers,
    open_manifest,
)
from .nitro_roots import KNOWN_ROOTS
from .operators import (
    ApprovedRelease,
    OperatorSet,
    ReleasedApplication,
    check_namespace,
    check_nonce,
    deployment_of,
    require_approval,
)

_MANIFEST = "manifest"
_FOR_PEOPLE = "manifest.json"
_APPROVAL = ".approval"
# PCR2 is the empty measurement in every release.
_MEASURED: Final = (0, 1, 3)
_NAME = re.compile(rf"[0-9A-Za-z][0-9A-Za-z._-]{{0,{MAX_RELEASE_NAME_CHARACTERS - 1}}}")
_KEY_ARGUMENT = re.compile(r"--(.+)-public-key(?:=(.*))?", re.DOTALL)
# The keys that verify artifacts of the service, by the application that signs with them.
_KEYS: Final = {"signer": "signer", "tls-fetcher": "tls_fetcher", "notarizer": "notarizer"}
_SIGNING_DIGITS = 2 * UNCOMPRESSED_BYTES


@dataclass(frozen=True)
class EnclaveRelease(ApprovedRelease):
    """A release of the service's enclaves, which a threshold of the trusted operators approved.

    Attributes:
        applications: The applications by their names, such as ``signer``.
        is_older: Whether the release has a lower nonce than the trusted operators, which needs
            ``allow_older``.
    """

    is_older: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        require_type(self.is_older, bool, "is_older")

    @classmethod
    def load(
        cls,
        folder: str | os.PathLike[str],
        *,
        operators: OperatorSet,
        namespace: str | None = None,
        allow_older: bool = False,
    ) -> "EnclaveRelease":
        """Read a release from its folder, or one application of it from the application's folder.

        Args:
            folder: The folder of a release, such as ``releases/2026.4.2``, or of one application in it.
            operators: The operators whose approval counts, such as ``OperatorSet.production()``.
            namespace: The deployment that the release must be of: the beginning of its namespaces, such as
                ``prod`` or ``preprod``; by default, that of ``operators``, which accepts any if it has none.
            allow_older: Whether to accept a release with a lower nonce than that of ``operators``. It can
                name operators who were removed since, so its ``identity`` refuses ``newer``.

        Returns:
            The release.

        Raises:
            MalformedInput: A file does not parse, ``manifest.json`` differs from ``manifest``, or an
                operator approved twice; the message names the file.
            UntrustedSigner: Too few operators approved a manifest, or an approval is by nobody in the
                manifest's set.
            BadSignature: An approval is of another manifest.
            ContextMismatch: The applications do not agree with each other, or identify nothing; or the
                release is older than ``operators``, or of another namespace (``wrong-enclave``).
            OSError: A file cannot be read.
        """
        require_type(folder, (str, os.PathLike), "folder")
        require_type(operators, OperatorSet, "operators")
        return cls.from_files(
            dict(_read_release(Path(folder))),
            operators=operators,
            namespace=namespace,
            allow_older=allow_older,
        )

    @classmethod
    def from_files(
        cls,
        files: Mapping[str, bytes],
        *,
        operators: OperatorSet,
        namespace: str | None = None,
        allow_older: bool = False,
    ) -> "EnclaveRelease":
        """Read a release from the contents of its files.

        Args:
            files: The contents by path: ``signer/manifest`` in a release, ``manifest`` in the folder of one
                application.
            operators: As in ``load``.
            namespace: As in ``load``.
            allow_older: As in ``load``.

        Returns:
            The release.

        Raises:
            MalformedInput: As in ``load``.
            UntrustedSigner: As in ``load``.
            BadSignature: As in ``load``.
            ContextMismatch: As in ``load``.
        """
        require_type(files, Mapping, "files")
        require_type(operators, OperatorSet, "operators")
        require_type(namespace, (str, type(None)), "namespace")
        require_type(allow_older, bool, "allow_older")
        folders: dict[str, dict[str, bytes]] = {}
        for path, content in files.items():
            require_type(path, str, "each path of files")
            folder, _, name = path.rpartition("/")
            folders.setdefault(folder, {})[name] = to_bytes(content, "a file of the release")
        _check_folders(folders)
        applications: dict[str, ReleasedApplication] = {}
        for folder, found in folders.items():
            where = f" in {folder}" if folder else ""
            application = _open_application(found, where)
            name = _name_of(application.manifest, folder, where)
            require_approval(operators, application.approved_by, f"the manifest of {name}")
            applications[name] = application
        _check_agreement({name: application.manifest for name, application in applications.items()})
        release = cls(applications)
        check_namespace(release, operators.namespace if namespace is None else namespace)
        if not allow_older:
            check_nonce(release, operators)
        return replace(release, is_older=release.nonce < operators.nonce)

    def identity(
        self,
        application: str,
        *,
        newer: bool = False,
        root: str | Collection[str] = KNOWN_ROOTS,
        require_live: bool = False,
        allow_debug_mode: bool = False,
    ) -> EnclaveIdentity:
        """Make the identity of an application of this release.

        It pins the manifest's hash and content: PCRs, namespace, nonce, quorum key, program, arguments,
        environment, resolvers, bridges, and both sets.

        Args:
            application: The name of the application, such as ``signer``.
            newer: Accept later releases too, if the operators that this release names approved them. The
                namespace, the quorum key and PCR3 must be the same, and the nonce must not be lower; the
                operators' approval covers everything else. A release that is older than the trusted
                operators refuses this: it can name operators who were removed.
            root: As in ``EnclaveIdentity``.
            require_live: As in ``EnclaveIdentity``.
            allow_debug_mode: As in ``EnclaveIdentity``.

        Returns:
            The identity; its ``application`` is the name.

        Raises:
            ValueError: The release does not have the application, or is older than the trusted operators and
                ``newer`` is True.
        """
        require_type(application, str, "application")
        require_type(newer, bool, "newer")
        if application not in self.applications:
            raise ValueError(f"application must be one of the release: {', '.join(self.applications)}")
        if newer and self.is_older:
            raise ValueError(
                "newer must be False for a release that is older than the trusted operators, because it can "
                "name operators who were removed; load a release that is not older"
            )
        manifest = self.applications[application].manifest
        pins: dict[str, Any] = (
            {"pcrs": {3: manifest.pcrs[3]}, "operators": self.operators}
            if newer
            else {
                "pcrs": manifest.pcrs,
                "pivot_hashes": {manifest.pivot_hash},
                "manifest_hashes": {manifest.hash},
                "args": manifest.args,
                "environment": manifest.environment,
                "resolvers": manifest.resolvers,
                "bridges": manifest.bridges,
                "manifest_set": manifest.manifest_set,
                "share_set": manifest.share_set,
            }
        )
        return EnclaveIdentity(
            **pins,
            quorum_key=manifest.quorum_key,
            namespace=manifest.namespace,
            min_nonce=manifest.nonce,
            root=root,
            require_live=require_live,
            allow_debug_mode=allow_debug_mode,
            application=application,
        )

    def enclave_keys(self) -> EnclaveKeys:
        """Return the keys that the applications of this release sign with.

        Returns:
            The signing halves of the quorum keys of ``signer``, ``tls-fetcher`` and ``notarizer``, of those
            that the release has. A key of another application is absent.

        Raises:
            ValueError: The release has none of these applications.
        """
        found = {
            argument: self.applications[name].manifest.quorum_key[_SIGNING_DIGITS:]
            for name, argument in _KEYS.items()
            if name in self.applications
        }
        if not found:
            raise ValueError(f"the release must have one of the applications {', '.join(_KEYS)}")
        return EnclaveKeys(**found)


def _read_release(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Read the files of a release, or of an application, by their paths in the folder."""
    paths = sorted(folder.iterdir())
    if folder / _MANIFEST in paths:
        yield from _read_application(paths, "")
        return
    # A clone has hidden folders.
    folders = [path for path in paths if not path.name.startswith(".") and path.is_dir()]
    if len(folders) > MAX_RELEASE_APPLICATIONS:
        raise _too_many_applications()
    for path in folders:
        yield from _read_application(sorted(path.iterdir()), f"{path.name}/")


def _read_application(paths: list[Path], prefix: str) -> Iterator[tuple[str, bytes]]:
    approvals = [path for path in paths if path.name.endswith(_APPROVAL)]
    if len(approvals) > MAX_MANIFEST_MEMBERS:
        raise _too_many_approvals(f" in {approvals[0].parent}")
    for path in paths:
        if path.name in {_MANIFEST, _FOR_PEOPLE}:
            yield prefix + path.name, read_file(path, limit=MAX_INPUT_BYTES)
    for path in approvals:
        yield prefix + path.name, read_file(path, limit=MAX_APPROVAL_BYTES)


def _too_many_applications() -> MalformedInput:
    return MalformedInput(f"the release has more than {MAX_RELEASE_APPLICATIONS} applications; check it")


def _too_many_approvals(where: str) -> MalformedInput:
    return MalformedInput(f"the application{where} has more than {MAX_MANIFEST_MEMBERS} approvals; check it")


def _check_folders(folders: Mapping[str, object]) -> None:
    if not folders:
        raise MalformedInput(
            "the release has no application; pass a folder with a manifest, or with a folder for each "
            "application"
        )
    if len(folders) > 1 and not all(map(_NAME.fullmatch, folders)):
        raise MalformedInput(
            "the files must be those of one application, or each in the folder of its application"
        )
    if len(folders) > MAX_RELEASE_APPLICATIONS:
        raise _too_many_applications()


def _open_application(files: Mapping[str, bytes], where: str) -> ReleasedApplication:
    """Decode the files of an application, and verify the approvals by the manifest's own set."""
    if _MANIFEST not in files:
        raise MalformedInput(f"the manifest{where} is missing")
    approvals = {name: content for name, content in files.items() if name.endswith(_APPROVAL)}
    if len(approvals) > MAX_MANIFEST_MEMBERS:
        raise _too_many_approvals(where)
    for name, content in approvals.items():
        if len(content) > MAX_APPROVAL_BYTES:
            raise MalformedInput(f"{name}{where} is larger than {MAX_APPROVAL_BYTES} bytes; check it")
    manifest, value = open_manifest(files[_MANIFEST], f"the manifest{where}")
    _check_spelling(value, where)
    if _FOR_PEOPLE in files:
        _compare_for_people(files[_FOR_PEOPLE], manifest, value, where)
    decoded = tuple(decode_approval(content, f"{name}{where}") for name, content in approvals.items())
    return ReleasedApplication(manifest, find_approvers(manifest, decoded))


def _check_spelling(value: Mapping[str, Any], where: str) -> None:
    # In V0 and V1, both spellings have the same hash, but the approved file had only one of them.
    if not value["pivot"]["restart"].istitle():
        raise MalformedInput(f"restart of the manifest{where} must begin with a capital letter")


def _compare_for_people(content: bytes, manifest: Manifest, value: Mapping[str, Any], where: str) -> None:
    """Refuse a manifest for people that contradicts the manifest."""
    label = f"{_FOR_PEOPLE}{where}"
    schema = MANIFESTS[manifest.version]
    own: Any = schema.to_json(value)
    document = decode_json(content, dict[str, Any], label)
    enclave = document.get("enclave")
    if isinstance(enclave, dict):
        # The releases of 2025 leave out the commit and the patch set.
        document = {**document, "enclave": {"qosCommit": own["enclave"]["qosCommit"], **enclave}}
    if "patchSet" in own:
        document = {"patchSet": own["patchSet"], **document}
    if schema.to_json(schema.from_json(document, label)) != own:
        raise MalformedInput(f"{label} contradicts the manifest; do not trust it")


def _name_of(manifest: Manifest, folder: str, where: str) -> str:
    """Return the name of an application: the end of its namespace, and of its folder in a release."""
    name = manifest.namespace.rpartition("/")[2]
    if _NAME.fullmatch(name) is None:
        raise MalformedInput(f"the namespace of the manifest{where} must end with the name of an application")
    if folder and folder.rpartition("/")[2] != name:
        raise ContextMismatch(
            "wrong-enclave", f"the manifest{where} is that of {name}; files were swapped in the release"
        )
    return name


class _Shared(NamedTuple):
    """The values that all applications of a release share, named as in errors."""

    deployment: str
    nonce: int
    pcrs: Mapping[int, str]
    manifest_set: tuple[int, frozenset[QuorumMember]]


def _shared(manifest: Manifest) -> _Shared:
    pcrs = {index: manifest.pcrs[index] for index in IDENTITY_PCRS}
    quorum = manifest.manifest_set
    return _Shared(
        deployment_of(manifest.namespace), manifest.nonce, pcrs, (quorum.threshold, frozenset(quorum.members))
    )


def _check_agreement(manifests: Mapping[str, Manifest]) -> None:
    """Refuse applications that identify nothing, or do not form one release; name them."""
    (first_name, first), *others = manifests.items()
    for name, manifest in manifests.items():
        if any(manifest.pcrs[index] in EMPTY_PCRS for index in _MEASURED) or not manifest.pcrs[2].strip("0"):
            raise ContextMismatch(
                "wrong-enclave",
                f"a PCR of {name} is all zero or the empty measurement, which identifies no enclave",
            )
        if is_well_known(manifest.quorum_key):
            raise ContextMismatch(
                "wrong-enclave", f"the quorum key of {name} is the well-known key, which identifies nobody"
            )
        _check_bindings(name, manifests)
    for name, manifest in others:
        for field, own, other in zip(_Shared._fields, _shared(first), _shared(manifest), strict=True):
            if own != other:
                raise ContextMismatch(
                    "wrong-enclave",
                    f"{first_name} and {name} do not have the same {field.replace('_', ' ')}; they are not "
                    "from one release",
                )


def _check_bindings(name: str, manifests: Mapping[str, Manifest]) -> None:
    """Compare the keys in the arguments of an application with the quorum keys of the others."""
    args = manifests[name].args
    for argument, following in zip(args, (*args[1:], ""), strict=True):
        match = _KEY_ARGUMENT.fullmatch(argument)
        if match is None or match[1] not in manifests:
            continue
        if (following if match[2] is None else match[2]) != manifests[match[1]].quorum_key:
            raise ContextMismatch(
                "wrong-enclave",
                f"the arguments of {name} and the manifest of {match[1]} have different keys of {match[1]}",
            )

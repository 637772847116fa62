"""The operators who may approve the service's enclaves, and the changes of this set.

Each manifest names a set of operators, which proves nothing: a forged manifest names its forgers.
``OperatorSet`` is the set that the caller trusts. ``OperatorSet.follow`` replaces it by the set that a
release names, if enough members of the *trusted* set approved that release.

| release | decision |
|---|---|
| approved by a threshold of distinct members of the trusted set, each by a key of that set | followed |
| approved by fewer, or only by members of the release's own set | refused |
| a nonce below the one of the trusted set | refused: it would restore an older set |
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import KEY_SET_BYTES
from sealwax._limits import MAX_OPERATOR_FILE_BYTES
from sealwax.errors import ContextMismatch, UntrustedSigner
from sealwax.files import named, read_file

from .manifest import MAX_NONCE, Manifest, QuorumMember, QuorumSet, check_key_set, check_set

_WHAT = "the operator set"


@dataclass(frozen=True)
class ReleasedApplication:
    """An application of a release, whose approvals were verified.

    Attributes:
        manifest: The manifest that was approved.
        approved_by: The members of the manifest's own set who approved it, each once.
    """

    manifest: Manifest
    approved_by: tuple[QuorumMember, ...]

    def __post_init__(self) -> None:
        require_type(self.manifest, Manifest, "manifest")
        require_type(self.approved_by, tuple, "approved_by")
        for member in self.approved_by:
            require_type(member, QuorumMember, "each of approved_by")


@dataclass(frozen=True)
class ApprovedRelease:
    """The applications of a release, which agree with each other; ``EnclaveRelease.load`` makes it.

    Attributes:
        applications: The applications by their names, such as ``signer``; at least one.
    """

    applications: Mapping[str, ReleasedApplication]

    def __post_init__(self) -> None:
        require_type(self.applications, Mapping, "applications")
        if not self.applications:
            raise ValueError("applications must not be empty")
        for application in self.applications.values():
            require_type(application, ReleasedApplication, "each of applications")

    @property
    def manifest(self) -> Manifest:
        """The manifest of the first application."""
        return next(iter(self.applications.values())).manifest

    @property
    def nonce(self) -> int:
        """The nonce of the manifests, which all applications of a release share; a date in production."""
        return self.manifest.nonce

    @property
    def operators(self) -> "OperatorSet":
        """The operators that the release names, with its nonce; ``OperatorSet.follow`` checks them first."""
        quorum = self.manifest.manifest_set
        members = {member.alias: member.public_key for member in quorum.members}
        return OperatorSet(
            quorum.threshold, members, nonce=self.nonce, namespace=deployment_of(self.manifest.namespace)
        )


class _OperatorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An operator set in JSON."""

    threshold: int
    members: dict[str, str]
    nonce: Annotated[int, msgspec.Meta(ge=0, le=MAX_NONCE)] = 0
    namespace: str | None = None


@dataclass(frozen=True)
class OperatorSet:
    """The operators that the caller trusts to approve releases. Do not take them from a release.

    Attributes:
        threshold: The number of approvals required: from 1 to the number of members.
        members: The key set of each operator by alias: encryption point, then signing point; 260 digits of
            lower-case hex. The keys are compared; the aliases are only shown. Two aliases that look alike,
            such as the same letters in different forms of Unicode, are two operators.
        nonce: The nonce of the release that the set comes from. A release with a lower one is refused.
        namespace: The deployment that these operators are trusted for, such as ``prod``: the beginning of the
            namespaces of a release. A release of another one is refused. None accepts any. Sets are equal
            whatever theirs is.

    Raises:
        MalformedInput: A key is not such a key set, two operators share half of one, or the threshold is
            out of range; it is also a ``ValueError``.
    """

    threshold: int
    members: Mapping[str, str]
    nonce: int = 0
    namespace: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        require_type(self.threshold, int, "threshold")
        require_type(self.members, Mapping, "members")
        require_type(self.nonce, int, "nonce")
        if not 0 <= self.nonce <= MAX_NONCE:
            raise ValueError(f"nonce must be from 0 to {MAX_NONCE}")
        require_type(self.namespace, (str, type(None)), "namespace")
        members = {}
        for alias, key_set in self.members.items():
            require_type(alias, str, "each alias of members")
            require_type(key_set, str, "each key of members")
            decoded = decode_hex(key_set, f"a key of {_WHAT}", length=KEY_SET_BYTES)
            check_key_set(decoded, _WHAT)
            members[alias] = decoded.hex()
        check_set(
            QuorumSet(self.threshold, tuple(QuorumMember(*member) for member in members.items())), _WHAT
        )
        object.__setattr__(self, "members", members)

    @classmethod
    def production(cls) -> "OperatorSet":
        """Return the operators of the service's production deployment, as release 2026.4.2 names them.

        The source is the manifest of ``releases/2026.4.2/signer`` in the repository ``tkhq/core-enclaves``.
        For a later set, ``follow`` the releases since then.

        Returns:
            The set: two of ten operators.
        """
        return cls(2, _PRODUCTION, nonce=20260402, namespace="prod")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "OperatorSet":
        """Read a set from a file, as ``to_json`` writes it.

        Args:
            path: The file.

        Returns:
            The set.

        Raises:
            MalformedInput: The file is not such a set; the message has its path.
            OSError: The file cannot be read.
        """
        content = read_file(path, limit=MAX_OPERATOR_FILE_BYTES)
        with named(os.fspath(path)):
            return cls.from_json(content)

    @classmethod
    def from_json(cls, text: str | bytes) -> "OperatorSet":
        """Read a set from JSON: ``threshold``, ``members`` (alias to key set), ``nonce`` and ``namespace``.

        The last two can be absent.

        Args:
            text: The JSON object: text, or UTF-8 bytes.

        Returns:
            The set.

        Raises:
            MalformedInput: It is not such a set.
        """
        parsed = decode_json(to_bytes(text, _WHAT), _OperatorFile, _WHAT)
        return cls(parsed.threshold, parsed.members, nonce=parsed.nonce, namespace=parsed.namespace)

    def to_json(self) -> str:
        """Write the set as JSON, which ``from_json`` reads.

        Returns:
            The JSON text.
        """
        fields: dict[str, object] = {"threshold": self.threshold, "nonce": self.nonce}
        if self.namespace is not None:
            fields["namespace"] = self.namespace
        fields["members"] = dict(self.members)
        return json.dumps(fields, ensure_ascii=False, indent=2)

    def follow(self, release: ApprovedRelease) -> "OperatorSet":
        """Return the set that a release names, if this set approved the release.

        To reach a later release, follow the releases in between in order: each names the set that may approve
        the next.

        Args:
            release: The release, from ``EnclaveRelease.load``.

        Returns:
            The set that the release names, with its nonce.

        Raises:
            UntrustedSigner: Fewer members of this set than its threshold approved an application.
            ContextMismatch: The release has a lower nonce than this set, or is of another namespace
                (``wrong-enclave``).
        """
        require_type(release, ApprovedRelease, "release")
        for name, application in release.applications.items():
            require_approval(self, application.approved_by, f"the manifest of {name}")
        check_namespace(release, self.namespace)
        check_nonce(release, self)
        return release.operators


def deployment_of(namespace: str) -> str:
    """Return the beginning of a manifest's namespace, such as ``prod``: all but the application."""
    return namespace.rpartition("/")[0]


def check_namespace(release: ApprovedRelease, namespace: str | None) -> None:
    """Refuse a release of another deployment than the expected one; None accepts any."""
    if namespace is not None and deployment_of(release.manifest.namespace) != namespace:
        raise ContextMismatch(
            "wrong-enclave",
            "the release is of another namespace than the expected one; get the release of yours, or name "
            "the other namespace",
        )


def check_nonce(release: ApprovedRelease, operators: OperatorSet) -> None:
    """Refuse a release that is older than the operators: it can name operators who were removed."""
    if release.nonce < operators.nonce:
        raise ContextMismatch(
            "wrong-enclave",
            f"the release has the nonce {release.nonce}, which is lower than that of the trusted "
            f"operators, {operators.nonce}: it is older; follow releases in their order",
        )


def require_approval(operators: OperatorSet, approved_by: Iterable[QuorumMember], label: str) -> None:
    """Refuse a manifest with too few verified approvals by trusted operators."""
    known = set(operators.members.values())
    # As a set: a member counts once.
    count = len(known & {member.public_key for member in approved_by})
    if count < operators.threshold:
        raise UntrustedSigner(
            f"{count} of the {len(known)} trusted operators approved {label}; the threshold is "
            f"{operators.threshold}; if the operators have changed, follow the releases in between"
        )


# Release 2026.4.2 of production, by alias.
_PRODUCTION: Final[Mapping[str, str]] = {
    "1": (
        "04ebe7c6e422fba8c645f28a5588c5bb180e9397806e7a6303d4677e36e23d241f4da90b3d3621cad26bf95"
        "bc1f7d5a8a2bd2034476ac47999fb5dac4249c3af5d048b49022ff146d895fa97e542a71ec7df72ed3745ef"
        "81115f5df7be2ae6bebc5fd97bcba296bfa6ea47a19c88f51768525205f867bef08b2f3ad9b2424dac968c"
    ),
    "2": (
        "04f1a69a021a5a913b93e8ad290f114cddb8fe278209580fe0fa30b457d4a05e3cfffb137ffc04e6256f4c4"
        "b6388d918665a624e0722e32cc398aabcc46fba1e2504b5cdba4c19806db6bf81f4e188642222558e418bee"
        "aebb31516e7e84aac64b5e04c0ad8aaa4c83d07c2894b2f243fc2faf6d011010948a4feecf2a0965dc41aa"
    ),
    "3": (
        "04ffceeb4501dcd34085a4ce55f74c93408181cf6c06f8fcb6feb08b5a115764d756d150dcc644b84f1df9d"
        "6ca222051ba67b94d28bfb28819d4c4aea4deeb269c0433b2f69b13a68223cc8b66a1c780cf2d41d808c90d"
        "e9eb590ccfce00f66778fe5c5d9fe094f3cd90a77762a6f3aea1073185f7d10c60fac36181f10dbf2de42a"
    ),
    "4": (
        "049774159c294549506245a85b209a438320245d6f979a054d0dd5ff873a0e7fa75d23ee12b9b3766e69223"
        "076105a1c9feca9a69c414e15257c5d560d945b1fdb042b94c1ab2fcacc3ff79eaeee53d93aa9c3ae68b9eb"
        "4177015511f6793e99aff7e84deed689c8d6de81f39dc4842ef897fa57ae9a33e852adb75278b6cb794268"
    ),
    "5": (
        "042d620a1909006ac0c6c8b5e146a7044891ee16059b58cadcacd90ca4e2e895f18f00bcf2205957a84eb9e"
        "bc9c3a044c15f3396e17792a41fd759ed10691bcbce0411825b32b064f5073edd5a87564380e7a37dc9aca5"
        "374a4c506e7fb7a6eefc7ba8ab25287086a36bf8afa1ac0e14abb57c50fa8191847ffc081b5a4cab7afee4"
    ),
    "6": (
        "0441c5a5b35253df8fa0b0b5c3121cf18d7785c62c742ad76ec79c8a5d464116f44b53ff3b313dcfce56575"
        "a50c2ade2b2e872a7b245f5ef445673fddafc26b69b042716b5106027b83b6880e582ce275f3c17387d8ce0"
        "3d4ceb9b254814ac453bb0215178ed4a6e628dde89127d791789c25cc698482321fe87cf60536f4e420f70"
    ),
    "7": (
        "04d180625ada99c1c41134f5d4fb3ee43f19a116f266cd4b2bce086d40117364d98abee24c0c5c6ad7414fc"
        "4cb4f42c0c780f79fb383c0cb79fe25985f2014061a04dd7c6ebeccc10babdc100636eac23152f1aba8b20b"
        "309baa9abea826cda3d2e41cad1c91b557109ea82e01c3e210d513d4fba289ab18a768a635184c4a6f5d7e"
    ),
    "8": (
        "04bccf2d4e17f5ab39443122b8c176bfac75e15cc314f21a66bcbbff4617ac84fcd483ca876ee4c54147dd3"
        "7857cade9410dde8b320ea0b1bcac5a0983ed3356b004a5c951a84b7cd5fb2d5908c975dde028d0f3c27212"
        "ab7e1ee56a5fe0259f1203e80d02be004e4c40477186d0badae5726be9922e4c88428b1b3d246cb840691a"
    ),
    "9": (
        "04cf53433748f2d31f669738f27cd19c3a96ee4118f077ce648f1e9d6410908166484fa2781e8acc82dfdf1"
        "2081f0dd4799eade5a60dbe9ee5634f49a6598156140446cc2e60c5078e2565776f0b2a82aec888c32bddd3"
        "357230052779753200192369806bca2ce2c872190cd12e16a40aef645cebaf8554b70135f7da3209bb1d07"
    ),
    "10": (
        "04a1acd8c1d9a1027ac671d62ef983d2707b510a30f1ec76b2ad93b5af9738a8a9cc7ea9b655b8cc8bfaa61"
        "3ed4546489068b79358378b467bd27826ac81be7a360434fd1b0e51880d7fd34798d61c0e3e3b1499b7ea92"
        "ff2db5a57a8068d5604bc5ca15c1401cf3b31e4ed1a3a1afa58e30bb33a2caa18ccfc9da5fbadfdbffeffd"
    ),
}

"""A release of enclaves that made-up operators approved, for tests and test vectors."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sealwax.proofs.manifest import APPROVAL, MANIFESTS
from sealwax.proofs.operators import OperatorSet

from .nitro import AttestedEnclave, KeySet, Value

APPLICATIONS: Final = ("evm-parser", "notarizer", "signer", "tls-fetcher", "ump")
"""The applications of a release."""

# The applications whose keys an application has in its arguments.
_BOUND: Final[Mapping[str, tuple[str, ...]]] = {
    "signer": ("ump", "tls-fetcher"),
    "notarizer": ("signer", "ump", "evm-parser"),
}


@dataclass(frozen=True)
class ReferenceRelease:
    """The files of a release, and the enclaves that run it. ``dataclasses.replace`` makes the next release.

    Attributes:
        enclave: An enclave, whose PCRs and root the enclaves of all applications share.
        operators: The keys of the operators that the manifests name, by alias.
        threshold: The number of approvals that the manifests require.
        approvers: The aliases of the approving operators.
        nonce: The nonce of the manifests.
        deployment: The beginning of the namespaces.
        applications: The names of the applications.
    """

    enclave: AttestedEnclave
    operators: Mapping[str, KeySet]
    threshold: int = 2
    approvers: tuple[str, ...] = ("1", "2")
    nonce: int = 20260402
    deployment: str = "test"
    applications: tuple[str, ...] = APPLICATIONS
    _enclaves: dict[str, AttestedEnclave] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def operator_set(self) -> OperatorSet:
        """The operators whom the release names, with its nonce."""
        members = {alias: key_set.public.hex() for alias, key_set in self.operators.items()}
        return OperatorSet(self.threshold, members, nonce=self.nonce)

    def enclave_of(self, application: str) -> AttestedEnclave:
        """Return the enclave that runs an application.

        Args:
            application: The name of the application.

        Returns:
            The enclave.
        """
        if application not in self._enclaves:
            namespace = f"{self.deployment}/{application}"
            self._enclaves[application] = self.enclave.with_application(application, namespace=namespace)
        return self._enclaves[application]

    def manifest(self, application: str) -> Value:
        """Make the manifest of an application, in the form for ``AttestedEnclave``.

        Args:
            application: The name of the application.

        Returns:
            The manifest.
        """
        manifest = self.enclave_of(application).manifest()
        manifest["namespace"]["nonce"] = self.nonce
        manifest["manifestSet"] = {
            "threshold": self.threshold,
            "members": [self._member(alias) for alias in self.operators],
        }
        keys = [
            argument
            for other in _BOUND.get(application, ())
            for argument in (f"--{other}-public-key", self.enclave_of(other).quorum.public.hex())
        ]
        manifest["pivot"]["args"] = [*keys, *manifest["pivot"]["args"]]
        return manifest

    def approvals(self, application: str, manifest: Value) -> list[Value]:
        """Approve a manifest with each approver's key.

        Args:
            application: The name of the application.
            manifest: Its manifest.

        Returns:
            The approvals, as an envelope has them.
        """
        manifest_hash = self.enclave_of(application).hash(manifest)
        return [
            {"signature": self.operators[alias].sign(manifest_hash), "member": self._member(alias)}
            for alias in self.approvers
        ]

    def files_of(self, application: str, manifest: Value | None = None) -> dict[str, bytes]:
        """Make the files of an application: its manifest, the same one for people, and the approvals.

        Args:
            application: The name of the application.
            manifest: The manifest; that of the application by default.

        Returns:
            The contents by name.
        """
        enclave = self.enclave_of(application)
        manifest = self.manifest(application) if manifest is None else manifest
        name = f"{self.deployment}-{application}-{self.nonce}"
        for_people = MANIFESTS[enclave.version].to_json(manifest)
        return {
            "manifest": enclave.encode(manifest),
            "manifest.json": json.dumps(for_people, ensure_ascii=False, indent=2).encode(),
            **{
                f"{alias}-{name}.approval": self._encode(approval)
                for alias, approval in zip(self.approvers, self.approvals(application, manifest), strict=True)
            },
        }

    def files(self) -> dict[str, bytes]:
        """Make the files of the release.

        Returns:
            The contents by path, such as ``signer/manifest``.
        """
        return {
            f"{application}/{name}": content
            for application in self.applications
            for name, content in self.files_of(application).items()
        }

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the files of the release into a folder, which is made if it does not exist.

        Args:
            folder: The folder.
        """
        for path, content in self.files().items():
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def boot_proof(self, application: str, **changes: Any) -> dict[str, Any]:
        """Make the boot proof of the enclave that runs an application of the release.

        Args:
            application: The name of the application.
            changes: Fields of the boot proof that differ, as in ``AttestedEnclave.boot_proof``.

        Returns:
            The boot proof, as parsed JSON.
        """
        enclave, manifest = self.enclave_of(application), self.manifest(application)
        approvals = self.approvals(application, manifest)
        envelope = enclave.envelope(manifest, manifestSetApprovals=approvals)
        return enclave.boot_proof(manifest=manifest, envelope=envelope, **changes)

    def _member(self, alias: str) -> Value:
        return {"alias": alias, "pubKey": self.operators[alias].public}

    def _encode(self, approval: Value) -> bytes:
        if self.enclave.encoding == "borsh":
            return APPROVAL.write(approval)
        return json.dumps(APPROVAL.to_json(approval), ensure_ascii=False).encode()

"""App proofs of activities, and the boot proofs of the enclaves that sign them.

The enclaves' keys and certificates are made on first use.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from functools import cached_property
from typing import Final

from sealwax._codec.clock import to_milliseconds
from sealwax._codec.strict_json import encode_json
from sealwax.proofs.identity import EnclaveIdentity
from sealwax.testing.nitro import AttestedEnclave, KeySet, to_base64
from sealwax_service.state.records import Activity, Derived, Json
from sealwax_service.yielding import Pace

BOOTED_AT: Final = datetime(2026, 1, 1, tzinfo=timezone.utc)
"""The enclave's start, which is fixed so that a seed determines the boot proof."""


class Prover:
    """The enclaves that sign app proofs: the signer for addresses, the policy engine for outcomes.

    The signing half of the signer's quorum key signs bundles.
    """

    def __init__(self, seed: bytes, quorum: KeySet) -> None:
        self._seed, self._quorum = seed, quorum

    @cached_property
    def enclave(self) -> AttestedEnclave:
        """The enclave of the signer."""
        return AttestedEnclave(self._seed, booted_at=BOOTED_AT, quorum=self._quorum)

    @cached_property
    def policy_engine(self) -> AttestedEnclave:
        """The enclave of the policy engine."""
        return self.enclave.with_application("ump")

    @cached_property
    def boot_proof(self) -> Json:
        """The boot proof of the signer."""
        return self.enclave.boot_proof()

    @cached_property
    def boot_proofs(self) -> dict[str, Json]:
        """The boot proofs, by the names of the applications."""
        return {
            self.enclave.application: self.boot_proof,
            self.policy_engine.application: self.policy_engine.boot_proof(),
        }

    @property
    def identity(self) -> EnclaveIdentity:
        """The identity of the signer, which a client pins."""
        return self.enclave.identity

    def prove_addresses(self, derived: Iterable[Derived], now: datetime) -> list[Json]:
        """Sign an app proof of each address."""
        pace, proofs = Pace(), []
        for each in derived:
            proofs.append(self.enclave.address_proof(**each._asdict(), timestamp=now))
            pace.pause()
        return proofs

    def prove_outcome(self, activity: Activity, data: Sequence[Json], now: datetime) -> Json:
        """Sign an app proof that the policies in the records of the organizations allowed an activity."""
        digests = [_digest(each) for each in data]
        return self.policy_engine.app_proof(
            {
                "type": "APP_PROOF_TYPE_POLICY_OUTCOME",
                "timestampMs": str(to_milliseconds(now)),
                "policyOutcomeProof": {
                    "organizationId": activity.organization_id,
                    "outcome": "OUTCOME_ALLOW",
                    # The inputs of the deployed service's digests are not published.
                    "decisionContextDigest": _digest(
                        {"type": activity.version.type, "intent": activity.intent}
                    ),
                    "organizationDataDigest": digests[0],
                    "parentOrganizationDataDigest": digests[-1] if len(digests) > 1 else "",
                    "userRequestApprovals": [
                        {
                            "scheme": vote.scheme,
                            "publicKey": vote.public_key,
                            "message": vote.message,
                            "signature": vote.signature,
                        }
                        for vote in activity.votes
                    ],
                },
            }
        )


def describe_enclave(enclave: AttestedEnclave) -> Json:
    """Return the identity of an enclave as JSON."""
    identity = enclave.identity
    (manifest_hash,), (pivot_hash,) = identity.manifest_hashes, identity.pivot_hashes
    return {
        "root": enclave.root_sha256,
        "rootCertificate": to_base64(enclave.root),
        "pcrs": {str(index): value for index, value in identity.pcrs.items()},
        "pivotHash": pivot_hash,
        "manifestHash": manifest_hash,
        "quorumKey": identity.quorum_key,
        "namespace": identity.namespace,
        "application": identity.application,
    }


def _digest(value: Mapping[str, object]) -> str:
    return hashlib.sha256(encode_json(value).encode()).hexdigest()

"""App proofs of activities, and the boot proof of the enclave that signs them.

The enclave's keys and certificates are made on first use.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from functools import cached_property
from typing import Final, NamedTuple

from sealwax._codec.clock import to_milliseconds
from sealwax._codec.strict_json import encode_json
from sealwax.proofs.boot import EnclaveIdentity
from sealwax.testing.nitro import AttestedEnclave, KeySet, to_base64

from .pace import Pace
from .state import Activity, Json, Organization, Wallet

APP_NAME = "signer"
"""The name of the enclave's application, for get_latest_boot_proof."""

BOOTED_AT: Final = datetime(2026, 1, 1, tzinfo=timezone.utc)
"""The enclave's start, which is fixed so that a seed determines the boot proof."""


class Derived(NamedTuple):
    """A derived address, with its wallet account; the address of a private key has none."""

    organization_id: str
    address: str
    wallet_id: str | None = None
    derivation_path: str | None = None


class Prover:
    """The enclave that signs app proofs; the signing half of its quorum key signs bundles."""

    def __init__(self, seed: bytes, quorum: KeySet) -> None:
        self._seed, self._quorum = seed, quorum

    @cached_property
    def enclave(self) -> AttestedEnclave:
        """The enclave."""
        return AttestedEnclave(self._seed, booted_at=BOOTED_AT, quorum=self._quorum)

    @cached_property
    def boot_proof(self) -> Json:
        """The boot proof of the enclave."""
        return self.enclave.boot_proof(enclaveApp=APP_NAME)

    @property
    def identity(self) -> EnclaveIdentity:
        """The identity that a client pins."""
        return self.enclave.identity

    def info(self) -> Json:
        """Return the identity as JSON."""
        identity = self.identity
        (manifest_hash,) = identity.manifest_hashes
        return {
            "root": self.enclave.root_sha256,
            "rootCertificate": to_base64(self.enclave.root),
            "pcrs": {str(index): value for index, value in identity.pcrs.items()},
            "manifestHash": manifest_hash,
            "quorumKey": identity.quorum_key,
            "namespace": identity.namespace,
        }

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
        return self.enclave.app_proof(
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


def _digest(value: Mapping[str, object]) -> str:
    return hashlib.sha256(encode_json(value).encode()).hexdigest()


def derived_in(organization: Organization) -> Iterator[Derived]:
    """Yield the addresses of the wallets of an organization."""
    for wallet in organization.wallets.values():
        yield from derived_of(organization, wallet)


def derived_of(organization: Organization, wallet: Wallet) -> Iterator[Derived]:
    """Yield the addresses of a wallet of an organization."""
    for account in wallet.accounts:
        yield Derived(organization.organization_id, account.address, wallet.wallet_id, account.path)

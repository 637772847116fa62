"""App proofs of activities, and the boot proof of the enclave that signs them.

The enclave's keys and certificates are made on first use.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from functools import cached_property
from typing import Final, NamedTuple

from sealwax._codec.clock import to_milliseconds
from sealwax._codec.strict_json import encode_json
from sealwax.proofs.boot import EnclaveIdentity
from sealwax.testing.nitro import AttestedEnclave, KeySet, to_base64

from .state import Activity, Json, Organization, State

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
        return [self.enclave.address_proof(**each._asdict(), timestamp=now) for each in derived]

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


def derived_in(organization: Organization, wallet_id: str | None = None) -> Iterator[Derived]:
    """Yield the addresses of a wallet of an organization, or of all its wallets."""
    for wallet, account in organization.accounts():
        if wallet_id in {None, wallet.wallet_id}:
            yield Derived(organization.organization_id, account.address, wallet.wallet_id, account.path)


def _of_private_key(_state: State, organization: Organization, result: Json) -> Iterator[Derived]:
    for _, address in organization.private_keys[result["privateKeyId"]].addresses:
        yield Derived(organization.organization_id, address)


def _of_wallet(_state: State, organization: Organization, result: Json) -> Iterator[Derived]:
    return derived_in(organization, result["walletId"])


_DERIVING: Final[dict[str, Callable[[State, Organization, Json], Iterator[Derived]]]] = {
    "create_wallet": _of_wallet,
    "import_wallet": _of_wallet,
    "import_private_key": _of_private_key,
    "create_sub_organization": lambda state, _, result: derived_in(
        state.organizations[result["subOrganizationId"]]
    ),
}
"""The addresses that an operation derives, by the operation."""


def derived_by(state: State, organization: Organization, operation: str, result: Json) -> Iterator[Derived]:
    """Yield the addresses that an operation derived, by the ids in its result."""
    find = _DERIVING.get(operation)
    return iter(()) if find is None else find(state, organization, result)

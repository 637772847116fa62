"""The parts of a running service: its organizations, enclaves, router and webhooks."""

import os
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import to_instant
from sealwax.files import named
from sealwax.keys import ApiKey
from sealwax.login.oidc import oidc_nonce
from sealwax.operations import SignupApiKey, SignupWalletAccount
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import KeySet

from ._limits import MAX_SHOWN_OTPS
from .enclaves.oidc_issuer import TestIssuer
from .enclaves.proofs import Prover, describe_enclave
from .faults import LiveVectors, Makers
from .operations.answers import activity_record
from .requests.bodies import CreateWallet
from .requests.context import Context
from .requests.provisioning import Provisioner
from .routing import Router
from .seeding.additions import Addition, add
from .seeding.seed_files import Planter, SeedOrganization, Seeds, at
from .state.records import (
    Activity,
    Json,
    OauthProviderRecord,
    OidcIdentity,
    Organization,
    SentOtp,
    State,
    find,
)
from .storage.database import StateDatabase
from .storage.snapshots import KeptEnclave, read_snapshot, take_snapshot
from .webhooks import Webhooks

ROOT_EMAIL = "root@example.com"
"""The email address of the root user."""

ROOT_SUBJECT = "root"
"""The root user's subject in tokens of the test issuer."""

_FIRST_ACCOUNT = SignupWalletAccount(
    curve="CURVE_SECP256K1",
    path_format="PATH_FORMAT_BIP32",
    path="m/44'/60'/0'/0/0",
    address_format="ADDRESS_FORMAT_ETHEREUM",
)

FIRST_RECORDS: Final[dict[str, Addition]] = {
    "walletId": Addition(
        kind="wallet", wallet=CreateWallet(wallet_name="First wallet", accounts=[_FIRST_ACCOUNT])
    ),
    "privateKeyId": Addition(
        kind="private_key", name="First key", address_formats=["ADDRESS_FORMAT_ETHEREUM"]
    ),
    "policyId": Addition(kind="policy", name="First policy", condition="false"),
    "mfaPolicyId": Addition(kind="mfa_policy", name="First MFA policy"),
    "userTagId": Addition(kind="user_tag", name="First user tag"),
    "privateKeyTagId": Addition(kind="private_key_tag", name="First private key tag"),
}
"""The service's initial records, which operations need, by the names of their ids."""


class _Parts(NamedTuple):
    """The keys and ids that a seed determines."""

    provisioner: Provisioner
    enclave: KeptEnclave
    makers: Makers
    api_key: ApiKey
    webhooks: Webhooks


def _place(number: int) -> str:
    """Name an organization of the seed file."""
    return f"organizations[{number}]"


def _add_root_user(provisioner: Provisioner, organization: Organization, api_key: ApiKey) -> str:
    key = SignupApiKey(
        api_key_name="Root key", public_key=api_key.public_key, curve_type="API_KEY_CURVE_P256"
    )
    root = Addition(kind="user", name="Root user", email=ROOT_EMAIL, is_root=True, api_keys=[key])
    user = organization.users[add(provisioner, organization, root)]
    identity, state = OidcIdentity(TestIssuer.URL, ROOT_SUBJECT, TestIssuer.AUDIENCE), provisioner.state
    user.oauth_providers.append(OauthProviderRecord(state.new_id(), "Test issuer", identity, state.now()))
    return user.user_id


class Deployment:
    """The state, and the parts that serve it; ``LocalService`` explains the arguments."""

    provisioner: Provisioner
    router: Router
    organization: Organization
    user_id: str
    api_key: ApiKey
    configuration_id: str
    webhooks: Webhooks
    ids: Mapping[str, str]

    def __init__(
        self,
        seed: bytes | None,
        *,
        strict: bool = False,
        permissive: bool = False,
        seeds: Seeds | None = None,
        vectors: LiveVectors | None = None,
    ) -> None:
        self._seed, self._strict, self._permissive = seed, strict, permissive
        self._seeds = seeds or Seeds()
        self._vectors = vectors
        self.url = ""
        self._database: StateDatabase | None = None
        self._begin()

    @property
    def state(self) -> State:
        """The organizations."""
        return self.provisioner.state

    def reset(self) -> None:
        """Discard the state, and start again."""
        self.webhooks.stop()
        self._begin()

    def _begin(self) -> None:
        """Start with the initial records and those of the seed file."""
        parts, seeds = self._make_parts(KeyMaterial(self._seed)), self._seeds
        if seeds.root_private_key is not None:
            with at("rootPrivateKey"):
                parts = parts._replace(api_key=ApiKey.from_private_key(seeds.root_private_key))
        provisioner, planter = parts.provisioner, Planter(parts.provisioner)
        first, *others = seeds.organizations or [SeedOrganization()]
        root = planter.add_organization(first, "Local organization", None, _place(0))
        user_id = _add_root_user(provisioner, root, parts.api_key)
        if seeds.root_user_id is not None:
            user_id = planter.rename_user(root, user_id, seeds.root_user_id)
        ids = {name: add(provisioner, root, each) for name, each in FIRST_RECORDS.items()}
        planter.fill(root, first, _place(0))
        for number, given in enumerate(others, 1):
            added = planter.add_organization(given, "Sub-organization", root, _place(number))
            planter.fill(added, given, _place(number))
        with at("configurationId"):
            configuration_id = planter.choose(seeds.configuration_id)
        self._serve(parts, root, user_id, ids, configuration_id)

    def take_snapshot(self) -> bytes:
        """Write the whole state as JSON, with every secret key."""
        return take_snapshot(self.state, self._enclave, **self._describe())

    def _describe(self) -> Json:
        """Return the stored data that is neither in the state nor in the enclave."""
        return {
            "organization_id": self.organization.organization_id,
            "user_id": self.user_id,
            "api_key": self.api_key.private_key_hex(),
            "configuration_id": self.configuration_id,
            "ids": dict(self.ids),
        }

    def open_database(self, path: str | os.PathLike[str]) -> None:
        """Continue from a file if it has a state, and store every change in it from now on."""
        database = StateDatabase(path)
        try:
            content = database.read()
            if content is not None:
                with named(f"{os.fspath(path)}"):
                    self.restore(content)
            self._follow(database, is_kept=content is not None)
        except BaseException:
            database.close(is_kept=False)
            raise
        self._database = database

    def close_database(self) -> None:
        """Keep no further change, and close the file if there is one."""
        database, self._database = self._database, None
        if database is not None:
            database.close()

    def leave(self) -> None:
        """Keep and deliver nothing in this process, which was forked from the process that serves."""
        self.webhooks.leave()
        if self._database is not None:
            self._database.leave()

    def _follow(self, database: StateDatabase, *, is_kept: bool) -> None:
        database.follow(self.state, self._enclave, self._describe(), is_kept=is_kept)

    def restore(self, content: Mapping[str, object]) -> None:
        """Discard the state, and continue from the output of ``take_snapshot``."""
        snapshot = read_snapshot(content)
        self.webhooks.stop()
        parts = self._make_parts(KeyMaterial(snapshot.seed))
        parts = parts._replace(api_key=ApiKey.from_private_key(snapshot.api_key))
        state = parts.provisioner.state
        snapshot.fill(state, parts.enclave)
        organization = state.organizations[snapshot.organization_id]
        self._serve(parts, organization, snapshot.user_id, snapshot.ids, snapshot.configuration_id)

    def _make_parts(self, material: KeyMaterial) -> _Parts:
        """Make the keys and ids of a seed. The pieces of different labels are independent."""
        enclave, state = KeptEnclave(material.take("enclave")), State(material)
        quorum = KeySet(material.take_key("signer encryption"), enclave.signer)
        prover = Prover(material.take("attested enclave"), quorum)
        issuer = TestIssuer(material.take_key("OIDC issuer"))
        impostor = ReferenceEnclave(material.take("impostor"))
        return _Parts(
            Provisioner(state, enclave, prover, issuer, strict=self._strict, permissive=self._permissive),
            enclave,
            Makers(enclave, prover, impostor, Prover(material.take("attested impostor"), quorum), state.now),
            ApiKey.from_private_key(material.take_key("API key").private_key_hex()),
            Webhooks(material.take("webhooks"), material, state.now),
        )

    def _serve(
        self,
        parts: _Parts,
        organization: Organization,
        user_id: str,
        ids: dict[str, str],
        configuration_id: str,
    ) -> None:
        """Serve from now on with other parts."""
        if self._database is not None:
            self._database.stop_following()
        self.provisioner, self._enclave, makers, self.api_key, self.webhooks = parts
        self.organization, self.user_id, self.configuration_id = organization, user_id, configuration_id
        self.ids = MappingProxyType(ids)
        self.router: Router = Router(
            self.provisioner,
            organization,
            configuration_id=configuration_id,
            makers=makers,
            updated=self._announce,
            vectors=self._vectors,
        )
        if self._database is not None:
            self._follow(self._database, is_kept=False)

    def _announce(self, context: Context, activity: Activity) -> None:
        """Deliver an activity to the webhook endpoints of its organization, and of the parent."""
        self.webhooks.announce(context.organization, lambda: activity_record(context, activity, None))

    def now(self) -> datetime:
        """Return the service's time."""
        return self.state.now()

    def advance(self, by: timedelta) -> None:
        """Put the service's clock forward."""
        require_type(by, timedelta, "by")
        if by < timedelta(0):
            raise ValueError("by must not be negative: the clock only goes forward")
        with self.state.lock:
            self.state.advance(by)
            self.state.commit()

    def set_clock(self, now: datetime) -> None:
        """Set the service's clock."""
        instant = to_instant(now)
        with self.state.lock:
            self.state.set_clock(instant)
            self.state.commit()

    def freeze_clock(self, *, frozen: bool) -> None:
        """Stop the service's clock, or let it go on."""
        require_type(frozen, bool, "frozen")
        with self.state.lock:
            self.state.freeze(frozen=frozen)
            self.state.commit()

    def add(self, given: Addition) -> str:
        """Add a record to an organization, by default the first; return its id."""
        with self.state.lock:
            wanted = given.organization_id or self.organization.organization_id
            organization = find(self.state.organizations, wanted, "organization")
        return add(self.provisioner, organization, given)

    def otp_code(self, otp_id: str) -> str:
        """Return the code of an OTP flow."""
        with self.state.lock:
            return find(self.state.sent_otps, otp_id, "OTP flow").code

    def sent_otps(self) -> list[tuple[str, SentOtp]]:
        """Return the last one-time codes by the ids of their flows, the oldest first."""
        with self.state.lock:
            last = [*islice(reversed(self.state.sent_otps.items()), MAX_SHOWN_OTPS)]
        return last[::-1]

    def emails(self) -> tuple[Json, ...]:
        """Return the last e-mails with credential bundles."""
        with self.state.lock:
            return tuple(self.state.emails)

    def oidc_token(self, public_key: str, *, subject: str = ROOT_SUBJECT) -> str:
        """Return an OIDC token of the test issuer, bound to a public key."""
        require_type(subject, str, "subject")
        return self.provisioner.issuer.issue(subject=subject, nonce=oidc_nonce(public_key), now=self.now())

    def info(self) -> Json:
        """Return the configuration of a client."""
        keys, encryption = self.provisioner.enclave.keys, self.provisioner.enclave.encryption_keys
        return {
            "url": self.url,
            "authProxyUrl": self.url,
            "configurationId": self.configuration_id,
            "organizationId": self.organization.organization_id,
            "userId": self.user_id,
            "apiPublicKey": self.api_key.public_key,
            "apiPrivateKey": self.api_key.private_key_hex(),
            "keys": {
                "signer": keys.signer,
                "tlsFetcher": keys.tls_fetcher,
                "notarizer": keys.notarizer,
            },
            "enclave": describe_enclave(self.provisioner.prover.enclave),
            "policyEngine": describe_enclave(self.provisioner.prover.policy_engine),
            "encryptionKeys": {
                "tlsFetcher": encryption.tls_fetcher,
                "onRamp": encryption.on_ramp,
            },
            "ids": dict(self.ids),
        }

"""The parts of a running service: its organizations, enclaves, router and webhooks."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from sealwax._arguments import require_type
from sealwax.keys import ApiKey
from sealwax.login.oidc import oidc_nonce
from sealwax.operations.description import ApiDescription
from sealwax.operations.fields import SignupApiKey, SignupWalletAccount
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import KeySet

from .additions import Addition, add
from .authentication import TestIssuer
from .bodies import CreateWallet
from .faults import Makers
from .made_up import MadeUp
from .proofs import Prover, describe_enclave
from .provisioning import Provisioner
from .queries import activity_record
from .routing import Router
from .state import Activity, Json, OauthProviderRecord, OidcIdentity, Organization, State, User, find
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
    "policyId": Addition(kind="policy", name="First policy"),
    "mfaPolicyId": Addition(kind="mfa_policy", name="First MFA policy"),
    "webhookEndpointId": Addition(kind="webhook_endpoint", name="First endpoint"),
    "userTagId": Addition(kind="user_tag", name="First user tag"),
    "privateKeyTagId": Addition(kind="private_key_tag", name="First private key tag"),
}
"""The records that the service begins with, by the names of their ids; operations need them."""

MAX_LIFETIME = timedelta(days=36525)
"""The clock stops this long before the end of the year 9999."""


class Deployment:
    """The state, and the parts that serve it; ``LocalService`` explains the arguments."""

    provisioner: Provisioner
    router: Router
    organization: Organization
    user: User
    api_key: ApiKey
    configuration_id: str
    webhooks: Webhooks
    ids: Mapping[str, str]

    def __init__(self, seed: bytes | None, *, strict: bool, description: ApiDescription | None) -> None:
        self._seed, self._strict = seed, strict
        self._made_up = MadeUp(description)
        self.url = ""
        self.reset()

    @property
    def state(self) -> State:
        """The organizations."""
        return self.provisioner.state

    def reset(self) -> None:
        """Forget everything, and begin with an organization, its root user and the first records."""
        material = KeyMaterial(self._seed)
        enclave = ReferenceEnclave(material.take("enclave"))
        state = State(material)
        quorum = KeySet(material.take_key("signer encryption"), enclave.signer)
        prover = Prover(material.take("attested enclave"), quorum)
        issuer = TestIssuer(material.take_key("OIDC issuer"))
        provisioner = Provisioner(state, enclave, prover, issuer, strict=self._strict)
        organization = provisioner.add_organization("Local organization")
        self.provisioner, self.organization = provisioner, organization
        self.api_key = ApiKey.from_private_key(material.take_key("API key").private_key_hex())
        self.user = self._add_root_user()
        self.ids = MappingProxyType(
            {name: add(provisioner, organization, each) for name, each in FIRST_RECORDS.items()}
        )
        self.configuration_id = state.new_id()
        self.webhooks = Webhooks(material.take("webhooks"), state.now)
        self.router: Router = Router(
            provisioner,
            organization,
            configuration_id=self.configuration_id,
            makers=Makers(
                enclave,
                prover,
                ReferenceEnclave(material.take("impostor")),
                Prover(material.take("attested impostor"), quorum),
                state.now,
            ),
            updated=self._announce,
            made_up=self._made_up,
        )

    def _announce(self, activity: Activity) -> None:
        """Deliver an activity to the webhook endpoints of its organization."""
        organization = self.state.organization_of(activity)
        record = activity_record(activity, None, strict=self._strict)
        self.webhooks.announce(organization, record)

    def _add_root_user(self) -> User:
        key = SignupApiKey(
            api_key_name="Root key", public_key=self.api_key.public_key, curve_type="API_KEY_CURVE_P256"
        )
        root = Addition(kind="user", name="Root user", email=ROOT_EMAIL, is_root=True, api_keys=[key])
        user = self.organization.users[add(self.provisioner, self.organization, root)]
        identity = OidcIdentity(TestIssuer.URL, ROOT_SUBJECT, TestIssuer.AUDIENCE)
        user.oauth_providers.append(
            OauthProviderRecord(self.state.new_id(), "Test issuer", identity, self.state.now())
        )
        return user

    def now(self) -> datetime:
        """Return the service's time."""
        return self.state.now()

    def advance(self, by: timedelta) -> None:
        """Put the service's clock forward."""
        require_type(by, timedelta, "by")
        if by < timedelta(0):
            raise ValueError("by must not be negative: the clock only goes forward")
        with self.state.lock:
            try:
                self.state.now() + by + MAX_LIFETIME
            except OverflowError:
                raise ValueError("by is too large: it leads past the year 9899") from None
            self.state.ahead += by

    def otp_code(self, otp_id: str) -> str:
        """Return the code of an OTP flow."""
        with self.state.lock:
            return find(self.state.sent_otps, otp_id, "OTP flow").code

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
            "userId": self.user.user_id,
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

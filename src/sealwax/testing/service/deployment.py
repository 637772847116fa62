"""All that the service has while it runs: its organization, its enclave, and what tests ask of them."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from sealwax._arguments import require_type
from sealwax.keys import ApiKey
from sealwax.login.oidc import oidc_nonce
from sealwax.operations.fields import SignupApiKey
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import KeySet

from .authentication import TestIssuer
from .faults import Makers
from .proofs import Prover
from .provisioning import Provisioner
from .queries import activity_record
from .requests import CreateWallet
from .routing import Router
from .state import (
    Activity,
    Json,
    MfaPolicy,
    OauthProviderRecord,
    OidcIdentity,
    Organization,
    Policy,
    State,
    User,
    WebhookEndpointRecord,
    find,
)
from .submit import new_private_key
from .webhooks import Webhooks

ROOT_EMAIL = "root@example.com"
"""The email address of the root user."""

ROOT_SUBJECT = "root"
"""The subject of the test issuer's tokens unless another is asked for: the root user's."""

FIRST_ACCOUNT = {
    "curve": "CURVE_SECP256K1",
    "pathFormat": "PATH_FORMAT_BIP32",
    "path": "m/44'/60'/0'/0/0",
    "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
}
"""The account of the first wallet."""

MAX_LIFETIME = timedelta(days=36525)
"""How long before the end of the year 9999 the clock stops."""


class Deployment:
    """What ``LocalService`` serves.

    Args:
        seed: 32 bytes that, with the order of the requests, determine every id and key; None for random ones.
        strict: Whether to take only what the specification has.
    """

    provisioner: Provisioner
    core: Router
    organization: Organization
    user: User
    api_key: ApiKey
    configuration_id: str
    webhooks: Webhooks
    ids: Mapping[str, str]

    def __init__(self, seed: bytes | None, *, strict: bool) -> None:
        self._seed, self._strict = seed, strict
        self.url = ""
        self.reset()

    @property
    def state(self) -> State:
        """The organizations."""
        return self.provisioner.state

    def reset(self) -> None:
        """Forget everything, and make an organization with one of each thing that an operation needs."""
        material = KeyMaterial(self._seed)
        enclave = ReferenceEnclave(material.take("enclave"))
        state = State(material)
        quorum = KeySet(material.take_key("signer encryption"), enclave.signer)
        prover = Prover(material.take("attested enclave"), quorum)
        issuer = TestIssuer(material.take_key("OIDC issuer"))
        provisioner = Provisioner(state, enclave, prover, issuer, strict=self._strict)
        api_key = ApiKey.from_private_key(material.take_key("API key").private_key_hex())
        organization = provisioner.new_organization("Local organization", None)
        user = self._new_root_user(provisioner, api_key)
        organization.users[user.user_id] = user
        self.provisioner, self.organization, self.user, self.api_key = (
            provisioner,
            organization,
            user,
            api_key,
        )
        self.ids = MappingProxyType(self._make_one_of_each())
        self.configuration_id = state.new_id()
        self.webhooks = Webhooks(material.take("webhooks"), state.now)
        self.router = Router(
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
        )
        self.router.updated = self._announce

    def _announce(self, activity: Activity) -> None:
        """Deliver an activity to the webhook endpoints of its organization."""
        organization = self.state.organizations[activity.organization_id]
        record = activity_record(activity, None, strict=self._strict)
        self.webhooks.announce(organization, record)

    @staticmethod
    def _new_root_user(provisioner: Provisioner, api_key: ApiKey) -> User:
        user = provisioner.new_user("Root user", email=ROOT_EMAIL, is_root=True)
        user.verified_contacts = user.contacts
        user.api_keys.append(
            provisioner.new_api_key(
                SignupApiKey(
                    api_key_name="Root key", public_key=api_key.public_key, curve_type="API_KEY_CURVE_P256"
                )
            )
        )
        identity = OidcIdentity(TestIssuer.URL, ROOT_SUBJECT, TestIssuer.AUDIENCE)
        now = provisioner.state.now()
        user.oauth_providers.append(
            OauthProviderRecord(provisioner.state.new_id(), "Test issuer", identity, now)
        )
        return user

    def _make_one_of_each(self) -> dict[str, str]:
        """Make what no operation of the specification creates, and what the others need."""
        wallet = CreateWallet.from_params({"walletName": "First wallet", "accounts": [FIRST_ACCOUNT]})
        return {
            "walletId": self.add_wallet(self.organization, wallet),
            "privateKeyId": self.add_private_key(
                self.organization, "First key", "CURVE_SECP256K1", ["ADDRESS_FORMAT_ETHEREUM"]
            ),
            "policyId": self._add_policy(),
            "mfaPolicyId": self.add_mfa_policy(self.user, "First MFA policy"),
            "webhookEndpointId": self.add_webhook_endpoint(
                self.organization, "First endpoint", "https://example.com/webhook"
            ),
            "userTagId": self.add_user_tag(self.organization, "First user tag"),
            "privateKeyTagId": self.add_private_key_tag(self.organization, "First private key tag"),
        }

    def add_wallet(self, organization: Organization, given: CreateWallet) -> str:
        """Make a wallet."""
        wallet = self.provisioner.new_wallet(given)
        organization.wallets[wallet.wallet_id] = wallet
        return wallet.wallet_id

    def add_private_key(
        self, organization: Organization, name: str, curve: str, formats: Iterable[str]
    ) -> str:
        """Make a private key."""
        # 32 bytes are a key on every curve but for a chance of 2^-32.
        private_key = self.state.material.take("private key")
        key = new_private_key(self.provisioner, name, curve, private_key, formats)
        organization.private_keys[key.private_key_id] = key
        return key.private_key_id

    def _add_policy(self) -> str:
        now = self.state.now()
        policy = Policy(self.state.new_id(), "First policy", "EFFECT_ALLOW", "true", "true", "", now, now)
        self.organization.policies[policy.policy_id] = policy
        return policy.policy_id

    def add_mfa_policy(self, user: User, name: str) -> str:
        """Make an MFA policy of a user."""
        policy = MfaPolicy(self.state.new_id(), name, self.state.now())
        user.mfa_policies[policy.mfa_policy_id] = policy
        return policy.mfa_policy_id

    def add_webhook_endpoint(self, organization: Organization, name: str, url: str) -> str:
        """Make a webhook endpoint that gets every update of an activity."""
        endpoint = WebhookEndpointRecord(
            self.state.new_id(),
            organization.organization_id,
            url,
            name,
            is_active=True,
            subscriptions=[{"eventType": "ACTIVITY_UPDATES", "isActive": True}],
        )
        organization.webhook_endpoints[endpoint.endpoint_id] = endpoint
        return endpoint.endpoint_id

    def add_user(
        self,
        organization: Organization,
        name: str,
        *,
        email: str | None,
        phone_number: str | None,
        api_keys: Iterable[SignupApiKey],
        is_root: bool,
    ) -> str:
        """Make a user, whose contacts count as verified."""
        user = self.provisioner.new_user(name, email=email, phone_number=phone_number, is_root=is_root)
        user.api_keys = [self.provisioner.new_api_key(key) for key in api_keys]
        user.verified_contacts = user.contacts
        organization.users[user.user_id] = user
        return user.user_id

    def add_user_tag(self, organization: Organization, name: str) -> str:
        """Make a tag of users."""
        tag = self.provisioner.new_tag(name)
        organization.user_tags[tag.tag_id] = tag
        return tag.tag_id

    def add_private_key_tag(self, organization: Organization, name: str) -> str:
        """Make a tag of private keys."""
        tag = self.provisioner.new_tag(name)
        organization.private_key_tags[tag.tag_id] = tag
        return tag.tag_id

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
        """Return the code of an OTP flow, which nobody receives."""
        with self.state.lock:
            return find(self.state.sent_otps, otp_id, "OTP flow").code

    def oidc_token(self, public_key: str, *, subject: str = ROOT_SUBJECT) -> str:
        """Return an OIDC token of the test issuer, bound to a public key."""
        require_type(subject, str, "subject")
        return self.provisioner.issuer.issue(subject=subject, nonce=oidc_nonce(public_key), now=self.now())

    def info(self) -> Json:
        """Return what a client needs."""
        keys = self.provisioner.enclave.keys
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
            "enclave": self.provisioner.prover.info(),
            "ids": dict(self.ids),
        }

"""Records that tests add directly, because the API needs several steps or has no operation."""

from collections.abc import Callable
from typing import Final

from sealwax.operations import AddressFormat, Effect, SignupApiKey, WalletCurve
from sealwax.operations.forms import Id, PhoneNumber
from sealwax.operations.parameters import Array, Parameters
from sealwax_service.api_errors import REQUEST_INVALID, ApiError
from sealwax_service.policies.validation import check_expressions
from sealwax_service.requests.bodies import CreateWallet
from sealwax_service.requests.provisioning import Provisioner
from sealwax_service.state.records import MfaPolicy, Organization, Policy, find

DEFAULT_NAME: Final = "made by add"
DEFAULT_WEBHOOK_URL: Final = "https://example.com/webhook"


class Addition(Parameters, frozen=True, kw_only=True):
    """The body of ``/_sealwax/add``. Fields that a kind does not use are ignored."""

    kind: str
    organization_id: Id | None = None
    user_id: Id | None = None
    name: str = DEFAULT_NAME
    curve: WalletCurve = "CURVE_SECP256K1"
    address_formats: Array[AddressFormat] = ()
    url: Id = DEFAULT_WEBHOOK_URL
    email: str | None = None
    phone_number: PhoneNumber | None = None
    api_keys: Array[SignupApiKey] = ()
    wallet: CreateWallet | None = None
    effect: Effect = "EFFECT_ALLOW"
    condition: str = "true"
    consensus: str = "true"
    is_root: bool = False


def _add_wallet(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
    wallet = provisioner.new_wallet(given.wallet or CreateWallet(wallet_name=given.name, accounts=[]))
    with provisioner.state.lock:
        organization.wallets[wallet.wallet_id] = wallet
        provisioner.state.commit()
    return wallet.wallet_id


def _add_private_key(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
    # 32 random bytes are a key on every curve, except with a probability of 2^-32.
    private_key = provisioner.state.material.take("private key")
    key = provisioner.new_private_key(given.name, given.curve, private_key, given.address_formats)
    with provisioner.state.lock:
        organization.private_keys[key.private_key_id] = key
        provisioner.state.commit()
    return key.private_key_id


def _add_policy(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
    now, policy_id = provisioner.state.now(), provisioner.state.new_id()
    policy = Policy(policy_id, given.name, given.effect, given.condition, given.consensus, "", now, now)
    check_expressions(policy, strict=provisioner.strict)
    organization.policies[policy.policy_id] = policy
    return policy.policy_id


def _add_mfa_policy(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
    user = find(organization.users, given.user_id or next(iter(organization.users), ""), "user")
    policy = MfaPolicy(provisioner.state.new_id(), given.name, provisioner.state.now())
    user.mfa_policies[policy.mfa_policy_id] = policy
    user.touch()
    return policy.mfa_policy_id


def _add_webhook_endpoint(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
    endpoint_id = provisioner.state.new_id()
    return organization.add_webhook_endpoint(endpoint_id, url=given.url, name=given.name).endpoint_id


def _add_user(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
    """Add a user, whose contacts count as verified."""
    user = provisioner.new_user(
        given.name, email=given.email, phone_number=given.phone_number, is_root=given.is_root
    )
    user.api_keys = [provisioner.new_api_key(key) for key in given.api_keys]
    user.verified_contacts = user.contacts
    organization.users[user.user_id] = user
    return user.user_id


def _add_tag(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
    return provisioner.add_tag(getattr(organization, f"{given.kind}s"), given.name).tag_id


_Adder = Callable[[Provisioner, Organization, Addition], str]


def _locked(adder: _Adder) -> _Adder:
    def add_with_lock(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
        with provisioner.state.lock:
            record_id = adder(provisioner, organization, given)
            provisioner.state.commit()
            return record_id

    return add_with_lock


ADDERS: Final[dict[str, _Adder]] = {
    # These derive keys before they take the lock.
    "wallet": _add_wallet,
    "private_key": _add_private_key,
    "policy": _locked(_add_policy),
    "mfa_policy": _locked(_add_mfa_policy),
    "webhook_endpoint": _locked(_add_webhook_endpoint),
    "user": _locked(_add_user),
    "user_tag": _locked(_add_tag),
    "private_key_tag": _locked(_add_tag),
}
"""The function that adds a record, by the kind of record."""


def add(provisioner: Provisioner, organization: Organization, given: Addition) -> str:
    """Add a record to an organization; return its id."""
    adder = ADDERS.get(given.kind)
    if adder is None:
        raise ApiError(REQUEST_INVALID, f"kind must be one of {', '.join(ADDERS)}")
    return adder(provisioner, organization, given)

"""The initial records of the service, read from a file: organizations, ids, keys.

| in the file | decision |
|---|---|
| text that begins with a brace | JSON; anything else is YAML |
| a tag of YAML, a second document, a name that is there twice | refused |
| an alias of YAML: a file of a few lines could grow to any size | refused |
| a number of YAML with a colon: another reader takes it for text, and to read it takes long | refused |
| a field that is unknown, missing or of another type, such as a number for text | refused, naming the place |
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, ClassVar, Final

import yaml
from msgspec import Meta

from sealwax._codec.base64url import decode_base64url
from sealwax._codec.enumerations import ApiKeyCurve
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_object
from sealwax._codec.text import decode_utf8
from sealwax._crypto.bip39 import check_mnemonic
from sealwax._crypto.curves import API_KEY_CURVES
from sealwax.activities.intents import camel_case
from sealwax.errors import InvalidRequest, MalformedInput, SealwaxError
from sealwax.keys import ApiKey
from sealwax.operations import AddressFormat, Effect, SignupApiKey, SignupWalletAccount, WalletCurve
from sealwax.operations.forms import Id, PhoneNumber
from sealwax.operations.parameters import Array, Parameters, check
from sealwax.schemes import PRIVATE_KEY_BYTES
from sealwax.webauthn.cose import decode_cose_key
from sealwax_service._limits import MAX_API_KEYS, MAX_AUTHENTICATORS
from sealwax_service.api_errors import ApiError
from sealwax_service.operations.organizations import check_quorum
from sealwax_service.operations.policies import add_policies
from sealwax_service.operations.tags import USER_TAG
from sealwax_service.policies.validation import check_expressions
from sealwax_service.requests.bodies import CreateWallet
from sealwax_service.requests.context import find_all
from sealwax_service.requests.provisioning import (
    Provisioner,
    check_limit,
    check_private_keys,
    check_tags,
    check_wallet,
)
from sealwax_service.state.records import (
    ApiKeyRecord,
    Organization,
    Passkey,
    Policy,
    Tag,
    User,
    is_uuid,
)

_WHAT: Final = "the seed file"
_AAGUID_BYTES: Final = 16
_NUMBERS: Final = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


class SeedApiKey(Parameters, frozen=True, kw_only=True):
    """An API key of a user; only the public half of a private key is stored."""

    api_key_name: str = "API key"
    api_key_id: Id | None = None
    public_key: Id | None = None
    private_key: Id | None = None
    curve_type: ApiKeyCurve = "API_KEY_CURVE_P256"


class SeedPasskey(Parameters, frozen=True, kw_only=True):
    """A passkey of a user: the credential id in base64url, the public key as COSE in hex."""

    authenticator_name: str = "Passkey"
    authenticator_id: Id | None = None
    credential_id: Id
    public_key: Id
    rp_id: Id
    origin: Id


class SeedUser(Parameters, frozen=True, kw_only=True):
    """A user, whose contacts count as verified."""

    user_name: Id
    user_id: Id | None = None
    user_email: Id | None = None
    user_phone_number: PhoneNumber | None = None
    is_root: bool = False
    user_tags: Array[Id] = ()
    api_keys: Array[SeedApiKey] = ()
    passkeys: Array[SeedPasskey] = ()


class SeedTag(Parameters, frozen=True, kw_only=True):
    """A tag of users."""

    tag_id: Id | None = None
    tag_name: Id


class SeedWallet(Parameters, frozen=True, kw_only=True):
    """A wallet; without a mnemonic, it has a new one."""

    wallet_name: Id
    wallet_id: Id | None = None
    mnemonic: Id | None = None
    passphrase: str | None = None
    accounts: Array[SignupWalletAccount] = ()


class SeedPrivateKey(Parameters, frozen=True, kw_only=True):
    """A private key: 32 bytes in hex."""

    private_key_name: Id
    private_key_id: Id | None = None
    private_key: Id
    curve: WalletCurve = "CURVE_SECP256K1"
    address_formats: Array[AddressFormat] = ()


class SeedPolicy(Parameters, frozen=True, kw_only=True):
    """A policy."""

    policy_name: Id
    policy_id: Id | None = None
    effect: Effect
    condition: str = ""
    consensus: str = ""
    notes: str = ""


class SeedWebhook(Parameters, frozen=True, kw_only=True):
    """A webhook endpoint, which receives activities."""

    name: Id
    endpoint_id: Id | None = None
    url: Id


class SeedOrganization(Parameters, frozen=True, kw_only=True):
    """An organization; the first is the service's own, the others are its sub-organizations."""

    organization_id: Id | None = None
    organization_name: Id | None = None
    root_quorum_threshold: Annotated[int, Meta(ge=1)] = 1
    user_tags: Array[SeedTag] = ()
    users: Array[SeedUser] = ()
    wallets: Array[SeedWallet] = ()
    private_keys: Array[SeedPrivateKey] = ()
    policies: Array[SeedPolicy] = ()
    webhooks: Array[SeedWebhook] = ()


class Seeds(Parameters, frozen=True, kw_only=True):
    """A seed file. ``root_`` fields are for the user and key in ``/_sealwax/info``."""

    root_user_id: Id | None = None
    root_private_key: Id | None = None
    configuration_id: Id | None = None
    organizations: Array[SeedOrganization] = ()


def read_seeds(content: bytes) -> Seeds:
    """Read a seed file."""
    text = decode_utf8(content, _WHAT)
    given = decode_object(content, _WHAT) if text.lstrip().startswith("{") else _read_yaml(text)
    return check(Seeds, given, _WHAT)


class _Loader(yaml.SafeLoader):  # type: ignore[misc,unused-ignore] # it has no types
    """Reads only values that JSON has."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent) or getattr(self.peek_event(), "tag", None) is not None:
            raise yaml.YAMLError
        return super().compose_node(parent, index)

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        found = super().resolve(kind, value, implicit)
        if found in _NUMBERS and ":" in value:
            raise yaml.YAMLError
        return found

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:  # noqa: FBT001, FBT002
        names = [self.construct_object(key, deep=True) for key, _ in node.value]
        if not all(isinstance(name, str) for name in names) or len({*names}) < len(names):
            raise yaml.YAMLError
        return super().construct_mapping(node, deep=deep)


def _read_yaml(text: str) -> object:
    """Read YAML that has only JSON's values."""
    problem, mark = "", None
    try:
        given: object = yaml.load(text, _Loader)  # noqa: S506 - the class is that of `safe_load`
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        problem = "is not YAML" if mark is None else f"is not YAML: look at line {mark.line + 1}"
    except yaml.YAMLError:
        problem = (
            "is not YAML, or has an alias, a tag, a number with a colon, a name twice, or a name that is not "
            "text"
        )
    except (RecursionError, ValueError, OverflowError):
        problem = "is nested too deeply, or has a value that cannot be read"
    else:
        return given
    # Raised after these blocks, because the exceptions quote the file.
    raise MalformedInput(f"{_WHAT} {problem}")


@contextmanager
def at(place: str) -> Iterator[None]:
    """Name the place in the seed file in errors."""
    try:
        yield
    except (ApiError, SealwaxError) as error:
        raise InvalidRequest(f"{_WHAT}: {place}: {error}") from None


class Planter:
    """Adds the records of a seed file to a state; chosen ids must be unique."""

    def __init__(self, provisioner: Provisioner) -> None:
        self._provisioner = provisioner
        self._chosen: set[str] = set()

    def choose(self, given: str | None) -> str:
        """Return a chosen id, or a new one; refuse a repeated id."""
        if given is None:
            return self._provisioner.state.new_id()
        if not is_uuid(given) or given != given.lower():
            raise InvalidRequest("an id of it must be a UUID in lower case")
        if given in self._chosen:
            raise InvalidRequest("an id of it is used twice")
        self._chosen.add(given)
        return given

    def add_organization(
        self, given: SeedOrganization, default_name: str, parent: Organization | None, place: str
    ) -> Organization:
        """Add an organization without its records."""
        state = self._provisioner.state
        name = given.organization_name or default_name
        with at(f"{place}.organizationId"):
            organization_id = self.choose(given.organization_id)
        made = Organization(organization_id, name, parent, state.now())
        state.organizations[made.organization_id] = made
        return made

    def rename_user(self, organization: Organization, user_id: str, chosen: str) -> str:
        """Give a user a chosen id."""
        user = organization.users.pop(user_id)
        with at("rootUserId"):
            user.user_id = self.choose(chosen)
        organization.users[chosen] = user
        return chosen

    def fill(self, organization: Organization, given: SeedOrganization, place: str) -> None:
        """Add the records of an organization, in the order of their references."""
        for field, add in self._adders.items():
            for number, each in enumerate(getattr(given, field)):
                with at(f"{place}.{camel_case(field)}[{number}]"):
                    add(self, organization, each)
        roots = sum(user.is_root for user in organization.users.values())
        with at(f"{place}.rootQuorumThreshold"):
            check_quorum(given.root_quorum_threshold, max(roots, 1))
        organization.root_threshold = given.root_quorum_threshold

    def _add_tag(self, organization: Organization, given: SeedTag) -> None:
        now = self._provisioner.state.now()
        check_tags(organization, organization.user_tags, given.tag_name, USER_TAG)
        tag = Tag(self.choose(given.tag_id), given.tag_name, now, now)
        organization.user_tags[tag.tag_id] = tag

    def _add_user(self, organization: Organization, given: SeedUser) -> None:
        now = self._provisioner.state.now()
        user = User(
            self.choose(given.user_id),
            given.user_name,
            now,
            now,
            given.user_email,
            given.user_phone_number,
            given.is_root,
            find_all(organization.user_tags, given.user_tags, "user tag"),
        )
        user.verified_contacts = user.contacts
        user.api_keys = [self._new_api_key(each) for each in given.api_keys]
        user.passkeys = [self._new_passkey(each) for each in given.passkeys]
        check_limit(len(user.api_keys), MAX_API_KEYS, "long-lived api keys")
        check_limit(len(user.passkeys), MAX_AUTHENTICATORS, "authenticators")
        self._provisioner.check_unique(organization.users.values(), user, user.api_keys)
        organization.users[user.user_id] = user

    def _new_api_key(self, given: SeedApiKey) -> ApiKeyRecord:
        if (given.public_key is None) == (given.private_key is None):
            raise InvalidRequest("an API key has either publicKey or privateKey")
        public_key = given.public_key
        if given.private_key is not None:
            public_key = ApiKey.from_private_key(
                given.private_key, API_KEY_CURVES[given.curve_type]
            ).public_key
        made = self._provisioner.new_api_key(
            SignupApiKey(
                api_key_name=given.api_key_name, public_key=public_key or "", curve_type=given.curve_type
            )
        )
        made.api_key_id = self.choose(given.api_key_id)
        return made

    def _new_passkey(self, given: SeedPasskey) -> Passkey:
        public_key = decode_hex(given.public_key, "publicKey")
        decode_cose_key(public_key, "publicKey")
        return Passkey(
            self.choose(given.authenticator_id),
            given.authenticator_name,
            decode_base64url(given.credential_id, "credentialId"),
            public_key,
            given.rp_id,
            given.origin,
            ["AUTHENTICATOR_TRANSPORT_INTERNAL"],
            bytes(_AAGUID_BYTES),
            self._provisioner.state.now(),
        )

    def _add_wallet(self, organization: Organization, given: SeedWallet) -> None:
        if given.mnemonic is None:
            if given.passphrase is not None:
                raise InvalidRequest("a passphrase needs its mnemonic")
            made = self._provisioner.new_wallet(
                CreateWallet(wallet_name=given.wallet_name, accounts=given.accounts)
            )
        else:
            if not check_mnemonic(given.mnemonic).checksum_valid:
                raise InvalidRequest("the mnemonic has a wrong checksum")
            made = self._provisioner.make_wallet(
                given.wallet_name, given.mnemonic, given.passphrase, given.accounts
            )
        check_wallet(organization, made)
        made.wallet_id = self.choose(given.wallet_id)
        organization.wallets[made.wallet_id] = made

    def _add_private_key(self, organization: Organization, given: SeedPrivateKey) -> None:
        private_key = decode_hex(given.private_key, "privateKey", length=PRIVATE_KEY_BYTES)
        made = self._provisioner.new_private_key(
            given.private_key_name, given.curve, private_key, given.address_formats
        )
        check_private_keys(organization, [made])
        made.private_key_id = self.choose(given.private_key_id)
        organization.private_keys[made.private_key_id] = made

    def _add_policy(self, organization: Organization, given: SeedPolicy) -> None:
        now = self._provisioner.state.now()
        made = Policy(
            self.choose(given.policy_id),
            given.policy_name,
            given.effect,
            given.condition,
            given.consensus,
            given.notes,
            now,
            now,
        )
        check_expressions(made, strict=self._provisioner.strict)
        add_policies(organization, [made])

    def _add_webhook(self, organization: Organization, given: SeedWebhook) -> None:
        organization.add_webhook_endpoint(self.choose(given.endpoint_id), url=given.url, name=given.name)

    _adders: ClassVar[dict[str, Callable[["Planter", Organization, Any], None]]] = {
        "user_tags": _add_tag,
        "users": _add_user,
        "wallets": _add_wallet,
        "private_keys": _add_private_key,
        "policies": _add_policy,
        "webhooks": _add_webhook,
    }

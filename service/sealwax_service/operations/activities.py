"""The submit operations of the specification, and those that its flows need.

A handler gets checked parameters, and makes all checks before any change. Most handlers run while the state's
lock is held. Handlers that derive keys do so before, and ``Steps`` has the rest.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, Final

from sealwax import operations
from sealwax._codec.clock import NO_LEEWAY
from sealwax._crypto.bip39 import check_mnemonic
from sealwax.activities.statuses import CONSENSUS_NEEDED, REJECTED
from sealwax.bundles.exports import PASSPHRASE_SEPARATOR
from sealwax.errors import InvalidRequest
from sealwax.login.tokens import VerificationClaims, verify_verification_token
from sealwax.operations import IpAllowlistRule, OtpLoginV2
from sealwax.operations.openapi.schemas import request_schema
from sealwax.operations.parameters import Parameters, check
from sealwax.testing.enclave import OTP_EMAIL, OTP_SMS
from sealwax.testing.login import check_login
from sealwax_service._limits import (
    DEFAULT_OTP_SECONDS,
    DEFAULT_TOKEN_SECONDS,
    MAX_ALLOWLIST_RULES,
    MAX_OAUTH_PROVIDERS,
    MAX_POLICIES,
)
from sealwax_service.access.authentication import contact_of, find_by_contact, find_by_identity, is_for
from sealwax_service.api_errors import (
    ACTIVITY_NOT_FOUND,
    CONFLICT,
    INVALID_CALLER,
    INVALID_QUORUM,
    NOT_EXPORTED,
    NOT_FOUND,
    REQUEST_INVALID,
    TOKEN_INVALID,
    ApiError,
    refusing,
)
from sealwax_service.chains.derivation import translate
from sealwax_service.chains.signatures import is_address
from sealwax_service.enclaves.proofs import derived_in, derived_of
from sealwax_service.policies.validation import check_expressions
from sealwax_service.requests import bodies
from sealwax_service.requests.context import (
    Body,
    Context,
    Handler,
    Older,
    Steps,
    Submit,
    SubmitContext,
    at_once,
    find_all,
    find_user,
    given_fields,
    update,
)
from sealwax_service.requests.provisioning import (
    Labelled,
    check_email,
    check_labels,
    check_limit,
    check_private_keys,
    check_size,
    check_tags,
    check_wallet,
    later,
)
from sealwax_service.state.features import EMAIL_AUTH, EMAIL_RECOVERY, OTP_AUTH
from sealwax_service.state.outcomes import REJECTED as DECISION_REJECTED
from sealwax_service.state.outcomes import Decision
from sealwax_service.state.records import (
    Activity,
    Contact,
    Derived,
    IpAllowlist,
    Json,
    Made,
    Organization,
    Policy,
    PrivateKeyRecord,
    SentOtp,
    Tag,
    User,
    Vote,
    Wallet,
    find,
)

_ATTRIBUTES: Final = {OTP_EMAIL: "email", OTP_SMS: "phone_number"}
_DIGITS = "0123456789"
# Without digits and letters that are easily confused.
_ALPHANUMERIC = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_DEFAULT_OTP_LENGTH = 9
_CIDR: Final = re.compile("[0-9A-Fa-f:.]+/(0|[1-9][0-9]{0,2})")
_WIDEST_BLOCKS: Final = {4: 20, 6: 48}
"""The shortest prefixes of blocks in an IP allowlist, by the version of IP."""


def read_token(context: Context, token: str) -> VerificationClaims:
    """Verify a verification token, for any organization."""
    with refusing(TOKEN_INVALID):
        return verify_verification_token(
            token, keys=context.provisioner.enclave.keys, now=context.now(), leeway=NO_LEEWAY
        )


def check_owner(context: Context, claims: VerificationClaims) -> None:
    """Refuse a verification token unless it is for the organization or its parent."""
    if not is_for(claims, context.organization):
        raise ApiError(TOKEN_INVALID, "it is for another organization")


def read_signup(context: Context, signup: Parameters, **fields: object) -> VerificationClaims | None:
    """Verify the token and the client signature of a signup; return the claims, or None without a token.

    ``fields`` replace fields of the signup.
    """
    with refusing(TOKEN_INVALID, but=InvalidRequest):
        claims = context.provisioner.enclave.signup({**signup.to_params(), **fields}, now=context.now())
    if claims is not None and claims.organization_id != context.organization.organization_id:
        raise ApiError(TOKEN_INVALID, "it is for another organization")
    return claims


@contextmanager
def token_use(context: Context, claims: VerificationClaims, *, signup: bool = False) -> Iterator[None]:
    """Use up a verification token, unless its use is refused."""
    enclave = context.provisioner.enclave
    with refusing(TOKEN_INVALID, InvalidRequest), enclave.use_token(claims.id, signup=signup):
        yield


def _update_webhook_endpoint(context: SubmitContext, given: operations.UpdateWebhookEndpoint) -> Json:
    endpoint = find(context.organization.webhook_endpoints, given.endpoint_id, "webhook endpoint")
    update(endpoint, url=given.url, name=given.name, is_active=given.is_active)
    return {"endpointId": endpoint.endpoint_id, "webhookEndpoint": endpoint.to_json()}


def _update_user(context: SubmitContext, given: operations.UpdateUser) -> Json:
    user = find_user(context, given.user_id)
    check_email(given.user_email)
    if given.user_tag_ids is not None:
        user.tag_ids = find_all(context.organization.user_tags, given.user_tag_ids, "user tag")
    update(user, name=given.user_name, email=given.user_email, phone_number=given.user_phone_number)
    return updated_user(context, user)


def updated_user(context: SubmitContext, user: User) -> Json:
    """Finish the update of a user: contacts that the user no longer has are no longer verified."""
    user.email, user.phone_number = user.email or None, user.phone_number or None
    user.verified_contacts &= user.contacts
    user.updated_at = context.now()
    return {"userId": user.user_id}


def update_contact(
    context: SubmitContext, user_id: str, contact: Contact, verification_token: str | None
) -> Json:
    """Set a user's email address or phone number, verified by a verification token for it."""
    user = find_user(context, user_id)
    if contact.otp_type == OTP_EMAIL:
        check_email(contact.text)
    attribute = _ATTRIBUTES[contact.otp_type]
    if verification_token is None:
        setattr(user, attribute, contact.text)
        return updated_user(context, user)
    claims = read_token(context, verification_token)
    check_owner(context, claims)
    if contact_of(claims) != contact:
        raise ApiError(TOKEN_INVALID, f"it is not for the user's new {attribute.replace('_', ' ')}")
    with token_use(context, claims):
        setattr(user, attribute, contact.text)
    user.verified_contacts |= {contact}
    return updated_user(context, user)


def _update_user_email(context: SubmitContext, given: operations.UpdateUserEmail) -> Json:
    contact = Contact(OTP_EMAIL, given.user_email)
    return update_contact(context, given.user_id, contact, given.verification_token)


def _create_oauth_providers(context: SubmitContext, given: operations.CreateOauthProviders) -> Json:
    user = find_user(context, given.user_id)
    check_limit(
        len(user.oauth_providers) + len(given.oauth_providers), MAX_OAUTH_PROVIDERS, "oauth providers"
    )
    users = context.organization.users.values()
    made = context.provisioner.new_providers(users, given.oauth_providers)
    user.oauth_providers += made
    user.updated_at = context.now()
    return {"providerIds": [provider.provider_id for provider in made]}


def _set_ip_allowlist(context: SubmitContext, given: operations.SetIpAllowlist) -> Json:
    organization = context.organization
    if organization.parent is not None:
        raise ApiError(INVALID_CALLER)
    keys = {key.public_key for user in organization.users.values() for key in user.api_keys}
    public_key = None if given.public_key is None else given.public_key.lower()
    if public_key is not None and public_key not in keys:
        raise ApiError(NOT_FOUND, "there is no API key with this publicKey in the organization")
    old = organization.allowlists.get(public_key, IpAllowlist(enabled=False, rules=[]))
    rules = old.rules if given.rules is None else _allowlist_rules(given.rules)
    # A key's own list has no switch of its own. The specification has no default for an organization's list.
    enabled = public_key is not None or old.enabled or bool(given.rules)
    organization.allowlists[public_key] = IpAllowlist(
        enabled=enabled if given.enabled is None else given.enabled,
        rules=rules,
        on_evaluation_error=given.on_evaluation_error or old.on_evaluation_error,
    )
    return {}


class AllowlistParameters(Body):
    """The parameters of set_ip_allowlist, whose blocks may have host bits set: these are cleared."""

    def read(self, given: Mapping[str, object], label: str) -> Any:
        """Read the parameters; an error about a block has its index and its text."""
        rules = given.get("rules")
        if isinstance(rules, list):
            given = {**given, "rules": [_with_block(number, rule) for number, rule in enumerate(rules)]}
        return check(operations.SetIpAllowlist, given, label)

    def schema(self) -> tuple[Json, Mapping[str, Json]]:
        """Return the schema of the operation's parameters."""
        return request_schema(operations.SetIpAllowlist)


def _with_block(number: int, rule: object) -> object:
    """Return a rule with the network of its block; other values, unchanged, are refused by the reader."""
    if not isinstance(rule, dict) or not isinstance(rule.get("cidr"), str):
        return rule
    place = f"the cidr of rules[{number}]"
    try:
        # The library also accepts masks, and addresses without a length.
        text = rule["cidr"] if _CIDR.fullmatch(rule["cidr"]) else ""
        block = ip_network(text, strict=False)
    except ValueError:
        raise ApiError(REQUEST_INVALID, f'{place} is not a CIDR block: "{rule["cidr"]}"') from None
    widest = _WIDEST_BLOCKS[block.version]
    if block.prefixlen < widest:
        raise ApiError(REQUEST_INVALID, f'{place} is wider than /{widest}: "{rule["cidr"]}"')
    return {**rule, "cidr": str(block)}


def _allowlist_rules(given: Iterable[IpAllowlistRule]) -> list[Json]:
    """Return the rules with unique blocks in their shortest form; refuse more than the documented number."""
    rules: dict[IPv4Network | IPv6Network, Json] = {}
    for rule in given:
        rules.setdefault(ip_network(rule.cidr), rule.to_params())
    for version in _WIDEST_BLOCKS:
        if sum(block.version == version for block in rules) > MAX_ALLOWLIST_RULES:
            raise ApiError(
                REQUEST_INVALID, f"an IP allowlist has at most {MAX_ALLOWLIST_RULES} IPv{version} blocks"
            )
    return [{**rule, "cidr": str(block)} for block, rule in rules.items()]


def new_policy(context: SubmitContext, given: Any) -> Policy:
    """Make a policy, which is not yet in the organization."""
    now = context.now()
    policy = Policy(
        context.provisioner.state.new_id(),
        given.policy_name,
        given.effect,
        given.condition or "",
        given.consensus or "",
        given.notes,
        now,
        now,
        getattr(given, "time", None) or "",
    )
    check_expressions(policy, strict=context.provisioner.strict)
    return policy


def add_policies(organization: Organization, made: Sequence[Policy]) -> None:
    """Add policies to an organization; refuse too many, and names that are not unique."""
    check_size(len(organization.policies) + len(made), MAX_POLICIES, "policies")
    check_labels(organization.policies.values(), [policy.name for policy in made], "policy")
    for policy in made:
        organization.policies[policy.policy_id] = policy


def _create_policy(context: SubmitContext, given: operations.CreatePolicy) -> Json:
    policy = new_policy(context, given)
    add_policies(context.organization, [policy])
    return {"policyId": policy.policy_id}


def _update_policy(context: SubmitContext, given: bodies.UpdatePolicy) -> Json:
    changes = given_fields(
        name=given.policy_name,
        effect=given.policy_effect,
        condition=given.policy_condition,
        consensus=given.policy_consensus,
        notes=given.policy_notes,
        time=given.time,
    )
    policies = context.organization.policies
    policy = find(policies, given.policy_id, "policy")
    changed = replace(policy, **changes, updated_at=context.now())
    check_expressions(changed, strict=context.provisioner.strict)
    check_renamed(policies, policy, changed.name, "policy")
    policies[policy.policy_id] = changed
    return {"policyId": policy.policy_id}


def check_renamed(records: Mapping[str, Labelled], record: Labelled, name: str | None, what: str) -> None:
    """Refuse the new name of a record, if it has one, that another record has."""
    if name is not None:
        check_labels((each for each in records.values() if each is not record), [name], what)


def _delete_mfa_policy(context: SubmitContext, given: operations.DeleteMfaPolicy) -> Json:
    user = find_user(context, given.user_id)
    policy = find(user.mfa_policies, given.mfa_policy_id, "MFA policy of the user")
    del user.mfa_policies[policy.mfa_policy_id]
    user.updated_at = context.now()
    return {"mfaPolicyId": policy.mfa_policy_id}


def _update_organization_name(context: SubmitContext, given: operations.UpdateOrganizationName) -> Json:
    context.organization.name = given.organization_name
    return {
        "organizationId": context.organization.organization_id,
        "organizationName": given.organization_name,
    }


# Tags.

USER_TAG: Final = "user tag"
_PRIVATE_KEY_TAG: Final = "private key tag"


def _create_tag(
    context: SubmitContext,
    tags: dict[str, Tag],
    name: str,
    records: Mapping[str, User | PrivateKeyRecord],
    tagged: Iterable[str],
) -> str:
    tag = context.provisioner.add_tag(tags, name)
    for record_id in tagged:
        set_tags(records[record_id], [*records[record_id].tag_ids, tag.tag_id], tag.created_at)
    return tag.tag_id


def set_tags(record: User | PrivateKeyRecord, tag_ids: list[str], now: datetime) -> None:
    """Set the tags of a user or key; a change counts as an update."""
    if record.tag_ids != tag_ids:
        record.tag_ids, record.updated_at = tag_ids, now


def _create_user_tag(context: SubmitContext, given: operations.CreateUserTag) -> Json:
    organization = context.organization
    tagged = find_all(organization.users, given.user_ids, "user")
    check_tags(organization, organization.user_tags, given.user_tag_name, USER_TAG)
    tag_id = _create_tag(context, organization.user_tags, given.user_tag_name, organization.users, tagged)
    return {"userTagId": tag_id, "userIds": tagged}


def _create_private_key_tag(context: SubmitContext, given: operations.CreatePrivateKeyTag) -> Json:
    organization = context.organization
    tagged = find_all(organization.private_keys, given.private_key_ids, "private key")
    check_tags(organization, organization.private_key_tags, given.private_key_tag_name, _PRIVATE_KEY_TAG)
    tag_id = _create_tag(
        context,
        organization.private_key_tags,
        given.private_key_tag_name,
        organization.private_keys,
        tagged,
    )
    return {"privateKeyTagId": tag_id, "privateKeyIds": tagged}


def _update_private_key_tag(context: SubmitContext, given: operations.UpdatePrivateKeyTag) -> Json:
    organization = context.organization
    tag = find(organization.private_key_tags, given.private_key_tag_id, _PRIVATE_KEY_TAG)
    added = find_all(organization.private_keys, given.add_private_key_ids, "private key")
    removed = find_all(organization.private_keys, given.remove_private_key_ids, "private key")
    if {*added} & {*removed}:
        raise ApiError(REQUEST_INVALID, "a private key is in both lists")
    check_renamed(organization.private_key_tags, tag, given.new_private_key_tag_name, _PRIVATE_KEY_TAG)
    now = context.now()
    # Nothing after this can fail, so that the change is atomic.
    for key_id in added:
        key = organization.private_keys[key_id]
        if tag.tag_id not in key.tag_ids:
            set_tags(key, [*key.tag_ids, tag.tag_id], now)
    for key_id in removed:
        key = organization.private_keys[key_id]
        set_tags(key, [each for each in key.tag_ids if each != tag.tag_id], now)
    update(tag, name=given.new_private_key_tag_name, updated_at=now)
    return {"privateKeyTagId": tag.tag_id}


def _delete_user_tags(context: SubmitContext, given: operations.DeleteUserTags) -> Json:
    organization = context.organization
    wanted = find_all(organization.user_tags, given.user_tag_ids, "user tag")
    tagged = [user for user in organization.users.values() if {*wanted} & {*user.tag_ids}]
    for user in tagged:
        set_tags(user, [tag_id for tag_id in user.tag_ids if tag_id not in wanted], context.now())
    for tag_id in wanted:
        del organization.user_tags[tag_id]
    return {"userTagIds": wanted, "userIds": [user.user_id for user in tagged]}


# One-time codes and logins.


def new_otp_code(context: Context, given: bodies.InitOtp) -> str:
    """Make a one-time code."""
    alphabet = _DIGITS if given.alphanumeric is False else _ALPHANUMERIC
    return context.provisioner.state.new_code(given.otp_length or _DEFAULT_OTP_LENGTH, alphabet)


def init_otp(context: Context, given: bodies.InitOtp) -> Json:
    """Begin an OTP flow; nothing is sent to the contact."""
    context.organization.require_feature(OTP_AUTH[given.otp_type])
    if given.otp_type == OTP_EMAIL:
        check_email(given.contact)
    provisioner, organization_id = context.provisioner, context.organization.organization_id
    provisioner.count_code(organization_id, given.user_identifier)
    code = new_otp_code(context, given)
    pending = provisioner.enclave.init_otp(
        code=code,
        contact=given.contact,
        organization_id=organization_id,
        otp_type=given.otp_type,
        expires_at=later(context.now(), given.expiration_seconds, DEFAULT_OTP_SECONDS),
    )
    provisioner.state.sent_otps[pending.otp_id] = SentOtp(organization_id, code, given.contact)
    return {"otpId": pending.otp_id, "otpEncryptionTargetBundle": pending.target_bundle}


def verify_otp(context: Context, given: operations.VerifyOtp | bodies.VerifyOtp) -> Json:
    """Exchange a one-time code for a verification token."""
    provisioner, now = context.provisioner, context.now()
    sent = provisioner.state.sent_otps.get(given.otp_id)
    if sent is None or sent.organization_id != context.organization.organization_id:
        raise ApiError(NOT_FOUND, "there is no OTP flow with this id in the organization")
    token = provisioner.enclave.verify_otp(
        given.encrypted_otp_bundle,
        otp_id=given.otp_id,
        expires_at=later(now, given.expiration_seconds, DEFAULT_TOKEN_SECONDS),
        now=now,
    )
    return {"verificationToken": token}


def _open_session(
    context: Context,
    user: User,
    given: bodies.OtpLogin | bodies.StampLogin | operations.OauthLogin | OtpLoginV2,
) -> Json:
    seconds, profile_id = (
        (None, None)
        if isinstance(given, OtpLoginV2)
        else (given.expiration_seconds, given.session_profile_id)
    )
    session = context.provisioner.open_session(
        context.organization,
        user,
        given.public_key,
        seconds=seconds,
        profile_id=profile_id,
        invalidate_existing=given.invalidate_existing is True,
    )
    return {"session": session}


def otp_login(context: Context, given: bodies.OtpLogin | OtpLoginV2) -> Json:
    """Log in with a verification token, which works once; the contact is verified then."""
    with refusing(TOKEN_INVALID, but=InvalidRequest):
        _, claims = check_login(given.to_params(), keys=context.provisioner.enclave.keys, now=context.now())
    check_owner(context, claims)
    user = find_by_contact(context.organization, contact_of(claims))
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has the token's contact")
    context.organization.require_feature(OTP_AUTH[claims.verification_type])
    with token_use(context, claims):
        session = _open_session(context, user, given)
    user.verified_contacts |= {contact_of(claims)}
    return session


def _stamp_login(context: SubmitContext, given: bodies.StampLogin) -> Json:
    return _open_session(context, find_user(context, context.stamp.user.user_id), given)


def _oauth_login(context: SubmitContext, given: operations.OauthLogin) -> Json:
    identity = context.provisioner.issuer.identify(
        given.oidc_token, now=context.now(), public_key=given.public_key
    )
    user = find_by_identity(context.organization, identity)
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has the token's identity")
    return _open_session(context, user, given)


# Wallets and private keys.


def _new_wallet(context: SubmitContext, given: bodies.CreateWallet) -> Made:
    return _made_wallet(context, context.provisioner.new_wallet(given))


def _made_wallet(context: SubmitContext, wallet: Wallet) -> Made:
    return Made(wallets=[wallet], derived=[*derived_of(context.organization, wallet)])


def _add_wallet(context: SubmitContext, _given: object, made: Made) -> Json:
    (wallet,) = made.wallets
    check_wallet(context.organization, wallet)
    context.organization.wallets[wallet.wallet_id] = wallet
    return _wallet_result(wallet)


def _wallet_result(wallet: Wallet) -> Json:
    return {"walletId": wallet.wallet_id, "addresses": [account.address for account in wallet.accounts]}


def first_wallet(organization: Organization) -> Json:
    """Return the wallet of a new sub-organization in the form of results; nothing without a wallet."""
    wallet = next(iter(organization.wallets.values()), None)
    return {} if wallet is None else {"wallet": _wallet_result(wallet)}


def _export_wallet(context: SubmitContext, given: operations.ExportWallet) -> Json:
    wallet = find(context.organization.wallets, given.wallet_id, "wallet")
    bundle = context.provisioner.enclave.export_wallet(
        translate(wallet.mnemonic, given.language),
        wallet.passphrase,
        organization_id=context.organization.organization_id,
        target_public_key=given.target_public_key,
    )
    wallet.exported, wallet.updated_at = True, context.now()
    return {"walletId": wallet.wallet_id, "exportBundle": bundle}


def _export_key(context: SubmitContext, private_key: bytes, target_public_key: str) -> Json:
    bundle = context.provisioner.enclave.export_account(
        private_key,
        organization_id=context.organization.organization_id,
        target_public_key=target_public_key,
    )
    return {"exportBundle": bundle}


def _export_wallet_account(context: SubmitContext, given: operations.ExportWalletAccount) -> Json:
    # Found in the same way as by policies.
    accounts = context.organization.accounts()
    wallet, found = next(
        (each for each in accounts if is_address(given.address, each[1].address)), (None, None)
    )
    if wallet is None or found is None:
        raise ApiError(NOT_FOUND, "there is no wallet account with this address in the organization")
    exported = _export_key(context, found.private_key, given.target_public_key)
    found.exported = True
    wallet.touch()
    return {"address": found.address, **exported}


def _export_private_key(context: SubmitContext, given: operations.ExportPrivateKey) -> Json:
    key = find(context.organization.private_keys, given.private_key_id, "private key")
    exported = _export_key(context, key.private_key, given.target_public_key)
    key.exported, key.updated_at = True, context.now()
    return {"privateKeyId": key.private_key_id, **exported}


def _delete_private_keys(context: SubmitContext, given: operations.DeletePrivateKeys) -> Json:
    keys = context.organization.private_keys
    wanted = find_all(keys, given.private_key_ids, "private key")
    if not given.delete_without_export and not all(keys[key_id].exported for key_id in wanted):
        raise ApiError(NOT_EXPORTED, "set deleteWithoutExport to delete it")
    for key_id in wanted:
        del keys[key_id]
    return {"privateKeyIds": wanted}


def _init_import(
    context: SubmitContext, given: operations.InitImportWallet | operations.InitImportPrivateKey
) -> Json:
    user = find_user(context, given.user_id)
    bundle = context.provisioner.enclave.import_bundle(
        organization_id=context.organization.organization_id, user_id=user.user_id
    )
    return {"importBundle": bundle}


def _open_import(context: SubmitContext, given: bodies.ImportWallet | bodies.ImportPrivateKey) -> bytes:
    user = find_user(context, given.user_id)
    return context.provisioner.enclave.open_import(
        given.encrypted_bundle,
        organization_id=context.organization.organization_id,
        user_id=user.user_id,
    )


def _open_wallet(context: SubmitContext, given: bodies.ImportWallet) -> Made:
    text = _open_import(context, given).decode(errors="replace")
    mnemonic, separator, passphrase = text.partition(PASSPHRASE_SEPARATOR)
    if not check_mnemonic(mnemonic).checksum_valid:
        raise ApiError(REQUEST_INVALID, "the imported text is not a valid mnemonic")
    wallet = context.provisioner.make_wallet(
        given.wallet_name, mnemonic, passphrase if separator else None, given.accounts
    )
    wallet.imported = True
    return _made_wallet(context, wallet)


def _open_private_key(context: SubmitContext, given: bodies.ImportPrivateKey) -> Made:
    organization = context.organization
    key = context.provisioner.new_private_key(
        given.private_key_name, given.curve, _open_import(context, given), given.address_formats
    )
    key.imported = True
    derived = [Derived(organization.organization_id, address) for _, address in key.addresses]
    return Made(private_keys=[key], derived=derived)


def _add_private_key(context: SubmitContext, _given: object, made: Made) -> Json:
    (key,) = made.private_keys
    check_private_keys(context.organization, [key])
    context.organization.private_keys[key.private_key_id] = key
    addresses = [{"format": name, "address": text} for name, text in key.addresses]
    return {"privateKeyId": key.private_key_id, "addresses": addresses}


def check_quorum(threshold: int, users: int) -> None:
    """Refuse a threshold that is not positive, or that the root users cannot reach."""
    if threshold < 1:
        raise ApiError(INVALID_QUORUM)
    if threshold > users:
        raise ApiError(REQUEST_INVALID, "the quorum has fewer users than its threshold")


def _new_sub_organization(context: SubmitContext, given: bodies.CreateSubOrganization) -> Made:
    if context.organization.parent is not None:
        raise ApiError(INVALID_CALLER)
    check_quorum(given.root_quorum_threshold, len(given.root_users))
    made = context.provisioner.new_sub_organization(
        context.organization,
        given.sub_organization_name,
        given.root_users,
        given.wallet,
        root_threshold=given.root_quorum_threshold,
    )
    for name, is_disabled in (
        (EMAIL_AUTH, given.disable_email_auth),
        (EMAIL_RECOVERY, given.disable_email_recovery),
        (OTP_AUTH[OTP_SMS], given.disable_sms_auth),
        (OTP_AUTH[OTP_EMAIL], given.disable_otp_email_auth),
    ):
        if is_disabled:
            del made.features[name]
    return Made(organizations=[made], derived=[*derived_in(made)])


def _add_sub_organization(context: SubmitContext, given: bodies.CreateSubOrganization, made: Made) -> Json:
    (organization,) = made.organizations
    with _verified_root(context, given, organization):
        context.provisioner.state.organizations[organization.organization_id] = organization
    return {
        "subOrganizationId": organization.organization_id,
        "rootUserIds": [*organization.users],
        **first_wallet(organization),
    }


@contextmanager
def _verified_root(
    context: SubmitContext, given: bodies.CreateSubOrganization, organization: Organization
) -> Iterator[None]:
    """Use up the token of a new sub-organization, if any, which verifies a contact of a root user."""
    if given.verification_token is None:
        if given.client_signature is not None:
            raise ApiError(REQUEST_INVALID, "clientSignature is for a verificationToken, which is missing")
        yield
        return
    claims = read_token(context, given.verification_token)
    contact = contact_of(claims)
    users = zip(organization.users.values(), given.root_users, strict=True)
    user, root = next(((user, root) for user, root in users if contact in user.contacts), (None, None))
    if user is None or root is None:
        raise ApiError(TOKEN_INVALID, "it is not for a contact of a root user")
    proof = given.to_params()
    signed = {name: proof[name] for name in ("verificationToken", "clientSignature") if name in proof}
    read_signup(context, root, **signed)
    with token_use(context, claims, signup=True):
        user.verified_contacts = {contact}
        yield


# Votes.


def _find_waiting(context: SubmitContext, fingerprint: str) -> Activity:
    activity = context.organization.activities.get(fingerprint)
    if activity is None:
        raise ApiError(ACTIVITY_NOT_FOUND)
    if activity.status != CONSENSUS_NEEDED:
        raise ApiError(CONFLICT, "the activity does not wait for votes")
    if activity.has_approval(context.stamp.user, context.now()):
        raise ApiError(CONFLICT, "the user has voted on the activity")
    return activity


def _approve_activity(context: SubmitContext, given: operations.ApproveActivity) -> Json:
    activity = _find_waiting(context, given.fingerprint)
    context.approve(activity, context)
    return {}


def _reject_activity(context: SubmitContext, given: operations.RejectActivity) -> Json:
    activity = _find_waiting(context, given.fingerprint)
    rejected = Decision(DECISION_REJECTED, None, f"the user {context.stamp.user.user_id} rejected it")
    activity.votes += [new_vote(context, "VOTE_SELECTION_REJECTED", rejected)]
    activity.end(REJECTED, context.now())
    context.updated(activity)
    return {}


def new_vote(context: SubmitContext, selection: str, decision: Decision) -> Vote:
    """Make the vote of the user who stamped a request."""
    stamp = context.stamp
    return Vote(
        context.provisioner.state.new_id(),
        stamp.user,
        selection,
        context.body.decode(),
        stamp.public_key,
        stamp.signature,
        stamp.scheme,
        context.now(),
        decision,
    )


SPECIFIED: Final[dict[str, Handler]] = {
    "update_webhook_endpoint": _update_webhook_endpoint,
    "update_user": _update_user,
    "create_oauth_providers": _create_oauth_providers,
    "oauth_login": _oauth_login,
    "set_ip_allowlist": _set_ip_allowlist,
    "update_private_key_tag": _update_private_key_tag,
    "update_policy": _update_policy,
    "verify_otp": verify_otp,
    "export_wallet": _export_wallet,
    "create_policy": _create_policy,
    "delete_private_keys": _delete_private_keys,
    "create_private_key_tag": _create_private_key_tag,
    "create_user_tag": _create_user_tag,
    "update_user_email": _update_user_email,
    "delete_user_tags": _delete_user_tags,
    "export_wallet_account": _export_wallet_account,
    "update_organization_name": _update_organization_name,
    "delete_mfa_policy": _delete_mfa_policy,
    "init_import_wallet": _init_import,
}
"""The operations of the specification, whose types and parameters ``sealwax.operations`` has."""

OTHERS: Final[dict[str, Submit]] = {
    "init_otp": Submit(bodies.InitOtpV3, at_once(init_otp)),
    "otp_login": Submit(bodies.OtpLogin, at_once(otp_login), (Older(),)),
    "stamp_login": Submit(bodies.StampLogin, at_once(_stamp_login)),
    "create_wallet": Submit(bodies.CreateWallet, Steps(_new_wallet, _add_wallet)),
    "import_wallet": Submit(bodies.ImportWallet, Steps(_open_wallet, _add_wallet)),
    "init_import_private_key": Submit(bodies.lenient(operations.InitImportPrivateKey), at_once(_init_import)),
    "import_private_key": Submit(bodies.ImportPrivateKey, Steps(_open_private_key, _add_private_key)),
    "export_private_key": Submit(bodies.lenient(operations.ExportPrivateKey), at_once(_export_private_key)),
    "approve_activity": Submit(bodies.lenient(operations.ApproveActivity), at_once(_approve_activity)),
    "reject_activity": Submit(bodies.lenient(operations.RejectActivity), at_once(_reject_activity)),
    # The client for Python sends V7.
    "create_sub_organization": Submit(
        bodies.CreateSubOrganization,
        Steps(_new_sub_organization, _add_sub_organization),
        (Older("V7", bodies.CreateSubOrganizationV7),),
    ),
}
"""Operations without a specification; their parameters are types."""

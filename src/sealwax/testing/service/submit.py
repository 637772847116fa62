"""What each submit operation does, and the table of them.

A handler checks everything before it provisioner anything. It runs while the state's lock is held, and gets
checked parameters.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, cast

from sealwax._crypto.bip39 import check_mnemonic
from sealwax.errors import InvalidRequest, SealwaxError
from sealwax.login.tokens import VerificationClaims, verify_verification_token
from sealwax.operations import OPERATIONS, SubmitOperation, submit
from sealwax.operations.parameters import Parameters
from sealwax.operations.responses import Record
from sealwax.operations.statuses import CONSENSUS_NEEDED, REJECTED
from sealwax.testing.enclave import OTP_EMAIL
from sealwax.testing.login import check_login

from . import requests
from .authentication import Stamped, find_by_contact, find_by_identity
from .derivation import address_of, public_key_text, translate
from .errors import CONFLICT, NOT_EXPORTED, NOT_FOUND, REQUEST_INVALID, TOKEN_INVALID, ApiError
from .policies import check_expressions
from .provisioning import DEFAULT_TOKEN_SECONDS, Provisioner, owner_of
from .state import (
    Activity,
    IpAllowlist,
    Json,
    Organization,
    Policy,
    PrivateKeyRecord,
    SentOtp,
    Tag,
    User,
    Version,
    Vote,
    Wallet,
    find,
)

_DIGITS = "0123456789"
# Without digits and letters that look alike.
_ALPHANUMERIC = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_DEFAULT_OTP_LENGTH = 9
_DEFAULT_OTP_SECONDS = 300
_SEPARATOR = "\n--PASS--\n"


class Request(NamedTuple):
    """What a handler works on.

    Attributes:
        provisioner: What provisioner the state.
        organization: The organization that the request names.
        stamped: Who stamped it.
        body: The stamped bytes.
        finish: Completes an activity that has its approvals.
        updated: Announces the new status of an activity.
    """

    provisioner: Provisioner
    organization: Organization
    stamped: Stamped
    body: bytes
    finish: Callable[[Activity], None]
    updated: Callable[[Activity], None]


Handler = Callable[[Request, Any], Json]


def _find_user(request: Request, user_id: str) -> User:
    return find(request.organization.users, user_id, "user")


def _find_all(things: Mapping[str, object], ids: Iterable[str], what: str) -> list[str]:
    """Return the ids without repetitions; refuse an unknown id."""
    wanted = [*dict.fromkeys(ids)]
    for thing_id in wanted:
        find(things, thing_id, what)
    return wanted


def read_token(provisioner: Provisioner, token: str) -> VerificationClaims:
    """Verify a verification token, for whatever organization it is."""
    try:
        return verify_verification_token(token, keys=provisioner.enclave.keys, now=provisioner.state.now())
    except SealwaxError as error:
        raise ApiError(TOKEN_INVALID, str(error)) from None


def _claims_of(request: Request, token: str) -> VerificationClaims:
    """Verify a verification token, and that it is for the organization."""
    claims = read_token(request.provisioner, token)
    if not owner_of(request.organization, claims):
        raise ApiError(TOKEN_INVALID, "it is for another organization")
    return claims


def _update_webhook_endpoint(request: Request, given: submit.UpdateWebhookEndpoint) -> Json:
    endpoint = find(request.organization.webhook_endpoints, given.endpoint_id, "webhook endpoint")
    if given.url is not None:
        endpoint.url = given.url
    if given.name is not None:
        endpoint.name = given.name
    if given.is_active is not None:
        endpoint.is_active = given.is_active
    return {"endpointId": endpoint.endpoint_id, "webhookEndpoint": endpoint.to_json()}


def _update_user(request: Request, given: submit.UpdateUser) -> Json:
    user = _find_user(request, given.user_id)
    if given.user_tag_ids is not None:
        user.tag_ids = _find_all(request.organization.user_tags, given.user_tag_ids, "user tag")
    if given.user_name is not None:
        user.name = given.user_name
    if given.user_email is not None:
        user.email = given.user_email or None
    if given.user_phone_number is not None:
        user.phone_number = given.user_phone_number
    user.verified_contacts &= user.contacts
    user.updated_at = request.provisioner.state.now()
    return {"userId": user.user_id}


def _create_oauth_providers(request: Request, given: submit.CreateOauthProviders) -> Json:
    user = _find_user(request, given.user_id)
    made = [
        request.provisioner.new_provider(request.organization, provider, user)
        for provider in given.oauth_providers
    ]
    user.oauth_providers += made
    return {"providerIds": [provider.provider_id for provider in made]}


def _set_ip_allowlist(request: Request, given: submit.SetIpAllowlist) -> Json:
    organization = request.organization
    keys = {key.public_key for user in organization.users.values() for key in user.api_keys}
    public_key = None if given.public_key is None else given.public_key.lower()
    if public_key is not None and public_key not in keys:
        raise ApiError(NOT_FOUND, "there is no API key with this publicKey in the organization")
    old = organization.allowlists.get(public_key, IpAllowlist(enabled=False, rules=[]))
    rules = old.rules if given.rules is None else [rule.to_params() for rule in given.rules]
    # A key's own list always applies. The specification has no default for an organization's list.
    enabled = public_key is not None or old.enabled or bool(given.rules)
    organization.allowlists[public_key] = IpAllowlist(
        enabled=enabled if given.enabled is None else given.enabled,
        rules=rules,
        on_evaluation_error=given.on_evaluation_error or "DENY",
    )
    return {}


def _oauth_login(request: Request, given: submit.OauthLogin) -> Json:
    provisioner = request.provisioner
    now = provisioner.state.now()
    identity = provisioner.issuer.identify(given.oidc_token, now=now, public_key=given.public_key)
    user = find_by_identity(request.organization, identity)
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has the token's identity")
    session = provisioner.open_session(
        request.organization,
        user,
        given.public_key,
        seconds=given.expiration_seconds,
        invalidate_existing=given.invalidate_existing,
    )
    return {"session": session}


def _update_private_key_tag(request: Request, given: submit.UpdatePrivateKeyTag) -> Json:
    organization = request.organization
    tag = find(organization.private_key_tags, given.private_key_tag_id, "private key tag")
    added = _find_all(organization.private_keys, given.add_private_key_ids, "private key")
    removed = _find_all(organization.private_keys, given.remove_private_key_ids, "private key")
    if {*added} & {*removed}:
        raise ApiError(REQUEST_INVALID, "a private key is in both lists")
    # Nothing that can fail comes after this: all of it happens, or nothing.
    for key_id in removed:
        _remove(organization.private_keys[key_id].tag_ids, tag.tag_id)
    for key_id in added:
        _add(organization.private_keys[key_id].tag_ids, tag.tag_id)
    if given.new_private_key_tag_name is not None:
        tag.name = given.new_private_key_tag_name
    tag.updated_at = request.provisioner.state.now()
    return {"privateKeyTagId": tag.tag_id}


def _add(tag_ids: list[str], tag_id: str) -> None:
    if tag_id not in tag_ids:
        tag_ids.append(tag_id)


def _remove(tag_ids: list[str], tag_id: str) -> None:
    if tag_id in tag_ids:
        tag_ids.remove(tag_id)


def _create_policy(request: Request, given: submit.CreatePolicy) -> Json:
    condition, consensus = given.condition or "", given.consensus or ""
    check_expressions(given.effect, condition, consensus)
    now = request.provisioner.state.now()
    policy = Policy(
        request.provisioner.state.new_id(),
        given.policy_name,
        given.effect,
        condition,
        consensus,
        given.notes,
        now,
        now,
    )
    request.organization.policies[policy.policy_id] = policy
    return {"policyId": policy.policy_id}


def _update_policy(request: Request, given: submit.UpdatePolicy) -> Json:
    policy = find(request.organization.policies, given.policy_id, "policy")
    effect = given.policy_effect or policy.effect
    condition = policy.condition if given.policy_condition is None else given.policy_condition
    consensus = policy.consensus if given.policy_consensus is None else given.policy_consensus
    check_expressions(effect, condition, consensus)
    policy.effect, policy.condition, policy.consensus = effect, condition, consensus
    if given.policy_name is not None:
        policy.name = given.policy_name
    if given.policy_notes is not None:
        policy.notes = given.policy_notes
    policy.updated_at = request.provisioner.state.now()
    return {"policyId": policy.policy_id}


def _init_otp(request: Request, given: requests.InitOtp) -> Json:
    return send_otp(request.provisioner, request.organization, given)


def send_otp(provisioner: Provisioner, organization: Organization, given: requests.InitOtp) -> Json:
    """Begin an OTP flow; nothing is sent to the contact."""
    alphabet = _DIGITS if given.alphanumeric is False else _ALPHANUMERIC
    code = provisioner.state.new_code(given.otp_length or _DEFAULT_OTP_LENGTH, alphabet)
    pending = provisioner.enclave.init_otp(
        code=code,
        contact=given.contact,
        organization_id=organization.organization_id,
        otp_type=given.otp_type,
        expires_at=provisioner.later(given.expiration_seconds, _DEFAULT_OTP_SECONDS),
    )
    provisioner.state.sent_otps[pending.otp_id] = SentOtp(organization.organization_id, code)
    return {"otpId": pending.otp_id, "otpEncryptionTargetBundle": pending.target_bundle}


def finish_otp(
    provisioner: Provisioner, organization: Organization, otp_id: str, bundle: str, seconds: str | None
) -> Json:
    """Exchange a one-time code for a verification token."""
    sent = provisioner.state.sent_otps.get(otp_id)
    if sent is None or sent.organization_id != organization.organization_id:
        raise ApiError(NOT_FOUND, "there is no OTP flow with this id in the organization")
    token = provisioner.enclave.verify_otp(
        bundle,
        otp_id=otp_id,
        expires_at=provisioner.later(seconds, DEFAULT_TOKEN_SECONDS),
        now=provisioner.state.now(),
    )
    return {"verificationToken": token}


def _verify_otp(request: Request, given: submit.VerifyOtp) -> Json:
    return finish_otp(
        request.provisioner,
        request.organization,
        given.otp_id,
        given.encrypted_otp_bundle,
        given.expiration_seconds,
    )


def _export_wallet(request: Request, given: submit.ExportWallet) -> Json:
    wallet = find(request.organization.wallets, given.wallet_id, "wallet")
    bundle = request.provisioner.enclave.export_wallet(
        translate(wallet.mnemonic, given.language),
        wallet.passphrase,
        organization_id=request.organization.organization_id,
        target_public_key=given.target_public_key,
    )
    wallet.exported = True
    return {"walletId": wallet.wallet_id, "exportBundle": bundle}


def _export_wallet_account(request: Request, given: submit.ExportWalletAccount) -> Json:
    accounts = [account for _, account in request.organization.accounts()]
    wanted = given.address.lower()
    found = [account for account in accounts if account.address == given.address] or [
        account for account in accounts if account.address.lower() == wanted
    ]
    if not found:
        raise ApiError(NOT_FOUND, "there is no wallet account with this address in the organization")
    bundle = request.provisioner.enclave.export_account(
        found[0].private_key,
        organization_id=request.organization.organization_id,
        target_public_key=given.target_public_key,
    )
    return {"address": found[0].address, "exportBundle": bundle}


def _export_private_key(request: Request, given: requests.ExportPrivateKey) -> Json:
    key = find(request.organization.private_keys, given.private_key_id, "private key")
    bundle = request.provisioner.enclave.export_account(
        key.private_key,
        organization_id=request.organization.organization_id,
        target_public_key=given.target_public_key,
    )
    key.exported = True
    return {"privateKeyId": key.private_key_id, "exportBundle": bundle}


def _delete_private_keys(request: Request, given: submit.DeletePrivateKeys) -> Json:
    keys = request.organization.private_keys
    wanted = _find_all(keys, given.private_key_ids, "private key")
    if not given.delete_without_export and not all(keys[key_id].exported for key_id in wanted):
        raise ApiError(NOT_EXPORTED, "set deleteWithoutExport to delete it")
    for key_id in wanted:
        del keys[key_id]
    return {"privateKeyIds": wanted}


def _create_private_key_tag(request: Request, given: submit.CreatePrivateKeyTag) -> Json:
    keys = request.organization.private_keys
    tagged = _find_all(keys, given.private_key_ids, "private key")
    tag = _new_tag(request, given.private_key_tag_name)
    request.organization.private_key_tags[tag.tag_id] = tag
    for key_id in tagged:
        keys[key_id].tag_ids.append(tag.tag_id)
    return {"privateKeyTagId": tag.tag_id, "privateKeyIds": tagged}


def _new_tag(request: Request, name: str) -> Tag:
    return request.provisioner.new_tag(name)


def _create_user_tag(request: Request, given: submit.CreateUserTag) -> Json:
    users = request.organization.users
    tagged = _find_all(users, given.user_ids, "user")
    tag = _new_tag(request, given.user_tag_name)
    request.organization.user_tags[tag.tag_id] = tag
    for user_id in tagged:
        users[user_id].tag_ids.append(tag.tag_id)
    return {"userTagId": tag.tag_id, "userIds": tagged}


def _delete_user_tags(request: Request, given: submit.DeleteUserTags) -> Json:
    organization = request.organization
    wanted = _find_all(organization.user_tags, given.user_tag_ids, "user tag")
    tagged = [user for user in organization.users.values() if {*wanted} & {*user.tag_ids}]
    for user in tagged:
        user.tag_ids = [tag_id for tag_id in user.tag_ids if tag_id not in wanted]
    for tag_id in wanted:
        del organization.user_tags[tag_id]
    return {"userTagIds": wanted, "userIds": [user.user_id for user in tagged]}


def _update_user_email(request: Request, given: submit.UpdateUserEmail) -> Json:
    user = _find_user(request, given.user_id)
    if given.verification_token is None:
        _set_email(request, user, given.user_email)
        return {"userId": user.user_id}
    claims = _claims_of(request, given.verification_token)
    if (claims.verification_type, claims.contact) != (OTP_EMAIL, given.user_email):
        raise ApiError(TOKEN_INVALID, "it is for another contact than userEmail")
    with _token_use(request.provisioner, claims):
        _set_email(request, user, given.user_email)
    user.verified_contacts.add(given.user_email)
    return {"userId": user.user_id}


@contextmanager
def _token_use(provisioner: Provisioner, claims: VerificationClaims) -> Iterator[None]:
    """Use up a verification token, unless what it is used for is refused."""
    try:
        with provisioner.enclave.use_token(claims.id):
            yield
    except InvalidRequest as error:
        raise ApiError(TOKEN_INVALID, str(error)) from None


def _set_email(request: Request, user: User, email: str) -> None:
    user.email = email or None
    user.verified_contacts &= user.contacts
    user.updated_at = request.provisioner.state.now()


def _update_organization_name(request: Request, given: submit.UpdateOrganizationName) -> Json:
    request.organization.name = given.organization_name
    return {
        "organizationId": request.organization.organization_id,
        "organizationName": given.organization_name,
    }


def _delete_mfa_policy(request: Request, given: submit.DeleteMfaPolicy) -> Json:
    user = _find_user(request, given.user_id)
    policy = find(user.mfa_policies, given.mfa_policy_id, "MFA policy of the user")
    del user.mfa_policies[policy.mfa_policy_id]
    return {"mfaPolicyId": policy.mfa_policy_id}


def _init_import(request: Request, given: submit.InitImportWallet | requests.UserOnly) -> Json:
    user = _find_user(request, given.user_id)
    bundle = request.provisioner.enclave.import_bundle(
        organization_id=request.organization.organization_id, user_id=user.user_id
    )
    return {"importBundle": bundle}


def _open_import(request: Request, user_id: str, bundle: str) -> bytes:
    user = _find_user(request, user_id)
    return request.provisioner.enclave.open_import(
        bundle, organization_id=request.organization.organization_id, user_id=user.user_id
    )


def _import_wallet(request: Request, given: requests.ImportWallet) -> Json:
    plaintext = _open_import(request, given.user_id, given.encrypted_bundle)
    mnemonic, separator, passphrase = plaintext.decode(errors="replace").partition(_SEPARATOR)
    if not check_mnemonic(mnemonic).checksum_valid:
        raise ApiError(REQUEST_INVALID, "what was imported is not a valid mnemonic")
    chosen = passphrase if separator else None
    provisioner = request.provisioner
    now = provisioner.state.now()
    accounts = provisioner.new_accounts(mnemonic, chosen, given.accounts)
    wallet = Wallet(
        provisioner.state.new_id(),
        given.wallet_name,
        mnemonic,
        chosen,
        now,
        now,
        imported=True,
        accounts=accounts,
    )
    return _keep_wallet(request.organization, wallet)


def _keep_wallet(organization: Organization, wallet: Wallet) -> Json:
    organization.wallets[wallet.wallet_id] = wallet
    return wallet_result(wallet)


def wallet_result(wallet: Wallet) -> Json:
    """Return a new wallet as results have it."""
    return {
        "walletId": wallet.wallet_id,
        "addresses": [account.address for account in wallet.accounts],
    }


def _import_private_key(request: Request, given: requests.ImportPrivateKey) -> Json:
    private_key = _open_import(request, given.user_id, given.encrypted_bundle)
    made = new_private_key(
        request.provisioner, given.private_key_name, given.curve, private_key, given.address_formats
    )
    made.imported = True
    request.organization.private_keys[made.private_key_id] = made
    addresses = [{"format": name, "address": text} for name, text in made.addresses]
    return {"privateKeyId": made.private_key_id, "addresses": addresses}


def new_private_key(
    provisioner: Provisioner, name: str, curve: str, private_key: bytes, formats: Iterable[str]
) -> PrivateKeyRecord:
    """Make the record of a private key; refuse what is not a key of the curve."""
    public_key = public_key_text(private_key, curve)
    addresses = [(each, address_of(public_key, curve, each)) for each in formats]
    now = provisioner.state.now()
    return PrivateKeyRecord(
        provisioner.state.new_id(), name, curve, public_key, private_key, addresses, now, now
    )


def _create_wallet(request: Request, given: requests.CreateWallet) -> Json:
    return _keep_wallet(request.organization, request.provisioner.new_wallet(given))


def log_in_with_token(
    provisioner: Provisioner,
    organization: Organization,
    body: Mapping[str, object],
    *,
    seconds: str | None = None,
) -> Json:
    """Log in with a verification token, which works once; the contact is verified then."""
    now = provisioner.state.now()
    try:
        login, claims = check_login(body, keys=provisioner.enclave.keys, now=now)
    except InvalidRequest as error:
        raise ApiError(REQUEST_INVALID, str(error)) from None
    except SealwaxError as error:
        raise ApiError(TOKEN_INVALID, str(error)) from None
    if not owner_of(organization, claims):
        raise ApiError(TOKEN_INVALID, "it is for another organization")
    user = find_by_contact(organization, claims.contact)
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has the token's contact")
    with _token_use(provisioner, claims):
        session = provisioner.open_session(
            organization,
            user,
            login.public_key,
            seconds=seconds,
            invalidate_existing=body.get("invalidateExisting") is True,
        )
    user.verified_contacts.add(claims.contact)
    return {"session": session}


def _otp_login(request: Request, given: requests.OtpLogin) -> Json:
    return log_in_with_token(
        request.provisioner,
        request.organization,
        given.to_params(),
        seconds=given.expiration_seconds,
    )


def _stamp_login(request: Request, given: requests.StampLogin) -> Json:
    user = _find_user(request, request.stamped.user.user_id)
    session = request.provisioner.open_session(
        request.organization,
        user,
        given.public_key,
        seconds=given.expiration_seconds,
        invalidate_existing=given.invalidate_existing,
    )
    return {"session": session}


def _find_waiting(request: Request, fingerprint: str) -> Activity:
    activity = find(request.organization.activities, fingerprint, "activity with this fingerprint")
    if activity.status != CONSENSUS_NEEDED:
        raise ApiError(CONFLICT, "the activity does not wait for votes")
    if request.stamped.user in [vote.user for vote in activity.votes]:
        raise ApiError(CONFLICT, "the user has voted on the activity")
    return activity


def _approve_activity(request: Request, given: requests.Vote) -> Json:
    activity = _find_waiting(request, given.fingerprint)
    activity.votes.append(new_vote(request, "VOTE_SELECTION_APPROVED"))
    request.finish(activity)
    return {}


def _reject_activity(request: Request, given: requests.Vote) -> Json:
    activity = _find_waiting(request, given.fingerprint)
    activity.votes.append(new_vote(request, "VOTE_SELECTION_REJECTED"))
    activity.status = REJECTED
    activity.updated_at = request.provisioner.state.now()
    request.updated(activity)
    return {}


def new_vote(request: Request, selection: str) -> Vote:
    """Make the vote of whoever stamped a request, with the stamp."""
    stamped = request.stamped
    return Vote(
        request.provisioner.state.new_id(),
        stamped.user,
        selection,
        request.body.decode(),
        stamped.public_key,
        stamped.signature,
        stamped.scheme,
        request.provisioner.state.now(),
    )


def _create_sub_organization(request: Request, given: requests.CreateSubOrganization) -> Json:
    provisioner = request.provisioner
    nowhere = Organization("", "", None, provisioner.state.now())
    users = []
    for root in given.root_users:
        user = provisioner.new_root_user(
            root.user_name,
            email=root.user_email,
            phone_number=root.user_phone_number,
            api_keys=root.api_keys,
            authenticators=root.authenticators,
            oauth_providers=root.oauth_providers,
            nowhere=nowhere,
        )
        nowhere.users[user.user_id] = user
        users.append(user)
    wallet = None if given.wallet is None else provisioner.new_wallet(given.wallet)
    made = provisioner.new_sub_organization(request.organization, given.sub_organization_name, users, wallet)
    result: Json = {
        "subOrganizationId": made.organization_id,
        "rootUserIds": [user.user_id for user in users],
    }
    return result if wallet is None else {**result, "wallet": wallet_result(wallet)}


class Submit(NamedTuple):
    """An operation of the table.

    Attributes:
        versions: The newest version first.
        parameters: The type of its parameters.
        run: What it does.
    """

    versions: tuple[Version, ...]
    parameters: type[Parameters]
    run: Handler


_HANDLERS: dict[str, Handler] = {
    "update_webhook_endpoint": _update_webhook_endpoint,
    "update_user": _update_user,
    "create_oauth_providers": _create_oauth_providers,
    "set_ip_allowlist": _set_ip_allowlist,
    "oauth_login": _oauth_login,
    "update_private_key_tag": _update_private_key_tag,
    "update_policy": _update_policy,
    "verify_otp": _verify_otp,
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


def _specified(name: str, run: Handler) -> Submit:
    """Make the row of an operation of the specification."""
    operation = cast("type[SubmitOperation[Record]]", OPERATIONS[name])
    version = Version(operation.activity_type, operation.intent_key, operation.result_key)
    return Submit((version,), operation, run)


def _beyond(suffix: str, intent: str, result: str, parameters: type[Parameters], run: Handler) -> Submit:
    """Make the row of an operation that the specification does not have."""
    return Submit((Version(f"ACTIVITY_TYPE_{suffix}", intent, result),), parameters, run)


SUBMITS: Final[dict[str, Submit]] = {
    **{name: _specified(name, run) for name, run in _HANDLERS.items()},
    "init_otp": _beyond("INIT_OTP_V3", "initOtpIntentV3", "initOtpResultV2", requests.InitOtp, _init_otp),
    "otp_login": Submit(
        (
            Version("ACTIVITY_TYPE_OTP_LOGIN_V2", "otpLoginIntentV2", "otpLoginResult"),
            Version("ACTIVITY_TYPE_OTP_LOGIN", "otpLoginIntent", "otpLoginResult"),
        ),
        requests.OtpLogin,
        _otp_login,
    ),
    "stamp_login": _beyond(
        "STAMP_LOGIN", "stampLoginIntent", "stampLoginResult", requests.StampLogin, _stamp_login
    ),
    "create_wallet": _beyond(
        "CREATE_WALLET", "createWalletIntent", "createWalletResult", requests.CreateWallet, _create_wallet
    ),
    "import_wallet": _beyond(
        "IMPORT_WALLET", "importWalletIntent", "importWalletResult", requests.ImportWallet, _import_wallet
    ),
    "init_import_private_key": _beyond(
        "INIT_IMPORT_PRIVATE_KEY",
        "initImportPrivateKeyIntent",
        "initImportPrivateKeyResult",
        requests.UserOnly,
        _init_import,
    ),
    "import_private_key": _beyond(
        "IMPORT_PRIVATE_KEY",
        "importPrivateKeyIntent",
        "importPrivateKeyResult",
        requests.ImportPrivateKey,
        _import_private_key,
    ),
    "export_private_key": _beyond(
        "EXPORT_PRIVATE_KEY",
        "exportPrivateKeyIntent",
        "exportPrivateKeyResult",
        requests.ExportPrivateKey,
        _export_private_key,
    ),
    "approve_activity": _beyond(
        "APPROVE_ACTIVITY", "approveActivityIntent", "", requests.Vote, _approve_activity
    ),
    "reject_activity": _beyond(
        "REJECT_ACTIVITY", "rejectActivityIntent", "", requests.Vote, _reject_activity
    ),
    "create_sub_organization": Submit(
        (
            Version(
                "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8",
                "createSubOrganizationIntentV8",
                "createSubOrganizationResultV8",
            ),
            # What the client for Python sends.
            Version(
                "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7",
                "createSubOrganizationIntentV7",
                "createSubOrganizationResultV7",
            ),
        ),
        requests.CreateSubOrganization,
        _create_sub_organization,
    ),
}
"""Every submit operation by its name: the specification's first."""

TOLERATED: Final[dict[str, Version]] = {
    "verify_otp": Version("ACTIVITY_TYPE_VERIFY_OTP", "verifyOtpIntent", "verifyOtpResult"),
}
"""Versions that official clients send though the specification has another one; not with ``strict``."""

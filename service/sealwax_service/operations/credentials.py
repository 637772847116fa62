"""The operations on the credentials of users: API keys, passkeys and OAuth providers."""

from collections.abc import Callable
from typing import Any, Final

from sealwax import operations
from sealwax.operations import SignupAuthenticator
from sealwax.operations.forms import Id
from sealwax_service._limits import MAX_AUTHENTICATORS, MAX_OAUTH_PROVIDERS
from sealwax_service.api_errors import NOT_FOUND, ApiError
from sealwax_service.requests import bodies
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Older, Steps, Submit, SubmitContext, at_once, find_user
from sealwax_service.requests.provisioning import check_limit
from sealwax_service.state.records import Json, Made, User
from sealwax_service.yielding import Pace

from .users import API_KEY, P256_API_KEY


def _create_api_keys(context: SubmitContext, given: Any) -> Json:
    user = find_user(context, given.user_id)
    made = [context.provisioner.new_api_key(key) for key in given.api_keys]
    context.provisioner.add_api_keys(context.organization, user, made)
    user.updated_at = context.now
    return {"apiKeyIds": [key.api_key_id for key in made]}


def _new_passkeys(context: SubmitContext, given: Any) -> Made:
    made, pace = [], Pace()
    check_limit(len(given.authenticators), MAX_AUTHENTICATORS, "authenticators")
    for authenticator in given.authenticators:
        made.append(context.provisioner.new_passkey(authenticator))
        pace.pause()

    return Made(passkeys=made)


def add_passkeys(context: SubmitContext, given: Any, made: Made) -> list[str]:
    """Add new passkeys to the user that a request names; return their ids."""
    user = find_user(context, given.user_id)
    check_limit(len(user.passkeys) + len(made.passkeys), MAX_AUTHENTICATORS, "authenticators")
    user.passkeys += made.passkeys
    user.updated_at = context.now
    return [passkey.authenticator_id for passkey in made.passkeys]


def _create_authenticators(context: SubmitContext, given: Any, made: Made) -> Json:
    return {"authenticatorIds": add_passkeys(context, given, made)}


def _create_oauth_providers(context: SubmitContext, given: operations.CreateOauthProviders) -> Json:
    user = find_user(context, given.user_id)
    check_limit(
        len(user.oauth_providers) + len(given.oauth_providers), MAX_OAUTH_PROVIDERS, "oauth providers"
    )
    users = context.organization.users.values()
    made = context.provisioner.new_providers(users, given.oauth_providers)
    user.oauth_providers += made
    user.updated_at = context.now
    return {"providerIds": [provider.provider_id for provider in made]}


def _delete(
    attribute: str, id_attribute: str, given_name: str, result: str, what: str
) -> Callable[[SubmitContext, Any], Json]:
    """Make the handler that deletes some of a user's credentials of a kind."""

    def run(context: SubmitContext, given: Any) -> Json:
        user: User = find_user(context, given.user_id)
        wanted = [*dict.fromkeys(getattr(given, given_name))]
        records = getattr(user, attribute)
        if not {*wanted} <= {getattr(each, id_attribute) for each in records}:
            raise ApiError(NOT_FOUND, f"the user has no {what} with this id")
        setattr(user, attribute, [each for each in records if getattr(each, id_attribute) not in wanted])
        user.updated_at = context.now
        return {result: wanted}

    return run


SUBMITS: Final[dict[str, Submit]] = {
    "create_api_keys": Submit(
        body("create_api_keys", user_id=Id, api_keys=array(API_KEY)),
        at_once(_create_api_keys),
        (Older("", body("create_api_keys_v1", user_id=Id, api_keys=array(P256_API_KEY))),),
    ),
    "delete_api_keys": Submit(
        body("delete_api_keys", user_id=Id, api_key_ids=array(Id)),
        at_once(_delete("api_keys", "api_key_id", "api_key_ids", "apiKeyIds", "API key")),
    ),
    "create_authenticators": Submit(
        body("create_authenticators", user_id=Id, authenticators=array(SignupAuthenticator)),
        Steps(_new_passkeys, _create_authenticators),
    ),
    "delete_authenticators": Submit(
        body("delete_authenticators", user_id=Id, authenticator_ids=array(Id)),
        at_once(
            _delete("passkeys", "authenticator_id", "authenticator_ids", "authenticatorIds", "authenticator")
        ),
    ),
    "create_oauth_providers": Submit(
        operations.CreateOauthProviders,
        at_once(_create_oauth_providers),
        (Older("", bodies.CreateOauthProvidersV1, is_tolerated=True),),
    ),
    "delete_oauth_providers": Submit(
        body("delete_oauth_providers", user_id=Id, provider_ids=array(Id)),
        at_once(_delete("oauth_providers", "provider_id", "provider_ids", "providerIds", "OAuth provider")),
    ),
}
"""The operations on credentials."""

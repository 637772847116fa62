"""The pages of long lists, and the filters of lists of organizations.

Pages are in the order of the records' creation, those of activities in the opposite order. The deployed
service's order and its handling of a cursor with an unknown id are not documented; this service refuses such
a cursor.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeVar

from sealwax._codec.base64url import decode_base64url
from sealwax.operations import Pagination
from sealwax.operations.forms import Id
from sealwax.operations.parameters import Array
from sealwax.testing.enclave import OTP_EMAIL, OTP_SMS
from sealwax_service._limits import DEFAULT_PAGE_RECORDS
from sealwax_service.api_errors import NOT_FOUND, REQUEST_INVALID, ApiError
from sealwax_service.requests.bodies import Query
from sealwax_service.requests.context import Context
from sealwax_service.state.records import Contact, Organization, User

T = TypeVar("T")


class PagedQuery(Query, frozen=True, kw_only=True):
    """The body of a query whose answer has pages."""

    pagination_options: Pagination | None = None


class ActivitiesQuery(PagedQuery, frozen=True, kw_only=True):
    """The body of list_activities."""

    filter_by_status: Array[str] = ()
    filter_by_type: Array[str] = ()


class AccountsQuery(PagedQuery, frozen=True, kw_only=True):
    """The body of list_wallet_accounts."""

    wallet_id: Id | None = None
    include_wallet_details: bool | None = None


class SubOrganizationsQuery(PagedQuery, frozen=True, kw_only=True):
    """The body of list_suborgs."""

    filter_type: (
        Literal[
            "CREDENTIAL_ID",
            "NAME",
            "USERNAME",
            "EMAIL",
            "PHONE_NUMBER",
            "OIDC_TOKEN",
            "WALLET_ACCOUNT_ADDRESS",
            "PUBLIC_KEY",
            "",
        ]
        | None
    ) = None
    filter_value: str | None = None


class VerifiedSubOrganizationsQuery(PagedQuery, frozen=True, kw_only=True):
    """The body of list_verified_suborgs."""

    filter_type: Literal["EMAIL", "PHONE_NUMBER", ""] | None = None
    filter_value: str | None = None


def page_of(records: Sequence[T], options: Pagination | None, id_of: Callable[[T], str]) -> Sequence[T]:
    """Return the page of a list: the first after an id, or the last before one."""
    given = options or Pagination()
    start, end = 0, len(records)
    has_cursor = given.after or given.before
    numbers = {id_of(record): number for number, record in enumerate(records)} if has_cursor else {}
    for name, cursor in (("after", given.after), ("before", given.before)):
        if cursor and cursor not in numbers:
            raise ApiError(NOT_FOUND, f"`{name}` is not the id of an object of this list")
    if given.after:
        start = numbers[given.after] + 1
    if given.before:
        end = numbers[given.before]
    limit = int(given.limit or DEFAULT_PAGE_RECORDS)
    if given.before and not given.after:
        start = max(start, end - limit)
    return records[start : max(start, min(end, start + limit))]


_CONTACTS: Final = {"EMAIL": OTP_EMAIL, "PHONE_NUMBER": OTP_SMS}


def user_filter(context: Context, filter_type: str, value: str, *, verified: bool) -> Callable[[User], bool]:
    """Return the predicate for the users of a filter; with ``verified``, by verified contacts."""
    if filter_type in _CONTACTS:
        contact = Contact(_CONTACTS[filter_type], value)
        return lambda user: contact in (user.verified_contacts if verified else user.contacts)
    if filter_type == "PUBLIC_KEY":
        return lambda user: user.has_public_key(value.lower())
    if filter_type == "USERNAME":
        return lambda user: user.name == value
    if filter_type == "CREDENTIAL_ID":
        credential_id = decode_base64url(value, "filterValue")
        return lambda user: user.has_credential(credential_id)
    identity = context.provisioner.issuer.identify(value, now=context.now)
    return lambda user: identity in [provider.identity for provider in user.oauth_providers]


def organization_filter(
    context: Context, given: SubOrganizationsQuery | VerifiedSubOrganizationsQuery
) -> Callable[[Organization], bool]:
    """Return the predicate for the requested sub-organizations."""
    verified = isinstance(given, VerifiedSubOrganizationsQuery)
    if bool(given.filter_type) != bool(given.filter_value):
        raise ApiError(REQUEST_INVALID, "filterType and filterValue need each other")
    kind, value = given.filter_type or "", given.filter_value or ""
    if kind == "NAME":
        return lambda organization: organization.name == value
    if kind == "WALLET_ACCOUNT_ADDRESS":
        return lambda organization: any(account.address == value for _, account in organization.accounts())
    if kind:
        matches = user_filter(context, kind, value, verified=verified)
        return lambda organization: any(map(matches, organization.users.values()))
    if verified:
        return lambda organization: any(user.verified_contacts for user in organization.users.values())
    return lambda _organization: True

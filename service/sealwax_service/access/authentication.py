"""Authenticate requests by their stamps, and check IP allowlists."""

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec

from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.clock import NO_LEEWAY
from sealwax._codec.strict_json import decode_json
from sealwax.activities.vote_schemes import ATTESTED_SCHEME, WEBAUTHN_SCHEME
from sealwax.errors import MalformedInput, SealwaxError
from sealwax.login.tokens import VerificationClaims
from sealwax.schemes import find_scheme
from sealwax.stamps.api_key_verification import verify_api_key_stamp
from sealwax.stamps.attested import verify_attested_stamp
from sealwax.stamps.header import API_KEY, ATTESTED, WEBAUTHN
from sealwax.stamps.webauthn import verify_webauthn_stamp
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.webauthn.ceremony import parse_client_data
from sealwax_service.api_errors import (
    API_KEY_EXPIRED,
    CREDENTIAL_CONFLICT,
    CREDENTIAL_NOT_FOUND,
    CREDENTIAL_NOT_IN_PARENT,
    INVALID_ORGANIZATION_ID,
    NO_API_KEY_STAMP,
    NO_WEBAUTHN_STAMP,
    NOT_AUTHORIZED,
    ORGANIZATION_NOT_FOUND,
    PUBLIC_KEY_CONFLICT,
    PUBLIC_KEY_NOT_FOUND,
    SESSION_INVALID,
    SIGNATURE_INVALID,
    SIGNATURE_MISSING,
    STAMP_MALFORMED,
    UNKNOWN_CREDENTIAL,
    UNKNOWN_PUBLIC_KEY,
    WEBAUTHN_INVALID,
    ApiError,
)
from sealwax_service.enclaves.oidc_issuer import TestIssuer, identity_of
from sealwax_service.http.messages import SESSION_HEADER, STAMP_HEADERS
from sealwax_service.requests.stamped import Stamped, read_api_key_stamp
from sealwax_service.state.records import (
    ApiKeyRecord,
    Contact,
    OidcIdentity,
    Organization,
    Passkey,
    State,
    User,
    is_uuid,
)

_NO_STAMP = {API_KEY: NO_API_KEY_STAMP, WEBAUTHN: NO_WEBAUTHN_STAMP}
"""The errors about a header that is empty."""


class _WebAuthnStamp(msgspec.Struct, frozen=True, rename="camel"):
    credential_id: str
    client_data_json: str


def find_by_identity(organization: Organization, identity: OidcIdentity) -> User | None:
    """Find the user with an OIDC identity."""
    return next(
        (
            user
            for user in organization.users.values()
            for provider in user.oauth_providers
            if provider.identity == identity
        ),
        None,
    )


def contact_of(claims: VerificationClaims) -> Contact:
    """Return the contact that a verification token verifies."""
    return Contact(claims.verification_type, claims.contact)


def is_for(claims: VerificationClaims, organization: Organization) -> bool:
    """Whether a verification token is for an organization, or for its parent."""
    return claims.organization_id in {each.organization_id for each in organization.and_parent()}


def find_by_contact(organization: Organization, contact: Contact) -> User | None:
    """Find the user with an email address or phone number."""
    return next((user for user in organization.users.values() if contact in user.contacts), None)


class Authentication:
    """Verifies stamps; the enclave and the issuer made the tokens of attested stamps."""

    def __init__(self, state: State, enclave: ReferenceEnclave, issuer: TestIssuer) -> None:
        self._state, self._enclave, self._issuer = state, enclave, issuer

    def authenticate(
        self,
        headers: Mapping[str, str],
        body: bytes,
        organization_id: object,
        now: datetime,
        *,
        searches: bool,
    ) -> tuple[Organization, Stamped]:
        """Find the organization that a request names, and verify its stamp.

        With ``searches``, a stamp that is unknown in a parent finds its sub-organization.
        """
        if not isinstance(organization_id, str) or not is_uuid(organization_id):
            raise ApiError(INVALID_ORGANIZATION_ID)
        with self._state.lock:
            organization = self._state.organizations.get(organization_id.lower())
        if organization is None:
            raise ApiError(ORGANIZATION_NOT_FOUND, f"invalid organization ID {organization_id}")
        try:
            return organization, self.check(headers, body, organization, now)
        except ApiError as error:
            if not searches or error.code not in {PUBLIC_KEY_NOT_FOUND.code, CREDENTIAL_NOT_FOUND.code}:
                raise
        organization = self.find_sub_organization(headers, organization)
        return organization, self.check(headers, body, organization, now)

    def check(
        self, headers: Mapping[str, str], body: bytes, organization: Organization, now: datetime
    ) -> Stamped:
        """Verify the stamp of a request; refuse a request without exactly one stamp."""
        given = [name for name in STAMP_HEADERS if name.lower() in headers]
        if not given and SESSION_HEADER in headers:
            return self._session(headers[SESSION_HEADER], organization, now)
        if not given:
            raise ApiError(SIGNATURE_MISSING)
        if len(given) > 1:
            raise ApiError(STAMP_MALFORMED, "send only one stamp")
        (name,) = given
        if name in _NO_STAMP and not headers[name.lower()]:
            raise ApiError(_NO_STAMP[name])
        check = {API_KEY: self._api_key, WEBAUTHN: self._webauthn, ATTESTED: self._attested}[name]
        try:
            return check(headers[name.lower()], body, organization, now)
        except MalformedInput as error:
            raise ApiError(STAMP_MALFORMED, str(error)) from None
        except SealwaxError as error:
            kind = WEBAUTHN_INVALID if name == WEBAUTHN else SIGNATURE_INVALID
            raise ApiError(kind, str(error)) from None

    def find_sub_organization(self, headers: Mapping[str, str], parent: Organization) -> Organization:
        """Find the only sub-organization with the API key or passkey of an unverified stamp."""
        has_it, is_passkey = _owner_test(headers), WEBAUTHN.lower() in headers
        with self._state.lock:
            children = self._state.children_of(parent)
            found = [each for each in children if any(map(has_it, each.users.values()))]
        if len(found) > 1:
            raise ApiError(CREDENTIAL_CONFLICT if is_passkey else PUBLIC_KEY_CONFLICT)
        if not found:
            raise ApiError(UNKNOWN_CREDENTIAL if is_passkey else UNKNOWN_PUBLIC_KEY)
        return found[0]

    def _api_key(self, header: str, body: bytes, organization: Organization, now: datetime) -> Stamped:
        stamp = verify_api_key_stamp(header, body)
        curve = find_scheme(stamp.scheme).curve
        with self._state.lock:
            user, key = self._find_key(organization, stamp.public_key, curve)
            if key.expires_at is not None and now >= key.expires_at:
                raise ApiError(API_KEY_EXPIRED)
        return Stamped(user, key, stamp.public_key, stamp.scheme, header)

    @staticmethod
    def _find_key(organization: Organization, public_key: str, curve: str) -> tuple[User, ApiKeyRecord]:
        for user in organization.users_with_parents():
            for key in user.api_keys:
                if (key.public_key, key.curve) == (public_key, curve):
                    return user, key
        raise ApiError(PUBLIC_KEY_NOT_FOUND)

    def _session(self, token: str, organization: Organization, now: datetime) -> Stamped:
        """Find the user of a read-only session of the organization, or of its parent."""
        with self._state.lock:
            for each in organization.and_parent():
                session = each.read_only_sessions.get(token)
                user = None if session is None else each.users.get(session.user_id)
                if session is not None and user is not None and now < session.expires_at:
                    return Stamped(user, None, "", "", "", is_read_only=True)
        raise ApiError(SESSION_INVALID)

    def _webauthn(self, header: str, body: bytes, organization: Organization, _now: datetime) -> Stamped:
        credential_id = _credential_id_of(header)
        with self._state.lock:
            user, passkey = self._find_passkey(organization, credential_id)
        verify_webauthn_stamp(
            header,
            body,
            public_key=passkey.public_key,
            expected_rp_id=passkey.rp_id,
            # By default, the deployed service accepts every origin.
            expected_origin=_origin_of(header),
            allow_cross_origin=True,
        )
        return Stamped(user, None, encode_base64url(passkey.public_key), WEBAUTHN_SCHEME, header)

    @staticmethod
    def _find_passkey(organization: Organization, credential_id: bytes) -> tuple[User, Passkey]:
        for user in organization.users_with_parents():
            for passkey in user.passkeys:
                if passkey.credential_id == credential_id:
                    return user, passkey
        raise ApiError(CREDENTIAL_NOT_FOUND if organization.parent is None else CREDENTIAL_NOT_IN_PARENT)

    def _attested(self, header: str, body: bytes, organization: Organization, now: datetime) -> Stamped:
        stamp = verify_attested_stamp(
            header,
            body,
            keys=self._enclave.keys,
            now=now,
            leeway=NO_LEEWAY,
            verify_oidc=lambda token: self._issuer.verify(token, now=now),
        )
        if stamp.verification is not None and not is_for(stamp.verification, organization):
            raise ApiError(SIGNATURE_INVALID, "the verification token is for another organization")
        with self._state.lock:
            found = (
                find_by_identity(organization, identity_of(stamp.oidc_claims or {}))
                if stamp.verification is None
                else find_by_contact(organization, contact_of(stamp.verification))
            )
        if found is None:
            raise ApiError(PUBLIC_KEY_NOT_FOUND, "no user has the token's identity")
        return Stamped(found, None, stamp.public_key, ATTESTED_SCHEME, header)


def _credential_id_of(header: str) -> bytes:
    what = "the WebAuthn stamp"
    stamp = decode_json(header.encode(), _WebAuthnStamp, what)
    return decode_base64url(stamp.credential_id, f"the credential id of {what}")


def _origin_of(header: str) -> str:
    """Return the origin that the client data of a WebAuthn stamp names."""
    what = "the WebAuthn stamp"
    stamp = decode_json(header.encode(), _WebAuthnStamp, what)
    client_data = decode_base64url(stamp.client_data_json, f"the client data of {what}")
    return parse_client_data(client_data, what).origin


def _owner_test(headers: Mapping[str, str]) -> Callable[[User], bool]:
    """Return the predicate for users with the API key or passkey of a stamp; no user has a token's key."""
    if API_KEY.lower() in headers:
        public_key = read_api_key_stamp(headers[API_KEY.lower()]).public_key.lower()
        return lambda user: user.has_public_key(public_key)
    if WEBAUTHN.lower() in headers:
        credential_id = _credential_id_of(headers[WEBAUTHN.lower()])
        return lambda user: user.has_credential(credential_id)
    return lambda _user: False


def check_allowlist(
    organization: Organization, stamped: Stamped, address: str, *, evaluation_fails: bool
) -> None:
    """Refuse a request from outside the organization's allowlist, or its API key's.

    A key's list with rules replaces the organization's while that is enabled.
    """
    everybody = organization.allowlists.get(None)
    if everybody is None or not everybody.enabled:
        return
    key = stamped.api_key
    own = None if key is None else organization.allowlists.get(key.public_key)
    allowlist = own if own is not None and own.rules else everybody
    if not allowlist.allows(address, evaluation_fails=evaluation_fails):
        raise ApiError(NOT_AUTHORIZED, "the IP allowlist does not include the client's address")

"""Exports of secrets that several people stamp: read, stamp and pass on a proposal.

Every party stamps the same bytes and sends them to export_secrets with a stamp of its own. The first request
makes the activity, and the others approve it (wire-formats.md, section 4.7).

| input | decision |
|---|---|
| a body of another type, with an unknown member, or with one twice | refused: nothing unread is stamped |
| several recipient keys, or several contexts | refused: a proposal has one of each |
| an unexpected organization, recipient, context or secret | refused |
| older than ``max_age``, or more than five minutes ahead, and the leeway | refused |
| a file whose body does not match its fingerprint or a stamp | refused, naming which |
| a stamp of a passkey, or an attested one | not supported: a file holds stamps of API keys |
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import (
    LEEWAY,
    MILLISECOND,
    REQUEST_MAX_AGE,
    REQUEST_MAX_AHEAD,
    check_age,
    check_leeway,
    check_max_age,
    from_milliseconds,
    to_instant,
)
from sealwax._codec.organizations import check_organization
from sealwax._codec.strict_json import decode_json, decode_object, encode_json
from sealwax._codec.text import decode_utf8, to_bytes
from sealwax._codec.urls import PUBLIC_API_URL, check_base_url
from sealwax._limits import MAX_STAMPS_OF_A_PROPOSAL
from sealwax.activities.fingerprints import activity_fingerprint
from sealwax.errors import (
    BadSignature,
    InvalidRequest,
    KeyMismatch,
    MalformedInput,
    SealwaxError,
    Unsupported,
)
from sealwax.operations.catalog import ExportSecrets
from sealwax.operations.parameters import check
from sealwax.operations.responses import Activity
from sealwax.operations.results import ExportSecretsResult
from sealwax.operations.sealing import SealedRequest, Stamper, headers_with, stamped_headers
from sealwax.stamps.api_key_verification import VerifiedStamp, verify_api_key_stamp
from sealwax.stamps.header import API_KEY, Stamp

_WHAT: Final = "the proposal"
_FILE: Final = "the proposal's file"
_VERSION: Final = "sealwax-proposal-v1"


@dataclass(frozen=True, kw_only=True)
class ExportProposal:
    """The request to export secrets, before a party stamps it.

    Attributes:
        fingerprint: The fingerprint of the body, and of the activity that it makes: compare it with the other
            parties, over a separate channel.
        organization_id: The organization's id.
        timestamp: The request's time. The service accepts the request for an hour.
        secret_ids: The ids of the secrets, in the order of the answer.
        target_public_key: The recipient's target public key: 130 hex digits, in lower case.
        request_context: The context, which policies can read; empty if there is none.
        generate_app_proofs: Whether the request asks for app proofs.
        body: The exact bytes to stamp and to send.
        operation: The operation.
    """

    fingerprint: str
    organization_id: str
    timestamp: datetime
    secret_ids: tuple[str, ...]
    target_public_key: str
    request_context: Mapping[str, str]
    generate_app_proofs: bool
    body: bytes = field(repr=False)
    operation: ExportSecrets = field(repr=False)

    @classmethod
    def of(
        cls, operation: ExportSecrets, *, organization_id: str, now: datetime | None = None
    ) -> "ExportProposal":
        """Make the request of an operation, without a stamp.

        Args:
            operation: The export, with one recipient; ``ExportSecrets.for_recipient`` makes it.
            organization_id: The organization's id.
            now: The request's time, as an aware datetime; by default as for ``seal`` of an operation.

        Returns:
            The proposal.

        Raises:
            InvalidRequest: A parameter breaks a rule, or the operation has several recipients or contexts.
        """
        require_type(operation, ExportSecrets, "operation")
        return _read(operation.to_body(organization_id=organization_id, now=now))

    def seal(
        self, stamper: Stamper, *, base_url: str = PUBLIC_API_URL
    ) -> "SealedRequest[Activity[ExportSecretsResult]]":
        """Stamp exactly the bytes of the body.

        Args:
            stamper: The stamper of the party.
            base_url: The base URL of the public API: https, or http on this machine.

        Returns:
            The request, ready to send.

        Raises:
            InvalidRequest: The base URL is not valid.
            MalformedInput: The stamper returned something other than a stamp.
            SealwaxError: The errors of the stamper.
        """
        return _request(self, stamped_headers(stamper, self.body), base_url)


def read_export_proposal(
    body: str | bytes,
    *,
    organization_id: str | None,
    expected_secret_ids: Collection[str] | None,
    expected_target_public_key: str | None,
    expected_request_context: Mapping[str, str] | None = None,
    allow_any_context: bool = False,
    expected_fingerprint: str | None = None,
    max_age: timedelta = REQUEST_MAX_AGE,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> ExportProposal:
    """Read a request to export secrets before stamping it; refuse unexpected content.

    The holder of the recipient's key gets the secrets, and need not be a co-signer. Get the expected values
    from the recipient, not from the sender of the proposal.

    Args:
        body: The exact bytes of the request's body; a str stands for its UTF-8 bytes.
        organization_id: The expected organization's id; None skips the check.
        expected_secret_ids: The ids of exactly the secrets to export, in any order; None skips the check.
        expected_target_public_key: The recipient's target public key, 130 hex digits; None skips the check.
        expected_request_context: The expected context; None for none.
        allow_any_context: Whether any context is accepted.
        expected_fingerprint: The fingerprint that another party named; None skips the check.
        max_age: The greatest age of the request; an hour by default, as for the service.
        leeway: How far the clocks may differ, in addition to ``max_age`` and the five minutes.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        The content of the request, and its fingerprint.

    Raises:
        MalformedInput: The body is not a JSON object, or has a member twice.
        InvalidRequest: The body is not the request of an export of secrets with one recipient and one
            context; or the secrets or the context are not the expected ones.
        ContextMismatch: The request is for another organization (``wrong-organization``).
        KeyMismatch: The recipient's key is another one.
        BadSignature: The body has another fingerprint.
        Expired: The request is older than ``max_age``, or more than five minutes ahead, and ``leeway``.
        ValueError: A context is expected and any is allowed.
    """
    for name, text in (
        ("organization_id", organization_id),
        ("expected_target_public_key", expected_target_public_key),
        ("expected_fingerprint", expected_fingerprint),
    ):
        require_type(text, (str, type(None)), name)
    ids = _to_ids(expected_secret_ids)
    require_type(expected_request_context, (Mapping, type(None)), "expected_request_context")
    require_type(allow_any_context, bool, "allow_any_context")
    if allow_any_context and expected_request_context is not None:
        raise ValueError("pass either expected_request_context or allow_any_context")
    check_max_age(max_age)
    check_leeway(leeway)
    instant = to_instant(now)
    proposal = _read(to_bytes(body, _WHAT))
    if organization_id is not None:
        check_organization(proposal.organization_id, organization_id, _WHAT, advice="do not stamp it")
    key = None if expected_target_public_key is None else expected_target_public_key.lower()
    if key not in {None, proposal.target_public_key}:
        raise KeyMismatch(f"{_WHAT} does not seal the secrets to the expected key; do not stamp it")
    if ids not in {None, frozenset(proposal.secret_ids)}:
        raise InvalidRequest(f"{_WHAT} does not export exactly the expected secrets; do not stamp it")
    if not allow_any_context and dict(proposal.request_context) != dict(expected_request_context or {}):
        raise InvalidRequest(f"{_WHAT} does not have the expected requestContext; do not stamp it")
    if expected_fingerprint not in {None, proposal.fingerprint}:
        raise BadSignature(f"{_WHAT} does not have the expected fingerprint; get it again")
    check_age(
        _WHAT,
        proposal.timestamp,
        instant,
        max_age=max_age,
        max_ahead=REQUEST_MAX_AHEAD,
        leeway=leeway,
        cure="make a new one",
    )
    return proposal


def _to_ids(ids: Collection[str] | None) -> frozenset[str] | None:
    if ids is None:
        return None
    if isinstance(ids, str) or not isinstance(ids, Collection):
        raise TypeError("expected_secret_ids must be a collection of ids, such as a set")
    for secret_id in ids:
        require_type(secret_id, str, "each of expected_secret_ids")
    if not ids:
        raise ValueError("expected_secret_ids must not be empty; None skips the check")
    return frozenset(ids)


def _read(body: bytes) -> ExportProposal:
    """Read a body completely."""
    document = decode_object(body, _WHAT)
    if document.get("type") != ExportSecrets.activity_type:
        raise InvalidRequest(f"{_WHAT} is not of the type {ExportSecrets.activity_type}; do not stamp it")
    # The type is made at run time: the type checker does not know its fields.
    request = msgspec.structs.asdict(check(ExportSecrets.body_type(), document, _WHAT))
    operation: ExportSecrets = request["parameters"]
    keys = {secret.target_public_key.lower() for secret in operation.secrets}
    if len(keys) != 1:
        raise InvalidRequest(f"{_WHAT} seals secrets to several keys; make one for each recipient")
    contexts = [
        [(entry.key, entry.value) for entry in one.request_context or ()] for one in operation.secrets
    ]
    context = dict(contexts[0])
    if any(context != contexts[0] for context in contexts):
        raise InvalidRequest(f"{_WHAT} has several values of requestContext; make a request for each")
    if len(context) != len(contexts[0]):
        raise InvalidRequest(f"{_WHAT} has a key of its requestContext twice; do not stamp it")
    return ExportProposal(
        fingerprint=activity_fingerprint(body),
        organization_id=request["organization_id"],
        timestamp=from_milliseconds(int(request["timestamp_ms"])),
        secret_ids=tuple(secret.secret_id for secret in operation.secrets),
        target_public_key=keys.pop(),
        request_context=context,
        generate_app_proofs=bool(request["generate_app_proofs"]),
        body=body,
        operation=operation,
    )


def _request(
    proposal: ExportProposal, headers: tuple[tuple[str, str], ...], base_url: str
) -> "SealedRequest[Activity[ExportSecretsResult]]":
    return SealedRequest(
        url=check_base_url(base_url) + ExportSecrets.path(),
        body=proposal.body,
        operation=proposal.operation,
        organization_id=proposal.organization_id,
        timestamp_ms=(proposal.timestamp - from_milliseconds(0)) // MILLISECOND,
        _headers=headers,
    )


@dataclass(frozen=True)
class ProposalFile:
    """The file that the parties pass on: the request to export secrets, and the stamps so far.

    Its stamps are by different keys, and verify over its body. The owners of the keys and the body's content
    are not checked: ``read_export_proposal`` reads the body.

    Attributes:
        body: The exact bytes that everyone stamps.
        stamps: The stamps of API keys.
        signers: The keys of the stamps, in the same order.

    Raises:
        MalformedInput: A stamp does not parse, there are too many, or two are by one key.
        Unsupported: A stamp is not that of an API key, or its scheme is unknown.
        BadSignature: A stamp does not verify over the body.
        MissingExtra: A stamp's scheme needs the extra ``ethereum``, which is not installed.
    """

    body: bytes
    stamps: tuple[Stamp, ...] = ()
    signers: tuple[VerifiedStamp, ...] = field(init=False)

    def __post_init__(self) -> None:
        require_type(self.body, bytes, "body")
        if len(self.stamps) > MAX_STAMPS_OF_A_PROPOSAL:
            raise MalformedInput(f"{_FILE} has more than {MAX_STAMPS_OF_A_PROPOSAL} stamps")
        signers = tuple(_verify(stamp, number, self.body) for number, stamp in enumerate(self.stamps))
        keys = [signer.public_key for signer in signers]
        if len(set(keys)) != len(keys):
            raise MalformedInput(f"{_FILE} has two stamps of one key; each party stamps once")
        object.__setattr__(self, "signers", signers)

    def __repr__(self) -> str:
        return f"ProposalFile(fingerprint={self.fingerprint!r}, signers={self.signers!r})"

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the body."""
        return activity_fingerprint(self.body)

    @classmethod
    def from_text(cls, text: str | bytes) -> "ProposalFile":
        """Read the content of a file, and verify every stamp.

        Args:
            text: The content: JSON, at most 1 MiB.

        Returns:
            The body and its stamps.

        Raises:
            MalformedInput: The content does not parse.
            Unsupported: The version is unknown.
            BadSignature: The body is not that of the fingerprint in the file, or of a stamp: one of them was
                changed.
            SealwaxError: The other errors of the class.
        """
        content = decode_json(to_bytes(text, _FILE), _Content, _FILE)
        if content.version != _VERSION:
            raise Unsupported(f"the version of {_FILE} must be {_VERSION}; update sealwax")
        body = to_bytes(content.body, f"the body of {_FILE}")
        if activity_fingerprint(body) != content.fingerprint:
            raise BadSignature(f"the body of {_FILE} does not have its fingerprint: one of them was changed")
        return cls(body, tuple(Stamp(stamp.header_name, stamp.header_value) for stamp in content.stamps))

    def to_text(self) -> str:
        """Write the content of a file.

        Returns:
            The content: JSON and a newline.

        Raises:
            MalformedInput: The body is not UTF-8.
        """
        content = {
            "version": _VERSION,
            "fingerprint": self.fingerprint,
            "body": decode_utf8(self.body, f"the body of {_FILE}"),
            "stamps": [
                {"headerName": stamp.header_name, "headerValue": stamp.header_value} for stamp in self.stamps
            ],
        }
        return f"{encode_json(content)}\n"

    def stamped(self, proposal: ExportProposal, stamper: Stamper) -> "ProposalFile":
        """Add the stamp of a party, who read the proposal.

        Args:
            proposal: The result of ``read_export_proposal`` for this body.
            stamper: The stamper of the party: an ``ApiKeyStamper``.

        Returns:
            The file with one stamp more.

        Raises:
            ValueError: The proposal is of another body.
            MalformedInput: The key has stamped already, or the stamper returned something other than a stamp.
            Unsupported: The stamper is not that of an API key.
            SealwaxError: The errors of the stamper.
        """
        self._require_own(proposal)
        name, value = stamped_headers(stamper, self.body)[-1]
        return replace(self, stamps=(*self.stamps, Stamp(name, value)))

    @classmethod
    def combine(cls, files: "Iterable[ProposalFile]") -> "ProposalFile":
        """Join the stamps of several files of one proposal.

        Args:
            files: The files; a stamp's key may be in several.

        Returns:
            The file with a stamp of each key, in the order of their first occurrence.

        Raises:
            BadSignature: Two files have different bodies.
            MalformedInput: There are too many stamps.
        """
        held = tuple(files)
        if not held:
            raise ValueError("files must have a file")
        for number, file in enumerate(held):
            if file.body != held[0].body:
                raise BadSignature(
                    f"file {number + 1} is not of the same proposal as the first: the fingerprints are "
                    f"{file.fingerprint} and {held[0].fingerprint}"
                )
        first: dict[str, Stamp] = {}
        for one in held:
            for signer, stamp in zip(one.signers, one.stamps, strict=True):
                first.setdefault(signer.public_key, stamp)
        return cls(held[0].body, tuple(first.values()))

    def requests(
        self, proposal: ExportProposal, *, base_url: str = PUBLIC_API_URL
    ) -> "tuple[SealedRequest[Activity[ExportSecretsResult]], ...]":
        """Make the requests to send, one for each stamp, in any order.

        Args:
            proposal: The result of ``read_export_proposal`` for this body.
            base_url: The base URL of the public API: https, or http on this machine.

        Returns:
            The requests, which all read the same activity.

        Raises:
            InvalidRequest: The base URL is not valid.
            ValueError: The proposal is of another body.
        """
        self._require_own(proposal)
        return tuple(_request(proposal, headers_with(stamp), base_url) for stamp in self.stamps)

    def _require_own(self, proposal: ExportProposal) -> None:
        require_type(proposal, ExportProposal, "proposal")
        if proposal.body != self.body:
            raise ValueError("proposal has a different body; read the body of this file")


class _StampFields(msgspec.Struct, frozen=True, rename="camel"):
    header_name: str
    header_value: str


class _Content(msgspec.Struct, frozen=True):
    version: str
    fingerprint: str
    body: str
    stamps: list[_StampFields]


def _verify(stamp: Stamp, number: int, body: bytes) -> VerifiedStamp:
    """Verify a stamp over the body; errors name the stamp."""
    label = f"stamp {number + 1} of {_FILE}"
    if stamp.header_name != API_KEY:
        raise Unsupported(f"{label} must be the stamp of an API key, an {API_KEY}")
    try:
        return verify_api_key_stamp(stamp.header_value, body)
    except (BadSignature, MalformedInput, Unsupported) as error:
        kind: type[SealwaxError] = type(error)
        words = f"{label}: {error}"
    if kind is BadSignature:
        words = f"{label} does not verify: the body, or the stamp, was changed after it was made"
    raise kind(words)

"""Recognize artifacts, decode them, and make the checks that need no keys."""

import base64
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from types import NoneType
from typing import Final, NamedTuple

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.base58 import BITCOIN_ALPHABET, decode_base58check
from sealwax._codec.base64url import decode_base64url
from sealwax._codec.hex import decode_hex
from sealwax._codec.misplaced import name_misplaced
from sealwax._codec.strict_json import decode_object
from sealwax._crypto.bip39 import check_mnemonic
from sealwax._crypto.curves import API_CURVES
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._limits import (
    MAX_ANSWER_BYTES,
    MAX_INSPECTED_BASE58_DIGITS,
    MAX_INSPECTED_BUNDLES,
    MAX_MNEMONIC_CHARACTERS,
)
from sealwax.bundles.answers import ANSWERED
from sealwax.errors import Expired, SealwaxError
from sealwax.login.client_signature import check_client_signature
from sealwax.login.tokens import split_jwt, verify_session_jwt, verify_verification_token
from sealwax.operations import OPERATIONS, QueryOperation
from sealwax.operations.all_operations import ACTIVITY_TYPES
from sealwax.proofs.manifest import decode_manifest
from sealwax.schemes import PRIVATE_KEY_BYTES
from sealwax.trust import PRODUCTION, EnclaveKeys, load_pinned_key
from sealwax.wallets.addresses import known_formats
from sealwax.wallets.key_formats import parse_private_key
from sealwax.webauthn.registration import encode_attestation

from .clutter import BASE64, unwrapped
from .results import HIDDEN, WALLET_IMPORTS_IT, Check, Field, Inspection, looks_secret, shown, unknown
from .stamp_failures import explain_body, explain_stamp

EXPORTS: Final = tuple(sorted(kind for bundles in ANSWERED for kind in bundles.exports))
SEALED: Final = ("sealed-import", "sealed-otp-code", "sealed-secret")
HEX_OF_32_BYTES: Final = ("address", "digest", "private-key", "public-key")


class _Budget:
    """The number of nested artifacts, at any depth, that may still be inspected."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_INSPECTED_BUNDLES

    def take(self) -> bool:
        """Take one from the budget, and return whether one was left."""
        self.left -= 1
        return self.left >= 0


class _Context(NamedTuple):
    """The caller's other inputs, and the budget for nested artifacts."""

    keys: EnclaveKeys
    body: bytes | None
    now: datetime | None
    budget: _Budget


def inspect(
    artifact: str | bytes,
    *,
    keys: EnclaveKeys = PRODUCTION,
    body: bytes | None = None,
    now: datetime | None = None,
) -> Inspection:
    """Name an artifact, decode its fields, and make the checks that need no keys.

    No secret is repeated: private keys, mnemonics, tokens and stamps are named, and not shown.

    Args:
        artifact: The artifact, as text or UTF-8 bytes: a bundle, a stamp, a token, a proof, an activity or
            another answer, a request's body, a key, an address and so on. None is larger than 4 MiB.
        keys: The enclaves' public keys.
        body: The body of the request that a stamp is for. If the stamp does not verify, the check says why.
        now: The time at which tokens must be valid, with a time zone; the system's by default.

    Returns:
        The kind, fields and checks. An unknown or broken artifact has the kind ``unknown``, and ``next_step``
        names the problem.
    """
    require_type(artifact, (str, bytes), "artifact")
    require_type(keys, EnclaveKeys, "keys")
    require_type(body, (bytes, NoneType), "body")
    require_type(now, (datetime, NoneType), "now")
    content = artifact.encode(errors="surrogatepass") if isinstance(artifact, str) else artifact
    if len(content) > MAX_ANSWER_BYTES:
        return unknown(content, "this is larger than any artifact; check that it is the right file")
    context = _Context(keys, body, now, _Budget())
    found = _inspect(content, context)
    if found is not None:
        return found
    for how, inner in unwrapped(content):
        found = _inspect(inner, context)
        if found is not None:
            return _replace(found, fields=(Field("wrapped", how), *found.fields))
    return unknown(content, _problem(content))


def _replace(
    found: Inspection, *, kinds: tuple[str, ...] | None = None, fields: tuple[Field, ...] | None = None
) -> Inspection:
    return Inspection(
        found.kinds if kinds is None else kinds,
        found.fields if fields is None else fields,
        found.checks,
        found.next_step,
    )


def _inspect(content: bytes, context: _Context) -> Inspection | None:
    """Inspect a content as it stands; None if its kind is unknown."""
    try:
        text = content.decode().strip()
    except UnicodeDecodeError:
        return _binary(content)
    name, colon, value = text.partition(":")
    if colon and name.strip().lower() in _STAMP_HEADERS:
        text = value.strip()
    if text.startswith("{"):
        try:
            document = decode_object(text.encode(), "the artifact")
        except SealwaxError:
            return None
        return _of_document(document, context)
    for read in _TEXTS:
        found = read(text, context)
        if found is not None:
            return found
    return _binary(content) if content.startswith(b"\x30") else None


def _inspect_inside(content: bytes, context: _Context) -> Inspection | None:
    """Inspect a nested artifact; None if its kind is unknown, or the budget is spent."""
    return _inspect(content, context) if context.budget.take() else None


_STAMP_HEADERS = {"x-stamp", "x-stamp-webauthn", "x-stamp-attested"}


def _problem(content: bytes) -> str | None:
    """Explain why a content is almost an artifact; None if it resembles none."""
    text = content.decode(errors="replace").strip()
    if not text:
        return "this is empty"
    if not text.startswith("{"):
        return None
    try:
        decode_object(text.encode(errors="replace"), "the artifact")
    except SealwaxError as error:
        if text.count("{") > text.count("}") or not text.endswith("}"):
            return "this is JSON that is cut off; copy it whole"
        return (
            f"this looks like JSON, and is malformed: {str(error).partition(': ')[2] or 'it does not parse'}"
        )
    return "this is JSON of an unknown kind"


# JSON.


def _text_of(document: Mapping[str, object], name: str) -> str:
    value = document.get(name)
    return value if isinstance(value, str) else ""


def _fields(document: Mapping[str, object], *names: str, public: bool = False) -> tuple[Field, ...]:
    return tuple(
        Field(name, shown(document[name], is_public=public and isinstance(document[name], str)))
        for name in names
        if document.get(name) is not None
    )


def _of_document(document: dict[str, object], context: _Context) -> Inspection | None:
    for needed, read in _DOCUMENTS:
        if needed <= document.keys():
            return read(document, context)
    operations = _operations_of(document)
    if operations:
        return _request(document, operations)
    return None


def _bundle(document: dict[str, object], context: _Context) -> Inspection:
    """Read a signed bundle."""
    fields = list(_fields(document, "version"))
    try:
        data = decode_hex(_text_of(document, "data"), "the data of the bundle")
    except SealwaxError as error:
        return Inspection(("bundle",), tuple(fields), (), f"{error}, or get the bundle again")
    try:
        payload = decode_object(data, "the data of the bundle")
    except SealwaxError:
        return Inspection(
            ("bundle",), tuple(fields), (), "the data of the bundle is malformed; get the bundle again"
        )
    role = _role_of(document, context.keys)
    fields += _fields(payload, "organizationId", "userId")
    fields += _fields(payload, "targetPublic", "encappedPublic", public=True)
    checks = [_bundle_signature(document, data, role, context.keys)]
    kinds: tuple[str, ...]
    if "targetPublic" in payload:
        if role == "tls_fetcher":
            kinds = ("otp-target-bundle",)
        elif "userId" in payload:
            kinds = ("import-bundle", *(("otp-target-bundle",) if role is None else ()))
        else:
            kinds = ("secret-import-bundle", *(("otp-target-bundle",) if role is None else ()))
    else:
        kinds = EXPORTS
        checks.append(
            Check(
                "the exported secret, and the target key",
                "unknown",
                "the bundle names neither; its target key opens it",
            )
        )
    return Inspection(tuple(sorted(kinds)), tuple(fields), tuple(checks))


_ROLES = ("signer", "tls_fetcher", "notarizer")


def _role_of(document: dict[str, object], keys: EnclaveKeys) -> str | None:
    """Return the name of the pinned key that a bundle names; None for any other text."""
    try:
        signer = decode_hex(_text_of(document, "enclaveQuorumPublic"), "the signer").hex()
    except SealwaxError:
        return None
    return next((name for name in _ROLES if signer and getattr(keys, name) == signer), None)


def _bundle_signature(document: dict[str, object], data: bytes, role: str | None, keys: EnclaveKeys) -> Check:
    name = "the enclave's signature"
    if role is None:
        return Check(
            name,
            "failed",
            "the bundle's key is not pinned; for your own deployment, pass its keys",
        )
    try:
        signature = decode_hex(_text_of(document, "dataSignature"), "the signature")
        verify_ecdsa(load_pinned_key(getattr(keys, role)), signature, data, "the bundle")
    except SealwaxError:
        return Check(name, "failed", "the bundle was changed in transit; get it again")
    return Check(name, "verified", f"by the pinned key {role}")


def _sealed(document: dict[str, object], _context: _Context) -> Inspection:
    checks = (Check("the sealed content, and its key", "unknown", "only the enclave can open it"),)
    fields = _fields(document, "encappedPublic", public=True)
    return Inspection(SEALED, fields, checks, "send it to the service with the request that it is for")


def _unsigned(_document: dict[str, object], _context: _Context) -> Inspection:
    words = "this older form of bundle has no signed content, and is unsupported; ask for the export again"
    return Inspection(("unsigned-bundle",), (), (), words)


def _webauthn_stamp(document: dict[str, object], context: _Context) -> Inspection:
    fields = list(_fields(document, "credentialId"))
    name = "the passkey's assertion, with the body"
    unchecked = Check(name, "unknown", "it needs the body and the passkey's public key (COSE)")
    try:
        client_data = decode_object(_text_of(document, "clientDataJson").encode(), "the client data")
        fields += _fields(client_data, "type", "origin", "challenge")
        check = unchecked if context.body is None else _check_challenge(client_data, context.body)
    except SealwaxError:
        check = Check(name, "failed", "the client data is malformed")
    return Inspection(("webauthn-stamp",), tuple(fields), (check,))


def _check_challenge(client_data: Mapping[str, object], body: bytes) -> Check:
    from sealwax.stamps.webauthn import webauthn_challenge  # noqa: PLC0415 - only with a body

    name = "the challenge, with the body"
    challenge = _text_of(client_data, "challenge")

    def is_of(other: bytes) -> bool:
        return base64.urlsafe_b64encode(webauthn_challenge(other)).rstrip(b"=").decode() == challenge

    if is_of(body):
        return Check(name, "verified", "it is for this body; the signature needs the passkey's public key")
    cause = explain_body(is_of, body)
    return Check(name, "failed", cause or "it is for another body")


def _stamp(document: dict[str, object], context: _Context) -> Inspection:
    encoded = base64.urlsafe_b64encode(msgspec.json.encode(document)).rstrip(b"=").decode()
    return _api_key_stamp(document, encoded, context)


def _api_key_stamp(document: Mapping[str, object], encoded: str, context: _Context) -> Inspection:
    fields = _fields(document, "publicKey", "scheme", public=True)
    check = Check("the stamp", "unknown", "it needs the body")
    if context.body is not None:
        check = explain_stamp(encoded, context.body, context.now)
    return Inspection(("api-key-stamp",), fields, (check,))


def _attested_stamp(document: Mapping[str, object], _context: _Context) -> Inspection:
    checks = (Check("the stamp, and the token in it", "unknown", "it needs the body"),)
    return Inspection(("attested-stamp",), _fields(document, "scheme"), checks)


def _client_signature(document: dict[str, object], _context: _Context) -> Inspection:
    fields = list(_fields(document, "scheme"))
    fields += _fields(document, "publicKey", public=True)
    try:
        _, message = check_client_signature(document, None)
    except SealwaxError as error:
        check = Check("the client's signature", "failed", _without_echo(error))
    else:
        fields += [Field("type", shown(message.type)), Field("tokenId", shown(message.token_id))]
        check = Check("the client's signature", "verified", "by the public key that it names")
    more = Check("the verification token that it uses", "unknown", "it needs the token")
    return Inspection(("client-signature",), tuple(fields), (check, more))


def _without_echo(error: SealwaxError) -> str:
    text = str(error)
    return f"{error.code}" if looks_secret(text) else f"{error.code}: {text}"


def _attestation(document: dict[str, object], _context: _Context) -> Inspection:
    check = Check("the challenge, the origin and the device", "unknown", "they need the expected values")
    if "response" not in document:
        fields = _fields(document, "credentialId")
        return Inspection(("attestation",), fields, (check,), "this is the attestation of a signup request")
    try:
        made = encode_attestation(msgspec.json.encode(document))
    except SealwaxError as error:
        failed = Check("the form", "failed", _without_echo(error))
        return Inspection(("attestation",), (), (failed,), "make the credential again in the browser")
    fields = (Field("credentialId", shown(made.credential_id)),)
    return Inspection(("attestation",), fields, (check,))


def _app_proof(document: dict[str, object], _context: _Context) -> Inspection:
    fields = list(_fields(document, "scheme"))
    try:
        payload = decode_object(_text_of(document, "proofPayload").encode(), "the payload")
        fields += _fields(payload, "type", "timestampMs")
    except SealwaxError:
        pass
    check = Check("the enclave's signature", "unknown", "it needs the boot proof of the same enclave")
    return Inspection(("app-proof",), tuple(fields), (check,))


def _boot_proof(document: dict[str, object], _context: _Context) -> Inspection:
    fields = _fields(document, "deploymentLabel", "enclaveApp", "owner", "createdAt")
    try:
        encoded = base64.b64decode(_text_of(document, "qosManifestB64"), validate=True)
        manifest = decode_manifest(encoded)
        fields += (Field("manifestHash", manifest.hash), Field("namespace", shown(manifest.namespace)))
    except (SealwaxError, ValueError, AttributeError):
        pass
    check = Check("the enclave's attestation", "unknown", "it needs the identity that you pin")
    return Inspection(("boot-proof",), fields, (check,))


def _activity(document: dict[str, object], context: _Context) -> Inspection:
    inner = document.get("activity")
    activity = inner if isinstance(inner, dict) else document
    fields = list(_fields(activity, "id", "status", "type", "organizationId"))
    votes = activity.get("votes")
    if isinstance(votes, list):
        fields.append(Field("votes", str(len(votes))))
    kinds = ["activity"]
    checks = [Check("the votes", "unknown", "they need the public keys that you trust")]
    next_step = None
    for bundle in _bundles_in(activity):
        found = _inspect_inside(bundle.encode(), context)
        if found is not None:
            kinds += found.kinds
            fields += found.fields
            checks += found.checks
            next_step = found.next_step
    return Inspection(tuple(sorted(set(kinds))), tuple(fields), tuple(checks), next_step)


_BUNDLE_NAMES = frozenset({*(bundles.field for bundles in ANSWERED), "otpEncryptionTargetBundle", "bundle"})


def _bundles_in(activity: Mapping[str, object]) -> list[str]:
    """Return the bundles in the result of an activity."""
    result = activity.get("result")
    holders = [part for part in result.values() if isinstance(part, dict)] if isinstance(result, dict) else []
    found = []
    for holder in holders:
        for name, value in holder.items():
            values = value if isinstance(value, list) else [value]
            if name in _BUNDLE_NAMES:
                found += [text for text in values if isinstance(text, str)]
    return found[:MAX_INSPECTED_BUNDLES]


def _wrapped_bundle(name: str) -> Callable[[dict[str, object], _Context], Inspection | None]:
    def read(document: dict[str, object], context: _Context) -> Inspection | None:
        value = document[name]
        if isinstance(value, list) and len(value) == 1:
            (value,) = value
        content = msgspec.json.encode(value) if isinstance(value, dict) else str(value).encode()
        return _inspect_inside(content, context)

    return read


def _signature_result(document: dict[str, object], _context: _Context) -> Inspection:
    del document
    check = Check("the signature", "unknown", "it needs the payload and the account's public key or address")
    return Inspection(("signature-result",), (), (check,))


def _vectors(document: dict[str, object], _context: _Context) -> Inspection:
    fields = _fields(document, "algorithm", "schema", "numberOfTests")
    return Inspection(("test-vectors",), fields, ())


def _secret_document(kind: str) -> Callable[[dict[str, object], _Context], Inspection]:
    def read(_document: dict[str, object], _context: _Context) -> Inspection:
        return Inspection((kind,), (), ())

    return read


def _jwk(document: dict[str, object], _context: _Context) -> Inspection:
    kind = "private-key" if "d" in document else "public-key"
    return Inspection((kind,), _fields(document, "kty", "crv"), (), _NEXT.get(kind))


def _webhook_event(document: dict[str, object], _context: _Context) -> Inspection:
    fields = _fields(document, "id", "organizationId", "parentOrganizationId", "status", "type")
    check = Check("the service's signature", "unknown", "it needs the headers and the service's keys")
    kinds = ("activity", "webhook-event") if "status" in document else ("webhook-event",)
    return Inspection(kinds, fields, (check,))


def _operations_of(document: Mapping[str, object]) -> list[str]:
    """Return the operations whose requests have these members."""
    activity = ACTIVITY_TYPES.get(str(document.get("type")))
    names = [] if activity is None or "parameters" not in document else [activity]
    if not document:
        # The bodies of some operations are empty objects, but so is much else.
        return names
    for name in filter(_ANSWERED_WITH_RECORDS.__contains__, OPERATIONS):
        operation = OPERATIONS[name]
        known = msgspec.structs.fields(operation)
        every = {field.encode_name for field in known}
        required = {field.encode_name for field in known if field.required}
        if issubclass(operation, QueryOperation):
            every, required = every | {"organizationId"}, required | {"organizationId"}
        if required <= document.keys() <= every:
            names.append(name)
    return names


_ANSWERED_WITH_RECORDS = {*OPERATIONS} - {*ACTIVITY_TYPES.values()}


def _request(document: dict[str, object], operations: list[str]) -> Inspection:
    fields = [*_fields(document, "type", "organizationId", "timestampMs")]
    fields.append(Field("operations", ", ".join(operations)))
    return Inspection(("request-body",), tuple(fields), ())


def _other_request(document: dict[str, object], _context: _Context) -> Inspection:
    fields = _fields(document, "type", "organizationId", "timestampMs")
    names = _operations_of(document)
    if names:
        return _request(document, names)
    return Inspection(("request-body",), fields, ())


_Read = Callable[[dict[str, object], _Context], Inspection | None]

_DOCUMENTS: tuple[tuple[frozenset[str], _Read], ...] = tuple(
    (frozenset(names.split()), read)
    for names, read in (
        ("testGroups", _vectors),
        ("version data dataSignature enclaveQuorumPublic", _bundle),
        ("encappedPublicSignature", _unsigned),
        ("targetPublicSignature", _unsigned),
        ("encappedPublic ciphertext", _sealed),
        ("authenticatorData clientDataJson credentialId signature", _webauthn_stamp),
        ("publicKeyAttestation", _attested_stamp),
        ("publicKey scheme message signature", _client_signature),
        ("proofPayload", _app_proof),
        ("publicKey scheme signature", _stamp),
        ("response", _attestation),
        ("attestationObject", _attestation),
        ("awsAttestationDocB64", _boot_proof),
        ("activity", _activity),
        ("id status intent", _activity),
        ("r s v", _signature_result),
        ("kty", _jwk),
        ("keys", _secret_document("webhook-keys")),
        ("crypto version", _secret_document("keystore")),
        ("Crypto version", _secret_document("keystore")),
        ("apiPrivateKey", _secret_document("private-key")),
        ("privateKey", _secret_document("private-key")),
        ("private_key", _secret_document("private-key")),
        ("type parameters", _other_request),
        (
            "verificationToken publicKey clientSignature",
            lambda document, _: _request(document, ["otp_login_v2"]),
        ),
        *((bundles.field, _wrapped_bundle(bundles.field)) for bundles in ANSWERED),
        ("bundle", _wrapped_bundle("bundle")),
        ("jwt", _wrapped_bundle("jwt")),
        ("value expiry", _wrapped_bundle("value")),
        # A captured ceremony of a browser.
        ("registration", _wrapped_bundle("registration")),
        ("toJSON", _wrapped_bundle("toJSON")),
        ("id organizationId type", _webhook_event),
    )
)
"""The readers of JSON objects, by the members that they need; the first matching row is used."""


# Text.


def _token(text: str, context: _Context) -> Inspection | None:
    if text.count(".") != 2 or not _JWT.fullmatch(text):  # noqa: PLR2004 - three parts
        return None
    try:
        claims = decode_object(split_jwt(text, "the token").payload, "the claims")
    except SealwaxError:
        return Inspection(("token",), (), (), "this looks like a JWT that is malformed; copy it whole")
    names = "organization_id user_id session_type session_profile_id scope verification_type id public_key"
    fields = _fields(claims, *names.split(), public=True)
    fields = tuple(
        field if not looks_secret(field.value) or field.name == "public_key" else Field(field.name, HIDDEN)
        for field in fields
    )
    keep = "keep it secret: anyone who sees it can use it until it expires"
    if "session_type" in claims:
        checks = _verify_token(
            lambda: verify_session_jwt(text, keys=context.keys, now=context.now, allow_scoped=True)
        )
        return Inspection(("session-token",), (*fields, *_expiry(claims, 1)), checks, keep)
    if "verification_type" in claims:
        checks = _verify_token(lambda: verify_verification_token(text, keys=context.keys, now=context.now))
        return Inspection(("verification-token",), (*fields, *_expiry(claims, 1000)), checks, keep)
    kind = "oidc-token" if claims.keys() & {"iss", "aud"} else "token"
    check = Check("the signature", "unknown", "it needs the issuer's keys")
    issuer = _fields(claims, "iss", "aud", "nonce")
    next_step = f"this is a token of another issuer, not of the service; {keep}"
    return Inspection((kind,), (*issuer, *_expiry(claims, 1)), (check,), next_step)


_JWT = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*", re.ASCII)


def _verify_token(verify: Callable[[], object]) -> tuple[Check, ...]:
    signature, expiry = "the enclave's signature", "the expiry"
    try:
        verify()
    except Expired as error:
        # The signature is verified before the times are compared.
        expired = Check(expiry, "failed", f"{error}")
    except (SealwaxError, ValueError) as error:
        reason = _without_echo(error) if isinstance(error, SealwaxError) else "no pinned key"
        return (Check(signature, "failed", reason),)
    else:
        expired = Check(expiry, "verified", "it has not expired")
    return Check(signature, "verified", "by the pinned key"), expired


def _expiry(claims: Mapping[str, object], per_second: int) -> tuple[Field, ...]:
    expiry = claims.get("exp")
    try:
        seconds = int(str(expiry)) / per_second
        return (Field("expires_at", datetime.fromtimestamp(seconds, timezone.utc).isoformat()),)
    except (ValueError, OverflowError, OSError):
        return ()


def _hex_text(text: str, _context: _Context) -> Inspection | None:
    digits, colon, curve = text.removeprefix("0x").partition(":")
    if len(digits) % 2 or not _HEX.fullmatch(digits) or (colon and curve not in API_CURVES):
        return None
    kinds = _hex_kinds(digits.lower(), has_curve=bool(colon))
    if kinds is None:
        return None
    is_public = kinds == _PUBLIC_KEY
    fields = (Field("public_key", digits),) if is_public else (Field("bytes", str(len(digits) // 2)),)
    next_step = _NEXT.get(kinds[0])
    if is_public:
        next_step = "its curve cannot be known: P-256 or secp256k1"
    elif len(kinds) > 1:
        next_step = "its kind is ambiguous; treat it as a secret"
    return Inspection(tuple(sorted(kinds)), fields, (), next_step)


# A repeated group would take dozens of bytes for each digit.
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+", re.ASCII)
_ENVELOPE_START = 24  # of the nonce, in digits


class _HexRow(NamedTuple):
    """The kinds of hex, by the number of digits and the first digits."""

    digits: int
    starts: tuple[str, ...]
    kinds: tuple[str, ...]


_PUBLIC_KEY = ("address", "public-key")  # the text of a key is an address in two formats
_HEX_ROWS = (
    _HexRow(64, ("",), HEX_OF_32_BYTES),
    _HexRow(66, ("02", "03"), _PUBLIC_KEY),
    _HexRow(66, ("00",), ("private-key",)),  # of the XRP Ledger
    _HexRow(130, ("04",), _PUBLIC_KEY),
    _HexRow(130, ("",), ("signature",)),
    _HexRow(128, ("",), ("private-key", "signature")),
)
_LONGEST_DER_SIGNATURE = 144  # digits
_SHORTEST_ENVELOPE = 2 * (12 + 65 + 16)


def _hex_kinds(digits: str, *, has_curve: bool) -> tuple[str, ...] | None:
    if has_curve or (len(digits) == 4 * PRIVATE_KEY_BYTES and _halves_agree(digits)):
        return ("private-key",)
    for row in _HEX_ROWS:
        if len(digits) == row.digits and digits.startswith(row.starts):
            return row.kinds
    if digits.startswith("30") and len(digits) <= _LONGEST_DER_SIGNATURE:
        return ("signature",)
    is_envelope = len(digits) > _SHORTEST_ENVELOPE and digits.startswith("04", _ENVELOPE_START)
    return ("quorum-key-envelope",) if is_envelope else None


def _halves_agree(digits: str) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - only for such a length

    key = ed25519.Ed25519PrivateKey.from_private_bytes(bytes.fromhex(digits[:64]))
    return key.public_key().public_bytes_raw().hex() == digits[64:]


def _stamp_text(text: str, context: _Context) -> Inspection | None:
    """Read the value of a header: base64url of JSON."""
    if not BASE64.fullmatch(text):
        return None
    try:
        document = decode_object(decode_base64url(text, "the stamp"), "the stamp")
    except SealwaxError:
        return None
    if "publicKeyAttestation" in document:
        return _attested_stamp(document, context)
    if {"publicKey", "scheme", "signature"} <= document.keys() and "message" not in document:
        return _api_key_stamp(document, text, context)
    return None


def _manifest(text: str, _context: _Context) -> Inspection | None:
    if not BASE64.fullmatch(text):
        return None
    try:
        manifest = decode_manifest(base64.b64decode(text, validate=True))
    except (SealwaxError, ValueError):
        return None
    fields = (Field("hash", manifest.hash), Field("namespace", shown(manifest.namespace)))
    check = Check("the enclave that runs it", "unknown", "it needs the boot proof")
    return Inspection(("manifest",), fields, (check,))


def _pem(text: str, _context: _Context) -> Inspection | None:
    if not text.startswith("-----BEGIN "):
        return None
    # Parameters of the curve may come first.
    labels = ("PRIVATE KEY-----", "PUBLIC KEY-----", "CERTIFICATE-----")
    kinds = ("private-key", "public-key", "certificate", "pem")
    kind = kinds[next((place for place, label in enumerate(labels) if label in text), len(labels))]
    return Inspection((kind,), (), (), "this is a PEM file" if kind == "pem" else _NEXT.get(kind))


def _mnemonic(text: str, _context: _Context) -> Inspection | None:
    if len(text) > MAX_MNEMONIC_CHARACTERS or name_misplaced(text.encode(errors="replace")) != "a mnemonic":
        return None
    checked = check_mnemonic(text)
    fields = (
        Field("words", str(len(text.split()))),
        Field("language", checked.language or "unknown"),
    )
    outcome = "verified" if checked.checksum_valid else "failed"
    check = Check("the checksum of BIP-39", "verified" if outcome == "verified" else "failed", "")
    return Inspection(("mnemonic",), fields, (check,))


def _base58(text: str, _context: _Context) -> Inspection | None:
    if len(text) > MAX_INSPECTED_BASE58_DIGITS and not set(text) - set(BITCOIN_ALPHABET):
        # Decoding takes the square of the length.
        unchecked = Check("the checksum", "unknown", "it is too long to decode here")
        return Inspection(("sealed-to-quorum-key",), (), (unchecked,), _NEXT["quorum-key-envelope"])
    try:
        payload = decode_base58check(text, "the bundle", limit=MAX_INSPECTED_BASE58_DIGITS)
    except SealwaxError:
        return None
    least = 33 + 16
    if payload[:1] not in {b"\2", b"\3"} or len(payload) < least:
        return None
    check = Check("its kind, and its target key", "unknown", "it needs the target key")
    return Inspection(("credential-bundle", "sealed-to-quorum-key"), (), (check,))


def _private_key(text: str, _context: _Context) -> Inspection | None:
    try:
        parse_private_key(text)
    except SealwaxError:
        return None
    return Inspection(("private-key",), (), (), WALLET_IMPORTS_IT)


def _ssh_public(text: str, _context: _Context) -> Inspection | None:
    if name_misplaced(text.encode(errors="replace")) != "an SSH public key":
        return None
    return Inspection(("public-key",), (), (), "the API does not accept this form")


def _address(text: str, _context: _Context) -> Inspection | None:
    try:
        rows = known_formats(text)
    except SealwaxError:
        return None
    fields = (Field("formats", ", ".join(row.name for row in rows)),)
    check = Check("whose it is", "unknown", "it needs the wallet or the key")
    return Inspection(("address",), fields, (check,))


_TEXTS: tuple[Callable[[str, _Context], Inspection | None], ...] = (
    _token,
    _pem,
    _hex_text,
    _stamp_text,
    _mnemonic,
    _base58,
    _private_key,
    _ssh_public,
    _address,
    _manifest,
)
"""The readers of text, in the order in which they are tried."""


def _binary(content: bytes) -> Inspection | None:
    from sealwax._crypto.key_files import is_foreign, read_foreign_key  # noqa: PLC0415 - only for such files

    if not is_foreign(content):
        return None
    try:
        read_foreign_key(content)
    except SealwaxError:
        return None
    return Inspection(("private-key",), (), ())


_NEXT: Final = {
    "public-key": "this is not secret",
    "certificate": "this is not secret",
    "quorum-key-envelope": "only the holder of the quorum key opens it",
}
"""The next step for kinds that need none."""

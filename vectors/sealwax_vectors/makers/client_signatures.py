"""Vectors of client signatures (wire-formats.md, section 2.4)."""

import json
from collections.abc import Iterator
from typing import Any

from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.der import der_to_raw, raw_to_der
from sealwax._crypto.curves import Curve
from sealwax._crypto.points import P256, decode_point, uncompressed_point
from sealwax.keys import ApiKey
from sealwax.login.client_signature import ClientSignature
from sealwax.login.tokens import read_verification_token
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.client_signatures import LoginCase, SignupCase, VerificationCase
from sealwax_vectors.format import Case

from .builder import Cases
from .defects import (
    NOT_TEXT,
    compact,
    hex_defects,
    json_defects,
    json_variants,
    near_misses,
    near_texts,
    out_of_range,
)
from .labels import Label, id_of, of_field, placed, words_of
from .tokens import verification_claims

_NOT_OBJECTS: dict[str, object] = {"null": None, "text": "x", "an-object": {}, "an-array-of-text": ["x"]}
"""JSON values of a wrong type for an array of objects, by name."""


class _Maker:
    def __init__(self, material: KeyMaterial) -> None:
        self.enclave = ReferenceEnclave(material.take("enclave"))
        self.secret = material.take("client key")
        self.key = ApiKey.from_private_key(self.secret)
        self.other = ApiKey.from_private_key(material.take("client key"))
        self.token = self.issue(self.key.public_key)

    def issue(self, *claims: str) -> str:
        return self.enclave.issue_verification_token(verification_claims(*claims))

    def sign(self, message: object, key: ApiKey | None = None) -> dict[str, Any]:
        """Sign any message: fields, or text."""
        message = message if isinstance(message, str) else compact(message)
        key = self.key if key is None else key
        raw = der_to_raw(key.sign_deterministic(message.encode()), P256.group_order)
        scheme = "CLIENT_SIGNATURE_SCHEME_API_P256"
        return dict(ClientSignature(key.public_key, scheme, message, raw.hex()).to_dict())

    @property
    def message(self) -> dict[str, Any]:
        """Build a login's message from fields by their wire names."""
        return {
            "login": {"publicKey": self.key.public_key},
            "tokenId": read_verification_token(self.token).id,
            "type": "USAGE_TYPE_LOGIN",
        }


def _logins(maker: _Maker) -> Iterator[LoginCase]:
    cases = Cases(LoginCase, verification_token=maker.token, curve="p256", private_key=maker.secret.hex())
    bad, key = cases.bad, maker.key.public_key
    for label, flag, changes in (
        ("as-a-client-makes-it", "Valid", {}),
        ("another-key-for-the-session", "Valid", {"session_public_key": maker.other.public_key}),
        (
            Label("the-token-s-key-in-upper-case", "the token's key in upper case"),
            "ClientVariant",
            {"verification_token": maker.issue(key.upper())},
        ),
    ):
        login = {"publicKey": changes.get("session_public_key", key)}
        signature = maker.sign({**maker.message, "login": login})
        yield cases.good(label, f"{flag}+DeterministicSignature", client_signature=signature, **changes)
    for label, public_key in (
        ("another-key", maker.other.public_key),
        ("the-x-of-the-key-alone", key[2:]),
        *((f"a-key-whose-{which}-digit-is-another", other) for which, other in near_misses(key)),
    ):
        yield bad(f"a-token-bound-to-{label}", "key-mismatch", "ReplayedToken", maker.issue(public_key))
    yield bad("a-token-whose-key-is-not-hex", "malformed", "HexEncoding", maker.issue("none"))
    mixed = maker.issue(key[:-8].upper() + key[-8:])
    yield bad("a-token-whose-key-is-in-mixed-case", "malformed", "HexEncoding", mixed)
    curves: tuple[Curve, ...] = ("secp256k1", "ed25519")
    for curve in curves:
        token = maker.issue(ApiKey.from_private_key(maker.secret, curve).public_key)
        yield bad(f"a-key-on-{curve}", "unsupported", "SchemeConfusion", token, curve=curve)
    session = maker.other.public_key
    point = decode_point(bytes.fromhex(session), P256, "key")
    upper = session.upper()
    signature = maker.sign({**maker.message, "login": {"publicKey": upper}})
    label, flags = "another-key-for-the-session-in-upper-case", "ClientVariant+DeterministicSignature"
    yield cases.good(label, flags, client_signature=signature, session_public_key=upper)
    for label, flag, other in (
        ("text", "HexEncoding", "session"),
        ("empty", "InvalidPoint", ""),
        ("uncompressed", "CompressedPoint", uncompressed_point(point).hex()),
        ("its-x-alone", "InvalidPoint", session[2:]),
        ("without-its-last-byte", "InvalidPoint", session[:-2]),
        ("a-byte-after-it", "InvalidPoint", f"{session}00"),
        ("at-infinity", "InvalidPoint", "00"),
        ("33-zero-bytes", "InvalidPoint", "00" * 33),
        ("an-x-that-is-not-in-the-field", "InvalidPoint", "02" + "ff" * 32),
        ("an-x-that-no-point-has", "InvalidPoint", "02" + bytes(31).hex() + "07"),
        ("a-form-that-SEC1-does-not-have", "InvalidPoint", f"05{session[2:]}"),
    ):
        yield bad(
            placed(Label("the-session-s-key", "the session's key"), label),
            "malformed",
            flag,
            session_public_key=other,
        )
    for defect in hex_defects(session):
        label = placed(Label("the-session-s-key", "the session's key"), defect.label)
        yield bad(label, "malformed", defect.flag, session_public_key=defect.value)
    header, payload, signed = maker.token.split(".")
    for label, token in (
        ("empty", ""),
        ("two-parts", f"{header}.{payload}"),
        ("a-fourth-part", f"{maker.token}.{signed}"),
        ("its-signature-cut", maker.token[:-2]),
    ):
        yield bad(placed("the-token", label), "malformed", "JwtForm", token)
    for label, raw in out_of_range(decode_base64url(signed, "the signature"), P256.group_order):
        token = f"{header}.{payload}.{encode_base64url(raw)}"
        yield bad(placed("the-token", f"a-signature-with-{label}"), "malformed", "SignatureRange", token)


def _api_key(public_key: str) -> dict[str, str]:
    """Return an API key in a signup's form."""
    return {
        "apiKeyName": "Zoë's key",
        "publicKey": public_key,
        "curveType": "API_KEY_CURVE_P256",
        "expirationSeconds": "900",
    }


_AUTHENTICATOR = {
    "authenticatorName": "A passkey",
    "challenge": "Y2hhbGxlbmdl",
    "attestation": {
        "credentialId": "QWE",
        "clientDataJson": "e30",
        "attestationObject": "oA",
        "transports": [],
    },
}
_PROVIDER = {"providerName": "Google", "oidcToken": "e30.e30.e30"}


def _signups(maker: _Maker) -> Iterator[SignupCase]:
    cases = Cases(SignupCase, verification_token=maker.token, curve="p256", private_key=maker.secret.hex())
    api_key, authenticator, provider = _api_key(maker.key.public_key), _AUTHENTICATOR, _PROVIDER
    names = zip(SignupCase.__struct_fields__, SignupCase.__struct_encode_fields__, strict=True)
    wire = dict(names)
    for label, flag, request in (
        ("no-field-of-the-request", "EdgeCaseBody", {}),
        ("an-email-address", "Valid", {"email": "user@example.com"}),
        ("a-phone-number", "Valid", {"phone_number": "+15551234567"}),
        ("an-API-key", "Valid", {"api_keys": [api_key]}),
        ("a-passkey", "Valid", {"authenticators": [authenticator]}),
        ("an-OAuth-provider", "Valid", {"oauth_providers": [provider]}),
        (
            Label("empty-arrays-which-are-signed-too", "empty arrays, which are signed too"),
            "EdgeCaseBody",
            {"api_keys": [], "authenticators": [], "oauth_providers": []},
        ),
        (
            "everything-at-once",
            "Valid",
            {
                "api_keys": [api_key, api_key],
                "authenticators": [authenticator],
                "oauth_providers": [provider],
                "email": "user@example.com",
                "phone_number": "+15551234567",
            },
        ),
        ("characters-that-JSON-escapes", "EdgeCaseBody", {"email": 'a"b\\c\n\t\x7f/<>&\u2028@example.com'}),
        ("an-empty-email-address", "EdgeCaseBody", {"email": ""}),
    ):
        usage = {wire[name]: value for name, value in request.items()}
        message = {"signupV2": usage, "tokenId": maker.message["tokenId"], "type": "USAGE_TYPE_SIGNUP"}
        flags = f"{flag}+DeterministicSignature"
        yield cases.good(label, flags, client_signature=maker.sign(message), **request)
    token = maker.issue(maker.other.public_key)
    yield cases.bad("a-token-bound-to-another-key", "key-mismatch", "ReplayedToken", token)


def _verification(maker: _Maker) -> Iterator[VerificationCase]:
    label: str | Label
    message = compact(maker.message)
    fields = maker.sign(message)
    cases = Cases(VerificationCase, client_signature=fields)
    good, bad = cases.good, cases.bad

    def changed(**changes: object) -> dict[str, object]:
        return {**fields, **changes}

    yield good("a-login", "Valid", fields)
    yield good("a-login-with-its-token", "Valid", fields, verification_token=maker.token)
    signup = {"signupV2": {}, "tokenId": maker.message["tokenId"], "type": "USAGE_TYPE_SIGNUP"}
    yield good("a-signup", "Valid", maker.sign(signup), verification_token=maker.token)
    for label, usage in _usages(maker).items():
        signed = maker.sign({**signup, "signupV2": usage})
        yield good(f"a-signup-with-{label}", "Valid", signed, verification_token=maker.token)
    for label, text in json_variants(maker.message):
        yield good(placed("the-message", label), "ClientVariant", maker.sign(text))
    for label, other in (
        (
            Label("the-message-s-keys-in-reverse-order", "the message's keys in reverse order"),
            dict(reversed(maker.message.items())),
        ),
        ("a-field-in-the-message-that-is-not-known", {**maker.message, "extra": 1}),
    ):
        yield good(label, "ClientVariant", maker.sign(other))
    yield good("white-space-in-the-message", "ClientVariant", maker.sign(f" {message}\n"))
    yield good("a-field-that-is-not-known", "ClientVariant", {**fields, "extra": 1})
    upper = {**fields, "publicKey": fields["publicKey"].upper(), "signature": fields["signature"].upper()}
    yield good("hex-in-upper-case", "ClientVariant", upper)
    digits = fields["signature"]
    s = int(digits[64:], 16)
    twin = {**fields, "signature": digits[:64] + f"{P256.group_order - s:064x}"}
    yield good("the-other-s", "LowS", twin)
    for label, part in (("r", slice(0, 2)), ("s", slice(64, 66))):
        other = next(
            candidate
            for candidate in (maker.sign({**maker.message, "n": number}) for number in range(5000))
            if candidate["signature"][part] == "00"
        )
        yield good(of_field(label, "has-a-leading-zero-byte"), "EdgeCaseSignature", other)
    for label, text in (
        ("another-token-id-in-the-message", message.replace("eb39b199", "eb39b198")),
        ("a-space-after-the-message", message + " "),
        (
            Label("the-message-s-keys-in-another-order", "the message's keys in another order"),
            compact(dict(reversed(maker.message.items()))),
        ),
    ):
        yield bad(label, "bad-signature", "AlteredMessage", changed(message=text))
    other_key = maker.other.public_key
    yield bad("another-public-key", "bad-signature", "WrongKey", changed(publicKey=other_key))
    for label, other_digits in (
        ("a-bit-of-r-flipped", f"{int(digits[0], 16) ^ 1:x}" + digits[1:]),
        ("a-bit-of-s-flipped", digits[:-1] + f"{int(digits[-1], 16) ^ 1:x}"),
        ("r-and-s-swapped", digits[64:] + digits[:64]),
    ):
        yield bad(label, "bad-signature", "AlteredMessage", changed(signature=other_digits))
    order = f"{P256.group_order:064x}"
    for label, flag, other_digits in (
        (Label("r-is-0", "r is 0", idea="FIELD is 0"), "SignatureRange", "00" * 32 + digits[64:]),
        (Label("s-is-0", "s is 0", idea="FIELD is 0"), "SignatureRange", digits[:64] + "00" * 32),
        (
            Label("r-is-the-order", "r is the order", idea="FIELD is the order"),
            "SignatureRange",
            order + digits[64:],
        ),
        (
            Label("s-is-the-order", "s is the order", idea="FIELD is the order"),
            "SignatureRange",
            digits[:64] + order,
        ),
        ("as-DER", "RawSignature", raw_to_der(bytes.fromhex(digits), P256.group_order).hex()),
        ("cut-by-a-byte", "RawSignature", digits[:-2]),
        (
            Label("a-byte-after-it-as-a-recovery-id-is", "a byte after it, as a recovery id is"),
            "RawSignature",
            digits + "00",
        ),
        ("empty", "RawSignature", ""),
    ):
        yield bad(placed("the-signature", label), "malformed", flag, changed(signature=other_digits))
    yield from cases.bad_each("the-signature", hex_defects(digits), changed, "signature")
    key = fields["publicKey"]
    whole = uncompressed_point(decode_point(bytes.fromhex(key), P256, "key")).hex()
    for label, flag, other_key in (
        ("uncompressed", "CompressedPoint", whole),
        ("65-bytes-that-begin-with-02", "InvalidPoint", f"02{whole[2:]}"),
        ("at-infinity", "InvalidPoint", "00"),
        ("an-x-that-is-not-in-the-field", "InvalidPoint", "02" + "ff" * 32),
        ("a-form-that-SEC1-does-not-have", "InvalidPoint", "05" + key[2:]),
        ("empty", "InvalidPoint", ""),
    ):
        yield bad(placed("the-public-key", label), "malformed", flag, changed(publicKey=other_key))
    yield from cases.bad_each("the-public-key", hex_defects(key), changed, "publicKey")
    for scheme in ("CLIENT_SIGNATURE_SCHEME_API_SECP256K1", "SIGNATURE_SCHEME_TK_API_P256", ""):
        label = Label(f"the-scheme-{id_of(scheme or 'empty')}", f"the scheme {scheme or 'empty'}")
        yield bad(label, "unsupported", "SchemeConfusion", changed(scheme=scheme))
    for label, scheme in near_texts(fields["scheme"]):
        yield bad(placed("the-scheme", label), "unsupported", "SchemeConfusion", changed(scheme=scheme))
    for name in fields:
        without = {other_name: value for other_name, value in fields.items() if other_name != name}
        yield bad(of_field(name, "left-out"), "malformed", "MissingField", without)
        for json_type, value in NOT_TEXT.items():
            yield bad(of_field(name, f"is-{json_type}"), "malformed", "WrongType", {**fields, name: value})
        shouted = {**fields, name.upper(): fields[name]}
        yield bad(of_field(name, "once-more-in-upper-case"), "malformed", "FoldedName", shouted)
    yield from _messages(maker, cases)


def _usages(maker: _Maker) -> dict[str, dict[str, Any]]:
    """Return the fields that a signup may have, by name."""
    parts: dict[str, dict[str, Any]] = {
        "an-API-key": {"apiKeys": [_api_key(maker.key.public_key)]},
        "a-passkey": {"authenticators": [_AUTHENTICATOR]},
        "an-OAuth-provider": {"oauthProviders": [_PROVIDER]},
        "an-email-address": {"email": "user@example.com"},
        "a-phone-number": {"phoneNumber": "+15551234567"},
        "empty-arrays": {"apiKeys": [], "authenticators": [], "oauthProviders": []},
        "a-field-that-is-not-known": {"extra": [1]},
    }
    names = ("an-API-key", "a-passkey", "an-OAuth-provider", "an-email-address", "a-phone-number")
    return {
        **parts,
        "everything-at-once": {name: value for part in names for name, value in parts[part].items()},
    }


def _messages(maker: _Maker, cases: Cases[VerificationCase]) -> Iterator[VerificationCase]:
    """Yield well-signed messages that are neither a login nor a signup."""
    message, bad = maker.message, cases.bad
    texts = {"tokenId": message["tokenId"], "type": message["type"]}
    login = f'{{"login":{compact(message["login"])},'
    defects = (defect for defect in json_defects(texts) if defect.value.startswith("{"))
    yield from cases.bad_each("the-message", defects, lambda text: maker.sign(login + text[1:]))
    for label, flag, other in (
        ("neither-login-nor-signup", "MissingField", texts),
        (
            Label("neither-of-type-signup", "neither, of type signup"),
            "MissingField",
            {**texts, "type": "USAGE_TYPE_SIGNUP"},
        ),
        ("both-login-and-signup", "KindConfusion", {**message, "signupV2": {}}),
        ("a-login-of-type-signup", "KindConfusion", {**message, "type": "USAGE_TYPE_SIGNUP"}),
        ("a-signup-of-type-login", "KindConfusion", {**texts, "signupV2": {}}),
        ("another-type", "KindConfusion", {**message, "type": "USAGE_TYPE_OTHER"}),
        ("a-login-without-a-public-key", "MissingField", {**message, "login": {}}),
        ("a-login-that-is-text", "WrongType", {**message, "login": "x"}),
        ("a-login-whose-public-key-is-a-number", "WrongType", {**message, "login": {"publicKey": 5}}),
        (
            Label(
                "login-once-more-in-upper-case",
                "login once more in upper case",
                idea="FIELD once more in upper case",
            ),
            "FoldedName",
            {**message, "LOGIN": message["login"]},
        ),
        (
            Label(
                "signupV2-in-upper-case-beside-a-login",
                "signupV2 in upper case beside a login",
                idea="FIELD in upper case beside a login",
            ),
            "FoldedName",
            {**message, "SIGNUPV2": {}},
        ),
        (
            "a-login-with-another-public-key-in-upper-case",
            "FoldedName",
            {**message, "login": {**message["login"], "PUBLICKEY": maker.other.public_key}},
        ),
    ):
        yield bad(placed("the-message", label), "malformed", flag, maker.sign(other))
    for name, value in _usages(maker)["everything-at-once"].items():
        other = {**texts, "type": "USAGE_TYPE_SIGNUP", "signupV2": {name.upper(): value}}
        label = placed("the-message", f"a-signup-with-{name}-in-upper-case")
        yield bad(label, "malformed", "FoldedName", maker.sign(other))
    for difference, usage_type in near_texts(message["type"]):
        signed = maker.sign({**message, "type": usage_type})
        yield bad(
            placed("the-message", Label(f"its-type-{difference}", f"its type, {words_of(difference)}")),
            "malformed",
            "KindConfusion",
            signed,
        )
    for difference, token_id in near_texts(message["tokenId"]):
        token = maker.issue(maker.key.public_key, token_id)
        label = f"with-a-token-whose-id-has-{difference}"
        signed = maker.sign(message)
        yield bad(label, "key-mismatch", "ReplayedToken", signed, verification_token=token)
    for json_type, value in NOT_TEXT.items():
        if json_type != "an-object":
            signed = maker.sign({**texts, "type": "USAGE_TYPE_SIGNUP", "signupV2": value})
            yield bad(
                placed("the-message", f"a-signup-that-is-{json_type}"), "malformed", "WrongType", signed
            )
    for name, wrong in (
        *((name, NOT_TEXT) for name in ("email", "phoneNumber")),
        *((name, _NOT_OBJECTS) for name in ("apiKeys", "authenticators", "oauthProviders")),
    ):
        for json_type, value in wrong.items():
            signed = maker.sign({**texts, "type": "USAGE_TYPE_SIGNUP", "signupV2": {name: value}})
            yield bad(
                placed("the-message", f"a-signup-whose-{name}-is-{json_type}"),
                "malformed",
                "WrongType",
                signed,
            )
    yield bad(
        Label("the-message-empty", "the message: empty", idea="empty"),
        "malformed",
        "JsonStrictness",
        maker.sign(""),
    )
    header, payload, signature = maker.token.split(".")
    claims = json.loads(decode_base64url(payload, "the claims"))
    for defect, value in (("text", "soon"), ("a-number", int(claims["exp"])), ("left-out", None)):
        changed = {name: claim for name, claim in {**claims, "exp": value}.items() if claim is not None}
        token = ".".join((header, encode_base64url(compact(changed).encode()), signature))
        label = f"with-a-token-whose-exp-is-{defect}"
        yield bad(label, "malformed", "ExpiryNotation", maker.sign(message), verification_token=token)
    for defect, raw in out_of_range(decode_base64url(signature, "the signature"), P256.group_order):
        token = f"{header}.{payload}.{encode_base64url(raw)}"
        label = f"with-a-token-whose-signature-has-{defect}"
        yield bad(label, "malformed", "SignatureRange", maker.sign(message), verification_token=token)
    key = maker.key.public_key
    for label, signer, token in (
        ("a-token-that-is-bound-to-another-key", maker.other, maker.token),
        (
            "another-token-of-the-same-key",
            maker.key,
            maker.issue(key, "00000000-0000-4000-8000-000000000000"),
        ),
        *(
            (f"a-token-whose-id-differs-in-the-{which}-character", maker.key, maker.issue(key, token_id))
            for which, token_id in near_misses(message["tokenId"])
        ),
        *(
            (f"a-token-whose-key-differs-in-the-{which}-digit", maker.key, maker.issue(public_key))
            for which, public_key in near_misses(key)
        ),
    ):
        signed = maker.sign(message, signer)
        yield bad(f"with-{label}", "key-mismatch", "ReplayedToken", signed, verification_token=token)


def client_signature(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of client signatures."""
    maker = _Maker(material)
    yield from _logins(maker)
    yield from _signups(maker)
    yield from _verification(maker)

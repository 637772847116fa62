"""Vectors of sealed requests: every operation, and violations of each of its rules."""

import copy
import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import UNSET

from sealwax.operations import AuthProxyOperation, Parameters, SubmitOperation, operation_schemas
from sealwax.operations.all_operations import SPECIFIED
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.api_key_stamps import CurveName
from sealwax_vectors.constructs.sealed_requests import AuthProxy, AuthProxyCase, Stamped, StampedCase
from sealwax_vectors.format import C, Case

from .builder import Cases
from .bundles import ORGANIZATION
from .defects import hex_defects
from .labels import Label, as_label, id_of, of_field, placed, valued, words_of

_TIME = 1748876837000
_CONFIGURATION = "0d8f7b1e-52a4-4b0c-9f39-6f1d1d0a7c55"
_API, _PROXY = "https://api.example.com", "https://authproxy.example.com"
_POINT = "02f739f8c77b32f4d5f13265861febd76e7a9c61a1140d296b8c16302508870316"


_OAUTH_PROVIDER = {
    "providerName": "Google",
    "oidcToken": "eyJhbGciOiJSUzI1NiJ9.e30.AA",
    "oidcClaims": {"iss": "https://accounts.example.com", "sub": "110169484474386276334", "aud": "client"},
}
_CLIENT_SIGNATURE = {
    "publicKey": _POINT,
    "scheme": "CLIENT_SIGNATURE_SCHEME_API_P256",
    "message": '{"login":{"publicKey":"' + _POINT + '"},"tokenId":"t","type":"USAGE_TYPE_LOGIN"}',
    "signature": "ab" * 64,
}
_TOKEN = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.e30.AA"  # noqa: S105 - nobody's
# The base point of P-256 (SEC 2, section 2.4.2).
_TARGET_KEY = (
    "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
)
_USER = "6912b819-f4df-40f4-a192-20ee43090974"
_SECRET_ID = "d1a7b9c2-0001-4000-8000-00000000000a"  # noqa: S105 - only its id
_SUITE = "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"

_WHOLE: dict[str, dict[str, Any]] = {
    "update_webhook_endpoint": {
        "endpointId": "d1a7b9c2-0001-4000-8000-000000000001",
        "url": "https://example.com/hook",
        "name": "Haken",
        "isActive": False,
    },
    "update_user": {
        "userId": _USER,
        "userName": "Zoë",
        "userEmail": "user@example.com",
        "userTagIds": ["d1a7b9c2-0001-4000-8000-000000000002"],
        "userPhoneNumber": "+13214567890",
    },
    "create_oauth_providers": {"userId": _USER, "oauthProviders": [_OAUTH_PROVIDER]},
    "set_ip_allowlist": {
        "enabled": True,
        "rules": [{"cidr": "192.0.2.0/24", "label": "office"}, {"cidr": "2001:db8::/32"}],
        "onEvaluationError": "DENY",
    },
    "oauth_login": {
        "oidcToken": "eyJhbGciOiJSUzI1NiJ9.e30.AA",
        "publicKey": _POINT,
        "expirationSeconds": "900",
        "invalidateExisting": True,
        "sessionProfileId": "d1a7b9c2-0001-4000-8000-000000000003",
    },
    "update_private_key_tag": {
        "privateKeyTagId": "d1a7b9c2-0001-4000-8000-000000000004",
        "newPrivateKeyTagName": "cold",
        "addPrivateKeyIds": ["d1a7b9c2-0001-4000-8000-000000000005"],
        "removePrivateKeyIds": [],
    },
    "update_policy": {
        "policyId": "d1a7b9c2-0001-4000-8000-000000000006",
        "policyName": "two of three",
        "policyEffect": "EFFECT_DENY",
        "policyCondition": "activity.type == 'ACTIVITY_TYPE_EXPORT_WALLET'",
        "policyConsensus": "approvers.count() >= 2",
        "policyNotes": "",
    },
    "verify_otp": {
        "otpId": "d1a7b9c2-0001-4000-8000-000000000007",
        "encryptedOtpBundle": '{"encappedPublic":"04ab","ciphertext":"cd"}',
        "expirationSeconds": "86400",
    },
    "export_wallet": {
        "walletId": "d1a7b9c2-0001-4000-8000-000000000008",
        "targetPublicKey": _TARGET_KEY,
        "language": "MNEMONIC_LANGUAGE_JAPANESE",
    },
    "create_policy": {
        "policyName": "allow",
        "effect": "EFFECT_ALLOW",
        "condition": "true",
        "consensus": "approvers.any(user, user.id == 'x')",
        "notes": "line one\nline two",
    },
    "delete_private_keys": {
        "privateKeyIds": ["d1a7b9c2-0001-4000-8000-000000000005"],
        "deleteWithoutExport": False,
    },
    "create_private_key_tag": {"privateKeyTagName": "cold", "privateKeyIds": []},
    "create_user_tag": {"userTagName": "ops", "userIds": [_USER]},
    "update_user_email": {"userId": _USER, "userEmail": "user@example.com", "verificationToken": _TOKEN},
    "delete_user_tags": {"userTagIds": ["d1a7b9c2-0001-4000-8000-000000000002"]},
    "export_wallet_account": {
        "address": "0x52908400098527886E0F7030069857D2E4169EE7",
        "targetPublicKey": _TARGET_KEY,
    },
    "update_organization_name": {"organizationName": '<Ünïcode> & "quotes" \\ 🔑 \u2028'},
    "delete_mfa_policy": {"userId": _USER, "mfaPolicyId": "d1a7b9c2-0001-4000-8000-000000000009"},
    "init_import_wallet": {"userId": _USER},
    "list_private_keys": {},
    "signup_v2": {
        "userEmail": "user@example.com",
        "userPhoneNumber": "+41000000000",
        "userTag": "new",
        "userName": "Zoë",
        "organizationName": "Zoë's",
        "verificationToken": _TOKEN,
        "apiKeys": [
            {
                "apiKeyName": "laptop",
                "publicKey": _POINT,
                "curveType": "API_KEY_CURVE_P256",
                "expirationSeconds": "3600",
            }
        ],
        "authenticators": [
            {
                "authenticatorName": "My passkey",
                "challenge": "Y2hhbGxlbmdl",
                "attestation": {
                    "credentialId": "RAECAwQ",
                    "clientDataJson": "e30",
                    "attestationObject": "oA",
                    "transports": ["AUTHENTICATOR_TRANSPORT_INTERNAL", "AUTHENTICATOR_TRANSPORT_HYBRID"],
                },
            }
        ],
        "oauthProviders": [_OAUTH_PROVIDER],
        "wallet": {
            "walletName": "My wallet",
            "accounts": [
                {
                    "curve": "CURVE_SECP256K1",
                    "pathFormat": "PATH_FORMAT_BIP32",
                    "path": "m/44'/60'/0'/0/0",
                    "addressFormat": "ADDRESS_FORMAT_ETHEREUM",
                    "name": "first",
                }
            ],
            "mnemonicLength": 24,
        },
        "clientSignature": _CLIENT_SIGNATURE,
    },
    "otp_login_v2": {
        "verificationToken": _TOKEN,
        "publicKey": _POINT,
        "clientSignature": _CLIENT_SIGNATURE,
        "invalidateExisting": True,
        "organizationId": ORGANIZATION,
    },
    "init_import_secrets": {"encryptionSuite": _SUITE, "numSecrets": 2},
    "import_secrets": {
        "secrets": [
            {
                "name": "Zoë's card",
                "secretPayload": '{"encappedPublic":"04ab","ciphertext":"cd"}',
                "targetPublicKey": _TARGET_KEY,
                "encryptionSuite": _SUITE,
                "staticProperties": [{"key": "kind", "value": "card"}],
            }
        ]
    },
    "export_secrets": {
        "secrets": [
            {
                "secretId": _SECRET_ID,
                "targetPublicKey": _TARGET_KEY,
                "encryptionSuite": _SUITE,
                "requestContext": [{"key": "purpose", "value": "pay"}],
            }
        ]
    },
    "delete_secrets": {"secretIds": [_SECRET_ID]},
    "list_secrets": {"paginationOptions": {"limit": "100", "before": _SECRET_ID, "after": _SECRET_ID}},
}
"""Each operation with all parameters that can be combined."""

_BAD_NUMBERS = ("0", "-1", "+1", "01", "1_0", "1.5", "1e3", " 1", "1\n", "", "\u0661", "\uff11")
_BAD_PHONES = (
    "13214567890",
    "0013214567890",
    "+03214567890",
    "+1 321 456 7890",
    "+1",
    "+",
    "",
    "+1234567890123456",
    "+13214567890\n",
    "+\u0661\u0663\u0662\u0661",
)
_BAD_CIDRS = (
    "192.0.2.0",
    "192.0.2.1/24",
    "192.0.2.0/33",
    "192.0.2.0/024",
    "192.0.2.0/255.255.255.0",
    "192.0.2.00/24",
    "192.0.2/24",
    "256.0.2.0/24",
    "2001:db8::1/32",
    "2001:db8::/129",
    "fe80::%eth0/64",
    "192.0.2.0/24\n",
    "example.com/24",
    "",
)


_SHOWN = {
    "": "is an empty text",
    "1\n": "'1' and a newline",
    "\u0661": "in an Arabic digit",
    "\uff11": "in a full-width digit",
    "+13214567890\n": "'+13214567890' and a newline",
    "+\u0661\u0663\u0662\u0661": "in Arabic digits",
    "192.0.2.0/24\n": "'192.0.2.0/24' and a newline",
    "https://example.com\\@example.org": "'https://example.com', a backslash and '@example.org'",
    "https://example.com\r\nX: y": "'https://example.com' and another header",
    "a\r\nX-Other: b": "'a' and another header",
    "ü": "that is not ASCII",
}
"""Descriptions of texts that comments do not quote."""


def _shown(value: object) -> str:
    """Describe a value for comments."""
    if isinstance(value, str):
        return _SHOWN.get(value, f"'{value}'")
    return "an array" if isinstance(value, list) else str(value).lower()


def _spelled(subject: str, spelled: str, shown: str, field: str = "") -> Label:
    """Make a label whose id has a value as Python spells it, and whose comment shows it otherwise.

    ``field`` replaces the words of the subject in the idea.
    """
    words = words_of(subject)
    return Label(
        id_of(f"{subject} {spelled}"),
        f"{words} {shown}",
        f"{field or words} {shown}",
        hashed=f"{words} {spelled}" if "'" in spelled else "",
    )


def _field(path: str) -> str:
    """Return the path in ideas: FIELD, unless it is one word."""
    return path if path.isalpha() and path.islower() else "FIELD"


class _Place:
    """A field somewhere in the parameters of an operation."""

    def __init__(self, steps: tuple[str | int, ...], field: msgspec.structs.FieldInfo) -> None:
        self.steps, self.field = steps, field
        text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
        self.path = text.removeprefix(".")

    def change(self, params: dict[str, Any], value: object = UNSET) -> dict[str, Any]:
        """Return parameters with this field changed or left out."""
        made: Any = copy.deepcopy(params)
        target = made
        for step in self.steps[:-1]:
            target = target[step]
        if value is UNSET:
            del target[self.steps[-1]]
        else:
            target[self.steps[-1]] = value
        return dict(made)

    @property
    def values(self) -> tuple[Any, ...]:
        """Return the values of the enumeration of the field or of its items."""
        return _find(self.field.type, Literal)


def _find(annotation: Any, wanted: object) -> tuple[Any, ...]:
    """Find the arguments of a type inside another type."""
    if get_origin(annotation) is wanted:
        return get_args(annotation)
    return next((found for part in get_args(annotation) if (found := _find(part, wanted))), ())


def _inner(annotation: Any) -> type[Parameters] | None:
    """Find the type of the object in a field or its items."""
    if isinstance(annotation, type) and issubclass(annotation, Parameters):
        return annotation
    return next((found for part in get_args(annotation) if (found := _inner(part))), None)


def _places(kind: type[Parameters], params: Any, steps: tuple[str | int, ...] = ()) -> Iterator[_Place]:
    """Yield the fields that are present; for an array, the fields of its first item."""
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name not in params:
            continue
        yield _Place((*steps, name), field)
        inner, value = _inner(field.type), params[name]
        if inner is not None and isinstance(value, list):
            yield from _places(inner, value[0], (*steps, name, 0))
        elif inner is not None:
            yield from _places(inner, value, (*steps, name))


class _Maker:
    """Makes the cases of both groups."""

    def __init__(self, material: KeyMaterial) -> None:
        self._secrets: dict[CurveName, str] = {
            curve: material.take(f"{curve} key").hex() for curve in ("p256", "secp256k1", "ed25519")
        }
        self._stood: set[tuple[object, ...]] = set()

    def good(
        self, label: str | Label, flag: str, name: str, parameters: dict[str, Any], **changes: Any
    ) -> Any:
        """Make a case with the outputs of this library."""
        group, case, fields = self._fields(name, parameters, changes)
        made = Cases(case, valued(name)).good(label, flag, **fields)
        for output, value in group(tests=[]).run(made).items():
            setattr(made, output, value)
        return made

    def bad(
        self, label: str | Label, flag: str, name: str, parameters: dict[str, Any], **changes: Any
    ) -> Any:
        """Make a case that violates the specification."""
        _, case, fields = self._fields(name, parameters, changes)
        return Cases(case, valued(name)).bad(label, "invalid-request", flag, **fields)

    def _fields(self, name: str, parameters: dict[str, Any], changes: dict[str, Any]) -> Any:
        operation = SPECIFIED[name]
        fields: dict[str, Any] = {"operation": name, "parameters": parameters}
        if issubclass(operation, AuthProxyOperation):
            fields |= {"base_url": _PROXY, "configuration_id": _CONFIGURATION}
            return AuthProxy, AuthProxyCase, fields | changes
        curve = changes.pop("curve", "p256")
        fields |= {"curve": curve, "private_key": self._secrets[curve], "base_url": _API}
        fields |= {"organization_id": ORGANIZATION}
        if issubclass(operation, SubmitOperation):
            fields["timestamp_ms"] = _TIME
        return Stamped, StampedCase, fields | changes

    def cases(self, name: str) -> Iterator[Any]:
        """Yield the cases that every operation has."""
        whole = _WHOLE[name]
        places = list(_places(SPECIFIED[name], whole))
        yield self.good("every-parameter", "Valid", name, whole)
        if any(not place.field.required for place in places):
            required = {
                place.path: whole[place.path] for place in places if _is_top(place) and place.field.required
            }
            yield self.good("what-is-required-alone", "OptionalField", name, required)
        if name != "list_private_keys":
            yield self.bad("a-parameter-that-there-is-not", "UnknownField", name, {**whole, "unknown": "x"})
        for place in places:
            around = _around(whole, places, place)
            yield from self._wrong(name, around, place)
            yield from self._enumeration(name, around, place)
            yield from self._right(name, around, place)

    def _right(self, name: str, whole: dict[str, Any], place: _Place) -> Iterator[Any]:
        value = place.field.encode_name
        for flag, field, goods in (
            ("FieldLimit", "expirationSeconds", ("1", "86400")),
            ("FieldLimit", "userPhoneNumber", ("+41", "+123456789012345")),
            ("FieldLimit", "cidr", ("0.0.0.0/0", "192.0.2.1/32", "::/0", "::1/128")),
        ):
            if value == field:
                for good in goods:
                    yield self.good(of_field(place.path, valued(good)), flag, name, place.change(whole, good))
        if isinstance(_at(whole, place), list):
            make = self.good if _may_be_empty(place) else self.bad
            yield make(of_field(place.path, "empty"), "EmptyArray", name, place.change(whole, []))

    def _wrong(self, name: str, whole: dict[str, Any], place: _Place) -> Iterator[Any]:
        path, value, field = place.path, _at(whole, place), place.field.encode_name
        if place.field.required:
            yield self.bad(of_field(path, "left-out"), "MissingField", name, place.change(whole))
        # Each operation needs null once for each type, and an array once for text.
        if self._is_first(name, "null", type(value), place.field.required):
            yield self.bad(of_field(path, "null"), "WrongType", name, place.change(whole, None))
        others: tuple[object, ...] = (5,) if isinstance(value, str) else ("x",)
        if isinstance(value, str) and self._is_first(name, "array"):
            others = (5, ["x"])
        others = ("true", 1) if isinstance(value, bool) else others
        for other in others:
            changed = place.change(whole, other)
            shown = f"the text '{other}'" if isinstance(other, str) else _shown(other)
            label = _spelled(f"{path}-is", repr(other), shown, "FIELD is")
            yield self.bad(label, "WrongType", name, changed)
        if isinstance(value, dict):
            unknown = place.change(whole, {**value, "unknown": "x"})
            yield self.bad(of_field(path, "has-a-field-that-there-is-not"), "UnknownField", name, unknown)
        if field == "expirationSeconds":
            for text in _BAD_NUMBERS:
                changed = place.change(whole, text)
                label = _spelled(path, ascii(text), _shown(text), _field(path))
                yield self.bad(label, "NumberNotation", name, changed)
        for named, texts in (("userPhoneNumber", _BAD_PHONES), ("cidr", _BAD_CIDRS)):
            for text in texts if field == named else ():
                changed = place.change(whole, text)
                label = _spelled(path, ascii(text), _shown(text), _field(path))
                yield self.bad(label, "FieldLimit", name, changed)
        if field.endswith(("Id", "publicKey", "PublicKey")):
            yield self.bad(of_field(path, "empty"), "WrongType", name, place.change(whole, ""))

    def _is_first(self, *idea: object) -> bool:
        """Register an idea of an operation; return whether it is new."""
        is_first = idea not in self._stood
        self._stood.add(idea)
        return is_first

    def _enumeration(self, name: str, whole: dict[str, Any], place: _Place) -> Iterator[Any]:
        values, as_list = place.values, isinstance(_at(whole, place), list)
        if not values or _inner(place.field.type) is not None:
            return
        for value in values:
            changed = place.change(whole, [value] if as_list else value)
            yield self.good(
                _spelled(place.path, str(value), str(value), _field(place.path)), "Enumeration", name, changed
            )
        some = values[0]
        outside = (some.lower(), f"{some}_X", "") if isinstance(some, str) else (0, 11, 13, 25, 12.5, True)
        for value in outside:
            changed = place.change(whole, [value] if as_list else value)
            label = _spelled(place.path, repr(value), _shown(value), _field(place.path) if value else "FIELD")
            yield self.bad(label, "Enumeration", name, changed)


def _may_be_empty(place: _Place) -> bool:
    """Whether a field may be an empty array."""
    try:
        msgspec.convert([], place.field.type)
    except msgspec.ValidationError:
        return False
    return True


def _around(whole: dict[str, Any], places: list[_Place], place: _Place) -> dict[str, Any]:
    """Omit parameters that a case about one field does not need."""
    return {
        other.path: whole[other.path] if other.path == place.steps[0] or not _inner(other.field.type) else []
        for other in places
        if _is_top(other) and (other.field.required or other.path == place.steps[0])
    }


def _is_top(place: _Place) -> bool:
    return len(place.steps) == 1


def _at(params: Any, place: _Place) -> Any:
    for step in place.steps:
        params = params[step]
    return params


def _stamped(maker: _Maker) -> Iterator[StampedCase]:
    label: str | Label
    for name, operation in SPECIFIED.items():
        if not issubclass(operation, AuthProxyOperation):
            yield from _without_repeats(maker.cases(name))
    whole = _WHOLE["export_wallet"]
    for curve in ("secp256k1", "ed25519"):
        yield maker.good(f"stamped-on-{curve}", "Valid", "export_wallet", whole, curve=curve)
    for name, parameters in _WHOLE.items():
        if not issubclass(operation := SPECIFIED[name], SubmitOperation):
            continue
        make = maker.good if operation.makes_app_proofs else maker.bad
        for proofs in (True, False):
            label = of_field("generateAppProofs", str(proofs).lower())
            yield make(label, "AppProofs", name, parameters, generate_app_proofs=proofs)
    yield maker.good(
        "an-empty-email-address", "OptionalField", "update_user_email", {"userId": _USER, "userEmail": ""}
    )
    yield from _allowlists(maker)
    yield maker.bad(
        "86401-seconds", "FieldLimit", "verify_otp", {**_WHOLE["verify_otp"], "expirationSeconds": "86401"}
    )
    yield maker.good(
        "a-day-and-a-second",
        "FieldLimit",
        "oauth_login",
        {**_WHOLE["oauth_login"], "expirationSeconds": "86401"},
    )
    for time in (0, 253402300799999):
        yield maker.good(f"at-{time}-ms", "FieldLimit", "export_wallet", whole, timestamp_ms=time)
    for time in (-1, 253402300800000):
        yield maker.bad(
            Label(f"at-{id_of(time)}-ms", f"at {time} ms"),
            "FieldLimit",
            "export_wallet",
            whole,
            timestamp_ms=time,
        )
    for name in ("export_wallet", "export_wallet_account"):
        params = {**_WHOLE[name], "targetPublicKey": "ab" * 32}
        yield maker.bad(
            Label(
                "targetPublicKey-is-the-private-key",
                "targetPublicKey is the private key",
                idea="FIELD is the private key",
            ),
            "PrivateKeySent",
            name,
            params,
        )
        for label, flag, point in (
            ("on-no-curve", "InvalidPoint", "04" + "00" * 63 + "01"),
            (
                Label("compressed-as-an-API-key-s-is", "compressed, as an API key's is"),
                "CompressedPoint",
                "02" + _TARGET_KEY[2:66],
            ),
            ("cut-by-its-last-byte", "InvalidPoint", _TARGET_KEY[:-2]),
            ("hybrid", "InvalidPoint", "07" + _TARGET_KEY[2:]),
            ("at-infinity", "InvalidPoint", "00"),
        ):
            params = {**_WHOLE[name], "targetPublicKey": point}
            yield maker.bad(_target_key_is(label), flag, name, params)
        for defect in hex_defects(_TARGET_KEY):
            params = {**_WHOLE[name], "targetPublicKey": defect.value}
            yield maker.bad(_target_key_is(placed("not-hex", defect.label)), defect.flag, name, params)
        params = {**_WHOLE[name], "targetPublicKey": _TARGET_KEY.upper()}
        yield maker.good(
            Label(
                "targetPublicKey-in-upper-case", "targetPublicKey in upper case", idea="FIELD in upper case"
            ),
            "ClientVariant",
            name,
            params,
        )
    yield from _secrets(maker)
    for name in ("export_wallet", "list_private_keys"):
        yield maker.bad(
            Label("organizationId-empty", "organizationId empty", idea="FIELD empty"),
            "WrongType",
            name,
            _WHOLE[name],
            organization_id="",
        )
    yield from _destinations(maker, "export_wallet")


def _target_key_is(label: str | Label) -> Label:
    """Return the label of a defect of ``targetPublicKey``, whose idea may have a place of its own."""
    made = as_label(label)
    idea = made.idea if made.idea != made.comment else f"FIELD is {made.comment}"
    return Label(f"targetPublicKey-is-{made.id}", f"targetPublicKey is {made.comment}", idea)


def _allowlists(maker: _Maker) -> Iterator[Any]:
    name, rules = "set_ip_allowlist", {"rules": [{"cidr": "192.0.2.0/24"}]}
    yield maker.good("of-a-key", "Valid", name, {"publicKey": _POINT, **rules})
    yield maker.good(
        Label("publicKey-null", "publicKey null", idea="FIELD null"),
        "OptionalField",
        name,
        {"publicKey": None, "enabled": True, **rules},
    )
    for enabled in (True, False):
        of_a_key = {"publicKey": _POINT, "enabled": enabled, **rules}
        yield maker.bad(
            Label(f"of-a-key-enabled-{enabled}".lower(), f"of a key, enabled {enabled}".lower()),
            "FieldConflict",
            name,
            of_a_key,
        )
    yield maker.bad(
        Label("publicKey-empty", "publicKey empty", idea="FIELD empty"),
        "WrongType",
        name,
        {"publicKey": "", **rules},
    )
    yield maker.bad(
        Label("publicKey-is-5", "publicKey is 5", idea="FIELD is 5"),
        "WrongType",
        name,
        {"publicKey": 5, **rules},
    )


def _secrets(maker: _Maker) -> Iterator[Any]:
    for name, item in (("export_secrets", "secretId"), ("import_secrets", "targetPublicKey")):
        (whole,) = _WHOLE[name]["secrets"]
        yield maker.bad(of_field(item, "twice"), "RepeatedId", name, {"secrets": [whole, whole]})
        for label, flag, point in (
            ("on-no-curve", "InvalidPoint", "04" + "00" * 63 + "01"),
            (
                Label("compressed-as-an-API-key-s-is", "compressed, as an API key's is"),
                "CompressedPoint",
                "02" + _TARGET_KEY[2:66],
            ),
            ("the-private-key", "PrivateKeySent", "ab" * 32),
        ):
            changed = {"secrets": [{**whole, "targetPublicKey": point}]}
            yield maker.bad(_target_key_is(label), flag, name, changed)
    (whole,) = _WHOLE["export_secrets"]["secrets"]
    ids = [f"{_SECRET_ID[:-2]}{number:02x}" for number in range(33)]
    for name, many in (
        ("export_secrets", {"secrets": [{**whole, "secretId": secret_id} for secret_id in ids]}),
        ("delete_secrets", {"secretIds": ids}),
    ):
        ((field, items),) = many.items()
        yield maker.good("32-secrets", "FieldLimit", name, {field: items[:32]})
        yield maker.bad("33-secrets", "FieldLimit", name, {field: items})
    yield maker.bad("an-id-twice", "RepeatedId", "delete_secrets", {"secretIds": [_SECRET_ID, _SECRET_ID]})
    upper = {"secretIds": [_SECRET_ID, _SECRET_ID.upper()]}
    yield maker.bad(
        Label("an-id-twice-once-in-upper-case", "an id twice, once in upper case"),
        "RepeatedId",
        "delete_secrets",
        upper,
    )
    for number in (0, -1):
        wrong = {**_WHOLE["init_import_secrets"], "numSecrets": number}
        yield maker.bad(
            Label(f"numSecrets-{id_of(number)}", f"numSecrets {number}", idea=f"FIELD {number}"),
            "FieldLimit",
            "init_import_secrets",
            wrong,
        )
    for size in ("1", "10", "100"):
        yield maker.good(
            f"limit-{size}", "FieldLimit", "list_secrets", {"paginationOptions": {"limit": size}}
        )
    for size in ("0", "101", "1000", "01", "1.0", "-1", "", "1\n"):
        wrong = {"paginationOptions": {"limit": size}}
        label = _spelled("limit", ascii(size), _shown(size), "" if size else "FIELD")
        yield maker.bad(label, "FieldLimit", "list_secrets", wrong)


def _destinations(maker: _Maker, name: str) -> Iterator[Any]:
    for url in (
        "https://example.com:8443/prefix/",
        "http://localhost:8080",
        "http://LOCALHOST",
        "http://127.0.0.1",
        "http://[::1]:1",
        "http://[0::1]",
    ):
        yield maker.good(
            Label(f"to-{id_of(url)}", f"to {url}"), "RequestDestination", name, _WHOLE[name], base_url=url
        )
    for url in (
        "",
        "example.com",
        "http://example.com",
        "http://127.0.0.1.example.com",
        "http://[::ffff:127.0.0.1]",
        "ftp://example.com",
        "https://user:password@example.com",
        "https://example.com?x=y",
        "https://example.com#x",
        "https://example.com/../x",
        "https://example.com\\@example.org",
        "https://example.com\r\nX: y",
        "https://example.com:99999",
        "https://[1::2::3]",
        "https://example.com?",
        "https://example.com#",
        "https://@example.com",
        "https://example.com/@x",
        "https://localhost@example.com",
    ):
        label = _spelled("to", repr(url), _shown(url) if url else "an empty URL")
        yield maker.bad(label, "RequestDestination", name, _WHOLE[name], base_url=url)


def _proxied(maker: _Maker) -> Iterator[AuthProxyCase]:
    for name, operation in SPECIFIED.items():
        if issubclass(operation, AuthProxyOperation):
            yield from _without_repeats(maker.cases(name))
    name = "otp_login_v2"
    for configuration in ("", "a b", "a\r\nX-Other: b", "ü"):
        label = _spelled("configuration-id", repr(configuration), _shown(configuration))
        yield maker.bad(label, "HeaderInjection", name, _WHOLE[name], configuration_id=configuration)
    yield from _destinations(maker, name)


def _without_repeats(cases: Iterator[C]) -> list[C]:
    """Leave out an operation's repeats, such as a parameter's value that the whole request already has."""
    first: dict[str, C] = {}
    for case in cases:
        first.setdefault(repr(msgspec.structs.replace(case, id="", comment="", idea="", flags=[])), case)
    return [*first.values()]


def request_schema() -> dict[str, object]:
    """Make the JSON Schema of the parameters and bodies of requests.

    Returns:
        A schema whose ``$defs`` hold ``NAME_request`` for each operation, and the definitions that they use.
    """
    whole = operation_schemas(SPECIFIED)
    definitions: Any = whole["$defs"]
    wanted = {f"{name}_request" for name in SPECIFIED}
    found: set[str] = set()
    while wanted:
        found |= wanted
        text = msgspec.json.encode([definitions[name] for name in wanted]).decode()
        wanted = set(re.findall(r'"#/\$defs/(\w+)"', text)) - found
    return {**whole, "$defs": {name: definitions[name] for name in sorted(found)}}


def sealed_request(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of requests."""
    maker = _Maker(material)
    yield from _stamped(maker)
    yield from _proxied(maker)

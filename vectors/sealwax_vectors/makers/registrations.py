"""Vectors of WebAuthn registrations, encoded for signup (wire-formats.md, section 6)."""

from collections.abc import Iterator
from typing import Any

import cbor2

from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax.testing.key_material import KeyMaterial
from sealwax.webauthn.registration import TRANSPORTS, CredentialIdEncoding, encode_credential_id
from sealwax_vectors.constructs.registrations import CredentialIdCase, EncodingCase

from .builder import Cases
from .defects import (
    NOT_TEXT,
    base64url_defects,
    compact,
    json_defects,
    json_variants,
    near_missed_bytes,
    near_texts,
    without_mark,
)
from .labels import Label, by_rule, id_of, of_field, placed, valued
from .webauthn_stamps import ORIGIN, RP_ID, Passkey, in_client_data

CHALLENGE = b"a challenge of the application"

MISMATCHES = {
    "expected_challenge": "wrong-challenge",
    "expected_origin": "wrong-origin",
    "expected_rp_id": "wrong-origin",
}
"""The error of each expectation that does not match."""


class RegistrationMaker:
    """Makes registrations whose every byte can be chosen."""

    def __init__(self, material: KeyMaterial) -> None:
        self.passkeys: dict[str, Passkey] = {
            name: Passkey(name, material) for name in ("ES256", "EdDSA", "RS256")
        }
        self.passkey: Passkey = self.passkeys["ES256"]
        self.context: dict[str, Any] = {
            "expected_challenge": encode_base64url(CHALLENGE),
            "expected_origin": ORIGIN,
            "expected_rp_id": RP_ID,
        }

    def client_data(self, **changes: Any) -> bytes:
        """Serialize client data, with changes."""
        return self.passkey.client_data(CHALLENGE, **{"type": "webauthn.create", **changes})

    def data(
        self,
        *,
        flags: int = 0x45,
        credential_id: bytes | None = None,
        key: bytes | None = None,
        aaguid: bytes = bytes(16),
        id_length: int | None = None,
        rp_id: str = RP_ID,
        rest: bytes = b"",
    ) -> bytes:
        """Make authenticator data, with changes."""
        raw_id = self.passkey.credential_id if credential_id is None else credential_id
        length = len(raw_id) if id_length is None else id_length
        key = self.passkey.public_key if key is None else key
        credential = aaguid + length.to_bytes(2, "big") + raw_id + key
        return self.passkey.data(flags=flags, count=0, rp_id=rp_id, rest=credential + rest)

    def json(self, **how: Any) -> str:
        """Make a browser's answer, with changes, as JSON text."""
        return compact(self.credential(**how))

    def credential(
        self,
        *,
        client_data: bytes | None = None,
        data: bytes | None = None,
        fmt: object = "none",
        statement: object = None,
        attestation_object: bytes | None = None,
        response: dict[str, Any] | None = None,
        **changes: Any,
    ) -> dict[str, Any]:
        """Make a browser's answer, with changes."""
        if attestation_object is None:
            attestation_object = cbor2.dumps(
                {
                    "fmt": fmt,
                    "attStmt": {} if statement is None else statement,
                    "authData": self.data() if data is None else data,
                }
            )
        raw_id = encode_base64url(self.passkey.credential_id)
        return {
            "id": raw_id,
            "rawId": raw_id,
            "response": {
                "clientDataJSON": encode_base64url(
                    self.client_data() if client_data is None else client_data
                ),
                "attestationObject": encode_base64url(attestation_object),
                "transports": ["internal", "hybrid"],
                **(response or {}),
            },
            "type": "public-key",
            "clientExtensionResults": {},
            **changes,
        }


class _Encoded(Cases[EncodingCase]):
    """Makes cases of encoding a browser's answer: its fields, or its JSON."""

    def fields(self, credential: dict[str, Any] | str, **changes: str) -> dict[str, Any]:
        """Return the answer and, if it is an object, the expected outputs."""
        if isinstance(credential, str):
            return {"credential": credential, **changes}
        response, raw_id = credential["response"], decode_base64url(credential["rawId"], "raw id")
        return {
            "credential": compact(credential),
            "attestation": {
                "credentialId": encode_credential_id(raw_id, CredentialIdEncoding.CBOR),
                "clientDataJson": response["clientDataJSON"].rstrip("="),
                "attestationObject": response["attestationObject"].rstrip("="),
                "transports": [
                    TRANSPORTS[name] for name in response.get("transports") or () if name in TRANSPORTS
                ],
            },
            "raw_credential_id": encode_base64url(raw_id),
            **changes,
        }


def encoding_cases(maker: RegistrationMaker) -> Iterator[EncodingCase]:
    """Yield the cases of registrations to encode for signup."""
    label: str | Label
    cases = _Encoded(EncodingCase, credential="", **maker.context)
    good, bad = cases.good, cases.bad
    whole = maker.credential()
    yield good("as-a-browser-returns-it", "Valid", whole)
    for name, passkey in maker.passkeys.items():
        if passkey is maker.passkey:
            continue
        data = maker.data(key=passkey.public_key)
        yield good(f"an-{name}-key", "Valid", maker.credential(data=data))
    ed25519 = cbor2.loads(maker.passkeys["EdDSA"].public_key)
    neutral = maker.json(data=maker.data(key=cbor2.dumps({**ed25519, -2: b"\1" + bytes(31)})))
    yield bad("an-EdDSA-key-that-is-the-neutral-point", "malformed", "SmallOrder", neutral)
    no_point = maker.credential(data=maker.data(key=cbor2.dumps({**ed25519, -2: b"\2" + bytes(31)})))
    label = Label("an-EdDSA-key-that-is-no-point", "an EdDSA key that is no point", section="8.1")
    yield good(by_rule(label), "InvalidPoint", no_point)
    for label, fmt, statement in (
        (
            Label("a-packed-statement-carried-untouched", "a packed statement, carried untouched"),
            "packed",
            {"alg": -7, "sig": b"x"},
        ),
        (
            Label(
                "a-statement-of-a-format-that-is-not-known-carried-untouched",
                "a statement of a format that is not known, carried untouched",
            ),
            "new",
            {"x": [1, 2]},
        ),
    ):
        yield good(label, "Valid", maker.credential(fmt=fmt, statement=statement))
    for name in ("id", "type"):
        credential = {other: value for other, value in whole.items() if other != name}
        yield good(f"no-{name}", "ClientVariant", credential)
    yield good("fields-that-are-not-known", "ClientVariant", maker.credential(extra={"a": [1]}))
    for label, transports in (("every-transport", list(TRANSPORTS)), ("no-transport", [])):
        yield good(label, "Valid", maker.credential(response={"transports": transports}))
    without = maker.credential()
    del without["response"]["transports"]
    yield good(
        Label("transports-left-out", "transports left out", idea="FIELD left out"), "ClientVariant", without
    )
    padded = maker.credential()
    for name in ("clientDataJSON", "attestationObject"):
        padded["response"][name] += "=" * (-len(padded["response"][name]) % 4)
    yield good("base64url-with-padding", "ClientVariant", padded)
    for label, data in (
        ("the-user-present-alone", maker.data(flags=0x41)),
        ("extensions", maker.data(flags=0xC5, rest=cbor2.dumps({"credProtect": 2}))),
        ("a-credential-that-is-backed-up", maker.data(flags=0x5D)),
        ("an-AAGUID", maker.data(aaguid=bytes(range(16)))),
    ):
        yield good(label, "ClientVariant", maker.credential(data=data))
    reordered = cbor2.dumps({"authData": maker.data(), "attStmt": {}, "fmt": "none", "epAtt": False})
    label = Label(
        "the-attestation-object-in-another-order-and-a-field-that-is-not-known",
        "the attestation object in another order, and a field that is not known",
    )
    yield good(label, "ClientVariant", maker.credential(attestation_object=reordered))
    plain = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": maker.data()})
    deepest = maker.credential(attestation_object=_nested(plain, 16))
    yield good(by_rule("an-attestation-object-of-16-levels"), "CborStrictness", deepest)
    padded = maker.credential(client_data=maker.client_data(challenge="YQ=="))
    for label, expected in (
        ("a-challenge-with-its-padding", "YQ"),
        (
            Label("a-challenge-with-its-padding-as-expected", "a challenge with its padding, as expected"),
            "YQ==",
        ),
    ):
        yield good(label, "ClientVariant", padded, expected_challenge=expected)
    # The expectations.
    for label, name, value in (
        ("another-challenge", "expected_challenge", encode_base64url(b"another")),
        ("the-challenge-without-its-last-byte", "expected_challenge", encode_base64url(CHALLENGE[:-1])),
        ("another-origin", "expected_origin", "https://example.org"),
        ("the-origin-with-a-slash", "expected_origin", ORIGIN + "/"),
        ("another-relying-party", "expected_rp_id", "example.org"),
        ("the-relying-party-in-upper-case", "expected_rp_id", "EXAMPLE.COM"),
    ):
        yield bad(
            placed("expected", label), MISMATCHES[name], "WrongContext", compact(whole), **{name: value}
        )
    for label, error, flag, changes in (
        (
            Label("an-assertion-s-client-data", "an assertion's client data"),
            "bad-signature",
            "CeremonyConfusion",
            {"type": "webauthn.get"},
        ),
        ("another-origin", "wrong-origin", "WrongContext", {"origin": "https://example.org"}),
        ("another-challenge", "wrong-challenge", "WrongContext", {"challenge": encode_base64url(b"another")}),
    ):
        text = maker.json(client_data=maker.client_data(**changes))
        yield bad(placed("in-the-client-data", label), error, flag, text)
    label = "another-relying-party-in-the-authenticator-data"
    yield bad(label, "wrong-origin", "WrongContext", maker.json(data=maker.data(rp_id="example.org")))
    yield bad("the-user-absent", "bad-signature", "UserPresence", maker.json(data=maker.data(flags=0x44)))
    yield from _credential_defects(maker, cases)
    yield from _authenticator_data_defects(maker, cases.bad)
    yield from _contexts_and_limits(maker, cases.good, cases.bad)
    yield from _hints_and_nulls(maker, cases)


def _of_another_type(name: str) -> Label:
    """Return the label of a member of another type."""
    field = name if name.islower() else "FIELD"
    return Label(f"{name}-of-another-type", f"{name} of another type", f"{field} of another type")


def _hints_and_nulls(maker: RegistrationMaker, cases: _Encoded) -> Iterator[EncodingCase]:
    """Yield transports without a name in the API, members that are null, and what the caller allows."""
    label: str | Label
    good, bad = cases.good, cases.bad
    for name in ("smart-card", "INTERNAL", "AUTHENTICATOR_TRANSPORT_USB", ""):
        for others in ([], ["nfc", "usb"]):
            names = " and ".join(others)
            beside = f", beside {names}" if others else ""
            credential = maker.credential(response={"transports": [*others[:1], name, *others[1:]]})
            label = placed("a-transport-to-leave-out", valued(f"{name or 'empty text'}{beside}"))
            yield good(label, "ClientVariant", credential)
    for transports in (["cable"], ["cable", "hybrid"]):
        hybrid = maker.credential(response={"transports": ["hybrid"]})
        case = good(
            Label(
                f"the-transport-{id_of(' and '.join(transports))}-which-is-hybrid",
                f"the transport {' and '.join(transports)}, which is hybrid",
            ),
            "ClientVariant",
            hybrid,
        )
        case.credential = maker.json(response={"transports": transports})
        yield case
    for label, credential in (
        ("transports", maker.credential(response={"transports": None})),
        ("the-id", maker.credential(id=None)),
        ("the-type", maker.credential(type=None)),
        ("the-attachment", maker.credential(authenticatorAttachment=None)),
        (
            Label("the-extensions-results", "the extensions' results"),
            maker.credential(clientExtensionResults=None),
        ),
    ):
        yield good(
            placed(Label("null-as-if-left-out", "null, as if left out"), label), "OptionalField", credential
        )
    for label, changes in (
        ("crossOrigin", {"crossOrigin": None}),
        ("topOrigin", {"topOrigin": None}),
        ("crossOrigin-and-topOrigin", {"crossOrigin": None, "topOrigin": None}),
    ):
        credential = maker.credential(client_data=maker.client_data(**changes))
        yield good(
            placed(Label("null-as-if-left-out", "null, as if left out"), in_client_data(label)),
            "OptionalField",
            credential,
        )
    client_data = maker.client_data(crossOrigin=None, topOrigin="https://example.org")
    label = Label("a-topOrigin-and-a-crossOrigin-that-is-null", "a topOrigin, and a crossOrigin that is null")
    yield bad(label, "malformed", "FieldConflict", maker.json(client_data=client_data))
    marked = b"\xef\xbb\xbf" + maker.client_data()
    credential = maker.credential(client_data=marked)
    yield good("client-data-that-begins-with-a-byte-order-mark", "ClientVariant", credential)
    for label, client_data in (
        ("two-byte-order-marks-before-it", b"\xef\xbb\xbf" + marked),
        ("a-byte-order-mark-after-it", maker.client_data() + b"\xef\xbb\xbf"),
    ):
        text = maker.json(client_data=client_data)
        yield bad(placed("the-client-data", label), "malformed", "JsonStrictness", text)
    absent = maker.credential(data=maker.data(flags=0x44))
    yield good(
        Label("the-user-absent-as-allowed", "the user absent, as allowed"),
        "UserPresence",
        absent,
        allow_user_absent=True,
    )
    label = Label("the-user-present-though-absence-is-allowed", "the user present, though absence is allowed")
    yield good(label, "UserPresence", maker.credential(), allow_user_absent=True)


def _credential_defects(maker: RegistrationMaker, cases: _Encoded) -> Iterator[EncodingCase]:
    """Yield cases with defects of the browser's JSON."""
    bad = cases.bad

    def signed(text: str) -> str:
        return maker.json(client_data=text.encode())

    whole = maker.credential()
    for label, flag, text in (
        ("empty", "JsonStrictness", ""),
        ("an-array", "JsonStrictness", f"[{compact(whole)}]"),
        ("cut", "JsonStrictness", compact(whole)[:-1]),
        (
            Label("type-twice", "type twice", idea="FIELD twice"),
            "DuplicateKey",
            compact(whole)[:-1] + ',"type":"public-key"}',
        ),
    ):
        yield bad(placed("the-credential", label), "malformed", flag, text)
    for name in ("rawId", "response"):
        without = {other: value for other, value in whole.items() if other != name}
        yield bad(of_field(name, "left-out"), "malformed", "MissingField", compact(without))
        for json_type, value in NOT_TEXT.items():
            yield bad(
                of_field(name, f"is-{json_type}"), "malformed", "WrongType", compact({**whole, name: value})
            )
    for name in ("clientDataJSON", "attestationObject"):
        response = {other: value for other, value in whole["response"].items() if other != name}
        yield bad(
            of_field(name, "left-out"), "malformed", "MissingField", compact({**whole, "response": response})
        )
        for json_type, value in NOT_TEXT.items():
            changed = maker.json(response={name: value})
            yield bad(of_field(name, f"is-{json_type}"), "malformed", "WrongType", changed)
        for defect in base64url_defects(whole["response"][name]):
            changed = maker.json(response={name: defect.value})
            yield bad(placed(name, defect.label), defect.error, defect.flag, changed)
    yield bad("an-id-that-is-not-the-raw-id", "malformed", "CredentialIdEncoding", maker.json(id="QUFB"))
    yield bad("an-id-that-is-a-number", "malformed", "WrongType", maker.json(id=5))
    other = encode_base64url(b"another id")
    label = Label("a-raw-id-that-is-not-the-authenticator-s", "a raw id that is not the authenticator's")
    yield bad(label, "malformed", "CredentialIdEncoding", maker.json(id=other, rawId=other))
    cbor = encode_base64url(cbor2.dumps(maker.passkey.credential_id))
    label = Label("a-raw-id-that-is-CBOR-encoded", "a raw id that is CBOR-encoded")
    yield bad(label, "malformed", "CredentialIdEncoding", maker.json(id=cbor, rawId=cbor))
    yield bad("another-type-of-credential", "malformed", "WrongType", maker.json(type="password"))
    for label, value in (("text", "usb"), ("a-number", 5), ("an-array-of-numbers", [5])):
        changed = maker.json(response={"transports": value})
        yield bad(f"transports-that-are-{label}", "malformed", "WrongType", changed)
    fields = {"type": "webauthn.create", "challenge": encode_base64url(CHALLENGE), "origin": ORIGIN}
    yield from cases.bad_each("the-client-data", without_mark(json_defects(fields)), signed)
    utf_16 = maker.json(client_data=compact(fields).encode("utf-16-le"))
    yield bad(
        Label("the-client-data-UTF-16", "the client data: UTF-16", idea="UTF-16"),
        "malformed",
        "JsonStrictness",
        utf_16,
    )


def _nested(whole: bytes, levels: int) -> bytes:
    """Add a member to an attestation object so that it has so many levels of arrays and maps."""
    return b"\xa4" + whole[1:] + b"\x61x" + b"\x81" * (levels - 1) + b"\0"


def _authenticator_data_defects(maker: RegistrationMaker, bad: Any) -> Iterator[EncodingCase]:
    """Yield cases with defects of the attestation object and its authenticator data."""
    whole = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": maker.data()})
    fields = {"fmt": "none", "attStmt": {}, "authData": maker.data()}
    for label, encoded in (
        ("empty", b""),
        ("cut", whole[:-1]),
        ("a-byte-after-it", whole + b"\0"),
        ("an-array", b"\x80"),
        ("of-indefinite-length", b"\xbf" + whole[1:] + b"\xff"),
        (Label("fmt-twice", "fmt twice", idea="FIELD twice"), b"\xa4" + whole[1:] + b"\x63fmt\x64none"),
        ("a-tag-around-it", b"\xd9\xd9\xf7" + whole),
        ("a-number-as-key", b"\xa4" + whole[1:] + b"\x01\x02"),
        (by_rule(Label("nested-seventeen-levels-deep", "of 18 levels")), _nested(whole, 18)),
        (by_rule("of-17-levels"), _nested(whole, 17)),
    ):
        credential = maker.json(attestation_object=encoded)
        yield bad(placed("the-attestation-object", label), "malformed", "CborStrictness", credential)
    for name, wrong in (("fmt", b"none"), ("attStmt", []), ("authData", "text")):
        without = {other: value for other, value in fields.items() if other != name}
        credential = maker.json(attestation_object=cbor2.dumps(without))
        yield bad(of_field(name, "left-out"), "malformed", "MissingField", credential)
        credential = maker.json(attestation_object=cbor2.dumps({**fields, name: wrong}))
        yield bad(_of_another_type(name), "malformed", "WrongType", credential)
    data = maker.data()
    for label, other in (
        ("empty", b""),
        ("cut-before-the-flags", data[:32]),
        ("cut-in-the-AAGUID", data[:50]),
        ("cut-in-the-credential-id", data[:60]),
        ("cut-before-the-key", data[:87]),
        ("cut-in-the-key", data[:-1]),
        ("a-byte-after-it", data + b"\0"),
        ("extensions-that-are-not-announced", data + b"\xa0"),
        ("extensions-that-are-not-there", maker.data(flags=0xC5)),
        ("extensions-that-are-undefined", maker.data(flags=0xC5, rest=b"\xf7")),
        ("extensions-with-an-undefined-value", maker.data(flags=0xC5, rest=b"\xa1\x61a\xf7")),
        ("extensions-with-a-simple-value", maker.data(flags=0xC5, rest=b"\xa1\x61a\xf0")),
        ("extensions-with-a-float-of-16-bytes", maker.data(flags=0xC5, rest=b"\xa1\x61a\xfc" + bytes(16))),
        ("extensions-with-an-undefined-item", maker.data(flags=0xC5, rest=b"\xa1\x61a\x81\xf7")),
        ("extensions-with-bytes-as-key", maker.data(flags=0xC5, rest=b"\xa1\x41a\x01")),
        ("extensions-that-are-an-array", maker.data(flags=0xC5, rest=b"\x80")),
        ("extensions-with-a-key-twice", maker.data(flags=0xC5, rest=b"\xa2\x61a\x01\x61a\x01")),
        (
            Label("no-credential-as-in-an-assertion", "no credential, as in an assertion"),
            maker.passkey.data(),
        ),
        ("a-credential-that-is-not-announced", maker.data(flags=0x05)),
        ("backed-up-but-not-eligible-for-it", maker.data(flags=0x55)),
        ("extensions-with-a-tag", maker.data(flags=0xC5, rest=b"\xa1\x61a\xc1\x00")),
        ("a-credential-id-that-is-longer-than-the-rest", maker.data(id_length=65535)),
    ):
        flag = "CborStrictness" if "extensions" in id_of(label) else "WrongType"
        credential = maker.json(data=other)
        yield bad(placed("the-authenticator-data", label), "malformed", flag, credential)
    for label, raw_id in (("empty", b""), ("of-1024-bytes", b"i" * 1024)):
        encoded_id = encode_base64url(raw_id)
        credential = maker.json(data=maker.data(credential_id=raw_id), id=encoded_id, rawId=encoded_id)
        yield bad(f"a-credential-id-that-is-{label}", "malformed", "WrongType", credential)
    whole_key = maker.passkey.public_key
    key = cbor2.loads(whole_key)
    for label, error, flag, encoded in (
        ("off-its-curve", "malformed", "InvalidPoint", cbor2.dumps({**key, -2: bytes(31) + b"\5"})),
        (
            "x-a-byte-short-and-y-a-byte-long",
            "malformed",
            "InvalidPoint",
            cbor2.dumps({**key, -2: key[-2][:-1], -3: key[-2][-1:] + key[-3]}),
        ),
        ("a-label-that-is-true", "malformed", "CborStrictness", whole_key.replace(b"\1", b"\xf5", 1)),
        (
            Label("a-label-that-is-1-0", "a label that is 1.0"),
            "malformed",
            "CborStrictness",
            whole_key.replace(b"\1", b"\xf9\x3c\0", 1),
        ),
        ("no-map", "malformed", "CborStrictness", b"\x80"),
        ("without-an-algorithm", "malformed", "MissingField", cbor2.dumps({1: 2})),
        ("a-label-twice", "malformed", "CborStrictness", b"\xa6" + whole_key[1:] + b"\x01\x02"),
        ("for-ES384", "unsupported", "SchemeConfusion", cbor2.dumps({**key, 3: -35})),
    ):
        credential = maker.json(data=maker.data(key=encoded))
        yield bad(placed("the-key", label), error, flag, credential)


def _contexts_and_limits(maker: RegistrationMaker, good: Any, bad: Any) -> Iterator[EncodingCase]:
    """Yield cases about the requesting page, the challenge, and the limits of the statement."""
    label: str | Label
    for label, error, flag, changes in (
        ("an-embedded-page-of-another-origin", "wrong-origin", "WrongContext", {"crossOrigin": True}),
        (
            "a-topOrigin-and-a-crossOrigin-that-is-false",
            "malformed",
            "FieldConflict",
            {"topOrigin": "https://example.org"},
        ),
        ("the-origin-in-upper-case", "wrong-origin", "WrongContext", {"origin": ORIGIN.upper()}),
        ("the-origin-with-its-port", "wrong-origin", "WrongContext", {"origin": ORIGIN + ":443"}),
    ):
        text = maker.json(client_data=maker.client_data(**changes))
        yield bad(placed("in-the-client-data", label), error, flag, text)
    top = maker.client_data(topOrigin="https://example.org").replace(b'"crossOrigin":false,', b"")
    label = Label(
        "in-the-client-data-a-topOrigin-without-a-crossOrigin",
        "in the client data: a topOrigin without a crossOrigin",
        idea="a topOrigin without a crossOrigin",
    )
    yield bad(label, "malformed", "FieldConflict", maker.json(client_data=top))
    for name, hidden in (("crossOrigin", True), ("topOrigin", "https://example.org")):
        text = maker.json(client_data=maker.client_data(**{name.upper(): hidden}))
        yield bad(
            placed("in-the-client-data", of_field(name, "in-upper-case")), "malformed", "FoldedName", text
        )
    for json_type, value in (("text", "false"), ("a-number", 0), ("an-array", [])):
        text = maker.json(client_data=maker.client_data(crossOrigin=value))
        yield bad(
            placed("in-the-client-data", f"a-crossOrigin-that-is-{json_type}"), "malformed", "WrongType", text
        )
    whole = maker.credential()
    for name in ("id", "rawId", "response", "type"):
        again = compact({**whole, name.upper(): whole[name]})
        yield bad(of_field(name, "once-more-in-upper-case"), "malformed", "FoldedName", again)
    for name, other in (
        ("clientDataJSON", "clientDataJson"),
        ("attestationObject", "AttestationObject"),
        ("transports", "Transports"),
    ):
        again = maker.json(response={other: whole["response"][name]})
        yield bad(of_field(name, f"once-more-as-{other}"), "malformed", "FoldedName", again)
    for which, changed in near_missed_bytes(CHALLENGE):
        text = maker.json(client_data=maker.client_data(challenge=encode_base64url(changed)))
        yield bad(f"the-challenge-with-its-{which}-byte-changed", "wrong-challenge", "WrongContext", text)
    for which, changed_hash in near_missed_bytes(maker.data()[:32]):
        text = maker.json(data=changed_hash + maker.data()[32:])
        label = Label(
            f"the-{which}-byte-of-the-relying-party-s-hash-changed",
            f"the {which} byte of the relying party's hash changed",
        )
        yield bad(label, "wrong-origin", "WrongContext", text)
    for label, origin in (("cut", ORIGIN[:-1]), ("longer", ORIGIN + "m")):
        text = maker.json(client_data=maker.client_data(origin=origin))
        yield bad(f"an-origin-that-is-{label}-by-a-letter", "wrong-origin", "WrongContext", text)
    for which, raw_id in near_missed_bytes(maker.passkey.credential_id):
        other = encode_base64url(raw_id)
        text = maker.json(id=other)
        yield bad(f"an-id-whose-{which}-byte-is-another", "malformed", "CredentialIdEncoding", text)
        text = maker.json(id=other, rawId=other)
        label = Label(
            f"a-raw-id-whose-{which}-byte-is-not-the-authenticator-s",
            f"a raw id whose {which} byte is not the authenticator's",
        )
        yield bad(label, "malformed", "CredentialIdEncoding", text)
    for name, value, error, flag in (
        ("type", "webauthn.create", "bad-signature", "CeremonyConfusion"),
        ("origin", ORIGIN, "wrong-origin", "WrongContext"),
    ):
        for difference, other in near_texts(value):
            if other != ORIGIN.upper():
                text = maker.json(client_data=maker.client_data(**{name: other}))
                yield bad(placed(f"the-{name}-in-the-client-data", difference), error, flag, text)
    for difference, other in near_texts("public-key"):
        yield bad(
            placed(Label("the-credential-s-type", "the credential's type"), difference),
            "malformed",
            "CeremonyConfusion",
            maker.json(type=other),
        )
    for label, other_challenge in (
        ("its-first-byte-changed", bytes([CHALLENGE[0] ^ 1]) + CHALLENGE[1:]),
        ("a-byte-after-it", CHALLENGE + b"\0"),
        ("cut-by-a-byte", CHALLENGE[:-1]),
    ):
        text = maker.json(client_data=maker.client_data(challenge=encode_base64url(other_challenge)))
        yield bad(placed("the-challenge", label), "wrong-challenge", "WrongContext", text)
    credential_id = maker.passkey.credential_id
    for label, raw_id in (
        ("whose-first-byte-is-another", bytes([credential_id[0] ^ 1]) + credential_id[1:]),
        ("with-a-byte-more", credential_id + b"\0"),
        ("without-its-last-byte", credential_id[:-1]),
    ):
        other = encode_base64url(raw_id)
        yield bad(f"an-id-{label}", "malformed", "CredentialIdEncoding", maker.json(id=other))
        text = maker.json(id=other, rawId=other)
        yield bad(f"a-raw-id-{label}", "malformed", "CredentialIdEncoding", text)
    fields = {"type": "webauthn.create", "challenge": encode_base64url(CHALLENGE), "origin": ORIGIN}
    for label, text in json_variants(fields):
        credential = maker.credential(client_data=text.encode())
        yield good(placed("the-client-data", label), "ClientVariant", credential)
    for label, text in json_variants(maker.credential()):
        case = good(placed("the-credential", label), "ClientVariant", maker.credential())
        case.credential = text
        yield case
    for label, statement in (
        ("a-number-as-key", {1: b"x"}),
        ("bytes-as-key", {b"alg": -7}),
        ("a-number-as-key-of-a-map-within", {"x": [{1: b"x"}]}),
    ):
        text = maker.json(fmt="new", statement=statement)
        yield bad(placed("the-statement", label), "malformed", "CborStrictness", text)
    # The other items are a map of three pairs, a map of one pair, and the array itself.
    within = 1024 - (1 + 2 * 3 + 2)
    longest = maker.credential(fmt="new", statement={"x": [0] * within})
    yield good(by_rule("an-attestation-object-of-1024-CBOR-items"), "FieldLimit", longest)
    text = maker.json(fmt="new", statement={"x": [0] * (within + 1)})
    yield bad(by_rule("an-attestation-object-of-1025-CBOR-items"), "malformed", "FieldLimit", text)


def credential_id_cases(maker: RegistrationMaker) -> Iterator[CredentialIdCase]:
    """Yield the cases of credential ids to decode."""
    for size in (1, 20, 23, 24, 32, 255, 256, 1023):
        raw_id = bytes(number % 256 for number in range(size))
        for encoding in CredentialIdEncoding:
            yield Cases(CredentialIdCase).good(
                Label(f"{size}-bytes-{encoding.value}", f"{size} bytes, {encoding.value}"),
                "CredentialIdEncoding",
                encoding=encoding.value,
                credential_id=encode_credential_id(raw_id, encoding),
                raw_id=raw_id.hex(),
            )
    raw_id = maker.passkey.credential_id
    cases = Cases(CredentialIdCase, credential_id="")

    def bad(label: str | Label, flag: str, text: str, encoding: str = "cbor") -> CredentialIdCase:
        return cases.bad(label, "malformed", flag, text, encoding=encoding)

    for label, encoded in (
        ("a-raw-id-of-20-bytes-read-as-CBOR", b"\x20" * 20),
        ("text-instead-of-bytes", cbor2.dumps("id")),
        ("a-number", b"\1"),
        ("an-array-around-it", b"\x81" + cbor2.dumps(raw_id)),
        ("a-length-that-is-longer-than-need-be", b"\x59\x00\x20" + raw_id),
        ("a-length-of-20-in-a-byte-of-its-own", b"\x58\x14" + raw_id[:20]),
        ("of-indefinite-length", b"\x5f" + cbor2.dumps(raw_id) + b"\xff"),
        ("cut", cbor2.dumps(raw_id)[:-1]),
        ("a-byte-after-it", cbor2.dumps(raw_id) + b"\0"),
        ("empty", b""),
    ):
        yield bad(label, "CborStrictness", encode_base64url(encoded))
    for size in (0, 1024):
        encoded_id = encode_base64url(cbor2.dumps(b"i" * size))
        yield bad(Label(f"{size}-bytes-cbor", f"{size} bytes, cbor"), "FieldLimit", encoded_id)
        yield bad(
            Label(f"{size}-bytes-raw", f"{size} bytes, raw"),
            "FieldLimit",
            encode_base64url(b"i" * size),
            "raw",
        )
    for encoding in CredentialIdEncoding:
        whole = encode_credential_id(raw_id, encoding)
        for defect in base64url_defects(whole):
            yield bad(placed(encoding.value, defect.label), defect.flag, defect.value, encoding.value)

"""Vectors of proposals to export secrets (wire-formats.md, section 4.8)."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from sealwax.activities import activity_fingerprint
from sealwax.keys import ApiKey
from sealwax.stamps.api_key import ApiKeyStamper
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.export_proposals import ProposalCase, ProposalFileCase
from sealwax_vectors.format import Case

from .builder import Cases
from .bundles import ORGANIZATION
from .defects import compact, hex_defects, json_defects, json_variants, near_texts
from .labels import Label, by_rule, id_of, of_field, placed, quoted, words_of

_MADE_AT = 1767225600000
_HOUR, _AHEAD = 3_600_000, 300_000
_IDS = ["6d1a7b9c-0001-4000-8000-00000000000a", "6d1a7b9c-0001-4000-8000-00000000000b"]
_SUITE = "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"
_TYPE = "ACTIVITY_TYPE_EXPORT_SECRETS"
_CONTEXT = [{"key": "purpose", "value": "pay"}, {"key": "Zoë", "value": ""}]


def _proposals(material: KeyMaterial) -> Iterator[ProposalCase]:
    key, other = (material.take_key("recipient").public_key for _ in range(2))
    secrets = [
        {"secretId": secret_id, "targetPublicKey": key, "encryptionSuite": _SUITE} for secret_id in _IDS
    ]
    body: dict[str, Any] = {
        "type": _TYPE,
        "timestampMs": str(_MADE_AT),
        "organizationId": ORGANIZATION,
        "parameters": {"secrets": secrets},
    }
    text = compact(body)

    def outputs(text: str) -> dict[str, Any]:
        return {"fingerprint": activity_fingerprint(text)}

    cases = Cases(
        ProposalCase,
        body=text,
        expected_organization_id=ORGANIZATION,
        expected_secret_ids=_IDS,
        expected_target_public_key=key,
        now=_MADE_AT + 1000,
        secret_ids=_IDS,
        made_at=_MADE_AT,
        **outputs(text),
    )

    def good(label: str | Label, flag: str, text: str, **changes: Any) -> ProposalCase:
        return cases.good(label, flag, text, **{**outputs(text), **changes})

    bad = cases.bad

    def changed(change: Callable[[Any], object]) -> str:
        document = copy.deepcopy(body)
        change(document)
        return compact(document)

    def with_each_secret(**fields: object) -> str:
        return changed(lambda body: [secret.update(fields) for secret in body["parameters"]["secrets"]])

    yield good(Label("as-the-service-s-client-makes-it", "as the service's client makes it"), "Valid", text)
    one = changed(lambda body: body["parameters"]["secrets"].pop())
    yield good("one-secret", "Valid", one, secret_ids=_IDS[:1], expected_secret_ids=_IDS[:1])
    yield cases.good("the-secrets-expected-in-another-order", "Valid", expected_secret_ids=_IDS[::-1])
    context = with_each_secret(requestContext=_CONTEXT)
    pairs = {pair["key"]: pair["value"] for pair in _CONTEXT}
    yield good("a-context", "Valid", context, expected_request_context=pairs)
    yield good("an-empty-context", "EmptyArray", with_each_secret(requestContext=[]))
    yield cases.good("the-fingerprint-expected", "Valid", expected_fingerprint=activity_fingerprint(text))
    for value in (True, False):
        proofs = changed(_with(generateAppProofs=value))
        yield good(
            Label(
                f"generateAppProofs-{str(value).lower()}",
                f"generateAppProofs {str(value).lower()}",
                idea=f"FIELD {str(value).lower()}",
            ),
            "AppProofs",
            proofs,
        )
    yield good("white-space", "ClientVariant", json.dumps(body, indent=1))
    yield good("members-in-reverse-order", "ClientVariant", compact(dict(reversed(body.items()))))
    yield good("the-key-in-upper-case", "ClientVariant", with_each_secret(targetPublicKey=key.upper()))
    # The expectations.
    for difference, near in near_texts(ORGANIZATION):
        yield bad(
            placed("the-organization-expected", difference), "wrong-organization", "WrongContext",
            expected_organization_id=near,
        )  # fmt: skip
    for label, ids in (
        ("one-secret-less-is-expected", _IDS[:1]),
        ("one-secret-more-is-expected", [*_IDS, _IDS[0][:-1] + "c"]),
        ("another-secret-is-expected", [_IDS[0], _IDS[1][:-1] + "c"]),
        ("a-secret-is-expected-in-upper-case", [_IDS[0], _IDS[1].upper()]),
        (
            Label(
                "one-secret-is-expected-twice-and-the-other-is-not",
                "one secret is expected twice, and the other is not",
            ),
            [_IDS[0], _IDS[0]],
        ),
    ):
        yield bad(label, "invalid-request", "WrongContext", expected_secret_ids=ids)
    yield bad("another-recipient", "key-mismatch", "WrongKey", with_each_secret(targetPublicKey=other))
    yield bad("another-recipient-is-expected", "key-mismatch", "WrongKey", expected_target_public_key=other)
    near_key = key[:-1] + ("0" if key[-1] != "0" else "1")
    label = "a-recipient-that-differs-in-its-last-digit-is-expected"
    yield bad(label, "key-mismatch", "WrongKey", expected_target_public_key=near_key)
    yield bad("a-context-that-is-not-expected", "invalid-request", "WrongContext", context)
    for label, expected in (
        (
            Label("a-context-expected-and-none-there", "a context expected, and none there"),
            {"purpose": "pay"},
        ),
        (
            Label("an-empty-value-expected-and-none-there", "an empty value expected, and none there"),
            {"purpose": ""},
        ),
    ):
        yield bad(label, "invalid-request", "WrongContext", expected_request_context=expected)
    for label, expected in (
        ("another-value", {**pairs, "purpose": "Pay"}),
        ("another-name", {"Purpose": "pay", "Zoë": ""}),
        ("one-entry-less", {"purpose": "pay"}),
        ("one-entry-more", {**pairs, "more": ""}),
    ):
        yield bad(
            placed("the-context-expected", label), "invalid-request", "WrongContext", context,
            expected_request_context=expected,
        )  # fmt: skip
    for difference, near in near_texts(activity_fingerprint(text)):
        label = placed("the-fingerprint-expected", difference)
        yield bad(label, "bad-signature", "FingerprintMismatch", expected_fingerprint=near)
    spaced = {"expected_fingerprint": activity_fingerprint(text)}
    yield bad("a-space-after-the-body", "bad-signature", "FingerprintMismatch", text + " ", **spaced)
    # The age.
    yield cases.good("an-hour-old", "ExpiredToken", now=_MADE_AT + _HOUR)
    yield cases.good("five-minutes-ahead", "ExpiredToken", now=_MADE_AT - _AHEAD)
    yield cases.good(
        Label("an-hour-and-more-where-that-is-allowed", "an hour and more, where that is allowed"),
        "ExpiredToken",
        max_age=2 * _HOUR,
        now=_MADE_AT + 2 * _HOUR,
    )
    yield bad("a-millisecond-more-than-an-hour-old", "expired", "ExpiredToken", now=_MADE_AT + _HOUR + 1)
    yield bad("a-millisecond-more-than-five-minutes-ahead", "expired", "ExpiredToken",
              now=_MADE_AT - _AHEAD - 1)  # fmt: skip
    yield bad("no-age-allowed", "expired", "ExpiredToken", max_age=0, now=_MADE_AT + 1)
    # The request.
    for label, flag, change in _other_requests(other):
        yield bad(label, "invalid-request", flag, changed(change))
    for label, flag, ids in (
        (
            Label("one-secret-twice-which-is-expected", "one secret twice, which is expected"),
            "RepeatedId",
            [_IDS[0], _IDS[0]],
        ),
        (
            Label(
                "one-secret-twice-once-in-upper-case-and-both-expected",
                "one secret twice, once in upper case, and both expected",
            ),
            "RepeatedId",
            [_IDS[0], _IDS[0].upper()],
        ),
        (
            Label("33-secrets-which-are-expected", "33 secrets, which are expected"),
            "FieldLimit",
            [f"{_IDS[0]}{number}" for number in range(33)],
        ),
    ):
        asked = [{**secrets[0], "secretId": secret_id} for secret_id in ids]
        text_of_all = changed(_with(parameters={"secrets": asked}))
        yield bad(label, "invalid-request", flag, text_of_all, expected_secret_ids=sorted(set(ids)))
    twice = with_each_secret(requestContext=[_CONTEXT[0], _CONTEXT[0]])
    label = "a-name-of-the-context-twice"
    yield bad(label, "invalid-request", "RepeatedId", twice, expected_request_context={"purpose": "pay"})
    for defect in json_defects({name: body[name] for name in ("type", "timestampMs", "organizationId")}):
        if defect.flag in {"JsonStrictness", "DuplicateKey"}:
            whole = defect.value.replace("{", f'{{"parameters":{compact(body["parameters"])},', 1)
            yield bad(defect.label, "malformed", defect.flag, whole)
    yield bad("null-in-place-of-the-object", "malformed", "WrongType", "null")
    for label, error, point in (
        ("compressed", "CompressedPoint", "02" + key[2:66]),
        ("on-no-curve", "InvalidPoint", "04" + "00" * 63 + "01"),
        *((defect.label, defect.flag, defect.value) for defect in hex_defects(key)),
    ):
        yield bad(
            placed(Label("the-recipient-s-key", "the recipient's key"), label),
            "invalid-request",
            error,
            with_each_secret(targetPublicKey=point),
        )
    for label, notation in (
        ("as-a-number", _MADE_AT), ("with-a-zero-in-front", f"0{_MADE_AT}"),
        ("with-a-fraction", f"{_MADE_AT}.0"),
        ("with-a-space-in-front", f" {_MADE_AT}"), ("negative", f"-{_MADE_AT}"), ("empty", ""),
    ):  # fmt: skip
        other_time = changed(_with(timestampMs=notation))
        yield bad(placed("the-time", label), "invalid-request", "NumberNotation", other_time)


_Change = Callable[[Any], object]


def _with(**fields: object) -> _Change:
    return lambda body: body.update(fields)


def _without(name: str) -> _Change:
    return lambda body: body.pop(name)


def _secret_with(number: int, **fields: object) -> _Change:
    return lambda body: body["parameters"]["secrets"][number].update(fields)


def _secret_without(name: str) -> _Change:
    return lambda body: body["parameters"]["secrets"][1].pop(name)


def _other_requests(other: str) -> Iterator[tuple[str | Label, str, _Change]]:
    """Yield changes after which a request is not an export to one recipient."""
    for activity_type in ("ACTIVITY_TYPE_DELETE_SECRETS", _TYPE.lower(), f"{_TYPE}_V2", ""):
        yield (
            Label(f"the-type-{id_of(activity_type or 'empty')}", f"the type {activity_type or 'empty'}"),
            "KindConfusion",
            _with(type=activity_type),
        )
    for name in ("type", "timestampMs", "organizationId", "parameters"):
        yield of_field(name, "left-out"), "MissingField", _without(name)
        yield of_field(name, "is-null"), "WrongType", _with(**{name: None})
        yield of_field(name, "once-more-in-upper-case"), "UnknownField", _with(**{name.upper(): "x"})
    yield (
        Label("organizationId-is-empty", "organizationId is empty", idea="FIELD is empty"),
        "WrongType",
        _with(organizationId=""),
    )
    yield "a-member-that-is-not-known", "UnknownField", _with(more=1)
    yield (
        Label("generateAppProofs-is-null", "generateAppProofs is null", idea="FIELD is null"),
        "WrongType",
        _with(generateAppProofs=None),
    )
    yield "no-secret", "EmptyArray", lambda body: body["parameters"].update(secrets=[])
    yield "a-parameter-that-is-not-known", "UnknownField", lambda body: body["parameters"].update(more=1)
    yield "a-member-of-a-secret-that-is-not-known", "UnknownField", _secret_with(1, more=1)
    for name in ("secretId", "targetPublicKey", "encryptionSuite"):
        yield of_field(name, "of-a-secret-left-out"), "MissingField", _secret_without(name)
        yield of_field(name, "of-a-secret-is-a-number"), "WrongType", _secret_with(1, **{name: 5})
    yield "another-suite", "Enumeration", _secret_with(1, encryptionSuite=f"{_SUITE}X")
    yield "another-recipient-of-the-second-secret", "WrongKey", _secret_with(1, targetPublicKey=other)
    second = _secret_with(1, requestContext=[_CONTEXT[0]])
    yield "another-context-of-the-second-secret", "WrongContext", second


def _files(material: KeyMaterial) -> Iterator[ProposalFileCase]:
    label: str | Label
    body = '{"any":"body","Zoë":"\\u00e9"}\n'
    keys = [
        ApiKey.from_private_key(material.take("api key"), curve) for curve in ("p256", "secp256k1", "ed25519")
    ]
    stamps = [_stamp(key, body) for key in keys]
    fields: dict[str, Any] = {
        "version": "sealwax-proposal-v1",
        "fingerprint": activity_fingerprint(body),
        "body": body,
    }
    text = compact({**fields, "stamps": stamps})
    signers = [key.public_key for key in keys]
    cases = Cases(ProposalFileCase, file=text, body=body, signers=signers)
    good, bad = cases.good, cases.bad

    def file_with(**changes: object) -> str:
        return compact({**fields, "stamps": stamps, **changes})

    yield good("three-stamps", "Valid")
    yield good("no-stamp-yet", "Valid", file_with(stamps=[]), signers=[])
    yield good("one-stamp", "Valid", file_with(stamps=stamps[1:2]), signers=signers[1:2])
    yield good(
        Label("white-space-and-escapes", "white space, and escapes"),
        "ClientVariant",
        json.dumps({**fields, "stamps": stamps}, indent=1),
    )
    for label, spelling in json_variants(fields):
        start, brace, end = spelling.rpartition("}")
        yield good(label, "ClientVariant", f'{start},"stamps":{compact(stamps)}{brace}{end}')
    for label, changed in (
        ("a-letter-of-the-body-changed", body.replace("body", "bodY")),
        ("a-space-after-the-body", body + " "),
        ("the-newline-of-the-body-left-out", body[:-1]),
        ("the-escape-of-the-body-written-out", body.replace("\\u00e9", "é")),
    ):
        yield bad(label, "bad-signature", "FingerprintMismatch", file_with(body=changed))
        both = file_with(body=changed, fingerprint=activity_fingerprint(changed))
        yield bad(
            Label(f"{label}-and-the-fingerprint-with-it", f"{words_of(label)}, and the fingerprint with it"),
            "bad-signature",
            "AlteredMessage",
            both,
        )
    for difference, near in near_texts(fields["fingerprint"]):
        yield bad(
            placed("the-fingerprint", difference),
            "bad-signature",
            "FingerprintMismatch",
            file_with(fingerprint=near),
        )
    for number in range(3):
        other = [_stamp(keys[n], body + " ") if n == number else stamps[n] for n in range(3)]
        label = f"stamp-{number + 1}-is-over-another-body"
        yield bad(label, "bad-signature", "AlteredMessage", file_with(stamps=other))
    yield bad("two-stamps-of-one-key", "malformed", "DoubleVote", file_with(stamps=[stamps[0], *stamps]))
    for name in ("x-stamp", "X-Stamp-WebAuthn", "X-Stamp-Attested", ""):
        changed_stamps = [{**stamps[0], "headerName": name}, *stamps[1:]]
        label = quoted("a-stamp-in-the-header", name)
        yield bad(label, "unsupported", "SchemeConfusion", file_with(stamps=changed_stamps))
    for version in ("sealwax-proposal-v2", "Sealwax-proposal-v1", ""):
        yield bad(quoted("version", version), "unsupported", "SchemeConfusion", file_with(version=version))
    for defect in json_defects({**fields}):
        text = defect.value
        whole = text.replace("{", f'{{"stamps":{compact(stamps)},', 1)
        yield bad(defect.label, "malformed", defect.flag, whole)
    for label, flag, value in (
        ("null", "WrongType", None),
        ("an-object", "WrongType", {}),
        ("an-array-of-text", "WrongType", ["x"]),
        ("a-stamp-without-its-value", "MissingField", [{"headerName": "X-Stamp"}]),
        ("a-stamp-without-its-name", "MissingField", [{"headerValue": stamps[0]["headerValue"]}]),
        ("a-name-of-a-stamp-once-more-in-upper-case", "FoldedName", [{**stamps[0], "HEADERNAME": "X-Stamp"}]),
        ("a-stamp-cut-by-a-character", "Base64Encoding",
         [{**stamps[0], "headerValue": stamps[0]["headerValue"][:-3]}]),
        ("a-stamp-that-is-empty", "JsonStrictness", [{**stamps[0], "headerValue": ""}]),
    ):  # fmt: skip
        yield bad(placed("the-stamps", label), "malformed", flag, file_with(stamps=value))
    label = "no-stamps"
    yield bad(label, "malformed", "MissingField", compact(fields))
    many = [ApiKey.from_private_key(material.take("one of many")) for _ in range(101)]
    stamps_of_many = [_stamp(key, body) for key in many]
    most = [key.public_key for key in many[:100]]
    yield good(
        by_rule("stamps-of-100-keys"), "FieldLimit", file_with(stamps=stamps_of_many[:100]), signers=most
    )
    yield bad(by_rule("stamps-of-101-keys"), "malformed", "FieldLimit", file_with(stamps=stamps_of_many))


def _stamp(key: ApiKey, body: str) -> dict[str, str]:
    made = ApiKeyStamper(key, deterministic=True).stamp(body.encode())
    return {"headerName": made.header_name, "headerValue": made.header_value}


def export_proposal(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of proposals."""
    yield from _proposals(material)
    yield from _files(material)

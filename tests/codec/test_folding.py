"""Names that Go's ``encoding/json`` takes for a field: no document has two readings."""

import functools
import json
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import timedelta
from types import MappingProxyType
from typing import Any, get_origin

import msgspec
import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    MalformedInput,
    StampVerifier,
    TargetKey,
    WebAuthnStamper,
    decrypt_wallet_export,
    encode_attestation,
    encrypt_otp_bundle,
    sign_login,
    sign_signup,
    verify_api_key_stamp,
    verify_attested_stamp,
    verify_client_signature,
    verify_import_bundle,
    verify_session_jwt,
    verify_verification_token,
    verify_webauthn_stamp,
)
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.folding import check_names
from sealwax._codec.strict_json import convert_json, decode_json
from sealwax._codec.violations import type_info
from sealwax.login.client_signature import sign_signup_body
from sealwax.login.oidc import check_oidc_binding
from sealwax.operations import CreateUserTag, ListPrivateKeys
from sealwax.operations.all_operations import SPECIFIED
from sealwax.operations.responses import Record
from sealwax.stamps.attested import VERIFICATION_TOKEN
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator
from tests.conftest import ORGANIZATION, SEED, TARGET, USER
from tests.login.test_client_signature import signed
from tests.login.test_tokens import BEFORE, HEADER, SESSION, VERIFICATION
from tests.operations.test_responses import answer_to
from tests.stamps.test_attested import CLAIMS, EXPIRY, TOKEN
from tests.webauthn.test_registration import as_json

ENCLAVE = ReferenceEnclave(SEED)
KEY = ApiKey.from_private_key("1f" * 32)
OTHER = ApiKey.from_private_key("22" * 32)
BODY = b"{}"


class Part(msgspec.Struct, rename="camel"):
    """An object within another."""

    some_name: str = ""


class Tagged(msgspec.Struct, tag_field="kind", tag="one"):
    """An object that says of what type it is."""

    size: int = 0


class OtherTagged(msgspec.Struct, tag_field="kind", tag="two"):
    """Another."""

    side: int = 0
    parts: list[Part] = []


class ThirdTagged(msgspec.Struct, tag_field="kind", tag="three"):
    """Another, with a member of the same name."""

    parts: list[Tagged] = []


class Whole(msgspec.Struct, rename="camel"):
    """An object with every kind of field that can hold an object."""

    task: str = ""
    part: Part | None = None
    parts: list[Part] = []
    choice: Tagged | OtherTagged | ThirdTagged | None = None
    table: dict[str, Part] = {}
    tables: dict[str, list[Part]] | None = None
    free: object = None
    free_object: dict[str, object] = {}


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        ('{"Task":"x"}', "task"),
        ('{"task":"x","TASK":"y"}', "task"),
        ('{"ta\u017fk":"x"}', "task"),
        ('{"tas\u212a":"x"}', "task"),
        ('{"tas\\u212a":"x"}', "task"),
        ('{"task":"x", "\\u0054ask":"y"}', "task"),
        ('{"part":{"SomeName":"x"}}', "someName"),
        ('{"parts":[{},{"somename":"x"}]}', "someName"),
        ('{"choice":{"kind":"one","Size":1}}', "size"),
        ('{"choice":{"kind":"one","Kind":"two"}}', "kind"),
        ('{"choice":{"kind":"two","parts":[{"SomeName":"x"}]}}', "someName"),
        ('{"choice":{"kind":"three","parts":[{"kind":"one","Size":1}]}}', "size"),
        ('{"table":{"SomeName":{"SOMENAME":"x"}}}', "someName"),
        ('{"tables":{"x":[],"X":[{},{"Some\u212aame":1,"SomeName":"x"}]}}', "someName"),
        ('{"x":1,"y":2,"FreeObject":{}}', "freeObject"),
    ],
)
def test_a_name_that_is_a_fields_but_for_case_is_refused(document: str, meant: str) -> None:
    with pytest.raises(MalformedInput, match=f"differs from {meant} only in case"):
        decode_json(document.encode(), Whole, "it")
    with pytest.raises(MalformedInput, match=f"differs from {meant} only in case"):
        convert_json(json.loads(document), Whole, "it")


@pytest.mark.parametrize(
    "document",
    [
        '{"task":"x","tasks":"y","Tasks":1,"TASKS":2}',
        '{"x":1,"X":2}',
        '{"free":{"task":1,"Task":2},"freeObject":{"task":1,"Task":2}}',
        '{"part":{"task":1,"Task":2}}',
        '{"some_name":1,"Some_Name":2}',
        '{"part":null,"parts":[]}',
        '{"table":{"task":{},"Task":{},"SomeName":{}},"tables":{}}',
    ],
)
def test_other_names_are_free(document: str) -> None:
    assert isinstance(decode_json(document.encode(), Whole, "it"), Whole)


def test_full_case_folding_is_not_meant() -> None:
    check_names(["claß", "ofﬁce"], frozenset({"class", "office"}), "it")
    with pytest.raises(MalformedInput, match="claSs differs from class only in case"):
        check_names(["claß", "claSs"], frozenset({"class"}), "it")


def test_names_that_are_not_text_are_passed_over() -> None:
    # Who verifies an OIDC token for us may return anything.
    check_names([5, None, b"TASK", ("task",)], frozenset({"task"}), "it")
    with pytest.raises(MalformedInput, match="Task differs from task only in case"):
        check_names([5, "Task"], frozenset({"task"}), "it")


def structs_within(kind: Any) -> Iterator[type]:
    """List the types of all objects in a type."""
    if isinstance(kind, msgspec.inspect.StructType):
        yield get_origin(kind.cls) or kind.cls
    for field in getattr(kind, "fields", ()):
        yield from structs_within(field.type)
    for inner in getattr(kind, "types", ()):
        yield from structs_within(inner)
    for name in ("type", "item_type", "value_type"):
        if isinstance(inner := getattr(kind, name, None), msgspec.inspect.Type):
            yield from structs_within(inner)


def test_every_object_in_an_answer_is_a_record() -> None:
    # Of others, read_fields() would not look at the names.
    types = {get_origin(each) or each for each in (operation.result_type for operation in SPECIFIED.values())}
    found = {each for into in types for each in structs_within(type_info(into))}
    assert len(found) > len(types)
    assert all(issubclass(each, Record) for each in found)


def also(document: str, name: str) -> str:
    """Add a member whose name is another's in upper case."""
    fields = json.loads(document)
    return json.dumps({**fields, name.upper(): fields[name]}, separators=(",", ":"))


verify_scoped = functools.partial(verify_session_jwt, allow_scoped=True)


def stamp(document: str) -> str:
    return encode_base64url(document.encode())


def signed_bundle(data: dict[str, Any], sign: Any) -> str:
    text: str = sign(json.dumps(data).encode())
    return text


API_KEY_STAMP = decode_base64url(ApiKeyStamper(KEY).stamp(BODY).header_value, "it").decode()
ATTESTED = decode_base64url(
    AttestedStamper(KEY, TOKEN, VERIFICATION_TOKEN).stamp(BODY).header_value, "it"
).decode()
PASSKEY = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com", seed=SEED)
WEBAUTHN = WebAuthnStamper(PASSKEY).stamp(BODY).header_value


class TestArtifacts:
    """Each artifact with one name twice, in two cases: Go would read the second."""

    @pytest.mark.parametrize("name", ["publicKey", "scheme", "signature"])
    def test_api_key_stamps(self, name: str) -> None:
        verify_api_key_stamp(stamp(API_KEY_STAMP), BODY)
        with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
            verify_api_key_stamp(stamp(also(API_KEY_STAMP, name)), BODY)
        with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
            StampVerifier([(KEY.public_key, KEY.curve)]).verify(stamp(also(API_KEY_STAMP, name)), BODY)

    def test_a_stamp_of_two_keys(self) -> None:
        # Just as the client writes it, but for the second key.
        two = API_KEY_STAMP[:-1] + f',"PublicKey":"{OTHER.public_key}"}}'
        with pytest.raises(MalformedInput, match="differs from publicKey only in case"):
            verify_api_key_stamp(stamp(two), BODY)

    @pytest.mark.parametrize("name", ["publicKeyAttestation", "scheme", "publicKey", "signature"])
    def test_attested_stamps(self, name: str) -> None:
        def verify(document: str) -> None:
            verify_attested_stamp(stamp(document), BODY, keys=ENCLAVE.keys, now=EXPIRY - timedelta(minutes=1))

        verify(ATTESTED)
        with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
            verify(also(ATTESTED, name))

    @pytest.mark.parametrize("name", ["authenticatorData", "clientDataJson", "credentialId", "signature"])
    def test_webauthn_stamps(self, name: str) -> None:
        with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
            verify_webauthn_stamp(
                also(WEBAUTHN, name),
                BODY,
                public_key=PASSKEY.public_key,
                expected_rp_id="example.com",
                expected_origin="https://example.com",
            )

    @pytest.mark.parametrize("name", ["version", "data", "dataSignature", "enclaveQuorumPublic"])
    def test_envelopes(self, name: str) -> None:
        bundle = ENCLAVE.export_wallet("x", organization_id=ORGANIZATION, target_public_key=TARGET.public_key)
        with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
            decrypt_wallet_export(also(bundle, name), TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)

    def test_an_envelope_of_two_exports(self) -> None:
        # Both of them are genuine.
        one, other = (
            json.loads(
                ENCLAVE.export_wallet(
                    words, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
                )
            )
            for words in ("one", "other")
        )
        both = {**one, "Data": other["data"], "DataSignature": other["dataSignature"]}
        with pytest.raises(MalformedInput, match="only in case"):
            decrypt_wallet_export(
                json.dumps(both, separators=(",", ":")),
                TARGET,
                organization_id=ORGANIZATION,
                keys=ENCLAVE.keys,
            )

    @pytest.mark.parametrize("name", ["targetPublic", "organizationId", "userId"])
    def test_payloads(self, name: str) -> None:
        data = {"targetPublic": TARGET.public_key, "organizationId": ORGANIZATION, "userId": USER}
        bundle = signed_bundle({**data, name.capitalize(): data[name]}, ENCLAVE.sign_bundle)
        with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
            verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER, keys=ENCLAVE.keys)

    def test_otp_target_bundles(self) -> None:
        other = TargetKey.generate().public_key
        bundle = signed_bundle(
            {"targetPublic": TARGET.public_key, "TargetPublic": other}, ENCLAVE.sign_otp_target
        )
        with pytest.raises(MalformedInput, match="differs from targetPublic only in case"):
            encrypt_otp_bundle(bundle, "1", public_key=KEY.public_key, keys=ENCLAVE.keys)

    @pytest.mark.parametrize(
        ("sign", "verify", "claims"),
        [
            (ENCLAVE.sign_session_jwt, verify_session_jwt, SESSION),
            (ENCLAVE.sign_session_jwt, verify_scoped, {**SESSION, "session_profile_id": "p", "scope": "s"}),
            (ENCLAVE.sign_verification_token, verify_verification_token, VERIFICATION),
        ],
    )
    def test_tokens(self, sign: Any, verify: Any, claims: dict[str, object]) -> None:
        payload = json.dumps(claims)
        for header in (
            b'{"alg":"ES256","typ":"JWT","Alg":"none"}',
            b'{"alg":"ES256","typ":"JWT","CRIT":["x"]}',
        ):
            with pytest.raises(MalformedInput, match="only in case"):
                verify(sign(header, payload.encode()), keys=ENCLAVE.keys, now=BEFORE)
        for name in claims:
            with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
                verify(sign(HEADER, also(payload, name).encode()), keys=ENCLAVE.keys, now=BEFORE)
        free = json.dumps({**claims, "Device": "x", "device": "y", "publicKey": "x"})
        verify(sign(HEADER, free.encode()), keys=ENCLAVE.keys, now=BEFORE)

    def test_client_signatures(self) -> None:
        fields: dict[str, object] = {**sign_login(KEY, TOKEN).to_dict()}
        with pytest.raises(MalformedInput, match="differs from publicKey only in case"):
            verify_client_signature({**fields, "PublicKey": OTHER.public_key})
        login = '{"login":{"publicKey":"x"},"tokenId":"t","type":"USAGE_TYPE_LOGIN"}'
        verify_client_signature(signed(login))
        for message in (
            login.replace('"x"', '"x","PublicKey":"y"'),
            login.replace('"t"', '"t","TokenId":"u"'),
            login[:-1] + ',"SignupV2":{}}',
        ):
            with pytest.raises(MalformedInput, match="only in case"):
                verify_client_signature(signed(message))

    def test_signups(self) -> None:
        sign_signup(KEY, TOKEN, api_keys=[{"publicKey": "x", "PublicKey": "y"}])  # free here
        sign_signup_body(KEY, TOKEN, {"userEmail": "a", "Other": 1, "other": 2})
        with pytest.raises(MalformedInput, match="differs from userEmail only in case"):
            sign_signup_body(KEY, TOKEN, {"userEmail": "a", "UserEmail": "b"})

    def test_oidc_claims(self) -> None:
        claims = {"nonce": "n", "Nonce": "m", 5: "x"}
        with pytest.raises(MalformedInput, match="differs from nonce only in case"):
            check_oidc_binding(claims, KEY.public_key)  # type: ignore[arg-type]

    @pytest.mark.parametrize("name", ["id", "rawId", "response", "type"])
    def test_registrations(self, name: str) -> None:
        registration = as_json()
        encode_attestation({**registration, "Other": 1, "other": 2})
        also_named = {**registration, name.upper(): registration[name]}
        for form in (also_named, json.dumps(also_named)):
            with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
                encode_attestation(form)

    @pytest.mark.parametrize("name", ["attestationObject", "clientDataJSON", "transports"])
    def test_responses_of_registrations(self, name: str) -> None:
        response: Any = as_json()["response"]
        # As a mapping that is no dict.
        for spelling in (name.upper(), name.capitalize(), name.replace("s", "\u017f")):
            also_named = MappingProxyType({**response, spelling: response[name]})
            expected = (
                nullcontext()
                if spelling == name
                else pytest.raises(MalformedInput, match=f"differs from {name} only in case")
            )
            with expected:
                encode_attestation(as_json(response=also_named))

    def test_answers(self) -> None:
        request = ListPrivateKeys().seal(ApiKeyStamper(KEY), organization_id="o")
        answer = answer_to("list_private_keys")
        request.read(json.dumps({**answer, "Raw": 1, "new": 1, "New": 2}))
        with pytest.raises(MalformedInput, match="differs from privateKeys only in case"):
            request.read(json.dumps({**answer, "PrivateKeys": []}))
        key = {**answer["privateKeys"][0], "PublicKey": "x"}
        with pytest.raises(MalformedInput, match="differs from publicKey only in case"):
            request.read(json.dumps({"privateKeys": [key]}))

    @pytest.mark.parametrize(
        ("path", "name"),
        [
            ((), "activity"),
            (("activity",), "organizationId"),
            (("activity",), "status"),
            (("activity", "intent"), "createUserTagIntent"),
            (("activity", "result"), "createUserTagResult"),
            (("activity", "result", "createUserTagResult"), "userTagId"),
        ],
    )
    def test_activities(self, path: tuple[str, ...], name: str) -> None:
        request = CreateUserTag(user_tag_name="x", user_ids=["x"]).seal(
            ApiKeyStamper(KEY), organization_id="o"
        )
        answer = answer_to("create_user_tag")
        request.read(json.dumps(answer))
        found: Any = answer
        for step in path:
            found = found[step]
        found[name.capitalize()] = found[name]
        with pytest.raises(MalformedInput, match=f"differs from {name} only in case"):
            request.read(json.dumps(answer))


def test_the_claims_of_these_tests_are_bound() -> None:
    assert CLAIMS.public_key == KEY.public_key

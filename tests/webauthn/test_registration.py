import dataclasses
import json

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    ContextMismatch,
    CredentialIdEncoding,
    MalformedInput,
    RegistrationCredential,
    SealwaxError,
    decode_credential_id,
    encode_attestation,
    encode_credential_id,
)
from sealwax._codec.base64url import encode_base64url
from sealwax.testing import SoftwareAuthenticator
from sealwax.webauthn.registration import TRANSPORTS, parse_registration, to_registration
from sealwax_vectors.makers.registrations import MISMATCHES
from tests.conftest import NOT_TEXT, near_misses, near_texts

RP_ID, ORIGIN, CHALLENGE = "example.com", "https://example.com", b"challenge"
AUTHENTICATOR = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=b"\1" * 32)
CREDENTIAL = AUTHENTICATOR.create(CHALLENGE)
OBJECT = cbor2.loads(CREDENTIAL.attestation_object)


def as_json(credential: RegistrationCredential = CREDENTIAL, /, **changes: object) -> dict[str, object]:
    """The result of PublicKeyCredential.toJSON(); None leaves a field out."""
    fields = {
        "id": encode_base64url(credential.raw_id),
        "rawId": encode_base64url(credential.raw_id),
        "type": "public-key",
        "authenticatorAttachment": "platform",
        "clientExtensionResults": {},
        "response": {
            "clientDataJSON": encode_base64url(credential.client_data_json),
            "attestationObject": encode_base64url(credential.attestation_object),
            "transports": list(credential.transports),
            "publicKeyAlgorithm": -7,
        },
        **changes,
    }
    return {name: value for name, value in fields.items() if value is not None}


def with_object(**changes: object) -> RegistrationCredential:
    fields = {name: value for name, value in {**OBJECT, **changes}.items() if value is not None}
    return RegistrationCredential(CREDENTIAL.raw_id, CREDENTIAL.client_data_json, cbor2.dumps(fields))


class TestEncode:
    def test_the_protocols_object(self) -> None:
        attestation = encode_attestation(CREDENTIAL)
        assert attestation.to_dict() == {
            "credentialId": encode_base64url(b"\x58\x20" + CREDENTIAL.raw_id),
            "clientDataJson": encode_base64url(CREDENTIAL.client_data_json),
            "attestationObject": encode_base64url(CREDENTIAL.attestation_object),
            "transports": ["AUTHENTICATOR_TRANSPORT_INTERNAL"],
        }
        assert list(attestation.to_dict()) == [
            "credentialId",
            "clientDataJson",
            "attestationObject",
            "transports",
        ]
        assert attestation.challenge == encode_base64url(CHALLENGE)

    def test_transports(self) -> None:
        response = as_json()["response"]
        assert isinstance(response, dict)
        for names in ([], ["usb", "nfc"], list(TRANSPORTS)):
            attestation = encode_attestation(as_json(response={**response, "transports": names}))
            assert attestation.transports == tuple(TRANSPORTS[name] for name in names)
        del response["transports"]
        assert encode_attestation(as_json(response=response)).transports == ()
        assert encode_attestation(as_json(response={**response, "transports": None})).transports == ()
        for other in ("usb", [5], ["usb", None], {"usb": 1}, False, 0):
            with pytest.raises(MalformedInput, match="transports"):
                encode_attestation(as_json(response={**response, "transports": other}))

    @pytest.mark.parametrize(
        "unknown", ["smart-card", "INTERNAL", " usb ", "", "AUTHENTICATOR_TRANSPORT_USB"]
    )
    def test_unknown_transports_are_left_out(self, unknown: str) -> None:
        for names, known in (((unknown,), ()), (("nfc", unknown, "usb"), ("nfc", "usb"))):
            attestation = encode_attestation(dataclasses.replace(CREDENTIAL, transports=names))
            assert attestation.transports == tuple(TRANSPORTS[name] for name in known)

    def test_null_is_as_if_absent(self) -> None:
        whole = encode_attestation(CREDENTIAL)
        optional = ("id", "type", "authenticatorAttachment", "clientExtensionResults")
        assert encode_attestation({**as_json(), **dict.fromkeys(optional)}) == whole
        for name in ("rawId", "response"):
            with pytest.raises(MalformedInput, match=name):
                encode_attestation({**as_json(), name: None})

    def test_a_passkey_made_without_asking_the_user(self) -> None:
        absent = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, user_present=False).create(CHALLENGE)
        with pytest.raises(BadSignature, match="without the user present"):
            encode_attestation(absent)
        made = encode_attestation(absent, allow_user_absent=True)
        assert made.attestation_object == encode_base64url(absent.attestation_object)
        encode_attestation(CREDENTIAL, allow_user_absent=True)
        with pytest.raises(ContextMismatch):
            encode_attestation(absent, allow_user_absent=True, expected_challenge=b"another")
        with pytest.raises(TypeError, match="allow_user_absent"):
            encode_attestation(absent, allow_user_absent=1)  # type: ignore[arg-type]

    def test_what_is_expected_is_compared(self) -> None:
        expected = {
            "expected_challenge": CHALLENGE,
            "expected_origin": ORIGIN,
            "expected_rp_id": RP_ID,
        }
        encode_attestation(CREDENTIAL, **expected)  # type: ignore[arg-type]
        for name, value in (
            ("expected_challenge", b"another"),
            ("expected_challenge", CHALLENGE[:-1]),
            ("expected_challenge", CHALLENGE[:-1] + b"f"),
            ("expected_challenge", CHALLENGE[:8]),
            ("expected_origin", "https://example.org"),
            ("expected_origin", ["https://example.org"]),
            ("expected_origin", []),
            ("expected_rp_id", "example.org"),
            ("expected_rp_id", ""),
        ):
            with pytest.raises(ContextMismatch) as raised:
                encode_attestation(CREDENTIAL, **{**expected, name: value})  # type: ignore[arg-type]
            assert raised.value.code == MISMATCHES[name]

    def test_an_empty_challenge_is_a_mistake(self) -> None:
        with pytest.raises(ValueError, match="expected_challenge must not be empty") as raised:
            encode_attestation(CREDENTIAL, expected_challenge=b"")
        assert not isinstance(raised.value, SealwaxError)

    def test_a_challenge_may_be_text_as_in_the_options_of_the_page(self) -> None:
        text = encode_base64url(CHALLENGE)
        raw = encode_attestation(CREDENTIAL, expected_challenge=CHALLENGE)
        for right in (text, text + "=" * (-len(text) % 4)):
            assert encode_attestation(CREDENTIAL, expected_challenge=right) == raw
        # Also hex, which is base64url of other bytes.
        for wrong in (encode_base64url(CHALLENGE[:-1]), bytes(32).hex()):
            with pytest.raises(ContextMismatch) as raised:
                encode_attestation(CREDENTIAL, expected_challenge=wrong)
            assert raised.value.code == "wrong-challenge"
        for malformed in (f"{text}\n", "+/+/", "x", "\ud800"):
            with pytest.raises(ValueError, match="expected_challenge must be raw bytes, or base64url text"):
                encode_attestation(CREDENTIAL, expected_challenge=malformed)
        with pytest.raises(ValueError, match="expected_challenge must not be empty"):
            encode_attestation(CREDENTIAL, expected_challenge="")

    def test_an_embedded_page_is_another_origin(self) -> None:
        client_data = json.loads(CREDENTIAL.client_data_json)
        for more in ({}, {"topOrigin": "https://top.example"}):
            embedded = dataclasses.replace(
                CREDENTIAL, client_data_json=json.dumps({**client_data, "crossOrigin": True, **more}).encode()
            )
            with pytest.raises(ContextMismatch, match="embedded") as raised:
                encode_attestation(embedded, expected_origin=ORIGIN)
            assert raised.value.code == "wrong-origin"
            encode_attestation(embedded, expected_origin=ORIGIN, allow_cross_origin=True)
            encode_attestation(embedded)

    def test_an_assertion_is_no_registration(self) -> None:
        assertion = AUTHENTICATOR.get_assertion(CHALLENGE)
        other = RegistrationCredential(
            CREDENTIAL.raw_id, assertion.client_data_json, CREDENTIAL.attestation_object
        )
        with pytest.raises(BadSignature, match=r"webauthn\.create"):
            encode_attestation(other)
        without = with_object(authData=assertion.authenticator_data)
        with pytest.raises(MalformedInput, match="has no credential"):
            encode_attestation(without)


class TestForms:
    def test_a_registration_as_a_browser_writes_it(self) -> None:
        for transports in ((), ("usb", "smart-card")):
            made = dataclasses.replace(CREDENTIAL, transports=transports)
            assert to_registration(made.to_json()) == made
        written = json.loads(CREDENTIAL.to_json())
        raw_id = encode_base64url(CREDENTIAL.raw_id)
        assert (written["id"], written["rawId"], written["type"]) == (raw_id, raw_id, "public-key")
        assert written["clientExtensionResults"] == {}
        assert encode_attestation(CREDENTIAL.to_json()) == encode_attestation(CREDENTIAL)
        for name in ("raw_id", "client_data_json", "attestation_object", "transports"):
            with pytest.raises(MalformedInput, match="must be"):
                dataclasses.replace(CREDENTIAL, **{name: "text"}).to_json()  # type: ignore[arg-type]

    @pytest.mark.parametrize("name", ["rawId", "response"])
    def test_every_field_is_required(self, name: str) -> None:
        with pytest.raises(MalformedInput, match=name):
            encode_attestation(as_json(**{name: None}))

    @pytest.mark.parametrize("name", ["clientDataJSON", "attestationObject"])
    def test_every_field_of_the_response_is_required(self, name: str) -> None:
        response = as_json()["response"]
        assert isinstance(response, dict)
        for value in NOT_TEXT:
            with pytest.raises(MalformedInput, match=name):
                encode_attestation(as_json(response={**response, name: value}))
        with pytest.raises(MalformedInput, match=name):
            encode_attestation(as_json(response={**response, name: "Y"}))
        del response[name]
        with pytest.raises(MalformedInput, match=name):
            encode_attestation(as_json(response=response))

    def test_a_ligature_is_not_its_letters(self) -> None:
        response = as_json()["response"]
        assert isinstance(response, dict)
        response["atte\ufb06ationObject"] = response.pop("attestationObject")
        with pytest.raises(MalformedInput, match="has no `attestationObject`; pass "):
            encode_attestation(as_json(response=response))

    def test_an_id_that_is_not_the_raw_id(self) -> None:
        with pytest.raises(MalformedInput, match="`id` must equal its `rawId`"):
            encode_attestation(as_json(id="AAAA"))
        encode_attestation(as_json(id=None))
        others = {near: "AAAA" for near in near_texts("id") if near != "ID"}
        encode_attestation(as_json(id=None, **others))

    def test_a_raw_id_that_is_not_the_authenticators(self) -> None:
        raw_id = CREDENTIAL.raw_id
        nearly = [bytes.fromhex(digits) for digits in near_misses(raw_id.hex())]
        for other in (b"AAA", raw_id[:-1], raw_id + b"\0", raw_id[:8], *nearly):
            with pytest.raises(MalformedInput, match="differs from the raw id"):
                encode_attestation(as_json(id=None, rawId=encode_base64url(other)))

    def test_another_type_of_credential(self) -> None:
        with pytest.raises(MalformedInput, match="public-key"):
            encode_attestation(as_json(type="password"))

    def test_a_key_twice_is_malformed(self) -> None:
        with pytest.raises(MalformedInput, match="key twice"):
            encode_attestation(json.dumps(as_json())[:-1] + ',"type":"public-key"}')


class TestAttestationObject:
    def test_keys_that_are_not_known_and_another_order_are_accepted(self) -> None:
        reordered = RegistrationCredential(
            CREDENTIAL.raw_id,
            CREDENTIAL.client_data_json,
            cbor2.dumps({**dict(reversed(OBJECT.items())), "epAtt": False}),
        )
        assert parse_registration(reordered).fmt == "none"

    @pytest.mark.parametrize("name", ["fmt", "attStmt", "authData"])
    def test_every_field_is_required_and_typed(self, name: str) -> None:
        for value in (*NOT_TEXT, "none" if name != "fmt" else b"none"):
            if (name, value) != ("attStmt", {}):
                with pytest.raises(MalformedInput, match="the attestation object must have"):
                    parse_registration(with_object(**{name: value}))
        with pytest.raises(MalformedInput, match="the attestation object must have"):
            parse_registration(with_object(**{name: None, name.upper(): OBJECT[name]}))

    @pytest.mark.parametrize(
        "encoded",
        [
            b"",
            b"\x80",
            b"\xff",
            CREDENTIAL.attestation_object[:-1],
            CREDENTIAL.attestation_object + b"\0",
            b"\xbf" + CREDENTIAL.attestation_object[1:] + b"\xff",
            b"\xa4" + CREDENTIAL.attestation_object[1:] + b"\x63fmt\x64none",
            b"\xd9\xd9\xf7" + CREDENTIAL.attestation_object,
            cbor2.dumps({**OBJECT, "attStmt": {1: b"x"}}),
            cbor2.dumps({**OBJECT, "fmt": "new", "attStmt": {"a": {b"x": 1}}}),
        ],
    )
    def test_other_cbor_is_malformed(self, encoded: bytes) -> None:
        with pytest.raises(MalformedInput, match="the attestation object"):
            parse_registration(
                RegistrationCredential(CREDENTIAL.raw_id, CREDENTIAL.client_data_json, encoded)
            )

    def test_authenticator_data_is_parsed_strictly(self) -> None:
        data = OBJECT["authData"]
        for other in (data[:-1], data + b"\0", data[:36], b""):
            with pytest.raises(MalformedInput):
                parse_registration(with_object(authData=other))

    @given(st.binary())
    def test_no_bytes_break_the_parser(self, data: bytes) -> None:
        raw = CREDENTIAL.raw_id
        for credential in (
            RegistrationCredential(raw, data, CREDENTIAL.attestation_object),
            RegistrationCredential(raw, CREDENTIAL.client_data_json, data),
            with_object(authData=OBJECT["authData"][:37] + data),
        ):
            with pytest.raises(SealwaxError):
                parse_registration(credential)


class TestCredentialId:
    @given(st.binary(min_size=1, max_size=300))
    def test_both_encodings_round_trip(self, raw_id: bytes) -> None:
        for encoding in CredentialIdEncoding:
            assert decode_credential_id(encode_credential_id(raw_id, encoding), encoding) == raw_id
        assert decode_credential_id(encode_credential_id(raw_id)) == raw_id

    def test_the_encodings_may_be_given_by_their_values_and_no_others(self) -> None:
        for encoding in CredentialIdEncoding:
            text = encode_credential_id(b"id", encoding.value)  # type: ignore[arg-type]
            assert text == encode_credential_id(b"id", encoding)
            assert decode_credential_id(text, encoding.value) == b"id"  # type: ignore[arg-type]
        others: list[object] = ["CBOR", "", None, []]
        for other in others:
            with pytest.raises(ValueError, match="must be `cbor` or `raw`"):
                encode_credential_id(b"id", other)  # type: ignore[arg-type]
            with pytest.raises(ValueError, match="must be `cbor` or `raw`"):
                decode_credential_id("aWQ", other)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "decoded",
        [
            b"",
            b"i" * 20,  # a raw id
            b"\x41",
            b"\x41ii",
            b"\x61i",  # text
            b"\x01",
            b"\x58\x01i",  # a length that is not minimal
            b"\x5f\x41i\xff",
            b"\x81\x41i",
        ],
    )
    def test_other_cbor_is_malformed(self, decoded: bytes) -> None:
        with pytest.raises(MalformedInput, match="the credential id"):
            decode_credential_id(encode_base64url(decoded))

    @pytest.mark.parametrize("encoding", CredentialIdEncoding)
    @pytest.mark.parametrize("size", [0, 1024])
    def test_ids_of_other_lengths_are_malformed(self, encoding: CredentialIdEncoding, size: int) -> None:
        with pytest.raises(MalformedInput, match=f"a credential id of {size} bytes; it must have 1 to 1023"):
            decode_credential_id(encode_credential_id(b"i" * size, encoding), encoding)
        longest = b"i" * 1023
        assert decode_credential_id(encode_credential_id(longest, encoding), encoding) == longest
